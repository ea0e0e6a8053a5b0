"""The auction room's clocks as a server lets them run."""

from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.games.auction_room import events, ticker
from paydays_widgets.games.auction_room.deck import default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.rules import Auction
from paydays_widgets.games.auction_room.state import State
from paydays_widgets.show.ticker import Clock
from tests.games.auction_room.positions import opened, play

VALUES = (6_000, 4_800, 3_000)


def rising(**rules: Any) -> State:
    return opened(VALUES, auction="english", **rules)


def falling() -> State:
    return opened(VALUES, auction="dutch")


def called(state: State, price: int, *stops: int) -> State:
    """Let the clock come to a price, where some seats stop it."""
    turn = AUCTION_ROOM.turn(state)
    assert isinstance(turn, Decide)
    for seat in turn.seats:
        move = ticker.call(state, seat, price, stops=seat in stops)
        assert move in AUCTION_ROOM.legal(state, seat)
        state = play(state, str(move)).state
    return state


@pytest.mark.clause("AR-bid")
def test_ar_bid_a_clock_runs_from_its_start_to_its_end() -> None:
    assert ticker.clock(rising()) == Clock(0, 200, 10_000)
    assert ticker.clock(rising(reserve=20)) == Clock(2_000, 200, 10_000)
    assert ticker.clock(falling()) == Clock(10_000, -200, 0)
    assert ticker.clock(opened((6_000, 4_800))) is None


@pytest.mark.clause("AR-bid", "AR-reserve")
@pytest.mark.parametrize(("auction", "step"), [("english", 200), ("dutch", -200)])
def test_a_clock_that_cannot_run_stands_at_the_reserve_and_all_pass(
    auction: Auction, step: int
) -> None:
    deck = replace(default_deck(), top=5_000)
    state = opened((5_000, 1_000), deck=deck, auction=auction, reserve=60)
    assert ticker.clock(state) == Clock(6_000, step, 6_000)
    assert called(state, 6_000).round == 1


@pytest.mark.clause("AR-bid")
def test_ar_bid_a_press_drops_out_and_the_clock_goes_on_from_there() -> None:
    state = called(rising(), 3_000, 2)
    assert ticker.clock(state) == Clock(3_000, 200, 10_000)
    assert [each.bid for each in state.bidders] == [None, None, 3_000]
    sold = called(state, 4_800, 1)
    assert sold.phase != "clock"
    assert [each.money for each in sold.bidders] == [1_200, 0, 0]


@pytest.mark.clause("AR-bid")
def test_ar_bid_a_press_buys_as_the_clock_falls() -> None:
    state = called(falling(), 5_000, 0)
    assert [each.money for each in state.bidders] == [1_000, 0, 0]


@pytest.mark.clause("AR-bid", "AR-tie")
def test_ar_bid_at_the_end_of_a_clock_who_is_in_drops_out_and_nobody_buys() -> None:
    state = called(rising(), 10_000)
    assert AUCTION_ROOM.turn(state) == Chance("lot", 1, 0)
    unsold = called(falling(), 0)
    assert [each.money for each in unsold.bidders] == [0, 0, 0]


@pytest.mark.clause("AR-bid")
def test_ar_bid_the_clock_halts_where_a_bot_has_said_so() -> None:
    up = play(rising(), "1 stop 4200").state
    assert ticker.clock(up) == Clock(0, 200, 4_200)
    assert ticker.clock(play(up, "2 pass").state) == Clock(0, 200, 4_200)
    down = play(falling(), "1 stay 7000").state
    assert ticker.clock(down) == Clock(10_000, -200, 7_000)


@pytest.mark.clause("AR-values")
def test_ar_values_a_budget_halts_a_rising_clock() -> None:
    state = opened(VALUES, 5_100, 9_000, 9_000, auction="english", values="budget")
    assert ticker.clock(state) == Clock(0, 200, 5_000)
    after = called(state, 5_000)
    assert [each.bid for each in after.bidders] == [5_000, None, None]
    poor = opened(VALUES, 1_000, 9_000, 9_000, auction="english", values="budget", reserve=20)
    assert ticker.clock(poor) == Clock(2_000, 200, 2_000)
    assert str(ticker.call(poor, 0, 2_000, stops=False)) == "1 pass"


def test_those_who_watch_the_clock_have_seen_it_move() -> None:
    seen: list[events.Event] = [
        events.ClockMoved(price=200, rises=True),
        events.CallMade(seat=0, price=200, stays=True),
        events.ClockStopped(rises=True, seats=(0,), price=200, left=2),
    ]
    news: list[events.Event] = [
        events.ClockStopped(rises=True, seats=(0,), price=200, left=1),
        events.ClockStopped(rises=False, seats=(0,), price=200, left=2),
        events.RoundBegun(auction="english", round=1, rounds=1, reserve=0),
    ]
    assert all(ticker.seen(each) for each in seen)
    assert not any(ticker.seen(each) for each in news)
