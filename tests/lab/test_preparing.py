"""A game is compiled once: beforehand, or while whoever waits is told how far it is."""

import fcntl
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from paydays_widgets.core.game import Decide
from paydays_widgets.lab import preparing as module
from paydays_widgets.lab import sample
from paydays_widgets.lab.decision import decision
from paydays_widgets.lab.messages import Asked, Finished, Message, Preparing, read, request
from paydays_widgets.lab.places import VARIABLE
from paydays_widgets.lab.preparing import ROUND_S, prepare
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
    with (tmp_path / "preparing").open("wb", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        def tell(news: Preparing) -> None:
            heard.append(news)
            if news.done == 1:
                file.seek(0)
                file.write(msgspec.json.encode(Preparing(2, 9, 5)) + b"\n")
            else:
                ready.touch()
                fcntl.flock(file, fcntl.LOCK_UN)

        file.write(msgspec.json.encode(Preparing(1, 9, 10)) + b"\n")
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


def test_without_numba_or_a_kernel_there_is_nothing_to_prepare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "place_of", pytest.fail)
    prepare("kuhn_poker", not_told)
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    monkeypatch.setattr(sample, "kernel", pytest.fail)
    prepare("zock", not_told)
