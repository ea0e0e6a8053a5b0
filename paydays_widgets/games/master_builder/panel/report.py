"""The reports of a game of Master Builder: cash flow, auctions, the cost of credit."""

from collections.abc import Sequence

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder.events import ContractWon, Event, RoundBegun
from paydays_widgets.games.master_builder.moves import LOANS
from paydays_widgets.games.master_builder.reading.appraisal import reckon
from paydays_widgets.games.master_builder.reading.credit import HELD, premium, rate, terms, waiting
from paydays_widgets.games.master_builder.state import View
from paydays_widgets.games.master_builder.text.captions import loan_title, percent
from paydays_widgets.games.master_builder.text.names import contract_title, money
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

Past = Sequence[tuple[Event, View]]


def reports(opening: View, past: Past, text: Text) -> tuple[Report, ...]:
    """Report on the game so far: for each seat, then what the loans cost."""
    now = past[-1][1] if past else opening
    seats = range(len(now.builders))
    return (
        *[Report(seat, _of_seat(opening, past, now, seat, text)) for seat in seats],
        Report(None, (_rates(now, text),)),
    )


def _of_seat(opening: View, past: Past, now: View, seat: Seat, text: Text) -> tuple[Figures, ...]:
    more = (_auctions(past, seat, text), _loans(past, now, seat, text))
    return (_flow(opening, past, seat, text), *[each for each in more if each])


def flows(text: Text) -> dict[str, str]:
    """Name the accounts of a cash flow statement, in order."""
    return {
        "MB-5-income": text("Income of finished buildings"),
        "MB-end-unfinished": text("Received for unfinished buildings"),
        "MB-2-left-over": text("Money that lay on contracts"),
        "MB-3-absent": text("Received for workers elsewhere"),
        "MB-2-win": text("Winning bids"),
        "MB-2-last-one": text("Contracts without an auction"),
        "MB-5-wages": text("Wages"),
        "MB-3-event": text("Event cards"),
        "MB-5-loans": text("Borrowed"),
        "MB-5-repay": text("Loans repaid"),
        "MB-end-loans": text("Loans repaid at the end"),
    }


def _flow(opening: View, past: Past, seat: Seat, text: Text) -> Figures:
    """Add up a seat's income and spending in cash, round by round."""
    names = flows(text)
    flow = cash_flow([(view.number, event) for event, view in past], seat, named(names))
    last = past[-1][1].number if past else opening.number
    rounds = range(max(opening.number, 1), last + 1)
    rows = flow_rows(
        flow, names.values(), text("Change of cash"), rounds, lambda n: signed(n, money, text)
    )
    return Figures(
        title=text("Cash flow by round"),
        columns=(*[text("Round {n}", n=n) for n in rounds], text("Total")),
        rows=rows,
        totals=(len(rows) - 1,),
        chart=flow_chart(flow, names.values(), text("Total")),
    )


def _auctions(past: Past, seat: Seat, text: Text) -> Figures | None:
    """List the contracts a seat has won: price paid, worth, and the price that would have won."""
    found = [
        (view, reckon(view, seat, event.contract, event.price))
        for event, view in past
        if isinstance(event, ContractWon) and event.seat == seat
    ]
    if not found:
        return None
    rows = [
        (
            text(
                "“{title}”, round {n}",
                title=contract_title(view.deck, each.contract, text),
                n=view.number,
            ),
            money(each.price, text),
            money(each.seats[seat].worth, text),
            signed(each.surplus, money, text),
            money(each.overpaid, text) if each.overpaid else NOTHING,
        )
        for view, each in found
    ]
    sums = [(each.price, each.seats[seat].worth, each.surplus, each.overpaid) for _, each in found]
    price, worth, surplus, overpaid = (sum(column) for column in zip(*sums, strict=True))
    total = (
        text("In all"),
        money(price, text),
        money(worth, text),
        signed(surplus, money, text),
        money(overpaid, text) if overpaid else NOTHING,
    )
    return Figures(
        title=text("Contracts won"),
        columns=(text("Paid"), text("Worth then"), text("Surplus"), text("Overpaid")),
        rows=(*rows, total),
        totals=(len(rows),),
        chart=Chart(
            tuple(row[0] for row in rows),
            {
                text("Paid"): tuple(each.price for _, each in found),
                text("Worth then"): tuple(each.seats[seat].worth for _, each in found),
            },
        ),
        words=text(
            "Worth is what the crew of that moment would earn with the contract until the end, "
            "less what it would earn without. Overpaid is what was paid above the price that "
            "would have been enough if every rival had bid all that it was worth to "
            "them."
        ),
    )


def _loans(past: Past, now: View, seat: Seat, text: Text) -> Figures | None:
    """Trace each loan of a seat: when it was taken and repaid, and at what price."""
    seats = len(now.builders)
    first = now.number - sum(isinstance(event, RoundBegun) for event, _ in past)
    taken = terms([event for event, _ in past], seats, first)[seat]
    if not taken:
        return None
    rows, sums, costs = [], [], []
    for each in taken:
        card = now.deck.loans[LOANS.index(each.kind)]
        early = each.early if each.until else now.early
        price = card.early if early else card.late
        held = max((each.until or now.number) - each.since, 1)
        costs.append(price - card.receive)
        rows.append(
            (
                loan_title(each.kind, text),
                text.number(each.since),
                text.number(each.until) if each.until else text("owed"),
                money(card.receive, text),
                money(price, text),
                money(price - card.receive, text),
                percent(rate(card.receive, price, held), text),
            )
        )
        sums.append(_power(card.receive, price, held, text))
    return Figures(
        title=text("The course of the loans"),
        columns=(
            text("From round"),
            text("To round"),
            text("Received"),
            text("Repaid"),
            text("Cost"),
            text("A round"),
        ),
        rows=tuple(rows),
        words=text(
            "In all, the loans cost {sum}. What is still owed is counted as repaid now.",
            sum=money(sum(costs), text),
        ),
        sums=tuple(dict.fromkeys(sums)),
        chart=Chart(
            tuple(f"{title}, {since}–{until}" for title, since, until, *_ in rows),
            {text("Cost"): tuple(costs)},
        ),
    )


def _power(received: int, repaid: int, rounds: int, text: Text) -> str:
    """Write out the calculation of a rate from a price."""
    facts = {
        "repaid": money(repaid, text),
        "received": money(received, text),
        "rate": percent(rate(received, repaid, rounds), text),
    }
    return text.plural(
        "{repaid} / {received} − 1 = {rate} in {n} round",
        "({repaid} / {received}) to the power of 1/{n} − 1 = {rate} a round, {n} rounds",
        rounds,
        **facts,
    )


def _rates(now: View, text: Text) -> Figures:
    """Show the rate of each price of a loan, by how long it is held."""
    rows = []
    for kind, card in zip(LOANS, now.deck.loans, strict=True):
        for name, price in ((text("early"), card.early), (text("late"), card.late)):
            label = text(
                "{title}, {name}: {received} → {repaid}",
                title=loan_title(kind, text),
                name=name,
                received=money(card.receive, text),
                repaid=money(price, text),
            )
            rates = [percent(rate(card.receive, price, n), text) for n in HELD]
            rows.append((label, percent(premium(card.receive, price), text), *rates))
    small, large = now.deck.loans
    return Figures(
        title=text("What a loan costs a round, by how long it is held"),
        columns=(
            text("more to repay"),
            *[text.plural("{n} round", "{n} rounds", n) for n in HELD],
        ),
        rows=tuple(rows),
        words=text(
            "A loan has no interest rate: its price is the same after one round or five, so "
            "the longer it is held, the lower its rate. Anyone who misses the early price "
            "pays {small} more for a small loan and {large} more for a large one.",
            small=money(waiting(small), text),
            large=money(waiting(large), text),
        ),
        sums=(
            _power(small.receive, small.early, 1, text),
            _power(small.receive, small.early, 3, text),
        ),
    )
