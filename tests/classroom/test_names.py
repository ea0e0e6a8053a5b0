"""Names that are written from right to left, on every page of a class."""

from pathlib import Path

import pytest

from paydays_widgets.classroom import screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Drawing
from paydays_widgets.classroom.entries import Way
from paydays_widgets.classroom.screens.teacher import PHONE
from paydays_widgets.classroom.teaching import OPEN
from paydays_widgets.core.names import isolated
from paydays_widgets.core.text import LANGUAGES, Language
from tests.classroom.browsers import Browser
from tests.classroom.classes import Class, answer, game
from tests.classroom.phones import saved
from tests.classroom.server import Server
from tests.classroom.test_teaching import Desk
from tests.turning import FROM_THE_RIGHT, translated, turned


def _html(part: Drawing) -> str:
    return part.html


def pages(desk: Desk, language: Language) -> list[str]:
    """Draw all that anybody can see now."""
    room = desk.room.room
    looks = [
        ClassScreen(language=language, address="http://x", open=each)
        for each in (*OPEN, f"{PHONE}0:token")
    ]
    looks += [
        ClassScreen(language=language, address="http://x", table=n)
        for n in range(len(room.sittings))
    ]
    drawn = [screens.teacher(desk.here, screen, {}) for screen in looks]
    drawn += [
        screens.student(desk.here, person, ClassScreen(language=language), {})
        for person in room.present
    ]
    return [
        text for page in drawn for text in (page.title, *(p.html for p in page.parts.values()))
    ]


@pytest.mark.walk(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["tables", "team", "poll"])
def test_a_name_from_the_right_is_isolated_on_every_page_of_a_class(
    way: Way, language: Language
) -> None:
    room = Class().open(way, game(seats=2), size=2).join(*FROM_THE_RIGHT)
    desk = Desk(room, language)
    seen = pages(desk, language)
    room.begin()
    for _ in range(6):
        room.walk()
        seen += pages(desk, language)
        if way == "poll":
            answer(room, 0)
            room.do(wishes.reveal(room.room))
            seen += pages(desk, language)
            room.do(wishes.pick(room.room, str(room.room.poll.answers[0].moves[0])))
        else:
            for table, sitting in enumerate(room.room.sittings):
                if sitting.waiting:
                    room.decide(room.turn(table)[0], -1)
    room.do(wishes.end(room.room))
    seen += pages(desk, language)
    assert [each for html in {*seen} for each in turned(html)] == []
    assert [each for html in {*seen} for each in translated(html)] == []
    assert all(any(isolated(name) in html for html in seen) for name in FROM_THE_RIGHT)


def test_the_door_keeps_a_name_apart(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        here = server.open(saved())
        name = FROM_THE_RIGHT[0]
        phone = Browser(server).join(here.code, name)
        assert [each.name for each in here.room.people] == [name]
        phone.ask(f"/join/{here.code}")
        assert isolated(name) in phone.text
        assert not turned(phone.text)
        other = Browser(server).join(here.code, name)
        assert f"“{isolated(name)}” is taken" in other.text
