"""The deck of every game: a file that can be copied, read once and only when needed."""

import subprocess
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.deckfile import DeckError
from tests.contract.contract import FURNISHED

ON_SHELF = pytest.mark.parametrize("name", games.names())
DECKS = [f"{games.modules(name).package}.deck" for name in FURNISHED]


def deck(name: str) -> Any:
    return import_module(f"{games.modules(name).package}.deck")


def own(name: str) -> str:
    return (files(games.modules(name).package) / "deck.toml").read_text(encoding="utf-8")


@ON_SHELF
def test_the_games_own_file_can_be_copied(name: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(own(name), encoding="utf-8")
    assert deck(name).load_deck(path) == deck(name).default_deck()
    assert deck(name).parse_deck(own(name), "copy.toml") == games.load(name).deck()


@ON_SHELF
def test_a_mistake_is_told_with_the_file_and_the_place(name: str) -> None:
    lines = own(name).splitlines()
    (at, *_) = [n for n, line in enumerate(lines) if line.startswith("name = ")]
    for line, place in (("name = 3", "name"), ("", ""), ("name = [", "")):
        wrong = "\n".join([*lines[:at], line, *lines[at + 1 :]])
        with pytest.raises(DeckError) as caught:
            deck(name).parse_deck(wrong, "own.toml")
        assert (caught.value.file, caught.value.place) == ("own.toml", place)


@ON_SHELF
def test_the_deck_is_read_once(name: str) -> None:
    assert deck(name).default_deck() is deck(name).default_deck() is games.load(name).deck()


def test_no_deck_is_read_before_it_is_asked_for() -> None:
    code = (
        "import sys; from importlib import import_module;"
        f"decks = [import_module(name) for name in {DECKS}];"
        "print('tomllib' in sys.modules, sum(d.default_deck.cache_info().currsize for d in decks))"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout.split() == ["False", "0"]
