"""Tables as files that spreadsheets open: one way for all of them."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final, TextIO

from paydays_widgets.core.names import JOINERS
from paydays_widgets.core.text import Language

_MARK: Final = "\ufeff"
"""By this a spreadsheet takes a file for UTF-8."""
_SIGNS: Final = "=+\\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b"
"""What a formula begins with, and what some keyboards write for that."""
_FORMULA: Final = re.compile(rf'((?:^|[,;])[\s"]*)(?=[{_SIGNS}])')
"""Where a formula would begin, also for a spreadsheet that parts cells by the other sign."""
_FIGURES: Final = re.compile(
    r"[\d\s.,:/\\\-()%$€£¥+\u2212\u2013\u2019]|(?<!^)'|(?P<word>(?!(?<=\d)[ap]m?\b)[^\W\d_]+)"
)
_WORDS: Final = frozenset(
    (
        *("e", "a", "am", "p", "pm"),
        *("jan", "january", "janv", "janvier", "januar", "feb", "february", "févr", "février"),
        *("februar", "mar", "march", "mars", "mär", "mrz", "märz", "apr", "april", "avr", "avril"),
        *("may", "mai", "jun", "june", "juin", "juni", "jul", "july", "juil", "juillet", "juli"),
        *("aug", "august", "août", "sep", "sept", "september", "septembre", "oct", "october"),
        *("octobre", "okt", "oktober", "nov", "november", "novembre", "dec", "december", "déc"),
        *("décembre", "dez", "dezember"),
    )
)
"""The words of numbers, times and dates that a spreadsheet knows in our languages."""
_EXACT: Final = Decimal("0.0001")
_LONGEST: Final = 11
"""Digits of a number that a spreadsheet writes again as it was."""


class Spreadsheet:
    r"""A table that is written as CSV, line by line, as a spreadsheet of a language opens it.

    Text is made one line that can be seen. It gets an apostrophe where a spreadsheet would take it
    for a formula, or would change it, since it takes it for a number, a time or a date.

    Parameters
    ----------
    language
        English has commas between cells and decimal points, as programs expect; French and
        German have semicolons and decimal commas. None is a file for programs: a ``float`` is
        written in full there, elsewhere with one decimal. A ``Decimal`` is always written in full.
    """

    def __init__(self, file: TextIO, language: Language | None) -> None:
        self._comma = "." if language in {"en", None} else ","
        self._plain = re.compile(rf"(?:0|[1-9]\d*)(?:{re.escape(self._comma)}\d*[1-9])?")
        self._for_programs = language is None
        if not self._for_programs:
            file.write(_MARK)
        self._writer = csv.writer(
            file,
            delimiter="," if self._comma == "." else ";",
            lineterminator="\n" if self._for_programs else "\r\n",
        )

    def write(self, row: Iterable[object]) -> None:
        """Write a line; the first has the names of the columns."""
        self._writer.writerow([self._cell(cell) for cell in row])

    def _cell(self, cell: object) -> object:
        if isinstance(cell, str):
            return self._text(cell)
        if isinstance(cell, float) and not self._for_programs:
            return f"{cell:.1f}".replace(".", self._comma)
        if isinstance(cell, Decimal):
            return f"{cell:f}".replace(".", self._comma)
        return cell

    def _text(self, text: str) -> str:
        plain = _FORMULA.sub(r"\1'", _on_one_line(text))
        return f"'{plain}" if self._would_change(plain) else plain

    def _would_change(self, text: str) -> bool:
        if len(text) <= _LONGEST and self._plain.fullmatch(text):
            return False
        folded = unicodedata.normalize("NFKC", text).casefold()
        words = [each["word"] for each in _FIGURES.finditer(folded) if each["word"]]
        return (
            any(map(str.isdigit, folded))
            and not _FIGURES.sub("", folded)
            and _WORDS.issuperset(words)
        )


def spreadsheet(rows: Iterable[Sequence[object]], language: Language | None) -> str:
    r"""Write a table as CSV.

    Examples
    --------
    >>> spreadsheet([["name", "seconds", "bid"], ["=Anna", 1.5, Decimal("20.75")]], "de")
    "\ufeffname;seconds;bid\r\n'=Anna;1,5;20,75\r\n"
    >>> spreadsheet([["0012345", "3-4", "Anna 3", "12"]], None)
    "'0012345,'3-4,Anna 3,12\n"
    """
    out = io.StringIO()
    sheet = Spreadsheet(out, language)
    for row in rows:
        sheet.write(row)
    return out.getvalue()


def exact(share: float | None) -> object:
    """Prepare a share for a cell, with four places; "" for None."""
    return "" if share is None else Decimal(share).quantize(_EXACT)


def units(amount: int | None, unit: int) -> object:
    """Prepare a sum for a cell, in units of so many of the smallest; "" for None."""
    return "" if amount is None else Decimal(amount) / unit


def _on_one_line(text: str) -> str:
    """Leave out what cannot be seen; a blank stands for what controls something or parts lines."""
    kinds = ((each, unicodedata.category(each)) for each in text)
    kept = (
        " " if kind in {"Cc", "Zl", "Zp"} else each
        for each, kind in kinds
        if kind not in {"Cf", "Cs"} or each in JOINERS
    )
    return "".join(kept).strip()
