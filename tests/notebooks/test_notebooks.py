"""A lesson runs from a clean start, and its answers and claims hold; browsers run dashboards."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from paydays_widgets import games

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(
    path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts
)
LESSONS = sorted((NOTEBOOKS / "lessons").glob("*.ipynb"))

SOLVE = """
for question in progress.questions:
    if isinstance(question, Choice):
        (right,) = [each.text for each in question.options if isinstance(each, Right)]
        assert not any(question.reply(o.text) for o in question.options if o.text != right)
    else:
        right = question.right
        assert not any(question.reply(slip) for slip in question.slips), question.id
    assert question.reply(right), question.id
assert progress.unsolved == ()
"""
SHOWN = """
from paydays_widgets.lessons.leaf import Leaf
import ipywidgets

shown = vars(ipywidgets.widgets.widget)["_instances"].values()
assert not [each for each in shown if isinstance(each, Leaf) and each.waits]
assert not [each.html for each in shown if "pw-banner--error" in getattr(each, "html", "")]
"""
FEWER = """
from statistics import NormalDist
from paydays_widgets.lessons import Contest, contest

ALL = False
contest.CONFIDENCE = 2 * NormalDist(sigma=SHARE**0.5).cdf(1.96) - 1  # as wide as with all deals
for each in [each for each in globals().values() if isinstance(each, Contest)]:
    each.deals //= SHARE
"""
SHARES = {
    "01_the_lowest_bid": 4,
    "02_ten_and_twenty_percent": 4,
    "03_bidding_and_borrowing": 8,
    "04_when_to_stop": 8,
}
"""One in how many games is played; in lessons 3 and 4 a game takes long."""
CLAIMS = {
    "01_the_lowest_bid": """
score = {each.name: each.money for each in board.play().scores}
others = [money for name, money in score.items() if name != "undercutter"]
assert all(score["undercutter"].low > each.high for each in others)
assert trial.play().gain.low > 0  # the strategy to start from is better than cost plus margin
""",
    "02_ten_and_twenty_percent": """
month, half_a_year = short.play().gain, long.play().gain
assert month.low < 0 < month.high  # "these games cannot tell"
assert half_a_year.low > 0  # "in six months it does"
assert (month.n, half_a_year.n) == (100, 40) or not ALL
assert trial.play().gain.low > 0 or not ALL  # the strategy to start from is better than no debt
""",
    "03_bidding_and_borrowing": """
score = {each.name: each.money for each in board.play().scores}
assert all(score["land_grabber"].low > score[name].high for name in names if "land" not in name)
assert score["debt_averse"].low > 40  # "little more than it began with"
dearer = whole.play().gain
half, full = board.result.scores[0].counts, whole.result.scores[0].counts
assert half[0] < full[0] < half[0] + 0.1  # hardly more contracts
assert half[1] < full[1]  # and more spent
assert dearer.high < 0  # less, and more than bad luck
assert (dearer.n, score["opportunist"].n) == (60, 60) or not ALL
assert trial.play().gain.low > 0  # keeping the wages pays
""",
    "04_when_to_stop": """
clock_gain = timed.play().gain
assert clock_gain.low > 0 or not ALL  # time has a price
assert clock_gain.n == 300 or not ALL
brave, *_, careful = fought.play().scores
assert brave.money.low < careful.money.mean < brave.money.high  # about as much money
assert brave.won > 1.4 * careful.won  # but more games won
assert brave.money.high - brave.money.low > 1.2 * (careful.money.high - careful.money.low)
gain = trial.play().gain
assert gain.low > 0 or not ALL  # the strategy to start from is better than the one it replaces
""",
}
"""What a lesson's text says of its experiments; some of it needs all its games."""


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def run(path: Path, *more: str) -> None:
    """Execute a notebook, with more cells at its end."""
    notebook = read(path)
    for source in more:
        cell = nbformat.v4.new_code_cell(source)  # type: ignore[no-untyped-call]
        notebook.cells.append(cell)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=400, resources=resources).execute()


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_nothing_that_was_computed_is_committed(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.title
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


def test_text_stands_in_text_cells(path: Path) -> None:
    for cell in read(path).cells:
        if cell.cell_type == "code":
            assert not re.search(r"\bMarkdown\b|\bHTML\b|\bprint\(|\bdisplay\(", cell.source)


def test_links_lead_somewhere(path: Path) -> None:
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            for link in re.findall(r"\]\(([^)]+)\)", cell.source):
                assert (path.parent / link).is_file(), link


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.mark.notebooks
def test_a_lesson_runs_and_its_answers_and_claims_hold(lesson: Path) -> None:
    run(lesson, SOLVE, SHOWN, f"SHARE = {SHARES[lesson.stem]}", FEWER, CLAIMS[lesson.stem])


@pytest.mark.notebooks
@pytest.mark.hosting
def test_a_lessons_claims_hold_in_all_its_games(lesson: Path) -> None:
    run(lesson, "ALL = True", CLAIMS[lesson.stem])


def test_a_lesson_asks_before_it_shows(lesson: Path) -> None:
    notebook = read(lesson)
    source = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert source.count("progress.ask(") >= 8
    for widget in re.findall(
        r"^(?:Run|Figures|Curve|Note)\((?:.|\n)*?\n?\)$", source, re.MULTILINE
    ):
        assert "after=" in widget
    for cell in notebook.cells:
        if "progress.ask(" in cell.source:  # its answers are not to be seen in Lab either
            assert cell.metadata.jupyter.source_hidden
        elif cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 30


def test_the_right_answer_stands_in_no_usual_place() -> None:
    places: Counter[int] = Counter()
    for lesson in LESSONS:
        for cell in read(lesson).cells:
            for options in re.findall(
                r"^    Choice\((?:.|\n)*?^    \)", cell.source, re.MULTILINE
            ):
                kinds = re.findall(r"^            (Right|Wrong)\(", options, re.MULTILINE)
                places[kinds.index("Right")] += 1
    assert places.total() >= 25
    assert set(places) == {0, 1, 2, 3}
    assert max(places.values()) <= places.total() // 2


def test_a_lesson_says_at_once_how_it_is_begun_in_lab(lesson: Path) -> None:
    first = read(lesson).cells[0].source
    assert "In JupyterLab, first choose <em>Run All Cells</em> in the menu <em>Run</em>" in first


def test_a_lesson_begins_with_its_questions_and_minutes(lesson: Path) -> None:
    notebook = read(lesson)
    cells, minutes = notebook.cells, notebook.metadata.paydays.minutes
    asked = sum("progress.ask(" in cell.source for cell in cells)
    assert f"**{asked} questions, about {minutes} minutes.**" in cells[0].source
    assert f", of={asked})" in cells[1].source


def test_what_has_been_found_is_not_told_before(lesson: Path) -> None:
    cells = read(lesson).cells
    (at,) = [n for n, cell in enumerate(cells) if "What you have found" in cell.source]
    assert re.fullmatch(r"## \d+\. What you have found", cells[at].source)
    assert re.fullmatch(r"Note\((?:.|\n)+\n    after=progress,\n\)", cells[at + 1].source)


def test_rules_are_named_by_their_titles(lesson: Path) -> None:
    notebook = read(lesson)
    known = games.rooms(notebook.metadata.paydays.game).rulebook.clauses.values()
    text = "\n".join(cell.source for cell in notebook.cells)
    assert not re.search(r"\b[A-Z]{2}-[a-z0-9-]+\b", text)  # codes tell a student nothing
    (used,) = re.findall(r"\*\*The rules used here\*\*.* names them: (.+)\.", text)
    named = used.split("; ")
    assert len(named) >= 8
    assert set(named) <= {clause.title.en for clause in known}


def test_a_sum_of_dollars_is_not_read_as_mathematics(lesson: Path) -> None:
    for cell in read(lesson).cells:
        if cell.cell_type == "markdown":
            assert "$" not in cell.source
