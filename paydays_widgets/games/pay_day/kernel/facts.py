"""What can be read off a position: the twin of the engine's facts."""

from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.facts import FEE, LOAN_PCT, SAVINGS_PCT, STEP
from paydays_widgets.games.pay_day.kernel.state import POKER_TABLE, Household, Position, Printed
from paydays_widgets.kernels.compiled import in_place
from paydays_widgets.kernels.lists import append
from paydays_widgets.kernels.records import Listed


@in_place
def net_worth(household: Household) -> int:
    """Return cash and savings less the loan (PD-end)."""
    return household.cash + household.savings - household.loan


@in_place
def interest_due(loan: int) -> int:
    """Return the interest due on a loan at a Pay Day (PD-loan-interest)."""
    return loan * LOAN_PCT // 100


@in_place
def interest_earned(savings: int) -> int:
    """Return the interest that savings earn at a Pay Day (PD-savings-interest)."""
    return savings * SAVINGS_PCT // 100


@in_place
def up_to_step(amount: int) -> int:
    """Round up to what savings and loans change by."""
    return -(-amount // STEP) * STEP


@in_place
def bills_due(household: Household, d: Printed) -> int:
    """Return the total of the bills in hand (PD-payday-3-bills)."""
    due = 0
    for at in range(household.bills.length):
        due += d.mail[household.bills.numbers[at] - 1].amount
    return due


@in_place
def payday_ahead(household: Household, d: Printed) -> bool:
    """Say whether interest will be due again: after the last Pay Day's there is none."""
    return household.month + int(household.day == DAYS) <= d.months


@in_place
def fee_now(household: Household) -> int:
    """Return what a withdrawal costs now: nothing on Pay Day (PD-savings)."""
    return 0 if household.day == DAYS else FEE


@in_place
def lacking(household: Household, d: Printed) -> int:
    """Return how far the debts exceed the means; negative if they do not (PD-swellfare)."""
    means = household.cash + d.with_savings * household.savings
    return household.loan + interest_due(household.loan) + bills_due(household, d) - means


@in_place
def decider(s: Position) -> int:
    """Return the seat that the first item of the agenda waits for."""
    item = s.agenda[s.first]
    return item.waiting.numbers[0] if item.kind == POKER_TABLE else item.seat


@in_place
def shortfall(s: Position) -> int:
    """Return how far the cash of the seat that must pay falls short of its payment."""
    item = s.agenda[s.first]
    return item.amount - s.households[item.seat].cash


@in_place
def playing(s: Position, d: Printed, seat: int) -> bool:
    """Return whether a seat has months left to play (PD-own-pace)."""
    return s.households[seat].month <= d.months


@in_place
def list_in_play(s: Position, d: Printed, first: int, seats: Listed) -> None:
    """List the seats that have not finished, clockwise from the given seat (PD-own-pace)."""
    seats.length = 0
    for n in range(d.seats):
        seat = (first + n) % d.seats
        if playing(s, d, seat):
            append(seats, seat)
