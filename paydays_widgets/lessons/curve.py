"""A curve: lines over a common scale, with the same figures as a table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from paydays_widgets.lessons.leaf import Leaf, Opener
from paydays_widgets.panels.charts import ticks

WIDTH: Final = 720
HEIGHT: Final = 320
LEFT: Final = 72
RIGHT: Final = 12
TOP: Final = 12
BOTTOM: Final = 52
MOST_LINES: Final = 4
"""The most lines that can be told apart by colour and dash."""


class Line(Struct, frozen=True):
    """A line as it is drawn.

    Parameters
    ----------
    name
        What it shows.
    values
        One for each point.
    path
        As SVG draws it.
    """

    name: str
    values: tuple[float, ...]
    path: str


class Curve(Leaf):
    """Lines over a common scale, some points of the first one marked.

    A reader who does not see it gets the same figures as a table, and so does everybody else who
    unfolds it.

    Parameters
    ----------
    caption
        What it shows.
    axis
        What is counted from left to right.
    at
        The places there, ascending.
    lines
        By name, a value for each place; whole numbers are shown.
    marks
        The places that are marked on the first line.
    marked
        What that means.
    after
        A question that must be answered before the curve unfolds.
    language
        Of the numbers.

    Raises
    ------
    ValueError
        If there is nothing to draw, there are too many lines, or a line has not one value for
        each place.
    """

    template = "curve.html.j2"

    def __init__(
        self,
        caption: str,
        axis: str,
        at: Sequence[int],
        lines: Mapping[str, Sequence[float | Fraction]],
        *,
        marks: Sequence[int] = (),
        marked: str = "",
        after: Opener | None = None,
        language: str = "en",
    ) -> None:
        if len(at) < 2 or not 1 <= len(lines) <= MOST_LINES:  # noqa: PLR2004 - a line has two ends
            message = f"a curve needs 2 places or more and 1 to {MOST_LINES} lines"
            raise ValueError(message)
        if any(len(values) != len(at) for values in lines.values()):
            message = f"each line of a curve needs {len(at)} values, one for each place"
            raise ValueError(message)
        super().__init__(after=after, language=language)
        self.caption = caption
        self.axis = axis
        self.at = tuple(at)
        self.lines = {name: tuple(map(float, values)) for name, values in lines.items()}
        self.marks = frozenset(marks)
        self.marked = marked
        self.refresh()

    def facts(self) -> dict[str, Any]:
        """Return the lines, the scales and the marks."""
        every = [value for values in self.lines.values() for value in values]
        rows = ticks(min(0, int(min(every))), int(max(every)))
        low, high = rows[0], rows[-1]
        first, last = self.at[0], self.at[-1]

        def x(place: float) -> float:
            return round(LEFT + (WIDTH - LEFT - RIGHT) * (place - first) / (last - first), 1)

        def y(value: float) -> float:
            return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

        drawn = []
        for name, values in self.lines.items():
            placed = zip(self.at, values, strict=True)
            points = [f"{x(place)} {y(value)}" for place, value in placed]
            drawn.append(Line(name, values, "M" + " L".join(points)))
        return {
            "curve": self,
            "lines": drawn,
            "rows": [(value, y(value)) for value in rows],
            "columns": [
                (place, x(place)) for place in ticks(first, last, 8) if first <= place <= last
            ],
            "dots": [
                (x(place), y(value))
                for place, value in zip(self.at, drawn[0].values, strict=True)
                if place in self.marks
            ],
            "size": (WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM),
        }
