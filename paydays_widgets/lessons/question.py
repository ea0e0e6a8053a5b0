"""Questions: what all have in common, and those that give a choice.

An answer to a choice is marked, and a wrong one gets its reason. A prediction is kept as it is, to
be compared with what comes.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Final, Generic, TypeVar

import traitlets as t
from msgspec import Struct

from paydays_widgets.core.text import Text
from paydays_widgets.lessons.answers import MOST_ANSWERS
from paydays_widgets.lessons.leaf import Leaf, Opener
from paydays_widgets.lessons.options import sign

A = TypeVar("A")
"""What an answer is read as."""

LONGEST_ANSWER: Final = 40


class Option(Struct, frozen=True):
    """Something to choose.

    Parameters
    ----------
    text
        What is chosen.
    why
        Why it is right, or which idea leads there and what is wrong with it.
    """

    text: str
    why: str


class Right(Option, frozen=True):
    """An option that is accepted; a question may have several."""


class Wrong(Option, frozen=True):
    """An option that is not accepted; its ``why`` says which idea leads there."""


class Verdict(Struct, frozen=True):
    """What an answer is worth.

    Parameters
    ----------
    right
        Whether it is right.
    why
        The reply to those who chose it.
    """

    right: bool
    why: str


class UnreadableAnswer(ValueError):
    """What was given is no answer to this question."""


class _Abstract(t.MetaHasTraits, ABCMeta):
    """The kind of a widget class that cannot be used without the methods it leaves open."""


class Question(Leaf, Generic[A], metaclass=_Abstract):
    """A question of a lesson, in a form of its own.

    Parameters
    ----------
    id
        Its name, unique in its lesson; answers are kept under it.
    prompt
        The question.
    why
        The answer worked out; it unfolds with the right answer, or when it is asked for.
    **traits
        As for a leaf.

    Attributes
    ----------
    answer
        The last answer that was given; None before the first. Observable.
    correct
        Whether that answer is right; None before the first. Observable.
    done
        Whether it has been answered rightly, or the answer was asked for. Observable.
    marked
        Whether answers are right or wrong; a prediction is neither.
    number
        Its number in the lesson; 0 where it has none.
    of
        How many the lesson has; 0 where that is not known.
    held
        Whether the teacher holds it back for now.
    exam
        The test that it belongs to, in which the first answer stands; None for none.
    """

    marked = True
    answer = t.Any(None, allow_none=True, read_only=True)
    correct = t.Bool(None, allow_none=True, read_only=True)
    done = t.Bool(read_only=True)

    def __init__(self, id: str, prompt: str, why: str = "", **traits: Any) -> None:
        super().__init__(**traits)
        self.id = id
        self.prompt = prompt
        self.why = why
        self.number = 0
        self.of = 0
        self.held = False
        self.exam: Opener | None = None
        self._given: list[str] = []
        self._verdicts: list[bool] = []
        self._mark: Verdict | None = None
        self._solved = False
        self._clear()

    # What is known of the answers.

    @property
    def answers(self) -> tuple[str, ...]:
        """All answers that were given, as they were written; the first is the prediction.

        Those to a choice are named by its words: options may change their places.
        """
        return tuple(self._given)

    @property
    def said(self) -> tuple[str, ...]:
        """All answers in words, in the language of the page."""
        return self.answers

    @property
    def verdicts(self) -> tuple[bool, ...]:
        """Whether each of them was right; nothing for a question that is not marked."""
        return tuple(self._verdicts) if self.marked else ()

    @property
    def solved(self) -> bool:
        """Whether one of the answers was right."""
        return self._solved

    @property
    def sealed(self) -> bool:
        """Whether the verdict waits for the last answer of a test."""
        return self.exam is not None and not self.exam.done

    @property
    def shown(self) -> bool:
        """Whether the answer was asked for."""
        return self._shown

    def first(self, text: Text) -> str:
        """Say what must be done first; it may be the teacher who has to do it."""
        if self.held:
            return text("Your teacher has not opened question {n} yet.", n=self.number)
        return super().first(text)

    def promise(self, text: Text) -> str:
        """Say that a question that waits will be asked then."""
        return "" if self.held else text("Then the next question will appear here.")

    @property
    def waits(self) -> bool:
        """Whether another question must be answered first, or the teacher holds it back."""
        return (self.held and not self.answers) or super().waits

    def wait(self, text: Text) -> str:
        """Say that it must be answered before what waits for it appears."""
        return (
            text(
                "Answer question {n} first: get it right, or press “Show the answer” after a try.",
                n=self.number,
            )
            if self.number
            else text(
                "Answer the question first: get it right, or press “Show the answer” after a try."
            )
        )

    # What is done.

    def reply(self, answer: object) -> bool:
        """Answer, as the reader does by "Check".

        Parameters
        ----------
        answer
            For a choice, an option's number from 1 on, or its text; else a number, or a text
            such as ``1/4``, ``0,25`` or ``25%``.

        Returns
        -------
        bool
            Whether it is right. What cannot be read is no answer, and the form says so.
        """
        if self.exam is not None and self.answers:
            return False
        written = str(answer).strip()[:LONGEST_ANSWER]
        try:
            value = self.read(answer)
        except UnreadableAnswer as error:
            self._complaint = str(error)
            self.refresh()
            return False
        self._complaint = ""
        self._written = self.write(value) or written
        mark = self._mark = self.mark(value)
        if len(self._given) < MOST_ANSWERS - (not mark.right):  # a right one still finds room
            self._given.append(self._written)
            self._verdicts.append(mark.right)
        self._solved = self._solved or mark.right
        with self.hold_trait_notifications():
            self.set_trait("answer", self.value(value))
            self.set_trait("correct", mark.right if self.marked else None)
            self.set_trait("done", self._solved or self._shown or self.exam is not None)
        self.refresh()
        return mark.right

    def recall(self, written: str) -> None:
        """Take back an answer that was given in another session; leave out what is none today."""
        self.reply(written)

    def show_answer(self) -> None:
        """Unfold the answer, as the reader does by "Show the answer"; not in a test."""
        if self.exam is not None:
            return
        self._shown = True
        self._complaint = ""
        self.set_trait("done", value=True)
        self.refresh()

    def again(self) -> None:
        """Forget all answers."""
        self._clear()
        with self.hold_trait_notifications():
            self.set_trait("answer", None)
            self.set_trait("correct", None)
            self.set_trait("done", value=False)
        self.refresh()

    def handle(self, message: dict[str, Any]) -> None:
        """Take what the form sends."""
        value = message.get("value")
        if message.get("do") == "show":
            self.show_answer()
        elif message.get("do") == "answer" and isinstance(value, dict):
            answer = value.get("answer", "")
            self.reply(answer if isinstance(answer, str) else "")

    # What a kind of question says.

    @abstractmethod
    def read(self, answer: object) -> A:
        """Read an answer.

        Raises
        ------
        UnreadableAnswer
            If it is none; its message is for the reader.
        """

    def write(self, _value: A, /) -> str:
        """Write an answer so that it can be read again; "" keeps what the reader wrote."""
        return ""

    def value(self, value: A) -> object:
        """Return what Python code sees of an answer."""
        return value

    @abstractmethod
    def mark(self, value: A) -> Verdict:
        """Mark an answer."""

    def facts(self) -> dict[str, Any]:
        """Return what the form shows."""
        return {
            "question": self,
            "mark": None if self.sealed else self._mark,
            "complaint": self._complaint,
            "written": self._written,
        }

    def _clear(self) -> None:
        self._given = []
        self._verdicts = []
        self._written = ""
        self._complaint = ""
        self._mark = None
        self._solved = False
        self._shown = False


class Choice(Question[int]):
    """A question with one right answer among a few.

    Parameters
    ----------
    id, prompt, why
        As for every question.
    options
        What there is to choose: :class:`Right` and :class:`Wrong`.

    Raises
    ------
    ValueError
        If not exactly one option is right.
    """

    template = "choice.html.j2"

    def __init__(
        self, id: str, prompt: str, options: Sequence[Option], why: str = "", **traits: Any
    ) -> None:
        if sum(isinstance(option, Right) for option in options) != 1:
            message = f"the question {id!r} needs exactly one right option"
            raise ValueError(message)
        super().__init__(id, prompt, why, **traits)
        self.options = tuple(options)
        self.refresh()

    def shuffle(self, luck: Random) -> None:
        """Put the options in another order: where an author puts the right one may be guessed."""
        self.options = tuple(luck.sample(self.options, len(self.options)))

    def read(self, answer: object) -> int:
        """Find the option that was chosen; its place, from 0."""
        for at, option in enumerate(self.options):
            if answer in {option.text, at + 1, str(at + 1)}:
                return at
        raise UnreadableAnswer(self.text("Choose one of the answers first."))

    @property
    def said(self) -> tuple[str, ...]:
        """The words of the options that were chosen."""
        words = {sign(option.text): self.told(option.text) for option in self.options}
        return tuple(words[answer] for answer in self.answers)

    def write(self, value: int) -> str:
        """Write the option's name."""
        return sign(self.options[value].text)

    def recall(self, written: str) -> None:
        """Take back the option of this name; a mere number may be another one's by now."""
        for option in self.options:
            if written == sign(option.text):
                self.reply(option.text)

    def value(self, value: int) -> str:
        """Return the option's text."""
        return str(self.options[value].text)

    def mark(self, value: int) -> Verdict:
        """Mark the option, with its own reason."""
        option = self.options[value]
        return Verdict(isinstance(option, Right), option.why)

    def facts(self) -> dict[str, Any]:
        """Add the options."""
        right = [isinstance(option, Right) for option in self.options]
        chosen = [self._written == sign(option.text) for option in self.options]
        return {**super().facts(), "options": list(zip(self.options, right, chosen, strict=True))}


class Commitment(Question[A]):
    """A question whose first answer stands, neither right nor wrong."""

    marked = False

    @property
    def solved(self) -> bool:
        """Whether it is solved: what is not marked never is."""
        return False

    def wait(self, text: Text) -> str:
        """Say that it must be answered before what waits for it appears."""
        return (
            text("Make your prediction in question {n} first.", n=self.number)
            if self.number
            else text("Make your prediction first.")
        )

    def reply(self, answer: object) -> bool:
        """Commit oneself; later answers change nothing.

        Returns
        -------
        bool
            Whether it is an answer, and the first one.
        """
        if self.done:
            return False
        super().reply(answer)
        return self.done

    def show_answer(self) -> None:
        """Show nothing: there is no answer yet."""


class Prediction(Commitment[int], Choice):
    """A question for what will come.

    The outcome is shown elsewhere, by an :class:`~paydays_widgets.lessons.outcome.Outcome`.

    Parameters
    ----------
    id, prompt, options, why
        As for a choice; the right option is what comes.
    """

    template = "prediction.html.j2"

    @property
    def predicted(self) -> Option | None:
        """What was predicted; None before that."""
        named = [option for option in self.options if self.answers[:1] == (sign(option.text),)]
        return named[0] if named else None

    @property
    def comes(self) -> Option:
        """The option that the outcome bears out."""
        (right,) = [option for option in self.options if isinstance(option, Right)]
        return right

    def mark(self, value: int) -> Verdict:
        """Accept any option; its reply stands beside the outcome."""
        return Verdict(right=True, why=self.options[value].why)

    def facts(self) -> dict[str, Any]:
        """Add the prediction."""
        return {**super().facts(), "predicted": self.predicted}
