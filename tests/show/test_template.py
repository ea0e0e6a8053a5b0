"""Templates escape everything they are given, and refuse an undefined name."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import Environment, UndefinedError, nodes
from jinja2.meta import find_undeclared_variables

import paydays_widgets
from paydays_widgets import games
from paydays_widgets.core.text import Text
from paydays_widgets.show import template
from paydays_widgets.show.template import Kept, templates

PACKAGE = Path(paydays_widgets.__file__).parent


@pytest.mark.parametrize("package", [games.modules(name).package for name in games.names()])
def test_a_game_has_its_board_beside_its_modules(package: str) -> None:
    assert templates(package, "board").get_template("board.html.j2")
    assert templates(package, "board") is templates(package, "board")


def test_a_board_that_is_one_file_has_its_template_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "flat_game").mkdir()
    (tmp_path / "flat_game" / "__init__.py").touch()
    (tmp_path / "flat_game" / "board.py").touch()
    (tmp_path / "flat_game" / "board.html.j2").write_text("{{ name }} here")
    monkeypatch.syspath_prepend(tmp_path)
    board = templates("flat_game", "board").get_template("board.html.j2")
    assert board.render(name="Anna") == "Anna here"


@pytest.fixture
def afresh() -> Iterator[None]:
    """As in another process, and as before afterwards."""
    made = [template.templates, template._compiled]
    for each in made:
        each.cache_clear()
    yield
    for each in made:
        each.cache_clear()


def _write(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "__init__.py").touch()
    (folder / "board.html.j2").write_text(text)


@pytest.mark.usefixtures("afresh")
def test_a_template_is_compiled_once_and_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def drawn() -> str:
        templates.cache_clear()
        return templates("kept_game").get_template("board.html.j2").render(name="Anna")

    _write(tmp_path / "kept_game", "{{ name }} here")
    assert drawn() == "Anna here"
    assert len([each for each in (tmp_path / "cache").rglob("*") if each.is_file()]) == 1
    with monkeypatch.context() as without:
        without.setattr(Environment, "_generate", None)  # nothing is compiled
        assert drawn() == "Anna here"
    _write(tmp_path / "kept_game", "{{ name }} there")
    assert drawn() == "Anna there"


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("game", ["never_written", "later_not_written"])
def test_where_nothing_can_be_written_templates_are_drawn_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    if game == "never_written":
        (tmp_path / "file").touch()
    else:
        templates("paydays_widgets.panels")
        shutil.rmtree(tmp_path / "file")
    _write(tmp_path / game, "{{ name }} here")
    board = templates(game).get_template("board.html.j2")
    assert board.render(name="Anna") == "Anna here"


def test_what_users_wrote_is_never_markup() -> None:
    page = templates("paydays_widgets.panels", "templates").from_string("<b>{{ name }}</b>")
    assert page.render(name="<i>&") == "<b>&lt;i&gt;&amp;</b>"


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("field", ["language", "prefix", "value"])
def test_what_is_kept_is_drawn_again_where_anything_differs(field: str) -> None:
    page = templates("paydays_widgets.panels", "templates").from_string(
        "{% macro part(each) %}{{ text('Step') }} {{ prefix }} {{ each }}{% endmacro %}"
        "{{ kept(part, value) }}"
    )
    usual: dict[str, Any] = {"language": "en", "prefix": "a", "value": 1}
    other: dict[str, Any] = {"language": "de", "prefix": "b", "value": 2}

    def drawn(language: str, prefix: str, value: int) -> str:
        words = Text(language, "paydays_widgets.panels")
        return page.render(text=words, prefix=prefix, value=value)

    before = drawn(**usual)
    assert drawn(**usual) == before
    assert drawn(**{**usual, field: other[field]}) != before


def test_what_was_kept_longest_is_drawn_anew_where_there_is_no_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Kept, "most", 1)
    drawn: list[str] = []

    def one() -> str:
        drawn.append("1")
        return "1"

    def two() -> str:
        drawn.append("2")
        return "2"

    page = templates("paydays_widgets.panels", "templates").from_string(
        "{% macro part(draw) %}{{ draw() }}{% endmacro %}"
        "{% for each in parts %}{{ kept(part, each) }}{% endfor %}"
    )
    text = SimpleNamespace(language="en")
    assert page.render(parts=[one, one, two, two, one], text=text, prefix="") == "11221"
    assert drawn == ["1", "2", "1"]


def test_what_is_missing_is_told() -> None:
    page = templates("paydays_widgets.panels", "templates").from_string("{{ name }}")
    with pytest.raises(UndefinedError, match="name"):
        page.render()


WORDS = {"text", "plural", "number", "money", "accounts"}
SAME = {*WORDS, "prefix", "drawing", "face", "plot", "blueprint", "told_of"}
"""What a template is always given alike: words, the prefix, functions of nothing but values."""
KEEPING = [
    path for path in sorted(PACKAGE.rglob("*.j2")) if "kept(" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", KEEPING, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_what_is_kept_is_drawn_from_what_its_key_says(path: Path) -> None:
    made = templates("paydays_widgets.panels", "templates")
    page = made.parse(path.read_text(encoding="utf-8"))
    macros = {each.name: each for each in page.find_all(nodes.Macro)}
    brought = {
        name if isinstance(name, str) else name[1]
        for each in page.find_all(nodes.FromImport)
        for name in each.names
    } | {each.target for each in page.find_all(nodes.Import)}

    def needs(part: nodes.Node) -> set[str]:
        alone = nodes.Template([part], lineno=1).set_environment(made)
        assert isinstance(alone, nodes.Template)
        return find_undeclared_variables(alone)

    brought |= {
        each.target.name
        for each in page.body
        if isinstance(each, nodes.Assign) and isinstance(each.target, nodes.Name)
        if needs(each) <= SAME
    }

    def uses(macro: nodes.Macro) -> set[str]:
        found = needs(macro)
        others = found.intersection(macros) - {macro.name}
        return (found - others).union(*(uses(macros[each]) for each in others))

    kept = {
        call.args[0].name
        for call in page.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name == "kept"
        if isinstance(call.args[0], nodes.Name)
    }
    for name in kept.intersection(macros):
        assert uses(macros[name]) - brought <= SAME, name
    assert kept
