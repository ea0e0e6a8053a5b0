"""What if: replay a branch with one decision changed and as much as possible unchanged.

At the same point of the same turn, chance makes the same move. People decide as they did; if that
is no longer possible, a strategy stands in for them. Bots decide again.
"""

from typing import Any, TypeAlias, TypeVar

from paydays_widgets.core.chance import Lane
from paydays_widgets.core.game import CHANCE, Chance, Decide, Event, Move, Over, Seat, Turn
from paydays_widgets.core.table import HUMAN, Table

S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V")
R = TypeVar("R")
D = TypeVar("D")

Occasion: TypeAlias = tuple[int, str, Seat]
"""A turn, the purpose of a move in it, and who made it."""


def retell(table: Table[S, M, E, V, R, D], number: int, instead: M, stand_in: str) -> int:
    """Replay the current branch with one move changed, up to the turn that it has reached.

    The changed move goes by its number, counted from 0.

    Parameters
    ----------
    table
        The table; its cursor ends at the end of the new branch.
    stand_in
        The strategy that decides for people if their former decision is not possible.

    Returns
    -------
    int
        The number of the new branch.

    Raises
    ------
    IllegalMove, Complaint
        If the move cannot be played there, or moves of chance may not be taken back.
    """
    branch = table.branch
    made = _made(table, number + 1)
    last = table.game.turn(branch.steps[-1].state)
    table.go_to(branch.begins(number))
    table.play(instead)
    if not table.newest:
        return table.current  # this branch exists already
    while not isinstance(table.turn, Over):
        move = _next(table, made, last, stand_in)
        if move is None:
            break
        table.make(move)
    return table.current


def _made(table: Table[Any, Any, Any, Any, Any, Any], first: int) -> dict[Occasion, list[Any]]:
    """Group the current branch's moves, starting with the given one, by occasion."""
    branch = table.branch
    made: dict[Occasion, list[Any]] = {}
    for at in range(first, len(branch.moves)):
        before = table.game.turn(table.before(at))
        made.setdefault(_occasion(before, branch.moves[at].by), []).append(branch.moves[at])
    return made


def _occasion(turn: Turn, by: Seat) -> Occasion:
    if isinstance(turn, Decide):
        return turn.turn, turn.prompt, by
    assert isinstance(turn, Chance), "nobody moves else"  # noqa: S101 - for the type checker
    return turn.turn, f"{turn.purpose} {turn.repeat}", by


def _next(
    table: Table[S, M, E, V, R, D], made: dict[Occasion, list[M]], last: Turn, stand_in: str
) -> M | None:
    """Choose the next move; None once the branch has come as far as the original."""
    turn = table.turn
    seat = turn.seats[0] if isinstance(turn, Decide) else CHANCE
    left = made.get(_occasion(turn, seat), [])
    was = left.pop(0) if left else None
    ended = not isinstance(last, Over) and turn.turn >= last.turn
    if ended and (turn.turn > last.turn or was is None):
        return None
    human = seat != CHANCE and table.players[seat].kind == HUMAN
    again = was if human or seat == CHANCE else None
    if again is not None and table.game.refuse(table.state, again) is None:
        return again
    if isinstance(turn, Chance):
        lane = Lane(turn.turn, turn.purpose, turn.repeat)
        return table.dealer.usual.pick(table.game.outcomes(table.state), lane)
    return table.ask(seat, stand_in if human else table.players[seat].kind)
