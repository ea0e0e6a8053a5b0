"""The two schedules from which cards are dealt: demand falls in equal steps, and supply rises."""

from functools import lru_cache

from paydays_widgets.games.market.deck import Deck
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import buys, second_half


def steps(first: int, last: int, number: int, grain: int) -> tuple[int, ...]:
    """Return amounts in equal steps, each rounded down to a multiple of the grain.

    Examples
    --------
    >>> steps(9_000, 3_000, 4, 100)
    (9000, 7000, 5000, 3000)
    >>> steps(1_000, 7_000, 1, 100)
    (1000,)
    """
    way = last - first
    return tuple(
        [(first + way * at // max(1, number - 1)) // grain * grain for at in range(number)]
    )


@lru_cache(maxsize=512)
def pack(rules: Rules, deck: Deck, seats: int, period: int, *, buying: bool) -> tuple[int, ...]:
    """Return the cards of one side, in cents, the best first; none where cards are drawn alone."""
    if rules.values == "drawn":
        return ()
    side = [seat for seat in range(seats) if buys(rules, period, seat) is buying]
    number = len(side) * rules.units
    if not buying:
        return steps(deck.supply_low, deck.supply_high, number, deck.grain)
    more = deck.shift if rules.change == "shift" and second_half(rules, period) else 0
    high, low = deck.demand_high + more, deck.demand_low + more
    return steps(high, low, number, deck.grain)
