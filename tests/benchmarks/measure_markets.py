"""Theory beside 100,000 periods of markets among bots: the tables in the market's README.

``python -m tests.benchmarks.measure_markets`` prints them, and how many periods a CPU second has;
``python -m tests.benchmarks.measure_markets shares`` prints those on shares.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from statistics import fmean, stdev
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.table import AnyTable
from paydays_widgets.games.market import events
from paydays_widgets.games.market.deck import UNIT, Deck, default_deck
from paydays_widgets.games.market.panel import OPPONENTS
from paydays_widgets.games.market.reading import shares
from paydays_widgets.games.market.rules import PRESETS, Rules
from tests.games.market.rounds import CALL, FINE, played
from tests.games.playing import bots_play

PERIODS: Final = 100_000
SIDES: Final = (2, 4, 8, 16)
"""How many buyers there are, and as many sellers."""
MARKETS: Final = {
    "double auction, `zero_intelligence`": (Rules(change="again"), "zero_intelligence"),
    "double auction, cards drawn, `zero_intelligence`": (
        Rules(values="drawn", change="again"),
        "zero_intelligence",
    ),
    "call, cards drawn, `zero_intelligence`": (CALL, "zero_intelligence"),
    "call, cards drawn, `bargainer`": (CALL, "bargainer"),
    "call, cards drawn, `truthful`": (CALL, "truthful"),
}


def two_traders() -> None:
    """Print what one buyer and one seller gain in the linear equilibrium, in hundredths."""
    print("| cards drawn to | gain in theory | gained | share in theory | share gained |")
    print("| --- | --- | --- | --- | --- |")
    for name, deck in (("the cent", FINE), ("the unit", default_deck())):
        found = played(CALL, ("bargainer", "bargainer"), PERIODS, deck)
        mean, error = (
            found.gained.mean() / 100,
            found.gained.std() / 100 / len(found.gained) ** 0.5,
        )
        gain, possible = (exact(deck, least) for least in (deck.top // 4, 0))
        shares = f"{100 * gain / possible:.1f} | {share(*found.efficiency())}"
        print(f"| {name} | {gain:.2f} | {mean:.2f} ± {error:.2f} | {shares} |")


def exact(deck: Deck, least: int) -> float:
    """Return what two traders gain who trade where a value is so much above a cost, in units."""
    steps = deck.top // deck.grain + 1
    ways = [(steps - at) * at for at in range(-(-least // deck.grain), steps)]
    return sum(ways) * deck.grain / steps**2 / UNIT


def share(part: float, doubt: float) -> str:
    """Write a share and its standard error, in hundredths."""
    return f"{100 * part:.2f} ± {100 * doubt:.2f}"


def efficiencies() -> None:
    """Print which part of the possible gain is gained, by the number of traders."""
    print("| market | " + " | ".join(f"{n} a side" for n in SIDES) + " |")
    print("| --- " * (1 + len(SIDES)) + "|")
    for name, (rules, kind) in MARKETS.items():
        cells = [share(*played(rules, (kind,) * (2 * n), PERIODS).efficiency()) for n in SIDES]
        print("|", " | ".join([name, *cells]), "|")


TRADERS: Final = ("fundamentalist", "trend_follower", "borrower", "zero_intelligence")
"""One of each trades shares, and each takes each seat by turns."""
GAMES: Final = 200


def average(found: Sequence[float]) -> str:
    """Write a mean and its standard error."""
    return f"{fmean(found):.0f} ± {stdev(found) / len(found) ** 0.5:.0f}"


def tables(rules: Rules) -> Iterator[tuple[Sequence[str], AnyTable]]:
    """Play games with one trader of each kind, from every seat."""
    for seed in range(GAMES // len(TRADERS)):
        for first in range(len(TRADERS)):
            kinds = (*TRADERS[first:], *TRADERS[:first])
            yield kinds, bots_play("market", kinds, seed, rules)


def traders_of_shares() -> None:
    """Print what each trader ends with and how many are ruined; and how far prices go."""
    names = "shares", "credit"
    games = {name: [*tables(PRESETS[name])] for name in names}
    print("| strategy | money without credit | money with credit | ruined with credit |")
    print("| --- | --- | --- | --- |")
    for kind in TRADERS:
        ends = {
            name: [table.state.traders[kinds.index(kind)] for kinds, table in games[name]]
            for name in names
        }
        money = [average([(at.booked - at.debt) / UNIT for at in ends[name]]) for name in names]
        ruined = fmean(at.out for at in ends["credit"])
        print("|", " | ".join([f"`{kind}`", *money, f"{100 * ruined:.0f} %"]), "|")
    print()
    print("| rules | RAD | amplitude | turnover | games with a forced sale |")
    print("| --- | --- | --- | --- | --- |")
    for name in names:
        found = [bubble for _, table in games[name] if (bubble := measured(table)) is not None]
        swings = [each.amplitude for each in found if each.amplitude is not None]
        means = [each.deviation for each in found], swings, [each.turnover for each in found]
        cells = [f"{100 * fmean(each):.0f} %" for each in means]
        cells.append(forced([table for _, table in games[name]]))
        print("|", " | ".join([f"`{name}`", *cells]), "|")


def measured(table: AnyTable) -> shares.Bubble | None:
    """Measure the bubble of a game."""
    sales = shares.sales(table.branch.steps)
    return shares.measured(table.rules, table.state.deck, len(table.players), sales)


def forced(games: Sequence[AnyTable]) -> str:
    """Return the share of games in which somebody had to sell."""
    kinds = [{type(each.event) for each in game.branch.steps} for game in games]
    return f"{100 * fmean(events.ForceSold in each for each in kinds):.0f} %"


def usual_bots() -> None:
    """Print how often the usual bots of a desk show a forced sale, in 200 games."""
    print("| seats | 5 periods | 8 periods |")
    print("| --- | --- | --- |")
    for seats in (4, 6, 8):
        kinds = "zero_intelligence", *OPPONENTS[: seats - 1]
        cells = []
        for periods in (5, 8):
            rules = replace(PRESETS["credit"], periods=periods)
            cells.append(forced([bots_play("market", kinds, n, rules) for n in range(GAMES)]))
        print("|", " | ".join([str(seats), *cells]), "|")


def rate() -> float:
    """Return how many periods of eight traders without intelligence a CPU second has."""
    kinds = ("zero_intelligence",) * 8
    played(Rules(), kinds, 15)
    begun = time.process_time()
    played(Rules(), kinds, PERIODS)
    return PERIODS / (time.process_time() - begun)


def main() -> None:
    """Print the tables, and the speed; or those on shares."""
    if sys.argv[1:] == ["shares"]:
        traders_of_shares()
        print()
        usual_bots()
        return
    two_traders()
    print()
    efficiencies()
    print()
    print(
        f"{rate():,.0f} periods of a double auction with eight `zero_intelligence` in a CPU second"
    )


if __name__ == "__main__":
    main()
