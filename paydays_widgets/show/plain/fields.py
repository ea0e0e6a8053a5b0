"""Structs in words: labels for their fields, and descriptions of their values.

A field of type :data:`~paydays_widgets.core.game.Seat` appears as a name; one of type
:data:`~paydays_widgets.core.game.BySeat` has one value per seat.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct

from paydays_widgets.core.game import CHANCE, EachSeat, Seat
from paydays_widgets.core.notation import FromOne
from paydays_widgets.core.text import Text, capital

NOTHING: Final = "–"
"""Shown in place of None."""


class Field(Struct, frozen=True):
    """A field of a Struct: its name in the code and in words, its annotated type and its value."""

    name: str
    label: str
    hint: Any
    value: Any

    @property
    def by_seat(self) -> bool:
        """Whether it has one value per seat."""
        return EachSeat() in _marks(self.hint)

    def of(self, seat: Seat) -> "Field":
        """Return one seat's part of a field with one value per seat."""
        return Field(self.name, self.label, _item(self.hint), self.value[seat])


def title(name: str) -> str:
    """Turn a name in the code into a title.

    Examples
    --------
    >>> title("BidMade"), title("too_much"), title("KP-fold")
    ('Bid made', 'Too much', 'Fold')
    """
    words = re.sub(r"^[A-Z0-9]+-(?=.)", "", name)
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", words)
    words = re.sub(r"[_-]+", " ", words).lower()
    return capital(words)


def label(name: str) -> str:
    """Turn a field's name into words for use inside a sentence.

    Examples
    --------
    >>> label("start_money")
    'start money'
    """
    return title(name).lower()


def fields(value: Struct, *without: str) -> Iterator[Field]:
    """List the fields of a Struct, except those named in ``without``."""
    types = hints(type(value))
    for name in value.__struct_fields__:
        if name not in without:
            yield Field(name, label(name), types[name], getattr(value, name))


def said(value: object, hint: object, names: Sequence[str], text: Text) -> str:
    """Put a field's value into words.

    Examples
    --------
    >>> said((5, None), tuple[int | None, ...], [], Text("en"))
    '5 and –'
    """
    match value:
        case None:
            words = NOTHING
        case bool():
            words = text("yes") if value else text("no")
        case int() if _is_seat(hint):
            words = text("chance") if value == CHANCE else names[value]
        case int():
            words = text.number(value)
        case str():
            words = value.replace("_", " ")
        case Struct():
            words = told(fields(value), names, text)
        case tuple() | list() | frozenset():
            item = _item(hint)
            each = [said(one, item, names, text) for one in value]
            if EachSeat() in _marks(hint):
                each = [f"{name} {one}" for name, one in zip(names, each, strict=True)]
            words = text.listing(each) or text("none")
        case _:
            words = str(value)
    return words


def told(those: Iterator[Field], names: Sequence[str], text: Text) -> str:
    """Put some fields into words, such as ``seat Anna, amount 5``."""
    return ", ".join(f"{each.label} {said(each.value, each.hint, names, text)}" for each in those)


def hints(kind: type) -> Mapping[str, Any]:
    """Return the annotated types of a Struct's fields."""
    return get_type_hints(kind, include_extras=True)


def _marks(hint: object) -> tuple[object, ...]:
    """Return the extra arguments of an ``Annotated`` type."""
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _is_seat(hint: object) -> bool:
    """Return whether a number of this type is a seat."""
    if get_origin(hint) is Annotated:
        return FromOne() in _marks(hint)
    return any(_is_seat(each) for each in get_args(hint))


def _item(hint: object) -> object:
    """Return the type of a collection's items; None if unknown."""
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if plain is not None and get_origin(plain) in {tuple, list, frozenset}:
        return get_args(plain)[0]
    found = [_item(each) for each in get_args(plain)]
    return next((each for each in found if each is not None), None)
