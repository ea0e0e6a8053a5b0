"""What a seat, or chance, can decide in the market, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and an amount in cents:
``1 offer 6350``, ``2 take 6350``, ``3 withdraw``, ``4 wait``, ``* card 6300``, ``* next 2``,
``* lot 2``. An offer is a bid if a buyer makes it, and an ask if a seller does. Where shares are
traded, everyone may do both: ``1 bid 6350``, ``1 ask 6400``, ``2 buy 6400``, ``2 sell 6350``, and
``* dividend 2800``.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from paydays_widgets.core import game
from paydays_widgets.core.notation import Notation
from paydays_widgets.games.market.deck import MOST

Cents: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
Price: TypeAlias = Annotated[int, Meta(ge=0, le=999_999)]
"""Of a share: all that it could pay."""


class Offer(game.Move, frozen=True):
    """Name a price for one's next unit (MK-offer, MK-call)."""

    form = "{by} offer {price}"
    price: Cents


class Take(game.Move, frozen=True):
    """Take the other side's best offer, at its price (MK-take)."""

    form = "{by} take {price}"
    price: Cents


class Bid(game.Move, frozen=True):
    """Name a price at which one would buy a share (MK-offer, MK-sealed)."""

    form = "{by} bid {price}"
    price: Price


class Ask(game.Move, frozen=True):
    """Name a price at which one would sell a share (MK-offer, MK-sealed)."""

    form = "{by} ask {price}"
    price: Price


class Buy(game.Move, frozen=True):
    """Buy a share at the best ask (MK-take)."""

    form = "{by} buy {price}"
    price: Price


class Sell(game.Move, frozen=True):
    """Sell a share at the best bid (MK-take)."""

    form = "{by} sell {price}"
    price: Price


class Withdraw(game.Move, frozen=True):
    """Take one's own offers off the book (MK-withdraw)."""

    form = "{by} withdraw"


class Wait(game.Move, frozen=True):
    """Do nothing until there is news (MK-wait)."""

    form = "{by} wait"


class Card(game.Move, frozen=True):
    """Deal a value or a cost; a move of chance (MK-cards)."""

    form = "* card {amount}"
    amount: Cents


class Next(game.Move, frozen=True):
    """Choose who may act next; a move of chance (MK-word)."""

    form = "* next {seat}"
    seat: game.Seat


class Lot(game.Move, frozen=True):
    """Choose among equal offers; a move of chance (MK-tie)."""

    form = "* lot {seat}"
    seat: game.Seat


class Dividend(game.Move, frozen=True):
    """Choose what each share pays; a move of chance (MK-dividend)."""

    form = "* dividend {amount}"
    amount: Cents


Move: TypeAlias = (
    Offer | Take | Bid | Ask | Buy | Sell | Withdraw | Wait | Card | Next | Lot | Dividend
)

NOTATION: Final[Notation[Move]] = Notation(Move)
