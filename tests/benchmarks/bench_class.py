"""What a class costs its server.

A commit: one decision, and forty at once, as ten tables of four make them in one moment.
"""

import statistics
import time
from pathlib import Path
from typing import Final

import pytest

from paydays_widgets.classroom.store import Addition, Line, Store
from tests.benchmarks.bench_panel import report
from tests.classroom.postgres import Postgres, programs

BATCHES: Final = (1, 40)
COMMITS: Final = 500
DECIDED: Final = b'{"type":"Decided","table":0,"seat":2,"move":"3 bid 5","person":7,"took":4821}'


def commits(name: str, store: Store) -> None:
    """Measure commits of each size."""
    room = store.open_room("QWERTY", [Line(0, "Opened", b"{}")], "bench", now=0, lease=10_000)
    there = 1
    for size in BATCHES:
        lines = [Line(0, "Decided", DECIDED)] * size
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
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    server = Postgres(found)
    try:
        server.start()
        store = Store(server.url("bench"))
        commits("PostgreSQL", store)
        store.close()
    finally:
        server.delete()
