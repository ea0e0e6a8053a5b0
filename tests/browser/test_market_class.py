"""A class in one market: what one says, all see at once, and the page of each marks its own."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.core import record
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games import load
from paydays_widgets.games.market.rules import Rules
from tests.browser.conftest import Visit
from tests.browser.dashboard import faults
from tests.browser.test_class import PHONE
from tests.classroom.server import HOST_TOKEN, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


def stands(page: Page, seat: int) -> bool:
    """Return whether a page marks the offer of a seat as its own."""
    return page.locator(f"[data-key=offer-{seat}]").get_attribute("data-own") is not None


def test_news_comes_to_every_page_at_once_and_each_marks_its_own(
    server: Server, visit: Visit
) -> None:
    table = Table(
        load("market"), [Player("A"), Player("B")], rules=Rules(speech="free", units=2), seed=5
    )
    here = server.open(record.dumps(table), size=60, limit=120)
    with ExitStack() as stack:
        phones = [stack.enter_context(visit(**PHONE)) for _ in range(3)]
        for name, phone in zip(("Anna", "Ben", "Cara"), phones, strict=True):
            phone.goto(f"{server.address}join/{here.code}")
            phone.get_by_role("textbox").fill(name)
            phone.get_by_role("button").click()
            expect(phone.locator(".cl-lobby")).to_be_visible()
        teacher = stack.enter_context(visit())
        teacher.context.add_cookies(
            [{"name": f"paydays-host-{here.code}", "value": HOST_TOKEN, "url": server.address}]
        )
        teacher.goto(f"{server.address}class/{here.code}/teacher")
        server.begin(here)
        pages = [*phones, teacher]
        buyer, seller, other = phones
        for phone in phones:
            expect(phone.locator("[data-pad]")).to_be_visible(timeout=20_000)
            phone.wait_for_timeout(2_500)  # nothing is left to be drawn
        typed = other.locator("[data-pad]").get_by_role("textbox")
        typed.fill("31")
        buyer.locator("[data-pad]").get_by_role("textbox").fill("30")
        buyer.locator("[data-pad] [data-move*=offer]").click()
        for page in pages:
            expect(page.locator("[data-key=offer-1]")).to_be_visible(timeout=1_500)
        assert [stands(page, 1) for page in pages] == [True, False, False, False]
        expect(buyer.locator("[data-key=offer-1] .pw-mk-name")).to_be_hidden()
        expect(seller.locator("[data-key=offer-1] .pw-seat__you")).to_be_hidden()
        expect(typed).to_have_value("31")  # what somebody is typing stays
        expect(other.locator("[data-key=play-take]")).to_have_count(0)
        take = seller.locator("[data-key=play-take]")
        expect(take).to_have_attribute("data-move", "2 take 3000")
        seller.wait_for_timeout(600)  # nobody has read it before
        take.click()
        for page in pages:
            expect(page.locator("[data-key=trade-1]")).to_be_visible(timeout=1_500)
            expect(page.locator("[data-key=offer-1]")).to_have_count(0)
            expect(page.locator(".cl-clock").first).to_be_visible()
        owns = [page.locator("[data-key=trade-1]").get_attribute("data-own") for page in pages]
        assert owns == ["", "", None, None]
        assert not any(faults(page) for page in pages)
