"""What a game is: states, moves, events, whose turn it is, and what is refused.

A game's engine is a set of pure functions. A *state* holds facts and no history. A *move* is
what a seat or chance decided; it unfolds into *steps*, each an *event* and the state after it.
Chance is a player: engines never draw a random number, they say what could come
(:mod:`paydays_widgets.core.chance`).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from msgspec import Struct

from paydays_widgets.core import notation
from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.ledger import Books, Transfer

Seat: TypeAlias = Annotated[int, notation.FromOne()]
"""A place at the table, counted from 0 clockwise (from 1 in all that is printed)."""

T = TypeVar("T")


class EachSeat(Struct, frozen=True):
    """Marks a tuple that has a value for every seat."""


BySeat: TypeAlias = Annotated[tuple[T, ...], EachSeat()]
"""A value for every seat, in their order, such as the bids or the hands."""

CHANCE: Final[Seat] = notation.STAR
"""The seat that deals cards and throws dice."""


class Over(Struct, frozen=True, gc=False, tag=True):
    """The game has ended: nobody may act.

    Parameters
    ----------
    turn
        The game's last turn.
    """

    turn: int


class Settling(Struct, frozen=True, gc=False, tag=True):
    """The rules are still carrying out the last move: nobody may act before it is done.

    Every state inside an unfolding move is settling, the last one never is.

    Parameters
    ----------
    turn
        The game's turn, counted from 1 (0 in set-up).
    """

    turn: int


class Chance(Struct, frozen=True, gc=False, tag=True):
    """A card is dealt or a die thrown next.

    Parameters
    ----------
    purpose
        What for: ``"deal"``, ``"turn_up"``…
    turn
        The game's turn, counted from 1 (0 in set-up).
    repeat
        How many chance moves for this purpose this turn has seen already. Turn, purpose and
        repeat together name the *lane* that luck is read from.
    """

    purpose: str
    turn: int
    repeat: int


class Decide(Struct, frozen=True, gc=False, tag=True):
    """One or more seats decide; each of them may act, in any order.

    Parameters
    ----------
    seats
        Who has yet to decide.
    prompt
        What about: ``"change"``, ``"bid"``…
    turn, repeat
        As in :class:`Chance`.
    """

    seats: tuple[Seat, ...]
    prompt: str
    turn: int
    repeat: int


Turn: TypeAlias = Over | Settling | Chance | Decide


class Move(Struct, frozen=True, gc=False, tag=True):
    """What a seat, or chance, decided. Each game derives its kinds from this.

    Parameters
    ----------
    by
        The seat that decides, or :data:`CHANCE`.

    Attributes
    ----------
    form
        How it is written, such as ``"{by} bid {amount}"``: see
        :mod:`paydays_widgets.core.notation`.
    """

    form: ClassVar[str]

    by: Seat

    def __str__(self) -> str:
        """Write the notation."""
        return notation.write(self)


class Rules(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The switches of a game. Each game derives its own from this; the defaults are its rules.

    Attributes
    ----------
    former
        How a switch stood before it was one. A saved game that does not know the switch was
        played so, and goes on so, whatever the default is today.
    """

    former: ClassVar[Mapping[str, object]] = MappingProxyType({})


class Event(Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """What followed from a move. Each game derives its kinds from this.

    Parameters
    ----------
    clause
        The rule that it applies: an id of the game's rulebook.
    transfers
        The money that it moved.
    """

    clause: str
    transfers: tuple[Transfer, ...] = ()


S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
R = TypeVar("R")
D = TypeVar("D")
V_co = TypeVar("V_co", covariant=True)


class Step(Struct, Generic[S, E], frozen=True, gc=False):
    """One event and the state after it: what "step through" stops at."""

    event: E
    state: S


class Refusal(Struct, frozen=True, gc=False):
    """Why a move is not legal.

    Parameters
    ----------
    clause
        The rule that forbids it.
    reason
        A word that the game's ``text`` turns into a sentence.
    facts
        The numbers and names of that sentence.
    """

    clause: str
    reason: str
    facts: Mapping[str, int | str] = MappingProxyType({})


class NoDeck(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The deck of a game that has no cards and no amounts to set."""


class View(Protocol):
    """A view, as far as all games have it alike."""

    @property
    def seat(self) -> Seat | None:
        """Who looks; None for the open table."""
        ...

    @property
    def turn(self) -> Turn:
        """Who may act."""
        ...

    @property
    def legal(self) -> Sequence[Move]:
        """The moves that the seat may make; none for the open table."""
        ...

    @property
    def standing(self) -> "Standing":
        """The ranking as it stands."""
        ...


def me(view: View) -> Seat:
    """Give the seat that looks.

    Raises
    ------
    ValueError
        If nobody does: the open table has nothing to think with.
    """
    if view.seat is None:
        message = "this is the open table; a strategy needs the view of a seat"
        raise ValueError(message)
    return view.seat


class Standing(Struct, frozen=True, gc=False):
    """A ranking, and the rule that decides who is first.

    Parameters
    ----------
    ranking
        Groups of seats, best first; seats of one group share a place.
    clause
        The rule that decided the first place.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    clause: str


class Complaint(ValueError):
    """Why something cannot be done: a sentence that can be said in every language.

    Parameters
    ----------
    sentence
        In English, with ``{fact}`` where a fact stands; catalogues have it in other languages.
    facts
        What stands there.

    Examples
    --------
    >>> str(Complaint("there are {n} branches", n=2))
    'there are 2 branches'
    """

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence.format(**facts))
        self.sentence = sentence
        self.facts = facts


class IllegalMove(ValueError):
    """The rules refuse a move; the state is untouched.

    Parameters
    ----------
    notation
        The move, as it is written.
    refusal
        Why.
    """

    def __init__(self, notation: str, refusal: Refusal) -> None:
        facts = ", ".join(f"{key} {value}" for key, value in refusal.facts.items())
        told = f" ({facts})" if facts else ""
        super().__init__(f"{notation}: refused by {refusal.clause}, {refusal.reason}{told}")
        self.notation = notation
        self.refusal = refusal


class StaleMove(Complaint):
    """A move was meant for a position that is no longer on the table."""


@runtime_checkable
class FirstSeat(Protocol):
    """Rules that say which seat starts. Not all do: ask with ``isinstance``."""

    @property
    def first(self) -> Seat:
        """The seat that starts."""
        ...


class Game(Protocol[S, M, E, V_co, R, D]):
    """A rules engine. All its methods are pure."""

    @property
    def id(self) -> str:
        """The name of the game's package, such as ``zahltag``."""
        ...

    @property
    def version(self) -> int:
        """Raised when the same moves could lead to another state than before.

        A record of an older version is replayed and not held to the position that it noted.
        """
        ...

    @property
    def rules_type(self) -> type[R]:
        """The Struct of the game's switches; its defaults are the default rules."""
        ...

    @property
    def deck_type(self) -> type[D]:
        """The Struct of the game's cards and amounts."""
        ...

    @property
    def seats(self) -> Sequence[int]:
        """How many can play."""
        ...

    def deck(self) -> D:
        """Give the deck that comes with the game."""
        ...

    def start(self, seats: int, rules: R | None = None, deck: D | None = None) -> S:
        """Give the first state.

        Raises
        ------
        ValueError
            If the number of seats does not suit the game or the deck.
        """
        ...

    def turn(self, s: S) -> Turn:
        """Tell who may act."""
        ...

    def legal(self, s: S, by: Seat) -> Sequence[M]:
        """List a seat's legal moves; empty where it may not act."""
        ...

    def refuse(self, s: S, m: M) -> Refusal | None:
        """Tell why a move is not legal, or None where it is."""
        ...

    def refusals(self) -> Mapping[str, Sequence[str]]:
        """List every reason for a refusal, with the clauses that it can carry."""
        ...

    def outcomes(self, s: S) -> Sequence[Outcome[M]]:
        """List what chance could do, with weights; the order is part of the contract."""
        ...

    def unfold(self, s: S, m: M) -> tuple[Step[S, E], ...]:
        """Carry out a move.

        Raises
        ------
        IllegalMove
            If the rules refuse it.
        """
        ...

    def view(self, s: S, seat: Seat | None) -> V_co:
        """Give what a seat may know; for None, what lies open on the table."""
        ...

    def witness(self, e: E, seat: Seat | None) -> E | None:
        """Give what a seat may know of an event; None if it may know nothing of it."""
        ...

    def standing(self, s: S) -> Standing:
        """Rank the seats as they stand."""
        ...

    def books(self, s: S) -> Books:
        """Give the balance of every seat's accounts (the bank's is the other side)."""
        ...

    def read(self, text: str) -> M:
        """Read a move's one-line notation; ``str(move)`` writes it.

        Raises
        ------
        notation.NotationError
            If it cannot be read.
        """
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any]
