"""The answer of every position, worked out and played out."""

from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.games.market import events
from paydays_widgets.games.market.bots import STRATEGIES
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.reading import left, linear
from paydays_widgets.games.market.state import loan, value
from paydays_widgets.show.vignette import set_up
from tests.games.market.positions import Played, play
from tests.playing_on import tried

VIGNETTES = games.modules("market").vignettes
PLAYOUTS = 4_000


def gain(vignette: str, move: str) -> int:
    """Return what Anna gains in the period by a move, against the bots of the position."""
    table = set_up(VIGNETTES[vignette], MARKET, strategies=STRATEGIES)
    period = table.state.period
    table.play(MARKET.read(move))
    while table.state.period == period and table.advance():
        pass
    return int(table.state.traders[0].gain)


def says(vignette: str, *figures: str) -> None:
    for figure in figures:
        assert figure in VIGNETTES[vignette].answer.en, figure


def asked(vignette: str) -> Any:
    return MARKET.view(set_up(VIGNETTES[vignette], MARKET).state, 0)


@pytest.mark.walk
@pytest.mark.parametrize("vignette", [*VIGNETTES])
def test_no_other_choice_earns_more_than_what_the_verdict_ticks(vignette: str) -> None:
    [stand_in] = VIGNETTES[vignette].stand_ins
    found = tried("market", VIGNETTES[vignette], PLAYOUTS, stand_in)
    assert found.best
    for tick, other, less in found.behind():
        assert less.high >= 0, f"{other} earns more than {tick}"
    found.session.close()


@pytest.mark.clause("MK-cross", "MK-gain")
def test_two_traders_bid() -> None:
    def earns(bid: float) -> float:
        """Against a seller whose ask is anywhere from 25 to 275/3, equally likely."""
        low, high = 25.0, 275 / 3
        top = min(max(bid, low), high)
        return (top - low) * (70 - bid / 2 - (top + low) / 4) / (high - low)

    assert max(range(101), key=earns) == 55
    assert linear(7_000, 10_000, buying=True) == pytest.approx(5_500)
    says("two-traders-bid", "46.67 + 8.33 = 55", "14.06", "16.67")
    assert gain("two-traders-bid", "1 offer 5500") == 7_000 - (5_500 + 4_500) // 2


@pytest.mark.clause("MK-cross")
def test_many_traders() -> None:
    gains = {bid: gain("many-traders", f"1 offer {bid}") for bid in (5_500, 6_000, 7_000)}
    assert gains == dict.fromkeys(gains, 2_500)
    assert round(5 * (70 - 55) / 70) == 1


@pytest.mark.clause("MK-ceiling", "MK-tie")
def test_ceiling() -> None:
    table = set_up(VIGNETTES["ceiling"], MARKET, strategies=STRATEGIES)
    table.play(MARKET.read("1 offer 3900"))
    while table.state.period == 1 and table.advance():
        pass
    found = [each.event for each in table.branch.steps]
    bought = [each.buyer for each in found if isinstance(each, events.Traded)]
    assert bought == [2, 4]
    assert gain("ceiling", "1 offer 3900") == 0


@pytest.mark.clause("MK-floor", "MK-gain")
def test_floor() -> None:
    assert left(asked("floor"), 6_000) == -1_000
    assert gain("floor", "1 offer 6000") == -1_000
    assert gain("floor", "1 wait") == 0
    assert (50 - 45, 45 - 20) == (5, 25)
    says("floor", "60 − 50 = 10", "at 45", "5 and 25")


@pytest.mark.clause("MK-tax")
def test_tax() -> None:
    view = asked("tax")
    assert [left(view, price) for price in (4_500, 5_000)] == [500, 0]
    says("tax", "70 − 20 = 50")


@pytest.mark.clause("MK-quota")
def test_quota() -> None:
    assert gain("quota", "1 offer 8000") == 8_000 - (8_000 + 2_000) // 2
    assert gain("quota", "1 offer 5900") == 0
    says("quota", "(80 + 20)/2 = 50")


@pytest.mark.clause("MK-take", "MK-gain", "MK-wait")
def test_below_cost() -> None:
    view = asked("below-cost")
    assert left(view, 4_700) == -200
    assert (view.going, view.asks[-1].price) == (5_000, 4_700)
    says("below-cost", "45 − 47 = −2")


@pytest.mark.clause("MK-offer", "MK-take")
def test_take_or_offer() -> None:
    view = asked("take-or-offer")
    assert [left(view, price) for price in (5_200, 2_500)] == [800, 3_500]
    says("take-or-offer", "60 − 52 = 8", "gains 35", "1 time in 2")


def played(vignette: str, script: str) -> Played:
    """Play some moves on from a position."""
    return play(set_up(VIGNETTES[vignette], MARKET).state, script)


def worth(vignette: str, move: str) -> int:
    """Return what Anna has on average after a move, if nobody trades any more."""
    state = played(vignette, move).state
    each = state.traders[0]
    return each.booked - each.debt + each.shares * value(state.rules, state.deck, state.period)


@pytest.mark.clause("MK-value", "MK-take")
def test_rising_share() -> None:
    view = asked("rising-share")
    assert value(view.rules, view.deck, view.period) == 4_800
    assert worth("rising-share", "1 buy 6000") - worth("rising-share", "1 wait") == -1_200
    wary = play(played("rising-share", "1 buy 6000").state, "* next 2").state
    assert STRATEGIES["fundamentalist"](MARKET.view(wary, 1), 0) == MARKET.read("2 bid 4300")
    says("rising-share", "2 × 24 = 48", "48 − 60 = −12", "at 43 or less")


@pytest.mark.clause("MK-credit", "MK-interest", "MK-value")
def test_borrow_to_buy() -> None:
    bought = "1 buy 3000; * next 1; 1 wait; * next 2; 2 wait; * next 3; 3 wait; * dividend {}"
    assert worth("borrow-to-buy", "1 buy 3000") - worth("borrow-to-buy", "1 wait") == 1_800
    assert played("borrow-to-buy", bought.format(800)).state.traders[0].booked == 4_000 - 3_000
    poor = played("borrow-to-buy", bought.format(0)).state
    assert poor.traders[0].debt == 3_150
    waits = "* next 1; 1 wait; * next 2; 2 wait; * next 3; 3 wait; * dividend 0"
    assert play(poor, waits).the(events.Ruined).debt == 3_307
    assert len(poor.deck.dividends) ** 2 == 16
    says("borrow-to-buy", "2 × 24 − 30 = 18", "5 × 8 = 40", "1.50", "3.07", "1 time in 16")
    says("borrow-to-buy", "a debt of 33.07")


@pytest.mark.clause("MK-margin", "MK-forced", "MK-ruin")
def test_margin_call() -> None:
    begun = asked("margin-call")
    assert (begun.traders[0].shares, begun.traders[0].debt, begun.last) == (6, 17_535, 7_000)
    waits = "* next 2; 2 wait; * next 3; 3 wait; * next 4; 4 wait; * dividend 0"
    late = played("margin-call", f"1 wait; * next 3; 3 sell 6000; * next 1; 1 wait; {waits}")
    called = late.the(events.MarginCalled)
    assert (called.seat, called.debt, called.most) == (0, 18_411, 18_000)
    sold = [(each.buyer, each.price) for each in late.all(events.ForceSold)]
    assert sold == [(None, 2_400)] * 6
    assert late.the(events.Ruined).debt == 4_011
    first = played("margin-call", f"1 sell 6000; * next 1; 1 wait; {waits}")
    assert not first.all(events.MarginCalled)
    assert first.state.traders[0].debt == 12_111
    assert loan(first.state.rules, 5, first.state.last) == 15_000
    says("margin-call", "6 × 30 = 180", "184.11 − 144 = 40.11", "121.11", "5 × 30 = 150")
