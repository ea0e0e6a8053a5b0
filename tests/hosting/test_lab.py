"""What a server does for the lab: it says how many may play, and compiles games beforehand."""

import asyncio
import subprocess
import sys
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from paydays_widgets.lab.places import VARIABLE, places
from tests.loops import StartsNothing

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("voila")


def test_kernels_are_told_how_many_may_play(monkeypatch: pytest.MonkeyPatch) -> None:
    from paydays_widgets.hosting.kernels import Kernels

    monkeypatch.setenv(VARIABLE, "1")
    Kernels(lab_workers=3)
    assert places() == 3
    Kernels()
    assert places() == 3  # nothing said, nothing changed


def test_games_are_compiled_once_the_pages_are_drawn(
    tmp_path: "Path", monkeypatch: pytest.MonkeyPatch
) -> None:
    from paydays_widgets.hosting.host import Host

    done = tmp_path / "done"
    (tmp_path / "beforehand.py").write_text(f"open({str(done)!r}, 'w').close()", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    order: list[str] = []

    async def paint() -> None:
        assert not done.exists()
        order.append("painted")

    async def ready(preparer: str) -> Any:
        host = SimpleNamespace(painter="still", preparer=preparer, _paint=paint, _programs=[])
        host._started = partial(Host._started, host)  # type: ignore[arg-type]
        await Host._get_ready(host)  # type: ignore[arg-type]
        return [program.wait() for program in host._programs]

    assert asyncio.run(ready("")) == []
    assert not done.exists()
    with asyncio.Runner(loop_factory=StartsNothing) as runner:
        assert runner.run(ready("beforehand")) == [0]
    assert done.exists()
    assert order == ["painted", "painted"]


def test_a_server_that_stops_does_not_wait_for_it() -> None:
    from paydays_widgets.hosting.host import Host

    async def shut() -> None:
        pass

    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    manager = SimpleNamespace(shutdown_all=shut)
    host = SimpleNamespace(_programs=[process], kernel_manager=manager, classes=None)
    asyncio.run(Host._end(host))  # type: ignore[arg-type]
    assert process.poll()
