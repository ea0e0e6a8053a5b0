"""A decision, with everything that any process needs to play on from it."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import Complaint, Decide, Event, Move, Seat
from paydays_widgets.core.table import HUMAN, AnyTable
from paydays_widgets.lab.setting import Setting, setting

MANY: Final = 60
"""A decision with more choices is one about a sum: some of each kind are compared."""
OF_A_KIND: Final = 21
"""How many: every fifth of a hundred, with both ends."""
LOSING: Final = 8
"""How many of these, at most, are choices that would win at a loss."""


def loses(engine: AnyGame, state: object, move: Move) -> bool:
    """Return whether a choice would win at a loss, as the view of its own seat shows."""
    stakes = games.modules(engine.id).stakes
    return stakes is not None and stakes.loses(engine.view(state, move.by), move)


def spread(engine: AnyGame, state: object, moves: Sequence[Move]) -> list[Move]:
    """Keep some of the moves of each kind, evenly spread over those that are listed.

    Those that would lose are spread apart from the others, so both sides of where losses begin
    are kept, and every sum that is no loss if these are few.
    """
    groups: dict[tuple[type[Move], bool], list[Move]] = {}
    for each in moves:
        groups.setdefault((type(each), loses(engine, state, each)), []).append(each)
    kept: set[Move] = set()
    for (kind, loss), alike in groups.items():
        if (kind, not loss) not in groups:
            most = OF_A_KIND
        else:
            most = LOSING if loss else OF_A_KIND - LOSING
        few = min(most, len(alike))
        kept.update(alike[at * (len(alike) - 1) // max(1, few - 1)] for at in range(few))
    return [each for each in moves if each in kept]


def answers(engine: AnyGame, state: object, seat: Seat) -> Sequence[Move]:
    """List the moves that answer what a seat is asked.

    One after which the seat is asked the same again, such as to borrow before buying, only
    prepares an answer. Where no two moves answer, all are listed.
    """
    listed, turn = engine.legal(state, seat), engine.turn(state)
    if not isinstance(turn, Decide):
        return listed

    def answering(move: Move) -> bool:
        after = engine.turn(engine.unfold(state, move)[-1].state)
        return (
            not isinstance(after, Decide)
            or (after.turn, after.prompt) != (turn.turn, turn.prompt)
            or seat not in after.seats
        )

    kept = [each for each in listed if answering(each)]
    return kept if len(kept) > 1 else listed


class Decision(Struct, frozen=True):
    """A decision, and who plays on from it.

    Parameters
    ----------
    past
        The events so far.
    besides
        Choices to compare whether the game lists them or not, such as the one that was made.
    among
        The only choices to compare; none to compare them all.
    """

    setting: Setting
    seat: Seat
    state: Any
    past: tuple[Event, ...]
    besides: tuple[Move, ...] = ()
    among: tuple[Move, ...] = ()

    def moves(self) -> Sequence[Move]:
        """List the choices to compare: the answers in the game's order, then those besides."""
        if self.among:
            return self.among
        engine = self.setting.engine
        listed = answers(engine, self.state, self.seat)
        kept = spread(engine, self.state, listed) if len(listed) > MANY else listed
        return [*kept, *(each for each in self.besides if each not in kept)]


class Review(Struct, frozen=True):
    """Several decisions of one game, to see which one mattered."""

    decisions: tuple[Decision, ...]

    @property
    def setting(self) -> Setting:
        """The game and its strategies, the same for all."""
        return self.decisions[0].setting


def decision(table: AnyTable, *, persons: str | None = None, seat: Seat | None = None) -> Decision:
    """Take the decision at a table's cursor.

    Parameters
    ----------
    persons
        The strategy that plays for people from here on; needed if people play.
    seat
        None for the first person who is asked, otherwise the first seat.

    Raises
    ------
    Complaint
        If nobody decides here, or ``persons`` is missing.
    """
    turn = table.turn
    if not isinstance(turn, Decide):
        raise Complaint("nobody has to decide here: step to a decision first")
    people = [player.called for player in table.players if player.kind == HUMAN]
    if people and persons is None:
        raise Complaint(
            "say which strategy plays for {names}; known: {known}",
            names=", ".join(people),
            known=", ".join(table.strategies),
        )
    line_up = [
        persons if player.kind == HUMAN and persons else player.kind for player in table.players
    ]
    usual = games.modules(table.game.id).bots.STRATEGIES
    own = {name: each for name, each in table.strategies.items() if usual.get(name) is not each}
    asked = next(iter(table.waiting()), turn.seats[0]) if seat is None else seat
    made = table.branch.moves[table.move_number :][:1]
    return Decision(
        setting(table.game.id, line_up, rules=table.rules, deck=table.deck, own=own),
        asked,
        table.state,
        tuple(step.event for step in table.branch.steps[: table.at]),
        tuple(move for move in made if move.by == asked),
    )
