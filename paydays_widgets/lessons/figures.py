"""Figures: a small table of what was computed."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from paydays_widgets.core.text import Text
from paydays_widgets.lessons.leaf import Leaf, Opener

Cell: TypeAlias = str | int | Fraction


class Figures(Leaf):
    """A table of figures, written as the language writes numbers.

    Parameters
    ----------
    caption
        What it shows.
    columns
        The headings.
    rows
        Its cells; the first of a row is the row's heading. A fraction is written as a decimal
        where that is exact, else as a fraction and rounded beside it.
    best
        The row that stands out, counted from 0; None for no such row.
    after
        A question that must be answered before the table unfolds.
    language
        Of the numbers.
    """

    template = "figures.html.j2"

    def __init__(
        self,
        caption: str,
        columns: Sequence[str],
        rows: Sequence[Sequence[Cell]],
        *,
        best: int | None = None,
        after: Opener | None = None,
        language: str = "en",
    ) -> None:
        super().__init__(after=after, language=language)
        self.caption = caption
        self.columns = tuple(columns)
        self.rows = tuple(tuple(row) for row in rows)
        self.best = best
        self.refresh()

    def facts(self) -> dict[str, Any]:
        """Return the cells as text, and whether each is a number."""
        rows = [
            [(self._write(cell), not isinstance(cell, str)) for cell in row] for row in self.rows
        ]
        numbers = [rows and rows[0][at][1] for at in range(len(self.columns))]
        return {"figures": self, "rows": rows, "columns": zip(self.columns, numbers, strict=True)}

    def _write(self, cell: Cell) -> str:
        if isinstance(cell, str):
            return cell
        return write_fraction(Fraction(cell), self.text, 3)


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
