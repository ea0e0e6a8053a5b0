"""What a page may ask for besides moves: a verb turns a wish into entries, or into a new look."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.classroom.clients import Here, Look
from paydays_widgets.classroom.entries import AnyEntry, Person
from paydays_widgets.classroom.hub import Room
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.screen import THEMES

LONGEST_PICK: Final = 100


class Call(Struct, frozen=True):
    """A wish from a page.

    Parameters
    ----------
    here
        The room, with its pages.
    look
        What the page shows.
    value
        The verb's argument, as the browser sent it: nothing of it has been checked.
    at
        Now, in milliseconds, by the clock by which time is counted.
    """

    here: Here
    look: Look
    value: Any
    at: int

    @property
    def room(self) -> Room:
        """The room."""
        return self.here.room


class Steps(Struct, frozen=True):
    """Have tables show their next event: one of them, or all."""

    table: int | None = None


class Nudges(Struct, frozen=True):
    """Have phones shake, and say that the class waits."""

    people: tuple[Person, ...]


class Forgets(Struct, frozen=True):
    """Delete the room, and all that is kept of it."""


class Advises(Struct, frozen=True):
    """Have it worked out what each answer to the poll earns."""


Change: TypeAlias = AnyEntry | Look | Steps | Nudges | Forgets | Advises
"""What a verb comes to: an entry of the log, a new look of the page, or an order."""
Verb: TypeAlias = Callable[[Call], Iterable[Change]]
"""Yields what is to happen; each is carried out before the next is asked for."""


def _one_of(value: object, allowed: Iterable[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Complaint("this is not among the choices")
    return value


def _language(call: Call) -> Iterable[Change]:
    found = next((each for each in LANGUAGES if each == call.value), call.look.language)
    yield replace(call.look, language=found)


def _theme(call: Call) -> Iterable[Change]:
    yield replace(call.look, theme=_one_of(call.value, THEMES))


def _pick(call: Call) -> Iterable[Change]:
    value = call.value if isinstance(call.value, str) else ""
    same = value == call.look.picked
    yield replace(call.look, picked="" if same else value[:LONGEST_PICK])


EVERYBODY: Final[Mapping[str, Verb]] = MappingProxyType({"language": _language, "theme": _theme})
"""What every page may ask for."""
STUDENT: Final[Mapping[str, Verb]] = MappingProxyType({**EVERYBODY, "pick": _pick})
"""What a student's page may ask for."""
