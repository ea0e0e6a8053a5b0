"""Phase 3: what an event does to each seat, in turn order."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.ledger import BANK, Transfer
from paydays_widgets.games.master_builder.deck import Deck, EventCard, default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import (
    DuePaid,
    EventPutBack,
    EventTurnedUp,
    PaymentShort,
    SeatSpared,
    WorkerDismissed,
    WorkersBack,
    WorkersTurnedDown,
)
from paydays_widgets.games.master_builder.state import State
from tests.games.master_builder.positions import Crew, asked, legal, play, position, refused


def striking(*crews: Crew, **more: object) -> State:
    return position(crews, phase="event", **more)  # type: ignore[arg-type]


def with_event(card: EventCard) -> Deck:
    return replace(default_deck(), events=(card,))


@pytest.mark.clause("MB-3-event")
def test_mb_3_event_strikes_all_in_turn_order_and_goes_under_the_pile() -> None:
    after = play(striking([1], [6], [11], mallet=1), "* event 1")  # touchy
    assert after.the(EventTurnedUp).seat == 1
    assert [each.seat for each in after.all(WorkersTurnedDown)] == [1, 0]
    assert after.the(SeatSpared).seat == 2
    assert after.names.index("SeatSpared") < after.names.index("EventPutBack")
    assert after.the(EventPutBack).card == 1
    assert 1 not in after.state.events
    assert (after.state.events_under, after.state.event) == ((1,), 0)


@pytest.mark.clause("MB-3-event")
def test_mb_3_event_when_all_have_come_up_the_first_comes_again() -> None:
    state = striking("A", "A", events=(16,), events_under=(3, 9))
    state = play(state, "* event 16").state
    state = replace(state, phase="event")
    assert legal(state, 0) == {"* event 3"}
    assert play(state, "* event 3").state.events_under == (9, 16, 3)


@pytest.mark.clause("MB-3-event")
def test_mb_3_event_may_do_nothing() -> None:
    after = play(striking("AT", "FM"), "* event 16")
    assert [each.seat for each in after.all(SeatSpared)] == [0, 1]
    assert after.state.builders[0].crew == (1, 11)


@pytest.mark.clause("MB-3-absent", "MB-3-flaws")
@pytest.mark.parametrize(("card", "idle"), [(1, (6,)), (2, ()), (3, (6, 8)), (4, ()), (5, (8,))])
def test_mb_3_absent_all_with_a_flaw_miss_the_building_and_are_paid(
    card: int, idle: tuple[int, ...]
) -> None:
    state = striking([6, 8], "A", holdings=[{3: ()}, {}])  # weak and touchy, weak and hot-tempered
    after = play(state, f"* event {card}")
    assert [each.workers for each in after.all(WorkersTurnedDown) if each.seat == 0] == (
        [idle] if idle else []
    )
    state = after.state
    if state.phase == "assign":
        assert state.builders[0].idle == idle
        for worker in (6, 8):
            if worker in idle:
                refusal = refused(state, f"1 assign {worker} 3.1")
                assert (refusal.clause, refusal.reason) == ("MB-3-absent", "face_down")
            else:
                assert f"1 assign {worker} 3.1" in legal(state, 1)
        after = play(state, "1 build")
    assert after.the(WorkersBack).idle == len(idle) + (card == 1)  # seat 2 has apprentice 1
    assert after.all(DuePaid)[0].amount == 2
    assert after.state.builders[0].idle == ()


@pytest.mark.clause("MB-3-flaws")
def test_mb_3_flaws_a_worker_with_more_flaws_is_struck_by_more_events() -> None:
    struck = {1: 0, 6: 0, 9: 0}
    for worker in struck:
        for card in range(1, 6):
            after = play(striking([worker], "T"), f"* event {card}")
            struck[worker] += any(each.seat == 0 for each in after.all(WorkersTurnedDown))
    assert struck == {1: 1, 6: 2, 9: 3}


@pytest.mark.clause("MB-3-absent")
def test_mb_3_absent_half_of_a_skill_rounded_up_by_the_owners_choice() -> None:
    state = play(striking([1, 2, 3, 11], "T"), "* event 6").state
    assert asked(state) == ("idle", (1,))
    assert state.need == 2
    assert legal(state, 1) == {"1 choose 1", "1 choose 2", "1 choose 3"}
    refusal = refused(state, "1 choose 11")
    assert (refusal.clause, refusal.reason) == ("MB-3-absent", "not_struck")
    state = play(state, "1 choose 2").state
    assert legal(state, 1) == {"1 choose 1", "1 choose 3"}
    after = play(state, "1 choose 3")
    assert asked(after.state) == ("hire", (2,))  # nothing to build: round 3
    assert after.the(WorkersBack).idle == 2


@pytest.mark.clause("MB-3-absent")
def test_mb_3_absent_half_of_one_is_one_and_no_choice_is_no_question() -> None:
    after = play(striking([11], [12, 13], "A"), "* event 7")
    assert after.the(WorkersTurnedDown).workers == (11,)
    assert asked(after.state) == ("idle", (2,))
    after = play(after.state, "2 choose 13")
    assert after.the(SeatSpared).seat == 2


@pytest.mark.clause("MB-3-absent")
def test_mb_3_absent_forced_labour_is_paid_by_the_bank() -> None:
    state = play(striking("ATF", "A", ""), "* event 11").state
    assert (asked(state), state.need) == (("idle", (1,)), 2)
    after = play(state, "1 choose 1")
    assert after.the(WorkersTurnedDown).transfers == (Transfer(BANK, "cash:1", 3),)
    assert asked(after.state) == ("idle", (1,))
    after = play(after.state, "1 choose 21")
    by_seat = {each.seat: each.workers for each in after.all(WorkersTurnedDown)}
    assert by_seat == {0: (21,), 1: (2,)}  # seat 2 has one worker only
    assert after.the(SeatSpared).seat == 2
    paid = [each.amount for each in after.all(DuePaid)]
    assert paid == [8, 1]  # idle workers are paid too
    assert after.cash == (40 + 6 - 8, 40 + 3 - 1, 40)


@pytest.mark.clause("MB-3-absent")
def test_mb_3_absent_the_one_with_the_most_flaws_falls_ill() -> None:
    after = play(striking([1, 6, 9], [1 + 1, 3], ""), "* event 12")
    assert after.the(WorkersTurnedDown).workers == (9,)
    assert asked(after.state) == ("idle", (2,))
    assert legal(after.state, 2) == {"2 choose 2", "2 choose 3"}


@pytest.mark.clause("MB-3-gone")
def test_mb_3_gone_one_with_the_flaw_is_dismissed() -> None:
    state = play(striking([16, 25, 1], [11], [3]), "* event 13").state
    assert asked(state) == ("dismiss", (1,))
    refusal = refused(state, "1 choose 1")
    assert (refusal.clause, refusal.reason) == ("MB-3-gone", "not_struck")
    after = play(state, "1 choose 25")
    gone = after.all(WorkerDismissed)
    assert [(each.seat, each.worker, each.bill) for each in gone] == [(0, 25, 4), (1, 11, 0)]
    assert gone[0].transfers == ()
    assert after.state.piles[2].under == (25,)
    assert after.state.builders[0].crew == (16, 1)
    assert [(each.seat, each.amount) for each in after.all(DuePaid)] == [(0, 4), (2, 1)]


@pytest.mark.clause("MB-3-gone")
def test_mb_3_gone_of_six_or_more_one_is_released() -> None:
    state = play(striking("AAAAAA", "AAAT"), "* event 15").state
    assert asked(state) == ("dismiss", (1,))
    assert len(legal(state, 1)) == 6
    after = play(state, "1 choose 4")
    assert after.the(WorkerDismissed).worker == 4
    assert after.the(SeatSpared).seat == 1


@pytest.mark.clause("MB-3-gone", "MB-1-empty")
def test_mb_3_gone_to_an_empty_pile_lies_open() -> None:
    state = striking([*range(1, 11)], "T")
    assert state.piles[0].top == 0
    state = play(state, "* event 15; 1 choose 7").state
    assert state.piles[0].top == 7


@pytest.mark.clause("MB-3-event", "MB-5-need")
def test_mb_3_event_a_levy_of_a_deck_of_ones_own_is_due_at_once() -> None:
    card = EventCard(default_deck().events[0].title, "levy", amount=12)
    state = striking("A", "A", "A", deck=with_event(card), cash=[12, 5, 40])
    after = play(state, "* event 1")
    assert after.the(DuePaid).amount == 12
    short = after.the(PaymentShort)
    assert (short.clause, short.due, short.cash) == ("MB-3-event", 12, 5)
    assert asked(after.state) == ("borrow", (2,))
    after = play(after.state, "2 borrow small")
    paid = [(each.clause, each.seat, each.amount) for each in after.all(DuePaid)]
    assert paid == [("MB-3-event", 1, 12), ("MB-3-event", 2, 12)]
    wages = after.the(PaymentShort)
    assert (wages.clause, wages.seat, wages.due, wages.cash) == ("MB-5-wages", 0, 1, 0)
    assert after.the(EventPutBack).card == 1


@pytest.mark.clause("MB-3-absent", "MB-5-repay")
def test_mb_3_absent_while_one_chooses_one_may_repay() -> None:
    state = play(striking("AAA", "T", loans=[(1, 0), (0, 0)]), "* event 6").state
    assert "1 repay small" in legal(state, 1)
    after = play(state, "1 repay small")
    assert asked(after.state) == ("idle", (1,))
    assert (after.cash[0], after.state.need) == (27, 2)


def test_events_come_as_likely_as_each_other() -> None:
    assert {each.weight for each in MASTER_BUILDER.outcomes(striking("A", "A"))} == {1}
