"""What a game is: states, moves, events, whose turn it is, and what is refused.

A game's engine is a set of pure functions. A *state* holds facts and no history. A *move* is
what a seat or chance decided; it unfolds into *steps*, each an *event* and the state after it.
Chance is a player: engines never draw a random number but list the possible outcomes
(:mod:`paydays_widgets.core.chance`).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import (
    Annotated,
    ClassVar,
    Final,
    Generic,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from msgspec import Meta, Struct

from paydays_widgets.core import notation
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.core.text import LINE, short

Seat: TypeAlias = Annotated[int, notation.FromOne()]
"""A place at the table, counted clockwise from 0 (from 1 in anything printed)."""
StartingSeat: TypeAlias = Annotated[int, Meta(ge=0, lt=12)]
"""A switch of the rules: the seat that starts. How many there are is known when a game starts."""

T = TypeVar("T")
S = TypeVar("S")
M = TypeVar("M", bound="Move")
E = TypeVar("E", bound="Event")
R = TypeVar("R")
D = TypeVar("D")


class EachSeat(Struct, frozen=True):
    """Marks a tuple that has one value per seat."""


BySeat: TypeAlias = Annotated[tuple[T, ...], EachSeat()]
"""One value per seat, in seat order, such as the bids or the hands."""

CHANCE: Final[Seat] = notation.STAR
"""The pseudo-seat that deals cards and throws dice."""


class Over(Struct, frozen=True, gc=False, tag=True):
    """The game has ended: nobody may act."""

    turn: int


class Settling(Struct, frozen=True, gc=False, tag=True):
    """The last move is still being carried out: nobody may act until it is done.

    Every state inside an unfolding move is settling; its last state never is.
    """

    turn: int


class Chance(Struct, frozen=True, gc=False, tag=True):
    """Chance moves next: it deals a card or throws a die.

    Parameters
    ----------
    purpose
        What for: ``"deal"``, ``"turn_up"``… Consecutive moves for ``"deal"`` are walked in one
        go, and the storyline tells only the last of them.
    turn
        The game's turn, counted from 1 (0 in set-up).
    repeat
        The number of earlier chance moves for this purpose in this turn. Turn, purpose and
        repeat together form the *lane* of the draw.
    """

    purpose: str
    turn: int
    repeat: int


class Decide(Struct, frozen=True, gc=False, tag=True):
    """One or more seats decide; each of them may act, in any order.

    Parameters
    ----------
    seats
        The seats that have yet to decide.
    prompt
        The kind of decision: ``"change"``, ``"bid"``…
    turn
        As in :class:`Chance`.
    repeat
        Tells apart the times that a seat faces this prompt in one turn, as a count does: for
        equal numbers, a bot draws the same luck.
    """

    seats: tuple[Seat, ...]
    prompt: str
    turn: int
    repeat: int


Turn: TypeAlias = Over | Settling | Chance | Decide


class Move(Struct, frozen=True, gc=False, tag=True):
    """A decision of a seat or of chance. Each game derives its kinds from this.

    Attributes
    ----------
    form
        The form of its notation, such as ``"{by} bid {amount}"``: see
        :mod:`paydays_widgets.core.notation`.
    """

    form: ClassVar[str]

    by: Seat

    def __str__(self) -> str:
        """Write the notation."""
        return notation.write(self)


class Rules(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The switches of a game. Each game derives its own from this, with its default rules."""


class Event(Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """A consequence of a move. Each game derives its kinds from this.

    Parameters
    ----------
    clause
        The rule that applied: the id of a clause in the game's rulebook.
    transfers
        The money that moved.

    Attributes
    ----------
    outcome
        Whether it shows what several have decided in secret, or what came of that: people want to
        read it before the game goes on.
    """

    outcome: ClassVar[bool] = False
    clause: str
    transfers: tuple[Transfer, ...] = ()


class Step(Struct, Generic[S, E], frozen=True, gc=False):
    """One event and the state after it: the unit of stepping through a game."""

    event: E
    state: S


class Refusal(Struct, frozen=True, gc=False):
    """Why a move is not legal.

    Parameters
    ----------
    reason
        A key that the game's ``text`` turns into a sentence.
    """

    clause: str
    reason: str
    facts: Mapping[str, int | str] = MappingProxyType({})


class NoDeck(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The deck of a game without cards or adjustable amounts."""


class View(Protocol):
    """The part of a view that all games share."""

    @property
    def seat(self) -> Seat | None:
        """The seat that sees this view; None for the open table."""

    @property
    def turn(self) -> Turn:
        """Whose move it is."""

    @property
    def legal(self) -> Sequence[Move]:
        """The moves that the seat may make; none for the open table."""


def me(view: View) -> Seat:
    """Return the seat that sees a view.

    Raises
    ------
    ValueError
        If it is the view of the open table.
    """
    if view.seat is None:
        message = "this is the open table; a strategy needs the view of a seat"
        raise ValueError(message)
    return view.seat


class Standing(Struct, frozen=True, gc=False):
    """A ranking, and the rule that decides first place.

    Parameters
    ----------
    ranking
        Groups of seats, best first; seats in the same group share a place.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    clause: str


class Complaint(ValueError):
    """The reason why something cannot be done: a sentence that can be translated.

    Parameters
    ----------
    sentence
        The English sentence, with a placeholder such as ``{fact}`` for each fact.
    facts
        The values of the placeholders; whatever is no number and no complaint is quoted on one
        line.

    Examples
    --------
    >>> str(Complaint("there are {n} branches", n=2))
    'there are 2 branches'
    """

    def __init__(self, sentence: str, **facts: object) -> None:
        self.sentence = sentence
        self.facts = {
            name: fact if isinstance(fact, int | Complaint) else short(fact, LINE)
            for name, fact in facts.items()
        }
        super().__init__(sentence.format(**self.facts))


class IllegalMove(ValueError):
    """The rules refuse a move; the state is untouched."""

    def __init__(self, written: str, refusal: Refusal) -> None:
        facts = ", ".join(f"{key} {value}" for key, value in refusal.facts.items())
        told = f" ({facts})" if facts else ""
        super().__init__(f"{written}: refused by {refusal.clause}, {refusal.reason}{told}")
        self.notation = written
        self.refusal = refusal


class StaleMove(Complaint):
    """A move was meant for a position that is no longer on the table."""


@runtime_checkable
class FirstSeat(Protocol):
    """Rules that say which seat starts. Not all do: check with ``isinstance``."""

    @property
    def first(self) -> Seat:
        """The seat that starts."""
