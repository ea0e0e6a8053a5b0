"""What has happened, step by step: each with its explanation, the clause and the calculation."""

import re
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.rulebook import Clause
from paydays_widgets.core.text import Note
from paydays_widgets.talk.sight import Sight

SHOWN: Final = 12
"""The number of recent steps shown."""
_SENTENCE_ENDS: Final = re.compile(r"(?<=\.) (?=[A-ZÀ-Ý„“«])")
"""Not after an abbreviation: what follows it is no capital."""


class Telling(Struct, frozen=True):
    """A step in the storyline.

    Parameters
    ----------
    at
        The number of the step, counted from 1.
    note
        What happened, why, and the calculation.
    clause, words, rule, sources
        The clause that applied, as it is played, its first sentence where it is more than whose
        turn it is, and its places in the rulebooks.
    turn
        The heading, if a turn starts here; otherwise "".
    now
        Whether the cursor is at this step.
    made
        Why its move was made for the reader; "" if it was not.
    """

    at: int
    note: Note
    clause: Clause | None
    words: str
    rule: str
    sources: tuple[str, ...]
    turn: str
    now: bool
    made: str = ""


def tellings(
    sight: Sight, *, ruled: bool = True, since: int = 0, most: int = SHOWN
) -> tuple[list[Telling], int]:
    """Compile the last steps up to the cursor.

    Parameters
    ----------
    since, most
        The first step that may be among them, and how many there may be.
    ruled
        Whether each names the clause that applied.

    Returns
    -------
    tuple
        The entries, and the number of the step before them; 0 if they are all.
    """
    told = [*islice(sight.back(), most + 1)][::-1]
    last = [at for at in told[-most:] if at >= since]
    found: list[Telling] = []
    before = -1
    for at in last:
        turn = sight.turn_of(at)
        head = heading(sight, turn) if turn != before else ""
        found.append(_ruled(sight, at, head) if ruled else _entry(sight, at, head))
        before = turn
    return found, last[0] - 1 if len(told) > most else 0


def _entry(sight: Sight, at: int, turn: str) -> Telling:
    return Telling(at, sight.told(at), None, "", "", (), turn, at == sight.table.at)


def _ruled(sight: Sight, at: int, turn: str) -> Telling:
    entry = _entry(sight, at, turn)
    rulebook = sight.modules.rulebook
    clause = rulebook[sight.table.branch.steps[at - 1].event.clause]
    words = rulebook.told(clause.id, sight.table.rules, sight.text)
    rule = _SENTENCE_ENDS.split(words)[0] if entry.now and not turn else ""
    sources = tuple(_source(sight, clause)) if entry.now else ()
    return replace(entry, clause=clause, words=words, rule=rule, sources=sources)


def _source(sight: Sight, clause: Clause) -> list[str]:
    documents, text = sight.modules.rulebook.documents, sight.text
    titles = {name: text.pick(each.title) for name, each in documents.items()}
    return [
        text("{title}: {words}", title=titles[each.document], words=each.section)
        for each in clause.sources
    ]


def heading(sight: Sight, turn: int) -> str:
    """Name a turn."""
    return sight.panel.turn_name(turn, sight.text) if turn else sight.text("Set-up")
