"""What the teacher's page shows."""

from paydays_widgets.classroom.clients import Here, Look, Page, Part
from paydays_widgets.classroom.screens.student import Drawn
from paydays_widgets.classroom.screens.words import lost, render, words


def teacher(here: Here, look: Look, drawn: Drawn) -> Page:  # noqa: ARG001 - for tables drawn large
    """Draw the teacher's page.

    Parameters
    ----------
    here
        The room.
    look
        What the page shows besides the room.
    drawn
        What has been drawn at this moment.
    """
    room, text = here.room, words(look.language)
    names = [(room.people[each].name, each in here.there) for each in room.present]
    head = Part(render("teacher.html.j2", text, here=here, names=names, look=look))
    return Page({"head": head}, f"{here.code} · {room.rooms.panel.TITLE}", lost=lost(text))
