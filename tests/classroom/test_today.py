"""Teach today over HTTP: the lessons, their plans and files, and the teacher's notes."""

import html
import re
from collections.abc import Iterator

import pytest

from paydays_widgets.classroom import running
from paydays_widgets.classroom.rehearsing import STUDENTS
from paydays_widgets.classroom.running import orders
from paydays_widgets.core.text import LANGUAGES, Language
from tests.classroom.browsers import Browser
from tests.classroom.server import Server
from tests.classroom.test_running import ONE

ORDERS = orders()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running_:
        yield running_


def open_lesson(server: Server, **fields: str) -> tuple[Browser, str]:
    """Open a class with a lesson; return the teacher's browser and the code."""
    desk = Browser(server).ask("/class/today")
    hidden = {name: desk.hidden(name) for name in ("form", "once")}
    desk.ask("/class/today", hidden | fields)
    return desk, desk.got.get("location", "").partition("/class/")[2][:8]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lessons_are_offered_in_each_language(server: Server, language: Language) -> None:
    page = Browser(server).ask(f"/class/today?language={language}").text
    for name, order in ORDERS.items():
        assert f'value="{name}"' in page
        assert getattr(order.title, language) in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ORDERS)
def test_a_plan_has_all_that_is_said_asked_and_answered(
    server: Server, name: str, language: Language
) -> None:
    page = Browser(server).ask(f"/class/today/{name}?language={language}").text
    for stage in ORDERS[name].stages:
        assert getattr(stage.title, language) in page
        if stage.question is not None:
            assert getattr(stage.question.asked, language) in page
            for option in stage.question.options:
                assert getattr(option.why, language) in page


KEY = "open sesame"


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("locked"), key=KEY) as running_:
        yield running_


def secrets(name: str, language: Language) -> list[str]:
    """List what pupils are to find out: words to say, answers, and why they are right."""
    stages = ORDERS[name].stages
    options = [each for stage in stages if stage.question for each in stage.question.options]
    slips = [each for stage in stages for each in stage.slips]
    said = [
        *[each for stage in stages for each in (stage.say, stage.shown, stage.expected) if each],
        *[each.why for each in options],
        *[each for slip in slips for each in (slip.words, slip.reply)],
    ]
    lines = [line for words in said for line in getattr(words, language).strip().split("\n")]
    return [html.escape(line, quote=False) for line in lines]


def told(page: str, name: str, language: Language) -> list[str]:
    text = page.replace("&#34;", '"').replace("&#39;", "'")
    return [each for each in secrets(name, language) if each in text]


@pytest.mark.walk(len(ORDERS))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ORDERS)
def test_answers_are_for_those_who_may_open_a_class(
    server: Server, locked: Server, name: str, language: Language
) -> None:
    path = f"/class/today/{name}"
    query = f"{path}?language={language}"
    pupil = Browser(locked)
    far = Browser(server, Host=f"192.168.1.5:{server.port}")
    for browser in (pupil, far):
        assert browser.ask(f"{path}.toml").status == 403
        page = browser.ask(query)
        assert page.status == 200
        assert not told(page.text, name, language)
        assert "<ol" in page.text
        assert "<b>" not in page.text.partition("<ol")[2].partition("</ol>")[0]
    assert len(told(Browser(server).ask(query).text, name, language)) == len(
        secrets(name, language)
    )
    form = pupil.ask(query).form
    assert pupil.ask(query, {"form": form, "key": "a guess"}).status == 403
    assert not told(pupil.ask(query).text, name, language)
    assert pupil.ask(query, {"form": form, "key": KEY}).status == 303
    assert told(pupil.ask(query).text, name, language)
    assert pupil.ask(f"{path}.toml").status == 200
    forged = Browser(locked)
    forged.cookies["paydays-plans", "/class/today"] = "0" * 64
    assert not told(forged.ask(query).text, name, language)


def test_without_a_key_a_far_browser_cannot_ask_for_the_answers(server: Server) -> None:
    name, *_ = ORDERS
    far = Browser(server, Host=f"192.168.1.5:{server.port}")
    far.ask(f"/class/today/{name}")
    local = Browser(server).ask("/class/today")
    far.cookies = dict(local.cookies)
    asked = far.ask(f"/class/today/{name}", {"form": local.form, "key": ""})
    assert asked.status == 403
    assert not told(asked.text, name, "en")
    assert far.ask("/class/today/none").status == 404
    assert far.ask("/class/today/none", {"form": local.form}).status == 404


def test_a_lesson_is_a_file_to_copy(server: Server) -> None:
    for name, order in ORDERS.items():
        text = Browser(server).ask(f"/class/today/{name}.toml").text
        assert running.parse(text, name) == order
    assert Browser(server).ask("/class/today/none").status == 404
    assert Browser(server).ask("/class/today/none.toml").status == 404


@pytest.mark.parametrize("short", ["", "yes"])
def test_a_class_opens_with_a_lesson(server: Server, short: str) -> None:
    name, *_ = ORDERS
    _, code = open_lesson(server, order=name, short=short)
    run = server.classroom.live.rooms[code].room.run
    assert run is not None
    assert run.order == (ORDERS[name].cut() if short else ORDERS[name])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ORDERS)
def test_a_lesson_keeps_its_language_on_every_path(
    server: Server, name: str, language: Language
) -> None:
    """From the front page's link on: the plan, the class, the notes, the next lesson."""

    def in_language(page: Browser) -> bool:
        return f'<html lang="{language}"' in page.text

    query = f"?language={language}"
    desk = Browser(server).ask(f"/class/today{query}")
    assert in_language(desk)
    assert f"/class/today/{name}{query}" in desk.text
    assert in_language(desk.ask(f"/class/today/{name}{query}"))
    assert getattr(ORDERS[name].needs, language) in html.unescape(desk.text)
    for short, rehearse in (("", ""), ("yes", ""), ("yes", "yes")):
        desk.ask(f"/class/today{query}")
        hidden = {each: desk.hidden(each) for each in ("form", "once")}
        fields = {"order": name, "short": short, "rehearse": rehearse}
        desk.ask(f"/class/today{query}", hidden | fields)
        to = desk.got["location"]
        assert to.endswith(f"/teacher{query}")
        code = to.partition("/class/")[2][:8]
        assert server.classroom.live.rooms[code].room.opened.language == language
        assert in_language(desk.ask(f"/class/{code}/teacher{query}"))
        assert in_language(desk.ask(f"/class/{code}/notes{query}"))


def test_a_rehearsal_has_its_students_at_once(server: Server) -> None:
    name, *_ = ORDERS
    _, code = open_lesson(server, order=name, rehearse="yes")
    room = server.classroom.live.rooms[code].room
    assert room.run is not None
    assert len(room.present) == STUDENTS
    assert len({each.name for each in room.people}) == STUDENTS
    paces = [each.opens.options["pace"] for each in room.run.stages if each.opens]
    assert {*paces, room.options.pace} == {"fast"}


def test_a_lesson_that_is_not_there_is_refused(server: Server) -> None:
    desk, code = open_lesson(server, order="none")
    assert (desk.status, code) == (400, "")
    assert desk.alert


def upload(server: Server, text: str) -> Browser:
    """Open a class with a file of one's own."""
    desk = Browser(server).ask("/class/today")
    hidden = {name: desk.hidden(name) for name in ("form", "once")}
    desk.send_file("/class/today", hidden, "file", text)
    return desk


def test_a_class_opens_with_a_running_order_of_the_teachers(server: Server) -> None:
    desk = upload(server, ONE)
    assert desk.status == 303
    code = desk.got["location"].partition("/class/")[2][:8]
    run = server.classroom.live.rooms[code].room.run
    assert run is not None
    assert run.order.title.fr == "One"


def test_what_is_wrong_with_a_running_order_is_named_with_its_place(server: Server) -> None:
    desk = upload(server, ONE.replace("minutes = 5", "minutes = 'five'"))
    assert desk.status == 400
    assert "stages[0].minutes" in desk.alert


def test_the_notes_are_the_teachers_and_a_pass_lets_one_phone_in(server: Server) -> None:
    name, *_ = ORDERS
    desk, code = open_lesson(server, order=name)
    notes = f"/class/{code}/notes"
    assert desk.ask(notes).status == 200
    assert 'data-key="stage-bar"' in desk.text
    student = Browser(server).join(code, "Anna")
    assert student.ask(f"{notes}?again=1").status == 403
    assert student.ask(f"{notes}?again=1", {"form": student.ask("/join").form}).status == 403
    desk.ask(notes, {"form": desk.form})
    [address] = re.findall(r'data-key="pass" href="[^"]*?(/class/[^"]+)"', desk.text)
    path = html.unescape(address)
    phone = Browser(server).ask(path)
    assert phone.status == 303
    assert phone.ask(notes).status == 200
    late = Browser(server).ask(f"{path}&again=1")
    assert late.status == 403
    assert late.ask(f"{notes}?again=1").status == 403


def test_a_class_without_a_running_order_has_no_notes(server: Server) -> None:
    desk = Browser(server).ask("/class/new")
    hidden = {each: desk.hidden(each) for each in ("form", "once")}
    desk.ask("/class/new", hidden | {"game": "zahltag", "way": "tables"})
    code = desk.got["location"].partition("/class/")[2][:8]
    assert desk.ask(f"/class/{code}/notes").status == 404
