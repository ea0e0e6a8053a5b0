"""Growing answers where numpy and numba are not installed, as in a browser."""

import subprocess
import sys

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
for each in (Contest(bots, game="zock", deals=3), asked, Review((asked,))):
    *_, last = growth(each, 200, 1)
    assert last.complete, last
"""


def test_decisions_and_contests_need_no_numpy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
