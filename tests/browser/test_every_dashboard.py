"""What holds for the dashboard of every game on the shelf."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.text import LANGUAGES, Text
from tests.browser import dashboard
from tests.browser.dashboard import (
    LONG_NAMES,
    Dashboard,
    before_the_end,
    faults,
    focused,
    key,
    put,
    seat,
    shows,
    tab,
    tab_onto,
    tab_to,
    tabs,
    until,
    walk_to,
)
from tests.panels.tables import HOSTILE, NAMES

if TYPE_CHECKING:
    from tests.browser.conftest import OpenDashboard, Visit

SHARED = ("paydays_widgets.panels", "paydays_widgets.core")

# What is wider than its place. Boxes that scroll and names that end in "…" are meant to be.
TOO_WIDE = """laps => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page");
  for (const el of document.querySelectorAll(".pw-desk, .pw-desk *")) {
    const look = getComputedStyle(el);
    const scrolls = ["auto", "scroll"].includes(look.overflowX);
    const cut = look.overflowX !== "visible" && look.textOverflow === "ellipsis";
    const hidden = el.closest(".pw-sr, svg, [aria-hidden=true], option") || !el.clientWidth;
    const inline = look.display === "inline";
    const lies = el.matches("input") || (laps && el.closest(laps));
    if (scrolls || cut || hidden || inline || lies || look.clipPath !== "none") continue;
    if (el.scrollWidth > el.clientWidth + 1) {
      found.push(`${el.tagName} .${el.className} ${el.dataset.key ?? ""}: ` +
        `${el.scrollWidth} in ${el.clientWidth}`);
    }
  }
  return found;
}"""
NAMELESS = """() => [...document.querySelectorAll(
    ".pw button, .pw input, .pw select, .pw textarea, .pw summary, .pw [role=img]")]
  .filter(el => !(el.getAttribute("aria-label") || el.labels?.length ||
    el.textContent.trim() || el.getAttribute("title")))
  .map(el => el.outerHTML.slice(0, 100))"""

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


@pytest.fixture(scope="module", params=games.names())
def game(request: pytest.FixtureRequest) -> Dashboard:
    """Each game in turn: a new one needs positions of its own beside this file."""
    return dashboard.of(request.param)


@pytest.fixture(scope="module")
def desk(visit: "Visit", open_dashboard: "OpenDashboard", game: Dashboard) -> Iterator[Page]:
    """One page for all tests that put their own game on its table."""
    with visit() as page:
        open_dashboard(page, game.name)
        page.set_default_timeout(10_000)
        yield page


# --- played by bots, told in every language ------------------------------------------------------


def test_bots_play_on_to_the_end_and_the_standing_is_read(desk: Page, game: Dashboard) -> None:
    table = before_the_end(game.new, 12)
    put(desk, table)
    key(desk, "pace-select").select_option("fast")
    key(desk, "on").click()
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()
    ranking = desk.get_by_role("list", name="Ranking")
    expect(ranking).to_be_visible(timeout=30_000)
    standing = table.game.standing(until(table).state)
    names = [table.players[seat].name for group in standing.ranking for seat in group]
    expect(ranking.get_by_role("listitem")).to_contain_text(names)
    expect(desk.get_by_role("button", name="Play on")).to_have_attribute("aria-pressed", "false")


def test_every_word_follows_the_language(desk: Page, game: Dashboard) -> None:
    table = game.middle()
    put(desk, table)
    packages = (game.rooms.package, *SHARED)
    now = desk.locator(".pw-story [aria-current=step] .pw-story__what")
    for language in ("fr", "de", "en"):
        key(desk, "language-select").select_option(language)
        text = Text(language, *packages)
        told = game.rooms.text.explain(table.event, NAMES, text, table.deck)
        expect(key(desk, "undo").locator("span")).to_have_text(text("Undo"))
        expect(key(desk, "tab-ledger")).to_have_text(text("Ledger"))
        expect(now).to_have_text(told.what)


def test_every_ready_position_is_set_up_with_its_question_and_answer(
    desk: Page, game: Dashboard
) -> None:
    put(desk, game.middle())
    question = desk.get_by_role("region", name="Question to the class")
    for each in game.rooms.vignettes.values():
        tab(desk, "positions")
        key(desk, f"vb-{each.id}").click()
        expect(key(desk, f"question-{each.id}")).to_be_visible()
        expect(question).to_contain_text(each.question.en)
        expect(key(desk, "answer")).to_have_count(0)
        question.get_by_role("button", name="Show the answer").click()
        expect(key(desk, "answer")).to_have_text(each.answer.en)


# --- saved ---------------------------------------------------------------------------------------


def test_a_game_is_saved_as_a_file_and_opened_again(
    desk: Page, game: Dashboard, tmp_path: Path
) -> None:
    table = game.middle()
    put(desk, table)
    tab(desk, "save")
    with desk.expect_download() as download:
        key(desk, "save").click()
    assert download.value.suggested_filename == f"{game.name}.json"
    file = tmp_path / "game.json"
    download.value.save_as(file)
    opened = record.loads(file.read_text(), table.game, table.strategies)
    assert opened.line.moves == table.line.moves
    put(desk, before_the_end(game.new, 1))
    tab(desk, "save")
    key(desk, "file").set_input_files(file)
    shows(desk, table)
    expect(key(desk, "message")).to_have_text("The saved game is on the table.")


def test_all_steps_are_downloaded_as_a_table(desk: Page, game: Dashboard) -> None:
    table = game.middle()
    put(desk, table)
    tab(desk, "save")
    with desk.expect_download() as download:
        key(desk, "csv").click()
    assert download.value.suggested_filename == f"{game.name}.csv"
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text())))
    assert len(rows) == table.at


# --- what a name may do --------------------------------------------------------------------------


def test_a_hostile_name_is_shown_as_text(desk: Page, game: Dashboard) -> None:
    desk.evaluate("() => { window.alert = () => { window.hit = true } }")
    names = (HOSTILE, "</script><script>alert(2)</script>", '"onclick="alert(3)', "{{7*7}}")
    for make in (game.middle, *game.phases.values()):
        put(desk, make(names=names))
        expect(seat(desk, 1).get_by_role("heading")).to_have_text(HOSTILE)
        assert desk.locator(".pw img").count() == 0
    put(desk, game.middle(names=names))
    for name in tabs(desk):
        tab(desk, name)
        assert desk.locator(".pw img").count() == 0
    assert desk.evaluate("window.hit") is None


# --- every width, every language -----------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_nothing_is_wider_than_the_screen(desk: Page, game: Dashboard, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 900})
    desk.emulate_media(reduced_motion="reduce")  # what is under way is measured on its way
    wrong: dict[str, object] = {}
    for phase, make in game.phases.items():
        put(desk, make(names=LONG_NAMES))
        for language in LANGUAGES:
            key(desk, "language-select").select_option(language)
            expect(key(desk, "tab-ledger")).to_have_text(Text(language, *SHARED)("Ledger"))
            found = desk.evaluate(TOO_WIDE, game.laps)
            if found:
                wrong[f"{phase} {language}"] = found
    put(desk, game.middle(names=LONG_NAMES))
    for language in LANGUAGES:
        key(desk, "language-select").select_option(language)
        for name in tabs(desk):
            tab(desk, name)
            found = desk.evaluate(TOO_WIDE, game.laps)
            if found:
                wrong[f"{name} {language}"] = found
    key(desk, "language-select").select_option("en")
    desk.set_viewport_size({"width": 1280, "height": 800})
    desk.emulate_media(reduced_motion="no-preference")
    assert wrong == {}, json.dumps(wrong, indent=1)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_order_of_the_style_sheets_does_not_matter(
    page: Page, open_dashboard: "OpenDashboard", game: Dashboard, width: int
) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_dashboard(page, game.name, width=width)
    for phase, make in game.phases.items():
        put(page, make())
        before = page.evaluate(LOOKS)
        assert len(before) > 300
        assert page.evaluate(TURN_ROUND) >= 2
        after = page.evaluate(LOOKS)
        wrong = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        assert not wrong, f"{phase}: {wrong[0][0]}\n{wrong[0][1]}\nand {len(wrong) - 1} more"


# --- an automatic check of accessibility ---------------------------------------------------------


def dress(page: Page, scheme: str) -> None:
    """Choose light or dark, where what fades would be measured half faded."""
    page.emulate_media(reduced_motion="reduce")
    key(page, "theme-select").select_option(scheme)
    expect(page.locator(f'.pw[data-theme="{scheme}"]')).to_have_count(4)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_is_found_at_any_phase(desk: Page, game: Dashboard, scheme: str) -> None:
    dress(desk, scheme)
    found = {}
    for phase, make in game.phases.items():
        put(desk, make())
        found[phase] = faults(desk)
    assert {phase: each for phase, each in found.items() if each} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_is_found_in_any_tab(desk: Page, game: Dashboard, scheme: str) -> None:
    dress(desk, scheme)
    put(desk, game.middle())
    found = {}
    for name in tabs(desk):
        tab(desk, name)
        found[name] = faults(desk)
    assert {name: each for name, each in found.items() if each} == {}


def test_every_control_has_a_name(desk: Page, game: Dashboard) -> None:
    for phase, make in game.phases.items():
        put(desk, make())
        assert desk.evaluate(NAMELESS) == [], phase
    put(desk, game.middle())
    for name in tabs(desk):
        tab(desk, name)
        assert desk.evaluate(NAMELESS) == [], name


# --- without a mouse -----------------------------------------------------------------------------


def test_the_language_is_changed_by_keys(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    tab_onto(desk, "language-select")
    for press, words in (("ArrowDown", "Annuler"), ("ArrowDown", "Rückgängig"), ("Home", "Undo")):
        desk.keyboard.press(press)
        expect(key(desk, "undo").locator("span")).to_have_text(words)
        assert focused(desk) == "language-select"


def test_bots_are_set_going_by_keys_and_the_standing_is_read(desk: Page, game: Dashboard) -> None:
    put(desk, before_the_end(game.new, 12))
    tab_onto(desk, "pace-select")
    desk.keyboard.press("End")
    expect(key(desk, "pace-select")).to_have_value("fast")
    tab_to(desk, "controls")
    walk_to(desk, "on", "Home", "ArrowRight")
    desk.keyboard.press("Enter")
    ranking = desk.get_by_role("list", name="Ranking")
    expect(ranking).to_be_visible(timeout=30_000)
    expect(ranking.get_by_role("listitem")).to_have_count(len(NAMES))
    expect(key(desk, "on")).to_have_attribute("aria-pressed", "false")
    assert focused(desk) == "on"
    desk.keyboard.press("s")
    expect(key(desk, "message")).to_have_text("The game is over.")
    expect(ranking).to_be_visible()


def test_tabs_are_opened_by_keys_and_keep_focus(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    for name in tabs(desk):
        tab_to(desk, "tabs")
        desk.keyboard.press("Home")
        walk_to(desk, f"tab-{name}", "ArrowRight")
        desk.keyboard.press("Enter")
        expect(key(desk, f"body-{name}")).to_be_visible()
        assert focused(desk) == f"tab-{name}"
        desk.keyboard.press("Enter")
        expect(key(desk, f"body-{name}")).to_have_count(0)


def test_letters_typed_into_a_field_are_no_hotkeys(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    at = key(desk, "slider").get_attribute("value") or ""
    form = tab(desk, "new")
    name = form.get_by_label("Name of seat 2")
    name.fill("")
    name.press_sequentially("stupor f")
    expect(name).to_have_value("stupor f")
    expect(key(desk, "slider")).to_have_attribute("value", at)
    expect(desk.locator(".pw-bar [aria-pressed=true]")).to_have_count(0)


def test_focus_leaves_the_panel_at_its_end(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    tab_to(desk, "tabs")
    desk.keyboard.press("Tab")
    assert not desk.evaluate("document.activeElement.closest('.pw')")
