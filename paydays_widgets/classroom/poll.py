"""A class that answers the same decision: what it has answered, and how far it is."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from paydays_widgets.classroom.entries import Answered, Opened, Person, Picked, Revealed, WentOn
from paydays_widgets.classroom.sitting import Decision, Sitting
from paydays_widgets.core.game import Complaint, Move, Seat, StaleMove


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
    answers
        The last answer of each.
    """

    decision: Decision
    answers: dict[Person, Answer]


class Polled(Protocol):
    """The room whose class answers."""

    opened: Opened
    read: Callable[[str], Move]

    @property
    def sittings(self) -> list[Sitting]:
        """The one table, as soon as the game has begun."""

    def must_know(self, person: Person) -> None:
        """Make sure that there is such a person."""

    def must_run(self) -> None:
        """Make sure that the game is on."""


class Poll:
    """What the class has answered, decision by decision.

    Attributes
    ----------
    answers
        What each has answered so far.
    revealed
        Whether the answers are shown.
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
        if self._room.opened.way != "poll" or not self._room.sittings or self.resting:
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
        self.answers[entry.person] = Answer(self._moves(entry.move), entry.took)

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

    def _moves(self, written: str) -> tuple[Move, ...]:
        return tuple(self._room.read(move.strip()) for move in written.split(";"))

    # --- wishes -------------------------------------------------------------------------------

    def hears(self, person: Person, moves: str, asked: int, at: int) -> Answered | None:
        """Let somebody answer, or change their answer.

        Parameters
        ----------
        moves
            The notation of the move, or of several, separated by ``;``.
        asked
            The number of the decision that was on the phone.
        at
            Now, by the clock by which time is counted.

        Returns
        -------
        Answered or None
            None if this very answer stands already.

        Raises
        ------
        Complaint
            If nothing is asked now.
        IllegalMove
            If the rules refuse it.
        NotationError
            If it is no move of this game.
        """
        self._room.must_know(person)
        self._room.must_run()
        read = self._moves(moves)
        self._must_ask()
        sitting = self._sitting
        if asked != sitting.asked or self.revealed:
            raise StaleMove("the table has changed in the meantime")
        stands = self.answers.get(person)
        if stands is not None and stands.moves == read:
            return None
        if any(move.by != self.seat for move in read):
            raise Complaint("this is not the seat that decides")
        sitting.must_allow(*read)
        return Answered(person, moves, at - sitting.asked_at)

    def reveals(self) -> Revealed:
        """Show the answers."""
        self._must_ask()
        if self.revealed:
            raise Complaint("the answers are shown already")
        return Revealed()

    def picks(self, move: str, *, rests: bool = True) -> Picked:
        """Let the game go on with an answer: one of the class, or any other legal one.

        Parameters
        ----------
        rests
            Whether the next question waits for the teacher.

        Raises
        ------
        Complaint
            If nothing is asked now.
        IllegalMove
            If the rules refuse it.
        """
        self._room.must_run()
        self._must_ask()
        read = self._room.read(move)
        if read.by != self.seat:
            raise Complaint("this is not the seat that decides")
        self._sitting.must_allow(read)
        return Picked(move, self._sitting.made, rests)

    def goes_on(self) -> WentOn:
        """Go on to the next question."""
        self._room.must_run()
        if not self.rests:
            raise Complaint("the next question has been asked, or is still to come")
        return WentOn()

    def _must_ask(self) -> None:
        if self.seat is None:
            raise Complaint("the class is asked nothing now")
