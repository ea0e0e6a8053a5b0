"""How many random moves a CPU second brings in games of pgx, which JAX compiles.

pgx lives apart, in ``.venv/pgx``: it brings a package ``tests``, which would hide the one here. So
this file imports nothing of ours, and writes a name and a number in each line.
"""

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

SECONDS: Final = 2.0
GAMES: Final = ("connect_four", "kuhn_poker", "leduc_holdem", "tic_tac_toe")
AT_ONCE: Final = (256, 4096)
"""How many games are played at a time: which number is best differs from game to game."""
STEPS: Final = 100


def moves(name: str, at_once: int) -> Callable[[int], Any]:
    """Compile a hundred random moves in each of many games; one that has ended begins again."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    again: Any = import_module("pgx.experimental").auto_reset(env.step, env.init)
    step = jax.vmap(again)

    def move(states: Any, key: Any) -> tuple[Any, None]:
        choosing, dealing = jax.random.split(key)
        chosen = jax.random.categorical(choosing, jax.numpy.log(states.legal_action_mask))
        return step(states, chosen, jax.random.split(dealing, at_once)), None

    @jax.jit  # type: ignore[untyped-decorator]
    def some(states: Any, key: Any) -> Any:
        return jax.lax.scan(move, states, jax.random.split(key, STEPS))[0]

    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), at_once))

    def play(seed: int) -> None:
        nonlocal states
        states = jax.block_until_ready(some(states, jax.random.PRNGKey(seed)))

    return play


def rate(name: str, at_once: int) -> float:
    """Return how many moves a CPU second brings, whichever thread spends it."""
    play = moves(name, at_once)
    play(0)
    calls, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        calls += 1
        play(calls)
    return calls * STEPS * at_once / spent


if __name__ == "__main__":
    for each in GAMES:
        best = max(rate(each, at_once) for at_once in AT_ONCE)
        sys.stdout.write(f"{each} {best}\n")
