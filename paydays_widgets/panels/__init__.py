"""The widgets, for any game. Each name is imported when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from paydays_widgets.panels.desk import Desk
    from paydays_widgets.panels.session import Session
    from paydays_widgets.panels.widgets import (
        BalanceSheets,
        CashFlows,
        Controls,
        Drawer,
        Ledger,
        MoneyChart,
        Stage,
        Storyline,
    )

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

_HOMES: Final = {**dict.fromkeys(__all__, "widgets"), "Desk": "desk", "Session": "session"}


def __getattr__(name: str) -> Any:
    """Import a widget's module when its name is first used."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
