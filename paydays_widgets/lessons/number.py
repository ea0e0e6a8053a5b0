"""Questions for a number: one that is marked, and a bet that is kept as it is."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from paydays_widgets.core.text import GROUPED, Text
from paydays_widgets.lessons.figures import write_fraction
from paydays_widgets.lessons.question import Commitment, Question, UnreadableAnswer, Verdict

_NUMBER: Final = re.compile(
    r"(?P<sign>[-+−–]?)\s*(?P<whole>[0-9]{1,9})(?:[.,](?P<part>[0-9]{1,9}))?"
    r"(?:\s*/\s*(?P<under>[0-9]{1,9}))?\s*(?P<percent>%?)"
)
_GROUPED: Final = re.compile(r"([-+−–]?\s*[1-9][0-9]{0,2})((?:[.,’'\s][0-9]{3})+)")


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
        """Mark a number; a typical slip gets its own reason."""
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
