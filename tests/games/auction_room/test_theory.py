"""What theory expects of many auctions, held to auctions that the kernel plays.

A mean may lie four standard errors from what is exact. A clock stops at the tick below the price
that a seat agrees to, on average half a tick below; values are drawn to the cent, and the tick is
as small as a deck allows, so that nothing else is rounded.
"""

from typing import Final

import pytest
from msgspec.structs import replace

from paydays_widgets.games.auction_room import reading
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.rules import Auction, Rules
from paydays_widgets.games.auction_room.state import highest_above
from tests.games.auction_room.rounds import DECK, WIDE, Ints, half_a_tick, kept, left, taken

pytestmark = pytest.mark.no_cover  # what is compiled is not counted

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def check(found: Ints, exact: float) -> None:
    """Hold the mean of what was found to what is exact."""
    error = found.std(ddof=1) / len(found) ** 0.5
    assert found.mean() == pytest.approx(exact, abs=4 * error)


# --- private values -----------------------------------------------------------------------------


@SEATS
@pytest.mark.parametrize("auction", ["first", "second", "english", "dutch", "all_pay"])
@pytest.mark.clause("AR-values", "AR-price", "AR-bid", "AR-profit")
def test_every_format_brings_the_seller_the_same(auction: Auction, seats: int) -> None:
    """The highest but one of the values, on average: revenue equivalence."""
    exact = 100 * UNIT * (seats - 1) / (seats + 1)
    rules = Rules(auction)
    assert reading.revenue(rules, DECK, seats) == pytest.approx(exact)
    check(taken(rules, seats), exact - half_a_tick(auction))


@SEATS
@pytest.mark.parametrize("auction", ["tender_first", "tender_second"])
@pytest.mark.clause("AR-values", "AR-price", "AR-profit")
def test_both_tenders_cost_the_buyer_the_same(auction: Auction, seats: int) -> None:
    """The lowest but one of the costs, on average."""
    exact = 100 * UNIT * 2 / (seats + 1)
    rules = Rules(auction)
    assert reading.revenue(rules, DECK, seats) == pytest.approx(exact)
    check(taken(rules, seats), exact)


@SEATS
@pytest.mark.parametrize(
    "rules",
    [
        Rules("first"),
        Rules("second", reserve=50),
        Rules("english"),
        Rules("dutch", reserve=20),
        Rules("all_pay"),
        Rules("tender_first"),
        Rules("tender_second"),
    ],
)
@pytest.mark.clause("AR-price", "AR-profit", "AR-reserve")
def test_the_winner_of_a_private_value_keeps_what_theory_says(rules: Rules, seats: int) -> None:
    exact = reading.winners_gain(rules, DECK, seats)
    assert exact is not None
    check(kept(rules, seats), exact + half_a_tick(rules.auction))


@pytest.mark.parametrize("auction", ["first", "second"])
@pytest.mark.clause("AR-reserve")
def test_a_reserve_of_half_the_highest_value_brings_more_but_less_than_a_third_bidder(
    auction: Auction,
) -> None:
    """41.7 of two bidders, who bring 33.3 without; three bring 50 (Bulow and Klemperer)."""
    reserve = Rules(auction, reserve=50)
    assert reading.revenue(reserve, DECK, 2) == pytest.approx(4_166.7, abs=0.1)
    check(taken(reserve, 2), 100 * UNIT * 5 / 12)
    check(taken(Rules(auction), 3), 50 * UNIT)


@pytest.mark.parametrize("auction", ["second", "english"])
@pytest.mark.clause("AR-values")
def test_two_bidders_with_budgets_bring_20(auction: Auction) -> None:
    """The lower of two numbers each of which is the lower of two: a fifth of the highest value."""
    rules = Rules(auction, "budget")
    assert reading.revenue(rules, DECK, 2) == 20 * UNIT
    check(taken(rules, 2), 20 * UNIT - half_a_tick(auction))


# --- a common value -----------------------------------------------------------------------------


CURSE: Final = Rules(values="common", spread=24)


@pytest.mark.parametrize(("seats", "lost"), [(3, 12), (4, 14.4), (6, 17.142857), (7, 18)])
@pytest.mark.clause("AR-values", "AR-price")
def test_who_bids_an_estimate_is_cursed_by_winning(seats: int, lost: float) -> None:
    """At a first price the winner loses what the highest estimate is too high by."""
    assert highest_above(24 * UNIT, seats) == pytest.approx(lost * UNIT)
    check(left(CURSE, seats, "truthful"), -lost * UNIT)


@pytest.mark.parametrize(("seats", "gained"), [(3, 12), (4, 9.6), (6, 6.857143), (7, 6)])
@pytest.mark.clause("AR-values", "AR-price")
def test_who_bids_the_least_that_it_can_be_worth_gains(seats: int, gained: float) -> None:
    check(left(CURSE, seats, "careful"), gained * UNIT)


@SEATS
@pytest.mark.parametrize("auction", ["first", "second", "english", "dutch"])
@pytest.mark.clause("AR-values", "AR-price")
def test_in_equilibrium_the_winner_of_a_common_value_keeps_what_theory_says(
    auction: Auction, seats: int
) -> None:
    rules = replace(CURSE, auction=auction)
    exact = reading.winners_gain(rules, WIDE, seats)
    assert exact is not None
    rounded = half_a_tick(auction, WIDE)
    if auction == "english" and seats > 2:  # who stops first is rounded down, and counts half
        rounded *= 1.5
    check(left(rules, seats, deck=WIDE), exact + rounded)


@pytest.mark.clause("AR-values", "AR-price")
def test_what_others_estimate_is_worth_more_to_the_seller_where_it_is_seen() -> None:
    """Of three, the winner keeps 8 in a second-price auction and 6 at a rising clock."""
    second, english = (replace(CURSE, auction=each) for each in ("second", "english"))
    assert (reading.winners_gain(second, WIDE, 3), reading.winners_gain(english, WIDE, 3)) == (
        800,
        600,
    )
    check(left(second, 3, deck=WIDE), 800)
    check(left(english, 3, deck=WIDE), 600 + 1.5 * half_a_tick("english", WIDE))
