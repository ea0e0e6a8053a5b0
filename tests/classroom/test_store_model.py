"""Whatever servers do in whatever order: the store has what a plain dictionary would have."""

import tempfile
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from paydays_widgets.classroom.store import Addition, Behind, CodeTaken, LogLine, Lost, Store

SERVERS = st.sampled_from(["a", "b"])
CODES = st.sampled_from(["QWERTY", "ASDFGH", "ZXCVBN"])
ROOMS = st.integers(1, 4)
LEASE = 10


@dataclass
class Kept:
    """A room, as it should be."""

    code: str
    server: str | None
    until: int
    lines: list[LogLine] = field(default_factory=list)
    ended: bool = False


class Servers(RuleBasedStateMachine):
    """Two servers on one database; time goes on as it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.rooms: dict[int, Kept] = {}

    @initialize()
    def start(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.stores = {name: Store(f"sqlite:///{self.folder.name}/class.db") for name in "ab"}

    def teardown(self) -> None:
        for store in self.stores.values():
            store.close()
        self.folder.cleanup()

    def line(self) -> LogLine:
        return LogLine(self.now, "Decided", str(self.now).encode())

    @rule(passes=st.integers(1, 12))
    def time_passes(self, passes: int) -> None:
        self.now += passes

    @rule(server=SERVERS, code=CODES)
    def open_room(self, server: str, code: str) -> None:
        taken = any(room.code == code for room in self.rooms.values())
        line = self.line()
        try:
            made = self.stores[server].open_room(code, [line], server, now=self.now, lease=LEASE)
        except CodeTaken:
            assert taken
        else:
            assert not taken
            assert made not in self.rooms
            self.rooms[made] = Kept(code, server, self.now + LEASE, [line])

    @rule(
        server=SERVERS,
        wanted=st.dictionaries(
            ROOMS, st.sampled_from([0, 0, 0, 0, 1, -1]), min_size=1, max_size=3
        ),
        ended=st.booleans(),
    )
    def append(self, server: str, wanted: dict[int, int], ended: bool) -> None:
        line = self.line()
        lengths = {
            room: len(self.rooms[room].lines) if room in self.rooms else 0 for room in wanted
        }
        lost = any(room not in self.rooms or self.rooms[room].server != server for room in wanted)
        batch = [
            Addition(room, lengths[room] + wrong, [line], ended=ended)
            for room, wrong in wanted.items()
        ]
        store = self.stores[server]
        if lost or any(wanted.values()):
            with pytest.raises(Lost if lost else Behind):
                store.append(server, batch)
            return
        store.append(server, batch)
        for room in wanted:
            self.rooms[room].lines.append(line)
            self.rooms[room].ended = ended

    @rule(server=SERVERS, room=ROOMS)
    def claim(self, server: str, room: int) -> None:
        kept = self.rooms.get(room)
        free = kept is not None and (kept.server in {None, server} or kept.until < self.now)
        assert self.stores[server].claim(room, server, now=self.now, lease=LEASE) == free
        if free and kept is not None:
            kept.server, kept.until = server, self.now + LEASE

    @rule(server=SERVERS)
    def renew(self, server: str) -> None:
        mine = {room for room, kept in self.rooms.items() if kept.server == server}
        assert self.stores[server].renew(server, now=self.now, lease=LEASE) == mine
        for room in mine:
            self.rooms[room].until = self.now + LEASE

    @rule(server=SERVERS, room=st.none() | ROOMS)
    def release(self, server: str, room: int | None) -> None:
        self.stores[server].release(server, room)
        for number, kept in self.rooms.items():
            if kept.server == server and room in {None, number}:
                kept.server = None

    @rule(server=SERVERS, room=ROOMS)
    def forget(self, server: str, room: int) -> None:
        self.stores[server].forget(room)
        self.rooms.pop(room, None)

    @rule(server=SERVERS, age=st.integers(20, 60))
    def expire(self, server: str, age: int) -> None:
        before = self.now - age
        old = {room for room, kept in self.rooms.items() if kept.lines[-1].at < before}
        assert self.stores[server].expire(before) == old
        for room in old:
            del self.rooms[room]

    @invariant()
    def both_read_what_there_should_be(self) -> None:
        for store in self.stores.values():
            listed = store.rooms()
            assert [each.id for each in listed] == sorted(self.rooms)
            for each in listed:
                kept = self.rooms[each.id]
                assert store.load(each.id) == kept.lines
                assert (each.code, each.server) == (kept.code, kept.server)
                assert each.length == len(kept.lines)
                assert each.last == kept.lines[-1].at
                assert (each.ended is not None) == kept.ended


Servers.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestServers = Servers.TestCase
