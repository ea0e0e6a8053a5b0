import gc
import re
import sys
import weakref
from types import SimpleNamespace
from typing import Any

import pytest
from traitlets import TraitError

from paydays_widgets.core.game import Over
from paydays_widgets.core.table import HUMAN, Player
from paydays_widgets.panels.desk import Desk
from paydays_widgets.panels.verbs import default_players
from tests.panels.tables import REGISTRY, STRATEGIES, dealt, listen, new, play, receive

HAND = "FFWWCCX"


def ids(desk: Desk) -> list[str]:
    found: list[str] = []
    for part in desk.parts:
        found += re.findall(r'\bid="([^"]+)"', part.html)
    return found


def test_a_desk_seats_one_person_and_bots_and_deals() -> None:
    desk = Desk()
    kinds = [each.kind for each in desk.table.players]
    assert kinds[0] == HUMAN
    assert set(kinds[1:]) <= set(STRATEGIES)
    assert desk.at == desk.table.at > 0
    assert default_players("zahltag") == desk.table.players
    assert desk.table.seed != Desk().table.seed  # nobody can know a visitor's cards


def test_a_desk_is_set_up_by_its_arguments() -> None:
    def mine(view: Any, luck: int) -> Any:
        return view.legal[luck % len(view.legal)]

    desk = Desk(
        players=[Player("Mia", "mine"), Player("Ole")],
        seed=7,
        strategies={"mine": mine},
        language="de",
        keep="mine",
    )
    assert (desk.table.seed, desk.language, desk.stage.keep) == (7, "de", "mine")
    assert desk.play("2 keep") is False  # it is the first seat's turn
    assert desk.do("step")
    assert desk.play("2 keep")


def test_a_desk_shows_a_table_that_is_being_played() -> None:
    table = dealt(HAND, HAND)
    desk = Desk(table)
    assert desk.table is table
    play(table, "1 keep")
    assert desk.at == table.at


def test_an_unknown_game_language_or_strategy_is_refused_at_once() -> None:
    before = len(REGISTRY)
    with pytest.raises(LookupError, match="chess"):
        Desk("chess")
    with pytest.raises(ValueError, match="unknown language"):
        Desk(language="it")
    with pytest.raises(ValueError, match="grandmaster"):
        Desk(players=[Player("Mia", "grandmaster"), Player("Ole")])
    assert len(REGISTRY) == before


# --- traits, both ways ---------------------------------------------------------------------------


def test_traits_follow_the_panel() -> None:
    desk = Desk()
    seen: list[tuple[str, object]] = []
    desk.observe(lambda change: seen.append((change["name"], change["new"])))
    receive(desk.controls, {"do": "language", "value": "fr", "seq": 0})
    receive(desk.controls, {"do": "face_up", "seq": 0})
    receive(desk.controls, {"do": "on", "seq": 0})
    here = desk.at
    receive(desk.stage, {"move": "1 keep", "seq": desk.stage.seq})
    assert ("language", "fr") in seen
    assert ("face_up", True) in seen
    assert ("playing", True) in seen
    assert ("at", here + 1) in seen
    receive(desk.stage, {"move": "1 keep", "seq": desk.stage.seq})
    assert seen[-1][0] == "message"
    assert desk.message


def test_the_panel_follows_traits() -> None:
    desk = Desk()
    desk.language = "de"
    assert desk.session.text.language == "de"
    desk.face_up = True
    assert desk.session.screen.face_up
    desk.playing = True
    assert desk.session.screen.playing
    desk.at = 3
    assert desk.table.at == 3
    desk.playing = False
    assert not desk.session.screen.playing


def test_a_trait_that_cannot_be_is_put_right() -> None:
    desk = Desk()
    here = desk.at
    desk.at = 9999
    assert (desk.at, desk.table.at) == (here, here)
    assert "9999" in desk.message
    with pytest.raises(TraitError):
        desk.set_trait("language", "it")
    with pytest.raises(TraitError):
        desk.message = "mine"


def test_playing_cannot_be_set_when_the_game_is_over() -> None:
    desk = Desk(new("lean_crew", "hoarder"))
    while not isinstance(desk.table.turn, Over):
        desk.do("turn")
    desk.playing = True
    assert not desk.playing


def test_two_linked_desks_speak_one_language() -> None:
    one, other = Desk(), Desk()
    one.observe(lambda change: setattr(other, "language", change["new"]), "language")
    one.do("language", "fr")
    assert other.session.text.language == "fr"


def test_calls_say_whether_they_worked() -> None:
    desk = Desk()
    assert desk.play("1 keep")
    assert desk.message == ""
    assert not desk.play("1 bid 99")
    assert desk.message
    assert not desk.do("fly")


# --- several, and none ---------------------------------------------------------------------------


def test_two_desks_on_one_page_do_not_meet() -> None:
    one, other = Desk(), Desk()
    for desk in (one, other):
        desk.do("tab", "save")
    every = ids(one) + ids(other)
    assert len(every) == len(set(every)) > 20
    sent = [listen(part) for part in other.parts]
    one.play("1 keep")
    one.do("language", "fr")
    assert sent == [[], [], [], []]


def test_a_step_reaches_the_page_in_one_message() -> None:
    desk = Desk("zahltag", [Player("Anna", "cost_plus"), Player("Ben", "cost_plus")])
    posted = {part.model_id: listen(part) for part in desk.parts}
    assert desk.do("step")
    (letter,) = posted.pop(desk.stage.model_id)
    assert not any(posted.values())
    parcel = letter["content"]["parcel"]
    assert parcel[desk.storyline.model_id]["html"] == desk.storyline.html
    assert {traits["seq"] for traits in parcel.values()} == {desk.session.seq}
    assert set(parcel) == {part.model_id for part in desk.parts}


def test_marimo_is_given_the_parts_which_it_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "marimo", SimpleNamespace(vstack=list))
    desk = Desk(seed=1)
    assert desk._display_() == [desk.controls, desk.stage, desk.storyline, desk.drawer]


def test_two_desks_may_show_one_table() -> None:
    table = dealt(HAND, HAND)
    one, other = Desk(table), Desk(table, language="de")
    one.do("reveal", 0)
    one.play("1 keep")
    assert one.at == other.at == table.at
    assert other.session.viewer is None


@pytest.mark.thorough
def test_closed_desks_leave_nothing_alive() -> None:
    table = new()
    Desk(table).close()
    gc.collect()
    before = dict(REGISTRY)
    left: list[weakref.ref[Any]] = []
    for number in range(10):
        desk = Desk(table) if number % 2 else Desk()
        desk.play("1 keep")
        desk.do("tab", "money")
        desk.do("new", {})
        made = (desk, desk.session, desk.layout, *desk.parts)
        left += [weakref.ref(each) for each in made]
        desk.close()
        desk.close()
    del desk, made
    assert before == REGISTRY
    gc.collect()
    assert [each() for each in left if each() is not None] == []
