"""Coming out, moving on, rolling a 1, and what a full lap leads to."""

import pytest

from paydays_widgets.core.game import Decide
from paydays_widgets.games.zock import Rules
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import PawnBroughtOut, PawnMoved, PawnWentHome
from tests.games.zock.positions import legal, play, position, refused

FREEZE = Rules(king_first="freeze_circuit_pawns")
TWO = Rules(third_pawn="two_at_most")
CIRCLE = Rules(lap="circle")
UNPAID = Rules(lap="home_unpaid")


def choices(written: str, die: int = 4, rules: Rules | None = None) -> list[str]:
    state = position(written, "- - -", phase="move", die=die, rules=rules)
    return [move.removeprefix("1 ") for move in legal(state)]


# --- the king first -----------------------------------------------------------------------------


@pytest.mark.clause("ZK-king-first")
def test_zk_king_first_the_king_leaves_home_before_all_others() -> None:
    assert choices("- - -") == ["go king"]
    after = play(position("- - -", "- - -"), "* roll 3; 1 go king")
    assert after.the(PawnBroughtOut).clause == "ZK-king-first"
    assert after.pawns(0) == (3, -1, -1)


@pytest.mark.clause("ZK-king-first")
def test_zk_king_first_it_comes_out_again_after_it_was_sent_home() -> None:
    assert choices("- 12 3") == ["go king"]
    state = position("- 12 -", "- - -", phase="move", die=4)
    for pawn, steps in (("a", 12), ("b", -1)):
        refusal = refused(state, f"1 go {pawn}")
        assert (refusal.clause, refusal.reason) == ("ZK-king-first", "king_first")
        assert refusal.facts == {"pawn": pawn, "steps": steps, "die": 4}


@pytest.mark.clause("ZK-king-first")
def test_zk_king_first_by_the_switch_an_ordinary_pawn_may_leave_home_before_it() -> None:
    assert choices("- - -", rules=FREEZE) == ["go king", "go a", "go b"]
    assert choices("- 12 -", rules=FREEZE) == ["go king", "go b"]
    assert choices("- 12 3", rules=FREEZE) == ["go king"]
    state = position("- 12 -", "- - -", phase="move", die=4, rules=FREEZE)
    assert refused(state, "1 go a").reason == "frozen"
    after = play(state, "1 go b")
    assert after.the(PawnBroughtOut).clause == "ZK-two-out"


# --- two pawns out, and the choice --------------------------------------------------------------


@pytest.mark.clause("ZK-two-out")
def test_zk_two_out_with_fewer_than_two_out_a_pawn_must_come_out() -> None:
    assert choices("12 - -") == ["go a", "go b"]
    state = position("12 - -", "- - -", phase="move", die=4)
    assert (refused(state, "1 go king").clause, refused(state, "1 go king").reason) == (
        "ZK-two-out",
        "two_out",
    )


@pytest.mark.clause("ZK-two-out")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_zk_two_out_any_roll_but_a_1_brings_a_pawn_out_counted_from_the_exit(die: int) -> None:
    after = play(position("12 - -", "- - -", "- - -", active=0), f"* roll {die}; 1 go a")
    out = after.the(PawnBroughtOut)
    assert (out.clause, out.steps, out.square) == ("ZK-two-out", die, die)
    other = play(position("- - -", "- - -", "- - -", active=2), f"* roll {die}; 3 go king")
    assert other.the(PawnBroughtOut).square == 20 + die


@pytest.mark.clause("ZK-choose")
def test_zk_choose_with_two_out_any_of_them_moves_or_the_third_comes_out() -> None:
    assert choices("12 3 -") == ["go king", "go a", "go b"]
    after = play(position("12 3 -", "- - -"), "* roll 6; 1 go b")
    assert after.the(PawnBroughtOut).clause == "ZK-choose"
    assert after.pawns(0) == (12, 3, 6)
    moved = play(position("12 3 -", "- - -"), "* roll 6; 1 go king").the(PawnMoved)
    assert (moved.clause, moved.start, moved.steps, moved.square) == ("ZK-choose", 12, 18, 18)


@pytest.mark.clause("ZK-choose")
def test_zk_choose_by_the_switch_two_at_most_are_out() -> None:
    assert choices("12 3 -", rules=TWO) == ["go king", "go a"]
    state = position("12 3 -", "- - -", phase="move", die=4, rules=TWO)
    assert (refused(state, "1 go b").clause, refused(state, "1 go b").reason) == (
        "ZK-choose",
        "two_at_most",
    )


@pytest.mark.clause("ZK-choose")
@pytest.mark.parametrize("king_first", ["king_leaves_first", "freeze_circuit_pawns"])
def test_zk_choose_a_king_at_home_comes_out_all_the_same(king_first: str) -> None:
    rules = Rules(third_pawn="two_at_most", king_first=king_first)  # type: ignore[arg-type]
    assert choices("- 12 3", rules=rules) == ["go king"]


# --- a 1 ----------------------------------------------------------------------------------------


@pytest.mark.clause("ZK-one")
@pytest.mark.parametrize(
    ("before", "pawn", "after"),
    [
        ("12 3 -", "king", (-1, 3, -1)),
        ("12 30 -", "a", (12, -1, -1)),
        ("12 3 25", "b", (12, 3, -1)),
        ("5 - -", "king", (-1, -1, -1)),
    ],
)
def test_zk_one_the_foremost_pawn_goes_home_with_no_money(
    before: str, pawn: str, after: tuple[int, int, int]
) -> None:
    played = play(position(before, "- - -"), "* roll 1")
    event = played.the(PawnWentHome)
    assert (event.clause, event.pawn, event.foremost) == ("ZK-one", pawn, 1)
    assert not event.transfers
    assert played.pawns(0) == after
    assert played.money == (30_000, 30_000)
    assert played.state.active == 1


@pytest.mark.clause("ZK-one")
def test_zk_one_steps_count_and_not_squares() -> None:
    """The second seat's king on square 5 has gone farther than its pawn on square 15."""
    played = play(position("- - -", "25 35 -", active=1), "* roll 1")
    assert played.the(PawnWentHome).pawn == "a"


@pytest.mark.clause("ZK-one")
def test_zk_one_with_none_on_the_circuit_nothing_happens() -> None:
    played = play(position("- - -", "- - -"), "* roll 1")
    assert played.names == ("DieRolled", "NothingSentHome", "TurnBegun")


@pytest.mark.clause("ZK-one")
def test_zk_one_of_several_foremost_the_seat_chooses() -> None:
    rolled = play(position("12 12 3", "- - -"), "* roll 1")
    assert rolled.names == ("DieRolled",)
    assert ZOCK.turn(rolled.state) == Decide((0,), "foremost", 10, 0)
    assert legal(rolled.state) == ["1 home king", "1 home a"]
    refusal = refused(rolled.state, "1 home b")
    assert (refusal.clause, refusal.reason) == ("ZK-one", "not_foremost")
    assert refusal.facts == {"pawn": "b", "steps": 3, "most": 12}
    played = play(rolled.state, "1 home a")
    assert played.the(PawnWentHome).foremost == 2
    assert played.pawns(0) == (12, -1, 3)
    assert played.state.active == 1


@pytest.mark.clause("ZK-one")
def test_zk_one_is_the_only_roll_that_sends_home() -> None:
    for die in range(2, 7):
        assert not play(position("12 3 -", "- - -"), f"* roll {die}").all(PawnWentHome)


# --- a full lap ---------------------------------------------------------------------------------


@pytest.mark.clause("ZK-lap")
@pytest.mark.parametrize(
    ("start", "die", "steps", "clause"),
    [(33, 6, 39, "ZK-choose"), (34, 6, 39, "ZK-lap"), (38, 2, 39, "ZK-lap")],
)
def test_zk_lap_a_pawn_stops_on_the_last_square_before_its_exit(
    start: int, die: int, steps: int, clause: str
) -> None:
    moved = play(position(f"{start} 3 -", "- - -"), f"* roll {die}; 1 go king").the(PawnMoved)
    assert (moved.steps, moved.square, moved.clause) == (steps, 39, clause)


@pytest.mark.clause("ZK-lap")
def test_zk_lap_there_it_waits_and_no_roll_moves_it() -> None:
    assert choices("39 3 -") == ["go a", "go b"]
    state = position("39 3 -", "- - -", phase="move", die=2)
    assert (refused(state, "1 go king").clause, refused(state, "1 go king").reason) == (
        "ZK-lap",
        "at_end",
    )


@pytest.mark.clause("ZK-lap", "ZK-hit")
def test_zk_lap_where_it_stops_it_hits() -> None:
    played = play(position("3 38 -", "- 19 -"), "* roll 6; 1 go a")
    assert played.names[:4] == ("DieRolled", "PawnMoved", "PawnsHit", "FinePaid")
    assert played.pawns(1) == (-1, -1, -1)


@pytest.mark.clause("ZK-lap")
@pytest.mark.parametrize(("start", "die", "steps"), [(36, 4, 0), (38, 5, 3), (35, 4, 39)])
def test_zk_lap_by_the_switch_it_goes_on_and_counts_anew(start: int, die: int, steps: int) -> None:
    state = position(f"3 {start} -", "- - -", rules=CIRCLE)
    played = play(state, f"* roll {die}; 1 go a")
    moved = played.the(PawnMoved)
    assert (moved.steps, moved.square) == (steps, steps)
    assert moved.clause == ("ZK-choose" if steps == 39 else "ZK-lap")
    assert played.pawns(0) == (3, steps, -1)


@pytest.mark.clause("ZK-lap", "ZK-cash")
def test_zk_lap_after_a_lap_it_may_be_cashed_after_a_quarter_again() -> None:
    state = position("3 10 -", "- - -", phase="choose", rules=CIRCLE)
    assert refused(state, "1 cash a").reason == "cash_quarter"
    state = position("3 11 -", "- - -", phase="choose", rules=CIRCLE)
    assert "1 cash a" in legal(state)


@pytest.mark.clause("ZK-lap")
def test_zk_lap_a_pawn_on_its_own_exit_is_on_the_circuit() -> None:
    state = position("0 3 -", "- - -", phase="move", die=4, rules=CIRCLE)
    assert legal(state) == ["1 go king", "1 go a", "1 go b"]
    assert play(position("0 - -", "- - -", rules=CIRCLE), "* roll 1").pawns(0) == (-1, -1, -1)


@pytest.mark.clause("ZK-lap")
@pytest.mark.parametrize(("start", "die"), [(36, 4), (39, 2)])
def test_zk_lap_by_the_switch_it_goes_home_with_no_money(start: int, die: int) -> None:
    state = position(f"3 {start} -", "- - -", rules=UNPAID)
    played = play(state, f"* roll {die}; 1 go a")
    event = played.the(PawnWentHome)
    assert (event.clause, event.steps, event.foremost) == ("ZK-lap", start, 0)
    assert played.names == ("DieRolled", "PawnWentHome", "TurnBegun")
    assert played.pawns(0) == (3, -1, -1)
    assert played.money == (30_000, 30_000)


# --- no legal move ------------------------------------------------------------------------------


@pytest.mark.clause("ZK-no-move")
def test_zk_no_move_the_turn_passes() -> None:
    state = position("39 39 -", "- - -", rules=TWO)
    played = play(state, "* roll 4")
    assert played.names == ("DieRolled", "TurnPassed", "TurnBegun")
    assert played.pawns(0) == (39, 39, -1)


@pytest.mark.clause("ZK-no-move")
def test_zk_no_move_where_all_that_could_come_out_is_blocked() -> None:
    state = position("4 - -", "- - -", rules=Rules(stacking="forbid"))
    assert play(state, "* roll 4").names == ("DieRolled", "TurnPassed", "TurnBegun")
    assert play(state, "* roll 5").names == ("DieRolled",)


@pytest.mark.clause("ZK-no-move", "ZK-cash-when")
def test_zk_no_move_who_may_cash_after_the_roll_has_a_move() -> None:
    rules = Rules(cash="after_roll", third_pawn="two_at_most")
    played = play(position("39 39 -", "- - -", rules=rules), "* roll 4")
    assert played.names == ("DieRolled",)
    assert legal(played.state) == ["1 cash king", "1 cash a"]
