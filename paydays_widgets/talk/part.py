"""A part of a panel: what it shows of a session, and the surface on which it does."""

from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from traceback import extract_tb
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from markupsafe import escape

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.text import LINE, Text, short
from paydays_widgets.show.template import templates, unbroken
from paydays_widgets.talk.line import Order
from paydays_widgets.talk.session import Session

S = TypeVar("S", bound=Session)
Watch: TypeAlias = Callable[[S, Callable[[], None]], Callable[[], None]]
"""Calls a function after each change of something of a session; returns what stops this."""


def render(package: str, template: str, text: Text, prefix: str, **facts: object) -> str:
    """Render a template with some facts, the words and the prefix for ids; keep sums whole."""
    page = templates(package, "templates").get_template(template)
    words = {"text": text, "plural": text.plural, "number": text.number}
    return unbroken(page.render(**words, prefix=prefix, **facts))


class Part(Generic[S]):
    """What a part of a panel shows of a session; it holds no session itself.

    Parameters
    ----------
    template
        Its template in the package.
    facts
        Compiles the template's variables, in addition to the session and the words.
    *besides
        What it shows besides the session: each function watches a source of news.
    """

    package: ClassVar[str]
    at_rest: ClassVar[Mapping[str, Any]] = {}
    """What to show besides if the part cannot be drawn."""
    delivers: ClassVar[bool] = False
    """Whether it sends the session's messages, whichever part they come from."""

    def __init__(
        self, template: str, facts: Callable[[S], Mapping[str, Any]], *besides: Watch[S]
    ) -> None:
        self._template = template
        self._facts = facts
        self.besides = besides

    def facts(self, session: S, prefix: str) -> Mapping[str, Any]:  # noqa: ARG002 - for subclasses
        """Return the template's variables; `prefix` begins the ids of all elements."""
        return self._facts(session)

    def state(self, session: S, prefix: str) -> dict[str, Any]:
        """Return the markup, and whatever a subclass adds."""
        screen, table, facts = session.screen, session.table, self.facts(session, prefix)
        shown = {"session": session, "screen": screen, "table": table, **facts}
        return {"html": render(self.package, self._template, session.text, prefix, **shown)}

    def drawn(self, session: S, prefix: str) -> dict[str, Any]:
        """Return all that the surface is to show; an error takes the place of the markup."""
        try:
            state = self.state(session, prefix)
        except Exception as error:  # noqa: BLE001 - the other parts keep working
            said = short(error, LINE, str if isinstance(error, DeckError) else repr)
            what = session.text("This part cannot be shown: {error}", error=said)
            what += _place(error, session.modules.package)
            html = f'<p class="pw-banner pw-banner--error" role="alert">{escape(what)}</p>'
            state = {"html": html, **self.at_rest}
        language = session.text.language
        return {"seq": session.seq, "theme": session.screen.theme, "lang": language, **state}


def _place(error: Exception, package: str) -> str:
    """Return the file and line of the game's own code that failed; "" if it was not involved."""
    folder = str(files(package))
    own = [each for each in extract_tb(error.__traceback__) if each.filename.startswith(folder)]
    if not own:
        return ""
    return f" ({Path(own[-1].filename).relative_to(folder).as_posix()}:{own[-1].lineno})"


class Surface(Protocol):
    """A place on a page: a widget's, or one that a worker draws."""

    @property
    def name(self) -> str:
        """The name by which the page knows it."""
        ...

    @property
    def prefix(self) -> str:
        """The prefix of the ids of its elements."""
        ...

    def show(self, html: str, seq: int, **more: Any) -> None:
        """Show a position."""
        ...

    def show_all(self, shown: Mapping[str, Any]) -> None:
        """Show what the page may have replaced, even if it is unchanged."""
        ...

    def send(self, content: Order) -> None:
        """Send the page a message."""
        ...


class Pane(Generic[S]):
    """A part on its surface: draws the session after every change, and carries out clicks."""

    def __init__(self, part: Part[S], session: S, surface: Surface) -> None:
        self.part = part
        self.session = session
        self.surface = surface
        self._unwatch = [session.watch(self.refresh)]
        self._unwatch += [watch(session, self.refresh) for watch in part.besides]

    def refresh(self) -> None:
        """Draw again; the browser changes only what differs."""
        drawn = self.drawn(self.session)
        self.surface.show(**drawn)
        if self.session.foreseen:  # of what has not changed, the page may show something else
            self.surface.show_all(drawn)
        if self.part.delivers:
            self.deliver()

    def drawn(self, session: S) -> dict[str, Any]:
        """Draw a session in this place."""
        return self.part.drawn(session, self.surface.prefix)

    def handle(self, message: Mapping[str, Any]) -> None:
        """Carry out a click."""
        if "move" in message:
            self.session.play(message["move"], message.get("seq"))
        else:
            self.session.foreseen = message.get("ahead") is True
            self.session.do(message["do"], message.get("value"))
            self.session.foreseen = False
        self.deliver()

    def deliver(self) -> None:
        """Send the page the session's messages, such as a file to save."""
        for each in self.session.outbox:
            self.surface.send(each)
        self.session.outbox.clear()

    def close(self) -> None:
        """Release the session."""
        for unwatch in self._unwatch:
            unwatch()
