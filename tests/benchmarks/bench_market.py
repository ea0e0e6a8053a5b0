"""A class in one market: from a press to every screen, what it costs, and what outlives a kill.

``MARKET_SECONDS`` and ``MARKET_ORDERS`` set how long, and how many orders a second come. The
phones of the benchmark share the machine with the server: the report says what they use.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import psutil

from paydays_widgets.classroom.sitting import Decision
from paydays_widgets.games.market.rules import Rules
from tests.benchmarks.bench_class import ms, spent
from tests.benchmarks.bench_panel import report
from tests.classroom.market_load import Floor, Order, check, kill, market, process_of

PEOPLE: Final = 60
SECONDS: Final = float(os.environ.get("MARKET_SECONDS", "180"))
A_SECOND: Final = float(os.environ.get("MARKET_ORDERS", "10"))
RELOADED: Final = 5
CALLED: Final = 120
CALLS: Final = 3


class Meter:
    """What server and phones use from now on."""

    def __init__(self, name: str, floor: Floor, program: Any) -> None:
        self.name = name
        self.floor = floor
        self.server = process_of(program)
        self.phones = psutil.Process()
        self.before = self.now
        self.messages = Counter(floor.messages)
        self.bytes = floor.bytes
        self.begun = time.perf_counter()

    @property
    def now(self) -> tuple[float, float, int]:
        """The CPU of server and phones so far, in milliseconds, and how many orders were sent."""
        return spent(self.server), spent(self.phones), self.floor.sent

    def tell(self) -> None:
        """Report what each order has cost so far, sent ones counted."""
        used, own, orders = (now - then for now, then in zip(self.now, self.before, strict=True))
        seconds = time.perf_counter() - self.begun
        kinds = self.floor.messages - self.messages
        report(
            f"{self.name}: an order",
            server_cpu_ms=round(used / orders, 1),
            phones_cpu_ms=round(own / orders, 1),
            kilobytes=round((self.floor.bytes - self.bytes) / orders / 1000, 1),
            news=round(kinds["news"] / orders, 1),
            pages=round(kinds["page"] / orders, 1),
        )
        report(
            f"{self.name}: of a core",
            server=f"{used / seconds / 10:.0f} %",
            phones=f"{own / seconds / 10:.0f} %",
            load_of_the_machine=round(os.getloadavg()[0], 1),
        )


def bench_one_market(tmp_path: Path) -> None:
    """Sixty phones speak; five reload, and the server is killed once."""
    database = f"sqlite:///{tmp_path}/class.db"
    rules = Rules(units=3, periods=15)
    half = SECONDS / 2

    async def act(floor: Floor, program: Any) -> tuple[float, float]:
        async with floor.open():
            meter = Meter("60 in one market", floor, program)
            await floor.trade(half / 2, A_SECOND)
            meter.tell()
            calm = time.perf_counter()
            floor.reload(RELOADED)
            await floor.trade(half / 2, A_SECOND)
            meter.tell()
            before = time.perf_counter()
            kill(program)
            await floor.trade(half, A_SECOND)
            await floor.rest()
        return calm, before

    with market(database, PEOPLE, rules) as (floor, number, program):
        calm, before = asyncio.run(act(floor, program))
    found = check(floor, database, number)
    for name, since, until in (
        ("before anything happens", 0.0, calm),
        ("with a reload", calm, before),
        ("with a kill", before, float("inf")),
    ):
        times(name, floor, [each for each in found if since <= each[0].sent < until])
    refused = sum(each.refused is True for trader in floor.traders for each in trader.orders)
    report("orders", sent=floor.sent, stored=len(found), refused=refused)


def times(name: str, floor: Floor, found: Sequence[tuple[Order, Decision]]) -> None:
    """Report how long orders took that are stored, from the press on."""
    got = [order.got - order.sent for order, _ in found if order.got]
    report(f"an order, {name}, until it is acknowledged, ms", **ms(got))
    seen = [[each.saw(made) - order.sent for each in floor.traders] for order, made in found]
    report(f"an order, {name}, to each screen, ms", **ms([n for each in seen for n in each]))
    report(f"an order, {name}, to the last of {PEOPLE} screens, ms", **ms([*map(max, seen)]))


def bench_call_markets(tmp_path: Path) -> None:
    """A hundred and twenty phones in call markets: from the last order to the curves."""
    database = f"sqlite:///{tmp_path}/class.db"
    rules = Rules("call", periods=15)
    found: list[float] = []

    async def act(floor: Floor, program: Any) -> None:
        async with floor.open():
            meter = Meter("120 in two call markets", floor, program)
            for _ in range(CALLS):
                while not all(each.ready and not each.curves for each in floor.traders):
                    await asyncio.sleep(0.01)
                begun = time.perf_counter()
                order = floor.luck.sample(floor.traders, CALLED)
                for each in order:
                    each.send("offer", each.luck.randrange(2_000, 8_000, 100))
                    await asyncio.sleep(0.02)
                last = time.perf_counter()
                while not all(each.curved > begun for each in floor.traders):
                    await asyncio.sleep(0.002)
                found.append(max(each.curved for each in floor.traders) - last)
            meter.tell()

    with market(database, CALLED, rules) as (floor, _, program):
        asyncio.run(act(floor, program))
    report("120 in two call markets, from the last order to the curves, ms", **ms(found))
