"""A student's ``choose`` in a process of its own: what it may do, and what becomes of the rest."""

import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paydays_widgets.lessons import trial
from paydays_widgets.lessons.chosen import BrokenCell, chosen, lesson_of
from paydays_widgets.lessons.trial import Bout, Task, Trial, tried

if TYPE_CHECKING:
    from paydays_widgets.core.table import Strategy

BOUT = Bout("auction_room", ("in_equilibrium", "fixed_margin"), instead_of="fixed_margin")
USES = """
from paydays_widgets.games.auction_room import reading
from paydays_widgets.games.auction_room.bots import at_most
from paydays_widgets.games.auction_room.moves import Bid
"""
RIGHT = f"""{USES}
def choose(view, luck):
    return at_most(view, 2 / 3 * reading.own_value(view))
"""
WRONG = f"""{USES}
def choose(view, luck):
    return Bid(view.seat, 99_999)
"""
ENDLESS = "import time\ndef choose(view, luck):\n    while True: time.sleep(1)"


def play(source: str, *, seconds: int = 60, megabytes: int = 1024, deals: int = 40) -> Trial:
    return tried(Task(source, BOUT, deals, seed=5, seconds=seconds, megabytes=megabytes))


@pytest.mark.thorough
def test_a_good_one_is_better_beyond_luck_and_each_time_the_same() -> None:
    found = play(RIGHT)
    assert found.gain is not None
    assert found.gain.low > 0
    assert found.gain.n == 40
    assert play(RIGHT) == found


def test_it_earns_what_it_earns_here() -> None:
    names: dict[str, Strategy] = {}
    exec(RIGHT, names)  # noqa: S102 - it is ours
    here = trial.contest(BOUT, names["choose"], deals=40, seed=5).play()
    assert play(RIGHT) == Trial(here.gain)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (WRONG, "AR-limit"),
        ("def choose(view, luck):\n    while True: pass", "5 seconds"),
        ("import time\nwhile True: time.sleep(1)\ndef choose(view, luck): pass", "5 seconds"),
        ("def choose(view, luck): return bytearray(2**31)", "MemoryError"),
        ("pages = bytearray(2**31)\ndef choose(view, luck): pass", "1024 MB"),
        ("def choose(view, luck): raise KeyError('Anna')", "KeyError('Anna')"),
        ("def choose(view, luck): pass", "gave back no move"),
        ("import sys\nsys.exit()\ndef choose(view, luck): pass", "SystemExit"),
        ("import os\nos._exit(3)", "without a result (3)"),
    ],
    ids=[
        "illegal",
        "loop",
        "first loop",
        "memory",
        "first memory",
        "raise",
        "none",
        "exit",
        "gone",
    ],
)
def test_what_goes_wrong_is_said(source: str, reason: str) -> None:
    found = play(source)
    assert found.gain is None
    assert reason in found.failed


@pytest.mark.thorough
def test_a_call_that_nothing_interrupts_is_ended_with_its_process() -> None:
    found = play("def choose(view, luck): sum(range(10**13))", seconds=8)
    assert found == Trial(failed="it was stopped after 8 seconds")


def test_what_it_prints_does_no_harm() -> None:
    noisy = f"print('{{}}')\n{RIGHT.replace('return', 'print(view, luck); return')}"
    assert play(noisy, deals=2) == play(RIGHT, deals=2)


def test_it_finds_an_empty_folder_and_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEACHERS_KEY", "12345")
    asked = "import os\ndef choose(view, luck): raise KeyError(sorted(os.environ), os.listdir())"
    found = play(asked)
    assert "HOME" in found.failed
    assert "TEACHERS_KEY" not in found.failed
    assert found.failed.split("]", 1)[1].startswith(", [])")


def test_its_python_refuses_the_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        call = f"__import__('socket').create_connection({server.getsockname()})"
        found = play(f"def choose(view, luck): return {call}")
    assert "PermissionError" in found.failed


def test_it_starts_no_programs() -> None:
    assert "os.system" in play("import os\nos.system('true')\n" + RIGHT).failed
    assert "subprocess" in play(f"import subprocess\nsubprocess.run([{sys.executable!r}])").failed


@pytest.mark.parametrize(
    "code",
    [
        "os.kill(os.getppid(), 9)",
        "os.killpg(0, 9)",
        "os.remove({other!r})",
        "os.rename({other!r}, 'mine')",
        "os.truncate({other!r}, 0)",
        "os.chmod({other!r}, 0)",
        "open({other!r}, 'a')",
        "os.open({other!r}, os.O_RDWR)",
        "__import__('pathlib').Path({other!r}).write_bytes(b'')",
        "__import__('shutil').rmtree(os.path.dirname({other!r}))",
        "__import__('sqlite3').connect({other!r})",
        "__import__('ctypes').CDLL(None)",
        "os.fork()",
        "os.execv('/bin/sh', ['sh'])",
        "[open(str(n), 'w') for n in range(20)]",
    ],
)
def test_its_python_refuses_what_reaches_other_files_and_processes(
    code: str, tmp_path: Path
) -> None:
    other = tmp_path / "Ben.ipynb"
    other.write_text("Ben’s")
    found = play(f"import os\ndef choose(view, luck): {code.format(other=str(other))}")
    assert "PermissionError" in found.failed
    assert other.read_text() == "Ben’s"


def test_it_may_write_to_its_own_folder() -> None:
    code = "open('mine', 'w').write('1'); raise KeyError(open('mine').read())"
    assert "KeyError('1')" in play(f"def choose(view, luck): {code}").failed


def test_a_contest_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="swiss"):
        trial.contest(
            Bout("auction_room", ("truthful",), "careful", "swiss"), print, deals=2, seed=1
        )
    with pytest.raises(ValueError, match="nobody"):
        trial.contest(Bout("auction_room", ("nobody",), "careful"), print, deals=2, seed=1)


def cells(*sources: str) -> list[dict[str, object]]:
    return [{"cell_type": "code", "source": each} for each in sources]


def test_a_choose_is_taken_with_what_it_needs_and_nothing_else() -> None:
    found = chosen(
        cells(
            "%matplotlib inline\nfrom math import sqrt, pi\nbid = progress.ask(Bet('bid'))",
            "TABLE = [0, 0]\nTABLE[1] = 7\nTABLE.append(8)\nfor each in TABLE: print(each)",
            "def root(value):\n    bid = sqrt(value)\n    return bid",
            "def choose(view, luck):\n    return 1",
            "def choose(view, luck):\n    bid = root(TABLE[luck])\n    return bid",
            "Scoreboard(Contest(['Yours'], own={'Yours': choose}))",
        )
    )
    assert found is not None
    names: dict[str, Strategy] = {}
    exec(found, names)  # noqa: S102 - it is ours
    assert names["choose"](None, 1) == 7**0.5
    assert names["choose"](None, 2) == 8**0.5
    assert not {"progress", "Scoreboard", "print"} & {*found.replace("(", " ").split()}


def test_a_list_of_lines_is_a_cell_too_and_a_broken_cell_elsewhere_does_not_matter() -> None:
    lines = ["def choose(view, luck):\n", "    return 1"]
    assert chosen([*cells("this is ("), {"cell_type": "code", "source": lines}]) == "".join(lines)
    assert chosen([{"cell_type": "markdown", "source": lines}]) is None
    assert chosen(cells("choose = 3")) is None
    with pytest.raises(BrokenCell, match="cell 2, line 1"):
        chosen(cells("", "def choose(view: return 1"))


def test_a_notebook_says_which_lesson_it_is() -> None:
    assert lesson_of(cells("a = 1", 'progress = Progress("10_market", of=3)')) == "10_market"
    assert lesson_of(cells("a = 1")) == ""
