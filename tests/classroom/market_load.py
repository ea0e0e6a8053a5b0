"""Phones in one market: they speak, and note when each screen shows what was said."""

import asyncio
import os
import re
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random
from typing import Any, Final

import psutil
from msgspec import Struct, field, json
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from paydays_widgets.classroom import entries
from paydays_widgets.classroom.entries import Decided
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.store import Store
from paydays_widgets.core import record
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games import load
from paydays_widgets.games.market.rules import Rules
from tests.classroom.test_server_killed import kill, opened, server

STEP: Final = 400
"""By how many cents an offer is better than the best, at most."""
RUNG: Final = re.compile(r'data-key="offer-(\d+)"[^>]*>\s*<b class="pw-num">\$([\d.,]+)</b>')
DOT: Final = re.compile(r'data-key="trade-(\d+)" data-of-(\d+)="" data-of-(\d+)=""')
SAID: Final = re.compile(r'data-key="said"[^>]*>(.*?)</', re.DOTALL)
SEEN: Final = 5.0
"""Seconds after which nobody waits any more for a screen to show something."""


class Order(Struct, eq=False):
    """An order: when it was sent, and after how many seconds each screen showed it."""

    seat: int
    what: str
    price: int
    before: int
    sent: float
    seen: dict[int, float] = field(default_factory=dict)


class Trader:
    """A phone in the market."""

    def __init__(self, floor: "Floor", person: int) -> None:
        self.floor = floor
        self.person = person
        self.luck = Random(person)
        self.loads = 0
        self.forget()
        self.line: WebSocketClientConnection | None = None
        self.accepted: list[str] = []
        self.got: list[float] = []

    def forget(self) -> None:
        """Be loaded again: nothing is known but whose it is."""
        self.loads += 1
        self.view = f"v{self.person}-{self.loads}"
        self.number = self.seat = self.seq = 0
        self.open: tuple[dict[str, Any], Order] | None = None
        self.verdict: str = ""
        self.parts: dict[str, str] = {}
        self.can = False
        self.said = ""
        self.curves = False
        self.curved = 0.0  # when it showed curves that it had not

    async def live(self) -> None:
        """Keep a line to the server."""
        code, port = self.floor.code, self.floor.port
        asked = HTTPRequest(
            f"ws://127.0.0.1:{port}/class/{code}/socket",
            headers={"Cookie": f"paydays-{code}=token-{self.person}"},
            connect_timeout=5,
        )
        while True:
            with suppress(OSError, HTTPClientError, WebSocketClosedError):
                self.line = await websocket_connect(asked, compression_options={})
                try:
                    self.say({"do": "reconnected"})
                    while (data := await self.line.read_message()) is not None:
                        self.take(json.decode(data))
                finally:
                    self.line.close()
            self.line = None
            self.verdict = ""  # whether it was refused is not told again
            await asyncio.sleep(0.05)

    def say(self, message: dict[str, Any]) -> None:
        if self.line is not None:
            with suppress(WebSocketClosedError):
                self.line.write_message(json.encode({"from": self.view, **message}).decode())

    def take(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "resumed" if self.open is not None:
                self.say(self.open[0])
            case "got" if self.open is not None and message["number"] == self.number:
                letter, order = self.open
                self.open, self.verdict = None, letter["move"]
                self.got.append(time.perf_counter() - order.sent)
            case "page":
                self.show(message)
            case "news" if self.parts:
                self.parts |= message["parts"]
                self.look()

    def show(self, message: dict[str, Any]) -> None:
        """Take a page."""
        self.seat = message["seat"]
        if "head" in message["parts"]:
            found = SAID.search(message["parts"]["head"]["html"])
            self.said = found[1] if found else ""
        stage = message["parts"].get("stage")
        if self.verdict and self.open is None:
            if not self.said:
                self.accepted.append(self.verdict)
            self.verdict = ""
        if stage is not None:
            html = stage["html"]
            self.seq = stage["seq"]
            self.can = "data-pad" in html
            self.parts = {key: part(html, key) for key in ("book", "prices")}
            shows = "pw-mk-lines" in html and not self.can
            before, self.curves = self.curves, shows
            if self.curves and not before:
                self.curved = time.perf_counter()
            self.look()

    def look(self) -> None:
        """Note what this screen shows of what was said."""
        now = time.perf_counter()
        self.rungs = {int(n): cents(sum_) for n, sum_ in RUNG.findall(self.parts["book"])}
        self.dots = DOT.findall(self.parts["prices"])
        for order in self.floor.watched:
            if self.person not in order.seen and self.sees(order):
                order.seen[self.person] = now - order.sent

    def sees(self, order: Order) -> bool:
        if order.what == "offer":
            return self.rungs.get(order.seat) == order.price
        return self.traded(order.seat) > order.before

    def traded(self, seat: int) -> int:
        return sum(str(seat) in each[1:] for each in self.dots)

    @property
    def ready(self) -> bool:
        """Whether it can speak."""
        return self.can and self.open is None and not self.verdict and self.line is not None

    def speak(self) -> None:
        """Improve on the best offer of its side, or take the other side's best."""
        self.send(*self.chosen())

    def chosen(self) -> tuple[str, int]:
        buys = self.seat % 2 == 1
        bids = [price for seat, price in self.rungs.items() if seat % 2 == 1]
        asks = [price for seat, price in self.rungs.items() if seat % 2 == 0]
        bid, ask = max(bids, default=2_000), min(asks, default=8_000)
        step = self.luck.randint(1, STEP)
        price = bid + step if buys else ask - step
        crosses = (asks and price >= ask) if buys else (bids and price <= bid)
        return ("take", ask if buys else bid) if crosses else ("offer", price)

    def send(self, what: str, price: int) -> None:
        """Send an order, and have all screens look out for it."""
        order = Order(self.seat, what, price, self.traded(self.seat), time.perf_counter())
        self.floor.watched.append(order)
        self.floor.orders.append(order)
        self.number += 1
        letter = {"move": f"{self.seat} {what} {price}", "seq": self.seq, "number": self.number}
        self.open = letter, order
        self.say(letter)


class Floor:
    """A market whose server runs in a process of its own, and can be killed."""

    def __init__(self, port: int, code: str, people: int) -> None:
        self.port = port
        self.code = code
        self.traders = [Trader(self, person) for person in range(people)]
        self.orders: list[Order] = []
        self.watched: list[Order] = []
        self.luck = Random(1)

    async def trade(self, seconds: float, a_second: float) -> None:
        """Let somebody speak at a steady pace."""
        begun = last = time.perf_counter()
        while (now := time.perf_counter()) < begun + seconds:
            self.watched = [each for each in self.watched if now - each.sent < SEEN]
            ready = [each for each in self.traders if each.ready]
            if ready:
                self.luck.choice(ready).speak()
            last += 1 / a_second
            last = max(last, now - 1)  # between periods nobody speaks
            await asyncio.sleep(max(0.0, last - time.perf_counter()))

    async def rest(self) -> None:
        """Wait until nothing is on its way, and all pages have been drawn again."""
        end = time.perf_counter() + 60
        while any(each.open or each.line is None or not each.parts for each in self.traders):
            assert time.perf_counter() < end, "an order was not answered"
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        while len({common(each) for each in self.traders}) > 1:
            assert time.perf_counter() < end, "all screens show the same"
            await asyncio.sleep(0.05)

    def reload(self, people: int) -> None:
        """Have some phones reload their page."""
        for each in self.luck.sample(self.traders, people):
            if each.line is not None:
                each.forget()
                each.line.close()

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


def logged(database: str, number: int) -> tuple[Room, dict[int, list[str]]]:
    """Read the log: the room that it amounts to, and what each has said."""
    store = Store(database)
    log = [(entries.read(line.data), line.at) for line in store.load(number)]
    store.close()
    said: dict[int, list[str]] = {}
    for entry, _ in log:
        if isinstance(entry, Decided) and entry.person is not None:
            said.setdefault(entry.person, []).append(entry.move)
    return room_of(log), said


def check(floor: Floor, database: str, number: int) -> int:
    """Hold phones to the log: nothing is lost, and all screens show the same; count the orders."""
    room, said = logged(database, number)
    for each in floor.traders:
        found = iter(said.get(each.person, []))
        lost = [move for move in each.accepted if move not in found]  # in this order
        assert not lost, (each.person, lost)
    [sitting] = room.sittings
    state = sitting.table.state
    top = {each.seat + 1: each.price for each in (*state.bids[-5:], *state.asks[-5:])}
    assert all(each.rungs == top for each in floor.traders)
    assert all(len({n for n, *_ in each.dots}) == state.traded for each in floor.traders)
    return sum(map(len, said.values()))


def common(trader: Trader) -> tuple[object, ...]:
    """Return what a screen shows to all alike: what stands, and what was traded."""
    return tuple(sorted(trader.rungs.items())), tuple(sorted(trader.dots))


def part(html: str, key: str) -> str:
    """Return the element with a key."""
    start = html.find(f'data-key="{key}"')
    if start < 0:
        return ""
    start = html.rindex("<", 0, start)
    tag = re.match(r"<(\w+)", html[start:])
    assert tag
    depth = 0
    for found in re.finditer(rf"<(/?){tag[1]}\b", html[start:]):
        depth += -1 if found[1] else 1
        if not depth:
            return html[start : start + found.end() + 1]
    raise AssertionError(key)


def cents(sum_: str) -> int:
    whole, _, rest = sum_.replace(",", "").partition(".")
    return 100 * int(whole) + int(rest or 0)


def process_of(program: Any) -> psutil.Process:
    """Return the server that runs now: the program forks it."""
    [child] = psutil.Process(program.pid).children()
    return child


__all__ = ["Floor", "check", "kill", "market", "process_of"]
