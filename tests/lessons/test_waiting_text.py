"""Text that tells what comes waits for the prediction."""

import json
import re
from pathlib import Path

import pytest

from paydays_widgets.lessons import Bet, Prediction, Right, Sliders, Wrong
from tests.course import LESSONS, running
from tests.markup import Page

AFTER = re.compile(r'<div class="pw-after-([\w-]+)">\n\n.+\n\n</div>', re.DOTALL)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_text_waits_for_a_prediction_that_was_asked_before(lesson: Path) -> None:
    asked = set[str]()
    for cell in json.loads(lesson.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            asked |= {*re.findall(r"\b(?:Bet|Prediction)\(\s*\"([\w-]+)\"", source)}
        elif "pw-after-" in source:
            found = AFTER.fullmatch(source)
            assert found, source  # the whole cell: half of a section would stand alone
            assert found[1] in asked


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_what_stands_below_text_that_waits_waits_as_well(lesson: Path) -> None:
    """A formula's questions, and the sliders that play with what was to be predicted."""
    below = set[str]()
    waiting = False
    for cell in json.loads(lesson.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown" and re.search("^## ", source, re.MULTILINE):
            waiting = AFTER.fullmatch(source) is not None
        elif waiting:
            below |= {*re.findall(r"\b(?:Choice|Number)\(\s*\"([\w-]+)\"", source)}
    with running(lesson) as run:
        questions = run.names["progress"].questions
        waits = [each for each in questions if each.id in below]
        waits += [each for each in run.widgets if isinstance(each, Sliders)]
        assert [each for each in waits if "<input" in each.html] == []
        for question in questions:
            question.show_answer()
            question.reply(question.low if isinstance(question, Bet) else 1)
        assert [each for each in waits if "<input" not in each.html] == []


def test_a_prediction_shows_what_waits_for_it() -> None:
    bet = Bet("go-to", "How much?", 1, 8)
    who = Prediction("who", "Who?", [Right("Anna", ""), Wrong("Ben", "")])
    for question, answer in ((bet, "3"), (who, "Ben")):
        assert not Page(question.html).keys("opens")
        question.reply(answer)
        assert f".pw-after-{question.id} {{" in question.html
        question.again()
        assert not Page(question.html).keys("opens")
