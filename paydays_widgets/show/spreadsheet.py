"""Tables as files that spreadsheets open: one way for all of them."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from paydays_widgets.core.names import unturned
from paydays_widgets.core.text import Language

_MARK = "\ufeff"
"""By this a spreadsheet takes a file for UTF-8."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def spreadsheet(rows: Iterable[Sequence[object]], language: Language) -> str:
    r"""Write a table as CSV, as a spreadsheet of a language opens it.

    Parameters
    ----------
    rows
        The lines, the first with the names of the columns. A ``float`` is written with one
        decimal, a ``Decimal`` in full. Text that a spreadsheet would take for a formula gets an
        apostrophe.
    language
        English has commas between cells and decimal points, as programs expect; French and
        German have semicolons and decimal commas.

    Examples
    --------
    >>> spreadsheet([["name", "seconds", "bid"], ["=Anna", 1.5, Decimal("20.75")]], "de")
    "\ufeffname;seconds;bid\r\n'=Anna;1,5;20,75\r\n"
    """
    comma = "." if language == "en" else ","
    out = io.StringIO()
    out.write(_MARK)
    writer = csv.writer(out, delimiter="," if language == "en" else ";")
    writer.writerows([_cell(cell, comma) for cell in row] for row in rows)
    return out.getvalue()


def _cell(cell: object, comma: str) -> object:
    if isinstance(cell, float):
        return f"{cell:.1f}".replace(".", comma)
    if isinstance(cell, Decimal):
        return f"{cell:f}".replace(".", comma)
    if isinstance(cell, str):
        plain = unturned(cell)
        return f"'{plain}" if plain.startswith(_FORMULA) else plain
    return cell
