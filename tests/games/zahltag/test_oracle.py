"""The course of the pile, compared with figures found without this engine.

The figures below come from a separate simulation of 200,000 shuffles. Here everyone keeps their
equipment and passes, so only the pile decides how long a game is.
"""

import random
from statistics import fmean, quantiles

import pytest
from msgspec import Struct

from paydays_widgets.core.chance import pick
from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import PaydayForced, PaydayPutBack
from paydays_widgets.games.zahltag.moves import Bid, Keep
from paydays_widgets.games.zahltag.state import State
from tests.games.zahltag.positions import play, start

pytestmark = pytest.mark.no_cover  # the tests of the rules reach every line

GAMES = 2_000


class Pile(Struct, frozen=True):
    """What came out of the pile in a game."""

    contracts: int
    forced: int
    put_back: int


class Figures(Struct, frozen=True):
    """Means per game, and the range of the middle nine tenths."""

    contracts: float
    low: int
    high: int
    forced: float


def game(state: State, luck: random.Random) -> Pile:
    forced = put_back = 0
    while state.phase != "over":
        match ZAHLTAG.turn(state):
            case Chance():
                move = pick(ZAHLTAG.outcomes(state), luck.getrandbits(32))
            case Decide(seats=(seat, *_), prompt=prompt):
                move = Bid(seat, 0) if prompt == "bid" else Keep(seat)
        steps = ZAHLTAG.unfold(state, move)
        forced += any(isinstance(step.event, PaydayForced) for step in steps)
        put_back += isinstance(steps[0].event, PaydayPutBack)
        state = steps[-1].state
    return Pile(sum(map(len, state.past)), forced, put_back)


@pytest.mark.thorough
@pytest.mark.clause("ZT-pile", "ZT-3-forced", "ZT-3-repeat", "ZT-end")
@pytest.mark.parametrize(
    ("seats", "figures"),
    [(2, Figures(22.4, 15, 29, 1.26)), (3, Figures(23.1, 15, 30, 0.97))],
    ids=["eight in a row", "nine in a row"],
)
def test_the_pile_behaves_as_computed_elsewhere(seats: int, figures: Figures) -> None:
    state = start(seats)
    state = play(state, *[f"{n + 1} keep" for n in range(seats)] * 3).state
    luck = random.Random(seats)
    games = [game(state, luck) for _ in range(GAMES)]
    # Four standard errors of the mean (the standard deviation per game is 4.7 contracts, below 0.9
    # forced paydays, below 1 put back), and half a unit of the last known digit.
    contracts = [each.contracts for each in games]
    assert fmean(contracts) == pytest.approx(figures.contracts, abs=4 * 4.7 / GAMES**0.5 + 0.05)
    twentieths = quantiles(contracts, n=20)
    assert abs(twentieths[0] - figures.low) <= 1
    assert abs(twentieths[-1] - figures.high) <= 1
    forced = fmean(each.forced for each in games)
    assert forced == pytest.approx(figures.forced, abs=4 * 0.9 / GAMES**0.5 + 0.005)
    put_back = fmean(each.put_back for each in games)
    assert put_back == pytest.approx(0.7, abs=4 * 1.0 / GAMES**0.5 + 0.05)
