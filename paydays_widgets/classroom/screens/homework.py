"""The teacher's page of a homework: who is how far, and where the class is stuck."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from paydays_widgets import SITE
from paydays_widgets.classroom import gradebook
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import MOST_QUESTIONS, Person
from paydays_widgets.classroom.homework import Homework, Standing, Work
from paydays_widgets.classroom.screens.teacher import picture, ways
from paydays_widgets.classroom.screens.words import render, words
from paydays_widgets.classroom.times import local
from paydays_widgets.core.names import isolated
from paydays_widgets.core.text import Language, Text
from paydays_widgets.lessons.catalogue import PAGES

"""Where lessons work without a server."""
_STUCK: Final[tuple[Standing, ...]] = ("tried", "shown")


class Cell(Struct, frozen=True):
    """How a student stands with a question, and whether an answer to it came late."""

    standing: Standing = ""
    tries: int = 0
    late: bool = False


class Row(Struct, frozen=True):
    """A student: the label, the person if anybody has joined, the cells, points, the last time."""

    label: str
    person: Person | None
    cells: Sequence[Cell]
    points: float
    last: str


class Column(Struct, frozen=True):
    """A question: how many have answered it, and how many of them have not got it right."""

    number: int
    answered: int
    stuck: int
    words: str


def page(
    here: Here, room: Homework, screen: ClassScreen, who: str, pages: Path | None
) -> dict[str, object]:
    """Gather what the page shows, with one student's answers if it is asked for them."""
    assigned = room.assigned
    url = f"{screen.address}/join/{here.code}"
    known = re.fullmatch("[0-9]{1,3}", who) and int(who) in room.present
    person = int(who) if known else None
    return {
        "here": here,
        "room": room,
        "title": room.title(screen.language),
        "due": "" if assigned.due is None else local(assigned.due),
        "qr": picture(url),
        "join": url,
        **ways(here, screen),
        **alone(assigned.lesson, screen.language),
        "grid": grid(room, screen.language, pages),
        "seen": room.entries,
        "most": room.questions or MOST_QUESTIONS,
        "person": person,
        "name": "" if person is None else room.people[person].called,
        "works": [] if person is None else _works(room, person),
        "asked": gradebook.asked(room, screen.language, pages),
        "said": {} if person is None else gradebook.said(room, screen.language, pages),
    }


def alone(lesson: str, language: Language) -> dict[str, str]:
    """Say where a lesson works without a server, and by which button its answers are saved."""
    known = lesson and (PAGES / lesson).is_file()
    return {
        "site": f"{SITE}{Path(lesson).with_suffix('.html')}" if known else SITE,
        "saves": Text(language, "paydays_widgets.lessons")("Save my answers as a file"),
    }


def grid(room: Homework, language: Language, pages: Path | None = None) -> str:
    """Draw the students by the questions."""
    posed = [*gradebook.asked(room, language, pages).values()]
    posed += [""] * (room.questions - len(posed))
    rows = [_row(room, label, person, len(posed)) for label, person in room.pupils]
    columns = []
    for at, asked in enumerate(posed):
        found = [row.cells[at].standing for row in rows if row.cells[at].standing]
        stuck = [each for each in found if each in _STUCK]
        columns.append(Column(at + 1, len(found), len(stuck), asked))
    return render(
        "homework_grid.html.j2",
        words(language),
        room=room,
        rows=rows,
        columns=columns,
        most=gradebook.most(room, pages),
    )


def _row(room: Homework, label: str, person: Person | None, questions: int) -> Row:
    works = {} if person is None else room.work[person]
    cells = [Cell()] * questions
    for work in works.values():
        if work.number <= len(cells):
            late = any(each.late for each in work.attempts)
            cells[work.number - 1] = Cell(work.standing, len(work.attempts), late)
    last = max((each.at for work in works.values() for each in work.attempts), default=None)
    points = sum(gradebook.points(work) for work in works.values())
    return Row(isolated(label), person, cells, points, "" if last is None else local(last))


def _works(room: Homework, person: Person) -> list[tuple[str, Work, list[str]]]:
    """List a student's questions, with the time of each answer."""
    found = sorted(room.work[person].items(), key=lambda each: each[1].number)
    return [(name, work, [local(each.at) for each in work.attempts]) for name, work in found]
