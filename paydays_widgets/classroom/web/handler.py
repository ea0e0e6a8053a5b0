"""What all pages of a class share: the language, the policy, forms, and who is who."""

import hmac
from collections.abc import Awaitable, Callable
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar
from urllib.parse import urlencode

import msgspec
from tornado import web

from paydays_widgets.classroom import assets, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.doors import Shut
from paydays_widgets.classroom.entries import Digest, Person, digest
from paydays_widgets.classroom.homework import Homework
from paydays_widgets.classroom.labels import Faults
from paydays_widgets.classroom.rooms import CODE, Elsewhere, spelled
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.store import Failure
from paydays_widgets.classroom.tickets import new_token
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.show.words import complaint
from paydays_widgets.talk.screen import THEMES

if TYPE_CHECKING:
    from paydays_widgets.classroom.classes import Classes

ROOM: Final = rf"class/([A-Za-z]{{{CODE}}})"
"""The path of a room."""
SEAT_LASTS: Final = 30
"""Days that a browser keeps a seat."""
_POLICY: Final = (
    # pictures say in a style where things lie
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""The Content-Security-Policy of every page of a class."""
_Found = TypeVar("_Found")


class Refused(web.HTTPError):
    """A form is not taken, for a reason that its reader can mend."""

    def __init__(self, said: str) -> None:
        super().__init__(HTTPStatus.FORBIDDEN)
        self.said = said


class Handler(web.RequestHandler):
    """What all pages of a class share: the language, the policy, who is who."""

    SUPPORTED_METHODS: ClassVar[tuple[str, ...]] = ("GET", "HEAD", "POST")  # type: ignore[misc]

    def initialize(self, classroom: "Classes") -> None:
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
        self.finish(screens.words.render(template, words(self.language), **self.usual, **facts))

    @property
    def usual(self) -> dict[str, object]:
        """What every page needs."""
        return {"url": self.url, "assets": assets, "chosen_language": self.chosen_language}

    @property
    def chosen_language(self) -> str:
        """The query of a link that keeps the language; "" if the browser has chosen it."""
        chosen = self.get_query_argument("language", "")
        return f"?language={self.language}" if chosen else ""

    def in_languages(self) -> list[tuple[str, str, str]]:
        """List the languages: the code, the name, and the address of this page in it."""
        kept = [
            (name, value)
            for name, values in self.request.query_arguments.items()
            for value in values
            if name != "language"
        ]
        return [
            (code, name, f"?{urlencode([*kept, ('language', code)])}")
            for code, name in (("en", "English"), ("fr", "Français"), ("de", "Deutsch"))
        ]

    def show_form(self, template: str, /, **facts: object) -> None:
        """Send a page with a form that counts once, however often it is sent."""
        self.show(template, form=self.form, once=new_token(), **facts)

    def field(self, name: str) -> str:
        """Return a field of a form; "" if it does not have it."""
        return self.get_body_argument(name, "")

    def say(
        self, status: HTTPStatus, sentence: str, *, again: int = 0, back: str = "join"
    ) -> None:
        """Send a page with a sentence, which is perhaps loaded again by itself.

        Parameters
        ----------
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
        sent = self.field("form")
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
            kept = new_token()
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
        """Look up a code or a key; None if it is wrong.

        Raises
        ------
        Shut
            If it is not even looked up.
        """
        doors = self.classroom.doors
        doors.knock(self.address, word)
        try:
            found = await look_up()
        except Elsewhere:
            doors.right(self.address, word)
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
            here = await self.live.rooms.find(code)
        except Elsewhere:
            return None
        if here is None or not (
            self.hosts(here) or self.person(here) is not None or self.left(here) is not None
        ):
            return None
        return here

    async def entered(self, code: str) -> Here | None:
        """Find a room for the script of a page, if its browser has a cookie of it, or had one.

        Raises
        ------
        tornado.web.HTTPError
            If nobody can say now.
        """
        try:
            return await self.found(code.upper(), self.mine)
        except Shut:
            raise web.HTTPError(HTTPStatus.TOO_MANY_REQUESTS) from None
        except Failure:
            raise web.HTTPError(HTTPStatus.SERVICE_UNAVAILABLE) from None

    async def room(self, code: str) -> Here | None:
        """Find a room, or say that there is none."""
        text = words(self.language)
        try:
            found = await self.found(code.upper(), self.live.rooms.find)
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
        return msgspec.structs.replace(self.screen, address=here.reach[0].url)

    def give(self, name: str, here: Here, token: str) -> None:
        """Give this browser a token for a room."""
        self._keep(name, token, self.url(f"class/{here.code}"), SEAT_LASTS)

    def give_seat(self, here: Here, token: str) -> None:
        """Give this browser a seat; the door learns whose it is, and no more than that."""
        self.give(f"paydays-{here.code}", here, token)
        door = self.url(f"join/{here.code}")
        self._keep(f"paydays-door-{here.code}", digest(token), door, SEAT_LASTS)

    def ask_name(
        self, here: Here, mine: Person | None, name: str = "", error: Complaint | None = None
    ) -> None:
        """Ask who somebody is, if anybody may join; and first whether the seat here is theirs."""
        whose = here.room.people[mine].called if mine is not None else ""
        shut = wishes.keeps_out(here.room)
        error = shut or error
        self.show_form(
            "name.html.j2",
            here=here,
            labels=here.room.assigned.labels if isinstance(here.room, Homework) else None,
            whose=whose,
            name=name[: here.room.longest_name],
            said="" if error is None else self.complaint(error),
            shut=shut is not None,
            watches=not isinstance(here.room, Homework) and wishes.may_watch(here.room),
        )

    def complaint(self, error: Exception) -> str:
        """Say what is wrong, in the reader's language."""
        text = words(self.language)
        if isinstance(error, Faults):
            return " ".join(complaint(each, text) for each in error.faults)
        if isinstance(error, Complaint):
            return complaint(error, text)
        return text("This did not work. Try again, or ask your teacher.")
