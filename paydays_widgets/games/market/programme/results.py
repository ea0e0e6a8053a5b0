"""The results of a class's markets: figures beside theory, pictures, and one long file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.market import events
from paydays_widgets.games.market.board import blocks
from paydays_widgets.games.market.debrief import labels
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.engine.book import best
from paydays_widgets.games.market.programme import shares
from paydays_widgets.games.market.programme.cells import Cells, Line, units
from paydays_widgets.games.market.reading import periods as played
from paydays_widgets.games.market.reading.periods import Period, Steps
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import NONE, Quote, State, side_of
from paydays_widgets.games.market.text import money
from paydays_widgets.show.programme import Course, Figure, Marks, Quantity
from paydays_widgets.show.spreadsheet import exact

COLUMNS: Final = (
    *("period", "what", "number", "side", "unit", "card", "price", "with", "tax", "gain"),
    *("bid", "ask", "theory_units", "theory_low", "theory_high", "possible"),
    *("free", "efficiency", "alpha"),
    *("value", "dividend", "cash", "shares", "debt"),
)
KEYS: Final = (
    *("trades", "price", "range", "alpha", "efficiency", "kept", "bought", "sold", "tax"),
    *shares.KEYS,
)


def _all(block: Course, *, over: bool = True) -> list[Period]:
    """List the periods of all games of a block: those that are over, or all."""
    found = [each for steps in block.games for each in played.periods(steps)]
    return [each for each in found if each.over or not over]


# --- figures ------------------------------------------------------------------------------------


def quantities(block: Course) -> list[Quantity]:
    """Find the figures of a block, on average of its periods."""
    if block.rules.shares:
        found = {each.key: each for each in shares.quantities(block)}
        return [found.get(key, Quantity(key, None)) for key in KEYS]
    rest = [Quantity(key, None) for key in shares.KEYS]
    return [*_quantities(_all(block), told=block.told), *rest]


def periods(block: Course, text: Text) -> list[list[Figure]]:
    """Return the figures of each period that is over in all markets or in some."""
    if block.rules.shares:
        return [
            [Figure(text("Period"), str(number)), *[said(each, text) for each in row]]
            for number, row in shares.periods(block)
        ]
    by_number: dict[int, list[Period]] = {}
    for each in _all(block):
        by_number.setdefault(each.number, []).append(each)
    return [
        [
            Figure(text("Period"), str(number)),
            *[said(each, text) for each in _quantities(those, told=block.told)],
        ]
        for number, those in sorted(by_number.items())
    ]


def _quantities(those: Sequence[Period], *, told: bool) -> list[Quantity]:
    """Find what periods came to, with what theory expects where all may know it."""
    prices = [price for each in those for price in each.prices]
    met = [each.theory for each in those if each.theory is not None]
    n, trades = len(those), len(prices)

    def mean(of: Callable[[Period], float]) -> float | None:
        return fmean(of(each) for each in those) if those else None

    def hidden(value: float | None) -> float | None:
        return value if told else None

    limited = any(each.rules.limited for each in those)
    taxed = any(each.rules.tax for each in those)
    units = mean(lambda each: 0 if each.theory is None else each.theory.units)
    return [
        Quantity("trades", trades / n if n else None, hidden(units), n=n),
        Quantity(
            "price",
            fmean(prices) if prices else None,
            hidden(fmean(each.price for each in met) if met else None),
            n=trades,
        ),
        Quantity("range", min(prices, default=None), upto=max(prices, default=None), n=trades),
        Quantity("alpha", hidden(played.alpha(those)), hidden(0 if met else None), n=trades),
        Quantity("efficiency", hidden(played.efficiency(those)), hidden(1 if met else None), n=n),
        Quantity(
            "kept",
            hidden(played.kept(those) if limited else None),
            hidden(played.expected_to_be_kept(those) if limited else None),
            n=n,
        ),
        Quantity(
            "bought",
            hidden(mean(lambda each: each.bought)),
            hidden(mean(lambda each: each.expected("buyer"))),
            n=n,
        ),
        Quantity(
            "sold",
            hidden(mean(lambda each: each.sold)),
            hidden(mean(lambda each: each.expected("seller"))),
            n=n,
        ),
        Quantity(
            "tax",
            mean(lambda each: each.tax) if taxed else None,
            hidden(mean(_taxed) if taxed else None),
            n=n,
        ),
    ]


def said(quantity: Quantity, text: Text) -> Figure:
    """Put a figure of a block into words."""

    def amount(value: float) -> str:
        return money(value, text)

    def share(value: float) -> str:
        return text.percent(100 * value)

    def count(value: float) -> str:
        return text.number(round(value))

    names: Mapping[str, tuple[str, Callable[[float], str]]] = {
        "trades": (text("Trades in a period"), lambda value: text.number(value, 1)),
        "price": (text("Price on average"), amount),
        "range": (text("Lowest and highest price"), lambda value: money(value, text)),
        "alpha": (
            text("Smith’s α: distance from P*"),  # noqa: RUF001 - its name
            lambda value: text.percent(value, 1 if value else 0),
        ),
        "efficiency": (text("Efficiency"), share),
        "kept": (text("Share of a free market’s gain"), share),
        "bought": (text("Gain of all buyers"), amount),
        "sold": (text("Gain of all sellers"), amount),
        "tax": (text("Tax"), amount),
        "deviation": (text("Relative absolute deviation from value"), share),
        "amplitude": (text("Amplitude"), share),
        "turnover": (text("Turnover of all shares"), share),
        "dividend": (text("Dividend"), amount),
        "borrowed": (text("Borrowed in all"), amount),
        "forced": (text("Forced sales in all"), count),
        "ruined": (text("Ruined in all"), count),
    }
    name, write = names[quantity.key]
    ends = [write(each) for each in (quantity.value, quantity.upto) if each is not None]
    return Figure(
        name, " – ".join(ends), "" if quantity.theory is None else write(quantity.theory)
    )


def marks(block: Course) -> Marks:
    """Mark each trade of all markets in its period, and P*, of several markets on average."""
    if block.rules.shares:
        return shares.marks(block)
    every = _all(block, over=False)
    met: dict[int, list[float]] = {}
    for each in every if block.told else ():
        if each.theory is not None:
            met.setdefault(each.number, []).append(each.theory.price)
    return Marks(
        dots=[
            (each.number - 1 + trade.number / (len(each.trades) + 1), trade.price)
            for each in every
            for trade in each.trades
        ],
        line=[
            (along, fmean(prices))
            for number, prices in sorted(met.items())
            for along in (number - 1, number)
        ],
    )


def scales(text: Text) -> tuple[str, str]:
    """Say what the picture of trades shows along, and upwards."""
    return text("Period"), text("Price")


def _taxed(each: Period) -> int:
    return 0 if each.theory is None else each.theory.units * each.rules.tax * UNIT


# --- what to talk about --------------------------------------------------------------------------


def questions(found: Sequence[Course], text: Text) -> list[str]:
    """Ask what the class is to talk about: prices first, then what the blocks' rules differ in."""
    rules = [each.rules for each in found]
    units_only = [each for each in rules if not each.shares]
    asked = [labels(text).question] if units_only else []
    if len(units_only) < len(rules):
        asked.append(text("How far were prices from a share’s value, and when did they meet it?"))
        asked.append(text("Why did anyone pay more than a share would pay in dividends?"))
    if any(each.shares and each.credit for each in rules):
        asked.append(text("Did credit raise prices, and who paid for it when they fell?"))
    rules = units_only
    if any(each.ceiling or each.floor or each.quota for each in rules):
        asked.append(text("Who gains from the limit, who loses, and what is lost to everyone?"))
    if any(each.tax for each in rules):
        asked.append(text("Who bears the tax: those who pay it, or both sides?"))
    if len({each.call for each in rules}) > 1:
        asked.append(text("Which market left less of what could be gained?"))
    return asked


def notes(found: Sequence[Course], text: Text) -> list[str]:
    """Say what figures leave out of blocks of shares; several are named."""
    return [
        text("{rules}: {why}", rules=each.title, why=line) if len(found) > 1 else line
        for each in found
        if each.rules.shares
        for line in shares.notes(each, text)
    ]


# --- pictures -----------------------------------------------------------------------------------


def pictures(found: Sequence[Course], text: Text) -> list[str]:
    """Draw each block in its order, units on one scale and shares on another."""
    drawn: dict[int, str] = {}
    for traded in (False, True):
        those = [at for at, each in enumerate(found) if each.rules.shares is traded]
        if those:
            draw = blocks.bubbles if traded else blocks.pictures
            drawn |= zip(those, draw([found[at] for at in those], text), strict=True)
    return [drawn[at] for at in range(len(found))]


# --- one long file ------------------------------------------------------------------------------


def lines(steps: Steps, rules: Rules, *, told: bool) -> Iterator[Line]:
    """List orders, trades (a line for each side) and periods; money in whole units.

    What the rules hide is left out unless all may know it.
    """
    if rules.shares:
        yield from shares.lines(steps, rules, told=told)
        return
    ended = iter([each for each in played.periods(steps) if each.over])
    trade: events.Traded | None = None
    for at, step in enumerate(steps):
        state, when = step.state, {"period": step.state.period}
        match step.event:
            case events.OfferSealed(seat=seat, unit=unit, price=price):
                cells = _offered(state, seat, unit, "offer", told=told)
                cells["price"] = units(price if told and price != NONE else None)
            case events.OfferMade(seat=seat, price=price):
                cells = _offered(state, seat, state.traders[seat].done, "offer", told=told)
                cells["price"] = units(price)
            case events.OfferWithdrawn(seat=seat, price=price):
                cells = _offered(state, seat, state.traders[seat].done, "withdraw", told=told)
                cells["price"] = units(price)
            case events.Traded():
                trade = step.event
                continue
            case events.GainBooked(seat=seat) if trade is not None:
                cells = _traded(step.event, trade, state, told=told)
            case events.PeriodEnded():
                each = next(ended)
                yield at, None, {"period": each.number, **_period(each, told=told)}
                continue
            case _:
                continue
        book = {"bid": _best(state.bids), "ask": _best(state.asks)}
        yield at, seat, {**when, **cells, **book}


def _offered(state: State, seat: Seat, unit: int, what: str, *, told: bool) -> Cells:
    side = side_of(state, seat)
    card = state.traders[seat].cards[unit] if told else None
    return {"what": what, "side": side, "unit": unit + 1, "card": units(card)}


def _traded(booked: events.GainBooked, trade: events.Traded, state: State, *, told: bool) -> Cells:
    return {
        "what": "trade",
        "number": trade.number,
        "side": booked.side,
        "unit": state.traders[booked.seat].done,
        "card": units(booked.card if told else None),
        "price": units(booked.price),
        "with": (trade.seller if booked.seat == trade.buyer else trade.buyer) + 1,
        "tax": units(booked.tax),
        "gain": units(booked.gain if told else None),
    }


def _period(each: Period, *, told: bool) -> Cells:
    prices, theory = each.prices, each.theory
    found: Cells = {
        "what": "period",
        "number": len(prices),
        "price": units(round(fmean(prices)) if prices else None),
        "tax": units(each.tax),
    }
    if not told:
        return found
    part, far = played.efficiency([each]), played.alpha([each])
    found |= {
        "gain": units(each.bought + each.sold),
        "possible": units(each.possible),
        "free": units(each.free),
        "efficiency": exact(part),
        "alpha": exact(far),
        "theory_units": 0 if theory is None else theory.units,
    }
    if theory is not None:
        found |= {"theory_low": units(theory.low), "theory_high": units(theory.high)}
    return found


def _best(quotes: tuple[Quote, ...]) -> object:
    found = best(quotes)
    return units(None if found is None else found.price)
