"""The storyline: for each step, what happened and why, the clause and the calculation."""

from bisect import bisect_left
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.text import Note
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.session import Session
from paydays_widgets.show.board import Routine
from paydays_widgets.talk.advice import advice
from paydays_widgets.talk.story import Telling, tellings


def storyline(session: Session) -> dict[str, Any]:
    """Compile the last steps, and what each choice would earn."""
    found, earlier = tellings(session) if session.teaches else (_for_a_player(session), 0)
    started = session.screen.started == session.table.at > 0
    return {
        "entries": found,
        "earlier": earlier,
        "walks": True,
        "unfolds": session.teaches,
        "newest": False,
        "voice": not session.teaches and Voice(session.coached(), started, session.sits_out),
        **advice(session, session.advice),
    }


class Voice(Struct, frozen=True):
    """What is said to a player beside the table, at one place.

    Parameters
    ----------
    coached
        What the coach says; "" for nothing.
    started
        Whether bots have played a first game up to here.
    sits_out
        What the player has left to the page.
    """

    coached: str
    started: bool
    sits_out: Routine | None


FIRST: Final = 2
"""How many events a player reads before the first decision."""
KEPT: Final = 40
"""How many a player reads at most once there is a round before this one."""


def _for_a_player(session: Session) -> list[Telling]:
    """Tell what has happened since the round before, without what only a class looks up."""
    since = _round_before(session)
    if since is None:
        found, _ = tellings(session, most=FIRST)
        return [replace(_brief(session, each), turn="") for each in found]
    found, _ = tellings(session, since=since, most=KEPT)
    return [_brief(session, each) for each in found]


def _round_before(session: Session) -> int | None:
    """Find the first step of the turn before this one in which somebody here has decided."""
    table = session.table
    for number in reversed(range(table.move_number)):
        at = table.branch.begins(number)
        by = table.branch.moves[number].by
        if not at or at < session.screen.started:
            return None  # there the game begins for its player
        if by not in session.humans or session.had_no_choice(number):
            continue
        turn = session.turn_of(at)
        if turn < table.turn.turn:
            while at > 1 and session.turn_of(at - 1) == turn:
                at -= 1
            return at
    return None


def _brief(session: Session, told: Telling) -> Telling:
    """Leave out the rule; only the newest event keeps its reason."""
    made = _made(session, told.at)
    if told.now:
        return replace(told, rule="", made=made)
    return replace(told, note=Note(told.note.what), clause=None, rule="", made=made)


def _made(session: Session, at: int) -> str:
    """Say why a step's move was made for a player; "" for another step than its first."""
    branch = session.table.branch
    number = bisect_left(branch.ends, at)
    first = number < len(branch.moves) and branch.begins(number) == at - 1
    return session.spared(number) if first else ""


STORYLINE: Final = PanelPart(
    "storyline.html.j2", storyline, lambda session, refresh: session.advice.watch(refresh)
)
