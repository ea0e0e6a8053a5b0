"""What is legal, and listed: the twin of :mod:`~paydays_widgets.games.master_builder.engine`."""

from paydays_widgets.games.master_builder.deck import SECTIONS
from paydays_widgets.games.master_builder.engine import STEPS
from paydays_widgets.games.master_builder.kernel.layout import (
    ASSIGN,
    AUCTION,
    BIDS,
    BORROW,
    BORROWING,
    BUILDING,
    CASH,
    CHANGES,
    CHOOSING,
    COST,
    CREW,
    DISMISS,
    DRAFT,
    FIRING,
    HIGHEST,
    HIRE,
    HIRING,
    HOLDINGS,
    IDLE,
    LEVELS,
    LIMIT,
    MUST_NAME,
    NAME,
    NAMING,
    PASSING,
    PHASE,
    RAISING,
    REPAY,
    REPAYING,
    SKILL,
    VERBS,
    assignment,
    decider,
    is_free,
    is_open,
    least_skill,
    list_at,
    may_hire,
    of_contract,
    of_worker,
    offer,
    offered,
    repayable,
    strikes,
    unopposed,
)
from paydays_widgets.kernels.compiled import Row, below, in_place


@in_place
def at_random(s: Row[int], d: Row[int], luck: int) -> int:
    """Choose any legal move at random."""
    count = _moves(s, d, -1)
    return _moves(s, d, below(luck, count))


@in_place
def _moves(s: Row[int], d: Row[int], place: int) -> int:
    """Return the move at a place among those that are legal; for -1, how many there are."""
    seat, phase = decider(s), s[PHASE]
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
def _of_phase(s: Row[int], d: Row[int], seat: int, place: int) -> int:
    """Return the move at a place among those that only this phase has, or how many there are."""
    phase = s[PHASE]
    if phase == DRAFT or (phase == HIRE and s[CHANGES + seat] < d[LIMIT]):
        return _changes(s, d, seat, place)
    if phase in (NAME, MUST_NAME):
        return _namings(s, d, seat, place)
    if phase == AUCTION:
        least, found = s[HIGHEST] + 1, 0
        for step in STEPS:
            found += int(least + step <= s[CASH + seat])
        return found if place < 0 else RAISING + VERBS * (least + STEPS[place])
    if phase in (IDLE, DISMISS):
        return _choices(s, d, seat, place)
    if phase == ASSIGN:
        return _assignments(s, d, seat, place)
    return 0


@in_place
def _changes(s: Row[int], d: Row[int], seat: int, place: int) -> int:
    found, crew = 0, list_at(d, CREW + seat)
    for skill in range(LEVELS):
        if may_hire(s, d, seat, skill):
            if found == place:
                return HIRING + VERBS * skill
            found += 1
    if s[PHASE] == DRAFT:
        return found
    return found + s[crew] if place < 0 else FIRING + VERBS * s[crew + 1 + place - found]


@in_place
def _namings(s: Row[int], d: Row[int], seat: int, place: int) -> int:
    found, steps = 0, 1 if unopposed(s, d, seat) else len(STEPS)
    for each in range(offered(s, d)):
        contract = offer(s, d, each)
        for step in range(steps):
            bid = of_contract(d, contract, COST) + STEPS[step]
            if bid <= s[CASH + seat]:
                if found == place:
                    return NAMING + VERBS * (contract * BIDS + bid)
                found += 1
    return found


@in_place
def _choices(s: Row[int], d: Row[int], seat: int, place: int) -> int:
    found, crew = 0, list_at(d, CREW + seat)
    for each in range(1, s[crew] + 1):
        if strikes(s, d, seat, s[crew + each]):
            if found == place:
                return CHOOSING + VERBS * s[crew + each]
            found += 1
    return found


@in_place
def _assignments(s: Row[int], d: Row[int], seat: int, place: int) -> int:
    found, holdings = 0, list_at(d, HOLDINGS + seat)
    for each in range(1, s[holdings] + 1):
        contract = s[holdings + each]
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
def _fit(s: Row[int], d: Row[int], seat: int, least: int, place: int) -> int:
    """Return the worker at a place among the free ones of some skill, or how many there are."""
    found, crew = 0, list_at(d, CREW + seat)
    for each in range(1, s[crew] + 1):
        worker = s[crew + each]
        if is_free(s, d, worker) and of_worker(d, worker, SKILL) >= least:
            if found == place:
                return worker
            found += 1
    return found
