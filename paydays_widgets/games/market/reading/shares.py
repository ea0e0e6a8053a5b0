"""Figures of a market of shares: what was paid, and how far prices were from value.

Amounts are in cents.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.games.market import events
from paydays_widgets.games.market.deck import Deck
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.reading.periods import Steps
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import endowed, values


class Bubble(Struct, frozen=True):
    """How far prices were from value.

    Parameters
    ----------
    periods
        How many had trades: only these count for the first two figures.
    amplitude
        How far the periods' mean prices went from value, from the lowest to the highest, as a part
        of the value in the first period; None with trades in one period alone.
    deviation
        The relative absolute deviation of Stöckl, Huber and Kirchler (2010, abstract): the mean
        distance of the periods' mean prices from value, as a part of the mean value.
    turnover
        Shares traded, as a part of all there were.
    """

    periods: int
    amplitude: float | None
    deviation: float
    turnover: float


def bubble(prices: Sequence[tuple[int, Sequence[int]]], first: int, shares: int) -> Bubble | None:
    """Measure a bubble; None if nothing was traded.

    Parameters
    ----------
    prices
        For each period the value of a share, and the prices that were paid.
    first
        The value in the first period.
    shares
        How many there were.

    Examples
    --------
    >>> bubble([(100, [120, 140]), (50, [90]), (25, [])], 100, 10)
    Bubble(periods=2, amplitude=0.1, deviation=0.4666666666666667, turnover=0.3)
    """
    met = [(value, sum(paid) / len(paid)) for value, paid in prices if paid]
    if not met:
        return None
    away = [price - value for value, price in met]
    return Bubble(
        periods=len(met),
        amplitude=(max(away) - min(away)) / first if len(met) > 1 else None,
        deviation=sum(map(abs, away)) / sum(value for value, _ in met),
        turnover=sum(len(paid) for _, paid in prices) / shares,
    )


class Paid(Struct, frozen=True):
    """A share that changed hands.

    Parameters
    ----------
    number, of
        Its place among the sales of its period, and how many these were.
    seats
        Who took part.
    forced
        Whether its seller had to sell.
    """

    period: int
    number: int
    of: int
    price: int
    seats: tuple[Seat, ...]
    forced: bool


def path(past: Iterable[Event], period: int) -> list[Paid]:
    """List all sales, from the first.

    Parameters
    ----------
    past
        The events so far, the last one first.
    period
        The period of the last one.
    """
    found: dict[int, list[tuple[int, tuple[Seat, ...], bool]]] = {}
    for event in past:
        match event:
            case events.Traded(buyer=buyer, seller=seller, price=price):
                found.setdefault(period, []).append((price, (buyer, seller), False))
            case events.ForceSold(seat=seat, buyer=None, price=price):
                found.setdefault(period, []).append((price, (seat,), True))
            case events.ForceSold(seat=seat, buyer=int(buyer), price=price):
                found.setdefault(period, []).append((price, (buyer, seat), True))
            case events.PeriodBegun():
                period = event.period - 1
            case _:
                pass
    return [
        Paid(n, at, len(sales), *sale)
        for n, sales in sorted(found.items())
        for at, sale in enumerate(reversed(sales), 1)
    ]


def sales(steps: Steps) -> list[Paid]:
    """List all sales of a game, or of a part of one."""
    return path((each.event for each in reversed(steps)), steps[-1].state.period) if steps else []


def measured(rules: Rules, deck: Deck, seats: int, sales: Sequence[Paid]) -> Bubble | None:
    """Measure the bubble of a game that is over; None if nothing was traded."""
    worth = values(rules, deck)
    prices = [
        (value, [each.price for each in sales if each.period == n and not each.forced])
        for n, value in enumerate(worth, 1)
    ]
    issued = sum(endowed(rules, deck, seat).shares for seat in range(seats))
    return bubble(prices, worth[0], issued)


def lent(past: Iterable[Event]) -> int:
    """Return how much was borrowed in a game, all loans together."""
    return sum(each.amount for each in past if isinstance(each, events.LoanTaken))
