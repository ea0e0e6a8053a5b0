"""A contest: strategies play many deals against each other with the same luck.

Each deal is played once for each rotation of the strategies round the table, so every strategy has
every seat with the same cards. A strategy's average over the seats is one observation; differences
are estimated deal by deal. Describing a contest needs no numpy.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.table import AnyTable, Strategy
from paydays_widgets.lab.setting import Setting, setting
from paydays_widgets.lab.summary import Scores

FEWEST: Final = 2
"""One deal has no spread."""
BY_ENGINE: Final = 60
"""The most deals that the engine plays while compiled code is not ready."""
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
        from paydays_widgets.lab.rounds import rounds

        last: Scores | None = None
        for found in rounds(self):
            if found is not None:
                last = found
                tell(found)
        assert last is not None, "a contest has at least two deals"  # noqa: S101 - for mypy
        return last
