"""A position's verdict, the advice and games played on from it say one thing."""

from itertools import pairwise

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.lab.decision import LOSING, OF_A_KIND, answers, loses
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.futures import played
from paydays_widgets.lab.summary import Prospect, Prospects
from paydays_widgets.show.vignette import Vignette
from paydays_widgets.talk import advice
from tests.contract.contract import EVERY_GAME, FURNISHED
from tests.playing_on import (
    SEED,
    Tried,
    first_decisions,
    positions,
    seat_asked,
    seated,
    stand_ins,
    tried,
)

PLAYOUTS = 2_000
"""For each position, over all its choices."""
PRESET_SEED = 1
MOST = 40
"""Decisions of a game: enough to come to auctions."""
AUCTIONS = 3
"""How many decisions of a game are compared, for the sake of time."""


@pytest.mark.walk
@pytest.mark.parametrize(
    ("name", "vignette"),
    [pytest.param(*each, id=f"{each[0]}-{each[1].id}") for each in positions()],
)
def test_no_other_choice_earns_more_than_what_the_verdict_ticks(
    name: str, vignette: Vignette
) -> None:
    found = tried(name, vignette, PLAYOUTS)
    assert found.best
    for tick, other, less in found.behind():
        assert less.high >= 0, f"{other} earns more than {tick}"
    assert {*found.named()} & {*found.best}


@pytest.mark.walk
@pytest.mark.parametrize(
    ("name", "preset"),
    [
        (name, preset)
        for name in games.names()
        if games.modules(name).stakes
        for preset in games.modules(name).presets
    ],
)
def test_the_advice_names_no_choice_that_the_board_calls_a_loss(name: str, preset: str) -> None:
    modules = games.modules(name)
    assert modules.stakes
    compared = 0
    for session in first_decisions(name, modules.presets[preset], PRESET_SEED, MOST):
        seat, game = session.decider, session.table.game
        assert seat is not None
        view = game.view(session.table.state, seat)
        legal = game.legal(session.table.state, seat)
        losing = {each for each in legal if modules.stakes.loses(view, each)}
        if not 0 < len(losing) < len(legal) or compared == AUCTIONS:
            continue
        compared += 1
        asked = advice.question(session, seat).decision
        ends = list(played(asked, PLAYOUTS // len(asked.moves()), SEED))
        named = Tried(session, asked.moves(), (), ends).named()
        assert not {*named} & losing, f"{session.table.turn}: {named}"


@pytest.mark.parametrize(
    ("name", "preset"),
    [(name, preset) for name in EVERY_GAME for preset in games.modules(name).presets],
)
def test_where_losses_begin_the_advice_lists_both_sides_and_marks_the_losing_ones(
    name: str, preset: str
) -> None:
    modules = games.modules(name)
    for session in first_decisions(name, modules.presets[preset], PRESET_SEED, MOST):
        seat, game, state = session.decider, session.table.game, session.table.state
        assert seat is not None
        asked = advice.question(session, seat).decision
        listed, choices = asked.moves(), answers(game, state, seat)
        losing = [loses(game, state, each) for each in choices]
        for (one, lost), (other, loss) in pairwise(zip(choices, losing, strict=True)):
            if type(one) is type(other) and lost is not loss:
                assert {one, other} <= {*listed}, session.table.turn
        for kind in {*map(type, choices)}:
            for loss in (True, False):
                alike = [
                    each
                    for each, lost in zip(choices, losing, strict=True)
                    if type(each) is kind and lost is loss
                ]
                if len(alike) <= (LOSING if loss else OF_A_KIND - LOSING):
                    assert {*alike} <= {*listed}
        level = Estimate(0, 0, 0, 1, "t")
        found = tuple(Prospect(str(each), level, level, level) for each in listed)
        told = advice.compared(
            session, advice.question(session, seat), Prospects(1, 1, compiled=True, choices=found)
        )
        marked = [bool(told.rows[str(each)].led) for each in listed]
        assert marked == [loses(game, state, each) for each in listed]


@pytest.mark.parametrize(
    ("name", "vignette"),
    [pytest.param(*each, id=f"{each[0]}-{each[1].id}") for each in positions()],
)
def test_the_bots_that_a_verdict_assumes_play_the_game(name: str, vignette: Vignette) -> None:
    known = games.modules(name).bots.STRATEGIES
    assert {*stand_ins(name, vignette)} <= {*known}
    assert len({*vignette.stand_ins}) == len(vignette.stand_ins)


@pytest.mark.parametrize(
    ("name", "vignette"),
    [
        pytest.param(name, each, id=f"{name}-{each.id}")
        for name in FURNISHED
        for each in games.modules(name).vignettes.values()
    ],
)
def test_advice_lists_nothing_after_which_the_question_stands_as_before(
    name: str, vignette: Vignette
) -> None:
    session = seated(name, vignette)
    table, seat = session.table, seat_asked(vignette)
    turn = table.turn
    if not isinstance(turn, Decide):
        return
    legal = table.game.legal(table.state, seat)

    def stands(after: object) -> bool:
        now = table.game.turn(after)
        return (
            isinstance(now, Decide)
            and (now.turn, now.prompt) == (turn.turn, turn.prompt)
            and seat in now.seats
        )

    answers = [
        each for each in legal if not stands(table.game.unfold(table.state, each)[-1].state)
    ]
    listed = advice.question(session, seat).decision.moves()
    ticked = vignette.openings(legal)
    if len(answers) > 1:
        assert {*listed} <= {*answers, *ticked}
    assert {*ticked} <= {*listed}
