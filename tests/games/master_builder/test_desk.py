"""Master Builder on a panel: who is at the screen, and what its parts show."""

from collections.abc import Iterator

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Decide, Over
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.text import Text
from paydays_widgets.panels.books import ledger, sheets
from paydays_widgets.panels.charts import money_chart
from paydays_widgets.panels.desk import Desk
from paydays_widgets.panels.export import steps_as_csv
from paydays_widgets.panels.session import Session
from paydays_widgets.show.vignette import load, set_up
from tests.markup import Page

GAME = games.load("master_builder")
PRESETS = games.modules("master_builder").presets
STRATEGIES = games.modules("master_builder").bots.STRATEGIES
VIGNETTES = {each.id: each for each in load("paydays_widgets.games.master_builder")}
BANNER = "pw-banner--error"


def table(*kinds: str, seed: int = 1) -> AnyTable:
    names = ("Anna", "Ben", "Chloé", "David")
    players = [Player(name, kind) for name, kind in zip(names, kinds, strict=False)]
    return Table(GAME, players, seed=seed, strategies=STRATEGIES)


def until(at: AnyTable, prompt: str) -> AnyTable:
    """Play on until people must decide a given prompt; until then a bot decides for them."""
    while not (isinstance(turn := at.turn, Decide) and turn.prompt == prompt and at.waiting()):
        if not at.advance():
            at.play(at.ask(at.waiting()[0], "fits_the_crew"))
    return at


def clicks(html: str, do: str) -> list[str]:
    """List the values of what can be clicked to do something."""
    return [each["data-value"] for each in Page(html).elements if each["data-do"] == do]


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk("master_builder", seed=4, teach=True)
    yield made
    made.close()


# --- who looks at the screen ------------------------------------------------------------------


def test_people_share_the_screen() -> None:
    at = Session(until(table(HUMAN, HUMAN), "draft"))
    assert at.open
    assert at.hand_over is None
    assert at.acting == frozenset(at.table.waiting())


def test_assignments_are_hidden_from_who_shares_the_screen() -> None:
    at = Session(until(table(HUMAN, HUMAN), "assign"))
    first, second = at.table.waiting()
    assert not at.open
    assert (at.hand_over, at.acting, at.viewer) == (first, frozenset(), None)
    at.do("reveal", first)
    assert (at.hand_over, at.acting, at.viewer) == (None, frozenset({first}), first)
    mine = next(
        str(each) for each in GAME.legal(at.table.state, first) if type(each).__name__ == "Assign"
    )
    at.play(mine)
    assert (at.hand_over, at.viewer) == (None, first)  # one worker after the other
    assert mine in steps_as_csv(at)
    at.play(f"{first + 1} build")
    assert at.hand_over == second
    at.do("reveal", second)
    assert mine not in steps_as_csv(at)


def test_one_person_alone_sees_its_own_all_the_time() -> None:
    at = Session(until(table(HUMAN, "fits_the_crew"), "assign"))
    assert (at.hand_over, at.viewer, at.acting) == (None, 0, frozenset({0}))
    at = Session(until(table(HUMAN, "fits_the_crew"), "hire"))
    assert (at.hand_over, at.viewer, at.acting) == (None, 0, frozenset({0}))


def test_the_curtain_speaks_of_the_site() -> None:
    desk = Desk(until(table(HUMAN, HUMAN), "assign"), teach=True)
    first = desk.table.players[desk.table.waiting()[0]].name
    hint, button = games.modules("master_builder").panel.curtain(first, Text("en"))
    assert hint in desk.stage.html
    assert button in desk.stage.html
    desk.close()


# --- several moves at once --------------------------------------------------------------------


def test_a_proposal_is_entered_at_once_and_taken_back_move_by_move() -> None:
    at = Session(set_up(VIGNETTES["foreman-on-a-tradesmans-wall"], GAME))
    at.do("reveal", 0)
    at.do("pick", "proposal")
    moves = clicks(at.modules.board.draw(at.scene("x")), "moves")[0]
    before = len(at.table.branch.moves)
    assert at.do("moves", moves)
    assert len(at.table.branch.moves) == before + 2
    assert at.screen.picked == ""
    at.do("undo")
    assert at.table.move_number == before + 1


@pytest.mark.parametrize("value", ["1 assign 12 8.1; 1 assign 99 8.1", "nonsense", "", None, 7])
def test_what_cannot_be_entered_at_once_is_told(value: object) -> None:
    at = Session(set_up(VIGNETTES["foreman-on-a-tradesmans-wall"], GAME))
    before = at.table.state
    assert not at.do("moves", value)
    assert at.screen.message is not None
    assert at.screen.message.text
    assert at.table.state == before


# --- the parts --------------------------------------------------------------------------------


def test_the_storyline_counts_rounds() -> None:
    at = Desk(until(table(HUMAN, "fits_the_crew"), "hire"), teach=True)
    assert "Round 2" in at.storyline.html
    assert "Turn 2" not in at.storyline.html
    at.close()


def test_a_new_game_is_set_up_by_the_form(desk: Desk) -> None:
    fields = {
        "seats": "2",
        "kind1": HUMAN,
        "kind2": "opportunist",
        "rules.hire_fire_limit": "3",
        "rules.unfinished_penalty": "20_percent_each",
    }
    desk.do("tab", "new")
    assert 'name="rules.first"' not in desk.drawer.html
    assert desk.do("new", fields), desk.message
    assert len(desk.table.players) == 2
    assert desk.table.rules == PRESETS["reviews"]


def test_the_books_hold_loans_and_the_money_on_contracts() -> None:
    at = table("price_to_value", "land_grabber", "opportunist", seed=2)
    while not isinstance(at.turn, Over):
        at.advance()
    session = Session(at)
    written = ledger(session)
    assert all(sum(row.changes) == 0 for row in written["rows"])
    assert any("Loans" in column for column in written["columns"])
    assert [each.name for each in sheets(session)["sheets"]] == ["Anna", "Ben", "Chloé"]
    assert len(money_chart(session)["series"]) == 3


def test_what_is_hidden_here_is_called_a_site_and_no_hand(desk: Desk) -> None:
    label, _ = games.modules("master_builder").panel.face_up(Text("en"))
    assert label in desk.controls.html


def test_a_game_is_told_otherwise_by_a_click() -> None:
    at = table("fits_the_crew", "price_to_value", seed=3)
    while not (isinstance(at.turn, Decide) and at.turn.turn == 3):
        at.advance()
    desk = Desk(at, teach=True)
    desk.do("tab", "branches")
    assert desk.do("what_if", clicks(desk.drawer.html, "what_if")[0]), desk.message
    assert len(desk.table.branches) == 2
    assert 'data-key="comparison"' in desk.drawer.html
    desk.close()


@pytest.mark.parametrize("vignette", VIGNETTES)
def test_every_ready_position_is_put_on_the_table_with_its_question(
    desk: Desk, vignette: str
) -> None:
    assert desk.do("vignette", vignette), desk.message
    assert VIGNETTES[vignette].title.en in desk.controls.html
    assert BANNER not in desk.stage.html
    desk.do("answer")
    assert "pw-question" in desk.controls.html
