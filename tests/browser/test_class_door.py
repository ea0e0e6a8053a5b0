"""The door of a class in real browsers: taps on a slow line, and a tablet for several."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.classroom import assets, wishes
from tests.browser.conftest import Visit
from tests.browser.test_class import PHONE
from tests.classroom.phones import saved
from tests.classroom.server import HOST_TOKEN, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


def tap_twice(page: Page, button: str, come: list[str]) -> None:
    """Press a button, and again while the first answer is not yet there."""
    place = page.get_by_role("button", name=button)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    for taps in (1, 2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        while len(come) < taps:
            page.wait_for_timeout(5)


def test_two_taps_on_join_take_one_seat(server: Server, visit: Visit) -> None:
    here = server.open(saved())
    with visit(**PHONE) as phone:
        phone.goto(f"{server.address}join/{here.code}")
        phone.get_by_label("Your name").fill("Anna")
        with server.waits_for_two("wish") as come:
            tap_twice(phone, "Join", come)
            expect(phone.locator(".cl-lobby")).to_be_visible()
        expect(phone.locator("[data-key=who]")).to_contain_text("Anna")
    assert [each.name for each in here.room.people] == ["Anna"]


def test_two_taps_on_open_the_class_open_one_class(server: Server, visit: Visit) -> None:
    before = set(server.classroom.live.rooms)
    with visit() as teacher:
        teacher.goto(f"{server.address}class/new")
        with server.waits_for_two("open") as come:
            tap_twice(teacher, "Open the class", come)
            expect(teacher.locator(".cl-join__qr svg")).to_be_visible()
        [code] = set(server.classroom.live.rooms) - before
        assert code in teacher.url


def test_one_tablet_goes_from_anna_to_ben(server: Server, visit: Visit) -> None:
    here = server.open(saved())
    door = f"{server.address}join/{here.code}"
    with visit(**PHONE) as tablet:
        tablet.goto(door)
        tablet.get_by_label("Your name").fill("Anna")
        tablet.get_by_role("button", name="Join").click()
        expect(tablet.locator("[data-key=who]")).to_contain_text("Anna")
        tablet.goto("about:blank")
        tablet.goto(f"{server.address}class/{here.code}")  # as a bookmark does
        expect(tablet.locator("[data-key=who]")).to_contain_text("Anna")
        tablet.locator("[data-key=prefs] summary").click()
        tablet.get_by_role("link", name="I am someone else").click()
        expect(tablet).to_have_url(door)
        tablet.get_by_role("link", name="Go on as Anna").click()
        expect(tablet.locator("[data-key=who]")).to_contain_text("Anna")
        tablet.goto(door)
        tablet.get_by_label("Your name").fill("Ben")
        tablet.get_by_role("button", name="Join").click()
        expect(tablet.locator("[data-key=who]")).to_contain_text("Ben")
        server.begin(here)
        sitting = here.room.sittings[0]
        assert [each.name for each in sitting.table.players] == ["Anna", "Ben"]
        seat = 1
        keep = tablet.locator(f'[data-move="{seat + 1} keep"]:not([aria-disabled=true])')
        while not keep.count():
            if sitting.waiting == (0,):
                server.wish(here, lambda room: [wishes.stand_in(room, 0, 0)])
            tablet.wait_for_timeout(20)
        keep.click()
        expect(keep).to_have_count(0)
        [mine] = [each for each in sitting.decisions if each.person == 1]
        assert mine.seat == seat


BEFORE_A_SUM = r"""name => {
  const found = [];
  const all = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const text = all.currentNode;
    for (const match of text.data.matchAll(new RegExp(`(${name})(\\u2069? )(\\d+)`, "g"))) {
      const place = (start, length) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + length);
        return range.getBoundingClientRect();
      };
      const [, called, between, sum] = match;
      const first = place(match.index, called.length);
      const second = place(match.index + called.length + between.length, sum.length);
      const inOneLine = first.width && Math.abs(first.top - second.top) < 2;
      if (inOneLine) found.push(second.left >= first.right);
    }
  }
  return found;
}"""
"""Finds whether sums that follow a name in a sentence stand to the right of it."""


def test_a_name_from_the_right_and_its_sum_keep_their_places(server: Server, visit: Visit) -> None:
    here = server.open(saved(seats=2), size=2, pace="fast")
    with visit(**PHONE) as phone, visit(**PHONE) as other:
        for page, name in ((phone, "דנה"), (other, "سارة")):
            page.goto(f"{server.address}join/{here.code}")
            page.get_by_label("Your name").fill(name)
            page.get_by_role("button", name="Join").click()
            expect(page.locator("[data-key=who]")).to_contain_text(name)
        server.begin(here)
        sitting = here.room.sittings[0]
        found: list[bool] = []
        while not found:
            if sitting.waiting:
                server.wish(here, lambda room: [wishes.stand_in(room, 0, sitting.waiting[0])])
            phone.wait_for_timeout(50)
            found = phone.evaluate(BEFORE_A_SUM, "דנה")
        assert all(found)


def test_a_seat_moves_to_another_phone_and_the_old_one_is_told(
    server: Server, visit: Visit
) -> None:
    here = server.open(saved())
    door = f"{server.address}join/{here.code}"
    with visit(**PHONE) as old, visit(**PHONE) as new:
        old.goto(door)
        old.get_by_label("Your name").fill("Anna")
        old.get_by_role("button", name="Join").click()
        expect(old.locator("[data-key=who]")).to_contain_text("Anna")
        ticket = f"{door}?ticket={here.tickets.issue(0, here.room.people)}"
        new.goto(ticket)
        with server.waits_for_two("wish") as come:
            tap_twice(new, "Go on here", come)
            expect(new.locator("[data-key=who]")).to_contain_text("Anna")
        expect(old.get_by_role("alert")).to_be_visible()
    assert [each.name for each in here.room.people] == ["Anna"]


DEAF = """window.WebSocket = class {
  static CONNECTING = 0; static OPEN = 1; readyState = 0; close() {} send() {} };"""
"""A network that swallows what a socket says."""
REFUSED = """window.WebSocket = class {
  static CONNECTING = 0; static OPEN = 1; readyState = 3; close() {} send() {}
  constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 50); } };"""
"""A proxy that knows no sockets."""
SCRIPT = f"**/{assets.SOCKET}"
BROKEN = "}{"
"""What a browser that is too old makes of the script."""
LATE = 20_000


@pytest.mark.walk(2)  # each role, and each taste for motion
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("role", ["student", "teacher"])
def test_a_page_whose_script_does_not_run_says_which_browsers_it_needs(
    role: str, motion: str, server: Server, visitors: Callable[..., Page]
) -> None:
    here = server.open(saved())
    phone = visitors(**PHONE, reduced_motion=motion)
    phone.route(SCRIPT, lambda route: route.fulfill(body=BROKEN, content_type="text/javascript"))
    enter(phone, server, here.code, role)
    late = phone.locator("[data-late]")
    expect(late).to_be_hidden()
    expect(late).to_be_visible(timeout=LATE)
    expect(late).to_contain_text("Safari", use_inner_text=True)
    expect(late.get_by_role("link")).to_be_in_viewport()
    phone.unroute(SCRIPT)
    late.get_by_role("link").click()
    expect(late).to_have_count(0)


@pytest.mark.parametrize("way", [DEAF, REFUSED])
def test_a_page_whose_line_never_opens_says_so(way: str, server: Server, visit: Visit) -> None:
    here = server.open(saved())
    with visit(**PHONE) as phone:
        phone.add_init_script(way)
        enter(phone, server, here.code, "student")
        late = phone.locator("[data-late]")
        expect(late).to_be_hidden()
        expect(late).to_be_visible(timeout=LATE)
        expect(late).not_to_contain_text("Safari", use_inner_text=True)


def test_a_page_that_hears_late_takes_its_words_back(server: Server, visit: Visit) -> None:
    here = server.open(saved())
    with visit(**PHONE) as phone:
        phone.add_init_script(
            "const Real = WebSocket; " + REFUSED + "addEventListener('hears', () => "
            "{ window.WebSocket = Real; });"
        )
        enter(phone, server, here.code, "student")
        late = phone.locator("[data-late]")
        expect(late).to_be_visible(timeout=LATE)
        phone.evaluate("dispatchEvent(new Event('hears'))")
        expect(late).to_have_count(0)
        expect(phone.locator(".cl-lobby")).to_be_visible()


def enter(page: Page, server: Server, code: str, role: str) -> None:
    """Open the page of a student who joins, or the teacher's."""
    if role == "teacher":
        page.context.add_cookies(
            [{"name": f"paydays-host-{code}", "value": HOST_TOKEN, "url": server.address}]
        )
        page.goto(f"{server.address}class/{code}/teacher?again=1")
        return
    page.goto(f"{server.address}join/{code}")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"**/class/{code}")
