"""What a panel needs from Master Builder."""

from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.ledger import owner
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder import panel
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import (
    EarlyRepaymentEnded,
    RoundBegun,
    WorkersBack,
)
from paydays_widgets.games.master_builder.moves import TurnUp
from paydays_widgets.games.master_builder.state import State, View
from tests.games.master_builder.positions import begin, naming, play, position
from tests.markup import figures

EN = Text("en")


def view(state: State) -> View:
    return MASTER_BUILDER.view(state, None)


def test_what_may_be_wished_is_what_can_still_come() -> None:
    held = [{1: (1, 2)}, {}, {}]
    state = naming(3, [4, 5], holdings=held, left_over=[7])
    state = replace(state, builders=(*state.builders[:2], replace(state.builders[2], town=(2,))))
    wished = dict(panel.wishes(view(state), EN))
    cards = [each for each in wished if isinstance(each, TurnUp)]
    assert len(cards) == len(wished)
    contracts = {each.number for each in cards if each.cards == "contract"}
    assert contracts == {3, 6, 8, 9, 10, 11, 12}
    workers = {each.number for each in cards if each.cards == "worker"}
    used = {n for each in state.builders for n in each.crew} | {p.top for p in state.piles}
    assert workers == set(range(1, 41)) - used
    assert len([each for each in cards if each.cards == "event"]) == 16
    assert len([each for each in cards if each.cards == "economy"]) == 4
    granary = TurnUp(CHANCE, "contract", 3)
    assert state.deck.contracts[2].title.en in wished[granary]
    assert figures(wished[granary]) == ["4", "2"]
    for move in wished:
        assert MASTER_BUILDER.read(str(move)) == move


def test_the_mallet_may_be_wished_before_the_lot() -> None:
    state = MASTER_BUILDER.start(3)
    wished = [move for move, _ in panel.wishes(view(state), EN)]
    assert {each.move for each in MASTER_BUILDER.outcomes(state)} <= set(wished)


def test_a_balance_sheet_knows_loans_sites_and_wages() -> None:
    state = position(
        ["AT", "A"], loans=[(2, 1), (0, 0)], holdings=[{4: (1, 3)}, {}], cash=[7, 40], pile=3
    )
    sheet = MASTER_BUILDER.sheet(state, 0)
    assert {each.kind: each.amount for each in sheet.debts} == {"loan": 50, "premium": 14}
    assert sheet.counted == 7 - 26 - 38
    late = position(["AT", "A"], loans=[(1, 0), (0, 0)], pile=0)
    assert MASTER_BUILDER.sheet(late, 0).owes == 15
    assert len(panel.holdings(view(late), 0, EN)) == len(panel.holdings(view(late), 1, EN))


@pytest.mark.clause("MB-end-unfinished", "MB-end-loans")
def test_what_the_end_would_pay_stands_beside_the_balance_sheet() -> None:
    state = position(
        ["AT", "A"], loans=[(2, 1), (0, 0)], holdings=[{4: (1, 2, 3, 4)}, {}], cash=[7, 40]
    )
    small, large, unfinished, now, wages, town = panel.holdings(view(state), 0, EN)
    assert [small[1], large[1]] == ["−$4,000", "−$2,000"]
    assert figures(unfinished[0]) == ["4", "6"]
    assert [unfinished[1], now[1]] == ["$10,000", "−$47,000"]
    assert [wages[1], town[1]] == ["−$4,000", "0"]
    over = panel.holdings(view(replace(state, phase="over")), 0, EN)
    assert not {unfinished, now} & {*over}


def test_branches_are_compared_by_what_a_seat_owns_owes_and_expects() -> None:
    state = position(
        ["AATT", "A"], loans=[(1, 0), (0, 0)], holdings=[{4: (1, 2, 3, 4)}, {}], round=4
    )
    measured = [amount for _, amount in panel.measures(view(state), 0, EN)]
    cash, loans, wages, income = 40, -13, -8, 50
    assert measured == [cash, loans, wages, income]


def test_every_account_that_no_seat_has_in_cash_is_named() -> None:
    named = panel.accounts(EN)
    for account in MASTER_BUILDER.books(begin(3)):
        kind = account.partition(":")[0]
        assert kind == "cash" or kind in named
        assert (owner(account) is None) == (kind == "left_over")


def test_rounds_progress_and_milestones_are_told() -> None:
    state = view(position(["A", "T"], round=4, pile=2))
    assert figures(panel.progress(state, EN)) == ["4", "6"]
    assert figures(panel.turn_name(4, EN)) == ["4"]
    last = RoundBegun(clause="MB-end", seat=0, round=5)
    assert all(panel.milestone(each, EN) for each in (EarlyRepaymentEnded(), last))
    assert panel.milestone(WorkersBack(idle=0), EN) == ""


def test_only_assignments_are_hidden() -> None:
    assert set(panel.HIDES) == {"assign"}


# --- a game told otherwise --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "done", "others"),
    [
        ("1 name 4 12", "$12,000", ["1 pass"]),
        ("1 name 4 12;2 bid 14", "$14,000", ["2 pass"]),
        ("1 name 4 12;2 pass", "Smithy", ["2 bid 13"]),
        ("1 pass", "", []),
    ],
)
def test_a_bid_can_be_thought_otherwise(script: str, done: str, others: list[str]) -> None:
    check(naming(["AATT", "AATT"], [4, 5]), script, done, others)


@pytest.mark.parametrize(
    ("more", "move", "done", "others"),
    [
        ({"phase": "borrow", "due": 20}, "1 borrow small", "Anna", ["1 borrow large"]),
        ({"phase": "borrow", "due": 20}, "1 borrow large", "Anna", ["1 borrow small"]),
        ({"phase": "repay", "loans": [(1, 1), (0, 0)]}, "1 repay large", "Anna", ["1 pass"]),
        (
            {"phase": "repay", "loans": [(1, 1), (0, 0)]},
            "1 pass",
            "Anna",
            ["1 repay small", "1 repay large"],
        ),
        ({"phase": "hire", "loans": [(1, 0), (0, 0)]}, "1 repay small", "", []),
        ({"phase": "hire"}, "1 hire master", "", []),
        ({"phase": "event"}, "* event 1", "", []),
        ({"phase": "must_name", "offers": [4], "round": 1}, "1 name 4 10", "", []),
    ],
)
def test_credit_can_be_thought_otherwise(
    more: dict[str, Any], move: str, done: str, others: list[str]
) -> None:
    check(position(["AATT", "AATT"], **more), move, done, others)


def check(state: State, script: str, done: str, others: list[str]) -> None:
    *before, last = script.split(";")
    if before:
        state = play(state, *before).state
    move = MASTER_BUILDER.read(last)
    told, found = panel.what_ifs(view(state), move, ("Anna", "Ben"), EN)
    assert done in told
    assert bool(told) is bool(others)
    assert [str(other) for other, _ in found] == others
    for other, label in found:
        assert label
        assert MASTER_BUILDER.refuse(state, other) is None
