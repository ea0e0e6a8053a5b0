"""What is asked, and what answers it, on the first screen of a phone: in every game and preset."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from paydays_widgets import games
from paydays_widgets.classroom import assets, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.core import record
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.desk import Desk
from paydays_widgets.panels.still import still
from tests.browser.conftest import Visit
from tests.browser.dashboard import key, of
from tests.classroom.classes import NAMES, Class

pytestmark = pytest.mark.browser

SEATS = 4
MOST = 800
"""How many decisions are made in a game, at most, to come to all that can be asked."""
LANGUAGE: Final = "de"
"""The longest words."""
PHONE, SMALL = (390, 844), (360, 640)
ZOOMED = ((195, 422), (640, 400))
"""A phone and a laptop at 200 %: a question with its sum, or Zock's, is there with one answer."""
LAPTOP = ZOOMED[1]
ON_A_LAPTOP = {"zahltag", "zock"}
"""The games whose buttons come with the question there."""
BUTTON = re.compile(r"act-|s\d+-(bid|keep)")
"""What says in words or figures what is chosen: not a pawn on the board, nor a card."""
REFLOW = 320
"""From this width on, nothing is scrolled sideways."""
WHOLE = {"auction_room", "pay_day", "zahltag", "zock"}
"""The games of which all answers are on a small phone's screen too."""

# What lies beyond the screen: the question, a pad, or an answer; which answers do not; all pads.
BEYOND = """() => {
  const within = (el) => {
    const { top, bottom, left, right } = el.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5;
  };
  const seen = (what) => [...document.querySelectorAll(what)].filter((el) => el.checkVisibility());
  const named = (el) => el.dataset.key ?? el.className;
  const beyond = (all) => all.filter((el) => !within(el)).map(named);
  const open = "[data-move], [data-do=moves], [data-do=pick], [data-do=stop], [data-sends]";
  const answers = seen(`.pw-board :is(${open})`)
    .filter((el) => el.ariaDisabled !== "true" || el.matches("[data-sends]"));
  // The boxes of all lines of text in an element, but for those in another.
  const lines = (root, without) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const around = node.parentElement;
      const apart = around.closest(".pw-sr, option") || without?.contains(node);
      if (!node.data.trim() || !around.checkVisibility() || apart) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) found.push([node.data.trim(), box]);
    }
    return found;
  };
  const overprinted = () => seen("[data-pad]").flatMap((pad) => {
    const others = lines(pad.closest(".pw-board"), pad);
    return lines(pad).flatMap(([words, one]) => others
      .filter(([, two]) =>
        Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 2 &&
        Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1)
      .map(([other]) => `${words} on ${other}`));
  });
  // The words of a pad that are broken within: their boxes are on several lines.
  const broken = (pad) => {
    const walk = document.createTreeWalker(pad, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.parentElement.checkVisibility()) continue;
      for (const { 0: word, index } of node.data.matchAll(/\\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) found.push(`${word} is broken`);
      }
    }
    return found;
  };
  return {
    asked: beyond(seen(".pw-headline__prompt")),
    pads: beyond(seen("[data-pad]")),
    answers: beyond(answers),
    within: answers.filter(within).map(named),
    coach: beyond(seen("[data-key=coach-here]")),
    set: seen("[data-pad]").map(named),
    wide: document.documentElement.scrollWidth > innerWidth ? ["the page"] : [],
    overprinted: overprinted(),
    broken: seen("[data-pad]").flatMap(broken),
  };
}"""
PICK = re.compile(r'data-do="pick" data-value="(offer:\d+)"')
"""What must be picked up before there is a pad."""


def several(table: AnyTable, seat: int) -> bool:
    return len(table.game.legal(table.state, seat)) > 1


def played(name: str, rules: object) -> Iterator[tuple[str, str]]:
    """Draw a player's page at the first decision of each kind, among bots."""
    modules = games.modules(name)
    bots = [modules.panel.OPPONENTS[n % len(modules.panel.OPPONENTS)] for n in range(SEATS - 1)]
    players = [Player(each, kind) for each, kind in zip(NAMES, (HUMAN, *bots), strict=False)]
    strategies = modules.bots.STRATEGIES
    table: AnyTable = Table(modules.engine, players, seed=3, rules=rules, strategies=strategies)
    seen = set()
    for _ in range(MOST):
        turn = table.turn
        if not table.waiting():
            if not table.advance():
                return
            continue
        if isinstance(turn, Decide) and turn.prompt not in seen and several(table, 0):
            seen.add(turn.prompt)
            desk = Desk(table, language=LANGUAGE)
            yield turn.prompt, still(desk, LANGUAGE)
            if found := PICK.search(desk.stage.html):
                desk.do("pick", found[1])
                yield f"{turn.prompt}, picked", still(desk, LANGUAGE)
            desk.close()
        table.make(table.ask(0, next(iter(strategies))), through=False)


def phoned(name: str, rules: object) -> Iterator[tuple[str, str]]:
    """Draw a phone of a class at the first decision of each kind."""
    modules = games.modules(name)
    players = [Player(each, HUMAN) for each in NAMES[:SEATS]]
    strategies = modules.bots.STRATEGIES
    table: AnyTable = Table(modules.engine, players, seed=3, rules=rules, strategies=strategies)
    desk = Class().open(table=table, size=SEATS).join(*NAMES[:SEATS]).begin()
    sitting, seen = desk.room.sittings[0], set()
    for _ in range(MOST):
        if sitting.over:
            return
        turn, seat = sitting.table.turn, sitting.waiting[0]
        if isinstance(turn, Decide) and turn.prompt not in seen and several(sitting.table, seat):
            seen.add(turn.prompt)
            screen = ClassScreen(language=LANGUAGE, picked_for=sitting.asked)
            drawn = phone(desk, sitting.people[seat][0], screen)
            yield turn.prompt, drawn
            if found := PICK.search(drawn):
                picked = replace(screen, picked=found[1])
                yield f"{turn.prompt}, picked", phone(desk, sitting.people[seat][0], picked)
        desk.do(wishes.stand_in(desk.room, 0, seat))
        desk.walk()


def phone(desk: Class, person: int, screen: ClassScreen) -> str:
    """Draw a phone's page as the server sends it, without its script."""
    parts = screens.student(Here(1, desk.room), person, screen, {}).parts
    style = "".join(
        assets.FILES[each].data.decode() for each in (assets.STYLE, assets.board(desk.room.game))
    )
    places = (("bar", "head"), ("stage", "stage"), ("side", "story"))
    drawn = "".join(
        f'<div class="pw-desk__{place}"><div class="pw"><div class="pw-body">{parts[part].html}'
        "</div></div></div>"
        for place, part in places
    )
    grid = f'<div class="pw-desk__grid">{drawn}</div>'
    return f'<style>{style}</style><main class="pw-desk cl-desk">{grid}</main>'


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


def beyond(page: Page, drawn: str, size: tuple[int, int]) -> dict[str, list[str]]:
    """Show a page at a size, and list what lies beyond the screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_content(f'<!doctype html><body class="cl" style="margin: 0">{drawn}')
    found: dict[str, list[str]] = page.evaluate(BEYOND)
    return found


COVERED = """() => {
  const place = (what) => document.querySelector(what).getBoundingClientRect();
  const [said, asked] = [place('.pw [data-key="message"]'), place(".pw-headline__prompt")];
  return said.top < asked.bottom && asked.top < said.bottom && said.left < asked.right &&
    asked.left < said.right;
}"""


@pytest.mark.walk(2)
@pytest.mark.parametrize("name", games.names())
def test_a_note_does_not_cover_the_question_on_a_laptop_at_200_percent(
    visit: Visit, voila_url: str, name: str
) -> None:
    dashboard = of(name)
    with visit(teaches=False) as page:
        page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
        new = next(iter(dashboard.phases.values()))
        link = record.share(new())
        page.goto(f"{voila_url}voila/render/dashboards/{name}.ipynb#{link}")
        expect(key(page, "message")).to_be_visible()
        assert not page.evaluate(COVERED)


@pytest.mark.parametrize("name", games.names())
def test_a_first_decision_is_on_the_first_screen_with_its_coach(blank: Page, name: str) -> None:
    desk = Desk(name)
    desk.do("start")
    assert desk.session.coached()
    for language in LANGUAGES:
        drawn = still(desk, language)
        for size in (PHONE, SMALL, *([LAPTOP] if name in ON_A_LAPTOP else [])):
            found = beyond(blank, drawn, size)
            hidden = [*found["asked"], *found["coach"], *found["pads"]]
            whole = size == PHONE or (size == SMALL and name in WHOLE)
            assert hidden + found["answers"] * whole == []
            assert found["within"]
    desk.close()


PAGES = {"play": played, "class": phoned}
PRESETS = [(name, preset) for name in games.names() for preset in games.modules(name).presets]


@pytest.mark.walk(8)
@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.parametrize("pages", PAGES)
def test_a_decision_is_on_the_first_screen(
    blank: Page, pages: str, name: str, preset: str
) -> None:
    drawn = dict(PAGES[pages](name, games.modules(name).presets[preset]))
    assert drawn
    hidden = {}
    for prompt, html in drawn.items():
        for size in (PHONE, SMALL, *ZOOMED):
            found = beyond(blank, html, size)
            spoilt = [*(found["wide"] if size[0] >= REFLOW else ()), *found["overprinted"]]
            spoilt += found["broken"] if size[0] >= REFLOW else []
            if spoilt:
                hidden[f"{prompt} {size[0]}"] = spoilt
            pressed = size == LAPTOP and name in ON_A_LAPTOP
            if size in ZOOMED and not found["set"] and name != "zock" and not pressed:
                continue
            if pressed:
                chosen = [each for each in found["within"] if BUTTON.match(each)]
                if any(map(BUTTON.match, found["answers"])) and not chosen:
                    hidden[f"{prompt} {size[0]}"] = found["answers"]
            wanted = {"asked"}
            wanted |= set() if size in ZOOMED else {"pads"}
            wanted |= {"answers"} if size == PHONE or (size == SMALL and name in WHOLE) else set()
            lost = [each for kind in wanted for each in found[kind]]
            if lost or not (found["within"] or (size == SMALL and name not in WHOLE)):
                hidden[f"{prompt} {size[0]}"] = lost
    assert hidden == {}
