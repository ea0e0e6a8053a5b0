"""The transcripts in this folder are what the engines play, and every event occurs in them.

After an intended change of rules or words, run ``pytest tests/golden --rewrite`` and review the
diff. To add a case, add its lines to a file and do the same.
"""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from tests.contract.contract import ALL_FURNISHED, knowledge
from tests.golden.transcript import played

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.txt"))
MOST_LINES = 3_200
A_STEP = 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_transcript_is_what_is_played(path: Path, pytestconfig: pytest.Config) -> None:
    lines = played(path).lines
    if pytestconfig.getoption("--rewrite"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    golden = path.read_text(encoding="utf-8").splitlines()
    for number, (line, expected) in enumerate(zip(lines, golden, strict=False), 1):
        assert line == expected, f"{path.name}, line {number}"
    assert len(lines) == len(golden)


@ALL_FURNISHED
def test_every_event_is_told_by_every_clause_that_it_carries(name: str) -> None:
    known = {
        (kind.__name__, clause)
        for kind in knowledge(name).EVENTS
        for clause in get_args(get_type_hints(kind)["clause"])
    }
    told = {
        (type(event).__name__, event.clause)
        for path in FILES
        if path.parent.name == name
        for event in played(path).events
    }
    assert told == known


def test_a_person_can_read_them_all() -> None:
    assert sum(len(played(path).lines) for path in FILES) <= MOST_LINES
    for path in FILES:
        text = "\n".join(played(path).lines)
        for move in re.findall(r"^> .*(?:\n  .*)*", text, re.MULTILINE):
            steps = re.findall(r"^  \w+ [A-Z]{2}-", move, re.MULTILINE)
            assert len(move.splitlines()) <= A_STEP * len(steps), f"{path.name}: {move}"
