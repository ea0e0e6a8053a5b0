"""The rooms that live on this server, and what the store has of them."""

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from paydays_widgets.classroom import entries
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import AnyEntry, Opened
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.store import CodeTaken, Damaged, Failure, LogLine, Store
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import latin

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of a code: none that is read as another letter or as a digit."""
_LOOK_ALIKE: Final = str.maketrans("02568O", "QZSGBQ")
MOST: Final = 100
"""How many rooms may be open at a time, unless the operator says otherwise."""
CODE: Final = 8
"""How many letters a code has."""
LEASE: Final = 20_000
"""For how many milliseconds a room is this server's, unless that is renewed."""
SEED_BITS: Final = 53
"""How many bits the seed of a room has."""
_IDLE: Final = 3_600_000
"""Milliseconds until a room that nobody looks at leaves the memory."""
RARELY: Final = 60_000
"""Milliseconds until a damaged log is read again: only an operator can mend it."""
_LOG: Final = logging.getLogger("paydays")


class Elsewhere(Exception):
    """The room lives on another server."""


def wall_clock() -> int:
    """Return the time of day, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


_BEGUN: Final = time.time_ns() - time.monotonic_ns()


def steady() -> int:
    """Return about the same, by a clock that nobody sets."""
    return (_BEGUN + time.monotonic_ns()) // 1_000_000


class Rooms(Mapping[str, Here]):
    """The rooms that live on this server, by code.

    Parameters
    ----------
    found
        Is told of a room that has come from the store.
    store, server, most, clock, wall
        As for :class:`~paydays_widgets.classroom.live.Live`.
    """

    def __init__(
        self,
        found: Callable[[Here], None],
        store: Store,
        *,
        server: str,
        most: int,
        clock: Callable[[], int],
        wall: Callable[[], int],
    ) -> None:
        self._found = found
        self.store = store
        self.server = server or secrets.token_hex(8)
        self._most = most
        self._clock = clock
        self._wall = wall
        self._all: dict[str, Here] = {}
        self._coming: dict[str, asyncio.Task[Here | None]] = {}
        self._leaving: dict[str, asyncio.Event] = {}  # until another server can have it
        self._used: dict[str, int] = {}
        self._renewed = 0
        self._damaged: dict[str, int] = {}  # when it was seen

    def __getitem__(self, code: str) -> Here:
        """Return a room."""
        return self._all[code]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the codes."""
        return iter(self._all)

    def __len__(self) -> int:
        """Count the rooms."""
        return len(self._all)

    @property
    def now(self) -> int:
        """The time of day, in milliseconds since 1970."""
        return self._wall()

    async def open(self, first: Opened) -> Here:
        """Open a room with its first entry, which gets its code and its seed here.

        Raises
        ------
        Complaint
            If its game cannot be opened, there are too many rooms, or it cannot be saved.
        """
        first = await self.ready(first)
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
            at = self._wall()
            entry = replace(first, code=code)
            room = await asyncio.to_thread(room_of, [(entry, at)])
            try:
                number = await asyncio.to_thread(self._first, code, line(entry, at), at)
            except CodeTaken:
                continue
            self._all[code] = here = Here(number, room)
            self.used(here)
            return here

    async def ready(self, first: Opened, here: Here | None = None) -> Opened:
        """Give an opening its seed; in a room that is here already, it is that of a chapter.

        Raises
        ------
        Complaint
            If its game cannot be opened, or there are too many rooms.
        """
        others = [each for each in self._all.values() if each is not here]
        if sum(not each.room.ended for each in others) >= self._most:
            raise Complaint(
                "{n} classes are open on this server, and there can be no more", n=self._most
            )
        if here is not None:  # else with its code
            await asyncio.to_thread(room_of, [(first, 0)])
        return replace(first, seed=secrets.randbits(SEED_BITS))

    def _first(self, code: str, line: LogLine, at: int) -> int:
        return self.store.open_room(code, [line], self.server, now=at, lease=LEASE)

    async def find(self, code: str) -> Here | None:
        """Find a room by its code; None if there is none.

        Raises
        ------
        Elsewhere
            If it lives on another server.
        Failure
            If the store cannot be read.
        """
        if code in self._all:
            self.used(self._all[code])  # it is about to be looked at
            return self._all[code]
        if not spelled(code):
            return None
        if code not in self._coming:  # several who ask for it at once read it once
            task = self._coming[code] = asyncio.create_task(self._fetch(code))
            task.add_done_callback(lambda _: self._coming.pop(code))
        return await asyncio.shield(self._coming[code])

    async def _fetch(self, code: str) -> Here | None:
        if code in self._damaged and self._clock() - self._damaged[code] < RARELY:
            raise Damaged
        if code in self._leaving:
            await self._leaving[code].wait()
        found = await asyncio.to_thread(self._claimed, code)
        if found is None:
            return None
        here = Here(*found)
        self._all[code] = here
        self.used(here)
        self._found(here)
        return here

    def _claimed(self, code: str) -> tuple[int, Room] | None:
        found = self.store.find(code)
        if found is None:
            return None
        if not self.store.claim(found.id, self.server, now=self._wall(), lease=LEASE):
            raise Elsewhere
        try:
            room = self.read(self.store.load(found.id))
        except Failure:
            raise
        except Exception as error:
            if code not in self._damaged:
                _LOG.exception("What is saved of the class %s is damaged.", code)
            self._damaged[code] = self._clock()
            self.store.release(self.server, found.id)
            raise Damaged from error
        self._damaged.pop(code, None)
        return found.id, room

    def read(self, lines: Iterable[LogLine]) -> Room:
        """Read a room from its log."""
        ahead = self._clock() - self._wall()
        log = [(entries.read(line.data), line.at) for line in lines]
        if not log or not isinstance(log[0][0], Opened):
            raise ValueError("a log begins with how its room was opened")
        return room_of(log, ahead)

    def used(self, here: Here) -> None:
        """Note that a room is in use."""
        self._used[here.code] = self._clock()

    def let_go(self, code: str) -> None:
        """Have a room no more."""
        self._used.pop(code, None)
        if here := self._all.pop(code, None):
            here.advice.close()

    @property
    def due(self) -> int:
        """When the leases are to be renewed."""
        return self._renewed + LEASE // 3

    async def renew(self, at: int) -> list[Here]:
        """Keep the rooms that are in use, and let go of the others; return those that are lost."""
        self._renewed = at
        for code, here in list(self._all.items()):
            if not here.clients and at - self._used.get(code, 0) > _IDLE:
                await self._release(here)
        held = list(self._all.values())  # a room that opens meanwhile is not lost
        try:
            ours = await asyncio.to_thread(self._kept, self._wall())
        except Failure as error:
            _LOG.warning("The class’s database does not answer: %s", error)
            return []
        lost = [here for here in held if here.id not in ours and self._all.get(here.code) is here]
        for here in lost:
            self.let_go(here.code)
        return lost

    async def _release(self, here: Here) -> None:
        """Let another server have a room; a page that asks for it meanwhile waits."""
        code = here.code
        self.let_go(code)
        self._leaving[code] = asyncio.Event()
        with contextlib.suppress(Failure):
            await asyncio.to_thread(self.store.release, self.server, here.id)
        self._leaving.pop(code).set()

    def _kept(self, now: int) -> frozenset[int]:
        return self.store.renew(self.server, now=now, lease=LEASE)

    async def close(self) -> None:
        """Let another server have all rooms."""
        for here in self._all.values():
            here.advice.close()
        with contextlib.suppress(Failure):
            await asyncio.to_thread(self.store.release, self.server)


def typed(written: str) -> str:
    """Read a code as people type and copy it, or a link that ends in one.

    Digits and letters of other scripts stand for the letters of a code that they look like.

    Examples
    --------
    >>> typed("abcd-e6k5."), typed("http://192.168.1.5:8866/join/ABCDEGKS/")
    ('ABCDEGKS', 'ABCDEGKS')
    """
    code = re.sub(".*join/", "", written, flags=re.IGNORECASE)
    return "".join(filter(str.isalnum, latin(code.upper()).translate(_LOOK_ALIKE)))


def spelled(code: str) -> bool:
    """Return whether a room can have a code."""
    return len(code) == CODE and set(code) <= set(LETTERS)


def line(entry: AnyEntry, at: int) -> LogLine:
    """Write an entry as a line of a log."""
    return LogLine(at, type(entry).__name__, entries.write(entry))
