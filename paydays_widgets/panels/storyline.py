"""The storyline: for each step what happened, why, by which clause, and the sum worked out."""

from typing import Any, Final

from msgspec import Struct

from paydays_widgets.core.game import Over, Settling
from paydays_widgets.core.rulebook import Clause
from paydays_widgets.core.text import Note
from paydays_widgets.panels.part import Part

SHOWN: Final = 18
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
        return {
            "entries": [self._entry(at, first=at == last[0]) for at in last],
            "earlier": last[0] - 1 if len(told) > SHOWN else 0,
        }

    def _entry(self, at: int, *, first: bool) -> Entry:
        session = self.session
        table, text = session.table, session.text
        event = table.line.steps[at - 1].event
        note = session.words.explain(
            table.game.witness(event, session.viewer), session.names, text, table.deck
        )
        now = at == table.at
        clause = session.rulebook.clauses[event.clause]
        return Entry(
            at=at,
            note=note,
            clause=clause,
            sources=tuple(self._source(clause)) if now else (),
            turn=self._heading(at, first=first),
            now=now,
        )

    def _source(self, clause: Clause) -> list[str]:
        documents = self.session.rulebook.documents
        pick = self.session.text.pick
        return [
            f"{pick(documents[each.document].title)}: {each.section}" for each in clause.sources
        ]

    def _heading(self, at: int, *, first: bool) -> str:
        """Name the turn that a step belongs to, where it is the first one told of it."""
        number = self._turn_at(at)
        if not first and self._turn_at(at - 1) == number:
            return ""
        text = self.session.text
        return text("Turn {n}", n=number) if number else text("Set-up")

    def _turn_at(self, at: int) -> int:
        """Give the turn that a step belongs to: its own state's, or that of the settled one."""
        table = self.session.table
        steps = table.line.steps
        for step in steps[at - 1 :]:
            turn = table.game.turn(step.state)
            if not isinstance(turn, Settling):
                return -1 if isinstance(turn, Over) else turn.turn
        return 0
