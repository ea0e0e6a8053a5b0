"""Where sealed prices meet, held to a clearing written apart: every price is tried."""

import random
from collections.abc import Sequence

import pytest

from paydays_widgets.games.market.engine.crossing import cross, price_range, sorted_offers
from paydays_widgets.games.market.state import NONE, Quote


def traded_at(bids: Sequence[int], asks: Sequence[int], price: float) -> int:
    """Count the units that both sides would trade at a price, as the short side decides."""
    return min(sum(each >= price for each in bids), sum(each <= price for each in asks))


def most_gained(bids: Sequence[int], asks: Sequence[int], most: int) -> tuple[int, int]:
    """Try every number of pairs: the largest gain, and the most units that reach it."""
    best, rest = sorted(bids, reverse=True), sorted(asks)
    gains = [
        (sum(best[:units]) - sum(rest[:units]), units)
        for units in range(min(len(best), len(rest), most) + 1)
    ]
    return max(gains)


def clears(bids: Sequence[int], asks: Sequence[int], price: float, units: int) -> bool:
    """Say whether a price neither leaves out who would gain by it nor forces anybody."""
    eager = sum(each > price for each in bids), sum(each < price for each in asks)
    willing = sum(each >= price for each in bids), sum(each <= price for each in asks)
    return max(eager) <= units <= min(willing)


def market(luck: random.Random) -> tuple[list[Quote], list[Quote]]:
    span = luck.choice([4, 12, 100])
    return (
        [Quote(at, luck.randrange(span)) for at in range(0, 2 * luck.randrange(7), 2)],
        [Quote(at, luck.randrange(span)) for at in range(1, 2 * luck.randrange(7), 2)],
    )


@pytest.mark.clause("MK-cross")
def test_mk_cross_just_so_many_units_are_traded_as_gain_most() -> None:
    luck, met = random.Random(1), 0
    for _ in range(5_000):
        bids, asks = market(luck)
        found = cross(
            sorted_offers(bids, buying=True), sorted_offers(asks, buying=False), most=180
        )
        sums = [each.price for each in bids], [each.price for each in asks]
        _, units = most_gained(*sums, 180)
        assert (0 if found is None else found.units) == units
        if found is None:
            continue
        met += 1
        for half in range(2 * 100):
            if clears(*sums, half / 2, units):
                low, high = price_range(sorted(sums[0], reverse=True), sorted(sums[1]), units)
                assert low <= half / 2 <= high
                assert clears(*sums, low, units)
                assert clears(*sums, high, units)
                assert found.price == (low + high) // 2
                assert traded_at(*sums, (low + high) / 2) >= units
                break
        else:
            raise AssertionError("no price clears the market")
    assert met > 2_000


@pytest.mark.clause("MK-quota")
def test_mk_quota_the_best_pairs_are_traded_between_the_last_ones_prices() -> None:
    luck, cut = random.Random(2), 0
    for _ in range(2_000):
        bids, asks = market(luck)
        whole = cross(
            sorted_offers(bids, buying=True), sorted_offers(asks, buying=False), most=180
        )
        most = luck.randrange(1, 4)
        found = cross(
            sorted_offers(bids, buying=True), sorted_offers(asks, buying=False), most=most
        )
        if whole is None or found is None:
            assert found is whole
            continue
        assert found.units == min(whole.units, most)
        if found.units == whole.units:
            assert found == whole
            continue
        cut += 1
        best = sorted((each.price for each in bids), reverse=True)[most - 1]
        rest = sorted(each.price for each in asks)[most - 1]
        assert found.price == (best + rest) // 2
    assert cut > 300


@pytest.mark.clause("MK-tie")
def test_mk_tie_only_equal_prices_are_drawn_and_all_of_them() -> None:
    luck, tied = random.Random(3), 0
    for _ in range(3_000):
        bids, asks = market(luck)
        found = cross(
            sorted_offers(bids, buying=True), sorted_offers(asks, buying=False), most=180
        )
        if found is None:
            continue
        for quotes, sure, lots, buying in (
            (bids, found.buyers, found.tied_buyers, True),
            (asks, found.sellers, found.tied_sellers, False),
        ):
            prices = {each.seat: each.price for each in quotes}
            last = sorted(prices.values(), reverse=buying)[found.units - 1]
            if lots:
                tied += 1
                assert {prices[seat] for seat in lots} == {last}
                assert sorted(lots) == [at for at, price in prices.items() if price == last]
                assert len(sure) < found.units < len(sure) + len(lots)
            else:
                assert len(sure) == found.units
            worse = [prices[seat] < last if buying else prices[seat] > last for seat in sure]
            assert not any(worse)
    assert tied > 300


def test_who_offers_nothing_is_not_in_the_market() -> None:
    quotes = [Quote(0, 50), Quote(2, NONE), Quote(4, 60), Quote(6, 50)]
    assert [each.seat for each in sorted_offers(quotes, buying=True)] == [4, 0, 6]
    assert [each.seat for each in sorted_offers(quotes, buying=False)] == [0, 6, 4]
    assert cross([], [Quote(1, 40)], most=180) is None
