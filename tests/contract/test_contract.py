"""The contract of every game on the shelf, in each of its presets and for each number of seats."""

import random

import msgspec
import pytest

from paydays_widgets import games
from paydays_widgets.core.chance import SeededDealer
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.record import dumps, loads, record
from tests.contract.contract import (
    ALL_GAMES,
    ALL_SET_UPS,
    a_move,
    assert_round_trip,
    check_move,
    check_position,
    game_at_random,
    is_over,
    knowledge,
    rulebook,
)


@ALL_GAMES
def test_the_game_is_known_to_these_tests(name: str) -> None:
    know = knowledge(name)
    assert know.SEATS
    assert know.VARIANTS
    presets = games.modules(name).presets
    assert games.load(name).rules_type() in presets.values()
    assert all(rules in know.VARIANTS for rules in presets.values())


@ALL_GAMES
def test_the_game_says_what_it_is(name: str) -> None:
    game = games.load(name)
    assert game.id == name
    assert type(game.version) is int
    assert game.version > 0
    assert isinstance(game.deck(), game.deck_type)
    assert_round_trip(game.deck())
    for rules in knowledge(name).VARIANTS:
        assert_round_trip(rules)


@ALL_GAMES
@pytest.mark.parametrize("seats", [-1, 0, 61])
def test_a_number_of_seats_that_does_not_suit_the_game_is_refused(name: str, seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        games.load(name).start(seats)


@ALL_GAMES
@pytest.mark.parametrize(
    "text", ["", " ", "1", "0 keep", "* *", "1 take", "ñ", "1 bid -1", "x" * 9999]
)
def test_what_is_no_move_cannot_be_read(name: str, text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        games.load(name).read(text)


@pytest.mark.thorough
@pytest.mark.walk
@ALL_SET_UPS
def test_every_position_and_move_of_a_game_keeps_the_contract(
    name: str, preset: str, seats: int
) -> None:
    game, know, book = games.load(name), knowledge(name), rulebook(name)
    luck = random.Random(f"{name} {preset} {seats}")
    state = game.start(seats, games.modules(name).presets[preset])
    while not is_over(game, state):
        check_position(game, state, know, seats, book)
        move = a_move(game, state, luck, know, luck.choice(["even", "eager"]))
        check_move(game, state, move, know, seats)
        state = game.unfold(state, move)[-1].state
    check_position(game, state, know, seats, book)


@ALL_SET_UPS
def test_a_game_replayed_from_its_record_is_equal(name: str, preset: str, seats: int) -> None:
    table = game_at_random(name, preset, seats)
    again = loads(dumps(table), table.game)
    assert again.branch.moves == table.branch.moves
    assert again.branch.steps == table.branch.steps
    assert again.branch.ends == table.branch.ends
    assert again.branch.dealt == table.branch.dealt
    assert (again.at, again.seed, again.players) == (table.at, table.seed, table.players)
    assert dumps(again) == dumps(table)
    kept = record(table)
    assert msgspec.convert(msgspec.to_builtins(record(again)), type(kept)) == kept
    same = game_at_random.__wrapped__(name, preset, seats)
    assert same.branch.steps == table.branch.steps
    assert isinstance(table.dealer.usual, SeededDealer)
