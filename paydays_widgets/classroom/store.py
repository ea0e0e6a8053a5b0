"""The log of every room, in a database: what it has taken is there after any crash.

SQLite in a file by default, PostgreSQL by URL. The store knows nothing of games: a room is a
sequence of lines, each with a time, a kind and bytes. Times are milliseconds since 1970, and the
caller's: the store has no clock. It may be used from several threads.

A room lives on one server at a time, which has claimed it and renews the lease. When the lease has
run out, another server on the same database takes the room over, and the first one can append
nothing more. An append also says how many lines it follows, so that two who both believe that a
room is theirs never write one line twice.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, ClassVar, Final

import sqlalchemy as sa
from jupyter_core.paths import jupyter_data_dir
from msgspec import Struct
from sqlalchemy import exc

from paydays_widgets.core.game import Complaint

VERSION: Final = "0001"
"""The newest version of the database, as ``migrations`` has it."""
DAY: Final = 86_400_000
"""A day, in milliseconds."""
WATCHED: Final = 7
"""On how many days, one after the other, a room must be seen to be old before it is deleted."""
_PATIENCE: Final = 2.0
"""How many seconds to wait for a locked or silent database: a page gives up after three."""
_AGAIN: Final = 0.01
"""After how many seconds to try again what SQLite refuses without waiting."""


class Failure(Complaint):
    """The operation failed and nothing was written: a sentence for the teacher."""

    why: ClassVar[Complaint]

    def __init__(self) -> None:
        super().__init__(self.why.sentence)


class Full(Failure):
    """There is no space left, or none for this user."""

    why = Complaint(
        "Nothing more can be saved: the server’s disk is full, or cannot be written. Make room "
        "on it, then try again."
    )


class Busy(Failure):
    """Another program has locked the database, and kept it locked."""

    why = Complaint("Another program keeps the class’s database busy. Try again in a moment.")


class Gone(Failure):
    """The database cannot be reached, read or written."""

    why = Complaint(
        "The class’s database cannot be reached. Try again in a moment; if that does not "
        "help, ask the person who looks after the server."
    )


class Lost(Failure):
    """The room is another server's now, or there is no such room any more."""

    why = Complaint("This class has moved to another server. Load the page again.")


class Behind(Failure):
    """The room has more lines, or fewer, than the caller expected."""

    why = Complaint("Something else was saved first. Try again.")


class Damaged(Failure):
    """What the store has of the room is no log: it is left as it is."""

    why = Complaint(
        "This class cannot be opened: its saved log is damaged. Nothing in it has been changed, "
        "and other classes go on. Tell the person who runs the server."
    )


class CodeTaken(Failure):
    """A room has this code."""

    why = Complaint("Another class has this code.")


class Unknown(Failure):
    """The database is of a version that is not known here."""

    why = Complaint(
        "The class’s database was made by a newer version of paydays_widgets, or by another "
        "program. Install the newest version, or choose another database."
    )


class Unusable(Failure):
    """The URL is none, or the extra for its database is not installed."""

    why = Complaint(
        "This address of a database cannot be used. For PostgreSQL it is "
        "postgresql://user@host/name, and paydays_widgets[postgres] has to be installed."
    )


class LogLine(Struct, frozen=True):
    """A line of a room's log.

    Parameters
    ----------
    at
        When it happened, in milliseconds since 1970.
    """

    at: int
    kind: str
    data: bytes


class Addition(Struct, frozen=True):
    """Lines to append to a room.

    Parameters
    ----------
    after
        How many lines the room has.
    ended
        Whether the room has ended with the last line; it may be opened again by another.
    """

    room: int
    after: int
    lines: Sequence[LogLine]
    ended: bool = False


class Listing(Struct, frozen=True):
    """What the store knows of a room besides its lines.

    Parameters
    ----------
    id
        Its number; never given to another room.
    code
        The code by which a class joins.
    opened, last, ended
        When it was opened, when its last line was written, and when it ended, if it has.
    server, until
        The server on which it lives, and until when; None if it lives on none.
    """

    id: int
    code: str
    opened: int
    last: int
    ended: int | None
    length: int
    server: str | None
    until: int | None


class Swept(Struct, frozen=True):
    """The codes of rooms that were found to be old for the first time, and of those deleted."""

    marked: list[str]
    gone: list[str]


TABLES: Final = sa.MetaData()
_ROOMS: Final = sa.Table(
    "rooms",
    TABLES,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.Text, nullable=False, unique=True),
    sa.Column("opened", sa.BigInteger, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("server", sa.Text),
    sa.Column("until", sa.BigInteger),
    sa.Column("old_days", sa.Integer, nullable=False, server_default="0"),
    sa.Column("old_on", sa.Integer),
    sqlite_autoincrement=True,  # the number of a forgotten room stays unused
)
_ENTRIES: Final = sa.Table(
    "entries",
    TABLES,
    sa.Column("room", sa.ForeignKey(_ROOMS.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
_VERSION: Final = sa.table("alembic_version", sa.column("version_num", sa.Text))
_LISTING: Final = sa.select(*(_ROOMS.c[name] for name in Listing.__struct_fields__))
_LINES: Final = sa.select(*(_ENTRIES.c[name] for name in LogLine.__struct_fields__)).order_by(
    _ENTRIES.c.n
)
_OVER: Final = sa.bindparam("over", type_=sa.BigInteger)
_GROW: Final = (
    sa.update(_ROOMS)
    .where(
        _ROOMS.c.id == sa.bindparam("room"),
        _ROOMS.c.server == sa.bindparam("mine"),
        _ROOMS.c.length == sa.bindparam("after"),
    )
    .values(
        length=sa.bindparam("grown"),
        last=sa.bindparam("at"),
        ended=sa.case((_OVER.is_not(None), sa.func.coalesce(_ROOMS.c.ended, _OVER))),
    )
)
_OPEN: Final = sa.insert(_ROOMS).returning(_ROOMS.c.id)
_WRITE: Final = sa.insert(_ENTRIES)


def usual() -> str:
    """Return the URL of this user's own file, where classes are kept unless told otherwise."""
    return f"sqlite:///{Path(jupyter_data_dir(), 'paydays', 'class.db')}"


class Store:
    """The rooms of a database. It is made, or brought to the newest version, when it is opened.

    Parameters
    ----------
    url
        Where the database is, as SQLAlchemy writes it: ``sqlite:///class.db`` or
        ``postgresql://user@host/name``.
    patience
        How many seconds to wait for a locked or silent database.

    Raises
    ------
    Unusable
        If the URL is none, or names a database whose extra is not installed.
    Unknown
        If the database is of a newer version, or another program's.
    Failure
        If the database cannot be opened.
    Complaint
        If its file cannot be made.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> store = Store(f"sqlite:///{folder.name}/class.db")
    >>> log = [LogLine(0, "Opened", b"{}")]
    >>> room = store.open_room("QWERTY", log, "here", now=0, lease=10_000)
    >>> store.append("here", [Addition(room, 1, [LogLine(7, "Joined", b"{}")])])
    >>> [line.kind for line in store.load(room)]
    ['Opened', 'Joined']
    >>> store.close(); folder.cleanup()
    """

    def __init__(self, url: str, patience: float = _PATIENCE) -> None:
        try:
            self._engine = _engine(sa.make_url(url), patience)
        except (exc.ArgumentError, ModuleNotFoundError) as error:
            raise Unusable from error
        self._writing = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        try:
            self._upgrade()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connections; the next call opens new ones."""
        self._engine.dispose()

    def open_room(
        self, code: str, lines: Sequence[LogLine], server: str, *, now: int, lease: int
    ) -> int:
        """Open a room on a server, and write its first lines.

        Returns
        -------
        int
            The room's id.

        Raises
        ------
        CodeTaken
            If a room has this code.
        """
        row = {
            "code": code,
            "opened": now,
            "last": now,
            "length": len(lines),
            "server": server,
            "until": now + lease,
        }
        with self._write() as connection:
            try:
                room: int = connection.execute(_OPEN, row).scalar_one()
            except exc.IntegrityError as error:
                raise CodeTaken from error
            connection.execute(_WRITE, _rows(room, 0, lines))
        return room

    def append(self, server: str, batch: Sequence[Addition]) -> None:
        """Write lines of several rooms at once: all of them, or none.

        Raises
        ------
        Lost
            If a room is not this server's.
        Behind
            If a room does not have as many lines as said.
        """
        batch = sorted(batch, key=lambda each: each.room)  # two servers never wait for each other
        with self._write() as connection:
            missed = [each.room for each in batch if not _grown(connection, server, each)]
            if missed:
                mine = sa.and_(_ROOMS.c.id.in_(missed), _ROOMS.c.server == server)
                held = _ids(connection, sa.select(_ROOMS.c.id).where(mine))
                raise Behind if held.issuperset(missed) else Lost
            rows = [row for each in batch for row in _rows(each.room, each.after, each.lines)]
            if rows:
                connection.execute(_WRITE, rows)

    def load(self, room: int) -> list[LogLine]:
        """Read all lines of a room; none if there is no such room."""
        with self._read() as connection:
            found = connection.execute(_LINES.where(_ENTRIES.c.room == room))
            return [LogLine(*row) for row in found]

    def find(self, code: str) -> Listing | None:
        """Find the room with a code; None if there is none."""
        with self._read() as connection:
            row = connection.execute(_LISTING.where(_ROOMS.c.code == code)).one_or_none()
            return None if row is None else Listing(*row)

    def rooms(self) -> list[Listing]:
        """List all rooms, in the order in which they were opened."""
        with self._read() as connection:
            return [Listing(*row) for row in connection.execute(_LISTING.order_by(_ROOMS.c.id))]

    def claim(self, room: int, server: str, *, now: int, lease: int) -> bool:
        """Take a room to a server, if it lives on none, on this one, or its lease has run out.

        Returns
        -------
        bool
            Whether it is this server's now.
        """
        free = sa.or_(_ROOMS.c.server.is_(None), _ROOMS.c.server == server, _ROOMS.c.until < now)
        change = sa.update(_ROOMS).where(_ROOMS.c.id == room, free)
        with self._write() as connection:
            return bool(
                connection.execute(change.values(server=server, until=now + lease)).rowcount
            )

    def renew(self, server: str, *, now: int, lease: int) -> frozenset[int]:
        """Renew the lease of every room of a server.

        Returns
        -------
        frozenset[int]
            The rooms that are the server's; whichever it misses has been taken over, or deleted.
        """
        here = _ROOMS.c.server == server
        with self._write() as connection:
            connection.execute(sa.update(_ROOMS).where(here).values(until=now + lease))
            return _ids(connection, sa.select(_ROOMS.c.id).where(here))

    def release(self, server: str, room: int | None = None) -> None:
        """Let another server have a room of a server at once, or all of them."""
        here = _ROOMS.c.server == server
        which = here if room is None else sa.and_(here, _ROOMS.c.id == room)
        with self._write() as connection:
            connection.execute(sa.update(_ROOMS).where(which).values(server=None, until=None))

    def forget(self, room: int) -> None:
        """Delete a room and all that happened in it. The server it lives on has lost it."""
        self._delete(_ROOMS.c.id == room)

    def expire(self, before: int) -> frozenset[int]:
        """Delete the rooms in which nothing has happened since a time.

        Returns
        -------
        frozenset[int]
            Those that were deleted.
        """
        return frozenset(self._expire(_ROOMS.c.last < before))

    def sweep(self, now: int, days: int) -> Swept:
        """Delete the rooms in which nothing has happened for some days.

        A clock can be wrong for a while. So a room goes only after it has been seen to be old on
        more than :data:`WATCHED` days: they are counted in the database, and from the start if it
        is seen not to be, or if the clock has been put back.
        """
        watched, today = min(WATCHED, days), now // DAY
        old = _ROOMS.c.last < now - (days - watched) * DAY
        counted, on = _ROOMS.c.old_days, _ROOMS.c.old_on
        change = sa.update(_ROOMS)
        with self._write() as connection:
            connection.execute(change.where(~old, counted > 0).values(old_days=0))
            marked = connection.scalars(sa.select(_ROOMS.c.code).where(old, counted == 0)).all()
            again = sa.case((sa.and_(counted > 0, on < today), counted + 1), else_=1)
            connection.execute(
                change.where(old, sa.or_(counted == 0, on != today)).values(
                    old_days=again, old_on=today
                )
            )
        due = sa.and_(_ROOMS.c.last < now - days * DAY, counted > watched)
        return Swept([*marked], [*self._expire(due).values()])

    def _expire(self, which: sa.ColumnElement[bool]) -> dict[int, str]:
        """Delete rooms one after the other: classes that play meanwhile wait for none for long."""
        with self._read() as connection:
            rooms = connection.execute(sa.select(_ROOMS.c.id, _ROOMS.c.code).where(which)).all()
        return {
            room: code for room, code in rooms if self._delete(sa.and_(_ROOMS.c.id == room, which))
        }

    def _delete(self, which: sa.ColumnElement[bool]) -> frozenset[int]:
        with self._write() as connection:
            rooms = _ids(connection, sa.select(_ROOMS.c.id).where(which))
            connection.execute(sa.delete(_ROOMS).where(_ROOMS.c.id.in_(rooms)))
        if rooms and self._engine.dialect.name == "sqlite":
            with _told(), closing(self._engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")  # in no file is it now
        return rooms

    def _upgrade(self) -> None:
        with self._read() as connection:
            if _version(connection) == VERSION:
                return
        from paydays_widgets.classroom import migrations

        versions = migrations.read()
        with self._write() as connection:
            if connection.dialect.name == "postgresql":  # servers that start at once take turns
                for name in _LIMITS:
                    connection.exec_driver_sql(f"SET LOCAL {name} = '5min'")
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
            if _version(connection) not in {
                None,
                *(each.revision for each in versions.walk_revisions()),
            }:
                raise Unknown
            migrations.upgrade(connection, versions)

    @contextmanager
    def _write(self) -> Iterator[sa.Connection]:
        """Open a transaction that writes; its errors become sentences."""
        with _told(), self._writing.begin() as connection:
            yield connection

    @contextmanager
    def _read(self) -> Iterator[sa.Connection]:
        """Open a transaction that reads, and waits for nobody who writes."""
        with _told(), self._engine.begin() as connection:
            yield connection


def _engine(url: sa.URL, patience: float) -> sa.Engine:
    """Make the engine: connections wait no longer than this, and lose nothing they wrote."""
    if url.get_backend_name() == "sqlite":
        if url.database:
            _private(Path(url.database))
        engine = sa.create_engine(url, connect_args={"timeout": patience}, pool_timeout=patience)
        sa.event.listen(engine, "connect", partial(_set_up, patience=patience))
        sa.event.listen(engine, "begin", _begin)
        return engine
    limit = int(1000 * patience)
    settings = {
        **dict.fromkeys(_LIMITS, limit),
        "idle_in_transaction_session_timeout": _STILL * limit,
        "synchronous_commit": "on",
    }
    written = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return sa.create_engine(
        url,
        connect_args={
            "connect_timeout": max(2, round(patience)),
            "tcp_user_timeout": 2 * limit,
            "options": f"{url.query.get('options', '')} {written}".strip(),
        },
        pool_timeout=patience,
        pool_pre_ping=True,  # the database may have been restarted since
    )


def _private(file: Path) -> None:
    """Make the file for this user alone: it holds names of students."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, mode=0o600))
    except OSError as error:
        raise Complaint(
            "Classes cannot be saved in {file} ({why}): choose another place with --class-store, "
            "or another folder with JUPYTER_DATA_DIR.",
            file=str(file),
            why=error.strerror,
        ) from error


def _set_up(connection: sqlite3.Connection, _: object, *, patience: float) -> None:
    """Set up a connection to a file: see https://sqlite.org/pragma.html."""
    connection.isolation_level = None  # transactions begin where we say so
    _write_ahead(connection, monotonic() + patience)
    for name, value in (
        ("synchronous", "FULL"),  # what is committed survives a power cut
        ("fullfsync", "ON"),  # on macOS too
        ("foreign_keys", "ON"),
        ("secure_delete", "ON"),  # what is deleted is overwritten
    ):
        connection.execute(f"PRAGMA {name} = {value}")


def _write_ahead(connection: sqlite3.Connection, until: float) -> None:
    """Let readers wait for nobody; SQLite refuses at once while another connection sets this."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_AGAIN)
        else:
            return


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _version(connection: sa.Connection) -> str | None:
    """Read the version of a database; None if there is none yet."""
    if not sa.inspect(connection).has_table(_VERSION.name):
        return None
    version: str | None = connection.scalar(sa.select(_VERSION.c.version_num))
    return version


def _rows(room: int, after: int, lines: Sequence[LogLine]) -> list[dict[str, Any]]:
    return [
        {"room": room, "n": n, "at": line.at, "kind": line.kind, "data": line.data}
        for n, line in enumerate(lines, after + 1)
    ]


def _grown(connection: sa.Connection, server: str, addition: Addition) -> bool:
    """Count the lines to come, if the room is the server's and as long as it believes."""
    at = addition.lines[-1].at
    found = connection.execute(
        _GROW,
        {
            "room": addition.room,
            "mine": server,
            "after": addition.after,
            "grown": addition.after + len(addition.lines),
            "at": at,
            "over": at if addition.ended else None,
        },
    )
    return bool(found.rowcount)


def _ids(connection: sa.Connection, query: sa.Select[tuple[int]]) -> frozenset[int]:
    return frozenset(connection.scalars(query))


@contextmanager
def _told() -> Iterator[None]:
    """Turn what a database says into a sentence for the teacher; the cause is for the log."""
    try:
        yield
    except exc.TimeoutError as error:  # all connections are in use
        raise Busy from error
    except exc.DBAPIError as error:
        raise _failure(error) from error


def _failure(error: exc.DBAPIError) -> type[Failure]:
    """Say what kind of failure it is."""
    cause: Any = error.orig
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "")
        return next((kind for start, kind in _SQLITE.items() if name.startswith(start)), Gone)
    state = getattr(cause, "sqlstate", None) or ""
    return next((kind for start, kind in _POSTGRESQL.items() if state.startswith(start)), Gone)


_SQLITE: Final = {
    "SQLITE_FULL": Full,
    "SQLITE_IOERR_WRITE": Full,  # a quota, or a limit to what a file may hold
    "SQLITE_IOERR_SHMSIZE": Full,
    "SQLITE_BUSY": Busy,
    "SQLITE_LOCKED": Busy,
}
"""What an error of SQLite means, by how its name begins."""
_POSTGRESQL: Final = {
    "53100": Full,
    "53300": Busy,  # too many connections
    "55P03": Busy,  # waited for a lock
    "57014": Busy,  # waited for an answer
    "40": Busy,  # had to give way
}
"""What an error of PostgreSQL means, by how its state begins."""
_LIMITS: Final = "lock_timeout", "statement_timeout"
"""How PostgreSQL calls what may take no longer than the patience."""
_STILL: Final = 5
"""After how many times the patience a server that stands still loses its transaction."""
_LOCK: Final = 0x7061_7964_6179
"""The lock under which PostgreSQL's database is upgraded: “payday” in ASCII."""
