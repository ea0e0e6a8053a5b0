"""A part of a panel: a surface that shows a session and passes clicks on to it."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from traceback import extract_tb
from typing import Any, ClassVar

from markupsafe import escape

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.table import AnyTable, Table
from paydays_widgets.core.text import LINE, short
from paydays_widgets.panels.drawn import Drawn
from paydays_widgets.panels.session import Session


class Part(Drawn):
    """A part of a panel, which can also stand alone in a notebook's cell.

    Parameters
    ----------
    session
        The session to show, which several parts may share; or a table, for a new session.
    css
        Additional style rules.
    """

    package = "paydays_widgets.panels"
    sheet = "desk.css"
    at_rest: ClassVar[Mapping[str, Any]] = {}
    """The traits to set if the part cannot be drawn."""

    def __init__(self, session: Session | AnyTable, css: str = "", **traits: Any) -> None:
        self._owns = isinstance(session, Table)
        self.session = Session(session) if isinstance(session, Table) else session
        super().__init__(css=css, **traits)
        self._unwatch = self.session.watch(self.refresh)
        self.refresh()

    def draw(self) -> str:
        """Render the markup."""
        at = self.session
        shown = {"session": at, "screen": at.screen, "table": at.table}
        return self.render(self.template, at.text, **shown, **self.facts())

    def state(self) -> dict[str, Any]:
        """Return the traits to set: the markup, and whatever a subclass adds."""
        return {"html": self.draw()}

    def refresh(self) -> None:
        """Draw again; the browser changes only what differs."""
        drawn = self.drawn()
        self.show(**drawn)
        if self.session.foreseen:  # of what has not changed, the page may show something else
            self.send_state(drawn)

    def drawn_at(self, session: Session) -> dict[str, Any]:
        """Draw another session in this part's place."""
        own, self.session = self.session, session
        try:
            return self.drawn()
        finally:
            self.session = own

    def drawn(self) -> dict[str, Any]:
        """Draw the session; return all traits to set."""
        session = self.session
        try:
            state = self.state()
        except Exception as error:  # noqa: BLE001 - the other parts keep working
            said = short(error, LINE, str if isinstance(error, DeckError) else repr)
            what = session.text("This part cannot be shown: {error}", error=said)
            what += _place(error, session.modules.package)
            html = f'<p class="pw-banner pw-banner--error" role="alert">{escape(what)}</p>'
            state = {"html": html, **self.at_rest}
        language = session.text.language
        return {"seq": session.seq, "theme": session.screen.theme, "lang": language, **state}

    def handle(self, message: dict[str, Any]) -> None:
        """Carry out a click."""
        if "move" in message:
            self.session.play(message["move"], message.get("seq"))
        else:
            self.session.foreseen = message.get("ahead") is True
            self.session.do(message["do"], message.get("value"))
            self.session.foreseen = False
        self.deliver()

    def deliver(self) -> None:
        """Send the browser its messages, such as a file to save."""
        for each in self.session.outbox:
            self.send(each)
        self.session.outbox.clear()

    def failed(self, error: Exception) -> None:
        """Report an error in the panel."""
        self.session.failed(error)

    def leave(self) -> None:
        """Release the session."""
        self._unwatch()
        if self._owns:
            self.session.close()


def _place(error: Exception, package: str) -> str:
    """Return the file and line of the game's own code that failed; "" if it was not involved."""
    folder = str(files(package))
    own = [each for each in extract_tb(error.__traceback__) if each.filename.startswith(folder)]
    if not own:
        return ""
    return f" ({Path(own[-1].filename).relative_to(folder).as_posix()}:{own[-1].lineno})"
