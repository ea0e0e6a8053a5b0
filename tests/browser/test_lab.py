"""The dashboard's notebook in JupyterLab, whose own keys must leave the panel alone."""

import contextlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.dashboard import key

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

pytestmark = pytest.mark.hosting


def _run(page: Page) -> None:
    """Choose *Run All Cells*; on a busy machine Lab may not hear it while it still settles."""
    expect(page.locator(".jp-NotebookPanel .jp-Spinner")).to_have_count(0, timeout=60_000)
    prompt = page.locator(".jp-Notebook .jp-CodeCell .jp-InputPrompt").first
    for _ in range(10):
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()
        with contextlib.suppress(AssertionError):
            expect(prompt).to_have_text(re.compile(r"[*1]"), timeout=3000)
            return


@pytest.fixture(scope="module")
def lab(visit: "Visit", lab_url: str) -> Iterator[Page]:
    with visit(viewport={"width": 1400, "height": 1000}) as page:
        page.goto(f"{lab_url}lab/tree/dashboards/zahltag.ipynb")
        page.get_by_title("Kernel status: Idle").or_(page.get_by_text("| Idle")).first.wait_for()
        _run(page)
        page.locator(".pw-desk .pw [data-do=step]").wait_for()
        page.set_default_timeout(10_000)
        yield page


def test_a_move_is_played_in_lab_and_its_keys_leave_the_panel_alone(lab: Page) -> None:
    cells = lab.locator(".jp-Notebook .jp-Cell")
    count = cells.count()
    lab.get_by_role("button", name=re.compile("Crane stack.*Take one")).click()
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
    at = key(lab, "slider").get_attribute("value") or ""
    key(lab, "undo").focus()
    lab.keyboard.press("Enter")
    expect(key(lab, "slider")).not_to_have_attribute("value", at)
    expect(cells).to_have_count(count)


def test_the_panel_follows_labs_theme(lab: Page) -> None:
    ground = "getComputedStyle(document.querySelector('.pw-desk .pw-panel')).backgroundColor"
    light = lab.evaluate(ground)
    lab.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert lab.evaluate(ground) != light
    lab.evaluate("document.body.dataset.jpThemeLight = 'true'")
    assert lab.evaluate(ground) == light
