"""How a class speaks in a game: until a bell rings, and maybe all at any time.

An engine knows no time. A game's module ``floor`` says what a bell ends, and what those do who are
silent then. Where all may speak at any time, what all see alike of it is news: a few parts of the
picture, which every page shows at once, while only the pages of whom it concerns are drawn again.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from paydays_widgets.core.game import Move, Seat


class FloorModule(Protocol):
    """A game's ``floor``."""

    def rings(self, state: Any) -> bool:
        """Return whether a bell can end what is asked now, with all that its turn still asks."""

    def flows(self, state: Any) -> bool:
        """Return whether seats may speak now at any time, each as often as it likes."""

    def rest(self, seat: Seat) -> Move:
        """Return the move of a seat that the bell has found silent."""

    def passes(self, event: Any) -> bool:
        """Return whether an event only brings news: the turn goes on, and nobody waits for it."""

    def hurries(self, event: Any) -> bool:
        """Return whether an event is one of a chain, which is told in a few seconds."""

    def closes(self, event: Any) -> bool:
        """Return whether a period has ended with an event."""

    def silent(self, event: Any) -> bool:
        """Return whether an event, as its reader knows it, is for the board alone, no story."""

    def news(self, scene: Any) -> Mapping[str, str]:
        """Draw what all see alike, where it lies open: markup by ``data-key``.

        A page marks what belongs to its own seat, such as ``data-of-3=""``, as ``data-own`` too;
        and a move is made by its seat where ``@`` stands for one, as in ``data-move="@ take 50"``.
        """
