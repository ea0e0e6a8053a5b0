"""What is said to a player has its place beside the table: nothing moves when it comes or goes."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HEIGHTS, Visit
from tests.browser.dashboard import key
from tests.browser.test_play import GAMES, PRESS, STATE, WATCH, first_game

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.browser

MOVES = 3
# Where the controls, the table, the question and the player's seat stand on the page.
PLACES = """() => {
  const found = {};
  for (const where of [".pw-bar", ".pw-board", "[data-key=undo]", "[data-key=menu]"]) {
    const el = document.querySelector(`.pw-desk .pw ${where}`);
    const { left, top, width } = el.getBoundingClientRect();
    found[where] = [left, top + scrollY, width].map(Math.round).join(" ");
  }
  return found;
}"""
# And where the player decides: the pad keeps its place while the question stays.
PAD = """() => [...document.querySelectorAll(
    ".pw-board :is([data-move], [data-do=pick], [data-do=moves]), .pw-board .pw-seat")]
  .filter(each => each.checkVisibility())
  .map(each => [each.dataset.key, each.getBoundingClientRect()])
  .map(([name, { left, top }]) => [name, Math.round(left), Math.round(top + scrollY)].join(" "))"""


TALL = (
    """() => Math.round(document.querySelector(".pw-headline").getBoundingClientRect().height)"""
)
BESIDE = 1080
"""From this width on, the storyline is beside the table, and the coach with it."""


def rose(before: str, after: str, by: int) -> bool:
    """Return whether something has risen together with all that is below the question."""
    *was, top = before.split(" ")
    *now, higher = after.split(" ")
    return was == now and abs(int(top) - by - int(higher)) <= 1


def stands(page: Page) -> "tuple[dict[str, str], Sequence[str]]":
    return page.evaluate(PLACES), page.evaluate(PAD)


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.walk
def test_nothing_moves_when_the_coach_or_a_note_comes_or_goes(
    visit: Visit, voila_url: str, name: str, width: int
) -> None:
    with visit(teaches=False) as page:
        page.emulate_media(reduced_motion="reduce")
        first_game(page, voila_url, name)
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        beside = width >= BESIDE
        coach, off = ("coach", "coach-off") if beside else ("coach-here", "coach-here-off")
        expect(key(page, coach)).to_be_in_viewport(ratio=1)
        expect(key(page, "coach-here" if beside else "coach")).to_be_hidden()
        for hint in page.locator(".pw-headline__hint").all():
            expect(hint).to_be_visible()
        places, pad = stands(page)
        with_coach = page.evaluate(TALL)
        key(page, off).dispatch_event("click")
        expect(key(page, coach)).to_have_count(0)
        risen = with_coach - page.evaluate(TALL)
        assert (risen == 0) == beside
        same, higher = stands(page)
        assert same == places
        assert all(rose(*both, risen) for both in zip(pad, higher, strict=True))
        stood = {str(places)}
        page.evaluate(WATCH)
        pressed = 0
        while pressed < MOVES and (can := page.evaluate(STATE)) != ["over"]:
            was = page.evaluate("window.changes")
            moves = [each for each in can if "data-move" in each]
            if can and page.evaluate(PRESS, f".pw {(moves or can)[0]}"):
                pressed += bool(moves)
            page.wait_for_function("was => window.changes !== was", arg=was)
            stood.add(str(page.evaluate(PLACES)))
        expect(key(page, "started")).to_have_count(0)
        assert len(stood) == 1
