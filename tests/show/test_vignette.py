from pathlib import Path

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.chance import choice
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import CHANCE, Decide, Over
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.core.text import Words
from paydays_widgets.games.zahltag.deck import Deck
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import Event
from paydays_widgets.games.zahltag.moves import Move, TurnUp
from paydays_widgets.games.zahltag.rules import Rules
from paydays_widgets.games.zahltag.state import State, View
from paydays_widgets.show.vignette import Vignette, asked, load, parse, result, set_up

PACKAGE = "paydays_widgets.games.zahltag"
SCRIPT = """
* deal crane; * deal worker  # a crane for Anna
"""
TEXT = f"""
[[vignettes]]
id = "first"
title = {{ en = "Title", fr = "Titre", de = "Titel" }}
question = {{ en = "Ben?", fr = "Ben ?", de = "Ben?" }}
verdict = {{ en = "Ben.", fr = "Ben, non.", de = "Ben, nein." }}
answer = {{ en = "Anna’s, not Annabel’s.", fr = "Anna et Ben.", de = "Ben, Anna." }}
clauses = ["ZT-deal"]
players = [{{ name = "Anna" }}, {{ name = "Ben", kind = "steady" }}]
rules = {{ over_limit = "fine_bank" }}
next = "* turn payday"
moves = '''{SCRIPT}'''
"""


def steady(view: View, luck: int) -> object:
    return choice(view.legal, luck)


def the() -> Vignette:
    (found,) = parse(TEXT, "mine.toml")
    return found


def table(
    vignette: Vignette, names: tuple[str, ...] = ()
) -> Table[State, Move, Event, View, Rules, Deck]:
    return set_up(vignette, ZAHLTAG, names, {"steady": steady})


def test_a_vignette_is_read_with_its_moves_in_order() -> None:
    vignette = the()
    assert vignette.script() == ("* deal crane", "* deal worker")
    assert vignette.title == Words("Title", "Titre", "Titel")
    assert vignette.players == (Player("Anna"), Player("Ben", "steady"))


def test_the_cursor_stands_at_the_position_and_the_script_can_be_walked_back() -> None:
    found = table(the())
    assert found.newest
    assert [str(move) for move in found.branch.moves] == ["* deal crane", "* deal worker"]
    assert [sum(firm.hand) for firm in found.state.firms] == [1, 1]
    assert found.rules == Rules(over_limit="fine_bank")
    found.go_to(1)
    assert [sum(firm.hand) for firm in found.state.firms] == [1, 0]


def test_chance_brings_what_is_set_as_soon_as_it_can() -> None:
    found = table(the())
    assert found.dealer.wish == TurnUp(CHANCE, 0)
    while found.branch.moves[-1] != TurnUp(CHANCE, 0):
        if not found.advance():
            turn = found.turn
            assert isinstance(turn, Decide)
            found.play(ZAHLTAG.legal(found.state, turn.seats[0])[-1])
        assert found.state.turn < 2
    assert found.dealer.wish is None


def test_without_a_wish_luck_decides() -> None:
    assert table(replace(the(), next="")).dealer.wish is None


def test_the_result_is_where_it_came_however_far_the_game_goes_on() -> None:
    first = table(the())
    vignette = replace(the(), until=(type(first.event).__name__,))
    begun = first.at
    assert result(vignette, first) is None
    first.advance()
    assert result(vignette, first) == begun + 1 < len(first.branch.steps)


def test_a_branch_asks_the_question_if_it_leaves_after_it() -> None:
    vignette, found = the(), table(the())
    assert asked(replace(vignette, moves=""), found) == 0
    begun = found.at
    assert asked(vignette, found) == begun
    found.advance()
    found.go_to(begun)
    found.play(ZAHLTAG.read("* deal foreman"))
    assert found.branch.parent is not None
    assert asked(vignette, found) == begun
    found.go_to(1)
    found.play(ZAHLTAG.read("* deal foreman"))
    assert asked(vignette, found) is None
    assert result(vignette, found) is None


def test_seats_can_be_called_otherwise_and_the_texts_follow() -> None:
    vignette = the().named(["Ben", "Zoë & Co", "nobody"])
    assert [player.name for player in vignette.players] == ["Ben", "Zoë & Co"]
    assert [player.kind for player in vignette.players] == [HUMAN, "steady"]
    assert vignette.question.en == "Zoë & Co?"
    assert vignette.answer == Words("Ben’s, not Annabel’s.", "Ben et Zoë & Co.", "Zoë & Co, Ben.")
    assert [player.name for player in table(the(), ("Mia",)).players] == ["Mia", "Ben"]
    assert the().named([]) == the()


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ('id = "first"', 'id = ""', "vignettes[0].id", "an id of its own, got ''"),
        ('fr = "Titre"', 'fr = " "', "vignettes[0].title.fr", "the words of 'first', got none"),
        ('de = "Ben, Anna."', 'de = ""', "vignettes[0].answer.de", "the words of 'first'"),
        ("moves =", "move =", "vignettes[0]", "did you mean 'moves'?"),
        ("[[vignettes]]", "[[vignettes", "", "not TOML"),
        ('"ZT-deal"', "4", "vignettes[0].clauses[0]", "expected a text, got 4"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_place(
    old: str, new: str, place: str, problem: str
) -> None:
    assert old in TEXT
    with pytest.raises(DeckError) as caught:
        parse(TEXT.replace(old, new), "mine.toml")
    assert caught.value.file == "mine.toml"
    assert caught.value.place == place
    assert problem in caught.value.problem


def test_two_vignettes_of_one_id_are_refused() -> None:
    with pytest.raises(DeckError, match=r"vignettes\[1\].id .* got 'first'"):
        parse(TEXT + TEXT, "mine.toml")


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ("fine_bank", "fine_nobody", "rules", "Invalid enum value 'fine_nobody'"),
        ("over_limit =", "limit =", "rules", "unknown field `limit`"),
        ('kind = "steady"', 'kind = "shaky"', "players", "unknown strategy"),
        (', { name = "Ben", kind = "steady" }', "", "players", "2–4 seats"),
        ("deal worker", "deal wroker", "move 2", "deal wroker"),
        ("* deal worker", "2 keep", "move 2", "refused by ZT-deal"),
        ("* turn payday", "1 keep", "next", "expected a move of chance, got '1 keep'"),
        ("* turn payday", "payday", "next", "cannot read"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_the_place(
    old: str, new: str, place: str, problem: str
) -> None:
    assert old in TEXT
    (vignette,) = parse(TEXT.replace(old, new), "mine.toml")
    with pytest.raises(DeckError) as caught:
        table(vignette)
    assert (caught.value.file, caught.value.place) == ("first", place)
    assert problem in caught.value.problem


def test_a_game_that_is_over_is_no_position() -> None:
    vignette = next(each for each in load(PACKAGE) if each.id == "only-paydays-left")
    ended = replace(vignette, moves=vignette.moves + "1 keep; * turn payday")
    with pytest.raises(DeckError, match=r"only-paydays-left, at moves: .* this one is over"):
        set_up(ended, ZAHLTAG)


def test_a_package_without_vignettes_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DeckError, match=r"vignettes.toml: the file cannot be read"):
        load("bare")


@pytest.mark.parametrize(("until", "comes"), [((), 0), (("NothingOfTheKind",), -1)])
def test_the_result_has_come_when_another_is_asked_or_else_with_the_end(
    until: tuple[str, ...], comes: int
) -> None:
    vignette = replace(load("tests.kuhn_poker")[0], until=until)
    table = set_up(vignette, games.load("kuhn_poker"))
    ends = []
    while table.waiting():
        table.play(table.game.legal(table.state, table.waiting()[0])[-1])
        ends.append(table.at)
    assert isinstance(table.turn, Over)
    assert len(ends) == 2
    assert result(vignette, table) == ends[comes]


def test_moves_are_among_the_best_answers_if_they_begin_with_one() -> None:
    vignette = replace(the(), best=("1 take *; 1 keep", "2 keep"))
    first, then, other = (ZAHLTAG.read(each) for each in ("1 take crane", "1 keep", "2 keep"))
    assert vignette.praises([first, then])
    assert vignette.praises([first, then, other])
    assert vignette.praises([other])
    assert not vignette.praises([then])


def test_moves_open_the_best_answers_if_one_of_these_begins_with_them() -> None:
    vignette = replace(the(), best=("1 take *; 1 keep", "*2 keep"))
    moves = [ZAHLTAG.read(each) for each in ("1 take crane", "1 keep", "2 keep")]
    assert vignette.openings(moves) == [moves[0], moves[2]]
