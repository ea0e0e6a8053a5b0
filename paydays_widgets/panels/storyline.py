"""The storyline: for each step, what happened and why, the clause and the calculation."""

from typing import Any

from paydays_widgets.core.table import AnyTable
from paydays_widgets.panels.advice import advice
from paydays_widgets.panels.part import Part
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.story import entries


class Storyline(Part):
    """The last steps up to the cursor, each with its explanation."""

    template = "storyline.html.j2"

    def __init__(self, session: Session | AnyTable, css: str = "", **traits: Any) -> None:
        super().__init__(session, css, **traits)
        self._unwatch_advice = self.session.advice.watch(self.refresh)

    def leave(self) -> None:
        """Release the session and its advice."""
        self._unwatch_advice()
        super().leave()

    def facts(self) -> dict[str, Any]:
        """Compile the entries, and what each choice would earn."""
        found, earlier = entries(self.session)
        return {
            "entries": found,
            "earlier": earlier,
            "walks": True,
            "newest": False,
            **advice(self.session),
        }
