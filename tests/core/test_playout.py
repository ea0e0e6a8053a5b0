"""A game without a table: the same game as on a table, from any position."""

from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.playout import by_strategy, playout
from paydays_widgets.core.table import Player, Table

SEED = 4711


def a_table(name: str) -> Table[Any, Any, Any, Any, Any, Any]:
    strategies = games.modules(name).bots.STRATEGIES
    players = [Player(kind, kind) for kind in [*strategies][:3]]
    return Table(games.load(name), players, seed=SEED, strategies=strategies)


@pytest.mark.parametrize("name", games.names())
def test_a_playout_and_a_table_play_the_same_game(name: str) -> None:
    table = a_table(name)
    while table.advance():
        pass
    deciders = [by_strategy(table.game, table.strategies[each.kind]) for each in table.players]
    played = list(playout(table.game, table.start, deciders, SEED))
    assert [move for move, _ in played] == table.branch.moves
    assert played[-1][1] == table.state


@pytest.mark.parametrize("name", games.names())
def test_a_playout_goes_on_from_any_position(name: str) -> None:
    table = a_table(name)
    deciders = [by_strategy(table.game, table.strategies[each.kind]) for each in table.players]
    played = list(playout(table.game, table.start, deciders, SEED))
    for at in (len(played) // 3, len(played) // 2, len(played) - 1):
        rest = list(playout(table.game, played[at - 1][1], deciders, SEED))
        assert rest == played[at:]
    assert not list(playout(table.game, played[-1][1], deciders, SEED))


def test_runs_with_neighbouring_seeds_share_no_game() -> None:
    runs = [{game_seed(seed, number) for number in range(2000)} for seed in range(5)]
    assert len(set.union(*runs)) == 10_000
