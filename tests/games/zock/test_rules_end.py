"""How a game ends, and who is first."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Over
from paydays_widgets.games.zock import Rules
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import GameEnded
from tests.games.zock.positions import legal, play, position, refused

LAST = Rules(all_money="last_in_play")
DUEL = "* roll 4; 1 go king; * roll 1"


@pytest.mark.clause("ZK-end", "ZK-duel")
def test_zk_end_with_two_seats_a_duel_ends_the_game() -> None:
    played = play(position("6 2 -", "30 3 -"), DUEL)
    ended = played.the(GameEnded)
    assert played.names[-2:] == ("DuelDecided", "GameEnded")
    assert (ended.ending, ended.winners) == ("all_money", (0,))
    assert (ended.money, ended.debts) == ((60_000, 0), (0, 0))
    assert ZOCK.turn(played.state) == Over(10)
    assert legal(played.state) == []
    assert refused(played.state, "1 throw").reason == "over"
    assert ZOCK.outcomes(played.state) == ()


@pytest.mark.clause("ZK-end")
def test_zk_end_by_the_switch_it_goes_on_to_the_last_in_play() -> None:
    played = play(position("6 2 -", "30 3 -", rules=LAST), DUEL)
    assert not played.all(GameEnded)
    assert played.state.active == 1
    assert ZOCK.standing(played.state).ranking == ((0,), (1,))


@pytest.mark.clause("ZK-end")
def test_zk_end_with_more_seats_a_duel_does_not_end_it() -> None:
    played = play(position("16 2 -", "10 3 -", "- - -"), DUEL)
    assert not played.all(GameEnded)


@pytest.mark.clause("ZK-end")
def test_zk_end_all_the_money_has_to_be_won() -> None:
    """One seat holds all the money, but in this turn nobody has lost any to anybody."""
    state = position("12 3 -", "- - -", "- - -", money=[500, 0, 0], debts=[0, 3_000, 0])
    assert not play(state, "* roll 4; 1 go a").all(GameEnded)


@pytest.mark.clause("ZK-end", "ZK-borrow")
def test_zk_end_who_repays_everything_loses_to_nobody() -> None:
    state = position("2 3 -", "2 3 -", money=[1_000, 500], debts=[1_000, 0])
    played = play(replace(state, phase="choose"), "1 repay 1000; * roll 4; 1 go a")
    assert not played.all(GameEnded)
    assert play(played.state, "* roll 4; 2 go a").state.active == 0


@pytest.mark.clause("ZK-end", "ZK-hit")
def test_zk_end_a_fine_that_takes_the_last_money_wins() -> None:
    state = position("12 6 -", "30 5 -", money=[30_000, 0], bank=10_000)
    ended = play(state, "* roll 4; 1 go a").the(GameEnded)
    assert (ended.ending, ended.winners, ended.debts) == ("all_money", (0,), (0, 3_000))


@pytest.mark.clause("ZK-end", "ZK-duel")
def test_zk_end_a_duel_with_nothing_at_stake_wins_nothing() -> None:
    state = position("6 2 -", "30 3 -", money=[30_000, 0])
    assert not play(state, "* roll 4; 1 go king; * roll 1").all(GameEnded)


@pytest.mark.clause("ZK-end", "ZK-bank-empty")
def test_zk_end_a_seat_that_goes_out_may_leave_all_the_money_to_one() -> None:
    state = position("12 16 -", "10 5 -", "2 3 -", money=[30_000, 0, 0], bank=0)
    ended = play(state, "* roll 4; 1 go a").the(GameEnded)
    assert (ended.ending, ended.winners) == ("all_money", (0,))


@pytest.mark.clause("ZK-end")
def test_zk_end_who_has_won_all_the_money_is_first_in_spite_of_debts() -> None:
    state = position("6 2 -", "30 3 -", money=[500, 500], debts=[9_000, 0])
    assert ZOCK.standing(state).ranking == ((1,), (0,))
    played = play(state, "* roll 4; 1 go king; * roll 1")
    assert played.the(GameEnded).winners == (0,)
    assert ZOCK.standing(played.state).ranking == ((0,), (1,))


@pytest.mark.clause("ZK-end")
@pytest.mark.parametrize("first", [0, 1])
def test_zk_end_after_the_agreed_rounds_the_richest_wins(first: int) -> None:
    rules = Rules(rounds=3, first=first)
    state = position(
        "- - -",
        "- - -",
        "- - -",
        money=[20_000, 31_000, 30_000],
        debts=[0, 2_000, 0],
        rules=rules,
        active=(first + 2) % 3,
        round_=3,
    )
    played = play(state, "* roll 1")
    ended = played.the(GameEnded)
    assert (ended.ending, ended.winners, ended.clause) == ("rounds", (2,), "ZK-end")
    assert ZOCK.standing(played.state).ranking == ((2,), (1,), (0,))


@pytest.mark.clause("ZK-end")
def test_zk_end_not_before_the_last_round_is_over() -> None:
    for active, round_ in ((0, 3), (1, 3), (2, 2)):
        state = position(
            "- - -", "- - -", "- - -", rules=Rules(rounds=3), active=active, round_=round_
        )
        assert not play(state, "* roll 1").all(GameEnded)


@pytest.mark.clause("ZK-end")
def test_zk_end_equals_share_the_victory() -> None:
    state = position(
        "- - -",
        "- - -",
        "- - -",
        money=[30_000, 31_000, 30_000],
        debts=[0, 1_000, 0],
        rules=Rules(rounds=1),
        active=2,
    )
    assert play(state, "* roll 1").the(GameEnded).winners == (0, 1, 2)


@pytest.mark.clause("ZK-end")
@pytest.mark.parametrize("rounds", [0, 1_000])
def test_zk_end_the_number_of_rounds_has_bounds(rounds: int) -> None:
    with pytest.raises(ValueError, match=r"a game has 1 to 999 rounds"):
        ZOCK.start(2, Rules(rounds=rounds))


@pytest.mark.clause("ZK-end", "ZK-bank-empty")
def test_zk_end_who_left_ranks_last_and_the_first_to_leave_at_the_end() -> None:
    state = position("- - -", "- - -", "- - -", "- - -", out=[2, 0])
    assert ZOCK.standing(state).ranking == ((1, 3), (0,), (2,))


def test_inside_a_move_nobody_acts() -> None:
    inside = ZOCK.unfold(position("- - -", "- - -"), ZOCK.read("* roll 1"))[0].state
    assert refused(inside, "1 throw").reason == "settling"
    assert legal(inside) == []
