"""What is packed once and sent to all."""

import asyncio
import gzip
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from tornado import web
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port

from paydays_widgets.hosting import packing
from paydays_widgets.hosting.packing import Packed

SCRIPT = b"console.log(1);" * 20_000


class Drawn(web.RequestHandler):
    """A page, drawn again for each visitor."""

    def get(self) -> None:
        self.write("<p>a page</p>" * 200)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Packed, "_kept", {})
    (tmp_path / "board.js").write_bytes(SCRIPT)
    return tmp_path


def answers(folder: Path, *requests: tuple[str, dict[str, str]]) -> list[tuple[int, bytes, bytes]]:
    """Ask a server for files; give status, what came and what it is when unpacked."""
    routes: list[Any] = [("/drawn", Drawn), ("/(.*)", web.StaticFileHandler, {"path": folder})]

    async def visit() -> list[tuple[int, bytes, bytes]]:
        listener, port = bind_unused_port()
        server = HTTPServer(web.Application(routes, transforms=[Packed]))
        server.add_socket(listener)
        found = []
        for path, headers in requests:
            found.append(await asyncio.to_thread(ask, port, path, headers))
        server.stop()
        await server.close_all_connections()
        return found

    def ask(port: int, path: str, headers: dict[str, str]) -> tuple[int, bytes, bytes]:
        connection = HTTPConnection("127.0.0.1", port)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        is_packed = answer.getheader("Content-Encoding") == "gzip"
        return answer.status, body, gzip.decompress(body) if is_packed else body

    return asyncio.run(visit())


GZIP = {"Accept-Encoding": "gzip"}


def test_a_file_is_packed_once(folder: Path) -> None:
    ((_, packed, plain),) = answers(folder, ("/board.js", GZIP))
    assert plain == SCRIPT
    assert len(packed) < len(SCRIPT) / 5
    (kept,) = Packed._kept.values()
    assert b"".join(kept) == packed
    kept[:] = [gzip.compress(b"as before"), *[b""] * (len(kept) - 1)]
    assert answers(folder, ("/board.js", GZIP))[0][2] == b"as before"


def test_a_changed_file_is_packed_anew(folder: Path) -> None:
    answers(folder, ("/board.js", GZIP))
    web.StaticFileHandler.reset()
    (folder / "board.js").write_bytes(SCRIPT[:-15])
    assert answers(folder, ("/board.js", GZIP))[0][2] == SCRIPT[:-15]


def test_whoever_cannot_unpack_gets_the_file_as_it_is(folder: Path) -> None:
    packed, plain = answers(folder, ("/board.js", GZIP), ("/board.js", {}))
    assert packed[2] == plain[1] == SCRIPT


def test_a_part_of_a_file_is_that_part(folder: Path) -> None:
    answers(folder, ("/board.js", GZIP))
    status, _, part = answers(folder, ("/board.js", GZIP | {"Range": "bytes=15-29"}))[0]
    assert (status, part) == (206, b"console.log(1);")


def test_a_page_is_packed_and_not_kept(folder: Path) -> None:
    (answer,) = answers(folder, ("/drawn", GZIP))
    assert len(answer[1]) < len(answer[2])
    assert not Packed._kept


def test_no_more_is_kept_than_fits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MOST", 1)
    (folder / "other.js").write_bytes(SCRIPT + b"0")
    found = answers(folder, ("/board.js", GZIP), ("/other.js", GZIP), ("/other.js", GZIP))
    assert [each[2] for each in found] == [SCRIPT, SCRIPT + b"0", SCRIPT + b"0"]
    assert len(Packed._kept) == 1
