"""The lessons that there are: notebooks that say what they are, in their metadata."""

import json
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "notebooks" / "lessons"


def _says(path: Path) -> bool:
    return "paydays" in json.loads(path.read_text(encoding="utf-8"))["metadata"]


LESSONS: Final = sorted(path for path in FOLDER.glob("*.ipynb") if _says(path))
"""A notebook that only leads on to where its lesson has gone is none."""
