"""Imports point one way: core, then games, then panels and the rest; and they stay light."""

import ast
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from pathlib import Path

import pytest

from paydays_widgets import games
from tests.contract.contract import FURNISHED

PACKAGE = Path(__file__).parents[1] / "paydays_widgets"
NAME = PACKAGE.name
HEAVY = {
    "IPython",
    "anywidget",
    "bqplot",
    "ipywidgets",
    "jinja2",
    "numba",
    "numpy",
    "pygal",
    "scipy",
    "tornado",
    "traitlets",
}


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Give the full name of all that a module imports: as it is loaded, and inside functions."""
    found = []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            outer = path.relative_to(PACKAGE.parent).parts[: -node.level] if node.level else ()
            module = ".".join([*outer, *([node.module] if node.module else [])])
            found += [module, *(f"{module}.{each.name}" for each in node.names)]
    return tuple(found)


def modules(*folders: str) -> list[Path]:
    return sorted(PACKAGE.joinpath(*folders).rglob("*.py"))


def shown(path: Path) -> str:
    return str(path.relative_to(PACKAGE.parent))


MAY_USE = {
    "paydays_widgets/kernels/compiled.py": {"numba", "numpy"},
    "paydays_widgets/kernels/records.py": {"numpy"},
    "paydays_widgets/kernels/whole.py": {"numpy"},
    "paydays_widgets/show/template.py": {"jinja2"},
    **{
        shown(path): {"numpy"}
        for path in modules("games")
        if shown(path).endswith(("/kernel.py", "/kernel/__init__.py"))
    },
}
"""What is loaded only when it is asked for."""


def within(name: str, *packages: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in packages)


def is_light(name: str) -> bool:
    """Return whether something of the lab may be used where nothing heavy is loaded."""
    return within(name, *(f"{NAME}.{each}" for each in LIGHT))


def heavy(path: Path) -> set[str]:
    """Name the heavy packages that a module imports and may not."""
    found = {name.split(".")[0] for name in imports(path)}
    return found & HEAVY - MAY_USE.get(shown(path), set())


def own(path: Path) -> list[str]:
    """Name what a module imports of this package."""
    return [name for name in imports(path) if within(name, NAME)]


SHARED = tuple(f"{NAME}.{each}" for each in ("core", "show", "kernels"))
LIGHT = tuple(
    f"lab.{each}"
    for each in (
        "client",
        "contest",
        "decision",
        "estimate",
        "messages",
        "picture",
        "preparing",
        "setting",
        "summary",
        "words",
    )
)
"""What the conversation, panels and lessons use of the lab: none of it loads what is heavy."""
LAYERS = {
    "core": set[str](),
    "show": {"core"},
    "kernels": {"core"},
    "lab": {"core", "show", "kernels", "games"},
    "talk": {"core", "show", "games", *LIGHT},
    "hosting": set[str](),
}
"""What the files of a package may import besides each other."""
APART = {"panels": "classroom", "classroom": "panels"}
"""Siblings: what they share stands in ``talk`` and ``show``."""
LIGHT_LAYERS = ("core", "show", "kernels", "talk")


@pytest.mark.parametrize(
    ("layer", "path"),
    [(layer, path) for layer in LAYERS for path in modules(layer)],
    ids=lambda each: each if isinstance(each, str) else shown(each),
)
def test_a_package_stands_on_those_below_it(layer: str, path: Path) -> None:
    below = [f"{NAME}.{each}" for each in {layer, *LAYERS[layer]}]
    for name in own(path):
        assert name in {NAME, f"{NAME}.__version__"} or within(name, *below), name
    if layer in LIGHT_LAYERS:
        assert not heavy(path)


@pytest.mark.parametrize("layer", APART)
def test_a_notebook_and_a_class_know_nothing_of_each_other(layer: str) -> None:
    """Neither by an import, nor by a name: of templates, sheets or words."""
    other = f"{NAME}.{APART[layer]}"
    for path in modules(layer):
        assert other not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("path", modules("games"), ids=shown)
def test_a_game_knows_what_all_games_share_and_itself_alone(path: Path) -> None:
    parts = path.relative_to(PACKAGE / "games").parts
    game = f"{NAME}.games.{parts[0]}" if len(parts) > 1 else f"{NAME}.games"
    for name in own(path):
        assert within(name, *SHARED, game), name
    assert not heavy(path)


@pytest.mark.parametrize("path", modules("starter"), ids=shown)
def test_the_game_that_a_new_one_begins_as_is_no_part_of_this_package(path: Path) -> None:
    tests = path.is_relative_to(PACKAGE / "starter" / "tests")  # these look at the panels too
    known = [*SHARED, *([f"{NAME}.panels"] if tests else [])]
    for name in own(path):
        assert within(name, *known) or name in {NAME, f"{NAME}.games"}, name
    assert not heavy(path)


RULES = {"rules", "deck", "moves", "state", "events", "engine", "hidden"}
FLOORS = {
    "__init__": {"engine", "rules"},
    **dict.fromkeys(RULES, RULES),
    "reading": RULES,
    "text": RULES | {"reading"},
    "bots": RULES | {"reading"},
    "board": RULES | {"reading", "text"},
    "panel": RULES | {"reading", "text"},
    "debrief": RULES | {"reading", "text"},
    "programme": RULES | {"reading", "text", "board", "debrief"},
    "ticker": RULES,
    "floor": RULES | {"board"},
    "stakes": RULES | {"reading", "text"},
    "checks": RULES | {"reading", "text"},
    "kernel": RULES | {"reading", "bots"},
}
"""What each module of a game may import: rules know no words, words no picture, bots neither."""


def part(path: Path, folder: Path) -> str:
    """Name the part that a file of a game belongs to."""
    return path.relative_to(folder).parts[0].removesuffix(".py")


@pytest.mark.parametrize("name", FURNISHED)
def test_the_modules_of_a_game_stand_on_each_other_one_way(name: str) -> None:
    package = games.modules(name).package
    folder = Path(str(files(package) / "."))
    paths = sorted(folder.rglob("*.py"))
    modules = {part(path, folder) for path in paths}
    assert modules <= set(FLOORS), "a module has the same name in every game"
    for path in paths:
        inside = [each for each in imports(path) if within(each, package)]
        used = {each.removeprefix(f"{package}.").split(".")[0] for each in inside} & modules
        here = part(path, folder)
        assert used <= FLOORS[here] | {here}, path


GAMES = tuple(f"{NAME}.games.{game}" for game in games.names())


@pytest.mark.parametrize("path", modules("panels"), ids=shown)
def test_a_panel_names_no_game_and_nothing_heavy_that_stands_on_it(path: Path) -> None:
    for name in imports(path):
        lab = within(name, f"{NAME}.lab") and not is_light(name)
        assert not lab, name
        assert not within(name, *GAMES, f"{NAME}.lessons", "numpy"), name


def test_a_panel_or_a_contest_loads_nothing_heavy_with_the_lab() -> None:
    code = (
        f"import sys, {NAME}.panels.warmth as w, {NAME}.lessons.scoreboard as s; w.warm();"
        "s.Scoreboard(s.Contest(['hoarder', 'lean_crew'])); print(*sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert f"{NAME}.lab.client" in loaded
    assert not loaded & {"numpy", "scipy", "numba"}


@pytest.mark.parametrize("path", modules("lessons"), ids=shown)
def test_lessons_stand_on_panels_and_name_no_game(path: Path) -> None:
    for name in imports(path):
        lab = within(name, f"{NAME}.lab") and not is_light(name)
        assert not lab, name
        assert not within(name, *GAMES, "numpy"), name


def test_no_file_stands_on_itself_by_whatever_way() -> None:
    names = {full_name(path): path for path in modules()}
    stands_on = {
        name: {each for each in imports(path) if each in names} - {name, *parents(name)}
        for name, path in names.items()
    }
    try:
        TopologicalSorter(stands_on).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def full_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def parents(name: str) -> set[str]:
    """Name the packages that a module is in: ``from package import sibling`` imports a sibling."""
    parts = name.split(".")
    return {".".join(parts[:n]) for n in range(1, len(parts))}


def test_the_command_stands_on_everything_and_nothing_on_it() -> None:
    for path in modules():
        if path.name != "__main__.py":
            assert not [name for name in own(path) if within(name, f"{NAME}.app")], path


def test_only_modules_that_there_are_may_use_more() -> None:
    for path, packages in MAY_USE.items():
        assert packages <= {name.split(".")[0] for name in imports(PACKAGE.parent / path)}, path


@pytest.mark.parametrize("name", games.names())
def test_a_game_can_be_imported_alone_and_brings_nothing_heavy(name: str) -> None:
    code = f"import sys, {NAME}.games.{name}; print(*sorted(sys.modules))"
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-c",
            f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); {code}",
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    loaded = set(done.stdout.split())
    assert f"{NAME}.games.{name}.engine" in loaded
    assert not loaded & HEAVY
    others = {f"{NAME}.games.{other}" for other in games.names()} - {f"{NAME}.games.{name}"}
    assert not loaded & {*others, f"{NAME}.panels", f"{NAME}.lab", "hashlib", "tomllib"}


def test_the_reading_of_imports_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.PACKAGE", tmp_path / NAME)
    path = tmp_path / NAME / "games" / "one" / "engine.py"
    path.parent.mkdir(parents=True)
    path.write_text(
        "import numpy.random\n"
        "from . import moves\n"
        "from ..two import state\n"
        "def f():\n    from paydays_widgets import panels\n"
    )
    assert imports(path) == (
        "numpy.random",
        "paydays_widgets.games.one",
        "paydays_widgets.games.one.moves",
        "paydays_widgets.games.two",
        "paydays_widgets.games.two.state",
        "paydays_widgets",
        "paydays_widgets.panels",
    )


def test_a_server_starts_without_a_grammar_that_takes_a_second_to_compile() -> None:
    code = "import sys; import paydays_widgets.hosting.host; "
    code += "print({'jsonschema', 'lark'} & {*sys.modules})"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout == "{'jsonschema'}\n"
