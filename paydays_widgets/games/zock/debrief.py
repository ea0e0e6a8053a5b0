"""What to talk about after Zock: when pawns are cashed, and what they bring."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from paydays_widgets.core.game import Step
from paydays_widgets.core.text import Text
from paydays_widgets.games.zock.events import DuelDecided, Event, PawnsCashed, PawnsHit
from paydays_widgets.games.zock.state import State
from paydays_widgets.games.zock.text import money
from paydays_widgets.show.debrief import Column, Halves, Labels, Point

Steps: TypeAlias = Sequence[Step[State, Event]]
TIE: Final = ""
LATE: Final = False


def labels(text: Text) -> Labels:
    """Return the words of the picture."""
    return Labels(
        title=text("When pawns are cashed, and what they bring"),
        x=text("Round"),
        y=text("Paid by the bank"),
        dot=text("pawns that somebody cashed at once"),
        question=text("Who cashed early, who waited, and was it worth it?"),
    )


def points(steps: Steps) -> list[Point]:
    """Mark each time that pawns were cashed: the round, and what the bank paid."""
    return [
        Point(step.event.seat, step.state.round, step.event.paid, at)
        for at, step in enumerate(steps, 1)
        if isinstance(step.event, PawnsCashed)
    ]


def finding(found: Halves, text: Text) -> str:
    """Compare what pawns brought early in the game with what they brought later."""
    few, many = money(found.left, text), money(found.right, text)
    told = text.plural(
        "Anyone who cashed pawns in round {n} was paid {few} on average; later, {many}.",
        "Anyone who cashed pawns by the end of round {n} was paid {few} on average; later, "
        "{many}.",
        found.upto,
        few=few,
        many=many,
    )
    lesson = (
        text("Waiting paid more. Was it worth the risk?")
        if found.right > found.left
        else text("Here waiting did not pay more.")
    )
    return f"{told} {lesson}"


def columns(text: Text) -> tuple[Column, ...]:
    """Name the figures of each seat."""
    return (
        Column(text("Times cashed"), money=False),
        Column(text("Paid by the bank")),
        Column(text("Pawns lost to others"), money=False),
        Column(text("Won in duels")),
        Column(text("Most owed")),
    )


def figures(steps: Steps, seats: int) -> list[list[int]]:
    """Add up what each seat cashed, lost and won, and find its largest debt."""
    rows = [[0, 0, 0, 0, 0] for _ in range(seats)]
    for step in steps:
        match step.event:
            case PawnsCashed() as cashed:
                rows[cashed.seat][0] += 1
                rows[cashed.seat][1] += cashed.paid
            case PawnsHit() as hit:
                rows[hit.victim][2] += len(hit.pawns)
            case DuelDecided() as duel:
                rows[duel.seat][3] += duel.amount
        for row, side in zip(rows, step.state.sides, strict=True):
            row[4] = max(row[4], side.debt)
    return rows
