"""A turn's steps 1 to 3: going on with contracts, changing equipment, turning up a card."""

import pytest

from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.games.zahltag import Rules
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    ContractTurnedUp,
    EquipmentBroughtHome,
    EquipmentDiscarded,
    EquipmentExchanged,
    EquipmentKept,
    EquipmentMovedOn,
    EquipmentTaken,
    FinePaid,
    IdleEquipmentPaid,
    PaydayCounted,
    PaydayForced,
    PaydayPutBack,
    PaydayTurnedUp,
    SeatOut,
    TurnBegun,
)
from paydays_widgets.games.zahltag.moves import KINDS, Keep
from paydays_widgets.games.zahltag.rules import OverLimit
from tests.games.zahltag.positions import cards, contract, legal, play, position, refused

DE = Rules(over_limit="fine_players")
FR = Rules(over_limit="fine_bank")
FINES = pytest.mark.parametrize("over_limit", ["fine_players", "fine_bank"])
TWELVE = "FFFWWWCCCXXX"


# --- step 1 -----------------------------------------------------------------------------------


@pytest.mark.clause("ZT-1-continue")
def test_zt_1_first_the_right_comes_home_then_the_left_moves_on() -> None:
    state = position(["F", "W"], left=["", "CC"], right=["", "XX"], phase="bid", offer="FW")
    after = play(state, "1 bid 00; 2 bid 00")
    assert after.names[-3:] == ("TurnBegun", "EquipmentBroughtHome", "EquipmentMovedOn")
    assert after.the(EquipmentBroughtHome).cards == cards("XX")
    assert after.the(EquipmentMovedOn).cards == cards("CC")
    firm = after.state.firms[1]
    assert (firm.hand, firm.left, firm.right) == (cards("WXX"), cards(""), cards("CC"))
    assert ZAHLTAG.turn(after.state) == Decide((1,), "change", 10, 0)


@pytest.mark.clause("ZT-1-continue")
@pytest.mark.parametrize(
    ("left", "right", "names"),
    [("", "", ()), ("CC", "", ("EquipmentMovedOn",)), ("", "XX", ("EquipmentBroughtHome",))],
)
def test_zt_1_only_what_lies_there_is_moved(left: str, right: str, names: tuple[str, ...]) -> None:
    state = position(["F", "W"], left=["", left], right=["", right], phase="bid", offer="FW")
    after = play(state, "1 bid 00; 2 bid 00")
    assert after.names[after.names.index("TurnBegun") + 1 :] == names
    firm = after.state.firms[1]
    assert (firm.hand, firm.left, firm.right) == (cards("W" + right), cards(""), cards(left))


@pytest.mark.clause("ZT-1-continue")
def test_zt_1_nobody_elses_equipment_is_moved() -> None:
    state = position(
        ["F", "W", "C"], left=["F", "", "W"], right=["F", "", "W"], phase="bid", offer="FW"
    )
    after = play(state, "1 bid 00; 2 bid 00; 3 bid 00").state
    assert (after.firms[0], after.firms[2]) == (state.firms[0], state.firms[2])


@pytest.mark.clause("ZT-1-continue")
def test_zt_1_equipment_is_bound_until_the_owners_second_turn_after_the_award() -> None:
    state = position(["FW", "W"], phase="bid", offer="FW")
    state = play(state, "1 bid 5; 2 bid 00").state
    assert (state.firms[0].hand, state.firms[0].left) == (cards(""), cards("FW"))
    state = play(state, "2 keep; * turn 2; 1 bid 00; 2 bid 00").state
    assert state.active == 0
    assert (state.firms[0].hand, state.firms[0].right) == (cards(""), cards("FW"))
    state = play(state, "1 keep; * turn 3; 1 bid 00; 2 bid 00").state
    state = play(state, "2 keep; * turn 4; 1 bid 00; 2 bid 00").state
    assert state.active == 0
    assert (state.firms[0].hand, state.firms[0].right) == (cards("FW"), cards(""))


@pytest.mark.clause("ZT-1-continue")
def test_zt_1_contracts_won_between_own_turns_pile_up_on_the_left() -> None:
    state = position(["FFFWWX", "C", "C"], phase="bid", offer="FW")
    state = play(state, "1 bid 5; 2 bid 00; 3 bid 00").state
    state = play(state, f"2 keep; * turn {contract('FX')}; 1 bid 8; 2 bid 00; 3 bid 00").state
    assert (state.firms[0].hand, state.firms[0].left) == (cards("FW"), cards("FWFX"))
    after = play(state, "3 keep; * turn 6; 1 bid 00; 2 bid 00; 3 bid 00")
    assert after.the(EquipmentMovedOn).cards == cards("FWFX")
    assert after.state.firms[0].right == cards("FWFX")


# --- step 2 -----------------------------------------------------------------------------------


@pytest.mark.clause("ZT-2-change")
def test_zt_2_take_one_exchange_one_discard_one_or_nothing() -> None:
    state = position(["FWW", "X"])
    expected = {f"1 take {kind}" for kind in KINDS} | {"1 keep"}
    expected |= {"1 discard foreman", "1 discard worker"}
    expected |= {f"1 exchange foreman {kind}" for kind in KINDS if kind != "foreman"}
    expected |= {f"1 exchange worker {kind}" for kind in KINDS if kind != "worker"}
    assert legal(state, 1) == expected


@pytest.mark.clause("ZT-2-change")
def test_zt_2_one_change_and_then_step_3() -> None:
    state = position(["FWW", "X"], right=["CC", ""])
    taken = play(state, "1 take crane")
    assert taken.the(EquipmentTaken) == EquipmentTaken(
        clause="ZT-2-change", seat=0, kind="crane", total=6
    )
    assert (taken.state.firms[0].hand, taken.state.stacks) == (cards("FWWC"), (13, 14, 7, 11))
    discarded = play(state, "1 discard worker")
    assert discarded.the(EquipmentDiscarded) == EquipmentDiscarded(
        clause="ZT-2-change", seat=0, kind="worker", total=4
    )
    assert (discarded.state.firms[0].hand, discarded.state.stacks) == (
        cards("FW"),
        (13, 15, 8, 11),
    )
    exchanged = play(state, "1 exchange worker excavator")
    assert exchanged.the(EquipmentExchanged) == EquipmentExchanged(
        clause="ZT-2-change", seat=0, gave="worker", took="excavator", total=5
    )
    assert exchanged.state.firms[0].hand == cards("FWX")
    assert exchanged.state.stacks == (13, 15, 8, 10)
    kept = play(state, "1 keep")
    assert kept.the(EquipmentKept) == EquipmentKept(clause="ZT-2-change", seat=0, total=5)
    assert kept.state.firms == state.firms
    for after in (taken, discarded, exchanged, kept):
        assert len(after.events) == 1
        assert ZAHLTAG.turn(after.state) == Chance("turn_up", 9, 0)
        assert legal(after.state, 1) == set()


@pytest.mark.clause("ZT-2-change")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 discard crane", "not_in_hand"),
        ("1 exchange crane worker", "not_in_hand"),
        ("1 exchange worker worker", "same_kind"),
        ("1 bid 00", "wrong_phase"),
        ("* turn 1", "not_chance"),
    ],
)
def test_zt_2_refuses_all_else(text: str, reason: str) -> None:
    refusal = refused(position(["WW", "X"], left=["C", ""]), text)
    assert (refusal.clause, refusal.reason) == ("ZT-2-change", reason)


@pytest.mark.clause("ZT-2-change", "ZT-turn-end")
def test_zt_2_the_active_seat_alone() -> None:
    state = position(["WW", "X", "C"], active=1)
    for seat in (1, 3):
        assert legal(state, seat) == set()
        refusal = refused(state, str(Keep(seat - 1)))
        assert (refusal.clause, refusal.reason) == ("ZT-turn-end", "not_your_turn")


@pytest.mark.clause("ZT-2-empty")
def test_zt_2_an_empty_stack_gives_nothing_until_someone_discards_that_kind() -> None:
    state = position(["WW", "CCCCCCCCCC"])
    assert "1 take crane" not in legal(state, 1)
    assert "1 exchange worker crane" not in legal(state, 1)
    for text in ("1 take crane", "1 exchange worker crane"):
        refusal = refused(state, text)
        assert (refusal.clause, refusal.reason) == ("ZT-2-empty", "stack_empty")
        assert refusal.facts == {"kind": "crane"}
    state = play(state, "1 keep; * turn 1; 1 bid 00; 2 bid 00; 2 discard crane").state
    state = play(state, "* turn 2; 1 bid 00; 2 bid 00").state
    assert {"1 take crane", "1 exchange worker crane"} <= legal(state, 1)


@pytest.mark.clause("ZT-2-empty")
def test_zt_2_the_last_card_of_a_stack_can_be_taken() -> None:
    after = play(position(["WW", "CCCCCCCCC"]), "1 take crane")
    assert after.state.stacks[2] == 0


# --- the limit --------------------------------------------------------------------------------


@pytest.mark.clause("ZT-2-limit-how")
@pytest.mark.parametrize(
    ("hand", "left", "right"), [(TWELVE, "", ""), ("FWX", "FFWWW", "CCXX"), ("", TWELVE, "")]
)
def test_zt_2_limit_forbid_the_thirteenth_card_is_no_legal_move(
    hand: str, left: str, right: str
) -> None:
    state = position([hand, "X"], left=[left, ""], right=[right, ""])
    assert not any("take" in text for text in legal(state, 1))
    refusal = refused(state, "1 take worker")
    assert (refusal.clause, refusal.reason) == ("ZT-2-limit-how", "limit")
    assert refusal.facts == {"limit": 12, "total": 12}


@pytest.mark.clause("ZT-2-limit-how")
def test_zt_2_limit_forbid_the_twelfth_card_and_exchanges_at_twelve_are_legal() -> None:
    eleven = position([TWELVE[:7], "X"], left=["", ""], right=[TWELVE[:4], ""])
    assert play(eleven, "1 take worker").the(EquipmentTaken).total == 12
    twelve = position([TWELVE, "X"])
    assert play(twelve, "1 exchange worker crane").the(EquipmentExchanged).total == 12
    assert "1 discard worker" in legal(twelve, 1)


@FINES
@pytest.mark.clause("ZT-2-limit")
def test_zt_2_limit_twelve_cards_cost_nothing(over_limit: OverLimit) -> None:
    state = position([TWELVE[:11], "X"], rules=Rules(over_limit=over_limit))
    after = play(state, "1 take worker")
    assert after.names == ("EquipmentTaken",)
    assert after.the(EquipmentTaken).clause == "ZT-2-change"
    assert after.money == (20, 20)


@FINES
@pytest.mark.clause("ZT-2-limit")
def test_zt_2_limit_the_table_counts(over_limit: OverLimit) -> None:
    state = position(
        ["F", "X"], left=["FFWWW", ""], right=["WCCCXX", ""], rules=Rules(over_limit=over_limit)
    )
    assert play(state, "1 take worker").all(FinePaid)


@pytest.mark.clause("ZT-2-limit", "ZT-2-limit-how")
def test_zt_2_limit_french_one_to_the_bank_and_one_card_back() -> None:
    state = position([TWELVE, "X", "C"], rules=FR)
    after = play(state, "1 take worker")
    assert after.names == ("EquipmentTaken", "FinePaid")
    assert after.the(EquipmentTaken).clause == "ZT-2-limit-how"
    assert after.the(EquipmentTaken).total == 13
    fine = after.the(FinePaid)
    assert (fine.clause, fine.surplus, fine.each, fine.payees, fine.paid) == (
        "ZT-2-limit",
        1,
        1,
        (),
        1,
    )
    assert after.money == (19, 20, 20)
    assert ZAHLTAG.turn(after.state) == Decide((0,), "surplus", 9, 0)


@pytest.mark.clause("ZT-2-limit", "ZT-2-limit-how")
def test_zt_2_limit_german_one_to_each_other_seat_and_one_card_back() -> None:
    state = position([TWELVE, "X", "C"], rules=DE)
    after = play(state, "1 take worker")
    fine = after.the(FinePaid)
    assert (fine.surplus, fine.each, fine.payees, fine.paid) == (1, 1, (1, 2), 2)
    assert after.money == (18, 21, 21)
    assert ZAHLTAG.turn(after.state) == Decide((0,), "surplus", 9, 0)


@pytest.mark.clause("ZT-2-limit")
def test_zt_2_limit_german_a_seat_that_is_out_gets_nothing() -> None:
    state = position([TWELVE, "", "C"], out=[1], rules=DE)
    after = play(state, "1 take worker")
    assert after.the(FinePaid).payees == (2,)
    assert after.money == (19, 0, 21)


@FINES
@pytest.mark.clause("ZT-2-limit-how")
def test_zt_2_limit_the_surplus_is_a_hand_card_of_ones_choice(over_limit: OverLimit) -> None:
    state = position(
        ["F", "X"], left=["FFWWW", ""], right=["CCCXXX", ""], rules=Rules(over_limit=over_limit)
    )
    state = play(state, "1 take worker").state
    assert legal(state, 1) == {"1 discard foreman", "1 discard worker"}
    after = play(state, "1 discard foreman")
    assert after.the(EquipmentDiscarded) == EquipmentDiscarded(
        clause="ZT-2-limit-how", seat=0, kind="foreman", total=12
    )
    assert ZAHLTAG.turn(after.state) == Chance("turn_up", 9, 0)


@pytest.mark.clause("ZT-2-limit-how")
@pytest.mark.parametrize(
    ("text", "clause", "reason"),
    [
        ("1 keep", "ZT-2-limit-how", "wrong_phase"),
        ("1 take worker", "ZT-2-limit-how", "wrong_phase"),
        ("1 exchange worker crane", "ZT-2-limit-how", "wrong_phase"),
        ("1 bid 00", "ZT-2-limit-how", "wrong_phase"),
        ("1 discard excavator", "ZT-2-limit-how", "not_in_hand"),
        ("* turn 1", "ZT-2-limit-how", "not_chance"),
        ("2 discard excavator", "ZT-turn-end", "not_your_turn"),
    ],
)
def test_zt_2_limit_nothing_else_until_it_is_discarded(
    text: str, clause: str, reason: str
) -> None:
    state = position(["FFFWWWCCC", "X"], left=["XXX", ""], rules=FR)
    state = play(state, "1 take worker").state
    refusal = refused(state, text)
    assert (refusal.clause, refusal.reason) == (clause, reason)


@pytest.mark.clause("ZT-2-limit", "ZT-out", "ZT-out-how")
@pytest.mark.parametrize(
    ("over_limit", "money", "owed"), [("fine_bank", 0, 1), ("fine_players", 1, 2)]
)
def test_zt_2_limit_who_cannot_pay_is_out_and_the_next_seat_is_active(
    over_limit: OverLimit, money: int, owed: int
) -> None:
    state = position(
        ["FFWW", "X", "C"],
        left=["CCXX", "", ""],
        right=["FFWW", "W", ""],
        money=[money, 20, 20],
        rules=Rules(over_limit=over_limit),
    )
    after = play(state, "1 take worker")
    assert after.names == ("EquipmentTaken", "SeatOut", "TurnBegun", "EquipmentBroughtHome")
    out = after.the(SeatOut)
    assert (out.seat, out.owed, out.had, out.cards) == (0, owed, money, cards("FFFFWWWWWCCXX"))
    assert after.the(TurnBegun) == TurnBegun(clause="ZT-out-how", seat=1, turn=10)
    assert after.money == (0, 20, 20)
    assert after.state.firms[0].out
    assert after.state.since == ()
    assert after.state.stacks == (14, 15, 9, 11)


@pytest.mark.clause("ZT-2-limit")
@pytest.mark.parametrize(("over_limit", "money"), [("fine_bank", 1), ("fine_players", 2)])
def test_zt_2_limit_the_last_million_pays(over_limit: OverLimit, money: int) -> None:
    state = position([TWELVE, "X", "C"], money=[money, 5, 5], rules=Rules(over_limit=over_limit))
    after = play(state, "1 take worker")
    assert after.money[0] == 0
    assert not after.state.firms[0].out


@pytest.mark.clause("ZT-2-limit", "ZT-3-forced")
def test_zt_2_limit_a_fine_comes_before_a_forced_payday() -> None:
    state = position([TWELVE, "X"], since=8, rules=FR)
    fined = play(state, "1 take worker")
    assert fined.state.phase == "surplus"
    after = play(fined.state, "1 discard worker")
    assert after.names[:3] == ("EquipmentDiscarded", "PaydayForced", "IdleEquipmentPaid")
    assert after.money == (19 - 11, 20)


# --- step 3 -----------------------------------------------------------------------------------


@pytest.mark.clause("ZT-3-reveal")
def test_zt_3_every_card_of_the_pile_is_as_likely_as_any_other() -> None:
    state = position(["F", "W"], phase="turn_up", since=2, past=[4], pile=["FW", "FX", "CXX"])
    outcomes = ZAHLTAG.outcomes(state)
    assert [str(each.move) for each in outcomes] == [
        "* turn payday",
        f"* turn {contract('FW')}",
        f"* turn {contract('FX')}",
        f"* turn {contract('CXX')}",
    ]
    assert [each.weight for each in outcomes] == [5, 1, 1, 1]


@pytest.mark.clause("ZT-3-reveal")
def test_zt_3_a_contract_is_bid_for() -> None:
    state = position(["F", "W"], phase="turn_up", active=1)
    after = play(state, f"* turn {contract('CXX')}")
    turned = after.the(ContractTurnedUp)
    assert (turned.seat, turned.contract, turned.needs) == (1, contract("CXX"), cards("CXX"))
    assert ZAHLTAG.turn(after.state) == Decide((0, 1), "bid", 9, 0)
    assert contract("CXX") not in after.state.pile


@pytest.mark.clause("ZT-3-reveal")
def test_zt_3_a_payday_is_carried_out() -> None:
    state = position(["FF", "W"], phase="turn_up", since=1)
    after = play(state, "* turn payday")
    assert after.the(PaydayTurnedUp) == PaydayTurnedUp(clause="ZT-3-reveal", seat=0)
    assert after.all(IdleEquipmentPaid)
    assert after.state.pile_paydays == state.pile_paydays - 1


@pytest.mark.clause("ZT-3-reveal")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("* turn 32", "cannot_come"),
        ("* turn 33", "cannot_come"),
        ("* deal crane", "cannot_come"),
        ("1 keep", "chance_acts"),
        ("2 bid 00", "chance_acts"),
    ],
)
def test_zt_3_only_what_is_in_the_pile_can_come(text: str, reason: str) -> None:
    state = position(["FF", "W"], phase="turn_up", since=1)
    refusal = refused(state, text)
    assert (refusal.clause, refusal.reason) == ("ZT-3-reveal", reason)


@pytest.mark.clause("ZT-3-repeat")
def test_zt_3_repeat_a_payday_right_after_a_payday_is_shuffled_back() -> None:
    state = position(["FFF", "W"], phase="turn_up", since=1)
    state = play(state, "* turn payday; 2 keep").state
    money = [firm.money for firm in state.firms]
    pile = ZAHLTAG.outcomes(state)
    after = play(state, "* turn payday")
    assert after.events == (PaydayPutBack(clause="ZT-3-repeat", seat=1),)
    assert [firm.money for firm in after.state.firms] == money
    assert ZAHLTAG.outcomes(after.state) == pile
    assert ZAHLTAG.turn(after.state) == Chance("turn_up", 10, 1)
    again = play(after.state, "* turn payday; * turn payday")
    assert again.names == ("PaydayPutBack", "PaydayPutBack")
    assert ZAHLTAG.turn(again.state) == Chance("turn_up", 10, 3)
    assert play(again.state, "* turn 1").names == ("ContractTurnedUp",)


@pytest.mark.clause("ZT-3-repeat")
def test_zt_3_repeat_one_contract_between_is_enough() -> None:
    state = position(["FFF", "W"], phase="turn_up", since=0, past=[3])
    state = play(state, "* turn 1; 1 bid 00; 2 bid 00; 2 keep").state
    after = play(state, "* turn payday")
    assert after.the(PaydayTurnedUp).clause == "ZT-3-reveal"


@pytest.mark.clause("ZT-3-repeat", "ZT-out-how")
def test_zt_3_repeat_a_turn_without_step_3_is_no_card_between() -> None:
    state = position([TWELVE, "X", "C"], money=[0, 9, 9], past=[3], rules=FR)
    state = play(state, "1 take worker; 2 keep").state
    assert play(state, "* turn payday").names == ("PaydayPutBack",)


@pytest.mark.clause("ZT-3-repeat-end")
def test_zt_3_repeat_end_with_no_contract_left_the_payday_is_carried_out() -> None:
    state = position(["FFF", "W"], phase="turn_up", past=[20, 8], pile=[])
    assert legal(state, 0) == {"* turn payday"}
    after = play(state, "* turn payday")
    assert after.the(PaydayTurnedUp) == PaydayTurnedUp(clause="ZT-3-repeat-end", seat=0)
    assert after.money == (18, 20)
    assert len(after.state.past) == 3


@pytest.mark.clause("ZT-3-repeat-end", "ZT-end")
def test_zt_3_repeat_end_only_paydays_left_lead_to_the_end() -> None:
    state = position(["FFF", "W"], phase="turn_up", since=1, pile=[])
    after = play(state, "* turn payday", *[f"{n} keep; * turn payday" for n in (2, 1, 2, 1)])
    assert [event.clause for event in after.all(PaydayTurnedUp)] == [
        "ZT-3-reveal",
        *["ZT-3-repeat-end"] * 4,
    ]
    assert after.state.phase == "over"
    assert after.state.pile_paydays == 1


@pytest.mark.clause("ZT-3-repeat-end")
def test_zt_3_repeat_end_not_while_one_contract_is_left() -> None:
    state = position(["FFF", "W"], phase="turn_up", past=[20], pile=["FW"])
    assert play(state, "* turn payday").names == ("PaydayPutBack",)


@pytest.mark.clause("ZT-3-first")
def test_zt_3_first_a_payday_as_the_very_first_card_is_carried_out() -> None:
    state = position(["FFF", "W"], phase="turn_up")
    after = play(state, "* turn payday")
    assert after.the(PaydayTurnedUp) == PaydayTurnedUp(clause="ZT-3-first", seat=0)
    assert after.money == (18, 20)


@pytest.mark.clause("ZT-3-first", "ZT-3-repeat")
def test_zt_3_first_one_right_after_a_forced_payday_is_shuffled_back() -> None:
    state = position(["FFF", "W"], since=8)
    state = play(state, "1 keep; 2 keep").state
    after = play(state, "* turn payday")
    assert after.events == (PaydayPutBack(clause="ZT-3-first", seat=1),)
    assert len(after.state.past) == 1


@pytest.mark.clause("ZT-3-forced")
@pytest.mark.parametrize(
    ("seats", "in_a_row", "forced"),
    [(2, 7, False), (2, 8, True), (3, 8, False), (3, 9, True), (4, 8, False), (4, 9, True)],
)
def test_zt_3_forced_after_nine_in_a_row_or_eight_with_two_players(
    seats: int, in_a_row: int, forced: bool
) -> None:
    state = position(["FF", "W", "X", "C"][:seats], since=in_a_row)
    after = play(state, "1 keep")
    assert bool(after.all(PaydayForced)) is forced
    assert (after.state.phase == "turn_up") is not forced


@pytest.mark.clause("ZT-3-forced")
def test_zt_3_forced_the_seats_at_the_start_decide() -> None:
    state = position(["FF", "W", ""], out=[2], since=8)
    assert not play(state, "1 keep").all(PaydayForced)
    state = position(["FF", "W", ""], out=[2], since=9)
    assert play(state, "1 keep").all(PaydayForced)


@pytest.mark.clause("ZT-3-forced", "ZT-1-continue", "ZT-2-change", "ZT-4-none")
def test_zt_3_forced_falls_after_step_2_of_the_next_seat_and_counts() -> None:
    state = position(["FF", "W", "X"], right=["", "C", ""], since=8, phase="bid", offer="FW")
    state = play(state, "1 bid 00; 2 bid 00; 3 bid 00").state
    assert state.firms[1].hand == cards("WC")
    assert ZAHLTAG.turn(state) == Decide((1,), "change", 10, 0)
    after = play(state, "2 discard crane")
    assert after.names == (
        "EquipmentDiscarded",
        "PaydayForced",
        "IdleEquipmentPaid",
        "PaydayCounted",
        "TurnBegun",
    )
    assert after.the(PaydayForced) == PaydayForced(seat=1, contracts=9)
    assert after.the(PaydayCounted) == PaydayCounted(count=1, contracts=9)
    assert after.money == (19, 20, 20)
    assert after.state.pile_paydays == 5
    assert after.state.pile == state.pile
    assert (after.state.since, len(after.state.past)) == ((), 1)
    assert after.state.active == 2


@pytest.mark.clause("ZT-3-forced", "ZT-end")
def test_zt_3_forced_as_the_fifth_payday_ends_the_game() -> None:
    state = position(["FF", "W"], since=8, past=[3, 3, 3, 3])
    assert play(state, "1 keep").state.phase == "over"


@pytest.mark.clause("ZT-3-forced", "ZT-out-how")
def test_zt_3_forced_waits_for_the_next_seat_when_the_active_one_goes_out() -> None:
    state = position([TWELVE, "X", "C"], money=[0, 9, 9], since=9, rules=FR)
    state = play(state, "1 take worker").state
    assert ZAHLTAG.turn(state) == Decide((1,), "change", 10, 0)
    assert play(state, "2 keep").all(PaydayForced)


@pytest.mark.clause("ZT-turn-end")
def test_zt_turn_end_clockwise_after_an_award_and_after_a_payday() -> None:
    state = position(["FF", "W", "X"], phase="turn_up", active=2, since=1)
    awarded = play(state, "* turn 1; 1 bid 00; 2 bid 00; 3 bid 00")
    assert awarded.the(TurnBegun) == TurnBegun(clause="ZT-turn-end", seat=0, turn=10)
    paid = play(state, "* turn payday")
    assert paid.the(TurnBegun) == TurnBegun(clause="ZT-turn-end", seat=0, turn=10)


@pytest.mark.clause("ZT-turn-end", "ZT-out")
def test_zt_turn_end_skips_who_is_out() -> None:
    state = position(["FF", "", "", "X"], out=[1, 2], phase="turn_up", since=1)
    after = play(state, "* turn payday")
    assert after.the(TurnBegun).seat == 3


@pytest.mark.clause("ZT-turn-end")
def test_zt_turn_end_nobody_moves_while_a_move_is_carried_out() -> None:
    state = position(["FF", "W"], phase="bid", offer="FF")
    state = play(state, "1 bid 5").state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("2 bid 00"))
    for step in steps[:-1]:
        for text in ("1 keep", "2 keep", "* turn 1", "1 bid 00"):
            refusal = refused(step.state, text)
            assert (refusal.clause, refusal.reason) == ("ZT-turn-end", "settling")
