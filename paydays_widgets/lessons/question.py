"""Questions: a choice, or a number. Each answer is marked, and a wrong one gets its reason."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

import traitlets as t
from msgspec import Struct

from paydays_widgets.core.text import Text
from paydays_widgets.lessons.leaf import Leaf

A = TypeVar("A")
"""What an answer is read as."""

LONGEST_ANSWER: Final = 40
MOST_ANSWERS: Final = 50
"""The most answers to a question that are kept; the first is always one of them."""


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
    """An option that is right."""


class Wrong(Option, frozen=True):
    """An option that is wrong."""


class Mark(Struct, frozen=True):
    """What an answer is worth.

    Parameters
    ----------
    right
        Whether it is right.
    why
        What is told to whoever gave it.
    """

    right: bool
    why: str


class UnreadableAnswer(ValueError):
    """What was given is no answer to this question."""


class Question(Leaf, Generic[A]):
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
    number
        Its number in the lesson; 0 where it has none.
    """

    answer = t.Any(None, allow_none=True, read_only=True)
    correct = t.Bool(None, allow_none=True, read_only=True)
    done = t.Bool(read_only=True)

    def __init__(self, id: str, prompt: str, why: str = "", **traits: Any) -> None:
        super().__init__(**traits)
        self.id = id
        self.prompt = prompt
        self.why = why
        self.number = 0
        self._given: list[str] = []
        self._mark: Mark | None = None
        self._solved = False
        self._clear()

    # What is known of the answers.

    @property
    def answers(self) -> tuple[str, ...]:
        """All answers that were given, as they were written; the first is the prediction."""
        return tuple(self._given)

    @property
    def solved(self) -> bool:
        """Whether one of the answers was right."""
        return self._solved

    @property
    def shown(self) -> bool:
        """Whether the answer was asked for."""
        return self._shown

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
        written = str(answer).strip()[:LONGEST_ANSWER]
        try:
            value = self.read(answer)
        except UnreadableAnswer as error:
            self._complaint = str(error)
            self.refresh()
            return False
        self._complaint = ""
        self._written = self.write(value) or written
        if len(self._given) < MOST_ANSWERS:
            self._given.append(self._written)
        mark = self._mark = self.mark(value)
        self._solved = self._solved or mark.right
        with self.hold_trait_notifications():
            self.set_trait("answer", self.value(value))
            self.set_trait("correct", mark.right)
            self.set_trait("done", self._solved or self._shown)
        self.refresh()
        return mark.right

    def show_answer(self) -> None:
        """Unfold the answer, as the reader does by "Show the answer"."""
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

    def read(self, answer: object) -> A:
        """Read an answer.

        Raises
        ------
        UnreadableAnswer
            If it is none; its message is for the reader.
        """
        raise NotImplementedError

    def write(self, value: A) -> str:  # noqa: ARG002 - a kind of question may need it
        """Write an answer so that it can be read again; "" keeps what the reader wrote."""
        return ""

    def value(self, value: A) -> object:
        """Return what Python code sees of an answer."""
        return value

    def mark(self, value: A) -> Mark:
        """Mark an answer."""
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """Return what the form shows."""
        return {
            "question": self,
            "mark": self._mark,
            "complaint": self._complaint,
            "written": self._written,
        }

    def _clear(self) -> None:
        self._given = []
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
        self,
        id: str,
        prompt: str,
        options: Sequence[Option],
        why: str = "",
        **traits: Any,
    ) -> None:
        if sum(isinstance(option, Right) for option in options) != 1:
            message = f"the question {id!r} needs exactly one right option"
            raise ValueError(message)
        super().__init__(id, prompt, why, **traits)
        self.options = tuple(options)
        self.refresh()

    def read(self, answer: object) -> int:
        """Find the option that was chosen; its place, from 0."""
        for at, option in enumerate(self.options):
            if answer in {option.text, at + 1, str(at + 1)}:
                return at
        raise UnreadableAnswer(self.text("Choose one of the answers first."))

    def write(self, value: int) -> str:
        """Write the option's number."""
        return str(value + 1)

    def value(self, value: int) -> str:
        """Return the option's text."""
        return self.options[value].text

    def mark(self, value: int) -> Mark:
        """Mark the option, with its own reason."""
        option = self.options[value]
        return Mark(isinstance(option, Right), option.why)

    def facts(self) -> dict[str, Any]:
        """Add the options."""
        right = [isinstance(option, Right) for option in self.options]
        return {**super().facts(), "options": list(zip(self.options, right, strict=True))}


class Number(Question[Fraction]):
    """A question for a number.

    Parameters
    ----------
    id, prompt, why
        As for every question.
    right
        The answer.
    tolerance
        How far from it an answer still counts as right.
    unit
        What stands behind the field, such as ``M``.
    chance
        Whether it is a probability: then ``1/4``, ``0.25`` and ``25%`` are the same, and a
        number above 1 is a percentage.
    slips
        Numbers that typical wrong ideas lead to, each with what is to be said about it.
    """

    template = "number.html.j2"

    def __init__(
        self,
        id: str,
        prompt: str,
        right: Fraction | int,
        slips: Mapping[Fraction | int, str],
        why: str = "",
        *,
        tolerance: Fraction | int = 0,
        unit: str = "",
        chance: bool = False,
        **traits: Any,
    ) -> None:
        super().__init__(id, prompt, why, **traits)
        self.right = Fraction(right)
        self.slips = {Fraction(slip): what for slip, what in slips.items()}
        self.tolerance = Fraction(tolerance)
        self.unit = unit
        self.chance = chance
        self.refresh()

    def read(self, answer: object) -> Fraction:
        """Read a number, as read_number does."""
        written = str(answer).strip()
        if self.unit:
            written = written.removesuffix(self.unit).strip()
        if max(map(abs, (self.right, *self.slips))) >= 1000:  # noqa: PLR2004 - a thousand
            written = ungrouped(written)
        found = read_number(written, chance=self.chance)
        if found is not None:
            return found
        raise UnreadableAnswer(
            self.text("That cannot be read as a number. Write it like 1/4, 0.25 or 25%.")
            if self.chance
            else self.text("That cannot be read as a number. Write it like 3, −1 or 0.5.")
        )

    def mark(self, value: Fraction) -> Mark:
        """Mark a number; a typical slip gets its own reason."""
        if abs(value - self.right) <= self.tolerance:
            return Mark(right=True, why="")
        near = [
            (abs(value - slip), what)
            for slip, what in self.slips.items()
            if abs(value - slip) <= self.tolerance
        ]
        if near:
            return Mark(right=False, why=min(near)[1])
        text = self.text
        too_low = value < self.right
        return Mark(
            right=False, why=text("That is too low.") if too_low else text("That is too high.")
        )

    def facts(self) -> dict[str, Any]:
        """Add the answer in words."""
        return {**super().facts(), "right": say_number(self.right, self.text, self)}


_NUMBER: Final = re.compile(
    r"(?P<sign>[-+−–]?)\s*(?P<whole>[0-9]{1,9})(?:[.,](?P<part>[0-9]{1,9}))?"
    r"(?:\s*/\s*(?P<under>[0-9]{1,9}))?\s*(?P<percent>%?)"
)


_GROUPED: Final = re.compile(r"([-+−–]?\s*[1-9][0-9]{0,2})((?:[.,’'\s][0-9]{3})+)")


def ungrouped(written: str) -> str:
    """Leave out the signs that group thousands, whatever the language; else change nothing.

    Where an answer is above a thousand, ``4,167`` and ``4.167`` are no small fractions.

    Examples
    --------
    >>> ungrouped("4,167"), ungrouped("1 234 500"), ungrouped("4.5")
    ('4167', '1234500', '4.5')
    """
    found = _GROUPED.fullmatch(written)
    return found[1] + re.sub(r"[^0-9]", "", found[2]) if found else written


def read_number(written: str, *, chance: bool = False) -> Fraction | None:
    """Read a number as a reader writes it; None where it is none.

    Parameters
    ----------
    written
        Such as ``3``, ``−1``, ``0,5`` or ``3/4``.
    chance
        Whether it is a probability: then ``25%`` and ``25`` are a quarter as well.

    Examples
    --------
    >>> read_number("−1"), read_number("0,5"), read_number("three")
    (Fraction(-1, 1), Fraction(1, 2), None)
    >>> read_number("25%", chance=True), read_number("3/12", chance=True)
    (Fraction(1, 4), Fraction(1, 4))
    """
    found = _NUMBER.fullmatch(written.strip())
    if found is None or (found["under"] and not int(found["under"])):
        return None
    if found["percent"] and not chance:
        return None
    number = Fraction(f"{found['whole']}.{found['part'] or '0'}")
    if found["under"]:
        number /= int(found["under"])
    elif chance and number > 1 and not found["percent"]:
        number /= 100
    if found["percent"]:
        number /= 100
    return -number if found["sign"] and found["sign"] != "+" else number


def say_number(number: Fraction, text: Text, question: Number) -> str:
    r"""Write a number as the answer to a question.

    Examples
    --------
    >>> asked = Number("q", "?", 1, {}, chance=True)
    >>> say_number(Fraction(6, 38), Text("de"), asked)
    '3/19 ≈ 15,8\xa0%'
    """
    if question.chance:
        part = f"{number.numerator}/{number.denominator} ≈ " if number.denominator > 1 else ""
        return f"{part}{text.percent(float(100 * number), 1 if part else 0)}"
    if number.denominator == 1:
        said = text.number(int(number))
    else:
        said = f"{number.numerator}/{number.denominator} ≈ {text.number(float(number), 2)}"
    return f"{said} {question.unit}".strip()
