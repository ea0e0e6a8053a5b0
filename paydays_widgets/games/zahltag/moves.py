"""What a seat, or chance, can decide in Zahltag, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 take crane``, ``1 exchange worker crane``, ``2 bid 5``, ``2 bid 00``, ``* turn 17``.
"""

import re
from typing import Final, Literal, TypeAlias, cast, get_args

from paydays_widgets.core import game, notation
from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.notation import SEAT, Form, seat, who

Kind: TypeAlias = Literal["foreman", "worker", "crane", "excavator"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

PAYDAY: Final = 0
"""The number of a payday among the cards of the pile; contracts count from 1."""


class Take(game.Move, frozen=True, gc=False, tag=True):
    """Take a card from a stack (ZT-2-change, ZT-adjust)."""

    kind: Kind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} take {self.kind}"


class Discard(game.Move, frozen=True, gc=False, tag=True):
    """Put a hand card on its stack (ZT-2-change, ZT-adjust, ZT-2-limit-how)."""

    kind: Kind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} discard {self.kind}"


class Exchange(game.Move, frozen=True, gc=False, tag=True):
    """Put a hand card on its stack and take one of another kind (ZT-2-change, ZT-adjust)."""

    give: Kind
    take: Kind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} exchange {self.give} {self.take}"


class Keep(game.Move, frozen=True, gc=False, tag=True):
    """Change nothing, or nothing more (ZT-2-change, ZT-adjust)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} keep"


class Bid(game.Move, frozen=True, gc=False, tag=True):
    """Play a bid card, hidden (ZT-4-bid).

    Parameters
    ----------
    amount
        In millions; 0 is the card "00", a pass.
    """

    amount: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} bid {self.amount or '00'}"


class Deal(game.Move, frozen=True, gc=False, tag=True):
    """Chance deals a card of a kind to the seat whose turn it is to get one (ZT-deal)."""

    kind: Kind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} deal {self.kind}"


class TurnUp(game.Move, frozen=True, gc=False, tag=True):
    """Chance turns up the top card of the pile (ZT-3-reveal).

    Parameters
    ----------
    card
        A contract's number, or :data:`PAYDAY`.
    """

    card: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} turn {self.card or 'payday'}"


Move: TypeAlias = Take | Discard | Exchange | Keep | Bid | Deal | TurnUp

_EXPECTED: Final = (
    "'1 take crane', '1 discard crane', '1 exchange worker crane', '1 keep', '2 bid 5', "
    "'2 bid 00', '* deal crane', '* turn 17' or '* turn payday', with the seat counted from 1 "
    f"and a kind of {', '.join(KINDS)}"
)


def _kind(word: str) -> Kind:
    return cast("Kind", word)


_KIND: Final = f"({'|'.join(KINDS)})"
_FORMS: Final[tuple[Form[Move], ...]] = (
    (re.compile(f"{SEAT} take {_KIND}"), lambda by, kind: Take(seat(by), _kind(kind))),
    (re.compile(f"{SEAT} discard {_KIND}"), lambda by, kind: Discard(seat(by), _kind(kind))),
    (
        re.compile(f"{SEAT} exchange {_KIND} {_KIND}"),
        lambda by, give, take: Exchange(seat(by), _kind(give), _kind(take)),
    ),
    (re.compile(f"{SEAT} keep"), lambda by: Keep(seat(by))),
    (re.compile(f"{SEAT} bid (00|[1-9][0-9]{{0,5}})"), lambda by, n: Bid(seat(by), int(n))),
    (re.compile(rf"\* deal {_KIND}"), lambda kind: Deal(CHANCE, _kind(kind))),
    (
        re.compile(r"\* turn (payday|[1-9][0-9]{0,3})"),
        lambda card: TurnUp(CHANCE, PAYDAY if card == "payday" else int(card)),
    ),
)


def read(text: str) -> Move:
    """Read a move's notation.

    Raises
    ------
    NotationError
        If it is not one.

    Examples
    --------
    >>> read("2 bid 00")
    Bid(by=1, amount=0)
    >>> str(read("1 exchange worker crane"))
    '1 exchange worker crane'
    """
    return notation.read(text, _FORMS, _EXPECTED)
