"""Theory beside 100,000 rounds of each format: the table in the auction room's README.

``python -m tests.benchmarks.measure_auctions`` prints it.
"""

from paydays_widgets.games.auction_room import reading
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.rules import Auction, Rules
from tests.games.auction_room.rounds import DECK, EACH, WIDE, Ints, left, taken

GAMES = 100_000 // EACH
SALES: tuple[Auction, ...] = ("first", "second", "english", "dutch", "all_pay")
TENDERS: tuple[Auction, ...] = ("tender_first", "tender_second")
COMMON: tuple[Auction, ...] = ("first", "second", "english")
SEATS = (2, 3, 4, 5)


def cell(found: Ints, exact: float | None) -> str:
    """Write theory, and what was found with its standard error."""
    error = found.std(ddof=1) / len(found) ** 0.5 / UNIT
    said = "–" if exact is None else f"{exact / UNIT:.1f}"
    return f"{said}; {found.mean() / UNIT:.2f} ± {error:.2f}"


def row(title: str, cells: list[str]) -> None:
    """Print a row of the table."""
    print("|", " | ".join([title, *cells]), "|")


def main() -> None:
    """Print the table."""
    row("format", [f"{n} seats" for n in SEATS])
    row("---", ["---"] * len(SEATS))
    reserves = [Rules(auction, reserve=50) for auction in ("first", "second")]
    budgets = [Rules("second", "budget")]
    for rules in (*map(Rules, (*SALES, *TENDERS)), *reserves, *budgets):
        extra = ", reserve 50" * bool(rules.reserve) + ", budgets" * rules.budgets
        exact = [reading.revenue(rules, DECK, n) for n in SEATS]
        found = [cell(taken(rules, n, GAMES), each) for n, each in zip(SEATS, exact, strict=True)]
        row(f"`{rules.auction}`{extra}", found)
    for auction in COMMON:
        rules = Rules(auction, "common", 24)
        for bot in ("in_equilibrium", "truthful", "careful"):
            exact = [
                reading.winners_gain(rules, DECK, n) if bot == "in_equilibrium" else None
                for n in SEATS
            ]
            found = [
                cell(left(rules, n, bot, WIDE, GAMES), each)
                for n, each in zip(SEATS, exact, strict=True)
            ]
            row(f"winner’s gain, common value, `{auction}`, `{bot}`", found)


if __name__ == "__main__":
    main()
