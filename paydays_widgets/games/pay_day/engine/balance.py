"""Balance sheets: what counts at the end, and what was paid for or is due and does not count."""

from typing import Final

from paydays_widgets.core.balance import Item, Sheet
from paydays_widgets.core.game import Seat
from paydays_widgets.games.pay_day.deck import Deck
from paydays_widgets.games.pay_day.engine.facts import (
    bills_due,
    interest_due,
    interest_earned,
    payday_ahead,
)
from paydays_widgets.games.pay_day.state import Household, PaydayStep, Payment, State, View, Visit

_INTEREST_STEP: Final = 2
"""The step of Pay Day at which interest is worked out."""


def sheet(s: State | View, seat: Seat) -> Sheet:
    """Draw up a seat's balance sheet: cash and savings, less the loan, count (PD-end)."""
    household = s.households[seat]
    return Sheet(
        assets=(
            Item("cash", household.cash),
            Item("savings", household.savings),
            Item("deals", held_at_cost(household, s.deck), counts=False),
        ),
        debts=(
            Item("loan", household.loan),
            Item("bills", bills_due(household, s.deck), counts=False),
            Item("interest", max(0, -interest_ahead(s, seat)), counts=False),
        ),
    )


def held_at_cost(household: Household, deck: Deck) -> int:
    """Return what the Deals in hand cost."""
    return sum(deck.deals[deal - 1].cost for deal in household.deals)


def interest_ahead(s: State | View, seat: Seat) -> int:
    """Return what the next Pay Day pays on a seat's savings, or takes for its loan (negative).

    It is 0 once the interest of the last month has been settled: no Pay Day follows.
    """
    household = s.households[seat]
    for item in s.agenda:
        if isinstance(item, Payment) and (item.seat, item.debt) == (seat, "interest"):
            return -item.amount  # what is borrowed for it bears no interest today
    if not payday_ahead(household, s.rules) and not _awaits_interest(s, seat):
        return 0
    return interest_earned(household.savings) - interest_due(household.loan)


def _awaits_interest(s: State | View, seat: Seat) -> bool:
    """Return whether a seat's Pay Day has begun, and its interest has yet to be worked out."""
    return any(
        (isinstance(item, Visit) and item.seat == seat)
        or (isinstance(item, PaydayStep) and item.seat == seat and item.step <= _INTEREST_STEP)
        for item in s.agenda
    )
