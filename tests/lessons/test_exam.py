"""A test before and after a course: one answer a question, no verdict before the last."""

import re
from typing import Any

import msgspec
import pytest

from paydays_widgets.lessons.answers import Answers
from paydays_widgets.lessons.options import questions
from paydays_widgets.lessons.progress import ASKED
from tests.course import FOLDER, Run, running
from tests.markup import figures

NOTEBOOK = FOLDER / "what_you_know.ipynb"
STUDENTS = 20


def right(run: Run) -> list[list[int]]:
    return [[each.right for each in sitting.questions] for sitting in run.names["exam"]]


def test_before_and_after_differ_in_every_figure() -> None:
    with running(NOTEBOOK) as run:
        before, after = run.names["exam"]
        assert len(before.questions) == len(after.questions) == 12
        for one, other in zip(before.questions, after.questions, strict=True):
            assert figures(one.prompt) != figures(other.prompt)
        assert [[each.denominator for each in sitting] for sitting in right(run)] == [[1] * 12] * 2


def test_one_answer_and_no_verdict_before_the_last() -> None:
    with running(NOTEBOOK) as run:
        exam = run.names["exam"]
        before, after = exam
        for at, question in enumerate(before.questions):
            assert not before.done
            question.reply(question.right if at < 4 else -1)
            told = re.search("pw-sign--(right|wrong)", before.html)
            assert (told is not None) == before.done
            assert not question.reply(question.right)
            question.show_answer()
            assert len(question.answers) == 1
        assert (before.solved, before.done, after.done) == (4, True, False)
        assert "pw-sign--wrong" in before.questions[-1].html
        signs = re.findall(r"pw-sign--(\w+)", before.html)
        assert signs == ["right"] * 4 + ["wrong"] * 8
        exam.handle({"do": "sitting", "value": "after"})
        assert "<form" not in before.questions[0].html
        for question in after.questions[:-1]:
            question.reply(question.right)
        for question in after.questions:
            assert "pw-sign--" not in question.html
            assert "pw-after-" not in question.html
            assert 'data-key="answer"' not in question.html
        after.questions[-1].reply(-1)
        assert after.solved == 11
        assert figures(exam.html).count("4") == figures(exam.html).count("11") == 1


def test_each_test_has_a_file_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    with running(NOTEBOOK) as run:
        saved = []
        for sitting in run.names["exam"]:
            sent: list[dict[str, Any]] = []
            monkeypatch.setattr(sitting, "send", sent.append)
            sitting.questions[0].reply(sitting.questions[0].right)
            sitting.save("Zoë")
            saved += [msgspec.json.decode(each["text"], type=Answers) for each in sent]
        assert [each.lesson for each in saved] == ["what_you_know-before", "what_you_know-after"]
        assert [each.questions[0].right for each in saved] == [(True,), (True,)]
        assert len({sitting.keep for sitting in run.names["exam"]}) == 2


def test_a_homework_is_one_test_with_each_students_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = set()
    for seed in range(1, STUDENTS + 1):
        monkeypatch.setenv(ASKED, f"homework=ABCDEFGH&seed={seed}")
        with running(NOTEBOOK) as run:
            [sitting] = run.names["exam"]
            assert sitting.seed == seed
            assert {each.id for each in sitting.questions} == questions(NOTEBOOK).keys()
            assert all(each.right.denominator == 1 for each in sitting.questions)
            assert all(each.reply(each.right) for each in sitting.questions)
            assert (sitting.solved, sitting.done) == (12, True)
            found.add(tuple(each.right for each in sitting.questions))
    assert len(found) > STUDENTS // 2
