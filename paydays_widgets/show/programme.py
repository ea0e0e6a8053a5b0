"""A programme: blocks of rounds under different rules, which a class plays one after the other.

A game's module ``programme`` says which rounds there can be, and finds the figures of each in the
steps of a game; a class's pages gather those of all groups.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.show.measure import Seen, Topic

What: TypeAlias = Literal["values", "takings", "profits", "data"]
"""What of a round is asked for; data are the lines of the file."""


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


class Plan(Struct, frozen=True):
    """A programme that a teacher can begin with: its title, and what its form says of each block.

    Parameters
    ----------
    blocks
        For each, the fields that differ from what the form says at first, such as ``rules``.
    same
        Whether all have the same values.
    """

    name: str
    title: str
    blocks: Sequence[Mapping[str, str]]
    same: bool = False


class ProgrammeModule(Protocol):
    """A game's ``programme``.

    Attributes
    ----------
    UNIT
        How many of the smallest unit of money make a unit.
    COUNT
        The switch that says how many rounds a game has.
    ROUNDS
        How many rounds a block can have.
    USUAL
        How many it has at first.
    MIXES
        Whether each round can be a game of its own, with other people.
    sheet
        How the game shows its results; None for bids over what bidders knew (:class:`Bids`).
    """

    UNIT: int
    COUNT: str
    ROUNDS: Sequence[int]
    USUAL: int
    MIXES: bool
    sheet: "Sheet | None"

    def shaped(self, rules: Any, rounds: int) -> Any:
        """Return rules with another number of rounds."""

    def named(self, rules: Any, all_: Sequence[Any]) -> Any:
        """Return rules of a block without what goes without saying, or all blocks share."""

    def counted(self, n: int, text: Text) -> str:
        """Say how many rounds there are."""

    def plans(self, text: Text) -> Sequence[Plan]:
        """List programmes to begin with."""

    def clashes(self, rules: Any, text: Text, *, mixed: bool) -> Mapping[str, str]:
        """Say which switches cannot have their value beside the others, and what they can have.

        Parameters
        ----------
        mixed
            Whether each round is a game of its own, with other people.
        """

    def tells(self, rules: Any, what: What, *, over: bool, finished: bool) -> bool:
        """Return whether something of a game's rounds may be told.

        Parameters
        ----------
        over, finished
            Whether all groups have played the game to its end, and the class all of its games.
        """

    def waits(self, rules: Any) -> bool:
        """Return whether groups with the same luck keep an outcome until all have decided."""

    def ends(self, event: Any) -> bool:
        """Return whether an event ends the game: a programme leaves it out, and goes on."""

    def earnings(self, steps: Sequence[Any], seats: int) -> Sequence[int | None]:
        """Add up what each seat has earned so far; None before its first round is over."""

    def among_bots(self, rules: Any) -> Any:
        """Return the rules by which bots play a block alone, without the clocks of a class."""

    def topic(self, rules: Any, deck: Any) -> Topic | None:
        """Return what a block is measured by; None if by nothing."""

    def unmeasured(self, rules: Any, text: Text) -> str:
        """Say why a block is measured by nothing."""

    def seen(self, steps: Sequence[Any], rules: Any, deck: Any) -> Iterator[Seen]:
        """Find what a game brought, in the measure of its block."""


class Bids(ProgrammeModule, Protocol):
    """The ``programme`` of a game in which each seat bids once a round."""

    def rounds(self, steps: Sequence[Any]) -> Sequence[Sequence[Line]]:
        """Find every round that is over, with all its seats."""

    def takings(self, lines: Sequence[Line], rules: Any) -> int:
        """Return what the seller took in a round, or the buyer paid."""

    def theory(self, rules: Any, deck: Any, seats: int) -> Theory:
        """Return what theory expects."""

    def efficiency(self, rounds: Sequence[Sequence[Line]], rules: Any) -> float | None:
        """Return what winners drew from their objects, as a share of what could be drawn."""

    def axes(self, rules: Any, deck: Any, text: Text) -> Axes:
        """Return the words of the picture."""


class Figure(Struct, frozen=True):
    """A figure of a block in words, and what theory expects of it; "" where it is silent."""

    name: str
    value: str
    theory: str = ""


class Quantity(Struct, frozen=True):
    """A figure of a block as a number; None where there is none, or nobody may know it yet.

    Parameters
    ----------
    key
        Its name in the game.
    theory
        What theory expects of it.
    upto
        The upper end, if it is a range.
    n
        How many rounds, trades or answers it rests on.
    """

    key: str
    value: float | None
    theory: float | None = None
    upto: float | None = None
    n: int = 0


class Marks(Struct, frozen=True):
    """The picture of a block: dots, and the line that theory expects."""

    dots: Sequence[tuple[float, float]]
    line: Sequence[tuple[float, float]]


class Course(Struct, frozen=True):
    """What the groups of a block have played.

    Parameters
    ----------
    games
        The steps of each game.
    told
        Whether all may know what the rules hide during a game.
    names
        What the seats of each game are called.
    """

    title: str
    rules: Any
    deck: Any
    seats: int
    games: Sequence[Sequence[Any]]
    told: bool
    names: Sequence[Sequence[str]] = ()


class Sheet(Protocol):
    """How a game shows its results where a line for each seat and round says too little.

    Attributes
    ----------
    COLUMNS
        The columns of its file, besides those that say where, who and when.
    KEYS
        The keys of its figures.
    """

    COLUMNS: Sequence[str]
    KEYS: Sequence[str]

    def quantities(self, block: Course) -> Sequence[Quantity]:
        """Find the figures of a block: the same for all blocks, in the same order."""

    def said(self, quantity: Quantity, text: Text) -> Figure:
        """Put a figure of a block into words."""

    def marks(self, block: Course) -> Marks:
        """Mark what was done: along the rounds, counted from 0, and upwards a sum of money."""

    def scales(self, text: Text) -> tuple[str, str]:
        """Say what such a picture shows along, and upwards."""

    def periods(self, block: Course, text: Text) -> Sequence[Sequence[Figure]]:
        """Return the figures of each round of a block, as far as it is over."""

    def questions(self, blocks: Sequence[Course], text: Text) -> Sequence[str]:
        """Ask what the class is to talk about, by what differs between its blocks."""

    def notes(self, blocks: Sequence[Course], text: Text) -> Sequence[str]:
        """Say what the figures leave out: whom they are about, and how profits are counted."""

    def pictures(self, blocks: Sequence[Course], text: Text) -> Sequence[str]:
        """Draw all blocks on the same scale."""

    def lines(
        self, steps: Sequence[Any], rules: Any, *, told: bool
    ) -> Iterator[tuple[int, Seat | None, Mapping[str, object]]]:
        """List what happened: after how many steps, at which seat, and the cells of its line."""
