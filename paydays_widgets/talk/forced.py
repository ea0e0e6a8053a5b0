"""Moves without a choice: nobody is asked to press for them."""

from paydays_widgets.core.game import Decide, Move, Seat
from paydays_widgets.core.table import HUMAN, AnyTable


def only(table: AnyTable, seat: Seat, number: int | None = None) -> Move | None:
    """Return the only move that a seat can make; None if it has a choice.

    Parameters
    ----------
    number
        Before which move, counted from 0; None for now.
    """
    state = table.state if number is None else table.before(number)
    legal = table.game.legal(state, seat)
    return legal[0] if len(legal) == 1 else None


def forced(table: AnyTable, number: int | None = None) -> Move | None:
    """Return the only move of a person who decides; None if everyone who does has a choice."""
    turn = table.turn if number is None else table.game.turn(table.before(number))
    people = turn.seats if isinstance(turn, Decide) else ()
    found = (only(table, seat, number) for seat in people if table.players[seat].kind == HUMAN)
    return next(filter(None, found), None)
