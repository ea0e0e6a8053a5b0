"""Play a contest part by part."""

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from paydays_widgets.core.strategy import Printed, StrategyError
from paydays_widgets.lab.contest import BY_ENGINE, FEWEST, Contest
from paydays_widgets.lab.estimate import difference, mean
from paydays_widgets.lab.preparing import ready
from paydays_widgets.lab.sample import play
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Score, Scores

COUNTED: Final = 20
"""Deals in which the engine counts more than money."""
AT_ONCE: Final = 100
"""Deals that compiled code plays in a part."""
PAUSE_S: Final = 0.5
"""Between two interim results."""

Floats = npt.NDArray[np.float64]


def rounds(contest: Contest) -> Iterator[Scores | None]:
    """Play a contest, and yield results after a part if they are due; always after the last.

    The engine plays the first few deals, so that there is soon something to see.

    Raises
    ------
    StrategyError
        If a strategy fails; the results so far, with what it printed, come first.
    """
    sums = _Sums(contest)
    try:
        yield from sums.play()
    except StrategyError:
        yield sums.scores()
        raise


class _Sums:
    """Results by deal and strategy."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.seats = len(contest.strategies)
        self.printed = Printed()
        self.of = contest.deals
        self.to_count = min(COUNTED, contest.deals) if contest.counts else 0
        self.counted = 0
        self.worth, self.won, self.ruined = np.empty((3, 0, self.seats))
        self.replaced = np.empty(0)
        self.counts = np.zeros((self.seats, len(contest.counts)))

    def play(self) -> Iterator[Scores | None]:
        due = 0.0
        for _ in self._parts():
            if self._complete or (len(self.worth) >= FEWEST and monotonic() > due):
                yield self.scores()
                due = monotonic() + PAUSE_S
            else:
                yield None

    def _parts(self) -> Iterator[None]:
        for deal in range(FEWEST):
            self._add(deal, 1, compiled=False)
            yield
        compiled = ready(self.contest.game)
        if self.contest.setting.own and not compiled:
            self.of = min(self.of, BY_ENGINE)
        size = AT_ONCE if compiled and self.contest.setting.own else 1
        for deal in range(FEWEST, self.of, size):
            self._add(deal, min(size, self.of - deal), compiled=compiled)
            yield
        self.to_count = min(self.to_count, self.of)
        for deal in range(self.to_count):
            self._count(deal)
            yield

    @property
    def _complete(self) -> bool:
        return len(self.worth) == self.of and self.counted == self.to_count

    def _add(self, first: int, count: int, *, compiled: bool) -> None:
        worth, won, ruined = self._deals(self.contest.setting, first, count, compiled=compiled)
        self.worth = np.append(self.worth, worth, 0)
        self.won = np.append(self.won, won, 0)
        self.ruined = np.append(self.ruined, ruined, 0)
        if self.contest.before is not None:
            before, *_ = self._deals(self.contest.before, first, count, compiled=compiled)
            self.replaced = np.append(self.replaced, before[:, 0])

    def _deals(self, setting: Setting, first: int, count: int, *, compiled: bool) -> Floats:
        """Play deals once for each rotation of the strategies round the table.

        Returns
        -------
        array
            Money, part of the victory, and whether nothing was left, by deal and strategy,
            averaged over the seats.
        """
        brought = np.zeros((3, count, self.seats))
        for shift, turned in enumerate(_turned(setting)):
            sample = play(
                turned, self.contest.seed, first, count, compiled=compiled, printed=self.printed
            )
            seats = self._seats(shift)
            brought += [each[:, seats] for each in (sample.worth, sample.won(), sample.ruined())]
        return brought / self.seats

    def _count(self, deal: int) -> None:
        for shift, turned in enumerate(_turned(self.contest.setting)):
            table = turned.played(self.contest.seed, deal)
            for at, seat in enumerate(self._seats(shift)):
                self.counts[at] += [each(table, seat) for each in self.contest.counts.values()]
        self.counted += 1

    def _seats(self, shift: int) -> list[int]:
        """List each strategy's seat."""
        return [(at - shift) % self.seats for at in range(self.seats)]

    def scores(self) -> Scores:
        deals = len(self.worth)
        per_deal = self.seats * len(self.contest.settings)
        if deals < FEWEST:
            return Scores((), deals * per_deal, self.of * per_deal, printed=self._said)
        best = self.worth.mean(axis=0).argmax()
        counts = self.counts / (self.counted * self.seats) if self.counted else self.counts[:, :0]
        scores = tuple(
            Score(
                name,
                mean(self.worth[:, at]),
                difference(self.worth[:, at], self.worth[:, best]),
                float(self.won[:, at].mean()),
                float(self.ruined[:, at].mean()),
                tuple(counts[at].tolist()),
            )
            for at, name in enumerate(self.contest.strategies)
        )
        return Scores(
            scores,
            deals * per_deal,
            self.of * per_deal,
            gain=difference(self.worth[:, 0], self.replaced) if len(self.replaced) else None,
            counted=self.counted * self.seats,
            to_count=self.to_count * self.seats,
            printed=self._said,
        )

    @property
    def _said(self) -> str:
        return str(self.printed).strip()


def _turned(setting: Setting) -> Sequence[Setting]:
    """Rotate the strategies round the table."""
    names = setting.line_up
    return [
        replace(setting, line_up=(*names[shift:], *names[:shift])) for shift in range(len(names))
    ]
