"""A table that stays still: from event to event of a turn, the stage keeps its height."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page

from paydays_widgets.core.table import HUMAN, AnyTable
from tests.browser import dashboard
from tests.browser.dashboard import Dashboard, key, put, until

if TYPE_CHECKING:
    from collections.abc import Iterator

STILL = ("master_builder", "pay_day", "zahltag", "zock")
"""The games whose tables keep their height."""
TURNS = 2
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
    steps = [at for at, turn in enumerate(counted, 1) if first <= turn < first + TURNS]
    table = until(game.new(), steps[-1])
    person, *others = table.players
    table.players = (type(person)(person.name, HUMAN), *others)
    return table, range(steps[0], steps[-1] + 1)


def heights(page: Page, steps: range) -> "Iterator[tuple[int, float]]":
    """Measure the stage at each step."""
    for at in reversed(steps):
        key(page, "slider").fill(str(at))
        yield at, page.wait_for_function(STAGE, arg=at).json_value()


@pytest.mark.parametrize("width", HEIGHTS)
def test_the_stage_keeps_its_height_through_two_turns(
    desk: Page, game: Dashboard, width: int
) -> None:
    desk.emulate_media(reduced_motion="reduce")
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
