"""What to talk about after a market: prices in the order of their trades, and who gained."""

from typing import Final

from paydays_widgets.core.text import Text
from paydays_widgets.games.market import events
from paydays_widgets.games.market.reading.periods import Steps
from paydays_widgets.games.market.text import money
from paydays_widgets.show.debrief import Column, Halves, Labels, Point

TIE: Final = ""
LATE: Final = False


def labels(text: Text) -> Labels:
    """Return the words of the picture."""
    return Labels(
        title=text("Prices, trade by trade"),
        x=text("Trades so far"),
        y=text("Price"),
        dot=text("a trade, at its price"),
        question=text("Did prices come closer together, and to which price?"),
        note=text("Nobody was told where prices would go."),
    )


def points(steps: Steps) -> list[Point]:
    """Mark each trade: its number in the game, and its price; it is its buyer's."""
    trades = [
        (at, step.event)
        for at, step in enumerate(steps, 1)
        if isinstance(step.event, events.Traded)
    ]
    return [
        Point(event.buyer, number, event.price, at) for number, (at, event) in enumerate(trades, 1)
    ]


def finding(found: Halves, text: Text) -> str:
    """Compare the prices of the first trades with those of the last."""
    few, many = money(found.left, text), money(found.right, text)
    if found.upto == 1:
        return text(
            "The first trade was made at {few}, the later ones at {many} on average. What does "
            "theory say?",
            few=few,
            many=many,
        )
    return text(
        "The first {n} trades were made at {few} on average, the later ones at {many}. What does "
        "theory say?",
        n=found.upto,
        few=few,
        many=many,
    )


def columns(text: Text) -> tuple[Column, ...]:
    """Name the figures of each seat."""
    return (
        Column(text("Units bought"), money=False),
        Column(text("Units sold"), money=False),
        Column(text("Gain")),
    )


def figures(steps: Steps, seats: int) -> list[list[int]]:
    """Count what each seat has bought and sold, and what it has gained, once gains are paid."""
    rows = [[0, 0, 0] for _ in range(seats)]
    for step in steps:
        match step.event:
            case events.Traded(buyer=buyer, seller=seller):
                rows[buyer][0] += 1
                rows[seller][1] += 1
            case events.GainsPaid(totals=totals) | events.GameEnded(totals=totals, shares=True):
                for row, total in zip(rows, totals, strict=True):
                    row[2] = total
            case _:
                pass
    return rows
