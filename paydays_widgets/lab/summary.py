"""What a run brought, in a few plain numbers: enough for its picture, and light to send.

It can be read where numpy is not, and each figure in it names a game.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.lab.estimate import Estimate

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Of these is a band made: its inner part holds half of the games, the whole 90 % of them."""

Band = tuple[float, float, float, float, float]
"""A sum of money at the :data:`QUANTILES`."""
Kind = Literal["richest", "median", "poorest", "ruined"]
"""What a game is an example of."""


class Bin(Struct, frozen=True):
    """The games in which a seat ended with about as much.

    Parameters
    ----------
    count
        How many.
    game
        The number of one of them; None if there is none.
    """

    count: int
    game: int | None


class Dot(Struct, frozen=True):
    """A game.

    Parameters
    ----------
    game
        Its number.
    worth
        What each seat had at the end.
    """

    game: int
    worth: tuple[int, ...]


class Example(Struct, frozen=True):
    """A game that stands for others.

    Parameters
    ----------
    kind
        What it is an example of.
    game
        Its number.
    worth
        What the seat had at its end.
    """

    kind: Kind
    game: int
    worth: int


class Course(Struct, frozen=True):
    """How one game went for a seat.

    Parameters
    ----------
    game
        Its number.
    worth, owes
        The seat's net worth and debt at each mark.
    """

    game: int
    worth: tuple[int, ...]
    owes: tuple[int, ...]


class SeatSummary(Struct, frozen=True):
    """What a run brought one seat.

    Parameters
    ----------
    mean, median
        Its net worth at the end: on average, and what half of the games reached.
    won
        Its share of the victories.
    ruined
        In what share of the games nothing was left at the end.
    behind
        How much less it has than the seat that ends with the most on average, game by game;
        None for a single game, which says nothing of the spread.
    bins
        A histogram of its net worth at the end.
    worth, owes
        Net worth and debt over time.
    typical
        A game that ended next to the median.
    examples
        Games that stand for others.
    """

    mean: float
    median: float
    won: Estimate
    ruined: Estimate
    behind: Estimate | None
    bins: tuple[Bin, ...]
    worth: tuple[Band, ...]
    owes: tuple[Band, ...]
    typical: Course
    examples: tuple[Example, ...]


class Summary(Struct, frozen=True, tag="run"):
    """What a run has brought so far.

    Parameters
    ----------
    game
        The game's id.
    line_up
        The name of each seat's strategy.
    seed
        The seed of the run.
    games, of
        How many games have been played, of how many.
    kept
        Of how many the course over time is known.
    lowest, width
        Where the first bin begins, and how wide each is.
    turns
        The turns at which the marks stand.
    seats
        What it brought each seat.
    dots
        Some of the games, spread over the run.
    """

    game: str
    line_up: tuple[str, ...]
    seed: int
    games: int
    of: int
    kept: int
    lowest: int
    width: int
    turns: tuple[int, ...]
    seats: tuple[SeatSummary, ...]
    dots: tuple[Dot, ...]

    @property
    def complete(self) -> bool:
        """Whether all games have been played."""
        return self.games == self.of

    @property
    def highest(self) -> int:
        """Where the last bin ends."""
        return self.lowest + self.width * len(self.seats[0].bins)

    def bin_of(self, worth: int) -> int:
        """Return the number of the bin that a sum falls into."""
        return (worth - self.lowest) // self.width

    def course(self, seat: Seat) -> Sequence[tuple[int, Band, Band]]:
        """List a seat's marks: the turn, its net worth and its debt."""
        found = self.seats[seat]
        return [*zip(self.turns, found.worth, found.owes, strict=True)]


class Prospect(Struct, frozen=True):
    """What a choice earns on average.

    Parameters
    ----------
    move
        The choice, in its notation.
    money, won, behind, led
        As :class:`~paydays_widgets.lab.futures.Choice` has them.
    """

    move: str
    money: Estimate
    won: Estimate
    behind: Estimate
    led: dict[str, Estimate] = {}


class Prospects(Struct, frozen=True, tag="advice"):
    """What each choice at a decision earns on average, so far.

    Parameters
    ----------
    games, of
        How many games have been played for each choice, of how many.
    compiled
        Whether compiled code plays them, and not the engine.
    choices
        In the order in which the game lists them.
    """

    games: int
    of: int
    compiled: bool
    choices: tuple[Prospect, ...]

    @property
    def complete(self) -> bool:
        """Whether all games have been played."""
        return self.games == self.of


class Score(Struct, frozen=True):
    """What a strategy brought in a contest.

    Parameters
    ----------
    name
        The strategy's.
    money
        At the end of a game, less what is owed.
    behind
        How much less that is than what the best one brought, deal by deal; with the same luck
        for both. 0 for the best one itself.
    won
        Its share of the victories; a shared one counts for a part.
    ruined
        In what share of the games nothing was left at the end.
    counts
        What the contest counts besides, on average over the games that were counted, in the
        contest's order; empty before the first.
    """

    name: str
    money: Estimate
    behind: Estimate
    won: float
    ruined: float
    counts: tuple[float, ...] = ()


class Scores(Struct, frozen=True, tag="contest"):
    """What a contest has brought so far.

    Parameters
    ----------
    scores
        One for each strategy, in the order of the contest; empty before there is a spread.
    games, of
        How many games have been played, of how many.
    gain
        How much more the first strategy earns a game than the one it was to replace, deal by
        deal, with the same luck and rivals for both; None where there was none to replace.
    counted, to_count
        In how many games more than money was counted, of how many.
    printed
        What the strategies printed.
    """

    scores: tuple[Score, ...]
    games: int
    of: int
    gain: Estimate | None = None
    counted: int = 0
    to_count: int = 0
    printed: str = ""

    @property
    def complete(self) -> bool:
        """Whether all games have been played and counted."""
        return (self.games, self.counted) == (self.of, self.to_count)
