"""Play on from a position with each choice.

``advise`` looks ahead: it deals again what a seat cannot know, and leaves the rest to chance.
``replay`` looks back: the same cards and dice, with each choice that there was.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from math import fsum
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import Struct

from paydays_widgets import games as shelf
from paydays_widgets.core import record
from paydays_widgets.core.chance import draw, drawn_seed, game_seed, key, purpose
from paydays_widgets.core.game import Complaint, Decide, Move, Seat, Standing, Step
from paydays_widgets.core.playout import playout
from paydays_widgets.core.table import AnyTable
from paydays_widgets.lab.decision import Decision, decision
from paydays_widgets.lab.estimate import Estimate, difference, mean, share
from paydays_widgets.lab.playing import Outcome, Tell, deciders
from paydays_widgets.lab.setting import Setting, kernel

AHEAD: Final = 60
"""Moves after a choice in which to look for what it leads to."""
COUNTED: Final = 500
"""Games in which to look: the engine must follow, and a share need not be as exact as money."""

Steps: TypeAlias = Sequence[Step[Any, Any]]


class End(NamedTuple):
    """The end of a game for a seat.

    Parameters
    ----------
    worth
        Its net worth.
    won
        Its part of the victory.
    led
        What its choice led to at once; "" for nothing.
    """

    worth: float
    won: float
    led: str


class Choice(Struct, frozen=True):
    """What a choice earns on average.

    Parameters
    ----------
    money
        The seat's net worth at the end of the game.
    won
        Its part of the victory.
    behind
        How much less money than the best choice, with the same luck for both, so the interval is
        narrower than those of the two sums; 0 for the best choice.
    led
        What it led to at once, by the names of the game's ``stakes``, as a share of the games.
    """

    move: Move
    money: Estimate
    won: Estimate
    behind: Estimate
    led: dict[str, Estimate]


class Advice(Struct, frozen=True):
    """What each choice at a decision earns on average, with the same luck for all.

    Parameters
    ----------
    setting
        The strategies that play on.
    games
        The number of games for each choice.
    choices
        In the order of the game.
    """

    setting: Setting
    seat: Seat
    seed: int
    games: int
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The choice that earned most."""
        return max(self.choices, key=lambda each: each.money.value)

    def __str__(self) -> str:
        ranked = sorted(self.choices, key=lambda each: -each.money.value)
        lines = [
            f"{each.move!s:28} {each.money.value:10,.2f}  "
            f"{each.behind.value:+9,.2f} ({each.behind.low:+,.2f} to {each.behind.high:+,.2f})"
            + "".join(f"  {name} {led.value:.0%}" for name, led in each.led.items())
            for each in ranked
        ]
        head = f"{'choice':28} {'money':>10}  against the best choice, and what it led to"
        return "\n".join([head, *lines, f"{self.games:,} games for each, seed {self.seed}"])


class Future(Struct, frozen=True):
    """What a choice would have led to: each seat's net worth, and the ranking, at the end."""

    move: Move
    worth: tuple[int, ...]
    standing: Standing


class Replay(Struct, frozen=True, eq=False):
    """A decision with each choice that there was, and the same cards and dice after it.

    Parameters
    ----------
    setting
        The strategies that play on.
    saved
        The game up to the decision.
    """

    setting: Setting
    seat: Seat
    futures: tuple[Future, ...]
    saved: str

    def open(self, number: int) -> AnyTable:
        """Play one of the choices on a table, to the end.

        Raises
        ------
        Complaint
            If there is no such choice.
        """
        if not 0 <= number < len(self.futures):
            raise Complaint(
                "there is no choice {number}: choose from 0 to {last}",
                number=number,
                last=len(self.futures) - 1,
            )
        before = record.loads(self.saved, self.setting.engine, self.setting.strategies)
        table = self.setting.table(before.seed, [each.name for each in before.players])
        for move in before.branch.moves[: before.move_number]:
            table.make(move)
        table.play(self.futures[number].move)
        while table.advance():
            pass
        return table


def advise(
    table: AnyTable,
    *,
    persons: str | None = None,
    games: int = 200,
    seed: int | None = None,
    tell: Tell | None = None,
) -> Advice:
    """Play on from the decision on a table, many times with each choice.

    What the seat cannot know is dealt again for each game, within what everyone has seen (cards
    taken, brought home, used or bid with). Nothing is inferred from what others did not do. All
    choices get the same games.

    Parameters
    ----------
    table
        Its cursor is at a decision.
    persons
        The strategy that plays for people from here on; needed if people play.
    games
        The number of games for each choice.
    seed
        The seed of the games; None to draw one.
    tell
        As in :func:`~paydays_widgets.lab.simulate`.

    Raises
    ------
    Complaint
        If nobody decides here, or ``persons`` is missing.
    """
    at = decision(table, persons=persons)
    moves = at.moves()
    if games < 1:
        raise Complaint("play at least one game for each choice, not {games}", games=games)
    seed = drawn_seed() if seed is None else seed
    ends = []
    for end in played(at, games, seed):
        ends.append(end)
        if tell is not None:
            tell(len(ends), games)
    choices = [Choice(move, *each) for move, each in zip(moves, estimates(ends), strict=True)]
    return Advice(at.setting, at.seat, seed, games, tuple(choices))


def played(at: Decision, games: int, seed: int) -> Iterator[list[End]]:
    """Play on from a decision, game by game, and yield the seat's end with each choice."""
    engine, moves, end, led = at.setting.engine, at.moves(), _ends(at), _led(at)
    for number in range(games):
        luck = game_seed(seed, number)
        state = engine.imagine(at.state, at.seat, at.past, _draws(luck))
        look = led if number < COUNTED else _nothing
        yield [end(engine.unfold(state, move), luck, look) for move in moves]


def estimates(
    ends: Sequence[Sequence[End]],
) -> Iterator[tuple[Estimate, Estimate, Estimate, dict[str, Estimate]]]:
    """Yield each choice's money, victories, distance to the best, and what it led to."""
    columns = [*zip(*ends, strict=True)]
    worths = [[end.worth for end in column] for column in columns]
    best = max(worths, key=fsum)
    for column, worth in zip(columns, worths, strict=True):
        led = Counter(end.led for end in column if end.led)
        yield (
            mean(worth),
            mean([end.won for end in column]),
            difference(worth, best),
            {name: share(n, min(len(ends), COUNTED)) for name, n in sorted(led.items())},
        )


def replay(table: AnyTable, *, persons: str | None = None) -> Replay:
    """Play on from a decision with each choice that there was, and the same cards and dice.

    The parameters and errors are those of :func:`advise`.
    """
    at = decision(table, persons=persons)
    engine, seats = table.game, range(len(table.players))
    futures = []
    for move in at.moves():
        state = engine.unfold(table.state, move)[-1].state
        for _, after in playout(engine, state, deciders(at.setting), table.seed):
            state = after
        worth = tuple(engine.sheet(state, each).counted for each in seats)
        futures.append(Future(move, worth, engine.standing(state)))
    return Replay(at.setting, at.seat, tuple(futures), record.dumps(table))


Led: TypeAlias = Callable[[Steps, Iterable[Move]], str]
"""Names what a choice led to, from the steps that it unfolds and the moves that follow."""


def _nothing(_steps: Steps, _moves: Iterable[Move]) -> str:
    return ""


def _ends(at: Decision) -> Callable[[Steps, int, Led], End]:
    """Make a function that plays on from the steps of a choice, and returns the seat's end."""
    asked, seat = at.setting, at.seat
    compiled = kernel(asked.game) if asked.own else None
    if compiled is None:
        return _by_engine(at)
    import numpy as np

    seats = len(asked.line_up)
    kinds = np.array([compiled.STRATEGIES.index(name) for name in asked.line_up])
    codes, rows = np.empty(AHEAD, np.int64), np.empty((0, 0), np.int64)
    worth, place = np.empty(seats, np.int64), np.empty(seats, np.int64)

    def end(steps: Steps, luck: int, led: Led) -> End:
        s, d, t = compiled.pack(steps[-1].state)
        count = compiled.play(s, d, t, kinds, np.uint64(key(luck)), codes, rows)
        compiled.worths(s[0], d, worth)
        compiled.places(s[0], d, place)
        moves = (compiled.move(int(code)) for code in codes[:count])
        ended = Outcome(worth.tolist(), place.tolist())
        return End(ended.worth[seat], ended.won(seat), led(steps, moves))

    return end


def _by_engine(at: Decision) -> Callable[[Steps, int, Led], End]:
    engine, playing, seat = at.setting.engine, deciders(at.setting), at.seat

    def end(steps: Steps, luck: int, led: Led) -> End:
        state, moves = steps[-1].state, []
        for move, after in playout(engine, state, playing, luck):
            state = after
            moves.append(move)
        first = engine.standing(state).ranking[0]
        worth, part = engine.sheet(state, seat).counted, (seat in first) / len(first)
        return End(worth, part, led(steps, moves[:AHEAD]))

    return end


def _led(at: Decision) -> Led:
    """Make a function that looks for what a choice leads to, if the game names it here."""
    engine, stakes = at.setting.engine, shelf.modules(at.setting.game).stakes
    turn = engine.turn(at.state)
    if stakes is None or not isinstance(turn, Decide) or turn.prompt not in stakes.PROMPTS:
        return _nothing

    def led(steps: Steps, moves: Iterable[Move]) -> str:
        later = iter(moves)
        while True:
            for step in steps:
                if found := stakes.settled(step.event, at.seat):
                    return found
            move = next(later, None)
            if move is None:
                return ""
            steps = engine.unfold(steps[-1].state, move)

    return led


def _draws(seed: int) -> Iterator[int]:
    """Draw numbers to deal hidden cards, independent of the luck of the game."""
    luck, lane = key(seed), purpose("imagine")
    return (draw(luck, 0, lane, at) for at in count())
