"""The answer of every vignette, worked out or played out."""

from math import sqrt

import pytest

from paydays_widgets import games
from paydays_widgets.games.auction_room import reading
from paydays_widgets.games.auction_room.bots import STRATEGIES
from paydays_widgets.games.auction_room.deck import default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.events import ObjectSold, ProfitBooked
from paydays_widgets.games.auction_room.rules import Auction, Rules
from paydays_widgets.games.auction_room.state import highest_above
from paydays_widgets.show.vignette import set_up

VIGNETTES = games.modules("auction_room").vignettes
DECK = default_deck()
EVERY_BID = range(0, 10_001, 10)


def gain(vignette: str, move: str) -> int:
    """Return what Anna gains by a move, against the bots of the position."""
    table = set_up(VIGNETTES[vignette], AUCTION_ROOM, strategies=STRATEGIES)
    table.play(AUCTION_ROOM.read(move))
    while table.advance():
        pass
    booked = [each.event for each in table.branch.steps if isinstance(each.event, ProfitBooked)]
    return booked[0].profits[0] or 0


def bid_of(rules: Rules, seats: int, value: int) -> float:
    bid = reading.equilibrium_bid(rules, DECK, seats, value)
    assert bid is not None
    return bid


def price_of(rules: Rules, seats: int) -> float:
    price = reading.revenue(rules, DECK, seats)
    assert price is not None
    return price


def says(vignette: str, *figures: str) -> None:
    answer = VIGNETTES[vignette].answer
    for figure in figures:
        assert figure in answer.en, figure


@pytest.mark.clause("AR-price", "AR-profit")
def test_shade_or_not() -> None:
    def earns(bid: int) -> float:
        """Against three who bid three quarters of their values."""
        return (6_000 - bid) * min(bid / 7_500, 1) ** 3

    best = max(EVERY_BID, key=earns)
    assert best == 4_500 == bid_of(Rules(), 4, 6_000)
    assert earns(best) == pytest.approx(324)
    says("shade-or-not", "15 × 0.216 = 3.24")
    assert gain("shade-or-not", "1 bid 4500") == 1_500
    assert gain("shade-or-not", "1 bid 6000") == 0


@pytest.mark.clause("AR-price")
def test_bid_your_value() -> None:
    def earns(bid: int, rival: int) -> int:
        return 6_000 - rival if bid > rival else 0

    for rival in range(50, 10_000, 100):
        assert max(earns(bid, rival) for bid in EVERY_BID) == earns(6_000, rival)
    assert [earns(5_100, 5_000), earns(5_200, 5_500), earns(7_000, 6_500)] == [1_000, 0, -500]
    assert gain("bid-your-value", "1 bid 6000") == 6_000 - 5_500


@pytest.mark.clause("AR-price", "AR-reserve")
def test_third_bidder() -> None:
    assert [bid_of(Rules(), seats, 6_000) for seats in (2, 3, 4)] == [3_000, 4_000, 4_500]
    prices = [price_of(Rules(), seats) for seats in (2, 3)]
    assert [round(each) for each in prices] == [3_333, 5_000]
    reserves = {r: price_of(Rules(reserve=r), 2) for r in (0, 20, 30, 40, 50, 60)}
    assert max(reserves, key=reserves.__getitem__) == 50
    assert round(reserves[50]) == 4_167
    says("third-bidder", "33 with 2 and 50 with 3", "50, brings 42")
    assert gain("third-bidder", "1 bid 4000") == 2_000


@pytest.mark.clause("AR-reserve", "AR-price")
def test_the_reserve() -> None:
    rules = Rules(reserve=50)
    assert bid_of(rules, 2, 6_000) == pytest.approx(5_083.3, abs=0.1)

    def earns(bid: int) -> float:
        """A rival bids its equilibrium bid, or stays away below the reserve."""
        beaten = sum(v < 5_000 or bid_of(rules, 2, v) < bid for v in range(0, 10_000, 20))
        return (6_000 - bid) * beaten / 500 if bid >= 5_000 else 0

    assert abs(max(EVERY_BID, key=earns) - 5_083) <= 40
    assert 0.5 * 0.5 == 0.25  # both are below 50
    says("the-reserve", "50.83", "1 time in 4")
    assert gain("the-reserve", "1 bid 5100") == 900


@pytest.mark.clause("AR-values", "AR-told")
@pytest.mark.parametrize(
    ("vignette", "seats", "above", "keeps"),
    [("curse-three", 3, 1_200, 1_200), ("curse-seven", 7, 1_800, 600)],
)
def test_the_highest_estimate_is_too_high(
    vignette: str, seats: int, above: int, keeps: int
) -> None:
    rules = Rules(values="common", spread=24)
    assert highest_above(2_400, seats) == above
    assert reading.winners_gain(rules, DECK, seats) == keeps
    assert bid_of(rules, seats, 15_000) == pytest.approx(12_600, abs=15)
    says(vignette, "150 − 24 = 126", f"= {keeps // 100}.")
    assert gain(vignette, "1 bid 15000") < 0
    assert VIGNETTES[vignette].rules == {"values": "common", "spread": 24}


@pytest.mark.clause("AR-values", "AR-price")
def test_the_budget() -> None:
    table = set_up(VIGNETTES["the-budget"], AUCTION_ROOM, strategies=STRATEGIES)
    assert reading.equilibrium(AUCTION_ROOM.view(table.state, 0)) == 3_000
    assert gain("the-budget", "1 bid 3000") == 8_000 - 2_600
    with_budgets = Rules("second", "budget")
    prices = [price_of(rules, 2) for rules in (Rules("second"), with_budgets)]
    assert [round(each) for each in prices] == [3_333, 2_000]


@pytest.mark.clause("AR-bid", "AR-price")
def test_dutch() -> None:
    assert bid_of(Rules("dutch"), 4, 6_000) == bid_of(Rules(), 4, 6_000) == 4_500
    for price in (4_600, 4_400):
        assert gain("dutch", f"1 stop {price}") == 6_000 - price
    table = set_up(VIGNETTES["dutch"], AUCTION_ROOM, strategies=STRATEGIES)
    table.play(AUCTION_ROOM.read("1 stay 9800"))
    while table.advance():
        pass
    assert table.state.clock == 9_800
    assert not any(isinstance(each.event, ObjectSold) for each in table.branch.steps)


@pytest.mark.clause("AR-price", "AR-profit")
def test_all_pay() -> None:
    def earns(bid: int) -> float:
        """A rival of value v bids v²/200."""
        return 60 * min(sqrt(2 * bid) / 100, 1) - bid / 100

    best = max(EVERY_BID, key=earns)
    assert best == 1_800 == round(bid_of(Rules("all_pay"), 2, 6_000))
    assert earns(best) == pytest.approx(18)
    assert round(price_of(Rules("all_pay"), 2)) == 3_333
    says("all-pay", "v²/200", "at 60 one bids 18")
    assert gain("all-pay", "1 bid 1800") == 4_200


@pytest.mark.clause("AR-price", "AR-profit")
def test_tender() -> None:
    def earns(bid: int) -> float:
        """Two rivals with costs c ask c + (100 − c)/3."""
        least = (3 * bid / 100 - 100) / 2
        return (bid / 100 - 40) * (1 - min(max(least, 0), 100) / 100) ** 2

    auction: Auction = "tender_first"
    best = max(EVERY_BID, key=earns)
    assert best == 6_000 == bid_of(Rules(auction), 3, 4_000)
    assert earns(best) == pytest.approx(7.2)
    prices = [price_of(Rules(auction), seats) for seats in (2, 3, 4)]
    assert [round(each) for each in prices] == [6_667, 5_000, 4_000]
    says("tender", "20 × 0.36 = 7.2", "67 on average, with 3 it is 50, with 4 it is 40")
    assert gain("tender", "1 bid 6000") == 2_000
