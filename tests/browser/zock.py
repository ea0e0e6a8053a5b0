"""Positions of Zock for its dashboard."""

from tests.browser.dashboard import Dashboard, Shelf

SHELF = Shelf("zock", ("optimal_stopper", "turn_counter", "hunter", "duellist"))
awaits = SHELF.awaits

DASHBOARD = Dashboard(
    name="zock",
    new=SHELF.new,
    phases={
        "the die": awaits("roll", 12),
        "a pawn": awaits("move", 20),
        "a choice": awaits("choose", 15),
        "a duel": awaits("duel"),
        "over": SHELF.over,
    },
    steps=200,
)
