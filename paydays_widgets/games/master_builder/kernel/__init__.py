"""Master Builder once more, compiled: move for move the games that the engine and the bots play.

What a clause says, and why a bot does what it does, stands in the engine, in ``bots`` and in
``reading``; functions here have the names that they have there.
"""

from typing import Any

import numpy as np

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
        return A_WORKER + VERBS * turned_up(s, unseen, under, drawn)
    repeat = s[list_at(d, OFFERS)] if phase == CONTRACT else 0
    drawn = draw(key, s[ROUND], CHANCES[phase], repeat)
    if phase == LOT:
        return LOTTING + VERBS * below(drawn, d[SEATS])
    if phase == CONTRACT:
        pool = list_at(d, POOL)
        return A_CONTRACT + VERBS * turned_up(s, pool, pool, drawn)
    if phase == ECONOMY:
        return A_CLIMATE + VERBS * _economy(s, d, drawn)
    events, under = list_at(d, EVENTS), list_at(d, EVENTS_UNDER)
    return AN_EVENT + VERBS * turned_up(s, events, under, drawn)


@in_place
def _next(
    s: Row[int],
    d: Row[int],
    _t: Row[float],  # no strategy of this game needs a table
    kinds: Row[int],
    key: np.uint64,
) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase = s[PHASE]
    if phase not in DECISIONS:
        return _chance(s, d, key) * BASE
    seat = decider(s)
    luck = draw(key, s[ROUND], LUCK[phase, seat], s[COUNT])
    return choose(s, d, kinds[seat], luck) * BASE + seat + 1


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
        out[seat] = s[CASH + seat] - debt(s, d, seat)


@in_place
def owed(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out what each seat's loans would cost now."""
    for seat in range(d[SEATS]):
        out[seat] = debt(s, d, seat)


@compiled
def places(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Rank the seats by net worth (MB-end)."""
    net_worths = numbers(d[SEATS])
    worths(s, d, net_worths)
    rank(net_worths, out)


_play, _run = whole_games(
    _next, carry_out, books, worths, owed, places, phase=PHASE, over=OVER, turn=ROUND
)


@in_place
def play(*asked: Any) -> int:
    """Play a game on to its end, as :class:`kernels.compiled.Play` says."""
    return _play(*asked)


@compiled
def run(*asked: Any) -> None:
    """Play games of a run, as :class:`kernels.compiled.Run` says."""
    _run(*asked)
