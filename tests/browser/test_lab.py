"""The dashboard's notebook in JupyterLab, whose own keys must leave the panel alone."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets import SITE
from paydays_widgets.panels.surface import Surface
from tests.browser.address import environment
from tests.browser.dashboard import key
from tests.browser.lab import run_all
from tests.browser.notebook import write

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

pytestmark = pytest.mark.hosting


@pytest.fixture(scope="module")
def lab(visit: "Visit", lab_url: str) -> Iterator[Page]:
    with visit(viewport={"width": 1400, "height": 1000}) as page:
        page.goto(f"{lab_url}lab/tree/dashboards/zahltag.ipynb?reset")
        run_all(page)
        page.locator(".pw-desk .pw [data-do=undo]").wait_for()
        page.set_default_timeout(10_000)
        yield page


def test_a_move_is_played_in_lab_and_its_keys_leave_the_panel_alone(lab: Page) -> None:
    cells = lab.locator(".jp-Notebook .jp-Cell")
    count = cells.count()
    key(lab, "stack-crane").click()
    expect(key(lab, "undo")).not_to_have_attribute("aria-disabled", "true")
    lab.locator(".pw-desk .pw [data-walk]").nth(3).focus()
    for press in ("ArrowDown", "d", "d", "x", "b", "a", "ArrowUp", "Escape", "d", "d", "m"):
        lab.keyboard.press(press)
    expect(cells).to_have_count(count)
    expect(lab.locator(".pw-desk")).to_be_visible()
    lab.locator('[data-key="stack-foreman"]').focus()
    for press in ("ArrowRight", "ArrowLeft", "d", "d", "x"):
        lab.keyboard.press(press)
    expect(cells).to_have_count(count)
    key(lab, "undo").focus()
    lab.keyboard.press("Enter")
    expect(key(lab, "undo")).to_have_attribute("aria-disabled", "true")
    expect(cells).to_have_count(count)


def test_the_panel_follows_labs_theme(lab: Page) -> None:
    ground = "getComputedStyle(document.querySelector('.pw-desk .pw-panel')).backgroundColor"
    light = lab.evaluate(ground)
    lab.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert lab.evaluate(ground) != light
    lab.evaluate("document.body.dataset.jpThemeLight = 'true'")
    assert lab.evaluate(ground) == light


def test_who_teaches_is_remembered_where_no_game_is_kept(
    visit: "Visit", lab_url: str, lab_notebooks: Path
) -> None:
    write(lab_notebooks / "bare.ipynb", 'from paydays_widgets.panels import Desk\n\nDesk("zock")')
    with visit(viewport={"width": 1400, "height": 1000}) as page:
        page.goto(f"{lab_url}lab/tree/bare.ipynb?reset")
        run_all(page)
        expect(key(page, "slider")).to_be_visible(timeout=60_000)
        expect(page.locator(f"a[href^='{SITE}']")).to_have_count(0)  # that is for bare files


def test_a_panel_that_was_saved_without_its_kernel_says_so(
    visit: "Visit", lab_url: str, lab_notebooks: Path
) -> None:
    path = lab_notebooks / "saved.ipynb"
    _save(path)
    trusts = [sys.executable, "-m", "nbformat.sign", str(path)]
    subprocess.run(trusts, env=environment(lab_notebooks.parent), check=True)
    with visit(viewport={"width": 1400, "height": 1000}) as page:
        page.goto(f"{lab_url}lab/tree/saved.ipynb?reset")
        expect(page.get_by_text("looks alive")).to_be_visible()
        expect(page.locator(".pw").get_by_role("alert")).to_have_text("Run the cell again")


def _save(path: Path) -> None:
    """Write a notebook as JupyterLab saves it with the state of its widgets."""
    words = {"text": "No answer", "cell": "Run the cell again"}
    surface = Surface(html="<p>looks alive</p>", keep="saved", lost_words=words)
    view = {"model_id": surface.model_id, "version_major": 2, "version_minor": 0}
    write(path, "1 + 1")
    notebook = json.loads(path.read_text())
    notebook["cells"][0]["outputs"] = [
        {
            "output_type": "display_data",
            "metadata": {},
            "data": {"application/vnd.jupyter.widget-view+json": view, "text/plain": ["…"]},
        }
    ]
    state = surface.get_manager_state(widgets=[surface, surface.layout])
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": state}
    path.write_text(json.dumps(notebook))


def test_after_a_restart_of_the_kernel_the_cell_is_to_be_run_again(lab: Page) -> None:
    lab.get_by_role("menuitem", name="Kernel", exact=True).click()
    lab.locator(".lm-Menu-item[data-command='kernelmenu:restart']").click()
    lab.get_by_role("button", name="Confirm Kernel Restart").click()
    alert = lab.locator(".pw-desk").get_by_role("alert")
    expect(alert).to_contain_text("run the cell again")
    expect(alert.get_by_role("button", name="Load the page again")).to_have_count(0)
    run_all(lab)
    expect(lab.locator(".pw-desk").get_by_role("alert")).to_have_count(0)
