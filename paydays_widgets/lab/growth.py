"""Summaries of games while they are played: soon at first, then about twice a second."""

from collections.abc import Iterator
from time import monotonic
from typing import Final

from paydays_widgets.lab.contest import Contest
from paydays_widgets.lab.decision import Decision
from paydays_widgets.lab.digest import digest
from paydays_widgets.lab.experiments import chunks
from paydays_widgets.lab.futures import End, estimates, played
from paydays_widgets.lab.messages import Asked
from paydays_widgets.lab.results import Simulation
from paydays_widgets.lab.rounds import rounds
from paydays_widgets.lab.sample import Sample, join, kernel
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Prospect, Prospects, Scores, Summary

PAUSE_S: Final = 0.5
FEWEST: Final = 20
"""Games for each choice before a summary means anything."""
SLOWER: Final = 10
"""The engine plays so many times fewer games for each choice than compiled code."""


def growth(
    asked: Asked, games: int, seed: int, at_once: int | None = None
) -> Iterator[Summary | Prospects | Scores | None]:
    """Play part by part, and yield a summary after a part if one is due; always after the last.

    Parameters
    ----------
    asked, games, seed
        A run, or a decision with the number of games for each choice (the engine plays fewer), or
        a contest, which has its own numbers.
    at_once
        Games in a part of a run; None for as many as take a moment.
    """
    if isinstance(asked, Decision):
        return _choices(asked, games, seed)
    if isinstance(asked, Contest):
        return rounds(asked)
    return _run(asked, games, seed, at_once)


def _run(asked: Setting, games: int, seed: int, at_once: int | None) -> Iterator[Summary | None]:
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
        summary = digest(Simulation(asked, seed, samples[0]), games)
        now = monotonic()
        due = now + max(PAUSE_S, 4 * (now - began))  # spend most of the time on playing
        yield summary


def _choices(asked: Decision, games: int, seed: int) -> Iterator[Prospects | None]:
    compiled = asked.setting.own and kernel(asked.setting.game) is not None
    of = games if compiled else max(FEWEST, games // SLOWER)
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
