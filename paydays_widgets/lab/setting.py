"""A game and its players. With the seed of a run and a number, a setting names one game."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import Any, Final

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Strategy, Table
from paydays_widgets.core.text import LINE, Text, short
from paydays_widgets.show.modules import Modules

MOST_GAMES: Final = 10_000_000
"""Their sums still fit into memory."""
FEW: Final = 100
"""Games of a run without numpy, played by the engine: a page should not be busy for minutes."""


class Setting(Struct, frozen=True):
    """A game, its rules and deck, and a strategy for each seat.

    Parameters
    ----------
    line_up
        The name of each seat's strategy, clockwise.
    guests
        Strategies that are not the game's own, by name, such as a student's ``choose``.
    """

    game: str
    line_up: tuple[str, ...]
    rules: Any
    deck: Any
    guests: Mapping[str, Strategy] = MappingProxyType({})

    @property
    def engine(self) -> AnyGame:
        return games.load(self.game)

    @property
    def strategies(self) -> dict[str, Strategy]:
        return {**games.modules(self.game).bots.STRATEGIES, **self.guests}

    @property
    def own(self) -> bool:
        """Whether only the game's own strategies play."""
        return self.guests.keys().isdisjoint(self.line_up)

    def titles(self, language: str = "en") -> tuple[str, ...]:
        """Name the seats by their strategies, with a number if a strategy has several seats."""
        titles, text = games.modules(self.game).bots.TITLES, Text(language)
        named = [
            name if name in self.guests or name not in titles else text.pick(titles[name][0])
            for name in self.line_up
        ]
        return tuple(
            f"{name} {named[: seat + 1].count(name)}" if named.count(name) > 1 else name
            for seat, name in enumerate(named)
        )

    def table(self, seed: int, names: Sequence[str] = ()) -> AnyTable:
        """Set up the table of one game, by the game's own seed; without names, by titles."""
        named = names or self.titles()
        players = [Player(*each) for each in zip(named, self.line_up, strict=True)]
        return Table(
            self.engine,
            players,
            rules=self.rules,
            deck=self.deck,
            seed=seed,
            strategies=self.strategies,
        )

    def played(self, seed: int, names: Sequence[str] = ()) -> AnyTable:
        """Play a game on such a table, to its end."""
        table = self.table(seed, names)
        while table.advance():
            pass
        return table


def modules_of(game: str) -> Modules:
    """Find a game by its id.

    Raises
    ------
    Complaint
        If there is no such game.
    """
    try:
        return games.modules(game)
    except LookupError as error:
        raise Complaint("{problem}", problem=error.args[0]) from None


def setting(
    game: str,
    line_up: Sequence[str],
    *,
    rules: object = None,
    deck: object = None,
    own: Mapping[str, Strategy] = MappingProxyType({}),
) -> Setting:
    """Make a setting.

    Parameters
    ----------
    line_up
        The name of each seat's strategy, clockwise.
    rules
        The switches, or the name of a preset; None for the default rules.
    deck
        None for the game's own.
    own
        Strategies of your own, by name.

    Raises
    ------
    Complaint
        If game, preset or strategy is unknown, or seats, rules and deck do not go together.
    """
    modules = modules_of(game)
    if isinstance(rules, str):
        if rules not in modules.presets:
            raise Complaint(
                "there are no rules called “{name}”; known: {known}",
                name=short(rules, LINE),
                known=", ".join(modules.presets),
            )
        rules = modules.presets[rules]
    known = {**modules.bots.STRATEGIES, **own}
    for seat, name in enumerate(line_up, 1):
        if name not in known:
            raise Complaint(
                "seat {seat} has the unknown strategy “{kind}”; known: {known}",
                seat=seat,
                kind=short(name, LINE),
                known=", ".join(known),
            )
    if HUMAN in own:
        raise Complaint("“{kind}” stands for a person: give the strategy another name", kind=HUMAN)
    guests = {name: choose for name, choose in own.items() if name in line_up}
    draft = Setting(game, tuple(line_up), rules, deck, guests)
    try:
        table = draft.table(0)
    except ValueError as error:
        raise Complaint("{problem}", problem=error) from error
    return Setting(game, tuple(line_up), table.rules, table.deck, guests)


@cache
def kernel(game: str) -> ModuleType | None:
    """Load a game's compiled kernel; None if it has none, or numba is not installed."""
    name = f"{games.modules(game).package}.kernel"
    if find_spec("numba") is None or find_spec(name) is None:
        return None
    return import_module(name)
