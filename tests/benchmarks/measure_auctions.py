"""Theory beside 100,000 rounds of each format: the two tables in the auction room's README.

``python -m tests.benchmarks.measure_auctions`` prints them: the textbook's theory, and that of the
very rules and deck that a class plays.
"""

from paydays_widgets.games.auction_room import reading
from paydays_widgets.games.auction_room.deck import UNIT, default_deck
from paydays_widgets.games.auction_room.reading.averages import averages
from paydays_widgets.games.auction_room.rules import PRESETS, Auction, Rules
from tests.games.auction_room.rounds import (
    DECK,
    EACH,
    WIDE,
    Ints,
    left,
    paid,
    played,
    taken,
    winnings,
)

GAMES = 100_000 // EACH
SALES: tuple[Auction, ...] = ("first", "second", "english", "dutch", "all_pay")
TENDERS: tuple[Auction, ...] = ("tender_first", "tender_second")
COMMON: tuple[Auction, ...] = ("first", "second", "english")
SEATS = (2, 3, 4, 5)
CURSES = (
    Rules("second", "common", 24),
    Rules("english", "common", 24),
    Rules("english", "common", 12),
    Rules("english", "common", 6),
)
IN_CLASS = {
    **PRESETS,
    **{f"{each.auction}, common value, ε = {each.spread}": each for each in CURSES},
}
"""The rules of the second table, by the name of its rows."""


def cell(found: Ints, exact: float | None) -> str:
    """Write theory, and what was found with its standard error."""
    error = found.std(ddof=1) / len(found) ** 0.5 / UNIT
    said = "–" if exact is None else f"{exact / UNIT:.1f}"
    return f"{said}; {found.mean() / UNIT:.2f} ± {error:.2f}".replace("-", "−")


def row(title: str, cells: list[str]) -> None:
    """Print a row of the table."""
    print("|", " | ".join([title, *cells]), "|")


def textbook() -> None:
    """Print the textbook's theory, for fine values and a common value far from both ends."""
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


def in_class() -> None:
    """Print what each preset brings with the deck that comes with the game."""
    deck = default_deck()
    for name, rules in IN_CLASS.items():
        takings, kept = [], []
        for seats in SEATS:
            found = averages(rules, deck, seats)
            rounds = played(rules, seats, games=GAMES, deck=deck)
            takings.append(cell(paid(rounds, rules, deck), found.takings if found else None))
            kept.append(cell(winnings(rounds, rules), found.kept if found else None))
        if not rules.common:
            row(f"`{name}`: price", takings)
        row(f"`{name}`: kept", kept)


def main() -> None:
    """Print both tables."""
    textbook()
    print()
    row("preset, or rules", [f"{n} seats" for n in SEATS])
    row("---", ["---"] * len(SEATS))
    in_class()


if __name__ == "__main__":
    main()
