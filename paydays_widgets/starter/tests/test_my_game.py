"""Tests: the rules hold, and every game ends."""

import pytest
from my_game.engine import MY_GAME, START_MONEY
from my_game.state import State

from paydays_widgets import games
from paydays_widgets.core.game import IllegalMove
from paydays_widgets.core.record import dumps, loads
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.panels import Desk
from paydays_widgets.panels.drawer import TABS

games.add("my_game")


def after(*moves: str, seats: int = 2) -> State:
    """Play moves, given in their notation, from the start."""
    state = MY_GAME.start(seats)
    for move in moves:
        state = MY_GAME.unfold(state, MY_GAME.read(move))[-1].state
    return state


def played(seats: int, seed: int) -> AnyTable:
    """Let bots play a game to its end."""
    bots = games.modules("my_game").bots.STRATEGIES
    kinds = list(bots)
    players = [Player(f"Bot {n}", kinds[n % len(kinds)]) for n in range(seats)]
    table = Table(MY_GAME, players, seed=seed, strategies=bots)
    while table.advance():
        assert all(money >= 0 for money in table.state.money)
    return table


def test_the_highest_bid_wins_the_lot_and_is_paid() -> None:
    state = after("* deal 8", "* deal 5", "2 bid 4", "1 bid 6")
    assert state.money == (START_MONEY + 8 - 6, START_MONEY)
    assert state.lot == 2


def test_equal_highest_bids_win_nothing() -> None:
    assert after("* deal 8", "* deal 5", "2 bid 4", "1 bid 4").money == (START_MONEY,) * 2


def test_nobody_bids_more_than_it_has() -> None:
    with pytest.raises(IllegalMove, match="not_that_much_money"):
        after("* deal 8", "* deal 5", "2 bid 11")


def test_a_seat_sees_its_own_worth_and_its_own_bid_alone() -> None:
    state = after("* deal 8", "* deal 5", "2 bid 4")
    assert MY_GAME.view(state, 0).worth == (8, None)
    assert MY_GAME.view(state, 0).bids == (None, None)
    assert MY_GAME.view(state, 1).bids == (None, 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_a_game_of_bots_comes_to_its_end_and_can_be_replayed(seats: int, seed: int) -> None:
    table = played(seats, seed)
    assert table.state.phase == "over"
    bots = games.modules("my_game").bots.STRATEGIES
    assert loads(dumps(table), MY_GAME, bots).state == table.state


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_step_and_every_tab_can_be_shown(language: str) -> None:
    desk = Desk(played(seats=3, seed=1), language=language)
    for step in range(desk.at + 1):
        desk.at = step
        for part in (desk.controls, desk.stage, desk.storyline):
            assert 'role="alert"' not in part.html, part.html
    for tab in TABS:
        assert desk.do("tab", tab), desk.message
        assert 'role="alert"' not in desk.drawer.html, desk.drawer.html


def test_every_position_can_be_set_up_and_names_rules_that_exist() -> None:
    modules = games.modules("my_game")
    desk = Desk("my_game")
    for position in modules.vignettes.values():
        assert desk.do("vignette", position.id), desk.message
        assert 'role="alert"' not in desk.stage.html, desk.stage.html
        assert set(position.clauses) <= set(modules.rulebook.clauses), position.id
