"""The storyline: for each step, what happened and why, the clause and the calculation."""

from typing import Any, Final

from paydays_widgets.panels.advice import advice
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.session import Session
from paydays_widgets.talk.story import tellings


def storyline(session: Session) -> dict[str, Any]:
    """Compile the last steps, and what each choice would earn."""
    found, earlier = tellings(session)
    return {
        "entries": found,
        "earlier": earlier,
        "walks": True,
        "newest": False,
        **advice(session, session.advice),
    }


STORYLINE: Final = PanelPart(
    "storyline.html.j2",
    storyline,
    lambda session, refresh: session.advice.watch(refresh),
)
