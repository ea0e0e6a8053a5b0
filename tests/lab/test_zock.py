"""The exact answers of Zock, held to the engine and to the readable reckoning of the bots."""

import random
from fractions import Fraction
from functools import cache
from itertools import product
from typing import get_args

import numpy as np
import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Chance
from paydays_widgets.games.zock import Rules
from paydays_widgets.games.zock.deck import default_deck
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import DuelDecided, PawnsCashed, PawnWentHome
from paydays_widgets.games.zock.moves import Go
from paydays_widgets.games.zock.reading import turn_price, worths
from paydays_widgets.games.zock.rules import CashWhen, Lap, Payout
from paydays_widgets.games.zock.state import HOME, Side, State
from paydays_widgets.lab.estimate import mean, share
from paydays_widgets.lab.zock import Stopping, best_rate, duel, stopping

ALL = [
    Rules(cash=cash, payout=payout, lap=lap)
    for cash, payout, lap in product(*map(get_args, (CashWhen, Payout, Lap)))
]
NAMES = [f"{rules.cash}-{rules.payout}-{rules.lap}" for rules in ALL]
DECK = default_deck()
ALONE = 100_000
"""Money enough for no bank to run dry."""


def board(steps: int, rules: Rules, phase: str = "choose") -> State:
    """Give a position in which pawn A is foremost and nobody is near; the king stays put."""
    state = ZOCK.start(2, rules)
    sides = (Side(30_000, pawns=(0, steps, HOME)), state.sides[1])
    return replace(state, sides=sides, bank=ALONE, phase=phase)


# --- the duel


@pytest.mark.clause("ZK-duel")
def test_the_attacked_seat_loses_6_in_11() -> None:
    answer = duel()
    assert answer.attacked_loses == pytest.approx(6 / 11, abs=1e-14)
    assert answer.attacker_loses == pytest.approx(5 / 11, abs=1e-14)
    assert answer.rolls == pytest.approx(6, abs=1e-12)
    assert answer.ended[:2] == pytest.approx((1 / 6, 11 / 36), abs=1e-14)
    assert len(duel(shown=3).ended) == 3


@pytest.mark.clause("ZK-duel")
def test_the_engine_fights_as_the_chain_says() -> None:
    """Walk every course of a duel through the engine, with its exact probability."""
    king_at_ten = (Side(30_000, pawns=(6, 2, HOME)), Side(30_000, pawns=(30, 3, HOME)))
    state = replace(ZOCK.start(2), sides=king_at_ten, phase="move", die=4)
    now: dict[State, Fraction] = {ZOCK.unfold(state, Go(0, "king"))[-1].state: Fraction(1)}
    lost, ended = {0: Fraction(0), 1: Fraction(0)}, []
    for _ in range(60):
        then: dict[State, Fraction] = {}
        for s, chance in now.items():
            for outcome in ZOCK.outcomes(s):
                steps = ZOCK.unfold(s, outcome.move)
                decided = [each.event for each in steps if isinstance(each.event, DuelDecided)]
                if decided:
                    lost[decided[0].loser] += chance / 6
                else:
                    then[steps[-1].state] = then.get(steps[-1].state, Fraction(0)) + chance / 6
        ended.append(float(sum(lost.values())))
        now = then
    answer = duel(shown=60)
    assert answer.ended == pytest.approx(ended, abs=1e-12)
    left = float(sum(now.values()))
    assert float(lost[1]) == pytest.approx(answer.attacked_loses, abs=left)
    assert float(lost[0]) == pytest.approx(answer.attacker_loses, abs=left)


def test_an_attack_pays_from_five_sixths_of_ones_own_money_on() -> None:
    assert duel().attack(30_000, 30_000) == pytest.approx(30_000 / 11)
    assert duel().attack(30_000, 25_000) == pytest.approx(0, abs=1e-9)
    assert duel().attack(30_000, 20_000) < 0


# --- when to cash


@pytest.mark.clause("ZK-cash", "ZK-one", "ZK-window")
@pytest.mark.parametrize(
    ("rules", "cash_at"),
    [
        (Rules(), (31, 32, 36, 37, 38, 39)),
        (Rules(payout="square"), (17, 19, 29, 39)),
        (Rules(cash="after_roll"), (36, 37, 38, 39)),
        (Rules(cash="after_roll", payout="square"), (19, 29, 39)),
    ],
)
def test_where_to_cash_a_pawn_that_is_alone(rules: Rules, cash_at: tuple[int, ...]) -> None:
    assert stopping(rules).cash_at == cash_at


def test_the_last_step_before_a_higher_sum_is_worth_waiting_for() -> None:
    squares = stopping().squares
    assert [(each.window, round(each.go_on)) for each in squares[34:37]] == [
        (4_000, 4_167),
        (4_000, 4_167),
        (5_000, 4_167),
    ]
    assert squares[36].lost == 0
    assert squares[35].lost == pytest.approx(1 / 6)


@pytest.mark.clause("ZK-cash-when")
def test_after_the_roll_a_small_roll_is_a_reason_to_cash() -> None:
    squares = stopping(Rules(cash="after_roll")).squares
    assert [squares[gone].cash_on for gone in (25, 26, 27, 28, 29)] == [
        (),
        (2, 3, 4),
        (2, 3),
        (2,),
        (),
    ]
    assert not squares[26].cash


@pytest.mark.parametrize("rules", ALL, ids=NAMES)
@pytest.mark.parametrize("king", [False, True])
@pytest.mark.parametrize("price", [0, 150])
def test_it_is_what_the_bots_reckon_with(rules: Rules, *, king: bool, price: float) -> None:
    answer = stopping(rules, king=king, price=price)
    reckoned = worths(DECK, rules, 0, 3 if king else 1, price)
    if rules.cash == "before_roll":
        worth = [
            max(each.window - price if each.cash else 0, each.go_on) for each in answer.squares
        ]
    else:
        worth = [each.go_on for each in answer.squares]
    assert worth == pytest.approx(reckoned, abs=1e-6)
    if price == 0:
        assert [each.brings for each in answer.squares] == pytest.approx(reckoned, abs=1e-6)


@cache
def backwards(gone: int, rules: Rules) -> Fraction:
    """Reckon what a pawn brings through the engine alone: every move, every roll."""
    if rules.cash == "before_roll":
        state = board(gone, rules)
        now = Fraction(0)
        if "1 cash a" in map(str, ZOCK.legal(state, 0)):
            steps = ZOCK.unfold(state, ZOCK.read("1 cash a"))
            now = Fraction(sum(e.event.paid for e in steps if isinstance(e.event, PawnsCashed)))
        if gone == DECK.squares - 1:  # it waits: rolling on can only lose it
            return now
        rolled = [rolled_on(gone, die, rules) for die in range(1, 7)]
        return max(now, sum(rolled, Fraction(0)) / 6)
    return sum((rolled_on(gone, die, rules) for die in range(1, 7)), Fraction(0)) / 6


def rolled_on(gone: int, die: int, rules: Rules) -> Fraction:
    state = ZOCK.unfold(board(gone, rules, "roll"), ZOCK.read(f"* roll {die}"))[-1].state
    if state.active != 0:
        return Fraction(0)  # the 1 took it home
    best = Fraction(0)
    for move in map(str, ZOCK.legal(state, 0)):
        if move in {"1 cash a", "1 go a"}:
            steps = ZOCK.unfold(state, ZOCK.read(move))
            went = steps[-1].state.sides[0].pawns[1]
            cashed = [each.event.paid for each in steps if isinstance(each.event, PawnsCashed)]
            best = max(best, Fraction(cashed[0]) if cashed else backwards(went, rules))
    return best


@pytest.mark.clause("ZK-cash", "ZK-cash-when", "ZK-window", "ZK-one")
@pytest.mark.parametrize("cash", get_args(CashWhen))
@pytest.mark.parametrize("payout", get_args(Payout))
def test_the_engine_pays_what_the_table_says(cash: CashWhen, payout: Payout) -> None:
    """From three steps on: on a square where the king stands, it would be a stack."""
    rules = Rules(cash=cash, payout=payout)
    answer = stopping(rules, seats=2)
    for gone in range(DECK.squares - 1, 2, -1):
        if cash == "after_roll" and gone == DECK.squares - 1:
            continue  # there the rules of the lap let no roll move it, but it can be cashed
        found = float(backwards(gone, rules))
        assert found == pytest.approx(answer.squares[gone].brings, abs=1e-6), gone


@pytest.mark.clause("ZK-cash", "ZK-one")
@pytest.mark.parametrize("payout", get_args(Payout))
def test_games_played_by_the_table_come_out_as_it_says(payout: Payout) -> None:
    rules = Rules(payout=payout)
    answer = stopping(rules, seats=2)
    luck, played = random.Random(payout), 3_000
    paid, turns = np.zeros(played), np.zeros(played)
    for at in range(played):
        state = board(4, rules)
        while True:
            gone = state.sides[0].pawns[1]
            turns[at] += 1
            if answer.squares[gone].cash:
                steps = ZOCK.unfold(state, ZOCK.read("1 cash a"))
            else:
                rolls = ZOCK.outcomes(replace(state, phase="roll"))
                steps = ZOCK.unfold(replace(state, phase="roll"), luck.choice(rolls).move)
                if steps[-1].state.active == 0:
                    steps = ZOCK.unfold(steps[-1].state, ZOCK.read("1 go a"))
            events = [each.event for each in steps]
            home = [each for each in events if isinstance(each, PawnWentHome)]
            cashed = [each.paid for each in events if isinstance(each, PawnsCashed)]
            if home or cashed:
                paid[at] = sum(cashed)
                break
            state = replace(steps[-1].state, active=0, phase="choose", round=1, die=0)
    expected = answer.squares[4]
    for found, exact in (
        (mean(paid), expected.brings),
        (share(float((paid == 0).sum()), played), expected.lost),
        (mean(turns), expected.turns),
    ):
        assert found.low <= exact <= found.high


def test_printed_sums_are_fair_to_all_exits_of_the_games_own_board() -> None:
    rules = Rules(payout="square")
    answers = [stopping(rules, seat=seat) for seat in range(4)]
    assert len({answer.cash_at for answer in answers}) == 1
    assert [answer.squares[0].square for answer in answers] == [0, 10, 20, 30]


# --- what a turn is worth


@pytest.mark.parametrize("rules", ALL, ids=NAMES)
def test_who_counts_turns_cashes_earlier_and_earns_more(rules: Rules) -> None:
    patient, counting = stopping(rules), best_rate(rules)
    assert counting.rate >= patient.rate
    assert len(counting.cash_at) >= len(patient.cash_at)
    assert patient.squares[4].brings >= counting.squares[4].brings
    # A king brings three times as much of all, and that is the price that the bots reckon with.
    assert turn_price(DECK, rules, 0) == pytest.approx(3 * counting.rate, abs=0.02)


def test_at_too_high_a_price_a_pawn_is_left_where_it_is() -> None:
    answer = stopping(price=10_000)
    assert {each.go_on for each in answer.squares} == {0}
    assert isinstance(answer, Stopping)
    assert isinstance(ZOCK.turn(ZOCK.start(2)), Chance)
