"""The state of a Pay Day game: households, decks, the pot, and the rest of the turn.

Deals and cards of mail are identified by their numbers in the deck, counted from 1. A seat's day
is 0 on Start and 31 on Pay Day. All money is in dollars.

One turn can lead to many others' decisions: a seat that lands on Daylight Savings sends every
seat to another day, where each may have to raise money, draw mail or play poker. So a position
holds an *agenda*: what the rules have yet to do in this turn, the next thing first. When the game
waits for a seat or for chance, it waits on the first item.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Turn
from paydays_widgets.games.pay_day.deck import Deck
from paydays_widgets.games.pay_day.moves import Move
from paydays_widgets.games.pay_day.rules import Rules

Purpose: TypeAlias = Literal["roll", "turn_up", "mail", "commission", "poker", "swellfare"]
"""What chance acts for."""
Prompt: TypeAlias = Literal["buy", "insure", "bet", "sell", "stake", "raise", "bank"]
"""What a seat decides: a Deal, an insurance, a Swellfare stake, a sale, a poker stake, how to
meet a payment, and what to do at the bank on Pay Day."""
Phase: TypeAlias = Purpose | Prompt | Literal["settling", "over"]

Debt: TypeAlias = Literal[
    "day", "election", "interest", "bills", "deal", "insurance", "poker", "swellfare"
]
"""What a payment is for; the last four are payments that a seat chose."""


class Household(Struct, frozen=True, gc=False):
    """What a seat has, owes and holds.

    Parameters
    ----------
    cash, savings, loan
        In dollars; at least one of savings and loan is 0 (PD-one-account).
    month, day
        Where its piece stands; it has finished when its month exceeds ``Rules.months``.
    bills
        The bills of this month, in the order in which they came.
    """

    cash: int
    savings: int = 0
    loan: int = 0
    month: int = 1
    day: int = 0
    bills: tuple[int, ...] = ()
    tickets: tuple[int, ...] = ()
    insurances: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()


class Visit(Struct, frozen=True, gc=False, tag=True):
    """A seat follows the instruction of its day.

    Parameters
    ----------
    back
        Whether Daylight Savings moved it there.
    """

    seat: Seat
    back: bool


class StepBack(Struct, frozen=True, gc=False, tag=True):
    """Daylight Savings moves a seat back one day."""

    seat: Seat


class Payment(Struct, frozen=True, gc=False, tag=True):
    """A seat pays; if its cash falls short, it must raise the rest (PD-raise).

    Parameters
    ----------
    card
        The Deal, insurance or Swellfare card paid for; 0 for none.
    """

    seat: Seat
    amount: int
    debt: Debt
    card: int = 0


class Delivery(Struct, frozen=True, gc=False, tag=True):
    """A seat has ``left`` more cards of mail to come."""

    seat: Seat
    left: int


class DealVisit(Struct, frozen=True, gc=False, tag=True):
    """The top Deal is turned up for a seat."""

    seat: Seat


class DealOffer(Struct, frozen=True, gc=False, tag=True):
    """A seat may buy the Deal that was turned up."""

    seat: Seat
    deal: int


class InsuranceOffer(Struct, frozen=True, gc=False, tag=True):
    """A seat may buy the insurance that came."""

    seat: Seat
    card: int


class SwellfareOffer(Struct, frozen=True, gc=False, tag=True):
    """A seat may stake money on the Swellfare card that came."""

    seat: Seat
    card: int


class SwellfareDraw(Struct, frozen=True, gc=False, tag=True):
    """The die decides a Swellfare stake."""

    seat: Seat
    stake: int
    card: int


class BuyerVisit(Struct, frozen=True, gc=False, tag=True):
    """A seat may sell a Deal."""

    seat: Seat


class PokerTable(Struct, frozen=True, gc=False, tag=True):
    """Seats decide in turn whether to play poker.

    Parameters
    ----------
    waiting
        The seats that have yet to decide, the next one first.
    """

    waiting: tuple[Seat, ...]
    players: tuple[Seat, ...]
    stake: int


class RollOff(Struct, frozen=True, gc=False, tag=True):
    """Some seats roll in turn; the highest roll wins the prize."""

    purpose: Literal["commission", "poker"]
    prize: int
    seats: tuple[Seat, ...]
    rolls: tuple[int, ...] = ()


class PaydayStep(Struct, frozen=True, gc=False, tag=True):
    """A seat continues its Pay Day at one of the seven steps."""

    seat: Seat
    step: Literal[1, 2, 3, 4, 5, 6, 7]


Item: TypeAlias = (
    Visit
    | StepBack
    | Payment
    | Delivery
    | DealVisit
    | DealOffer
    | InsuranceOffer
    | SwellfareOffer
    | SwellfareDraw
    | BuyerVisit
    | PokerTable
    | RollOff
    | PaydayStep
)


class State(Struct, frozen=True, gc=False):
    """A position.

    Parameters
    ----------
    phase
        What chance or a seat does next; ``settling`` while a move is carried out.
    deals
        The Deals in the deck whose order nobody knows, in ascending order of number.
    deals_under
        The Deals that were put under the deck, in order.
    mail, mail_under
        The same for the Mail deck.
    mail_discard
        The Mail discard, in the order in which cards were discarded.
    pot_open
        Whether a 6 wins it.
    stakes
        The money staked on poker or a Swellfare roll.
    agenda
        What is still to be done in this turn, the next thing first.
    counts
        How often chance has acted for each purpose in this turn, in the order of ``Purpose``, and
        then how often seats have decided: the lanes that luck is read from.
    """

    rules: Rules
    deck: Deck
    phase: Phase
    turn: int
    active: Seat
    households: tuple[Household, ...]
    deals: tuple[int, ...]
    mail: tuple[int, ...]
    deals_under: tuple[int, ...] = ()
    mail_under: tuple[int, ...] = ()
    mail_discard: tuple[int, ...] = ()
    pot: int = 0
    pot_open: bool = False
    stakes: int = 0
    agenda: tuple[Item, ...] = ()
    counts: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0)


class View(Struct, frozen=True, gc=False):
    """What a seat may know of a position: everything but the order of the decks.

    Fields of the same name are as in :class:`State`.

    Parameters
    ----------
    number
        The game's turn, counted from 1.
    legal
        The moves listed for the seat; other amounts may be legal too.
    """

    seat: Seat | None
    rules: Rules
    deck: Deck
    turn: Turn
    number: int
    active: Seat
    households: tuple[Household, ...]
    deals: tuple[int, ...]
    deals_under: tuple[int, ...]
    mail: tuple[int, ...]
    mail_under: tuple[int, ...]
    mail_discard: tuple[int, ...]
    pot: int
    pot_open: bool
    stakes: int
    agenda: tuple[Item, ...]
    legal: tuple[Move, ...]
