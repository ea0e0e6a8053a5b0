"""Old rooms are deleted, and no clock that is wrong for a while deletes any."""

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from paydays_widgets.classroom import classes
from paydays_widgets.classroom.classes import Classes
from paydays_widgets.classroom.rooms import wall_clock
from paydays_widgets.classroom.store import DAY, WATCHED, Addition, LogLine, Store
from tests.classroom.server import Server
from tests.panels.tables import until

NOW = 20_000 * DAY
YEARS = 2_000 * DAY
KEPT = 90


def a_room(store: Store, code: str = "QWERTYQW", at: int = NOW) -> int:
    return store.open_room(code, [LogLine(at, "Opened", b"{}")], "a", now=at, lease=10)


def there(store: Store) -> list[str]:
    return [each.code for each in store.rooms()]


def swept(store: Store, days: Sequence[float], kept: int = KEPT) -> list[float]:
    """Sweep on so many days from now on, and return those on which a room was deleted."""
    return [each for each in days if store.sweep(NOW + round(each * DAY), kept).gone]


@pytest.mark.parametrize("kept", [1, 2, WATCHED, WATCHED + 1, KEPT])
def test_a_room_is_deleted_in_time_if_the_server_runs_every_day(store: Store, kept: int) -> None:
    a_room(store)
    gone = swept(store, [each / 4 for each in range(4 * (kept + 3))], kept)
    assert len(gone) == 1
    assert kept < gone[0] <= kept + 1
    assert there(store) == []


def test_a_clock_that_is_years_ahead_for_a_start_or_two_deletes_nothing(store: Store) -> None:
    a_room(store)
    for _ in range(2):
        found = store.sweep(NOW + YEARS, KEPT)
        assert found.gone == []
    assert swept(store, [YEARS / DAY + hour / 24 for hour in range(24)]) == []
    assert swept(store, [1]) == []  # it is right again, and what it saw does not count
    assert swept(store, [YEARS / DAY + day for day in range(WATCHED)]) == []
    assert there(store) == ["QWERTYQW"]


def test_a_clock_that_jumps_to_and_fro_counts_no_day_twice(store: Store) -> None:
    a_room(store)
    ahead = [200 + WATCHED * each % 3 for each in range(60)]
    assert swept(store, ahead) == []


def test_a_class_that_played_by_a_clock_of_years_ago_is_not_gone_at_once(store: Store) -> None:
    a_room(store, at=NOW - YEARS)
    assert swept(store, [hour / 24 for hour in range(24 * WATCHED)]) == []
    assert swept(store, [WATCHED]) == [WATCHED]


def test_a_server_that_runs_now_and_then_deletes_on_the_days_that_it_sees(store: Store) -> None:
    a_room(store)
    days = [*range(0, 1000, 30)]
    assert swept(store, days) == [90 + 30 * WATCHED]


def test_a_class_that_plays_again_is_kept(store: Store) -> None:
    room = a_room(store)
    assert swept(store, range(KEPT)) == []
    store.append("a", [Addition(room, 1, [LogLine(NOW + (KEPT - 1) * DAY, "Joined", b"{}")])])
    assert swept(store, range(KEPT, 2 * KEPT - 1)) == []
    assert swept(store, range(2 * KEPT - 1, 2 * KEPT + 2)) == [2 * KEPT]


def test_what_is_marked_and_deleted_is_said_once(store: Store) -> None:
    a_room(store)
    a_room(store, "ASDFGHAS", at=NOW + 10 * DAY)
    told = [store.sweep(NOW + day * DAY, KEPT) for day in range(KEPT + 2)]
    assert [each.marked for each in told if each.marked] == [["QWERTYQW"]]
    assert [each.gone for each in told if each.gone] == [["QWERTYQW"]]
    assert there(store) == ["ASDFGHAS"]


def test_a_server_with_a_wrong_clock_says_what_it_would_delete_and_then_what_it_deletes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "paydays")
    room = Classes(database=f"sqlite:///{tmp_path}/class.db")
    a_room(room.store)
    for day in range(WATCHED + 1):
        monkeypatch.setattr(classes, "wall_clock", lambda day=day: NOW + YEARS + day * DAY)
        for _ in range(2):
            assert there(room.store) == ["QWERTYQW"]
            room.sweep()
            if day == WATCHED:
                break
    assert there(room.store) == []
    assert [each.count("QWERTYQW") for each in caplog.messages] == [1, 1]
    room.store.close()


def test_a_server_looks_for_old_rooms_when_it_starts(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/class.db")
    a_room(store, at=0)
    today = wall_clock() // DAY
    for day in range(today - WATCHED, today):
        assert not store.sweep(day * DAY, KEPT).gone
    with Server(tmp_path):
        until(lambda: not there(store))
    store.close()
