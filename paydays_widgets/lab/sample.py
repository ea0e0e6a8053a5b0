"""Results of games as arrays: a row for each game, a column for each seat.

The engine and a compiled kernel (numba, a thousand times as fast) fill them with the same figures.
"""

from collections.abc import Sequence
from types import ModuleType

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.strategy import Printed
from paydays_widgets.lab.playing import MARKS, by_engine
from paydays_widgets.lab.setting import Setting, kernel

Ints = npt.NDArray[np.int64]


class Sample(Struct, frozen=True, eq=False):
    """The results of games ``0`` to ``n - 1`` of a run, or of some in a row.

    Parameters
    ----------
    worth, owes
        Games by seats: at the end, the net worth as the ranking counts it, and the debt.
    place
        Games by seats: the place in the ranking, from 0; seats may share one.
    course
        Games by marks by seats by two: net worth and debt when a turn begins, for the first games
        only.
    every
        Turns between two marks.
    """

    worth: Ints
    owes: Ints
    place: Ints
    course: Ints
    every: int

    def __len__(self) -> int:
        return len(self.worth)

    def won(self) -> npt.NDArray[np.float64]:
        """Return each seat's part of each victory: 1, or less if it is shared."""
        first = self.place == 0
        won: npt.NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
        return won

    def ruined(self) -> npt.NDArray[np.bool_]:
        """Return, for each game and seat, whether nothing was left."""
        ruined: npt.NDArray[np.bool_] = self.worth <= 0
        return ruined

    def richest(self, seat: Seat) -> int:
        """Find the game in which a seat ended with most."""
        return int(self.worth[:, seat].argmax())

    def poorest(self, seat: Seat) -> int:
        """Find the game in which a seat ended with least."""
        return int(self.worth[:, seat].argmin())

    def typical(self, seat: Seat) -> int:
        """Find a game in which a seat ended closest to its median."""
        worth = self.worth[:, seat]
        return int(np.abs(worth - np.median(worth)).argmin())


def join(samples: Sequence[Sample]) -> Sample:
    """Join samples of one run, in order."""
    return Sample(
        np.concatenate([each.worth for each in samples]),
        np.concatenate([each.owes for each in samples]),
        np.concatenate([each.place for each in samples]),
        np.concatenate([each.course for each in samples]),
        samples[0].every,
    )


def play(
    setting: Setting,
    seed: int,
    first: int,
    count: int,
    *,
    kept: int = 0,
    every: int = 1,
    compiled: bool = True,
    printed: Printed | None = None,
) -> Sample:
    """Play some games of a run, compiled if possible.

    Parameters
    ----------
    first, count
        The number of the first game, and how many to play.
    kept
        The games whose course is kept.
    every
        Turns between two marks of a course.
    compiled
        Whether compiled code may play; it takes seconds to load.
    printed
        Collects what guests print.

    Raises
    ------
    StrategyError
        If a strategy fails, takes too long, or chooses an illegal move.
    """
    seats = len(setting.line_up)
    worth, owes, place = (np.empty((count, seats), np.int64) for _ in range(3))
    sample = Sample(worth, owes, place, np.empty((kept, MARKS, seats, 2), np.int64), every)
    loaded = kernel(setting.game) if compiled and setting.own else None
    if loaded is None:
        _by_engine(setting, seed, first, sample, printed)
    else:
        _by_kernel(loaded, setting, seed, first, sample)
    return sample


def _by_kernel(
    compiled: ModuleType, setting: Setting, seed: int, first: int, sample: Sample
) -> None:
    state = setting.engine.start(len(setting.line_up), setting.rules, setting.deck)
    kinds = np.array([compiled.STRATEGIES.index(name) for name in setting.line_up])
    arrays = (sample.worth, sample.owes, sample.place, sample.every, sample.course)
    compiled.run(*compiled.pack(state), kinds, seed, first, len(sample), *arrays)


def _by_engine(
    setting: Setting, seed: int, first: int, sample: Sample, printed: Printed | None
) -> None:
    kept = len(sample.course)
    games = by_engine(
        setting, seed, first, len(sample), kept=kept, every=sample.every, printed=printed
    )
    for at, (end, owes, course) in enumerate(games):
        sample.worth[at], sample.owes[at], sample.place[at] = end.worth, owes, end.place
        if at < kept:
            sample.course[at] = course
