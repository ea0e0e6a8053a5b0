"""Phase 4: assigning workers, and what stands."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Decide
from paydays_widgets.games.master_builder.deck import default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.engine.building import (
    fits,
    least_skill,
    open_sections,
    rise,
    skills_on,
)
from paydays_widgets.games.master_builder.events import (
    AssignmentDone,
    AssignmentsRevealed,
    SectionsBuilt,
    SectionsUnbuilt,
    WorkerAssigned,
    WorkersBack,
)
from paydays_widgets.games.master_builder.moves import Assign
from paydays_widgets.games.master_builder.state import Holding, Job, State
from tests.games.master_builder.positions import (
    Crew,
    Played,
    asked,
    legal,
    play,
    position,
    refused,
)


def site(crew: Crew, contract: int, built: Sequence[int] = (), **more: object) -> State:
    """Build a position in which the first of two seats assigns its crew to one contract."""
    state = position([crew, ""], phase="assign", holdings=[{contract: built}, {}], **more)  # type: ignore[arg-type]
    return replace(state, builders=(state.builders[0], replace(state.builders[1], ready=True)))


def work(state: State, *pairs: str) -> Played:
    """Assign workers of the first seat, then build."""
    return play(state, *[f"1 assign {pair}" for pair in pairs], "1 build")


def built(after: Played) -> tuple[int, ...]:
    return sum((each.sections for each in after.all(SectionsBuilt)), ())


# --- assigning ----------------------------------------------------------------------------------


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_the_skill_or_a_higher_one_will_do() -> None:
    state = site("ATFM", 8)  # walls and roofs by foremen, two walls by tradesmen
    assert legal(state, 1) == {"1 build"} | {
        f"1 assign {worker} 8.{section}"
        for worker, sections in ((11, (1, 2)), (21, (1, 2, 3, 4)), (31, (1, 2, 3, 4)))
        for section in sections
    }
    refusal = refused(state, "1 assign 11 8.3")
    assert (refusal.clause, refusal.reason) == ("MB-4-assign", "skill")
    assert refusal.facts == {"contract": 8, "section": 3, "has": "tradesman", "needs": "foreman"}
    assert refused(state, "1 assign 1 8.1").reason == "skill"


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_all_seats_at_once_in_any_order_hidden_until_all_are_ready() -> None:
    state = position(["AA", "AA", "AA"], phase="assign", holdings=[{3: ()}, {1: ()}, {4: ()}])
    assert asked(state) == ("assign", (1, 2, 3))
    after = play(state, "3 assign 5 4.1; 1 assign 1 3.1; 3 assign 6 4.2; 3 build")
    assert asked(after.state) == ("assign", (1, 2))
    refusal = refused(after.state, "3 build")
    assert (refusal.clause, refusal.reason) == ("MB-4-assign", "ready")
    assert not after.all(AssignmentsRevealed)
    hidden = [MASTER_BUILDER.witness(each, 1) for each in after.all(WorkerAssigned)]
    assert hidden[0] == WorkerAssigned(seat=2, worker=None, contract=None, section=None)
    assert MASTER_BUILDER.witness(after.events[0], 2) == after.events[0]
    assert after.the(AssignmentDone).workers == 2
    begun = position(["A", "A"])
    assert MASTER_BUILDER.imagine(begun, 0, (), iter(())) == begun  # nothing is hidden yet
    imagined = MASTER_BUILDER.imagine(after.state, 0, after.events, iter(()))
    assert imagined.builders[0] == after.state.builders[0]  # its own stand as they are
    assert [(each.jobs, each.ready) for each in imagined.builders[1:]] == [((), False)] * 2
    after = play(after.state, "1 assign 2 3.3; 2 build; 1 build")
    assert after.the(AssignmentsRevealed).jobs == (
        (Job(1, 3, 1), Job(2, 3, 3)),
        (),
        (Job(5, 4, 1), Job(6, 4, 2)),
    )


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_all_see_the_assignments_while_they_are_carried_out() -> None:
    state = site("AA", 3)
    state = play(state, "1 assign 1 3.1; 1 assign 2 3.3").state
    steps = MASTER_BUILDER.unfold(state, MASTER_BUILDER.read("1 build"))
    (shown,) = [each.state for each in steps if isinstance(each.event, AssignmentsRevealed)]
    assert MASTER_BUILDER.view(shown, 1).builders[0].jobs == (Job(1, 3, 1), Job(2, 3, 3))


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_who_has_only_workers_with_too_little_skill_is_ready() -> None:
    state = position([[20], [21]], phase="event", holdings=[{11: ()}, {8: ()}])
    after = play(state, "* event 16")  # 20 is the last tradesman, 21 the first foreman
    assert [each.seat for each in after.all(AssignmentDone)] == [0]
    assert asked(after.state) == ("assign", (2,))


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_who_has_nobody_or_nothing_to_do_is_ready() -> None:
    state = position(["A", "", "T", "A"], phase="event", holdings=[{3: ()}, {1: ()}, {}, {10: ()}])
    after = play(state, "* event 16")
    assert [each.seat for each in after.all(AssignmentDone)] == [1, 2, 3]
    assert asked(after.state) == ("assign", (1,))
    idle = position(["A", "T"], phase="event", holdings=[{3: ()}, {}])
    after = play(idle, "* event 6")  # the one apprentice is idle
    assert not after.all(AssignmentsRevealed)
    assert after.the(WorkersBack).idle == 1


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_a_worker_serves_one_section() -> None:
    state = play(site("AAT", 3), "1 assign 1 3.1").state
    refusal = refused(state, "1 assign 1 3.2")
    assert (refusal.clause, refusal.reason) == ("MB-4-assign", "at_work")
    refusal = refused(state, "1 assign 2 3.1")
    assert (refusal.clause, refusal.reason) == ("MB-4-assign", "manned")
    refusal = refused(state, "1 assign 40 3.2")
    assert (refusal.clause, refusal.reason) == ("MB-4-assign", "not_in_crew")


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_only_ones_own_sections_that_do_not_stand() -> None:
    state = site("AAT", 3, [1, 3])
    refusal = refused(state, "1 assign 1 3.1")
    assert (refusal.clause, refusal.reason) == ("MB-4-assign", "stands")
    assert refused(state, "1 assign 1 4.1").reason == "no_such_section"
    assert refused(state, "1 assign 1 3.7").reason == "no_such_section"
    foreign = MASTER_BUILDER.refuse(state, Assign(0, 1, 3, 0))
    assert foreign
    assert foreign.reason == "no_such_section"


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_a_section_may_need_two_workers_and_gets_both_or_none() -> None:
    state = site("ATMM", 12)  # its curtain needs a master and a tradesman
    assert {"1 assign 11 12.1", "1 assign 31 12.1"} <= legal(state, 1)
    assert refused(state, "1 assign 1 12.1").reason == "skill"
    state = play(state, "1 assign 11 12.1").state
    refusal = refused(state, "1 assign 1 12.1")
    assert (refusal.reason, refusal.facts["needs"]) == ("skill", "master")
    after = work(state, "1 12.3")
    unbuilt = after.all(SectionsUnbuilt)
    assert [(each.clause, each.sections) for each in unbuilt] == [
        ("MB-4-assign", (1,)),
        ("MB-4-walls", (3,)),
    ]
    assert after.state.builders[0].holdings == (Holding(12),)
    assert built(work(state, "31 12.1", "1 12.3")) == (1, 3)


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_two_masters_do_for_a_master_and_a_tradesman() -> None:
    state = site("AMM", 12)
    assert built(work(state, "31 12.1", "32 12.1", "1 12.3")) == (1, 3)


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_one_may_build_on_several_contracts_or_not_at_all() -> None:
    state = position(["AAAA", ""], phase="assign", holdings=[{3: (1, 3), 4: ()}, {}])
    state = replace(state, builders=(state.builders[0], replace(state.builders[1], ready=True)))
    after = work(state, "1 3.2", "2 4.1", "3 4.2")
    assert [(each.contract, each.sections) for each in after.all(SectionsBuilt)] == [(3, (2,))]
    assert not built(play(state, "1 build"))


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_every_decision_has_a_lane_of_its_own() -> None:
    state = site("AAT", 3)
    repeats = []
    for text in ("1 assign 1 3.1", "1 assign 2 3.3", "1 build"):
        turn = MASTER_BUILDER.turn(state)
        assert isinstance(turn, Decide)
        repeats.append(turn.repeat)
        state = play(state, text).state
    assert len(set(repeats)) == 3


# --- houses -------------------------------------------------------------------------------------


@pytest.mark.clause("MB-4-stable")
@pytest.mark.parametrize(
    ("sections", "stands"),
    [
        ((1, 3), (1, 3)),
        ((2, 4), (2, 4)),
        ((1, 2, 3), (1, 2, 3)),
        ((1,), ()),
        ((3,), ()),
        ((1, 2), ()),
        ((3, 4), ()),
    ],
)
def test_mb_4_stable_first_at_least_a_wall_and_a_gable(
    sections: tuple[int, ...], stands: tuple[int, ...]
) -> None:
    state = site("AAAA", 3)
    after = work(state, *[f"{worker} 3.{each}" for worker, each in enumerate(sections, 1)])
    assert built(after) == stands
    fallen = sum((each.sections for each in after.all(SectionsUnbuilt)), ())
    assert fallen == (() if stands else sections)
    assert {each.clause for each in after.all(SectionsUnbuilt)} <= {"MB-4-stable"}


@pytest.mark.clause("MB-4-stable")
def test_mb_4_stable_later_any_section_by_itself() -> None:
    assert built(work(site("A", 3, [1, 3]), "1 3.2")) == (2,)
    assert built(work(site("A", 3, [1, 3]), "1 3.4")) == (4,)


@pytest.mark.clause("MB-4-stable")
def test_mb_4_stable_a_roof_only_when_all_four_walls_stand() -> None:
    state = site("ATT", 3, [1, 2, 3])
    refusal = refused(state, "1 assign 11 3.5")
    assert (refusal.clause, refusal.reason) == ("MB-4-stable", "walls_first")
    assert refusal.facts == {"contract": 3, "section": 5, "part": "roof"}
    state = play(state, "1 assign 1 3.4").state  # walls of the same phase count
    assert built(work(state, "11 3.5")) == (4, 5)
    assert built(work(state, "11 3.5", "12 3.6")) == (4, 5, 6)


@pytest.mark.clause("MB-4-stable")
def test_mb_4_stable_each_roof_by_itself() -> None:
    assert built(work(site("T", 3, [1, 2, 3, 4]), "11 3.6")) == (6,)
    assert built(work(site("T", 3, [1, 2, 3, 4, 6]), "11 3.5")) == (5,)


@pytest.mark.clause("MB-4-stable", "MB-contracts")
def test_mb_4_stable_the_smallest_crew_builds_it_all_in_one_phase() -> None:
    for number, contract in enumerate(default_deck().contracts, 1):
        crew = "".join(letter * n for letter, n in zip("ATFM", contract.crew(), strict=True))
        state = site(crew, number)
        for _ in crew:
            # Each part gets a worker of exactly its skill, so the able are not wasted.
            on = skills_on(state.deck, state.builders[0].jobs, number)
            least = open_sections(contract, Holding(number), on)
            state = play(
                state,
                next(
                    str(move)
                    for move in MASTER_BUILDER.legal(state, 0)
                    if isinstance(move, Assign)
                    and state.deck.workers[move.worker - 1].skill == least[move.section]
                ),
            ).state
        assert built(play(state, "1 build")) == (1, 2, 3, 4, 5, 6), contract.title.en


# --- city walls ---------------------------------------------------------------------------------


@pytest.mark.clause("MB-4-walls")
@pytest.mark.parametrize(
    ("pairs", "stands"),
    [
        (("11 1.1", "1 1.2"), (1, 2)),
        (("11 1.1", "1 1.3"), (1, 3)),
        (("11 1.1", "1 1.2", "2 1.3"), (1, 2, 3)),
        (("11 1.1",), ()),
        (("1 1.2", "2 1.3"), ()),
    ],
)
def test_mb_4_walls_begin_with_the_curtain_and_a_small_piece(
    pairs: tuple[str, ...], stands: tuple[int, ...]
) -> None:
    after = work(site("AAAAT", 1), *pairs)
    assert built(after) == stands
    assert {each.clause for each in after.all(SectionsUnbuilt)} == (
        set() if stands else {"MB-4-walls"}
    )


@pytest.mark.clause("MB-4-walls")
def test_mb_4_walls_then_the_second_small_piece() -> None:
    assert built(work(site("A", 1, [1, 2]), "1 1.3")) == (3,)
    assert built(work(site("A", 1, [1, 3]), "1 1.2")) == (2,)


@pytest.mark.clause("MB-4-walls")
def test_mb_4_walls_the_second_wall_when_the_first_is_complete() -> None:
    state = site("AATT", 1, [1, 2])
    refusal = refused(state, "1 assign 11 1.4")
    assert (refusal.clause, refusal.reason) == ("MB-4-walls", "walls_first")
    assert refusal.facts["part"] == "curtain"
    state = play(state, "1 assign 1 1.3").state  # the same phase counts
    assert built(work(state, "11 1.4", "2 1.6")) == (3, 4, 6)
    assert built(work(site("AAT", 1, [1, 2, 3]), "11 1.4", "1 1.5")) == (4, 5)


@pytest.mark.clause("MB-4-walls")
def test_mb_4_walls_the_second_begins_like_the_first() -> None:
    after = work(site("AATT", 1, [1, 2, 3]), "1 1.5", "2 1.6")
    assert not built(after)
    assert after.the(SectionsUnbuilt).sections == (5, 6)
    assert not built(work(site("T", 1, [1, 2, 3]), "11 1.4"))


@pytest.mark.clause("MB-4-walls")
def test_mb_4_walls_are_contracts_1_2_7_and_12() -> None:
    kinds = [contract.kind for contract in default_deck().contracts]
    assert [number for number, kind in enumerate(kinds, 1) if kind == "city_wall"] == [1, 2, 7, 12]


# --- afterwards ---------------------------------------------------------------------------------


@pytest.mark.clause("MB-4-back")
def test_mb_4_back_all_workers_are_free_again() -> None:
    state = position(["AAA", "T"], phase="event", holdings=[{3: ()}, {}])
    after = play(state, "* event 6; 1 choose 1; 1 choose 2; 1 assign 3 3.1; 1 build")
    assert after.the(WorkersBack).idle == 2
    for each in after.state.builders:
        assert (each.idle, each.jobs, each.ready) == ((), (), False)


@pytest.mark.clause("MB-5-repay", "MB-4-assign")
def test_mb_4_assign_a_loan_may_be_repaid_while_assigning() -> None:
    state = site("AA", 3, loans=[(1, 0), (0, 0)])
    after = play(state, "1 assign 1 3.1; 1 repay small")
    assert asked(after.state) == ("assign", (1,))
    assert after.state.builders[0].jobs == (Job(1, 3, 1),)
    assert "1 assign 2 3.3" in legal(after.state, 1)


# --- the pieces by themselves -------------------------------------------------------------------


@pytest.mark.clause("MB-4-assign")
def test_mb_4_assign_workers_fit_a_section_if_each_can_do_one_part_of_it() -> None:
    assert fits((0, 3), [0, 3])
    assert fits((0, 3), [3, 3])
    assert not fits((0, 3), [2, 2])
    assert [least_skill((1, 3), on) for on in ([], [1], [2], [3])] == [1, 3, 3, 1]


@pytest.mark.clause("MB-4-stable", "MB-4-walls")
def test_what_rises_and_what_is_open_go_together() -> None:
    house, walls = default_deck().contracts[2], default_deck().contracts[0]
    assert set(open_sections(house, Holding(3), {})) == {1, 2, 3, 4}
    assert set(open_sections(house, Holding(3, (1, 2, 3, 4)), {})) == {5, 6}
    assert set(open_sections(walls, Holding(1, (1, 2)), {3: [0]})) == {4, 5, 6}
    assert rise("house", (), (1, 2, 3, 4, 5)) == (1, 2, 3, 4, 5)
    assert rise("city_wall", (), (1, 2, 3, 4)) == (1, 2, 3)
