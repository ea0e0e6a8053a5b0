"""Shares in words: what was borrowed, what they paid, and who was forced to sell."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias, assert_never

from paydays_widgets.core.text import Note, Text
from paydays_widgets.games.market import events
from paydays_widgets.games.market.deck import Deck
from paydays_widgets.games.market.events import Event as AnyEvent
from paydays_widgets.games.market.reading.shares import Paid, lent, measured
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import View, endowed, payout, value
from paydays_widgets.games.market.text.sums import money
from paydays_widgets.show.words import Names

Event: TypeAlias = (
    events.OfferLapsed
    | events.LoanTaken
    | events.LoanRepaid
    | events.DividendPaid
    | events.InterestBooked
    | events.MarginCalled
    | events.ForceSold
    | events.Ruined
)
_NAMED: Final = 4
"""So many of those who had to sell are named."""


def chances(deck: Deck, text: Text) -> str:
    """Say what a share can pay in a period, and how much on average."""
    return text(
        "Each period a share pays one of {amounts}, all equally likely: {mean} on average.",
        amounts=text.listing([money(each, text) for each in deck.dividends]),
        mean=money(payout(deck, 1), text),
    )


def law(rules: Rules, deck: Deck, text: Text) -> str:
    """Say what shares pay, and how much can be borrowed on them."""
    said = [chances(deck, text)]
    if rules.credit:
        share = text.percent(rules.credit)
        said.append(
            text(
                "You can borrow up to {share} of what your shares are worth at the last price.",
                share=share,
            )
        )
    if rules.credit and rules.rate:
        said.append(
            text("Debts bear {share} interest each period.", share=text.percent(rules.rate))
        )
    return " ".join(said)


def value_sum(rules: Rules, deck: Deck, period: int, text: Text) -> str:
    """Work out what a share pays on average from a period on, with its own dividend.

    Examples
    --------
    >>> from paydays_widgets.games.market.deck import default_deck
    >>> value_sum(Rules(periods=5), default_deck(), 2, Text("en"))
    '4 × $24 = $96'
    """
    left = rules.periods - period + 1
    return text(
        "{n} × {mean} = {sum}",
        n=left,
        mean=money(payout(deck, 1), text),
        sum=money(payout(deck, left), text),
    )


def against(price: int, value: int, text: Text) -> str:
    """Compare a price with what a share pays on average.

    Examples
    --------
    >>> against(15_000, 12_000, Text("en"))
    'price $150 − value $120 = $30'
    """
    return text(
        "price {price} − value {value} = {sum}",
        price=money(price, text),
        value=money(value, text),
        sum=money(price - value, text),
    )


def forced(sellers: Sequence[tuple[str, int]], text: Text) -> str:
    """Say who was forced to sell how many shares at what price; those who sold most come first.

    Parameters
    ----------
    sellers
        Who sold, and the price, for each sale.
    """
    by_name: dict[str, list[int]] = {}
    for name, price in sellers:
        by_name.setdefault(name, []).append(price)
    ranked = sorted(by_name.items(), key=lambda each: -len(each[1]))
    told = [_sold(name, prices, text) for name, prices in ranked[:_NAMED]]
    if (more := len(ranked) - _NAMED) > 0:
        told.append(text.plural("{n} other", "{n} others", more))
    return text.plural(
        "{n} forced sale: {names}.",
        "{n} forced sales: {names}.",
        len(sellers),
        names=text.listing(told),
    )


def _sold(name: str, prices: Sequence[int], text: Text) -> str:
    mean = money(sum(prices) / len(prices), text)
    return text.plural(
        "{name} ({n} share at {sum})",
        "{name} ({n} shares at {sum} on average)",
        len(prices),
        name=name,
        sum=mean,
    )


def profit(rules: Rules, deck: Deck, seats: int, text: Text) -> str:
    """Say what is subtracted from cash to find a profit.

    Examples
    --------
    >>> from paydays_widgets.games.market.deck import default_deck
    >>> said = profit(Rules(goods="shares", periods=3), default_deck(), 3, Text("en"))
    >>> said.partition("began")[2]
    ' with: $45 + 3 × $72 = $261, $117 + 2 × $72 = $261 and $189 + 1 × $72 = $261.'
    """
    first = value(rules, deck, 1)
    began = dict.fromkeys(
        text(
            "{cash} + {n} × {value} = {sum}",
            cash=money(each.booked, text),
            n=each.shares,
            value=money(first, text),
            sum=money(each.booked + each.shares * first, text),
        )
        for each in (endowed(rules, deck, seat) for seat in range(seats))
    )
    return text(
        "Profit: cash at the end less debts, less the cash and the value of the shares that a "
        "seat began with: {sums}.",
        sums=text.listing([*began]),
    )


def bubble_told(
    view: View, sales: Sequence[Paid], past: Iterable[AnyEvent], names: Names, text: Text
) -> Iterator[str]:
    """Say how far prices were from value, what was borrowed and who had to sell; a line each."""
    found = measured(view.rules, view.deck, len(view.traders), sales)
    if found is None:
        yield text("No share was traded.")
        return
    yield text.plural(
        "Relative absolute deviation: in the {n} period with trades, the average price lay "
        "{share} from value.",
        "Relative absolute deviation: in {n} periods with trades, average prices lay {share} from "
        "value on average.",
        found.periods,
        share=text.percent(100 * found.deviation),
    )
    if found.amplitude is not None:
        yield text(
            "Amplitude: the gap between a period’s average price and its value moved by {share} "
            "of the first value.",
            share=text.percent(100 * found.amplitude),
        )
    yield text(
        "Turnover: {share} of all shares changed hands.", share=text.percent(100 * found.turnover)
    )
    if view.rules.credit:
        yield text("Borrowed in all: {sum}.", sum=money(lent(past), text))
        sellers = [(names[each.seats[-1]], each.price) for each in sales if each.forced]
        if sellers:
            yield forced(sellers, text)


def traded(event: events.Traded, names: Names, text: Text) -> Note:
    """Tell a trade, and compare its price with the value where that is shown."""
    what = text(
        "{buyer} buys a share from {seller} for {sum}.",
        buyer=names[event.buyer],
        seller=names[event.seller],
        sum=money(event.price, text),
    )
    why = (
        text("One price holds for everyone, whatever they named.")
        if event.clause == "MK-cross"
        else text("The price that stood on the book is paid. Shares so far: {n}.", n=event.number)
    )
    return Note(what, why, "" if event.value is None else against(event.price, event.value, text))


def explain(event: Event, names: Names, text: Text, deck: Deck) -> Note:
    """Explain an event."""
    match event:
        case events.OfferLapsed(seat=seat, price=price):
            facts = {"name": names[seat], "sum": money(price, text)}
            return Note(
                text("{name} can no longer pay the bid of {sum}: it leaves the book.", **facts)
            )
        case events.LoanTaken(seat=seat, amount=amount, debt=debt):
            return Note(
                text("{name} borrows {sum}.", name=names[seat], sum=money(amount, text)),
                text("The bank lends what cash does not cover."),
                _debts(debt - amount, amount, debt, text),
            )
        case events.LoanRepaid(seat=seat, amount=amount, debt=debt):
            return Note(
                text("{name} repays {sum}.", name=names[seat], sum=money(amount, text)),
                text("What comes in goes to debts first."),
                _debts(debt + amount, -amount, debt, text),
            )
        case events.DividendPaid():
            return _dividend(event, names, text, deck)
        case events.InterestBooked(seat=seat, debt=debt, rate=rate, amount=amount):
            return Note(
                text("{name} owes {sum} of interest.", name=names[seat], sum=money(amount, text)),
                text("It is added to the debt. A part of a cent is dropped."),
                text(
                    "{debt} × {rate} = {sum}",
                    debt=money(debt, text),
                    rate=text.percent(rate),
                    sum=money(amount, text),
                ),
            )
        case events.MarginCalled():
            return _called(event, names, text)
        case events.ForceSold():
            return _forced(event, names, text)
        case events.Ruined(seat=seat, debt=debt):
            return Note(
                text("{name} is ruined.", name=names[seat]),
                text("{sum} is owed, and nothing is left to sell.", sum=money(debt, text)),
            )
        case _:
            assert_never(event)


def _debts(before: int, more: int, after: int, text: Text) -> str:
    facts = {
        "before": money(before, text),
        "sum": money(abs(more), text),
        "after": money(after, text),
    }
    if more < 0:
        return text("debt: {before} − {sum} = {after}", **facts)
    return text("debt: {before} + {sum} = {after}", **facts)


def _dividend(event: events.DividendPaid, names: Names, text: Text, deck: Deck) -> Note:
    what = text("Each share pays {sum}.", sum=money(event.amount, text))
    why = [chances(deck, text)]
    if event.left:
        why.append(
            text.plural(
                "{n} dividend is still to come.", "{n} dividends are still to come.", event.left
            )
        )
    else:
        why.append(text("It was the last one: shares are worth nothing now."))
    return Note(what, " ".join(why), _paid(event, names, text))


def _paid(event: events.DividendPaid, names: Names, text: Text) -> str:
    """Work out what each seat receives."""
    return "\n".join(
        text(
            "{name}: {n} × {amount} = {sum}",
            name=names[at],
            n=shares,
            amount=money(event.amount, text),
            sum=money(shares * event.amount, text),
        )
        for at, shares in enumerate(event.shares)
        if shares
    )


def _called(event: events.MarginCalled, names: Names, text: Text) -> Note:
    facts = {
        "name": names[event.seat],
        "debt": money(event.debt, text),
        "most": money(event.most, text),
    }
    what = text("{name} owes {debt} and may owe {most} at most.", **facts)
    why = text("So shares must be sold, one by one, until the debt is small enough.")
    sum_ = text(
        "{n} × {price} × {share} = {most}",
        n=event.shares,
        price=money(event.price, text),
        share=text.percent(event.credit),
        most=facts["most"],
    )
    return Note(what, why, sum_)


def _forced(event: events.ForceSold, names: Names, text: Text) -> Note:
    facts = {"name": names[event.seat], "sum": money(event.price, text)}
    if event.buyer is None:
        what = text("{name} must sell a share to the bank for {sum}.", **facts)
    else:
        what = text(
            "{name} must sell a share to {buyer} for {sum}.", buyer=names[event.buyer], **facts
        )
    sum_ = "" if event.value is None else against(event.price, event.value, text)
    return Note(what, _bank(event, text), sum_)


def _bank(event: events.ForceSold, text: Text) -> str:
    """Say what the bank pays, and what a share is worth only where that is shown (MK-value)."""
    last = money(event.last, text)
    if event.value is None and event.buyer is None:
        return text(
            "Nobody bids as much. The bank pays the last price, {last}, or what a share will pay "
            "on average, whichever is less.",
            last=last,
        )
    if event.value is None:
        return text(
            "It is the highest bid. The bank would pay the last price, {last}, or what a share "
            "will pay on average, whichever is less.",
            last=last,
        )
    ends = {"last": last, "value": money(event.value, text)}
    if event.buyer is None:
        return text(
            "Nobody bids as much. The bank pays the last price, {last}, or what a share will pay "
            "on average, {value}, whichever is less.",
            **ends,
        )
    return text(
        "It is the highest bid. The bank would pay the last price, {last}, or what a share "
        "will pay on average, {value}, whichever is less.",
        **ends,
    )


def ended(winners: Sequence[str], totals: str, text: Text) -> Note:
    """Say who has most, cash less debts."""
    what = text.plural(
        "{names} has most.", "{names} have most.", len(winners), names=text.listing([*winners])
    )
    why = text("Cash less debts counts. The last dividend is paid: shares are worth nothing now.")
    return Note(what, why, totals)
