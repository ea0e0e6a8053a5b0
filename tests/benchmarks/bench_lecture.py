"""A lecture beside a class of forty: what one room of 400 phones costs its server.

Everybody has a line to a server in a process of its own; the teacher's page is open all the time.
What is at once is sent within one moment; what is spread comes within a number of seconds, as it
does in a room of people.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import psutil
import pytest
from msgspec import json
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from tests.benchmarks.bench_class import Phone, begin, classes, leave, ms, spent, until
from tests.benchmarks.bench_panel import report
from tests.classroom.postgres import Postgres, programs
from tests.classroom.server import HOST_TOKEN

SIZES: Final = pytest.mark.parametrize("people", [40, 400])
WITHIN: Final = 10.0
"""Seconds over which a spread vote is spread."""
ROUNDS: Final = 3
HANDS: Final = 16
"""How many newcomers are on their way at a time."""


class Desk(Phone):
    """The teacher's page, which counts what it is sent."""

    def __init__(self) -> None:
        super().__init__(-1)
        self.heard = 0
        self.parts: dict[str, str] = {}

    async def connect(self, port: int, code: str) -> None:
        """Open the line, and listen."""
        cookie = {"Cookie": f"paydays-host-{code}={HOST_TOKEN}"}
        address = f"ws://127.0.0.1:{port}/class/{code}/socket?as=teacher"
        self.line = await websocket_connect(
            HTTPRequest(address, headers=cookie), on_message_callback=self.take
        )

    def take(self, text: str | bytes | None) -> None:
        """Take what the server says."""
        if text is None:
            return
        self.heard += len(text)
        message = json.decode(text)
        if message["kind"] == "page":
            self.drawn = time.perf_counter()
            self.parts |= {name: each["html"] for name, each in message["parts"].items()}

    def press(self, verb: str, value: str = "") -> None:
        """Press a button."""
        self.number += 1
        letter = {"do": verb, "value": value, "from": "t", "number": self.number}
        self.line.write_message(json.encode(letter).decode())


class Voter(Phone):
    """A phone that sees a poll."""

    shown = 0.0
    """When it last got the answers of all."""

    def take(self, text: str | bytes | None) -> None:
        """Take what the server says."""
        super().take(text)
        if text is not None and "cl-spread" in str(text):
            self.shown = time.perf_counter()


class Trader(Phone):
    """A phone in a call market."""

    seat = 0
    told = 0.0
    """When it last got a picture of its market, or news of it."""

    def take(self, text: str | bytes | None) -> None:
        """Take what the server says."""
        super().take(text)
        if text is None:
            return
        message = json.decode(text)
        if message["kind"] == "page":
            self.seat = message["seat"]
        if "stage" in {message.get("part"), *message.get("parts", ())}:
            self.told = time.perf_counter()


async def measured(
    server: psutil.Process, name: str, people: int, act: Callable[[], Awaitable[None]]
) -> None:
    """Do something; report the CPU of the server until it has come to rest."""
    before = spent(server)
    await act()
    last = spent(server)
    while True:
        await asyncio.sleep(1)
        if (now := spent(server)) - last < 30:
            break
        last = now
    report(f"{people}: server CPU, {name}, ms each", cpu=round((last - before) / people, 2))


@SIZES
def bench_a_poll(tmp_path: Path, people: int) -> None:
    """All answer a poll, at once and by and by, and all see the answers."""

    async def play(server: psutil.Popen, port: int, code: str) -> None:
        phones, desk = [Voter(person) for person in range(people)], Desk()
        for phone in [*phones, desk]:
            await phone.connect(port, code)
        begin(server)
        await until(lambda: all(each.call for each in phones))
        await asyncio.sleep(1)

        async def vote(seconds: float) -> None:
            for number, each in enumerate(phones):
                each.make(each.moves[number % len(each.moves)])
                if seconds:
                    await asyncio.sleep(seconds / people)
            await until(lambda: not any(each.busy for each in phones))

        for name, seconds in (("at once", 0.0), (f"within {WITHIN:.0f} s", WITHIN)):
            heard, answer = desk.heard, phones[0].moves[0]
            await measured(server, f"a vote {name}", people, lambda: vote(seconds))  # noqa: B023
            stored = [each.waits[-1] for each in phones]
            report(f"{people} votes {name}: stored, ms", **ms(stored))
            report(
                f"{people} votes {name}: sent to the teacher, kB", kb=(desk.heard - heard) // 1_000
            )
            begun = time.perf_counter()

            async def reveal() -> None:
                desk.press("reveal")
                await until(lambda: all(each.shown > begun for each in phones))  # noqa: B023

            await measured(server, "the answers shown", people, reveal)
            shown = [each.shown - begun for each in [*phones]]
            report(f"{people}: the answers on all phones, ms", **ms(shown))
            calls = {each: each.call for each in phones}
            desk.press("go-on", answer)
            while not all(each.call and each.call != calls[each] for each in phones):
                desk.press("next")
                await asyncio.sleep(1)
            await asyncio.sleep(1)
        await leave([*phones, desk])

    with classes(tmp_path, people, way="poll") as (server, port, (code,)):
        asyncio.run(play(server, port, code))


@SIZES
def bench_groups(tmp_path: Path, people: int) -> None:
    """Groups of four hand in sealed bids, all at once, and see the round."""

    async def play(server: psutil.Popen, port: int, code: str) -> None:
        phones, desk = [Phone(person) for person in range(people)], Desk()
        for phone in [*phones, desk]:
            await phone.connect(port, code)
        begin(server)
        stored: list[float] = []
        shown: list[float] = []
        used = 0.0
        for _ in range(ROUNDS):
            await until(
                lambda: all(each.call and each.moves[-1].endswith("pass") for each in phones)
            )
            await asyncio.sleep(1)  # nothing is left to be drawn
            calls = {each: each.call for each in phones}
            before, begun = spent(server), time.perf_counter()
            for each in phones:
                each.make(each.moves[-1].replace("pass", "bid 3000"))
            await until(lambda: not any(each.busy for each in phones))
            done = time.perf_counter()
            stored.append(done - begun)
            await until(lambda: all(e.call != calls[e] and e.drawn > begun for e in phones))  # noqa: B023
            shown.append(max(each.drawn for each in phones) - done)
            await asyncio.sleep(1)
            used += spent(server) - before
        await leave([*phones, desk])
        report(f"{people} in groups of four, all bids stored, ms", **ms(stored))
        report(f"{people} in groups of four, from then until all see the round, ms", **ms(shown))
        cpu = round(used / ROUNDS / people, 2)
        report(f"{people}: server CPU, a bid with what follows until the next, ms each", cpu=cpu)

    with classes(tmp_path, people, rules="first_price") as (server, port, (code,)):
        asyncio.run(play(server, port, code))


def enter(port: int, code: str, number: int) -> tuple[str, int]:
    """Join as a phone does: the form, the name, the page; return the seat, and the refusals."""

    def ask(path: str, cookies: str, fields: dict[str, str]) -> tuple[int, str]:
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies}
        line.request("POST" if fields else "GET", path, urlencode(fields) or None, kind)
        answer = line.getresponse()
        return answer.status, f"{answer.read().decode()} {answer.headers}"

    line = HTTPConnection("127.0.0.1", port)
    refused = 0
    while True:
        form = re.search('name="form" value="([^"]+)"', ask(f"/join/{code}", "", {})[1])
        assert form
        fields = {"form": form[1], "name": f"Newcomer {number}"}
        _, given = ask(f"/class/{code}/join", f"paydays-form={form[1]}", fields)
        seat = re.search(rf"paydays-{code}=([\w-]+)", given)
        if seat:
            ask(f"/class/{code}", seat[0], {})
            line.close()
            return seat[1], refused
        refused += 1
        time.sleep(1)


@SIZES
def bench_entering(tmp_path: Path, people: int) -> None:
    """All join from one address, as fast as they can, and open their lines."""

    async def come(port: int, code: str, phones: Sequence[Phone]) -> list[int]:
        hands = asyncio.Semaphore(HANDS)

        async def one(phone: Phone) -> int:
            async with hands:
                seat, refused = await asyncio.to_thread(enter, port, code, phone.person)
                cookie = {"Cookie": f"paydays-{code}={seat}"}
                address = f"ws://127.0.0.1:{port}/class/{code}/socket"
                phone.line = await websocket_connect(
                    HTTPRequest(address, headers=cookie), on_message_callback=phone.take
                )
            return refused

        return await asyncio.gather(*map(one, phones))

    async def play(server: psutil.Popen, port: int, code: str) -> None:
        phones, desk = [Phone(person) for person in range(people)], Desk()
        await desk.connect(port, code)
        refused: list[int] = []
        begun = time.perf_counter()

        async def act() -> None:
            refused.extend(await come(port, code, phones))

        await measured(server, "a join, with its page and line", people, act)
        report(
            f"{people} join from one address",
            seconds=round(time.perf_counter() - begun - 1, 1),
            refused=sum(refused),
            teacher_kb=desk.heard // 1_000,
            memory_mb=round(server.memory_info().rss / 2**20),
        )
        await leave([*phones, desk])

    with classes(tmp_path, 0) as (server, port, (code,)):
        asyncio.run(play(server, port, code))


@SIZES
def bench_call_markets(tmp_path: Path, people: int) -> None:
    """Markets of up to sixty: all make an offer in a call market, then the teacher rings."""

    async def play(server: psutil.Popen, port: int, code: str) -> None:
        phones, desk = [Trader(person) for person in range(people)], Desk()
        for phone in [*phones, desk]:
            await phone.connect(port, code)
        begin(server)
        await until(lambda: all(each.call and each.seat for each in phones))
        await asyncio.sleep(2)
        before, begun = spent(server), time.perf_counter()
        for each in phones:
            each.make(f"{each.seat} offer {(2_000, 8_000)[each.seat % 2] + 10 * each.person}")
        await until(lambda: not any(each.busy for each in phones))
        done = time.perf_counter()
        report(
            f"{people} in markets of up to 60, all offers stored, ms",
            ms=round(1000 * (done - begun)),
        )
        await asyncio.sleep(3)
        used = spent(server) - before
        report(f"{people}: server CPU, an offer, ms each", cpu=round(used / people, 2))
        before, begun = spent(server), time.perf_counter()
        desk.press("ring")
        await until(lambda: all(each.told > begun for each in phones))
        told = [each.told - begun for each in phones]
        report(f"{people} in markets of up to 60, from the bell until told, ms", **ms(told))
        await asyncio.sleep(3)
        used = spent(server) - before
        report(f"{people}: server CPU, an outcome, ms each", cpu=round(used / people, 2))
        await leave([*phones, desk])

    with classes(tmp_path, people, rules="call_market") as (server, port, (code,)):
        asyncio.run(play(server, port, code))


@pytest.mark.parametrize(
    ("servers", "count", "people"),
    [(1, 12, 40), (2, 6, 40), (3, 4, 40), (1, 2, 400), (2, 1, 400), (3, 1, 400)],
)
def bench_servers(tmp_path: Path, servers: int, count: int, people: int) -> None:
    """As many classes in all, on one or several servers of one PostgreSQL, vote at once."""

    async def play(running: Sequence[tuple[psutil.Popen, int, list[str]]]) -> None:
        phones = []
        for _, port, codes in running:
            for code in codes:
                for person in range(people):
                    phones.append(Voter(person))
                    await phones[-1].connect(port, code)
        for server, *_ in running:
            begin(server)
        await until(lambda: all(each.call for each in phones))
        await asyncio.sleep(2)
        processes: dict[str, list[psutil.Process]] = {
            "servers": [server for server, *_ in running],
            "PostgreSQL": psutil.Process(store.process.pid).children(),
        }
        before = {name: sum(spent(one) for one in each) for name, each in processes.items()}
        for number, each in enumerate(phones):
            each.make(each.moves[number % len(each.moves)])
        await until(lambda: not any(each.busy for each in phones))
        stored = ms([each.waits[-1] for each in phones])
        await asyncio.sleep(3)
        used = {
            f"cpu_{name}": round((sum(spent(one) for one in each) - before[name]) / len(phones), 2)
            for name, each in processes.items()
        }
        await leave(phones)
        of = f"{servers * count} classes of {people} on {servers} servers of one PostgreSQL"
        report(f"{of}: votes at once, stored, ms", **stored)
        report(f"{of}: CPU, a vote, ms each", **used)

    found = programs()
    assert found is not None, "PostgreSQL is not installed: run tools/install/postgres"
    store = Postgres(found)
    try:
        store.start()
        url = store.url("bench")
        with ExitStack() as stack:
            asyncio.run(
                play(
                    [
                        stack.enter_context(
                            classes(
                                *(tmp_path, people),
                                count=count,
                                way="poll",
                                store=url,
                                name=f"server {number}",
                            )
                        )
                        for number in range(servers)
                    ]
                )
            )
    finally:
        store.delete()
