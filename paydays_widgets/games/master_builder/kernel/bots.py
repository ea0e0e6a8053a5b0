"""The bots and what they work out: the twins of ``bots`` and ``reading``.

A crew is one number: ten bits for each skill, which say how many workers have it.
"""

from math import inf
from typing import Final

from paydays_widgets.games.master_builder.bots import (
    ALL_ROUND,
    CHEAP,
    CLOSING,
    CREW_SHARE,
    GRAB,
    KEPT,
    PATIENCE,
    SHARE,
    SPARE,
    VACANCY,
)
from paydays_widgets.games.master_builder.deck import SECTIONS
from paydays_widgets.games.master_builder.engine.phases import LEFT_OVER as MONEY
from paydays_widgets.games.master_builder.kernel.building import (
    FIRSTS,
    STAGES,
    STARTS,
    is_free,
    is_open,
    least_skill,
    payment,
    standing,
)
from paydays_widgets.games.master_builder.kernel.facts import (
    decider,
    is_offered,
    may_hire,
    narrowed,
    offered,
    price,
    repayable,
    strikes,
)
from paydays_widgets.games.master_builder.kernel.legal import at_random
from paydays_widgets.games.master_builder.kernel.position import (
    ASSIGN,
    AUCTION,
    BIDS,
    BORROW,
    BORROWING,
    BUILDING,
    CHOOSING,
    CREWS,
    DEBT_AVERSE,
    DRAFT,
    FIRING,
    FITS_THE_CREW,
    HIRE,
    HIRING,
    LAND_GRABBER,
    LEVELS,
    MUST_NAME,
    NAME,
    NAMING,
    PASSING,
    PRICE_TO_VALUE,
    RAISING,
    RANDOM_LEGAL,
    REPAY,
    REPAYING,
    VERBS,
    Position,
    Printed,
    assignment,
)
from paydays_widgets.games.master_builder.reading import FLAW
from paydays_widgets.kernels.compiled import in_place
from paydays_widgets.kernels.lists import append, holds

BITS: Final = 10
MOST: Final = (1 << BITS) - 1
NOBODY: Final = -1
TOO_DEAR: Final = -(1 << 40)
"""The score of a crew that ``debt_averse`` would not pay."""


@in_place
def choose(s: Position, d: Printed, kind: int, luck: int) -> int:
    """Choose the move of a strategy."""
    if kind == RANDOM_LEGAL:
        return at_random(s, d, luck)
    seat, phase = decider(s), s.phase
    if kind == DEBT_AVERSE and phase not in (DRAFT, MUST_NAME, BORROW):
        for loan in (1, 0):
            if repayable(s, d, seat, loan):
                return REPAYING + VERBS * loan
    if phase in (DRAFT, HIRE):
        return _best_change(s, d, kind, seat)
    if phase == AUCTION:
        enough = s.auction.bid < s.builders[seat].cash
        if enough and s.auction.bid + 1 <= _limit(s, d, kind, seat, s.auction.contract):
            return RAISING + VERBS * (s.auction.bid + 1)
        return PASSING
    if phase in (NAME, MUST_NAME):
        return _best_naming(s, d, kind, seat)
    return _carry_on(s, d, seat)


@in_place
def _phases_left(s: Position) -> int:
    return s.last_round - s.turn + 1


@in_place
def _contracts_ahead(s: Position, d: Printed) -> bool:
    return s.pile_size > 0 or offered(s) > 0


# --- crews --------------------------------------------------------------------------------------


@in_place
def _one(skill: int) -> int:
    return 1 << BITS * skill


@in_place
def _number(hands: int, skill: int) -> int:
    return hands >> BITS * skill & MOST


@in_place
def _crew(s: Position, d: Printed, seat: int, idle: int) -> int:
    """Return a seat's crew, with or without those who are idle."""
    crew, hands = s.builders[seat].crew, 0
    for place in range(crew.length):
        if idle or not s.idle[crew.numbers[place]]:
            hands += _one(d.workers[crew.numbers[place]].skill)
    return hands


@in_place
def _shortfall(hands: int, kind: int) -> int:
    """Count the workers that a crew lacks, compared with the one that a strategy drafts."""
    found = 0
    for skill in range(LEVELS):
        wanted = CHEAP[skill] if kind in (LAND_GRABBER, DEBT_AVERSE) else ALL_ROUND[skill]
        found += max(0, wanted - _number(hands, skill))
    return found


# --- buildings ----------------------------------------------------------------------------------


@in_place
def _man(s: Position, d: Printed, contract: int, section: int, hands: int) -> int:
    """Put the least able workers who will do on a section, and return who is left, or NOBODY."""
    plan, needs = s.plan, d.contracts[contract].needs[section]
    planned = plan.length
    for place in range(needs):
        skill = d.contracts[contract].heads[section, place]
        while skill < LEVELS and not _number(hands, skill):
            skill += 1
        if skill == LEVELS:
            return NOBODY
        hands -= _one(skill)
        plan.numbers[planned] = (contract * SECTIONS + section) * LEVELS + skill
        planned += 1
    plan.length = planned
    return hands if needs else NOBODY


@in_place
def _man_stage(
    s: Position, d: Printed, contract: int, stage: int, built: int, hands: int
) -> tuple[int, int]:
    """Put workers on a stage, or nobody if it could not begin to stand."""
    kind, plan = d.contracts[contract].kind, s.plan
    begins = not built & STAGES[kind, stage]
    order = d.contracts[contract].beginning if begins else d.contracts[contract].going_on
    start = STARTS[kind, stage]
    first = FIRSTS[kind, stage] if begins else 0
    planned, before, everyone = plan.length, built, hands
    for place in range(start, STARTS[kind, stage + 1]):
        section = order[place]
        if built >> section & 1:
            continue
        left = _man(s, d, contract, section, hands)
        if left != NOBODY:
            built, hands = built | 1 << section, left
        elif place - start < first:
            plan.length = planned
            return before, everyone
    return built, hands


@in_place
def _staff(s: Position, d: Printed, contract: int, built: int, hands: int) -> tuple[int, int]:
    """Put workers on a building; return what then stands, and who is left."""
    for stage in range(2):
        sections = STAGES[d.contracts[contract].kind, stage]
        if hands and built & sections != sections:
            built, hands = _man_stage(s, d, contract, stage, built, hands)
        if built & sections != sections:
            break
    return built, hands


@in_place
def _earnings(s: Position, d: Printed, hands: int, phases: int, by_pct: int) -> int:
    """Compute what a crew earns from the contracts that are put in order."""
    order, stand, found = s.order, s.stand, 0
    for place in range(order.length):
        stand.numbers[place] = s.built[order.numbers[place]]
    for _ in range(phases):
        free, same = hands, True
        for place in range(order.length):
            before = stand.numbers[place]
            s.plan.length = 0
            stand.numbers[place], free = _staff(s, d, order.numbers[place], before, free)
            same = same and stand.numbers[place] == before
        if same:
            break
    for place in range(order.length):
        found += payment(d, order.numbers[place], stand.numbers[place], by_pct)
    return found


@in_place
def _more_urgent(s: Position, d: Printed, contract: int, other: int) -> bool:
    """Return whether a contract brings more per missing section than another."""
    missing = SECTIONS - standing(s.built[contract])
    missing_there = SECTIONS - standing(s.built[other])
    brings = d.contracts[contract].income * missing_there
    brings_there = d.contracts[other].income * missing
    return brings > brings_there or (brings == brings_there and contract < other)


@in_place
def _put_in_order(s: Position, d: Printed, contract: int) -> None:
    """Put a contract into the order, by urgency."""
    order = s.order
    place = order.length
    order.length += 1
    while place > 0 and _more_urgent(s, d, contract, order.numbers[place - 1]):
        order.numbers[place] = order.numbers[place - 1]
        place -= 1
    order.numbers[place] = contract


@in_place
def _order(s: Position, d: Printed, seat: int) -> None:
    """Put a seat's contracts in order, by urgency."""
    holdings = s.builders[seat].holdings
    s.order.length = 0
    for place in range(holdings.length):
        _put_in_order(s, d, holdings.numbers[place])


@in_place
def _can_finish(s: Position, d: Printed, seat: int, contract: int, spare: int) -> bool:
    """Return whether the crew could finish a contract along with all that it has to build."""
    order, whole = s.order, 0
    _order(s, d, seat)
    _put_in_order(s, d, contract)
    for place in range(order.length):
        whole += d.contracts[order.numbers[place]].income
    return _earnings(s, d, _crew(s, d, seat, 1), _phases_left(s) - spare, 0) == whole


@in_place
def _gain(s: Position, d: Printed, seat: int, contract: int) -> int:
    order, hands, phases = s.order, _crew(s, d, seat, 1), _phases_left(s)
    _order(s, d, seat)
    without = _earnings(s, d, hands, phases, d.by_pct)
    append(order, contract)
    last = _earnings(s, d, hands, phases, d.by_pct)
    for place in range(order.length - 1, 0, -1):
        order.numbers[place] = order.numbers[place - 1]
    order.numbers[0] = contract
    return max(_earnings(s, d, hands, phases, d.by_pct), last) - without


# --- contracts ----------------------------------------------------------------------------------


@in_place
def _richest_rival(s: Position, d: Printed, seat: int) -> int:
    found, closed = 0, narrowed(s, d)
    for other in range(d.seats):
        barred = s.out[other] or (closed and s.builders[other].holdings.length)
        if other != seat and not barred:
            found = max(found, s.builders[other].cash)
    return found


@in_place
def _bargain(s: Position, d: Printed, seat: int, contract: int) -> int:
    """Return the highest price that ``opportunist`` pays."""
    cost = d.contracts[contract].cost
    lies_on_it = MONEY if holds(s.left_over, contract) else 0
    alone = _richest_rival(s, d, seat) <= cost
    reach = cost if alone else cost + PATIENCE + lies_on_it
    return min(reach, _gain(s, d, seat, contract) + lies_on_it)


@in_place
def _limit(s: Position, d: Printed, kind: int, seat: int, contract: int) -> float:
    """Return the highest price that a strategy pays for a contract."""
    income = d.contracts[contract].income
    if kind == FITS_THE_CREW:
        return CREW_SHARE * income if _can_finish(s, d, seat, contract, SPARE) else 0.0
    if kind == PRICE_TO_VALUE:
        return SHARE * (_gain(s, d, seat, contract) - d.contracts[contract].labour)
    if kind == LAND_GRABBER:
        most = GRAB * income
        if _phases_left(s) > CLOSING:
            return most
        return min(most, float(_gain(s, d, seat, contract)))
    if kind == DEBT_AVERSE:
        spare = float(s.builders[seat].cash - 2 * s.builders[seat].bill)
        return min(spare, SHARE * _gain(s, d, seat, contract))
    return float(_bargain(s, d, seat, contract))


@in_place
def _best_naming(s: Position, d: Printed, kind: int, seat: int) -> int:
    """Name the contract whose cost is furthest below its limit, or pass."""
    best, most = 0, -inf
    for contract in range(1, d.contract_cards + 1):
        cost = d.contracts[contract].cost
        if cost <= s.builders[seat].cash and is_offered(s, contract):
            room = _limit(s, d, kind, seat, contract) - cost
            if room > most:
                best, most = contract, room
    if not best or (s.phase == NAME and most < 0):
        return PASSING
    return NAMING + VERBS * (best * BIDS + d.contracts[best].cost)


# --- whom to hire -------------------------------------------------------------------------------


@in_place
def _worked_out(s: Position, d: Printed, kind: int, seat: int, hands: int, bill: int) -> int:
    """Work out the score of a crew; the seat's contracts are put in order."""
    if s.phase == DRAFT:
        return -VACANCY * _shortfall(hands, kind) - bill
    if kind == DEBT_AVERSE and bill > max(s.builders[seat].cash // 2, s.builders[seat].bill):
        return TOO_DEAR
    left = _phases_left(s)
    worth = _earnings(s, d, hands, left, d.by_pct) - bill * left
    if kind == LAND_GRABBER or not _contracts_ahead(s, d):
        return worth
    if kind == FITS_THE_CREW:
        return worth if left <= CLOSING else worth - KEPT * left * _shortfall(hands, kind)
    return worth - _shortfall(hands, PRICE_TO_VALUE) * max(0, left - 1)


@in_place
def _score(s: Position, d: Printed, kind: int, seat: int, hands: int, bill: int) -> float:
    """Return the score of a crew; several changes can lead to the same one."""
    for at in range(s.scored):
        if s.scores[at].hands == hands and s.scores[at].bill == bill:
            known = s.scores[at].score
            return -inf if known == TOO_DEAR else float(known)
    found = _worked_out(s, d, kind, seat, hands, bill)
    if s.scored < CREWS:
        s.scores[s.scored].hands = hands
        s.scores[s.scored].bill = bill
        s.scores[s.scored].score = found
        s.scored += 1
    return -inf if found == TOO_DEAR else float(found)


@in_place
def _ahead(
    s: Position, d: Printed, kind: int, seat: int, hands: int, bill: int, flaws: float
) -> float:
    """Score the best crew that is one more change away; flaws come or go at the worst."""
    flaw, best = FLAW * _phases_left(s), -inf
    for skill in range(LEVELS):
        wage = d.wages[skill]
        if wage < 0:
            continue
        if _number(hands, skill):
            score = _score(s, d, kind, seat, hands - _one(skill), bill - wage)
            best = max(best, score - flaws - -1 * flaw)
        if bill + wage <= d.wage_limit:
            score = _score(s, d, kind, seat, hands + _one(skill), bill + wage)
            best = max(best, score - flaws - 3 * flaw)
    return best


@in_place
def _flaws(s: Position, d: Printed, seat: int) -> int:
    crew, found = s.builders[seat].crew, 0
    for place in range(crew.length):
        found += d.workers[crew.numbers[place]].how_many
    return found


@in_place
def _best_change(s: Position, d: Printed, kind: int, seat: int) -> int:
    """Hire, fire or pass, whichever leads to the best-scoring crew; if scores are equal, pass.

    Places from 0 on are those of the skills to hire, then come the workers to fire.
    """
    hiring = s.phase == HIRE
    if hiring and s.builders[seat].changes >= d.hire_fire_limit:
        return PASSING
    hands, bill, many = _crew(s, d, seat, 1), s.builders[seat].bill, _flaws(s, d, seat)
    crew, flaw = s.builders[seat].crew, FLAW * _phases_left(s)
    _order(s, d, seat)
    s.scored = 0
    best = _score(s, d, kind, seat, hands, bill) - flaw * many if hiring else -inf
    best_now, found = best, PASSING
    for at in range(LEVELS + crew.length if hiring else LEVELS):
        if at < LEVELS and not may_hire(s, d, seat, at):
            continue
        more, worker, what = 1, s.piles[at % LEVELS].top, HIRING + VERBS * at
        if at >= LEVELS:
            worker = crew.numbers[at - LEVELS]
            more, what = -1, FIRING + VERBS * worker
        then = hands + more * _one(d.workers[worker].skill)
        wages = bill + more * d.workers[worker].wage
        flaws = flaw * (many + more * d.workers[worker].how_many)
        now = _score(s, d, kind, seat, then, wages) - flaws
        mark = max(now, _ahead(s, d, kind, seat, then, wages, flaws))
        if mark > best or (mark == best and now > best_now and found != PASSING):
            best, best_now, found = mark, now, what
    return found


# --- all the rest -------------------------------------------------------------------------------


@in_place
def _carry_on(s: Position, d: Printed, seat: int) -> int:
    """Do what every sensible builder does: spare the able, build what can stand, borrow little."""
    if s.phase == ASSIGN:
        return _next_job(s, d, seat)
    if s.phase == BORROW:
        short = s.due - s.builders[seat].cash
        return BORROWING + VERBS * int(short > d.loans[0].receive)
    if s.phase == REPAY:
        for loan in (1, 0):
            left = s.builders[seat].cash - price(s, d, loan)
            if repayable(s, d, seat, loan) and left >= s.builders[seat].bill:
                return REPAYING + VERBS * loan
        return PASSING
    return _least_missed(s, d, seat)


@in_place
def _less_missed(d: Printed, worker: int, other: int) -> bool:
    """Return whether a worker is less able than another, or has more flaws, or a lower number."""
    skill, skill_there = d.workers[worker].skill, d.workers[other].skill
    if skill != skill_there:
        return skill < skill_there
    flaws, flaws_there = d.workers[worker].how_many, d.workers[other].how_many
    return flaws > flaws_there or (flaws == flaws_there and worker < other)


@in_place
def _least_missed(s: Position, d: Printed, seat: int) -> int:
    crew, best = s.builders[seat].crew, 0
    for place in range(crew.length):
        worker = crew.numbers[place]
        if strikes(s, d, seat, worker) and (not best or _less_missed(d, worker, best)):
            best = worker
    return CHOOSING + VERBS * best


@in_place
def _plan(s: Position, d: Printed, seat: int) -> None:
    order, hands = s.order, _crew(s, d, seat, 0)
    _order(s, d, seat)
    s.plan.length = 0
    for place in range(order.length):
        contract = order.numbers[place]
        _, hands = _staff(s, d, contract, s.built[contract], hands)


@in_place
def _following(s: Position, d: Printed, seat: int, skill: int, after: int) -> int:
    """Return the first worker of a skill in a crew after another one, by number."""
    crew, best = s.builders[seat].crew, 0
    for place in range(crew.length):
        worker = crew.numbers[place]
        fit = d.workers[worker].skill == skill and not s.idle[worker]
        if fit and worker > after and (not best or worker < best):
            best = worker
    return best


@in_place
def _next_job(s: Position, d: Printed, seat: int) -> int:
    _plan(s, d, seat)
    plan = s.plan
    for place in range(plan.length):
        skill = plan.numbers[place] % LEVELS
        contract, section = divmod(plan.numbers[place] // LEVELS, SECTIONS)
        worker = 0
        for other in range(place + 1):
            if plan.numbers[other] % LEVELS == skill:
                worker = _following(s, d, seat, skill, worker)
        if (
            is_free(s, worker)
            and is_open(s, d, seat, contract, section)
            and skill >= least_skill(s, d, seat, contract, section)
        ):
            return assignment(worker, contract, section)
    return BUILDING
