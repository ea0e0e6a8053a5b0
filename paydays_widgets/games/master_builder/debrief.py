"""What to talk about after Master Builder: whether a contract was worth its price."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from paydays_widgets.core.game import Seat, Step
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder import events
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.reading.appraisal import reckon
from paydays_widgets.games.master_builder.state import State
from paydays_widgets.games.master_builder.text.names import money
from paydays_widgets.show.debrief import Column, Halves, Labels, Point

Steps: TypeAlias = Sequence[Step[State, events.Event]]
TIE: Final = ""
LATE: Final = False


def labels(text: Text) -> Labels:
    """Return the words of the picture."""
    return Labels(
        title=text("What the winner of an auction gains"),
        x=text("Players who bid"),
        y=text("Worth minus price"),
        dot=text("an auction that somebody won"),
        question=text("Do those who win against many rivals pay too much?"),
    )


def points(steps: Steps) -> list[Point]:
    """Mark each contract that was won: how many bid, and its worth less its price."""
    found = []
    bidders: set[Seat] = set()
    for at, step in enumerate(steps, 1):
        match step.event:
            case events.ContractNamed() as named:
                bidders = {named.seat}
            case events.BidRaised() as bid:
                bidders.add(bid.seat)
            case events.ContractWon() as won:
                surplus = _surplus(step.state, won)
                found.append(Point(won.seat, max(1, len(bidders)), surplus, at))
                bidders = set()
    return found


def _surplus(state: State, won: events.ContractWon) -> int:
    return reckon(MASTER_BUILDER.view(state, None), won.seat, won.contract, won.price).surplus


def finding(found: Halves, text: Text) -> str:
    """Compare what was left for winners against few rivals with what was left against many."""
    few, many = money(found.left, text), money(found.right, text)
    told = text.plural(
        "Where only {n} player bid, the winner gained {few} on average; where more bid, {many}.",
        "Where up to {n} players bid, the winner gained {few} on average; where more bid, {many}.",
        found.upto,
        few=few,
        many=many,
    )
    lesson = (
        text("The more rivals, the less the winner gains.")
        if found.right < found.left
        else text("Here the winner did not gain less with more rivals. Why not?")
    )
    return f"{told} {lesson}"


def columns(text: Text) -> tuple[Column, ...]:
    """Name the figures of each seat."""
    return (
        Column(text("Contracts"), money=False),
        Column(text("Paid for contracts")),
        Column(text("Worth minus price")),
        Column(text("Most owed")),
    )


def figures(steps: Steps, seats: int) -> list[list[int]]:
    """Add up what each seat paid for contracts and what was left, and find its largest debt."""
    rows = [[0, 0, 0, 0] for _ in range(seats)]
    for step in steps:
        if isinstance(step.event, events.ContractWon):
            row = rows[step.event.seat]
            row[0] += 1
            row[1] += step.event.price
            row[2] += _surplus(step.state, step.event)
        for seat, row in enumerate(rows):
            row[3] = max(row[3], MASTER_BUILDER.sheet(step.state, seat).owes)
    return rows
