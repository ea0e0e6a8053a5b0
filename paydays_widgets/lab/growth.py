"""Games that grow: summaries while they are played, at first soon, then about twice a second."""

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
"""How long the next summary waits."""
FEWEST: Final = 20
"""How many games for each choice say something at all."""
SLOWER: Final = 10
"""How many times fewer games the engine plays for each choice."""


def growth(
    asked: Asked, games: int, seed: int, at_once: int | None = None
) -> Iterator[Summary | Prospects | Scores | None]:
    """Play part by part.

    Parameters
    ----------
    asked, games, seed
        A run, or a decision with how many games for each choice; the engine plays fewer. A
        contest knows for itself.
    at_once
        How many games a part of a run has; None for as many as are played in a moment.

    Yields
    ------
    Summary, Prospects, Scores or None
        After each part a summary if one is due; after the last one always.
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
        due = now + max(PAUSE_S, 4 * (now - began))  # most of the time is for playing
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
