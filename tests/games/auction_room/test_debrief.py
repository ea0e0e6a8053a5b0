"""What a class talks about after the auction room: what all have been told, and no more."""

import pytest

from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.games.auction_room import debrief
from paydays_widgets.games.auction_room.bots import STRATEGIES
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.events import ObjectSold, ProfitBooked, ValuesTold
from paydays_widgets.games.auction_room.moves import Pass
from paydays_widgets.games.auction_room.rules import Auction, Rules, Told


def begun(rules: Rules) -> AnyTable:
    players = [Player(name, "in_equilibrium") for name in ("Anna", "Ben", "Cem")]
    return Table(AUCTION_ROOM, players, rules=rules, seed=1, strategies=STRATEGIES)


@pytest.mark.clause("AR-told")
@pytest.mark.parametrize("told", ["values", "bids", "price", "win"])
def test_the_results_tell_what_all_are_told_also_after_the_end(told: Told) -> None:
    table = begun(Rules(told=told, rounds=3))
    while table.advance():
        steps = table.branch.steps
        booked = sum(isinstance(each.event, ProfitBooked) for each in steps)
        sold = sum(isinstance(each.event, ObjectSold) for each in steps)
        valued = sum(isinstance(each.event, ValuesTold) for each in steps)
        assert len(debrief.points(steps)) == (valued if told == "values" else 0)
        wins, profits, losses, _ = map(sum, zip(*debrief.figures(steps, 3), strict=True))
        assert wins == (sold if told in {"values", "bids"} else 0)
        over = steps[-1].state.phase == "over"
        assert bool(profits) == (bool(booked) if told == "values" else over)
        assert not losses
    paid = [bidder.money for bidder in table.state.bidders]
    assert [row[1] for row in debrief.figures(table.branch.steps, 3)] == paid
    assert debrief.points(()) == []


@pytest.mark.clause("AR-told")
def test_what_a_common_value_was_is_always_told() -> None:
    table = begun(Rules(values="common", told="bids", rounds=3))
    while table.advance():
        pass
    assert len(debrief.points(table.branch.steps)) == 3


@pytest.mark.clause("AR-bid")
@pytest.mark.parametrize("auction", ["first", "english"])
def test_who_passes_is_counted_whether_bids_are_sealed_or_a_clock_runs(auction: Auction) -> None:
    players = [Player("Anna"), Player("Ben"), Player("Cem")]
    table = Table(AUCTION_ROOM, players, rules=Rules(auction), seed=1)
    while table.advance():
        pass
    for seat in range(3):
        table.play(Pass(seat) if seat == 1 else AUCTION_ROOM.legal(table.state, seat)[0])
    assert [row[3] for row in debrief.figures(table.branch.steps, 3)] == [0, 1, 0]
