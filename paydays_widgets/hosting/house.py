"""Admission: the pages that a server holds, and the queue for a place.

It is only bookkeeping, without a server: :mod:`paydays_widgets.hosting.host` asks it.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from msgspec import Struct

ON_THE_WAY: Final = 60.0
"""Seconds for an admitted page to connect to its kernel."""
CALLED: Final = 20.0
"""Seconds for a visitor to come in after being called."""
SEEN: Final = 15.0
"""Seconds after which a visitor who no longer asks has left the queue."""
RELOADS: Final = 0.1
"""The share of places, at least one, that is kept for reloads: a browser asks for the new page
before the old one has said goodbye.
"""


class Limits(Struct, frozen=True):
    """What a server holds.

    Parameters
    ----------
    pages
        Each has a kernel of its own.
    pages_each
        Pages for one address; 0 for no limit. A class in one room often shares an address.
    spare
        Bytes of memory that must be free before another page is admitted.
    """

    pages: int = 40
    pages_each: int = 0
    spare: int = 0


class _Seat(Struct):
    address: str
    browser: str
    until: float = float("inf")  # when it loses the place, unless it has connected


class _Waiting(Struct):
    address: str
    browser: str
    seen: float
    called: float = 0.0  # when it was its turn; 0 while there is no place


class House:
    """A server's places, the visitors who have them, and those who wait.

    Parameters
    ----------
    free
        Returns the free memory in bytes.
    clock
        Counts seconds.

    Examples
    --------
    >>> house = House(Limits(pages=1))
    >>> house.arrive("anna"), house.arrive("ben") == ""
    ('', False)
    """

    def __init__(
        self,
        limits: Limits,
        free: Callable[[], float] = lambda: float("inf"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self._free = free
        self._clock = clock
        self._seats: dict[str, _Seat] = {}  # by kernel
        self._coming: list[_Seat] = []  # admitted, not connected yet
        self._queue: dict[str, _Waiting] = {}  # by ticket

    @property
    def pages(self) -> int:
        """The number of pages with a place."""
        self._tidy()
        return len(self._seats) + len(self._coming)

    @property
    def waiting(self) -> int:
        """The number of visitors in the queue."""
        self._tidy()
        return sum(not each.called for each in self._queue.values())

    def arrive(self, address: str, ticket: str = "", browser: str = "") -> str:
        """Admit a visitor, or put them in the queue.

        Parameters
        ----------
        ticket
            The visitor's ticket from an earlier request, if any.
        browser
            Identifies the visitor's browser; "" if nothing does. A browser that has a place may
            reload its page.

        Returns
        -------
        str
            "" for a visitor who is admitted, otherwise the ticket for the :meth:`place` in the
            queue.
        """
        self._tidy()
        mine = self._queue.get(ticket)
        free = not self.waiting and self._room(address)
        if mine is None and (free or self._again(browser)):
            self._let_in(address, browser)
            return ""
        if mine is None:
            ticket = secrets.token_urlsafe(12)
            self._queue[ticket] = mine = _Waiting(address, browser, self._clock())
        if not self.place(ticket):
            del self._queue[ticket]
            self._let_in(mine.address, mine.browser)
            return ""
        return ticket

    def place(self, ticket: str) -> int:
        """Return a visitor's place in the queue, from 1; 0 if the visitor may come in.

        An unknown or long unused ticket gives 0: its visitor may try again.
        """
        self._tidy()
        mine = self._queue.get(ticket)
        if mine is None:
            return 0
        mine.seen = now = self._clock()
        self._call(now)
        if mine.called:
            return 0
        ahead = [key for key, each in self._queue.items() if not each.called]
        return ahead.index(ticket) + 1

    def sit(self, kernel: str, address: str, browser: str = "") -> None:
        """Note that a page has connected to its kernel."""
        if kernel in self._seats:
            return
        self._seats[kernel] = _Seat(address, browser)
        mine = next((each for each in self._coming if each.address == address), None)
        if mine is not None:
            self._coming.remove(mine)

    def leave(self, kernel: str) -> None:
        """Note that a kernel has ended, perhaps before its page connected."""
        if self._seats.pop(kernel, None) is None and self._coming:
            del self._coming[0]

    def _let_in(self, address: str, browser: str) -> None:
        self._coming.append(_Seat(address, browser, self._clock() + ON_THE_WAY))

    def _taken(self) -> Counter[str]:
        """Count by address the places that are taken, or kept for a visitor who was called."""
        called = (each.address for each in self._queue.values() if each.called)
        inside = (each.address for each in (*self._seats.values(), *self._coming))
        return Counter((*inside, *called))

    def _room(self, address: str) -> bool:
        return self._fits(address, self._taken()) and self._free() >= self.limits.spare

    def _fits(self, address: str, taken: Counter[str]) -> bool:
        most_each = self.limits.pages_each
        return taken.total() < self.limits.pages and (not most_each or taken[address] < most_each)

    def _call(self, now: float) -> None:
        """Call as many visitors as there are places, first come, first served."""
        taken = self._taken()
        if taken.total() >= self.limits.pages or self._free() < self.limits.spare:
            return
        for each in self._queue.values():
            if not each.called and self._fits(each.address, taken):
                each.called = now
                taken[each.address] += 1

    def _again(self, browser: str) -> bool:
        """Return whether a browser that has a place may reload its page."""
        more = max(1, int(self.limits.pages * RELOADS))
        return (
            bool(browser)
            and any(each.browser == browser for each in self._seats.values())
            and self._taken().total() < self.limits.pages + more
        )

    def _tidy(self) -> None:
        """Forget visitors who did not come, or no longer wait."""
        now = self._clock()
        self._coming = [each for each in self._coming if each.until > now]
        for ticket, each in list(self._queue.items()):
            if now - each.seen > SEEN or (each.called and now - each.called > CALLED):
                del self._queue[ticket]
