"""Step 4 with a payday: what idle equipment costs, and who cannot pay."""

import pytest

from paydays_widgets.core.ledger import Transfer
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    GameEnded,
    IdleEquipmentPaid,
    PaydayCounted,
    SeatOut,
    TurnBegun,
)
from tests.games.zahltag.positions import Played, cards, play, position


def payday(
    *hands: str,
    money: list[int] | None = None,
    left: list[str] | None = None,
    right: list[str] | None = None,
    out: tuple[int, ...] = (),
    past: tuple[int, ...] = (),
    active: int = 0,
) -> Played:
    before = position(
        hands,
        money=money,
        left=left,
        right=right,
        out=out,
        past=past,
        active=active,
        since=2,
        phase="turn_up",
    )
    return play(before, "* turn payday")


@pytest.mark.clause("ZT-4-payday")
def test_zt_4_payday_one_for_each_hand_card_above_the_smallest_hand() -> None:
    after = payday("FFFFF", "WWW", "XXXX")
    paid = after.the(IdleEquipmentPaid)
    assert (paid.smallest, paid.hands, paid.dues, paid.broke) == (3, (5, 3, 4), (2, 0, 1), ())
    assert paid.transfers == (Transfer("cash:1", "bank", 2), Transfer("cash:3", "bank", 1))
    assert after.money == (18, 20, 19)


@pytest.mark.clause("ZT-4-payday")
def test_zt_4_payday_cards_on_the_table_cost_nothing() -> None:
    after = payday("F", "WW", left=["FFFFFF", ""], right=["WWW", "CC"])
    assert after.money == (20, 19)


@pytest.mark.clause("ZT-4-payday")
@pytest.mark.parametrize("size", [0, 1, 7])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_zt_4_payday_equal_hands_pay_nothing(seats: int, size: int) -> None:
    after = payday(*["F" * size, "W" * size, "X" * size, "C" * size][:seats])
    assert after.the(IdleEquipmentPaid).transfers == ()
    assert after.money == (20,) * seats


@pytest.mark.clause("ZT-4-payday")
def test_zt_4_payday_several_smallest_hands_pay_nothing() -> None:
    assert payday("FF", "WW", "XXXXX", "CC").money == (20, 20, 17, 20)


@pytest.mark.clause("ZT-4-payday")
def test_zt_4_payday_an_empty_hand_is_the_smallest() -> None:
    after = payday("", "WW", "XXXXX", left=["FFF", "", ""])
    assert after.money == (20, 18, 15)


@pytest.mark.clause("ZT-4-payday")
def test_zt_4_payday_the_last_million_pays() -> None:
    after = payday("F", "WW", money=[20, 1])
    assert after.money == (20, 0)
    assert not after.all(SeatOut)


@pytest.mark.clause("ZT-4-payday")
def test_zt_4_payday_without_money_the_smallest_hand_stays() -> None:
    after = payday("F", "WW", "XX", money=[0, 20, 20])
    assert after.money == (0, 19, 19)


@pytest.mark.clause("ZT-4-payday", "ZT-out", "ZT-out-how")
def test_zt_4_payday_who_cannot_pay_in_full_pays_none_of_it_and_is_out() -> None:
    after = payday("F", "WWWW", "XX", money=[20, 2, 20], left=["", "CC", ""], right=["", "X", ""])
    assert after.names == (
        "PaydayTurnedUp",
        "IdleEquipmentPaid",
        "SeatOut",
        "PaydayCounted",
        "TurnBegun",
    )
    paid = after.the(IdleEquipmentPaid)
    assert (paid.dues, paid.broke) == ((0, 3, 1), (1,))
    assert paid.transfers == (Transfer("cash:3", "bank", 1),)
    out = after.the(SeatOut)
    assert (out.seat, out.owed, out.had, out.cards) == (1, 3, 2, cards("WWWWCCX"))
    assert out.transfers == (Transfer("cash:2", "bank", 2),)
    assert after.money == (20, 0, 19)
    assert after.state.stacks == (13, 16, 10, 10)
    assert after.the(TurnBegun).seat == 2


@pytest.mark.clause("ZT-4-payday", "ZT-out")
def test_zt_4_payday_the_minimum_is_taken_before_anyone_goes_out() -> None:
    """A seat of the smallest hand never pays, so the hands of those that go out never set it."""
    after = payday("FFFFF", "WWWW", "X", money=[20, 2, 20])
    assert after.the(IdleEquipmentPaid).dues == (4, 3, 0)
    assert after.money == (16, 0, 20)


@pytest.mark.clause("ZT-4-payday", "ZT-out")
def test_zt_4_payday_the_empty_hand_of_a_seat_that_is_out_is_no_minimum() -> None:
    after = payday("FF", "WWWW", "", out=(2,))
    paid = after.the(IdleEquipmentPaid)
    assert (paid.smallest, paid.hands, paid.dues) == (2, (2, 4, None), (0, 2, None))
    assert after.money == (20, 18, 0)


@pytest.mark.clause("ZT-out", "ZT-out-how")
def test_zt_out_several_in_one_step_share_a_place() -> None:
    after = payday("FFFF", "WWWW", "X", "CC", money=[0, 1, 9, 9])
    assert [out.seat for out in after.all(SeatOut)] == [0, 1]
    assert after.state.gone == ((0, 1),)
    assert ZAHLTAG.standing(after.state).ranking == ((2,), (3,), (0, 1))
    assert after.the(TurnBegun).seat == 2


@pytest.mark.clause("ZT-out", "ZT-turn-end")
def test_zt_out_the_active_seat_too_and_the_next_one_goes_on() -> None:
    after = payday("W", "CC", "FFFF", "X", money=[9, 9, 0, 9], active=2)
    assert after.the(TurnBegun) == TurnBegun(clause="ZT-turn-end", seat=3, turn=10)


@pytest.mark.clause("ZT-out")
def test_zt_out_one_seat_left_wins_at_once() -> None:
    after = payday("FFFF", "W", money=[0, 0])
    assert after.names[-2:] == ("PaydayCounted", "GameEnded")
    ended = after.the(GameEnded)
    assert (ended.clause, ended.winners) == ("ZT-out", (1,))
    assert after.state.phase == "over"


@pytest.mark.clause("ZT-4-counted", "ZT-open")
def test_zt_4_counted_payday_and_contracts_lie_in_view() -> None:
    after = payday("F", "W", past=(3, 4))
    assert after.the(PaydayCounted) == PaydayCounted(count=3, contracts=2)
    view = ZAHLTAG.view(after.state, None)
    assert [len(each) for each in view.past] == [3, 4, 2]
    assert view.since == ()


@pytest.mark.clause("ZT-end")
@pytest.mark.parametrize(("past", "over"), [((1, 1, 1), False), ((1, 1, 1, 1), True)])
def test_zt_end_after_the_fifth_payday(past: tuple[int, ...], over: bool) -> None:
    after = payday("FF", "W", past=past)
    assert after.money == (19, 20)
    assert (after.state.phase == "over") is over
    assert bool(after.all(GameEnded)) is over


@pytest.mark.clause("ZT-end", "ZT-out")
def test_zt_end_a_seat_can_go_out_on_the_fifth_payday() -> None:
    after = payday("FFFF", "W", "XX", money=[0, 5, 30], past=(1, 1, 1, 1))
    ended = after.the(GameEnded)
    assert (ended.clause, ended.winners, ended.money) == ("ZT-end", (2,), (0, 5, 29))
    assert ZAHLTAG.standing(after.state).ranking == ((2,), (1,), (0,))


@pytest.mark.clause("ZT-end", "ZT-out")
def test_zt_end_a_fifth_payday_that_leaves_one_seat() -> None:
    after = payday("FFFF", "W", money=[0, 5], past=(1, 1, 1, 1))
    ended = after.the(GameEnded)
    assert (ended.clause, ended.winners) == ("ZT-out", (1,))
