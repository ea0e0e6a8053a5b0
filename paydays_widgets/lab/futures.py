"""From a position onwards: what each choice earns on average, and what it would have led to.

``advise`` looks ahead: what a seat cannot know is dealt anew, and all that comes is left to
chance. ``replay`` looks back: the same cards and dice, with each choice that there was.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from paydays_widgets.core import record
from paydays_widgets.core.chance import draw, drawn_seed, game_seed, key, purpose
from paydays_widgets.core.game import Complaint, Move, Seat, Standing
from paydays_widgets.core.playout import playout
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.lab.decision import Decision, decision
from paydays_widgets.lab.estimate import Estimate, mean
from paydays_widgets.lab.experiments import Tell
from paydays_widgets.lab.sample import deciders, kernel
from paydays_widgets.lab.setting import Setting

End: TypeAlias = tuple[float, float]
"""How a game ends for a seat: its net worth, and its part of the victory."""


class Choice(Struct, frozen=True):
    """What a choice earns on average.

    Parameters
    ----------
    move
        The choice.
    money
        The seat's net worth at the end of the game.
    won
        Its part of the victory; a shared one counts for a part.
    behind
        How much less the best choice's money is; with the same luck for both, so its interval
        is narrower than those of the two sums. 0 for the best choice itself.
    """

    move: Move
    money: Estimate
    won: Estimate
    behind: Estimate


class Advice(Struct, frozen=True):
    """What each choice at a decision earns on average, with the same luck for all.

    Parameters
    ----------
    setting
        The strategies that play on.
    seat
        Whose choice it is.
    seed
        The seed of the games to come.
    games
        How many games were played for each choice.
    choices
        In the order in which the game lists them.
    """

    setting: Setting
    seat: Seat
    seed: int
    games: int
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The choice that earned the most."""
        return max(self.choices, key=lambda each: each.money.value)

    def __str__(self) -> str:
        """Write the choices as a table, the best first."""
        ranked = sorted(self.choices, key=lambda each: -each.money.value)
        lines = [
            f"{each.move!s:28} {each.money.value:10,.2f}  "
            f"{each.behind.value:+9,.2f} ({each.behind.low:+,.2f} to {each.behind.high:+,.2f})"
            for each in ranked
        ]
        head = f"{'choice':28} {'money':>10}  against the best choice"
        return "\n".join([head, *lines, f"{self.games:,} games for each, seed {self.seed}"])


class Future(Struct, frozen=True):
    """What a choice would have led to.

    Parameters
    ----------
    move
        The choice.
    worth
        Each seat's net worth at the end.
    standing
        The ranking at the end.
    """

    move: Move
    worth: tuple[int, ...]
    standing: Standing


class Replay(Struct, frozen=True, eq=False):
    """A decision with each choice that there was, and the same cards and dice after it.

    Parameters
    ----------
    setting
        The strategies that play on.
    seat
        Whose choice it was.
    futures
        One for each choice.
    saved
        The game up to the decision.
    """

    setting: Setting
    seat: Seat
    futures: tuple[Future, ...]
    saved: str

    def open(self, number: int) -> AnyTable:
        """Put the game with one of the choices on a table, played to its end.

        Raises
        ------
        Complaint
            If there is no such choice.
        """
        if not 0 <= number < len(self.futures):
            raise Complaint(
                "there is no choice {number}: expected one from 0 to {last}",
                number=number,
                last=len(self.futures) - 1,
            )
        before = record.loads(self.saved, self.setting.engine, self.setting.strategies)
        players = [
            Player(player.name, kind)
            for player, kind in zip(before.players, self.setting.line_up, strict=True)
        ]
        table: AnyTable = Table(
            before.game,
            players,
            rules=before.rules,
            deck=before.deck,
            seed=before.seed,
            strategies=self.setting.strategies,
        )
        for move in before.branch.moves[: before.move_number]:
            table.play(move)
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

    What the seat cannot know is dealt anew for each game, under the bounds of what all have seen
    (cards taken, brought home, used or bid with); nothing is inferred from what others did not
    do. The same games are played for all choices.

    Parameters
    ----------
    table
        Its cursor stands where a seat is to decide.
    persons
        The strategy that plays for people from here on; needed if people play.
    games
        How many games to play for each choice.
    seed
        The seed of the games; None to draw one.
    tell
        As in :func:`~paydays_widgets.lab.simulate`.

    Raises
    ------
    Complaint
        If nobody is to decide here, or it is not said who plays for people.
    """
    at = decision(table, persons=persons)
    moves = at.moves()
    if games < 1:
        raise Complaint("expected at least one game for each choice, not {games}", games=games)
    seed = drawn_seed() if seed is None else seed
    ends = []
    for end in played(at, games, seed):
        ends.append(end)
        if tell is not None:
            tell(len(ends), games)
    choices = [Choice(*each) for each in zip(moves, *estimates(ends), strict=True)]
    return Advice(at.setting, at.seat, seed, games, tuple(choices))


def played(at: Decision, games: int, seed: int) -> Iterator[list[End]]:
    """Play on from a decision, game by game with each choice, and tell how the seat ends.

    Parameters
    ----------
    at
        The decision.
    games, seed
        As in :func:`advise`.
    """
    engine, moves, end = at.setting.engine, at.moves(), _ends(at.setting, at.seat)
    for number in range(games):
        luck = game_seed(seed, number)
        state = engine.imagine(at.state, at.seat, at.past, _draws(luck))
        yield [end(engine.unfold(state, move)[-1].state, luck) for move in moves]


def estimates(
    ends: Sequence[Sequence[End]],
) -> tuple[list[Estimate], list[Estimate], list[Estimate]]:
    """Estimate for each choice what it earns, how often it wins, and how far it is behind."""
    worth, won = np.moveaxis(np.array(ends), 2, 0)
    best = worth.mean(axis=0).argmax()
    return (
        [mean(each) for each in worth.T],
        [mean(each) for each in won.T],
        [mean(each - worth[:, best]) for each in worth.T],
    )


def replay(table: AnyTable, *, persons: str | None = None) -> Replay:
    """Play on from a decision with each choice that there was, and the same cards and dice.

    Parameters
    ----------
    table, persons
        As in :func:`advise`.

    Raises
    ------
    Complaint
        As in :func:`advise`.
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


def _ends(asked: Setting, seat: Seat) -> Callable[[Any, int], End]:
    """Make a function that plays on from a state: the seat's net worth, its part of a victory."""
    compiled = kernel(asked.game) if asked.own else None
    if compiled is None:
        return _by_engine(asked, seat)
    seats = len(asked.line_up)
    kinds = np.array([compiled.STRATEGIES.index(name) for name in asked.line_up])
    none, rows = np.empty(0, np.int64), np.empty((0, 0), np.int64)
    worth, place = np.empty(seats, np.int64), np.empty(seats, np.int64)

    def end(state: object, luck: int) -> End:
        s, d, t = compiled.pack(state)
        compiled.play(s, d, t, kinds, np.uint64(key(luck)), none, rows)
        compiled.worths(s, d, worth)
        compiled.places(s, d, place)
        return int(worth[seat]), _part(place, seat)

    return end


def _part(place: npt.NDArray[np.int64], seat: Seat) -> float:
    return 0.0 if place[seat] else 1 / int((place == 0).sum())


def _by_engine(asked: Setting, seat: Seat) -> Callable[[Any, int], End]:
    engine, playing = asked.engine, deciders(asked)

    def end(state: object, luck: int) -> End:
        for _, after in playout(engine, state, playing, luck):
            state = after
        first = engine.standing(state).ranking[0]
        return engine.sheet(state, seat).counted, (seat in first) / len(first)

    return end


def _draws(seed: int) -> Iterator[int]:
    """Draw what is needed to deal anew what is hidden, apart from the luck of the game."""
    return (draw(key(seed), 0, purpose("imagine"), at) for at in count())
