"""A class whose log holds what is no entry: it is left as it is, and the other classes go on."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.entries import Decided, write
from paydays_widgets.classroom.store import Damaged, Store
from paydays_widgets.core.game import Complaint
from tests.classroom.browsers import Browser, teacher
from tests.classroom.phones import Hall, saved
from tests.classroom.server import Server

WRONG: dict[str, object] = {
    "no JSON": b"\xff\x00",
    "no entry": b'{"type":"Nothing"}',
    "a text": "hello",
    "an entry that cannot come": write(Decided(7, 0, "1 keep", 3)),
    "nothing": None,
}
SAID = {
    "en": "its saved log is damaged",
    "fr": "son journal enregistré est endommagé",
    "de": "Das gespeicherte Protokoll ist beschädigt",
}


def damage(folder: Path, room: int, data: object) -> None:
    """Put something else in the place of a room's second line; or leave it without any."""
    with closing(sqlite3.connect(folder / "class.db")) as store, store:
        if data is None:
            store.execute("DELETE FROM entries WHERE room = ?", (room,))
        else:
            store.execute("UPDATE entries SET data = ? WHERE room = ? AND n = 2", (data, room))


def kept(folder: Path) -> list[Any]:
    with closing(sqlite3.connect(folder / "class.db")) as store:
        rooms = store.execute("SELECT id, code, opened, last, ended, length FROM rooms").fetchall()
        return [*rooms, *store.execute("SELECT * FROM entries ORDER BY room, n")]


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_a_damaged_class_is_said_to_be_and_the_others_are_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, data: object
) -> None:
    with Server(tmp_path) as server:
        whole, broken = server.open(saved()), server.open(saved())
        students = [Browser(server).join(here.code, "Anna") for here in (whole, broken)]
        code = broken.code
    damage(tmp_path, broken.id, data)
    before = kept(tmp_path)
    caplog.clear()
    with Server(tmp_path) as server:
        for student in students:
            student.server = server
        desk = teacher(server, code)
        for page in ("teacher", "decisions.csv", "rounds.csv"):
            for language, said in SAID.items():
                desk.ask(f"/class/{code}/{page}?language={language}")
                assert desk.status == 503
                assert said in desk.text
        students[1].ask(f"/class/{code}")
        assert (students[1].status, SAID["en"] in students[1].text) == (503, True)
        assert Browser(server).ask(f"/join/{code}").status == 503
        assert students[0].ask(f"/class/{whole.code}").status == 200
        Browser(server).join(whole.code, "Ben")
        told = [each for each in caplog.records if each.name == "paydays"]
        assert [each.getMessage() for each in told] == [
            f"What is saved of the class {code} is damaged."
        ]
        assert not server.classroom.store.renew("test", now=0, lease=1) & {broken.id}
    after = [each for each in kept(tmp_path) if each[0] == broken.id]
    assert after == [each for each in before if each[0] == broken.id]


async def test_a_class_that_is_damaged_while_it_plays_says_so_and_plays_on_when_it_is_mended(
    hall: Hall, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = await hall.open(saved()), await hall.open(saved())
    anna, ben = await hall.join(broken, "Anna"), await hall.join(whole, "Ben")
    line = hall.store.load(broken.id)[1].data
    damage(tmp_path, broken.id, b"{}")
    broken.sound = False  # something went wrong there, so it is read again
    for _ in range(5):
        await hall.later(10_000)
        await ben.do("theme", "dark")
    assert ben.got == [1, 2, 3, 4, 5]
    assert anna.heard.count({"kind": "gone"}) == 1
    with pytest.raises(Complaint):
        await hall.wish(broken, lambda _room, _at: ())
    assert isinstance(broken.trouble, Damaged)
    damage(tmp_path, broken.id, line)
    await hall.later(60_000)
    await anna.do("theme", "dark")
    assert broken.sound
    assert anna.page["theme"] == "dark"
    told = [each for each in caplog.records if each.name == "paydays"]
    assert len(told) == 1


async def test_a_store_that_fails_as_none_should_stops_nobody_else(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, other = await hall.open(saved()), await hall.open(saved())
    ben = await hall.join(other, "Ben")

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as failing:
        failing.setattr(Store, "append", broken)
        with pytest.raises(Complaint, match="cannot be reached"):
            await hall.wish(here, lambda room, _: [wishes.join(room, "Anna", "digest")])
        await ben.do("theme", "dark")
        assert ben.got == [1]
    await hall.wish(here, lambda room, _: [wishes.join(room, "Anna", "digest")])
    assert [each.name for each in here.room.people] == ["Anna"]
