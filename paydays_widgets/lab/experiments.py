"""Experiments: many games with named strategies.

The figures are the same whether one process plays, a pool or a cluster, compiled or not.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from paydays_widgets.core.chance import drawn_seed
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import LINE, short
from paydays_widgets.lab.playing import Tell, turns_between_marks
from paydays_widgets.lab.results import Comparison, Simulation, Sweep, Tournament
from paydays_widgets.lab.sample import Sample, join, play
from paydays_widgets.lab.setting import MOST_GAMES, Setting, kernel, modules_of, setting

KEPT: Final = 400
"""The games of a run whose course is kept."""
AT_ONCE: Final = 16
"""Games that the engine plays between two reports of progress."""
COMPILED_AT_ONCE: Final = 5_000
"""The same for compiled code."""
_NONE: Final[Mapping[str, Strategy]] = MappingProxyType({})


def simulate(
    game: str,
    seats: Sequence[str],
    *,
    games: int = 1000,
    seed: int | None = None,
    rules: object = None,
    deck: object = None,
    own: Mapping[str, Strategy] = _NONE,
    executor: Executor | None = None,
    tell: Tell | None = None,
) -> Simulation:
    """Play many games between named strategies.

    Parameters
    ----------
    game
        The game's id, such as ``zahltag``.
    seats
        The name of each seat's strategy, clockwise.
    seed
        The seed of the run; None to draw one.
    rules
        The switches, or the name of a preset; None for the default rules.
    deck
        None for the game's own.
    own
        Strategies of your own, by name: ``choose(view, luck) -> move``.
    executor
        A pool of processes, or a cluster's; None to play here.
    tell
        Receives the games played, and their total. It may raise an exception to stop.

    Raises
    ------
    Complaint
        If the game cannot be played like this; StrategyError if a strategy fails.

    Examples
    --------
    >>> run = simulate("zahltag", ["lean_crew", "hoarder"], games=20, seed=7)
    >>> run.games, [each.strategy for each in run.seats]
    (20, ['lean_crew', 'hoarder'])
    """
    asked = setting(game, seats, rules=rules, deck=deck, own=own)
    (run,) = _runs([asked], games, seed, executor, tell)
    return run


def compare(
    game: str,
    first: Sequence[str],
    second: Sequence[str],
    *,
    games: int = 1000,
    seed: int | None = None,
    rules: object = None,
    deck: object = None,
    own: Mapping[str, Strategy] = _NONE,
    executor: Executor | None = None,
    tell: Tell | None = None,
) -> Comparison:
    """Play the same deals with two line-ups, and compare them game by game.

    Both have the same luck, so only the strategies make the difference, and the intervals are
    narrower than those of two separate runs.

    Parameters
    ----------
    first, second
        The two line-ups, with equally many seats.
    game, games, seed, rules, deck, own, executor, tell
        As in :func:`simulate`.

    Raises
    ------
    Complaint
        As in :func:`simulate`, or if the numbers of seats differ.
    """
    if len(first) != len(second):
        raise Complaint(
            "the line-ups have {first} and {second} seats: give both equally many",
            first=len(first),
            second=len(second),
        )
    asked = [setting(game, each, rules=rules, deck=deck, own=own) for each in (first, second)]
    return Comparison(*_runs(asked, games, seed, executor, tell))


def tournament(
    game: str,
    strategies: Sequence[str],
    *,
    seats: int | None = None,
    games: int = 200,
    seed: int | None = None,
    rules: object = None,
    deck: object = None,
    own: Mapping[str, Strategy] = _NONE,
    executor: Executor | None = None,
    tell: Tell | None = None,
) -> Tournament:
    """Play each strategy against every other, in every seat, with the same deals.

    Parameters
    ----------
    strategies
        Their names, each once.
    seats
        Seats at a table; None for as many as there are strategies, or as the game allows.
    games
        The deals that each line-up plays.
    game, seed, rules, deck, own, executor, tell
        As in :func:`simulate`.

    Raises
    ------
    Complaint
        As in :func:`simulate`, or if a strategy is named twice, or there are too few.
    """
    if len({*strategies}) < len(strategies):
        raise Complaint("a strategy is named twice: in a tournament each plays for itself")
    possible = [n for n in modules_of(game).engine.seats if n <= len(strategies)]
    seats = max(possible, default=0) if seats is None else seats
    if seats not in possible:
        raise Complaint(
            "{n} strategies cannot play a tournament at tables of {seats}; possible: {known}",
            n=len(strategies),
            seats=seats,
            known=", ".join(map(str, possible)) or "–",
        )
    asked = [
        setting(game, order, rules=rules, deck=deck, own=own)
        for chosen in combinations(strategies, seats)
        for order in _orders(chosen)
    ]
    return Tournament(tuple(_runs(asked, games, seed, executor, tell)))


def sweep(
    game: str,
    seats: Sequence[str],
    name: str,
    values: Sequence[Any],
    *,
    games: int = 1000,
    seed: int | None = None,
    rules: object = None,
    deck: object = None,
    own: Mapping[str, Strategy] = _NONE,
    executor: Executor | None = None,
    tell: Tell | None = None,
) -> Sweep:
    """Play the same deals while one figure of the deck, or one switch of the rules, changes.

    Parameters
    ----------
    name
        ``rules.`` or ``deck.`` and the name, such as ``deck.start_money``.
    values
        Its values.
    game, seats, games, seed, rules, deck, own, executor, tell
        As in :func:`simulate`.

    Raises
    ------
    Complaint
        As in :func:`simulate`, or if the name or a value is not possible.
    """
    usual = setting(game, seats, rules=rules, deck=deck, own=own)
    asked = [
        setting(game, seats, rules=changed.rules, deck=changed.deck, own=own)
        for changed in (changed_in(usual, name, value) for value in values)
    ]
    if not asked:
        raise Complaint("there is no value to play with: give at least one")
    return Sweep(name, tuple(values), tuple(_runs(asked, games, seed, executor, tell)))


def changed_in(usual: Setting, name: str, value: object) -> Setting:
    """Change a figure of the deck or a switch of the rules.

    Parameters
    ----------
    name
        ``rules.`` or ``deck.`` and the name of the field.
    value
        Text is read as the field's type.

    Raises
    ------
    Complaint
        If the name or the value is not possible.
    """
    part, _, field = name.partition(".")
    whole = {"rules": usual.rules, "deck": usual.deck}.get(part)
    known = [each.name for each in fields(whole)] if isinstance(whole, Struct) else []
    if whole is None or field not in known:
        there = [
            f"{kind}.{at.name}"
            for kind, each in (("rules", usual.rules), ("deck", usual.deck))
            for at in fields(each)
        ]
        raise Complaint(
            "there is no “{name}” to change; there are: {known}",
            name=short(name, LINE),
            known=", ".join(there),
        )
    plain = {**msgspec.to_builtins(whole), field: msgspec.to_builtins(value)}
    try:
        changed = msgspec.convert(plain, type(whole), strict=not isinstance(value, str))
    except msgspec.ValidationError as error:
        raise Complaint(
            "{name} cannot be {value}: {problem}",
            name=name,
            value=short(value, LINE, repr),
            problem=str(error).partition(" - at")[0].replace("`", "").lower(),
        ) from error
    return replace(usual, **{part: changed})


def chunks(
    asked: Setting,
    games: int,
    seed: int,
    executor: Executor | None = None,
    at_once: int | None = None,
) -> Iterator[Sample]:
    """Play a run in parts, in order, so that the first can be shown before the last.

    Parameters
    ----------
    at_once
        Games in a part; None for as many as take a moment.
    """
    own = asked.own and kernel(asked.game) is not None
    size = at_once or (COMPILED_AT_ONCE if own else AT_ONCE)
    every = turns_between_marks(asked, seed)
    parts = [
        (first, min(size, games - first), max(0, min(size, KEPT - first, games - first)))
        for first in range(0, games, size)
    ]
    if executor is None:
        for first, count, kept in parts:
            yield play(asked, seed, first, count, kept=kept, every=every)
        return
    import cloudpickle  # type: ignore[import-untyped]

    packed = cloudpickle.dumps(asked)
    waiting = [
        executor.submit(_play_packed, packed, seed, first, count, kept=kept, every=every)
        for first, count, kept in parts
    ]
    try:
        for each in waiting:
            yield each.result()
    finally:
        for each in waiting:
            each.cancel()


def _play_packed(
    packed: bytes, seed: int, first: int, count: int, *, kept: int, every: int
) -> Sample:
    """Play in another process, which does not know a strategy from a notebook."""
    import cloudpickle

    return play(cloudpickle.loads(packed), seed, first, count, kept=kept, every=every)


def _runs(
    asked: Sequence[Setting],
    games: int,
    seed: int | None,
    executor: Executor | None,
    tell: Tell | None,
) -> Iterator[Simulation]:
    """Play the same deals with each setting."""
    if not 1 <= games <= MOST_GAMES:
        raise Complaint(
            "a run has 1 to {most} games, not {games}", most=f"{MOST_GAMES:,}", games=games
        )
    seed = drawn_seed() if seed is None else seed
    done, total = 0, games * len(asked)
    for each in asked:
        samples = []
        for sample in chunks(each, games, seed, executor):
            samples.append(sample)
            done += len(sample)
            if tell is not None:
                tell(done, total)
        yield Simulation(each, seed, join(samples))


def _orders(chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Rotate strategies round the table, so that each has every seat once."""
    for shift in range(len(chosen)):
        yield (*chosen[shift:], *chosen[:shift])
