import pytest

from paydays_widgets.core.game import Decide, Over, Refusal, Standing
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import (
    BillsPaid,
    GameEnded,
    LoanInterestPaid,
    MonthBegun,
    NoInterest,
    PaymentDue,
    SalaryPaid,
    SavingsInterestPaid,
    SeatFinished,
)
from paydays_widgets.games.pay_day.moves import Roll
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Household
from tests.games.pay_day.positions import done, mail, on, play, position, refused

WIPERS = mail("bill", 25, "car")
WEDDING = mail("bill", 500)
TICKET = mail("ticket", 50)
LAST = Rules(months=1)


@pytest.mark.clause("PD-stop", "PD-payday-1-salary", "PD-payday-7-restart")
def test_pd_payday_the_seven_steps_come_in_their_order() -> None:
    state = position(on(28, 0, savings=300, bills=(WIPERS,), tickets=(TICKET,), deals=(1,)), on(0))
    assert play(state, "* roll 3; 1 deposit 100; 1 pass").names == (
        "PawnMoved",
        "SalaryPaid",
        "SavingsInterestPaid",
        "BillsPaid",
        "SavingsDeposited",
        "BankLeft",
        "TicketsVoided",
        "MonthBegun",
        "TurnBegun",
    )


@pytest.mark.clause("PD-payday-6-deals", "PD-payday-7-restart")
def test_pd_payday_and_so_they_do_at_the_end_of_the_last_month() -> None:
    state = position(
        on(28, 100, loan=300, bills=(WIPERS,), tickets=(TICKET,), deals=(1,)),
        done(months=1),
        rules=LAST,
    )
    assert play(state, "* roll 3").names == (
        "PawnMoved",
        "SalaryPaid",
        "LoanInterestPaid",
        "BillsPaid",
        "TicketsVoided",
        "DealsGivenUp",
        "SeatFinished",
        "GameEnded",
    )


@pytest.mark.clause("PD-payday-1-salary")
def test_pd_payday_1_salary_is_325_but_not_at_the_end_of_the_last_month() -> None:
    played = play(position(on(30, 0), on(0)), "* roll 1")
    assert (played.the(SalaryPaid).amount, played.cash[0]) == (325, 325)
    played = play(position(on(30, 0), on(0), rules=LAST), "* roll 1")
    assert (played.the(SalaryPaid).amount, played.cash[0]) == (0, 0)


@pytest.mark.clause("PD-payday-2-interest", "PD-savings-interest")
def test_pd_payday_2_interest_on_savings_comes_in_cash() -> None:
    played = play(position(on(30, 0, savings=700), on(0)), "* roll 1")
    assert played.the(SavingsInterestPaid).amount == 70
    assert (played.cash[0], played.savings[0]) == (395, 700)


@pytest.mark.clause("PD-payday-2-interest", "PD-loan-interest")
def test_pd_payday_2_interest_on_a_loan_is_paid() -> None:
    played = play(position(on(30, 0, loan=700), on(0)), "* roll 1")
    assert played.the(LoanInterestPaid).amount == 140
    assert (played.cash[0], played.loans[0]) == (185, 700)


@pytest.mark.clause("PD-payday-2-interest")
def test_pd_payday_2_without_either_there_is_none() -> None:
    assert play(position(on(30, 0), on(0)), "* roll 1").the(NoInterest).seat == 0


@pytest.mark.clause("PD-payday-2-interest", "PD-loan-interest")
def test_pd_payday_2_what_is_borrowed_to_pay_it_bears_none_this_time() -> None:
    played = play(position(on(30, 0, loan=1000), on(0), rules=LAST), "* roll 1")
    assert played.the(PaymentDue).amount == 200
    played = play(played.state, "1 borrow 200")
    assert played.the(LoanInterestPaid).loan == 1000
    assert (played.cash[0], played.loans[0]) == (0, 1200)


@pytest.mark.clause("PD-payday-2-interest")
def test_pd_payday_2_interest_is_paid_at_the_end_of_the_last_month_too() -> None:
    played = play(position(on(30, 0, savings=700), on(0), rules=LAST), "* roll 1")
    assert played.cash[0] == 70


@pytest.mark.clause("PD-payday-3-bills")
def test_pd_payday_3_all_bills_are_paid_and_discarded() -> None:
    played = play(position(on(30, 300, bills=(WEDDING, WIPERS)), on(0)), "* roll 1")
    assert played.the(BillsPaid).cards == (WEDDING, WIPERS)
    assert played.cash[0] == 100
    assert played.state.mail_discard == (WEDDING, WIPERS)
    assert played.state.households[0].bills == ()


@pytest.mark.clause("PD-payday-3-bills", "PD-raise")
def test_pd_payday_3_what_cash_lacks_is_raised() -> None:
    played = play(position(on(30, 0, bills=(WEDDING, WIPERS)), on(0)), "* roll 1")
    assert PAY_DAY.turn(played.state) == Decide((0,), "raise", 9, 0)
    played = play(played.state, "1 borrow 200")
    assert (played.cash[0], played.loans[0]) == (0, 200)
    assert played.the(BillsPaid).amount == 525


@pytest.mark.clause("PD-payday-3-bills")
def test_pd_payday_3_with_no_bills_nothing_is_paid() -> None:
    assert play(position(on(30, 0), on(0)), "* roll 1").the(BillsPaid).amount == 0


@pytest.mark.clause("PD-payday-7-restart")
def test_pd_payday_7_the_piece_goes_back_to_start() -> None:
    played = play(position(on(30, 0), on(0)), "* roll 6; 1 pass")
    assert played.the(MonthBegun).month == 2
    assert (played.days[0], played.state.households[0].month) == (0, 2)


@pytest.mark.clause("PD-payday-7-restart", "PD-own-pace")
def test_pd_payday_7_but_not_after_the_last_month() -> None:
    state = position(Household(0, month=3, day=30), on(0))
    played = play(state, "* roll 1")
    assert played.the(SeatFinished).months == 3
    assert played.days[0] == 31


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.clause("PD-end")
def test_pd_end_when_all_have_finished_cash_and_savings_less_loan_count() -> None:
    state = position(
        on(30, 90),
        Household(500, loan=500, month=2, day=31),
        Household(20, savings=100, month=2, day=31),
        rules=LAST,
    )
    played = play(state, "* roll 1")
    assert PAY_DAY.turn(played.state) == Over(9)
    assert played.the(GameEnded) == GameEnded(
        winners=(2,), cash=(90, 500, 20), savings=(0, 0, 100), loans=(0, 500, 0)
    )
    assert PAY_DAY.standing(played.state) == Standing(((2,), (0,), (1,)), "PD-end")


@pytest.mark.clause("PD-end")
def test_pd_end_if_all_are_negative_the_least_negative_wins() -> None:
    state = position(on(30, 100, loan=400), Household(0, loan=900, month=2, day=31), rules=LAST)
    played = play(state, "* roll 1")
    assert played.the(GameEnded).winners == (0,)
    assert PAY_DAY.standing(played.state).ranking == ((0,), (1,))


@pytest.mark.clause("PD-end")
def test_pd_end_equal_sums_share_the_victory() -> None:
    state = position(
        on(30, 90), done(90, 1), Household(0, savings=0, loan=0, month=2, day=31), rules=LAST
    )
    played = play(state, "* roll 1")
    assert played.the(GameEnded).winners == (0, 1)
    assert PAY_DAY.standing(played.state).ranking == ((0, 1), (2,))


@pytest.mark.clause("PD-end")
def test_pd_end_nothing_can_be_done_any_more() -> None:
    state = play(position(on(30, 90), done(90, 1), rules=LAST), "* roll 1").state
    assert PAY_DAY.refuse(state, Roll(-1, 3)) == Refusal("PD-end", "over")
    assert refused(state, "1 pass") == Refusal("PD-end", "over")
    assert PAY_DAY.outcomes(state) == ()


@pytest.mark.clause("PD-end", "PD-own-pace")
def test_pd_end_the_game_goes_on_until_the_last_seat_has_finished() -> None:
    played = play(position(on(30, 90), on(29, 0), rules=LAST), "* roll 1")
    assert played.all(GameEnded) == ()
    assert play(played.state, "* roll 2").the(GameEnded).winners == (0,)
