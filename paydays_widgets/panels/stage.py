"""The stage: the game's table as an interactive picture."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from paydays_widgets import games
from paydays_widgets.core.table import AnyTable
from paydays_widgets.panels.part import Part
from paydays_widgets.panels.screen import PACES
from paydays_widgets.panels.session import Session

_KIT: Final = Path(__file__).with_name("static") / "kit.css"


class Stage(Part):
    """The table of a session. Players click cards, bids and stacks to play them.

    Parameters
    ----------
    session
        A session, or a table.
    keep
        The name under which the browser keeps the game's record, unique within the page; "" to
        keep nothing.
    """

    template = "stage.html.j2"
    at_rest: ClassVar[Mapping[str, Any]] = {"pace": 0}

    def __init__(self, session: Session | AnyTable, keep: str = "", **traits: Any) -> None:
        table = session.table if isinstance(session, Session) else session
        css = _KIT.read_text(encoding="utf-8") + games.modules(table.game.id).style
        super().__init__(session, keep=keep, css=css, **traits)
        if keep:
            self.session.keeping.browser = True

    def facts(self) -> dict[str, Any]:
        """Draw the board, with what wins, and find who must take over the screen, if anybody."""
        session = self.session
        scene = session.scene(self.prefix)
        goal = session.panel.GOAL if scene.asks else None
        return {
            "board": session.modules.board.draw(scene),
            "hand_over": session.hand_over,
            "curtain": self._curtain(),
            "looked_at": not scene.asks,
            "goal": goal and session.text.pick(goal),
        }

    def _curtain(self) -> tuple[str, str]:
        """Return the hint and the label for taking over the screen; "" if nobody has to."""
        session = self.session
        if session.hand_over is None:
            return "", ""
        return session.panel.curtain(session.names[session.hand_over], session.text)

    def refresh(self) -> None:
        """Redraw, and send the browser its messages, whichever part they come from.

        The browser keeps games under the stage's name, so only the stage can have them forgotten.
        """
        super().refresh()
        self.deliver()

    def state(self) -> dict[str, Any]:
        """Return the markup, the pace, and what the browser is to keep."""
        session, screen, text = self.session, self.session.screen, self.session.text
        goes_on = screen.playing and session.hand_over is None and session.can_advance()
        return {
            **super().state(),
            "pace": PACES[screen.pace] if goes_on else 0,
            "label": text("Table"),
            "lost_words": {
                "text": text(
                    "The program behind this page does not answer. The game is kept in this "
                    "browser: load the page again to go on."
                ),
                "away": text(
                    "The connection is interrupted. The page connects again by itself, and "
                    "nothing is lost."
                ),
                "gone": text(
                    "The program behind this page has ended. The game is kept in this browser: "
                    "load the page again to go on."
                ),
                "cell": text(
                    "The program behind this cell does not answer. If the kernel was restarted, "
                    "or the notebook opened again, run the cell again: the game is kept in this "
                    "browser."
                ),
                "reload": text("Load the page again"),
                "button": text("Save the game as a file"),
                "file": f"{session.id}.txt",
            },
            **self._kept(),
            "greet": bool(self.keep) and screen.follows,
            "quick": screen.playing and screen.pace == "fast",
        }

    def _kept(self) -> dict[str, str]:
        """Return what the browser is to keep."""
        games = self.session.keeping
        if not self.keep:
            return {}
        return {"record": games.record(), "record_name": games.name, "note": games.note()}
