"""The prices of a period as dots, on one scale with demand and supply where cards are shown.

Everything is in per cent of the picture: from the left, and from the top.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.reading import Equilibrium
from paydays_widgets.show.scale import ticks


class Trade(Struct, frozen=True, gc=False):
    """A trade: its number in its period, and who bought and sold at which price, in cents."""

    number: int
    price: int
    buyer: Seat
    seller: Seat


class Dot(Struct, frozen=True, gc=False):
    """A trade in the picture.

    Parameters
    ----------
    old
        Whether it is of the period before.
    own
        Whether the seat of this screen took part.
    seats
        Who did, counted from 1.
    """

    number: int
    x: float
    y: float
    old: bool
    own: bool
    seats: tuple[int, int]


class Band(Struct, frozen=True, gc=False):
    """The prices of an equilibrium, and where its units end."""

    top: float
    height: float
    units: float


class Scale(Struct, frozen=True, gc=False):
    """What the picture spans: prices from 0, in cents, and a number of units."""

    top: int
    units: int

    def x(self, units: float) -> float:
        """Return where a number of units lies."""
        return round(100 * units / self.units, 2)

    def y(self, price: float) -> float:
        """Return where a price lies."""
        return round(100 - 100 * price / self.top, 2)

    def dots(self, trades: Sequence[Trade], own: Seat | None, *, old: bool) -> tuple[Dot, ...]:
        """Place trades by their number and price."""
        return tuple(
            Dot(
                each.number,
                self.x(each.number - 0.5),
                self.y(each.price),
                old,
                own in (each.buyer, each.seller),
                (each.buyer + 1, each.seller + 1),
            )
            for each in trades
        )

    def stairs(self, prices: Sequence[int]) -> str:
        """Draw prices as steps, a unit wide each; "" for none.

        Examples
        --------
        >>> Scale(100, 4).stairs([80, 60])
        'M0 20.0H25.0V40.0H50.0'
        """
        if not prices:
            return ""
        steps = [f"V{self.y(each)}H{self.x(at)}" for at, each in enumerate(prices, 1)]
        return f"M0 {self.y(prices[0])}" + "".join(steps).removeprefix(f"V{self.y(prices[0])}")

    def rows(self) -> tuple[tuple[float, int], ...]:
        """Return where round prices lie, with each price in cents."""
        found = [each * UNIT for each in ticks(0, self.top // UNIT) if each * UNIT <= self.top]
        return tuple((self.y(each), each) for each in found)

    def band(self, theory: Equilibrium) -> Band:
        """Draw where demand and supply meet."""
        top = self.y(theory.high)
        return Band(top, round(self.y(theory.low) - top, 2), self.x(theory.units))


Laid: TypeAlias = Literal["cards", "offers", "before"]
"""What the steps are made of: cards, the offers of a call, or those of the call before."""


class Line(Struct, frozen=True, gc=False):
    """Prices as steps: of which side, what they are called, and whether they count before tax."""

    side: Literal["buyer", "seller"]
    name: str
    path: str
    faint: bool = False


class Plot(Struct, frozen=True):
    """The picture, and what is said of it.

    Parameters
    ----------
    caption, label
        Its title, and its words for screen readers.
    rows
        Where round prices lie, and how they are written.
    laid
        What the lines are made of.
    most
        How many steps there can be.
    lines
        Demand and supply, or bids and asks; none while they are hidden.
    band
        Where demand and supply meet; None while cards are hidden.
    limits
        Where a ceiling, a floor, or the price of a call lies, what it is called, and whether it is
        a ``rule`` or the ``price``.
    about
        What theory says, and what has come of it, line by line; () while cards are hidden.
    """

    caption: str
    label: str
    rows: tuple[tuple[float, str], ...]
    dots: tuple[Dot, ...]
    laid: Laid
    most: int
    lines: tuple[Line, ...]
    band: Band | None
    limits: tuple[tuple[float, str, str], ...]
    about: tuple[str, ...]
