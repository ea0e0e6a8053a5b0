"""A table, as one seat sees it, or as it lies open."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.game import Decide, Move, Seat
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.table import HUMAN
from paydays_widgets.core.text import Note
from paydays_widgets.show.board import Scene
from paydays_widgets.talk.screen import Screen
from paydays_widgets.talk.sight import Sight

NOTES: Final = 150
"""How many told steps a table keeps: a storyline for each seat, in each language."""
EVERYBODY: Final = "everybody"
"""Who may see a note that hides nothing: no viewer is called so, not even the projector's None."""


class TableSight(Sight):
    """A table as it lies open, or as a seat sees it; nobody acts here.

    Parameters
    ----------
    seat
        The seat whose secrets are shown; None for what lies open.
    chosen
        What its reader has answered.
    """

    tabbed = False

    def __init__(
        self,
        room: Room,
        sitting: Sitting,
        screen: Screen,
        seat: Seat | None = None,
        chosen: Sequence[Move] = (),
    ) -> None:
        super().__init__(sitting, screen)
        self._views = sitting.views
        self.room = room
        self.sitting = sitting
        self.seat = seat
        self.chosen = frozenset(chosen)

    @property
    def open(self) -> bool:
        """Whether everybody may act here: nobody may but the seat."""
        return False

    @property
    def viewer(self) -> Seat | None:
        """The seat whose secrets are shown."""
        return self.seat

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return self.room.names(self.sitting, words(self.screen.language))

    @property
    def own(self) -> Seat | None:
        """The viewer's seat; None on a projector."""
        return None

    @property
    def hand_over(self) -> None:
        """Nobody takes over the screen: everybody has one."""
        return

    @property
    def acting(self) -> frozenset[Seat]:
        """The seats that act here: none."""
        return frozenset()

    @property
    def asked(self) -> str:
        """What is to be decided now, in a few words; "" if nothing is."""
        turn = self.table.turn
        return self.words.phrases(self.text).asked(turn.prompt) if isinstance(turn, Decide) else ""

    @property
    def question(self) -> str:
        """What is to be decided now, as a sentence; "" if nothing is."""
        return self.asked and f"{self.asked[0].upper()}{self.asked[1:]}."

    def told(self, at: int) -> Note:
        """Tell a step; what is told of one at a table does not change as long as it stands.

        From its own seat a sealed bid hides nothing either: public is what nobody's view hides.
        """
        table, notes = self.table, self.sitting.notes
        event = table.branch.steps[at - 1].event
        public = table.game.witness(event, None) is event
        key = (at, EVERYBODY if public else self.viewer, self.screen.language, self.names)
        note = notes.get(key)
        if note is None:
            note = notes[key] = super().told(at)
            if len(notes) > NOTES:
                del notes[next(iter(notes))]
        return note

    def back(self) -> Iterator[int]:
        """Iterate over the storyline, without what all have watched on a clock or a book."""
        ticker, floor, found = self.modules.ticker, self.modules.floor, super().back()
        steps = self.table.branch.steps
        if floor is not None and not self.room.polled:
            return (at for at in found if not floor.silent(self._known[at - 1]))
        if ticker is None or self.room.options.pace == "teacher":
            return found
        return (at for at in found if not ticker.silent(steps[at - 1].event))

    @cached_property
    def _known(self) -> Sequence[Any]:
        """The events so far, as they may be known here."""
        return self.sitting.known(self.hearer)

    def _past(self) -> Iterator[Any]:
        yield from reversed(self._known)

    def scene(self, prefix: str) -> Scene[Any, Any]:
        """Gather what the board needs: it gives no advice, since the class is to think."""
        return replace(
            super().scene(prefix),
            mine=self.own,
            apart=True,
            advice=False,
            chosen=self.chosen,
            named=self.bots,
            ticks=self.room.clock(self.sitting) is not None,
        )

    @property
    def bots(self) -> frozenset[Seat]:
        """The seats that bots play."""
        players = self.table.players
        return frozenset(seat for seat, each in enumerate(players) if each.kind != HUMAN)


class SeatSight(TableSight):
    """A table as one seat sees it, with nothing of the others' hands."""

    seat: Seat

    @property
    def own(self) -> Seat | None:
        """The viewer's seat; in a poll it belongs to the whole class."""
        return None if self.room.polled else self.seat

    @property
    def acting(self) -> frozenset[Seat]:
        """The seat, if it is to decide now."""
        room = self.room
        waits = self.seat in self.sitting.waiting
        return frozenset(
            {self.seat}
            if waits and not (room.paused or room.ended or room.poll.revealed or room.poll.resting)
            else ()
        )

    @property
    def purse(self) -> str:
        """The seat's cash, in words; "" where nobody has any before the end."""
        table = self.table
        if not self.room.modules.panel.has_cash(self.view(table.state, self.seat)):
            return ""
        amount = table.game.books(table.state).get(cash(self.seat), 0)
        return self.words.money(amount, self.text)
