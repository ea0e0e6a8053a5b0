"""A visitor who sends nothing, or half of something: the server answers the next one."""

import asyncio
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from threading import Event, Thread
from typing import Any

import pytest
from tornado import netutil, web

from paydays_widgets.hosting.listener import Listener, open_files

FEW = 20
HALVES = {
    "nothing": b"",
    "a header": b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ",
    "a body": b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf",
}


class Echo(web.RequestHandler):
    def get(self) -> None:
        self.finish("here")

    def post(self) -> None:
        self.finish(self.request.body)


class Address(web.RequestHandler):
    def get(self) -> None:
        self.finish(self.request.remote_ip or "")


@contextmanager
def listening(**options: Any) -> Iterator[int]:
    """Serve in a thread; return the port."""
    ready, ports = Event(), list[int]()
    told: list[Callable[[], object]] = []

    async def serve() -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        told.append(lambda: loop.call_soon_threadsafe(stop.set))
        server = Listener(web.Application([("/", Echo), ("/address", Address)]), **options)
        sockets = netutil.bind_sockets(0, "127.0.0.1")
        server.add_sockets(sockets)
        ports.append(sockets[0].getsockname()[1])
        ready.set()
        await stop.wait()
        server.stop()
        await server.close_all_connections()

    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(20)
    try:
        yield ports[0]
    finally:
        told[0]()
        thread.join(20)


def ask(port: int, body: bytes | None = None) -> bytes:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET" if body is None else "POST", "/", body)
    said = line.getresponse().read()
    line.close()
    return said


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_many_halves_of_requests_leave_room_for_whole_ones(half: bytes) -> None:
    with listening(most_silent=FEW) as port, ExitStack() as lines:
        halves = []
        for number in range(3 * FEW):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", port), 60))
            line.sendall(half)
            halves.append(line)
            if number % FEW == 0:
                assert ask(port) == b"here"
        assert ask(port, b"all of it") == b"all of it"
        for line in halves[: 2 * FEW]:  # the oldest have gone
            assert line.recv(1) == b""


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_half_a_request_is_waited_for_a_while(half: bytes) -> None:
    with (
        listening(idle_connection_timeout=0.2, body_timeout=0.2) as port,
        socket.create_connection(("127.0.0.1", port), 60) as line,
    ):
        line.sendall(half)
        assert line.recv(1) == b""


def test_a_line_is_kept_for_another_request() -> None:
    with listening(most_silent=FEW) as port:
        line = HTTPConnection("127.0.0.1", port, timeout=60)
        for _ in range(3 * FEW):
            line.request("GET", "/")
            assert line.getresponse().read() == b"here"
        line.close()


@pytest.mark.parametrize(("proxied", "address"), [(False, b"127.0.0.1"), (True, b"192.0.2.7")])
def test_a_visitor_chooses_no_address(proxied: bool, address: bytes) -> None:
    with listening(xheaders=proxied) as port:
        line = HTTPConnection("127.0.0.1", port, timeout=60)
        said = {"X-Forwarded-For": "192.0.2.7", "X-Real-IP": "192.0.2.8"}
        line.request("GET", "/address", headers=said)
        assert line.getresponse().read() == address
        line.close()


def test_as_many_files_can_be_opened_as_the_system_allows() -> None:
    code = (
        "from resource import *; from paydays_widgets.hosting.listener import open_files;"
        "setrlimit(RLIMIT_NOFILE, (100, 200)); print(open_files(), *getrlimit(RLIMIT_NOFILE))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["200", "200", "200"]


def test_a_mac_says_that_there_is_no_limit_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, int]] = []
    endless = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, endless))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    assert open_files() == 10_240
    assert asked == [(10_240, endless)]

    def refuse(*_: object) -> None:
        raise ValueError("not allowed")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert open_files() == 256
