"""Progress and result of a lab request."""

from collections.abc import Callable
from typing import Generic, TypeVar, cast

from paydays_widgets.lab.client import Client
from paydays_widgets.lab.messages import Asked, Failed, Finished, Grown, Message, Waiting
from paydays_widgets.lab.preparing import Preparing
from paydays_widgets.lab.summary import Prospects, Reviewed, Scores, Summary

Answer = TypeVar("Answer", Summary, Prospects, Reviewed, Scores)


class Awaited(Generic[Answer]):
    """An answer of the lab, whose client has the games played.

    Attributes
    ----------
    found
        The result so far, if any.
    waiting
        The place in the queue while all places are taken; 0 else.
    preparing
        How far the game's kernel is, while it is compiled.
    failed
        Why it could not be played on; "" if it could.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self._watchers: list[Callable[[], None]] = []
        self._begin()

    def _begin(self) -> None:
        """Forget the answer."""
        self.found: Answer | None = None
        self.waiting = 0
        self.preparing: Preparing | None = None
        self.failed = ""

    @property
    def playing(self) -> bool:
        """Whether its games are being played."""
        return self.client.plays_for(self._told)

    @property
    def watched(self) -> bool:
        """Whether anybody listens for news."""
        return bool(self._watchers)

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call a function whenever there is news; return a function that stops this."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback)

    def stop(self) -> None:
        """Play no more games; what there is by then stays."""
        if self.playing:
            self.client.cancel()
        self.waiting, self.preparing = 0, None

    def _start(self, asked: Asked, games: int, seed: int, language: str) -> None:
        """Have games played, in place of those that are being played."""
        self.client.start(asked, games, seed, language, self._told)
        self._begin()

    def _told(self, message: Message) -> None:
        self.waiting, self.preparing = 0, None
        match message:
            case Waiting():
                self.waiting = message.place
            case Preparing():
                self.preparing = message
            case Grown() | Finished():
                self.found = cast("Answer", message.summary)  # of what was asked
            case Failed():
                self.failed = message.sentence
        for callback in tuple(self._watchers):
            callback()
