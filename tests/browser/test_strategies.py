"""A student's strategy that loops: it is stopped, and the page is heard again."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import run_all
from tests.browser.notebook import write

if TYPE_CHECKING:
    from tests.browser.conftest import Publish, Visit

LOOPS = """
from paydays_widgets.lessons import Contest, Scoreboard

def choose(view, luck):
    print("here I go")
    while True:
        pass

Scoreboard(Contest(["choose", "hoarder"], own={"choose": choose}, deals=2))
"""
LONG = """
from paydays_widgets.lessons import Contest, Scoreboard

Scoreboard(Contest(["cost_plus", "undercutter", "hoarder", "lean_crew"], deals=500_000))
"""
LEAVES = """
import sys
from paydays_widgets.core.table import Player
from paydays_widgets.panels import Desk

def choose(view, luck):
    sys.exit()

seats = [Player("choose", "choose"), Player("You")]
Desk("zahltag", seats, strategies={"choose": choose}, teach=True)
"""


def expect_a_loop_to_be_stopped(board: Locator) -> None:
    board.get_by_role("button", name="Play the games").click()
    alert = board.get_by_role("alert")
    expect(alert).to_contain_text(re.compile("“choose”.* 5 "))
    expect(alert).to_contain_text(re.compile("Line [56]: (while True:|pass)"))
    expect(board).to_contain_text("here I go")
    expect(board.get_by_role("button", name="Play the games")).to_be_visible()


def expect_a_contest_to_be_stopped(board: Locator) -> None:
    board.get_by_role("button", name="Play the games").click()
    expect(board.get_by_role("progressbar")).to_have_attribute(
        "aria-valuenow", re.compile("[1-9]")
    )
    board.get_by_role("button", name="Stop").click()
    expect(board).to_contain_text("Stopped early: these are the games that were played")
    expect(board.get_by_role("button", name="Play the games")).to_be_visible()


def test_a_strategy_that_loops_or_leaves_is_stopped(page: Page, publish: "Publish") -> None:
    page.goto(publish("strategies", LOOPS, LONG, LEAVES))
    boards = page.locator(".pw-score")
    expect_a_loop_to_be_stopped(boards.nth(0))
    expect_a_contest_to_be_stopped(boards.nth(1))
    desk = page.locator(".pw-desk")
    desk.locator('[data-do="step"]').first.click()  # the deal
    desk.locator('[data-do="step"]').first.click()
    alert = desk.get_by_role("alert")
    expect(alert).to_contain_text("“choose”")
    expect(alert).to_contain_text("6: sys.exit()")
    expect_a_contest_to_be_stopped(boards.nth(1))  # the kernel lives


@pytest.mark.hosting
def test_a_strategy_that_loops_is_stopped_in_lab(
    visit: "Visit", lab_url: str, lab_notebooks: Path
) -> None:
    write(lab_notebooks / "strategies.ipynb", LOOPS, LONG)
    with visit(viewport={"width": 1400, "height": 1000}) as page:
        page.goto(f"{lab_url}lab/tree/strategies.ipynb?reset")
        run_all(page)
        boards = page.locator(".pw-score")
        expect(boards).to_have_count(2)
        expect_a_loop_to_be_stopped(boards.nth(0))
        expect_a_contest_to_be_stopped(boards.nth(1))
