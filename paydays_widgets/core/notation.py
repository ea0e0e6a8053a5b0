"""Notation: the one line of text for a move, declared once, in the move's class.

A class states its *form*, such as ``"{by} bid {amount}"``. The form and the types of the fields
determine how a move is written and read, and how the readable input is described.

- ``{by}`` is the seat that decides, counted from 1. A form that begins with ``*`` instead is
  for chance alone.
- ``Literal["crane", "worker"]`` is one of these words.
- ``int`` is a number of up to six digits. ``Annotated[int, msgspec.Meta(ge=1, le=6)]`` sets
  bounds, and :class:`Said` writes one number as a word.
- ``Seat`` is another seat, also counted from 1.

Examples
--------
>>> from paydays_widgets.core.game import Move
>>> class Bid(Move, frozen=True):
...     form = "{by} bid {amount}"
...     amount: int
>>> str(Bid(by=1, amount=5))
'2 bid 5'
>>> Notation(Bid).read("2  bid 5")
Bid(by=1, amount=5)
>>> Notation(Bid).expected
"'1 bid 0', with seats counted from 1; amount: 0 to 999999"
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, Struct

M_co = TypeVar("M_co", covariant=True)

STAR: Final = -1
"""The value of ``by`` for a line that begins with ``*``: chance."""

MOST: Final = 999_999
"""The largest number that a field takes if its type sets no bound."""


class FromOne(Struct, frozen=True):
    """Marks a number that counts from 0 in code and from 1 in writing: a seat."""


class Said(Struct, frozen=True):
    """Marks a number that is written as a word: ``Annotated[int, Said(0, "pass")]``."""

    number: int
    word: str


class NotationError(ValueError):
    """A text cannot be read as a move.

    Parameters
    ----------
    examples
        A line of each form that can be read.
    """

    def __init__(self, text: str, expected: str, examples: Sequence[str] = ()) -> None:
        super().__init__(f"cannot read {text!r} as a move: expected {expected}")
        self.text = text
        self.expected = expected
        self.examples = examples


class Written(Protocol):
    """The part of a move that its notation needs."""

    form: ClassVar[str]
    __struct_fields__: ClassVar[tuple[str, ...]]

    @property
    def by(self) -> int:
        """The seat that decides, or :data:`STAR`."""


def write(move: Written) -> str:
    """Write a move according to its form.

    Invalid values, such as a bid of 2.5, are written too; reading the line rejects them.
    """
    by, form = move.by, _form(type(move))
    line = f"{'*' if by == STAR else by + 1}{form.verb}"
    for name, field, then in form.parts:
        value = getattr(move, name)
        line += f"{value if field.write is None else field.write(value)}{then}"
    return line


class Notation(Generic[M_co]):
    """The notation of a game's moves, from their class, or the union of their classes."""

    def __init__(self, moves: object) -> None:
        self.kinds: Sequence[type[M_co]] = get_args(moves) or (moves,)
        self._read = lru_cache(maxsize=1000)(self._move)  # the same lines recur

    def read(self, text: str) -> M_co:
        """Read a line, whatever its spacing.

        Raises
        ------
        NotationError
            If it is not a move's notation.
        """
        try:
            return self._read(" ".join(text.split()))
        except ValueError:
            raise NotationError(text, self.expected, self.examples) from None

    def _move(self, line: str) -> M_co:
        pattern, forms = self._compiled
        found = pattern.fullmatch(line)
        if found is None:
            raise ValueError(line)
        group = found.lastindex or 0  # the matching form's own group: it closes last
        form = forms[group]
        words = found.groups()[group : group + len(form.reads)]
        move: M_co = form.make(*[read(word) for read, word in zip(form.reads, words, strict=True)])
        return move

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """A line of each form."""
        return tuple(_form(kind).example for kind in self.kinds)

    @cached_property
    def expected(self) -> str:
        """A description of what can be read: an example of every form, and each field's values."""
        forms = [_form(kind) for kind in self.kinds]
        names: dict[str, dict[str, None]] = {}
        for name, field, _ in (part for form in forms for part in form.parts):
            names.setdefault(field.allowed, {})[name] = None
        names.pop(SEAT.allowed, None)
        takes = [f"; {_listed([*of], 'and')}: {allowed}" for allowed, of in names.items()]
        examples = _listed([f"'{example}'" for example in self.examples], "or")
        return f"{examples}, with seats counted from 1{''.join(takes)}"

    @cached_property
    def _compiled(self) -> "tuple[re.Pattern[str], dict[int, _Form]]":
        """One pattern for all forms, and the forms by the number of their group."""
        forms: dict[int, _Form] = {}
        group = 1
        for kind in self.kinds:
            forms[group] = form = _form(kind)
            group += 1 + len(form.reads)
        return re.compile("|".join(f"({form.pattern})" for form in forms.values())), forms


class _Field(Struct, frozen=True):
    """How the values of a field are written and read.

    Parameters
    ----------
    pattern
        A regular expression without groups for the written value.
    read
        Converts a written value; raises ``ValueError`` if it is out of bounds.
    write
        Converts a value for writing; None to write the value unchanged.
    examples
        Some written values.
    allowed
        A description of all allowed values.
    """

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], object] | None
    examples: Sequence[object]
    allowed: str


SEAT: Final = _Field(
    "[1-9][0-9]?", lambda word: int(word) - 1, lambda seat: seat + 1, [1, 2], "a seat"
)


class _Form:
    """The parsed form of a class.

    Attributes
    ----------
    verb
        The text after the seat.
    parts
        Each field's name, how it is written, and the text after it.
    reads
        A converter for each group of the pattern.
    make
        Makes a move from the converted values.

    Raises
    ------
    TypeError
        If the form does not name the seat and then every field in order, or if a field's type
        has no notation.
    """

    def __init__(self, kind: type[Written]) -> None:
        self.chance = kind.form.startswith("*")
        form = f"{{by}}{kind.form[1:]}" if self.chance else kind.form
        before, *pieces = re.split(r"\{(\w+)\}", form)
        names, texts = pieces[::2], pieces[1::2]
        if before or names != [*kind.__struct_fields__]:
            those = ", ".join(kind.__struct_fields__)
            message = (
                f"{kind.form!r} does not name the fields of {kind.__name__} in order: {those}"
            )
            raise TypeError(message)
        types = get_type_hints(kind, include_extras=True)
        fields = [_field(types[name]) for name in names]
        self.verb = texts[0]
        self.parts = [*zip(names, fields, texts, strict=True)][1:]
        self.reads = [field.read for field in fields[self.chance :]]
        make: Callable[..., Any] = kind
        self.make = partial(make, STAR) if self.chance else make

    @property
    def pattern(self) -> str:
        """A regular expression for lines of this form, with one group per value."""
        who = r"\*" if self.chance else f"({SEAT.pattern})"
        parts = [f"({field.pattern}){re.escape(then)}" for _, field, then in self.parts]
        return f"{who}{re.escape(self.verb)}{''.join(parts)}"

    @property
    def example(self) -> str:
        """A line that can be read."""
        line = f"{'*' if self.chance else 1}{self.verb}"
        seen: list[str] = []
        for _, field, then in self.parts:
            line += f"{field.examples[seen.count(field.allowed) % len(field.examples)]}{then}"
            seen.append(field.allowed)
        return line


_form: Final[Callable[[Any], _Form]] = cache(_Form)


def _field(of: object) -> _Field:
    if get_origin(of) is Literal:
        words = get_args(of)
        return _Field("|".join(map(re.escape, words)), str, None, words, _listed(words, "or"))
    kind, *marks = get_args(of) if get_origin(of) is Annotated else (of,)
    if kind is not int:
        message = f"a move's field is a Seat, an int or a Literal of words, not {of}"
        raise TypeError(message)
    if FromOne() in marks:
        return SEAT
    low, high, said = 0, MOST, None
    for mark in marks:
        if isinstance(mark, Said):
            said = mark
        elif isinstance(mark, Meta):
            low = low if mark.ge is None else int(mark.ge)
            high = high if mark.le is None else int(mark.le)
    return _number(low, high, said)


def _number(low: int, high: int, said: Said | None) -> _Field:
    def read(text: str) -> int:
        if said and text == said.word:
            return said.number
        number = int(text)
        if not low <= number <= high or (said and number == said.number):
            raise ValueError(text)
        return number

    digits = f"0|[1-9][0-9]{{0,{len(str(high)) - 1}}}"
    if said is None:
        return _Field(digits, read, None, [low], f"{low} to {high}")
    number, word = said.number, said.word
    least = low + (low == number)
    return _Field(
        f"{re.escape(word)}|{digits}",
        read,
        lambda value: word if value == number else value,
        [least, word],
        f"{word} or {least} to {high}",
    )


def _listed(words: Sequence[str], last: str) -> str:
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end
