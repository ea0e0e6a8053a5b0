"""The widgets, for any game. Each name is imported when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from paydays_widgets.panels.books import BalanceSheets, CashFlows, Ledger
    from paydays_widgets.panels.charts import MoneyChart
    from paydays_widgets.panels.controls import Controls
    from paydays_widgets.panels.desk import Desk
    from paydays_widgets.panels.drawer import Drawer
    from paydays_widgets.panels.session import Session
    from paydays_widgets.panels.stage import Stage
    from paydays_widgets.panels.storyline import Storyline

__all__ = [
    "BalanceSheets",
    "CashFlows",
    "Controls",
    "Desk",
    "Drawer",
    "Ledger",
    "MoneyChart",
    "Session",
    "Stage",
    "Storyline",
]

_HOMES: Final = {
    "BalanceSheets": "books",
    "CashFlows": "books",
    "Controls": "controls",
    "Desk": "desk",
    "Drawer": "drawer",
    "Ledger": "books",
    "MoneyChart": "charts",
    "Session": "session",
    "Stage": "stage",
    "Storyline": "storyline",
}


def __getattr__(name: str) -> Any:
    """Import a widget's module when its name is first used."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
