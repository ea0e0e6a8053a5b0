"""The next step, drawn ahead.

Anyone who steps through a game has just looked at one event and will soon ask for the next. While
they look, the step is tried on a copy of the table, drawn, and sent to the page. At the click, the
page shows it at once, however far away Python is. Python still carries out the step itself, and
what it then sends is what counts.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from paydays_widgets.talk.part import Pane
from paydays_widgets.talk.session import Session

WAIT: Final = 0.1
"""Seconds after a step until the next one is drawn, so that quick clicks do not wait for it."""


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that runs on this thread; None where none does."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class Ahead:
    """Sends the page what the next step will show.

    Parameters
    ----------
    carrier
        The pane that sends it.
    panes
        The panes that show the session.
    """

    def __init__(self, session: Session, carrier: Pane[Any], panes: Sequence[Pane[Any]]) -> None:
        self._session = session
        self._carrier = carrier
        self._panes = panes
        self._timer: asyncio.TimerHandle | None = None
        self._unwatch = session.watch(self._plan)

    def _plan(self) -> None:
        """Draw the next step soon, if the last action was a step as well."""
        self._forget()
        loop = running_loop()
        if self._session.stepped and loop is not None:
            self._timer = loop.call_later(WAIT, self.send)

    def send(self) -> None:
        """Draw the next step and send it, if it can be foreseen."""
        session = self._session
        then = session.one_step_on()
        if then is not None:
            parcel = {pane.surface.name: pane.drawn(then) for pane in self._panes}
            self._carrier.surface.send({"kind": "ahead", "seq": session.seq, "parcel": parcel})

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Draw nothing more."""
        self._unwatch()
        self._forget()
