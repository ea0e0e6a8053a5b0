"""A dashboard in a browser: tests open positions on it by their link, as a visitor would."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from msgspec import Struct
from playwright.sync_api import Locator, Page, ViewportSize, expect

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.game import Decide, Over
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.panels.drawer import GROUPS, MENU
from paydays_widgets.show.modules import Modules
from tests.panels.tables import NAMES

LONG_NAMES = (
    "Maximiliane-Alexandra von Hohenstaufen-Z",
    "Bartholomäus Christophorus Wolkenstein K",
    "W" * 40,
    "Éléonore-Geneviève de La Rochefoucauld-L",
)
LONGEST_NAME = 40
PATIENCE_MS = 60_000
assert {len(name) for name in LONG_NAMES} == {LONGEST_NAME}

FOCUS = "document.activeElement?.dataset.key ?? document.activeElement?.className"
FOCUSED_GROUP = """document.activeElement.matches("[data-walk]") &&
  document.activeElement.closest("[data-group]")?.dataset.group"""

SHOWN = """([at, steps]) => {
  const slider = document.querySelector('.pw [data-key="slider"]');
  const present = document.querySelector(".pw-story [aria-current=step]");
  const set = slider?.max === steps && slider.getAttribute("value") === at;
  return set && present?.dataset.key === `s${at}`;
}"""
OTHER = """before => {
  const game = document.querySelector('.pw [data-show^="game-"]');
  return game && game.dataset.show !== before;
}"""
STEPPED = """at => {
  const present = document.querySelector(".pw-story [aria-current=step]");
  return present?.dataset.key === `s${at}`;
}"""
SPOKEN = """language => [...document.querySelectorAll(".pw-desk .pw")]
  .every(surface => surface.lang === language)"""
# The contrast takes axe-core longest, so it is checked once on a page wherever text, size and all
# that lies behind are the same.
AXE = """async ([within, contrast]) => {
  const stacks = new Map([[null, ""]]);
  const behind = el => {
    if (!stacks.has(el)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(el);
      stacks.set(el, [behind(el.parentElement), backgroundColor, backgroundImage, opacity].join());
    }
    return stacks.get(el);
  };
  const says = el => el.matches("input, select, textarea") ||
    [...el.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const fine = window.fine ??= new Set();
  const looks = new Map();
  for (const el of document.querySelectorAll(`:is(${within}), :is(${within}) *`)) {
    if (!says(el) || !el.checkVisibility()) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(el);
    const look = [color, fontSize, fontWeight, behind(el)].join();
    if (!fine.has(look)) looks.set(look, el);
  }
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
  for (const el of looks.values()) el.dataset.look = "";
  const how = contrast ? { runOnly: ["color-contrast"] } : {};
  const all = { ...how, resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run(within, all);
  for (const el of looks.values()) delete el.dataset.look;
  const pale = violations.some(({ id }) => id === "color-contrast");
  if (!pale) looks.forEach((_, look) => fine.add(look));
  return violations;
}"""
USUAL = {"language-select": "en", "theme-select": "auto", "pace-select": "normal"}
UNTIDY = """usual => {
  const find = name => document.querySelector(`.pw [data-key="${name}"]`);
  const projects = document.querySelector(".pw-desk--projector");  // its button may come later
  return [
    [find("on").ariaPressed === "true" && "on", projects && "projector"].filter(Boolean),
    Object.keys(usual).filter(name => find(name).value !== usual[name]),
  ];
}"""

Make: TypeAlias = Callable[..., AnyTable]
"""Sets up a game; ``names`` are the seats' names."""


class Dashboard(Struct, frozen=True):
    """What the tests of every dashboard need from a game's own module here, as ``DASHBOARD``.

    Parameters
    ----------
    name
        The game's id, which is also its notebook's name.
    new
        Sets up a game of four seats that has not begun.
    phases
        Positions that look different, by name.
    steps
        After how many steps by bots every tab of the drawer has something to show.
    laps
        A selector of what may be wider than its place, since it overlaps other things.
    """

    name: str
    new: Make
    phases: Mapping[str, Make]
    steps: int
    laps: str = ""

    @property
    def modules(self) -> Modules:
        """Return the game's modules."""
        return games.modules(self.name)

    def middle(self, **how: Any) -> AnyTable:
        """Let bots play for a while."""
        return until(self.new(**how), self.steps)


class Shelf(Struct, frozen=True):
    """Makes tables of a game, played by its own bots, or by default by some of them."""

    name: str
    bots: tuple[str, ...]

    def new(self, *kinds: str, names: Sequence[str] = NAMES, **how: Any) -> AnyTable:
        """Set up a game that has not begun; "" seats a person, and no kinds the bots."""
        seats = zip(names, kinds or self.bots, strict=False)
        players = [Player(name, kind or HUMAN) for name, kind in seats]
        strategies = games.modules(self.name).bots.STRATEGIES
        return Table(games.load(self.name), players, strategies=strategies, **how)

    def phase(
        self, name: str, nth: int = 1, when: Callable[[Any], bool] = bool, **how: Any
    ) -> AnyTable:
        """Let bots play until a phase comes for the n-th time, for a person to decide.

        The position is from the first game in which this happens in a state that satisfies
        ``when``.
        """
        tables = (self._reach(name, nth, when, seed=seed, **how) for seed in range(1, 100))
        table = next(filter(None, tables), None)
        assert table is not None, name
        turn = table.turn
        if isinstance(turn, Decide):
            table.players = tuple(
                type(each)(each.name, HUMAN if seat in turn.seats else each.kind)
                for seat, each in enumerate(table.players)
            )
        return table

    def _reach(
        self, name: str, nth: int, when: Callable[[Any], bool], **how: Any
    ) -> AnyTable | None:
        table = self.new(**how)
        while nth:
            if not table.advance():
                return None
            nth -= table.state.phase == name and when(table.state)
        return table

    def awaits(self, name: str, nth: int = 1) -> Make:
        """Return a function that makes such positions."""
        return lambda **how: self.phase(name, nth, **how)

    def over(self, **how: Any) -> AnyTable:
        """Let bots play a whole game."""
        return until(self.new(**how))


def of(name: str) -> Dashboard:
    """Return what the tests know about a game's dashboard."""
    found: Dashboard = import_module(f"tests.browser.{name}").DASHBOARD
    return found


def key(page: Page, name: str) -> Locator:
    """Find the element with a data-key."""
    return page.locator(f'.pw [data-key="{name}"]')


def seat(page: Page, number: int) -> Locator:
    """Find a seat at the table; a step of the storyline may have the same data-key."""
    return page.locator(f'.pw-desk__stage [data-key="s{number}"]')


def put(page: Page, table: AnyTable) -> None:
    """Put a game on the table by its link, and wait until every part shows it."""
    if not table.branch.moves:
        table.advance()  # a panel deals by itself
    game = page.locator('.pw [data-show^="game-"]')
    before = game.get_attribute("data-show") or ""
    page.evaluate(
        "link => { history.replaceState(null, '', location.pathname); location.hash = link }",
        record.share(table),
    )
    soon(page, OTHER, before)
    shows(page, table)
    expect(page.get_by_role("tabpanel")).to_have_count(0)  # an opened game shuts the drawer


def begin(page: Page) -> None:
    """Start the new game that is set up, and wait until it is on the table."""
    game = page.locator('.pw [data-show^="game-"]')
    before = game.get_attribute("data-show") or ""
    page.get_by_role("button", name="Start", exact=True).click()
    expect(game).not_to_have_attribute("data-show", before)


def clear(page: Page) -> None:
    """Put away what says that the game was opened."""
    for name in ("dismiss", "forget"):
        key(page, name).evaluate_all("all => all.forEach(each => each.click())")
        expect(key(page, name)).to_have_count(0)


def soon(page: Page, holds: str, arg: object) -> None:
    """Wait until a condition holds, and look at every frame: ``expect`` looks ever less often."""
    page.wait_for_function(holds, arg=arg, timeout=PATIENCE_MS)


def shows(page: Page, table: AnyTable) -> None:
    """Wait until the page shows a game at its cursor."""
    soon(page, SHOWN, [str(table.at), str(len(table.branch.steps))])
    expect(seat(page, len(table.players))).to_be_visible()


def step(page: Page, times: int = 1) -> None:
    """Press Step, and wait each time until the cursor has moved on."""
    for _ in range(times):
        at = int(key(page, "slider").get_attribute("value") or "0")
        key(page, "step").click()
        soon(page, STEPPED, at + 1)
        expect(key(page, "slider")).to_have_value(str(at + 1))


def speak(page: Page, language: str) -> None:
    """Choose a language, and wait until all parts speak it."""
    choice = key(page, "language-select")
    if choice.input_value() != language:
        choice.select_option(language, force=True)  # it may be folded away
    soon(page, SPOKEN, language)


def tab(page: Page, name: str) -> Locator:
    """Open a page of the drawer."""
    if not key(page, f"body-{name}").is_visible():
        group = next((each for each, pages in GROUPS.items() if name in pages), name)
        if group != name and not key(page, f"page-{name}").is_visible():
            key(page, f"tab-{group}").click()
        place = key(page, f"tab-{name}" if group == name else f"page-{name}")
        expect(place).to_be_visible()
        if not key(page, f"body-{name}").is_visible():
            place.click()
    body = key(page, f"body-{name}")
    expect(body).to_be_visible()
    return body


def tabs(page: Page) -> list[str]:
    """List the names of the drawer's tabs."""
    found: list[str] = page.get_by_role("tab").evaluate_all(
        "all => all.map(each => each.dataset.key.slice('tab-'.length))"
    )
    return found


def group(page: Page, name: str) -> list[str]:
    """List the names of a tab's pages in mid-game; not every game has reports."""
    title = key(page, "title").inner_text()
    game = next(each for each in map(games.modules, games.names()) if title == each.panel.TITLE)
    known = GROUPS.get(name, (name,))
    absent = {"decided"} | ({"report"} if game.panel.reports is None else set())
    return [each for each in known if each not in absent]


def pages(page: Page) -> list[str]:
    """List the names of the drawer's pages."""
    return [*(each for name in tabs(page) for each in group(page, name)), *MENU]


def until(table: AnyTable, steps: int = 10_000) -> AnyTable:
    """Let bots play, up to a step."""
    while table.at < steps and table.advance():
        pass
    return table


def before_the_end(new: Make, steps: int) -> AnyTable:
    """Let bots play the whole game, and go back some steps."""
    table = until(new())
    assert isinstance(table.turn, Over)
    return until(new(), len(table.branch.steps) - steps)


def focused(page: Page) -> str:
    """Return the data-key of the element that has focus."""
    found: str = page.evaluate(FOCUS)
    return found


def tab_to(page: Page, group: str) -> None:
    """Press Tab until a group has focus; fail if the page never lets focus reach it."""
    _press_tab(page, FOCUSED_GROUP, group)


def tab_onto(page: Page, name: str) -> None:
    """Press Tab until one element has focus; fail if the page never lets focus reach it."""
    _press_tab(page, FOCUS, name)


def _press_tab(page: Page, look: str, goal: str) -> None:
    page.evaluate("document.activeElement?.blur?.()")
    passed = []
    for _ in range(60):
        page.keyboard.press("Tab")
        passed.append(page.evaluate(look))
        if passed[-1] == goal:
            return
    pytest.fail(f"Tab came to {passed}, never to {goal}")


def walk_to(page: Page, name: str, *arrows: str) -> None:
    """Press keys until something has focus, repeating the last key as often as needed."""
    for arrow in (*arrows, *arrows[-1:] * 12):
        if focused(page) == name:
            return
        page.keyboard.press(arrow)
    assert focused(page) == name


def widen(page: Page, width: int, height: int = 900) -> None:
    """Let the screen have a size."""
    if page.viewport_size != (size := ViewportSize(width=width, height=height)):
        page.set_viewport_size(size)


def tidy(page: Page) -> None:
    """Leave a dashboard as the next test expects it."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    widen(page, 1280, 800)
    pressed, chosen = page.evaluate(UNTIDY, USUAL)
    for name in pressed:
        key(page, name).click()
    expect(page.locator(".pw-desk--projector")).to_have_count(0)
    for name in chosen:
        key(page, name).select_option(USUAL[name])


def faults(page: Page, *, contrast: bool = False, within: str = ".pw-desk") -> list[str]:
    """List axe-core's serious and critical findings, or those about contrast alone."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    return [
        f"{each['id']} ({each['impact']}): {each['help']}: "
        + "; ".join(f"{node['target']} {node['html'][:120]}" for node in each["nodes"][:3])
        for each in page.evaluate(AXE, [within, contrast])
        if each["impact"] in {"serious", "critical"}
    ]
