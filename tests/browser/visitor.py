"""A visitor without a browser: asks for a page, and talks to its kernel as the page does."""

import asyncio
import contextlib
import json
import re
import uuid
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlsplit

import psutil
from playwright.sync_api import Page
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

PATIENCE_S = 60
T = TypeVar("T")


class Visitor:
    """One page of a server, without the browser around it.

    Parameters
    ----------
    url
        The server's address.
    path
        The page's path below ``voila/render``.
    """

    def __init__(self, url: str, path: str) -> None:
        self._url = url
        self._path = path
        self._socket: WebSocketClientConnection | None = None
        self.kernel = ""

    async def load(self) -> None:
        """Load the page to its end."""
        page = await AsyncHTTPClient().fetch(
            f"{self._url}voila/render/{self._path}", request_timeout=PATIENCE_S
        )
        (self.kernel,) = re.findall(r'"kernelId": "([0-9a-f-]{36})"', page.body.decode())

    async def connect(self) -> None:
        """Open the page's socket, and wait until the kernel answers."""
        session = uuid.uuid4().hex
        address = self._url.replace("http", "ws", 1)
        channels = f"{address}api/kernels/{self.kernel}/channels?session_id={session}"
        self._socket = await websocket_connect(channels)
        await self._socket.write_message(json.dumps(_request(session)))
        async with asyncio.timeout(PATIENCE_S):
            while await self._read() != "kernel_info_reply":
                pass

    @property
    def connected(self) -> bool:
        """Whether neither side has closed the socket."""
        return self._socket is not None and self._socket.close_code is None

    async def _read(self) -> str:
        assert self._socket is not None
        message = await self._socket.read_message()
        assert message is not None, "the server has closed the socket"
        kind: str = json.loads(message)["msg_type"]
        return kind

    async def asks(self) -> bool:
        """Ask for the kernel, and return whether the server has it."""
        answer = await AsyncHTTPClient().fetch(
            f"{self._url}api/kernels/{self.kernel}", raise_error=False
        )
        return answer.code != HTTPStatus.NOT_FOUND

    async def drop(self) -> None:
        """Close the socket, and say nothing."""
        assert self._socket is not None
        self._socket.close()

    async def leave(self) -> None:
        """Say goodbye, and close the socket while the kernel is ending, as a browser does."""
        token = "t" * 32
        goodbye = HTTPRequest(
            f"{self._url}voila/api/shutdown/{self.kernel}",
            method="POST",
            body="",
            headers={"X-XSRFToken": token, "Cookie": f"_xsrf={token}"},
        )
        said = asyncio.ensure_future(AsyncHTTPClient().fetch(goodbye))
        await asyncio.sleep(0.05)
        if self._socket is not None:
            self._socket.close()
        await said


def _request(session: str) -> dict[str, Any]:
    header = {"msg_id": uuid.uuid4().hex, "msg_type": "kernel_info_request", "session": session}
    header |= {"username": "", "version": "5.3", "date": ""}
    empty: dict[str, Any] = {"parent_header": {}, "metadata": {}, "content": {}}
    return {"channel": "shell", "header": header, **empty}


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, though Playwright has a loop of its own in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def server(url: str) -> psutil.Process:
    """Find the process of a server that this test run started."""
    port = f"--port={urlsplit(url).port}"
    for process in psutil.Process().children():
        with contextlib.suppress(psutil.ZombieProcess):  # one that another test has ended
            if port in process.cmdline():
                return process
    raise LookupError(url)


def kernels(url: str) -> set[str]:
    """Return the ids of a server's kernels, by its processes: the server is not asked."""
    found = set()
    for process in server(url).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            found |= set(re.findall(r"kernel-([0-9a-f-]{36})\.json", " ".join(process.cmdline())))
    return found


def kernel_id(page: Page) -> str:
    """Return the id of a page's kernel."""
    config = json.loads(page.locator("#jupyter-config-data").text_content() or "")
    kernel: str = config["kernelId"]
    return kernel


def kernel_of(page: Page) -> psutil.Process:
    """Find the process of a page's kernel."""
    name = f"kernel-{kernel_id(page)}.json"
    (found,) = [
        each
        for each in psutil.process_iter(["cmdline"])
        if any(name in word for word in each.info["cmdline"] or ())
    ]
    return found
