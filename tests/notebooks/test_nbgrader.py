"""The assignment for nbgrader, as nbgrader itself takes it; `make test-marks` provides it."""

import csv
import json
import os
import shutil
import subprocess
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PROGRAMS: Final = ROOT / ".venv" / "nbgrader" / "bin"
SOURCE: Final = ROOT / "docs" / "assignments" / "source"
ASSIGNMENT: Final = "market"
SUBMITTED: Final = {
    "right": ("    return at_most(view, 0.65 * reading.own_value(view))", "-1"),
    "rough": ("    return at_most(view, 0.75 * reading.own_value(view))", "-1"),
    "wrong": ("    return max(view.legal, key=lambda move: getattr(move, 'amount', 0))", "7"),
    "illegal": ("    return None", "-1"),
    "endless": ("    while True:\n        pass", "-1"),
}
"""The body of ``choose``, and the answer, of each student."""
MARKED: Final = {"right": 5.0, "rough": 2.0, "wrong": 1.0, "illegal": 1.0, "endless": 1.0}


def notebook(folder: Path) -> Any:
    path = folder / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    return json.loads(path.read_text(encoding="utf-8"))


def sources(folder: Path) -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in notebook(folder)["cells"]}


def hand_in(course: Path, student: str, body: str, lower: str) -> None:
    """Answer what was handed out."""
    handed_out = notebook(course / "release")
    for cell in handed_out["cells"]:
        if cell["id"] == "choose":
            cell["source"] = f"def choose(view, luck):\n{body}"
        if cell["id"] == "lower":
            cell["source"] = f"lower = {lower}"
    folder = course / "submitted" / student / ASSIGNMENT
    folder.mkdir(parents=True)
    (folder / f"{ASSIGNMENT}.ipynb").write_text(json.dumps(handed_out), encoding="utf-8")


def nbgrader(course: Path, *arguments: str) -> str:
    """Run it, and return what it says."""
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        [PROGRAMS / "nbgrader", *arguments],
        cwd=course,
        env={**os.environ, "HOME": str(course), "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    shutil.copytree(SOURCE, folder / "source")
    return folder


@pytest.mark.hosting
def test_nbgrader_takes_the_assignment_and_marks_what_is_handed_in(course: Path) -> None:
    path = f"source/{ASSIGNMENT}/{ASSIGNMENT}.ipynb"
    assert "passes all the tests" in nbgrader(course, "validate", path)
    nbgrader(course, "generate_assignment", ASSIGNMENT)
    before, after = sources(course / "source"), sources(course / "release")
    assert before.keys() == after.keys()
    for mark in ("HIDDEN", "SOLUTION"):
        assert not [each for each in after.values() if mark in each]
    assert "NotImplementedError" in after["choose"]
    for student, (body, lower) in SUBMITTED.items():
        hand_in(course, student, body, lower)
    nbgrader(course, "autograde", ASSIGNMENT)
    nbgrader(course, "export")
    with (course / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert {student: float(row["score"]) for student, row in rows.items()} == MARKED
    assert {float(row["max_score"]) for row in rows.values()} == {9.0}


@pytest.mark.parametrize(
    ("share", "takes"),
    [
        *((share, True) for share in ("0.64", "0.65", "2 / 3")),
        *((share, False) for share in ("0.5", "0.6", "0.7", "0.75", "0.85", "1")),
    ],
)
def test_full_marks_take_the_right_share(share: str, takes: bool) -> None:
    cells = sources(SOURCE)
    names: dict[str, Any] = {}
    body = f"def choose(view, luck):\n    return at_most(view, {share} * reading.own_value(view))"
    refuses = nullcontext() if takes else pytest.raises(AssertionError)
    for source in (cells["setup"], body):
        exec(source, names)  # noqa: S102 - ours
    with refuses:
        exec(cells["better"], names)  # noqa: S102 - ours


def test_no_graded_cell_needs_a_widget() -> None:
    code = [each["source"] for each in notebook(SOURCE)["cells"] if each["cell_type"] == "code"]
    said = "\n".join("".join(each) for each in code)
    assert "paydays_widgets.panels" not in said
    assert "paydays_widgets.lessons" not in said


def test_nothing_of_it_has_been_run() -> None:
    for cell in notebook(SOURCE)["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
