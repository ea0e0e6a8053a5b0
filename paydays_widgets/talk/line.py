"""Numbered messages between a page and Python: each arrives once, in order, despite breaks.

A page can have several views, each with a name and numbers of its own. The other end of the line
is ``static/post.js``.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

Order: TypeAlias = Mapping[str, Any]
"""A message for the page."""

_MOST_VIEWS: Final = 16
"""The number of views whose messages are counted."""
_MOST_REPEATED: Final = 64
"""The number of messages that are kept until the page has received them."""


class Inbox:
    """Counts the messages that have come from the views of a page.

    Parameters
    ----------
    roams
        Whether a view may have talked to another server. It sends again what that one may not
        have taken, so after it has connected any number may come first.

    Examples
    --------
    >>> inbox = Inbox()
    >>> [inbox.takes("a", number) for number in (1, 1, 3, 2)]
    [True, False, False, True]
    >>> inbox.resumed("a")
    {'kind': 'resumed', 'to': 'a', 'number': 2}
    """

    def __init__(self, *, roams: bool = False) -> None:
        self._roams = roams
        self._last: dict[str, int] = {}  # by view, the one in use last

    def takes(self, view: str, number: object) -> bool:
        """Return whether a message is the next of its view, and count it if so.

        Any other has come before, or one before it was lost; the page then sends it again.
        """
        last = self._last.get(view)
        isnext = number == 1 if last is None else not last or number == last + 1
        if isinstance(number, int) and isnext:
            self._note(view, number)
            return True
        return False

    def resumed(self, view: str) -> Order:
        """Tell a view that connects again the number of its last message."""
        last = self._last.get(view, 0)
        if self._roams:
            self._note(view, last)
        return {"kind": "resumed", "to": view, "number": last}

    def _note(self, view: str, number: int) -> None:
        self._last.pop(view, None)
        self._last[view] = number
        if len(self._last) > _MOST_VIEWS:
            del self._last[next(iter(self._last))]


class Outbox:
    """Numbers the messages to a page, and keeps them until it has received them."""

    def __init__(self) -> None:
        self._count = 0
        self._kept: deque[dict[str, Any]] = deque(maxlen=_MOST_REPEATED)

    def numbered(self, message: Order) -> Order:
        """Give a message its number, and keep it until the page has received it."""
        self._count += 1
        kept = {**message, "number": self._count}
        self._kept.append(kept)
        return kept

    def heard(self, number: object) -> None:
        """Forget the messages that the page has received, up to a number."""
        while isinstance(number, int) and self._kept and self._kept[0]["number"] <= number:
            self._kept.popleft()

    def __iter__(self) -> Iterator[Order]:
        """Iterate over the messages that may be lost."""
        return iter(tuple(self._kept))


def got(view: str, number: object) -> Order:
    """Tell a view that its message has been carried out."""
    return {"kind": "got", "to": view, "number": number}
