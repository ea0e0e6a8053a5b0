"""Figures: a table of what was computed; a long one is drawn, with the table folded below."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from paydays_widgets.core.text import Text
from paydays_widgets.lessons.leaf import Leaf, Opener
from paydays_widgets.panels.plot import MOST_LINES, MOST_ROWS, Lines, plotted
from paydays_widgets.show.report import Chart

Cell: TypeAlias = str | int | Fraction
Rows: TypeAlias = Sequence[Sequence[Cell]]
_SHARE: Final = re.compile(r"[−-]?\d+(\.\d+)?%")
"""A cell that is a share, written as text."""


class Figures(Leaf):
    """A table of figures, written as the language writes numbers.

    A table of more than six rows is drawn: as lines if the rows are headed by numbers, as bars if
    they have names. The table is then folded below the plot.

    Parameters
    ----------
    caption
        What it shows.
    columns
        The headings.
    rows
        Its cells; the first of a row is the row's heading. A fraction is written as one, and
        rounded beside it. A function is asked whenever the table is drawn, such as when `after`
        has been answered.
    best
        The row that stands out, counted from 0; None for no such row.
    drawn
        The headings of the columns that a plot shows; None for the first four with numbers.
    after, quiet, language
        As for every leaf.
    """

    template = "figures.html.j2"

    def __init__(
        self,
        caption: str,
        columns: Sequence[str],
        rows: Rows | Callable[[], Rows],
        *,
        best: int | None = None,
        drawn: Sequence[str] | None = None,
        after: Opener | None = None,
        quiet: bool = False,
        language: str = "en",
    ) -> None:
        super().__init__(after=after, quiet=quiet, language=language)
        self.caption = caption
        self.columns = tuple(columns)
        self._rows = rows
        self.best = best
        self.drawn = drawn
        self.refresh()

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells, in the leaf's language."""
        rows = self._rows() if callable(self._rows) else self._rows
        return tuple(
            tuple(self.told(cell) if isinstance(cell, str) else cell for cell in row)
            for row in rows
        )

    def promise(self, text: Text) -> str:
        """Say what will be seen once the question is answered."""
        return text("Then the sums will appear here, in a table.")

    def facts(self) -> dict[str, Any]:
        """Return the cells as text, whether each is a number, and the plot of a long table."""
        cells, columns = self.rows, [self.told(each) for each in self.columns]
        first = cells[0] if cells else ()
        numbers = [_value(cell) is not None for cell in first] or [False] * len(columns)
        rows = [
            [(self._write(cell), is_number) for cell, is_number in zip(row, numbers, strict=True)]
            for row in cells
        ]
        chart = self._chart(cells, columns) if len(rows) > MOST_ROWS else None
        plot = plotted(chart) if chart else None
        return {
            "figures": self,
            "rows": rows,
            "columns": list(zip(columns, numbers, strict=True)),
            "plot": plot,
            "dots": [plot.lines[0].points[self.best]]
            if isinstance(plot, Lines) and self.best is not None
            else [],
            "write": self._write_value,
        }

    def _chart(self, rows: Rows, columns: Sequence[str]) -> Chart | None:
        """Take the numbers of the columns; None if there are none."""
        series: dict[str, tuple[float, ...]] = {}
        for at, name in enumerate(columns[1:], 1):
            values = [_value(row[at]) for row in rows]
            if (self.drawn is None or self.columns[at] in self.drawn) and None not in values:
                series[name] = tuple(each for each in values if each is not None)
        if not series:
            return None
        heads = [row[0] for row in rows]
        shown = dict([*series.items()][:MOST_LINES])
        places = tuple(each for each in heads if isinstance(each, int))
        if len(places) == len(heads):
            return Chart(places, shown, columns[0])
        return Chart(tuple(map(self._write, heads)), shown)

    def _write(self, cell: Cell) -> str:
        if isinstance(cell, str):
            return cell
        return write_fraction(Fraction(cell), self.text, 3)

    def _write_value(self, value: float) -> str:
        """Write a value beside its bar, or on the scale."""
        return self.text.number(value, 0 if value == int(value) else 2)


def _value(cell: Cell) -> float | None:
    """Read a cell as a number; None if it is none."""
    if not isinstance(cell, str):
        return float(cell)
    return float(cell.replace("−", "-").rstrip("%")) if _SHARE.fullmatch(cell) else None


def write_fraction(number: Fraction, text: Text, places: int) -> str:
    """Write a fraction as a decimal where that is exact, else as a fraction and rounded.

    Examples
    --------
    >>> text = Text("en")
    >>> [write_fraction(Fraction(each), text, 3) for each in ("5", "77/10", "7/36")]
    ['5', '7.7', '7/36 ≈ 0.194']
    """
    for exact in range(places + 1):
        if (number * 10**exact).denominator == 1:
            return text.number(float(number) if exact else int(number), exact)
    return f"{number.numerator}/{number.denominator} ≈ {text.number(float(number), places)}"
