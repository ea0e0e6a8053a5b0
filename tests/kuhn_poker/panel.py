"""What a panel needs from Kuhn poker besides its rules, board and words."""

from collections.abc import Mapping, Sequence
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.switch import Switch
from paydays_widgets.core.text import Text, Words
from tests.kuhn_poker.engine import KUHN_POKER, POT
from tests.kuhn_poker.events import Event
from tests.kuhn_poker.moves import Move
from tests.kuhn_poker.rules import PRESETS, Rules
from tests.kuhn_poker.state import View

SEATS: Final = KUHN_POKER.seats
TITLE: Final = "Kuhn poker"
ABOUT: Final = Words(
    en="Three cards, one bet: the smallest game in which it pays to bluff.",
    fr="Trois cartes, une mise\u202f: le plus petit jeu où il vaut la peine de bluffer.",
    de="Drei Karten, ein Einsatz: das kleinste Spiel, in dem sich ein Bluff lohnt.",
)
OPPONENTS: Final = ("perfect",)


def edition(rules: Rules, text: Text) -> str:
    """Name the rules in play."""
    return _sizes(text)[rules.cards]


def _sizes(text: Text) -> Mapping[int, str]:
    return {3: text("three cards"), 4: text("four cards, with an ace")}


def presets(text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
    """List the presets: name, title, and the value of every switch."""
    return [
        (name, edition(rules, text), {"cards": str(rules.cards)})
        for name, rules in PRESETS.items()
    ]


def switches(text: Text) -> Sequence[Switch]:
    """List the switches of the rules."""
    options = [(str(cards), words) for cards, words in _sizes(text).items()]
    return [Switch("cards", text("Cards in play"), options)]


def wishes(_view: View, _text: Text) -> Sequence[tuple[Move, str]]:
    """List what a teacher may choose to come next: nothing, since cards are dealt face down."""
    return []


def holdings(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
    """List what a seat has besides its balance sheet: label and amount."""
    put_in = view.deck.start_money - view.sides[seat].money
    return [(text("Chips in the pot"), text.number(put_in))] if view.pot else []


def progress(view: View, text: Text) -> str:
    """Say how far the game has come."""
    return text("Pot {pot}", pot=view.pot)


def milestone(_event: Event, _text: Text) -> str:
    """Label an event that charts mark on the time axis: none, in a game this short."""
    return ""


def flows(text: Text) -> Mapping[str, str]:
    """Name the accounts of a cash flow statement, in order."""
    bets = text("Bets")
    return {
        "AntesPaid": text("Antes"),
        "BetMade": bets,
        "BetCalled": bets,
        "PotWon": text("Pots won"),
    }


def accounts(text: Text) -> Mapping[str, str]:
    """Name the accounts that are neither a seat's nor the bank's."""
    return {POT: text("Pot")}
