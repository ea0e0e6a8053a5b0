"""What follows from a move: the twin of :mod:`~paydays_widgets.games.master_builder.engine`."""

from paydays_widgets.games.master_builder.deck import SECTIONS
from paydays_widgets.games.master_builder.engine.phases import CREW as DRAFTED
from paydays_widgets.games.master_builder.engine.phases import LEFT_OVER as MONEY
from paydays_widgets.games.master_builder.kernel.layout import (
    A_CLIMATE,
    A_CONTRACT,
    A_WORKER,
    ACTIVE,
    AMOUNT,
    ASSIGN,
    ASSIGNING,
    AUCTION,
    BASE,
    BIDDING,
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
    CLIMATE,
    CLIMATE_AT,
    CONTRACT,
    COST,
    COUNT,
    CREW,
    DEAL,
    DECISIONS,
    DISMISS,
    DRAFT,
    DUE,
    ECONOMIES,
    ECONOMY,
    EFFECT,
    EVENT,
    EVENTS,
    EVENTS_UNDER,
    FIRING,
    FLAW_IDLE,
    FOR_SALE,
    GROUPS,
    HALF_IDLE,
    HIGHEST,
    HIRE,
    HIRING,
    HOLDINGS,
    IDLE,
    IDLES,
    INCOME,
    JOBS,
    KIND,
    LABOURING,
    LARGE,
    LAST_ROUND,
    LEADER,
    LEFT_OVER,
    LEVELS,
    LEVY,
    LOAN_PARTS,
    LOANS,
    MALLET,
    MUST_NAME,
    NAME,
    NAMING,
    NEED,
    OF_WORKERS,
    OFFERS,
    OPENING,
    OUT,
    OVER,
    PASSES,
    PASSING,
    PHASE,
    PHASE_OVER,
    PILE_SIZE,
    PLAN,
    POOL,
    POT,
    RAISING,
    READY,
    RECEIVE,
    RELEASING,
    REPAY,
    REPAYING,
    ROUND,
    SEATS,
    SERVED,
    SETTLING,
    SKILL,
    SMALL,
    SPOTS,
    STAGES,
    STRIKING,
    TO_REVEAL,
    TOP,
    TURNED,
    TURNING_UP,
    UNDER,
    UNSEEN,
    VERBS,
    WAGE,
    WHOLE,
    WORKER,
    WORKERS,
    append,
    debt,
    decider,
    head,
    heads,
    held,
    in_turn,
    is_open,
    leaves,
    list_at,
    may_hire,
    may_win,
    of_contract,
    of_event,
    of_worker,
    offer,
    offered,
    payment,
    price,
    remove,
    repayable,
    strikes,
    struck,
    there,
    unopposed,
)
from paydays_widgets.kernels.compiled import Row, in_place


@in_place
def carry_out(s: Row[int], d: Row[int], code: int) -> None:
    """Carry out a legal move."""
    what = code // BASE
    verb, number, waiting = what % VERBS, what // VERBS, s[PHASE]
    seat = decider(s) if waiting in DECISIONS else 0
    s[PHASE] = SETTLING
    s[COUNT] += 1
    if verb >= TURNING_UP:
        _turn_up(s, d, verb, number, waiting)
    elif verb == HIRING:
        _hire(s, d, seat, number)
    elif verb == FIRING:
        _fire(s, d, seat, number)
    elif verb == PASSING:
        _pass(s, d, seat, waiting)
    elif verb == NAMING:
        _name(s, d, seat, number // BIDS, number % BIDS)
    elif verb == RAISING:
        s[HIGHEST], s[LEADER] = number, seat
        _bidding(s, d)
    elif verb == CHOOSING:
        _choose(s, d, seat, number)
    elif verb == ASSIGNING:
        s[list_at(d, JOBS) + number // SPOTS] = number % SPOTS
        s[PHASE] = ASSIGN
    elif verb == BUILDING:
        s[READY + seat] = 1
        _await_assignments(s, d)
    elif verb == BORROWING:
        _borrow(s, d, seat, number)
    elif verb == REPAYING:
        _repay(s, d, seat, number, waiting)
    else:
        s[MALLET] = s[ACTIVE] = number
        _deal(s, d, 0)


@in_place
def _begin(s: Row[int]) -> None:
    s[COUNT] = s[SERVED] = 0


@in_place
def _dismiss(s: Row[int], d: Row[int], seat: int, worker: int) -> None:
    """Put a worker under its pile, or open if that is empty (MB-1-fire, MB-3-gone, MB-1-empty)."""
    remove(s, list_at(d, CREW + seat), worker)
    s[BILL + seat] -= of_worker(d, worker, WAGE)
    skill = of_worker(d, worker, SKILL)
    if s[TOP + skill]:
        append(s, list_at(d, UNDER + skill), worker)
    else:
        s[TOP + skill] = worker


# --- cards that come up -------------------------------------------------------------------------


@in_place
def _turn_up(s: Row[int], d: Row[int], verb: int, number: int, waiting: int) -> None:
    if verb == A_WORKER:
        _worker(s, d, number, waiting)
    elif verb == A_CONTRACT:
        _contract(s, d, number)
    elif verb == A_CLIMATE:
        _economy(s, d, number)
    else:
        if not remove(s, list_at(d, EVENTS), number):
            remove(s, list_at(d, EVENTS_UNDER), number)
        s[STRIKING] = number
        _strike(s, d)


@in_place
def _worker(s: Row[int], d: Row[int], number: int, waiting: int) -> None:
    skill = s[OPENING]
    if not remove(s, list_at(d, UNSEEN + skill), number):
        remove(s, list_at(d, UNDER + skill), number)
    s[TOP + skill] = number
    s[TURNED + skill] += 1
    if waiting == DEAL:
        _deal(s, d, skill + 1)
    else:
        _hiring(s, d)


@in_place
def _deal(s: Row[int], d: Row[int], skill: int) -> None:
    for at in range(skill, LEVELS):
        if s[list_at(d, UNSEEN + at)]:
            s[OPENING] = at
            s[PHASE] = DEAL
            return
    s[ROUND] = 1
    for at in range(LEVELS):
        s[TURNED + at] = 0
    _begin(s)
    _draft(s, d)


# --- phase 1: hire and fire ---------------------------------------------------------------------


@in_place
def _hiring(s: Row[int], d: Row[int]) -> None:
    if s[ROUND] == 1:
        _draft(s, d)
    elif s[PASSES] == d[SEATS]:
        _offer(s, d)
    else:
        s[PHASE] = HIRE


@in_place
def _draft(s: Row[int], d: Row[int]) -> None:
    while s[SERVED] < DRAFTED * d[SEATS]:
        seat = in_turn(s, d, s[SERVED])
        for skill in range(LEVELS):
            if may_hire(s, d, seat, skill):
                s[PHASE], s[ACTIVE] = DRAFT, seat
                return
        s[SERVED] += 1
    _offer(s, d)


@in_place
def _hire(s: Row[int], d: Row[int], seat: int, skill: int) -> None:
    worker = s[TOP + skill]
    append(s, list_at(d, CREW + seat), worker)
    s[BILL + seat] += of_worker(d, worker, WAGE)
    s[CHANGES + seat] += int(s[ROUND] > 1)
    s[TOP + skill] = 0
    s[ACTIVE] = (seat + 1) % d[SEATS]
    s[SERVED] += 1
    s[PASSES] = 0
    s[OPENING] = skill
    if s[list_at(d, UNSEEN + skill)] or s[list_at(d, UNDER + skill)]:
        s[PHASE] = WORKER
    else:
        _hiring(s, d)


@in_place
def _fire(s: Row[int], d: Row[int], seat: int, worker: int) -> None:
    _dismiss(s, d, seat, worker)
    s[CHANGES + seat] += 1
    s[ACTIVE] = (seat + 1) % d[SEATS]
    s[PASSES] = 0
    _hiring(s, d)


@in_place
def _pass(s: Row[int], d: Row[int], seat: int, waiting: int) -> None:
    if waiting == HIRE:
        s[ACTIVE] = (seat + 1) % d[SEATS]
        s[PASSES] += 1
        _hiring(s, d)
    elif waiting == AUCTION:
        s[BIDDING + seat] = 0
        _bidding(s, d)
    elif waiting == NAME:
        if d[PHASE_OVER] and (s[ROUND] > 1 or held(s, d, seat)):
            s[OUT + seat] = 1
        s[SERVED] += 1
        _naming(s, d)
    else:
        s[SERVED] += 1
        _repaying(s, d)


# --- phase 2: contracts -------------------------------------------------------------------------


@in_place
def _offer(s: Row[int], d: Row[int]) -> None:
    _begin(s)
    if s[ROUND] > 1:
        s[PHASE] = ECONOMY
    else:
        s[TO_REVEAL] = d[SEATS] + 1
        s[PHASE] = CONTRACT


@in_place
def _economy(s: Row[int], d: Row[int], card: int) -> None:
    s[list_at(d, ECONOMIES) + card] -= 1
    s[CLIMATE] = card
    s[TO_REVEAL] = min(d[d[CLIMATE_AT] + card - 1], s[PILE_SIZE])
    if s[TO_REVEAL]:
        s[PHASE] = CONTRACT
    else:
        _naming(s, d)


@in_place
def _contract(s: Row[int], d: Row[int], number: int) -> None:
    remove(s, list_at(d, POOL), number)
    append(s, list_at(d, OFFERS), number)
    s[PILE_SIZE] -= 1
    s[TO_REVEAL] -= 1
    if s[TO_REVEAL]:
        s[PHASE] = CONTRACT
    else:
        _naming(s, d)


@in_place
def _cheapest(s: Row[int], d: Row[int]) -> int:
    """Return the lowest cost of a contract on offer."""
    least = of_contract(d, offer(s, d, 0), COST)
    for place in range(1, offered(s, d)):
        least = min(least, of_contract(d, offer(s, d, place), COST))
    return least


@in_place
def _naming(s: Row[int], d: Row[int]) -> None:
    if offered(s, d):
        least = _cheapest(s, d)
        while s[SERVED] < d[SEATS]:
            seat = in_turn(s, d, s[SERVED])
            if may_win(s, d, seat) and s[CASH + seat] >= least:
                s[PHASE] = MUST_NAME if unopposed(s, d, seat) else NAME
                s[ACTIVE] = seat
                return
            s[SERVED] += 1
        if s[ROUND] == 1:
            for at in range(d[SEATS]):
                seat = in_turn(s, d, at)
                if not held(s, d, seat):  # so it still has all its money (MB-2-must-name)
                    s[PHASE], s[ACTIVE] = MUST_NAME, seat
                    return
    _close_offer(s, d)


@in_place
def _name(s: Row[int], d: Row[int], seat: int, contract: int, bid: int) -> None:
    s[ACTIVE] = s[LEADER] = seat
    s[FOR_SALE], s[HIGHEST] = contract, bid
    for other in range(d[SEATS]):
        s[BIDDING + other] = int(other == seat or may_win(s, d, other))
    _bidding(s, d)


@in_place
def _bidding(s: Row[int], d: Row[int]) -> None:
    for at in range(1, d[SEATS]):
        seat = (s[ACTIVE] + at) % d[SEATS]
        if seat != s[LEADER] and s[BIDDING + seat] and s[CASH + seat] > s[HIGHEST]:
            s[PHASE], s[ACTIVE] = AUCTION, seat
            return
    _win(s, d, s[LEADER], s[FOR_SALE], s[HIGHEST])
    if s[ROUND] == 1:
        _last_one(s, d)
    _naming(s, d)


@in_place
def _win(s: Row[int], d: Row[int], seat: int, contract: int, paid: int) -> None:
    """Make a seat pay, and give it a contract and the money on it (MB-2-win)."""
    s[CASH + seat] -= paid
    append(s, list_at(d, HOLDINGS + seat), contract)
    remove(s, list_at(d, OFFERS), contract)
    if remove(s, list_at(d, LEFT_OVER), contract):
        s[CASH + seat] += MONEY
        s[POT] -= MONEY
    s[FOR_SALE] = s[SERVED] = 0


@in_place
def _last_one(s: Row[int], d: Row[int]) -> None:
    """Give the last contract to the last seat without one, at its cost (MB-2-last-one)."""
    without, last = 0, 0
    for seat in range(d[SEATS]):
        if not held(s, d, seat):
            without, last = without + 1, seat
    offers = list_at(d, OFFERS)
    if without == 1 and s[offers] == 1:
        contract = s[offers + 1]
        _win(s, d, last, contract, of_contract(d, contract, COST))


@in_place
def _close_offer(s: Row[int], d: Row[int]) -> None:
    offers, left = list_at(d, OFFERS), list_at(d, LEFT_OVER)
    for seat in range(d[SEATS]):
        s[OUT + seat] = 0
    s[POT] -= MONEY * s[left]
    s[left] = 0
    if s[ROUND] < s[LAST_ROUND]:
        for place in range(1, s[offers] + 1):
            append(s, left, s[offers + place])
        s[POT] += MONEY * s[offers]
        s[offers] = 0
        if not s[PILE_SIZE] and not s[left]:
            s[LAST_ROUND] = s[ROUND] + 1
    _begin(s)
    s[PHASE] = EVENT


# --- phase 3: event -----------------------------------------------------------------------------


@in_place
def _need(s: Row[int], d: Row[int], workers: int) -> int:
    """Return how many of the workers that the event can strike it does strike."""
    effect = of_event(d, s[STRIKING], EFFECT)
    if effect == HALF_IDLE:
        return (workers + 1) // 2
    if effect == LABOURING:
        return min(of_event(d, s[STRIKING], OF_WORKERS), workers)
    if effect == RELEASING:
        return int(workers >= of_event(d, s[STRIKING], OF_WORKERS))
    return workers if effect == FLAW_IDLE else min(1, workers)


@in_place
def _strike(s: Row[int], d: Row[int]) -> None:
    while s[SERVED] < d[SEATS]:
        seat = in_turn(s, d, s[SERVED])
        if of_event(d, s[STRIKING], EFFECT) == LEVY:
            if not _paid(s, seat, of_event(d, s[STRIKING], AMOUNT)):
                return
            continue
        workers = struck(s, d, seat)
        need = _need(s, d, workers)
        if workers > need > 0:
            s[NEED], s[ACTIVE] = need, seat
            s[PHASE] = DISMISS if leaves(s, d) else IDLE
            return
        if need:
            _strike_all(s, d, seat)
        s[SERVED] += 1
    append(s, list_at(d, EVENTS_UNDER), s[STRIKING])
    s[STRIKING] = 0
    _assigning(s, d)


@in_place
def _strike_all(s: Row[int], d: Row[int], seat: int) -> None:
    """Strike all workers of a seat that the event can strike."""
    crew = list_at(d, CREW + seat)
    hit = list_at(d, PLAN)
    s[hit] = 0
    for place in range(1, s[crew] + 1):
        if strikes(s, d, seat, s[crew + place]):
            append(s, hit, s[crew + place])
    for place in range(1, s[hit] + 1):
        _hit(s, d, seat, s[hit + place])


@in_place
def _hit(s: Row[int], d: Row[int], seat: int, worker: int) -> None:
    """Let a worker leave, or turn it face down; the bank pays for forced labour."""
    if leaves(s, d):
        _dismiss(s, d, seat, worker)
        return
    s[list_at(d, IDLES) + worker] = 1
    if of_event(d, s[STRIKING], EFFECT) == LABOURING:
        s[CASH + seat] += of_event(d, s[STRIKING], AMOUNT)


@in_place
def _choose(s: Row[int], d: Row[int], seat: int, worker: int) -> None:
    _hit(s, d, seat, worker)
    s[NEED] -= 1
    if s[NEED]:
        s[PHASE] = IDLE
    else:
        s[SERVED] += 1
        _strike(s, d)


# --- phase 4: building --------------------------------------------------------------------------


@in_place
def _assigning(s: Row[int], d: Row[int]) -> None:
    _begin(s)
    for seat in range(d[SEATS]):
        if not _can_assign(s, d, seat):
            s[READY + seat] = 1
    _await_assignments(s, d)


@in_place
def _can_assign(s: Row[int], d: Row[int], seat: int) -> bool:
    crew, holdings, best = list_at(d, CREW + seat), list_at(d, HOLDINGS + seat), -1
    for place in range(1, s[crew] + 1):
        if not s[list_at(d, IDLES) + s[crew + place]]:
            best = max(best, of_worker(d, s[crew + place], SKILL))
    for place in range(1, s[holdings] + 1):
        contract = s[holdings + place]
        for section in range(SECTIONS):
            if is_open(s, d, seat, contract, section) and head(d, contract, section, 0) <= best:
                return True
    return False


@in_place
def _await_assignments(s: Row[int], d: Row[int]) -> None:
    for seat in range(d[SEATS]):
        if not s[READY + seat]:
            s[PHASE] = ASSIGN
            return
    _reveal(s, d)


@in_place
def _reveal(s: Row[int], d: Row[int]) -> None:
    for seat in range(d[SEATS]):
        holdings = list_at(d, HOLDINGS + seat)
        for place in range(1, s[holdings] + 1):
            _rise(s, d, seat, s[holdings + place])
    for worker in range(1, d[WORKERS] + 1):
        s[list_at(d, IDLES) + worker] = s[list_at(d, JOBS) + worker] = 0
    for seat in range(d[SEATS]):
        s[READY + seat] = 0
    _income(s, d)


@in_place
def _rise(s: Row[int], d: Row[int], seat: int, contract: int) -> None:
    """Build what gets built of a contract in this phase (MB-4-stable, MB-4-walls)."""
    at = list_at(d, BUILT) + contract
    kind, built, ready = of_contract(d, contract, KIND), s[at], 0
    for section in range(SECTIONS):
        on = there(s, d, seat, contract, section)
        if on and on == heads(d, contract, section):
            ready |= 1 << section
    for stage in range(2):
        sections = STAGES[kind, stage]
        one, other = GROUPS[kind][stage]
        if built & sections or (ready & one and ready & other):
            s[at] |= ready & sections
        if (built | ready) & sections != sections:
            break


# --- phase 5: income and wages ------------------------------------------------------------------


@in_place
def _income(s: Row[int], d: Row[int]) -> None:
    _begin(s)
    for seat in range(d[SEATS]):
        holdings = list_at(d, HOLDINGS + seat)
        for place in range(s[holdings], 0, -1):
            contract = s[holdings + place]
            if s[list_at(d, BUILT) + contract] == WHOLE:
                s[CASH + seat] += of_contract(d, contract, INCOME)
                remove(s, holdings, contract)
    _wages(s, d)


@in_place
def _wages(s: Row[int], d: Row[int]) -> None:
    while s[SERVED] < d[SEATS]:
        seat = in_turn(s, d, s[SERVED])
        if not s[BILL + seat]:
            s[SERVED] += 1
        elif not _paid(s, seat, s[BILL + seat]):
            return
    s[SERVED] = 0
    _repaying(s, d)


@in_place
def _paid(s: Row[int], seat: int, due: int) -> bool:
    if s[CASH + seat] < due:
        s[DUE], s[PHASE], s[ACTIVE] = due, BORROW, seat
        return False
    s[CASH + seat] -= due
    s[SERVED] += 1
    s[DUE] = 0
    return True


@in_place
def _borrow(s: Row[int], d: Row[int], seat: int, loan: int) -> None:
    s[CASH + seat] += d[LOANS + LOAN_PARTS * loan + RECEIVE]
    s[(LARGE if loan else SMALL) + seat] += 1
    if s[STRIKING]:
        _strike(s, d)
    else:
        _wages(s, d)


@in_place
def _repay(s: Row[int], d: Row[int], seat: int, loan: int, waiting: int) -> None:
    s[CASH + seat] -= price(s, d, loan)
    s[(LARGE if loan else SMALL) + seat] -= 1
    if waiting == REPAY:
        _repaying(s, d)
    else:
        s[PHASE] = waiting


@in_place
def _repaying(s: Row[int], d: Row[int]) -> None:
    if s[ROUND] == s[LAST_ROUND]:  # the final settlement repays everything at the same rate
        _reckon(s, d)
        return
    while s[SERVED] < d[SEATS]:
        seat = in_turn(s, d, s[SERVED])
        if repayable(s, d, seat, 0) or repayable(s, d, seat, 1):
            s[PHASE], s[ACTIVE] = REPAY, seat
            return
        s[SERVED] += 1
    s[MALLET] = s[ACTIVE] = in_turn(s, d, 1)
    s[ROUND] += 1
    s[CLIMATE] = s[PASSES] = 0
    for seat in range(d[SEATS]):
        s[CHANGES + seat] = 0
    for skill in range(LEVELS):
        s[TURNED + skill] = 0
    _begin(s)
    s[PHASE] = HIRE


@in_place
def _reckon(s: Row[int], d: Row[int]) -> None:
    for seat in range(d[SEATS]):
        holdings = list_at(d, HOLDINGS + seat)
        for place in range(1, s[holdings] + 1):
            contract = s[holdings + place]
            built = s[list_at(d, BUILT) + contract]
            s[CASH + seat] += payment(d, contract, built, d[BY_PCT])
    for seat in range(d[SEATS]):
        s[CASH + seat] -= debt(s, d, seat)
        s[SMALL + seat] = s[LARGE + seat] = 0
    s[PHASE] = OVER
