"""Play a contest part by part."""

from collections.abc import Iterator, Sequence
from math import fsum
from statistics import fmean
from time import monotonic
from typing import Final, NamedTuple

from msgspec.structs import replace

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.strategy import Printed, StrategyError
from paydays_widgets.lab.contest import BY_ENGINE, FEWEST, Contest
from paydays_widgets.lab.estimate import difference, mean
from paydays_widgets.lab.playing import Outcome, by_engine
from paydays_widgets.lab.preparing import ready
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Score, Scores

COUNTED: Final = 20
"""Deals in which the engine counts more than money."""
AT_ONCE: Final = 100
"""Deals that compiled code plays in a part."""
PAUSE_S: Final = 0.5
"""Between two interim results."""


class Deal(NamedTuple):
    """What a deal brought a strategy on average, once in each seat.

    Parameters
    ----------
    worth, won, ruined
        Money, part of the victory, and how often nothing was left.
    """

    worth: float
    won: float
    ruined: float


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
        self.deals: list[list[Deal]] = []
        self.replaced: list[float] = []
        self.counts = [[0.0] * len(contest.counts) for _ in range(self.seats)]

    def play(self) -> Iterator[Scores | None]:
        due = 0.0
        for _ in self._parts():
            if self._complete or (len(self.deals) >= FEWEST and monotonic() > due):
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
        return len(self.deals) == self.of and self.counted == self.to_count

    def _add(self, first: int, count: int, *, compiled: bool) -> None:
        self.deals += self._deals(self.contest.setting, first, count, compiled=compiled)
        if self.contest.before is not None:
            before = self._deals(self.contest.before, first, count, compiled=compiled)
            self.replaced += [deal[0].worth for deal in before]

    def _deals(
        self, setting: Setting, first: int, count: int, *, compiled: bool
    ) -> list[list[Deal]]:
        """Play deals once for each rotation of the strategies round the table."""
        turns = [
            self._played(turned, first, count, compiled=compiled) for turned in _turned(setting)
        ]
        return [
            [self._deal(rotations, at) for at in range(self.seats)]
            for rotations in zip(*turns, strict=True)
        ]

    def _played(
        self, setting: Setting, first: int, count: int, *, compiled: bool
    ) -> list[Outcome]:
        seed = self.contest.seed
        if not (compiled and setting.own):
            games = by_engine(setting, seed, first, count, printed=self.printed)
            return [each.end for each in games]
        from paydays_widgets.lab.sample import play

        sample = play(setting, seed, first, count)
        rows = zip(sample.worth.tolist(), sample.place.tolist(), strict=True)
        return [Outcome(*row) for row in rows]

    def _deal(self, rotations: Sequence[Outcome], at: int) -> Deal:
        """Average what a strategy had over the seats."""
        had = [
            (ended.worth[seat], ended.won(seat), ended.worth[seat] <= 0)
            for shift, ended in enumerate(rotations)
            for seat in [self._seats(shift)[at]]
        ]
        return Deal(*map(fmean, zip(*had, strict=True)))

    def _count(self, deal: int) -> None:
        for shift, turned in enumerate(_turned(self.contest.setting)):
            table = turned.played(game_seed(self.contest.seed, deal))
            for at, seat in enumerate(self._seats(shift)):
                for number, count in enumerate(self.contest.counts.values()):
                    self.counts[at][number] += count(table, seat)
        self.counted += 1

    def _seats(self, shift: int) -> list[int]:
        """List each strategy's seat."""
        return [(at - shift) % self.seats for at in range(self.seats)]

    def scores(self) -> Scores:
        deals = len(self.deals)
        per_deal = self.seats * len(self.contest.settings)
        if deals < FEWEST:
            return Scores((), deals * per_deal, self.of * per_deal, printed=self._said)
        columns = [*zip(*self.deals, strict=True)]
        worths = [[deal.worth for deal in column] for column in columns]
        best = max(worths, key=fsum)
        games = self.counted * self.seats
        scores = tuple(
            Score(
                name,
                mean(worth),
                difference(worth, best),
                fmean([deal.won for deal in column]),
                fmean([deal.ruined for deal in column]),
                tuple([each / games for each in counts]) if games else (),
            )
            for name, column, worth, counts in zip(
                self.contest.strategies, columns, worths, self.counts, strict=True
            )
        )
        return Scores(
            scores,
            deals * per_deal,
            self.of * per_deal,
            gain=difference(worths[0], self.replaced) if self.replaced else None,
            counted=games,
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
