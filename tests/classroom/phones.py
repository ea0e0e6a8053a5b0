"""Pages without a browser: they send what a page sends, and keep what they receive."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import json

from paydays_widgets import games
from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import ClassScreen, Client, Here
from paydays_widgets.classroom.entries import Opened, Options, Person, Way
from paydays_widgets.classroom.live import Live
from paydays_widgets.classroom.messages import read
from paydays_widgets.classroom.rooms import MOST
from paydays_widgets.classroom.store import Store
from paydays_widgets.core import record
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.core.text import Language
from tests.markup import Page, part

VIEWS = count(1)
AT_WORK = 89
"""The step of Master Builder's game at which several moves can be made at once."""


def saved(name: str = "zahltag", seats: int = 4, *kinds: str, steps: int = 0) -> str:
    """Save a game that can be opened as a room."""
    modules = games.modules(name)
    players = [
        Player(("Anna", "Ben", "Cara", "Dan")[seat], kinds[seat] if kinds else HUMAN)
        for seat in range(seats)
    ]
    table = Table(modules.engine, players, seed=1, strategies=modules.bots.STRATEGIES)
    for _ in range(steps):
        table.advance()
    return record.dumps(table)


def begun(name: str) -> str:
    """Save a game that can be opened as a room: Master Builder where workers set to work."""
    if name != "master_builder":
        return saved(name)
    return saved(name, 4, *(["price_to_value"] * 4), steps=AT_WORK)


class Phone:
    """A page of a room."""

    def __init__(
        self, hall: "Hall", here: Here, person: Person | None, screen: ClassScreen
    ) -> None:
        self.hall = hall
        self.here = here
        self.heard: list[Mapping[str, Any]] = []
        self.parts: dict[str, Mapping[str, Any]] = {}
        self.page: Mapping[str, Any] = {}
        self.got: list[int] = []
        self.view = f"v{next(VIEWS)}"
        self.number = 0
        self.client = Client(person, screen, self.take)
        hall.live.connect(here, self.client)

    def take(self, message: Mapping[str, Any]) -> None:
        self.heard.append(message)
        match message["kind"]:
            case "page":
                self.page = message
                self.parts.update(message["parts"])
                for name in message["gone"]:
                    del self.parts[name]
            case "news":
                html = self.parts[message["part"]]["html"]
                for key, fresh in message["parts"].items():
                    html = html.replace(part(html, key) or "\0", fresh)
                self.parts[message["part"]] = {**self.parts[message["part"]], "html": html}
            case "got" if message["to"] == self.view:
                self.got.append(message["number"])

    @property
    def bytes(self) -> bytes:
        """Everything that has ever come."""
        return b"\n".join(json.encode(each) for each in self.heard)

    def html(self, part: str) -> Page:
        return Page(self.parts[part]["html"])

    @property
    def told(self) -> str:
        return self.html("head").key("told").said

    @property
    def said(self) -> str:
        found = [each for each in self.html("head").elements if each["data-key"] == "said"]
        return found[0].said if found else ""

    @property
    def moves(self) -> list[str]:
        """The moves that can be made on the picture."""
        return [
            each["data-move"]
            for each in self.html("stage").elements
            if each["data-move"] and each["aria-disabled"] != "true"
        ]

    def say(self, **message: Any) -> None:
        """Send a message, with a number of its own."""
        self.number += 1
        letter = {"from": self.view, "number": self.number, **message}
        self.hall.live.hear(self.here, self.client, read(json.encode(letter)))

    async def do(self, verb: str, value: object = None) -> None:
        self.say(do=verb, value=value)
        await self.hall.rounds()

    async def play(self, move: str, seq: int | None = None) -> None:
        self.say(move=move, seq=self.parts["stage"]["seq"] if seq is None else seq)
        await self.hall.rounds()

    def leave(self) -> None:
        self.hall.live.leave(self.here, self.client)


class Hall:
    """A server without a network, whose clock stands still until it is told to go on."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.now = 1_000_000
        self.store = Store(f"sqlite:///{folder}/class.db")
        self.set_on = 0  # milliseconds, by the teacher who set the clock
        self.live = Live(
            self.store, "here", most, lambda: self.now, lambda: self.now + self.set_on
        )

    async def rounds(self, most: int = 20) -> None:
        """Go on until nothing is left to do at this moment."""
        for _ in range(most):
            await self.live.round()
            await asyncio.sleep(0)
            if self.live.quiet:
                return
        raise AssertionError("it does not come to rest")

    async def later(self, ms: int) -> None:
        self.now += ms
        await self.rounds()

    async def wish(self, here: Here, make: Any) -> None:
        """Have a wish of the teacher's carried out."""
        task = asyncio.create_task(self.live.wish(here, make))
        await asyncio.sleep(0)
        await self.rounds()
        await task

    async def open(
        self, saved: str, way: Way = "tables", language: Language = "en", **options: Any
    ) -> Here:
        first = Opened("", "host", way, language, saved, 0, Options(**options))
        return await self.live.rooms.open(first)

    async def join(self, here: Here, name: str, language: Language = "en") -> Phone:
        person = len(here.room.people)
        await self.wish(here, lambda room, _: [wishes.join(room, name, f"digest of {name}")])
        phone = Phone(self, here, person, ClassScreen(language=language))
        await self.rounds()
        return phone

    async def teacher(self, here: Here) -> Phone:
        phone = Phone(self, here, None, ClassScreen())
        await self.rounds()
        return phone

    async def begin(self, here: Here) -> None:
        await self.wish(here, lambda room, _: [wishes.begin(room, room.present)])

    async def until(self, ready: Callable[[], bool], most: int = 200) -> None:
        """Let the tables go on until something is so."""
        for _ in range(most):
            if ready():
                return
            await self.later(1_000)
        raise AssertionError("it never came to be")


async def closing(hall: Hall, act: Awaitable[None]) -> None:
    """Do something at a hall, and close it."""
    try:
        await act
    finally:
        await hall.live.stop()
        hall.store.close()


def run(act: Callable[[Hall], Awaitable[None]], folder: Path, most: int = MOST) -> None:
    """Do something at a hall of its own."""
    hall = Hall(folder, most)
    asyncio.run(closing(hall, act(hall)))
