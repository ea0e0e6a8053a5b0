"""The verbs of the teacher's page: :mod:`live` calls one, which asks :mod:`wishes` for entries."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import SystemRandom
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import ValidationError, convert
from msgspec.structs import asdict, replace

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.entries import AnyEntry, Options, Person
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.rooms import SEED_BITS
from paydays_widgets.classroom.screens import poll
from paydays_widgets.classroom.screens.overview import unanswered
from paydays_widgets.classroom.screens.teacher import PHONE
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.classroom.verbs import (
    EVERYBODY,
    Advises,
    Call,
    Change,
    ClassVerb,
    Forgets,
    Nudges,
    Steps,
)
from paydays_widgets.core.game import Complaint, Seat
from paydays_widgets.talk import given
from paydays_widgets.talk.verbs import STAYS, Verb

OPEN: Final = ("", "rules", "options", "people", "results", "join", "end", "forget")
"""What can be open beside the tables; a phone's ticket besides."""
_ADDRESS: Final = re.compile(
    r"https?://([\w.-]{1,100}|\[[0-9a-f:]{2,45}\])(:\d{1,5})?(/[\w./~-]{0,80})?"
)
_DEALT: Final = ("alike", "contest")
"""The options that can be changed only before the game begins."""
_LOT: Final = SystemRandom()
Act: TypeAlias = Callable[[Call, object], Iterable[Change]]
"""Carries out a verb, with its argument."""


def _numbers(value: object, count: int) -> list[int]:
    """Read numbers from 0, such as those of a table and a seat: ``"2 0"``."""
    found = given.word(value).split() if isinstance(value, str) else [value]
    if len(found) != count:
        raise Complaint("this is not among the choices")
    return [given.number(each, 10**6) for each in found]


def _simply(wish: Callable[[Room], AnyEntry]) -> Act:
    """Make what carries out a wish that says no more than its name."""

    def carry_out(call: Call, _: object) -> Iterable[Change]:
        yield wish(call.room)

    return carry_out


def _at_a_seat(wish: Callable[[Room, int, Seat], AnyEntry]) -> Act:
    """Make what carries out a wish that names a table and a seat."""

    def carry_out(call: Call, value: object) -> Iterable[Change]:
        table, seat = _numbers(value, 2)
        yield wish(call.room, table, seat)

    return carry_out


def _person(call: Call, value: object) -> Person:
    return given.nth(value, len(call.room.people))


# --- the game ---------------------------------------------------------------------------------


def _begin(call: Call, _: object) -> Iterable[Change]:
    """Let the game begin, with everybody seated by lot."""
    order = call.room.present
    _LOT.shuffle(order)
    yield wishes.begin(call.room, order)
    yield replace(call.screen, open="")


def _begin_by_hand(call: Call, value: object) -> Iterable[Change]:
    """Let the game begin at the tables that the teacher has put together."""
    fields = given.fields(value)
    wanted: dict[int, list[Person]] = {}
    for person in call.room.present:
        table = given.number(fields.get(f"p{person}", "0"), len(call.room.people))
        wanted.setdefault(table, []).append(person)
    free = wanted.pop(0, [])
    _LOT.shuffle(free)
    groups = [wanted[table] for table in sorted(wanted)]
    yield wishes.begin_with(call.room, groups, free)
    yield replace(call.screen, open="")


def _step(call: Call, value: object) -> Iterable[Change]:
    """Show the next event of one table, or of all."""
    if value in {None, ""}:
        yield Steps()
    else:
        yield Steps(given.nth(value, len(call.room.sittings)))


def _ring(call: Call, value: object) -> Iterable[Change]:
    """Ring the bell at one table, or at all where it can ring."""
    room = call.room
    if value not in {None, ""}:
        yield wishes.ring(room, given.nth(value, len(room.sittings)))
        return
    tables = [each.number for each in room.sittings if each.rings]
    for table in tables or [0]:  # if it can ring nowhere, say so
        yield wishes.ring(room, table)


def _undo(call: Call, value: object) -> Iterable[Change]:
    yield wishes.undo(call.room, given.nth(value, len(call.room.sittings)))


def _stage(call: Call, value: object) -> Iterable[Change]:
    """Go to a stage of the running order; what it plays begins as soon as somebody is there.

    If it begins with questions on its rules, it waits until the teacher has seen the answers.
    """
    run = call.room.run
    stage = given.nth(value, len(run.stages) if run else 0)
    yield from wishes.begin_stage(call.room, stage, _LOT.getrandbits(SEED_BITS))
    room = call.room
    plays = room.run is not None and room.run.chapter == stage and not room.begun
    if plays and room.checking is None and (room.present or room.polled):
        yield from _begin(call, None)
    yield replace(call.screen, open="", table=None)


def _add_time(call: Call, value: object) -> Iterable[Change]:
    yield wishes.add_time(call.room, given.number(value, 10))


def _options(call: Call, value: object) -> Iterable[Change]:
    """Change the options: a form says only those that it has."""
    room, fields = call.room, given.fields(value)
    boxes = ["late", "undo_revealed"] if room.begun else ["late", "undo_revealed", *_DEALT]
    pace = given.one_of(
        fields.get("pace", room.options.pace), ("teacher", "slow", "normal", "fast")
    )
    chosen: dict[str, object] = {
        **asdict(room.options),
        "pace": pace,
        **{name: name in fields for name in boxes},
        **{name: given.number(fields[name], 3600) for name in ("size", "limit") if name in fields},
    }
    try:
        options = convert(chosen, Options)
    except ValidationError as error:
        raise Complaint("these options do not work: {error}", error=error) from None
    yield wishes.change(room, options)
    yield replace(call.screen, open="")


def _end(call: Call, _: object) -> Iterable[Change]:
    yield wishes.end(call.room)
    yield replace(call.screen, open="results", table=None)


def _forget(call: Call, _: object) -> Iterable[Change]:
    """Delete the class, once its game has ended."""
    if not call.room.ended:
        raise Complaint("end the game first: then the class can be deleted")
    yield Forgets()


# --- people and seats --------------------------------------------------------------------------


def _rename(call: Call, value: object) -> Iterable[Change]:
    fields = given.fields(value)
    yield wishes.rename(call.room, _person(call, fields.get("person")), fields.get("name", ""))


def _remove(call: Call, value: object) -> Iterable[Change]:
    yield wishes.remove(call.room, _person(call, value))


def _phone(call: Call, value: object) -> Iterable[Change]:
    """Make a ticket by which somebody goes on from another phone."""
    person = _person(call, value)
    wishes.must_know(call.room, person)
    ticket = call.here.tickets.issue(person, call.room.people)
    yield replace(call.screen, open=f"{PHONE}{person}:{ticket}")


def _seat(call: Call, value: object) -> Iterable[Change]:
    fields = given.fields(value)
    table, seat = _numbers(fields.get("where"), 2)
    yield wishes.seat(call.room, _person(call, fields.get("person")), table, seat)


def _nudge(call: Call, value: object) -> Iterable[Change]:
    """Remind those for whom a table waits, or all tables."""
    sittings = call.room.sittings
    if value not in {None, ""}:
        sittings = [sittings[given.nth(value, len(sittings))]]
    yield Nudges(tuple(late(call, sittings)))
    text = words(call.screen.language)
    said = text("Their phones vibrate and say that you are waiting.")
    yield call.screen.saying("info", said)


def late(call: Call, sittings: Iterable[Sitting]) -> Iterable[Person]:
    """List those who have yet to decide."""
    room = call.room
    if room.polled:
        yield from unanswered(room)
        return
    for sitting in sittings:
        for seat in sitting.silent if sitting.flows else sitting.waiting:
            yield from sitting.people[seat]


# --- the poll ----------------------------------------------------------------------------------


def _go_on(call: Call, value: object) -> Iterable[Change]:
    """Let the game go on with an answer: a move, or several, separated by ``;``."""
    *first, last = given.word(value).split(";")
    for move in first:
        yield wishes.pick(call.room, move.strip(), rests=False)
        call.room.sittings[0].catch_up(call.at)  # what this led to is not asked on its own
    yield wishes.pick(call.room, last.strip())


def _advise(call: Call, _: object) -> Iterable[Change]:
    """Have it worked out what each answer earns, once that gives nothing away."""
    if not poll.may_advise(call.room):
        raise Complaint("show the answers first")
    yield Advises()


# --- what the page shows -----------------------------------------------------------------------


def _table(call: Call, value: object) -> Iterable[Change]:
    """Show one table large, or all tables."""
    if value in {None, ""}:
        yield replace(call.screen, table=None)
    else:
        yield replace(call.screen, table=given.nth(value, len(call.room.sittings)), open="")


def _open(call: Call, value: object) -> Iterable[Change]:
    wanted = given.one_of(value, OPEN)
    yield replace(call.screen, open="" if wanted == call.screen.open else wanted)


def _chapter(call: Call, value: object) -> Iterable[Change]:
    """Show the results of a game of the class."""
    number = given.nth(value, len(call.room.chapters))
    if number not in call.room.played:
        raise Complaint("the game has not begun yet")
    yield replace(call.screen, chapter=number, block=None)


def _block(call: Call, value: object) -> Iterable[Change]:
    """Show the results of a block."""
    chapters = call.room.chapters
    shown = chapters[-1 if call.screen.chapter is None else call.screen.chapter]
    yield replace(call.screen, block=given.nth(value, len(shown.blocks)))


def _theory(call: Call, _: object) -> Iterable[Change]:
    """Show theory beside the class's bids, or hide it."""
    yield replace(call.screen, theory=not call.screen.theory)


def _address(call: Call, value: object) -> Iterable[Change]:
    """Show another address for phones to open."""
    wanted = given.fields(value).get("address", "").strip().rstrip("/")
    wanted = wanted if "//" in wanted else f"http://{wanted}"
    if not _ADDRESS.fullmatch(wanted):
        raise Complaint("give an address, such as http://192.168.1.5:8866")
    yield replace(call.screen, address=wanted)


_ACTS: Final[Mapping[str, Act]] = {
    "begin": _begin,
    "begin-by-hand": _begin_by_hand,
    "pause": _simply(partial(wishes.pause, paused=True)),
    "resume": _simply(partial(wishes.pause, paused=False)),
    "close": _simply(partial(wishes.close, closed=True)),
    "reopen": _simply(partial(wishes.close, closed=False)),
    "step": _step,
    "ring": _ring,
    "undo": _undo,
    "options": _options,
    "end": _end,
    "forget": _forget,
    "rename": _rename,
    "remove": _remove,
    "phone": _phone,
    "seat": _seat,
    "bot": _at_a_seat(partial(wishes.take_over, bot=True)),
    "give-back": _at_a_seat(partial(wishes.take_over, bot=False)),
    "decide": _at_a_seat(wishes.stand_in),
    "nudge": _nudge,
    "stage": _stage,
    "add-time": _add_time,
    "show-answers": _simply(wishes.show_answers),
    "reveal": _simply(wishes.reveal),
    "go-on": _go_on,
    "next": _simply(wishes.go_on),
    "advise": _advise,
    "table": _table,
    "open": _open,
    "chapter": _chapter,
    "block": _block,
    "theory": _theory,
    "address": _address,
}
TEACHING: Final[Mapping[str, ClassVerb]] = MappingProxyType(
    {**EVERYBODY, **{name: Verb(act, STAYS) for name, act in _ACTS.items()}}
)
"""The teacher's verbs."""
