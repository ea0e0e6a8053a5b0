"""A class of phones on a real server, which is killed in the middle of a round, twenty times."""

import asyncio
import gc
import json
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from paydays_widgets.classroom import entries, wishes
from paydays_widgets.classroom.entries import Decided, Opened, Options, digest
from paydays_widgets.classroom.live import Live
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.store import Store
from paydays_widgets.classroom.web.joining import joining
from tests.browser.address import free_port
from tests.classroom.phones import begun
from tests.classroom.postgres import Postgres
from tests.markup import Page

PROGRAM = Path(__file__).with_name("killed_server.py")
PEOPLE = 7
KILLS = 20


class Phone:
    """A phone that decides as soon as it is asked, and sends again what may have been lost."""

    def __init__(self, port: int, code: str, person: int) -> None:
        self.code = code
        self.token = f"token-{person}"
        self.go_to(port)
        self.view = f"view{person}"
        self.luck = random.Random(person)
        self.number = 0
        self.call = 0  # the decision that was sent last
        self.open: dict[str, Any] | None = None  # what is sent, and not acknowledged yet
        self.waits = False  # for the page that shows what was acknowledged
        self.parts: dict[str, dict[str, Any]] = {}
        self.page: dict[str, Any] = {}
        self.decided: list[str] = []
        self.refused: list[str] = []

    def go_to(self, port: int) -> None:
        """Take another server when the line is made the next time."""
        self.asked = HTTPRequest(
            f"ws://127.0.0.1:{port}/class/{self.code}/socket",
            headers={"Cookie": f"paydays-{self.code}={self.token}"},
            connect_timeout=2,
        )

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
        self.waits = False
        await self.say(line, {"do": "reconnected"})
        while (data := await line.read_message()) is not None:
            message = json.loads(data)
            match message["kind"]:
                case "resumed" if self.open is not None:
                    await self.say(line, self.open)
                case "got" if self.open is not None and message["number"] == self.number:
                    self.decided += moves_of(self.open)
                    self.open, self.waits = None, True
                case "page":
                    self.show(message)
            asked = self.page.get("call", 0)
            if asked and asked != self.call and not self.open and not self.waits:
                await self.decide(line, asked)

    async def decide(self, line: WebSocketClientConnection, asked: int) -> None:
        """Send a move, or several at once; where a page offers none, pick something up first."""
        stage = self.parts["stage"]
        things = [each for each in Page(stage["html"]).elements if each["aria-disabled"] != "true"]
        several = [each["data-value"] for each in things if each["data-do"] == "moves"]
        moves = [each["data-move"] for each in things if each["data-move"]]
        picks = [each["data-value"] for each in things if each["data-do"] == "pick"]
        if several:
            letter = {"do": "moves", "value": several[0]}
        elif "proposal" in picks or not moves:
            letter = {
                "do": "pick",
                "value": self.luck.choice(sorted({*picks} & {"proposal"}) or picks),
            }
        else:
            letter = {"move": self.luck.choice(moves)}
        if letter.get("do") != "pick":
            self.call = asked
        self.number += 1
        self.open = {"number": self.number, "seq": stage["seq"], **letter}
        await self.say(line, self.open)

    async def say(self, line: WebSocketClientConnection, message: dict[str, Any]) -> None:
        await line.write_message(json.dumps({"from": self.view, **message}))

    def show(self, message: dict[str, Any]) -> None:
        self.page = message
        self.parts.update(message["parts"])
        self.waits &= "stage" not in message["parts"]
        found = [
            each.said
            for each in Page(self.parts["head"]["html"]).elements
            if each["data-key"] == "said" and each.said
        ]
        self.refused += found


def moves_of(letter: dict[str, Any]) -> list[str]:
    """List the moves that a message asks for."""
    several = letter["value"] if letter.get("do") == "moves" else letter.get("move", "")
    return [move for each in several.split(";") if (move := each.strip())]


def opened(database: str, record: str, people: int = PEOPLE, **options: Any) -> tuple[str, int]:
    """Open a room whose students have tokens, and let it begin; give its code and its number."""

    async def act() -> tuple[str, int]:
        store = Store(database)
        live = Live(store)
        live.start()
        first = Opened("", "host", "tables", "en", record, 0, Options(pace="fast", **options))
        here = await live.rooms.open(first)
        for person in range(people):
            token = digest(f"token-{person}")
            await live.wish(here, joining(f"S{person}", token))
        await live.wish(here, lambda room, _: [wishes.begin(room, room.present)])
        await live.stop()
        store.close()
        return here.code, here.id

    return asyncio.run(act())


@contextmanager
def server(database: str, port: int, name: str = "a") -> Iterator["subprocess.Popen[str]"]:
    """Run a server; it is killed and started again for each line that the program is told."""
    command = [sys.executable, str(PROGRAM), database, str(port), name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as program:
        try:
            yield program
        finally:
            assert program.stdin
            program.stdin.close()
            program.wait(20)


def kill(program: "subprocess.Popen[str]") -> None:
    assert program.stdin
    program.stdin.write("\n")
    program.stdin.flush()


async def until(ready: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not ready():
            await asyncio.sleep(0.01)


async def more(phones: Sequence[Phone]) -> None:
    """Wait for another decision."""
    before = sum(len(phone.decided) for phone in phones)
    await until(lambda: sum(len(phone.decided) for phone in phones) > before)


@asynccontextmanager
async def playing(phones: Sequence[Phone]) -> AsyncIterator[None]:
    """Let phones play, until nothing is under way any more."""
    async with asyncio.TaskGroup() as group:
        lives = [group.create_task(phone.live()) for phone in phones]
        yield
        await until(lambda: not any(phone.open for phone in phones))
        for each in lives:
            each.cancel()


def nothing_is_lost(database: str, room: int, phones: Sequence[Phone]) -> None:
    """Compare what phones saw accepted with what is written, decision by decision."""
    gc.collect()  # lines that were cut are closed here, where that is no fault
    assert not [phone.refused for phone in phones if phone.refused]
    store = Store(database)
    log = [(entries.read(line.data), line.at) for line in store.load(room)]
    store.close()
    Room(log)
    written: dict[int | None, list[str]] = {}
    for entry, _ in log:
        if isinstance(entry, Decided):
            written.setdefault(entry.person, []).append(entry.move)
    for person, phone in enumerate(phones):
        assert written.get(person, []) == phone.decided, "each decision is there, and none twice"


@pytest.mark.hosting
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
@pytest.mark.parametrize("game", ["zahltag", "zock", "master_builder"])
def test_a_class_goes_on_after_its_server_was_killed(tmp_path: Path, game: str) -> None:
    database, port = f"sqlite:///{tmp_path}/class.db", free_port()
    code, room = opened(database, begun(game))
    phones = [Phone(port, code, person) for person in range(PEOPLE)]

    async def act() -> None:
        moments = random.Random(7)
        async with playing(phones):
            for _ in range(KILLS):
                await more(phones)
                await asyncio.sleep(moments.random() * 0.3)
                kill(program)
            await more(phones)

    with server(database, port) as program:
        asyncio.run(act())
    nothing_is_lost(database, room, phones)
    assert sum(len(phone.decided) for phone in phones) > KILLS
    if game == "master_builder":
        assert any("assign" in move for phone in phones for move in phone.decided)


@pytest.mark.hosting
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_another_server_takes_a_class_over_when_the_first_is_killed(postgres: Postgres) -> None:
    database = postgres.url("taken_over")
    code, room = opened(database, begun("zahltag"))
    first, second = free_port(), free_port()
    phones = [Phone(first, code, person) for person in range(PEOPLE)]

    async def act() -> None:
        async with playing(phones):
            await more(phones)
            with server(database, second, "b"):
                for phone in phones:
                    phone.go_to(second)  # from their next line on
                one.__exit__(None, None, None)
                await more(phones)
                await more(phones)
                await until(lambda: not any(phone.open for phone in phones))

    one = server(database, first)
    one.__enter__()
    asyncio.run(act())
    nothing_is_lost(database, room, phones)
