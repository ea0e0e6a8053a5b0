"""Whole games at random: nothing is lost at any step, and every game ends.

These are at least 100 games of each game on the shelf, over all numbers of seats and all
combinations of switches; `make test-hosting` plays 2,900 others. A failure names the game by its
seed. A small share of the moves is checked against the whole contract.
"""

import random
from itertools import product
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.engine import AnyGame
from tests.contract.contract import (
    ALL_GAMES,
    EVERY_GAME,
    Knowledge,
    a_move,
    check_move,
    check_position,
    check_step,
    is_over,
    knowledge,
    rulebook,
)

FEW, MANY = 100, 3_000
LONGEST = 2_000
"""More moves than any game takes: only chance could delay its end, and never for so long."""
SAMPLED = 0.002


def variants() -> list[tuple[str, int, int]]:
    return [
        (name, number, seats)
        for name in EVERY_GAME
        for number in range(len(knowledge(name).VARIANTS))
        for seats in knowledge(name).SEATS
    ]


EVERY_VARIANT = pytest.mark.parametrize(("name", "number", "seats"), variants())


def play(game: AnyGame, know: Knowledge, rules: Any, seats: int, seed: str) -> set[type]:
    """Play a game to its end, check every step, and return the kinds of events that occurred."""
    luck = random.Random(seed)
    mood = luck.choice(["even", "eager"])
    book = rulebook(game.id)
    state = game.start(seats, rules)
    books, kept = game.books(state), know.conserved(state)
    seen: set[type] = set()
    for _ in range(LONGEST):
        if is_over(game, state):
            return seen
        move = a_move(game, state, luck, know, mood)
        steps = game.unfold(state, move)
        if luck.random() < SAMPLED:
            check_position(game, state, know, seats, book)
            check_move(game, state, move, know, seats)
        for step in steps:
            seen.add(type(step.event))
            books = check_step(game, know, step, books, kept)
            state = step.state
    pytest.fail(f"no end after {LONGEST} moves")


def check_games(name: str, number: int, seats: int, start: int, stop: int) -> None:
    """Play a set-up's share of the games from one number to another."""
    game, know = games.load(name), knowledge(name)
    rules, set_ups = know.VARIANTS[number], len(know.VARIANTS) * len(know.SEATS)
    for played in range(-(-start // set_ups), -(-stop // set_ups)):
        seed = f"{name} {number} {seats} {played}"
        try:
            play(game, know, rules, seats, seed)
        except BaseException as error:
            error.add_note(f"seed {seed!r} with {rules}")
            raise


@pytest.mark.thorough
@EVERY_VARIANT
def test_nothing_is_lost_at_any_step_and_every_game_ends(
    name: str, number: int, seats: int
) -> None:
    check_games(name, number, seats, 0, FEW)


@pytest.mark.hosting
@EVERY_VARIANT
def test_nothing_is_lost_in_thousands_of_games(name: str, number: int, seats: int) -> None:
    check_games(name, number, seats, FEW, MANY)


@pytest.mark.thorough
@ALL_GAMES
def test_everything_that_can_happen_does(name: str) -> None:
    """The games above check something only if it occurs in them."""
    game, know = games.load(name), knowledge(name)
    missing = set(know.EVENTS) - set(know.SELDOM)
    for played, (number, rules), seats in product(range(20), enumerate(know.VARIANTS), know.SEATS):
        missing -= play(game, know, rules, seats, f"{name} {number} {seats} {played}")
        if not missing:
            break
    assert missing == set()
