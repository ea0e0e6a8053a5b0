"""The markets of a class, block by block on one scale: curves, and beside them every trade."""

from collections.abc import Iterator, Sequence
from itertools import chain
from statistics import fmean
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.text import Text
from paydays_widgets.games.market.board.bubbles import picture, widest
from paydays_widgets.games.market.board.plot import (
    Band,
    Dot,
    Line,
    Plot,
    Scale,
    counted,
    curves,
    limits,
)
from paydays_widgets.games.market.reading.periods import Period, periods
from paydays_widgets.games.market.text import money
from paydays_widgets.show.programme import Course
from paydays_widgets.show.template import templates

PACKAGE: Final = "paydays_widgets.games.market"
_GAP: Final = 1.0
"""So many units of room stand between periods."""


class _Block(Struct, frozen=True):
    """A block, with the periods of each of its markets."""

    course: Course
    markets: Sequence[Sequence[Period]]

    @property
    def last(self) -> Sequence[Period]:
        """The latest period of each market."""
        return [each[-1] for each in self.markets if each]

    @property
    def numbers(self) -> Sequence[int]:
        """The periods that have begun, or, before the first, that one."""
        found = {each.number for each in chain(*self.markets)}
        return sorted(found) or [1]


class _Span(Struct, frozen=True):
    """What all blocks need: units of the curves, trades of a period, and periods."""

    units: int
    trades: int
    periods: int

    @property
    def wide(self) -> float:
        """How wide a picture is, in units."""
        return self.start(self.periods) - _GAP

    def start(self, period: int) -> float:
        """Return where a period begins, counted from 0."""
        before = self.units + _GAP if self.units else 0
        return before + period * (self.trades + _GAP)


def pictures(found: Sequence[Course], text: Text) -> list[str]:
    """Draw each block: demand and supply where all may know them, and every trade in order."""
    blocks = [_Block(each, [[*periods(steps)] for steps in each.games if steps]) for each in found]
    every = [*chain(*(chain(*block.markets) for block in blocks))]
    told = any(each.told for each in found)
    span = _Span(
        units=max((max(len(each.values), len(each.costs)) for each in every), default=1)
        if told
        else 0,
        trades=max((len(each.trades) for each in every), default=1) or 1,
        periods=max(len(each.numbers) for each in blocks),
    )
    top = max(each.deck.top for each in found)
    scale = Scale(top, span.wide)
    plots = (_plot(block, number, scale, span, text) for number, block in enumerate(blocks))
    return [drawn("prices", text, each) for each in plots]


def bubbles(found: Sequence[Course], text: Text) -> list[str]:
    """Draw each block of shares: prices against the value's steps, on one scale."""
    most = widest(found)
    plots = (picture(each, at, most, text) for at, each in enumerate(found, 1))
    return [drawn("prices", text, each) for each in plots]


def drawn(part: str, text: Text, *facts: object, **more: object) -> str:
    """Draw a part of the picture."""
    macros = templates(PACKAGE, "board").get_template("parts.html.j2").make_module({"text": text})
    return str(getattr(macros, part)(*facts, **more))


def _plot(block: _Block, number: int, scale: Scale, span: _Span, text: Text) -> Plot:
    course = block.course
    names = [text.number(n) for n in block.numbers]
    prices = [price for each in chain(*block.markets) for price in each.prices]
    return Plot(
        caption=course.title,
        label=counted(prices, text),
        rows=tuple((y, money(price, text)) for y, price in scale.rows()),
        dots=tuple(_dots(block, scale, span)),
        lines=tuple(_curves(block, scale, text)) if course.told else (),
        bands=tuple(_bands(block, scale, span)) if course.told else (),
        limits=tuple((scale.y(at), name, kind) for at, name, kind in limits(course.rules, text)),
        laid="cards",
        most=span.units,
        key=f"prices-{number + 1}",
        along=text("Period"),
        parts=tuple((scale.x(span.start(at)), name) for at, name in enumerate(names)),
    )


def _dots(block: _Block, scale: Scale, span: _Span) -> Iterator[Dot]:
    for at, n in enumerate(block.numbers):
        for market, those in enumerate(block.markets, 1):
            for each in those:
                if each.number == n:
                    key = f"trade-{market}-{n}"
                    start = span.start(at)
                    dots = scale.dots(each.trades, key, old=False, start=start)
                    yield from (replace(dot, seats=()) for dot in dots)


def _curves(block: _Block, scale: Scale, text: Text) -> Iterator[Line]:
    """Draw demand and supply of the last period, of several markets on average."""
    those = block.last
    values = sorted(chain(*(each.values for each in those)), reverse=True)
    costs = sorted(chain(*(each.costs for each in those)))
    if those:
        yield from curves((values, costs), block.course.rules, scale, text, 1 / len(those))


def _bands(block: _Block, scale: Scale, span: _Span) -> Iterator[Band]:
    """Draw P* over the curves, and over each period, of several markets on average."""
    for at, n in enumerate(block.numbers):
        found = [each for each in chain(*block.markets) if each.number == n]
        met = [each.theory for each in found if each.theory is not None]
        if met:
            low, high = fmean(each.low for each in met), fmean(each.high for each in met)
            units = sum(each.units for each in met) / len(found)
            if n == block.numbers[-1]:
                yield scale.band(low, high, units, 0, span.units)
            yield scale.band(low, high, None, span.start(at), span.trades)
