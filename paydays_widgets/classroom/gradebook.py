"""What comes out of a homework: marks by label, and every attempt, as files."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from paydays_widgets.classroom.homework import Homework, Standing, Work
from paydays_widgets.classroom.times import universal
from paydays_widgets.core.text import Language
from paydays_widgets.lessons import options
from paydays_widgets.lessons.points import Points, earns_later
from paydays_widgets.show.spreadsheet import spreadsheet

_YES: Final = {True: "yes", False: "no", None: ""}

Said: TypeAlias = Mapping[tuple[str, str], str]
"""The words of what was chosen, by question and answer."""
_USUAL: Final = Points()
_WORTH: Final[Mapping[Standing, float]] = {
    "said": _USUAL.prediction,
    "first": _USUAL.first,
    "later": _USUAL.later,
    "shown": _USUAL.shown,
}


def points(work: Work) -> float:
    """Return what a student's work on a question is worth."""
    if work.standing == "later":
        answers = [each.answer for each in work.attempts]
        right = [bool(each.right) for each in work.attempts]
        if not earns_later(answers, right, is_choice=options.is_sign(answers[0])):
            return 0
    return _WORTH.get(work.standing, 0)


def most(room: Homework, pages: Path | None) -> float | None:
    """Return what all of a lesson's questions are worth; None if the server has not the lesson."""
    posed = {} if pages is None else options.questions(pages / room.assigned.lesson)
    worth = [_WORTH["said" if each.marked is False else "first"] for each in posed.values()]
    return sum(worth) if worth else None


def asked(room: Homework, language: Language, pages: Path | None) -> Mapping[str, str]:
    """Return the words of the lesson's questions, as far as the server has the lesson."""
    return {} if pages is None else options.asked(pages / room.assigned.lesson, language)


def earned(room: Homework) -> dict[str, float]:
    """Return the points of all who have joined, by label."""
    return {
        label: float(sum(map(points, room.work[person].values())))
        for label, person in room.pupils
        if person is not None
    }


def marks(room: Homework, language: Language) -> str:
    """Write a line for each label: those who have not come too."""
    return spreadsheet(_marks(room), language)


def _marks(room: Homework) -> Iterator[Sequence[object]]:
    standings = ("said", "first", "later", "shown", "tried")
    yield ("homework", "label", "points", "questions", *standings, "late", "last")
    for label, person in room.pupils:
        works = [] if person is None else [*room.work[person].values()]
        attempts = [each for work in works for each in work.attempts]
        counts = [sum(work.standing == each for work in works) for each in standings]
        late = sum(any(each.late for each in work.attempts) for work in works)
        last = max((each.at for each in attempts), default=None)
        yield (
            room.opened.code,
            label,
            float(sum(map(points, works))),
            room.questions,
            *counts,
            late,
            "" if last is None else universal(last),
        )


def attempts(room: Homework, language: Language, pages: Path | None = None) -> str:
    """Write every attempt of every student, and whether the answer to its question was shown."""
    return spreadsheet(_attempts(room, said(room, language, pages)), language)


def said(room: Homework, language: Language, pages: Path | None) -> Said:
    """Return what the options of the lesson say, as far as the server has the lesson."""
    return {} if pages is None else options.options(pages / room.assigned.lesson, language)


def _attempts(room: Homework, chosen: Said) -> Iterator[Sequence[object]]:
    yield (
        *("homework", "label", "question", "number", "attempt"),
        *("answer", "right", "shown", "time", "late"),
    )
    for label, person in room.pupils:
        works = {} if person is None else room.work[person]
        for question, work in sorted(works.items(), key=lambda each: each[1].number):
            shown = work.shown is not None
            for number, each in enumerate(work.attempts, 1):
                answer = chosen.get((question, each.answer), each.answer)
                yield (
                    *(room.opened.code, label, question, work.number, number, answer),
                    *(_YES[each.right], _YES[shown], universal(each.at), _YES[each.late]),
                )
