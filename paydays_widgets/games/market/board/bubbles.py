"""The share markets of a class, block by block on one scale: prices against the value's steps."""

from collections.abc import Iterator, Sequence
from itertools import chain

from paydays_widgets.core.text import Text
from paydays_widgets.games.market.board.plot import Dot, Line, Plot, Scale, counted
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.reading.shares import Paid, sales
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import bounds, value, values
from paydays_widgets.games.market.text.sums import money
from paydays_widgets.show.programme import Course


def scale(rules: Rules, deck: Deck, found: Sequence[Paid]) -> Scale:
    """Span all prices, from 0 to twice the first value, or to the highest price allowed."""
    first, highest = value(rules, deck, 1), max((each.price for each in found), default=0)
    top = 2 * first if highest <= 2 * first else bounds(rules, deck)[1]
    return Scale(max(top, UNIT), rules.periods)


def steps(rules: Rules, deck: Deck, scale: Scale, text: Text) -> tuple[Line, ...]:
    """Draw what a share is worth in each period."""
    return (Line("value", text("Value of a share"), scale.stairs(values(rules, deck))),)


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


def told(course: Course) -> bool:
    """Return whether all may know what a share is worth (MK-value)."""
    return bool(course.told or course.rules.shown)


def picture(course: Course, number: int, most: Scale, text: Text) -> Plot:
    """Draw a block: every sale of its markets, and the value's steps where all may know them."""
    span = Scale(most.top, course.rules.periods)
    markets = [sales(steps) for steps in course.games]
    return Plot(
        caption=course.title,
        label=counted([each.price for each in chain(*markets)], text),
        rows=tuple((y, money(price, text)) for y, price in span.rows()),
        dots=tuple(
            chain(*(dots(market, span, 0, f"trade-{at}") for at, market in enumerate(markets, 1)))
        ),
        laid="cards",
        most=course.rules.periods,
        lines=steps(course.rules, course.deck, span, text) if told(course) else (),
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
