"""The stage: the game's table as an interactive picture."""

from collections.abc import Mapping
from typing import Any, ClassVar

from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.session import Session
from paydays_widgets.talk.screen import PACES, Screen


class StagePart(PanelPart):
    """The table, and what the browser is to keep of the game.

    Parameters
    ----------
    keep
        Whether the browser keeps the game. It does so under the stage's name, so only the stage
        can have games forgotten.
    """

    at_rest: ClassVar[Mapping[str, Any]] = {"pace": 0}
    delivers = True

    def __init__(self, *, keep: bool) -> None:
        super().__init__("stage.html.j2", lambda _: {})
        self._keep = keep

    def facts(self, session: Session, prefix: str) -> Mapping[str, Any]:
        """Draw the board, with what wins, and find who must take over the screen, if anybody."""
        scene = session.scene(prefix)
        goal = session.panel.GOAL if scene.asks else None
        return {
            "board": session.modules.board.draw(scene),
            "hand_over": session.hand_over,
            "curtain": _curtain(session),
            "looked_at": not scene.asks,
            "goal": goal and session.text.pick(goal),
        }

    def state(self, session: Session, prefix: str) -> dict[str, Any]:
        """Return the markup, the pace, and what the browser is to keep."""
        screen, text = session.screen, session.text
        goes_on = screen.playing and session.hand_over is None and session.can_advance()
        return {
            **super().state(session, prefix),
            "pace": _pace(screen) if goes_on else 0,
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
                "copy": text(
                    "This page shows a notebook as it was saved. No program is behind it: nothing "
                    "here can be played or answered."
                ),
                "reload": text("Load the page again"),
                "button": text("Save the game as a file"),
                "file": f"{session.id}.txt",
            },
            **(_kept(session) if self._keep else {}),
            "greet": True,
            "quick": screen.playing and screen.pace == "fast",
        }


def _pace(screen: Screen) -> int:
    return screen.film.pace if screen.film else PACES.get(screen.pace, PACES["normal"])


def _curtain(session: Session) -> tuple[str, str]:
    """Return the hint and the label for taking over the screen; "" if nobody has to."""
    if session.hand_over is None:
        return "", ""
    return session.panel.curtain(session.names[session.hand_over], session.text)


def _kept(session: Session) -> dict[str, str]:
    """Return what the browser is to keep."""
    games = session.keeping
    return {"record": games.record(), "record_name": games.name, "note": games.note()}
