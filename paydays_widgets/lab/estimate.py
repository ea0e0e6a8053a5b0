"""Estimates from simulated games, each with an interval. They need no numpy."""

from collections.abc import Collection
from functools import lru_cache
from math import atan, cos, fsum, inf, pi, sin, sqrt
from statistics import NormalDist
from typing import Final, Literal

from msgspec import Struct

CONFIDENCE: Final = 0.95
"""How often an interval contains the true value, over many samples."""
_UPPER: Final = (1 + CONFIDENCE) / 2
_MANY: Final = 2000
"""Degrees of freedom from which Student's t is a series around the normal distribution."""


class Estimate(Struct, frozen=True):
    """A mean or a share, estimated from a sample.

    Parameters
    ----------
    low, high
        The interval for the true value, at the level :data:`CONFIDENCE`.
    n
        The number of games.
    method
        Student's t for means, Wilson's score for shares.
    """

    value: float
    low: float
    high: float
    n: int
    method: Literal["t", "Wilson"]


def mean(sample: Collection[float]) -> Estimate:
    """Estimate a mean, with the interval of Student's t distribution.

    Parameters
    ----------
    sample
        A value for each game. A single value has no spread, so its interval is infinite.

    Examples
    --------
    >>> few = mean([1, 2, 3])
    >>> few.value, round(few.low, 2), round(few.high, 2)
    (2.0, -0.48, 4.48)
    """
    n = len(sample)
    value = fsum(sample) / n
    if n == 1:
        return Estimate(value, -inf, inf, n, "t")
    spread = sqrt(fsum([(each - value) ** 2 for each in sample]) / (n - 1))
    reach = quantile(n - 1) * spread / sqrt(n)
    return Estimate(value, value - reach, value + reach, n, "t")


def difference(more: Collection[float], less: Collection[float]) -> Estimate:
    """Estimate how much more one sample has than another with the same luck, pair by pair.

    The intervals of the two means contain the luck that both share, so they may overlap although
    the difference is certain.

    Examples
    --------
    >>> found = difference([11, 52, 93], [10, 50, 90])
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (2.0, -0.48, 4.48)
    """
    return mean([one - other for one, other in zip(more, less, strict=True)])


def share(hits: float, n: int) -> Estimate:
    """Estimate a share, with Wilson's score interval (Wilson 1927).

    It stays within 0 to 1, and has a width even if all games went the same way.

    Parameters
    ----------
    hits
        In how many games; a shared victory counts as a part.
    n
        The number of games, at least 1.

    Examples
    --------
    >>> never = share(0, 20)
    >>> never.value, round(never.low, 3), round(never.high, 3)
    (0.0, 0.0, 0.161)
    """
    z = NormalDist().inv_cdf(_UPPER)
    value = hits / n
    scale = 1 + z * z / n
    middle = (value + z * z / (2 * n)) / scale
    reach = z * sqrt(value * (1 - value) / n + z * z / (4 * n * n)) / scale
    low = 0.0 if not hits else middle - reach
    high = 1.0 if hits == n else middle + reach
    return Estimate(value, low, high, n, "Wilson")


@lru_cache(maxsize=256)
def quantile(df: int) -> float:
    """Return how many standard errors an interval reaches: Student's t at :data:`CONFIDENCE`.

    Parameters
    ----------
    df
        The degrees of freedom, at least 1.

    Examples
    --------
    >>> [round(quantile(df), 3) for df in (1, 19, 100_000)]
    [12.706, 2.093, 1.96]
    """
    z = NormalDist().inv_cdf(_UPPER)
    if df > _MANY:  # Abramowitz and Stegun 26.7.5
        return z + (z**3 + z) / (4 * df) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df * df)
    low, high = z, 13.0
    while low < (middle := (low + high) / 2) < high:
        if _within(middle, df) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return low


def _within(t: float, df: int) -> float:
    """Return the probability of -t to t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(df))
    first = cos(angle) if df % 2 else 1.0
    total, term = (first if df > 1 else 0.0), first
    for k in range(2 + df % 2, df, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    return 2 / pi * (angle + sin(angle) * total) if df % 2 else sin(angle) * total
