"""Theory beside 100,000 periods of markets among bots: the tables in the market's README.

``python -m tests.benchmarks.measure_markets`` prints them, and how many periods a CPU second has.
"""

import time
from typing import Final

from paydays_widgets.games.market.deck import UNIT, Deck, default_deck
from paydays_widgets.games.market.rules import Rules
from tests.games.market.rounds import CALL, FINE, played

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


def rate() -> float:
    """Return how many periods of eight traders without intelligence a CPU second has."""
    kinds = ("zero_intelligence",) * 8
    played(Rules(), kinds, 15)
    begun = time.process_time()
    played(Rules(), kinds, PERIODS)
    return PERIODS / (time.process_time() - begun)


def main() -> None:
    """Print the tables, and the speed."""
    two_traders()
    print()
    efficiencies()
    print()
    print(
        f"{rate():,.0f} periods of a double auction with eight `zero_intelligence` in a CPU second"
    )


if __name__ == "__main__":
    main()
