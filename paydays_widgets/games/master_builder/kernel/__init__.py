"""Master Builder once more, compiled: move for move the games that the engine and the bots play.

What a clause says, and why a bot does what it does, stands in the engine, in ``bots`` and in
``reading``; functions here have the names that they have there.
"""

from typing import Any

import numpy as np

from paydays_widgets.games.master_builder.kernel.bots import choose
from paydays_widgets.games.master_builder.kernel.facts import debt, decider
from paydays_widgets.games.master_builder.kernel.pack import move, pack
from paydays_widgets.games.master_builder.kernel.phases import carry_out
from paydays_widgets.games.master_builder.kernel.position import (
    A_CLIMATE,
    A_CONTRACT,
    A_WORKER,
    AN_EVENT,
    BASE,
    CHANCES,
    CONTRACT,
    DEAL,
    DECISIONS,
    ECONOMY,
    LEFT_OUT,
    LOT,
    LOTTING,
    LUCK,
    OPENED,
    OVER,
    STRATEGIES,
    VERBS,
    WORKER,
    Position,
    Printed,
)
from paydays_widgets.kernels.compiled import Row, below, compiled, draw, in_place, numbers, rank
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


@in_place
def _economy(s: Position, d: Printed, drawn: int) -> int:
    """Return the kind of economy card that a draw stands for."""
    total, card = 0, 1
    for kind in range(1, d.climate_cards + 1):
        total += s.economy[kind]
    before = below(drawn, total)
    while before >= s.economy[card]:
        before -= s.economy[card]
        card += 1
    return card


@in_place
def _chance(s: Position, d: Printed, key: np.uint64) -> int:
    """Return what chance does next."""
    phase, skill = s.phase, s.opening
    if phase in (DEAL, WORKER):
        purpose = CHANCES[DEAL] if phase == DEAL else OPENED[skill]
        drawn = draw(key, s.turn, purpose, skill if phase == DEAL else s.turned[skill])
        return A_WORKER + VERBS * turned_up(s.piles[skill].unseen, s.piles[skill].under, drawn)
    repeat = s.offers.length if phase == CONTRACT else 0
    drawn = draw(key, s.turn, CHANCES[phase], repeat)
    if phase == LOT:
        return LOTTING + VERBS * below(drawn, d.seats)
    if phase == CONTRACT:
        return A_CONTRACT + VERBS * turned_up(s.unseen, s.unseen, drawn)
    if phase == ECONOMY:
        return A_CLIMATE + VERBS * _economy(s, d, drawn)
    return AN_EVENT + VERBS * turned_up(s.events, s.events_under, drawn)


@in_place
def _next(
    s: Position,
    d: Printed,
    _t: Row[float],  # no strategy of this game needs a table
    kinds: Row[int],
    key: np.uint64,
) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase = s.phase
    if phase not in DECISIONS:
        return _chance(s, d, key) * BASE
    seat = decider(s)
    luck = draw(key, s.turn, LUCK[phase, seat], s.count)
    return choose(s, d, kinds[seat], luck) * BASE + seat + 1


@in_place
def books(s: Position, d: Printed, out: Row[int]) -> None:
    """Draw up the accounts: each seat's cash and debt, and the money on contracts."""
    small, large = d.loans[0].receive, d.loans[1].receive
    for seat in range(d.seats):
        out[2 * seat] = s.builders[seat].cash
        out[2 * seat + 1] = -(
            s.builders[seat].loans[0] * small + s.builders[seat].loans[1] * large
        )
    out[2 * d.seats] = s.pot


@in_place
def worths(s: Position, d: Printed, out: Row[int]) -> None:
    """Work out each seat's cash, less what its loans would cost now (MB-end-loans)."""
    for seat in range(d.seats):
        out[seat] = s.builders[seat].cash - debt(s, d, seat)


@in_place
def owed(s: Position, d: Printed, out: Row[int]) -> None:
    """Work out what each seat's loans would cost now."""
    for seat in range(d.seats):
        out[seat] = debt(s, d, seat)


@compiled
def places(s: Position, d: Printed, out: Row[int]) -> None:
    """Rank the seats by net worth (MB-end)."""
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
