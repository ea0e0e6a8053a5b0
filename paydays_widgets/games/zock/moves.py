"""What a seat, or chance, can decide in Zock, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 throw``, ``1 go king``, ``1 cash a``, ``1 home b``, ``1 repay 500``, ``* roll 6``.
"""

import re
from typing import Final, Literal, TypeAlias, cast, get_args

from paydays_widgets.core import game, notation
from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.notation import SEAT, Form, seat, who

Pawn: TypeAlias = Literal["king", "a", "b"]
PAWNS: Final[tuple[Pawn, ...]] = get_args(Pawn)
"""A seat's pawns. The two ordinary ones are alike; a letter tells them apart."""

FACES: Final = (1, 2, 3, 4, 5, 6)
"""What the die can show."""


class Throw(game.Move, frozen=True, gc=False, tag=True):
    """Take the die, rather than cash a pawn or repay a debt (ZK-roll, ZK-cash-when)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} throw"


class Go(game.Move, frozen=True, gc=False, tag=True):
    """Use the roll for a pawn: bring it out, or move it on (ZK-two-out, ZK-choose)."""

    pawn: Pawn

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} go {self.pawn}"


class Cash(game.Move, frozen=True, gc=False, tag=True):
    """Turn the disc to a pawn's square and be paid what its window shows (ZK-cash)."""

    pawn: Pawn

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} cash {self.pawn}"


class SendHome(game.Move, frozen=True, gc=False, tag=True):
    """Choose which of several foremost pawns a 1 sends home (ZK-one)."""

    pawn: Pawn

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} home {self.pawn}"


class Repay(game.Move, frozen=True, gc=False, tag=True):
    """Repay the bank a part of a debt (ZK-borrow)."""

    amount: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} repay {self.amount}"


class Roll(game.Move, frozen=True, gc=False, tag=True):
    """Chance lets the die fall, for a turn (ZK-roll) or in a duel (ZK-duel)."""

    die: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} roll {self.die}"


Move: TypeAlias = Throw | Go | Cash | SendHome | Repay | Roll

_EXPECTED: Final = (
    "'1 throw', '1 go king', '1 cash a', '1 home b', '1 repay 500' or '* roll 6', with the seat "
    f"counted from 1 and a pawn of {', '.join(PAWNS)}"
)


def _pawn(word: str) -> Pawn:
    return cast("Pawn", word)


_PAWN: Final = f"({'|'.join(PAWNS)})"
_FORMS: Final[tuple[Form[Move], ...]] = (
    (re.compile(f"{SEAT} throw"), lambda by: Throw(seat(by))),
    (re.compile(f"{SEAT} go {_PAWN}"), lambda by, pawn: Go(seat(by), _pawn(pawn))),
    (re.compile(f"{SEAT} cash {_PAWN}"), lambda by, pawn: Cash(seat(by), _pawn(pawn))),
    (re.compile(f"{SEAT} home {_PAWN}"), lambda by, pawn: SendHome(seat(by), _pawn(pawn))),
    (re.compile(f"{SEAT} repay ([1-9][0-9]{{0,6}})"), lambda by, n: Repay(seat(by), int(n))),
    (re.compile(r"\* roll ([1-6])"), lambda die: Roll(CHANCE, int(die))),
)


def read(text: str) -> Move:
    """Read a move's notation.

    Raises
    ------
    NotationError
        If it is not one.

    Examples
    --------
    >>> read("2 go king")
    Go(by=1, pawn='king')
    >>> str(read("* roll 6"))
    '* roll 6'
    """
    return notation.read(text, _FORMS, _EXPECTED)
