"""The book: which offers stand on either side, and which prices it leaves to name or to take."""

from msgspec.structs import replace

from paydays_widgets.core.game import Refusal, Seat
from paydays_widgets.games.market.state import Quote, State, View, side_that


def offers(s: State | View, *, buying: bool) -> tuple[tuple[Quote, ...], tuple[Quote, ...]]:
    """Return the offers of one's own side, and those of the other, each from the first."""
    return (s.bids, s.asks) if buying else (s.asks, s.bids)


def best(offers: tuple[Quote, ...]) -> Quote | None:
    """Return the best offer of a side, which is its last: each had to improve on those before."""
    return offers[-1] if offers else None


def own(offers: tuple[Quote, ...], by: Seat) -> Quote | None:
    """Return the offer of a seat."""
    return next((each for each in offers if each.seat == by), None)


def without(offers: tuple[Quote, ...], seat: Seat) -> tuple[Quote, ...]:
    """Leave out the offer of a seat."""
    return tuple([each for each in offers if each.seat != seat])


def put_up(s: State, offers: tuple[Quote, ...], *, buying: bool) -> State:
    """Put up the offers of a side."""
    return replace(s, bids=offers) if buying else replace(s, asks=offers)


def refuse_naming(s: State, price: int, *, buying: bool) -> Refusal | None:
    """Refuse a price that is no better than the best of its side (MK-offer)."""
    standing = best(offers(s, buying=buying)[0])
    if standing is None or (price > standing.price if buying else price < standing.price):
        return None
    facts: dict[str, int | str] = {
        "side": side_that(buying),
        "price": price,
        "best": standing.price,
    }
    return Refusal("MK-offer", "no_better", facts)


def refuse_taking(s: State, price: int, *, buying: bool) -> Refusal | None:
    """Refuse to take a price that is not the other side's best (MK-take)."""
    facing, side = best(offers(s, buying=buying)[1]), side_that(buying)
    if facing is None:
        return Refusal("MK-take", "no_price", {"side": side})
    if price != facing.price:
        facts: dict[str, int | str] = {"side": side, "price": price, "best": facing.price}
        return Refusal("MK-take", "stale", facts)
    return None
