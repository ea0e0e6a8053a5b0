"""A network that can be interrupted: a relay between a browser and a server."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self


class Relay:
    """Passes on what a browser and a server on this machine say to each other.

    Parameters
    ----------
    port
        The port of the server.

    Attributes
    ----------
    port
        The port for the browser.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._writers: set[asyncio.StreamWriter] = set()
        self._lost: set[asyncio.StreamWriter] = set()  # what is written to them is swallowed
        self._is_up = True
        self._swallows = False

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._meet, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()
        self.cut()
        self._run(self._rest())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """End all connections, and let none begin."""
        self._is_up = False
        self._run(self._close())

    def swallow(self) -> None:
        """Lose whatever is sent, and say nothing: what is open now never works again."""
        self._swallows = True
        self._lost |= self._writers

    def mend(self) -> None:
        """Let new connections through."""
        self._is_up, self._swallows = True, False

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _close(self) -> None:
        for writer in self._writers:
            writer.close()

    async def _rest(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._is_up:
            writer.close()
            return
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
        both = {writer, there_writer}
        self._writers |= both
        if self._swallows:
            self._lost |= both
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(
                self._pass(reader, there_writer), self._pass(there_reader, writer)
            )
        self._writers -= both

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if writer not in self._lost:
                writer.write(data)
                await writer.drain()
        if writer not in self._lost:
            writer.close()
