"""A class whose pages cannot be drawn: its teacher can still save it, end it and delete it."""

import asyncio
from http import HTTPStatus
from pathlib import Path

import pytest

from paydays_widgets import games
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import Way
from tests.classroom.browsers import Browser, teacher
from tests.classroom.lines import Line
from tests.classroom.phones import saved
from tests.classroom.server import Server
from tests.markup import Page

BROKEN = (
    ("tables", "board draw"),
    ("tables", "text phrases"),
    ("tables", "text money"),
    ("poll", "board draw"),
    ("poll", "text explain"),
)


def break_(patch: pytest.MonkeyPatch, module: str, function: str) -> None:
    def broken(*_: object) -> object:
        raise KeyError("a mistake in a game")

    patch.setattr(getattr(games.modules("zock"), module), function, broken)


@pytest.mark.parametrize(("way", "broken"), BROKEN)
def test_what_cannot_be_drawn_can_be_saved_ended_and_deleted(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    way: Way,
    broken: str,
) -> None:
    with Server(tmp_path) as server:
        code = server.open(saved("zock", 2), way, size=2, pace="fast").code
        student = Browser(server).join(code, "Anna")
        server.begin(server.classroom.live.rooms[code])
    break_(monkeypatch, *broken.split())
    caplog.clear()
    with Server(tmp_path) as server:
        desk, student.server = teacher(server, code), server
        desk.ask(f"/class/{code}/teacher")
        assert desk.status == HTTPStatus.OK
        student.ask(f"/class/{code}")
        assert student.status == HTTPStatus.OK
        assert desk.ask(f"/class/{code}/decisions.csv").status == HTTPStatus.OK
        asyncio.run(leave(server, server.classroom.live.rooms[code]))
        assert code not in server.classroom.live.rooms
        assert desk.ask(f"/class/{code}/teacher").status == HTTPStatus.NOT_FOUND
    told = [each.getMessage() for each in caplog.records if each.name == "paydays"]
    assert told
    assert all(code in each for each in told)
    assert len(told) <= 3


async def leave(server: Server, here: Here) -> None:
    """End a class on its teacher's page, and delete it."""
    line = await Line(server, here).connect()

    def shown(key: str) -> bool:
        return key in Page(line.parts["head"]["html"]).keys("")

    assert shown("undrawn")
    assert shown("decisions")
    for opens, verb in (("end", "end"), ("forget", "forget")):
        await line.until(lambda opens=opens: shown(f"open-{opens}"))
        await line.ask(do="open", value=opens)
        await line.until(lambda verb=verb: shown(verb))
        await line.ask(do=verb)
    await line.until(lambda: {"kind": "gone"} in line.heard)
    await line.close()
