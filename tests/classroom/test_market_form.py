"""How a class in a market is opened: how many trade together, and by which rules."""

from collections.abc import Iterator
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.entries import Way
from paydays_widgets.classroom.room import Room
from paydays_widgets.core import record
from paydays_widgets.games.market.rules import PRESETS, Rules
from tests.classroom.browsers import Browser
from tests.classroom.classes import Class, game
from tests.classroom.server import Server

MARKET = games.modules("market")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


def opened(server: Server, **fields: str) -> Room:
    """Open a class by the form, with what a teacher has changed in it."""
    browser = Browser(server).ask("/class/new")
    usual = {"game": "market", "way": "tables", "rules-market": "double_auction"}
    given = {"form": browser.form, "once": browser.hidden("once"), **usual}
    browser.ask("/class/new", {**given, **fields})
    assert browser.status == 303, browser.text
    return server.classroom.live.rooms[browser.got["location"].split("/")[2]].room


def rules(room: Room) -> Any:
    return room.start.table.rules


def test_one_press_opens_one_market_for_all_where_anybody_speaks(server: Server) -> None:
    room = opened(server)
    assert room.size == 60
    assert rules(room) == Rules(speech="free")


@pytest.mark.parametrize("size", ["4", "10"])
def test_a_teacher_can_choose_smaller_markets_and_other_rules(server: Server, size: str) -> None:
    chosen = {"rules-market": "ceiling", "size-market": size}
    room = opened(server, **chosen, **{"periods-market": "5", "ceiling-market": "50"})
    assert room.size == int(size)
    assert rules(room) == Rules(speech="free", periods=5, ceiling=50)


@pytest.mark.parametrize("given", [{"size-market": "59"}, {"ceiling-market": "45"}])
def test_what_the_form_does_not_offer_is_refused(server: Server, given: dict[str, str]) -> None:
    browser = Browser(server).ask("/class/new")
    usual = {"form": browser.form, "once": browser.hidden("once"), "game": "market"}
    browser.ask("/class/new", {**usual, "way": "tables", **given})
    assert browser.status == 400
    assert browser.alert


def test_a_game_from_a_desk_becomes_a_market_for_all(server: Server) -> None:
    saved = record.share(game("market", 3, rules=Rules(tax=20)))
    room = opened(server, record=saved)
    assert (room.size, rules(room)) == (60, Rules(speech="free", tax=20))


@pytest.mark.parametrize("way", ["tables", "team", "poll"])
@pytest.mark.parametrize("preset", PRESETS)
def test_nobody_is_drawn_to_speak_unless_the_class_answers_together(way: Way, preset: str) -> None:
    given = PRESETS[preset]
    kinds = ("human",) if way != "poll" else ("zero_intelligence",)
    room = Class().open(way, game("market", 4, kinds[0], rules=given)).join("Anna", "Ben")
    room.begin()
    found = room.room.start.table.rules
    assert found == (given if way == "poll" else MARKET.panel.in_class(given))
    assert found.free == (way != "poll" and not given.call)


@pytest.mark.parametrize("people", [1, 2, 3, 7, 9, 13])
@pytest.mark.parametrize("size", [60, 4])
def test_every_market_has_both_sides(people: int, size: int) -> None:
    room = Class().open(table=game("market"), size=size)
    room.join(*[f"P{number}" for number in range(people)]).begin()
    for sitting in room.room.sittings:
        sides = {each.side for each in sitting.table.game.view(sitting.table.state, None).traders}
        assert sides == {"buyer", "seller"}
        assert sum(map(len, sitting.people)) >= min(people, 2)
    assert sum(len(each.everybody) for each in room.room.sittings) == people


def test_somebody_who_comes_late_takes_a_bots_seat() -> None:
    room = Class().open(table=game("market"), size=60).join("Anna").begin()
    assert room.room.sittings[0].people == [[0], []]
    room.join("Ben")
    table, seat = wishes.free_seat(room.room) or (0, 0)
    room.do(wishes.seat(room.room, 1, table, seat))
    assert room.room.sittings[0].people == [[0], [1]]
