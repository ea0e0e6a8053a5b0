"""Structs in words: what a field is called, and what stands in it.

A field of type :data:`~paydays_widgets.core.game.Seat` is said as a name; one of type
:data:`~paydays_widgets.core.game.BySeat` has a value for every seat.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct

from paydays_widgets.core.game import CHANCE, EachSeat, Seat
from paydays_widgets.core.notation import FromOne
from paydays_widgets.core.text import Text

NOTHING: Final = "–"
"""What stands where nothing is known."""


class Field(Struct, frozen=True):
    """A field of a Struct.

    Parameters
    ----------
    name
        In the code.
    label
        In words.
    hint
        Its type, as it is annotated.
    value
        What stands in it.
    """

    name: str
    label: str
    hint: Any
    value: Any

    @property
    def by_seat(self) -> bool:
        """Whether it has a value for every seat."""
        return EachSeat() in _marks(self.hint)

    def of(self, seat: Seat) -> "Field":
        """Take one seat's part of what has a value for every seat."""
        return Field(self.name, self.label, _item(self.hint), self.value[seat])


def title(name: str) -> str:
    """Write a name of the code as a person would.

    Examples
    --------
    >>> title("BidMade"), title("too_much"), title("KP-fold")
    ('Bid made', 'Too much', 'Fold')
    """
    words = re.sub(r"^[A-Z0-9]+-(?=.)", "", name)
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", words)
    words = re.sub(r"[_-]+", " ", words).lower()
    return f"{words[:1].upper()}{words[1:]}"


def label(name: str) -> str:
    """Write a field's name as it stands inside a sentence.

    Examples
    --------
    >>> label("start_money")
    'start money'
    """
    return title(name).lower()


def fields(value: Struct, *without: str) -> Iterator[Field]:
    """List the fields of a Struct, but for some."""
    types = hints(type(value))
    for name in value.__struct_fields__:
        if name not in without:
            yield Field(name, label(name), types[name], getattr(value, name))


def said(value: object, hint: object, names: Sequence[str], text: Text) -> str:
    """Say what stands in a field.

    Parameters
    ----------
    value
        What stands there.
    hint
        The field's type.
    names
        The seats' names.
    text
        The words of a language.

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
    """Say some fields in a row, such as ``seat Anna, amount 5``."""
    return ", ".join(f"{each.label} {said(each.value, each.hint, names, text)}" for each in those)


def hints(kind: type) -> Mapping[str, Any]:
    """Read the types of a Struct's fields, as they are annotated."""
    return get_type_hints(kind, include_extras=True)


def _marks(hint: object) -> tuple[object, ...]:
    """Give what an annotation adds to a type."""
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _is_seat(hint: object) -> bool:
    """Tell whether a number of this type is a seat's."""
    if get_origin(hint) is Annotated:
        return FromOne() in _marks(hint)
    return any(_is_seat(each) for each in get_args(hint))


def _item(hint: object) -> object:
    """Give the type of what a tuple holds; None where that is not known."""
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if plain is not None and get_origin(plain) in {tuple, list, frozenset}:
        return get_args(plain)[0]
    found = [_item(each) for each in get_args(plain)]
    return next((each for each in found if each is not None), None)
