"""What blocks of a class are measured by: people alone, blocks that are over, nothing secret."""

import pytest

from paydays_widgets.classroom import measures
from paydays_widgets.classroom.measures import Measure, estimate
from tests.classroom import markets, programmes
from tests.classroom.classes import NAMES, Class
from tests.classroom.programmes import opened, play

FIRST = {"rules": "first_price", "size": "2"}
SECOND = {"rules": "second_price", "size": "2"}
CURSE = {"rules": "curse", "size": "2"}


def only(room: Class) -> Measure:
    (found,) = measures.of(room.room)
    return found


def played(block: dict[str, str], people: int = 4, part: int = 2) -> Class:
    room = opened(block).join(*NAMES[:people]).begin()
    play(room, part)
    return room


def test_half_of_the_value_is_the_equilibrium_of_two() -> None:
    found = only(played(FIRST))
    assert found.topic == "price"
    assert found.estimate is not None
    assert found.estimate.value == pytest.approx(1, abs=0.02)
    assert (found.estimate.n, len(found.estimate.dots)) == (6, 2)
    assert (found.seats, found.without, found.theory) == (2, 0, 1)


def test_bids_above_the_value_are_counted_by_person() -> None:
    found = only(played(SECOND))
    assert found.estimate is not None
    assert (found.topic, found.estimate.value, found.estimate.n) == ("overbidding", 0, 12)
    assert [*found.estimate.dots] == [0] * 4


def test_what_bots_did_does_not_count() -> None:
    found = only(played(FIRST, people=3))
    assert found.estimate is not None
    assert (found.estimate.n, found.without) == (3, 3)
    found = only(played(SECOND, people=3))
    assert found.estimate is not None
    assert (found.estimate.n, found.without) == (9, 3)
    alone = only(played(FIRST, people=1))
    assert (alone.estimate, alone.without) == (None, 3)


def test_a_block_is_measured_when_it_is_over() -> None:
    room = opened(FIRST, SECOND).join(*NAMES[:4]).begin()
    assert measures.of(room.room) == []
    assert measures.of_block(room.room, 1) is None
    play(room)
    assert [each.topic for each in measures.of(room.room)] == ["price"]


def test_each_round_of_mixed_groups_is_a_dot() -> None:
    room = opened({**FIRST, "mixed": "yes"}).join(*NAMES[:4]).begin()
    for order in ([3, 2, 1, 0], [0, 2, 1, 3]):
        play(room)
        assert measures.of(room.room) == []
        room.begin(order)
    play(room)
    found = only(room)
    assert found.estimate is not None
    assert (found.estimate.n, len(found.estimate.dots)) == (6, 6)
    assert found.estimate.low is not None


@pytest.mark.parametrize("told", ["price", "win", "bids"])
def test_what_rules_keep_secret_is_not_measured(told: str) -> None:
    room = programmes.opened(FIRST, told=told).join(*NAMES[:4]).begin()
    play(room)
    assert measures.of(room.room) == []


def test_a_winner_who_bids_half_of_an_estimate_keeps_much() -> None:
    found = only(played(CURSE))
    assert found.estimate is not None
    assert found.topic == "curse"
    assert found.estimate.value > 1


def test_a_market_is_measured_by_what_was_gained() -> None:
    room = markets.opened(12, {})
    markets.trade(room)
    found = only(room)
    assert found.estimate is not None
    assert found.topic == "efficiency"
    assert 0.5 < found.estimate.value <= 1
    assert (found.estimate.n, len(found.estimate.dots), found.estimate.low) == (3, 1, None)


def test_a_class_that_plays_no_rounds_has_no_measures() -> None:
    room = Class().open().join(*NAMES[:4]).begin()
    assert measures.of(room.room) == []
    assert measures.of_block(room.room, 0) is None


def test_nothing_to_divide_by_is_no_estimate() -> None:
    assert estimate([]) is None
    assert estimate([("Anna", 3, 0)]) is None


def test_an_interval_ends_where_shares_end() -> None:
    found = estimate([(n, n < 5, 1) for n in range(6)], 0, 1)
    assert found is not None
    assert found.high == 1
    assert found.low is not None
    assert 0 < found.low < found.value
    alike = estimate([(n, 1, 1) for n in range(6)], 0, 1)
    assert alike is not None
    assert alike.low is None
