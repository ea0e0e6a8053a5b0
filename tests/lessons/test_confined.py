"""A process for somebody else's code, and what it cannot do, whatever its Python lets it try."""

import os
import select
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from paydays_widgets.core.game import Complaint
from paydays_widgets.lessons import confined
from paydays_widgets.lessons.confined import MEGABYTES, Way, chosen, started, ways, works

WAYS = [way for way in ways() if works(way)]
"""Those of this machine; the last one confines nothing."""
TRY = """
import os, sys
def attempt(do):
    try:
        return do()
    except OSError:
        return None
"""


@pytest.fixture(params=WAYS, ids=lambda way: f"{'closed' if way.program else 'open'}-{way.user}")
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.param
    return found


def ran(way: Way, code: str) -> str:
    with started(TRY + code, way, out=subprocess.PIPE) as process:
        return process.communicate(timeout=60)[0].decode().strip()


@pytest.fixture
def neighbour(tmp_path: Path) -> Path:
    path = tmp_path / "Ben.ipynb"
    path.write_text("Ben’s", encoding="utf-8")
    return path


@pytest.fixture
def victim() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process
        process.kill()


def test_it_ends_no_process(way: Way, victim: "subprocess.Popen[bytes]") -> None:
    ran(way, f"attempt(lambda: os.kill({victim.pid}, 9))")
    if way == Way():
        assert victim.wait(10) == -signal.SIGKILL
    else:
        assert victim.poll() is None


@pytest.mark.parametrize(
    "code",
    [
        "attempt(lambda: open({path!r}, 'w').close())",
        "attempt(lambda: os.unlink({path!r}))",
        "attempt(lambda: os.system('rm ' + {path!r}))",
        "attempt(lambda: os.execv('/bin/sh', ['sh', '-c', 'echo mine > ' + {path!r}]))",
    ],
)
def test_it_changes_and_deletes_nothing_that_is_not_its_own(
    way: Way, neighbour: Path, code: str
) -> None:
    ran(way, code.format(path=str(neighbour)))
    kept = neighbour.exists() and neighbour.read_text(encoding="utf-8") == "Ben’s"
    assert kept == (way != Way())


def test_what_it_may_do_is_said(way: Way, neighbour: Path) -> None:
    read = ran(way, f"print(attempt(lambda: ascii(open({str(neighbour)!r}, 'rb').read())))")
    assert ("Ben" in read) == (way.user is None) == ("your files" in way.told)
    assert ("change and delete" in way.told) == (not way.program)


ORPHAN = """
begun, begins = os.pipe()
pid = os.fork()
if not pid:
    os.setsid()
    os.write(begins, b"1")
    import time
    time.sleep(60)
os.read(begun, 1)
print(pid, flush=True)
"""


@pytest.mark.parametrize("then", ["os._exit(0)", "os.waitpid(pid, 0)"])
def test_nothing_that_it_has_started_outlives_it(way: Way, then: str) -> None:
    with started(f"import os\n{ORPHAN}{then}", way, out=subprocess.PIPE) as process:
        out = process.stdout
        assert out is not None
        number = int(out.readline())
        held = os.dup(out.fileno())
    over, *_ = select.select([held], [], [], 10 if way.program else 0.2)
    os.close(held)
    if not way.program:
        os.kill(number, signal.SIGKILL)
    assert bool(over) == bool(way.program)


def test_it_has_no_network(way: Way) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        call = f"__import__('socket').create_connection({server.getsockname()}, 5)"
        assert (ran(way, f"print(bool(attempt(lambda: {call})))") == "True") == (not way.program)


def test_it_does_not_fill_the_disk(way: Way) -> None:
    code = f"""
def fill(n):
    with open(str(n), "wb") as file:
        return file.write(bytes(2**20)) if not file.flush() else 0
print(sum(attempt(lambda: fill(n)) is not None for n in range({2 * MEGABYTES})))
"""
    assert (int(ran(way, code)) <= MEGABYTES) == bool(way.program)


def test_it_does_not_get_its_power_back(way: Way) -> None:
    code = """
import ctypes, struct
libc = ctypes.CDLL(None)
writable = struct.pack("4Q", 0, 1, 0, 0)
print(
    libc.unshare(0x10000000) == 0,
    libc.mount(b"own", b".", b"tmpfs", 0, None) == 0,
    libc.syscall(442, -100, b"/", 0x8000, writable, 32) == 0,
    attempt(lambda: open(os.devnull, "w")) is not None,
    attempt(lambda: os.kill(1, 0)) is None and attempt(lambda: open("/proc/1/mem")) is not None,
)
"""
    if way.program:
        assert set(ran(way, code).split()) == {"False"}


def test_the_first_process_takes_no_orders(way: Way) -> None:
    if way.program:
        assert ran(way, "os.kill(1, 9); os.kill(1, 15); os.kill(0, 0); print(os.getppid())") == "1"


def test_it_has_no_variables_and_an_empty_folder(
    way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEACHERS_KEY", "12345")
    assert ran(way, "print('TEACHERS_KEY' in os.environ, os.listdir())") == "False []"


@pytest.fixture
def fresh() -> Iterator[None]:
    chosen.cache_clear()
    yield
    chosen.cache_clear()


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("root", [False, True])
@pytest.mark.parametrize("program", ["", "/usr/bin/unshare"])
def test_the_best_way_that_works_is_taken_and_root_never_runs_it_unconfined(
    monkeypatch: pytest.MonkeyPatch, root: bool, program: str
) -> None:
    monkeypatch.setattr(confined, "_is_root", lambda: root)
    monkeypatch.setattr(confined, "_nobody", lambda: (65534, 65534))
    monkeypatch.setattr(confined, "which", lambda _: program or None)
    listed = [*ways()]
    assert [bool(way.program) for way in listed] == sorted(
        (bool(way.program) for way in listed), reverse=True
    )
    assert len(listed) == (2 if program else 1) * (2 if root else 1)
    for best in listed:
        chosen.cache_clear()
        monkeypatch.setattr(
            confined, "works", lambda way, best=best: listed.index(way) >= listed.index(best)
        )
        if root and best == Way():
            with pytest.raises(Complaint):
                chosen()
        else:
            assert chosen() == best
            assert (best.program != () and root and best.user is None) == ("root" in best.told)


def test_a_way_that_the_system_does_not_know_does_not_work() -> None:
    assert not works(Way(("/nowhere/unshare",)))
    assert not works(Way(("false",)))
    assert works(Way())
