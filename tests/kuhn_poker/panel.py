"""What a panel needs from Kuhn poker besides its rules, board and words."""

from collections.abc import Mapping, Sequence
from typing import Final

from paydays_widgets.core.switch import Switch
from paydays_widgets.core.text import Text, Words
from tests.kuhn_poker.engine import POT
from tests.kuhn_poker.rules import Rules
from tests.kuhn_poker.state import View

TITLE: Final = "Kuhn poker"
ABOUT: Final = Words(
    en="Three cards, one bet: the smallest game in which it pays to bluff.",
    fr="Trois cartes, une mise\u202f: le plus petit jeu où il vaut la peine de bluffer.",
    de="Drei Karten, ein Einsatz: das kleinste Spiel, in dem sich ein Bluff lohnt.",
)
OPPONENTS: Final = ("perfect",)


def edition(rules: Rules, text: Text) -> str:
    """Name the rules in play."""
    return text("three cards") if rules.cards == Rules().cards else text("four cards, with an ace")


def switches(text: Text) -> Sequence[Switch]:
    """List the switches of the rules."""
    options = [("3", edition(Rules(3), text)), ("4", edition(Rules(4), text))]
    return [Switch("cards", text("Cards in play"), options)]


def progress(view: View, text: Text) -> str:
    """Say how far the game has come."""
    return text("Pot {pot}", pot=view.pot)


def accounts(text: Text) -> Mapping[str, str]:
    """Name the accounts that are neither a seat's nor the bank's."""
    return {POT: text("Pot")}
