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
from paydays_widgets.games.master_builder.kernel.layout import (
    ASSIGN,
    AUCTION,
    BEGINNING,
    BIDS,
    BILL,
    BORROW,
    BORROWING,
    BUILDING,
    BUILT,
    BY_PCT,
    CASH,
    CHANGES,
    CHOOSING,
    CONTRACTS,
    COST,
    CREW,
    CREWS,
    DEBT_AVERSE,
    DRAFT,
    DUE,
    FIRING,
    FIRSTS,
    FITS_THE_CREW,
    FOR_SALE,
    GOING_ON,
    HIGHEST,
    HIRE,
    HIRING,
    HOLDINGS,
    HOW_MANY,
    IDLES,
    INCOME,
    KIND,
    LABOUR,
    LAND_GRABBER,
    LAST_ROUND,
    LEFT_OVER,
    LEVELS,
    LIMIT,
    LOANS,
    MUST_NAME,
    NAME,
    NAMING,
    ORDER,
    OUT,
    PASSING,
    PHASE,
    PILE_SIZE,
    PLAN,
    PRICE_TO_VALUE,
    RAISING,
    RANDOM_LEGAL,
    RECEIVE,
    REPAY,
    REPAYING,
    ROUND,
    SCORED,
    SCORES,
    SEATS,
    SKILL,
    STAGES,
    STAND,
    STARTS,
    TOP,
    VERBS,
    WAGE,
    WAGE_LIMIT,
    WAGES,
    append,
    assignment,
    decider,
    head,
    heads,
    held,
    is_free,
    is_open,
    least_skill,
    list_at,
    may_hire,
    narrowed,
    of_contract,
    of_worker,
    offer,
    offered,
    payment,
    price,
    repayable,
    standing,
    strikes,
)
from paydays_widgets.games.master_builder.kernel.legal import at_random
from paydays_widgets.games.master_builder.reading import FLAW
from paydays_widgets.kernels.compiled import Row, in_place

BITS: Final = 10
MOST: Final = (1 << BITS) - 1
NOBODY: Final = -1
TOO_DEAR: Final = -(1 << 40)
"""The score of a crew that ``debt_averse`` would not pay."""


@in_place
def choose(s: Row[int], d: Row[int], kind: int, luck: int) -> int:
    """Choose the move of a strategy."""
    if kind == RANDOM_LEGAL:
        return at_random(s, d, luck)
    seat, phase = decider(s), s[PHASE]
    if kind == DEBT_AVERSE and phase not in (DRAFT, MUST_NAME, BORROW):
        for loan in (1, 0):
            if repayable(s, d, seat, loan):
                return REPAYING + VERBS * loan
    if phase in (DRAFT, HIRE):
        return _best_change(s, d, kind, seat)
    if phase == AUCTION:
        enough = s[HIGHEST] < s[CASH + seat]
        if enough and s[HIGHEST] + 1 <= _limit(s, d, kind, seat, s[FOR_SALE]):
            return RAISING + VERBS * (s[HIGHEST] + 1)
        return PASSING
    if phase in (NAME, MUST_NAME):
        return _best_naming(s, d, kind, seat)
    return _carry_on(s, d, seat)


@in_place
def _phases_left(s: Row[int]) -> int:
    return s[LAST_ROUND] - s[ROUND] + 1


@in_place
def _contracts_ahead(s: Row[int], d: Row[int]) -> bool:
    return s[PILE_SIZE] > 0 or offered(s, d) > 0


# --- crews --------------------------------------------------------------------------------------


@in_place
def _one(skill: int) -> int:
    return 1 << BITS * skill


@in_place
def _number(hands: int, skill: int) -> int:
    return hands >> BITS * skill & MOST


@in_place
def _crew(s: Row[int], d: Row[int], seat: int, idle: int) -> int:
    """Return a seat's crew, with or without those who are idle."""
    crew, hands = list_at(d, CREW + seat), 0
    for place in range(1, s[crew] + 1):
        if idle or not s[list_at(d, IDLES) + s[crew + place]]:
            hands += _one(of_worker(d, s[crew + place], SKILL))
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
def _man(s: Row[int], d: Row[int], contract: int, section: int, hands: int) -> int:
    """Put the least able workers who will do on a section, and return who is left, or NOBODY."""
    plan, needs = list_at(d, PLAN), heads(d, contract, section)
    planned = s[plan]
    for place in range(needs):
        skill = head(d, contract, section, place)
        while skill < LEVELS and not _number(hands, skill):
            skill += 1
        if skill == LEVELS:
            return NOBODY
        hands -= _one(skill)
        planned += 1
        s[plan + planned] = (contract * SECTIONS + section) * LEVELS + skill
    s[plan] = planned
    return hands if needs else NOBODY


@in_place
def _man_stage(
    s: Row[int], d: Row[int], contract: int, stage: int, built: int, hands: int
) -> tuple[int, int]:
    """Put workers on a stage, or nobody if it could not begin to stand."""
    kind, plan = of_contract(d, contract, KIND), list_at(d, PLAN)
    begins = not built & STAGES[kind, stage]
    order, start = BEGINNING if begins else GOING_ON, STARTS[kind, stage]
    first = FIRSTS[kind, stage] if begins else 0
    planned, before, everyone = s[plan], built, hands
    for place in range(start, STARTS[kind, stage + 1]):
        section = of_contract(d, contract, order + place)
        if built >> section & 1:
            continue
        left = _man(s, d, contract, section, hands)
        if left != NOBODY:
            built, hands = built | 1 << section, left
        elif place - start < first:
            s[plan] = planned
            return before, everyone
    return built, hands


@in_place
def _staff(s: Row[int], d: Row[int], contract: int, built: int, hands: int) -> tuple[int, int]:
    """Put workers on a building; return what then stands, and who is left."""
    for stage in range(2):
        sections = STAGES[of_contract(d, contract, KIND), stage]
        if hands and built & sections != sections:
            built, hands = _man_stage(s, d, contract, stage, built, hands)
        if built & sections != sections:
            break
    return built, hands


@in_place
def _earnings(s: Row[int], d: Row[int], hands: int, phases: int, by_pct: int) -> int:
    """Compute what a crew earns from the contracts in ORDER."""
    order, stand, found = list_at(d, ORDER), list_at(d, STAND), 0
    for place in range(1, s[order] + 1):
        s[stand + place] = s[list_at(d, BUILT) + s[order + place]]
    for _ in range(phases):
        free, same = hands, True
        for place in range(1, s[order] + 1):
            before = s[stand + place]
            s[list_at(d, PLAN)] = 0
            s[stand + place], free = _staff(s, d, s[order + place], before, free)
            same = same and s[stand + place] == before
        if same:
            break
    for place in range(1, s[order] + 1):
        found += payment(d, s[order + place], s[stand + place], by_pct)
    return found


@in_place
def _more_urgent(s: Row[int], d: Row[int], contract: int, other: int) -> bool:
    """Return whether a contract brings more per missing section than another."""
    missing = SECTIONS - standing(s[list_at(d, BUILT) + contract])
    missing_there = SECTIONS - standing(s[list_at(d, BUILT) + other])
    brings = of_contract(d, contract, INCOME) * missing_there
    brings_there = of_contract(d, other, INCOME) * missing
    return brings > brings_there or (brings == brings_there and contract < other)


@in_place
def _put_in_order(s: Row[int], d: Row[int], contract: int) -> None:
    """Put a contract into ORDER, by urgency."""
    order = list_at(d, ORDER)
    s[order] += 1
    place = s[order]
    while place > 1 and _more_urgent(s, d, contract, s[order + place - 1]):
        s[order + place] = s[order + place - 1]
        place -= 1
    s[order + place] = contract


@in_place
def _order(s: Row[int], d: Row[int], seat: int) -> None:
    """Put a seat's contracts into ORDER, by urgency."""
    holdings = list_at(d, HOLDINGS + seat)
    s[list_at(d, ORDER)] = 0
    for place in range(1, s[holdings] + 1):
        _put_in_order(s, d, s[holdings + place])


@in_place
def _can_finish(s: Row[int], d: Row[int], seat: int, contract: int, spare: int) -> bool:
    """Return whether the crew could finish a contract along with all that it has to build."""
    order, whole = list_at(d, ORDER), 0
    _order(s, d, seat)
    _put_in_order(s, d, contract)
    for place in range(1, s[order] + 1):
        whole += of_contract(d, s[order + place], INCOME)
    return _earnings(s, d, _crew(s, d, seat, 1), _phases_left(s) - spare, 0) == whole


@in_place
def _gain(s: Row[int], d: Row[int], seat: int, contract: int) -> int:
    order, hands, phases = list_at(d, ORDER), _crew(s, d, seat, 1), _phases_left(s)
    _order(s, d, seat)
    without = _earnings(s, d, hands, phases, d[BY_PCT])
    append(s, order, contract)
    last = _earnings(s, d, hands, phases, d[BY_PCT])
    for place in range(s[order], 1, -1):
        s[order + place] = s[order + place - 1]
    s[order + 1] = contract
    return max(_earnings(s, d, hands, phases, d[BY_PCT]), last) - without


# --- contracts ----------------------------------------------------------------------------------


@in_place
def _richest_rival(s: Row[int], d: Row[int], seat: int) -> int:
    found, closed = 0, narrowed(s, d)
    for other in range(d[SEATS]):
        barred = s[OUT + other] or (closed and held(s, d, other))
        if other != seat and not barred:
            found = max(found, s[CASH + other])
    return found


@in_place
def _bargain(s: Row[int], d: Row[int], seat: int, contract: int) -> int:
    """Return the highest price that ``opportunist`` pays."""
    cost, left, lies_on_it = of_contract(d, contract, COST), list_at(d, LEFT_OVER), 0
    for place in range(1, s[left] + 1):
        if s[left + place] == contract:
            lies_on_it = MONEY
    alone = _richest_rival(s, d, seat) <= cost
    reach = cost if alone else cost + PATIENCE + lies_on_it
    return min(reach, _gain(s, d, seat, contract) + lies_on_it)


@in_place
def _limit(s: Row[int], d: Row[int], kind: int, seat: int, contract: int) -> float:
    """Return the highest price that a strategy pays for a contract."""
    income = of_contract(d, contract, INCOME)
    if kind == FITS_THE_CREW:
        return CREW_SHARE * income if _can_finish(s, d, seat, contract, SPARE) else 0.0
    if kind == PRICE_TO_VALUE:
        return SHARE * (_gain(s, d, seat, contract) - of_contract(d, contract, LABOUR))
    if kind == LAND_GRABBER:
        most = GRAB * income
        if _phases_left(s) > CLOSING:
            return most
        return min(most, float(_gain(s, d, seat, contract)))
    if kind == DEBT_AVERSE:
        spare = float(s[CASH + seat] - 2 * s[BILL + seat])
        return min(spare, SHARE * _gain(s, d, seat, contract))
    return float(_bargain(s, d, seat, contract))


@in_place
def _best_naming(s: Row[int], d: Row[int], kind: int, seat: int) -> int:
    """Name the contract whose cost is furthest below its limit, or pass."""
    best, most = 0, -inf
    for contract in range(1, d[CONTRACTS] + 1):
        cost = of_contract(d, contract, COST)
        if cost <= s[CASH + seat] and _is_offered(s, d, contract):
            room = _limit(s, d, kind, seat, contract) - cost
            if room > most:
                best, most = contract, room
    if not best or (s[PHASE] == NAME and most < 0):
        return PASSING
    return NAMING + VERBS * (best * BIDS + of_contract(d, best, COST))


@in_place
def _is_offered(s: Row[int], d: Row[int], contract: int) -> bool:
    for place in range(offered(s, d)):
        if offer(s, d, place) == contract:
            return True
    return False


# --- whom to hire -------------------------------------------------------------------------------


@in_place
def _worked_out(s: Row[int], d: Row[int], kind: int, seat: int, hands: int, bill: int) -> int:
    """Work out the score of a crew; the seat's contracts are in ORDER."""
    if s[PHASE] == DRAFT:
        return -VACANCY * _shortfall(hands, kind) - bill
    if kind == DEBT_AVERSE and bill > max(s[CASH + seat] // 2, s[BILL + seat]):
        return TOO_DEAR
    left = _phases_left(s)
    worth = _earnings(s, d, hands, left, d[BY_PCT]) - bill * left
    if kind == LAND_GRABBER or not _contracts_ahead(s, d):
        return worth
    if kind == FITS_THE_CREW:
        return worth if left <= CLOSING else worth - KEPT * left * _shortfall(hands, kind)
    return worth - _shortfall(hands, PRICE_TO_VALUE) * max(0, left - 1)


@in_place
def _score(s: Row[int], d: Row[int], kind: int, seat: int, hands: int, bill: int) -> float:
    """Return the score of a crew; several changes can lead to the same one."""
    at = SCORES
    for _ in range(s[SCORED]):
        if s[at] == hands and s[at + 1] == bill:
            return -inf if s[at + 2] == TOO_DEAR else float(s[at + 2])
        at += 3
    found = _worked_out(s, d, kind, seat, hands, bill)
    if s[SCORED] < CREWS:
        s[at], s[at + 1], s[at + 2] = hands, bill, found
        s[SCORED] += 1
    return -inf if found == TOO_DEAR else float(found)


@in_place
def _ahead(
    s: Row[int], d: Row[int], kind: int, seat: int, hands: int, bill: int, flaws: float
) -> float:
    """Score the best crew that is one more change away; flaws come or go at the worst."""
    flaw, best = FLAW * _phases_left(s), -inf
    for skill in range(LEVELS):
        wage = d[WAGES + skill]
        if wage < 0:
            continue
        if _number(hands, skill):
            score = _score(s, d, kind, seat, hands - _one(skill), bill - wage)
            best = max(best, score - flaws - -1 * flaw)
        if bill + wage <= d[WAGE_LIMIT]:
            score = _score(s, d, kind, seat, hands + _one(skill), bill + wage)
            best = max(best, score - flaws - 3 * flaw)
    return best


@in_place
def _flaws(s: Row[int], d: Row[int], seat: int) -> int:
    crew, found = list_at(d, CREW + seat), 0
    for place in range(1, s[crew] + 1):
        found += of_worker(d, s[crew + place], HOW_MANY)
    return found


@in_place
def _best_change(s: Row[int], d: Row[int], kind: int, seat: int) -> int:
    """Hire, fire or pass, whichever leads to the best-scoring crew; if scores are equal, pass.

    Places from 0 on are those of the skills to hire, then come the workers to fire.
    """
    hiring = s[PHASE] == HIRE
    if hiring and s[CHANGES + seat] >= d[LIMIT]:
        return PASSING
    hands, bill, many = _crew(s, d, seat, 1), s[BILL + seat], _flaws(s, d, seat)
    crew, flaw = list_at(d, CREW + seat), FLAW * _phases_left(s)
    _order(s, d, seat)
    s[SCORED] = 0
    best = _score(s, d, kind, seat, hands, bill) - flaw * many if hiring else -inf
    best_now, found = best, PASSING
    for at in range(LEVELS + s[crew] if hiring else LEVELS):
        if at < LEVELS and not may_hire(s, d, seat, at):
            continue
        more, worker, what = 1, s[TOP + at % LEVELS], HIRING + VERBS * at
        if at >= LEVELS:
            worker = s[crew + 1 + at - LEVELS]
            more, what = -1, FIRING + VERBS * worker
        then = hands + more * _one(of_worker(d, worker, SKILL))
        wages = bill + more * of_worker(d, worker, WAGE)
        flaws = flaw * (many + more * of_worker(d, worker, HOW_MANY))
        now = _score(s, d, kind, seat, then, wages) - flaws
        mark = max(now, _ahead(s, d, kind, seat, then, wages, flaws))
        if mark > best or (mark == best and now > best_now and found != PASSING):
            best, best_now, found = mark, now, what
    return found


# --- all the rest -------------------------------------------------------------------------------


@in_place
def _carry_on(s: Row[int], d: Row[int], seat: int) -> int:
    """Do what every sensible builder does: spare the able, build what can stand, borrow little."""
    if s[PHASE] == ASSIGN:
        return _next_job(s, d, seat)
    if s[PHASE] == BORROW:
        short = s[DUE] - s[CASH + seat]
        return BORROWING + VERBS * int(short > d[LOANS + RECEIVE])
    if s[PHASE] == REPAY:
        for loan in (1, 0):
            left = s[CASH + seat] - price(s, d, loan)
            if repayable(s, d, seat, loan) and left >= s[BILL + seat]:
                return REPAYING + VERBS * loan
        return PASSING
    return _least_missed(s, d, seat)


@in_place
def _less_missed(d: Row[int], worker: int, other: int) -> bool:
    """Return whether a worker is less able than another, or has more flaws, or a lower number."""
    skill, skill_there = of_worker(d, worker, SKILL), of_worker(d, other, SKILL)
    if skill != skill_there:
        return skill < skill_there
    flaws, flaws_there = of_worker(d, worker, HOW_MANY), of_worker(d, other, HOW_MANY)
    return flaws > flaws_there or (flaws == flaws_there and worker < other)


@in_place
def _least_missed(s: Row[int], d: Row[int], seat: int) -> int:
    crew, best = list_at(d, CREW + seat), 0
    for place in range(1, s[crew] + 1):
        worker = s[crew + place]
        if strikes(s, d, seat, worker) and (not best or _less_missed(d, worker, best)):
            best = worker
    return CHOOSING + VERBS * best


@in_place
def _plan(s: Row[int], d: Row[int], seat: int) -> None:
    order, hands = list_at(d, ORDER), _crew(s, d, seat, 0)
    _order(s, d, seat)
    s[list_at(d, PLAN)] = 0
    for place in range(1, s[order] + 1):
        contract = s[order + place]
        _, hands = _staff(s, d, contract, s[list_at(d, BUILT) + contract], hands)


@in_place
def _following(s: Row[int], d: Row[int], seat: int, skill: int, after: int) -> int:
    """Return the first worker of a skill in a crew after another one, by number."""
    crew, best = list_at(d, CREW + seat), 0
    for place in range(1, s[crew] + 1):
        worker = s[crew + place]
        fit = of_worker(d, worker, SKILL) == skill and not s[list_at(d, IDLES) + worker]
        if fit and worker > after and (not best or worker < best):
            best = worker
    return best


@in_place
def _next_job(s: Row[int], d: Row[int], seat: int) -> int:
    _plan(s, d, seat)
    plan = list_at(d, PLAN)
    for place in range(1, s[plan] + 1):
        skill = s[plan + place] % LEVELS
        contract, section = divmod(s[plan + place] // LEVELS, SECTIONS)
        worker = 0
        for other in range(1, place + 1):
            if s[plan + other] % LEVELS == skill:
                worker = _following(s, d, seat, skill, worker)
        if (
            is_free(s, d, worker)
            and is_open(s, d, seat, contract, section)
            and skill >= least_skill(s, d, seat, contract, section)
        ):
            return assignment(worker, contract, section)
    return BUILDING
