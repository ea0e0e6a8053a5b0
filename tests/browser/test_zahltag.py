"""Zahltag in a browser: a projector while a question is open, bids that turn over anywhere."""

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.games.zahltag.events import BidsRevealed
from paydays_widgets.show.vignette import load
from tests.browser.conftest import HEIGHTS
from tests.browser.dashboard import clear, key, put, speak, tab, widen
from tests.browser.zahltag import HAND, one_person
from tests.panels.tables import bidding

ASKED = "two-turns-at-work"  # a long hint, and a bid

# How many lines of the words over the table lie over a line of the counts.
SHARED = """() => {
  const lines = selector => [...document.querySelectorAll(`.pw-desk__stage ${selector}`)]
    .filter(each => each.checkVisibility()).flatMap(each => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return [...range.getClientRects()];
    });
  const over = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const counts = lines(".pw-zt-counts");
  return lines(".pw-headline").filter(one => counts.some(other => over(one, other))).length;
}"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.walk
def test_with_a_question_the_hint_and_the_tracks_keep_apart(desk: Page, language: str) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    speak(desk, language)
    (asked,) = [each for each in load("paydays_widgets.games.zahltag") if each.id == ASKED]
    tab(desk, "positions").locator(f'[data-key="vb-{ASKED}"]').click()
    expect(desk.locator(".pw-question")).to_contain_text(getattr(asked.title, language))
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    desk.evaluate("scrollTo(0, 0)")
    assert desk.evaluate(SHARED) == 0
    for track in ("since", "past"):
        expect(key(desk, track)).to_be_in_viewport(ratio=1)


# The bid cards on the first screen: what they say, and whether they have risen.
BIDS = """() => [...document.querySelectorAll(".pw-zt-bid")].filter(each => {
  const { top, bottom } = each.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && each.checkVisibility({ visibilityProperty: true });
}).map(each => [
  each.innerText.match(/[0-9]+/)?.[0] ?? "",
  getComputedStyle(each).translate !== "none",
]).sort()"""


@pytest.mark.parametrize("teaches", [False, True])
def test_all_bids_are_seen_turned_over_and_the_lowest_risen(desk: Page, *, teaches: bool) -> None:
    table = one_person(bidding(["5", "4", "4", "00"], HAND, HAND, HAND, HAND))
    revealed = [isinstance(step.event, BidsRevealed) for step in table.branch.steps]
    down, up = (
        [["", False]] * 3 + [["5", False]],
        [["", False], ["4", True], ["4", True], ["5", False]],
    )
    for at, shown in ((revealed.index(True), down), (revealed.index(True) + 1, up)):
        table.go_to(at)
        put(desk, table)
        clear(desk)
        if not teaches:
            key(desk, "play").click()
            expect(desk.locator(".pw-desk--play")).to_have_count(1)
        for width, height in HEIGHTS.items():
            widen(desk, width, height)
            desk.evaluate("scrollTo(0, 0)")
            assert desk.evaluate(BIDS) == shown, width
        if not teaches:
            key(desk, "menu-summary").click()
            key(desk, "teach").click()
            expect(desk.locator(".pw-desk--play")).to_have_count(0)
            expect(desk.locator(".pw-desk--play")).to_have_count(0)
