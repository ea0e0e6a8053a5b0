"""The dashboard as a class uses it: played, undone, translated, saved, shared, opened again."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.core import record
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.zahltag import text as words
from tests.browser.dashboard import (
    LONG_NAMES,
    PHASES,
    before_the_end,
    changing,
    handed_over,
    key,
    offered,
    put,
    shows,
    step,
    tab,
    until,
)
from tests.panels.tables import GAME, HOSTILE, NAMES, new

if TYPE_CHECKING:
    from tests.browser.conftest import OpenDashboard, Visit

PACKAGES = ("paydays_widgets.games.zahltag", "paydays_widgets.panels", "paydays_widgets.core")
TABS = ("ledger", "sheets", "money", "branches", "positions", "new", "save", "rules")

# What is wider than its place. Boxes that scroll and names that end in "…" are meant to be, and
# cards lie over one another.
TOO_WIDE = """() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page");
  for (const el of document.querySelectorAll(".pw-desk, .pw-desk *")) {
    const look = getComputedStyle(el);
    const scrolls = ["auto", "scroll"].includes(look.overflowX);
    const cut = look.overflowX !== "visible" && look.textOverflow === "ellipsis";
    const hidden = el.closest(".pw-sr, svg, [aria-hidden=true], option") || !el.clientWidth;
    const inline = look.display === "inline";
    const cards = el.closest(".pw-zt-supply, .pw-zt-fan") || el.matches(".pw-zt-group, input");
    if (scrolls || cut || hidden || inline || cards || look.clipPath !== "none") continue;
    if (el.scrollWidth > el.clientWidth + 1) {
      found.push(`${el.tagName} .${el.className} ${el.dataset.key ?? ""}: ` +
        `${el.scrollWidth} in ${el.clientWidth}`);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def desk(visit: "Visit", open_dashboard: "OpenDashboard") -> Iterator[Page]:
    """One page for all tests that put their own game on its table."""
    with visit() as page:
        open_dashboard(page)
        page.set_default_timeout(10_000)
        yield page


# --- playing -------------------------------------------------------------------------------------


def test_a_turn_is_played_by_clicking_and_taken_back(desk: Page) -> None:
    put(desk, new("", "lean_crew"))
    for press in ("Foreman stack.*Take one", "Worker stack.*Take one", "Keep the hand"):
        desk.get_by_role("button", name=re.compile(press)).click()
        key(desk, "turn").click()
    put(desk, changing())
    key(desk, "wish-select").select_option("* turn 1")
    expect(desk.get_by_text("Set: it will come")).to_be_visible()
    desk.get_by_role("button", name=re.compile("Crane stack.*Take one")).click()
    expect(key(desk, "head")).to_contain_text("turns up")
    step(desk)
    expect(desk.get_by_role("group", name=re.compile("^Contract 1: Kiosk"))).to_be_visible()
    desk.get_by_role("button", name="Bid 1 M", exact=True).click()
    expect(key(desk, "s1-bids")).to_have_count(0)
    step(desk, 4)
    expect(key(desk, "head")).to_contain_text("The lowest bid is 1")
    step(desk)
    expect(desk.get_by_role("group", name=re.compile(r"^Anna, (19|21) M"))).to_be_visible()
    story = desk.get_by_role("list", name="What has happened")
    expect(story.get_by_role("button", name="Anna takes a crane")).to_be_visible()
    for _ in range(4):  # three bots have bid as well
        key(desk, "undo").click()
    expect(desk.get_by_role("button", name="Bid 1 M", exact=True)).to_be_visible()
    key(desk, "redo").click()
    expect(desk.get_by_role("button", name="Bid 1 M", exact=True)).to_have_count(0)


def test_what_is_not_legal_says_why_and_plays_nothing(desk: Page) -> None:
    put(desk, offered())
    eight = desk.get_by_role("button", name="Bid 8 M", exact=True)
    eight.click()
    expect(eight).to_have_count(0)
    step = key(desk, "redo")
    expect(step).to_have_attribute("aria-disabled", "true")
    step.click(force=True)
    expect(key(desk, "message")).to_have_text("There is no move to play again.")
    key(desk, "dismiss").click()
    expect(key(desk, "message")).to_have_count(0)


def test_the_card_that_the_teacher_sets_comes(desk: Page) -> None:
    put(desk, changing())
    key(desk, "wish-select").select_option("* turn payday")
    expect(desk.get_by_text("Set: it will come")).to_be_visible()
    desk.get_by_role("button", name="Keep the hand", exact=False).click()
    key(desk, "step").click()
    expect(key(desk, "payday-1")).to_contain_text("Payday")


def test_bots_play_on_to_the_end_and_the_standing_is_read(desk: Page) -> None:
    table = before_the_end(12)
    put(desk, table)
    key(desk, "pace-select").select_option("fast")
    key(desk, "on").click()
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()
    ranking = desk.get_by_role("list", name="Ranking")
    expect(ranking).to_be_visible(timeout=30_000)
    while table.advance():
        pass
    names = [
        table.players[seat].name for group in GAME.standing(table.state).ranking for seat in group
    ]
    expect(ranking.get_by_role("listitem")).to_contain_text(names)
    expect(desk.get_by_role("button", name="Play on")).to_have_attribute("aria-pressed", "false")


def test_a_new_game_is_set_up_by_the_form(desk: Page) -> None:
    put(desk, changing())
    form = tab(desk, "new")
    form.get_by_label("How many").select_option("3")
    form.get_by_label("Name of seat 1").fill("Mia & Noé")
    form.get_by_label("Who plays seat 1").select_option("hoarder")
    form.get_by_label("Seed of the cards").fill("x")
    form.get_by_role("button", name="Start", exact=True).click()
    expect(key(desk, "message")).to_contain_text("not “x”")
    expect(form.get_by_label("Name of seat 1")).to_have_value("Mia & Noé")
    form.get_by_label("Seed of the cards").fill("3")
    form.get_by_role("button", name="Start", exact=True).click()
    expect(desk.get_by_role("group", name=re.compile("^Mia & Noé, 20 M"))).to_be_visible()
    expect(key(desk, "s3")).to_be_visible()
    expect(key(desk, "s4")).to_have_count(0)
    key(desk, "turn").click()
    expect(key(desk, "message")).to_have_count(0)  # nobody is asked: the seat is a bot's
    expect(key(desk, "s3")).to_be_visible()


def test_every_word_follows_the_language(desk: Page) -> None:
    put(desk, offered())
    table = offered()
    for language in ("fr", "de", "en"):
        key(desk, "language-select").select_option(language)
        text = Text(language, *PACKAGES)
        assert table.event is not None
        told = words.explain(table.event, NAMES, text, table.deck)
        expect(key(desk, "undo").locator("span")).to_have_text(text("Undo"))
        expect(key(desk, "tab-ledger")).to_have_text(text("Ledger"))
        expect(desk.locator(".pw-story [aria-current=step] .pw-story__what")).to_have_text(
            told.what
        )
        expect(key(desk, "stacks")).to_have_attribute("aria-label", text("Equipment stacks"))


def test_going_back_and_deciding_otherwise_makes_a_branch(desk: Page) -> None:
    put(desk, offered())
    at = key(desk, "slider").get_attribute("value")
    desk.get_by_role("button", name="Bid 5 M", exact=True).click()
    expect(key(desk, "slider")).not_to_have_attribute("value", at or "")
    key(desk, "undo").click()
    desk.get_by_role("button", name="Bid 4 M", exact=True).click()
    expect(key(desk, "branch-select")).to_have_value("1")
    body = tab(desk, "branches")
    body.get_by_role("button", name="Compare", exact=True).click()
    expect(body.get_by_role("table")).to_contain_text("“1 bid 5” or “1 bid 4”")


def test_a_position_is_set_up_with_its_question_and_answer(desk: Page) -> None:
    put(desk, changing())
    tab(desk, "positions")
    key(desk, "vb-tie-at-one").click()
    question = desk.get_by_role("region", name="Question to the class")
    expect(question).to_contain_text("What would you bid?")
    expect(key(desk, "answer")).to_have_count(0)
    question.get_by_role("button", name="Show the answer").click()
    expect(key(desk, "answer")).to_be_visible()
    question.get_by_role("button", name="Hide the answer").click()
    expect(key(desk, "answer")).to_have_count(0)


def test_the_slider_and_the_storyline_walk_the_history(desk: Page) -> None:
    put(desk, until(150))
    key(desk, "slider").fill("60")
    expect(key(desk, "story").locator("[aria-current=step]")).to_have_attribute("data-key", "s60")
    desk.locator(".pw-story button.pw-story__what").first.click()
    expect(key(desk, "slider")).not_to_have_value("60")


def test_the_present_step_is_always_in_sight(desk: Page) -> None:
    put(desk, until(120))
    for _ in range(12):
        step(desk)
        now = desk.locator(".pw-story [aria-current=step] .pw-story__what")
        seen = now.evaluate(
            """el => {
              const box = el.closest(".pw-story").getBoundingClientRect();
              const own = el.getBoundingClientRect();
              return own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
            }"""
        )
        assert seen, now.text_content()


# --- people at one screen ------------------------------------------------------------------------


def test_the_curtain_hides_every_hand_until_its_owner_takes_over(desk: Page) -> None:
    put(desk, handed_over())
    curtain = desk.get_by_role("dialog", name="Ben, it is your decision")
    expect(curtain).to_be_visible()
    take_over = curtain.get_by_role("button", name="I am Ben: show my hand")
    expect(take_over).to_be_focused()
    hand = desk.locator('.pw-zt-group[data-key*="-hand-"]')
    expect(hand).to_have_count(0)
    expect(desk.locator(".pw-zt-bid").filter(has_text="5")).to_have_count(0)
    for seat in ("s1", "s2"):
        box = key(desk, seat).bounding_box()
        assert box is not None
        on_top = desk.evaluate(
            "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.pw-veil'))",
            [box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40)],
        )
        assert on_top or box["y"] > 800
    take_over.click()
    expect(curtain).to_have_count(0)
    expect(hand.first).to_be_visible()
    expect(key(desk, "s2").locator('[data-key^="s2-hand-"]').first).to_be_visible()
    expect(key(desk, "s1").locator(".pw-zt-hand--hidden")).to_be_visible()
    desk.get_by_role("button", name="Pass, with the card 00").click()
    expect(hand).to_have_count(0)


def test_the_curtain_leaves_the_bar_free(desk: Page) -> None:
    put(desk, handed_over())
    expect(desk.get_by_role("dialog")).to_be_visible()
    key(desk, "face_up").click()
    expect(desk.get_by_role("dialog")).to_have_count(0)
    expect(desk.locator('.pw-zt-group[data-key*="-hand-"]').first).to_be_visible()
    expect(desk.locator(".pw-zt-bid").filter(has_text="5")).to_have_count(0)  # still sealed
    key(desk, "face_up").click()
    expect(desk.get_by_role("dialog")).to_be_visible()


# --- what a name may do --------------------------------------------------------------------------


def test_a_hostile_name_is_shown_as_text(desk: Page) -> None:
    desk.evaluate("() => { window.alert = () => { window.hit = true } }")
    put(
        desk,
        offered(
            names=(HOSTILE, "</script><script>alert(2)</script>", '"onclick="alert(3)', "{{7*7}}")
        ),
    )
    expect(desk.get_by_role("heading", name=HOSTILE)).to_have_text(HOSTILE)
    for name in TABS:
        tab(desk, name)
    assert desk.locator(".pw img").count() == 0
    assert desk.evaluate("window.hit") is None
    tab(desk, "rules")
    key(desk, "tab-rules").click()


# --- saved, shared, opened -----------------------------------------------------------------------


def test_a_game_is_saved_as_a_file_and_opened_again(desk: Page, tmp_path: Path) -> None:
    table = until(100)
    put(desk, table)
    tab(desk, "save")
    with desk.expect_download() as download:
        key(desk, "save").click()
    assert download.value.suggested_filename == "zahltag.json"
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert record.loads(file.read_text(), GAME, table.strategies).line.moves == table.line.moves
    put(desk, changing())
    tab(desk, "save")
    key(desk, "file").set_input_files(file)
    shows(desk, table)
    expect(key(desk, "message")).to_have_text("The saved game is on the table.")


@pytest.mark.parametrize("broken", ["cut", "tampered", "empty", "binary"])
def test_a_broken_file_is_refused_and_the_game_stays(
    desk: Page, tmp_path: Path, broken: str
) -> None:
    table = changing()
    put(desk, table)
    good = record.dumps(until(100)).encode()
    files = {
        "cut": good[:-200],
        "tampered": good.replace(b'"keep"', b'"take"').replace(b'"seed": 1', b'"seed": 2'),
        "empty": b"",
        "binary": bytes(range(256)) * 8,
    }
    file = tmp_path / "game.json"
    file.write_bytes(files[broken])
    tab(desk, "save")
    key(desk, "file").set_input_files(file)
    expect(desk.get_by_role("alert")).to_contain_text("This saved game cannot be opened.")
    shows(desk, table)


def test_all_steps_are_downloaded_as_a_table(desk: Page) -> None:
    table = until(100)
    put(desk, table)
    tab(desk, "save")
    with desk.expect_download() as download:
        key(desk, "csv").click()
    assert download.value.suggested_filename == "zahltag.csv"
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text())))
    assert len(rows) == table.at


def test_a_link_opens_the_same_game_for_someone_else(
    page: Page, visit: "Visit", open_dashboard: "OpenDashboard"
) -> None:
    open_dashboard(page)
    table = until(100)
    put(page, table)
    step(page)
    tab(page, "save")
    key(page, "share").click()
    expect(page.get_by_text("The link to this game is in the address bar")).to_be_visible()
    link = page.url
    assert len(link) > 200
    with visit(locale="de-DE") as other:
        other.goto(link)
        table.advance()
        shows(other, table)


def test_after_a_reload_the_game_is_offered_and_goes_on(
    page: Page, open_dashboard: "OpenDashboard"
) -> None:
    open_dashboard(page)
    page.get_by_role("button", name=re.compile("Crane stack.*Take one")).click()
    story = page.locator(".pw-story [aria-current=step]")
    expect(story).to_contain_text("Anna takes a crane")
    step(page)
    page.wait_for_function("Object.values(localStorage).some(value => value.startsWith('g='))")
    page.reload()
    offer = page.get_by_role("region", name="A game is kept here")
    expect(offer).to_contain_text("Anna")
    offer.get_by_role("button", name="Go on with it").click()
    expect(offer).to_have_count(0)
    expect(page.get_by_role("list", name="What has happened")).to_contain_text(
        "Anna takes a crane"
    )
    page.reload()
    page.get_by_role("button", name="Forget it").click()
    expect(page.get_by_role("button", name="Forget it")).to_have_count(0)
    page.wait_for_function("!Object.values(localStorage).some(value => value.startsWith('g='))")


# --- every width, every language -----------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_nothing_is_wider_than_the_screen(desk: Page, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 900})
    desk.emulate_media(reduced_motion="reduce")  # what is under way is measured on its way
    wrong: dict[str, object] = {}
    for phase, make in PHASES.items():
        put(desk, make(names=LONG_NAMES))
        for language in LANGUAGES:
            key(desk, "language-select").select_option(language)
            expect(key(desk, "tab-ledger")).to_have_text(Text(language, *PACKAGES)("Ledger"))
            found = desk.evaluate(TOO_WIDE)
            if found:
                wrong[f"{phase} {language}"] = found
    for language in LANGUAGES:
        key(desk, "language-select").select_option(language)
        for name in TABS:
            tab(desk, name)
            found = desk.evaluate(TOO_WIDE)
            if found:
                wrong[f"{name} {language}"] = found
        key(desk, f"tab-{TABS[-1]}").click()
    key(desk, "language-select").select_option("en")
    desk.set_viewport_size({"width": 1280, "height": 800})
    desk.emulate_media(reduced_motion="no-preference")
    assert wrong == {}, json.dumps(wrong, indent=1)


# --- motion --------------------------------------------------------------------------------------


COUNT_ANIMATIONS = """() => {
  window.started = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.started += 1;
    return animate.apply(this, how);
  };
}"""


def test_cards_move_only_where_motion_is_welcome(desk: Page) -> None:
    desk.evaluate(COUNT_ANIMATIONS)
    wishes: tuple[tuple[Literal["no-preference", "reduce"], bool], ...] = (
        ("no-preference", True),
        ("reduce", False),
    )
    for motion, moves in wishes:
        desk.emulate_media(reduced_motion=motion)
        put(desk, changing())
        desk.evaluate("window.started = 0")
        desk.get_by_role("button", name=re.compile("Crane stack.*Take one")).click()
        expect(desk.locator(".pw-story [aria-current=step]")).to_contain_text("Anna takes a crane")
        assert (desk.evaluate("window.started") > 0) is moves
    desk.emulate_media(reduced_motion="no-preference")
