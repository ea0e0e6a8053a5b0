"""A decision, with everything that any process needs to play on from it."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.game import Complaint, Decide, Event, Move, Seat
from paydays_widgets.core.table import HUMAN, AnyTable
from paydays_widgets.lab.setting import Setting, setting

MOST_CHOICES: Final = 200
"""A decision with more is one about a sum."""


class Decision(Struct, frozen=True):
    """A decision, and who plays on from it.

    Parameters
    ----------
    past
        The events so far.
    besides
        Legal choices that the game does not list, such as another sum to bid.
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
        """List the choices to compare: the game's in its order, then those besides.

        Raises
        ------
        Complaint
            If there are more than :data:`MOST_CHOICES`.
        """
        if self.among:
            return self.among
        listed = self.setting.engine.legal(self.state, self.seat)
        moves = [*listed, *(each for each in self.besides if each not in listed)]
        if len(moves) > MOST_CHOICES:
            raise Complaint(
                "there are {n} choices here, more than can be compared ({most})",
                n=len(moves),
                most=MOST_CHOICES,
            )
        return moves


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
    return Decision(
        setting(table.game.id, line_up, rules=table.rules, deck=table.deck, own=own),
        next(iter(table.waiting()), turn.seats[0]) if seat is None else seat,
        table.state,
        tuple(step.event for step in table.branch.steps[: table.at]),
    )
