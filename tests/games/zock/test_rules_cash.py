"""Cashing: who may, when, and what the window shows."""

import pytest

from paydays_widgets.core.game import Decide
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.games.zock import Rules
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import DiscTurned, PawnsCashed
from tests.games.zock.positions import legal, play, position, refused

AFTER = Rules(cash="after_roll")
SQUARE = Rules(payout="square")


def cashed(written: str, pawn: str, rules: Rules | None = None) -> int:
    state = position(written, "- - -", phase="choose", rules=rules)
    return play(state, f"1 cash {pawn}").the(PawnsCashed).paid


@pytest.mark.clause("ZK-cash")
def test_zk_cash_the_bank_pays_and_the_pawn_goes_home() -> None:
    state = position("12 26 -", "- - -", phase="choose")
    played = play(state, "1 cash a")
    assert played.names == ("DiscTurned", "PawnsCashed", "TurnBegun")
    event = played.the(PawnsCashed)
    assert (event.clause, event.pawns, event.times, event.due) == ("ZK-cash", ("a",), 1, 3_000)
    assert event.transfers == (Transfer("vault", "cash:1", 3_000),)
    assert played.money == (33_000, 30_000)
    assert played.state.bank == 97_000
    assert played.pawns(0) == (12, -1, -1)
    assert played.state.active == 1


@pytest.mark.clause("ZK-cash")
def test_zk_cash_a_king_brings_three_times_the_sum() -> None:
    event = play(position("26 12 -", "- - -", phase="choose"), "1 cash king").the(PawnsCashed)
    assert (event.window, event.times, event.paid) == (3_000, 3, 9_000)


@pytest.mark.clause("ZK-cash")
@pytest.mark.parametrize(("steps", "legally"), [(9, False), (10, False), (11, True), (39, True)])
def test_zk_cash_only_past_the_first_quarter(steps: int, *, legally: bool) -> None:
    state = position(f"2 {steps} -", "- - -", phase="choose")
    assert ("1 cash a" in legal(state)) is legally
    if not legally:
        refusal = refused(state, "1 cash a")
        assert (refusal.clause, refusal.reason) == ("ZK-cash", "cash_quarter")
        assert refusal.facts == {"pawn": "a", "steps": steps, "quarter": 10}


@pytest.mark.clause("ZK-cash")
@pytest.mark.parametrize("written", ["26 - -", "- 26 12", "- 26 -"])
def test_zk_cash_only_with_two_out_and_the_king_among_them(written: str) -> None:
    state = position(written, "- - -", phase="choose")
    pawn = "king" if written.startswith("26") else "a"
    assert (refused(state, f"1 cash {pawn}").clause, refused(state, f"1 cash {pawn}").reason) == (
        "ZK-cash",
        "cash_two",
    )
    other = play(position(written, "- - -", active=1), "* roll 1").state
    assert ZOCK.turn(other).turn == 11
    assert legal(other)[0] == "* roll 1"


@pytest.mark.clause("ZK-cash")
def test_zk_cash_not_a_pawn_that_is_at_home() -> None:
    state = position("12 26 -", "- - -", phase="choose")
    assert (refused(state, "1 cash b").clause, refused(state, "1 cash b").reason) == (
        "ZK-cash",
        "cash_home",
    )


@pytest.mark.clause("ZK-cash-when")
def test_zk_cash_when_it_takes_the_place_of_the_roll() -> None:
    state = play(position("12 3 -", "- - -", active=1), "* roll 1").state
    assert legal(state) == ["1 throw", "1 cash king"]
    rolled = play(state, "1 throw; * roll 4").state
    assert legal(rolled) == ["1 go king", "1 go a", "1 go b"]
    refusal = refused(rolled, "1 cash king")
    assert (refusal.clause, refusal.reason) == ("ZK-cash-when", "cash_when")
    assert refusal.facts == {"when": "before_roll"}


@pytest.mark.clause("ZK-cash-when")
def test_zk_cash_when_by_the_switch_it_takes_the_place_of_the_move() -> None:
    state = play(position("12 3 -", "- - -", active=1, rules=AFTER), "* roll 1").state
    assert legal(state)[0] == "* roll 1"
    rolled = play(state, "* roll 4").state
    assert ZOCK.turn(rolled) == Decide((0,), "move", 11, 0)
    assert legal(rolled) == ["1 go king", "1 go a", "1 go b", "1 cash king"]
    assert play(rolled, "1 cash king").money == (33_000, 30_000)
    choose = position("12 3 -", "- - -", phase="choose", debts=[500, 0], rules=AFTER)
    assert refused(choose, "1 cash king").facts == {"when": "after_roll"}


@pytest.mark.clause("ZK-cash-when", "ZK-one")
def test_zk_cash_when_after_the_roll_a_1_leaves_no_choice() -> None:
    played = play(position("12 3 -", "- - -", rules=AFTER), "* roll 1")
    assert played.names == ("DieRolled", "PawnWentHome", "TurnBegun")


@pytest.mark.clause("ZK-window")
@pytest.mark.parametrize(
    ("steps", "sum_"),
    [(11, 1_000), (15, 1_000), (16, 1_500), (21, 2_000), (26, 3_000), (31, 4_000), (39, 5_000)],
)
def test_zk_window_the_sum_rises_with_the_steps_since_the_exit(steps: int, sum_: int) -> None:
    assert cashed(f"2 {steps} -", "a") == sum_
    other = position("- - -", "- - -", f"2 {steps} -", active=2, phase="choose")
    assert play(other, "3 cash a").the(PawnsCashed).paid == sum_


@pytest.mark.clause("ZK-window")
@pytest.mark.parametrize(
    ("steps", "sum_"), [(11, 1_000), (17, 3_000), (18, 1_000), (19, 5_000), (20, 500), (39, 5_000)]
)
def test_zk_window_by_the_switch_it_is_printed_on_the_square(steps: int, sum_: int) -> None:
    assert cashed(f"2 {steps} -", "a", SQUARE) == sum_


@pytest.mark.clause("ZK-window")
def test_zk_window_the_disc_is_turned_first_and_stays() -> None:
    state = position("- - -", "2 26 -", active=1, phase="choose")
    played = play(state, "2 cash a")
    turned = played.the(DiscTurned)
    assert (turned.steps, turned.square, turned.window) == (26, 6, 3_000)
    assert played.state.disc == 26
    assert play(played.state, "* roll 1; * roll 1").state.disc == 26


@pytest.mark.clause("ZK-bank-empty")
@pytest.mark.parametrize(("bank", "paid"), [(2_500, 2_500), (0, 0)])
def test_zk_bank_empty_it_pays_what_it_has(bank: int, paid: int) -> None:
    state = position("12 26 -", "- - -", phase="choose", bank=bank)
    played = play(state, "1 cash a")
    event = played.the(PawnsCashed)
    assert (event.clause, event.due, event.paid) == ("ZK-bank-empty", 3_000, paid)
    assert len(event.transfers) == bool(paid)
    assert played.state.bank == 0
    assert played.money == (30_000 + paid, 30_000)
    assert played.pawns(0) == (12, -1, -1)


@pytest.mark.clause("ZK-stack", "ZK-cash")
@pytest.mark.parametrize(
    ("written", "pawn", "pawns", "times"),
    [
        ("26 26 -", "a", ("king", "a"), 4),
        ("26 26 -", "king", ("king", "a"), 4),
        ("12 26 26", "b", ("a", "b"), 2),
        ("26 26 26", "b", ("king", "a", "b"), 5),
    ],
)
def test_zk_stack_cashing_there_cashes_all(
    written: str, pawn: str, pawns: tuple[str, ...], times: int
) -> None:
    played = play(position(written, "- - -", phase="choose"), f"1 cash {pawn}")
    event = played.the(PawnsCashed)
    assert (event.clause, event.pawns, event.times) == ("ZK-stack", pawns, times)
    assert event.paid == 3_000 * times
    assert 26 not in played.pawns(0)


@pytest.mark.clause("ZK-stack")
def test_zk_stack_by_the_switch_no_move_ends_on_a_pawn_of_ones_own() -> None:
    rules = Rules(stacking="forbid")
    state = position("12 8 -", "- - -", phase="move", die=4, rules=rules)
    assert legal(state) == ["1 go king", "1 go b"]
    assert (refused(state, "1 go a").clause, refused(state, "1 go a").reason) == (
        "ZK-stack",
        "own_pawn",
    )
    assert "1 go a" in legal(position("12 8 -", "- - -", phase="move", die=4))
    out = position("12 4 -", "- - -", phase="move", die=4, rules=rules)
    assert refused(out, "1 go b").reason == "own_pawn"
    lap = position("3 38 39", "- - -", phase="move", die=4, rules=rules)
    assert refused(lap, "1 go a").reason == "own_pawn"


@pytest.mark.clause("ZK-stack", "ZK-lap")
def test_zk_stack_two_that_go_home_do_not_meet() -> None:
    rules = Rules(stacking="forbid", lap="home_unpaid")
    state = position("3 38 -", "- - -", phase="move", die=4, rules=rules)
    assert "1 go a" in legal(state)
