"""A game played to its end without a table: what simulations are made of.

A playout and a table meet the same luck: with the same seed, rules, deck and strategies, they
play the same game, move by move.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from paydays_widgets.core.chance import draw, key, pick, purpose
from paydays_widgets.core.engine import Engine
from paydays_widgets.core.game import Chance, Decide, Event, Move, Seat

S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V")
R = TypeVar("R")
D = TypeVar("D")

Decider: TypeAlias = Callable[[Any, Seat, int], Any]
"""``decide(state, seat, luck) -> move``: chooses for a seat."""


def by_strategy(game: Engine[S, M, E, V, R, D], choose: Callable[[V, int], M]) -> Decider:
    """Make a decider of a strategy, which is shown no more than its seat may know."""

    def decide(state: S, seat: Seat, luck: int) -> M:
        return choose(game.view(state, seat), luck)

    return decide


def playout(
    game: Engine[S, M, E, V, R, D], state: S, deciders: Sequence[Decider], seed: int
) -> Iterator[tuple[M, S]]:
    """Play a game on from a state, and yield each move with the state after it.

    ``deciders`` decide for the seats, and all luck is that of the seed.

    Raises
    ------
    IllegalMove
        If a decider chooses a move that the rules refuse.
    """
    luck = key(seed)
    while True:
        turn = game.turn(state)
        if isinstance(turn, Decide):
            seat = turn.seats[0]
            drawn = draw(luck, turn.turn, purpose(f"{turn.prompt} {seat + 1}"), turn.repeat)
            move = deciders[seat](state, seat, drawn)
        elif isinstance(turn, Chance):
            drawn = draw(luck, turn.turn, purpose(turn.purpose), turn.repeat)
            move = pick(game.outcomes(state), drawn)
        else:
            return
        state = game.unfold(state, move)[-1].state
        yield move, state
