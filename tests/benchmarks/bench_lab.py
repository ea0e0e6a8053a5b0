"""How many whole games the lab plays in a second: compiled, by the engine, in two processes.

Times are CPU seconds of one process, so that other work on the machine counts little; only what
two processes bring is measured by the clock. Games of others play beside ours at random, counted
in moves, where they are installed (:mod:`tests.benchmarks.peers`).

Run ``python -m tests.benchmarks.bench_lab``, with the names of games for those alone.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final
from unittest.mock import patch

import numpy as np
import psutil

from paydays_widgets import games, lab
from paydays_widgets.core.chance import key
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.lab import sample
from paydays_widgets.lab.setting import Setting, setting
from paydays_widgets.lab.setting import kernel as compiled
from tests.benchmarks import peers

SECONDS: Final = 2.0
SEATS: Final = 4
NEAR: Final = 0.3
"""How exact advice is to be, in millions."""


def line_ups(name: str) -> dict[str, Setting]:
    """List what is measured: play at random, and strategies with an idea."""
    random_one, *clever = games.modules(name).bots.STRATEGIES
    mixed = [clever[at % len(clever)] for at in range(SEATS)]
    return {"at random": setting(name, [random_one] * SEATS), "with an idea": setting(name, mixed)}


def rate(play: Callable[[int], object], size: int) -> float:
    """Return how many games a CPU second brings, in lots of ``size``, the best of three runs."""
    play(1)
    best = 0.0
    for _ in range(3):
        played, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < SECONDS:
            play(size)
            played += size
        best = max(best, played / spent)
    return best


def moves_a_game(asked: Setting) -> float:
    """Return how many moves a game has on average, by the kernel."""
    kernel = compiled(asked.game)
    assert kernel is not None
    codes, none = np.empty(20_000, np.int64), np.empty((0, 0), np.int64)
    kinds = np.array([kernel.STRATEGIES.index(name) for name in asked.line_up])
    start = asked.engine.start(len(asked.line_up), asked.rules, asked.deck)
    counts = [
        kernel.play(*kernel.pack(start), kinds, np.uint64(key(seed)), codes, none)
        for seed in range(50)
    ]
    return float(np.mean(counts))


def games_table(names: Sequence[str]) -> Iterator[str]:
    yield "| game | line-up | compiled, games/s | moves/s | by the engine, games/s | ratio |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in names:
        for words, asked in line_ups(name).items():
            play = partial(sample.play, asked, 1, 0)
            fast = rate(play, 1000)
            with patch.object(sample, "kernel", return_value=None):
                slow = rate(play, 5)
            moves = fast * moves_a_game(asked)
            figures = f"{fast:,.0f} | {moves:,.0f} | {slow:,.0f} | {fast / slow:,.0f}"
            yield f"| {name} | {words} | {figures} |"


def peers_table() -> Iterator[str]:
    asked = line_ups("zahltag")["at random"]
    yield from peers.table(rate(partial(sample.play, asked, 1, 0), 1000) * moves_a_game(asked))


def two_processes(name: str) -> str:
    """Compare one worker with two: by the clock, and by CPU seconds, which no neighbour takes."""
    asked = line_ups(name)["with an idea"]
    many = 200_000
    clock, busiest = {}, {}
    for workers in (1, 2):
        with ProcessPoolExecutor(workers) as pool:
            lab.simulate(name, asked.line_up, games=10_000 * workers, seed=1, executor=pool)
            before, begun = spent_by_workers(), time.perf_counter()
            own = time.process_time()
            lab.simulate(name, asked.line_up, games=many, seed=1, executor=pool)
            clock[workers] = time.perf_counter() - begun
            spent = [after - before[pid] for pid, after in spent_by_workers().items()]
            busiest[workers] = time.process_time() - own + max(spent)
    return (
        f"{name}: two workers are {clock[1] / clock[2]:.2f} times as fast as one by the clock, "
        f"{busiest[1] / busiest[2]:.2f} by CPU seconds (the busiest worker's, and what hands out)"
    )


def spent_by_workers() -> dict[int, float]:
    """Return the CPU seconds of each process that this one has started."""
    return {each.pid: sum(each.cpu_times()[:2]) for each in psutil.Process().children()}


def advice() -> Iterator[str]:
    """Measure how soon the two best bids in Zahltag are told apart to 0.3 M, in some positions."""
    yield "| advice on a bid | games each | ± M, the two best | CPU s | 1,000 games, CPU s |"
    yield "| --- | --- | --- | --- | --- |"
    for seed in range(5, 10):
        table = a_bid(seed)
        lab.advise(table, games=2, seed=1)
        taken = [(n, *advised(table, n)) for n in (100, 200, 400, 800, 1000, 1300, 1600)]
        near = next((each for each in taken if each[1] <= NEAR), taken[-1])
        full = next(spent for n, _, spent in taken if n == 1000)
        yield f"| game {seed} | {near[0]:,} | {near[1]:.2f} | {near[2]:.2f} | {full:.2f} |"


def advised(table: AnyTable, n: int) -> tuple[float, float]:
    """Return how far apart the two best choices may be from what is told, and the CPU seconds."""
    begun = time.process_time()
    found = lab.advise(table, games=n, seed=1)
    spent = time.process_time() - begun
    second = sorted(found.choices, key=lambda each: -each.money.value)[1]
    return (second.behind.high - second.behind.low) / 2, spent


def a_bid(seed: int) -> AnyTable:
    """Play to a decision on a bid."""
    names = ("lean_crew", "hoarder", "undercutter", "mixed_bidder")
    table: AnyTable = Table(
        games.load("zahltag"),
        [Player(each, each) for each in names],
        seed=seed,
        strategies=games.modules("zahltag").bots.STRATEGIES,
    )
    while True:
        table.advance()
        turn = table.turn
        if isinstance(turn, Decide) and turn.prompt == "bid":
            (seat, *_) = turn.seats
            if len(table.game.legal(table.state, seat)) > 2:
                return table


def report(names: Sequence[str]) -> Iterator[str]:
    yield from games_table(names)
    yield from peers_table()
    if "zahltag" in names:
        yield two_processes("zahltag")
        yield from advice()


def main(*chosen: str) -> None:
    """Measure and print everything, for all games or those chosen."""
    for line in report(chosen or games.names()):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def bench_lab() -> None:
    """The same for a run of all benchmarks."""
    main()


if __name__ == "__main__":
    main(*sys.argv[1:])
