"""The lines of the long file, and how sums stand in it."""

from collections.abc import Mapping
from typing import TypeAlias

from paydays_widgets.core.game import Seat
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.show import spreadsheet

Cells: TypeAlias = dict[str, object]
Line: TypeAlias = tuple[int, Seat | None, Mapping[str, object]]
"""After how many steps, at which seat, and the cells."""


def units(amount: int | None) -> object:
    """Write cents as whole units; "" for None."""
    return spreadsheet.units(amount, UNIT)
