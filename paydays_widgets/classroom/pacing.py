"""What happens at a table by itself: the next event, the clock, the end of a decision’s time."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.bell import Bell
from paydays_widgets.classroom.clients import Client, Here
from paydays_widgets.classroom.entries import AnyEntry, Pressed, Ran, Stopped
from paydays_widgets.classroom.pages import Pages
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.classroom.ticking import TICKS, Ticking
from paydays_widgets.core.chance import Lane
from paydays_widgets.core.game import Decide, Seat, StaleMove
from paydays_widgets.core.table import AnyTable, deals
from paydays_widgets.show.ticker import Clock
from paydays_widgets.talk.film import LONGEST
from paydays_widgets.talk.screen import PACES

READING = 2_500
"""For how many milliseconds an outcome is shown, at least, unless the teacher steps."""
BETWEEN: Final = {"slow": 12_000, "normal": 8_000, "fast": 4_000}
"""For how many milliseconds the result of a round of a programme is shown, by the speed."""
AWAY: Final = 10_000
"""After how many milliseconds somebody who is not there drops out at a clock that rises."""
WORDS: Final = {"slow": 3_000, "normal": 1_500, "fast": 750}
"""Every so many milliseconds a bot of a table speaks where all may do so at any time, on average,
by the speed."""
_LOT: Final = secrets.SystemRandom()


class Pacing:
    """Lets tables go on by themselves.

    Parameters
    ----------
    clock
        The time in milliseconds, by a clock that nobody sets.
    """

    def __init__(self, pages: Pages, clock: Callable[[], int]) -> None:
        self._pages = pages
        self._clock = clock

    # --- events, one after the other ----------------------------------------------------------

    def schedule(self, here: Here, table: int | None = None) -> None:
        """Note when a table, or each, shows its next event, and when the time to decide is up."""
        room, at = here.room, self._clock()
        if room.ended or room.paused:
            here.steps, here.limits, here.words, here.coming = {}, {}, {}, 0
            for bell in here.bells.values():
                bell.stop(at)
            if room.ended:
                here.clocks, here.bells = {}, {}
            return
        here.coming = (here.coming or at + BETWEEN[room.options.pace]) if room.goes_on else 0
        if table is None:
            here.forget_tables(len(room.sittings))
        sittings = room.sittings if table is None else [room.sittings[table]]
        for sitting in sittings:
            self._plan(here, sitting, at)
        undecided = room.undecided if here.waits else 0
        for number in [*here.waits]:  # perhaps for this table
            if not room.waits_for_others(room.sittings[number], undecided):
                self._plan(here, room.sittings[number], at)

    def _plan(self, here: Here, sitting: Sitting, at: int) -> None:
        options, number, table = here.room.options, sitting.number, sitting.table
        if not table.branch.moves and deals(table.turn):
            sitting.advance()  # nobody waits for the cards to be dealt
            sitting.shown(at)
        waiting = bool(sitting.waiting)
        while waiting and _bots_too(sitting) and sitting.advance():
            sitting.shown(at)  # a bot that decides beside people: nothing is to be seen of it
        self._set_bell(here, sitting, at)
        self._give_words(here, sitting, at)
        pace = _rest(here.room, sitting)
        stands = (
            waiting
            or sitting.flows
            or sitting.over
            or sitting.trouble is not None
            or here.room.poll.rests
        )
        waits = not stands and here.room.waits_for_others(sitting)
        (here.waits.add if waits else here.waits.discard)(number)
        if stands or waits or not pace or here.held:
            here.steps.pop(number, None)
        else:
            here.steps.setdefault(number, at + pace)
        clock = here.room.clock(sitting)
        ticking = here.clocks.get(number)
        if clock is None:
            here.clocks.pop(number, None)
        elif ticking is None or ticking.asked != sitting.asked:
            here.clocks[number] = self._started(here, sitting, clock, at)
        else:
            ticking.clock, ticking.due = clock, max(ticking.due, at)
        asks = waiting and clock is None and not sitting.rings
        asks = asks and not (here.room.poll.revealed or here.room.poll.resting)
        if not asks or not options.limit:
            here.limits.pop(number, None)
        elif here.limits.get(number, (0, 0))[0] != sitting.asked:
            here.limits[number] = sitting.asked, at + 1000 * options.limit

    # --- bells, and bots that speak -----------------------------------------------------------

    def _set_bell(self, here: Here, sitting: Sitting, at: int) -> None:
        """Set the bell of a period, which goes on from where the log has it."""
        period, number, limit = sitting.rings, sitting.number, here.room.options.limit
        bell = here.bells.get(number)
        if not period or not limit:
            here.bells.pop(number, None)
        elif bell is None or bell.period != period:
            noted, left = sitting.ran
            left = left if noted == period else 1_000 * limit
            here.bells[number] = Bell(period, limit, left, at)
        else:
            bell.run(at, limit)

    def _give_words(self, here: Here, sitting: Sitting, at: int) -> None:
        """Choose when each bot speaks that may, so that people come between them."""
        number, speaking, table = sitting.number, sitting.speaking, sitting.table
        for key in [key for key in here.words if key[0] == number and key[1] not in speaking]:
            del here.words[key]
        for seat in speaking:
            if (number, seat) not in here.words:
                here.words[number, seat] = at + self._pause(here, table, seat, len(speaking))

    def _pause(self, here: Here, table: AnyTable, seat: Seat, bots: int) -> int:
        """Draw how long a bot is silent: twice as long as its turn among the bots, on average."""
        turn, word = table.turn, WORDS.get(here.room.options.pace, WORDS["normal"])
        repeat = turn.repeat if isinstance(turn, Decide) else 0
        luck = table.dealer.luck(Lane(turn.turn, f"word {seat + 1}", repeat))
        return word + (2 * word * bots * luck >> 32)

    def speak(self, here: Here, at: int) -> Iterator[AnyEntry]:
        """Let bots speak whose time has come, once each."""
        for (table, seat), due in sorted(here.words.items(), key=lambda each: each[1]):
            if due <= at and here.words.pop((table, seat), None) is not None:
                yield wishes.speak(here.room, table, seat)

    def toll(self, here: Here, at: int) -> Iterator[AnyEntry]:
        """Ring the bells whose time has come, and note how much is left until the others."""
        ran: list[tuple[int, int, int]] = []
        for table, bell in [*here.bells.items()]:
            if bell.stopped or bell.next > at:
                continue
            if bell.count(at):
                ran.append((table, bell.period, bell.left))
            else:
                del here.bells[table]
                yield wishes.ring(here.room, table)
        if ran:
            yield Ran(tuple(ran))

    # --- the next event -----------------------------------------------------------------------

    def step(self, here: Here, table: int | None, at: int) -> None:
        """Show the next event of a table, or of all tables; with those that are long due."""
        room, sittings = here.room, here.room.sittings
        for sitting in sittings if table is None else [sittings[table]]:
            if not (sitting.waiting or room.poll.rests or room.waits_for_others(sitting)):
                due = here.steps.pop(sitting.number, at)
                while due <= at and not (sitting.waiting or room.poll.rests) and sitting.advance():
                    sitting.shown(at)
                    due += _rest(room, sitting) or 1
                polled = room.polled
                all_see = polled or all(each.over for each in sittings)
                self._pages.touch(
                    here, *(here.clients if all_see else here.pages_of(sitting.everybody))
                )
                self._pages.glance(here)
                self._pages.tell(here, sitting.number)
        self.schedule(here, table)

    def walk(self, here: Here, table: int, at: int) -> Iterable[AnyEntry]:
        """Show the next event of a table, which is nothing that has to be written."""
        self.step(here, table, at)
        return ()

    def next_game(self, here: Here, _at: int) -> Iterator[AnyEntry]:
        """Mix the groups, and let them play the next game of their block."""
        here.coming = 0
        order = here.room.present
        _LOT.shuffle(order)
        yield wishes.begin(here.room, order)

    # --- clocks -------------------------------------------------------------------------------

    def _started(self, here: Here, sitting: Sitting, clock: Clock, at: int) -> Ticking:
        """Start a clock; one that has run before goes on from where pages have seen it."""
        turn = sitting.table.turn
        asked, price = sitting.ran
        runs_on = asked == sitting.asked
        fresh = isinstance(turn, Decide) and not turn.repeat
        rest = READING if fresh or runs_on else TICKS.get(here.room.options.pace, 0)
        ticking = Ticking(sitting.asked, clock, at + rest, price if runs_on else None)
        if sitting.pressed:
            ticking.press(at, 0)
        return ticking

    def tick(self, here: Here, at: int) -> Iterator[AnyEntry]:
        """Move clocks by a tick, or let them stop where somebody has pressed or they halt."""
        ran: list[tuple[int, int, int]] = []
        for table, ticking in [*here.clocks.items()]:
            if ticking.next > at or here.clocks.get(table) is not ticking:
                continue
            sitting = here.room.sittings[table]
            if ticking.settles(at):
                yield from self._stop(here, table)
            elif ticking.halted:
                yield Stopped(table, ticking.price, sitting.made)
            else:
                ticking.tick(at, TICKS[here.room.options.pace])
                ran.append((table, ticking.asked, ticking.price))
                if ticking.clock.step > 0:
                    yield from self._drop(here, sitting, ticking, at)
        if ran:
            yield Ran(tuple(ran))
            self._pages.run(here, [table for table, *_ in ran])

    def _drop(self, here: Here, sitting: Sitting, ticking: Ticking, at: int) -> Iterator[AnyEntry]:
        """Let those who have not been there for long drop out: else they would win in the end."""
        for person in sitting.everybody:
            if person in here.there:
                here.away.pop(person, None)
            else:
                here.away.setdefault(person, at)
        for seat in sitting.waiting:
            since = [here.away.get(person, at) for person in sitting.people[seat]]
            if at - max(since) >= AWAY and seat not in sitting.pressed:
                ticking.press(at, 0)
                yield Pressed(sitting.number, seat, ticking.price)

    def _stop(self, here: Here, table: int) -> Iterator[AnyEntry]:
        """Carry out all presses, those first to which the clock came first."""
        sitting = here.room.sittings[table]
        while sitting.pressed:
            price, seats = here.clocks[table].first(sitting.pressed.values())
            yield Stopped(table, price, sitting.made, seats)

    def press(self, here: Here, client: Client, price: int, at: int) -> Iterator[AnyEntry]:
        """Take a press on the clock of a table."""
        person = client.person
        found = here.room.place(person) if person is not None else None
        ticking = here.clocks.get(found[0].number) if found else None
        if person is None or ticking is None:
            raise StaleMove("the table has changed in the meantime")
        counted = ticking.counted(price, at, client.late)
        sitting, seat = wishes.press(here.room, person, counted)
        if seat in sitting.pressed:
            return
        wait = max((each.late for each in here.pages_of(sitting.everybody)), default=0)
        ticking.press(at, wait)
        yield Pressed(sitting.number, seat, counted, person, at - sitting.asked_at)

    def time_is_up(self, here: Here, at: int) -> Iterator[AnyEntry]:
        """Let a bot decide for everybody who has taken too long; show a poll's answers."""
        for number, (asked, due) in list(here.limits.items()):
            sitting = here.room.sittings[number]
            if due > at:
                continue
            if here.room.polled:
                yield wishes.reveal(here.room)
                continue
            for seat in sitting.waiting:
                if sitting.asked == asked:
                    yield wishes.stand_in(here.room, number, seat)


def _rest(room: Room, sitting: Sitting) -> int:
    """Return for how long a table shows its last event; 0 until the teacher steps."""
    chosen, event = room.options.pace, sitting.table.event
    pace = 0 if room.waits_for_the_teacher(sitting) else PACES.get(chosen, 0)
    if not pace or event is None:
        return pace
    if room.opened.programme and deals(sitting.table.turn):
        return BETWEEN[chosen]
    picture, of = sitting.beat
    if of:
        return READING if picture == of else min(pace, LONGEST // of)
    bell = room.modules.floor is not None and not room.polled
    return max(pace, BETWEEN[chosen] if bell else READING) if event.outcome else pace


def _bots_too(sitting: Sitting) -> bool:
    """Return whether bots are to decide beside the people that a table waits for."""
    turn = sitting.table.turn
    return (
        not sitting.flows and isinstance(turn, Decide) and len(sitting.waiting) < len(turn.seats)
    )
