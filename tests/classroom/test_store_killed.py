"""A server that is killed while it writes: what it acknowledged is there, and nothing twice."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paydays_widgets.classroom.store import Addition, LogLine, Lost, Store
from tests.classroom.postgres import Postgres

PROGRAM = Path(__file__).with_name("killed.py")


def killed(url: str) -> None:
    """Kill it twenty times; the program looks at what is there after each."""
    command = [sys.executable, str(PROGRAM), url, "20", "7"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert int(done.stdout) > 20


@pytest.mark.thorough
def test_what_a_killed_server_acknowledged_is_there(tmp_path: Path) -> None:
    killed(f"sqlite:///{tmp_path}/class.db")


@pytest.mark.hosting
def test_what_a_killed_server_acknowledged_is_in_postgresql(postgres: Postgres) -> None:
    killed(postgres.url("killed"))


def test_a_server_that_slept_through_its_lease_writes_nothing(opened: Callable[[], Store]) -> None:
    slept, other = opened(), opened()
    first, later = LogLine(0, "Opened", b""), LogLine(1, "Decided", b"1")
    room = slept.open_room("QWERTY", [first], "slept", now=0, lease=10)
    assert other.claim(room, "other", now=11, lease=10)
    for _ in range(2):
        with pytest.raises(Lost, match="moved to another server"):
            slept.append("slept", [Addition(room, 1, [later])])
    assert slept.load(room) == [first], "it may still read"
    other.append("other", [Addition(room, 1, [later])])
    other.release("other", room)
    with pytest.raises(Lost):
        slept.append("slept", [Addition(room, 2, [later])])
    assert slept.claim(room, "slept", now=12, lease=10)
    slept.append("slept", [Addition(room, len(slept.load(room)), [later])])
    assert other.load(room) == [first, later, later]
