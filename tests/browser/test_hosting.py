"""What an operator's page must withstand: two panels, a kernel that dies, and full storage."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from paydays_widgets.core import record
from tests.browser.dashboard import key, put
from tests.browser.visitor import kernel_of
from tests.browser.zahltag import until
from tests.panels.tables import GAME, STRATEGIES

if TYPE_CHECKING:
    from tests.browser.conftest import OpenDashboard, Publish

TWO = """
from ipywidgets import VBox
from paydays_widgets.panels import Desk
VBox([Desk(seed=1, keep="one"), Desk(seed=2, keep="other")])
"""


def test_two_panels_on_one_page_do_not_disturb_each_other(page: Page, publish: "Publish") -> None:
    page.goto(publish("two", TWO))
    desks = page.locator(".pw-desk")
    expect(desks).to_have_count(2)
    one, other = desks.nth(0), desks.nth(1)
    take = re.compile("Crane stack.*Take: ")
    expect(other.get_by_role("button", name=take)).to_be_visible()
    one.get_by_role("button", name=take).click()
    now, untouched = (each.locator(".pw-story [aria-current=step]") for each in (one, other))
    expect(now.locator(".pw-story__what")).to_contain_text(re.compile("Anna.* crane"))
    expect(untouched.locator(".pw-story__what")).not_to_contain_text("Anna")
    other.locator('[data-key="language-select"]').select_option("de")
    expect(other.locator('[data-key="tab-new"]')).to_have_text("Neues Spiel")
    expect(one.locator('[data-key="tab-new"]')).to_have_text("Neues Spiel")  # a page has one
    one.locator('[data-key="step"]').focus()
    at = other.locator('[data-key="slider"]').get_attribute("value") or ""
    page.keyboard.press("s")
    expect(now.locator(".pw-story__what")).not_to_contain_text(re.compile("Anna.* crane"))
    expect(other.locator('[data-key="slider"]')).to_have_attribute("value", at)
    ids = page.evaluate("[...document.querySelectorAll('.pw [id]')].map(el => el.id)")
    assert len(ids) == len(set(ids)) > 10
    page.wait_for_function("() => Object.keys(localStorage).some(key => key.includes(':one:'))")
    assert page.evaluate("Object.keys(localStorage).filter(key => key.includes(':other'))") == []
    here = one.locator('[data-key="slider"]').get_attribute("value") or ""
    page.reload()
    expect(one.locator('[data-key="slider"]')).to_have_value(here)
    expect(other.locator('[data-key="slider"]')).to_have_value(at)


def test_a_kernel_that_died_is_told_and_the_game_is_kept(
    visitor: Page, open_dashboard: "OpenDashboard", tmp_path: Path
) -> None:
    page = open_dashboard(visitor)
    table = until(100)
    put(page, table)
    kernel_of(page).kill()
    lost = page.locator(".pw-lost")
    expect(lost).to_have_count(1, timeout=5000)
    with page.expect_download() as download:
        lost.get_by_role("button", name="Save the game as a file").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    kept = record.loads(record.unshare(file.read_text()), GAME, STRATEGIES)
    assert kept.branch.moves == table.branch.moves
    page.evaluate("history.replaceState(null, '', location.pathname)")  # without its link
    lost.get_by_role("button", name="Load the page again").click()
    expect(lost).to_have_count(0)
    expect(key(page, "slider")).to_have_attribute("max", str(len(table.branch.steps)))
    expect(key(page, "slider")).to_have_value(str(table.at))


def test_a_full_storage_is_told(page: Page, open_dashboard: "OpenDashboard") -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    open_dashboard(page)
    page.get_by_role("button", name=re.compile("Crane stack.*Take: ")).click()
    expect(key(page, "message")).to_be_visible()


def test_tabs_and_accordions_show_what_is_open(page: Page, publish: "Publish") -> None:
    page.goto(
        publish(
            "tabs",
            "import ipywidgets as w\n"
            "parts = [w.HTML(f'part {n}') for n in range(6)]\n"
            "tabs = w.Tab(parts[:2], titles=['Zero', 'One'])\n"
            "folds = w.Accordion(parts[2:4], titles=['Two', 'Three'])\n"
            "w.VBox([tabs, folds, w.Stack(parts[4:], selected_index=0)])",
        )
    )

    def shown() -> list[int]:
        parts = [page.get_by_text(f"part {n}", exact=True) for n in range(6)]
        expect(parts[4]).to_be_visible()
        return [n for n, part in enumerate(parts) if part.is_visible()]

    expect(page.get_by_text("part 0", exact=True)).to_be_visible()
    assert shown() == [0, 4]
    page.get_by_role("tab", name="One").click()
    expect(page.get_by_text("part 1", exact=True)).to_be_visible()
    page.get_by_text("Three", exact=True).click()
    expect(page.get_by_text("part 3", exact=True)).to_be_visible()
    assert shown() == [1, 3, 4]
