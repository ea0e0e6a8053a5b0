"""A part of a panel: a surface that draws a session through a template, and passes clicks on."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from markupsafe import escape

from paydays_widgets.core.table import Table
from paydays_widgets.panels.session import AnyTable, Session
from paydays_widgets.panels.surface import Surface

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def templates() -> "Environment":
    """Give the panels' templates; whatever is put into them is escaped."""
    from jinja2 import Environment, PackageLoader  # noqa: PLC0415 - loaded with the first panel

    return Environment(
        loader=PackageLoader("paydays_widgets.panels"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


@cache
def style() -> str:
    """Give the rules of a desk's parts."""
    return (files("paydays_widgets.panels") / "static" / "desk.css").read_text(encoding="utf-8")


class Part(Surface):
    """A part of a panel, useful on its own in a notebook's cell.

    Parameters
    ----------
    session
        What it draws; several parts share one. A table gets a session of its own.
    css
        Style rules to add.
    """

    template = ""
    at_rest: ClassVar[Mapping[str, Any]] = {}
    """Traits of a part that cannot be drawn."""

    def __init__(self, session: Session | AnyTable, css: str = "", **traits: Any) -> None:  # noqa: ANN401 - traits
        self._owns = isinstance(session, Table)
        self.session = Session(session) if isinstance(session, Table) else session
        super().__init__(css=style() + css, **traits)
        self._unwatch = self.session.watch(self.refresh)
        self.refresh()

    def facts(self) -> dict[str, Any]:
        """Give what the template needs besides the session and its words."""
        return {}

    def draw(self) -> str:
        """Give the markup."""
        text = self.session.text
        return (
            templates()
            .get_template(self.template)
            .render(
                session=self.session,
                table=self.session.table,
                text=text,
                plural=text.plural,
                number=text.number,
                prefix=self.prefix,
                **self.facts(),
            )
        )

    @property
    def prefix(self) -> str:
        """What the ids of this part's elements begin with."""
        return f"pw{self.model_id[:8]}" if self.model_id else "pw"

    def state(self) -> dict[str, Any]:
        """Give the traits to set: the markup, and what a kind of part adds."""
        return {"html": self.draw()}

    def refresh(self) -> None:
        """Draw again; the browser changes only what differs."""
        session = self.session
        try:
            state = self.state()
        except Exception as error:  # noqa: BLE001 - the other parts go on
            what = session.text("This part cannot be shown: {error}", error=repr(error))
            html = f'<p class="pw-banner pw-banner--error" role="alert">{escape(what)}</p>'
            state = {"html": html, **self.at_rest}
        self.show(seq=session.seq, theme=session.theme, **state)

    def handle(self, message: dict[str, Any]) -> None:
        """Take what was clicked."""
        if "move" in message:
            self.session.play(message["move"], message.get("seq"))
        else:
            self.session.do(message["do"], message.get("value"))
        self.deliver()

    def deliver(self) -> None:
        """Hand the browser what is meant for it, such as a file to save."""
        for each in self.session.outbox:
            self.send(each)
        self.session.outbox.clear()

    def failed(self, error: Exception) -> None:
        """Say that something went wrong."""
        self.session.say("error", f"{type(error).__name__}: {error}")
        self.session.changed()

    def close(self) -> None:
        """Leave nothing alive."""
        if self.comm is None:
            return  # it is closed, or could not be made
        self._unwatch()
        if self._owns:
            self.session.close()
        super().close()
