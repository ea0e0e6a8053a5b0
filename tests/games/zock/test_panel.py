"""What a panel needs from Zock."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.text import Text
from paydays_widgets.games.zock import panel
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import DieRolled, DuelDecided
from paydays_widgets.games.zock.rules import LEFT_OPEN, PRESETS, Rules
from paydays_widgets.games.zock.state import State
from tests.games.zock.positions import position
from tests.markup import figures

EN = Text("en")
PACKAGE = "paydays_widgets.games.zock"


def test_the_teacher_may_set_the_die() -> None:
    state = position("12 3 -", "- - -")
    wished = [move for move, _ in panel.wishes(ZOCK.view(state, None), EN)]
    assert wished == [each.move for each in ZOCK.outcomes(state)]


def test_a_balance_sheet_knows_debts_and_pawns() -> None:
    state = position("12 3 -", "- - -", "- - -", debts=[2_500, 0, 0], out=[2])
    view = ZOCK.view(state, None)
    sheet = ZOCK.sheet(state, 0)
    assert (sheet.has, sheet.owes, sheet.counted) == (30_000, 2_500, 27_500)
    held = [[each for _, each in panel.holdings(view, seat, EN)] for seat in range(3)]
    assert held == [["2"], ["0"], [""]]


def test_progress_and_milestones_are_told() -> None:
    view = ZOCK.view(position("- - -", "- - -", round_=3), None)
    assert figures(panel.progress(view, EN)) == ["3", "20", "100,000"]
    duel = DuelDecided(clause="ZK-duel", seat=0, loser=1, pawns=("king",), amount=500, attacker=0)
    assert panel.milestone(duel, EN)
    assert panel.milestone(DieRolled(seat=0, die=1), EN) == ""


@pytest.mark.clause("ZK-borrow")
def test_debts_and_the_vault_are_accounts() -> None:
    names = panel.accounts(EN)
    books = ZOCK.books(position("- - -", "- - -", debts=[2_500, 0], bank=7_000))
    assert books == {
        "cash:1": 30_000,
        "cash:2": 30_000,
        "debt:1": -2_500,
        "debt:2": 0,
        "vault": 7_000,
    }
    assert {each.partition(":")[0] for each in books} | {"bank"} == {*names, "cash"}


def test_branches_are_compared_by_money_debt_and_windows() -> None:
    view = ZOCK.view(position("12 27 3", "- - -", debts=[500, 0]), None)
    measured = [[each for _, each in panel.measures(view, seat, EN)] for seat in (0, 1)]
    assert measured == [[30_000, -500, 6_000], [30_000, 0, 0]]


def test_what_the_french_rules_leave_open_is_said_of_its_switch() -> None:
    switches = panel.switches(EN)
    assert {each.field for each in switches if each.label.endswith(" *")} == {*LEFT_OPEN}
    noted = [each for each in switches if each.note]
    assert len({each.note for each in noted}) == 1
    assert {each.rare for each in noted} == {False, True}, "it is said in the fold, and out of it"
    assert len(noted) == 2
    french, teaching = PRESETS["french"], PRESETS["teaching"]
    assert all(getattr(french, field) == getattr(teaching, field) for field in LEFT_OPEN)


def test_a_stack_is_cashed_for_what_the_bank_pays() -> None:
    state = position("27 27 3", "- - -", phase="choose")
    assert figures(what_ifs(state, "1 cash a")[0]) == ["12,000"]
    assert figures(what_ifs(replace(state, bank=500), "1 cash a")[0]) == ["500"]


def what_ifs(state: State, move: str) -> tuple[str, list[str]]:
    view = ZOCK.view(state, None)
    told, others = panel.what_ifs(view, ZOCK.read(move), ["Anna", "Ben"], EN)
    for other, label in others:
        assert ZOCK.refuse(state, other) is None
        assert label
    return told, [str(other) for other, _ in others]


@pytest.mark.clause("ZK-cash", "ZK-cash-when")
def test_cashing_could_have_gone_otherwise() -> None:
    state = position("12 27 3", "- - -", phase="choose")
    told, others = what_ifs(state, "1 cash a")
    assert (figures(told), others) == (["3,000"], ["1 throw", "1 cash king"])
    told, others = what_ifs(state, "1 throw")
    assert told.startswith("Anna")
    assert others == ["1 cash king", "1 cash a"]
    rules = Rules(cash="after_roll")
    rolled = position("12 27 -", "- - -", phase="move", die=4, rules=rules)
    told, others = what_ifs(rolled, "1 go king")
    assert figures(told) == ["4"]
    assert others == ["1 go a", "1 go b", "1 cash king", "1 cash a"]
    owing = position("3 4 -", "- - -", phase="choose", debts=[500, 0])
    assert what_ifs(owing, "1 throw") == ("", [])
    assert what_ifs(owing, "1 repay 500") == ("", [])


@pytest.mark.clause("ZK-hit")
def test_whom_a_roll_meets_could_have_been_otherwise() -> None:
    meets = position("12 3 -", "36 - -", phase="move", die=4)  # Ben stands on square 16
    told, others = what_ifs(meets, "1 go king")
    assert (figures(told), others) == (["4"], ["1 go a", "1 go b"])
    assert what_ifs(replace(meets, die=5), "1 go king") == ("", [])
    home = position("38 3 -", "1 - -", phase="move", die=5, rules=Rules(lap="home_unpaid"))
    assert what_ifs(home, "1 go a") == ("", [])


def test_nothing_is_hidden() -> None:
    assert panel.OPEN
