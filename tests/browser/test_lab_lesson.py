"""A lesson in JupyterLab: what waits, and where the reader stands."""

import contextlib
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

TOP = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop === 0"


def test_all_cells_are_run_and_the_reader_begins_at_the_top(visit: "Visit", lab_url: str) -> None:
    with visit(viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{lab_url}lab/tree/lessons/07_the_winners_curse.ipynb")
        page.get_by_title("Kernel status: Idle").or_(page.get_by_text("| Idle")).first.wait_for()
        progress = page.locator(".pw-progressed")
        for _ in range(10):
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
            with contextlib.suppress(AssertionError):
                expect(progress).to_be_attached(timeout=20_000)
                break
        page.wait_for_function(TOP)
        waits = page.locator("[class^='pw-after-']")
        expect(waits).to_have_count(2)
        expect(waits.filter(visible=True)).to_have_count(0)
        cells = page.locator(".jp-CodeCell")  # by their code: those out of sight come and go
        bet, highest = (
            cells.filter(has_text=f"{name} = progress.ask(") for name in ("bid", "highest")
        )
        bet.locator("[data-key=input]").fill("140")
        bet.locator("[data-key=check]").click()
        highest.get_by_role("radio").first.check()
        highest.locator("[data-key=check]").click()
        expect(waits.filter(visible=True)).to_have_count(2)
