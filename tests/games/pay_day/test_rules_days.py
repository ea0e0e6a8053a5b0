import random

import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import pick
from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.games.pay_day.deck import Day, Deck, default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import (
    ContributionPaid,
    DaylightBegun,
    DaylightSpent,
    DaySettled,
    DieRolled,
    ElectionHeld,
    PawnSteppedBack,
    PaymentDue,
    PokerCalled,
    PokerCalledOff,
    PokerJoined,
    PokerPassed,
    PokerWon,
    PotLeft,
    PotWon,
    RollTied,
    StartBonusPaid,
    SundayRested,
    SwellfareLost,
    TicketsCashed,
)
from paydays_widgets.games.pay_day.moves import Pass
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import State
from tests.games.pay_day.positions import (
    AD,
    POSTCARD,
    SWELLFARE,
    answers,
    deal,
    done,
    mail,
    on,
    play,
    position,
    why,
)

ANY_ROLL = Rules(pot_six="any_roll")
WEDDING = mail("bill", 500)
BARE = replace(default_deck(), deals=(), deal_titles=(), mail=(), mail_titles=())

# --- Sundays, and days that pay or cost ----------------------------------------------------------


@pytest.mark.clause("PD-sunday")
@pytest.mark.parametrize("day", [7, 14, 21, 28])
def test_pd_sunday_nothing_happens(day: int) -> None:
    played = play(position(on(day - 1), on(0)), "* roll 1")
    assert played.names == ("PawnMoved", "SundayRested", "TurnBegun")
    assert played.the(SundayRested).day == day
    assert played.cash == (325, 325)


@pytest.mark.clause("PD-day-money")
@pytest.mark.parametrize(
    ("day", "sum_"), [(2, 500), (6, -50), (8, 100), (13, -40), (18, -75), (23, -50)]
)
def test_pd_day_money_the_sum_of_the_day_is_paid_or_collected(day: int, sum_: int) -> None:
    played = play(position(on(day - 1), on(0)), "* roll 1")
    assert played.the(DaySettled).amount == sum_
    assert played.cash == (325 + sum_, 325)


@pytest.mark.clause("PD-day-money", "PD-raise")
def test_pd_day_money_what_cash_lacks_is_raised() -> None:
    played = play(position(on(17, 20), on(0)), "* roll 1")
    assert played.the(PaymentDue) == PaymentDue(seat=0, debt="day", amount=75, cash=20)
    played = play(played.state, "1 borrow 100")
    assert (played.cash[0], played.loans[0]) == (45, 100)


# --- Daylight Savings ---------------------------------------------------------------------------


@pytest.mark.clause("PD-daylight")
def test_pd_daylight_all_step_back_in_turn_from_the_seat_that_landed() -> None:
    state = position(on(15), on(22), on(8), active=1)
    played = play(state, "* roll 5")
    assert played.the(DaylightBegun).seat == 1
    assert [(each.seat, each.day) for each in played.all(PawnSteppedBack)] == [
        (1, 26),
        (2, 7),
        (0, 14),
    ]
    assert played.days == (14, 26, 7)
    assert played.state.active == 2


@pytest.mark.clause("PD-daylight")
def test_pd_daylight_each_follows_its_day_before_the_next_steps_back() -> None:
    state = position(on(26), on(3), on(5), on(11))
    played = play(state, "* roll 1")
    assert played.names.count("ContributionPaid") == 4
    assert played.cash == (275, 775, 275, 275)
    assert PAY_DAY.turn(played.state) == Chance("turn_up", 9, 0)
    assert played.days == (26, 2, 4, 11)
    played = play(played.state, "* deal 1; 3 pass")
    assert PAY_DAY.turn(played.state) == Decide((3,), "stake", 9, 1)
    played = play(played.state, "4 pass; 1 pass; 2 pass; 3 pass")
    assert played.state.active == 1
    assert played.days == (26, 2, 4, 10)


@pytest.mark.clause("PD-daylight")
def test_pd_daylight_a_seat_on_start_stays_and_collects_325() -> None:
    played = play(position(on(26), on(0), on(0)), "* roll 1")
    assert [each.seat for each in played.all(StartBonusPaid)] == [1, 2]
    assert played.days == (26, 0, 0)
    assert played.cash == (275, 600, 600)


@pytest.mark.clause("PD-daylight")
def test_pd_daylight_a_seat_on_day_1_steps_onto_start_and_collects_nothing() -> None:
    played = play(position(on(26), on(1)), "* roll 1")
    assert played.days == (26, 0)
    assert played.cash == (275, 275)
    assert played.all(StartBonusPaid) == ()


@pytest.mark.clause("PD-daylight")
def test_pd_daylight_a_bonus_of_nothing_moves_no_money() -> None:
    deck = replace(default_deck(), daylight_bonus=0)
    played = play(position(on(26), on(0), deck=deck), "* roll 1")
    assert played.the(StartBonusPaid).transfers == ()


@pytest.mark.clause("PD-day-26-27", "PD-daylight")
def test_pd_day_26_27_who_lands_on_27_sets_off_an_election() -> None:
    played = play(position(on(26), on(4)), "* roll 1")
    assert played.the(ElectionHeld).clause == "PD-day-26-27"
    assert played.names[:4] == ("PawnMoved", "DaylightBegun", "PawnSteppedBack", "ElectionHeld")
    assert played.state.pot == 100


@pytest.mark.clause("PD-day-26-27", "PD-daylight")
def test_pd_day_26_27_who_steps_back_from_28_sets_nothing_off() -> None:
    played = play(position(on(26), on(28)), "* roll 1")
    assert played.the(DaylightSpent).seat == 1
    assert len(played.all(DaylightBegun)) == 1
    assert played.days == (26, 27)
    assert played.state.active == 1


@pytest.mark.clause("PD-day-26-27")
def test_pd_day_26_27_two_seats_on_27_hold_two_elections() -> None:
    played = play(position(on(26), on(27)), "* roll 1")
    assert [each.seat for each in played.all(ElectionHeld)] == [0, 1]
    assert played.state.pot == 200
    assert played.cash == (225, 225)


@pytest.mark.clause("PD-daylight")
def test_pd_daylight_it_can_happen_again_in_another_turn() -> None:
    played = play(position(on(26), on(24)), "* roll 1; * roll 4")
    assert [each.seat for each in played.all(DaylightBegun)] == [0, 1]
    assert played.days == (25, 26)


@pytest.mark.clause("PD-daylight")
@pytest.mark.parametrize("answer", [0, -1])
@pytest.mark.parametrize("deck", [default_deck(), BARE], ids=["cards", "no cards"])
@pytest.mark.parametrize("day", range(1, 30))
def test_pd_daylight_whatever_a_day_brings_one_seat_the_next_steps_back_too(
    day: int, deck: Deck, answer: int
) -> None:
    cards = on(day + 1, deals=(1, 2), tickets=(mail("ticket", 100),))
    second = cards if deck.deals else on(day + 1)
    luck = random.Random(day)
    state = play(position(on(26), second, on(9), deck=deck), "* roll 1").state
    while state.turn == 9:
        turn = PAY_DAY.turn(state)
        if isinstance(turn, Decide):
            move = PAY_DAY.legal(state, turn.seats[0])[answer]
        else:
            move = pick(PAY_DAY.outcomes(state), luck.getrandbits(32))
        state = PAY_DAY.unfold(state, move)[-1].state
    assert [each.day for each in state.households] == [26, day, 8]


@pytest.mark.clause("PD-daylight", "PD-lottery")
def test_pd_daylight_a_seat_steps_back_onto_the_lottery_draw() -> None:
    state = position(on(26), on(30, tickets=(mail("ticket", 100),)))
    played = play(state, "* roll 1")
    assert played.the(TicketsCashed).seat == 1
    assert played.cash == (275, 375)


@pytest.mark.clause("PD-daylight", "PD-buyer")
def test_pd_daylight_a_seat_steps_back_onto_a_buyer() -> None:
    played = play(position(on(26), on(18, deals=(1,))), "* roll 1")
    assert PAY_DAY.turn(played.state) == Decide((1,), "sell", 9, 0)
    assert play(played.state, "2 sell 1").cash == (275, 675)


@pytest.mark.clause("PD-daylight", "PD-mail")
def test_pd_daylight_a_seat_steps_back_onto_mail() -> None:
    played = play(position(on(26), on(6)), f"* roll 1; * mail {AD}; * mail {POSTCARD}")
    assert played.state.active == 1
    assert played.state.mail_discard == (AD, POSTCARD)


@pytest.mark.clause("PD-daylight", "PD-raise")
def test_pd_daylight_every_seat_may_have_to_raise_money() -> None:
    played = play(position(on(26, 10), on(14, 30)), "* roll 1")
    assert PAY_DAY.turn(played.state) == Decide((0,), "raise", 9, 0)
    played = play(played.state, "1 borrow 100")
    assert PAY_DAY.turn(played.state) == Decide((1,), "raise", 9, 1)
    played = play(played.state, "2 borrow 100")
    assert played.days == (26, 13)
    assert (played.cash, played.loans) == ((60, 40), (100, 100))


# --- Town Election and the pot -------------------------------------------------------------------


@pytest.mark.clause("PD-election")
def test_pd_election_every_seat_puts_in_50_from_the_one_that_landed() -> None:
    played = play(position(on(20), on(20), on(20), active=2), "* roll 6")
    assert played.the(ElectionHeld) == ElectionHeld(clause="PD-election", seat=2, amount=50)
    assert [(each.seat, each.pot) for each in played.all(ContributionPaid)] == [
        (2, 50),
        (0, 100),
        (1, 150),
    ]
    assert (played.state.pot, played.state.pot_open) == (150, True)


@pytest.mark.clause("PD-election", "PD-raise")
def test_pd_election_who_lacks_the_cash_must_raise_it() -> None:
    state = play(position(on(20), on(20, 49, savings=300), on(20, 0)), "* roll 6").state
    assert PAY_DAY.turn(state) == Decide((1,), "raise", 9, 0)
    state = play(state, "2 withdraw 100").state
    assert PAY_DAY.turn(state) == Decide((2,), "raise", 9, 1)
    played = play(state, "3 borrow 100")
    assert played.cash == (275, 49, 50)
    assert (played.savings, played.loans) == ((0, 200, 0), (0, 0, 100))
    assert played.state.pot == 150


def open_pot(pot: int = 240, rules: Rules | None = None) -> State:
    return position(on(7), on(7), on(7), pot=pot, pot_open=True, rules=rules)


@pytest.mark.clause("PD-election", "PD-pot")
def test_pd_election_the_next_6_for_a_move_takes_the_whole_pot() -> None:
    played = play(open_pot(), "* roll 6")
    assert played.the(PotWon).amount == 240
    assert (played.state.pot, played.state.pot_open) == (0, False)
    assert played.cash == (565 - 40, 325, 325)


@pytest.mark.clause("PD-pot")
def test_pd_pot_the_winner_takes_it_before_moving() -> None:
    assert play(open_pot(), "* roll 6").names[:2] == ("PotWon", "PawnMoved")


@pytest.mark.clause("PD-election")
@pytest.mark.parametrize("pips", [1, 2, 4, 5])
def test_pd_election_no_other_roll_takes_it(pips: int) -> None:
    assert play(open_pot(), f"* roll {pips}").state.pot == 240


@pytest.mark.clause("PD-election")
def test_pd_election_the_seat_that_held_it_may_win_it() -> None:
    state = replace(open_pot(), active=2)
    assert play(state, "* roll 6").the(PotWon).seat == 2


@pytest.mark.clause("PD-election", "PD-pot")
def test_pd_election_a_second_one_adds_to_the_pot() -> None:
    state = position(on(20), on(0), pot=100, pot_open=True)
    played = play(replace(state, households=(on(25), on(0))), "* roll 1")
    assert played.state.pot == 200


@pytest.mark.clause("PD-pot")
def test_pd_pot_only_an_election_opens_it() -> None:
    played = play(position(on(1), on(0), pot=90), "* roll 6")
    assert (played.state.pot, played.all(PotWon)) == (90, ())
    played = play(position(on(20), on(1), pot=90), "* roll 6; * roll 6")
    assert played.the(PotWon).amount == 190


@pytest.mark.clause("PD-pot", "PD-swellfare")
def test_pd_pot_once_open_stakes_lost_to_it_are_won_with_it() -> None:
    state = position(on(10, 100, bills=(WEDDING,)), on(8), pot=100, pot_open=True)
    played = play(state, f"* roll 1; * mail {SWELLFARE}; 1 stake 40; * roll 2; * roll 6")
    assert played.the(SwellfareLost).pot == 140
    assert played.the(PotWon).amount == 140


@pytest.mark.clause("PD-pot", "PD-swellfare")
def test_pd_pot_once_won_later_stakes_wait_for_the_next_election() -> None:
    state = play(
        position(on(7), on(10, 100, bills=(WEDDING,)), pot=100, pot_open=True), "* roll 6"
    )
    played = play(state.state, f"* roll 1; * mail {SWELLFARE}; 2 stake 40; * roll 2; * roll 6")
    assert played.all(PotWon) == ()
    assert (played.state.pot, played.state.pot_open) == (40, False)


@pytest.mark.clause("PD-pot")
def test_pd_pot_what_lies_in_it_at_the_end_is_nobodys() -> None:
    state = position(on(30, 0), done(months=1), pot=70, pot_open=True, rules=Rules(months=1))
    played = play(state, "* roll 1")
    assert played.the(PotLeft) == PotLeft(amount=70)
    assert played.state.pot == 70
    assert "PotLeft" not in play(replace(state, pot=0), "* roll 1").names


@pytest.mark.clause("PD-election")
def test_pd_election_a_6_for_a_commission_counts_only_by_a_switch() -> None:
    script = f"* roll 1; * deal {deal(150)}; 1 buy; * roll 6; * roll 1"
    state = position(on(3), on(0), pot=100, pot_open=True)
    assert play(state, script).state.pot == 100
    played = play(replace(state, rules=ANY_ROLL), script)
    assert played.the(PotWon).seat == 0
    assert played.names.index("PotWon") < played.names.index("DieRolled")


@pytest.mark.clause("PD-election", "PD-poker")
def test_pd_election_a_6_at_poker_counts_only_by_a_switch() -> None:
    script = "* roll 3; 1 stake 100; 2 stake 100; 3 pass; * roll 5; * roll 6"
    assert play(open_pot(), script).all(PotWon) == ()
    played = play(open_pot(rules=ANY_ROLL), script)
    assert played.the(PotWon).seat == 1
    assert played.cash == (225, 325 - 100 + 240 + 200, 325)


@pytest.mark.clause("PD-election", "PD-swellfare")
def test_pd_election_a_6_for_swellfare_counts_only_by_a_switch() -> None:
    script = f"* roll 1; * mail {SWELLFARE}; 1 stake 40; * roll 6"
    state = position(on(10, 100, bills=(WEDDING,)), on(8), pot=100, pot_open=True)
    assert play(state, script).cash[0] == 460
    assert play(replace(state, rules=ANY_ROLL), script).cash[0] == 560


# --- poker ---------------------------------------------------------------------------------------


def called(rules: Rules | None = None) -> State:
    return play(position(on(9), on(9), on(9), active=1, rules=rules), "* roll 1").state


@pytest.mark.clause("PD-poker")
def test_pd_poker_seats_decide_in_turn_from_the_one_that_landed() -> None:
    state = called()
    asked = []
    while state.phase == "stake":
        turn = PAY_DAY.turn(state)
        assert isinstance(turn, Decide)
        (seat,) = turn.seats
        asked.append(seat)
        assert answers(state, seat + 1) == [f"{seat + 1} stake 100", f"{seat + 1} pass"]
        state = play(state, str(Pass(seat))).state
    assert asked == [1, 2, 0]


@pytest.mark.clause("PD-poker")
def test_pd_poker_all_who_stake_roll_and_the_highest_takes_all() -> None:
    played = play(called(), "2 stake 100; 3 stake 100; 1 stake 100")
    assert played.state.stakes == 300
    assert PAY_DAY.turn(played.state) == Chance("poker", 9, 0)
    played = play(played.state, "* roll 2; * roll 4; * roll 3")
    assert [each.seat for each in played.all(DieRolled)] == [1, 2, 0]
    assert played.the(PokerWon).seats == (2,)
    assert played.cash == (225, 225, 525)
    assert played.state.stakes == 0


@pytest.mark.clause("PD-poker")
def test_pd_poker_who_passes_does_not_roll() -> None:
    played = play(called(), "2 pass; 3 stake 100; 1 stake 100; * roll 2; * roll 1")
    assert played.the(PokerPassed).seat == 1
    assert [each.seat for each in played.all(PokerJoined)] == [2, 0]
    assert [each.seat for each in played.all(DieRolled)] == [2, 0]
    assert played.cash == (225, 325, 425)


@pytest.mark.clause("PD-poker")
def test_pd_poker_ties_roll_again() -> None:
    played = play(
        called(),
        "2 stake 100; 3 stake 100; 1 stake 100; * roll 5; * roll 1; * roll 5; * roll 1; * roll 2",
    )
    assert played.the(RollTied) == RollTied(clause="PD-poker", seats=(1, 0), pips=5)
    assert played.the(PokerWon).seats == (0,)


@pytest.mark.clause("PD-poker")
def test_pd_poker_by_a_switch_ties_share_and_the_bank_gets_what_is_left_over() -> None:
    rules = Rules(poker_tie="split")
    state = play(position(on(9), on(9), on(9), on(9), rules=rules), "* roll 1").state
    state = play(state, "1 stake 100; 2 stake 100; 3 stake 100; 4 stake 100").state
    played = play(state, "* roll 5; * roll 5; * roll 5; * roll 1")
    assert played.the(PokerWon).each == 133
    assert played.cash == (358, 358, 358, 225)
    assert played.state.stakes == 0
    assert sum(played.cash) == 4 * 325 - 1


@pytest.mark.clause("PD-poker")
@pytest.mark.parametrize("pips", [2, 3])
def test_pd_poker_by_a_switch_two_share_evenly(pips: int) -> None:
    state = play(called(Rules(poker_tie="split")), "2 stake 100; 3 stake 100; 1 pass").state
    assert play(state, f"* roll {pips}; * roll {pips}").cash == (325, 325, 325)


@pytest.mark.clause("PD-poker")
def test_pd_poker_a_single_stake_goes_back() -> None:
    played = play(called(), "2 pass; 3 stake 100; 1 pass")
    assert played.the(PokerCalledOff).seats == (2,)
    assert played.cash == (325, 325, 325)
    assert played.state.active == 2


@pytest.mark.clause("PD-poker")
def test_pd_poker_with_no_stake_nothing_happens() -> None:
    played = play(called(), "2 pass; 3 pass; 1 pass")
    assert played.the(PokerCalledOff).transfers == ()


@pytest.mark.clause("PD-poker", "PD-raise")
def test_pd_poker_a_stake_may_be_raised() -> None:
    state = play(position(on(9, 20), on(0)), "* roll 1; 1 stake 100").state
    played = play(state, "1 borrow 100; 2 stake 100; * roll 1; * roll 2")
    assert (played.cash, played.loans) == ((20, 425), (100, 0))


@pytest.mark.clause("PD-poker")
def test_pd_poker_the_stake_is_100_and_nothing_else() -> None:
    for text in ("2 stake 50", "2 stake 200"):
        assert why(called(), text) == ("PD-poker", "no_such_stake")
    assert why(called(), "2 buy") == ("PD-poker", "wrong_phase")


@pytest.mark.clause("PD-poker")
def test_pd_poker_another_stake_can_stand_on_the_board() -> None:
    days = list(default_deck().days)
    days[9] = Day("poker", 30)
    deck = replace(default_deck(), days=tuple(days))
    state = play(position(on(9), on(0), deck=deck), "* roll 1").state
    assert answers(state, 1) == ["1 stake 30", "1 pass"]
    assert play(position(on(9), on(0), deck=deck), "* roll 1").the(PokerCalled).stake == 30
