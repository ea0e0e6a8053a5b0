"""Chapters of a room: those who have joined play in each; nothing else goes on to the next."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from paydays_widgets.classroom import entries, results, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.composing import fresh
from paydays_widgets.classroom.entries import Opened, Options, Way, digest
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.game import StaleMove
from tests.classroom.browsers import Browser, teacher
from tests.classroom.classes import Class, same_again
from tests.classroom.phones import Hall, Phone, saved
from tests.classroom.programmes import opened, programme
from tests.classroom.programmes import play as play_out
from tests.classroom.server import HOST_TOKEN, Server
from tests.classroom.test_teaching import Desk
from tests.spreadsheets import lines_of

NAMES = ("Anna", "Ben", "Cara")
KINDS: Sequence[tuple[str, str]] = (
    ("tables", "zahltag"),
    ("tables", "zock"),
    ("team", "auction_room"),
    ("poll", "zahltag"),
    ("poll", "pay_day"),
    ("programme", "auction_room"),
)
"""Ways to play a chapter, each with a game."""


def opening(way: str, game: str) -> Opened:
    """Open a chapter as the teacher's form does."""
    if way == "programme":
        blocks = programme({"rules": "second_price"}, {"rules": "first_price"})
        return Opened("", "host", "tables", "en", blocks[0].record, 5, programme=blocks)
    played: Way = "poll" if way == "poll" else "team" if way == "team" else "tables"
    return Opened("", "host", played, "en", fresh(game, played), 5, Options(size=2, pace="fast"))


async def next_chapter(hall: Hall, here: Here, first: Opened) -> None:
    ready = await hall.live.rooms.ready(first, here)
    await hall.wish(here, lambda room, _: wishes.open_next(room, ready))


def asked(phones: Sequence[Phone]) -> list[Phone]:
    return [phone for phone in phones if phone.page["call"]]


async def play(hall: Hall, here: Here, phones: Sequence[Phone]) -> tuple[Phone, str, int]:
    """Begin, and let the first who is asked decide: that is in the log.

    Returns
    -------
    tuple
        Who decided what, and the number of the decision.
    """
    await hall.begin(here)
    await hall.until(lambda: bool(asked(phones)))
    phone = asked(phones)[0]
    room, before = here.room, here.room.entries
    move, seq = phone.moves[0], phone.parts["stage"]["seq"]
    await phone.play(move)
    assert not phone.said
    assert room.entries > before
    assert (len(room.poll.answers) == 1) if room.polled else room.sittings[0].decisions
    return phone, move, seq


@pytest.mark.walk
@pytest.mark.parametrize(
    ("one", "other"),
    [pytest.param(*pair, id="-".join((*pair[0], *pair[1]))) for pair in product(KINDS, KINDS)],
)
async def test_who_joined_in_one_chapter_plays_in_the_next(
    hall: Hall, tmp_path: Path, one: tuple[str, str], other: tuple[str, str]
) -> None:
    here = await hall.live.rooms.open(opening(*one))
    phones = [await hall.join(here, name) for name in NAMES]
    desk = await hall.teacher(here)
    early, move, seq = await play(hall, here, phones)
    code, people = here.code, [*here.room.people]
    await next_chapter(hall, here, opening(*other))
    assert (here.code, here.room.people, here.room.begun) == (code, people, False)
    for phone in phones:  # they follow by themselves
        assert phone.page["style"].startswith(other[1])
        assert phone.html("stage").key("lobby")
        assert not phone.page["call"]
    assert desk.html("main").key("qr")
    phones.append(await hall.join(here, "Zoe"))
    await play(hall, here, phones)
    before = here.room.entries
    await early.play(move, seq)  # meant for the chapter before, it decides nothing in this one
    assert early.said
    assert here.room.entries == before
    await hall.live.stop()
    again = Hall(tmp_path)
    try:
        found = await again.live.rooms.find(code)
        assert found is not None
        assert [each.begun for each in found.room.chapters] == [True, True]
        assert found.room.people == here.room.people
        assert found.room.opened == here.room.opened
        for mine, theirs in zip(found.room.sittings, here.room.sittings, strict=True):
            assert (mine.people, mine.decisions) == (theirs.people, theirs.decisions)
        back = [Phone(again, found, person, ClassScreen()) for person in range(len(phones))]
        await again.rounds()
        await again.until(lambda: bool(asked(back)))
        phone = asked(back)[0]
        await phone.play(phone.moves[0])
        assert not phone.said
    finally:
        await again.live.stop()
        again.store.close()


def chapters() -> Class:
    """A class that has played Zahltag, and now plays Zock."""
    room = Class().open(size=3).join(*NAMES).begin()
    room.decide(room.turn()[0])
    for entry in wishes.open_next(room.room, opening("tables", "zock")):
        room.do(entry)
    return room


def test_a_chapter_ends_the_game_before_and_keeps_code_host_and_door() -> None:
    room = Class().open(size=3).join(*NAMES).begin()
    room.do(wishes.close(room.room, closed=True))
    room.do(wishes.remove(room.room, 1))
    first, again = room.room, room_of
    for entry in wishes.open_next(room.room, replace(opening("poll", "zock"), host="another")):
        room.do(entry)
    now = room.room
    assert [each.ended for each in now.chapters] == [True, False]
    assert now.chapters[0] is first
    assert (now.opened.code, now.opened.host) == (first.opened.code, first.opened.host)
    assert now.closed
    assert now.present == [0, 2]
    assert again(room.log).present == [0, 2]
    same_again(room)


def test_a_name_is_changed_in_every_chapter() -> None:
    room = chapters()
    room.do(wishes.rename(room.room, 0, "Antonia"))
    for each in (room.room, room_of(room.log)):
        names = [player.name for player in each.chapters[0].sittings[0].table.players]
        assert "Antonia" in names
        assert "Anna" not in names


def test_what_each_chapter_decided_stays_in_its_own_file() -> None:
    room = chapters()
    room.begin()
    room.decide(room.turn()[0])
    for each in (room.room, room_of(room.log)):
        texts = [results.decisions(chapter, words("en")) for chapter in each.chapters]
        tables = [chapter.sittings[0] for chapter in each.chapters]
        assert [len(at.decisions) for at in tables] == [1, 1]
        assert [len(lines_of(text)) for text in texts] == [1 + len(at.unasked) for at in tables]
        assert texts[0] != texts[1]


def test_no_decision_has_the_number_of_one_in_another_chapter() -> None:
    room = Class().open(size=3, table=None).join(*NAMES).begin()
    first = room.room.sittings[0].asked
    for entry in wishes.open_next(room.room, opening("tables", "zahltag")):
        room.do(entry)
    room.begin()
    assert room.room.sittings[0].asked != first
    person, seat = room.turn()
    sitting = room.room.sittings[0]
    move = sitting.table.game.legal(sitting.table.state, seat)[0]
    with pytest.raises(StaleMove):
        wishes.decide(room.room, person, str(move), first, 0)


def test_a_homework_is_no_chapter() -> None:
    room = chapters()
    homework = entries.read(
        b'{"type":"Assigned","code":"ABCDEFGH","host":"h","way":"poll","language":"en",'
        b'"record":"","seed":1,"lesson":"a","title":{"en":"a","fr":"a","de":"a"}}'
    )
    with pytest.raises(ValueError, match="homework"):
        room_of([*room.log, (homework, 0)])


# --- the teacher's pages


async def test_the_teacher_sees_the_results_of_every_chapter(hall: Hall) -> None:
    here = await hall.open(saved("zahltag", 3), size=3)
    phones = [await hall.join(here, name) for name in NAMES]
    desk = await hall.teacher(here)
    await play(hall, here, phones)
    await desk.do("open", "results")
    await next_chapter(hall, here, opening("tables", "auction_room"))
    assert desk.html("main").key("qr")  # what was open before is not
    await desk.do("chapter", 1)
    assert desk.said  # it has no results yet
    await desk.do("open", "results")
    sheets = desk.html("main")
    assert "chapters" not in [each["data-key"] for each in sheets.elements]
    assert "chapter=0" in desk.parts["main"]["html"]
    await play(hall, here, phones)
    assert "chapter=1" in desk.parts["main"]["html"]
    await desk.do("chapter", 0)
    assert "chapter=0" in desk.parts["main"]["html"]
    assert desk.html("main").key("chapter-0")["aria-pressed"] == "true"


def test_a_class_goes_on_with_another_game_by_the_form(server: Server) -> None:
    here = server.open(saved(seats=3), size=3)
    code = here.code
    anna = Browser(server).join(code, "Anna")
    server.begin(here)
    form = teacher(server, code).ask(f"/class/{code}/next")
    assert form.status == 200
    for stranger in (anna, Browser(server)):
        assert stranger.ask(f"/class/{code}/next?again=1").status == 403
    given = {"form": form.form, "once": form.hidden("once"), "game": "zock", "way": "tables"}
    wrong = form.ask(f"/class/{code}/next", {**given, "game": "chess"})
    assert wrong.status == 400
    assert here.room.game == "zahltag"
    for _ in range(2):  # a form counts once
        form.ask(f"/class/{code}/next?language=de", given)
        assert form.status == 303
        assert form.got["location"] == f"/class/{code}/teacher?language=de"
    assert [each.game for each in here.room.chapters] == ["zahltag", "zock"]
    assert (here.room.opened.host, here.room.opened.language) == (digest(HOST_TOKEN), "de")
    assert anna.ask(f"/class/{code}").status == 200
    assert "Zock" in anna.text
    for chapter, game in enumerate(("zahltag", "zock")):
        file = form.ask(f"/class/{code}/decisions.csv?chapter={chapter}")
        assert f"{game}-{code}-{chapter + 1}-decisions" in file.got["content-disposition"]
    assert form.ask(f"/class/{code}/decisions.csv?chapter=2").status == 404
    assert form.ask(f"/class/{code}/decisions.csv?chapter=-1").status == 404


# --- what is hidden


def test_what_the_rules_keep_secret_stays_so_in_the_next_chapter() -> None:
    room = opened({"rules": "second_price"}, told="win").join(*NAMES).begin()
    play_out(room)
    desk = Desk(room)
    desk.do("open", "results")
    before = desk.page.parts["main"].html
    assert desk.part().key("kept")
    for entry in wishes.open_next(room.room, opening("tables", "zock")):
        room.do(entry)
    after = Desk(room)
    after.do("open", "results")
    main = after.part()
    assert main.key("kept")
    assert after.page.parts["main"].html == before  # the same facts, and no more
    for person in room.room.present:  # of students, nobody sees any of it
        page = screens.student(after.here, person, ClassScreen(), {})
        told = " ".join(markup.html for markup in page.parts.values())
        assert all(name not in told for name in NAMES if name != NAMES[person])
