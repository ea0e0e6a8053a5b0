"""Pay Day once more, compiled: move for move the games that the engine and the bots play.

What a clause says, and why a bot does what it does, stands in the engine, in ``bots`` and in
``reading``; functions here have the names that they have there.
"""

from typing import Any

import numpy as np

from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.agenda import LOAN_PCT, SAVINGS_PCT
from paydays_widgets.games.pay_day.kernel.agenda import carry_out
from paydays_widgets.games.pay_day.kernel.bots import choose
from paydays_widgets.games.pay_day.kernel.layout import (
    AMOUNT,
    BASE,
    CASH,
    CHANCES,
    COUNTS,
    DAY,
    DEAL_DECK,
    DEAL_UNDER,
    DEBT,
    DECISIONS,
    DELIVERING,
    FACES,
    FOR_INTEREST,
    LOAN,
    LUCK,
    MAIL,
    MAIL_DECK,
    MAIL_UNDER,
    MONTH,
    MONTHS,
    OVER,
    PHASE,
    POT,
    RAISE,
    ROLLING,
    SAVINGS,
    SEAT,
    SEATS,
    STAKES,
    STRATEGIES,
    TURN,
    TURN_UP,
    TURNING_UP,
    VERBS,
    bills,
    deals_at,
    decider,
    mail_at,
    top,
)
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
    phase = s[PHASE]
    if phase >= DECISIONS:
        seat = decider(s)
        luck = draw(key, s[TURN], LUCK[phase, seat], s[COUNTS + DECISIONS])
        return choose(s, d, t, kinds[seat], luck) * BASE + seat + 1
    drawn = draw(key, s[TURN], CHANCES[phase], s[COUNTS + phase])
    if phase == MAIL:
        card = turned_up(s, mail_at(d, MAIL_DECK), mail_at(d, MAIL_UNDER), drawn)
        return (DELIVERING + VERBS * card) * BASE
    if phase == TURN_UP:
        deal = turned_up(s, deals_at(d, DEAL_DECK), deals_at(d, DEAL_UNDER), drawn)
        return (TURNING_UP + VERBS * deal) * BASE
    return (ROLLING + VERBS * (1 + below(drawn, FACES))) * BASE


@in_place
def books(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Draw up the accounts: each seat's cash, savings and loan, the pot, and the stakes."""
    seats = d[SEATS]
    for seat in range(seats):
        out[3 * seat] = s[CASH + seat]
        out[3 * seat + 1] = s[SAVINGS + seat]
        out[3 * seat + 2] = -s[LOAN + seat]
    out[3 * seats] = s[POT]
    out[3 * seats + 1] = s[STAKES]


@in_place
def worths(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out each seat's cash and savings less its loan (PD-end)."""
    for seat in range(d[SEATS]):
        out[seat] = s[CASH + seat] + s[SAVINGS + seat] - s[LOAN + seat]


@in_place
def _interest_ahead(s: Row[int], d: Row[int], seat: int) -> int:
    """Return what the next Pay Day pays on a seat's savings, or takes for its loan (negative).

    While a seat decides, nobody waits for the first steps of Pay Day, as in the midst of a move.
    """
    if s[PHASE] == RAISE and s[top(s) + DEBT] == FOR_INTEREST and s[top(s) + SEAT] == seat:
        return -s[top(s) + AMOUNT]
    if s[MONTH + seat] + int(s[DAY + seat] == DAYS) > d[MONTHS]:
        return 0
    return (s[SAVINGS + seat] * SAVINGS_PCT - s[LOAN + seat] * LOAN_PCT) // 100


@in_place
def owed(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out what each seat owes: its loan, its bills, and the interest to come."""
    for seat in range(d[SEATS]):
        interest = max(0, -_interest_ahead(s, d, seat))
        out[seat] = s[LOAN + seat] + bills(s, d, seat, 0) + interest


@compiled
def places(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Rank the seats by net worth (PD-end)."""
    net_worths = numbers(d[SEATS])
    worths(s, d, net_worths)
    rank(net_worths, out)


_play, _run = whole_games(
    _next, carry_out, books, worths, owed, places, phase=PHASE, over=OVER, turn=TURN
)


@in_place
def play(*asked: Any) -> int:
    """Play a game on to its end, as :class:`kernels.compiled.Play` says."""
    return _play(*asked)


@compiled
def run(*asked: Any) -> None:
    """Play games of a run, as :class:`kernels.compiled.Run` says."""
    _run(*asked)
