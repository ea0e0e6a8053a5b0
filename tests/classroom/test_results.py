"""What a class has done, as a file and as figures."""

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.results import (
    Mark,
    Row,
    decisions,
    dots,
    marks,
    of_bots,
    rows,
    spreads,
)
from paydays_widgets.classroom.screens.sheet import tie
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.show.debrief import Point
from paydays_widgets.talk.decisions import COLUMNS
from tests.classroom.classes import NAMES, Class, answer, game
from tests.spreadsheets import lines_of


def table_of(room: Class) -> list[dict[str, str]]:
    return lines_of(decisions(room.room, words("en")))


def play(room: Class, decisions_: int) -> None:
    for _ in range(decisions_):
        for table, sitting in enumerate(room.room.sittings):
            if sitting.waiting:
                room.decide(room.turn(table)[0], -1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_written_as_spreadsheets_of_a_language_open_it(language: Language) -> None:
    room = Class().open("poll").join("Anna", "דנה").begin()
    room.walk()
    answer(room, 0)
    room.now += 1_500
    answer(room, 1)
    room.do(wishes.reveal(room.room))
    file = decisions(room.room, words(language))
    lines = lines_of(file, separator="," if language == "en" else ";")
    assert [each["name"] for each in lines] == ["Anna", "דנה"]
    took = [room.room.poll.answers[each].took / 1000 for each in range(2)]
    written = [f"{each:.1f}" for each in took]
    if language != "en":
        written = [each.replace(".", ",") for each in written]
    assert [each["seconds"] for each in lines] == written


def test_every_decision_is_a_line() -> None:
    room = Class().open(size=3).join(*NAMES[:6]).begin()
    play(room, 20)
    lines = table_of(room)
    tables = room.room.sittings
    assert len(lines) == sum(len((*each.decisions, *each.unasked)) for each in tables) >= 40
    first = room.room.sittings[0].decisions[0]
    assert tuple(lines[0]) == COLUMNS
    assert {**lines[0]} == {
        **lines[0],
        "room": room.room.opened.code,
        "block": "1",
        "table": "1",
        "seat": str(first.seat + 1),
        "name": room.room.sittings[0].table.players[first.seat].name,
        "by": room.room.people[first.person or 0].name,
        "turn": str(first.turn),
        "move": str(first.move),
        "seconds": f"{first.took / 1000:.1f}",
        "taken_back": "",
    }
    assert lines[0]["chosen"]
    assert lines[0]["time"].startswith("1970-01-01T00:")
    play(room, 4)
    seat = room.room.sittings[0].waiting[0]
    room.do(wishes.change(room.room, replace(room.room.options, undo_revealed=True)))
    room.do(wishes.stand_in(room.room, 0, seat))
    room.do(wishes.undo(room.room, 0))
    assert len(table_of(room)) < sum(len((*at.decisions, *at.unasked)) for at in tables)  # sealed
    room.do(wishes.end(room.room))
    (line,) = (each for each in table_of(room) if each["taken_back"])
    assert line["by"] == "bot"


def test_a_move_without_a_choice_is_a_line_that_nobody_has_decided() -> None:
    room = Class().open(table=game("zock", 2)).join(*NAMES[:2]).begin()
    play(room, 30)
    (sitting,) = room.room.sittings
    made = [each for each in table_of(room) if each["by"] == "rules"]
    assert len(made) == len(sitting.unasked) > 0


def test_a_name_is_no_formula() -> None:
    room = Class().open().join("=1+1", "@Ben").begin()
    play(room, 3)
    assert {each["by"] for each in table_of(room)} == {"'=1+1", "'@Ben"}


def test_answers_of_a_poll_are_lines_too() -> None:
    room = Class().open("poll").join(*NAMES[:3]).begin()
    answer(room, 0)
    answer(room, 1, 1)
    room.pick(1)
    answer(room, 2)
    assert len(table_of(room)) == 3  # an answer that is not shown yet is not in the file either
    room.do(wishes.reveal(room.room))
    lines = [(each["name"], each["asked"], each["by"]) for each in table_of(room)]
    assert lines[1:] == [
        ("Anna", lines[1][1], "poll"),
        ("Ben", lines[1][1], "poll"),
        ("Chloé", lines[3][1], "poll"),
    ]
    assert lines[0][2] == "teacher"


@pytest.mark.parametrize("name", games.names())
def test_every_seat_of_every_table_has_a_row(name: str) -> None:
    room = Class().open(table=game(name, 3), size=3).join(*NAMES[:5]).begin()
    play(room, 30)
    found = rows(room.room, words("en"))
    assert [
        (each.table, each.seat) for each in sorted(found, key=lambda row: (row.table, row.seat))
    ] == [
        (table, seat)
        for table, sitting in enumerate(room.room.sittings)
        for seat in range(len(sitting.people))
    ]
    for table, sitting in enumerate(room.room.sittings):
        places = [each.place for each in found if each.table == table]
        assert places[0] == 1
        assert places == sorted(places)
        for each in found:
            if each.table == table:
                sheet = sitting.table.game.sheet(sitting.table.state, each.seat)
                assert each.worth == sheet.counted
    assert {each.name for each in found if not each.bot} == set(NAMES[:5])
    assert all(0 <= each.table < len(room.room.sittings) for each in marks(room.room))


def test_games_of_bots_are_like_those_of_the_class() -> None:
    room = Class().open(size=3).join(*NAMES[:3]).begin()
    one, two = room.room.of_bots(0), room.room.of_bots(1)
    assert one.seed != two.seed != room.room.sittings[0].table.seed
    assert one.rules == room.room.sittings[0].table.rules
    assert len(one.players) == 3
    assert len(of_bots(room.room, 3)) > 20


def test_what_several_share_is_one_dot() -> None:
    tied = [Mark(0, Point(seat, 4, 2, 9, shared=8)) for seat in (1, 3)]
    alone = [Mark(0, Point(2, 4, 3, 20)), Mark(1, Point(0, 4, 2, 9, shared=8))]
    assert dots([*tied, *alone]) == [tied, alone[:1], alone[1:]]


def test_a_spread_is_the_middle_half_and_the_median() -> None:
    points = [Point(0, x, y, 1) for x in (3, 1) for y in range(1, 6)]
    assert spreads(points) == {1: (2, 3, 4), 3: (2, 3, 4)}
    assert spreads([Point(0, 7, 5, 1)]) == {7: (5, 5, 5)}
    assert list(spreads([Point(0, x, 1, 1) for x in range(20)], most=3)) == [0, 1, 2]


def test_what_decides_a_tie_is_said_plainly() -> None:
    room = Class().open(size=3).join(*NAMES[:3]).begin()
    alike = [replace(each, worth=20, place=place) for place, each in enumerate(seats(room), 1)]
    for language in LANGUAGES:
        said = tie(room.room, alike, words(language))
        assert said.count(".") == 1
    assert tie(room.room, seats(room)[:1], words("en")) == ""


def seats(room: Class) -> list[Row]:
    return rows(room.room, words("en"))
