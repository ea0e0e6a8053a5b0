"""Admission: the pages that a server holds, and the queue for a place.

It is only bookkeeping, without a server: :mod:`paydays_widgets.hosting.host` asks it.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Final

from msgspec import Struct

ON_THE_WAY: Final = 60.0
"""Seconds for an admitted page to connect to its kernel."""
CALLED: Final = 20.0
"""Seconds for a visitor to come in after being called."""
SILENT: Final = 6.0
"""Seconds after which a visitor who does not ask holds nobody up: a page asks every two."""
SEEN: Final = 90.0
"""Seconds after which a visitor who no longer asks has left the queue: in a tab that is not shown,
a browser may let a page ask only once a minute.
"""
MOST_WAITING: Final = 1_000
"""How many may wait. Beyond that, who has long not asked goes first, at the address with most."""
UNOPENED: Final = 0.5
"""The share of places, at least one, that an address may take with pages that nobody has opened
yet.
"""
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


class _Taken:
    """The places that are taken, or kept for a visitor who was called, by address."""

    def __init__(self, opened: Iterable[str], unopened: Iterable[str]) -> None:
        self.unopened = Counter(unopened)
        self.all = Counter(opened) + self.unopened

    def take(self, address: str) -> None:
        """Take another place."""
        self.unopened[address] += 1
        self.all[address] += 1

    def leave_room(self, address: str, limits: Limits) -> bool:
        """Return whether an address may take another place."""
        return (
            self.all.total() < limits.pages
            and self.unopened[address] < max(1, limits.pages * UNOPENED)
            and self.all[address] < (limits.pages_each or limits.pages)
        )


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
        return len(self._asking())

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
        if mine is None:
            if self._again(browser):
                self._let_in(address, browser)
                return ""
            ticket = secrets.token_urlsafe(12)
            self._queue[ticket] = mine = _Waiting(address, browser, self._clock())
            self._shorten()
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
        mine.seen = self._clock()
        self._call(mine)
        if mine.called:
            return 0
        ahead = takewhile(lambda each: each is not mine, self._asking())
        return sum(1 for _ in ahead) + 1

    def sit(self, kernel: str, address: str, browser: str = "") -> None:
        """Note that a page has connected to its kernel."""
        if kernel in self._seats:
            return
        self._seats[kernel] = _Seat(address, browser)
        near = [each for each in self._coming if each.address == address]
        if near:  # a browser has no word yet when it asks for its first page
            self._coming.remove(min(near, key=lambda each: each.browser != browser))

    def leave(self, kernel: str) -> None:
        """Note that a kernel has ended, perhaps before its page connected."""
        if self._seats.pop(kernel, None) is None and self._coming:
            del self._coming[0]

    def _let_in(self, address: str, browser: str) -> None:
        self._coming.append(_Seat(address, browser, self._clock() + ON_THE_WAY))

    def _taken(self) -> _Taken:
        coming = [each.address for each in self._coming]
        called = [each.address for each in self._queue.values() if each.called]
        return _Taken([each.address for each in self._seats.values()], coming + called)

    def _asking(self) -> list[_Waiting]:
        """Return those whose turn it is not yet and who wait for it, in their order."""
        since = self._clock() - SILENT
        return [each for each in self._queue.values() if not each.called and each.seen >= since]

    def _call(self, mine: _Waiting) -> None:
        """Call a visitor who asks, if there is a place besides those for the ones before."""
        if self._free() < self.limits.spare:
            return
        taken = self._taken()
        for each in self._asking():
            if taken.leave_room(each.address, self.limits):
                if each is mine:
                    mine.called = self._clock()
                taken.take(each.address)

    def _again(self, browser: str) -> bool:
        """Return whether a browser that has places may reload another of its pages."""
        more = max(1, int(self.limits.pages * RELOADS))
        opened, coming = (
            sum(each.browser == browser for each in seats)
            for seats in (self._seats.values(), self._coming)
        )
        room = self._taken().all.total() < self.limits.pages + more
        return bool(browser) and 0 < opened >= coming and room

    def _shorten(self) -> None:
        """Keep the queue from growing without end."""
        if len(self._queue) > MOST_WAITING:
            [(crowded, _)] = Counter(each.address for each in self._queue.values()).most_common(1)
            there = [ticket for ticket in self._queue if self._queue[ticket].address == crowded]
            del self._queue[min(there, key=lambda ticket: self._queue[ticket].seen)]

    def _tidy(self) -> None:
        """Forget visitors who did not come, or no longer wait."""
        now = self._clock()
        self._coming = [each for each in self._coming if each.until > now]
        for ticket, each in list(self._queue.items()):
            if now - each.seen > SEEN or (each.called and now - each.called > CALLED):
                del self._queue[ticket]
