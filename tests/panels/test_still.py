"""Stills: every dashboard of a folder as it begins, in every language, and nothing else."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.still import stills
from tests.browser.notebook import write

ROOT = Path(__file__).parents[2]
DESK = 'from paydays_widgets.panels import Desk\nDesk("zahltag", seed=1)'


def test_every_dashboard_has_a_still_in_every_language() -> None:
    found = stills(ROOT / "notebooks")
    names = {f"dashboards/{each.name}" for each in ROOT.glob("notebooks/dashboards/*.ipynb")}
    assert set(found) == names
    for drawn in found.values():
        assert set(drawn) == set(LANGUAGES)
        assert len(set(drawn.values())) == len(LANGUAGES)


def test_a_still_is_the_markup_of_the_desk_with_its_style(tmp_path: Path) -> None:
    write(tmp_path / "one" / "desk.ipynb", DESK)
    found = stills(tmp_path)["one/desk.ipynb"]["de"]
    assert "Neues Spiel" in found
    assert re.findall('class="(pw-desk__[a-z]+)"', found) == [
        *("pw-desk__grid", "pw-desk__bar", "pw-desk__stage", "pw-desk__side", "pw-desk__below")
    ]
    assert "<script" not in found
    assert ".pw-desk__grid {" in found


@pytest.mark.parametrize(
    "code",
    [[], ["1 + 1"], [DESK, DESK], [f"{DESK}; 1"], ['print("Desk()")'], ["def Desk(): pass"]],
)
def test_other_notebooks_have_none(tmp_path: Path, code: list[str]) -> None:
    write(tmp_path / "page.ipynb", *code)
    assert stills(tmp_path) == {}


@pytest.mark.thorough
def test_the_program_writes_them_as_json(tmp_path: Path) -> None:
    shutil.copy(ROOT / "notebooks" / "dashboards" / "zock.ipynb", tmp_path)
    command = [sys.executable, "-m", "paydays_widgets.panels.still", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, check=True)
    assert set(json.loads(done.stdout)) == {"zock.ipynb"}
