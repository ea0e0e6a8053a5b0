"""The parts of a panel as widgets, which also stand alone in a notebook's cell."""

from typing import Any, ClassVar

from paydays_widgets import games
from paydays_widgets.core.table import AnyTable, Table
from paydays_widgets.panels.books import FLOWS, LEDGER, SHEETS
from paydays_widgets.panels.charts import MONEY
from paydays_widgets.panels.controls import CONTROLS
from paydays_widgets.panels.drawer import DRAWER
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.saved import bundle
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.stage import StagePart
from paydays_widgets.panels.storyline import STORYLINE
from paydays_widgets.panels.surface import Surface, style
from paydays_widgets.talk.part import Pane


class Panel(Surface):
    """A part of a panel.

    Parameters
    ----------
    session
        The session to show, which several parts may share; or a table, for a new session.
    css
        Additional style rules.
    """

    part: ClassVar[PanelPart]

    def __init__(
        self,
        session: Session | AnyTable,
        css: str = "",
        *,
        part: PanelPart | None = None,
        **traits: Any,
    ) -> None:
        self._owns = isinstance(session, Table)
        self.session = Session(session) if isinstance(session, Table) else session
        super().__init__(css=style("paydays_widgets.show", "desk.css") + css, **traits)
        self.pane = Pane(part or self.part, self.session, self)
        self.refresh()

    def _repr_mimebundle_(self, **how: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        view, about = super()._repr_mimebundle_(**how) or ({}, {})
        return bundle(self.session, view), about

    def refresh(self) -> None:
        """Draw again; the browser changes only what differs."""
        self.pane.refresh()

    def handle(self, message: dict[str, Any]) -> None:
        """Carry out a click."""
        self.pane.handle(message)

    def failed(self, error: Exception) -> None:
        """Report an error in the panel."""
        self.session.failed(error)

    def leave(self) -> None:
        """Release the session."""
        self.pane.close()
        if self._owns:
            self.session.close()


class Stage(Panel):
    """The table of a session. Players click cards, bids and stacks to play them.

    Parameters
    ----------
    keep
        The name under which the browser keeps the game's record, unique within the page; "" to
        keep nothing.
    """

    def __init__(self, session: Session | AnyTable, keep: str = "", **traits: Any) -> None:
        table = session.table if isinstance(session, Session) else session
        css = style("paydays_widgets.show", "kit.css") + games.modules(table.game.id).style
        super().__init__(session, css, part=StagePart(keep=bool(keep)), keep=keep, **traits)
        if keep:
            self.session.keeping.browser = True


class Controls(Panel):
    """The control bar of a session."""

    part = CONTROLS


class Storyline(Panel):
    """The last steps up to the cursor, each with its explanation."""

    part = STORYLINE


class Drawer(Panel):
    """Tabs below the table."""

    part = DRAWER


class Ledger(Panel):
    """Every transfer up to the cursor."""

    part = LEDGER


class BalanceSheets(Panel):
    """What every seat has and owes."""

    part = SHEETS


class CashFlows(Panel):
    """What every seat received and paid."""

    part = FLOWS


class MoneyChart(Panel):
    """Every seat's money, turn by turn."""

    part = MONEY
