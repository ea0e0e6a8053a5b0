"""What a projector shows of a bid in Zahltag, at 1280 x 800: nothing of it is cut or too small."""

import pytest
from playwright.sync_api import expect

from paydays_widgets.core.text import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.dashboard import key, of, put, speak

pytestmark = pytest.mark.browser

FINGER = 36
"""The least width of a button, in pixels."""
LINES = 62
"""The most height of a button that says in two lines what it will do."""
BIDS = """() => [...document.querySelectorAll(".pw-zt-bids > button")].map((each) => {
  const { left, width, bottom } = each.getBoundingClientRect();
  return [width, Math.max(bottom - innerHeight, left + width - innerWidth)];
})"""
CUT = """() => [...document.querySelectorAll(".pw-board .pw-clip")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
  .map((each) => each.innerText)"""


def test_a_projector_shows_all_bids_and_cuts_no_words(visit: Visit, voila_url: str) -> None:
    with visit() as page:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb")
        put(page, of("zahltag").phases["offered"]())
        key(page, "dismiss").click()
        key(page, "projector").click()
        expect(page.locator(".pw-desk--projector")).to_be_visible()
        for language in LANGUAGES:
            speak(page, language)
            expect(page.locator(".pw-zt-bids > button").first).to_be_visible()
            bids = page.evaluate(BIDS)
            assert len(bids) > 1
            assert [each for each in bids if each[0] < FINGER or each[1] > 0] == []
            assert page.evaluate(CUT) == []
            step = key(page, "step").bounding_box()
            assert step is not None
            assert step["height"] <= LINES
