"""A proposal for the crew: it can be played, it stands, and it is hard to improve on."""

import random
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.optimize import linear_sum_assignment

from paydays_widgets.games.master_builder.deck import SECTIONS
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.engine.building import rise, skills_on
from paydays_widgets.games.master_builder.moves import Assign
from paydays_widgets.games.master_builder.reading import plan
from paydays_widgets.games.master_builder.reading.assignment import assign
from paydays_widgets.games.master_builder.reading.proposal import propose
from paydays_widgets.games.master_builder.state import Job, State, View
from tests.games.master_builder.positions import Crew, play, position

Built = dict[int, Sequence[int]]


def site(crew: Crew, holdings: Built) -> State:
    state = position([crew, ""], phase="assign", holdings=[holdings, {}])
    return replace(state, builders=(state.builders[0], replace(state.builders[1], ready=True)))


def seen(state: State) -> View:
    return MASTER_BUILDER.view(state, 0)


def proposed(state: State) -> set[str]:
    return {f"{each.worker} {each.contract}.{each.section}" for each in propose(seen(state), 0)}


def worth(state: State, jobs: Sequence[Job]) -> float:
    """Value what some jobs would build, as the proposal does."""
    total = 0.0
    for holding in state.builders[0].holdings:
        contract = state.deck.contracts[holding.contract - 1]
        on = skills_on(state.deck, jobs, holding.contract)
        manned = [
            section
            for section, skills in on.items()
            if len(skills) == len(contract.heads[section - 1])
        ]
        new = rise(contract.kind, holding.built, manned)
        total += len(new) * contract.income / (SECTIONS - len(holding.built))
    return total


@pytest.mark.clause("MB-4-assign")
def test_the_able_are_kept_for_what_nobody_else_can_do() -> None:
    # One wall by an apprentice, a roof by a foreman: the foreman does not lay the wall.
    state = site("AF", {5: (2, 3, 4, 6)})
    assert proposed(state) == {"1 5.1", "21 5.5"}


@pytest.mark.clause("MB-4-stable")
def test_what_would_not_stand_is_not_proposed() -> None:
    assert proposed(site("A", {3: ()})) == set()
    assert proposed(site("AA", {3: ()})) == {"1 3.1", "2 3.3"}
    assert proposed(site("T", {3: (1, 2, 3)})) == {"11 3.4"}
    jobs = propose(seen(site("TT", {3: (1, 2, 3)})), 0)
    assert [each.section for each in jobs] in ([4, 5], [4, 6])


@pytest.mark.clause("MB-4-walls")
def test_a_city_wall_begins_with_its_curtain() -> None:
    assert proposed(site("AT", {1: ()})) == {"11 1.1", "1 1.2"}
    assert proposed(site("AA", {1: ()})) == set()
    assert proposed(site("AAT", {1: (1, 2)})) == {"1 1.3", "11 1.4", "2 1.5"}


@pytest.mark.clause("MB-4-assign")
def test_a_section_for_two_gets_both_or_none() -> None:
    assert proposed(site("ATM", {12: ()})) == {"11 12.1", "31 12.1", "1 12.3"}
    assert proposed(site("AM", {12: ()})) == set()
    assert proposed(site("AT", {12: (1, 2, 3)})) == set()


def test_what_is_nearly_finished_comes_first() -> None:
    # Two sections of a city wall for 45, or the last roof of a granary for the same sum.
    state = site("T", {4: (1, 3), 3: (1, 2, 3, 4, 5)})
    assert proposed(state) == {"11 3.6"}


@pytest.mark.clause("MB-3-absent")
def test_who_is_face_down_is_not_proposed() -> None:
    state = site("AAA", {3: ()})
    idle = replace(state.builders[0], idle=(1,))
    assert proposed(replace(state, builders=(idle, state.builders[1]))) == {"2 3.1", "3 3.3"}


def test_work_assigned_already_stays_and_is_built_upon() -> None:
    state = play(site("AAT", {3: ()}), "1 assign 11 3.4").state
    assert worth(state, (*state.builders[0].jobs, *propose(seen(state), 0))) == 3 * 45 / 6
    state = play(site("AMMT", {12: ()}), "1 assign 11 12.1").state
    assert proposed(state) == {"31 12.1", "1 12.3", "32 12.2"}
    state = play(site("AM", {12: ()}), "1 assign 31 12.1").state
    assert proposed(state) == set()  # the tradesman is still missing
    state = play(site("AAF", {3: (), 8: (1, 2, 3, 4, 5)}), "1 assign 21 8.6; 1 assign 1 3.1").state
    assert proposed(state) == {"2 3.3"}


def test_nothing_is_proposed_for_nobody_and_for_no_contract() -> None:
    assert proposed(site("", {3: ()})) == set()
    assert proposed(site("AT", {})) == set()


def test_the_assignments_of_others_stay_hidden() -> None:
    state = position(["AA", "TT"], phase="assign", holdings=[{3: ()}, {1: ()}])
    with pytest.raises(ValueError, match="the assignments of seat 2 are hidden"):
        propose(MASTER_BUILDER.view(state, 0), 1)


def test_six_contracts_are_weighed_by_their_dearest_sections() -> None:
    # The sixth, with the least valuable sections, is left out, although somebody could work there.
    holdings: Built = dict.fromkeys((1, 3, 4, 5, 6, 8), ())
    assert all(not each.startswith("1.") for each in proposed(site("AATTFF", holdings)))


def some_sites() -> Iterator[State]:
    luck = random.Random(5)
    for _ in range(150):
        crew = "".join(luck.choices("ATFM", k=luck.randint(1, 4)))
        holdings: Built = {}
        for number in luck.sample(range(1, 13), luck.randint(1, 2)):
            holdings[number] = luck.choice([(), (1, 3), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)])
            if number in {1, 2, 7, 12} and holdings[number] == (1, 2, 3, 4):
                holdings[number] = (1, 2, 3)
        yield site(crew, holdings)


def all_work(state: State) -> Iterator[tuple[Job, ...]]:
    """Yield every way to assign each worker to some section, or to none."""
    builder = state.builders[0]
    places = [
        (holding.contract, section)
        for holding in builder.holdings
        for section in range(1, SECTIONS + 1)
        if section not in holding.built
    ]
    for choice in product([None, *places], repeat=len(builder.crew)):
        jobs = [
            Job(worker, *place)
            for worker, place in zip(builder.crew, choice, strict=True)
            if place is not None
        ]
        if all(_able(state, jobs, place) for place in {*choice} - {None} if place):
            yield tuple(jobs)


def _able(state: State, jobs: Sequence[Job], place: tuple[int, int]) -> bool:
    number, section = place
    heads = state.deck.contracts[number - 1].heads[section - 1]
    skills = sorted(skills_on(state.deck, jobs, number)[section])
    return len(skills) == len(heads) and all(
        skill >= head for skill, head in zip(skills, heads, strict=True)
    )


@pytest.mark.thorough
def test_no_other_work_builds_more() -> None:
    for state in some_sites():
        best = max(worth(state, jobs) for jobs in all_work(state))
        assert worth(state, propose(seen(state), 0)) == pytest.approx(best)


def test_the_proposal_can_be_entered_as_it_stands_and_is_no_worse_than_a_simple_plan() -> None:
    for state in some_sites():
        jobs = propose(seen(state), 0)
        at = state
        for job in jobs:
            move = Assign(0, job.worker, job.contract, job.section)
            at = MASTER_BUILDER.unfold(at, move)[-1].state
        assert propose(seen(at), 0) == ()  # nothing remains to improve
        assert worth(state, jobs) >= worth(state, plan(seen(state))) - 1e-9


def test_the_assignment_is_a_cheapest_one() -> None:
    luck = random.Random(1)
    for _ in range(500):
        rows = luck.randint(0, 7)
        columns = rows + luck.randint(0, 6)
        costs = [
            [luck.choice([luck.random() * 9, luck.randint(-3, 5), 1e6]) for _ in range(columns)]
            for _ in range(rows)
        ]
        found = assign(costs)
        assert len({*found}) == rows
        cost = sum(row[column] for row, column in zip(costs, found, strict=True))
        best = linear_sum_assignment(np.array(costs).reshape(rows, columns))
        assert cost == pytest.approx(
            sum(costs[row][column] for row, column in zip(*best, strict=True))
        )
