"""Summarise the arrays of a run."""

import numpy as np

from paydays_widgets.core.game import Seat
from paydays_widgets.lab.estimate import difference
from paydays_widgets.lab.results import Simulation
from paydays_widgets.lab.sample import Ints
from paydays_widgets.lab.summary import (
    MOST_BINS,
    MOST_DOTS,
    MOST_MARKS,
    QUANTILES,
    Band,
    Bin,
    Course,
    Dot,
    Example,
    Kind,
    SeatSummary,
    Summary,
)
from paydays_widgets.show.scale import ticks


def digest(run: Simulation, of: int | None = None) -> Summary:
    """Summarise a run, or the part of it played so far.

    Parameters
    ----------
    of
        The number of games that the run will have; None if it is complete.

    Examples
    --------
    >>> from paydays_widgets import lab
    >>> summary = digest(lab.simulate("zahltag", ["lean_crew", "hoarder"], games=8, seed=7))
    >>> sum(each.count for each in summary.seats[0].bins)
    8
    """
    sample = run.sample
    lowest, width, count = _bins(int(sample.worth.min()), int(sample.worth.max()))
    marks = _marks(sample.course)
    chosen = np.unique(np.linspace(0, run.games - 1, MOST_DOTS).astype(int))
    return Summary(
        game=run.setting.game,
        line_up=run.setting.line_up,
        seed=run.seed,
        games=run.games,
        of=run.games if of is None else of,
        kept=len(sample.course),
        lowest=lowest,
        width=width,
        turns=tuple((marks * sample.every).tolist()),
        seats=tuple(
            _seat(run, seat, (lowest, width, count), sample.course[:, marks, seat])
            for seat in range(len(run.setting.line_up))
        ),
        dots=tuple(Dot(int(at), tuple(sample.worth[at].tolist())) for at in chosen),
    )


def _seat(run: Simulation, seat: Seat, bins: tuple[int, int, int], course: Ints) -> SeatSummary:
    result = run.seat(seat)
    sums = run.sample.worth
    best = int(sums.mean(axis=0).argmax())
    final = course[:, -1, 0]
    typical = int(np.abs(final - np.median(final)).argmin())
    worth, owes = course[typical, :, 0].tolist(), course[typical, :, 1].tolist()
    return SeatSummary(
        mean=result.money.value,
        median=result.median,
        won=result.won,
        ruined=result.ruined,
        behind=difference(sums[:, seat], sums[:, best]) if run.games > 1 else None,
        bins=_histogram(run.sample.worth[:, seat], *bins),
        worth=_bands(course[:, :, 0]),
        owes=_bands(course[:, :, 1]),
        typical=Course(typical, tuple(worth), tuple(owes)),
        examples=_examples(run, seat),
    )


def _bins(low: int, high: int) -> tuple[int, int, int]:
    """Choose bins of a round width: the start of the first, their width and their number."""
    edges = ticks(low, high + 1, MOST_BINS)
    return edges[0], edges[1] - edges[0], len(edges) - 1


def _histogram(worth: Ints, lowest: int, width: int, count: int) -> tuple[Bin, ...]:
    numbers = (worth - lowest) // width
    counts = np.bincount(numbers, minlength=count).tolist()
    found, first = np.unique(numbers, return_index=True)
    games = dict(zip(found.tolist(), first.tolist(), strict=True))
    return tuple(Bin(n, games.get(at)) for at, n in enumerate(counts))


def _marks(course: Ints) -> Ints:
    """Choose the marks to show, up to the end of the longest game."""
    moving = (course != course[:, -1:]).any(axis=(0, 2, 3))
    end = int(moving.nonzero()[0].max(initial=0)) + 1
    step = -(-(end + 1) // MOST_MARKS)
    marks: Ints = np.minimum(np.arange(0, end + step, step), course.shape[1] - 1)
    return marks


def _bands(sums: Ints) -> tuple[Band, ...]:
    marks = np.quantile(sums, QUANTILES, axis=0).T.tolist()
    return tuple((low, below, middle, above, high) for low, below, middle, above, high in marks)


def _examples(run: Simulation, seat: Seat) -> tuple[Example, ...]:
    games: list[tuple[Kind, int]] = [
        ("richest", run.richest(seat)),
        ("median", run.typical(seat)),
        ("poorest", run.poorest(seat)),
    ]
    ruined = run.sample.ruined()[:, seat]
    if ruined.any():
        games.append(("ruined", int(ruined.argmax())))
    worth = run.sample.worth[:, seat]
    return tuple(Example(kind, game, int(worth[game])) for kind, game in games)
