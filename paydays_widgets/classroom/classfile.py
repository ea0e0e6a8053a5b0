"""The results of a class as a file without names, which a teacher keeps and opens beside others.

The file is JSON. Games, rules and figures stand in it as words of the program, questions in three
languages; names, codes and times do not. What people did is counted and sorted, so that no order
tells whose it was, and nothing that the same person did hangs together.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom.entries import LONGEST_LABEL, MOST_PEOPLE, Size, Way
from paydays_widgets.core.deckfile import DeckError, Flaw, fitted, one_of, unlike
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import cleaned
from paydays_widgets.core.text import Text, Words
from paydays_widgets.show.measure import Topic

FORMAT: Final = "paydays-class-results"
VERSION: Final = 1
FEWEST: Final = 5
"""Of fewer people there are no figures: the class would know whose they are."""
LARGEST: Final = 400_000
"""The size limit of a file, in bytes."""
MOST_DOTS: Final = 500
"""How many dots a picture has."""
MOST_PARTS: Final = 20
"""How many parts a file has."""
MOST_ASKED: Final = 100
"""How many questions a poll has, or a lesson."""
MOST_ROUNDS: Final = 100
"""How far a picture goes along the rounds of a block."""

_Key: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_-]{0,39}$")]
_Amount: TypeAlias = Annotated[float, Meta(ge=-1e9, le=1e9)]
_Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
_People: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_PEOPLE)]
_Day: TypeAlias = Annotated[str, Meta(max_length=20)]
_Label: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_LABEL)]


class Shown(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A figure as the results show it. Money is in the smallest unit of its game.

    Parameters
    ----------
    key
        What it is.
    value
        None if there is none, or the rules keep it secret.
    theory
        What theory expects; None where it is silent.
    upto
        The upper end, if it is a range.
    n
        How many rounds, trades, answers or seats it rests on.
    """

    key: _Key
    value: _Amount | None = None
    theory: _Amount | None = None
    upto: _Amount | None = None
    n: _Count = 0


class Dot(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A place in the picture: where it is, whether it won, and how many stand there."""

    x: _Amount
    y: _Amount
    wins: bool
    n: Annotated[int, Meta(ge=1, le=1_000_000)]


class Asked(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question to the class, and how often each answer was given.

    Parameters
    ----------
    key
        The stage of the running order; "poll" for a decision in a game.
    n
        How many people have answered.
    counts
        For each option; none if too few have answered.
    right
        Which option is right, counted from 0; None if none is.
    again
        Whether it was asked once more.
    """

    key: _Key
    asked: Words
    options: Annotated[tuple[Words, ...], Meta(max_length=MOST_PEOPLE)]
    n: _People
    counts: tuple[_People, ...] = ()
    right: int | None = None
    again: bool = False


class Measured(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A block as a share, on the scale of its topic.

    Parameters
    ----------
    low, high
        The interval of 95 %; None where there is none.
    n
        How many observations there are.
    """

    topic: Topic
    value: _Amount
    n: _Count
    low: _Amount | None = None
    high: _Amount | None = None


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A block of a programme, or a game.

    Parameters
    ----------
    kind
        What its dots are: bids over what bidders knew, trades over periods, or marks of a debrief;
        a poll has answers.
    rules
        The game's switches.
    seats
        How many sit at a table.
    people
        How many have played.
    rounds
        How many rounds of all tables are counted, or games.
    line
        What theory expects, from left to right.
    measured
        None for a game without a scale, or one that is not over.
    """

    game: str
    way: Way
    kind: Literal["bids", "trades", "marks", "answers"]
    rules: dict[str, Any]
    seats: Size
    people: _People
    rounds: _Count = 0
    practice: bool = False
    figures: Annotated[tuple[Shown, ...], Meta(max_length=20)] = ()
    dots: Annotated[tuple[Dot, ...], Meta(max_length=MOST_DOTS)] = ()
    line: Annotated[tuple[tuple[_Amount, _Amount], ...], Meta(max_length=200)] = ()
    measured: Measured | None = None
    answers: Annotated[tuple[Asked, ...], Meta(max_length=MOST_ASKED)] = ()


class ClassFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The results of a class.

    Parameters
    ----------
    date
        The day on which it came, such as 2026-05-31.
    label
        How its teacher calls it.
    people
        How many have joined.
    rehearsal
        Whether pretend students played.
    """

    format: Literal["paydays-class-results"]
    version: Literal[1]
    date: _Day
    label: _Label
    people: _People
    rehearsal: bool = False
    parts: Annotated[tuple[Part, ...], Meta(max_length=MOST_PARTS)] = ()
    questions: Annotated[tuple[Asked, ...], Meta(max_length=MOST_ASKED)] = ()


def made(label: str, day: dt.date, people: int, **more: Any) -> ClassFile:
    """Make a file under a label as a teacher has typed it.

    Raises
    ------
    Complaint
        If the label cannot be read.
    """
    name = cleaned(label, LONGEST_LABEL)
    if not name:
        raise Complaint("give the class a name, such as 10b")
    return ClassFile(FORMAT, VERSION, day.isoformat(), name, people, **more)


def write(file: ClassFile) -> bytes:
    """Write a file."""
    return msgspec.json.encode(file) + b"\n"


def read(data: bytes, name: str) -> ClassFile:
    """Read a file that anybody may have written.

    Parameters
    ----------
    name
        How it is called, for messages.

    Raises
    ------
    Complaint
        If it cannot be used: what is wrong, where, and what was expected.
    """
    if len(data) > LARGEST:
        raise Complaint(
            "“{file}” is too large: the results of a class have {n} kB at most",
            file=name,
            n=LARGEST // 1000,
        )
    try:
        raw = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if FORMAT.encode() in data[:200]:
            raise Complaint(
                "“{file}” is damaged, or only a part of it: save it again, or copy it whole",
                file=name,
            ) from error
        raise _foreign(name) from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise _foreign(name)
    if raw.get("version") != VERSION:
        raise Complaint(
            "“{file}” is of version {found} of this format, and this page reads version {known}: "
            "open it with a version of the program that knows it",
            file=name,
            found=str(raw.get("version"))[:20],
            known=VERSION,
        )
    try:
        return _sound(raw, name)
    except DeckError as error:
        raise Complaint("this file cannot be used: {problem}", problem=error.complaint) from error


def _sound(raw: object, name: str) -> ClassFile:
    file = fitted(raw, ClassFile, name)
    for place, problem in _flaws(file):
        raise DeckError(name, place, problem)
    return replace(file, label=cleaned(file.label, LONGEST_LABEL))


def _foreign(name: str) -> Complaint:
    return Complaint(
        "“{file}” does not hold the results of a class: choose a file that was saved with "
        "“Results without names”",
        file=name,
    )


def alike(one: ClassFile, other: ClassFile) -> bool:
    """Return whether files have the same results, whatever the class is called in them."""
    return replace(one, label="") == replace(other, label="")


def rules_of(part: Part) -> Any:  # noqa: ANN401 - each game has rules of its own
    """Return the rules of a part that has been read."""
    return msgspec.convert(part.rules, games.modules(part.game).engine.rules_type)


def _flaws(file: ClassFile) -> Iterator[Flaw]:
    """Find the places that do not fit together, and say what was expected there."""
    try:
        sound = dt.date.fromisoformat(file.date).isoformat() == file.date
    except ValueError:
        sound = False
    if not sound:
        yield "date", Complaint("expected a day such as 2026-05-31, got {found}", found=file.date)
    if not cleaned(file.label, LONGEST_LABEL):
        yield "label", Complaint("expected a name that can be read")
    yield from _misasked(file.questions, "questions")
    for at, part in enumerate(file.parts):
        place = f"parts[{at}]"
        if part.game not in games.names():
            yield f"{place}.game", unlike(one_of(games.names()), repr(part.game))
            continue
        yield from _unruly(part, place)
        if part.people < FEWEST and (part.figures or part.dots or part.measured):
            yield place, Complaint("expected no figures of fewer than {n} people", n=FEWEST)
        along = [dot.x for dot in part.dots] + [x for x, _ in part.line]
        if part.kind == "trades" and not all(0 <= x <= MOST_ROUNDS for x in along):
            yield place, Complaint("expected dots from 0 to {n} along the rounds", n=MOST_ROUNDS)
        known_keys = keys(part)
        for number, shown in enumerate(part.figures):
            if shown.key not in known_keys:
                yield f"{place}.figures[{number}].key", unlike(one_of(known_keys), repr(shown.key))
        yield from _misasked(part.answers, f"{place}.answers")


def _unruly(part: Part, place: str) -> Iterator[Flaw]:
    modules = games.modules(part.game)
    try:
        fitted(part.rules, modules.engine.rules_type, "")
    except DeckError as error:
        yield ".".join(filter(None, (f"{place}.rules", error.place))), error.reason
    legal = modules.engine.seats
    if part.seats not in legal:
        least, most = min(legal), max(legal)
        yield (
            f"{place}.seats",
            Complaint(
                "expected {least} to {most}, got {found}", least=least, most=most, found=part.seats
            ),
        )
    programme = modules.programme
    has = {
        "bids": programme is not None and programme.sheet is None,
        "trades": programme is not None and programme.sheet is not None,
        "marks": True,
        "answers": True,
    }
    if not has[part.kind]:
        found = repr(part.kind)
        problem = Complaint("expected another kind for this game, got {found}", found=found)
        yield f"{place}.kind", problem


def _misasked(those: Sequence[Asked], place: str) -> Iterator[Flaw]:
    for at, each in enumerate(those):
        here = f"{place}[{at}]"
        counted, options, given = len(each.counts), len(each.options), sum(each.counts)
        if each.counts and counted != options:
            yield f"{here}.counts", unlike(str(options), str(counted))
        elif each.counts and (given != each.n or each.n < FEWEST):
            yield (
                f"{here}.counts",
                Complaint(
                    "expected {least} answers or more, {n} in all, got {found}",
                    least=FEWEST,
                    n=each.n,
                    found=given,
                ),
            )
        if each.right is not None and not 0 <= each.right < options:
            problem = Complaint(
                "expected an option, counted from 0, got {found}", found=each.right
            )
            yield f"{here}.right", problem


BIDS: Final = ("takings", "kept", "losing", "efficiency", "checked")
"""The figures of a block of bids."""


def keys(part: Part) -> Sequence[str]:
    """Return the keys of the figures that a part can have."""
    modules = games.modules(part.game)
    match part.kind:
        case "bids":
            return BIDS
        case "trades":
            sheet = None if modules.programme is None else modules.programme.sheet
            return (*(() if sheet is None else sheet.KEYS), "checked")
        case "marks":
            columns = () if modules.debrief is None else modules.debrief.columns(Text("en"))
            return ("worth", *[f"figure-{at}" for at in range(len(columns))], "checked")
        case _:
            return ()
