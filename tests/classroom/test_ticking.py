"""A clock that the server lets run: who stops it, at which price, and who learns of it."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import ASKED, ClassScreen, Here
from paydays_widgets.classroom.composing import fresh
from paydays_widgets.classroom.entries import Opened, Options, Pressed, Stopped
from paydays_widgets.classroom.live import Live
from paydays_widgets.classroom.messages import Message
from paydays_widgets.classroom.pacing import AWAY, READING
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.store import Full
from paydays_widgets.classroom.ticking import LATEST, TICKS, Ticking
from paydays_widgets.show.ticker import Clock
from tests.classroom.phones import Hall, Phone
from tests.classroom.programmes import programme

TICK = TICKS["fast"]
NAMES = ("Anna", "Ben", "Cara", "Dan")


# --- the clock alone ----------------------------------------------------------------------------


def running(step: int = 200, halt: int = 10_000, ticks: int = 3) -> Ticking:
    """A clock that has shown its first price at 0, and each after it for a second."""
    start = 0 if step > 0 else 10_000
    clock = Ticking(1, Clock(start, step, halt), 1_000)
    for number in range(ticks):
        clock.tick(1_000 * (number + 1), 1_000)
        clock.shown(1_000 * (number + 1))
    return clock


@pytest.mark.parametrize(
    ("price", "at", "late", "counts"),
    [
        (600, 3_100, 0, 600),  # what the clock shows
        (400, 3_100, 0, 600),  # another price is too old without a way to travel
        (400, 3_050, 60, 400),  # it was shown when the press set out
        (400, 3_000 + LATEST, 5_000, 600),  # nobody is later than that
        (400, 2_999 + LATEST, 5_000, 400),
        (200, 3_050, 60, 400),  # too old a price counts as the oldest that may
        (800, 3_050, 60, 600),  # nor does a price that has not been shown
        (-7, 3_050, 60, 600),
    ],
)
def test_a_press_counts_at_what_was_shown_within_the_round_trip(
    price: int, at: int, late: int, counts: int
) -> None:
    assert running().counted(price, at, late) == counts
    assert running(-200, 0).counted(10_000 - price, at, late) == 10_000 - counts


@pytest.mark.parametrize("step", [200, -200])
def test_presses_are_carried_out_in_the_order_of_the_clock(step: int) -> None:
    start, halt = (0, 10_000) if step > 0 else (10_000, 0)
    clock = running(step, halt)
    pressed = {seat: Pressed(0, seat, start + step * n) for seat, n in ((0, 2), (1, 1), (2, 2))}
    assert clock.first(pressed.values()) == (start + step, (1,))
    del pressed[1]
    assert clock.first(pressed.values()) == (start + 2 * step, (0, 2))


def test_a_clock_runs_on_while_a_press_is_weighed() -> None:
    clock = running()
    clock.press(3_970, 50)
    clock.press(3_980, 10)  # the first press says when
    assert (clock.next, clock.due, clock.closes) == (4_000, 4_000, 4_020)
    assert not clock.settles(4_000)
    clock.tick(4_000, 1_000)
    assert clock.next == 4_020
    assert clock.settles(4_020)


def test_nobody_is_waited_for_where_a_clock_ends() -> None:
    clock = running(halt=600)
    clock.press(3_970, 50)
    assert clock.next == 4_000
    assert clock.settles(4_000)


def test_what_is_late_is_well_below_the_shortest_tick() -> None:
    assert min(TICKS.values()) > 2 * LATEST


def test_a_clock_that_is_late_does_not_run_after_the_time() -> None:
    clock = running(ticks=0)
    clock.tick(60_000, 1_000)
    assert clock.due == 60_000
    clock.tick(60_000, 1_000)
    assert (clock.price, clock.due) == (400, 61_000)


def test_a_clock_halts_where_something_happens_by_itself() -> None:
    for step, halt in ((200, 400), (-200, 9_600)):
        clock = running(step, halt, ticks=1)
        assert not clock.halted
        clock.tick(2_000, 1_000)
        assert clock.halted


# --- at a table ---------------------------------------------------------------------------------


async def table(
    hall: Hall, preset: str, people: Sequence[str] = NAMES, **options: Any
) -> tuple[Here, list[Phone]]:
    """A table at which a clock is about to run."""
    chosen = {"pace": "fast", "size": len(people), **options}
    here = await hall.open(fresh("auction_room", preset=preset), **chosen)
    phones = [await hall.join(here, name) for name in people]
    await hall.begin(here)
    for _ in range(100):
        if here.clocks:
            return here, phones
        await hall.later(50)
    raise AssertionError("no clock runs")


def prices(phone: Phone, table: int = 0) -> list[int]:
    """List what a phone has shown: a page that is drawn meanwhile hears the price again."""
    ticks = [each for each in ticked(phone) if each["table"] == table]
    return [price for price, _ in groupby(ticks, key=itemgetter("price"))]


def ticked(phone: Phone) -> list[Any]:
    """List where clocks stood, as a page has heard."""
    return [clock for each in phone.heard if each["kind"] == "tick" for clock in each["clocks"]]


async def takes(hall: Hall, ms: int, *phones: Phone) -> None:
    """Let it take phones so long to say what they have seen, when they are asked next."""
    await hall.later(TICK)
    while not phones[0].heard[-1].get("ask"):
        await hall.later(TICK)
    stamp = phones[0].heard[-1]["now"]
    hall.now += ms
    for phone in phones:
        assert hall.live.answered(phone.client, Message(do="tock", value=stamp))


def bids(here: Here, number: int = 0) -> list[int | None]:
    return [each.bid for each in here.room.sittings[number].table.state.bidders]


async def reach(hall: Hall, phone: Phone, price: int) -> None:
    """Let the clock run until a phone shows a price."""
    for _ in range(200):
        if prices(phone)[-1:] == [price]:
            return
        await hall.later(TICK)
    raise AssertionError("the clock did not come so far")


async def press(hall: Hall, phone: Phone, price: int | None = None) -> None:
    """Press at once, at what the phone shows or showed."""
    phone.say(do="stop", value=str(prices(phone)[-1] if price is None else price))
    await hall.rounds()


async def test_all_phones_see_each_tick_and_a_press_drops_out(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    await hall.later(READING - 100)
    assert not prices(phones[0])
    await reach(hall, phones[0], 1_000)
    assert all(prices(each) == [200, 400, 600, 800, 1_000] for each in phones)
    await press(hall, phones[2])
    assert bids(here) == [None, None, 1_000, None]
    assert not [each for each in phones[2].html("stage").elements if each["data-do"] == "stop"]
    await reach(hall, phones[0], 1_600)  # the clock goes on for the others
    await press(hall, phones[0])
    await press(hall, phones[1])
    await hall.later(TICK)
    state = here.room.sittings[0].table.branch.steps[-1].state
    assert state.bidders[3].money == state.bidders[3].value - 1_600
    made = [(each.person, str(each.move)) for each in here.room.sittings[0].decisions]
    assert made == [(2, "3 stop 1000"), (0, "1 stop 1600"), (1, "2 stop 1600")]


async def test_the_earlier_press_buys_though_it_comes_later(hall: Hall) -> None:
    here, phones = await table(hall, "dutch")
    await takes(hall, 80, phones[1])
    await reach(hall, phones[0], 9_400)
    await reach(hall, phones[0], 9_200)
    await press(hall, phones[0])
    hall.now += 60
    await press(hall, phones[1], 9_400)
    await hall.later(LATEST)
    made = [str(each.move) for each in here.room.sittings[0].decisions]
    assert made == ["2 stop 9400"]


async def test_two_presses_on_their_way_both_count_at_the_price_that_was_shown(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    await takes(hall, 80, *phones[1:3])
    await reach(hall, phones[0], 400)
    await reach(hall, phones[0], 600)
    await press(hall, phones[1], 600)
    await press(hall, phones[2], 400)
    await hall.later(LATEST)
    assert bids(here) == [None, 600, 400, None]


async def test_a_press_that_comes_after_the_sale_is_too_late(hall: Hall) -> None:
    here, phones = await table(hall, "dutch")
    await reach(hall, phones[0], 9_400)
    await press(hall, phones[0])
    await press(hall, phones[1])
    assert phones[1].said
    assert [each.person for each in here.room.sittings[0].decisions] == [0]


async def test_bots_stop_the_clock_too(hall: Hall) -> None:
    made = programme({"rules": "english"})
    opened = Opened("", "host", "tables", "en", made[0].record, 0, Options(pace="fast"))
    here = await hall.live.rooms.open(replace(opened, programme=made))
    phone = await hall.join(here, "Anna")
    await hall.begin(here)
    for _ in range(2_000):
        if here.room.sittings[0].table.state.round > 1:
            break
        await hall.later(TICK)
    first = next(
        step
        for step in here.room.sittings[0].table.branch.steps
        if type(step.event).__name__ == "ProfitBooked"
    )
    assert sum(bid is not None for bid in (each.bid for each in first.state.bidders)) >= 3
    assert prices(phone)
    assert phone.html("stage")


async def test_a_table_s_clock_is_nobody_elses(hall: Hall) -> None:
    here, phones = await table(hall, "english", (*NAMES, "Emil", "Fay"), size=3)
    teacher = await hall.teacher(here)
    mine = [here.room.place(person) for person in range(6)]
    await hall.later(READING + 2 * TICK)
    for phone, place in zip(phones, mine, strict=True):
        assert place is not None
        assert {each["table"] for each in ticked(phone)} == {place[0].number}
    ticks = ticked(teacher)
    assert {each["table"] for each in ticks} == {0, 1}
    assert not any(each["board"] for each in ticks)
    teacher.client.screen = ClassScreen(table=1)
    await hall.later(TICK)
    boards = {each["table"]: each["board"] for each in ticked(teacher)}
    assert boards == {0: False, 1: True}


async def test_a_pause_holds_the_clock(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    await reach(hall, phones[0], 600)
    await hall.wish(here, lambda room, _: [wishes.pause(room, paused=True)])
    await hall.later(20 * TICK)
    assert prices(phones[0])[-1] == 600
    await press(hall, phones[0])
    assert phones[0].said
    await hall.wish(here, lambda room, _: [wishes.pause(room, paused=False)])
    await hall.later(TICK)
    assert prices(phones[0])[3] == 800
    assert bids(here) == [None] * 4


async def test_a_log_that_is_read_again_has_the_same_presses(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    await reach(hall, phones[0], 1_000)
    await press(hall, phones[1])
    lines = hall.store.load(here.id)
    room = hall.live.rooms.read(lines)
    assert isinstance(room, Room)
    assert [line.kind for line in lines][-1] == Stopped.__name__
    one, other = here.room.sittings[0], room.sittings[0]
    assert one.table.state == other.table.state
    assert one.decisions == other.decisions
    assert one.asked == other.asked


@pytest.mark.parametrize("value", [None, "soon", "-200", 1.5, True, {"price": "200"}])
async def test_a_press_without_a_price_is_refused(hall: Hall, value: object) -> None:
    here, phones = await table(hall, "english")
    await reach(hall, phones[0], 400)
    await phones[0].do("stop", value)
    await hall.later(LATEST)
    assert phones[0].said
    assert bids(here) == [None] * 4


async def test_who_has_no_seat_or_no_clock_cannot_stop_it(hall: Hall) -> None:
    here, _ = await table(hall, "english")
    late = await hall.join(here, "Late")
    await late.do("stop", "0")
    assert late.said
    other, bidders = await table(hall, "english", pace="fast")
    await hall.wish(other, lambda room, _: [wishes.change(room, Options(pace="teacher"))])
    assert not other.clocks
    await bidders[0].do("stop", "0")
    assert bidders[0].said
    assert bids(other) == [None] * 4


async def test_a_teacher_who_steps_has_no_clock_that_runs(hall: Hall) -> None:
    here = await hall.open(fresh("auction_room", preset="english"), pace="teacher")
    phones = [await hall.join(here, name) for name in NAMES]
    teacher = await hall.teacher(here)
    await hall.begin(here)
    for _ in range(20):
        await teacher.do("step")
    assert not here.clocks
    assert any(each.startswith("1 stay") for each in phones[0].moves)


async def test_who_is_not_there_drops_out_where_a_clock_rises(hall: Hall) -> None:
    """Else the seat that nobody plays would win in the end."""
    here, phones = await table(hall, "english")
    await reach(hall, phones[0], 400)
    phones[3].leave()
    await reach(hall, phones[0], 1_000)
    assert bids(here)[3] is None
    await hall.later(AWAY)
    for _ in range(AWAY // TICK):
        await hall.later(TICK)
    [dropped] = here.room.sittings[0].decisions
    assert (dropped.seat, dropped.person) == (3, None)
    assert bids(here)[:3] == [None] * 3
    same = hall.live.rooms.read(hall.store.load(here.id))
    assert isinstance(same, Room)
    assert same.sittings[0].table.state == here.room.sittings[0].table.state


async def test_who_is_not_there_buys_nothing_where_a_clock_falls(hall: Hall) -> None:
    here, phones = await table(hall, "dutch")
    phones[3].leave()
    for _ in range(2 * AWAY // TICK):
        await hall.later(TICK)
    assert not here.room.sittings[0].decisions


async def test_a_page_that_is_opened_while_a_clock_rests_shows_its_price(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    await reach(hall, phones[0], 600)
    await hall.wish(here, lambda room, _: [wishes.pause(room, paused=True)])
    again = await hall.teacher(here)
    again.client.screen = ClassScreen(table=0)
    await hall.later(TICK)
    assert prices(again) == [600]


async def test_the_storyline_of_a_clock_tells_only_who_stops_it(hall: Hall) -> None:
    _, phones = await table(hall, "english")
    await reach(hall, phones[0], 800)
    await press(hall, phones[1])
    await reach(hall, phones[0], 1_200)
    story = phones[0].html("story").key("story").said
    assert NAMES[1] in story
    assert not any(name in story for name in NAMES if name != NAMES[1])


async def test_nobody_presses_twice(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    await reach(hall, phones[0], 400)
    await press(hall, phones[0])
    await press(hall, phones[0])
    await hall.later(LATEST)
    assert [str(each.move) for each in here.room.sittings[0].decisions] == ["1 stop 400"]


# --- what a press comes to --------------------------------------------------------------------


async def again(hall: Hall, here: Here, people: int = len(NAMES)) -> tuple[Here, list[Phone]]:
    """Kill the server, and start another on its store, to which all phones come back."""
    hall.live = Live(hall.store, "here", clock=lambda: hall.now, wall=lambda: hall.now)
    found = await hall.live.rooms.find(here.code)
    assert found is not None
    phones = [Phone(hall, found, person, ClassScreen()) for person in range(people)]
    await hall.rounds()
    return found, phones


@pytest.mark.parametrize(("preset", "shown"), [("english", 1_000), ("dutch", 9_200)])
async def test_a_press_that_was_acknowledged_counts_though_the_server_is_killed(
    hall: Hall, preset: str, shown: int
) -> None:
    here, phones = await table(hall, preset)
    await takes(hall, LATEST, phones[3])  # one slow phone, for which a press waits
    await reach(hall, phones[0], shown)
    phones[1].say(do="stop", value=str(shown))
    await hall.rounds()
    assert phones[1].got == [phones[1].number]  # at once
    assert not here.room.sittings[0].decisions
    assert Pressed.__name__ in [each.kind for each in hall.store.load(here.id)]
    found, _ = await again(hall, here)
    await hall.later(LATEST)
    made = [(each.person, str(each.move)) for each in found.room.sittings[0].decisions]
    assert made == [(1, f"2 stop {shown}")]


@pytest.mark.parametrize(("preset", "shown"), [("english", 1_000), ("dutch", 9_200)])
async def test_a_clock_goes_on_from_where_it_was_seen_though_the_server_is_killed(
    hall: Hall, preset: str, shown: int
) -> None:
    here, phones = await table(hall, preset)
    await reach(hall, phones[0], shown)
    found, back = await again(hall, here)
    assert all(prices(phone) == [shown] for phone in back)  # as soon as it is drawn
    step = found.clocks[0].clock.step
    await reach(hall, back[0], shown + step)
    assert prices(back[0]) == [shown, shown + step]


async def test_what_the_store_does_not_take_is_neither_seen_nor_acknowledged(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, phones = await table(hall, "english")
    await reach(hall, phones[0], 600)

    def full(*_: object) -> None:
        raise Full

    with monkeypatch.context() as failing:
        failing.setattr(hall.store, "append", full)
        await hall.later(TICK)
        phones[0].say(do="stop", value="600")
        await hall.rounds()
        assert phones[0].said
        assert prices(phones[1])[-1] == 600
    await hall.later(1_000)
    await reach(hall, phones[1], 800)
    assert bids(here) == [None] * 4


async def test_a_press_counts_though_the_teacher_stops_the_clock_meanwhile(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    await takes(hall, LATEST, phones[3])
    await reach(hall, phones[0], 1_000)
    await press(hall, phones[0])
    await hall.wish(here, lambda room, _: [wishes.change(room, Options(pace="teacher"))])
    await hall.later(LATEST)
    assert bids(here)[0] == 1_000
    assert not here.clocks


async def test_a_press_is_the_bots_as_soon_as_one_takes_the_seat_over(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    await takes(hall, LATEST, phones[3])
    await reach(hall, phones[0], 1_000)
    await press(hall, phones[0])
    await hall.wish(here, lambda room, _: [wishes.take_over(room, 0, 0, bot=True)])
    assert not here.room.sittings[0].pressed
    await hall.later(LATEST)
    assert not here.room.sittings[0].decisions


@pytest.mark.parametrize("when", range(5, TICK, 20))
async def test_who_waits_for_the_tick_that_fails_to_come_learns_nothing(
    hall: Hall, when: int
) -> None:
    """A script answers as late as it may, and presses when it hears no tick in time."""
    here, (honest, script) = await table(hall, "dutch", NAMES[:2])
    await takes(hall, LATEST, script)
    await reach(hall, honest, 9_000)
    pressed = hall.now + when
    heard, last = len(script.heard), hall.now
    while not here.room.sittings[0].decisions:
        await hall.later(5)
        if hall.now == pressed:
            await press(hall, honest)
        if any(each["kind"] == "tick" for each in script.heard[heard:]):
            last = hall.now
        heard = len(script.heard)
        if hall.now > last + TICK:
            await press(hall, script)
    assert [each.person for each in here.room.sittings[0].decisions] == [0]


# --- how long messages take ---------------------------------------------------------------------


async def test_a_phone_is_asked_now_and_then_and_a_teacher_never(hall: Hall) -> None:
    here, phones = await table(hall, "english")
    teacher = await hall.teacher(here)
    await reach(hall, phones[0], 4_000)
    stamps = [each["now"] for each in phones[0].heard if each.get("ask")]
    assert len(stamps) > 1
    assert all(later - sooner >= ASKED for sooner, later in pairwise(stamps))
    assert ticked(teacher)
    assert not any(each.get("ask") for each in teacher.heard)


async def test_a_stamp_is_the_servers_and_is_used_once(hall: Hall) -> None:
    _, phones = await table(hall, "english")
    await takes(hall, 40, phones[0])
    client, said = phones[0].client, hall.live.answered
    assert client.late == 40
    hall.now += 50
    for made_up in (hall.now, hall.now - 90, 0, True, None, "now"):  # the second has been used
        assert not said(client, Message(do="tock", value=made_up))
    assert client.late == 40
    await takes(hall, 5_000, phones[0])
    assert client.late == LATEST
