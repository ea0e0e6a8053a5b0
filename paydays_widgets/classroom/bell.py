"""The bell of a table: when it ends the period, and when the log notes how long that is off."""

from typing import Final

from msgspec import Struct

NOTED: Final = 1_000
"""Every so many milliseconds the log notes how much time is left: a server that has been killed
goes on from there."""


class Bell(Struct):
    """The bell of a table, with times in milliseconds.

    Parameters
    ----------
    period
        The number of the period that it ends.
    limit
        For how many seconds the period lasts.
    left
        How much time was left when it was set.
    at
        When that was.
    stopped
        Whether it stands still.
    """

    period: int
    limit: int
    left: int
    at: int
    stopped: bool = False

    @property
    def due(self) -> int:
        """When it rings."""
        return self.at + self.left

    @property
    def next(self) -> int:
        """When something happens: it rings, or the log notes how much time is left."""
        return min(self.due, self.at + NOTED)

    def count(self, at: int) -> int:
        """Set the time that is left, and return it."""
        self.left, self.at = max(0, self.due - at), at
        return self.left

    def stop(self, at: int) -> None:
        """Stand still, with the time that is left."""
        if not self.stopped:
            self.count(at)
        self.stopped = True

    def run(self, at: int, limit: int) -> None:
        """Go on, with what a new limit adds or takes away."""
        if self.stopped:
            self.at, self.stopped = at, False
        self.left += 1_000 * (limit - self.limit)
        self.limit = limit
