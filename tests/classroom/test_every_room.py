"""Every game in every way to play, with all its rules, few seats and many: each page is drawn."""

from collections.abc import Iterator
from itertools import cycle
from random import Random

import msgspec
import pytest

from paydays_widgets import games
from paydays_widgets.classroom import results, rounds, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.composing import blocks, fresh
from paydays_widgets.classroom.entries import Opened, Options, Way
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.teaching import OPEN
from paydays_widgets.core.text import LANGUAGES, Language
from tests.classroom.classes import NAMES, Class, answer, game
from tests.classroom.test_teaching import Desk
from tests.markup import Page

WAYS = ("tables", "team", "poll", "programme")
DECISIONS = 4


def rooms() -> Iterator[object]:
    for name in games.names():
        modules = games.modules(name)
        seats = modules.panel.SEATS
        for way in WAYS if modules.programme else WAYS[:-1]:
            for preset in modules.presets:
                most = modules.panel.TABLES[:1] if way != "poll" else ()
                for size in (seats[0], seats[-1], *most):
                    yield pytest.param(name, way, preset, size, id=f"{name}-{way}-{preset}-{size}")


def opened(name: str, way: str, preset: str, size: int) -> Class:
    """Open a class as the form does, a poll of a few seats with the game on somebody's table."""
    modules, room = games.modules(name), Class()
    if way == "programme":
        programme = modules.programme
        assert programme is not None
        given = {"rules-1": preset, f"{programme.COUNT}-1": str(min(programme.ROUNDS))}
        given["size-1"] = str(size)
        room.open(programme=blocks(name, lambda field: given.get(field, "")), size=size)
    elif way == "poll" and size != modules.panel.SEATS[-1]:
        rules, bot = modules.presets[preset], modules.panel.OPPONENTS[0]
        room.open("poll", game(name, size, bot, rules=rules))
    else:
        played: Way = msgspec.convert(way, Way)
        saved = fresh(name, played, preset)
        room.do(Opened("ABCDEFGH", "host", played, "en", saved, 7, Options(size=size)))
    return room.join(*NAMES[: size + 1])


def draw(desk: Desk, language: Language) -> None:
    """Draw all that anybody can see or save now."""
    room, told = desk.room.room, words(language)
    looks = [ClassScreen(language=language, open=each) for each in (*OPEN, "phone:0:ticket")]
    looks += [ClassScreen(language=language, table=at) for at in range(len(room.sittings))]
    pages = [screens.teacher(desk.here, screen, {}) for screen in looks]
    pages += [
        screens.student(desk.here, person, ClassScreen(language=language), {})
        for person in room.present
    ]
    for page in pages:
        assert page.parts["head"].html
        for part in page.parts.values():
            Page(part.html)
    assert results.decisions(room, told)
    assert rounds.file(room, language)
    for sitting in room.sittings:
        assert len({*room.names(sitting, told)}) == len(sitting.table.players)


def decide(desk: Desk, luck: Random) -> None:
    """Let everybody decide who is asked, as far as the game goes on."""
    room = desk.room
    for sitting in room.room.sittings:
        legal = sitting.waiting and sitting.table.game.legal(
            sitting.table.state, sitting.waiting[0]
        )
        if legal and room.room.polled:
            answer(room, 0, luck.randrange(len(legal)))
            desk.do("reveal")
            draw(desk, "en")
            room.pick()
        elif legal:
            person, _ = room.turn(sitting.number)
            room.decide(person, luck.randrange(len(legal)))


@pytest.mark.walk(45)  # every game in every way to play
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "way", "preset", "size"), [*rooms()])
def test_all_pages_of_every_room_are_drawn(name: str, way: str, preset: str, size: int) -> None:
    room = opened(name, way, preset, size)
    desk, luck = Desk(room), Random(name)
    languages = cycle(LANGUAGES)
    draw(desk, next(languages))
    room.do(wishes.begin(room.room, room.room.present))
    draw(desk, next(languages))
    room.walk()
    for _ in range(DECISIONS):
        draw(desk, next(languages))
        decide(desk, luck)
    room.do(wishes.end(room.room))
    draw(desk, next(languages))
