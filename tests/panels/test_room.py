"""What panels ask of a game: every game has all of it, and nothing that is nearly it."""

from difflib import get_close_matches
from inspect import ismodule
from types import ModuleType

import pytest

from paydays_widgets import games
from paydays_widgets.core import vignette
from paydays_widgets.core.text import Text
from paydays_widgets.panels import room
from paydays_widgets.panels.room import OPTIONAL, Panel
from paydays_widgets.panels.session import Session
from tests.panels.tables import new

ASKED = {*Panel.__annotations__, *(name for name in vars(Panel) if name[0] != "_")}
EN = Text("en")


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_what_is_asked_and_what_it_may_leave_out_is_usual(game: str) -> None:
    panel, module = room.panel(game), games.room(game, "panel")
    assert ASKED >= OPTIONAL
    for name in ASKED:
        usual = name in OPTIONAL and not hasattr(module, name)
        assert getattr(panel, name) == getattr(room.Usual if usual else module, name)


@pytest.mark.parametrize("game", games.names())
def test_no_name_is_nearly_what_may_be_left_out(game: str) -> None:
    names = [name for name, each in vars(games.room(game, "panel")).items() if not ismodule(each)]
    for name in names:
        assert name in OPTIONAL or not get_close_matches(name, OPTIONAL, cutoff=0.85), name


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_opponents_who_can_play_and_positions(game: str) -> None:
    panel, strategies = room.panel(game), games.room(game, "bots").STRATEGIES
    assert {*panel.OPPONENTS, panel.STAND_IN or panel.OPPONENTS[0]} <= set(strategies)
    assert len(panel.OPPONENTS) + 1 >= max(panel.SEATS)
    assert len(vignette.load(games.room(game).__name__)) >= 8


def test_what_is_not_asked_is_not_there() -> None:
    with pytest.raises(AttributeError, match="TITEL"):
        room.panel("zahltag").TITEL  # type: ignore[attr-defined] # noqa: B018 - it is asked for


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(LookupError, match="poker"):
        room.panel("poker")


def test_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "room", lambda *_: ModuleType("panel"))
    panel = room.panel("new")
    assert not panel.OPEN
    assert [panel.HIDES, panel.what_ifs, panel.measures, panel.reports] == [None] * 4
    assert panel.accounts(EN) == {}
    assert panel.turn_name(3, EN) == "Turn 3"
    assert panel.face_up(EN)[0] == "All hands"
    assert panel.curtain("Anna", EN)[1] == "I am Anna: show my hand"


def test_a_game_that_names_no_stand_in_can_be_told_otherwise() -> None:
    at = Session(new("human", "cost_plus"))
    assert at.play("1 keep")
    number = [str(move) for move in at.table.line.moves].index("1 keep")
    assert at.do("what_if", f"{number}:1 take crane"), at.message
    assert at.compared == (0, 1)
