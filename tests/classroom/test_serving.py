"""Classes on `paydays serve`: what an operator is told, and what other machines may open."""

import asyncio
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
from paydays_widgets.classroom.entries import Assigned, digest
from paydays_widgets.classroom.homework import Homework
from paydays_widgets.classroom.live import Live
from paydays_widgets.classroom.store import Store
from paydays_widgets.classroom.web.joining import joining
from paydays_widgets.core.text import Words
from tests.browser.address import environment, free_port
from tests.browser.notebook import write
from tests.panels.tables import until

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
            prefix = next((each.partition("=")[2] for each in options if "prefix" in each), "/")
            while not answers(port, prefix):
                assert server.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.1)
            yield port
        finally:
            server.terminate()
            server.wait(20)


def answers(port: int, prefix: str) -> bool:
    with suppress(OSError):
        return status("127.0.0.1", port, f"{prefix}paydays/health") == 200
    return False


def status(host: str, port: int, path: str) -> int:
    line = HTTPConnection(host, port, timeout=20)
    try:
        line.request("GET", path)
        return line.getresponse().status
    finally:
        line.close()


@pytest.mark.thorough
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
    assert f"Classes cannot be saved in {tmp_path}/file/class.db" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.hosting
def test_other_machines_reach_classes_and_nothing_else(tmp_path: Path) -> None:
    assert reach.networks(), "this test needs an address in a network"
    lan = reach.networks()[0].address
    with serving(tmp_path, "--class") as port:
        assert {path: status("127.0.0.1", port, path) for path in PAGES} == PAGES
        assert {path: status(lan, port, path) for path in GUESTS} == GUESTS
    with serving(tmp_path, "--class", "--class-dashboards") as port:
        opened = {path: status(lan, port, path) for path in PAGES}
        assert opened == {**PAGES, "/paydays/metrics": 404}


@pytest.mark.hosting
@pytest.mark.parametrize("everywhere", [True, False])
def test_a_class_opens_the_teachers_page_and_names_the_phones_door(
    everywhere: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reach.networks(), "this test needs an address in a network"
    lan = reach.networks()[0].address
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{tmp_path}/opened\n')
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(browser))
    options = ["--class", "--browser", "--prefix=/games/"]
    with serving(tmp_path, *options, *([] if everywhere else [f"--address={lan}"])) as port:
        own = f"http://127.0.0.1:{port}/games/"
        until((tmp_path / "opened").is_file)
        assert (tmp_path / "opened").read_text() == f"{own}\n"
        told = (tmp_path / "log").read_text()
        assert f"pages are at {own}\n" in told
        assert f"http://{lan}:{port}/games/join\n" in told
        for path, own_status, guests in (("", 200, 302), ("class/new", 200, 200)):
            assert status("127.0.0.1", port, f"/games/{path}") == own_status
            assert status(lan, port, f"/games/{path}") == guests


@pytest.mark.hosting
def test_a_student_with_homework_reaches_its_lesson_after_a_restart_too(tmp_path: Path) -> None:
    assert reach.networks(), "this test needs an address in a network"
    lan = reach.networks()[0].address
    lesson = tmp_path / "lessons" / "one.ipynb"
    write(lesson, "1 + 1")
    with serving(tmp_path, "--class", f"--class-store=sqlite:///{tmp_path}/class.db") as port:
        code, seed = given(f"sqlite:///{tmp_path}/class.db")
        seat = f"paydays-{code}=token"
        pupil = f"paydays-pupil-{code}={digest('token')}"
        page = f"/voila/render/lessons/one.ipynb?homework={code}&seed={seed}"
        own = f"/class/{code}"
        # the server has been started since Anna joined, so the homework is not in its memory
        assert asked(lan, port, page, pupil) == (302, own)
        assert asked(lan, port, own, seat) == (303, page)
        assert asked(lan, port, page, pupil)[0] == 200
        assert asked(lan, port, page, seat) == (302, own)  # a seat is known on its own page
        assert asked(lan, port, page, f"paydays-pupil-{code}=token") == (302, own)
        assert asked(lan, port, "/voila/render/lessons/one.ipynb", "")[0] == 403


def given(database: str) -> tuple[str, int]:
    """Give a homework that Anna has joined; return its code and her seed."""

    async def act() -> tuple[str, int]:
        store = Store(database)
        live = Live(store)
        live.start()
        first = Assigned(
            *("", "host", "tables", "en", "", 7),
            lesson="lessons/one.ipynb",
            title=Words.alike("One"),
        )
        here = await live.rooms.open(first)
        await live.wish(here, joining("Anna", digest("token")))
        await live.stop()
        store.close()
        assert isinstance(here.room, Homework)
        return here.code, here.room.seed(0)

    return asyncio.run(act())


def asked(host: str, port: int, path: str, cookie: str) -> tuple[int, str | None]:
    """Ask for a page; return the status, and where it leads."""
    line = HTTPConnection(host, port, timeout=60)
    try:
        line.request("GET", path, headers={"Cookie": cookie})
        answer = line.getresponse()
        return answer.status, answer.getheader("Location")
    finally:
        line.close()


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
    from paydays_widgets.hosting.handlers import Guests

    request: Any = SimpleNamespace(remote_ip=address, host=host, headers={})
    assert (Guests(proxied=proxied).match(request) is not None) == guest
    assert Guests(proxied=proxied, admits=lambda _: True).match(request) is None
