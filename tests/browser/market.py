"""Positions of the market for its dashboard."""

from typing import Any

from paydays_widgets.core.table import AnyTable
from paydays_widgets.games.market.rules import PRESETS
from tests.browser.dashboard import Dashboard, Shelf

SHELF = Shelf("market", ("price_watcher", "zero_intelligence", "price_watcher", "sniper"))


def sealed(**how: Any) -> AnyTable:
    """Set up the second call of a call market: the offers of the first are still shown."""
    return SHELF.phase("call", 5, rules=PRESETS["call_market"], **how)


DASHBOARD = Dashboard(
    name="market",
    new=SHELF.new,
    phases={"a book": SHELF.awaits("speak", 10), "a call": sealed, "over": SHELF.over},
    steps=30,
)
