"""What a teacher reads of a choice: words of the notebook, found by the sign that is kept."""

import json
import re
from pathlib import Path

import pytest

from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.lessons import Choice, Right, Wrong
from paydays_widgets.lessons.options import Posed, asked, options, questions, sign
from tests.course import LESSONS, running

CODE = """
Choice("who", "Who?", [Right("Anna", "yes"), Wrong(text("Ben"), text("no")), Wrong(name, "no")])
Prediction("most", text("Which?"), [Right(text("All."), ""), Wrong(text("None."), "")], after=a)
Number("sum", "1 + 1?", 2, {})
Choice(*more)
"""


def notebook(path: Path, *code: str) -> Path:
    cells = [{"cell_type": "code", "source": [each]} for each in code]
    cells.append({"cell_type": "markdown", "source": ['Choice("x", "", [Right("y", "")])']})
    path.write_text(json.dumps({"cells": cells}))
    return path


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_each_option_of_a_lesson_is_found_in_each_language(lesson: Path) -> None:
    with running(lesson) as run:
        progress = run.names["progress"]
        choices = [each for each in progress.questions if isinstance(each, Choice)]
        for language in LANGUAGES:
            text = Text(language)
            assert options(lesson, language) == {
                (question.id, sign(option.text)): progress.catalogue.told(option.text, text)
                for question in choices
                for option in question.options
            }


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_each_question_of_a_lesson_is_found_with_its_number(lesson: Path) -> None:
    with running(lesson) as run:
        posed = questions(lesson)
        assert {name: (each.number, each.marked) for name, each in posed.items()} == {
            each.id: (number, each.marked)
            for number, each in enumerate(run.names["progress"].questions, 1)
        }


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_the_words_of_each_question_are_found_in_each_language(lesson: Path) -> None:
    with running(lesson) as run:
        progress = run.names["progress"]
        for language in LANGUAGES:
            found, text = asked(lesson, language), Text(language)
            assert [*found] == [each.id for each in progress.questions]
            for each in progress.questions:
                told = progress.catalogue.told(each.prompt, text)
                pieces = [re.escape(piece) for piece in found[each.id].split("…")]
                assert re.fullmatch(".*".join(pieces), told, re.DOTALL), told


def test_questions_are_read_anew_when_the_notebook_has_changed(tmp_path: Path) -> None:
    asks = "%time\nb = progress.ask(Bet('b', 'How much?', 1, 9)); progress.ask(Own('a', 'Which?'))"
    path = notebook(tmp_path / "one.ipynb", asks, "print(ask('c'))")
    assert questions(path) == {
        "b": Posed(1, marked=False, words="How much?"),
        "a": Posed(2, marked=None, words="Which?"),
    }
    notebook(path, asks, "progress.ask(Number('sum', '1 + 1?', 2, {}))", "broken (")
    assert questions(path)["sum"] == Posed(3, marked=True, words="1 + 1?")
    notebook(path, asks, "for n in names: progress.ask(Number(n, '1 + 1?', 2, {}))")
    assert questions(path) == {}
    path.unlink()
    assert questions(path) == {}


def test_what_is_kept_is_the_sign() -> None:
    who = Choice("who", "Who?", [Right("Anna", "yes"), Wrong("Ben", "no")])
    who.reply("Ben")
    assert who.answers == (sign("Ben"),) == ("#3edf5301",)


def test_options_are_read_as_far_as_their_words_stand_there(tmp_path: Path) -> None:
    found = options(notebook(tmp_path / "one.ipynb", "%matplotlib inline", CODE), "fr")
    assert found == {
        ("who", sign("Anna")): "Anna",
        ("who", sign("Ben")): "Ben",
        ("most", sign("All.")): "All.",
        ("most", sign("None.")): "None.",
    }


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"cells": [{}]}', '{"cells": 1}', "\0"])
def test_what_is_no_notebook_has_no_options(tmp_path: Path, content: str) -> None:
    path = tmp_path / "one.ipynb"
    assert options(path, "en") == {}
    path.write_text(content)
    assert options(path, "en") == {}
