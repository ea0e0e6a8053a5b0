"""The end: who wins, what breaks ties, who is out, and what everyone may see on the way."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Over, Standing
from paydays_widgets.games.zahltag import Rules
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import GameEnded, SeatOut, TurnBegun
from paydays_widgets.games.zahltag.rules import OverLimit
from tests.games.zahltag.positions import cards, contract, legal, play, position, refused

TWELVE = "FFFWWWCCCXXX"


def last_payday(
    *hands: str, money: list[int], left: list[str] | None = None, out: tuple[int, ...] = ()
) -> GameEnded:
    state = position(
        hands, money=money, left=left, out=out, phase="turn_up", since=1, past=[1, 1, 1, 1]
    )
    after = play(state, "* turn payday")
    ended = after.the(GameEnded)
    assert ended.winners == ZAHLTAG.standing(after.state).ranking[0]
    return ended


@pytest.mark.clause("ZT-end")
def test_zt_end_most_money_wins() -> None:
    ended = last_payday("FF", "W", "CCC", money=[20, 20, 23])
    assert (ended.clause, ended.winners, ended.money) == ("ZT-end", (2,), (19, 20, 21))
    assert (ended.cards, ended.on_table) == ((2, 1, 3), (0, 0, 0))


@pytest.mark.clause("ZT-end")
def test_zt_end_after_it_nobody_moves() -> None:
    state = position(["F", "W"], phase="turn_up", since=1, past=[1, 1, 1, 1])
    state = play(state, "* turn payday").state
    assert isinstance(ZAHLTAG.turn(state), Over)
    assert legal(state, 0) == legal(state, 1) == legal(state, 2) == set()
    assert ZAHLTAG.outcomes(state) == ()
    for text in ("1 keep", "2 bid 00", "* turn 1", "3 keep"):
        refusal = refused(state, text)
        assert (refusal.clause, refusal.reason) == ("ZT-end", "over")


@pytest.mark.clause("ZT-end-tie")
def test_zt_end_tie_fewer_cards_in_all() -> None:
    ended = last_payday("FFF", "WW", money=[21, 20], left=["", "CC"])
    assert ended.money == (20, 20)
    assert ended.cards == (3, 4)
    assert (ended.clause, ended.winners) == ("ZT-end-tie", (0,))


@pytest.mark.clause("ZT-end-tie")
def test_zt_end_tie_then_fewer_on_the_table() -> None:
    ended = last_payday("FFF", "WW", money=[21, 20], left=["", "C"])
    assert (ended.money, ended.cards, ended.on_table) == ((20, 20), (3, 3), (0, 1))
    assert (ended.clause, ended.winners) == ("ZT-end-tie", (0,))


@pytest.mark.clause("ZT-end-tie")
def test_zt_end_tie_then_the_victory_is_shared() -> None:
    ended = last_payday("FF", "WW", "XXX", money=[20, 20, 20], left=["C", "X", ""])
    assert (ended.clause, ended.winners) == ("ZT-end-tie", (0, 1))


@pytest.mark.clause("ZT-end-tie")
def test_zt_end_tie_right_and_left_both_count_as_on_the_table() -> None:
    state = position(["FF", "WW"], left=["C", ""], right=["", "C"], past=[1, 1, 1, 1, 1])
    assert ZAHLTAG.standing(state) == Standing(((0, 1),), "ZT-end-tie")


@pytest.mark.clause("ZT-end-tie")
def test_zt_end_tie_below_the_first_place_ranks_but_does_not_decide() -> None:
    state = position(["F", "WW", "XXX"], money=[9, 5, 5])
    assert ZAHLTAG.standing(state) == Standing(((0,), (1,), (2,)), "ZT-end")
    state = position(["F", "WW", "XX"], money=[9, 5, 5])
    assert ZAHLTAG.standing(state) == Standing(((0,), (1, 2)), "ZT-end")


@pytest.mark.clause("ZT-out")
def test_zt_out_seats_rank_last_and_the_first_out_is_the_last() -> None:
    state = position(["F", "", "W", ""], money=[0, 0, 1, 0], out=[3, 1])
    assert ZAHLTAG.standing(state) == Standing(((2,), (0,), (1,), (3,)), "ZT-end")


@pytest.mark.clause("ZT-out")
def test_zt_out_a_seat_has_no_moves_any_more() -> None:
    state = position(["F", "", "W"], out=[1])
    assert legal(state, 2) == set()
    refusal = refused(state, "2 keep")
    assert (refusal.clause, refusal.reason, refusal.facts) == ("ZT-out", "out", {"seat": 1})


@pytest.mark.clause("ZT-out")
def test_zt_out_its_money_goes_to_the_bank_and_its_equipment_to_the_stacks() -> None:
    state = position(
        ["FFFF", "W", "X"],
        left=["CC", "", ""],
        right=["XX", "", ""],
        money=[2, 5, 5],
        phase="turn_up",
        since=1,
    )
    after = play(state, "* turn payday")
    out = after.the(SeatOut)
    assert [(each.source, each.target, each.amount) for each in out.transfers] == [
        ("cash:1", "bank", 2)
    ]
    assert after.state.stacks == (14, 15, 10, 11)
    firm = after.state.firms[0]
    assert (firm.money, firm.hand, firm.left, firm.right) == (0, *[cards("")] * 3)


@pytest.mark.clause("ZT-out", "ZT-2-empty")
def test_zt_out_the_others_can_take_what_came_back() -> None:
    state = position(["CCCCCCCCCC", "W", "X"], money=[0, 5, 5], phase="turn_up", since=1)
    assert state.stacks[2] == 0
    after = play(state, "* turn payday")
    assert "2 take crane" in legal(after.state, 2)


@pytest.mark.clause("ZT-out-how")
@pytest.mark.parametrize("seats", [3, 4])
def test_zt_out_how_in_ones_own_step_2_there_is_no_step_3(seats: int) -> None:
    state = position(
        [TWELVE, "W", "X", "C"][:seats],
        money=[0, 5, 5, 5][:seats],
        rules=Rules(over_limit="fine_bank"),
    )
    after = play(state, "1 take worker")
    assert after.the(TurnBegun) == TurnBegun(clause="ZT-out-how", seat=1, turn=10)
    assert after.state.phase == "change"
    assert after.state.pile == state.pile


@pytest.mark.clause("ZT-out", "ZT-2-limit")
@pytest.mark.parametrize("over_limit", ["fine_bank", "fine_players"])
def test_zt_out_in_step_2_with_two_seats_the_other_wins_at_once(over_limit: OverLimit) -> None:
    state = position([TWELVE, "W"], money=[0, 5], rules=Rules(over_limit=over_limit))
    after = play(state, "1 take worker")
    assert after.names == ("EquipmentTaken", "SeatOut", "GameEnded")
    ended = after.the(GameEnded)
    assert (ended.clause, ended.winners, ended.money) == ("ZT-out", (1,), (0, 5))


@pytest.mark.clause("ZT-out-how")
def test_zt_out_how_all_that_are_left_out_in_one_step_share_the_victory() -> None:
    """Two seats still in play tie at 1 with no money; a third went out before."""
    state = position(["FW", "FW", ""], money=[0, 0, 0], out=[2], phase="bid", offer="FW")
    after = play(state, "1 bid 1; 2 bid 1")
    ended = after.the(GameEnded)
    assert (ended.clause, ended.winners) == ("ZT-out-how", (0, 1))
    assert ZAHLTAG.standing(after.state).ranking == ((0, 1), (2,))


# --- what everyone sees -----------------------------------------------------------------------


@pytest.mark.clause("ZT-open")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_zt_open_money_hand_sizes_tables_stacks_contracts_and_paydays(seat: int | None) -> None:
    state = position(
        ["FFW", "CX"], left=["C", ""], right=["", "WW"], money=[3, 4], since=2, past=[5, 1]
    )
    view = ZAHLTAG.view(state, seat)
    assert [firm.money for firm in view.firms] == [3, 4]
    assert [firm.hand_size for firm in view.firms] == [3, 2]
    assert [firm.left for firm in view.firms] == [cards("C"), cards("")]
    assert [firm.right for firm in view.firms] == [cards(""), cards("WW")]
    assert view.stacks == state.stacks
    assert (view.since, view.past) == (state.since, state.past)
    assert view.pile_size == 32 - 8 + 4
    assert (view.number, view.active, view.turn) == (9, 0, ZAHLTAG.turn(state))


@pytest.mark.clause("ZT-hidden")
def test_zt_hidden_other_hands() -> None:
    state = position(["FFW", "CX", "W"])
    for seat in (0, 1, 2, None):
        shown = [firm.hand for firm in ZAHLTAG.view(state, seat).firms]
        assert shown == [firm.hand if at == seat else None for at, firm in enumerate(state.firms)]


@pytest.mark.clause("ZT-hidden")
def test_zt_hidden_the_piles_order_is_nowhere() -> None:
    """A state holds what is left in the pile in numerical order, whatever came before."""
    state = position(["F", "W"], phase="turn_up")
    one = play(state, f"* turn {contract('FW')}; 1 bid 00; 2 bid 00; 2 keep")
    two = play(one.state, f"* turn {contract('FF')}; 1 bid 00; 2 bid 00")
    assert list(two.state.pile) == sorted(two.state.pile)


@pytest.mark.clause("ZT-hidden")
def test_zt_hidden_a_seat_sees_its_own_legal_moves_alone() -> None:
    state = position(["FFW", "CX"])
    assert set(ZAHLTAG.view(state, 0).legal) == set(ZAHLTAG.legal(state, 0)) != set()
    assert ZAHLTAG.view(state, 1).legal == ()
    assert ZAHLTAG.view(state, None).legal == ()


@pytest.mark.clause("ZT-open")
def test_zt_open_all_other_events_are_seen_by_all() -> None:
    state = position(["FFW", "W", "X"])
    for event in play(state, "1 take crane; * turn 1; 1 bid 5; 2 bid 00; 3 bid 00").events:
        for seat in (0, 1, 2, None):
            hidden = {"amount": None} if type(event).__name__ == "BidSealed" else {}
            mine = getattr(event, "seat", None) == seat
            assert ZAHLTAG.witness(event, seat) == (event if mine else replace(event, **hidden))
