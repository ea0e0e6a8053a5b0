"""What seats compete for: whether luck lets several of them."""

from functools import partial
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.chance import Lane, Outcome, PlannedDealer, SeededDealer
from paydays_widgets.core.contest import plan, rivalry
from paydays_widgets.core.game import Chance, Move
from paydays_widgets.core.table import AnyTable, Player, Table


def table(seats: int = 3, seed: int = 1, name: str = "zahltag") -> AnyTable:
    modules = games.modules(name)
    bot = modules.panel.OPPONENTS[0]
    players = [Player(f"Bot {seat + 1}", bot) for seat in range(seats)]
    return Table(modules.engine, players, seed=seed, strategies=modules.bots.STRATEGIES)


def able(view: Any, move: Move, name: str = "zahltag") -> bool | None:
    contest = games.modules(name).panel.CONTEST
    assert contest is not None
    return contest.able(view, move)


def test_rivalry_counts_the_hands_that_have_what_a_contract_needs() -> None:
    at = table()
    assert rivalry(at, able) == {}  # cards are dealt, and nobody bids for them
    while not (isinstance(at.turn, Chance) and at.turn.purpose == "turn_up"):
        assert rivalry(at, able) == {}
        at.advance()
    found = rivalry(at, able)
    state = at.state
    assert {str(move) for move in found} == {
        f"* turn {number}" for number in range(1, len(state.deck.contracts) + 1)
    }
    for move in found:
        needs = state.deck.contracts[int(str(move).split()[-1]) - 1]
        hands = [
            all(has >= need for has, need in zip(firm.hand, needs, strict=True))
            for firm in state.firms
        ]
        assert found[move] == (sum(hands) >= 2)
    assert {True, False} == {*found.values()}


def test_a_crew_can_or_cannot_finish_a_contract_that_is_turned_up() -> None:
    at = table(seats=2, name="master_builder")
    found: list[bool] = []
    while at.advance() and {*found} != {True, False}:
        found += rivalry(at, partial(able, name="master_builder")).values()
    assert {*found} == {True, False}


def test_the_plan_has_the_draws_of_the_game_for_which_two_can_bid() -> None:
    at = table()
    planned = plan([at], able, 3)
    assert [(each.turn, each.purpose, each.repeat) for each in planned] == [
        (turn, "turn_up", 0) for turn in (1, 2, 3)
    ]
    again = table()
    lanes = {
        Lane(each.turn, each.purpose, each.repeat): again.game.read(each.move) for each in planned
    }
    again.dealer.usual = PlannedDealer(again.dealer.usual, lanes)
    for each in planned:
        while not rivalry(again, able):
            again.advance()
        assert rivalry(again, able)[again.game.read(each.move)]
        again.advance()
        assert str(again.branch.moves[-1]) == each.move


def test_nothing_is_planned_after_the_end_or_where_tables_have_come_apart() -> None:
    over = table()
    while over.advance():
        pass
    assert plan([over], able, 3) == ()
    later = table()
    plan([later], able, 1)
    later.advance()
    assert plan([table(), later], able, 3) == ()


def test_where_nobody_can_bid_the_game_s_own_chances_decide() -> None:
    at = table()
    [planned] = plan([at], lambda view, move: able(view, move) and False, 1)
    assert planned.move == str(at.branch.moves[-1])


@pytest.mark.parametrize("planned", ["rain", "snow"])
def test_what_was_planned_comes_if_it_can(planned: str) -> None:
    usual = SeededDealer(1)
    lane, other = Lane(1, "sky", 0), Lane(1, "sky", 1)
    dealer = PlannedDealer(usual, {lane: planned})
    outcomes = [Outcome("sun", 1000), Outcome("rain", 1)]
    assert dealer.pick(outcomes, lane) == ("rain" if planned == "rain" else "sun")
    assert dealer.pick(outcomes, other) == usual.pick(outcomes, other)
    assert dealer.luck(lane) == usual.luck(lane)
