"""What each page of a class shows."""

from paydays_widgets.classroom.screens import advice, homework
from paydays_widgets.classroom.screens.shown import shown
from paydays_widgets.classroom.screens.student import student
from paydays_widgets.classroom.screens.teacher import teacher
from paydays_widgets.classroom.screens.words import nudged, tick, told

__all__ = ["advice", "homework", "nudged", "shown", "student", "teacher", "tick", "told"]
