"""What CONTRIBUTING says that a game has is what is asked of it, and what the games have."""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from paydays_widgets import games
from paydays_widgets.show.protocols import OwnPanel, PanelModule
from tests.contract.contract import ALL_FURNISHED

ROOT = Path(__file__).parents[1]
STEPS = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Add a game")[2]
SHELF = STEPS.partition("### What the shelf asks in addition")[2].partition("\n## ")[0]
MODULES = {
    "": ("GAME", "PRESETS", "Rules"),
    "deck": ("default_deck", "parse_deck"),
    "text": ("explain", "money", "phrases", "prompt", "refused"),
    "bots": ("STRATEGIES", "TITLES"),
}


MUST = {name for name in vars(OwnPanel) if name[0] != "_"}
OPTIONAL = {name for name in vars(PanelModule) if name[0] != "_"}


def module(game: str, part: str) -> ModuleType:
    return import_module(f"{games.modules(game).package}.{part}".rstrip("."))


def test_the_steps_name_all_that_a_panel_must_have_and_may_have() -> None:
    step = re.split(r"^\d+\. ", SHELF, flags=re.MULTILINE)[7]
    assert step.startswith("`panel.py` has ")
    first, _, second = step.partition(" has ")[2].partition("it may have")
    assert {*re.findall(r"`(\w+)`", first)} == MUST
    assert {*re.findall(r"`(\w+)`", second)} == OPTIONAL


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


@ALL_FURNISHED
def test_what_a_games_readme_points_to_is_there(name: str) -> None:
    folder = Path(str(module(name, "").__file__)).parent
    links = re.findall(r"\]\(([^():#]+)\)", (folder / "README.md").read_text(encoding="utf-8"))
    assert not [link for link in links if not (folder / link).exists()]
