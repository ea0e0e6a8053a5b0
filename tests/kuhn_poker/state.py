"""The facts of a hand of Kuhn poker: who holds which card, who has which chips, the pot."""

from typing import Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Turn
from tests.kuhn_poker.deck import Card, Deck
from tests.kuhn_poker.moves import Move
from tests.kuhn_poker.rules import Rules

Phase: TypeAlias = Literal["deal", "open", "answer", "settling", "over"]


class Side(Struct, frozen=True, gc=False):
    """What a seat has: its chips, and its card; None before the deal, and where it is hidden."""

    money: int
    card: Card | None = None


class State(Struct, frozen=True, gc=False):
    """A position.

    Parameters
    ----------
    rules, deck
        The rules and the pack in play.
    phase
        What comes next: ``open`` before a bet, ``answer`` after one.
    turn
        0 in set-up, then 1.
    active
        The seat that is dealt to, or whose turn it is.
    sides
        One per seat.
    pot
        The chips in the middle.
    shown
        Whether the cards lie open.
    """

    rules: Rules
    deck: Deck
    phase: Phase
    turn: int
    active: Seat
    sides: tuple[Side, ...]
    pot: int = 0
    shown: bool = False


class View(Struct, frozen=True, gc=False):
    """What a seat may know: everything but the other seat's card."""

    seat: Seat | None
    rules: Rules
    deck: Deck
    turn: Turn
    sides: tuple[Side, ...]
    pot: int
    legal: tuple[Move, ...]
