"""A programme: blocks of rounds under different rules, which a class plays one after the other.

A game's module ``programme`` says which rounds there can be, and finds the figures of each in the
steps of a game; a class's pages gather those of all groups.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text


class Line(Struct, frozen=True, gc=False):
    """A seat in a round. Money is in the smallest unit; None for what there is not.

    Parameters
    ----------
    signal
        Its estimate of a common value.
    bid
        What it bid, or where it stopped the clock.
    price
        What was paid; the same for all seats of a round.
    """

    round: int
    seat: Seat
    value: int | None
    signal: int | None
    budget: int | None
    bid: int | None
    price: int | None
    profit: int
    wins: bool

    @property
    def known(self) -> int | None:
        """What the seat knew when it bid: its estimate, or its value."""
        return self.value if self.signal is None else self.signal


class Theory(Struct, frozen=True):
    """What theory expects of a block, in the smallest unit of money; None where it is silent.

    Parameters
    ----------
    bids
        The equilibrium bid for some values, or estimates, from left to right.
    takings
        What the seller takes, or the buyer pays, on average.
    kept
        What the winner keeps, on average.
    """

    bids: Sequence[tuple[int, float]]
    takings: float | None
    kept: float | None


class Axes(Struct, frozen=True):
    """The words of a block's picture, and where its axes end: what is known, and what is bid."""

    known: str
    bid: str
    most_known: int
    most_bid: int


class Check(Struct, frozen=True):
    """A question on the rules of a block, to be answered before it begins.

    Parameters
    ----------
    options
        The amounts to choose from, in the smallest unit of money, from low to high.
    right
        The one that is right; `why` says by which rule, and by which sum.
    """

    asked: str
    options: Sequence[int]
    right: int
    why: str


class ProgrammeModule(Protocol):
    """A game's ``programme``.

    Attributes
    ----------
    UNIT
        How many of the smallest unit of money make a unit.
    ROUNDS
        How many rounds a block can have.
    TOLD
        What can be told after a round; the first is usual.
    APPLIES
        Switches that matter only where another has a value: that one, and the value.
    """

    UNIT: int
    ROUNDS: Sequence[int]
    TOLD: Sequence[str]
    APPLIES: Mapping[str, tuple[str, str]]

    def shaped(self, rules: Any, rounds: int, told: str) -> Any:
        """Return rules with another number of rounds, and with other news after each."""

    def clashes(self, rules: Any, text: Text, *, mixed: bool) -> Mapping[str, str]:
        """Say which switches cannot have their value beside the others, and what they can have.

        Parameters
        ----------
        mixed
            Whether each round is a game of its own, with other people.
        """

    def checks(self, rules: Any, deck: Any, text: Text) -> Sequence[Check]:
        """Return the questions that can be asked before a block begins, the first one first."""

    def keeps(self, rules: Any) -> bool:
        """Return whether bids or values stay secret when a round is over."""

    def tells_takings(self, rules: Any) -> bool:
        """Return whether all learn of a round what the seller took, or the buyer paid."""

    def rounds(self, steps: Sequence[Any]) -> Sequence[Sequence[Line]]:
        """Find every round that is over, with all its seats."""

    def ends(self, event: Any) -> bool:
        """Return whether an event ends the game: a programme leaves it out, and goes on."""

    def takings(self, lines: Sequence[Line], rules: Any) -> int:
        """Return what the seller took in a round, or the buyer paid."""

    def theory(self, rules: Any, deck: Any, seats: int) -> Theory:
        """Return what theory expects."""

    def efficiency(self, rounds: Sequence[Sequence[Line]], rules: Any) -> float | None:
        """Return what winners drew from their objects, as a share of what could be drawn."""

    def axes(self, rules: Any, deck: Any, text: Text) -> Axes:
        """Return the words of the picture."""
