"""What to talk about after the auction room: the price beside what the object was worth."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from paydays_widgets.core.game import Seat, Step
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.state import PASSED, State
from paydays_widgets.games.auction_room.text import money
from paydays_widgets.show.debrief import Column, Halves, Labels, Point

Steps: TypeAlias = Sequence[Step[State, Event]]
TIE: Final = ""
LATE: Final = False


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


def _told(steps: Steps) -> Iterator[Event]:
    """Iterate over the events as everybody may know them (AR-told)."""
    seen = (AUCTION_ROOM.witness(step.event, None) for step in steps)
    return (event for event in seen if event is not None)


def points(steps: Steps) -> list[Point]:
    """Mark each object whose worth, price and winner are known: worth in units, and price."""
    found: list[Point] = []
    sold: tuple[Seat, int, int] | None = None
    for at, event in enumerate(_told(steps), 1):
        match event:
            case events.ObjectSold(seat=int(seat), price=int(price)):
                sold = seat, price, at
            case events.ObjectSold() | events.ObjectUnsold():
                sold = None
            case events.ValuesTold(worth=worth, values=values) if sold is not None:
                seat, price, when = sold
                value = values[seat] if worth is None else worth
                if value is not None:
                    found.append(Point(seat, value // UNIT, price, when))
            case _:
                pass
    return found


def finding(found: Halves, text: Text) -> str:
    """Compare the prices of objects worth little with those of objects worth much."""
    few, many = money(found.left, text), money(found.right, text)
    told = text(
        "Objects worth up to {n} to their winners went for {few} on average, those worth more "
        "for {many}.",
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
    """Count wins and passes, add up profits, find the largest loss: what everyone knows."""
    rows = [[0, 0, 0, 0] for _ in range(seats)]
    purse = steps[0].state.rules.purse * UNIT if steps else 0
    for event in _told(steps):
        won, passed = _bids(event)
        for seat in won:
            rows[seat][0] += 1
        for seat in passed:
            rows[seat][3] += 1
        match event:
            case events.ProfitBooked(profits=profits):
                for row, profit in zip(rows, profits, strict=True):
                    row[1] += profit or 0
                    row[2] = max(row[2], -(profit or 0))
            case events.ProfitsPaid(totals=totals):
                for row, total in zip(rows, totals, strict=True):
                    row[1] = total - purse
            case _:
                pass
    return rows


def _bids(event: Event) -> tuple[Sequence[Seat], Sequence[Seat]]:
    """Return the seats that an event tells to have won, and those to have bid nothing."""
    match event:
        case events.ObjectSold(seat=int(seat)):
            return (seat,), ()
        case events.BidsOpened(bids=bids):
            return (), [at for at, bid in enumerate(bids) if bid == PASSED]
        case events.SeatsPassed(seats=seats):
            return (), seats
        case _:
            return (), ()
