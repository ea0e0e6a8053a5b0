"""Phase 2: revealing contracts, naming, auctions, and round 1's rules in all their orders."""

import pytest

from paydays_widgets.core.game import Chance
from paydays_widgets.core.ledger import BANK, Transfer
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder import Rules
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.engine.facts import is_early
from paydays_widgets.games.master_builder.events import (
    AuctionsEnded,
    BiddingNarrowed,
    BidRaised,
    ContractLeftOver,
    ContractNamed,
    ContractsGone,
    ContractWithdrawn,
    ContractWon,
    EconomyTurnedUp,
    LeftOverTaken,
    NamingForced,
    RoundBegun,
    SeatPassed,
)
from paydays_widgets.games.master_builder.moves import Bid, Name
from paydays_widgets.games.master_builder.state import Auction
from paydays_widgets.games.master_builder.text import explain
from tests.games.master_builder.positions import (
    asked,
    begin,
    legal,
    naming,
    play,
    position,
    refused,
)

OVER_FOR_HIM = Rules(first_player_pass="phase_over_for_him")


def names(state_legal: set[str]) -> set[str]:
    return {each for each in state_legal if " name " in each}


# --- revealing ----------------------------------------------------------------------------------


@pytest.mark.clause("MB-2-reveal")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mb_2_reveal_in_round_1_one_more_than_seats(seats: int) -> None:
    state = begin(seats)
    while state.phase != "contract":
        move = MASTER_BUILDER.legal(state, state.active if state.phase == "draft" else -1)[0]
        state = play(state, str(move)).state
    assert MASTER_BUILDER.turn(state) == Chance("contract", 1, 0)
    for number in range(1, seats + 2):
        assert asked(state) == ("contract", ())
        state = play(state, f"* contract {number}").state
    assert state.offers == tuple(range(1, seats + 2))
    assert asked(state) == ("name", (1,))


@pytest.mark.clause("MB-2-reveal", "MB-economy")
@pytest.mark.parametrize(("card", "counts"), [(1, (0, 1, 1)), (3, (1, 2, 2)), (4, (2, 3, 2))])
def test_mb_2_reveal_later_as_many_as_the_economy_card_says(
    card: int, counts: tuple[int, int, int]
) -> None:
    for seats, says in zip((2, 3, 4), counts, strict=True):
        state = position(["A"] * seats, phase="economy")
        after = play(state, f"* economy {card}")
        turned_up = after.the(EconomyTurnedUp)
        assert (turned_up.says, turned_up.revealed) == (says, says)
        assert after.state.to_reveal == says
        assert after.state.climate == card


@pytest.mark.clause("MB-2-reveal")
def test_mb_2_reveal_only_as_many_as_are_left() -> None:
    state = position(["A"] * 3, phase="economy", pile=1)
    after = play(state, "* economy 4")
    assert (after.the(EconomyTurnedUp).says, after.the(EconomyTurnedUp).revealed) == (3, 1)
    after = play(after.state, "* contract 1")
    assert asked(after.state) == ("name", (1,))
    assert after.state.pile_size == 0


@pytest.mark.clause("MB-2-reveal", "MB-2-end")
def test_mb_2_reveal_nothing_at_all_ends_the_phase() -> None:
    after = play(position(["A", "A"], phase="economy"), "* economy 1")
    assert after.the(AuctionsEnded).left == ()
    assert asked(after.state) == ("event", ())


@pytest.mark.clause("MB-contracts")
def test_mb_contracts_the_four_in_the_box_may_be_any() -> None:
    state = position(["A", "A"], phase="economy", pile=1)
    state = play(state, "* economy 2").state
    assert legal(state, 0) == {f"* contract {number}" for number in range(1, 6)}
    state = play(state, "* contract 5").state
    assert (state.pile_size, len(state.unseen)) == (0, 4)


# --- naming -------------------------------------------------------------------------------------


@pytest.mark.clause("MB-2-nominate")
def test_mb_2_nominate_a_contract_with_at_least_its_cost_or_pass() -> None:
    state = naming(3, [3, 11])
    assert legal(state, 1) == {"1 pass"} | {
        f"1 name {number} {cost + step}"
        for number, cost in ((3, 8), (11, 20))
        for step in (0, 1, 2, 5, 10)
    }
    assert MASTER_BUILDER.refuse(state, MASTER_BUILDER.read("1 name 3 9")) is None
    assert MASTER_BUILDER.refuse(state, MASTER_BUILDER.read("1 name 3 40")) is None  # not listed
    refusal = refused(state, "1 name 3 7")
    assert (refusal.clause, refusal.reason) == ("MB-2-nominate", "below_cost")
    assert refusal.facts == {"bid": 7, "cost": 8}
    refusal = refused(state, "1 name 5 12")
    assert (refusal.clause, refusal.reason) == ("MB-2-nominate", "not_on_offer")
    refusal = refused(state, "1 name 3 41")
    assert (refusal.clause, refusal.reason) == ("MB-2-auction", "no_cash")


@pytest.mark.clause("MB-2-nominate")
def test_mb_2_nominate_who_passes_or_has_too_little_lets_the_next_name() -> None:
    passed = play(naming(3, [3, 11]), "1 pass")
    assert passed.the(SeatPassed).clause == "MB-2-nominate"
    assert asked(passed.state) == ("name", (2,))
    poor = position(["A"] * 3, phase="economy", left_over=[3, 11], cash=[7, 8, 40])
    after = play(poor, "* economy 1; * contract 1")
    assert asked(after.state) == ("name", (1,))  # contract 1 costs 6
    state = play(poor, "* economy 1; * contract 12").state
    assert asked(state) == ("name", (2,))
    assert names(legal(state, 2)) == {"2 name 3 8"}


@pytest.mark.clause("MB-2-nominate")
def test_mb_2_nominate_after_each_auction_the_first_seat_again() -> None:
    state = play(naming(3, [3, 11]), "1 pass; 2 name 3 8; 3 pass; 1 pass").state
    assert asked(state) == ("name", (1,))
    assert names(legal(state, 1)) >= {"1 name 11 20"}


@pytest.mark.clause("MB-2-nominate")
def test_mb_2_nominate_who_passed_may_bid_when_another_names() -> None:
    state = play(naming(3, [3]), "1 pass; 2 name 3 8").state
    assert asked(state) == ("auction", (3,))
    assert asked(play(state, "3 pass").state) == ("auction", (1,))


@pytest.mark.clause("MB-2-nominate")
def test_mb_2_nominate_by_the_switch_a_pass_ends_the_phase_for_the_seat() -> None:
    state = play(naming(3, [3, 11], rules=OVER_FOR_HIM), "1 pass").state
    assert asked(state) == ("name", (2,))
    assert state.out == (0,)
    state = play(state, "2 name 3 8").state
    assert asked(state) == ("auction", (3,))
    refusal = refused(state, "1 bid 9")
    assert (refusal.clause, refusal.reason) == ("MB-2-nominate", "phase_over")
    state = play(state, "3 pass").state
    assert asked(state) == ("name", (2,))  # seat 1 does not name again
    after = play(state, "2 pass; 3 pass")
    assert after.the(AuctionsEnded).left == (11,)
    assert after.state.out == ()


@pytest.mark.clause("MB-2-nominate", "MB-2-first-round")
def test_mb_2_nominate_by_the_switch_in_round_1_only_who_has_a_contract() -> None:
    state = naming(3, [3, 4, 5, 6], rules=OVER_FOR_HIM, round=1)
    state = play(state, "1 pass").state
    assert state.out == ()
    state = play(state, "2 name 3 8; 3 pass").state
    assert asked(state) == ("auction", (1,))
    state = play(state, "1 bid 9; 2 pass; 1 pass").state
    assert state.builders[0].holdings
    assert state.out == (0,)
    assert asked(state) == ("name", (2,))


# --- the auction --------------------------------------------------------------------------------


@pytest.mark.clause("MB-2-auction")
def test_mb_2_auction_clockwise_raise_or_pass_until_one_is_left() -> None:
    after = play(naming(4, [3]), "1 name 3 8")
    assert after.the(ContractNamed).cost == 8
    assert asked(after.state) == ("auction", (2,))
    after = play(after.state, "2 bid 9; 3 pass; 4 bid 12; 1 bid 13; 2 pass")
    assert [each.bid for each in after.all(BidRaised)] == [9, 12, 13]
    assert asked(after.state) == ("auction", (4,))  # seat 3 has passed
    assert after.state.auction == Auction(3, 13, 0, (0, 3))
    refusal = refused(after.state, "3 bid 20")
    assert (refusal.clause, refusal.reason) == ("MB-2-auction", "passed")
    won = play(after.state, "4 pass").the(ContractWon)
    assert (won.clause, won.seat, won.price) == ("MB-2-win", 0, 13)


@pytest.mark.clause("MB-2-auction")
def test_mb_2_auction_more_than_the_last_bid_and_no_more_than_the_cash() -> None:
    state = play(naming(2, [3], cash=[40, 20]), "1 name 3 15").state
    assert legal(state, 2) == {"2 bid 16", "2 bid 17", "2 bid 18", "2 pass"}
    assert MASTER_BUILDER.refuse(state, Bid(1, 19)) is None  # legal, though not listed
    refusal = refused(state, "2 bid 15")
    assert (refusal.clause, refusal.reason) == ("MB-2-auction", "too_low")
    assert refusal.facts == {"bid": 15, "high": 15}
    refusal = refused(state, "2 bid 21")
    assert (refusal.clause, refusal.reason) == ("MB-2-auction", "no_cash")
    assert refusal.facts == {"bid": 21, "cash": 20}


@pytest.mark.clause("MB-2-auction")
def test_mb_2_auction_a_bid_of_all_the_cash_is_listed() -> None:
    state = play(naming(2, [3], cash=[40, 20]), "1 name 3 18").state
    assert legal(state, 2) == {"2 bid 19", "2 bid 20", "2 pass"}


@pytest.mark.clause("MB-2-auction")
def test_mb_2_auction_no_loan_for_a_bid() -> None:
    state = play(naming(2, [3]), "1 name 3 8").state
    refusal = refused(state, "2 borrow large")
    assert (refusal.clause, refusal.reason) == ("MB-5-need", "not_due")


@pytest.mark.clause("MB-2-auction")
def test_mb_2_auction_who_cannot_raise_is_passed_over() -> None:
    state = play(naming(4, [3], cash=[40, 12, 8, 40]), "1 name 3 12").state
    assert asked(state) == ("auction", (4,))
    after = play(naming(3, [3], cash=[40, 12, 8]), "1 name 3 12")
    assert after.the(ContractWon).price == 12


@pytest.mark.clause("MB-2-auction")
def test_mb_2_auction_the_leader_does_not_raise_its_own_bid() -> None:
    state = play(naming(3, [3]), "1 name 3 8; 2 bid 9; 3 pass; 1 pass").state
    assert state.builders[1].holdings[0].contract == 3


@pytest.mark.clause("MB-2-win")
def test_mb_2_win_pays_the_bank_and_takes_the_contract() -> None:
    after = play(naming(2, [3]), "1 name 3 8; 2 bid 10; 1 pass")
    assert after.the(ContractWon).transfers == (Transfer("cash:2", BANK, 10),)
    assert after.cash == (40, 30)
    holding = after.state.builders[1].holdings[0]
    assert (holding.contract, holding.built) == (3, ())
    assert after.state.offers == ()


@pytest.mark.clause("MB-2-win", "MB-2-left-over")
def test_mb_2_win_the_money_on_it_comes_after_paying() -> None:
    state = naming(2, [], left_over=[3], cash=[10, 9])
    assert "1 name 3 10" in legal(state, 1)
    assert refused(state, "1 name 3 15").reason == "no_cash"
    after = play(state, "1 name 3 9")  # seat 2 has 9 and cannot raise
    assert after.names.index("LeftOverTaken") == after.names.index("ContractWon") + 1
    assert after.the(LeftOverTaken).transfers == (Transfer("left_over", "cash:1", 5),)
    assert after.cash[0] == 10 - 9 + 5


# --- the end of the phase -----------------------------------------------------------------------


@pytest.mark.clause("MB-2-end")
def test_mb_2_end_when_nothing_is_on_offer() -> None:
    after = play(naming(2, [3]), "1 name 3 8; 2 pass")
    ended = after.the(AuctionsEnded)
    assert (ended.left, ended.without) == ((), (1,))
    assert asked(after.state) == ("event", ())


@pytest.mark.clause("MB-2-end")
def test_mb_2_end_when_all_have_passed_since_the_last_auction() -> None:
    state = play(naming(3, [3, 4, 5]), "1 pass; 2 name 3 8; 3 pass; 1 pass").state
    after = play(state, "1 pass; 2 pass")
    assert asked(after.state) == ("name", (3,))
    after = play(after.state, "3 pass")
    assert after.the(AuctionsEnded).left == (4, 5)


@pytest.mark.clause("MB-2-end")
def test_mb_2_end_who_cannot_name_need_not_pass() -> None:
    after = play(naming(3, [3], cash=[8, 7, 0]), "1 pass")
    assert after.the(AuctionsEnded).left == (3,)


@pytest.mark.clause("MB-2-later")
def test_mb_2_later_what_a_seat_holds_does_not_limit_it_and_one_may_have_none() -> None:
    state = naming(2, [3, 4, 5], holdings=[{1: (), 2: ()}, {}])
    after = play(state, "1 name 3 8; 2 pass; 1 name 4 10; 2 pass; 1 name 5 12; 2 pass")
    assert [each.contract for each in after.state.builders[0].holdings] == [1, 2, 3, 4, 5]
    ended = after.the(AuctionsEnded)
    assert (ended.clause, ended.without) == ("MB-2-later", (1,))
    all_have = play(naming(2, [3], holdings=[{1: ()}, {2: ()}]), "1 pass; 2 pass")
    assert all_have.the(AuctionsEnded).clause == "MB-2-end"


@pytest.mark.clause("MB-2-later")
def test_mb_2_later_alone_one_may_still_bid_more_than_the_cost() -> None:
    state = naming(2, [3], cash=[40, 0])
    after = play(state, "1 name 3 20")
    assert (after.the(ContractWon).clause, after.the(ContractWon).price) == ("MB-2-win", 20)


# --- round 1 ------------------------------------------------------------------------------------


@pytest.mark.clause("MB-2-first-round")
def test_mb_2_first_round_two_contracts_close_the_bidding_to_who_has_none() -> None:
    state = naming(4, [3, 4, 5, 6, 7], round=1)
    state = play(state, "1 name 3 8; 2 pass; 3 pass; 4 pass").state
    assert asked(state) == ("name", (1,))
    after = play(state, "1 name 4 10; 2 pass; 3 pass; 4 pass")
    narrowed = after.the(BiddingNarrowed)
    assert (narrowed.seat, narrowed.seats) == (0, (1, 2, 3))
    # The seat on its left names next, and the first one neither names nor bids.
    state = after.state
    assert asked(state) == ("name", (2,))
    refusal = refused(state, "1 name 5 12")
    assert (refusal.clause, refusal.reason) == ("MB-2-first-round", "wins_no_more")
    state = play(state, "2 name 5 12; 3 pass").state
    assert asked(state) == ("auction", (4,))
    state = play(state, "4 pass").state
    # Seat 2 has its one: two seats and two contracts remain.
    assert asked(state) == ("name", (3,))
    assert refused(state, "2 name 6 14").reason == "wins_no_more"
    state = play(state, "3 name 6 14").state
    assert asked(state) == ("auction", (4,))
    assert refused(state, "2 bid 15").reason == "wins_no_more"


@pytest.mark.clause("MB-2-first-round", "MB-2-last-one")
def test_mb_2_last_one_the_last_seat_pays_the_cost_without_an_auction() -> None:
    state = naming(3, [3, 4, 5, 11], round=1)
    state = play(state, "1 name 3 8; 2 pass; 3 pass; 1 name 4 10; 2 pass; 3 pass").state
    after = play(state, "2 pass; 3 name 5 20; 2 bid 21; 3 pass")
    first, last = after.all(ContractWon)
    assert (first.clause, first.seat, first.price) == ("MB-2-win", 1, 21)
    assert (last.clause, last.seat, last.price, last.cost) == ("MB-2-last-one", 2, 20, 20)
    assert after.cash == (40 - 18, 40 - 21, 20)
    assert after.the(AuctionsEnded).without == ()
    assert asked(after.state) == ("event", ())


@pytest.mark.clause("MB-2-first-round", "MB-2-last-one")
def test_mb_2_last_one_between_two_seats_the_other_gets_the_third_at_once() -> None:
    state = naming(2, [3, 4, 11], round=1)
    after = play(state, "1 name 3 8; 2 pass; 1 name 4 10; 2 pass")
    assert after.the(BiddingNarrowed).seats == (1,)
    assert [each.seat for each in after.all(ContractWon)] == [0, 0, 1]
    assert after.cash == (22, 20)


@pytest.mark.clause("MB-2-first-round")
def test_mb_2_first_round_the_second_seat_may_be_the_one_with_two() -> None:
    state = naming(3, [3, 4, 5, 6], round=1)
    state = play(state, "1 name 3 8; 2 bid 9; 3 pass; 1 pass").state
    assert asked(state) == ("name", (1,))
    state = play(state, "1 name 4 10; 2 bid 11; 3 pass; 1 pass").state
    # Seat 1 has none, so it still names first.
    assert asked(state) == ("name", (1,))
    after = play(state, "1 name 5 12; 3 pass")
    assert [each.seat for each in after.all(ContractWon)] == [0, 2]
    assert after.cash == (28, 20, 26)


@pytest.mark.clause("MB-2-first-round")
def test_mb_2_first_round_when_all_have_one_the_last_is_open_to_all() -> None:
    state = naming(3, [3, 4, 5, 6], round=1)
    script = "1 name 3 8; 2 pass; 3 pass; 1 pass; 2 name 4 10; 3 pass; 1 pass; 1 pass; 2 pass"
    state = play(state, script).state
    assert asked(state) == ("name", (3,))
    state = play(state, "3 name 5 12; 1 pass; 2 pass").state
    assert asked(state) == ("name", (1,))
    after = play(state, "1 pass; 2 name 6 14; 3 pass; 1 pass")
    assert len(after.state.builders[1].holdings) == 2
    assert not after.all(BiddingNarrowed)  # nobody is left to bid
    alone = play(state, "1 pass; 2 pass; 3 pass")
    assert alone.the(AuctionsEnded).left == (6,)
    assert alone.the(ContractLeftOver).contract == 6


@pytest.mark.clause("MB-2-must-name")
def test_mb_2_must_name_the_first_seat_without_a_contract() -> None:
    state = naming(3, [3, 4, 5, 6], round=1, mallet=1)
    after = play(state, "2 pass; 3 pass; 1 pass")
    assert after.the(NamingForced).seat == 1
    assert after.the(NamingForced).short == ()  # all have passed
    state = after.state
    assert asked(state) == ("must_name", (2,))
    refusal = refused(state, "2 pass")
    assert (refusal.clause, refusal.reason) == ("MB-2-must-name", "must_name")
    assert "2 name 3 10" in legal(state, 2)  # at its cost or more
    state = play(state, "2 name 3 8").state
    assert asked(state) == ("auction", (3,))
    state = play(state, "3 bid 9; 1 pass; 2 pass").state
    assert asked(state) == ("name", (2,))
    after = play(state, "2 pass; 3 pass; 1 pass")
    assert after.the(NamingForced).seat == 1
    after = play(after.state, "2 name 4 10; 3 pass; 1 pass; 2 pass; 3 pass; 1 pass")
    assert after.the(NamingForced).seat == 0  # the only one left
    after = play(after.state, "1 name 5 12; 2 bid 13; 3 pass; 1 pass")
    assert after.the(BiddingNarrowed).seats == (0,)
    assert after.all(ContractWon)[-1].clause == "MB-2-last-one"
    assert all(each.holdings for each in after.state.builders)


@pytest.mark.clause("MB-2-must-name")
def test_mb_2_must_name_whoever_lacks_the_cash_has_not_passed() -> None:
    held: list[dict[int, tuple[int, ...]]] = [{5: ()}, {}, {}]
    state = naming(3, [3, 4], round=1, mallet=1, cash=[7, 40, 40], holdings=held)
    after = play(state, "2 pass; 3 pass")
    forced = after.the(NamingForced)
    assert (forced.seat, forced.short) == (1, (0,))
    told = explain(forced, ["Anna", "Ben", "Cem"], Text("en"), state.deck)
    assert told.why.endswith("Too little cash for any: Anna.")


@pytest.mark.clause("MB-2-must-name")
def test_mb_2_must_name_not_from_round_2() -> None:
    after = play(naming(2, [3]), "1 pass; 2 pass")
    assert not after.all(NamingForced)
    assert after.the(AuctionsEnded).without == (0, 1)


@pytest.mark.clause("MB-2-last-one")
def test_mb_2_last_one_whom_nobody_opposes_must_name_and_pays_the_cost() -> None:
    state = naming(2, [3, 4, 5], round=1, rules=OVER_FOR_HIM, holdings=[{6: ()}, {}])
    state = play(state, "1 pass").state
    assert asked(state) == ("must_name", (2,))
    assert legal(state, 2) == {"2 name 3 8", "2 name 4 10", "2 name 5 12"}
    refusal = refused(state, "2 pass")
    assert (refusal.clause, refusal.reason) == ("MB-2-last-one", "must_name")
    refusal = refused(state, "2 name 4 11")
    assert (refusal.clause, refusal.reason) == ("MB-2-last-one", "costs")
    after = play(state, "2 name 4 10")
    won = after.the(ContractWon)
    assert (won.clause, won.price) == ("MB-2-last-one", 10)
    assert asked(after.state) == ("name", (2,))  # now with a contract, it may pass
    after = play(after.state, "2 pass")
    assert after.the(AuctionsEnded).left == (3, 5)


@pytest.mark.clause("MB-2-last-one", "MB-2-must-name")
def test_mb_2_last_one_by_the_switch_who_has_a_contract_may_leave_the_other_alone() -> None:
    state = naming(3, [3, 4], round=1, rules=OVER_FOR_HIM, holdings=[{6: ()}, {}, {7: ()}])
    state = play(state, "1 pass; 2 pass").state  # seat 3 could still bid, so seat 2 may pass
    after = play(state, "3 pass")
    assert after.the(NamingForced).seat == 1
    assert legal(after.state, 2) == {"2 name 3 8", "2 name 4 10"}


@pytest.mark.clause("MB-2-first-round")
def test_mb_2_first_round_who_has_spent_all_is_passed_over() -> None:
    state = naming(3, [3, 4, 5, 6], round=1)
    state = play(state, "1 name 3 40").state
    assert asked(state) == ("name", (2,))
    assert state.builders[0].cash == 0
    state = play(state, "2 name 4 10; 3 pass").state
    assert asked(state) == ("name", (2,))


# --- left-over contracts ------------------------------------------------------------------------


@pytest.mark.clause("MB-2-left-over")
def test_mb_2_left_over_stays_with_five_thousand_for_the_next_round() -> None:
    after = play(naming(2, [3, 4], holdings=[{1: ()}, {2: ()}]), "1 pass; 2 pass")
    left = after.all(ContractLeftOver)
    assert [(each.contract, each.amount) for each in left] == [(3, 5), (4, 5)]
    assert left[0].transfers == (Transfer(BANK, "left_over", 5),)
    state = play(after.state, "* event 16; 1 build; 2 build; 2 pass; 1 pass; * economy 1").state
    assert (state.left_over, state.pot) == ((3, 4), 10)
    after = play(state, "2 name 3 8; 1 pass")
    assert after.the(LeftOverTaken).amount == 5
    after = play(after.state, "2 pass; 1 pass")
    withdrawn = after.the(ContractWithdrawn)
    assert withdrawn.contract == 4
    assert withdrawn.transfers == (Transfer("left_over", BANK, 5),)
    assert (after.state.withdrawn, after.state.left_over, after.state.pot) == ((4,), (), 0)


@pytest.mark.clause("MB-2-left-over")
def test_mb_2_left_over_a_new_contract_beside_an_old_one() -> None:
    state = naming(2, [5], left_over=[3], holdings=[{1: ()}, {2: ()}])
    after = play(state, "1 pass; 2 pass")
    assert after.the(ContractWithdrawn).contract == 3
    assert after.the(ContractLeftOver).contract == 5
    assert (after.state.left_over, after.state.pot) == ((5,), 5)


@pytest.mark.clause("MB-2-left-over")
def test_mb_2_left_over_in_the_last_round_nothing_is_put_on_it() -> None:
    state = naming(2, [5], left_over=[3], round=6, holdings=[{1: ()}, {2: ()}], pile=0)
    after = play(state, "1 pass; 2 pass")
    left = after.the(ContractLeftOver)
    assert (left.contract, left.amount, left.transfers) == (5, 0, ())
    assert after.the(ContractWithdrawn).contract == 3  # its money still goes back
    state = after.state
    assert (state.offers, state.left_over, state.withdrawn[-1], state.pot) == ((5,), (), 3, 0)
    assert is_early(state)  # the card stays in play, so loans are settled at the early price


# --- when all contracts are gone ----------------------------------------------------------------


@pytest.mark.clause("MB-end")
@pytest.mark.parametrize("round_", [2, 3, 4, 5])
def test_mb_end_all_assigned_leads_to_one_more_round(round_: int) -> None:
    state = naming(2, [3], pile=0, round=round_, holdings=[{1: ()}, {}])
    after = play(state, "1 pass; 2 name 3 8; 1 pass")
    assert after.the(ContractsGone).last == after.state.last_round == round_ + 1
    state = play(after.state, "* event 16; 1 build; 2 build").state
    assert state.round == round_ + 1
    after = play(state, "2 pass; 1 pass; * economy 4")
    assert after.the(EconomyTurnedUp).revealed == 0
    assert asked(after.state) == ("event", ())
    assert asked_over(play(after.state, "* event 15; 1 build; 2 build").state)


def asked_over(state: object) -> bool:
    return getattr(state, "phase", "") == "over"


@pytest.mark.clause("MB-end")
def test_mb_end_the_last_round_is_announced() -> None:
    state = naming(2, [3], pile=0, round=3, holdings=[{1: ()}, {}])
    after = play(state, "1 pass; 2 name 3 8; 1 pass; * event 16; 1 build; 2 build")
    assert after.the(RoundBegun).clause == "MB-end"
    state = naming(2, [3], pile=0, round=5, holdings=[{1: ()}, {}])
    after = play(state, "1 pass; 2 name 3 8; 1 pass; * event 16; 1 build; 2 build")
    assert after.the(RoundBegun).clause == "MB-rounds-2-6"  # as in any case


@pytest.mark.clause("MB-end")
def test_mb_end_a_contract_that_left_the_game_counts_and_one_left_over_does_not() -> None:
    gone = play(naming(2, [], left_over=[3], pile=0, round=3), "1 pass; 2 pass")
    assert gone.the(ContractsGone).last == 4
    left = play(naming(2, [3], pile=0, round=3), "1 pass; 2 pass")
    assert not left.all(ContractsGone)
    assert left.state.last_round == 6


@pytest.mark.clause("MB-end")
def test_mb_end_never_a_seventh_round() -> None:
    state = naming(2, [3], pile=0, round=6)
    after = play(state, "1 name 3 8; 2 pass")
    assert not after.all(ContractsGone)
    after = play(after.state, "* event 16; 1 build")
    assert asked_over(after.state)


def test_amounts_that_are_no_whole_steps_are_no_moves() -> None:
    state = naming(2, [3])
    assert MASTER_BUILDER.refuse(state, Name(0, 3, -8)) is not None
    assert MASTER_BUILDER.refuse(state, Name(0, 99, 8)) is not None
