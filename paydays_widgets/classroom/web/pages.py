"""The pages and files of a room that has been opened."""

import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote, urlencode

from msgspec.structs import replace
from tornado import web

from paydays_widgets.classroom import assets, beside, known, results, rounds, screens, wishes
from paydays_widgets.classroom.clients import Here, Page
from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.homework import PUPIL, Homework
from paydays_widgets.classroom.screens.teacher import picture
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.tickets import MINUTES
from paydays_widgets.classroom.web.handler import SEAT_LASTS, Handler

_YEAR: Final = 31_536_000
AGAIN: Final = 5
"""After how many seconds a page without a seat is loaded again."""


FILES: Final = {"gradebook", "attempts", "all"}
"""The files of a homework; a class has others."""


class _Shown(Handler):
    """A page of a room, which its socket keeps in step."""

    def send(self, here: Here, page: Page, role: str, **facts: object) -> None:
        """Send the page as it is now."""
        self.show("page.html.j2", here=here, page=page, screen=self.screen, role=role, **facts)


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
            self.send(here, screens.shown(here, person, self.screen, {}), "student")

    def _lead(self, here: Here, room: Homework, person: Person) -> None:
        """Lead to the lesson, and let this browser in there; that cookie opens nothing else."""
        self._keep(f"{PUPIL}{here.code}", self._token(here.code), self.url(""), SEAT_LASTS)
        asked = urlencode({"homework": here.code, "seed": room.seed(person)})
        lesson = quote(room.assigned.lesson)
        self.redirect(self.url(f"voila/render/{lesson}?{asked}"), status=HTTPStatus.SEE_OTHER)


class Watch(Handler):
    """What those see who come to a full room: drawn now and then, however many look on."""

    async def get(self, code: str) -> None:
        """Show what lies open, and load it again by itself."""
        here = await self.room(code)
        if here is None:
            return
        if isinstance(here.room, Homework) or not wishes.may_watch(here.room):
            to = f"join/{here.code}{self.chosen_language}"
            self.redirect(self.url(to), status=HTTPStatus.SEE_OTHER)
            return
        now, screen = time.monotonic(), self.screen
        drawn, parts = here.watched.get(screen.language, (now - AGAIN, {}))
        if now >= drawn + AGAIN:
            if not await self.settled(here):
                return
            parts = screens.watch.watched(here, screen)
            here.watched[screen.language] = now, parts
        facts = {"told": "", "stage": "", "story": "", **parts}
        title = here.room.title(screen.language)
        self.show("watch.html.j2", here=here, screen=screen, title=title, again=AGAIN, **facts)


class TeachersPage(_Shown):
    """The teacher's page."""

    async def get(self, code: str) -> None:
        """Show the room as its teacher sees it."""
        here = await self.room(code)
        if here is None:
            return
        if not self.is_teachers(here, "teacher"):
            return
        screen = await self.desk(here)
        if await self.settled(here):
            if isinstance(here.room, Homework):
                who = self.get_query_argument("who", "")
                pages = self.classroom.pages
                facts = screens.homework.page(here, here.room, screen, who, pages)
                self.show(
                    "homework.html.j2",
                    form=self.form,
                    lasting=self.classroom.proxied,
                    languages=self.in_languages(),
                    **facts,
                )
            else:
                self.send(here, screens.shown(here, None, screen, {}), "teacher")


class Notes(_Shown):
    """The teacher's own page, beside the projector's."""

    async def get(self, code: str) -> None:
        """Show the notes on the present stage; a pass makes this browser the teacher's."""
        here = await self.room(code)
        if here is None:
            return
        given = self.get_query_argument("pass", "")
        if given and (token := here.pass_.use(given)) is not None:
            self.give(f"paydays-host-{here.code}", here, token)
            to = f"class/{here.code}/notes{self.chosen_language}"
            self.redirect(self.url(to), status=HTTPStatus.SEE_OTHER)
            return
        if not self.is_teachers(here, "notes"):
            return
        if here.room.run is None:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        screen = replace(await self.desk(here), notes=True)
        if await self.settled(here):
            page = screens.shown(here, None, screen, {})
            self.send(here, page, "notes", form=self.form)

    async def post(self, code: str) -> None:
        """Show what lets the teacher's phone in."""
        here = await self.room(code)
        if here is None or not self.is_teachers(here, "notes"):
            return
        screen = await self.desk(here)
        given = here.pass_.issue(self.get_cookie(f"paydays-host-{here.code}") or "")
        url = f"{screen.address}/class/{here.code}/notes?pass={given}&language={self.language}"
        self.show("notes_pass.html.j2", here=here, to=url, qr=picture(url), minutes=MINUTES)


class TeachersFile(Handler):
    """What a teacher downloads; a student who asks for it is refused."""

    async def send(
        self,
        code: str,
        name: str,
        write: Callable[[Any], str | bytes],
        kind: str = "text/csv; charset=utf-8",
    ) -> None:
        """Send the file, if this browser is the teacher's."""
        here = await self.room(code)
        if here is None:
            return
        ending = "csv" if kind.startswith("text/csv") else kind.rpartition("/")[2]
        if not self.is_teachers(here, f"{name}.{ending}") or not await self.settled(here):
            return
        homework = isinstance(here.room, Homework)
        chapters = here.room.chapters
        chosen = self.get_query_argument("chapter", str(len(chapters) - 1))
        chapter = next((each for n, each in enumerate(chapters) if str(n) == chosen), None)
        if homework != (name in FILES) or chapter is None:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", kind)
        of = "homework" if homework else chapter.game
        number = f"-{int(chosen) + 1}" if len(chapters) > 1 else ""
        called = f"{of}-{here.code}{number}-{name}.{ending}"
        self.set_header("Content-Disposition", f'attachment; filename="{called}"')
        self.of_bots: beside.OfBots = here.of_bots.get(int(chosen), {})
        self.finish(write(chapter))


class Decisions(TeachersFile):
    """Every decision of a class, as a file."""

    async def get(self, code: str) -> None:
        """Send the file."""
        text = words(self.language)
        await self.send(code, "decisions", lambda room: results.decisions(room, text))


class Answers(TeachersFile):
    """What a class has answered to questions, as a file."""

    async def get(self, code: str) -> None:
        """Send the file: all chapters of the class are in it."""
        text = words(self.language)
        await self.send(code, "answers", lambda room: known.file(room, text))


class Rounds(TeachersFile):
    """Every seat of every round, as a file."""

    async def get(self, code: str) -> None:
        """Send the file."""
        await self.send(code, "rounds", lambda room: rounds.file(room, self.language))


class Beside(TeachersFile):
    """A class, bots, theory and experiments, as a file."""

    async def get(self, code: str) -> None:
        """Send the file."""
        await self.send(
            code, "beside", lambda room: beside.file(room, self.of_bots, self.language)
        )


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
