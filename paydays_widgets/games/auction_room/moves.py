"""What a seat, or chance, can decide in the auction room, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and an amount in cents:
``1 bid 6350``, ``2 pass``, ``3 stop 4200``, ``3 stay 4400``, ``* draw 6300``, ``* lot 2``.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from paydays_widgets.core import game
from paydays_widgets.core.notation import Notation

MOST: Final = 100_000
"""More than any amount in play, in cents."""
Cents: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]


class Bid(game.Move, frozen=True):
    """Hand in a price in secret (AR-bid)."""

    form = "{by} bid {amount}"
    amount: Cents


class Pass(game.Move, frozen=True):
    """Take no part in this round (AR-bid)."""

    form = "{by} pass"


class Stop(game.Move, frozen=True):
    """Stop the clock at a price: drop out as it rises, or buy as it falls (AR-bid)."""

    form = "{by} stop {price}"
    price: Cents


class Stay(game.Move, frozen=True):
    """Let the clock run on to a price, and decide again there (AR-bid)."""

    form = "{by} stay {price}"
    price: Cents


class Draw(game.Move, frozen=True):
    """Draw a value, an estimate or a budget; a move of chance (AR-values)."""

    form = "* draw {amount}"
    amount: Cents


class Lot(game.Move, frozen=True):
    """Choose among equal bids; a move of chance (AR-tie)."""

    form = "* lot {seat}"
    seat: game.Seat


Move: TypeAlias = Bid | Pass | Stop | Stay | Draw | Lot

NOTATION: Final[Notation[Move]] = Notation(Move)
