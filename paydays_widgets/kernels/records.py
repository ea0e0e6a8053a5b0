"""Positions as records: a kernel's ``s.money`` is the engine's ``state.money``.

A class with annotated fields says what a record holds, as for the type checker; numpy lays it out
in memory, and numba compiles what reads and changes it. Every field is a whole number unless it is
annotated as a ``float``, an array of them, or records of another class:

>>> from types import SimpleNamespace
>>> class Firm:
...     money: int
>>> class Position:
...     turn: int
...     firms: Annotated[Records[Firm], 4]
>>> table = records(Position, turn=1, firms=[SimpleNamespace(money=20)])
>>> print(table[0].turn, table[0].firms[0].money, table[0].firms[1].money)
1 20 0
"""

from collections.abc import Sequence
from functools import cache
from typing import (
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

S = TypeVar("S")
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


class _Field(NamedTuple):
    kind: Any
    shape: tuple[int, ...]

    @property
    def holds(self) -> Any:  # noqa: ANN401 - a class
        """What an array holds; of one number, its own type."""
        return get_args(self.kind)[0] if get_args(self.kind) else self.kind


@cache
def fields(kind: Any) -> dict[str, _Field]:  # noqa: ANN401 - a class
    """Read a class's annotations: what each field holds, and how many of it."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: _Field(*((hint.__origin__, hint.__metadata__) if _counted(hint) else (hint, ())))
        for name, hint in hints.items()
    }


def _counted(hint: Any) -> bool:  # noqa: ANN401 - an annotation
    return get_origin(hint) is Annotated


@cache
def layout(kind: Any) -> "np.dtype[np.void]":  # noqa: ANN401 - a class
    """Lay a class out in memory.

    Raises
    ------
    TypeError
        If a field has a name that numpy's records have themselves, such as ``round``: uncompiled,
        it would be read in place of the field.
    """
    parts = []
    for name, field in fields(kind).items():
        if hasattr(np.record, name):
            raise TypeError(f"{kind.__name__}.{name}: numpy's records have this name: {name}_")
        part: Any = np.float64 if field.holds is float else np.int64
        if get_origin(field.kind) is Records:
            part = layout(field.holds)
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
        What a field takes instead. Of an array, the rest is 0.

    Raises
    ------
    TypeError
        If nothing is there for a field.
    """
    made = np.zeros(1, layout(cast("Any", kind)))
    _fill(made[0], kind, like, given)
    return cast("Records[S]", made)


def _fill(record: Any, kind: Any, like: Sequence[object], given: dict[str, object]) -> None:  # noqa: ANN401
    for name, field in fields(kind).items():
        value = given.get(name, _MISSING)
        for each in like:
            value = getattr(each, name.removesuffix("_"), _MISSING) if value is _MISSING else value
        if value is _MISSING:
            raise TypeError(f"{kind.__name__}.{name}: there is nothing to fill it with")
        if get_origin(field.kind) is Records:
            for part, each in zip(record[name], cast("Sequence[object]", value), strict=False):
                _fill(part, field.holds, (each,), {})
        elif field.shape:
            values: Any = np.asarray(value)
            record[name][tuple(map(slice, values.shape))] = values
        else:
            record[name] = value
