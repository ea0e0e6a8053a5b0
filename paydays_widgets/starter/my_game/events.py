"""The possible consequences of a move. Each event names the rule that applied, its clause."""

from typing import Literal, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import BySeat, Seat


class WorthDealt(game.Event, frozen=True, tag=True, kw_only=True):
    """Each seat learns in secret what the lot is worth to it: from 1 to 10."""

    clause: Literal["MY-worth"] = "MY-worth"
    seat: Seat
    worth: int | None


class BidSealed(game.Event, frozen=True, tag=True, kw_only=True):
    """Each seat seals a bid that it can pay."""

    clause: Literal["MY-bid"] = "MY-bid"
    seat: Seat
    amount: int | None


class LotSold(game.Event, frozen=True, tag=True, kw_only=True):
    """The highest bidder pays the bid to the bank and receives what the lot is worth to it."""

    clause: Literal["MY-sale"] = "MY-sale"
    bids: BySeat[int]
    seat: Seat
    worth: int


class LotKept(game.Event, frozen=True, tag=True, kw_only=True):
    """If the highest bid is made twice, the bank keeps the lot."""

    clause: Literal["MY-tie"] = "MY-tie"
    bids: BySeat[int]


class GameEnded(game.Event, frozen=True, tag=True, kw_only=True):
    """After the last lot the seat with the most money wins."""

    clause: Literal["MY-end"] = "MY-end"
    winners: tuple[Seat, ...]


Event: TypeAlias = WorthDealt | BidSealed | LotSold | LotKept | GameEnded
