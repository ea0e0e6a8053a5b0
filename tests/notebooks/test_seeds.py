"""In a homework each student has figures of their own; answers and claims hold for all."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets import lessons as leaves
from paydays_widgets.lessons import Choice, Curve, Figures, Note, Number, Progress
from paydays_widgets.lessons.progress import ASKED
from tests import markup
from tests.course import LESSONS, Run, running
from tests.notebooks.test_notebooks import SOLVE

STUDENTS = 20
HOLDS = {
    "02_ten_and_twenty_percent": "assert owes(3) < 2 * start < owes(4)",
    "03a_bidding_within_a_purse": """
assert climb(ANNA, 40, CHLOE)[1] == "Ben"
assert climb(ANNA, WORTH, CHLOE)[2] < WORTH
assert all(gain(each) < gain(WORTH) for each in LIMITS if each != WORTH)
""",
    "04_when_to_stop": "assert sum(pawns(31)) > 3000 * MANY > sum(pawns(39))",
    "10_a_market_of_strategies": """
widths = [high - low for _, low, high in raced().values()]
assert 0.4 < widths[-1] / widths[-2] < 0.6  # four times as many, half as wide
""",
}
"""What a lesson's text says of its experiment, whatever the luck. The rest stands in its cells."""
OWN_BID = {"03b_wages_and_loans"}
"""Lessons whose experiment is a position of the game: only the reader's own bid changes it."""


def worked_through(lesson: Path) -> AbstractContextManager[Run]:
    """Run a lesson, give all wrong and right answers, and check what its text says."""
    bets = SOLVE.replace("question.low", "question.high")  # so that luck has something to decide
    return running(lesson, bets, HOLDS.get(lesson.stem, ""))


def options(lesson: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[Any, ...]]:
    """Return all that may be dealt, by name."""
    found: dict[str, tuple[Any, ...]] = {}

    def vary(_: Progress, name: str, *figures: Any) -> Any:
        assert name not in found
        found[name] = figures
        return figures[0]

    with monkeypatch.context() as patched:
        patched.setattr(Progress, "vary", vary)
        with worked_through(lesson):
            pass
    return found


def students(dealt: dict[str, tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """List the seeds of twenty students, and of more until each figure has come up."""
    missing = {(name, figure) for name, figures in dealt.items() for figure in figures}
    seed = 0
    while missing or seed < STUDENTS:
        seed += 1
        monkeypatch.setenv(ASKED, f"homework=ABCDEFGH&seed={seed}")
        progress = Progress()
        new = missing & {(name, progress.vary(name, *dealt[name])) for name in dealt}
        progress.close()
        missing -= new
        if new or seed <= STUDENTS:
            yield seed


def figures(lesson: Run) -> tuple[str, ...]:
    """Return the figures that a lesson shows besides its questions."""
    kinds = (Curve, Figures, Note, leaves.Run)
    found = "".join(each.html for each in lesson.widgets if isinstance(each, kinds))
    return tuple(markup.figures(re.sub("<[^>]*>", " ", found)))


@pytest.mark.notebooks
@pytest.mark.walk
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_each_student_has_figures_of_their_own_and_the_idea_holds(
    lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = options(lesson, monkeypatch)
    with worked_through(lesson) as usual:
        theirs = usual.names["progress"].questions
    slips = {each.id: len(each.slips) for each in theirs if isinstance(each, Number)}
    words = [{o.text for o in each.options} for each in theirs if isinstance(each, Choice)]
    rights, shown, both = set(), set(), set()
    for _ in students(dealt, monkeypatch):
        with worked_through(lesson) as own:
            asked, seen = own.names["progress"].questions, figures(own)
        assert [each.id for each in asked] == [each.id for each in theirs]
        numbers = [each for each in asked if isinstance(each, Number)]
        assert {each.id: len(each.slips) for each in numbers} == slips  # no two fall together
        # So a teacher can compare what was chosen.
        assert [
            {o.text for o in each.options} for each in asked if isinstance(each, Choice)
        ] == words
        answers = tuple(each.right for each in numbers)
        rights.add(answers)
        shown.add(seen)
        both.add((answers, seen))
    assert len(rights) > STUDENTS // 4
    assert len(both) > STUDENTS // 2
    assert (len(shown) == 1) == (lesson.stem in OWN_BID)
