"""The amounts of the auction room, as data that users can replace with their own file."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from paydays_widgets.core.deckfile import DeckError, Decks, Figure, Name

UNIT: Final = 100
"""Cents in a unit: rules and pages speak of units."""
MOST_TICKS: Final = 500
WIDEST: Final = 24 * UNIT
"""The largest error of an estimate that the rules know."""

Amount: TypeAlias = Annotated[int, Meta(ge=UNIT, le=50_000)]
Grain: TypeAlias = Annotated[int, Meta(ge=1, le=10_000)]


class DeckFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The amounts as their file states them."""

    name: Name
    top: Figure[Amount]
    low: Figure[Amount]
    high: Figure[Amount]
    grain: Figure[Grain]
    tick: Figure[Grain]


class Deck(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The amounts as the engine reads them, in cents.

    Parameters
    ----------
    name
        What the set of amounts is called.
    top
        The highest private value, cost or budget; the lowest is 0.
    low, high
        The bounds of a common value.
    grain
        What every value, estimate and budget is a multiple of.
    tick
        By how much a clock moves at a time.
    """

    name: Name
    top: Amount
    low: Amount
    high: Amount
    grain: Grain
    tick: Grain

    def __post_init__(self) -> None:
        """Refuse inconsistent figures, wherever they come from.

        Raises
        ------
        DeckError
            If the figures are inconsistent. Decoding turns it into a
            ``msgspec.ValidationError``.
        """
        for place, problem in _flaws(self):
            raise DeckError(self.name, place, problem)


def _flaws(deck: Deck) -> Iterator[tuple[str, str]]:
    """Find where figures are inconsistent, and how."""
    for place in ("top", "low", "high"):
        amount = getattr(deck, place)
        if amount % deck.grain:
            yield place, f"expected a multiple of the grain, {deck.grain}; got {amount}"
    if UNIT % deck.grain:
        yield "grain", f"expected a divisor of {UNIT}; got {deck.grain}"
    if deck.low < WIDEST:
        problem = f"expected {WIDEST} or more, so that no estimate is below 0; got {deck.low}"
        yield "low", problem
    if deck.high <= deck.low:
        yield "high", f"expected more than {deck.low}; got {deck.high}"
    if (deck.high + WIDEST) // deck.tick > MOST_TICKS:
        least = -(-(deck.high + WIDEST) // MOST_TICKS)
        yield "tick", f"expected {least} or more, for at most {MOST_TICKS} ticks; got {deck.tick}"


def compile_deck(file: DeckFile) -> Deck:
    """Turn a file into the engine's amounts."""
    return Deck(
        file.name,
        file.top.value,
        file.low.value,
        file.high.value,
        file.grain.value,
        file.tick.value,
    )


_DECKS: Final = Decks("paydays_widgets.games.auction_room", DeckFile, compile_deck)
load_deck, parse_deck, deck_file = _DECKS.load, _DECKS.parse, _DECKS.file


@cache
def default_deck() -> Deck:
    """Read the game's own amounts."""
    return _DECKS.own()
