"""Every game has what the steps for adding one say that a game has."""

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from paydays_widgets import games
from paydays_widgets.show.modules import Modules
from paydays_widgets.show.protocols import OwnPanel
from tests.contract.contract import ALL_FURNISHED

ROOT = Path(__file__).parents[1]
STEPS = (ROOT / "docs/tutorial/add_a_game.md").read_text(encoding="utf-8")
MODULES = {
    "": ("GAME", "PRESETS", "Rules"),
    "deck": ("default_deck", "parse_deck"),
    "text": ("explain", "money", "phrases", "prompt", "refused"),
    "bots": ("STRATEGIES", "TITLES"),
}
OF_OTHERS = {"presets", "style", "reconstructed", "has_minute"}
"""What is read from modules that have names of their own."""
MUST = {name for name in vars(OwnPanel) if name[0] != "_"}


def module(game: str, part: str) -> ModuleType:
    return import_module(f"{games.modules(game).package}.{part}".rstrip("."))


@ALL_FURNISHED
def test_every_game_has_what_the_steps_name(name: str) -> None:
    for part, things in MODULES.items():
        found = getattr(games.modules(name), part) if part else module(name, "")
        for thing in things:
            assert f"`{thing}`" in STEPS
            assert hasattr(found, thing), f"{name}, {part}: {thing}"
    assert not {each for each in MUST if not hasattr(games.modules(name).panel, each)}


@ALL_FURNISHED
@pytest.mark.parametrize("file", ["rulebook.toml", "deck.toml", "vignettes.toml", "README.md"])
def test_every_game_has_the_files_that_the_steps_name(name: str, file: str) -> None:
    assert file in STEPS
    assert (Path(str(module(name, "").__file__)).parent / file).is_file()


@ALL_FURNISHED
def test_the_default_rules_are_the_first_preset(name: str) -> None:
    first, *_ = games.modules(name).presets.values()
    assert first == games.load(name).rules_type()


def test_the_steps_name_every_module_that_a_game_can_have() -> None:
    read = {name for name, each in vars(Modules).items() if isinstance(each, cached_property)}
    named = {*re.findall(r"`(\w+)\.(?:py|toml|svg)`", STEPS)}
    assert {*read} - OF_OTHERS <= named


def tables_of_games() -> Iterator[str]:
    """Find what in the tests has something for each game of the shelf."""
    for path in (ROOT / "tests").rglob("*.py"):
        for each in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None:
                found = {of.value for of in ast.walk(each.value) if isinstance(of, ast.Constant)}
                if found >= {*games.names()}:
                    yield ast.unparse(
                        each.targets[0] if isinstance(each, ast.Assign) else each.target
                    )


def test_the_steps_name_every_table_of_the_tests_that_needs_a_line() -> None:
    tables = {*tables_of_games()}
    assert "UNCOMPILED" in tables
    assert {each for each in tables if f"`{each}`" not in STEPS} == set()


def test_the_steps_name_every_page_that_names_each_game() -> None:
    written = (each for each in (ROOT / "docs").rglob("*.md") if "generated" not in each.parts)
    pages = [ROOT / "README.md", *written]
    found = [
        page for page in pages if all(name in page.read_text("utf-8") for name in games.names())
    ]
    assert len(found) > 1
    assert {
        each.name
        for each in found
        if each.relative_to(ROOT).as_posix().removesuffix(".md") not in STEPS
    } == set()
