"""A run that grows: summaries while it is played, at first soon, then about twice a second."""

from collections.abc import Iterator
from time import monotonic
from typing import Final

from paydays_widgets.lab.digest import digest
from paydays_widgets.lab.experiments import chunks
from paydays_widgets.lab.results import Simulation
from paydays_widgets.lab.sample import Sample, join
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Summary

PAUSE_S: Final = 0.5
"""How long the next summary waits."""


def growth(
    asked: Setting, games: int, seed: int, at_once: int | None = None
) -> Iterator[Summary | None]:
    """Play a run part by part.

    Parameters
    ----------
    asked, games, seed
        The run.
    at_once
        How many games a part has; None for as many as are played in a moment.

    Yields
    ------
    Summary or None
        After each part a summary if one is due; after the last one always.
    """
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
