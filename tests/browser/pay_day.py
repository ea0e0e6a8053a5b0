"""Positions of Pay Day for its dashboard."""

from collections.abc import Callable, Sequence
from typing import Any

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.panels.session import AnyTable
from tests.browser.dashboard import Dashboard, until
from tests.panels.tables import NAMES

GAME = games.load("pay_day")
STRATEGIES = games.room("pay_day", "bots").STRATEGIES
BOTS = ("saver", "leverage_every_deal", "gambler", "no_debt")


def new(*kinds: str, names: Sequence[str] = NAMES, **how: Any) -> AnyTable:
    """Set up a game that has not begun; "" seats a person, and no kinds four bots."""
    seats = zip(names, kinds or BOTS, strict=False)
    players = [Player(name, kind or HUMAN) for name, kind in seats]
    return Table(GAME, players, strategies=STRATEGIES, **how)


def played(table: AnyTable, moves: str) -> AnyTable:
    """Play moves by their notation, apart by ``;``."""
    for notation in moves.split(";"):
        table.play(GAME.read(notation))
    return table


def phase(name: str, nth: int = 1, **how: Any) -> AnyTable:
    """Let bots play until the n-th time that something is awaited; a person is to decide it."""
    table = new(**how)
    while nth:
        assert table.advance(), name
        nth -= table.state.phase == name
    turn = table.turn
    if isinstance(turn, Decide):
        table.players = tuple(
            type(each)(each.name, HUMAN if seat in turn.seats else each.kind)
            for seat, each in enumerate(table.players)
        )
    return table


def awaits(name: str, nth: int = 1, seed: int = 1) -> Callable[..., AnyTable]:
    """Make such positions."""
    return lambda **how: phase(name, nth, seed=seed, **how)


DASHBOARD = Dashboard(
    name="pay_day",
    new=new,
    phases={
        "the die": awaits("roll", 30),
        "mail": awaits("mail", 6),
        "a Deal": awaits("buy", 3),
        "a Deal on credit": awaits("raise"),
        "insurance": awaits("insure"),
        "Swellfare": awaits("bet", seed=6),
        "a buyer": awaits("sell", 2),
        "poker": awaits("stake"),
        "commission": awaits("commission", 6),
        "an election on credit": awaits("raise", 3),
        "the bank": awaits("bank", 4),
        "over": lambda **how: until(new(**how)),
    },
    steps=300,
)
