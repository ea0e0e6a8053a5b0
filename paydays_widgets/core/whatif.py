"""What if: a branch told again with one decision changed, all else as it was where that can be.

Chance brings what it brought at the same place of the same turn. People decide as they did, and
a strategy stands in for them where that is not possible any more. Bots think anew.
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
"""A turn, what was done in it, and who did it."""


def retell(table: Table[S, M, E, V, R, D], number: int, instead: M, stand_in: str) -> int:
    """Tell the present branch again with one move changed, up to the turn that it has reached.

    Parameters
    ----------
    table
        Its cursor stands at the end of the new branch afterwards.
    number
        Which move is changed, counted from 0.
    instead
        What is played in its place.
    stand_in
        The strategy that decides for people where what they did is not possible.

    Returns
    -------
    int
        The number of the new branch.

    Raises
    ------
    IllegalMove, Complaint
        If the move cannot be played there, or chance is not taken back in this game.
    """
    branch = table.branch
    made = _made(table, number + 1)
    last = table.game.turn(branch.steps[-1].state)
    table.go_to(branch.ends[number - 1] if number else 0)
    table.play(instead)
    if not table.newest:
        return table.current  # it has been told before
    while not isinstance(table.turn, Over):
        move = _next(table, made, last, stand_in)
        if move is None:
            break
        table.play(move)
    return table.current


def _made(table: Table[Any, Any, Any, Any, Any, Any], first: int) -> dict[Occasion, list[Any]]:
    """Sort the moves of the present branch, from one on, by where they were made."""
    branch = table.branch
    made: dict[Occasion, list[Any]] = {}
    for at in range(first, len(branch.moves)):
        before = table.game.turn(branch.steps[branch.ends[at - 1] - 1].state)
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
    """Give the move to go on with; None where the branch has come as far as the other one."""
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
