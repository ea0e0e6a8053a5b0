"""Check the values that come from a page or from notebook code.

A browser may send anything. Each function returns a valid value or raises a :class:`Complaint`
that says what was given and what was expected, in a translatable sentence.
"""

from collections.abc import Collection
from itertools import islice
from typing import Final

from msgspec import ValidationError, convert

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import short

MOST_NAMED: Final = 12
"""The number of options that a complaint names at most."""


def word(value: object) -> str:
    """Check a text."""
    if not isinstance(value, str):
        raise Complaint("“{value}” cannot be used here: give a text", value=short(value))
    return value


def flag(value: object) -> bool:
    """Check a yes or no."""
    try:
        return convert(value, bool, strict=False)
    except ValidationError:
        told = Complaint("“{value}” cannot be used here: choose true or false", value=short(value))
        raise told from None


def fields(value: object) -> dict[str, str]:
    """Check the fields of a form, by name."""
    try:
        return convert(value, dict[str, str], strict=False)
    except ValidationError:
        told = Complaint(
            "“{value}” cannot be used here: send the fields of a form, each a text",
            value=short(value),
        )
        raise told from None


def number(value: object, most: int) -> int:
    """Check a whole number from 0 to ``most``."""
    found = _whole(value)
    if not 0 <= found <= most:
        raise Complaint(
            "“{value}” cannot be used here: give a whole number from 0 to {last}",
            value=short(value),
            last=most,
        )
    return found


def nth(value: object, count: int) -> int:
    """Check an index from 0 to ``count - 1``."""
    found = _whole(value)
    if not count:
        raise _nothing(value)
    if not 0 <= found < count:
        raise Complaint(
            "“{value}” cannot be used here: give a whole number from 0, the first, to {last}, "
            "the last",
            value=short(value),
            last=count - 1,
        )
    return found


def one_of(value: object, options: Collection[str]) -> str:
    """Check that a value is one of some words."""
    if isinstance(value, str) and value in options:
        return value
    if not options:
        raise _nothing(value)
    named = [*islice(options, MOST_NAMED), *(["…"] if len(options) > MOST_NAMED else [])]
    raise Complaint(
        "“{value}” cannot be used here: choose one of {options}",
        value=short(value),
        options=", ".join(named),
    )


def _nothing(value: object) -> Complaint:
    return Complaint(
        "“{value}” cannot be used here: there is nothing to choose from", value=short(value)
    )


def _whole(value: object) -> int:
    """Read a whole number; return -1 for anything else."""
    try:
        return convert(value, int, strict=False)
    except ValidationError:
        return -1
