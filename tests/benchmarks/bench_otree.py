"""A class of 40 on oTree, the peer that classes know: ten groups of four bid once, sealed.

That is what :func:`~tests.benchmarks.bench_class.bench_tables` does with ours: everybody bids at
once, and the time runs until the last page shows the bids. oTree is installed by ``make bench`` in
an environment of its own; it serves as it does for a class without a database server, in two
processes on one SQLite file. Its clients do what its pages do: they post the form, wait on the
socket of the page that it leads to, and load the next page. Nothing is drawn, and no files of the
pages are loaded.
"""

import asyncio
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import psutil
from msgspec import json
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.websocket import websocket_connect

from tests.benchmarks.bench_class import ms
from tests.benchmarks.bench_panel import report
from tests.browser.address import free_port
from tests.browser.serving import serving

PROGRAMS: Final = Path(sys.prefix) / "otree" / "bin"
PEOPLE: Final = 40
RUNS: Final = 5
PROJECT: Final = {
    "settings.py": """
SESSION_CONFIGS = [{"name": "sealed", "app_sequence": ["sealed"], "num_demo_participants": 40}]
SESSION_CONFIG_DEFAULTS = {"real_world_currency_per_point": 1, "participation_fee": 0}
LANGUAGE_CODE, REAL_WORLD_CURRENCY_CODE, USE_POINTS = "en", "EUR", True
ADMIN_USERNAME, ADMIN_PASSWORD, SECRET_KEY = "admin", "admin", "of a benchmark"
""",
    "sealed/__init__.py": """
from otree.api import *

class C(BaseConstants):
    NAME_IN_URL, PLAYERS_PER_GROUP, NUM_ROUNDS = "sealed", 4, 1

class Subsession(BaseSubsession):
    pass

class Group(BaseGroup):
    lowest = models.IntegerField()

class Player(BasePlayer):
    bid = models.IntegerField(min=0, max=20)

def compare(group):
    group.lowest = min(player.bid for player in group.get_players())

class Bid(Page):
    form_model, form_fields = "player", ["bid"]

class Reveal(WaitPage):
    after_all_players_arrive = compare

class Results(Page):
    pass

page_sequence = [Bid, Reveal, Results]
""",
    "sealed/Bid.html": "{{ block content }}{{ formfields }}{{ next_button }}{{ endblock }}",
    "sealed/Results.html": "{{ block content }}<p>The lowest bid is {{ group.lowest }}; "
    "yours is {{ player.bid }}.</p>{{ endblock }}",
    "_static/global/empty.css": "",
}
WAITS: Final = re.compile(r'makeReconnectingWebSocket\("([^"]+)"\)')


@contextmanager
def otree(folder: Path) -> Iterator[tuple[psutil.Popen, str]]:
    """Serve the project; give the server and its address."""
    for name, text in PROJECT.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    port = free_port()
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    usual = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    url = f"http://127.0.0.1:{port}"
    command = [PROGRAMS / "otree", "prodserver", port]
    env = {**usual, "PATH": path, "OTREE_PRODUCTION": "1"}
    with serving(command, url, folder / "log", cwd=folder, env=env) as server:
        yield server, url


def used(server: psutil.Popen) -> float:
    """Return the CPU that the server's processes have used, in milliseconds."""
    times = [each.cpu_times() for each in (server, *server.children(recursive=True))]
    return 1000 * float(sum(each.user + each.system for each in times))


async def ask(web: AsyncHTTPClient, url: str, body: str | None = None) -> HTTPResponse:
    """Load a page, or post a form and load the page to which it leads."""
    asked = HTTPRequest(
        url, "GET" if body is None else "POST", body=body, request_timeout=60, connect_timeout=60
    )
    return await web.fetch(asked)


async def bid(web: AsyncHTTPClient, url: str, amount: int) -> float:
    """Bid, wait until the group has bid, and load the result; return when it is there."""
    page = await ask(web, url, f"bid={amount}")
    while waits := WAITS.search(page.body.decode()):
        line = await websocket_connect(urljoin(url, waits[1]).replace("http", "ws", 1))
        told = await line.read_message()
        assert told is not None
        line.close()
        page = await ask(web, page.effective_url)
    assert b"The lowest bid is" in page.body
    return time.perf_counter()


async def run(web: AsyncHTTPClient, address: str, server: psutil.Popen) -> tuple[float, float]:
    """Let a class bid; return the seconds that it took, and the server's CPU per bid, in ms."""
    asked = {"session_config_name": "sealed", "num_participants": PEOPLE}
    made = await ask(web, f"{address}/api/sessions", json.encode(asked).decode())
    join = json.decode(made.body)["session_wide_url"]
    pages = [(await ask(web, join)).effective_url for _ in range(PEOPLE)]
    await asyncio.sleep(1)
    before, begun = used(server), time.perf_counter()
    done = await asyncio.gather(
        *(bid(web, url, 1 + number % 20) for number, url in enumerate(pages))
    )
    return max(done) - begun, (used(server) - before) / PEOPLE


def bench_otree(tmp_path: Path) -> None:
    """Let classes bid, one after the other."""
    assert (PROGRAMS / "otree").exists(), "oTree is not installed: run tools/install/otree"

    async def play() -> None:
        with otree(tmp_path) as (server, address):
            web = AsyncHTTPClient(force_instance=True, max_clients=2 * PEOPLE)
            runs: list[tuple[float, float]] = []
            failed: list[str] = []
            for _ in range(RUNS):
                try:
                    runs.append(await run(web, address, server))
                except (HTTPClientError, OSError, AssertionError) as error:
                    failed.append(repr(error))
            web.close()
        if runs:
            report("oTree: 40 bids at once, to all 40 pages, ms", **ms([took for took, _ in runs]))
            report(
                "oTree: server CPU per bid, ms",
                cpu=round(sum(cpu for _, cpu in runs) / len(runs), 1),
            )
        report("oTree: class runs", all=RUNS, failed=len(failed))

    asyncio.run(play())
