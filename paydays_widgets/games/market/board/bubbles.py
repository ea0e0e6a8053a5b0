"""The share markets of a class, block by block on one scale: prices against the value's steps."""

from collections.abc import Iterator, Sequence
from itertools import chain

from paydays_widgets.core.text import Text
from paydays_widgets.games.market.board.plot import Dot, Line, Plot, Scale
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.reading.shares import Paid, sales
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import bounds, value
from paydays_widgets.games.market.text.sums import money
from paydays_widgets.show.programme import Course


def scale(rules: Rules, deck: Deck, found: Sequence[Paid]) -> Scale:
    """Span all prices, from 0 to twice the first value, or to the highest price allowed."""
    first, highest = value(rules, deck, 1), max((each.price for each in found), default=0)
    top = 2 * first if highest <= 2 * first else bounds(rules, deck)[1]
    return Scale(max(top, UNIT), rules.periods)


def steps(rules: Rules, deck: Deck, scale: Scale, text: Text) -> tuple[Line, ...]:
    """Draw what a share is worth in each period."""
    values = [value(rules, deck, n + 1) for n in range(rules.periods)]
    return (Line("value", text("Value of a share"), scale.stairs(values)),)


def dots(found: Sequence[Paid], scale: Scale, now: int, key: str = "trade") -> Iterator[Dot]:
    """Place each sale in its period, by its number there; those of earlier periods are old."""
    for each in found:
        yield Dot(
            f"{key}-{each.period}-{each.number}",
            scale.x(each.period - 1 + (each.number - 0.5) / each.of),
            scale.y(each.price),
            old=each.period < now,
            seats=tuple(seat + 1 for seat in each.seats),
            forced=each.forced,
        )


def parts(rules: Rules, scale: Scale, text: Text) -> tuple[tuple[float, str], ...]:
    """Say where each period begins."""
    return tuple((scale.x(n), text.number(n + 1)) for n in range(rules.periods))


def picture(course: Course, number: int, most: Scale, text: Text) -> Plot:
    """Draw a block: every sale of its markets, and the value's steps where all may know them."""
    span = Scale(most.top, course.rules.periods)
    markets = [sales(steps) for steps in course.games]
    prices = [each.price for each in chain(*markets)]
    ends = " – ".join(dict.fromkeys(money(end(prices), text) for end in (min, max) if prices))
    told = course.told or course.rules.shown
    return Plot(
        caption=course.title,
        label=", ".join(filter(None, [text.plural("{n} trade", "{n} trades", len(prices)), ends])),
        rows=tuple((y, money(price, text)) for y, price in span.rows()),
        dots=tuple(
            chain(*(dots(market, span, 0, f"trade-{at}") for at, market in enumerate(markets, 1)))
        ),
        laid="cards",
        most=course.rules.periods,
        lines=steps(course.rules, course.deck, span, text) if told else (),
        bands=(),
        limits=(),
        about=(),
        key=f"prices-{number}",
        along=text("Period"),
        parts=parts(course.rules, span, text),
    )


def widest(found: Sequence[Course]) -> Scale:
    """Return the scale that serves all blocks of shares."""
    return max(
        (
            scale(each.rules, each.deck, [*chain(*(sales(game) for game in each.games))])
            for each in found
        ),
        key=lambda each: each.top,
    )
