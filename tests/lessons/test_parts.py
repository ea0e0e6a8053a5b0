"""The lessons' parts: found by name, and tied to no game."""

import ast
from importlib.resources import files
from operator import attrgetter
from pathlib import Path

import pytest

from paydays_widgets import lessons

FOLDER = Path(str(files("paydays_widgets.lessons") / "."))


def test_names_are_found_where_they_live() -> None:
    for name in lessons.__all__:
        assert getattr(lessons, name).__name__ == name
    with pytest.raises(AttributeError, match="nothing"):
        attrgetter("nothing")(lessons)


def test_no_lesson_part_imports_a_game_by_name() -> None:
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not str(node.module).startswith("paydays_widgets.games."), path
