"""What can follow from a move in Master Builder. Each event names the clause that it applies.

Cards are identified by their numbers in the deck; sums are in thousands of dollars.
"""

from typing import Literal, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import Seat
from paydays_widgets.games.master_builder.moves import LoanKind
from paydays_widgets.games.master_builder.state import Job

WinClause: TypeAlias = Literal["MB-2-win", "MB-2-last-one"]
"""Whether a contract is won in an auction, or by the only seat left."""
DueClause: TypeAlias = Literal["MB-5-wages", "MB-3-event"]
"""What is due."""


class MalletDrawn(game.Event, frozen=True, kw_only=True):
    """A seat drew the mallet and goes first in round 1."""

    clause: Literal["MB-players"] = "MB-players"
    seat: Seat


class WorkerTurnedUp(game.Event, frozen=True, kw_only=True):
    """A worker became the open one of its pile."""

    clause: Literal["MB-workers"] = "MB-workers"
    worker: int


class RoundBegun(game.Event, frozen=True, kw_only=True):
    """A round began; its first seat has the mallet."""

    clause: Literal["MB-round", "MB-rounds-2-6", "MB-end"]
    seat: Seat
    round: int


class PhaseBegun(game.Event, frozen=True, kw_only=True):
    """A phase began: 1 hire and fire, 2 contracts, 3 event, 4 building, 5 income and wages."""

    clause: Literal["MB-round"] = "MB-round"
    phase: int


class WorkerHired(game.Event, frozen=True, kw_only=True):
    """A seat hired a worker; its wages are then ``bill``."""

    clause: Literal["MB-1-draft", "MB-1-turns"]
    seat: Seat
    worker: int
    bill: int


class WorkerFired(game.Event, frozen=True, kw_only=True):
    """A seat fired a worker, who went under the pile; its wages are then ``bill``."""

    clause: Literal["MB-1-fire"] = "MB-1-fire"
    seat: Seat
    worker: int
    bill: int


class SeatPassed(game.Event, frozen=True, kw_only=True):
    """A seat passed on hiring, naming, bidding or repaying, or had to, since no worker fits."""

    clause: Literal["MB-1-turns", "MB-1-wages", "MB-2-nominate", "MB-2-auction", "MB-5-repay"]
    seat: Seat


class EconomyTurnedUp(game.Event, frozen=True, kw_only=True):
    """An economy card came up; it calls for contracts, of which ``revealed`` are available."""

    clause: Literal["MB-economy"] = "MB-economy"
    seat: Seat
    card: int
    says: int
    revealed: int


class ContractTurnedUp(game.Event, frozen=True, kw_only=True):
    """A contract came on offer."""

    clause: Literal["MB-2-reveal"] = "MB-2-reveal"
    contract: int


class NamingForced(game.Event, frozen=True, kw_only=True):
    """Nobody named a contract, but in round 1 a seat without one must.

    Parameters
    ----------
    seat
        The seat that must.
    short
        The seats that had too little cash for any contract; the others passed.
    """

    clause: Literal["MB-2-must-name"] = "MB-2-must-name"
    seat: Seat
    short: tuple[Seat, ...] = ()


class ContractNamed(game.Event, frozen=True, kw_only=True):
    """A seat named a contract and an opening bid."""

    clause: Literal["MB-2-nominate"] = "MB-2-nominate"
    seat: Seat
    contract: int
    bid: int
    cost: int


class BidRaised(game.Event, frozen=True, kw_only=True):
    """A seat raised the bid."""

    clause: Literal["MB-2-auction"] = "MB-2-auction"
    seat: Seat
    contract: int
    bid: int


class ContractWon(game.Event, frozen=True, kw_only=True):
    """A seat paid for a contract and took its sections; the clause says whether by auction."""

    clause: WinClause
    seat: Seat
    contract: int
    price: int
    cost: int


class LeftOverTaken(game.Event, frozen=True, kw_only=True):
    """The winner took the money that lay on the contract."""

    clause: Literal["MB-2-left-over"] = "MB-2-left-over"
    seat: Seat
    contract: int
    amount: int


class BiddingNarrowed(game.Event, frozen=True, kw_only=True):
    """A seat has won two contracts in round 1: only ``seats`` may win more, one each."""

    clause: Literal["MB-2-first-round"] = "MB-2-first-round"
    seat: Seat
    seats: tuple[Seat, ...]


class AuctionsEnded(game.Event, frozen=True, kw_only=True):
    """Nothing is on offer, or nobody names a contract any more; ``without`` hold none."""

    clause: Literal["MB-2-end", "MB-2-later"]
    without: tuple[Seat, ...]
    left: tuple[int, ...]


class ContractLeftOver(game.Event, frozen=True, kw_only=True):
    """Nobody wanted a contract: money was put on it, unless this was the last round."""

    clause: Literal["MB-2-left-over"] = "MB-2-left-over"
    contract: int
    amount: int


class ContractWithdrawn(game.Event, frozen=True, kw_only=True):
    """Nobody wanted a contract a second time: it left the game, and its money went to the bank."""

    clause: Literal["MB-2-left-over"] = "MB-2-left-over"
    contract: int
    amount: int


class EarlyRepaymentEnded(game.Event, frozen=True, kw_only=True):
    """From now on loans are repaid at the late price."""

    clause: Literal["MB-5-early"] = "MB-5-early"


class ContractsGone(game.Event, frozen=True, kw_only=True):
    """All contracts are assigned or have left the game: round ``last`` will be the last."""

    clause: Literal["MB-end"] = "MB-end"
    last: int


class EventTurnedUp(game.Event, frozen=True, kw_only=True):
    """An event came up."""

    clause: Literal["MB-3-event"] = "MB-3-event"
    seat: Seat
    card: int


class SeatSpared(game.Event, frozen=True, kw_only=True):
    """The event spared a seat."""

    clause: Literal["MB-3-event"] = "MB-3-event"
    seat: Seat
    card: int


class WorkersTurnedDown(game.Event, frozen=True, kw_only=True):
    """Workers will miss the building phase; the bank paid ``pay`` for each."""

    clause: Literal["MB-3-absent"] = "MB-3-absent"
    seat: Seat
    workers: tuple[int, ...]
    pay: int


class WorkerDismissed(game.Event, frozen=True, kw_only=True):
    """A worker left and went under the pile; the seat's wages are then ``bill``."""

    clause: Literal["MB-3-gone"] = "MB-3-gone"
    seat: Seat
    worker: int
    bill: int


class EventPutBack(game.Event, frozen=True, kw_only=True):
    """The event went under its pile."""

    clause: Literal["MB-3-event"] = "MB-3-event"
    card: int


class WorkerAssigned(game.Event, frozen=True, kw_only=True):
    """A seat assigned a worker to a section; the other seats see None."""

    clause: Literal["MB-4-assign"] = "MB-4-assign"
    seat: Seat
    worker: int | None
    contract: int | None
    section: int | None


class AssignmentDone(game.Event, frozen=True, kw_only=True):
    """A seat finished assigning, with ``workers`` assigned."""

    clause: Literal["MB-4-assign"] = "MB-4-assign"
    seat: Seat
    workers: int


class AssignmentsRevealed(game.Event, frozen=True, kw_only=True):
    """All seats are ready, and their assignments are revealed, by seat."""

    clause: Literal["MB-4-assign"] = "MB-4-assign"
    jobs: tuple[tuple[Job, ...], ...]


class SectionsBuilt(game.Event, frozen=True, kw_only=True):
    """A seat built sections of a contract, of which ``standing`` now stand in all."""

    clause: Literal["MB-4-assign"] = "MB-4-assign"
    seat: Seat
    contract: int
    sections: tuple[int, ...]
    standing: int


class SectionsUnbuilt(game.Event, frozen=True, kw_only=True):
    """Workers worked in vain: they were too few, or the section could not have stood."""

    clause: Literal["MB-4-assign", "MB-4-stable", "MB-4-walls"]
    seat: Seat
    contract: int
    sections: tuple[int, ...]


class WorkersBack(game.Event, frozen=True, kw_only=True):
    """All workers are face up again; ``idle`` had been face down."""

    clause: Literal["MB-4-back"] = "MB-4-back"
    idle: int


class IncomePaid(game.Event, frozen=True, kw_only=True):
    """A finished building paid its income and went to the town."""

    clause: Literal["MB-5-income"] = "MB-5-income"
    seat: Seat
    contract: int
    amount: int


class PaymentShort(game.Event, frozen=True, kw_only=True):
    """A seat has less cash than is due and must borrow."""

    clause: DueClause
    seat: Seat
    due: int
    cash: int


class DuePaid(game.Event, frozen=True, kw_only=True):
    """A seat paid its wages, or what an event demanded."""

    clause: DueClause
    seat: Seat
    amount: int
    workers: int


class LoanTaken(game.Event, frozen=True, kw_only=True):
    """A seat borrowed, since ``due`` exceeded its cash, which was ``cash``."""

    clause: Literal["MB-5-loans"] = "MB-5-loans"
    seat: Seat
    loan: LoanKind
    amount: int
    due: int
    cash: int


class LoanRepaid(game.Event, frozen=True, kw_only=True):
    """A seat repaid a loan of ``principal`` with ``amount``, at the early or the late price."""

    clause: Literal["MB-5-repay"] = "MB-5-repay"
    seat: Seat
    loan: LoanKind
    principal: int
    amount: int
    early: bool


class UnfinishedPaid(game.Event, frozen=True, kw_only=True):
    """At the end, an unfinished building paid its income less ``each`` per missing section."""

    clause: Literal["MB-end-unfinished"] = "MB-end-unfinished"
    seat: Seat
    contract: int
    income: int
    missing: int
    each: int
    amount: int


class LoansSettled(game.Event, frozen=True, kw_only=True):
    """At the end, a seat repaid all its ``small`` and ``large`` loans at one price."""

    clause: Literal["MB-end-loans"] = "MB-end-loans"
    seat: Seat
    small: int
    large: int
    amount: int
    early: bool


class GameEnded(game.Event, frozen=True, kw_only=True):
    """The game is over: the richest win."""

    clause: Literal["MB-end-loans"] = "MB-end-loans"
    winners: tuple[Seat, ...]
    cash: tuple[int, ...]


Event: TypeAlias = (
    MalletDrawn
    | WorkerTurnedUp
    | RoundBegun
    | PhaseBegun
    | WorkerHired
    | WorkerFired
    | SeatPassed
    | EconomyTurnedUp
    | ContractTurnedUp
    | NamingForced
    | ContractNamed
    | BidRaised
    | ContractWon
    | LeftOverTaken
    | BiddingNarrowed
    | AuctionsEnded
    | ContractLeftOver
    | ContractWithdrawn
    | EarlyRepaymentEnded
    | ContractsGone
    | EventTurnedUp
    | SeatSpared
    | WorkersTurnedDown
    | WorkerDismissed
    | EventPutBack
    | WorkerAssigned
    | AssignmentDone
    | AssignmentsRevealed
    | SectionsBuilt
    | SectionsUnbuilt
    | WorkersBack
    | IncomePaid
    | PaymentShort
    | DuePaid
    | LoanTaken
    | LoanRepaid
    | UnfinishedPaid
    | LoansSettled
    | GameEnded
)
