"""No seat gains by another bid where `reading` says that all bid in equilibrium.

The auctions here are written apart from the game: numpy draws values and estimates, to a fraction
of a cent, and finds winners and prices. Only the bids are the product's. Each estimate plays
100,000 rounds with the same luck for every bid, and the other bid may not be better by more than
four standard errors.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from paydays_widgets.games.auction_room import reading
from paydays_widgets.games.auction_room.deck import UNIT, Deck, default_deck
from paydays_widgets.games.auction_room.rules import Auction, Rules

Floats = npt.NDArray[np.float64]

ROUNDS: Final = 100_000
CHANGES: Final = [sign * n * UNIT for n in (0.5, 1, 2, 4, 8, 16, 32) for sign in (-1, 1)]
"""How much higher or lower the other bid is."""
CURSE: Final = Rules("english", "common", spread=24)
ERROR: Final = 24 * UNIT
OWN: Final = default_deck()
NARROW: Final = replace(OWN, low=2_400, high=3_400)
"""A range smaller than the error of an estimate: every estimate lies near an end."""
DECKS: Final = pytest.mark.parametrize("deck", [OWN, NARROW], ids=["own", "narrow"])


class Drawn(NamedTuple):
    """Rounds in which one seat has a certain estimate."""

    worth: Floats
    rivals: Floats
    """The estimates of the others: a row each."""


def grid(deck: Deck) -> Floats:
    """Return all estimates that there can be, in steps of a fraction of a unit."""
    return np.linspace(deck.low - ERROR, deck.high + ERROR, 4_001)


def estimates(deck: Deck) -> list[float]:
    """Choose estimates at both ends, near them, and in the middle of a common value's range."""
    near = [part * ERROR for part in (-0.99, -0.6, -0.2, 0.5, 1)]
    middle = (deck.low + deck.high) / 2
    return [*[deck.low + each for each in near], middle, *[deck.high - each for each in near]]


def drawn(deck: Deck, seats: int, estimate: float) -> Drawn:
    """Draw what the object can be worth, and what others estimate."""
    luck = np.random.default_rng(1)
    least, most = max(deck.low, estimate - ERROR), min(deck.high, estimate + ERROR)
    worth = luck.uniform(least, most, ROUNDS)
    return Drawn(worth, worth + luck.uniform(-ERROR, ERROR, (seats - 1, ROUNDS)))


def check(gain: Callable[[float], Floats], where: str) -> None:
    """Hold what a seat gains with its bid to what it gains with a higher or a lower one."""
    usual = gain(0)
    for change in CHANGES:
        more = gain(change) - usual
        error = more.std(ddof=1) / ROUNDS**0.5
        assert more.mean() <= 4 * error + 1e-9, f"{where}: {change / UNIT:+} brings {more.mean()}"


@pytest.mark.no_cover
@pytest.mark.walk(6)
@DECKS
@pytest.mark.parametrize("seats", [2, 3, 7])
@pytest.mark.parametrize("auction", ["first", "second"])
@pytest.mark.clause("AR-values", "AR-price")
def test_no_other_sealed_bid_gains(auction: Auction, seats: int, deck: Deck) -> None:
    known = grid(deck)
    rules = replace(CURSE, auction=auction)
    bids: Any = [reading.equilibrium_bid(rules, deck, seats, each) for each in known]
    for estimate in estimates(deck):
        worth, rivals = drawn(deck, seats, estimate)
        best = np.interp(rivals.max(axis=0), known, bids)
        own = np.interp(estimate, known, bids)

        def gain(change: float, at: Any = (worth, best, own)) -> Floats:
            worth, best, own = at
            price = own + change if auction == "first" else best
            return np.where(own + change > best, worth - price, 0.0)

        check(gain, f"{seats} seats, estimate {estimate}")


@DECKS
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.clause("AR-values", "AR-bid", "AR-price")
@pytest.mark.walk
def test_no_other_price_of_a_rising_clock_gains(seats: int, deck: Deck) -> None:
    """A clock without ticks; the seat drops out earlier or later than in equilibrium."""
    known = grid(deck)
    prices = [reading.last_price(CURSE, deck, each, None) for each in known]
    for estimate in estimates(deck):
        worth, rivals = drawn(deck, seats, estimate)
        first = np.interp(rivals.min(axis=0), known, prices)
        then = np.array(
            [*map(partial(reading.last_price, CURSE, deck), rivals.max(axis=0), first)]
        )
        news = np.unique(prices)
        after = [reading.last_price(CURSE, deck, estimate, each) for each in news]
        later = np.interp(first, news, after)
        own = np.interp(estimate, known, prices)

        def gain(change: float, at: Any = (worth, first, then, own, later)) -> Floats:
            worth, first, then, own, later = at
            stays = own + change > first
            if seats == 2:
                return np.where(stays, worth - first, 0.0)
            return np.where(stays & (later + change > then), worth - then, 0.0)

        check(gain, f"{seats} seats, estimate {estimate}")
