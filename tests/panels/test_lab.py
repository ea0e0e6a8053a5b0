"""The lab's tab: it plays beside the table, and each of its games comes onto the table."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets.core.game import Over
from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lab.client import Client
from paydays_widgets.lab.messages import Failed, Waiting
from paydays_widgets.lab.summary import Summary
from paydays_widgets.panels import lab
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Controls, Drawer
from tests.markup import Page, flat
from tests.panels.tables import UNEXPECTED, new, said, until


class Lasting(Client):
    """Its process outlives a session in which nothing is being played: a start takes a second."""

    def cancel(self) -> None:
        if self.playing:
            super().close()

    def close(self) -> None:
        self.cancel()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    made = Lasting()
    yield made
    Client.close(made)


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # other tests may be playing
    monkeypatch.setattr(lab, "Client", lambda: client)


@pytest.fixture
def session() -> Iterator[Session]:
    made = Session(new(seed=5))
    made.do("tab", "lab")
    yield made
    made.close()


def ran(session: Session, **fields: str) -> Summary:
    """Have a run played, and wait for its end."""
    assert session.do("lab_start", {"games": "100", "seed": "7", **fields}), session.screen.message
    at = session.lab
    until(lambda: at.failed or (at.found is not None and at.found.games == at.found.of))
    assert at.found is not None, at.failed
    return at.found


def ends(table: AnyTable) -> tuple[int, ...]:
    return tuple(table.game.sheet(table.state, seat).counted for seat in range(len(table.players)))


def test_bots_take_the_seats_of_people(session: Session) -> None:
    html = flat(Drawer(session).html)
    assert html.count('<option value="lean_crew" selected>') == 1
    assert f'<option value="{session.stand_in}" selected>' in html
    assert "human" not in html


def test_each_dot_comes_onto_the_table_with_its_sums(session: Session) -> None:
    summary = ran(session)
    for dot in (summary.dots[0], summary.dots[-1]):
        assert session.do("lab_open", str(dot.game)), session.screen.message
        assert isinstance(session.table.turn, Over)
        assert ends(session.table) == dot.worth
        html = flat(Drawer(session).html)
        assert re.search(f'data-game="{dot.game}"[^>]*aria-current="true"', html)
    assert session.do("goto", 3)  # the history can be walked back


def test_named_games_and_bins_are_games_of_the_table(session: Session) -> None:
    summary = ran(session, kind2="hoarder")
    assert summary.line_up[1] == "hoarder"
    seat = summary.seats[1]
    richest = seat.examples[0]
    assert session.do("lab_open", str(richest.game))
    assert ends(session.table)[1] == richest.worth
    (number, full) = next((n, each) for n, each in enumerate(seat.bins) if each.game is not None)
    assert session.do("lab_open", str(full.game))
    assert (ends(session.table)[1] - summary.lowest) // summary.width == number


def test_one_goes_back_to_the_game_before(session: Session) -> None:
    before = session.table
    summary = ran(session)
    assert session.do("lab_open", str(summary.dots[0].game))
    controls = flat(Controls(session).html)
    assert 'data-do="lab_leave"' in controls
    assert 'data-do="show" data-value="lab"' in controls
    assert session.do("lab_open", str(summary.dots[1].game))
    assert session.do("lab_leave")
    assert session.table is before  # nothing had been played in it
    assert session.screen.tab == "lab"
    assert 'data-do="lab_leave"' not in Controls(session).html


def test_a_game_that_has_begun_is_kept_meanwhile_and_the_lab_s_are_not(session: Session) -> None:
    session.do("skip")
    moves = list(session.table.branch.moves)
    summary = ran(session)
    for dot in summary.dots[:3]:
        assert session.do("lab_open", str(dot.game))
    assert [each.moves for each in session.keeping.others] == [len(moves)]
    assert session.do("lab_leave")
    assert session.table.branch.moves == moves
    assert not session.keeping.others


def test_a_position_comes_back_with_its_question(session: Session) -> None:
    session.do("vignette", next(iter(session.modules.vignettes)))
    session.do("show", "lab")
    summary = ran(session)
    question = 'class="pw-banner pw-banner--warn pw-question"'
    assert question in flat(Controls(session).html)
    assert session.do("lab_open", str(summary.dots[0].game))
    assert question not in flat(Controls(session).html)
    assert session.do("lab_leave")
    assert question in flat(Controls(session).html)


def test_a_strategy_of_ones_own_plays_too() -> None:
    def mine(view: Any, _: int) -> Any:
        return view.legal[0]

    session = Session(new(seed=5), strategies={"mine": mine})
    try:
        summary = ran(session, kind1="mine")
        assert summary.line_up[0] == "mine"
        assert session.do("lab_open", str(summary.dots[0].game))
        assert ends(session.table) == summary.dots[0].worth
    finally:
        session.close()


@pytest.mark.thorough
def test_the_table_goes_on_while_the_lab_plays(session: Session) -> None:
    drawer = Drawer(session)
    assert session.do("lab_start", {"games": "1000000"})
    until(lambda: "pw-run" in drawer.html)
    seq, at = session.seq, session.table.at
    until(lambda: session.lab.found and session.lab.found.games > 50)
    assert (session.seq, session.table.at) == (seq, at)  # news concerns the drawer alone
    assert session.do("skip")
    assert 'data-do="lab_cancel"' in drawer.html
    assert session.do("lab_cancel")
    assert not session.lab.playing
    assert "pw-run" in drawer.html  # what there is of it stays, and can be opened
    assert 'data-do="lab_cancel"' not in drawer.html
    drawer.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_told_in_the_language_of_the_screen(language: str, session: Session) -> None:
    ran(session)
    session.do("language", language)
    drawer = Drawer(session)
    assert Page(drawer.html).elements
    session.lab._told(Waiting(3))
    words = {"en": "number 3 in the queue", "fr": "rang 3 de la file", "de": "Nummer 3 in der"}
    assert words[language] in flat(drawer.html)
    session.lab._told(Failed("Why it is so."))
    assert 'role="alert">Why it is so.<' in drawer.html


def test_without_numpy_it_plays_few_games_and_says_how_to_play_many(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "plays_few", lambda: True)
    html = flat(Drawer(session).html)
    assert "pip install" in html
    assert 'value="100"' in html
    assert 'value="1000"' not in html


@pytest.mark.parametrize(
    ("verb", "value"),
    [
        ("lab_open", "3"),
        ("lab_leave", None),
        ("lab_start", {"kind1": "nobody"}),
        ("lab_start", {"games": "17"}),
        ("lab_start", {"seed": "x"}),
        ("lab_start", "x"),
    ],
)
@pytest.mark.thorough
def test_what_cannot_be_done_is_said(session: Session, verb: str, value: object) -> None:
    table = session.table
    assert not session.do(verb, value)
    assert not re.search(UNEXPECTED, said(session))
    assert session.table is table
    assert not session.lab.playing


@pytest.mark.thorough
def test_a_game_that_the_run_does_not_have_is_refused(session: Session) -> None:
    ran(session)
    assert not session.do("lab_open", "100")
    assert not re.search(UNEXPECTED, said(session))
    assert not session.do("lab_open", "-1")
