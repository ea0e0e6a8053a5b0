"""A game's modules: every game has what is required, under exactly the right name."""

from difflib import get_close_matches
from importlib import import_module
from inspect import ismodule
from operator import attrgetter
from types import ModuleType

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import Text
from paydays_widgets.panels.session import Session
from paydays_widgets.show import plain
from paydays_widgets.show.modules import Modules
from paydays_widgets.show.protocols import OwnPanel, PanelModule
from tests.panels.tables import new

OWN = {name for name in vars(OwnPanel) if name[0] != "_"}
USUAL = {name for name in vars(PanelModule) if name[0] != "_"}
EN = Text("en")


def own(game: str, room: str) -> ModuleType:
    return import_module(f"{games.modules(game).package}.{room}")


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_what_is_asked_and_what_it_may_leave_out_is_usual(game: str) -> None:
    panel, module = games.modules(game).panel, own(game, "panel")
    assert not {name for name in OWN if not hasattr(module, name)}
    for name in OWN | USUAL:
        if hasattr(module, name):
            assert getattr(panel, name) == getattr(module, name)
        else:
            assert hasattr(panel, name)


@pytest.mark.parametrize("game", games.names())
def test_no_name_is_nearly_what_may_be_left_out(game: str) -> None:
    names = [name for name, each in vars(own(game, "panel")).items() if not ismodule(each)]
    for name in names:
        assert name in USUAL or not get_close_matches(name, USUAL, cutoff=0.85), name


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_opponents_who_can_play_and_positions(game: str) -> None:
    modules = games.modules(game)
    panel, strategies = modules.panel, modules.bots.STRATEGIES
    assert {*panel.OPPONENTS, panel.STAND_IN or panel.OPPONENTS[0]} <= set(strategies)
    assert len(panel.OPPONENTS) + 1 >= max(panel.SEATS)
    assert len(modules.vignettes) >= 8
    assert modules.emblem.startswith("<svg")


def test_what_is_not_asked_is_not_there() -> None:
    with pytest.raises(AttributeError, match="TITEL"):
        attrgetter("TITEL")(games.modules("zahltag").panel)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(LookupError, match="poker"):
        games.modules("poker")


def test_what_is_usual() -> None:
    panel = plain.PlainPanel(games.modules("zahltag"))
    assert not panel.OPEN
    assert [panel.HIDES, panel.what_ifs, panel.measures, panel.reports] == [None] * 4
    assert panel.accounts(EN) == {}
    assert panel.turn_name(3, EN) == "Turn 3"
    assert panel.face_up(EN)[0] == "Show all"
    assert panel.curtain("Anna", EN)[1] == "I am Anna: show my hand"


def test_a_room_is_imported_when_it_is_first_asked_for_and_kept() -> None:
    modules = Modules("paydays_widgets.games.zahltag")
    assert repr(modules) == "Modules('paydays_widgets.games.zahltag')"
    assert set(vars(modules)) == {"package"}
    assert modules.text is modules.text
    assert set(vars(modules)) == {"package", "text"}


def test_a_game_that_names_no_stand_in_can_be_told_otherwise() -> None:
    at = Session(new("human", "cost_plus"))
    assert at.play("1 keep")
    number = [str(move) for move in at.table.branch.moves].index("1 keep")
    assert at.do("what_if", f"{number}:1 take crane"), at.screen.message
    assert at.screen.compared == (0, 1)
