"""The verbs of a student's page: :mod:`live` calls one, which asks :mod:`wishes` for an entry."""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import AnyEntry, Person
from paydays_widgets.classroom.room import Room
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.talk import given
from paydays_widgets.talk.screen import THEMES
from paydays_widgets.talk.verbs import STAYS, Verb

LONGEST_PICK: Final = 100
HIGHEST: Final = 10**9
"""More than any price on a clock."""
_CHECK: Final = re.compile(r"([0-9]) ([0-9]) (-?[0-9]{1,9})")
"""An answer to a question on the rules: block, number, amount."""
_CHOICE: Final = re.compile(r"([0-9]{1,2}) ([0-9])")
"""An answer to the question of a stage: stage, option."""


class Call(Struct, frozen=True):
    """A wish from a page.

    Parameters
    ----------
    here
        The room, with its pages.
    screen
        What the page shows.
    at
        Now, in milliseconds, by the clock by which time is counted.
    person, asked
        Whose page it is; None for the teacher's. And the number of the decision that it shows.
    """

    here: Here
    screen: ClassScreen
    at: int
    person: Person | None = None
    asked: int | None = None

    @property
    def room(self) -> Room:
        """The class whose page called."""
        return self.here.room


class Steps(Struct, frozen=True):
    """Have tables show their next event: one of them, or all."""

    table: int | None = None


class Nudges(Struct, frozen=True):
    """Have phones shake, and say that the class waits."""

    people: tuple[Person, ...]


class Forgets(Struct, frozen=True):
    """Delete the room with all its data."""


class Stops(Struct, frozen=True):
    """Stop the clock of one's table at the price that the page showed."""

    price: int


class Advises(Struct, frozen=True):
    """Have it worked out what each answer to the poll earns."""


Order: TypeAlias = Steps | Nudges | Forgets | Advises
"""What a server is to do that is written in no log."""
Change: TypeAlias = AnyEntry | Stops | ClassScreen | Order
"""What a verb comes to: an entry of the log, a press on a clock, a new screen of the page, or an
order."""
ClassVerb: TypeAlias = Verb[Call, Iterable[Change]]
"""Yields what is to happen; each is carried out before the next is asked for."""


def _language(call: Call, value: object) -> Iterable[Change]:
    found = next((each for each in LANGUAGES if each == value), call.screen.language)
    yield replace(call.screen, language=found)


def _theme(call: Call, value: object) -> Iterable[Change]:
    yield replace(call.screen, theme=given.one_of(value, THEMES))


def _pick(call: Call, value: object) -> Iterable[Change]:
    wanted = value if isinstance(value, str) else ""
    same = wanted == call.screen.picked
    picked = "" if same else wanted[:LONGEST_PICK]
    yield replace(call.screen, picked=picked, picked_for=_question(call))


def _question(call: Call) -> int:
    """Return the number of the decision that somebody faces; in a poll, all face the same."""
    found = None if call.person is None else call.room.place(call.person)
    sittings = call.room.sittings if found is None else found[:1]
    return sittings[0].asked if sittings else 0


def _move(call: Call, value: object) -> Iterable[Change]:
    """Let somebody decide, or answer the poll."""
    if not isinstance(value, str) or call.asked is None or call.person is None:
        raise Complaint("this page cannot do that")
    act = wishes.answer if call.room.polled else wishes.decide
    made = act(call.room, call.person, value, call.asked, call.at)
    if made is not None:
        yield made


def _moves(call: Call, value: object) -> Iterable[Change]:
    """Make several moves at once, separated by ``;``: those before one that is refused stand.

    They are written together. So if the first stands already, the message has come twice.
    """
    room = call.room
    if room.polled:  # one answer
        yield from _move(call, value)
        return
    found = None if call.person is None else room.place(call.person)
    if not isinstance(value, str) or found is None:
        raise Complaint("this page cannot do that")
    sitting, _ = found
    for number, move in enumerate(value.split(";")):
        if number:  # what the last one led to is not shown on its own
            sitting.catch_up(call.at)
            call = replace(call, asked=sitting.asked)
        made = [*_move(call, move.strip())]
        if not made and not number:
            return
        yield from made


def _stop(_: Call, value: object) -> Iterable[Change]:
    """Let somebody stop the clock."""
    yield Stops(given.number(value, HIGHEST))


def _answer(
    form: re.Pattern[str], act: Callable[..., AnyEntry | None]
) -> Callable[[Call, object], Iterable[Change]]:
    """Make a verb by which somebody answers a question, in numbers of a form."""

    def answer(call: Call, value: object) -> Iterable[Change]:
        found = form.fullmatch(given.word(value))
        if found is None or call.person is None:
            raise Complaint("this page cannot do that")
        made = act(call.room, call.person, *map(int, found.groups()))
        if made is not None:
            yield made

    return answer


EVERYBODY: Final[Mapping[str, ClassVerb]] = MappingProxyType(
    {"language": Verb(_language, STAYS), "theme": Verb(_theme, STAYS)}
)
"""What every page may ask for."""
STUDENT: Final[Mapping[str, ClassVerb]] = MappingProxyType(
    {
        **EVERYBODY,
        "": Verb(_move),
        "pick": Verb(_pick, STAYS),
        "moves": Verb(_moves),
        "stop": Verb(_stop),
        "check": Verb(_answer(_CHECK, wishes.check), STAYS),
        "choose": Verb(_answer(_CHOICE, wishes.choose), STAYS),
    }
)
"""What a student's page may ask for; a move has no name."""
