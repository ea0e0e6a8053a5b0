"""Teach today: lessons with a running order, to open, to print, and to copy."""

import hmac
from collections.abc import Mapping
from hashlib import sha256
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace
from tornado import web

from paydays_widgets.classroom import rehearsing, running
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.composing import opening
from paydays_widgets.classroom.entries import Digest, Opened
from paydays_widgets.classroom.platforms import decoded
from paydays_widgets.classroom.running import RunningOrder, orders
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.web.opening import Opening
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import Language

_TEACHES: Final = "paydays-plans"
"""The cookie of a browser that has given the key to read plans with their answers."""


class Today(Opening):
    """Where a lesson is chosen, and its class opened."""

    page = "class/today"

    async def get(self) -> None:  # type: ignore[override] # it looks for an address first
        """Show the lessons."""
        await self.ask()

    async def ask(
        self, said: str = "", chosen: str = "", amiss: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Send the page; none of its fields clashes with another."""
        del chosen, amiss
        self.show_form(
            "today.html.j2",
            said=said,
            **self.access,
            orders=orders(),
            at=await self.unreached(),
            languages=self.in_languages(),
        )

    async def _open(self) -> tuple[Here, str]:
        """Open the class; pretend students are there at once."""
        here, token = await super()._open()
        if here.room.opened.pretend:
            text = words(self.language)
            await self.live.wish(here, lambda room, _: rehearsing.joins(room, text))
        return here, token

    def chosen(self, host: Digest) -> Opened:
        """Read which lesson it is, and begin with its first game."""
        sent = [each.body for each in self.request.files.get("file", []) if each.body]
        order = _own(decoded(sent[0])) if sent else orders().get(self.field("order"))
        if order is None:
            raise Complaint("choose a lesson first")
        order = order.cut() if self.field("short") else order
        if not self.field("rehearse"):
            return opened(order, host, self.language)
        first = opened(rehearsing.fast(order), host, self.language)
        return replace(first, pretend=rehearsing.STUDENTS)


def opened(order: RunningOrder, host: Digest, language: Language) -> Opened:
    """Return how the room of a class with a running order is opened."""
    opens = order.stages[order.games[0]].opens
    assert opens is not None  # noqa: S101 - such is what games lists
    for each in order.games:  # a later one that cannot be opened would stop the lesson
        later = order.stages[each].opens
        assert later is not None  # noqa: S101 - as above
        opening(later, language)
    return replace(opening(opens, language), host=host, order=order)


def _own(text: str) -> RunningOrder:
    try:
        return running.parse(text, "TOML")
    except DeckError as error:
        raise Complaint(
            "this running order cannot be used: {problem}", problem=error.complaint
        ) from None


class Plan(Opening):
    """A running order to print. What pupils are to find out stands there for those who teach.

    That is anyone who may open a class here: on this machine, or with the key, which the browser
    need not give again.
    """

    async def get(self, name: str) -> None:  # type: ignore[override] # its path has a name
        """Send the page, or without the key what it is about."""
        order = self._order(name)
        self.show_form(
            "plan.html.j2",
            name=name,
            order=order,
            languages=self.in_languages(),
            whole=self.teaches,
            page=f"class/today/{name}",
            **self.access,
        )

    async def post(self, name: str) -> None:  # type: ignore[override]
        """Take the key."""
        self._order(name)
        self.page = f"class/today/{name}"
        if not await self._may():
            return
        self._keep(_TEACHES, self._pass, self.url("class/today"), None)
        to = f"{self.page}{self.chosen_language}"
        self.redirect(self.url(to), status=HTTPStatus.SEE_OTHER)

    async def ask(
        self, said: str = "", chosen: str = "", amiss: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Show what it is about: no key opens it here."""
        del said, chosen, amiss
        await self.get(*self.path_args)

    @staticmethod
    def _order(name: str) -> RunningOrder:
        order = orders().get(name)
        if order is None:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        return order

    @property
    def teaches(self) -> bool:
        """Whether this browser may read the answers."""
        kept = self.get_cookie(_TEACHES) or ""
        return self.classroom.may_open(self.request) or (
            bool(self.classroom.key) and hmac.compare_digest(kept.encode(), self._pass.encode())
        )

    @property
    def _pass(self) -> str:
        """What a browser keeps that has given the key."""
        return hmac.new(self.classroom.key.encode(), b"running orders", sha256).hexdigest()


class File(Plan):
    """A running order as a file, to copy and change."""

    async def get(self, name: str) -> None:  # type: ignore[override] # as above
        """Send the file, to those who may read the answers."""
        self._order(name)
        if not self.teaches:
            raise web.HTTPError(HTTPStatus.FORBIDDEN)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{name}.toml"')
        self.finish((running.FOLDER / f"{name}.toml").read_bytes())


HANDLERS: Final[dict[str, type[Any]]] = {
    "class/today": Today,
    r"class/today/([a-z0-9_]+)": Plan,
    r"class/today/([a-z0-9_]+)\.toml": File,
}
