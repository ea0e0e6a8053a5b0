"""A programme of markets, from its form to its results: a teacher and four phones, two blocks."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.classroom.room import Room
from tests.browser.conftest import Visit
from tests.browser.dashboard import faults
from tests.browser.test_class import PHONE
from tests.browser.test_class_market import LONG, field, offer
from tests.classroom.server import Server

PEOPLE = 4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


def open_programme(server: Server, teacher: Page) -> str:
    teacher.goto(f"{server.address}class/new?game=market&plan=meeting")
    for number in (1, 2):
        teacher.locator(f"[name=market-periods-{number}]").select_option("3")
    teacher.locator(".cl-send button").click()
    expect(teacher.locator("[data-key=qr]")).to_be_visible()
    teacher.locator("[data-key=open-options]").click()
    teacher.locator("[name=pace]").select_option("fast")
    teacher.locator("[data-key=options] .pw-btn--primary").click()
    expect(teacher.locator("[data-key=options]")).to_have_count(0)
    return teacher.url.split("/")[-2]


def join(server: Server, code: str, phone: Page, name: str) -> None:
    phone.goto(f"{server.address}join/{code}")
    phone.get_by_role("textbox").fill(name)
    phone.get_by_role("button").click()
    expect(phone.locator(".cl-lobby")).to_be_visible()


def offer_what_cards_say(room: Room, phones: Sequence[Page]) -> None:
    for phone in phones:
        expect(field(phone)).to_be_visible(timeout=LONG)
    traders = room.sittings[0].table.state.traders
    for person, phone in enumerate(phones):
        place = room.place(person)
        assert place
        offer(phone, traders[place[1]].cards[0] // 100)


def ring_to_the_end(teacher: Page) -> None:
    """Ring for each period until the next block can begin, or the results are shown."""
    bell = teacher.locator("[data-key=ring]")
    over = teacher.locator("[data-key=begin], .cl-results")
    while True:
        expect(bell.or_(over).first).to_be_visible(timeout=LONG)
        if over.count():
            return
        bell.click()
        expect(bell).to_have_count(0)


def test_a_programme_is_opened_played_and_compared(server: Server, visit: Visit) -> None:
    with ExitStack() as pages:
        teacher = pages.enter_context(visit(viewport={"width": 1280, "height": 800}))
        code = open_programme(server, teacher)
        phones = [pages.enter_context(visit(**PHONE)) for _ in range(PEOPLE)]
        for number, phone in enumerate(phones):
            join(server, code, phone, f"Person {number + 1}")
        room = server.classroom.live.rooms[code].room
        results = teacher.locator("[data-key=open-results]")
        teacher.locator("[data-key=begin]").click()
        offer_what_cards_say(room, phones)
        results.click()
        expect(teacher.locator("[data-key=kept]")).to_be_visible()
        expect(teacher.locator("[data-key^=units]")).to_have_count(0)
        results.click()
        expect(teacher.locator("[data-key=kept]")).to_have_count(0)
        ring_to_the_end(teacher)
        teacher.locator("[data-key=begin]").click()
        offer_what_cards_say(room, phones)
        ring_to_the_end(teacher)
        plots = teacher.locator("figure:has([data-key^=units])")
        expect(plots).to_have_count(2)
        heights = plots.locator("[role=img]").evaluate_all(
            "all => all.map(each => each.clientHeight)"
        )
        assert heights[0] == heights[1] > 100  # one scale for both
        for phone in phones:
            expect(phone.get_by_role("status").first).to_contain_text(re.compile("[1-4] of 4"))
            assert faults(phone, within="body") == []
        assert faults(teacher, within="body") == []
