"""What a seat, or chance, can decide in Zock, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 throw``, ``1 go king``, ``1 cash a``, ``1 home b``, ``1 repay 500``, ``* roll 6``.
"""

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta

from paydays_widgets.core import game
from paydays_widgets.core.notation import Notation

Pawn: TypeAlias = Literal["king", "a", "b"]
PAWNS: Final[tuple[Pawn, ...]] = get_args(Pawn)
"""A seat's pawns. The two ordinary ones are alike; a letter tells them apart."""

FACES: Final = (1, 2, 3, 4, 5, 6)
"""The faces of the die."""


class Throw(game.Move, frozen=True):
    """Take the die, rather than cash a pawn or repay a debt (ZK-roll, ZK-cash-when)."""

    form = "{by} throw"


class Go(game.Move, frozen=True):
    """Use the roll for a pawn: bring it out, or move it on (ZK-two-out, ZK-choose)."""

    form = "{by} go {pawn}"
    pawn: Pawn


class Cash(game.Move, frozen=True):
    """Turn the disc to a pawn's square and be paid what its window shows (ZK-cash)."""

    form = "{by} cash {pawn}"
    pawn: Pawn


class SendHome(game.Move, frozen=True):
    """Choose which of several foremost pawns a 1 sends home (ZK-one)."""

    form = "{by} home {pawn}"
    pawn: Pawn


class Repay(game.Move, frozen=True):
    """Repay the bank part of a debt (ZK-borrow)."""

    form = "{by} repay {amount}"
    amount: Annotated[int, Meta(ge=1, le=9_999_999)]


class Roll(game.Move, frozen=True):
    """Roll the die, for a turn (ZK-roll) or in a duel (ZK-duel); a move of chance."""

    form = "* roll {die}"
    die: Annotated[int, Meta(ge=1, le=6)]


Move: TypeAlias = Throw | Go | Cash | SendHome | Repay | Roll

NOTATION: Final[Notation[Move]] = Notation(Move)
