"""The names of people, and how they are spread over tables and seats."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from paydays_widgets.classroom.entries import LONGEST_NAME, Person

_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Characters that leave no mark, though Unicode counts them among letters, signs or accents."""
_JOINERS: Final = "\u200c\u200d"
"""They part and join letters in Persian and Hindi, and the parts of an emoji."""


def cleaned(name: str) -> str:
    r"""Clean a name: visible characters, single spaces, and no more than there is room for.

    Returns
    -------
    str
        The name; "" if there is nothing in it to be seen.

    Examples
    --------
    >>> cleaned("  Zo\u00eb \u202e\n  K. ")
    'Zoë K.'
    >>> len(cleaned("x" * 100))
    20
    >>> cleaned("\u3164\ufe0f")
    ''
    """
    kept = "".join(
        each
        if each in _JOINERS or unicodedata.category(each)[0] not in "CZ"
        else " "
        if each.isspace()
        else ""
        for each in unicodedata.normalize("NFC", name[: 10 * LONGEST_NAME])
    )
    found = " ".join(kept.split())[:LONGEST_NAME].strip(f" {_JOINERS}")
    seen = any(
        each not in _INVISIBLE and unicodedata.category(each)[0] in "LNPS" for each in found
    )
    return found if seen else ""


def alike(name: str) -> str:
    r"""Return what names have in common that are read as one.

    Examples
    --------
    >>> alike("\uff21nna") == alike("anna\ufe0f") == alike("An\u200dna ")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cleaned(name)).casefold())
    return "".join(each for each in folded if each not in _INVISIBLE and each not in _JOINERS)


def groups(order: Sequence[Person], size: int) -> list[list[Person]]:
    """Split people into tables of at most a size, as equal as they can be.

    Examples
    --------
    >>> groups(range(9), 4)
    [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    >>> [len(each) for each in groups(range(5), 4)]
    [3, 2]
    """
    tables = max(1, -(-len(order) // size))
    return [list(order[table::tables]) for table in range(tables)]


def dealt(order: Sequence[Person], seats: int) -> tuple[tuple[Person, ...], ...]:
    """Give people seats in turn: several in a seat if there are more than seats.

    Examples
    --------
    >>> dealt([7, 8, 9], 2), dealt([7], 2)
    (((7, 9), (8,)), ((7,), ()))
    """
    return tuple(tuple(order[seat::seats]) for seat in range(seats))
