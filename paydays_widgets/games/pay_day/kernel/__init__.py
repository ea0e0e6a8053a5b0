"""Pay Day once more, compiled: move for move the games that the engine and the bots play.

What a clause says, and why a bot does what it does, stands in the engine, in ``bots`` and in
``reading``; functions here have the names that they have there.
"""

from typing import Any, Final

import numpy as np

from paydays_widgets.core.chance import purpose
from paydays_widgets.games.pay_day.engine.facts import MAX_SEATS
from paydays_widgets.games.pay_day.kernel.agenda import carry_out
from paydays_widgets.games.pay_day.kernel.bots import FACES, STRATEGIES, choose
from paydays_widgets.games.pay_day.kernel.facts import (
    bills_due,
    decider,
    interest_due,
    interest_earned,
    net_worth,
    payday_ahead,
)
from paydays_widgets.games.pay_day.kernel.pack import BASE, coded, move, pack
from paydays_widgets.games.pay_day.kernel.state import (
    DECISIONS,
    DELIVERING,
    FOR_INTEREST,
    LEFT_OUT,
    MAIL,
    OVER,
    PHASES,
    RAISE,
    ROLLING,
    TURN_UP,
    TURNING_UP,
    Position,
    Printed,
)
from paydays_widgets.kernels.compiled import (
    Row,
    below,
    compiled,
    draw,
    in_place,
    lanes,
    numbers,
    rank,
)
from paydays_widgets.kernels.lists import turned_up
from paydays_widgets.kernels.whole import whole_games

__all__ = [
    "LEFT_OUT",
    "STRATEGIES",
    "Position",
    "books",
    "move",
    "owed",
    "pack",
    "places",
    "play",
    "run",
    "worths",
]

_CHANCES: Final = tuple(purpose(each) for each in PHASES)
_LUCK: Final = lanes(PHASES, MAX_SEATS)


@in_place
def _next(s: Position, d: Printed, t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    if s.phase >= DECISIONS:
        seat = decider(s)
        luck = draw(key, s.turn, _LUCK[s.phase, seat], s.counts[DECISIONS])
        return choose(s, d, t, kinds[seat], luck) * BASE + seat + 1
    drawn = draw(key, s.turn, _CHANCES[s.phase], s.counts[s.phase])
    if s.phase == MAIL:
        return coded(DELIVERING, turned_up(s.mail, s.mail_under, drawn)) * BASE
    if s.phase == TURN_UP:
        return coded(TURNING_UP, turned_up(s.deals, s.deals_under, drawn)) * BASE
    return coded(ROLLING, 1 + below(drawn, FACES)) * BASE


@in_place
def books(s: Position, d: Printed, out: Row[int]) -> None:
    """Draw up the accounts: each seat's cash, savings and loan, the pot, and the stakes."""
    for seat in range(d.seats):
        out[3 * seat] = s.households[seat].cash
        out[3 * seat + 1] = s.households[seat].savings
        out[3 * seat + 2] = -s.households[seat].loan
    out[3 * d.seats] = s.pot
    out[3 * d.seats + 1] = s.stakes


@in_place
def worths(s: Position, d: Printed, out: Row[int]) -> None:
    """Work out each seat's net worth (PD-end)."""
    for seat in range(d.seats):
        out[seat] = net_worth(s.households[seat])


@in_place
def _interest_ahead(s: Position, d: Printed, seat: int) -> int:
    """Return what the next Pay Day pays on a seat's savings, or takes for its loan (negative).

    While a seat decides, nobody waits for the first steps of Pay Day, as in the midst of a move.
    """
    if s.phase == RAISE:
        item = s.agenda[s.first]
        if item.debt == FOR_INTEREST and item.seat == seat:
            return -item.amount
    household = s.households[seat]
    if not payday_ahead(household, d):
        return 0
    return interest_earned(household.savings) - interest_due(household.loan)


@in_place
def owed(s: Position, d: Printed, out: Row[int]) -> None:
    """Work out what each seat owes: its loan, its bills, and the interest to come."""
    for seat in range(d.seats):
        household = s.households[seat]
        interest = max(0, -_interest_ahead(s, d, seat))
        out[seat] = household.loan + bills_due(household, d) + interest


@compiled
def places(s: Position, d: Printed, out: Row[int]) -> None:
    """Rank the seats by net worth (PD-end)."""
    net_worths = numbers(d.seats)
    worths(s, d, net_worths)
    rank(net_worths, out)


_play, _run = whole_games(_next, carry_out, books, worths, owed, places, over=OVER)


@in_place
def play(*asked: Any) -> int:
    """Play a game on to its end, as :class:`kernels.whole.Play` says."""
    return _play(*asked)


@compiled
def run(*asked: Any) -> None:
    """Play games of a run, as :class:`kernels.whole.Run` says."""
    _run(*asked)
