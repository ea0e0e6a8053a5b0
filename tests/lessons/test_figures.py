"""Tables of figures: a short one stands as it is, a long one is drawn and folded."""

from fractions import Fraction

import pytest

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons import Figures
from paydays_widgets.panels.plot import MOST_ROWS, Bars, Lines
from tests.markup import Page

LONG = [(n, Fraction(n, 36)) for n in range(MOST_ROWS + 1)]


def test_six_rows_are_a_table_alone() -> None:
    page = Page(Figures("Chances", ["Day", "Chance"], LONG[1:]).html)
    assert not [each for each in page.elements if each.tag in {"svg", "details"}]
    assert [each.said for each in page.elements if each.tag == "caption"] == ["Chances"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_seven_rows_headed_by_numbers_are_lines_above_a_folded_table(language: str) -> None:
    leaf = Figures("Chances", ["Day", "Chance"], LONG, best=3, language=language)
    page = Page(leaf.html)
    (plot,) = [each for each in page.elements if each["class"] == "pw-plot"]
    (folded,) = [each for each in page.elements if each.tag == "details"]
    assert plot["role"] == "img"
    assert "open" not in folded.attributes
    assert [each.tag for each in folded.inside].count("tr") == len(LONG) + 1
    assert plot.inside[-1].tag == "circle", "the row that stands out is a dot"
    drawn = leaf.facts()["plot"]
    assert isinstance(drawn, Lines)
    assert drawn.lines[0].values == tuple(float(value) for _, value in LONG)
    assert [value for value, _ in drawn.rows] == [0.0, 0.05, 0.1, 0.15, 0.2]


def test_rows_with_names_are_bars_from_zero() -> None:
    rows = [(f"{n} M", n - 3, "text") for n in range(MOST_ROWS + 1)]
    leaf = Figures("Gains", ["Bid", "Gain", "Why"], rows, best=2)
    drawn = leaf.facts()["plot"]
    assert isinstance(drawn, Bars)
    assert drawn.names == ("Gain",)
    assert [name for name, _ in drawn.rows] == [f"{n} M" for n in range(7)]
    assert drawn.zero == 50
    assert [bar.value for _, (bar,) in drawn.rows] == [-3, -2, -1, 0, 1, 2, 3]
    assert all(bar.left + bar.width == 50 for _, (bar,) in drawn.rows[:3])
    best = [each for each in Page(leaf.html).elements if "pw-bars__row--best" in each["class"]]
    assert [each.said for each in best] == ["2 M −1"]


def test_columns_can_be_chosen_and_shares_are_numbers() -> None:
    rows = [(n, f"{n}.5%", n) for n in range(7)]
    both = Figures("Shares", ["At", "Share", "Count"], rows).facts()["plot"]
    assert [line.name for line in both.lines] == ["Share", "Count"]
    one = Figures("Shares", ["At", "Share", "Count"], rows, drawn=["Share"]).facts()["plot"]
    assert [line.values for line in one.lines] == [tuple(n + 0.5 for n in range(7))]


def test_a_column_is_aligned_as_its_first_cell_is() -> None:
    rows: list[tuple[str | int, ...]] = [("1", 500, "30%", "always"), ("2", "none", "7%", 3)]
    page = Page(Figures("Rises", ["", "Rise", "Share", "When"], rows).html)
    cells = [each for each in page.elements if each.tag == "td"]
    assert [(each.said, "pw-cell-num" in each["class"]) for each in cells] == [
        ("500", True),
        ("30%", True),
        ("always", False),
        ("none", True),
        ("7%", True),
        ("3", False),
    ]


def test_a_table_may_be_empty() -> None:
    assert "<th" in Figures("Nothing", ["A", "B"], []).html


def test_words_alone_are_not_drawn() -> None:
    leaf = Figures("Words", ["A", "B"], [("a", "b")] * 9)
    assert leaf.facts()["plot"] is None
    assert "<details" not in leaf.html
