"""The share markets of a class: figures, and lines of the long file."""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.market import events
from paydays_widgets.games.market.board.bubbles import told
from paydays_widgets.games.market.deck import Deck
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.programme.cells import Cells, Line, units
from paydays_widgets.games.market.reading import shares as reading
from paydays_widgets.games.market.reading.periods import Steps
from paydays_widgets.games.market.reading.shares import sales
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import NONE, Trader, endowed, payout, value, values
from paydays_widgets.games.market.text.shares import forced, profit
from paydays_widgets.show.programme import Course, Marks, Quantity

KEYS: Final = ("deviation", "amplitude", "turnover", "dividend", "borrowed", "forced", "ruined")


# --- figures ------------------------------------------------------------------------------------


def quantities(block: Course) -> list[Quantity]:
    """Find the figures of a block; value where all may know it."""
    games = [steps for steps in block.games if steps]
    found = [_measured(block, steps) for steps in games] if told(block) else []
    met = [each for each in found if each is not None]

    def mean(of: str) -> float | None:
        said = [value for each in met if (value := getattr(each, of)) is not None]
        return fmean(said) if said else None

    zero, swing = (0 if met else None), mean("amplitude")
    return [
        *_quantities(block, games, max(1, len(games) * block.rules.periods)),
        Quantity("deviation", mean("deviation"), zero, n=len(met)),
        Quantity(
            "amplitude",
            swing,
            None if swing is None else 0,
            n=sum(each.amplitude is not None for each in met),
        ),
        Quantity("turnover", mean("turnover"), n=len(met)),
    ]


def _measured(block: Course, steps: Steps) -> reading.Bubble | None:
    return reading.measured(block.rules, block.deck, block.seats, sales(steps))


def periods(block: Course) -> Iterator[tuple[int, list[Quantity]]]:
    """Find the figures of each period whose dividend has been paid somewhere."""
    found: dict[int, list[Steps]] = {}
    for steps in block.games:
        for number, those in by_period(steps):
            if any(isinstance(each.event, events.DividendPaid) for each in those):
                found.setdefault(number, []).append(those)
    for number, games in sorted(found.items()):
        worth = value(block.rules, block.deck, number) if told(block) else None
        yield number, _quantities(block, games, len(games), worth)


def by_period(steps: Steps) -> Iterator[tuple[int, Steps]]:
    """Cut a game into its periods."""
    start = 0
    for at, step in enumerate(steps):
        if isinstance(step.event, events.PeriodBegun):
            yield step.event.period - 1, steps[start:at]
            start = at
    if steps[start:]:
        yield steps[-1].state.period, steps[start:]


def _quantities(
    block: Course, games: Sequence[Steps], n: int, worth: float | None = None
) -> list[Quantity]:
    """Find what games, or parts of them, came to; of trades so many periods' average."""
    paid = [each for steps in games for each in sales(steps)]
    prices = [each.price for each in paid if not each.forced]
    every = [step.event for steps in games for step in steps]
    dividends = [each.amount for each in every if isinstance(each, events.DividendPaid)]
    lends = bool(block.rules.credit)
    ruined = sum(isinstance(each, events.Ruined) for each in every)
    return [
        Quantity("trades", len(prices) / n, n=n),
        Quantity("price", fmean(prices) if prices else None, worth, n=len(prices)),
        Quantity(
            "range", min(prices, default=None), upto=max(prices, default=None), n=len(prices)
        ),
        Quantity(
            "dividend",
            fmean(dividends) if dividends else None,
            payout(block.deck, 1),
            n=len(dividends),
        ),
        Quantity("borrowed", reading.lent(every) if lends else None, n=n),
        Quantity("forced", len(paid) - len(prices) if lends else None, n=n),
        Quantity("ruined", ruined if lends else None, n=n),
    ]


def marks(block: Course) -> Marks:
    """Mark each sale in its period, and the value's steps where all may know them."""
    return Marks(
        dots=[
            (each.period - 1 + (each.number - 0.5) / each.of, each.price)
            for steps in block.games
            for each in sales(steps)
        ],
        line=[
            (at + end, worth)
            for at, worth in enumerate(values(block.rules, block.deck))
            for end in (0, 1)
        ]
        if told(block)
        else [],
    )


def earnings(steps: Steps, seats: int) -> list[int | None]:
    """Return what each seat has won or lost on what it began with, once the game is over."""
    if not steps or not isinstance(steps[-1].event, events.GameEnded):
        return [None] * seats
    state = steps[-1].state
    return [
        each.booked - each.debt - worth(state.rules, state.deck, seat)
        for seat, each in enumerate(state.traders)
    ]


def notes(block: Course, text: Text) -> Iterator[str]:
    """Say who was forced to sell, and what a profit is, where all may know the value."""
    sellers = [
        (called[sale.seats[-1]], sale.price)
        for called, steps in zip(block.names, block.games, strict=True)
        for sale in sales(steps)
        if sale.forced
    ]
    if sellers:
        yield forced(sellers, text)
    if told(block):
        yield profit(block.rules, block.deck, block.seats, text)


def worth(rules: Rules, deck: Deck, seat: Seat) -> int:
    """Return what a seat begins with: its cash, and the value of its shares."""
    first = endowed(rules, deck, seat)
    return first.booked + first.shares * value(rules, deck, 1)


# --- one long file ------------------------------------------------------------------------------


def lines(steps: Steps, rules: Rules, *, told: bool) -> Iterator[Line]:
    """List orders, trades, forced sales and dividends, each with what its seats have then."""
    shown = told or rules.shown
    for at, step in enumerate(steps):
        state, event = step.state, step.event
        when: Cells = {"period": state.period}
        if shown:
            when["value"] = units(value(rules, state.deck, state.period))
        for seat, cells in _rows(event, told=told):
            holds = {} if seat is None else _holds(state.traders[seat])
            yield at, seat, {**when, **cells, **holds}


def _rows(event: Event, *, told: bool) -> Iterator[tuple[Seat | None, Cells]]:
    match event:
        case events.OfferSealed(seat=seat, unit=unit, price=price, side=side):
            named = units(price if told and price != NONE else None)
            yield seat, {"what": "offer", "side": side, "unit": unit + 1, "price": named}
        case events.OfferMade(seat=seat, side=side, price=price):
            yield seat, {"what": "offer", "side": side, "price": units(price)}
        case events.OfferWithdrawn(seat=seat, side=side, price=price):
            yield seat, {"what": "withdraw", "side": side, "price": units(price)}
        case events.Traded() | events.ForceSold():
            yield from _sold(event)
        case events.DividendPaid(amount=amount, shares=shares):
            cells = {"what": "dividend", "dividend": units(amount)}
            yield None, {**cells, "number": sum(shares)}
            for seat, number in enumerate(shares):
                yield seat, {**cells, "gain": units(number * amount)}
        case events.InterestBooked(seat=seat, amount=amount):
            yield seat, {"what": "interest", "gain": units(-amount)}
        case events.Ruined(seat=seat):
            yield seat, {"what": "ruin"}
        case _:
            pass


def _sold(event: events.Traded | events.ForceSold) -> Iterator[tuple[Seat | None, Cells]]:
    """List a sale, once for each side."""
    cells: Cells = {"price": units(event.price)}
    buyer: Seat | None
    if isinstance(event, events.Traded):
        buyer, seller = event.buyer, event.seller
        cells |= {"what": "trade", "number": event.number}
    else:
        buyer, seller = event.buyer, event.seat
        cells["what"] = "forced"
    if buyer is not None:
        yield buyer, {**cells, "side": "buyer", "with": seller + 1}
    yield seller, {**cells, "side": "seller", "with": "bank" if buyer is None else buyer + 1}


def _holds(each: Trader) -> Cells:
    return {"cash": units(each.booked), "shares": each.shares, "debt": units(each.debt)}
