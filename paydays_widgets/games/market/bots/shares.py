"""How strategies trade shares: up to which price each buys, and from which it sells.

:func:`deal` turns that into a move. Prices are whole units.
"""

from typing import Final

from paydays_widgets.core.game import Seat, me
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.engine.book import best
from paydays_widgets.games.market.moves import Ask, Bid, Buy, Move, Sell, Wait
from paydays_widgets.games.market.state import NONE, View, bounds, own_ask, own_bid, payable, value

HALF: Final = (1 << 31) - 1
"""A draw up to it comes half of the time."""
MARGIN: Final = 10
"""``fundamentalist`` wants to gain one part in so many, and ``borrower`` pays as much more."""


def worth(view: View) -> int:
    """Return what a share pays on average from now on."""
    return value(view.rules, view.deck, view.period)


def most(view: View) -> int:
    """Return the highest price that the seat can pay."""
    seat = me(view)
    return payable(view, seat, view.traders[seat].means)


def deal(view: View, low: int, high: int, *, buys_first: bool) -> Move:
    """Return the move of a seat that buys up to a price and sells from another.

    Parameters
    ----------
    low
        :data:`NONE` not to buy.
    high
        Above the highest price not to sell.
    buys_first
        What it names a price for, if it can take none.
    """
    seat, shares = me(view), view.traders[me(view)].shares
    if view.rules.call:
        first = view.traders[seat].has_offered % 2 == 0
        move = _bid(view, seat, low) if first else _ask(view, seat, high)
        return move or Wait(seat)
    bid, ask = best(view.bids), best(view.asks)
    if ask is not None and ask.seat != seat and ask.price <= min(low, most(view)):
        return Buy(seat, ask.price)
    if bid is not None and bid.seat != seat and bid.price >= high and shares:
        return Sell(seat, bid.price)
    names = _bid(view, seat, low), _ask(view, seat, high)
    first_choice, second = names if buys_first else names[::-1]
    return first_choice or second or Wait(seat)


def _bid(view: View, seat: Seat, low: int) -> Move | None:
    """Bid a price or what the seat can pay, if it may and that is better than the best bid."""
    price = min(low, most(view) // UNIT * UNIT, (own_ask(view, seat) - 1) // UNIT * UNIT)
    best = view.bids[-1].price if view.bids else bounds(view.rules, view.deck)[0] - 1
    return Bid(seat, price) if price > best else None


def _ask(view: View, seat: Seat, high: int) -> Move | None:
    """Ask a price, if it is better than the best ask and the seat has a share."""
    least, top = bounds(view.rules, view.deck)
    price = max(high, least, (own_bid(view, seat) // UNIT + 1) * UNIT)
    best = view.asks[-1].price if view.asks else top + 1
    return Ask(seat, price) if price < best and view.traders[seat].shares else None


def zero_intelligence(view: View, luck: int) -> Move:
    """Draw a price from 0 to twice the value, and name it or what is next to it, for either side.

    A bid of 0 is none.
    """
    price = (2 * (luck & HALF) * (2 * worth(view) // UNIT + 1) >> 32) * UNIT
    buys = luck <= HALF
    if view.rules.call:
        return deal(view, price, price, buys_first=buys)
    none = bounds(view.rules, view.deck)[1] + 1
    if buys:
        return deal(view, price, none, buys_first=True)
    return deal(view, NONE, price, buys_first=False)


def fundamentalist(view: View, luck: int) -> Move:
    """Buy below the value, and sell above it."""
    fair = worth(view)
    margin = fair // MARGIN
    low, high = (fair - margin) // UNIT * UNIT, (fair + margin) // UNIT * UNIT
    return deal(view, low, high, buys_first=luck <= HALF)


def trend_follower(view: View) -> Move:
    """Buy while prices rise, and sell while they fall."""
    last, none = view.last, bounds(view.rules, view.deck)[1] + 1
    if last is None or view.going is None:
        fair = worth(view) // UNIT * UNIT
        return deal(view, fair, fair + UNIT, buys_first=True)
    expected = max(0, 2 * last - view.going) // UNIT * UNIT
    if last >= view.going:
        return deal(view, min(expected, none - 1), none, buys_first=True)
    return deal(view, NONE, expected, buys_first=False)


def borrower(view: View) -> Move:
    """Buy as many shares as it can, and sell only in the last period."""
    fair, none = worth(view) // UNIT * UNIT, bounds(view.rules, view.deck)[1] + 1
    if view.period == view.rules.periods:
        return deal(view, NONE, fair, buys_first=False)
    paid = worth(view) if view.last is None else view.last
    aim = (paid + paid // MARGIN) // UNIT * UNIT
    return deal(view, min(aim, none - 1), none, buys_first=True)
