"""What a class costs its server.

A commit: one decision, and forty at once, as ten tables of four make them in one moment. A class:
clients that speak the protocol play Zahltag at tables of four, with a server in a process of its
own; nobody waits for what is shown, so that only what the server does is measured.
"""

import asyncio
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import psutil
from msgspec import json
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from paydays_widgets.classroom.store import Addition, LogLine, Store
from tests.benchmarks.bench_panel import report
from tests.classroom.postgres import Postgres, programs

BATCHES: Final = (1, 40)
COMMITS: Final = 500
DECIDED: Final = b'{"type":"Decided","table":0,"seat":2,"move":"3 bid 5","person":7,"took":4821}'


def commits(name: str, store: Store) -> None:
    """Measure commits of each size."""
    room = store.open_room("QWERTY", [LogLine(0, "Opened", b"{}")], "bench", now=0, lease=10_000)
    there = 1
    for size in BATCHES:
        lines = [LogLine(0, "Decided", DECIDED)] * size
        waited = []
        begun = time.process_time()
        for _ in range(COMMITS):
            start = time.perf_counter()
            store.append("bench", [Addition(room, there, lines)])
            waited.append(1000 * (time.perf_counter() - start))
            there += size
        spent = 1000 * (time.process_time() - begun) / COMMITS
        waited.sort()
        report(
            f"{name}, a commit of {size}, ms",
            cpu=round(spent, 3),
            median=round(statistics.median(waited), 2),
            p95=round(waited[int(0.95 * COMMITS)], 2),
        )
    start = time.process_time()
    assert len(store.load(room)) == there
    spent = 1000 * (time.process_time() - start)
    report(f"{name}, {there} lines read, ms", cpu=round(spent, 1))


def bench_sqlite(tmp_path: Path) -> None:
    """Commit to a file."""
    store = Store(f"sqlite:///{tmp_path}/class.db")
    commits("SQLite", store)
    store.close()


def bench_postgresql() -> None:
    """Commit to PostgreSQL on this machine; the CPU is that of the class's server alone."""
    found = programs()
    assert found is not None, "PostgreSQL is not installed: run tools/install/postgres"
    server = Postgres(found)
    try:
        server.start()
        store = Store(server.url("bench"))
        commits("PostgreSQL", store)
        store.close()
    finally:
        server.delete()


# --- a class at its tables -----------------------------------------------------------------------

ROUNDS: Final = 5
"""How many auctions of the whole class are measured."""
PLAYING: Final = 15.0
"""How many seconds 400 clients play."""
PLAYABLE: Final = re.compile(r'data-move="([^"]+)"(?! aria-disabled)')
"""The moves that can be made on a picture."""


class Phone:
    """A client, as far as it has to know its page to play on it."""

    line: WebSocketClientConnection

    def __init__(self, person: int) -> None:
        self.person = person
        self.seq = self.call = self.number = 0
        self.busy = False
        self.moves: list[str] = []
        self.drawn = self.sent = 0.0
        self.waits: list[float] = []
        self.ticks: dict[int, float] = {}
        self.on_call: Callable[[Phone], None] = lambda _: None

    async def connect(self, port: int, code: str) -> None:
        """Open the line, and listen."""
        cookie = {"Cookie": f"paydays-{code}=token of {self.person}"}
        request = HTTPRequest(f"ws://127.0.0.1:{port}/class/{code}/socket", headers=cookie)
        self.line = await websocket_connect(
            request, compression_options={}, on_message_callback=self.take
        )

    def take(self, text: str | bytes | None) -> None:
        """Take what the server says."""
        if text is None:
            return
        message = json.decode(text)
        if message["kind"] == "got":
            self.waits.append(time.perf_counter() - self.sent)
            self.busy = False
        if message["kind"] == "tick":
            for clock in message["clocks"]:
                self.ticks[clock["price"]] = time.perf_counter()
        if message["kind"] != "page":
            return
        called, self.call = self.call, message["call"]
        stage = message["parts"].get("stage")
        if stage is not None:
            self.drawn = time.perf_counter()
            self.seq = stage["seq"]
            self.moves = PLAYABLE.findall(stage["html"])
        if self.call and not self.busy and (stage is not None or self.call != called):
            self.on_call(self)

    def close(self) -> None:
        """Close the line."""
        self.on_call = lambda _: None
        self.line.close()

    @property
    def bids(self) -> bool:
        """Whether a bid is asked for."""
        return bool(self.call) and self.moves[-1].endswith("bid 00")

    def play(self) -> None:
        """Keep the hand, or pass: then all tables stay at the same step."""
        self.make(next((each for each in self.moves if each.endswith("keep")), self.moves[-1]))

    def make(self, move: str) -> None:
        """Send a move."""
        self.number += 1
        self.busy = True
        self.sent = time.perf_counter()
        letter = {"move": move, "seq": self.seq, "from": "v", "number": self.number}
        self.line.write_message(json.encode(letter).decode())


@contextmanager
def classes(
    folder: Path,
    people: int,
    *,
    count: int = 1,
    pace: int = 1,
    key: str = "",
    rules: str = "",
    way: str = "",
    store: str = "",
    name: str = "",
    files: int = 4_096,
) -> Iterator[tuple[psutil.Popen, int, list[str]]]:
    """Start a server whose classes have joined; give it, its port and their codes.

    Several that share a store have names.
    """
    told = map(str, (folder, people, count, pace, key, rules, way, store, name))
    command = [sys.executable, "-m", "tests.benchmarks.class_server", *told]
    server = psutil.Popen(
        ["/bin/sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        port, *codes = server.stdout.readline().split()
        yield server, int(port), codes
    finally:
        server.stdin.close()
        server.stdout.close()
        server.wait(20)


def begin(server: psutil.Popen) -> None:
    """Let the game begin."""
    server.stdin.write("\n")
    server.stdin.flush()


def spent(server: psutil.Process) -> float:
    """Return the CPU that a server has used, in milliseconds."""
    used = server.cpu_times()
    return 1000 * float(used.user + used.system)


def ms(waited: Sequence[float]) -> dict[str, float]:
    """Summarize seconds as milliseconds."""
    found = sorted(1000 * each for each in waited)
    return {
        "median": round(statistics.median(found), 1),
        "p95": round(found[int(0.95 * len(found))], 1),
        "most": round(found[-1], 1),
    }


async def leave(phones: Sequence[Phone]) -> None:
    """Close all lines."""
    for phone in phones:
        phone.close()
    await asyncio.sleep(0.5)


async def until(ready: Callable[[], bool], most: float = 60) -> None:
    """Wait until something is so."""
    end = time.perf_counter() + most
    while not ready():
        assert time.perf_counter() < end
        await asyncio.sleep(0.002)


def bench_tables(tmp_path: Path) -> None:  # noqa: C901 - two ways
    """Forty students at ten tables bid: one after the other, and all at once."""

    async def play(server: psutil.Popen, port: int, code: str) -> None:  # noqa: C901 - two ways
        phones = [Phone(person) for person in range(40)]
        for phone in phones:
            await phone.connect(port, code)
        begin(server)
        last: list[float] = []
        rounds: list[float] = []
        cpu = bids = 0.0
        for number in range(2 * ROUNDS):
            while not all(each.bids for each in phones):
                for each in phones:
                    if each.call and not each.bids and each.sent < each.drawn:
                        each.play()
                await asyncio.sleep(0.005)
            await asyncio.sleep(0.3)  # nothing is left to be drawn
            calls = {each: each.call for each in phones}
            if number % 2:
                begun, before = time.perf_counter(), spent(server)
                for each in phones:
                    each.play()
                await until(lambda: all(e.drawn > begun and e.call != calls[e] for e in phones))  # noqa: B023
                rounds.append(max(each.drawn for each in phones) - begun)
                await asyncio.sleep(0.3)
                cpu, bids = cpu + spent(server) - before, bids + 40
                continue
            tables = [[e for e in phones if e.person % 10 == table] for table in range(10)]
            for table in tables:
                for each in table[:-1]:
                    each.play()
            await asyncio.sleep(0.5)
            for table in tables:
                begun = time.perf_counter()
                table[-1].play()
                await until(lambda: all(e.drawn > begun for e in table))  # noqa: B023
                last.append(max(each.drawn for each in table) - begun)
        await leave(phones)
        report("40 at 10 tables, last bid to the four pages, ms", **ms(last))
        report("40 bids at once, to all 40 reveals, ms", **ms(rounds))
        report(
            "server CPU per bid, with what follows until the next, ms", cpu=round(cpu / bids, 2)
        )

    with classes(tmp_path, 40) as (server, port, (code,)):
        asyncio.run(play(server, port, code))


def bench_four_hundred(tmp_path: Path) -> None:
    """Four hundred clients play as fast as they are asked."""

    async def play(server: psutil.Popen, port: int, code: str) -> None:
        phones = [Phone(person) for person in range(400)]
        for phone in phones:
            await phone.connect(port, code)
            phone.on_call = Phone.play
        before = spent(server)
        begin(server)
        await asyncio.sleep(PLAYING)
        used, memory = spent(server) - before, server.memory_info().rss / 2**20
        await leave(phones)
        waits = [wait for phone in phones for wait in phone.waits]
        report("400 clients at bots’ speed: accepted, ms", **ms(waits))
        report(
            "400 clients at bots’ speed",
            decisions_per_s=round(len(waits) / PLAYING),
            cpu_ms_each=round(used / len(waits), 2),
            memory_mb=round(memory),
        )

    with classes(tmp_path, 400) as (server, port, (code,)):
        asyncio.run(play(server, port, code))


AUCTION: Final = 120
"""How many phones are in the auction room."""


def bench_sealed_bids(tmp_path: Path) -> None:
    """A hundred and twenty students at tables of four hand in a sealed bid, all at once."""

    async def play(server: psutil.Popen, port: int, code: str) -> None:
        phones = [Phone(person) for person in range(AUCTION)]
        for phone in phones:
            await phone.connect(port, code)
        begin(server)
        accepted: list[float] = []
        shown: list[float] = []
        for _ in range(ROUNDS):
            await until(
                lambda: all(each.call and each.moves[-1].endswith("pass") for each in phones)
            )
            await asyncio.sleep(0.5)  # nothing is left to be drawn
            calls = {each: each.call for each in phones}
            begun = time.perf_counter()
            for each in phones:
                each.make(each.moves[-1].replace("pass", "bid 3000"))
            await until(lambda: not any(each.busy for each in phones))
            done = time.perf_counter()
            accepted.append(done - begun)
            await until(lambda: all(e.call != calls[e] and e.drawn > begun for e in phones))  # noqa: B023
            shown.append(max(each.drawn for each in phones) - done)
        await leave(phones)
        report("120 sealed bids at once, until all are in the store, ms", **ms(accepted))
        report("from then until all have seen the round, ms", **ms(shown))

    with classes(tmp_path, AUCTION, rules="first_price") as (server, port, (code,)):
        asyncio.run(play(server, port, code))


def bench_clock(tmp_path: Path) -> None:
    """A hundred and twenty students watch a clock at tables of four."""

    async def play(server: psutil.Popen, port: int, code: str) -> None:
        phones = [Phone(person) for person in range(AUCTION)]
        for phone in phones:
            await phone.connect(port, code)
        begin(server)
        await asyncio.sleep(PLAYING)
        prices = sorted({*phones[0].ticks})[:-1]  # the last one may still be on its way
        spread = [
            max(each.ticks[price] for each in phones) - min(each.ticks[price] for each in phones)
            for price in prices
        ]
        await leave(phones)
        report("a tick, from the first of 120 phones to the last, ms", n=len(prices), **ms(spread))

    with classes(tmp_path, AUCTION, rules="english") as (server, port, (code,)):
        asyncio.run(play(server, port, code))


def bench_joining(tmp_path: Path) -> None:
    """Join: the form, the name, the page, its files."""

    def ask(line: HTTPConnection, path: str, cookies: str, fields: dict[str, str]) -> str:
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies}
        line.request("POST" if fields else "GET", path, urlencode(fields) or None, kind)
        answer = line.getresponse()
        text = answer.read().decode()
        return f"{text} {answer.headers}"

    with classes(tmp_path, 4) as (_, port, (code,)):
        waited = []
        for number in range(40):
            begun = time.perf_counter()
            line = HTTPConnection("127.0.0.1", port)
            form = re.search('name="form" value="([^"]+)"', ask(line, f"/join/{code}", "", {}))
            assert form
            fields = {"form": form[1], "name": f"N{number}"}
            given = ask(line, f"/class/{code}/join", f"paydays-form={form[1]}", fields)
            seat = re.search(rf"paydays-{code}=[\w-]+", given)
            assert seat
            page = ask(line, f"/class/{code}", seat[0], {})
            for path in re.findall(r'(?:href|src)="(/class/static/[^"]+)"', page):
                ask(line, path, "", {})
            waited.append(time.perf_counter() - begun)
            line.close()
        report("a join, from the form to the page with its files, ms", **ms(waited))
