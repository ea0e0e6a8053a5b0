"""What the teacher's page may ask for."""

import re
from collections.abc import Iterable, Mapping
from random import SystemRandom
from types import MappingProxyType
from typing import Final

from msgspec import ValidationError, convert
from msgspec.structs import replace

from paydays_widgets.classroom.entries import Options, Person
from paydays_widgets.classroom.screens.overview import unanswered
from paydays_widgets.classroom.screens.teacher import PHONE
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.classroom.verbs import (
    EVERYBODY,
    Advises,
    Call,
    Change,
    Forgets,
    Nudges,
    Steps,
    Verb,
)
from paydays_widgets.core.game import Complaint
from paydays_widgets.panels import given

OPEN: Final = ("", "rules", "options", "people", "results", "join", "end", "forget")
"""What can be open beside the tables; a phone's ticket besides."""
_ADDRESS: Final = re.compile(
    r"https?://([\w.-]{1,100}|\[[0-9a-f:]{2,45}\])(:\d{1,5})?(/[\w./~-]{0,80})?"
)
_LOT: Final = SystemRandom()


def _numbers(value: object, count: int) -> list[int]:
    """Read numbers from 0, such as those of a table and a seat: ``"2 0"``."""
    found = given.word(value).split() if isinstance(value, str) else [value]
    if len(found) != count:
        raise Complaint("this is not among the choices")
    return [given.number(each, 10**6) for each in found]


def _person(call: Call, value: object) -> Person:
    return given.nth(value, len(call.room.people))


# --- the game ---------------------------------------------------------------------------------


def _begin(call: Call) -> Iterable[Change]:
    """Let the game begin, with everybody seated by lot."""
    order = call.room.present
    _LOT.shuffle(order)
    yield call.room.begins(order)
    yield replace(call.look, open="")


def _begin_by_hand(call: Call) -> Iterable[Change]:
    """Let the game begin at the tables that the teacher has put together."""
    fields = given.fields(call.value)
    wanted: dict[int, list[Person]] = {}
    for person in call.room.present:
        table = given.number(fields.get(f"p{person}", "0"), len(call.room.people))
        wanted.setdefault(table, []).append(person)
    free = wanted.pop(0, [])
    _LOT.shuffle(free)
    groups = [wanted[table] for table in sorted(wanted)]
    yield call.room.begins_with(groups, free)
    yield replace(call.look, open="")


def _pause(call: Call) -> Iterable[Change]:
    yield call.room.pauses(paused=True)


def _resume(call: Call) -> Iterable[Change]:
    yield call.room.pauses(paused=False)


def _close(call: Call) -> Iterable[Change]:
    """Let nobody else join."""
    yield call.room.closes(closed=True)


def _reopen(call: Call) -> Iterable[Change]:
    yield call.room.closes(closed=False)


def _step(call: Call) -> Iterable[Change]:
    """Show the next event of one table, or of all."""
    if call.value in {None, ""}:
        yield Steps()
    else:
        yield Steps(given.nth(call.value, len(call.room.sittings)))


def _undo(call: Call) -> Iterable[Change]:
    yield call.room.undoes(given.nth(call.value, len(call.room.sittings)))


def _options(call: Call) -> Iterable[Change]:
    """Change the options: a form says only those that it has."""
    room, fields = call.room, given.fields(call.value)
    flags = {name: name in fields for name in ("alike", "contest", "late", "undo_revealed")}
    if room.begun:
        flags |= {"alike": room.options.alike, "contest": room.options.contest}
    numbers: dict[str, object] = {
        name: given.number(fields[name], 3600) for name in ("size", "limit") if name in fields
    }
    pace = given.one_of(
        fields.get("pace", room.options.pace), ("teacher", "slow", "normal", "fast")
    )
    try:
        chosen: dict[str, object] = {"pace": pace, **numbers, **flags}
        options = convert(
            {"size": room.options.size, "limit": room.options.limit, **chosen}, Options
        )
    except ValidationError as error:
        raise Complaint("these options do not work: {error}", error=error) from None
    yield room.changes(options)
    yield replace(call.look, open="")


def _end(call: Call) -> Iterable[Change]:
    yield call.room.ends()
    yield replace(call.look, open="results", table=None)


def _forget(call: Call) -> Iterable[Change]:
    """Delete the class, once its game has ended."""
    if not call.room.ended:
        raise Complaint("end the game first: then the class can be deleted")
    yield Forgets()


# --- people and seats --------------------------------------------------------------------------


def _rename(call: Call) -> Iterable[Change]:
    fields = given.fields(call.value)
    yield call.room.renames(_person(call, fields.get("person")), fields.get("name", ""))


def _remove(call: Call) -> Iterable[Change]:
    yield call.room.removes(_person(call, call.value))


def _phone(call: Call) -> Iterable[Change]:
    """Make a ticket by which somebody goes on from another phone."""
    person = _person(call, call.value)
    call.room.must_know(person)
    ticket = call.here.tickets.issue(person, call.room.people)
    yield replace(call.look, open=f"{PHONE}{person}:{ticket}")


def _seat(call: Call) -> Iterable[Change]:
    """Give somebody a seat."""
    fields = given.fields(call.value)
    table, seat = _numbers(fields.get("where"), 2)
    yield call.room.seats(_person(call, fields.get("person")), table, seat)


def _bot(call: Call) -> Iterable[Change]:
    table, seat = _numbers(call.value, 2)
    yield call.room.takes(table, seat, bot=True)


def _give_back(call: Call) -> Iterable[Change]:
    table, seat = _numbers(call.value, 2)
    yield call.room.takes(table, seat, bot=False)


def _decide(call: Call) -> Iterable[Change]:
    """Let a bot make one decision for a seat."""
    table, seat = _numbers(call.value, 2)
    yield call.room.stands_in(table, seat)


def _nudge(call: Call) -> Iterable[Change]:
    """Remind those for whom a table waits, or all tables."""
    sittings = call.room.sittings
    if call.value not in {None, ""}:
        sittings = [sittings[given.nth(call.value, len(sittings))]]
    yield Nudges(tuple(late(call, sittings)))
    text = words(call.look.language)
    said = text("Their phones vibrate and say that you are waiting.")
    yield replace(call.look, tone="info", said=said)


def late(call: Call, sittings: Iterable[Sitting]) -> Iterable[Person]:
    """List those who have yet to decide."""
    room = call.room
    if room.opened.way == "poll":
        yield from unanswered(room)
        return
    for sitting in sittings:
        for seat in sitting.waiting:
            yield from sitting.people[seat]


# --- the poll ----------------------------------------------------------------------------------


def _reveal(call: Call) -> Iterable[Change]:
    yield call.room.reveals()


def _go_on(call: Call) -> Iterable[Change]:
    """Let the game go on with an answer: a move, or several, separated by ``;``."""
    *first, last = given.word(call.value).split(";")
    for move in first:
        yield call.room.picks(move.strip(), rests=False)
        call.room.sittings[0].catch_up(call.at)  # what this led to is not asked on its own
    yield call.room.picks(last.strip())


def _next(call: Call) -> Iterable[Change]:
    """Ask the class the next question."""
    yield call.room.goes_on()


def _advise(call: Call) -> Iterable[Change]:
    """Have it worked out what each answer earns, once the answers are shown."""
    if not (call.room.revealed or call.room.rests):
        raise Complaint("show the answers first")
    yield Advises()


# --- what the page shows -----------------------------------------------------------------------


def _table(call: Call) -> Iterable[Change]:
    """Show one table large, or all tables."""
    if call.value in {None, ""}:
        yield replace(call.look, table=None)
    else:
        yield replace(call.look, table=given.nth(call.value, len(call.room.sittings)), open="")


def _open(call: Call) -> Iterable[Change]:
    wanted = given.one_of(call.value, OPEN)
    yield replace(call.look, open="" if wanted == call.look.open else wanted)


def _address(call: Call) -> Iterable[Change]:
    """Show another address for phones to open."""
    wanted = given.fields(call.value).get("address", "").strip().rstrip("/")
    wanted = wanted if "//" in wanted else f"http://{wanted}"
    if not _ADDRESS.fullmatch(wanted):
        raise Complaint("an address is expected, such as http://192.168.1.5:8866")
    yield replace(call.look, address=wanted)


TEACHING: Final[Mapping[str, Verb]] = MappingProxyType(
    {
        **EVERYBODY,
        "begin": _begin,
        "begin-by-hand": _begin_by_hand,
        "pause": _pause,
        "resume": _resume,
        "close": _close,
        "reopen": _reopen,
        "step": _step,
        "undo": _undo,
        "options": _options,
        "end": _end,
        "forget": _forget,
        "rename": _rename,
        "remove": _remove,
        "phone": _phone,
        "seat": _seat,
        "bot": _bot,
        "give-back": _give_back,
        "decide": _decide,
        "nudge": _nudge,
        "reveal": _reveal,
        "go-on": _go_on,
        "next": _next,
        "advise": _advise,
        "table": _table,
        "open": _open,
        "address": _address,
    }
)
"""The teacher's verbs."""
