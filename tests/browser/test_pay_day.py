"""Pay Day's dashboard as a class uses it: a month played by mouse and by keys, debts and all."""

import re

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.core.game import Decide
from paydays_widgets.games.pay_day.state import Household, Payment, State
from tests.browser.dashboard import (
    Dashboard,
    begin,
    key,
    of,
    put,
    seat,
    speak,
    step,
    tab,
    tab_onto,
    tab_to,
    walk_to,
)
from tests.browser.pay_day import GAME, new, phase, played
from tests.panels.tables import NAMES

COPPER = "* deal 5"
"""A Deal that costs $300, pays a commission of $35 and sells for $600."""
POSTER = "* deal 12"
"""A Deal that costs $950, pays a commission of $100 and sells for $1,200."""


@pytest.fixture
def game() -> Dashboard:
    return of("pay_day")


def asked(state: State) -> Household:
    """Return the household of the seat that must decide."""
    turn = GAME.turn(state)
    assert isinstance(turn, Decide)
    return state.households[turn.seats[0]]


def election(state: State) -> bool:
    """Return whether an election must be paid for and there is not enough cash."""
    (payment, *_) = state.agenda
    return isinstance(payment, Payment) and payment.debt == "election"


def start(page: Page) -> None:
    """Start a new game of four people."""
    put(page, new("", "", "", ""))
    tab(page, "new")
    begin(page)


def end(page: Page) -> int:
    """Count the steps that have been played, also beyond the cursor."""
    return int(key(page, "slider").get_attribute("max") or "0")


def settle(page: Page, before: int) -> None:
    """Wait for what follows from a move, and step through it."""
    page.wait_for_function(
        "n => Number(document.querySelector('[data-key=slider]').max) > n", arg=before
    )
    while key(page, "slider").get_attribute("value") != str(end(page)):
        step(page)


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Click a button that plays a move, and step through what follows."""
    before = end(page)
    page.get_by_role("button", name=name).click()
    settle(page, before)


def throw(page: Page, *pips: int) -> None:
    """Set the die, once for each roll."""
    for each in pips:
        press(page, f"Set the die: {each}")


def enter(page: Page) -> None:
    """Press Enter on what has focus, and step through what follows."""
    before = end(page)
    page.keyboard.press("Enter")
    settle(page, before)


def head(page: Page, words: str) -> None:
    """Wait for the headline above the calendar."""
    expect(key(page, "head")).to_contain_text(words)


# --- by mouse ------------------------------------------------------------------------------------


def test_a_turn_is_played_by_clicking_and_taken_back(desk: Page) -> None:
    start(desk)
    throw(desk, 4)
    key(desk, "wish-select").select_option(COPPER)
    expect(key(desk, "message")).to_be_visible()
    press(desk, "Turn up the Deal")
    expect(key(desk, "1-buy")).to_be_visible()
    buy = desk.get_by_role("button", name="Buy for $300")
    press(desk, "Buy for $300")
    expect(key(desk, "s1-money")).to_contain_text("$25")
    throw(desk, 6, 1, 1, 1)
    head(desk, "Ben")
    expect(key(desk, "s1-money")).to_contain_text("$60")
    expect(key(desk, "s1-slips")).to_contain_text("$300 → $600")
    for _ in range(5):  # four rolls and the purchase
        key(desk, "undo").click()
    expect(buy).to_be_visible()
    expect(key(desk, "s1-money")).to_contain_text("$325")
    for language, words in (("fr", "Acheter pour"), ("de", "Kaufen für"), ("en", "Buy for")):
        key(desk, "language-select").select_option(language)
        expect(key(desk, "1-buy")).to_contain_text(words)
    key(desk, "redo").click()
    expect(buy).to_have_count(0)


def test_a_loan_is_taken_and_repaid_by_clicking_and_what_it_cost_is_worked_out(desk: Page) -> None:
    put(desk, played(new("", ""), f"* roll 4;{POSTER}"))
    press(desk, "Buy on credit")
    head(desk, "$625")
    press(desk, "Borrow $700")
    expect(key(desk, "s1-loan")).to_have_text("$700")
    expect(key(desk, "book-1")).to_contain_text("−$140")
    throw(desk, 6, 1)
    throw(desk, 2, 5)  # Ben collects, Anna comes to a buyer
    press(desk, re.compile(r"^Sell .*\$1,200 "))
    head(desk, "Ben")
    throw(desk, 6, 5, 6, 6, 6, 1, 1, 2, 2, 5, 5, 3)
    head(desk, "Anna")
    expect(key(desk, "s1-money")).to_contain_text("$1,510")
    story = desk.get_by_role("list", name="What has happened")
    expect(story).to_contain_text("$140")

    key(desk, "pad-repay").get_by_role("textbox").fill("700")
    press(desk, "Pay back $700")
    expect(key(desk, "s1-loan")).to_have_text("–")
    expect(key(desk, "s1-money")).to_contain_text("$810")
    press(desk, "Leave the bank")
    head(desk, "Ben")
    expect(seat(desk, 1)).to_contain_text(re.compile("2.*3"))

    body = tab(desk, "report")
    loan = body.get_by_role("region", name="The course of the loan")
    expect(loan.get_by_role("row").nth(1)).to_contain_text(re.compile("1.*4"))
    expect(loan.get_by_role("row").last).to_contain_text("−$700")
    sheet = key(desk, "report-1")
    expect(sheet).to_contain_text("$140")
    expect(sheet).to_contain_text("$140 / $700 ≈ 20%")
    sheet.locator(".pw-figures summary").click()
    flow = sheet.get_by_role("region", name="Cash flow by month")
    expect(flow.get_by_role("row", name="Change of cash")).to_contain_text("+$485")
    expect(body).to_contain_text("792%")
    expect(body).to_contain_text("214%")


@pytest.mark.parametrize(
    ("moves", "question", "worth"),
    [
        (f"* roll 4;{COPPER};1 buy;* roll 1;* roll 5", "What if not?", "+$300"),
        (f"* roll 4;{POSTER};1 buy;1 borrow 700;* roll 1;* roll 5", "borrowed?", "+$950"),
        (f"* roll 4;{COPPER};1 pass", "What if it had been bought?", "−$265"),
        ("* roll 1;* mail 69;1 pass", "What if it had been bought?", "−$150"),
    ],
)
def test_a_decision_is_told_otherwise_and_compared(
    desk: Page, moves: str, question: str, worth: str
) -> None:
    put(desk, played(new("", ""), moves))
    body = tab(desk, "branches")
    body.get_by_role("button", name=question).first.click()
    expect(key(desk, "branch-select")).to_have_value("0")
    expect(key(desk, "branch-select").get_by_role("option")).to_have_count(2)
    row = key(desk, "comparison").get_by_role("row", name=re.compile("^Anna"))
    expect(row.first.get_by_role("cell").last).to_have_text(worth)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.walk
def test_on_a_projector_the_books_title_lies_over_no_seat(desk: Page, language: str) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    put(desk, new("", "", "", ""))
    key(desk, "language-select").select_option(language)
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    title, first = key(desk, "bank").bounding_box(), key(desk, "book-1").bounding_box()
    assert title is not None
    assert first is not None
    assert title["y"] + title["height"] <= first["y"]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.walk
def test_the_month_the_decision_and_what_everybody_has_are_on_one_projector_screen(
    desk: Page, game: Dashboard, language: str
) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    put(desk, new("", "", "", ""))
    speak(desk, language)
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    for phase_, make in game.phases.items():
        put(desk, make())
        desk.evaluate("scrollTo(0, 0)")
        for name in ("head", "calendar", "moment", "book"):
            expect(key(desk, name), phase_).to_be_in_viewport(ratio=1)


def test_on_a_phone_a_minus_stays_with_its_sum(desk: Page) -> None:
    desk.set_viewport_size({"width": 390, "height": 844})
    put(desk, played(new("", ""), f"* roll 4;{POSTER};1 buy;1 borrow 700"))
    rest = key(desk, "s1-balance").locator("tfoot tr").last.locator("td")
    expect(rest).to_have_css("white-space", "nowrap")


def test_on_a_phone_the_line_over_a_question_is_as_wide_as_it(desk: Page) -> None:
    desk.set_viewport_size({"width": 390, "height": 844})
    put(desk, new("", ""))
    body = tab(desk, "positions")
    body.get_by_role("button", name="Set up this position").first.click()
    line = desk.locator(".pw-question .pw-eyebrow")
    expect(line).not_to_have_css("padding-right", "0px")  # "Show the answer" stands beside it
    desk.get_by_role("button", name="Borrow $100").click()
    expect(line).to_have_css("padding-right", "0px")


def test_what_is_not_legal_says_why_and_plays_nothing(desk: Page) -> None:
    table = phase("bank", when=lambda state: asked(state).loan > 0)
    put(desk, table)
    save = key(desk, f"{table.state.agenda[0].seat + 1}-deposit-100")
    expect(save).to_have_attribute("aria-disabled", "true")
    save.click(force=True)
    expect(desk.get_by_role("alert")).to_be_visible()
    expect(key(desk, "slider")).to_have_attribute("value", str(table.at))


def test_the_pot_the_pieces_and_the_bank_are_told_to_those_who_do_not_see(desk: Page) -> None:
    table = phase("raise", when=election)
    put(desk, table)
    state = table.state
    here = [NAMES[seat] for seat, each in enumerate(state.households) if each.day == 26]
    expect(desk.get_by_role("region", name="The month")).to_be_visible()
    expect(key(desk, "day-26")).to_contain_text("$50")
    expect(key(desk, "day-26")).to_contain_text(here[0])
    expect(key(desk, "pot")).to_have_class(re.compile("--open"))
    expect(desk.get_by_role("table", name="Who has what")).to_be_visible()
    name, cash = NAMES[state.agenda[0].seat], asked(state).cash
    decides = re.compile(f"^{name}, .{cash} in cash, this is you, Decid")
    expect(desk.get_by_role("group", name=decides)).to_be_visible()


# --- by keys alone -------------------------------------------------------------------------------


def test_a_turn_is_played_and_taken_back_by_keys_alone(desk: Page) -> None:
    start(desk)
    tab_to(desk, "moment")
    walk_to(desk, "set-4", "Home", "ArrowDown", "ArrowRight")
    enter(desk)
    desk.keyboard.press("s")
    expect(key(desk, "1-buy")).to_be_visible()
    tab_to(desk, "group-choice")
    walk_to(desk, "1-pass", "End")
    enter(desk)
    head(desk, "Ben")
    desk.keyboard.press("u")
    expect(key(desk, "1-buy")).to_be_visible()
    desk.keyboard.press("r")
    expect(key(desk, "1-buy")).to_have_count(0)


def test_the_next_throw_is_set_in_the_list_by_keys(desk: Page) -> None:
    put(desk, phase("roll", 3))
    tab_onto(desk, "wish-select")
    for pips in range(1, 7):
        desk.keyboard.press("ArrowDown")
        chosen = key(desk, "wish-select").locator("option[selected]")
        expect(chosen).to_have_attribute("value", f"* roll {pips}")
    tab_to(desk, "moment")
    walk_to(desk, "chance", "Home")
    desk.keyboard.press("Space")
    expect(desk.locator(".pw-story [aria-current=step]")).to_contain_text("6")


def test_a_loan_is_taken_and_repaid_by_keys(desk: Page) -> None:
    table = phase("raise", when=election)
    put(desk, table)
    number, loan = table.state.agenda[0].seat + 1, asked(table.state).loan
    tab_to(desk, "borrow")
    expect(key(desk, "borrow")).to_have_attribute("data-move", f"{number} borrow 100")
    enter(desk)
    expect(key(desk, f"s{number}-loan")).to_have_text(f"${loan + 100:,}")

    table = phase("bank", when=lambda state: 0 < asked(state).loan <= asked(state).cash)
    put(desk, table)
    number, household = table.state.agenda[0].seat + 1, asked(table.state)
    key(desk, "pad-repay").get_by_role("textbox").focus()
    desk.keyboard.type(str(household.loan))
    enter(desk)
    expect(key(desk, f"s{number}-loan")).to_have_text("–")
    tab_to(desk, "group-choice")
    enter(desk)
    expect(seat(desk, number)).to_contain_text(f"Month {household.month + 1}")
