"""Two courses of a game that a seat cannot tell apart: all that it cannot know is swapped."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import CHANCE, Chance, Move, Over, Seat
from tests.contract.contract import Knowledge, a_move

Moves: TypeAlias = list[Any]
_OTHERS = 4
"""How many other moves are tried in the place of each."""


def at_random(game: AnyGame, state: Any, know: Knowledge, luck: random.Random) -> Moves:
    """Play to the end."""
    moves: Moves = []
    while not isinstance(game.turn(state), Over):
        moves.append(a_move(game, state, luck, know, "even"))
        state = game.unfold(state, moves[-1])[-1].state
    return moves


def twin(
    game: AnyGame,
    start: Any,
    moves: Sequence[Any],
    seat: Seat | None,
    luck: random.Random,
    *,
    dealt: bool = True,
) -> Moves:
    """Swap one move after the other, as long as a seat witnesses and views the same.

    Parameters
    ----------
    dealt
        Whether what chance has brought is swapped too.
    """
    course = _Course(game, start, moves, seat)
    for at in range(len(moves)):
        if moves[at].by == seat or (moves[at].by == CHANCE and not dealt):
            continue
        for other in course.others(at, luck):
            if course.take(other):
                break
    return course.moves


class _Course:
    """A course of a game, as a seat knows it."""

    def __init__(self, game: AnyGame, start: Any, moves: Sequence[Any], seat: Seat | None) -> None:
        self.game = game
        self.seat = seat
        self.moves: Moves = [*moves]
        self.states = [start]
        self.seen: list[Any] = []
        for move in moves:
            steps = game.unfold(self.states[-1], move)
            self.states.append(steps[-1].state)
            self.seen.append(self._witnessed(steps))

    def _witnessed(self, steps: Sequence[Any]) -> list[Any]:
        game, seat = self.game, self.seat
        return [(game.witness(each.event, seat), game.view(each.state, seat)) for each in steps]

    def others(self, at: int, luck: random.Random) -> Iterator[Moves]:
        """Yield courses in which a move is another one, or trades places with a later one."""
        state, move = self.states[at], self.moves[at]
        if self._shows(at):
            return
        options = [each for each in self.game.legal(state, move.by) if each != move]
        near = [each for each in options if type(each) is type(move)] or options
        for other in luck.sample(near, min(_OTHERS, len(near))):
            yield [*self.moves[:at], other, *self.moves[at + 1 :]]
        later = [
            number
            for number in range(at + 1, len(self.moves))
            if type(self.moves[number]) is type(move) and self.moves[number] != move
        ]
        if isinstance(self.game.turn(state), Chance):
            for number in luck.sample(later, min(_OTHERS, len(later))):
                traded = [*self.moves]
                traded[at], traded[number] = replace(traded[number]), move
                yield traded

    def _shows(self, at: int) -> bool:
        """Return whether the seat sees what a move is when it is made."""
        first = self.game.unfold(self.states[at], self.moves[at])[0].event
        return bool(self.game.witness(first, self.seat) == first)

    def take(self, moves: Moves) -> bool:
        """Go this way, if the seat cannot tell it from the other."""
        first = next(at for at, move in enumerate(moves) if move != self.moves[at])
        states = self.states[: first + 1]
        for at in range(first, len(moves)):
            if self.game.refuse(states[-1], moves[at]) is not None:
                return False
            steps = self.game.unfold(states[-1], moves[at])
            if self._witnessed(steps) != self.seen[at]:
                return False
            states.append(steps[-1].state)
        self.moves, self.states = moves, states
        return True


def differing(one: Sequence[Move], other: Sequence[Move]) -> int:
    """Count the moves that have been swapped."""
    return sum(a != b for a, b in zip(one, other, strict=True))
