"""Positions as records: a kernel's ``s.money`` is the engine's ``state.money``.

A class with annotated fields says what a record holds, as for the type checker; numpy lays it out
in memory, and numba compiles what reads and changes it. A field is a whole number, a record of
another class, an array of either, or a list of up to so many numbers:

>>> class Firm:
...     money: int
...     cards: Annotated[Listed, 9]
>>> class Position:
...     turn: int
...     firms: Annotated[Records[Firm], 4]
>>> table = records(Position, turn=1, firms=[SimpleNamespace(money=20, cards=(3, 5))])
>>> print(table[0].turn, table[0].firms[0].money, table[0].firms[1].money)
1 20 0
>>> print(table[0].firms[0].cards.length, table[0].firms[0].cards.numbers[1])
2 5
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from types import SimpleNamespace
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    NamedTuple,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

if TYPE_CHECKING:
    from paydays_widgets.kernels.compiled import Row

S = TypeVar("S")
BYTES: Final = 8
"""Of a number."""
_MISSING: Final = object()


class Records(Protocol[S]):
    """An array of records."""

    def __len__(self) -> int:
        """Return how many there are."""

    def __getitem__(self, at: int) -> S: ...

    def __setitem__(self, at: int, value: S) -> None:
        """Copy a record."""

    def copy(self) -> "Records[S]":
        """Return another array with the same records."""

    def tobytes(self) -> bytes:
        """Return all that they hold."""


class Listed(Protocol):
    """A list of numbers: the first ``length`` of ``numbers``."""

    length: int
    numbers: "Row[int]"


class _Field(NamedTuple):
    holds: Any
    """The class of the record or records; ``int`` for numbers, ``Listed`` for a list."""
    shape: tuple[int, ...]

    @property
    def nested(self) -> bool:
        return self.holds not in {int, Listed}


@cache
def fields(kind: Any) -> dict[str, _Field]:  # noqa: ANN401 - a class
    """Read a class's annotations: what each field holds, and how many of it."""
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        counted = get_origin(hint) is Annotated
        inner, shape = (hint.__origin__, hint.__metadata__) if counted else (hint, ())
        if get_origin(inner) is Records:
            holds = get_args(inner)[0]
        elif inner is Listed or not (counted or inner in {int, bool}):
            holds = inner
        else:
            holds = int
        found[name] = _Field(holds, shape)
    return found


@cache
def layout(kind: Any) -> "np.dtype[np.void]":  # noqa: ANN401 - a class
    """Lay a class out in memory, number by number.

    Raises
    ------
    TypeError
        If a field has a name that numpy's records have themselves, such as ``round``: uncompiled,
        it would be read in place of the field.
    """
    parts: list[tuple[str, Any, tuple[int, ...]]] = []
    for name, field in fields(kind).items():
        if hasattr(np.record, name):
            raise TypeError(f"{kind.__name__}.{name}: numpy's records have this name: {name}_")
        part: Any = layout(field.holds) if field.nested else np.int64
        if field.holds is Listed:
            numbers = [("length", part), ("numbers", part, field.shape)]
            parts.append((name, np.dtype((np.record, numbers)), ()))
        else:
            parts.append((name, part, field.shape))
    return np.dtype((np.record, parts))


def records(kind: type[S], *like: object, **given: object) -> Records[S]:
    """Make an array of one record, and fill it by names.

    Parameters
    ----------
    kind
        The class.
    *like
        A field takes what the first of these has under its name, without a last ``_``.
    **given
        What a field takes instead. The rest of an array is 0.

    Raises
    ------
    TypeError
        If there is nothing for a field, or more than fits.
    AttributeError
        If there is nothing for a field of a record within.
    """
    shape = layout(cast("Any", kind))
    flat = array("q", bytes(shape.itemsize))
    _fill(flat, 0, kind, (SimpleNamespace(**given), *like))
    return cast("Records[S]", np.frombuffer(flat, shape))


class _Place(NamedTuple):
    """Where a field stands among a record's numbers, and under which name its value is found."""

    at: int
    name: str
    field: _Field


@cache
def _places(kind: Any) -> list[_Place]:  # noqa: ANN401 - a class
    shape: Any = layout(kind)
    return [
        _Place(shape.fields[name][1] // BYTES, name.removesuffix("_"), field)
        for name, field in fields(kind).items()
    ]


def _fill(flat: "array[int]", start: int, kind: Any, sources: Sequence[object]) -> None:  # noqa: ANN401
    for place, name, field in _places(kind):
        value = _value(kind, name, sources)
        if field.shape and len(value) > field.shape[0]:
            raise TypeError(f"{kind.__name__}.{name}: {len(value)} do not fit")
        _put(flat, start + place, field, value)


def _value(kind: Any, name: str, sources: Sequence[object]) -> Any:  # noqa: ANN401
    for source in sources:
        value: Any = getattr(source, name, _MISSING)
        if value is not _MISSING:
            return value
    raise TypeError(f"{kind.__name__}.{name}: there is nothing to fill it with")


def _put(flat: "array[int]", at: int, field: _Field, value: Any) -> None:  # noqa: ANN401
    if field.nested:
        _fill_each(flat, at, field.holds, value if field.shape else (value,))
    elif not field.shape:
        flat[at] = value
    elif field.holds is Listed:
        flat[at] = len(value)
        flat[at + 1 : at + 1 + len(value)] = array("q", value)
    elif len(field.shape) == 1:
        flat[at : at + len(value)] = array("q", value)
    else:
        for row in value:
            flat[at : at + len(row)] = array("q", row)
            at += field.shape[1]


def _fill_each(flat: "array[int]", start: int, kind: Any, values: Iterable[object]) -> None:  # noqa: ANN401
    read, size = _reader(kind), layout(kind).itemsize // BYTES
    for at, value in enumerate(values):
        if read is None:
            _fill(flat, start + at * size, kind, (value,))
        else:
            flat[start + at * size : start + (at + 1) * size] = array("q", read(value))


@cache
def _reader(kind: Any) -> "Callable[[object], tuple[int, ...]] | None":  # noqa: ANN401 - a class
    """Make what reads a record in one go, if it holds nothing but numbers."""
    names = [each.name for each in _places(kind)]
    plain = all(not (each.field.shape or each.field.nested) for each in _places(kind))
    return attrgetter(*names) if plain and len(names) > 1 else None
