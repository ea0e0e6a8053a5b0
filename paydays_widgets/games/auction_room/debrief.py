"""What to talk about after the auction room: the price beside what the object was worth."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from paydays_widgets.core.game import Step
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.state import PASSED, State
from paydays_widgets.games.auction_room.text import money
from paydays_widgets.show.debrief import Column, Halves, Labels, Point

Steps: TypeAlias = Sequence[Step[State, Event]]
TIE: Final = ""


def labels(text: Text) -> Labels:
    """Return the words of the picture."""
    return Labels(
        title=text("Value and price"),
        x=text("What it was worth to the winner, or what it cost"),
        y=text("Price"),
        dot=text("an object, at its price"),
        question=text("How much did winners keep, and why not more?"),
        note=text("The distance between price and value is what the winner keeps, or loses."),
    )


def _secret(steps: Steps) -> bool:
    """Return whether values or profits are still hidden from some seats."""
    if not steps:
        return False
    state = steps[-1].state
    return state.phase != "over" and state.rules.told != "values"


def points(steps: Steps) -> list[Point]:
    """Mark each object: its worth to the winner in units, and its price."""
    found, sold = [], 0
    for at, step in enumerate(() if _secret(steps) else steps, 1):
        match step.event:
            case events.ObjectSold():
                sold = at
            case events.ProfitBooked(winner=int(seat), value=int(value), price=int(price)):
                found.append(Point(seat, value // UNIT, price, sold))
            case _:
                pass
    return found


def finding(found: Halves, text: Text) -> str:
    """Compare the prices of objects worth little with those of objects worth much."""
    few, many = money(found.left, text), money(found.right, text)
    told = text(
        "Objects worth up to {n} to their winners went for {few} on average, dearer ones for "
        "{many}.",
        n=money(found.upto * UNIT, text),
        few=few,
        many=many,
    )
    lesson = (
        text("The price rises with the value, but how much faster or slower?")
        if found.right > found.left
        else text("Here the price does not rise with the value. Why not?")
    )
    return f"{told} {lesson}"


def columns(text: Text) -> tuple[Column, ...]:
    """Name the figures of each seat."""
    return (
        Column(text("Rounds won"), money=False),
        Column(text("Profit of all rounds")),
        Column(text("Largest loss in a round")),
        Column(text("Rounds without a bid"), money=False),
    )


def figures(steps: Steps, seats: int) -> list[list[int]]:
    """Count wins and passes, add up profits, and find the largest loss."""
    rows = [[0, 0, 0, 0] for _ in range(seats)]
    for step in () if _secret(steps) else steps:
        if not isinstance(step.event, events.ProfitBooked):
            continue
        if step.event.winner is not None:
            rows[step.event.winner][0] += 1
        for row, profit, bidder in zip(rows, step.event.profits, step.state.bidders, strict=True):
            row[1] += profit or 0
            row[2] = max(row[2], -(profit or 0))
            row[3] += bidder.bid == PASSED
    return rows
