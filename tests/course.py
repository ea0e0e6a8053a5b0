"""The lessons that there are: notebooks that say what they are, in their metadata."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import ipywidgets  # type: ignore[import-untyped]

FOLDER: Final = Path(__file__).parents[1] / "notebooks" / "lessons"


def _kind(path: Path) -> str | None:
    about = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("paydays")
    return str(about.get("kind", "lesson")) if about else None


COURSE: Final = sorted(path for path in FOLDER.glob("*.ipynb") if _kind(path))
"""A notebook that only leads on to where its lesson has gone is none."""
LESSONS: Final = [path for path in COURSE if _kind(path) == "lesson"]
ASKING: Final = [path for path in COURSE if _kind(path) == "test"] + LESSONS


class Run(NamedTuple):
    """A lesson that has been run: its names, and the widgets that it has made."""

    names: dict[str, Any]
    widgets: list[Any]


@contextmanager
def running(lesson: Path, *more: str) -> Iterator[Run]:
    """Run a lesson's code in this process, and more; close its widgets afterwards."""
    known = vars(ipywidgets.widgets.widget)["_instances"]
    before = {*known}
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    for source in (*code, *more):
        exec(source, names)  # noqa: S102 - a lesson
    made = [each for name, each in known.items() if name not in before]
    yield Run(names, made)
    for each in made:
        each.close()
