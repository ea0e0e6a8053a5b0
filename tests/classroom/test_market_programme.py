"""A class that plays blocks of the market: who sits where, what is hidden, results, and files."""

from typing import Any

import pytest

from paydays_widgets.classroom import results, rounds, wishes
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES
from tests.classroom.classes import Class, same_again
from tests.classroom.markets import MARKET, USUAL, opened, programme, trade
from tests.classroom.test_programme import desk
from tests.spreadsheets import lines_of

FREE: dict[str, str] = {}
CEILING = {"rules": "ceiling"}


def page(room: Class, **look: Any) -> Any:
    return desk(room, open="results", **look)["main"]


def lines(room: Class) -> list[dict[str, str]]:
    return lines_of(rounds.file(room.room, "en"))


@pytest.mark.parametrize("people", [2, 7, 31, 60])
def test_everybody_sits_in_one_market_in_the_same_seats_in_each_block(people: int) -> None:
    room = opened(people, FREE, CEILING)
    [first] = [sitting.people for sitting in room.room.sittings]
    assert len(first) == people
    trade(room, kind="truthful")
    assert room.room.rests_between
    room.join("Late")
    room.begin()
    seated = [sitting.people for sitting in room.room.sittings]
    if people < max(MARKET.engine.seats):
        assert seated == [[*first, [people]]]
    else:
        assert [len(each) for each in seated] == [31, 31]


def test_markets_of_a_size_go_on_without_waiting_for_others() -> None:
    room = opened(16, {"size": "8"})
    first, second = room.room.sittings
    for _ in range(3):
        seat = first.waiting[0]
        move = f"{seat + 1} offer {5_000 + 100 * first.made if seat % 2 == 0 else 9_000}"
        person = first.people[seat][0]
        room.do(wishes.decide(room.room, person, move, first.asked, room.now))
        first.catch_up(room.now)
        assert not room.room.waits_for_others(first)
    assert second.waiting
    same_again(room)


def test_new_tables_after_each_period_are_refused() -> None:
    with pytest.raises(Complaint):
        programme({"mixed": "yes"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_plans_are_programmes(language: str) -> None:
    game = MARKET.programme
    assert game is not None
    for plan in game.plans(words(language)):
        assert len(programme(*plan.blocks)) == len(plan.blocks) > 1


def test_curves_and_theory_come_when_a_block_is_over_and_not_before_in_the_next() -> None:
    room = opened(8, FREE, CEILING, same=True)
    assert not page(room).keys("units")
    trade(room, most=30)
    assert not room.room.rests_between
    before = page(room)
    assert before.keys("trade-")
    assert not before.keys("band") + before.keys("units")
    assert "kept" in before.keys("kept")
    assert not any(line["gain"] or line["card"] or line["efficiency"] for line in lines(room))
    trade(room)
    assert len(page(room).keys("units")) == 1
    room.begin()
    trade(room, most=20)
    assert len(page(room).keys("units")) == 1  # of the first block
    hidden = [line for line in lines(room) if line["block"] == "2"]
    assert hidden
    assert not any(line["gain"] or line["card"] for line in hidden)
    assert all(line["card"] for line in lines(room) if line["block"] == "1" and line["seat"])
    trade(room)
    assert len(page(room).keys("units")) == 2


def test_the_teacher_ends_a_market_and_all_is_told() -> None:
    room = opened(6, FREE)
    trade(room, most=20)
    assert not page(room).keys("units")
    room.do(wishes.end(room.room))
    assert page(room).keys("units")


def test_gains_are_those_of_the_file_and_places_go_by_them() -> None:
    room = opened(8, {**FREE, "practice": "yes"}, FREE, CEILING)
    for last in (False, False, True):
        trade(room)
        if not last:
            room.begin()
    sums = rounds.profits(room.room)
    for person, blocks in sums.items():
        for block, sum_ in enumerate(blocks, 1):
            own = [
                float(line["gain"])
                for line in lines(room)
                if line["label"].strip("'") == f"P{person}" and line["block"] == str(block)
                if line["what"] == "trade"
            ]
            assert sum(own) == pytest.approx((sum_ or 0) / 100)
    ended = [line for line in lines(room) if line["what"] == "period"]
    assert len(ended) == 3 * int(USUAL["periods"])
    assert {line["practice"] for line in ended} == {"yes", ""}
    table = page(room).inside("people")
    rows = [each for each in table if each.tag == "tr"][1:]
    assert len(rows) == 8
    assert lines_of(results.decisions(room.room, words("en")))


def test_no_page_of_a_block_that_is_on_tells_what_others_gain() -> None:
    room = opened(8, FREE)
    trade(room, most=40)
    [sitting] = room.room.sittings
    gains = [each.gain for each in sitting.table.state.traders]
    assert any(gains)
    assert not page(room).keys("people")
    assert not any(rounds.profits(room.room).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_of_shares_say_who_was_forced_to_sell_and_what_a_profit_is(language: str) -> None:
    room = opened(4, {"rules": "credit", "periods": "3"})
    trade(room, kind="borrower")
    shown = page(room, language=language)
    notes = [shown.key(each).said for each in shown.keys("note-")]
    assert notes
    assert "261" in notes[-1]
