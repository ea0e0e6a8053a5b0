"""Anyone who comes to a full room looks on: at what lies open, with nothing to press."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from paydays_widgets import games
from paydays_widgets.classroom import screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import Way
from paydays_widgets.classroom.web import pages
from paydays_widgets.core.text import LANGUAGES, Language
from tests.classroom.browsers import Browser, teacher
from tests.classroom.classes import Class, answer, game
from tests.classroom.phones import saved
from tests.classroom.programmes import opened
from tests.classroom.server import Server

FULL = 3


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server whose rooms are soon full."""
    monkeypatch.setattr(wishes, "MOST_PEOPLE", FULL)
    with Server(tmp_path) as running:
        yield running


def full(server: Server, way: Way = "tables") -> tuple[Here, Browser]:
    """Open a room and fill it; return it, and the browser of somebody else."""
    here = server.open(saved(), way)
    for number in range(FULL):
        Browser(server).join(here.code, f"S{number}")
    return here, Browser(server)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["tables", "poll"])
def test_who_finds_no_seat_is_led_to_a_page_that_follows(
    server: Server, monkeypatch: pytest.MonkeyPatch, way: Way, language: Language
) -> None:
    here, late = full(server, way)
    page = late.ask(f"/join/{here.code}")
    link = f"/class/{here.code}/watch"
    assert link in page.text
    before = late.ask(f"{link}?language={language}").text
    assert late.status == 200
    assert 'http-equiv="refresh"' in before
    assert "<script" not in before
    server.begin(here)
    assert late.ask(f"{link}?language={language}").text == before, "many may look on"
    monkeypatch.setattr(pages, "AGAIN", 0)
    after = late.ask(f"{link}?language={language}").text
    assert after != before
    assert "pw-board" in after
    assert "data-do" not in after
    assert " data-move" not in after
    assert "socket" not in after


def test_nobody_looks_on_where_there_is_a_seat_or_the_door_is_closed(server: Server) -> None:
    here, late = full(server)
    link = f"/class/{here.code}/watch"
    assert late.ask(link).status == 200
    server.wish(here, lambda room: [wishes.close(room, closed=True)])
    assert late.ask(link).status == 303
    assert "/watch" not in late.ask(f"/join/{here.code}").text
    server.wish(here, lambda room: [wishes.close(room, closed=False), wishes.remove(room, 0)])
    assert late.ask(link).status == 303
    assert Browser(server).ask("/class/QQQQQQQQ/watch").status == 404
    assert teacher(server, here.code).ask(link).status == 303


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["tables", "team", "poll"])
@pytest.mark.parametrize("name", games.names())
def test_what_is_shown_lies_open(name: str, way: Way, language: Language) -> None:
    room = Class().open(way, game(name))
    room.join("Anna", "Ben", "Cara", "Dan")
    here, screen = Here(1, room.room), ClassScreen(language=language)
    assert "stage" in screens.watch.watched(here, screen)
    room.begin()
    for _ in range(8):
        shown = screens.watch.watched(here, screen)
        parts = screens.shown(here, None, screen, {}).parts
        assert shown["stage"] == parts["stage"].html
        assert shown["story"] == parts["story"].html
        assert not {"data-move", "data-do"} & {*re.findall("data-[a-z]+", shown["stage"])}
        if way == "poll":
            answer(room, 0)
            room.pick()
        else:
            room.decide(room.turn()[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_sealed_bids_and_values_stay_sealed(language: Language) -> None:
    room = opened({"rules": "first_price", "rounds": "3"})
    room.join(*[f"S{number}" for number in range(8)])
    room.begin()
    room.walk()
    here, screen = Here(1, room.room), ClassScreen(language=language)
    for sitting in room.room.sittings:
        for seat in sitting.waiting[:-1]:
            made = wishes.decide(
                room.room, sitting.people[seat][0], f"{seat + 1} bid 4321", sitting.asked, room.now
            )
            room.do(made)
    shown = screens.watch.watched(here, screen)["stage"]
    for seen in (shown, screens.shown(here, 0, ClassScreen(), {}).parts["stage"].html):
        own = seen is not shown
        values = [each.value for each in room.room.sittings[0].table.state.bidders]
        assert any(f"{value // 100}" in seen for value in values) is own
        assert ("43" in seen) is own
    assert "data-do" not in shown


def test_answers_are_seen_once_they_are_shown() -> None:
    room = Class().open("poll")
    room.join("Anna", "Ben")
    room.begin()
    here, screen = Here(1, room.room), ClassScreen()
    answer(room, 0)
    shown = screens.watch.watched(here, screen)
    assert "cl-spread" not in shown["stage"]
    assert "1" in shown["told"]
    room.do(wishes.reveal(room.room))
    assert "cl-spread" in screens.watch.watched(here, screen)["stage"]
