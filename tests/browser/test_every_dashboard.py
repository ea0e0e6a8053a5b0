"""What holds for the dashboard of every game on the shelf."""

import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from msgspec import Struct
from playwright.sync_api import Page, PdfMargins, expect

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.switch import idle
from paydays_widgets.core.text import Text
from paydays_widgets.panels.drawer import GROUPS
from paydays_widgets.show.vignette import Vignette
from tests.browser import dashboard
from tests.browser.dashboard import (
    LONG_NAMES,
    Dashboard,
    before_the_end,
    faults,
    focused,
    group,
    key,
    pages,
    put,
    seat,
    shows,
    speak,
    tab,
    tab_onto,
    tab_to,
    tabs,
    tidy,
    until,
    walk_to,
    widen,
)
from tests.panels.tables import HOSTILE, NAMES
from tests.spreadsheets import lines_of

if TYPE_CHECKING:
    from tests.browser.conftest import Desks

SHARED = ("paydays_widgets.panels", "paydays_widgets.core")

# Find what is wider than its place; boxes that scroll and names that end in "…" are meant to be.
TOO_WIDE = """([within, laps]) => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page");
  for (const el of document.querySelectorAll(`:is(${within}), :is(${within}) *`)) {
    const look = getComputedStyle(el);
    const scrolls = ["auto", "scroll"].includes(look.overflowX);
    const cut = look.overflowX !== "visible" && look.textOverflow === "ellipsis";
    const hidden = el.closest(".pw-sr, svg, [aria-hidden=true], option") || !el.clientWidth;
    const inline = look.display === "inline";
    const lies = el.matches("input") || (laps && el.closest(laps));
    if (scrolls || cut || hidden || inline || lies || look.clipPath !== "none") continue;
    if (el.scrollWidth > el.clientWidth + 1) {
      found.push(`${el.tagName} .${el.className} ${el.dataset.key ?? ""}: ` +
        `${el.scrollWidth} in ${el.clientWidth}`);
    }
  }
  return found;
}"""
# Find texts beside each other that read as one word or sum: no space is between them.
RUN_TOGETHER = r"""([within, laps]) => {
  const ends = /[\p{L}\p{N}\p{Sc}.:;,)%]$/u;
  const begins = /^[\p{L}\p{N}\p{Sc}(−+]/u;
  const found = [];
  for (const part of document.querySelectorAll(within)) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    let last = null;
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const around = node.parentElement;
      const words = node.data.trim();
      const seen = around.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      let out = around;
      while (out !== part && getComputedStyle(out).clipPath === "none") out = out.parentElement;
      const apart = out !== part || around.closest(`.pw-sr, svg, option, ${laps || "script"}`);
      if (!words || !seen || apart) continue;
      const range = document.createRange();
      const at = node.data.indexOf(words);
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      const clip = around.closest(".pw-clip, .pw-scroll");
      const edge = clip?.getBoundingClientRect().right ?? Infinity;
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
        .map(({ left, right, top, bottom, height }) =>
          ({ left, right: Math.min(right, edge), top, bottom, height }));
      if (!boxes.length) continue;
      const [from, to] = [boxes[0], boxes.at(-1)];
      if (last) {
        const line = Math.min(from.bottom, last.to.bottom) - Math.max(from.top, last.to.top);
        const after = from.left > last.to.left && from.left - last.to.right < 2.2;
        const beside = line > 0.5 * Math.min(from.height, last.to.height);
        if (after && beside && ends.test(last.words) && begins.test(words)) {
          found.push(`${last.words}|${words}`);
        }
      }
      last = { words, to };
    }
  }
  return found;
}"""
# Find words of the game's own that end in "…"; only names that people typed may.
CUT = """([within, names]) => {
  const found = [];
  for (const el of document.querySelectorAll(`:is(${within}), :is(${within}) *`)) {
    const look = getComputedStyle(el);
    const ends = look.overflowX !== "visible" && look.textOverflow === "ellipsis";
    const clamps = look.webkitLineClamp !== "none";
    const over = (ends && el.scrollWidth > el.clientWidth + 1) ||
      (clamps && el.scrollHeight > el.clientHeight + 2);
    const seen = el.checkVisibility({ visibilityProperty: true });
    if (!over || !seen || el.closest(".pw-sr, select")) continue;
    if (names.some(name => el.textContent.includes(name))) continue;
    found.push(el.textContent.trim());
  }
  return found;
}"""
# Find what hangs over the edge of a seat's card.
HANGS = """() => [...document.querySelectorAll(".pw-seat")].flatMap(seat => {
  const card = seat.getBoundingClientRect();
  return [...seat.querySelectorAll("*")].filter(el => {
    const { left, top, right, bottom, width, height } = el.getBoundingClientRect();
    let box = el.parentElement; // what scrolls within the card does not hang over it
    while (box !== seat && getComputedStyle(box).overflow === "visible") box = box.parentElement;
    const seen = box === seat && width > 1 && height > 1 && el.checkVisibility();
    const over = [card.left - left, card.top - top, right - card.right, bottom - card.bottom];
    return seen && Math.max(...over) > 1;
  }).map(el => `${el.className} ${el.dataset.key ?? ""}`);
})"""
NAMELESS = """() => [...document.querySelectorAll(
    ".pw button, .pw input, .pw select, .pw textarea, .pw summary, .pw [role=img]")]
  .filter(el => !(el.getAttribute("aria-label") || el.labels?.length ||
    el.textContent.trim() || el.getAttribute("title")))
  .map(el => el.outerHTML.slice(0, 100))"""

# Record how every element of every part looks, before and after the style sheets are reordered.
# Differences are reported by the element's key or class.
IN_DISORDER = """within => {
  const names = ["border", "borderRadius", "padding", "margin", "display", "gap", "color",
    "backgroundColor", "backgroundImage", "boxShadow", "font", "textAlign", "width", "height",
    "position", "overflow", "opacity", "cursor"];
  const looks = () => [...document.querySelectorAll(`:is(${within}) *`)].map(el => {
    const look = getComputedStyle(el);
    return `${el.dataset?.key ?? ""} ${el.getAttribute("class")}: ` +
      names.map(name => `${name} ${look[name]}`).join("; ");
  });
  const turnRound = () => {
    const sheets = [...document.querySelectorAll("style[id^=paydays-]")];
    for (const sheet of sheets.reverse()) sheet.parentNode.append(sheet);
    return sheets.length;
  };
  const before = looks();
  if (!before.length || turnRound() < 2) return ["nothing to compare"];
  const after = looks();
  turnRound();
  const pairs = before.map((look, n) => [look, after[n]]);
  return pairs.filter(([look, now]) => look !== now).slice(0, 3);
}"""
# How high the rows of the bar are, and by how much the words of a choice exceed their room.
BAR = """() => {
  const rows = [...document.querySelectorAll(".pw-bar__head, .pw-bar .pw-toolbar")];
  const pen = document.createElement("canvas").getContext("2d");
  const over = [...document.querySelectorAll(".pw-bar select")].map(el => {
    const look = getComputedStyle(el);
    pen.font = look.font;
    const room = el.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
    return pen.measureText(el.selectedOptions[0].text).width - room;
  });
  return [Math.max(...rows.map(el => el.getBoundingClientRect().height)), Math.max(...over)];
}"""
EVERY_LANGUAGE = ("en", "fr", "de")
WIDTHS = (1280, 1920, 390)
NARROW = (1280, 390)
"""Where words have least room; a projector has tests of its own."""


@pytest.fixture(scope="module", params=games.names())
def game(request: pytest.FixtureRequest) -> Dashboard:
    """Each game in turn; a new game needs positions of its own beside this file."""
    return dashboard.of(request.param)


# --- what is set up ------------------------------------------------------------------------------


@pytest.mark.walk
def test_one_button_at_a_time_is_the_main_one(desk: Page, game: Dashboard) -> None:
    """A decision on the table comes before the next step; both in blue would ask for both."""
    look = """all => all.filter(each => each.checkVisibility() && each.ariaDisabled !== "true")
        .map(each => getComputedStyle(each).backgroundColor)"""
    for table in (before_the_end(game.new, 40), game.middle(), game.new()):
        put(desk, table)
        tops = ".pw-desk__bar .pw-btn--primary, .pw-desk__stage .pw-btn--primary"
        blue = desk.locator(tops).evaluate_all(look)
        plain = key(desk, "projector").evaluate("each => getComputedStyle(each).backgroundColor")
        assert len([each for each in blue if each != plain]) <= 1


@pytest.mark.walk
def test_every_ready_position_is_set_up_and_answered(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    question = desk.get_by_role("region", name="Question for the class")
    for each in game.modules.vignettes.values():
        choose(desk, each)
        expect(question).to_contain_text(each.question.en)
        expect(key(desk, "answer")).to_have_count(0)
        question.get_by_role("button", name="Show the answer").dispatch_event("click")
        expect(key(desk, "verdict")).to_have_text(each.verdict.en)
        expect(key(desk, "answer")).to_have_text(each.answer.en)


def choose(page: Page, each: Vignette) -> None:
    """Set up a ready position."""
    tab(page, "positions")
    key(page, f"vb-{each.id}").dispatch_event("click")  # the page need not scroll each time
    expect(key(page, f"question-{each.id}")).to_be_visible()


EVERY = pytest.param(1, marks=pytest.mark.hosting)


@pytest.mark.parametrize("nth", [4, EVERY])
@pytest.mark.walk
def test_a_ready_position_is_printed_on_a_page_and_its_answer_on_the_next(
    desk: Page, game: Dashboard, nth: int
) -> None:
    put(desk, game.middle())
    desk.evaluate("window.print = () => {}")
    sheets = desk.locator(".pw-paper > section")
    for each in [*game.modules.vignettes.values()][::nth]:
        choose(desk, each)
        tab(desk, "save").get_by_role("button", name="Print").dispatch_event("click")
        expect(sheets).to_have_count(2)
        expect(sheets.first).to_contain_text(each.question.en)
        expect(sheets.first.locator(".pw-paper__table")).to_have_count(1)
        expect(sheets.first).not_to_contain_text(each.verdict.en)
        for words in (each.verdict, each.answer):
            expect(sheets.last).to_contain_text(words.en)
        room = "all => all.map(each => each.scrollHeight - each.clientHeight)"
        assert sheets.evaluate_all(room) == [0, 0], each.id
        space = sheets.first.locator(".pw-paper__space").bounding_box()
        assert space
        assert space["height"] > 80, "room for an answer"
        desk.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(sheets).to_have_count(0)
    for size in ("A4", "Letter"):
        key(desk, "print").click()
        expect(sheets).to_have_count(2)
        paper = desk.pdf(format=size, print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 2, size
        expect(sheets).to_have_count(0)  # nothing of it stays


ON_PAPER = {"A4": (718, 1047), "Letter": (740, 980)}
"""The page without a browser's usual margins, in CSS pixels."""
CLIPPED = """all => all.filter(each => each.checkVisibility() &&
  each.scrollWidth > each.clientWidth + 1 &&
  getComputedStyle(each).overflowX !== "visible").map(each => each.textContent)"""
STANDS = """all => all.filter(each => each.checkVisibility())
  .map(each => getComputedStyle(each).position + getComputedStyle(each).overflowY)"""


@pytest.mark.walk
def test_a_board_fits_on_paper_with_names_in_full(desk: Page, game: Dashboard) -> None:
    for table in (game.middle(), until(game.new())):
        put(desk, table)
        desk.emulate_media(media="print")
        for width, height in ON_PAPER.values():
            widen(desk, width, height)
            box = desk.locator(".pw-board").bounding_box()
            assert box
            assert box["y"] + box["height"] <= height
            assert desk.locator(".pw-board .pw-clip").evaluate_all(CLIPPED) == []
        assert desk.locator(".pw-side").evaluate_all(STANDS) == ["staticvisible"]
        expect(key(desk, "step")).to_be_hidden()
        desk.emulate_media(media="screen")
        widen(desk, 1280, 800)


@pytest.mark.hosting
@pytest.mark.parametrize("size", ON_PAPER)
def test_a_dashboard_is_printed_without_backgrounds_on_two_full_pages(
    desk: Page, game: Dashboard, size: str
) -> None:
    margin = PdfMargins(top="1cm", right="1cm", bottom="1cm", left="1cm")
    for table in (game.middle(), until(game.new())):
        put(desk, table)
        texts = on_each_page(desk.pdf(format=size, print_background=False, margin=margin))
        assert len(texts) == 2
        assert min(texts) > 20, "no page is empty"


def on_each_page(paper: bytes) -> list[int]:
    """Count the pieces of text on each page of a file that Chromium printed."""
    objects = dict(re.findall(rb"(?s)(\d+) 0 obj\s(.*?)endobj", paper))
    pages = [each for each in objects.values() if re.search(rb"/Type\s*/Page\b", each)]
    drawn = [objects[each] for page in pages for each in re.findall(rb"/Contents (\d+) 0", page)]
    streams = [each.split(b"stream", 1)[1].lstrip(b"\r\n") for each in drawn]
    return [zlib.decompressobj().decompress(each).count(b"Tj") for each in streams]


# --- saved ---------------------------------------------------------------------------------------


@pytest.mark.walk
def test_a_game_is_saved_as_a_file_and_opened_again(
    desk: Page, game: Dashboard, tmp_path: Path
) -> None:
    table = game.middle()
    put(desk, table)
    tab(desk, "save")
    with desk.expect_download() as download:
        key(desk, "save").click()
    assert download.value.suggested_filename == f"{game.name}.json"
    file = tmp_path / "game.json"
    download.value.save_as(file)
    opened = record.loads(file.read_text(), table.game, table.strategies)
    assert opened.branch.moves == table.branch.moves
    put(desk, before_the_end(game.new, 1))
    tab(desk, "save")
    key(desk, "file").set_input_files(file)
    shows(desk, table)
    expect(key(desk, "message")).to_have_class(re.compile("pw-banner--good"))


@pytest.mark.walk
def test_all_steps_and_decisions_are_downloaded_as_tables(desk: Page, game: Dashboard) -> None:
    table = game.middle()
    put(desk, table)
    tab(desk, "save")
    decided = sum(move.by != CHANCE for move in table.branch.moves)
    for button, ending, count in (
        ("csv", "csv", table.at),
        ("decisions", "decisions.csv", decided),
    ):
        with desk.expect_download() as download:
            key(desk, button).click()
        assert download.value.suggested_filename == f"{game.name}.{ending}"
        assert len(lines_of(Path(download.value.path()).read_text())) == count


# --- what a name may do --------------------------------------------------------------------------


@pytest.mark.walk
def test_a_hostile_name_is_shown_as_text(desk: Page, game: Dashboard) -> None:
    desk.evaluate("() => { window.alert = () => { window.hit = true } }")
    names = (HOSTILE, "</script><script>alert(2)</script>", '"onclick="alert(3)', "{{7*7}}")
    put(desk, game.middle(names=names))  # other boards are tried without a browser
    expect(seat(desk, 1).get_by_role("heading")).to_have_text(HOSTILE)
    assert desk.locator(".pw img").count() == 0
    for name in pages(desk):
        tab(desk, name)
        assert desk.locator(".pw img").count() == 0
    assert desk.evaluate("window.hit") is None


# --- every phase and tab, in every language, at every width, by day and by night -----------------


class Sight(Struct, frozen=True):
    """What is wrong with a phase or a tab, by language and width, in light and dark."""

    wide: dict[str, list[str]]
    cut: dict[str, list[str]]
    hangs: dict[str, list[str]]
    joined: dict[str, list[str]]
    disorder: dict[str, list[list[str]]]
    nameless: list[str]
    faults: dict[str, list[str]]


def look(
    page: Page,
    laps: str,
    within: str,
    turn: int,
    languages: Sequence[str],
    *,
    widths: Sequence[int],
) -> Sight:
    """Inspect the page, which is at rest, at some widths.

    Where the style sheets are turned round, on a phone or on a laptop, is decided in turn.
    """
    wide: dict[str, list[str]] = {}
    cut: dict[str, list[str]] = {}
    hangs: dict[str, list[str]] = {}
    joined: dict[str, list[str]] = {}
    disorder: dict[str, list[list[str]]] = {}
    scheme: Literal["light", "dark"] = "dark" if by_night(turn) else "light"
    shine(page, scheme)
    for language in languages:
        speak(page, language)
        for width in widths if turn % 2 else widths[::-1]:  # to change the width takes long
            widen(page, width)
            wide[f"{language} {width}"] = page.evaluate(TOO_WIDE, [within, laps])
            cut[f"{language} {width}"] = page.evaluate(CUT, [within, LONG_NAMES])
            hangs[f"{language} {width}"] = page.evaluate(HANGS)
            joined[f"{language} {width}"] = page.evaluate(RUN_TOGETHER, [within, laps])
            if language != "en" and width == (390, 1280)[turn % 2]:
                disorder[str(width)] = page.evaluate(IN_DISORDER, within)
    return Sight(
        wide,
        cut,
        hangs,
        joined,
        disorder,
        page.evaluate(NAMELESS),
        {scheme: faults(page, within=within)},
    )


def by_night(turn: int) -> bool:
    """Tell whether the page is dark, which it is in two turns of four.

    So tabs and kinds of phases are seen by day in some games, and by night in others.
    """
    return bool(turn // 2 % 2)


def shine(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Let it be day or night."""
    is_light = str(scheme == "light").lower()
    if page.locator("body").get_attribute("data-jp-theme-light") != is_light:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", is_light)


def inspected(desks: "Desks", game: Dashboard, *, everywhere: bool) -> dict[str, Sight]:
    """Inspect each phase and each tab, or a third of them in one language, by day and by night.

    English words are shorter, and the projector's tests read them. To change the language takes
    long, so it is changed once.
    """
    widths = WIDTHS if everywhere else NARROW
    page, found = desks[game.name], {}
    first = games.names().index(game.name)
    page.emulate_media(reduced_motion="reduce")  # moving things would be measured on their way
    for night, language in enumerate(("fr", "de")):
        languages = EVERY_LANGUAGE if everywhere else (language,)
        for turn, (phase, make) in enumerate(game.phases.items(), first):
            if by_night(turn) != night or (turn % 3 and not everywhere):
                continue
            put(page, make(names=LONG_NAMES))
            # the story once, when it is longest
            within = ".pw-desk" if phase == "over" else ".pw-desk__bar, .pw-desk__stage"
            found[phase] = look(page, game.laps, within, turn, languages, widths=widths)
        put(page, game.middle(names=LONG_NAMES))
        for turn, name in enumerate(pages(page), first):
            if by_night(turn) != night or (turn % 3 and not everywhere):
                continue
            tab(page, name)
            within = ".pw-desk .pw-drawer__body"
            found[f"tab {name}"] = look(page, game.laps, within, turn, languages, widths=widths)
    tidy(page)
    return found


def wrong(sights: dict[str, Sight], what: str) -> dict[str, object]:
    """Return what was found, and where."""
    found: dict[str, object] = {}
    for where, sight in sights.items():
        each = getattr(sight, what)
        parts = each if isinstance(each, dict) else {"": each}
        found |= {f"{where} {part}": finds for part, finds in parts.items() if finds}
    return found


@pytest.mark.walk(3)
@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=pytest.mark.hosting)])
def test_nothing_is_cut_nameless_or_unreadable(
    desks: "Desks", game: Dashboard, *, everywhere: bool
) -> None:
    """The order of the style sheets does not matter either: a page may get them in another."""
    sights = inspected(desks, game, everywhere=everywhere)
    found = {what: wrong(sights, what) for what in Sight.__struct_fields__}
    assert not any(found.values()), found


@pytest.mark.walk
def test_on_a_laptop_the_newest_event_is_on_the_first_screen(desk: Page, game: Dashboard) -> None:
    desk.set_viewport_size({"width": 1280, "height": 800})
    put(desk, game.middle())
    desk.evaluate("scrollTo(0, 0)")
    expect(desk.locator(".pw-story [aria-current] .pw-story__what")).to_be_in_viewport(ratio=1)
    each = next(iter(game.modules.vignettes))
    tab(desk, "positions")
    key(desk, f"vb-{each}").click()
    expect(key(desk, f"question-{each}")).to_be_visible()
    desk.evaluate("scrollTo(0, 0)")
    expect(desk.locator(".pw-story [aria-current] .pw-story__what")).to_be_in_viewport(ratio=1)


@pytest.mark.walk(3)
def test_on_a_laptop_the_bar_has_two_rows_and_cuts_no_words(desk: Page, game: Dashboard) -> None:
    desk.set_viewport_size({"width": 1280, "height": 800})
    for table in (game.new(), game.middle()):
        put(desk, table)
        for language in ("fr", "de", "en"):
            speak(desk, language)
            height, over = desk.evaluate(BAR)
            assert height < 60, language  # one row each, if three lines of small print
            assert over < 1, language


@pytest.mark.walk
def test_dark_can_be_chosen_on_a_light_page(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    key(desk, "theme-select").select_option("dark")
    expect(desk.locator('.pw[data-theme="dark"]')).to_have_count(4)
    tab(desk, "ledger")
    assert faults(desk) == []


# --- on a projector -----------------------------------------------------------------------------

# List texts that are smaller than a class can read, with their size in pixels of the screen.
SMALL = """() => {
  const found = new Set();
  const parts = [".pw-desk__bar *", ".pw-desk__side *", ".pw-desk__stage *"];
  for (const el of document.querySelectorAll(parts)) {
    const words = [...el.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    const { width, height } = el.getBoundingClientRect();
    if (!words || !width || !height || !el.checkVisibility()) continue;
    if (el.closest(".pw-sr, option, [role=status]") || height * width <= 4) continue;
    const drawn = el.getScreenCTM ? Math.hypot(el.getScreenCTM().a, el.getScreenCTM().b) : null;
    const size = parseFloat(getComputedStyle(el).fontSize) * (drawn ?? el.currentCSSZoom);
    const where = el.closest("[class]").getAttribute("class");
    if (size < 22) found.add(`${where} ${el.tagName}: ${size.toFixed(1)}`);
  }
  return [...found];
}"""


# List words that lie over a button of the line above the table.
OVER_BUTTONS = """() => {
  const seen = el => el.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const stage = document.querySelector(".pw-desk__stage");
  const buttons = [...stage.querySelectorAll(".pw-headline button")].filter(seen);
  const texts = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (texts.nextNode()) {
    const [node, el] = [texts.currentNode, texts.currentNode.parentElement];
    if (!node.data.trim() || !seen(el) || el.closest(".pw-sr")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const text of range.getClientRects()) {
      for (const button of buttons) {
        if (button.contains(el)) continue;
        const box = button.getBoundingClientRect();
        const wide = Math.min(text.right, box.right) - Math.max(text.left, box.left);
        const high = Math.min(text.bottom, box.bottom) - Math.max(text.top, box.top);
        if (wide > 2 && high > 4) found.add(`${node.data.trim()} over ${button.dataset.key}`);
      }
    }
  }
  return [...found];
}"""


# List what can be played, and the question itself, where something else lies over them.
COVERED = """() => {
  const parts = ".pw-desk__stage :is([data-move]:not([aria-disabled=true]), .pw-headline__prompt)";
  return [...document.querySelectorAll(parts)].filter(el => {
    const { left, top, width, height } = el.getBoundingClientRect();
    if (!width || !el.checkVisibility() || top + height > innerHeight) return false;
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return !el.contains(over) && !over.closest(".pw-veil");
  }).map(el => `${el.textContent.trim()} is covered`);
}"""


WAITS = '.pw-bar [data-key="step"][aria-disabled=true]'
"""The button that says whom the table waits for."""


@pytest.mark.walk
def test_a_class_can_read_the_projector(desk: Page, game: Dashboard) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    put(desk, game.middle())
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    found: dict[str, list[str]] = {}
    for phase, make in game.phases.items():
        put(desk, make(names=LONG_NAMES))
        small, wide = desk.evaluate(SMALL), desk.evaluate(TOO_WIDE, [".pw-desk", game.laps])
        over = [*desk.evaluate(OVER_BUTTONS), *desk.evaluate(COVERED)]
        over += desk.evaluate(CUT, [WAITS, []])
        if small or wide or over:
            found[phase] = [*small, *wide, *over]
    assert found == {}


@pytest.mark.walk
def test_a_small_projector_has_its_controls_on_one_line_and_cuts_nothing_off(
    desk: Page, game: Dashboard
) -> None:
    put(desk, game.middle())
    speak(desk, "fr")  # the longest words
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    expect(desk.locator("nav.home")).to_be_hidden()
    found: dict[str, list[str]] = {}
    for phase, make in game.phases.items():
        put(desk, make())
        wide = desk.evaluate(TOO_WIDE, [".pw-desk", game.laps])
        high = key(desk, "title").evaluate("el => el.closest('.pw-bar__head').clientHeight")
        if wide or high > 70:
            found[phase] = [*wide, f"the bar: {high}"]
    assert found == {}


# --- without a mouse -----------------------------------------------------------------------------


@pytest.mark.walk
def test_the_language_is_changed_by_keys_and_every_word_follows(
    desk: Page, game: Dashboard
) -> None:
    table = game.middle()
    put(desk, table)
    packages = (game.modules.package, *SHARED)
    now = desk.locator(".pw-story [aria-current=step] .pw-story__what")
    tab_onto(desk, "language-select")
    for press, language in (("ArrowDown", "fr"), ("ArrowDown", "de"), ("Home", "en")):
        desk.keyboard.press(press)
        text = Text(language, *packages)
        told = game.modules.text.explain(table.event, NAMES, text, table.deck)
        expect(key(desk, "undo").locator("span")).to_have_text(text("Undo"))
        expect(key(desk, "tab-debrief")).to_have_text(text("Debrief"))
        expect(now).to_have_text(told.what)
        assert focused(desk) == "language-select"
        around = desk.locator(".home [data-words]").filter(visible=True)
        expect(around.first).to_have_attribute("data-words", language)


@pytest.mark.walk
def test_bots_are_set_going_by_keys_and_the_standing_is_read(desk: Page, game: Dashboard) -> None:
    table = before_the_end(game.new, 4)
    put(desk, table)
    tab_onto(desk, "pace-select")
    desk.keyboard.press("End")
    expect(key(desk, "pace-select")).to_have_value("fast")
    tab_to(desk, "controls")
    walk_to(desk, "on", "Home", "ArrowRight")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()
    ranking = desk.get_by_role("list", name="Ranking")
    expect(ranking).to_be_visible(timeout=30_000)
    standing = table.game.standing(until(table).state)
    names = [table.players[seat].name for group in standing.ranking for seat in group]
    expect(ranking.get_by_role("listitem")).to_contain_text(names)
    expect(desk.get_by_role("button", name="Autoplay")).to_have_attribute("aria-pressed", "false")
    assert focused(desk) == "on"
    desk.keyboard.press("s")
    expect(key(desk, "message")).to_be_visible()
    expect(ranking).to_be_visible()


@pytest.mark.walk
def test_tabs_are_opened_by_keys_and_keep_focus(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    tab_to(desk, "tabs")
    for name in tabs(desk):
        desk.keyboard.press("Home")
        walk_to(desk, f"tab-{name}", "ArrowRight")
        desk.keyboard.press("Enter")
        expect(desk.get_by_role("tabpanel")).to_be_visible()
        assert focused(desk) == f"tab-{name}"
        if name in GROUPS:
            desk.keyboard.press("Tab")
            for page in group(desk, name)[1:]:
                walk_to(desk, f"page-{page}", "ArrowRight")
                desk.keyboard.press("Enter")
                expect(key(desk, f"body-{page}")).to_be_visible()
                assert focused(desk) == f"page-{page}"
            desk.keyboard.press("Shift+Tab")
        assert focused(desk) == f"tab-{name}"
        desk.keyboard.press("Enter")
        expect(desk.get_by_role("tabpanel")).to_have_count(0)


@pytest.mark.walk
def test_letters_typed_into_a_field_are_no_hotkeys(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    at = key(desk, "slider").get_attribute("value") or ""
    form = tab(desk, "new")
    name = form.get_by_label("Name of seat 2")
    name.fill("")
    name.press_sequentially("stupor f")
    expect(name).to_have_value("stupor f")
    expect(key(desk, "slider")).to_have_attribute("value", at)
    expect(desk.locator(".pw-bar [aria-pressed=true]")).to_have_count(0)


@pytest.mark.walk
def test_focus_leaves_the_panel_at_its_end(desk: Page, game: Dashboard) -> None:
    put(desk, game.middle())
    tab_to(desk, "tabs")
    desk.keyboard.press("Tab")
    assert focused(desk) in {"tab-new", "tab-save"}  # the one that was used last
    desk.keyboard.press("Tab")
    assert not desk.evaluate("document.activeElement.closest('.pw')")


def test_a_new_game_shows_the_seats_that_play_and_the_switches_that_matter(
    desk: Page, game: Dashboard
) -> None:
    form = tab(desk, "new")
    panel, presets = game.modules.panel, game.modules.presets
    for count in panel.SEATS:
        form.locator("[name=seats]").select_option(str(count))
        expect(form.locator(".pw-seatrow:visible")).to_have_count(count)
        expect(form.locator(f"[data-key=seat{count}]")).to_be_visible()
    key(desk, "rare").evaluate("fold => fold.open = true")
    switches = panel.switches(Text("en"))
    for name, rules in presets.items():
        if len(presets) > 1:
            key(desk, f"preset-{name}").click()
        without = idle(rules, switches)
        for each in switches:
            row = key(desk, f"switch-{each.field}")
            expect(row).to_be_visible(visible=each.field not in without)
