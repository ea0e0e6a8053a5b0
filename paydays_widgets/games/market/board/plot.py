"""The prices of a period as dots, on one scale with demand and supply where cards are shown.

Everything is in per cent of the picture: from the left, and from the top.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.text import Text
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.reading.periods import Trade
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import tax_of
from paydays_widgets.games.market.text import money
from paydays_widgets.show.scale import ticks


class Dot(Struct, frozen=True, gc=False):
    """A trade in the picture.

    Parameters
    ----------
    key
        What it is called among all dots.
    old
        Whether it is of the period before.
    seats
        Who took part, counted from 1.
    forced
        Whether the seller had to sell.
    """

    key: str
    x: float
    y: float
    old: bool
    seats: tuple[int, ...]
    forced: bool = False


class Band(Struct, frozen=True, gc=False):
    """The prices of an equilibrium, from the left; `units` is where its units end, if shown."""

    top: float
    height: float
    units: float | None
    left: float = 0
    width: float = 100


class Scale(Struct, frozen=True, gc=False):
    """What the picture spans: prices from 0, in cents, and a number of units."""

    top: int
    units: float

    def x(self, units: float) -> float:
        """Return where a number of units lies."""
        return round(100 * units / self.units, 2)

    def y(self, price: float) -> float:
        """Return where a price lies."""
        return round(100 - 100 * price / self.top, 2)

    def dots(
        self, trades: Sequence[Trade], key: str, *, old: bool, start: float = 0
    ) -> tuple[Dot, ...]:
        """Place trades by their number, after so many units, and by their price."""
        return tuple(
            Dot(
                f"{key}-{each.number}",
                self.x(start + each.number - 0.5),
                self.y(each.price),
                old,
                (each.buyer + 1, each.seller + 1),
            )
            for each in trades
        )

    def stairs(self, prices: Sequence[int], wide: float = 1) -> str:
        """Draw prices as steps, a unit wide each or a part of one; "" for none.

        Examples
        --------
        >>> Scale(100, 4).stairs([80, 60])
        'M0 20.0H25.0V40.0H50.0'
        """
        if not prices:
            return ""
        steps = [f"V{self.y(each)}H{self.x(at * wide)}" for at, each in enumerate(prices, 1)]
        return f"M0 {self.y(prices[0])}" + "".join(steps).removeprefix(f"V{self.y(prices[0])}")

    def rows(self) -> tuple[tuple[float, int], ...]:
        """Return where round prices lie, with each price in cents."""
        found = [each * UNIT for each in ticks(0, self.top // UNIT) if each * UNIT <= self.top]
        return tuple((self.y(each), each) for each in found)

    def band(
        self, low: float, high: float, units: float | None, start: float = 0, width: float = 0
    ) -> Band:
        """Draw where demand and supply meet, over some units or over all."""
        top = self.y(high)
        return Band(
            top,
            round(self.y(low) - top, 2),
            None if units is None else self.x(units),
            self.x(start),
            self.x(width or self.units),
        )


Laid: TypeAlias = Literal["cards", "offers", "before"]
"""What the steps are made of: cards, the offers of a call, or those of the call before."""


class Line(Struct, frozen=True, gc=False):
    """Prices as steps: of which side, what they are called, and whether they count before tax."""

    side: Literal["buyer", "seller", "value"]
    name: str
    path: str
    faint: bool = False


def curves(
    cards: tuple[Sequence[int], Sequence[int]],
    rules: Rules,
    scale: Scale,
    text: Text,
    wide: float = 1,
) -> Iterator[Line]:
    """Draw demand and supply, and as thin lines what they are before a tax.

    Parameters
    ----------
    cards
        All values, from the highest, and all costs, from the lowest.
    """
    values, costs = cards
    on_buyers, on_sellers = tax_of(rules, "buyer"), tax_of(rules, "seller")
    if on_buyers:
        path = scale.stairs(values, wide)
        yield Line("buyer", text("Values before tax"), path, faint=True)
    if on_sellers:
        path = scale.stairs(costs, wide)
        yield Line("seller", text("Costs before tax"), path, faint=True)
    demand = scale.stairs([each - on_buyers for each in values], wide)
    yield Line("buyer", text("Demand: values"), demand)
    supply = scale.stairs([each + on_sellers for each in costs], wide)
    yield Line("seller", text("Supply: costs"), supply)


def limits(rules: Rules, text: Text) -> Iterator[tuple[int, str, str]]:
    """Name a ceiling and a floor, each with its price in cents."""
    if rules.ceiling:
        high = rules.ceiling * UNIT
        yield high, text("Ceiling {sum}", sum=money(high, text)), "rule"
    if rules.floor:
        low = rules.floor * UNIT
        yield low, text("Floor {sum}", sum=money(low, text)), "floor"


def counted(prices: Sequence[int], text: Text) -> str:
    """Say how many trades there were, from which price to which."""
    if not prices:
        return text("No trade so far")
    ends = " – ".join(dict.fromkeys(money(end(prices), text) for end in (min, max)))
    trades = text.plural("{n} trade", "{n} trades", len(prices))
    return f"{trades}, {ends}"


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
    bands
        Where demand and supply meet; () while cards are hidden.
    limits
        Where a ceiling, a floor, or the price of a call lies, what it is called, and whether it is
        a ``rule``, the ``floor`` among them, or the ``price``.
    about
        What theory says, and what has come of it, line by line; () while cards are hidden.
    before
        What old dots are; "" where there are none.
    along, parts
        What periods are called, where each of several begins, and its number.
    """

    caption: str
    label: str
    rows: tuple[tuple[float, str], ...]
    dots: tuple[Dot, ...]
    laid: Laid
    most: int
    lines: tuple[Line, ...]
    bands: tuple[Band, ...] = ()
    limits: tuple[tuple[float, str, str], ...] = ()
    about: tuple[str, ...] = ()
    key: str = "prices"
    before: str = ""
    along: str = ""
    parts: tuple[tuple[float, str], ...] = ()
