"""What lessons are made of: questions, bets, runs, figures, contests, and the front page.

Each name is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from paydays_widgets.lab.contest import Contest
    from paydays_widgets.lessons.beside import Beside
    from paydays_widgets.lessons.catalogue import text
    from paydays_widgets.lessons.curve import Curve
    from paydays_widgets.lessons.exam import Exam
    from paydays_widgets.lessons.figures import Figures
    from paydays_widgets.lessons.note import Note
    from paydays_widgets.lessons.number import Bet, Number
    from paydays_widgets.lessons.outcome import Outcome
    from paydays_widgets.lessons.positions import position
    from paydays_widgets.lessons.progress import Progress
    from paydays_widgets.lessons.question import Choice, Prediction, Right, Wrong
    from paydays_widgets.lessons.run import Run
    from paydays_widgets.lessons.scoreboard import Scoreboard
    from paydays_widgets.lessons.shelf import Shelf
    from paydays_widgets.lessons.sliders import Slider, Sliders

__all__ = [
    "Beside",
    "Bet",
    "Choice",
    "Contest",
    "Curve",
    "Exam",
    "Figures",
    "Note",
    "Number",
    "Outcome",
    "Prediction",
    "Progress",
    "Right",
    "Run",
    "Scoreboard",
    "Shelf",
    "Slider",
    "Sliders",
    "Wrong",
    "position",
    "text",
]

_HOMES: Final = {
    "Beside": "lessons.beside",
    "Bet": "lessons.number",
    "Choice": "lessons.question",
    "Contest": "lab.contest",
    "Curve": "lessons.curve",
    "Exam": "lessons.exam",
    "Figures": "lessons.figures",
    "Note": "lessons.note",
    "Number": "lessons.number",
    "Outcome": "lessons.outcome",
    "Prediction": "lessons.question",
    "Progress": "lessons.progress",
    "Right": "lessons.question",
    "Run": "lessons.run",
    "Scoreboard": "lessons.scoreboard",
    "Shelf": "lessons.shelf",
    "Slider": "lessons.sliders",
    "Sliders": "lessons.sliders",
    "Wrong": "lessons.question",
    "position": "lessons.positions",
    "text": "lessons.catalogue",
}


def __getattr__(name: str) -> Any:
    """Import a name's module when it is first used."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"paydays_widgets.{_HOMES[name]}"), name)
