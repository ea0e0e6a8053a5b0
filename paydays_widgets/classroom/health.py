"""Whether a server keeps up with its classes: how long what comes to it waits."""

from collections import deque
from collections.abc import Callable
from typing import Final

SLOW: Final = 1_000
"""Milliseconds until what somebody sent is stored, or a page is drawn, that a class notices."""
OFTEN: Final = 3
"""How many slow moments there are before it is said: one may be that of a disk."""
REMEMBERED: Final = 30_000
"""For how many milliseconds a slow moment counts."""


class Health:
    """What is measured while a server works.

    Parameters
    ----------
    clock
        The time in milliseconds, by a clock that nobody sets.

    Attributes
    ----------
    strain
        How many milliseconds something waited at most of late; 0 as long as the server keeps up.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._slow: deque[tuple[int, int]] = deque()  # when, and how long something waited
        self.strain = 0

    def note(self, waited: int) -> bool:
        """Note for how long something has waited; return whether the strain is another now."""
        now, before = self._clock(), self.strain
        if waited >= SLOW:
            at, most = self._slow[-1] if self._slow else (-SLOW, 0)
            if at + SLOW > now:  # the same moment
                self._slow[-1] = at, max(most, waited)
            else:
                self._slow.append((now, waited))
        while self._slow and self._slow[0][0] + REMEMBERED <= now:
            self._slow.popleft()
        strained = len(self._slow) >= OFTEN
        self.strain = max(each for _, each in self._slow) if strained else 0
        return self.strain != before

    @property
    def due(self) -> list[int]:
        """When a slow moment is forgotten."""
        return [at + REMEMBERED for at, _ in [*self._slow][:1]]
