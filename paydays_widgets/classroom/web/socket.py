"""The line of a page: small messages come in, pages go out."""

import logging
import time
from collections import deque
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from msgspec.structs import replace
from tornado import iostream, web, websocket

from paydays_widgets.classroom import messages
from paydays_widgets.classroom.clients import Client, Here
from paydays_widgets.classroom.homework import Homework
from paydays_widgets.classroom.web.handler import Handler
from paydays_widgets.classroom.web.packing import framed

LARGEST_MESSAGE: Final = 4_096
"""The size limit of a page's message, in bytes: a move is short."""
MOST_UNREAD: Final = 1_000_000
"""How many bytes wait for a page that does not read: then its line is closed."""
_POLICY_VIOLATED: Final = 1008
"""The code of a line that is closed since its page does what no page of ours does."""
MOST: Final = 40
"""How many messages a page may send within :data:`_WHILE` seconds."""
_WHILE: Final = 2.0
_LOG: Final = logging.getLogger("paydays")


class Socket(Handler, websocket.WebSocketHandler):
    """The line of a page: small messages come in, pages go out."""

    client: Client | None = None
    here: Here | None = None
    _bits = 0
    """How far compression may refer back, as a power of 2; 0 for a page that agreed to none."""

    @property
    def max_message_size(self) -> int:
        """The size limit of a message."""
        return LARGEST_MESSAGE

    @property
    def ping_interval(self) -> float:
        """Seconds between two questions whether the page is still there."""
        return 20

    def get_compression_options(self) -> dict[str, Any]:
        """Agree on compression: see :func:`framed`."""
        return {}

    async def prepare(self) -> None:  # type: ignore[override] # tornado awaits it
        """Let in those with a seat and the teacher, and nobody from another site.

        Anyone else learns nothing of the room, not even that there is one.
        """
        teacher = self.get_query_argument("as", "") == "teacher"
        here = await self.entered(str(self.path_args[0]))
        person = self.person(here) if here is not None else None
        no_class = here is None or isinstance(here.room, Homework)
        if here is None or no_class or (teacher and not self.hosts(here)):
            raise web.HTTPError(HTTPStatus.FORBIDDEN)
        if not teacher and person is None:
            if self.left(here) is None:
                raise web.HTTPError(HTTPStatus.FORBIDDEN)
            return  # it learns that it has no seat any more
        self.here = here
        self._heard: deque[float] = deque(maxlen=MOST)
        screen = await self.desk(here) if teacher else self.screen
        if teacher and self.get_query_argument("notes", ""):
            screen = replace(screen, notes=True)
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
        line: Any = self.ws_connection
        packer = getattr(line, "_compressor", None)
        if packer is not None:  # tornado's remembers the last messages: 140 kB for each page
            self._bits, line._compressor = packer._max_wbits, None  # noqa: SLF001
        self.live.connect(self.here, self.client)

    def on_message(self, message: str | bytes) -> None:
        """Take a message; a page that says what none of ours says is not listened to any more."""
        here, client = self.here, self.client
        if here is None or client is None:
            return
        try:
            said = messages.read(message)
        except messages.Unreadable as error:
            if client.person not in here.warned:
                here.warned.add(client.person)
                _LOG.warning("A page of class %s said what nobody can read: %s", here.code, error)
            self._refuse("a message that nobody can read")
            return
        if self.live.answered(client, said):
            return
        now = time.monotonic()
        if len(self._heard) == MOST and now - self._heard[0] < _WHILE:
            self._refuse("too many messages")
            return
        self._heard.append(now)
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
        """Write a message into the stream: tornado would start a task for each."""
        stream, line = self._stream, self.ws_connection
        if stream is None or line is None or line.is_closing():
            return
        try:
            stream.write(framed(message, self._bits))
        except iostream.StreamBufferFullError:
            self._cut()
