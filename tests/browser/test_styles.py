"""The same look wherever a part stands, and whichever part's style sheet comes first."""

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.dashboard import key

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
