"""A run of few games, by the engine and summed up in plain Python, where numpy is missing."""

from collections.abc import Iterator, Sequence
from statistics import median
from time import monotonic
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.lab.estimate import difference, mean, share
from paydays_widgets.lab.playing import MARKS, Marks, Played, by_engine, turns_between_marks
from paydays_widgets.lab.setting import FEW, Setting
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

PAUSE_S: Final = 1.0


def summaries(asked: Setting, games: int, seed: int) -> Iterator[Summary | None]:
    """Play game by game, and yield a summary after one if it is due; always after the last."""
    of, every = min(games, FEW), turns_between_marks(asked, seed)
    played: list[Played] = []
    due = 0.0
    for each in by_engine(asked, seed, 0, of, kept=of, every=every):
        played.append(each)
        if len(played) < of and monotonic() < due:
            yield None
            continue
        yield summary(asked, seed, played, of, every)
        due = monotonic() + PAUSE_S


def summary(asked: Setting, seed: int, played: Sequence[Played], of: int, every: int) -> Summary:
    """Sum up games as :func:`paydays_widgets.lab.digest.digest` does."""
    worths = [[each.end.worth[seat] for each in played] for seat in range(len(asked.line_up))]
    edges = ticks(min(map(min, worths)), max(map(max, worths)) + 1, MOST_BINS)
    marks = _marks([each.course for each in played])
    best = max(worths, key=sum)
    last = len(played) - 1
    chosen = sorted({last * n // (MOST_DOTS - 1) for n in range(MOST_DOTS)})
    return Summary(
        game=asked.game,
        line_up=asked.line_up,
        seed=seed,
        games=len(played),
        of=of,
        kept=len(played),
        lowest=edges[0],
        width=edges[1] - edges[0],
        turns=tuple([mark * every for mark in marks]),
        seats=tuple(
            [
                _seat(played, seat, (worths[seat], best), edges, marks)
                for seat in range(len(worths))
            ]
        ),
        dots=tuple([Dot(at, tuple(played[at].end.worth)) for at in chosen]),
    )


def _seat(
    played: Sequence[Played],
    seat: Seat,
    worths: tuple[list[int], list[int]],
    edges: Sequence[int],
    marks: Sequence[int],
) -> SeatSummary:
    worth, best = worths  # the seat's, and that of the seat with the highest average
    games, lost = len(played), [at for at, each in enumerate(worth) if each <= 0]
    courses = [
        [[each.course[mark][seat][kind] for mark in marks] for each in played] for kind in (0, 1)
    ]
    typical = _nearest([each[-1] for each in courses[0]])
    shown: list[tuple[Kind, int]] = [
        ("richest", worth.index(max(worth))),
        ("median", _nearest(worth)),
        ("poorest", worth.index(min(worth))),
        *[("ruined", at) for at in lost[:1]],
    ]
    numbers = [(each - edges[0]) // (edges[1] - edges[0]) for each in worth]
    return SeatSummary(
        mean=mean(worth).value,
        median=float(median(worth)),
        won=share(sum(each.end.won(seat) for each in played), games),
        ruined=share(float(len(lost)), games),
        behind=difference(worth, best) if games > 1 else None,
        bins=tuple(
            [
                Bin(numbers.count(at), numbers.index(at) if at in numbers else None)
                for at in range(len(edges) - 1)
            ]
        ),
        worth=_bands(courses[0]),
        owes=_bands(courses[1]),
        typical=Course(typical, tuple(courses[0][typical]), tuple(courses[1][typical])),
        examples=tuple([Example(kind, game, worth[game]) for kind, game in shown]),
    )


def _nearest(sums: Sequence[int]) -> int:
    """Find the game that is closest to the median."""
    middle = median(sums)
    return min(range(len(sums)), key=lambda at: abs(sums[at] - middle))


def _marks(courses: Sequence[Marks]) -> list[int]:
    """Choose the marks to show, up to the end of the longest game."""
    moving = [at for course in courses for at in range(MARKS) if course[at] != course[-1]]
    end = max(moving, default=0) + 1
    step = -(-(end + 1) // MOST_MARKS)
    return [min(at, MARKS - 1) for at in range(0, end + step, step)]


def _bands(courses: Sequence[Sequence[int]]) -> tuple[Band, ...]:
    found = []
    for sums in map(sorted, zip(*courses, strict=True)):
        low, below, middle, above, high = [_quantile(sums, each) for each in QUANTILES]
        found.append((low, below, middle, above, high))
    return tuple(found)


def _quantile(ordered: Sequence[int], share_: float) -> float:
    at = share_ * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])
