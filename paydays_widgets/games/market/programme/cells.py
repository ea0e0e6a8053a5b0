"""The lines of the long file, and how sums stand in it."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final, TypeAlias

from paydays_widgets.core.game import Seat
from paydays_widgets.games.market.deck import UNIT

Cells: TypeAlias = dict[str, object]
Line: TypeAlias = tuple[int, Seat | None, Mapping[str, object]]
"""After how many steps, at which seat, and the cells."""

_EXACT: Final = Decimal("0.0001")


def units(amount: int | None) -> object:
    """Write cents as whole units; "" for None."""
    return "" if amount is None else Decimal(amount) / UNIT


def exact(share: float) -> Decimal:
    """Write a share with four places."""
    return Decimal(share).quantize(_EXACT)
