"""A contest: strategies against each other over many games, all with the same luck.

Every deal is played once for each way to turn the strategies round the table, so each of them
gets every seat with the same cards. What one deal brings a strategy, on average over the seats,
is one observation; the intervals are over the deals.
"""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.ledger import wealth
from paydays_widgets.core.table import Player, Strategy, Table

CONFIDENCE: Final = 0.95


class Estimate(Struct, frozen=True):
    """A mean that was estimated from a sample, with the interval for the true one.

    Parameters
    ----------
    mean
        Of the sample.
    low, high
        The interval's ends, at the level :data:`CONFIDENCE`, by the normal distribution.
    n
        How many observations there are.
    """

    mean: float
    low: float
    high: float
    n: int


def estimate(sample: Sequence[float]) -> Estimate:
    """Estimate a mean from at least two observations.

    Examples
    --------
    >>> estimate([1.0, 2.0, 3.0]).mean
    2.0
    """
    mean = fmean(sample)
    spread = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * stdev(sample) / sqrt(len(sample))
    return Estimate(mean, mean - spread, mean + spread, len(sample))


class Score(Struct, frozen=True):
    """What a strategy brought.

    Parameters
    ----------
    name
        The strategy's.
    money
        At the end of a game, less what is owed.
    won
        Its share of the victories; a shared one counts for a part.
    """

    name: str
    money: Estimate
    won: float


class Result(Struct, frozen=True):
    """What a contest brought.

    Parameters
    ----------
    scores
        One for each strategy, in the order of the contest.
    games
        How many games were played for them.
    gain
        How much more the first strategy earns a game than the one it was to replace, over the
        same deals and against the same rivals; None where there was none to replace.
    """

    scores: tuple[Score, ...]
    games: int
    gain: Estimate | None


class Contest:
    """Some strategies, and the deals that they play.

    Parameters
    ----------
    strategies
        Their names, one a seat.
    game
        The game's id.
    own
        Strategies by name beside the game's own, such as a student's ``choose``.
    instead_of
        A strategy that the first one is compared with: the same deals are played with it in the
        first one's place as well.
    rules
        The switches; None for the game's usual ones.
    deals
        How many different deals there are, at least two.
    seed
        Of the first deal; the next ones follow.

    Raises
    ------
    ValueError
        If there are fewer than two deals.
    """

    def __init__(
        self,
        strategies: Sequence[str],
        *,
        game: str = "zahltag",
        own: Mapping[str, Strategy] | None = None,
        instead_of: str = "",
        rules: Struct | None = None,
        deals: int = 60,
        seed: int = 1,
    ) -> None:
        if deals < 2:  # noqa: PLR2004 - one observation has no spread
            message = f"a contest needs at least 2 deals, not {deals}"
            raise ValueError(message)
        self.game = game
        self.strategies = tuple(strategies)
        self.instead_of = instead_of
        self.rules = rules
        self.deals = deals
        self.seed = seed
        self.known = {**games.rooms(game).bots.STRATEGIES, **(own or {})}

    @property
    def games(self) -> int:
        """How many games there are to play."""
        return self.deals * len(self.strategies) * (2 if self.instead_of else 1)

    def play(self, tell: Callable[[int], None] = lambda _: None) -> Result:
        """Play all games.

        Parameters
        ----------
        tell
            Is called after each deal, with the number of games played so far.

        Raises
        ------
        StrategyError
            If a strategy fails, or chooses what is not legal.
        """
        others = (self.instead_of, *self.strategies[1:]) if self.instead_of else ()
        money: list[list[float]] = [[] for _ in self.strategies]
        won = [0.0] * len(self.strategies)
        gains: list[float] = []
        played = 0
        for seed in range(self.seed, self.seed + self.deals):
            earned, wins = self._deal(self.strategies, seed)
            for at, (mean, share) in enumerate(zip(earned, wins, strict=True)):
                money[at].append(mean)
                won[at] += share
            played += len(self.strategies)
            if others:
                before, _ = self._deal(others, seed)
                gains.append(earned[0] - before[0])
                played += len(others)
            tell(played)
        scores = [
            Score(name, estimate(sample), share / self.deals)
            for name, sample, share in zip(self.strategies, money, won, strict=True)
        ]
        total = self.deals * len(self.strategies)
        return Result(tuple(scores), total, estimate(gains) if gains else None)

    def _deal(self, names: Sequence[str], seed: int) -> tuple[list[float], list[float]]:
        """Play a deal once for each way to turn the strategies round the table.

        Returns
        -------
        earned, won
            By strategy: the mean money, and the mean share of the victory.
        """
        engine = games.load(self.game)
        turns = len(names)
        earned, won = [0.0] * turns, [0.0] * turns
        for shift in range(turns):
            seated = [(seat + shift) % turns for seat in range(turns)]  # seat -> strategy
            table = Table(
                engine,
                [Player(names[at], names[at]) for at in seated],
                rules=self.rules,
                seed=seed,
                strategies=self.known,
            )
            while table.advance():
                pass
            worth = wealth(engine.books(table.state))
            winners = engine.standing(table.state).ranking[0]
            for seat, at in enumerate(seated):
                earned[at] += worth[seat] / turns
                won[at] += (seat in winners) / len(winners) / turns
        return earned, won
