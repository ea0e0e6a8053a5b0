"""Figures worked out from a household, shared by boards, reports and bots."""

from paydays_widgets.games.pay_day.deck import DAYS, Deck
from paydays_widgets.games.pay_day.engine.agenda import FEE, STEP
from paydays_widgets.games.pay_day.state import Household


def held_at_cost(household: Household, deck: Deck) -> int:
    """Return what the Deals in hand cost."""
    return sum(deck.deals[deal - 1].cost for deal in household.deals)


def loan_needed(household: Household, price: int) -> int:
    """Return the loan needed for a payment once cash and savings are used up (PD-raise).

    Examples
    --------
    >>> loan_needed(Household(cash=120), 350)
    300
    >>> loan_needed(Household(cash=120, savings=300), 350)
    0
    """
    means = household.cash
    if household.savings:
        means += household.savings - (0 if household.day == DAYS else FEE)
    return max(0, -(-(price - means) // STEP) * STEP)
