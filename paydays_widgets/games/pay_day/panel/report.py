"""The reports of a game of Pay Day: cash flow by month, and the cost of debt."""

from collections.abc import Sequence
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day import events
from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.facts import LOAN_PCT, SAVINGS_PCT
from paydays_widgets.games.pay_day.state import View
from paydays_widgets.games.pay_day.text.names import money
from paydays_widgets.show.report import (
    NOTHING,
    Chart,
    Figures,
    Report,
    cash_flow,
    flow_chart,
    flow_rows,
    named,
    signed,
)

AFTER: Final = (1, 2, 3, 6, 12)
"""The numbers of months after which growth is shown."""
PRINCIPAL: Final = 1000
"""The sum whose growth is shown, in dollars."""
_YEAR: Final = 12

Past = Sequence[tuple[events.Event, View]]


def yearly(pct: int) -> float:
    """Convert a monthly rate to the effective yearly rate, both in per cent.

    Examples
    --------
    >>> round(yearly(20), 1), round(yearly(10), 1)
    (791.6, 213.8)
    """
    return float(((1 + pct / 100) ** _YEAR - 1) * 100)


def reports(opening: View, past: Past, text: Text) -> tuple[Report, ...]:
    """Report on the game so far: for each seat, then what the rates amount to."""
    now = past[-1][1] if past else opening
    seats = range(len(now.households))
    return (
        *[Report(seat, _of_seat(opening, past, now, seat, text)) for seat in seats],
        Report(None, (_growth(text),)),
    )


def _of_seat(opening: View, past: Past, now: View, seat: Seat, text: Text) -> tuple[Figures, ...]:
    flow, loan = _flow(opening, past, seat, text), _loan(past, now, seat, text)
    return (flow, loan) if loan else (flow,)


def flows(text: Text) -> dict[str, str]:
    """Name the accounts of a cash flow statement, in order."""
    return {
        "SalaryPaid": text("Salary"),
        "StartBonusPaid": text("Start bonus"),
        "DaySettled": text("What days pay and cost"),
        "WindfallPaid": text("Windfalls"),
        "TicketsCashed": text("Lottery"),
        "BillsPaid": text("Bills"),
        "InsuranceBought": text("Insurance"),
        "DealBought": text("Deals bought"),
        "DealSold": text("Deals sold"),
        "CommissionPaid": text("Commissions"),
        "PokerJoined": text("Poker"),
        "PokerWon": text("Poker"),
        "PokerCalledOff": text("Poker"),
        "ContributionPaid": text("Paid into the pot"),
        "PotWon": text("Pot won"),
        "SwellfareStaked": text("Swellfare"),
        "SwellfareWon": text("Swellfare"),
        "SavingsInterestPaid": text("Interest on savings"),
        "LoanInterestPaid": text("Interest on the loan"),
        "LoanTaken": text("Loan taken"),
        "LoanRepaid": text("Loan paid back"),
        "SavingsWithdrawn": text("Withdrawn from savings, and the fee"),
        "SavingsDeposited": text("Paid into savings"),
    }


def _flow(opening: View, past: Past, seat: Seat, text: Text) -> Figures:
    """Add up a seat's income and spending in cash, month by month."""
    months = [opening.households[seat].month]
    months += [view.households[seat].month for _, view in past]
    names = flows(text)
    by_month = zip(months, [event for event, _ in past], strict=False)
    flow = cash_flow(by_month, seat, named(names))
    shown = range(1, min(months[-1], opening.rules.months) + 1)
    rows = flow_rows(
        flow, names.values(), text("Change of cash"), shown, lambda n: signed(n, money, text)
    )
    return Figures(
        title=text("Cash flow by month") if len(shown) > 1 else text("Cash flow"),
        columns=(*[text("Month {n}", n=n) for n in shown], text("In all")),
        rows=rows,
        totals=(len(rows) - 1,),
        chart=flow_chart(flow, names.values(), text("In all")),
    )


def _loan(past: Past, now: View, seat: Seat, text: Text) -> Figures | None:
    """Trace a seat's loan: each change, each interest payment, and the cost so far."""
    rows, cost, borrowed, paid = [], 0, 0, []
    days: list[int] = []
    owed_then, cost_then = [], []
    for event, view in past:
        if (
            not isinstance(event, events.LoanTaken | events.LoanRepaid | events.LoanInterestPaid)
            or event.seat != seat
        ):
            continue
        household = view.households[seat]
        when = text("Month {month}, day {day}", month=household.month, day=household.day)
        match event:
            case events.LoanTaken(amount=amount):
                borrowed += amount
                change, interest = signed(amount, money, text), NOTHING
            case events.LoanRepaid(amount=amount):
                change, interest = signed(-amount, money, text), NOTHING
            case events.LoanInterestPaid(amount=amount):
                cost += amount
                paid.append(amount)
                change, interest = NOTHING, money(amount, text)
        rows.append((when, change, money(household.loan, text), interest, money(cost, text)))
        day = (household.month - 1) * DAYS + household.day
        days.append(max(day, days[-1]) if days else day)  # a seat may step back, time does not
        owed_then.append(household.loan)
        cost_then.append(cost)
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
        chart=Chart(
            tuple(days),
            {text("Loan"): tuple(owed_then), text("Interest so far"): tuple(cost_then)},
            text("Days since the start"),
        ),
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
            "If interest is added each month and nothing is paid back or withdrawn. In the "
            "game interest is paid in cash; anyone who borrows to pay it lets the debt grow "
            "like this."
        ),
        sums=tuple(sums),
    )
