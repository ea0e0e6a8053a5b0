"""The command ``paydays marks``: files of answers and notebooks become tables of marks."""

import json
import random
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Final, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import alike
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.lessons import confined
from paydays_widgets.lessons.answers import Answers, Asked, place
from paydays_widgets.lessons.catalogue import PAGES
from paydays_widgets.lessons.chosen import chosen
from paydays_widgets.lessons.handed_in import HandedIn, newest, read
from paydays_widgets.lessons.points import Mark
from paydays_widgets.lessons.rubric import Rubric, read_rubric
from paydays_widgets.lessons.trial import Bout, Task, Trial, contest, tried
from paydays_widgets.show.spreadsheet import Spreadsheet

MARKS: Final = "marks.csv"
ATTEMPTS: Final = "attempts.csv"
COLUMNS: Final = (
    "label",
    "lesson",
    "question",
    "number",
    "attempt",
    "answer",
    "right",
    "shown",
    "saved",
)
_CENTS: Final = Decimal("0.01")


def add(command: Callable[..., ArgumentParser]) -> None:
    """Add the command by a function that makes its parser."""
    parser = command(
        "marks",
        help="mark homework: files of answers, and notebooks with a strategy",
        description=f"Read files that students saved with “Save my answers as a file” and "
        f"notebooks that define choose, in zip files too, and write {MARKS} and {ATTEMPTS} to the "
        "same folder. Each choose runs in a process of its own with little time and memory. That "
        "is not a sandbox: malicious code can read your files and, except on Linux, change or "
        "delete them.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder with their files")
    parser.add_argument(
        "--rubric",
        type=Path,
        metavar="FILE",
        help="points for answers and strategies (TOML); default: those of the documentation",
    )
    parser.add_argument(
        "--lessons",
        type=Path,
        metavar="DIR",
        default=PAGES / "lessons",
        help="the notebooks that were handed out; default: those of this package",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="of the spreadsheets: French and German ones have decimal commas; default: en",
    )
    parser.set_defaults(run=run)


def run(asked: Namespace) -> str:
    """Read a folder, write the tables, and return what there is to say of it."""
    folder: Path = asked.folder
    if not folder.is_dir():
        raise Complaint("there is no folder {path}: give one with homework", path=folder)
    if not asked.lessons.is_dir():
        raise Complaint("there is no folder {path}: give one with lessons", path=asked.lessons)
    handout = Handout(asked.lessons)
    rubric = read_rubric(asked.rubric) if asked.rubric else Rubric()
    if rubric.choose.seed is None:
        seed = random.SystemRandom().randrange(2**31)
        rubric = replace(rubric, choose=replace(rubric.choose, seed=seed))
    said: list[str] = []
    book = Book(rubric, newest(read(folder, said), said), handout)
    with (
        _Table(folder / MARKS, asked.language) as marks,
        _Table(folder / ATTEMPTS, asked.language) as attempts,
    ):
        marks.write(book.titles())
        attempts.write(COLUMNS)
        for student in book.students:
            for row in book.attempts(student):
                attempts.write(row)
            marks.write(book.marks(student))
    return "\n".join([*said, *book.said, *_summary(folder, book)])


class Handout:
    """The notebooks that students began with.

    Raises
    ------
    Complaint
        If one of them cannot be read, or names a contest that cannot be played.
    """

    def __init__(self, folder: Path) -> None:
        self.bouts: dict[str, Bout] = {}
        self.sources: dict[str, str | None] = {}
        for path in folder.glob("*.ipynb"):
            try:
                notebook = json.loads(path.read_text(encoding="utf-8-sig"))
                said = notebook["metadata"].get("paydays", {}).get("contest")
                if said is not None:
                    self.bouts[path.stem] = msgspec.convert(said, Bout)
                    contest(self.bouts[path.stem], print, deals=2, seed=1)
                    self.sources[path.stem] = chosen(notebook["cells"])
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise Complaint("{path}: {problem}", path=path, problem=error) from None


# --- the tables ---------------------------------------------------------------------------------


Work: TypeAlias = Sequence[HandedIn]
"""What one student has handed in."""


class Book:
    """What students have done, and what it is worth.

    Parameters
    ----------
    rubric
        Its seed has been drawn.
    handed_in
        One for each student, lesson and kind.
    handout
        What they began with.

    Raises
    ------
    Complaint
        If there is a ``choose`` to play, and this machine does not allow that.
    """

    def __init__(self, rubric: Rubric, handed_in: Sequence[HandedIn], handout: Handout) -> None:
        self.rubric = rubric
        self.handed_in = handed_in
        self.said: list[str] = []
        self.tasks: dict[str, Task] = {}
        self.raced: dict[str, Trial] = {}
        self.unchanged: set[str] = set()
        for each in handed_in:
            if isinstance(each.work, str):
                self._enter(each, each.work, handout)
        self.way = confined.chosen() if self.tasks else None
        self.questions = self._questions()
        self.lessons = sorted({each.lesson for each in handed_in if each.where in self.tasks})

    def _enter(self, each: HandedIn, source: str, handout: Handout) -> None:
        rules = self.rubric.choose
        bout = rules.contest or handout.bouts.get(each.lesson)
        if bout is None:
            self.said.append(
                f"{each.where}: is not played, as no contest is known for "
                f"{each.lesson or 'its lesson'}: write [choose.contest] in the rubric."
            )
            return
        assert rules.seed is not None, "it has been drawn"  # noqa: S101 - for mypy
        self.tasks[each.where] = Task(
            source, bout, rules.deals, rules.seed, rules.seconds, rules.megabytes
        )
        if source == handout.sources.get(each.lesson):
            self.unchanged.add(each.where)

    @property
    def students(self) -> Iterable[Work]:
        """The files by student; names that differ only in how they are written are one."""
        found: dict[str, list[HandedIn]] = {}
        for each in self.handed_in:
            found.setdefault(alike(each.label), []).append(each)
        return found.values()

    def titles(self) -> Sequence[object]:
        """Name the columns of the gradebook."""
        return [
            "label",
            *(
                self._titled(lesson, f"{asked.number} {asked.id}")
                for lesson, asked in self.questions
            ),
            *(
                self._titled(lesson, name)
                for lesson in self.lessons
                for name in ("choose", "gain", "gain from", "gain to")
            ),
            *self._paragraph,
            "total",
            "out of",
            "notes",
        ]

    def marks(self, student: Work) -> Sequence[object]:
        """Write a student's line of the gradebook."""
        rubric = self.rubric
        out_of = [
            rubric.points.first if asked.marked else rubric.points.prediction
            for _, asked in self.questions
        ]
        points = [self._point(student, *each) for each in self.questions]
        trials = [self._trial(student, lesson) for lesson in self.lessons]
        won = [None if each is None else rubric.choose.of(each) for each in trials]
        return [
            student[-1].label,
            *map(_mark, points),
            *(
                cell
                for each, worth in zip(trials, won, strict=True)
                for cell in (_mark(worth), *_interval(each))
            ),
            *("" for _ in self._paragraph),
            _sum(each for each in (*points, *won) if each is not None),
            _sum([*out_of, *(rubric.choose.better for _ in self.lessons)]),
            "; ".join(self._notes(student)),
        ]

    def attempts(self, student: Work) -> Iterator[Sequence[object]]:
        """Write a line for each attempt of a student."""
        for each in student:
            if isinstance(each.work, Answers):
                for asked in each.work.questions:
                    yield from _tries(each, asked)
            elif each.where in self.tasks:
                told = _told(self._raced(each))
                yield [each.label, each.lesson, "choose", "", 1, told, "", "", _moment(each.saved)]

    @property
    def _paragraph(self) -> Sequence[str]:
        return [self.rubric.paragraph] if self.rubric.paragraph else []

    def _raced(self, each: HandedIn) -> Trial:
        """Play a ``choose``, once."""
        if each.where not in self.raced:
            self.raced[each.where] = tried(self.tasks[each.where])
        return self.raced[each.where]

    def _questions(self) -> list[tuple[str, Asked]]:
        """List the questions of all lessons, in their order."""
        found = {
            (each.lesson, asked.id): asked
            for each in sorted(self.handed_in, key=lambda each: each.saved)
            if isinstance(each.work, Answers)
            for asked in each.work.questions
        }
        order = sorted(found, key=lambda key: (place(key[0]), found[key].number, key[1]))
        return [(key[0], found[key]) for key in order]

    def _titled(self, lesson: str, name: str) -> str:
        several = len({each.lesson for each in self.handed_in}) > 1
        return f"{lesson} {name}" if several else name

    def _point(self, student: Work, lesson: str, asked: Asked) -> Mark | None:
        """Mark a question; None where no file has it."""
        for each in student:
            if isinstance(each.work, Answers) and each.lesson == lesson:
                given = [one for one in each.work.questions if one.id == asked.id]
                return self.rubric.points.of(given[0]) if given else None
        return None

    def _trial(self, student: Work, lesson: str) -> Trial | None:
        for each in student:
            if each.lesson == lesson and each.where in self.tasks:
                return self._raced(each)
        return None

    def _notes(self, student: Work) -> Iterator[str]:
        for each in student:
            if each.where in self.unchanged:
                yield "choose is as it was handed out"
            if each.where in self.raced and (failed := self.raced[each.where].failed):
                yield failed


def _mark(mark: Mark | None) -> object:
    return "" if mark is None else Decimal(str(mark))


def _sum(marks: Iterable[Mark]) -> Decimal:
    return sum((Decimal(str(each)) for each in marks), Decimal(0))


def _tries(each: HandedIn, asked: Asked) -> Iterator[Sequence[object]]:
    """List the attempts at a question; one that was only shown has a line of its own."""
    head = each.label, each.lesson, asked.id, asked.number
    tail = "yes" if asked.shown else "", _moment(each.saved)
    for n, answer in enumerate(asked.answers):
        right = ("yes" if asked.right[n] else "no") if asked.marked else ""
        yield [*head, n + 1, answer, right, *tail]
    if asked.shown and not asked.answers:
        yield [*head, "", "", "", *tail]


def _interval(trial: Trial | None) -> Sequence[object]:
    if trial is None or trial.gain is None:
        return "", "", ""
    gain = trial.gain
    return [Decimal(each).quantize(_CENTS) for each in (gain.value, gain.low, gain.high)]


def _told(trial: Trial) -> str:
    gain = trial.gain
    return (
        trial.failed if gain is None else f"{gain.value:.2f} ({gain.low:.2f} to {gain.high:.2f})"
    )


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


class _Table:
    """A table; each row is in its file as soon as it is written."""

    def __init__(self, path: Path, language: Language) -> None:
        self._path = path
        with self._written():
            self._file = path.open("w", encoding="utf-8", newline="")
        self._sheet = Spreadsheet(self._file, language)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, row: Sequence[object]) -> None:
        with self._written():
            self._sheet.write(row)
            self._file.flush()

    @contextmanager
    def _written(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Complaint(
                "{path} cannot be written: {problem}", path=self._path, problem=error.strerror
            ) from None


def _summary(folder: Path, book: Book) -> Iterator[str]:
    if book.way is not None:
        yield (
            f"{len(book.raced)} choose ran in processes of their own, {book.way.told} "
            "This is no sandbox."
        )
        yield (
            f"{book.rubric.choose.deals} deals by the hidden seed {book.rubric.choose.seed}: "
            "with seed = … under [choose] in the rubric they are played again."
        )
    students, files = len([*book.students]), len(book.handed_in)
    yield f"{files} files of {students} students: {folder / MARKS}, {folder / ATTEMPTS}"
