"""A teacher's list of students, as it is typed, or copied out of a table."""

import csv
from typing import Final

from paydays_widgets.classroom.entries import LONGEST_LABEL, MOST_PEOPLE
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import alike, cleaned

_HEADINGS: Final = frozenset(
    (
        *("name", "names", "first", "last", "surname", "label", "labels", "student", "students"),
        *("number", "id", "no", "e-mail", "email", "class", "nom", "noms", "prénom", "élève"),
        *("élèves", "étudiant", "étudiants", "étudiante", "étudiantes", "numéro", "classe"),
        *("namen", "vorname", "nachname", "familienname", "schüler", "schülerin", "lernende"),
        *("studierende", "nummer", "nr", "matrikelnummer", "klasse"),
    )
)
"""Words of which a heading consists."""
_BETWEEN_NONE: Final = "\x1f"


class Faults(Complaint):
    """Several things are wrong at once."""

    def __init__(self, faults: list[Complaint]) -> None:
        super().__init__(faults[0].sentence, **faults[0].facts)
        self.faults = faults


def listed(written: str) -> tuple[str, ...]:
    r"""Read a list of labels, one per line; a heading is left out.

    Raises
    ------
    Faults
        If two would be read as one, one is too long, or there are too many.

    Examples
    --------
    >>> listed("Name\nAnna\n  Ben \n\n")
    ('Anna', 'Ben')
    >>> listed('"Weiß, Jan"\nWeiss, Jan\n"Anna ""Ann"" K."')
    ('Weiß, Jan', 'Weiss, Jan', 'Anna "Ann" K.')
    """
    found: dict[str, tuple[int, str]] = {}
    faults = []
    for line, label in _lines(written):
        first, other = found.setdefault(alike(label), (line, label))
        if first != line:
            faults.append(
                Complaint(
                    "lines {first} and {line}: “{other}” and “{name}” are read as one name",
                    first=first,
                    line=line,
                    other=other,
                    name=label,
                )
            )
        if len(label) > LONGEST_LABEL:
            faults.append(
                Complaint(
                    "line {line}: “{name}” is too long: {n} characters at most",
                    line=line,
                    name=label,
                    n=LONGEST_LABEL,
                )
            )
    if len(found) > MOST_PEOPLE:
        faults.append(
            Complaint(
                "there are {n} people on the list, and there can be no more than {most}",
                n=len(found),
                most=MOST_PEOPLE,
            )
        )
    if faults:
        raise Faults(faults)
    return tuple(label for _, label in found.values())


def _lines(written: str) -> list[tuple[int, str]]:
    """Return each label with its line; the cells of a table stand side by side in it."""
    between = next((each for each in "\t;" if each in written), None)
    between = between or ("," if '","' in written else _BETWEEN_NONE)
    labels = []
    for line, each in enumerate(written.splitlines(), 1):
        cells = " ".join(cell for row in csv.reader([each], delimiter=between) for cell in row)
        labels.append((line, cleaned(cells, LONGEST_LABEL + 1)))
    kept = [(line, label) for line, label in labels if label]
    return kept[1:] if kept and _HEADINGS.issuperset(kept[0][1].casefold().split()) else kept
