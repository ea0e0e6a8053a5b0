"""The game's reports: bids beside theory, what each format would bring, and who should have won.

They use what has been told to everyone: where values stay secret, there is less to report.
"""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import TypeAlias, get_args

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events, reading
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.reading.averages import averages
from paydays_widgets.games.auction_room.rules import Auction, Rules
from paydays_widgets.games.auction_room.state import PASSED, View
from paydays_widgets.games.auction_room.text import auction_name, money
from paydays_widgets.show.report import NOTHING, Chart, Figures, Report

Past: TypeAlias = Sequence[tuple[Event, View]]


class Round(Struct, frozen=True):
    """What all have been told of a round; bids are those that lay open at its end."""

    number: int
    bids: tuple[int | None, ...]
    values: tuple[int | None, ...]
    budgets: tuple[int | None, ...]
    winner: Seat | None
    price: int | None
    profits: tuple[int | None, ...]


def reports(opening: View, past: Past, text: Text) -> list[Report]:
    """Compile one report for each seat, and one for the game."""
    rounds = [*_rounds(past)]
    seats = range(len(opening.bidders))
    return [
        *[Report(seat, (_of_seat(opening, rounds, seat, text),)) for seat in seats],
        Report(None, (_formats(opening, rounds, text), _winners(opening, rounds, text))),
    ]


def _rounds(past: Past) -> Iterator[Round]:
    values: tuple[int | None, ...] = ()
    for event, view in past:
        match event:
            case events.ValuesTold():
                values = event.values
            case events.ProfitBooked():
                yield Round(
                    number=view.round,
                    bids=tuple([each.bid for each in view.bidders]),
                    values=values or (None,) * len(view.bidders),
                    budgets=tuple([each.budget for each in view.bidders]),
                    winner=event.winner,
                    price=event.price,
                    profits=event.profits,
                )
                values = ()
            case _:
                pass


def _written(amount: float | None, text: Text) -> str:
    return NOTHING if amount is None else money(amount, text)


def _of_seat(opening: View, rounds: Sequence[Round], seat: Seat, text: Text) -> Figures:
    """Show a seat's bids beside those of the equilibrium, by value."""
    rules, deck, seats = opening.rules, opening.deck, len(opening.bidders)
    rows, points = [], []
    for each in rounds:
        value, bid = each.values[seat], each.bids[seat]
        limit = each.budgets[seat]
        theory = (
            None if value is None else reading.equilibrium_bid(rules, deck, seats, value, limit)
        )
        made = None if bid == PASSED else bid
        rows.append(
            (
                text("Round {n}", n=each.number),
                _written(value, text),
                text("passes") if bid == PASSED else _written(bid, text),
                _written(theory, text),
                _written(each.profits[seat], text),
            )
        )
        if value is not None and made is not None and theory is not None:
            points.append((value // UNIT, made, theory))
    points.sort()
    own, exact = text("bid made"), text("equilibrium")
    chart = Chart(
        at=tuple([value for value, _, _ in points]),
        series={
            own: tuple([float(made) for _, made, _ in points]),
            exact: tuple([theory for _, _, theory in points]),
        },
        axis=_value_name(rules, text),
    )
    enough = len({value for value, _, _ in points}) > 1
    return Figures(
        title=text("Bids and the equilibrium"),
        columns=(_value_name(rules, text), own, exact, text("profit")),
        rows=tuple(rows),
        words=text("No round is over yet.")
        if not rows
        else text("Theory knows no equilibrium here.")
        if all(row[3] == NOTHING for row in rows)
        else text("If everyone bids in equilibrium, nobody gains by another bid."),
        chart=chart if enough else None,
    )


def _value_name(rules: Rules, text: Text) -> str:
    if rules.tender:
        return text("cost")
    return text("estimate") if rules.common else text("value")


def _formats(opening: View, rounds: Sequence[Round], text: Text) -> Figures:
    """Show what each format brings on average in theory, and what this game has brought."""
    rules, deck, seats = opening.rules, opening.deck, len(opening.bidders)
    paid = [each.price for each in rounds if each.price is not None]
    rows = []
    for auction in get_args(Auction):
        asked = Rules(auction, rules.values, rules.spread, rules.reserve)
        if asked.tender != rules.tender:
            continue
        found = averages(asked, deck, seats)
        exact = None if found is None else -found.kept if rules.common else found.takings
        here = fmean(paid) if paid and auction == rules.auction else None
        rows.append((auction_name(auction, text), _written(exact, text), _written(here, text)))
    about = (
        text("What the seller receives on average, less what the object is worth.")
        if rules.common
        else text("What the buyer pays on average.")
        if rules.tender
        else text("What the seller receives on average; in theory an unsold object brings 0.")
    )
    steps = text("Steps of values and of a clock change it a little.")
    return Figures(
        title=text("The price by format"),
        columns=(text("in theory, {n} players", n=seats), text("price here")),
        rows=tuple(rows),
        words=f"{about} {steps}",
    )


def _winners(opening: View, rounds: Sequence[Round], text: Text) -> Figures:
    """Show whether the right seat has won, and what it has kept."""
    rules = opening.rules
    rows = []
    for each in rounds:
        known = [value for value in each.values if value is not None]
        best = NOTHING
        if each.winner is not None and len(known) > 1 and not rules.common:
            own = each.values[each.winner]
            right = own == (min(known) if rules.tender else max(known))
            best = text("yes") if right else text("no")
        bids = sorted([bid for bid in each.bids if bid is not None and bid != PASSED])
        other = bids[1 if rules.tender else -2] if len(bids) > 1 else None
        kept = None if each.winner is None else each.profits[each.winner]
        rows.append(
            (
                text("Round {n}", n=each.number),
                NOTHING if each.winner is None else text("Seat {n}", n=each.winner + 1),
                _written(each.price, text),
                _written(other, text),
                _written(kept, text),
                best,
            )
        )
    return Figures(
        title=text("Who won, and what was kept"),
        columns=(
            text("winner"),
            text("price"),
            text("second best bid"),
            text("kept"),
            text("works most cheaply") if rules.tender else text("values it most"),
        ),
        rows=tuple(rows),
        words=text("With the same bids, the second best bid would be the price at a second price.")
        if rows
        else text("No round is over yet."),
    )
