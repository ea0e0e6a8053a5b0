import asyncio
import gc
import logging
import os
import subprocess
import sys
import threading
import weakref
from typing import Any
from zlib import crc32

import pytest
from traitlets import TraitError

from paydays_widgets.core.game import StaleMove
from paydays_widgets.panels.surface import Surface
from paydays_widgets.panels.verbs import VERBS
from paydays_widgets.talk.script import script
from tests.panels.tables import REGISTRY, receive

PONG = {"kind": "pong", "n": 1}


class Panel(Surface):
    def __init__(self, **traits: Any) -> None:
        self.handled: list[dict[str, Any]] = []
        self.errors: list[Exception] = []
        self.posted: list[dict[str, Any]] = []
        super().__init__(**traits)
        self.comm.publish_msg = self._post

    def _post(self, kind: str, data: dict[str, Any] | None = None, **_: object) -> None:
        self.posted.append({"kind": kind, **(data or {})})

    def handle(self, message: dict[str, Any]) -> None:
        if "move" in message and not self.fresh(message):
            late = "the table has changed"
            raise StaleMove(late)
        self.handled.append(message)

    def failed(self, error: Exception) -> None:
        self.errors.append(error)


def test_moves_and_verbs_reach_the_subclass() -> None:
    panel = Panel(seq=4)
    move, verb = {"move": "1 take crane", "seq": 4}, {"do": "goto", "value": "3", "seq": 2}
    receive(panel, move)
    receive(panel, verb)
    assert panel.handled == [move, verb]


def test_what_another_thread_brings_is_carried_out_where_the_surface_was_made() -> None:
    """JupyterLab brings messages on a thread of their own, and cells run on another."""
    threads: list[threading.Thread] = []

    class Asked(Panel):
        def handle(self, message: dict[str, Any]) -> None:
            super().handle(message)
            threads.append(threading.current_thread())

    async def ask() -> Asked:
        panel = Asked()
        await asyncio.to_thread(receive, panel, {"do": "step"})
        await asyncio.to_thread(receive, panel, {"do": "ping", "value": 1})
        assert PONG in [each.get("content") for each in panel.posted]  # at once
        await asyncio.sleep(0)
        assert len(panel.handled) == 1
        return panel

    panel = asyncio.run(ask())
    receive(panel, {"do": "step"})  # its loop runs no more
    assert threads == [threading.main_thread()] * 2


@pytest.mark.parametrize(
    "message",
    [None, 3, "step", [], {}, {"move": 1}, {"do": None}, {"move": ["a"], "do": {}}, {"seq": 0}],
)
def test_anything_else_is_ignored(message: object) -> None:
    panel = Panel()
    receive(panel, message)
    assert panel.handled == []
    assert panel.errors == []


def test_an_error_comes_to_the_subclass() -> None:
    panel = Panel(seq=4)
    receive(panel, {"move": "1 take crane", "seq": 3})
    assert [type(error) for error in panel.errors] == [StaleMove]


def test_without_a_subclass_an_error_is_logged_and_said(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(Panel):
        failed = Surface.failed

        def handle(self, message: dict[str, Any]) -> None:
            raise KeyError(message["do"])

    panel = Broken()
    with caplog.at_level(logging.ERROR):
        receive(panel, {"do": "x"})
    assert "KeyError" in caplog.text
    assert panel.posted[-1]["content"] == {"kind": "say", "text": "'x'", "number": 1}
    assert capsys.readouterr() == ("", "")


def test_a_ping_is_answered_and_goes_no_further() -> None:
    panel = Panel()
    receive(panel, {"do": "ping", "value": 7, "seq": 0})
    assert panel.posted[-1]["content"] == {"kind": "pong", "n": 7}
    assert panel.handled == []


def by(view: str, number: int, **message: Any) -> dict[str, Any]:
    """A message as the page numbers it."""
    return {"do": "step", **message, "from": view, "number": number, "heard": 0}


def test_a_numbered_message_is_carried_out_once_and_in_order() -> None:
    panel = Panel()
    receive(panel, by("a", 1, value="first"))
    receive(panel, by("a", 1, value="first"))  # it was sent again
    receive(panel, by("a", 3, value="third"))  # the second was lost
    receive(panel, by("a", 2, value="second"))
    receive(panel, by("b", 1, value="another view"))
    values = [each["value"] for each in panel.handled]
    assert values == ["first", "second", "another view"]
    assert panel.handled[0] == {"do": "step", "value": "first"}
    answers = [each["content"] for each in panel.posted]
    assert answers == [
        {"kind": "got", "to": "a", "number": 1},
        {"kind": "got", "to": "a", "number": 2},
        {"kind": "got", "to": "b", "number": 1},
    ]


def test_what_the_page_did_not_hear_is_sent_again() -> None:
    panel = Panel(html="<p>1</p>", seq=1)
    for text in ("one", "two", "three"):
        panel.say(text)
    receive(panel, by("a", 1))
    panel.posted.clear()
    receive(panel, {"do": "reconnected", "from": "a", "heard": 1})
    got, state, *again = panel.posted
    assert got["content"] == {"kind": "resumed", "to": "a", "number": 1}
    assert state["state"]["html"] == "<p>1</p>"
    assert "_esm" not in state["state"]
    assert [each["content"]["text"] for each in again] == ["two", "three"]
    panel.posted.clear()
    receive(panel, {"do": "ping", "from": "a", "heard": 3})
    receive(panel, {"do": "reconnected", "from": "a", "heard": 3})
    assert len(panel.posted) == 3  # pong, resumed, state


def test_playing_on_from_a_position_that_was_left_is_dropped() -> None:
    panel = Panel(seq=5)
    receive(panel, {"do": "step", "auto": True, "seq": 4})
    assert panel.handled == []
    receive(panel, {"do": "step", "auto": True, "seq": 5})
    assert len(panel.handled) == 1


def test_a_position_goes_out_in_one_message() -> None:
    panel = Panel()
    panel.show("<p>1</p>", 1, record="r")
    (message,) = panel.posted
    assert message["method"] == "update"
    assert message["state"] == {"html": "<p>1</p>", "seq": 1, "record": "r"}


def test_what_several_surfaces_change_goes_out_in_one_message_and_orders_after_it() -> None:
    one, other, still = Panel(), Panel(), Panel()
    with one.together():
        other.say("first")
        other.show("<b>B</b>", 1, record="r")
        one.show("<p>A</p>", 1)
        one.show("<p>C</p>", 2)
        assert one.posted == other.posted == []
    (letter,) = one.posted
    assert letter["content"] == {
        "kind": "parcel",
        "parcel": {
            other.model_id: {"html": "<b>B</b>", "seq": 1, "record": "r"},
            one.model_id: {"html": "<p>C</p>", "seq": 2},
        },
    }
    assert [each["content"] for each in other.posted] == [
        {"kind": "say", "text": "first", "number": 1}
    ]
    assert still.posted == []
    other.show("<b>D</b>", 3)
    assert other.posted[-1]["method"] == "update"


def test_what_is_an_output_of_its_own_gets_its_changes_itself() -> None:
    """Colab has each output in a frame of its own, which hears nothing that others are sent."""
    carrier, inside, apart = Panel(), Panel(), Panel()
    for shown in (carrier, apart):
        shown._repr_mimebundle_()
    with carrier.together():
        for each in (carrier, inside, apart):
            each.show("<p>A</p>", 1)
    assert [each["state"] for each in apart.posted] == [{"html": "<p>A</p>", "seq": 1}]
    (letter,) = carrier.posted
    assert set(letter["content"]["parcel"]) == {carrier.model_id, inside.model_id}
    assert inside.posted == []


def test_what_a_click_changes_goes_out_with_the_word_that_it_was_got() -> None:
    other = Panel()

    class Shows(Panel):
        def handle(self, message: dict[str, Any]) -> None:
            with other.together():
                self.show("<p>A</p>", 1)
                other.show("<b>B</b>", 1)
            self.say("done")

    panel = Shows()
    receive(panel, by("a", 1))
    parcel, order = (each["content"] for each in panel.posted)
    assert (parcel["kind"], parcel["to"], parcel["number"]) == ("parcel", "a", 1)
    assert set(parcel["parcel"]) == {panel.model_id, other.model_id}
    assert order == {"kind": "say", "text": "done", "number": 1}
    assert other.posted == []


def test_a_task_that_a_click_begins_is_seen_as_well() -> None:
    class Plays(Panel):
        def handle(self, message: dict[str, Any]) -> None:
            self.playing = asyncio.get_running_loop().create_task(self.play())

        async def play(self) -> None:
            self.show("<p>A</p>", 1)
            self.say("done")

    async def click() -> None:
        receive(panel, by("a", 1))
        await panel.playing

    panel = Plays()
    asyncio.run(click())
    assert [each.get("state", {}).get("seq") for each in panel.posted] == [None, 1, None]
    assert panel.posted[-1]["content"]["kind"] == "say"


def test_nothing_is_lost_when_what_is_drawn_fails_or_the_carrier_is_closed() -> None:
    one, other = Panel(), Panel()

    def draw() -> None:
        with one.together():
            other.show("<b>B</b>", 1)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        draw()
    assert one.posted[-1]["content"]["parcel"][other.model_id]["seq"] == 1
    one.close()
    with one.together():
        other.show("<b>C</b>", 2)
    assert other.posted[-1]["state"]["seq"] == 2
    with other.together():
        pass
    assert len(other.posted) == 1


def test_wrong_traits_are_refused() -> None:
    for wrong in ({"theme": "pink"}, {"pace": -1}, {"html": 3}, {"lost_words": {"text": 1}}):
        with pytest.raises(TraitError):
            Surface(**wrong)


def test_surfaces_with_the_same_rules_share_a_style_and_others_do_not() -> None:
    plain, same, other = Surface(), Panel(), Surface(css=".pw-card { color: red }")
    names = [each.get_state("_anywidget_id")["_anywidget_id"] for each in (plain, same, other)]
    assert names[0] == names[1] != names[2]
    rules = plain.get_state("_css")["_css"]
    assert other.get_state("_css")["_css"] == rules + ".pw-card { color: red }"


def test_the_script_is_text() -> None:
    told = Surface().get_state("_esm")["_esm"]
    assert type(told) is str
    assert "export default" in told


def test_a_server_that_hands_out_the_script_is_told_its_name_which_changes_with_it() -> None:
    code = "from paydays_widgets.panels.surface import Surface; print(Surface._esm)"
    env = {**os.environ, "PAYDAYS_SCRIPTS": "/games/paydays/scripts/"}
    told = subprocess.check_output([sys.executable, "-c", code], env=env, text=True)
    assert f"/games/paydays/scripts/stage.{crc32(script().encode()):08x}.js" in told
    assert len(told) < 200


@pytest.mark.thorough
def test_a_closed_surface_leaves_nothing_alive() -> None:
    gc.collect()
    before = dict(REGISTRY)
    kinds = len(Panel.__subclasses__())
    panels = [Panel(html="<p>1</p>", keep="k") for _ in range(5)]
    for panel in panels:
        receive(panel, {"do": "step"})
    left = [weakref.ref(each) for panel in panels for each in (panel, panel.layout, panel.comm)]
    for panel in panels:
        panel.close()
    del panel, panels
    assert before == REGISTRY
    gc.collect()
    assert [each() for each in left if each() is not None] == []
    assert len(Panel.__subclasses__()) == kinds


def test_a_surface_can_be_closed_twice() -> None:
    surface = Surface()
    surface.close()
    surface.close()


def test_no_action_of_a_screen_is_taken_for_a_word_between_page_and_kernel() -> None:
    panel = Panel()
    for number, verb in enumerate(VERBS, 1):
        receive(panel, {"do": verb, "from": "a", "number": number, "heard": 0})
        assert panel.handled[-1]["do"] == verb
