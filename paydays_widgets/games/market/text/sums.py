"""Sums of money in words."""

from paydays_widgets.core.text import Text
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.show.words import dollars


def money(n: float, text: Text) -> str:
    """Write a sum of money, given in cents."""
    return dollars(n, text, UNIT)
