"""Hits, stacks and duels."""

import random
from fractions import Fraction

import pytest

from paydays_widgets.core.game import Chance
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.games.zock import Rules
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import (
    DuelBegun,
    DuelDecided,
    DuelRolled,
    FinePaid,
    GameEnded,
    PawnsHit,
)
from paydays_widgets.games.zock.state import State
from tests.games.zock.positions import play, position, total

# With two seats the second one's exit is square 20: its pawn 30 steps on stands on square 10.


@pytest.mark.clause("ZK-hit")
@pytest.mark.parametrize(
    ("written", "pawn", "fine"), [("30 - -", "king", 3_000), ("- 30 -", "a", 1_000)]
)
def test_zk_hit_the_pawn_goes_home_and_its_owner_pays(written: str, pawn: str, fine: int) -> None:
    played = play(position("12 6 -", written), "* roll 4; 1 go a")
    hit = played.the(PawnsHit)
    assert (hit.clause, hit.seat, hit.victim) == ("ZK-hit", 0, 1)
    assert (hit.pawns, hit.square, hit.fine) == ((pawn,), 10, fine)
    paid = played.the(FinePaid)
    assert paid.transfers == (Transfer("cash:2", "cash:1", fine),)
    assert played.money == (30_000 + fine, 30_000 - fine)
    assert played.pawns(1) == (-1, -1, -1)
    assert played.pawns(0) == (12, 10, -1)
    assert played.state.active == 1


@pytest.mark.clause("ZK-hit")
def test_zk_hit_a_king_hits_an_ordinary_pawn() -> None:
    played = play(position("6 2 -", "- 30 -"), "* roll 4; 1 go king")
    assert played.the(FinePaid).amount == 1_000


@pytest.mark.clause("ZK-hit")
def test_zk_hit_leaving_home_hits_as_well() -> None:
    played = play(position("12 - -", "- 24 -"), "* roll 4; 1 go a")
    assert played.names[1:4] == ("PawnBroughtOut", "PawnsHit", "FinePaid")


@pytest.mark.clause("ZK-hit")
def test_zk_hit_only_where_the_move_ends() -> None:
    played = play(position("12 6 -", "- 29 -"), "* roll 4; 1 go a")
    assert played.names == ("DieRolled", "PawnMoved", "TurnBegun")
    assert played.pawns(1) == (-1, 29, -1)


@pytest.mark.clause("ZK-hit")
def test_zk_hit_a_pawn_is_hit_on_its_own_exits_square_too() -> None:
    played = play(position("2 16 -", "0 3 -", rules=Rules(lap="circle")), "* roll 4; 1 go a")
    assert played.the(PawnsHit).square == 20


@pytest.mark.clause("ZK-hit")
def test_zk_hit_seats_that_were_not_hit_pay_nothing() -> None:
    state = position("12 6 -", "5 - -", "- 30 -", "3 2 -")
    played = play(state, "* roll 4; 1 go a")
    assert played.the(PawnsHit).victim == 2
    assert played.money == (31_000, 30_000, 29_000, 30_000)


@pytest.mark.clause("ZK-stack")
@pytest.mark.parametrize(
    ("written", "pawns", "fine"),
    [
        ("- 30 30", ("a", "b"), 2_000),
        ("30 30 -", ("king", "a"), 4_000),
        ("30 30 30", ("king", "a", "b"), 5_000),
    ],
)
def test_zk_stack_the_hitter_takes_the_fine_for_each(
    written: str, pawns: tuple[str, ...], fine: int
) -> None:
    played = play(position("12 6 -", written), "* roll 4; 1 go a")
    hit = played.the(PawnsHit)
    assert (hit.clause, hit.pawns, hit.fine) == ("ZK-stack", pawns, fine)
    assert played.money == (30_000 + fine, 30_000 - fine)
    assert played.pawns(1) == (-1, -1, -1)


@pytest.mark.clause("ZK-stack")
def test_zk_stack_ones_own_pawns_may_stand_together_and_cost_nothing() -> None:
    played = play(position("12 8 -", "- - -"), "* roll 4; 1 go a")
    assert played.pawns(0) == (12, 12, -1)
    assert played.names == ("DieRolled", "PawnMoved", "TurnBegun")


# --- duels --------------------------------------------------------------------------------------


def duel(attacked: str = "30 3 -", **given: object) -> State:
    state = position("6 2 -", attacked, **given)  # type: ignore[arg-type]
    return play(state, "* roll 4; 1 go king").state


@pytest.mark.clause("ZK-duel")
def test_zk_duel_a_king_that_lands_on_a_king_challenges_it() -> None:
    played = play(position("6 2 -", "30 3 -"), "* roll 4; 1 go king")
    begun = played.the(DuelBegun)
    assert (begun.clause, begun.seat, begun.attacked, begun.square) == ("ZK-duel", 0, 1, 10)
    assert begun.stakes == (30_000, 30_000)
    assert not played.all(PawnsHit)
    assert not played.all(FinePaid)
    assert ZOCK.turn(played.state) == Chance("duel", 10, 0)
    assert [each.weight for each in ZOCK.outcomes(played.state)] == [1] * 6


@pytest.mark.clause("ZK-duel")
def test_zk_duel_the_attacked_seat_rolls_first_and_then_in_turn() -> None:
    played = play(duel(), "* roll 4; * roll 6; * roll 2; * roll 5")
    assert [(each.seat, each.die, each.count) for each in played.all(DuelRolled)] == [
        (1, 4, 1),
        (0, 6, 2),
        (1, 2, 3),
        (0, 5, 4),
    ]
    assert ZOCK.turn(played.state) == Chance("duel", 10, 4)


@pytest.mark.clause("ZK-duel")
def test_zk_duel_the_attacked_seat_loses_by_its_1() -> None:
    state = duel(money=[20_000, 12_000])
    played = play(state, "* roll 4; * roll 6; * roll 1")
    decided = played.the(DuelDecided)
    assert (decided.clause, decided.seat, decided.loser) == ("ZK-duel", 0, 1)
    assert (decided.pawns, decided.amount, decided.attacker) == (("king",), 12_000, 0)
    assert decided.transfers == (Transfer("cash:2", "cash:1", 12_000),)
    assert played.money == (32_000, 0)
    assert played.pawns(0) == (10, 2, -1)
    assert played.pawns(1) == (-1, 3, -1)


@pytest.mark.clause("ZK-duel")
def test_zk_duel_the_attacker_loses_by_its_1_and_the_other_king_stays() -> None:
    state = position("16 2 -", "10 3 -", "- - -", money=[20_000, 12_000, 5_000])
    played = play(state, "* roll 4; 1 go king; * roll 4; * roll 1")
    decided = played.the(DuelDecided)
    assert (decided.seat, decided.loser, decided.attacker) == (1, 0, 0)
    assert played.money == (0, 32_000, 5_000)
    assert played.pawns(0) == (-1, 2, -1)
    assert played.pawns(1) == (10, 3, -1)
    assert played.state.active == 1
    assert played.state.attacked is None


@pytest.mark.clause("ZK-duel")
def test_zk_duel_who_has_no_money_gives_none() -> None:
    state = position("16 2 -", "10 3 -", "- - -", money=[20_000, 0, 5_000])
    decided = play(state, "* roll 4; 1 go king; * roll 1").the(DuelDecided)
    assert (decided.amount, decided.transfers) == (0, ())


@pytest.mark.clause("ZK-duel")
def test_zk_duel_the_loser_keeps_its_debts_and_plays_on() -> None:
    state = position("16 2 -", "10 3 -", "- - -", debts=[0, 2_500, 0])
    played = play(state, "* roll 4; 1 go king; * roll 1")
    assert (played.state.sides[1].money, played.state.sides[1].debt) == (0, 2_500)
    assert not played.all(GameEnded)
    assert played.state.active == 1


@pytest.mark.clause("ZK-duel")
def test_zk_duel_a_pawn_that_lands_on_a_king_only_hits() -> None:
    played = play(position("2 6 -", "30 3 -"), "* roll 4; 1 go a")
    assert played.names[:4] == ("DieRolled", "PawnMoved", "PawnsHit", "FinePaid")


@pytest.mark.clause("ZK-duel")
def test_zk_duel_a_king_that_comes_out_challenges_as_well() -> None:
    played = play(position("- - -", "24 3 -"), "* roll 4; 1 go king")
    assert played.names == ("DieRolled", "PawnBroughtOut", "DuelBegun")


@pytest.mark.clause("ZK-duel", "ZK-stack")
@pytest.mark.parametrize(
    ("rolls", "attacked"), [("* roll 1", (-1, -1, 3)), ("* roll 2; * roll 1", (30, 30, 3))]
)
def test_zk_stack_a_duel_is_for_all_that_stand_there(
    rolls: str, attacked: tuple[int, int, int]
) -> None:
    state = position("6 2 -", "30 30 3")
    begun = play(state, "* roll 4; 1 go king")
    assert (begun.the(DuelBegun).clause, begun.the(DuelBegun).pawns) == ("ZK-stack", ("king", "a"))
    played = play(begun.state, rolls)
    assert played.pawns(1) == attacked
    decided = played.the(DuelDecided)
    won = attacked == (-1, -1, 3)
    assert decided.clause == ("ZK-stack" if won else "ZK-duel")
    assert decided.pawns == (("king", "a") if won else ("king",))


@pytest.mark.clause("ZK-stack", "ZK-hit")
def test_zk_stack_a_king_on_a_stack_without_a_king_hits_all() -> None:
    played = play(position("6 2 -", "3 30 30"), "* roll 4; 1 go king")
    assert played.the(FinePaid).amount == 2_000


@pytest.mark.clause("ZK-duel")
def test_zk_duel_the_attacked_seat_loses_six_times_in_eleven() -> None:
    """With p for the first roller's chance of losing, p = 1/6 + (5/6)^2 p."""
    loses = Fraction(1, 6) / (1 - Fraction(5, 6) ** 2)
    assert loses == Fraction(6, 11)
    luck = random.Random(11)
    state, fought, lost = duel(), 4_000, 0
    for _ in range(fought):
        now, decided = state, False
        while not decided:
            steps = ZOCK.unfold(now, luck.choice(ZOCK.outcomes(now)).move)
            now = steps[-1].state
            for step in steps:
                if isinstance(step.event, DuelDecided):
                    decided, lost = True, lost + (step.event.loser == 1)
    # four standard errors
    assert lost / fought == pytest.approx(float(loses), abs=4 * (0.25 / fought) ** 0.5)
    assert total(state) == 160_000
