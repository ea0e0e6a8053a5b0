"""A lesson in JupyterLab: what waits, and where the reader stands."""

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.lab import run_all

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

TOP = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop === 0"


def test_all_cells_are_run_and_the_reader_begins_at_the_top(visit: "Visit", lab_url: str) -> None:
    with visit(viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{lab_url}lab/tree/lessons/07_the_winners_curse.ipynb?reset")
        run_all(page)
        expect(page.locator(".pw-progressed")).to_be_attached()
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
