"""Lines that do not read, too many of them, and forty that break at once."""

import asyncio
import socket
from pathlib import Path

import pytest

from paydays_widgets.classroom import entries
from paydays_widgets.classroom.entries import Decided
from paydays_widgets.classroom.live import CROWDED, LINES
from paydays_widgets.classroom.rooms import steady
from paydays_widgets.classroom.web.socket import MOST, MOST_UNREAD
from tests.classroom.lines import Line, join
from tests.classroom.phones import saved
from tests.classroom.server import Server
from tests.classroom.test_fifty_classes import at_the_bids

AWAY = 3
"""Seconds for which lines are down."""
FORTY = [f"S{number}" for number in range(40)]


def test_a_line_that_does_not_read_is_closed(tmp_path: Path) -> None:
    with Server(tmp_path) as server, socket.socket() as mute:
        here = server.open(saved())
        join(server, here, "Mute", "Anna")
        mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        mute.connect(("127.0.0.1", server.port))
        asked = (
            f"GET /class/{here.code}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            f"Cookie: paydays-{here.code}=token of Mute",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        mute.sendall("".join(f"{each}\r\n" for each in (*asked, "")).encode())

        async def flood() -> None:
            anna = await Line(server, here, "Anna").connect()
            while 0 not in here.there:
                await asyncio.sleep(0.01)
            client = next(each for each in here.clients if each.person == 0)
            for _ in range(200):
                client.post({"kind": "page", "much": "x" * 100_000})
            while 0 in here.there:
                await asyncio.sleep(0.01)
            await anna.ask(do="theme", value="dark")
            await anna.close()

        server.call(flood())
        got = 0
        mute.settimeout(20)
        while more := mute.recv(1 << 16):
            got += len(more)
        assert MOST_UNREAD < 200 * 100_000
        assert got < 200 * 100_000


def test_a_person_has_so_many_lines_and_the_oldest_makes_way(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        here = server.open(saved())
        join(server, here, "Anna", "Ben")

        async def crowd(name: str) -> None:
            ben = await Line(server, here, "Ben").connect()
            lines = [await Line(server, here, name).connect() for _ in range(LINES + 2)]
            for line in lines[:2]:
                await line.until(lambda line=line: not line.open)
                assert line.line.close_code == CROWDED
                assert line.line.close_reason == "too many pages of one person"
            for line in [ben, *lines[2:]]:
                await line.ask(do="theme", value="dark")
            assert len(here.clients) == LINES + 1
            for line in [ben, *lines[2:]]:
                await line.close()

        for name in ("Anna", ""):
            server.call(crowd(name))


@pytest.mark.parametrize("asked", [True, False])
def test_only_answers_that_were_asked_for_do_not_count(tmp_path: Path, *, asked: bool) -> None:
    with Server(tmp_path) as server:
        here = server.open(saved())
        join(server, here, "Anna")

        async def flood() -> None:
            anna = await Line(server, here, "Anna").connect()
            (client,) = here.clients
            stamp = steady() - 50
            if asked:
                client.tick((), stamp)
            for _ in range(MOST):
                anna.send({"do": "ping"})
            anna.send({"do": "tock", "value": stamp})
            await anna.until(lambda: client.late >= 50 or not anna.open)
            assert anna.open is asked
            if asked:
                anna.send({"do": "ping"})
            await anna.until(lambda: not anna.open)
            assert anna.line.close_reason == "too many messages"

        server.call(flood())


@pytest.mark.thorough
def test_forty_phones_whose_line_breaks_for_three_seconds_come_back(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        here = server.open(at_the_bids(), pace="fast")
        join(server, here, *FORTY)
        server.begin(here)

        async def bid(line: Line, *, surely: bool) -> None:
            """Bid, lose the line, and come back; as a page does, say again what may be lost."""
            await line.until(lambda: bool(line.call))
            letter = line.letter(move=line.moves[-1], seq=line.parts["stage"]["seq"])
            got = {"kind": "got", "to": line.view, "number": 1}
            line.send(letter)
            if surely:
                await line.got(1)
            await line.breaks()
            await asyncio.sleep(AWAY)
            unsure = got not in line.heard
            await line.connect()
            line.send({"do": "reconnected", "from": line.view})
            if unsure:
                line.send(letter)
            resumed = {"kind": "resumed", "to": line.view, "number": 1}
            await line.until(lambda: got in line.heard or resumed in line.heard)

        async def all_bid() -> None:
            lines = [await Line(server, here, name).connect() for name in FORTY]
            await asyncio.gather(
                *(bid(line, surely=number % 2 == 0) for number, line in enumerate(lines))
            )
            assert len(here.there) == len(FORTY)
            for line in lines:
                await line.close()

        server.call(all_bid())
        log = [entries.read(each.data) for each in server.classroom.store.load(here.id)]
        bids = [each.person for each in log if isinstance(each, Decided)]
        assert sorted(person for person in bids if person is not None) == list(range(len(FORTY)))
