"""Zahltag as a class sees it on a projector while a question is open."""

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.show.vignette import load
from tests.browser.dashboard import key, speak, tab

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
