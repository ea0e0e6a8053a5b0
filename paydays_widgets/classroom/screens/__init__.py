"""What each page of a class shows."""

from paydays_widgets.classroom.screens import advice, homework, watch
from paydays_widgets.classroom.screens.shown import shown
from paydays_widgets.classroom.screens.student import counted, news, student
from paydays_widgets.classroom.screens.teacher import teacher
from paydays_widgets.classroom.screens.words import nudged, shows, tick, told

__all__ = [
    "advice",
    "counted",
    "homework",
    "news",
    "nudged",
    "shown",
    "shows",
    "student",
    "teacher",
    "tick",
    "told",
    "watch",
]
