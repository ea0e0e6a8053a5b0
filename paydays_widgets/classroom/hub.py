"""A room of the class: what its log amounts to, and which entries may come next.

A :class:`Room` is pure: it has no clock, draws no lots and knows no network. A wish of a student
or of the teacher is turned into an entry by one of the methods below :meth:`Room.apply`, or
refused by a :class:`~paydays_widgets.core.game.Complaint`, a sentence that can be translated.
Only an entry that stands in the log is applied.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom.entries import (
    LONGEST_NAME,
    MOST_PEOPLE,
    Answered,
    AnyEntry,
    Began,
    Block,
    Changed,
    Closed,
    Decided,
    Digest,
    Ended,
    Joined,
    Moved,
    Opened,
    Options,
    Paused,
    Person,
    Picked,
    Placed,
    Removed,
    Renamed,
    Revealed,
    Taken,
    Ticked,
    Undone,
    WentOn,
)
from paydays_widgets.classroom.people import dealt, groups, joined
from paydays_widgets.classroom.poll import Poll
from paydays_widgets.classroom.programme import (
    Groups,
    Period,
    again,
    filled,
    following,
    luck,
    profits,
)
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.classroom.start import Start
from paydays_widgets.core import record
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.contest import Planned
from paydays_widgets.core.game import (
    Complaint,
    Move,
    Seat,
    StaleMove,
)
from paydays_widgets.core.names import alike, cleaned, isolated
from paydays_widgets.core.table import HUMAN, AnyTable, Player
from paydays_widgets.core.text import Language
from paydays_widgets.show.ticker import Clock

if TYPE_CHECKING:
    from paydays_widgets.show.modules import Modules

_SHOWN: Final = 2
"""How many names of a team are written out."""
_READ: Final = 64
"""How many moves that were read are kept until they are played."""


class Human(Struct, frozen=True):
    """Somebody who joined.

    Parameters
    ----------
    name
        As typed, and cleaned: never trust it as markup.
    token
        The digest of the token in the browser.
    joined
        When, in milliseconds since 1970.
    gone
        Whether the teacher has sent them away.
    """

    name: str
    token: Digest
    joined: int
    gone: bool = False

    @property
    def called(self) -> str:
        """The name as it stands in a sentence."""
        return isolated(self.name)


class Room:
    """A room in which a class plays, as its log says.

    Parameters
    ----------
    entries
        The log so far: each entry, with its time in milliseconds since 1970. The first one is
        :class:`~paydays_widgets.classroom.entries.Opened`.
    ahead
        By how many milliseconds the clock by which time is counted is ahead of that time.

    Attributes
    ----------
    options
        The teacher's choices now.
    start
        What the tables of the present game begin with.
    people
        Everybody who has joined, by number.
    periods
        The games that have begun: one, or those of a programme so far.
    earned
        What people have earned in the games of a programme before the present one, in the smallest
        unit of money.
    poll
        What a class that answers one decision together has answered.
    begun, paused, ended
        How far it is.
    closed
        Whether the teacher lets nobody else join.
    entries
        How many entries it amounts to.
    """

    longest_name = LONGEST_NAME

    def __init__(self, entries: Iterable[tuple[AnyEntry, int]], ahead: int = 0) -> None:
        self.people: list[Human] = []
        self.periods: list[Period] = []
        self.earned: Counter[Person] = Counter()
        self.poll: Poll = Poll(self)
        self.begun = self.paused = self.ended = self.closed = False
        self.entries = 0
        self._tokens: dict[Digest, Person] = {}
        self._left: dict[Digest, Person] = {}
        self._planned: tuple[tuple[Planned, ...], ...] = ()
        for entry, at in entries:
            self.apply(entry, at, at + ahead)
        for sitting in self.sittings if not self.ended else ():
            if not self.waits_for_others(sitting):
                sitting.catch_up(sitting.asked_at)

    # --- what others ask ----------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's id."""
        name: str = self.start.table.game.id
        return name

    def title(self, _language: Language) -> str:
        """Name the game."""
        name: str = self.modules.panel.TITLE
        return name

    @property
    def rules(self) -> object:
        """The rules of every table."""
        return self.start.table.rules

    @property
    def sittings(self) -> list[Sitting]:
        """The tables; none before the game has begun."""
        return self.periods[-1].sittings if self.periods else []

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of a programme; one game is a block too."""
        opened = self.opened
        return opened.programme or (Block(opened.record, self.options.size),)

    @property
    def coming(self) -> tuple[int, int] | None:
        """The block and the game that come next in a programme; None if there is none."""
        return following(self.opened.programme, self.periods[-1] if self.periods else None)

    @property
    def rests_between(self) -> bool:
        """Whether all groups have finished, and the programme goes on."""
        over = self.begun and all(each.over for each in self.sittings)
        return over and not self.ended and self.coming is not None

    def waits_for_others(self, sitting: Sitting) -> bool:
        """Return whether a group keeps the outcome of a round until all others have decided.

        With the same luck, it would tell them what is in their hands, or what others bid for it.
        """
        if sitting.table.newest or not (self.opened.programme and self.options.alike):
            return False
        turn = sitting.table.turn.turn
        return any(0 < each.has_yet_to_decide <= turn for each in self.sittings)

    @property
    def rules_of_blocks(self) -> list[Any]:
        """The rules of each block of a programme."""
        return [each.table.rules for each in self._starts]

    @property
    def stays_in_block(self) -> bool:
        """Whether the next game belongs to the block of the last."""
        return self.coming is not None and self.coming[0] == self.periods[-1].block

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be played."""
        over = self.begun and all(each.over for each in self.sittings)
        return self.ended or (over and self.coming is None)

    @property
    def present(self) -> list[Person]:
        """Everybody who has joined and was not sent away."""
        return [number for number, each in enumerate(self.people) if not each.gone]

    def known(self, token: Digest) -> Person | None:
        """Find out whose token it is; None if it is nobody's."""
        return self._tokens.get(token)

    def left(self, token: Digest) -> Person | None:
        """Find out whose token it was; None if it never was anybody's, or still is.

        Whoever was sent away had it last, or goes on from another phone.
        """
        return self._left.get(token)

    def place(self, person: Person) -> tuple[Sitting, Seat] | None:
        """Find where somebody sits; None if nowhere."""
        for sitting in self.sittings:
            for seat, people in enumerate(sitting.people):
                if person in people:
                    return sitting, seat
        return None

    # --- the log ------------------------------------------------------------------------------

    def apply(  # noqa: C901, PLR0912, PLR0915 - a case for each kind of entry
        self, entry: AnyEntry, at: int, counted: int | None = None
    ) -> None:
        """Let an entry happen.

        Parameters
        ----------
        entry
            The entry, checked before it was written.
        at
            When, in milliseconds since 1970.
        counted
            When, by the clock by which time is counted, if that is another.
        """
        counted = at if counted is None else counted
        self.entries += 1
        for sitting, moves in zip(self.sittings, getattr(entry, "reached", ()), strict=False):
            sitting.reach(moves)
        match entry:
            case Opened():
                self._open(entry)
            case Joined():
                self._tokens[entry.token] = len(self.people)
                self.people.append(Human(entry.name, entry.token, at))
            case Renamed():
                self._set(entry.person, name=entry.name)
                self._name_seats()
            case Removed():
                self._remove(entry.person)
            case Moved():
                self._leave(entry.person)
                self._tokens[entry.token] = entry.person
                self._set(entry.person, token=entry.token)
            case Began():
                self._begin(entry, counted)
            case Placed():
                self._put(entry)
            case Decided():
                sitting = self.sittings[entry.table]
                sitting.reach(entry.before)
                sitting.play(self.read(entry.move), entry.person, entry.took, at, counted)
            case Ticked():
                sitting = self.sittings[entry.table]
                sitting.reach(entry.before)
                assert self.modules.ticker is not None  # noqa: S101 - the log says so
                sitting.tick(self.modules.ticker, entry, at, counted)
            case Undone():
                sitting = self.sittings[entry.table]
                sitting.reach(entry.before)
                self._undo(sitting, counted)
            case Taken():
                sitting = self.sittings[entry.table]
                (sitting.bots.add if entry.bot else sitting.bots.discard)(entry.seat)
                self._name_seats()
            case Answered():
                self.poll.note(entry)
            case Revealed():
                self.poll.revealed = True
            case Picked():
                self.poll.play(entry, at, counted)
            case WentOn():
                self.poll.resting = False
                self.sittings[0].asked_at = counted
            case Paused():
                self.paused = entry.paused
            case Closed():
                self.closed = entry.closed
            case Changed():
                self.options = entry.options
            case Ended():
                self._end(entry, counted)

    def _open(self, entry: Opened) -> None:
        self.opened = entry
        self.options = entry.options
        self.modules: Modules = games.modules(record.game_of(entry.record))
        game = self.modules
        records = [each.record for each in entry.programme] or [entry.record]
        self._starts = [Start(each, entry, game) for each in records]
        self.start = self._starts[0]
        # a wish is read, and then its entry
        self.read: Callable[[str], Move] = lru_cache(_READ)(self.start.table.game.read)

    def _set(self, person: Person, **facts: Any) -> None:
        self.people[person] = replace(self.people[person], **facts)

    def _begin(self, entry: Began, at: int) -> None:
        """Begin the game, or the next of a programme."""
        for sitting in self.sittings:
            sitting.catch_up(at)  # when a log is read again, nobody has watched its last events
        replaced = {
            person
            for sitting in self.sittings
            for seat in sitting.bots
            for person in sitting.people[seat]
        }
        for sitting in self.sittings:
            self.earned.update(self.earning(sitting))
        block, game = self.coming or (0, 0)
        self.start = self._starts[block]
        programme = self.opened.programme
        practice = bool(programme) and programme[block].practice
        period = Period(block, game, practice, [])
        self.periods.append(period)
        period.sittings[:] = self._tables(entry, at)
        self.begun = True
        if replaced:
            self._replace(replaced)

    def earning(self, sitting: Sitting) -> dict[Person, int]:
        """Return what people at a table have earned in the present game, if it counts."""
        game = self.modules.programme
        if game is None or self.periods[-1].practice:
            return {}
        return {
            person: profit
            for people, profit in zip(sitting.people, profits(sitting, game), strict=True)
            for person in people
        }

    def _replace(self, people: Collection[Person]) -> None:
        """Let bots go on for people whom they have replaced in the game before."""
        for sitting in self.sittings:
            for seat, here in enumerate(sitting.people):
                if here and all(person in people for person in here):
                    sitting.bots.add(seat)
        self._name_seats()

    def _tables(self, began: Began, at: int) -> list[Sitting]:
        """Set up all tables."""
        self._planned = began.planned
        period = len(self.periods) - 1
        programme = self.modules.programme if self.opened.programme else None
        return [
            Sitting(number, self._fresh(number, people), people, at, period, programme=programme)
            for number, people in enumerate(began.tables)
        ]

    def _fresh(self, number: int, people: Sequence[Sequence[Person]]) -> AnyTable:
        """Set up a table as the game begins."""
        planned = self._planned[number] if self._planned else ()
        return self.start.begun(self._players(people), self._seed(number), planned)

    def _plan(self, tables: Groups) -> tuple[tuple[Planned, ...], ...]:
        """Choose what seats compete for first, if the teacher wants it."""
        if not self.options.contest:
            return ()
        begun = [(self._players(here), self._seed(number)) for number, here in enumerate(tables)]
        return self.start.plan(begun, alike=self.options.alike)

    def _seed(self, number: int) -> int:
        last = self.periods[-1] if self.periods else None
        seed = luck(self.opened, last.block, last.game) if last else self.opened.seed
        return game_seed(seed, 0 if self.options.alike else number)

    def of_bots(self, number: int) -> AnyTable:
        """Set up a game like those of the class, with the game's usual bots and another luck."""
        bots = self.modules.panel.OPPONENTS
        seats = len(self.sittings[0].people) if self.sittings else self.options.size
        players = [Player(f"Bot {at + 1}", bots[at % len(bots)]) for at in range(seats)]
        seed = game_seed(self.opened.seed, MOST_PEOPLE + number)
        return self.start.copy(players, seed)

    def _players(
        self, people: Sequence[Sequence[Person]], bots: Collection[Seat] = ()
    ) -> tuple[Player, ...]:
        if self.opened.way == "poll":
            first, *others = self.start.table.players
            asked = any(each.kind == HUMAN for each in self.start.table.players)
            return (first if asked else replace(first, kind=HUMAN), *others)
        return tuple(
            Player(
                self._called(seat, each),
                HUMAN if each and seat not in bots else self.start.stand_in,
            )
            for seat, each in enumerate(people)
        )

    def _called(self, seat: Seat, people: Sequence[Person]) -> str:
        """Name a seat by those who sit there."""
        names = [self.people[each].name for each in people]
        if not names:
            return f"Bot {seat + 1}"
        if len(names) <= _SHOWN:
            return " + ".join(names)
        return f"{names[0]} + {len(names) - 1}"

    def _name_seats(self) -> None:
        """Give every seat its name, and let a bot play where nobody does."""
        for sitting in self.sittings:
            sitting.table.players = self._players(sitting.people, sitting.bots)

    def _leave(self, person: Person) -> None:
        """Let a phone be nobody's any more."""
        token = self.people[person].token
        if self._tokens.pop(token, None) is not None:
            self._left[token] = person

    def _remove(self, person: Person) -> None:
        self._leave(person)
        self._set(person, gone=True)
        self.poll.answers.pop(person, None)
        found = self.place(person)
        if found is not None:
            sitting, seat = found
            if len(sitting.people[seat]) == 1:
                sitting.bots.add(seat)  # the seat keeps its name
            else:
                sitting.people[seat].remove(person)
            self._name_seats()

    def _put(self, entry: Placed) -> None:
        found = self.place(entry.person)
        if found is not None:
            sitting, seat = found
            sitting.people[seat].remove(entry.person)
        sitting = self.sittings[entry.table]
        gone = [each for each in sitting.people[entry.seat] if self.people[each].gone]
        for each in gone:
            sitting.people[entry.seat].remove(each)
        sitting.people[entry.seat].append(entry.person)
        sitting.bots.discard(entry.seat)
        self._name_seats()

    def _undo(self, sitting: Sitting, at: int) -> None:
        found = sitting.last()
        assert found is not None  # noqa: S101 - checked before it was written to the log
        place, decision = found
        sitting.decisions[place] = replace(decision, undone=True)
        sitting.again(self._fresh(sitting.number, sitting.people), decision.before, at)
        self.poll.ask()

    def _end(self, entry: Ended, at: int) -> None:
        """End the game, with what follows from the last move at each table."""
        for sitting in self.sittings:
            if entry.reached:
                sitting.show_all()  # seats are ranked with what they are being paid
            else:  # a log of an earlier version
                sitting.catch_up(at)
        self.ended = True

    # --- people -------------------------------------------------------------------------------

    def joins(self, name: str, token: Digest) -> Joined:
        """Let somebody join."""
        why = self.keeps_out()
        if why is not None:
            raise why
        return Joined(self._free(name), token)

    def keeps_out(self) -> Complaint | None:
        """Say why nobody else may join; None if somebody may."""
        if self.ended:
            return Complaint("this game is over: ask your teacher for the code of another")
        if self.closed:
            return Complaint("nobody else may join this class now: ask your teacher")
        if self.begun and not self.options.late:
            return Complaint("the game has begun, and nobody else may join: ask your teacher")
        if len(self.present) >= MOST_PEOPLE:
            return Complaint(
                "there are {n} people in this room, and there can be no more", n=MOST_PEOPLE
            )
        return None

    def renames(self, person: Person, name: str) -> Renamed:
        """Change somebody's name."""
        self.must_know(person)
        return Renamed(person, self._free(name, person))

    def removes(self, person: Person) -> Removed:
        """Send somebody away."""
        self.must_know(person)
        return Removed(person, self._reached())

    def moves(self, person: Person, token: Digest) -> Moved:
        """Let somebody go on from another phone."""
        self.must_know(person)
        return Moved(person, token)

    def _reached(self) -> tuple[int, ...]:
        return tuple(sitting.made for sitting in self.sittings)

    def must_know(self, person: Person) -> None:
        """Make sure that there is such a person."""
        if person not in range(len(self.people)) or self.people[person].gone:
            raise Complaint("nobody has the number {n} in this room", n=person + 1)

    def _free(self, name: str, person: Person | None = None) -> str:
        """Return a name that nobody else has."""
        found = cleaned(name, self.longest_name)
        if not found:
            raise Complaint("expected a name: what shall the others call you?")
        others = {
            alike(each.name)
            for number, each in enumerate(self.people)
            if number != person and not each.gone
        }
        if alike(found) in others:
            raise Complaint(
                "“{name}” is taken: add the first letter of your surname", name=isolated(found)
            )
        return found

    # --- the game -----------------------------------------------------------------------------

    def begins(self, order: Sequence[Person]) -> Began:
        """Begin the game, or the next of a programme, with everybody seated in a given order."""
        if self.begun and not self.opened.programme:
            raise Complaint("the game has begun already")
        if self.ended or self.coming is None:
            raise Complaint("the game is over")
        if self.begun and not self.rests_between:
            raise Complaint("not all tables have finished")
        if not order and self.opened.way != "poll":
            raise Complaint("nobody has joined yet")
        return self._began(self._seating(order))

    def begins_with(self, tables: Sequence[Sequence[Person]], others: Sequence[Person]) -> Began:
        """Let the game begin at tables that were put together by hand.

        Parameters
        ----------
        others
            Everybody else, in the order in which they are seated.
        """
        if self.begun or self.opened.way != "tables" or self.opened.programme:
            return self.begins([*(each for table in tables for each in table), *others])
        most = self.start.most
        for number, people in enumerate(tables, 1):
            if len(people) > most:
                raise Complaint(
                    "table {n} has {people} people, and there are {most} seats",
                    n=number,
                    people=len(people),
                    most=most,
                )
        seated = joined(tables, others, self._size, most) if others else tables
        if not seated:
            raise Complaint("nobody has joined yet")
        return self._began(tuple(dealt(each, self.start.seats_for(len(each))) for each in seated))

    def _began(self, tables: Groups) -> Began:
        """Let the game begin at some tables, if it can be played there."""
        if not self.opened.programme:
            self._tables(Began(tables), 0)
        return Began(tables, self._plan(tables))

    @property
    def _size(self) -> int:
        return self.start.fixed or self.options.size

    def _seating(self, order: Sequence[Person]) -> Groups:
        if self.opened.programme:
            return self._groups(order)
        seats = self._size
        if self.opened.way == "poll":
            return (tuple(() for _ in self.start.table.players),)
        if self.opened.way == "team":
            return (dealt(order, seats),)
        return tuple(
            dealt(each, self.start.seats_for(len(each)))
            for each in groups(order, seats, self.start.most)
        )

    def _groups(self, order: Sequence[Person]) -> Groups:
        """Seat people for the next game of a programme: a block keeps the groups of one alike."""
        next_, _ = self.coming or (0, 0)
        programme = self.opened.programme
        block = programme[next_]
        last = programme[self.periods[-1].block] if self.periods else None
        if last and (last.size, last.games, block.games) == (block.size, 1, 1):
            return again(self.sittings, order, block.size)
        return filled(order, block.size)

    def seats(self, person: Person, table: int, seat: Seat) -> Placed:
        """Give somebody a seat while the game is on."""
        self.must_know(person)
        sitting = self._sitting(table)
        self._must_have(sitting, seat)
        return Placed(person, table, seat, self._reached())

    def free_seat(self) -> tuple[int, Seat] | None:
        """Find a seat for somebody who comes late: a bot's, else the smallest team's."""
        if not self.sittings or self.opened.way == "poll" or self.rests_between:
            return None
        *_, table, seat = min(
            (len(here), sum(map(len, sitting.people)), sitting.number, seat)
            for sitting in self.sittings
            for seat, people in enumerate(sitting.people)
            for here in [[each for each in people if not self.people[each].gone]]
        )
        return table, seat

    def _sitting(self, table: int) -> Sitting:
        if table not in range(len(self.sittings)):
            raise Complaint("there is no table {n}", n=table + 1)
        return self.sittings[table]

    def _must_have(self, sitting: Sitting, seat: Seat) -> None:
        if seat not in range(len(sitting.people)):
            raise Complaint("there is no seat {n} at this table", n=seat + 1)

    def must_run(self) -> None:
        """Make sure that the game is on."""
        if not self.begun:
            raise Complaint("the game has not begun yet")
        if self.ended:
            raise Complaint("the game is over")
        if self.paused:
            raise Complaint("your teacher has paused the game")

    def decides(self, person: Person, move: str, asked: int, at: int) -> Decided | None:
        """Let somebody decide.

        Parameters
        ----------
        move
            The notation of the move.
        asked
            The number of the decision that was on the phone.
        at
            Now, by the clock by which time is counted.

        Returns
        -------
        Decided or None
            None if this very decision stands already: the phone has sent it twice.

        Raises
        ------
        Complaint
            If it cannot be decided now.
        IllegalMove
            If the rules refuse it.
        NotationError
            If it is no move of this game.
        """
        self.must_know(person)
        self.must_run()
        found = self.place(person)
        if found is None:
            raise Complaint("you have no seat yet: your teacher will give you one")
        sitting, seat = found
        read = self.read(move)
        if sitting.stands(asked, person, read):
            return None
        if read.by != seat:
            raise Complaint("this is not your seat")
        stale = StaleMove("the table has changed in the meantime")
        if not sitting.still(asked, seat):
            raise stale
        sitting.show_all()  # what another has done meanwhile holds up nobody
        if seat not in sitting.table.waiting():  # of several moves, the last may be the only one
            raise stale
        sitting.must_allow(read)
        return Decided(sitting.number, seat, move, sitting.made, person, at - sitting.asked_at)

    def stands_in(self, table: int, seat: Seat) -> Decided:
        """Let a bot make one decision for a seat, such as when its time is up."""
        sitting = self._sitting(table)
        self._must_have(sitting, seat)
        if seat not in sitting.waiting:
            raise Complaint("this seat has nothing to decide now")
        return Decided(
            table, seat, str(sitting.table.ask(seat, self.start.stand_in)), sitting.made
        )

    def clock(self, sitting: Sitting) -> Clock | None:
        """Return the clock that the server lets run at a table; None if none runs."""
        ticker = self.modules.ticker
        ticks = self.opened.way != "poll" and self.options.pace != "teacher"
        if ticker is None or not ticks or not sitting.waiting:
            return None
        return ticker.clock(sitting.table.state)

    def stops(self, person: Person, price: int) -> tuple[Sitting, Seat]:
        """Find where somebody stops the clock, and make sure that the rules allow it.

        Raises
        ------
        Complaint
            If it cannot be stopped now.
        IllegalMove
            If the rules refuse the price.
        """
        self.must_know(person)
        self.must_run()
        found = self.place(person)
        if found is None:
            raise Complaint("you have no seat yet: your teacher will give you one")
        sitting, seat = found
        ticker = self.modules.ticker
        if ticker is None or self.clock(sitting) is None or seat not in sitting.waiting:
            raise StaleMove("the table has changed in the meantime")
        sitting.must_allow(ticker.call(sitting.table.state, seat, price, stops=True))
        return sitting, seat

    def undoes(self, table: int) -> Undone:
        """Take back the last decision at a table."""
        sitting = self._sitting(table)
        found = sitting.last()
        if found is None:
            raise Complaint("there is no decision to take back at this table")
        if not self.options.undo_revealed and found[1].asked != sitting.asked:
            raise Complaint("the others have seen what came of it: allow it in the options first")
        if not self.options.undo_revealed and not sitting.waiting:
            raise Complaint("the others have seen what came of it: allow it in the options first")
        return Undone(table, sitting.made)

    def takes(self, table: int, seat: Seat, *, bot: bool) -> Taken:
        """Let a bot take over a seat, or give it back."""
        sitting = self._sitting(table)
        self._must_have(sitting, seat)
        if not bot and all(self.people[each].gone for each in sitting.people[seat]):
            raise Complaint("nobody sits there: give somebody the seat first")
        return Taken(table, seat, bot, self._reached())

    def pauses(self, *, paused: bool) -> Paused:
        """Stop all tables, or let them go on."""
        if not self.begun or self.ended:
            raise Complaint("the game is not on")
        return Paused(paused)

    def closes(self, *, closed: bool) -> Closed:
        """Let nobody else join, or let them join again."""
        if self.ended:
            raise Complaint("the game is over")
        return Closed(closed)

    def changes(self, options: Options) -> Changed:
        """Change the options."""
        ours = self.options
        if self.begun and (options.alike, options.contest) != (ours.alike, ours.contest):
            raise Complaint(
                "the cards are dealt: whether tables share them can be changed only before "
                "the game begins"
            )
        return Changed(options)

    def ends(self) -> Ended:
        """End the game."""
        if self.ended:
            raise Complaint("the game is over")
        return Ended(self._reached())
