"""The same look wherever a part stands, and whichever part's style sheet comes first."""

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.dashboard import PHASES, key, put

if TYPE_CHECKING:
    from tests.browser.conftest import OpenDashboard, Serve

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

# How every element of every part looks. What differs is told by its key or its class.
LOOKS = """() => [...document.querySelectorAll(".pw-desk *")].map(el => {
  const look = getComputedStyle(el);
  const names = ["border", "borderRadius", "padding", "margin", "display", "gap", "color",
    "backgroundColor", "backgroundImage", "boxShadow", "font", "textAlign", "width", "height",
    "position", "overflow", "opacity", "cursor"];
  return `${el.dataset?.key ?? ""} ${el.getAttribute("class")}: ` +
    names.map(name => `${name} ${look[name]}`).join("; ");
})"""
TURN_ROUND = """() => {
  const sheets = [...document.querySelectorAll("style[id^=paydays-]")];
  for (const sheet of sheets.reverse()) sheet.parentNode.append(sheet);
  return sheets.length;
}"""


@pytest.fixture(scope="module")
def stage_first(serve: "Serve", tmp_path_factory: pytest.TempPathFactory) -> str:
    """Serve a notebook that shows a stage alone, and then a whole desk."""
    folder = tmp_path_factory.mktemp("stage")
    cells: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "id": f"c{n}",
            "source": source,
            "outputs": [],
            "execution_count": None,
            "metadata": {},
        }
        for n, source in enumerate((STAGE, DESK))
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "stage.ipynb").write_text(json.dumps(notebook))
    return serve(folder) + "voila/render/stage.ipynb"


def test_a_stage_alone_and_before_a_desk_looks_as_on_the_dashboard(
    page: Page, stage_first: str, open_dashboard: "OpenDashboard"
) -> None:
    open_dashboard(page)
    wanted = key(page, "stack-crane").evaluate(STACK)
    assert not wanted["border"].startswith("0px")
    page.goto(stage_first)
    stacks = page.locator('[data-key="stack-crane"]')
    expect(stacks).to_have_count(2)
    for stack in stacks.all():
        assert stack.evaluate(STACK) == wanted


@pytest.mark.parametrize("width", [390, 1280])
def test_the_order_of_the_style_sheets_does_not_matter(
    page: Page, open_dashboard: "OpenDashboard", width: int
) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_dashboard(page, width=width)
    for phase, make in PHASES.items():
        put(page, make())
        before = page.evaluate(LOOKS)
        assert len(before) > 300
        assert page.evaluate(TURN_ROUND) >= 2
        after = page.evaluate(LOOKS)
        wrong = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        assert not wrong, f"{phase}: {wrong[0][0]}\n{wrong[0][1]}\nand {len(wrong) - 1} more"
