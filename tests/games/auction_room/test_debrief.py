"""What a class talks about after the auction room, and what it does not see before."""

import pytest

from paydays_widgets.core.table import Player, Table
from paydays_widgets.games.auction_room import debrief
from paydays_widgets.games.auction_room.bots import STRATEGIES
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.events import ProfitBooked
from paydays_widgets.games.auction_room.rules import Rules, Told


@pytest.mark.clause("AR-told")
@pytest.mark.parametrize("told", ["values", "bids", "price", "win"])
def test_while_the_game_is_on_the_results_tell_no_secret(told: Told) -> None:
    players = [Player(name, "in_equilibrium") for name in ("Anna", "Ben", "Cem")]
    rules = Rules(told=told, rounds=3)
    table = Table(AUCTION_ROOM, players, rules=rules, seed=1, strategies=STRATEGIES)
    while table.advance():
        steps = table.branch.steps
        booked = sum(isinstance(each.event, ProfitBooked) for each in steps)
        told_all = told == "values" or steps[-1].state.phase == "over"
        assert len(debrief.points(steps)) == (booked if told_all else 0)
        shown = debrief.figures(steps, len(players))
        assert any(map(any, shown)) == bool(booked and told_all)
    assert len(debrief.points(table.branch.steps)) == rules.rounds
    assert debrief.points(()) == []
