"""Buildings: the twin of ``engine.building``, which explains them."""

from typing import Final

from paydays_widgets.games.master_builder.deck import PENALTY_PCT, SECTIONS
from paydays_widgets.games.master_builder.engine.building import PENALTY
from paydays_widgets.games.master_builder.kernel.position import TASKS, Position, Printed
from paydays_widgets.kernels.compiled import grid, in_place

STARTS: Final = grid(((0, 4, 6), (0, 3, 6)))
"""Where the stages of a house, and of city walls, begin and end."""
STAGES: Final = grid(((0b001111, 0b110000), (0b000111, 0b111000)))
GROUPS: Final = (
    ((0b000011, 0b001100), (0b110000, 0b110000)),
    ((0b000001, 0b000110), (0b001000, 0b110000)),
)
"""The groups of each stage; a house's roofs are one group."""
FIRSTS: Final = grid(((2, 1), (2, 2)))
"""How many sections of a stage must stand first: one of each group."""
WHOLE: Final = (1 << SECTIONS) - 1


@in_place
def standing(built: int) -> int:
    """Count the sections that stand."""
    found = 0
    for section in range(SECTIONS):
        found += built >> section & 1
    return found


@in_place
def payment(d: Printed, contract: int, built: int, by_pct: int) -> int:
    """Compute what a building pays at the end (MB-end-unfinished)."""
    income = d.contracts[contract].income
    each = income * PENALTY_PCT // 100 if by_pct else PENALTY
    return max(0, income - each * (SECTIONS - standing(built)))


@in_place
def there(s: Position, seat: int, contract: int, section: int) -> int:
    """Count the workers on a section."""
    crew, found = s.builders[seat].crew, 0
    for place in range(crew.length):
        if s.jobs[crew.numbers[place]] == TASKS * contract + section + 1:
            found += 1
    return found


@in_place
def least_skill(s: Position, d: Printed, seat: int, contract: int, section: int) -> int:
    """Find the lowest skill that will do for one more worker on a section."""
    crew = s.builders[seat].crew
    for place in range(crew.length):
        worker = crew.numbers[place]
        if s.jobs[worker] == TASKS * contract + section + 1:
            last = d.contracts[contract].heads[section, 1]
            if d.workers[worker].skill < last:
                return last
    return d.contracts[contract].heads[section, 0]


@in_place
def is_open(s: Position, d: Printed, seat: int, contract: int, section: int) -> bool:
    """Return whether one more worker could work on a section (MB-4-stable, MB-4-walls)."""
    built = s.built[contract]
    if built >> section & 1:
        return False
    if there(s, seat, contract, section) == d.contracts[contract].needs[section]:
        return False
    start = STARTS[d.contracts[contract].kind, 1]
    if section >= start:
        for each in range(start):
            manned = there(s, seat, contract, each) == d.contracts[contract].needs[each]
            if not (built >> each & 1 or manned):
                return False
    return True


@in_place
def is_free(s: Position, worker: int) -> bool:
    """Return whether a worker of a crew is neither idle nor at work."""
    return not s.idle[worker] and not s.jobs[worker]
