"""The auction room as a programme: rounds, figures and theory."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Step
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.auction_room import events, programme
from paydays_widgets.games.auction_room.deck import default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.reading.averages import averages
from paydays_widgets.games.auction_room.rules import PRESETS, Auction, Rules, Told
from paydays_widgets.games.auction_room.state import State
from paydays_widgets.games.auction_room.text import told_names
from paydays_widgets.show.measure import THEORY
from paydays_widgets.show.programme import Line
from tests.games.auction_room.positions import common, opened
from tests.games.playing import bots_play

EN = Text("en")
PACKAGE = games.modules("auction_room").package


def steps(state: State, *moves: str) -> list[Step[State, Event]]:
    """Play moves, and return all that follows."""
    found: list[Step[State, Event]] = []
    for text in ";".join(moves).split(";"):
        found += AUCTION_ROOM.unfold(state, AUCTION_ROOM.read(text))
        state = found[-1].state
    return found


def test_rounds_are_counted() -> None:
    assert programme.counted(1, EN) != programme.counted(3, EN)


def test_a_class_finds_the_programme_and_the_clock_of_this_game_alone() -> None:
    for name in games.names():
        modules = games.modules(name)
        assert (modules.programme is not None) is (name in {"auction_room", "market"})
        assert (modules.ticker is not None) is (name == "auction_room")


@pytest.mark.clause("AR-profit")
def test_each_round_that_is_over_has_a_line_for_each_seat() -> None:
    start = opened((6_000, 4_800), rounds=3)
    found = programme.rounds(
        steps(start, "1 bid 4500; 2 bid 2400", "* draw 2000; * draw 3000; 1 pass; 2 bid 1000")
    )
    assert found == [
        [
            Line(1, 0, 6_000, None, None, 4_500, 4_500, 1_500, wins=True),
            Line(1, 1, 4_800, None, None, 2_400, 4_500, 0, wins=False),
        ],
        [
            Line(2, 0, 2_000, None, None, None, 1_000, 0, wins=False),
            Line(2, 1, 3_000, None, None, 1_000, 1_000, 2_000, wins=True),
        ],
    ]
    assert [line.known for line in found[0]] == [6_000, 4_800]


@pytest.mark.clause("AR-values")
def test_a_common_value_is_everybodys_and_an_estimate_ones_own() -> None:
    [lines] = programme.rounds(
        steps(common(13_600, 15_000, 13_000, 14_300), "1 bid 14000; 2 pass; 3 pass")
    )
    assert {line.value for line in lines} == {13_600}
    assert [line.known for line in lines] == [15_000, 13_000, 14_300]
    assert [line.profit for line in lines] == [-400, 0, 0]


@pytest.mark.clause("AR-ruin")
def test_a_seat_that_is_out_has_no_line() -> None:
    start = opened((6_000, 4_800, 1_000), rounds=3, purse=50)
    found = programme.rounds(
        steps(
            start,
            "1 bid 100; 2 bid 9900; 3 bid 0",  # seat 2 loses $51 of its $50
            "* draw 2000; * draw 3000; 1 pass; 3 bid 1000",
        )
    )
    assert [[line.seat for line in lines] for lines in found] == [[0, 1, 2], [0, 2]]


@pytest.mark.clause("AR-price")
def test_what_the_seller_takes() -> None:
    bids = "1 bid 3000; 2 bid 2400"
    expected = {"first": 3_000, "second": 2_400, "all_pay": 5_400, "tender_first": 2_400}
    for auction, sum_ in expected.items():
        start = opened((6_000, 4_800), auction=auction)
        [lines] = programme.rounds(steps(start, bids))
        assert programme.takings(lines, start.rules) == sum_
    start = opened((6_000, 4_800))
    [lines] = programme.rounds(steps(start, "1 pass; 2 pass"))
    assert programme.takings(lines, start.rules) == 0


@pytest.mark.clause("AR-price")
def test_efficiency_is_what_winners_drew_of_what_could_be_drawn() -> None:
    sale = opened((6_000, 4_800))
    right, wrong, unsold = (
        programme.rounds(steps(sale, moves))[0]
        for moves in ("1 bid 500; 2 pass", "1 pass; 2 bid 500", "1 pass; 2 pass")
    )
    assert programme.efficiency([right], sale.rules) == 1
    assert programme.efficiency([right, wrong], sale.rules) == pytest.approx(0.9)
    assert programme.efficiency([unsold], sale.rules) == 0
    tender = opened((6_000, 4_800), auction="tender_first")
    cheap, dear, none = (
        programme.rounds(steps(tender, moves))[0]
        for moves in ("1 pass; 2 bid 7000", "1 bid 7000; 2 pass", "1 pass; 2 pass")
    )
    assert programme.efficiency([cheap], tender.rules) == 1
    assert programme.efficiency([dear], tender.rules) == pytest.approx(0.8)
    assert programme.efficiency([none], tender.rules) is None
    assert programme.efficiency([right], PRESETS["curse"]) is None


@pytest.mark.clause("AR-told")
def test_ar_told_values_stay_secret_unless_all_is_told() -> None:
    assert not programme.keeps(Rules())
    assert [*told_names(EN)] == [*programme.TOLD]
    for told in programme.TOLD[1:]:
        assert programme.keeps(Rules(told=told))
    shaped = programme.shaped(PRESETS["english"], 12)
    assert (shaped.auction, shaped.rounds) == ("english", 12)


@pytest.mark.clause("AR-told")
def test_ar_told_what_was_paid_is_known_where_the_price_is_told_or_a_clock_shows_it() -> None:
    found = {
        auction: [programme.tells_takings(Rules(auction, told=told)) for told in programme.TOLD]
        for auction in get_args(Auction)
    }
    sealed = [True, True, True, False]
    assert found.pop("english") == found.pop("dutch") == [True] * 4
    assert found.pop("all_pay") == [True, True, False, False]  # all bids are paid
    assert all(each == sealed for each in found.values())


@pytest.mark.parametrize(
    ("rules", "known", "bid"),
    [
        (Rules(), 10_000, 7_500),
        (PRESETS["second_price"], 10_000, 10_000),
        (PRESETS["all_pay"], 10_000, 7_500),
        (PRESETS["tender"], 0, 2_500),
        (PRESETS["curse"], 2_600, 5_000),
    ],
)
def test_theory_draws_a_line(rules: Rules, known: int, bid: float) -> None:
    found = programme.theory(rules, default_deck(), 4)
    assert dict(found.bids)[known] == pytest.approx(bid)
    assert (found.takings is None) == rules.common
    assert found.kept is not None


def test_theory_is_silent_where_it_knows_no_line() -> None:
    for name in ("budgets", "curse"):
        clock = Rules(auction="english", values=PRESETS[name].values)
        assert not programme.theory(clock, default_deck(), 3).bids


def test_axes_reach_as_far_as_values_and_bids() -> None:
    deck = default_deck()
    found = {name: programme.axes(rules, deck, EN) for name, rules in PRESETS.items()}
    assert found["first_price"].most_known == found["first_price"].most_bid == deck.top
    assert found["curse"].most_known == found["curse"].most_bid == deck.high + 2_400
    assert len({each.known for each in found.values()}) == 3
    assert found["english"].bid == found["dutch"].bid != found["tender"].bid


@pytest.mark.clause("AR-end")
@pytest.mark.parametrize("told", programme.TOLD)
def test_a_programme_leaves_out_what_ends_a_game(told: Told) -> None:
    found = steps(opened((6_000, 4_800), rounds=1, told=told), "1 bid 4500; 2 bid 2400")
    ends = [programme.ends(each.event) for each in found]
    assert ends == sorted(ends)
    kept = [each.event for each, end in zip(found, ends, strict=True) if not end]
    assert isinstance(kept[-1], events.ProfitBooked)
    assert sum(ends) == (1 if told == "values" else 2)


@pytest.mark.clause("AR-profit", "AR-reserve")
@pytest.mark.parametrize("rules", [*PRESETS.values(), Rules("second", reserve=50)])
def test_theory_knows_what_a_winner_keeps_of_the_deck_in_play(rules: Rules) -> None:
    deck = default_deck()
    found, exact = programme.theory(rules, deck, 4), averages(rules, deck, 4)
    assert exact is not None
    assert found.kept == exact.kept
    assert found.takings == (None if rules.common else exact.takings)


@pytest.mark.parametrize(
    "rules",
    [
        Rules("all_pay", "common"),
        Rules("first", "common", reserve=20),
        Rules("all_pay", reserve=20),
        Rules("first", "budget"),
    ],
)
def test_theory_is_silent_where_no_bid_is_known(rules: Rules) -> None:
    found = programme.theory(rules, default_deck(), 4)
    assert (found.takings, found.kept) == (None, None)


@pytest.mark.parametrize(
    ("rules", "mixed", "amiss"),
    [
        ({}, True, set()),
        ({"auction": "tender_first", "values": "common"}, False, {"values"}),
        (
            {"auction": "tender_second", "values": "budget", "reserve": 60},
            True,
            {"values", "reserve"},
        ),
        ({"auction": "english", "told": "win"}, False, {"told"}),
        ({"auction": "dutch", "told": "price"}, True, {"told"}),
        ({"auction": "english", "told": "bids"}, True, set()),
        ({"purse": 50}, False, set()),
        ({"purse": 50}, True, {"purse"}),
    ],
)
@pytest.mark.clause("AR-reserve", "AR-told", "AR-values")
def test_what_does_not_go_together_is_said_of_the_switch_that_mends_it(
    rules: dict[str, Any], amiss: set[str], *, mixed: bool
) -> None:
    said = [
        programme.clashes(Rules(**rules), Text(language, PACKAGE), mixed=mixed)
        for language in LANGUAGES
    ]
    assert all(each.keys() == amiss for each in said)
    for switch in amiss:
        assert len({each[switch] for each in said}) == len(LANGUAGES)


@pytest.mark.clause("AR-told")
def test_a_block_has_rounds_and_news_of_its_own() -> None:
    shaped = programme.shaped(Rules(auction="second", told="price"), 3)
    assert shaped == Rules(auction="second", rounds=3, told="price")
    others = [shaped, Rules(told="price")]
    assert programme.named(shaped, others) == replace(shaped, told="values")
    assert programme.named(shaped, [shaped, Rules()]) == shaped


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_in_equilibrium_measure_up_to_theory(preset: str, seats: int) -> None:
    part = whole = 0.0
    for seed in range(30):
        table = bots_play("auction_room", ["in_equilibrium"] * seats, seed, PRESETS[preset])
        for each in programme.seen(table.branch.steps, table.rules, table.deck):
            part, whole = part + each.part, whole + each.whole
    topic = programme.topic(PRESETS[preset], default_deck())
    assert topic is not None
    close = 0.15 if topic == "curse" else 1e-9  # the estimates are drawn: only averages agree
    assert part / whole == pytest.approx(THEORY[topic], abs=close)


def test_overbidders_bid_above_their_value() -> None:
    table = bots_play("auction_room", ["overbidder", "truthful"], 1, PRESETS["second_price"])
    found = [*programme.seen(table.branch.steps, table.rules, table.deck)]
    assert {each.part for each in found if each.seat == 0} == {1}
    assert {each.part for each in found if each.seat == 1} == {0}


@pytest.mark.parametrize(
    "rules",
    [
        Rules(purse=50),
        Rules("all_pay", reserve=20),
        Rules("first", values="budget"),
        Rules(values="common", reserve=20),
    ],
)
def test_a_block_without_a_measure_says_why(rules: Rules) -> None:
    assert programme.topic(rules, default_deck()) is None
    assert programme.unmeasured(rules, EN)
    state = opened((6_000, 4_800), rounds=3)
    assert [*programme.seen(steps(state, "1 bid 4500; 2 bid 2400"), rules, default_deck())] == []


def test_bots_bid_by_the_rules_of_the_class() -> None:
    assert programme.among_bots(PRESETS["english"]) == PRESETS["english"]
