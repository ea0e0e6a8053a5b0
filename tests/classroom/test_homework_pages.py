"""A homework's pages, forms and reports, asked for by a browser, and by others."""

import html
import http.client
import io
import json
import re
import zipfile
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest

from paydays_widgets import SITE
from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import Assigned, Unlocked, digest
from paydays_widgets.classroom.homework import Homework
from paydays_widgets.classroom.web.assignments import LARGEST_REPORT
from paydays_widgets.core.text import LANGUAGES, Language, Words
from paydays_widgets.lessons.notebooks import lessons
from paydays_widgets.lessons.options import asked, options, questions
from tests import markup
from tests.classroom.browsers import UPGRADE, Browser, teacher, together
from tests.classroom.phones import saved
from tests.classroom.server import HOST_TOKEN, Server
from tests.classroom.test_homework import HOSTILE
from tests.course import FOLDER

LESSON = "lessons/07_the_winners_curse.ipynb"
EVIL = "<img src=x>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class"), pages=FOLDER.parent) as running:
        yield running


def assigned(server: Server, *labels: str, **how: Any) -> Here:
    """Give a homework, whose teacher has :data:`HOST_TOKEN`."""
    facts = {"lesson": LESSON, "title": Words.alike("The winner’s curse"), **how}
    first = Assigned(*("", digest(HOST_TOKEN), "tables", "en", "", 7), labels=labels, **facts)
    here: Here = server.call(server.classroom.live.rooms.open(first))
    return here


def room(here: Here) -> Homework:
    assert isinstance(here.room, Homework)
    return here.room


def attempts(here: Here, person: int = 0) -> str:
    """Return where the page of a student reports."""
    seed = room(here).seed(person) if here.room.people and isinstance(here.room, Homework) else 0
    return f"/class/{here.code}/attempts?seed={seed}"


def report(
    browser: Browser, here: Here, data: bytes | dict[str, Any], **headers: str
) -> tuple[int, Any]:
    """Report what was answered, as the lesson's page does; return the status and the answer."""
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    path = attempts(here)
    cookies = "; ".join(
        f"{name}={value}"
        for (name, under), value in browser.cookies.items()
        if path.startswith(under)
    )
    line = http.client.HTTPConnection("127.0.0.1", browser.server.port, timeout=20)
    line.request(
        "POST", path, body, {"Content-Type": "application/json", "Cookie": cookies} | headers
    )
    answer = line.getresponse()
    text = answer.read()
    line.close()
    return answer.status, json.loads(text) if answer.status == 200 else None


def said(*answers: str, **more: Any) -> dict[str, Any]:
    marks = [each == "2" for each in answers]
    return {"question": "price", "number": 1, "of": 10, "answers": answers, "right": marks} | more


def kept(here: Here, person: int = 0) -> list[str]:
    return [each.answer for work in room(here).work[person].values() for each in work.attempts]


def test_a_teacher_gives_a_lesson_and_students_are_led_to_it(server: Server) -> None:
    desk = Browser(server).ask("/class/new")
    assert 'href="/class/homework/new"' in desk.text
    desk.ask(f"/class/homework/new?lesson={LESSON}")
    for path, _ in lessons(FOLDER.parent):
        assert f'value="{path.as_posix()}"' in desk.text
    assert re.search(rf'value="{LESSON}" required checked', desk.text)
    before = set(server.classroom.live.rooms)
    sent = {
        **{name: desk.hidden(name) for name in ("form", "once")},
        "lesson": LESSON,
        "labels": "Anna\nBen",
        "due": "2030-05-31T18:00",
        "unlocked": "4",
    }
    first, second = together(server, desk, "/class/homework/new", sent, "open")
    [code] = set(server.classroom.live.rooms) - before  # a second click gives it once
    for tap in (first, second):
        assert (tap.status, tap.got["location"]) == (303, f"/class/{code}/teacher")
    here = server.classroom.live.rooms[code]
    assert room(here).assigned.labels == ("Anna", "Ben")
    assert room(here).unlocked == 4
    page = first.ask(f"/class/{code}/teacher").text
    assert f"/join/{code}" in page
    assert page.count('data-key="row-') == 2
    assert "2030-05-31 18:00" in page
    anna = Browser(server).join(code, "anna")
    anna.ask(anna.got["location"])
    seed = room(here).seed(0)
    assert anna.status == 303
    assert anna.got["location"] == f"/voila/render/{LESSON}?homework={code}&seed={seed}"


@pytest.mark.parametrize(
    "wrong",
    [
        {"lesson": "lessons/../../etc/passwd"},
        {"lesson": ""},
        {"labels": "Anna\nanna"},
        {"due": "tomorrow"},
        {"unlocked": "1000"},
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_with_a_mistake_comes_back_as_it_was(
    server: Server, wrong: dict[str, str], language: str
) -> None:
    desk = Browser(server, **{"Accept-Language": language}).ask("/class/homework/new")
    before = set(server.classroom.live.rooms)
    sent = {name: desk.hidden(name) for name in ("form", "once")}
    sent |= {"lesson": LESSON, "labels": f"Zoë\n{EVIL}", "due": "", "unlocked": ""} | wrong
    assert desk.ask("/class/homework/new", sent).status == 400
    assert 'role="alert"' in desk.text
    assert EVIL not in desk.text
    assert sent["labels"].split("\n")[0] in desk.text
    assert set(server.classroom.live.rooms) == before


def test_who_may_not_open_a_class_gives_no_homework(tmp_path: Path) -> None:
    with Server(tmp_path, pages=FOLDER.parent, proxied=True) as server:
        desk = Browser(server).ask("/class/homework/new")
        assert "<form" not in desk.text
        sent = {"form": desk.ask("/join").form, "lesson": LESSON}
        assert desk.ask("/class/homework/new", sent).status == 403
        assert not server.classroom.live.rooms


def test_a_server_without_lessons_gives_none(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        desk = Browser(server).ask("/class/homework/new")
        assert 'action="/class/homework/new"' not in desk.text
        sent = {"form": desk.ask("/join").form, "lesson": LESSON}
        assert desk.ask("/class/homework/new", sent).status == 400


def test_reports_are_kept_and_the_grid_fills(server: Server) -> None:
    here = assigned(server, "Anna", EVIL)
    anna, desk = Browser(server).join(here.code, "Anna"), teacher(server, here.code)
    page = desk.ask(f"/class/{here.code}/teacher").text
    assert EVIL not in page
    [seen] = re.findall(r'data-seen="(\d+)"', page)
    assert desk.ask(f"/class/{here.code}/grid?seen={seen}").status == 204
    assert report(anna, here, said("1"))[0] == 200
    assert report(anna, here, said("1", "2"))[0] == 200
    assert report(anna, here, said("1", "2"))[0] == 200
    assert kept(here) == ["1", "2"]
    assert desk.ask(f"/class/{here.code}/grid?seen={seen}").status == 200
    assert desk.text.count('<th scope="col"') == 3 + 10
    assert re.findall(r'data-standing="(\w+)"', desk.text) == ["later"]
    assert desk.got["paydays-seen"] == str(here.room.entries)
    one = desk.ask(f"/class/{here.code}/teacher?who=0").text
    assert 'data-key="one"' in one
    for who in ("1", "x", "-1", "%C2%B2", "9" * 5_000):
        assert 'data-key="one"' not in desk.ask(f"/class/{here.code}/teacher?who={who}").text
    desk.ask(f"/class/{here.code}/gradebook.csv")
    assert desk.got["content-disposition"].endswith(f'homework-{here.code}-gradebook.csv"')
    assert "Anna,2.0,10" in desk.text
    assert desk.ask(f"/class/{here.code}/attempts.csv").text.count("Anna") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_teacher_reads_what_was_chosen(server: Server, language: Language) -> None:
    here = assigned(server, "Anna")
    anna = Browser(server).join(here.code, "Anna")
    words = options(FOLDER.parent / LESSON, language)
    chosen = [(question, name) for question, name in words if question == "format"][:2]
    names = (*(name for _, name in chosen), "#00000000")  # of an option that is there no more
    given = {"question": "format", "number": 2, "of": 10, "right": [False] * 3}
    assert report(anna, here, {**given, "answers": names})[0] == 200
    desk = teacher(server, here.code)
    desk.headers["Accept-Language"] = language
    page = html.unescape(desk.ask(f"/class/{here.code}/teacher?who=0").text)
    file = desk.ask(f"/class/{here.code}/attempts.csv").text
    for said in (*(words[each] for each in chosen), names[2]):
        assert said in page
        assert said in file
    assert not any(name in page + file for name in names[:2])
    seen = anna.ask(attempts(here)).text
    assert json.loads(seen)["kept"]["format"]["answers"] == [*names]
    assert not any(word in seen for word in words.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_in_three_languages(server: Server, language: str) -> None:
    here = assigned(server, unlocked=2, due=1)
    anna = Browser(server).join(here.code, "Anna")
    report(anna, here, said("1", shown=True))
    desk = teacher(server, here.code)
    pages = [
        desk.ask(f"{path}?language={language}").text
        for path in (
            "/class/homework/new",
            f"/join/{here.code}",
            f"/class/{here.code}/teacher",
            f"/class/{here.code}/grid",
        )
    ]
    assert desk.status == 200
    assert all("</" in each for each in pages)
    english = ("Which lesson?", "Your teacher sees the name", "Marks as CSV", "not tried")
    for page, sentence in zip(pages, english, strict=True):
        assert (sentence in page) == (language == "en")


def test_a_report_is_answered_with_how_the_homework_stands(server: Server) -> None:
    here = assigned(server, due=1_000, unlocked=2)
    anna = Browser(server).join(here.code, "Anna")
    status, told = report(anna, here, said("1"))
    assert status == 200
    assert (told["due"], told["unlocked"]) == (1_000, 2)
    assert told["now"] > told["due"]
    assert room(here).work[0]["price"].attempts[0].late
    assert told.keys() - {"held"} < json.loads(anna.ask(attempts(here)).text).keys()


def test_strangers_learn_and_change_nothing(server: Server) -> None:
    here, other = assigned(server), assigned(server)
    anna = Browser(server).join(here.code, "Anna")
    report(anna, here, said("1"))
    ben = Browser(server).join(other.code, "Ben")
    ben.cookies[f"paydays-{here.code}", "/"] = ben.cookies[
        f"paydays-{other.code}", f"/class/{other.code}"
    ]
    pupil = Browser(server)  # the cookie that lets Anna into the lesson is no seat
    pupil.cookies[f"paydays-{here.code}", "/"] = here.room.people[0].token
    for nobody in (Browser(server), ben, pupil, teacher(server, here.code)):
        assert report(nobody, here, said("2"))[0] == 403
        assert nobody.ask(f"/class/{here.code}/attempts").status == 403
    missing = Browser(server).ask("/class/QQQQQQQQ/attempts")
    assert missing.status == 403
    assert missing.text == Browser(server).ask(f"/class/{here.code}/attempts").text
    for browser in (Browser(server), anna, ben):
        for page in ("teacher", "gradebook.csv", "attempts.csv"):
            assert browser.ask(f"/class/{here.code}/{page}?again=1").status == 403
        assert browser.ask(f"/class/{here.code}/grid").status == 403
        for deed in ("close", "unlock", "delete", "remove", "ticket"):
            form = browser.ask("/join").form
            sent = {"form": form, "do": deed, "person": "0", "sure": here.code}
            assert browser.ask(f"/class/{here.code}/homework?again=1", sent).status == 403
    assert kept(here) == ["1"]
    assert not here.room.closed


def test_a_student_sees_no_other_students_work(server: Server) -> None:
    here = assigned(server)
    anna, ben = (Browser(server).join(here.code, name) for name in ("Anna", "Ben"))
    report(anna, here, said("secret"))
    pages = [
        ben.ask(path).text
        for path in (f"/class/{here.code}", f"/join/{here.code}", f"/class/{here.code}/attempts")
    ]
    assert not [each for each in pages if "Anna" in each]
    assert not [each for each in pages if "secret" in each]


def test_a_page_of_the_last_user_of_a_browser_reports_nothing(server: Server) -> None:
    here = assigned(server)
    tablet = Browser(server).join(here.code, "Anna")
    door = tablet.ask(f"/join/{here.code}")
    sent = {name: door.hidden(name) for name in ("form", "once", "other")} | {"name": "Ben"}
    assert tablet.ask(f"/class/{here.code}/join", sent).status == 303
    assert report(tablet, here, said("1"))[0] == 403  # Anna's page, with Ben's cookie
    assert tablet.ask(attempts(here, 1)).status == 200


def test_another_browser_learns_what_is_kept_of_its_student(server: Server) -> None:
    here = assigned(server)
    anna = Browser(server).join(here.code, "Anna")
    for answers in ("1", "3"), ("1", "2"):
        report(anna, here, said(*answers))
    report(anna, here, said("1", "2", shown=True))
    told = json.loads(anna.ask(attempts(here)).text)
    assert told["kept"] == {"price": {"answers": ["1", "2"], "shown": True}}


def test_another_site_reports_nothing(server: Server) -> None:
    here = assigned(server)
    anna = Browser(server).join(here.code, "Anna")
    for headers in (
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": ""},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
    ):
        assert report(anna, here, said("1"), **headers)[0] == 403
    assert not kept(here)
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert report(anna, here, said("1"), **own)[0] == 200


def test_a_forged_form_does_nothing(server: Server) -> None:
    here = assigned(server)
    desk = teacher(server, here.code)
    desk.ask(f"/class/{here.code}/teacher")
    for form in ("", "forged"):
        sent = {"form": form, "do": "close"}
        assert desk.ask(f"/class/{here.code}/homework", sent).status == 403
    assert not here.room.closed


@pytest.mark.parametrize("data", HOSTILE)
def test_what_no_page_says_is_refused_and_the_server_goes_on(server: Server, data: bytes) -> None:
    here = assigned(server)
    anna = Browser(server).join(here.code, "Anna")
    assert report(anna, here, data)[0] == 400
    assert report(anna, here, said("1"))[0] == 200
    assert kept(here) == ["1"]


def test_what_is_too_large_is_refused(server: Server) -> None:
    here = assigned(server)
    anna = Browser(server).join(here.code, "Anna")
    assert report(anna, here, b" " * (LARGEST_REPORT + 1))[0] == 413
    largest = said(*["\u20ac" * 40] * 50)
    assert report(anna, here, largest)[0] == 200
    assert len(kept(here)) == 50


def test_the_teacher_unlocks_closes_and_sends_away(server: Server) -> None:
    here = assigned(server, unlocked=1)
    anna, desk = Browser(server).join(here.code, "Anna"), teacher(server, here.code)
    report(anna, here, said("1"))
    deeds = f"/class/{here.code}/homework"
    form = desk.ask(f"/class/{here.code}/teacher").form

    def do(deed: str, **more: str) -> int:
        return desk.ask(deeds, {"form": form, "do": deed, **more}).status

    assert do("unlock", unlocked="2") == 303
    assert json.loads(anna.ask(attempts(here)).text)["unlocked"] == 2
    assert do("unlock", unlocked="") == 303
    assert json.loads(anna.ask(attempts(here)).text)["unlocked"] is None
    assert do("unlock", unlocked="many") == 409
    assert do("close") == 303
    assert "autofocus" not in Browser(server).ask(f"/join/{here.code}").text
    assert do("open") == 303
    assert do("ticket", person="0") == 200
    [ticket] = re.findall(r"ticket=([\w-]+)", desk.text)[:1]
    tablet = Browser(server).ask(f"/join/{here.code}?ticket={ticket}")
    tablet.ask(f"/class/{here.code}/join", {"form": tablet.form, "ticket": ticket})
    assert report(tablet, here, said("1", "2"))[0] == 200
    assert report(anna, here, said("1", "3"))[0] == 403
    assert kept(here) == ["1", "2"]
    for person in ("1", "-1", "x", ""):
        assert do("remove", person=person) == 409
    assert do("remove", person="0") == 303
    assert report(tablet, here, said("1", "3"))[0] == 403
    assert do("nonsense") == 409


def test_what_the_lesson_does_not_ask_is_refused_and_earns_nothing(server: Server) -> None:
    here = assigned(server, "Anna")
    anna, desk = Browser(server).join(here.code, "Anna"), teacher(server, here.code)
    asked = questions(FOLDER.parent / LESSON)
    for n in range(50):
        status, _ = report(anna, here, said("2", question=f"invented {n}", number=n + 1, of=50))
        assert status == 400
    assert not room(here).work[0]
    for question, posed in asked.items():
        wrong: tuple[bool, ...] = () if posed.marked else (True,)
        claim = {"question": question, "number": 50, "of": 50, "answers": ["2"]}
        assert report(anna, here, {**claim, "right": wrong})[0] == 400
        right = [True] if posed.marked else []
        assert report(anna, here, {**claim, "right": right})[0] == 200
    assert {name: work.number for name, work in room(here).work[0].items()} == {
        name: posed.number for name, posed in asked.items()
    }
    most = sum(4 if posed.marked else 1 for posed in asked.values())
    desk.ask(f"/class/{here.code}/gradebook.csv")
    assert f"Anna,{most}.0,{len(asked)}," in desk.text


def test_a_question_that_is_held_back_takes_no_answers_whatever_its_number_is_said_to_be(
    server: Server,
) -> None:
    here = assigned(server, "Anna", unlocked=1)
    anna = Browser(server).join(here.code, "Anna")
    early = said("2", question="format", number=1, of=1)

    def held(data: dict[str, Any]) -> bool:
        status, told = report(anna, here, data)
        assert status == 200
        return bool(told["held"])

    assert not held(said("1"))
    assert held(early)
    assert held({**early, "answers": [], "right": [], "shown": True})
    assert "format" not in room(here).work[0]
    server.wish(here, lambda _: [Unlocked(2)])
    assert not held(early)
    server.wish(here, lambda _: [Unlocked(1)])
    assert not held(early)  # it is kept already
    assert held({**early, "answers": ["2", "3"], "right": [True, True]})
    assert [each.answer for each in room(here).work[0]["format"].attempts] == ["2"]


def test_a_lesson_that_has_gone_costs_no_answers(server: Server) -> None:
    here = assigned(server, "Anna", lesson="lessons/gone.ipynb")
    anna = Browser(server).join(here.code, "Anna")
    assert report(anna, here, said("1", question="any"))[0] == 200
    assert kept(here) == ["1"]


def test_a_homework_is_deleted_with_all_that_it_has(server: Server) -> None:
    here = assigned(server)
    anna, desk = Browser(server).join(here.code, "Anna"), teacher(server, here.code)
    report(anna, here, said("unmistakable"))
    form = desk.ask(f"/class/{here.code}/teacher").form
    deeds = f"/class/{here.code}/homework"
    assert desk.ask(deeds, {"form": form, "do": "delete", "sure": "no"}).status == 409
    sure = here.code.lower()
    assert desk.ask(deeds, {"form": form, "do": "delete", "sure": sure}).status == 200
    assert report(anna, here, said("unmistakable"))[0] == 403
    files = [each.read_bytes() for each in server.folder.glob("class.db*")]
    assert files
    assert not [each for each in files if b"unmistakable" in each]


def test_a_homework_is_no_class_and_a_class_no_homework(server: Server) -> None:
    here, class_ = assigned(server), server.open(saved())
    anna, desk = Browser(server).join(here.code, "Anna"), teacher(server, here.code)
    assert anna.ask(f"/class/{here.code}/socket", more=UPGRADE).status == 403
    assert desk.ask(f"/class/{here.code}/socket?as=teacher", more=UPGRADE).status == 403
    for name in ("decisions", "rounds"):
        assert desk.ask(f"/class/{here.code}/{name}.csv").status == 404
    ben, desk = Browser(server).join(class_.code, "Ben"), teacher(server, class_.code)
    for path in ("grid", "gradebook.csv", "attempts.csv"):
        assert desk.ask(f"/class/{class_.code}/{path}").status == 404
    form = desk.ask("/join").form
    sent = {"form": form, "do": "delete", "sure": class_.code}
    assert desk.ask(f"/class/{class_.code}/homework", sent).status == 404
    assert report(ben, class_, said("1"))[0] == 403


def test_a_seat_in_a_homework_lets_into_its_lesson(server: Server) -> None:
    here, class_ = assigned(server), server.open(saved())
    anna = Browser(server).join(here.code, "Anna")
    anna.ask(f"/class/{here.code}")
    pupil = anna.cookies[f"paydays-pupil-{here.code}", "/"]

    def admitted(**cookies: str) -> bool:
        told = "; ".join(f"{name.replace('_', '-')}={each}" for name, each in cookies.items())
        request: Any = SimpleNamespace(cookies=SimpleCookie(told))
        return server.classroom.admits(request)

    assert admitted(**{f"paydays_pupil_{here.code}": pupil})
    assert not admitted(**{f"paydays_pupil_{here.code}": "x" + pupil[1:]})
    assert not admitted(**{f"paydays_pupil_{class_.code}": pupil})
    assert not admitted(paydays_pupil_QQQQQQQQ=pupil)
    assert not admitted(paydays_form="x")
    server.wish(here, lambda room: [wishes.remove(room, 0)])
    assert not admitted(**{f"paydays_pupil_{here.code}": pupil})


def test_nothing_of_answers_is_in_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    here = assigned(server)
    anna = Browser(server).join(here.code, "Unmistakable")
    report(anna, here, said("unmistakable"))
    report(anna, here, b'{"question": "unmistakable"}')
    assert "nmistakable" not in caplog.text


def test_the_page_says_where_its_link_works_and_how_to_do_without(
    server: Server, tmp_path: Path
) -> None:
    with Server(tmp_path, pages=FOLDER.parent, proxied=True) as proxied:
        for at, only_here in ((server, True), (proxied, False)):
            here = assigned(at)
            text = teacher(at, here.code).ask(f"/class/{here.code}/teacher").text
            assert ('data-key="only-here"' in text) is only_here
            assert f'href="{SITE}{LESSON.removesuffix(".ipynb")}.html"' in text
            assert "paydays marks" in text
    form = Browser(server).ask("/class/homework/new").text
    assert f'href="{SITE}"' in form
    own = assigned(server, lesson="lessons/of_this_school.ipynb")
    text = teacher(server, own.code).ask(f"/class/{own.code}/teacher").text
    assert f'href="{SITE}"' in text


def test_all_files_come_in_one(server: Server) -> None:
    here = assigned(server, "Anna", "Ben")
    anna = Browser(server).join(here.code, "Anna")
    assert report(anna, here, said("2"))[0] == 200
    assert anna.ask(f"/class/{here.code}/all.zip?again=1").status == 403
    desk = teacher(server, here.code)
    got = desk.ask(f"/class/{here.code}/all.zip?language=de")
    assert got.got["content-disposition"].endswith(f'"homework-{here.code}-all.zip"')
    with zipfile.ZipFile(io.BytesIO(got.raw)) as files:
        assert files.namelist() == ["gradebook.csv", "attempts.csv"]
        for name in files.namelist():
            alone = desk.ask(f"/class/{here.code}/{name}?language=de").raw
            assert files.read(name) == alone


def test_marks_come_back_in_a_platforms_table_of_which_nothing_is_kept(server: Server) -> None:
    here = assigned(server, "Anna", "Ben", "Cara")
    anna = Browser(server).join(here.code, "Anna")
    assert report(anna, here, said("2"))[0] == 200
    Browser(server).join(here.code, "Ben")
    desk = teacher(server, here.code).ask(f"/class/{here.code}/teacher")
    before, where = room(here).entries, f"/class/{here.code}/platform"
    form = desk.form
    table = "Name,E-mail\nAnna,anna@example.com\nCara,cara@example.com\n"
    desk.ask(where, {"form": form, "table": table})
    assert 'data-key="missing"><li dir="auto" translate="no">Ben</li></ul>' in desk.text
    [told] = re.findall(r'href="data:text/csv;charset=utf-8,([^"]+)"', desk.text)
    lines = [line.split(",")[1:] for line in unquote(told).split()[3:]]
    assert lines == [["anna@example.com", "4"], ["cara@example.com", ""]]
    assert room(here).entries == before
    assert desk.ask(where, {"form": form, "table": "nothing"}).status == 400
    form = anna.ask(f"/join/{here.code}?other=1").form
    assert anna.ask(f"{where}?again=1", {"form": form, "table": table}).status == 403


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_grid_says_what_is_asked_and_what_can_be_earned(
    server: Server, language: Language
) -> None:
    here = assigned(server, "Anna")
    desk = teacher(server, here.code)
    posed = questions(FOLDER.parent / LESSON)
    asks = asked(FOLDER.parent / LESSON, language)
    assert [*asks] == [*posed]
    assert not [each for each in asks.values() if not each or "{" in each]
    text = html.unescape(desk.ask(f"/class/{here.code}/grid?language={language}").text)
    grid = markup.Page(text)
    heads = [each for each in grid.elements if each.tag == "th" and each["scope"] == "col"]
    assert [each["title"] for each in heads[1:-2]] == [*asks.values()]
    worth = sum(1 if each.marked is False else 4 for each in posed.values())
    assert heads[-2].figures == [str(worth)]
    listed = [each.said for each in grid.inside("asked") if each.tag == "li"]
    assert listed == [" ".join(each.split()) for each in asks.values()]
    anna = Browser(server).join(here.code, "Anna")
    assert report(anna, here, said("2"))[0] == 200
    page = desk.ask(f"/class/{here.code}/teacher?who=0&language={language}").text
    assert asks["price"] in html.unescape(page)


def test_the_form_says_of_each_lesson_what_it_is_about_and_how_long_it_takes(
    server: Server,
) -> None:
    text = html.unescape(Browser(server).ask("/class/homework/new?language=de").text)
    for _, lesson in lessons(FOLDER.parent):
        assert lesson.about.de in text
        assert f"{lesson.minutes} Minuten" in text.replace("\xa0", " ")
