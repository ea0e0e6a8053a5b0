import gc
import re
import weakref
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games, panels
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import Over
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.zahltag.events import TurnBegun
from paydays_widgets.panels.drawer import TABS
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Controls, Drawer, Panel, Stage, Storyline
from paydays_widgets.talk.screen import PACES
from paydays_widgets.talk.story import SHOWN
from tests import markup
from tests.markup import BROKEN, flat
from tests.panels.tables import (
    HOSTILE,
    PARTS,
    REGISTRY,
    bidding,
    dealt,
    drawn,
    listen,
    new,
    play,
    receive,
    tone,
)

HAND = "FFWWCCX"


@pytest.fixture
def at() -> Session:
    return Session(new())


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', html)


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# --- on its own ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PARTS)
def test_a_part_stands_alone_on_a_table_and_follows_it(kind: type[Panel]) -> None:
    table = new("lean_crew", "hoarder")
    part = kind(table)
    assert len(text_of(part.html)) > 10
    seen = part.seq
    while table.at < 120:
        table.advance()
    assert part.seq > seen
    part.close()
    seen = part.seq
    table.advance()
    assert part.seq == seen


def test_two_parts_on_one_table_show_the_same_game() -> None:
    table = dealt(HAND, HAND)
    stage, story = Stage(table), Storyline(table)
    before = story.html
    receive(stage, {"do": "reveal", "value": "0", "seq": stage.seq})
    receive(stage, {"move": "1 keep", "seq": stage.seq})
    assert story.html != before


@pytest.mark.parametrize("kind", PARTS)
def test_a_closed_part_leaves_nothing_alive(kind: type[Panel]) -> None:
    table = new()
    gc.freeze()  # what is there already: to look through all of it takes a second
    before = dict(REGISTRY)
    made = [kind(table) for _ in range(5)]
    left = [weakref.ref(each) for part in made for each in (part, part.session, part.layout)]
    for part in made:
        receive(part, {"do": "tab", "value": "ledger", "seq": 0})
        part.close()
        part.close()
    del made, part
    gc.collect()
    gc.unfreeze()
    assert before == REGISTRY
    assert [each() for each in left if each() is not None] == []


# --- what comes from the page --------------------------------------------------------------------


def test_clicks_play_and_drive(at: Session) -> None:
    stage, controls = Stage(at), Controls(at)
    receive(stage, {"move": "1 take crane", "seq": stage.seq})
    assert str(at.table.branch.moves[-1]) == "1 take crane"
    receive(controls, {"do": "undo", "seq": controls.seq})
    assert str(at.table.branch.moves[at.table.move_number - 1]) != "1 take crane"
    receive(stage, {"do": "pick", "value": "hand:worker", "seq": stage.seq})
    assert at.screen.picked == "hand:worker"


def test_a_click_on_an_older_position_plays_nothing(at: Session) -> None:
    stage = Stage(at)
    here = at.table.at
    receive(stage, {"move": "1 keep", "seq": stage.seq - 1})
    assert at.table.at == here
    assert tone(at) == "warn"


@pytest.mark.parametrize(
    "message",
    [
        {"move": None, "do": "step"},
        {"move": ["1 keep"], "do": "x", "seq": 1},
        {"do": "goto", "value": {"a": 1}},
        {"do": "__class__"},
        {"do": "new", "value": {"seats": "1e9"}},
        {"do": "load", "value": "[" * 100_000},
        {"do": "load", "value": "\ud800"},
        {"do": "link", "value": "g=" + "é" * 50},
        {"move": "1 keep" * 10_000},
        {"move": "1 keep", "seq": "0"},
    ],
)
def test_hostile_messages_change_nothing(at: Session, message: dict[str, Any]) -> None:
    stage = Stage(at)
    table, here = at.table, at.table.at
    receive(stage, message)
    assert (at.table, at.table.at) == (table, here)
    assert at.screen.message is not None
    assert BROKEN not in stage.html


def test_what_is_for_the_browser_goes_there_once(at: Session) -> None:
    drawer = Drawer(at)
    sent = listen(drawer)
    for verb, value in (("save", None), ("csv", None), ("share", None), ("tab", "save")):
        receive(drawer, {"do": verb, "value": value, "seq": drawer.seq})
    orders = [each["content"]["kind"] for each in sent if each["method"] == "custom"]
    assert orders == ["save", "save", "link", "tell"]
    assert at.outbox == []


def test_the_stage_delivers_what_is_for_the_browser(at: Session) -> None:
    controls, stage = Controls(at), Stage(at, keep="k")
    from_controls, from_stage = listen(controls), listen(stage)
    receive(controls, {"do": "forget_all", "value": "panel"})  # it has no shelf of its own
    at.do("save")  # a notebook's code, not a click
    orders = [each["content"]["kind"] for each in from_stage if each["method"] == "custom"]
    assert orders == ["forget", "save"]
    assert [each for each in from_controls if each["method"] == "custom"] == []


def test_an_error_behind_the_session_is_said_on_the_panel(
    at: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    controls = Controls(at)
    monkeypatch.setattr(at, "do", lambda *_: 1 // 0)
    receive(controls, {"do": "step", "seq": controls.seq})
    assert "ZeroDivisionError" in text_of(controls.html)


# --- what goes to the page -----------------------------------------------------------------------


def test_what_did_not_change_is_not_sent_again(at: Session) -> None:
    parts = {kind.__name__: kind(at) for kind in PARTS}
    sent = {name: listen(part) for name, part in parts.items()}

    def redrawn(act: Any) -> set[str]:
        for messages in sent.values():
            messages.clear()
        act()
        for name, messages in sent.items():
            assert len(messages) <= 1, name  # all changes go out together
        return {
            name
            for name, messages in sent.items()
            if any("html" in each["state"] for each in messages)
        }

    assert redrawn(lambda: at.do("pace", "fast")) == {"Controls"}
    assert redrawn(lambda: at.do("pace", "fast")) == set()
    assert redrawn(lambda: at.do("theme", "dark")) == {"Controls"}
    assert redrawn(lambda: at.do("tab", "rules")) == {"Drawer"}
    assert redrawn(lambda: at.do("step")) == {"Controls"}  # a message: a person must decide
    assert redrawn(lambda: at.do("dismiss")) == {"Controls"}
    assert redrawn(lambda: at.do("pick", "hand:worker")) == {"Stage"}
    assert redrawn(lambda: at.play("1 keep")) == {"Controls", "Stage", "Storyline"}
    assert "Drawer" in redrawn(lambda: at.do("language", "de"))


def test_a_tab_is_made_when_it_is_opened(at: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: Session) -> dict[str, Any]:
        pytest.fail("this tab is not open")

    for name in TABS:
        if name != "ledger":
            monkeypatch.setitem(TABS, name, never)
    drawer = Drawer(at)
    at.do("tab", "ledger")
    at.play("1 keep")
    assert markup.Page(drawer.html).keys("opening")


def test_ids_differ_between_parts(at: Session) -> None:
    at.do("tab", "save")
    every = [name for kind in (*PARTS, *PARTS) for name in ids(kind(at).html)]
    assert len(every) == len(set(every)) > 10


def test_an_error_in_one_part_leaves_the_others_alive(
    at: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, controls = Stage(at, keep="k"), Controls(at)
    at.do("on")

    def broken(_: object) -> str:
        message = "<b>no picture</b>"
        raise RuntimeError(message)

    class Board:
        draw = staticmethod(broken)

    monkeypatch.setattr(at.modules, "board", Board)
    at.play("1 take crane")
    assert BROKEN in stage.html
    assert "&lt;b&gt;no picture&lt;/b&gt;" in stage.html
    assert stage.pace == 0
    assert BROKEN not in controls.html
    monkeypatch.undo()
    at.do("undo")
    assert BROKEN not in stage.html


def test_an_error_in_a_games_own_room_says_in_which_file_and_line(
    at: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paydays_widgets.games.zahltag.panel.PRESETS", None)
    controls = Controls(at)
    assert re.search(r": \w+Error\(.*\) \(panel\.py:\d+\)", text_of(controls.html))


def test_a_file_that_cannot_be_used_is_told_in_its_own_words(
    at: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> str:
        raise DeckError("rulebook.toml", "clauses[0]", "expected a source")

    monkeypatch.setattr(PanelPart, "state", unreadable)
    said = text_of(Storyline(at).html)
    assert "rulebook.toml, at clauses[0]" in said
    assert said.endswith("expected a source")


def test_a_word_that_cannot_be_found_stops_one_part_only(
    at: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, story = Stage(at), Storyline(at)
    monkeypatch.setattr(at.modules, "rulebook", None)
    at.play("1 keep")
    assert BROKEN in story.html
    assert BROKEN not in stage.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_never_markup(language: str) -> None:
    names = (HOSTILE, f"{HOSTILE}2", "'\"><script>alert(1)</script>", "{name} %s {{ 7 * 7 }}")
    table = bidding(["00", "5", "5"], HAND, HAND, HAND, HAND, names=names)
    play(table, "4 bid 8")
    here = table.at
    table.go_to(here - 3)
    at = Session(table, language)
    for revealed in (None, 0):
        at.screen = replace(at.screen, revealed=revealed)
        for name, html in drawn(at).items():
            if name != "csv":
                assert "<img" not in html, name
                assert "<script" not in html, name
                assert html.count("{{ 7 * 7 }}") == html.count("7 * 7"), name
    at.do("vignette", "tie-at-one")
    at.do("answer")
    at.do("new", {})
    assert "&lt;img" in Controls(at).html
    at.do("tab", "save")
    for part in (Controls(at), Drawer(at)):
        assert "<img" not in part.html


# --- the stage -----------------------------------------------------------------------------------


def test_the_pace_is_that_of_playing_on_where_it_can_go_on(at: Session) -> None:
    stage = Stage(at)
    assert stage.pace == 0
    at.do("on")
    assert stage.pace == 0  # a person must decide
    at.play("1 keep")
    assert stage.pace == PACES["normal"]
    at.do("pace", "fast")
    assert stage.pace == PACES["fast"]
    at.do("turn")
    assert stage.pace == 0
    at.do("on")
    at.play("1 keep")
    assert stage.pace == 0


def test_playing_on_stops_behind_the_curtain_and_with_the_game() -> None:
    at = Session(dealt(HAND, HAND))
    stage = Stage(at)
    at.do("on")
    assert stage.pace == 0
    at = Session(new("lean_crew", "hoarder"))
    stage = Stage(at)
    at.do("on")
    while stage.pace:
        at.do("step")
    assert isinstance(at.table.turn, Over)


def test_the_curtain_names_the_seat_and_takes_focus_once() -> None:
    at = Session(dealt(HAND, HAND))
    stage = Stage(at)

    def grab() -> str:
        found = re.search(r'data-grab="([^"]+)"', stage.html)
        return found[1] if found else ""

    first = grab()
    assert first
    assert "Anna" in stage.html
    at.do("tab", "ledger")
    at.do("language", "fr")
    assert grab() == first
    at.do("reveal", 0)
    assert grab() == ""
    at.play("1 keep")
    at.do("hide")
    play(at.table, "* turn 1")
    assert grab() not in {"", first}


def test_the_words_for_a_lost_kernel_follow_the_language(at: Session) -> None:
    stage = Stage(at)
    english = stage.lost_words
    assert all(english.values())
    at.do("language", "de")
    assert stage.lost_words.keys() == english.keys()
    assert {name for name in english if stage.lost_words[name] == english[name]} == {"file"}


# --- the storyline -------------------------------------------------------------------------------


def test_the_storyline_ends_with_the_present_step(at: Session) -> None:
    story = Storyline(at)
    assert story.html.count("aria-current") == 1
    at.play("1 take crane")
    assert re.search(
        r'aria-current="step">\s*<p class="pw-story__what" data-say>Anna ', story.html
    )
    assert 'title="ZT-adjust"' in story.html
    assert not markup.Page(story.html).keys("empty")
    at.do("goto", 0)
    assert markup.Page(story.html).keys("empty")


@pytest.mark.thorough
def test_only_the_last_steps_are_told_and_the_earlier_ones_are_reached() -> None:
    at = Session(new("lean_crew", "hoarder"))
    story = Storyline(at)
    while not at.table.at > 90:
        at.do("step")
    steps = re.findall(r'data-key="s(\d+)"', flat(story.html))
    assert len(steps) == SHOWN
    assert int(steps[-1]) == at.table.at
    earlier = re.search(r'data-key="earlier" data-do="goto" data-value="(\d+)"', flat(story.html))
    assert earlier is not None
    assert int(earlier[1]) == int(steps[0]) - 1


def test_turns_head_their_steps() -> None:
    at = Session(bidding(["5"], HAND, HAND))
    play(at.table, "2 bid 00", "2 keep")
    story = markup.Page(Storyline(at).html)
    heads = [each for each in story.inside("story") if each["class"] == "pw-story__turn"]
    assert [each.figures for each in heads] == [[], ["1"], ["2"]]  # before the first turn too
    for each in heads[1:]:  # the event that begins the turn follows
        begun = at.table.branch.steps[int(each["data-key"][1:]) - 1].event
        assert isinstance(begun, TurnBegun)


def test_a_clause_with_a_ruling_shows_it_and_no_other_one_does() -> None:
    at = Session(new("", ""))
    at.do("tab", "rules")
    page = markup.Page(Drawer(at).html)
    clauses = at.modules.rulebook.clauses.values()
    assert {clause.ruling is None for clause in clauses} == {True, False}
    for clause in clauses:
        marks = [each for each in page.inside(f"r-{clause.id}") if each.tag == "strong"]
        assert len(marks) == bool(clause.ruling)


def bought_for_a_month() -> Session:
    """Return a table of Pay Day at which an insurance that lasts for a month has been bought."""
    game = games.load("pay_day")
    rules = game.rules_type(insurance_term="month")
    table: AnyTable = Table(game, [Player("Anna"), Player("Ben")], rules=rules)
    for move in ("* roll 5", "* mail 23", "* mail 64", "1 buy"):
        table.play(game.read(move))
    return Session(table)


def wordings(at: Session) -> dict[str, str]:
    """Return the parts of the clause about insurance that a switch decides."""
    clause = at.modules.rulebook.clauses["PD-insurance"]
    term = "insurance_term"
    return {value: clause.wording(term, value).told(value, at.text) for value in ("month", "game")}


def test_the_storyline_tells_the_clause_as_it_is_played() -> None:
    at = bought_for_a_month()
    told, told_of = text_of(Storyline(at).html), wordings(at)
    assert told_of["month"] in told
    assert told_of["game"] not in told


def test_the_rules_tell_what_is_played_first_and_then_every_other_choice() -> None:
    at = bought_for_a_month()
    drawer, told_of = Drawer(at), wordings(at)
    at.do("tab", "rules")
    page = markup.Page(drawer.html)
    told, other, *_ = (each for each in page.inside("r-PD-insurance") if each.tag == "p")
    assert told_of["month"] in told.said
    assert other.said.endswith(told_of["game"])


# --- the controls --------------------------------------------------------------------------------


def test_what_cannot_be_done_now_says_why(at: Session) -> None:
    controls = Controls(at)
    step = re.search(r'<button[^>]*data-key="step"[^>]*>', controls.html)
    assert step is not None
    assert 'aria-disabled="true"' in step[0]
    assert "Anna" in step[0]
    assert " disabled" not in controls.html.replace("aria-disabled", "")


def test_a_game_that_is_over_offers_no_next_card() -> None:
    at = Session(new("lean_crew", "hoarder"))
    controls = Controls(at)
    assert 'data-do="wish"' in controls.html
    while at.can_advance():
        at.do("turn")
    assert 'data-do="wish"' not in controls.html
    at.do("goto", str(len(at.table.branch.steps) - 1))
    assert at.unfolding
    skip = re.search(r'<button[^>]*data-key="turn".*?</button>', controls.html, re.DOTALL)
    assert skip is not None
    assert not re.search(r"\d", text_of(skip[0])), "there is no next turn to go on to"


def test_the_set_card_and_the_branches_are_shown(at: Session) -> None:
    controls = Controls(at)
    assert 'data-do="branch"' not in controls.html
    at.do("wish", "* turn payday")
    assert '<option value="* turn payday" selected ' in flat(controls.html)
    start = at.table.at
    at.play("1 keep")
    at.do("goto", start)
    at.play("1 take crane")
    assert 'data-do="branch"' in controls.html


def test_a_position_keeps_what_chance_will_bring_to_itself(at: Session) -> None:
    set_by_it = (
        '<option value="* turn payday" selected data-key="wish-set">Next card: fixed</option>'
    )
    at.do("vignette", "payday-twice")
    controls = Controls(at)
    chosen = flat(controls.html)
    assert set_by_it in chosen
    assert chosen.count(' selected data-key="wish-') == 1
    at.do("wish", "")
    at.do("wish", "* turn 1")
    assert "wish-set" not in controls.html


def test_who_may_decide_here_comes_before_step(at: Session) -> None:
    controls = Controls(at)
    at.do("vignette", "tie-at-one")
    assert at.acting
    assert "pw-btn--second" in controls.html
    at.play(at.table.game.legal(at.table.state, 0)[0], at.seq)
    assert not at.acting
    assert "pw-btn--second" not in controls.html


# --- what may know what --------------------------------------------------------------------------


def test_panels_name_no_game() -> None:
    sources = [
        each.read_text(encoding="utf-8") for each in files(panels).iterdir() if each.is_file()
    ]
    for name in games.names():
        for source in sources:
            found = [line for line in source.splitlines() if name in line]
            assert all('game: str | AnyTable = "zahltag"' in line for line in found), found


def test_names_of_the_package_are_imported_when_they_are_used() -> None:
    for name in panels.__all__:
        assert getattr(panels, name).__name__ == name
    with pytest.raises(AttributeError, match="Pony"):
        _ = panels.Pony
