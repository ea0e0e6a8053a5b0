"""Master Builder's dashboard in a browser: a round played by clicking."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.show.vignette import load, set_up
from tests.browser.dashboard import Dashboard, clear, key, of, put, speak, step, tab

GAME = games.load("master_builder")
STRATEGIES = games.modules("master_builder").bots.STRATEGIES
VIGNETTES = {each.id: each for each in load("paydays_widgets.games.master_builder")}
BOTS = ("price_to_value", "debt_averse", "land_grabber")


@pytest.fixture
def game() -> Dashboard:
    return of("master_builder")


def table(*kinds: str, seed: int = 1) -> AnyTable:
    names = ("Anna", "Ben", "Chloé", "David")
    players = [Player(name, kind) for name, kind in zip(names, kinds, strict=False)]
    return Table(GAME, players, seed=seed, strategies=STRATEGIES)


def until(prompt: str, *, seed: int = 1, when: Callable[[Any], bool] = bool) -> AnyTable:
    """Play on until Anna, a person, must decide a given prompt; until then a bot decides."""
    at = table(HUMAN, *BOTS, seed=seed)
    while not (
        isinstance(turn := at.turn, Decide)
        and turn.prompt == prompt
        and at.waiting() == (0,)
        and when(at.state)
    ):
        if not at.advance():
            at.play(at.ask(0, "fits_the_crew"))
    return at


def ready(name: str, *people: str) -> AnyTable:
    """Set up a ready position, with people in the first seats if they are named."""
    found = VIGNETTES[name]
    if people:
        found = replace(found, players=tuple(map(Player, people)))
    return set_up(found, GAME, strategies=STRATEGIES)


def crew(page: Page, seat: int) -> Locator:
    return key(page, f"s{seat}-crew").locator("[data-key^=man-]")


# --- a round, phase by phase --------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.walk
def test_an_opening_bid_is_read_whole(desk: Page, language: str) -> None:
    speak(desk, language)
    put(desk, until("name"))
    key(desk, "offers").locator("button").last.click()
    bid = desk.locator(".pw-mb-bid")
    expect(bid.locator("[data-sends]")).to_have_count(1)
    for width in (390, 1280):
        desk.set_viewport_size({"width": width, "height": 800})
        cut = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
        assert bid.locator("button").evaluate_all(cut) == []


def test_a_worker_is_taken_in_the_draft_and_put_back(desk: Page) -> None:
    put(desk, until("draft"))
    before = crew(desk, 1).count()
    foreman = desk.get_by_role("button", name=re.compile("^Hire: Foreman"))
    foreman.click()
    expect(crew(desk, 1)).to_have_count(before + 1)
    expect(key(desk, "head")).to_contain_text("foreman")
    key(desk, "undo").click()
    expect(crew(desk, 1)).to_have_count(before)
    expect(foreman).to_be_visible()


def test_later_workers_are_hired_and_fired(desk: Page) -> None:
    put(desk, until("hire"))
    before = crew(desk, 1).count()
    crew(desk, 1).first.click()
    expect(crew(desk, 1).first).to_have_attribute("aria-pressed", "true")
    key(desk, "asides").get_by_role("button", name=re.compile("^Fire: ")).click()
    expect(crew(desk, 1)).to_have_count(before - 1)


def test_a_contract_is_named_and_its_auction_bid_up(desk: Page) -> None:
    at = until("name")
    put(desk, at)
    number = at.state.offers[0]
    cost = GAME.deck().contracts[number - 1].cost
    key(desk, f"offer-{number}").click()
    expect(key(desk, f"offer-{number}")).to_have_attribute("aria-pressed", "true")
    bid = key(desk, "pad-bid").get_by_role("textbox")
    expect(bid).to_have_value(str(cost))
    bid.press("ArrowUp")
    key(desk, "bid").click()
    sale = key(desk, "sale")
    expect(sale).to_contain_text(f"${cost + 1},000")
    for seat, builder in enumerate(at.state.builders, 1):
        expect(key(desk, f"bidder-{seat}")).to_contain_text(f"${builder.cash},000")
    key(desk, "pace-select").select_option("fast")
    key(desk, "on").click()
    asked = key(desk, "head").filter(
        has_text=re.compile("Anna, do you bid more|Anna, which contract")
    )
    expect(asked).to_be_visible(timeout=30_000)


def test_after_an_auction_its_worth_and_surplus_are_told(desk: Page) -> None:
    at = until("auction", when=lambda s: s.auction.bid > 10)
    put(desk, at)
    leader = at.state.auction.leader + 1
    # A click could count as the second of a double click, which plays nothing.
    key(desk, "sale").get_by_role("button", name="Pass", exact=True).press("Enter")
    expect(desk.locator(".pw-story [aria-current=step]")).to_contain_text("Anna")
    at.play(GAME.read("1 pass"))
    key(desk, "pace-select").select_option("fast")
    key(desk, "on").click()
    lesson = key(desk, "lesson")
    expect(lesson).to_contain_text(re.compile(r"=\s\W*\d"), timeout=30_000)
    assert leader != 1
    if key(desk, "on").get_attribute("aria-pressed") == "true":
        key(desk, "on").click()


def test_workers_are_assigned_one_by_one_or_as_a_solver_proposes(desk: Page) -> None:
    put(desk, ready("foreman-on-a-tradesmans-wall", "Anna", "Ben"))
    curtain = desk.get_by_role("button", name=re.compile("show my site"))
    curtain.click()
    before = crew(desk, 1).count()
    key(desk, "man-12").click()
    key(desk, "slot-8-1").click()
    expect(crew(desk, 1)).to_have_count(before - 1)
    key(desk, "undo").click()
    curtain.click()
    expect(crew(desk, 1)).to_have_count(before)
    key(desk, "s1-propose").click()
    expect(key(desk, "s1-play")).to_contain_text("2")
    key(desk, "s1-as-proposed").click()
    expect(crew(desk, 1)).to_have_count(before - 2)
    key(desk, "s1-build").click()
    expect(curtain).to_contain_text("Ben")  # Anna's work stays hidden
    curtain.click()
    expect(key(desk, "s1")).to_contain_text("2 workers")
    key(desk, "s2-build").click()
    expect(key(desk, "s2-build")).to_have_count(0)
    for _ in range(12):
        if key(desk, "s1").locator(".pw-note", has_text="2").count():
            break
        step(desk)
    expect(key(desk, "slot-8-1")).to_have_attribute("data-state", "built")
    expect(key(desk, "slot-8-3")).to_have_attribute("data-state", "built")


def test_a_loan_is_taken_and_its_price_is_worked_out(desk: Page) -> None:
    put(desk, ready("small-or-large"))
    counter = key(desk, "counter")
    for rate in ("30.0%", "22.5%", "26.7%", "15.5%"):
        expect(counter).to_contain_text(rate)
    counter.get_by_role("button", name=re.compile("Borrow .*: Large loan")).click()
    expect(key(desk, "s1")).to_contain_text("1 × ")
    body = tab(desk, "report")
    expect(body).to_contain_text("$38,000 / $30,000 − 1 = 26.7%")
    key(desk, "tab-debrief").click()


# --- what is seen at once -----------------------------------------------------------------------


def test_a_projector_shows_two_contracts_of_four_seats_and_the_buttons(desk: Page) -> None:
    put(desk, until("assign", seed=3, when=lambda s: len(s.builders[0].holdings) == 2))
    desk.set_viewport_size({"width": 1920, "height": 1080})
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    clear(desk)
    desk.evaluate("scrollTo(0, 0)")
    plots = key(desk, "s1-plots").locator(".pw-mb-plot")
    expect(plots).to_have_count(2)
    for each in (*plots.all(), key(desk, "s1-build"), key(desk, "s1-propose")):
        expect(each).to_be_in_viewport(ratio=1)


def test_a_question_leaves_room_for_a_bid(desk: Page) -> None:
    put(desk, until("auction"))
    tab(desk, "positions")
    key(desk, "vb-poor-rival").dispatch_event("click")
    expect(key(desk, "question-poor-rival")).to_be_visible()
    clear(desk)
    for width, height in ((1280, 800), (1920, 1080)):
        desk.set_viewport_size({"width": width, "height": height})
        if width == 1920:
            key(desk, "projector").click()
            expect(desk.locator(".pw-desk--projector")).to_have_count(1)
        desk.evaluate("scrollTo(0, 0)")
        expect(key(desk, "pad-bid")).to_be_in_viewport(ratio=1)


# What of a seat's card or of the auction is cut by the lower edge of the screen.
CUT = """() => [...document.querySelectorAll(".pw-seat, .pw-mb-sale")]
  .map(each => [each.dataset.key, each.getBoundingClientRect()])
  .filter(([, { top, bottom }]) => top < innerHeight && bottom > innerHeight)
  .map(([name]) => name)"""


def test_a_projector_cuts_no_card_at_its_lower_edge(desk: Page, game: Dashboard) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    found = {}
    for phase, make in game.phases.items():
        put(desk, make())
        clear(desk)
        if not desk.locator(".pw-desk--projector").count():
            key(desk, "projector").click()
            expect(desk.locator(".pw-desk--projector")).to_have_count(1)
        desk.evaluate("scrollTo(0, 0)")
        if cut := desk.evaluate(CUT):
            found[phase] = cut
        if phase in {"an auction", "over"}:
            expect(key(desk, "town"), phase).to_be_in_viewport(ratio=1)
    assert found == {}


def test_a_phone_names_round_and_phase_above_the_question(desk: Page) -> None:
    put(desk, until("hire"))
    desk.set_viewport_size({"width": 390, "height": 844})
    shown = desk.locator(".pw-mb-when").bounding_box()
    asked = desk.locator(".pw-headline__prompt").bounding_box()
    purse = desk.locator(".pw-headline__purse").bounding_box()
    assert shown
    assert asked
    assert purse
    assert shown["y"] + shown["height"] <= asked["y"]
    assert purse["y"] + purse["height"] <= asked["y"]
    expect(desk.locator(".pw-mb-phases [aria-current]")).to_be_in_viewport(ratio=1)
    expect(desk.locator(".pw-mb-phases [aria-current] > b")).to_be_hidden()


# --- what the teacher sets, and the end ---------------------------------------------------------


def test_the_event_that_the_teacher_sets_comes(desk: Page) -> None:
    at = until("name", seed=2)
    while at.state.phase != "event":
        if not at.advance():
            at.play(at.ask(0, "fits_the_crew"))
    put(desk, at)
    key(desk, "wish-select").select_option("* event 5")
    expect(key(desk, "message")).to_be_visible()
    key(desk, "step").click()
    title = GAME.deck().events[4].title.en
    expect(key(desk, "event")).to_contain_text(title)


def test_the_words_follow_the_language(desk: Page) -> None:
    put(desk, until("hire"))
    for language, word in (("fr", "Recruter"), ("de", "Einstellen"), ("en", "Hire")):
        key(desk, "language-select").select_option(language)
        expect(key(desk, "stall-apprentice")).to_contain_text(word)


def test_the_page_ends_where_the_panel_ends(desk: Page) -> None:
    """Text of a long story that only a screen reader hears must not lengthen the page."""
    put(desk, until("hire", when=lambda s: s.round > 3))
    beyond = desk.evaluate(
        "document.documentElement.scrollHeight"
        " - document.querySelector('.pw-desk').getBoundingClientRect().bottom - scrollY"
    )
    assert beyond < 100
