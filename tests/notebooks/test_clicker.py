"""What a student gets who clicks through the lessons without a thought."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec import Struct

from paydays_widgets.lessons import Bet, Choice, Number, Right
from paydays_widgets.lessons.answers import Asked
from paydays_widgets.lessons.points import Points
from paydays_widgets.lessons.question import Question
from tests.course import LESSONS, running


class Kind(Struct, frozen=True):
    """A kind of question: among how many options, and which of them is right."""

    marked: bool
    options: int
    right: int


def kind(question: Question[object]) -> Kind:
    if isinstance(question, Choice):
        right = [isinstance(option, Right) for option in question.options]
        return Kind(question.marked, len(right), right.index(True))
    assert isinstance(question, Bet | Number)
    return Kind(question.marked, 0, 0)


@pytest.fixture(scope="module")
def asked() -> list[Kind]:
    found = []
    for lesson in LESSONS:
        with running(lesson) as run:
            found += [kind(each) for each in run.names["progress"].questions]
    return found


def share(asked: list[Kind], click: Callable[[Kind], list[bool]]) -> float:
    """Return the share of all points that a way to click brings."""
    points, got, out_of = Points(), 0.0, 0.0
    for each in asked:
        right = click(each) if each.marked else [True]
        found = Asked(
            id="q",
            number=1,
            marked=each.marked,
            answers=tuple(map(str, range(len(right)))),
            right=tuple(right) if each.marked else (),
            shown=True not in right,
            options=each.options,
        )
        got += points.of(found)
        out_of += points.first if each.marked else points.prediction
    return got / out_of


@pytest.mark.notebooks
def test_clicking_through_brings_little(asked: list[Kind]) -> None:
    def at_random(question: Kind) -> list[bool]:
        """Try the options in any order; of a number, ask for the answer after a wrong try."""
        if not question.options:
            return [False]
        tries = luck.sample(range(question.options), question.options)
        return [each == question.right for each in tries[: tries.index(question.right) + 1]]

    def by_all_hints(question: Kind) -> list[bool]:
        """Get each question right, but only at the third try."""
        return [False, False, True]

    luck = Random(1)
    guessed = [share(asked, at_random) for _ in range(200)]
    assert 0.2 < sum(guessed) / len(guessed) < 0.25
    assert share(asked, by_all_hints) < 0.35


@pytest.mark.notebooks
def test_no_place_is_right_more_often_than_others(asked: list[Kind]) -> None:
    choices = [each for each in asked if each.options]
    for place in range(3):
        expected = sum(1 / each.options for each in choices)
        found = sum(each.right == place for each in choices)
        assert abs(found - expected) < 2 * expected**0.5, place
