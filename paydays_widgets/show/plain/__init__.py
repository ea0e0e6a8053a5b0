"""Defaults for the modules that a game does not have: plain, but playable.

Words are made from the names and fields of moves and events, the picture from a view's fields,
the rulebook from the clauses of events and refusals.
"""

from functools import cache
from importlib.resources import files

from paydays_widgets.show.plain.board import PlainBoard
from paydays_widgets.show.plain.bots import PlainBots
from paydays_widgets.show.plain.panel import PlainPanel
from paydays_widgets.show.plain.rulebook import headings
from paydays_widgets.show.plain.text import PlainText

__all__ = ["PlainBoard", "PlainBots", "PlainPanel", "PlainText", "headings", "style"]


@cache
def style() -> str:
    """Read the style sheet of the plain board."""
    return files(__name__).joinpath("board/board.css").read_text(encoding="utf-8")
