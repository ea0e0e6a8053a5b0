"""Moves played by their notation, and what they led to: alike for every game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.engine import Engine
from paydays_widgets.core.game import CHANCE, E, M, Refusal, S
from paydays_widgets.core.ledger import BANK, post
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.show.vignette import Vignette, set_up

P = TypeVar("P")
T = TypeVar("T")


class Played(Struct, Generic[S, E], frozen=True):
    """What some moves led to."""

    state: S
    events: tuple[E, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(type(event).__name__ for event in self.events)

    def all(self, kind: type[T]) -> tuple[T, ...]:
        return tuple(event for event in self.events if isinstance(event, kind))

    def the(self, kind: type[T]) -> T:
        (event,) = self.all(kind)
        return event


class Script(Generic[S, M, E, P]):
    """A game, played by notation.

    Parameters
    ----------
    game
        The game.
    played
        Makes what is handed back, of the position and the events that led to it.
    conserved
        What of a position no event may change.
    """

    def __init__(
        self,
        game: Engine[S, M, E, Any, Any, Any],
        played: Callable[[S, tuple[E, ...]], P],
        conserved: Callable[[S], object],
    ) -> None:
        self.game = game
        self.played = played
        self.conserved = conserved

    def play(self, state: S, *script: str) -> P:
        """Play moves, ``;`` between those on a line; nothing may get lost."""
        events: list[E] = []
        before = self.conserved(state)
        for text in ";".join(script).split(";"):
            for step in self.game.unfold(state, self.game.read(text)):
                books = post({BANK: 0, **self.game.books(state)}, step.event.transfers)
                del books[BANK]
                assert books == self.game.books(step.state)
                state = step.state
                assert self.conserved(state) == before
                events.append(step.event)
        return self.played(state, tuple(events))

    def listed(self, state: S, seat: int) -> list[str]:
        """List a seat's legal moves (counted from 1, as in notation; 0 is chance)."""
        return [str(move) for move in self.game.legal(state, seat - 1 if seat else CHANCE)]

    def legal(self, state: S, seat: int) -> set[str]:
        return {*self.listed(state, seat)}

    def refused(self, state: S, text: str) -> Refusal:
        """Find the refusal of a move, which must not be among the legal ones either."""
        move = self.game.read(text)
        assert move not in self.game.legal(state, move.by)
        refusal = self.game.refuse(state, move)
        assert refusal is not None
        return refusal


class Course:
    """What follows when the class plays on from a vignette's position."""

    def __init__(self, name: str, vignette: Vignette | str) -> None:
        self.game = games.load(name)
        if isinstance(vignette, str):
            vignette = games.modules(name).vignettes[vignette]
        self.table = set_up(vignette, self.game)
        self.at = self.table.at

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def events(self) -> list[Any]:
        return [step.event for step in self.table.branch.steps[self.at :]]

    @property
    def kinds(self) -> list[type]:
        return [type(event) for event in self.events]

    def of(self, kind: type[T]) -> list[T]:
        return [event for event in self.events if isinstance(event, kind)]

    def play(self, move: str) -> None:
        self.table.play(self.game.read(move))


def bots_play(name: str, kinds: Sequence[str], seed: int, rules: Any = None) -> AnyTable:
    """Play a whole game among bots; the table refuses an illegal choice."""
    players = [Player(kind, kind) for kind in kinds]
    strategies = games.modules(name).bots.STRATEGIES
    table = Table(games.load(name), players, rules=rules, seed=seed, strategies=strategies)
    while table.advance():
        pass
    return table


def meetings(name: str, kinds: Sequence[str], seeds: int) -> Iterator[tuple[list[str], AnyTable]]:
    """Let strategies meet; each sits on each seat once with the luck of each seed."""
    for seed in range(seeds):
        for first in range(len(kinds)):
            seated = [*kinds[first:], *kinds[:first]]
            yield seated, bots_play(name, seated, seed)
