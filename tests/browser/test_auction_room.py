"""The auction room in a browser: a table that stays still, a clock by keys, eight seats."""

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.core.game import Chance
from paydays_widgets.games.auction_room.rules import PRESETS
from tests.browser.auction_room import DASHBOARD, SHELF
from tests.browser.dashboard import key, put, seat, until

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
    expect(key(desk, "s1")).to_contain_text("Stopped at $10")


def test_eight_seats_have_a_row_each(desk: Page) -> None:
    bots = (*SHELF.bots, *SHELF.bots)
    desk.set_viewport_size({"width": 1920, "height": 1080})
    put(desk, until(SHELF.new(*bots, names=NAMES), 30))
    tops = [box["y"] for n in range(1, 9) if (box := seat(desk, n).bounding_box())]
    assert tops == sorted(set(tops))
    assert len(tops) == len(NAMES)
