"""How many random moves an engine plays in a second of CPU time, and what importing it costs.

Every game is played in the same way: ask whose turn it is, list what can be done, choose one,
play it; chance moves are drawn by their weights and counted as moves. OpenSpiel's games that
are written in Python play beside it in the same run, so that the machine is the same. They have
no events, explain nothing, and three to twenty moves a game; none has as many rules.

Run ``python -m tests.benchmarks.bench_engine``, with the names of games for those alone; OpenSpiel
is left out where it is not installed.
"""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from typing import Any, Final

from paydays_widgets import games
from paydays_widgets.core.chance import pick
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import Chance, Decide

RUNS: Final = 5
SECONDS: Final = 2.0
IMPORTS: Final = 11
PRESETS: Final = {
    "zahltag": (("de", 4), ("de", 2), ("fr", 4), ("teaching", 4)),
    "pay_day": (("1975", 4), ("1975", 2), ("lesson", 4)),
}
"""What is played of a game, and with how many seats; of others the first preset, with four."""
PEERS: Final = (
    "python_kuhn_poker",
    "python_liars_poker",
    "python_tic_tac_toe",
    "python_block_dominoes",
)

Play = Callable[[random.Random], int]
"""Plays one game and says how many moves it had."""


def our_game(game: AnyGame, seats: int, preset: str) -> Play:
    rules = games.modules(game.id).presets[preset]
    start = game.start(seats, rules)

    def play(luck: random.Random) -> int:
        turn, legal, outcomes, unfold = game.turn, game.legal, game.outcomes, game.unfold
        state, moves = start, 0
        while True:
            now = turn(state)
            if isinstance(now, Chance):
                move = pick(outcomes(state), luck.getrandbits(32))
            elif isinstance(now, Decide):
                options = legal(state, now.seats[0])
                move = options[int(luck.random() * len(options))]
            else:
                return moves
            state = unfold(state, move)[-1].state
            moves += 1

    return play


def their_game(name: str) -> Play:
    pyspiel: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")
    game = pyspiel.load_game(name)

    def play(luck: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                action = luck.choices(actions, weights)[0]
            else:
                options = state.legal_actions()
                action = options[int(luck.random() * len(options))]
            state.apply_action(action)
            moves += 1
        return moves

    return play


def rates(play: Play) -> list[float]:
    """Give the moves per CPU second of each run, lowest first."""
    luck = random.Random(1)
    for _ in range(20):
        play(luck)
    found = []
    for _ in range(RUNS):
        moves, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < SECONDS:
            moves += play(luck)
        found.append(moves / spent)
    return sorted(found)


def import_times(code: str, *options: str) -> list[float]:
    """Give how many milliseconds an import takes in a new interpreter, lowest first."""
    timed = f"import time; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    found = []
    for _ in range(IMPORTS):
        done = subprocess.run(
            [sys.executable, *options, "-c", timed], check=True, capture_output=True, text=True
        )
        found.append(float(done.stdout) * 1000)
    return sorted(found)


def moves_table(names: Sequence[str]) -> Iterator[str]:
    ours = {
        f"{name}, {preset}, {seats} seats": our_game(games.load(name), seats, preset)
        for name in names
        for preset, seats in PRESETS.get(name, [(next(iter(games.modules(name).presets)), 4)])
    }
    theirs = {f"OpenSpiel {name}": their_game(name) for name in PEERS if find_spec("pyspiel")}
    yield f"{'random moves per CPU second':36}{'median':>9}{'low':>9}{'high':>9}{'ratio':>8}"
    first = 0.0
    for name, play in {**ours, **theirs}.items():
        found = rates(play)
        median = statistics.median(found)
        first = first or median
        figures = f"{median:9,.0f}{found[0]:9,.0f}{found[-1]:9,.0f}{median / first:8.2f}"
        yield f"{name:36}{figures}"
    if not theirs:
        yield "OpenSpiel is not installed: no peers to compare with"


def imports_table(names: Sequence[str]) -> Iterator[str]:
    yield f"{'import, ms':36}{'median':>9}{'low':>9}{'high':>9}"
    yield _imports("msgspec alone", "import msgspec")
    for name in names:
        game = f"import paydays_widgets.games.{name}"
        after = f"import msgspec; t = time.perf_counter(); {game}"
        yield _imports(f"{name}, site's bytecode", game)
        yield _imports(f"{name}, no bytecode", game, "-X", "pycache_prefix=/nowhere", "-B")
        yield _imports(f"{name} after msgspec", after)


def _imports(name: str, code: str, *options: str) -> str:
    found = import_times(code, *options)
    return f"{name:36}{statistics.median(found):9.1f}{found[0]:9.1f}{found[-1]:9.1f}"


def main(*chosen: str) -> None:
    """Measure and print both tables, for all games or those chosen."""
    names = chosen or games.names()
    for line in chain(moves_table(names), [""], imports_table(names)):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def bench_engine() -> None:
    """The same for a run of all benchmarks."""
    main()


if __name__ == "__main__":
    main(*sys.argv[1:])
