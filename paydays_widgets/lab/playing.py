"""Games that the engine plays, one by one. Needs no numpy."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.game import Seat
from paydays_widgets.core.playout import Decider, by_strategy, playout
from paydays_widgets.core.strategy import Printed, decide
from paydays_widgets.lab.setting import Setting

Tell: TypeAlias = Callable[[int, int], None]
"""Receives the games played, and their total. It may raise an exception to stop."""


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


def outcomes(
    setting: Setting, seed: int, first: int, count: int, printed: Printed | None = None
) -> Iterator[Outcome]:
    """Play some games of a run, from the number ``first`` on.

    Parameters
    ----------
    printed
        Collects what guests print.

    Raises
    ------
    StrategyError
        If a strategy fails, takes too long, or chooses an illegal move.
    """
    engine, seats = setting.engine, range(len(setting.line_up))
    start = engine.start(len(seats), setting.rules, setting.deck)
    playing = deciders(setting, printed)
    for number in range(first, first + count):
        state = start
        for _, after in playout(engine, start, playing, game_seed(seed, number)):
            state = after
        worth = [engine.sheet(state, seat).counted for seat in seats]
        ranking = engine.standing(state).ranking
        places = {seat: place for place, group in enumerate(ranking) for seat in group}
        yield Outcome(worth, [places[seat] for seat in seats])


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
