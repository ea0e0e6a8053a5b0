"""A table of the class: a game in play, who sits there, and what has been decided."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.classroom.entries import Person, Pressed, Stopped
from paydays_widgets.core.game import Decide, Event, IllegalMove, Move, Over, Seat, Turn
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.table import HUMAN, AnyTable, deals
from paydays_widgets.talk.film import stops
from paydays_widgets.talk.forced import only
from paydays_widgets.talk.sight import Views

if TYPE_CHECKING:
    from paydays_widgets.core.text import Language, Note
    from paydays_widgets.show.floor import FloorModule
    from paydays_widgets.show.programme import ProgrammeModule
    from paydays_widgets.show.ticker import TickerModule

T = TypeVar("T")

_UNDONE: Final = 1_000_000
"""More than a game can have moves."""
_TAKEN_BACK: Final = 1_000
"""More decisions than are taken back in a game."""


class Decision(Struct, frozen=True):
    """A decision at a table, for the results.

    Parameters
    ----------
    asked
        The number of the decision: see :attr:`Sitting.asked`.
    seat, person
        The seat, and the person that decided; None for a bot that stood in.
    turn, prompt
        When in the game, and what kind of decision it was.
    before
        How many moves had been made at the table.
    secret
        Whether others may not see what was decided when it is decided.
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
    secret: bool = False
    undone: bool = False


class Sitting:
    """A table of the room.

    Parameters
    ----------
    period
        How many games the class has played before: so no number of a decision comes twice.
    programme
        What knows which events end a game of a programme; they are not shown, since they would
        name a winner before the programme has one, and tell what rounds keep secret.
    floor
        What knows when all may speak, and what a bell ends; None where neither happens.

    Attributes
    ----------
    people
        For each seat, the people who sit there.
    bots
        The seats where a bot has taken over from people.
    asked_at
        When the present decision was asked, in milliseconds, by the clock by which time is
        counted, as all times here but those of decisions.
    undone
        How many decisions have been taken back, and what it is counted from.
    notes
        What has been told of steps, for those who draw the table.
    views
        What each seat may know of the position that is shown.
    lies_open
        The parts of the picture that all see alike, by language, as last drawn: of which position.
    ran
        The price to which the clock has run, after the number of the decision that it was for; or
        how many milliseconds were left until the bell, after the number of the period.
    pressed
        The presses on the clock that have not counted yet.
    by_bots
        For which seats bots have decided, with the turn of each.
    unasked
        The moves, counted from 0, that were made without asking, since there was no choice.
    """

    def __init__(
        self,
        number: int,
        table: AnyTable,
        people: Sequence[Sequence[Person]],
        at: int,
        period: int = 0,
        *,
        programme: "ProgrammeModule | None" = None,
        floor: "FloorModule | None" = None,
    ) -> None:
        self.number = number
        self.table = table
        self.people = [list(each) for each in people]
        self.bots: set[Seat] = set()
        self.asked_at = at
        self.decisions: list[Decision] = []
        self.trouble: StrategyError | None = None
        self.undone = period * _TAKEN_BACK
        self.notes: dict[tuple[object, ...], Note] = {}
        self.views = Views()
        self.lies_open: dict[Language, tuple[object, Mapping[str, str]]] = {}
        self._known: dict[Seat | None, list[Event | None]] = {}
        self.ran = 0, 0
        self.pressed: dict[Seat, Pressed] = {}
        self.by_bots: set[tuple[int, Seat]] = set()
        self.unasked: list[int] = []
        self._programme = programme
        self._floor = floor
        self._question = 0
        self._since: tuple[object, tuple[int, int], int] = None, (0, 0), 0
        self._sought: object = None
        self._found: Move | None = None
        self._yet: tuple[object, int] = None, 0
        self._made: tuple[object, dict[str, Any]] = None, {}
        self.shown(at)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose people are to decide now: nobody while events are still being shown.

        Nobody is asked either who decides alone and has no choice.
        """
        return () if not self.table.newest or self._only else self.table.waiting()

    @property
    def flows(self) -> bool:
        """Whether seats may speak now at any time, bots too: nobody is asked in turn."""
        table = self.table
        return self._floor is not None and table.newest and self._floor.flows(table.state)

    @property
    def silent(self) -> tuple[Seat, ...]:
        """The seats whose people have not spoken yet in a turn in which all may speak."""
        turn = self.table.turn
        if not self.flows:
            return ()
        spoken = {
            each.seat for each in self.decisions if not each.undone and each.turn == turn.turn
        }
        return tuple(seat for seat in self.people_asked if seat not in spoken)

    @property
    def people_asked(self) -> tuple[Seat, ...]:
        """The seats that people hold."""
        players = self.table.players
        return tuple(seat for seat, each in enumerate(players) if each.kind == HUMAN)

    @property
    def rings(self) -> int:
        """The number of the period that a bell can end now; 0 if it can end none."""
        table = self.table
        if self._floor is None or not table.newest or not self._floor.rings(table.state):
            return 0
        return table.turn.turn

    @property
    def speaking(self) -> tuple[Seat, ...]:
        """The seats of bots that may speak now, each at a time of its own."""
        turn, players = self.table.turn, self.table.players
        if not self.flows or not isinstance(turn, Decide):
            return ()
        return tuple(seat for seat in turn.seats if players[seat].kind != HUMAN)

    @property
    def _only(self) -> Move | None:
        """The only move that somebody who decides alone can make; None if there are several.

        Where people decide at the same time, all are asked: else it would show who has no choice.
        """
        if self.flows:
            return None
        now = self.undone, self.made, self.table.players
        if self._sought != now:
            self._sought, self._found = now, None
            waiting = self.table.waiting()
            if len(waiting) == 1 and self._alone:
                self._found = only(self.table, waiting[0])
        return self._found

    @property
    def _alone(self) -> bool:
        """Whether one of the people alone was asked what is to be decided now."""
        first = self._turn_before(self.asked % _UNDONE)
        players = self.table.players
        asked = first.seats if isinstance(first, Decide) else ()
        return sum(players[seat].kind == HUMAN for seat in asked) == 1

    @property
    def made(self) -> int:
        """How many moves have been made, of people, bots and chance."""
        return len(self.table.branch.moves)

    @property
    def asked(self) -> int:
        """The number that tells the present decision from all others at this table.

        It is the same for everyone who decides at the same time, so nobody is late because another
        was faster; and it follows from the moves, so it is the same when a log is read again.
        """
        state, now = self.table.state, (self.undone, self.made)
        if self._since[0] is not state or self._since[1] != now:  # each page asks several times
            turn, begun = self.table.turn, self.made
            if isinstance(turn, Decide):
                while begun and _same(self._turn_before(begun), turn):
                    begun -= 1
            self._since = state, now, _UNDONE * self.undone + begun + 1
        return self._since[2]

    @property
    def faced(self) -> int:
        """The number of what people face: the decision, or the period if all may speak in it."""
        return self.rings if self.flows else self.asked

    def still(self, asked: int, seat: Seat) -> bool:
        """Return whether a seat still faces what it was asked, though others may have moved."""
        undone, shown = divmod(asked - 1, _UNDONE)
        now, moves = self._turn_before(self.made + 1), self.table.branch.moves
        return (
            isinstance(now, Decide)
            and undone == self.undone
            and 0 <= shown <= self.made
            and all(
                isinstance(then := self._turn_before(number), Decide)
                and (then.prompt, then.turn) == (now.prompt, now.turn)
                and seat in then.seats
                and moves[number - 1].by != seat
                for number in range(shown + 1, self.made + 1)
            )
        )

    def stands(self, asked: int, person: Person, move: Move) -> bool:
        """Return whether somebody has made a decision since it was asked by a number."""
        undone, shown = divmod(asked - 1, _UNDONE)
        since = takewhile(
            lambda each: (each.asked - 1) // _UNDONE == undone and each.before >= shown,
            reversed(self.decisions),
        )
        made = (False, person, move)
        return any((each.undone, each.person, each.move) == made for each in since)

    def _turn_before(self, move: int) -> Turn:
        """Return who could act before a move, counted from 1."""
        return self.table.game.turn(self.table.before(move - 1))

    @property
    def everybody(self) -> list[Person]:
        """Everyone who sits here."""
        return [person for seat in self.people for person in seat]

    def persons(self, seats: Iterable[Seat]) -> list[Person]:
        """Return the people at some seats."""
        return [person for seat in seats for person in self.people[seat]]

    @property
    def asking(self) -> frozenset[Seat]:
        """The seats that were asked the present question, whether they have decided or not."""
        waiting, asked = self.waiting, self.asked
        decided = (each.seat for each in self.decisions if each.asked == asked)
        return frozenset((*waiting, *decided)) if waiting else frozenset()

    def told(self, decision: Decision) -> bool:
        """Return whether everybody may know a decision, by the events that have been shown."""
        if decision.undone:  # nobody was told any more
            return not decision.secret
        return self.table.told(decision.before, None, shown=self.table.at)

    @property
    def over(self) -> bool:
        """Whether the game has ended and its last event has been shown."""
        return self.table.at >= self._end and self.decided

    @property
    def decided(self) -> bool:
        """Whether the game has ended, though events may be left to show."""
        table = self.table
        last = table.branch.steps[-1].state if table.branch.steps else table.start
        return isinstance(table.game.turn(last), Over)

    @property
    def _end(self) -> int:
        """How many of the steps that have happened are shown."""
        steps = self.table.branch.steps
        end = len(steps)
        if self._programme is not None:
            while end and self._programme.ends(steps[end - 1].event):
                end -= 1
        return end

    @property
    def has_yet_to_decide(self) -> int:
        """The turn that has no outcome yet, since it is still dealt or decided; 0 if none has."""
        table = self.table
        steps = table.branch.steps
        last = steps[-1].state if steps else table.start
        if self._yet[0] is not last:  # a room of a hundred tables asks each of them each time
            turn = table.game.turn(last)
            self._yet = last, turn.turn if isinstance(turn, Decide) or deals(turn) else 0
        return self._yet[1]

    def advance(self) -> bool:
        """Show the next event; bots and chance decide where it is theirs, and so does no choice.

        Returns
        -------
        bool
            False if people must decide, the game is over, or a bot cannot play.
        """
        self.trouble = None
        if self.over or self.flows:
            return False
        found = self._only if self.table.newest else None
        if found is not None:
            self.unasked.append(self.made)
            self.table.make(found, through=False)
            return True
        turn, made = self.table.turn, self.made
        try:
            shown = self.table.advance()
        except StrategyError as error:
            self.trouble = error
            return False
        if self.made > made and isinstance(turn, Decide):
            self.by_bots.add((turn.turn, self.table.branch.moves[-1].by))
        if shown:
            self._flow(self.table.at - 1)
        return shown

    def reach(self, moves: int) -> None:
        """Let bots and chance play on until so many moves have been made, as they did then."""
        while self.made < moves and self.advance():
            pass

    def catch_up(self, at: int) -> None:
        """Show all events up to the next decision of people."""
        while self.advance():
            pass
        self.shown(at)

    def show_all(self) -> None:
        """Show what has happened so far; nobody decides anything."""
        if self.table.at < self._end:
            self.table.go_to(self._end)

    def shown(self, at: int) -> None:
        """Note when something else is asked, after an event has been shown."""
        if self.waiting and self.asked != self._question:
            self._question = self.asked
            self.asked_at = at

    def play(self, move: Move, person: Person | None, took: int, at: int, counted: int) -> None:
        """Carry out a decision, and show its first event.

        Parameters
        ----------
        move, person, took, at
            As in :class:`Decision`.
        counted
            When, by the clock by which time is counted.
        """
        table = self.table
        self.show_all()  # when a log is read again, nobody has watched the events before
        turn, begun = table.turn, len(table.branch.steps)
        assert isinstance(turn, Decide)  # noqa: S101 - checked before it was written to the log
        decision = Decision(
            asked=self.asked,
            seat=move.by,
            person=person,
            move=move,
            turn=turn.turn,
            prompt=turn.prompt,
            before=self.made,
            took=took,
            at=at,
        )
        self.pressed.pop(move.by, None)
        (self.by_bots.discard if person is not None else self.by_bots.add)((turn.turn, move.by))
        table.make(move, through=False)
        secret = table.game.witness(table.event, None) is not table.event
        self.decisions.append(replace(decision, secret=secret))
        self._flow(begun)
        self.shown(counted)

    def _flow(self, begun: int) -> None:
        """Show what has come since, up to the first event that does not only bring news.

        Of a chain of events that hurry, so many are shown that they make a film.
        """
        if self._floor is None:
            return
        steps = self.table.branch.steps
        while begun < self._end and self._floor.passes(steps[begun].event):
            begun += 1
        begun = next((at for at in self._chain(begun) if at >= begun), begun)
        self.table.go_to(min(begun + 1, self._end))

    def _chain(self, at: int) -> tuple[int, ...]:
        """Return the steps at which a chain rests around one of its steps; () if it is in none."""
        steps, floor = self.table.branch.steps, self._floor
        if floor is None or not 0 <= at < len(steps) or not floor.hurries(steps[at].event):
            return ()
        found = [at]
        for way in (-1, 1):
            here = at + way
            while 0 <= here < len(steps):
                event = steps[here].event
                if floor.hurries(event):
                    found.append(here)
                elif not floor.passes(event):
                    break
                here += way
        return stops(sorted(found))

    @property
    def beat(self) -> tuple[int, int]:
        """Which picture of a chain is shown, and of how many; ``(0, 0)`` outside one."""
        chain = self._chain(self.table.at - 1)
        return sum(at < self.table.at for at in chain), len(chain)

    def known(self, viewer: Seat | None) -> Sequence[Event | None]:
        """List the events that are shown, as a seat may know them, or as they lie open.

        What does not differ from seat to seat is kept once.
        """
        table, witness = self.table, self.table.game.witness
        found = self._known.setdefault(viewer, [])
        public = found if viewer is None else self.known(None)
        for at in range(len(found), table.at):
            event = table.branch.steps[at].event
            if viewer is None or public[at] is not event:  # else it hides nothing
                event = witness(event, viewer)
            found.append(public[at] if viewer is not None and event == public[at] else event)
        return found if len(found) == table.at else found[: table.at]

    def once(self, what: str, make: Callable[[Sequence[Any]], T]) -> T:
        """Make something of the steps that are shown, once as long as no others are.

        Parameters
        ----------
        what
            What it is: the same is always made in the same way.
        """
        shown = self.undone, self.table.at
        if self._made[0] != shown:
            self._made = shown, {}
        made = self._made[1]
        if what not in made:
            made[what] = make(self.table.branch.steps[: self.table.at])
        found: T = made[what]
        return found

    def concerned(self) -> frozenset[Seat]:
        """Return whom the last move concerns: who made it, or learned more than all others."""
        table = self.table
        branch, witness = table.branch, table.game.witness
        last = branch.moves[-1]
        found = {last.by}
        for step in branch.steps[branch.begins(self.made - 1) :]:
            event = step.event
            told = witness(event, None)
            if told is not event:
                found |= {at for at in range(len(self.people)) if witness(event, at) != told}
        return frozenset(found)

    def stop(self, ticker: "TickerModule", entry: Stopped, at: int, counted: int) -> None:
        """Let the clock stop at a price, and show what nobody has seen yet.

        Parameters
        ----------
        at, counted
            As in :meth:`play`.
        """
        self.show_all()
        stops = {seat: self.pressed[seat] for seat in entry.seats}
        begun = len(self.table.branch.steps)
        for seat in self.table.waiting():
            state = self.table.state
            press = stops.get(seat)
            move = ticker.call(state, seat, entry.price, stops=press is not None)
            if press is not None:
                self.play(move, press.person, press.took, at, counted)
            else:
                self.table.make(move, through=False)
            self.show_all()
        steps = self.table.branch.steps
        while begun < self._end and ticker.seen(steps[begun].event):
            begun += 1
        self.table.go_to(begun)
        self.pressed = {seat: it for seat, it in self.pressed.items() if seat in self.waiting}
        self.shown(counted)

    def ring(self, at: int) -> None:
        """Let the bell end a period: all who are silent wait, and bots that were not asked decide.

        Parameters
        ----------
        at
            When, by the clock by which time is counted.
        """
        floor, table = self._floor, self.table
        assert floor is not None  # noqa: S101 - checked before it was written to the log
        self.show_all()
        period, begun = self.rings, len(table.branch.steps)
        while self.rings == period and isinstance(turn := table.turn, Decide):
            seat = turn.seats[0]
            asks = table.players[seat].kind != HUMAN and not self.flows
            table.make(self.ask(seat) if asks else floor.rest(seat))
        self._flow(begun)
        self.shown(at)

    def ask(self, seat: Seat) -> Move:
        """Ask a bot for its move; one that cannot play rests."""
        table = self.table
        assert self._floor is not None  # noqa: S101 - nobody else asks here
        try:
            move: Move = table.ask(seat, table.players[seat].kind)
        except StrategyError as error:
            self.trouble = error
            return self._floor.rest(seat)
        return move

    def again(self, fresh: AnyTable, before: int, at: int) -> None:
        """Go on from an earlier position: that of a number of moves on a fresh table."""
        moves = self.table.branch.moves[:before]
        for move in moves[len(fresh.branch.moves) :]:
            fresh.make(move)
        fresh.players = self.table.players
        self.table = fresh
        self.undone += 1
        self.unasked = [number for number in self.unasked if number < before]
        self.notes.clear()
        self._known.clear()
        self.pressed.clear()
        self.shown(at)

    def last(self) -> tuple[int, Decision] | None:
        """Return the last decision that has not been taken back, with its place in the list."""
        for place in reversed(range(len(self.decisions))):
            if not self.decisions[place].undone:
                return place, self.decisions[place]
        return None

    @property
    def sealed(self) -> bool:
        """Whether what is shown last is a secret decision: nobody waits to see it."""
        table = self.table
        if not self.decisions or not self.decisions[-1].secret or self.waiting:
            return False
        return table.at == table.branch.begins(self.decisions[-1].before) + 1

    def unseen(self, decision: Decision) -> bool:
        """Return whether others have yet to see what comes of a decision."""
        return decision.asked == self.asked and bool(self.waiting)

    def must_allow(self, *moves: Move) -> None:
        """Make sure that the rules allow a move, or several, one after the other.

        Raises
        ------
        IllegalMove
            If they refuse one.
        """
        game, state = self.table.game, self.table.state
        for move in moves:
            refusal = game.refuse(state, move)
            if refusal is not None:
                raise IllegalMove(str(move), refusal)
            state = game.unfold(state, move)[-1].state


def _same(earlier: Turn, now: Decide) -> bool:
    """Return whether seats still face a decision that was asked earlier."""
    return (
        isinstance(earlier, Decide)
        and (earlier.prompt, earlier.turn, earlier.repeat) == (now.prompt, now.turn, now.repeat)
        and set(now.seats) <= set(earlier.seats)
    )
