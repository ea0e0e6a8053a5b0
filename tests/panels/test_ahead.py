"""What the next step leads to is drawn ahead, and is what it leads to."""

import asyncio
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Chance
from paydays_widgets.core.table import Player, Table
from paydays_widgets.panels.desk import Desk
from paydays_widgets.panels.session import Session
from paydays_widgets.talk.advice import question
from paydays_widgets.talk.ahead import WAIT
from tests.panels.tables import GAME, NAMES, STRATEGIES, dealt, listen, new, receive

BOTS = ("lean_crew", "hoarder")
STEPS = 60


def watched(game: str) -> Desk:
    """Seat the game's usual bots alone."""
    kinds = games.modules(game).panel.OPPONENTS
    seats = [Player(name, kind) for name, kind in zip(NAMES, kinds, strict=False)]
    return Desk(game, seats, seed=5, keep="k", teach=True)


def step(desk: Desk, number: int, **more: Any) -> None:
    receive(desk.controls, {"do": "step", "from": "page", "number": number, **more})


def ahead(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each["content"] for each in sent if each.get("content", {}).get("kind") == "ahead"]


@pytest.mark.parametrize("game", games.names())
@pytest.mark.thorough
def test_what_is_drawn_ahead_is_what_the_step_shows(game: str) -> None:
    desk = watched(game)
    desk.do("tab", "ledger")
    for _ in range(STEPS):
        then = desk.session.one_step_on()
        assert then is not None
        drawn = [part.pane.drawn(then) for part in desk.parts]
        shown = [part.pane.drawn(desk.session) for part in desk.parts]
        assert drawn != shown
        assert desk.do("step")
        assert [part.pane.drawn(desk.session) for part in desk.parts] == drawn


def test_a_step_that_is_tried_leaves_no_trace() -> None:
    table = new(*BOTS)
    session = Session(table)
    while not (isinstance(table.turn, Chance) and table.at):
        session.do("step")
    at = table.at
    session.do("step")
    session.do("goto", at)
    other = next(
        each.move
        for each in GAME.outcomes(table.state)
        if each.move != table.branch.moves[table.move_number]
    )
    session.do("wish", str(other))  # the step begins a branch

    def everything() -> tuple[object, ...]:
        counts = [[len(each.moves), len(each.steps), len(each.ends)] for each in table.branches]
        return counts, table.at, table.current, table.dealer.wish, session.seq, session.screen

    before = everything()
    then = session.one_step_on()
    assert then is not None
    assert (then.seq, then.table.at) == (session.seq + 1, at + 1)
    assert (len(then.table.branches), then.table.dealer.wish) == (2, None)
    assert everything() == before
    assert session.table.dealer.wish == other


def test_what_people_decide_is_not_foreseen() -> None:
    table = dealt("FFWWCCX", "FFWWCCX")
    assert Session(table).one_step_on() is None


def test_a_students_strategy_is_not_asked_before_its_time() -> None:
    asked: list[object] = []

    def student(view: Any, luck: int) -> Any:
        asked.append(view)
        return STRATEGIES["lean_crew"](view, luck)

    players = [Player("Anna", "mine"), Player("Ben", "lean_crew")]
    session = Session(Table(GAME, players, strategies={**STRATEGIES, "mine": student}))
    assert session.one_step_on() is None
    assert asked == []


def test_while_the_game_plays_by_itself_nothing_is_foreseen() -> None:
    session = Session(new(*BOTS))
    assert session.one_step_on() is not None
    session.do("on")
    assert session.screen.playing
    assert session.one_step_on() is None


def _decides(session: Session, at: int) -> bool:
    session.do("goto", at)
    return session.decider is not None


def test_while_choices_are_compared_no_step_is_foreseen() -> None:
    """The step ends the comparison."""
    table = dealt("FFWWCCX", "FFWWCCX")
    session = Session(table)
    session.do("face_up")
    session.do("goto", next(at for at in range(table.at) if _decides(session, at)))
    assert session.one_step_on() is not None
    session.advice.asked = question(session, 0)
    assert session.one_step_on() is None


def test_the_page_is_sent_the_next_step_after_a_step_and_nothing_else() -> None:
    async def look() -> None:
        desk = Desk(new(*BOTS), teach=True)
        sent = listen(desk.stage)
        receive(desk.controls, {"do": "language", "value": "fr", "from": "page", "number": 1})
        await asyncio.sleep(2 * WAIT)
        assert ahead(sent) == []
        step(desk, 2)
        step(desk, 3)
        assert ahead(sent) == []  # not yet: other clicks go first
        await asyncio.sleep(2 * WAIT)
        (order,) = ahead(sent)
        assert order["seq"] == desk.session.seq
        html = order["parcel"][desk.stage.model_id]["html"]
        assert {traits["seq"] for traits in order["parcel"].values()} == {order["seq"] + 1}
        assert html != desk.stage.html
        step(desk, 4, ahead=True)
        assert desk.stage.html == html
        desk.close()
        await asyncio.sleep(2 * WAIT)
        assert len(ahead(sent)) == 1

    asyncio.run(look())


def test_a_page_that_shows_a_step_already_is_told_all_of_it() -> None:
    """What the step leaves as it was may look otherwise on the page."""
    desk = Desk(new(*BOTS))
    sent = listen(desk.controls)
    step(desk, 1, ahead=True)
    parcel = sent[-1]["content"]["parcel"]
    for part in desk.parts:
        assert set(part.pane.drawn(desk.session)) <= set(parcel[part.model_id])
    step(desk, 2)
    assert "theme" not in sent[-1]["content"]["parcel"][desk.stage.model_id]
