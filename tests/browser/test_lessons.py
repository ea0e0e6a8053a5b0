"""The front page and a lesson, as a visitor without code meets them."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.dashboard import faults

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
LESSONS = Path(__file__).parents[2] / "notebooks" / "lessons"
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
HEIGHTS = {1920: 1080, 1280: 800, 390: 844}


def open_page(page: Page, url: str) -> None:
    page.goto(url)
    page.locator("#loading").wait_for(state="detached")
    page.locator(".pw").first.wait_for()


def grave(page: Page, scheme: Literal["light", "dark"] = "light") -> list[str]:
    """List the serious accessibility faults in what the lessons draw; by night, of contrast."""
    drawn = ".pw:has(.pw-ask, .pw-shelf, .pw-run, .pw-score, .pw-outcome, .pw-progressed)"
    return faults(page, contrast=scheme == "dark", within=drawn)


def test_the_front_page(page: Page, voila_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")  # colours change at once
    open_page(page, f"{voila_url}voila/render/index.ipynb")
    titles = {"English": "For teachers", "Français": "Pour enseigner", "Deutsch": "Für Lehrende"}
    for language, title in titles.items():
        page.get_by_role("button", name=language).click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        for width, height in HEIGHTS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOW) <= 0
    for width, rows in ((1280, [5]), (820, [2, 2, 1])):
        page.set_viewport_size({"width": width, "height": HEIGHTS[1280]})
        tops = [
            box["y"]
            for each in page.locator(".pw-shelf__emblem").all()
            if (box := each.bounding_box())
        ]
        assert [tops.count(top) for top in sorted({*tops})] == rows
        assert min(tops) < 0.55 * HEIGHTS[1280]  # a picture is seen at once
    page.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
    expect(page.locator("[data-key=play]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Zock spielen")).to_be_in_viewport(ratio=1)
    for scheme in SCHEMES:
        page.get_by_label("Hell oder dunkel").select_option(scheme)
        expect(page.locator(".pw").first).to_have_attribute("data-theme", scheme)
        assert grave(page, scheme) == []
    page.reload()
    expect(page.get_by_role("heading", name="Für Lehrende")).to_be_visible()  # kept here
    lesson = page.get_by_role("link", name="Beginnen: Das niedrigste Gebot")
    expect(lesson).to_have_attribute("href", "lessons/01_the_lowest_bid.ipynb")
    page.get_by_role("link", name="Mit Code in eine Klasse").click()
    expect(page.get_by_role("textbox")).to_be_visible()  # for the code
    page.go_back()
    page.get_by_role("link", name="Klasse öffnen").click()
    expect(page.locator("form[action$='class/new']")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Zahltag spielen").click()
    expect(page.locator("[data-do=step]").first).to_be_visible()


@pytest.mark.parametrize("lesson", sorted(path.stem for path in LESSONS.glob("*.ipynb")))
@pytest.mark.walk
def test_a_lesson_fits_every_screen_by_day_and_night(
    page: Page, voila_url: str, lesson: str
) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_page(page, f"{voila_url}voila/render/lessons/{lesson}.ipynb")
    expect(page.locator(".pw-ask").last).to_be_attached()
    for width, height in HEIGHTS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, width
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert grave(page, scheme) == [], scheme


def predict_and_play(page: Page) -> None:
    """Predict, and see what came after the games and not before."""
    bots, own = page.locator(".pw-score").first, page.locator(".pw-score").last
    expect(page.get_by_text("Have the games played first.")).to_have_count(0)
    guess = page.get_by_role("group", name="Question 15 of 15")
    guess.get_by_text("Hoarder: it can bid").click()
    page.get_by_role("button", name="Predict").click()
    stands = page.locator("[data-key=feedback]", has_text="Your prediction stands.")
    expect(stands).to_be_visible()
    expect(guess.get_by_role("radio").first).to_be_disabled()
    expect(page.get_by_text("Have the games played first.")).to_be_visible()
    bots.get_by_role("button", name="Play the games").click()
    expect(bots.get_by_role("table")).to_be_visible()
    outcome = page.locator(".pw-outcome")
    expect(outcome).to_contain_text("Your prediction")
    expect(outcome).to_contain_text("Hoarder: it can bid for nearly everything.")
    expect(outcome).to_contain_text("Undercutter: it weighs each price")
    expect(page.get_by_role("heading", name="2 of 14 questions solved")).to_be_visible()

    own.get_by_role("button", name="Play the games").click()
    gain = page.locator(".pw-score__gain")
    expect(gain).to_contain_text("Always 3 M")
    expect(gain).not_to_contain_text("The bar narrows with more games.")


def test_the_lesson(visit: "Visit", voila_url: str) -> None:
    """Answer by keyboard, play a contest and reload the page, on a phone in dark mode."""
    with visit(viewport={"width": 390, "height": 844}, color_scheme="dark") as page:
        open_page(page, f"{voila_url}voila/render/lessons/01_the_lowest_bid.ipynb")
        form = page.locator(".pw-ask").first
        waiting = page.get_by_text("Answer question 1 first")
        expect(waiting).to_be_visible()
        found = page.get_by_text("Answer all questions first. Then what you have found")
        expect(found).to_be_visible()
        expect(page.get_by_text("Count who can bid.")).to_have_count(0)
        assert page.locator(".jp-InputArea, .jp-CodeMirrorEditor").count() == 0  # no code

        question = page.get_by_role("group", name="Question 1 of 15 Anna bids 5 M")
        question.get_by_role("radio").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        slip = form.locator("[data-key=feedback]")
        expect(slip).to_contain_text("The highest bid wins where people want to buy.")
        expect(waiting).to_be_visible()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(slip).to_contain_text("the winner is paid the price on its own card")
        expect(waiting).to_be_hidden()
        expect(page.locator(".pw-run").first).to_contain_text("Ben")

        number = page.locator(".pw-ask").nth(1)
        number.get_by_label("Your answer").fill("5")
        number.get_by_role("button", name="Check").click()
        expect(number.locator("[data-key=feedback]")).to_contain_text("he ties with Anna")
        number.get_by_label("Your answer").fill("4")
        number.get_by_role("button", name="Check").click()
        expect(page.get_by_role("heading", name="2 of 14 questions solved")).to_be_visible()

        predict_and_play(page)
        assert page.evaluate(OVERFLOW) <= 0
        assert grave(page) == []

        page.reload()
        expect(page.get_by_role("heading", name="2 of 14 questions solved")).to_be_visible()
        stands = page.locator("[data-key=feedback]", has_text="Your prediction stands.")
        expect(stands).to_be_visible()
        expect(page.locator(".pw-outcome")).to_have_count(0)  # until the games are played again
        expect(number.get_by_label("Your answer")).to_have_value("4")
        page.get_by_role("link", name="3. Anna bids 1 M as well.").click()
        expect(page.locator(".pw-ask").nth(2)).to_be_in_viewport()
        page.get_by_role("button", name="Delete my answers").click()
        expect(page.get_by_role("heading", name="0 of 14 questions solved")).to_be_visible()

        page.reload()
        expect(number.get_by_label("Your answer")).to_be_visible()
        expect(page.get_by_role("heading", name="0 of 14 questions solved")).to_be_visible()
        expect(number.get_by_label("Your answer")).to_have_value("")
        page.wait_for_function("() => Object.keys(localStorage).join() === 'paydays:teach'")
