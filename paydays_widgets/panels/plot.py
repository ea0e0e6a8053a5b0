"""Plots of a table's figures: lines over a scale, or bars beside the names of the rows.

A table of more than :data:`MOST_ROWS` rows, or :data:`MOST_COLUMNS` columns, is folded
below its plot.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Final

from msgspec import Struct

from paydays_widgets.show.report import Chart, Figures
from paydays_widgets.show.scale import ticks

MOST_ROWS: Final = 6
"""The most rows of a table that is shown without a plot."""
MOST_COLUMNS: Final = 6
"""The most columns of figures that are read side by side on half a laptop's screen."""
MOST_LINES: Final = 4
"""The most series that can be told apart by colour and dash."""
WIDTH: Final = 720
HEIGHT: Final = 320
_SMALL: Final = 5
"""Values below it have a scale of hundredths, unless all are whole."""
LEFT: Final = 72
RIGHT: Final = 12
TOP: Final = 24
BOTTOM: Final = 52


class Line(Struct, frozen=True):
    """A series as a line: a value for each place, the path of an SVG, and its points in pixels."""

    name: str
    values: tuple[float, ...]
    path: str
    points: tuple[tuple[float, float], ...]


class Lines(Struct, frozen=True):
    """Lines over a common scale.

    Parameters
    ----------
    rows, columns
        The marks of the scales: a value and where it stands, in pixels.
    axis
        What is counted from left to right.
    """

    lines: tuple[Line, ...]
    rows: tuple[tuple[float, float], ...]
    columns: tuple[tuple[int, float], ...]
    axis: str


class Bar(Struct, frozen=True):
    """A value as a bar, from zero; both ends in per cent of the width."""

    value: float
    left: float
    width: float


class Bars(Struct, frozen=True):
    """Rows with a name and a bar for each series; zero is in per cent of the width."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]
    zero: float


def plotted(chart: Chart) -> Lines | Bars:
    """Plot a chart: as lines over numbers, or as bars beside names."""
    places = [each for each in chart.at if isinstance(each, int)]
    if len(places) == len(chart.at) > 1:
        return lines(places, chart.series, chart.axis)
    return bars([str(each) for each in chart.at], chart.series)


def lines(at: Sequence[int], series: Mapping[str, Sequence[float]], axis: str = "") -> Lines:
    """Draw lines over a common scale that has zero in it.

    Parameters
    ----------
    at
        The places from left to right, ascending.
    series
        By name, a value for each place.
    axis
        What is counted from left to right.
    """
    every = [value for values in series.values() for value in values]
    marks = _marks(every)
    low, high = marks[0], marks[-1]
    first, last = at[0], at[-1]

    def x(place: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (place - first) / max(last - first, 1), 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    drawn = []
    for name, values in series.items():
        points = [(x(place), y(value)) for place, value in zip(at, values, strict=True)]
        path = "M" + " L".join(f"{one} {other}" for one, other in points)
        drawn.append(Line(name, tuple(values), path, tuple(points)))
    return Lines(
        tuple(drawn),
        tuple((value, y(value)) for value in marks),
        tuple((place, x(place)) for place in ticks(first, last, 8) if first <= place <= last),
        axis,
    )


def bars(names: Sequence[str], series: Mapping[str, Sequence[float]]) -> Bars:
    """Draw a bar for each value, all on one scale that has zero in it.

    Examples
    --------
    >>> drawn = bars(["Wages", "Income"], {"In all": [-10, 30]})
    >>> drawn.zero, [row[1][0].left for row in drawn.rows]
    (25.0, [0.0, 25.0])
    """
    every = [value for values in series.values() for value in values]
    low, high = min(0, *every), max(0, *every)
    span = high - low or 1

    def bar(value: float) -> Bar:
        left = 100 * (min(value, 0) - low) / span
        return Bar(value, round(left, 2), round(100 * abs(value) / span, 2))

    rows = zip(names, zip(*series.values(), strict=True), strict=True)
    return Bars(
        tuple(series),
        tuple((name, tuple(map(bar, values))) for name, values in rows),
        round(-100 * low / span, 2),
    )


def folded(figures: Figures) -> bool:
    """Return whether a table of a report is folded below its plot."""
    long, wide = len(figures.rows) > MOST_ROWS, len(figures.columns) > MOST_COLUMNS
    return figures.chart is not None and (long or wide)


def _marks(values: Sequence[float]) -> Sequence[float]:
    """Choose round numbers that span some values and zero; hundredths for small fractions."""
    low, high = min(0, *values), max(0, *values)
    parts = 100 if high - low < _SMALL and any(each % 1 for each in values) else 1
    found = ticks(floor(low * parts), ceil(high * parts))
    return [each / parts for each in found] if parts > 1 else found
