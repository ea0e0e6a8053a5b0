"""The storyline: for each step, what happened and why, the clause and the calculation."""

from typing import Any, Final

from msgspec import Struct

from paydays_widgets.core.rulebook import Clause
from paydays_widgets.core.text import Note
from paydays_widgets.panels.part import Part

SHOWN: Final = 12
"""The number of recent steps shown; the slider reaches earlier ones."""


class Entry(Struct, frozen=True):
    """A step in the storyline.

    Parameters
    ----------
    at
        The number of the step, counted from 1.
    note
        What happened, why, and the calculation.
    clause, sources
        The rule that applied, and its places in the rulebooks.
    turn
        The heading, if a turn starts here; otherwise "".
    now
        Whether the cursor is at this step.
    """

    at: int
    note: Note
    clause: Clause | None
    sources: tuple[str, ...]
    turn: str
    now: bool


class Storyline(Part):
    """The last steps up to the cursor, each with its explanation."""

    template = "storyline.html.j2"

    def facts(self) -> dict[str, Any]:
        """Compile the entries."""
        told = self.session.steps()
        last = told[-SHOWN:]
        turns = self.session.turns()
        headed = [
            place == 0 or turns[at - 1] != turns[last[place - 1] - 1]
            for place, at in enumerate(last)
        ]
        return {
            "entries": [
                self._entry(at, self._heading(turns[at - 1]) if head else "")
                for at, head in zip(last, headed, strict=True)
            ],
            "earlier": last[0] - 1 if len(told) > SHOWN else 0,
        }

    def _entry(self, at: int, turn: str) -> Entry:
        session = self.session
        table, text = session.table, session.text
        event = table.branch.steps[at - 1].event
        note = session.words.explain(
            table.game.witness(event, session.viewer), session.names, text, table.deck
        )
        now = at == table.at
        clause = session.rooms.rulebook.clauses[event.clause]
        return Entry(
            at=at,
            note=note,
            clause=clause,
            sources=tuple(self._source(clause)) if now else (),
            turn=turn,
            now=now,
        )

    def _source(self, clause: Clause) -> list[str]:
        documents = self.session.rooms.rulebook.documents
        text = self.session.text
        return [
            text(
                "{title}: {words}",
                title=text.pick(documents[each.document].title),
                words=each.section,
            )
            for each in clause.sources
        ]

    def _heading(self, turn: int) -> str:
        """Name a turn."""
        text = self.session.text
        if not turn:
            return text("Set-up")
        return self.session.panel.turn_name(turn, text)
