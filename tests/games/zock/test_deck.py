from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.games.zock.deck import Deck, deck_file, default_deck, load_deck, parse_deck
from paydays_widgets.games.zock.engine import ZOCK
from tests.games.deckfiles import refuses

OWN = """
name = "Small"
start_money = { value = 5000, provenance = "reconstructed" }
money = { value = 40000, provenance = "reconstructed" }
fine_pawn = { value = 500, provenance = "reconstructed" }
fine_king = { value = 1500, provenance = "reconstructed" }
king_times = { value = 2, provenance = "reconstructed" }
squares = { value = 16, provenance = "reconstructed" }
exits = { squares = [1, 5, 9, 13], provenance = "reconstructed" }
[[by_progress]]
from = 5
sum = 500
provenance = "reconstructed"
[[by_progress]]
from = 10
sum = 2000
provenance = "reconstructed"
[by_square]
sums = [0, 500, 1000, 1500]
provenance = "reconstructed"
"""


@pytest.mark.clause("ZK-money", "ZK-hit", "ZK-cash")
def test_the_figures_of_the_source_are_in_the_deck() -> None:
    deck = default_deck()
    assert deck.start_money == 30_000 == 5 * 5_000 + 4 * 1_000 + 2 * 500
    assert (deck.fine_pawn, deck.fine_king, deck.king_times) == (1_000, 3_000, 3)


def test_figures_say_where_they_come_from() -> None:
    file = deck_file()
    said = {file.start_money.provenance, file.fine_pawn.provenance, file.fine_king.provenance}
    assert said == {file.king_times.provenance} == {"source"}
    guessed = {file.money.provenance, file.squares.provenance, file.exits.provenance}
    sums = {each.provenance for each in file.by_progress} | {file.by_square.provenance}
    assert guessed == sums == {"reconstructed"}


@pytest.mark.clause("ZK-window")
def test_no_colour_has_better_squares_than_another() -> None:
    deck = default_deck()
    quarters = [
        [deck.window("square", 11, (start + at) % deck.squares) for at in range(deck.quarter)]
        for start in deck.exits
    ]
    assert len({tuple(quarter) for quarter in quarters}) == 1


def test_a_board_of_ones_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    deck = load_deck(path)
    assert deck == parse_deck(OWN, "own.toml")
    assert (deck.name, deck.squares, deck.quarter) == ("Small", 16, 4)
    assert deck.by_progress == (0,) * 5 + (500,) * 5 + (2_000,) * 6
    assert ZOCK.start(4, deck=deck).bank == 20_000


def test_there_must_be_money_enough_to_start_with() -> None:
    deck = parse_deck(OWN.replace("value = 40000", "value = 10000"), "own.toml")
    assert ZOCK.start(2, deck=deck).bank == 0
    with pytest.raises(ValueError, match="when the 3 seats have been paid 5000 each, not -5000"):
        ZOCK.start(3, deck=deck)


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ("value = 5000", "value = 5250", "start_money.value", "expected a whole number, a mult"),
        ("value = 5000", "value = 0", "start_money.value", "expected a whole number >= 500, got"),
        ("value = 16", "value = 18", "squares.value", "expected a whole number"),
        ("value = 16", "value = 12", "squares.value", "expected a whole number >= 16, got 12"),
        ("9, 13]", "9, 16]", "exits.squares[3]", "expected a square from 0 to 15, got 16"),
        ("9, 13]", "13, 9]", "exits.squares[3]", "expected a square after 13, since they go"),
        ("[1, 5", "[1, 1", "exits.squares[1]", "expected a square after 1, since they go clock"),
        ("from = 5", "from = 4", "by_progress[0].from", "expected 5, the first step past the qu"),
        ("from = 10", "from = 5", "by_progress[1].from", "expected more than 5, got 5"),
        ("from = 10", "from = 16", "by_progress[1].from", "expected less than 16, got 16"),
        ("sum = 2000", "sum = 0", "by_progress", "expected no sum to be less than the one befor"),
        ("sum = 500", "sum = 750", "by_progress[0].sum", "expected a whole number"),
        ("1500]", "1500, 0]", "by_square.sums", "expected a sum for each of the 4 squares of a"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(
    old: str, new: str, place: str, problem: str
) -> None:
    refuses(parse_deck, OWN, (old, new), place, problem)


def test_a_board_from_elsewhere_is_checked_as_well() -> None:
    deck = default_deck()
    with pytest.raises(DeckError, match="expected a sum for each of 40 numbers of steps, got 41"):
        replace(deck, by_progress=(*deck.by_progress, 5_000))
    with pytest.raises(DeckError, match="expected nothing in the first quarter, up to 10 steps"):
        replace(deck, by_progress=(500,) * 40)
    raw = msgspec.to_builtins(deck)
    raw["exits"] = [0, 10, 20, 40]
    with pytest.raises(msgspec.ValidationError, match="expected a square from 0 to 39"):
        msgspec.convert(raw, Deck)
