"""The mail, and what comes with it: the twin of the engine's mail."""

from paydays_widgets.games.pay_day.engine.facts import BET_PAYS, BET_WINS, FEE, STEP
from paydays_widgets.games.pay_day.kernel.facts import bills_due, interest_due, lacking
from paydays_widgets.games.pay_day.kernel.pieces import discard, put_first, roll_for
from paydays_widgets.games.pay_day.kernel.state import (
    BILL,
    INSURANCE,
    INSURANCE_OFFER,
    MAIL,
    SWELLFARE_CARD,
    SWELLFARE_OFFER,
    TICKET,
    WINDFALL,
    Household,
    Position,
    Printed,
)
from paydays_widgets.kernels.compiled import in_place
from paydays_widgets.kernels.lists import append, remove, sort_in


@in_place
def await_mail(s: Position) -> None:
    """Wait for mail; first turn the discard over if there is none left (PD-mail-deck)."""
    if s.mail.length or s.mail_under.length:
        s.phase = MAIL
    elif s.mail_discard.length:
        for at in range(s.mail_discard.length):
            sort_in(s.mail, s.mail_discard.numbers[at])
        s.mail_discard.length = 0
        s.phase = MAIL
    else:
        s.first -= 1


@in_place
def deliver(s: Position, d: Printed, number: int) -> None:
    """Carry out a card of mail (PD-mail)."""
    item = s.agenda[s.first]
    seat = item.seat
    item.left -= 1
    if item.left == 0:
        s.first -= 1
    remove(s.mail if s.mail.length else s.mail_under, number)
    card, household = d.mail[number - 1], s.households[seat]
    if card.kind == BILL and not (card.cover and _insured(household, d, card.cover)):
        append(household.bills, number)
    elif card.kind == TICKET:
        append(household.tickets, number)
    elif card.kind == INSURANCE and not _insured(household, d, card.cover):
        put_first(s, INSURANCE_OFFER, seat)
        s.agenda[s.first].card = number
    elif card.kind == SWELLFARE_CARD and _may_stake(household, d):
        put_first(s, SWELLFARE_OFFER, seat)
        s.agenda[s.first].card = number
    else:
        if card.kind == WINDFALL:
            household.cash += card.amount
        discard(s, number)


@in_place
def _insured(household: Household, d: Printed, cover: int) -> bool:
    """Return whether a seat holds an insurance of a kind."""
    for at in range(household.insurances.length):
        if d.mail[household.insurances.numbers[at] - 1].cover == cover:
            return True
    return False


@in_place
def _may_stake(household: Household, d: Printed) -> bool:
    """Say whether debts exceed means, or can be made to while the card lies open."""
    if lacking(household, d) > 0:
        return True
    if not d.any_time:
        return False
    loan = max(household.loan, d.max_loan)
    withdrawn = household.savings // STEP * (STEP - FEE)
    there = household.cash + withdrawn + loan - household.loan
    return loan + interest_due(loan) + bills_due(household, d) > there


@in_place
def roll_swellfare(s: Position, d: Printed, pips: int) -> None:
    """Win ten times the stake, or lose it to the pot (PD-swellfare)."""
    item = s.agenda[s.first]
    roll_for(s, d, item.seat, pips)
    discard(s, item.card)
    s.stakes -= item.stake
    s.first -= 1
    if pips < BET_WINS:
        s.pot += item.stake
    else:
        s.households[item.seat].cash += item.stake * (BET_PAYS + d.stake_returned)
