"""A class in one market: from a press to every screen, what it costs, and what outlives a kill.

``MARKET_SECONDS`` and ``MARKET_ORDERS`` set how long, and how many orders a second come.
"""

import asyncio
import os
import time
from pathlib import Path
from typing import Any, Final

from paydays_widgets.games.market.rules import Rules
from tests.benchmarks.bench_class import ms, spent
from tests.benchmarks.bench_panel import report
from tests.classroom.market_load import Floor, check, kill, market, process_of

PEOPLE: Final = 60
SECONDS: Final = float(os.environ.get("MARKET_SECONDS", "180"))
A_SECOND: Final = float(os.environ.get("MARKET_ORDERS", "10"))
RELOADED: Final = 5
CALLED: Final = 120
CALLS: Final = 3


def loaded(name: str) -> None:
    """Say how busy the machine is: it may be shared."""
    report(f"{name}: load of the machine", average=round(os.getloadavg()[0], 1))


def bench_one_market(tmp_path: Path) -> None:
    """Sixty phones speak; five reload, and the server is killed once."""
    database = f"sqlite:///{tmp_path}/class.db"
    rules = Rules(units=3, periods=15)
    half = SECONDS / 2

    async def act(floor: Floor, program: Any) -> tuple[float, int, int]:
        async with floor.open():
            loaded("60 in one market")
            server = process_of(program)
            before = spent(server)
            await floor.trade(half / 2, A_SECOND)
            calm = len(floor.orders)
            floor.reload(RELOADED)
            await floor.trade(half / 2, A_SECOND)
            used, orders = spent(server) - before, len(floor.orders)
            kill(program)
            await floor.trade(half, A_SECOND)
            await floor.rest()
            loaded("60 in one market")
        return used, orders, calm

    with market(database, PEOPLE, rules) as (floor, number, program):
        used, orders, calm = asyncio.run(act(floor, program))
    stored = check(floor, database, number)
    acknowledged = [each for trader in floor.traders for each in trader.got]
    report("an order, until it is acknowledged, ms", **ms(acknowledged))
    for name, some in (
        ("before anything happens", floor.orders[:calm]),
        ("with a reload and a kill", floor.orders),
    ):
        seen = [each.seen.values() for each in some if len(each.seen) == PEOPLE]
        report(f"an order, {name}, to each screen, ms", **ms([n for each in seen for n in each]))
        report(f"an order, {name}, to the last of 60 screens, ms", **ms([*map(max, seen)]))
    whole = [each for each in floor.orders if len(each.seen) == PEOPLE]
    report("orders", sent=len(floor.orders), stored=stored, seen_by_all=len(whole))
    report("server CPU per order, ms", cpu=round(used / orders, 1))


def bench_call_markets(tmp_path: Path) -> None:
    """A hundred and twenty phones in call markets: from the last order to the curves."""
    database = f"sqlite:///{tmp_path}/class.db"
    rules = Rules("call", periods=15)
    found: list[float] = []

    async def act(floor: Floor) -> None:
        async with floor.open():
            loaded("120 in call markets")
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

    with market(database, CALLED, rules) as (floor, *_):
        asyncio.run(act(floor))
    report("120 in two call markets, from the last order to the curves, ms", **ms(found))
