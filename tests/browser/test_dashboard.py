"""The dashboard as a class uses it: played, undone, translated, saved, shared, opened again."""

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from paydays_widgets.core import record
from paydays_widgets.core.text import Text
from tests.browser.dashboard import begin, faults, key, put, seat, shows, step, tab
from tests.browser.visitor import kernel_of
from tests.browser.zahltag import changing, handed_over, offered, until
from tests.panels.tables import new

if TYPE_CHECKING:
    from tests.browser.conftest import OpenDashboard, Visit

PACKAGES = ("paydays_widgets.games.zahltag", "paydays_widgets.panels", "paydays_widgets.core")


# --- playing -------------------------------------------------------------------------------------


def test_a_turn_is_played_by_clicking_and_taken_back(desk: Page) -> None:
    put(desk, new("", "lean_crew"))
    for press in ("Foreman stack.*Take: ", "Worker stack.*Take: ", "Keep the hand"):
        at = key(desk, "slider").input_value()
        desk.get_by_role("button", name=re.compile(press)).click()
        expect(key(desk, "slider")).not_to_have_value(at)
        step(desk)
    put(desk, changing())
    key(desk, "wish-select").select_option("* turn 1")
    expect(key(desk, "message")).to_be_visible()
    desk.get_by_role("button", name=re.compile("Crane stack.*Take: ")).click()
    expect(present(desk)).to_contain_text(took("crane"))
    step(desk)
    expect(desk.get_by_role("group", name=re.compile("^Contract “Kiosk”"))).to_be_visible()
    desk.get_by_role("button", name="Bid 1 M", exact=True).click()
    expect(key(desk, "s1-bids")).to_have_count(0)
    step(desk, 4)
    expect(key(desk, "head")).to_contain_text(re.compile(r"\b1\sM"))
    step(desk)
    expect(desk.get_by_role("group", name=re.compile(r"^Anna, (19|21) M"))).to_be_visible()
    story = desk.get_by_role("list", name="What has happened")
    expect(story.get_by_role("button", name="Anna takes a crane")).to_be_visible()
    for _ in range(4):  # three bots have bid as well
        key(desk, "undo").click()
    expect(desk.get_by_role("button", name="Bid 1 M", exact=True)).to_be_visible()
    key(desk, "redo").click()
    expect(desk.get_by_role("button", name="Bid 1 M", exact=True)).to_have_count(0)


HAS_NEXT = """() => globalThis[Symbol.for("paydays.together")].ahead
    .has(document.querySelector(".pw-desk"))"""


def test_a_step_is_seen_at_once_though_the_kernel_is_busy(
    page: Page, open_dashboard: "OpenDashboard"
) -> None:
    open_dashboard(page, "zahltag")
    put(page, new("lean_crew", "hoarder"))
    step(page)
    at = int(key(page, "slider").input_value())
    page.wait_for_function(HAS_NEXT)
    kernel = kernel_of(page)
    kernel.suspend()
    try:
        key(page, "step").click()
        expect(key(page, "slider")).to_have_value(str(at + 1))
        expect(page.locator(".pw-story [aria-current=step]")).to_have_attribute(
            "data-key", f"s{at + 1}"
        )
    finally:
        kernel.resume()
    step(page)
    expect(key(page, "slider")).to_have_value(str(at + 2))


def test_what_is_not_legal_says_why_and_plays_nothing(desk: Page) -> None:
    put(desk, offered())
    eight = desk.get_by_role("button", name="Bid 8 M", exact=True)
    eight.click()
    expect(eight).to_have_count(0)
    step = key(desk, "redo")
    expect(step).to_have_attribute("aria-disabled", "true")
    step.click(force=True)
    expect(key(desk, "message")).to_be_visible()
    key(desk, "dismiss").click()
    expect(key(desk, "message")).to_have_count(0)


def test_on_a_projector_the_bids_are_on_the_screen(desk: Page) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    put(desk, offered())
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    desk.evaluate("scrollTo(0, 0)")
    expect(desk.locator(".pw-zt-bids button").last).to_be_in_viewport(ratio=1)


def test_the_card_that_the_teacher_sets_comes(desk: Page) -> None:
    put(desk, changing())
    key(desk, "wish-select").select_option("* turn payday")
    expect(key(desk, "message")).to_be_visible()
    desk.get_by_role("button", name="Keep the hand", exact=False).click()
    key(desk, "step").click()
    expect(key(desk, "payday-1")).to_contain_text("Payday")


def test_a_new_game_is_set_up_by_the_form(desk: Page) -> None:
    put(desk, changing())
    form = tab(desk, "new")
    form.get_by_label("How many players").select_option("3")
    expect(form.get_by_label("Name of seat 3")).to_be_visible()
    expect(form.get_by_label("Name of seat 4")).to_be_hidden()
    form.get_by_label("Name of seat 1").fill("Mia & Noé")
    form.get_by_label("Who plays seat 1").select_option("hoarder")
    key(desk, "rare").locator("summary").click()
    seed = form.get_by_label("The same cards again")
    seed.fill("x")
    form.get_by_role("button", name="Start", exact=True).click()
    expect(key(desk, "message")).to_contain_text("not “x”")
    expect(form.get_by_label("Name of seat 1")).to_have_value("Mia & Noé")
    seed.fill("3")
    form.get_by_role("button", name="Start", exact=True).click()
    expect(desk.get_by_role("group", name=re.compile("^Mia & Noé, 20 M"))).to_be_visible()
    expect(key(desk, "s3")).to_be_visible()
    expect(key(desk, "s4")).to_have_count(0)
    step(desk)
    expect(key(desk, "message")).to_have_count(0)  # no person must decide: the seat is a bot's
    expect(key(desk, "s3")).to_be_visible()


def test_an_edition_only_fills_in_the_form_of_a_new_game(desk: Page) -> None:
    table = changing()
    put(desk, table)
    form = tab(desk, "new")
    name = form.get_by_label("Name of seat 1")
    name.fill("Mia")
    chosen = form.get_by_role("button", pressed=True)
    expect(chosen).to_have_text("For teaching")
    expect(key(desk, "rules-over_limit")).to_be_hidden()
    form.get_by_role("button", name="French rulebook").click()
    expect(chosen).to_have_text("French rulebook")
    expect(key(desk, "rules-over_limit")).to_be_visible()  # what it changes is seen
    expect(key(desk, "rules-adjust")).to_have_value("one_round")
    expect(key(desk, "rules-over_limit")).to_have_value("fine_bank")
    key(desk, "rules-over_limit").select_option("forbid")
    expect(chosen).to_have_count(0)  # no ready-made rules are like that
    form.get_by_role("button", name="German rulebook").click()
    expect(key(desk, "rules-adjust")).to_have_value("three_rounds")
    expect(key(desk, "rules-over_limit")).to_have_value("fine_players")
    expect(name).to_have_value("Mia")
    expect(key(desk, "edition")).to_contain_text("rules for teaching")
    expect(desk.get_by_role("heading", name="Mia", exact=True)).to_have_count(0)
    shows(desk, table)
    form.get_by_role("button", name="Start", exact=True).click()
    expect(key(desk, "edition")).to_contain_text("German rulebook")
    expect(desk.get_by_role("heading", name="Mia", exact=True)).to_be_visible()


def test_what_the_panel_says_is_scrolled_to(desk: Page) -> None:
    put(desk, changing())
    form = tab(desk, "new")
    key(desk, "rare").locator("summary").click()
    form.get_by_label("The same cards again").fill("abc")
    start = form.get_by_role("button", name="Start", exact=True)
    start.scroll_into_view_if_needed()
    expect(key(desk, "step")).not_to_be_in_viewport()
    start.click()
    message = key(desk, "message")
    expect(message).to_contain_text("not “abc”")
    expect(message).to_be_in_viewport(ratio=1)

    last = tab(desk, "positions").get_by_role("button", name="Set up this position").last
    last.scroll_into_view_if_needed()
    expect(message).not_to_be_in_viewport()
    last.click()
    question = desk.get_by_role("region", name="Question for the class")
    expect(question).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_controls_fold_away_and_open_over_the_table(desk: Page) -> None:
    desk.set_viewport_size({"width": 390, "height": 844})
    put(desk, offered())
    step, language, more = (
        key(desk, name) for name in ("step", "language-select", "more-summary")
    )
    expect(language).to_be_hidden()
    desk.evaluate("scrollTo(0, 600)")
    expect(step).to_be_in_viewport(ratio=1)  # it stays within reach
    board = desk.locator(".pw-board")
    before = board.bounding_box(), step.bounding_box()
    more.press("Enter")
    expect(language).to_be_in_viewport(ratio=1)
    assert (board.bounding_box(), step.bounding_box()) == before
    controls = desk.locator(".pw-bar").locator("button, select, summary, input").all()
    boxes = [each.bounding_box() for each in controls if each.is_visible()]
    assert len(boxes) > 10
    assert [box for box in boxes if box and min(box["height"], box["width"]) < 44] == []
    key(desk, "undo").click()
    expect(language).to_be_visible()  # until it is shut
    more.press("Enter")
    expect(language).to_be_hidden()


def branch_off(desk: Page) -> None:
    """Bid, take that back, and bid less."""
    put(desk, offered())
    at = key(desk, "slider").get_attribute("value")
    desk.get_by_role("button", name="Bid 5 M", exact=True).click()
    expect(key(desk, "slider")).not_to_have_attribute("value", at or "")
    key(desk, "undo").click()
    desk.get_by_role("button", name="Bid 4 M", exact=True).click()
    expect(key(desk, "branch-select")).to_have_value("1")


def test_going_back_and_deciding_otherwise_makes_a_branch(desk: Page) -> None:
    branch_off(desk)
    body = tab(desk, "branches")
    body.get_by_role("button", name="Compare", exact=True).click()
    bids = [f"“Anna bid {n}\N{NO-BREAK SPACE}M”" for n in (5, 4)]
    expect(key(desk, "comparison")).to_contain_text(" or ".join(bids))


def test_on_a_projector_the_branches_leave_the_controls_their_places(desk: Page) -> None:
    branch_off(desk)
    desk.set_viewport_size({"width": 1920, "height": 1080})
    key(desk, "projector").click()
    expect(key(desk, "projector")).to_have_attribute("aria-pressed", "true")
    controls = desk.locator(".pw-bar").locator("button, select").all()
    boxes = [box for each in controls if each.is_visible() and (box := each.bounding_box())]
    boxes.sort(key=lambda box: box["x"])
    assert len(boxes) > 6
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"]
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(0)


def test_on_a_phone_the_rules_are_told_from_the_first_line_of_the_page(desk: Page) -> None:
    rules = desk.get_by_role("navigation").get_by_role("button", name="The rules in a minute")
    expect(rules).to_be_hidden()  # there is a link beside the goal
    desk.set_viewport_size({"width": 390, "height": 844})
    put(desk, changing())
    desk.evaluate("scrollTo(0, 0)")
    expect(rules).to_be_in_viewport(ratio=1)
    rules.click()
    expect(key(desk, "body-minute")).to_be_in_viewport(ratio=0.5)


def test_on_a_phone_a_new_game_begins_at_the_top_of_its_table(desk: Page) -> None:
    desk.set_viewport_size({"width": 390, "height": 844})
    put(desk, changing())
    tab(desk, "new").get_by_role("button", name="Start", exact=True).click()
    expect(key(desk, "head")).to_be_in_viewport(ratio=1)


def test_a_position_is_set_up_with_its_question_and_answer(desk: Page) -> None:
    put(desk, changing())
    tab(desk, "positions")
    key(desk, "vb-tie-at-one").click()
    question = desk.get_by_role("region", name="Question for the class")
    expect(question).to_be_visible()
    expect(key(desk, "verdict")).to_have_count(0)
    room = question.bounding_box()
    question.get_by_role("button", name="Show the answer").click()
    expect(key(desk, "verdict")).to_be_visible()
    assert question.bounding_box() == room  # the answer has the question's room
    key(desk, "worked-out").locator("summary").click()
    expect(key(desk, "answer")).to_be_visible()
    question.get_by_role("button", name="Hide the answer").click()
    expect(key(desk, "verdict")).to_have_count(0)
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
    hand = desk.locator('.pw [data-key*="-hand-"]')
    expect(hand).to_have_count(0)
    expect(desk.locator('.pw [data-key$="-bid"]').filter(has_text="5")).to_have_count(0)
    for name in ("s1", "s2"):
        box = key(desk, name).bounding_box()
        assert box is not None
        on_top = desk.evaluate(
            "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.pw-veil'))",
            [box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40)],
        )
        if box["y"] <= 800:
            assert on_top
    take_over.click()
    expect(curtain).to_have_count(0)
    expect(hand.first).to_be_visible()
    expect(key(desk, "s2").locator('[data-key^="s2-hand-"]').first).to_be_visible()
    expect(desk.get_by_role("img", name=re.compile("^Anna: .* hidden$"))).to_be_visible()
    desk.get_by_role("button", name="Pass, with the card 00").click()
    expect(hand).to_have_count(0)


def test_the_curtain_leaves_the_bar_free(desk: Page) -> None:
    put(desk, handed_over())
    expect(desk.get_by_role("dialog")).to_be_visible()
    key(desk, "face_up").click()
    expect(desk.get_by_role("dialog")).to_have_count(0)
    expect(desk.locator('.pw [data-key*="-hand-"]').first).to_be_visible()
    expect(desk.locator('.pw [data-key$="-bid"]').filter(has_text="5")).to_have_count(
        0
    )  # still sealed
    key(desk, "face_up").click()
    expect(desk.get_by_role("dialog")).to_be_visible()


# --- saved, shared, opened -----------------------------------------------------------------------


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
    expect(desk.get_by_role("alert")).to_be_visible()
    shows(desk, table)


def test_a_link_opens_the_same_game_for_someone_else_in_their_language(
    desk: Page, visit: "Visit"
) -> None:
    table = until(100)
    put(desk, table)
    step(desk)
    tab(desk, "save")
    before = desk.url
    key(desk, "share").click()
    expect(key(desk, "message")).to_be_visible()
    expect(desk).not_to_have_url(before)
    link = desk.url
    assert len(link) > 200
    with visit(locale="de-DE") as other:
        other.goto(link)
        table.advance()
        shows(other, table)
        expect(key(other, "tab-debrief")).to_have_text(Text("de", *PACKAGES)("Debrief"))
        expect(key(other, "language-select")).to_have_value("de")
        assert languages(other) == {"de"}


CRANE, WORKER = (re.compile(f"{kind} stack.*Take: ") for kind in ("Crane", "Worker"))


def present(page: Page) -> Locator:
    """Find what happened last, in the storyline."""
    return page.locator(".pw-story [aria-current=step] .pw-story__what")


def took(kind: str, name: str = "Anna") -> re.Pattern[str]:
    """Match an event in which somebody takes a card."""
    return re.compile(f"{name} .* {kind}")


def take(page: Page, press: re.Pattern[str]) -> None:
    """Take a card, and wait until the storyline reports it."""
    page.get_by_role("button", name=press).click()
    kind = press.pattern.split()[0].lower()
    expect(present(page)).to_contain_text(took(kind))


def at(page: Page, branch: str, step: str, of: str) -> None:
    """Wait until a page shows a branch at a step, with no question open."""
    expect(key(page, "branch-select")).to_have_value(branch)
    expect(key(page, "slider")).to_have_value(step)
    expect(key(page, "slider")).to_have_attribute("max", of)
    expect(another(page)).to_have_count(0)


def another(page: Page) -> Locator:
    """Find the offer to go back to another game."""
    return page.get_by_role("region", name="Another game")


def beside(page: Page, open_dashboard: "OpenDashboard") -> Page:
    """Open the dashboard in another tab of the same browser."""
    other = open_dashboard(page.context.new_page())
    expect(key(other, "slider")).to_be_visible()
    return other


def test_after_a_reload_the_game_goes_on_where_it_stood(
    page: Page, open_dashboard: "OpenDashboard"
) -> None:
    open_dashboard(page)
    start = key(page, "slider").get_attribute("value") or ""
    take(page, CRANE)
    step(page)
    key(page, "slider").fill(start)
    take(page, WORKER)
    expect(key(page, "branch-select")).to_have_value("1")
    key(page, "branch-select").select_option("0")
    expect(present(page)).not_to_contain_text(took("worker"))
    steps = key(page, "slider").get_attribute("max") or ""
    past = str(int(start) + 1)
    key(page, "slider").fill(past)
    expect(present(page)).to_contain_text(took("crane"))
    for _ in range(2):  # however often the page is loaded
        page.reload()
        at(page, "0", past, steps)
        expect(present(page)).to_contain_text(took("crane"))
    key(page, "branch-select").select_option("1")
    expect(present(page)).to_contain_text(took("worker"))


def test_two_tabs_keep_their_games_apart(page: Page, open_dashboard: "OpenDashboard") -> None:
    open_dashboard(page)
    take(page, CRANE)
    other = beside(page, open_dashboard)
    expect(another(other)).to_contain_text("Anna")  # a new tab offers what the others keep
    take(other, WORKER)
    for each, words in ((other, "worker"), (page, "crane")):
        each.reload()
        expect(present(each)).to_contain_text(took(words))
        expect(another(each)).to_have_count(0)


def test_a_duplicated_tab_plays_on_without_disturbing_the_first(
    page: Page, open_dashboard: "OpenDashboard"
) -> None:
    open_dashboard(page)
    start = key(page, "slider").get_attribute("value") or ""
    take(page, CRANE)
    with page.expect_popup() as popup:  # the browser copies the tab's own storage
        page.evaluate("window.open(location.href)")
    twin = popup.value
    expect(present(twin)).to_contain_text(took("crane"))
    kept = "Object.values(localStorage).filter((each) => each.includes(' g=')).length"
    twin.wait_for_function(f"() => {kept} === 2")
    key(twin, "slider").fill(start)
    take(twin, WORKER)
    step(page)
    here = [key(page, "slider").get_attribute(name) or "" for name in ("value", "max")]
    page.reload()
    expect(key(page, "slider")).to_have_attribute("max", here[1])
    expect(key(page, "slider")).to_have_value(here[0])
    expect(key(page, "branch-select")).to_have_count(0)
    twin.reload()
    expect(present(twin)).to_contain_text(took("worker"))
    expect(key(twin, "branch-select")).to_have_value("1")


def test_the_game_before_a_new_one_is_not_lost(
    page: Page, open_dashboard: "OpenDashboard"
) -> None:
    open_dashboard(page)
    offer = another(page)
    back = offer.get_by_role("button", name="Go back to it")

    take(page, CRANE)
    tab(page, "new")
    begin(page)
    expect(offer).to_contain_text("Anna")
    expect(present(page)).not_to_contain_text(took("crane"))
    page.reload()
    back.click()
    expect(present(page)).to_contain_text(took("crane"))

    tab(page, "new")
    begin(page)
    take(page, WORKER)
    expect(offer).to_have_count(0)  # the new one is being played
    page.reload()
    expect(present(page)).to_contain_text(took("worker"))
    tab(page, "save").get_by_role("button", name="Go back to it").click()
    expect(present(page)).to_contain_text(took("crane"))
    back.click()
    expect(present(page)).to_contain_text(took("worker"))


def test_kept_games_are_listed_and_forgotten(page: Page, open_dashboard: "OpenDashboard") -> None:
    open_dashboard(page)
    take(page, CRANE)
    listed = tab(page, "save").get_by_role("region", name="Games to go back to")
    expect(listed).to_be_visible()
    expect(listed.get_by_role("listitem")).to_have_count(0)
    other = beside(page, open_dashboard)
    for name in ("Mia", "Noé"):
        form = tab(other, "new")
        form.get_by_label("Name of seat 1").fill(name)
        begin(other)
        other.get_by_role("button", name=CRANE).click()
        expect(present(other)).to_contain_text(took("crane", name))
    key(page, "tab-save").click()
    expect(listed).to_have_count(0)
    games = tab(page, "save").get_by_role("listitem")
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text(re.compile(r"Noé, .*\d:\d\d.* 29 ", re.DOTALL))
    games.last.get_by_role("button", name="Delete").click()
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Noé")
    key(page, "forgetting").locator("summary").click()
    assert faults(page) == []
    listed.get_by_role("button", name="Delete all these games").click()
    expect(games).to_have_count(0)
    page.wait_for_function("() => Object.keys(localStorage).join() === 'paydays:teach'")
    page.reload()
    expect(key(page, "slider")).to_be_visible()
    expect(another(page)).to_have_count(0)
    expect(present(page)).not_to_contain_text(took("crane"))


# --- the reader's language -----------------------------------------------------------------------


def languages(page: Page) -> set[str]:
    """Collect the languages with which the surfaces of a page are marked."""
    found: list[str] = page.locator(".pw").evaluate_all("all => all.map(each => each.lang)")
    return set(found)


def test_a_dashboard_speaks_the_language_that_was_chosen_on_the_front_page(
    visit: "Visit", voila_url: str, open_dashboard: "OpenDashboard"
) -> None:
    with visit(locale="de-DE") as page:
        page.goto(voila_url)
        expect(page.get_by_role("button", name="Deutsch")).to_have_attribute(
            "aria-pressed", "true"
        )
        french = page.get_by_role("button", name="Français")
        french.click()
        expect(french).to_have_attribute("aria-pressed", "true")
        open_dashboard(page)
        expect(key(page, "tab-debrief")).to_have_text(Text("fr", *PACKAGES)("Debrief"))
        assert languages(page) == {"fr"}


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
        desk.get_by_role("button", name=re.compile("Crane stack.*Take: ")).click()
        expect(present(desk)).to_contain_text(took("crane"))
        assert (desk.evaluate("window.started") > 0) is moves
    desk.emulate_media(reduced_motion="no-preference")


def test_a_dot_of_the_lab_is_a_game_that_comes_onto_the_table(desk: Page) -> None:
    table = changing()
    put(desk, table)
    body = tab(desk, "lab")
    body.get_by_label("Games").select_option("100")
    body.get_by_label("Seed").fill("7")
    body.get_by_role("button", name="Start").click()
    expect(body.get_by_role("figure", name="100 games, seed 7")).to_be_visible(timeout=60_000)
    dot = body.locator("[data-group=ends1] [data-key^=dot1-]").last
    said = re.fullmatch("(Game [0-9]+): Anna .* ends with (.*)", dot.get_attribute("title") or "")
    assert said is not None
    dot.click()
    expect(key(desk, "lab-game")).to_contain_text(said[1])
    expect(seat(desk, 1)).to_contain_text(said[2])
    expect(key(desk, "step")).to_have_attribute("aria-disabled", "true")
    key(desk, "lab-back").click()
    expect(dot).to_have_attribute("aria-current", "true")
    key(desk, "lab-leave").click()
    shows(desk, table)


BELOW_THE_BAR = """stage => {
  const bar = document.querySelector(".pw-desk__bar").getBoundingClientRect();
  const { x, y, width, height } = stage.getBoundingClientRect();
  return [x, y - bar.bottom, width, height];
}"""


def test_what_each_choice_would_earn_is_asked_seen_and_gone_with_its_position(desk: Page) -> None:
    put(desk, changing())
    stage = desk.locator(".pw-desk__stage")
    button = desk.locator(".pw-side").get_by_role("button", name="What would each choice earn?")
    expect(button).to_have_attribute("aria-expanded", "false")
    before = stage.evaluate(BELOW_THE_BAR)  # which loses what it said about the game that came
    button.click()
    choices = desk.get_by_role("region", name="What would each choice earn?").get_by_role(
        "listitem"
    )
    expect(choices.first).to_be_visible(timeout=90_000)
    expect(choices.filter(has_text="Take: crane")).to_be_visible()
    expect(desk.locator(".pw-advice__note").first).to_be_visible()
    assert stage.evaluate(BELOW_THE_BAR) == before
    desk.get_by_role("button", name=re.compile("Crane stack.*Take: ")).click()
    expect(choices).to_have_count(0)
    expect(present(desk)).to_contain_text(took("crane"))
