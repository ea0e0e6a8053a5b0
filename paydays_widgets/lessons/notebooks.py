"""The lessons of a folder, as their notebooks name them."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.text import Words


class Lesson(Struct, frozen=True):
    """What a lesson's notebook says of itself, under ``paydays`` in its metadata.

    Parameters
    ----------
    title, about
        For the shelf.
    game
        The id of the game that it uses.
    minutes
        How long it takes.
    level
        From which age, and what it needs.
    language
        Of its text; "" if it is in all of them.
    kind
        A lesson, a test of what lessons teach, or a page that lessons lead to.
    """

    title: Words
    about: Words
    level: Words
    game: str
    minutes: int
    language: str = ""
    kind: Literal["lesson", "test", "page"] = "lesson"


class _Metadata(Struct, frozen=True):
    paydays: Lesson


class _Notebook(Struct, frozen=True):
    metadata: _Metadata


def lessons(folder: Path) -> tuple[tuple[Path, Lesson], ...]:
    """List what is asked in a folder's ``lessons``, tests first, with paths from that folder."""
    found = []
    known = games.names()
    for path in sorted((folder / "lessons").glob("*.ipynb")):
        try:
            lesson = msgspec.json.decode(path.read_bytes(), type=_Notebook).metadata.paydays
        except (msgspec.DecodeError, OSError):
            continue  # somebody's notebook that lies here, no lesson of the shelf
        if lesson.game in known and lesson.kind != "page":
            found.append((path.relative_to(folder), lesson))
    return tuple(sorted(found, key=lambda each: each[1].kind != "test"))
