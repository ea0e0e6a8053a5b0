"""How marks are given: a rubric, which a TOML file may change."""

import tomllib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from paydays_widgets.core.game import Complaint
from paydays_widgets.lessons.decoded import decoded
from paydays_widgets.lessons.points import Mark, Points
from paydays_widgets.lessons.trial import Bout, Trial, contest

Rounds = Annotated[int, Meta(ge=2, le=10_000)]


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """What a ``choose`` is worth, and how it is tried.

    Parameters
    ----------
    better, same, worse
        Where the interval of what it earns more lies above 0, holds 0, or lies below.
    fails
        Where it breaks a rule, fails or takes too long.
    deals, seed
        What is played; without a seed one is drawn.
    seconds, megabytes
        How long each may take, and how much memory it may have.
    contest
        For notebooks whose lesson has none, or instead of it.
    """

    better: Mark = 8
    same: Mark = 4
    worse: Mark = 2
    fails: Mark = 0
    deals: Rounds = 200
    seed: int | None = None
    seconds: Annotated[int, Meta(ge=1, le=3600)] = 60
    megabytes: Annotated[int, Meta(ge=256, le=65_536)] = 1024
    contest: Bout | None = None

    def of(self, trial: Trial) -> Mark:
        """Mark what came of a ``choose``."""
        if trial.gain is None:
            return self.fails
        if trial.gain.low > 0:
            return self.better
        return self.worse if trial.gain.high < 0 else self.same


class Rubric(Struct, frozen=True, forbid_unknown_fields=True):
    """How marks are given.

    Parameters
    ----------
    paragraph
        The title of a column for the teacher to fill in; "" for none.
    """

    points: Points = Points()
    choose: Chosen = Chosen()
    paragraph: str = ""


def read_rubric(path: Path) -> Rubric:
    """Read a rubric.

    Raises
    ------
    Complaint
        If it is none; the message says where.
    """
    try:
        plain = tomllib.loads(decoded(path.read_bytes()).decode())
        rubric = msgspec.convert(plain, Rubric)
        if rubric.choose.contest is not None:
            contest(rubric.choose.contest, print, deals=2, seed=1)
    except (OSError, ValueError) as error:
        raise Complaint(
            "{path}: {problem}", path=path, problem=getattr(error, "strerror", None) or error
        ) from None
    return rubric
