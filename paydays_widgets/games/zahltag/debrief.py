"""What to talk about after Zahltag: the bid that won when few or many could bid for it."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from paydays_widgets.core.game import Step
from paydays_widgets.core.text import Text
from paydays_widgets.games.zahltag import events
from paydays_widgets.games.zahltag.engine import TIE_DISCOUNT
from paydays_widgets.games.zahltag.events import Event
from paydays_widgets.games.zahltag.state import State, covers
from paydays_widgets.games.zahltag.text import money
from paydays_widgets.show.debrief import Column, Halves, Labels, Point

Steps: TypeAlias = Sequence[Step[State, Event]]
TIE: Final = "ZT-end-tie"
LATE: Final = True


def labels(text: Text) -> Labels:
    """Return the words of the picture."""
    return Labels(
        title=text("The lowest bid"),
        x=text("Firms that could bid"),
        y=text("Lowest bid"),
        dot=text("a contract, at the lowest bid for it"),
        question=text("How much lower is it with each extra rival?"),
        note=text(
            "In a tie each firm receives {sum} less than it bid.", sum=money(TIE_DISCOUNT, text)
        ),
        tie=text(
            "With equal money, the firm with fewer cards in hand and at work is ahead; if "
            "these are equal too, the firm with fewer at work."
        ),
    )


def points(steps: Steps) -> list[Point]:
    """Mark each award: how many seats held what the contract needs, and the bid that won."""
    found = []
    able = revealed = 0
    for at, step in enumerate(steps, 1):
        match step.event:
            case events.BidsRevealed():
                revealed = at
                needs = step.state.deck.contracts[step.state.offer - 1]
                able = sum(not firm.out and covers(firm.hand, needs) for firm in step.state.firms)
            case events.ContractAwarded() as won:
                found.append(Point(won.seat, able, won.amount, at))
            case events.ContractShared() as won:
                found.append(Point(won.seat, able, won.bid, at, revealed))
    return found


def finding(found: Halves, text: Text) -> str:
    """Compare the lowest bids against few rivals with those against many."""
    few, many = money(found.left, text), money(found.right, text)
    told = text.plural(
        "Where only {n} firm could bid, the lowest bid was {few} on average; where more could, it "
        "was {many}.",
        "Where up to {n} firms could bid, the lowest bid was {few} on average; where more could, "
        "it was {many}.",
        found.upto,
        few=few,
        many=many,
    )
    lesson = (
        text("The more rivals, the lower the price.")
        if found.right < found.left
        else text("Here more rivals did not lower the price. Why not?")
    )
    return f"{told} {lesson}"


def columns(text: Text) -> tuple[Column, ...]:
    """Name the figures of each seat."""
    return (
        Column(text("Contracts won"), money=False),
        Column(text("Received for contracts")),
        Column(text("Cost of paydays")),
        Column(text("Paid for cards above the limit")),
        Column(text("Cards in hand and at work"), money=False),
    )


def figures(steps: Steps, seats: int) -> list[list[int]]:
    """Add up what contracts brought, what idle equipment and fines cost, and the cards kept."""
    rows = [[0, 0, 0, 0, 0] for _ in range(seats)]
    for step in steps:
        match step.event:
            case events.ContractAwarded() | events.ContractShared() as won:
                rows[won.seat][0] += 1
                rows[won.seat][1] += won.amount
            case events.IdleEquipmentPaid() as payday:
                for row, due in zip(rows, payday.dues, strict=True):
                    row[2] += due or 0
            case events.FinePaid() as fine:
                rows[fine.seat][3] += fine.paid
    for row, firm in zip(rows, steps[-1].state.firms if steps else (), strict=False):
        row[4] = sum((*firm.hand, *firm.left, *firm.right))
    return rows
