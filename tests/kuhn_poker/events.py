"""What can follow from a move in Kuhn poker. Each event names the clause that it applies."""

from typing import Literal, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import Seat
from tests.kuhn_poker.deck import Card

WinClause: TypeAlias = Literal["KP-showdown", "KP-fold"]
"""Whether the card decides, or the other seat has given up."""


class CardDealt(game.Event, frozen=True, kw_only=True):
    """A seat was dealt a card; the other seat sees None."""

    clause: Literal["KP-deal"] = "KP-deal"
    seat: Seat
    card: Card | None


class AntesPaid(game.Event, frozen=True, kw_only=True):
    """Both seats paid the ante."""

    clause: Literal["KP-ante"] = "KP-ante"
    each: int


class Checked(game.Event, frozen=True, kw_only=True):
    """A seat added nothing."""

    clause: Literal["KP-check"] = "KP-check"
    seat: Seat


class BetMade(game.Event, frozen=True, kw_only=True):
    """A seat bet."""

    clause: Literal["KP-bet"] = "KP-bet"
    seat: Seat
    amount: int
    pot: int


class BetCalled(game.Event, frozen=True, kw_only=True):
    """A seat put in as much as the other had bet."""

    clause: Literal["KP-answer"] = "KP-answer"
    seat: Seat
    amount: int
    pot: int


class HandGivenUp(game.Event, frozen=True, kw_only=True):
    """A seat folded."""

    clause: Literal["KP-answer"] = "KP-answer"
    seat: Seat


class CardsShown(game.Event, frozen=True, kw_only=True):
    """The cards were turned up, by seat."""

    clause: Literal["KP-showdown"] = "KP-showdown"
    cards: tuple[Card, Card]


class PotWon(game.Event, frozen=True, kw_only=True):
    """A seat took the pot; the clause says whether by its card or because the other folded."""

    clause: WinClause
    seat: Seat
    amount: int


class GameEnded(game.Event, frozen=True, kw_only=True):
    """The hand was over; ``gain`` is what the winner won from the other seat, in chips."""

    clause: Literal["KP-end"] = "KP-end"
    winner: Seat
    gain: int


Event: TypeAlias = (
    CardDealt
    | AntesPaid
    | Checked
    | BetMade
    | BetCalled
    | HandGivenUp
    | CardsShown
    | PotWon
    | GameEnded
)
