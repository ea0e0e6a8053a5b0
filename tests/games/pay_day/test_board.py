"""The picture of the table, read as text."""

from functools import partial
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Chance, Decide
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import DealBought, LoanTaken
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Household, State
from paydays_widgets.show.vignette import load, set_up
from tests import boards
from tests.games.pay_day.positions import mail, play, position
from tests.markup import Page

PACKAGE = "paydays_widgets.games.pay_day"
FIFTY = mail("bill", 50)
LOANS = tuple(f"1 borrow {n}" for n in range(100, 1001, 100))
VIGNETTES = {each.id: each for each in load(PACKAGE)}


scene = partial(boards.scene, "pay_day", own=(0, 1, 2, 3))
page = partial(boards.page, "pay_day", own=(0, 1, 2, 3))


def after(state: State, *moves: str, **facts: Any) -> Page:
    """Draw the outcome of some moves, with their last event."""
    played = play(state, *moves)
    return page(played.state, event=played.events[-1], **facts)


def rolled(state: State, *moves: str) -> Page:
    """Draw the last of some moves, a roll, before anything follows from it."""
    *first, last = moves
    step = PAY_DAY.unfold(play(state, *first).state, PAY_DAY.read(last))[0]
    return page(step.state, event=step.event)


def on(vignette: str) -> State:
    return set_up(VIGNETTES[vignette], PAY_DAY).state


def test_all_that_is_legal_can_be_clicked_and_the_die_can_be_set() -> None:
    rules = Rules(months=2, max_loan=6900)
    for past, state in islice(boards.steps("pay_day", 4, 11, rules), 0, None, 2):
        turn = PAY_DAY.turn(state)
        seen = page(state, past=past)
        shown = {move for move, each in seen.moves.items() if not each["aria-disabled"]}
        if isinstance(turn, Decide):
            assert {str(move) for move in PAY_DAY.legal(state, turn.seats[0])} <= shown
        elif isinstance(turn, Chance) and turn.purpose not in {"mail", "turn_up"}:
            assert shown == {f"* roll {n}" for n in range(1, 7)}
        else:
            assert not shown


@pytest.mark.no_cover
def test_what_moves_comes_from_something_and_goes_to_something() -> None:
    for past, state in islice(boards.steps("pay_day", 4, 5, Rules(months=2)), 0, None, 3):
        seen = page(state, past=past)
        keys = set(seen.keys(""))
        for each in seen.elements:
            if each["data-motion"] == "slide" and each["data-from"]:
                assert each["data-from"] in keys or each["data-from"].startswith("paper-")
            if each["data-motion"] == "fly":
                assert each["data-to"] in {"stakes", *keys}


def test_only_the_seats_of_this_screen_decide_on_it() -> None:
    state = on("on-credit")
    assert page(state, own=(0,)).moves.keys() == {"1 buy", "1 pass", *LOANS}
    seen = page(state, own=(1,))
    assert not seen.moves
    assert seen.key("waits").said == "Anna decides."


# --- the calendar -----------------------------------------------------------------------------


def test_the_month_has_its_days_and_the_pieces_stand_on_them() -> None:
    state = position(Household(325, day=4), Household(325), Household(10, day=31, month=4))
    seen = page(state)
    assert seen.keys("day-") == [f"day-{n}" for n in range(32)]
    assert (
        "Day 4, A deal. Turn up a Deal, and buy it or leave it. Here: Anna"
        in (seen.key("day-4")["title"])
    )
    assert "Here: Ben" in seen.key("day-0")["title"]
    assert "pawn--done" in seen.key("pawn-3")["class"]
    assert seen.key("pawn-1") in seen.inside("day-4")
    assert seen.key("day-2").said.endswith("+$500 An inheritance")


def test_the_days_within_reach_show_the_throw_that_leads_there() -> None:
    seen = page(on("past-the-buyer"))
    reach = [n for n in range(32) if "--reach" in seen.key(f"day-{n}")["class"]]
    assert reach == [29, 30, 31]
    prospects = [each for each in seen.inside("prospects") if each["role"] == "img"]
    assert [each.label for each in prospects] == ["1", "2", "3, 4, 5, 6"]
    assert not page(on("on-credit")).keys("prospects")
    begun = page(position(Household(325), Household(325)))
    reach = [n for n in range(32) if "--reach" in begun.key(f"day-{n}")["class"]]
    assert reach == [1, 2, 3, 4, 5, 6]


def test_a_pay_day_shows_the_salary_but_the_last_brings_none() -> None:
    first = page(position(Household(325), Household(325)))
    assert "+$325" in first.key("day-31").said
    last = page(position(Household(325, month=3), Household(325)))
    assert "+$0" in last.key("day-31").said


def test_all_cards_that_are_still_to_come_lie_face_down() -> None:
    seen = after(PAY_DAY.start(2), "* roll 5")
    assert len([each for each in seen.inside("down") if each.tag == "div"]) == 2


def test_the_pot_says_whether_a_six_wins_it() -> None:
    shut = page(position(Household(325), Household(325)))
    assert shut.key("pot")["title"] == "The pot opens at the next election."
    wide = page(position(Household(325), Household(325), pot=150, pot_open=True))
    assert wide.key("pot")["title"] == "The pot is open: the first to roll a 6 wins it."
    assert "$150" in wide.key("pot").said


# --- throws and cards -------------------------------------------------------------------------


def test_a_throw_is_awaited_may_be_set_and_then_shown() -> None:
    start = PAY_DAY.start(2)
    waiting = page(start)
    assert waiting.key("chance")["data-do"] == "step"
    assert waiting.key("chance").label == "Roll the die"
    assert waiting.key("die")["data-face"] == "wait"
    assert waiting.key("set-4").label == "Set the die: 4"
    thrown = after(start, "* roll 4")
    assert thrown.key("die").label == "The die shows 4"
    assert thrown.key("chance").label == "Turn up the Deal"
    assert "A deal" in thrown.key("paper-day-4").said


def test_a_bot_plays_with_the_next_step_or_with_a_real_die() -> None:
    start = PAY_DAY.start(2)

    def drawn(state: State, *bots: int) -> Page:
        seen = replace(scene(state), bots=frozenset(bots))
        return Page(games.modules("pay_day").board.draw(seen))

    own, bots = drawn(start, 1), drawn(start, 0, 1)
    assert [each.label for each in own.elements if each["data-key"] == "chance"] == [
        "Roll the die"
    ]
    assert "pw-btn--primary" in own.key("chance")["class"]
    assert bots.key("chance").label == "Roll the die for Anna"
    assert not bots.key("chance").said.strip("?")
    assert "pw-btn" not in bots.key("chance")["class"]
    assert bots.key("set-4").label == "Set the die: 4"
    mail = play(start, "* roll 3").state
    assert not drawn(mail, 0).keys("chance")
    commission = play(start, "* roll 4; * deal 1; 1 buy; * roll 5").state
    assert drawn(commission, 1).key("chance").label == "Roll the die for Ben"


def test_a_card_comes_from_its_deck_and_is_held() -> None:
    start = PAY_DAY.start(2)
    drawn = after(start, "* roll 1", "* mail 31")
    step = play(start, "* roll 1", "* mail 31")
    kept = next(event for event in step.events if type(event).__name__ == "BillKept")
    seen = page(step.state, event=kept)
    assert seen.key("paper-mail-31")["data-from"] == "deck-mail"
    assert "$100" in seen.key("mail-31").said
    assert seen.key("mail-31")["data-from"] == "deck-mail"
    assert "Bills $100" in drawn.key("s1-due").said
    down = after(start, "* roll 3")
    assert down.key("chance").label == "Draw a card"


def test_a_deal_goes_from_the_middle_to_its_buyer() -> None:
    start = PAY_DAY.start(2)
    offered = after(start, "* roll 4", "* deal 1")
    assert "Box of old stamps" in offered.key("paper-deal-1").said
    played = play(start, "* roll 4", "* deal 1", "1 buy")
    bought = next(event for event in played.events if isinstance(event, DealBought))
    seen = page(played.state, event=bought)
    assert seen.key("deal-1")["data-from"] == "paper-deal-1"
    assert seen.key("deal-1")["title"] == "Box of old stamps: cost $150, sells for $400"
    assert not seen.keys("paper-")


def test_insurances_and_tickets_lie_with_their_seat() -> None:
    households = [Household(10, insurances=(64, 67), tickets=(42,)), Household(325)]
    seen = page(position(*households))
    assert "Car" in seen.key("mail-64").said
    assert "Health" in seen.key("mail-67").said
    assert "$100" in seen.key("mail-42").said
    assert "Lottery Draw: +$100" in seen.key("s1-slips").said


def test_the_rolls_for_a_commission_stand_side_by_side() -> None:
    start = PAY_DAY.start(3)
    seen = after(start, "* roll 4", "* deal 1", "1 buy", "* roll 5")
    rolled = seen.key("rolled").said
    assert rolled == "1 Anna 5 2 Ben – 3 Cem –"
    assert "Ben rolls for the commission of $30" in seen.key("head").said
    assert "Rolls" in seen.key("s2").said
    assert "Plays" not in seen.key("s1").said


@pytest.mark.clause("PD-deal-commission")
def test_the_last_roll_says_who_gets_the_prize() -> None:
    start = PAY_DAY.start(3)
    seen = rolled(start, "* roll 4", "* deal 1", "1 buy", "* roll 5", "* roll 6", "* roll 2")
    assert seen.key("head").said == (
        "Ben wins the commission of $30 Highest roll: Ben, 6. The bank pays."
    )
    best = [each.said for each in seen.inside("rolled") if "__best" in each["class"]]
    assert best == ["2 Ben 6"]
    assert "active" in seen.key("book-3")["class"]
    assert not seen.keys("paper-")
    assert not seen.keys("idle")
    tied = rolled(start, "* roll 4", "* deal 1", "1 buy", "* roll 6", "* roll 6", "* roll 2")
    assert (
        "A tie for the highest roll: Anna and Ben They have each rolled 6."
        in tied.key("head").said
    )
    state = position(Household(325, day=9), Household(325))
    poker = rolled(state, "* roll 1", "1 stake 100", "2 stake 100", "* roll 3", "* roll 4")
    assert "Ben wins the stakes of $200 Highest roll: Ben, 4." in poker.key("head").said


def test_poker_shows_what_lies_on_the_table() -> None:
    state = position(Household(325, day=9), Household(325), Household(50))
    first = after(state, "* roll 1")
    assert "Anna, do you play poker for $100?" in first.key("head").said
    second = after(state, "* roll 1", "1 stake 100")
    assert second.key("stakes").said == "On the table: $100"
    assert "Loan needed" not in second.key("facts").said
    third = after(state, "* roll 1", "1 stake 100", "2 stake 100")
    assert third.key("facts").said == (
        "Cash $50 Loan needed +$100 The stake −$100 Cash if the stake is lost $50"
        " Interest after 1 or 3 Pay Days −$20 · −$60"
        " Players who have staked 2 Players who decide later 0"
    )
    owing = position(Household(50, loan=100, day=9), Household(325), Household(50))
    assert "Loan needed, then $200 owed +$100" in after(owing, "* roll 1").key("facts").said
    rolling = after(state, "* roll 1", "1 stake 100", "2 stake 100", "3 pass")
    assert "Anna rolls at poker for $200" in rolling.key("head").said
    assert rolling.key("stakes").said == "On the table: $200"


# --- decisions --------------------------------------------------------------------------------


def test_a_deal_on_credit_shows_what_the_credit_costs() -> None:
    seen = page(on("on-credit"))
    facts = seen.key("facts").said
    for told in (
        "Cash $235 Loan needed +$800 Price −$1,000 Cash afterwards $35",
        "Interest after 1 or 2 Pay Days −$160 · −$320",
        "Buyer days left 3 this month, 4 later",
    ):
        assert told in facts
    assert seen.key("gauge").said == "leaves $1,340 if sold this month"
    assert seen.moves["1 buy"].said == "Buy on credit"
    assert seen.moves["1 pass"].said == "Leave it"
    assert seen.moves["1 buy"]["class"] == seen.moves["1 pass"]["class"]
    assert "everybody rolls, its buyer too: the highest roll wins $100" in (
        seen.key("paper-deal-14").said
    )


@pytest.mark.clause("PD-deal-commission")
def test_a_deal_says_when_its_buyer_does_not_roll_for_the_commission() -> None:
    rules = Rules(buyer_rolls_for_commission=False)
    state = position(Household(0, loan=100, day=3), Household(325), rules=rules)
    seen = after(state, "* roll 1", "* deal 4")
    assert "everybody else rolls: the highest roll wins" in seen.key("paper-deal-4").said
    assert "Interest after 1 or 3 Pay Days −$40 · −$120" in seen.key("facts").said


def test_savings_come_before_a_loan() -> None:
    state = position(Household(0, savings=300, day=3), Household(325))
    facts = after(state, "* roll 1", "* deal 5").key("facts").said
    assert "Withdrawn from the savings +$300" in facts
    assert "Loan needed +$100" in facts  # the fee
    seen = after(state, "* roll 1", "* deal 5", "1 buy")
    assert seen.key("facts").said.startswith(
        "Cash $0 Withdrawn from the savings +$300 Bank fee (except on Pay Day) −$50 Loan needed"
    )
    assert "Withdraw: the bank keeps $50 of it" in seen.key("group-withdraw").said
    assert "pw-btn--primary" in seen.moves["1 withdraw 300"]["class"]
    assert not [move for move in seen.moves if "borrow" in move]


def test_what_comes_out_of_the_savings_goes_in_steps_and_pays_the_fee() -> None:
    state = position(Household(120, savings=300, day=3), Household(325))
    offer = play(state, "* roll 1; * deal 4").state
    assert offer.deck.deals[3].cost == 200
    facts = page(offer).key("facts").said
    assert "Withdrawn from the savings +$200" in facts
    assert "Bank fee (except on Pay Day) −$50" in facts
    assert "Cash afterwards $70" in facts
    paid = play(offer, "1 buy; 1 withdraw 200").state.households[0]
    assert (paid.cash, paid.savings) == (70, 100)


def test_the_bank_is_at_hand_at_each_decision_and_folded() -> None:
    seen = page(on("on-credit"))
    assert seen.key("till-borrow").node.tag == "details"
    assert "open" not in seen.key("till-borrow").node.attributes
    assert "Each $100 owed costs $20 per Pay Day." in seen.key("till-borrow").said
    saver = after(position(Household(9, savings=200, day=9), Household(325)), "* roll 1")
    assert (
        "The bank keeps $50 of each withdrawal, except on Pay Day."
        in saver.key("till-withdraw").said
    )
    due = after(position(Household(9, day=17), Household(325)), "* roll 1")
    assert "1 borrow 200" not in due.key("group-borrow").said
    assert due.key("till-borrow").said.startswith("Borrow more")
    narrow = position(Household(9, day=9), Household(325), rules=Rules(banking="when_due"))
    assert not after(narrow, "* roll 1").keys("till")
    there = after(position(Household(250, savings=200, day=30), Household(325)), "* roll 1")
    assert not there.keys("till")


def test_no_interest_is_announced_for_a_pay_day_that_never_comes() -> None:
    rules = Rules(months=1)
    last = partial(position, rules=rules)
    there = after(last(Household(400, savings=200, day=30), Household(325)), "* roll 1")
    assert "Interest at the next Pay Day none: no Pay Day follows" in there.key("facts").said
    assert "$200 – $620 – –" in there.key("book-1").said  # no interest
    owing = last(Household(500, loan=200, day=29), Household(325))
    assert "−$40" in page(owing).key("book-1").said
    paying = after(last(Household(0, loan=200, day=30), Household(325)), "* roll 1")
    assert "−$40" in paying.key("book-1").said
    bills = after(last(Household(0, bills=(31,), day=30), Household(325)), "* roll 1")
    assert "Interest on it none: no Pay Day follows" in bills.key("facts").said
    offer = after(last(Household(0, day=3), Household(325)), "* roll 1", "* deal 5")
    assert "Interest at the last Pay Day −$60" in offer.key("facts").said
    day = after(last(Household(0, day=17), Household(325)), "* roll 1")
    assert "Interest at the last Pay Day −$20" in day.key("facts").said
    assert "Each $100 borrowed costs $20 at the last Pay Day." in day.key("till-borrow").said
    assert "Each $100 borrowed costs nothing: no Pay Day" in bills.key("till-borrow").said


def test_the_withdrawal_to_look_at_first_is_the_smallest_that_pays() -> None:
    state = position(Household(10, savings=900, day=17), Household(325))
    seen = after(state, "* roll 1")
    main = [move for move, each in seen.moves.items() if "primary" in each["class"]]
    assert main == ["1 withdraw 200"]


def test_insurance_shows_what_it_would_cancel() -> None:
    facts = page(on("insurance-at-once")).key("facts").said
    assert "Bills that it cancels at once $225" in facts
    assert "Months left, counting this one 1" in facts
    assert "Bills of this kind in the deck 6 of 68 cards, $270" in facts
    assert page(on("insurance-at-once")).moves["1 buy"].said == "Buy for $150"


def test_an_insurance_that_needs_a_loan_stays_in_sight_until_it_is_paid() -> None:
    poor = position(Household(40), Household(325))
    offered = after(poor, "* roll 1", "* mail 64")
    assert "Cancels all bills for the car." in offered.key("paper-mail-64").said
    assert "Loan needed +$200" in offered.key("facts").said
    due = after(poor, "* roll 1", "* mail 64", "1 buy")
    assert due.keys("paper-") == ["paper-mail-64"]
    assert due.moves["1 borrow 200"].said == "$200"


def test_a_stake_on_swellfare_goes_by_tens() -> None:
    seen = page(on("below-zero"))
    assert [move for move in seen.moves if "stake" in move] == [
        f"1 stake {n}" for n in range(10, 101, 10)
    ]
    assert "Owes: loan, interest on it and bills $500" in seen.key("facts").said
    rolls = after(on("below-zero"), "1 stake 10")
    assert "Anna rolls for Swellfare A 5 or more pays $100." in rolls.key("head").said


def test_a_swellfare_card_heeds_its_switches() -> None:
    rules = Rules(swellfare_debt_test="cash_and_savings", stake_returned=True)
    state = position(Household(45, savings=100, bills=(34,), day=10), Household(325), rules=rules)
    seen = after(state, "* roll 1", "* mail 70")
    assert "owes more than their cash and savings:" in seen.key("paper-mail-70").said
    assert "Has: cash and savings $145" in seen.key("facts").said
    assert "returns it" in seen.key("head").said
    rich = position(Household(325, day=10), Household(325), rules=rules)
    refused = after(rich, "* roll 1", "* mail 70")
    assert refused.key("facts").said == (
        "Owes: loan, interest on it and bills $0 Has: cash and savings $325"
    )
    assert "owes more than their cash and savings can bet." in refused.key("head").said
    rolls = after(state, "* roll 1", "* mail 70", "1 stake 10")
    assert "A 5 or more pays $110." in rolls.key("head").said


def test_a_swellfare_card_says_which_loan_would_allow_a_stake() -> None:
    state = position(Household(100, bills=(FIFTY,), day=10), Household(325))
    seen = after(state, "* roll 1", "* mail 70")
    assert "Only a player who owes more than their cash can bet." in seen.key("head").said
    assert "Interest at" not in seen.key("facts").said
    assert seen.moves["1 borrow 300"].said == "$300"
    assert "Anna cannot bet on Swellfare" in seen.key("head").said
    assert seen.moves["1 pass"].said == "Discard the card"
    assert not [move for move in seen.moves if "stake" in move]
    ready = after(state, "* roll 1", "* mail 70", "1 borrow 300")
    assert ready.moves["1 stake 100"]["aria-disabled"] != "true"
    rich = after(position(Household(325, day=10), Household(1)), "* roll 1", "* mail 70")
    assert rich.moves["1 borrow 1700"].said == "$1,700"
    most = position(Household(1379, day=10), Household(1), rules=Rules(max_loan=6900))
    assert after(most, "* roll 1", "* mail 70").moves["1 borrow 6900"].said == "$6,900"
    saved = position(Household(900, savings=100, day=10), Household(1))
    offered = after(saved, "* roll 1", "* mail 70")
    assert not [move for move in offered.moves if "borrow" in move]


def test_a_payment_shows_how_it_can_be_met() -> None:
    facts = page(on("loan-spiral")).key("facts").said
    assert facts == (
        "Cash $110 Loan needed, then $1,300 owed +$100 To pay −$150 Cash afterwards $60"
        " Interest after 1 or 5 Pay Days −$20 · −$100"
    )


@pytest.mark.clause("PD-election")
def test_an_election_says_who_pays_and_who_wins() -> None:
    seen = after(position(Household(30, day=25), Household(325)), "* roll 1")
    assert "Anna must raise $20 for the Town Election" in seen.key("head").said
    assert "Every player puts $50 in the pot; the next to roll a 6" in seen.key("head").said


def test_a_day_that_must_be_paid_for_is_named() -> None:
    seen = after(position(Household(30, day=3), Household(325)), "* roll 3")
    assert "Anna must raise $20 for “Family weekend”" in seen.key("head").said


def test_the_bank_lists_what_can_be_done_and_says_why_not() -> None:
    seen = page(on("savings-or-loan"))
    assert "Anna is at the bank Month 1 of 3." in seen.key("head").said
    assert "Interest at the next Pay Day $40" in seen.key("facts").said
    assert not seen.moves["1 repay 200"]["aria-disabled"]
    assert "Nothing can be saved while $200 is owed" in seen.moves["1 deposit 100"]["title"]
    assert "Nothing can be saved while $200 is owed" in seen.key("group-deposit").said
    saver = position(Household(250, savings=200, day=30), Household(325))
    seen = after(saver, "* roll 1")
    assert {"1 withdraw 200", "1 deposit 500", "1 pass"} <= seen.moves.keys()
    assert "Interest at the next Pay Day $20" in seen.key("facts").said


def test_a_buyer_is_offered_every_deal_in_hand() -> None:
    state = position(Household(0, day=8, deals=(1, 5)), Household(325))
    seen = after(state, "* roll 1")
    assert seen.moves["1 sell 5"].label == "Sell Load of copper pipe: $600 (gain $300)"
    assert seen.moves["1 pass"].said == "Sell nothing"
    assert "Anna, do you sell a Deal?" in seen.key("head").said


# --- households -------------------------------------------------------------------------------


def test_the_bars_are_drawn_to_one_scale_for_all() -> None:
    households = [
        Household(500, savings=500, deals=(13,)),
        Household(0, loan=1000, bills=(34,)),
    ]
    seen = page(position(*households))
    lengths = {
        each["class"].rpartition("__")[2]: each["style"]
        for each in seen.elements
        if each.tag == "i"
    }
    assert lengths == {
        "cash": "width:50.0%",
        "savings": "width:50.0%",
        "loan": "width:100.0%",
    }
    rest = "Does not count: Deals at cost, less bills and interest due"
    one, other = (seen.key(f"s{n}-balance").said for n in (1, 2))
    assert one == f"has $1,000 owes $0 Score $1,000 {rest} $1,000"
    assert other == f"has $0 owes $1,000 Score −$1,000 {rest} −$700"


def test_the_book_says_who_has_what() -> None:
    households = [
        Household(5, savings=300, deals=(5,)),
        Household(0, loan=400, bills=(34,)),
        Household(0, loan=100, month=4, day=31),
    ]
    seen = page(position(*households))
    head = "Month Cash + Savings − Loan = Score Interest Bills Deals Holds (cost → price)"
    assert "a month: +10% −20% Next Pay Day if sold" in seen.key("book").said
    assert head in seen.key("book").said
    assert seen.key("book-1").said == "1 Anna 1 of 3 $5 $300 – $305 +$30 – $600 $300 → $600"
    assert seen.key("book-2").said == "2 Ben 1 of 3 $0 – $400 −$400 −$80 −$500 –"
    assert seen.key("book-3").said == "3 Cem done $0 – $100 −$100 – – –"
    assert "All 3 months played" in seen.key("s3").said


def test_money_flies_and_the_seat_says_how_much() -> None:
    seen = after(PAY_DAY.start(2), "* roll 2")
    step = play(PAY_DAY.start(2), "* roll 2")
    paid = step.events[1]
    seen = page(step.state, event=paid)
    fly = seen.key("fly-k7-1")
    assert (fly["data-from"], fly["data-to"], fly.said) == ("bank", "s1-cash", "$500")
    assert "+$500" in seen.key("s1").said
    borrowed = play(on("loan-spiral"), "1 borrow 100")
    seen = page(borrowed.state, event=borrowed.events[0])
    assert seen.key("fly-k7-1")["data-from"] == "s1-loan"
    bills = next(each for each in borrowed.events if type(each).__name__ == "BillsPaid")
    assert "−$150" in page(borrowed.state, event=bills).key("s1").said


def test_the_end_ranks_all_and_shows_the_sum() -> None:
    *_, (past, state) = boards.steps("pay_day", 3, 5, Rules(months=1))
    seen = page(state, past=past)
    first = state.households[PAY_DAY.standing(state).ranking[0][0]]
    assert f"cash ${first.cash:,} + savings $" in seen.key("ranking").said
    assert "Winner" in seen.html
    assert "decide" in seen.key("head").said
    lost = position(Household(0, loan=100), Household(0, loan=100))
    lost = replace(lost, phase="over")
    assert "share the victory" in page(lost).key("head").said
    assert "Everyone is below zero" in page(lost).key("head").said
    assert "pot" not in page(lost).key("head").said
    left = page(replace(lost, pot=50, pot_open=True))
    assert "Nobody won the pot of $50." in left.key("head").said
    assert "--open" not in left.key("pot")["class"]


def test_nothing_is_said_of_a_step_that_has_no_event() -> None:
    settling = replace(position(Household(325), Household(325)), phase="settling")
    (prompt,) = [each for each in page(settling).inside("head") if each.tag == "h2"]
    assert not prompt.said


def test_the_book_says_whose_seat_is_whose_and_who_plays() -> None:
    state = position(Household(325), Household(10))
    seen = Page(games.modules("pay_day").board.draw(replace(scene(state), mine=1)))
    assert seen.key("book-2").said.startswith("2 Ben You 1 of 3 $10")
    assert "active" in seen.key("book-1")["class"]
    assert "active" not in seen.key("book-2")["class"]


def test_the_icons_of_the_days_are_named() -> None:
    named = page(PAY_DAY.start(2)).key("legend").said
    assert named.startswith("Mail Deal Buyer Poker stake Election Lottery Draw Pay Day Daylight")
    assert named.endswith("Election: everyone pays into the pot; the next 6 wins it")


def test_where_nobody_decides_stand_the_day_and_what_to_do() -> None:
    state = position(Household(325, day=31), Household(325))
    settling = page(
        replace(state, phase="settling"),
        event=LoanTaken(seat=0, amount=100, loan=300, interest=60),
    )
    assert "Salary, interest, bills, bank" in settling.key("paper-day-31").said
    assert "Nothing to decide here" in settling.key("idle").said
    assert not page(state).keys("idle")


def test_chance_is_not_a_seat() -> None:
    assert CHANCE not in scene(PAY_DAY.start(2)).acting


@pytest.mark.clause("PD-payday-4-bank")
@pytest.mark.parametrize(
    ("held", "told"),
    [
        ({"cash": 200, "loan": 300}, "Pay back in steps of $100, or leave the bank."),
        ({"cash": 200, "savings": 300}, "Save or withdraw in steps of $100, then leave the bank."),
        ({"cash": 20, "savings": 300}, "Withdraw in steps of $100, or leave the bank."),
        ({"cash": 200}, "Save in steps of $100, or leave the bank."),
        ({"cash": 20}, "There is less than $100 to pay back or save: leave the bank."),
    ],
)
def test_the_headline_names_only_what_is_possible_at_the_bank(
    held: dict[str, int], told: str
) -> None:
    state = play(position(Household(100, day=30), Household(100)), "* roll 1").state
    visitor = replace(state.households[0], **{"savings": 0, "loan": 0, **held})
    state = replace(state, households=(visitor, state.households[1]))
    assert told in page(state).key("head").words
