"""How many random moves a second games of others bring, played beside ours: whole games each.

Python holds neither library back: OpenSpiel's games in C++ are played by its own bots, a game in
one call; pgx's by JAX, many games at a time. Its authors mean them to be played so.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tests.benchmarks import pgx_games

GAMES: Final = ("connect_four", "kuhn_poker", "leduc_poker", "liars_dice", "tic_tac_toe")
"""The fastest of OpenSpiel's games that are written in C++."""
SECONDS: Final = 2.0
PGX: Final = Path(sys.prefix, "pgx", "bin", "python")


def open_spiel() -> Iterator[tuple[str, float]]:
    """Measure OpenSpiel's games: name and moves per CPU second."""
    pyspiel: Any = import_module("pyspiel")
    for name in GAMES:
        game = pyspiel.load_game(name)
        bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
        moves, seed, begun = 0, 0, time.process_time()
        while (spent := time.process_time() - begun) < SECONDS:
            state, seed = game.new_initial_state(), seed + 1
            pyspiel.evaluate_bots(state, bots, seed)
            moves += len(state.history())
        yield name, moves / spent


def pgx() -> Iterator[tuple[str, float]]:
    """Measure pgx's games in its own environment."""
    told = subprocess.run([PGX, pgx_games.__file__], stdout=subprocess.PIPE, check=True, text=True)
    for line in told.stdout.splitlines():
        name, moves = line.split()
        yield name, float(moves)


def table(ours: float) -> Iterator[str]:
    """Compare our random moves per CPU second with those in games of others."""
    yield f"Zahltag compiled: {ours:,.0f} random moves/s"
    for title, here, measured in (
        ("OpenSpiel in C++", find_spec("pyspiel"), open_spiel),
        ("pgx", PGX.exists(), pgx),
    ):
        if not here:
            yield f"{title} is not installed."
            continue
        for name, theirs in measured():
            yield f"{title}, {name}: {theirs:,.0f}; ours are {ours / theirs:.1f} times as many"
