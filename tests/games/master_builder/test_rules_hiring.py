"""Phase 1: the draft of round 1, and hiring and firing from round 2."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.games.master_builder import Rules
from paydays_widgets.games.master_builder.deck import SKILLS, Deck, default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import (
    SeatPassed,
    WorkerFired,
    WorkerHired,
    WorkerTurnedUp,
)
from paydays_widgets.games.master_builder.moves import Fire, Hire
from tests.games.master_builder.positions import asked, begin, legal, play, position, refused


def with_wages(*wages: int) -> Deck:
    """Make the game's deck with other wages."""
    deck = default_deck()
    return replace(
        deck, workers=tuple(replace(each, wage=wages[each.skill]) for each in deck.workers)
    )


# --- the draft ----------------------------------------------------------------------------------


@pytest.mark.clause("MB-1-draft")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mb_1_draft_in_turn_until_all_have_five(seats: int) -> None:
    state = begin(seats)
    order = []
    while state.phase in {"draft", "worker"}:
        if state.phase == "draft":
            order.append(state.active)
            state = play(state, f"{state.active + 1} hire {SKILLS[len(order) % 4]}").state
        else:
            state = play(state, str(MASTER_BUILDER.outcomes(state)[-1].move)).state
    assert order == [*range(seats)] * 5
    assert [len(each.crew) for each in state.builders] == [5] * seats
    assert asked(state) == ("contract", ())


@pytest.mark.clause("MB-1-draft")
def test_mb_1_draft_one_of_the_four_open_workers() -> None:
    state = begin(2)
    assert legal(state, 1) == {f"1 hire {skill}" for skill in SKILLS}
    after = play(state, "1 hire foreman")
    hired = after.the(WorkerHired)
    assert (hired.clause, hired.seat, hired.worker, hired.bill) == ("MB-1-draft", 0, 21, 4)
    assert MASTER_BUILDER.turn(after.state) == Chance("foreman", 1, 0)
    after = play(after.state, "* worker 27")
    assert after.the(WorkerTurnedUp).worker == after.state.piles[2].top == 27
    assert asked(after.state) == ("draft", (2,))
    again = play(after.state, "2 hire foreman")
    assert MASTER_BUILDER.turn(again.state) == Chance("foreman", 1, 1)


@pytest.mark.clause("MB-1-draft")
def test_mb_1_draft_the_mallet_begins() -> None:
    state = play(MASTER_BUILDER.start(3), "* mallet 3; * worker 1; * worker 11; * worker 21").state
    state = play(state, "* worker 31").state
    assert asked(state) == ("draft", (3,))
    assert asked(play(state, "3 hire master; * worker 32").state) == ("draft", (1,))


@pytest.mark.clause("MB-1-draft")
def test_mb_1_draft_nobody_is_fired_and_nobody_passes() -> None:
    state = play(begin(2), "1 hire apprentice; * worker 2; 2 hire apprentice; * worker 3").state
    assert refused(state, "1 fire 1").reason == "no_firing"
    assert refused(state, "1 pass").reason == "must_take"
    assert {refused(state, text).clause for text in ("1 fire 1", "1 pass")} == {"MB-1-draft"}


@pytest.mark.clause("MB-1-draft", "MB-1-wages")
def test_mb_1_wages_five_masters_fill_the_track() -> None:
    state = begin(2)
    while state.phase in {"draft", "worker"}:
        if state.phase == "draft":
            state = play(state, f"{state.active + 1} hire master").state
        else:
            state = play(state, str(MASTER_BUILDER.outcomes(state)[0].move)).state
    assert [each.bill for each in state.builders] == [30, 30]


@pytest.mark.clause("MB-1-wages")
def test_mb_1_wages_who_no_open_worker_fits_takes_none() -> None:
    deck = with_wages(7, 7, 8, 14)
    state = begin(2, None, deck)
    # 14 + 14 leaves 2 for seat 1, where the cheapest open worker costs 7.
    script = (
        "1 hire master; * worker 32; 2 hire apprentice; * worker 2; 1 hire master; * worker 33"
    )
    state = play(state, script).state
    assert refused(replace(state, active=0), "1 hire master").reason == "wage_limit"
    after = play(state, "2 hire apprentice; * worker 3")
    passed = after.the(SeatPassed)
    assert (passed.clause, passed.seat) == ("MB-1-wages", 0)
    assert asked(after.state) == ("draft", (2,))
    after = play(after.state, "2 hire apprentice; * worker 4; 2 hire apprentice; * worker 5")
    assert [each.seat for each in after.all(SeatPassed)] == [0, 0, 1]
    assert [len(each.crew) for each in after.state.builders] == [2, 4]
    assert asked(after.state) == ("contract", ())


@pytest.mark.clause("MB-1-wages", "MB-1-draft")
def test_mb_1_wages_the_last_seats_of_the_draft_may_take_none() -> None:
    deck = with_wages(7, 7, 8, 20)
    state = begin(2, None, deck)
    script = "1 hire master; * worker 32; 2 hire master; * worker 33"
    state = play(state, script, "1 hire tradesman; * worker 12").state
    after = play(state, "2 hire tradesman; * worker 13")
    assert [each.seat for each in after.all(SeatPassed)] == [0, 1] * 3
    assert asked(after.state) == ("contract", ())


# --- from round 2 -------------------------------------------------------------------------------


@pytest.mark.clause("MB-1-turns")
def test_mb_1_turns_hire_one_fire_one_or_pass() -> None:
    state = position(["AT", "AT"])
    assert legal(state, 1) == {*(f"1 hire {skill}" for skill in SKILLS), "1 pass"} | {
        "1 fire 1",
        "1 fire 11",
    }
    after = play(state, "1 hire master")
    assert after.the(WorkerHired).clause == "MB-1-turns"
    assert after.state.builders[0].bill == 1 + 3 + 6
    after = play(after.state, "* worker 35")
    assert asked(after.state) == ("hire", (2,))


@pytest.mark.clause("MB-1-turns")
def test_mb_1_turns_who_passed_may_act_again_and_all_must_pass_in_succession() -> None:
    state = position(["AT", "AT", "AT"])
    state = play(state, "1 pass; 2 pass; 3 hire apprentice; * worker 10; 1 pass; 2 fire 2").state
    assert asked(state) == ("hire", (3,))
    state = play(state, "3 pass; 1 pass").state
    assert asked(state) == ("hire", (2,))
    assert asked(play(state, "2 pass").state) == ("economy", ())


@pytest.mark.clause("MB-1-turns")
def test_mb_1_turns_every_decision_of_the_phase_has_a_lane_of_its_own() -> None:
    state = position(["AT", "AT"])
    lanes = []
    for text in ("1 hire apprentice", "* worker 9", "2 pass", "1 fire 1", "2 pass", "1 pass"):
        if text[0] != "*":
            turn = MASTER_BUILDER.turn(state)
            assert isinstance(turn, Decide)
            lanes.append((turn.turn, turn.prompt, turn.repeat))
        state = play(state, text).state
    assert len(set(lanes)) == len(lanes)


@pytest.mark.clause("MB-1-three")
@pytest.mark.parametrize("limit", [1, 3, 10])
def test_mb_1_three_after_so_many_a_seat_can_only_pass(limit: int) -> None:
    state = position(["AAAAAA", "A"], rules=Rules(hire_fire_limit=limit))
    for at in range(limit):
        fires = at % 2 == 0
        text = f"1 fire {state.builders[0].crew[0]}" if fires else "1 hire apprentice"
        state = play(state, text).state
        while state.phase == "worker":
            state = play(state, str(MASTER_BUILDER.outcomes(state)[0].move)).state
        state = play(state, "2 pass").state
    assert legal(state, 1) == {"1 pass"}
    for text in ("1 hire apprentice", "1 fire 1"):
        refusal = refused(state, text)
        assert (refusal.clause, refusal.reason) == ("MB-1-three", "limit")
        assert refusal.facts == {"limit": limit}
    assert len(legal(replace(state, active=1), 2)) > 1


@pytest.mark.clause("MB-1-three")
def test_mb_1_three_counts_anew_in_every_round() -> None:
    state = position(["AAAA", "AAAA"], rules=Rules(hire_fire_limit=1), pile=4)
    state = play(state, "1 fire 1; 2 fire 5; 1 pass; 2 pass; * economy 1; * event 16").state
    assert (state.round, [each.changes for each in state.builders]) == (3, [0, 0])
    assert "2 fire 6" in legal(state, 2)


@pytest.mark.clause("MB-1-three")
def test_mb_1_three_does_not_count_the_draft() -> None:
    state = play(begin(2, Rules(hire_fire_limit=1)), "1 hire master; * worker 32").state
    assert state.builders[0].changes == 0


@pytest.mark.clause("MB-1-wages")
def test_mb_1_wages_thirty_thousand_and_no_more() -> None:
    state = position(["MMMMF", "A"])  # 28
    assert "1 hire master" not in legal(state, 1)
    assert "1 hire apprentice" in legal(state, 1)
    refusal = refused(state, "1 hire tradesman")
    assert (refusal.clause, refusal.reason) == ("MB-1-wages", "wage_limit")
    assert refusal.facts == {"bill": 28, "wage": 3, "limit": 30}
    full = position(["MMMMM", "A"])
    assert refused(full, "1 hire apprentice").reason == "wage_limit"
    just = position(["MMMM", "A"])
    assert play(just, "1 hire master").state.builders[0].bill == 30


@pytest.mark.clause("MB-1-fire")
def test_mb_1_fire_under_the_pile_of_the_skill() -> None:
    state = position([[12, 13], [14]])
    after = play(state, "1 fire 12")
    fired = after.the(WorkerFired)
    assert (fired.worker, fired.bill) == (12, 3)
    assert after.state.piles[1].under == (12,)
    state = play(after.state, "2 fire 14; 1 fire 13").state
    assert state.piles[1].under == (12, 14, 13)
    assert state.builders[0].crew == ()
    assert state.builders[0].bill == 0


@pytest.mark.clause("MB-1-fire")
def test_mb_1_fire_only_ones_own() -> None:
    state = position(["A", "A"])
    refusal = refused(state, "1 fire 2")
    assert (refusal.clause, refusal.reason) == ("MB-1-fire", "not_in_crew")
    assert MASTER_BUILDER.refuse(state, Fire(0, 0)) == refusal.__class__(
        "MB-1-fire", "not_in_crew", {"worker": 0}
    )


@pytest.mark.clause("MB-1-fire")
@pytest.mark.parametrize(("worker", "bill"), [(10, 14), (11, 12), (20, 12), (21, 11), (30, 11)])
def test_mb_1_fire_the_wages_are_those_of_the_others(worker: int, bill: int) -> None:
    state = position([[10, 11, 20, 21, 30], "A"])
    assert state.builders[0].bill == 15
    state = play(state, f"1 fire {worker}").state
    assert state.builders[0].bill == bill


@pytest.mark.clause("MB-1-fire")
def test_mb_1_fire_who_was_put_under_comes_up_last_and_in_order() -> None:
    state = position([[*range(1, 8)], [8]])  # 9 lies open, 10 is unseen
    state = play(state, "1 fire 3; 2 pass; 1 fire 1; 2 hire apprentice").state
    assert legal(state, 0) == {"* worker 10"}
    state = play(state, "* worker 10; 1 pass; 2 hire apprentice").state
    assert legal(state, 0) == {"* worker 3"}  # known to all, since it was put there
    state = play(state, "* worker 3; 1 pass; 2 hire apprentice").state
    assert legal(state, 0) == {"* worker 1"}


@pytest.mark.clause("MB-1-empty")
def test_mb_1_empty_nobody_until_a_worker_goes_under_it() -> None:
    state = position([[*range(1, 10)], "T"])  # 10 lies open, the last apprentice
    after = play(state, "1 pass; 2 hire apprentice")
    assert asked(after.state) == ("hire", (1,))  # nobody comes up
    assert after.state.piles[0].top == 0
    refusal = refused(after.state, "1 hire apprentice")
    assert (refusal.clause, refusal.reason) == ("MB-1-empty", "pile_empty")
    after = play(after.state, "1 fire 5")
    assert after.state.piles[0].top == 5
    after = play(after.state, "2 pass; 1 fire 6")
    assert (after.state.piles[0].top, after.state.piles[0].under) == (5, (6,))


@pytest.mark.clause("MB-1-empty")
def test_mb_1_empty_in_the_draft_the_others_are_taken() -> None:
    state = begin(4)
    for _ in range(10):
        state = play(state, f"{state.active + 1} hire apprentice").state
        if state.phase == "worker":
            state = play(state, str(MASTER_BUILDER.outcomes(state)[0].move)).state
    assert legal(state, 3) == {f"3 hire {skill}" for skill in SKILLS[1:]}
    foreign = Hire(2, "dragon")  # type: ignore[arg-type]
    refusal = MASTER_BUILDER.refuse(state, foreign)
    assert refusal
    assert refusal.reason == "pile_empty"


@pytest.mark.clause("MB-workers")
def test_mb_workers_a_deck_may_lack_a_skill() -> None:
    deck = default_deck()
    deck = replace(deck, workers=tuple(each for each in deck.workers if each.skill in {1, 3}))
    state = begin(2, None, deck)
    assert [pile.top for pile in state.piles] == [0, 1, 0, 11]
    assert legal(state, 1) == {"1 hire tradesman", "1 hire master"}
