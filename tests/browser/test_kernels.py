"""What becomes of a server's kernels when pages are left, or are never seen.

The visitors are no browsers: they ask and answer as a page does (``visitor.py``), so they take the
server through the same code. The goodbyes of real pages are in ``test_pages.py``.
"""

import asyncio
import contextlib
import json
import re
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psutil
import pytest
from jupyter_server.base.websocket import WS_PING_INTERVAL
from playwright.sync_api import Page, expect
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.browser.notebook import write
from tests.browser.visitor import Visitor, kernels, run, server
from tests.panels.tables import until

if TYPE_CHECKING:
    from tests.browser.conftest import Serve

PAGE = "dashboards/light.ipynb"
LIGHT = "import ipywidgets as w; w.VBox([w.Button(description='Deal')])"
SLOW = "import time; time.sleep(2)"
UNTOLD = "told-to-nobody"
ENVIRONMENT = """
import os, subprocess, sys
from pathlib import Path
from paydays_widgets.lab.client import Client

worker = Client()._running()
known = Path("known.txt")
at = [f"/proc/{each}/environ" for each in ("self", worker.pid, *[os.getppid()] * (FORKED))]
said = [f"{name}={value}" for name, value in os.environ.items()]
said += [Path(each).read_text() for each in at if sys.platform == "linux"]
known.write_text("\\n".join(said))
worker.kill()
"""
IMPATIENT = ("--Kernels.patience=4", "--MappingKernelManager.cull_interval=1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernels")
    write(folder / PAGE, LIGHT)
    return folder


@pytest.fixture(scope="module")
def url(serve: "Serve", folder: Path) -> str:
    write(folder / "dashboards" / "slow.ipynb", SLOW, LIGHT)
    return serve(folder, *IMPATIENT)


async def _begin_and_hang_up(url: str) -> str:
    """Ask for a page that starts slowly, and go as soon as its kernel is known."""
    at = urlsplit(url)
    reader, writer = await asyncio.open_connection(at.hostname, at.port)
    request = f"GET /voila/render/dashboards/slow.ipynb HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n"
    writer.write(request.encode())
    text = b""
    while not (found := re.search(rb'"kernelId": "([0-9a-f-]{36})"', text)):
        text += await reader.read(65536)
    writer.close()
    return found[1].decode()


def test_a_kernel_that_no_page_came_for_ends(url: str) -> None:
    async def load() -> Visitor:
        visitor = Visitor(url, PAGE)
        await visitor.load()
        return visitor

    visitor = run(load())
    assert visitor.kernel in kernels(url)
    until(lambda: visitor.kernel not in kernels(url))


def test_a_kernel_whose_client_went_away_during_the_start_ends(url: str) -> None:
    kernel = run(_begin_and_hang_up(url))
    until(lambda: kernel not in kernels(url))


def test_a_kernel_lives_on_while_its_page_loads_or_is_cut_off(url: str) -> None:
    async def load_slowly(visitor: Visitor) -> None:
        await visitor.load()
        for _ in range(8):
            assert await visitor.asks()
            await asyncio.sleep(1)
        await visitor.leave()

    async def be_cut_off(visitor: Visitor) -> None:
        await visitor.load()
        await visitor.connect()
        await visitor.drop()
        await asyncio.sleep(8)
        assert visitor.kernel in kernels(url)
        await visitor.connect()
        await visitor.leave()

    async def both() -> set[str]:
        slow, cut = Visitor(url, PAGE), Visitor(url, PAGE)
        await asyncio.gather(load_slowly(slow), be_cut_off(cut))
        return {slow.kernel, cut.kernel}

    left = run(both())
    until(lambda: not left & kernels(url))


@pytest.mark.parametrize("options", [(), ("--no-fork",), ("--ready=1",)])
def test_a_kernel_knows_no_password_of_its_server(
    serve: "Serve", tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    for name in ("PGPASSWORD", "JUPYTER_TOKEN", "JUPYTERHUB_API_TOKEN", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, UNTOLD)
    for name in ("GREETING", "TZ"):
        monkeypatch.setenv(name, "passed-on")
    forked = "--no-fork" not in options
    write(tmp_path / PAGE, ENVIRONMENT.replace("FORKED", str(forked)), LIGHT)
    url = serve(tmp_path, "--Kernels.passes=GREETING", *options)

    async def load() -> None:
        await Visitor(url, f"{PAGE}?who=anna").load()

    run(load())
    known = (tmp_path / PAGE).with_name("known.txt").read_text()
    assert UNTOLD not in known
    for told in ("GREETING=passed-on", "TZ=passed-on", "PAYDAYS_SCRIPTS=/paydays/", "PATH="):
        assert told in known
    assert ("who=anna" in known) == ("--ready=1" not in options)


def said(kind: object, content: object, **more: object) -> str:
    header = {"msg_id": "m", "session": "s", "msg_type": kind, "version": "5.3"}
    given = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
    return json.dumps({"channel": "shell", "buffers": [], **given, **more})


MALFORMED: list[str | bytes] = [
    *("{", "[]", "null", "1", "{}", '{"channel": "shell"}', '{"channel": 7, "header": 1}'),
    *(b"", b"\xff\xfe\x00"),
    *(said("comm_msg", [1]), said("comm_msg", {}), said([], {}), said("comm_open", {})),
    said("comm_open", {"comm_id": "x", "target_name": "jupyter.widget", "data": {}}),
]
DATA: list[object] = [1, None, [], {}, {"method": "update", "state": 1}]
LOCATED = re.compile(rb"Traceback|site-packages|\.py\b")


def test_a_malformed_message_is_answered_without_the_servers_paths(  # noqa: C901
    url: str,
) -> None:
    everything: list[bytes] = []
    closed: list[int] = []
    opened: list[WebSocketClientConnection] = []

    async def connected(at: str, name: object, *protocols: str) -> WebSocketClientConnection:
        def hear(message: str | bytes | None) -> None:
            if message is None:
                closed.append(socket.close_code or 0)
            else:
                everything.append(message.encode() if isinstance(message, str) else message)

        socket = await websocket_connect(
            f"{at}?session_id={name}", subprotocols=[*protocols], on_message_callback=hear
        )
        opened.append(socket)
        return socket

    async def soon(what: bytes, times: int = 1) -> list[bytes]:
        async with asyncio.timeout(20):
            while len(found := [each for each in everything if what in each]) < times:
                await asyncio.sleep(0.05)
        return found

    async def work() -> None:
        visitor = Visitor(url, PAGE)
        await visitor.load()
        await visitor.connect()
        at = f"{url.replace('http', 'ws', 1)}api/kernels/{visitor.kernel}/channels"
        for number, message in enumerate(MALFORMED):
            socket = await connected(at, number)
            await socket.write_message(message, binary=isinstance(message, bytes))
        await connected(at, "packed", "v1.kernel.websocket.jupyter.org")
        last = await connected(at, "last")
        await last.write_message(said("comm_info_request", {"target_name": "jupyter.widget"}))
        reply = json.loads((await soon(b"comm_info_reply"))[0])
        for comm in reply["content"]["comms"]:
            for data in DATA:
                await last.write_message(said("comm_msg", {"comm_id": comm, "data": data}))
        failures = len(DATA) * len(reply["content"]["comms"])
        told = await soon(b"Load the page again", failures)
        assert {each[:1] == b"{" for each in told} == {True, False}  # text, and packed
        assert {*closed} == {1008}
        assert not [each for each in everything if LOCATED.search(each)]
        for each in opened:
            each.close()
        await visitor.leave()
        async with asyncio.timeout(20):
            while len(closed) < len(opened):
                await asyncio.sleep(0.05)

    run(work())


def test_a_dead_kernel_leaves_nothing_behind(url: str) -> None:
    until(lambda: not kernels(url))
    before = server(url).num_fds()

    async def visit() -> None:
        visitor = Visitor(url, PAGE)
        await visitor.load()
        await visitor.connect()
        (process,) = [
            each
            for each in server(url).children(recursive=True)
            if any(visitor.kernel in word for word in each.cmdline())
        ]
        process.kill()
        deadline = time.monotonic() + 5
        while await visitor.asks():
            assert time.monotonic() < deadline
            await asyncio.sleep(0.2)
        await visitor.drop()

    run(visit())
    until(lambda: server(url).num_fds() <= before)


@pytest.mark.hosting
def test_quick_reloads_leave_one_kernel(visitor: Page, url: str) -> None:
    for _ in range(6):
        visitor.goto(f"{url}voila/render/{PAGE}", wait_until="commit")
    expect(visitor.get_by_role("button", name="Deal")).to_be_visible()
    until(lambda: len(kernels(url)) == 1)


@pytest.mark.hosting
def test_a_kernel_in_the_pool_waits_for_its_visitor(serve: "Serve", tmp_path: Path) -> None:
    options = (*IMPATIENT, "--ready=1")
    write(tmp_path / PAGE, LIGHT)
    url = serve(tmp_path, *options)
    until(lambda: len(kernels(url)) == 1)
    (ready,) = kernels(url)
    time.sleep(8)
    assert kernels(url) == {ready}

    async def load() -> str:
        visitor = Visitor(url, PAGE)
        await visitor.load()
        return visitor.kernel

    assert run(load()) == ready
    until(lambda: ready not in kernels(url))


async def _visit(url: str) -> None:
    visitor = Visitor(url, PAGE)
    await visitor.load()
    await visitor.connect()
    await visitor.leave()


def test_a_page_that_was_left_takes_no_file_handle(url: str) -> None:
    run(_visit(url))
    until(lambda: not kernels(url))
    before = server(url).num_fds()
    for _ in range(3):
        run(_visit(url))
    until(lambda: server(url).num_fds() <= before)


@pytest.mark.hosting
def test_a_page_that_says_nothing_stays_connected(url: str) -> None:
    async def visit() -> None:
        visitor = Visitor(url, PAGE)
        await visitor.load()
        await visitor.connect()
        await asyncio.sleep(WS_PING_INTERVAL / 1_000 + 5)
        assert visitor.connected
        await visitor.leave()

    run(visit())


@pytest.mark.hosting
@pytest.mark.skipif(sys.platform != "linux", reason="sets a running process's limit")
def test_three_hundred_pages_leave_no_file_handle_behind(serve: "Serve", folder: Path) -> None:
    url = serve(folder)
    process = server(url)
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (256, 256))

    async def visits(count: int) -> None:
        for _ in range(count):
            await _visit(url)

    async def all_visits() -> None:
        await _visit(url)
        before = process.num_fds()
        await asyncio.gather(*(visits(75) for _ in range(4)))
        with contextlib.suppress(psutil.Error):
            until(lambda: not kernels(url))
        assert process.num_fds() <= before + 4  # connections that the visitor keeps open

    run(all_visits())
