"""A contest: strategies against each other over many games, all with the same luck.

Every deal is played once for each way to turn the strategies round the table, so each of them
gets every seat with the same cards. What one deal brings a strategy, on average over the seats,
is one observation; the intervals are over the deals.

Games among a game's own strategies are played once and remembered: a reader who tries one rule
after another waits only for the games that the rule changes.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from operator import add
from statistics import NormalDist, fmean, stdev
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.game import Seat
from paydays_widgets.core.strategy import Printed
from paydays_widgets.core.table import AnyTable, Player, Strategy, Table

CONFIDENCE: Final = 0.95
FEWEST: Final = 2
"""Deals that a contest needs: one observation has no spread."""
Count: TypeAlias = Callable[[AnyTable, Seat], float]
"""Counts something about a seat in a game that is over, such as the contracts that it won."""


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
    counts
        What the contest counts besides, on average over the games, in the contest's order.
    """

    name: str
    money: Estimate
    won: float
    counts: tuple[float, ...] = ()


class Result(Struct, frozen=True):
    """What a contest brought.

    Parameters
    ----------
    scores
        One for each strategy, in the order of the contest.
    games
        How many games were played, with those of the strategy that was to be replaced.
    deals
        How many different deals these were.
    gain
        How much more the first strategy earns a game than the one it was to replace, over the
        same deals and against the same rivals; None where there was none to replace.
    """

    scores: tuple[Score, ...]
    games: int
    deals: int
    gain: Estimate | None


class Outcome(Struct, frozen=True, gc=False):
    """How a game ended: each seat's money, less what it owes; who won; each seat's counts."""

    money: tuple[float, ...]
    winners: tuple[Seat, ...]
    counts: tuple[tuple[float, ...], ...]


def _end(table: AnyTable, counts: Sequence[Count]) -> Outcome:
    """Play a game to its end."""
    while table.advance():
        pass
    engine, state, seats = table.game, table.state, range(len(table.players))
    return Outcome(
        tuple(engine.sheet(state, seat).counted for seat in seats),
        tuple(engine.standing(state).ranking[0]),
        tuple(tuple(count(table, seat) for count in counts) for seat in seats),
    )


@lru_cache(maxsize=2**14)
def _among_bots(
    game: str, kinds: Sequence[str], rules: Struct | None, seed: int, counts: Sequence[Count]
) -> Outcome:
    """Play a game among its own strategies: it goes the same way every time."""
    players = [Player(kind, kind) for kind in kinds]
    strategies = games.rooms(game).bots.STRATEGIES
    table = Table(games.load(game), players, rules=rules, seed=seed, strategies=strategies)
    return _end(table, counts)


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
    counts
        What else is counted for each seat at the end of a game, by its heading.

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
        counts: Mapping[str, Count] | None = None,
    ) -> None:
        if deals < FEWEST:
            message = f"a contest needs at least {FEWEST} deals, not {deals}"
            raise ValueError(message)
        self.game = game
        self.strategies = tuple(strategies)
        self.instead_of = instead_of
        self.rules = rules
        self.deals = deals
        self.seed = seed
        self.counts = counts or {}
        self.own = own or {}
        self.known = {**games.rooms(game).bots.STRATEGIES, **self.own}

    @property
    def games(self) -> int:
        """How many games there are to play."""
        return self.deals * len(self.strategies) * (2 if self.instead_of else 1)

    def play(self, tell: Callable[[int], None] = lambda _: None) -> Result:
        """Play all games.

        Parameters
        ----------
        tell
            Is called after each game, with the number of games played so far.

        Raises
        ------
        StrategyError
            If a strategy fails, takes too long or chooses what is not legal.
        """
        course = Course(self)
        for played in course:
            tell(played)
        result = course.result
        assert result is not None, "a contest has at least two deals"  # noqa: S101 - for mypy
        return result


class Course(Iterator[int]):
    """A contest on its way: each step plays a game, and tells how many have been played.

    Parameters
    ----------
    contest
        What is played.

    Attributes
    ----------
    printed
        What the strategies have printed so far.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.printed = Printed()
        self._money: list[list[float]] = [[] for _ in contest.strategies]
        self._won = [0.0] * len(contest.strategies)
        self._counted = [[0.0] * len(contest.counts) for _ in contest.strategies]
        self._gains: list[float] = []
        self._played = 0
        self._games = self._all_games()

    def __next__(self) -> int:
        """Play the next game.

        Raises
        ------
        StrategyError
            If a strategy fails, takes too long or chooses what is not legal.
        """
        next(self._games)
        self._played += 1
        return self._played

    @property
    def result(self) -> Result | None:
        """What the deals brought that have been played to their end; None for fewer than two."""
        contest, deals = self.contest, len(self._money[0])
        if deals < FEWEST:
            return None
        scores = tuple(
            Score(name, estimate(money), won / deals, tuple(each / deals for each in counted))
            for name, money, won, counted in zip(
                contest.strategies, self._money, self._won, self._counted, strict=True
            )
        )
        games = contest.games * deals // contest.deals
        return Result(scores, games, deals, estimate(self._gains) if self._gains else None)

    def _all_games(self) -> Iterator[None]:
        """Play deal after deal; pause after each game."""
        contest = self.contest
        names, other = contest.strategies, contest.instead_of
        for seed in range(contest.seed, contest.seed + contest.deals):
            scores = yield from self._deal(names, seed)
            if other:
                before = yield from self._deal((other, *names[1:]), seed)
                self._gains.append(scores[0][0] - before[0][0])
            for at, (money, won, *counted) in enumerate(scores):
                self._money[at].append(money)
                self._won[at] += won
                self._counted[at] = list(map(add, self._counted[at], counted))

    def _deal(self, names: Sequence[str], seed: int) -> Generator[None, None, list[list[float]]]:
        """Play a deal once for each way to turn the strategies round the table.

        Returns
        -------
        list of list of float
            By strategy, on average: the money, the share of the victory, and what is counted.
        """
        turns = len(names)
        scores = [[0.0] * (2 + len(self.contest.counts)) for _ in names]
        for shift in range(turns):
            seated = [(seat + shift) % turns for seat in range(turns)]  # seat -> strategy
            game = self._game([names[at] for at in seated], seed)
            for seat, at in enumerate(seated):
                won = (seat in game.winners) / len(game.winners)
                here = (game.money[seat], won, *game.counts[seat])
                scores[at] = [
                    was + each / turns for was, each in zip(scores[at], here, strict=True)
                ]
            yield
        return scores

    def _game(self, kinds: Sequence[str], seed: int) -> Outcome:
        """Play a game, or remember how it ended."""
        game, rules, known = self.contest.game, self.contest.rules, self.contest.known
        counts = tuple(self.contest.counts.values())
        if self.contest.own.keys().isdisjoint(kinds):
            return _among_bots(game, tuple(kinds), rules, seed, counts)
        players = [Player(kind, kind) for kind in kinds]
        table = Table(games.load(game), players, rules=rules, seed=seed, strategies=known)
        table.printed = self.printed
        return _end(table, counts)
