"""A clock that a server lets run while people watch it on their phones.

An engine knows no time: at its clock, seats say how far it may run. A game's module ``ticker``
translates: the server moves a price by ticks, and a press stops it there.
"""

from typing import Any, Protocol

from msgspec import Struct

from paydays_widgets.core.game import Move, Seat


class Clock(Struct, frozen=True):
    """A clock that runs.

    Parameters
    ----------
    step
        By how much it moves at a tick; less than 0 if it falls.
    halt
        The next price at which something happens though nobody presses: a bot has said so, a
        budget ends, or the clock has come to its end.
    """

    price: int
    step: int
    halt: int


class TickerModule(Protocol):
    """A game's ``ticker``."""

    def clock(self, state: Any) -> Clock | None:
        """Return the clock that runs; None if none does."""

    def call(self, state: Any, seat: Seat, price: int, *, stops: bool) -> Move:
        """Return the move of a seat that has stopped the clock at a price, or has let it run."""

    def silent(self, event: Any) -> bool:
        """Return whether an event only says that a clock runs on."""

    def seen(self, event: Any) -> bool:
        """Return whether an event only says what those who watch the clock have seen."""
