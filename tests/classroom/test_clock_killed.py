"""A clock that runs on a real server, which is killed as soon as a press is acknowledged."""

import asyncio
import gc
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec import json
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from paydays_widgets.classroom import entries
from paydays_widgets.classroom.composing import fresh
from paydays_widgets.classroom.entries import Pressed
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.store import Store
from paydays_widgets.classroom.ticking import LATEST
from tests.browser.address import free_port
from tests.classroom.test_server_killed import kill, opened, server, until

PEOPLE = 4
SLOW = 3
"""Whose phone takes so long to answer that each press waits for it."""


class Bidder:
    """A phone that watches a clock, comes back when its line is cut, and can press."""

    def __init__(self, port: int, code: str, person: int) -> None:
        cookie = {"Cookie": f"paydays-{code}=token-{person}"}
        self.asked = HTTPRequest(
            f"ws://127.0.0.1:{port}/class/{code}/socket", headers=cookie, connect_timeout=2
        )
        self.person = person
        self.prices: list[int] = []
        self.answered = self.there = False
        self.number = self.got = 0
        self.line: WebSocketClientConnection

    async def live(self) -> None:
        while True:
            with suppress(OSError, HTTPClientError, WebSocketClosedError):
                self.line = await websocket_connect(self.asked)
                self.there = True
                try:
                    while (data := await self.line.read_message()) is not None:
                        await self.take(json.decode(data))
                finally:
                    self.line.close()
            self.there = False
            await asyncio.sleep(0.02)

    async def take(self, message: dict[str, object]) -> None:
        match message:
            case {"kind": "got", "number": int(number)}:
                self.got = number
            case {"kind": "tick", "clocks": [{"price": int(price)}], "ask": ask, "now": now}:
                self.prices.append(price)
                if ask:
                    await asyncio.sleep(LATEST / 1_000 if self.person == SLOW else 0)
                    await self.line.write_message(json.encode({"do": "tock", "value": now}))
                    self.answered = True

    async def press(self) -> int:
        """Press at the price that is shown, and wait until that is acknowledged."""
        price, self.number = self.prices[-1], self.number + 1
        letter = {"do": "stop", "value": str(price), "from": "view", "number": self.number}
        await self.line.write_message(json.encode(letter))
        await until(lambda: self.got == self.number)
        return price


@pytest.mark.hosting
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_a_press_that_was_acknowledged_outlives_the_server_and_no_price_comes_twice(
    tmp_path: Path,
) -> None:
    database, port = f"sqlite:///{tmp_path}/class.db", free_port()
    code, number = opened(database, fresh("auction_room", preset="english"), PEOPLE)
    bidders = [Bidder(port, code, person) for person in range(PEOPLE)]
    pressed: list[tuple[int, int]] = []

    async def act() -> None:
        async with asyncio.TaskGroup() as group:
            lives = [group.create_task(each.live()) for each in bidders]
            for person in (1, 2):
                await until(lambda: bidders[SLOW].answered and len(bidders[0].prices) > 3)
                pressed.append((person, await bidders[person].press()))
                kill(program)
                await until(lambda: not any(each.there for each in bidders))
                seen = [each.prices[-1] for each in bidders]
                for each in bidders:
                    each.prices, each.answered = [], False
                await until(lambda: all(len(each.prices) > 3 for each in bidders[::SLOW]))
                for each, last in zip(bidders, seen, strict=True):
                    assert min(each.prices, default=last) >= last
                    assert each.prices == sorted(each.prices)
            for life in lives:
                life.cancel()

    with server(database, port) as program:
        asyncio.run(act())
    gc.collect()  # lines that were cut are closed here, where that is no fault
    store = Store(database)
    log = [(entries.read(line.data), line.at) for line in store.load(number)]
    store.close()
    taken = [(each.person, each.price) for each, _ in log if isinstance(each, Pressed)]
    assert taken == pressed
    made = [(each.person, str(each.move)) for each in Room(log).sittings[0].decisions]
    assert made == [(person, f"{person + 1} stop {price}") for person, price in pressed]
