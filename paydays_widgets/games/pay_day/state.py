"""The facts of a Pay Day game: households, decks, the pot, and what the turn has yet to bring.

Deals and cards of the mail are named by their numbers in the deck, counted from 1. A seat's day
is 0 on Start and 31 on Pay Day.

A turn can lead far: whoever lands on Daylight Savings sends every seat to another day, and each
of them may have to raise money, draw mail or play poker there. So a position holds an
*agenda*: what the rules have yet to do in this turn, the next thing first. What waits for a seat
or for chance is its first item.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Standing, Turn
from paydays_widgets.games.pay_day.deck import Deck
from paydays_widgets.games.pay_day.moves import Move
from paydays_widgets.games.pay_day.rules import Rules

Purpose: TypeAlias = Literal["roll", "turn_up", "mail", "commission", "poker", "swellfare"]
"""What chance acts for."""
Prompt: TypeAlias = Literal["buy", "insure", "bet", "sell", "stake", "raise", "bank"]
"""What a seat decides: a Deal, an insurance, a Swellfare stake, a sale, a poker stake, how a
payment is met, and what is done at the bank on Pay Day."""
Phase: TypeAlias = Purpose | Prompt | Literal["settling", "over"]

Debt: TypeAlias = Literal[
    "day", "election", "interest", "bills", "deal", "insurance", "poker", "swellfare"
]
"""What a payment is for; the last four are those that a seat chose."""


class Household(Struct, frozen=True, gc=False):
    """What a seat has, owes and holds.

    Parameters
    ----------
    cash, savings, loan
        In dollars; savings or loan is 0 (PD-one-account).
    month, day
        Where its piece stands; a month above those to be played: it has finished.
    bills
        The bills of this month, by card, in the order in which they came.
    tickets
        The lottery tickets of this month.
    insurances
        The insurances that it has bought.
    deals
        The Deals that it has bought and not sold.
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
    seat
        Who.
    back
        Whether Daylight Savings brought it there.
    """

    seat: Seat
    back: bool


class StepBack(Struct, frozen=True, gc=False, tag=True):
    """Daylight Savings moves a seat back one day."""

    seat: Seat


class Payment(Struct, frozen=True, gc=False, tag=True):
    """A seat pays; what its cash lacks it must raise (PD-raise).

    Parameters
    ----------
    seat, amount
        Who and how much.
    debt
        What for.
    card
        The Deal, insurance or Swellfare card that is paid for; 0 for none.
    """

    seat: Seat
    amount: int
    debt: Debt
    card: int = 0


class Delivery(Struct, frozen=True, gc=False, tag=True):
    """A seat is to get this many more cards of mail."""

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
    """The die decides about a Swellfare stake."""

    seat: Seat
    stake: int
    card: int


class BuyerVisit(Struct, frozen=True, gc=False, tag=True):
    """A seat may sell a Deal."""

    seat: Seat


class PokerTable(Struct, frozen=True, gc=False, tag=True):
    """Seats decide in turn whether they play poker.

    Parameters
    ----------
    waiting
        Who has yet to decide, the next one first.
    players
        Who has put in a stake.
    stake
        How much each puts in.
    """

    waiting: tuple[Seat, ...]
    players: tuple[Seat, ...]
    stake: int


class RollOff(Struct, frozen=True, gc=False, tag=True):
    """Seats roll in turn; the highest wins.

    Parameters
    ----------
    purpose
        A commission, or the stakes at poker.
    prize
        What the highest wins.
    seats
        Who rolls in this round.
    rolls
        What they have rolled so far.
    """

    purpose: Literal["commission", "poker"]
    prize: int
    seats: tuple[Seat, ...]
    rolls: tuple[int, ...] = ()


class PaydayStep(Struct, frozen=True, gc=False, tag=True):
    """A seat goes on with its Pay Day at one of the seven steps."""

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
    rules, deck
        What is played.
    phase
        What chance or a seat does next; ``settling`` inside a move.
    turn
        The turn, counted from 1.
    active
        Whose turn it is.
    households
        One a seat.
    deals
        The Deals of the deck whose order nobody knows, by number, ascending.
    deals_under
        Those that were put under it, in their order.
    mail, mail_under
        The same for the Mail deck.
    mail_discard
        The Mail discard, in the order in which cards came there.
    pot
        What lies in the pot.
    pot_open
        Whether a 6 wins it.
    stakes
        What lies on the table at poker or for a Swellfare roll.
    agenda
        What is to be done in this turn, the next thing first.
    counts
        How often chance acted for each purpose in this turn, in the order of ``Purpose``, and
        last how often seats decided: the lanes that luck is read from.
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
    """What a seat may know of a position: all of it, since only the order of decks is hidden.

    Parameters
    ----------
    seat
        Who looks; None for what lies open on the table.
    rules, deck
        What is played.
    turn
        Who may act.
    number
        The game's turn, counted from 1.
    active
        Whose turn it is.
    households
        One a seat.
    deals, deals_under, mail, mail_under, mail_discard
        The decks, as far as cards and order can be known.
    pot, pot_open, stakes
        The money on the table.
    agenda
        What is to be done in this turn, the next thing first.
    legal
        The moves that the seat may make; amounts beyond these may be legal, too.
    standing
        The ranking as it stands.
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
    standing: Standing
