"""Where a student comes in: the code, the name, and a seat."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Final

from tornado import web

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import AnyEntry, Digest, digest
from paydays_widgets.classroom.live import Wish
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.rooms import spelled, typed
from paydays_widgets.classroom.tickets import MINUTES, Tickets, new_token
from paydays_widgets.classroom.web.handler import Handler
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import alike

_AROUND: Final = " .,;:!?)>]”“\"'"
"""What a sentence puts around a link, and programs take for a part of it."""


class Door(Handler):
    """Where a code is typed."""

    def get(self) -> None:
        """Ask for the code."""
        self.show("door.html.j2", form=self.form, code="", wrong=False)

    async def post(self) -> None:
        """Go to the room with the code."""
        here = await self.room(typed(self.field("code")))
        if here is not None:
            self.redirect(self.url(f"join/{here.code}"), status=HTTPStatus.SEE_OTHER)


class Threshold(Handler):
    """Where a name is typed. To look at it takes no seat: messengers do so before anybody."""

    async def get(self, code: str) -> None:
        """Ask for the name; or let a seat be moved to this phone."""
        here = await self.room(code)
        if here is None:
            return
        ticket = self.get_query_argument("ticket", "")
        person = here.tickets.whose(ticket, here.room.people)
        if person is not None:
            name = here.room.people[person].called
            self.show("moved.html.j2", form=self.form, here=here, name=name, ticket=ticket)
        elif ticket:
            self.say(HTTPStatus.GONE, self.complaint(_ticket_complaint()))
        else:
            token = self.get_cookie(f"paydays-door-{here.code}") or ""
            self.ask_name(here, here.room.known(token))


class Astray(Handler):
    """Leads from a link that was typed or copied with a slip to the page that it means."""

    async def get(self, path: str) -> None:
        """Lead there; to a code that can be none, the door says so."""
        meant = self._meant(path)
        if meant is None:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        first, _, code = meant.partition("/")
        if first == "join" and code and not spelled(code):
            await self.room(code)
            return
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(f"{self.url(meant)}{query}", status=HTTPStatus.SEE_OTHER)

    def _meant(self, path: str) -> str | None:
        first, *parts = filter(None, (each.strip(_AROUND) for each in path.split("/")))
        if first.lower() == "join":
            code = typed("".join(parts))
            return f"join/{code}" if code else "join"
        if not parts:
            return "class/new"
        page = "/".join(["class", *parts]).lower()
        if page in {"class/new", "class/homework/new", "class/today", "class/ours"}:
            return page
        code = typed(parts[0])
        if not spelled(code):
            return None
        pages = {"": f"class/{code}", "teacher": f"class/{code}/teacher", "join": f"join/{code}"}
        return pages.get("/".join(parts[1:]).lower())


class Joining(Handler):
    """Where somebody gets a seat."""

    def get(self, code: str) -> None:
        """Lead to where a name is typed: somebody has loaded the page, or sent its address."""
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(self.url(f"join/{typed(code)}{query}"), status=HTTPStatus.SEE_OTHER)

    async def post(self, code: str) -> None:
        """Give this browser a seat; if it has one, only if somebody else uses it now."""
        here = await self.room(code)
        if here is None:
            return
        name, ticket = (self.field(each) for each in ("name", "ticket"))
        mine = self.person(here)
        same_person = mine is not None and alike(name) == alike(here.room.people[mine].name)
        if ticket:
            try:
                token = await self.classroom.once.do(self.sent, lambda: self._move(here, ticket))
            except Complaint as error:
                self.say(HTTPStatus.CONFLICT, self.complaint(error))
                return
            self.give_seat(here, token)
        elif mine is not None and not same_person and not self.field("other"):
            self.ask_name(here, mine, name)
            return
        elif not same_person:
            try:
                token = await self.classroom.once.do(self.sent, lambda: self._join(here, name))
            except Complaint as error:
                self.ask_name(here, mine, name, error)
                return
            self.give_seat(here, token)
        self.redirect(self.url(f"class/{here.code}"), status=HTTPStatus.SEE_OTHER)

    async def _join(self, here: Here, name: str) -> str:
        token = new_token()
        counted = self.classroom.doors.joins(self.address, here.code)
        try:
            await self.live.wish(here, joining(name, digest(token)))
        except Complaint:
            counted.give_back()
            raise
        return token

    async def _move(self, here: Here, ticket: str) -> str:
        token = new_token()
        await self.live.wish(here, moving(here.tickets, ticket, digest(token)))
        return token


def moving(tickets: Tickets, ticket: str, token: Digest) -> Wish:
    """Make the wish to go on from another phone."""

    def entries(room: Room, _at: int) -> Iterator[AnyEntry]:
        person = tickets.whose(ticket, room.people)
        if person is None:
            raise _ticket_complaint()
        yield wishes.change_phone(room, person, token)

    return entries


def _ticket_complaint() -> Complaint:
    return Complaint(
        "this ticket is no longer valid: it works once, and for {n} minutes. Ask your teacher "
        "for a new one",
        n=MINUTES,
    )


def joining(name: str, token: Digest) -> Wish:
    """Make the wish to join, and to get a seat at once if the game is on."""

    def entries(room: Room, _at: int) -> Iterator[AnyEntry]:
        yield wishes.join(room, name, token)
        free = wishes.free_seat(room) if room.begun and not room.ended else None
        if free is not None:
            yield wishes.seat(room, len(room.people) - 1, *free)

    return entries
