"""The curve beside the board: what the window pays, what a pawn is worth, and where to cash it.

The values are those of :func:`paydays_widgets.games.zock.reading.worths`, for a lone pawn that is
always foremost and never hit. Positions are in hundredths of the picture.
"""

from functools import cache
from typing import Final

from msgspec import Struct

from paydays_widgets.games.zock.deck import Deck
from paydays_widgets.games.zock.reading import cash_shares, worths
from paydays_widgets.games.zock.rules import Rules

_GAP: Final = 0.06
_NARROW: Final = 3
"""The fewest steps of one sum that leave room for its label."""
_EVERY: Final = 5


class Tick(Struct, frozen=True, gc=False):
    """A label under the picture: the steps at which a sum begins (``sum`` is 0 for a tick)."""

    column: int
    span: int
    steps: int
    sum: int


class Curve(Struct, frozen=True, gc=False):
    """The picture, from the first step past the quarter to the last one.

    Parameters
    ----------
    go_on, depends, cash
        The outlines of the columns where going on is best, where it depends on the roll, and
        where cashing is best.
    line
        What a pawn is worth before the roll, as a path.
    heights
        The height of the window's sum, by column.
    cash_at
        The steps at which to cash whatever is rolled.
    """

    first: int
    columns: int
    go_on: str
    depends: str
    cash: str
    line: str
    heights: tuple[float, ...]
    marks: tuple[Tick, ...]
    cash_at: tuple[int, ...]


@cache
def curve(deck: Deck, rules: Rules, exit_: int) -> Curve:
    """Draw the curve for the pawns of an exit.

    Examples
    --------
    >>> from paydays_widgets.games.zock.deck import default_deck
    >>> curve(default_deck(), Rules(), 0).cash_at
    (31, 32, 36, 37, 38, 39)
    """
    first = deck.quarter + 1
    steps = range(first, deck.squares)
    sums = [deck.window(rules.payout, gone, (exit_ + gone) % deck.squares) for gone in steps]
    worth = worths(deck, rules, exit_)[first:]
    shares = cash_shares(deck, rules, exit_)[first:]
    top = max(*sums, *worth, 1)
    heights = tuple(round(100 * each / top, 2) for each in sums)
    points = [f"{at + 0.5} {round(100 - 100 * each / top, 2)}" for at, each in enumerate(worth)]
    return Curve(
        first=first,
        columns=len(steps),
        go_on=_bars(heights, [not share for share in shares]),
        depends=_bars(heights, [0 < share < 1 for share in shares]),
        cash=_bars(heights, [share == 1 for share in shares]),
        line="M" + "L".join(points),
        heights=heights,
        marks=_marks(first, sums),
        cash_at=tuple(gone for gone, share in zip(steps, shares, strict=True) if share == 1),
    )


def _bars(heights: tuple[float, ...], chosen: list[bool]) -> str:
    return "".join(
        f"M{at + _GAP} 100V{round(100 - height, 2)}H{round(at + 1 - _GAP, 2)}V100Z"
        for at, (height, drawn) in enumerate(zip(heights, chosen, strict=True))
        if drawn
    )


def _marks(first: int, sums: list[int]) -> tuple[Tick, ...]:
    """Label each run of one sum, or every fifth step if the runs are too short."""
    count = len(sums)
    starts = [0, *[at for at in range(1, count) if sums[at] != sums[at - 1]]]
    spans = [end - at for at, end in zip(starts, [*starts[1:], count], strict=True)]
    if min(spans) >= _NARROW:
        return tuple(
            Tick(at + 1, span, first + at, sums[at])
            for at, span in zip(starts, spans, strict=True)
        )
    ticks = range(-first % _EVERY, count, _EVERY)
    return tuple(Tick(at + 1, min(_EVERY, count - at), first + at, 0) for at in ticks)
