"""The class on a server: its pages, its forms and its sockets.

:class:`Classroom` gives a tornado application its routes. Nobody logs in: a student has
the cookie of a seat, the teacher the cookie of the room. The code of a room opens its
door, and no more than that.
"""

import asyncio
import contextlib
import hmac
import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec
from tornado import iostream, web, websocket
from tornado.httputil import HTTPServerRequest
from traitlets import Int, Unicode
from traitlets.config import Configurable

from paydays_widgets import games
from paydays_widgets.classroom import assets, messages, reach, results, rounds, screens
from paydays_widgets.classroom.clients import ClassScreen, Client, Here, Page
from paydays_widgets.classroom.doors import Doors, Shut
from paydays_widgets.classroom.entries import (
    AnyEntry,
    Digest,
    Options,
    Person,
    Way,
    digest,
)
from paydays_widgets.classroom.homework import Homework
from paydays_widgets.classroom.hub import Room, decided
from paydays_widgets.classroom.live import Elsewhere, Limits, Live, Wish, spelled
from paydays_widgets.classroom.once import Once
from paydays_widgets.classroom.opening import BLOCKS, blocks, fresh
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.store import Failure, Store, usual
from paydays_widgets.classroom.tickets import MINUTES, TOKEN, Tickets
from paydays_widgets.core import record
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import alike
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.hosting.local import is_local, is_own
from paydays_widgets.show.programme import ProgrammeModule
from paydays_widgets.show.words import complaint
from paydays_widgets.talk.screen import THEMES
from paydays_widgets.talk.session import sets_up

PROGRAMME: Final = "programme"
"""What the form calls a class that plays block after block."""
FIRST: Final = "zahltag"
"""The game that the guide to a first lesson begins with."""
LARGEST_MESSAGE: Final = 4_096
"""The size limit of a page's message, in bytes: a move is short."""
MOST_UNREAD: Final = 1_000_000
"""How many bytes wait for a page that does not read: then its line is closed."""
_POLICY_VIOLATED: Final = 1008
"""The code of a line that is closed since its page does what no page of ours does."""
_BURST: Final = 40
"""How many messages a page may send within :data:`_WHILE` seconds."""
_WHILE: Final = 2.0
_YEAR: Final = 31_536_000
_SEAT_LASTS: Final = 30
"""Days that a browser keeps a seat."""
_DAY: Final = 86_400_000
_REACH_LASTS: Final = 5.0
"""Seconds until the addresses of this machine are tried again."""
_LOG: Final = logging.getLogger("paydays")
_POLICY: Final = (
    # pictures say in a style where things lie
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""The Content-Security-Policy of every page of a class."""
PUPIL: Final = "paydays-pupil-"
"""How the cookie begins by which a student may open the lesson; a homework's code follows."""
_Found = TypeVar("_Found")


class Classroom(Configurable):
    """A class's pages on a server, and the rooms that live there.

    Parameters
    ----------
    base
        The path before all pages, such as ``/``.
    name
        The name of this server, unlike that of any other that uses the same database. When a
        server of this name comes back after a crash, it has its rooms again at once.
    proxied
        Whether a reverse proxy is in front, so that no address is this machine's own.
    pages
        The folder whose ``lessons`` this server shows to everyone with a seat in a homework; None
        if it shows none.
    """

    database = Unicode(config=True, help="Where rooms are kept; empty for a file of this user.")
    key = Unicode(config=True, help="Opens rooms from anywhere; empty: only this machine may.")
    rooms = Int(100, min=1, config=True, help="How many rooms may be open at a time.")
    days = Int(90, min=1, config=True, help="Days until a room in which nothing happens is gone.")

    def __init__(
        self,
        base: str = "/",
        *,
        name: str = "",
        proxied: bool = False,
        pages: Path | None = None,
        **traits: Any,
    ) -> None:
        super().__init__(**traits)
        self.pages = pages
        self.base = f"{base.rstrip('/')}/"
        self.proxied = proxied
        self.doors = Doors()
        self.once = Once()
        self.store = Store(self.database or usual())
        self._reach: asyncio.Future[dict[str, bool]] | None = None
        self._tried = 0.0
        self.live = Live(self.store, name, Limits(self.rooms))
        self._sweeping: asyncio.Task[None] | None = None

    def routes(self) -> list[tuple[str, type[web.RequestHandler], dict[str, Any]]]:
        """Return the handlers, with their paths."""
        from paydays_widgets.classroom import assignments

        code = r"class/([A-Za-z]{6})"
        found: dict[str, type[web.RequestHandler]] = {
            "join": Door,
            r"join/([^/]+)": Threshold,
            "class/new": Opening,
            "class/draft": Draft,
            rf"{code}": StudentsPage,
            rf"{code}/join": Joining,
            rf"{code}/teacher": TeachersPage,
            rf"{code}/decisions.csv": Decisions,
            rf"{code}/rounds.csv": Rounds,
            rf"{code}/socket": Socket,
            **assignments.HANDLERS,
            r"class/static/([\w.-]+)": Static,
        }
        mine = {"classroom": self}
        return [(f"{self.base}{path}", handler, mine) for path, handler in found.items()]

    async def reach(self, request: HTTPServerRequest) -> dict[str, bool]:
        """Return the addresses that phones may open, and whether each answers.

        Whoever came by an address of a network, or through a proxy, came by the one that phones
        need. On the machine itself, its other addresses are tried, at most every few seconds.
        """
        here = f"{request.protocol}://{request.host}{self.base.rstrip('/')}"
        if self.proxied or not is_local(request.host):
            return {here: True}
        if self._reach is None or time.monotonic() - self._tried > _REACH_LASTS:
            self._tried = time.monotonic()
            port = urlsplit(f"//{request.host}").port or 80
            trying = reach.tried(request.protocol, port, self.base, reach.addresses())
            self._reach = asyncio.ensure_future(trying)  # for all who ask meanwhile
        return await asyncio.shield(self._reach) or {here: True}

    async def start(self) -> None:
        """Carry out wishes from now on."""
        self.live.start()
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Let another server have the rooms."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self.live.stop()
        self.store.close()

    async def _sweep(self) -> None:
        """Delete rooms in which nothing has happened for long, once a day."""
        while True:
            before = time.time_ns() // 1_000_000 - self.days * _DAY
            with contextlib.suppress(Failure):  # it is tried again
                await asyncio.to_thread(self.store.expire, before)
            await asyncio.sleep(_DAY / 1000)

    def may_open(self, request: HTTPServerRequest) -> bool:
        """Return whether a request may open a room without a key."""
        return not self.key and not self.proxied and is_own(request)

    def admits(self, request: HTTPServerRequest) -> bool:
        """Return whether somebody who has a seat in a homework asks for a page outside classes.

        The homework is looked for in the memory alone: its own page brings it there.
        """
        for name, kept in request.cookies.items():
            here = self.live.rooms.get(name.removeprefix(PUPIL))
            if here is None or not isinstance(here.room, Homework):
                continue
            if here.room.known(kept.value) is not None:
                self.live.used(here)
                return True
        return False


class Refused(web.HTTPError):
    """A form is not taken, for a reason that its reader can mend."""

    def __init__(self, said: str) -> None:
        super().__init__(HTTPStatus.FORBIDDEN)
        self.said = said


class Handler(web.RequestHandler):
    """What all pages of a class share: the language, the policy, who is who."""

    SUPPORTED_METHODS: ClassVar[tuple[str, ...]] = ("GET", "HEAD", "POST")  # type: ignore[misc]

    def initialize(self, classroom: Classroom) -> None:
        """Learn what class it is."""
        self.classroom = classroom
        self.live = classroom.live

    def set_default_headers(self) -> None:
        """Keep pages out of caches, and other hosts out of pages."""
        self.set_header("Content-Security-Policy", _POLICY)
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return str(self.request.remote_ip or "")

    @property
    def screen(self) -> ClassScreen:
        """The language and the theme that the browser asks for."""
        theme = self.get_query_argument("theme", "auto")
        return ClassScreen(language=self.language, theme=theme if theme in THEMES else "auto")

    @property
    def language(self) -> Language:
        """The language that was chosen, else the browser's first that is known here."""
        accepted = self.request.headers.get("Accept-Language", "")
        wanted = [self.get_query_argument("language", ""), *accepted.split(",")]
        for each in wanted:
            for known in LANGUAGES:
                if each.strip().lower()[:2] == known:
                    return known
        return "en"

    def url(self, path: str) -> str:
        """Return the address of a page of the class."""
        return f"{self.classroom.base}{path}"

    def show(self, template: str, /, **facts: object) -> None:
        """Send a page."""
        text = words(self.language)
        self.finish(screens.words.render(template, text, url=self.url, assets=assets, **facts))

    def say(
        self, status: HTTPStatus, sentence: str, *, again: int = 0, back: str = "join"
    ) -> None:
        """Send a page with a sentence, which is perhaps loaded again by itself.

        Parameters
        ----------
        status
            The status of the answer.
        sentence
            What is wrong, and what to do.
        again
            After how many seconds the page is loaded again; 0 for never.
        back
            The path of the page on which the reader goes on.
        """
        self.set_status(status)
        self.show("sorry.html.j2", said=sentence, again=again, back=back)

    def asks_for_cookies(self, path: str) -> bool:
        """Ask for a page again, once; return whether that is needed.

        A link on another site, in a message or on a learning platform, brings no cookie along;
        the page itself does.
        """
        if self.get_query_arguments("again"):
            return False
        query = "&".join(each for each in (self.request.query, "again=1") if each)
        self.show("again.html.j2", to=f"{self.url(path)}?{query}")
        return True

    # --- forms --------------------------------------------------------------------------------

    def check_xsrf_cookie(self) -> None:
        """Refuse a form that another site has made: ours carry what is in their cookie."""
        text = words(self.language)
        sent = self.get_body_argument("form", "")
        kept = self.get_cookie("paydays-form") or ""
        if not kept:
            said = text(
                "This browser keeps no cookies of this page, and a class needs one to know who"
                " is who. Allow cookies for {host} in the browser’s settings, then try again.",
                host=self.request.host_name,
            )
        elif not hmac.compare_digest(sent.encode(), kept.encode()):
            said = text("This form is too old, or does not come from here. Fill it in once more.")
        else:
            return
        raise Refused(said)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say why a form was refused, and lead back to it."""
        _, error, _ = kwargs.get("exc_info", (None, None, None))
        if not isinstance(error, Refused):
            super().write_error(status_code, **kwargs)
            return
        own = self.request.path.removeprefix(self.classroom.base)
        back = f"join/{self.path_args[0]}" if self.path_args else own
        self.say(HTTPStatus.FORBIDDEN, error.said, back=back)

    def prepare(self) -> None:
        """Check forms, whatever the application asks for."""
        if self.request.method == "POST":
            self.check_xsrf_cookie()

    @property
    def form(self) -> str:
        """What a form of this browser carries."""
        kept = self.get_cookie("paydays-form") or ""
        if not kept:
            kept = secrets.token_urlsafe(TOKEN)
            self._keep("paydays-form", kept, self.classroom.base, None)
        return kept

    @property
    def sent(self) -> str:
        """What tells a form from every other: where it goes, and all that it carries.

        That has the form's own cookie in it, and a key that no other form has. So nobody gets
        from another browser's form what that came to.
        """
        return sha256(self.request.path.encode() + b"\n" + self.request.body).hexdigest()

    def _keep(self, name: str, value: str, path: str, days: int | None) -> None:
        self.set_cookie(
            name,
            value,
            path=path,
            httponly=True,
            samesite="Strict",
            secure=self.request.protocol == "https",
            expires_days=days,
        )

    # --- who is who ---------------------------------------------------------------------------

    async def answered(
        self, word: str, look_up: Callable[[], Awaitable[_Found | None]]
    ) -> _Found | None:
        """ClassScreen up a code or a key when its turn has come; None if it is wrong.

        Raises
        ------
        Shut
            If it is not even looked up.
        """
        doors = self.classroom.doors
        try:
            await asyncio.sleep(doors.knock(self.address, word))
        except Shut as error:
            await asyncio.sleep(error.after)
            raise
        try:
            found = await look_up()
        except Elsewhere:
            doors.right(self.address, word)
            raise
        except Failure:
            doors.unanswered(self.address, word)
            raise
        tell = doors.wrong if found is None else doors.right
        tell(self.address, word)
        return found

    def passes(self, code: str) -> Here | None:
        """Find the room for which this browser holds a cookie: it need not knock.

        What is looked through here is in the memory alone, so that it takes as long if there is no
        such room.
        """
        here = self.live.rooms.get(code)
        seats = self._token(code), self.get_cookie(f"paydays-door-{code}") or ""
        host = self._token(f"host-{code}")
        if here is None or not (
            any(here.room.known(each) is not None for each in seats)
            or hmac.compare_digest(host, here.room.opened.host)
        ):
            return None
        self.classroom.doors.right(self.address, code)
        return here

    async def found(
        self, code: str, look_up: Callable[[str], Awaitable[Here | None]]
    ) -> Here | None:
        """Find a room: at once with its cookie, through the door without."""
        here = self.passes(code)
        if here is not None or not spelled(code):
            return here
        return await self.answered(code, lambda: look_up(code))

    async def mine(self, code: str) -> Here | None:
        """Find a room for which this browser has a cookie, or had one."""
        try:
            here = await self.live.find(code)
        except Elsewhere:
            return None
        if here is None or not (
            self.hosts(here) or self.person(here) is not None or self.left(here) is not None
        ):
            return None
        return here

    async def room(self, code: str) -> Here | None:
        """Find a room, or say that there is none."""
        text = words(self.language)
        try:
            found = await self.found(code.upper(), self.live.find)
        except Shut as error:
            again = 5 if self.request.method == "GET" else 0
            self.say(HTTPStatus.TOO_MANY_REQUESTS, self.complaint(error), again=again)
            return None
        except Elsewhere:
            self.say(
                HTTPStatus.SERVICE_UNAVAILABLE,
                text("This class is on another server now. The page tries again by itself."),
                again=5,
            )
            return None
        except Failure as error:
            self.say(HTTPStatus.SERVICE_UNAVAILABLE, self.complaint(error), again=5)
            return None
        if found is None:
            self.set_status(HTTPStatus.NOT_FOUND)
            self.show("door.html.j2", form=self.form, code=code[:12], wrong=True)
        return found

    async def settled(self, here: Here) -> bool:
        """Wait until a room may be shown, or say that it cannot be now."""
        try:
            await self.live.settled(here)
        except Complaint as error:
            said = self.complaint(here.trouble or error)
            self.say(HTTPStatus.SERVICE_UNAVAILABLE, said, again=5)
            return False
        return True

    def _token(self, name: str) -> Digest:
        return digest(self.get_cookie(f"paydays-{name}") or "")

    def person(self, here: Here) -> Person | None:
        """Return whose seat this browser has."""
        return here.room.known(self._token(here.code))

    def left(self, here: Here) -> Person | None:
        """Return whose seat this browser had, until it moved to another phone or was closed."""
        return here.room.left(self._token(here.code))

    def moved(self, here: Here) -> bool:
        """Say that this browser's seat is another phone's now, if that is so."""
        person = self.left(here)
        if person is None or here.room.people[person].gone:
            return False
        text = words(self.language)
        self.say(
            HTTPStatus.OK,
            text("Your seat has moved to another phone. If that was not you, tell your teacher."),
        )
        return True

    def hosts(self, here: Here) -> bool:
        """Return whether this browser is the teacher's."""
        return hmac.compare_digest(self._token(f"host-{here.code}"), here.room.opened.host)

    def is_teachers(self, here: Here, page: str) -> bool:
        """Return whether this browser is the teacher's, or say that a page is for the teacher."""
        if self.hosts(here):
            return True
        if not self.asks_for_cookies(f"class/{here.code}/{page}"):
            text = words(self.language)
            said = text(
                "This page is the teacher’s. It opens in the browser that opened the class."
            )
            self.say(HTTPStatus.FORBIDDEN, said)
        return False

    async def desk(self, here: Here) -> ClassScreen:
        """Return how the teacher's page begins: with an address that phones can open."""
        here.reach = await self.classroom.reach(self.request)
        return msgspec.structs.replace(self.screen, address=next(iter(here.reach)))

    def give(self, name: str, here: Here, token: str) -> None:
        """Give this browser a token for a room."""
        self._keep(name, token, self.url(f"class/{here.code}"), _SEAT_LASTS)

    def give_seat(self, here: Here, token: str) -> None:
        """Give this browser a seat; the door learns whose it is, and no more than that."""
        self.give(f"paydays-{here.code}", here, token)
        door = self.url(f"join/{here.code}")
        self._keep(f"paydays-door-{here.code}", digest(token), door, _SEAT_LASTS)

    def ask_name(
        self, here: Here, mine: Person | None, name: str = "", error: Complaint | None = None
    ) -> None:
        """Ask who somebody is, if anybody may join; and first whether the seat here is theirs."""
        whose = here.room.people[mine].called if mine is not None else ""
        shut = here.room.keeps_out()
        error = shut or error
        self.show(
            "name.html.j2",
            form=self.form,
            once=secrets.token_urlsafe(TOKEN),
            here=here,
            labels=here.room.assigned.labels if isinstance(here.room, Homework) else None,
            whose=whose,
            name=name[: here.room.longest_name],
            said="" if error is None else self.complaint(error),
            shut=shut is not None,
        )

    def complaint(self, error: Exception) -> str:
        """Say what is wrong, in the reader's language."""
        text = words(self.language)
        if isinstance(error, Complaint):
            return complaint(error, text)
        return text("This did not work. Try again, or ask your teacher.")


class Door(Handler):
    """Where a code is typed."""

    def get(self) -> None:
        """Ask for the code."""
        self.show("door.html.j2", form=self.form, code="", wrong=False)

    async def post(self) -> None:
        """Go to the room with the code."""
        code = "".join(each for each in self.get_body_argument("code", "") if each.isalnum())
        here = await self.room(code)
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
            self.say(HTTPStatus.GONE, self.complaint(_void()))
        else:
            token = self.get_cookie(f"paydays-door-{here.code}") or ""
            self.ask_name(here, here.room.known(token))


class Joining(Handler):
    """Where somebody gets a seat."""

    async def post(self, code: str) -> None:
        """Give this browser a seat; if it has one, only if somebody else uses it now."""
        here = await self.room(code)
        if here is None:
            return
        name, ticket = (self.get_body_argument(each, "") for each in ("name", "ticket"))
        mine = self.person(here)
        named = mine is not None and alike(name) == alike(here.room.people[mine].name)
        if ticket:
            try:
                token = await self.classroom.once.do(self.sent, lambda: self._move(here, ticket))
            except Complaint as error:
                self.say(HTTPStatus.CONFLICT, self.complaint(error))
                return
            self.give_seat(here, token)
        elif mine is not None and not named and not self.get_body_argument("other", ""):
            self.ask_name(here, mine, name)
            return
        elif not named:
            try:
                token = await self.classroom.once.do(self.sent, lambda: self._join(here, name))
            except Complaint as error:
                self.ask_name(here, mine, name, error)
                return
            self.give_seat(here, token)
        self.redirect(self.url(f"class/{here.code}"), status=HTTPStatus.SEE_OTHER)

    async def _join(self, here: Here, name: str) -> str:
        token = secrets.token_urlsafe(TOKEN)
        counted = self.classroom.doors.joins(self.address, here.code)
        try:
            await self.live.wish(here, joining(name, digest(token)))
        except Complaint:
            counted.give_back()
            raise
        return token

    async def _move(self, here: Here, ticket: str) -> str:
        token = secrets.token_urlsafe(TOKEN)
        await self.live.wish(here, moving(here.tickets, ticket, digest(token)))
        return token


def moving(tickets: Tickets, ticket: str, token: Digest) -> Wish:
    """Make the wish to go on from another phone."""

    def entries(room: Room, _at: int) -> Iterator[AnyEntry]:
        person = tickets.whose(ticket, room.people)
        if person is None:
            raise _void()
        yield room.moves(person, token)

    return entries


def _void() -> Complaint:
    return Complaint(
        "this ticket is no longer good: it works once, and for {n} minutes. "
        "Ask your teacher for a new one",
        n=MINUTES,
    )


def joining(name: str, token: Digest) -> Wish:
    """Make the wish to join, and to get a seat at once if the game is on."""

    def entries(room: Room, _at: int) -> Iterator[AnyEntry]:
        yield room.joins(name, token)
        free = room.free_seat() if room.begun and not room.ended else None
        if free is not None:
            yield room.seats(len(room.people) - 1, *free)

    return entries


class Draft(Handler):
    """Where a page of a game brings what is on its table; nothing happens yet."""

    def check_xsrf_cookie(self) -> None:
        """Let forms of other pages in: this one only asks how the class is to play."""

    def get(self) -> None:
        """Say whether this browser may open a class, at least with the key."""
        may = bool(self.classroom.key) or self.classroom.may_open(self.request)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(may))

    async def post(self) -> None:
        """Ask how the class is to play the game on a table."""
        self.ask(self.get_body_argument("record", ""))

    def ask(self, record_: str = "", said: str = "", chosen: str = FIRST) -> None:
        """Send the form in which a room is opened."""
        game, begun, opening = "", None, True
        own = not self.classroom.may_open(self.request)
        try:
            saved = record.unshare(record_) if record_ else ""
            if saved:
                modules = games.modules(record.game_of(saved))
                game = modules.panel.TITLE
                if not own:  # a stranger's game is not replayed
                    table = record.loads(saved, modules.engine, modules.bots.STRATEGIES)
                    begun = bool(decided(table))
                    opening = sets_up(table, modules.panel.OPENING)
        except (Complaint, ValueError):
            record_, said = "", words(self.language)("This saved game cannot be opened.")
        order = sorted(games.names(), key=lambda name: name != FIRST)
        panels = {name: games.modules(name).panel for name in order}
        self.show(
            "new.html.j2",
            form=self.form,
            once=secrets.token_urlsafe(TOKEN),
            record=record_,
            game=game,
            begun=begun,
            opening=opening,
            said=said,
            needs_key=own and bool(self.classroom.key),
            refused=own and not self.classroom.key,
            games=panels.items(),
            presets={
                name: panel.presets(Text(self.language, games.modules(name).package))
                for name, panel in panels.items()
            },
            skips=words(self.language).listing(
                [each.TITLE for each in panels.values() if each.OPENING]
            ),
            chosen=chosen if chosen in panels else FIRST,
            programmes=[
                self._programme(name, programme)
                for name in order
                if (programme := games.modules(name).programme) is not None
            ],
        )

    def _programme(self, name: str, game: ProgrammeModule) -> dict[str, object]:
        """Gather the choices of a game's programme."""
        modules = games.modules(name)
        text = Text(self.language, modules.package)
        return {
            "game": name,
            "presets": modules.panel.presets(text),
            "rounds": game.ROUNDS,
            "usual": modules.engine.rules_type().rounds,
            "told": game.told(text),
            "sizes": modules.engine.seats,
            "blocks": range(1, BLOCKS + 1),
        }


class Opening(Draft):
    """Where a room is opened."""

    def check_xsrf_cookie(self) -> None:
        """Refuse a form that another site has made."""
        Handler.check_xsrf_cookie(self)

    def get(self) -> None:
        """Ask which game the class is to play, and how."""
        self.ask(chosen=self.get_query_argument("game", FIRST))

    async def post(self) -> None:
        """Open a room with a saved game, and make this browser the teacher's."""
        if not await self._may():
            return
        try:
            here, token = await self.classroom.once.do(self.sent, self._open)
        except (Complaint, msgspec.ValidationError) as error:
            self.set_status(HTTPStatus.BAD_REQUEST)
            self.ask(self.get_body_argument("record", ""), self.complaint(error))
            return
        self.classroom.doors.right(self.address, here.code)
        self.give(f"paydays-host-{here.code}", here, token)
        self.redirect(self.url(f"class/{here.code}/teacher"), status=HTTPStatus.SEE_OTHER)

    async def _open(self) -> tuple[Here, str]:
        token = secrets.token_urlsafe(TOKEN)
        given = self._field("record")
        saved = record.unshare(given) if given.startswith(record.FRAGMENT) else given
        chosen_way = self.get_body_argument("way", "tables")
        way = msgspec.convert("tables" if chosen_way == PROGRAMME else chosen_way, Way)
        chosen = msgspec.json.decode(
            self.get_body_argument("options", "{}"), type=dict[str, object]
        )
        game = self._field("game")
        programme = blocks(game, self._field) if chosen_way == PROGRAMME else ()
        here = await self.live.open(
            saved or fresh(game, way, self._field(f"rules-{game}")),
            digest(token),
            way=way,
            language=self.language,
            options=msgspec.convert({"contest": True, **chosen}, Options),
            skip=bool(self._field("skip")),
            programme=programme,
            same=bool(self._field("same")),
        )
        return here, token

    def _field(self, name: str) -> str:
        return self.get_body_argument(name, "")

    async def _may(self) -> bool:
        """Find out whether this browser may open a room, or say that it may not."""
        given, wanted = self.get_body_argument("key", ""), self.classroom.key

        async def opens_it() -> bool | None:
            return hmac.compare_digest(wanted.encode(), given.encode()) or None

        may: bool | None = self.classroom.may_open(self.request)
        try:
            if wanted:
                may = await self.answered(f"key {digest(given)}", opens_it)
        except Shut as error:
            self.say(HTTPStatus.TOO_MANY_REQUESTS, self.complaint(error))
            return False
        if not may:
            text = words(self.language)
            self.say(
                HTTPStatus.FORBIDDEN, text("Only somebody with the key may open a class here.")
            )
        return bool(may)


FILES: Final = {"gradebook", "attempts"}
"""The files of a homework; a class has others."""


class _Shown(Handler):
    """A page of a room, which its socket keeps in step."""

    def send(self, here: Here, page: Page, role: str) -> None:
        """Send the page as it is now."""
        self.show(
            "page.html.j2",
            here=here,
            page=page,
            screen=self.screen,
            role=role,
            game=here.room.modules,
        )


class StudentsPage(_Shown):
    """The student's page."""

    async def get(self, code: str) -> None:
        """Show the room as its student sees it."""
        here = await self.room(code)
        if here is None:
            return
        person = self.person(here)
        if self.get_query_arguments("other"):
            self.redirect(self.url(f"join/{here.code}"), status=HTTPStatus.SEE_OTHER)
        elif person is None:
            if not self.moved(here) and not self.asks_for_cookies(f"class/{here.code}"):
                self.redirect(self.url(f"join/{here.code}"), status=HTTPStatus.SEE_OTHER)
        elif isinstance(here.room, Homework):
            self._lead(here, here.room, person)
        elif await self.settled(here):
            self.send(here, screens.student(here, person, self.screen, {}), "student")

    def _lead(self, here: Here, room: Homework, person: Person) -> None:
        """Lead to the lesson, and let this browser in there; that cookie opens nothing else."""
        self._keep(f"{PUPIL}{here.code}", self._token(here.code), self.url(""), _SEAT_LASTS)
        asked = urlencode({"homework": here.code, "seed": room.seed(person)})
        lesson = quote(room.assigned.lesson)
        self.redirect(self.url(f"voila/render/{lesson}?{asked}"), status=HTTPStatus.SEE_OTHER)


class TeachersPage(_Shown):
    """The teacher's page."""

    async def get(self, code: str) -> None:
        """Show the room as its teacher sees it."""
        here = await self.room(code)
        if here is None:
            return
        if not self.is_teachers(here, "teacher"):
            return
        if await self.settled(here):
            screen = await self.desk(here)
            if isinstance(here.room, Homework):
                who = self.get_query_argument("who", "")
                pages = self.classroom.pages
                facts = screens.homework.page(here, here.room, screen, who, pages)
                self.show("homework.html.j2", form=self.form, **facts)
            else:
                self.send(here, screens.teacher(here, screen, {}), "teacher")


class TeachersFile(Handler):
    """What a teacher downloads; a student who asks for it is refused."""

    async def send(self, code: str, name: str, write: Callable[[Any], str]) -> None:
        """Send the file, if this browser is the teacher's."""
        here = await self.room(code)
        if here is None:
            return
        if not self.is_teachers(here, f"{name}.csv") or not await self.settled(here):
            return
        homework = isinstance(here.room, Homework)
        if homework != (name in FILES):
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        kind = "homework" if homework else here.room.game
        called = f"{kind}-{here.code}-{name}.csv"
        self.set_header("Content-Disposition", f'attachment; filename="{called}"')
        self.finish(write(here.room))


class Decisions(TeachersFile):
    """Every decision of a class, as a file."""

    async def get(self, code: str) -> None:
        """Send the file."""
        text = words(self.language)
        await self.send(code, "decisions", lambda room: results.decisions(room, text))


class Rounds(TeachersFile):
    """Every seat of every round, as a file."""

    async def get(self, code: str) -> None:
        """Send the file."""
        await self.send(code, "rounds", lambda room: rounds.file(room, self.language))


class Static(Handler):
    """Scripts and style sheets, whose names change with them: a browser keeps them for a year."""

    def get(self, name: str) -> None:
        """Send a file."""
        found = assets.FILES.get(name)
        if found is None:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", found.kind)
        self.set_header("Cache-Control", f"public, max-age={_YEAR}, immutable")
        self.set_header("Vary", "Accept-Encoding")
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(found.packed)
        else:
            self.finish(found.data)


class Socket(Handler, websocket.WebSocketHandler):
    """The line of a page: small messages come in, pages go out."""

    client: Client | None = None
    here: Here | None = None

    @property
    def max_message_size(self) -> int:
        """The size limit of a message."""
        return LARGEST_MESSAGE

    @property
    def ping_interval(self) -> float:
        """Seconds between two questions whether the page is still there."""
        return 20

    def get_compression_options(self) -> dict[str, Any]:
        """Compress pages, quickly: there may be hundreds."""
        return {"compression_level": 1, "mem_level": 8}

    async def prepare(self) -> None:  # type: ignore[override] # tornado awaits it
        """Let in those with a seat and the teacher, and nobody from another site.

        Whoever has neither learns nothing of the room, not even that there is one.
        """
        teacher = self.get_query_argument("as", "") == "teacher"
        try:
            here = await self.found(str(self.path_args[0]).upper(), self.mine)
        except Shut:
            raise web.HTTPError(HTTPStatus.TOO_MANY_REQUESTS) from None
        except Failure:
            raise web.HTTPError(HTTPStatus.SERVICE_UNAVAILABLE) from None
        person = self.person(here) if here is not None else None
        no_class = here is None or isinstance(here.room, Homework)
        if here is None or no_class or (teacher and not self.hosts(here)):
            raise web.HTTPError(HTTPStatus.FORBIDDEN)
        if not teacher and person is None:
            if self.left(here) is None:
                raise web.HTTPError(HTTPStatus.FORBIDDEN)
            return  # it learns that it has no seat any more
        self.here = here
        self._heard: deque[float] = deque(maxlen=_BURST)
        screen = await self.desk(here) if teacher else self.screen
        self.client = Client(None if teacher else person, screen, self._post, self._part)

    def open(self, *_: str, **__: str) -> None:
        """Show the page from now on."""
        if self.here is None or self.client is None:
            self._post({"kind": "gone"})
            self.close()
            return
        self.set_nodelay(True)
        if (stream := self._stream) is not None:
            stream.max_write_buffer_size = MOST_UNREAD
        packer = getattr(self.ws_connection, "_compressor", None)
        if packer is not None:  # to remember the last messages takes tornado 140 kB for each page
            packer._compressor = None  # noqa: SLF001
        self.live.connect(self.here, self.client)

    def on_message(self, message: str | bytes) -> None:
        """Take a message; a page that says what none of ours says is not listened to any more."""
        here, client = self.here, self.client
        if here is None or client is None:
            return
        now = time.monotonic()
        if len(self._heard) == _BURST and now - self._heard[0] < _WHILE:
            self._refuse("too many messages")
            return
        self._heard.append(now)
        try:
            said = messages.read(message)
        except messages.Unreadable as error:
            if client.person not in here.warned:
                here.warned.add(client.person)
                _LOG.warning("A page of class %s said what nobody can read: %s", here.code, error)
            self._refuse("a message that nobody can read")
            return
        self.live.hear(here, client, said)

    def _refuse(self, why: str) -> None:
        self.on_close()
        self._part(_POLICY_VIOLATED, why)

    def _part(self, code: int, why: str) -> None:
        """Close the line; a page that does not read cannot read a goodbye either."""
        try:
            self.close(code, why)
        except iostream.StreamBufferFullError:
            self._cut()

    def _cut(self) -> None:
        if (stream := self._stream) is not None:
            stream.close()

    @property
    def _stream(self) -> iostream.IOStream | None:
        return None if self.ws_connection is None else self.ws_connection.stream

    def on_close(self) -> None:
        """Note that the page is gone."""
        if self.here is not None and self.client is not None:
            self.live.leave(self.here, self.client)
        self.client = None

    def _post(self, message: Mapping[str, Any]) -> None:
        try:
            sent: Awaitable[None] = self.write_message(msgspec.json.encode(message))
        except websocket.WebSocketClosedError:
            return
        except iostream.StreamBufferFullError:
            self._cut()
            return
        asyncio.ensure_future(sent).add_done_callback(_dropped)


def _dropped(sent: "asyncio.Future[None]") -> None:
    """Take note of a message that did not go out: its page has gone."""
    if not sent.cancelled():
        sent.exception()
