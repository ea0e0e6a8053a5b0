"""Every game has what the steps for adding one say that a game has."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from paydays_widgets import games
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
