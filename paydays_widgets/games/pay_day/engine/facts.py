"""The figures of the rules, and what can be read off a position."""

from typing import Any, Final, NamedTuple, cast

from paydays_widgets.core.game import Seat
from paydays_widgets.games.pay_day.deck import DAYS, Deck
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Household, Payment, PokerTable, RollOff, State

MAX_SEATS: Final = 4
STEP: Final = 100
"""Savings and loans change in multiples of this many dollars (PD-savings, PD-loan)."""
FEE: Final = 50
"""What a withdrawal costs on any day but Pay Day, in dollars (PD-savings)."""
SAVINGS_PCT: Final = 10
"""Interest on savings at each Pay Day, in per cent (PD-savings-interest)."""
LOAN_PCT: Final = 20
"""Interest on a loan at each Pay Day, in per cent (PD-loan-interest)."""
BET_WINS: Final = 5
"""The lowest roll with which a Swellfare stake wins."""
BET_PAYS: Final = 10
"""How many times its stake a Swellfare win pays."""
POT_WINS: Final = 6
"""The roll that takes the open pot (PD-election)."""

POT: Final = "pot"
STAKES: Final = "stakes"
SAVINGS: Final = tuple(f"savings:{n}" for n in range(1, MAX_SEATS + 1))
LOAN: Final = tuple(f"loan:{n}" for n in range(1, MAX_SEATS + 1))


class Plight(NamedTuple):
    """What a Swellfare card compares: debts, and the means to pay them (PD-swellfare)."""

    loan: int
    interest: int
    bills: int
    means: int

    @property
    def owed(self) -> int:
        """The loan with its interest, and all unpaid bills."""
        return self.loan + self.interest + self.bills

    @property
    def lacking(self) -> int:
        """How far the debts exceed the means; negative if they do not."""
        return self.owed - self.means

    @property
    def in_need(self) -> bool:
        """Whether the debts exceed the means, so that money may be staked."""
        return self.lacking > 0


def net_worth(household: Household) -> int:
    """Return cash and savings less the loan (PD-end).

    Examples
    --------
    >>> net_worth(Household(cash=50, loan=200))
    -150
    """
    return household.cash + household.savings - household.loan


def interest_due(loan: int) -> int:
    """Return the interest due on a loan at a Pay Day (PD-loan-interest)."""
    return loan * LOAN_PCT // 100


def interest_earned(savings: int) -> int:
    """Return the interest that savings earn at a Pay Day (PD-savings-interest)."""
    return savings * SAVINGS_PCT // 100


def up_to_step(amount: int) -> int:
    """Round up to what savings and loans change by.

    Examples
    --------
    >>> up_to_step(230), up_to_step(-230)
    (300, -200)
    """
    return -(-amount // STEP) * STEP


def bills_due(household: Household, deck: Deck) -> int:
    """Return the total of the bills in hand (PD-payday-3-bills)."""
    return sum(deck.mail[card - 1].amount for card in household.bills)


def payday_ahead(household: Household, rules: Rules) -> bool:
    """Say whether interest will be due again: after the last Pay Day's there is none.

    Examples
    --------
    >>> payday_ahead(Household(0, month=3, day=30), Rules(months=3))
    True
    >>> payday_ahead(Household(0, month=3, day=31), Rules(months=3))
    False
    """
    return household.month + (household.day == DAYS) <= rules.months


def fee_now(household: Household) -> int:
    """Return what a withdrawal costs now: nothing on Pay Day (PD-savings)."""
    return 0 if household.day == DAYS else FEE


def plight(household: Household, rules: Rules, deck: Deck) -> Plight:
    """Return what a seat owes, and the means that it is compared with (PD-swellfare)."""
    means = household.cash
    if rules.swellfare_debt_test == "cash_and_savings":
        means += household.savings
    return Plight(household.loan, interest_due(household.loan), bills_due(household, deck), means)


def decider(s: State) -> Seat:
    """Return the seat that the first item of the agenda waits for."""
    item = s.agenda[0]
    return item.waiting[0] if type(item) is PokerTable else cast("Any", item).seat


def highest(item: RollOff) -> tuple[Seat, ...]:
    """Return the seats with the highest roll, once everyone has rolled."""
    most = max(item.rolls)
    return tuple(seat for seat, pips in zip(item.seats, item.rolls, strict=True) if pips == most)


def shortfall(s: State) -> int:
    """Return how far the cash of the seat that must pay falls short of its payment."""
    item = cast("Payment", s.agenda[0])
    return item.amount - s.households[item.seat].cash


def in_play(s: State, first: Seat) -> tuple[Seat, ...]:
    """List the seats that have not finished, clockwise from the given seat (PD-own-pace)."""
    seats = len(s.households)
    order = [*range(first, seats), *range(first)]
    months = s.rules.months
    return tuple(seat for seat in order if s.households[seat].month <= months)
