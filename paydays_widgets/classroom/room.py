"""A room of the class: what its log amounts to.

A :class:`Room` is pure: it has no clock, draws no lots and knows no network. What may happen next
is for :mod:`~paydays_widgets.classroom.wishes` to say; only an entry that stands in the log is
applied.
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
    AnswersShown,
    AnyEntry,
    Began,
    Block,
    Checked,
    Chosen,
    Decided,
    Digest,
    DoorClosed,
    Ended,
    Joined,
    Opened,
    OptionsChanged,
    Paused,
    Person,
    PhoneChanged,
    Picked,
    Placed,
    Pressed,
    Ran,
    Rang,
    Removed,
    Renamed,
    Revealed,
    SeatTakenOver,
    StageBegan,
    Stopped,
    TimeAdded,
    Undone,
    WentOn,
)
from paydays_widgets.classroom.people import Groups
from paydays_widgets.classroom.periods import Period, following, luck, profits
from paydays_widgets.classroom.poll import Poll
from paydays_widgets.classroom.run import Run
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.classroom.start import Start
from paydays_widgets.core import record
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.contest import Planned
from paydays_widgets.core.game import Complaint, Move, Seat
from paydays_widgets.core.names import alike, cleaned, isolated
from paydays_widgets.core.table import HUMAN, AnyTable, Player
from paydays_widgets.core.text import Language, Text
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
    """

    name: str
    token: Digest
    joined: int
    gone: bool = False

    @property
    def called(self) -> str:
        """The name as it stands in a sentence."""
        return isolated(self.name)


class Crowd(Struct, frozen=True):
    """Who has joined a room, through all its chapters.

    Parameters
    ----------
    tokens, left
        Whose phones are in it, and whose were before they were sent away or changed phones.
    """

    people: list[Human]
    tokens: dict[Digest, Person]
    left: dict[Digest, Person]


class Room:
    """A room in which a class plays, as its log says.

    Parameters
    ----------
    entries
        The log so far: each entry, with its time in milliseconds since 1970. The first one is
        :class:`~paydays_widgets.classroom.entries.Opened`.
    ahead
        By how many milliseconds the clock by which time is counted is ahead of that time.
    before
        The chapter before, whose people go on; None in the first.

    Attributes
    ----------
    start, starts
        What the tables of the present game begin with, and those of each block.
    periods
        The games that have begun: one, or those of a programme so far.
    earned
        What people have earned in the games of a programme before the present one, in the smallest
        unit of money.
    checked
        The answers to questions on the rules of blocks, by person, block and number.
    closed
        Whether the teacher lets nobody else join.
    entries
        How many entries it amounts to, with those of all chapters before.
    run
        How far the class is in its running order; None if it has none.
    """

    longest_name = LONGEST_NAME

    def __init__(
        self, entries: Iterable[tuple[AnyEntry, int]], ahead: int = 0, before: "Room | None" = None
    ) -> None:
        self.before = before
        self.periods: list[Period] = []
        self.earned: Counter[Person] = Counter()
        self.checked: dict[tuple[Person, int, int], Checked] = {}
        self.poll: Poll = Poll(self)
        self.begun = self.paused = self.ended = False
        self.closed: bool = before.closed if before else False
        self.entries: int = before.entries if before else 0
        self.crowd: Crowd = before.crowd if before else Crowd([], {}, {})
        self.people = self.crowd.people
        self.run: Run | None = before.run if before else None
        self._games_before: int = before.games if before else 0
        self._places: dict[Person, tuple[Sitting, Seat]] | None = None  # as long as nobody moves
        for entry, at in entries:
            self.apply(entry, at, at + ahead)
        for sitting in self.sittings if not self.ended else ():
            if not self.waits_for_others(sitting):
                sitting.catch_up(sitting.asked_at)

    # --- what others ask ----------------------------------------------------------------------

    @property
    def chapters(self) -> list["Room"]:
        """The chapters of the room so far, the present one last."""
        return [*(self.before.chapters if self.before else ()), self]

    @property
    def played(self) -> dict[int, "Room"]:
        """The chapters whose game has begun, by their numbers, counted from 0."""
        return {number: each for number, each in enumerate(self.chapters) if each.begun}

    @property
    def games(self) -> int:
        """How many games have begun here, with those of all chapters before."""
        return self._games_before + len(self.periods)

    @property
    def game(self) -> str:
        """The game's id."""
        name: str = self.start.table.game.id
        return name

    def title(self, _language: Language) -> str:
        """Name the game."""
        name: str = self.modules.panel.TITLE
        return name

    def names(self, sitting: Sitting, text: Text) -> tuple[str, ...]:
        """Name the seats of a table by those who sit there.

        In a poll nobody does: there seats are named by their shapes, since cards have colours too,
        and no seat is taken for a student who happens to have its name.
        """
        if not self.polled:
            return tuple(player.called for player in sitting.table.players)
        shapes = (
            *(text("Circle"), text("Square"), text("Drop"), text("Leaf")),
            *(text("Bubble"), text("Almond"), text("Arch"), text("Bowl")),
        )
        return shapes[: len(sitting.table.players)]

    @property
    def polled(self) -> bool:
        """Whether the whole class answers one decision together."""
        return self.opened.way == "poll"

    @property
    def size(self) -> int:
        """How many sit at a table, at most."""
        return self.start.fixed or min(self.options.size, self.start.most)

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
        asked = self.options.checks if self.modules.checks is not None else 0
        return opened.programme or (Block(opened.record, self.size, checks=asked),)

    @property
    def coming(self) -> tuple[int, int] | None:
        """The block and the game that come next in a programme; None if there is none."""
        return following(self.opened.programme, self.periods[-1] if self.periods else None)

    @property
    def rests_between(self) -> bool:
        """Whether all groups have finished, and the programme goes on."""
        return self._over and not self.ended and self.coming is not None

    @property
    def checking(self) -> int | None:
        """The block that comes next, if questions on its rules are asked; else None."""
        if self.ended or (self.begun and not (self.rests_between and not self.stays_in_block)):
            return None
        block, _ = self.coming or (0, 0)
        return block if self.blocks[block].checks else None

    @property
    def _over(self) -> bool:
        """Whether all groups have finished."""
        return self.begun and all(each.over for each in self.sittings)

    @property
    def undecided(self) -> int:
        """The first turn that a group has yet to decide; 0 if none has."""
        return min(filter(None, (each.has_yet_to_decide for each in self.sittings)), default=0)

    def waits_for_others(self, sitting: Sitting, undecided: int | None = None) -> bool:
        """Return whether a group keeps the outcome of a round until all others have decided.

        With the same luck, it would tell them what is in their hands, or what others bid for it.

        Parameters
        ----------
        undecided
            What :attr:`undecided` is; None to have it looked for, which the first table may end.
        """
        if sitting.table.newest or not (self.opened.programme and self.options.alike):
            return False
        game, turn = self.modules.programme, sitting.table.turn.turn
        if game is not None and not game.waits(sitting.table.rules):
            return False
        if undecided is None:
            return any(0 < each.has_yet_to_decide <= turn for each in self.sittings)
        return 0 < undecided <= turn

    def waits_for_the_teacher(self, sitting: Sitting) -> bool:
        """Return whether a table shows the end of a period until the teacher goes on."""
        event, floor = sitting.table.event, self.modules.floor
        return (
            self.options.rests
            and floor is not None
            and event is not None
            and not sitting.decided
            and floor.closes(event)
        )

    @property
    def away(self) -> bool:
        """Whether the class is at a stage of its running order in which its game rests."""
        return self.run is not None and self.run.at not in {None, self.run.chapter}

    @property
    def rules_of_blocks(self) -> list[Any]:
        """The rules of each block of a programme."""
        return [each.table.rules for each in self.starts]

    @property
    def stays_in_block(self) -> bool:
        """Whether the next game belongs to the block of the last."""
        return self.coming is not None and self.coming[0] == self.periods[-1].block

    @property
    def goes_on(self) -> bool:
        """Whether the next round begins by itself; in a lesson results wait for the teacher."""
        return (
            self.rests_between
            and self.stays_in_block
            and self.options.pace != "teacher"
            and self.run is None
        )

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be played."""
        return self.ended or (self._over and self.coming is None)

    @property
    def present(self) -> list[Person]:
        """Everybody who has joined and was not sent away."""
        return [number for number, each in enumerate(self.people) if not each.gone]

    def known(self, token: Digest) -> Person | None:
        """Find out whose token it is; None if it is nobody's."""
        return self.crowd.tokens.get(token)

    def left(self, token: Digest) -> Person | None:
        """Find out whose token it was before they were sent away or changed phones; else None."""
        return self.crowd.left.get(token)

    def place(self, person: Person) -> tuple[Sitting, Seat] | None:
        """Find where somebody sits; None if nowhere."""
        if self._places is None:
            self._places = {
                each: (sitting, seat)
                for sitting in self.sittings
                for seat, people in enumerate(sitting.people)
                for each in people
            }
        return self._places.get(person)

    def newcomer(self, name: str) -> str:
        """Return the name by which somebody joins.

        Raises
        ------
        Complaint
            If it cannot be used.
        """
        return self.free_name(name)

    def free_name(self, name: str, person: Person | None = None) -> str:
        """Return a name as it is kept, if nobody else than a person has it."""
        found = cleaned(name, self.longest_name)
        if not found:
            raise Complaint("give a name: what are the others to call you?")
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

    def faces(self, person: Person) -> int:
        """Return the number of what somebody is to decide now; 0 for nothing."""
        if self.polled:
            return self.sittings[0].asked if self.poll.seat is not None else 0
        found = self.place(person)
        return found[0].faced if found and found[1] in found[0].waiting else 0

    def clock(self, sitting: Sitting) -> Clock | None:
        """Return the clock that the server lets run at a table; None if none runs."""
        ticker = self.modules.ticker
        ticks = not self.polled and (self.options.pace != "teacher" or sitting.pressed)
        if ticker is None or not ticks or not sitting.waiting:
            return None
        return ticker.clock(sitting.table.state)

    # --- the log ------------------------------------------------------------------------------

    def apply(  # noqa: C901, PLR0912, PLR0915 - a case for each kind of entry
        self, entry: AnyEntry, at: int, counted: int | None = None
    ) -> None:
        """Let an entry happen.

        Parameters
        ----------
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
                self.crowd.tokens[entry.token] = len(self.people)
                self.people.append(Human(entry.name, entry.token, at))
            case Renamed():
                self._set(entry.person, name=entry.name)
                for each in self.chapters:
                    each.name_seats()
            case Removed():
                self._remove(entry.person)
            case PhoneChanged():
                self._leave(entry.person)
                self.crowd.tokens[entry.token] = entry.person
                self._set(entry.person, token=entry.token)
            case Checked():
                self.checked[entry.person, entry.block, entry.number] = entry
            case Began():
                self._begin(entry, counted)
            case Placed():
                self._put(entry)
            case Decided():
                sitting = self.sittings[entry.table]
                sitting.reach(entry.before)
                sitting.play(self.read(entry.move), entry.person, entry.took, at, counted)
            case Ran():
                for table, asked, price in entry.clocks:
                    self.sittings[table].ran = asked, price
            case Pressed():
                self.sittings[entry.table].pressed[entry.seat] = entry
            case Stopped():
                sitting = self.sittings[entry.table]
                sitting.reach(entry.before)
                assert self.modules.ticker is not None  # noqa: S101 - the log says so
                sitting.stop(self.modules.ticker, entry, at, counted)
            case Rang():
                sitting = self.sittings[entry.table]
                sitting.reach(entry.before)
                sitting.ring(counted)
            case Undone():
                sitting = self.sittings[entry.table]
                sitting.reach(entry.before)
                self._undo(sitting, counted)
            case SeatTakenOver():
                sitting = self.sittings[entry.table]
                (sitting.bots.add if entry.bot else sitting.bots.discard)(entry.seat)
                self.name_seats()
            case Answered():
                self.poll.note(entry)
            case Revealed():
                self.poll.revealed = True
            case Picked():
                self.poll.play(entry, at, counted)
            case WentOn():
                self.poll.resting = False
                self.sittings[0].asked_at = counted
            case StageBegan() | TimeAdded() | Chosen() | AnswersShown():
                assert self.run is not None  # noqa: S101 - the log says so
                self.run.apply(entry, counted)
            case Paused():
                self.paused = entry.paused
            case DoorClosed():
                self.closed = entry.closed
            case OptionsChanged():
                self.options = entry.options
            case Ended():
                self._end()

    def _open(self, entry: Opened) -> None:
        self.opened = entry
        if entry.order is not None:
            self.run = Run(entry.order, entry.pretend)
        self.options = entry.options
        self.modules: Modules = games.modules(record.game_of(entry.record))
        game = self.modules
        records = [each.record for each in entry.programme] or [entry.record]
        self.starts = [Start(each, entry, game) for each in records]
        self.start = self.starts[0]
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
        self.start = self.starts[block]
        programme = self.opened.programme
        practice = bool(programme) and programme[block].practice
        period = Period(block, game, practice, [], entry.planned)
        self.periods.append(period)
        period.sittings[:] = self._tables(entry.tables, at)
        self._places = None
        self.begun = True
        if replaced:
            self._replace(replaced)

    def earning(self, sitting: Sitting) -> dict[Person, int]:
        """Return what people at a table have earned in the present game, if it counts."""
        game = self.modules.programme
        if game is None or self.periods[-1].practice:
            return {}
        return {
            person: profit or 0
            for people, profit in zip(sitting.people, profits(sitting, game), strict=True)
            for person in people
        }

    def _replace(self, people: Collection[Person]) -> None:
        """Let bots go on for people whom they have replaced in the game before."""
        for sitting in self.sittings:
            for seat, here in enumerate(sitting.people):
                if here and all(person in people for person in here):
                    sitting.bots.add(seat)
        self.name_seats()

    def _tables(self, tables: Groups, at: int) -> list[Sitting]:
        period = self.games - 1
        programme = self.modules.programme if self.opened.programme else None
        floor = None if self.polled else self.modules.floor
        return [
            Sitting(
                *(number, self.fresh(number, people), people, at, period),
                programme=programme,
                floor=floor,
            )
            for number, people in enumerate(tables)
        ]

    def fresh(self, number: int, people: Sequence[Sequence[Person]]) -> AnyTable:
        """Set up a table as the game begins."""
        planned = self.periods[-1].planned if self.periods else ()
        return self.start.begun(
            self._players(people), self._seed(number), planned[number] if planned else ()
        )

    def plan(self, tables: Groups) -> tuple[tuple[Planned, ...], ...]:
        """Choose what seats compete for first, if the teacher wants it."""
        if not self.options.contest:
            return ()
        begun = [(self._players(here), self._seed(number)) for number, here in enumerate(tables)]
        return self.start.plan(begun, alike=self.options.alike)

    def _seed(self, number: int) -> int:
        last = self.periods[-1] if self.periods else None
        seed = luck(self.opened, last.block, last.game) if last else self.opened.seed
        return game_seed(seed, 0 if self.options.alike else number)

    def of_bots(self, number: int, block: int | None = None, seats: int = 0) -> AnyTable:
        """Set up a game like those of the class, with the game's usual bots and another luck.

        Parameters
        ----------
        block, seats
            Of a programme, which block, and how many seats.
        """
        bots = self.modules.panel.OPPONENTS
        seats = seats or (len(self.sittings[0].people) if self.sittings else self.size)
        players = [Player(f"Bot {at + 1}", bots[at % len(bots)]) for at in range(seats)]
        seed = game_seed(self.opened.seed, MOST_PEOPLE + number)
        programme = self.modules.programme
        if block is None or programme is None:
            return self.start.of_bots(players, seed)
        start = self.starts[block]
        return start.copy(players, seed, programme.among_bots(start.table.rules))

    def _players(
        self, people: Sequence[Sequence[Person]], bots: Collection[Seat] = ()
    ) -> tuple[Player, ...]:
        if self.polled:
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

    def name_seats(self) -> None:
        """Give every seat its name, and let a bot play where nobody does."""
        for sitting in self.sittings:
            sitting.table.players = self._players(sitting.people, sitting.bots)
            for seat in sitting.bots:
                sitting.pressed.pop(seat, None)

    def _leave(self, person: Person) -> None:
        """Let a phone be nobody's any more."""
        token = self.people[person].token
        if self.crowd.tokens.pop(token, None) is not None:
            self.crowd.left[token] = person

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
                self._places = None
            self.name_seats()

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
        self._places = None
        sitting.bots.discard(entry.seat)
        self.name_seats()

    def _undo(self, sitting: Sitting, at: int) -> None:
        found = sitting.last()
        assert found is not None  # noqa: S101 - checked before it was written to the log
        place, decision = found
        sitting.decisions[place] = replace(decision, undone=True)
        sitting.again(self.fresh(sitting.number, sitting.people), decision.before, at)
        self.poll.ask()

    def _end(self) -> None:
        """End the game, with what follows from the last move at each table."""
        for sitting in self.sittings:
            sitting.show_all()  # seats are ranked with what they are being paid
        self.ended = True
