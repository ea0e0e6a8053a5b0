"""Running orders: what a class does in a lesson, stage by stage, and for how many minutes.

A running order is a TOML file that a teacher may copy and change. What it says stands in three
languages; a plain string serves for all of them.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from paydays_widgets.core.deckfile import DeckError, Flaw, parse_toml
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import Words

FOLDER: Final = Path(__file__).parent / "orders"
"""Where the running orders of the package are."""
SPOKEN: Final = (
    *("title", "about", "needs", "say", "shown", "expected", "words", "why", "asked", "reply"),
)
"""The fields that hold words in three languages."""

Minutes: TypeAlias = Annotated[int, Meta(ge=0, le=90)]
_Id: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be answered.

    Parameters
    ----------
    why
        Why it is right, or what the mistake is: what those learn who chose it.
    """

    words: Words
    why: Words
    right: bool = False


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to everybody, with one right answer among a few."""

    asked: Words
    options: Annotated[tuple[Option, ...], Meta(min_length=2, max_length=6)]

    @property
    def right(self) -> int:
        """Which option is right, counted from 0."""
        return [each.right for each in self.options].index(True)


class Slip(Struct, frozen=True, forbid_unknown_fields=True):
    """A common mistake in a class's words, and what the teacher may say to it."""

    words: Words
    reply: Words


class Opens(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that a stage begins, as a chapter of the class's room.

    Parameters
    ----------
    position
        The id of the position that it begins with; "" for a new game.
    rules
        The name of a new game's rules; "" for the usual ones.
    blocks
        Those of a programme, each with the fields of the form in which a class is opened, such
        as ``{ rules = "first_price", rounds = 6, size = 4 }``.
    options
        What the teacher could choose, such as ``{ size = 3, limit = 60 }``.
    """

    game: str
    way: Literal["tables", "team", "poll"] = "tables"
    position: str = ""
    rules: str = ""
    blocks: tuple[dict[str, str | int | bool], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a lesson: it begins a game, asks, shows the results, or is talk.

    Parameters
    ----------
    minutes, short
        How long it takes, and how long in a short lesson: 0 leaves it out there, None changes
        nothing.
    say
        What the teacher says and does.
    shown
        What stands at the projector: a paragraph a line.
    expected
        The answer that a class should come to.
    question
        What phones ask.
    again
        The stage whose question is asked once more.
    results
        Whether the projector shows the results of the game before.
    homework
        The path of the lesson that can be given from here.
    spare
        Whether it may be left out if time runs short.
    """

    id: _Id
    minutes: Annotated[int, Meta(ge=1, le=90)]
    title: Words
    say: Words
    short: Minutes | None = None
    shown: Words | None = None
    expected: Words | None = None
    slips: tuple[Slip, ...] = ()
    opens: Opens | None = None
    question: Question | None = None
    again: str = ""
    results: bool = False
    homework: str = ""
    spare: bool = False


class RunningOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is planned.

    Parameters
    ----------
    needs
        Whether it can be held without phones, or without a projector, and how.
    minutes, short
        How long all of it takes, and the short form.
    """

    title: Words
    about: Words
    needs: Words
    minutes: Minutes
    short: Minutes
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1, max_length=20)]

    def cut(self) -> "RunningOrder":
        """Return the short form."""
        stages = (
            each if each.short is None else replace(each, minutes=each.short)
            for each in self.stages
            if each.short != 0
        )
        return replace(self, minutes=self.short, stages=tuple(stages))

    @property
    def games(self) -> list[int]:
        """The stages that begin a game; the class's room opens with the first."""
        return [at for at, each in enumerate(self.stages) if each.opens is not None]

    def question(self, stage: int) -> Question | None:
        """Return what a stage asks; None if it asks nothing."""
        here = self.stages[stage]
        asked = [each.question for each in self.stages if here.again and each.id == here.again]
        return asked[0] if asked else here.question


def parse(text: str, name: str) -> RunningOrder:
    """Read a running order.

    Parameters
    ----------
    name
        The name of the file in messages.

    Raises
    ------
    DeckError
        If it cannot be read or used: it names the place, and what was expected there.
    """
    order = parse_toml(text, RunningOrder, name, SPOKEN)
    for place, problem in _flaws(order):
        raise DeckError(name, place, problem)
    return order


def orders() -> dict[str, RunningOrder]:
    """Read those that come with the package, in order, by the names of their files."""
    paths = sorted(FOLDER.glob("*.toml"))
    return {path.stem: parse(path.read_text(encoding="utf-8"), path.name) for path in paths}


def _flaws(order: RunningOrder) -> Iterator[Flaw]:
    before: dict[str, Stage] = {}
    for at, stage in enumerate(order.stages):
        for place, problem in _amiss(stage, before):
            yield f"stages[{at}]{place}", problem
        before[stage.id] = stage
    for form, name in ((order, "minutes"), (order.cut(), "short")):
        sum_ = sum(each.minutes for each in form.stages)
        if form.minutes != sum_:
            yield (
                name,
                Complaint(
                    "expected the minutes of all stages, {sum}, got {found}",
                    sum=sum_,
                    found=form.minutes,
                ),
            )
        if not form.games:
            yield (
                "stages",
                Complaint("expected a stage that opens a game, in the short form too"),
            )


def _amiss(stage: Stage, before: Mapping[str, Stage]) -> Iterator[Flaw]:
    if stage.id in before:
        problem = Complaint("expected an id of its own, got {found} again", found=repr(stage.id))
        yield ".id", problem
    if sum(map(bool, (stage.opens, stage.question, stage.again, stage.results))) > 1:
        yield "", Complaint("expected at most one of opens, question, again, results")
    asked = before.get(stage.again)
    if stage.again and (asked is None or asked.question is None):
        found = repr(stage.again)
        problem = Complaint("expected a stage before with a question, got {found}", found=found)
        yield ".again", problem
    options = () if stage.question is None else stage.question.options
    right = sum(each.right for each in options)
    if options and right != 1:
        yield ".question.options", Complaint("expected one that is right, got {n}", n=right)
