"""Pay Day once more, compiled: move for move the games that the engine and the bots play.

What a clause says, and why a bot does what it does, stands in the engine, in ``bots`` and in
``reading``; functions here have the names that they have there.
"""

import numpy as np

from paydays_widgets.core.compiled import (
    Course,
    Grid,
    Row,
    below,
    compiled,
    draw,
    game_seed,
    in_place,
)
from paydays_widgets.core.compiled import key as key_of
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

__all__ = ["STRATEGIES", "books", "move", "owed", "pack", "places", "play", "run", "worths"]


@in_place
def _dealt(s: Row[int], deck: int, under: int, drawn: int) -> int:
    """Return the card that a draw stands for; the one on top if all lie in a known order."""
    return s[deck + 1 + below(drawn, s[deck])] if s[deck] else s[under + 1]


@in_place
def _next(s: Row[int], d: Row[int], t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase = s[PHASE]
    if phase >= DECISIONS:
        seat = decider(s)
        luck = draw(key, s[TURN], LUCK[phase][seat], s[COUNTS + DECISIONS])
        return choose(s, d, t, kinds[seat], luck) * BASE + seat + 1
    drawn = draw(key, s[TURN], CHANCES[phase], s[COUNTS + phase])
    if phase == MAIL:
        card = _dealt(s, mail_at(d, MAIL_DECK), mail_at(d, MAIL_UNDER), drawn)
        return (DELIVERING + VERBS * card) * BASE
    if phase == TURN_UP:
        deal = _dealt(s, deals_at(d, DEAL_DECK), deals_at(d, DEAL_UNDER), drawn)
        return (TURNING_UP + VERBS * deal) * BASE
    return (ROLLING + VERBS * (1 + below(drawn, FACES))) * BASE


@in_place
def play(
    s: Row[int],
    d: Row[int],
    t: Row[float],
    kinds: Row[int],
    key: np.uint64,
    codes: Row[int],
    ledger: Grid,
) -> int:
    """Play a game on to its end, and return the number of moves.

    Parameters
    ----------
    s
        The position; it is changed.
    d, t
        What :func:`pack` makes of deck and rules.
    kinds
        The strategy of each seat: its place in :data:`STRATEGIES`.
    key
        The key of the seed.
    codes
        Takes the moves' codes, as many as fit.
    ledger
        Takes the books after each turn, in the row of the turn's number.
    """
    moves = 0
    while s[PHASE] != OVER:
        turn = s[TURN]
        code = _next(s, d, t, kinds, key)
        carry_out(s, d, code // BASE)
        if moves < len(codes):
            codes[moves] = code
        moves += 1
        if (s[TURN] != turn or s[PHASE] == OVER) and turn < len(ledger):
            books(s, d, ledger[turn])
    return moves


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


@in_place
def _net_worth(s: Row[int], seat: int) -> int:
    return s[CASH + seat] + s[SAVINGS + seat] - s[LOAN + seat]


@in_place
def _first_of_group(s: Row[int], seat: int) -> bool:
    """Return whether no seat before this one shares its place."""
    for other in range(seat):
        if _net_worth(s, other) == _net_worth(s, seat):
            return False
    return True


@in_place
def places(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Rank the seats by net worth: count the groups before each (PD-end)."""
    for seat in range(d[SEATS]):
        out[seat] = 0
        for other in range(d[SEATS]):
            if _net_worth(s, other) > _net_worth(s, seat) and _first_of_group(s, other):
                out[seat] += 1


@in_place
def _mark(
    s: Row[int],
    d: Row[int],
    marks: int,
    course: Course,
    worth: Grid,
    owes: Grid,
    game: int,
    marked: int,
) -> int:
    """Keep what each seat has and owes if a turn begins that is due, and count those kept."""
    while marked < course.shape[1] and (s[PHASE] == OVER or marked * marks <= s[TURN]):
        worths(s, d, worth[game])
        owed(s, d, owes[game])
        for seat in range(d[SEATS]):
            course[game, marked, seat, 0] = worth[game, seat]
            course[game, marked, seat, 1] = owes[game, seat]
        marked += 1
    return marked


@compiled
def run(
    s: Row[int],
    d: Row[int],
    t: Row[float],
    kinds: Row[int],
    seed: int,
    first: int,
    count: int,
    worth: Grid,
    owes: Grid,
    place: Grid,
    marks: int,
    course: Course,
) -> None:
    """Play games of a run from a position, which is not changed.

    Parameters
    ----------
    s, d, t, kinds
        As in :func:`play`.
    seed
        The seed of the run.
    first, count
        The number of the first game, and of how many games.
    worth, owes, place
        Take, for each game, what each seat has and owes at its end, and its place.
    marks, course
        ``course`` takes, for as many games as fit, what each seat has and owes when turn 0
        begins, then when each ``marks``-th turn does; from the end of a game on, the last values.
    """
    now = s.copy()
    for game in range(count):
        for at in range(len(s)):
            now[at] = s[at]
        luck = key_of(game_seed(seed, first + game))
        marked = 0
        while now[PHASE] != OVER:
            if game < course.shape[0]:
                marked = _mark(now, d, marks, course, worth, owes, game, marked)
            carry_out(now, d, _next(now, d, t, kinds, luck) // BASE)
        if game < course.shape[0]:
            _mark(now, d, marks, course, worth, owes, game, marked)
        worths(now, d, worth[game])
        owed(now, d, owes[game])
        places(now, d, place[game])
