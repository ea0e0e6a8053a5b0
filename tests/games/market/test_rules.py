"""The rules of the market, clause by clause."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import WORD
from paydays_widgets.core.game import CHANCE, Chance, Complaint, Decide, Over, Settling, Standing
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.games.market import events
from paydays_widgets.games.market.deck import default_deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import Quote, State
from tests.games.market.positions import asked, dealt, legal, listed, opened, play, refused

FREE: dict[str, Any] = {"speech": "free"}


def schedule(seats: int, **rules: Any) -> list[tuple[int, ...]]:
    """Deal all cards of the two schedules, each time the first that is left."""
    state = MARKET.start(seats, Rules(**rules))
    while state.phase == "deal":
        state = MARKET.unfold(state, MARKET.legal(state, CHANCE)[0])[-1].state
    return [each.cards for each in state.traders]


# --- seats, roles, cards ------------------------------------------------------------------------


@pytest.mark.clause("MK-seats")
def test_mk_seats_two_to_sixty() -> None:
    for seats in (1, 61):
        with pytest.raises(Complaint, match=f"not {seats}"):
            MARKET.start(seats)
    state = MARKET.start(60, Rules("call"))
    assert MARKET.turn(state) == Chance("deal", 1, 0)
    assert refused(opened(8_000, 2_000, **FREE), "3 offer 100").clause == "MK-seats"


@pytest.mark.clause("MK-seats")
def test_mk_seats_sixty_play_a_period_of_either_institution() -> None:
    cards = [8_000 - 100 * at if at % 2 == 0 else 100 * at for at in range(60)]
    state = opened(*cards, institution="call")
    for seat, card in enumerate(cards, 1):
        state = play(state, f"{seat} offer {card}").state
    assert state.period == 2
    assert sum(each.gain > 0 for each in state.traders) == 40
    state = opened(*cards, **FREE)
    state = play(state, "59 offer 2200; 60 offer 2200").state
    assert [each.done for each in state.traders][-2:] == [1, 1]


@pytest.mark.clause("MK-roles")
def test_mk_roles_seats_buy_and_sell_by_turns() -> None:
    view = MARKET.view(opened(100, 200, 300, 400, 500, **FREE), None)
    assert [each.side for each in view.traders] == ["buyer", "seller"] * 2 + ["buyer"]


@pytest.mark.clause("MK-roles")
def test_mk_roles_are_swapped_in_the_second_half_with_new_cards() -> None:
    state = opened(8_000, 2_000, institution="call", swap=True, periods=3)
    played = play(state, "1 wait; 2 wait", "1 wait; 2 wait")
    assert played.names[-3:] == ("PeriodEnded", "CardsTold", "RolesSwapped")
    assert MARKET.turn(played.state) == Chance("deal", 3, 0)
    assert [each.cards for each in played.state.traders] == [(), ()]
    state = dealt(played.state, (3_000, 7_000))
    assert [each.side for each in MARKET.view(state, None).traders] == ["seller", "buyer"]
    sold = play(state, "1 offer 3000; 2 offer 7000")
    assert sold.the(events.Traded).seller == 0
    assert sold.gains == (2_000, 2_000)


@pytest.mark.clause("MK-cards")
def test_mk_cards_are_dealt_from_two_schedules_each_once() -> None:
    cards = schedule(8)
    assert sorted(card for (card,) in cards[::2]) == [2_000, 4_000, 6_000, 8_000]
    assert sorted(card for (card,) in cards[1::2]) == [1_000, 3_000, 5_000, 7_000]
    three = schedule(3, units=2)
    assert sorted(card for each in three[::2] for card in each) == [2_000, 4_000, 6_000, 8_000]
    assert three[1] == (1_000, 7_000)


@pytest.mark.clause("MK-cards")
def test_mk_cards_that_have_been_dealt_do_not_come_again() -> None:
    state = MARKET.start(4, Rules())
    assert [str(each.move) for each in MARKET.outcomes(state)] == ["* card 8000", "* card 2000"]
    assert refused(state, "* card 5000").clause == "MK-cards"
    state = play(state, "* card 2000; * card 7000").state
    assert [str(each.move) for each in MARKET.outcomes(state)] == ["* card 8000"]


@pytest.mark.clause("MK-cards")
def test_mk_cards_drawn_by_themselves_are_any_amount_of_the_scale() -> None:
    state = MARKET.start(2, Rules(values="drawn"))
    found = [str(each.move) for each in MARKET.outcomes(state)]
    assert (found[0], found[-1], len(found)) == ("* card 0", "* card 10000", 101)


@pytest.mark.clause("MK-cards")
def test_mk_cards_the_best_comes_first_and_nobody_else_sees_them() -> None:
    state = opened(3_000, 6_000, 9_000, 5_000, 4_000, 2_000, units=3, **FREE)
    assert [each.cards for each in state.traders] == [(9_000, 6_000, 3_000), (2_000, 4_000, 5_000)]
    for seat in (0, 1, None):
        found = [each.cards is not None for each in MARKET.view(state, seat).traders]
        assert found == [seat == 0, seat == 1]
    card = events.CardDealt(seat=0, side="buyer", amount=9_000)
    assert MARKET.witness(card, 0) == card
    assert MARKET.witness(card, 1) == replace(card, amount=None)


@pytest.mark.clause("MK-cards")
def test_mk_cards_a_card_has_the_same_lane_whatever_the_number_of_units() -> None:
    lanes = []
    for units in (1, 2, 3):
        state = MARKET.start(3, Rules(values="drawn", units=units))
        found = []
        while isinstance(turn := MARKET.turn(state), Chance) and turn.purpose == "deal":
            found.append(turn.repeat)
            state = play(state, "* card 5000").state
        lanes.append(found)
    assert lanes == [[0, 3, 6], [0, 1, 3, 4, 6, 7], [*range(9)]]


@pytest.mark.clause("MK-cards")
def test_mk_cards_who_has_traded_all_is_not_asked() -> None:
    state = play(opened(8_000, 2_000, 7_000, 3_000, **FREE), "1 offer 5000; 2 take 5000").state
    assert MARKET.turn(state) == Decide((2, 3), "speak", 1, 2)
    assert refused(state, "1 offer 100").reason == "traded_all"


# --- periods ------------------------------------------------------------------------------------


@pytest.mark.clause("MK-periods")
def test_mk_periods_a_call_asks_all_and_a_continuous_market_one_or_any() -> None:
    cards = (8_000, 2_000)
    call, free = opened(*cards, institution="call"), opened(*cards, **FREE)
    assert MARKET.turn(call) == Decide((0, 1), "call", 1, 0)
    assert MARKET.turn(free) == Decide((0, 1), "speak", 1, 0)
    assert MARKET.turn(opened(*cards)) == Chance("word", 1, 0)
    begun = play(MARKET.start(2, Rules(values="drawn")), "* card 8000; * card 2000")
    assert begun.the(events.PeriodBegun) == events.PeriodBegun(period=1, periods=3)


@pytest.mark.clause("MK-change")
def test_mk_change_cards_stay_or_are_drawn_again() -> None:
    for change, phase in (("stay", "call"), ("again", "deal")):
        state = opened(8_000, 2_000, institution="call", change=change)
        after = play(state, "1 wait; 2 wait")
        assert after.state.phase == phase
        assert after.state.period == 2
        kept = [each.cards for each in after.state.traders]
        assert kept == ([(8_000,), (2_000,)] if change == "stay" else [(), ()])


@pytest.mark.clause("MK-change")
def test_mk_change_demand_shifts_once_and_buyers_alone_are_told() -> None:
    state = opened(7_000, 2_000, institution="call", change="shift", periods=3)
    none = "1 wait; 2 wait"
    assert not play(state, none).all(events.DemandShifted)
    second = play(state, none, none)
    shift = second.the(events.DemandShifted)
    assert shift.amount == 2_000
    assert MARKET.witness(shift, 0) == shift
    for seat in (1, None):
        assert MARKET.witness(shift, seat) == events.DemandShifted(amount=None)
    assert [each.cards for each in second.state.traders] == [(9_000,), (2_000,)]
    ended = play(second.state, none)
    assert not ended.all(events.DemandShifted)
    assert ended.the(events.CardsTold).cards == ((9_000,), (2_000,))


@pytest.mark.clause("MK-change")
def test_mk_change_a_schedule_that_is_dealt_again_has_risen() -> None:
    state = MARKET.start(4, Rules("call", change="shift", swap=True))
    for _ in range(2):
        while state.phase == "deal":
            state = MARKET.unfold(state, MARKET.legal(state, CHANCE)[0])[-1].state
        state = play(state, "1 wait; 2 wait; 3 wait; 4 wait").state
    assert state.period == 3
    while state.phase == "deal":
        state = MARKET.unfold(state, MARKET.legal(state, CHANCE)[0])[-1].state
    assert sorted(each.cards for each in state.traders[1::2]) == [(4_000,), (10_000,)]


@pytest.mark.clause("MK-periods")
def test_mk_periods_nobody_acts_between_them() -> None:
    asked = play(opened(8_000, 2_000, institution="call"), "1 wait").state
    *between, after = MARKET.unfold(asked, MARKET.read("2 wait"))
    assert len(between) > 1
    for step in between:
        assert isinstance(MARKET.turn(step.state), Settling)
        assert MARKET.outcomes(step.state) == ()
    assert isinstance(MARKET.turn(after.state), Decide)


@pytest.mark.clause("MK-close", "MK-quota", "MK-cross")
def test_mk_close_says_why_a_period_ends() -> None:
    two, four = (8_000, 2_000), (8_000, 2_000, 7_000, 3_000)
    hasty = replace(default_deck(), patience=2)
    higher = "1 offer 100; 1 offer 200; 1 offer 300; 1 offer 400"
    for cause, state, script in (
        ("waits", opened(*two, **FREE), "1 wait; 2 wait"),
        ("side", opened(*two, **FREE), "1 offer 5000; 2 take 5000"),
        ("time", opened(*two, deck=hasty, **FREE), higher),
        ("quota", opened(*four, quota=1, **FREE), "1 offer 5000; 2 take 5000"),
        ("call", opened(*two, institution="call"), "1 wait; 2 wait"),
    ):
        assert play(state, script).the(events.PeriodEnded).cause == cause


# --- the call market ----------------------------------------------------------------------------


@pytest.mark.clause("MK-call")
def test_mk_call_a_price_is_handed_in_once_in_secret() -> None:
    state = play(opened(8_000, 2_000, institution="call"), "1 offer 6000").state
    assert MARKET.turn(state) == Decide((1,), "call", 1, 0)
    assert refused(state, "1 offer 7000").reason == "decided"
    assert refused(state, "2 withdraw").reason == "wrong_phase"
    assert MARKET.view(state, 1).traders[0].sealed is None
    assert MARKET.view(state, 1).traders[0].has_offered == 1
    assert MARKET.view(state, 0).traders[0].sealed == (6_000,)
    sealed = events.OfferSealed(seat=0, unit=0, price=6_000)
    assert MARKET.witness(sealed, 0) == sealed
    assert MARKET.witness(sealed, None) == replace(sealed, price=None)


@pytest.mark.clause("MK-call")
def test_mk_call_units_are_asked_for_one_after_the_other() -> None:
    state = opened(8_000, 7_000, 2_000, 3_000, institution="call", units=2)
    state = play(state, "1 offer 6000; 2 offer 3000").state
    assert MARKET.turn(state) == Decide((0, 1), "call", 1, 1)
    played = play(state, "1 offer 5000; 2 wait")
    opened_ = played.the(events.OffersOpened)
    assert (opened_.bids, opened_.asks) == ((6_000, 5_000), (3_000,))
    assert (opened_.units, opened_.price) == (1, 5_500)
    assert played.gains == (2_500, 3_500)


@pytest.mark.clause("MK-cross")
def test_mk_cross_the_price_lies_halfway_and_a_half_cent_goes_to_the_buyers() -> None:
    state = opened(8_000, 2_000, institution="call")
    played = play(state, "1 offer 6001; 2 offer 3000")
    assert played.the(events.Traded).price == 4_500
    assert played.gains == (3_500, 2_500)
    none = play(state, "1 offer 2000; 2 offer 3000")
    assert none.the(events.OffersOpened).price is None
    assert none.the(events.PeriodEnded).units == 0
    assert none.gains == (0, 0)


@pytest.mark.clause("MK-cross")
def test_mk_cross_next_prices_narrow_what_the_price_can_be() -> None:
    state = opened(9_000, 1_000, 7_000, 4_000, 5_000, 8_000, institution="call")
    bids = "1 offer 9000; 3 offer 7000; 5 offer 5000"
    played = play(state, bids, "2 offer 1000; 4 offer 4000; 6 offer 8000")
    trades = played.all(events.Traded)
    assert [(each.buyer, each.seller, each.price) for each in trades] == [
        (0, 1, 6_000),
        (2, 3, 6_000),
    ]
    assert [each.number for each in trades] == [1, 2]


@pytest.mark.clause("MK-tie")
def test_mk_tie_places_are_drawn_unit_by_unit() -> None:
    cards = (8_000, 2_000, 8_000, 3_000, 8_000, 9_000)
    state = opened(*cards, institution="call")
    for seat in (1, 3, 5):
        state = play(state, f"{seat} offer 5000").state
    state = play(state, "2 offer 2000; 4 offer 3000; 6 offer 9000").state
    assert MARKET.turn(state) == Chance("tie", 1, 0)
    assert {str(each.move): each.weight for each in MARKET.outcomes(state)} == {
        "* lot 1": 1,
        "* lot 3": 1,
        "* lot 5": 1,
    }
    assert refused(state, "* lot 2").clause == "MK-tie"
    first = play(state, "* lot 5")
    assert first.the(events.LotDrawn).tied == (0, 2, 4)
    assert MARKET.turn(first.state) == Chance("tie", 1, 1)
    played = play(first.state, "* lot 1")
    assert [each.buyer for each in played.all(events.Traded)] == [4, 0]
    assert played.gains[2] == 0


@pytest.mark.clause("MK-tie")
def test_mk_tie_sellers_too_and_a_seat_has_a_place_for_each_unit() -> None:
    cards = (9_000, 9_000, 3_000, 3_000, 9_000, 1_000, 3_000, 3_000)
    state = opened(*cards, institution="call", units=2)
    first = "1 offer 9000; 2 offer 3000; 3 offer 9000; 4 offer 3000"
    state = play(state, first, "1 offer 3000; 2 offer 3000; 3 wait; 4 offer 3000").state
    weights = {str(each.move): each.weight for each in MARKET.outcomes(state)}
    assert weights == {"* lot 2": 2, "* lot 4": 2}
    played = play(state, "* lot 2; * lot 4; * lot 2")
    drawn = played.all(events.LotDrawn)
    assert [(each.side, each.seat) for each in drawn] == [
        ("seller", 1),
        ("seller", 3),
        ("seller", 1),
    ]
    assert Counter(each.seller for each in played.all(events.Traded)) == {1: 2, 3: 1}


# --- the continuous market ----------------------------------------------------------------------


@pytest.mark.clause("MK-word")
def test_mk_word_is_drawn_among_those_who_do_not_wait() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000)
    assert [str(each.move) for each in MARKET.outcomes(state)] == [
        f"* next {seat}" for seat in range(1, 5)
    ]
    state = play(state, "* next 2").state
    assert MARKET.turn(state) == Decide((1,), "speak", 1, 0)
    assert refused(state, "1 offer 4000").clause == "MK-periods"
    state = play(state, "2 wait").state
    assert MARKET.turn(state) == Chance("word", 1, 1)
    assert refused(state, "* next 2").clause == "MK-word"


@pytest.mark.clause("MK-word")
def test_mk_word_where_it_is_free_news_is_a_new_question_and_waiting_is_none() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, **FREE)
    state = play(state, "3 wait").state
    assert MARKET.turn(state) == Decide((0, 1, 3), "speak", 1, 0)
    assert refused(state, "3 offer 4000").reason == "waits"
    state = play(state, "1 offer 4000").state
    assert MARKET.turn(state) == Decide((0, 1, 2, 3), "speak", 1, 1)


@pytest.mark.clause("MK-offer")
def test_mk_offer_has_to_be_better_than_the_best_of_its_side() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, **FREE)
    state = play(state, "1 offer 4000; 2 offer 6000").state
    for text in ("3 offer 4000", "3 offer 3999", "4 offer 6000", "4 offer 6050"):
        refusal = refused(state, text)
        assert (refusal.clause, refusal.reason) == ("MK-offer", "no_better")
        assert refusal.facts["side"] == ("buyer" if text[0] == "3" else "seller")
    assert "3 offer 4100" in legal(state, 3)
    assert play(state, "3 offer 4001; 4 offer 5999").book == ((4_000, 4_001), (6_000, 5_999))


@pytest.mark.clause("MK-offer")
def test_mk_offer_replaces_ones_own_and_a_lower_one_stands_again_after_a_trade() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, **FREE)
    played = play(state, "1 offer 3000; 3 offer 3500; 1 offer 4000")
    assert played.book == ((3_500, 4_000), ())
    assert played.all(events.OfferMade)[-1].before == 3_000
    sold = play(played.state, "2 take 4000")
    assert sold.book == ((3_500,), ())
    assert sold.the(events.Traded).buyer == 0


@pytest.mark.clause("MK-offer")
def test_mk_offer_that_reaches_the_other_side_trades_at_the_price_that_stood() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, **FREE)
    played = play(state, "2 offer 5000; 1 offer 8000")
    assert played.the(events.Traded).price == 5_000
    assert played.gains == (3_000, 3_000, 0, 0)
    played = play(state, "1 offer 5000; 4 offer 3000")
    assert played.the(events.Traded) == events.Traded(
        clause="MK-take", buyer=0, seller=3, price=5_000, number=1
    )


@pytest.mark.clause("MK-take")
def test_mk_take_names_the_best_price_which_has_to_stand() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, **FREE)
    assert refused(state, "2 take 4000").reason == "no_price"
    state = play(state, "1 offer 4000; 3 offer 4500").state
    assert refused(state, "2 take 4000").reason == "stale"
    assert "2 take 4500" in legal(state, 2)
    assert play(state, "2 take 4500").gains == (0, 2_500, 2_500, 0)


@pytest.mark.clause("MK-take")
def test_mk_take_takes_the_takers_own_offer_off_the_book() -> None:
    cards = (8_000, 7_000, 2_000, 3_000)
    state = opened(*cards, units=2, **FREE)
    played = play(state, "1 offer 4000; 2 offer 6000; 1 take 6000")
    assert played.book == ((), ())
    assert played.gains == (2_000, 4_000)


@pytest.mark.clause("MK-withdraw")
def test_mk_withdraw_takes_ones_own_offer_off_and_is_news() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, **FREE)
    assert refused(state, "1 withdraw").clause == "MK-withdraw"
    state = play(state, "1 offer 4000; 2 offer 6000; 3 wait").state
    assert refused(state, "4 withdraw").reason == "no_offer"
    played = play(state, "1 withdraw; 2 withdraw")
    assert played.book == ((), ())
    assert [each.price for each in played.all(events.OfferWithdrawn)] == [4_000, 6_000]
    assert not any(each.waits for each in played.state.traders)


@pytest.mark.clause("MK-wait")
@pytest.mark.clause("MK-close")
def test_mk_wait_a_period_ends_when_all_wait() -> None:
    for rules in (dict[str, Any](), FREE):
        state = opened(8_000, 2_000, **rules)
        for seat in (1, 2):
            state = state if rules else asked(state, seat)
            state = play(state, f"{seat} wait").state
        assert state.period == 2
        assert state.bids == ()


@pytest.mark.clause("MK-close")
def test_mk_close_when_one_side_has_nothing_left() -> None:
    state = opened(8_000, 2_000, 7_000, **FREE)
    ended = play(state, "1 offer 5000; 2 take 5000")
    assert ended.the(events.PeriodEnded).clause == "MK-close"
    assert [each.done for each in ended.state.traders] == [0, 0, 0]
    assert ended.state.going == 5_000


@pytest.mark.clause("MK-close")
def test_mk_close_after_so_many_questions_for_each_seat() -> None:
    deck = replace(default_deck(), patience=2)
    state = opened(8_000, 2_000, deck=deck)
    for price in (1_000, 2_000, 3_000):
        state = play(state, f"* next 1; 1 offer {price}").state
    assert state.period == 1
    assert play(state, "* next 1; 1 offer 4000").state.period == 2
    free = opened(8_000, 2_000, deck=deck, **FREE)
    played = play(free, "2 wait", *[f"1 offer {price}" for price in (1_000, 2_000, 3_000)])
    assert played.state.period == 1
    assert play(played.state, "1 offer 4000").state.period == 2


# --- policy -------------------------------------------------------------------------------------


@pytest.mark.clause("MK-limit")
def test_mk_limit_prices_end_with_the_scale_and_losses_are_allowed() -> None:
    state = opened(2_000, 8_000, **FREE)
    assert (refused(state, "1 offer 10001").clause) == "MK-limit"
    assert play(state, "1 offer 10000; 2 offer 0").gains == (-8_000, 2_000)
    assert listed(state, 1)[0] == "1 offer 0"
    assert listed(state, 1)[-2:] == ["1 offer 10000", "1 wait"]


@pytest.mark.clause("MK-ceiling")
def test_mk_ceiling_no_price_is_above_it() -> None:
    for institution in ("call", "continuous"):
        state = opened(8_000, 2_000, institution=institution, ceiling=40, speech="free")
        refusal = refused(state, "1 offer 4001")
        assert (refusal.clause, refusal.reason) == ("MK-ceiling", "above_limit")
        assert listed(state, 1)[-2:] == ["1 offer 4000", "1 wait"]


@pytest.mark.clause("MK-ceiling")
def test_mk_ceiling_a_call_draws_lots_among_those_it_leaves_without() -> None:
    state = opened(8_000, 2_000, 7_000, 6_000, institution="call", ceiling=40)
    state = play(state, "1 offer 4000; 2 offer 2000; 3 offer 4000; 4 wait").state
    played = play(state, "* lot 3")
    assert played.the(events.Traded).price == 4_000
    assert played.gains == (0, 2_000, 3_000, 0)


@pytest.mark.clause("MK-floor")
def test_mk_floor_no_price_is_below_it() -> None:
    state = opened(8_000, 2_000, floor=60, **FREE)
    refusal = refused(state, "2 offer 5999")
    assert (refusal.clause, refusal.reason) == ("MK-floor", "below_limit")
    assert listed(state, 2)[0] == "2 offer 6000"
    for seat in (1, 2):
        both = listed(opened(8_000, 2_000, floor=60, ceiling=50, **FREE), seat)
        assert both == [f"{seat} offer 5000", f"{seat} wait"]


@pytest.mark.clause("MK-tax")
@pytest.mark.parametrize(
    ("payer", "gains"), [("buyers", (1_000, 3_000)), ("sellers", (3_000, 1_000))]
)
def test_mk_tax_comes_off_the_gain_of_who_pays_it(payer: str, gains: tuple[int, int]) -> None:
    state = opened(8_000, 2_000, tax=20, payer=payer, **FREE)
    played = play(state, "1 offer 5000; 2 take 5000")
    assert played.gains == gains
    assert sum(each.tax for each in played.all(events.GainBooked)) == 2_000


@pytest.mark.clause("MK-quota")
def test_mk_quota_ends_a_period_of_a_continuous_market() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, quota=1, **FREE)
    ended = play(state, "1 offer 5000; 2 take 5000").the(events.PeriodEnded)
    assert (ended.clause, ended.units) == ("MK-quota", 1)


@pytest.mark.clause("MK-quota")
def test_mk_quota_leaves_the_others_of_a_call_without() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, institution="call", quota=1)
    played = play(state, "1 offer 8000; 2 offer 2000; 3 offer 7000; 4 offer 3000")
    assert played.the(events.Traded).price == 5_000
    assert played.gains == (3_000, 3_000, 0, 0)


# --- gains and the end --------------------------------------------------------------------------


@pytest.mark.clause("MK-gain")
def test_mk_gain_is_known_to_its_seat_alone_and_a_trade_to_all() -> None:
    state = opened(8_000, 2_000, 7_000, 3_000, **FREE)
    played = play(state, "1 offer 5000; 2 take 5000")
    trade = played.the(events.Traded)
    mine = played.all(events.GainBooked)[0]
    assert (mine.seat, mine.card, mine.gain) == (0, 8_000, 3_000)
    for seat in (0, 1, 2, None):
        assert MARKET.witness(trade, seat) is trade
        seen = MARKET.witness(mine, seat)
        assert seen == (mine if seat == 0 else replace(mine, card=None, gain=None))
        gains = [each.gain for each in MARKET.view(played.state, seat).traders]
        assert [each is not None for each in gains] == [at == seat for at in range(4)]
    assert MARKET.books(played.state) == {f"cash:{n}": 0 for n in range(1, 5)}


@pytest.mark.clause("MK-told")
@pytest.mark.clause("MK-end")
def test_mk_told_at_the_end_all_cards_are_shown_and_gains_paid() -> None:
    state = opened(2_000, 4_000, 7_000, 3_000, institution="call", periods=3)
    none = "1 wait; 2 wait; 3 wait; 4 wait"
    state = play(state, none, none).state
    played = play(state, "1 offer 9000; 2 offer 4000; 3 wait; 4 wait")
    assert played.names[-3:] == ("CardsTold", "GainsPaid", "GameEnded")
    assert played.the(events.GainsPaid).transfers == (
        Transfer("cash:1", "bank", 4_500),
        Transfer("bank", "cash:2", 2_500),
    )
    view = MARKET.view(played.state, None)
    assert [each.cards for each in view.traders] == [(2_000,), (4_000,), (7_000,), (3_000,)]
    assert [each.gain for each in view.traders] == [-4_500, 2_500, 0, 0]
    assert MARKET.turn(played.state) == Over(3)
    assert MARKET.standing(played.state) == Standing(((1,), (2, 3), (0,)), "MK-end")
    assert played.the(events.GameEnded).winners == (1,)
    assert refused(played.state, "1 offer 100").clause == "MK-end"


@pytest.mark.clause("MK-told")
def test_mk_told_cards_that_are_not_used_again_are_shown_with_their_period() -> None:
    state = opened(8_000, 2_000, institution="call", change="again")
    told = play(state, "1 wait; 2 wait").the(events.CardsTold)
    assert told.cards == ((8_000,), (2_000,))
    stays = opened(8_000, 2_000, institution="call")
    assert not play(stays, "1 wait; 2 wait").all(events.CardsTold)


# --- what a seat imagines -----------------------------------------------------------------------


def imagined(state: State, seat: int) -> State:
    luck = iter([WORD // 3, WORD // 2, WORD - 1, 0] * 20)
    return MARKET.imagine(state, seat, (), luck)


def test_a_seat_imagines_the_cards_that_are_left_of_both_schedules() -> None:
    state = MARKET.start(6, Rules(units=2, **FREE))
    while state.phase == "deal":
        state = MARKET.unfold(state, MARKET.legal(state, CHANCE)[0])[-1].state
    found = imagined(state, 2)
    assert found.traders[2] == state.traders[2]
    assert found != state
    for side in (slice(0, None, 2), slice(1, None, 2)):
        dealt_, seen = (
            Counter(card for each in those.traders[side] for card in each.cards)
            for those in (state, found)
        )
        assert seen == dealt_


def test_a_seat_imagines_what_was_handed_in_as_yet_to_be_decided() -> None:
    state = opened(8_000, 7_000, 2_000, 3_000, institution="call", units=2)
    state = play(state, "1 offer 6000; 2 offer 3000; 2 offer 4000").state
    found = imagined(state, 0)
    assert found.traders[0] == state.traders[0]
    assert found.traders[1].sealed == found.traders[1].cards[:1]
    assert MARKET.turn(found) == Decide((0, 1), "call", 1, 1)
    over = replace(state, phase="settling")
    assert imagined(over, 0) is over


def test_the_book_is_public() -> None:
    state = play(opened(8_000, 2_000, **FREE), "1 offer 3000; 2 offer 6000").state
    view = MARKET.view(state, None)
    assert (view.bids, view.asks) == ((Quote(0, 3_000),), (Quote(1, 6_000),))
