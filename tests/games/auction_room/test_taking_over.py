"""Strategies that go on for others, as advice has them do, at a clock that has begun to rise."""

from collections.abc import Iterator
from itertools import count
from typing import Final

import pytest

from paydays_widgets.core.chance import draw, key
from paydays_widgets.core.game import CHANCE, Chance, Decide
from paydays_widgets.core.playout import by_strategy, playout
from paydays_widgets.games.auction_room.bots import STRATEGIES
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.moves import Draw, Move, Stay, Stop
from paydays_widgets.games.auction_room.rules import Rules
from paydays_widgets.games.auction_room.state import State

EVERY: Final = pytest.mark.parametrize("name", STRATEGIES)


def play(state: State, *moves: Move) -> State:
    for move in moves:
        state = AUCTION_ROOM.unfold(state, move)[-1].state
    return state


def dealt(rules: Rules, *amounts: int) -> State:
    """Give a position at the clock, in which three seats have these values, then budgets."""
    return play(AUCTION_ROOM.start(3, rules), *[Draw(CHANCE, amount * UNIT) for amount in amounts])


def luck(number: int) -> Iterator[int]:
    return (draw(key(number), 0, 0, at) for at in count())


@EVERY
@pytest.mark.clause("AR-bid", "AR-reserve")
def test_who_was_kept_in_above_its_value_drops_out_where_it_can_no_longer_pass(name: str) -> None:
    """Its value lies below the reserve; chance alone may keep it in."""
    rules = Rules("english", reserve=30, rounds=1)
    state = dealt(rules, 10, 50, 60)
    state = play(state, Stay(0, 4_000), Stop(1, 9_000), Stop(2, 9_000))
    turn = AUCTION_ROOM.turn(state)
    assert isinstance(turn, Decide)
    assert (turn.seats, turn.repeat) == ((0,), 1)
    move = STRATEGIES[name](AUCTION_ROOM.view(state, 0), 2**31)
    assert AUCTION_ROOM.refuse(state, move) is None
    if name != "random_legal":
        assert move == Stop(0, 4_000)


@EVERY
@pytest.mark.clause("AR-values", "AR-bid")
def test_who_is_still_in_is_imagined_with_a_budget_that_reaches_the_clock(name: str) -> None:
    state = dealt(Rules("english", "budget", rounds=1), 90, 80, 70, 100, 100, 100)
    state = play(state, Stop(0, 9_000), Stop(1, 9_000), Stop(2, 6_000))
    assert (state.clock, AUCTION_ROOM.turn(state).turn) == (6_000, 1)
    decide = [by_strategy(AUCTION_ROOM, STRATEGIES[name])] * 3
    stopped = set()
    for number in range(200):
        imagined = AUCTION_ROOM.imagine(state, 0, (), luck(number))
        budget = imagined.bidders[1].budget
        assert budget is not None
        assert budget >= state.clock
        stopped.add(imagined.bidders[2].budget)
        *_, (_, last) = playout(AUCTION_ROOM, imagined, decide, number)
        assert last.phase == "over"
    assert len(stopped) > 50, "a bidder who has dropped out can have any budget"


def test_before_a_clock_rises_all_budgets_are_possible() -> None:
    state = dealt(Rules("english", "budget", reserve=60), 90, 80, 70, 100, 100, 100)
    assert not isinstance(AUCTION_ROOM.turn(state), Chance)
    drawn = [AUCTION_ROOM.imagine(state, 0, (), luck(number)).bidders[1] for number in range(50)]
    budgets = [each.budget for each in drawn if each.budget is not None]
    assert len(budgets) == len(drawn)
    assert min(budgets) < 2_000
