"""A game is compiled once: beforehand, or while those who wait are told how far it is."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import Final

import msgspec
import pytest

from paydays_widgets.core.game import Decide
from paydays_widgets.kernels.compiled import _jit
from paydays_widgets.lab import preparing as module
from paydays_widgets.lab import setting as settings
from paydays_widgets.lab.decision import decision
from paydays_widgets.lab.messages import Asked, Finished, Message, read, request
from paydays_widgets.lab.places import VARIABLE, Held, locked
from paydays_widgets.lab.preparing import (
    LOCK,
    PROGRESS,
    ROUND_S,
    Preparing,
    prepare,
    prepare_beforehand,
)
from paydays_widgets.lab.setting import setting

RUN = setting("zock", ("cash_at_once", "optimal_stopper"))


def run(home: Path, name: str, *words: str, asks: bytes = b"") -> list[bytes]:
    """Run a module of the lab with a cache of its own, and return the lines that it writes."""
    with subprocess.Popen(
        [sys.executable, "-m", f"paydays_widgets.lab.{name}", *words],
        env=os.environ | {"XDG_CACHE_HOME": str(home), "TMPDIR": str(home), VARIABLE: "2"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asks)
        process.stdin.flush()
        lines = []
        for line in process.stdout:
            lines.append(line)
            if asks and isinstance(read(line), Finished):
                break  # a worker ends with its input
    assert process.returncode == 0
    return lines


def worked(home: Path, asked: Asked) -> list[Message]:
    """Have a new worker play two games."""
    return [read(line) for line in run(home, "worker", asks=line_of(asked))]


def not_told(news: object) -> None:
    pytest.fail(str(news))


def line_of(asked: Asked) -> bytes:
    return msgspec.json.encode(request(asked, 2, 1, "en")) + b"\n"


@pytest.mark.hosting
def test_a_game_is_compiled_once_and_whoever_asks_meanwhile_waits(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as both:
        runs = [both.submit(worked, tmp_path, RUN) for _ in range(2)]
    *news, last = runs[0].result()
    *other, same = runs[1].result()
    assert isinstance(last, Finished)
    assert same == last
    for heard in (news, other):
        told = [each for each in heard if isinstance(each, Preparing)]
        assert [each.done for each in told] == sorted(each.done for each in told)
        assert len(told) > 1
        assert len({each.elsewhere for each in told}) == 1
        for each in told:
            assert 0 < each.done <= each.of
            assert each.seconds % ROUND_S == 0
    assert {each.elsewhere for each in (*news, *other) if isinstance(each, Preparing)} == {
        True,
        False,
    }
    assert not run(tmp_path, "preparing", "zock")
    assert worked(tmp_path, RUN) == [last]
    table = RUN.table(1)
    while not isinstance(table.turn, Decide):
        table.advance()
    (advice,) = worked(tmp_path, decision(table))  # what its choices need is ready too
    assert isinstance(advice, Finished)


def test_whoever_waits_is_told_how_far_another_process_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = tmp_path / "ready"
    monkeypatch.setattr(module, "place_of", lambda _kernel: (tmp_path, ready))
    monkeypatch.setattr(module, "PAUSE_S", 0)
    monkeypatch.setattr(module, "_play_a_little", not_told)
    heard = []
    progress = tmp_path / PROGRESS
    with ExitStack() as other:
        other.enter_context(locked(tmp_path / LOCK))

        def tell(news: Preparing) -> None:
            heard.append(news)
            if news.done == 1:
                progress.write_bytes(msgspec.json.encode(Preparing(2, 9, 5)))
            else:
                ready.touch()
                other.close()

        progress.write_bytes(msgspec.json.encode(Preparing(1, 9, 10)))
        prepare("zock", tell)
    assert heard == [Preparing(1, 9, 10, elsewhere=True), Preparing(2, 9, 5, elsewhere=True)]
    prepare("zock", not_told)


def test_if_it_has_ended_before_its_time_the_game_is_compiled_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "place_of", lambda _kernel: (tmp_path, tmp_path / "ready"))
    played: list[str] = []
    monkeypatch.setattr(module, "_play_a_little", played.append)
    (tmp_path / "preparing").write_bytes(msgspec.json.encode(Preparing(1, 9, 10)) + b"\n")
    prepare("zock", not_told)
    prepare("zock", not_told)
    assert played == ["zock"]


HOLDS = """
import sys, time
from pathlib import Path
from paydays_widgets.lab import preparing
folder = Path(sys.argv[1])
preparing.place_of = lambda _kernel: (folder, folder / "ready")
preparing.games.names = lambda: ["zock"]
preparing._play_a_little = lambda _game: print("holds", flush=True) or time.sleep(600)
preparing.main()
"""
"""A process that prepares beforehand, and does not come to an end."""
BEFOREHAND = "from paydays_widgets.lab import preparing; preparing.prepare_beforehand('zock')"
SOME: Final = 30
"""Of the functions, fewer than half."""
WAITS = HOLDS.replace(" or time.sleep(600)", "").replace("main()", "main('zock')")
"""One that needs the game."""


@pytest.mark.thorough
def test_nobody_waits_for_a_process_that_prepares_beforehand_and_is_held_up(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as held_up:
        assert held_up.stdout is not None
        assert held_up.stdout.readline() == b"holds\n"
        held_up.send_signal(signal.SIGSTOP)
        try:
            waits = [
                subprocess.Popen([sys.executable, "-c", WAITS, str(tmp_path)]) for _ in range(2)
            ]
            assert [each.wait(60) for each in waits] == [0, 0]
        finally:
            for each in (held_up, *waits):
                each.kill()
    assert (tmp_path / "ready").exists()


def test_what_is_prepared_beforehand_gives_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = tmp_path / "ready"
    monkeypatch.setattr(module, "place_of", lambda _kernel: (tmp_path, ready))
    with ExitStack() as other:
        played: list[str] = []

        def compile_and_meet(game: str) -> None:
            played.append(game)
            other.enter_context(locked(tmp_path / LOCK))
            _jit(lambda: 1, kept=False)()
            pytest.fail("compiled, though somebody waits")

        monkeypatch.setattr(module, "_play_a_little", compile_and_meet)
        prepare_beforehand("zock")
        assert played == ["zock"]
        prepare_beforehand("zock")
        assert played == ["zock"]
    assert not ready.exists()

    def compile_alone(_game: str) -> None:
        with pytest.raises(Held), locked(tmp_path / "beforehand"):
            pytest.fail("taken")
        prepare_beforehand("zock")  # another server does so
        _jit(lambda: 1, kept=False)()

    monkeypatch.setattr(module, "_play_a_little", compile_alone)
    prepare_beforehand("zock")
    assert ready.exists()
    prepare("zock", not_told)
    monkeypatch.setattr(module, "_play_a_little", not_told)
    prepare_beforehand("zock")


@pytest.mark.hosting
def test_who_needs_a_game_goes_on_from_what_was_compiled_beforehand(tmp_path: Path) -> None:
    home = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", BEFOREHAND]
    with subprocess.Popen(command, env=home, stderr=subprocess.PIPE) as beforehand:
        while len([*tmp_path.rglob("*.nbc")]) < SOME:
            assert beforehand.poll() is None
            sleep(0.1)
        beforehand.send_signal(signal.SIGSTOP)
        there = {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*.nbc")}
        last = worked(tmp_path, RUN)[-1]
        assert isinstance(last, Finished)
        assert (
            there.items()
            <= {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*.nbc")}.items()
        )
        beforehand.send_signal(signal.SIGCONT)
        assert beforehand.wait(60) == 0
        assert beforehand.stderr is not None
        assert not beforehand.stderr.read()
    assert worked(tmp_path, RUN) == [last]


def test_without_numba_or_a_kernel_there_is_nothing_to_prepare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "place_of", pytest.fail)
    prepare("kuhn_poker", not_told)
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    monkeypatch.setattr(settings, "kernel", pytest.fail)
    prepare("zock", not_told)


def test_where_nothing_can_be_written_a_game_is_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere, played = tmp_path / "nowhere", list[str]()
    monkeypatch.setattr(module, "place_of", lambda _: (nowhere, nowhere / "ready"))
    monkeypatch.setattr(module, "_play_a_little", played.append)
    prepare("zock", not_told)
    assert played == ["zock"]
    prepare_beforehand("zock")
    assert not nowhere.exists()
