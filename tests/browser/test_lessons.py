"""The front page and a lesson, as a visitor without code meets them."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from paydays_widgets.lessons.answers import Answers
from tests.browser.conftest import HEIGHTS
from tests.browser.dashboard import faults
from tests.course import ASKING, COURSE, FOLDER, LESSONS

if TYPE_CHECKING:
    from tests.browser.conftest import Publish, Visit

OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def open_page(page: Page, url: str) -> None:
    page.goto(url)
    page.locator("#loading").wait_for(state="detached")
    page.locator(".pw").first.wait_for()


def grave(page: Page, scheme: Literal["light", "dark"] = "light") -> list[str]:
    """List the serious accessibility faults in what the lessons draw; by night, of contrast."""
    drawn = (
        ".pw:has(.pw-ask, .pw-figs, .pw-shelf, .pw-run, .pw-score, .pw-outcome, .pw-progressed)"
    )
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
    for width, rows in ((1280, [3, 3]), (820, [2, 2, 2])):
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


@pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
@pytest.mark.walk
def test_a_lesson_fits_every_screen_by_day_and_night(
    page: Page, voila_url: str, path: Path
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{voila_url}voila/render/lessons/{path.name}")
    page.locator("#loading").wait_for(state="detached")
    expect(page.locator(".pw-ask" if path in ASKING else ".pw-figs").last).to_be_visible()
    for width, height in HEIGHTS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, width
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert grave(page, scheme) == [], scheme


CONTEST = (
    """
from paydays_widgets.lessons import (
    Contest, Outcome, Prediction, Progress, Right, Scoreboard, Wrong
)

progress = Progress("contest", of=1)
guess = progress.ask(Prediction("who", "Who?", [Right("Hoarder", "So."), Wrong("Crew", "No.")]))
guess
""",
    """
board = Scoreboard(Contest(["hoarder", "lean_crew"], deals=2), after=guess)
board
""",
    "Outcome(guess, after=board)",
    """
def choose(view, luck):
    return view.legal[0]

own = {"Yours": choose}
Scoreboard(Contest(["Yours", "hoarder"], own=own, instead_of="lean_crew", deals=2))
""",
)


def test_a_contest_is_predicted_and_played(page: Page, publish: "Publish") -> None:
    """Predict, and see what came after the games and not before; then race a strategy."""
    open_page(page, publish("contest", *CONTEST))
    bots, own = page.locator(".pw-score").first, page.locator(".pw-score").last
    waiting = page.locator("[data-key=waiting]:not([hidden])")
    first = waiting.inner_text()
    guess = page.locator(".pw-ask")
    guess.get_by_label("Crew").check()
    page.get_by_role("button", name="Predict").click()
    expect(page.locator("[data-key=feedback]")).to_be_visible()
    expect(guess.get_by_label("Hoarder")).to_be_disabled()
    expect(waiting).not_to_have_text(first)
    bots.get_by_role("button", name="Play the games").click()
    expect(bots.get_by_role("table")).to_be_visible()
    outcome = page.locator(".pw-outcome")
    for said in ("Crew", "No.", "Hoarder", "So."):
        expect(outcome).to_contain_text(said)
    own.get_by_role("button", name="Play the games").click()
    gain = page.locator(".pw-score__gain")
    expect(gain.locator("[data-say]")).to_contain_text("Yours")  # all games are played
    assert grave(page) == []


def test_the_lesson(visit: "Visit", voila_url: str) -> None:
    """Answer by keyboard and reload the page, on a phone in dark mode."""
    with visit(viewport={"width": 390, "height": 844}, color_scheme="dark") as page:
        open_page(page, f"{voila_url}voila/render/lessons/01_the_lowest_bid.ipynb")
        asked = page.locator(".pw-ask")
        bet, number, choice = asked.nth(0), asked.nth(1), asked.nth(3)
        expect(page.locator("[data-key=waiting]:not([hidden])").first).to_be_visible()
        expect(page.locator(".pw-run")).to_have_count(0)
        expect(page.locator("ul.pw-note")).to_have_count(0)
        assert page.locator(".jp-InputArea, .jp-CodeMirrorEditor").count() == 0  # no code

        field = bet.get_by_label("Your answer")
        for price in ("9", "3"):  # the first is refused
            expect(field).to_be_enabled()
            field.fill(price)
            field.press("Enter")
        expect(page.locator(".pw-run")).to_contain_text("Ben")

        choice.get_by_role("radio").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        slip = choice.locator("[data-key=feedback]")
        expect(slip).to_have_class(re.compile("--wrong"))
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(slip).to_have_class(re.compile("--right"))

        number.get_by_label("Your answer").fill("5")
        number.get_by_role("button", name="Check").click()
        expect(number.locator("[data-key=feedback]")).to_have_class(re.compile("--wrong"))
        number.get_by_label("Your answer").fill("4")
        number.get_by_role("button", name="Check").click()
        solved = page.get_by_role("heading", name=re.compile("^2 .* 8 "))
        expect(solved).to_be_visible()
        assert page.evaluate(OVERFLOW) <= 0
        assert grave(page) == []

        page.reload()
        expect(solved).to_be_visible()
        expect(field).to_have_value("3")
        expect(number.get_by_label("Your answer")).to_have_value("4")
        page.get_by_role("link", name="3. Anna bids 3, 4 or 5 M").click()
        expect(asked.nth(2)).to_be_in_viewport()
        page.get_by_role("button", name="Delete my answers").click()
        none = page.get_by_role("heading", name=re.compile("^0 .* 8 "))
        expect(none).to_be_visible()

        page.reload()
        expect(number.get_by_label("Your answer")).to_be_visible()
        expect(none).to_be_visible()
        expect(number.get_by_label("Your answer")).to_have_value("")
        page.wait_for_function("() => Object.keys(localStorage).join() === 'paydays:teach'")


def heading(page: Page) -> Locator:
    """Find the lesson's own heading, in the language that is shown."""
    return page.locator("#rendered_cells h1").filter(visible=True)


def reply(form: Locator, answer: int | str) -> None:
    """Give an answer: an option by its place, or a number."""
    field = form.locator("[data-key=input]")
    if field.count():
        field.fill(str(answer))
    else:
        form.get_by_role("radio").nth(int(answer)).check()
    form.locator("[data-key=check]").click()


def work_through(form: Locator) -> None:
    """Answer a question wrongly and then rightly; commit to a prediction or a bet."""
    options = form.get_by_role("radio").count()
    expect(form.locator("[data-key=check]")).to_be_visible()
    if "·" in form.locator(".pw-eyebrow").first.inner_text():  # a prediction, which is not marked
        hint = form.locator(".pw-ask__number .pw-hint")
        reply(form, 0 if options else re.findall(r"\d+", hint.inner_text())[0])
        expect(form.locator("fieldset")).to_have_attribute("disabled", "")
        return
    for place in range(options):
        reply(form, place)
        option = form.locator(".pw-ask__option").nth(place)
        expect(option).to_have_class(re.compile("--right|--wrong"))
        if form.locator(".pw-ask__note--right").count():
            break
        expect(form.locator("[data-key=answer]")).to_have_count(0)
    if not options:
        reply(form, 987_654)
        expect(form.locator(".pw-ask__note--wrong")).to_be_visible()
        form.locator("[data-key=show]").click()
        right = form.locator("[data-key=answer] .pw-ask__said").inner_text()
        reply(form, re.split(r"\s*[=≈]", right)[0])
    expect(form.locator(".pw-ask__note--right")).to_be_visible()


@pytest.mark.parametrize("lesson", [path.stem for path in LESSONS])
@pytest.mark.walk(2)
def test_a_lesson_is_worked_through_with_wrong_and_right_answers(
    visit: "Visit", voila_url: str, lesson: str
) -> None:
    with visit(locale="fr-FR", viewport={"width": 1280, "height": 800}) as page:
        open_page(page, f"{voila_url}voila/render/lessons/{lesson}.ipynb")
        expect(page.locator(".pw", has=page.locator(".pw-progressed"))).to_have_attribute(
            "lang", "fr"
        )
        questions = page.locator(".pw-progressed__list > li")
        waits = page.locator("[data-words=fr] [class^='pw-after-']")
        expect(waits.filter(visible=True)).to_have_count(0)
        for number in range(questions.count()):
            work_through(page.locator(".pw-ask").nth(number))
        expect(page.locator(".pw-waiting")).to_have_count(0)
        expect(waits.filter(visible=False)).to_have_count(0)
        expect(page.locator(".pw-banner--error")).to_have_count(0)
        expect(page.locator("ul.pw-note")).to_be_visible()  # what has been found
        page.locator("[data-key=save] [data-key=name]").fill("Zoë")
        with page.expect_download() as download:
            page.locator("[data-key=save] [data-key=file]").click()
        assert download.value.suggested_filename == f"{lesson}-answers.json"
        saved = msgspec.json.decode(download.value.path().read_bytes(), type=Answers)
        assert (saved.lesson, saved.language, saved.label) == (lesson, "fr", "Zoë")
        assert len(saved.questions) == questions.count()
        assert all(each.answers for each in saved.questions)
        slider = page.locator(".pw-sliders").last.get_by_role("slider").first
        figures = page.locator(".pw-figs").last
        before = figures.inner_text()
        slider.press("End")
        expect(figures).not_to_have_text(before)
        for width, height in HEIGHTS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOW) <= 0, width
        assert grave(page) == []


def test_a_test_is_taken_before_and_after_a_course(visit: "Visit", voila_url: str) -> None:
    with visit(locale="fr-FR", viewport={"width": 390, "height": 844}) as page:
        open_page(page, f"{voila_url}voila/render/lessons/what_you_know.ipynb")
        asked, listed = page.locator(".pw-ask"), page.locator("[data-key=progress]")
        leads = page.locator("[data-words=fr] [class^='pw-after-']").filter(visible=True)
        expect(asked).to_have_count(12)
        for number in range(12):
            expect(leads).to_have_count(0)
            expect(listed.locator(".pw-sign--wrong")).to_have_count(0)
            reply(asked.nth(number), 1)
            expect(asked.nth(number).locator("fieldset")).to_have_attribute("disabled", "")
        expect(listed.locator(".pw-sign--wrong")).to_have_count(12)
        expect(leads).to_have_count(12)
        assert page.evaluate(OVERFLOW) <= 0
        assert grave(page) == []
        prompt = asked.first.locator(".pw-ask__prompt")
        before = prompt.inner_text()
        page.locator("[data-key=after]").click()
        expect(asked.first.locator("fieldset")).not_to_have_attribute("disabled", "")
        expect(asked).to_have_count(12)
        expect(prompt).not_to_have_text(before)
        reply(asked.first, 1)
        expect(listed.locator(".pw-sign--said")).to_have_count(1)
        page.reload()
        expect(page.locator("[data-key=marks-before]")).to_be_visible()
        expect(prompt).to_have_text(before)


@pytest.mark.parametrize("lesson", [path.stem for path in LESSONS])
@pytest.mark.walk(1)
def test_a_lesson_is_read_in_each_language_with_the_same_answers(
    visit: "Visit", voila_url: str, lesson: str
) -> None:
    titles = json.loads((FOLDER / f"{lesson}.ipynb").read_text(encoding="utf-8"))["metadata"][
        "paydays"
    ]["title"]
    with visit(locale="fr-FR") as page:
        url = f"{voila_url}voila/render/lessons/{lesson}.ipynb"
        open_page(page, url)
        first = page.locator(".pw").filter(has=page.locator(".pw-ask")).first
        said = {}
        select = page.locator(".home__language")
        expect(first).to_have_attribute("lang", "fr")
        work_through(page.locator(".pw-ask").first)
        for language in ("fr", "de", "en"):
            select.select_option(language)
            expect(heading(page)).to_have_text(re.compile(re.escape(titles[language])))
            expect(page).to_have_title(f"{titles[language]} · Paydays")
            expect(first).to_have_attribute("lang", language)
            expect(first.locator(".pw-ask--done")).to_be_visible()
            said[language] = first.locator(".pw-ask__prompt").inner_text()
        assert len({*said.values()}) == 3
        page.reload()
        expect(first.locator(".pw-ask__prompt")).to_have_text(said["en"])
        expect(first.locator(".pw-ask--done")).to_be_visible()  # kept
        open_page(page, f"{url}?lang=de")
        expect(first.locator(".pw-ask__prompt")).to_have_text(said["de"])
        expect(first.locator(".pw-ask--done")).to_be_visible()
        select.select_option("fr")
        expect(first.locator(".pw-ask__prompt")).to_have_text(said["fr"])
        page.reload()
        expect(first.locator(".pw-ask__prompt")).to_have_text(said["fr"])  # the last choice
