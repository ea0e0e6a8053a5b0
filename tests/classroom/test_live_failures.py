"""A class whose database fails, or whose server is killed: what a phone saw accepted is there."""

import asyncio
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from paydays_widgets.classroom import entries, wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import Decided
from paydays_widgets.classroom.live import Live
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.store import Addition, Busy, Full, Gone, LogLine, Lost, Store
from paydays_widgets.classroom.web.joining import joining
from paydays_widgets.core.game import Complaint
from tests.classroom.phones import Hall, Phone, saved
from tests.classroom.postgres import Postgres

PROGRAM = Path(__file__).with_name("killed_class.py")


async def a_class(hall: Hall) -> list[Phone]:
    """Two tables of two; everybody is asked for something sooner or later."""
    here = await hall.open(saved("zock", 2), size=2)
    phones = [await hall.join(here, name) for name in ("Anna", "Ben", "Cara", "Dan")]
    await hall.begin(here)
    await hall.until(lambda: bool(asked(phones)))
    return phones


def asked(phones: Sequence[Phone]) -> list[Phone]:
    return [phone for phone in phones if phone.page["call"]]


def decided(hall: Hall, here: Here) -> list[tuple[int | None, str]]:
    """Read the log as a new server would, and give who decided what."""
    log = [(entries.read(line.data), line.at) for line in hall.store.load(here.id)]
    assert Room(log).entries == here.room.entries == here.written
    return [(each.person, each.move) for each, _ in log if isinstance(each, Decided)]


async def goes_on(hall: Hall, phone: Phone, before: list[tuple[int | None, str]]) -> None:
    """See that nothing is lost, and that the decision can be made after all, once."""
    assert decided(hall, phone.here) == before
    assert phone.page["call"]
    move = phone.moves[0]
    await phone.play(move)
    assert not phone.said
    assert decided(hall, phone.here) == [*before, (phone.client.person, move)]


async def test_a_locked_database_is_told_and_the_class_goes_on(hall: Hall, tmp_path: Path) -> None:
    hall.store = hall.live.rooms.store = Store(f"sqlite:///{tmp_path}/class.db", patience=0.2)
    phones = await a_class(hall)
    teacher = await hall.teacher(phones[0].here)
    phone = asked(phones)[0]
    before = decided(hall, phone.here)
    with closing(sqlite3.connect(tmp_path / "class.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        await phone.play(phone.moves[0])
        assert str(Busy.why) in phone.said
        assert str(Busy.why) in teacher.html("head").html
        other.rollback()
    await goes_on(hall, phone, before)
    assert str(Busy.why) not in teacher.html("head").html


async def test_a_full_disk_is_told_and_the_class_goes_on(hall: Hall, tmp_path: Path) -> None:
    phones = await a_class(hall)
    teacher = await hall.teacher(phones[0].here)
    phone = asked(phones)[0]
    before = decided(hall, phone.here)
    most = (tmp_path / "class.db-wal").stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        await phone.play(phone.moves[0])
        assert str(Full.why) in phone.said
        assert str(Full.why) in teacher.html("head").html
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    await goes_on(hall, phone, before)


@pytest.mark.thorough
async def test_a_database_that_stops_is_told_and_the_class_goes_on(
    hall: Hall, postgres: Postgres
) -> None:
    hall.store = hall.live.rooms.store = Store(postgres.url("stopped_class"), patience=1)
    phones = await a_class(hall)
    teacher = await hall.teacher(phones[0].here)
    phone = asked(phones)[0]
    before = decided(hall, phone.here)
    postgres.stop()
    try:
        phone.say(move=phone.moves[0], seq=phone.parts["stage"]["seq"])
        await hall.live.round()
    finally:
        postgres.start()
    await hall.later(2_000)
    assert phone.number in phone.got
    assert str(Gone.why) in phone.said
    assert str(Gone.why) in teacher.html("head").html
    await goes_on(hall, phone, before)


async def test_what_was_saved_though_nobody_heard_of_it_counts_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke after the database had committed, before it could say so."""
    phones = await a_class(hall)
    phone = asked(phones)[0]
    before = decided(hall, phone.here)
    append = hall.store.append

    def broken(server: str, batch: Sequence[Addition]) -> None:
        append(server, batch)
        raise Gone

    move, seq = phone.moves[0], phone.parts["stage"]["seq"]
    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", broken)
        await phone.play(move, seq)
    after = [*before, (phone.client.person, move)]
    assert decided(hall, phone.here) == after
    await phone.play(move, seq)
    assert not phone.said
    assert decided(hall, phone.here) == after


async def test_a_room_that_another_server_has_taken_over_is_left_to_it(
    hall: Hall, tmp_path: Path
) -> None:
    phones = await a_class(hall)
    phone = asked(phones)[0]
    before = decided(hall, phone.here)
    hall.now += 60_000  # the computer slept
    other = Hall(tmp_path)
    other.live = Live(other.store, "other", clock=lambda: other.now, wall=lambda: other.now)
    other.now = hall.now
    here = await other.live.rooms.find(phone.here.code)
    assert here is not None
    again = Phone(other, here, phone.client.person, phone.client.screen)
    await other.rounds()
    await phone.play(phone.moves[0])
    assert {"kind": "gone"} in phone.heard
    assert phone.here.code not in hall.live.rooms
    assert decided(other, here) == before
    await goes_on(other, again, before)
    await other.live.stop()
    other.store.close()


async def test_a_class_that_is_deleted_takes_no_other_with_it(hall: Hall) -> None:
    phones = await a_class(hall)
    phone = asked(phones)[0]
    before = decided(hall, phone.here)
    other = await hall.open(saved("zock", 2), size=2)
    hall.store.forget(other.id)  # and this server has not heard of it yet
    move = phone.moves[0]
    phone.say(move=move, seq=phone.parts["stage"]["seq"])
    with pytest.raises(Lost):
        await hall.wish(other, joining("Emma", "digest"))
    assert not phone.said
    assert decided(hall, phone.here) == [*before, (phone.client.person, move)]


async def test_a_class_that_was_let_go_takes_no_wish(hall: Hall) -> None:
    here = await hall.open(saved("zock", 2), size=2)
    hall.live.rooms.let_go(here.code)
    with pytest.raises(Lost):
        await hall.wish(here, joining("Emma", "digest"))
    assert len(hall.store.load(here.id)) == 1


async def test_a_class_whose_beginning_could_not_be_saved_waits_for_another(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await hall.open(saved("zahltag"), size=4, limit=30)
    phones = [await hall.join(here, name) for name in ("Anna", "Ben")]

    def broken(server: str, batch: Sequence[Addition]) -> None:
        raise Gone

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", broken)
        with pytest.raises(Gone):
            await hall.begin(here)
    await hall.later(20_000)
    phones.append(await hall.join(here, "Cara"))
    await hall.later(20_000)
    assert here.sound
    await hall.begin(here)
    await hall.until(lambda: bool(asked(phones)))


async def test_while_a_class_is_read_again_no_other_passes_for_saved(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page must not see what the store has refused, in whatever class it is."""
    both = [await hall.open(saved("zock", 2), size=2) for _ in range(2)]
    load, sound = hall.store.load, []

    def broken(server: str, batch: Sequence[Addition]) -> None:
        raise Gone

    def watched(room: int) -> list[LogLine]:
        sound.append([each.sound for each in both])
        return load(room)

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", broken)
        patch.setattr(hall.store, "load", watched)
        tasks = [
            asyncio.create_task(hall.live.wish(each, joining("Emma", "digest"))) for each in both
        ]
        await asyncio.sleep(0)
        await hall.live.round()
        told = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(each) for each in told] == [Gone, Gone]
    assert sound == [[False, False], [True, False]]


async def test_a_mistake_of_ours_loses_nothing_that_was_acknowledged(hall: Hall) -> None:
    def broken(_room: Room, _at: int) -> list[entries.AnyEntry]:
        raise KeyError("a mistake of ours")

    phones = await a_class(hall)
    phone = asked(phones)[0]
    before = decided(hall, phone.here)
    phone.say(move=phone.moves[0], seq=phone.parts["stage"]["seq"])
    with pytest.raises(Complaint) as unsaved:
        await hall.wish(phone.here, broken)
    await hall.later(2_000)
    assert str(unsaved.value) in phone.said
    await goes_on(hall, phone, before)


async def test_a_wish_that_is_refused_leaves_the_others_alone(hall: Hall) -> None:
    phones = await a_class(hall)
    phone = asked(phones)[0]
    before = decided(hall, phone.here)
    move = phone.moves[0]
    phone.say(move=move, seq=phone.parts["stage"]["seq"])
    with pytest.raises(Complaint):
        await hall.wish(phone.here, lambda room, _: [wishes.undo(room, 99)])
    assert not phone.said
    assert decided(hall, phone.here) == [*before, (phone.client.person, move)]


async def test_a_table_that_cannot_go_on_stops_no_other_room(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = await a_class(hall)
    other = await a_class(hall)
    step = hall.live._pacing.step

    def mistaken(here: Here, table: int | None, at: int) -> None:
        if here is phones[0].here:
            raise KeyError("a mistake of ours")
        step(here, table, at)

    monkeypatch.setattr(hall.live._pacing, "step", mistaken)
    phones[0].here.steps[0] = hall.now
    phone = asked(other)[0]
    before = decided(hall, phone.here)
    await goes_on(hall, phone, before)
    assert not phones[0].here.sound


async def test_a_server_stops_at_whatever_moment_it_is_told(hall: Hall) -> None:
    here = await hall.open(saved("zock", 2))
    for n in range(20):
        live = hall.live = Live(hall.store, "here", clock=lambda: hall.now, wall=lambda: hall.now)
        found = await live.rooms.find(here.code)
        assert found is not None
        live.start()
        await live.wish(found, joining(f"S{n}", str(n)))
        for _ in range(n % 4):
            await asyncio.sleep(0)
        await asyncio.wait_for(live.stop(), 10)


@pytest.mark.hosting
@pytest.mark.parametrize("game", ["zahltag", "pay_day", "zock"])
def test_a_class_goes_on_after_its_server_was_killed(tmp_path: Path, game: str) -> None:
    command = [sys.executable, str(PROGRAM), str(tmp_path), game, "20", "7"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert int(done.stdout) > 20
