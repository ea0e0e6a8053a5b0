"""The golden playthroughs are what the engines play.

After a wanted change of rules or words run ``pytest tests/golden --rewrite``, and read what
git shows.
"""

from pathlib import Path

import pytest

from tests.golden.playthrough import playthrough

FOLDER = Path(__file__).parent
LONGEST = 6_000
GOLDEN = {
    ("kuhn_poker", "kuhn"): (2, 1),
    ("kuhn_poker", "ace"): (2, 11),
    ("master_builder", "rulebook"): (2, 133),
    ("master_builder", "reviews"): (3, 521),
    ("pay_day", "1975"): (2, 276),
    ("pay_day", "lesson"): (3, 1213),
    ("zahltag", "de"): (4, 218),
    ("zahltag", "fr"): (3, 116),
    ("zock", "teaching"): (4, 96),
    ("zock", "french"): (3, 56),
}
"""Seats and seed of each, chosen so that a lot happens."""


@pytest.mark.parametrize(("name", "preset"), GOLDEN)
def test_a_playthrough_is_as_it_was(name: str, preset: str, pytestconfig: pytest.Config) -> None:
    path = FOLDER / name / f"{preset}.txt"
    lines = list(playthrough(name, preset, *GOLDEN[name, preset]))
    assert len(lines) < LONGEST
    if pytestconfig.getoption("--rewrite"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    golden = path.read_text(encoding="utf-8").splitlines()
    for number, (line, expected) in enumerate(zip(lines, golden, strict=False), 1):
        assert line == expected, f"{path.name}, line {number}"
    assert len(lines) == len(golden)
