"""The amounts of the market, as data that users can replace with their own file."""

from collections.abc import Iterator
from typing import Annotated, Final, TypeAlias, get_args

from msgspec import Meta, Struct

from paydays_widgets.core.deckfile import CheckedDeck, Decks, Figure, Name
from paydays_widgets.games.market.rules import Limit

UNIT: Final = 100
"""Cents in a unit: rules and pages speak of units."""
MOST: Final = 20_000
"""No amount of a deck exceeds it, in cents."""

Amount: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
Grain: TypeAlias = Annotated[int, Meta(ge=1, le=UNIT)]
Patience: TypeAlias = Annotated[int, Meta(ge=2, le=100)]
Dividends: TypeAlias = Annotated[tuple[Amount, ...], Meta(min_length=2, max_length=8)]
Holdings: TypeAlias = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=9)], ...], Meta(min_length=1, max_length=6)
]
Cash: TypeAlias = Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=6)]


class DeckFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The amounts as their file states them."""

    name: Name
    top: Figure[Amount]
    grain: Figure[Grain]
    demand_high: Figure[Amount]
    demand_low: Figure[Amount]
    supply_low: Figure[Amount]
    supply_high: Figure[Amount]
    shift: Figure[Amount]
    patience: Figure[Patience]
    dividends: Figure[Dividends]
    shares: Figure[Holdings]
    cash: Figure[Cash]


class Deck(CheckedDeck, frozen=True, gc=False, forbid_unknown_fields=True):
    """The amounts as the engine reads them, in cents.

    Parameters
    ----------
    top
        The highest price, and the highest card that is drawn by itself.
    grain
        What every card is a multiple of.
    demand_high, demand_low
        The ends of the buyers' schedule.
    supply_low, supply_high
        The ends of the sellers' schedule.
    shift
        By how much values rise where demand shifts.
    patience
        How many questions each seat is asked in a period of a continuous market, on average and at
        most.
    dividends
        What a share can pay in a period, from the least.
    shares, cash
        What seats begin with, in turn; the cash for each period of the game.
    """

    top: Amount
    grain: Grain
    demand_high: Amount
    demand_low: Amount
    supply_low: Amount
    supply_high: Amount
    shift: Amount
    patience: Patience
    dividends: Dividends
    shares: Holdings
    cash: Cash

    def flaws(self) -> Iterator[tuple[str, str]]:
        """Find the places of inconsistent figures, and say what was expected there."""
        for place in ("top", "demand_high", "demand_low", "supply_low", "supply_high", "shift"):
            amount = getattr(self, place)
            if amount % self.grain:
                yield place, f"expected a multiple of the grain, {self.grain}; got {amount}"
        if UNIT % self.grain:
            yield "grain", f"expected a divisor of {UNIT}; got {self.grain}"
        if self.top < (least := max(get_args(Limit)) * UNIT):
            yield "top", f"expected {least} or more, which a floor can be; got {self.top}"
        for low, high in (("demand_low", "demand_high"), ("supply_low", "supply_high")):
            if getattr(self, high) < getattr(self, low):
                least = getattr(self, low)
                yield high, f"expected {least} or more; got {getattr(self, high)}"
        for place, added in (("demand_high", self.shift), ("supply_high", 0)):
            if getattr(self, place) + added > self.top:
                most = self.top - added
                yield place, f"expected {most} or less; got {getattr(self, place)}"
        yield from self._flaws_of_shares()

    def _flaws_of_shares(self) -> Iterator[tuple[str, str]]:
        if [*self.dividends] != sorted({*self.dividends}):
            yield "dividends", f"expected rising amounts; got {[*self.dividends]}"
        if len(self.cash) != len(self.shares):
            problem = f"expected {len(self.shares)} amounts, as many as there are shares"
            yield "cash", f"{problem}; got {len(self.cash)}"


def compile_deck(file: DeckFile) -> Deck:
    """Turn a file into the engine's amounts."""
    figures = [getattr(file, name).value for name in file.__struct_fields__ if name != "name"]
    return Deck(file.name, *figures)


_DECKS: Final = Decks("paydays_widgets.games.market", DeckFile, compile_deck)
load_deck, parse_deck = _DECKS.load, _DECKS.parse
deck_file, default_deck = _DECKS.file, _DECKS.own
