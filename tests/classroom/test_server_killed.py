"""A class of phones on a real server, which is killed in the middle of a round, twenty times."""

import asyncio
import gc
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from paydays_widgets.classroom import entries
from paydays_widgets.classroom.entries import Decided
from paydays_widgets.classroom.handlers import digest
from paydays_widgets.classroom.hub import Room
from tests.browser.address import free_port
from tests.classroom.phones import Hall, saved
from tests.markup import Page

PROGRAM = Path(__file__).with_name("killed_server.py")
PEOPLE = 7
KILLS = 20


class Phone:
    """A phone that decides as soon as it is asked, and sends again what may have been lost."""

    def __init__(self, port: int, code: str, person: int) -> None:
        self.asked = HTTPRequest(
            f"ws://127.0.0.1:{port}/class/{code}/socket",
            headers={"Cookie": f"paydays-{code}=token {person}".replace(" ", "-")},
            connect_timeout=2,
        )
        self.view = f"view{person}"
        self.luck = random.Random(person)
        self.number = 0
        self.call = 0  # the decision that was sent last
        self.open: dict[str, Any] | None = None  # what is sent, and not acknowledged yet
        self.parts: dict[str, dict[str, Any]] = {}
        self.page: dict[str, Any] = {}
        self.decided: list[str] = []
        self.refused: list[str] = []

    async def live(self) -> None:
        """Keep a line to the server."""
        while True:
            with suppress(OSError, HTTPClientError, WebSocketClosedError):
                line = await websocket_connect(self.asked)
                try:
                    await self.talk(line)
                finally:
                    line.close()
            await asyncio.sleep(0.02)

    async def talk(self, line: WebSocketClientConnection) -> None:
        self.page = {}
        await self.say(line, {"do": "reconnected"})
        while (data := await line.read_message()) is not None:
            message = json.loads(data)
            match message["kind"]:
                case "resumed" if self.open is not None:
                    await self.say(line, self.open)
                case "got" if self.open is not None and message["number"] == self.number:
                    self.decided.append(self.open["move"])
                    self.open = None
                case "page":
                    self.show(message)
            asked = self.page.get("call", 0)
            if asked and asked != self.call and self.open is None:
                stage = self.parts["stage"]
                moves = [
                    each["data-move"]
                    for each in Page(stage["html"]).elements
                    if each["data-move"] and each["aria-disabled"] != "true"
                ]
                self.call = asked
                self.number += 1
                self.open = {
                    "number": self.number,
                    "move": self.luck.choice(moves),
                    "seq": stage["seq"],
                }
                await self.say(line, self.open)

    async def say(self, line: WebSocketClientConnection, message: dict[str, Any]) -> None:
        await line.write_message(json.dumps({"from": self.view, **message}))

    def show(self, message: dict[str, Any]) -> None:
        self.page = message
        self.parts.update(message["parts"])
        found = [
            each.said
            for each in Page(self.parts["head"]["html"]).elements
            if each["data-key"] == "said" and each.said
        ]
        self.refused += found


def opened(folder: Path, game: str) -> tuple[str, int]:
    """Open a room whose students have tokens, and let it begin; give its code and its number."""

    async def act() -> tuple[str, int]:
        hall = Hall(folder)
        hall.now = time.time_ns() // 1_000_000  # or it would be a room of long ago
        here = await hall.open(saved(game), pace="fast")
        for person in range(PEOPLE):
            token = digest(f"token-{person}")
            await hall.wish(here, lambda room, _, k=person, t=token: [room.joins(f"S{k}", t)])
        await hall.begin(here)
        await hall.live.stop()
        hall.store.close()
        return here.code, here.id

    return asyncio.run(act())


@pytest.fixture
def port(tmp_path: Path) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    """The port of a server, and the program that kills it."""
    number = free_port()
    command = [sys.executable, str(PROGRAM), str(tmp_path), str(number)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as program:
        yield number, program
        assert program.stdin
        program.stdin.close()
        assert program.wait(20) == 0


async def plays(phones: Sequence[Phone], program: "subprocess.Popen[str]") -> None:
    """Play until the server has been killed often enough, and nothing is under way any more."""

    async def until(ready: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not ready():  # noqa: ASYNC110 - what the phones see has no event
                await asyncio.sleep(0.01)

    async def more() -> None:
        before = sum(len(phone.decided) for phone in phones)
        await until(lambda: sum(len(phone.decided) for phone in phones) > before)

    moments = random.Random(7)
    async with asyncio.TaskGroup() as group:
        lives = [group.create_task(phone.live()) for phone in phones]
        for _ in range(KILLS):
            await more()
            await asyncio.sleep(moments.random() * 0.3)
            assert program.stdin
            program.stdin.write("\n")
            program.stdin.flush()
        await more()
        await until(lambda: not any(phone.open for phone in phones))
        for each in lives:
            each.cancel()


@pytest.mark.hosting
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
@pytest.mark.parametrize("game", ["zahltag", "zock"])
def test_a_class_goes_on_after_its_server_was_killed(
    tmp_path: Path, game: str, port: tuple[int, "subprocess.Popen[str]"]
) -> None:
    number, program = port
    code, room = opened(tmp_path, game)
    phones = [Phone(number, code, person) for person in range(PEOPLE)]

    asyncio.run(plays(phones, program))
    gc.collect()  # lines that were cut are closed here, where that is no fault
    assert not [phone.refused for phone in phones if phone.refused]
    hall = Hall(tmp_path)
    log = [(entries.read(line.data), line.at) for line in hall.store.load(room)]
    hall.store.close()
    Room(log)
    written: dict[int | None, list[str]] = {}
    for entry, _ in log:
        if isinstance(entry, Decided):
            written.setdefault(entry.person, []).append(entry.move)
    for person, phone in enumerate(phones):
        assert written.get(person, []) == phone.decided, "each decision is there, and none twice"
    assert sum(len(phone.decided) for phone in phones) > KILLS
