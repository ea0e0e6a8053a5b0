"""Rooms without a server: a class and its log, with what people do there."""

from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

from paydays_widgets import games
from paydays_widgets.classroom import entries, wishes
from paydays_widgets.classroom.entries import AnyEntry, Block, Decided, Opened, Options, Way
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.classroom.room import Room
from paydays_widgets.core import record
from paydays_widgets.core.game import Seat
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table

R = TypeVar("R", bound=Room)
NAMES = ("Anna", "Ben", "Chloé", "David", "Emil", "Fatou", "Gül", "Hugo", "Ida")


def game(name: str = "zahltag", seats: int = 4, kind: str = HUMAN, **more: Any) -> AnyTable:
    modules = games.modules(name)
    players = [Player(NAMES[seat], kind) for seat in range(seats)]
    return Table(modules.engine, players, seed=1, strategies=modules.bots.STRATEGIES, **more)


class Logged(Generic[R]):
    """A room with its log, as a server keeps them."""

    def __init__(self, room: R) -> None:
        self.room = room
        self.log: list[tuple[AnyEntry, int]] = []
        self.now = 1_000_000

    def do(self, entry: AnyEntry | None) -> AnyEntry | None:
        self.now += 100
        if entry is not None:
            read = entries.read(entries.write(entry))
            self.log.append((read, self.now))
            if isinstance(read, Opened) and len(self.log) > 1:
                self.room = type(self.room)([(read, self.now)], before=self.room)
            else:
                self.room.apply(read, self.now)
        return entry

    def join(self, *names: str) -> Self:
        for name in names:
            self.do(wishes.join(self.room, name, f"token of {name}"))
        return self


class Class(Logged[Room]):
    """A class."""

    def __init__(self) -> None:
        super().__init__(Room(()))

    def open(
        self,
        way: Way = "tables",
        table: AnyTable | None = None,
        *,
        skip: bool = False,
        seed: int = 7,
        programme: tuple[Block, ...] = (),
        same: bool = False,
        **options: Any,
    ) -> "Class":
        saved = programme[0].record if programme else record.dumps(table or game())
        self.do(
            Opened(
                *("ABCDEFGH", "host", way, "en", saved, seed, Options(**options)),
                prepared=skip,
                programme=programme,
                same=same,
            )
        )
        return self

    def begin(self, order: Sequence[int] | None = None) -> "Class":
        self.do(wishes.begin(self.room, order if order is not None else self.room.present))
        self.walk()
        return self

    def walk(self) -> None:
        """Show all events at all tables."""
        for sitting in self.room.sittings:
            while sitting.advance():
                self.now += 900
                sitting.shown(self.now)

    def decide(self, person: int, pick: int = 0) -> Decided | None:
        """Let somebody make the first, or another, legal move."""
        found = self.room.place(person)
        assert found
        sitting, seat = found
        move = sitting.table.game.legal(sitting.table.state, seat)[pick]
        made = wishes.decide(self.room, person, str(move), sitting.asked, self.now)
        self.do(made)
        self.walk()
        return made

    def pick(self, person: int = 0) -> None:
        """Let the game of a poll go on with somebody's answer."""
        self.do(wishes.pick(self.room, str(self.room.poll.answers[person].moves[0])))
        self.walk()

    def turn(self, table: int = 0) -> tuple[int, Seat]:
        """Find who may decide next at a table: the person, and the seat."""
        sitting = self.room.sittings[table]
        seat = sitting.waiting[0]
        return sitting.people[seat][0], seat


def same_again(room: Class) -> None:
    """Read the log again: the room must be the same."""
    again = room_of(room.log)
    for one, other in zip(room.room.sittings, again.sittings, strict=True):
        assert one.table.branch.moves == other.table.branch.moves
        assert one.table.state == other.table.state
        assert one.decisions == other.decisions
        assert (one.asked, one.people, one.bots) == (other.asked, other.people, other.bots)
        assert (one.ran, one.pressed) == (other.ran, other.pressed)
        assert one.table.players == other.table.players
    assert (again.people, again.checked) == (room.room.people, room.room.checked)
    assert again.poll.answers == room.room.poll.answers
    assert again.poll.rounds == room.room.poll.rounds
    assert again.poll.resting == room.room.poll.resting
    for flag in ("begun", "paused", "ended", "closed"):
        assert getattr(again, flag) == getattr(room.room, flag)


def answer(room: Class, person: int, pick: int = 0) -> AnyEntry | None:
    if room.room.poll.rests:
        room.do(wishes.go_on(room.room))
    sitting, seat = room.room.sittings[0], room.room.poll.seat
    assert seat is not None
    move = sitting.table.game.legal(sitting.table.state, seat)[pick]
    return room.do(wishes.answer(room.room, person, str(move), sitting.asked, room.now))
