"""The class's pages and forms, asked for as a browser asks, and as somebody who means no good."""

import http.client
import re
import resource
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from types import MappingProxyType
from typing import Protocol
from urllib.parse import urlencode, urlsplit

import pytest

from paydays_widgets import games
from paydays_widgets.classroom.handlers import fresh
from paydays_widgets.core import record
from paydays_widgets.core.table import HUMAN
from tests.classroom.phones import saved
from tests.classroom.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


class Reachable(Protocol):
    """A server on this machine."""

    @property
    def port(self) -> int: ...


class Browser:
    """A browser without script: it keeps cookies by path, and follows nothing by itself."""

    def __init__(self, server: Reachable, **headers: str) -> None:
        self.server = server
        self.headers = headers
        self.cookies: dict[tuple[str, str], str] = {}
        self.status = 0
        self.text = ""
        self.raw = b""
        self.got: dict[str, str] = {}

    def ask(
        self,
        path: str,
        fields: dict[str, str] | None = None,
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> "Browser":
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        sent = [
            f"{name}={value}"
            for (name, under), value in self.cookies.items()
            if path.partition("?")[0].startswith(under)
        ]
        asked = {"Cookie": "; ".join(sent), **self.headers, **more}
        if fields is None:
            line.request("GET", path, headers=asked)
        else:
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            line.request("POST", path, urlencode(fields), {**asked, **kind})
        answer = line.getresponse()
        self.raw = answer.read()
        self.text = self.raw.decode(errors="replace")
        self.status = answer.status
        self.got = {name.lower(): value for name, value in answer.getheaders()}
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                for cookie in SimpleCookie(value).values():
                    self.cookies[cookie.key, cookie["path"]] = cookie.value
        line.close()
        return self

    @property
    def form(self) -> str:
        found = re.search(r'name="form" value="([^"]+)"', self.text)
        assert found
        return found[1]

    def join(self, code: str, name: str) -> "Browser":
        form = self.ask(f"/join/{code}").form
        return self.ask(f"/class/{code}/join", {"form": form, "name": name})


def test_a_student_joins_by_code_and_name(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server)
    form = student.ask("/join").form
    student.ask("/join", {"form": form, "code": f" {here.code[:3].lower()} {here.code[3:]}"})
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
    cookie = student.got["set-cookie"]
    assert f"Path=/class/{here.code}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    token = student.cookies[f"paydays-{here.code}", f"/class/{here.code}"]
    assert len(token) >= 32
    lines = b"".join(each.data for each in server.classroom.store.load(here.id))
    assert token.encode() not in lines
    assert here.room.people[0].token.encode() in lines


def test_to_look_takes_no_seat(server: Server) -> None:
    here = server.open(saved())
    for path in (f"/join/{here.code}", f"/class/{here.code}", f"/class/{here.code}?again=1"):
        Browser(server).ask(path)
    assert not here.room.people


def test_whoever_has_a_seat_gets_no_second_one(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server).join(here.code, "Anna")
    student.join(here.code, "Anna again")
    assert student.status == 303
    assert len(here.room.people) == 1


def test_the_code_alone_opens_nobodys_page(server: Server) -> None:
    here = server.open(saved())
    Browser(server).join(here.code, "Anna")
    other = Browser(server)
    assert "again=1" in other.ask(f"/class/{here.code}").text  # a link brings no cookie along
    other.ask(f"/class/{here.code}?again=1")
    assert (other.status, other.got["location"]) == (303, f"/join/{here.code}")
    assert other.ask(f"/class/{here.code}/plain").status == 303
    assert other.ask(f"/class/{here.code}/teacher").status == 403
    assert other.ask(f"/class/{here.code}/socket", more=UPGRADE).status == 403
    assert other.ask(f"/class/{here.code}/socket?as=teacher", more=UPGRADE).status == 403


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def test_a_student_is_no_teacher(server: Server) -> None:
    here = server.open(saved())
    student = Browser(server).join(here.code, "Anna")
    assert student.ask(f"/class/{here.code}/teacher").status == 403
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


def test_a_page_without_script_takes_a_bid(server: Server) -> None:
    here = server.open(saved(), pace="fast")
    students = [Browser(server).join(here.code, name) for name in ("Anna", "Ben")]
    server.begin(here)
    sitting = here.room.sittings[0]
    first = students[sitting.waiting[0]]
    other = students[1 - sitting.waiting[0]]
    plain = f"/class/{here.code}/plain"
    assert not here.there
    assert 'http-equiv="refresh"' in other.ask(plain).text
    assert "looks again by itself" in other.text
    assert here.there == {sitting.people[1 - sitting.waiting[0]][0]}
    assert 'name="move"' not in other.text
    page = first.ask(plain).text
    assert 'http-equiv="refresh"' not in page
    assert 'href="#class-rules"' in page
    assert 'id="class-rules"' in page
    moves = re.findall(r'name="move" value="([^"]+)"', page)
    seq = re.search(r'name="seq" value="(\d+)"', page)
    assert seq is not None
    sent = {"form": first.form, "seq": seq[1], "move": moves[0]}
    assert other.ask(plain, {**sent, "form": other.ask(f"/join/{here.code}").form}).status == 200
    assert "not your seat" in other.text
    assert first.ask(plain, {**sent, "seq": "0"}).status == 200
    assert "Too late" in first.text
    assert not sitting.decisions
    assert first.ask(plain, sent).status == 303
    assert str(sitting.decisions[0].move) == moves[0]


def test_a_page_without_script_offers_each_move_once_and_takes_a_card_in_two_steps(
    server: Server,
) -> None:
    here = server.open(saved(), pace="fast")
    students = [Browser(server).join(here.code, name) for name in ("Anna", "Ben")]
    server.begin(here)
    sitting = here.room.sittings[0]
    first = students[sitting.waiting[0]]
    plain = f"/class/{here.code}/plain"

    def buttons(field: str) -> list[str]:
        return re.findall(rf'<button name="{field}" value="([^"]*)"', first.text)

    first.ask(plain)
    assert len(set(buttons("move"))) == len(buttons("move")) < 10
    cards = buttons("pick")
    assert cards
    assert not [each for each in buttons("move") if "discard" in each]
    seq = str(sitting.asked)
    assert first.ask(plain, {"form": first.form, "seq": seq, "pick": cards[0]}).status == 200
    assert not sitting.decisions
    discards = [each for each in buttons("move") if "discard" in each]
    assert buttons("pick").count("") == 2  # the card, and the button that says so
    assert len(discards) == 1
    assert first.ask(plain, {"form": first.form, "seq": seq, "move": discards[0]}).status == 303
    assert str(sitting.decisions[0].move) == discards[0]
    told = re.findall(r'class="pw-story__what"[^>]*>([^<]+)<', first.ask(plain).text)
    assert "discards" in told[0]  # what is new comes first


@pytest.mark.parametrize("name", games.names())
def test_a_class_that_is_polled_plays_one_seat_against_bots(name: str) -> None:
    rooms = games.rooms(name)
    players = record.loads(fresh(name, "poll"), rooms.engine, rooms.bots.STRATEGIES).players
    assert [each.kind == HUMAN for each in players] == [True] + [False] * (len(players) - 1)
    players = record.loads(fresh(name), rooms.engine, rooms.bots.STRATEGIES).players
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
        paths = set(re.findall(r'(?:href|src|data-stage)="([^"#]+)"', student.text)) - {"data:,"}
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
    for path in (
        "/join",
        f"/join/{here.code}",
        f"/class/{here.code}",
        f"/class/{here.code}/plain",
    ):
        student.ask(path)
        policy = student.got["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert student.got["cache-control"] == "no-store"
        assert "<script>" not in student.text


def test_wrong_codes_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        here = server.open(saved())
        guesser = Browser(server)
        for _ in range(60):
            assert guesser.ask("/join/QQQQQQ").status == 404
        assert guesser.ask("/join/QQQQQQ").status == 429
        assert guesser.ask(f"/join/{here.code}").status == 429


def test_a_page_that_cannot_be_shown_now_says_so_and_tries_again(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        here = server.open(saved())
        seat = Browser(server).join(here.code, "Anna")
        here.sound, here.tried = False, 2**60  # the store could not be read
        for page in ("", "/plain"):
            seat.ask(f"/class/{here.code}{page}")
            assert seat.status == 503
            assert "could not be saved" in seat.text
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
        students = [Browser(server).join(here.code, name) for name in ("Anna", "Ben")]
        server.begin(here)
        first = students[here.room.sittings[0].waiting[0]]
        plain = f"/class/{here.code}/plain"
        page = first.ask(plain).text
        (move, *_) = re.findall(r'name="move" value="([^"]+)"', page)
        (seq,) = set(re.findall(r'name="seq" value="(\d+)"', page))
        sent = {"form": first.form, "seq": seq, "move": move}
        with broken(tmp_path):
            assert first.ask(plain, sent).status == 200
            assert said in first.text
        assert not here.room.sittings[0].decisions
        assert first.ask(plain, sent).status == 303
        assert first.ask(plain, sent).status == 303  # it stands already
        lines = server.classroom.store.load(here.id)
        assert sum(line.kind == "Decided" for line in lines) == 1
