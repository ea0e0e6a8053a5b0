"""The named strategies: each plays in its own way, and some play better."""

import random
from collections import Counter
from statistics import fmean

import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import WORD
from paydays_widgets.core.game import Decide, me
from paydays_widgets.games.pay_day import reading
from paydays_widgets.games.pay_day.bots import STRATEGIES
from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.engine.facts import net_worth
from paydays_widgets.games.pay_day.events import (
    DealBought,
    InsuranceBought,
    LoanTaken,
    PokerJoined,
    SavingsDeposited,
)
from paydays_widgets.games.pay_day.panel import OPPONENTS
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import State
from paydays_widgets.lab.contest import Contest
from tests.games.pay_day.positions import CAR, SWELLFARE, deal, mail, on, play, position
from tests.games.playing import bots_play

NAMES = list(STRATEGIES)
LUCK = [0, 1, WORD // 3, WORD // 2, WORD - 1]
WEDDING = mail("bill", 500)
FIFTY = mail("bill", 50)
GEARBOX = mail("bill", 150, "car")


def choice(strategy: str, state: State, luck: int = 0) -> str:
    """Return the move that a strategy chooses."""
    turn = PAY_DAY.turn(state)
    assert isinstance(turn, Decide)
    move = STRATEGIES[strategy](PAY_DAY.view(state, turn.seats[0]), luck)
    assert PAY_DAY.refuse(state, move) is None
    return str(move)


def choices(state: State) -> dict[str, str]:
    return {name: choice(name, state) for name in NAMES if name != "random_legal"}


# --- each in its own way -------------------------------------------------------------------------


def offered(cost: int, day: int = 3, month: int = 1, **held: object) -> State:
    """Offer a Deal to the first seat."""
    household = replace(on(day, 325, **held), month=month)
    return play(position(household, on(0)), f"* roll 1; * deal {deal(cost)}").state


@pytest.mark.clause("PD-deal")
def test_who_buys_on_credit() -> None:
    assert choices(offered(700)) == {
        "no_debt": "1 pass",
        "leverage_every_deal": "1 buy",
        "insurer": "1 pass",
        "saver": "1 pass",
        "gambler": "1 buy",
        "investor": "1 buy",
    }
    assert set(choices(offered(200)).values()) == {"1 buy"}


@pytest.mark.clause("PD-deal-worthless")
def test_who_stops_in_time() -> None:
    late = offered(200, day=24, month=3)
    assert set(choices(late).values()) == {"1 pass"}
    assert choice("investor", offered(1500, day=24)) == "1 buy"
    waiting = offered(1500, day=3, month=3, deals=(14, 15))
    assert choice("leverage_every_deal", waiting) == "1 buy"
    assert choice("investor", waiting) == "1 pass"


def test_no_debt_keeps_what_the_next_pay_day_needs() -> None:
    assert choice("no_debt", offered(150)) == "1 buy"
    assert choice("no_debt", offered(150, bills=(WEDDING,))) == "1 buy"
    assert choice("no_debt", offered(300, bills=(WEDDING,))) == "1 pass"


@pytest.mark.clause("PD-insurance")
def test_who_insures() -> None:
    state = play(position(on(10), on(0)), f"* roll 1; * mail {CAR}").state
    buyers = {name for name, said in choices(state).items() if said == "1 buy"}
    assert buyers == {"insurer"}
    held = on(10, bills=(GEARBOX,))
    state = play(position(held, on(0)), f"* roll 1; * mail {CAR}").state
    assert choice("investor", state) == "1 buy"
    long_game = position(on(10), on(0), rules=Rules(months=12))
    state = play(long_game, f"* roll 1; * mail {CAR}").state
    assert choice("investor", state) == "1 buy"


@pytest.mark.clause("PD-poker")
def test_who_plays_poker() -> None:
    state = play(position(on(9, 20), on(0)), "* roll 1").state
    assert {name for name, said in choices(state).items() if said != "1 pass"} == {"gambler"}


@pytest.mark.clause("PD-swellfare")
def test_who_stakes_on_swellfare() -> None:
    state = position(on(10, 45, bills=(WEDDING,)), on(0))
    said = choices(play(state, f"* roll 1; * mail {SWELLFARE}").state)
    careful = {name for name, move in said.items() if move == "1 stake 40"}
    assert careful == {"no_debt", "insurer", "saver"}
    assert {*said.values()} == {"1 stake 40", "1 stake 100"}
    state = position(on(10, 5, bills=(WEDDING,)), on(0))
    assert choice("saver", play(state, f"* roll 1; * mail {SWELLFARE}").state) == "1 pass"


@pytest.mark.clause("PD-swellfare", "PD-loan")
def test_who_borrows_to_be_allowed_a_stake() -> None:
    """A loan of 300 costs 60 at Pay Day; the stake of 100 brings 1,000 / 3 − 100 on average."""
    state = play(position(on(10, 100, bills=(FIFTY,)), on(0)), f"* roll 1; * mail {SWELLFARE}")
    said = choices(state.state)
    bold = {name for name, move in said.items() if move == "1 borrow 300"}
    assert bold == {"leverage_every_deal", "gambler", "investor"}
    assert {*said.values()} == {"1 borrow 300", "1 pass"}
    ready = play(state.state, "1 borrow 300").state
    assert {name for name, move in choices(ready).items() if move == "1 stake 100"} >= bold
    rich = play(position(on(10, 325), on(0)), f"* roll 1; * mail {SWELLFARE}").state
    assert reading.loan_to_stake(PAY_DAY.view(rich, 0)) == 1700
    assert set(choices(rich).values()) == {"1 pass"}


@pytest.mark.clause("PD-savings", "PD-deal")
def test_the_saver_takes_money_out_for_a_deal_and_never_borrows_for_one() -> None:
    assert choice("saver", offered(700, savings=500)) == "1 buy"
    assert choice("saver", offered(700, savings=500, bills=(FIFTY,))) == "1 buy"
    assert choice("saver", offered(700, savings=500, bills=(FIFTY, GEARBOX))) == "1 pass"
    assert choice("saver", offered(700, savings=400)) == "1 pass"
    assert choice("no_debt", offered(700, savings=500)) == "1 pass"


@pytest.mark.clause("PD-buyer")
def test_what_deals_bring_is_told_by_how_many_buyers_come() -> None:
    state = offered(300, day=3, month=3, deals=(3, 14))
    view = PAY_DAY.view(state, 0)
    one, two, *more = reading.chances_to_sell(view)
    assert one > two > more[0]
    dear, cheap = sorted((view.deck.deals[n - 1].price for n in (3, 14)), reverse=True)
    assert reading.takings(view) == pytest.approx(one * dear + two * cheap)
    met = 0
    for seed in range(GAMES * 20):
        luck, day, buyers = random.Random(seed), 4, 0
        while day < DAYS:
            day = min(day + luck.randint(1, 6), DAYS)
            buyers += view.deck.days[day - 1].kind == "buyer"
        met += buyers >= 2
    assert met / (GAMES * 20) == pytest.approx(two, abs=0.05)


@pytest.mark.clause("PD-buyer")
def test_all_sell_what_brings_the_most() -> None:
    state = play(position(on(8, deals=(3, 14, 1)), on(0)), "* roll 1").state
    assert set(choices(state).values()) == {"1 sell 14"}


@pytest.mark.clause("PD-raise")
def test_all_raise_no_more_than_needed() -> None:
    state = play(position(on(17, 20), on(0)), "* roll 1").state
    assert set(choices(state).values()) == {"1 borrow 100"}
    state = play(position(on(17, 20, savings=900), on(0)), "* roll 1").state
    assert set(choices(state).values()) == {"1 withdraw 200"}
    state = play(position(on(17, 0, savings=100), on(0)), "* roll 1").state
    assert set(choices(state).values()) == {"1 withdraw 100"}


@pytest.mark.clause("PD-payday-4-bank")
def test_what_is_done_at_the_bank() -> None:
    state = play(position(on(30, 430), on(0)), "* roll 1").state
    said = choices(state)
    assert {name for name, move in said.items() if move == "1 deposit 500"} == {
        "saver",
        "investor",
    }
    assert {*said.values()} == {"1 deposit 500", "1 pass"}
    owing = play(position(on(30, 430, loan=500), on(0)), "* roll 1").state
    assert set(choices(owing).values()) == {"1 repay 500"}
    last = play(position(on(30, 430), on(0), rules=Rules(months=1)), "* roll 1").state
    assert set(choices(last).values()) == {"1 pass"}


@pytest.mark.clause("PD-loan")
def test_random_legal_chooses_first_what_to_do_and_then_the_sum() -> None:
    view = PAY_DAY.view(offered(200), 0)
    draws = [STRATEGIES["random_legal"](view, (2 * n + 1) * WORD // 600) for n in range(300)]
    kinds = Counter(type(each).__name__ for each in draws)
    assert kinds == {"Buy": 100, "Borrow": 100, "Pass": 100}
    assert len({*draws}) == 12


def test_a_view_of_the_open_table_is_nobodys() -> None:
    state = play(position(on(9), on(0)), "* roll 1").state
    with pytest.raises(ValueError, match="the view of a seat"):
        me(PAY_DAY.view(state, None))
    with pytest.raises(ValueError, match="nothing is asked"):
        reading.asked(PAY_DAY.view(position(on(9), on(0)), 0))


def test_the_chance_to_sell_is_that_of_meeting_a_buyer() -> None:
    state = offered(300, day=24, month=3)
    assert reading.chance_to_sell(PAY_DAY.view(state, 0)) == pytest.approx(0.3088, abs=0.0005)
    earlier = offered(300, day=3, month=1)
    assert reading.chance_to_sell(PAY_DAY.view(earlier, 0)) > 0.97


# --- and some better -----------------------------------------------------------------------------

GAMES = 60


def averages(months: int) -> tuple[dict[str, float], dict[str, dict[type, float]]]:
    """Let four of them meet again and again; return their average wealth and moves per game."""
    luck = random.Random(months)
    wealth: dict[str, list[int]] = {name: [] for name in NAMES}
    did: dict[str, dict[type, float]] = {name: {} for name in NAMES}
    for seed in range(GAMES):
        kinds = luck.sample(NAMES, 4)
        table = bots_play("pay_day", kinds, seed, Rules(months=months))
        for kind, household in zip(kinds, table.state.households, strict=True):
            wealth[kind].append(net_worth(household))
        for step in table.branch.steps:
            seat = getattr(step.event, "seat", None)
            if seat is not None:
                counted = did[kinds[seat]]
                counted[type(step.event)] = counted.get(type(step.event), 0) + 1
    for kind, counted in did.items():
        did[kind] = {event: n / len(wealth[kind]) for event, n in counted.items()}
    return {kind: fmean(each) for kind, each in wealth.items()}, did


def test_ideas_show_in_what_is_done_and_in_what_it_brings() -> None:
    wealth, did = averages(3)
    assert max(did, key=lambda kind: did[kind][DealBought]) == "leverage_every_deal"
    assert max(did, key=lambda kind: did[kind].get(InsuranceBought, 0)) == "insurer"
    assert {kind for kind in did if did[kind].get(PokerJoined)} == {"random_legal", "gambler"}
    savers = {kind for kind in did if did[kind].get(SavingsDeposited)}
    assert savers == {"random_legal", "saver", "investor"}
    assert did["no_debt"][LoanTaken] < did["leverage_every_deal"][LoanTaken] / 3
    assert wealth["investor"] > wealth["no_debt"] + 200
    assert min(wealth, key=lambda kind: wealth[kind]) == "random_legal"


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in NAMES if name != "random_legal"])
def test_each_beats_chance(name: str) -> None:
    """By a 95 % interval, in the place of one that draws lots, against the usual opponents."""
    contest = Contest([name, *OPPONENTS], game="pay_day", instead_of="random_legal", deals=12)
    gain = contest.play().gain
    assert gain is not None
    assert gain.low > 500
