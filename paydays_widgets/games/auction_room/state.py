"""The facts of a game in the auction room: what each seat knows, bids and has earned."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Turn
from paydays_widgets.games.auction_room.deck import UNIT, Deck
from paydays_widgets.games.auction_room.moves import Move
from paydays_widgets.games.auction_room.rules import Rules

Phase: TypeAlias = Literal["deal", "bid", "clock", "lot", "settling", "over"]

PASSED: Final = -1
"""The bid of a seat that takes no part in a round."""


class Call(Struct, frozen=True, gc=False):
    """What a seat lets the clock do, until news comes.

    Parameters
    ----------
    price
        The price, in cents; :data:`PASSED` for a seat that takes no part.
    stays
        Whether the seat decides again there; otherwise it stops the clock.
    """

    price: int
    stays: bool = False


class Bidder(Struct, frozen=True, gc=False):
    """A seat. Amounts are in cents.

    Parameters
    ----------
    value
        What the object is worth to it, what the work costs it, or its estimate of a common value;
        None before the draw.
    budget
        The most that it can bid; None for no limit, and before the draw.
    bid
        Its sealed bid, or the price at which it has stopped the clock; :data:`PASSED` if it takes
        no part; None as long as it has not bid or is still in.
    call
        What it lets the clock do; None while it has to decide.
    money
        Its purse, and what it has earned in the rounds so far.
    booked
        What the books show: everything, or only the purse while profits are secret.
    out
        Whether it has lost its purse.
    """

    value: int | None = None
    budget: int | None = None
    bid: int | None = None
    call: Call | None = None
    money: int = 0
    booked: int = 0
    out: bool = False


class State(Struct, frozen=True, gc=False):
    """A position; amounts are in cents.

    Parameters
    ----------
    phase
        What comes next.
    worth
        The common value in cents, which nobody knows; None for private values.
    count
        The number of draws made for this round; at a clock, how often it has stopped.
    shown
        What has come to light of the last round: 1 for the bids, 2 for the values as well.
    tied
        The seats among which the lot decides.
    gone
        The seats that are out, in order; those that went out in one round together.
    """

    rules: Rules
    deck: Deck
    phase: Phase
    round: int
    bidders: tuple[Bidder, ...]
    worth: int | None = None
    clock: int = 0
    count: int = 0
    shown: int = 0
    tied: tuple[Seat, ...] = ()
    gone: tuple[tuple[Seat, ...], ...] = ()


class BidderView(Struct, frozen=True, gc=False):
    """What may be known of a seat; None for what is hidden, or is not there.

    Fields of the same name are as in :class:`Bidder`.

    Parameters
    ----------
    has_bid
        Whether it has bid, or has said how far the clock may run.
    still_in
        Whether it takes part in a clock auction that goes on.
    """

    value: int | None
    budget: int | None
    bid: int | None
    money: int | None
    has_bid: bool
    still_in: bool
    out: bool


class View(Struct, frozen=True, gc=False):
    """What a seat may know of a position.

    Fields of the same name are as in :class:`State`.

    Parameters
    ----------
    worth
        The common value of the last object, in cents; None before it comes to light.
    legal
        The moves that the seat may make; a bid need not be a whole number of units.
    """

    seat: Seat | None
    rules: Rules
    deck: Deck
    turn: Turn
    round: int
    bidders: tuple[BidderView, ...]
    worth: int | None
    clock: int
    legal: tuple[Move, ...]


def ceiling(rules: Rules, deck: Deck) -> int:
    """Return the highest bid, in cents."""
    return deck.high + rules.spread * UNIT if rules.common else deck.top


def floor(rules: Rules) -> int:
    """Return the lowest bid, in cents: the reserve."""
    return 0 if rules.tender else rules.reserve * UNIT


def highest_above(spread: int, seats: int) -> float:
    """Return by how much the highest of some estimates exceeds the truth on average.

    Examples
    --------
    >>> highest_above(2_400, 7)
    1800.0
    """
    return spread * (seats - 1) / (seats + 1)
