"""What a visitor hands in is bounded before anything is built from it: decks, records, links.

Every number and every length that a file may state has a bound, which the types show; a file that
was changed at random costs little time and memory, whether it is refused or opened.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Final

import pytest
from msgspec import inspect as shapes

from paydays_widgets import games
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.record import Record
from tests.contract import hostile
from tests.contract.hostile import own

ON_SHELF: Final = pytest.mark.parametrize("name", games.names())
ELSEWHERE: Final = {"record.rules", "record.own_deck", "record.seed"}
"""What a record cannot know: its game checks the first two, and a table the seed."""
HOLDERS: Final = shapes.StructType | shapes.TupleType | shapes.UnionType
FEW: Final = shapes.LiteralType | shapes.BoolType | shapes.NoneType


def unbounded(shape: shapes.Type, place: str) -> Iterator[str]:
    """Yield the places that may hold a number, a text or a list of any size."""
    match shape:
        case shapes.IntType(gt=gt, ge=ge, lt=lt, le=le):
            bounded = (gt, ge) != (None, None) and (lt, le) != (None, None)
        case shapes.StrType(max_length=most) | shapes.VarTupleType(max_length=most):
            bounded = most is not None
        case _:  # what else there is holds others, or is one of a few
            bounded = isinstance(shape, HOLDERS | FEW)
    if not bounded:
        yield place
    for inner, name in parts(shape):
        yield from unbounded(inner, place + name)


def parts(shape: shapes.Type) -> Iterator[tuple[shapes.Type, str]]:
    """Yield the types inside a type, with the name of the place."""
    match shape:
        case shapes.StructType(fields=fields):
            yield from ((field.type, f".{field.encode_name}") for field in fields)
        case shapes.VarTupleType(item_type=item):
            yield item, "[]"
        case shapes.TupleType(item_types=items):
            yield from ((item, "[]") for item in items)
        case shapes.UnionType(types=kinds):
            yield from ((kind, "") for kind in kinds)


@ON_SHELF
def test_every_number_and_length_of_a_deck_and_of_the_rules_is_bounded(name: str) -> None:
    game, deck = games.load(name), import_module(f"{games.modules(name).package}.deck")
    for shape in (deck.DeckFile, game.deck_type, game.rules_type):
        assert not list(unbounded(shapes.type_info(shape), shape.__name__))


def test_every_number_and_length_of_a_record_is_bounded() -> None:
    assert set(unbounded(shapes.type_info(Record), "record")) == ELSEWHERE


def test_a_small_file_cannot_ask_for_a_large_board() -> None:
    deck = games.modules("zock").deck
    assert deck is not None
    text = re.sub(r"from = \d+", "from = 100_000_000", own("zock"))
    with pytest.raises(DeckError, match="by_progress"):
        deck.parse_deck(text, "mine.toml")


def test_a_deck_of_any_length_is_not_read() -> None:
    deck = games.modules("zock").deck
    assert deck is not None
    with pytest.raises(DeckError, match="at most 200000 characters, got 200001"):
        deck.parse_deck("#" * 200_001, "mine.toml")


# --- at random -----------------------------------------------------------------------------------


CASES: Final = pytest.mark.parametrize("case", hostile.CASES)
SOME, MANY = 300, 20_300


def tried(name: str, case: str, start: int, stop: int) -> tuple[int, int]:
    """Try cases in a process of their own; return how many were opened and how many refused."""
    told = subprocess.run(
        [sys.executable, "-m", hostile.__name__, name, case, str(start), str(stop)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    opened, refused = map(int, told.stdout.split())
    return opened, refused


@pytest.mark.thorough
@ON_SHELF
@CASES
def test_files_changed_at_random_cost_little(
    name: str, case: str, pytestconfig: pytest.Config
) -> None:
    opened, refused = tried(name, case, 0, 100 if pytestconfig.option.quick else SOME)
    assert opened > 0
    assert refused > 0


@pytest.mark.hosting
@ON_SHELF
@CASES
def test_twenty_thousand_files_changed_at_random_cost_little(name: str, case: str) -> None:
    assert sum(tried(name, case, SOME, MANY)) == MANY - SOME
