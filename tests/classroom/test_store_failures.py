"""What goes wrong with a database is told in a sentence, and loses nothing acknowledged."""

import random
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from paydays_widgets.classroom.store import Addition, Busy, Full, Gone, LogLine, Store, Unknown
from paydays_widgets.core.game import Complaint
from tests.classroom.postgres import Postgres

OPENED = LogLine(0, "Opened", b"{}")


def a_room(store: Store) -> int:
    return store.open_room("QWERTY", [OPENED], "a", now=0, lease=10_000)


def line(n: int, size: int = 0) -> LogLine:
    return LogLine(n, "Decided", random.Random(n).randbytes(size))


def filled(store: Store, room: int, size: int) -> list[LogLine]:
    """Append until there is no space; give back what was acknowledged."""
    there = store.load(room)
    for _ in range(10_000):
        wanted = line(len(there), size)
        try:
            store.append("a", [Addition(room, len(there), [wanted])])
        except Full:
            return there
        there.append(wanted)
    raise AssertionError("the disk did not fill")


def goes_on(store: Store, room: int, there: list[LogLine]) -> None:
    """See that all is there that was acknowledged and nothing else, and that more can be."""
    assert store.load(room) == there
    store.append("a", [Addition(room, len(there), [line(len(there), 3000)])])
    assert store.load(room) == [*there, line(len(there), 3000)]


@contextmanager
def locked_sqlite(url: str, _: int) -> Iterator[None]:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def locked_postgresql(url: str, room: int) -> Iterator[None]:
    with psycopg.connect(url) as other:
        other.execute("SELECT * FROM rooms WHERE id = %s FOR UPDATE", (room,))
        yield


@pytest.mark.thorough
def test_a_locked_database_is_told_and_loses_nothing(url: str) -> None:
    store = Store(url, patience=1)
    room = a_room(store)
    locked = locked_sqlite if url.startswith("sqlite") else locked_postgresql
    for _ in range(2):
        there = store.load(room)
        with locked(url, room):
            for _ in range(2):
                with pytest.raises(Busy, match="Another program"):
                    store.append("a", [Addition(room, len(there), [line(9)])])
                assert store.load(room) == there, "who reads waits for nobody"
        goes_on(store, room, there)
    store.close()


def test_a_file_of_somebody_elses_is_told(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna, " * 1000)
    with pytest.raises(Gone):
        Store(f"sqlite:///{tmp_path}/letter.txt")
    assert (tmp_path / "letter.txt").read_text() == "Dear Anna, " * 1000


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (f"{tmp_path}/file/class.db", str(tmp_path)):
        with pytest.raises(Complaint, match="choose another place"):
            Store(f"sqlite:///{place}")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "hub.db")) as other:
        other.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        other.execute("INSERT INTO alembic_version VALUES ('4621fec11365')")
        other.commit()
    with pytest.raises(Unknown, match="newer version of paydays_widgets, or by another program"):
        Store(f"sqlite:///{tmp_path}/hub.db")


def test_the_file_is_for_its_user_alone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/new/class.db")
    a_room(store)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("new/*")}
    assert modes == dict.fromkeys(("class.db", "class.db-shm", "class.db-wal"), 0o600)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    store.close()
    assert [path.name for path in tmp_path.glob("new/*")] == ["class.db"]


def test_a_name_that_was_forgotten_is_in_no_file(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/class.db")
    room = a_room(store)
    for n in range(1, 100):
        store.append("a", [Addition(room, n, [LogLine(0, "Joined", b'{"name":"Zoe Quill"}')])])
    said = b"Zoe Quill"
    assert any(said in path.read_bytes() for path in tmp_path.iterdir())
    store.forget(room)
    assert not any(said in path.read_bytes() for path in tmp_path.iterdir())
    store.close()


Fills = Callable[[], AbstractContextManager[None]]


@contextmanager
def _files_at_their_limit() -> Iterator[None]:
    """Let no file grow further, as a quota does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def _pages() -> Iterator[Fills]:
    """Let SQLite find no space for another page, as on a disk that is full."""
    pages = 2**30

    @contextmanager
    def no_page_left() -> Iterator[None]:
        nonlocal pages
        pages = 40
        yield
        pages = 2**30

    def limited(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    sa.event.listen(sa.Pool, "checkout", limited)
    yield no_page_left
    sa.event.remove(sa.Pool, "checkout", limited)


@pytest.fixture(params=["files", "pages"])
def full(request: pytest.FixtureRequest) -> Iterator[Fills]:
    """A disk that is soon full: for all users, while only some may make a file system."""
    if request.param == "files":
        yield _files_at_their_limit
    else:
        with _pages() as no_page_left:
            yield no_page_left


@pytest.mark.parametrize("size", [0, 3000, 60_000])
def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path, full: Fills, size: int) -> None:
    store = Store(f"sqlite:///{tmp_path}/class.db", patience=0.3)
    room = a_room(store)
    with full():
        there = filled(store, room, size)
        assert store.load(room) == there
        with pytest.raises(Full, match="disk is full"):
            store.append("a", [Addition(room, len(there), [line(9, 200_000)])])
    goes_on(store, room, there)
    store.close()


def test_a_disk_that_was_full_at_the_end_lost_nothing(tmp_path: Path, full: Fills) -> None:
    store = Store(f"sqlite:///{tmp_path}/class.db", patience=0.3)
    room = a_room(store)
    with full():
        there = filled(store, room, 3000)
        store.close()
    store = Store(f"sqlite:///{tmp_path}/class.db", patience=0.3)
    goes_on(store, room, there)
    store.close()


def test_a_store_can_be_read_on_a_disk_that_is_full(tmp_path: Path, full: Fills) -> None:
    store = Store(f"sqlite:///{tmp_path}/class.db", patience=0.3)
    room = a_room(store)
    with full():
        there = filled(store, room, 3000)
        store.close()
        store = Store(f"sqlite:///{tmp_path}/class.db", patience=0.3)
        assert store.load(room) == there
        store.close()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "how",
    [
        signal.SIGINT,
        pytest.param(signal.SIGQUIT, marks=pytest.mark.hosting),  # it recovers for seconds
        pytest.param(signal.SIGKILL, marks=pytest.mark.hosting),
    ],
)
def test_a_server_that_stops_is_told_and_loses_nothing(
    postgres: Postgres, how: signal.Signals
) -> None:
    url = postgres.url(f"stopped_{how.name.lower()}")
    store = Store(url, patience=0.5)
    room = a_room(store)
    there = [OPENED, *map(line, range(1, 20))]
    store.append("a", [Addition(room, 1, there[1:])])
    try:
        postgres.stop(how)
        for _ in range(2):
            with pytest.raises(Gone, match="cannot be reached"):
                store.append("a", [Addition(room, 20, [line(20)])])
            with pytest.raises(Gone):
                store.load(room)
        with pytest.raises(Gone):
            Store(url, patience=0.5)
    finally:
        postgres.start()
    goes_on(store, room, there)
    store.close()


def test_a_full_disk_of_postgresql_is_told_and_loses_nothing(postgres: Postgres) -> None:
    url = postgres.url("filled")
    store = Store(url, patience=2)
    room = a_room(store)
    postgres.say(
        """CREATE FUNCTION filled.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF pg_relation_size('filled.entries') > 100000 THEN RAISE disk_full; END IF;
        RETURN NEW; END $$""",
        "CREATE TRIGGER fills BEFORE INSERT ON filled.entries FOR EACH ROW EXECUTE "
        "FUNCTION filled.full()",
    )
    there = filled(store, room, 3000)
    postgres.say("DROP TRIGGER fills ON filled.entries")
    goes_on(store, room, there)
    store.close()
