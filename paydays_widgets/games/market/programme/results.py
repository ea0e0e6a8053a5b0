"""The results of a class's markets: figures beside theory, pictures, and one long file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from statistics import fmean
from typing import Final, TypeAlias

from msgspec.structs import replace

from paydays_widgets.core.game import Seat, Step
from paydays_widgets.core.text import Text
from paydays_widgets.games.market import events
from paydays_widgets.games.market.board import blocks
from paydays_widgets.games.market.debrief import labels
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.reading import periods as played
from paydays_widgets.games.market.reading.periods import Period
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import NONE, Quote, State, buys
from paydays_widgets.games.market.text import money
from paydays_widgets.show.programme import Course, Figure

Steps: TypeAlias = Sequence[Step[State, Event]]
Cells: TypeAlias = dict[str, object]

COLUMNS: Final = (
    *("period", "what", "number", "side", "unit", "card", "price", "with", "tax", "gain"),
    *("bid", "ask", "theory_units", "theory_low", "theory_high", "possible"),
    *("free", "efficiency", "alpha"),
)
_EXACT: Final = Decimal("0.0001")


def _all(block: Course, *, over: bool = True) -> list[Period]:
    """List the periods of all games of a block: those that are over, or all."""
    found = [each for steps in block.games for each in played.periods(steps)]
    return [each for each in found if each.over or not over]


# --- figures ------------------------------------------------------------------------------------


def figures(block: Course, text: Text) -> list[Figure]:
    """Return the figures of a block, on average of its periods."""
    return _figures(_all(block), text, told=block.told)


def periods(block: Course, text: Text) -> list[list[Figure]]:
    """Return the figures of each period that is over in all markets or in some."""
    by_number: dict[int, list[Period]] = {}
    for each in _all(block):
        by_number.setdefault(each.number, []).append(each)
    return [
        [Figure(text("Period"), str(number)), *_figures(those, text, told=block.told)]
        for number, those in sorted(by_number.items())
    ]


def _figures(those: Sequence[Period], text: Text, *, told: bool) -> list[Figure]:
    """Put what periods came to into words, with what theory expects where all may know it."""
    prices = [price for each in those for price in each.prices]
    met = [each.theory for each in those if each.theory is not None]

    def mean(of: Callable[[Period], float]) -> str:
        return money(round(fmean(of(each) for each in those), -1), text) if those else ""

    def hidden(value: str) -> str:
        return value if told else ""

    def percent(share: float | None) -> str:
        return "" if share is None or not told else text.percent(100 * share)

    ends = [money(end(prices), text) for end in (min, max)] if prices else []
    found = played.alpha(those)
    limited = any(rules != _free(rules) for rules in {each.rules for each in those})
    units = (
        text.number(fmean(0 if each.theory is None else each.theory.units for each in those), 1)
        if those
        else ""
    )
    return [
        Figure(
            text("Trades in a period"),
            text.number(len(prices) / len(those), 1) if those else "",
            hidden(units),
        ),
        Figure(
            text("Price on average"),
            money(round(fmean(prices), -1), text) if prices else "",
            hidden(money(round(fmean(each.price for each in met), -1), text)) if met else "",
        ),
        Figure(text("Lowest and highest price"), " – ".join(ends)),
        Figure(
            text("Smith’s α: distance from P*"),  # noqa: RUF001 - its name
            "" if found is None or not told else text.percent(found, 1),
            hidden(text.percent(0)) if met else "",
        ),
        Figure(text("Efficiency"), percent(played.efficiency(those)), percent(1) if met else ""),
        Figure(
            text("Share of a free market’s gain"),
            percent(played.kept(those)) if limited else "",
            percent(played.expected_to_be_kept(those)) if limited else "",
        ),
        Figure(
            text("Gain of all buyers"),
            hidden(mean(lambda each: each.bought)),
            hidden(mean(lambda each: each.expected("buyer"))),
        ),
        Figure(
            text("Gain of all sellers"),
            hidden(mean(lambda each: each.sold)),
            hidden(mean(lambda each: each.expected("seller"))),
        ),
        Figure(
            text("Tax"),
            mean(lambda each: each.tax) if any(each.rules.tax for each in those) else "",
            hidden(mean(_taxed)) if any(each.rules.tax for each in those) else "",
        ),
    ]


def _free(rules: Rules) -> Rules:
    return replace(rules, ceiling=0, floor=0, tax=0, quota=0)


def _taxed(each: Period) -> int:
    return 0 if each.theory is None else each.theory.units * each.rules.tax * UNIT


# --- what to talk about --------------------------------------------------------------------------


def questions(found: Sequence[Course], text: Text) -> list[str]:
    """Ask what the class is to talk about: prices first, then what the blocks' rules differ in."""
    rules = [each.rules for each in found]
    asked = [labels(text).question]
    if any(each.ceiling or each.floor or each.quota for each in rules):
        asked.append(text("Who gains from the limit, who loses, and what is lost to everyone?"))
    if any(each.tax for each in rules):
        asked.append(text("Who bears the tax: those who pay it, or both sides?"))
    if len({each.call for each in rules}) > 1:
        asked.append(text("Which market left less of what could be gained?"))
    return asked


# --- pictures -----------------------------------------------------------------------------------


pictures = blocks.pictures


# --- one long file ------------------------------------------------------------------------------


def lines(
    steps: Steps, _rules: Rules, *, told: bool
) -> Iterator[tuple[int, Seat | None, Mapping[str, object]]]:
    """List orders, trades (a line for each side) and periods; money in whole units.

    What the rules hide is left out unless all may know it.
    """
    ended = iter([each for each in played.periods(steps) if each.over])
    trade: events.Traded | None = None
    for at, step in enumerate(steps):
        state, when = step.state, {"period": step.state.period}
        match step.event:
            case events.OfferSealed(seat=seat, unit=unit, price=price):
                cells = _offered(state, seat, unit, "offer", told=told)
                cells["price"] = _units(price if told and price != NONE else None)
            case events.OfferMade(seat=seat, price=price):
                cells = _offered(state, seat, state.traders[seat].done, "offer", told=told)
                cells["price"] = _units(price)
            case events.OfferWithdrawn(seat=seat, price=price):
                cells = _offered(state, seat, state.traders[seat].done, "withdraw", told=told)
                cells["price"] = _units(price)
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
        best = {"bid": _best(state.bids), "ask": _best(state.asks)}
        yield at, seat, {**when, **cells, **best}


def _offered(state: State, seat: Seat, unit: int, what: str, *, told: bool) -> Cells:
    side = _side(state, seat)
    card = state.traders[seat].cards[unit] if told else None
    return {"what": what, "side": side, "unit": unit + 1, "card": _units(card)}


def _side(state: State, seat: Seat) -> str:
    return "buyer" if buys(state.rules, state.period, seat) else "seller"


def _traded(booked: events.GainBooked, trade: events.Traded, state: State, *, told: bool) -> Cells:
    return {
        "what": "trade",
        "number": trade.number,
        "side": booked.side,
        "unit": state.traders[booked.seat].done,
        "card": _units(booked.card if told else None),
        "price": _units(booked.price),
        "with": (trade.seller if booked.seat == trade.buyer else trade.buyer) + 1,
        "tax": _units(booked.tax),
        "gain": _units(booked.gain if told else None),
    }


def _period(each: Period, *, told: bool) -> Cells:
    prices, theory = each.prices, each.theory
    found: Cells = {
        "what": "period",
        "number": len(prices),
        "price": _units(round(fmean(prices)) if prices else None),
        "tax": _units(each.tax),
    }
    if not told:
        return found
    part, far = played.efficiency([each]), played.alpha([each])
    found |= {
        "gain": _units(each.bought + each.sold),
        "possible": _units(each.possible),
        "free": _units(each.free),
        "efficiency": "" if part is None else _exact(part),
        "alpha": "" if far is None else _exact(far),
        "theory_units": 0 if theory is None else theory.units,
    }
    if theory is not None:
        found |= {"theory_low": _units(theory.low), "theory_high": _units(theory.high)}
    return found


def _best(quotes: Sequence[Quote]) -> object:
    return _units(quotes[-1].price if quotes else None)


def _units(amount: int | None) -> object:
    return "" if amount is None else Decimal(amount) / UNIT


def _exact(share: float) -> Decimal:
    return Decimal(share).quantize(_EXACT)
