"""Figures that follow from a market: what a price leaves, where demand and supply meet.

Board, words, bots and reports share them. Amounts are in cents.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean

from msgspec import Struct

from paydays_widgets.core.game import Seat, me
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.engine import NO_QUOTA
from paydays_widgets.games.market.engine.crossing import crossing_units, price_range
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import View, gain, tax_of

# --- a decision ---------------------------------------------------------------------------------


def next_unit(view: View) -> int:
    """Return the number of the unit that a seat decides about, counted from 0."""
    trader = view.traders[me(view)]
    return max(trader.has_offered, view.rules.units - trader.left)


def next_card(view: View) -> int:
    """Return the value or the cost of the unit that a seat decides about."""
    return (view.traders[me(view)].cards or ())[next_unit(view)]


def limit(view: View) -> int:
    """Return the price at which a seat gains nothing: its card, and a tax that it pays."""
    trader = view.traders[me(view)]
    tax = tax_of(view.rules, trader.side)
    return next_card(view) - tax if trader.side == "buyer" else next_card(view) + tax


def left(view: View, price: int) -> int:
    """Return what a price leaves a seat of its next unit."""
    side = view.traders[me(view)].side
    return gain(side, next_card(view), price, tax_of(view.rules, side))


# --- supply and demand --------------------------------------------------------------------------


class Equilibrium(Struct, frozen=True):
    """Where demand and supply meet.

    Parameters
    ----------
    units
        How many units are traded.
    low, high
        The prices at which they are; equal under a binding ceiling or floor.
    surplus
        What all gain together, taxes included.
    """

    units: int
    low: int
    high: int
    surplus: int

    @property
    def price(self) -> float:
        """The middle of the prices."""
        return (self.low + self.high) / 2


def equilibrium(values: Sequence[int], costs: Sequence[int], rules: Rules) -> Equilibrium | None:
    """Find the price at which as many units are asked for as offered; None if there is no trade.

    Parameters
    ----------
    values, costs
        The cards of all buyers, and of all sellers, in any order.

    Notes
    -----
    A ceiling or a floor that binds leaves one side unserved; here the best units of either side
    are traded, the most that could be gained.

    Examples
    --------
    >>> found = equilibrium([80, 60, 40], [10, 50, 70], Rules())
    >>> found.units, found.low, found.high, found.surplus
    (2, 50, 60, 80)
    """
    tax = rules.tax * UNIT
    on_buyers = rules.payer == "buyers"
    demand = sorted([each - tax * on_buyers for each in values], reverse=True)
    supply = sorted([each + tax * (not on_buyers) for each in costs])
    lowest, highest = rules.floor * UNIT, rules.ceiling * UNIT or max([*demand, *supply])
    willing = sum(each >= lowest for each in demand)
    able = sum(each <= highest for each in supply)
    most = min(willing, able, rules.quota or NO_QUOTA)
    units = crossing_units(demand, supply, most)
    if not units:
        return None
    low, high = price_range(demand, supply, units)
    low, high = min(max(low, lowest), highest), max(min(high, highest), lowest)
    surplus = sum(demand[:units]) - sum(supply[:units]) + units * tax
    return Equilibrium(units, low, high, surplus)


def gained(cards: Sequence[Sequence[int]], trades: Iterable[tuple[Seat, Seat]]) -> int:
    """Add up what all gain from trades, taxes included: at each, two seats use their next cards.

    Parameters
    ----------
    cards
        Those of each seat, the best first.
    trades
        Who buys from whom, in the order of the trades of a period.

    Examples
    --------
    >>> gained([(80, 60), (10,), (), (50,)], [(0, 3), (0, 1)])
    80
    """
    left = [iter(each) for each in cards]
    return sum(next(left[buyer]) - next(left[seller]) for buyer, seller in trades)


def efficiency(gained: int, surplus: int) -> float:
    """Return which part of the possible surplus all have gained, taxes included (Smith 1962)."""
    return gained / surplus


def alpha(trades: Iterable[tuple[float, float]]) -> float | None:
    """Return Smith's coefficient alpha: how far prices lie from equilibrium, in per cent of it.

    Each price comes with that of its equilibrium; of 0, no distance can be a part.

    Examples
    --------
    >>> alpha([(2_500, 5_000), (7_500, 5_000)]), alpha([])
    (50.0, None)
    """
    squares = [(price / expected - 1) ** 2 for price, expected in trades if expected]
    return 100 * sqrt(fmean(squares)) if squares else None


# --- one buyer and one seller -------------------------------------------------------------------


def linear(card: int, top: int, *, buying: bool) -> float:
    """Return the price in the linear equilibrium of one buyer and one seller.

    Both cards are drawn from 0 to ``top``, and the price lies halfway (Chatterjee and Samuelson
    1983): they trade if the value is at least a quarter of ``top`` above the cost.

    Examples
    --------
    >>> linear(7_500, 10_000, buying=True), linear(2_500, 10_000, buying=False)
    (5833.333333333333, 4166.666666666667)
    """
    return 2 * card / 3 + (top / 12 if buying else top / 4)
