"""A curve: lines over a common scale, with the same figures as a table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from paydays_widgets.core.text import Text
from paydays_widgets.lessons.leaf import Leaf, Opener
from paydays_widgets.panels.plot import MOST_LINES, lines

FEWEST_PLACES: Final = 2
"""A line has two ends."""


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
    after, language
        As for every leaf.

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
        if len(at) < FEWEST_PLACES or not 1 <= len(lines) <= MOST_LINES:
            message = f"a curve needs {FEWEST_PLACES} places or more and 1 to {MOST_LINES} lines"
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

    def promise(self, text: Text) -> str:
        """Say what will be seen once the question is answered."""
        return text("Then a chart will appear here.")

    def facts(self) -> dict[str, Any]:
        """Return the lines, the scales and the marks."""
        named = {self.told(name): values for name, values in self.lines.items()}
        drawn = lines(self.at, named, self.told(self.axis))
        points = zip(self.at, drawn.lines[0].points, strict=True)
        return {
            "curve": self,
            "drawn": drawn,
            "dots": [point for place, point in points if place in self.marks],
        }
