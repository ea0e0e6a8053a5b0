"""Theory beside 100,000 periods of markets among bots: the tables in the market's README.

``python -m tests.benchmarks.measure_markets`` prints them, and how many periods a CPU second has.
"""

import time
from typing import Final

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
    print("| cards drawn to | 9/64 of the scale | gained | 27/32 of what could be | gained |")
    print("| --- | --- | --- | --- | --- |")
    for name, deck in (("the cent", FINE), ("the unit", None)):
        found = played(CALL, ("bargainer", "bargainer"), PERIODS, deck)
        mean, error = (
            found.gained.mean() / 100,
            found.gained.std() / 100 / len(found.gained) ** 0.5,
        )
        part, doubt = found.efficiency()
        gained = f"{mean:.2f} ± {error:.2f} | {100 * 27 / 32:.1f} | {share(part, doubt)}"
        print(f"| {name} | {100 * 9 / 64:.2f} | {gained} |")


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
