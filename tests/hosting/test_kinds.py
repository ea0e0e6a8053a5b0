"""What files are called to browsers, on a computer whose registry calls all of them plain text."""

import asyncio
import mimetypes
from collections.abc import Iterator
from pathlib import Path

import pytest
from tornado import netutil, web
from tornado.httpclient import AsyncHTTPClient

from paydays_widgets.hosting.host import Host
from paydays_widgets.hosting.listener import Listener

KINDS = {
    "js": "text/javascript",
    "mjs": "text/javascript",
    "wasm": "application/wasm",
    "json": "application/json",
    "css": "text/css",
    "svg": "image/svg+xml",
}
"""By what name a browser takes them; it takes a module by no other."""


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have Windows call all of them plain text, as other programs leave it there."""

    def read(known: mimetypes.MimeTypes) -> None:
        for each in KINDS:
            known.add_type("text/plain", f".{each}")

    with monkeypatch.context() as patch:
        patch.setattr(mimetypes, "knownfiles", [])  # Windows has none
        patch.setattr(mimetypes.MimeTypes, "read_windows_registry", read)
        mimetypes.init()
        yield
    mimetypes.init()


@pytest.mark.usefixtures("registry")
def test_a_server_calls_scripts_what_browsers_take_whatever_the_registry_says(
    tmp_path: Path,
) -> None:
    for each in KINDS:
        (tmp_path / f"file.{each}").write_text("{}")
    assert asyncio.run(served(tmp_path)) == dict.fromkeys(KINDS, "text/plain")
    Host()
    assert asyncio.run(served(tmp_path)) == KINDS


async def served(folder: Path) -> dict[str, str]:
    """Serve a folder as pages' files are served, and return what each is called."""
    files = web.Application([("/(.*)", web.StaticFileHandler, {"path": str(folder)})])
    server = Listener(files)
    sockets = netutil.bind_sockets(0, "127.0.0.1")
    server.add_sockets(sockets)
    at = f"http://127.0.0.1:{sockets[0].getsockname()[1]}"
    try:
        return {
            each: (await AsyncHTTPClient().fetch(f"{at}/file.{each}")).headers["Content-Type"]
            for each in KINDS
        }
    finally:
        server.stop()
        await server.close_all_connections()
