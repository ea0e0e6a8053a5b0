"""The auction room in a browser: a table that stays still, a clock by keys, eight seats."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Locator, Page, expect

from paydays_widgets.core.game import Chance
from paydays_widgets.games.auction_room.rules import PRESETS
from tests.browser.auction_room import DASHBOARD, SHELF
from tests.browser.conftest import Visit
from tests.browser.dashboard import key, put, seat, until
from tests.browser.test_class import PHONE
from tests.classroom.server import Server

HEIGHT = "() => document.querySelector('.pw-desk__stage').getBoundingClientRect().height"
NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Farid", "Greta", "Hugo")


@pytest.fixture(scope="module")
def game() -> object:
    """The dashboard that the tests of this file share."""
    return DASHBOARD


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_the_table_keeps_its_height_through_a_round(desk: Page, width: int, height: int) -> None:
    desk.set_viewport_size({"width": width, "height": height})
    table = until(SHELF.new(), 60)
    put(desk, table)
    first = table.branch.steps
    told = [
        at
        for at, step in enumerate(first, 1)
        if not isinstance(table.game.turn(step.state), Chance) and at > 5
    ]
    seen = set()
    for at in told[:20]:
        key(desk, "slider").fill(str(at))
        expect(key(desk, "slider")).to_have_attribute("value", str(at))
        seen.add(round(desk.evaluate(HEIGHT)))
    assert max(seen) - min(seen) <= 2, seen


def test_a_clock_is_let_run_and_stopped_by_keys(desk: Page) -> None:
    table = until(SHELF.new("", "truthful", "truthful", rules=PRESETS["english"], seed=2))
    put(desk, table)
    expect(key(desk, "clock")).to_have_text("$0")
    desk.locator("[data-move='1 stay 1000']").focus()
    desk.keyboard.press("Enter")
    for price in range(2, 11, 2):
        key(desk, "step").dispatch_event("click")
        expect(key(desk, "clock")).to_have_text(f"${price}")
    desk.locator("[data-move='1 stop 1000']").focus()
    desk.keyboard.press("Enter")
    key(desk, "step").dispatch_event("click")
    expect(key(desk, "s1")).to_contain_text("$10")


def test_eight_seats_stand_on_a_projector_s_screen(desk: Page) -> None:
    bots = (*SHELF.bots, *SHELF.bots)
    desk.set_viewport_size({"width": 1920, "height": 1080})
    put(desk, until(SHELF.new(*bots, names=NAMES), 30))
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    for number in range(1, len(NAMES) + 1):
        expect(seat(desk, number)).to_be_in_viewport(ratio=1)
    boxes = [box for n in range(1, len(NAMES) + 1) if (box := seat(desk, n).bounding_box())]
    assert len({(box["x"], box["y"]) for box in boxes}) == len(NAMES)


# --- a class ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


def joined(server: Server, visit: Visit, visits: ExitStack, code: str) -> list[Page]:
    """Let eight phones join a class."""
    phones = [visits.enter_context(visit(**PHONE)) for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.goto(f"{server.address}join/{code}")
        phone.get_by_role("textbox").fill(name)
        phone.get_by_role("button").click()
        expect(phone.locator(".cl-lobby")).to_be_visible()
    return phones


def teaching(server: Server, visit: Visit, visits: ExitStack) -> Page:
    """Open the form in which a class is opened, at the auction room."""
    teacher = visits.enter_context(visit())
    teacher.set_viewport_size({"width": 1920, "height": 1080})
    teacher.goto(f"{server.address}class/new")
    teacher.locator("[name=game][value=auction_room]").check()
    return teacher


def price(phone: Page) -> Locator:
    """Find the field of a bid."""
    return phone.locator("[data-pad]").get_by_role("textbox")


def test_eight_phones_bid_at_two_tables_for_the_same_values(server: Server, visit: Visit) -> None:
    with ExitStack() as visits:
        teacher = teaching(server, visit, visits)
        teacher.locator("[name=rules-auction_room]").select_option("second_price")
        teacher.get_by_role("button", name="Open the class").click()
        expect(teacher.locator(".cl-join__qr svg")).to_be_visible()
        code = teacher.url.split("/")[-2]
        phones = joined(server, visit, visits, code)
        teacher.get_by_role("button", name="Begin", exact=True).click()
        values = []
        for phone in phones:
            expect(key(phone, "own")).to_contain_text("$")
            expect(key(phone, "own")).to_be_in_viewport()
            expect(key(phone, "object")).to_contain_text("second price")
            values.append(key(phone, "own").inner_text())
            assert (
                phone.evaluate("document.documentElement.scrollWidth")
                <= PHONE["viewport"]["width"]
            )
        assert len({*values}) <= len(NAMES) // 2  # each value is drawn at both tables
        for phone in phones:
            expect(price(phone)).to_have_value("")  # none is proposed
            price(phone).fill("4")
        for phone in reversed(phones):
            expect(price(phone)).to_be_focused()  # while others' bids came in, nothing was lost
            expect(price(phone)).to_have_value("4")
            phone.keyboard.type("3")
            key(phone, "bid").click()
            expect(price(phone)).to_have_count(0)
        for phone in phones:  # the round is over, and the next one has begun
            expect(phone.locator("[data-key=story]")).to_contain_text("$")
            expect(price(phone)).to_be_visible()


def test_eight_phones_play_a_programme_of_two_formats(server: Server, visit: Visit) -> None:
    with ExitStack() as visits:
        teacher = teaching(server, visit, visits)
        expect(teacher.locator("[name=auction_room-rules-1]")).to_be_hidden()
        teacher.locator("[name=way][value=programme]").check()
        expect(teacher.locator("[name=auction_room-rules-3]")).to_be_visible()
        # one empty block is enough
        expect(teacher.locator("[name=auction_room-rules-4]")).to_be_hidden()
        for block, rules in ((1, "first_price"), (2, "english")):
            teacher.locator(f"[name=auction_room-rules-{block}]").select_option(rules)
            teacher.locator(f"[name=auction_room-rounds-{block}]").select_option("1")
        teacher.locator("[name=auction_room-same]").check()
        teacher.locator(".cl-form .pw-btn--primary").click()
        expect(teacher.locator(".cl-join__qr svg")).to_be_visible()
        code = teacher.url.split("/")[-2]
        phones = joined(server, visit, visits, code)
        key(teacher, "begin").click()
        for phone in phones:
            price(phone).fill("43")
            key(phone, "bid").click()
        key(teacher, "begin").click()  # the next block, once all tables have finished
        values = []
        for phone in phones:
            expect(key(phone, "clock")).to_have_attribute("data-clock", "")
            expect(key(phone, "clock")).to_be_in_viewport()
            expect(key(phone, "play-stop")).to_be_in_viewport()
            values.append(key(phone, "own").inner_text())
        for phone in phones:  # the clock runs without a press
            expect(key(phone, "clock")).not_to_have_text("$0", timeout=15_000)
        room = server.classroom.live.rooms[code].room
        assert not room.sittings[0].decisions
        for sitting in room.sittings:  # the last one at each table wins
            for person in sitting.everybody[1:]:
                key(phones[person], "play-stop").click()
                expect(key(phones[person], "play-stop")).to_have_count(0)
        for phone in phones:
            expect(key(phone, "told")).to_contain_text(f"{len(NAMES)}.", timeout=20_000)
        first, second = (period.sittings for period in room.periods)
        assert [each.people for each in first] == [each.people for each in second]
        for one, other in zip(first, second, strict=True):  # the same values in both formats
            assert [each.value for each in one.table.state.bidders] == [
                each.value for each in other.table.state.bidders
            ]
        expect(teacher.locator("[data-key=people] tbody tr")).to_have_count(len(NAMES))
        key(teacher, "block-0").click()
        expect(teacher.locator(".cl-plot .dot")).to_have_count(len(NAMES))
        expect(key(teacher, "equilibrium")).to_have_count(0)
        key(teacher, "theory").click()
        expect(key(teacher, "equilibrium")).to_have_count(1)
        with teacher.expect_download() as saved:
            teacher.locator("a[href^='rounds.csv']").click()
        lines = saved.value.path().read_text(encoding="utf-8-sig").splitlines()
        assert len(lines) == 1 + 2 * len(NAMES)
