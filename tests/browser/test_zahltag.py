"""Zahltag as a class sees it on a projector."""

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.vignette import load
from tests.browser.dashboard import key, put, speak, tab
from tests.browser.zahltag import one_person
from tests.panels.tables import bidding

ASKED = "tie-at-one"
RICH = "FFFWWWCCXXX"
HAND = "FFWWCCX"

# The words of the line above the table that lie over those of the counts, and the lowest edge of
# what belongs to the table.
WORDS = """() => {
  const boxes = selector => [...document.querySelectorAll(`.pw-desk__stage ${selector}`)]
    .filter(each => each.checkVisibility()).flatMap(each => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return [...range.getClientRects()];
    });
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const [head, counts] = [boxes(".pw-headline"), boxes(".pw-zt-counts")];
  const shared = head.filter(one => counts.some(other => over(one, other))).length;
  return [head.length > 0, counts.length > 0, shared];
}"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_with_a_question_the_projector_shows_hint_and_tracks_apart(
    desk: Page, language: str
) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    speak(desk, language)
    (asked,) = [each for each in load("paydays_widgets.games.zahltag") if each.id == ASKED]
    tab(desk, "positions").locator(f'[data-key="vb-{ASKED}"]').click()
    expect(desk.locator(".pw-question")).to_contain_text(getattr(asked.question, language)[:20])
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    desk.evaluate("scrollTo(0, 0)")
    assert desk.evaluate(WORDS) == [True, False, 0]
    for track in ("since", "past"):
        expect(key(desk, track)).to_be_in_viewport(ratio=1)
