"""The storyline: for each step, what happened and why, the clause and the calculation."""

from typing import Any, Final

from msgspec.structs import replace

from paydays_widgets.core.text import Note
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.session import Session
from paydays_widgets.talk.advice import advice
from paydays_widgets.talk.story import Telling, tellings


def storyline(session: Session) -> dict[str, Any]:
    """Compile the last steps, and what each choice would earn."""
    found, earlier = tellings(session)
    if not session.teaches:
        own, coached = session.last_own() or 0, bool(session.coached())
        last = found[-LAST_COACHED:] if coached else found[-LAST:]
        found = [_brief(each, whole=not coached) for each in last if each.at > own]
    return {
        "entries": found,
        "earlier": earlier,
        "walks": True,
        "unfolds": session.teaches,
        "newest": False,
        **advice(session, session.advice),
    }


LAST: Final = 4
"""How many events a player reads beside the next decision."""
LAST_COACHED: Final = 1
"""How many while the coach speaks, who explains enough."""


def _brief(told: Telling, *, whole: bool) -> Telling:
    """Leave out the headings; only the newest event keeps its reason, if it is to be whole."""
    if told.now and whole:
        return replace(told, turn="", rule="")
    note = Note(told.note.what)
    return replace(told, note=note, clause=None, turn="", rule="")


STORYLINE: Final = PanelPart(
    "storyline.html.j2", storyline, lambda session, refresh: session.advice.watch(refresh)
)
