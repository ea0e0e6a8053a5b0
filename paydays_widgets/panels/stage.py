"""The stage: the game's table as a picture that is played on."""

from functools import cache
from importlib.resources import files
from typing import Any

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.panels.part import Part
from paydays_widgets.panels.session import PACES, AnyTable, Session


@cache
def style(game: str) -> str:
    """Give the style sheet of a game's board."""
    return (files(f"{games.__name__}.{game}") / "board.css").read_text(encoding="utf-8")


class Stage(Part):
    """The table of a session. Cards, bids and stacks are played by clicking them.

    Parameters
    ----------
    session
        A session, or a table.
    keep
        The name under which the browser keeps the game's record, one for each panel of a page;
        "" keeps none.
    """

    template = "stage.html.j2"

    def __init__(self, session: Session | AnyTable, keep: str = "", **traits: Any) -> None:  # noqa: ANN401 - traits
        table = session.table if isinstance(session, Session) else session
        self._kept: tuple[object, ...] = ()
        super().__init__(session, keep=keep, css=style(table.game.id), **traits)

    def facts(self) -> dict[str, Any]:
        """Give the picture, or who must take over the screen."""
        session = self.session
        return {
            "board": session.board.draw(session.scene(self.prefix)),
            "hand_over": session.hand_over,
        }

    def refresh(self) -> None:
        """Draw again, set the pace, and keep the record where moves were made."""
        session = self.session
        goes_on = session.playing and session.hand_over is None and session.can_advance()
        text = session.text
        table = session.table
        made = (id(table), table.current, len(table.lines), len(table.line.moves))
        with self.hold_sync():
            super().refresh()
            self.pace = PACES[session.pace] if goes_on else 0
            self.label = text("Table")
            self.lost_words = {
                "text": text(
                    "The program behind this page does not answer. The game is kept in this "
                    "browser: load the page again, and it offers to go on."
                ),
                "button": text("Save the game as a file"),
                "file": f"{session.id}.txt",
            }
            if self.keep and made != self._kept and session.offered is None:
                self._kept = made
                if self._played():
                    self.record = record.share(table)

    def _played(self) -> bool:
        """Tell whether there is anything worth keeping: more than a deal."""
        line = self.session.table.line
        return bool(line.dealt) and not line.dealt[-1]
