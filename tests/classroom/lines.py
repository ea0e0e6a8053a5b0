"""Lines to a server of classes, without a browser: they keep all that comes."""

import asyncio
import re
from typing import Any, Final

from msgspec import json
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import digest
from paydays_widgets.classroom.web.joining import joining
from tests.classroom.phones import VIEWS
from tests.classroom.server import HOST_TOKEN, Server

SOON: Final = 60.0
"""How many seconds something may take at most."""
PLAYABLE: Final = re.compile(r'data-move="([^"]+)"(?! aria-disabled)')
"""The moves that can be made on a picture."""


def join(server: Server, here: Here, *names: str) -> None:
    """Let some people join; the token of each is ``token of`` and the name."""
    for name in names:
        wish = joining(name, digest(f"token of {name}"))
        server.call(server.classroom.live.wish(here, wish))


class Line:
    """A line to a class: a student's, or the teacher's."""

    def __init__(self, server: Server, here: Here, name: str = "") -> None:
        self.server = server
        self.here = here
        self.name = name
        self.view = f"v{next(VIEWS)}"
        self.number = 0
        self.heard: list[Any] = []
        self.parts: dict[str, Any] = {}
        self.call = 0
        self.open = False
        self.news = asyncio.Event()
        self.line: WebSocketClientConnection

    async def connect(self) -> "Line":
        """Open the line, and wait for its first page."""
        code = self.here.code
        token = f"token of {self.name}" if self.name else HOST_TOKEN
        cookie = f"paydays-{code}={token}" if self.name else f"paydays-host-{code}={token}"
        role = "" if self.name else "?as=teacher"
        address = f"ws://127.0.0.1:{self.server.port}/class/{code}/socket{role}"
        self.open = True
        self.line = await websocket_connect(
            HTTPRequest(address, headers={"Cookie": cookie}), on_message_callback=self._take
        )
        await self.until(lambda: bool(self.parts))
        return self

    def _take(self, text: str | bytes | None) -> None:
        if text is None:
            self.open = False
            self.line.close()  # the other side has: tornado wants to be told all the same
        else:
            message = json.decode(text)
            self.heard.append(message)
            if message["kind"] == "page":
                self.call = message["call"]
                self.parts.update(message["parts"])
        self.news.set()

    async def until(self, ready: Any) -> None:
        """Wait until something is so."""

        async def wait() -> None:
            while not ready():
                self.news.clear()
                await self.news.wait()

        await asyncio.wait_for(wait(), SOON)

    def send(self, message: str | bytes | dict[str, Any]) -> None:
        """Send something, as it is."""
        if isinstance(message, dict):
            message = json.encode(message).decode()
        self.line.write_message(message, binary=isinstance(message, bytes))

    def letter(self, **message: Any) -> dict[str, Any]:
        """Write the next message, which the server has to say that it got."""
        self.number += 1
        return {"from": self.view, "number": self.number, **message}

    async def ask(self, **message: Any) -> None:
        """Ask for something, and wait until it is carried out."""
        letter = self.letter(**message)
        self.send(letter)
        await self.got(letter["number"])

    async def got(self, number: int) -> None:
        """Wait until the server says that it has a message."""
        said = {"kind": "got", "to": self.view, "number": number}
        await self.until(lambda: said in self.heard)

    async def close(self) -> None:
        """Close the line, and wait until it is closed."""
        self.line.close()
        await self.until(lambda: not self.open)

    async def breaks(self) -> None:
        """Lose the line, as nobody wanted."""
        protocol = self.line.protocol
        assert protocol is not None
        assert protocol.stream is not None
        protocol.stream.close()
        await self.until(lambda: not self.open)

    @property
    def moves(self) -> list[str]:
        """The moves on the picture."""
        return PLAYABLE.findall(self.parts["stage"]["html"])
