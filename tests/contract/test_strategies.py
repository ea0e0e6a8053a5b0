"""The strategies of every game: they play by the rules, see only their view, state their idea."""

import inspect
import random
from functools import cache
from itertools import product
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.chance import WORD
from paydays_widgets.core.game import Decide, View
from paydays_widgets.core.text import LANGUAGES
from tests.contract.contract import (
    ALL_FURNISHED,
    ALL_GAMES,
    EVERY_GAME,
    a_move,
    engine,
    is_over,
    knowledge,
)
from tests.games.playing import bots_play

LUCK = (0, 1, WORD // 3, WORD // 2, WORD - 1)
EVERY_STRATEGY = pytest.mark.parametrize(
    ("name", "strategy"),
    [(name, strategy) for name in EVERY_GAME for strategy in games.modules(name).bots.STRATEGIES],
)


@cache
def decisions(name: str) -> tuple[tuple[Any, Any], ...]:
    """Collect positions, some for every prompt, each with the view of the seat that decides."""
    game, know = games.load(name), knowledge(name)
    found: dict[tuple[str, int], list[Any]] = {}
    for again, (number, rules), seats in product(range(2), enumerate(know.VARIANTS), know.SEATS):
        luck = random.Random(f"{name} {number} {seats} {again}")
        state = game.start(seats, rules)
        while not is_over(game, state):
            turn = game.turn(state)
            if isinstance(turn, Decide):
                views = found.setdefault((turn.prompt, seats), [])
                if len(views) < 3 or (len(views) < 8 and luck.random() < 0.05):
                    views.append((state, game.view(state, luck.choice(turn.seats))))
            move = a_move(game, state, luck, know, luck.choice(["even", "eager"]))
            state = game.unfold(state, move)[-1].state
    return tuple(each for views in found.values() for each in views)


@ALL_FURNISHED
def test_titles_and_ideas_go_with_the_strategies(name: str) -> None:
    bots = games.modules(name).bots
    assert list(bots.TITLES) == list(bots.STRATEGIES)
    for title, idea in bots.TITLES.values():
        for language in LANGUAGES:
            assert 0 < len(getattr(title, language)) <= 24
            assert getattr(idea, language).endswith(".")


@pytest.mark.parametrize("name", games.names())
def test_there_are_five_or_more_that_say_their_hope_and_their_weakness(name: str) -> None:
    strategies = games.modules(name).bots.STRATEGIES
    assert len(strategies) >= 5
    for choose in strategies.values():
        doc = inspect.getdoc(choose) or ""
        for part in ("Why it could win: ", "How it loses: "):
            assert doc.count(part) == 1, f"{choose.__name__} does not say once: {part}"


@EVERY_STRATEGY
def test_a_strategy_is_a_short_function_of_a_view_and_a_draw(name: str, strategy: str) -> None:
    choose = games.modules(name).bots.STRATEGIES[strategy]
    view, luck = inspect.signature(choose).parameters.values()
    assert view.annotation in {knowledge(name).VIEW, View}
    assert luck.annotation is int
    doc = inspect.getdoc(choose) or ""
    assert doc.count("Idea: ") == 1, f"{strategy} does not say once: Idea:"
    assert len(inspect.getsource(choose).splitlines()) <= 40


@ALL_GAMES
@pytest.mark.thorough
def test_every_prompt_is_tried_below(name: str) -> None:
    assert {view.turn.prompt for _, view in decisions(name)} == {*engine(name).prompts}


@EVERY_STRATEGY
def test_it_has_a_legal_answer_to_every_prompt_whatever_the_luck(name: str, strategy: str) -> None:
    choose = games.modules(name).bots.STRATEGIES[strategy]
    for state, view in decisions(name):
        chosen = [choose(view, luck) for luck in LUCK]
        assert all(games.load(name).refuse(state, each) is None for each in {*chosen})
        assert chosen == [choose(view, luck) for luck in LUCK]
        if strategy not in knowledge(name).LUCKY:
            assert len({*chosen}) == 1


@ALL_GAMES
def test_it_is_said_who_asks_for_luck(name: str) -> None:
    strategies = games.modules(name).bots.STRATEGIES
    draws = [n * (WORD // 16) for n in range(16)]
    for lucky in knowledge(name).LUCKY:
        choose = strategies[lucky]
        assert any(len({choose(view, draw) for draw in draws}) > 1 for _, view in decisions(name))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "seats"), [(n, k) for n in EVERY_GAME for k in knowledge(n).SEATS]
)
def test_strategies_play_whole_games_by_the_rules(name: str, seats: int) -> None:
    """A table refuses illegal choices. Every strategy plays every seat and every switch."""
    kinds, variants = list(games.modules(name).bots.STRATEGIES), knowledge(name).VARIANTS
    for n in range(max(len(kinds), len(variants))):
        first = n % len(kinds)
        seated = (kinds * seats)[first : first + seats]
        table = bots_play(name, seated, seed=n, rules=variants[n % len(variants)])
        assert is_over(table.game, table.state), (seated, n)
