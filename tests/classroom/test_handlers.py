"""The class's pages and forms, asked for as a browser asks, and as somebody who means no good."""

import http.client
import re
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from paydays_widgets import games
from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.composing import fresh
from paydays_widgets.core import record
from paydays_widgets.core.table import HUMAN
from paydays_widgets.core.text import LANGUAGES
from tests.classroom.browsers import UPGRADE, Browser, together
from tests.classroom.lines import Line, join
from tests.classroom.phones import saved
from tests.classroom.server import HOST_TOKEN, Server


def test_a_student_joins_by_code_and_name(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server)
    form = student.ask("/join").form
    student.ask("/join", {"form": form, "code": f" {here.code[:4].lower()} {here.code[4:]}"})
    assert (student.status, student.got["location"]) == (303, f"/join/{here.code}")
    student.join(here.code, "Zoë <b>")
    assert (student.status, student.got["location"]) == (303, f"/class/{here.code}")
    student.ask(f"/class/{here.code}")
    assert student.status == 200
    assert "Zoë &lt;b&gt;" in student.text
    assert [each.name for each in here.room.people] == ["Zoë <b>"]


def test_a_seats_token_is_long_hidden_and_kept_as_a_hash_alone(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server).join(here.code, "Anna")
    assert len(student.set) == 2
    for cookie, place in zip(student.set, ("class", "join"), strict=True):
        assert f"Path=/{place}/{here.code}" in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
    token = student.cookies[f"paydays-{here.code}", f"/class/{here.code}"]
    assert len(token) >= 32
    lines = b"".join(each.data for each in server.classroom.store.load(here.id))
    assert token.encode() not in lines
    door = student.cookies[f"paydays-door-{here.code}", f"/join/{here.code}"]
    assert door == here.room.people[0].token  # which opens nothing
    assert here.room.people[0].token.encode() in lines


def test_to_look_takes_no_seat(server: Server) -> None:
    here = server.open(saved())
    for path in (f"/join/{here.code}", f"/class/{here.code}", f"/class/{here.code}?again=1"):
        Browser(server).ask(path)
    assert not here.room.people


def test_whoever_has_a_seat_gets_no_second_one(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server).join(here.code, "Anna")
    student.join(here.code, "  anna ")
    assert student.status == 303
    assert len(here.room.people) == 1


def whose(browser: Browser, seat: str) -> str:
    """Return what the door writes on the way back to a seat; "" if there is none."""
    found = re.search(rf'pw-btn--primary" href="{seat}\?again=1">([^<]+)', browser.text)
    return found[1] if found else ""


def test_the_door_says_whose_seat_a_browser_has_and_asks(server: Server) -> None:
    here = server.open(saved())
    seat, door = f"/class/{here.code}", f"/join/{here.code}"
    tablet = Browser(server).join(here.code, "Anna")
    anna = tablet.cookies[f"paydays-{here.code}", seat]
    assert "Anna" in whose(tablet.ask(door), seat)
    sent = {"form": tablet.form, "once": tablet.hidden("once"), "name": "Ben"}
    assert tablet.ask(f"{seat}/join", sent).status == 200  # a page from before Anna joined
    assert "Anna" in whose(tablet, seat)
    assert 'value="Ben"' in tablet.text
    assert not tablet.set
    assert len(here.room.people) == 1
    sent = {name: tablet.hidden(name) for name in ("form", "once", "other")} | {"name": "Ben"}
    assert tablet.ask(f"{seat}/join", sent).status == 303
    assert "Ben" in tablet.ask(seat).text
    assert "Ben" in whose(tablet.ask(door), seat)
    assert [each.name for each in here.room.people] == ["Anna", "Ben"]
    other = Browser(server)
    other.cookies[f"paydays-{here.code}", seat] = anna
    assert "Anna" in other.ask(seat).text  # her seat is still hers
    server.wish(here, lambda room: [wishes.remove(room, 1)])
    assert whose(tablet.ask(door), seat) == ""


def test_a_second_tap_on_join_is_the_same_seat(server: Server) -> None:
    here = server.open(saved())
    phone = Browser(server).ask(f"/join/{here.code}")
    sent = {"form": phone.form, "once": phone.hidden("once"), "name": "Anna"}
    path = f"/class/{here.code}/join"
    first, second = together(server, phone, path, sent, "wish")
    late = phone.ask(path, sent)  # the cookie has not come yet
    for tap in (first, second, late):
        assert (tap.status, tap.got["location"]) == (303, f"/class/{here.code}")
        assert tap.cookies == first.cookies
    assert [each.name for each in here.room.people] == ["Anna"]
    assert late.ask(path, sent).status == 303  # and now it has


def test_a_form_tells_another_browser_nothing(server: Server) -> None:
    here = server.open(saved())
    path = f"/class/{here.code}/join"
    phone, thief = (Browser(server).ask(f"/join/{here.code}") for _ in range(2))
    sent = {"form": phone.form, "once": phone.hidden("once"), "name": "Anna"}
    own = {**sent, "form": thief.form}
    phone.ask(path, sent)
    assert thief.ask(path, sent).status == 403
    assert not thief.set
    assert thief.ask(path, own).status == 200
    assert "“Anna” is taken" in thief.text
    assert not thief.set
    thief.cookies["paydays-form", "/"] = "x"
    assert thief.ask(path, sent).status == 403


def test_a_name_that_is_free_by_now_is_taken_from_the_same_form(server: Server) -> None:
    here = server.open(saved())
    Browser(server).join(here.code, "Anna")
    phone = Browser(server).ask(f"/join/{here.code}")
    sent = {"form": phone.form, "once": phone.hidden("once"), "name": "Anna"}
    path = f"/class/{here.code}/join"
    assert phone.ask(path, sent).status == 200
    server.wish(here, lambda room: [wishes.remove(room, 0)])
    assert phone.ask(path, sent).status == 303


def test_a_class_that_is_opened_twice_is_one_class(server: Server) -> None:
    rooms = server.classroom.live.rooms
    teacher = Browser(server).ask("/class/new")
    sent = {"form": teacher.form, "once": teacher.hidden("once"), "game": "zock", "way": "tables"}
    before = set(rooms)
    first, second = together(server, teacher, "/class/new", sent, "open")
    late = teacher.ask("/class/new", sent)
    [code] = set(rooms) - before
    for tap in (first, second, late):
        assert (tap.status, tap.got["location"]) == (303, f"/class/{code}/teacher")
        assert tap.cookies == first.cookies
        assert tap.ask(f"/class/{code}/teacher").status == 200
    again = {**sent, "once": late.ask("/class/new").hidden("once")}
    late.ask("/class/new", again)
    assert len(set(rooms) - before) == 2  # a new form is a new class


@pytest.mark.parametrize(
    ("language", "kept", "old"),
    [
        ("en", "Allow cookies for 127.0.0.1 ", "This form is too old"),
        ("fr", "Autorisez les cookies pour 127.0.0.1 ", "Ce formulaire est trop ancien"),
        ("de", "Erlaube Cookies für 127.0.0.1 ", "Dieses Formular ist zu alt"),
    ],
)
def test_a_form_that_is_not_taken_says_what_is_missing(
    server: Server, language: str, kept: str, old: str
) -> None:
    here = server.open(saved())
    for path, back in (
        ("/join", "/join"),
        ("/class/new", "/class/new"),
        (f"/class/{here.code}/join", f"/join/{here.code}"),
    ):
        blocked = Browser(server, **{"Accept-Language": language})
        assert blocked.ask(path, {"name": "Anna"}).status == 403
        assert kept in blocked.text
        assert f'href="{back}"' in blocked.text
        stale = blocked.ask(f"/join/{here.code}")
        assert stale.ask(path, {"name": "Anna", "form": "of yesterday"}).status == 403
        assert old in stale.text
    assert not here.room.people


def test_the_teachers_links_work_from_another_site(server: Server) -> None:
    here = server.open(saved())
    cookie = (f"paydays-host-{here.code}", f"/class/{here.code}")
    for page in ("teacher", "decisions.csv", "rounds.csv"):
        path = f"/class/{here.code}/{page}?language=de"
        teacher = Browser(server).ask(path)  # the link brings no cookie along
        assert teacher.status == 200
        assert f'content="0; url={path}&amp;again=1"' in teacher.text
        teacher.cookies[cookie] = HOST_TOKEN  # the page itself does
        assert here.code in teacher.ask(f"{path}&again=1").text + teacher.got.get(
            "content-disposition", ""
        )
        stranger = Browser(server).ask(f"{path}&again=1")
        assert stranger.status == 403
        told = stranger.alert
        assert 'lang="de"' in stranger.text
        assert told != stranger.ask(f"{path.replace('=de', '=en')}&again=1").alert


def test_the_code_alone_opens_nobodys_page(server: Server) -> None:
    here = server.open(saved())
    Browser(server).join(here.code, "Anna")
    other = Browser(server)
    assert "again=1" in other.ask(f"/class/{here.code}").text  # a link brings no cookie along
    other.ask(f"/class/{here.code}?again=1")
    assert (other.status, other.got["location"]) == (303, f"/join/{here.code}")
    assert other.ask(f"/class/{here.code}/teacher?again=1").status == 403
    assert other.ask(f"/class/{here.code}/socket", more=UPGRADE).status == 403
    assert other.ask(f"/class/{here.code}/socket?as=teacher", more=UPGRADE).status == 403


def test_a_student_is_no_teacher(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server).join(here.code, "Anna")
    assert student.ask(f"/class/{here.code}/teacher?again=1").status == 403
    assert student.ask(f"/class/{here.code}/socket?as=teacher", more=UPGRADE).status == 403


def test_a_seat_of_one_room_is_none_in_another(server: Server) -> None:
    here, other = server.open(saved()), server.open(saved())
    student = Browser(server).join(here.code, "Anna")
    token = student.cookies[f"paydays-{here.code}", f"/class/{here.code}"]
    student.cookies[f"paydays-{other.code}", "/"] = token
    assert student.ask(f"/class/{other.code}?again=1").status == 303


def test_another_site_reaches_neither_forms_nor_sockets(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server).join(here.code, "Anna")
    foreign = {**UPGRADE, "Origin": "https://elsewhere.example"}
    assert student.ask(f"/class/{here.code}/socket", more=foreign).status == 403
    own = {**UPGRADE, "Origin": f"http://127.0.0.1:{server.port}"}
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    cookies = "; ".join(f"{name}={value}" for (name, _), value in student.cookies.items())
    line.request("GET", f"/class/{here.code}/socket", headers={**own, "Cookie": cookies})
    assert line.getresponse().status == 101
    line.close()
    other = Browser(server)
    for fields in ({"name": "Eve"}, {"name": "Eve", "form": "guessed"}):
        assert other.ask(f"/class/{here.code}/join", fields).status == 403
    assert other.ask("/class/new", {"record": saved()}).status == 403
    assert len(here.room.people) == 1


def test_a_name_that_cannot_be_used_is_asked_for_again(server: Server) -> None:
    here = server.open(saved())
    Browser(server).join(here.code, "Anna")
    again = Browser(server, **{"Accept-Language": "de-CH,fr;q=0.8"}).join(here.code, "anna")
    assert again.status == 200
    assert "„anna“" in again.text
    assert 'value="anna"' in again.text
    assert "Mitmachen" in again.text


@pytest.mark.parametrize("role", ["", "/teacher"])
def test_a_page_without_script_says_what_it_needs(server: Server, role: str) -> None:
    here = server.open(saved())
    browser = Browser(server).join(here.code, "Anna")
    browser.cookies[f"paydays-host-{here.code}", "/"] = HOST_TOKEN
    said = set()
    for language in LANGUAGES:
        page = browser.ask(f"/class/{here.code}{role}?language={language}").text
        (without,) = re.findall(r"<noscript>(.*?)</noscript>", page, re.DOTALL)
        assert "JavaScript" in without
        assert 'href=""' in without
        said.add(without)
    assert len(said) == len(LANGUAGES)
    assert browser.ask(f"/class/{here.code}/plain").status == 404


@pytest.mark.parametrize("name", games.names())
def test_a_class_that_is_polled_plays_one_seat_against_bots(name: str) -> None:
    modules = games.modules(name)
    players = record.loads(fresh(name, "poll"), modules.engine, modules.bots.STRATEGIES).players
    assert [each.kind == HUMAN for each in players] == [True] + [False] * (len(players) - 1)
    players = record.loads(fresh(name), modules.engine, modules.bots.STRATEGIES).players
    assert {each.kind for each in players} == {HUMAN}


def test_a_room_can_be_opened_by_this_machine_or_by_whoever_has_the_key(
    server: Server, tmp_path: Path
) -> None:
    teacher = Browser(server)
    form = teacher.ask("/join").form
    teacher.ask("/class/new", {"form": form, "record": saved(), "way": "poll"})
    assert teacher.status == 303
    assert teacher.ask(teacher.got["location"]).status == 200
    teacher.ask("/class/new", {"form": form, "record": "nonsense"})
    assert teacher.status == 400
    with Server(tmp_path, prefix="/games/", key="open sesame") as locked:
        teacher = Browser(locked)
        form = teacher.ask("/games/join").form
        assert teacher.ask("/games/class/new", {"form": form, "record": saved()}).status == 403
        fields = {"form": form, "record": saved(), "key": "open sesame"}
        teacher.ask("/games/class/new", fields)
        assert teacher.status == 303
        assert teacher.got["location"].startswith("/games/class/")
        assert teacher.ask(teacher.got["location"]).status == 200


def test_a_first_visit_is_small_and_asks_no_other_host(server: Server) -> None:
    for game in ("zahltag", "master_builder", "pay_day", "zock"):
        here = server.open(saved(game), pace="fast")
        students = [Browser(server).join(here.code, name) for name in ("Anna", "Ben")]
        server.begin(here)
        packed = {"Accept-Encoding": "gzip"}
        student = students[0].ask(f"/class/{here.code}")
        loads = r'(?:<(?:link|script)[^>]* (?:href|src)|data-stage)="([^"#]+)"'
        paths = set(re.findall(loads, student.text)) - {"data:,"}
        assert paths
        assert not [each for each in paths if urlsplit(each).netloc]
        visit = len(student.ask(f"/class/{here.code}", more=packed).raw)
        for path in paths:
            student.ask(path, more=packed)
            assert student.status == 200
            assert student.got["content-encoding"] == "gzip"
            assert "immutable" in student.got["cache-control"]
            visit += len(student.raw)
        assert visit <= 100_000


def test_every_page_keeps_to_its_policy(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server).join(here.code, "Anna")
    for path in ("/join", f"/join/{here.code}", f"/class/{here.code}"):
        student.ask(path)
        policy = student.got["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert student.got["cache-control"] == "no-store"
        assert "<script>" not in student.text


def test_a_page_that_cannot_be_shown_now_says_so_and_tries_again(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        here = server.open(saved())
        seat = Browser(server).join(here.code, "Anna")
        here.sound, here.tried = False, 2**60  # the store could not be read
        seat.ask(f"/class/{here.code}")
        assert seat.status == 503
        assert seat.alert
        assert 'http-equiv="refresh"' in seat.text


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    with closing(sqlite3.connect(folder / "class.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def full(folder: Path) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((folder / "class.db-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    ("broken", "said"), [(locked, "Another program keeps"), (full, "the server’s disk is full")]
)
def test_a_bid_that_could_not_be_saved_is_told_and_can_be_made_again(
    tmp_path: Path, broken: Callable[[Path], AbstractContextManager[None]], said: str
) -> None:
    with Server(tmp_path) as server:
        here = server.open(saved(), pace="fast")
        join(server, here, "Anna", "Ben")
        server.begin(here)
        (seat, *_) = here.room.sittings[0].waiting

        async def bid() -> None:
            line = await Line(server, here, ("Anna", "Ben")[seat]).connect()
            sent = {"move": line.moves[0], "seq": line.parts["stage"]["seq"]}
            with broken(tmp_path):
                await line.ask(**sent)
                await line.until(lambda: said in line.parts["head"]["html"])
            assert not here.room.sittings[0].decisions
            await line.ask(**sent)
            await line.ask(**sent)  # it stands already

        server.call(bid())
        lines = server.classroom.store.load(here.id)
        assert sum(line.kind == "Decided" for line in lines) == 1


@pytest.mark.parametrize("origin", ["http://[", "null", "http://other.example"])
@pytest.mark.parametrize("path", ["/class/new", "/class/draft", "/class/ABCDEFGH/attempts"])
def test_an_origin_that_is_none_is_another_sites(server: Server, path: str, origin: str) -> None:
    host = urlsplit(server.address).netloc
    for method in ("GET", "POST"):
        with closing(http.client.HTTPConnection(host, timeout=20)) as at:
            at.request(method, path, "{}", {"Origin": origin, "Content-Type": "application/json"})
            assert at.getresponse().status < 500
