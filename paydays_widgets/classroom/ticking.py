"""The clock of a table while it runs: its price, and who has pressed.

A press counts at the price that was on the phone, if that was on the server's clock within the
phone's round trip. The first press holds the clock for as long as another that came earlier could
be on its way.
"""

from typing import TYPE_CHECKING, Final

from paydays_widgets.classroom.entries import Press
from paydays_widgets.show.ticker import Clock

if TYPE_CHECKING:
    from paydays_widgets.core.game import Seat

TICKS: Final = {"slow": 1_200, "normal": 600, "fast": 300}
"""Milliseconds between two ticks, by the speed of the tables."""
LATEST: Final = 300
"""By how many milliseconds a press can be late, at most."""


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

    Attributes
    ----------
    price
        The price that it shows.
    closes
        When presses are carried out; 0 as long as nobody has pressed.
    pressed
        The presses that have not been carried out: the price of each, and whose it is.
    """

    def __init__(self, asked: int, clock: Clock, due: int) -> None:
        self.asked = asked
        self.clock = clock
        self.due = due
        self.price = clock.price
        self.closes = 0
        self._since = {clock.price: 0}  # when each price began to show
        self.pressed: dict[Seat, tuple[int, Press]] = {}

    @property
    def next(self) -> int:
        """When something happens by itself."""
        return self.closes or self.due

    @property
    def halted(self) -> bool:
        """Whether the clock has come to where something happens though nobody presses."""
        return not self._before(self.price, self.clock.halt)

    def _before(self, price: int, other: int) -> bool:
        """Return whether the clock shows a price before another."""
        return (other - price) * self.clock.step > 0

    def tick(self, at: int, rest: int) -> None:
        """Move the clock by a tick; the next is due after a rest."""
        self.price += self.clock.step
        self._since[self.price] = at
        self.due = max(self.due + rest, at)

    def press(self, press: Press, price: int, at: int, wait: int) -> None:
        """Take a press at a price that counts; it is carried out after a wait, with others."""
        if press.seat not in self.pressed:
            self.pressed[press.seat] = price, press
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

    def first(self) -> tuple[int, tuple[Press, ...]]:
        """Take out the presses that the clock comes to first, with their price."""
        prices = [price for price, _ in self.pressed.values()]
        price = min(prices) if self.clock.step > 0 else max(prices)
        here = tuple(press for at, press in self.pressed.values() if at == price)
        for press in here:
            del self.pressed[press.seat]
        return price, here
