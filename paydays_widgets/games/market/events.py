"""What can follow from a move in the market. Each event names the clause that it applies.

Amounts are in cents. An amount is None where it is hidden from who reads the event.
"""

from typing import ClassVar, Literal, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import BySeat, Seat

Side: TypeAlias = Literal["buyer", "seller"]
Cause: TypeAlias = Literal["waits", "side", "time", "quota", "call"]
"""Why a period ends: all wait, one side has no unit left, time is up, a quota, its only call."""


class CardDealt(game.Event, frozen=True, kw_only=True):
    """A seat was dealt what a unit is worth to it, or costs it."""

    clause: Literal["MK-cards"] = "MK-cards"
    seat: Seat
    side: Side
    amount: int | None


class DemandShifted(game.Event, frozen=True, kw_only=True):
    """Every value rose; only buyers learn it."""

    clause: Literal["MK-change"] = "MK-change"
    amount: int | None


class RolesSwapped(game.Event, frozen=True, kw_only=True):
    """Buyers became sellers, and sellers buyers."""

    clause: Literal["MK-roles"] = "MK-roles"


class PeriodBegun(game.Event, frozen=True, kw_only=True):
    """The market opened."""

    clause: Literal["MK-periods"] = "MK-periods"
    period: int
    periods: int


class OfferSealed(game.Event, frozen=True, kw_only=True):
    """A seat handed in a price in secret, or none (-1).

    Parameters
    ----------
    side
        With shares, whether it would buy or sell at that price.
    """

    clause: Literal["MK-call"] = "MK-call"
    seat: Seat
    unit: int
    price: int | None
    side: Side | None = None


class OffersOpened(game.Event, frozen=True, kw_only=True):
    """All sealed offers were opened, without names: bids from the highest, asks from the lowest.

    Parameters
    ----------
    units
        How many are traded.
    price
        What each of them costs; None if none is.
    share
        Whether they are shares.
    """

    outcome: ClassVar[bool] = True
    clause: Literal["MK-cross"] = "MK-cross"
    bids: tuple[int, ...]
    asks: tuple[int, ...]
    units: int
    price: int | None
    share: bool = False


class LotDrawn(game.Event, frozen=True, kw_only=True):
    """The lot gave a place among equal offers."""

    clause: Literal["MK-tie"] = "MK-tie"
    seat: Seat
    side: Side
    tied: tuple[Seat, ...]


class WordGiven(game.Event, frozen=True, kw_only=True):
    """A seat was drawn to act."""

    clause: Literal["MK-word"] = "MK-word"
    seat: Seat


class OfferMade(game.Event, frozen=True, kw_only=True):
    """A seat put a price on the book; ``before`` is the one it replaces, or None."""

    clause: Literal["MK-offer"] = "MK-offer"
    seat: Seat
    side: Side
    price: int
    before: int | None


class OfferWithdrawn(game.Event, frozen=True, kw_only=True):
    """A seat took its price off the book."""

    clause: Literal["MK-withdraw"] = "MK-withdraw"
    seat: Seat
    side: Side
    price: int


class Waited(game.Event, frozen=True, kw_only=True):
    """A seat did nothing."""

    clause: Literal["MK-wait"] = "MK-wait"
    seat: Seat


class Traded(game.Event, frozen=True, kw_only=True):
    """A unit changed hands.

    Parameters
    ----------
    share
        Whether it is a share.
    value
        What a share pays on average, where pages show it; None elsewhere.
    """

    outcome: ClassVar[bool] = True
    clause: Literal["MK-take", "MK-cross"]
    buyer: Seat
    seller: Seat
    price: int
    number: int
    share: bool = False
    value: int | None = None


class GainBooked(game.Event, frozen=True, kw_only=True):
    """A seat's gain from a unit was added up; nobody else learns of it."""

    clause: Literal["MK-gain", "MK-tax"]
    seat: Seat
    side: Side
    card: int | None
    price: int
    tax: int
    gain: int | None


class OfferLapsed(game.Event, frozen=True, kw_only=True):
    """A bid left the book: its seat cannot pay it any more."""

    clause: Literal["MK-cash"] = "MK-cash"
    seat: Seat
    price: int


class LoanTaken(game.Event, frozen=True, kw_only=True):
    """A seat borrowed what its cash did not cover.

    Parameters
    ----------
    amount, debt
        What it borrowed, and what it owes now.
    """

    clause: Literal["MK-credit"] = "MK-credit"
    seat: Seat
    amount: int
    debt: int


class LoanRepaid(game.Event, frozen=True, kw_only=True):
    """What a seat received went to its debt; ``debt`` is what it still owes."""

    clause: Literal["MK-repay"] = "MK-repay"
    seat: Seat
    amount: int
    debt: int


class DividendPaid(game.Event, frozen=True, kw_only=True):
    """Each share paid.

    Parameters
    ----------
    left
        How many dividends are to come.
    shares
        Those of each seat.
    """

    outcome: ClassVar[bool] = True
    clause: Literal["MK-dividend"] = "MK-dividend"
    amount: int
    left: int
    shares: BySeat[int]


class InterestBooked(game.Event, frozen=True, kw_only=True):
    """A debt rose by its interest; ``debt`` is what it was before."""

    clause: Literal["MK-interest"] = "MK-interest"
    seat: Seat
    debt: int
    rate: int
    amount: int


class MarginCalled(game.Event, frozen=True, kw_only=True):
    """A seat owed more than its shares are good for, and had to sell.

    Parameters
    ----------
    most
        What it could owe with so many shares, at the last price.
    """

    outcome: ClassVar[bool] = True
    clause: Literal["MK-margin"] = "MK-margin"
    seat: Seat
    debt: int
    shares: int
    price: int
    credit: int
    most: int


class ForceSold(game.Event, frozen=True, kw_only=True):
    """A seat had to sell a share.

    Parameters
    ----------
    buyer
        Who bid most; None for the bank.
    value
        What the share pays on average from now on, where pages show it; None elsewhere.
    last
        The last price before.
    """

    outcome: ClassVar[bool] = True
    clause: Literal["MK-forced"] = "MK-forced"
    seat: Seat
    buyer: Seat | None
    price: int
    value: int | None
    last: int


class Ruined(game.Event, frozen=True, kw_only=True):
    """A seat owed something and had nothing left."""

    outcome: ClassVar[bool] = True
    clause: Literal["MK-ruin"] = "MK-ruin"
    seat: Seat
    debt: int


class PeriodEnded(game.Event, frozen=True, kw_only=True):
    """The market closed.

    Parameters
    ----------
    free
        Whether anyone could act at any time, so that a bell may have made them wait.
    share
        Whether shares were traded.
    """

    outcome: ClassVar[bool] = True
    clause: Literal["MK-close", "MK-quota", "MK-cross"]
    cause: Cause
    period: int
    units: int
    free: bool = False
    share: bool = False


class CardsTold(game.Event, frozen=True, kw_only=True):
    """What every unit was worth, or cost, came to light."""

    clause: Literal["MK-told"] = "MK-told"
    cards: BySeat[tuple[int, ...]]


class GainsPaid(game.Event, frozen=True, kw_only=True):
    """The gains were paid."""

    clause: Literal["MK-told"] = "MK-told"
    totals: BySeat[int]


class GameEnded(game.Event, frozen=True, kw_only=True):
    """The last period was over.

    Parameters
    ----------
    totals
        What each has gained, or its cash less its debts.
    shares
        Whether shares were traded.
    """

    clause: Literal["MK-end"] = "MK-end"
    winners: tuple[Seat, ...]
    totals: BySeat[int]
    shares: bool = False


Event: TypeAlias = (
    CardDealt
    | DemandShifted
    | RolesSwapped
    | PeriodBegun
    | OfferSealed
    | OffersOpened
    | LotDrawn
    | WordGiven
    | OfferMade
    | OfferWithdrawn
    | Waited
    | Traded
    | GainBooked
    | OfferLapsed
    | LoanTaken
    | LoanRepaid
    | DividendPaid
    | InterestBooked
    | MarginCalled
    | ForceSold
    | Ruined
    | PeriodEnded
    | CardsTold
    | GainsPaid
    | GameEnded
)
