"""What things are called and how sums are written, for every sentence of the game."""

from typing import Final

from paydays_widgets.core.text import Text, Words
from paydays_widgets.games.pay_day.deck import Deck
from paydays_widgets.show.words import dollars

_START: Final = Words(en="Start", fr="Départ", de="Start")
"""The square before day 1: not the button of the same name, so not a sentence of the catalogue."""


def account_names(text: Text) -> dict[str, str]:
    """Name the kinds of accounts, and the lines of balance sheets."""
    return {
        "cash": text("Cash"),
        "savings": text("Savings"),
        "deals": text("Deals in hand, at cost"),
        "loan": text("Loan"),
        "bills": text("Bills due"),
        "interest": text("Interest due at Pay Day"),
        "pot": text("Pot"),
        "stakes": text("On the table"),
    }


def money(n: float, text: Text) -> str:
    r"""Write a sum of money.

    Examples
    --------
    >>> money(-1200, Text("en"))
    '−$1,200'
    """
    return dollars(n, text)


def day_name(deck: Deck, day: int, text: Text) -> str:
    """Name a day of the calendar.

    Examples
    --------
    >>> from paydays_widgets.games.pay_day.deck import default_deck
    >>> day_name(default_deck(), 26, Text("en")), day_name(default_deck(), 0, Text("en"))
    ('Town Election', 'Start')
    """
    return text.pick(deck.day_titles[day - 1]) if day else text.pick(_START)


def deal_name(deck: Deck, deal: int, text: Text) -> str:
    """Name a Deal by its number in the deck."""
    return text.pick(deck.deal_titles[deal - 1])


def mail_name(deck: Deck, card: int, text: Text) -> str:
    """Name a card of mail by its number in the deck."""
    return text.pick(deck.mail_titles[card - 1])


def covered(deck: Deck, card: int, text: Text) -> str:
    """Say which bills an insurance cancels, by its number in the deck."""
    if deck.mail[card - 1].cover == "car":
        return text("It cancels all bills for the car.")
    return text("It cancels all bills for doctor, dentist and hospital.")
