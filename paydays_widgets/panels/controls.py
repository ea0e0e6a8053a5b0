"""The control bar: walk the history, play on, choose the next card or the language."""

from itertools import islice
from typing import Any, Final

from paydays_widgets.core.game import Over
from paydays_widgets.core.text import Text
from paydays_widgets.panels.branches import choice, right, title
from paydays_widgets.panels.drawer import MENU, titles
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.session import Session
from paydays_widgets.talk.screen import OWN


def _by_chance(luck: str, text: Text) -> tuple[str, str]:
    """Say that chance brings what is next, and that the position does, where it is set."""
    named = {
        "cards": (text("Next card: random"), text("Next card: fixed")),
        "dice": (text("Next roll: random"), text("Next roll: fixed")),
        "both": (text("Next card or roll: random"), text("Next card or roll: fixed")),
    }
    return named[luck]


def controls(session: Session) -> dict[str, Any]:
    """Compile the title, the place in the history, and the teacher's choices."""
    table = session.table
    text, panel = session.text, session.panel
    view = table.game.view(table.state, None)
    steps = len(table.branch.steps)
    over = isinstance(table.turn, Over)
    last = over or (
        session.unfolding and isinstance(table.game.turn(table.branch.steps[-1].state), Over)
    )
    wishes = [] if over else panel.wishes(view, text)
    wish = table.dealer.wish
    given = None if session.screen.beyond else session.screen.vignette
    place = text("Event {at} of {steps}", at=table.at, steps=steps)
    if table.newest or session.unfolding:
        turn = table.turn.turn
        place = panel.turn_name(turn, text) if turn else text("Set-up")
    asks = session.words.prompt(table.turn, session.names, text)
    blocked = "" if session.can_advance() else asks
    ended, routine = session.ended, session.can_sit_out
    by_chance, fixed = _by_chance(panel.LUCK, text)
    return {
        "title": panel.TITLE,
        "edition": f"{panel.edition(table.rules, text)} · {panel.progress(view, text)}",
        "progress": panel.progress(view, text),
        "pages": tuple((page, titles(text)[page]) for page in (*MENU, "rules")),
        "teaches": session.teaches,
        "coaches": bool(session.counsel()) and not session.coached(),
        "hides": not panel.OPEN,
        "face_up": panel.face_up(text),
        "ahead": session.ahead(),
        "opening": session.opening,
        "second": bool(session.acting) and table.newest,
        "next_turn": "" if last else panel.turn_name(table.turn.turn + 1, text),
        "named": [title(session, number) for number in range(len(table.branches))],
        "place": place,
        "back": next(islice(session.back(), 1, None), 0),
        "gone": round(100 * table.at / steps) if steps else 0,
        "can_undo": session.can_undo(),
        "ended": ended,
        "blocked": ended or blocked,
        "offered": session.keeping.offered,
        "several": session.keeping.several,
        "wishes": tuple((str(move), label) for move, label in wishes),
        "by_chance": by_chance,
        "wished": "" if wish is None else str(wish),
        "by_position": fixed if given and str(wish) == given.next else "",
        "choice": choice(session) if session.stopped else "",
        "pending": session.pending,
        "right": right(session) if session.stopped else None,
        "routine": None if routine is None or routine.beside else routine,
        "onward": "" if session.teaches else onward(session),
        "over": over,
    }


def onward(session: Session) -> tuple[str, str] | None:
    """Name what a player's only button leads to, and explain it; None while nothing goes on."""
    table, text, screen = session.table, session.text, session.screen
    if screen.film and screen.pace == OWN:
        return text("Next"), text("Show the next picture")
    if screen.film:
        return text("Skip"), text("Go on to the next decision")
    if session.ended or (table.newest and table.waiting() and session.forced is None):
        return None
    if not table.at:
        return text("Begin"), text("Go on to the next decision")
    if table.newest and (session.panel.RESTS or not session.humans):
        name = session.panel.turn_name(table.turn.turn, text)
        return text("Next: {what}", what=name), name
    return text("Next decision"), text("Go on to the next decision")


CONTROLS: Final = PanelPart("controls.html.j2", controls)
