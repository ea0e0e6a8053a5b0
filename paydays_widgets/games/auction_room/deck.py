"""The amounts of the auction room, as data that users can replace with their own file."""

from collections.abc import Iterator
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from paydays_widgets.core.deckfile import CheckedDeck, Decks, Figure, Name

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


class Deck(CheckedDeck, frozen=True, gc=False, forbid_unknown_fields=True):
    """The amounts as the engine reads them, in cents.

    Parameters
    ----------
    top
        The highest private value, cost or budget; the lowest is 0.
    low, high
        The bounds of a common value.
    grain
        What every value, estimate and budget is a multiple of.
    tick
        By how much a clock moves at a time.
    """

    top: Amount
    low: Amount
    high: Amount
    grain: Grain
    tick: Grain

    def flaws(self) -> Iterator[tuple[str, str]]:
        """Find the places of inconsistent figures, and say what was expected there."""
        for place in ("top", "low", "high"):
            amount = getattr(self, place)
            if amount % self.grain:
                yield place, f"expected a multiple of the grain, {self.grain}; got {amount}"
        if UNIT % self.grain:
            yield "grain", f"expected a divisor of {UNIT}; got {self.grain}"
        if self.low < WIDEST:
            problem = f"expected {WIDEST} or more, so that no estimate is below 0; got {self.low}"
            yield "low", problem
        if self.high <= self.low:
            yield "high", f"expected more than {self.low}; got {self.high}"
        if (self.high + WIDEST) // self.tick > MOST_TICKS:
            least = -(-(self.high + WIDEST) // MOST_TICKS)
            problem = f"expected {least} or more, for at most {MOST_TICKS} ticks; got {self.tick}"
            yield "tick", problem


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
load_deck, parse_deck = _DECKS.load, _DECKS.parse
deck_file, default_deck = _DECKS.file, _DECKS.own
