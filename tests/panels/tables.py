"""Tables to put on a panel, played by notation, and what a panel shows of them."""

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.games.zahltag.moves import Deal, Keep, Kind
from paydays_widgets.panels.drawer import TABS
from paydays_widgets.panels.export import steps_as_csv
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.surface import Surface
from paydays_widgets.panels.widgets import (
    BalanceSheets,
    CashFlows,
    Controls,
    Drawer,
    Ledger,
    MoneyChart,
    Panel,
    Stage,
    Storyline,
)

GAME = games.load("zahltag")
STRATEGIES = games.modules("zahltag").bots.STRATEGIES
NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Farid", "Greta", "Hugo")
UNEXPECTED = r"\([A-Z]\w+: "
"""Found in a message only if nobody expected the error: it names the error's class."""
HOSTILE = "<img src=x onerror=alert(1)>"
KINDS: dict[str, Kind] = {"F": "foreman", "W": "worker", "C": "crane", "X": "excavator"}
PARTS: tuple[type[Panel], ...] = (
    Controls,
    Stage,
    Storyline,
    Drawer,
    Ledger,
    BalanceSheets,
    CashFlows,
    MoneyChart,
)
REGISTRY: dict[str, Any] = vars(sys.modules["ipywidgets.widgets.widget"])["_instances"]


def seated(*kinds: str, names: Sequence[str] = NAMES) -> list[Player]:
    """Seat humans ("human", or "") and bots."""
    return [Player(name, kind or HUMAN) for name, kind in zip(names, kinds, strict=False)]


def new(*kinds: str, names: Sequence[str] = NAMES, **how: Any) -> AnyTable:
    """Set up a game that has not begun."""
    players = seated(*(kinds or ("", "lean_crew", "hoarder", "undercutter")), names=names)
    return Table(GAME, players, strategies=STRATEGIES, **how)


def play(table: AnyTable, *moves: str) -> None:
    """Play moves, of which a string may hold several, separated by ``;``."""
    for notation in ";".join(moves).split(";"):
        table.play(GAME.read(notation))


def dealt(*hands: str, **how: Any) -> AnyTable:
    """Deal hands, such as ``"FFWWCCX"``, to humans, who all keep them three times."""
    table = new(*[HUMAN] * len(hands), **how)
    for cards in zip(*hands, strict=True):
        for card in cards:
            table.play(Deal(CHANCE, KINDS[card]))
    for _ in range(3):
        for seat in range(len(hands)):
            table.play(Keep(seat))
    return table


def finished(*kinds: str, **how: Any) -> AnyTable:
    """Let bots play a whole game."""
    table = new(*(kinds or ("lean_crew", "hoarder", "undercutter", "cost_plus")), **how)
    while table.advance():
        pass
    return table


def bidding(bids: Sequence[str], *hands: str, **how: Any) -> AnyTable:
    """Turn up a kiosk (a foreman and a worker) and seal some bids, from the first seat on."""
    table = dealt(*hands, **how)
    play(table, "1 keep", "* turn 1")
    play(table, *[f"{seat} bid {bid}" for seat, bid in enumerate(bids, 1)]) if bids else None
    return table


def said(session: Session) -> str:
    """Return what the panel's message says; fail if there is none."""
    assert session.screen.message is not None
    return session.screen.message.text


def tone(session: Session) -> str:
    """Return the tone of the panel's message; "" if there is none."""
    return session.screen.message.tone if session.screen.message else ""


def until(happened: Callable[[], object], seconds: float = 500) -> None:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


def drawn(session: Session) -> dict[str, str]:
    """Return the markup of every part and tab, equal for two sessions that show the same."""
    found = {}
    was = session.screen.tab
    for kind in PARTS:
        part = kind(session)
        found[kind.__name__] = part.html.replace(part.prefix, "pw")
        for tab in TABS if kind is Drawer else ():
            session.screen = replace(session.screen, tab=tab)
            part.refresh()
            found[tab] = part.html.replace(part.prefix, "pw")
            session.screen = replace(session.screen, tab=was)
        part.close()
    found["csv"] = steps_as_csv(session)
    return found


def receive(surface: Surface, message: object) -> None:
    """Send a surface a message, as the page does."""
    content = {"data": {"method": "custom", "content": message}}
    surface.comm.handle_msg({"content": content, "buffers": []})


def listen(surface: Surface) -> list[dict[str, Any]]:
    """Collect what a surface sends to the page from now on."""
    sent: list[dict[str, Any]] = []

    def post(_: str, data: dict[str, Any] | None = None, **__: object) -> None:
        sent.append(dict(data or {}))

    surface.comm.publish_msg = post
    return sent
