"""Classes on `paydays serve`: what an operator is told, and what other machines may open."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from paydays_widgets.classroom import reach
from tests.browser.address import environment, free_port

PAGES = {"/": 200, "/class/new": 200, "/paydays/metrics": 200, "/api/kernels/x": 404}
"""What this machine sees of a few pages."""
GUESTS = {
    "/": 302,
    "/join": 200,
    "/class/static/none": 404,
    "/paydays/health": 200,
    "/paydays/metrics": 403,
    "/voila/render/index.ipynb": 403,
    "/api/kernels/x": 403,
}
"""What other machines see."""


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[int]:
    """Serve a folder, with a user's own files in it; return the port."""
    port = free_port()
    served = ["serve", str(folder), f"--port={port}", "--no-fork", *options]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "paydays_widgets", *served],
            env=environment(folder),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            deadline = time.monotonic() + 60
            while not answers(port):
                assert server.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.1)
            yield port
        finally:
            server.terminate()
            server.wait(20)


def answers(port: int) -> bool:
    with suppress(OSError):
        return status("127.0.0.1", port, "/paydays/health") == 200
    return False


def status(host: str, port: int, path: str) -> int:
    line = HTTPConnection(host, port, timeout=20)
    try:
        line.request("GET", path)
        return line.getresponse().status
    finally:
        line.close()


def test_a_store_that_cannot_be_opened_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = f"--class-store=sqlite:///{tmp_path}/file/class.db"
    served = ["serve", str(tmp_path), f"--port={free_port()}", "--no-fork", store]
    done = subprocess.run(
        [sys.executable, "-m", "paydays_widgets", *served],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode
    assert f"Classes cannot be kept in {tmp_path}/file/class.db" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.hosting
def test_other_machines_reach_classes_and_nothing_else(tmp_path: Path) -> None:
    lan = next(iter(reach.addresses()), None)
    assert lan, "this test needs an address in a network"
    with serving(tmp_path, "--class") as port:
        assert {path: status("127.0.0.1", port, path) for path in PAGES} == PAGES
        assert {path: status(lan, port, path) for path in GUESTS} == GUESTS
    with serving(tmp_path, "--class", "--class-dashboards") as port:
        opened = {path: status(lan, port, path) for path in PAGES}
        assert opened == {**PAGES, "/paydays/metrics": 404}


@pytest.mark.parametrize(
    ("address", "host", "proxied", "guest"),
    [
        ("127.0.0.1", "127.0.0.1:8866", False, False),
        ("::1", "localhost", False, False),
        ("192.168.1.7", "localhost", False, True),
        ("fe80::1", "[::1]", False, True),
        ("127.0.0.1", "localhost", True, True),  # anybody, since the proxy has not been told about
        (None, "localhost", False, True),
        (
            "127.0.0.1",
            "evil.example",
            False,
            True,
        ),  # a site that has taken this address for a while
    ],
)
def test_who_is_a_guest(address: str | None, host: str, proxied: bool, guest: bool) -> None:
    from paydays_widgets.hosting.host import _Guests

    request: Any = SimpleNamespace(remote_ip=address, host=host, headers={})
    assert (_Guests(proxied=proxied).match(request) is not None) == guest
