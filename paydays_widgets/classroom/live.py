"""The rooms that live on this server: wishes come in, entries are written, pages go out.

Everything happens in rounds (:meth:`Live.round`). A round takes the wishes that have come, lets
each room turn them into entries, writes the entries of all rooms in one transaction on another
thread, and only then answers, and draws the pages that have changed. So whatever a page has seen
is in the store, and forty who bid at once wait for one commit. What the store has not taken is as
if it had never been: the room is read again.

A round that has drawn for long leaves the other pages to the next, which takes wishes first; a
table goes on only when all its pages show its last event, unless that is a sealed decision.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from functools import partial
from random import SystemRandom
from typing import Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom import bots, rehearsing, rounds, screens
from paydays_widgets.classroom.clients import ClassScreen, Client, Here
from paydays_widgets.classroom.entries import (
    AnyEntry,
    Began,
    Decided,
    Entry,
    Opened,
    Person,
    PhoneChanged,
    Rang,
    Stopped,
    WentOn,
    seen,
)
from paydays_widgets.classroom.health import Health
from paydays_widgets.classroom.measures import Estimate
from paydays_widgets.classroom.messages import Message
from paydays_widgets.classroom.pacing import Pacing
from paydays_widgets.classroom.pages import AT_ONCE, Pace, Pages
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.rooms import MOST, Rooms, steady, wall_clock
from paydays_widgets.classroom.saving import Saving, retry
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.classroom.store import Failure, Lost, Store
from paydays_widgets.classroom.teaching import TEACHING
from paydays_widgets.classroom.verbs import (
    STUDENT,
    Advises,
    Call,
    Forgets,
    Nudges,
    Order,
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

PARTS: Final = 4_000
"""How many parts of its pictures a server keeps: those of a hundred tables."""
_LATER: Final = 20
"""Seconds until bots play beside a class: first everybody sees the first table."""
_LOT: Final = SystemRandom()
_LOG: Final = logging.getLogger("paydays")
LINES: Final = 8
"""How many lines one person can have: the oldest makes way for another."""
CROWDED: Final = 4008
"""The code of a line that made way: its page comes back when somebody looks at it."""
TOGETHER: Final = 150
"""For how many milliseconds a server gathers the votes of a large class, to write them at once."""
_UNSAVED: Final = Complaint("This could not be saved. Try again in a moment.")


class _Waiting(Struct):
    """A wish that has come."""

    here: Here
    act: Callable[[int], Iterable[AnyEntry]]
    answer: Answer
    came: int


class Live:
    """The rooms that live on this server.

    Parameters
    ----------
    store
        The log of all rooms.
    server
        The name of this server, unlike that of any other that uses the same store.
    most
        How many rooms may be open at a time.
    clock
        The time in milliseconds, by a clock that nobody sets: all is planned and counted by it.
    wall
        The time of day, in milliseconds since 1970: for logs, and for leases, which other servers
        read.

    Attributes
    ----------
    rooms
        The rooms that live here now, by code.
    """

    def __init__(
        self,
        store: Store,
        server: str = "",
        most: int = MOST,
        clock: Callable[[], int] = steady,
        wall: Callable[[], int] = wall_clock,
    ) -> None:
        self._clock = clock
        self._pages = Pages(clock)
        self._health = Health(clock)
        self._pacing = Pacing(self._pages, clock)
        self.rooms = Rooms(
            self._pacing.schedule, store, server=server, most=most, clock=clock, wall=wall
        )
        self._saving = Saving(self.rooms, self._pages, self._pacing.schedule)
        self._aside: set[asyncio.Task[None]] = set()
        self._bots = asyncio.Semaphore(1)  # one class after the other
        self._wishes: list[_Waiting] = []
        self._gathers = 0  # until when it lets votes wait for others; 0 if none does
        self._gathered = 0  # when it last carried out wishes
        self._rings: asyncio.TimerHandle | None = None  # when it need not wait for more votes
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    # --- pages --------------------------------------------------------------------------------

    def connect(self, here: Here, client: Client) -> None:
        """Let a page see a room, from the next round on."""
        mine = [*here.clients.of(client.person)]
        for old in mine[: max(0, len(mine) + 1 - LINES)]:
            old.close(CROWDED, "too many pages of one person")
            self.leave(here, old)
        here.clients.append(client)
        if client.person is None:
            self._compare(here)
        self._pages.refresh(here, client)
        self._pages.crowd(here)

    def leave(self, here: Here, client: Client) -> None:
        """Note that a page is gone."""
        if client in here.clients:
            here.clients.remove(client)
            if client.person is None:
                self._turned(here)
        self._pages.leave(client)
        self.rooms.used(here)
        self._pages.crowd(here)

    def hear(self, here: Here, client: Client, message: Message) -> None:
        """Take a message from a page, and answer it when what it asks for is in the store."""
        if client not in here.clients:
            return  # its seat has gone to another phone
        inbox, view, number = here.inboxes[client.person], message.view, message.number
        if message.do == "ping":
            client.post({"kind": "pong", "n": message.value, "now": self._clock()})
        elif message.do == "reconnected":
            client.post(inbox.resumed(view))
        elif number is not None and inbox.takes(view, number):

            def answer(error: Exception | None) -> None:
                client.post(got(view, number))
                if error is not None:
                    self._say(here, client, error, message.seq)

            now = self._clock()
            self._wishes.append(
                _Waiting(here, lambda at: self._act(here, client, message, at), answer, now)
            )
            if message.move is not None and here.room.polled and len(here.clients) > AT_ONCE:
                self._gather(now)
            if self._gathers <= now:
                self._pages.bell.set()

    def _gather(self, now: int) -> None:
        """Let a vote wait for others, and have it carried out even if none comes."""
        if not self._gathers:
            self._gathers = max(now, self._gathered + TOGETHER)
            wait = (self._gathers - now) / 1000
            self._rings = asyncio.get_running_loop().call_later(wait, self._pages.bell.set)

    def answered(self, client: Client, message: Message) -> bool:
        """Take what a page says to a tick; return whether it was asked to."""
        return message.do == "tock" and client.answers(message.value, self._clock())

    def _act(self, here: Here, client: Client, message: Message, at: int) -> Iterator[AnyEntry]:
        """Carry out what a page asks for, and yield what has to be written."""
        client.screen = client.screen.cleared(STAYS)
        self._pages.refresh(here, client)
        person, move = client.person, message.move
        if person is not None and here.room.people[person].gone:
            raise Complaint("you are not in this room any more: ask your teacher")
        known = TEACHING if person is None else STUDENT
        verb = known.get(message.do if move is None else "")
        if verb is None:
            raise Complaint("this page cannot do that")
        client.screen = client.screen.cleared(verb.keeps)
        call = Call(here, client.screen, at, person, message.seq)
        for change in verb.act(call, message.value if move is None else move):
            if isinstance(change, Entry):
                yield change
            elif isinstance(change, Stops):
                yield from self._pacing.press(here, client, change.price, at)
            else:
                self._follow(here, client, change, at)

    def _follow(self, here: Here, client: Client, order: ClassScreen | Order, at: int) -> None:
        """Do what is written in no log."""
        match order:
            case ClassScreen():
                turned = client.screen.open != order.open
                client.screen = order
                if turned:
                    self._turned(here)
            case Steps(table):
                self._pacing.step(here, table, at)
            case Nudges(people):
                self._nudge(here, people)
            case Forgets():
                self._do_aside(self.forget(here))
            case Advises():
                self._advise(here, client.screen.language)

    def _turned(self, here: Here) -> None:
        """Hold the only table while its teacher shows something else, or let it go on."""
        if len(here.room.sittings) == 1:
            self._pacing.schedule(here)
            self._pages.touch(here, *here.clients)

    def _nudge(self, here: Here, people: Sequence[Person]) -> None:
        for each in here.pages_of(people):
            each.post({"kind": "nudge"})
            said = screens.nudged(each.screen.language)
            each.say(here.room, "warn", said)
            self._pages.refresh(here, each)

    def _compare(self, here: Here) -> None:
        """Let bots play games like those of the class, once, in a process of their own.

        They begin soon after the class, behind whatever else runs: by its end they have played.
        """
        for number, room in here.room.played.items():
            if rounds.programme(room) is not None:
                self._measure(here, room, here.of_bots.setdefault(number, {}))
            elif number not in here.spreads:
                here.spreads[number] = None
                self._do_aside(self._with_bots(here, room, number))

    def _measure(self, here: Here, room: Room, of_bots: dict[int, Estimate | None]) -> None:
        """Let bots play each block that has begun, once."""
        for block in range(room.periods[-1].block + 1 if room.periods else 0):
            if block not in of_bots:
                of_bots[block] = None
                self._do_aside(self._measured(here, room, block, of_bots))

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

    async def _with_bots(self, here: Here, room: Room, number: int) -> None:
        await asyncio.sleep(_LATER)
        try:
            async with self._bots:
                seats = len(room.sittings[0].people)
                here.spreads[number] = await bots.spreads(room.opened, seats)
        except bots.Failed as error:
            _LOG.warning("Bots could not play beside a class: %s", error)
            here.spreads[number] = {}
        self._pages.touch(here, *here.teachers)

    async def _measured(
        self, here: Here, room: Room, block: int, of_bots: dict[int, Estimate | None]
    ) -> None:
        seats = len(rounds.first(room, block).table.players)
        await asyncio.sleep(_LATER)
        try:
            async with self._bots:
                of_bots[block] = await bots.measured(room.opened, block, seats)
        except bots.Failed as error:
            _LOG.warning("Bots could not play beside a class: %s", error)
        self._pages.touch(here, *here.teachers)

    async def forget(self, here: Here) -> None:
        """Delete a room, and send its pages away."""
        try:
            await asyncio.to_thread(self.rooms.store.forget, here.id)
        except Failure as error:
            here.trouble = error
            self._pages.touch(here, *here.teachers)
            return
        self.rooms.let_go(here.code)
        for client in list(here.clients):
            client.post({"kind": "gone"})

    def _say(self, here: Here, client: Client, error: Exception, asked: int | None) -> None:
        """Tell a page why its wish was not carried out."""
        tone, said = screens.told(here.room, client.screen.language, error, client.person)
        client.say(here.room, tone, said, asked)
        self._pages.refresh(here, client)

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

        came = self._clock()
        self._wishes.append(_Waiting(here, lambda at: make(here.room, at), answer, came))
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
        await self.rooms.close()

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
        found = [self.rooms.due]
        for here in self.rooms.values():
            if not here.sound:
                found.append(retry(here))
            found += here.steps.values()
            found += [] if here.room.paused else [each.next for each in here.clocks.values()]
            found += [here.coming] if here.coming and here.sound else []
            found += [here.rehearsed] if here.rehearses else []
            found += (when for _, when in here.limits.values())
            found += [each.next for each in here.bells.values() if not each.stopped]
            found += here.words.values()
        return min(found + self._pages.due + self._health.due)

    async def round(self) -> None:
        """Carry out the wishes that have come, write, answer, and draw what has changed."""
        at = self._clock()
        wishes, self._wishes, self._gathers = self._wishes, [], 0
        if self._rings is not None:
            self._rings.cancel()
        self._gathered = at if wishes else self._gathered
        done: list[tuple[_Waiting, Exception | None]] = []
        pace = Pace()
        for here in list(self.rooms.values()):
            if not here.sound and at >= retry(here):
                here.tried = at
                await self._saving.read_again(here)
        for wish in wishes:
            self.rooms.used(wish.here)
            done.append((wish, self._carry_out(wish.here, wish.act, at)))
            await pace.rest()
        for here in list(self.rooms.values()):
            await self._come_due(here, at, pace)
        failed = await self._saving.write()
        waited = max((self._clock() - each.came for each in wishes), default=0)
        for wish, error in done:
            unsaved = None if wish.here.sound else _UNSAVED
            self._answer(wish, failed.get(wish.here) or unsaved or error)
        await asyncio.sleep(0)  # who waited looks at what is saved, before the next wish
        await self._pages.draw(pace)
        self._mind(max(waited, self._pages.waited()))
        if at >= self.rooms.due:
            for here in await self.rooms.renew(at):
                for client in list(here.clients):
                    self._dismiss(here, client)

    def _mind(self, waited: int) -> None:
        """Note for how long something has waited; tell teachers when that is too long, or was."""
        if self._health.note(waited):
            for here in self.rooms.values():
                here.strain = self._health.strain
                self._pages.refresh(here, *here.teachers)

    async def _come_due(self, here: Here, at: int, pace: Pace) -> None:
        """Carry out what happens by itself in a room."""
        if any(due <= at for _, due in here.limits.values()):
            self._carry_out(here, partial(self._pacing.time_is_up, here), at)
        if here.sound and any(each.next <= at for each in here.bells.values()):
            self._carry_out(here, partial(self._pacing.toll, here), at)
        if here.sound and any(due <= at for due in here.words.values()):
            self._carry_out(here, partial(self._pacing.speak, here), at)
        if here.sound and 0 < here.coming <= at:
            self._carry_out(here, partial(self._pacing.next_game, here), at)
        if here.sound and here.rehearses and here.rehearsed <= at:
            here.rehearsed = at + rehearsing.PAUSE
            self._carry_out(here, lambda _: rehearsing.acts(here.room, _LOT), at)
        ticks = not here.room.paused and any(each.next <= at for each in here.clocks.values())
        if here.sound and ticks:
            self._carry_out(here, partial(self._pacing.tick, here), at)
        for table in [table for table, when in here.steps.items() if when <= at]:
            sealed = table < len(here.room.sittings) and here.room.sittings[table].sealed
            if here.sound and (sealed or not self._pages.behind(here, table)):
                self._carry_out(here, partial(self._pacing.walk, here, table), at)
                await pace.rest()

    def _answer(self, wish: _Waiting, error: Exception | None) -> None:
        try:
            wish.answer(error)
        except Exception:  # noqa: BLE001 - the others get theirs
            _LOG.exception("a wish could not be answered")

    def _carry_out(
        self, here: Here, act: Callable[[int], Iterable[AnyEntry]], at: int
    ) -> Exception | None:
        """Carry out a wish, and return why it could not be.

        A room that has been deleted, or let go, takes no wish: nothing of it would be written.
        After a mistake of ours nobody knows what the room is: nothing of this round is written
        there, nobody hears of it, and the room is read again.
        """
        if self.rooms.get(here.code) is not here:
            return Lost()
        if not here.sound:
            return _UNSAVED
        try:
            for entry in act(at):
                self._apply(here, entry, self._saving.add(here, entry), at)
        except (Complaint, IllegalMove, NotationError, ValueError) as error:
            return error
        except Exception as error:  # noqa: BLE001 - the other rooms play on
            _LOG.exception("a wish could not be carried out")
            self._saving.give_up(here)
            return error
        return None

    def _apply(self, here: Here, entry: AnyEntry, wall: int, at: int) -> None:
        if isinstance(entry, Opened):
            here.open(Room([(entry, wall)], at - wall, here.room))
        else:
            here.room.apply(entry, wall, at)
        match entry:
            case PhoneChanged(person=person):
                for each in here.pages_of([person]):
                    self._dismiss(here, each)
            case WentOn():
                here.advice.drop()
            case Began() if here.teachers:
                self._compare(here)
            case _:
                pass
        moved = entry if isinstance(entry, Decided | Stopped | Rang) else None
        table = None if moved is None else here.room.sittings[moved.table]
        if table is not None and isinstance(entry, Decided) and table.flows:
            self._flow(here, table)
        else:
            self._see(here, entry, table)

    def _see(self, here: Here, entry: AnyEntry, table: Sitting | None) -> None:
        """Have those pages drawn that look different after an entry."""
        asks_on = (
            table is not None and isinstance(entry, Decided) and table.unseen(table.decisions[-1])
        )
        shown = seen(entry, table.people if table else (), asks_on=asks_on)
        if shown is not None and shown.crowd:
            self._pages.refresh(here, *here.pages_of(shown.by))
            self._pages.crowd(here)
        elif shown is not None:
            self._pages.touch(here, *here.pages_of(shown.by))
            counted = here.pages_of(shown.counted_by)
            if len(counted) > AT_ONCE:
                self._pages.count(here, *here.teachers, *counted)
            else:
                self._pages.count(here, *counted)
                self._pages.glance(here)
            if table is not None and not asks_on:
                self._pages.tell(here, table.number)
            self._pacing.schedule(here, table.number if table else None)

    def _flow(self, here: Here, table: Sitting) -> None:
        """Tell all of what somebody said where all may speak; draw the pages that it concerns."""
        self._pages.tell(here, table.number)
        self._pages.touch(here, *here.pages_of(table.persons(table.concerned())))
        asked = {*table.persons(table.waiting)}
        pages = here.pages_of(table.everybody)
        turned = [each for each in pages if each.calls is not (each.person in asked)]
        self._pages.touch(here, *turned)  # who may speak again sees so at once
        self._pacing.schedule(here, table.number)

    def _dismiss(self, here: Here, client: Client) -> None:
        """Tell a page that it has no seat here any more."""
        client.post({"kind": "gone"})
        self.leave(here, client)
