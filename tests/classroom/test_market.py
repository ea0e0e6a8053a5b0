"""A class in one market, where anybody may speak at any time."""

from random import Random
from typing import Any

import pytest

from paydays_widgets.classroom import wishes
from paydays_widgets.core.game import IllegalMove, StaleMove
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games import load
from paydays_widgets.games.market.rules import Rules
from tests.classroom.classes import Class, same_again

PEOPLE = 6


@pytest.fixture
def market() -> Class:
    players = [Player(f"P{seat}") for seat in range(PEOPLE)]
    rules = Rules(speech="free", values="drawn")
    table = Table(load("market"), players, rules=rules, seed=5)
    people = [f"P{number}" for number in range(PEOPLE)]
    return Class().open(table=table, size=60).join(*people).begin([*range(PEOPLE)])


def asked(room: Class) -> int:
    return room.room.sittings[0].asked


def say(room: Class, person: int, what: str, number: int | None = None) -> None:
    """Let somebody say something, for the question that they see or one that they saw."""
    move = f"{person + 1} {what}"
    number = asked(room) if number is None else number
    room.do(wishes.decide(room.room, person, move, number, room.now))
    room.walk()


def state(room: Class) -> Any:
    return room.room.sittings[0].table.state


def test_who_waited_may_speak_again_after_news(market: Class) -> None:
    say(market, 0, "wait")
    before = asked(market)
    with pytest.raises(StaleMove):
        say(market, 0, "offer 1000")
    say(market, 1, "offer 9000")
    assert asked(market) != before
    say(market, 0, "offer 1000")
    assert [each.price for each in state(market).bids] == [1_000]
    same_again(market)


def test_an_order_for_an_older_question_counts(market: Class) -> None:
    seen = asked(market)
    say(market, 0, "offer 1000", seen)
    say(market, 2, "offer 2000", seen)
    say(market, 1, "offer 9000", seen)
    assert [each.price for each in state(market).bids] == [1_000, 2_000]
    with pytest.raises(StaleMove):
        say(market, 0, "offer 3000", seen)
    same_again(market)


def test_a_price_that_is_gone_is_not_taken(market: Class) -> None:
    say(market, 1, "offer 5000")
    seen = asked(market)
    say(market, 0, "take 5000", seen)
    with pytest.raises((IllegalMove, StaleMove)):
        say(market, 2, "take 5000", seen)
    assert state(market).traded == 1
    same_again(market)


def test_a_period_ends_when_all_wait_since_the_last_news(market: Class) -> None:
    say(market, 0, "offer 1000")
    seen = asked(market)
    for person in range(PEOPLE):
        assert state(market).period == 1
        say(market, person, "wait", seen)
    assert state(market).period == 2
    same_again(market)


def test_two_send_the_same_price_twice(market: Class) -> None:
    seen = asked(market)
    say(market, 0, "offer 1000", seen)
    assert wishes.decide(market.room, 0, "1 offer 1000", seen, market.now) is None
    with pytest.raises(IllegalMove):
        say(market, 2, "offer 1000", seen)


def test_sixty_people_in_one_market_and_its_log_read_again() -> None:
    rules = Rules(speech="free", units=3)
    players = [Player(f"P{seat}") for seat in range(60)]
    table = Table(load("market"), players, rules=rules, seed=5)
    room = Class().open(table=table, size=60).join(*[each.name for each in players])
    room.begin([*range(60)])
    sitting, luck = room.room.sittings[0], Random(1)
    for _ in range(300):
        seat = luck.choice(sitting.waiting)
        move = luck.choice(sitting.table.game.legal(sitting.table.state, seat))
        say(room, seat, str(move).partition(" ")[2])
    assert state(room).period > 1
    same_again(room)
