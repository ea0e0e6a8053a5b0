"""The equilibria of a sealed bid: none gains by another price, and all of them are found."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from paydays_widgets.core.game import Complaint
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.engine import TIE_DISCOUNT
from paydays_widgets.lab.equilibrium import Equilibrium, SealedBid, equilibria

BIDS = [SealedBid(rivals, able) for rivals in (1, 2, 3) for able in (0, 0.1, 0.3, 0.6, 0.9, 1)]


def test_the_usual_bid_is_that_of_the_game() -> None:
    assert SealedBid(1, 0).prices == tuple(
        sorted(n for card in default_deck().bid_cards for n in card)
    )
    assert SealedBid(1, 0).tie == TIE_DISCOUNT


@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_every_price_that_is_asked_earns_the_most(bid: SealedBid) -> None:
    for each in equilibria(bid):
        earned = bid.earns(each.often)
        assert sum(each.often) + each.passes == pytest.approx(1)
        assert each.earns == pytest.approx(max(0, earned.max()), abs=1e-9)
        for price, often in zip(earned, each.often, strict=True):
            if often > 1e-9:
                assert price == pytest.approx(each.earns, abs=1e-9)


def by_hand(bid: SealedBid, often: tuple[float, ...], price: int) -> float:
    """Add up all that the rivals can do: whether they can build, and what they ask."""
    ways = [(0.0, 1 - bid.able * sum(often))]
    ways += [(asked, bid.able * n) for asked, n in zip(bid.prices, often, strict=True)]
    total = 0.0
    for rivals in product(ways, repeat=bid.rivals):
        chance = float(np.prod([n for _, n in rivals]))
        asked = [each for each, _ in rivals if each]
        lowest = min(asked, default=bid.prices[-1] + 1)
        mine = bid.prices[price] - bid.cost
        total += chance * (mine if mine < lowest - bid.cost else 0)
        total += chance * (mine - bid.tie if bid.prices[price] == lowest else 0)
    return total


@pytest.mark.parametrize("bid", [SealedBid(2, 0.3, cost=1), SealedBid(3, 0.6)], ids=str)
def test_what_a_price_earns_is_the_sum_over_all_cases(bid: SealedBid) -> None:
    often = equilibria(bid)[0].often
    for price in range(len(bid.prices)):
        assert bid.earns(often)[price] == pytest.approx(by_hand(bid, often, price))


def test_no_equilibrium_is_missed() -> None:
    """With three prices and one rival, a fine net of distributions finds no other."""
    bid = SealedBid(1, 0.55, prices=(2, 4, 5), tie=1)
    found = [np.array(each.often) for each in equilibria(bid)]
    step = 0.02
    for one, two in product(np.arange(0, 1 + step, step), repeat=2):
        often = np.array([one, two, 1 - one - two])
        if often[2] < -1e-9:
            continue
        earned = bid.earns(often)
        if earned.max() - earned @ often < 0.005:
            assert min(np.abs(each - often).max() for each in found) < 0.1
    assert found


def test_with_fine_prices_it_is_the_known_closed_form() -> None:
    """Where a tie pays nothing, each price down to ``1 - p`` of the highest earns ``1 - p``."""
    able, prices = 0.5, tuple(np.linspace(0.5, 1, 12).tolist())
    for each in equilibria(SealedBid(1, able, prices=prices, tie=1)):
        assert each.earns == pytest.approx(1 - able, abs=0.06)
        for price, upto in zip(prices, np.cumsum(each.often), strict=True):
            assert upto == pytest.approx((1 - (1 - able) / price) / able, abs=0.2)


def test_where_nothing_can_be_earned_it_passes() -> None:
    (each,) = equilibria(SealedBid(1, 0.5, cost=9))
    assert (each.passes, each.earns) == (1, 0)
    assert "pass  100.0 %" in str(each)
    (alone,) = equilibria(SealedBid(1, 0, cost=9))
    assert alone.passes == 1


def test_an_equilibrium_is_written_in_words() -> None:
    sure: Equilibrium = equilibria(SealedBid(2, 0))[0]
    assert str(sure) == "     8  100.0 %\nearns 8.00 on average"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"rivals": 0}, "at least one rival"),
        ({"able": 1.5}, "between 0 and 1"),
        ({"tie": 0}, "more than 0"),
        ({"prices": ()}, "1 to 12 different prices"),
        ({"prices": (2, 1)}, "the lowest first"),
        ({"prices": tuple(range(13))}, "1 to 12 different prices"),
    ],
)
def test_what_is_no_bid_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(Complaint, match=message):
        SealedBid(**{"rivals": 1, "able": 0.5, **asked})
