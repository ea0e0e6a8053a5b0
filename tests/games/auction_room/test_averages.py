"""What theory expects of the very rules and deck in play, beside rounds that the kernel plays."""

from importlib.resources import files
from typing import Final

import pytest
from msgspec.structs import replace

from paydays_widgets.games import auction_room
from paydays_widgets.games.auction_room.deck import UNIT, Deck, default_deck
from paydays_widgets.games.auction_room.reading import revenue, winners_gain
from paydays_widgets.games.auction_room.reading.averages import Averages, averages
from paydays_widgets.games.auction_room.rules import PRESETS, Auction, Rules
from tests.benchmarks.measure_auctions import IN_CLASS, SEATS
from tests.games.auction_room.rounds import DECK, WIDE, Ints, paid, played, winnings

pytestmark = pytest.mark.no_cover  # what is compiled is not counted

OWN: Final = default_deck()
README: Final = files(auction_room).joinpath("README.md").read_text("utf-8").splitlines()
NARROW: Final = replace(OWN, low=2_400, high=3_400, tick=700)
FINE: Final = replace(OWN, grain=1, tick=55)
OTHERS: Final = [
    *[Rules(auction, "common", 24) for auction in ("second", "english", "dutch")],
    Rules("english", "common", 6),
    Rules("english", "common", 12),
    Rules("english", "budget", reserve=30),
    Rules("dutch", reserve=50),
    Rules("tender_second"),
]


def check(found: Ints, exact: float) -> None:
    error = found.std(ddof=1) / len(found) ** 0.5
    assert found.mean() == pytest.approx(exact, abs=4 * error)


def compare(rules: Rules, deck: Deck, seats: int) -> None:
    exact, rounds = averages(rules, deck, seats), played(rules, seats, deck=deck)
    assert exact is not None
    check(winnings(rounds, rules), exact.kept)
    if rules.common:  # the spread of values would hide a difference
        check(paid(rounds, rules, deck) - rounds.worth, -exact.kept)
        assert exact.takings == (deck.low + deck.high) / 2 - exact.kept
    else:
        check(paid(rounds, rules, deck), exact.takings)


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
@pytest.mark.parametrize("rules", [*PRESETS.values(), *OTHERS])
@pytest.mark.clause("AR-price", "AR-profit")
def test_every_preset_brings_what_theory_says_of_its_own_deck(rules: Rules, seats: int) -> None:
    compare(rules, OWN, seats)


@pytest.mark.parametrize("name", IN_CLASS)
def test_the_figures_of_the_readme_are_these(name: str) -> None:
    for part in ["kept"] if IN_CLASS[name].common else ["price", "kept"]:
        told = next(each for each in README if each.startswith(f"| `{name}`: {part} |"))
        for seats, cell in zip(SEATS, told.split("|")[2:-1], strict=True):
            exact = averages(IN_CLASS[name], OWN, seats)
            assert exact is not None
            average = exact.kept if part == "kept" else exact.takings
            assert cell.split(";")[0].strip() == f"{average / UNIT:.1f}"


@pytest.mark.parametrize("deck", [NARROW, FINE], ids=["narrow", "fine"])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("rules", [PRESETS["curse"], *OTHERS[:4], PRESETS["english"]])
def test_so_does_another_deck(rules: Rules, seats: int, deck: Deck) -> None:
    compare(rules, deck, seats)


@pytest.mark.parametrize("auction", ["first", "second", "all_pay", "tender_first"])
def test_with_fine_values_the_averages_are_the_textbooks(auction: Auction) -> None:
    rules = Rules(auction)
    assert averages(rules, DECK, 4) == Averages(
        pytest.approx(revenue(rules, DECK, 4), abs=1),  # type: ignore[arg-type]
        pytest.approx(winners_gain(rules, DECK, 4), abs=1),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("auction", ["first", "second", "english"])
def test_in_a_wide_range_a_common_value_brings_nearly_the_textbooks_average(
    auction: Auction,
) -> None:
    rules = Rules(auction, "common", 24)
    exact, textbook = averages(rules, WIDE, 3), winners_gain(rules, WIDE, 3)
    assert exact is not None
    assert textbook is not None
    assert 0 < abs(exact.kept - textbook) < UNIT
