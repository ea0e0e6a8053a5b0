"""What the market's strategies do at a decision."""

from typing import Any

import pytest

from paydays_widgets.core.chance import WORD
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games.market.bots import STRATEGIES, at
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.moves import Ask, Bid
from paydays_widgets.games.market.reading import left, limit
from paydays_widgets.games.market.rules import PRESETS
from paydays_widgets.games.market.state import NONE, State, View
from tests.games.market.positions import opened, play

SHARE_BOTS = ("zero_intelligence", "fundamentalist", "trend_follower", "borrower")
FREE: dict[str, Any] = {"speech": "free"}


def view(state: State, seat: int) -> View:
    return MARKET.view(state, seat - 1)


def move(name: str, state: State, seat: int, luck: int = 0) -> str:
    return str(STRATEGIES[name](view(state, seat), luck))


def market(script: str = "", **rules: Any) -> State:
    state = opened(8_000, 2_000, 7_000, 3_000, **(FREE | rules))
    return play(state, script).state if script else state


def test_what_a_price_leaves_takes_off_a_tax_of_ones_own() -> None:
    for rules, limits in (
        ({}, (8_000, 2_000)),
        ({"tax": 10}, (7_000, 2_000)),
        ({"tax": 10, "payer": "sellers"}, (8_000, 3_000)),
    ):
        state = market(**rules)
        assert (limit(view(state, 1)), limit(view(state, 2))) == limits
        assert [left(view(state, seat), 5_000) for seat in (1, 2)] == [
            limits[0] - 5_000,
            5_000 - limits[1],
        ]


def test_the_limit_is_that_of_the_next_unit() -> None:
    state = opened(8_000, 7_000, 2_000, 3_000, units=2, **FREE)
    state = play(state, "1 offer 5000; 2 take 5000").state
    assert [limit(view(state, seat)) for seat in (1, 2)] == [7_000, 3_000]
    state = opened(8_000, 7_000, 2_000, 3_000, units=2, institution="call")
    state = play(state, "1 offer 5000; 2 offer 3000").state
    assert [limit(view(state, seat)) for seat in (1, 2)] == [7_000, 3_000]


def test_a_price_is_taken_offered_or_waited_for() -> None:
    state = market("1 offer 4000; 2 offer 6000")
    assert str(at(view(state, 3), 6_000)) == "3 take 6000"
    assert str(at(view(state, 3), 5_000)) == "3 offer 5000"
    assert str(at(view(state, 3), 4_000)) == "3 wait"
    assert str(at(view(state, 4), 4_000)) == "4 take 4000"
    assert str(at(view(state, 4), 5_000)) == "4 offer 5000"
    assert str(at(view(state, 4), 6_000)) == "4 wait"
    assert str(at(view(market(ceiling=40), 1), 5_000)) == "1 offer 4000"
    assert str(at(view(market(floor=60), 2), 5_000)) == "2 offer 6000"
    assert str(at(view(market(floor=60), 1), 5_000)) == "1 wait"


@pytest.mark.parametrize("luck", range(0, WORD, WORD // 16))
def test_zero_intelligence_never_loses_and_always_improves(luck: int) -> None:
    for state in (
        market(),
        market("1 offer 4000; 2 offer 6000"),
        market("1 offer 7500; 2 offer 7900"),
        market(institution="call"),
        market(tax=30),
    ):
        for seat in (1, 2, 3, 4):
            chosen = STRATEGIES["zero_intelligence"](view(state, seat), luck)
            assert MARKET.refuse(state, chosen) is None
            price = getattr(chosen, "price", None)
            assert price is None or left(view(state, seat), price) >= 0


def test_zero_intelligence_that_cannot_improve_takes_or_waits() -> None:
    state = market("1 offer 7500; 2 offer 7900")
    assert move("zero_intelligence", state, 3) == "3 wait"
    assert move("zero_intelligence", state, 4, WORD - 1) == "4 offer 7899"
    assert move("zero_intelligence", market("1 offer 4000"), 4, 0) == "4 take 4000"


def test_truthful_offers_its_card() -> None:
    assert move("truthful", market(), 1) == "1 offer 8000"
    assert move("truthful", market(institution="call"), 2) == "2 offer 2000"
    assert move("truthful", market("1 offer 4000"), 2) == "2 take 4000"


def test_the_price_watcher_aims_at_the_going_price_and_gives_way() -> None:
    assert move("price_watcher", market(), 1) == "1 offer 4000"
    assert move("price_watcher", market(), 2) == "2 offer 6000"
    traded = market("1 offer 5000; 2 take 5000")
    assert move("price_watcher", traded, 3) == "3 offer 5000"
    assert move("price_watcher", traded, 4) == "4 offer 5000"
    ahead = market("1 offer 4000")
    assert move("price_watcher", ahead, 1) == "1 offer 4100"
    assert move("price_watcher", market("1 offer 6950"), 3) == "3 offer 7000"
    assert move("price_watcher", market("1 offer 7000"), 3) == "3 wait"
    assert move("price_watcher", market("2 offer 3000"), 4) == "4 wait"
    assert move("price_watcher", market("2 offer 6500"), 4) == "4 offer 6400"


def test_the_sniper_names_no_price_and_takes_a_good_one() -> None:
    assert move("sniper", market(), 1) == "1 wait"
    assert move("sniper", market("2 offer 7900"), 1) == "1 take 7900"
    assert move("sniper", market("2 offer 7900"), 3) == "3 wait"
    traded = "1 offer 5000; 2 take 5000; "
    assert move("sniper", market(f"{traded}4 offer 5000"), 3) == "3 take 5000"
    assert move("sniper", market(f"{traded}4 offer 6000"), 3) == "3 wait"
    assert move("sniper", market(f"{traded}4 offer 6000; 3 offer 5500"), 3) == "3 take 6000"
    assert move("sniper", market(institution="call"), 3) == "3 offer 7000"


def test_the_bargainer_keeps_the_margin_of_theory() -> None:
    state = market(institution="call")
    assert move("bargainer", state, 1) == "1 offer 6167"
    assert move("bargainer", state, 2) == "2 offer 3833"
    low = opened(1_000, 9_000, institution="call")
    assert move("bargainer", low, 1) == "1 offer 1000"
    assert move("bargainer", low, 2) == "2 offer 9000"


@pytest.mark.parametrize("preset", ["shares", "credit", "shares_call"])
def test_mk_offer_strategies_name_whole_prices_for_shares(preset: str) -> None:
    for seed in range(4):
        players = [Player(kind, kind) for kind in (*SHARE_BOTS, *SHARE_BOTS)]
        table = Table(MARKET, players, rules=PRESETS[preset], seed=seed, strategies=STRATEGIES)
        while table.advance():
            pass
        moves = [each for each in table.branch.moves if isinstance(each, Bid | Ask)]
        named = [each.price for each in moves if each.price != NONE]
        assert named
        assert not [price for price in named if price % UNIT]
