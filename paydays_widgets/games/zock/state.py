"""The facts of a Zock game: pawns, money and debts, the bank, the disc, the die.

A pawn goes by its place in :data:`PAWNS` (the king first). Its position is counted in steps past
its seat's exit, so its square is the exit plus its steps.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Turn
from paydays_widgets.games.zock.deck import Deck
from paydays_widgets.games.zock.moves import Move
from paydays_widgets.games.zock.rules import Rules

Phase: TypeAlias = Literal["choose", "roll", "move", "foremost", "duel", "settling", "over"]

HOME: Final = -1
"""The steps of a pawn at home."""
KING: Final = 0
"""The king's place among a seat's pawns."""

Pawns: TypeAlias = tuple[int, int, int]
"""The steps past the exit of the king and the two ordinary pawns, or :data:`HOME`."""

ALL_HOME: Final[Pawns] = (HOME, HOME, HOME)


class Side(Struct, frozen=True, gc=False):
    """What a seat has and owes, and the steps of its pawns."""

    money: int
    debt: int = 0
    pawns: Pawns = ALL_HOME
    out: bool = False


class State(Struct, frozen=True, gc=False):
    """A position.

    Parameters
    ----------
    phase
        What comes next; ``settling`` while a move is carried out.
    turn, round
        Counted from 1.
    disc
        How many squares the disc is turned clockwise; at 0 each arrow points to its exit.
    die
        What the die shows for this turn; 0 before it is rolled.
    attacked
        The seat whose king was attacked, while a duel is fought; else None.
    count
        How often the current decision or draw has been made already: repayments, rolls of a
        duel.
    gone
        The seats that are out, in order.
    winner
        The seat that has won all the money of the seats, which ends the game; else None.
    """

    rules: Rules
    deck: Deck
    phase: Phase
    turn: int
    round: int
    active: Seat
    sides: tuple[Side, ...]
    bank: int
    disc: int = 0
    die: int = 0
    attacked: Seat | None = None
    count: int = 0
    gone: tuple[Seat, ...] = ()
    winner: Seat | None = None


class View(Struct, frozen=True, gc=False):
    """What a seat may know of a position: everything, since Zock hides nothing.

    ``number`` is the turn; fields of the same name are as in :class:`State`.
    """

    seat: Seat | None
    rules: Rules
    deck: Deck
    turn: Turn
    number: int
    round: int
    active: Seat
    sides: tuple[Side, ...]
    bank: int
    disc: int
    die: int
    attacked: Seat | None
    gone: tuple[Seat, ...]
    legal: tuple[Move, ...]
