"""The game's reports."""

import pytest

from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import panel
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.state import State
from paydays_widgets.show.report import Figures, Report
from tests.games.auction_room.positions import common, opened

EN = Text("en")


def compiled(state: State, *moves: str) -> list[Report]:
    """Play moves, and report on them as all may know it."""
    opening, past = AUCTION_ROOM.view(state, None), []
    for text in ";".join(moves).split(";"):
        for step in AUCTION_ROOM.unfold(state, AUCTION_ROOM.read(text)):
            event = AUCTION_ROOM.witness(step.event, None)
            if event is not None:
                past.append((event, AUCTION_ROOM.view(step.state, None)))
            state = step.state
    return [*panel.reports(opening, past, EN)]


def by_format(found: list[Report]) -> Figures:
    return found[-1].figures[0]


def winners(found: list[Report]) -> Figures:
    return found[-1].figures[-1]


@pytest.mark.clause("AR-price", "AR-told")
def test_bids_stand_beside_those_of_the_equilibrium() -> None:
    found = compiled(
        opened((6_000, 4_800), rounds=3),
        "1 bid 4500; 2 bid 2400",
        "* draw 2000; * draw 3000; 1 bid 1000; 2 pass",
    )
    first, second = found[0].figures[0], found[1].figures[0]
    assert first.rows == (
        ("Round 1", "$60", "$45", "$30", "$15"),
        ("Round 2", "$20", "$10", "$10", "$10"),
    )
    assert second.rows[1] == ("Round 2", "$30", "passes", "$15", "$0")
    assert first.chart is not None
    assert first.chart.at == (20, 60)
    assert first.chart.series == {"bid made": (1_000, 4_500), "equilibrium": (1_000, 3_000)}
    assert second.chart is None  # one bid makes no line


@pytest.mark.clause("AR-price")
def test_each_format_brings_nearly_the_same_in_theory() -> None:
    """A third of 100; values are whole, and a clock stops at even prices."""
    rows = by_format(compiled(opened((6_000, 4_800)), "1 bid 4500; 2 bid 2400")).rows
    assert [row[1] for row in rows] == ["$33.42", "$33.17", "$32.67", "$32.67", "$33.50"]
    assert [row[2] for row in rows] == ["$45", "–", "–", "–", "–"]
    tenders = by_format(compiled(opened((6_000, 4_800), auction="tender_first"), "1 pass; 2 pass"))
    assert [row[1] for row in tenders.rows] == ["$66.58", "$66.83"]
    curse = by_format(compiled(common(13_600, 15_000, 13_000, 14_300), "1 pass; 2 pass; 3 pass"))
    assert [row[1] for row in curse.rows] == ["−$10.12", "−$7.16", "−$6.51", "−$10.92", "–"]


@pytest.mark.clause("AR-profit", "AR-told")
def test_it_is_told_whether_the_right_seat_has_won() -> None:
    right = winners(compiled(opened((6_000, 4_800)), "1 bid 4500; 2 bid 2400"))
    assert right.rows == (("Round 1", "Seat 1", "$45", "$24", "$15", "yes"),)
    wrong = compiled(opened((6_000, 4_800), auction="tender_first"), "1 bid 6500; 2 bid 7000")
    assert winners(wrong).rows == (("Round 1", "Seat 1", "$65", "$70", "$5", "no"),)
    nobody = winners(compiled(opened((6_000, 4_800)), "1 pass; 2 pass"))
    assert nobody.rows == (("Round 1", "–", "–", "–", "–", "–"),)


@pytest.mark.clause("AR-told")
def test_what_is_secret_is_not_reported() -> None:
    found = compiled(opened((6_000, 4_800), told="win"), "1 bid 4500; 2 bid 2400")
    assert found[0].figures[0].rows == (("Round 1", "–", "–", "–", "–"),)
    assert winners(found).rows == (("Round 1", "–", "–", "–", "–", "–"),)


def test_before_the_first_round_is_over_there_is_nothing_to_report() -> None:
    found = compiled(opened((6_000, 4_800)), "1 bid 4500")
    assert not found[0].figures[0].rows
    assert found[0].figures[0].words


@pytest.mark.clause("AR-values")
def test_with_budgets_a_bid_is_compared_where_theory_knows_one() -> None:
    words = set()
    for auction, exact in (("second", "$30"), ("first", "–")):
        state = opened((8_000, 9_000), 3_000, 2_600, auction=auction, values="budget")
        first = compiled(state, "1 bid 3000; 2 bid 2600")[0].figures[0]
        assert first.rows[0][3] == exact
        words.add(first.words)
    assert len(words) == 2
