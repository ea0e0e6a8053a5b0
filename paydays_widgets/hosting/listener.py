"""Keep clients from blocking the server by sending nothing, or half a request."""

import sys
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, Final

from tornado import httpserver, httputil

SILENCE: Final = 30.0
"""Seconds for a request's header to arrive, and for an idle connection to stay open."""
BODY: Final = 60.0
"""Seconds for a request's body to arrive."""
HEADER: Final = 16_384
"""The size limit of a request's header, in bytes."""
MOST_SILENT: Final = 1_000
"""How many connections may wait at a time, if that many files can be opened."""
_SHARE: Final = 4
"""Of the files that can be opened, one in so many may be a waiting connection."""
_MAC: Final = 10_240
"""What macOS allows a process where it reports no limit."""


class Listener(httpserver.HTTPServer):
    """An HTTP server that limits the connections it waits for, and the time.

    When too many requests are incomplete, it closes the oldest, so there is always room for
    another.
    """

    def initialize(self, *args: Any, most_silent: int = 0, **options: Any) -> None:
        usual = {
            "idle_connection_timeout": SILENCE,
            "body_timeout": BODY,
            "max_header_size": HEADER,
        }
        super().initialize(*args, **(usual | options))
        self._most_silent = most_silent or min(MOST_SILENT, open_files() // _SHARE)
        self._silent: dict[Any, None] = {}

    def start_request(
        self, server_conn: object, request_conn: httputil.HTTPConnection
    ) -> httputil.HTTPMessageDelegate:
        self._silent[server_conn] = None
        if len(self._silent) > self._most_silent:
            oldest = next(iter(self._silent))
            self._said(oldest)
            oldest.stream.close()
        return _Request(self, server_conn, super().start_request(server_conn, request_conn))

    def on_close(self, server_conn: object) -> None:
        self._said(server_conn)
        super().on_close(server_conn)

    def _said(self, server_conn: object) -> None:
        self._silent.pop(server_conn, None)


class _Request(httputil.HTTPMessageDelegate):
    """A request that is still incomplete."""

    def __init__(
        self, listener: Listener, line: object, request: httputil.HTTPMessageDelegate
    ) -> None:
        self._listener = listener
        self._line = line
        self._request = request

    def headers_received(
        self,
        start_line: httputil.RequestStartLine | httputil.ResponseStartLine,
        headers: httputil.HTTPHeaders,
    ) -> Awaitable[None] | None:
        # tornado prefers it to X-Forwarded-For, and many proxies pass on what the client sent
        headers.pop("X-Real-IP", None)
        return self._request.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        return self._request.data_received(chunk)

    def finish(self) -> None:
        self._listener._said(self._line)  # noqa: SLF001 - its own
        self._request.finish()

    def on_connection_close(self) -> None:
        self._request.on_connection_close()


def open_files() -> int:
    """Raise this process's limit of open files as far as possible, and return it.

    A page takes some twenty, and a Mac allows 256 unless asked.
    """
    if sys.platform != "win32":  # there is no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _MAC if hard == resource.RLIM_INFINITY else hard
        if soft != resource.RLIM_INFINITY and soft < most:
            with suppress(OSError, ValueError):  # a system that allows less than it says
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                return most
        if soft != resource.RLIM_INFINITY:
            return soft
    return MOST_SILENT * _SHARE
