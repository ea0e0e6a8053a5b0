"""A game is compiled once: beforehand, or while whoever waits is told how far it is."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from paydays_widgets.core.game import Decide
from paydays_widgets.lab import preparing as module
from paydays_widgets.lab.decision import decision
from paydays_widgets.lab.messages import Asked, Finished, Message, Preparing, read, request
from paydays_widgets.lab.preparing import ROUND_S, prepare, preparing
from paydays_widgets.lab.setting import setting

RUN = setting("zock", ("cash_at_once", "optimal_stopper"))


def run(home: Path, name: str, *words: str, asks: bytes = b"") -> list[bytes]:
    """Run a module of the lab with a cache of its own, and return the lines that it writes."""
    with subprocess.Popen(
        [sys.executable, "-m", f"paydays_widgets.lab.{name}", *words],
        env=os.environ | {"XDG_CACHE_HOME": str(home), "TMPDIR": str(home)},
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


def not_told(news: Preparing) -> None:
    pytest.fail(str(news))


def line_of(asked: Asked) -> bytes:
    return msgspec.json.encode(request(asked, 2, 1, "en")) + b"\n"


@pytest.mark.hosting
def test_the_first_run_is_told_how_far_it_is_and_the_next_is_ready(tmp_path: Path) -> None:
    *news, last = worked(tmp_path, RUN)
    assert isinstance(last, Finished)
    told = [each for each in news if isinstance(each, Preparing)]
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert len(told) > 1
    for each in told:
        assert 0 < each.done <= each.of
        assert each.seconds % ROUND_S == 0
    assert not run(tmp_path, "preparing", "zock")
    assert worked(tmp_path, RUN) == [last]
    table = RUN.table(1)
    while not isinstance(table.turn, Decide):
        table.advance()
    (advice,) = worked(tmp_path, decision(table))  # what its choices need is ready too
    assert isinstance(advice, Finished)


def test_without_numba_there_is_nothing_to_prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    monkeypatch.setattr(module, "setting", pytest.fail)
    prepare()
    with preparing("zock", not_told):
        pass


def test_a_game_without_a_kernel_is_played_at_once() -> None:
    with preparing("kuhn_poker", not_told):
        pass
