"""Pay Day once more, compiled: move for move the games that the engine and the bots play.

What a clause says, and why a bot does what it does, stands in the engine, in ``bots`` and in
``reading``; functions here have the names that they have there.
"""

from typing import Any

import numpy as np

from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.facts import LOAN_PCT, SAVINGS_PCT
from paydays_widgets.games.pay_day.kernel import layout as lay
from paydays_widgets.games.pay_day.kernel.agenda import carry_out
from paydays_widgets.games.pay_day.kernel.bots import choose
from paydays_widgets.games.pay_day.kernel.layout import STRATEGIES
from paydays_widgets.games.pay_day.kernel.pack import move, pack
from paydays_widgets.kernels.compiled import (
    Row,
    below,
    compiled,
    draw,
    in_place,
    numbers,
    rank,
    turned_up,
    whole_games,
)

__all__ = ["STRATEGIES", "books", "move", "owed", "pack", "places", "play", "run", "worths"]


@in_place
def _next(s: Row[int], d: Row[int], t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase = s[lay.PHASE]
    if phase >= lay.DECISIONS:
        seat = lay.decider(s)
        luck = draw(key, s[lay.TURN], lay.LUCK[phase, seat], s[lay.COUNTS + lay.DECISIONS])
        return choose(s, d, t, kinds[seat], luck) * lay.BASE + seat + 1
    drawn = draw(key, s[lay.TURN], lay.CHANCES[phase], s[lay.COUNTS + phase])
    if phase == lay.MAIL:
        card = turned_up(s, lay.mail_at(d, lay.MAIL_DECK), lay.mail_at(d, lay.MAIL_UNDER), drawn)
        return (lay.DELIVERING + lay.VERBS * card) * lay.BASE
    if phase == lay.TURN_UP:
        deal = turned_up(s, lay.deals_at(d, lay.DEAL_DECK), lay.deals_at(d, lay.DEAL_UNDER), drawn)
        return (lay.TURNING_UP + lay.VERBS * deal) * lay.BASE
    return (lay.ROLLING + lay.VERBS * (1 + below(drawn, lay.FACES))) * lay.BASE


@in_place
def books(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Draw up the accounts: each seat's cash, savings and loan, the pot, and the stakes."""
    seats = d[lay.SEATS]
    for seat in range(seats):
        out[3 * seat] = s[lay.CASH + seat]
        out[3 * seat + 1] = s[lay.SAVINGS + seat]
        out[3 * seat + 2] = -s[lay.LOAN + seat]
    out[3 * seats] = s[lay.POT]
    out[3 * seats + 1] = s[lay.STAKES]


@in_place
def worths(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out each seat's cash and savings less its loan (PD-end)."""
    for seat in range(d[lay.SEATS]):
        out[seat] = s[lay.CASH + seat] + s[lay.SAVINGS + seat] - s[lay.LOAN + seat]


@in_place
def _interest_ahead(s: Row[int], d: Row[int], seat: int) -> int:
    """Return what the next Pay Day pays on a seat's savings, or takes for its loan (negative).

    While a seat decides, nobody waits for the first steps of Pay Day, as in the midst of a move.
    """
    if (
        s[lay.PHASE] == lay.RAISE
        and s[lay.top(s) + lay.DEBT] == lay.FOR_INTEREST
        and s[lay.top(s) + lay.SEAT] == seat
    ):
        return -s[lay.top(s) + lay.AMOUNT]
    if s[lay.MONTH + seat] + int(s[lay.DAY + seat] == DAYS) > d[lay.MONTHS]:
        return 0
    return (s[lay.SAVINGS + seat] * SAVINGS_PCT - s[lay.LOAN + seat] * LOAN_PCT) // 100


@in_place
def owed(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out what each seat owes: its loan, its bills, and the interest to come."""
    for seat in range(d[lay.SEATS]):
        interest = max(0, -_interest_ahead(s, d, seat))
        out[seat] = s[lay.LOAN + seat] + lay.bills(s, d, seat, 0) + interest


@compiled
def places(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Rank the seats by net worth (PD-end)."""
    net_worths = numbers(d[lay.SEATS])
    worths(s, d, net_worths)
    rank(net_worths, out)


_play, _run = whole_games(
    _next, carry_out, books, worths, owed, places, phase=lay.PHASE, over=lay.OVER, turn=lay.TURN
)


@in_place
def play(*asked: Any) -> int:
    """Play a game on to its end, as :class:`kernels.compiled.Play` says."""
    return _play(*asked)


@compiled
def run(*asked: Any) -> None:
    """Play games of a run, as :class:`kernels.compiled.Run` says."""
    _run(*asked)
