"""Who has no choice is not asked, in any game, and nobody learns of it before all do."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.game import Decide, Over
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.storyline import STORYLINE, storyline
from paydays_widgets.panels.verbs import default_players
from tests.contract.contract import EVERY_GAME, knowledge
from tests.markup import Page

PRESETS = [(name, preset) for name in EVERY_GAME for preset in games.modules(name).presets]
SEED = 4
MOST = 400
"""Decisions of a game."""
SPARED = {"zahltag", "master_builder", "zock", "market ceiling"}
"""The games, or presets, in which a person often has no choice."""


def table(name: str, preset: str, people: int) -> AnyTable:
    modules = games.modules(name)
    players = default_players(name)[: max(modules.panel.SEATS)]
    seated = [*(Player(each.name, HUMAN) for each in players[:people]), *players[people:]]
    return Table(
        modules.engine,
        seated,
        rules=modules.presets[preset],
        seed=SEED,
        strategies=modules.bots.STRATEGIES,
    )


def drawn(session: Session) -> str:
    html: str = STORYLINE.state(session, "p")["html"]
    return html


def pressed(session: Session) -> Iterator[tuple[Any, int]]:
    """Play a person's game press by press: at each, the choices that there were."""
    luck = Random(SEED)
    while not isinstance(session.table.turn, Over) or session.screen.film:
        at = session.table
        if session.screen.film:
            assert session.do("go_on")
        elif at.waiting() and session.forced is None:
            legal = at.game.legal(at.state, at.waiting()[0])
            yield at.turn, len(legal)
            assert session.play(luck.choice(legal))
        else:
            assert session.do("go_on")


@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.thorough
def test_who_has_no_choice_is_not_asked_to_press(name: str, preset: str) -> None:
    session = Session(table(name, preset, 1))
    session.screen = replace(session.screen, teach=False)
    choices = [number for (_, number), _ in zip(pressed(session), range(MOST), strict=False)]
    assert choices
    assert min(choices) > 1
    session.close()


@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.thorough
def test_a_move_without_a_choice_was_the_only_one(name: str, preset: str) -> None:
    """The reason is told in three languages; `legal` need not list every move."""
    session = Session(table(name, preset, 1))
    session.screen = replace(session.screen, teach=False)
    for _ in zip(pressed(session), range(MOST), strict=False):
        pass
    at, told = session.table, set()
    for number, move in enumerate(at.branch.moves):
        if move.by != 0 or not session.had_no_choice(number):
            continue
        state = at.before(number)
        tried = (each for each in knowledge(name).conceivable(state) if each.by == move.by)
        assert {each for each in tried if at.game.refuse(state, each) is None} <= {move}
        at.go_to(at.branch.begins(number) + 1)
        for language in LANGUAGES:
            session.screen = replace(session.screen, language=language)
            told.add(session.spared(number))
            entries = {each.at: each.made for each in storyline(session)["entries"]}
            assert entries[at.at] == session.spared(number), "told with what happened"
            assert Page(drawn(session)).keys("made") == [
                f"made{entry}" for entry, made in entries.items() if made
            ]
    assert "" not in told
    assert bool(told) == bool(SPARED & {name, f"{name} {preset}"})
    session.close()


@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.thorough
def test_in_a_class_all_who_decide_at_once_are_asked_and_nobody_alone_without_a_choice(
    name: str, preset: str
) -> None:
    """Who is passed over beside others would have shown that there was no choice."""
    at = table(name, preset, len(default_players(name)[: max(games.modules(name).panel.SEATS)]))
    sitting, luck = Sitting(0, at, [[seat] for seat in range(len(at.players))], 0), Random(SEED)
    presses = 0
    while not sitting.over and presses < MOST:
        if not sitting.waiting:
            assert sitting.advance()
            continue
        assert sitting.waiting == at.waiting()
        seat = luck.choice(sitting.waiting)
        legal = at.game.legal(at.state, seat)
        if len(sitting.asking) == 1:
            assert len(legal) > 1
        sitting.play(luck.choice(legal), seat, 0, 0, 0)
        presses += 1
    for number in sitting.unasked:
        turn = at.game.turn(at.before(number))
        assert isinstance(turn, Decide)
        [seat] = turn.seats
        assert len(at.game.legal(at.before(number), seat)) == 1


@pytest.mark.parametrize("name", games.names())
def test_people_who_hide_from_one_another_at_one_screen_are_all_asked(name: str) -> None:
    """Undo goes back to each press, and no page shows which of them had no choice."""
    session, luck = Session(table(name, next(iter(games.modules(name).presets)), 2)), Random(SEED)
    session.screen = replace(session.screen, teach=False)
    at, pressed_alone = session.table, 0
    for _ in range(MOST):
        if isinstance(at.turn, Over):
            break
        if session.screen.film or not at.waiting() or session.forced is not None:
            assert session.do("go_on")
            continue
        seat = at.waiting()[0]
        legal = at.game.legal(at.state, seat)
        hides = not (session.panel.OPEN or session.open)
        made = at.move_number
        if hides and len(legal) == 1:
            pressed_alone += 1
            at.make(legal[0], through=False)
            assert not session.had_no_choice(made)
            assert session.last_own() == at.branch.begins(made)
        else:
            at.make(luck.choice(legal), through=False)
    assert bool(pressed_alone) == (name in {"zahltag", "master_builder"})
    session.close()
