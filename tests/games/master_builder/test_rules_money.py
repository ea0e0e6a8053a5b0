"""Phase 5 and the end: income, wages, loans early and late, unfinished buildings, who wins."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Over, Refusal, Standing
from paydays_widgets.core.ledger import BANK, Transfer
from paydays_widgets.games.master_builder import Rules
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.engine.facts import is_early
from paydays_widgets.games.master_builder.events import (
    DuePaid,
    EarlyRepaymentEnded,
    GameEnded,
    IncomePaid,
    LoanRepaid,
    LoansSettled,
    LoanTaken,
    PaymentShort,
    SeatPassed,
    UnfinishedPaid,
)
from paydays_widgets.games.master_builder.moves import Borrow, Repay
from paydays_widgets.games.master_builder.rules import UnfinishedPenalty
from paydays_widgets.games.master_builder.state import Holding
from tests.games.master_builder.positions import (
    asked,
    begin,
    legal,
    naming,
    play,
    position,
    refused,
)

WHILE_UNFINISHED = Rules(early_repay_until="any_contract_unfinished")
ALL_BUT_ONE = (1, 2, 3, 4, 5)


# --- income and wages ---------------------------------------------------------------------------


@pytest.mark.clause("MB-5-income")
def test_mb_5_income_once_and_the_building_goes_to_the_town() -> None:
    state = position(["T", "A"], phase="assign", holdings=[{3: ALL_BUT_ONE}, {4: ()}])
    after = play(state, "1 assign 11 3.6; 1 build; 2 build")
    paid = after.the(IncomePaid)
    assert (paid.seat, paid.contract, paid.amount) == (0, 3, 45)
    assert paid.transfers == (Transfer(BANK, "cash:1", 45),)
    builder = after.state.builders[0]
    assert (builder.holdings, builder.town, builder.cash) == ((), (3,), 40 + 45 - 3)
    assert after.names.index("IncomePaid") < after.names.index("DuePaid")


@pytest.mark.clause("MB-5-income")
def test_mb_5_income_pays_the_wages_of_the_same_phase() -> None:
    state = position(
        ["T", "A"], phase="assign", holdings=[{3: ALL_BUT_ONE}, {4: ()}], cash=[0, 40]
    )
    after = play(state, "1 assign 11 3.6; 1 build; 2 build")
    assert not after.all(PaymentShort)
    assert after.cash == (42, 39)


@pytest.mark.clause("MB-5-wages")
def test_mb_5_wages_all_pay_their_wages_to_the_bank() -> None:
    after = play(position(["ATFM", "", "MM"], phase="event", mallet=2), "* event 16")
    paid = after.all(DuePaid)
    assert [(each.seat, each.amount, each.workers) for each in paid] == [(2, 12, 2), (0, 14, 4)]
    assert paid[0].transfers == (Transfer("cash:3", BANK, 12),)
    assert after.cash == (26, 40, 28)


@pytest.mark.clause("MB-5-wages", "MB-5-loans")
def test_mb_5_wages_who_cannot_pay_must_borrow() -> None:
    state = position(["MMMM", "A"], phase="event", cash=[5, 40])
    after = play(state, "* event 16")
    short = after.the(PaymentShort)
    assert (short.clause, short.seat, short.due, short.cash) == ("MB-5-wages", 0, 24, 5)
    assert asked(after.state) == ("borrow", (1,))
    assert legal(after.state, 1) == {"1 borrow small", "1 borrow large"}
    assert refused(after.state, "1 pass").reason == "wrong_phase"
    after = play(after.state, "1 borrow large")
    taken = after.the(LoanTaken)
    assert (taken.amount, taken.due, taken.cash) == (30, 24, 35)
    assert taken.transfers == (Transfer("loan:1", "cash:1", 30),)
    assert [each.seat for each in after.all(DuePaid)] == [0, 1]
    assert after.state.builders[0].loans == (0, 1)
    assert MASTER_BUILDER.books(after.state)["loan:1"] == -30
    assert after.cash[0] == 11


@pytest.mark.clause("MB-5-need", "MB-5-loans")
def test_mb_5_need_one_at_a_time_and_only_while_cash_is_short() -> None:
    state = position(["MMMM", "A"], phase="event", cash=[5, 40])
    after = play(state, "* event 16; 1 borrow small")  # 15 < 24
    assert asked(after.state) == ("borrow", (1,))
    assert after.state.due == 24
    assert len(after.all(PaymentShort)) == 1
    after = play(after.state, "1 borrow small")
    assert after.cash == (1, 39)
    assert after.state.builders[0].loans == (2, 0)
    assert after.state.due == 0
    refusal = refused(after.state, "2 borrow small")
    assert (refusal.clause, refusal.reason) == ("MB-5-need", "not_due")


@pytest.mark.clause("MB-5-need", "MB-5-repay")
def test_mb_5_need_while_a_sum_is_due_nothing_is_repaid() -> None:
    state = position(["MMMM", "A"], phase="event", cash=[14, 40], loans=[(1, 0), (0, 0)])
    state = play(state, "* event 16").state
    refusal = refused(state, "1 repay small")
    assert (refusal.clause, refusal.reason) == ("MB-5-need", "due_first")
    assert refusal.facts == {"due": 24}


@pytest.mark.clause("MB-5-loans")
def test_mb_5_loans_there_are_two_kinds_and_no_others() -> None:
    state = play(position(["M", "A"], phase="event", cash=[0, 40]), "* event 16").state
    borrow = MASTER_BUILDER.refuse(state, Borrow(0, "huge"))  # type: ignore[arg-type]
    hiring = position(["M", "A"])
    repay = MASTER_BUILDER.refuse(hiring, Repay(0, "huge"))  # type: ignore[arg-type]
    assert borrow == repay == Refusal("MB-5-loans", "no_such_loan", {"loan": "huge"})


# --- repaying -----------------------------------------------------------------------------------


@pytest.mark.clause("MB-5-loans", "MB-5-early", "MB-5-repay")
@pytest.mark.parametrize(
    ("kind", "loans", "pile", "amount"),
    [
        ("small", (1, 0), 1, 13),
        ("large", (0, 1), 1, 38),
        ("small", (1, 0), 0, 15),
        ("large", (0, 1), 0, 40),
    ],
)
def test_mb_5_loans_what_is_repaid_early_and_late(
    kind: str, loans: tuple[int, int], pile: int, amount: int
) -> None:
    state = position(["A", "A"], loans=[loans, (0, 0)], pile=pile)
    after = play(state, f"1 repay {kind}")
    repaid = after.the(LoanRepaid)
    principal = 10 if kind == "small" else 30
    assert (repaid.amount, repaid.principal, repaid.early) == (amount, principal, bool(pile))
    assert repaid.transfers == (
        Transfer("cash:1", "loan:1", principal),
        Transfer("cash:1", BANK, amount - principal),
    )
    assert after.state.builders[0].loans == (0, 0)
    assert after.cash[0] == 40 - amount


@pytest.mark.clause("MB-5-repay")
def test_mb_5_repay_in_one_sum_and_only_what_one_owes() -> None:
    state = position(["A", "A"], loans=[(0, 1), (0, 0)], cash=[37, 40])
    assert "1 repay large" not in legal(state, 1)
    refusal = refused(state, "1 repay large")
    assert (refusal.clause, refusal.reason) == ("MB-5-repay", "cannot_repay")
    assert refusal.facts == {"loan": "large", "price": 38, "cash": 37}
    refusal = refused(state, "1 repay small")
    assert (refusal.clause, refusal.reason) == ("MB-5-repay", "no_such_loan")


@pytest.mark.clause("MB-5-repay")
def test_mb_5_repay_at_each_of_ones_own_decisions_and_go_on() -> None:
    owing = [(2, 0), (0, 0)]
    hiring = position(["A", "A"], loans=owing)
    after = play(hiring, "1 repay small; 1 repay small")
    assert asked(after.state) == ("hire", (1,))
    assert after.cash[0] == 14
    at_naming = play(naming(2, [3], loans=owing), "1 repay small; 1 repay small")
    assert asked(at_naming.state) == ("name", (1,))
    assert "1 name 3 15" not in legal(at_naming.state, 1)
    bidding = play(naming(2, [3], loans=[(0, 0), (2, 0)]), "1 name 3 20; 2 repay small")
    assert asked(bidding.state) == ("auction", (2,))
    assert "2 bid 21" in legal(bidding.state, 2)
    bidding = play(bidding.state, "2 repay small")
    assert legal(bidding.state, 2) == {"2 pass"}  # now too poor to raise
    assert refused(hiring, "2 repay small").reason == "not_your_turn"


@pytest.mark.clause("MB-5-repay")
def test_mb_5_repay_too_poor_to_name_after_it_one_passes() -> None:
    state = play(naming(2, [3], loans=[(1, 0), (0, 0)], cash=[14, 40]), "1 repay small").state
    assert legal(state, 1) == {"1 pass"}


@pytest.mark.clause("MB-5-repay")
def test_mb_5_repay_at_the_end_of_phase_5_who_can_is_asked() -> None:
    state = position(
        ["A"] * 4,
        phase="event",
        loans=[(2, 0), (0, 0), (1, 0), (0, 1)],
        cash=[40, 40, 13, 40],
        mallet=1,
    )
    state = play(state, "* event 16").state
    assert asked(state) == ("repay", (4,))  # seat 3 has 12 left
    assert legal(state, 4) == {"4 repay large", "4 pass"}
    after = play(state, "4 pass")
    assert after.the(SeatPassed).clause == "MB-5-repay"
    assert asked(after.state) == ("repay", (1,))
    state = play(after.state, "1 repay small").state
    assert asked(state) == ("repay", (1,))
    after = play(state, "1 repay small")
    assert asked(after.state) == ("hire", (3,))
    assert after.cash == (13, 39, 12, 39)


@pytest.mark.clause("MB-5-early")
def test_mb_5_early_while_contract_cards_are_in_the_pile_or_on_offer() -> None:
    assert is_early(position(["A", "A"], pile=1))
    assert is_early(position(["A", "A"], pile=0, offers=[3]))
    assert is_early(position(["A", "A"], pile=0, left_over=[3]))
    assert not is_early(position(["A", "A"], pile=0))
    assert not is_early(position(["A", "A"], pile=0, holdings=[{3: ()}, {}]))


@pytest.mark.clause("MB-5-early")
def test_mb_5_early_ends_when_the_last_contract_is_won() -> None:
    after = play(naming(2, [3, 4], pile=0), "1 name 3 8; 2 pass")
    assert not after.all(EarlyRepaymentEnded)
    after = play(after.state, "1 name 4 10; 2 pass")
    assert len(after.all(EarlyRepaymentEnded)) == 1
    assert not MASTER_BUILDER.view(after.state, 0).early
    after = play(naming(2, [], left_over=[3], pile=0), "1 pass; 2 pass")
    assert len(after.all(EarlyRepaymentEnded)) == 1  # it left the game


@pytest.mark.clause("MB-5-early")
def test_mb_5_early_by_the_switch_also_while_a_contract_is_unfinished() -> None:
    state = position(["A", "A"], pile=0, holdings=[{}, {3: ()}], rules=WHILE_UNFINISHED)
    assert is_early(state)
    assert not is_early(position(["A", "A"], pile=0, rules=WHILE_UNFINISHED))
    state = position(
        ["T", ""], phase="assign", pile=0, holdings=[{3: ALL_BUT_ONE}, {}], rules=WHILE_UNFINISHED
    )
    after = play(state, "2 build; 1 assign 11 3.6; 1 build")
    assert after.names.index("IncomePaid") < after.names.index("EarlyRepaymentEnded")


# --- the end ------------------------------------------------------------------------------------


@pytest.mark.clause("MB-end", "MB-end-loans")
def test_mb_end_after_the_sixth_round_the_richest_wins() -> None:
    state = position(["A", "AA"], phase="event", round=6)
    after = play(state, "* event 16")
    assert MASTER_BUILDER.turn(after.state) == Over(6)
    ended = after.the(GameEnded)
    assert (ended.winners, ended.cash) == ((0,), (39, 38))
    refusal = refused(after.state, "1 pass")
    assert (refusal.clause, refusal.reason) == ("MB-end", "over")


@pytest.mark.clause("MB-end-unfinished")
@pytest.mark.parametrize(
    ("penalty", "each", "amounts"),
    [("20000_each", 20, (30, 10, 0, 0)), ("20_percent_each", 10, (40, 30, 20, 0))],
)
def test_mb_end_unfinished_income_less_for_each_missing_section(
    penalty: UnfinishedPenalty, each: int, amounts: tuple[int, ...]
) -> None:
    rules = Rules(unfinished_penalty=penalty)
    for missing, amount in zip((1, 2, 3, 6), amounts, strict=True):
        holding = {4: tuple(range(1, 7 - missing))}
        state = position(["", ""], phase="event", round=6, rules=rules, holdings=[holding, {}])
        after = play(state, "* event 16")
        paid = after.the(UnfinishedPaid)
        assert (paid.missing, paid.each, paid.income, paid.amount) == (missing, each, 50, amount)
        assert after.cash == (40 + amount, 40)
        assert bool(paid.transfers) is bool(amount)


@pytest.mark.clause("MB-end-unfinished")
def test_mb_end_unfinished_every_building_by_itself() -> None:
    holdings: list[dict[int, tuple[int, ...]]] = [{3: (1, 3), 11: (1, 2, 3, 4)}, {12: ()}]
    after = play(position(["", ""], phase="event", round=6, holdings=holdings), "* event 16")
    paid = [(each.contract, each.amount) for each in after.all(UnfinishedPaid)]
    assert paid == [(3, 0), (11, 55), (12, 0)]


@pytest.mark.clause("MB-end-loans", "MB-5-early")
@pytest.mark.parametrize(
    ("pile", "rules", "due", "early"),
    [
        (1, Rules(), 26 + 38, True),
        (0, Rules(), 30 + 40, False),
        (0, WHILE_UNFINISHED, 26 + 38, True),
    ],
)
def test_mb_end_loans_are_repaid_and_cash_may_end_below_zero(
    pile: int, rules: Rules, due: int, early: bool
) -> None:
    state = position(
        ["", ""],
        phase="event",
        round=6,
        pile=pile,
        rules=rules,
        loans=[(2, 1), (0, 0)],
        holdings=[{3: ()}, {}],
    )
    after = play(state, "* event 16")
    settled = after.the(LoansSettled)
    assert (settled.small, settled.large, settled.amount, settled.early) == (2, 1, due, early)
    assert settled.transfers == (
        Transfer("cash:1", "loan:1", 50),
        Transfer("cash:1", BANK, due - 50),
    )
    assert after.cash == (40 - due, 40)
    assert after.state.builders[0].loans == (0, 0)


@pytest.mark.clause("MB-end-loans")
def test_mb_end_loans_come_after_the_unfinished_buildings() -> None:
    state = position(
        ["", ""], phase="event", round=6, loans=[(1, 0), (0, 0)], holdings=[{}, {4: ()}]
    )
    after = play(state, "* event 16")
    assert after.names.index("UnfinishedPaid") < after.names.index("LoansSettled")


@pytest.mark.clause("MB-end-loans")
def test_mb_end_loans_equal_sums_share_the_place() -> None:
    after = play(position(["A", "A", ""], phase="event", round=6), "* event 16")
    assert after.the(GameEnded).winners == (2,)
    assert MASTER_BUILDER.standing(after.state) == Standing(((2,), (0, 1)), "MB-end-loans")


@pytest.mark.clause("MB-end-loans")
def test_mb_end_loans_count_in_the_ranking_before_the_end() -> None:
    state = position(["A", "A"], cash=[60, 40], loans=[(0, 1), (0, 0)])
    assert MASTER_BUILDER.standing(state).ranking == ((1,), (0,))  # 60 − 38 < 40


@pytest.mark.clause("MB-end-loans")
def test_a_loan_that_costs_nothing_is_only_paid_back() -> None:
    deck = begin(2).deck
    free = replace(deck.loans[0], early=10)
    state = position(
        ["A", "A"], loans=[(1, 0), (0, 0)], deck=replace(deck, loans=(free, deck.loans[1]))
    )
    assert play(state, "1 repay small").the(LoanRepaid).transfers == (
        Transfer("cash:1", "loan:1", 10),
    )


def test_holdings_that_are_finished_are_found_by_their_sections() -> None:
    state = position(["T", "T"], phase="assign", holdings=[{3: ALL_BUT_ONE, 4: ()}, {}])
    after = play(state, "1 assign 11 3.6; 1 build; 2 build")
    assert after.state.builders[0].holdings == (Holding(4),)
