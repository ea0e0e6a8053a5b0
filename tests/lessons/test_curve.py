"""Curves: lines, marks, and the same figures as a table."""

from fractions import Fraction
from typing import Any

import pytest

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons import Choice, Curve, Right
from tests.markup import Page


def curve(**facts: Any) -> Curve:
    lines: dict[str, list[float | Fraction]] = {
        "Now": [1000, 2000, 1500],
        "Later": [Fraction(7500, 2), 500.4, 0],
    }
    return Curve("When", "Steps", [11, 12, 14], lines, **facts)


def test_lines_and_table_say_the_same() -> None:
    elements = Page(curve().html).elements
    (plot,) = [each for each in elements if each["class"] == "pw-plot"]
    assert plot["role"] == "img"
    assert "When" in plot.label
    lines = [each for each in plot.inside if each["class"] == "line"]
    assert [each["d"].count("L") for each in lines] == [2, 2]
    cells = [each.said for each in elements if each.tag == "td"]
    assert cells == ["1,000", "3,750", "2,000", "500", "1,500", "0"]


def test_marks_are_on_the_first_line_and_in_the_table() -> None:
    marked = curve(marks=[12], marked="Stop")
    assert marked.html.count("<circle") == 2  # in the key and on the line
    assert marked.html.count("✓") == 1
    assert marked.html.count("Stop") == 2
    assert "✓" not in curve().html


def test_higher_values_stand_higher() -> None:
    lines = curve().facts()["drawn"].lines
    first, second, third = (float(each.split()[1]) for each in lines[0].path[1:].split(" L"))
    assert second < third < first


def test_names_are_escaped() -> None:
    made = Curve("<b>", "<i>", [0, 1], {"<u>": [0, 0]}, marks=[1], marked="<s>")
    assert not [tag for tag in ("<b>", "<i>", "<u>", "<s>") if tag in made.html]


def test_it_waits() -> None:
    question = Choice("q", "?", [Right("a", "b")])
    waiting = curve(after=question)
    assert "3,750" not in waiting.html
    question.reply(1)
    assert "3,750" in waiting.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language(language: str) -> None:
    made = curve(language=language)
    assert made.text("The same figures as a table") in made.html
    assert made.text.number(3750) in made.html


@pytest.mark.parametrize(
    ("at", "lines", "message"),
    [
        ([1], {"a": [1]}, "2 places or more"),
        ([1, 2], {}, "1 to 4 lines"),
        ([1, 2], {name: [1, 2] for name in "abcde"}, "1 to 4 lines"),
        ([1, 2], {"a": [1]}, "needs 2 values"),
    ],
)
def test_what_cannot_be_drawn(at: list[int], lines: dict[str, list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Curve("c", "x", at, lines)
