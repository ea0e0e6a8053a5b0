"""Master Builder once more, compiled: move for move the games that the engine and the bots play.

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
from paydays_widgets.games.master_builder.kernel.bots import choose
from paydays_widgets.games.master_builder.kernel.layout import (
    A_CLIMATE,
    A_CONTRACT,
    A_WORKER,
    AN_EVENT,
    BASE,
    CASH,
    CHANCES,
    CLIMATES,
    CONTRACT,
    COUNT,
    DEAL,
    DECISIONS,
    ECONOMIES,
    ECONOMY,
    EVENTS,
    EVENTS_UNDER,
    LARGE,
    LOAN_PARTS,
    LOANS,
    LOT,
    LOTTING,
    LUCK,
    OFFERS,
    OPENED,
    OPENING,
    OVER,
    PHASE,
    POOL,
    POT,
    RECEIVE,
    ROUND,
    SEATS,
    SMALL,
    STRATEGIES,
    TURNED,
    UNDER,
    UNSEEN,
    VERBS,
    WORKER,
    debt,
    decider,
    list_at,
)
from paydays_widgets.games.master_builder.kernel.pack import move, pack
from paydays_widgets.games.master_builder.kernel.rules import carry_out

__all__ = ["STRATEGIES", "books", "move", "owed", "pack", "places", "play", "run", "worths"]


@in_place
def _turned_up(s: Row[int], deck: int, under: int, drawn: int) -> int:
    """Return the card that a draw stands for; the one on top if all lie in a known order."""
    return s[deck + 1 + below(drawn, s[deck])] if s[deck] else s[under + 1]


@in_place
def _economy(s: Row[int], d: Row[int], drawn: int) -> int:
    """Return the kind of economy card that a draw stands for."""
    left, total, card = list_at(d, ECONOMIES), 0, 1
    for kind in range(1, d[CLIMATES] + 1):
        total += s[left + kind]
    before = below(drawn, total)
    while before >= s[left + card]:
        before -= s[left + card]
        card += 1
    return card


@in_place
def _chance(s: Row[int], d: Row[int], key: np.uint64) -> int:
    """Return what chance does next."""
    phase, skill = s[PHASE], s[OPENING]
    if phase in (DEAL, WORKER):
        purpose = CHANCES[DEAL] if phase == DEAL else OPENED[skill]
        drawn = draw(key, s[ROUND], purpose, skill if phase == DEAL else s[TURNED + skill])
        unseen, under = list_at(d, UNSEEN + skill), list_at(d, UNDER + skill)
        return A_WORKER + VERBS * _turned_up(s, unseen, under, drawn)
    repeat = s[list_at(d, OFFERS)] if phase == CONTRACT else 0
    drawn = draw(key, s[ROUND], CHANCES[phase], repeat)
    if phase == LOT:
        return LOTTING + VERBS * below(drawn, d[SEATS])
    if phase == CONTRACT:
        pool = list_at(d, POOL)
        return A_CONTRACT + VERBS * _turned_up(s, pool, pool, drawn)
    if phase == ECONOMY:
        return A_CLIMATE + VERBS * _economy(s, d, drawn)
    events, under = list_at(d, EVENTS), list_at(d, EVENTS_UNDER)
    return AN_EVENT + VERBS * _turned_up(s, events, under, drawn)


@in_place
def _next(s: Row[int], d: Row[int], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase = s[PHASE]
    if phase not in DECISIONS:
        return _chance(s, d, key) * BASE
    seat = decider(s)
    luck = draw(key, s[ROUND], LUCK[phase][seat], s[COUNT])
    return choose(s, d, kinds[seat], luck) * BASE + seat + 1


@in_place
def play(
    s: Row[int],
    d: Row[int],
    t: Row[float],  # noqa: ARG001 - no strategy of this game needs a table
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
        turn = s[ROUND]
        code = _next(s, d, kinds, key)
        carry_out(s, d, code // BASE)
        if moves < len(codes):
            codes[moves] = code
        moves += 1
        if (s[ROUND] != turn or s[PHASE] == OVER) and turn < len(ledger):
            books(s, d, ledger[turn])
    return moves


@in_place
def books(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Draw up the accounts: each seat's cash and debt, and the money on contracts."""
    small, large = d[LOANS + RECEIVE], d[LOANS + LOAN_PARTS + RECEIVE]
    for seat in range(d[SEATS]):
        out[2 * seat] = s[CASH + seat]
        out[2 * seat + 1] = -(s[SMALL + seat] * small + s[LARGE + seat] * large)
    out[2 * d[SEATS]] = s[POT]


@in_place
def worths(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out each seat's cash, less what its loans would cost now (MB-end-loans)."""
    for seat in range(d[SEATS]):
        out[seat] = _net_worth(s, d, seat)


@in_place
def owed(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out what each seat's loans would cost now."""
    for seat in range(d[SEATS]):
        out[seat] = debt(s, d, seat)


@in_place
def _net_worth(s: Row[int], d: Row[int], seat: int) -> int:
    return s[CASH + seat] - debt(s, d, seat)


@in_place
def _first_of_group(s: Row[int], d: Row[int], seat: int) -> bool:
    """Return whether no seat before this one shares its place."""
    for other in range(seat):
        if _net_worth(s, d, other) == _net_worth(s, d, seat):
            return False
    return True


@in_place
def places(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Rank the seats by net worth: count the groups before each (MB-end)."""
    for seat in range(d[SEATS]):
        out[seat] = 0
        for other in range(d[SEATS]):
            if _net_worth(s, d, other) > _net_worth(s, d, seat) and _first_of_group(s, d, other):
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
    while marked < course.shape[1] and (s[PHASE] == OVER or marked * marks <= s[ROUND]):
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
    t: Row[float],  # noqa: ARG001 - as in `play`
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
            carry_out(now, d, _next(now, d, kinds, luck) // BASE)
        if game < course.shape[0]:
            _mark(now, d, marks, course, worth, owes, game, marked)
        worths(now, d, worth[game])
        owed(now, d, owes[game])
        places(now, d, place[game])
