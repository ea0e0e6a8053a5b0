"""What a round brings on average in equilibrium, for the very rules and deck that are in play.

:mod:`~paydays_widgets.games.auction_room.reading` has the textbook's formulas, with values drawn
to the last fraction, a clock without steps, and a common value far from both ends. In the room
values come in steps of the deck's grain, bids in cents and prices of a clock in ticks, and the lot
decides between equal bids. All this changes an average, so here it is summed up over all draws.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final

from msgspec import Struct

from paydays_widgets.games.auction_room.deck import UNIT, Deck
from paydays_widgets.games.auction_room.reading import agreed, equilibrium_bid, last_price
from paydays_widgets.games.auction_room.rules import Rules
from paydays_widgets.games.auction_room.state import PASSED, ceiling, floor

OWN_PRICE: Final = frozenset({"first", "dutch", "all_pay", "tender_first"})
"""The formats in which the best bid is the price, or what the winner pays."""
MOST_ERRORS: Final = 100
"""Of how many errors of an estimate sums are made; of more, some stand for their neighbours."""


class Averages(Struct, frozen=True):
    """Averages in cents: what the seller takes, or the buyer pays, and what the winner keeps.

    An unsold object brings 0, and is left out of what winners keep.
    """

    takings: float
    kept: float


@lru_cache(maxsize=256)
def averages(rules: Rules, deck: Deck, seats: int) -> Averages | None:
    """Return what a round brings with so many seats in the game; None where theory is silent.

    Examples
    --------
    >>> from paydays_widgets.games.auction_room.deck import default_deck
    >>> round(averages(Rules(values="common", spread=24), default_deck(), 3).kept)
    1012
    """
    if not rules.common:
        return _private(rules, deck, seats)
    if rules.reserve or rules.auction == "all_pay":
        return None
    price = _rising if rules.auction == "english" and seats > 2 else _sealed  # noqa: PLR2004
    takings = price(rules, deck, seats)
    return Averages(takings, (deck.low + deck.high) / 2 - takings)


# --- values of one's own ------------------------------------------------------------------------


def _offers(rules: Rules, deck: Deck, seats: int) -> Iterator[tuple[float, float | None, int]]:
    """Yield values or costs, what a seat agrees to, and in how many ways that can be drawn."""
    draws = deck.top // deck.grain + 1
    for number in range(draws):
        value = number * deck.grain
        bid = equilibrium_bid(rules, deck, seats, value, deck.top)
        if rules.budgets:  # the value is the lower of the two, or the budget is
            yield value, bid, draws - number
            yield (value + deck.grain + deck.top) / 2, bid, draws - number - 1
        else:
            yield value, bid, 1


def _private(rules: Rules, deck: Deck, seats: int) -> Averages | None:
    """Sum up over the best and the second best of equal chances, from the worst bid on."""
    ways: dict[int, int] = {PASSED: 0}
    worth: dict[int, float] = {PASSED: 0.0}
    for value, bid, count in _offers(rules, deck, seats):
        if bid is None:
            return None
        price = agreed(rules, deck, bid, ceiling(rules, deck))
        ways[price] = ways.get(price, 0) + count
        worth[price] = worth.get(price, 0.0) + count * value
    bids = [PASSED, *sorted(ways.keys() - {PASSED}, reverse=rules.tender)]
    all_ways, below = sum(ways.values()), [0.0]
    for bid in bids:
        below.append(below[-1] + ways[bid] / all_ways)
    best = [high - low for low, high in pairwise([_best(each, seats) for each in below])]
    second = [high - low for low, high in pairwise([_second(each, seats) for each in below])]
    unsold, alone = best.pop(0), second.pop(0)
    drawn = sum(
        [worth[bid] / ways[bid] * chance for bid, chance in zip(bids[1:], best, strict=True)]
    )
    if rules.auction in OWN_PRICE:
        paid = sum([bid * chance for bid, chance in zip(bids[1:], best, strict=True)])
    else:
        usual = ceiling(rules, deck) if rules.tender else floor(rules)
        paid = sum([bid * chance for bid, chance in zip(bids[1:], second, strict=True)])
        paid += (alone - unsold) * usual
    gain = (paid - drawn if rules.tender else drawn - paid) / (1 - unsold)
    if rules.auction == "all_pay":
        paid = seats * sum([bid * ways[bid] for bid in bids[1:]]) / all_ways
    return Averages(paid, gain)


def _best(share: float, seats: int) -> float:
    """Return how likely all of so many lie in the lower share of what can be."""
    return float(share**seats)


def _second(share: float, seats: int) -> float:
    """Return how likely all but one do, or all."""
    return float(seats * share ** (seats - 1) - (seats - 1) * share**seats)


# --- a common value -----------------------------------------------------------------------------


def _step(rules: Rules, deck: Deck) -> int:
    """Return the step of the sums: the deck's grain, or some grains for a fine one."""
    errors = 2 * rules.spread * UNIT // deck.grain
    return deck.grain * -(-errors // MOST_ERRORS)


def _estimates(rules: Rules, deck: Deck, step: int) -> range:
    """List the estimates that there can be, or those that stand for their neighbours."""
    spread, grain = rules.spread * UNIT, deck.grain
    return range(deck.low - spread + step // grain // 2 * grain, deck.high + spread + 1, step)


def _sealed(rules: Rules, deck: Deck, seats: int) -> float:
    """Sum up the price over the estimate that sets it: the highest, or the second highest.

    For each worth, the chance of an estimate is a difference; over all worths these cancel out but
    for the first and the last.
    """
    spread, grain = rules.spread * UNIT, deck.grain
    chance = _best if rules.auction in OWN_PRICE else _second
    errors = 2 * spread // grain + 1
    found = total = 0.0
    for estimate in _estimates(rules, deck, _step(rules, deck)):
        up = min(errors, (estimate - deck.low + spread) // grain + 1)
        down = max(0, (estimate - deck.high + spread) // grain)
        weight = chance(up / errors, seats) - chance(down / errors, seats)
        found += weight * _price(rules, deck, seats, estimate)
        total += weight
    return found / total


def _price(rules: Rules, deck: Deck, seats: int, estimate: int) -> int:
    bid = (
        last_price(rules, deck, estimate, None)
        if rules.auction == "english"
        else equilibrium_bid(rules, deck, seats, estimate)
    )
    return agreed(rules, deck, bid or 0.0, ceiling(rules, deck))


def _rising(rules: Rules, deck: Deck, seats: int) -> float:
    """Sum up the price over the lowest and the second highest of three or more estimates.

    Given the worth, the ways to draw them grow with the number of estimates above. So for all
    worths together it is enough to know how many there are on average.
    """
    spread, grain, step = rules.spread * UNIT, deck.grain, _step(rules, deck)
    fixed, growing = _ways(2 * spread // grain + 1, seats)
    first = {each: _price(rules, deck, seats, each) for each in _estimates(rules, deck, grain)}
    later = lru_cache(maxsize=None)(partial(_later_price, rules, deck))
    found = total = 0.0
    for second in _estimates(rules, deck, step):
        start = second - step // grain // 2 * grain
        for lowest in range(start, max(second - 2 * spread, deck.low - spread) - 1, -step):
            low, high = max(deck.low, second - spread), min(deck.high, lowest + spread)
            above = ((low + high) / 2 + spread - second) / grain
            count = (second - lowest) // grain + 1
            weight = ((high - low) // grain + 1) * (fixed[count] + growing[count] * above)
            price = first[lowest]
            found += weight * (later(second, price) if first[second] > price else price)
            total += weight
    return found / total


def _later_price(rules: Rules, deck: Deck, estimate: int, lowest: int) -> int:
    """Return where a seat drops out after another has."""
    price = last_price(rules, deck, estimate, lowest)
    return max(lowest, agreed(rules, deck, price, ceiling(rules, deck)))


def _ways(errors: int, seats: int) -> tuple[list[int], list[int]]:
    """Count in how many ways estimates have a lowest and a second highest, by how far apart.

    Returns
    -------
    tuple[list[int], list[int]]
        By the estimates from the one to the other, both included: how many ways there are, and
        how many more with each estimate above.
    """
    all_in = [0, 0, *[count**seats for count in range(1, errors + 1)]]
    one_out = [0, 0, *[seats * count ** (seats - 1) for count in range(1, errors + 1)]]
    fixed, growing = [0], [0]
    for at in range(2, errors + 2):
        fixed.append(all_in[at] - 2 * all_in[at - 1] + all_in[at - 2])
        fixed[-1] += one_out[at - 2] - one_out[at - 1]
        growing.append(one_out[at] - 2 * one_out[at - 1] + one_out[at - 2])
    return fixed, growing
