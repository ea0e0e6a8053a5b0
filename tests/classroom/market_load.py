"""Phones in one market: they speak, and note when each screen shows what was said.

They share a machine with the server, so they do little: a message is unpacked once for all that
get the same, and read when somebody is to speak. When a screen has shown an order is worked out
afterwards, from the number of what people face that each message bears.
"""

import asyncio
import base64
import os
import re
import socket
import struct
import time
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import lru_cache
from itertools import cycle
from random import Random
from typing import Any, Final

import psutil
from msgspec import Struct, json

from paydays_widgets.classroom import entries
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.sitting import Decision
from paydays_widgets.classroom.store import Store
from paydays_widgets.core import record
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games import load
from paydays_widgets.games.market.rules import Rules
from tests.classroom.test_server_killed import kill, opened, server
from tests.markup import part

STEP: Final = 400
"""By how many cents an offer is better than the best, at most."""
RUNG: Final = re.compile(r'data-key="offer-(\d+)"[^>]*>\s*<b class="pw-num">\$([\d.,]+)</b>')
DOT: Final = re.compile(
    r'data-key="trade-(\d+)" data-of-(\d+)=""(?: data-own="")? data-of-(\d+)=""'
)
SAID: Final = re.compile(r'data-key="said"[^>]*>(.*?)</', re.DOTALL)
NEWS: Final = re.compile(rb'"seq":(\d+)}$')
AGAIN: Final = 0.05
"""Seconds after which a lost line is tried again."""


class Order(Struct, eq=False):
    """An order: when it was sent and when it was acknowledged, and whether it was refused."""

    move: str
    sent: float
    got: float = 0.0
    refused: bool | None = None  # None as long as nobody knows


@lru_cache(256)
def unpacked(data: bytes) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data + b"\x00\x00\xff\xff")


@lru_cache(256)
def read(data: bytes) -> Any:
    return json.decode(data)


class Line(asyncio.Protocol):
    """A line to the server: a WebSocket with little around it."""

    def __init__(self, heard: Callable[[bytes, int], None], path: str, cookie: str) -> None:
        self._heard = heard
        self._left = b""
        self._open = False
        self.transport: asyncio.Transport
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._greeting = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nCookie: {cookie}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._greeting.encode())

    def connection_lost(self, _: Exception | None) -> None:
        if not self.over.done():
            self.over.set_result(None)

    def data_received(self, data: bytes) -> None:
        data = self._left + data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._left = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            self._open = True
            self._heard(b"", 0)
        at = 0
        while (frame := _frame(data, at)) is not None:
            kind, begins, at = frame
            body = data[begins:at]
            if kind & 0x0F == 0x1:
                self._heard(unpacked(body) if kind & 0x40 else body, len(body))
            elif kind & 0x0F == 0x9:
                self.write(body, 0xA)
        self._left = data[at:]

    def write(self, data: bytes, kind: int = 0x1) -> None:
        mask = os.urandom(4)
        size = len(data)
        long = struct.pack("!BH", 0xFE, size) if size > 125 else struct.pack("!B", 0x80 | size)
        masked = bytes(a ^ b for a, b in zip(data, cycle(mask), strict=False))
        self.transport.write(bytes([0x80 | kind]) + long + mask + masked)


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Find the frame that begins somewhere: its kind, and where its body begins and ends."""
    if len(data) < at + 2:
        return None
    size, begins = data[at + 1], at + 2
    if size >= 126:
        wide, form = (2, "!H") if size == 126 else (8, "!Q")
        if len(data) < begins + wide:
            return None
        [size] = struct.unpack_from(form, data, begins)
        begins += wide
    return (data[at], begins, begins + size) if len(data) >= begins + size else None


def told(frame: bytes) -> bytes:
    """Read a frame alone."""
    found = _frame(frame, 0)
    assert found
    kind, begins, ends = found
    assert ends == len(frame)
    return unpacked(frame[begins:]) if kind & 0x40 else frame[begins:]


class Trader:
    """A phone in the market.

    Attributes
    ----------
    shown
        What its screen has shown, by the number of what people faced then, and when.
    """

    def __init__(self, floor: "Floor", person: int) -> None:
        self.floor = floor
        self.person = person
        self.luck = Random(person)
        self.loads = 0
        self.line: Line | None = None
        self.orders: list[Order] = []
        self.shown: tuple[list[int], list[float]] = ([], [])
        self.forget()

    def forget(self) -> None:
        """Be loaded again: nothing is known but whose it is."""
        self.loads += 1
        self.view = f"v{self.person}-{self.loads}"
        self.number = self.seat = self.seq = 0
        self.open: dict[str, Any] | None = None
        self.waits = False  # for the page that says whether the last order was refused
        self.stage: bytes = b""  # the page that it shows,
        self.news: list[bytes] = []  # and what it has been told since
        self.can = self.curves = self.refuses = False
        self.curved = 0.0  # when it showed curves that it had not

    async def live(self) -> None:
        """Keep a line to the server."""
        code, port = self.floor.code, self.floor.port
        path, cookie = f"/class/{code}/socket", f"paydays-{code}=token-{self.person}"
        loop = asyncio.get_running_loop()
        while True:
            with suppress(OSError):
                make = lambda: Line(self.take, path, cookie)  # noqa: E731 - of this line
                _, line = await loop.create_connection(make, "127.0.0.1", port)
                self.line = line
                try:
                    await line.over
                finally:
                    line.transport.abort()
            self.line, self.waits = None, False  # whether it was refused is not told again
            await asyncio.sleep(AGAIN)

    def say(self, message: dict[str, Any]) -> None:
        if self.line is not None:
            self.line.write(json.encode({"from": self.view, **message}))

    def take(self, data: bytes, size: int) -> None:
        """Take a message that came in so many bytes."""
        self.floor.bytes += size
        if not data:
            self.floor.messages["line"] += 1
            asyncio.get_running_loop().call_soon(self.say, {"do": "reconnected"})
            return
        if data.startswith(b'{"kind":"news"'):
            self.floor.messages["news"] += 1
            if self.stage:
                found = NEWS.search(data)
                assert found
                self.news.append(data)
                self.note(int(found[1]))
            return
        message = json.decode(data)
        self.floor.messages[message["kind"]] += 1
        match message["kind"]:
            case "resumed" if self.open is not None:
                self.say(self.open)
            case "got" if self.open is not None and message["number"] == self.number:
                self.open, self.waits = None, True
                self.orders[-1].got = time.perf_counter()
            case "page":
                self.show(data, message)

    def show(self, data: bytes, message: dict[str, Any]) -> None:
        """Take a page."""
        self.seat = message["seat"]
        if "head" in message["parts"]:
            self.refuses = SAID.search(message["parts"]["head"]["html"]) is not None
        if self.waits:
            self.orders[-1].refused, self.waits = self.refuses, False
        stage = message["parts"].get("stage")
        if stage is None:
            return
        self.stage, self.news, self.seq = data, [], stage["seq"]
        self.can = "data-pad" in stage["html"]
        before, self.curves = self.curves, "pw-mk-lines" in stage["html"] and not self.can
        if self.curves and not before:
            self.curved = time.perf_counter()
        self.note(stage["seq"])

    def note(self, seq: int) -> None:
        """Note that the screen shows what has come up to a number."""
        numbers, times = self.shown
        if not numbers or seq > numbers[-1]:
            numbers.append(seq)
            times.append(time.perf_counter())

    def saw(self, made: Decision) -> float:
        """Return when the screen showed an order; inf for never."""
        numbers, times = self.shown
        at = bisect_left(numbers, made.before + 2)
        return times[at] if at < len(times) else float("inf")

    @property
    def ready(self) -> bool:
        """Whether it can speak."""
        return self.can and self.open is None and not self.waits and self.line is not None

    @property
    def parts(self) -> dict[str, str]:
        """The parts of the picture that all see alike."""
        whole = read(self.stage)["parts"]["stage"]["html"]
        found = {key: part(whole, key) for key in ("book", "prices")}
        for each in self.news:
            found |= read(each)["parts"]
        return found

    @property
    def rungs(self) -> dict[int, int]:
        """What stands on the book, by seat."""
        return {int(n): cents(sum_) for n, sum_ in RUNG.findall(self.parts["book"])}

    @property
    def dots(self) -> list[tuple[str, ...]]:
        """What was traded."""
        return DOT.findall(self.parts["prices"])

    def speak(self) -> None:
        """Improve on the best offer of its side, or take the other side's best."""
        buys = self.seat % 2 == 1
        rungs = self.rungs
        bids = [price for seat, price in rungs.items() if seat % 2 == 1]
        asks = [price for seat, price in rungs.items() if seat % 2 == 0]
        bid, ask = max(bids, default=2_000), min(asks, default=8_000)
        step = self.luck.randint(1, STEP)
        price = bid + step if buys else ask - step
        crosses = (asks and price >= ask) if buys else (bids and price <= bid)
        self.send(*(("take", ask if buys else bid) if crosses else ("offer", price)))

    def send(self, what: str, price: int) -> None:
        """Send an order."""
        self.number += 1
        move = f"{self.seat} {what} {price}"
        self.open = {"move": move, "seq": self.seq, "number": self.number}
        self.orders.append(Order(move, time.perf_counter()))
        self.say(self.open)


class Floor:
    """A market whose server runs in a process of its own, and can be killed.

    Attributes
    ----------
    messages, bytes
        What has come from the server: how many of each kind, and how many bytes, packed.
    """

    def __init__(self, port: int, code: str, people: int) -> None:
        self.port = port
        self.code = code
        self.traders = [Trader(self, person) for person in range(people)]
        self.luck = Random(1)
        self.messages: Counter[str] = Counter()
        self.bytes = 0

    @property
    def sent(self) -> int:
        """How many orders were sent."""
        return sum(len(each.orders) for each in self.traders)

    async def trade(self, seconds: float, a_second: float) -> None:
        """Let somebody speak at a steady pace."""
        begun = last = time.perf_counter()
        while (now := time.perf_counter()) < begun + seconds:
            ready = [each for each in self.traders if each.ready]
            if ready:
                self.luck.choice(ready).speak()
            last += 1 / a_second
            last = max(last, now - 1)  # between periods nobody speaks
            await asyncio.sleep(max(0.0, last - time.perf_counter()))

    async def rest(self) -> None:
        """Wait until nothing is on its way, and all screens show the same."""
        end = time.perf_counter() + 60
        while any(each.open or each.line is None or not each.stage for each in self.traders):
            assert time.perf_counter() < end, "an order was not answered"
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        while len({common(each) for each in self.traders}) > 1:
            assert time.perf_counter() < end, "all screens show the same"
            await asyncio.sleep(0.5)

    def reload(self, people: int) -> None:
        """Have some phones reload their page."""
        for each in self.luck.sample(self.traders, people):
            if each.line is not None:
                each.forget()
                each.line.transport.close()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Keep the lines of all phones, until the end."""
        async with asyncio.TaskGroup() as group:
            lives = [group.create_task(each.live()) for each in self.traders]
            while not all(each.ready for each in self.traders):
                await asyncio.sleep(0.05)
            yield
            for each in lives:
                each.cancel()


@contextmanager
def market(
    database: str, people: int, rules: Rules, size: int = 60
) -> Iterator[tuple["Floor", int, Any]]:
    """Open a market; give it, the number of its room, and the program of its server."""
    players = [Player("A"), Player("B")]
    saved = record.dumps(Table(load("market"), players, rules=rules, seed=5))
    code, number = opened(database, saved, people, size=size)
    port = quiet_port()
    with server(database, port) as program:
        yield Floor(port, code, people), number, program


def quiet_port() -> int:
    """Find a port that no line begins at: one that is tried again and again would meet itself."""
    for port in range(20_000 + os.getpid() % 9_000, 32_000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def logged(database: str, number: int) -> Room:
    """Read the log: the room that it amounts to."""
    store = Store(database)
    log = [(entries.read(line.data), line.at) for line in store.load(number)]
    store.close()
    return room_of(log)


def stored(floor: Floor, room: Room) -> list[tuple[Order, Decision]]:
    """Match orders with the log: each that was not refused is there, and no other."""
    [sitting] = room.sittings
    found = []
    for each in floor.traders:
        made = [it for it in sitting.decisions if it.person == each.person]
        for order in each.orders:
            if order.refused is not True and made and str(made[0].move) == order.move:
                found.append((order, made.pop(0)))
            else:
                assert order.refused is not False, ("lost", each.person, order.move)
        assert not made, ("nobody has sent it", each.person, made)
    return found


def check(floor: Floor, database: str, number: int) -> list[tuple[Order, Decision]]:
    """Hold phones to the log: nothing is lost, and all screens show the same."""
    room = logged(database, number)
    [sitting] = room.sittings
    state = sitting.table.state
    top = {each.seat + 1: each.price for each in (*state.bids[-5:], *state.asks[-5:])}
    assert all(each.rungs == top for each in floor.traders)
    assert all(len({n for n, *_ in each.dots}) == state.traded for each in floor.traders)
    return stored(floor, room)


def common(trader: Trader) -> tuple[object, ...]:
    """Return what a screen shows to all alike: what stands, and what was traded."""
    return tuple(sorted(trader.rungs.items())), tuple(sorted(trader.dots))


def cents(sum_: str) -> int:
    whole, _, rest = sum_.replace(",", "").partition(".")
    return 100 * int(whole) + int(rest or 0)


def process_of(program: Any) -> psutil.Process:
    """Return the server that runs now: the program forks it."""
    [child] = psutil.Process(program.pid).children()
    return child


__all__ = ["Floor", "Order", "check", "kill", "market", "process_of"]
