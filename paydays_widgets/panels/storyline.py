"""The storyline: for each step what happened, why, by which clause, and the sum worked out."""

from typing import Any, Final

from msgspec import Struct

from paydays_widgets.core.rulebook import Clause
from paydays_widgets.core.text import Note
from paydays_widgets.panels.part import Part

SHOWN: Final = 12
"""How many of the last steps are told; the slider reaches the earlier ones."""


class Entry(Struct, frozen=True):
    """A step as the storyline tells it.

    Parameters
    ----------
    at
        Its place: how many steps there are up to it.
    note
        What happened, why, and the sum.
    clause, sources
        The rule that was applied, and where the rulebooks say so.
    turn
        The heading over it, where a turn begins.
    now
        Whether the cursor stands there.
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
        """Give the entries."""
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
