"""What can follow from a move in Zahltag. Each event names the clause that it applies.

Money is in millions.
"""

from typing import ClassVar, Literal, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import Seat
from paydays_widgets.games.zahltag.moves import Kind
from paydays_widgets.games.zahltag.state import Cards

TurnClause: TypeAlias = Literal["ZT-turn-end", "ZT-players", "ZT-out-how"]
"""Why a turn begins."""
EndClause: TypeAlias = Literal["ZT-end", "ZT-end-tie", "ZT-out", "ZT-out-how"]
"""What decides a game."""


class CardDealt(game.Event, frozen=True, kw_only=True):
    """A seat was dealt a card; the other seats see None as its kind."""

    clause: Literal["ZT-deal"] = "ZT-deal"
    seat: Seat
    kind: Kind | None


class StacksSorted(game.Event, frozen=True, kw_only=True):
    """The undealt cards became four open stacks."""

    clause: Literal["ZT-deal"] = "ZT-deal"
    stacks: Cards


class EquipmentTaken(game.Event, frozen=True, kw_only=True):
    """A seat took a card from a stack and now has ``total`` in hand and on the table."""

    clause: Literal["ZT-2-change", "ZT-adjust", "ZT-2-limit-how"]
    seat: Seat
    kind: Kind
    total: int


class EquipmentDiscarded(game.Event, frozen=True, kw_only=True):
    """A seat put a hand card on its stack."""

    clause: Literal["ZT-2-change", "ZT-adjust", "ZT-2-limit-how"]
    seat: Seat
    kind: Kind
    total: int


class EquipmentExchanged(game.Event, frozen=True, kw_only=True):
    """A seat put a hand card on its stack and took one of another kind."""

    clause: Literal["ZT-2-change", "ZT-adjust"]
    seat: Seat
    gave: Kind
    took: Kind
    total: int


class EquipmentKept(game.Event, frozen=True, kw_only=True):
    """A seat changed nothing, or nothing more."""

    clause: Literal["ZT-2-change", "ZT-adjust"]
    seat: Seat
    total: int


class FinePaid(game.Event, frozen=True, kw_only=True):
    """A seat paid for a card above the limit: ``each`` to all ``payees``, or to the bank."""

    clause: Literal["ZT-2-limit"] = "ZT-2-limit"
    seat: Seat
    surplus: int
    each: int
    payees: tuple[Seat, ...]
    paid: int


class SeatOut(game.Event, frozen=True, kw_only=True):
    """A seat could not pay ``owed`` out of ``had`` and left the game with its cards."""

    clause: Literal["ZT-out"] = "ZT-out"
    seat: Seat
    owed: int
    had: int
    cards: Cards


class ContractTurnedUp(game.Event, frozen=True, kw_only=True):
    """A contract came up and can be bid for."""

    clause: Literal["ZT-3-reveal"] = "ZT-3-reveal"
    seat: Seat
    contract: int
    needs: Cards


class PaydayTurnedUp(game.Event, frozen=True, kw_only=True):
    """A payday came up and takes effect; the clause says why it may."""

    clause: Literal["ZT-3-reveal", "ZT-3-first", "ZT-3-repeat-end"]
    seat: Seat


class PaydayPutBack(game.Event, frozen=True, kw_only=True):
    """A payday came up right after a payday and was shuffled back."""

    clause: Literal["ZT-3-repeat", "ZT-3-first"]
    seat: Seat


class PaydayForced(game.Event, frozen=True, kw_only=True):
    """After ``contracts`` in a row a payday was taken out of the pile."""

    clause: Literal["ZT-3-forced"] = "ZT-3-forced"
    seat: Seat
    contracts: int


class BidSealed(game.Event, frozen=True, kw_only=True):
    """A seat laid down a bid card; ``amount`` is 0 for "00", and None to the other seats."""

    clause: Literal["ZT-4-bid"] = "ZT-4-bid"
    seat: Seat
    amount: int | None


class BidsRevealed(game.Event, frozen=True, kw_only=True):
    """All bid cards turned over together."""

    outcome: ClassVar[bool] = True
    clause: Literal["ZT-4-award"] = "ZT-4-award"
    bids: tuple[int | None, ...]
    lowest: int
    """0 if all passed."""


class ContractAwarded(game.Event, frozen=True, kw_only=True):
    """The lowest bid won: its seat was paid and its equipment went to work."""

    outcome: ClassVar[bool] = True
    clause: Literal["ZT-4-award"] = "ZT-4-award"
    seat: Seat
    contract: int
    amount: int
    needs: Cards


class ContractShared(game.Event, frozen=True, kw_only=True):
    """A tied seat builds for 2 less than its bid; a negative ``amount`` is what it pays.

    ``tied`` lists the seats that made this bid, in the order of play.
    """

    outcome: ClassVar[bool] = True
    clause: Literal["ZT-4-tie"] = "ZT-4-tie"
    seat: Seat
    contract: int
    bid: int
    amount: int
    needs: Cards
    tied: tuple[Seat, ...]


class ShareUnpayable(game.Event, frozen=True, kw_only=True):
    """A tied seat could not pay what the tie costs, so it builds nothing."""

    outcome: ClassVar[bool] = True
    clause: Literal["ZT-4-tie-broke"] = "ZT-4-tie-broke"
    seat: Seat
    contract: int
    owed: int
    had: int


class ContractUnawarded(game.Event, frozen=True, kw_only=True):
    """All passed: nobody got the contract."""

    outcome: ClassVar[bool] = True
    clause: Literal["ZT-4-none"] = "ZT-4-none"
    contract: int


class BidCardsReturned(game.Event, frozen=True, kw_only=True):
    """Seats took back their bid cards; the contract, the ``count``-th in a row, stays in view."""

    clause: Literal["ZT-4-back"] = "ZT-4-back"
    contract: int
    count: int


class IdleEquipmentPaid(game.Event, frozen=True, kw_only=True):
    """Seats paid for hand cards above the smallest hand.

    ``hands`` and ``dues`` have one entry per seat, None for a seat already out; ``broke`` lists
    the seats that could not pay.
    """

    clause: Literal["ZT-4-payday"] = "ZT-4-payday"
    smallest: int
    hands: tuple[int | None, ...]
    dues: tuple[int | None, ...]
    broke: tuple[Seat, ...]


class PaydayCounted(game.Event, frozen=True, kw_only=True):
    """The ``count``-th payday was laid aside with the contracts before it."""

    clause: Literal["ZT-4-counted"] = "ZT-4-counted"
    count: int
    contracts: int


class TurnBegun(game.Event, frozen=True, kw_only=True):
    """The next seat became active."""

    clause: TurnClause
    seat: Seat
    turn: int


class EquipmentBroughtHome(game.Event, frozen=True, kw_only=True):
    """Cards on the active seat's right went back to its hand."""

    clause: Literal["ZT-1-continue"] = "ZT-1-continue"
    seat: Seat
    cards: Cards


class EquipmentMovedOn(game.Event, frozen=True, kw_only=True):
    """Cards on the active seat's left moved to its right."""

    clause: Literal["ZT-1-continue"] = "ZT-1-continue"
    seat: Seat
    cards: Cards


class GameEnded(game.Event, frozen=True, kw_only=True):
    """The game is over; the clause says what decided it."""

    clause: EndClause
    winners: tuple[Seat, ...]
    money: tuple[int, ...]
    cards: tuple[int, ...]
    on_table: tuple[int, ...]


Event: TypeAlias = (
    CardDealt
    | StacksSorted
    | EquipmentTaken
    | EquipmentDiscarded
    | EquipmentExchanged
    | EquipmentKept
    | FinePaid
    | SeatOut
    | ContractTurnedUp
    | PaydayTurnedUp
    | PaydayPutBack
    | PaydayForced
    | BidSealed
    | BidsRevealed
    | ContractAwarded
    | ContractShared
    | ShareUnpayable
    | ContractUnawarded
    | BidCardsReturned
    | IdleEquipmentPaid
    | PaydayCounted
    | TurnBegun
    | EquipmentBroughtHome
    | EquipmentMovedOn
    | GameEnded
)
