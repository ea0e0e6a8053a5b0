"""A player's page, as one meets it from the front page."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets import games
from tests.browser.conftest import Visit
from tests.browser.dashboard import faults, key, speak

pytestmark = pytest.mark.browser

GAMES = ("auction_room", "market", "zahltag", "master_builder", "pay_day", "zock")
MOST_WORDS = {"en": 180, "fr": 200, "de": 180}
"""What stands on the first screen at most, with the whole table, the hint and the coach's
sentence; less is better."""
LESSONS = {
    "zahltag": "01_the_lowest_bid.ipynb",
    "pay_day": "02_ten_and_twenty_percent.ipynb",
    "master_builder": "03a_bidding_within_a_purse.ipynb",
    "zock": "04_when_to_stop.ipynb",
    "auction_room": "07_the_winners_curse.ipynb",
    "market": "11_supply_and_demand.ipynb",
}
WORDS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const around = node.parentElement;
    const seen = around.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!seen || around.closest(".pw-sr, option, script, style")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const shown = [...range.getClientRects()].some((each) =>
      each.width > 1 && each.top < innerHeight && each.bottom > 0 && each.left < innerWidth);
    if (shown) found.push(node.data);
  }
  return found.join(" ");
}"""


STATE = """(luck) => {
  if (document.querySelector('.pw [data-key="what-decided"]')) return ["over"];
  if (document.querySelector('.pw [data-key="go_on"]')) return ['[data-key="go_on"]'];
  const can = (what) => [...document.querySelectorAll(`.pw-board ${what}`)]
    .filter((each) => each.checkVisibility() && each.getAttribute("aria-disabled") !== "true");
  const moves = can('[data-move^="1 "]').map((each) => `[data-move="${each.dataset.move}"]`);
  const pads = can("[data-pad]").map((pad) => {
    const { key } = pad.dataset;
    const { min, max, step } = pad.querySelector("input[type=range]");
    return `[data-key="${key}"] ${+min + step * Math.floor(luck * ((max - min) / step + 1))}`;
  });
  const picks = can('[data-do="pick"]').map((each) => `[data-value="${each.dataset.value}"]`);
  return [...moves, ...pads].length ? [...moves, ...pads] : picks;
}"""
"""What can be pressed: the end of a film, else a move or a sum to set, else what begins a move."""


PRESS = """where => {
  const [, key, sum] = where.match(/^(.*\\]) (\\d+)$/) ?? [];
  const at = document.querySelector(key ?? where);
  if (key && at) {
    at.querySelector("input[type=range]").value = sum;
    at.querySelector("input[type=range]").dispatchEvent(new Event("input", { bubbles: true }));
  }
  (key ? at?.querySelector("[data-sends]") : at)?.click();
  return !!at;
}"""
WATCH = """() => {
  window.changes = 0;
  const drawn = ({ target }) => !target.closest("[data-pad], .pw-gauge");
  new MutationObserver((all) => { window.changes += all.filter(drawn).length; })
    .observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def first_game(page: Page, url: str, name: str) -> None:
    """Open a first game as the front page does."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{url}voila/render/index.ipynb")
    page.get_by_role("link", name=f"Play {games.modules(name).panel.TITLE}", exact=True).click()
    expect(key(page, "started")).to_be_visible()


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_opens_at_a_decision_with_few_words(
    visit: Visit, voila_url: str, name: str
) -> None:
    with visit(teaches=False) as page:
        first_game(page, voila_url, name)
        expect(key(page, "coach")).to_be_visible()
        counts = {}
        for language in MOST_WORDS:
            speak(page, language)
            counts[language] = len(re.findall(r"[^\W\d_]{2,}", page.evaluate(WORDS)))
        assert {each: n for each, n in counts.items() if n > MOST_WORDS[each]} == {}
        expect(key(page, "go_on")).to_have_count(0)
        assert page.get_by_role("tab").count() <= 4
        assert faults(page) == []


AT_FIRST = """() => {
  const look = () => {
    const all = [...document.querySelectorAll(".still, .pw [data-key]")];
    const seen = all.filter((each) => each.checkVisibility());
    if (seen.length) window.atFirst = seen.map((each) => each.dataset.key ?? "still");
    else requestAnimationFrame(look);
  };
  look();
}"""
"""What a page shows as soon as it shows anything."""


@pytest.mark.parametrize(
    ("teaches", "link", "first"), [(False, "#start", "started"), (True, "", "step")]
)
def test_a_page_shows_nothing_before_what_it_comes_to(
    visit: Visit, voila_url: str, first: str, link: str, *, teaches: bool
) -> None:
    with visit(teaches=teaches) as page:
        page.add_init_script(f"({AT_FIRST})()")
        page.goto(f"{voila_url}voila/render/dashboards/zock.ipynb{link}")
        page.wait_for_function("() => window.atFirst")
        assert first in page.evaluate("() => window.atFirst")


def test_a_move_is_followed_by_a_film_to_the_next_decision(visit: Visit, voila_url: str) -> None:
    with visit(teaches=False) as page:
        first_game(page, voila_url, "zahltag")
        page.locator("[data-move='1 bid 5']").click()
        expect(key(page, "started")).to_have_count(0)
        expect(page.locator(".pw-headline--acting")).to_be_visible()
        expect(page.locator(".pw-story li.pw-story__step").first).to_be_visible()
        key(page, "undo").click()
        expect(page.locator("[data-move='1 bid 5']")).to_be_visible()


def test_the_menu_closes_after_a_choice_and_leads_to_a_teachers_page(
    visit: Visit, voila_url: str
) -> None:
    with visit(teaches=False) as page:
        first_game(page, voila_url, "zock")
        menu = key(page, "menu-summary")
        menu.click()
        key(page, "tab-new").click()
        expect(key(page, "body-new")).to_be_visible()
        expect(key(page, "tab-new")).to_be_hidden()
        menu.click()
        page.keyboard.press("Escape")
        expect(key(page, "tab-new")).to_be_hidden()
        menu.click()
        key(page, "teach").click()
        expect(key(page, "slider")).to_be_visible()
        page.reload()
        expect(key(page, "slider")).to_be_visible()
        key(page, "play").click()
        expect(key(page, "slider")).to_have_count(0)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.walk
def test_a_whole_game_takes_few_presses_and_ends_with_what_decided_it(
    visit: Visit, voila_url: str, name: str
) -> None:
    luck, decisions, presses = random.Random(1), 0, 0
    with visit(teaches=False, reduced_motion="no-preference") as page:
        first_game(page, voila_url, name)
        page.evaluate(WATCH)
        while (can := page.evaluate(STATE, luck.random())) != ["over"]:
            was = page.evaluate("window.changes")
            if can:
                chosen = luck.choice(can)
                pressed = page.evaluate(PRESS, f".pw {chosen}")
                presses += pressed
                decisions += pressed and ("data-move" in chosen or chosen[-1].isdecimal())
            page.wait_for_function("was => window.changes !== was", arg=was)
        # each film is ended by a press here; from a round's result one more leads on
        each = 3 if games.modules(name).panel.RESTS else 2
        assert presses <= each * decisions + 3
        key(page, "what-decided").click()
        offered = page.locator("[data-key^='pick-']")
        expect(offered.first).to_be_visible()
        expect(offered.first).to_be_in_viewport()
        offered.first.click()
        expect(key(page, "decided-verdict")).to_be_visible()
        assert faults(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        key(page, "menu-summary").click()
        key(page, "language-select").select_option("de")
        page.keyboard.press("Escape")
        page.evaluate("scrollTo(0, 0)")
        for button in ("undo", "what-decided", "menu-summary"):
            expect(key(page, button)).to_be_in_viewport(ratio=1)
        key(page, "lesson").click()
        page.wait_for_url(f"**/lessons/{LESSONS[name]}")
        expect(page.locator("h1").filter(visible=True).first).to_be_visible()


PREPARING_MS = 300_000
"""How long a busy machine may take to compile a game, which is done once."""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.walk
def test_the_page_stays_where_it_is_when_advice_opens(
    visit: Visit, voila_url: str, name: str
) -> None:
    with visit(teaches=False) as page:
        first_game(page, voila_url, name)
        before = page.evaluate("scrollY"), key(page, "head").bounding_box()
        key(page, "advise").click()
        expect(page.locator(".pw-choices").first).to_be_visible(timeout=PREPARING_MS)
        assert (page.evaluate("scrollY"), key(page, "head").bounding_box()) == before
