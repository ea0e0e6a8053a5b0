"""Growing answers where numpy and numba are not installed, as in a browser."""

import subprocess
import sys
from typing import Any

import pytest
from msgspec import to_builtins

from paydays_widgets import games, lab
from paydays_widgets.lab import few
from paydays_widgets.lab.setting import setting

WITHOUT_NUMPY = """
import sys

sys.modules["numpy"] = sys.modules["numba"] = None

from paydays_widgets import games
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.lab.contest import Contest
from paydays_widgets.lab.decision import Review, decision
from paydays_widgets.lab.growth import growth

modules = games.modules("zock")
bots = ["cash_at_once", "optimal_stopper"]
players = [Player("Anna", HUMAN), Player("Ben", bots[1])]
table = Table(modules.engine, players, seed=1, strategies=modules.bots.STRATEGIES)
while not table.waiting():
    table.advance()
asked = decision(table, persons=bots[0])
run = asked.setting
for each in (Contest(bots, game="zock", deals=3), asked, Review((asked,)), run):
    *_, last = growth(each, 200, 1)
    assert last.complete, last
"""


def test_decisions_contests_and_runs_need_no_numpy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr


@pytest.mark.parametrize("name", games.names())
@pytest.mark.thorough
def test_a_run_without_numpy_is_summed_up_as_with_it(name: str) -> None:
    asked = setting(name, [*games.modules(name).bots.STRATEGIES][:3])
    run = lab.simulate(name, asked.line_up, games=12, seed=5)
    *_, last = few.summaries(asked, 12, 5)
    assert last is not None
    assert to_builtins(last) == approx(to_builtins(run.digest()))


def approx(tree: Any) -> Any:
    """Compare numbers anywhere in a tree as pytest.approx does."""
    if isinstance(tree, dict):
        return {key: approx(each) for key, each in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree)(map(approx, tree))
    return pytest.approx(tree) if isinstance(tree, float) else tree
