"""Step 4 with a contract: hidden bids, the award, ties, and what a tie can cost."""

from itertools import permutations

import pytest

from paydays_widgets.core.game import Decide
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    BidCardsReturned,
    BidSealed,
    BidsRevealed,
    ContractAwarded,
    ContractShared,
    ContractUnawarded,
    GameEnded,
    SeatOut,
    ShareUnpayable,
    TurnBegun,
)
from paydays_widgets.games.zahltag.moves import Bid
from tests.games.zahltag.positions import cards, contract, legal, play, position, refused

# --- who may bid ------------------------------------------------------------------------------


@pytest.mark.clause("ZT-4-bid")
def test_zt_4_bid_only_a_hand_that_holds_all_equipment() -> None:
    hands = ["FFWX", "FFW", "FFXX", "FWX"]
    state = position(hands, phase="bid", offer="FFX")
    assert len(legal(state, 1)) == len(legal(state, 3)) == 9
    assert legal(state, 2) == {"2 bid 00"}
    assert legal(state, 4) == {"4 bid 00"}


@pytest.mark.clause("ZT-4-bid")
def test_zt_4_bid_what_is_missing_is_said() -> None:
    state = position(["FX", "W"], phase="bid", offer="FFWX")
    refusal = refused(state, "1 bid 5")
    assert (refusal.clause, refusal.reason) == ("ZT-4-bid", "lacks")
    assert refusal.facts == {"foreman": 1, "worker": 1, "crane": 0, "excavator": 0}


@pytest.mark.clause("ZT-4-bid")
@pytest.mark.parametrize(("left", "right"), [("FX", ""), ("", "FX"), ("F", "X")])
def test_zt_4_bid_cards_on_the_table_do_not_count(left: str, right: str) -> None:
    state = position(["FX", "W"], left=[left, ""], right=[right, ""], phase="bid", offer="FFX")
    assert legal(state, 1) == {"1 bid 00"}


@pytest.mark.clause("ZT-4-bid")
def test_zt_4_bid_00_is_open_to_all_and_never_a_bid_of_0() -> None:
    state = position(["FW", "", "FW"], phase="bid", offer="FW")
    after = play(state, "1 bid 00; 2 bid 00; 3 bid 8")
    assert after.the(BidsRevealed) == BidsRevealed(bids=(0, 0, 8), lowest=8)
    assert after.the(ContractAwarded).seat == 2


@pytest.mark.clause("ZT-4-bid")
@pytest.mark.parametrize("order", [*permutations([1, 2, 3])])
def test_zt_4_bid_every_seat_at_once_in_any_order(order: tuple[int, ...]) -> None:
    state = position(["FW", "FW", "FW"], phase="bid", offer="FW")
    waiting = [0, 1, 2]
    for seat in order:
        assert ZAHLTAG.turn(state) == Decide(tuple(waiting), "bid", 9, 0)
        after = play(state, str(Bid(seat - 1, seat + 3)))
        state = after.state
        waiting.remove(seat - 1)
    assert after.the(ContractAwarded).seat == 0
    assert after.money == (24, 20, 20)


@pytest.mark.clause("ZT-4-bid")
def test_zt_4_bid_once_and_not_taken_back() -> None:
    state = position(["FW", "FW"], phase="bid", offer="FW")
    state = play(state, "1 bid 5").state
    assert legal(state, 1) == set()
    for text in ("1 bid 5", "1 bid 4", "1 bid 00"):
        refusal = refused(state, text)
        assert (refusal.clause, refusal.reason) == ("ZT-4-bid", "already_bid")


@pytest.mark.clause("ZT-4-bid")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 keep", "wrong_phase"),
        ("1 take crane", "wrong_phase"),
        ("2 discard foreman", "wrong_phase"),
        ("* turn 1", "not_chance"),
        ("* turn payday", "not_chance"),
    ],
)
def test_zt_4_bid_nothing_else_before_all_have_bid(text: str, reason: str) -> None:
    state = position(["FW", "FW"], phase="bid", offer="FW")
    refusal = refused(state, text)
    assert (refusal.clause, refusal.reason) == ("ZT-4-bid", reason)


@pytest.mark.clause("ZT-4-bid", "ZT-out")
def test_zt_4_bid_is_not_waited_for_from_a_seat_that_is_out() -> None:
    state = position(["FW", "", "FW"], out=[1], phase="bid", offer="FW")
    assert ZAHLTAG.turn(state) == Decide((0, 2), "bid", 9, 0)
    assert legal(state, 2) == set()
    assert (refused(state, "2 bid 00").clause, refused(state, "2 bid 00").reason) == (
        "ZT-out",
        "out",
    )
    after = play(state, "1 bid 5; 3 bid 4")
    assert after.the(BidsRevealed) == BidsRevealed(bids=(5, None, 4), lowest=4)


@pytest.mark.clause("ZT-4-bid", "ZT-hidden")
def test_zt_4_bid_is_hidden_until_all_are_in() -> None:
    state = position(["FW", "FW", "FW"], phase="bid", offer="FW")
    after = play(state, "1 bid 5")
    sealed = after.the(BidSealed)
    assert ZAHLTAG.witness(sealed, 0) == BidSealed(seat=0, amount=5)
    for other in (1, 2, None):
        assert ZAHLTAG.witness(sealed, other) == BidSealed(seat=0, amount=None)
        shown = ZAHLTAG.view(after.state, other).firms[0]
        assert (shown.has_bid, shown.bid) == (True, None)
    assert ZAHLTAG.view(after.state, 0).firms[0].bid == 5


@pytest.mark.clause("ZT-4-award", "ZT-hidden")
def test_zt_4_award_all_turn_over_together() -> None:
    state = position(["FW", "FW", "FW"], phase="bid", offer="FW")
    state = play(state, "1 bid 5; 2 bid 6").state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("3 bid 7"))
    assert isinstance(steps[0].event, BidSealed)
    assert ZAHLTAG.view(steps[0].state, None).firms[0].bid is None
    assert steps[1].event == BidsRevealed(bids=(5, 6, 7), lowest=5)
    assert [firm.bid for firm in ZAHLTAG.view(steps[1].state, None).firms] == [5, 6, 7]


# --- the award --------------------------------------------------------------------------------


@pytest.mark.clause("ZT-4-award")
def test_zt_4_award_the_lowest_bid_is_paid_and_goes_to_work_at_once() -> None:
    state = position(["FFWX", "FFXX", "C"], left=["W", "", ""], phase="bid", offer="FFX")
    after = play(state, "1 bid 4; 2 bid 5; 3 bid 00")
    award = after.the(ContractAwarded)
    assert (award.seat, award.contract, award.amount) == (0, contract("FFX"), 4)
    assert award.needs == cards("FFX")
    assert award.transfers == (Transfer("bank", "cash:1", 4),)
    assert after.money == (24, 20, 20)
    firm = after.state.firms[0]
    assert (firm.hand, firm.left) == (cards("W"), cards("FFXW"))
    assert after.state.firms[1].hand == cards("FFXX")


@pytest.mark.clause("ZT-4-award")
def test_zt_4_award_events_come_in_their_order() -> None:
    state = position(["FW", "C"], phase="bid", offer="FW")
    after = play(state, "1 bid 8; 2 bid 00")
    assert after.names == (
        "BidSealed",
        "BidSealed",
        "BidsRevealed",
        "ContractAwarded",
        "BidCardsReturned",
        "TurnBegun",
    )


@pytest.mark.clause("ZT-4-award")
@pytest.mark.parametrize("amount", range(1, 9))
def test_zt_4_award_alone_every_amount_is_paid_in_full(amount: int) -> None:
    state = position(["FW", "C"], money=[0, 20], phase="bid", offer="FW")
    after = play(state, f"1 bid {amount}; 2 bid 00")
    assert after.money == (amount, 20)


@pytest.mark.clause("ZT-4-none")
def test_zt_4_none_gets_it_when_all_pass_and_it_counts() -> None:
    state = position(["FW", "FW", ""], phase="bid", offer="FW", since=3)
    after = play(state, "1 bid 00; 2 bid 00; 3 bid 00")
    assert after.the(BidsRevealed).lowest == 0
    assert after.the(ContractUnawarded).contract == contract("FW")
    assert after.money == (20, 20, 20)
    assert after.state.since == (*state.since, contract("FW"))
    assert after.the(BidCardsReturned).count == 4


@pytest.mark.clause("ZT-4-back", "ZT-open")
def test_zt_4_back_cards_return_and_the_contract_stays_in_view() -> None:
    state = position(["FW", "C"], phase="bid", offer="FW", since=2)
    after = play(state, "1 bid 5; 2 bid 00")
    assert after.the(BidCardsReturned) == BidCardsReturned(contract=contract("FW"), count=3)
    assert (after.state.offer, after.state.bids) == (0, (None, None))
    view = ZAHLTAG.view(after.state, None)
    assert view.since == (*state.since, contract("FW"))
    assert [firm.has_bid for firm in view.firms] == [False, False]
    paid = play(after.state, "2 keep; * turn payday")
    assert paid.state.since == ()
    assert paid.state.past == ((*state.since, contract("FW")),)


# --- ties -------------------------------------------------------------------------------------


@pytest.mark.clause("ZT-4-tie")
@pytest.mark.parametrize("bid", range(3, 9))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_zt_4_tie_each_builds_and_gets_two_less(seats: int, bid: int) -> None:
    state = position(["FWC"] * seats, phase="bid", offer="FW")
    after = play(state, *[f"{n} bid {bid}" for n in range(1, seats + 1)])
    assert after.money == (20 + bid - 2,) * seats
    shares = after.all(ContractShared)
    assert [share.seat for share in shares] == [*range(seats)]
    for share in shares:
        assert (share.bid, share.amount, share.needs) == (bid, bid - 2, cards("FW"))
        assert share.transfers == (Transfer("bank", f"cash:{share.seat + 1}", bid - 2),)
    for firm in after.state.firms:  # the next seat's equipment has moved on to its right
        assert {firm.left, firm.right} == {cards("FW"), cards("")}
        assert firm.hand == cards("C")


@pytest.mark.clause("ZT-4-tie")
def test_zt_4_tie_of_two_below_a_third() -> None:
    state = position(["FW", "FW", "FW"], phase="bid", offer="FW", active=1)
    after = play(state, "1 bid 4; 2 bid 6; 3 bid 4")
    assert after.money == (22, 20, 22)
    assert [share.seat for share in after.all(ContractShared)] == [2, 0]
    assert [firm.hand for firm in after.state.firms] == [cards(""), cards("FW"), cards("")]


@pytest.mark.clause("ZT-4-tie")
def test_zt_4_tie_above_the_lowest_bid_is_none() -> None:
    state = position(["FW", "FW", "FW"], phase="bid", offer="FW")
    after = play(state, "1 bid 5; 2 bid 5; 3 bid 4")
    assert after.the(ContractAwarded).amount == 4
    assert after.money == (20, 20, 24)


@pytest.mark.clause("ZT-4-tie")
def test_zt_4_tie_passes_do_not_tie() -> None:
    state = position(["FW", "FW", "FW"], phase="bid", offer="FW")
    after = play(state, "1 bid 00; 2 bid 00; 3 bid 1")
    assert after.the(ContractAwarded).amount == 1
    assert after.money == (20, 20, 21)


@pytest.mark.clause("ZT-4-tie")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_zt_4_tie_with_a_bid_of_one_each_pays_the_bank(seats: int) -> None:
    state = position(["FW"] * seats, phase="bid", offer="FW")
    after = play(state, *[f"{n} bid 1" for n in range(1, seats + 1)])
    assert after.money == (19,) * seats
    for share in after.all(ContractShared):
        assert share.amount == -1
        assert share.transfers == (Transfer(f"cash:{share.seat + 1}", "bank", 1),)
    assert {firm.hand for firm in after.state.firms} == {cards("")}


@pytest.mark.clause("ZT-4-tie")
def test_zt_4_tie_a_bid_of_two_brings_nothing_but_binds_the_equipment() -> None:
    state = position(["FW", "FW", "C"], money=[0, 0, 20], phase="bid", offer="FW")
    after = play(state, "1 bid 2; 2 bid 2; 3 bid 00")
    assert after.money == (0, 0, 20)
    assert [(share.amount, share.transfers) for share in after.all(ContractShared)] == [
        (0, ())
    ] * 2
    assert after.state.firms[0].left == cards("FW")
    assert not after.all(SeatOut)


@pytest.mark.clause("ZT-4-tie-broke", "ZT-out")
def test_zt_4_tie_broke_who_cannot_pay_is_out_and_builds_nothing() -> None:
    state = position(["FWC", "FWX", "C"], money=[20, 0, 20], phase="bid", offer="FW")
    after = play(state, "1 bid 1; 2 bid 1; 3 bid 00")
    assert after.names[3:] == (
        "BidsRevealed",
        "ContractShared",
        "ShareUnpayable",
        "SeatOut",
        "BidCardsReturned",
        "TurnBegun",
    )
    assert after.the(ShareUnpayable) == ShareUnpayable(
        seat=1, contract=contract("FW"), owed=1, had=0
    )
    out = after.the(SeatOut)
    assert (out.seat, out.owed, out.had, out.cards, out.transfers) == (1, 1, 0, cards("FWX"), ())
    assert after.money == (19, 0, 20)
    assert after.state.firms[0].left == cards("FW")
    assert after.state.firms[1].out
    assert after.state.active == 2


@pytest.mark.clause("ZT-4-tie-broke")
def test_zt_4_tie_broke_the_last_million_pays() -> None:
    state = position(["FW", "FW", ""], money=[1, 1, 1], phase="bid", offer="FW")
    after = play(state, "1 bid 1; 2 bid 1; 3 bid 00")
    assert after.money == (0, 0, 1)
    assert not after.all(SeatOut)


@pytest.mark.clause("ZT-4-tie-broke")
def test_zt_4_tie_broke_the_others_still_share() -> None:
    state = position(["FW", "FW", "FW"], money=[9, 0, 9], phase="bid", offer="FW")
    after = play(state, "1 bid 1; 2 bid 1; 3 bid 1")
    assert after.money == (8, 0, 8)
    state = position(["FW", "FW"], money=[9, 0], phase="bid", offer="FW")
    after = play(state, "1 bid 1; 2 bid 1")
    assert after.money == (8, 0)
    assert after.the(ContractShared).seat == 0


@pytest.mark.clause("ZT-4-tie-broke", "ZT-out")
def test_zt_4_tie_broke_with_two_seats_the_other_wins_at_once() -> None:
    state = position(["FW", "FW"], money=[9, 0], phase="bid", offer="FW")
    after = play(state, "1 bid 1; 2 bid 1")
    ended = after.the(GameEnded)
    assert (ended.clause, ended.winners, ended.money) == ("ZT-out", (0,), (8, 0))
    assert after.state.phase == "over"


@pytest.mark.clause("ZT-4-tie-broke", "ZT-out-how")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_zt_4_tie_broke_all_of_them_share_the_victory(seats: int) -> None:
    state = position(["FW"] * seats, money=[0] * seats, phase="bid", offer="FW")
    after = play(state, *[f"{n} bid 1" for n in range(1, seats + 1)])
    assert len(after.all(SeatOut)) == seats
    ended = after.the(GameEnded)
    assert (ended.clause, ended.winners) == ("ZT-out-how", tuple(range(seats)))


@pytest.mark.clause("ZT-4-tie-broke", "ZT-turn-end")
def test_zt_4_tie_broke_the_active_seat_goes_out_and_the_next_goes_on() -> None:
    state = position(["FW", "FW", "C"], money=[0, 9, 9], phase="bid", offer="FW")
    after = play(state, "1 bid 1; 2 bid 1; 3 bid 00")
    assert after.state.firms[0].out
    assert after.the(TurnBegun) == TurnBegun(clause="ZT-turn-end", seat=1, turn=10)
    assert after.state.since == (contract("FW"),)


@pytest.mark.clause("ZT-4-tie-broke", "ZT-out")
def test_zt_4_tie_broke_the_equipment_goes_to_the_stacks_from_hand_and_table() -> None:
    state = position(
        ["FWX", "FW", "C"],
        left=["CC", "", ""],
        right=["WW", "", ""],
        money=[0, 9, 9],
        phase="bid",
        offer="FW",
    )
    after = play(state, "1 bid 1; 2 bid 1; 3 bid 00")
    assert after.the(SeatOut).cards == cards("FWWWCCX")
    # the other seats still hold one foreman and one worker (now at work), and a crane
    assert after.state.stacks == (13, 15, 9, 12)
