"""What CONTRIBUTING says that a game has is what is asked of it, and what the games have."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from paydays_widgets import games
from tests.contract.contract import ALL_GAMES

ROOT = Path(__file__).parents[1]
STEPS = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Add a game")[2]
MAY = {"STAND_IN"}
"""Asked of a game's panel only where it has what it belongs to."""
ROOMS = {
    "": ("GAME", "PRESETS", "Rules"),
    "deck": ("default_deck", "parse_deck"),
    "engine": ("REFUSALS",),
    "text": ("explain", "refused", "prompt", "money"),
    "bots": ("STRATEGIES", "TITLES"),
}


def trees() -> Iterator[ast.Module]:
    for folder in ("panels", "lessons"):
        for path in sorted((ROOT / "paydays_widgets" / folder).glob("*.py")):
            yield ast.parse(path.read_text(encoding="utf-8"))


def is_panel(node: ast.expr) -> bool:
    """Tell whether a game's panel stands there: ``panel``, ``session.panel``, ``self.panel``."""
    return getattr(node, "attr", getattr(node, "id", "")) == "panel"


def asked() -> tuple[set[str], set[str]]:
    """Read from the code what a panel must have, and what it may have."""
    must: set[str] = set()
    may: set[str] = set()
    for tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=value, attr=name) if is_panel(value):
                    must.add(name)
                case ast.Call(
                    func=ast.Name(id="getattr" | "hasattr"),
                    args=[panel, ast.Constant(value=str(name)), *_],
                ) if is_panel(panel):
                    may.add(name)
                case ast.Attribute(
                    value=ast.Call(args=[_, ast.Constant(value="panel")]), attr=name
                ):
                    must.add(name)
    return must - may - MAY, may | MAY


def test_the_steps_name_all_that_a_panel_must_have_and_may_have() -> None:
    step = re.split(r"^\d+\. ", STEPS, flags=re.MULTILINE)[11]
    assert step.startswith("Write `panel.py`")
    first, _, second = step.partition("it may have")
    second = second.partition("`vignettes.toml`")[0]
    must, may = asked()
    assert {*re.findall(r"`(\w+)`", first)} == must
    assert {*re.findall(r"`(\w+)`", second)} == may


@ALL_GAMES
def test_every_game_has_what_the_steps_name(name: str) -> None:
    for room, things in ROOMS.items():
        for thing in things:
            assert f"`{thing}`" in STEPS
            assert hasattr(games.room(name, room), thing), f"{name}, {room}: {thing}"
    panel = games.room(name, "panel")
    assert not {each for each in asked()[0] if not hasattr(panel, each)}
    assert hasattr(panel, "STAND_IN") or not hasattr(panel, "what_ifs")


@ALL_GAMES
@pytest.mark.parametrize("file", ["rulebook.toml", "deck.toml", "vignettes.toml", "README.md"])
def test_every_game_has_the_files_that_the_steps_name(name: str, file: str) -> None:
    assert file in STEPS
    assert (Path(str(games.room(name).__file__)).parent / file).is_file()


@ALL_GAMES
def test_the_default_rules_are_the_first_preset(name: str) -> None:
    first, *_ = games.room(name).PRESETS.values()
    assert first == games.room(name).Rules()
