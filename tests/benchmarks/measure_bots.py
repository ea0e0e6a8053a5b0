"""How well a game's strategies play: the table in the game's README.

``python -m tests.benchmarks.measure_bots zahltag`` prints it. Each strategy first takes the place
of one ``random_legal`` among others (what more it earns), then meets the other strategies, at
every table of so many seats. Every deal is played once for each way to turn the strategies round
the table; the seeds are fixed, so that the figures come again.
"""

import sys
from collections.abc import Sequence
from itertools import combinations
from math import hypot
from statistics import fmean

from paydays_widgets import games
from paydays_widgets.lab.contest import Contest
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.preparing import prepare
from paydays_widgets.lab.summary import Score

SEATS = 4
LARGE = 100
"""Sums from here on are written without digits after the point."""
CHANCE = "random_legal"
DEALS = 100
"""Deals against chance, for each strategy; among the others, at each table a quarter of it."""


def against_chance(game: str, name: str) -> Estimate:
    """Return what a strategy earns more than chance in its place, among strategies of chance."""
    rivals = [CHANCE] * (SEATS - 1)
    gain = Contest([name, *rivals], game=game, instead_of=CHANCE, deals=DEALS).play().gain
    assert gain is not None
    return gain


def against_each_other(game: str, names: Sequence[str]) -> dict[str, tuple[Estimate, float]]:
    """Return what each strategy has at the end, and its share of the victories."""
    tables = list(combinations(names, SEATS))
    deals = DEALS // SEATS
    scores = [
        score
        for at, table in enumerate(tables)
        for score in Contest(table, game=game, deals=deals, seed=1 + at * deals).play().scores
    ]
    return {name: _over([score for score in scores if score.name == name]) for name in names}


def _over(scores: Sequence[Score]) -> tuple[Estimate, float]:
    """Average a strategy's scores over its tables, each with deals of its own."""
    mean = fmean(score.money.value for score in scores)
    spread = hypot(*(score.money.high - score.money.value for score in scores)) / len(scores)
    n = sum(score.money.n for score in scores)
    found = Estimate(mean, mean - spread, mean + spread, n, "t")
    return found, fmean(score.won for score in scores)


def shown(found: Estimate) -> str:
    """Write a mean with its interval."""
    digits = 1 if abs(found.value) < LARGE else 0
    value, low, high = (f"{each:,.{digits}f}" for each in (found.value, found.low, found.high))
    return f"{value} ({low} to {high})"


def main(game: str) -> None:
    """Write the table."""
    prepare(game, lambda _news: None)
    names = [name for name in games.modules(game).bots.STRATEGIES if name != CHANCE]
    met = against_each_other(game, names)
    sys.stdout.write(
        "| strategy | more than chance | among the others | victories |\n|---|---|---|---|\n"
    )
    for name in names:
        money, won = met[name]
        gain = shown(against_chance(game, name))
        sys.stdout.write(f"| `{name}` | {gain} | {shown(money)} | {won:.0%} |\n")


if __name__ == "__main__":
    main(sys.argv[1])
