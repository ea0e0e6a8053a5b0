"""What a page or a notebook's code gives: it is checked here, or refused in words.

Whatever comes from a browser may be anything. A refusal says what was given and what was
expected, in a sentence of this package's catalogue.
"""

from collections.abc import Collection
from itertools import islice
from typing import Final

from msgspec import ValidationError, convert

from paydays_widgets.core.game import Complaint

MOST_NAMED: Final = 12
"""How many of the options a refusal names."""
_LONGEST: Final = 40


def short(value: object) -> str:
    """Write what was given, in a length that can be shown.

    Examples
    --------
    >>> short("a   name"), short("x" * 50) == "x" * 40 + "…"
    ('a name', True)
    """
    written = " ".join(str(value).split())
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"


def word(value: object) -> str:
    """Take a text."""
    if not isinstance(value, str):
        raise Complaint("“{value}” cannot be used here: expected a text", value=short(value))
    return value


def flag(value: object) -> bool:
    """Take a yes or no."""
    try:
        return convert(value, bool, strict=False)
    except ValidationError:
        told = Complaint(
            "“{value}” cannot be used here: expected true or false", value=short(value)
        )
        raise told from None


def fields(value: object) -> dict[str, str]:
    """Take the fields of a form, by name."""
    try:
        return convert(value, dict[str, str], strict=False)
    except ValidationError:
        told = Complaint(
            "“{value}” cannot be used here: expected the fields of a form, each a text",
            value=short(value),
        )
        raise told from None


def number(value: object, most: int) -> int:
    """Take a whole number from 0 on."""
    found = _whole(value)
    if not 0 <= found <= most:
        raise Complaint(
            "“{value}” cannot be used here: expected a whole number from 0 to {last}",
            value=short(value),
            last=most,
        )
    return found


def nth(value: object, count: int) -> int:
    """Take the place of one of several things, counted from 0 as code counts."""
    found = _whole(value)
    if not count:
        raise _nothing(value)
    if not 0 <= found < count:
        raise Complaint(
            "“{value}” cannot be used here: expected a whole number from 0, the first, "
            "to {last}, the last",
            value=short(value),
            last=count - 1,
        )
    return found


def one_of(value: object, options: Collection[str]) -> str:
    """Take one of some words."""
    if isinstance(value, str) and value in options:
        return value
    if not options:
        raise _nothing(value)
    named = [*islice(options, MOST_NAMED), *(["…"] if len(options) > MOST_NAMED else [])]
    raise Complaint(
        "“{value}” cannot be used here: expected one of {options}",
        value=short(value),
        options=", ".join(named),
    )


def _nothing(value: object) -> Complaint:
    return Complaint(
        "“{value}” cannot be used here: there is nothing to choose from", value=short(value)
    )


def _whole(value: object) -> int:
    """Read a whole number; -1 for what is none."""
    try:
        return convert(value, int, strict=False)
    except ValidationError:
        return -1
