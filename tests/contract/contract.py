"""What every game promises, checked at a position or a move of any of them.

What differs between games (which moves are conceivable, what is hidden, what is never lost) is in
the module of this folder that has the game's name.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec
import pytest

from paydays_widgets import games
from paydays_widgets.core.chance import choice_by_kind, pick, probability
from paydays_widgets.core.engine import AnyGame, Engine
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Decide,
    IllegalMove,
    Move,
    Over,
    Seat,
    Settling,
    Step,
)
from paydays_widgets.core.ledger import BANK, Books, post
from paydays_widgets.core.rulebook import Rulebook, load
from paydays_widgets.core.table import AnyTable, Player, Table
from tests.contract.swap import Swap

FURNISHED = (*games.names(), "kuhn_poker")
"""The games on the shelf, and one written for these tests: these have every module."""
EVERY_GAME = (*FURNISHED, "my_game")
"""These, and the game that a new one begins as, which has an engine and no other module."""


class Knowledge(Protocol):
    """What a game's module in this folder defines."""

    SEATS: Sequence[int]
    VARIANTS: Sequence[Any]
    """All combinations of the game's switches."""
    EVENTS: tuple[type, ...]
    SELDOM: tuple[type, ...]
    """Events that take a special deck or great luck; the rule tests cover them."""
    MOVES: tuple[type, ...]
    VIEW: type
    """The type that its strategies are given."""
    LUCKY: frozenset[str]
    """The strategies that use luck."""
    CHANGED: Mapping[str, tuple[str, ...]]
    """For each switch the clauses whose words it changes, as found by reading all clauses."""
    TOLD: Mapping[tuple[str, str], str]
    """Clauses that a switch changes and no event or refusal shows, and what shows it instead."""
    RARE: Sequence[Any]
    """Positions that show what a switch changes, and hardly ever arise."""
    UNSAID: Mapping[tuple[str, str], str]
    """Clauses that hold as they stand though a switch changes what they lead to, and why."""

    def conceivable(self, s: Any) -> Iterator[Move]:
        """Yield moves that could be tried, besides those that are listed as legal."""

    def unlisted(self, s: Any, move: Move) -> bool:
        """Say whether a move may be legal though ``legal`` does not list it."""

    def hidden_swaps(self, s: Any, seat: Seat | None) -> Iterator[Swap]:
        """Yield positions that differ only in what a seat (None: the open table) may not know."""

    def hidden_moves(self, s: Any, move: Move, seat: Seat | None) -> Iterator[Move]:
        """Yield other legal moves that a seat may not tell from this one."""

    def conserved(self, s: Any) -> object:
        """Return what stays equal from the first step to the last."""

    def eager(self, move: Move) -> int:
        """Return the weight of a move in games in which a lot is to happen."""

    def summary(self, s: Any) -> Mapping[str | Seat, str]:
        """Summarise a position for people: what lies in the middle, and what each seat has."""


def knowledge(name: str) -> Knowledge:
    return cast("Knowledge", import_module(f"tests.contract.{name}"))


def engine(name: str) -> AnyGame:
    game = games.load(name)
    assert isinstance(game, Engine)
    return game


def set_ups() -> list[tuple[str, str, int]]:
    """List every game with each of its presets and seat counts."""
    return [
        (name, preset, seats)
        for name in EVERY_GAME
        for preset in games.modules(name).presets
        for seats in knowledge(name).SEATS
    ]


ALL_GAMES = pytest.mark.parametrize("name", EVERY_GAME)
ALL_FURNISHED = pytest.mark.parametrize("name", FURNISHED)
ALL_SET_UPS = pytest.mark.parametrize(("name", "preset", "seats"), set_ups())


def moves(game: AnyGame, s: Any) -> list[Any]:
    """List what can be played, repeating each of chance's moves by its weight."""
    turn = game.turn(s)
    if isinstance(turn, Chance):
        return [each.move for each in game.outcomes(s) for _ in range(each.weight)]
    return [move for seat in cast("Decide", turn).seats for move in game.legal(s, seat)]


def a_move(game: AnyGame, s: Any, luck: random.Random, know: Knowledge, mood: str) -> Any:
    """Choose a move at random; in an eager mood the seats' moves are weighted.

    Otherwise what to do is drawn first, and then with which card or sum.
    """
    if isinstance(game.turn(s), Chance):
        return pick(game.outcomes(s), luck.getrandbits(32))
    options = moves(game, s)
    if mood == "eager":
        return luck.choices(options, [know.eager(each) for each in options])[0]
    return choice_by_kind(options, luck.getrandbits(32))


@cache
def game_at_random(name: str, preset: str, seats: int) -> AnyTable:
    """Play a whole game at random. All tests share the table, so they must not change it."""
    luck = random.Random(f"{name} {preset} {seats}")
    players = [Player(f"<b>{n}</b>") for n in range(seats)]
    table = Table(games.load(name), players, rules=games.modules(name).presets[preset], seed=7)
    while not is_over(table.game, table.state):
        if not table.advance():
            options = table.game.legal(table.state, table.waiting()[0])
            table.play(choice_by_kind(options, luck.getrandbits(32)))
    return table


# --- a position ---------------------------------------------------------------------------------


def check_position(game: AnyGame, s: Any, know: Knowledge, seats: int, book: Rulebook) -> None:
    """Check that a position in which a move can be made, or the last one, keeps the contract."""
    turn = game.turn(s)
    assert not isinstance(turn, Settling)
    may_act = turn.seats if isinstance(turn, Decide) else ()
    for seat in range(seats):
        assert bool(game.legal(s, seat)) is (seat in may_act)
    check_legal(game, s, know, seats, book)
    check_outcomes(game, s)
    check_views(game, s, know, seats)
    assert_round_trip(s)
    ranked = [seat for group in game.standing(s).ranking for seat in group]
    assert sorted(ranked) == [*range(seats)]
    assert game.standing(s).clause in book.clauses


def check_legal(game: AnyGame, s: Any, know: Knowledge, seats: int, book: Rulebook) -> None:
    legal = [move for by in range(CHANCE, seats) for move in game.legal(s, by)]
    tried = {move: game.refuse(s, move) for move in (*legal, *know.conceivable(s))}
    assert len({*legal}) == len({*map(str, legal)}) == len(legal)
    accepted = {move for move, refusal in tried.items() if refusal is None}
    assert accepted >= {*legal}
    assert all(know.unlisted(s, move) for move in accepted - {*legal})
    refusals = game.refusals()
    refused = {refusal.reason: move for move, refusal in tried.items() if refusal is not None}
    for refusal in tried.values():
        if refusal is not None:
            assert refusal.clause in book.clauses
            assert refusal.clause in refusals[refusal.reason]
    for move in refused.values():
        with pytest.raises(IllegalMove) as caught:
            game.unfold(s, move)
        assert caught.value.refusal == tried[move]
    for move in legal:
        assert game.read(str(move)) == move
        assert_round_trip(move, know.MOVES)


def check_outcomes(game: AnyGame, s: Any) -> None:
    outcomes = game.outcomes(s)
    assert bool(outcomes) is isinstance(game.turn(s), Chance)
    assert tuple(each.move for each in outcomes) == tuple(game.legal(s, CHANCE))
    assert tuple(game.outcomes(s)) == tuple(outcomes)
    if outcomes:
        assert all(type(each.weight) is int and each.weight > 0 for each in outcomes)
        assert all(each.move.by == CHANCE for each in outcomes)
        assert sum(probability(outcomes, each.move) for each in outcomes) == Fraction(1)


def check_views(game: AnyGame, s: Any, know: Knowledge, seats: int) -> None:
    for seat in (None, *range(seats)):
        view = game.view(s, seat)
        assert view.seat == seat
        assert view.turn == game.turn(s)
        assert tuple(view.legal) == (() if seat is None else tuple(game.legal(s, seat)))
        for swap in know.hidden_swaps(s, seat):
            assert swap.state != s, "hidden_swaps gives the very position"
            assert game.view(swap.state, seat) == view


# --- a move -------------------------------------------------------------------------------------


def check_move(game: AnyGame, s: Any, move: Any, know: Knowledge, seats: int) -> None:
    """Check that a legal move keeps the contract."""
    before = msgspec.json.encode(s)
    steps = game.unfold(s, move)
    assert msgspec.json.encode(s) == before
    assert game.unfold(s, move) == steps
    books, kept = game.books(s), know.conserved(s)
    for step in steps:
        books = check_step(game, know, step, books, kept)
        for seat in (None, *range(seats)):
            check_views_inside(game, step, know, seat)
    for step in steps[:-1]:
        assert isinstance(game.turn(step.state), Settling)
        assert all(game.legal(step.state, seat) == () for seat in range(CHANCE, seats))
    assert not isinstance(game.turn(steps[-1].state), Settling)
    for step in steps:
        assert_round_trip(step.state)
        assert_round_trip(step.event, know.EVENTS)
    for seat in (None, *range(seats)):
        for swap in know.hidden_swaps(s, seat):
            if game.refuse(swap.state, move) is None:
                same_to(game, seat, steps, game.unfold(swap.state, move), swap.told_by)
        for other in know.hidden_moves(s, move, seat):
            same_to(game, seat, steps, game.unfold(s, other), ())


def check_step(
    game: AnyGame, know: Knowledge, step: Step[Any, Any], books: Books, kept: object
) -> Books:
    """Check an event's transfers, that nothing is lost, and who may share what is told of it."""
    if game.witness(step.event, None) == step.event:
        for seat in (None, *range(max(know.SEATS))):
            assert game.witness(step.event, seat) is step.event
    after = post({BANK: 0, **books}, step.event.transfers)
    del after[BANK]
    assert after == game.books(step.state), step.event
    assert all(each.amount > 0 for each in step.event.transfers)
    assert know.conserved(step.state) == kept, step.event
    return after


def check_views_inside(
    game: AnyGame, step: Step[Any, Any], know: Knowledge, seat: Seat | None
) -> None:
    view = game.view(step.state, seat)
    for swap in know.hidden_swaps(step.state, seat):
        assert game.view(swap.state, seat) == view


def same_to(
    game: AnyGame,
    seat: Seat | None,
    steps: Sequence[Step[Any, Any]],
    others: Sequence[Step[Any, Any]],
    told_by: tuple[type, ...],
) -> None:
    """Check that a seat cannot tell two sequences of steps apart until an event reveals it."""
    for one, other in zip(steps, others, strict=False):
        if isinstance(one.event, told_by) or isinstance(other.event, told_by):
            return
        assert game.witness(one.event, seat) == game.witness(other.event, seat)
        assert game.view(one.state, seat) == game.view(other.state, seat)
    assert len(steps) == len(others)


def assert_round_trip(value: Any, union: tuple[type, ...] = ()) -> None:
    """Check that a value survives JSON, read as its own type or as one of a union."""
    kind: Any = type(value)
    for each in union:
        kind |= each
    text = msgspec.json.encode(value)
    assert msgspec.json.decode(text, type=kind) == value
    assert msgspec.convert(msgspec.to_builtins(value), type=kind) == value


def rulebook(name: str) -> Rulebook:
    """Return a game's rulebook: its own file, or headings if it may do without one."""
    modules = games.modules(name)
    return load(modules.package) if name in FURNISHED else modules.rulebook


def is_over(game: AnyGame, s: Any) -> bool:
    return isinstance(game.turn(s), Over)
