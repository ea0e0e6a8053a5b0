"""Results of a run in a few plain numbers: enough for its picture, and small to send.

Reading them needs no numpy, and each figure names a game.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.lab.estimate import Estimate

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
"""A band's inner part holds half of the games, the whole band 90 %."""

MOST_BINS: Final = 30
MOST_DOTS: Final = 60
"""Games shown one by one, for each seat."""
MOST_MARKS: Final = 60
"""Points of a band over time."""

Band = tuple[float, float, float, float, float]
"""A sum of money at the :data:`QUANTILES`."""
Kind = Literal["richest", "median", "poorest", "ruined"]


class Bin(Struct, frozen=True):
    """The games in which a seat ended with about the same.

    Parameters
    ----------
    game
        The number of one of them; None if there is none.
    """

    count: int
    game: int | None


class Dot(Struct, frozen=True):
    """A game, and what each seat had at its end."""

    game: int
    worth: tuple[int, ...]


class Example(Struct, frozen=True):
    """A game that stands for others, and what the seat had at its end."""

    kind: Kind
    game: int
    worth: int


class Course(Struct, frozen=True):
    """A seat's net worth and debt at each mark of one game."""

    game: int
    worth: tuple[int, ...]
    owes: tuple[int, ...]


class SeatSummary(Struct, frozen=True):
    """What a run brought one seat.

    Parameters
    ----------
    mean, median
        Of its net worth at the end.
    won
        Its share of the victories.
    ruined
        The share of games in which nothing was left.
    behind
        How much less it has than the seat with the highest average, game by game; None for a
        single game, which has no spread.
    bins
        A histogram of its net worth at the end.
    worth, owes
        Net worth and debt over time.
    typical
        A game that ended close to the median.
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
    """Results of a run so far.

    Parameters
    ----------
    games, of
        Games played, and their total.
    kept
        The games whose course is known.
    lowest, width
        The start of the first bin, and the width of all.
    turns
        The turns of the marks.
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
        return self.games == self.of

    @property
    def highest(self) -> int:
        """The end of the last bin."""
        return self.lowest + self.width * len(self.seats[0].bins)

    def course(self, seat: Seat) -> Sequence[tuple[int, Band, Band]]:
        """List a seat's marks: turn, net worth, debt."""
        found = self.seats[seat]
        return [*zip(self.turns, found.worth, found.owes, strict=True)]


class Prospect(Struct, frozen=True):
    """What a choice, in its notation, earns on average.

    ``money``, ``won``, ``behind`` and ``led`` are those of
    :class:`~paydays_widgets.lab.futures.Choice`.
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
        Games played for each choice, and their total.
    compiled
        Whether compiled code plays, not the engine.
    choices
        In the order of the game.
    """

    games: int
    of: int
    compiled: bool
    choices: tuple[Prospect, ...]

    @property
    def complete(self) -> bool:
        return self.games == self.of


class Reviewed(Struct, frozen=True, tag="review"):
    """What the choices at several decisions of one game earn, so far.

    Parameters
    ----------
    games, of
        Games played for each choice of all decisions, and their total.
    found
        An entry for each decision that is done, in their order.
    """

    games: int
    of: int
    found: tuple[Prospects, ...]

    @property
    def complete(self) -> bool:
        """Whether all decisions are done."""
        return self.games == self.of


class Score(Struct, frozen=True):
    """A strategy's result in a contest.

    Parameters
    ----------
    money
        At the end of a game, less debt.
    behind
        How much less that is than the best strategy's, deal by deal with the same luck; 0 for the
        best.
    won
        Its share of the victories; a shared one counts as a part.
    ruined
        The share of games in which nothing was left.
    counts
        What else the contest counts, averaged over the counted games, in the contest's order;
        empty before the first.
    """

    name: str
    money: Estimate
    behind: Estimate
    won: float
    ruined: float
    counts: tuple[float, ...] = ()


class Scores(Struct, frozen=True, tag="contest"):
    """Results of a contest so far.

    Parameters
    ----------
    scores
        One for each strategy, in the order of the contest; empty before there is a spread.
    games, of
        Games played, and their total.
    gain
        How much more the first strategy earns in a game than the one that it replaces, deal by
        deal with the same luck and rivals; None if it replaces none.
    counted, to_count
        Games in which more than money was counted, and their total.
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
