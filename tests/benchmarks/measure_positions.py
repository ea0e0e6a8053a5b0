"""What verdicts, advice and games played on say of positions: the table in docs/measured.md.

``python -m tests.benchmarks.measure_positions zahltag`` prints its rows, with 4,000 games for each
choice; ``… zahltag 400`` plays fewer. Each strategy that a verdict assumes takes the reader's seat
in turn, the bots of the position the others; all choices have the same luck, and the seeds are
fixed, so that the figures come again.
"""

import sys
from collections.abc import Sequence
from typing import Final

from paydays_widgets.core.game import Move
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.preparing import prepare
from paydays_widgets.show.vignette import Vignette
from tests.playing_on import Tried, positions, stand_ins, tried

GAMES: Final = 4_000
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


def row(name: str, vignette: Vignette, count: int) -> str:
    """Write what a position's verdict ticks, and what each strategy makes of it."""
    told: dict[str, list[str]] = {}
    advised: dict[str, None] = {}
    first = tried(name, vignette, 0)
    every = stand_ins(name, vignette)
    for bot in every:
        found = tried(name, vignette, count * len(first.moves), bot)
        tick, other, ahead = compared(found)
        said = f"{shown(ahead)}, {listed([tick])} against {listed([other])}"
        told.setdefault(said, []).append(bot)
        advised[listed(found.named())] = None
    by_bots = [
        f"{'all' if len(bots) == len(every) else ', '.join(bots)}: {said}"
        for said, bots in told.items()
    ]
    names = "; ".join(advised)
    return f"| {name} `{vignette.id}` | {listed(first.best)} | {names} | {'; '.join(by_bots)} |"


def main(name: str, count: int = GAMES) -> None:
    """Write the rows of a game."""
    prepare(name, lambda _news: None)
    for game, vignette in positions():
        if game == name:
            sys.stdout.write(f"{row(name, vignette, count)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
