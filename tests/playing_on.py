"""Positions with a best answer, played on by bots with each of their choices."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Move, Over, Seat
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.lab.estimate import Estimate, difference
from paydays_widgets.lab.futures import End, estimates, played
from paydays_widgets.lab.summary import Prospect, Prospects
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.verbs import default_players
from paydays_widgets.show.vignette import Vignette
from paydays_widgets.talk import advice

SEED: Final = 7
CHANCE: Final = "random_legal"


class Tried(NamedTuple):
    """A position, played on by one strategy in the reader's seat.

    Parameters
    ----------
    best
        The choices that the verdict ticks, those that only begin an answer apart.
    ends
        The seat's end with each choice, game by game.
    """

    session: Session
    moves: Sequence[Move]
    best: Sequence[Move]
    ends: Sequence[Sequence[End]]

    def behind(self) -> list[tuple[Move, Move, Estimate]]:
        """Compare each ticked choice with each other one, game by game."""
        worth = dict(zip(self.moves, zip(*self.ends, strict=True), strict=True))
        return [
            (
                tick,
                other,
                difference(
                    [end.worth for end in worth[tick]], [end.worth for end in worth[other]]
                ),
            )
            for tick in self.best
            for other in self.moves
            if other not in self.best
        ]

    def named(self) -> list[Move]:
        """List the choices that the advice names as the best."""
        choices = tuple(
            Prospect(str(move), money, won, behind)
            for move, (money, won, behind, _) in zip(self.moves, estimates(self.ends), strict=True)
        )
        count = len(self.ends)
        found = Prospects(count, count, compiled=True, choices=choices)
        return [self.moves[n] for n in sorted(advice.indistinct(self.session, found))]


def seated(name: str, vignette: Vignette) -> Session:
    """Put a position on a screen."""
    modules = games.modules(name)
    people = [Player(each, HUMAN) for each in ("Anna", "Ben", "Chloé", "David")]
    session = Session(Table(modules.engine, people[: modules.panel.SEATS[0]]))
    assert session.do("vignette", vignette.id)
    return session


def seat_asked(vignette: Vignette) -> Seat:
    return next(at for at, each in enumerate(vignette.players) if each.kind == HUMAN)


def stand_ins(name: str, vignette: Vignette) -> Sequence[str]:
    """List the strategies with which a verdict must hold."""
    every = [each for each in games.modules(name).bots.STRATEGIES if each != CHANCE]
    return vignette.stand_ins or every


def tried(name: str, vignette: Vignette, playouts: int, bot: str = "") -> Tried:
    """Play a position on, with about as many playouts in all.

    Parameters
    ----------
    bot
        Who plays for the reader; "" for who does so in the advice.
    """
    session = seated(name, vignette)
    asked = advice.question(session, seat_asked(vignette)).decision
    line_up = tuple(
        bot if bot and seat == asked.seat else each
        for seat, each in enumerate(asked.setting.line_up)
    )
    asked = replace(asked, setting=replace(asked.setting, line_up=line_up))
    moves = asked.moves()
    best = [each for each in moves if vignette.praises([each])]
    ends = list(played(asked, max(2, playouts // len(moves)), SEED))
    return Tried(session, moves, best, ends)


def first_decisions(name: str, rules: object, seed: int, most: int = 3) -> Iterator[Session]:
    """Play a game up to each of a person's first decisions; the stand-in decides."""
    modules = games.modules(name)
    table: AnyTable = Table(
        modules.engine,
        default_players(name),
        rules=rules,
        seed=seed,
        strategies=modules.bots.STRATEGIES,
    )
    session = Session(table)
    session.screen = replace(session.screen, teach=False)
    while most and not isinstance(table.turn, Over):
        if session.decider is not None:
            most -= 1
            yield session
        if not table.advance():
            table.make(table.ask(0, session.stand_in), through=False)
    session.close()


def positions() -> Iterator[tuple[str, Vignette]]:
    """List the positions with a best answer, by their games."""
    for name in games.names():
        for vignette in games.modules(name).vignettes.values():
            if vignette.best:
                yield name, vignette
