"""Ready positions for a lesson: a game's vignettes, walked back or played on."""

from typing import Any

from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Seat
from paydays_widgets.core.table import AnyTable
from paydays_widgets.panels.session import Session
from paydays_widgets.show import vignette
from paydays_widgets.show.board import Scene


class Position(Session):
    """A session at a ready position; any part of a panel shows it.

    It is there to be looked at: nothing can be clicked, and it stays as it is while the reader
    thinks. Code plays on from it by its table.

    Parameters
    ----------
    table
        The game.
    since
        How many steps it had when the moves of interest began.
    language
        Of the panels that show it.
    """

    tabbed = False

    def __init__(self, table: AnyTable, since: int, language: str) -> None:
        self.since = since
        super().__init__(table, language)

    @property
    def acting(self) -> frozenset[Seat]:
        """The seats whose moves are entered on this screen: none."""
        return frozenset()

    def can_advance(self) -> bool:
        """Tell whether a step can be made: never, even where moves were taken back."""
        return False

    @property
    def hand_over(self) -> Seat | None:
        """The seat that must take over the screen: none."""
        return None

    def scene(self, prefix: str) -> Scene[Any, Any]:
        """Return what to draw, without headline, advice or answers: the lesson asks."""
        return replace(super().scene(prefix), asks=False, advice=False, quiet=True)


def position(
    name: str,
    *moves: str,
    game: str = "zahltag",
    back: int = 0,
    seat: Seat | None = None,
    language: str = "en",
) -> Position:
    """Set up a ready position of a game, and play on from it.

    Parameters
    ----------
    name
        The vignette's id.
    *moves
        What is played then, in the game's notation.
    game
        The game's id.
    back
        How many moves of the vignette are taken back first.
    seat
        Whose eyes the reader looks with, counted from 0; None shows all hands.
    language
        Of the panels that show it.

    Raises
    ------
    LookupError
        If the game has no such position.

    Examples
    --------
    >>> tie = position("tie-at-one", "1 bid 1")
    >>> [firm.money for firm in tie.table.state.firms]
    [19, 19, 20]
    """
    modules = games.modules(game)
    found = modules.vignettes
    if name not in found:
        message = f"no position is called {name!r}; there are: {', '.join(found)}"
        raise LookupError(message)
    table = vignette.set_up(found[name], modules.engine)
    for _ in range(back):
        table.undo()
    begun = table.at
    for move in moves:
        table.make(table.game.read(move))
    session = Position(table, begun, language)
    session.screen = replace(session.screen, face_up=seat is None, revealed=seat)
    return session
