"""The picture of the room."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.games.auction_room.deck import default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.moves import Bid
from paydays_widgets.games.auction_room.rules import Auction
from paydays_widgets.games.auction_room.state import State
from tests.boards import page
from tests.games.auction_room.positions import common, opened, play
from tests.markup import Element, Page


def shown(state: State, own: Sequence[int] = (0,), **how: Any) -> Page:
    return page("auction_room", state, own=own, **how)


def keys(seen: Page) -> set[str]:
    return {*seen.keys("")}


def after(state: State, *moves: str) -> tuple[State, list[Any]]:
    """Return a position in which a round is over, and what has happened."""
    played = play(state, *moves)
    return played.state, [*played.events]


@pytest.mark.clause("AR-values")
def test_a_seat_sees_its_value_and_nobody_elses() -> None:
    seen = shown(opened((6_000, 4_800)))
    assert "$60" in seen.key("own").said
    assert "s1-worth" in keys(seen)
    assert "s2-worth" not in keys(seen)
    assert "own" in keys(seen)
    assert "$60" not in shown(opened((6_000, 4_800)), own=()).html


@pytest.mark.clause("AR-values")
@pytest.mark.parametrize(
    ("state", "said"),
    [
        (opened((4_000, 4_800), auction="tender_first"), "Your cost $40"),
        (common(13_600, 15_000, 13_000), "Your estimate $150 ± $24"),
    ],
)
def test_what_a_seat_knows_is_named(state: State, said: str) -> None:
    assert said in shown(state).key("own").said


def test_no_price_is_proposed() -> None:
    seen = shown(opened((6_000, 4_800)))
    assert {*seen.moves} == {"1 pass"}
    assert seen.key("bid")["aria-disabled"] == "true"
    (field,) = [each for each in seen.elements if each["inputmode"]]
    assert (field["inputmode"], field["value"]) == ("decimal", "")


@pytest.mark.parametrize(
    ("state", "low", "high", "most"),
    [
        (opened((6_000, 4_800)), 0, 10_000, 6_000),
        (opened((6_000, 4_800), reserve=40), 4_000, 10_000, 6_000),
        (opened((3_000, 4_800), reserve=40), 4_000, 10_000, 10_000),
        (opened((4_000, 4_800), auction="tender_first"), 0, 10_000, 10_000),
        (common(13_600, 15_000, 13_000), 0, 27_400, 17_400),
        (opened((8_000, 9_000), 3_000, 6_000, values="budget"), 0, 3_000, 3_000),
    ],
)
def test_a_price_is_set_from_what_is_legal_and_slid_up_to_the_worth(
    state: State, low: int, high: int, most: int
) -> None:
    (found,) = shown(state).pads
    assert [found[each] for each in ("low", "high", "most")] == [low, high, most]
    assert AUCTION_ROOM.refuse(state, Bid(0, low)) is None
    assert AUCTION_ROOM.refuse(state, Bid(0, high)) is None
    assert AUCTION_ROOM.refuse(state, Bid(0, high + 1)) is not None
    assert AUCTION_ROOM.refuse(state, Bid(0, low - 1)) is not None


def test_the_law_of_values_and_the_rivals_stand_beside_the_field() -> None:
    rules: list[tuple[State, list[str]]] = [
        (opened((6_000, 4_800)), ["0", "100", "1"]),
        (opened((6_000, 4_800, 2_000), auction="tender_first"), ["0", "100", "2"]),
        (opened((8_000, 9_000), 3_000, 6_000, values="budget"), ["0", "100", "1"]),
        (common(13_600, 15_000, 13_000), ["50", "250", "$24", "1"]),
    ]
    told = [shown(state).key("law") for state, _ in rules]
    assert [each.figures for each in told] == [figures for _, figures in rules]
    assert len({each.said for each in told}) == len(told)
    fine = replace(opened((6_000, 4_800)), deck=replace(default_deck(), grain=50))
    assert shown(fine).key("law").figures == ["$0.50", "$0", "$100", "1"]


@pytest.mark.parametrize(
    ("rules", "sums"),
    [
        ({}, ["$60", "$30", "$30"]),
        ({"auction": "second"}, ["$60", "$30", "$30"]),
        ({"auction": "all_pay"}, ["$30", "$60", "$30", "$30"]),
        ({"auction": "tender_first"}, ["$80", "$60", "$20"]),
    ],
)
def test_the_gauge_says_what_is_left(rules: dict[str, Any], sums: list[str]) -> None:
    price = 8_000 if "tender" in rules.get("auction", "") else 3_000
    assert gauge(opened((6_000, 4_800), **rules), price).figures == sums


def gauge(state: State, price: int, **how: Any) -> Element:
    """Return the gauge of a price that has been chosen."""
    return shown(state, chosen=frozenset({Bid(0, price)}), **how).key("gauge")


def test_the_gauge_corrects_an_estimate() -> None:
    corrected = gauge(common(13_600, 15_000, 13_000), 10_200)
    assert corrected.figures[-3:] == ["$142", "$102", "$40"]


@pytest.mark.clause("AR-bid")
def test_a_clock_is_stopped_or_runs_on() -> None:
    rising = shown(opened((6_000, 4_800), auction="english"))
    assert {*rising.moves} == {
        "1 stop 0",
        "1 stay 200",
        "1 stay 1000",
        "1 stay 2000",
        "1 stay 6000",
        "1 pass",
    }
    falling = shown(opened((6_000, 4_800), auction="dutch"))
    assert {*falling.moves} == {
        "1 stop 10000",
        "1 stay 9800",
        "1 stay 9000",
        "1 stay 8000",
        "1 pass",
    }
    assert "$100" in falling.key("clock").label
    assert "clock" not in keys(shown(opened((6_000, 4_800))))


@pytest.mark.clause("AR-values", "AR-reserve")
def test_who_can_only_pass_sees_no_pad() -> None:
    state = opened((8_000, 9_000), 3_000, 6_000, values="budget", reserve=40)
    seen = shown(state)
    assert {*seen.moves} == {"1 pass"}
    assert "pad-bid" not in keys(seen)
    assert "$30" in seen.key("object").figures
    assert "$40" in shown(opened((6_000, 4_800), reserve=40)).key("object").figures


@pytest.mark.clause("AR-bid")
def test_a_sealed_bid_is_seen_by_its_owner_alone() -> None:
    state = play(opened((6_000, 4_800, 3_000)), "1 bid 4500").state
    assert "s1-bid" in keys(shown(state, apart=True))
    assert "s1-bid" not in keys(shown(state)), "others may look on"
    others = shown(state, own=(1,), apart=True)
    assert "s1-bid" not in keys(others)
    assert "s1-sealed" in keys(others)
    assert "s1-bid" not in keys(shown(state, own=(0, 1)))


@pytest.mark.clause("AR-bid")
def test_who_has_stopped_the_clock_or_passed_is_marked() -> None:
    state = opened((6_000, 4_800, 3_000), auction="english")
    state = play(state, "1 stay 5000; 2 stop 400; 3 pass").state
    seen = shown(state, own=())
    assert seen.key("s3").said != seen.key("s2").said
    state = play(opened((6_000, 4_800, 3_000), auction="english"), "1 stay 5000").state
    state = play(state, "2 stop 4800; 3 stop 400").state
    assert "$4" in shown(state, own=()).key("s3").figures


@pytest.mark.clause("AR-profit", "AR-told", "AR-ruin")
def test_a_round_s_end_shows_bids_values_price_and_profit() -> None:
    state = opened((6_000, 4_800, 3_000), purse=50, rounds=3)
    end, past = after(state, "1 bid 4500; 2 bid 4000; 3 bid 1000")
    seen = shown(end, own=(), past=past)
    assert {"s1-bid", "s2-bid", "s1-worth", "s3-worth", "price"} <= keys(seen)
    assert [each.figures for each in seen.notes("s1")] == [["$15"]]
    lost, past = after(state, "1 bid 9900; 2 bid 12; 3 bid 0")
    assert [each.figures for each in shown(lost, own=(), past=past).notes("s1")] == [["$39"]]
    ruined, past = after(opened((0, 4_800, 3_000), purse=50), "1 bid 6000; 2 bid 10; 3 bid 0")
    seen = shown(ruined, own=(), past=past)
    assert seen.notes("s1")
    assert "pw-seat--out" in seen.key("s1")["class"]


@pytest.mark.clause("AR-told", "AR-values")
def test_a_common_value_is_marked_once_it_is_told() -> None:
    end, past = after(common(13_600, 15_000, 13_000), "1 bid 14000; 2 bid 12000")
    told = [each for each in past if type(each).__name__ != "ProfitBooked"]
    seen = shown(end, own=(), past=told)
    assert "true" in keys(seen)
    assert "$136" in seen.key("result").said
    assert AUCTION_ROOM.view(end, None).worth == 13_600


@pytest.mark.clause("AR-profit", "AR-price", "AR-reserve")
def test_the_sum_of_a_round_stands_where_the_price_was_set() -> None:
    for auction, sums in (
        ("first", ["$60", "$45", "$15"]),
        ("tender_first", ["$40", "$48", "−$8"]),
    ):
        state = opened((6_000, 4_800), auction=auction)
        end, past = after(state, "1 bid 4500; 2 bid 4000")
        assert shown(end, own=(), past=past).key("result").figures[-3:] == sums
    sold = [each for each in past if type(each).__name__ != "ProfitBooked"]
    sold = sold[: 1 + [type(each).__name__ for each in sold].index("ObjectSold")]
    assert "$40" in shown(end, own=(), past=sold).key("result").said
    unsold, past = after(opened((6_000, 4_800)), "1 pass; 2 pass")
    assert not shown(unsold, own=(), past=past[:-2]).key("result").figures
    waiting = play(opened((6_000, 4_800)), "1 bid 4500").state
    assert shown(waiting, own=()).key("result").figures == ["1", "2"]
    assert "result" not in keys(shown(AUCTION_ROOM.start(2), own=()))


@pytest.mark.clause("AR-bid")
def test_a_rising_clock_runs_to_the_value_and_no_further() -> None:
    state = opened((900, 4_800), auction="english")
    assert {*shown(state).moves} == {"1 stop 0", "1 stay 200", "1 stay 800", "1 pass"}
    budget = opened((8_000, 9_000), 3_000, 6_000, auction="english", values="budget")
    assert shown(budget).moves["1 stay 3000"].figures == ["$30"]
    bought = play(opened((6_000, 4_800), auction="dutch"), "1 stop 4600; 2 pass").state
    assert "$46" in shown(bought, own=()).key("s1").figures


@pytest.mark.clause("AR-told")
def test_how_the_round_before_went_stands_beside_the_next_decision() -> None:
    state = opened((6_000, 4_800), rounds=3)
    end, past = after(state, "1 bid 4500; 2 bid 2400", "* draw 2000; * draw 3000")
    before = shown(end, past=past).key("object")
    assert "Anna" in before.said
    assert "$45" in before.figures
    unsold, past = after(state, "1 pass; 2 pass", "* draw 2000; * draw 3000")
    assert "Anna" not in shown(unsold, past=past).key("object").said


@pytest.mark.clause("AR-bid")
def test_while_a_clock_runs_its_price_stands_large() -> None:
    state = opened((6_000, 4_800), auction="english")
    end, past = after(state, "1 stay 200; 2 stay 200")
    assert "$2" in shown(end, own=(), past=past).key("result").said


@pytest.mark.clause("AR-bid")
@pytest.mark.parametrize(("auction", "price"), [("english", "0"), ("dutch", "10000")])
def test_a_clock_that_a_server_lets_run_is_only_stopped(auction: str, price: str) -> None:
    state = opened((6_000, 4_800), auction=auction)
    waits, runs = shown(state), shown(state, ticks=True)
    assert not runs.moves
    assert waits.moves
    assert (runs.key("play-stop")["data-do"], runs.key("play-stop")["data-value"]) == (
        "stop",
        price,
    )
    assert "data-clock" in runs.html
    assert "data-clock" not in waits.html


@pytest.mark.clause("AR-bid")
@pytest.mark.parametrize("auction", ["english", "dutch"])
def test_a_phone_knows_from_which_price_its_clock_costs_money(auction: Auction) -> None:
    """Its page says so as soon as the clock is there; a common value is nobody's own."""
    state = opened((6_000, 4_800), auction=auction)
    clock = shown(state, ticks=True).key("clock")
    assert clock["data-limit"] == "6000"
    assert ("pw-above" in clock["class"]) is (auction == "dutch")
    assert "above" in keys(shown(state, ticks=True))
    assert "above" not in keys(shown(state))  # there a gauge shows it
    assert "above" not in keys(shown(state, own=(), ticks=True))
    shared = common(13_600, 15_000, 13_000, auction="english")
    assert "above" not in keys(shown(shared, ticks=True))


@pytest.mark.clause("AR-told")
@pytest.mark.parametrize("told", ["price", "win"])
def test_a_round_ends_with_what_is_told(told: str) -> None:
    state = opened((6_000, 4_800), rounds=3, told=told)
    end, past = after(state, "1 bid 4500; 2 bid 2400")
    won, lost, all_ = (
        shown(end, own=own, past=past, apart=True, mine=next(iter(own), None)).key("result")
        for own in ([0], [1], [])
    )
    assert "$15" in won.figures
    assert lost.figures == all_.figures == ["$45"] * (told == "price")
    assert (lost.said == all_.said) is (told == "price")
    unsold, past = after(state, "1 pass; 2 pass")
    assert shown(unsold, past=past).key("result").said not in {lost.said, all_.said}
    assert "result" not in keys(shown(unsold, event=past[-1]))  # the picture cannot know


@pytest.mark.clause("AR-told")
def test_others_money_is_no_sum_where_it_is_secret() -> None:
    state = opened((6_000, 4_800), rounds=3, told="win")
    end, past = after(state, "1 bid 4500; 2 bid 2400")
    seen = shown(end, own=(0,), past=past)
    assert seen.key("s1-money").figures == ["$15"]
    assert not seen.key("s2-money").figures


@pytest.mark.clause("AR-values")
def test_where_no_advice_is_given_an_estimate_is_not_corrected() -> None:
    state = common(13_600, 15_000, 13_000)
    assert "$50" in gauge(state, 10_000, advice=False).figures
    assert "$50" not in gauge(state, 10_000).figures


def test_a_phone_that_is_not_redrawn_does_not_count_who_has_decided() -> None:
    state = play(opened((6_000, 4_800, 3_000)), "1 bid 4500").state
    assert "result" in keys(shown(state, own=(0,), acting=()))
    assert "result" not in keys(shown(state, own=(0,), acting=(), apart=True))
    later = play(state, "2 bid 2400").state
    cards = [shown(each, own=(0,), acting=(), apart=True).key("s2") for each in (state, later)]
    assert cards[0]["aria-label"] == cards[1]["aria-label"]


@pytest.mark.clause("AR-told")
def test_bars_carry_their_figures_where_a_bid_is_shown() -> None:
    state = opened((6_000, 4_800, 3_000), rounds=3)
    end, past = after(state, "1 bid 4500; 2 bid 4000; 3 pass")
    seen = shown(end, own=(), past=past)
    said = [seen.key(f"s{seat}-said").figures for seat in (1, 2, 3)]
    assert said == [["$45", "$60", "$15"], ["$40", "$48"], ["$30"]]
    hidden = shown(play(state, "1 bid 4500").state, own=(1,), apart=True)
    assert hidden.key("s1-said").figures == []


LOST = "1 bid 7100; 2 bid 5700; 3 bid 3000"
"""What is bid at each sealed format; a tender turns it round."""


def about(state: State, moves: str, seat: int, **how: Any) -> list[str]:
    """Return the sums of what a seat reads about a round that is over."""
    end, past = after(state, moves)
    seen = shown(end, own=(seat,), mine=seat, past=past, **how)
    return seen.key("about").figures if "about" in keys(seen) else []


@pytest.mark.clause("AR-price", "AR-told")
@pytest.mark.parametrize(
    ("auction", "moves", "sums"),
    [
        ("first", LOST, ["$71", "$8"]),
        ("second", LOST, ["$71", "$71", "$8"]),
        ("all_pay", LOST, ["$57", "$71", "$8"]),
        ("all_pay", "1 bid 7100; 2 bid 0; 3 bid 3000", ["$71", "$8"]),
        (
            "english",
            "1 stop 8000; 2 stop 8000; 3 stop 3000; 1 stop 8000; 2 stop 5600",
            ["$56", "$23"],
        ),
        ("dutch", "1 stop 7200; 2 pass; 3 pass", ["$72", "$7"]),
        ("tender_first", "1 bid 9000; 2 bid 9500; 3 bid 9800", ["$90", "$11"]),
        ("tender_second", "1 bid 9000; 2 bid 9500; 3 bid 9800", ["$90", "$90", "$11"]),
    ],
)
def test_a_loser_reads_what_winning_would_have_taken(
    auction: Auction, moves: str, sums: list[str]
) -> None:
    state = opened((8_500, 7_900, 3_300), auction=auction, rounds=3)
    assert about(state, moves, 1) == sums
    assert about(state, moves, 0) == [], "who has won a private value reads its profit"
    end, past = after(state, moves)
    assert "about" not in keys(shown(end, own=(), past=past)), "nobody on the projector has lost"


@pytest.mark.clause("AR-price")
def test_each_format_says_in_words_of_its_own_what_was_missing() -> None:
    scripts: dict[Auction, str] = {
        "first": "1 bid 7000; 2 bid 5000",
        "second": "1 bid 7000; 2 bid 5000",
        "all_pay": "1 bid 7000; 2 bid 5000",
        "english": "1 stop 8000; 2 stop 7000",
        "dutch": "1 stop 7000; 2 pass",
        "tender_first": "1 bid 7000; 2 bid 8000",
        "tender_second": "1 bid 7000; 2 bid 8000",
    }
    said = set()
    for auction, moves in scripts.items():
        end, past = after(opened((6_000, 6_000), auction=auction, rounds=3), moves)
        said.add(shown(end, own=(1,), mine=1, past=past).key("about").said)
    assert len(said) == len(scripts)


@pytest.mark.clause("AR-price")
@pytest.mark.parametrize(
    ("auction", "moves"),
    [("first", "1 bid 7000; 2 pass"), ("tender_first", "1 bid 7000; 2 bid 9900")],
)
def test_whether_there_was_something_to_gain_is_said(auction: Auction, moves: str) -> None:
    said = []
    for value in (6_000, 7_000, 8_000):
        end, past = after(opened((6_000, value), auction=auction, rounds=3), moves)
        said.append(shown(end, own=(1,), mine=1, past=past).key("about"))
    assert [each.figures for each in said] == [["$70", "$10"], ["$70"], ["$70", "$10"]]
    assert len({each.said for each in said}) == 3


@pytest.mark.clause("AR-told")
@pytest.mark.parametrize(
    ("auction", "told", "sums"),
    [
        ("first", "bids", ["$71", "$8"]),
        ("first", "price", ["$71", "$8"]),
        ("second", "price", ["$57", "$22"]),
        ("tender_second", "price", ["$57", "$22"]),
        ("first", "win", []),
        ("second", "win", []),
    ],
)
def test_what_is_secret_of_a_round_is_not_said_to_a_loser(
    auction: Auction, told: str, sums: list[str]
) -> None:
    tender = auction == "tender_second"
    own = 3_500 if tender else 7_900
    state = opened((8_500, own, 3_300), auction=auction, told=told, rounds=3)
    moves = "1 bid 4100; 2 bid 9000; 3 bid 5700" if tender else LOST
    assert about(state, moves, 1, apart=True) == sums


@pytest.mark.clause("AR-values", "AR-told")
@pytest.mark.parametrize("told", ["values", "win"])
def test_who_has_won_a_common_value_reads_about_the_estimate(told: str) -> None:
    state = common(13_600, 15_000, 13_000, told=told, rounds=3)
    assert about(state, "1 bid 14000; 2 bid 12000", 0) == ["$150", "$14", "2", "$8"]
    lower = ["$130", "$6"] if told == "values" else ["$130", "$6", "2", "$8"]
    assert about(state, "1 bid 12000; 2 bid 12500", 1) == lower
    right = common(13_600, 13_600, 13_000, told=told, rounds=3)
    assert about(right, "1 bid 12000; 2 bid 11000", 0) == ["$136"]


@pytest.mark.clause("AR-values")
def test_who_has_lost_reads_what_a_common_value_was_or_how_much_could_be_spent() -> None:
    state = common(13_600, 15_000, 13_000, rounds=3)
    assert about(state, "1 bid 13000; 2 bid 12000", 1) == ["$130", "$136", "$6"]
    assert about(state, "1 bid 14000; 2 bid 12000", 1) == ["$140", "$136"]
    tight = opened((8_000, 9_000), 6_000, 3_000, values="budget", rounds=3)
    assert about(tight, "1 bid 4000; 2 bid 3000", 1) == ["$40", "$30"]
    unsold = opened((6_000, 4_800), rounds=3)
    assert about(unsold, "1 pass; 2 pass", 1) == []


@pytest.mark.clause("AR-price", "AR-values")
def test_where_rivals_set_the_price_an_estimate_is_corrected_for_an_equal_one() -> None:
    second = gauge(common(13_600, 15_000, 13_000, auction="second"), 10_200)
    assert second.figures[-3:] == ["$150", "$102", "$48"]
    rising = shown(common(13_600, 15_000, 13_000, auction="english")).key("gauge")
    assert rising.figures[-3:] == ["$150", "$0", "$150"]
