"""The rooms that live on this server: wishes come in, entries are written, pages go out.

Everything happens in rounds (:meth:`Live.round`). A round takes the wishes that have come, lets
each room turn them into entries, writes the entries of all rooms in one transaction on another
thread, and only then answers, and draws the pages that have changed. So whatever a page has seen
is in the store, and forty who bid at once wait for one commit. What the store has not taken is as
if it had never been: the room is read again.

A round that has drawn for long leaves the other pages to the next, which takes wishes first; a
table goes on only when all its pages show its last event.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.classroom import bots, entries, rounds, screens, verbs
from paydays_widgets.classroom.clients import ClassScreen, Client, Here
from paydays_widgets.classroom.entries import (
    Answered,
    AnyEntry,
    Began,
    Block,
    Decided,
    Ended,
    Moved,
    Opened,
    Options,
    Person,
    Ticked,
    Way,
    WentOn,
)
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.classroom.hub import Room
from paydays_widgets.classroom.messages import Message
from paydays_widgets.classroom.pacing import Pacing
from paydays_widgets.classroom.pages import Pace, Pages
from paydays_widgets.classroom.store import (
    Addition,
    CodeTaken,
    Damaged,
    Failure,
    Gone,
    LogLine,
    Store,
)
from paydays_widgets.classroom.teaching import TEACHING
from paydays_widgets.classroom.ticking import LATEST
from paydays_widgets.classroom.verbs import (
    Advises,
    Call,
    Change,
    Forgets,
    Nudges,
    Steps,
    Stops,
)
from paydays_widgets.core.game import Complaint, IllegalMove
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.text import Language
from paydays_widgets.show.template import Kept
from paydays_widgets.talk.line import got
from paydays_widgets.talk.verbs import STAYS

Wish: TypeAlias = Callable[[Room, int], Iterable[AnyEntry]]
"""Turns a wish into entries, or raises: it gets the room, and the time in milliseconds. Each entry
is carried out before the next is asked for."""
Answer: TypeAlias = Callable[[Exception | None], None]
"""Learns that a wish is in the store, or why it is not."""

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of a code: none that is read as another letter or as a digit."""
CODE: Final = 6
"""How many letters a code has."""
LEASE: Final = 20_000
"""For how many milliseconds a room is this server's, unless that is renewed."""
PARTS: Final = 4_000
"""How many parts of its pictures a server keeps: those of a hundred tables."""
_SEED_BITS: Final = 53
_IDLE: Final = 3_600_000
"""Milliseconds until a room that nobody looks at leaves the memory."""
_RETRY: Final = 1_000
"""Milliseconds until it is tried again to read a room."""
_RARELY: Final = 60_000
"""The same for a room whose log is damaged: only an operator can mend it."""
_LATER: Final = 20
"""Seconds until bots play beside a class: first everybody sees the first table."""
_LOG: Final = logging.getLogger("paydays")
LINES: Final = 8
"""How many lines one person can have: the oldest makes way for another."""
CROWDED: Final = 4008
"""The code of a line that made way: its page comes back when somebody looks at it."""
_UNSAVED: Final = Complaint("This could not be saved. Try again in a moment.")


class Elsewhere(Exception):
    """The room lives on another server."""


class Limits(Struct, frozen=True):
    """What the operator allows.

    Parameters
    ----------
    rooms
        How many rooms may be open at a time.
    """

    rooms: int = 100


class _Waiting(Struct):
    """A wish that has come."""

    here: Here
    act: Callable[[int], Iterable[AnyEntry]]
    answer: Answer


def _wall() -> int:
    return time.time_ns() // 1_000_000


_BEGUN: Final = time.time_ns() - time.monotonic_ns()


def _steady() -> int:
    return (_BEGUN + time.monotonic_ns()) // 1_000_000


class Live:
    """The rooms that live on this server.

    Parameters
    ----------
    store
        The log of all rooms.
    server
        The name of this server, unlike that of any other that uses the same store.
    limits
        What the operator allows.
    clock
        The time in milliseconds, by a clock that nobody sets: all is planned and counted by it.
    wall
        The time of day, in milliseconds since 1970: for logs, and for leases, which other servers
        read.
    """

    def __init__(
        self,
        store: Store,
        server: str = "",
        limits: Limits = Limits(),
        clock: Callable[[], int] = _steady,
        wall: Callable[[], int] = _wall,
    ) -> None:
        self._store = store
        self._server = server or secrets.token_hex(8)
        self._limits = limits
        self._clock = clock
        self._wall = wall
        self._pages = Pages(clock)
        self._pacing = Pacing(self._pages, clock)
        self._rooms: dict[str, Here] = {}
        self._coming: dict[str, asyncio.Task[Here | None]] = {}
        self._aside: set[asyncio.Task[None]] = set()
        self._bots = asyncio.Semaphore(1)  # one class after the other
        self._wishes: list[_Waiting] = []
        self._used: dict[str, int] = {}
        self._damaged: dict[str, int] = {}  # when it was seen
        self._renewed = 0
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    # --- rooms --------------------------------------------------------------------------------

    @property
    def rooms(self) -> Mapping[str, Here]:
        """The rooms that live here now, by code."""
        return self._rooms

    @property
    def now(self) -> int:
        """The time of day, in milliseconds since 1970."""
        return self._wall()

    async def open(
        self,
        record: str,
        host: entries.Digest,
        *,
        way: Way = "tables",
        language: Language = "en",
        options: Options = Options(),
        skip: bool = False,
        programme: tuple[Block, ...] = (),
        same: bool = False,
    ) -> Here:
        """Open a room.

        Parameters
        ----------
        record
            The saved game with which every table begins. Its seed is not used.
        host
            The digest of the teacher's token.
        way, language, options, programme, same
            As in :class:`~paydays_widgets.classroom.entries.Opened`.
        skip
            Whether bots make the decisions of the set-up, for people too.

        Raises
        ------
        Complaint
            If the record cannot be opened, there are too many rooms, or it cannot be saved.
        """
        first = Opened(
            "",
            host,
            way,
            language,
            programme[0].record if programme else record,
            secrets.randbits(_SEED_BITS),
            options,
            prepared=skip,
            programme=programme,
            same=same,
        )
        return await self.begin(first)

    async def begin(self, first: Opened) -> Here:
        """Open a room with its first entry, which gets its code here.

        Raises
        ------
        Complaint
            As for :meth:`open`.
        """
        if sum(not each.room.ended for each in self._rooms.values()) >= self._limits.rooms:
            raise Complaint(
                "{n} classes are open on this server, and there can be no more",
                n=self._limits.rooms,
            )
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
            at = self._wall()
            entry = replace(first, code=code)
            room = await asyncio.to_thread(room_of, [(entry, at)])
            try:
                number = await asyncio.to_thread(self._first, code, _line(entry, at), at)
            except CodeTaken:
                continue
            self._rooms[code] = here = Here(number, room)
            self._used[code] = self._clock()
            return here

    def _first(self, code: str, line: LogLine, at: int) -> int:
        return self._store.open_room(code, [line], self._server, now=at, lease=LEASE)

    async def find(self, code: str) -> Here | None:
        """Find a room by its code; None if there is none.

        Raises
        ------
        Elsewhere
            If it lives on another server.
        Failure
            If the store cannot be read.
        """
        if code in self._rooms:
            return self._rooms[code]
        if not spelled(code):
            return None
        if code not in self._coming:  # several who ask for it at once read it once
            task = self._coming[code] = asyncio.create_task(self._fetch(code))
            task.add_done_callback(lambda _: self._coming.pop(code))
        return await asyncio.shield(self._coming[code])

    async def _fetch(self, code: str) -> Here | None:
        if code in self._damaged and self._clock() - self._damaged[code] < _RARELY:
            raise Damaged
        found = await asyncio.to_thread(self._claimed, code)
        if found is None:
            return None
        here = Here(*found)
        self._rooms[code] = here
        self._used[code] = self._clock()
        self._pacing.schedule(here)
        return here

    def _claimed(self, code: str) -> tuple[int, Room] | None:
        found = self._store.find(code)
        if found is None:
            return None
        if not self._store.claim(found.id, self._server, now=self._wall(), lease=LEASE):
            raise Elsewhere
        try:
            room = self._read(self._store.load(found.id))
        except Failure:
            raise
        except Exception as error:
            if code not in self._damaged:
                _LOG.exception("What is saved of the class %s is damaged.", code)
            self._damaged[code] = self._clock()
            self._store.release(self._server, found.id)
            raise Damaged([found.id]) from error
        self._damaged.pop(code, None)
        return found.id, room

    def _read(self, lines: Iterable[LogLine]) -> Room:
        ahead = self._clock() - self._wall()
        log = [(entries.read(line.data), line.at) for line in lines]
        if not log or not isinstance(log[0][0], Opened):
            raise ValueError("a log begins with how its room was opened")
        return room_of(log, ahead)

    def used(self, here: Here) -> None:
        """Note that a room is in use, though no page has a line to it."""
        self._used[here.code] = self._clock()

    # --- pages --------------------------------------------------------------------------------

    def connect(self, here: Here, client: Client) -> None:
        """Let a page see a room, from the next round on."""
        mine = [each for each in here.clients if each.person == client.person]
        for old in mine[: max(0, len(mine) + 1 - LINES)]:
            old.close(CROWDED, "too many pages of one person")
            self.leave(here, old)
        here.clients.append(client)
        if client.person is None:
            self._compare(here)
        self._pages.touch(here, client)
        self._pages.touch(here, *here.teachers)

    def leave(self, here: Here, client: Client) -> None:
        """Note that a page is gone."""
        if client in here.clients:
            here.clients.remove(client)
            if client.person is None:
                self._turned(here)
        self._pages.leave(client)
        self._used[here.code] = self._clock()
        self._pages.touch(here, *here.teachers)

    def hear(self, here: Here, client: Client, message: Message) -> None:
        """Take a message from a page, and answer it when what it asks for is in the store."""
        if client not in here.clients:
            return  # its seat has gone to another phone
        inbox, view, number = here.inboxes[client.person], message.view, message.number
        if message.do == "ping":
            client.post({"kind": "pong", "n": message.value, "now": self._clock()})
        elif message.do == "tock" and isinstance(message.value, int):
            client.late = min(max(0, self._clock() - message.value), LATEST)
        elif message.do == "reconnected":
            client.post(inbox.resumed(view))
        elif number is not None and inbox.takes(view, number):

            def answer(error: Exception | None) -> None:
                client.post(got(view, number))
                if error is not None:
                    self._say(here, client, error)

            self._wishes.append(
                _Waiting(here, lambda at: self._act(here, client, message, at), answer)
            )
            self._pages.bell.set()

    def _act(self, here: Here, client: Client, message: Message, at: int) -> Iterator[AnyEntry]:
        """Carry out what a page asks for, and yield what has to be written."""
        client.screen = client.screen.cleared(STAYS)
        self._pages.touch(here, client)
        for change in self._asked(here, client, message, at):
            match change:
                case ClassScreen():
                    turned = client.screen.open != change.open
                    client.screen = change
                    if turned:
                        self._turned(here)
                case Steps():
                    self._pacing.step(here, change.table, at)
                case Nudges():
                    self._nudge(here, change.people)
                case Forgets():
                    self._do_aside(self.forget(here))
                case Advises():
                    self._advise(here, client.screen.language)
                case Stops(price):
                    self._pacing.press(here, client, price, at)
                case _:
                    yield change

    def _asked(self, here: Here, client: Client, message: Message, at: int) -> Iterable[Change]:
        person, value = client.person, message.value
        if person is not None and here.room.people[person].gone:
            raise Complaint("you are not in this room any more: ask your teacher")
        verb = (TEACHING if person is None else verbs.STUDENT).get(message.do)
        if message.move is not None and person is not None:
            verb, value = verbs.MOVE, message.move
        if verb is None:
            raise Complaint("this page cannot do that")
        client.screen = client.screen.cleared(verb.keeps)
        return verb.act(Call(here, client.screen, at, person, message.seq), value)

    def _turned(self, here: Here) -> None:
        """Hold the only table while its teacher shows something else, or let it go on."""
        if len(here.room.sittings) == 1:
            self._pacing.schedule(here)
            self._pages.touch(here, *here.clients)

    def _nudge(self, here: Here, people: Sequence[Person]) -> None:
        for each in here.clients:
            if each.person in people:
                each.post({"kind": "nudge"})
                said = screens.nudged(each.screen.language)
                each.screen = each.screen.saying("warn", said)
                self._pages.touch(here, each)

    def _compare(self, here: Here) -> None:
        """Let bots play games like those of the class, once, in a process of their own.

        They begin soon after the class, behind whatever else runs: by its end they have played.
        """
        known = rounds.programme(here.room) is not None  # theory stands beside the class instead
        if here.room.begun and here.spreads is None and not here.comparing and not known:
            here.comparing = True
            self._do_aside(self._with_bots(here))

    def _advise(self, here: Here, language: Language) -> None:
        """Have it worked out what each answer to the poll earns, and show what there is."""
        if not here.advice.watched:
            here.advice.watch(lambda: self._pages.touch(here, *here.teachers))
        here.advice.ask(screens.advice.question(here.room), language)
        self._pages.touch(here, *here.teachers)

    def _do_aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that no round waits for."""
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def _with_bots(self, here: Here) -> None:
        room = here.room
        await asyncio.sleep(_LATER)
        try:
            async with self._bots:
                here.spreads = await bots.spreads(room.opened, len(room.sittings[0].people))
        except bots.Failed as error:
            _LOG.warning("Bots could not play beside a class: %s", error)
            here.spreads = {}
        self._pages.touch(here, *here.teachers)

    async def forget(self, here: Here) -> None:
        """Delete a room, and send its pages away."""
        try:
            await asyncio.to_thread(self._store.forget, here.id)
        except Failure as error:
            here.trouble = error
            self._pages.touch(here, *here.teachers)
            return
        self._let_go(here.code)
        for client in list(here.clients):
            client.post({"kind": "gone"})

    def _say(self, here: Here, client: Client, error: Exception) -> None:
        """Tell a page why its wish was not carried out."""
        tone, said = screens.told(here.room, client.screen.language, error)
        client.screen = client.screen.saying(tone, said)
        self._pages.touch(here, client)

    # --- wishes -------------------------------------------------------------------------------

    async def wish(self, here: Here, make: Wish) -> None:
        """Have a wish carried out; return when it is in the store.

        Raises
        ------
        Complaint
            If it cannot be carried out, or cannot be saved.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def answer(error: Exception | None) -> None:
            if done.done():
                return  # its sender has gone
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

        self._wishes.append(_Waiting(here, lambda at: make(here.room, at), answer))
        self._pages.bell.set()
        await done

    async def settled(self, here: Here) -> None:
        """Wait until the room is what the store has: then it may be shown."""
        await self.wish(here, lambda _room, _at: ())

    # --- the clock ----------------------------------------------------------------------------

    def start(self) -> None:
        """Carry out wishes from now on, until :meth:`stop`."""
        Kept.most = PARTS
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Carry out no more wishes, and let another server have the rooms."""
        if self._task is not None:
            self._stopping = True  # a round that is under way ends as it should
            self._pages.bell.set()
            await self._task
        for task in tuple(self._aside):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for here in self._rooms.values():
            here.advice.close()
        with contextlib.suppress(Failure):
            await asyncio.to_thread(self._store.release, self._server)

    def _let_go(self, code: str) -> None:
        if here := self._rooms.pop(code, None):
            here.advice.close()

    @property
    def quiet(self) -> bool:
        """Whether nothing is left to be carried out or drawn at this moment."""
        return not self._wishes and self._pages.drawn

    async def _run(self) -> None:
        while not self._stopping:
            pause = max(0, self._next() - self._clock()) / 1000
            if self._pages.drawn:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._pages.bell.wait(), pause)
            self._pages.bell.clear()
            try:
                await self.round()
            except Exception:  # noqa: BLE001 - the other rooms play on
                _LOG.exception("a round of the class has failed")
                await asyncio.sleep(0.1)

    def _next(self) -> int:
        """Return when something happens by itself."""
        found = [self._renewed + LEASE // 3]
        for here in self._rooms.values():
            if not here.sound:
                found.append(here.tried + _patience(here))
            found += here.steps.values()
            found += [] if here.room.paused else [each.next for each in here.clocks.values()]
            found += [here.coming] if here.coming and here.sound else []
            found += (when for _, when in here.limits.values())
        return min(found)

    async def round(self) -> None:
        """Carry out the wishes that have come, write, answer, and draw what has changed."""
        at = self._clock()
        wishes, self._wishes = self._wishes, []
        batch: dict[Here, list[LogLine]] = {}
        done: list[tuple[_Waiting, Exception | None]] = []
        pace = Pace()
        for here in self._rooms.values():
            if not here.sound and at - here.tried >= _patience(here):
                here.tried = at
                await self._again(here)
        for wish in wishes:
            self._used[wish.here.code] = at
            done.append((wish, self._carry_out(wish.here, wish.act, at, batch)))
            await pace.rest()
        for here in list(self._rooms.values()):
            await self._come_due(here, at, batch, pace)
        failure = await self._write(batch)
        for wish, error in done:
            unsaved = failure if wish.here in batch else None if wish.here.sound else _UNSAVED
            self._answer(wish, unsaved or error)
        await self._pages.draw(pace)
        if at - self._renewed >= LEASE // 3:
            self._renewed = at
            await self._renew(at)

    async def _come_due(
        self, here: Here, at: int, batch: dict[Here, list[LogLine]], pace: Pace
    ) -> None:
        """Carry out what happens by itself in a room."""
        if any(due <= at for _, due in here.limits.values()):
            self._carry_out(here, partial(self._pacing.time_is_up, here), at, batch)
        if here.sound and 0 < here.coming <= at:
            self._carry_out(here, partial(self._pacing.next_game, here), at, batch)
        for table, ticking in [] if here.room.paused else [*here.clocks.items()]:
            if here.sound and ticking.next <= at:
                self._carry_out(here, partial(self._pacing.tick, here, table), at, batch)
        for table in [table for table, when in here.steps.items() if when <= at]:
            if here.sound and not self._pages.behind(here, table):
                self._carry_out(here, partial(self._pacing.walk, here, table), at, batch)
                await pace.rest()

    def _answer(self, wish: _Waiting, error: Exception | None) -> None:
        try:
            wish.answer(error)
        except Exception:  # noqa: BLE001 - the others get theirs
            _LOG.exception("a wish could not be answered")

    def _carry_out(
        self,
        here: Here,
        act: Callable[[int], Iterable[AnyEntry]],
        at: int,
        batch: dict[Here, list[LogLine]],
    ) -> Exception | None:
        """Carry out a wish, and return why it could not be.

        After a mistake of ours nobody knows what the room is: nothing of this round is written
        there, nobody is told otherwise, and it is read anew.
        """
        if not here.sound:
            return _UNSAVED
        try:
            for entry in act(at):
                line = _line(entry, self._wall())
                batch.setdefault(here, []).append(line)
                self._apply(here, entry, line.at, at)
        except (Complaint, IllegalMove, NotationError, ValueError) as error:
            return error
        except Exception as error:  # noqa: BLE001 - the other rooms play on
            _LOG.exception("a wish could not be carried out")
            here.sound = False
            batch.pop(here, None)
            return error
        return None

    def _apply(self, here: Here, entry: AnyEntry, wall: int, at: int) -> None:
        room = here.room
        table = room.sittings[entry.table] if isinstance(entry, Decided | Ticked) else None
        asked = table.asked if table else 0
        room.apply(entry, wall, at)
        if isinstance(entry, WentOn):
            here.advice.drop()
        if isinstance(entry, Moved):
            for each in here.pages_of([entry.person]):
                self._dismiss(here, each)
        self._pages.touch(here, *here.teachers)
        if isinstance(entry, Decided) and table and table.waiting and table.asked == asked:
            # as long as bids are sealed, others learn how many are there, and nothing else
            self._pages.touch(here, *here.pages_of(table.people[entry.seat]))
            self._pages.count(here, *here.pages_of(table.everybody))
        elif table:
            self._pages.touch(here, *here.pages_of(table.everybody))
        elif isinstance(entry, Answered):
            self._pages.touch(here, *here.pages_of([entry.person]))
            self._pages.count(here, *here.clients)
        else:
            self._pages.touch(here, *here.clients)
        self._pacing.schedule(here, table.number if table else None)
        if isinstance(entry, Began) and here.teachers:
            self._compare(here)

    def _dismiss(self, here: Here, client: Client) -> None:
        """Tell a page that it has no seat here any more."""
        client.post({"kind": "gone"})
        self.leave(here, client)

    async def _write(self, batch: dict[Here, list[LogLine]]) -> Failure | None:
        """Write what has happened; if that fails, read the rooms again."""
        additions = [
            Addition(here.id, here.written, lines, ends=_ends(lines))
            for here, lines in batch.items()
        ]
        if not additions:
            return None
        try:
            await asyncio.to_thread(self._store.append, self._server, additions)
        except Exception as error:  # noqa: BLE001 - the other rooms play on
            failure = error if isinstance(error, Failure) else Gone()
            ours = error is failure
            _LOG.warning("The class’s log could not be written: %s", error, exc_info=not ours)
            for here in batch:
                here.trouble = failure
                here.sound = False
                await self._again(here)
            return failure
        for here, lines in batch.items():
            here.written += len(lines)
            if here.trouble is not None:
                here.trouble = None
                self._pages.touch(here, *here.teachers)
        return None

    async def _again(self, here: Here) -> None:
        """Read a room again from the store."""
        try:
            lines = await asyncio.to_thread(self._store.load, here.id)
            if not lines:
                return
            here.room = await asyncio.to_thread(self._read, lines)
            self._pacing.schedule(here)
        except Failure as error:
            here.trouble = error
            return
        except Exception:  # noqa: BLE001 - the other rooms play on
            if not isinstance(here.trouble, Damaged):
                _LOG.exception("What is saved of the class %s is damaged.", here.code)
                for client in here.clients:
                    client.post({"kind": "gone"})  # loaded again, a page says what is wrong
            here.trouble = Damaged([here.id])
            return
        here.written = len(lines)
        here.sound = True
        self._pages.touch(here, *here.clients)

    async def _renew(self, at: int) -> None:
        """Keep the rooms that are in use, and let go of the others."""
        for code, here in list(self._rooms.items()):
            if not here.clients and at - self._used.get(code, 0) > _IDLE:
                self._let_go(code)
                with contextlib.suppress(Failure):
                    await asyncio.to_thread(self._store.release, self._server, here.id)
        try:
            ours = await asyncio.to_thread(self._renewed_rooms, self._wall())
        except Failure as error:
            _LOG.warning("The class’s database does not answer: %s", error)
            return
        for code, here in list(self._rooms.items()):
            if here.id not in ours:
                self._let_go(code)
                for client in list(here.clients):
                    self._dismiss(here, client)

    def _renewed_rooms(self, now: int) -> frozenset[int]:
        return self._store.renew(self._server, now=now, lease=LEASE)


def spelled(code: str) -> bool:
    """Return whether a room can have a code."""
    return len(code) == CODE and set(code) <= set(LETTERS)


def _line(entry: AnyEntry, at: int) -> LogLine:
    return LogLine(at, entries.kind(entry), entries.write(entry))


def _patience(here: Here) -> int:
    """Return for how many milliseconds to wait before trying to read a room again."""
    return _RARELY if isinstance(here.trouble, Damaged) else _RETRY


def _ends(lines: Iterable[LogLine]) -> bool:
    return any(line.kind == Ended.__name__ for line in lines)
