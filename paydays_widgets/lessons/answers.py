"""A file of the answers to a lesson: a reader saves it, a teacher's ``paydays marks`` reads it."""

from datetime import UTC, datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from paydays_widgets import __version__
from paydays_widgets.core.text import Language

FORMAT: Final = "paydays-answers/1"
SITTINGS: Final = ("before", "after")
"""How the name of a test ends that is taken before and after a course."""
LONGEST_LABEL: Final = 40
LONGEST_SAID: Final = 1_000
MOST_QUESTIONS: Final = 100
MOST_OPTIONS: Final = 100
MOST_ANSWERS: Final = 50
"""The most answers to a question that are kept; the first is always one of them."""

Said = Annotated[str, Meta(max_length=LONGEST_SAID)]
Short = Annotated[str, Meta(max_length=100)]


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question and what has been answered.

    Parameters
    ----------
    id, number
        Its name, and its place in the lesson.
    marked
        Whether answers are right or wrong; a prediction is neither.
    answers
        In words, the first one first.
    right
        Whether each of them was right; nothing for a prediction.
    shown
        Whether the answer was asked for.
    options
        Among how many the reader chose; 0 where the answer is a number.
    """

    id: Short
    number: Annotated[int, Meta(ge=1, le=MOST_QUESTIONS)]
    marked: bool
    answers: Annotated[tuple[Said, ...], Meta(max_length=MOST_ANSWERS)]
    right: Annotated[tuple[bool, ...], Meta(max_length=MOST_ANSWERS)]
    shown: bool
    options: Annotated[int, Meta(ge=0, le=MOST_OPTIONS)] = 0

    def __post_init__(self) -> None:
        """Refuse answers and verdicts that do not belong together."""
        if len(self.right) != (len(self.answers) if self.marked else 0):
            raise ValueError("“right” must have an entry for each answer that is marked")


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """The answers of a reader to a lesson.

    Parameters
    ----------
    lesson
        Its name: its notebook's, without ``.ipynb``.
    version
        Of the program that wrote the file.
    language
        In which the answers stand.
    label
        Who answered, as the reader says; may be empty.
    saved
        When.
    """

    format: Literal["paydays-answers/1"]
    lesson: Short
    version: Short
    language: Language
    label: Annotated[str, Meta(max_length=LONGEST_LABEL)]
    saved: datetime
    questions: Annotated[tuple[Asked, ...], Meta(max_length=MOST_QUESTIONS)]


def place(lesson: str) -> tuple[int, str]:
    """Return what puts lessons in the order of the course, between its two tests.

    Examples
    --------
    >>> sorted(["test-after", "07_curse", "test-before", "10_market"], key=place)
    ['test-before', '07_curse', '10_market', 'test-after']
    """
    before, after = (lesson.endswith(f"-{sitting}") for sitting in SITTINGS)
    return after - before, lesson


def dump(lesson: str, language: Language, label: str, questions: tuple[Asked, ...]) -> str:
    """Write the file of a reader's answers, saved now."""
    saved = datetime.now(UTC).replace(microsecond=0)
    answers = Answers(FORMAT, lesson, __version__, language, label, saved, questions)
    return msgspec.json.format(msgspec.json.encode(answers), indent=1).decode()
