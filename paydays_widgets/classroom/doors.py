"""The one door to every class: every code and every key is tried here.

A code has six letters, and there may be a hundred classes. So what counts is how many *different*
words somebody may try, and that no answer comes faster than that: not the page's, not the
socket's, not the refusal's. But a whole school has one address, and must not be shut out for what
one of it tries. Hence:

- An address may be wrong 60 times, and then once in five seconds. Right words do not count, nor
  does a word that has been answered there: the answer to it tells nothing new. So when somebody
  at a school has named a code, or has a seat, all others there pass with it.
- Once the guesses are used up, a word that is new there waits for its turn, right and wrong
  alike, and all who name it meanwhile wait for one turn. Behind three who wait, it is refused.
- A refusal tells others in the same network that a word is none of those in use there. So
  at such an address all stand in one queue, known words too, and 20 a second are answered or
  refused. Who guesses on ten lines holds ten places in it, and a class that joins passes within
  seconds. Only behind a hundred who wait is everybody refused at once.
- All addresses together may be wrong 600 times, and then four times a second: many addresses are
  cheap. An IPv6 address counts with its network, of which everybody has at least one.

To find one of 100 classes takes 86 days on average from one address, and four days from all
addresses of the world.
"""

import time
from collections.abc import Callable
from typing import ClassVar, Final, TypeVar

from paydays_widgets.core.game import Complaint
from paydays_widgets.hosting.local import network

GUESSES: Final = 60, 5.0
"""How many wrong words an address may try at once, and seconds until it may try another."""
KNOCKS: Final = 200, 0.05
"""The same for all that an address asks once its guesses are used up."""
EVERYWHERE: Final = 600, 0.25
"""The same for the wrong words of all addresses together."""
JOINS: Final = 60, 1.0
"""The same for those who join one class from one address: forty do so at once."""
LONGEST: Final = 15.0
"""Seconds that a new word may wait for its answer."""
QUEUE: Final = 5.0
"""Seconds that anybody may wait to be let near the door, right or wrong."""
_ADDRESSES: Final = 4_096
_KNOWN: Final = 128
_WRONG: Final = 32
_Kept = TypeVar("_Kept")


class Shut(Complaint):
    """Too many wrong words came from an address.

    Parameters
    ----------
    after
        The seconds after which that is told.
    """

    why: ClassVar = Complaint(
        "Too many wrong codes came from here. Wait a few seconds, then try again."
    )

    def __init__(self, after: float) -> None:
        super().__init__(self.why.sentence)
        self.after = after


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
    asked
        When each word that waits is answered.
    """

    __slots__ = ("asked", "guesses", "knocks", "known", "wrong")

    def __init__(self) -> None:
        self.guesses = Meter(*GUESSES)
        self.knocks = Meter(*KNOCKS)
        self.known: dict[str, Meter] = {}
        self.wrong: dict[str, None] = {}
        self.asked: dict[str, float] = {}


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

    def knock(self, address: str, word: str) -> float:
        """Let somebody name a word.

        Returns
        -------
        float
            The seconds after which it is looked up and answered; then one of :meth:`right`,
            :meth:`wrong` and :meth:`unanswered` is told so.

        Raises
        ------
        Shut
            If it is not even looked up.
        """
        now, here = self._clock(), self._from(address)
        wait, queue = max(here.guesses.wait(now), self._everywhere.wait(now)), 0.0
        if wait:
            queue = here.knocks.wait(now)
            if queue > QUEUE:
                raise Shut(0)
            here.knocks.take(now)
        if word in here.known or word in here.wrong:
            return queue
        if word in here.asked:
            return max(queue, here.asked[word] - now)
        if wait > LONGEST:
            raise Shut(queue)
        here.guesses.take(now)
        self._everywhere.take(now)
        here.asked[word] = now + max(wait, queue)
        return max(wait, queue)

    def right(self, address: str, word: str) -> None:
        """Note that a word is right; also of somebody who need not knock."""
        self.unanswered(address, word)
        here = self._from(address)
        _keep(here.known, word, here.known.get(word) or Meter(*JOINS), _KNOWN)
        here.wrong.pop(word, None)

    def wrong(self, address: str, word: str) -> None:
        """Note that a word is wrong."""
        here = self._from(address)
        here.asked.pop(word, None)
        if word not in here.known:
            _keep(here.wrong, word, None, _WRONG)

    def unanswered(self, address: str, word: str) -> None:
        """Note that nobody knows whether a word is right."""
        here = self._from(address)
        if here.asked.pop(word, None) is not None:
            here.guesses.give_back()
            self._everywhere.give_back()

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
