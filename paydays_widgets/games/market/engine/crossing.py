"""Where sealed offers meet: how many units are traded, at which price, and by whom (MK-cross)."""

from collections.abc import Sequence

from paydays_widgets.core.game import Seat
from paydays_widgets.games.market.state import NONE, Crossing, Quote


def crossing_units(bids: Sequence[int], asks: Sequence[int], most: int) -> int:
    """Count the units that are traded: as many bids as reach an ask, best with best.

    Parameters
    ----------
    bids, asks
        From the best.
    most
        The quota.

    Examples
    --------
    >>> crossing_units([80, 60, 40], [10, 50, 70], most=9)
    2
    """
    pairs = [bid >= ask for bid, ask in zip(bids, asks, strict=False)]
    return min(sum(pairs), most)


def price_range(bids: Sequence[int], asks: Sequence[int], units: int) -> tuple[int, int]:
    """Return the lowest and the highest price at which just these units are traded.

    A quota leaves out pairs that would trade; the price then lies between the last pair's.

    Examples
    --------
    >>> price_range([80, 60, 40], [10, 50, 70], 2)
    (50, 60)
    >>> price_range([80, 60, 55], [10, 50, 70], 2)
    (55, 60)
    """
    low, high = asks[units - 1], bids[units - 1]
    if not cut_short(bids, asks, units):
        low = max([low, *bids[units : units + 1]])
        high = min([high, *asks[units : units + 1]])
    return low, high


def cut_short(bids: Sequence[int], asks: Sequence[int], units: int) -> bool:
    """Return whether a quota leaves out pairs that would trade.

    Examples
    --------
    >>> cut_short([80, 60, 55], [10, 50, 70], 2), cut_short([80, 60, 55], [10, 50, 70], 1)
    (False, True)
    """
    return units < min(len(bids), len(asks)) and bids[units] >= asks[units]


def cross(bids: Sequence[Quote], asks: Sequence[Quote], most: int) -> Crossing | None:
    """Find who trades; None if no bid reaches an ask.

    Parameters
    ----------
    bids, asks
        From the best; equal prices in the order of the seats.
    """
    sums = [each.price for each in bids], [each.price for each in asks]
    units = crossing_units(*sums, most)
    if not units:
        return None
    low, high = price_range(*sums, units)
    buyers, tied_buyers = _placed(bids, units)
    sellers, tied_sellers = _placed(asks, units)
    return Crossing(units, (low + high) // 2, buyers, sellers, tied_buyers, tied_sellers)


def _placed(quotes: Sequence[Quote], units: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats that are sure of a unit, and those among which places are left (MK-tie)."""
    marginal = quotes[units - 1].price
    if units == len(quotes) or quotes[units].price != marginal:
        return tuple([each.seat for each in quotes[:units]]), ()
    sure = [each.seat for each in quotes[:units] if each.price != marginal]
    return tuple(sure), tuple([each.seat for each in quotes if each.price == marginal])


def sorted_offers(offers: Sequence[Quote], *, buying: bool) -> list[Quote]:
    """Sort what was offered from the best; leave out what was not."""
    made = [each for each in offers if each.price != NONE]
    return sorted(made, key=lambda each: (-each.price if buying else each.price, each.seat))
