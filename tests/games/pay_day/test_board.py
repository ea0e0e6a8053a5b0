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
from tests.markup import Page, figures

PACKAGE = "paydays_widgets.games.pay_day"
FIFTY = mail("bill", 50)
LOANS = {f"1 borrow {n}" for n in range(100, 1001, 100)}
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
            legal = {str(move) for move in PAY_DAY.legal(state, turn.seats[0])}
            assert legal <= shown | seen.settable
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
    seen = page(state, own=(0,))
    assert {*seen.moves} == {"1 buy", "1 pass"}
    assert seen.settable == LOANS
    seen = page(state, own=(1,))
    assert not seen.moves
    assert "Anna" in seen.key("waits").said


# --- the calendar -----------------------------------------------------------------------------


def test_the_month_has_its_days_and_the_pieces_stand_on_them() -> None:
    state = position(Household(325, day=4), Household(325), Household(10, day=31, month=4))
    seen = page(state)
    assert seen.keys("day-") == [f"day-{n}" for n in range(32)]
    assert "Anna" in seen.key("day-4")["title"]
    assert "Ben" in seen.key("day-0")["title"]
    assert "pawn--done" in seen.key("pawn-3")["class"]
    assert seen.key("pawn-1") in seen.inside("day-4")
    assert "+$500" in seen.key("day-2").figures


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
    wide = page(position(Household(325), Household(325), pot=150, pot_open=True))
    assert "--open" not in shut.key("pot")["class"]
    assert "--open" in wide.key("pot")["class"]
    assert shut.key("pot")["title"] != wide.key("pot")["title"]
    assert "$150" in wide.key("pot").said


# --- throws and cards -------------------------------------------------------------------------


def test_a_throw_is_awaited_may_be_set_and_then_shown() -> None:
    start = PAY_DAY.start(2)
    waiting = page(start)
    assert waiting.key("chance")["data-do"] == "step"
    assert waiting.key("die")["data-face"] == "wait"
    assert waiting.key("set-4")["data-move"] == "* roll 4"
    thrown = after(start, "* roll 4")
    assert figures(thrown.key("die").label) == ["4"]
    assert thrown.key("chance").label != waiting.key("chance").label
    assert thrown.keys("paper-") == ["paper-day-4"]


def test_a_bot_plays_with_the_next_step_or_with_a_real_die() -> None:
    start = PAY_DAY.start(2)

    def drawn(state: State, *bots: int) -> Page:
        seen = replace(scene(state), bots=frozenset(bots))
        return Page(games.modules("pay_day").board.draw(seen))

    own, bots = drawn(start, 1), drawn(start, 0, 1)
    assert "Anna" not in own.key("chance").label
    assert "pw-btn--primary" in own.key("chance")["class"]
    assert "Anna" in bots.key("chance").label
    assert not bots.key("chance").said.strip("?")
    assert "pw-btn" not in bots.key("chance")["class"]
    assert bots.key("set-4")["data-move"] == "* roll 4"
    mail = play(start, "* roll 3").state
    assert not drawn(mail, 0).keys("chance")
    commission = play(start, "* roll 4; * deal 1; 1 buy; * roll 5").state
    assert "Ben" in drawn(commission, 1).key("chance").label


def test_a_card_comes_from_its_deck_and_is_held() -> None:
    start = PAY_DAY.start(2)
    drawn = after(start, "* roll 1", "* mail 31")
    step = play(start, "* roll 1", "* mail 31")
    kept = next(event for event in step.events if type(event).__name__ == "BillKept")
    seen = page(step.state, event=kept)
    assert seen.key("paper-mail-31")["data-from"] == "deck-mail"
    assert "$100" in seen.key("mail-31").said
    assert seen.key("mail-31")["data-from"] == "deck-mail"
    assert drawn.key("s1-due").figures == ["$100"]
    down = after(start, "* roll 3")
    assert down.key("chance")["data-do"] == "step"


def test_a_deal_goes_from_the_middle_to_its_buyer() -> None:
    start = PAY_DAY.start(2)
    offered = after(start, "* roll 4", "* deal 1")
    title = start.deck.deal_titles[0].en
    assert title in offered.key("paper-deal-1").said
    played = play(start, "* roll 4", "* deal 1", "1 buy")
    bought = next(event for event in played.events if isinstance(event, DealBought))
    seen = page(played.state, event=bought)
    assert seen.key("deal-1")["data-from"] == "paper-deal-1"
    assert seen.key("deal-1")["title"].startswith(title)
    assert figures(seen.key("deal-1")["title"]) == ["$150", "$400"]
    assert not seen.keys("paper-")


def test_insurances_and_tickets_lie_with_their_seat() -> None:
    households = [Household(10, insurances=(64, 67), tickets=(42,)), Household(325)]
    seen = page(position(*households))
    assert "Car" in seen.key("mail-64").said
    assert "Health" in seen.key("mail-67").said
    assert "$100" in seen.key("mail-42").said
    assert "+$100" in seen.key("s1-slips").figures


def test_the_rolls_for_a_commission_stand_side_by_side() -> None:
    start = PAY_DAY.start(3)
    seen = after(start, "* roll 4", "* deal 1", "1 buy", "* roll 5")
    rolled = seen.key("rolled").said
    assert rolled == "1 Anna 5 2 Ben – 3 Cem –"
    assert "Ben" in seen.key("head").said
    assert seen.key("head").figures == ["$30"]
    assert seen.key("s2")["class"] != seen.key("s1")["class"]


@pytest.mark.clause("PD-deal-commission")
def test_the_last_roll_says_who_gets_the_prize() -> None:
    start = PAY_DAY.start(3)
    seen = rolled(start, "* roll 4", "* deal 1", "1 buy", "* roll 5", "* roll 6", "* roll 2")
    assert seen.key("head").said.count("Ben") == 2
    assert seen.key("head").figures == ["$30", "6"]
    best = [each.said for each in seen.inside("rolled") if "__best" in each["class"]]
    assert best == ["2 Ben 6"]
    assert "active" in seen.key("book-3")["class"]
    assert not seen.keys("paper-")
    assert not seen.keys("idle")
    tied = rolled(start, "* roll 4", "* deal 1", "1 buy", "* roll 6", "* roll 6", "* roll 2")
    assert "Anna" in tied.key("head").said
    assert "Ben" in tied.key("head").said
    assert tied.key("head").figures == ["6"]
    state = position(Household(325, day=9), Household(325))
    poker = rolled(state, "* roll 1", "1 stake 100", "2 stake 100", "* roll 3", "* roll 4")
    assert poker.key("head").said.count("Ben") == 2
    assert poker.key("head").figures == ["$200", "4"]


def test_poker_shows_what_lies_on_the_table() -> None:
    state = position(Household(325, day=9), Household(325), Household(50))
    first = after(state, "* roll 1")
    assert first.key("head").figures == ["1", "$325", "$100"]
    second = after(state, "* roll 1", "1 stake 100")
    assert second.key("stakes").figures == ["$100"]
    assert not [each for each in second.key("facts").figures if each.startswith("+")]  # no loan
    third = after(state, "* roll 1", "1 stake 100", "2 stake 100")
    payment, interest, players = ["$50", "+$100", "−$100", "$50"], ["−$20", "−$60"], ["2", "0"]
    assert third.key("facts").figures == [*payment, "1", "3", *interest, *players]
    owing = position(Household(50, loan=100, day=9), Household(325), Household(50))
    assert after(owing, "* roll 1").key("facts").figures[1:3] == ["$200", "+$100"]
    rolling = after(state, "* roll 1", "1 stake 100", "2 stake 100", "3 pass")
    assert rolling.key("head").said.startswith("Anna")
    assert rolling.key("head").figures == ["$200"]
    assert rolling.key("stakes").figures == ["$200"]


# --- decisions --------------------------------------------------------------------------------


def test_a_deal_on_credit_shows_what_the_credit_costs() -> None:
    seen = page(on("on-credit"))
    payment, interest, buyer_days = (
        ["$235", "+$800", "−$1,000", "$35"],
        ["−$160", "−$320"],
        ["3", "4"],
    )
    assert seen.key("facts").figures[:10] == [*payment, "1", "2", *interest, *buyer_days]
    assert seen.key("gauge").figures == ["$1,340"]
    assert seen.moves["1 buy"]["class"] == seen.moves["1 pass"]["class"]
    assert "$100" in seen.key("paper-deal-14").figures


@pytest.mark.clause("PD-deal-commission")
def test_a_deal_says_when_its_buyer_does_not_roll_for_the_commission() -> None:
    owing = Household(0, loan=100, day=3)
    told = set()
    for rolls in (True, False):
        state = position(owing, Household(325), rules=Rules(buyer_rolls_for_commission=rolls))
        seen = after(state, "* roll 1", "* deal 4")
        assert {"−$40", "−$120"} <= {*seen.key("facts").figures}
        told.add(seen.key("paper-deal-4").said)
    assert len(told) == 2


def test_savings_come_before_a_loan() -> None:
    state = position(Household(0, savings=300, day=3), Household(325))
    payment = ["$0", "+$300", "−$50", "+$100"]  # the loan is for the fee
    assert after(state, "* roll 1", "* deal 5").key("facts").figures[:4] == payment
    seen = after(state, "* roll 1", "* deal 5", "1 buy")
    assert seen.key("facts").figures[:4] == payment
    assert "$50" in seen.key("pad-withdraw").figures
    assert "pw-btn--primary" in seen.moves["1 withdraw 300"]["class"]
    assert not [move for move in {*seen.moves, *seen.settable} if "borrow" in move]


def test_what_comes_out_of_the_savings_goes_in_steps_and_pays_the_fee() -> None:
    state = position(Household(120, savings=300, day=3), Household(325))
    offer = play(state, "* roll 1; * deal 4").state
    assert offer.deck.deals[3].cost == 200
    assert page(offer).key("facts").figures[:5] == ["$120", "+$200", "−$50", "−$200", "$70"]
    paid = play(offer, "1 buy; 1 withdraw 200").state.households[0]
    assert (paid.cash, paid.savings) == (70, 100)


def test_the_bank_is_at_hand_at_each_decision_and_folded() -> None:
    seen = page(on("on-credit"))
    assert seen.key("till-borrow").node.tag == "details"
    assert "open" not in seen.key("till-borrow").node.attributes
    assert {"$100", "$20"} <= {*seen.key("till-borrow").figures}
    saver = after(position(Household(9, savings=200, day=9), Household(325)), "* roll 1")
    assert "$50" in saver.key("till-withdraw").figures
    due = after(position(Household(9, day=17), Household(325)), "* roll 1")
    assert due.settable == LOANS  # more than is needed too
    assert "1 borrow 100" in due.moves
    assert not due.keys("till")
    narrow = position(Household(9, day=9), Household(325), rules=Rules(banking="when_due"))
    assert not after(narrow, "* roll 1").keys("till")
    there = after(position(Household(250, savings=200, day=30), Household(325)), "* roll 1")
    assert not there.keys("till")


def test_no_interest_is_announced_for_a_pay_day_that_never_comes() -> None:
    rules = Rules(months=1)
    last = partial(position, rules=rules)
    there = after(last(Household(400, savings=200, day=30), Household(325)), "* roll 1")
    assert "$20" not in there.key("facts").figures
    assert "$200 – $620 – –" in there.key("book-1").said  # no interest
    owing = last(Household(500, loan=200, day=29), Household(325))
    assert "−$40" in page(owing).key("book-1").said
    paying = after(last(Household(0, loan=200, day=30), Household(325)), "* roll 1")
    assert "−$40" in paying.key("book-1").said
    bills = after(last(Household(0, bills=(31,), day=30), Household(325)), "* roll 1")
    assert bills.key("facts").figures == ["$0", "+$100", "−$100", "$0"]
    offer = after(last(Household(0, day=3), Household(325)), "* roll 1", "* deal 5")
    assert "−$60" in offer.key("facts").figures
    day = after(last(Household(0, day=17), Household(325)), "* roll 1")
    assert "−$20" in day.key("facts").figures


def test_the_withdrawal_to_look_at_first_is_the_smallest_that_pays() -> None:
    state = position(Household(10, savings=900, day=17), Household(325))
    seen = after(state, "* roll 1")
    main = [move for move, each in seen.moves.items() if "primary" in each["class"]]
    assert main == ["1 withdraw 200"]


def test_insurance_shows_what_it_would_cancel() -> None:
    seen = page(on("insurance-at-once"))
    cancelled, cards, months = "$225", ["6", "68", "$270"], "1"
    assert seen.key("facts").figures[-5:] == [cancelled, *cards, months]
    assert seen.moves["1 buy"].figures == ["$150"]


def test_an_insurance_that_needs_a_loan_stays_in_sight_until_it_is_paid() -> None:
    poor = position(Household(40), Household(325))
    offered = after(poor, "* roll 1", "* mail 64")
    assert offered.keys("paper-") == ["paper-mail-64"]
    assert "+$200" in offered.key("facts").figures
    due = after(poor, "* roll 1", "* mail 64", "1 buy")
    assert due.keys("paper-") == ["paper-mail-64"]
    assert due.moves["1 borrow 200"].said == "Borrow $200"


def test_a_stake_on_swellfare_goes_by_tens() -> None:
    seen = page(on("below-zero"))
    stakes = {move for move in seen.settable if "stake" in move}
    assert stakes == {f"1 stake {n}" for n in range(10, 101, 10)}
    assert "$500" in seen.key("facts").figures
    rolls = after(on("below-zero"), "1 stake 10")
    assert rolls.key("head").said.startswith("Anna")
    assert rolls.key("head").figures == ["5", "$100"]


def test_a_swellfare_card_heeds_its_switches() -> None:
    rules = Rules(swellfare_debt_test="cash_and_savings", stake_returned=True)
    state = position(Household(45, savings=100, bills=(34,), day=10), Household(325), rules=rules)
    seen = after(state, "* roll 1", "* mail 70")
    usual = after(replace(state, rules=Rules()), "* roll 1", "* mail 70")
    for each in ("paper-mail-70", "head"):
        assert seen.key(each).said != usual.key(each).said
    assert (seen.key("facts").figures[-1], usual.key("facts").figures[-1]) == ("$145", "$45")
    rich = position(Household(325, day=10), Household(325), rules=rules)
    refused = after(rich, "* roll 1", "* mail 70")
    assert refused.key("facts").figures == ["$0", "$325"]
    rolls = after(state, "* roll 1", "* mail 70", "1 stake 10")
    assert rolls.key("head").figures == ["5", "$110"]


def test_a_swellfare_card_says_which_loan_would_allow_a_stake() -> None:
    state = position(Household(100, bills=(FIFTY,), day=10), Household(325))
    seen = after(state, "* roll 1", "* mail 70")
    assert seen.key("facts").figures == ["$50", "$100"]  # and no interest
    assert seen.moves["1 borrow 300"].said == "Borrow $300"
    assert not seen.moves["1 pass"]["aria-disabled"]
    assert not [move for move in {*seen.moves, *seen.settable} if "stake" in move]
    ready = after(state, "* roll 1", "* mail 70", "1 borrow 300")
    assert "1 stake 100" in ready.settable
    rich = after(position(Household(325, day=10), Household(1)), "* roll 1", "* mail 70")
    assert rich.moves["1 borrow 1700"].said == "Borrow $1,700"
    most = position(Household(1379, day=10), Household(1), rules=Rules(max_loan=6900))
    assert after(most, "* roll 1", "* mail 70").moves["1 borrow 6900"].said == "Borrow $6,900"
    saved = position(Household(900, savings=100, day=10), Household(1))
    offered = after(saved, "* roll 1", "* mail 70")
    assert not [move for move in {*offered.moves, *offered.settable} if "borrow" in move]


def test_a_payment_shows_how_it_can_be_met() -> None:
    payment, interest = ["$110", "$1,300", "+$100", "−$150", "$60"], ["−$20", "−$100"]
    assert page(on("loan-spiral")).key("facts").figures == [*payment, "1", "5", *interest]


@pytest.mark.clause("PD-election")
def test_an_election_says_who_pays_and_who_wins() -> None:
    seen = after(position(Household(30, day=25), Household(325)), "* roll 1")
    assert seen.key("head").figures == ["1", "$30", "$20", "$50", "6"]


def test_a_day_that_must_be_paid_for_is_named() -> None:
    seen = after(position(Household(30, day=3), Household(325)), "* roll 3")
    assert seen.key("head").figures[2] == "$20"
    assert PAY_DAY.start(2).deck.day_titles[5].en in seen.key("head").said


def test_the_bank_lists_what_can_be_done_and_says_why_not() -> None:
    seen = page(on("savings-or-loan"))
    assert seen.key("head").figures[:4] == ["1", "$310", "1", "3"]
    assert "$40" in seen.key("facts").figures
    assert "1 repay 200" in seen.settable
    why = seen.moves["1 deposit 100"]["title"]
    assert figures(why) == ["$200"]
    assert why in seen.key("group-deposit").said
    saver = position(Household(250, savings=200, day=30), Household(325))
    seen = after(saver, "* roll 1")
    assert {"1 withdraw 200", "1 deposit 500"} <= seen.settable
    assert "1 pass" in seen.moves
    assert "$20" in seen.key("facts").figures


def test_a_buyer_is_offered_every_deal_in_hand() -> None:
    state = position(Household(0, day=8, deals=(1, 5)), Household(325))
    seen = after(state, "* roll 1")
    assert seen.moves.keys() >= {"1 sell 1", "1 sell 5", "1 pass"}
    assert state.deck.deal_titles[4].en in seen.moves["1 sell 5"].words
    assert seen.moves["1 sell 5"].figures == ["$600", "$300"]


# --- households -------------------------------------------------------------------------------


def test_the_bars_are_drawn_to_one_scale_for_all() -> None:
    households = [Household(500, savings=500, deals=(13,)), Household(0, loan=1000, bills=(34,))]
    seen = page(position(*households))
    lengths = {
        each["class"].rpartition("__")[2]: each["style"]
        for each in seen.elements
        if each.tag == "i"
    }
    assert lengths == {"cash": "width:50.0%", "savings": "width:50.0%", "loan": "width:100.0%"}
    one, other = (seen.key(f"s{n}-balance").figures for n in (1, 2))
    assert one == ["$1,000", "$0", "$1,000", "$1,000"]
    assert other == ["$0", "$1,000", "−$1,000", "−$700"]


def test_the_book_says_who_has_what() -> None:
    households = [
        Household(5, savings=300, deals=(5,)),
        Household(0, loan=400, bills=(34,)),
        Household(0, loan=100, month=4, day=31),
    ]
    seen = page(position(*households))
    assert seen.key("book").figures[:2] == ["+10%", "−20%"]
    assert seen.key("book-1").said == "1 Anna 1 of 3 $5 $300 – $305 +$30 – $600 $300 → $600"
    assert seen.key("book-2").said == "2 Ben 1 of 3 $0 – $400 −$400 −$80 −$500 –"
    assert seen.key("book-3").said == "3 Cem done $0 – $100 −$100 – – –"
    assert "active" not in seen.key("book-3")["class"]


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
    assert {f"${first.cash:,}", f"${first.savings:,}"} <= {*seen.key("ranking").figures}
    even = replace(position(Household(0), Household(0)), phase="over")
    lost = replace(position(Household(0, loan=100), Household(0, loan=100)), phase="over")
    assert page(lost).key("head").said != page(even).key("head").said
    assert "Anna and Ben" in page(lost).key("head").said
    assert not page(lost).key("head").figures
    left = page(replace(lost, pot=50, pot_open=True))
    assert left.key("head").figures == ["$50"]
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
    signs = [each for each in page(PAY_DAY.start(2)).inside("legend") if each.tag == "li"]
    kinds = {each.kind for each in PAY_DAY.start(2).deck.days} - {"money", "sunday"}
    assert {each["class"].rpartition("__")[2] for each in signs} == kinds | {"pot"}
    assert all(each.said for each in signs)


def test_where_nobody_decides_stand_the_day_and_what_to_do() -> None:
    state = position(Household(325, day=31), Household(325))
    settling = page(
        replace(state, phase="settling"),
        event=LoanTaken(seat=0, amount=100, loan=300, interest=60),
    )
    assert settling.keys("paper-") == ["paper-day-31"]
    assert settling.key("idle").said
    assert not page(state).keys("idle")


def test_chance_is_not_a_seat() -> None:
    assert CHANCE not in scene(PAY_DAY.start(2)).acting


@pytest.mark.clause("PD-payday-4-bank")
def test_the_headline_says_otherwise_wherever_the_bank_allows_something_else() -> None:
    state = play(position(Household(100, day=30), Household(100)), "* roll 1").state
    heads = set()
    for cash, savings, loan in (
        (200, 0, 300),
        (200, 300, 0),
        (20, 300, 0),
        (200, 0, 0),
        (20, 0, 0),
    ):
        visitor = replace(state.households[0], cash=cash, savings=savings, loan=loan)
        head = page(replace(state, households=(visitor, state.households[1]))).key("head")
        assert "$100" in head.figures
        heads.add(head.said)
    assert len(heads) == 5
