"""Savings, loans, and how to meet a payment."""

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import (
    BankLeft,
    LoanRepaid,
    LoanTaken,
    PaymentDue,
    SavingsDeposited,
    SavingsWithdrawn,
)
from paydays_widgets.games.pay_day.moves import Borrow, Deposit, Repay, Withdraw
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Household, State
from tests.games.pay_day.positions import (
    CAR,
    SWELLFARE,
    deal,
    legal,
    mail,
    on,
    play,
    position,
    refused,
    why,
)

WEDDING = mail("bill", 500)
FIFTY = mail("bill", 50)
MOST = Rules(max_loan=6900)
WHEN_DUE = Rules(banking="when_due")
BORROW = tuple(f"1 borrow {n}" for n in range(100, 1001, 100))
"""The loans that are listed where there is no limit."""


def bank(cash: int, *, rules: Rules | None = None, **held: int) -> State:
    """Put the first seat at the bank with some cash, all bills and interest paid."""
    state = play(position(on(30, 100), on(0), rules=rules), "* roll 1").state
    household = replace(state.households[0], cash=cash, **held)
    return replace(state, households=(household, state.households[1]))


def due(household: Household, rules: Rules | None = None) -> State:
    """Make the first seat owe $75 for day 18."""
    return play(position(replace(household, day=17), on(0), rules=rules), "* roll 1").state


# --- one account ---------------------------------------------------------------------------------


@pytest.mark.clause("PD-one-account")
def test_pd_one_account_with_savings_nothing_is_borrowed() -> None:
    state = due(on(0, 0, savings=100))
    assert legal(state, 1) == ["1 withdraw 100"]
    assert why(state, "1 borrow 100") == ("PD-one-account", "has_savings")
    played = play(state, "1 withdraw 100; 1 borrow 100")
    assert (played.cash[0], played.savings[0], played.loans[0]) == (75, 0, 100)


@pytest.mark.clause("PD-one-account")
def test_pd_one_account_with_a_loan_nothing_is_saved() -> None:
    state = bank(400, loan=300)
    assert legal(state, 1) == ["1 repay 100", "1 repay 200", "1 repay 300", *BORROW, "1 pass"]
    assert refused(state, "1 deposit 100").facts == {"loan": 300}
    assert why(state, "1 deposit 100") == ("PD-one-account", "has_loan")
    played = play(state, "1 repay 300; 1 deposit 100")
    assert (played.cash[0], played.savings[0], played.loans[0]) == (0, 100, 0)


# --- savings -------------------------------------------------------------------------------------


@pytest.mark.clause("PD-savings", "PD-payday-4-bank")
def test_pd_savings_deposits_go_in_steps_of_100() -> None:
    played = play(bank(340), "1 deposit 200")
    assert played.the(SavingsDeposited) == SavingsDeposited(
        seat=0,
        amount=200,
        savings=200,
        interest=20,
        transfers=played.the(SavingsDeposited).transfers,
    )
    assert (played.cash[0], played.savings[0]) == (140, 200)
    assert why(bank(340), "1 deposit 150") == ("PD-payday-4-bank", "steps")
    assert why(bank(340), "1 deposit 400") == ("PD-payday-4-bank", "more_than_cash")
    assert PAY_DAY.refuse(bank(340), Deposit(0, 0)) is not None
    assert PAY_DAY.refuse(bank(340), Deposit(0, -100)) is not None


@pytest.mark.clause("PD-savings")
@pytest.mark.parametrize("script", ["* roll 1; * deal 1", "* roll 1; * deal 1; 1 buy"])
def test_pd_savings_deposits_only_on_pay_day(script: str) -> None:
    state = play(position(on(3, 100), on(0)), script).state
    assert why(state, "1 deposit 100") == ("PD-savings", "payday_only")


@pytest.mark.clause("PD-savings", "PD-payday-4-bank")
def test_pd_savings_withdrawals_on_pay_day_are_free() -> None:
    played = play(bank(0, savings=500), "1 withdraw 300")
    assert played.the(SavingsWithdrawn).fee == 0
    assert played.the(SavingsWithdrawn).clause == "PD-payday-4-bank"
    assert (played.cash[0], played.savings[0]) == (300, 200)
    assert why(bank(0, savings=500), "1 withdraw 600") == ("PD-savings", "more_than_saved")
    assert why(bank(0, savings=500), "1 withdraw 50") == ("PD-payday-4-bank", "steps")


@pytest.mark.clause("PD-savings")
def test_pd_savings_on_any_other_day_each_withdrawal_costs_50() -> None:
    played = play(due(on(0, 0, savings=500)), "1 withdraw 100")
    assert played.the(SavingsWithdrawn).fee == 50
    assert (played.cash[0], played.savings[0], played.state.phase) == (50, 400, "raise")
    played = play(played.state, "1 withdraw 100")
    assert (played.cash[0], played.savings[0]) == (25, 300)


@pytest.mark.clause("PD-savings", "PD-raise")
def test_pd_savings_a_larger_withdrawal_spares_a_second_fee() -> None:
    played = play(due(on(0, 0, savings=500)), "1 withdraw 500")
    assert (played.cash[0], played.savings[0]) == (375, 0)


@pytest.mark.clause("PD-savings")
def test_pd_savings_the_fee_may_come_out_of_the_sum() -> None:
    played = play(due(on(0, 25, savings=100)), "1 withdraw 100")
    assert (played.cash[0], played.savings[0]) == (0, 0)


@pytest.mark.clause("PD-savings")
def test_pd_savings_at_any_other_time_for_the_fee() -> None:
    state = play(position(on(3, 100, savings=300), on(0)), "* roll 1; * deal 1").state
    sums = ["1 withdraw 100", "1 withdraw 200", "1 withdraw 300"]
    assert legal(state, 1) == ["1 buy", *sums, "1 pass"]
    played = play(state, "1 withdraw 200")
    assert played.the(SavingsWithdrawn).clause == "PD-savings"
    assert played.the(SavingsWithdrawn).fee == 50
    assert (played.cash[0], played.savings[0]) == (250, 100)
    assert PAY_DAY.turn(played.state) == Decide((0,), "buy", 9, 1)
    assert legal(played.state, 1) == ["1 buy", "1 withdraw 100", "1 pass"]


@pytest.mark.clause("PD-savings", "PD-poker")
@pytest.mark.parametrize("language", LANGUAGES)
def test_pd_savings_at_anothers_poker_game_for_the_fee(language: Language) -> None:
    """The article allows it at any other time, so in another's turn too, and the words say so."""
    there = [on(9), on(3, 100, savings=300)]
    state = play(position(*there), "* roll 1; 1 pass").state
    assert PAY_DAY.turn(state) == Decide((1,), "stake", 9, 1)
    played = play(state, "2 withdraw 200")
    assert played.the(SavingsWithdrawn).fee == 50
    assert (played.cash[1], played.savings[1]) == (250, 100)
    assert PAY_DAY.turn(played.state) == Decide((1,), "stake", 9, 2)
    state = play(position(*there, rules=WHEN_DUE), "* roll 1; 1 pass").state
    assert why(state, "2 withdraw 200") == ("PD-savings", "nothing_due")
    poker = {"en": "poker", "fr": "poker", "de": "Pokerspiel"}[language]
    clause = games.modules("pay_day").rulebook["PD-savings"]
    assert poker in clause.told(Rules(), Text(language))
    assert poker not in clause.told(WHEN_DUE, Text(language))


@pytest.mark.clause("PD-savings")
def test_pd_savings_by_a_switch_only_when_a_payment_calls_for_it() -> None:
    state = position(on(3, 100, savings=300), on(0), rules=WHEN_DUE)
    state = play(state, "* roll 1; * deal 1").state
    assert legal(state, 1) == ["1 buy", "1 pass"]
    assert why(state, "1 withdraw 100") == ("PD-savings", "nothing_due")
    saved = bank(0, rules=WHEN_DUE, savings=100)
    assert legal(saved, 1) == ["1 withdraw 100", "1 pass"]
    assert play(saved, "1 withdraw 100").cash[0] == 100


@pytest.mark.clause("PD-savings", "PD-payday-3-bills")
def test_pd_savings_all_steps_of_ones_own_pay_day_count_as_pay_day() -> None:
    played = play(position(on(30, 0, savings=300, bills=(WEDDING,)), on(0)), "* roll 1")
    assert PAY_DAY.turn(played.state) == Decide((0,), "raise", 9, 0)
    played = play(played.state, "1 withdraw 200")
    assert played.the(SavingsWithdrawn).fee == 0
    assert played.the(SavingsWithdrawn).clause == "PD-savings"
    assert (played.cash[0], played.savings[0]) == (55, 100)


@pytest.mark.clause("PD-savings")
def test_pd_savings_sums_in_steps_of_100() -> None:
    state = due(on(0, 0, savings=500))
    assert why(state, "1 withdraw 150") == ("PD-savings", "steps")
    assert why(state, "1 withdraw 600") == ("PD-savings", "more_than_saved")
    assert PAY_DAY.refuse(state, Withdraw(0, -100)) is not None


# --- loans ---------------------------------------------------------------------------------------


@pytest.mark.clause("PD-loan", "PD-raise")
def test_pd_loan_it_is_taken_in_steps_of_100_for_a_payment() -> None:
    state = due(on(0, 0, loan=200))
    assert legal(state, 1) == [*BORROW]
    played = play(state, "1 borrow 100")
    assert played.the(LoanTaken).loan == 300
    assert played.the(LoanTaken).interest == 60
    assert (played.cash[0], played.loans[0]) == (25, 300)
    assert why(state, "1 borrow 50") == ("PD-loan", "steps")
    assert PAY_DAY.refuse(state, Borrow(0, 0)) is not None


AT_A_DECISION = {
    "buy": (on(3), "* roll 1; * deal 1"),
    "insure": (on(10), f"* roll 1; * mail {CAR}"),
    "bet": (on(10, bills=(WEDDING,)), f"* roll 1; * mail {SWELLFARE}"),
    "sell": (on(8, deals=(3,)), "* roll 1"),
    "stake": (on(9), "* roll 1"),
    "bank": (on(30), "* roll 1"),
}


@pytest.mark.clause("PD-loan")
@pytest.mark.parametrize("prompt", AT_A_DECISION)
def test_pd_loan_at_any_time_that_the_seat_decides_something(prompt: str) -> None:
    household, script = AT_A_DECISION[prompt]
    state = play(position(household, on(0)), script).state
    assert state.phase == prompt
    before = legal(state, 1)
    assert [*BORROW] == before[-11:-1]
    played = play(state, "1 borrow 300")
    assert played.the(LoanTaken).loan == 300
    assert played.cash[0] == state.households[0].cash + 300
    assert played.state.phase == prompt
    assert played.state.agenda == state.agenda


@pytest.mark.clause("PD-loan")
def test_pd_loan_in_another_seats_turn_too() -> None:
    state = play(position(on(9), on(0)), "* roll 1; 1 pass").state
    assert PAY_DAY.turn(state) == Decide((1,), "stake", 9, 1)
    assert play(state, "2 borrow 200").loans == (0, 200)


@pytest.mark.clause("PD-loan")
def test_pd_loan_larger_loans_than_those_listed_are_legal_too() -> None:
    state = play(position(on(3, 100), on(0)), "* roll 1; * deal 1").state
    assert PAY_DAY.refuse(state, Borrow(0, 90_000)) is None
    assert why(state, "1 borrow 90050") == ("PD-loan", "steps")
    assert play(state, "1 borrow 1700").loans[0] == 1700


@pytest.mark.clause("PD-loan", "PD-raise")
def test_pd_loan_by_a_switch_only_when_a_payment_calls_for_it() -> None:
    state = position(on(3, 100), on(0), rules=WHEN_DUE)
    state = play(state, "* roll 1; * deal 1").state
    assert why(state, "1 borrow 100") == ("PD-loan", "nothing_due")
    assert why(bank(100, rules=WHEN_DUE), "1 borrow 100") == ("PD-loan", "nothing_due")


@pytest.mark.clause("PD-loan", "PD-swellfare")
def test_pd_loan_it_can_be_of_use_without_a_payment() -> None:
    state = position(on(10, 100, bills=(FIFTY,)), on(0))
    state = play(state, f"* roll 1; * mail {SWELLFARE}").state
    assert why(state, "1 stake 100") == ("PD-swellfare", "not_in_need")
    assert refused(state, "1 stake 100").facts == {"owed": 50, "means": 100}
    state = play(state, "1 borrow 200").state
    assert refused(state, "1 stake 100").facts == {"owed": 290, "means": 300}
    state = play(state, "1 borrow 100").state
    assert 300 + 60 + 50 > 400
    assert play(state, "1 stake 100").cash[0] == 300


@pytest.mark.clause("PD-payday-2-interest", "PD-loan-interest", "PD-savings-interest")
def test_pd_payday_2_interest_no_pay_day_follows_the_last() -> None:
    owing = position(on(30, 0, loan=500), on(0), rules=Rules(months=1))
    assert play(owing, "* roll 1; 1 borrow 100").the(LoanTaken).interest == 0
    there = play(position(on(30), on(0), rules=Rules(months=1)), "* roll 1; 1 deposit 300")
    assert there.the(SavingsDeposited).interest == 0
    earlier = play(position(on(30), on(0), rules=Rules(months=2)), "* roll 1; 1 deposit 300")
    assert earlier.the(SavingsDeposited).interest == 30


@pytest.mark.clause("PD-loan")
def test_pd_loan_it_is_paid_back_only_on_pay_day() -> None:
    assert why(due(on(0, 0, loan=200)), "1 repay 100") == ("PD-loan", "payday_only")


@pytest.mark.clause("PD-loan", "PD-payday-4-bank")
def test_pd_loan_it_is_paid_back_in_steps_of_100() -> None:
    state = bank(350, loan=1000)
    assert legal(state, 1) == ["1 repay 100", "1 repay 200", "1 repay 300", *BORROW, "1 pass"]
    played = play(state, "1 repay 200")
    assert played.the(LoanRepaid).loan == 800
    assert (played.cash[0], played.loans[0], played.state.phase) == (150, 800, "bank")
    assert why(state, "1 repay 400") == ("PD-payday-4-bank", "more_than_cash")
    assert why(state, "1 repay 250") == ("PD-payday-4-bank", "steps")
    assert why(bank(500, loan=300), "1 repay 400") == ("PD-payday-4-bank", "more_than_owed")
    assert PAY_DAY.refuse(state, Repay(0, -100)) is not None


# --- raising money -------------------------------------------------------------------------------


@pytest.mark.clause("PD-raise")
def test_pd_raise_it_goes_on_until_the_payment_is_made() -> None:
    state = position(on(3, 50), on(0))
    state = play(state, f"* roll 1; * deal {deal(1000)}; 1 buy").state
    assert legal(state, 1) == [f"1 borrow {n}" for n in (*range(100, 1000, 100), 1000)]
    played = play(state, "1 borrow 300; 1 borrow 600")
    assert PAY_DAY.turn(played.state) == Decide((0,), "raise", 9, 3)
    assert played.all(PaymentDue) == ()
    assert legal(played.state, 1) == [*BORROW]
    played = play(played.state, "1 borrow 100")
    assert (played.cash[0], played.loans[0]) == (50, 1000)


@pytest.mark.clause("PD-raise")
def test_pd_raise_a_loan_may_be_larger_than_needed() -> None:
    played = play(due(on(0, 0)), "1 borrow 1000")
    assert (played.cash[0], played.loans[0]) == (925, 1000)


@pytest.mark.clause("PD-raise")
def test_pd_raise_by_a_switch_a_loan_is_no_larger_than_needed() -> None:
    state = due(on(0, 0), WHEN_DUE)
    assert legal(state, 1) == ["1 borrow 100"]
    assert refused(state, "1 borrow 200").facts == {"amount": 200, "most": 100}
    assert why(state, "1 borrow 200") == ("PD-raise", "more_than_needed")


@pytest.mark.clause("PD-raise")
def test_pd_raise_sums_between_those_listed_are_legal_too() -> None:
    state = play(position(on(3, 50), on(0)), f"* roll 1; * deal {deal(1500)}; 1 buy").state
    assert "1 borrow 1300" not in legal(state, 1)
    assert legal(state, 1)[-2:] == ["1 borrow 1000", "1 borrow 1500"]
    assert play(state, "1 borrow 1300").loans[0] == 1300
    state = bank(0, savings=2700)
    listed = [f"1 withdraw {n}" for n in (*range(100, 1000, 100), 1000, 2000, 2700)]
    assert legal(state, 1) == [*listed, "1 pass"]
    assert play(state, "1 withdraw 1700").cash[0] == 1700


@pytest.mark.clause("PD-raise")
def test_pd_raise_the_withdrawal_that_is_just_enough_is_listed() -> None:
    state = position(on(3, 50, savings=3000), on(0))
    state = play(state, f"* roll 1; * deal {deal(1100)}; 1 buy").state
    assert "1 withdraw 1100" in legal(state, 1)
    assert legal(state, 1).index("1 withdraw 1000") + 1 == legal(state, 1).index("1 withdraw 1100")
    assert play(state, "1 withdraw 1100").cash[0] == 0


@pytest.mark.clause("PD-raise")
def test_pd_raise_nothing_else_can_be_done_meanwhile() -> None:
    state = due(on(0, 0))
    for text in ("1 pass", "1 buy", "1 stake 100"):
        assert why(state, text) == ("PD-raise", "wrong_phase")
    assert why(state, "* roll 1") == ("PD-raise", "not_chance")


@pytest.mark.clause("PD-raise")
def test_pd_raise_nobody_goes_bankrupt() -> None:
    played = play(due(on(0, 0, loan=90_000)), "1 borrow 100")
    assert played.loans[0] == 90_100


@pytest.mark.clause("PD-raise")
def test_pd_raise_by_a_switch_a_chosen_payment_does_not_take_the_loan_above_6900() -> None:
    state = position(on(3, 50, loan=6700), on(0), rules=MOST)
    assert "1 buy" in legal(play(state, f"* roll 1; * deal {deal(200)}").state, 1)
    state = play(state, f"* roll 1; * deal {deal(300)}").state
    assert legal(state, 1) == ["1 borrow 100", "1 borrow 200", "1 pass"]
    assert refused(state, "1 buy").facts == {"price": 300, "means": 250, "most": 6900}
    assert why(state, "1 buy") == ("PD-raise", "max_loan")


@pytest.mark.clause("PD-raise")
def test_pd_raise_by_a_switch_a_due_payment_may_take_it_above() -> None:
    state = due(on(0, 0, loan=6900), MOST)
    assert legal(state, 1) == ["1 borrow 100"]
    assert play(state, "1 borrow 100").loans[0] == 7000
    assert why(state, "1 borrow 200") == ("PD-raise", "above_max_loan")
    assert refused(state, "1 borrow 200").facts == {"amount": 200, "loan": 6900, "most": 6900}


@pytest.mark.clause("PD-raise", "PD-loan")
def test_pd_raise_by_a_switch_a_loan_without_a_payment_stays_within_it() -> None:
    state = position(on(3, 50, loan=6700), on(0), rules=MOST)
    state = play(state, f"* roll 1; * deal {deal(200)}").state
    assert legal(state, 1) == ["1 buy", "1 borrow 100", "1 borrow 200", "1 pass"]
    assert why(state, "1 borrow 300") == ("PD-raise", "above_max_loan")


@pytest.mark.clause("PD-raise", "PD-insurance")
def test_pd_raise_by_a_switch_an_insurance_may_be_too_dear() -> None:
    state = position(on(10, 99, loan=6800), on(0), rules=MOST)
    state = play(state, f"* roll 1; * mail {CAR}").state
    assert legal(state, 1) == ["1 borrow 100", "1 pass"]
    assert why(state, "1 buy") == ("PD-raise", "max_loan")


@pytest.mark.clause("PD-raise", "PD-swellfare", "PD-poker")
def test_pd_raise_by_a_switch_stakes_may_be_too_high() -> None:
    state = position(on(10, 35, loan=7000), on(0), rules=MOST)
    state = play(state, f"* roll 1; * mail {SWELLFARE}").state
    assert legal(state, 1) == ["1 stake 10", "1 stake 20", "1 stake 30", "1 pass"]
    assert why(state, "1 stake 40") == ("PD-raise", "max_loan")
    state = play(position(on(9, 35, loan=7000), on(0), rules=MOST), "* roll 1").state
    assert legal(state, 1) == ["1 pass"]
    assert why(state, "1 stake 100") == ("PD-raise", "max_loan")


@pytest.mark.clause("PD-raise")
def test_pd_raise_by_a_switch_a_loan_in_parts_stays_within_it() -> None:
    state = position(on(3, 50, loan=6600), on(0), rules=MOST)
    state = play(state, f"* roll 1; * deal {deal(350)}; 1 buy").state
    assert legal(state, 1) == ["1 borrow 100", "1 borrow 200", "1 borrow 300"]
    assert play(state, "1 borrow 100; 1 borrow 200").loans[0] == 6900


@pytest.mark.clause("PD-raise")
def test_pd_raise_by_a_switch_no_fee_may_put_a_chosen_payment_out_of_reach() -> None:
    state = position(on(3, 0, savings=200), on(0), rules=MOST)
    days = state.deck.deals
    dear = replace(days[15], cost=7050)
    state = replace(state, deck=replace(state.deck, deals=(*days[:15], dear)))
    state = play(state, "* roll 1; * deal 16; 1 buy").state
    assert legal(state, 1) == ["1 withdraw 200"]
    assert refused(state, "1 withdraw 100").facts == {"price": 7050, "means": 7000, "most": 6900}
    played = play(state, "1 withdraw 200; 1 borrow 6900")
    assert (played.cash[0], played.loans[0]) == (0, 6900)


@pytest.mark.clause("PD-raise")
def test_pd_raise_by_a_switch_the_loan_that_would_be_too_large_says_so() -> None:
    state = position(on(3, 0, loan=6800), on(0), rules=MOST)
    state = play(state, f"* roll 1; * deal {deal(150)}").state
    household = replace(state.households[0], cash=60)
    state = play(replace(state, households=(household, *state.households[1:])), "1 buy").state
    poorer = replace(
        household, cash=20, loan=6850
    )  # no game leads here, but the rule holds nevertheless
    state = replace(state, households=(poorer, *state.households[1:]))
    assert why(state, "1 borrow 100") == ("PD-raise", "max_loan")


# --- at the bank ---------------------------------------------------------------------------------


@pytest.mark.clause("PD-payday-4-bank")
def test_pd_payday_4_bank_all_is_optional_and_can_be_done_in_parts() -> None:
    state = bank(500)
    played = play(state, "1 deposit 100; 1 deposit 300; 1 withdraw 200; 1 pass")
    assert (played.cash[0], played.savings[0]) == (300, 200)
    assert played.the(BankLeft) == BankLeft(seat=0)
    assert play(state, "1 pass").cash[0] == 500


@pytest.mark.clause("PD-payday-4-bank")
def test_pd_payday_4_bank_where_nothing_can_be_done_nothing_is_asked() -> None:
    rules = Rules(months=1)
    played = play(position(on(30, 99), on(0), rules=rules), "* roll 1")
    assert played.state.active == 1
    played = play(position(on(30, 99, loan=100), on(0), rules=rules), "* roll 1")
    assert (played.state.active, played.loans[0]) == (1, 100)
    assert (
        play(position(on(30, 0, savings=100), on(0), rules=rules), "* roll 1").state.phase
        == "bank"
    )


@pytest.mark.clause("PD-payday-4-bank")
def test_pd_payday_4_bank_only_such_business_is_done_there() -> None:
    for text in ("1 buy", "1 stake 100", "1 sell 1"):
        assert why(bank(500), text) == ("PD-payday-4-bank", "wrong_phase")
    assert why(bank(500), "* roll 3") == ("PD-payday-4-bank", "not_chance")
