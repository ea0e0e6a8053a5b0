"""A table that stays still, and a decision that is seen at once, with all that it needs."""

from statistics import median_low
from typing import TYPE_CHECKING

import pytest
from msgspec import Struct
from playwright.sync_api import Page, expect

from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import HUMAN, AnyTable
from tests.browser import dashboard
from tests.browser.dashboard import Dashboard, clear, key, put, speak, tidy, until, widen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.browser.conftest import Desks

STILL = ("master_builder", "pay_day", "zahltag", "zock")
"""The games whose tables keep their height."""
TURNS = {"master_builder": 1}
"""How many turns are played, if not two: a round of Master Builder has five phases."""
WITHIN = 2
"""By how many pixels the height may change."""
HEIGHTS = {1280: 800, 1920: 1080}

STAGE = """at => {
  const present = document.querySelector(".pw-story [aria-current=step]");
  const stage = document.querySelector(".pw-desk__stage");
  return present?.dataset.key === `s${at}` && stage.getBoundingClientRect().height;
}"""


@pytest.fixture(scope="module", params=STILL)
def game(request: pytest.FixtureRequest) -> Dashboard:
    """Each game whose table stays still."""
    return dashboard.of(request.param)


def seat_a_person(table: AnyTable) -> None:
    """Let a person play the first seat from here on."""
    person, *others = table.players
    table.players = (type(person)(person.name, HUMAN), *others)


def turns(game: Dashboard) -> tuple[AnyTable, range]:
    """Let bots play to the end of some whole turns, told from the seat of a person.

    Returns
    -------
    tuple of AnyTable and range
        The game, and the steps of these turns.
    """
    table = until(game.new())
    counted = [table.game.turn(step.state).turn for step in table.branch.steps]
    first = counted[game.steps] + 1
    steps = [
        at for at, turn in enumerate(counted, 1) if first <= turn < first + TURNS.get(game.name, 2)
    ]
    table = until(game.new(), steps[-1])
    seat_a_person(table)
    return table, range(steps[0], steps[-1] + 1)


def heights(page: Page, steps: range) -> "Iterator[tuple[int, float]]":
    """Measure the stage at each step."""
    for at in reversed(steps):
        key(page, "slider").fill(str(at))
        yield at, page.wait_for_function(STAGE, arg=at).json_value()


@pytest.mark.parametrize("width", HEIGHTS)
@pytest.mark.walk
def test_the_stage_keeps_its_height_through_whole_turns(
    desk: Page, game: Dashboard, width: int
) -> None:
    desk.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    table, steps = turns(game)
    put(desk, table)
    measured = dict(heights(desk, steps))
    usual = min(measured.values())
    higher = {at: height - usual for at, height in measured.items() if height > usual + WITHIN}
    told = {
        at: f"{type(table.branch.steps[at - 1].event).__name__} +{by}" for at, by in higher.items()
    }
    assert told == {}


CLICKS = 24
"""How often something is clicked where turns are played by hand."""
PLAYABLE = (
    ".pw-desk__stage :is([data-move], [data-do=moves], [data-do=pick]):not([aria-disabled=true])"
)
# How high the stage is, and what is asked.
BEHELD = """() => [
  document.querySelector(".pw-desk__stage").getBoundingClientRect().height,
  document.querySelector(".pw-headline__prompt").textContent,
]"""
# What is on the table stays in the page, since it is large.
BEFORE = """() => {
  window.before = document.querySelector(".pw-desk__stage .pw-board").innerHTML;
}"""
OTHERWISE = """() =>
  document.querySelector(".pw-desk__stage .pw-board").innerHTML !== window.before"""


def click_on(page: Page) -> None:
    """Press Step, or if somebody has to decide, the first thing that can be played."""
    step = key(page, "step")
    waits = step.get_attribute("aria-disabled") == "true"
    page.evaluate(BEFORE)
    (page.locator(PLAYABLE).first if waits else step).dispatch_event("click")
    page.wait_for_function(OTHERWISE)


@pytest.mark.walk
def test_the_stage_keeps_its_height_when_turns_are_played_by_hand(
    desk: Page, game: Dashboard
) -> None:
    table = game.middle()
    seat_a_person(table)
    put(desk, table)
    speak(desk, "de")  # the longest words
    clear(desk)
    found: dict[int, dict[str, float]] = {width: {} for width in HEIGHTS}
    widths = [*HEIGHTS]
    for _ in range(CLICKS):
        for width in widths:
            widen(desk, width, HEIGHTS[width])
            height, told = desk.evaluate(BEHELD)
            found[width][told] = height
        widths.reverse()  # to change the width takes long
        click_on(desk)
    usual = {width: median_low(heights.values()) for width, heights in found.items()}
    jumps = {
        f"{width}: {told}": height - usual[width]
        for width, heights in found.items()
        for told, height in heights.items()
        if abs(height - usual[width]) > WITHIN
    }
    assert jumps == {}


# --- what is decided, and what comes of it -------------------------------------------------------

SCREENS = {390: 844, **HEIGHTS}
SHIFT = 8
"""By how many pixels what is decided may move while the question stays."""
PICKS = 3
"""How many things are picked up at each decision."""

# Where the question, the purse and the buttons stand, by their names: [top, bottom].
STANDING = """() => {
  const all = [
    ".pw-headline__prompt", ".pw-headline__purse",
    "button[data-move]", "[data-do=pick]", "[data-do=moves]",
  ];
  const found = {};
  for (const el of document.querySelectorAll(all.map(each => `.pw-desk__stage ${each}`))) {
    if (!el.checkVisibility() || el.getAttribute("aria-disabled") === "true") continue;
    const { top, bottom } = el.getBoundingClientRect();
    found[el.dataset.key ?? el.className] = [top, bottom];
  }
  return found;
}"""
PICKABLE = ".pw-desk__stage [data-do=pick]:not([aria-disabled=true])"


class Decision(Struct, frozen=True):
    """What is wrong with a decision.

    Parameters
    ----------
    hidden
        What lies beyond the first screen or is missing, by the screen's width.
    moved
        What moved on a phone, and by how much, after each pick.
    """

    hidden: dict[int, list[str]]
    moved: dict[str, dict[str, int]]


def alone(table: AnyTable) -> bool:
    """Let one person decide among bots; return False if nobody decides."""
    if not isinstance(table.turn, Decide):
        return False
    person = table.turn.seats[0]
    bot = next(iter(table.strategies))
    table.players = tuple(
        type(each)(each.name, HUMAN if seat == person else bot)
        for seat, each in enumerate(table.players)
    )
    return True


def standing(page: Page) -> "dict[str, list[float]]":
    found: dict[str, list[float]] = page.evaluate(STANDING)
    return found


def beyond(found: "Mapping[str, list[float]]", height: float) -> list[str]:
    """List what lies beyond the first screen."""
    missing = {"pw-headline__prompt", "pw-headline__purse"} - {
        each.split(" ")[0] for each in found
    }
    return [*missing, *(key for key, (top, low) in found.items() if top < 0 or low > height)]


def picked(page: Page) -> "Iterator[tuple[str, dict[str, int]]]":
    """Pick things up one after the other, and tell what moves."""
    before = standing(page)
    for name in page.locator(PICKABLE).evaluate_all("all => all.map(each => each.dataset.key)")[
        :PICKS
    ]:
        place = page.locator(f'{PICKABLE}[data-key="{name}"]')
        if place.count() == 0:
            continue
        page.evaluate(BEFORE)
        place.click()
        page.wait_for_function(OTHERWISE)
        after = standing(page)
        by = {
            each: round(after[each][0] - top) for each, (top, _) in before.items() if each in after
        }
        yield name, {each: shift for each, shift in by.items() if abs(shift) > SHIFT}


def first_screen(page: Page, width: int) -> list[str]:
    """List what of a decision lies beyond the first screen."""
    page.set_viewport_size({"width": width, "height": SCREENS[width]})
    page.evaluate("scrollTo(0, 0)")
    return beyond(standing(page), SCREENS[width])


def decided(desks: "Desks", game: Dashboard) -> "dict[str, Decision]":
    """Look at each decision of a person among bots."""
    page, found = desks[game.name], {}
    page.emulate_media(reduced_motion="reduce")
    for phase, make in game.phases.items():
        table = make()
        if not alone(table):
            continue
        put(page, table)
        clear(page)
        hidden = {width: first_screen(page, width) for width in sorted(SCREENS, reverse=True)}
        found[phase] = Decision(hidden, dict(picked(page)))
    tidy(page)
    return found


@pytest.mark.walk(2)
def test_a_decision_is_on_the_first_screen_and_on_a_phone_nothing_moves_while_it_stays(
    desks: "Desks", game: Dashboard
) -> None:
    decisions = decided(desks, game)
    hidden = {
        f"{phase} {width}": beyond
        for phase, each in decisions.items()
        for width, beyond in each.hidden.items()
        if beyond
    }
    moved = {
        f"{phase}: {name}": by
        for phase, each in decisions.items()
        for name, by in each.moved.items()
        if by
    }
    assert (hidden, moved) == ({}, {})


RESULTS = {
    "master_builder": ("ContractWon", ".pw-mb-sale"),
    "pay_day": ("DieRolled", ".pw-pd-calendar"),
    "zahltag": ("BidsRevealed", ".pw-zt-offer, .pw-zt-bid"),
    "zock": ("PawnsCashed", ".pw-zk-ring, .pw-seat"),
}
"""An event of each game that settles something, and where it is seen."""


@pytest.mark.parametrize("width", HEIGHTS)
@pytest.mark.walk
def test_a_result_is_seen_where_it_was_decided(desk: Page, game: Dashboard, width: int) -> None:
    event, places = RESULTS[game.name]
    steps = until(game.new()).branch.steps
    at = next(at for at, step in enumerate(steps, 1) if type(step.event).__name__ == event)
    table = until(game.new(), at)
    seat_a_person(table)
    put(desk, table)
    clear(desk)
    desk.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    desk.evaluate("scrollTo(0, 0)")
    for place in desk.locator(f".pw-headline, {places}").filter(visible=True).all():
        expect(place).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.walk
def test_a_tab_that_is_opened_is_scrolled_to(desk: Page, game: Dashboard, width: int) -> None:
    put(desk, game.middle())
    desk.set_viewport_size({"width": width, "height": SCREENS[width]})
    for _ in range(2):  # and scrolled to again when it is opened again
        desk.evaluate("scrollTo(0, 0)")
        key(desk, "tab-debrief").dispatch_event("click")
        expect(key(desk, "body-money")).to_be_in_viewport(ratio=0.2)
        key(desk, "tab-debrief").click()
        expect(key(desk, "body-money")).to_have_count(0)


ADDED = {
    "master_builder": ("WorkerHired", 5),
    "pay_day": ("BillKept", 4),
    "zahltag": ("EquipmentTaken", 4),
    "zock": ("PawnBroughtOut", 2),
}
"""An event of each game by which a seat gets something to lay out, and how often it is tried."""

# Where the seats stand, from the first of them: what stands above them belongs to the step.
SEATS = """at => {
  const present = document.querySelector(".pw-story [aria-current=step]");
  if (present?.dataset.key !== `s${at}`) return false;
  const all = [...document.querySelectorAll(".pw-desk__stage .pw-seat")];
  const places = all.map(seat => [seat.dataset.key, seat.getBoundingClientRect()]);
  const first = Math.min(...places.map(([, { top }]) => top));
  return places.map(([name, { left, top }]) => [name, left, top - first].join(" "));
}"""


def seats(page: Page, at: int) -> list[str]:
    """Go to a step, and measure where the seats stand."""
    key(page, "slider").evaluate(
        "(el, at) => { el.value = at; el.dispatchEvent(new Event('input', {bubbles: true})) }",
        str(at),
    )
    found: list[str] = page.wait_for_function(SEATS, arg=at).json_value()
    return found


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.walk
def test_seats_keep_their_places_when_something_is_added(
    desk: Page, game: Dashboard, width: int
) -> None:
    desk.set_viewport_size({"width": width, "height": SCREENS[width]})
    event, times = ADDED[game.name]
    table = until(game.new())
    events = [type(step.event).__name__ for step in table.branch.steps]
    added = [at for at, name in enumerate(events, 1) if name == event][-times:]
    table = until(game.new(), added[-1])
    seat_a_person(table)
    put(desk, table)
    moved = {at: (seats(desk, at - 1), seats(desk, at)) for at in added}
    assert {at: places for at, places in moved.items() if places[0] != places[1]} == {}
