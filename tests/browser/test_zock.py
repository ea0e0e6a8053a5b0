"""Zock as a class plays it: roll, move, cash in, fight, undo, translate, set up, finish."""

import re

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets import games
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.show.vignette import load
from tests.browser.dashboard import Dashboard, key, of, put, step, tab

GAME = games.load("zock")
STRATEGIES = games.modules("zock").bots.STRATEGIES
NAMES = ("Anna", "Ben", "Chloé", "David")


@pytest.fixture
def game() -> Dashboard:
    return of("zock")


def new(*kinds: str) -> AnyTable:
    """Set up a game that has not begun; "" is a person."""
    players = [Player(name, kind or HUMAN) for name, kind in zip(NAMES, kinds, strict=False)]
    return Table(GAME, players, strategies=STRATEGIES)


def vignette(page: Page, id_: str) -> None:
    """Set up a ready position, as a teacher does."""
    (wanted,) = [each for each in load("paydays_widgets.games.zock") if each.id == id_]
    tab(page, "positions").locator(f'[data-key="vb-{id_}"]').click()
    expect(page.locator(".pw-desk")).to_contain_text(wanted.question.en)


def test_a_turn_is_rolled_and_played_by_clicking_and_taken_back(desk: Page) -> None:
    table = new("", "")
    put(desk, table)
    key(desk, "wish-select").select_option("* roll 4")
    expect(key(desk, "message")).to_be_visible()
    key(desk, "undo").click()  # the first roll was made when the game was put on the table
    expect(key(desk, "redo")).not_to_have_attribute("aria-disabled", "true")
    key(desk, "wish-select").select_option("* roll 4")
    key(desk, "die").click()
    expect(key(desk, "head")).to_contain_text("4")
    expect(desk.get_by_role("button", name="Bring out pawn A")).to_have_attribute(
        "aria-disabled", "true"
    )
    key(desk, "p1-king").click()
    expect(key(desk, "p1-king")).to_have_attribute(
        "aria-label", "Anna: king, 4 steps past its exit, on square 4"
    )
    key(desk, "undo").click()
    expect(key(desk, "p1-king")).to_have_attribute("aria-label", re.compile("Bring out the king"))
    key(desk, "redo").click()
    expect(key(desk, "p1-king")).to_have_attribute("aria-label", re.compile("4 steps past"))


def test_a_pawn_is_cashed_and_the_disc_turns(desk: Page) -> None:
    vignette(desk, "cash-or-roll-on")
    desk.get_by_role("button", name=re.compile("^Cash pawn A")).last.click()
    expect(key(desk, "disc")).to_have_attribute("style", "--turn:243.0deg")
    expect(key(desk, "window-1")).to_have_text("3,000")
    step(desk)
    expect(key(desk, "s1-money")).to_have_text("33,000")
    expect(key(desk, "bank")).to_have_text("137,000")


def test_a_duel_is_fought_on_the_board(desk: Page) -> None:
    vignette(desk, "duel-for-all")
    scene = desk.get_by_role("group", name="The duel")
    expect(key(desk, "stakes")).to_contain_text(re.compile("6 .* 11"))
    key(desk, "wish-select").select_option("* roll 3")
    key(desk, "duel-die").click()
    expect(scene).to_contain_text(re.compile("1.*Ben.*3"))
    key(desk, "wish-select").select_option("* roll 1")
    key(desk, "duel-die").click()
    expect(scene).to_contain_text("Roll 2: ")
    step(desk)
    expect(scene).to_contain_text(re.compile("Ben.*30,000"))
    step(desk)
    ranking = desk.get_by_role("list", name="Ranking")
    expect(ranking.get_by_role("listitem")).to_contain_text(["Ben", "Anna"])


def test_the_language_changes_every_word(desk: Page) -> None:
    vignette(desk, "king-in-reach")
    for language, prompt in (
        ("de", "Anna hat eine 4 gewürfelt: welche Figur?"),
        ("fr", "Anna a fait 4"),
        ("en", "Anna has rolled a 4: which pawn?"),
    ):
        key(desk, "language-select").select_option(language)
        expect(key(desk, "head")).to_contain_text(prompt)
        expect(desk.locator(".pw [data-key=curve], .pw [data-key^=act-]").first).to_be_visible()


def test_what_is_worked_out_and_what_if_are_shown(desk: Page) -> None:
    vignette(desk, "cash-or-roll-on")
    body = tab(desk, "report")
    expect(body).to_contain_text("When to cash a pawn that is alone, by its steps")
    desk.get_by_role("button", name=re.compile("^Cash pawn A")).last.click()
    body = tab(desk, "branches")
    expect(body).to_contain_text("3,000")
    body.get_by_role("button", name="What if the die had been rolled?").first.click()
    expect(body).to_contain_text("What the bank would pay for its pawns")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
@pytest.mark.walk
def test_the_whole_table_is_on_one_projector_screen(
    desk: Page, game: Dashboard, width: int, height: int
) -> None:
    desk.set_viewport_size({"width": width, "height": height})
    for phase, make in game.phases.items():
        put(desk, make())
        for name in ("dismiss", "forget"):
            if key(desk, name).count():
                key(desk, name).dispatch_event("click")
                expect(key(desk, name)).to_have_count(0)
        if not desk.locator(".pw-desk--projector").count():
            key(desk, "projector").click()
            expect(desk.locator(".pw-desk--projector")).to_have_count(1)
        desk.evaluate("scrollTo(0, 0)")
        places = (".pw-zk-ring", ".pw-zk-home", ".pw-zk-bank", ".pw-zk-slot", ".pw-seat")
        for place in desk.locator(", ".join(places)).all():
            expect(place, phase).to_be_in_viewport(ratio=1)
