"""Borrowing, repaying, and a bank that is empty."""

import pytest

from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.games.zock import Rules
from paydays_widgets.games.zock.engine import ZOCK, fine_paid
from paydays_widgets.games.zock.events import (
    DebtRepaid,
    FinePaid,
    GameEnded,
    MoneyBorrowed,
    SeatOut,
    TurnBegun,
)
from tests.games.zock.positions import legal, play, position, refused, total

HIT = "* roll 4; 1 go a"
"""Moves a pawn from 6 to 10, or from 16 to 20, where it hits someone."""


@pytest.mark.clause("ZK-borrow")
def test_zk_borrow_what_is_missing_comes_from_the_bank() -> None:
    state = position("12 6 -", "30 5 -", money=[30_000, 1_000], debts=[0, 500], bank=10_000)
    played = play(state, HIT)
    assert played.names[2:5] == ("PawnsHit", "MoneyBorrowed", "FinePaid")
    loan = played.the(MoneyBorrowed)
    assert (loan.seat, loan.amount, loan.owed, loan.had, loan.debt) == (
        1,
        2_000,
        3_000,
        1_000,
        2_500,
    )
    assert loan.transfers == (
        Transfer("vault", "cash:2", 2_000),
        Transfer("debt:2", "bank", 2_000),
    )
    assert played.the(FinePaid).amount == 3_000
    assert played.money == (33_000, 0)
    assert played.state.sides[1].debt == 2_500
    assert played.state.bank == 8_000
    assert total(played.state) == total(state)


@pytest.mark.clause("ZK-borrow")
@pytest.mark.parametrize(("had", "borrows"), [(3_000, False), (2_500, True), (0, True)])
def test_zk_borrow_only_what_is_missing(had: int, *, borrows: bool) -> None:
    state = position("12 16 -", "10 5 -", "- - -", money=[30_000, had, 30_000])
    played = play(state, HIT)
    loans = played.all(MoneyBorrowed)
    assert [loan.amount for loan in loans] == ([3_000 - had] if borrows else [])
    assert played.state.sides[1].money == 0


@pytest.mark.clause("ZK-borrow")
def test_zk_borrow_a_debt_may_be_repaid_in_ones_own_turn() -> None:
    state = position("- - -", "12 3 -", debts=[0, 1_500], bank=7_000)
    state = play(state, "* roll 1").state
    assert ZOCK.turn(state) == Decide((1,), "choose", 11, 0)
    assert legal(state) == [
        "2 throw",
        "2 cash king",
        "2 repay 500",
        "2 repay 1000",
        "2 repay 1500",
    ]
    played = play(state, "2 repay 1000")
    event = played.the(DebtRepaid)
    assert (event.seat, event.amount, event.debt) == (1, 1_000, 500)
    assert event.transfers == (
        Transfer("cash:2", "vault", 1_000),
        Transfer("bank", "debt:2", 1_000),
    )
    assert played.money == (30_000, 29_000)
    assert played.state.bank == 8_000
    assert ZOCK.turn(played.state) == Decide((1,), "choose", 11, 1)
    assert legal(played.state) == ["2 throw", "2 cash king", "2 repay 500"]


@pytest.mark.clause("ZK-borrow")
def test_zk_borrow_who_has_nothing_more_to_decide_rolls() -> None:
    state = position("2 - -", "- - -", phase="choose", debts=[500, 0])
    played = play(state, "1 repay 500")
    assert ZOCK.turn(played.state) == Chance("roll", 10, 0)
    state = position("2 - -", "- - -", phase="choose", money=[500, 0], debts=[2_500, 0])
    assert legal(state) == ["1 throw", "1 repay 500"]
    assert ZOCK.turn(play(state, "1 repay 500").state) == Chance("roll", 10, 0)


@pytest.mark.clause("ZK-borrow")
def test_zk_borrow_repaying_is_possible_at_every_decision_of_ones_turn() -> None:
    move = position("12 3 -", "- - -", phase="move", die=4, debts=[1_000, 0])
    played = play(move, "1 repay 500; 1 go a")
    assert played.names[:2] == ("DebtRepaid", "PawnMoved")
    foremost = position("12 12 -", "- - -", phase="foremost", die=1, debts=[1_000, 0])
    assert legal(foremost)[2:] == ["1 repay 500", "1 repay 1000"]
    assert play(foremost, "1 repay 1000; 1 home a").state.active == 1
    after = position("12 3 -", "- - -", active=1, debts=[500, 0], rules=Rules(cash="after_roll"))
    assert legal(play(after, "* roll 1").state) == ["1 throw", "1 repay 500"]


@pytest.mark.clause("ZK-borrow")
@pytest.mark.parametrize(
    ("amount", "reason", "facts"),
    [
        (250, "repay_steps", {"amount": 250, "note": 500}),
        (3_000, "repay_debt", {"amount": 3_000, "debt": 2_500}),
        (2_000, "repay_money", {"amount": 2_000, "money": 1_000}),
    ],
)
def test_zk_borrow_repayments_are_in_steps_of_500_up_to_the_debt(
    amount: int, reason: str, facts: dict[str, int]
) -> None:
    state = position("12 3 -", "- - -", phase="choose", money=[1_000, 0], debts=[2_500, 0])
    refusal = refused(state, f"1 repay {amount}")
    assert (refusal.clause, refusal.reason, refusal.facts) == ("ZK-borrow", reason, facts)


@pytest.mark.clause("ZK-borrow")
def test_zk_borrow_without_a_debt_there_is_nothing_to_repay() -> None:
    state = position("12 3 -", "- - -", phase="choose")
    assert refused(state, "1 repay 500").reason == "no_debt"


@pytest.mark.clause("ZK-borrow")
def test_zk_borrow_a_debt_bears_no_interest() -> None:
    state = position("- - -", "- - -", debts=[0, 2_000])
    played = play(state, "* roll 1; 2 throw; * roll 1; * roll 1")
    assert played.state.sides[1].debt == 2_000


# --- the bank is empty --------------------------------------------------------------------------


@pytest.mark.clause("ZK-bank-empty")
def test_zk_bank_empty_who_cannot_borrow_leaves_the_game() -> None:
    state = position(
        "12 16 -",
        "10 5 -",
        "2 3 -",
        money=[30_000, 1_000, 30_000],
        debts=[0, 4_000, 0],
        bank=1_500,
    )
    played = play(state, HIT)
    assert played.names[2:] == ("PawnsHit", "SeatOut", "TurnBegun")
    out = played.the(SeatOut)
    assert (out.seat, out.creditor, out.owed, out.had) == (1, 0, 3_000, 1_000)
    assert (out.bank, out.debt) == (1_500, 4_000)
    assert out.transfers == (
        Transfer("cash:2", "cash:1", 1_000),
        Transfer("bank", "debt:2", 4_000),
    )
    side = played.state.sides[1]
    assert (side.money, side.debt, side.pawns, side.out) == (0, 0, (-1, -1, -1), True)
    assert played.money == (31_000, 0, 30_000)
    assert played.state.bank == 1_500
    assert played.state.gone == (1,)


@pytest.mark.clause("ZK-bank-empty")
def test_zk_bank_empty_who_has_nothing_leaves_nothing() -> None:
    state = position("12 16 -", "10 5 -", "2 3 -", money=[30_000, 0, 30_000], bank=0)
    assert play(state, HIT).the(SeatOut).transfers == ()


@pytest.mark.clause("ZK-bank-empty")
def test_zk_bank_empty_it_lends_its_last_note() -> None:
    state = position("12 16 -", "10 5 -", "2 3 -", money=[30_000, 1_000, 30_000], bank=2_000)
    played = play(state, HIT)
    assert played.state.bank == 0
    assert not played.all(SeatOut)


@pytest.mark.clause("ZK-bank-empty")
def test_zk_bank_empty_the_turns_of_a_seat_that_left_are_skipped() -> None:
    state = position("- - -", "- - -", "- - -", "- - -", out=[1, 2])
    begun = play(state, "* roll 1").the(TurnBegun)
    assert (begun.seat, begun.clause) == (3, "ZK-bank-empty")
    assert play(state, "* roll 1; * roll 1").all(TurnBegun)[1].clause == "ZK-players"
    refusal = refused(state, "2 go king")
    assert (refusal.clause, refusal.reason) == ("ZK-bank-empty", "out")
    assert refused(play(state, "* roll 3").state, "2 go king").reason == "out"


@pytest.mark.clause("ZK-bank-empty")
def test_zk_bank_empty_a_round_ends_though_its_first_seat_has_left() -> None:
    state = position("- - -", "- - -", "- - -", out=[0], active=2, round_=4)
    begun = play(state, "* roll 1").the(TurnBegun)
    assert (begun.seat, begun.round) == (1, 5)


@pytest.mark.clause("ZK-bank-empty", "ZK-end")
def test_zk_bank_empty_the_last_in_play_wins() -> None:
    state = position("12 6 -", "30 5 -", money=[30_000, 0], bank=0)
    played = play(state, HIT)
    assert played.names[-2:] == ("SeatOut", "GameEnded")
    ended = played.the(GameEnded)
    assert (ended.ending, ended.winners) == ("last_in_play", (0,))
    assert ZOCK.standing(played.state).ranking == ((0,), (1,))


# --- the bank has less than is missing ----------------------------------------------------------

RESTS = Rules(bank_short="lends_rest")


@pytest.mark.clause("ZK-bank-empty")
def test_zk_bank_empty_by_the_switch_it_lends_what_it_has() -> None:
    state = position(
        "12 16 -", "10 5 -", "2 3 -", money=[30_000, 1_000, 30_000], bank=1_500, rules=RESTS
    )
    assert fine_paid(state, 1, 3_000) == 2_500
    played = play(state, HIT)
    loan, paid = played.the(MoneyBorrowed), played.the(FinePaid)
    assert (loan.amount, loan.owed, loan.had, loan.debt) == (1_500, 3_000, 1_000, 1_500)
    assert (paid.amount, loan.clause, paid.clause) == (2_500, "ZK-bank-empty", "ZK-bank-empty")
    assert played.money == (32_500, 0, 30_000)
    assert played.state.bank == 0
    assert not played.all(SeatOut)


@pytest.mark.clause("ZK-bank-empty")
def test_zk_bank_empty_by_the_switch_too_a_seat_is_out_when_there_is_nothing() -> None:
    state = position(
        "12 16 -", "10 5 -", "2 3 -", money=[30_000, 1_000, 30_000], bank=0, rules=RESTS
    )
    assert fine_paid(state, 1, 3_000) == 1_000
    assert play(state, HIT).the(SeatOut).had == 1_000


@pytest.mark.clause("ZK-bank-empty")
def test_zk_bank_empty_a_fine_that_can_be_paid_is_paid_in_full() -> None:
    for rules in (Rules(), RESTS):
        state = position("- - -", "- - -", money=[0, 1_000], bank=2_000, rules=rules)
        assert [fine_paid(state, 1, fine) for fine in (1_000, 3_000)] == [1_000, 3_000]
    assert fine_paid(position("- - -", "- - -", money=[0, 1_000], bank=1_500), 1, 3_000) == 1_000
