"""Figures that are known exactly, met by simulated games within the intervals of their estimates.

An interval holds the true value 19 times in 20: of many, some may miss it.
"""

from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace
from scipy.special import stdtrit

from paydays_widgets import lab
from paydays_widgets.core.chance import game_seed, key
from paydays_widgets.games.pay_day.deck import DAYS, Day, Deck, default_deck
from paydays_widgets.games.pay_day.events import PawnMoved
from paydays_widgets.games.pay_day.rules import Rules as PayDayRules
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.moves import Go
from paydays_widgets.games.zock.rules import Rules as ZockRules
from paydays_widgets.games.zock.state import HOME, Side, State
from paydays_widgets.lab.equilibrium import Equilibrium, SealedBid, equilibria
from paydays_widgets.lab.estimate import CONFIDENCE, Estimate, mean, quantile, share
from paydays_widgets.lab.pay_day import landing, month
from paydays_widgets.lab.results import Simulation
from paydays_widgets.lab.setting import kernel
from paydays_widgets.lab.zock import duel

Floats = npt.NDArray[np.float64]


def holds(estimate: Estimate, exact: float) -> bool:
    return estimate.low - 1e-12 <= exact <= estimate.high + 1e-12


# --- Zock: the duel


DUELS = 10_000


def a_duel() -> State:
    """Let the last seat attack in the last turn, where both have the same money."""
    rules = ZockRules()
    king_ahead = (Side(30_000, pawns=(10, HOME, HOME)), Side(30_000, pawns=(26, 3, HOME)))
    state = replace(
        ZOCK.start(2, rules), sides=king_ahead, phase="move", die=4, active=1, round=rules.rounds
    )
    return ZOCK.unfold(state, Go(1, "king"))[-1].state


def the_kernel(game: str) -> ModuleType:
    found = kernel(game)
    assert found is not None
    return found


def test_duels_are_lost_as_often_as_the_chain_says_and_take_as_many_rolls() -> None:
    state = a_duel()
    assert (state.phase, state.attacked) == ("duel", 0)
    zock, kinds = the_kernel("zock"), np.zeros(2, np.int64)
    codes, none = np.empty(0, np.int64), np.empty((0, 0), np.int64)
    worth = np.empty((DUELS, 2), np.int64)
    rolls = np.empty(DUELS, np.int64)
    start = zock.pack(state)
    for at in range(DUELS):
        s, luck = start.s.copy(), np.uint64(key(game_seed(11, at)))
        rolls[at] = zock.play(s, start.d, start.t, kinds, luck, codes, none)
        zock.worths(s[0], start.d, worth[at])
    assert set(worth.ravel().tolist()) == {0, 60_000}
    assert holds(share(float((worth[:, 0] == 0).sum()), DUELS), duel().attacked_loses)
    assert holds(mean(rolls), duel().rolls)
    ended = [share(float((rolls <= n).sum()), DUELS) for n in range(1, 25)]
    assert sum(map(holds, ended, duel().ended)) >= 20


# --- Pay Day: where pieces land


GAMES = 5_000
SEATS = 4


def paying(days: range) -> Deck:
    """Give a deck in which nothing pays but these days: the sums say on which a piece landed."""
    calendar = [
        Day("money", 1 << day - days.start) if day in days else Day("sunday", 0)
        for day in range(1, DAYS)
    ]
    return replace(
        default_deck(),
        start_money=0,
        salary=0,
        mail=(),
        mail_titles=(),
        deals=(),
        deal_titles=(),
        days=(*calendar, default_deck().days[-1]),
    )


@cache
def months() -> tuple[Simulation, Simulation]:
    """Play the same months twice: once the first half of the days pays, once the other."""
    first, second = (
        lab.simulate(
            "pay_day",
            ["no_debt"] * SEATS,
            games=GAMES,
            seed=4,
            rules=PayDayRules(months=1),
            deck=paying(days),
        )
        for days in (range(1, 16), range(16, DAYS))
    )
    return first, second


def landed() -> npt.NDArray[np.bool_]:
    """Return, for each month of a seat and each day before Pay Day, whether it landed there."""
    halves = [run.sample.worth.reshape(-1, 1) >> np.arange(15) & 1 for run in months()]
    found: npt.NDArray[np.bool_] = np.concatenate(halves, axis=1).astype(bool)
    return found


def test_sums_say_where_a_piece_landed() -> None:
    table = months()[0].open(3)
    seen = np.zeros((SEATS, DAYS + 1), bool)
    for step in table.branch.steps:
        if isinstance(step.event, PawnMoved):
            seen[step.event.seat, step.event.day] = True
    assert np.array_equal(seen[:, 1:DAYS], landed()[3 * SEATS : 4 * SEATS])


@pytest.mark.clause("PD-move", "PD-stop")
def test_pieces_land_on_the_days_as_often_as_the_walk_says() -> None:
    found = landed()
    shares = [share(float(hits), len(found)) for hits in found.sum(axis=0)]
    inside = [holds(*each) for each in zip(shares, landing(DAYS)[1:DAYS], strict=True)]
    assert sum(inside) >= 26
    assert holds(mean(1 + found.sum(axis=1)), month(default_deck()).turns)


# --- Zahltag: one sealed bid


ROUNDS = 40_000
BIDS = [SealedBid(1, 0.6), SealedBid(2, 0.3), SealedBid(3, 0.9, cost=1), SealedBid(2, 1)]


def asked_by(players: int, each: Equilibrium, luck: np.random.Generator) -> Floats:
    """Draw what players ask who can build; infinity stands for passing."""
    prices, often = [*each.bid.prices, np.inf], np.array([*each.often, each.passes])
    return luck.choice(prices, (ROUNDS, players), p=often / often.sum())


def earned(bid: SealedBid, asked: Floats, lowest: Floats) -> Floats:
    """Return what is earned in each round, if the lowest of the rivals asks so much."""
    gain = asked - bid.cost
    earns = np.where(asked < lowest, gain, np.where(asked == lowest, gain - bid.tie, 0))
    return np.where(np.isinf(asked), 0, earns)


@pytest.mark.parametrize("bid", BIDS, ids=str)
@pytest.mark.thorough
def test_whoever_plays_an_equilibrium_gains_by_no_other_price(bid: SealedBid) -> None:
    luck, inside = np.random.default_rng(5), []
    for each in equilibria(bid):
        able = luck.random((ROUNDS, bid.rivals)) < bid.able
        lowest = np.where(able, asked_by(bid.rivals, each, luck), np.inf).min(axis=1)
        played = earned(bid, asked_by(1, each, luck)[:, 0], lowest)
        inside.append(holds(mean(played), each.earns))
        for price in bid.prices:
            gain = mean(earned(bid, np.full(ROUNDS, price), lowest) - played)
            assert gain.value <= gain.high - gain.low, "twice as far from 0 as an interval goes"
            inside.append(gain.low <= 0)
    assert np.mean(inside) > 0.9


@pytest.mark.parametrize("df", [*range(1, 40), 199, 1999, 2000, 2001, 10**6])
def test_an_interval_reaches_as_far_as_students_t(df: int) -> None:
    assert quantile(df) == pytest.approx(stdtrit(df, (1 + CONFIDENCE) / 2), rel=1e-9)
