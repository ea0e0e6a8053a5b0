"""Branches: named by what was decided, compared, and begun with another decision."""

from typing import Any, Final

from paydays_widgets.core.game import Move
from paydays_widgets.core.table import Branch
from paydays_widgets.panels.verbs import other_rules
from paydays_widgets.talk.session import Session

TURNING_POINTS: Final = 12
"""The number of recent decisions offered for change."""


def branches(session: Session) -> dict[str, Any]:
    """Compile the branches, and the comparison of two of them."""
    table = session.table
    found: dict[str, Any] = {
        "comparison": None,
        "parted": [],
        "money": session.words.money,
        "turning": _turning_points(session),
        "named": [title(session, number) for number in range(len(table.branches))],
        "others": [(name, found[0]) for name, found in other_rules(session).items()],
    }
    if session.screen.compared is not None:
        first, second = pair = session.screen.compared
        both = table.compare(first, second)
        found["comparison"] = both
        found["titles"] = (table.branches[first].name, table.branches[second].name)
        found["rows"] = _measured(session, both.turn)
        found["details"] = _details(session, both.turn)
        compared = [table.branches[number] for number in pair]
        if both.shared < min(len(branch.moves) for branch in compared):
            found["parted"] = [parting(session, branch, both.shared) for branch in compared]
    return found


def _turning_points(session: Session) -> list[tuple[int, int, str, list[tuple[Move, str]]]]:
    """List the most recent decisions with alternatives, according to the game's ``panel``.

    Each entry has the move's number, its turn, a description of the decision, and the move and
    label of each alternative.
    """
    what_ifs = session.panel.what_ifs
    if what_ifs is None:
        return []
    table, text = session.table, session.text
    branch, game = table.branch, table.game
    found = []
    for number in range(table.move_number - 1, -1, -1):
        if hidden(session, branch, number):
            continue
        state, move = session.table.before(number, branch), branch.moves[number]
        done, others = what_ifs(game.view(state, None), move, session.names, text)
        if others:
            found.append((number, game.turn(state).turn, done, list(others)))
        if len(found) == TURNING_POINTS:
            break
    return found


def _measured(session: Session, turn: int) -> list[tuple[str, int, int]]:
    """Compare every seat's net worth at the end of a turn."""
    table, pair = session.table, session.screen.compared or ()
    states = [table.end_of(number, turn) for number in pair]
    found = []
    for seat, name in enumerate(session.names):
        one, other = (table.game.sheet(state, seat).counted for state in states)
        found.append((name, one, other))
    return found


def _details(session: Session, turn: int) -> list[tuple[str, list[tuple[str, int, int]]]]:
    """List, by seat, the differences in whatever else a game's ``panel`` measures."""
    measures = session.panel.measures
    pair = session.screen.compared
    if measures is None or pair is None:
        return []
    table, text = session.table, session.text
    views = [table.game.view(table.end_of(number, turn), None) for number in pair]
    found = []
    for seat, name in enumerate(session.names):
        one, other = (dict(measures(view, seat, text)) for view in views)
        lines = [(label, one[label], other[label]) for label in one if one[label] != other[label]]
        if lines:
            found.append((name, lines))
    return found


def title(session: Session, number: int) -> str:
    """Name a branch by the decision with which it parts from another."""
    text, branch = session.text, session.table.branches[number]
    if branch.parent is None:
        return text("{name}: as first played", name=branch.name)
    what = parting(session, branch, branch.shared)
    if not what:
        return text("Branch {name}", name=branch.name)
    return text("{title}: {words}", title=branch.name, words=what)


def choice(session: Session) -> str:
    """Tell what people decided first at a position; "" if that is hidden or has not come."""
    made = session.answers
    return parting(session, session.table.branch, made[0]) if made else ""


def right(session: Session) -> bool | None:
    """Tell whether people have answered a position's question best; None if nothing says so."""
    given, made = session.screen.vignette, session.answers
    if given is None or not made or not given.best:
        return None
    return given.praises([session.table.branch.moves[number] for number in made])


def parting(session: Session, branch: Branch[Any, Any, Any], number: int) -> str:
    """Tell a move of a branch; "" if it is hidden from this screen, such as a sealed bid."""
    if hidden(session, branch, number):
        return ""
    table, what_ifs = session.table, session.panel.what_ifs
    if what_ifs is not None:
        view = table.game.view(session.table.before(number, branch), None)
        done, _ = what_ifs(view, branch.moves[number], session.names, session.text)
        if done:
            return done
    event = branch.steps[branch.begins(number)].event  # told by others that came after it
    note = session.words.explain(event, session.names, session.text, table.deck)
    return note.what.rstrip(".")


def hidden(session: Session, branch: Branch[Any, Any, Any], number: int) -> bool:
    """Return whether a move is hidden from this screen, by all events that it has shown."""
    table = session.table
    coming = branch is table.branch and (session.unfolding or session.screen.film)
    return not table.told(number, session.hearer, branch, table.at if coming else None)
