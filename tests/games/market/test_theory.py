"""What theory and experiments say of markets, beside markets that bots play."""

from math import isclose

import pytest

from paydays_widgets.games.market.reading import alpha, efficiency, equilibrium, linear
from paydays_widgets.games.market.rules import Payer, Rules
from tests.games.market.markets import Period, periods
from tests.games.market.rounds import CALL, FINE, played

MANY = 100_000
"""Periods that the kernel plays."""


def shares(found: list[Period]) -> float:
    """Return what was gained of what could be, over all periods that had something to gain."""
    gained = sum(each.gained for each in found)
    possible = sum(each.theory.surplus for each in found if each.theory)
    return efficiency(gained, possible)


def test_two_traders_in_equilibrium_gain_nine_sixteenths_of_what_is_left_of_a_quarter() -> None:
    """Expected gains are 9/64 of the scale, of 1/6 that could be (Chatterjee, Samuelson 1983)."""
    steps, top = 400, 10_000
    grid = [top * (2 * n + 1) // (2 * steps) for n in range(steps)]
    gained = possible = 0.0
    for value in grid:
        bid = linear(value, top, buying=True)
        for cost in grid:
            possible += max(0, value - cost)
            if bid >= linear(cost, top, buying=False):
                assert value - cost >= top / 4 - 1
                gained += value - cost
            else:
                assert value - cost <= top / 4 + 1
    assert isclose(gained / steps**2 / top, 9 / 64, rel_tol=0.01)
    assert isclose(possible / steps**2 / top, 1 / 6, rel_tol=0.01)


def test_two_bots_in_equilibrium_gain_what_theory_says() -> None:
    found = played(CALL, ("bargainer", "bargainer"), MANY, FINE)
    assert len(found.gained) >= MANY
    error = found.gained.std() / len(found.gained) ** 0.5
    assert abs(found.gained.mean() - 9 / 64 * FINE.top) < 3 * error
    part, doubt = found.efficiency()
    assert abs(part - 27 / 32) < 3 * doubt
    assert played(CALL, ("truthful", "truthful"), MANY, FINE).efficiency() == (1, 0)


def test_bots_in_equilibrium_lose_less_where_more_meet_at_a_call() -> None:
    lost = [1 - played(CALL, ("bargainer",) * (2 * n), MANY).efficiency()[0] for n in (1, 2, 4, 8)]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 0.14
    assert lost[-1] < 0.07


def test_zero_intelligence_gains_nearly_all_and_without_a_budget_far_less() -> None:
    found = {
        kind: [*periods(Rules(), (kind,) * 8, games=40)]
        for kind in ("zero_intelligence", "random_legal")
    }
    assert shares(found["zero_intelligence"]) > 0.9
    assert shares(found["random_legal"]) < shares(found["zero_intelligence"]) - 0.2


def test_the_loss_to_margins_falls_as_a_call_has_more_traders() -> None:
    lost = []
    for side in (1, 2, 4):
        rules = Rules("call", values="drawn", change="again", periods=15)
        found = [*periods(rules, ("zero_intelligence",) * (2 * side), games=20)]
        lost.append(1 - shares(found))
    assert lost == sorted(lost, reverse=True)


def test_prices_of_those_who_watch_them_come_closer_to_equilibrium() -> None:
    found = [*periods(Rules(periods=5), ("price_watcher",) * 8, games=20)]
    first, last = (
        alpha(
            (price, each.theory.price)
            for each in found[at::5]
            if each.theory
            for price in each.prices
        )
        for at in (0, 4)
    )
    assert first is not None
    assert last is not None
    assert last < first < 10
    assert shares(found) > 0.95


@pytest.mark.parametrize("payer", ["buyers", "sellers"])
def test_a_tax_takes_the_same_units_off_whoever_pays_it(payer: Payer) -> None:
    values, costs = range(8_000, 1_000, -1_000), range(1_000, 8_000, 1_000)
    free = equilibrium(values, costs, Rules())
    taxed = equilibrium(values, costs, Rules(tax=20, payer=payer))
    assert free is not None
    assert taxed is not None
    assert (free.units, free.price) == (4, 4_500)
    assert (taxed.units, taxed.price) == (3, 3_500 if payer == "buyers" else 5_500)
    assert free.surplus - taxed.surplus == 1_000


def test_a_ceiling_a_floor_and_a_quota_leave_units_untraded() -> None:
    values, costs = range(8_000, 1_000, -1_000), range(1_000, 8_000, 1_000)
    for rules, units, low, high in (
        (Rules(ceiling=30), 3, 3_000, 3_000),
        (Rules(floor=60), 3, 6_000, 6_000),
        (Rules(quota=2), 2, 2_000, 7_000),
        (Rules(ceiling=60), 4, 4_000, 5_000),
    ):
        found = equilibrium(values, costs, rules)
        assert found is not None
        assert (found.units, found.low, found.high) == (units, low, high)
    assert equilibrium([1_000], [2_000], Rules()) is None
