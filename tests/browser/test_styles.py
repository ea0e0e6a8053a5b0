"""The same look wherever a part stands, and whichever part's style sheet comes first."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser import zahltag
from tests.browser.dashboard import key, put, speak, widen
from tests.panels.tables import new

if TYPE_CHECKING:
    from tests.browser.conftest import Publish

STAGE = """
from paydays_widgets.core.table import Table
from paydays_widgets.games import load
from paydays_widgets.panels import Desk, Stage
from paydays_widgets.panels.verbs import default_players
from paydays_widgets.games.zahltag.bots import STRATEGIES
Stage(Table(load("zahltag"), default_players("zahltag"), strategies=STRATEGIES))
"""
DESK = 'Desk("zahltag")'
ROW = """
from ipywidgets import HBox
from paydays_widgets.panels import Session, Stage, Storyline
session = Session(Table(load("zahltag"), default_players("zahltag"), strategies=STRATEGIES))
HBox([Stage(session), Storyline(session)])
"""

STACK = """el => {
  const look = getComputedStyle(el);
  const names = ["border", "padding", "borderRadius", "backgroundColor", "font", "color"];
  return Object.fromEntries(names.map(name => [name, look[name]]));
}"""


# How high and wide the cards at work are on a phone, and whether their lines show all words.
AT_WORK = """() => [...document.querySelectorAll(".pw-desk__stage .pw-zt-site")].map(site => {
  const place = el => el.getBoundingClientRect();
  const cards = [...site.querySelectorAll(".pw-zt-card")].map(place);
  const words = site.querySelector("p");
  const { top, bottom, right } = place(site);
  return {
    upright: cards.every(({ width, height }) => height > width),
    inside: cards.every(each => each.top > top - 2 && each.bottom < bottom + 2
      && each.right < right + 2),
    whole: words.scrollWidth <= words.clientWidth,
    cards: cards.length,
  };
})"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_equipment_at_work_is_whole_on_a_phone(desk: Page, language: str) -> None:
    put(desk, zahltag.one_person(zahltag.until(170)))
    speak(desk, language)
    widen(desk, 390, 844)
    found = desk.evaluate(AT_WORK)
    assert sum(each["cards"] > 2 for each in found) >= 3
    assert [
        each for each in found if not (each["upright"] and each["inside"] and each["whole"])
    ] == []


def test_a_stage_alone_and_before_a_desk_looks_as_on_the_dashboard(
    desk: Page, page: Page, publish: "Publish"
) -> None:
    put(desk, new())
    desk.mouse.move(0, 0)  # the test before may have left it on the stack
    desk.wait_for_function("() => !document.getAnimations().length")
    wanted = key(desk, "stack-crane").evaluate(STACK)
    assert not wanted["border"].startswith("0px")
    page.goto(publish("stage", STAGE, DESK))
    stacks = page.locator('[data-key="stack-crane"]')
    expect(stacks).to_have_count(2)
    for stack in stacks.all():
        assert stack.evaluate(STACK) == wanted


def test_parts_in_a_row_share_its_width(page: Page, publish: "Publish") -> None:
    page.goto(publish("row", STAGE, ROW))
    parts = page.locator(".widget-hbox .pw")
    expect(parts).to_have_count(2)
    row = page.locator(".widget-hbox").evaluate("el => el.clientWidth")
    for part in parts.all():
        width = part.evaluate("el => el.clientWidth")
        assert abs(width - row / 2) < row / 10
