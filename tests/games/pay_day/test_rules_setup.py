import pytest

from paydays_widgets.core.chance import probability
from paydays_widgets.core.game import CHANCE, Chance, Decide, Refusal, Settling
from paydays_widgets.games.pay_day.deck import default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import (
    MonthBegun,
    PawnMoved,
    PokerCalled,
    RollTied,
    SeatFinished,
    TurnBegun,
)
from paydays_widgets.games.pay_day.moves import Deliver, Pass, Roll, TurnUp
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Household
from tests.games.pay_day.positions import done, legal, on, play, position, refused, why


@pytest.mark.clause("PD-players")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pd_players_two_to_four_seats_play_clockwise(seats: int) -> None:
    assert PAY_DAY.start(seats, Rules(first=1)).active == 1
    state = position(*[on(6)] * seats, active=1)
    order = []
    for _ in range(seats + 1):
        order.append(state.active)
        state = play(state, "* roll 1" if len(order) <= seats else "* roll 6").state
    assert order == [(1 + at) % seats for at in range(seats + 1)]


@pytest.mark.clause("PD-players")
@pytest.mark.parametrize("seats", [1, 5])
def test_pd_players_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"2–4 seats, not {seats}"):
        PAY_DAY.start(seats)


@pytest.mark.clause("PD-players")
def test_pd_players_one_to_twelve_months() -> None:
    assert PAY_DAY.start(2, Rules(months=12)).rules.months == 12
    assert PAY_DAY.start(2, Rules(months=1)).rules.months == 1
    for months in (0, 13):
        with pytest.raises(ValueError, match=f"1 to 12 months, not {months}"):
            PAY_DAY.start(2, Rules(months=months))


@pytest.mark.clause("PD-players")
@pytest.mark.parametrize("first", [-1, 3])
def test_pd_players_the_first_seat_is_one_of_them(first: int) -> None:
    with pytest.raises(ValueError, match="cannot start: there are 3 seats"):
        PAY_DAY.start(3, Rules(first=first))


@pytest.mark.clause("PD-start")
def test_pd_start_every_seat_has_325_on_start() -> None:
    state = PAY_DAY.start(4)
    assert state.households == (Household(325, 0, 0, 1, 0),) * 4
    assert (state.pot, state.pot_open, state.stakes) == (0, False, 0)
    assert PAY_DAY.books(state)["cash:4"] == 325


@pytest.mark.clause("PD-deal-deck", "PD-mail-deck")
def test_pd_decks_have_16_deals_and_72_cards_of_mail_in_no_known_order() -> None:
    state = PAY_DAY.start(2)
    assert state.deals == tuple(range(1, 17))
    assert state.mail == tuple(range(1, 73))
    assert state.deals_under == state.mail_under == state.mail_discard == ()


@pytest.mark.clause("PD-move")
def test_pd_move_a_roll_moves_as_many_days() -> None:
    assert PAY_DAY.turn(PAY_DAY.start(2)) == Chance("roll", 1, 0)
    played = play(position(on(13), on(0)), "* roll 5")
    assert played.days == (18, 0)
    assert played.the(PawnMoved) == PawnMoved(clause="PD-move", seat=0, pips=5, start=13, day=18)
    assert played.state.active == 1


@pytest.mark.clause("PD-move")
def test_pd_move_all_six_rolls_are_equally_likely() -> None:
    outcomes = PAY_DAY.outcomes(PAY_DAY.start(2))
    assert [each.move for each in outcomes] == [Roll(CHANCE, pips) for pips in range(1, 7)]
    assert all(probability(outcomes, each.move) * 6 == 1 for each in outcomes)


@pytest.mark.clause("PD-move")
def test_pd_move_only_a_roll_can_come() -> None:
    state = PAY_DAY.start(2)
    for move in (Roll(CHANCE, 0), Roll(CHANCE, 7), TurnUp(CHANCE, 1), Deliver(CHANCE, 1)):
        refusal = PAY_DAY.refuse(state, move)
        assert refusal is not None
        assert (refusal.clause, refusal.reason) == ("PD-move", "cannot_come")
    assert why(state, "1 pass") == ("PD-move", "chance_acts")
    assert legal(state, 1) == []


@pytest.mark.clause("PD-move")
def test_pd_move_inside_a_move_nobody_may_act() -> None:
    first, *_ = PAY_DAY.unfold(position(on(0), on(0)), Roll(CHANCE, 2))
    assert PAY_DAY.turn(first.state) == Settling(9)
    assert PAY_DAY.refuse(first.state, Pass(0)) == Refusal("PD-players", "settling")
    assert legal(first.state, 0) == legal(first.state, 1) == []


@pytest.mark.clause("PD-stop")
def test_pd_stop_pay_day_is_reached_whatever_is_left_of_the_roll() -> None:
    played = play(position(on(28, 0), on(0)), "* roll 6")
    assert played.the(PawnMoved).clause == "PD-stop"
    assert played.the(PawnMoved).day == 31
    assert PAY_DAY.turn(played.state) == Decide((0,), "bank", 9, 0)


@pytest.mark.clause("PD-stop")
def test_pd_stop_an_exact_roll_reaches_it_too() -> None:
    played = play(position(on(29, 0), on(0)), "* roll 2")
    assert played.the(PawnMoved).clause == "PD-stop"
    assert "SalaryPaid" in played.names


@pytest.mark.clause("PD-own-pace")
def test_pd_own_pace_seats_are_in_different_months_at_once() -> None:
    played = play(position(on(28, 0), on(4)), "* roll 3; 1 pass")
    assert played.the(MonthBegun).month == 2
    assert [each.month for each in played.state.households] == [2, 1]


@pytest.mark.clause("PD-own-pace")
def test_pd_own_pace_a_seat_that_has_finished_is_passed_over() -> None:
    played = play(position(on(20), done(), on(6), done()), "* roll 1")
    assert played.the(TurnBegun) == TurnBegun(clause="PD-own-pace", seat=2, turn=10)
    played = play(played.state, "* roll 1")
    assert played.the(TurnBegun) == TurnBegun(clause="PD-own-pace", seat=0, turn=11)


@pytest.mark.clause("PD-own-pace")
def test_pd_own_pace_the_last_one_plays_on_alone() -> None:
    played = play(position(on(20), done()), "* roll 1")
    assert played.the(TurnBegun).seat == 0


@pytest.mark.clause("PD-own-pace")
def test_pd_own_pace_a_seat_that_has_finished_may_not_act() -> None:
    called = play(position(on(9), done(), on(0)), "* roll 1").state
    assert refused(called, "2 stake 100") == Refusal("PD-own-pace", "out", {"seat": 1})


@pytest.mark.clause("PD-own-pace")
def test_pd_own_pace_it_takes_no_part_in_elections_poker_and_daylight() -> None:
    state = position(on(20), done(), on(30))
    assert play(state, "* roll 6").cash == (275, 325, 275)
    assert play(position(on(9), done(), on(30)), "* roll 1").the(PokerCalled).stake == 100
    played = play(position(on(9), done(), on(30)), "* roll 1; 1 pass; 3 pass")
    assert played.state.phase == "roll"
    played = play(position(on(22), done(), on(15)), "* roll 5")
    assert played.days == (26, 31, 14)


@pytest.mark.clause("PD-own-pace", "PD-deal-commission")
def test_pd_own_pace_it_does_not_roll_for_a_commission() -> None:
    played = play(position(on(3), done(), on(30)), "* roll 1; * deal 1; 1 buy; * roll 2; * roll 2")
    assert played.the(RollTied).seats == (0, 2)


@pytest.mark.clause("PD-own-pace")
def test_pd_own_pace_finishing_is_said() -> None:
    played = play(position(on(30, 0), on(0), rules=Rules(months=1)), "* roll 1")
    assert played.the(SeatFinished) == SeatFinished(seat=0, months=1)
    assert played.state.households[0].day == 31


@pytest.mark.clause("PD-players")
def test_pd_players_only_the_seat_that_is_asked_may_act() -> None:
    state = play(position(on(9), on(0)), "* roll 1").state
    assert refused(state, "2 stake 100").facts == {"seat": 1, "active": 0}
    assert why(state, "2 stake 100") == ("PD-players", "not_your_turn")
    assert why(state, "3 pass") == ("PD-players", "no_seat")
    assert legal(state, 2) == []


@pytest.mark.clause("PD-players")
def test_the_game_knows_its_deck() -> None:
    assert PAY_DAY.deck() is default_deck()


@pytest.mark.clause("PD-mail-deck", "PD-deal-deck")
def test_nothing_is_hidden_but_the_order_of_the_decks() -> None:
    played = play(position(on(10), on(0)), "* roll 1; * mail 1")
    for event in played.events:
        assert all(PAY_DAY.witness(event, seat) is event for seat in (None, 0, 1))
    table, own = PAY_DAY.view(played.state, None), PAY_DAY.view(played.state, 0)
    assert (table.households, table.mail) == (own.households, own.mail)
    assert table.legal == ()
