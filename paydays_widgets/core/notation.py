"""What the notations of all games share: who moves, and how a line is read."""

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, TypeVar

from paydays_widgets.core.game import CHANCE, Move, NotationError, Seat

M = TypeVar("M", bound=Move)
Form: TypeAlias = tuple[re.Pattern[str], Callable[..., M]]
"""A pattern for a whole line, and what makes a move of its groups."""

SEAT: Final = "([1-9])"
"""A seat in a pattern, counted from 1."""


def who(by: Seat) -> str:
    """Write who moves: a seat counted from 1, ``*`` for chance.

    Examples
    --------
    >>> who(0), who(CHANCE)
    ('1', '*')
    """
    return "*" if by == CHANCE else str(by + 1)


def seat(word: str) -> Seat:
    """Read a seat.

    Examples
    --------
    >>> seat("1")
    0
    """
    return int(word) - 1


def read(text: str, forms: Iterable[Form[M]], expected: str) -> M:
    """Read a line by the first form that fits; how it is spaced does not matter.

    Parameters
    ----------
    text
        The line.
    forms
        Each a :data:`Form`.
    expected
        What can be read, in words.

    Raises
    ------
    NotationError
        If no form fits.
    """
    words = " ".join(text.split())
    for pattern, make in forms:
        found = pattern.fullmatch(words)
        if found:
            return make(*found.groups())
    raise NotationError(text, expected)
