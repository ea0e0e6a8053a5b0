"""Tickets, by which somebody goes on from another phone.

A ticket is shown on the teacher's page, in an address and as a picture; so it is good once and for
minutes, and it is no seat: until it is used, the old phone plays on. The server alone knows it: a
server that restarts has lost all tickets, and no seat.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from paydays_widgets.classroom.entries import Digest, Person, digest

if TYPE_CHECKING:
    from paydays_widgets.classroom.room import Human

MINUTES: Final = 10
"""For how many minutes a ticket is good."""
_TOKEN: Final = 24
"""How many random bytes a token has, and a ticket."""


def new_token() -> str:
    """Make a token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN)


class _Ticket(Struct, frozen=True):
    digest: Digest
    seat: Digest  # the token that it replaces: with another in its place, it has been used
    until: float


class Pass:
    """What lets the teacher go on from another device: good once, and for minutes.

    Parameters
    ----------
    clock
        A clock that counts seconds, and is never set.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._issued: dict[Digest, tuple[str, float]] = {}

    def issue(self, token: str) -> str:
        """Make a pass for the browser with a token; an earlier one is void."""
        found = new_token()
        self._issued = {digest(found): (token, self._clock() + 60 * MINUTES)}
        return found

    def use(self, given: str) -> str | None:
        """Return the token that a pass stands for, which is void then; None if it is not good."""
        token, until = self._issued.pop(digest(given), (None, 0.0))
        return token if self._clock() < until else None


class Tickets:
    """The tickets of a room: one for each person at most.

    Parameters
    ----------
    clock
        A clock that counts seconds, and is never set.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._issued: dict[Person, _Ticket] = {}

    def issue(self, person: Person, people: "Sequence[Human]") -> str:
        """Make a ticket; an earlier one of the same person is void."""
        token = new_token()
        until = self._clock() + 60 * MINUTES
        self._issued[person] = _Ticket(digest(token), people[person].token, until)
        return token

    def whose(self, token: str, people: "Sequence[Human]") -> Person | None:
        """Find out whose ticket it is; None if it is nobody's, or not good any more."""
        wanted, now = digest(token), self._clock()
        for person, each in self._issued.items():
            human = people[person]
            if each.digest == wanted and each.seat == human.token and not human.gone:
                return person if now < each.until else None
        return None
