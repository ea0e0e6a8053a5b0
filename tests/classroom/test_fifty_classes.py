"""Fifty classes of forty on the real server with its usual file: none of them sees an error."""

import asyncio
import re
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest
from msgspec import json
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, websocket_connect

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import Player, Table
from tests.classroom.test_serving import serving

CLASSES: Final = 50
AT_ONCE: Final = 5
PEOPLE: Final = 40
BIDS: Final = re.compile(r'data-move="(\d bid \d+)"(?! aria-disabled)')


def at_the_bids() -> str:
    """Save a game of Zahltag in which everybody is about to bid."""
    modules = games.modules("zahltag")
    bots = modules.bots.STRATEGIES
    players = [Player(name, next(iter(bots))) for name in ("Anna", "Ben", "Cara", "Dan")]
    table = Table(modules.engine, players, seed=1, strategies=bots)
    while not (isinstance(table.turn, Decide) and table.turn.prompt == "bid"):
        assert table.advance()
    return record.dumps(table)


class Visitor:
    """A browser with its cookies, as far as it is needed."""

    def __init__(self, port: int, web: AsyncHTTPClient) -> None:
        self.host = f"127.0.0.1:{port}"
        self.web = web
        self.cookies: dict[str, str] = {}

    async def ask(self, path: str, **fields: str) -> HTTPResponse:
        """Load a page, or send a form; nothing may go wrong."""
        answer = await self.web.fetch(
            HTTPRequest(
                f"http://{self.host}{path}",
                "POST" if fields else "GET",
                self.headers,
                urlencode(fields) if fields else None,
                follow_redirects=False,
                request_timeout=60,
            ),
            raise_error=False,
        )
        assert answer.code in {HTTPStatus.OK, HTTPStatus.SEE_OTHER}, (path, answer.code)
        for each in answer.headers.get_list("Set-Cookie"):
            name, _, value = each.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    async def form(self, path: str) -> str:
        """Load a form, and return what it carries."""
        found = re.search('name="form" value="([^"]+)"', (await self.ask(path)).body.decode())
        assert found
        return found[1]

    async def line(self, path: str) -> WebSocketClientConnection:
        """Open the line of a page."""
        return await websocket_connect(
            HTTPRequest(f"ws://{self.host}{path}", headers=self.headers)
        )

    @property
    def headers(self) -> dict[str, str]:
        """What the browser says of itself."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}


async def bid(line: WebSocketClientConnection) -> None:
    """Bid when it is asked for, and wait until all bids of the table lie open."""
    accepted, asked = False, 0
    while True:
        data = await line.read_message()
        assert data is not None, "the line was closed"
        message = json.decode(data)
        accepted |= message["kind"] == "got"
        if message["kind"] != "page":
            continue
        assert 'data-key="said"' not in message["parts"].get("head", {"html": ""})["html"]
        stage = message["parts"].get("stage")
        if stage is None:
            continue
        if accepted and stage["seq"] != asked:
            return
        if message["call"] and not asked:
            asked = stage["seq"]
            move = BIDS.findall(stage["html"])[0]
            letter = {"move": move, "seq": asked, "from": "v", "number": 1}
            await line.write_message(json.encode(letter).decode())


async def play(port: int, web: AsyncHTTPClient, saved: str) -> None:
    """Open a class, let it join and bid, and screen at what was kept."""
    teacher = Visitor(port, web)
    form = await teacher.form("/class/new")
    usual = '{"pace":"fast"}'
    opened = await teacher.ask("/class/new", form=form, record=saved, way="tables", options=usual)
    code = opened.headers["Location"].split("/")[-2]
    desk = await teacher.line(f"/class/{code}/socket?as=teacher")

    async def joined(number: int) -> WebSocketClientConnection:
        student = Visitor(port, web)
        form = await student.form(f"/join/{code}")
        await student.ask(f"/class/{code}/join", form=form, name=f"S{number}")
        await student.ask(f"/class/{code}")
        return await student.line(f"/class/{code}/socket")

    lines = await asyncio.gather(*map(joined, range(PEOPLE)))
    await desk.write_message('{"do": "begin", "from": "t", "number": 1}')
    async with asyncio.timeout(120):
        await asyncio.gather(*map(bid, lines))
    file = (await teacher.ask(f"/class/{code}/decisions.csv")).body.decode()
    assert len(file.splitlines()) == 1 + PEOPLE
    for line in (desk, *lines):
        line.close()
        while await line.read_message() is not None:  # until the server has closed it too
            pass


@pytest.mark.hosting
def test_fifty_classes_bid_without_an_error(tmp_path: Path) -> None:
    async def act(port: int) -> None:
        web = AsyncHTTPClient(force_instance=True, max_clients=2 * PEOPLE)
        saved, room = at_the_bids(), asyncio.Semaphore(AT_ONCE)

        async def one() -> None:
            async with room:
                await play(port, web, saved)

        await asyncio.gather(*(one() for _ in range(CLASSES)))
        web.close()

    with serving(tmp_path) as port:
        asyncio.run(act(port))
    assert (tmp_path / "data" / "paydays" / "class.db").is_file()
    assert "Traceback" not in (tmp_path / "log").read_text()
