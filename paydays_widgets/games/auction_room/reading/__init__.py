"""What can be worked out in the auction room: equilibrium bids, prices, and what a bid leaves.

Theory is exact for risk-neutral bidders in the cells of a table that README prints; elsewhere a
function returns None. README derives the bids for a common value. Amounts are in cents.

Sources: Vickrey (1961), Riley and Samuelson (1981) for private values and reserves; Milgrom and
Weber (1982), Kagel and Levin (1986) for a common value.
"""

from math import exp
from typing import Final

from paydays_widgets.core.game import me
from paydays_widgets.games.auction_room.deck import UNIT, Deck
from paydays_widgets.games.auction_room.rules import CLOCKS, Rules
from paydays_widgets.games.auction_room.state import PASSED, View, ceiling, floor

TWO: Final = 2
"""For how many seats with budgets theory knows the price."""
STEPS: Final = 16
"""Enough for a bid near the upper end of a common value to be exact to the cent."""


def seats_in(view: View) -> int:
    """Count the seats that still have their purse."""
    return sum(not each.out for each in view.bidders)


def own_value(view: View) -> int:
    """Return a seat's own value, cost or estimate, in cents.

    Raises
    ------
    ValueError
        If nothing has been drawn for it.
    """
    value = view.bidders[me(view)].value
    if value is None:
        message = "nothing has been drawn for this seat yet"
        raise ValueError(message)
    return value


def most_payable(view: View) -> int:
    """Return the highest price that a seat can agree to, in cents."""
    budget = view.bidders[me(view)].budget
    most = ceiling(view.rules, view.deck)
    return most if budget is None else min(most, budget)


def lowest_stop(view: View) -> int | None:
    """Return the price at which the first seat dropped out of a rising clock; None before."""
    stopped = [each.bid for each in view.bidders if each.bid is not None and each.bid != PASSED]
    return min(stopped, default=None)


def agreed(rules: Rules, deck: Deck, amount: float, most: int) -> int:
    """Return the bid of a seat that agrees to a price up to an amount, or in a tender from it on.

    At a clock it is the price at which the seat stops it; :data:`PASSED` if it takes no part.

    Parameters
    ----------
    most
        The highest price that the seat can agree to, in cents.
    """
    cents = int(amount + 0.5) if amount > 0 else 0
    if rules.tender:
        return cents if cents <= most else PASSED
    cents, least = min(cents, most), floor(rules)
    if cents < least:
        return PASSED
    on_clock = rules.auction in CLOCKS
    return least + (cents - least) // deck.tick * deck.tick if on_clock else cents


# --- equilibrium --------------------------------------------------------------------------------


def equilibrium(view: View) -> float | None:
    """Return the bid of the seat that looks in the symmetric equilibrium; None where unknown.

    For a clock it is the price at which the seat stops it, given who has stopped it before.
    """
    lowest = lowest_stop(view)
    value = own_value(view)
    if view.rules.common and view.rules.auction == "english" and not view.rules.reserve:
        return last_price(view.rules, view.deck, value, lowest)
    budget = view.bidders[me(view)].budget
    return equilibrium_bid(view.rules, view.deck, seats_in(view), value, budget)


def equilibrium_bid(
    rules: Rules, deck: Deck, seats: int, value: float, budget: float | None = None
) -> float | None:
    """Return the equilibrium bid for a value, a cost or an estimate, in cents.

    With a budget it is known where another bid sets the price: the lower of the two.

    Examples
    --------
    >>> from paydays_widgets.games.auction_room.deck import default_deck
    >>> equilibrium_bid(Rules(), default_deck(), 4, 6_000)
    4500.0
    """
    if rules.common:
        return _common_bid(rules, deck, seats, value)
    if rules.tender:
        return value + (deck.top - value) / seats if rules.auction == "tender_first" else value
    if rules.budgets:
        known = budget is not None and rules.auction in {"second", "english"}
        return min(value, budget) if known and budget is not None else None
    return _private_bid(rules, deck, seats, value)


def _private_bid(rules: Rules, deck: Deck, seats: int, value: float) -> float | None:
    match rules.auction:
        case "second" | "english":
            return value
        case "first" | "dutch":
            return _shaded(value, floor(rules), seats)
        case _ if rules.reserve:
            return None
        case _:
            return deck.top * (seats - 1) / seats * _power(value / deck.top, seats)


def _shaded(value: float, reserve: float, seats: int) -> float:
    """Bid what the highest rival value below one's own is on average, or the reserve."""
    if value <= reserve:
        return value
    return ((seats - 1) * value + reserve * _power(reserve / value, seats - 1)) / seats


# A common value lies between ``low`` and ``high``, an estimate at most ``spread`` from it. So an
# estimate exceeds the least that it can come from by 0 to twice the spread, and near an end of
# the range by less, or more: by ``least`` to ``most``, each equally likely.


def last_price(rules: Rules, deck: Deck, estimate: float, lowest: float | None) -> float:
    """Return where a seat drops out of a rising clock: the object’s worth if everyone does there.

    Parameters
    ----------
    lowest
        Where the first seat dropped out; None before.
    """
    spread = rules.spread * UNIT
    if lowest is None:
        highest = min(deck.high, estimate + spread)
    else:
        highest = min(deck.high, lowest + spread, 2 * lowest - deck.low)
    return (max(deck.low, estimate - spread) + highest) / 2


def _common_bid(rules: Rules, deck: Deck, seats: int, estimate: float) -> float | None:
    spread = rules.spread * UNIT
    if rules.reserve or rules.auction not in {"first", "dutch", "second"}:
        return None
    if rules.auction == "second":
        return worth_if_highest(spread, deck, seats - 1, estimate)
    # In units of twice the spread, the gap between a bid and the most that the object can be worth
    # follows from that for a lower estimate.
    known, wide = min(estimate, deck.low + spread), 2 * spread
    gap = (known + spread - worth_if_highest(spread, deck, seats, known)) / wide
    if known < estimate:
        flat = max(0, min(estimate, deck.high - spread) - known)
        gap = 1 + (gap - 1) * exp(-seats * flat / wide)
        start, end = (max(0, each + spread - deck.high) / wide for each in (known, estimate))
        gap = _followed(gap, start, end, seats)
    return estimate + spread - gap * wide


def worth_if_highest(spread: int, deck: Deck, seats: int, estimate: float) -> float:
    """Return what an object is worth on average if so many estimates are no higher than one.

    Its own counts too. With one estimate less than there are seats it is what the object is worth
    if another is as high, and none higher.
    """
    least = max(0, estimate + spread - deck.high)
    most = min(2 * spread, estimate + spread - deck.low)
    if most <= 0:
        return deck.low
    above = seats * _powers(least, most, seats + 1) / ((seats + 1) * _powers(least, most, seats))
    return estimate + spread - above


def _followed(gap: float, at: float, end: float, seats: int) -> float:
    """Follow the gap to an estimate near the upper end, by steps of Runge and Kutta."""
    step = (end - at) / STEPS
    for _ in range(STEPS if step else 0):
        one = _slope(gap, at, seats)
        two = _slope(gap + step / 2 * one, at + step / 2, seats)
        three = _slope(gap + step / 2 * two, at + step / 2, seats)
        four = _slope(gap + step * three, at + step, seats)
        gap += step / 6 * (one + 2 * two + 2 * three + four)
        at += step
    return gap


def _slope(gap: float, at: float, seats: int) -> float:
    return seats * (1 - gap * _powers(at, 1, seats - 1) / _powers(at, 1, seats))


def _powers(one: float, other: float, count: int) -> float:
    """Add up all products of so many factors less one, some of one and the rest of the other."""
    found, power = 0.0, 1.0
    for _ in range(count):
        found = found * other + power
        power *= one
    return found


def _power(base: float, times: int) -> float:
    """Multiply, so that compiled code finds the same last digit."""
    found = 1.0
    for _ in range(times):
        found *= base
    return found


# --- what theory expects ------------------------------------------------------------------------


def revenue(rules: Rules, deck: Deck, seats: int) -> float | None:
    """Return what the seller takes on average in equilibrium, or the buyer pays, in cents.

    An object that stays unsold brings 0. For a common value it is what the seller takes less what
    the object is worth, for values at least four times the spread from both ends.

    Examples
    --------
    >>> from paydays_widgets.games.auction_room.deck import default_deck
    >>> [round(revenue(Rules(reserve=r), default_deck(), 2) or 0) for r in (0, 50)]
    [3333, 4167]
    """
    if rules.common:
        gain = winners_gain(rules, deck, seats)
        return None if gain is None else -gain
    if rules.tender:
        return 2 * deck.top / (seats + 1)
    if rules.budgets:
        known = seats == TWO and rules.auction in {"second", "english"} and not rules.reserve
        return deck.top / 5 if known else None
    r = floor(rules) / deck.top
    if rules.auction == "all_pay" and r:
        return None
    whole = 2 * seats / (seats + 1) * (1 - _power(r, seats + 1)) - (1 - _power(r, seats))
    return deck.top * whole


def winners_gain(rules: Rules, deck: Deck, seats: int) -> float | None:
    """Return what the winner keeps on average in equilibrium if the object is sold, in cents.

    Examples
    --------
    >>> from paydays_widgets.games.auction_room.deck import default_deck
    >>> winners_gain(Rules("second", "common", 24), default_deck(), 3)
    800.0
    """
    if rules.common:
        return _common_gain(rules, seats)
    if rules.budgets:
        return None
    if rules.auction == "all_pay":
        whole = seats / (seats + 1) - (seats - 1) / (2 * seats)
        return None if rules.reserve else deck.top * whole
    r = floor(rules) / deck.top
    sold = 1 - _power(r, seats)
    return deck.top * (1 - seats / (seats + 1) * (1 - _power(r, seats + 1)) / sold)


def _common_gain(rules: Rules, seats: int) -> float | None:
    if rules.reserve:
        return None
    spread = rules.spread * UNIT
    match rules.auction:
        case "first" | "dutch":
            return 2 * spread / (seats + 1)
        case "second":
            return spread * ((seats - 2) / seats - (seats - 3) / (seats + 1))
        case "english":
            return spread / (seats + 1)
        case _:
            return None


# --- a price ------------------------------------------------------------------------------------


def worth_if_won(view: View) -> int:
    """Return what the object is worth to a seat, or costs it, if it wins at its own price.

    Of a common value, that is the average where its estimate is the highest; where a rival sets
    the price, the average where that one is as high. In cents, rounded to a unit.
    """
    rules, value = view.rules, own_value(view)
    if not rules.common:
        return value
    if rules.auction == "english":
        worth = last_price(rules, view.deck, value, lowest_stop(view))
    else:
        others = seats_in(view) - (rules.auction == "second")
        worth = worth_if_highest(rules.spread * UNIT, view.deck, others, value)
    return round(worth / UNIT) * UNIT


def left(view: View, bid: int) -> int:
    """Return what a seat keeps on average, in cents, if it wins and its own bid is the price."""
    worth = worth_if_won(view)
    return bid - worth if view.rules.tender else worth - bid
