"""Our classes over HTTP: a class is saved without names, and several stand side by side."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets.classroom import classfile, wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.web.ours import MOST
from paydays_widgets.core import record
from paydays_widgets.core.text import LANGUAGES, Language
from tests import markup
from tests.classroom.browsers import Browser, teacher
from tests.classroom.classes import game
from tests.classroom.server import Server
from tests.classroom.test_classfile import files

PLACE = "/class/ours"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running_:
        yield running_


def named(label: str, which: int = 0, people: int = 8) -> bytes:
    """Return a file under a label; other people make it another class."""
    raw: dict[str, Any] = json.loads(files()[which])
    return json.dumps(raw | {"label": label, "people": people}).encode()


class Page:
    """A browser with the page, which keeps what is open in its form."""

    def __init__(self, server: Server, query: str = "") -> None:
        self.browser = Browser(server).ask(PLACE + query)
        self.query = query

    @property
    def kept(self) -> list[str]:
        return [
            html.unescape(each) for each in re.findall(r'name="kept" value="([^"]+)"', self.text)
        ]

    @property
    def text(self) -> str:
        return self.browser.text

    def send(self, *sent: tuple[str, bytes], **fields: str) -> "Page":
        values = [("form", self.browser.form), *[("kept", each) for each in self.kept]]
        values += fields.items()
        self.browser.send_files(PLACE + self.query, values, [("file", *each) for each in sent])
        return self

    @property
    def labels(self) -> list[str]:
        return [json.loads(each)["label"] for each in self.kept]

    @property
    def said(self) -> list[str]:
        page = markup.Page(self.text[self.text.index("<main") : self.text.index("</main>") + 7])
        return [each.said for each in page.inside("said")] if page.keys("said") else []


def test_files_are_opened_one_after_the_other_and_stay(server: Server) -> None:
    page = Page(server).send(("a.json", named("10a")), ("b.json", named("10b", people=9)))
    assert (page.browser.status, page.labels, page.said) == (200, ["10a", "10b"], [])
    page.send(("c.json", named("10c", 1)), open="yes")
    assert page.labels == ["10a", "10b", "10c"]
    shown = page.text
    assert shown.count('data-key="topic-') == 3
    assert shown.count('data-key="plot-0"') == 2
    page.send(away="1")
    assert page.labels == ["10a", "10c"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_good_files_stay_and_each_bad_one_is_told_apart(
    server: Server, language: Language
) -> None:
    page = Page(server, f"?language={language}").send(("a.json", named("10a")))
    page.send(
        ("photo.jpg", b"\xff\xd8\xff"),
        ("cut.json", named("10b")[:90]),
        ("<i>old</i>.json", named("10b").replace(b'"version": 1', b'"version": 0')),
        ("twin.json", named("again")),
        ("good.json", named("10d", 3)),
        ("wrong.json", named("10c").replace(b'"people": 8', b'"people": "many"', 1)),
    )
    assert page.labels == ["10a", "10d"]
    assert len(page.said) == 5
    for name, told in zip(("photo", "cut", "<i>old</i>", "twin", "wrong"), page.said, strict=True):
        assert f"{name}." in told
    assert "10a" in page.said[3]
    assert "people" in page.said[4]
    assert "<i>" not in page.text


def test_nothing_that_can_be_used_is_an_error_and_nothing_chosen_too(server: Server) -> None:
    page = Page(server).send(("x.json", b"{}"))
    assert (page.browser.status, page.labels, len(page.said)) == (400, [], 1)
    assert Page(server).send(open="yes").browser.status == 400
    assert Page(server).send().browser.status == 200


def test_what_came_back_changed_is_read_as_carefully(server: Server) -> None:
    page = Page(server)
    values = [("form", page.browser.form), ("kept", "{}"), ("kept", named("10a").decode())]
    page.browser.send_files(PLACE, values, [])
    assert page.labels == ["10a"]
    assert len(page.said) == 1


def test_no_more_classes_than_can_be_seen(server: Server) -> None:
    many = [(f"{n}.json", named(f"c{n}", people=10 + n)) for n in range(MOST + 1)]
    page = Page(server).send(*many)
    assert len(page.labels) == MOST
    assert f"{MOST}.json" in page.said[0]


@pytest.mark.parametrize(
    ("order", "wanted"),
    [("added", ["b", "A", "c"]), ("label", ["A", "b", "c"]), ("date", ["A", "c", "b"])],
)
def test_classes_are_sorted(server: Server, order: str, wanted: list[str]) -> None:
    days = {"b": "2024-05-01", "A": "2026-05-01", "c": "2025-05-01"}
    sent = [
        (f"{label}.json", json.dumps(json.loads(named(label)) | {"date": day}).encode())
        for label, day in days.items()
    ]
    page = Page(server).send(*sent, order=order)
    assert page.labels == wanted
    assert f'value="{order}" selected' in page.text


def test_another_language_keeps_what_is_open(server: Server) -> None:
    page = Page(server).send(("a.json", named("10a")))
    for language in LANGUAGES:
        assert f'formaction="{PLACE}?language={language}"' in page.text
        page.query = f"?language={language}"
        assert page.send().labels == ["10a"]


def test_a_form_of_another_site_is_refused(server: Server) -> None:
    stranger = Browser(server)
    stranger.send_files(PLACE, [("form", "x")], [("file", "a.json", named("10a"))])
    assert stranger.status == 403
    assert "10a" not in stranger.text


@pytest.mark.parametrize("path", ["/class/Ours", "/class/ours/"])
def test_a_slip_in_the_address_leads_there(server: Server, path: str) -> None:
    assert Browser(server).ask(path).got["location"] == PLACE


def test_nothing_of_a_file_is_kept(tmp_path: Path) -> None:
    with Server(tmp_path) as running_:
        page = Page(running_).send(("a.json", named("Unforgettable")))
        assert page.labels == ["Unforgettable"]
    for each in tmp_path.rglob("*"):
        assert b"Unforgettable" not in each.read_bytes()


# --- saving -------------------------------------------------------------------------------------


def a_class(server: Server, people: int = 6) -> tuple[Here, Browser]:
    here = server.open(record.dumps(game()), size=3)
    for number in range(people):
        Browser(server).join(here.code, f"Zqx{number}")
    return here, teacher(server, here.code)


def test_a_teacher_saves_the_results_and_opens_them(server: Server) -> None:
    here, desk = a_class(server)
    server.begin(here)
    server.wish(here, lambda room: [wishes.end(room)])
    page = desk.ask(f"/class/{here.code}/results").text
    assert 'data-key="parts"' in page
    desk.ask(f"/class/{here.code}/results.json?label=10%C3%A9%20b")
    assert desk.got["content-type"] == "application/json"
    assert re.search(r'filename="class-[\d-]+-10--b\.json"', desk.got["content-disposition"])
    assert here.code not in desk.got["content-disposition"]
    assert b"Zqx" not in desk.raw
    assert here.code.encode() not in desk.raw
    file = classfile.read(desk.raw, "x")
    assert (file.label, file.people) == ("10é b", 6)
    assert Page(server).send(("x.json", desk.raw)).labels == ["10é b"]


def test_the_results_and_their_file_are_the_teachers(server: Server) -> None:
    here, _ = a_class(server)
    server.begin(here)
    student = Browser(server).join(here.code, "Late")
    for path in ("results?again=1", "results.json?label=x&again=1"):
        assert student.ask(f"/class/{here.code}/{path}").status == 403
        assert Browser(server).ask(f"/class/{here.code}/{path}").status == 403
    assert Browser(server).ask("/class/AAAAAAAA/results").status == 404


def test_a_class_needs_a_name_and_must_have_played(server: Server) -> None:
    here, desk = a_class(server)
    assert 'data-key="nothing"' in desk.ask(f"/class/{here.code}/results").text
    server.begin(here)
    for label in ("", "%E2%80%8B"):
        desk.ask(f"/class/{here.code}/results.json?label={label}")
        assert desk.status == 400
        assert "name" in desk.alert


def test_the_results_lead_to_the_file(server: Server) -> None:
    here, desk = a_class(server)
    server.begin(here)
    server.wish(here, lambda room: [wishes.end(room)])
    assert 'data-key="keep"' in desk.ask(f"/class/{here.code}/teacher").text
    assert f'href="{PLACE}"' in desk.ask(f"/class/{here.code}/results").text
    assert f'href="{PLACE}"' in Browser(server).ask("/class/new").text
