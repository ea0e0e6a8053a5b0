"""What can follow from a move in the auction room. Each event names the clause that it applies.

Amounts are in cents. An amount is None where it is hidden from who reads the event.
"""

from typing import ClassVar, Literal, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import BySeat, Seat
from paydays_widgets.games.auction_room.rules import Auction, Told

What: TypeAlias = Literal["value", "cost", "estimate", "budget"]


class WorthDrawn(game.Event, frozen=True, kw_only=True):
    """The common value of an object was drawn; nobody sees it before the round is over."""

    clause: Literal["AR-values"] = "AR-values"
    amount: int | None


class ValueDrawn(game.Event, frozen=True, kw_only=True):
    """A seat learnt its value, its cost, its estimate or its budget."""

    clause: Literal["AR-values"] = "AR-values"
    what: What
    seat: Seat
    amount: int | None


class RoundBegun(game.Event, frozen=True, kw_only=True):
    """An object was put up."""

    clause: Literal["AR-rounds"] = "AR-rounds"
    auction: Auction
    round: int
    rounds: int
    reserve: int


class BidSealed(game.Event, frozen=True, kw_only=True):
    """A seat handed in a bid, or a sheet without one (-1)."""

    clause: Literal["AR-bid"] = "AR-bid"
    seat: Seat
    amount: int | None


class BidsOpened(game.Event, frozen=True, kw_only=True):
    """The bids were opened, by seat: -1 for none; None where they stay secret."""

    outcome: ClassVar[bool] = True
    clause: Literal["AR-bid"] = "AR-bid"
    bids: BySeat[int | None]
    told: Told


class CallMade(game.Event, frozen=True, kw_only=True):
    """A seat decided how far the clock may run; -1 if it takes no part."""

    clause: Literal["AR-bid"] = "AR-bid"
    seat: Seat
    price: int | None
    stays: bool | None


class ClockMoved(game.Event, frozen=True, kw_only=True):
    """The clock moved by one tick."""

    clause: Literal["AR-bid"] = "AR-bid"
    price: int
    rises: bool


class SeatsPassed(game.Event, frozen=True, kw_only=True):
    """Some seats took no part; ``left`` are still in."""

    clause: Literal["AR-bid"] = "AR-bid"
    seats: tuple[Seat, ...]
    left: int


class ClockStopped(game.Event, frozen=True, kw_only=True):
    """Some seats stopped the clock; ``left`` are still in as it rises."""

    clause: Literal["AR-bid"] = "AR-bid"
    rises: bool
    seats: tuple[Seat, ...]
    price: int
    left: int


class LotDrawn(game.Event, frozen=True, kw_only=True):
    """The lot chose among equal bids."""

    clause: Literal["AR-tie"] = "AR-tie"
    seat: Seat | None
    tied: tuple[Seat, ...] | None
    told: Told


class ObjectSold(game.Event, frozen=True, kw_only=True):
    """The object was sold, or the work commissioned, at a price.

    ``rival`` is the best bid of another seat, or where it dropped out; -1 if there was none.
    """

    outcome: ClassVar[bool] = True
    clause: Literal["AR-price"] = "AR-price"
    auction: Auction
    seat: Seat | None
    price: int | None
    bid: int | None
    rival: int | None
    told: Told


class ObjectUnsold(game.Event, frozen=True, kw_only=True):
    """Nobody bid."""

    clause: Literal["AR-reserve"] = "AR-reserve"
    reserve: int


class ValuesTold(game.Event, frozen=True, kw_only=True):
    """What the object was worth came to light: the common value, or each seat's own."""

    clause: Literal["AR-told"] = "AR-told"
    worth: int | None
    values: BySeat[int | None]
    budgets: BySeat[int | None]
    winner: Seat | None
    reserve: int
    spread: int
    tender: bool
    told: Told


class ProfitBooked(game.Event, frozen=True, kw_only=True):
    """Each seat's profit of the round was added up; ``totals`` is what it has by now."""

    outcome: ClassVar[bool] = True

    clause: Literal["AR-profit"] = "AR-profit"
    winner: Seat | None
    value: int | None
    price: int | None
    profits: BySeat[int | None]
    totals: BySeat[int | None]
    tender: bool
    told: Told


class SeatRuined(game.Event, frozen=True, kw_only=True):
    """A seat lost its purse and is out."""

    clause: Literal["AR-ruin"] = "AR-ruin"
    seat: Seat
    purse: int


class ProfitsPaid(game.Event, frozen=True, kw_only=True):
    """At the end, profits that had been secret were paid."""

    clause: Literal["AR-told"] = "AR-told"
    totals: BySeat[int]


class GameEnded(game.Event, frozen=True, kw_only=True):
    """The game was over; the clause says whether enough seats are left to go on."""

    clause: Literal["AR-end", "AR-ruin"]
    winners: tuple[Seat, ...]
    totals: BySeat[int]


Event: TypeAlias = (
    WorthDrawn
    | ValueDrawn
    | RoundBegun
    | BidSealed
    | BidsOpened
    | CallMade
    | ClockMoved
    | SeatsPassed
    | ClockStopped
    | LotDrawn
    | ObjectSold
    | ObjectUnsold
    | ValuesTold
    | ProfitBooked
    | SeatRuined
    | ProfitsPaid
    | GameEnded
)
