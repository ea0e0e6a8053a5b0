"""What is legal, and listed: the twin of :mod:`~paydays_widgets.games.master_builder.engine`."""

from paydays_widgets.games.master_builder.deck import SECTIONS
from paydays_widgets.games.master_builder.engine import STEPS
from paydays_widgets.games.master_builder.kernel.building import is_free, is_open, least_skill
from paydays_widgets.games.master_builder.kernel.facts import (
    decider,
    may_hire,
    offer,
    offered,
    repayable,
    strikes,
    unopposed,
)
from paydays_widgets.games.master_builder.kernel.position import (
    ASSIGN,
    AUCTION,
    BIDS,
    BORROW,
    BORROWING,
    BUILDING,
    CHOOSING,
    DISMISS,
    DRAFT,
    FIRING,
    HIRE,
    HIRING,
    IDLE,
    LEVELS,
    MUST_NAME,
    NAME,
    NAMING,
    PASSING,
    RAISING,
    REPAY,
    REPAYING,
    VERBS,
    Position,
    Printed,
    assignment,
)
from paydays_widgets.kernels.compiled import below, in_place


@in_place
def at_random(s: Position, d: Printed, luck: int) -> int:
    """Choose any legal move at random."""
    count = _moves(s, d, -1)
    return _moves(s, d, below(luck, count))


@in_place
def _moves(s: Position, d: Printed, place: int) -> int:
    """Return the move at a place among those that are legal; for -1, how many there are."""
    seat, phase = decider(s), s.phase
    if phase == BORROW:
        return 2 if place < 0 else BORROWING + VERBS * place
    first = _of_phase(s, d, seat, -1)
    if 0 <= place < first:
        return _of_phase(s, d, seat, place)
    left = place - first
    if phase in (HIRE, NAME, AUCTION, REPAY, ASSIGN):
        if left == 0:
            return BUILDING if phase == ASSIGN else PASSING
        first, left = first + 1, left - 1
    if phase in (DRAFT, MUST_NAME):
        return first
    small, large = repayable(s, d, seat, 0), repayable(s, d, seat, 1)
    if place < 0:
        return first + int(small) + int(large)
    return REPAYING + VERBS * (left if small else 1)


@in_place
def _of_phase(s: Position, d: Printed, seat: int, place: int) -> int:
    """Return the move at a place among those that only this phase has, or how many there are."""
    phase = s.phase
    if phase == DRAFT or (phase == HIRE and s.builders[seat].changes < d.hire_fire_limit):
        return _changes(s, d, seat, place)
    if phase in (NAME, MUST_NAME):
        return _namings(s, d, seat, place)
    if phase == AUCTION:
        least, found = s.auction.bid + 1, 0
        for step in STEPS:
            found += int(least + step <= s.builders[seat].cash)
        return found if place < 0 else RAISING + VERBS * (least + STEPS[place])
    if phase in (IDLE, DISMISS):
        return _choices(s, d, seat, place)
    if phase == ASSIGN:
        return _assignments(s, d, seat, place)
    return 0


@in_place
def _changes(s: Position, d: Printed, seat: int, place: int) -> int:
    found, crew = 0, s.builders[seat].crew
    for skill in range(LEVELS):
        if may_hire(s, d, seat, skill):
            if found == place:
                return HIRING + VERBS * skill
            found += 1
    if s.phase == DRAFT:
        return found
    return found + crew.length if place < 0 else FIRING + VERBS * crew.numbers[place - found]


@in_place
def _namings(s: Position, d: Printed, seat: int, place: int) -> int:
    found, steps = 0, 1 if unopposed(s, d, seat) else len(STEPS)
    for each in range(offered(s)):
        contract = offer(s, each)
        for step in range(steps):
            bid = d.contracts[contract].cost + STEPS[step]
            if bid <= s.builders[seat].cash:
                if found == place:
                    return NAMING + VERBS * (contract * BIDS + bid)
                found += 1
    return found


@in_place
def _choices(s: Position, d: Printed, seat: int, place: int) -> int:
    found, crew = 0, s.builders[seat].crew
    for each in range(crew.length):
        if strikes(s, d, seat, crew.numbers[each]):
            if found == place:
                return CHOOSING + VERBS * crew.numbers[each]
            found += 1
    return found


@in_place
def _assignments(s: Position, d: Printed, seat: int, place: int) -> int:
    found, holdings = 0, s.builders[seat].holdings
    for each in range(holdings.length):
        contract = holdings.numbers[each]
        for section in range(SECTIONS):
            if is_open(s, d, seat, contract, section):
                least = least_skill(s, d, seat, contract, section)
                fit = _fit(s, d, seat, least, -1)
                if 0 <= place - found < fit:
                    worker = _fit(s, d, seat, least, place - found)
                    return assignment(worker, contract, section)
                found += fit
    return found


@in_place
def _fit(s: Position, d: Printed, seat: int, least: int, place: int) -> int:
    """Return the worker at a place among the free ones of some skill, or how many there are."""
    found, crew = 0, s.builders[seat].crew
    for each in range(crew.length):
        worker = crew.numbers[each]
        if is_free(s, worker) and d.workers[worker].skill >= least:
            if found == place:
                return worker
            found += 1
    return found
