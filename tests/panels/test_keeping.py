"""What the browser keeps, with a stand-in for it: tabs, their shared shelf, a note for each."""

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import Any

import pytest

from paydays_widgets.core import record
from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Controls, Drawer, Stage
from paydays_widgets.talk.keeping import MOST_KEPT
from tests.panels.tables import listen, new, receive

DEALT = Session(new()).table.at
"""The position of the cursor once the cards are dealt."""


class Browser:
    """What a page keeps, and what it tells other tabs."""

    def __init__(self) -> None:
        self.shelf: dict[str, dict[str, Any]] = {}
        self.tabs: list[Tab] = []
        self.time = 1_000_000

    def now(self) -> int:
        self.time += 1
        return self.time


class Tab:
    """A tab with a kernel of its own."""

    def __init__(self, browser: Browser, note: str = "", link: str = "") -> None:
        self.browser = browser
        self.note = note
        self.session = Session(new(seed=len(browser.shelf) + 1))
        self.stage = Stage(self.session, keep="zahltag")
        self.written = {"record_name": self.stage.record_name, "record": ""}
        self.sent = listen(self.stage)
        self.records = 0  # how many were sent
        browser.tabs.append(self)
        self.tell(note=note, link=link)

    def tell(self, **more: str) -> None:
        value = {"records": dict(self.browser.shelf), **more}
        receive(self.stage, {"do": "kept", "value": value})
        self.obey()

    def do(self, verb: str, value: object = None) -> bool:
        done = self.session.do(verb, value)
        self.obey()
        return done

    def play(self, *moves: str) -> "Tab":
        for move in moves:
            assert self.session.play(move)
            self.obey()
        return self

    def obey(self) -> None:
        messages = [*self.sent]
        self.sent.clear()
        self.records += sum("record" in each.get("state", {}) for each in messages)
        for each in messages:
            self._order(**each["content"]) if each["method"] == "custom" else None
        stage, shelf = self.stage, self.browser.shelf
        now = {"record_name": stage.record_name, "record": stage.record}
        if now != self.written:
            shelf.pop(stage.record_name, None)
            if stage.record:
                stored = {"text": stage.record, "when": self.browser.now()}
                shelf[stage.record_name] = stored
        self.written, self.note = now, stage.note

    def _order(self, kind: str, **how: Any) -> None:
        if kind == "tell":
            self.tell()
        elif kind == "forget":
            for name in how.get("names", list(self.browser.shelf)):
                self.browser.shelf.pop(name, None)
        elif kind == "keep":
            self.browser.shelf[how["name"]] = {"text": how["text"], "when": self.browser.now()}
        elif kind == "claim":
            others = [tab for tab in self.browser.tabs if tab is not self]
            if any(tab.stage.record_name == how["name"] for tab in others):
                self.do("taken", how["name"])

    def close(self) -> "Tab":
        self.browser.tabs.remove(self)
        self.stage.close()
        return self

    def reload(self) -> "Tab":
        self.close()
        return Tab(self.browser, self.note)

    @property
    def moves(self) -> list[str]:
        return [str(move) for move in self.session.table.branch.moves if move.by >= 0]

    @property
    def place(self) -> tuple[object, ...]:
        table = self.session.table
        lines = tuple(tuple(branch.moves) for branch in table.branches)
        return lines, table.current, table.at, table.players, table.rules, table.seed

    @property
    def others(self) -> list[str]:
        return [each.name for each in self.session.keeping.others]


@pytest.fixture
def browser() -> Browser:
    return Browser()


# --- a tab and its own game ----------------------------------------------------------------------


def test_a_reload_brings_the_game_back_where_it_stood_without_a_question(browser: Browser) -> None:
    tab = Tab(browser).play("1 take crane")
    tab.do("turn")
    tab.do("goto", DEALT)
    tab.play("1 take worker")  # a branch
    tab.do("branch", "0")
    tab.do("goto", DEALT + 1)
    again = tab.reload()
    assert again.place == tab.place
    assert len(again.session.table.branches) == 2
    assert not again.session.table.newest
    assert again.session.keeping.offered is None
    assert again.session.screen.message is None
    again.do("goto", DEALT)
    assert again.play("1 keep").reload().moves == ["1 keep"]


def test_a_click_that_makes_no_move_packs_and_sends_no_record(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = Tab(browser).play("1 take crane")
    tab.do("turn")
    packed = []
    share = record.share

    def count(table: AnyTable) -> str:
        packed.append(table)
        return share(table)

    monkeypatch.setattr(record, "share", count)
    tab.records = 0
    for verb, value in (("undo", None), ("step", None), ("goto", DEALT), ("tab", "ledger")):
        tab.do(verb, value)
    assert (packed, tab.records) == ([], 0)
    tab.play("1 keep")
    assert (len(packed), tab.records) == (1, 1)


def test_nothing_is_kept_before_something_is_played_or_without_a_name(browser: Browser) -> None:
    tab = Tab(browser)
    nowhere = Stage(tab.session)
    tab.do("step")
    assert browser.shelf == {}
    tab.play("1 keep")
    assert list(browser.shelf) == [tab.stage.record_name]
    assert (nowhere.record, nowhere.note) == ("", "")


def test_a_ready_position_comes_back_with_its_question_and_takes_no_place(
    browser: Browser,
) -> None:
    tab = Tab(browser).play("1 keep")
    mine = tab.stage.record_name
    for position in ("tie-at-one", "ninth-contract"):
        tab.do("vignette", position)
        assert list(browser.shelf) == [mine, tab.stage.record_name]
    again = tab.reload()
    assert again.session.screen.vignette is not None
    assert again.session.screen.vignette.id == "ninth-contract"
    assert again.session.screen.vignette.players[0].name == "Anna"
    assert 'data-do="answer"' in Controls(again.session).html
    assert again.session.viewer in again.session.table.waiting()  # no curtain
    assert again.others == [mine]
    again.do("new", {})
    assert list(browser.shelf) == [mine]
    again.do("vignette", "tie-at-one")
    again.do("resume", mine)
    assert list(browser.shelf) == [mine]
    assert again.moves[:1] == ["1 keep"]


# --- the game before -----------------------------------------------------------------------------


def test_one_can_go_back_to_the_game_before_and_to_and_fro() -> None:
    at = Session(new())
    at.play("1 take crane")
    first = list(at.table.branch.moves)
    at.do("new", {"seats": "2"})
    assert not at.keeping.several
    controls, drawer = Controls(at), Drawer(at)
    assert 'data-do="resume"' in controls.html
    at.play("1 keep")
    assert 'data-do="resume"' not in controls.html  # out of the way, not out of reach
    at.do("tab", "save")
    assert 'data-do="resume"' in drawer.html
    second = list(at.table.branch.moves)
    (name,) = [each.name for each in at.keeping.others]
    at.do("resume", name)
    assert at.table.branch.moves == first
    assert at.do("resume", name)  # a second click
    assert at.table.branch.moves == first
    at.do("resume")
    assert at.table.branch.moves == second
    at.do("resume")
    assert at.table.branch.moves == first


def test_the_game_before_is_offered_after_a_reload_too(browser: Browser) -> None:
    tab = Tab(browser).play("1 take crane")
    tab.do("goto", DEALT + 1)
    here = tab.place
    tab.do("new", {"seats": "2"})
    again = tab.reload()
    assert again.session.keeping.offered is not None
    again.do("resume")
    assert again.place == here

    again.do("new", {"seats": "2"})
    again.play("1 keep")
    later = again.reload()
    assert later.session.keeping.offered is None  # the visitor has begun a new game
    assert later.session.keeping.before == again.session.keeping.before != ""
    later.do("resume", later.others[0])
    assert later.place[3:] == here[3:]


def test_of_three_games_none_is_lost(browser: Browser) -> None:
    tab = Tab(browser).play("1 take crane")
    for seats in ("2", "3"):
        tab.do("new", {"seats": seats})
        tab.play("1 keep")
    assert len(tab.others) == 2
    for _ in range(2):
        tab.do("resume", tab.others[-1])
        tab = tab.reload()
        assert len(tab.others) == 2
    assert len(browser.shelf) == 3


# --- several tabs --------------------------------------------------------------------------------


def test_two_tabs_keep_a_game_each(browser: Browser) -> None:
    one = Tab(browser).play("1 take crane")
    other = Tab(browser)
    offered = other.session.keeping.offered
    assert offered is not None
    assert (offered.name, offered.moves) == (
        one.stage.record_name,
        len(one.session.table.branch.moves),
    )
    other.play("1 keep")
    one.play("1 keep") if one.session.acting else one.do("turn")
    assert one.reload().place == one.place
    assert other.reload().place == other.place


def test_a_tab_that_was_closed_leaves_its_game_to_the_next(browser: Browser) -> None:
    one = Tab(browser).play("1 take crane").close()
    other = Tab(browser)
    other.do("resume")
    assert (other.place, other.others) == (one.place, [])
    assert list(browser.shelf) == [other.stage.record_name] == [one.stage.record_name]


@pytest.mark.parametrize("how", ["duplicated", "resumed"])
def test_a_game_that_two_tabs_have_is_kept_twice(browser: Browser, how: str) -> None:
    one = Tab(browser).play("1 take crane")
    twin = Tab(browser, note=one.note if how == "duplicated" else "")
    if how == "resumed":
        twin.do("resume")
    assert twin.place == one.place
    assert twin.stage.record_name != one.stage.record_name
    twin.do("goto", DEALT)
    twin.play("1 keep")
    one.do("goto", DEALT + 1)
    assert (one.reload().place, twin.reload().place) == (one.place, twin.place)


def test_only_what_is_on_the_table_can_be_taken() -> None:
    at = Session(new())
    name = at.keeping.name
    assert at.do("taken", "another")
    assert at.keeping.name == name
    assert at.do("taken", name)
    assert at.keeping.name != name


def test_a_kernel_that_lives_on_keeps_its_table(browser: Browser) -> None:
    tab = Tab(browser).play("1 take crane")
    here = tab.place
    tab.tell(note=tab.note)  # a notebook was loaded again
    assert (tab.place, tab.others) == (here, [])


# --- links ---------------------------------------------------------------------------------------


def test_a_link_puts_its_game_on_the_table_once(browser: Browser) -> None:
    table = new("", "")
    Session(table).play("1 keep")
    link = record.share(table)
    tab = Tab(browser, link=link)
    assert tab.session.screen.message is not None
    assert tab.stage.record == link  # so it may stay in the address
    tab.do("goto", 3)
    tab.close()
    again = Tab(browser, tab.note, link)
    assert (again.place, again.stage.record) == (tab.place, link)

    own = Tab(browser).play("1 take crane").close()
    other = Tab(browser, own.note, link)  # a link pasted into the address bar
    assert other.session.table.branch.moves == table.branch.moves
    offered = other.session.keeping.offered
    assert offered is not None
    assert offered.name == own.stage.record_name


# --- what is listed, and forgotten ---------------------------------------------------------------


def test_a_new_tab_is_offered_the_newest_and_lists_all(browser: Browser) -> None:
    for seats in (2, 3, 4):
        tab = Tab(browser)
        tab.do("new", {"seats": str(seats), "kind1": "human", "name1": f"Player {seats}"})
        tab.play("1 keep").close()
    tab = Tab(browser)
    tab.do("tab", "save")
    listed = Drawer(tab.session).html
    places = [listed.index(f"Player {seats}") for seats in (4, 3, 2)]
    assert places == sorted(places)
    assert listed.count("data-when=") == 3
    assert tab.session.keeping.several
    assert "Player 4" in Controls(tab.session).html
    tab.do("forget")
    assert "Player 3" in Controls(tab.session).html
    tab.do("forget", tab.others[1])
    assert len(browser.shelf) == len(tab.others) == 1
    tab.do("resume")
    assert tab.session.names[0] == "Player 3"


def test_what_other_tabs_keep_is_looked_up_when_the_list_is_opened(browser: Browser) -> None:
    tab, other = Tab(browser), Tab(browser)
    other.play("1 keep")
    assert tab.others == []
    tab.do("tab", "save")
    assert tab.others == [other.stage.record_name]
    other.do("forget_all", "panel")
    tab.do("tab", "save")
    tab.do("tab", "save")
    assert tab.others == []


def test_a_game_that_another_tab_plays_on_is_listed_as_it_stands(browser: Browser) -> None:
    one = Tab(browser).play("1 take crane")
    other = Tab(browser)
    before = other.session.keeping.others[0].moves
    one.do("turn")
    other.do("tab", "save")
    (listed,) = other.session.keeping.others
    assert listed.moves == len(one.session.table.branch.moves) > before


@pytest.mark.parametrize("reach", ["panel", "everywhere"])
def test_all_is_forgotten(browser: Browser, reach: str) -> None:
    tab = Tab(browser).play("1 take crane")
    tab.do("new", {})
    tab.play("1 keep")
    tab.session.do("forget_all", reach)
    assert {"kind": "forget", "all": reach}.items() <= tab.sent[-1]["content"].items()
    tab.obey()
    assert (browser.shelf, tab.others, tab.session.keeping.before) == ({}, [], "")
    assert tab.session.screen.message is not None
    again = tab.reload()
    assert (again.moves, again.session.keeping.offered) == ([], None)


def test_forgetting_is_offered_where_a_browser_keeps_games() -> None:
    at = Session(new())
    at.do("tab", "save")
    assert "forget_all" not in Drawer(at).html
    stage = Stage(at, keep="k")
    assert "forget_all" in Drawer(at).html
    at.play("1 keep")
    at.do("new", {})
    at.do("resume")
    assert at.screen.tab == ""
    at.do("tab", "save")
    assert "forget_all" in Drawer(at).html
    stage.close()


def test_the_oldest_games_give_way(browser: Browser) -> None:
    names = []
    for _ in range(MOST_KEPT + 3):
        tab = Tab(browser).play("1 keep")
        names.append(tab.stage.record_name)
        tab.close()
    tab = Tab(browser)
    assert tab.others == names[: -MOST_KEPT - 1 : -1]
    assert set(browser.shelf) == set(tab.others)
    for _ in range(MOST_KEPT + 3):
        tab.play("1 keep")
        tab.do("new", {})
    assert len(tab.others) == len(browser.shelf) == MOST_KEPT


# --- what is not worth it, and what came before --------------------------------------------------


def broken() -> Iterator[str]:
    at = Session(new())
    at.play("1 take crane")
    kept = record.share(at.table)
    yield from ("", "g=broken", "{}", kept[:-20], kept[:20], kept + kept)
    saved = record.dumps(at.table)
    newer = saved.replace('"format": ', '"format": 9')
    unknown = saved.replace('"hoarder"', '"grandmaster"')
    other = saved.replace('"zahltag"', '"zock"')
    for text in (newer, unknown, other):
        assert text != saved
        yield record.FRAGMENT + _packed(text)


def _packed(text: str) -> str:
    return urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


def test_what_has_not_begun_is_not_offered(browser: Browser) -> None:
    browser.shelf["it"] = {"text": record.share(new()), "when": 5}
    tab = Tab(browser)
    assert (tab.others, tab.session.keeping.offered) == ([], None)


@pytest.mark.parametrize("text", list(broken()))
def test_what_cannot_be_read_is_not_offered_and_harms_nothing(browser: Browser, text: str) -> None:
    browser.shelf["it"] = {"text": text, "when": 5}
    tab = Tab(browser)
    assert (tab.others, tab.session.keeping.offered) == ([], None)
    assert tab.session.screen.message is None
    note = tab.note.replace(tab.stage.record_name, "it")
    again = Tab(browser, note)
    assert (again.others, again.moves) == ([], [])
    assert again.play("1 keep").reload().moves[:1] == ["1 keep"]
    assert browser.shelf["it"]["text"] == text  # a newer version may read it


@pytest.mark.parametrize(
    ("note", "is_known"),
    [
        ("{", False),
        ("[]", False),
        ('{"name": 1}', False),
        ('{"name":"a","before":"b","vignette":"c","came":1,"current":7,"at":9}', False),
        ('{"name":"it","before":"b","vignette":"c","came":1,"current":7,"at":9}', True),
        ('{"name":"it","before":"it","vignette":"","came":-1,"current":0,"at":-9}', True),
        ('{"name":"it","before":"","vignette":"","came":-1,"current":0,"at":99999}', True),
    ],
)
def test_a_note_is_not_trusted(browser: Browser, note: str, *, is_known: bool) -> None:
    one = Tab(browser).play("1 take crane").close()
    browser.shelf["it"] = browser.shelf.pop(one.stage.record_name)
    tab = Tab(browser, note)
    assert tab.session.screen.message is None
    assert tab.moves == (one.moves if is_known else [])
    assert tab.play("1 keep") if tab.session.acting else tab.do("turn")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("find", [Controls, Drawer])
def test_the_list_is_in_the_language_of_the_screen(
    language: str, find: type[Controls | Drawer]
) -> None:
    at = Session(new(), language)
    at.play("1 keep")
    at.do("new", {})
    at.do("tab", "save")
    assert 'data-do="resume"' in find(at).html
