"""What to talk about after Pay Day: what borrowing has cost."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from paydays_widgets.core.game import Step
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day import events
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.state import State
from paydays_widgets.games.pay_day.text.names import money
from paydays_widgets.show.debrief import Column, Halves, Labels, Point

Steps: TypeAlias = Sequence[Step[State, events.Event]]
TIE: Final = ""
LATE: Final = False

HUNDREDS: Final = 100


def labels(text: Text) -> Labels:
    """Return the words of the picture."""
    return Labels(
        title=text("Debt, and what is left at the end"),
        x=text("Largest loan, in hundreds of dollars"),
        y=text("Money at the end"),
        dot=text("a player"),
        question=text("Do players who borrow more end with less?"),
    )


def points(steps: Steps) -> list[Point]:
    """Mark each seat: its largest loan, and what it is worth at the end."""
    if not steps:
        return []
    end = steps[-1].state
    found = []
    for seat in range(len(end.households)):
        loans = [step.state.households[seat].loan for step in steps]
        largest = max(loans)
        at = loans.index(largest) + 1 if largest else len(steps)
        found.append(Point(seat, -(-largest // HUNDREDS), PAY_DAY.sheet(end, seat).counted, at))
    return found


def finding(found: Halves, text: Text) -> str:
    """Compare those who borrowed little with those who borrowed more."""
    few, many = money(found.left, text), money(found.right, text)
    told = (
        text(
            "Players who borrowed {sum} or less have {few} on average; those who borrowed more, "
            "{many}.",
            sum=money(found.upto * HUNDREDS, text),
            few=few,
            many=many,
        )
        if found.upto
        else text(
            "Players who borrowed nothing have {few} on average; those who borrowed, {many}.",
            few=few,
            many=many,
        )
    )
    lesson = (
        text("Those who borrowed more have less. Is that because they borrowed?")
        if found.right < found.left
        else text("Those who borrowed more do not have less. Was that luck?")
    )
    return f"{told} {lesson}"


def columns(text: Text) -> tuple[Column, ...]:
    """Name the figures of each seat."""
    return (
        Column(text("Largest loan")),
        Column(text("Interest paid")),
        Column(text("Interest earned")),
        Column(text("Deals sold"), money=False),
    )


def figures(steps: Steps, seats: int) -> list[list[int]]:
    """Find each seat's largest loan, and add up its interest and the Deals that it sold."""
    rows = [[0, 0, 0, 0] for _ in range(seats)]
    for step in steps:
        match step.event:
            case events.LoanInterestPaid() as paid:
                rows[paid.seat][1] += paid.amount
            case events.SavingsInterestPaid() as earned:
                rows[earned.seat][2] += earned.amount
            case events.DealSold() as sold:
                rows[sold.seat][3] += 1
        for row, household in zip(rows, step.state.households, strict=True):
            row[0] = max(row[0], household.loan)
    return rows
