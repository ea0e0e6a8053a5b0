"""A desk shows a game that was added as it shows those on the shelf."""

from typing import get_args, get_type_hints

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Over
from paydays_widgets.core.table import HUMAN
from paydays_widgets.panels.desk import Desk
from paydays_widgets.show.vignette import load, set_up
from tests.kuhn_poker.bots import STRATEGIES
from tests.kuhn_poker.engine import KUHN_POKER
from tests.kuhn_poker.events import Event
from tests.markup import Page


def test_a_person_plays_a_hand_against_perfect_play() -> None:
    desk = Desk("kuhn_poker", language="en", teach=True)
    assert [each.kind for each in desk.table.players] == [HUMAN, "perfect"]
    moves = Page(desk.stage.html).moves
    assert set(moves) == {"1 check", "1 bet"}
    assert not desk.play("1 call")
    assert "check, or bet" in desk.message
    assert desk.play("1 bet")
    while not isinstance(desk.table.turn, Over):
        assert desk.do("step")
    assert Page(desk.stage.html).key("pot").label == "The pot: 0"


def test_the_other_card_is_nowhere_in_the_page_until_it_is_shown() -> None:
    desk = Desk("kuhn_poker", language="en", teach=True)
    own, other = (side.card for side in desk.table.state.sides)
    assert Page(desk.stage.html).key("card-1")["data-face"] == own
    assert Page(desk.stage.html).key("card-2")["data-face"] == "back"
    pages = desk.stage.html + desk.storyline.html + desk.controls.html
    assert str(own) in pages
    assert str(other) not in pages


def test_the_form_sets_up_a_game_with_four_cards() -> None:
    desk = Desk("kuhn_poker", language="de", teach=True)
    assert desk.do("new", {"seats": "2", "rules.cards": "4", "kind1": "perfect"})
    assert desk.table.rules.cards == 4
    assert "vier Karten" in desk.controls.html


def test_a_clause_is_applied_where_an_event_or_a_refusal_carries_it() -> None:
    carried = {
        clause for kind in get_args(Event) for clause in get_args(get_type_hints(kind)["clause"])
    } | {clause for clauses in KUHN_POKER.refusals().values() for clause in clauses}
    clauses = games.modules("kuhn_poker").rulebook.clauses
    assert {each.id for each in clauses.values() if each.role == "applied"} == carried


# --- the ready positions ------------------------------------------------------------------------

VIGNETTES = {each.id: each for each in load("tests.kuhn_poker")}


def gain(vignette: str, *moves: str) -> int:
    """Play on from a position; give what the second seat has won, or lost (below 0)."""
    table = set_up(VIGNETTES[vignette], KUHN_POKER, strategies=STRATEGIES)
    for move in moves:
        table.play(KUHN_POKER.read(move))
    assert isinstance(table.turn, Over)
    return table.state.sides[1].money - table.deck.start_money


def test_a_bluff_with_the_worst_card_costs_and_wins_what_its_answer_says() -> None:
    assert gain("worst-card", "2 check") == -1
    assert gain("worst-card", "2 bet", "1 call") == -2
    assert gain("worst-card", "2 bet", "1 fold") == 1


def test_to_call_a_bluff_costs_and_wins_what_its_answer_says() -> None:
    assert gain("is-it-a-bluff", "2 fold") == -1
    assert gain("is-it-a-bluff", "2 call") == 2
    king = "* deal king; * deal queen; 1 bet"
    table = set_up(VIGNETTES["is-it-a-bluff"], KUHN_POKER)
    table.go_to(0)
    for move in [*king.split("; "), "2 call"]:
        table.play(KUHN_POKER.read(move))
    assert table.state.sides[1].money - table.deck.start_money == -2


# --- the shelf ----------------------------------------------------------------------------------


def test_a_game_that_was_added_is_found_by_its_name_and_does_not_stand_on_the_shelf() -> None:
    assert games.load("kuhn_poker") is KUHN_POKER
    assert games.modules("kuhn_poker").engine is KUHN_POKER
    assert "kuhn_poker" not in games.names()
    with pytest.raises(LookupError, match=r"there are: .*zock, kuhn_poker"):
        games.load("chess")


def test_adding_again_changes_nothing_and_no_game_takes_the_name_of_another() -> None:
    games.add("tests.kuhn_poker")
    with pytest.raises(ValueError, match=r"tests\.kuhn_poker is called 'kuhn_poker' already"):
        games.add("elsewhere.kuhn_poker")
    with pytest.raises(ValueError, match=r"paydays_widgets\.games\.zock is called 'zock' already"):
        games.add("elsewhere.zock")
    assert games.load("kuhn_poker") is KUHN_POKER
