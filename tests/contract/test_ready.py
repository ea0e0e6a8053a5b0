"""A sum that stands in a field before anything is typed is among what the advice shows at once."""

from collections.abc import Iterator

import pytest

from paydays_widgets import games
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.summary import Prospect, Prospects
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Stage
from paydays_widgets.talk import advice
from tests.contract.contract import FURNISHED
from tests.markup import Page
from tests.playing_on import first_decisions, seated

SEED = 3
MOST = 60
"""Decisions of a game: enough to have to raise money."""


def asked(name: str) -> Iterator[Session]:
    """Seat a person at positions and at the first decisions of games."""
    modules = games.modules(name)
    for vignette in modules.vignettes.values():
        yield seated(name, vignette)
    for rules in modules.presets.values():
        yield from first_decisions(name, rules, SEED, MOST)


def standing(session: Session) -> set[str]:
    """List the moves whose sums stand in fields."""
    stage = Stage(session)
    pads = Page(stage.html).pads
    stage.close()
    return {
        each["move"].replace("{}", str(each["now"])) for each in pads if each["now"] is not None
    }


def worst(moves: list[str], bad: set[str]) -> Prospects:
    """Make an answer in which some choices earn the least."""

    def sure(value: float) -> Estimate:
        return Estimate(value, value, value, 9, "t")

    sums = [-1000 if move in bad else -n for n, move in enumerate(moves)]
    return Prospects(
        9,
        9,
        compiled=True,
        choices=tuple(
            Prospect(move, sure(n), sure(0.5), sure(n - max(sums)))
            for move, n in zip(moves, sums, strict=True)
        ),
    )


@pytest.mark.parametrize("name", FURNISHED)
def test_what_stands_in_a_field_is_shown_whatever_it_earns(name: str) -> None:
    modules, seen = games.modules(name), 0
    for session in asked(name):
        seat = session.decider
        if seat is None:
            continue
        game, state = session.table.game, session.table.state
        question = advice.question(session, seat)
        moves = [str(each) for each in question.decision.moves()]
        if len(moves) <= advice.MOST_ROWS:
            continue  # all of them are shown
        ready = standing(session).intersection(moves)
        assert ready <= {str(each) for each in modules.panel.ready(game.view(state, seat))}
        if not ready:
            continue
        seen += 1
        found = worst(moves, ready)
        first = advice.shown_first(session, seat, found)
        assert ready <= {moves[n] for n in first}
    assert seen or name != "pay_day"
