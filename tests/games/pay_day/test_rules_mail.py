import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.games.pay_day.deck import default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import (
    BillCancelled,
    BillKept,
    InsuranceBought,
    InsuranceDiscarded,
    InsuranceEnded,
    InsuranceOffered,
    MailDiscarded,
    MailReshuffled,
    NoMailLeft,
    NoTickets,
    SwellfareLost,
    SwellfareOffered,
    SwellfareStaked,
    SwellfareUnused,
    SwellfareWon,
    TicketKept,
    TicketsCashed,
    TicketsVoided,
    WindfallPaid,
)
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Household, State
from tests.games.pay_day.positions import (
    AD,
    CAR,
    HEALTH,
    POSTCARD,
    SWELLFARE,
    Played,
    answers,
    legal,
    mail,
    on,
    play,
    position,
    refused,
    why,
)

WIPERS = mail("bill", 25, "car")
GEARBOX = mail("bill", 150, "car")
DROPS = mail("bill", 15, "health")
CROWN = mail("bill", 75, "health")
WHEN_DUE = Rules(banking="when_due")
WEDDING = mail("bill", 500)
HOLIDAY = mail("bill", 300)
TICKET = mail("ticket", 50)
TICKET_TOO = mail("ticket", 100)


def got(card: int, household: Household | None = None, rules: Rules | None = None) -> Played:
    """Deliver one card to the first seat, on day 11."""
    return play(position(household or on(10), on(0), rules=rules), f"* roll 1; * mail {card}")


@pytest.mark.clause("PD-mail")
def test_pd_mail_as_many_cards_as_the_day_shows() -> None:
    played = play(position(on(0), on(0)), f"* roll 3; * mail {AD}; * mail {POSTCARD}")
    assert PAY_DAY.turn(played.state) == Chance("mail", 9, 2)
    played = play(played.state, f"* mail {mail('postcard', nth=1)}")
    assert played.state.active == 1


@pytest.mark.clause("PD-mail")
def test_pd_mail_a_bill_is_kept_and_paid_later() -> None:
    played = got(WIPERS, on(10, bills=(DROPS,)))
    assert played.the(BillKept) == BillKept(seat=0, card=WIPERS, amount=25, bills=40)
    assert played.state.households[0].bills == (DROPS, WIPERS)
    assert played.cash == (325, 325)


@pytest.mark.clause("PD-mail", "PD-mail-order")
def test_pd_mail_a_windfall_is_paid_at_once_and_discarded() -> None:
    windfall = mail("windfall", 150)
    played = got(windfall)
    assert played.the(WindfallPaid).amount == 150
    assert played.cash == (475, 325)
    assert played.state.mail_discard == (windfall,)


@pytest.mark.clause("PD-mail")
@pytest.mark.parametrize("card", [POSTCARD, AD])
def test_pd_mail_postcards_and_advertisements_are_discarded(card: int) -> None:
    played = got(card)
    assert played.the(MailDiscarded) == MailDiscarded(seat=0, card=card)
    assert played.state.mail_discard == (card,)


@pytest.mark.clause("PD-mail-deck")
def test_pd_mail_deck_only_cards_that_are_in_it_can_come() -> None:
    state = play(position(on(10), on(0, bills=(WIPERS,)), mail_discard=(AD,)), "* roll 1").state
    assert len(legal(state, 0)) == 70
    for text in (f"* mail {WIPERS}", f"* mail {AD}", "* mail 73", "* roll 1", "* deal 1"):
        assert why(state, text) == ("PD-mail-deck", "cannot_come")
    assert why(state, "1 pass") == ("PD-mail-deck", "chance_acts")


def last_cards(*under: int, discard: bool = False) -> State:
    """Put all but the last cards of mail into the second seat's hands, or on the discard."""
    others = tuple(number for number in range(1, 73) if number not in under)
    if discard:
        return position(on(10), on(0), mail_under=under, mail_discard=others)
    return position(on(10), on(0, bills=others), mail_under=under)


@pytest.mark.clause("PD-mail-deck", "PD-lottery")
def test_pd_mail_deck_what_went_under_comes_last_in_its_order() -> None:
    state = play(last_cards(TICKET_TOO, TICKET), "* roll 1").state
    assert legal(state, 0) == [f"* mail {TICKET_TOO}"]
    assert why(state, f"* mail {TICKET}") == ("PD-mail-deck", "cannot_come")
    played = play(state, f"* mail {TICKET_TOO}")
    assert played.state.mail_under == (TICKET,)
    assert played.state.households[0].tickets == (TICKET_TOO,)


@pytest.mark.clause("PD-mail-deck")
def test_pd_mail_deck_the_discard_is_reshuffled_when_the_deck_is_empty() -> None:
    played = play(last_cards(discard=True), "* roll 1")
    assert played.the(MailReshuffled) == MailReshuffled(cards=72)
    assert played.state.mail == tuple(range(1, 73))
    assert played.state.mail_discard == ()
    assert PAY_DAY.turn(played.state) == Chance("mail", 9, 0)


@pytest.mark.clause("PD-mail-deck", "PD-mail-order")
def test_pd_mail_deck_a_card_just_used_up_is_reshuffled_too() -> None:
    others = tuple(number for number in range(1, 73) if number != AD)
    state = position(on(4), on(0, bills=others), mail_under=(AD,))
    played = play(state, f"* roll 1; * mail {AD}")
    assert played.the(MailReshuffled).cards == 1
    assert play(played.state, f"* mail {AD}").state.mail_discard == (AD,)


@pytest.mark.clause("PD-mail-deck")
def test_pd_mail_deck_with_no_mail_anywhere_none_is_drawn() -> None:
    state = position(on(2), on(0, bills=tuple(range(1, 73))))
    played = play(replace(state, households=(on(0), state.households[1])), "* roll 3")
    assert played.the(NoMailLeft) == NoMailLeft(seat=0, missing=3)
    assert played.state.active == 1


# --- lottery ------------------------------------------------------------------------------------


@pytest.mark.clause("PD-lottery")
def test_pd_lottery_a_ticket_is_kept() -> None:
    played = got(TICKET)
    assert played.the(TicketKept).amount == 50
    assert played.state.households[0].tickets == (TICKET,)


@pytest.mark.clause("PD-lottery", "PD-mail-order")
def test_pd_lottery_one_visit_cashes_all_tickets() -> None:
    played = play(position(on(28, tickets=(TICKET_TOO, TICKET)), on(0)), "* roll 1")
    assert played.the(TicketsCashed).amount == 150
    assert played.cash == (475, 325)
    assert played.state.households[0].tickets == ()
    assert played.state.mail_discard == (TICKET_TOO, TICKET)


@pytest.mark.clause("PD-lottery")
def test_pd_lottery_without_a_ticket_nothing_is_drawn() -> None:
    assert play(position(on(28), on(0)), "* roll 1").the(NoTickets) == NoTickets(seat=0)


@pytest.mark.clause("PD-lottery", "PD-payday-5-lottery")
def test_pd_lottery_unused_tickets_go_under_the_deck_at_the_months_end() -> None:
    state = position(on(28, 0, tickets=(TICKET_TOO, TICKET)), on(0), mail_under=(AD,))
    played = play(state, "* roll 3; 1 pass")
    assert played.the(TicketsVoided).under
    assert played.state.mail_under == (AD, TICKET_TOO, TICKET)
    assert played.state.households[0].tickets == ()


@pytest.mark.clause("PD-payday-5-lottery", "PD-lottery")
def test_pd_lottery_by_a_switch_they_go_to_the_discard() -> None:
    state = position(on(28, 0, tickets=(TICKET,)), on(0), rules=Rules(lottery_discard="discard"))
    played = play(state, "* roll 3; 1 pass")
    assert not played.the(TicketsVoided).under
    assert (played.state.mail_under, played.state.mail_discard) == ((), (TICKET,))


# --- Swellfare ----------------------------------------------------------------------------------


@pytest.mark.clause("PD-swellfare")
def test_pd_swellfare_debts_are_loan_interest_and_bills_against_cash() -> None:
    played = got(SWELLFARE, on(10, 145, loan=100, bills=(WIPERS,)), WHEN_DUE)
    assert played.the(SwellfareUnused) == SwellfareUnused(
        seat=0, card=SWELLFARE, loan=100, interest=20, bills=25, means=145, declined=False
    )
    assert played.state.mail_discard == (SWELLFARE,)
    played = got(SWELLFARE, on(10, 144, loan=100, bills=(WIPERS,)), WHEN_DUE)
    assert played.the(SwellfareOffered).means == 144
    assert PAY_DAY.turn(played.state) == Decide((0,), "bet", 9, 0)


@pytest.mark.clause("PD-swellfare", "PD-loan")
def test_pd_swellfare_whoever_could_stake_with_a_loan_is_asked() -> None:
    played = got(SWELLFARE, on(10, 325))
    offered = played.the(SwellfareOffered)
    assert (offered.loan, offered.interest, offered.bills, offered.means) == (0, 0, 0, 325)
    assert why(played.state, "1 stake 10") == ("PD-swellfare", "not_in_need")
    assert why(play(played.state, "1 borrow 1600").state, "1 stake 10")[1] == "not_in_need"
    assert play(played.state, "1 borrow 1700; 1 stake 10").state.phase == "swellfare"
    saved = play(got(SWELLFARE, on(10, 325, savings=300)).state, "1 withdraw 300").state
    assert play(saved, "1 borrow 2900; 1 stake 10").state.phase == "swellfare"


@pytest.mark.clause("PD-swellfare", "PD-raise")
def test_pd_swellfare_within_a_limit_not_everyone_could() -> None:
    most = Rules(max_loan=6900)
    assert 6900 * 20 // 100 == 1380
    assert got(SWELLFARE, on(10, 1380), most).the(SwellfareUnused).means == 1380
    assert got(SWELLFARE, on(10, 1379), most).state.phase == "bet"
    # The interest on what is owed already counts too, and so do the fees of withdrawals.
    assert got(SWELLFARE, on(10, 1480, loan=100), most).all(SwellfareOffered) == ()
    assert got(SWELLFARE, on(10, 1479, loan=100), most).state.phase == "bet"
    assert got(SWELLFARE, on(10, 1280, savings=200), most).all(SwellfareOffered) == ()
    assert got(SWELLFARE, on(10, 1279, savings=200), most).state.phase == "bet"


@pytest.mark.clause("PD-swellfare")
def test_pd_swellfare_savings_do_not_count_unless_a_switch_says_so() -> None:
    household = on(10, 100, savings=500, bills=(HOLIDAY,))
    assert got(SWELLFARE, household).state.phase == "bet"
    rules = Rules(swellfare_debt_test="cash_and_savings", banking="when_due")
    assert got(SWELLFARE, household, rules).the(SwellfareUnused).means == 600
    poorer = on(10, 100, savings=100, bills=(HOLIDAY,))
    assert got(SWELLFARE, poorer, rules).the(SwellfareOffered).means == 200


@pytest.mark.clause("PD-swellfare")
def test_pd_swellfare_stakes_are_10_to_100_in_steps_of_10() -> None:
    state = got(SWELLFARE, on(10, 200, bills=(WEDDING,))).state
    assert answers(state, 1) == [*[f"1 stake {n}" for n in range(10, 101, 10)], "1 pass"]
    for sum_ in (5, 15, 110):
        assert refused(state, f"1 stake {sum_}").facts == {
            "amount": sum_,
            "least": 10,
            "most": 100,
        }
        assert why(state, f"1 stake {sum_}") == ("PD-swellfare", "no_such_stake")
    assert why(state, "1 buy") == ("PD-swellfare", "wrong_phase")


@pytest.mark.clause("PD-swellfare")
@pytest.mark.parametrize("pips", [5, 6])
def test_pd_swellfare_a_5_or_6_pays_ten_times_the_stake(pips: int) -> None:
    played = play(got(SWELLFARE, on(10, 200, bills=(WEDDING,))).state, "1 stake 100")
    assert played.the(SwellfareStaked).stake == 100
    assert played.state.stakes == 100
    assert PAY_DAY.turn(played.state) == Chance("swellfare", 9, 0)
    played = play(played.state, f"* roll {pips}")
    assert played.the(SwellfareWon).prize == 1000
    assert played.cash == (1100, 325)
    assert (played.state.stakes, played.state.pot) == (0, 0)
    assert played.state.mail_discard == (SWELLFARE,)


@pytest.mark.clause("PD-swellfare")
def test_pd_swellfare_by_a_switch_the_stake_comes_back_on_top() -> None:
    state = got(SWELLFARE, on(10, 200, bills=(WEDDING,)), Rules(stake_returned=True)).state
    played = play(state, "1 stake 50; * roll 5")
    assert played.cash == (700, 325)


@pytest.mark.clause("PD-swellfare", "PD-pot")
@pytest.mark.parametrize("pips", [1, 2, 3, 4])
def test_pd_swellfare_otherwise_the_stake_goes_to_the_pot(pips: int) -> None:
    state = got(SWELLFARE, on(10, 200, bills=(WEDDING,))).state
    played = play(state, f"1 stake 30; * roll {pips}")
    assert played.the(SwellfareLost).pot == 30
    assert played.cash == (170, 325)
    assert (played.state.pot, played.state.pot_open, played.state.stakes) == (30, False, 0)
    assert played.state.mail_discard == (SWELLFARE,)


@pytest.mark.clause("PD-swellfare", "PD-raise")
def test_pd_swellfare_the_test_comes_before_the_stake_which_may_be_raised() -> None:
    state = got(SWELLFARE, on(10, 20, bills=(WEDDING,))).state
    played = play(state, "1 stake 50")
    assert PAY_DAY.turn(played.state) == Decide((0,), "raise", 9, 1)
    assert legal(played.state, 1)[0] == "1 borrow 100"
    played = play(played.state, "1 borrow 100; * roll 1")
    assert (played.cash[0], played.loans[0]) == (70, 100)


@pytest.mark.clause("PD-swellfare")
def test_pd_swellfare_not_wanted_it_is_discarded() -> None:
    played = play(got(SWELLFARE, on(10, 20, bills=(WEDDING,))).state, "1 pass")
    assert played.the(SwellfareUnused).declined
    assert played.state.mail_discard == (SWELLFARE,)


@pytest.mark.clause("PD-swellfare")
def test_pd_swellfare_only_the_die_decides() -> None:
    state = play(got(SWELLFARE, on(10, 200, bills=(WEDDING,))).state, "1 stake 30").state
    assert why(state, "* mail 1") == ("PD-swellfare", "cannot_come")
    assert why(state, "1 pass") == ("PD-swellfare", "chance_acts")


@pytest.mark.clause("PD-mail-order")
def test_pd_mail_order_a_bill_that_came_before_counts_for_the_next_card() -> None:
    early = position(on(4, 100), on(0))
    played = play(early, f"* roll 1; * mail {HOLIDAY}; * mail {SWELLFARE}")
    assert played.state.phase == "bet"
    assert "1 stake 10" in legal(played.state, 1)
    played = play(early, f"* roll 1; * mail {SWELLFARE}")
    assert "1 stake 10" not in legal(played.state, 1)
    assert play(played.state, f"1 pass; * mail {HOLIDAY}").all(SwellfareOffered) == ()


@pytest.mark.clause("PD-mail-order")
def test_pd_mail_order_a_choice_is_made_before_the_next_card_comes() -> None:
    state = position(on(4), on(0))
    played = play(state, f"* roll 1; * mail {CAR}")
    assert played.state.phase == "insure"
    played = play(played.state, f"1 buy; * mail {GEARBOX}")
    assert played.the(BillCancelled).amount == 150


# --- insurance ----------------------------------------------------------------------------------


@pytest.mark.clause("PD-insurance")
def test_pd_insurance_it_may_be_bought_when_it_comes() -> None:
    played = got(CAR)
    assert played.the(InsuranceOffered) == InsuranceOffered(seat=0, card=CAR, price=200)
    assert PAY_DAY.turn(played.state) == Decide((0,), "insure", 9, 0)
    assert answers(played.state, 1) == ["1 buy", "1 pass"]
    played = play(played.state, "1 buy")
    assert played.cash == (125, 325)
    assert played.state.households[0].insurances == (CAR,)
    assert played.state.mail_discard == ()


@pytest.mark.clause("PD-insurance", "PD-mail-order")
def test_pd_insurance_it_cancels_bills_of_its_kind_that_are_held() -> None:
    played = play(got(HEALTH, on(10, bills=(DROPS, WIPERS, CROWN, WEDDING))).state, "1 buy")
    assert played.the(InsuranceBought).cancelled == (DROPS, CROWN)
    assert played.state.households[0].bills == (WIPERS, WEDDING)
    assert played.state.mail_discard == (DROPS, CROWN)


@pytest.mark.clause("PD-insurance", "PD-mail-order")
def test_pd_insurance_it_cancels_bills_of_its_kind_that_come() -> None:
    insured = on(10, insurances=(CAR,))
    played = got(GEARBOX, insured)
    assert played.the(BillCancelled) == BillCancelled(seat=0, card=GEARBOX, amount=150)
    assert played.state.households[0].bills == ()
    assert played.state.mail_discard == (GEARBOX,)
    assert got(CROWN, insured).the(BillKept).amount == 75
    assert got(WEDDING, insured).the(BillKept).amount == 500


@pytest.mark.clause("PD-insurance")
def test_pd_insurance_not_bought_it_is_discarded() -> None:
    played = play(got(CAR).state, "1 pass")
    assert played.the(InsuranceDiscarded) == InsuranceDiscarded(seat=0, card=CAR, owned=False)
    assert played.state.mail_discard == (CAR,)


@pytest.mark.clause("PD-insurance")
def test_pd_insurance_a_kind_is_bought_only_once() -> None:
    other = mail("insurance", 200, "car", nth=1)
    played = got(other, on(10, insurances=(CAR,)))
    assert played.the(InsuranceDiscarded) == InsuranceDiscarded(seat=0, card=other, owned=True)
    assert got(HEALTH, on(10, insurances=(CAR,))).state.phase == "insure"


@pytest.mark.clause("PD-insurance", "PD-raise")
def test_pd_insurance_what_cash_lacks_may_be_raised() -> None:
    played = play(got(CAR, on(10, 20)).state, "1 buy; 1 borrow 200")
    assert (played.cash[0], played.loans[0]) == (20, 200)


@pytest.mark.clause("PD-insurance")
def test_pd_insurance_it_is_valid_for_the_whole_game() -> None:
    played = play(position(on(30, 0, insurances=(CAR,)), on(0)), "* roll 1; 1 pass")
    assert played.state.households[0].insurances == (CAR,)


@pytest.mark.clause("PD-insurance")
def test_pd_insurance_by_a_switch_it_ends_after_the_bills_of_the_month() -> None:
    state = position(
        on(30, 0, insurances=(CAR, HEALTH), bills=(WEDDING,)),
        on(0, insurances=(mail("insurance", 200, "car", nth=1),)),
        rules=Rules(insurance_term="month"),
    )
    played = play(state, "* roll 1; 1 borrow 200")
    assert played.the(InsuranceEnded) == InsuranceEnded(seat=0, cards=(CAR, HEALTH))
    assert played.names.index("BillsPaid") < played.names.index("InsuranceEnded")
    assert played.names.index("InsuranceEnded") < played.names.index("MonthBegun")
    assert played.state.households[0].insurances == ()
    assert played.state.households[1].insurances != ()
    assert played.state.mail_discard == (WEDDING, CAR, HEALTH)


@pytest.mark.clause("PD-mail-deck")
def test_pd_mail_deck_a_deck_without_mail_can_be_played() -> None:
    deck = replace(default_deck(), mail=(), mail_titles=())
    assert play(position(on(0), on(0), deck=deck), "* roll 1").the(NoMailLeft).missing == 1
