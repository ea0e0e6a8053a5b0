"""A class's code in a real browser: letters of any width stay in their panel."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from paydays_widgets.classroom import rooms
from tests.browser.conftest import Visit
from tests.classroom.phones import saved
from tests.classroom.server import HOST_TOKEN, Server

SIZES = ((1920, 1080), (1280, 800), (1280, 1024), (1024, 768), (390, 844))
WIDEST = "W"

OUTSIDE = """() => [
  ...document.querySelectorAll("[class*=__code] > [aria-hidden]")
].flatMap(code => {
  const range = document.createRange();
  range.selectNodeContents(code);
  const boxes = [...range.getClientRects()];
  const around = code.closest(".cl-join__words, .pw-panel, .cl-bar__code, main");
  const { left, right } = around.getBoundingClientRect();
  const lines = new Set(boxes.map(({ top }) => Math.round(top)));
  const fits = boxes.every(box => box.left >= left - 1 && box.right <= right + 1);
  return fits && lines.size === 1 ? [] : [
    `${code.parentElement.className}: ${lines.size} lines, to ` +
    `${boxes.map(({ right }) => right)} of ${right}`
  ];
})"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


def assert_within(page: Page, place: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(place).wait_for()
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_widest_code_stays_in_its_panel_before_and_after_the_start(
    server: Server, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "LETTERS", WIDEST)
    here = server.open(saved(), "poll")
    assert here.code == WIDEST * rooms.CODE
    with visit() as teacher:
        teacher.context.add_cookies(
            [{"name": f"paydays-host-{here.code}", "value": HOST_TOKEN, "url": server.address}]
        )
        teacher.goto(f"{server.address}class/{here.code}/teacher")
        assert_within(teacher, ".cl-join__code")
        server.begin(here)
        teacher.locator("button.cl-bar__code").click()
        assert_within(teacher, ".cl-join__code")
