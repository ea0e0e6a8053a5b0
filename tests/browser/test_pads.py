"""A sum that is typed or slid to: what it comes to is shown at once, and nothing typed is lost."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.auction_room.moves import Bid
from paydays_widgets.games.auction_room.text import money
from paydays_widgets.games.pay_day.state import Household
from paydays_widgets.show.pad import Outlook
from tests.boards import draw
from tests.browser.test_stage_js import HOME, answer, mount, push, sent
from tests.games.auction_room.positions import common, opened, play
from tests.games.market import positions as market
from tests.games.master_builder.positions import naming
from tests.games.pay_day import positions as pay_day
from tests.markup import Page as Markup

pytestmark = pytest.mark.browser

STATE: Final = opened((6_000, 4_800, 3_000))
PADS: Final[dict[str, tuple[Any, dict[str, Any]]]] = {
    "auction_room": (STATE, {}),
    "market": (
        market.play(
            market.opened(8_000, 3_000, 6_000, 5_000), "* next 3; 3 offer 1000; * next 1"
        ).state,
        {},
    ),
    "master_builder": (naming(["A", "A"], [4], cash=[15, 40]), {"picked": "offer:4"}),
    "pay_day": (
        pay_day.play(
            pay_day.position(Household(10, savings=900, day=17), Household(325)), "* roll 1"
        ).state,
        {},
    ),
}
"""A sum that can be set, by game."""
DRAWN: Final = """() => [
  ...document.querySelectorAll(".pw-gauge__bar > i")].map(({ style }) =>
    [parseFloat(style.left || 0), parseFloat(style.width || 0)])
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/*", answer)
    page.goto(HOME)
    page.wait_for_function("window.ready")
    yield page
    context.close()
    assert errors == []


def drawn(
    state: Any = STATE, language: str = "en", *, game: str = "auction_room", **how: Any
) -> str:
    return draw(game, state, own=(0,), language=language, **how)


def field(page: Page) -> Locator:
    return page.get_by_role("textbox")


def button(page: Page) -> Locator:
    return page.locator("[data-sends]")


def sum_set(page: Page) -> str | None:
    """Return the move that the button would send."""
    return button(page).get_attribute("data-move")


@pytest.mark.parametrize(
    ("language", "typed", "cents"),
    [
        ("en", "44", 4_400),
        ("en", " $44.50 ", 4_450),
        ("en", "44,5", 4_450),
        ("en", "0", 0),
        ("en", ".5", 50),
        ("de", "44,50 $", 4_450),
        ("de", "44.5", 4_450),
        ("fr", "44,05\u202f$", 4_405),
        ("fr", "1\u202f0", 1_000),
        ("en", "44.505", None),
        ("en", "101", None),
        ("en", "-5", None),
        ("en", "forty", None),
        ("en", "4,4,4", None),
        ("en", "1,000", None),
        ("de", "1.000", None),
    ],
)
def test_a_sum_is_read_as_it_is_written(
    page: Page, language: str, typed: str, cents: int | None
) -> None:
    mount(page, drawn(language=language), lang=language)
    field(page).fill(typed)
    assert sum_set(page) == (None if cents is None else f"1 bid {cents}")
    assert button(page).get_attribute("aria-disabled") == ("true" if cents is None else None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "state",
    [
        STATE,
        opened((6_000, 4_800), auction="all_pay"),
        opened((4_000, 4_800), auction="tender_first"),
        common(13_600, 15_000, 13_000),
    ],
)
def test_the_page_draws_the_gauge_of_a_sum_as_python_does(
    page: Page, state: Any, language: str
) -> None:
    mount(page, drawn(state, language), lang=language)
    text = Text(language, "paydays_widgets.games.auction_room")
    facts = page.evaluate("JSON.parse(document.querySelector('[data-pad]').dataset.pad)")
    outlook = Outlook(**facts["outlook"])
    for amount in (0, 1_250, 4_800, 6_000, 9_999):
        gauge = outlook.at(amount, partial(money, text=text))
        field(page).fill(text.number(amount / 100, places=2))
        assert page.locator(".pw-gauge__sum").inner_text().replace("\xa0", " ") == (
            gauge.sum.replace("\xa0", " ")
        )
        bars = [(0, gauge.price), (gauge.price, gauge.others), gauge.left, gauge.lost]
        for bar, (start, width) in zip(page.evaluate(DRAWN), bars, strict=False):
            assert bar == pytest.approx([start, width], abs=0.11)
        assert page.evaluate(DRAWN)[-1][0] == pytest.approx(gauge.hand, abs=0.11)


def test_what_is_not_possible_is_told_and_stays(page: Page) -> None:
    mount(page, drawn())
    button(page).click(force=True)
    hint = page.locator("[data-possible]")
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_attribute("aria-invalid", "true")
    expect(hint).to_contain_text("$100")
    page.keyboard.type("120")
    page.keyboard.press("Enter")
    expect(field(page)).to_have_value("120")
    expect(hint).to_contain_text("$100")
    assert sent(page) == []
    page.keyboard.press("Backspace")
    expect(field(page)).not_to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Enter")
    assert [each["move"] for each in sent(page)] == ["1 bid 1200"]


def test_a_sum_that_is_left_impossible_is_told_without_a_press(page: Page) -> None:
    mount(page, drawn())
    field(page).fill("abc")
    expect(field(page)).not_to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Tab")
    expect(field(page)).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-possible]")).to_contain_text("abc")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["auction_room", "market", "master_builder", "pay_day"])
def test_why_a_sum_cannot_be_set_is_said_beside_it(page: Page, game: str, language: str) -> None:
    state, how = PADS[game]
    mount(page, drawn(state, language, game=game, **how), lang=language)
    facts = page.evaluate("JSON.parse(document.querySelector('[data-pad]').dataset.pad)")
    pad, said = page.locator("[data-pad]").first, page.locator("[data-possible]").first
    sends, at = pad.locator("[data-sends]"), pad.get_by_role("textbox")
    low, high, step, unit = (facts[name] for name in ("low", "high", "step", "unit"))

    def told() -> str:
        expect(at).to_have_attribute("aria-invalid", "true")
        assert sends.get_attribute("data-move") is None
        words = said.inner_text()
        assert sends.get_attribute("title") == words
        return words.replace("\u202f", " ").replace("\xa0", " ")

    def words(name: str) -> str:
        return str(facts[name]).replace("\u202f", " ").replace("\xa0", " ")

    at.fill(str(high // unit + max(1, step // unit)))  # at once: nothing typed after it helps
    assert told() == words("above")
    between = low + step / 2 if step > 1 else (low + 1) / unit + 0.005
    at.fill(Text(language).number(between, places=0 if step > 1 else 3))
    page.keyboard.press("Tab")
    assert told() == words("steps")
    if low:
        at.fill(str((low - step) // unit))
        page.keyboard.press("Tab")
        assert told() == words("below")
    assert len({facts[name] for name in ("above", "below", "steps", "possible")}) == 4


def test_keys_change_a_sum_and_send_it_once(page: Page) -> None:
    mount(page, drawn())
    field(page).focus()
    for press, cents in (
        ("ArrowUp", 0),
        ("ArrowUp", 100),
        ("PageUp", 1_100),
        ("ArrowDown", 1_000),
    ):
        page.keyboard.press(press)
        assert sum_set(page) == f"1 bid {cents}"
    page.keyboard.press("Tab")
    slider = page.get_by_role("slider")
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", "$10")
    page.keyboard.press("ArrowRight")
    expect(field(page)).to_have_value("11")
    expect(slider).to_have_attribute("aria-valuetext", "$11")
    page.keyboard.press("End")  # it ends at what the object is worth
    expect(field(page)).to_have_value("60")
    page.keyboard.press("Tab")
    expect(button(page)).to_be_focused()
    page.keyboard.press("Enter")
    assert [each["move"] for each in sent(page)] == ["1 bid 6000"]


TYPING: Final = """() => {
  const { value, selectionStart: start, selectionEnd: end, dataset } = document.activeElement;
  return [dataset.key.split("-")[0], value, start, end];
}"""


def test_what_is_typed_outlasts_all_that_is_drawn_again(page: Page) -> None:
    mount(page, drawn())
    field(page).fill("44.50")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    others = [play(STATE, "2 bid 2400").state, play(STATE, "2 bid 2400; 3 pass").state]
    for html in (
        *map(drawn, others),
        drawn(others[1], "de"),
        drawn(others[1], names=["A", "B", "C"]),
    ):
        push(page, html, lang="de")
        assert page.evaluate(TYPING) == ["sum", "44.50", 3, 4]
        assert sum_set(page) == "1 bid 4450"
        expect(button(page)).to_contain_text("44")
        assert page.locator("[data-pad]").get_attribute("data-unsent") == ""
    page.keyboard.type("0x")
    page.keyboard.press("Enter")
    push(page, drawn())
    expect(field(page)).to_have_value("44.0x0")
    expect(field(page)).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-possible]")).to_contain_text("44.0x0")


def test_another_question_has_an_empty_field(page: Page) -> None:
    mount(page, drawn())
    field(page).fill("44")
    push(page, drawn(replace(STATE, round=STATE.round + 1)))
    expect(field(page)).to_have_value("")
    assert sum_set(page) is None
    assert page.locator("[data-pad]").get_attribute("data-unsent") is None


@pytest.mark.parametrize("typed", ["14", "14,000", "$14,000", "14000"])
def test_noughts_beside_the_field_may_be_typed_as_well(page: Page, typed: str) -> None:
    state = naming(["A", "A"], [4], cash=[15, 40])
    mount(page, drawn(state, game="master_builder", picked="offer:4"))
    assert sum_set(page) == "1 name 4 10"
    assert page.locator("[data-pad]").get_attribute("data-unsent") is None  # nothing was chosen
    field(page).fill(typed)
    assert sum_set(page) == "1 name 4 14"
    expect(button(page)).to_contain_text("$14,000")
    expect(field(page)).to_have_value("14")  # beside which the noughts stand


def test_a_sum_that_was_chosen_stands_there_and_is_marked(page: Page) -> None:
    mount(page, drawn())
    field(page).fill("44")
    chosen = frozenset({Bid(0, 4_400)})
    push(page, drawn(chosen=chosen))
    expect(field(page)).to_have_value("44")
    assert button(page).get_attribute("data-chosen") == ""
    field(page).fill("45")
    assert button(page).get_attribute("data-chosen") is None
    assert Markup(drawn(chosen=chosen)).key("bid")["data-move"] == "1 bid 4400"
