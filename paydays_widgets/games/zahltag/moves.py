"""What a seat, or chance, can decide in Zahltag, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 take crane``, ``1 exchange worker crane``, ``2 bid 5``, ``2 bid 00``, ``* turn 17``.
"""

import re
from collections.abc import Callable
from typing import Final, Literal, TypeAlias, cast, get_args

from paydays_widgets.core import game
from paydays_widgets.core.game import CHANCE, NotationError, Seat

Kind: TypeAlias = Literal["foreman", "worker", "crane", "excavator"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

PAYDAY: Final = 0
"""The number of a payday among the cards of the pile; contracts count from 1."""


def _who(by: Seat) -> str:
    return "*" if by == CHANCE else str(by + 1)


class Take(game.Move, frozen=True, gc=False, tag=True):
    """Take a card from a stack (ZT-2-change, ZT-adjust)."""

    kind: Kind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} take {self.kind}"


class Discard(game.Move, frozen=True, gc=False, tag=True):
    """Put a hand card on its stack (ZT-2-change, ZT-adjust, ZT-2-limit-how)."""

    kind: Kind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} discard {self.kind}"


class Exchange(game.Move, frozen=True, gc=False, tag=True):
    """Put a hand card on its stack and take one of another kind (ZT-2-change, ZT-adjust)."""

    give: Kind
    take: Kind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} exchange {self.give} {self.take}"


class Keep(game.Move, frozen=True, gc=False, tag=True):
    """Change nothing, or nothing more (ZT-2-change, ZT-adjust)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} keep"


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
        return f"{_who(self.by)} bid {self.amount or '00'}"


class Deal(game.Move, frozen=True, gc=False, tag=True):
    """Chance deals a card of a kind to the seat whose turn it is to get one (ZT-deal)."""

    kind: Kind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} deal {self.kind}"


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
        return f"{_who(self.by)} turn {self.card or 'payday'}"


Move: TypeAlias = Take | Discard | Exchange | Keep | Bid | Deal | TurnUp

_EXPECTED: Final = (
    "'1 take crane', '1 discard crane', '1 exchange worker crane', '1 keep', '2 bid 5', "
    "'2 bid 00', '* deal crane', '* turn 17' or '* turn payday', with the seat counted from 1 "
    f"and a kind of {', '.join(KINDS)}"
)


def _kind(word: str) -> Kind:
    return cast("Kind", word)


_KIND: Final = f"({'|'.join(KINDS)})"
_SEAT: Final = "([1-9])"
_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[..., Move]], ...]] = (
    (re.compile(f"{_SEAT} take {_KIND}"), lambda by, kind: Take(_seat(by), _kind(kind))),
    (re.compile(f"{_SEAT} discard {_KIND}"), lambda by, kind: Discard(_seat(by), _kind(kind))),
    (
        re.compile(f"{_SEAT} exchange {_KIND} {_KIND}"),
        lambda by, give, take: Exchange(_seat(by), _kind(give), _kind(take)),
    ),
    (re.compile(f"{_SEAT} keep"), lambda by: Keep(_seat(by))),
    (re.compile(f"{_SEAT} bid (00|[1-9][0-9]{{0,5}})"), lambda by, n: Bid(_seat(by), int(n))),
    (re.compile(rf"\* deal {_KIND}"), lambda kind: Deal(CHANCE, _kind(kind))),
    (
        re.compile(r"\* turn (payday|[1-9][0-9]{0,3})"),
        lambda card: TurnUp(CHANCE, PAYDAY if card == "payday" else int(card)),
    ),
)


def _seat(number: str) -> Seat:
    return int(number) - 1


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
    words = " ".join(text.split())
    for pattern, make in _FORMS:
        found = pattern.fullmatch(words)
        if found:
            return make(*found.groups())
    raise NotationError(text, _EXPECTED)
