"""Time on the pages of a class: clocks that run at many tables, and time that is nearly up."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.composing import fresh
from paydays_widgets.classroom.entries import MOST_PEOPLE
from paydays_widgets.classroom.screens.words import words
from tests.browser.conftest import Visit
from tests.browser.dashboard import faults
from tests.browser.test_class import PHONE
from tests.classroom.server import HOST_TOKEN, Server

TABLES = MOST_PEOPLE // 2
TICKS = 20
"""More than a page may say of its own accord while they come, at all these tables."""
LIMIT = 15
"""Seconds for a decision: at ten, it is asked about."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


def test_a_teachers_page_follows_as_many_clocks_as_there_can_be(
    server: Server, visit: Visit
) -> None:
    here = server.open(fresh("auction_room", preset="dutch"), size=2, pace="fast")
    people = [wishes.join(here.room, f"S{each}", f"digest {each}") for each in range(MOST_PEOPLE)]
    server.wish(here, lambda _: people)
    with visit() as teacher:
        teacher.context.add_cookies(
            [{"name": f"paydays-host-{here.code}", "value": HOST_TOKEN, "url": server.address}]
        )
        teacher.goto(f"{server.address}class/{here.code}/teacher")
        expect(teacher.locator("[data-key=bar]")).to_be_visible()
        server.begin(here)  # paused, as no clock may run down before all of them are drawn
        server.wish(here, lambda room: [wishes.pause(room, paused=True)])
        clocks = teacher.locator("[data-clock]")
        expect(clocks).to_have_count(TABLES)
        (client,) = here.teachers
        last = here.clocks[TABLES - 1]
        least = TICKS * abs(last.clock.step)
        server.wish(here, lambda room: [wishes.pause(room, paused=False)])
        while abs(last.price - last.clock.price) < least and here.teachers == [client]:
            teacher.wait_for_timeout(20)
        server.wish(here, lambda room: [wishes.pause(room, paused=True)])
        price = here.room.modules.text.money(here.clocks[TABLES - 1].price, words("en"))
        expect(clocks).to_have_text([price] * TABLES)
        assert here.teachers == [client]


def test_a_price_that_was_chosen_is_asked_about_before_time_is_up(
    server: Server, visit: Visit
) -> None:
    here = server.open(fresh("auction_room", preset="first_price"), size=2, limit=LIMIT)
    with visit(**PHONE) as phone:
        phone.goto(f"{server.address}join/{here.code}")
        phone.get_by_role("textbox").fill("Anna")
        phone.get_by_role("button").click()
        expect(phone.locator(".cl-lobby")).to_be_visible()
        server.begin(here)
        question = phone.locator("[data-key=ask]")
        bid = phone.locator("[data-pad] [data-move*=bid]")
        expect(phone.locator(".cl-clock__soon")).to_be_visible(timeout=60_000)
        expect(question).to_be_hidden()  # nothing has been chosen
        phone.locator("[data-pad]").get_by_role("textbox").fill("14")
        expect(question).to_be_visible()
        expect(question.get_by_role("button")).to_have_text(bid.inner_text())
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        move = bid.get_attribute("data-move")
        question.get_by_role("button").click()
        expect(question).to_be_hidden()
        assert [str(each.move) for each in here.room.sittings[0].decisions] == [move]
        assert not faults(phone)
