"""A table, as one seat sees it."""

from typing import Any

from msgspec.structs import replace

from paydays_widgets.classroom.clients import Look
from paydays_widgets.classroom.hub import Room
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.board import Scene
from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.table import AnyTable
from paydays_widgets.panels.screen import Screen, Sight


class SeatSight(Sight):
    """A table as one seat sees it, with nothing of the others' hands.

    Parameters
    ----------
    room
        The room.
    sitting
        The table.
    seat
        The seat.
    look
        What the page shows besides.
    """

    tabbed = False

    def __init__(self, room: Room, sitting: Sitting, seat: Seat, look: Look) -> None:
        # not as Sight does: there the cards are dealt, and drawing must change nothing
        self.screen = Screen(language=look.language, theme=look.theme, picked=look.picked)
        self._table = sitting.table
        self.id = sitting.table.game.id
        self.rooms = room.rooms
        self.words = self.rooms.text
        self.panel = self.rooms.panel
        self.own_strategies = dict(sitting.table.strategies)
        self.seat = seat
        self._waits = seat in sitting.waiting and not (room.paused or room.ended or room.revealed)

    @property
    def table(self) -> AnyTable:
        """The table."""
        return self._table

    @property
    def open(self) -> bool:
        """Whether everybody may act here: nobody may but the seat."""
        return False

    @property
    def viewer(self) -> Seat:
        """The seat whose secrets are shown."""
        return self.seat

    @property
    def hand_over(self) -> None:
        """Nobody takes over the screen: everybody has one."""
        return

    @property
    def acting(self) -> frozenset[Seat]:
        """The seat, if it is to decide now."""
        return frozenset({self.seat} if self._waits else ())

    @property
    def purse(self) -> str:
        """The seat's cash, in words."""
        table = self.table
        amount = table.game.books(table.state).get(cash(self.seat), 0)
        return self.words.money(amount, self.text)

    @property
    def asked(self) -> str:
        """What is to be decided now, in a few words; "" if nothing is."""
        turn = self.table.turn
        return self.words.phrases(self.text).asked(turn.prompt) if isinstance(turn, Decide) else ""

    @property
    def happened(self) -> str:
        """The last event, as the seat may know it, in a sentence; "" if there is none."""
        table = self.table
        if table.event is None:
            return ""
        event = table.game.witness(table.event, self.seat)
        return self.words.explain(event, self.names, self.text, table.deck).what

    def scene(self, prefix: str) -> Scene[Any, Any]:
        """Gather what the board needs: it gives no advice, since the class is to think."""
        return replace(super().scene(prefix), mine=self.seat, advice=False)
