"""What a class knew: the answers to questions on the rules, and to those of its lesson."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from paydays_widgets.classroom import rounds
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.run import Run
from paydays_widgets.classroom.running import Question
from paydays_widgets.classroom.screens.words import of_game
from paydays_widgets.core.text import Text
from paydays_widgets.show.spreadsheet import spreadsheet

COLUMNS: Final = (
    *("room", "kind", "game", "block", "stage", "again", "question"),
    *("name", "answer", "right"),
)
"""Those of the file."""
_YES: Final = {True: "yes", False: "no"}


class Known(Struct, frozen=True):
    """A question of the lesson, and how many were right: at first, and when it was asked again.

    Parameters
    ----------
    before, after
        How many answered, and how many of them rightly; None where it is not said yet, or was
        asked once only.
    """

    asked: str
    before: tuple[int, int]
    after: tuple[int, int] | None


def of_a_lesson(room: Room, text: Text) -> list[Known]:
    """List the questions of the lesson whose answers have been told."""
    run = room.run
    found = []
    for at, question in _asked(run):
        assert run is not None  # noqa: S101 - nothing is asked without a lesson
        if run.stages[at].again or not run.answers.get(at):
            continue
        later = [
            again for again in _again(run, at) if run.settles(again) and run.answers.get(again)
        ]
        if run.settles(at):
            after = run.rights(later[-1]) if later else None
            found.append(Known(text.pick(question.asked), run.rights(at), after))
    return found


def _asked(run: Run | None) -> Iterator[tuple[int, Question]]:
    for at in range(len(run.stages)) if run is not None else ():
        question = run.order.question(at) if run is not None else None
        if question is not None:
            yield at, question


def _again(run: Run, at: int) -> list[int]:
    """List the stages that ask a stage's question once more."""
    return [n for n, each in enumerate(run.stages) if each.again == run.stages[at].id]


def file(room: Room, text: Text) -> str:
    """Write every answer that has been told as CSV, on the rules and in the lesson."""
    lines = [COLUMNS, *_of_rules(room, text), *_of_the_lesson(room, text)]
    return spreadsheet(lines, text.language)


def _of_rules(room: Room, text: Text) -> Iterator[Sequence[object]]:
    for number, chapter in enumerate(room.chapters, 1):
        own = of_game(chapter.modules, text.language)
        for (person, block, at), given in sorted(chapter.checked.items()):
            check = rounds.checks(chapter, block, own)[at]
            amount = chapter.modules.text.money(given.amount, own)
            yield (
                *(room.opened.code, "rules", number, block + 1, "", "", check.asked),
                *(room.people[person].name, amount, _YES[given.right]),
            )


def _of_the_lesson(room: Room, text: Text) -> Iterator[Sequence[object]]:
    run = room.run
    for at, question in _asked(run):
        assert run is not None  # noqa: S101 - as above
        stage = run.stages[at]
        for person, option in sorted(run.answers.get(at, {}).items()) if run.settles(at) else ():
            words = text.pick(question.options[option].words)
            yield (
                *(room.opened.code, "lesson", "", "", stage.id, stage.again),
                text.pick(question.asked),
                *(room.people[person].name, words, _YES[option == question.right]),
            )
