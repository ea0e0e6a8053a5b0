"""The same look wherever a part stands, and whichever part's style sheet comes first."""

from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.browser.dashboard import key, put
from tests.panels.tables import new

if TYPE_CHECKING:
    from tests.browser.conftest import Publish

STAGE = """
from paydays_widgets.core.table import Table
from paydays_widgets.games import load
from paydays_widgets.panels import Desk, Stage
from paydays_widgets.panels.desk import default_players
from paydays_widgets.games.zahltag.bots import STRATEGIES
Stage(Table(load("zahltag"), default_players("zahltag"), strategies=STRATEGIES))
"""
DESK = 'Desk("zahltag")'

STACK = """el => {
  const look = getComputedStyle(el);
  const names = ["border", "padding", "borderRadius", "backgroundColor", "font", "color"];
  return Object.fromEntries(names.map(name => [name, look[name]]));
}"""


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
