import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day.deck import default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import (
    BuyerLeft,
    CommissionPaid,
    DealBought,
    DealDeclined,
    DealsGivenUp,
    DealSold,
    DealTurnedUp,
    DieRolled,
    NoCommission,
    NoDealLeft,
    RollTied,
)
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import State
from paydays_widgets.games.pay_day.text import explain
from tests.games.pay_day.positions import answers, deal, done, legal, on, play, position, why

STAMPS = deal(150)
COPPER = deal(300)


@pytest.mark.clause("PD-deal")
def test_pd_deal_the_top_card_is_offered() -> None:
    played = play(position(on(3), on(0)), f"* roll 1; * deal {STAMPS}")
    assert played.the(DealTurnedUp) == DealTurnedUp(
        seat=0, deal=STAMPS, cost=150, commission=30, price=400
    )
    assert PAY_DAY.turn(played.state) == Decide((0,), "buy", 9, 0)
    assert answers(played.state, 1) == ["1 buy", "1 pass"]
    assert why(played.state, "1 stake 100") == ("PD-deal", "wrong_phase")
    assert why(played.state, "* roll 1") == ("PD-deal", "not_chance")


@pytest.mark.clause("PD-deal")
def test_pd_deal_it_is_bought_at_its_cost() -> None:
    played = play(position(on(3), on(0)), f"* roll 1; * deal {STAMPS}; 1 buy")
    assert played.cash == (175, 325)
    assert played.the(DealBought).cost == 150
    assert played.state.households[0].deals == (STAMPS,)
    assert STAMPS not in played.state.deals + played.state.deals_under


@pytest.mark.clause("PD-deal", "PD-raise")
def test_pd_deal_a_loan_may_pay_for_it() -> None:
    played = play(position(on(3, 10), on(0)), f"* roll 1; * deal {COPPER}; 1 buy; 1 borrow 300")
    assert (played.cash[0], played.loans[0]) == (10, 300)
    assert played.state.households[0].deals == (COPPER,)


@pytest.mark.clause("PD-deal", "PD-deal-deck")
def test_pd_deal_refused_it_goes_under_the_deck() -> None:
    played = play(position(on(3), on(3)), "* roll 1; * deal 4; 1 pass; * roll 1; * deal 2; 2 pass")
    assert played.all(DealDeclined) == (DealDeclined(seat=0, deal=4), DealDeclined(seat=1, deal=2))
    assert played.state.deals_under == (4, 2)
    assert played.cash == (325, 325)


@pytest.mark.clause("PD-deal-deck")
def test_pd_deal_deck_what_went_under_comes_in_its_order_when_the_rest_is_gone() -> None:
    state = position(on(3), on(3), deals_under=(4, 2))
    state = replace(state, deals=(), deals_under=(4, 2))
    state = play_in_a_short_deck(state)
    assert legal(state, 0) == ["* deal 4"]
    assert why(state, "* deal 2") == ("PD-deal-deck", "cannot_come")
    state = PAY_DAY.unfold(state, PAY_DAY.read("* deal 4"))[-1].state
    assert state.deals_under == (2,)


def play_in_a_short_deck(state: State) -> State:
    """Roll a 1 with cards missing, which ``play`` would not allow."""
    return PAY_DAY.unfold(state, PAY_DAY.read("* roll 1"))[-1].state


@pytest.mark.clause("PD-deal-deck")
def test_pd_deal_deck_only_cards_that_are_in_it_can_come() -> None:
    state = play(position(on(3), on(0, deals=(5,))), "* roll 1").state
    assert PAY_DAY.turn(state) == Chance("turn_up", 9, 0)
    assert len(legal(state, 0)) == 15
    assert why(state, "* deal 5") == ("PD-deal-deck", "cannot_come")
    assert why(state, "* deal 17") == ("PD-deal-deck", "cannot_come")
    assert why(state, "* roll 1") == ("PD-deal-deck", "cannot_come")
    assert why(state, "1 buy") == ("PD-deal-deck", "chance_acts")


@pytest.mark.clause("PD-deal")
def test_pd_deal_with_no_card_in_the_deck_nothing_happens() -> None:
    every = tuple(range(1, 17))
    played = play(position(on(3), on(0, deals=every)), "* roll 1")
    assert played.the(NoDealLeft) == NoDealLeft(seat=0)
    assert played.state.active == 1


@pytest.mark.clause("PD-deal")
def test_pd_deal_a_deck_without_deals_can_be_played() -> None:
    deck = replace(default_deck(), deals=(), deal_titles=())
    event = play(position(on(3), on(0), deck=deck), "* roll 1").the(NoDealLeft)
    told = [
        explain(event, ["Anna", "Ben"], Text("en", "paydays_widgets.games.pay_day"), each).why
        for each in (deck, default_deck())
    ]
    assert told == [
        "There are no Deals in this deck, so nothing happens.",
        "Every Deal is held, so nothing happens.",
    ]


# --- the commission -----------------------------------------------------------------------------


def bought(rules: Rules | None = None, buyer: int = 1) -> State:
    households = [on(7), on(7), on(7)]
    households[buyer] = on(3)
    state = position(*households, active=buyer, rules=rules)
    return play(state, f"* roll 1; * deal {COPPER}; {buyer + 1} buy").state


@pytest.mark.clause("PD-deal-commission")
def test_pd_deal_commission_all_roll_the_buyer_first() -> None:
    played = play(bought(), "* roll 2; * roll 5; * roll 4")
    assert [each.seat for each in played.all(DieRolled)] == [1, 2, 0]
    assert played.the(CommissionPaid) == CommissionPaid(
        seats=(2,), commission=35, each=35, transfers=played.the(CommissionPaid).transfers
    )
    assert played.cash == (325, 25, 360)


@pytest.mark.clause("PD-deal-commission")
def test_pd_deal_commission_the_buyer_can_win_it() -> None:
    assert play(bought(), "* roll 6; * roll 5; * roll 4").cash == (325, 60, 325)


@pytest.mark.clause("PD-deal-commission")
def test_pd_deal_commission_who_ties_rolls_again_and_nobody_else() -> None:
    played = play(bought(), "* roll 5; * roll 5; * roll 4; * roll 1; * roll 1; * roll 2; * roll 1")
    assert [each.seats for each in played.all(RollTied)] == [(1, 2), (1, 2)]
    assert [each.seat for each in played.all(DieRolled)] == [1, 2, 0, 1, 2, 1, 2]
    assert played.the(CommissionPaid).seats == (1,)


@pytest.mark.clause("PD-deal-commission")
def test_pd_deal_commission_split_a_tie_shares_whole_dollars() -> None:
    played = play(bought(Rules(commission_tie="split")), "* roll 5; * roll 5; * roll 4")
    assert played.the(CommissionPaid).each == 17
    assert played.cash == (325, 42, 342)
    played = play(bought(Rules(commission_tie="split")), "* roll 5; * roll 5; * roll 5")
    assert played.cash == (336, 36, 336)


@pytest.mark.clause("PD-deal-commission")
def test_pd_deal_commission_without_the_buyer() -> None:
    rules = Rules(buyer_rolls_for_commission=False)
    played = play(bought(rules), "* roll 1; * roll 2")
    assert [each.seat for each in played.all(DieRolled)] == [2, 0]
    assert played.the(CommissionPaid).seats == (0,)


@pytest.mark.clause("PD-deal-commission")
def test_pd_deal_commission_the_last_one_in_play() -> None:
    script = f"* roll 1; * deal {STAMPS}; 1 buy"
    played = play(position(on(3), done()), script, "* roll 1")
    assert played.the(CommissionPaid).seats == (0,)
    rules = Rules(buyer_rolls_for_commission=False)
    played = play(position(on(3), done(), rules=rules), script)
    assert played.the(NoCommission) == NoCommission(seat=0)
    assert played.cash[0] == 175


@pytest.mark.clause("PD-deal-commission")
def test_pd_deal_commission_one_dollar_among_two_is_not_paid() -> None:
    deck = default_deck()
    cheap = replace(deck.deals[0], commission=1)
    deck = replace(deck, deals=(cheap, *deck.deals[1:]))
    state = position(on(3), on(0), rules=Rules(commission_tie="split"), deck=deck)
    played = play(state, "* roll 1; * deal 1; 1 buy; * roll 3; * roll 3")
    assert played.the(CommissionPaid).transfers == ()


# --- buyers ------------------------------------------------------------------------------------


@pytest.mark.clause("PD-buyer")
def test_pd_buyer_one_deal_is_sold_and_goes_under_the_deck() -> None:
    state = play(position(on(8, deals=(3, 1, 16)), on(0), deals_under=(5,)), "* roll 1").state
    assert answers(state, 1) == ["1 sell 3", "1 sell 1", "1 sell 16", "1 pass"]
    assert why(state, "1 sell 2") == ("PD-buyer", "not_held")
    played = play(state, "1 sell 1")
    assert played.the(DealSold).price == 400
    assert played.cash[0] == 725
    assert played.state.households[0].deals == (3, 16)
    assert played.state.deals_under == (5, 1)
    assert played.state.active == 1


@pytest.mark.clause("PD-buyer")
def test_pd_buyer_a_seat_need_not_sell() -> None:
    played = play(position(on(8, deals=(3,)), on(0)), "* roll 1; 1 pass")
    assert played.the(BuyerLeft) == BuyerLeft(seat=0, deals=1)
    assert played.cash[0] == 325


@pytest.mark.clause("PD-buyer")
def test_pd_buyer_with_nothing_to_sell_nothing_is_asked() -> None:
    played = play(position(on(8), on(0)), "* roll 1")
    assert played.the(BuyerLeft) == BuyerLeft(seat=0, deals=0)
    assert played.state.active == 1


@pytest.mark.clause("PD-deal-worthless", "PD-payday-6-deals")
def test_pd_deal_worthless_unsold_at_the_end_it_counts_nothing() -> None:
    state = position(on(30, 0, deals=(16, 1)), on(0), rules=Rules(months=1), deals_under=(7,))
    played = play(state, "* roll 1")
    assert played.the(DealsGivenUp) == DealsGivenUp(seat=0, deals=(16, 1), cost=1650)
    assert played.cash[0] == 0
    assert played.state.deals_under == (7, 16, 1)


@pytest.mark.clause("PD-payday-6-deals")
def test_pd_payday_6_before_the_last_month_deals_are_kept() -> None:
    played = play(position(on(30, 0, deals=(16, 1)), on(0)), "* roll 1; 1 pass")
    assert played.all(DealsGivenUp) == ()
    assert played.state.households[0].deals == (16, 1)
