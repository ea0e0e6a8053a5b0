"""What a seat, or chance, can decide in Master Builder, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 hire foreman``, ``1 fire 17``, ``2 name 7 14``, ``3 bid 15``, ``1 assign 17 7.2``,
``* worker 17``. Workers, contracts, economy and event cards are identified by their numbers in
the deck, sections by the contract's number and their own; sums are in thousands of dollars.
"""

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta

from paydays_widgets.core import game
from paydays_widgets.core.game import Seat
from paydays_widgets.core.notation import Notation
from paydays_widgets.games.master_builder.deck import Skill

Number: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
"""A card's number in the deck."""

Amount: TypeAlias = Annotated[int, Meta(ge=1, le=9_999)]

LoanKind: TypeAlias = Literal["small", "large"]
LOANS: Final[tuple[LoanKind, ...]] = get_args(LoanKind)

Cards: TypeAlias = Literal["worker", "contract", "economy", "event"]
CARDS: Final[tuple[Cards, ...]] = get_args(Cards)


class Hire(game.Move, frozen=True):
    """Take the open worker of a skill (MB-1-draft, MB-1-turns)."""

    form = "{by} hire {skill}"
    skill: Skill


class Fire(game.Move, frozen=True):
    """Put one of the seat's workers under its pile (MB-1-fire)."""

    form = "{by} fire {worker}"
    worker: Number


class Pass(game.Move, frozen=True):
    """Neither hire nor fire, name no contract, stop bidding, or keep the loans."""

    form = "{by} pass"


class Name(game.Move, frozen=True):
    """Name a contract on offer, with an opening bid (MB-2-nominate)."""

    form = "{by} name {contract} {bid}"
    contract: Number
    bid: Amount


class Bid(game.Move, frozen=True):
    """Raise the bid for the contract that was named (MB-2-auction)."""

    form = "{by} bid {amount}"
    amount: Amount


class Choose(game.Move, frozen=True):
    """Choose one of the seat's workers for the event to strike (MB-3-absent, MB-3-gone)."""

    form = "{by} choose {worker}"
    worker: Number


class Assign(game.Move, frozen=True):
    """Assign a worker to a section, hidden from the other seats (MB-4-assign)."""

    form = "{by} assign {worker} {contract}.{section}"
    worker: Number
    contract: Number
    section: Annotated[int, Meta(ge=1, le=9)]


class Build(game.Move, frozen=True):
    """Finish assigning; manned sections are built once all seats are ready (MB-4-assign)."""

    form = "{by} build"


class Borrow(game.Move, frozen=True):
    """Take out a loan to pay what is due (MB-5-loans)."""

    form = "{by} borrow {loan}"
    loan: LoanKind


class Repay(game.Move, frozen=True):
    """Repay a loan, in one sum (MB-5-repay)."""

    form = "{by} repay {loan}"
    loan: LoanKind


class DrawLot(game.Move, frozen=True):
    """Chance gives a seat the mallet (MB-players)."""

    form = "* mallet {seat}"
    seat: Seat


class TurnUp(game.Move, frozen=True):
    """Chance turns up the next card of a pile, by its number in the deck."""

    form = "* {cards} {number}"
    cards: Cards
    number: Number


Move: TypeAlias = (
    Hire | Fire | Pass | Name | Bid | Choose | Assign | Build | Borrow | Repay | DrawLot | TurnUp
)

NOTATION: Final[Notation[Move]] = Notation(Move)
