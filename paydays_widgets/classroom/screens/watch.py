"""A room as anyone without a seat may see it: what lies open, with nothing to press."""

from collections.abc import Mapping

from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.screens import poll, running
from paydays_widgets.classroom.screens.seat import SeatSight, TableSight
from paydays_widgets.classroom.screens.student import lobby
from paydays_widgets.classroom.screens.teacher import open_table, tables
from paydays_widgets.classroom.screens.words import words


def watched(here: Here, screen: ClassScreen) -> Mapping[str, str]:
    """Draw the parts of the page: what is said in its head, the picture, and the storyline."""
    room, text = here.room, words(screen.language)
    if running.without_a_table(room):
        return {"told": text("Look at the front.")}
    if not room.begun:
        return {"stage": lobby(room, screen).html}
    if not room.polled and len(room.sittings) > 1:
        return {"stage": tables(here, screen, acts=False).html}
    [sitting] = room.sittings
    sight = TableSight(room, sitting, screen, poll.seat(room) if room.polled else None)
    parts = {name: each.html for name, each in open_table(here, sight, sitting, {}).items()}
    if room.poll.revealed:
        answers = poll.spread(room, SeatSight(room, sitting, screen, poll.seat(room)))
        parts["stage"] = answers + parts["stage"]
    return {"told": poll.counted(room, text) or sight.question, **parts}
