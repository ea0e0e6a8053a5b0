"""Each game's kernel plays the very games that its engine plays: the same moves, the same money.

`make test` compares a hundred games of each, `make test-hosting` two hundred, `make exact`
thousands, and lets hypothesis look for one that differs. Rules, deck, seats, bots and seed of a
game are drawn by its number, so one that differs can be played again by its number.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any, Final, NamedTuple, Protocol, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paydays_widgets import games
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import Move
from paydays_widgets.core.playout import by_strategy, playout
from paydays_widgets.kernels import compiled, lists, whole
from paydays_widgets.lab.sample import play
from paydays_widgets.lab.setting import Setting
from tests.contract.contract import engine
from tests.contract.decks import CHANGES, rules_at_random, seats_at_random
from tests.uncompiled import uncompiled


class Kernel(Protocol):
    """What every ``kernel.py`` defines."""

    STRATEGIES: tuple[str, ...]
    """The names of the strategies, in the order of the game's ``bots``."""

    pack: Callable[[Any], Any]
    """``pack(state)``: ``s, d, t`` of a state in which a seat or chance is to move."""
    move: Callable[[int], Move]
    """The move that a code stands for."""
    play: Callable[..., int]
    """``play(s, d, t, kinds, key, codes, ledger)``: plays on to the end; returns how many moves.

    ``codes`` takes the moves, and row ``n`` of ``ledger`` the books at the end of turn ``n``, as
    far as there is room.
    """
    books: Callable[..., None]
    """``books(s, d, out)``: what stands in each account."""
    worths: Callable[..., None]
    """``worths(s, d, out)``: what each seat is worth, as the ranking counts it."""
    owed: Callable[..., None]
    """``owed(s, d, out)``: what each seat owes."""
    places: Callable[..., None]
    """``places(s, d, out)``: each seat's place in the ranking, from 0; equal seats share one."""
    run: Callable[..., None]
    """Plays games of a run: ``run(s, d, t, kinds, seed, first, count, worth, owes, place, marks,
    course)``.

    ``course`` has games, marks, seats, and what a seat is worth and owes: when turn ``n`` times
    ``marks`` begins, and from the end of the game on, what it has then.
    """


KERNELS: Final[Mapping[str, Kernel]] = {
    name: cast("Kernel", import_module(f"{games.modules(name).package}.kernel"))
    for name in games.names()
    if find_spec(f"{games.modules(name).package}.kernel")
}
CHUNK: Final = 50
STRIDE: Final = 30
"""How many positions lie between two whose accounts are compared, besides those at turns' ends."""
PAIRS: Final = 5
"""In how many games each pair of strategies meets, at the least."""
COURSES: Final = 12
"""How many games have the sums compared that are kept while they are played."""
TAKEN_OVER: Final = range(150)
"""The games that are begun at random."""
ONE_IN: Final = 5
"""How many games are compared for each that hypothesis makes up."""
LUCK: Final = st.randoms(use_true_random=False)
UNCOMPILED: Final[Mapping[str, Sequence[int]]] = {
    "auction_room": (21, 31, 55, 82, 102, 133, 304, 401, 453, 485),
    "market": (0, 2, 3, 7, 8, 12, 19, 22, 24, 27, 36, 52, 72, 101, 105, 154, 780),
    "master_builder": (21, 31, 56, 65, 175),
    "pay_day": (2, 35, 75, 86, 104, 123, 286, 1410),
    "zahltag": (1, 201, 223, 251, 264, 199_131),
    "zock": (31, 39, 145, 311, 749, 815),
}
"""Games that reach, between them, every line of a kernel; some of these are seldom reached."""
ALL_KERNELS: Final = pytest.mark.parametrize("name", KERNELS)
COMPILES: Final = pytest.mark.no_cover
"""Nothing compiled is counted; to watch the compiler at work takes it half as long again."""


class Case(NamedTuple):
    """A game to be played by both."""

    start: Any
    kinds: Sequence[int]
    seed: int


def a_case(name: str, number: int) -> Case:
    """Draw a game by its number; every second one is played with a deck of its own."""
    return drawn_case(name, random.Random(f"{name} {number}"), own_deck=bool(number % 2))


def drawn_case(name: str, luck: random.Random, *, own_deck: bool) -> Case:
    """Draw the rules, deck, seats, strategies and seed of a game."""
    game = engine(name)
    seats, deck = seats_at_random(name, luck), game.deck()
    rules = rules_at_random(name, luck, seats)
    if name in CHANGES and own_deck:
        deck = CHANGES[name](deck, luck)
    kinds = [luck.randrange(len(KERNELS[name].STRATEGIES)) for _ in range(seats)]
    return Case(game.start(seats, rules, deck), kinds, luck.getrandbits(53))


def zeros(*shape: int) -> Any:
    return np.zeros(shape, np.int64)


def deciders(name: str, kinds: Sequence[int]) -> list[Any]:
    strategies = games.modules(name).bots.STRATEGIES
    names = KERNELS[name].STRATEGIES
    return [by_strategy(engine(name), strategies[names[kind]]) for kind in kinds]


def turn_ends(game: AnyGame, states: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Yield the number of each turn that has ended, and the state in which it has."""
    for before, after in pairwise(states):
        number = game.turn(before).turn
        if after is states[-1] or game.turn(after).turn != number:
            yield number, after


def sheets(game: AnyGame, state: Any, seats: int) -> list[list[int]]:
    """Return what each seat is worth and owes."""
    drawn_up = [game.sheet(state, seat) for seat in range(seats)]
    return [[sheet.counted, sheet.owes] for sheet in drawn_up]


def places(game: AnyGame, state: Any) -> dict[int, int]:
    ranking = game.standing(state).ranking
    return {seat: place for place, group in enumerate(ranking) for seat in group}


def compare(name: str, number: int) -> None:
    """Play a game by engine and by kernel, every third one from a decision in the middle on."""
    middle = None if number % 3 else random.Random(number)
    compare_case(name, a_case(name, number), middle, f"{name}, game {number}")


def compare_case(name: str, case: Case, middle: random.Random | None, where: str) -> None:
    """Play a game by engine and by kernel, by the latter from somewhere in the middle on."""
    game, kernel = engine(name), KERNELS[name]
    played = list(playout(game, case.start, deciders(name, case.kinds), case.seed))
    states, moves = [case.start, *[after for _, after in played]], [move for move, _ in played]
    begin = middle.randrange(len(moves)) if middle else 0
    states, moves = states[begin:], moves[begin:]
    end, last = states[-1], game.turn(states[-1]).turn

    for state in states[::STRIDE]:
        s, d, t = kernel.pack(state)
        check_accounts(name, s[0], d, state, where)
    s, d, t = kernel.pack(states[0])
    books = game.books(end)
    codes, ledger = zeros(len(moves)), zeros(last + 1, len(books))
    kinds = np.array(case.kinds, np.int64)
    count = kernel.play(s, d, t, kinds, np.uint64(compiled.key(case.seed)), codes, ledger)

    assert [kernel.move(int(code)) for code in codes] == moves, where
    assert count == len(moves), where
    for turn, state in turn_ends(game, states):
        assert ledger[turn].tolist() == [*game.books(state).values()], f"{where}, turn {turn}"
    check_accounts(name, s[0], d, end, where)


def check_accounts(name: str, s: Any, d: Any, state: Any, where: str) -> None:
    """Compare all accounts of a position."""
    game, kernel = engine(name), KERNELS[name]
    books = [*game.books(state).values()]
    seats = len(places(game, state))
    out, worths, owed, place = zeros(len(books)), zeros(seats), zeros(seats), zeros(seats)
    kernel.books(s, d, out)
    assert out.tolist() == books, where
    kernel.worths(s, d, worths)
    kernel.owed(s, d, owed)
    kernel.places(s, d, place)
    assert [[*each] for each in zip(worths, owed, strict=True)] == sheets(game, state, seats), (
        where
    )
    assert dict(enumerate(place)) == places(game, state), where


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Share out the games to compare, so that two workers can do it."""
    if "examples" in metafunc.fixturenames:
        metafunc.parametrize("examples", [metafunc.config.option.games // ONE_IN])
    if "first" in metafunc.fixturenames:
        firsts = range(0, metafunc.config.option.games, CHUNK)
        shares = [
            pytest.param(name, first, marks=[pytest.mark.hosting] * (first >= firsts.stop // 2))
            for name in KERNELS
            for first in firsts
        ]
        metafunc.parametrize(("name", "first"), shares)


@pytest.mark.thorough
def test_a_kernel_plays_the_games_of_its_engine(name: str, first: int) -> None:
    for number in range(first, first + CHUNK):
        compare(name, number)


@pytest.mark.thorough
@ALL_KERNELS
@pytest.mark.parametrize(
    "numbers", [TAKEN_OVER[:50], pytest.param(TAKEN_OVER[50:], marks=pytest.mark.hosting)]
)
def test_it_goes_on_from_what_others_have_played(name: str, numbers: Sequence[int]) -> None:
    """From positions into which no strategy but that of chance would have come."""
    for number in numbers:
        luck = random.Random(f"{name} taken over {number}")
        case = drawn_case(name, luck, own_deck=bool(number % 2))
        at_random = deciders(name, [0] * len(case.kinds))
        played = playout(engine(name), case.start, at_random, luck.getrandbits(53))
        states = [case.start, *[after for _, after in played]]
        start = luck.choice(states[:-1])
        where = f"{name}, taken over {number}"
        compare_case(name, Case(start, case.kinds, case.seed), None, where)


@pytest.mark.hosting
@ALL_KERNELS
def test_no_game_is_found_that_differs(name: str, examples: int) -> None:
    """Games that hypothesis makes up, which would make one that differs as simple as it can."""

    @settings(max_examples=examples, derandomize=False, deadline=None)
    @given(LUCK, st.booleans(), st.none() | LUCK)
    def search(luck: random.Random, own_deck: bool, middle: random.Random | None) -> None:
        case = drawn_case(name, luck, own_deck=own_deck)
        compare_case(name, case, middle, f"{name}, {case}")

    search()


@ALL_KERNELS
def test_so_it_does_uncompiled(name: str) -> None:
    """Lines that run compiled are not counted: here each runs as plain Python too."""
    package = f"{games.modules(name).package}.kernel"
    parts = [each for at, each in sys.modules.items() if at.startswith(package)]
    with uncompiled(compiled, lists, whole, *parts):
        for number in UNCOMPILED[name]:
            compare(name, number)
        check_run(name)


@ALL_KERNELS
@COMPILES
def test_it_plays_the_games_that_reach_every_line(name: str) -> None:
    for number in UNCOMPILED[name]:
        compare(name, number)


@ALL_KERNELS
def test_every_strategy_meets_every_other(name: str) -> None:
    kernel = KERNELS[name]
    assert [*games.modules(name).bots.STRATEGIES] == [*kernel.STRATEGIES]
    met: Counter[tuple[int, ...]] = Counter()
    for number in range(300):
        kinds = sorted(a_case(name, number).kinds)
        met.update({*combinations(kinds, 2)})
    pairs = combinations_with_replacement(range(len(kernel.STRATEGIES)), 2)
    assert min(met[pair] for pair in pairs) >= PAIRS


@ALL_KERNELS
@COMPILES
def test_a_run_is_games_of_their_own_seeds(name: str) -> None:
    check_run(name)


def test_functions_made_of_a_games_have_names_of_their_own() -> None:
    """Games can be compiled at different times, and then be loaded by one process."""
    made = [
        part for each in KERNELS.values() for part in (vars(each)["_play"], vars(each)["_run"])
    ]
    assert len({part.py_func.__qualname__ for part in made}) == len(made)


@ALL_KERNELS
@COMPILES
def test_a_course_is_the_same_whoever_plays(name: str) -> None:
    """What each seat has and owes at every mark, from the very start on."""
    for number in range(COURSES):
        case = a_case(name, number)
        strategies = [KERNELS[name].STRATEGIES[kind] for kind in case.kinds]
        asked = Setting(name, tuple(strategies), case.start.rules, case.start.deck)
        by_kernel, by_engine = (
            play(asked, case.seed, 0, 1, kept=1, every=1 + number % 3, compiled=compiled)
            for compiled in (True, False)
        )
        assert by_kernel.course.tolist() == by_engine.course.tolist(), f"{name}, game {number}"


def check_run(name: str) -> None:
    """Compare some games of a run, from the start and from a position, with the engine's."""
    game, kernel = engine(name), KERNELS[name]
    case = a_case(name, 0)
    seats, first, count, kept, marks, ticks = len(case.kinds), 7, 4, 3, 4, 40
    middle = [state for _, state in playout(game, case.start, deciders(name, case.kinds), 5)]
    for start in (case.start, middle[len(middle) // 2]):
        worth, owes, place = (zeros(count, seats) for _ in range(3))
        course = zeros(kept, ticks, seats, 2)
        packed = kernel.pack(start)
        before = [*packed.s]
        kinds = np.array(case.kinds, np.int64)
        kernel.run(*packed, kinds, case.seed, first, count, worth, owes, place, marks, course)
        assert [*packed.s] == before
        for i in range(count):
            seed = game_seed(case.seed, first + i)
            played = playout(game, start, deciders(name, case.kinds), seed)
            states = [start, *[state for _, state in played]]
            final = sheets(game, states[-1], seats)
            assert [[*each] for each in zip(worth[i], owes[i], strict=True)] == final
            assert dict(enumerate(place[i])) == places(game, states[-1])
            for k in range(ticks if i < kept else 0):
                there = (each for each in states if game.turn(each).turn >= k * marks)
                assert course[i, k].tolist() == sheets(game, next(there, states[-1]), seats)
