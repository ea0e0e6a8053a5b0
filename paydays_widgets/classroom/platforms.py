"""Marks in the list of students that a learning platform exports, and imports again.

Moodle reads any table and asks which column names the students. Canvas reads its own export: the
columns up to ``Section`` stay as they are, a row ``Points Possible`` has the most of each column,
and the heading of a column that it knows ends with that column's number in brackets.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import alike

_MARK: Final = "\ufeff"
_SEPARATORS: Final = "\t;,"
_POSSIBLE: Final = "Points Possible"

_Known: TypeAlias = tuple[str, ...]
"""The words of a name, in whatever order."""


class Filled(Struct, frozen=True):
    """A platform's table with marks.

    Parameters
    ----------
    written
        The table, with the separator that it had.
    by
        The heading of the column that names the students, or of the two that do.
    marked
        How many students have got a mark.
    missing
        Who has a mark, and is not in the table, or is there twice.
    """

    written: str
    by: str
    marked: int
    missing: tuple[str, ...]


def decoded(data: bytes) -> str:
    """Read a file, in UTF-8 or as older spreadsheets write it."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def fill(table: str, marks: Mapping[str, float], title: str, most: float | None) -> Filled:
    r"""Write marks into a platform's table: into the column with that title, or a new one.

    Students are found by the column in which most of them stand: names in either order, also in
    two columns side by side, numbers, or addresses. Who has no mark keeps what stands there.

    Parameters
    ----------
    marks
        By label.
    most
        What all questions are worth; None if nobody knows.

    Raises
    ------
    Complaint
        If it is no table, or none of the students is in it.

    Examples
    --------
    >>> fill("Name,Email\nAble Anne,a@b.ch\n", {"Anne Able": 3.5}, "One", 8).written
    'Name,Email,One\r\nAble Anne,a@b.ch,3.5\r\n'
    """
    if not marks:
        raise Complaint("nobody has joined yet, so there are no marks")
    lines = table.replace("\r\n", "\n").replace("\r", "\n")  # older spreadsheets end lines in \r
    separator = _separator(lines)
    rows = _rows(lines, separator)
    head, students = rows[0], rows[1:]
    names = Counter(map(_known, marks))
    wanted = {_known(label): label for label in marks if names[_known(label)] == 1}
    places = [*_places(head)]
    found = {place: _found(students, place, wanted) for place in places}
    place = max(places, key=lambda each: len(found[each]))
    if not found[place]:
        raise Complaint(
            "none of the names and numbers of this homework, such as “{name}”, is in that table",
            name=next(iter(marks)),
        )
    column = _column(head, title)
    for known, row in found[place].items():
        _put(row, column, f"{marks[wanted[known]]:g}")
    if most is not None and _is_canvas(head):
        _complete(_possible(rows), column, f"{most:g}")
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    for row in rows:
        writer.writerow(row + [""] * (len(head) - len(row)))
    return Filled(
        (_MARK if table.startswith(_MARK) else "") + out.getvalue(),
        " ".join(head[each].strip() for each in place),
        len(found[place]),
        tuple(each for each in marks if _known(each) not in found[place]),
    )


def _rows(table: str, separator: str) -> list[list[str]]:
    lines = io.StringIO(table.removeprefix(_MARK), newline="")
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator) if any(map(str.strip, row))]
    except csv.Error:
        rows = []
    if len(rows) < 2:  # noqa: PLR2004 - headings, and a student
        raise Complaint("give a table with headings, and a line for each student")
    return rows


def _separator(table: str) -> str:
    first = table.partition("\n")[0]
    return max(_SEPARATORS, key=lambda each: len(next(csv.reader([first], delimiter=each), [])))


def _known(name: str) -> _Known:
    return tuple(sorted(re.split(r"[\s,]+", alike(name).casefold().strip(" ,"))))


def _places(head: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """List what may name the students: a column, or two beside each other."""
    for at in range(len(head)):
        yield (at,)
        if at:
            yield at - 1, at


def _found(
    students: Sequence[list[str]], place: tuple[int, ...], wanted: Mapping[_Known, str]
) -> dict[_Known, list[str]]:
    """Return the row of each student who stands in a table once."""
    named = [
        (_known(" ".join(row[at] for at in place)), row)
        for row in students
        if len(row) > place[-1]
    ]
    times = Counter(known for known, _ in named)
    return {known: row for known, row in named if known in wanted and times[known] == 1}


def _column(head: list[str], title: str) -> int:
    """Return where marks of that title stand; they may have got a new column."""
    numbered = re.compile(rf"{re.escape(title)}(?: \(\d+\))?")
    for at, heading in enumerate(head):
        if numbered.fullmatch(heading.strip()):
            return at
    head.append(title)
    return len(head) - 1


def _put(row: list[str], column: int, cell: str) -> None:
    row += [""] * (column + 1 - len(row))
    row[column] = cell


def _complete(row: list[str], column: int, cell: str) -> None:
    if len(row) <= column or not row[column].strip():
        _put(row, column, cell)


def _is_canvas(head: Sequence[str]) -> bool:
    return "Student" in head[0] and "Section" in head


def _possible(rows: list[list[str]]) -> list[str]:
    """Return the row with the most of each column; it may be a new one."""
    for row in rows[1:]:
        if row[0].strip() == _POSSIBLE:
            return row
    rows.insert(1, [_POSSIBLE])
    return rows[1]
