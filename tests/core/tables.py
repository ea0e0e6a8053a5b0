"""Tables for tests: two or three seats of Zahltag, and strategies of all sorts."""

from typing import Any

from paydays_widgets.core.chance import choice
from paydays_widgets.core.game import Move
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.moves import Bid
from paydays_widgets.games.zahltag.state import View

AnyTable = Table[Any, Any, Any, Any, Any, Any]


def any_legal(view: View, luck: int) -> Move:
    return choice(view.legal, luck)


def still(view: View, luck: int) -> Move:
    """Change nothing, and pass."""
    del luck
    return next(move for move in view.legal if str(move).endswith(("keep", "00")))


def failing(view: View, luck: int) -> Move:
    message = f"no idea on seat {view.seat} with {luck}"
    raise RuntimeError(message)


def silent(_: View, __: int) -> None:
    pass


def meddling(view: View, luck: int) -> Move:
    """Move for the seat on the left."""
    del luck
    return Bid(((view.seat or 0) + 1) % len(view.firms), 0)


def greedy(view: View, luck: int) -> Move:
    """Bid an amount that is on no card."""
    del luck
    return Bid(view.seat or 0, 77)


def half(view: View, luck: int) -> Move:
    """Bid something that is not a bid."""
    del luck
    return Bid(view.seat or 0, 2.5)  # type: ignore[arg-type]


STRATEGIES = {
    each.__name__: each for each in (any_legal, still, failing, silent, meddling, greedy, half)
}


def table(*kinds: str, seed: int = 1, undo_chance: bool = True) -> AnyTable:
    players = [Player(f"P{n}", kind) for n, kind in enumerate(kinds or (HUMAN, HUMAN), 1)]
    return Table(ZAHLTAG, players, seed=seed, strategies=STRATEGIES, undo_chance=undo_chance)


def play(on: AnyTable, *script: str) -> AnyTable:
    for text in ";".join(script).split(";"):
        on.play(ZAHLTAG.read(text))
    return on


def dealt(*kinds: str, seed: int = 1, undo_chance: bool = True) -> AnyTable:
    """Return a table on which the cards are dealt."""
    on = table(*kinds, seed=seed, undo_chance=undo_chance)
    on.advance()
    return on


def begun(seed: int = 1, *, undo_chance: bool = True) -> AnyTable:
    """Return a table of two humans, who have kept their hands, at the first turn."""
    return play(dealt(seed=seed, undo_chance=undo_chance), *["1 keep; 2 keep"] * 3)
