"""Payments, and the bank: the twin of the engine's payments."""

from paydays_widgets.games.pay_day.kernel.facts import decider, fee_now, list_in_play, shortfall
from paydays_widgets.games.pay_day.kernel.pieces import discard, put_first
from paydays_widgets.games.pay_day.kernel.state import (
    BORROWING,
    COMMISSION,
    DEPOSITING,
    FOR_BILLS,
    FOR_DEAL,
    FOR_ELECTION,
    FOR_INSURANCE,
    FOR_POKER,
    FOR_SWELLFARE,
    RAISE,
    ROLL_OFF,
    SWELLFARE_DRAW,
    WITHDRAWING,
    Household,
    Position,
    Printed,
)
from paydays_widgets.kernels.compiled import in_place
from paydays_widgets.kernels.lists import append, move_all, remove


@in_place
def pay(s: Position, d: Printed) -> None:
    """Make a payment, or wait for its seat to raise the shortfall (PD-raise)."""
    if shortfall(s) > 0:
        s.phase = RAISE
        return
    item = s.agenda[s.first]
    household, debt = s.households[item.seat], item.debt
    household.cash -= item.amount
    s.first -= 1
    if debt == FOR_ELECTION:
        s.pot += item.amount
    elif debt == FOR_BILLS:
        move_all(household.bills, s.mail_discard)
    elif debt == FOR_DEAL:
        _paid_deal(s, d, item.seat, item.card)
    elif debt == FOR_INSURANCE:
        _paid_insurance(s, d, household, item.card)
    elif debt == FOR_POKER:
        s.stakes += item.amount
        append(s.agenda[s.first].players, item.seat)
    elif debt == FOR_SWELLFARE:
        _paid_swellfare(s, item.seat, item.amount, item.card)


@in_place
def _paid_deal(s: Position, d: Printed, seat: int, deal: int) -> None:
    """Let the seats roll for the commission (PD-deal-commission)."""
    append(s.households[seat].deals, deal)
    put_first(s, ROLL_OFF, seat)
    item = s.agenda[s.first]
    item.purpose = COMMISSION
    item.prize = d.deals[deal - 1].commission
    list_in_play(s, d, seat, item.seats)
    item.rolls.length = 0
    if not d.buyer_rolls_for_commission:
        remove(item.seats, seat)
    if item.seats.length == 0:
        s.first -= 1


@in_place
def _paid_insurance(s: Position, d: Printed, household: Household, number: int) -> None:
    """Cancel the bills in hand that an insurance covers (PD-insurance)."""
    cover = d.mail[number - 1].cover
    for at in range(household.bills.length - 1, -1, -1):
        bill = household.bills.numbers[at]
        if d.mail[bill - 1].cover == cover:
            remove(household.bills, bill)
            discard(s, bill)
    append(household.insurances, number)


@in_place
def _paid_swellfare(s: Position, seat: int, stake: int, card: int) -> None:
    s.stakes += stake
    put_first(s, SWELLFARE_DRAW, seat)
    item = s.agenda[s.first]
    item.stake = stake
    item.card = card


@in_place
def bank(s: Position, verb: int, amount: int) -> None:
    """Withdraw, borrow, repay or deposit (PD-savings, PD-loan)."""
    household = s.households[decider(s)]
    if verb == WITHDRAWING:
        household.savings -= amount
        household.cash += amount - fee_now(household)
    elif verb == BORROWING:
        household.loan += amount
        household.cash += amount
    elif verb == DEPOSITING:
        household.savings += amount
        household.cash -= amount
    else:
        household.loan -= amount
        household.cash -= amount
