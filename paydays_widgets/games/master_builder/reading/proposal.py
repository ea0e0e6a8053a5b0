"""A solver's proposal: who should work where in this phase.

Asking for it loads SciPy; nothing else in the game does.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.games.master_builder.deck import SECTIONS, Contract
from paydays_widgets.games.master_builder.engine.building import (
    STAGES,
    Hand,
    Stage,
    rise,
    skills_on,
)
from paydays_widgets.games.master_builder.reading.assignment import assign
from paydays_widgets.games.master_builder.state import Holding, Job, View

Spot: TypeAlias = tuple[int, int]
"""A section: its contract's number and its own."""

WEIGHED: Final = 5
"""How many contracts are weighed against each other: those with the most valuable sections."""
MUST: Final = 10_000.0
"""The extra worth of a section that an aim requires."""
NEVER: Final = 1_000_000.0
"""The cost of assigning a worker whose skill is too low."""
SPARE: Final = 0.01
"""The cost of each level of skill above need: able workers stay free if it makes no difference."""


class Aim(Struct, frozen=True):
    """How far a building is to rise in this phase: the sections that must and may be built."""

    must: tuple[Spot, ...] = ()
    may: tuple[Spot, ...] = ()


def propose(view: View, seat: Seat) -> tuple[Job, ...]:
    """Propose assignments for a seat's free workers in this phase, in an order that can be played.

    A section is worth its contract's income divided by the number of missing sections, so
    buildings that are nearly finished come first. Each contract has three possible aims: to leave
    it, to continue its current stage, or to complete that stage and begin the next. For each
    combination of aims, the assignment problem is solved, which matches workers to sections so
    that the total worth is highest; the best combination is proposed. Existing assignments stay.

    Raises
    ------
    ValueError
        If the view hides the seat's assignments.
    """
    there = view.builders[seat]
    if there.jobs is None:
        message = f"the assignments of seat {seat + 1} are hidden from this view"
        raise ValueError(message)
    busy = {job.worker for job in there.jobs}.union(there.idle)
    hands = [
        (view.deck.workers[number - 1].skill, number)
        for number in there.crew
        if number not in busy
    ]
    worth = {
        each.contract: view.deck.contracts[each.contract - 1].income / (SECTIONS - len(each.built))
        for each in there.holdings
    }
    urgent = sorted(there.holdings, key=lambda each: (-worth[each.contract], each.contract))
    best: tuple[Job, ...] = ()
    best_sum = 0.0
    for aims in product(*[list(_aims(view, each, there.jobs)) for each in urgent[:WEIGHED]]):
        must = [place for aim in aims for place in aim.must]
        may = [place for aim in aims for place in aim.may]
        jobs = _serve(view, there.holdings, there.jobs, hands, must=must, may=may, worth=worth)
        sum_ = _sum(view, there.holdings, (*there.jobs, *jobs), worth)
        if sum_ > best_sum:
            best, best_sum = jobs, sum_
    return tuple(sorted(best, key=lambda job: (job.contract, job.section, job.worker)))


def _aims(view: View, holding: Holding, jobs: Sequence[Job]) -> Iterator[Aim]:
    """Yield the aims for a contract: none, its current stage, and the one after that."""
    yield Aim()
    number = holding.contract
    contract = view.deck.contracts[number - 1]
    on = skills_on(view.deck, jobs, number)
    must: tuple[Spot, ...] = ()
    for stage in STAGES[contract.kind]:
        missing = [section for group in stage for section in group if section not in holding.built]
        if not missing:
            continue
        first = _first(contract, stage, holding.built, on)
        yield Aim(
            (*must, *((number, section) for section in first)),
            tuple((number, section) for section in missing if section not in first),
        )
        must = (*must, *((number, section) for section in missing))


def _first(
    contract: Contract, stage: Stage, built: tuple[int, ...], on: Mapping[int, Sequence[int]]
) -> tuple[int, ...]:
    """Find the easiest section of each group if none stands yet: with these the stage stands."""
    if any(section in built for group in stage for section in group):
        return ()

    def ease(section: int) -> tuple[bool, int, tuple[int, ...]]:
        heads = contract.heads[section - 1]
        return section not in on, len(heads), heads

    return tuple(min(group, key=ease) for group in stage)


def _serve(
    view: View,
    holdings: Sequence[Holding],
    there: Sequence[Job],
    hands: Sequence[Hand],
    *,
    must: Sequence[Spot],
    may: Sequence[Spot],
    worth: Mapping[int, float],
) -> tuple[Job, ...]:
    """Match workers to sections; drop sections that would be built in vain, and match again."""
    wanted = {place: worth[place[0]] for place in may}
    wanted.update({place: worth[place[0]] + MUST for place in must})
    while True:
        jobs = _match(view, there, hands, wanted)
        vain = [place for place in _in_vain(view, holdings, (*there, *jobs)) if place in wanted]
        if not vain:
            return jobs
        del wanted[min(vain, key=lambda place: (wanted[place], place))]


def _match(
    view: View, there: Sequence[Job], hands: Sequence[Hand], wanted: Mapping[Spot, float]
) -> tuple[Job, ...]:
    """Match workers to the parts of sections so that the total worth is highest."""
    parts: list[tuple[Spot, int, float]] = []
    for place, worth in wanted.items():
        number, section = place
        heads = list(view.deck.contracts[number - 1].heads[section - 1])
        for skill in sorted(skills_on(view.deck, there, number).get(section, ()), reverse=True):
            heads.remove(max(head for head in heads if head <= skill))
        parts += [(place, head, worth / len(heads)) for head in heads]
    if not parts or not hands:
        return ()
    free = [0.0] * len(hands)  # a worker may also stay free
    costs = [
        [SPARE * (skill - head) - worth if skill >= head else NEVER for _, head, worth in parts]
        + free
        for skill, _ in hands
    ]
    return tuple(
        Job(worker, *parts[column][0])
        for (_, worker), column in zip(hands, assign(costs), strict=True)
        if column < len(parts)
    )


def _risen(
    view: View, holdings: Sequence[Holding], jobs: Sequence[Job]
) -> Iterator[tuple[int, list[int], tuple[int, ...]]]:
    """Yield, for each contract, the sections that have workers and those that get built."""
    for holding in holdings:
        contract = view.deck.contracts[holding.contract - 1]
        on = skills_on(view.deck, jobs, holding.contract)
        manned = [
            section
            for section, skills in on.items()
            if len(skills) == len(contract.heads[section - 1])
        ]
        yield holding.contract, list(on), rise(contract.kind, holding.built, manned)


def _in_vain(view: View, holdings: Sequence[Holding], jobs: Sequence[Job]) -> list[Spot]:
    """List the sections that have workers but would not be built."""
    return [
        (number, section)
        for number, on, new in _risen(view, holdings, jobs)
        for section in on
        if section not in new
    ]


def _sum(
    view: View, holdings: Sequence[Holding], jobs: Sequence[Job], worth: Mapping[int, float]
) -> float:
    return sum(len(new) * worth[number] for number, _, new in _risen(view, holdings, jobs))
