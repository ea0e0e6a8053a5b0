"""A class in one market: a teacher, a projector and eight phones, through a book and a call."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from paydays_widgets.core import record
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games import modules
from paydays_widgets.games.market.rules import Rules
from tests.browser.conftest import Visit
from tests.browser.dashboard import faults
from tests.browser.test_class import PHONE
from tests.browser.test_every_dashboard import SMALL
from tests.classroom.server import HOST_TOKEN, Server

MARKET = modules("market")
PEOPLE = 8
LONG = 30_000
"""Milliseconds in which a busy machine shows the end of a period."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


def join(server: Server, phone: Page, code: str, name: str) -> None:
    phone.goto(f"{server.address}join/{code}")
    phone.get_by_role("textbox").fill(name)
    phone.get_by_role("button").click()
    expect(phone.locator(".cl-lobby")).to_be_visible()


class Hall:
    """A market with its pages: those of the phones, the teacher's and a projector's."""

    def __init__(self, server: Server, visit: Visit, pages: ExitStack, rules: Rules) -> None:
        players = [Player(f"Seat {seat + 1}") for seat in range(PEOPLE)]
        strategies = MARKET.bots.STRATEGIES
        table = Table(MARKET.engine, players, rules=rules, seed=1, strategies=strategies)
        self.here = server.open(record.dumps(table), size=60, pace="fast", limit=3600)
        self.code = self.here.code
        self.phones = [pages.enter_context(visit(**PHONE)) for _ in range(PEOPLE)]
        for number, phone in enumerate(self.phones):
            join(server, phone, self.code, f"Person {number + 1}")
        self.teacher, self.projector = (
            pages.enter_context(visit(viewport={"width": width, "height": height}))
            for width, height in ((1280, 800), (1920, 1080))
        )
        host = f"paydays-host-{self.code}"
        for page in (self.teacher, self.projector):
            page.context.add_cookies([{"name": host, "value": HOST_TOKEN, "url": server.address}])
            page.goto(f"{server.address}class/{self.code}/teacher")
        self.teacher.locator("[data-key=begin]").click()
        for phone in self.phones:
            expect(field(phone)).to_be_visible(timeout=LONG)
        self.seats = [self.state_seat(number) for number in range(PEOPLE)]

    @property
    def state(self) -> Any:
        return self.here.room.sittings[0].table.state

    def state_seat(self, person: int) -> int:
        found = self.here.room.place(person)
        assert found is not None
        return found[1]

    def card(self, person: int) -> int:
        card: int = self.state.traders[self.seats[person]].cards[0]
        return card

    def side(self, *, buys: bool) -> list[int]:
        """List the people of a side, those first whose cards are best."""
        found = [each for each in range(PEOPLE) if (self.seats[each] % 2 == 0) is buys]
        return sorted(found, key=self.card, reverse=buys)

    def check_that_nobody_sees_anothers_card(self) -> None:
        """Hold the markup of each page to what its reader may know."""
        cards = {person: f"${self.card(person) // 100}" for person in range(PEOPLE)}
        for page in (self.teacher, self.projector):
            expect(page.locator("[data-key=own], [data-key=band], .pw-mk-cards")).to_have_count(0)
        for person, phone in enumerate(self.phones):
            expect(phone.locator("[data-key=own] .pw-mk-unit")).to_have_text(cards[person])
            expect(phone.locator("[data-key=band], .pw-mk-cards")).to_have_count(0)


def field(phone: Page) -> Locator:
    return phone.locator(".pw-pad input[type=text]")


def offer(phone: Page, price: int) -> None:
    field(phone).fill(str(price))
    phone.locator("[data-sends]").click()


def take(phone: Page) -> Locator:
    return phone.locator('[data-key="play-take"]')


BOXES = """() => [...document.querySelectorAll(".pw-mk-decision button")].map(each => {
  const { left, top, width, height } = each.getBoundingClientRect();
  const fits = each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight;
  return [each.dataset.key, [left + scrollX, top + scrollY, width, height].map(Math.round), fits];
})"""


def boxes(phone: Page) -> dict[str, list[int]]:
    """Return where the buttons of a decision are, whose words all have room there."""
    found = phone.evaluate(BOXES)
    assert all(fits for _, _, fits in found), found
    return {key: box for key, box, _ in found}


def ring(hall: Hall) -> None:
    hall.teacher.locator("[data-key=ring]").click()
    expect(hall.teacher.locator("[data-key=ring]")).to_have_count(0)


@pytest.fixture(scope="module")
def pages() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="module")
def book(server: Server, visit: Visit, pages: ExitStack) -> Hall:
    return Hall(server, visit, pages, Rules())


def test_offers_stand_on_every_page_and_a_reload_brings_them_back(book: Hall) -> None:
    (first, *buyers), sellers = book.side(buys=True), book.side(buys=False)
    offer(book.phones[first], 20)
    own = book.phones[first].locator("[data-key=book] [data-own]")
    expect(own).to_contain_text("$20")
    for page in (*book.phones, book.teacher, book.projector):
        expect(page.locator("[data-key=bids]")).to_contain_text("$20")
    typing = book.phones[buyers[0]]
    field(typing).press_sequentially("3")  # while others speak
    offer(book.phones[sellers[0]], 90)
    offer(book.phones[buyers[1]], 25)
    expect(typing.locator("[data-key=bids]")).to_contain_text("$25")
    expect(take(typing)).to_contain_text("$90")
    field(typing).press_sequentially("5")
    expect(field(typing)).to_have_value("35")
    expect(field(typing)).to_be_focused()
    typing.locator("[data-sends]").click()
    expect(book.projector.locator("[data-key=bids] > li")).to_have_count(3)
    book.phones[first].reload()
    expect(own).to_contain_text("$20")
    expect(book.phones[first].locator('[data-move$=" withdraw"]')).to_be_visible()
    book.check_that_nobody_sees_anothers_card()


def test_a_price_that_was_accepted_leaves_an_empty_field(book: Hall) -> None:
    for buys, price, better in ((True, 36, 37), (False, 89, 88)):
        phone = book.phones[book.side(buys=buys)[-1]]
        for sum_ in (price, better):
            offer(phone, sum_)
            expect(phone.locator("[data-key=book] [data-own]")).to_contain_text(f"${sum_}")
            expect(field(phone)).to_have_value("")
            expect(field(phone)).not_to_have_attribute("aria-invalid", "true")
            expect(phone.locator("[data-possible]")).to_contain_text("Possible")
        field(phone).fill(str(price))  # no better than the own one
        field(phone).blur()
        expect(field(phone)).to_have_attribute("aria-invalid", "true")
        field(phone).fill("")
        phone.locator('[data-key="play-withdraw"]').click()
        expect(phone.locator("[data-key=book] [data-own]")).to_have_count(0)


def test_a_price_that_is_gone_is_refused_with_a_sentence(book: Hall) -> None:
    first, second, *_ = book.side(buys=False)
    slow, quick = book.phones[book.side(buys=True)[0]], book.phones[first]
    expect(take(slow)).to_contain_text("$90")
    slow.wait_for_timeout(600)  # until that has been read
    slow.evaluate(
        """() => { // news is on its way while the finger comes down
          const button = document.querySelector('[data-key="play-take"]');
          window.pressed = { bubbles: true, pointerType: "touch" };
          button.dispatchEvent(new PointerEvent("pointerdown", pressed));
        }"""
    )
    offer(book.phones[second], 85)
    expect(take(slow)).to_contain_text("$85")
    take(slow).dispatch_event("click")
    said = slow.locator("[data-key=said]")
    expect(said).to_contain_text("$85")
    expect(said).to_contain_text("$90")
    assert book.state.traded == 0
    offer(quick, 80)
    expect(take(slow)).to_contain_text("$80")
    expect(said).to_be_visible()  # news does not take it away
    slow.wait_for_timeout(500)  # longer than nobody reads
    take(slow).click()
    expect(slow.locator("[data-key=own-trades]")).to_contain_text("$80")
    expect(quick.locator("[data-key=own-trades]")).to_contain_text("$80")
    assert book.state.traded == 1
    expect(book.projector.locator("[data-key=trade-1]")).to_be_visible()


def test_a_projector_shows_the_market_from_the_last_row(book: Hall) -> None:
    projector, teacher = book.projector, book.teacher
    for part in ("period", "clock", "book", "prices", "result"):
        expect(projector.locator(f"[data-key={part}]")).to_be_in_viewport(ratio=1)
    assert projector.evaluate(SMALL) == []
    assert faults(projector, within="body") == []
    best = projector.locator(".pw-mk-rung--best > b").first
    assert int(best.evaluate("each => parseInt(getComputedStyle(each).fontSize)")) >= 28
    for phone in book.phones[:2]:
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        expect(phone.locator("[data-key=book]")).to_be_in_viewport(ratio=0.5)
        assert faults(phone, within="body") == []
    expect(teacher.locator("[data-key=count]")).to_contain_text(re.compile(r"[2-8] of 8"))


def test_the_bell_ends_periods_and_the_end_shows_all(book: Hall) -> None:
    person = book.side(buys=True)[0]
    phone = book.phones[person]
    for period in range(1, 4):
        expect(book.teacher.locator("[data-key=ring]")).to_be_visible(timeout=LONG)
        assert book.state.period == period
        book.check_that_nobody_sees_anothers_card()
        ring(book)
        if period == 1:
            result = phone.locator("[data-key=result]")
            expect(result).to_contain_text(re.compile(r"\$0|−\$|\$\d"))
    for page in (book.projector, *book.phones):
        expect(page.locator(".pw-ranking").first).to_be_visible(timeout=LONG)
        expect(page.locator("[data-key=band]")).to_be_visible()  # and all have seen P*
    book.teacher.get_by_role("button", name="Results").click()
    expect(book.teacher.locator("[data-key=people]")).to_contain_text("Person 1")


def test_a_call_opens_for_all_at_once(server: Server, visit: Visit) -> None:
    with ExitStack() as pages:
        call = Hall(server, visit, pages, Rules("call"))
        for person in (*call.side(buys=True)[:3], *call.side(buys=False)[:3]):
            offer(call.phones[person], call.card(person) // 100)
            expect(field(call.phones[person])).to_have_count(0)
            expect(call.phones[person].locator("[data-key=sealed]")).to_be_visible()
        expect(call.teacher.locator("[data-key=count]")).to_contain_text("6 of 8")
        for page in (call.teacher, call.projector):
            expect(page.locator("[data-key=sealed], .pw-mk-line")).to_have_count(0)
        call.check_that_nobody_sees_anothers_card()
        ring(call)
        for page in (call.projector, *call.phones):
            expect(page.locator(".pw-mk-line").first).to_be_attached(timeout=LONG)
        for period in (2, 3):
            expect(call.teacher.locator("[data-key=ring]")).to_be_visible(timeout=LONG)
            assert call.state.period == period
            ring(call)
        for page in (call.projector, *call.phones):
            expect(page.locator(".pw-ranking").first).to_be_visible(timeout=LONG)


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(goods="shares", credit=50)], ids=["units", "shares"]
)
def test_no_button_moves_when_a_price_comes_or_goes(
    server: Server, visit: Visit, rules: Rules
) -> None:
    players = [Player("A"), Player("B")]
    table = Table(MARKET.engine, players, rules=replace(rules, speech="free"), seed=1)
    here = server.open(record.dumps(table), size=60, pace="fast", limit=3600)
    with ExitStack() as stack:
        phones = [
            stack.enter_context(visit(**PHONE, locale=each))
            for each in ("en-GB", "en-GB", "fr-FR", "fr-FR", "de-DE", "de-DE")
        ]
        for number, phone in enumerate(phones):
            join(server, phone, here.code, f"P{number}")
        server.begin(here)
        for phone in phones:
            expect(field(phone).first).to_be_visible(timeout=LONG)
        found = [here.room.place(person) for person in range(len(phones))]
        sides = [place[1] % 2 for place in found if place]
        buyer, seller = (phones[sides.index(side)] for side in (0, 1))
        for width in (390, 1280, 1920):
            for phone in phones:
                phone.set_viewport_size({"width": width, "height": 844})
            check_that_none_moves(phones, buyer, seller, shares=rules.shares)


def check_that_none_moves(phones: list[Page], buyer: Page, seller: Page, *, shares: bool) -> None:
    """Have prices come and go, and hold each button of all pages to its place."""
    before = [boxes(each) for each in phones]
    assert all("play-wait" in each for each in before)
    names = ("bid", "ask") if shares else ("offer", "offer")
    for phone, name, price in zip((buyer, seller), names, (30, 35), strict=True):
        pad = phone.locator(f"[data-key=pad-{name}]")
        pad.locator("input[type=text]").fill(str(price))
        pad.locator("[data-sends]").click()
    takes = [each.locator("[data-firm] > button") for each in phones]
    for phone, place, old in zip(phones, takes, before, strict=True):
        expect(place).to_have_count(1 + (shares and phone not in (buyer, seller)))
        check_places(boxes(phone), old)
    for phone, old in zip(phones, before, strict=True):
        if phone is not seller or not shares:  # which has nothing to buy
            expect(phone.locator("[data-key=taking]")).to_contain_text(re.compile("3[05]"))
        check_places(boxes(phone), old)
        phone.reload()
        expect(phone.locator('[data-key="play-wait"]')).to_be_visible()
        check_places(boxes(phone), old)
    for phone in (buyer, seller):
        phone.locator('[data-key="play-withdraw"]').click()
    for phone, place, old in zip(phones, takes, before, strict=True):
        expect(place).to_have_count(0)
        expect(phone.locator('[data-key="play-withdraw"]')).to_have_count(0)
        assert boxes(phone) == old


def test_a_press_as_a_price_comes_buys_nothing(server: Server, visit: Visit) -> None:
    with ExitStack() as pages:
        hall = Hall(server, visit, pages, Rules())
        buyer, seller = (hall.phones[hall.side(buys=buys)[0]] for buys in (True, False))
        buyer.evaluate(
            """() => { // a finger comes down just as the price comes
              new MutationObserver((_, watch) => {
                const button = document.querySelector('[data-key="play-take"]');
                if (!button) return;
                watch.disconnect();
                button.click();
              }).observe(document.body, { subtree: true, childList: true });
            }"""
        )
        offer(seller, 95)
        expect(take(buyer)).to_contain_text("$95")
        expect(buyer.locator("[data-key=said]")).to_contain_text("$95")
        assert hall.state.traded == 0
        buyer.wait_for_timeout(600)
        take(buyer).click()
        expect(buyer.locator("[data-key=own-trades]")).to_contain_text("$95")


def check_places(now: dict[str, list[int]], before: dict[str, list[int]]) -> None:
    """Hold each button to where it was, and what is new to places where none was."""
    assert {key: now[key] for key in before} == before
    places = [*map(tuple, now.values())]
    assert len({*places}) == len(places)
    for one, other in combinations(places, 2):
        assert (
            one[0] + one[2] <= other[0]
            or other[0] + other[2] <= one[0]
            or (one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1])
        ), now
