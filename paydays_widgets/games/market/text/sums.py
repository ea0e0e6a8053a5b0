"""Sums of money in words."""

from paydays_widgets.core.text import Text
from paydays_widgets.games.market.deck import UNIT


def money(n: float, text: Text) -> str:
    r"""Write a sum of money, given in cents: whole, or with two decimal places.

    Examples
    --------
    >>> money(6_300, Text("en")), money(-4_525, Text("en"))
    ('$63', '−$45.25')
    """
    cents = round(n)
    written = text.number(abs(cents) / UNIT, places=2 if cents % UNIT else 0)
    return text("${n}", n=written) if cents >= 0 else text("−${n}", n=written)
