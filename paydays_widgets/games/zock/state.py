"""The facts of a Zock game: pawns, money and debts, the bank, the disc, the die.

A pawn is named by its place in :data:`PAWNS` (the king first). Where it stands is counted in
steps past its seat's exit, so that the square is the exit plus its steps.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Standing, Turn
from paydays_widgets.games.zock.deck import Deck
from paydays_widgets.games.zock.moves import Move
from paydays_widgets.games.zock.rules import Rules

Phase: TypeAlias = Literal["choose", "roll", "move", "foremost", "duel", "settling", "over"]

HOME: Final = -1
"""The steps of a pawn that is at home."""
KING: Final = 0
"""The king's place among a seat's pawns."""

Pawns: TypeAlias = tuple[int, int, int]
"""The steps past the exit of the king and the two ordinary pawns, or :data:`HOME`."""

ALL_HOME: Final[Pawns] = (HOME, HOME, HOME)


class Side(Struct, frozen=True, gc=False):
    """What a seat has.

    Parameters
    ----------
    money
        Its cash.
    debt
        What it owes the bank.
    pawns
        Where its pawns stand.
    out
        Whether it has left the game.
    """

    money: int
    debt: int = 0
    pawns: Pawns = ALL_HOME
    out: bool = False


class State(Struct, frozen=True, gc=False):
    """A position.

    Parameters
    ----------
    rules, deck
        What is played.
    phase
        What is to be done next; ``settling`` inside a move.
    turn, round
        Counted from 1.
    active
        Whose turn it is.
    sides
        One a seat.
    bank
        What the bank holds.
    disc
        How many squares the disc is turned clockwise; at 0 each arrow points to its exit.
    die
        What the die shows for this turn; 0 before it is rolled.
    attacked
        The seat whose king was attacked, while a duel is fought; else None.
    count
        How often the present decision or draw was made already: repayments, rolls of a duel.
    gone
        The seats that left the game, in order.
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


class View(Struct, frozen=True, gc=False):
    """What a seat may know of a position: everything, since Zock hides nothing.

    Parameters
    ----------
    seat
        Who looks; None for what lies open on the table.
    rules, deck
        What is played.
    turn
        Who may act.
    number, round
        The game's turn and round, counted from 1.
    active
        Whose turn it is.
    sides
        One a seat.
    bank
        What the bank holds.
    disc
        How many squares the disc is turned clockwise.
    die
        What the die shows for this turn; 0 before it is rolled.
    attacked
        The seat whose king was attacked, while a duel is fought; else None.
    gone
        The seats that left the game, in order.
    legal
        The moves that the seat may make.
    standing
        The ranking as it stands.
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
    standing: Standing
