"""The command ``paydays marks``: files of answers and notebooks become tables of marks."""

import json
import random
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import alike
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons.answers import Answers, Asked
from paydays_widgets.lessons.catalogue import PAGES
from paydays_widgets.lessons.chosen import chosen
from paydays_widgets.lessons.handed_in import HandedIn, newest, read
from paydays_widgets.lessons.points import Mark
from paydays_widgets.lessons.rubric import Rubric, read_rubric
from paydays_widgets.lessons.trial import Bout, Task, Trial, contest, offline, tried
from paydays_widgets.show.spreadsheet import spreadsheet

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
        description=f"Read what students saved by “Save my answers as a file”, and notebooks with "
        f"a choose, also within zip files, and write {MARKS} and {ATTEMPTS} there. Each choose "
        "runs in a process of its own with little time and memory. That is no sandbox: on a "
        "machine with secrets, run this as a user who may not read them.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the files are")
    parser.add_argument(
        "--rubric", type=Path, metavar="FILE", help="what an answer is worth (TOML)"
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
        help="of the spreadsheet: French and German have decimal commas; default: en",
    )
    parser.set_defaults(run=run)


def run(asked: Namespace) -> str:
    """Read a folder, write the tables, and return what there is to say of it."""
    folder: Path = asked.folder
    if not folder.is_dir():
        raise Complaint("there is no folder {path}: expected one with homework", path=folder)
    if not asked.lessons.is_dir():
        raise Complaint("there is no folder {path}: expected one with lessons", path=asked.lessons)
    handout = Handout(asked.lessons)
    rubric = read_rubric(asked.rubric) if asked.rubric else Rubric()
    if rubric.choose.seed is None:
        seed = random.SystemRandom().randrange(2**31)
        rubric = replace(rubric, choose=replace(rubric.choose, seed=seed))
    said: list[str] = []
    handed_in = [*read(folder, said)]
    book = Book(rubric, newest(handed_in, said), handout)
    tables = {MARKS: book.marks(), ATTEMPTS: book.attempts()}
    for name, rows in tables.items():
        _write(folder / name, spreadsheet(rows, asked.language))
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
                notebook = json.loads(path.read_text(encoding="utf-8"))
                said = notebook["metadata"].get("paydays", {}).get("contest")
                if said is not None:
                    self.bouts[path.stem] = msgspec.convert(said, Bout)
                    contest(self.bouts[path.stem], print, deals=2, seed=1)
                    self.sources[path.stem] = chosen(notebook["cells"])
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise Complaint("{path}: {problem}", path=path, problem=error) from None


# --- the tables ---------------------------------------------------------------------------------


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
    """

    def __init__(self, rubric: Rubric, handed_in: Sequence[HandedIn], handout: Handout) -> None:
        self.rubric = rubric
        self.handed_in = handed_in
        self.said: list[str] = []
        self.raced: dict[str, Trial] = {}
        self.unchanged: set[str] = set()
        for each in handed_in:
            if isinstance(each.work, str):
                self._race(each, each.work, handout)

    def _race(self, each: HandedIn, source: str, handout: Handout) -> None:
        rules = self.rubric.choose
        bout = rules.contest or handout.bouts.get(each.lesson)
        if bout is None:
            self.said.append(
                f"{each.where}: is not played, as no contest is known for "
                f"{each.lesson or 'its lesson'}: expected [choose.contest] in the rubric."
            )
            return
        assert rules.seed is not None, "it has been drawn"  # noqa: S101 - for mypy
        self.raced[each.where] = tried(
            Task(source, bout, rules.deals, rules.seed, rules.seconds, rules.megabytes)
        )
        if source == handout.sources.get(each.lesson):
            self.unchanged.add(each.where)

    @property
    def students(self) -> dict[str, list[HandedIn]]:
        """The files by student; names that differ only in how they are written are one."""
        found: dict[str, list[HandedIn]] = {}
        for each in self.handed_in:
            found.setdefault(alike(each.label), []).append(each)
        return found

    def marks(self) -> Iterator[Sequence[object]]:
        """List the lines of the gradebook, the first with the names of the columns."""
        questions = self._questions()
        raced = sorted({each.lesson for each in self.handed_in if each.where in self.raced})
        paragraph = [self.rubric.paragraph] if self.rubric.paragraph else []
        yield [
            "label",
            *(self._titled(lesson, f"{asked.number} {asked.id}") for lesson, asked in questions),
            *(
                self._titled(lesson, name)
                for lesson in raced
                for name in ("choose", "gain", "gain from", "gain to")
            ),
            *paragraph,
            "total",
            "out of",
            "notes",
        ]
        rubric = self.rubric
        out_of = _sum(
            [
                *(
                    rubric.points.first if asked.marked else rubric.points.prediction
                    for _, asked in questions
                ),
                *(rubric.choose.better for _ in raced),
            ]
        )
        for handed_in in self.students.values():
            points = [self._point(handed_in, *each) for each in questions]
            trials = [self._trial(handed_in, lesson) for lesson in raced]
            won = [None if each is None else self.rubric.choose.of(each) for each in trials]
            yield [
                handed_in[-1].label,
                *map(_written, points),
                *(
                    cell
                    for each, worth in zip(trials, won, strict=True)
                    for cell in (_written(worth), *_interval(each))
                ),
                *("" for _ in paragraph),
                _sum(each for each in (*points, *won) if each is not None),
                out_of,
                "; ".join(self._notes(handed_in)),
            ]

    def attempts(self) -> Iterator[Sequence[object]]:
        """List every attempt, the first line with the names of the columns."""
        yield COLUMNS
        for each in self.handed_in:
            if isinstance(each.work, Answers):
                for asked in each.work.questions:
                    yield from _tries(each, asked)
            elif each.where in self.raced:
                told = _told(self.raced[each.where])
                yield [each.label, each.lesson, "choose", "", 1, told, "", "", _moment(each.saved)]

    def _questions(self) -> list[tuple[str, Asked]]:
        """List the questions of all lessons, in their order."""
        found = {
            (each.lesson, asked.id): asked
            for each in sorted(self.handed_in, key=lambda each: each.saved)
            if isinstance(each.work, Answers)
            for asked in each.work.questions
        }
        order = sorted(found, key=lambda key: (key[0], found[key].number, key[1]))
        return [(key[0], found[key]) for key in order]

    def _titled(self, lesson: str, name: str) -> str:
        several = len({each.lesson for each in self.handed_in}) > 1
        return f"{lesson} {name}" if several else name

    def _point(self, handed_in: list[HandedIn], lesson: str, asked: Asked) -> Mark | None:
        """Mark a question; None where no file has it."""
        for each in handed_in:
            if isinstance(each.work, Answers) and each.lesson == lesson:
                given = [one for one in each.work.questions if one.id == asked.id]
                return self.rubric.points.of(given[0]) if given else None
        return None

    def _trial(self, handed_in: list[HandedIn], lesson: str) -> Trial | None:
        found = [self.raced.get(each.where) for each in handed_in if each.lesson == lesson]
        return next((each for each in found if each is not None), None)

    def _notes(self, handed_in: list[HandedIn]) -> Iterator[str]:
        for each in handed_in:
            if each.where in self.unchanged:
                yield "choose is as it was handed out"
            if each.where in self.raced and (failed := self.raced[each.where].failed):
                yield failed


def _written(mark: Mark | None) -> object:
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


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise Complaint(
            "{path} cannot be written: {problem}", path=path, problem=error.strerror
        ) from None


def _summary(folder: Path, book: Book) -> Iterator[str]:
    if book.raced:
        without = "no network" if offline() else "a Python that refuses sockets"
        yield (
            f"{len(book.raced)} choose ran in processes of their own, with {without}. "
            "This is no sandbox."
        )
        yield (
            f"{book.rubric.choose.deals} deals by the hidden seed {book.rubric.choose.seed}: "
            "with seed = … under [choose] in the rubric they are played again."
        )
    students, files = len(book.students), len(book.handed_in)
    yield f"{files} files of {students} students: {folder / MARKS}, {folder / ATTEMPTS}"
