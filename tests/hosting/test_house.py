"""Admission: places, the queue, and for how long a place is kept."""

import json
from pathlib import Path

import pytest

from paydays_widgets.hosting.house import (
    CALLED,
    MOST_WAITING,
    ON_THE_WAY,
    SEEN,
    SILENT,
    House,
    Limits,
)

ROOT = Path(__file__).parents[2]


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def house(clock: Clock, pages: int = 2, each: int = 0) -> House:
    return House(Limits(pages=pages, pages_each=each), clock=clock)


def test_visitors_come_in_while_there_are_places(clock: Clock) -> None:
    on = house(clock)
    assert on.arrive("anna") == ""
    assert on.arrive("ben") == ""
    assert on.pages == 2
    ticket = on.arrive("chloe")
    assert ticket
    assert on.place(ticket) == 1
    assert (on.pages, on.waiting) == (2, 1)


def test_the_queue_moves_up_in_order(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    on.sit("k1", "anna")
    tickets = [on.arrive(name) for name in ("ben", "chloe", "dan")]
    assert [on.place(each) for each in tickets] == [1, 2, 3]
    on.leave("k1")
    for each in tickets:
        on.place(each)
    assert [on.place(each) for each in tickets] == [0, 1, 2]
    assert on.arrive("ben", tickets[0]) == ""
    assert [on.place(each) for each in tickets[1:]] == [1, 2]


def test_nobody_comes_in_past_the_queue(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    on.sit("k1", "anna")
    ben = on.arrive("ben")
    on.leave("k1")
    chloe = on.arrive("chloe")  # the place is Ben's, though he has not asked since
    assert on.place(chloe) == 2
    assert on.place(ben) == 0


def test_whoever_is_called_and_does_not_come_loses_the_place(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    ben, chloe = on.arrive("ben"), on.arrive("chloe")
    clock.now += SILENT - 1
    assert (on.place(ben), on.place(chloe)) == (1, 2)
    for _ in range(8):  # Anna never connects
        clock.now += 8
        places = on.place(ben), on.place(chloe)
    assert places == (0, 1)
    clock.now += CALLED + 1
    assert on.place(chloe) == 0


def test_whoever_no_longer_asks_has_left_the_queue(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    on.sit("k1", "anna")
    on.arrive("ben")
    clock.now += SEEN / 2
    chloe = on.arrive("chloe")
    clock.now += SEEN / 2 + 1
    assert on.place(chloe) == 1
    assert on.waiting == 1


def test_an_old_ticket_is_worth_nothing(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    ticket = on.arrive("ben", "made up")
    assert ticket not in {"", "made up"}
    assert on.place("made up") == 0  # such a visitor may try at the door, and waits there


def test_a_page_that_never_connects_gives_its_place_back(clock: Clock) -> None:
    on = house(clock, pages=1)
    assert on.arrive("anna") == ""
    clock.now += ON_THE_WAY + 1
    assert on.pages == 0
    assert on.arrive("ben") == ""


def test_a_page_is_loaded_again_past_the_queue(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("school", browser="anna's")
    on.sit("k1", "school", "anna's")
    ben = on.arrive("school", browser="ben's")
    assert on.arrive("school", browser="anna's") == ""  # asked for before the goodbye
    on.leave("k1")
    on.sit("k2", "school", "anna's")
    assert on.place(ben) == 1
    assert on.pages == 1


def test_a_browser_does_not_fill_the_house_with_reloads(clock: Clock) -> None:
    on = house(clock, pages=20)
    for number in range(20):
        on.arrive("school", browser="anna's")
        on.sit(f"k{number}", "school", "anna's")
    more = [on.arrive("school", browser="anna's") for _ in range(10)]
    assert more.count("") == 2
    assert on.pages == 22


def test_a_page_that_connects_again_has_one_place(clock: Clock) -> None:
    on = house(clock)
    on.arrive("anna")
    for _ in range(3):
        on.sit("k1", "anna")
    assert on.pages == 1
    on.leave("k1")
    on.leave("k1")
    on.leave("never seen")
    assert on.pages == 0


def test_a_kernel_that_ends_before_its_page_connected_gives_its_place_back(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    ben = on.arrive("ben")
    on.leave("k1")  # Anna went while the page was loading, or it needs no kernel
    assert on.place(ben) == 0


def test_an_address_has_a_limit_of_its_own(clock: Clock) -> None:
    on = house(clock, pages=3, each=1)
    assert on.arrive("anna") == ""
    again = on.arrive("anna")
    assert on.place(again) == 1
    assert on.arrive("ben") == ""  # Anna's second page waits for her first, not Ben
    assert on.place(again) == 1


def test_memory_has_to_be_free(clock: Clock) -> None:
    free = [50.0]
    on = House(Limits(spare=100), free=lambda: free[0], clock=clock)
    ticket = on.arrive("anna")
    assert on.place(ticket) == 1
    free[0] = 100.0
    assert on.place(ticket) == 0
    assert on.arrive("anna", ticket) == ""


@pytest.mark.thorough
def test_a_plain_voila_is_set_as_ours_is() -> None:
    from paydays_widgets.hosting.host import SETTINGS

    assert json.loads((ROOT / "binder" / "voila.json").read_text(encoding="utf-8")) == SETTINGS


def test_an_address_takes_half_of_the_places_with_pages_that_nobody_opens(clock: Clock) -> None:
    on = house(clock, pages=8)
    script = [on.arrive("script") for _ in range(20)]
    assert script.count("") == 4
    for _ in range(40):  # it goes on asking, for the pages and at the door
        clock.now += 5
        on.arrive("script")
        called = [ticket for ticket in filter(None, script) if not on.place(ticket)]
        came = [on.arrive("script", ticket) for ticket in called[:1]]
        assert on.pages <= 4, came
    assert [on.arrive(f"reader {n}") for n in range(4)] == [""] * 4
    assert on.arrive("reader 5")


def test_whoever_does_not_ask_gets_no_place_and_holds_nobody_up(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    on.sit("k1", "anna")
    silent = [on.arrive("script") for _ in range(8)]
    ben = on.arrive("ben")
    assert on.place(ben) == 9
    clock.now += SILENT + 1
    on.leave("k1")
    assert on.place(ben) == 0
    assert on.arrive("ben", ben) == ""
    assert on.place(silent[0]) == 1


def test_whoever_has_been_silent_for_a_minute_keeps_the_place_in_the_queue(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    on.sit("k1", "anna")
    ben = on.arrive("ben")
    clock.now += 60
    chloe = on.arrive("chloe")
    assert on.arrive("ben", ben) == ben
    assert (on.place(ben), on.place(chloe)) == (1, 2)


def test_a_long_queue_is_shortened_where_most_wait(clock: Clock) -> None:
    on = house(clock, pages=1)
    on.arrive("anna")
    ben = on.arrive("ben")
    for _ in range(MOST_WAITING + 50):
        on.arrive("script")
    assert on.waiting == MOST_WAITING
    assert on.place(ben) == 1


def test_one_page_gives_no_more_than_its_own_reloads(clock: Clock) -> None:
    on = house(clock, pages=30)
    on.arrive("anna", browser="anna's")
    on.sit("k1", "anna", "anna's")
    for number in range(28):
        on.arrive(f"reader {number}")
        on.sit(f"r{number}", f"reader {number}")
    on.arrive("ben")
    again = [on.arrive("anna", browser="anna's") for _ in range(5)]
    assert again.count("") == 2
