"""A game with only an engine, as `paydays new` writes it, on a page of its own."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.app import main
from tests.browser.conftest import HEIGHTS
from tests.browser.dashboard import faults, key

if TYPE_CHECKING:
    from tests.browser.conftest import Visit


@pytest.fixture(scope="module")
def url(voila_url: str, served: Path) -> str:
    assert main(["new", "farthing_lots", "--folder", str(served)]) == 0
    return f"{voila_url}voila/render/farthing_lots/play.ipynb"


@pytest.fixture(scope="module")
def desk(visit: "Visit", url: str) -> Iterator[Page]:
    with visit(teaches=False, reduced_motion="reduce") as page:
        page.goto(url)
        key(page, "seats").wait_for()
        page.set_default_timeout(10_000)
        yield page


@pytest.mark.parametrize("width", HEIGHTS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_plain_board_fits_and_has_no_serious_fault(
    desk: Page, width: int, scheme: Literal["light", "dark"]
) -> None:
    desk.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    desk.emulate_media(color_scheme=scheme)
    expect(desk.get_by_role("button", name="Bid 3")).to_be_in_viewport()
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(desk) == []


def test_a_game_is_played_from_the_keyboard_to_its_end(desk: Page) -> None:
    desk.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
    bid = desk.get_by_role("button", name="Bid 3")
    bid.focus()
    desk.keyboard.press("Enter")
    for lot in (2, 3):  # a film leads to each
        expect(key(desk, "facts")).to_contain_text(str(lot))
        desk.get_by_role("button", name="Bid 0").click()
    expect(desk.get_by_role("list", name="Ranking")).to_be_visible()
    assert faults(desk) == []
