"""Questions for a number: one that is marked, and a bet that is kept as it is."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from paydays_widgets.core.text import GROUPED, Text
from paydays_widgets.lessons.figures import write_fraction
from paydays_widgets.lessons.question import Commitment, Question, UnreadableAnswer, Verdict
from paydays_widgets.lessons.written import Given, readings


class _Numeric(Question[Given]):
    """A question that is answered by a number."""

    unit = ""
    chance = False

    def _readings(self, answer: object) -> tuple[Given, ...] | None:
        """List what the reader can have meant."""
        return readings(
            str(answer),
            self.text.language,
            prompt=self.told(self.prompt),
            units=(self.unit, self.told(self.unit)),
            percent=self.unit == "%",
            chance=self.chance,
        )

    def write(self, value: Given) -> str:
        """Write thousands without groups: in another language those may be decimals."""
        is_large = value.place == 1 and abs(value.number) >= GROUPED
        return str(value.number) if is_large else ""

    def value(self, value: Given) -> Fraction:
        """Return the number."""
        return value.number


class Number(_Numeric):
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
        """Read a number; one that is only rounded badly is told how to round, and is no try."""
        found = self._readings(answer)
        if found is None:
            raise UnreadableAnswer(self.text("The box is empty: write a number in it first."))
        if not found:
            raise UnreadableAnswer(
                self.text("That cannot be read as a number. Write it like 1/4, 0.25 or 25%.")
                if self.chance
                else self.text("That cannot be read as a number. Write it like 3, −1 or 0.5.")
            )
        given = next(filter(self._expects, found), found[0])
        if self._is_nearly(given) and not any(
            self._means(given, each) for each in (self.right, *self.slips)
        ):
            raise UnreadableAnswer(self._rounding())
        return given

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

    def _expects(self, given: Given) -> bool:
        """Return whether a number is about as large as the right one or a slip."""
        known = [abs(each) for each in (self.right, *self.slips) if each]
        return not known or min(known) / 2 <= abs(given.number) <= 2 * max(known)

    def _is_nearly(self, given: Given) -> bool:
        """Return whether this is the answer itself, rounded in another way or cut off."""
        number, place = given.number, given.place
        if not number or not place:
            return False
        places = [place]
        while places[-1] < Fraction(1, 100 if self.chance else 1):
            places.append(10 * places[-1])
        return any(
            abs(number - self.right) <= each / 2 or number == each * int(self.right / each)
            for each in places
            if number % each == 0
        )

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


class Bet(Commitment[Given], _Numeric):
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
        within = [
            each for each in self._readings(answer) or () if self.low <= each.number <= self.high
        ]
        if not within:
            raise UnreadableAnswer(
                self.text("Write a number from {low} to {high}.", low=self.low, high=self.high)
            )
        whole = [each for each in within if each.number.denominator == 1]
        if self.whole and not whole:
            raise UnreadableAnswer(self.text("Write a whole number."))
        return (whole if self.whole else within)[0]

    def mark(self, _value: Given) -> Verdict:
        """Take any number."""
        return Verdict(right=True, why="")


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
    places = question.places or (0 if number.denominator == 1 else 1)
    if question.unit == "%":
        return text.percent(float(number), places)
    if question.places:
        return f"{text.number(float(number), places)} {unit}".strip()
    return f"{write_fraction(number, text, 2)} {unit}".strip()
