"""Payments, and the bank that lends for them or keeps what is saved.

A payment is an item of the agenda like any other, so whatever it is for, it can wait until its
seat has raised the money (PD-raise).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from msgspec.structs import replace

from paydays_widgets.core.engine import then
from paydays_widgets.core.game import Seat
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.games.pay_day import events, moves
from paydays_widgets.games.pay_day.engine.facts import (
    LOAN,
    LOAN_PCT,
    POT,
    SAVINGS,
    STAKES,
    fee_now,
    in_play,
    interest_due,
    interest_earned,
    payday_ahead,
)
from paydays_widgets.games.pay_day.engine.pieces import Act, Steps, gained
from paydays_widgets.games.pay_day.state import (
    PaydayStep,
    Payment,
    PokerTable,
    RollOff,
    State,
    SwellfareDraw,
)


def pay(s: State, item: Payment, steps: Steps) -> State:
    """Make a payment, or wait for its seat to raise the shortfall (PD-raise)."""
    seat = item.seat
    there = s.households[seat].cash
    if there < item.amount:
        event = events.PaymentDue(seat=seat, debt=item.debt, amount=item.amount, cash=there)
        return then(steps, event, replace(s, phase="raise"))
    return _PAID[item.debt](s, item, steps)


def _raised(s: State, seat: Seat) -> State:
    """Go on with the payment if it is covered; otherwise wait for more to be raised."""
    payment = cast("Payment", s.agenda[0])
    if s.households[seat].cash < payment.amount:
        return replace(s, phase="raise")
    return s


def withdraw(s: State, m: moves.Withdraw, steps: Steps) -> State:
    seat = m.by
    at_the_bank = isinstance(s.agenda[0], PaydayStep)
    clause: Literal["PD-savings", "PD-payday-4-bank"] = (
        "PD-payday-4-bank" if at_the_bank else "PD-savings"
    )
    household = s.households[seat]
    fee = fee_now(household)
    left = household.savings - m.amount
    transfers: tuple[Transfer, ...] = (Transfer(SAVINGS[seat], cash(seat), m.amount),)
    if fee:
        transfers = (*transfers, Transfer(cash(seat), BANK, fee))
    event = events.SavingsWithdrawn(
        clause=clause, seat=seat, amount=m.amount, fee=fee, savings=left, transfers=transfers
    )
    households = gained(s, seat, m.amount - fee, savings=left)
    return then(steps, event, replace(s, households=households))


def withdraw_to_pay(s: State, m: moves.Withdraw, steps: Steps) -> State:
    return _raised(withdraw(s, m, steps), m.by)


def borrow(s: State, m: moves.Borrow, steps: Steps) -> State:
    seat = m.by
    household = s.households[seat]
    loan = household.loan + m.amount
    event = events.LoanTaken(
        seat=seat,
        amount=m.amount,
        loan=loan,
        interest=interest_due(loan) if payday_ahead(household, s.rules) else 0,
        transfers=(Transfer(LOAN[seat], cash(seat), m.amount),),
    )
    return then(steps, event, replace(s, households=gained(s, seat, m.amount, loan=loan)))


def borrow_to_pay(s: State, m: moves.Borrow, steps: Steps) -> State:
    return _raised(borrow(s, m, steps), m.by)


def _charge(s: State, item: Payment, **changes: Any) -> State:
    """Take a payment off the agenda and out of its seat's cash, and make other changes."""
    households = gained(s, item.seat, -item.amount, **changes)
    return replace(s, households=households, agenda=s.agenda[1:])


def _paid_day(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.DaySettled(
        seat=seat,
        day=s.households[seat].day,
        amount=-item.amount,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    return then(steps, event, _charge(s, item))


def _paid_election(s: State, item: Payment, steps: Steps) -> State:
    pot = s.pot + item.amount
    event = events.ContributionPaid(
        seat=item.seat,
        amount=item.amount,
        pot=pot,
        transfers=(Transfer(cash(item.seat), POT, item.amount),),
    )
    return then(steps, event, replace(_charge(s, item), pot=pot))


def _paid_interest(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.LoanInterestPaid(
        seat=seat,
        loan=item.amount * 100 // LOAN_PCT,  # money borrowed to pay the interest bears none
        amount=item.amount,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    return then(steps, event, _charge(s, item))


def _paid_bills(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    bills = s.households[seat].bills
    event = events.BillsPaid(
        seat=seat,
        cards=bills,
        amount=item.amount,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    s = replace(_charge(s, item, bills=()), mail_discard=s.mail_discard + bills)
    return then(steps, event, s)


def _paid_deal(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.DealBought(
        seat=seat,
        deal=item.card,
        cost=item.amount,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    s = _charge(s, item, deals=(*s.households[seat].deals, item.card))
    rollers = in_play(s, seat)
    if not s.rules.buyer_rolls_for_commission:
        rollers = rollers[1:]
    if not rollers:
        return then(steps, events.NoCommission(seat=seat), then(steps, event, s))
    commission = s.deck.deals[item.card - 1].commission
    roll_off = RollOff("commission", commission, rollers)
    return then(steps, event, replace(s, agenda=(roll_off, *s.agenda)))


def _paid_insurance(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    household = s.households[seat]
    mail = s.deck.mail
    cover = mail[item.card - 1].cover
    cancelled = tuple(card for card in household.bills if mail[card - 1].cover == cover)
    event = events.InsuranceBought(
        seat=seat,
        card=item.card,
        price=item.amount,
        cancelled=cancelled,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    kept = tuple(card for card in household.bills if card not in cancelled)
    s = _charge(s, item, bills=kept, insurances=(*household.insurances, item.card))
    return then(steps, event, replace(s, mail_discard=s.mail_discard + cancelled))


def _paid_poker(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.PokerJoined(
        seat=seat, stake=item.amount, transfers=(Transfer(cash(seat), STAKES, item.amount),)
    )
    table = cast("PokerTable", s.agenda[1])
    s = replace(_charge(s, item), stakes=s.stakes + item.amount)
    table = replace(table, players=(*table.players, seat))
    return then(steps, event, replace(s, agenda=(table, *s.agenda[1:])))


def _paid_swellfare(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.SwellfareStaked(
        seat=seat,
        card=item.card,
        stake=item.amount,
        transfers=(Transfer(cash(seat), STAKES, item.amount),),
    )
    s = replace(_charge(s, item), stakes=s.stakes + item.amount)
    draw = SwellfareDraw(seat, item.amount, item.card)
    return then(steps, event, replace(s, agenda=(draw, *s.agenda)))


def repay(s: State, m: moves.Repay, steps: Steps) -> State:
    seat = m.by
    left = s.households[seat].loan - m.amount
    event = events.LoanRepaid(
        seat=seat,
        amount=m.amount,
        loan=left,
        transfers=(Transfer(cash(seat), LOAN[seat], m.amount),),
    )
    return then(steps, event, replace(s, households=gained(s, seat, -m.amount, loan=left)))


def deposit(s: State, m: moves.Deposit, steps: Steps) -> State:
    seat = m.by
    household = s.households[seat]
    savings = household.savings + m.amount
    event = events.SavingsDeposited(
        seat=seat,
        amount=m.amount,
        savings=savings,
        interest=interest_earned(savings) if payday_ahead(household, s.rules) else 0,
        transfers=(Transfer(cash(seat), SAVINGS[seat], m.amount),),
    )
    households = gained(s, seat, -m.amount, savings=savings)
    return then(steps, event, replace(s, households=households))


_PAID: Final[Mapping[str, Act]] = MappingProxyType(
    {
        "day": _paid_day,
        "election": _paid_election,
        "interest": _paid_interest,
        "bills": _paid_bills,
        "deal": _paid_deal,
        "insurance": _paid_insurance,
        "poker": _paid_poker,
        "swellfare": _paid_swellfare,
    }
)
"""What follows once a payment is made, by what it was for."""
