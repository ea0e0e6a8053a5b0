"""A contest: strategies against each other over many deals, all with the same luck.

Every deal is played once for each way to turn the strategies round the table, so each of them
gets every seat with the same cards. What one deal brings a strategy, on average over the seats,
is one observation; what two strategies are apart is estimated deal by deal.

A contest can be described, and its figures read, where numpy is not.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.table import AnyTable, Strategy
from paydays_widgets.lab.setting import Setting, setting
from paydays_widgets.lab.summary import Scores

FEWEST: Final = 2
"""Deals that a contest needs: one observation has no spread."""
BY_ENGINE: Final = 60
"""How many deals the engine plays at most where compiled code could play them."""
Count: TypeAlias = Callable[[AnyTable, Seat], float]
"""Counts something about a seat in a game that is over, such as the contracts that it won."""


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
        How many different deals there are, at least two. Where compiled code could play them but
        is not ready, at most :data:`BY_ENGINE` are played.
    seed
        Of the deals.
    counts
        What else is counted for each seat at the end of a game, by its heading.

    Raises
    ------
    ValueError
        If there are fewer than two deals, or the game cannot be played so.
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
        self.deals = deals
        self.seed = seed
        self.counts = dict(counts or {})
        self.setting = setting(game, strategies, rules=rules, own=own or {})
        self.before: Setting | None = None
        if instead_of:
            self.before = setting(game, (instead_of, *strategies[1:]), rules=rules, own=own or {})

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What is played: the contest, and the one that it is compared with, if there is one."""
        return (self.setting,) if self.before is None else (self.setting, self.before)

    @property
    def games(self) -> int:
        """How many games there are to play."""
        return self.deals * len(self.strategies) * len(self.settings)

    @property
    def own(self) -> bool:
        """Whether it holds no code but the game's own."""
        return not self.counts and all(each.own for each in self.settings)

    def play(self, tell: Callable[[Scores], None] = lambda _: None) -> Scores:
        """Play all games, and return what they brought.

        Parameters
        ----------
        tell
            Is called with what there is so far, now and then.

        Raises
        ------
        StrategyError
            If a strategy fails, takes too long or chooses what is not legal.
        """
        from paydays_widgets.lab.rounds import rounds

        last: Scores | None = None
        for found in rounds(self):
            if found is not None:
                last = found
                tell(found)
        assert last is not None, "a contest has at least two deals"  # noqa: S101 - for mypy
        return last
