"""Progress: the questions of a lesson, how many are solved, and which are open."""

import os
import re
from random import Random
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import parse_qsl

import msgspec
import traitlets as t
from msgspec import Meta, Struct

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import cleaned
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.lessons.answers import LONGEST_LABEL, LONGEST_SAID, MOST_ANSWERS, Asked, dump
from paydays_widgets.lessons.catalogue import Catalogue
from paydays_widgets.lessons.leaf import Leaf
from paydays_widgets.lessons.question import LONGEST_ANSWER, Choice, Question
from paydays_widgets.panels.desk import Desk
from paydays_widgets.panels.verbs import IN_LAB
from paydays_widgets.panels.widgets import Panel
from paydays_widgets.talk import keeping

S = TypeVar("S", bound=Leaf | Panel | Desk)
Q = TypeVar("Q", bound=Question[Any])
F = TypeVar("F")
"""A figure, or figures that belong together."""


ASKED: Final = "QUERY_STRING"
"""What Voila sets for the kernel of a page: what stands behind the ``?`` of its address."""


def homework() -> tuple[str, int]:
    """Read the code of a homework and the student's seed from the page's address.

    Returns
    -------
    tuple
        ``("", 0)`` where the lesson is no homework.
    """
    asked = dict(parse_qsl(os.environ.get(ASKED, "")))
    code, seed = asked.get("homework", ""), asked.get("seed", "")
    if not re.fullmatch("[A-Z]+", code):
        return "", 0
    return code, int(seed) if re.fullmatch("[0-9]{1,16}", seed) else 0


_STORAGE: Final = frozenset({"storage-none", "storage-full", "storage-room"})
"""What a page says of its browser's storage."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser keeps of a question.

    Parameters
    ----------
    answers
        As they were written, the first one first.
    shown
        Whether the answer was asked for.
    right
        Whether each answer was right; nothing for a prediction.
    """

    answers: Annotated[
        tuple[Annotated[str, Meta(max_length=LONGEST_ANSWER)], ...], Meta(max_length=MOST_ANSWERS)
    ] = ()
    shown: bool = False
    right: Annotated[tuple[bool, ...], Meta(max_length=MOST_ANSWERS)] = ()


class Progress(Leaf):
    """The questions of a lesson in their order: a widget that says which are solved.

    Parameters
    ----------
    keep
        The lesson's name: its notebook's, without ``.ipynb``. The reader's browser keeps the
        answers under it, so that they are there again when the page is loaded again; translations
        are found by it (:mod:`~paydays_widgets.lessons.catalogue`). "" keeps nothing.
    of
        How many questions the lesson has; each says so.
    language
        Of the lesson; what is asked and shown through it follows. None is the reader's, as far as
        the lesson is translated; in JupyterLab, where prose is as it is written, it is English.
    exam
        Whether it is a test: the first answer stands, and none is marked before the last.
    sitting
        The name of this test where there are two; answers are kept under it.

    Attributes
    ----------
    done
        Whether each question is solved, or its answer was asked for. Observable.
    homework
        The code of the homework that the lesson is, on a class's server; "" if it is none.
    seed
        The student's own luck in a homework: a whole number, the same on each visit, by which
        :meth:`vary` draws the lesson's figures. 0 if it is none.
    unlocked
        How many questions can be answered; None for all.
    lesson
        For the page: how many questions there are, and their names in their order.

    Examples
    --------
    >>> from paydays_widgets.lessons.number import Number
    >>> progress = Progress()
    >>> question = progress.ask(Number("sum", "1 + 1?", 2, {}))
    >>> question.number, question.reply("2"), progress.solved
    (1, True, 1)
    """

    template = "progress.html.j2"
    done = t.Bool(read_only=True)
    lesson = t.Dict().tag(sync=True)

    def __init__(
        self,
        keep: str = "",
        *,
        of: int = 0,
        language: str | None = None,
        exam: bool = False,
        sitting: str = "",
    ) -> None:
        self.homework, self.seed = homework()
        self.unlocked: int | None = None
        self.of = of
        self.questions: list[Question[Any]] = []
        self.exam = exam
        name = f"{keep}-{sitting}" if sitting else keep
        own = f"{keep}@{self.homework}.{self.seed}" if self.homework and keep else name
        super().__init__(keep=own, language=language or "en", quiet=True)
        self.catalogue = Catalogue(keep)
        self.greet = language is None and bool(self.catalogue) and IN_LAB not in os.environ
        self._others: list[Leaf | Panel | Desk] = []
        self._kept: dict[str, Given] = {}
        self._storage = "storage-room"  # as far as the page has told
        self._lesson, self._label = name, ""
        self.refresh()

    @property
    def waits(self) -> bool:
        """Whether nothing is asked, as on a page that only follows the reader's language."""
        return not self.questions and not self.of

    @property
    def marked(self) -> int:
        """How many questions are marked; the others ask for a prediction."""
        return sum(question.marked for question in self.questions)

    @property
    def solved(self) -> int:
        """How many of those are solved."""
        return sum(question.solved for question in self.questions)

    @property
    def unsolved(self) -> tuple[Question[Any], ...]:
        """The questions that are not solved, and the predictions that have not been made."""
        return tuple(
            question
            for question in self.questions
            if not (question.solved if question.marked else question.done)
        )

    def wait(self, text: Text) -> str:
        """Say that all questions must be answered before what waits for them appears."""
        return text("Answer all questions first.")

    def ask(self, question: Q) -> Q:
        """Add a question to the lesson, and return it so that the cell shows it.

        A question of the same name takes the place of the one before: so a cell may be run
        again.
        """
        names = [each.id for each in self.questions]
        if question.id in names:
            at = names.index(question.id)
            self.questions[at].close()
            self.questions[at] = question
        else:
            at = len(names)
            self.questions.append(question)
        question.number, question.of = at + 1, self.of
        if isinstance(question, Choice):
            question.shuffle(Random(f"{self.seed} {question.id}"))  # noqa: S311 - no secret
        question.held = self._holds(question)
        question.exam = self if self.exam else None
        question.aside = self.aside
        self._speak(question)
        self._restore(question)
        question.observe(self._changed, ["answer", "correct", "done"])
        question.refresh()
        self.refresh()
        return question

    def vary(self, name: str, usual: F, *others: F) -> F:
        """Return a student's own figure in a homework; elsewhere the usual one.

        Parameters
        ----------
        name
            What it is for. Figures of different names are drawn independently, so a lesson may
            gain one while a homework is under way.
        usual, *others
            What suits the idea, and leaves it as difficult as it is.

        Examples
        --------
        >>> Progress().vary("cost", 40, 20, 30)
        40
        """
        if not self.seed:
            return usual
        return Random(f"{self.seed} {name}").choice((usual, *others))  # noqa: S311 - no secret

    def add(self, shown: S) -> S:
        """Have a leaf, a part of a panel or a desk speak the lesson's language, and return it."""
        self._others = [each for each in self._others if each.comm is not None]
        self._others.append(shown)
        self._speak(shown)
        return shown

    def put_aside(self, *, aside: bool) -> None:
        """Show nothing of this test, as another is taken; or show it again."""
        self.aside = aside
        for question in self.questions:
            question.aside = aside
            question.refresh()
        self.refresh()

    def again(self) -> None:
        """Forget all answers, in the browser too."""
        self._kept = {}
        for question in self.questions:
            question.again()
        self.send({"kind": "forget", "all": "panel"})  # what could not be read as well

    def save(self, label: str = "") -> None:
        """Have the browser save the answers as a file, for a teacher.

        Parameters
        ----------
        label
            Who answered; may be empty.
        """
        self._label = cleaned(label, LONGEST_LABEL)
        asked = tuple(
            Asked(
                id=question.id,
                number=question.number,
                marked=question.marked,
                answers=tuple(said[:LONGEST_SAID] for said in question.said),
                right=question.verdicts,
                shown=question.shown,
                options=len(question.options) if isinstance(question, Choice) else 0,
            )
            for question in self.questions
        )
        self.send(
            {
                "kind": "save",
                "name": f"{self._lesson or 'lesson'}-answers.json",
                "mime": "application/json",
                "text": dump(self._lesson, self.language, self._label, asked),
            }
        )
        self.refresh()

    def handle(self, message: dict[str, Any]) -> None:
        """Take back the answers that the browser kept, forget them, or save them as a file."""
        verb, value = message.get("do"), message.get("value")
        if verb == "again":
            self.again()
        elif verb == "save" and isinstance(value, dict):
            self.save(str(value.get("label", "")))
        elif verb == "greet" and isinstance(value, dict) and value.get("language") in LANGUAGES:
            self.language = value["language"]
        elif verb == "unlocked" and (value is None or type(value) is int):
            self._unlock(value)
        elif verb in _STORAGE:
            self._storage = verb
            self.refresh()
        elif verb == "kept":
            try:
                stored = keeping.read(value).records.get("", keeping.Stored("{}"))
                self._kept = msgspec.json.decode(stored.text, type=dict[str, Given])
            except (Complaint, msgspec.DecodeError):
                return  # another version of the lesson, or not ours at all
            for question in self.questions:
                self._restore(question)

    def facts(self) -> dict[str, Any]:
        """Return what the template needs: the questions."""
        return {
            "questions": self.questions,
            "marked": self.marked,
            "solved": self.solved,
            "sealed": self.exam and not self.done,
            "answered": sum(question.done for question in self.questions),
            "exam": self.exam,
            "unsolved": self.unsolved,
            "keep": self.keep,
            "storage": self._storage.removeprefix("storage-"),
            "label": self._label,
            "longest": LONGEST_LABEL,
            "homework": self.homework,
        }

    def refresh(self) -> None:
        """Draw again, and send the browser the answers to keep, of questions yet to come too."""
        asked = {question.id for question in self.questions}
        given = {name: each for name, each in self._kept.items() if name not in asked}
        given |= {
            question.id: Given(question.answers, question.shown, question.verdicts)
            for question in self.questions
            if question.answers or question.shown
        }
        with self.hold_sync():
            super().refresh()
            self.record = msgspec.json.encode(given).decode() if given else ""
            names = [question.id for question in self.questions]
            self.lesson = {"of": max(self.of, len(names)), "questions": names}
        done = bool(self.questions) and all(question.done for question in self.questions)
        was = self.done
        self.set_trait("done", done and len(self.questions) >= self.of)
        if self.exam and self.done != was:
            super().refresh()
            for question in self.questions:
                question.refresh()

    def close(self) -> None:
        """Leave nothing alive of this widget; the questions stay."""
        if self.comm is None:
            return
        for question in self.questions:
            question.unobserve(self._changed, ["answer", "correct", "done"])
        super().close()

    def _restore(self, question: Question[Any]) -> None:
        """Restore the answers that were kept, unless new ones have been given."""
        kept = self._kept.get(question.id)
        if kept is None or question.answers or question.shown:
            return
        for answer in kept.answers:
            question.recall(answer)
        if kept.shown:
            question.show_answer()

    def _holds(self, question: Question[Any]) -> bool:
        return self.unlocked is not None and question.number > self.unlocked

    def _unlock(self, unlocked: int | None) -> None:
        """Let questions be answered up to one; those answered already stay as they are."""
        self.unlocked = unlocked
        for question in self.questions:
            if question.held != self._holds(question):
                question.held = self._holds(question)
                question.refresh()

    def _changed(self, _: object) -> None:
        self.refresh()

    def _speak(self, shown: Leaf | Panel | Desk) -> None:
        """Have something speak the lesson's language."""
        if isinstance(shown, Leaf):
            shown.catalogue = self.catalogue
            shown.language = self.language
            shown.refresh()
        else:
            shown.session.do("language", self.language)

    def _again(self, change: object) -> None:
        for each in (*self.questions, *self._others):
            self._speak(each)
        super()._again(change)
