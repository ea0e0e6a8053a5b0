"""The store: a room's lines are there in their order, and one server at a time writes them."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest
import sqlalchemy as sa

from paydays_widgets.classroom.store import (
    Addition,
    Behind,
    CodeTaken,
    Listing,
    LogLine,
    Lost,
    Store,
    Unusable,
)
from tests.classroom.postgres import Postgres

OPENED = LogLine(1000, "Opened", b'{"way":"poll"}')
LEASE = 10_000


def a_room(store: Store, code: str = "QWERTY", server: str = "a", now: int = 1000) -> int:
    return store.open_room(code, [OPENED], server, now=now, lease=LEASE)


def line(n: int) -> LogLine:
    return LogLine(1000 + n, "Decided", b'{"n":%d}' % n)


def test_what_was_appended_is_read_in_its_order(store: Store) -> None:
    room = a_room(store)
    store.append("a", [Addition(room, 1, [line(1), line(2)])])
    store.append("a", [Addition(room, 3, [line(3)])])
    assert store.load(room) == [OPENED, line(1), line(2), line(3)]
    assert store.load(room + 1) == []


def test_any_bytes_are_kept(store: Store) -> None:
    room = a_room(store)
    lines = [
        LogLine(0, "Ω\u202f’", bytes(range(256))),
        LogLine(2**53, "", b""),
        LogLine(-1, "x" * 1000, b"\0" * 1_000_000),
    ]
    store.append("a", [Addition(room, 1, lines)])
    assert store.load(room) == [OPENED, *lines]


def test_an_empty_batch_is_none(store: Store) -> None:
    store.append("a", [])


def test_a_second_store_reads_what_the_first_wrote(opened: Callable[[], Store]) -> None:
    first, second = opened(), opened()
    room = a_room(first)
    first.append("a", [Addition(room, 1, [line(1)])])
    assert second.load(room) == [OPENED, line(1)]
    assert second.rooms() == first.rooms()


def test_a_listing_says_what_is_known_of_a_room(store: Store) -> None:
    room = a_room(store)
    assert store.find("QWERTY") == Listing(
        room, "QWERTY", opened=1000, last=1000, ended=None, length=1, server="a", until=11_000
    )
    store.append("a", [Addition(room, 1, [line(1), line(2)], ended=True)])
    store.release("a")
    assert store.rooms() == [Listing(room, "QWERTY", 1000, 1002, 1002, 3, None, None)]


def test_a_code_is_a_room_s_until_that_is_deleted(store: Store) -> None:
    first = a_room(store)
    store.append("a", [Addition(first, 1, [line(1)], ended=True)])
    with pytest.raises(CodeTaken):
        a_room(store)
    second = a_room(store, "ASDFGH")
    assert [each.id for each in store.rooms()] == [first, second]
    assert store.find("qwerty") is None
    assert store.find("") is None
    store.forget(first)
    third = a_room(store)
    found = store.find("QWERTY")
    assert found is not None
    assert found.id == third


def test_a_room_that_has_ended_may_go_on(store: Store) -> None:
    def ended() -> int | None:
        found = store.find("QWERTY")
        assert found is not None
        return found.ended

    room = a_room(store)
    store.append("a", [Addition(room, 1, [line(1)], ended=True)])
    store.append("a", [Addition(room, 2, [line(2)], ended=True)])
    assert ended() == 1001
    store.append("a", [Addition(room, 3, [line(3)])])
    assert ended() is None
    store.append("a", [Addition(room, 4, [line(4)], ended=True)])
    assert ended() == 1004


def test_of_several_rooms_all_lines_are_written_or_none(store: Store) -> None:
    mine, other = a_room(store), a_room(store, "ASDFGH", "b")
    both = [Addition(mine, 1, [line(1)]), Addition(other, 1, [line(2)])]
    with pytest.raises(Lost):
        store.append("a", both)
    assert store.load(mine) == store.load(other) == [OPENED]
    assert store.claim(other, "a", now=20_000, lease=LEASE)
    store.append("a", both)
    assert store.load(mine) == [OPENED, line(1)]
    assert store.load(other) == [OPENED, line(2)]


@pytest.mark.parametrize("after", [0, 1, 3])
def test_lines_follow_those_that_are_there_or_are_refused(store: Store, after: int) -> None:
    room = a_room(store)
    store.append("a", [Addition(room, 1, [line(1)])])
    with pytest.raises(Behind):
        store.append("a", [Addition(room, after, [line(9)])])
    assert store.load(room) == [OPENED, line(1)]


def test_a_room_lives_on_one_server_until_its_lease_runs_out(opened: Callable[[], Store]) -> None:
    first, second = opened(), opened()
    room = a_room(first)
    assert not second.claim(room, "b", now=11_000, lease=LEASE)
    assert first.claim(room, "a", now=5000, lease=LEASE), "its own server may claim it again"
    assert not second.claim(room, "b", now=11_001, lease=LEASE)
    assert first.renew("a", now=15_000, lease=LEASE) == {room}
    assert second.renew("b", now=15_000, lease=LEASE) == set()
    assert not second.claim(room, "b", now=25_000, lease=LEASE)
    assert second.claim(room, "b", now=25_001, lease=LEASE)
    assert first.renew("a", now=25_002, lease=LEASE) == set()
    assert not first.claim(room, "a", now=25_003, lease=LEASE)
    with pytest.raises(Lost):
        first.append("a", [Addition(room, 1, [line(1)])])
    second.append("b", [Addition(room, 1, [line(2)])])
    assert first.load(room) == [OPENED, line(2)]


def test_a_server_that_stops_lets_another_have_its_rooms(store: Store) -> None:
    one, two, other = a_room(store), a_room(store, "ASDFGH"), a_room(store, "ZXCVBN", "b")
    store.release("a", one)
    assert store.claim(one, "b", now=1001, lease=LEASE)
    assert not store.claim(two, "b", now=1001, lease=LEASE)
    store.release("a")
    assert store.claim(two, "b", now=1001, lease=LEASE)
    assert store.renew("b", now=1002, lease=LEASE) == {one, two, other}
    assert not store.claim(99, "b", now=1002, lease=LEASE)


def test_what_is_forgotten_is_gone(store: Store) -> None:
    first, second = a_room(store), a_room(store, "ASDFGH")
    store.append("a", [Addition(second, 1, [line(1)])])
    store.forget(second)
    store.forget(second)
    assert [each.id for each in store.rooms()] == [first]
    assert store.load(second) == []
    assert store.find("ASDFGH") is None
    with pytest.raises(Lost):
        store.append("a", [Addition(second, 2, [line(2)])])
    assert a_room(store, "ASDFGH") > second, "a number is not given twice"
    with store._engine.begin() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM entries")) == 2


def test_rooms_expire_by_their_last_line(store: Store) -> None:
    old, used, new = a_room(store), a_room(store, "ASDFGH"), a_room(store, "ZXCVBN", now=2000)
    store.append("a", [Addition(used, 1, [line(1000)])])
    assert store.expire(2000) == {old}
    assert store.expire(2000) == set()
    assert [each.id for each in store.rooms()] == [used, new]
    assert store.expire(2001) == {used, new}


def test_one_thread_writes_while_another_reads(store: Store) -> None:
    room = a_room(store)
    failed: list[BaseException] = []

    def write() -> None:
        try:
            for n in range(1, 201, 2):
                store.append("a", [Addition(room, n, [line(n), line(n + 1)])])
        except BaseException as error:
            failed.append(error)
            raise

    writer = threading.Thread(target=write)
    writer.start()
    seen = 1
    while writer.is_alive():
        lines = store.load(room)
        assert lines == [OPENED, *map(line, range(1, len(lines)))]
        assert len(lines) % 2, "a batch is seen as a whole"
        assert len(lines) >= seen
        seen = len(lines)
        assert store.find("QWERTY") is not None
    writer.join()
    assert not failed
    assert len(store.load(room)) == 201


def test_writers_of_several_servers_wait_for_each_other(url: str) -> None:
    stores = [Store(url) for _ in range(3)]
    rooms = [
        [a_room(store, f"{name}{k}", name) for k in range(3)]
        for store, name in zip(stores, "abc", strict=True)
    ]

    def write(k: int) -> None:
        for n in range(1, 31):
            ids = rooms[k][:: (-1) ** n]
            stores[k].append("abc"[k], [Addition(room, n, [line(n)]) for room in ids])

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(write, range(3)))
    for room in chain.from_iterable(rooms):
        assert stores[0].load(room) == [OPENED, *map(line, range(1, 31))]
    for store in stores:
        store.close()


def test_of_two_who_claim_a_room_at_once_one_gets_it(url: str) -> None:
    stores = [Store(url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for k in range(10):
            room = a_room(stores[0], str(k), "gone")
            claims = [
                pool.submit(store.claim, room, name, now=20_000, lease=LEASE)
                for store, name in zip(stores, "abcd", strict=True)
            ]
            assert sum(claim.result() for claim in claims) == 1
    for store in stores:
        store.close()


@pytest.mark.parametrize("address", ["", "class.db", "nothing://here", "mysql+nothing://here/db"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(Unusable):
        Store(address)


def test_a_file_is_kept_so_that_nothing_is_lost(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/class.db", patience=1.5)
    with store._engine.connect() as connection:
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 1500}
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
    assert found == wanted
    store.close()


@pytest.mark.thorough
def test_a_commit_waits_for_the_disk_of_postgresql(postgres: Postgres) -> None:
    store = Store(postgres.url("settings"), patience=1.5)
    with store._engine.connect() as connection:
        wanted = {
            "fsync": "on",
            "synchronous_commit": "on",
            "lock_timeout": "1500ms",
            "idle_in_transaction_session_timeout": "7500ms",
        }
        found = {name: connection.exec_driver_sql(f"SHOW {name}").scalar() for name in wanted}
    assert found == wanted
    store.close()
