"""A cell that cannot be read says that the strategy from before still plays."""

from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lab.contest import Contest
from paydays_widgets.lessons import Progress, Scoreboard
from paydays_widgets.lessons.still_plays import still_plays

GOOD = "def choose(view, luck):\n    return view.legal[0]\n"
BROKEN = "def choose(view, luck):\n    return view.legal[0\n"


@pytest.fixture
def shell() -> Iterator[Any]:
    """A notebook's kernel, in which a scoreboard plays a student's strategy."""
    shell = InteractiveShell.instance()
    for _ in range(2):
        choose = {"Yours": lambda view, _luck: view.legal[0]}
        Scoreboard(Contest(["Yours", "hoarder"], own=choose, deals=2))
    yield shell
    InteractiveShell.clear_instance()


def test_below_a_broken_cell_it_says_so_once(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    said = still_plays(BROKEN, SyntaxError(), {"choose": print})
    assert said
    for source, times in ((BROKEN, 0), (GOOD, 0), (BROKEN, 1), ("1 +", 0), ("1 / 0", 0)):
        shell.run_cell(source)
        assert capsys.readouterr().out.count(said) == times


def test_it_says_so_in_the_lessons_language() -> None:
    told = {
        still_plays(BROKEN, SyntaxError(), {"choose": print, "progress": Progress(language=each)})
        for each in LANGUAGES
    }
    assert len(told) == len(LANGUAGES)
