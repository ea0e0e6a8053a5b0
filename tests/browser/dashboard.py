"""A dashboard in a browser: positions are put on its table by their link, as a visitor would."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from paydays_widgets.core import record
from paydays_widgets.core.game import Over
from paydays_widgets.core.table import HUMAN
from paydays_widgets.panels.session import AnyTable
from tests.panels.tables import NAMES, bidding, dealt, new

HAND = "FFWWCCX"
BOT = "lean_crew"


def key(page: Page, name: str) -> Locator:
    """Find what has a data-key."""
    return page.locator(f'.pw [data-key="{name}"]')


def put(page: Page, table: AnyTable) -> None:
    """Put a game on the table by its link, and wait until every part shows it."""
    if not table.line.moves:
        table.advance()  # a panel deals by itself
    page.evaluate(
        "link => { history.replaceState(null, '', location.pathname); location.hash = link }",
        record.share(table),
    )
    shows(page, table)
    expect(page.get_by_role("tabpanel")).to_have_count(0)  # an opened game shuts the drawer


def shows(page: Page, table: AnyTable) -> None:
    """Wait until the page shows a game at its cursor."""
    steps = len(table.line.steps)
    expect(key(page, "slider")).to_have_attribute("max", str(steps))
    expect(key(page, "slider")).to_have_attribute("value", str(table.at))
    expect(key(page, f"s{len(table.players)}")).to_be_visible()
    expect(page.locator(".pw-story [aria-current=step]")).to_have_attribute(
        "data-key", f"s{table.at}"
    )


def step(page: Page, times: int = 1) -> None:
    """Press Step, and wait each time until the cursor has moved on."""
    for _ in range(times):
        at = int(key(page, "slider").get_attribute("value") or "0")
        key(page, "step").click()
        present = page.locator(".pw-story [aria-current=step]")
        expect(present).to_have_attribute("data-key", f"s{at + 1}")
        expect(key(page, "slider")).to_have_value(str(at + 1))


def tab(page: Page, name: str) -> Locator:
    """Open a tab of the drawer."""
    if not key(page, f"body-{name}").is_visible():
        key(page, f"tab-{name}").click()
    body = key(page, f"body-{name}")
    expect(body).to_be_visible()
    return body


def one_person(table: AnyTable) -> AnyTable:
    """Leave the first seat to a person, and the others to a bot."""
    table.players = tuple(
        type(each)(each.name, BOT if seat else HUMAN) for seat, each in enumerate(table.players)
    )
    table.strategies = new().strategies
    return table


def changing(**how: Any) -> AnyTable:
    """The first seat, a person, may change a card."""
    return one_person(dealt(HAND, HAND, HAND, HAND, **how))


def offered(**how: Any) -> AnyTable:
    """A kiosk lies open; the first seat, a person, has not bid yet."""
    return one_person(bidding([], HAND, HAND, HAND, HAND, **how))


def handed_over(**how: Any) -> AnyTable:
    """Two people share the screen, and one has bid 5."""
    return bidding(["5"], HAND, HAND, **how)


def until(steps: int, *kinds: str, **how: Any) -> AnyTable:
    """Let bots play, up to a step."""
    table = new(*(kinds or ("lean_crew", "hoarder", "undercutter", "cost_plus")), **how)
    while table.at < steps and table.advance():
        pass
    return table


def before_the_end(steps: int) -> AnyTable:
    """Let bots play the whole game, and go back some steps."""
    table = until(10_000)
    assert isinstance(table.turn, Over)
    whole = len(table.line.steps)
    return until(whole - steps)


PHASES: dict[str, Callable[..., AnyTable]] = {
    "changing": changing,
    "offered": offered,
    "handed over": handed_over,
    "awarded": lambda **how: until(150, **how),
    "over": lambda **how: until(10_000, **how),
}
LONG_NAMES = (
    "Maximiliane-Alexandra von Hohenstaufen-Z",
    "Bartholomäus Christophorus Wolkenstein K",
    "W" * 40,
    "Éléonore-Geneviève de La Rochefoucauld-L",
)
assert {len(name) for name in LONG_NAMES} == {40}
assert len(NAMES) == len(LONG_NAMES)
