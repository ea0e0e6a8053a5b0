"""Whatever deck a game accepts: what is legal is not refused, and no strategy fails."""

import random
from itertools import islice
from typing import Any, Final, NamedTuple

import pytest

from paydays_widgets import games
from paydays_widgets.core.playout import by_strategy, playout
from tests.contract.contract import a_move, check_legal, engine, is_over, knowledge, rulebook
from tests.contract.decks import CHANGES, accepted, rules_at_random

ON_SHELF: Final = pytest.mark.parametrize("name", games.names())
FEW, MANY = 6, 150
LONGEST: Final = 100
"""Moves of a game: the first of a long one are enough."""
SAMPLED: Final = 3
"""Positions of a game that are checked."""


class SetUp(NamedTuple):
    """A game with a deck of one's own, at its start, and the luck for what follows."""

    start: Any
    seats: int
    luck: random.Random


def set_up(name: str, number: int) -> SetUp:
    """Draw a game by its number, with a deck that suits its seats."""
    game, luck = engine(name), random.Random(f"{name} extreme {number}")
    while True:
        deck = accepted(name, luck) if number % 2 else CHANGES[name](game.deck(), luck)
        seats = luck.choice(game.seats)
        try:
            start = game.start(seats, rules_at_random(name, luck, seats), deck)
        except ValueError:
            continue
        return SetUp(start, seats, luck)


def check_moves(name: str, numbers: range) -> None:
    game, know, book = engine(name), knowledge(name), rulebook(name)
    for number in numbers:
        state, seats, luck = set_up(name, number)
        for left in range(LONGEST, 0, -1):
            if is_over(game, state):
                break
            if luck.random() < SAMPLED / left:
                check_legal(game, state, know, seats, book)
            state = game.unfold(state, a_move(game, state, luck, know, "even"))[-1].state


def check_strategies(name: str, numbers: range) -> None:
    game, strategies = engine(name), games.modules(name).bots.STRATEGIES
    for number in numbers:
        state, seats, luck = set_up(name, number)
        at_table = luck.choices([*strategies.values()], k=seats)
        playing = [by_strategy(game, choose) for choose in at_table]
        assert [*islice(playout(game, state, playing, number), LONGEST)]


@ON_SHELF
@pytest.mark.thorough
def test_legal_and_refuse_agree_in_any_deck(name: str) -> None:
    check_moves(name, range(FEW))


@ON_SHELF
@pytest.mark.thorough
def test_every_strategy_plays_by_the_rules_in_any_deck(name: str) -> None:
    check_strategies(name, range(FEW))


@ON_SHELF
@pytest.mark.hosting
def test_so_it_is_in_many_decks(name: str) -> None:
    check_moves(name, range(FEW, MANY))
    check_strategies(name, range(FEW, MANY))
