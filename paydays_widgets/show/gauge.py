"""The gauge of a price: what a thing brings, what it costs, and what is left."""

from typing import Self

from msgspec import Struct


class Gauge(Struct, frozen=True):
    """The costs of a choice, laid along what it brings, and along the cash in hand.

    All are in per cent of the scale; the sum stands in words, with what is left.
    """

    price: float
    others: float
    brings: float
    hand: float
    sum: str

    @classmethod
    def of(cls, *, price: int, others: int, brings: int, hand: int, sum_: str) -> Self:
        """Draw sums to one scale.

        Examples
        --------
        >>> Gauge.of(price=7, others=24, brings=40, hand=30, sum_="40 − 7 − 24 = 9")
        Gauge(price=17.5, others=60.0, brings=100.0, hand=75.0, sum='40 − 7 − 24 = 9')
        """
        top = max(brings, price + others, hand, 1)

        def share(amount: int) -> float:
            return round(100 * amount / top, 1)

        return cls(share(price), share(others), share(brings), share(hand), sum_)

    @property
    def costs(self) -> float:
        """All costs, in per cent of the scale."""
        return self.price + self.others

    @property
    def left(self) -> tuple[float, float]:
        """Where what is left begins and how wide it is; width 0 for a loss."""
        return self.costs, max(0.0, self.brings - self.costs)

    @property
    def lost(self) -> tuple[float, float]:
        """Where the loss begins and how wide it is; width 0 for a gain."""
        return self.brings, max(0.0, self.costs - self.brings)
