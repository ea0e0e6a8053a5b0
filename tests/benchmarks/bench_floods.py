"""What one who means no good costs everybody else on a server of classes: on this machine alone.

Each attack is bounded in number and time, and has the server to itself.
"""

import asyncio
import resource
import socket
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

import psutil
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClosedError, websocket_connect

from tests.benchmarks.bench_class import Phone, begin, classes, ms
from tests.benchmarks.bench_panel import report

SECONDS: Final = 4.0
"""How long each part of an attack takes."""
PACE: Final = 400
"""For how many milliseconds an event is shown while the clock is set."""
WATCHED: Final = 4.0
"""How many seconds a table is watched then: its game is not over yet."""
LOST: Final = 5.0
"""Seconds after which an answer counts as lost."""
HANDLES: Final = 1_024
"""How many files the server may open."""
HALVES: Final = 1_100
NEWCOMERS: Final = 20
MUTE: Final = 10
BAD: Final = r'{"do": "theme", "value": "dark", "from": "1\ud800", "number": %d}'


async def asks(phone: Phone, waits: list[float], seconds: float) -> int:
    """Ask for something again and again; return how many answers were lost."""
    lost = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        begun, phone.number = time.perf_counter(), phone.number + 1
        heard = len(phone.waits)
        phone.sent = begun
        phone.line.write_message(
            f'{{"do": "theme", "value": "dark", "from": "v", "number": {phone.number}}}'
        )
        while len(phone.waits) == heard and time.perf_counter() - begun < LOST:
            await asyncio.sleep(0.001)
        lost += len(phone.waits) == heard
        waits.append(time.perf_counter() - begun)
        await asyncio.sleep(0.06)
    return lost


async def spoil(port: int, code: str, seconds: float) -> int:
    """Say what nobody can read, twelve times a second; a line that was closed is opened again."""
    cookie = {"Cookie": f"paydays-{code}=token of 0"}
    address = f"ws://127.0.0.1:{port}/class/{code}/socket"
    line, said = None, 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        try:
            if line is None:
                line = await websocket_connect(HTTPRequest(address, headers=cookie))
            said += 1
            await line.write_message(BAD % said)
        except WebSocketClosedError:
            if line is not None:
                line.close()
            line = None
        await asyncio.sleep(1 / 12)
    if line is not None:
        line.close()
    return said


def bench_a_bad_message(tmp_path: Path) -> None:
    """A student says what nobody can read; another class on the server wants answers."""

    async def play(port: int, evil: str, good: str) -> None:
        phone = Phone(0)
        await phone.connect(port, good)
        for when in ("before", "while one class gets bad messages", "after"):
            waits: list[float] = []
            asked = asyncio.create_task(asks(phone, waits, SECONDS))
            said = await spoil(port, evil, SECONDS) if when.startswith("while") else 0
            lost = await asked
            report(f"another class, {when}, ms", **ms(waits), lost=lost, bad=said)
        phone.close()
        await asyncio.sleep(0.2)

    with classes(tmp_path, 4, count=2) as (_, port, codes):
        asyncio.run(play(port, *codes))


def bench_half_headers(tmp_path: Path) -> None:
    """Many begin a request and never end it; newcomers want a page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192), hard))
    with classes(tmp_path, 4, files=HANDLES) as (_, port, _codes), ExitStack() as lines:
        for _ in range(HALVES):
            line = lines.enter_context(socket.socket())
            line.settimeout(0)
            line.connect_ex(("127.0.0.1", port))
            line.settimeout(LOST)
            try:
                line.sendall(b"GET /join HTTP/1.1\r\nHost: here\r\nX-Slow: ")
            except OSError:
                continue
        time.sleep(1)
        waits = []
        served = 0
        for _ in range(NEWCOMERS):
            begun = time.perf_counter()
            asked = HTTPConnection("127.0.0.1", port, timeout=LOST)
            try:
                asked.request("GET", "/join")
                served += asked.getresponse().read() != b""
            except OSError:
                pass
            asked.close()
            waits.append(time.perf_counter() - begun)
        report(
            f"newcomers beside {HALVES} half headers, ms", **ms(waits), served=served, of=NEWCOMERS
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def bench_mute_sockets(tmp_path: Path) -> None:
    """Ten ask for page after page and read none."""

    def mute(port: int, code: str, person: int) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", port), LOST)
        head = (
            f"GET /class/{code}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Cookie: paydays-{code}=token of {person}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        line.sendall("".join(f"{each}\r\n" for each in (*head, "")).encode())
        return line

    def frame(text: str) -> bytes:
        """Write a short message, masked by zeros."""
        return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text.encode()

    with classes(tmp_path, MUTE) as (server, port, (code,)), ExitStack() as lines:
        begin(server)
        time.sleep(1)
        mutes = [lines.enter_context(mute(port, code, person)) for person in range(MUTE)]
        time.sleep(2)
        before = server.memory_info().rss / 2**20
        for number in range(1, 241):
            language = ("fr", "de")[number % 2]
            for line in mutes:
                try:
                    line.sendall(
                        frame(
                            f'{{"do":"language","value":"{language}","from":"v","number":{number}}}'
                        )
                    )
                except OSError:
                    continue
            time.sleep(0.06)
        time.sleep(1)
        after = server.memory_info().rss / 2**20
        there = sum(each.status == "ESTABLISHED" for each in server.net_connections())
        report(
            f"{MUTE} mute sockets, memory",
            before_mb=round(before),
            after_mb=round(after),
            still_open=there,
        )


def bench_a_clock_that_is_set(tmp_path: Path) -> None:
    """The server's clock is set back an hour while a class plays, or left alone."""

    async def play(server: psutil.Popen, port: int, code: str, order: str) -> float:
        phones = [Phone(person) for person in range(4)]
        for phone in phones:
            await phone.connect(port, code)
            phone.on_call = Phone.play
        begin(server)
        await asyncio.sleep(WATCHED)
        server.stdin.write(order)
        server.stdin.flush()
        made = sum(len(phone.waits) for phone in phones)
        await asyncio.sleep(WATCHED)
        made = sum(len(phone.waits) for phone in phones) - made
        for phone in phones:
            phone.close()
        await asyncio.sleep(0.2)
        return round(made / WATCHED, 1)

    for name, order in (("left alone", ""), ("set back an hour", "back\n")):
        folder = tmp_path / name
        folder.mkdir()
        with classes(folder, 4, pace=PACE) as (server, port, (code,)):
            report(
                f"a table whose clock is {name}",
                decisions_per_s=asyncio.run(play(server, port, code, order)),
            )
