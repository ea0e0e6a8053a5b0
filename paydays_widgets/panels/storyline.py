"""The storyline: for each step, what happened and why, the clause and the calculation."""

from typing import Any

from paydays_widgets.panels.part import Part
from paydays_widgets.panels.story import entries


class Storyline(Part):
    """The last steps up to the cursor, each with its explanation."""

    template = "storyline.html.j2"

    def facts(self) -> dict[str, Any]:
        """Compile the entries."""
        found, earlier = entries(self.session)
        return {"entries": found, "earlier": earlier, "walks": True}
