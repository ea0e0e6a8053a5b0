"""What a seat, or chance, can decide in Zahltag, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 take crane``, ``1 exchange worker crane``, ``2 bid 5``, ``2 bid 00``, ``* turn 17``.
"""

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta

from paydays_widgets.core import game
from paydays_widgets.core.notation import Notation, Said

Kind: TypeAlias = Literal["foreman", "worker", "crane", "excavator"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

PAYDAY: Final = 0
"""The number that stands for a payday in the pile; contracts are numbered from 1."""


class Take(game.Move, frozen=True):
    """Take a card from a stack (ZT-2-change, ZT-adjust)."""

    form = "{by} take {kind}"
    kind: Kind


class Discard(game.Move, frozen=True):
    """Put a hand card on its stack (ZT-2-change, ZT-adjust, ZT-2-limit-how)."""

    form = "{by} discard {kind}"
    kind: Kind


class Exchange(game.Move, frozen=True):
    """Put a hand card on its stack and take one of another kind (ZT-2-change, ZT-adjust)."""

    form = "{by} exchange {give} {take}"
    give: Kind
    take: Kind


class Keep(game.Move, frozen=True):
    """Change nothing, or nothing more (ZT-2-change, ZT-adjust)."""

    form = "{by} keep"


class Bid(game.Move, frozen=True):
    """Play a bid card face down (ZT-4-bid).

    Parameters
    ----------
    amount
        In millions; 0 is the card "00", a pass.
    """

    form = "{by} bid {amount}"
    amount: Annotated[int, Meta(ge=0, le=999_999), Said(0, "00")]


class Deal(game.Move, frozen=True):
    """Deal a card of a kind to the next seat; a move of chance (ZT-deal)."""

    form = "* deal {kind}"
    kind: Kind


class TurnUp(game.Move, frozen=True):
    """Turn up the top card of the pile; a move of chance (ZT-3-reveal).

    Parameters
    ----------
    card
        A contract's number, or :data:`PAYDAY`.
    """

    form = "* turn {card}"
    card: Annotated[int, Meta(ge=0, le=9_999), Said(PAYDAY, "payday")]


Move: TypeAlias = Take | Discard | Exchange | Keep | Bid | Deal | TurnUp

NOTATION: Final[Notation[Move]] = Notation(Move)
