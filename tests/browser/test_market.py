"""The market in a browser: a price by pad, the best by a press, waiting, the film, a reload."""

import re
from functools import partial
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from paydays_widgets.core import record
from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.core.table import AnyTable
from paydays_widgets.games.market.events import CardsTold, OffersOpened
from paydays_widgets.games.market.moves import Take, Wait
from paydays_widgets.games.market.reading import left
from paydays_widgets.games.market.rules import PRESETS
from tests.browser.conftest import Visit
from tests.browser.dashboard import key, put, seat, step, until
from tests.browser.market import DASHBOARD, SHELF
from tests.browser.test_play import first_game

HEIGHT = "() => document.querySelector('.pw-desk__stage').getBoundingClientRect().height"
NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Farid", "Greta", "Hugo")
ENGINE = DASHBOARD.modules.engine


@pytest.fixture(scope="module")
def game() -> object:
    """The dashboard that the tests of this file share."""
    return DASHBOARD


def pays(state: Any) -> bool:
    """Return whether the best price leaves something to the seat that is asked."""
    turn = ENGINE.turn(state)
    if not isinstance(turn, Decide):
        return False
    view = ENGINE.view(state, turn.seats[0])
    return any(isinstance(each, Take) and left(view, each.price) > 0 for each in view.legal)


def waits(table: AnyTable) -> int:
    """Wait for the person until a price pays; return how often, or 0 if the period ends before."""
    period, times = table.turn.turn, 0
    while table.turn.turn == period and not (table.waiting() and pays(table.state)):
        if table.waiting():
            table.play(Wait(table.waiting()[0]))
            times += 1
        elif not table.advance():
            break
    return times if table.turn.turn == period and table.waiting() else 0


def field(page: Page) -> Locator:
    return page.locator(".pw-board [data-pad]").get_by_role("textbox")


def test_a_price_is_set_in_the_pad_and_stands_in_the_book(desk: Page) -> None:
    table = SHELF.phase("speak", when=lambda state: not state.bids and not state.asks)
    put(desk, table)
    field(desk).fill("44.50")
    expect(desk.locator(".pw-gauge__sum")).to_contain_text("44.50")
    desk.keyboard.press("Enter")
    expect(key(desk, f"offer-{table.waiting()[0] + 1}")).to_contain_text("$44.50")


def test_the_best_price_is_taken_by_one_press(desk: Page) -> None:
    table = SHELF.phase("speak", when=pays)
    put(desk, table)
    take = key(desk, "play-take")
    price = re.search(r"\$[\d.]+", take.inner_text())
    assert price
    expect(key(desk, "taking")).to_contain_text(price[0])
    take.click()
    expect(key(desk, f"trade-{table.state.traded + 1}")).to_have_attribute("data-own", "")


def test_one_press_waits_until_a_price_pays(visit: Visit, voila_url: str) -> None:
    tables = (
        partial(SHELF.phase, "speak", nth, lambda state: not pays(state)) for nth in count(1)
    )
    table = next(make() for make in tables if waits(make()) > 1)
    with visit(teaches=False) as page:
        page.goto(f"{voila_url}voila/render/dashboards/market.ipynb")
        put_to_play(page, table)
        button = key(page, "sit_out")
        expect(button).to_be_visible()
        expect(key(page, "play-wait")).to_be_visible()
        button.click()
        expect(key(page, "sit_in")).to_be_visible()
        expect(key(page, "play-take")).to_be_visible()
        expect(key(page, "taking")).not_to_have_class(re.compile("loss"))
        expect(key(page, "sit_out")).to_have_count(0)
        waits(table)
        expect(key(page, "play-take")).to_have_attribute(
            "data-move", next(str(each) for each in legal(table) if isinstance(each, Take))
        )


def legal(table: AnyTable) -> Any:
    return ENGINE.legal(table.state, table.waiting()[0])


def put_to_play(page: Page, table: AnyTable) -> None:
    """Open a game on a player's page."""
    expect(page.locator(".pw-board")).to_be_visible()
    page.evaluate("link => { location.hash = link }", record.share(table))
    expect(key(page, "dismiss")).to_be_visible()
    key(page, "dismiss").click()


def test_cards_are_hidden_until_the_end_and_then_laid_one_by_one(
    visit: Visit, voila_url: str
) -> None:
    table = until(SHELF.new())
    events = [step_.event for step_ in table.branch.steps]
    table.go_to(next(at for at, each in enumerate(events) if isinstance(each, CardsTold)))
    with visit(reduced_motion="no-preference") as page:
        page.goto(f"{voila_url}voila/render/dashboards/market.ipynb")
        expect(page.locator(".pw-board")).to_be_visible()
        put(page, table)
        for name in ("band", "units", "about", "lines-cards", "s1-cards", "s2-cards"):
            expect(key(page, name)).to_have_count(0)
        step(page)
        laid = key(page, "lines-cards")
        expect(laid).to_have_css("animation-name", "pw-mk-laid")
        expect(key(page, "band")).to_have_css("animation-name", "pw-mk-falls")
        expect(key(page, "about")).to_contain_text("%")
        expect(key(page, "s2-cards")).to_contain_text("$")
        page.emulate_media(reduced_motion="reduce")
        expect(laid).to_have_css("animation-name", "none")
        expect(laid.locator("path")).to_have_count(2)


def test_a_call_shows_where_prices_meet_and_keeps_it_beside_the_next_question(desk: Page) -> None:
    table = until(SHELF.new(rules=PRESETS["call_market"]))
    events = [step_.event for step_ in table.branch.steps]
    table.go_to(next(at for at, each in enumerate(events) if isinstance(each, OffersOpened)))
    put(desk, table)
    expect(key(desk, "lines-offers")).to_have_count(0)
    step(desk)
    expect(key(desk, "lines-offers")).to_have_count(1)
    expect(key(desk, "band")).to_have_count(0)
    asked = SHELF.phase("call", len(SHELF.bots) + 1, rules=PRESETS["call_market"])
    assert asked.turn.turn == 2
    put(desk, asked)
    expect(key(desk, "lines-before")).to_have_count(1)


def test_a_reload_keeps_what_was_traded(visit: Visit, voila_url: str) -> None:
    with visit(teaches=False) as page:
        first_game(page, voila_url, "market")
        key(page, "play-take").click()
        expect(key(page, "gained")).not_to_have_text("$0")
        gained = key(page, "gained").inner_text()
        page.reload()
        expect(key(page, "gained")).to_have_text(gained)
        expect(key(page, "started")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_the_table_keeps_its_height_through_a_period(desk: Page, width: int, height: int) -> None:
    desk.set_viewport_size({"width": width, "height": height})
    table = until(SHELF.new(), 60)
    put(desk, table)
    told = [
        at
        for at, each in enumerate(table.branch.steps, 1)
        if not isinstance(table.game.turn(each.state), Chance) and at > 5
    ]
    seen = set()
    for at in told[:20]:
        key(desk, "slider").fill(str(at))
        expect(key(desk, "slider")).to_have_attribute("value", str(at))
        seen.add(round(desk.evaluate(HEIGHT)))
    assert max(seen) - min(seen) <= 2, seen


def test_eight_seats_stand_on_a_projector_s_screen(desk: Page) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    put(desk, until(SHELF.new(*SHELF.bots, *SHELF.bots, names=NAMES), 40))
    key(desk, "projector").click()
    expect(desk.locator(".pw-desk--projector")).to_have_count(1)
    for number in range(1, len(NAMES) + 1):
        expect(seat(desk, number)).to_be_in_viewport(ratio=1)
