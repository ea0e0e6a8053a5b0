"""The set-up: seats, money, bid cards, the deal, and the adjustment before the first turn."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import probability
from paydays_widgets.core.game import CHANCE, Chance, Decide
from paydays_widgets.games.zahltag import PRESETS, Rules
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    CardDealt,
    EquipmentDiscarded,
    EquipmentExchanged,
    EquipmentKept,
    EquipmentTaken,
    StacksSorted,
    TurnBegun,
)
from paydays_widgets.games.zahltag.moves import KINDS, Bid, Deal, Keep
from paydays_widgets.games.zahltag.state import State
from tests.games.zahltag.positions import contract, legal, play, position, refused, start

FR = Rules(adjust="one_round")
ALL_SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def adjusting(*hands: str, rules: Rules | None = None) -> State:
    return position(hands, phase="adjust", rules=rules)


@pytest.mark.clause("ZT-players")
@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_zt_players_two_to_four(seats: int) -> None:
    with pytest.raises(ValueError, match="2–4 seats"):
        ZAHLTAG.start(seats)


@pytest.mark.clause("ZT-players")
@pytest.mark.parametrize("first", [-1, 3])
def test_zt_players_the_first_seat_is_one_of_them(first: int) -> None:
    with pytest.raises(ValueError, match="cannot start: there are 3 seats"):
        ZAHLTAG.start(3, Rules(first=first))


@pytest.mark.clause("ZT-players")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_zt_players_the_first_seat_is_dealt_to_adjusts_and_begins(first: int) -> None:
    rules = Rules(first=first)
    state = ZAHLTAG.start(3, rules)
    assert state.active == first
    dealt = []
    while state.phase == "deal":
        after = play(state, str(ZAHLTAG.outcomes(state)[0].move))
        dealt.append(after.all(CardDealt)[0].seat)
        state = after.state
    order = [first, (first + 1) % 3, (first + 2) % 3]
    assert dealt == order * 7
    asked = []
    while state.phase == "adjust":
        asked.append(state.active)
        after = play(state, f"{state.active + 1} keep")
        state = after.state
    assert asked == order * 3
    assert state.active == first
    begun = after.the(TurnBegun)
    assert (begun.clause, begun.seat, begun.turn) == ("ZT-players", first, 1)


@pytest.mark.clause("ZT-players")
def test_zt_players_a_seat_that_is_none_of_them_is_refused() -> None:
    refusal = refused(adjusting("F", "W"), "3 keep")
    assert (refusal.clause, refusal.reason) == ("ZT-players", "no_seat")


@ALL_SEATS
@pytest.mark.clause("ZT-money")
def test_zt_money_twenty_each_open_to_all(seats: int) -> None:
    state = ZAHLTAG.start(seats)
    assert [firm.money for firm in state.firms] == [20] * seats
    assert [firm.money for firm in ZAHLTAG.view(state, None).firms] == [20] * seats
    assert ZAHLTAG.books(state) == {f"cash:{n}": 20 for n in range(1, seats + 1)}


@pytest.mark.clause("ZT-money")
def test_zt_money_the_bank_never_runs_out() -> None:
    rich = position(["FW", "", ""], money=[9_999, 0, 0], phase="bid", offer="FW")
    assert play(rich, "1 bid 8; 2 bid 00; 3 bid 00").money == (10_007, 0, 0)


@ALL_SEATS
@pytest.mark.clause("ZT-bids")
def test_zt_bids_eight_amounts_and_00_for_every_seat(seats: int) -> None:
    state = position(["FFWWCCXX"] * 2 + ["FFW"] * (seats - 2), phase="bid", offer="FW")
    for seat in range(seats):
        assert set(ZAHLTAG.legal(state, seat)) == {Bid(seat, amount) for amount in range(9)}


@pytest.mark.clause("ZT-bids")
@pytest.mark.parametrize("amount", [9, 10, 999_999])
def test_zt_bids_no_other_amount(amount: int) -> None:
    state = position(["FW", "FW"], phase="bid", offer="FW")
    refusal = refused(state, f"1 bid {amount}")
    assert (refusal.clause, refusal.reason) == ("ZT-bids", "no_such_bid")
    assert refusal.facts == {"amount": amount, "can": "1, 2, 3, 4, 5, 6, 7, 8"}


@pytest.mark.clause("ZT-bids", "ZT-4-back")
def test_zt_bids_are_never_used_up() -> None:
    state = position(["FFFWW", "W"], phase="bid", offer="FW")
    state = play(state, "1 bid 5; 2 bid 00; 2 keep", f"* turn {contract('FF')}").state
    assert state.bids == (None, None)
    assert legal(state, 1) == {f"1 bid {amount}" for amount in ["00", *"12345678"]}


@ALL_SEATS
@pytest.mark.clause("ZT-deal")
def test_zt_deal_seven_each_and_the_rest_in_four_open_stacks(seats: int) -> None:
    state = ZAHLTAG.start(seats)
    assert state.stacks == (14, 16, 10, 12)
    cards = 0
    while state.phase == "deal":
        assert ZAHLTAG.turn(state) == Chance("deal", 0, cards)
        assert ZAHLTAG.view(state, 0).stacks is None
        after = play(state, str(ZAHLTAG.outcomes(state)[-1].move))
        state = after.state
        cards += 1
    assert cards == 7 * seats
    assert [sum(firm.hand) for firm in state.firms] == [7] * seats
    assert after.names == ("CardDealt", "StacksSorted")
    assert after.the(StacksSorted).stacks == state.stacks
    assert ZAHLTAG.view(state, 0).stacks == state.stacks
    assert sum(state.stacks) == 52 - 7 * seats


@pytest.mark.clause("ZT-deal")
def test_zt_deal_each_card_is_as_likely_as_any_other() -> None:
    state = ZAHLTAG.start(2)
    assert [each.weight for each in ZAHLTAG.outcomes(state)] == [14, 16, 10, 12]
    assert [each.move for each in ZAHLTAG.outcomes(state)] == [
        Deal(CHANCE, kind) for kind in KINDS
    ]
    state = play(state, "* deal crane").state
    assert probability(ZAHLTAG.outcomes(state), Deal(CHANCE, "crane")) == Fraction(9, 51)


@pytest.mark.clause("ZT-deal")
def test_zt_deal_a_kind_that_is_all_dealt_cannot_come() -> None:
    state = play(ZAHLTAG.start(2), *["* deal crane"] * 10).state
    assert legal(state, 0) == {"* deal foreman", "* deal worker", "* deal excavator"}
    refusal = refused(state, "* deal crane")
    assert (refusal.clause, refusal.reason) == ("ZT-deal", "cannot_come")
    assert refusal.facts == {"move": "* deal crane", "purpose": "deal"}


@pytest.mark.clause("ZT-deal")
@pytest.mark.parametrize("text", ["* turn 1", "* turn payday"])
def test_zt_deal_nothing_is_turned_up_while_cards_are_dealt(text: str) -> None:
    assert refused(ZAHLTAG.start(2), text).reason == "cannot_come"


@pytest.mark.clause("ZT-deal")
def test_zt_deal_no_seat_acts_while_cards_are_dealt() -> None:
    refusal = refused(ZAHLTAG.start(2), "1 keep")
    assert (refusal.clause, refusal.reason) == ("ZT-deal", "chance_acts")
    assert refusal.facts == {"purpose": "deal"}


@pytest.mark.clause("ZT-deal", "ZT-hidden")
def test_zt_deal_hands_are_hidden() -> None:
    after = play(ZAHLTAG.start(2), "* deal crane")
    dealt = after.the(CardDealt)
    assert ZAHLTAG.witness(dealt, 0) == dealt
    for other in (1, None):
        assert ZAHLTAG.witness(dealt, other) == replace(dealt, kind=None)


@pytest.mark.clause("ZT-deal")
def test_zt_deal_needs_seven_cards_for_each_seat() -> None:
    small = replace(default_deck(), equipment=(6, 6, 4, 4), contracts=((1, 1, 0, 0),) * 32)
    ZAHLTAG.start(2, None, small)
    with pytest.raises(ValueError, match="20 equipment cards; 3 seats are dealt 21"):
        ZAHLTAG.start(3, None, small)


# --- adjustment -------------------------------------------------------------------------------


@pytest.mark.clause("ZT-adjust")
def test_zt_adjust_each_edition_has_its_own_way() -> None:
    assert PRESETS["de"] == Rules(adjust="three_rounds", over_limit="fine_players")
    assert PRESETS["fr"] == Rules(adjust="one_round", over_limit="fine_bank")
    assert PRESETS["teaching"] == Rules(adjust="three_rounds", over_limit="forbid") == Rules()


@ALL_SEATS
@pytest.mark.clause("ZT-adjust")
def test_zt_adjust_in_three_rounds_every_seat_is_asked_once_a_round(seats: int) -> None:
    state = start(seats)
    for number in range(3):
        for seat in range(seats):
            assert ZAHLTAG.turn(state) == Decide((seat,), "adjust", 0, number)
            state = play(state, str(Keep(seat))).state
    assert ZAHLTAG.turn(state) == Decide((0,), "change", 1, 0)


@pytest.mark.clause("ZT-adjust")
def test_zt_adjust_in_three_rounds_take_discard_exchange_or_nothing() -> None:
    state = adjusting("FWW", "X")
    expected = {f"1 take {kind}" for kind in KINDS} | {"1 keep"}
    expected |= {"1 discard foreman", "1 discard worker"}
    expected |= {f"1 exchange foreman {kind}" for kind in KINDS if kind != "foreman"}
    expected |= {f"1 exchange worker {kind}" for kind in KINDS if kind != "worker"}
    assert legal(state, 1) == expected
    assert legal(state, 2) == set()
    taken = play(state, "1 take crane")
    assert taken.the(EquipmentTaken).clause == "ZT-adjust"
    assert taken.state.firms[0].hand == (1, 2, 1, 0)
    assert taken.state.active == 1
    discarded = play(state, "1 discard worker")
    assert discarded.the(EquipmentDiscarded).clause == "ZT-adjust"
    assert discarded.state.firms[0].hand == (1, 1, 0, 0)
    exchanged = play(state, "1 exchange worker excavator")
    assert exchanged.the(EquipmentExchanged).clause == "ZT-adjust"
    assert exchanged.state.firms[0].hand == (1, 1, 0, 1)
    kept = play(state, "1 keep")
    assert kept.the(EquipmentKept).clause == "ZT-adjust"
    assert kept.state.firms == state.firms


@pytest.mark.clause("ZT-adjust")
@pytest.mark.parametrize("rules", [Rules(), FR])
def test_zt_adjust_ends_with_four_to_ten_cards(rules: Rules) -> None:
    state = start(2, rules)
    while state.phase == "adjust":
        seat = state.active + 1
        kinds = [text for text in sorted(legal(state, seat)) if "exchange" not in text]
        verb = "take" if seat == 1 else "discard"
        state = play(state, next(text for text in kinds if verb in text)).state
    assert [sum(firm.hand) for firm in state.firms] == [10, 4]


@pytest.mark.clause("ZT-adjust")
def test_zt_adjust_in_one_round_takes_or_discards_but_never_exchanges() -> None:
    state = adjusting("FWW", "X", rules=FR)
    expected = {f"1 take {kind}" for kind in KINDS} | {"1 keep"}
    expected |= {"1 discard foreman", "1 discard worker"}
    assert legal(state, 1) == expected
    refusal = refused(state, "1 exchange worker crane")
    assert (refusal.clause, refusal.reason) == ("ZT-adjust", "adjust_exchange")


@pytest.mark.clause("ZT-adjust")
def test_zt_adjust_in_one_round_who_takes_goes_on_taking() -> None:
    state = play(adjusting("FWW", "X", rules=FR), "1 take crane").state
    assert ZAHLTAG.turn(state) == Decide((0,), "adjust", 0, 1)
    assert legal(state, 1) == {f"1 take {kind}" for kind in KINDS} | {"1 keep"}
    refusal = refused(state, "1 discard crane")
    assert (refusal.clause, refusal.reason) == ("ZT-adjust", "adjust_direction")
    assert refusal.facts == {"done": "take"}
    state = play(state, "1 take crane; 1 take crane").state
    assert state.firms[0].hand == (1, 2, 3, 0)
    assert (state.active, state.count) == (1, 0)


@pytest.mark.clause("ZT-adjust")
def test_zt_adjust_in_one_round_who_discards_goes_on_discarding() -> None:
    state = play(adjusting("FWW", "X", rules=FR), "1 discard foreman").state
    assert ZAHLTAG.turn(state) == Decide((0,), "adjust", 0, 1)
    assert legal(state, 1) == {"1 discard worker", "1 keep"}
    refusal = refused(state, "1 take foreman")
    assert (refusal.clause, refusal.reason) == ("ZT-adjust", "adjust_direction")
    assert refusal.facts == {"done": "discard"}
    state = play(state, "1 discard worker; 1 discard worker").state
    assert state.firms[0].hand == (0, 0, 0, 0)
    assert (state.active, state.count) == (1, 0)


@pytest.mark.clause("ZT-adjust")
@pytest.mark.parametrize("done", ["", "1 take crane;", "1 discard worker; 1 discard worker;"])
def test_zt_adjust_in_one_round_a_seat_may_stop_early(done: str) -> None:
    state = play(adjusting("FWW", "X", rules=FR), f"{done} 1 keep").state
    assert (state.phase, state.active, state.count) == ("adjust", 1, 0)


@ALL_SEATS
@pytest.mark.clause("ZT-adjust")
def test_zt_adjust_in_one_round_every_seat_comes_once(seats: int) -> None:
    state = start(seats, FR)
    for seat in range(seats):
        assert ZAHLTAG.turn(state) == Decide((seat,), "adjust", 0, 0)
        after = play(state, str(Keep(seat)))
        state = after.state
    assert after.names == ("EquipmentKept", "TurnBegun")
    assert ZAHLTAG.turn(state) == Decide((0,), "change", 1, 0)


@pytest.mark.clause("ZT-adjust", "ZT-2-empty")
@pytest.mark.parametrize("rules", [Rules(), FR])
def test_zt_adjust_an_empty_stack_gives_nothing_here_either(rules: Rules) -> None:
    state = adjusting("WW", "CCCCCCCCCC", rules=rules)
    assert "1 take crane" not in legal(state, 1)
    refusal = refused(state, "1 take crane")
    assert (refusal.clause, refusal.reason) == ("ZT-2-empty", "stack_empty")
    refilled = play(state, "1 keep; 2 discard crane").state
    assert refilled.stacks[2] == 1


@pytest.mark.clause("ZT-adjust", "ZT-2-empty")
def test_zt_adjust_an_exchange_against_an_empty_stack_is_refused() -> None:
    refusal = refused(adjusting("WW", "CCCCCCCCCC"), "1 exchange worker crane")
    assert (refusal.clause, refusal.reason) == ("ZT-2-empty", "stack_empty")
    assert refusal.facts == {"kind": "crane"}


@pytest.mark.clause("ZT-adjust")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 discard crane", "not_in_hand"),
        ("1 exchange crane worker", "not_in_hand"),
        ("1 exchange worker worker", "same_kind"),
        ("1 bid 00", "wrong_phase"),
        ("1 bid 5", "wrong_phase"),
        ("* turn 1", "not_chance"),
        ("* deal crane", "not_chance"),
    ],
)
def test_zt_adjust_refuses_all_else(text: str, reason: str) -> None:
    refusal = refused(adjusting("WW", "X"), text)
    assert (refusal.clause, refusal.reason) == ("ZT-adjust", reason)


@pytest.mark.clause("ZT-turn-end")
def test_zt_turn_end_another_seat_waits_while_one_adjusts() -> None:
    refusal = refused(adjusting("WW", "X"), "2 keep")
    assert (refusal.clause, refusal.reason) == ("ZT-turn-end", "not_your_turn")
    assert refusal.facts == {"seat": 1, "active": 0}


@pytest.mark.clause("ZT-pile")
def test_zt_pile_thirty_two_contracts_and_six_paydays_in_no_known_order() -> None:
    state = ZAHLTAG.start(3)
    assert state.pile == tuple(range(1, 33))
    assert state.pile_paydays == 6
    assert ZAHLTAG.view(state, 0).pile_size == 38
    ready = position(["F", "W", "C"], phase="turn_up")
    outcomes = ZAHLTAG.outcomes(ready)
    assert [str(each.move) for each in outcomes[:2]] == ["* turn payday", "* turn 1"]
    assert [each.weight for each in outcomes] == [6] + [1] * 32
