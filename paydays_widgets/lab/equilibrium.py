"""The equilibria of one sealed bid: how often to ask each price so that nobody gains by another.

Some seats may bid for one contract. Each can build it with the same probability, independently,
and only it knows whether it can. Building costs all the same. A seat that can build asks a price
from a bid card. The lowest price is paid; seats that tie for it each build for ``tie`` less.
Nobody thinks of later rounds.

The equilibrium is symmetric: all who can build draw their price from one distribution. Each price
drawn earns the same on average, and no other price earns more.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from paydays_widgets.core.game import Complaint

MOST_PRICES: Final = 12
"""Every set of prices is tried."""
_EXACT: Final = 1e-9

Floats = npt.NDArray[np.float64]


class SealedBid(Struct, frozen=True):
    """One sealed bid for a contract.

    Parameters
    ----------
    rivals
        The number of others who may bid.
    able
        The probability that each of them can build the contract.
    cost
        The cost of building, in the unit of the prices.
    prices
        Ascending.
    tie
        How much less each seat is paid that ties for the lowest price; above 0.

    Raises
    ------
    Complaint
        If the figures are not possible.
    """

    rivals: int
    able: float
    cost: float = 0
    prices: tuple[float, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    tie: float = 2

    def __post_init__(self) -> None:
        if self.rivals < 1:
            raise Complaint("a bid needs at least one rival, not {n}", n=self.rivals)
        if not 0 <= self.able <= 1:
            raise Complaint("a probability is between 0 and 1, not {p}", p=self.able)
        if self.tie <= 0:
            raise Complaint("a tie costs more than 0, not {tie}", tie=self.tie)
        if not 1 <= len(self.prices) <= MOST_PRICES or [*self.prices] != sorted({*self.prices}):
            raise Complaint(
                "give 1 to {most} different prices, the lowest first", most=MOST_PRICES
            )

    def earns(self, often: Sequence[float] | Floats) -> Floats:
        """Compute what each price earns on average.

        Parameters
        ----------
        often
            How often each rival that can build asks each price. If the sum is below 1, it
            otherwise does not bid.

        Examples
        --------
        >>> SealedBid(1, 0.5, prices=(1, 8)).earns([1, 0]).tolist()  # alone in half of the cases
        [0.0, 4.0]
        """
        upto = np.cumsum(often)
        alone = (1 - self.able * upto) ** self.rivals
        lowest = (1 - self.able * (upto - often)) ** self.rivals
        gain = np.array(self.prices) - self.cost
        earned: Floats = alone * gain + (lowest - alone) * (gain - self.tie)
        return earned


class Equilibrium(Struct, frozen=True):
    """A distribution of prices that no rival can exploit.

    Parameters
    ----------
    often
        How often a seat that can build asks each price.
    passes
        How often it asks none.
    earns
        What it earns on average.
    """

    bid: SealedBid
    often: tuple[float, ...]
    passes: float
    earns: float

    def __str__(self) -> str:
        asked = zip(self.bid.prices, self.often, strict=True)
        lines = [f"{price:6g}  {100 * often:5.1f} %" for price, often in asked if often]
        passes = [f"  pass  {100 * self.passes:5.1f} %"] if self.passes else []
        return "\n".join([*lines, *passes, f"earns {self.earns:.2f} on average"])


def equilibria(bid: SealedBid) -> tuple[Equilibrium, ...]:
    """Find all symmetric equilibria of a sealed bid, the most profitable first.

    Each set of prices is tried: those in it must earn the same, and no other more. Each price's
    probability follows from the one before, so a set has at most one solution, which is exact.

    Examples
    --------
    >>> (sure,) = equilibria(SealedBid(rivals=2, able=0))
    >>> sure.often[-1], sure.earns
    (1.0, 8.0)
    """
    if not bid.able:
        top = np.zeros(len(bid.prices))
        top[-1] = bid.prices[-1] >= bid.cost
        return (_equilibrium(bid, top),)
    found = [
        _equilibrium(bid, often)
        for chosen in _sets(len(bid.prices))
        for passing in (False, True)
        if (often := _even(bid, chosen, passing=passing)) is not None and _holds(bid, often)
    ]
    alike = {tuple(np.round(each.often, 9).tolist()): each for each in found}
    return tuple(sorted(alike.values(), key=lambda each: -each.earns))


def _sets(n: int) -> Iterator[tuple[int, ...]]:
    for size in range(n + 1):
        yield from combinations(range(n), size)


def _even(bid: SealedBid, chosen: tuple[int, ...], *, passing: bool) -> Floats | None:
    """Find how often to ask each chosen price so that all earn the same; None if impossible.

    Let ``a[i]`` be the chance that no rival asks the ``i``-th price or less. All prices earn the
    same if ``tie * a[i] + (gain[i] - tie) * a[i - 1]`` is the same for all ``i``.
    """
    fixed, slope = [1.0], [0.0]
    for at in chosen:
        above = bid.prices[at] - bid.cost - bid.tie
        fixed.append(-above * fixed[-1] / bid.tie)
        slope.append((1 - above * slope[-1]) / bid.tie)
    none_able = (1 - bid.able) ** bid.rivals
    if not passing and not slope[-1]:
        return None
    earned = 0.0 if passing else (none_able - fixed[-1]) / slope[-1]
    alone = np.array(fixed) + np.array(slope) * earned
    if alone.min() < none_able - _EXACT or alone.max() > 1 + _EXACT:
        return None
    upto = (1 - np.clip(alone, 0, 1) ** (1 / bid.rivals)) / bid.able
    often = np.zeros(len(bid.prices))
    often[list(chosen)] = np.diff(upto)
    return often


def _holds(bid: SealedBid, often: Floats) -> bool:
    """Return whether neither another price nor passing earns more."""
    total = float(often.sum())
    if often.min() < -_EXACT or total > 1 + _EXACT:
        return False
    earned = bid.earns(often)
    asked = earned[often > _EXACT]
    least = 0.0 if total < 1 - _EXACT or not len(asked) else float(asked.min())
    return bool(least >= -_EXACT and max(earned.max(), 0.0) <= least + _EXACT)


def _equilibrium(bid: SealedBid, often: Floats) -> Equilibrium:
    often = np.clip(often, 0, 1)
    passes = max(0.0, 1 - float(often.sum()))
    passes = passes if passes > _EXACT else 0.0
    earned = float(often @ bid.earns(often)) / (1 - passes) if passes < 1 else 0.0
    return Equilibrium(bid, tuple(often.tolist()), passes, earned)
