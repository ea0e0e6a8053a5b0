"""Positions of Pay Day for its dashboard."""

from paydays_widgets import games
from paydays_widgets.core.table import AnyTable
from tests.browser.dashboard import Dashboard, Shelf

GAME = games.load("pay_day")
SHELF = Shelf("pay_day", ("saver", "leverage_every_deal", "gambler", "no_debt"))
new, phase, awaits = SHELF.new, SHELF.phase, SHELF.awaits


def played(table: AnyTable, moves: str) -> AnyTable:
    """Play moves by their notation, separated by ``;``."""
    for notation in moves.split(";"):
        table.play(GAME.read(notation))
    return table


DASHBOARD = Dashboard(
    name="pay_day",
    new=new,
    phases={
        "the die": awaits("roll", 30),
        "mail": awaits("mail", 6),
        "a Deal": awaits("buy", 3),
        "a Deal on credit": awaits("raise"),
        "insurance": awaits("insure"),
        "Swellfare": awaits("bet"),
        "a buyer": awaits("sell", 2),
        "poker": awaits("stake"),
        "commission": awaits("commission", 6),
        "an election on credit": awaits("raise", 3),
        "the bank": awaits("bank", 4),
        "over": SHELF.over,
    },
    steps=300,
)
