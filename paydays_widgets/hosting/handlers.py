"""What a host answers: pages, the queue before them, figures, and a page's line to its kernel."""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

import prometheus_client
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import ensure_async
from tornado import iostream, routing, web, websocket
from tornado.httputil import HTTPServerRequest
from voila.handler import BaseVoilaHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from paydays_widgets.hosting.local import is_own, network

if TYPE_CHECKING:
    from paydays_widgets.hosting.house import House

MOST_UNREAD: Final = 24_000_000
"""Bytes that may wait for a page that does not read, before its connection is closed."""
CLOSING: Final = "Paydays-Closing"
"""The header that warns a page that the server is about to stop."""


class Page(TornadoVoilaHandler):
    """A page, once there is a place for it."""

    def set_header(self, name: str, value: Any) -> None:  # noqa: ANN401 - tornado's
        if name == "Content-Type":  # a page comes in pieces: nobody is to guess from the first
            value = "text/html; charset=utf-8"
        super().set_header(name, value)

    async def get(self, path: str = "") -> None:
        house: House = self.settings["house"]
        closing = self.settings["host"].closing
        ticket = self.get_argument("ticket", "")
        if not await ensure_async(self.contents_manager.file_exists(path)):
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        waits = "" if closing else house.arrive(ticket=ticket, **_whence(self))
        if not closing and not waits:
            await super().get(path)
            return
        self.set_status(HTTPStatus.SERVICE_UNAVAILABLE)
        self.set_header("Retry-After", "5")
        self.set_header("Cache-Control", "no-store")
        place = house.place(waits) if waits else 0
        html = self.get_template("full.html").render(
            base_url=self.base_url, closing=closing, place=place, ticket=waits
        )
        self.finish(html)


class PageList(TornadoVoilaTreeHandler):
    """The list of pages, which posts nothing and so needs no cookie."""

    def set_cookie(self, *_: object, **__: object) -> None:
        pass


class Part(TemplateStaticFileHandler):
    def parse_url_path(self, path: str) -> str:
        if not re.fullmatch(r"[\w-]+/static/.+", path) or ".." in path or "\0" in path:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        found: str = super().parse_url_path(path)
        return found


class Door(web.RequestHandler):
    """A waiting visitor's place in the queue."""

    def get(self) -> None:
        closing = self.settings["host"].closing
        place = 1 if closing else self.settings["house"].place(self.get_argument("ticket", ""))
        self.set_header("Cache-Control", "no-store")
        self.finish({"place": place, "closing": closing})


class Still(web.RequestHandler):
    """How a page starts, shown until its kernel answers."""

    def get(self, language: str, path: str) -> None:
        drawn = self.settings["host"].stills.get(unquote(path), {}).get(language)
        self.set_header("Cache-Control", "no-cache")
        if drawn is None:
            self.set_status(HTTPStatus.NO_CONTENT)
        else:
            self.finish(drawn)


class Script(web.RequestHandler):
    """The script of the panels. Its name changes with its content, so it is cached for a year."""

    def initialize(self, text: str) -> None:
        self.text = text

    def get(self) -> None:
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.finish(self.text)


class Robots(web.RequestHandler):
    """Asks search engines to leave out what starts a kernel, and classes."""

    def initialize(self, base: str) -> None:
        self._base = base

    def get(self) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        parts = "".join(f"Disallow: {self._base}{part}/\n" for part in ("voila", "class", "join"))
        self.finish(f"User-agent: *\n{parts}")


class Health(web.RequestHandler):
    def get(self) -> None:
        host, house = self.settings["host"], self.settings["house"]
        if host.closing:
            self.set_status(HTTPStatus.SERVICE_UNAVAILABLE)
        status = "closing" if host.closing else "open"
        self.finish({"status": status, "pages": house.pages, "waiting": house.waiting})


class Metrics(web.RequestHandler):
    """Figures for Prometheus, for this machine only."""

    def get(self) -> None:
        if self.request.remote_ip not in {"127.0.0.1", "::1"}:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", prometheus_client.CONTENT_TYPE_LATEST)
        self.finish(prometheus_client.generate_latest())


class Nowhere(BaseVoilaHandler):
    """Leads home from an address where nothing is."""

    async def prepare(self, **_: object) -> None:
        await super().prepare()
        raise web.HTTPError(HTTPStatus.NOT_FOUND)

    def set_cookie(self, *_: object, **__: object) -> None:
        pass


class Elsewhere(web.RequestHandler):
    """Refuses a request for another host."""

    def prepare(self) -> None:
        raise web.HTTPError(HTTPStatus.MISDIRECTED_REQUEST)


class Guests(routing.Matcher):
    """Matches requests from other machines.

    Parameters
    ----------
    proxied
        Whether a reverse proxy is in front: then every request counts as from another machine.
    admits
        Whether a request comes from a student who may open pages, for a homework.
    """

    def __init__(
        self, *, proxied: bool, admits: Callable[[HTTPServerRequest], bool] = lambda _: False
    ) -> None:
        self._proxied = proxied
        self._admits = admits

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return None for this machine's own browser, and for a student with homework."""
        own = not self._proxied and is_own(request)
        return None if own or self._admits(request) else {}


class ClassesOnly(web.RequestHandler):
    """Redirects guests from the front page to the classes, and refuses everything else.

    From a homework's lesson the way leads through its own page, which knows who has a seat.
    """

    def initialize(self, front: str) -> None:
        self._front = front

    def prepare(self) -> None:
        front, path = self._front.rstrip("/"), self.request.path
        code = self.get_query_argument("homework", "")
        if path.startswith(f"{front}/voila/render/") and re.fullmatch("[A-Z]+", code):
            self.redirect(f"{front}/class/{code}")
        elif path.rstrip("/") == front:
            self.redirect(f"{front}/join")
        else:
            raise web.HTTPError(HTTPStatus.FORBIDDEN)


class KernelState(KernelHandler):
    """Tells a page the state of its kernel, and that the server is about to stop."""

    SUPPORTED_METHODS = ("GET",)

    def set_default_headers(self) -> None:
        super().set_default_headers()
        if self.settings["host"].closing:
            self.set_header(CLOSING, "1")


class Channels(VoilaKernelWebsocketHandler):
    """A page's connection to its kernel."""

    @property
    def ping_timeout(self) -> float:
        """Three pings; tornado, which asks before the connection is open, would warn of that."""
        once: float = self.ping_interval
        return 3 * once if self.ws_connection else once

    async def open(self, kernel_id: str) -> None:
        connection = self.connection
        await super().open(kernel_id)
        if self.ws_connection is None:  # the page has opened another meanwhile
            for stream in connection.channels.values():
                stream.close()
            return
        self.ws_connection.stream.max_write_buffer_size = MOST_UNREAD
        self.settings["house"].sit(kernel_id, **_whence(self))

    def write_message(self, message: Any, binary: bool = False) -> Any:  # noqa: ANN401, FBT001, FBT002 - tornado's
        try:
            return super().write_message(message, binary)
        except iostream.StreamBufferFullError:
            self.ws_connection.stream.close()
            raise websocket.WebSocketClosedError from None


def _whence(handler: web.RequestHandler) -> dict[str, str]:
    """Return a request's network, and the word that identifies its browser."""
    browser = handler.get_cookie("_xsrf") or ""
    return {"address": network(handler.request.remote_ip or ""), "browser": browser}
