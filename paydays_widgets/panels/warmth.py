"""Warming up: a desk loads and works out before its first use what it would at its first use."""

from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.desk import Desk
from paydays_widgets.panels.drawer import tabs

_STEPS = 6


def warm() -> None:
    """Draw each game, with its bots, tabs and languages, and throw it away."""
    for name in games.names():
        desk = Desk(name, seed=1, keep="warm")
        session = desk.session
        for _ in range(_STEPS):
            desk.do("step")
        for language in reversed(LANGUAGES):
            desk.do("language", language)
        for tab in tabs(session):
            session.screen = replace(session.screen, tab=tab)
            desk.drawer.pane.drawn(session)
        desk.do("share")
        desk.do("undo")
        desk.close()
