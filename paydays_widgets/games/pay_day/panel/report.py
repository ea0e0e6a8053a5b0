"""The reports of a game of Pay Day: balance sheets, cash flow by month, the cost of debt."""

from collections.abc import Sequence
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.report import NOTHING, Figures, Report, cash_flow, flow_rows, signed
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day.engine.agenda import (
    LOAN_PCT,
    SAVINGS_PCT,
    bills_due,
    interest_due,
    net_worth,
)
from paydays_widgets.games.pay_day.events import (
    Event,
    LoanInterestPaid,
    LoanRepaid,
    LoanTaken,
)
from paydays_widgets.games.pay_day.reading import held_at_cost
from paydays_widgets.games.pay_day.state import View
from paydays_widgets.games.pay_day.text import money

AFTER: Final = (1, 2, 3, 6, 12)
"""The numbers of months after which growth is shown."""
PRINCIPAL: Final = 1000
"""The sum whose growth is shown, in dollars."""
_YEAR: Final = 12

Past = Sequence[tuple[Event, View]]


def yearly(pct: int) -> float:
    """Convert a monthly rate to the effective yearly rate, both in per cent.

    Examples
    --------
    >>> round(yearly(20), 1), round(yearly(10), 1)
    (791.6, 213.8)
    """
    return float(((1 + pct / 100) ** _YEAR - 1) * 100)


def reports(opening: View, past: Past, text: Text) -> tuple[Report, ...]:
    """Report on the game so far: for each seat, then what the rates amount to.

    Parameters
    ----------
    opening
        What lay open at the start.
    past
        Each event, and what lay open after it.
    text
        The language.
    """
    now = past[-1][1] if past else opening
    seats = range(len(now.households))
    return (
        *[Report(seat, _of_seat(opening, past, now, seat, text)) for seat in seats],
        Report(None, (_growth(text),)),
    )


def _of_seat(opening: View, past: Past, now: View, seat: Seat, text: Text) -> tuple[Figures, ...]:
    found = [_balance(now, seat, text), _flow(opening, past, seat, text)]
    loan = _loan(past, now, seat, text)
    return (*found, loan) if loan else tuple(found)


def _balance(now: View, seat: Seat, text: Text) -> Figures:
    """Draw up a seat's balance sheet."""
    household = now.households[seat]
    deals = held_at_cost(household, now.deck)
    bills, interest = bills_due(household, now.deck), interest_due(household)
    if household.month > now.rules.months:
        interest = 0  # no Pay Day follows
    has = household.cash + household.savings + deals
    owes = household.loan + bills + interest
    lines = [
        (text("Cash"), household.cash),
        (text("Savings"), household.savings),
        (text("Deals in hand, at cost"), deals),
        (text("Has"), has),
        (text("Loan"), household.loan),
        (text("Bills due"), bills),
        (text("Interest due at Pay Day"), interest),
        (text("Owes"), owes),
        (text("Has less owes"), has - owes),
    ]
    counted = money(net_worth(household), text)
    return Figures(
        title=text("Balance sheet"),
        columns=(),
        rows=tuple((label, money(amount, text)) for label, amount in lines),
        totals=(3, 7, 8),
        words=text(
            "Only cash and savings, less the loan, count at the end: {amount} now. What a Deal "
            "has cost counts only once a buyer has paid for it.",
            amount=counted,
        ),
    )


def _titles(text: Text) -> dict[str, str]:
    """Name the lines of a cash flow, by the clauses that move cash."""
    return {
        "PD-payday-1-salary": text("Salary"),
        "PD-daylight": text("Start bonus"),
        "PD-day-money": text("What days pay and cost"),
        "PD-mail": text("Windfalls"),
        "PD-lottery": text("Lottery"),
        "PD-payday-3-bills": text("Bills"),
        "PD-insurance": text("Insurance"),
        "PD-deal": text("Deals bought"),
        "PD-buyer": text("Deals sold"),
        "PD-deal-commission": text("Commissions"),
        "PD-poker": text("Poker"),
        "PD-election": text("Town Election"),
        "PD-swellfare": text("Swellfare"),
        "PD-savings-interest": text("Interest on savings"),
        "PD-loan-interest": text("Interest on the loan"),
        "PD-loan": text("Borrowed"),
        "PD-savings": text("Out of savings, less fees"),
        "PD-payday-4-bank": text("Paid back, saved, withdrawn on Pay Day"),
    }


def _flow(opening: View, past: Past, seat: Seat, text: Text) -> Figures:
    """Add up a seat's income and spending in cash, month by month."""
    months = [opening.households[seat].month]
    months += [view.households[seat].month for _, view in past]
    flow = cash_flow(zip(months, [event for event, _ in past], strict=False), seat)
    shown = range(1, min(months[-1], opening.rules.months) + 1)
    rows = flow_rows(
        flow, _titles(text), text("Change of cash"), shown, lambda n: signed(n, money, text)
    )
    return Figures(
        title=text("Cash flow by month"),
        columns=(*[text("Month {n}", n=n) for n in shown], text("In all")),
        rows=rows,
        totals=(len(rows) - 1,),
    )


def _loan(past: Past, now: View, seat: Seat, text: Text) -> Figures | None:
    """Trace a seat's loan: each change, each interest payment, and the cost so far."""
    rows, cost, borrowed, paid = [], 0, 0, []
    for event, view in past:
        if not isinstance(event, LoanTaken | LoanRepaid | LoanInterestPaid) or event.seat != seat:
            continue
        household = view.households[seat]
        when = text("Month {month}, day {day}", month=household.month, day=household.day)
        match event:
            case LoanTaken(amount=amount):
                borrowed += amount
                change, interest = signed(amount, money, text), NOTHING
            case LoanRepaid(amount=amount):
                change, interest = signed(-amount, money, text), NOTHING
            case LoanInterestPaid(amount=amount):
                cost += amount
                paid.append(amount)
                change, interest = NOTHING, money(amount, text)
        rows.append((when, change, money(household.loan, text), interest, money(cost, text)))
    if not rows:
        return None
    sums = []
    if len(paid) > 1:
        sums.append(f"{' + '.join(money(each, text) for each in paid)} = {money(cost, text)}")
    owed = now.households[seat].loan
    if cost:
        share = round(100 * cost / borrowed)
        rate = text.percent(share)
        sums.append(f"{money(cost, text)} / {money(borrowed, text)} ≈ {rate}")
    return Figures(
        title=text("The course of the loan"),
        columns=(text("Change"), text("Loan"), text("Interest"), text("Interest so far")),
        rows=tuple(rows),
        words=text(
            "Borrowed in all: {borrowed}. Still owed: {owed}. Interest paid so far: {cost}. The "
            "interest of a month is the same whether a loan is a day old or thirty.",
            borrowed=money(borrowed, text),
            owed=money(owed, text),
            cost=money(cost, text),
        ),
        sums=tuple(sums),
    )


def _growth(text: Text) -> Figures:
    """Show what the rates amount to with compound interest."""
    rows = []
    sums = []
    for label, pct in ((text("A debt"), LOAN_PCT), (text("Savings"), SAVINGS_PCT)):
        factor = 1 + pct / 100
        grown = [money(round(PRINCIPAL * factor**n), text) for n in AFTER]
        rows.append((text("{what}, {rate} a month", what=label, rate=text.percent(pct)), *grown))
        power = text.number(factor**_YEAR, 2)
        effective = text.percent(round(yearly(pct)))
        sums.append(
            text(
                "{factor} to the power of 12 = {power}: {rate} a year, not 12 × {pct} = {plain}",
                factor=text.number(factor, 1),
                power=power,
                rate=effective,
                pct=text.percent(pct),
                plain=text.percent(_YEAR * pct),
            )
        )
    return Figures(
        title=text("What {sum} grows to", sum=money(PRINCIPAL, text)),
        columns=tuple(text.plural("{n} month", "{n} months", n) for n in AFTER),
        rows=tuple(rows),
        words=text(
            "If interest is added each month and nothing is paid back or withdrawn. In the game "
            "interest is paid in cash; who borrows to pay it lets the debt grow like this."
        ),
        sums=tuple(sums),
    )
