"""What the periods of a game came to, and what theory expects of them. Amounts are in cents."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Step
from paydays_widgets.games.market import events, reading
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.events import Event, Side
from paydays_widgets.games.market.reading import Equilibrium
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import State, buys, tax_of

Steps: TypeAlias = Sequence[Step[State, Event]]
FREE: Final = Rules()


class Trade(Struct, frozen=True, gc=False):
    """A trade: its number in its period, and who bought and sold at which price, in cents."""

    number: int
    price: int
    buyer: Seat
    seller: Seat


class Period(Struct, frozen=True):
    """A period of a game.

    Parameters
    ----------
    values, costs
        The cards of all buyers, and of all sellers, the best first.
    trades
        In their order.
    bought, sold
        What all buyers gained, and all sellers.
    over
        Whether the market has closed.
    """

    number: int
    rules: Rules
    values: tuple[int, ...]
    costs: tuple[int, ...]
    trades: tuple[Trade, ...]
    bought: int
    sold: int
    over: bool

    @property
    def prices(self) -> list[int]:
        """The prices of all trades, in their order."""
        return [each.price for each in self.trades]

    @property
    def tax(self) -> int:
        """What was paid to the state."""
        return len(self.trades) * self.rules.tax * UNIT

    @property
    def gained(self) -> int:
        """What all gained together, with what the state took."""
        return self.bought + self.sold + self.tax

    @property
    def theory(self) -> Equilibrium | None:
        """Where demand meets supply; None if nobody has anything to gain."""
        return _meeting(self.values, self.costs, self.rules)

    @property
    def possible(self) -> int:
        """The most that all could gain under these rules, with what the state takes."""
        return self.theory.surplus if self.theory else 0

    @property
    def free(self) -> int:
        """The most that all could gain if nothing were forbidden or taxed."""
        found = _meeting(self.values, self.costs, FREE)
        return found.surplus if found else 0

    def expected(self, side: Side) -> float:
        """Return what theory leaves one side."""
        theory = self.theory
        if theory is None:
            return 0
        cards, units = (self.values if side == "buyer" else self.costs), theory.units
        gain = sum(cards[:units]) - units * theory.price
        return (gain if side == "buyer" else -gain) - units * tax_of(self.rules, side)


@lru_cache(maxsize=512)
def _meeting(values: tuple[int, ...], costs: tuple[int, ...], rules: Rules) -> Equilibrium | None:
    return reading.equilibrium(values, costs, rules)


def periods(steps: Steps) -> Iterator[Period]:
    """Find every period of a game, the last of which may still be on."""
    begun: State | None = None
    trades: list[Trade] = []
    gains: dict[Side, int] = {"buyer": 0, "seller": 0}
    for step in steps:
        match step.event:
            case events.PeriodBegun():
                begun, trades, gains = step.state, [], {"buyer": 0, "seller": 0}
            case events.Traded(number=number, price=price, buyer=buyer, seller=seller):
                trades.append(Trade(number, price, buyer, seller))
            case events.GainBooked(side=side, gain=int(gain)):
                gains[side] += gain
            case events.PeriodEnded() if begun is not None:
                yield _period(begun, trades, gains, over=True)
                begun = None
            case _:
                pass
    if begun is not None:
        yield _period(begun, trades, gains, over=False)


def _period(
    begun: State, trades: Sequence[Trade], gains: dict[Side, int], *, over: bool
) -> Period:
    cards = [each.cards for each in begun.traders]
    values, costs = sides(cards, begun.rules, begun.period)
    return Period(
        number=begun.period,
        rules=begun.rules,
        values=values,
        costs=costs,
        trades=tuple(trades),
        bought=gains["buyer"],
        sold=gains["seller"],
        over=over,
    )


def sides(
    cards: Sequence[Sequence[int]], rules: Rules, period: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return all values, from the highest, and all costs, from the lowest."""
    found: dict[bool, list[int]] = {True: [], False: []}
    for seat, each in enumerate(cards):
        found[buys(rules, period, seat)].extend(each)
    return tuple(sorted(found[True], reverse=True)), tuple(sorted(found[False]))


# --- several periods ----------------------------------------------------------------------------


def alpha(those: Sequence[Period]) -> float | None:
    """Return Smith's alpha of all trades, each against its own period; None without trades."""
    return reading.alpha(
        (price, theory.price)
        for each in those
        if (theory := each.theory) is not None
        for price in each.prices
    )


def efficiency(those: Sequence[Period]) -> float | None:
    """Return which part was gained of what could be under these rules; None if nothing could."""
    return _part((each.gained, each.possible) for each in those)


def kept(those: Sequence[Period]) -> float | None:
    """Return which part was gained of what a free market could; None if it could nothing."""
    return _part((each.gained, each.free) for each in those)


def expected_to_be_kept(those: Sequence[Period]) -> float | None:
    """Return the same as theory expects it: what a ceiling, a floor, a tax or a quota leaves."""
    return _part((each.possible, each.free) for each in those)


def _part(found: Iterable[tuple[int, int]]) -> float | None:
    sums = [*found]
    whole = sum(of for _, of in sums)
    return reading.efficiency(sum(part for part, _ in sums), whole) if whole else None
