"""A class that answers the same decision: what it has answered, and how far it is."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from paydays_widgets.classroom.entries import Answered, Person, Picked
from paydays_widgets.classroom.sitting import Decision, Sitting
from paydays_widgets.core.game import Move, Seat


class Answer(Struct, frozen=True):
    """Somebody's answer in a poll: its moves in order, and the milliseconds that it took."""

    moves: tuple[Move, ...]
    took: int


class Round(Struct, frozen=True):
    """A decision that the whole class was asked for.

    Parameters
    ----------
    decision
        The decision with which the game went on.
    """

    decision: Decision
    answers: dict[Person, Answer]


class Polled(Protocol):
    """The room whose class answers."""

    read: Callable[[str], Move]

    @property
    def polled(self) -> bool:
        """Whether the whole class answers one decision together."""

    @property
    def sittings(self) -> list[Sitting]:
        """The one table, as soon as the game has begun."""


class Poll:
    """What the class has answered, decision by decision.

    Attributes
    ----------
    resting
        Whether the next question waits for the teacher.
    rounds
        The decisions that the class has been asked for before.
    """

    def __init__(self, room: Polled) -> None:
        self._room = room
        self._last = 0
        self.answers: dict[Person, Answer] = {}
        self.revealed = self.resting = False
        self.rounds: list[Round] = []

    @property
    def _sitting(self) -> Sitting:
        return self._room.sittings[0]

    @property
    def seat(self) -> Seat | None:
        """The seat for which the class is asked; None while nothing is asked."""
        if not self._room.polled or not self._room.sittings or self.resting:
            return None
        waiting = self._sitting.waiting
        return waiting[0] if waiting else None

    @property
    def played(self) -> Sequence[Round]:
        """What the last answer was played in, move by move."""
        return self.rounds[self._last :]

    @property
    def rests(self) -> bool:
        """Whether the poll shows what came of an answer until the teacher goes on.

        It does when bids, say, have been opened, with all that followed at once; where nothing was
        secret, when the class is to decide again.
        """
        if not self.resting:
            return False
        sitting = self._sitting
        table = sitting.table
        if not table.newest or sitting.over:
            return False
        since = table.branch.begins(self.rounds[-1].decision.before)
        came_out = any(each.event.outcome for each in table.branch.steps[since:])
        return came_out or bool(sitting.waiting)

    # --- the log ------------------------------------------------------------------------------

    def note(self, entry: Answered) -> None:
        """Note an answer."""
        self.answers[entry.person] = Answer(self.read(entry.move), entry.took)

    def play(self, entry: Picked, at: int, counted: int) -> None:
        """Play the answer that the teacher has picked."""
        sitting = self._sitting
        sitting.reach(entry.before)
        answers, self.answers = self.answers, {}
        if answers or self.revealed:
            self._last = len(self.rounds)
        self.revealed, self.resting = False, entry.rests
        sitting.play(self._room.read(entry.move), None, 0, at, counted)
        self.rounds.append(Round(sitting.decisions[-1], answers))

    def ask(self) -> None:
        """Ask once more, with no answers."""
        self.answers = {}
        self.revealed = self.resting = False

    def read(self, written: str) -> tuple[Move, ...]:
        """Read an answer: moves, separated by ``;``."""
        return tuple(self._room.read(move.strip()) for move in written.split(";"))
