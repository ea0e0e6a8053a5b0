"""Our classes: the file with a class's results, and the page that shows several of them."""

import asyncio
import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote

from tornado import web

from paydays_widgets.classroom import classfile, gathering
from paydays_widgets.classroom.classfile import FEWEST, LARGEST, ClassFile
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.homework import Homework
from paydays_widgets.classroom.screens import ours
from paydays_widgets.classroom.screens.words import render, words
from paydays_widgets.classroom.web.handler import ROOM, Handler
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import cleaned, isolated

MOST: Final = 12
"""How many classes stand side by side."""
_NAME: Final = 60
ORDERS: Final = ("added", "date", "label")
"""In which order classes stand: as they were opened, the latest first, or by their names."""


class Ours(Handler):
    """Several classes side by side. What is open travels with the form: nothing is kept here.

    Attributes
    ----------
    opened
        How many files the form has brought that could be used.
    """

    opened = 0

    async def get(self) -> None:
        """Ask for files."""
        await self._answer()

    async def post(self) -> None:
        """Open further files beside those that are open, or put one away."""
        await self._answer()

    async def _answer(self) -> None:
        """Read, draw and send in a thread: classes that play meanwhile do not wait."""
        form, posted = self.form, self.request.method == "POST"
        said: list[str] = []
        page = await asyncio.to_thread(self._drawn, form, said, posted=posted)
        if said and not self.opened:
            self.set_status(HTTPStatus.BAD_REQUEST)
        self.finish(page)

    def _drawn(self, form: str, said: list[str], *, posted: bool) -> str:
        files = self._files(said) if posted else []
        order = self.field("order") if posted else ""
        if order != ORDERS[0]:
            files = _sorted(files, order)
        return render(
            "ours.html.j2",
            words(self.language),
            **self.usual,
            form=form,
            files=files,
            kept=[classfile.write(each).decode().strip() for each in files],
            said=said,
            opened=self.opened,
            order=order if order in ORDERS else ORDERS[0],
            spans=ours.spans(files, self.language),
            topics=ours.topics(files, self.language),
            questions=ours.questions(files, self.language),
            fewest=FEWEST,
            most=MOST,
            largest=LARGEST // 1000,
            languages=self.in_languages(),
        )

    def _files(self, said: list[str]) -> list[ClassFile]:
        """Read again what is open, without what is put away; then what comes."""
        away = self.field("away")
        kept = enumerate(self.get_body_arguments("kept"))
        open_ = [("?", each.encode()) for number, each in kept if str(number) != away]
        files = self._read(open_, [], said)
        sent = [
            (cleaned(each.filename, _NAME) or "?", each.body)
            for each in self.request.files.get("file", [])
            if each.filename
        ]
        if self.field("open") and not sent:
            said.append(self.complaint(Complaint("choose a file first")))
        found = self._read(sent, files, said)
        self.opened = len(found)
        return [*files, *found]

    def _read(
        self, sent: Sequence[tuple[str, bytes]], before: Sequence[ClassFile], said: list[str]
    ) -> list[ClassFile]:
        """Read files one by one: those that cannot be used are named, and the others stay."""
        found: list[ClassFile] = []
        for name, data in sent:
            try:
                found.append(_looked_through(isolated(name), data, [*before, *found]))
            except Complaint as error:
                said.append(self.complaint(error))
        return found


def _looked_through(name: str, data: bytes, before: Sequence[ClassFile]) -> ClassFile:
    """Read a file that is to stand beside others."""
    file = classfile.read(data, name)
    twin = next((each for each in before if classfile.alike(each, file)), None)
    if twin is not None:
        raise Complaint(
            "“{file}” has the results of “{label}”, which are open already",
            file=name,
            label=isolated(twin.label),
        )
    if len(before) == MOST:
        raise Complaint(
            "“{file}” has no room: {n} classes at most stand side by side", file=name, n=MOST
        )
    return file


def _sorted(files: Sequence[ClassFile], order: str) -> list[ClassFile]:
    by_name = sorted(files, key=lambda each: each.label.casefold())
    if order == "date":
        return sorted(by_name, key=lambda each: each.date, reverse=True)
    return by_name if order == "label" else [*files]


class _OfAClass(Handler):
    """What a teacher takes away of a class."""

    async def here(self, code: str, page: str) -> Here | None:
        """Find the class, if this browser is its teacher's; else say why not."""
        here = await self.room(code)
        if here is None or not self.is_teachers(here, page) or not await self.settled(here):
            return None
        if isinstance(here.room, Homework):
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        self.live.rooms.used(here)
        return here


class Keeping(_OfAClass):
    """Where a teacher says how the class is called in the file."""

    async def get(self, code: str) -> None:
        """Ask for the name, and say what will be in the file."""
        here = await self.here(code, "results")
        if here is not None:
            self.ask(here)

    def ask(self, here: Here, said: str = "") -> None:
        """Send the form."""
        file = gathering.gathered(here.room, here.code)
        self.show(
            "ours_keep.html.j2",
            here=here,
            said=said,
            file=file,
            parts=[(each, *ours.titled(each, self.language)) for each in file.parts],
            fewest=FEWEST,
            languages=self.in_languages(),
        )


class Kept(Keeping):
    """The file."""

    async def get(self, code: str) -> None:
        """Send the file."""
        here = await self.here(code, "results.json")
        if here is None:
            return
        try:
            file = gathering.gathered(here.room, self.get_query_argument("label", ""))
        except Complaint as error:
            self.set_status(HTTPStatus.BAD_REQUEST)
            self.ask(here, self.complaint(error))
            return
        label = re.sub(r"[^\w-]+", "-", file.label)
        name = f"class-{file.date}-{label}.json"
        self.set_header("Content-Type", "application/json")
        plain = name.encode("ascii", "replace").decode().replace("?", "-")
        self.set_header(
            "Content-Disposition",
            f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}",
        )
        self.finish(classfile.write(file))


HANDLERS: Final[dict[str, type[Any]]] = {
    "class/ours": Ours,
    rf"{ROOM}/results": Keeping,
    rf"{ROOM}/results\.json": Kept,
}
