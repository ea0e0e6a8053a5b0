"""The clock of a table while it runs: its price, and at which price a press counts.

A press counts at the price that was on the phone, if that was on the server's clock within the
phone's round trip. The first press is carried out once another that came earlier could no longer
be on its way; until then the clock runs on, so that nobody can tell that somebody has pressed.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from paydays_widgets.show.ticker import Clock

if TYPE_CHECKING:
    from paydays_widgets.classroom.entries import Pressed
    from paydays_widgets.core.game import Seat

TICKS: Final = {"slow": 1_200, "normal": 600, "fast": 300}
"""Milliseconds between two ticks, by the speed of the tables."""
LATEST: Final = 100
"""By how many milliseconds a press can be late, at most: well below the shortest tick, so that
nobody can wait for what others do."""


class Ticking:
    """A clock that runs.

    Parameters
    ----------
    asked
        The number of the decision that it is for.
    clock
        The clock as the rules have it.
    due
        When it moves next, in milliseconds.
    price
        To which price it has run before, if it has.

    Attributes
    ----------
    price
        The price to which it has come.
    closes
        When presses are carried out; 0 as long as nobody has pressed.
    """

    def __init__(self, asked: int, clock: Clock, due: int, price: int | None = None) -> None:
        self.asked = asked
        self.clock = clock
        self.due = due
        self.price = clock.price if price is None else price
        self.closes = 0
        self._since = {self.price: 0}  # when each price began to show

    @property
    def next(self) -> int:
        """When something happens by itself."""
        return min(self.closes or self.due, self.due)

    @property
    def halted(self) -> bool:
        """Whether the clock has come to where something happens though nobody presses."""
        return not self._before(self.price, self.clock.halt)

    def settles(self, at: int) -> bool:
        """Return whether the presses are carried out now: nobody can press at an end any more."""
        return bool(self.closes) and (self.closes <= at or self.halted)

    def _before(self, price: int, other: int) -> bool:
        """Return whether the clock shows a price before another."""
        return (other - price) * self.clock.step > 0

    def tick(self, at: int, rest: int) -> None:
        """Move the clock by a tick; the next is due after a rest."""
        self.price += self.clock.step
        self.due = max(self.due + rest, at)

    def shown(self, at: int) -> None:
        """Note that phones are told the price."""
        self._since.setdefault(self.price, at)

    def press(self, at: int, wait: int) -> None:
        """Have presses carried out after a wait, unless they are sooner."""
        self.closes = self.closes or at + min(wait, LATEST)

    def counted(self, price: int, at: int, late: int) -> int:
        """Return the price at which a press counts.

        Parameters
        ----------
        price
            What the page showed.
        late
            By how many milliseconds the press can be late: the round trip of the page.
        """
        shown = at - min(late, LATEST)
        earliest = [each for each, since in self._since.items() if since <= shown][-1]
        if price not in self._since:
            return self.price
        return earliest if self._before(price, earliest) else price

    def first(self, pressed: Collection["Pressed"]) -> tuple[int, "tuple[Seat, ...]"]:
        """Return the first price at which somebody has pressed, and who has."""
        prices = [each.price for each in pressed]
        price = min(prices) if self.clock.step > 0 else max(prices)
        return price, tuple(each.seat for each in pressed if each.price == price)
