"""Summaries of games while they are played: soon at first, then about twice a second."""

from collections.abc import Iterator
from importlib.util import find_spec
from time import monotonic
from typing import Final

from paydays_widgets.lab import few
from paydays_widgets.lab.contest import Contest, rounds
from paydays_widgets.lab.decision import Decision, Review
from paydays_widgets.lab.futures import End, estimates, played
from paydays_widgets.lab.messages import Answer, Asked
from paydays_widgets.lab.setting import Setting, kernel
from paydays_widgets.lab.summary import Prospect, Prospects, Reviewed, Summary

PAUSE_S: Final = 0.5
FEWEST: Final = 20
"""Games for each choice before a summary means anything."""
SLOWER: Final = 10
"""The engine plays so many times fewer games for each choice than compiled code."""
SLOWER_BACK: Final = 5
"""The same, for decisions looked back on, which have few games in either case."""


def growth(
    asked: Asked, games: int, seed: int, at_once: int | None = None
) -> Iterator[Answer | None]:
    """Play part by part, and yield a summary after a part if one is due; always after the last.

    Parameters
    ----------
    asked, games, seed
        A run, or one or several decisions with the number of games for each choice (the engine
        plays fewer), or a contest, which has its own numbers.
    at_once
        Games in a part of a run; None for as many as take a moment.
    """
    if isinstance(asked, Decision):
        return _choices(asked, _fewer(asked, games, SLOWER), seed)
    if isinstance(asked, Review):
        return _review(asked, games, seed)
    if isinstance(asked, Contest):
        return rounds(asked)
    return _run(asked, games, seed, at_once)


def _run(asked: Setting, games: int, seed: int, at_once: int | None) -> Iterator[Summary | None]:
    if find_spec("numpy") is None:
        yield from few.summaries(asked, games, seed)
        return
    from paydays_widgets.lab.experiments import chunks
    from paydays_widgets.lab.results import Simulation
    from paydays_widgets.lab.sample import Sample, join

    samples: list[Sample] = []
    done, due = 0, monotonic()
    for sample in chunks(asked, games, seed, at_once=at_once):
        samples.append(sample)
        done += len(sample)
        began = monotonic()
        if done < games and began < due:
            yield None
            continue
        samples = [join(samples)]
        summary = Simulation(asked, seed, samples[0]).digest(games)
        now = monotonic()
        due = now + max(PAUSE_S, 4 * (now - began))  # spend most of the time on playing
        yield summary


def _compiled(asked: Decision) -> bool:
    return asked.setting.own and kernel(asked.setting.game) is not None


def _fewer(asked: Decision, games: int, slower: int) -> int:
    """Return how many games are played for each choice."""
    return games if _compiled(asked) else max(FEWEST, games // slower)


def _review(asked: Review, games: int, seed: int) -> Iterator[Reviewed | None]:
    of = _fewer(asked.decisions[0], games, SLOWER_BACK)
    found: list[Prospects] = []
    for each in asked.decisions:
        for part in _choices(each, of, seed):
            if part is None or not part.complete:
                yield None
            else:
                found.append(part)
        yield Reviewed(of * len(found), of * len(asked.decisions), tuple(found))


def _choices(asked: Decision, of: int, seed: int) -> Iterator[Prospects | None]:
    compiled = _compiled(asked)
    moves = [str(each) for each in asked.moves()]
    ends: list[list[End]] = []
    due = monotonic()
    for end in played(asked, of, seed):
        ends.append(end)
        if len(ends) < of and (len(ends) < FEWEST or monotonic() < due):
            yield None
            continue
        found = zip(moves, estimates(ends), strict=True)
        due = monotonic() + PAUSE_S
        yield Prospects(
            len(ends), of, compiled, tuple(Prospect(move, *each) for move, each in found)
        )
