"""A session with all its parts, where no widget, no socket and no numpy can be imported."""

import subprocess
import sys

import pytest

from paydays_widgets import games

WITHOUT = ("IPython", "anywidget", "comm", "ipywidgets", "numpy", "tornado", "traitlets")
DRIVE = '''
import sys

class Hides:
    """Finds what another finder does, but for some packages: they are not installed."""

    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        hidden = name.partition(".")[0] in {without!r}
        return None if hidden else self.finder.find_spec(name, path, target)

sys.meta_path[:] = map(Hides, sys.meta_path)

from paydays_widgets import games
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.panels.books import FLOWS, LEDGER, SHEETS
from paydays_widgets.panels.charts import MONEY
from paydays_widgets.panels.controls import CONTROLS
from paydays_widgets.panels.drawer import DRAWER, tabs
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.stage import StagePart
from paydays_widgets.panels.storyline import STORYLINE
from paydays_widgets.talk.ahead import Ahead
from paydays_widgets.talk.part import Pane

class Page:
    name, prefix = "page", "pw"

    def __init__(self):
        self.shown, self.sent = {{}}, []

    def show(self, html, seq, **more):
        self.shown = {{"html": html, "seq": seq, **more}}

    def show_all(self, shown):
        self.shown = dict(shown)

    def send(self, content):
        self.sent.append(content)

modules = games.modules({game!r})
kinds = [HUMAN, *modules.panel.OPPONENTS]
players = [Player(f"Seat {{number}}", kind) for number, kind in enumerate(kinds, 1)]
table = Table(modules.engine, players, seed=1, strategies=modules.bots.STRATEGIES)
session = Session(table)
parts = [StagePart(keep=True), CONTROLS, STORYLINE, DRAWER, LEDGER, SHEETS, FLOWS, MONEY]
panes = [Pane(part, session, Page()) for part in parts]
stage, controls, storyline, drawer, *_ = panes
ahead = Ahead(session, stage, panes)

def drawn():
    for pane in panes:
        html = pane.surface.shown["html"]
        assert 'role="alert"' not in html, html[-500:]

decided = 0
for language in ("fr", "de", "en"):
    controls.handle({{"do": "language", "value": language}})
    for _ in range(12):
        before = session.seq
        if session.acting:
            move = table.game.legal(table.state, min(session.acting))[0]
            stage.handle({{"move": str(move), "seq": session.seq}})
            decided += 1
        elif session.hand_over is not None:
            stage.handle({{"do": "reveal", "value": session.hand_over}})
        else:
            controls.handle({{"do": "step"}})
            ahead.send()
        assert session.seq > before
        drawn()
    for tab in tabs(session):
        drawer.handle({{"do": "show", "value": tab}})
        drawn()
assert decided
assert any(each["kind"] == "ahead" for each in stage.surface.sent)
drawer.handle({{"do": "csv"}})
assert any(each["kind"] == "save" for pane in panes for each in pane.surface.sent)
stage.handle({{"move": "nonsense", "seq": session.seq}})
assert session.screen.message.tone == "error"
for pane in panes:
    pane.close()
ahead.close()
session.close()
'''


@pytest.mark.parametrize("name", games.names())
@pytest.mark.thorough
def test_a_session_with_all_its_parts_needs_no_widget(name: str) -> None:
    code = DRIVE.format(without=set(WITHOUT), game=name)
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
