"""The class on a server: its pages, its forms and its sockets.

:class:`Classes` is what the handlers of :mod:`~paydays_widgets.classroom.web` share. Nobody
logs in: a student has the cookie of a seat, the teacher the cookie of the room. The code of a
room opens its door, and no more than that.
"""

import asyncio
import contextlib
import logging
import time
from pathlib import Path
from typing import Any, Final

from tornado.httputil import HTTPServerRequest
from traitlets import Int, Unicode
from traitlets.config import Configurable

from paydays_widgets.classroom import reach
from paydays_widgets.classroom.doors import Doors
from paydays_widgets.classroom.homework import PUPIL, Homework
from paydays_widgets.classroom.live import Live
from paydays_widgets.classroom.once import Once
from paydays_widgets.classroom.reach import Address
from paydays_widgets.classroom.rooms import MOST, wall_clock
from paydays_widgets.classroom.store import WATCHED, Failure, Store, usual
from paydays_widgets.classroom.times import local
from paydays_widgets.hosting.local import is_local, is_own, port_of

_SWEEPS: Final = 3600
"""Seconds between two looks for old rooms: what a wrong clock has marked is soon unmarked."""
_LOG: Final = logging.getLogger("paydays")
_REACH_LASTS: Final = 5.0
"""Seconds until the addresses of this machine are tried again."""


class Classes(Configurable):
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
    rooms = Int(MOST, min=1, config=True, help="How many rooms may be open at a time.")
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
        self._reach: asyncio.Future[tuple[Address, ...]] | None = None
        self._tried = 0.0
        self.live = Live(self.store, name, self.rooms)
        self._sweeping: asyncio.Task[None] | None = None

    async def reach(self, request: HTTPServerRequest) -> tuple[Address, ...]:
        """Return the addresses that phones may open; its own alone if it is in no network.

        A request by an address of a network, or through a proxy, has come by the address that
        phones need. On the machine itself, its other addresses are tried.
        """
        here = f"{request.protocol}://{request.host}{self.base.rstrip('/')}"
        if self.proxied or not is_local(request.host):
            return (Address(here),)
        port = port_of(request.host) or 80
        own = Address(here, answers=False, phones=False)
        return await self.phones(request.protocol, port) or (own,)

    async def phones(self, scheme: str, port: int) -> tuple[Address, ...]:
        """Return this machine's addresses in its networks, and whether each answers.

        They are tried at most every few seconds.
        """
        if self._reach is None or time.monotonic() - self._tried > _REACH_LASTS:
            self._tried = time.monotonic()
            trying = reach.tried(scheme, port, self.base, reach.networks())
            self._reach = asyncio.ensure_future(trying)  # for all who ask meanwhile
        return await asyncio.shield(self._reach)

    async def start(self) -> None:
        """Carry out wishes from now on."""
        self.live.start()
        self._sweeping = asyncio.create_task(self._keep_sweeping())

    async def stop(self) -> None:
        """Let another server have the rooms."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self.live.stop()
        self.store.close()

    async def _keep_sweeping(self) -> None:
        while True:
            with contextlib.suppress(Failure):  # it is tried again
                await asyncio.to_thread(self.sweep)
            await asyncio.sleep(_SWEEPS)

    def sweep(self) -> None:
        """Delete rooms in which nothing has happened for long, and log it."""
        now = wall_clock()
        done = self.store.sweep(now, self.days)
        if done.marked:
            _LOG.warning(
                "Nothing has happened for long in %s: deleted after %d days, if this server sees "
                "that on %d days more. Is the clock right? It says %s.",
                *(", ".join(done.marked), self.days, min(WATCHED, self.days), local(now)),
            )
        if done.gone:
            _LOG.warning("Deleted, since nothing happened there: %s", ", ".join(done.gone))

    def own(self, request: HTTPServerRequest) -> str:
        """Return the address at which this machine's own browser may open a room; "" if none."""
        if self.proxied or is_local(request.host):
            return ""
        port = port_of(request.host)
        return f"{request.protocol}://127.0.0.1{f':{port}' if port else ''}"

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
                self.live.rooms.used(here)
                return True
        return False
