"""A contest: strategies play many deals against each other with the same luck.

Each deal is played once for each rotation of the strategies round the table, so every strategy has
every seat with the same cards. A strategy's average over the seats is one observation; differences
are estimated deal by deal. Only compiled code needs numpy.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from statistics import fmean
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.game import Seat
from paydays_widgets.core.strategy import Printed, StrategyError
from paydays_widgets.core.table import AnyTable, Strategy
from paydays_widgets.lab.estimate import difference, mean
from paydays_widgets.lab.playing import Outcome, by_engine
from paydays_widgets.lab.preparing import ready
from paydays_widgets.lab.setting import Setting, setting
from paydays_widgets.lab.summary import Score, Scores

FEWEST: Final = 2
"""One deal has no spread."""
BY_ENGINE: Final = 60
"""The most deals that the engine plays while compiled code is not ready."""
COUNTED: Final = 20
"""Deals in which the engine counts more than money."""
AT_ONCE: Final = 100
"""Deals that compiled code plays in a part."""
PAUSE_S: Final = 0.5
"""Between two interim results."""
Count: TypeAlias = Callable[[AnyTable, Seat], float]
"""Counts something for a seat in a finished game, such as the contracts that it won."""


class Contest:
    """Strategies, and the deals that they play.

    Parameters
    ----------
    strategies
        One name for each seat.
    own
        Strategies of your own, by name.
    instead_of
        A strategy to compare the first one with: the same deals are also played with this one in
        its place.
    rules
        The switches, or the name of a preset.
    deals
        At least two. The engine plays at most :data:`BY_ENGINE` where compiled code could play but
        is not ready.
    counts
        What else to count for each seat at the end of a game, by heading.

    Raises
    ------
    ValueError
        If there are fewer than two deals, or the game cannot be played like this.
    """

    def __init__(
        self,
        strategies: Sequence[str],
        *,
        game: str = "zahltag",
        own: Mapping[str, Strategy] | None = None,
        instead_of: str = "",
        rules: Struct | str | None = None,
        deals: int = 60,
        seed: int = 1,
        counts: Mapping[str, Count] | None = None,
    ) -> None:
        if deals < FEWEST:
            message = f"a contest needs at least {FEWEST} deals, not {deals}"
            raise ValueError(message)
        self.game = game
        self.strategies = tuple(strategies)
        self.instead_of = instead_of
        self.deals = deals
        self.seed = seed
        self.counts = dict(counts or {})
        self.setting = setting(game, strategies, rules=rules, own=own or {})
        self.before: Setting | None = None
        if instead_of:
            self.before = setting(game, (instead_of, *strategies[1:]), rules=rules, own=own or {})

    @property
    def settings(self) -> tuple[Setting, ...]:
        return (self.setting,) if self.before is None else (self.setting, self.before)

    @property
    def games(self) -> int:
        return self.deals * len(self.strategies) * len(self.settings)

    @property
    def own(self) -> bool:
        """Whether all its code is the game's own."""
        return not self.counts and all(each.own for each in self.settings)

    def play(self, tell: Callable[[Scores], None] = lambda _: None) -> Scores:
        """Play all games; ``tell`` receives interim results.

        Raises
        ------
        StrategyError
            If a strategy fails, takes too long or chooses an illegal move.
        """
        last: Scores | None = None
        for found in rounds(self):
            if found is not None:
                last = found
                tell(found)
        assert last is not None, "a contest has at least two deals"  # noqa: S101 - for mypy
        return last


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
