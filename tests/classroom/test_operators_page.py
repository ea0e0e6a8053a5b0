"""What the operator's page says to type does what it says."""

import re
import subprocess
import sys
from pathlib import Path

from paydays_widgets.app import build_parser, main
from paydays_widgets.classroom.rooms import LEASE
from paydays_widgets.classroom.store import Addition, LogLine, Store

FOLDER = Path(__file__).parents[2] / "docs" / "hosting"
PAGE = (FOLDER / "classroom.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r'^ *python -c "(.*)"$', PAGE, re.MULTILINE)


def test_the_options_are_those_that_there_are() -> None:
    named = set(re.findall(r"`(--class[a-z-]*)", PAGE))
    serve = next(
        action.choices["serve"]
        for action in build_parser()._actions
        if isinstance(action.choices, dict)
    )
    there = {each for each in serve._option_string_actions if each.startswith("--class")}
    assert named == there


def test_what_it_points_to_is_there() -> None:
    for name in re.findall(r"\]\(([\w.]+)\)", PAGE):
        assert (FOLDER / name).is_file(), name
    assert f"lease of {LEASE // 1000} seconds" in PAGE


def test_a_class_is_copied_and_deleted_while_the_server_runs(tmp_path: Path) -> None:
    [back_up] = COMMANDS
    url = f"sqlite:///{tmp_path}/class.db"
    store = Store(url)
    room = store.open_room("ABCDEF", [LogLine(0, "Opened", b"")], "a", now=0, lease=10)
    store.append("a", [Addition(room, 1, [LogLine(0, "Joined", b"")])])
    subprocess.run([sys.executable, "-c", back_up], cwd=tmp_path, check=True)
    assert main(["class", "delete", "abcdef", "--store", url]) == 0
    assert store.rooms() == []
    copy = Store(f"sqlite:///{tmp_path}/copy.db")
    assert [line.kind for line in copy.load(room)] == ["Opened", "Joined"]
    copy.close()
    store.close()
