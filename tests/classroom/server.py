"""A server of classes in a thread, and those who talk to it without a browser."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest
from tornado import netutil, web

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import AnyEntry, Block, Opened, Options, Way, digest
from paydays_widgets.classroom.handlers import Classroom
from paydays_widgets.classroom.reach import Address
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.web.handler import Handler
from paydays_widgets.classroom.web.opening import Opening
from paydays_widgets.hosting.listener import Listener

HOST_TOKEN = "the-token-of-the-teacher"  # noqa: S105 - of a test


class Near(Classroom):
    """Classes with their phones on the same machine."""

    async def phones(self, scheme: str, port: int) -> tuple[Address, ...]:
        """Return this machine's own address, where the server answers."""
        return (Address(f"{scheme}://127.0.0.1:{port}{self.base.rstrip('/')}", "near"),)


class Server:
    """A server with nothing but classes.

    Parameters
    ----------
    far
        Whether phones are elsewhere, as they are in a classroom: none reaches it.
    """

    def __init__(
        self, folder: Path, prefix: str = "/", port: int = 0, *, far: bool = False, **traits: Any
    ) -> None:
        self.kind = Classroom if far else Near
        self.folder = folder
        self.port = port
        self.prefix = prefix
        self.traits = traits
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)

    async def serve(self) -> None:
        """Serve until told to stop."""
        self.loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        usual = {"name": "test", "database": f"sqlite:///{self.folder}/class.db"}
        self.classroom = self.kind(self.prefix, **(usual | self.traits))
        app = web.Application(self.classroom.routes(), compress_response=True)
        server = Listener(app)
        sockets = netutil.bind_sockets(self.port, "127.0.0.1")
        server.add_sockets(sockets)
        self.port = sockets[0].getsockname()[1]
        await self.classroom.start()
        self._ready.set()
        await self._stop.wait()
        server.stop()
        await server.close_all_connections()
        await self.classroom.stop()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.prefix}"

    def call(self, act: Coroutine[Any, Any, Any]) -> Any:
        """Do something on the server's own thread."""
        return asyncio.run_coroutine_threadsafe(act, self.loop).result(20)

    def open(
        self,
        record: str,
        way: Way = "tables",
        *,
        programme: tuple[Block, ...] = (),
        **options: Any,
    ) -> Here:
        """Open a room whose teacher has :data:`HOST_TOKEN`."""
        record = programme[0].record if programme else record
        chosen = Options(**options)
        first = Opened("", digest(HOST_TOKEN), way, "en", record, 0, chosen, programme=programme)
        here: Here = self.call(self.classroom.live.rooms.open(first))
        return here

    def wish(self, here: Here, make: Callable[[Room], Iterable[AnyEntry]]) -> None:
        """Have something carried out as the teacher."""
        self.call(self.classroom.live.wish(here, lambda room, _: make(room)))

    @contextmanager
    def waits_for_two(self, doing: str) -> Iterator[list[str]]:
        """Do something that forms ask for only after two of them have come.

        Parameters
        ----------
        doing
            What is done: ``wish``, or a method of :class:`Rooms`.

        Returns
        -------
        list
            Where forms have come so far.
        """
        live, come = self.classroom.live, list[str]()
        doer = live if doing == "wish" else live.rooms
        check, act = Handler.check_xsrf_cookie, getattr(doer, doing)

        def comes(handler: Handler) -> None:
            check(handler)
            come.append(handler.request.path)

        async def acts(*given: Any, **named: Any) -> Any:
            while len(come) < 2:
                await asyncio.sleep(0.001)
            return await act(*given, **named)

        with pytest.MonkeyPatch.context() as patch:
            for handler in (Handler, Opening):
                patch.setattr(handler, "check_xsrf_cookie", comes)
            patch.setattr(doer, doing, acts)
            yield come

    def begin(self, here: Here) -> None:
        """Let the game begin, with everybody seated as they came."""
        self.wish(here, lambda room: [wishes.begin(room, room.present)])
