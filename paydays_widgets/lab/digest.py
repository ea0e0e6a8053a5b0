"""Summarise the arrays of a sample."""

import numpy as np

from paydays_widgets.core.game import Seat
from paydays_widgets.lab.estimate import difference, mean, share
from paydays_widgets.lab.sample import Ints, Sample
from paydays_widgets.lab.setting import Setting
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


def digest(setting: Setting, seed: int, sample: Sample, of: int | None = None) -> Summary:
    """Summarise a run, or the part of it played so far.

    Parameters
    ----------
    of
        The number of games that the run will have; None if it is complete.

    Examples
    --------
    >>> from paydays_widgets import lab
    >>> summary = lab.simulate("zahltag", ["lean_crew", "hoarder"], games=8, seed=7).digest()
    >>> sum(each.count for each in summary.seats[0].bins)
    8
    """
    lowest, width, count = _bins(int(sample.worth.min()), int(sample.worth.max()))
    marks = _marks(sample.course)
    chosen = np.unique(np.linspace(0, len(sample) - 1, MOST_DOTS).astype(int))
    return Summary(
        game=setting.game,
        line_up=setting.line_up,
        seed=seed,
        games=len(sample),
        of=len(sample) if of is None else of,
        kept=len(sample.course),
        lowest=lowest,
        width=width,
        turns=tuple((marks * sample.every).tolist()),
        seats=tuple(
            _seat(sample, seat, (lowest, width, count), sample.course[:, marks, seat])
            for seat in range(len(setting.line_up))
        ),
        dots=tuple(Dot(int(at), tuple(sample.worth[at].tolist())) for at in chosen),
    )


def _seat(sample: Sample, seat: Seat, bins: tuple[int, int, int], course: Ints) -> SeatSummary:
    sums = sample.worth
    best = int(sums.mean(axis=0).argmax())
    final = course[:, -1, 0]
    typical = int(np.abs(final - np.median(final)).argmin())
    worth, owes = course[typical, :, 0].tolist(), course[typical, :, 1].tolist()
    return SeatSummary(
        mean=mean(sums[:, seat]).value,
        median=float(np.median(sums[:, seat])),
        won=share(float(sample.won()[:, seat].sum()), len(sample)),
        ruined=share(float(sample.ruined()[:, seat].sum()), len(sample)),
        behind=difference(sums[:, seat], sums[:, best]) if len(sample) > 1 else None,
        bins=_histogram(sample.worth[:, seat], *bins),
        worth=_bands(course[:, :, 0]),
        owes=_bands(course[:, :, 1]),
        typical=Course(typical, tuple(worth), tuple(owes)),
        examples=_examples(sample, seat),
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


def _examples(sample: Sample, seat: Seat) -> tuple[Example, ...]:
    games: list[tuple[Kind, int]] = [
        ("richest", sample.richest(seat)),
        ("median", sample.typical(seat)),
        ("poorest", sample.poorest(seat)),
    ]
    ruined = sample.ruined()[:, seat]
    if ruined.any():
        games.append(("ruined", int(ruined.argmax())))
    worth = sample.worth[:, seat]
    return tuple(Example(kind, game, int(worth[game])) for kind, game in games)
