"""The named strategies and the theory that they use."""

import pytest

from paydays_widgets.games.auction_room import reading
from paydays_widgets.games.auction_room.bots import STRATEGIES
from paydays_widgets.games.auction_room.deck import default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.rules import Rules
from paydays_widgets.games.auction_room.state import State
from tests.games.auction_room.positions import common, opened, play

DECK = default_deck()
LUCK = 1 << 31


def chosen(strategy: str, state: State, seat: int = 0, luck: int = LUCK) -> str:
    return str(STRATEGIES[strategy](AUCTION_ROOM.view(state, seat), luck))


@pytest.mark.parametrize(
    ("strategy", "auction", "move"),
    [
        ("in_equilibrium", "first", "1 bid 4000"),
        ("in_equilibrium", "all_pay", "1 bid 1440"),
        ("in_equilibrium", "second", "1 bid 6000"),
        ("in_equilibrium", "tender_first", "1 bid 7333"),
        ("in_equilibrium", "tender_second", "1 bid 6000"),
        ("in_equilibrium", "dutch", "1 stop 4000"),
        ("in_equilibrium", "english", "1 stop 6000"),
        ("truthful", "first", "1 bid 6000"),
        ("truthful", "tender_first", "1 bid 6000"),
        ("fixed_margin", "first", "1 bid 5000"),
        ("fixed_margin", "tender_first", "1 bid 7000"),
        ("careful", "first", "1 bid 4000"),
        ("careful", "tender_first", "1 bid 7333"),
        ("overbidder", "first", "1 bid 6000"),
        ("overbidder", "second", "1 bid 6600"),
        ("overbidder", "tender_second", "1 bid 5455"),
        ("overbidder", "english", "1 stop 6600"),
    ],
)
def test_each_bids_as_it_says(strategy: str, auction: str, move: str) -> None:
    assert chosen(strategy, opened((6_000, 4_800, 3_000), auction=auction)) == move


def test_an_estimate_is_corrected_by_those_who_say_so() -> None:
    state = common(13_600, 15_000, 13_000, 14_300)
    assert chosen("in_equilibrium", state) == "1 bid 12610"
    assert chosen("careful", state) == "1 bid 12600"
    assert chosen("truthful", state) == "1 bid 15000"


@pytest.mark.clause("AR-values", "AR-bid")
def test_at_a_rising_clock_the_first_to_drop_out_tells_the_others() -> None:
    state = common(13_600, 15_000, 13_000, 14_300, auction="english")
    assert chosen("in_equilibrium", state) == "1 stop 15000"
    state = play(state, "1 stop 15000; 2 stop 13000; 3 stop 14200").state
    assert chosen("in_equilibrium", state) == "1 stop 14000"


def test_what_may_not_be_bid_is_passed() -> None:
    assert chosen("truthful", opened((3_000, 4_800), reserve=40)) == "1 pass"
    assert chosen("fixed_margin", opened((9_500, 4_800), auction="tender_first")) == "1 pass"
    assert chosen("fixed_margin", opened((500, 4_800))) == "1 bid 0"
    budget = opened((8_000, 9_000), 3_000, 2_600, auction="second", values="budget")
    assert chosen("truthful", budget) == chosen("in_equilibrium", budget) == "1 bid 3000"
    first = opened((8_000, 9_000), 3_000, 2_600, values="budget")
    assert chosen("in_equilibrium", first) == "1 bid 3000"


def test_luck_chooses_among_all_moves() -> None:
    state = opened((6_000, 4_800))
    assert chosen("random_legal", state, luck=0) == "1 bid 0"
    assert chosen("random_legal", state, luck=(1 << 32) - 1) == "1 pass"


def test_a_view_without_a_value_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing has been drawn"):
        reading.own_value(AUCTION_ROOM.view(AUCTION_ROOM.start(2), 0))


@pytest.mark.parametrize(
    "rules",
    [
        Rules("all_pay", reserve=40),
        Rules("first", "budget"),
        Rules("all_pay", "common"),
        Rules("first", "common", reserve=40),
        Rules("english", "common"),
    ],
)
def test_where_theory_is_silent_no_bid_is_given(rules: Rules) -> None:
    assert reading.equilibrium_bid(rules, DECK, 3, 6_000) is None


def test_where_theory_is_silent_no_price_is_given() -> None:
    assert reading.revenue(Rules("all_pay", reserve=40), DECK, 3) is None
    assert reading.revenue(Rules("second", "budget"), DECK, 3) is None
    assert reading.revenue(Rules("all_pay", "common"), DECK, 3) is None
    assert reading.winners_gain(Rules("second", "budget"), DECK, 3) is None
    assert reading.winners_gain(Rules("all_pay", reserve=40), DECK, 3) is None
    assert reading.winners_gain(Rules("all_pay", "common"), DECK, 3) is None
    assert reading.winners_gain(Rules("second", "common", reserve=40), DECK, 3) is None
    gains = [
        reading.winners_gain(Rules(auction, "common", 24), DECK, 3)
        for auction in ("first", "second", "english")
    ]
    assert gains == [1_200, 800, 600]
    assert reading.revenue(Rules("english", "common", 24), DECK, 3) == -600


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        (Rules(), 2_000),
        (Rules("all_pay"), 4_250),
        (Rules("tender_first"), 2_000),
        (Rules("second", reserve=50), 1_733.3),
    ],
)
@pytest.mark.clause("AR-profit", "AR-reserve")
def test_the_textbook_knows_what_a_winner_keeps(rules: Rules, kept: float) -> None:
    assert reading.winners_gain(rules, DECK, 4) == pytest.approx(kept, abs=0.1)


def test_near_the_lowest_value_a_common_bid_stays_above_it() -> None:
    rules = Rules("first", "common", 24)
    low, middle, high = (
        reading.equilibrium_bid(rules, DECK, 3, each) for each in (2_600, 5_000, 7_400)
    )
    assert low == DECK.low
    assert middle is not None
    assert high is not None
    assert low < middle < high
    second = reading.equilibrium_bid(Rules("second", "common", 24), DECK, 3, 15_000)
    assert second == 15_000 - 800
