"""What every table of a class begins with."""

from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from paydays_widgets.classroom.entries import Opened
from paydays_widgets.core import record
from paydays_widgets.core.chance import Lane, PlannedDealer
from paydays_widgets.core.contest import Planned, Prize, plan, rivalry
from paydays_widgets.core.game import CHANCE, Move
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.show.modules import Modules
from paydays_widgets.talk.session import sets_up

CONTESTS: Final = 3
"""How many of the first contracts are drawn so that at least two seats can bid."""
TRIES: Final = 8
"""With how many orders of bots that is tried."""
FEWEST_TRIES: Final = 2
"""The same where many tables have luck of their own, and the class waits for everyone."""

Players: TypeAlias = Sequence[Player]


class Start:
    """A game as all tables begin it: rules and deck, and perhaps a position."""

    def __init__(self, written: str, opened: Opened, modules: Modules) -> None:
        self._opened = opened
        self._modules = modules
        self.table = record.loads(written, modules.engine, modules.bots.STRATEGIES)
        self._moves = decided(self.table)
        self._rules_of_bots = self.table.rules
        rules = modules.panel.in_class(self.table.rules)
        if opened.way != "poll" and not self._moves and rules != self.table.rules:
            self.table = self.copy(self.table.players, 0, rules)

    @property
    def fixed(self) -> int | None:
        """The number of seats, if the game begins from a position; None for any."""
        return len(self.table.players) if self._moves else None

    @property
    def most(self) -> int:
        """How many seats a table can have."""
        return self.fixed or max(self.table.game.seats)

    def seats_for(self, people: int) -> int:
        """Return how many seats a table of so many people has."""
        return self.fixed or max(people, min(self.table.game.seats))

    @property
    def contest(self) -> Prize | None:
        """What seats compete for first; None if nothing, or if the game begins from a position."""
        return None if self._moves else self._modules.panel.CONTEST

    @property
    def stand_in(self) -> str:
        """The strategy that plays wherever nobody sits."""
        panel = self._modules.panel
        return panel.STAND_IN or panel.OPPONENTS[0]

    @property
    def _ends(self) -> Collection[str]:
        """The prompts that end the set-up; in a poll, the class decides with one seat anyhow."""
        panel = self._modules.panel
        return panel.OPENING if self._opened.way == "poll" else panel.BEGINS or panel.OPENING

    def of_bots(self, players: Players, seed: int) -> AnyTable:
        """Set up a table where only bots play, by the rules as they stand at a desk."""
        return self.copy(players, seed, self._rules_of_bots)

    def copy(self, players: Players, seed: int, rules: object = None) -> AnyTable:
        """Set up a table like it, with players and a luck of its own, perhaps by other rules."""
        given = self.table
        table: AnyTable = Table(
            given.game,
            players,
            rules=given.rules if rules is None else rules,
            deck=given.deck,
            seed=seed,
            strategies=given.strategies,
        )
        for move in self._moves:
            table.make(move)
        return table

    def begun(self, players: Players, seed: int, planned: Sequence[Planned]) -> AnyTable:
        """Set up a table as the class finds it: after the set-up, if that is skipped."""
        table = self.copy(players, seed)
        if planned:
            given: dict[Lane, Move] = {
                Lane(each.turn, each.purpose, each.repeat): self.table.game.read(each.move)
                for each in planned
            }
            table.dealer.usual = PlannedDealer(table.dealer.usual, given)
        while self._opened.prepared and sets_up(table, self._ends):
            if not table.advance():
                table.make(table.ask(table.waiting()[0], self.stand_in), through=False)
        return table

    def plan(
        self, tables: Sequence[tuple[Players, int]], *, alike: bool
    ) -> tuple[tuple[Planned, ...], ...]:
        """Choose what seats compete for first; with the same luck, the same at all tables.

        Nobody knows what people will do, so it is tried with bots of all kinds in their place.

        Parameters
        ----------
        tables
            The players and the seed of each.
        """
        contest = self.contest
        if contest is None:
            return ()
        sizes = {len(players): number for number, (players, _) in enumerate(tables)}
        lots = [[*sizes.values()]] if alike else [[each] for each in range(len(tables))]
        tries = max(FEWEST_TRIES, TRIES // len(lots))
        found = [
            plan(
                [
                    self._tried(contest, *tables[number], attempt)
                    for number in lot
                    for attempt in range(tries)
                ],
                contest.able,
                CONTESTS,
            )
            for lot in lots
        ]
        return tuple(found * len(tables) if alike else found)

    def _tried(self, contest: Prize, players: Players, seed: int, attempt: int) -> AnyTable:
        """Set up a table as the game begins, with bots in all seats, in an order of their own."""
        table = self.copy(players, seed)
        bots = [*self._modules.bots.STRATEGIES]
        if self._opened.prepared:
            table.players = tuple(replace(each, kind=self.stand_in) for each in players)
            while sets_up(table, self._ends) and not rivalry(table, contest.able):
                table.advance()
        table.players = tuple(
            replace(each, kind=bots[(seat + attempt) % len(bots)])
            for seat, each in enumerate(players)
        )
        return table


def decided(table: AnyTable) -> list[Any]:
    """List the moves up to a position, from which a class begins; none if all were chance."""
    moves = table.branch.moves[: table.move_number]
    return [] if all(move.by == CHANCE for move in moves) else moves
