"""Questions: a choice, a number, a prediction, or a bet.

An answer to a choice or a number is marked, and a wrong one gets its reason. A prediction and a
bet are kept as they are, to be compared with what comes.
"""

import re
from abc import ABCMeta, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

import traitlets as t
from msgspec import Struct

from paydays_widgets.core.text import GROUPED, Text
from paydays_widgets.lessons.answers import MOST_ANSWERS
from paydays_widgets.lessons.figures import write_fraction
from paydays_widgets.lessons.leaf import Leaf
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
        if len(self._given) < MOST_ANSWERS:
            self._given.append(self._written)
            self._verdicts.append(mark.right)
        self._solved = self._solved or mark.right
        with self.hold_trait_notifications():
            self.set_trait("answer", self.value(value))
            self.set_trait("correct", mark.right if self.marked else None)
            self.set_trait("done", self._solved or self._shown)
        self.refresh()
        return mark.right

    def recall(self, written: str) -> None:
        """Take back an answer that was given in another session; leave out what is none today."""
        self.reply(written)

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
        """Verdict an answer."""

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
        """Verdict the option, with its own reason."""
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


class Given(Struct, frozen=True):
    """A number as a reader gave it.

    Parameters
    ----------
    place
        What its last digit stands for, such as 1/100 in ``0.19`` and in ``19%``; 0 for a fraction,
        which is not rounded.
    """

    number: Fraction
    place: Fraction


class Number(Question[Given]):
    """A question for a number.

    A rounded answer is right where the right one would be rounded so: to at least two digits, or
    to a whole percentage.

    Parameters
    ----------
    id, prompt, why
        As for every question.
    right
        The answer.
    tolerance
        How far from it an answer still counts as right.
    places
        To how many decimal places the question asks to round; None where it does not. More are
        taken too, if they are right.
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
        places: int | None = None,
        unit: str = "",
        chance: bool = False,
        **traits: Any,
    ) -> None:
        super().__init__(id, prompt, why, **traits)
        self.right = Fraction(right)
        self.slips = {Fraction(slip): what for slip, what in slips.items()}
        self.tolerance = Fraction(tolerance)
        self.places = places
        self.unit = unit
        self.chance = chance
        self.refresh()

    def read(self, answer: object) -> Given:
        """Leave the unit out and undo grouping, then read what is left."""
        written = str(answer).strip()
        if self.unit:
            written = written.removesuffix(self.told(self.unit)).strip()
        if not written:
            raise UnreadableAnswer(self.text("The box is empty: write a number in it first."))
        if max(map(abs, (self.right, *self.slips))) >= GROUPED:
            written = ungrouped(written)
        found = read_given(written, chance=self.chance)
        if found is not None:
            return found
        raise UnreadableAnswer(
            self.text("That cannot be read as a number. Write it like 1/4, 0.25 or 25%.")
            if self.chance
            else self.text("That cannot be read as a number. Write it like 3, −1 or 0.5.")
        )

    def value(self, value: Given) -> Fraction:
        """Return the number."""
        return value.number

    def mark(self, value: Given) -> Verdict:
        """Verdict a number; a typical slip gets its own reason."""
        number = value.number
        if number not in self.slips and self._means(value, self.right):
            return Verdict(right=True, why="")
        near = [
            (abs(number - slip), what)
            for slip, what in self.slips.items()
            if self._means(value, slip)
        ]
        if near:
            return Verdict(right=False, why=min(near)[1])
        text = self.text
        if self._is_roughly(value):
            return Verdict(right=False, why=self._rounding())
        too_low = number < self.right
        return Verdict(
            right=False, why=text("That is too low.") if too_low else text("That is too high.")
        )

    @property
    def _finest(self) -> Fraction:
        """What the last digit of an answer may stand for at most."""
        if self.places is not None:
            return Fraction(1, 10**self.places)
        return self._tenth(self.right)

    def _tenth(self, wanted: Fraction) -> Fraction:
        return max(abs(wanted) / 10, Fraction(1, 100) if self.chance else Fraction(0))

    def _means(self, given: Given, wanted: Fraction) -> bool:
        """Return whether a reader who gave this number may have meant that one."""
        off = abs(given.number - wanted)
        finest = self._finest if wanted == self.right else self._tenth(wanted)
        rounded = given.number != 0 and given.place <= finest and off <= given.place / 2
        return off <= self.tolerance or (rounded and wanted.denominator > 1)

    def _is_roughly(self, given: Given) -> bool:
        """Return whether only the rounding is wrong: it is too rough, or misses the last digit."""
        off = abs(given.number - self.right)
        finest = self._finest
        too_rough = given.place > finest and off <= given.place / 2
        missed = given.place < finest and off <= finest / 2
        return self.right.denominator > 1 and given.number != 0 and (too_rough or missed)

    def _rounding(self) -> str:
        """Say how to round."""
        text = self.text
        if self.chance:
            return text("Nearly. Round to a whole percentage, or give a fraction.")
        if self.places is None:
            return text("Nearly. Give another digit, or a fraction.")
        if not self.places:
            return text("Nearly. Round to a whole number.")
        return text.plural(
            "Nearly. Round to {n} decimal place.",
            "Nearly. Round to {n} decimal places.",
            self.places,
        )

    def facts(self) -> dict[str, Any]:
        """Add the answer in words, and which numbers may come up."""
        numbers = (self.right, *self.slips)
        rounded = self.tolerance >= 1 or self.places == 0
        return {
            **super().facts(),
            "right": say_number(self.right, self.text, self),
            "whole": rounded or all(n.denominator == 1 for n in (*numbers, self.tolerance)),
            "loss": min(numbers) < 0,
        }


class Bet(Commitment[Given]):
    """A number that the reader commits to; the lesson goes on with that number.

    Parameters
    ----------
    id, prompt
        As for every question.
    low, high
        The smallest and the largest number that can be given.
    unit
        What stands behind the field.
    whole
        Whether it must be a whole number.

    Examples
    --------
    >>> bid = Bet("bid", "What do you bid?", 0, 200)
    >>> bid.reply("250"), bid.reply("142.5"), bid.reply("9"), bid.answer
    (False, True, False, Fraction(285, 2))
    """

    template = "bet.html.j2"

    def __init__(
        self,
        id: str,
        prompt: str,
        low: int,
        high: int,
        *,
        unit: str = "",
        whole: bool = False,
        **traits: Any,
    ) -> None:
        super().__init__(id, prompt, **traits)
        self.low = low
        self.high = high
        self.unit = unit
        self.whole = whole
        self.refresh()

    def read(self, answer: object) -> Given:
        """Read a number within the bounds."""
        found = read_given(str(answer).strip().removesuffix(self.told(self.unit)))
        if found is None or not self.low <= found.number <= self.high:
            raise UnreadableAnswer(
                self.text("Write a number from {low} to {high}.", low=self.low, high=self.high)
            )
        if self.whole and found.number.denominator > 1:
            raise UnreadableAnswer(self.text("Write a whole number."))
        return found

    def value(self, value: Given) -> Fraction:
        """Return the number."""
        return value.number

    def mark(self, _value: Given) -> Verdict:
        """Take any number."""
        return Verdict(right=True, why="")


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


def read_given(written: str, *, chance: bool = False) -> Given | None:
    """Read a number as a reader writes it; None where it is none.

    Parameters
    ----------
    written
        Such as ``3``, ``−1``, ``0,5`` or ``3/4``.
    chance
        Whether it is a probability: then ``25%`` and ``25`` are a quarter as well.

    Examples
    --------
    >>> read_given("0,5"), read_given("three")
    (Given(number=Fraction(1, 2), place=Fraction(1, 10)), None)
    >>> read_given("19%", chance=True)
    Given(number=Fraction(19, 100), place=Fraction(1, 100))
    >>> read_given("3/12", chance=True)
    Given(number=Fraction(1, 4), place=Fraction(0, 1))
    """
    found = _NUMBER.fullmatch(written.strip())
    if found is None or (found["under"] and not int(found["under"])):
        return None
    if found["percent"] and not chance:
        return None
    number = Fraction(f"{found['whole']}.{found['part'] or '0'}")
    place = Fraction(1, 10 ** len(found["part"] or ""))
    if found["under"]:
        number /= int(found["under"])
        place = Fraction(0)
    if found["percent"] or (chance and number > 1 and not found["under"]):
        number /= 100
        place /= 100
    return Given(-number if found["sign"] and found["sign"] != "+" else number, place)


def say_number(number: Fraction, text: Text, question: Number) -> str:
    r"""Write a number as the answer to a question.

    Examples
    --------
    >>> asked = Number("q", "?", 1, {}, chance=True)
    >>> say_number(Fraction(6, 38), Text("de"), asked)
    '3/19 ≈ 15,8\xa0%'
    >>> say_number(Fraction(1, 4), Text("en"), asked)
    '1/4 = 25%'
    """
    if question.chance:
        percent = text.percent(float(100 * number), 0 if (100 * number).denominator == 1 else 1)
        if number.denominator == 1:
            return percent
        exact = (1000 * number).denominator == 1
        return f"{number.numerator}/{number.denominator} {'=' if exact else '≈'} {percent}"
    unit = question.told(question.unit)
    if question.tolerance >= 1 or question.places == 0:
        number = Fraction(round(number))
    elif question.places:
        return f"{text.number(float(number), question.places)} {unit}".strip()
    if question.unit == "%":
        return text.percent(float(number), 0 if number.denominator == 1 else 1)
    return f"{write_fraction(number, text, 2)} {unit}".strip()
