"""Somebody's page; and where it cannot be drawn, what can still be done."""

import logging
from collections.abc import Collection
from typing import Final

from paydays_widgets.classroom.clients import ClassScreen, Drawing, Drawings, Here, Page
from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.screens.student import bare, student
from paydays_widgets.classroom.screens.teacher import teacher
from paydays_widgets.classroom.screens.words import lost, preferences, render, words

_LOG: Final = logging.getLogger("paydays")


def shown(
    here: Here,
    person: Person | None,
    screen: ClassScreen,
    drawn: Drawings,
    old: Collection[str] = (),
) -> Page:
    """Draw a page; if that fails, a teacher's can still end the class, save it and delete it.

    Parameters
    ----------
    person
        Whose page it is; None for the teacher's.
    drawn, old
        As for :func:`~paydays_widgets.classroom.screens.student.student`.
    """
    try:
        if person is None:
            return teacher(here, screen, drawn)
        return student(here, person, screen, drawn, old)
    except Exception as error:  # noqa: BLE001 - whatever a game does
        _tell(here, error)
        text = words(screen.language)
        if person is None:
            head = _left(here, screen)
        else:
            said = text("This page cannot be shown. Tell your teacher.")
            head = bare(here.room, person, screen, said)
        return Page({"head": head}, here.code, lost=lost(text))


def _tell(here: Here, error: Exception) -> None:
    """Write a failure into the server's log, once for the line of code where it arose."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = trace and (trace.tb_frame.f_code, trace.tb_lineno)
    if place not in here.failed:
        here.failed.add(place)
        _LOG.error("A page of the class %s cannot be drawn.", here.code, exc_info=error)


def _left(here: Here, screen: ClassScreen) -> Drawing:
    text = words(screen.language)
    html = render(
        "undrawn.html.j2",
        text,
        room=here.room,
        screen=screen,
        preferences=preferences(screen.language, screen.theme),
    )
    return Drawing(html)
