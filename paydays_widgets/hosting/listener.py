"""How a server listens: nobody keeps it busy by saying nothing, or half of something."""

import sys
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, Final

from tornado import httpserver, httputil

SILENCE: Final = 30.0
"""Seconds in which a request's header arrives, and for which a line is kept for the next one."""
BODY: Final = 60.0
"""Seconds in which a request's body arrives."""
HEADER: Final = 16_384
"""The size limit of a request's header, in bytes."""
MOST_SILENT: Final = 1_000
"""How many lines may be waited for at a time, where that many files can be opened."""
_SHARE: Final = 4
"""One of so many files that can be opened is a line that is waited for."""
_MAC: Final = 10_240
"""What macOS lets a process open where it says that there is no limit."""


class Listener(httpserver.HTTPServer):
    """An HTTP server that waits for few at a time, and not for long.

    When too many have not said all of their request, the one that was waited for longest goes: so
    there is always room for another.
    """

    def initialize(self, *args: Any, most_silent: int = 0, **options: Any) -> None:
        """Set it up, as tornado does for any such server."""
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
        """Wait for a request."""
        self._silent[server_conn] = None
        if len(self._silent) > self._most_silent:
            oldest = next(iter(self._silent))
            self._said(oldest)
            oldest.stream.close()
        return _Request(self, server_conn, super().start_request(server_conn, request_conn))

    def on_close(self, server_conn: object) -> None:
        """Wait for a connection no more."""
        self._said(server_conn)
        super().on_close(server_conn)

    def _said(self, server_conn: object) -> None:
        self._silent.pop(server_conn, None)


class _Request(httputil.HTTPMessageDelegate):
    """A request, until all of it has been said."""

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
        # tornado believes it before what a proxy says, and many a proxy passes on what it was sent
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
    """Let this process open as many files as the system allows, and return how many that are.

    A page takes some twenty, and a Mac allows 256 unless it is asked.
    """
    if sys.platform == "win32":  # there is no such limit
        return MOST_SILENT * _SHARE
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MAC if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # a system that allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
    return MOST_SILENT * _SHARE if soft == resource.RLIM_INFINITY else soft
