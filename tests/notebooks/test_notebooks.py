"""Every notebook runs from a clean start, and the lesson's answers and claims hold."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(
    path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts
)
LESSON = NOTEBOOKS / "lessons" / "01_the_lowest_bid.ipynb"

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
CLAIMS = """
score = {each.name: each.money for each in board.play().scores}
assert score["hoarder"].low > score["lean_crew"].high  # "far apart"
assert trial.play().gain.low > 0  # the strategy to start from is better than cost plus margin
"""


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def run(path: Path, *more: str) -> Any:
    """Execute a notebook, with more cells at its end."""
    notebook = read(path)
    for source in more:
        cell = nbformat.v4.new_code_cell(source)  # type: ignore[no-untyped-call]
        notebook.cells.append(cell)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=120, resources=resources).execute()
    return notebook


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


def test_it_runs(path: Path) -> None:
    if path == LESSON:
        run(path, SOLVE, SHOWN, CLAIMS)
    else:
        notebook = run(path)
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
        assert any(
            "application/vnd.jupyter.widget-view+json" in output.get("data", {})
            for output in outputs
        )


def test_a_lesson_asks_before_it_shows() -> None:
    notebook = read(LESSON)
    source = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert source.count("progress.ask(") >= 8
    for widget in re.findall(r"^(?:Run|Figures)\((?:.|\n)*?\n?\)$", source, re.MULTILINE):
        assert "after=" in widget
    for cell in notebook.cells:
        if "progress.ask(" in cell.source:  # its answers are not to be seen in Lab either
            assert cell.metadata.jupyter.source_hidden
        elif cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 30


def test_clauses_that_are_named_exist() -> None:
    from paydays_widgets.games.zahltag.panel import rulebook  # noqa: PLC0415 - one test's need

    known = rulebook().clauses
    text = "\n".join(cell.source for cell in read(LESSON).cells)
    named = set(re.findall(r"\bZT-[a-z0-9-]+\b", text))
    assert len(named) >= 8
    assert named <= set(known)
