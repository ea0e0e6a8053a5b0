"""Read and check the TOML files that people write, above all decks.

The error for an unusable file names the file, the place in it and what was expected there, so
that a teacher who wrote a deck can correct it without knowing this program.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, inspect

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES, short

T = TypeVar("T")
F = TypeVar("F")
D = TypeVar("D")

Provenance: TypeAlias = Literal["source", "public", "reconstructed"]
"""Where a figure comes from: the rulebook, public knowledge, or our own reconstruction."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
"""The name of a deck."""
MOST_TEXT: Final = 200_000
"""The longest deck file that is read, in characters; our own have 20,000 at most."""

_NAMES: Final = {
    "int": Complaint("a whole number"),
    "float": Complaint("a number"),
    "str": Complaint("a text"),
    "bool": Complaint("true or false"),
    "array": Complaint("a list"),
    "object": Complaint("a table"),
    "null": Complaint("nothing"),
}
_NAMED: Final = "|".join(_NAMES)
_WANTED: Final = re.compile(
    rf"`((?:{_NAMED})(?: \| (?:{_NAMED}))*)`"
    r"(?: matching regex '(.+)'| of length (.+)| ([<>]=? .+)| that's a multiple of (.+))?"
)
"""What msgspec says of a value that it expected: its types, and how they are narrowed."""
_SHOWN: Final = 40


class Figure(msgspec.Struct, Generic[T], frozen=True, gc=False, forbid_unknown_fields=True):
    """A value in a deck file and where it comes from."""

    value: T
    provenance: Provenance


class CheckedDeck(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A deck as an engine reads it: it refuses figures that do not fit together."""

    name: Name

    def __post_init__(self) -> None:
        """Refuse inconsistent figures, wherever the deck comes from.

        Raises
        ------
        DeckError
            If there are any. Decoding turns it into a ``msgspec.ValidationError``.
        """
        for place, problem in self.flaws():
            raise DeckError(self.name, place, problem)

    @abstractmethod
    def flaws(self) -> Iterator["Flaw"]:
        """Find the places of inconsistent figures, and say what was expected there."""


class Readable(Protocol):
    """A file: a :class:`pathlib.Path`, or a package's data file."""

    def read_text(self, encoding: str) -> str:
        """Return the file's contents."""


Problem: TypeAlias = str | Complaint
"""What is wrong at a place, and what was expected there; a complaint can be translated."""
Flaw: TypeAlias = tuple[str, Problem]
"""A place in a file, and the problem there."""


class DeckError(ValueError):
    """A deck or another data file cannot be used.

    Parameters
    ----------
    place
        The path inside it, such as ``contracts[3].needs.crane`` (lists count from 0); "" for
        the file as a whole.

    Attributes
    ----------
    reason
        The problem, as a complaint if it can be translated.

    Examples
    --------
    >>> raise DeckError("my.toml", "contracts[3].needs", "expected at least one card")
    Traceback (most recent call last):
    ...
    paydays_widgets.core.deckfile.DeckError: my.toml, at contracts[3].needs (lists count from 0): \
expected at least one card
    """

    def __init__(self, file: str, place: str, problem: Problem) -> None:
        counted = " (lists count from 0)" if re.search(r"\[\d", place) else ""
        where = f"{file}, at {place}{counted}" if place else file
        super().__init__(f"{where}: {problem}")
        self.file = file
        self.place = place
        self.problem = str(problem)
        self.reason = problem

    @property
    def complaint(self) -> Complaint:
        """All of it as a sentence that can be translated, as far as the problem can."""
        facts = {"file": self.file, "place": self.place, "problem": self.reason}
        if not self.place:
            return Complaint("{file}: {problem}", **facts)
        if re.search(r"\[\d", self.place):
            return Complaint("{file}, at {place} (lists count from 0): {problem}", **facts)
        return Complaint("{file}, at {place}: {problem}", **facts)


def read_toml(source: Readable, shape: type[T], spoken: Sequence[str] = ()) -> T:
    """Read a file as a given Struct.

    Raises
    ------
    DeckError
        If the file cannot be read, is not TOML, or does not have that shape.
    """
    name = str(source)
    try:
        text = source.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        problem = Complaint("expected text in UTF-8, but byte {n} is not", n=error.start + 1)
        raise DeckError(name, "", problem) from error
    except OSError as error:
        problem = Complaint("the file cannot be read ({why})", why=error.strerror)
        raise DeckError(name, "", problem) from error
    return parse_toml(text, shape, name, spoken)


def parse_toml(text: str, shape: type[T], name: str, spoken: Sequence[str] = ()) -> T:
    """Read a text as a given Struct.

    Parameters
    ----------
    name
        The name of the text in error messages.
    spoken
        The fields that hold words in three languages; a plain string there serves for all three.

    Raises
    ------
    DeckError
        If the text is too long, is not TOML or does not have that shape.

    Examples
    --------
    >>> class Prize(msgspec.Struct):
    ...     value: int
    >>> parse_toml("value = 3", Prize, "prize.toml")
    Prize(value=3)
    >>> parse_toml("value = 'three'", Prize, "prize.toml")
    Traceback (most recent call last):
    ...
    paydays_widgets.core.deckfile.DeckError: prize.toml, at value: \
expected a whole number, got 'three'
    """
    import tomllib

    if len(text) > MOST_TEXT:
        n = len(text)
        problem = Complaint("expected at most {most} characters, got {n}", most=MOST_TEXT, n=n)
        raise DeckError(name, "", problem)
    text = text.removeprefix("\ufeff")  # the mark that some Windows editors put first
    try:
        raw = tomllib.loads(text)
    except RecursionError as error:
        problem = Complaint("expected TOML, but its lists are nested too deep")
        raise DeckError(name, "", problem) from error
    except ValueError as error:
        raise DeckError(name, "", _syntax(str(error), text)) from error
    return fitted(_in_every_language(raw, spoken) if spoken else raw, shape, name, raw)


def fitted(value: object, shape: type[T], name: str, written: object = None) -> T:
    """Return what was read from a file as a given Struct.

    Parameters
    ----------
    name
        The name of the file in error messages.
    written
        What stands in the file, if the value was made of that.

    Raises
    ------
    DeckError
        If it does not have that shape.

    Examples
    --------
    >>> class Prize(msgspec.Struct):
    ...     value: int
    >>> fitted({"value": 3}, Prize, "prize.json")
    Prize(value=3)
    """
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raw = value if written is None else written
        raise DeckError(name, *_misfit(str(error), raw, shape)) from error


def reconstructed(text: str) -> dict[str, tuple[int, int]]:
    r"""Count the figures of a deck file that are our own reconstruction.

    Returns
    -------
    dict
        For each field of the file with such figures, how many they are, and of how many.

    Examples
    --------
    >>> pot = 'pot = { value = 3, provenance = "source" }'
    >>> cards = 'cards = [{ provenance = "public" }, { provenance = "reconstructed" }]'
    >>> reconstructed(f"{pot}\n{cards}")
    {'cards': (1, 2)}
    """
    import tomllib

    found = {name: [*_provenances(value)] for name, value in tomllib.loads(text).items()}
    return {
        name: (each.count("reconstructed"), len(each))
        for name, each in found.items()
        if "reconstructed" in each
    }


def _provenances(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        if "provenance" in value:
            yield value["provenance"]
        value = [*value.values()]
    for each in value if isinstance(value, list) else ():
        yield from _provenances(each)


def _in_every_language(raw: object, spoken: Sequence[str]) -> object:
    """Replace a plain string in a ``spoken`` field by the same words in every language."""
    if isinstance(raw, list):
        return [_in_every_language(each, spoken) for each in raw]
    if not isinstance(raw, dict):
        return raw
    return {
        name: dict.fromkeys(LANGUAGES, value)
        if name in spoken and isinstance(value, str)
        else _in_every_language(value, spoken)
        for name, value in raw.items()
    }


class Decks(Generic[F, D]):
    """The decks of a game: the ``deck.toml`` of its package, and those that people write.

    A file has the given shape, and a function compiles it.

    Attributes
    ----------
    own, file
        Functions that return the game's own deck, and its file with the provenance of its figures.
    """

    def __init__(self, package: str, shape: type[F], compiled: Callable[[F], D]) -> None:
        self._package = package
        self._shape = shape
        self._compiled = compiled
        self.file = cache(self._read)
        self.own = cache(self._own)

    def load(self, path: Readable | str) -> D:
        """Read a deck from a TOML file in the form of the game's own ``deck.toml``.

        Raises
        ------
        DeckError
            If it cannot be read or used.
        """
        from pathlib import Path

        source = Path(path) if isinstance(path, str) else path
        return self._compile(read_toml(source, self._shape), str(path))

    def parse(self, text: str, name: str) -> D:
        """Read a deck from such a text; ``name`` stands for it in errors.

        Raises
        ------
        DeckError
            If it cannot be read or used.
        """
        return self._compile(parse_toml(text, self._shape, name), name)

    def _compile(self, file: F, name: str) -> D:
        try:
            return self._compiled(file)
        except DeckError as error:  # a deck does not know which file it comes from
            raise DeckError(name, error.place, error.reason) from None

    def _own(self) -> D:
        return self._compile(self.file(), "deck.toml")

    def _read(self) -> F:
        from importlib.resources import files

        return read_toml(files(self._package) / "deck.toml", self._shape)


def _syntax(message: str, text: str) -> Complaint:
    """Describe a syntax error, with line and column even at the end of the text."""
    said, _, at = message.partition(" (at ")
    found = re.match(r"line (\d+), column (\d+)", at)
    if found:
        return Complaint(
            "not TOML: {said} (at line {line}, column {column})",
            said=said,
            line=int(found[1]),
            column=int(found[2]),
        )
    lines = text.split("\n")
    return Complaint(
        "not TOML: {said} (at line {line}, column {column}: the end of the file)",
        said=said,
        line=len(lines),
        column=len(lines[-1]) + 1,
    )


def _misfit(message: str, raw: object, shape: type) -> tuple[str, Complaint]:
    """Split msgspec's message into the place and the problem, in plain words."""
    from difflib import get_close_matches

    said, _, at = message.partition(" - at `$")
    place = at.rstrip("`").removeprefix(".")
    kind, value = _at(place, inspect.type_info(shape), raw)
    field = re.search(r"field `(.+)", said)
    if field:
        name = field[1].rstrip("`")
        if said.startswith("Object missing"):
            return place, Complaint("the field {name} is missing", name=repr(name))
        known = [each.encode_name for each in getattr(kind, "fields", ())]
        close = get_close_matches(name, known, n=1)
        facts = {"name": repr(name), "known": ", ".join(known)}
        if close:
            return place, Complaint(
                "there is no field {name} (did you mean {close}?); expected {known}",
                close=repr(close[0]),
                **facts,
            )
        return place, Complaint("there is no field {name}; expected {known}", **facts)
    wanted: Problem
    if words := _words(kind):
        wanted = one_of(map(repr, words))
    else:
        wanted = _wanted(said.removeprefix("Expected ").partition(", got ")[0])
    if "[...]" in place:  # msgspec does not name the key of a table
        return place, Complaint("expected {wanted}", wanted=wanted)
    return place, unlike(wanted, _shown(value))


def unlike(wanted: Problem, found: Problem) -> Complaint:
    """Say what was expected, and what stands there."""
    return Complaint("expected {wanted}, got {found}", wanted=wanted, found=found)


def one_of(known: Iterable[str]) -> Complaint:
    """Say among what there is a choice."""
    return Complaint("one of {known}", known=", ".join(known))


def _wanted(said: str) -> Problem:
    """Say what was expected; what msgspec says in another form stays as it is."""
    found = _WANTED.fullmatch(said)
    if found is None:
        return said
    kinds, pattern, length, bounds, step = found.groups()
    kind, *others = (_NAMES[each] for each in kinds.split(" | "))
    for other in others:
        kind = Complaint("{one} or {other}", one=kind, other=other)
    if pattern is not None:
        return Complaint("{kind} matching {pattern}", kind=kind, pattern=pattern)
    if length is not None:
        return Complaint("{kind} of length {length}", kind=kind, length=length)
    if bounds is not None:
        return Complaint("{kind} {bounds}", kind=kind, bounds=bounds)
    if step is not None:
        return Complaint("{kind}, a multiple of {step}", kind=kind, step=step)
    return kind


def _words(kind: inspect.Type) -> Sequence[object]:
    """Return the words of a choice; nothing for any other type."""
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return [
        word for each in kinds if isinstance(each, inspect.LiteralType) for word in each.values
    ]


def _at(place: str, kind: inspect.Type, value: Any) -> tuple[inspect.Type, object]:  # noqa: ANN401 - TOML holds any value
    """Return the expected type and the value at a place."""
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", place):
        if isinstance(kind, inspect.UnionType):  # an optional Struct
            kind = next(each for each in kind.types if isinstance(each, inspect.StructType))
        with suppress(
            LookupError, TypeError, StopIteration
        ):  # a field's name may look like an index
            value = value[name or int(index)]
            match kind:
                case inspect.StructType(fields=fields):
                    kind = next(each.type for each in fields if each.encode_name == name)
                case inspect.VarTupleType(item_type=item):
                    kind = item
                case inspect.TupleType(item_types=items):
                    kind = items[int(index)]
    return kind, value


def _shown(value: object) -> Problem:
    """Show an unexpected value in brief."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "…")
    if isinstance(value, list):
        return Complaint("a list of {n}", n=len(value))
    if isinstance(value, dict):
        return Complaint("a table")
    return str(value).lower() if isinstance(value, bool) else short(value)
