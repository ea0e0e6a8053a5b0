"""Positions of the auction room for its dashboard."""

from typing import Any

from paydays_widgets.core.table import AnyTable
from paydays_widgets.games.auction_room.rules import PRESETS
from tests.browser.dashboard import Dashboard, Shelf

SHELF = Shelf("auction_room", ("in_equilibrium", "fixed_margin", "careful", "overbidder"))


def clock(**how: Any) -> AnyTable:
    """Set up a game with a clock that rises."""
    return SHELF.phase("clock", rules=PRESETS["english"], **how)


DASHBOARD = Dashboard(
    name="auction_room",
    new=SHELF.new,
    phases={"a sealed bid": SHELF.awaits("bid", 10), "a clock": clock, "over": SHELF.over},
    steps=30,
    laps=".pw-ar-track",
)
