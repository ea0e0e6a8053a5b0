"""What lessons are made of: questions, runs, figures, contests, and the front page.

Each name is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from paydays_widgets.lessons.contest import Contest
    from paydays_widgets.lessons.curve import Curve
    from paydays_widgets.lessons.figures import Figures
    from paydays_widgets.lessons.note import Note
    from paydays_widgets.lessons.positions import position
    from paydays_widgets.lessons.progress import Progress
    from paydays_widgets.lessons.question import Choice, Number, Right, Wrong
    from paydays_widgets.lessons.run import Run
    from paydays_widgets.lessons.scoreboard import Scoreboard
    from paydays_widgets.lessons.shelf import Shelf

__all__ = [
    "Choice",
    "Contest",
    "Curve",
    "Figures",
    "Note",
    "Number",
    "Progress",
    "Right",
    "Run",
    "Scoreboard",
    "Shelf",
    "Wrong",
    "position",
]

_HOMES: Final = {
    "Choice": "question",
    "Contest": "contest",
    "Curve": "curve",
    "Figures": "figures",
    "Note": "note",
    "Number": "question",
    "Progress": "progress",
    "Right": "question",
    "Run": "run",
    "Scoreboard": "scoreboard",
    "Shelf": "shelf",
    "Wrong": "question",
    "position": "positions",
}


def __getattr__(name: str) -> Any:
    """Import a name's module when it is first used."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
