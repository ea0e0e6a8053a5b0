"""Positions of Zahltag for its dashboard."""

from typing import Any

from paydays_widgets.core.table import HUMAN, AnyTable
from tests.browser import dashboard
from tests.browser.dashboard import Dashboard
from tests.panels.tables import bidding, dealt, new

HAND = "FFWWCCX"
BOT = "lean_crew"


def one_person(table: AnyTable) -> AnyTable:
    """Leave the first seat to a person, and the others to a bot."""
    table.players = tuple(
        type(each)(each.name, BOT if seat else HUMAN) for seat, each in enumerate(table.players)
    )
    table.strategies = new().strategies
    return table


def changing(**how: Any) -> AnyTable:
    """Set up a game in which the first seat, a person, may change a card."""
    return one_person(dealt(HAND, HAND, HAND, HAND, **how))


def offered(**how: Any) -> AnyTable:
    """Set up a game with a kiosk open, on which the first seat, a person, has not bid yet."""
    return one_person(bidding([], HAND, HAND, HAND, HAND, **how))


def handed_over(**how: Any) -> AnyTable:
    """Set up a game in which two people share the screen, and one has bid 5."""
    return bidding(["5"], HAND, HAND, **how)


def bots(*kinds: str, **how: Any) -> AnyTable:
    """Set up a game that bots play."""
    return new(*(kinds or ("lean_crew", "hoarder", "undercutter", "cost_plus")), **how)


def until(steps: int, *kinds: str, **how: Any) -> AnyTable:
    """Let bots play, up to a step."""
    return dashboard.until(bots(*kinds, **how), steps)


DASHBOARD = Dashboard(
    name="zahltag",
    new=bots,
    phases={
        "changing": changing,
        "offered": offered,
        "handed over": handed_over,
        "awarded": lambda **how: until(150, **how),
        "over": lambda **how: until(10_000, **how),
    },
    steps=150,
    laps=".pw-zt-supply, .pw-zt-fan, .pw-zt-group",
)
