"""The store's database from version to version: what was in it stays in it."""

import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from paydays_widgets.classroom import migrations
from paydays_widgets.classroom import store as module
from paydays_widgets.classroom.store import (
    TABLES,
    VERSION,
    Addition,
    Busy,
    Failure,
    LogLine,
    Store,
    Unknown,
)

HERE = Path(__file__).parent
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{last}"

def upgrade():
    op.add_column("rooms", sa.Column("note", sa.Text, server_default="none"))
    op.execute("UPDATE rooms SET note = code")
    {more}
"""


def made_up(monkeypatch: pytest.MonkeyPatch, folder: Path, more: str = "") -> None:
    """Let there be one more version."""
    shutil.copytree(migrations.HERE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "v9999_next.py").write_text(NEXT.format(last=VERSION, more=more), encoding="utf-8")
    monkeypatch.setattr(module, "VERSION", "next")
    monkeypatch.setattr(migrations, "HERE", folder)


def a_room(store: Store) -> int:
    lines = [LogLine(0, "Opened", b"{}"), LogLine(1, "Joined", b"\xff")]
    return store.open_room("QWERTY", lines, "a", now=0, lease=10)


def test_the_versions_lead_to_the_tables_that_are_used(store: Store) -> None:
    assert migrations.read().get_current_head() == VERSION
    with store._engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == VERSION
        assert compare_metadata(context, TABLES) == []


def test_a_new_version_keeps_what_is_there(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = opened()
    room = a_room(before)
    there = before.load(room), before.rooms()
    before.close()
    made_up(monkeypatch, tmp_path / "versions")
    for _ in range(2):
        after = opened()
        assert (after.load(room), after.rooms()) == there
        with after._engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT note FROM rooms").scalar() == "QWERTY"
    after.append("a", [Addition(room, 2, [LogLine(2, "Ended", b"")], ended=True)])


def test_a_newer_database_is_refused_in_words(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as newer:
        made_up(newer, tmp_path / "versions")
        store = opened()
        room = a_room(store)
    with pytest.raises(Unknown, match="Install the newest version, or choose another"):
        opened()
    assert len(store.load(room)) == 2, "it was left alone"


def test_a_new_version_that_fails_leaves_the_old_one(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = opened()
    room = a_room(before)
    before.close()
    with monkeypatch.context() as newer:
        made_up(newer, tmp_path / "versions", 'op.execute("UPDATE nothing SET more = 1")')
        with pytest.raises(Failure):
            opened()
    after = opened()
    assert len(after.load(room)) == 2
    with after._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), TABLES) == []


def test_servers_that_start_at_once_make_one_database(url: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: Store(url), range(6)))
    room = a_room(stores[0])
    assert all(len(store.load(room)) == 2 for store in stores)
    for store in stores:
        store.close()


def test_a_new_file_that_another_program_writes_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "class.db"
    with closing(sqlite3.connect(file, check_same_thread=False)) as writer:
        writer.executescript("BEGIN IMMEDIATE;")
        Timer(0.3, writer.rollback).start()
        store = Store(f"sqlite:///{file}")
    room = a_room(store)
    assert len(store.load(room)) == 2
    store.close()


def test_a_new_file_that_another_program_keeps_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "class.db"
    with closing(sqlite3.connect(file)) as writer:
        writer.executescript("BEGIN IMMEDIATE;")
        with pytest.raises(Busy):
            Store(f"sqlite:///{file}", patience=0.1)
