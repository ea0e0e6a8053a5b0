"""A table of the class: a game in play, who sits there, and what has been decided."""

from collections.abc import Sequence

from msgspec import Struct

from paydays_widgets.classroom.entries import Person
from paydays_widgets.core.game import Decide, IllegalMove, Move, Over, Seat
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.table import AnyTable


class Decision(Struct, frozen=True):
    """A decision at a table, for the results.

    Parameters
    ----------
    asked
        The number of the decision at this table, counted from 1.
    seat, person
        Who decided; no person for a bot that stood in.
    move
        What.
    turn, prompt
        When in the game, and what kind of decision it was.
    before
        How many moves had been made at the table.
    took
        How long it took, in milliseconds.
    at
        When it was decided, in milliseconds since 1970.
    undone
        Whether the teacher has taken it back.
    """

    asked: int
    seat: Seat
    person: Person | None
    move: Move
    turn: int
    prompt: str
    before: int
    took: int
    at: int
    undone: bool = False


class Sitting:
    """A table of the room.

    Attributes
    ----------
    number
        Its number, counted from 0.
    table
        The game.
    people
        For each seat, who sits there.
    bots
        The seats where a bot has taken over from people.
    asked
        The number of the decision that is being asked, counted from 1. It is the same for all
        who decide at the same time, so nobody is late because another was faster.
    asked_at
        When it was asked.
    decisions
        All decisions of people, and of bots that stood in for them.
    trouble
        Why a bot could not play; None as long as all can.
    """

    def __init__(
        self, number: int, table: AnyTable, people: Sequence[Sequence[Person]], at: int
    ) -> None:
        self.number = number
        self.table = table
        self.people = [list(each) for each in people]
        self.bots: set[Seat] = set()
        self.asked = 0
        self.asked_at = at
        self.decisions: list[Decision] = []
        self.trouble: StrategyError | None = None
        self._question: tuple[object, ...] = ()
        self._ask(at)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose people are to decide now: nobody while events are still being shown."""
        return self.table.waiting() if self.table.newest else ()

    @property
    def over(self) -> bool:
        """Whether the game has ended and all of it has been shown."""
        return self.table.newest and isinstance(self.table.turn, Over)

    def advance(self) -> bool:
        """Show the next event; bots and chance decide where it is theirs to do so.

        Returns
        -------
        bool
            False if people must decide, the game is over, or a bot cannot play.
        """
        self.trouble = None
        try:
            return self.table.advance()
        except StrategyError as error:
            self.trouble = error
            return False

    def catch_up(self, at: int) -> None:
        """Show all events up to the next decision of people."""
        while self.advance():
            pass
        self._ask(at)

    def play(self, move: Move, person: Person | None, took: int, at: int) -> None:
        """Carry out a decision, and show its first event."""
        self.catch_up(at)
        turn = self.table.turn
        assert isinstance(turn, Decide)  # noqa: S101 - checked before it was written to the log
        self.decisions.append(
            Decision(
                asked=self.asked,
                seat=move.by,
                person=person,
                move=move,
                turn=turn.turn,
                prompt=turn.prompt,
                before=len(self.table.branch.moves),
                took=took,
                at=at,
            )
        )
        self.table.play(move, through=False)
        self._ask(at)

    def shown(self, at: int) -> None:
        """Note that an event has been shown, after which something else may be asked."""
        self._ask(at)

    def _ask(self, at: int) -> None:
        """Count another question if it is not the one that was asked before."""
        turn = self.table.turn
        if not self.waiting or not isinstance(turn, Decide):
            return
        question = (turn.prompt, turn.turn, turn.repeat)
        if question != self._question:
            self._question = question
            self.asked += 1
            self.asked_at = at

    def again(self, fresh: AnyTable, before: int, at: int) -> None:
        """Go on from an earlier position: that of a number of moves on a fresh table."""
        moves = self.table.branch.moves[:before]
        for move in moves[len(fresh.branch.moves) :]:
            fresh.play(move)
        fresh.players = self.table.players
        self.table = fresh
        self._question = ()
        self.catch_up(at)

    def last(self) -> tuple[int, Decision] | None:
        """Return the last decision that has not been taken back, with its place in the list."""
        for place in reversed(range(len(self.decisions))):
            if not self.decisions[place].undone:
                return place, self.decisions[place]
        return None

    def must_allow(self, move: Move) -> None:
        """Make sure that the rules allow a move.

        Raises
        ------
        IllegalMove
            If they refuse it.
        """
        refusal = self.table.game.refuse(self.table.state, move)
        if refusal is not None:
            raise IllegalMove(str(move), refusal)
