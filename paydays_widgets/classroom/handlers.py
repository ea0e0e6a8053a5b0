"""The class on a server: where each of its pages is."""

from typing import Any, Final

from tornado import web

from paydays_widgets.classroom.classes import Classes
from paydays_widgets.classroom.rooms import CODE, LETTERS
from paydays_widgets.classroom.web import assignments, joining, opening, ours, pages, socket, today
from paydays_widgets.classroom.web.handler import ROOM

_HANDLERS: Final[dict[str, type[web.RequestHandler]]] = {
    "join": joining.Door,
    rf"join/([{LETTERS}]{{{CODE}}})": joining.Threshold,
    "class/new": opening.Opening,
    "class/draft": opening.Draft,
    ROOM: pages.StudentsPage,
    rf"{ROOM}/join": joining.Joining,
    rf"{ROOM}/watch": pages.Watch,
    rf"{ROOM}/teacher": pages.TeachersPage,
    rf"{ROOM}/notes": pages.Notes,
    rf"{ROOM}/next": opening.Next,
    rf"{ROOM}/decisions.csv": pages.Decisions,
    rf"{ROOM}/answers.csv": pages.Answers,
    rf"{ROOM}/rounds.csv": pages.Rounds,
    rf"{ROOM}/beside.csv": pages.Beside,
    rf"{ROOM}/socket": socket.Socket,
    **assignments.HANDLERS,
    **today.HANDLERS,
    **ours.HANDLERS,
    r"class/static/([\w.-]+)": pages.Static,
    r"((?i:join|class|teach)(?:[/.].*)?)": joining.Astray,
}


class Classroom(Classes):
    """The classes of a server, with their pages."""

    def routes(self) -> list[tuple[str, type[web.RequestHandler], dict[str, Any]]]:
        """Return the handlers, with their paths."""
        mine = {"classroom": self}
        return [(f"{self.base}{path}", handler, mine) for path, handler in _HANDLERS.items()]
