"""The one door to every class: every code and every key is tried here.

A code has eight letters, and there may be a hundred classes: it cannot be guessed as long as wrong
words are few. So only these are counted, by address and all together. A whole school has one
address and must not be shut out for what one of it tries: a word that has been right there, or of
which somebody there has a seat, passes whatever was tried before.

To find one of 100 classes takes twelve years on average from one address, and more than one from
all addresses of the world.
"""

import time
from collections.abc import Callable
from typing import ClassVar, Final, TypeVar

from paydays_widgets.classroom.entries import MOST_PEOPLE
from paydays_widgets.core.game import Complaint
from paydays_widgets.hosting.local import network

GUESSES: Final = 300, 1.0
"""How many wrong words an address may try at once, and seconds until it may try another. An IPv6
address counts with its network, of which everybody has at least one."""
EVERYWHERE: Final = 3_000, 0.1
"""The same for all addresses together: many addresses are cheap."""
JOINS: Final = MOST_PEOPLE, 0.2
"""The same for those who join one class from one address: a lecture comes at once, from one."""
_ADDRESSES: Final = 4_096
_KNOWN: Final = 128
_Kept = TypeVar("_Kept")


class Shut(Complaint):
    """Too many wrong words came from an address."""

    why: ClassVar = Complaint(
        "Too many wrong codes came from here. Wait a few seconds, then try again."
    )

    def __init__(self) -> None:
        super().__init__(self.why.sentence)


class Meter:
    """Lets something happen a number of times at once, and then once in so many seconds.

    Examples
    --------
    >>> meter = Meter(2, 5.0)
    >>> for _ in range(3):
    ...     meter.take(100.0)
    >>> meter.wait(100.0), meter.wait(105.0), meter.wait(110.0)
    (10.0, 5.0, 0.0)
    """

    __slots__ = ("_at", "_every", "_most", "_owed")

    def __init__(self, most: int, every: float) -> None:
        self._most = most
        self._every = every
        self._owed = 0.0
        self._at = 0.0

    def wait(self, now: float) -> float:
        """Return the seconds until it may happen once more."""
        self._owed = max(0.0, self._owed - (now - self._at) / self._every)
        self._at = now
        return max(0.0, (self._owed + 1 - self._most) * self._every)

    def take(self, now: float) -> None:
        """Note that it happens."""
        self.wait(now)
        self._owed += 1

    def give_back(self) -> None:
        """Note that it has not happened after all."""
        self._owed = max(0.0, self._owed - 1)


class _Address:
    """What is known of those who come from one address.

    Attributes
    ----------
    known
        The right words that were named there, the last one last, each with those who join by it.
    """

    __slots__ = ("guesses", "known")

    def __init__(self) -> None:
        self.guesses = Meter(*GUESSES)
        self.known: dict[str, Meter] = {}


class Doors:
    """Keeps count of those who name codes and keys.

    Parameters
    ----------
    clock
        A clock that counts seconds, and is never set.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._everywhere = Meter(*EVERYWHERE)
        self._addresses: dict[str, _Address] = {}

    def knock(self, address: str, word: str) -> None:
        """Let somebody name a word; then it is looked up.

        Raises
        ------
        Shut
            If it is not even looked up, be it right or wrong.
        """
        now, here = self._clock(), self._from(address)
        tired = here.guesses.wait(now) or self._everywhere.wait(now)
        if tired and word not in here.known:
            raise Shut

    def right(self, address: str, word: str) -> None:
        """Note that a word is right; also of somebody who need not knock."""
        here = self._from(address)
        _keep(here.known, word, here.known.get(word) or Meter(*JOINS), _KNOWN)

    def wrong(self, address: str, word: str) -> None:
        """Note that a word is wrong, or is so by now."""
        now, here = self._clock(), self._from(address)
        if here.known.pop(word, None) is None:
            here.guesses.take(now)
            self._everywhere.take(now)

    def joins(self, address: str, code: str) -> Meter:
        """Let somebody join by a code that is right.

        Returns
        -------
        Meter
            The counter, for those who have not joined after all.

        Raises
        ------
        Complaint
            If too many have done so there just now.
        """
        meter, now = self._from(address).known.setdefault(code, Meter(*JOINS)), self._clock()
        if meter.wait(now):
            raise Complaint(
                "Very many people are joining from your network. Try again in a few seconds."
            )
        meter.take(now)
        return meter

    def _from(self, address: str) -> _Address:
        name = network(address)
        found = self._addresses.get(name) or _Address()
        _keep(self._addresses, name, found, _ADDRESSES)
        return found


def _keep(kept: dict[str, _Kept], name: str, value: _Kept, most: int) -> None:
    """Keep something as the last, and let go of the first if there are too many."""
    kept.pop(name, None)
    kept[name] = value
    if len(kept) > most:
        del kept[next(iter(kept))]
