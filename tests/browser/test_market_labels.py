"""The names in the market's picture of prices do not lie on one another."""

from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Page

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.games.market import events
from paydays_widgets.games.market.board.blocks import pictures
from paydays_widgets.games.market.deck import default_deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.state import State
from paydays_widgets.show.programme import Course
from tests.games.market.positions import opened
from tests.games.market.test_board import shown

CARDS = (8_000, 2_000, 7_000, 3_000)
CALLS = {
    "1 offer 5000; 2 offer 5000; 3 offer 5000; 4 offer 5000": (0, 40, 50),
    "1 offer 4900; 2 offer 4700; 3 offer 4900; 4 offer 4600": (0, 40),
}
"""Prices at the ceiling of 50, or near it, and the floors that allow them."""
MARKS = "[data-key^=prices] :is(.pw-mk-mark, .pw-mk-q > span, .pw-mk-row > span, .pw-mk-part > *)"
BOXES = """marks => marks.map(each => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return { said: each.textContent, left, top, right, bottom };
}).filter(each => each.right > each.left)"""


def steps_of(state: State, call: str, periods: int) -> list[Any]:
    """Play whole periods, all the same."""
    found: list[Any] = []
    for _ in range(periods):
        for move in call.split("; "):
            for step in MARKET.unfold(state, MARKET.read(move)):
                found.append(step)
                state = step.state
    return found


def overlapping(boxes: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    return [
        (one["said"], other["said"])
        for one, other in combinations(boxes, 2)
        if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
    ]


def sheets() -> str:
    """Return what styles the results of a class."""
    shared = files("paydays_widgets.show") / "static"
    own = files("paydays_widgets.classroom") / "static"
    paths = shared / "panel.css", shared / "kit.css", own / "class.css", own / "teacher.css"
    return "".join(path.read_text("utf-8") for path in paths)


def boxes_of(page: Page, markup: str, width: int) -> list[dict[str, Any]]:
    page.set_viewport_size({"width": width, "height": 900})
    style = games.modules("market").style
    page.set_content(
        f'<style>{sheets()}{style}</style><div class="pw"><div class="cl-courses"><div>'
        f"{markup}</div></div></div>"
    )
    found: list[dict[str, Any]] = page.locator(MARKS).evaluate_all(BOXES)
    return found


@pytest.mark.parametrize("width", [390, 1280, 1920])
@pytest.mark.parametrize("call", CALLS)
def test_limits_and_the_price_have_places_of_their_own(
    visitors: Callable[..., Page], call: str, width: int
) -> None:
    page = visitors()
    for floor in CALLS[call]:
        state = opened(*CARDS, institution="call", ceiling=50, floor=floor)
        told = steps_of(state, call, 1)
        at = next(n for n, s in enumerate(told) if isinstance(s.event, events.OffersOpened))
        past = [each.event for each in told[: at + 1]]
        seen = shown(told[at].state, past=past)
        boxes = boxes_of(page, seen.html, width)
        assert len(boxes) >= 2 + bool(floor)
        assert not overlapping(boxes), (floor, width)


@pytest.mark.parametrize(("language", "told"), [*product(LANGUAGES, (False, True))])
def test_names_below_the_blocks_of_a_class_are_apart(
    visitors: Callable[..., Page], language: Language, told: bool
) -> None:
    page = visitors()
    state = opened(*CARDS, institution="call", ceiling=50, periods=3)
    steps = steps_of(state, next(iter(CALLS)), 3)
    course = Course("Call", state.rules, default_deck(), 4, [steps], told)
    [drawn] = pictures([course], Text(language, "paydays_widgets.games.market"))
    for width in (390, 1280, 1920):
        boxes = boxes_of(page, drawn, width)
        assert len(boxes) > 6
        assert not overlapping(boxes), (width, told)
