"""Homework on the class's server: how it is opened, what lessons report, what the teacher does."""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from tornado import web

from paydays_widgets.classroom import gradebook, platforms, screens, wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import (
    MOST_QUESTIONS,
    AnyEntry,
    Assigned,
    Person,
    Unlocked,
    digest,
)
from paydays_widgets.classroom.homework import Given, HeldBack, Homework
from paydays_widgets.classroom.labels import listed
from paydays_widgets.classroom.live import Wish
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens.teacher import picture
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.tickets import MINUTES, new_token
from paydays_widgets.classroom.web.handler import ROOM, Handler
from paydays_widgets.classroom.web.opening import Opening
from paydays_widgets.classroom.web.pages import TeachersFile
from paydays_widgets.core.game import Complaint
from paydays_widgets.hosting.local import is_ours
from paydays_widgets.lessons.notebooks import Lesson, lessons
from paydays_widgets.lessons.options import Posed, questions

LARGEST_REPORT: Final = 20_000
"""The size limit of what a page says of a question, in bytes: fifty answers of forty signs."""
_MILLI: Final = 1000
_JSON: Final = "application/json"


class Assigning(Opening):
    """Where a homework is opened."""

    page = "class/homework/new"

    @property
    def lessons(self) -> dict[str, Lesson]:
        """The lessons that this server shows, by path."""
        pages = self.classroom.pages
        return {} if pages is None else {path.as_posix(): each for path, each in lessons(pages)}

    async def get(self) -> None:  # type: ignore[override] # it looks for an address first
        """Ask which lesson, for whom, and until when."""
        await self.ask(chosen=self.get_query_argument("lesson", ""))

    async def ask(
        self, said: str = "", chosen: str = "", amiss: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Send the form, with what has been written in it."""
        del amiss  # none of its fields clashes with another
        self.show_form(
            "homework_new.html.j2",
            said=said,
            **self.access,
            lessons=self.lessons,
            chosen=self.field("lesson") or chosen,
            labels=self.field("labels"),
            due=self.field("due"),
            unlocked=self.field("unlocked"),
            most=MOST_QUESTIONS,
            at=await self.unreached(),
            languages=self.in_languages(),
            **screens.homework.alone("", self.language),
            now=f"{datetime.now().astimezone():%Y-%m-%d %H:%M}",
        )

    async def _open(self) -> tuple[Here, str]:
        token = new_token()
        lesson = self.field("lesson")
        found = self.lessons.get(lesson)
        if found is None:
            raise Complaint("choose a lesson first")
        first = Assigned(
            "",
            digest(token),
            "tables",
            self.language,
            "",
            0,
            lesson=lesson,
            title=found.title,
            labels=listed(self.field("labels")),
            due=moment(self.field("due")),
            unlocked=numbered(self.field("unlocked")),
        )
        return await self.live.rooms.open(first), token


def moment(written: str) -> int | None:
    """Read a day and a time of the server's clock, in milliseconds since 1970; None for "".

    Raises
    ------
    Complaint
        If it is none.
    """
    if not written:
        return None
    try:
        return round(datetime.fromisoformat(written).timestamp() * _MILLI)
    except (ValueError, OverflowError, OSError):
        raise Complaint("give a day and a time, such as 2026-05-31 18:00") from None


def numbered(written: str) -> int | None:
    """Read the number of a question; None for "".

    Raises
    ------
    Complaint
        If it is none.
    """
    if not written:
        return None
    if not re.fullmatch("[0-9]{1,2}", written) or not 0 < int(written) <= MOST_QUESTIONS:
        raise Complaint("give the number of a question, from 1 to {n}", n=MOST_QUESTIONS)
    return int(written)


class Attempts(Handler):
    """What the page of a lesson says of a student's answers, and learns of the homework."""

    def check_xsrf_cookie(self) -> None:
        """Refuse what another site sends: its pages may not send JSON here."""
        kind = self.request.headers.get("Content-Type", "").partition(";")[0].strip()
        if kind != _JSON or not is_ours(self.request):
            raise web.HTTPError(HTTPStatus.FORBIDDEN)

    async def get(self, code: str) -> None:
        """Say how the homework stands, and what of this student is kept."""
        here, room, person = await self._seat(code)
        kept = {
            question: {"answers": work.history, "shown": work.shown is not None}
            for question, work in room.work[person].items()
        }
        self._tell(here, room, kept=kept)

    async def post(self, code: str) -> None:
        """Keep what is new; answer when it is in the store, or that the question is not open."""
        here, room, person = await self._seat(code)
        if len(self.request.body) > LARGEST_REPORT:
            raise web.HTTPError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            given = msgspec.json.decode(self.request.body, type=Given)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise web.HTTPError(HTTPStatus.BAD_REQUEST) from None
        if self.classroom.pages is not None:
            given = vouched(given, questions(self.classroom.pages / room.assigned.lesson))
        held = False
        try:
            await self.live.wish(here, attempting(person, given))
        except HeldBack:
            held = True
        except Complaint:
            raise web.HTTPError(HTTPStatus.SERVICE_UNAVAILABLE) from None
        self._tell(here, homework(here), held=held)

    async def _seat(self, code: str) -> tuple[Here, Homework, Person]:
        """Find whose seat this browser has; others learn not even that there is a homework."""
        here = await self.entered(code)
        person = None if here is None else self.person(here)
        if here is None or person is None or not isinstance(here.room, Homework):
            raise web.HTTPError(HTTPStatus.FORBIDDEN)
        if self.get_query_argument("seed", "") != str(here.room.seed(person)):
            raise web.HTTPError(HTTPStatus.FORBIDDEN)  # of the last user of this browser
        return here, here.room, person

    def _tell(self, here: Here, room: Homework, **more: object) -> None:
        self.live.rooms.used(here)
        facts = {
            "due": room.assigned.due,
            "now": self.live.rooms.now,
            "unlocked": room.unlocked,
            **more,
        }
        self.set_header("Content-Type", _JSON)
        self.finish(json.dumps(facts))


def homework(here: Here) -> Homework:
    """Return the homework that lives somewhere.

    Raises
    ------
    tornado.web.HTTPError
        If a class lives there.
    """
    if not isinstance(here.room, Homework):
        raise web.HTTPError(HTTPStatus.NOT_FOUND)
    return here.room


def vouched(given: Given, known: Mapping[str, Posed]) -> Given:
    """Hold what a page says to the lesson's own questions, as far as they are known.

    Raises
    ------
    tornado.web.HTTPError
        If the lesson has no such question, or one of another kind.
    """
    if not known:
        return given
    posed = known.get(given.question)
    if posed is None:
        raise web.HTTPError(HTTPStatus.BAD_REQUEST)
    if posed.marked is not None and given.answers and bool(given.right) != posed.marked:
        raise web.HTTPError(HTTPStatus.BAD_REQUEST)
    return replace(given, number=posed.number, of=len(known))


def attempting(person: Person, given: Given) -> Wish:
    """Make the wish to keep what a page says of a question."""

    def entries(room: Room, _at: int) -> Iterator[AnyEntry]:
        assert isinstance(room, Homework)  # noqa: S101 - a room stays what it is
        entry = room.attempts(person, given)
        if entry is not None:
            yield entry

    return entries


class Grid(Handler):
    """The students by the questions, for the teacher's page, which asks again and again."""

    async def get(self, code: str) -> None:
        """Send the grid, if it differs from what the page has."""
        here = await self.room(code)
        if here is None:
            return
        if not self.hosts(here):
            raise web.HTTPError(HTTPStatus.FORBIDDEN)
        room = homework(here)
        self.live.rooms.used(here)
        seen = str(room.entries)
        if self.get_query_argument("seen", "") == seen or not here.sound:
            self.set_status(HTTPStatus.NO_CONTENT)
            return
        self.set_header("Paydays-Seen", seen)
        self.finish(screens.homework.grid(room, self.language, self.classroom.pages))


class Deeds(Handler):
    """What the teacher does with a homework, by forms."""

    async def post(self, code: str) -> None:
        """Carry it out, and show the page again, or what came of it."""
        here = await self.room(code)
        if here is None or not self.is_teachers(here, "teacher"):
            return
        room, deed = homework(here), self.field("do")
        try:
            if deed == "delete":
                await self._delete(here)
            elif deed == "ticket":
                await self._ticket(here, room)
            else:
                await self.live.wish(here, lambda room, _: [self._entry(room, deed)])
                self.redirect(self.url(f"class/{here.code}/teacher"), status=HTTPStatus.SEE_OTHER)
        except Complaint as error:
            self.say(HTTPStatus.CONFLICT, self.complaint(error), back=f"class/{here.code}/teacher")

    def _entry(self, room: Room, deed: str) -> AnyEntry:
        match deed:
            case "close" | "open":
                return wishes.close(room, closed=deed == "close")
            case "unlock":
                return Unlocked(numbered(self.field("unlocked")))
            case "remove":
                return wishes.remove(room, self._person(room))
            case _:
                raise Complaint("this page cannot do that")

    async def _delete(self, here: Here) -> None:
        if self.field("sure").strip().upper() != here.code:
            raise Complaint("to delete the homework, type its code: {code}", code=here.code)
        await self.live.forget(here)
        if here.trouble is not None:
            raise here.trouble
        text = words(self.language)
        self.say(HTTPStatus.OK, text("The homework is deleted, with all answers."))

    async def _ticket(self, here: Here, room: Homework) -> None:
        """Show what lets a student go on in another browser."""
        person = self._person(room)
        ticket = here.tickets.issue(person, room.people)
        screen = await self.desk(here)
        url = f"{screen.address}/join/{here.code}?ticket={ticket}"
        self.show(
            "homework_ticket.html.j2",
            here=here,
            name=room.people[person].called,
            ticket=url,
            qr=picture(url),
            minutes=MINUTES,
        )

    def _person(self, room: Room) -> Person:
        written = self.field("person")
        person = int(written) if re.fullmatch("[0-9]{1,3}", written) else -1
        wishes.must_know(room, person)
        return person


class Gradebook(TeachersFile):
    """The marks of a homework, as a file."""

    async def get(self, code: str) -> None:
        """Send the file."""
        await self.send(code, "gradebook", lambda room: gradebook.marks(room, self.language))


class Platforms(Handler):
    """The marks of a homework, in a learning platform's own table.

    The table comes and goes at once: none of its names and addresses is kept.
    """

    async def post(self, code: str) -> None:
        """Give the table back with the marks, and say who is not in it."""
        here = await self.room(code)
        if here is None or not self.is_teachers(here, "teacher"):
            return
        room, pages = homework(here), self.classroom.pages
        sent = [each.body for each in self.request.files.get("file", []) if each.body]
        table = platforms.decoded(sent[0]) if sent else self.field("table")
        back = f"class/{here.code}/teacher"
        try:
            filled = platforms.fill(
                table,
                gradebook.earned(room),
                room.title(self.language),
                gradebook.most(room, pages),
            )
        except Complaint as error:
            self.say(HTTPStatus.BAD_REQUEST, self.complaint(error), back=back)
            return
        self.show("homework_platform.html.j2", here=here, room=room, filled=filled)


class AllAttempts(TeachersFile):
    """Every attempt of a homework, as a file."""

    async def get(self, code: str) -> None:
        """Send the file."""
        pages = self.classroom.pages
        await self.send(
            code, "attempts", lambda room: gradebook.attempts(room, self.language, pages)
        )


class Everything(TeachersFile):
    """All files of a homework, in one."""

    async def get(self, code: str) -> None:
        """Send the file."""
        language, pages = self.language, self.classroom.pages

        def both(room: Homework) -> bytes:
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
                files.writestr("gradebook.csv", gradebook.marks(room, language))
                files.writestr("attempts.csv", gradebook.attempts(room, language, pages))
            return packed.getvalue()

        await self.send(code, "all", both, "application/zip")


HANDLERS: Final[dict[str, type[Any]]] = {
    "class/homework/new": Assigning,
    rf"{ROOM}/attempts": Attempts,
    rf"{ROOM}/grid": Grid,
    rf"{ROOM}/homework": Deeds,
    rf"{ROOM}/gradebook\.csv": Gradebook,
    rf"{ROOM}/platform": Platforms,
    rf"{ROOM}/attempts\.csv": AllAttempts,
    rf"{ROOM}/all\.zip": Everything,
}
"""The handlers of homework, by their paths."""
