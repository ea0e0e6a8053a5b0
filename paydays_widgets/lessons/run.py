"""A run: what follows from a move, step by step, and what each seat has afterwards."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from paydays_widgets.core.balance import COUNTED
from paydays_widgets.core.rulebook import Clause
from paydays_widgets.core.text import Note, Text
from paydays_widgets.lessons.leaf import PACKAGE, Leaf, Opener
from paydays_widgets.lessons.positions import Position

FEW: Final = 4
"""So many seats are shown, whatever has changed."""


class RunStep(Struct, frozen=True):
    """A step, with its words.

    Parameters
    ----------
    note
        What happened, why, and the sum.
    clause, words
        The rule that was applied, and how it is played.
    """

    note: Note
    clause: Clause
    words: str


class Run(Leaf):
    """What follows from the last move that was played at a position.

    The money, less what is owed, is compared with what the seats had at the position itself; of
    more than four seats, only those for whom it has changed are shown.

    Parameters
    ----------
    position
        The position, with moves played on from it; or a function that makes it whenever the run is
        drawn, such as with what `after` has been answered.
    note
        What the sums leave out, if a reader could take them amiss.
    after, quiet
        As for every leaf.
    """

    template = "run.html.j2"

    def __init__(
        self,
        position: Position | Callable[[], Position],
        after: Opener | None = None,
        *,
        note: str = "",
        quiet: bool = False,
    ) -> None:
        language = "en" if callable(position) else position.text.language
        super().__init__(after=after, quiet=quiet, language=language)
        self._position = position
        self._note = note
        self.refresh()

    @property
    def position(self) -> Position:
        """The position whose last move is followed."""
        return self._position() if callable(self._position) else self._position

    def promise(self, text: Text) -> str:
        """Say what will be seen once the question is answered."""
        return text("Then you will see here, step by step, what happens.")

    def facts(self) -> dict[str, Any]:
        """Return the steps and the money."""
        session = self.position
        text = Text(self.language, PACKAGE, *session.text.packages)
        table = session.table
        words, rulebook = session.words, session.modules.rulebook
        told = []
        begun = table.branch.begins(max(table.move_number - 1, 0))
        for step in table.branch.steps[max(begun, session.since) : table.at]:
            note = words.explain(session.seen(step.event), session.names, text, table.deck)
            clause = rulebook[step.event.clause]
            told.append(RunStep(note, clause, rulebook.told(clause.id, table.rules, text)))
        steps = table.branch.steps
        before = steps[session.since - 1].state if session.since else table.start
        money, owed = [], False
        for seat, name in enumerate(session.names):
            sheet, was = table.game.sheet(table.state, seat), table.game.sheet(before, seat)
            closing, change = sheet.counted, sheet.counted - was.counted
            owed = owed or bool(sheet.counted_debts or was.counted_debts)
            if not change and len(session.names) > FEW:
                continue
            sign = "+" if change > 0 else ""
            money.append(
                (
                    name,
                    seat + 1,
                    words.money(closing, text),
                    sign + words.money(change, text) if change else "±0",
                )
            )
        return {
            "steps": told,
            "money": money,
            "owed": owed,
            "note": self._note,
            "account": COUNTED,
        }
