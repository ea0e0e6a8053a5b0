"""What verdicts, advice and games played on say of each position: the tables in games' READMEs.

``python -m tests.benchmarks.measure_positions zahltag`` prints one, with 20,000 games for each
choice; ``… zahltag 2000`` plays fewer. Each strategy takes the reader's seat in turn, the bots of
the position the others; all choices have the same luck, and the seeds are fixed, so that the
figures come again.
"""

import sys
from collections.abc import Sequence
from typing import Final

from paydays_widgets import games
from paydays_widgets.core.game import Move
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.preparing import prepare
from paydays_widgets.show.vignette import Vignette
from tests.playing_on import CHANCE, Tried, positions, stand_ins, tried

GAMES: Final = 20_000
LARGE: Final = 100
"""Sums from here on are written without digits after the point."""
MOST: Final = 4
"""Choices of a list that are written out."""


def compared(found: Tried) -> tuple[Move, Move, Estimate]:
    """Return the ticked choice that is least ahead of one that is not."""
    return min(found.behind(), key=lambda each: each[2].value)


def shown(each: Estimate) -> str:
    """Write a difference with how far off it may be."""
    digits = 1 if abs(each.value) < LARGE else 0
    return f"{each.value:+,.{digits}f} ± {each.high - each.value:,.{digits}f}"


def listed(moves: Sequence[Move]) -> str:
    """Name choices by their notation, without the seat."""
    names = [f"`{str(each).partition(' ')[2]}`" for each in moves[:MOST]]
    more = [f"{len(moves) - MOST} more"] if len(moves) > MOST else []
    return ", ".join([*names, *more])


def rows(name: str, vignette: Vignette, count: int) -> list[str]:
    """Write a row for each strategy: the first names the position."""
    assumed = stand_ins(name, vignette)
    every = [each for each in games.modules(name).bots.STRATEGIES if each != CHANCE]
    written: list[str] = []
    for bot in sorted(every, key=lambda each: each not in assumed):
        choices = len(tried(name, vignette, 0).moves)
        found = tried(name, vignette, count * choices, bot)
        tick, other, ahead = compared(found)
        position = "" if written else f"`{vignette.id}`: {listed(found.best)}"
        told = f"{shown(ahead)}: {listed([tick])} against {listed([other])}"
        mark = "" if bot in assumed else " (not assumed)"
        written.append(f"| {position} | `{bot}`{mark} | {told} | {listed(found.named())} |")
    return written


def main(name: str, count: int = GAMES) -> None:
    """Write the table."""
    prepare(name, lambda _news: None)
    sys.stdout.write(
        "| position: what its verdict ticks | played on by | its tick that is least ahead "
        "| the advice names |\n|---|---|---|---|\n"
    )
    for game, vignette in positions():
        if game == name:
            sys.stdout.write("".join(f"{each}\n" for each in rows(name, vignette, count)))
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
