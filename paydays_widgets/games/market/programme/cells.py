"""How sums stand in the long file."""

from decimal import Decimal
from typing import Final

from paydays_widgets.games.market.deck import UNIT

_EXACT: Final = Decimal("0.0001")


def units(amount: int | None) -> object:
    """Write cents as whole units; "" for None."""
    return "" if amount is None else Decimal(amount) / UNIT


def exact(share: float) -> Decimal:
    """Write a share with four places."""
    return Decimal(share).quantize(_EXACT)
