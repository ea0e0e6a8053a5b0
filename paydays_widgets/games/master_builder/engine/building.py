"""Buildings: their sections, the order in which they are built, and who may work on which.

A building rises in *stages*: for a house, its four walls and then its roofs; for city walls, the
first and then the second wall. A stage consists of groups of sections. None of it stands until
every group has a section built in the same phase (a wall and a gable; a curtain and a small
piece). Its other sections follow in any order, and once all stand the next stage may begin.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from paydays_widgets.games.master_builder.deck import PENALTY_PCT, SECTIONS, Contract, Deck
from paydays_widgets.games.master_builder.state import Holding, Job

Part: TypeAlias = Literal["wall", "gable", "roof", "curtain", "small"]
Stage: TypeAlias = tuple[tuple[int, ...], ...]
Hand: TypeAlias = tuple[int, int]
"""A worker to assign: its skill and its number."""

PARTS: Final[Mapping[str, tuple[Part, ...]]] = MappingProxyType(
    {
        "house": ("wall", "wall", "gable", "gable", "roof", "roof"),
        "city_wall": ("curtain", "small", "small", "curtain", "small", "small"),
    }
)
"""The part that each section is; section ``n`` is ``PARTS[kind][n - 1]``."""

STAGES: Final[Mapping[str, tuple[Stage, ...]]] = MappingProxyType(
    {"house": (((1, 2), (3, 4)), ((5, 6),)), "city_wall": (((1,), (2, 3)), ((4,), (5, 6)))}
)
"""The stages of each kind of building, with their groups (MB-4-stable, MB-4-walls)."""


PENALTY: Final = 20
"""What a missing section costs at the end, in thousands (MB-end-unfinished)."""


def payment(income: int, standing: int, *, by_pct: bool) -> tuple[int, int]:
    """Compute the cost of each missing section at the end, and what the building then pays.

    Parameters
    ----------
    income
        What the whole building pays, in thousands.
    by_pct
        Whether a missing section costs a share of the income rather than a fixed sum.

    Examples
    --------
    >>> payment(70, 6, by_pct=False), payment(70, 3, by_pct=False), payment(70, 3, by_pct=True)
    ((20, 70), (20, 10), (14, 28))
    """
    each = income * PENALTY_PCT // 100 if by_pct else PENALTY
    return each, max(0, income - each * (SECTIONS - standing))


def least_skill(heads: tuple[int, ...], skills: list[int]) -> int:
    """Find the lowest skill that will do for one more worker on a section.

    Parameters
    ----------
    heads
        The skills that the section needs, ascending.
    skills
        The skills of the workers already on it: fewer than it needs, and fit for it.

    Examples
    --------
    >>> least_skill((1, 3), []), least_skill((1, 3), [3]), least_skill((1, 3), [2])
    (1, 1, 3)
    """
    if not skills:
        return heads[0]
    skill = heads[0]
    while not fits(heads, sorted([*skills, skill])):
        skill += 1
    return skill


def fits(heads: tuple[int, ...], skills: list[int]) -> bool:
    """Return whether some workers can meet all or part of a section's needs.

    Parameters
    ----------
    heads, skills
        The skills that the section needs and those of the workers, both ascending.

    Examples
    --------
    >>> fits((1, 3), [3]), fits((1, 3), [2, 2])
    (True, False)
    """
    return all(skill >= head for head, skill in zip(heads, skills, strict=False))


def skills_on(deck: Deck, jobs: Iterable[Job], contract: int) -> dict[int, list[int]]:
    """Collect the skills of the workers assigned to a contract, by section."""
    found: dict[int, list[int]] = {}
    for job in jobs:
        if job.contract == contract:
            found.setdefault(job.section, []).append(deck.workers[job.worker - 1].skill)
    return found


def open_sections(
    contract: Contract, holding: Holding, on: Mapping[int, list[int]]
) -> dict[int, int]:
    """Find the sections where one more worker could work, with the lowest skill that will do.

    Parameters
    ----------
    on
        The skills of the workers assigned, by section.
    """
    found: dict[int, int] = {}
    heads = contract.heads
    built = holding.built
    for stage in STAGES[contract.kind]:
        complete = True
        for group in stage:
            for section in group:
                if section in built:
                    continue
                needs = heads[section - 1]
                there = on.get(section, [])
                if len(there) < len(needs):
                    found[section] = least_skill(needs, there)
                    complete = False
        if not complete:
            break
    return found


def rise(kind: str, built: Iterable[int], manned: Iterable[int]) -> tuple[int, ...]:
    """Return the sections that get built in this phase.

    Parameters
    ----------
    built
        The sections that already stand.
    manned
        The sections that have all their workers.

    Examples
    --------
    >>> rise("house", [], [1, 2]), rise("house", [], [1, 3]), rise("city_wall", [1, 3], [2])
    ((), (1, 3), (2,))
    """
    there = set(built)
    ready = set(manned)
    found: list[int] = []
    for stage in STAGES[kind]:
        sections = [section for group in stage for section in group]
        begun = not there.isdisjoint(sections)
        if begun or all(not ready.isdisjoint(group) for group in stage):
            found += [section for section in sections if section in ready]
        if not (there | ready).issuperset(sections):
            break
    return tuple(found)


def staff(
    contract: Contract, built: tuple[int, ...], hands: list[Hand]
) -> dict[int, tuple[Hand, ...]]:
    """Assign workers to as many sections of a building as a simple rule can build in one phase.

    The rule goes stage by stage: first the sections that must stand first, then the easiest ones,
    each built by the least able worker who will do. The result is often the best possible, and
    always easy to follow.

    Parameters
    ----------
    contract, built
        The building, and its sections that already stand.
    hands
        The free workers, ascending; those assigned are removed from the list.

    Examples
    --------
    >>> from paydays_widgets.games.master_builder.deck import default_deck
    >>> staff(default_deck().contracts[2], (), [(0, 1), (0, 2), (1, 11)])
    {1: ((0, 1),), 3: ((0, 2),), 2: ((1, 11),)}
    """
    there = set(built)
    found: dict[int, tuple[Hand, ...]] = {}
    for stage in STAGES[contract.kind]:
        for section, crew in _staff(contract, stage, there, list(hands)).items():
            found[section] = crew
            there.add(section)
            for hand in crew:
                hands.remove(hand)
        if not there.issuperset([section for group in stage for section in group]):
            break
    return found


def _staff(
    contract: Contract, stage: Stage, there: set[int], hands: list[Hand]
) -> dict[int, tuple[Hand, ...]]:
    """Assign workers to a stage, or nobody if the stage could not begin to stand."""

    def ease(section: int) -> tuple[int, tuple[int, ...], int]:
        heads = contract.heads[section - 1]
        return len(heads), heads, section

    sections = sorted([section for group in stage for section in group], key=ease)
    first: list[int] = []
    if there.isdisjoint(sections):
        first = [min(group, key=ease) for group in stage]
    found: dict[int, tuple[Hand, ...]] = {}
    for section in (*first, *[each for each in sections if each not in first]):
        if section in there:
            continue
        crew = _crew(contract.heads[section - 1], hands)
        if crew:
            found[section] = crew
        elif section in first:
            return {}
    return found


def _crew(heads: tuple[int, ...], hands: list[Hand]) -> tuple[Hand, ...]:
    """Take the least able workers who can build a section, or nobody if one is missing."""
    crew: list[Hand] = []
    for head in heads:
        hand = next((each for each in hands if each[0] >= head and each not in crew), None)
        if hand is None:
            return ()
        crew.append(hand)
    for hand in crew:
        hands.remove(hand)
    return tuple(crew)
