"""The rules of a market of shares, clause by clause. Amounts are in cents."""

from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide, Over
from paydays_widgets.games.market import events
from paydays_widgets.games.market.deck import default_deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.engine.shares import lapsed
from paydays_widgets.games.market.moves import Ask, Bid, Buy, Sell, Wait, Withdraw
from paydays_widgets.games.market.rules import Institution, Rules
from paydays_widgets.games.market.state import NONE, Quote, State, Trader, payout, value
from tests.games.market.positions import opened, play, refused

WAITS = "1 wait; 2 wait; 3 wait"


def market(seats: int = 3, **rules: Any) -> State:
    usual: dict[str, Any] = {"goods": "shares", "speech": "free", "periods": 5}
    return MARKET.start(seats, Rules(**{**usual, **rules}))


def held(
    *traders: Trader, last: int | None = None, bids: tuple[Quote, ...] = (), **rules: Any
) -> State:
    """Make a position at the end of the first period, before its dividend."""
    state = market(len(traders), **{"credit": 50, **rules})
    return replace(state, traders=traders, last=last, bids=bids, phase="dividend")


def sums(state: State) -> list[tuple[int, int, int]]:
    return [(each.booked, each.shares, each.debt) for each in state.traders]


@pytest.mark.clause("MK-goods")
def test_mk_goods_units_and_shares_are_named_by_other_moves() -> None:
    for move in ("1 offer 5000", "1 take 5000"):
        assert refused(market(), move).clause == "MK-goods"
    units = opened(8_000, 2_000, speech="free")
    for move in ("1 bid 5000", "2 ask 5000", "1 buy 5000", "2 sell 5000"):
        refusal = refused(units, move)
        assert (refusal.clause, refusal.facts["goods"]) == ("MK-goods", "units")


@pytest.mark.clause("MK-shares")
def test_mk_shares_three_portfolios_in_turn_are_worth_the_same() -> None:
    state = market(4)
    assert sums(state) == [(7_500, 3, 0), (19_500, 2, 0), (31_500, 1, 0), (7_500, 3, 0)]
    worth = value(state.rules, state.deck, 1)
    assert {cash + shares * worth for cash, shares, _ in sums(state)} == {43_500}
    assert isinstance(MARKET.turn(state), Decide)
    assert MARKET.turn(market(institution="call")) == Decide((0, 1, 2), "call", 1, 0)


@pytest.mark.clause("MK-dividend")
def test_mk_dividend_each_share_pays_when_a_period_ends() -> None:
    ended = play(market(), WAITS)
    assert MARKET.turn(ended.state) == Chance("dividend", 1, 0)
    assert [str(each.move) for each in MARKET.outcomes(ended.state)] == [
        f"* dividend {amount}" for amount in (0, 800, 2_800, 6_000)
    ]
    paid = play(ended.state, "* dividend 2800")
    assert paid.the(events.DividendPaid).shares == (3, 2, 1)
    assert paid.the(events.DividendPaid).left == 4
    assert [cash for cash, _, _ in sums(paid.state)] == [15_900, 25_100, 34_300]
    assert paid.names == ("DividendPaid", "PeriodBegun")
    assert paid.state.period == 2


@pytest.mark.clause("MK-value")
def test_mk_value_is_the_mean_of_the_dividends_to_come_and_may_be_shown() -> None:
    rules, deck = market().rules, default_deck()
    assert [value(rules, deck, n) for n in (1, 2, 5, 6)] == [12_000, 9_600, 2_400, 0]
    assert payout(deck, 15) == 36_000
    for shown in (False, True):
        trade = play(market(shown=shown), "1 ask 9000; 2 buy 9000").the(events.Traded)
        assert (trade.share, trade.value) == (True, 12_000 if shown else None)


@pytest.mark.clause("MK-offer", "MK-take", "MK-limit")
def test_everyone_bids_and_asks_and_trades_at_the_price_that_stood() -> None:
    state = play(market(), "1 bid 5000; 1 ask 9000; 2 bid 5100; 3 ask 8000").state
    assert [each.price for each in state.bids] == [5_000, 5_100]
    assert refused(state, "1 bid 5100").clause == "MK-offer"
    assert refused(state, "1 ask 8000").clause == "MK-offer"
    assert refused(state, "1 buy 8100").reason == "stale"
    assert refused(market(), "1 buy 8100").reason == refused(market(), "1 sell 81").reason
    assert refused(market(), "3 ask 30001").clause == "MK-limit"
    assert refused(market(), "1 bid 30001").clause == "MK-limit"
    for script in ("2 buy 8000", "2 bid 8500"):
        bought = play(state, script)
        assert bought.the(events.Traded).price == 8_000
        assert sums(bought.state)[1:] == [(11_500, 3, 0), (39_500, 0, 0)]
        assert [each.seat for each in bought.state.bids] == [0]
    sold = play(state, "3 ask 5000")
    assert sold.the(events.Traded).price == 5_100
    assert MARKET.refuse(state, Sell(0, 5_100)) is None


@pytest.mark.clause("MK-limit")
def test_mk_limit_the_highest_price_is_all_that_a_share_could_pay() -> None:
    for periods in (3, 5):
        state, top = market(periods=periods), 6_000 * periods
        asked = [each.price for each in MARKET.legal(state, 0) if isinstance(each, Ask)]
        assert asked[-1] == top
        assert MARKET.refuse(state, Ask(0, top)) is None
        assert refused(state, f"1 ask {top + 1}").facts["most"] == top


@pytest.mark.clause("MK-cash", "MK-short")
def test_mk_cash_the_last_cent_may_be_paid_and_a_cent_below_ones_own_ask_bid() -> None:
    cash = market().traders[0].booked
    for price in (cash, cash + 1):
        legal = MARKET.legal(play(market(), f"2 ask {price}").state, 0)
        assert (Buy(0, price) in legal) is (price == cash)
    asked = play(market(), "1 ask 5001").state
    assert [each.price for each in MARKET.legal(asked, 0) if isinstance(each, Bid)][-1] == 5_000
    for price in (cash, cash + 1):
        state = replace(market(), bids=(Quote(0, price),))
        assert bool(lapsed(state, []).bids) is (price == cash)


@pytest.mark.clause("MK-withdraw")
def test_mk_withdraw_takes_bid_and_ask_off_the_book() -> None:
    off = play(market(), "1 bid 5000; 1 ask 9000; 1 withdraw")
    assert off.names[-2:] == ("OfferWithdrawn", "OfferWithdrawn")
    assert off.state.bids == off.state.asks == ()
    assert refused(off.state, "1 withdraw").clause == "MK-withdraw"


@pytest.mark.clause("MK-sealed", "MK-call")
def test_mk_sealed_a_call_asks_for_a_bid_and_then_for_an_ask() -> None:
    state = market(institution="call", units=2)
    assert refused(state, "1 ask 5000").reason == "bid_now"
    state = play(state, "1 bid 7000; 2 bid 7000; 3 wait").state
    assert refused(state, "1 bid 5000").reason == "ask_now"
    assert refused(state, "1 ask 7000").reason == "own"
    assert not [
        each for each in MARKET.legal(state, 0) if isinstance(each, Ask) and each.price <= 7_000
    ]
    state = play(state, "1 wait; 2 wait; 3 ask 6000").state
    assert MARKET.turn(state) == Decide((0, 1, 2), "call", 1, 2)
    assert refused(state, "1 bid 501").facts["most"] == 500
    assert refused(state, "3 bid 6000").facts["side"] == "seller"
    called = play(state, "1 bid 500; 2 wait; 3 wait")
    assert MARKET.turn(called.state) == Decide((0, 1), "call", 1, 3)  # one share, asked for
    called = play(called.state, "1 wait; 2 wait; * lot 2")
    assert called.the(events.Traded).price == 7_000
    assert sums(called.state)[1:] == [(12_500, 3, 0), (38_500, 0, 0)]
    assert called.state.phase == "dividend"


@pytest.mark.clause("MK-sealed", "MK-ruin")
def test_mk_sealed_who_can_name_no_price_is_not_asked() -> None:
    state = market(2, institution="call")
    bare = [replace(each, shares=0) for each in state.traders]
    closed = play(replace(state, traders=tuple(bare)), "1 bid 100; 2 wait")
    assert closed.names[-2:] == ("OffersOpened", "PeriodEnded")
    lost = [replace(each, out=True) for each in state.traders[:1]] + [state.traders[1]]
    after = play(replace(state, traders=tuple(lost), phase="dividend"), "* dividend 0").state
    assert after.traders[0].sealed == (NONE,)
    assert MARKET.turn(after) == Decide((1,), "call", 2, 0)
    assert play(after, "2 wait").state.traders[0].sealed == (NONE, NONE)


@pytest.mark.clause("MK-sealed")
def test_what_others_have_sealed_is_imagined_as_undecided() -> None:
    state = play(market(institution="call"), "1 bid 7000; 2 bid 6000; 3 wait; 1 ask 9000").state
    seen = MARKET.imagine(state, 1, (), iter(()))
    assert [each.sealed for each in seen.traders] == [(7_500,), (6_000,), (12_000,)]
    free = market()
    assert MARKET.imagine(free, 1, (), iter(())) is free
    assert MARKET.view(state, 1).traders[0].sealed is None


@pytest.mark.clause("MK-cash")
def test_mk_cash_nobody_bids_more_than_they_have_and_a_bid_lapses_that_they_cannot_pay() -> None:
    refusal = refused(market(), "1 bid 7501")
    assert (refusal.clause, refusal.facts["most"]) == ("MK-cash", 7_500)
    assert refused(play(market(), "3 ask 8000").state, "1 buy 8000").clause == "MK-cash"
    state = held(Trader(), Trader(booked=30_000), Trader(shares=2), last=20_000)
    lapsed = play(replace(state, phase="speak"), "1 bid 9000; 2 bid 10000; 3 sell 10000")
    event = lapsed.the(events.OfferLapsed)
    assert (event.seat, event.price) == (0, 9_000)


@pytest.mark.clause("MK-credit")
def test_mk_credit_covers_what_cash_does_not_up_to_the_last_price() -> None:
    state = market(credit=50)
    assert refused(state, "1 bid 7600").clause == "MK-credit"  # nothing has been traded yet
    state = play(state, "3 ask 5000; 1 buy 5000; 2 ask 12000").state
    assert MARKET.view(state, 0).traders[0].means == 2_500 + 5 * 2_500
    bought = play(state, "1 buy 12000")
    loan = bought.the(events.LoanTaken)
    assert (loan.amount, loan.debt) == (9_500, 9_500)
    assert sums(bought.state)[0] == (0, 5, 9_500)
    sheet = MARKET.sheet(bought.state, 0)
    assert (sheet.counted, sheet.owes) == (-9_500, 9_500)


@pytest.mark.clause("MK-repay")
def test_mk_repay_what_comes_in_goes_to_debts_first() -> None:
    state = held(Trader(shares=2, debt=3_000), Trader(booked=9_000), last=10_000)
    paid = play(state, "* dividend 800")
    assert paid.the(events.LoanRepaid).debt == 1_400
    assert sums(paid.state)[0] == (0, 2, 1_400)
    state = replace(paid.state, traders=(Trader(shares=2, debt=1_400), Trader(booked=9_000)))
    sold = play(state, "2 bid 2000; 1 sell 2000")
    assert sums(sold.state)[0] == (600, 1, 0)


@pytest.mark.clause("MK-interest")
def test_mk_interest_is_added_to_debts_and_parts_of_cents_are_dropped() -> None:
    state = held(Trader(shares=9, debt=1_019), Trader(booked=9_000), last=10_000, rate=10)
    booked = play(state, "* dividend 0").the(events.InterestBooked)
    assert (booked.debt, booked.rate, booked.amount) == (1_019, 10, 101)


@pytest.mark.clause("MK-margin", "MK-forced")
def test_mk_margin_who_owes_too_much_sells_to_the_bank() -> None:
    state = held(Trader(shares=3, debt=7_000), Trader(booked=9_000), last=4_000)
    sold = play(state, "* dividend 0")
    called = sold.the(events.MarginCalled)
    assert (called.seat, called.debt, called.most, called.credit) == (0, 7_000, 6_000, 50)
    forced = sold.all(events.ForceSold)
    assert [(each.buyer, each.price) for each in forced] == [(None, 4_000)]
    assert sums(sold.state)[0] == (0, 2, 3_000)


@pytest.mark.clause("MK-forced")
def test_mk_forced_the_best_bid_of_others_goes_before_the_bank_and_one_fall_leads_to_another() -> (
    None
):
    bids = (Quote(2, 9_700), Quote(0, 9_800))
    state = held(
        Trader(shares=3, debt=46_000),
        Trader(shares=2, debt=11_000),
        Trader(booked=9_700),
        last=30_000,
        bids=bids,
    )
    sold = play(state, "* dividend 0")
    assert [each.seat for each in sold.all(events.MarginCalled)] == [0, 1]
    forced = [(each.seat, each.buyer, each.price) for each in sold.all(events.ForceSold)]
    assert forced == [(0, 2, 9_700), (0, None, 9_600), (0, None, 9_600), (1, None, 9_600)]
    assert sold.the(events.Ruined).debt == 17_100
    assert sold.the(events.OfferLapsed).seat == 0
    assert sums(sold.state) == [(0, 0, 17_100), (0, 1, 1_400), (0, 1, 0)]


@pytest.mark.clause("MK-forced")
def test_mk_forced_a_buyer_may_borrow_and_a_share_without_value_brings_nothing() -> None:
    state = held(
        Trader(shares=3, debt=15_000), Trader(shares=2), last=9_600, bids=(Quote(1, 9_600),)
    )
    sold = play(state, "* dividend 0")
    assert sold.the(events.LoanTaken).amount == 9_600
    broke = held(Trader(shares=1, debt=1), Trader(), last=0)
    sold = play(broke, "* dividend 0")
    assert sold.the(events.ForceSold).transfers == ()
    assert sums(sold.state)[0] == (0, 0, 1)


@pytest.mark.clause("MK-ruin")
def test_mk_ruin_who_owes_and_has_nothing_acts_no_more() -> None:
    state = held(Trader(debt=50), Trader(booked=900, shares=1), Trader(shares=1), last=1_000)
    ruined = play(state, "* dividend 0")
    assert ruined.the(events.Ruined).seat == 0
    assert MARKET.turn(ruined.state) == Decide((1, 2), "speak", 2, 0)
    assert refused(ruined.state, "1 wait").clause == "MK-ruin"
    assert MARKET.playing(ruined.state) == [False, True, True]
    assert MARKET.view(ruined.state, None).traders[0].left == 0
    again = play(ruined.state, "2 wait; 3 wait; * dividend 0")
    assert not again.all(events.Ruined)
    lost = replace(ruined.state, traders=(ruined.state.traders[0],) * 2, phase="dividend")
    assert MARKET.turn(play(lost, "* dividend 0").state) == Chance("dividend", 3, 0)


@pytest.mark.clause("MK-short")
def test_mk_short_nobody_sells_what_they_do_not_have_or_trades_with_themselves() -> None:
    state = play(market(), "3 ask 5000; 1 buy 5000").state
    assert refused(state, "3 ask 9000").clause == "MK-short"
    assert not [each for each in MARKET.legal(state, 2) if isinstance(each, Ask | Sell)]
    assert refused(play(state, "1 bid 100").state, "3 sell 100").clause == "MK-short"
    own = play(market(), "1 ask 5000; 1 bid 4000").state
    for move in ("1 buy 5000", "1 bid 5000", "1 sell 4000", "1 ask 4000"):
        assert refused(own, move).clause == "MK-short"
    kinds = {type(each) for each in MARKET.legal(own, 0)}
    assert kinds == {Bid, Ask, Withdraw, Wait}
    assert Buy in {type(each) for each in MARKET.legal(own, 1)}
    sold = play(market(), "2 bid 4000; 3 ask 9000; 3 sell 4000").state
    assert not sold.asks  # who sells has no ask left


@pytest.mark.clause("MK-end", "MK-ruin")
def test_mk_end_shares_are_worth_nothing_and_cash_less_debts_decides() -> None:
    state = held(Trader(shares=3, debt=20_000), Trader(booked=900, shares=1), last=30_000)
    ended = play(replace(state, period=5), "* dividend 6000")
    assert ended.names == ("DividendPaid", "LoanRepaid", "Ruined", "GameEnded")
    over = ended.the(events.GameEnded)
    assert (over.winners, over.totals, over.shares) == ((1,), (-2_000, 6_900), True)
    assert MARKET.turn(ended.state) == Over(5)
    assert MARKET.sheet(ended.state, 1).has == 6_900


@pytest.mark.clause("MK-close", "MK-word")
def test_a_period_ends_when_all_wait_or_time_is_up_and_seats_are_drawn() -> None:
    state = market(speech="drawn")
    assert [each.move.seat for each in MARKET.outcomes(state)] == [0, 1, 2]  # type: ignore[union-attr]
    late = replace(market(), count=59)
    assert play(late, "1 bid 100").the(events.PeriodEnded).cause == "time"


@pytest.mark.clause("MK-limit")
@pytest.mark.parametrize("institution", ["continuous", "call"])
def test_mk_limit_no_share_is_given_away(institution: Institution) -> None:
    state = market(2, institution=institution)
    bidding = (state, "1 bid"), (play(state, "1 wait; 2 wait").state, "1 ask")
    for at, what in bidding if institution == "call" else ((state, "1 bid"), (state, "1 ask")):
        for price in (0, 99):
            refusal = refused(at, f"{what} {price}")
            assert (refusal.clause, refusal.reason) == ("MK-limit", "below_limit")
            assert refusal.facts["least"] == 100
        prices = [each.price for each in MARKET.legal(at, 0) if isinstance(each, Bid | Ask)]
        assert min(prices) == 100
