"""Games that the engine plays, one by one. Needs no numpy."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple, TypeAlias

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import Over, Seat
from paydays_widgets.core.playout import Decider, by_strategy, playout
from paydays_widgets.core.strategy import Printed, decide
from paydays_widgets.lab.setting import Setting

Tell: TypeAlias = Callable[[int, int], None]
"""Receives the games played, and their total. It may raise an exception to stop."""

MARKS: Final = 120
"""Points that are kept of a game's course."""
Marks: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""Each seat's net worth and debt, at each mark of a game."""


class Outcome(NamedTuple):
    """How a game ended, by seat.

    Parameters
    ----------
    worth
        The net worth as the ranking counts it.
    place
        The place in the ranking, from 0; seats may share one.
    """

    worth: list[int]
    place: list[int]

    def won(self, seat: Seat) -> float:
        """Return a seat's part of the victory: 1, or less if it is shared."""
        return 0.0 if self.place[seat] else 1 / self.place.count(0)


class Played(NamedTuple):
    """A game: its end, what each seat owed then, and its course if that is kept."""

    end: Outcome
    owes: list[int]
    course: Marks


def by_engine(
    setting: Setting,
    seed: int,
    first: int,
    count: int,
    *,
    kept: int = 0,
    every: int = 1,
    printed: Printed | None = None,
) -> Iterator[Played]:
    """Play some games of a run, from the number ``first`` on.

    Parameters
    ----------
    kept
        The games whose course is kept, the first ones.
    every
        Turns between two marks of a course.
    printed
        Collects what guests print.

    Raises
    ------
    StrategyError
        If a strategy fails, takes too long, or chooses an illegal move.
    """
    engine, seats = setting.engine, len(setting.line_up)
    start = engine.start(seats, setting.rules, setting.deck)
    playing = deciders(setting, printed)
    for at in range(count):
        course, state = _Course(engine, start, seats, every), start
        for _, after in playout(engine, start, playing, game_seed(seed, first + at)):
            state = after
            if at < kept:
                course.note(state)
        worth, owes = course.sums(state)
        ranking = engine.standing(state).ranking
        places = {seat: place for place, group in enumerate(ranking) for seat in group}
        end = Outcome(worth, [places[seat] for seat in range(seats)])
        yield Played(end, owes, course.marks(state) if at < kept else ())


def turns_between_marks(setting: Setting, seed: int) -> int:
    """Choose the distance of marks, by the length of the first game."""
    engine = setting.engine
    state = engine.start(len(setting.line_up), setting.rules, setting.deck)
    *_, (_, state) = playout(engine, state, deciders(setting), game_seed(seed, 0))
    return ceil(engine.turn(state).turn * 1.25 / MARKS)


class _Course:
    """Notes the sums of all seats when a turn begins."""

    def __init__(self, engine: AnyGame, start: object, seats: int, every: int) -> None:
        self.engine = engine
        self.every = every
        self.seats = range(seats)
        self.noted: list[tuple[list[int], list[int]]] = []
        self.note(start)

    def note(self, state: object) -> None:
        """Note the sums of a state if it is the first of a turn with a mark."""
        turn = self.engine.turn(state)
        missing = turn.turn // self.every + 1 - len(self.noted)
        if missing > 0 and not isinstance(turn, Over):
            self.noted += [self.sums(state)] * missing

    def marks(self, last: object) -> Marks:
        """Return the sums at each mark; the last ones repeat the end."""
        noted = [*self.noted, *[self.sums(last)] * (MARKS - len(self.noted))][:MARKS]
        return [[*zip(*each, strict=True)] for each in noted]

    def sums(self, state: object) -> tuple[list[int], list[int]]:
        """List each seat's net worth and debt."""
        sheets = [self.engine.sheet(state, seat) for seat in self.seats]
        return [each.counted for each in sheets], [each.owes for each in sheets]


def deciders(setting: Setting, printed: Printed | None = None) -> list[Decider]:
    """Make a decider for each seat. Guests are watched, the game's own strategies are not."""
    strategies, heard = setting.strategies, printed or Printed()

    def guest(name: str) -> Decider:
        def choose(state: object, seat: Seat, luck: int) -> object:
            return decide(
                setting.engine,
                state,
                seat,
                name,
                strategies=strategies,
                luck=luck,
                names=setting.line_up,
                printed=heard,
            )

        return choose

    return [
        guest(name) if name in setting.guests else by_strategy(setting.engine, strategies[name])
        for name in setting.line_up
    ]
