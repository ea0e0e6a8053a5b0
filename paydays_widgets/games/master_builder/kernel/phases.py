"""What follows from a move: the twin of ``engine.phases``, which explains it."""

from paydays_widgets.games.master_builder.deck import SECTIONS
from paydays_widgets.games.master_builder.engine.phases import CREW as DRAFTED
from paydays_widgets.games.master_builder.engine.phases import LEFT_OVER as MONEY
from paydays_widgets.games.master_builder.kernel.building import (
    GROUPS,
    STAGES,
    WHOLE,
    is_open,
    payment,
    there,
)
from paydays_widgets.games.master_builder.kernel.facts import (
    debt,
    decider,
    in_turn,
    leaves,
    may_hire,
    may_win,
    offer,
    offered,
    price,
    repayable,
    strikes,
    struck,
    unopposed,
)
from paydays_widgets.games.master_builder.kernel.position import (
    A_CLIMATE,
    A_CONTRACT,
    A_WORKER,
    ASSIGN,
    ASSIGNING,
    AUCTION,
    BASE,
    BIDS,
    BORROW,
    BORROWING,
    BUILDING,
    CHOOSING,
    CONTRACT,
    DEAL,
    DECISIONS,
    DISMISS,
    DRAFT,
    ECONOMY,
    EVENT,
    FIRING,
    FLAW_IDLE,
    HALF_IDLE,
    HIRE,
    HIRING,
    IDLE,
    LABOURING,
    LEVELS,
    LEVY,
    MUST_NAME,
    NAME,
    NAMING,
    OVER,
    PASSING,
    RAISING,
    RELEASING,
    REPAY,
    REPAYING,
    SETTLING,
    SPOTS,
    TURNING_UP,
    VERBS,
    WORKER,
    Position,
    Printed,
)
from paydays_widgets.kernels.compiled import in_place
from paydays_widgets.kernels.lists import append, holds, move_all, remove


@in_place
def carry_out(s: Position, d: Printed, code: int) -> None:
    """Carry out a legal move."""
    what = code // BASE
    verb, number, waiting = what % VERBS, what // VERBS, s.phase
    seat = decider(s) if waiting in DECISIONS else 0
    s.phase = SETTLING
    s.count += 1
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
        s.auction.bid, s.auction.leader = number, seat
        _bidding(s, d)
    elif verb == CHOOSING:
        _choose(s, d, seat, number)
    elif verb == ASSIGNING:
        s.jobs[number // SPOTS] = number % SPOTS
        s.phase = ASSIGN
    elif verb == BUILDING:
        s.builders[seat].ready = True
        _await_assignments(s, d)
    elif verb == BORROWING:
        _borrow(s, d, seat, number)
    elif verb == REPAYING:
        _repay(s, d, seat, number, waiting)
    else:
        s.mallet = s.active = number
        _deal(s, d, 0)


@in_place
def _begin(s: Position) -> None:
    s.count = s.served = 0


@in_place
def _dismiss(s: Position, d: Printed, seat: int, worker: int) -> None:
    """Put a worker under its pile, or open if that is empty (MB-1-fire, MB-3-gone, MB-1-empty)."""
    remove(s.builders[seat].crew, worker)
    s.builders[seat].bill -= d.workers[worker].wage
    skill = d.workers[worker].skill
    if s.piles[skill].top:
        append(s.piles[skill].under, worker)
    else:
        s.piles[skill].top = worker


# --- cards that come up -------------------------------------------------------------------------


@in_place
def _turn_up(s: Position, d: Printed, verb: int, number: int, waiting: int) -> None:
    if verb == A_WORKER:
        _worker(s, d, number, waiting)
    elif verb == A_CONTRACT:
        _contract(s, d, number)
    elif verb == A_CLIMATE:
        _economy(s, d, number)
    else:
        remove(s.events if s.events.length else s.events_under, number)
        s.event = number
        _strike(s, d)


@in_place
def _worker(s: Position, d: Printed, number: int, waiting: int) -> None:
    skill = s.opening
    pile = s.piles[skill]
    remove(pile.unseen if pile.unseen.length else pile.under, number)
    s.piles[skill].top = number
    s.turned[skill] += 1
    if waiting == DEAL:
        _deal(s, d, skill + 1)
    else:
        _hiring(s, d)


@in_place
def _deal(s: Position, d: Printed, skill: int) -> None:
    for at in range(skill, LEVELS):
        if s.piles[at].unseen.length:
            s.opening = at
            s.phase = DEAL
            return
    s.turn = 1
    for at in range(LEVELS):
        s.turned[at] = 0
    _begin(s)
    _draft(s, d)


# --- phase 1: hire and fire ---------------------------------------------------------------------


@in_place
def _hiring(s: Position, d: Printed) -> None:
    if s.turn == 1:
        _draft(s, d)
    elif s.passes == d.seats:
        _offer(s, d)
    else:
        s.phase = HIRE


@in_place
def _draft(s: Position, d: Printed) -> None:
    while s.served < DRAFTED * d.seats:
        seat = in_turn(s, d, s.served)
        for skill in range(LEVELS):
            if may_hire(s, d, seat, skill):
                s.phase, s.active = DRAFT, seat
                return
        s.served += 1
    _offer(s, d)


@in_place
def _hire(s: Position, d: Printed, seat: int, skill: int) -> None:
    worker = s.piles[skill].top
    append(s.builders[seat].crew, worker)
    s.builders[seat].bill += d.workers[worker].wage
    s.builders[seat].changes += int(s.turn > 1)
    s.piles[skill].top = 0
    s.active = (seat + 1) % d.seats
    s.served += 1
    s.passes = 0
    s.opening = skill
    if s.piles[skill].unseen.length or s.piles[skill].under.length:
        s.phase = WORKER
    else:
        _hiring(s, d)


@in_place
def _fire(s: Position, d: Printed, seat: int, worker: int) -> None:
    _dismiss(s, d, seat, worker)
    s.builders[seat].changes += 1
    s.active = (seat + 1) % d.seats
    s.passes = 0
    _hiring(s, d)


@in_place
def _pass(s: Position, d: Printed, seat: int, waiting: int) -> None:
    if waiting == HIRE:
        s.active = (seat + 1) % d.seats
        s.passes += 1
        _hiring(s, d)
    elif waiting == AUCTION:
        s.auction.bidders[seat] = 0
        _bidding(s, d)
    elif waiting == NAME:
        if d.phase_over and (s.turn > 1 or s.builders[seat].holdings.length):
            s.out[seat] = 1
        s.served += 1
        _naming(s, d)
    else:
        s.served += 1
        _repaying(s, d)


# --- phase 2: contracts -------------------------------------------------------------------------


@in_place
def _offer(s: Position, d: Printed) -> None:
    _begin(s)
    if s.turn > 1:
        s.phase = ECONOMY
    else:
        s.to_reveal = d.seats + 1
        s.phase = CONTRACT


@in_place
def _economy(s: Position, d: Printed, card: int) -> None:
    s.economy[card] -= 1
    s.climate = card
    s.to_reveal = min(d.reveals[card], s.pile_size)
    if s.to_reveal:
        s.phase = CONTRACT
    else:
        _naming(s, d)


@in_place
def _contract(s: Position, d: Printed, number: int) -> None:
    remove(s.unseen, number)
    append(s.offers, number)
    s.pile_size -= 1
    s.to_reveal -= 1
    if s.to_reveal:
        s.phase = CONTRACT
    else:
        _naming(s, d)


@in_place
def _cheapest(s: Position, d: Printed) -> int:
    """Return the lowest cost of a contract on offer."""
    least = d.contracts[offer(s, 0)].cost
    for place in range(1, offered(s)):
        least = min(least, d.contracts[offer(s, place)].cost)
    return least


@in_place
def _naming(s: Position, d: Printed) -> None:
    if offered(s):
        least = _cheapest(s, d)
        while s.served < d.seats:
            seat = in_turn(s, d, s.served)
            if may_win(s, d, seat) and s.builders[seat].cash >= least:
                s.phase = MUST_NAME if unopposed(s, d, seat) else NAME
                s.active = seat
                return
            s.served += 1
        if s.turn == 1:
            for at in range(d.seats):
                seat = in_turn(s, d, at)
                if not s.builders[
                    seat
                ].holdings.length:  # so it still has all its money (MB-2-must-name)
                    s.phase, s.active = MUST_NAME, seat
                    return
    _close_offer(s, d)


@in_place
def _name(s: Position, d: Printed, seat: int, contract: int, bid: int) -> None:
    s.active = s.auction.leader = seat
    s.auction.contract, s.auction.bid = contract, bid
    for other in range(d.seats):
        s.auction.bidders[other] = int(other == seat or may_win(s, d, other))
    _bidding(s, d)


@in_place
def _bidding(s: Position, d: Printed) -> None:
    for at in range(1, d.seats):
        seat = (s.active + at) % d.seats
        if (
            seat != s.auction.leader
            and s.auction.bidders[seat]
            and s.builders[seat].cash > s.auction.bid
        ):
            s.phase, s.active = AUCTION, seat
            return
    _win(s, s.auction.leader, s.auction.contract, s.auction.bid)
    if s.turn == 1:
        _last_one(s, d)
    _naming(s, d)


@in_place
def _win(s: Position, seat: int, contract: int, paid: int) -> None:
    """Make a seat pay, and give it a contract and the money on it (MB-2-win)."""
    s.builders[seat].cash -= paid
    append(s.builders[seat].holdings, contract)
    if holds(s.left_over, contract):
        remove(s.left_over, contract)
        s.builders[seat].cash += MONEY
        s.pot -= MONEY
    else:
        remove(s.offers, contract)
    s.auction.contract = s.served = 0


@in_place
def _last_one(s: Position, d: Printed) -> None:
    """Give the last contract to the last seat without one, at its cost (MB-2-last-one)."""
    without, last = 0, 0
    for seat in range(d.seats):
        if not s.builders[seat].holdings.length:
            without, last = without + 1, seat
    offers = s.offers
    if without == 1 and offers.length == 1:
        contract = offers.numbers[0]
        _win(s, last, contract, d.contracts[contract].cost)


@in_place
def _close_offer(s: Position, d: Printed) -> None:
    offers, left = s.offers, s.left_over
    for seat in range(d.seats):
        s.out[seat] = 0
    s.pot -= MONEY * left.length
    left.length = 0
    if s.turn < s.last_round:
        s.pot += MONEY * offers.length
        move_all(offers, left)
        if not s.pile_size and not left.length:
            s.last_round = s.turn + 1
    _begin(s)
    s.phase = EVENT


# --- phase 3: event -----------------------------------------------------------------------------


@in_place
def _need(s: Position, d: Printed, workers: int) -> int:
    """Return how many of the workers that the event can strike it does strike."""
    effect = d.events[s.event].effect
    if effect == HALF_IDLE:
        return (workers + 1) // 2
    if effect == LABOURING:
        return min(d.events[s.event].workers, workers)
    if effect == RELEASING:
        return int(workers >= d.events[s.event].workers)
    return workers if effect == FLAW_IDLE else min(1, workers)


@in_place
def _strike(s: Position, d: Printed) -> None:
    while s.served < d.seats:
        seat = in_turn(s, d, s.served)
        if d.events[s.event].effect == LEVY:
            if not _paid(s, seat, d.events[s.event].amount):
                return
            continue
        workers = struck(s, d, seat)
        need = _need(s, d, workers)
        if workers > need > 0:
            s.need, s.active = need, seat
            s.phase = DISMISS if leaves(s, d) else IDLE
            return
        if need:
            _strike_all(s, d, seat)
        s.served += 1
    append(s.events_under, s.event)
    s.event = 0
    _assigning(s, d)


@in_place
def _strike_all(s: Position, d: Printed, seat: int) -> None:
    """Strike all workers of a seat that the event can strike."""
    crew = s.builders[seat].crew
    hit = s.plan
    hit.length = 0
    for place in range(crew.length):
        if strikes(s, d, seat, crew.numbers[place]):
            append(hit, crew.numbers[place])
    for place in range(hit.length):
        _hit(s, d, seat, hit.numbers[place])


@in_place
def _hit(s: Position, d: Printed, seat: int, worker: int) -> None:
    """Let a worker leave, or turn it face down; the bank pays for forced labour."""
    if leaves(s, d):
        _dismiss(s, d, seat, worker)
        return
    s.idle[worker] = 1
    if d.events[s.event].effect == LABOURING:
        s.builders[seat].cash += d.events[s.event].amount


@in_place
def _choose(s: Position, d: Printed, seat: int, worker: int) -> None:
    _hit(s, d, seat, worker)
    s.need -= 1
    if s.need:
        s.phase = IDLE
    else:
        s.served += 1
        _strike(s, d)


# --- phase 4: building --------------------------------------------------------------------------


@in_place
def _assigning(s: Position, d: Printed) -> None:
    _begin(s)
    for seat in range(d.seats):
        if not _can_assign(s, d, seat):
            s.builders[seat].ready = True
    _await_assignments(s, d)


@in_place
def _can_assign(s: Position, d: Printed, seat: int) -> bool:
    crew, holdings, best = s.builders[seat].crew, s.builders[seat].holdings, -1
    for place in range(crew.length):
        if not s.idle[crew.numbers[place]]:
            best = max(best, d.workers[crew.numbers[place]].skill)
    for place in range(holdings.length):
        contract = holdings.numbers[place]
        for section in range(SECTIONS):
            if (
                is_open(s, d, seat, contract, section)
                and d.contracts[contract].heads[section, 0] <= best
            ):
                return True
    return False


@in_place
def _await_assignments(s: Position, d: Printed) -> None:
    for seat in range(d.seats):
        if not s.builders[seat].ready:
            s.phase = ASSIGN
            return
    _reveal(s, d)


@in_place
def _reveal(s: Position, d: Printed) -> None:
    for seat in range(d.seats):
        holdings = s.builders[seat].holdings
        for place in range(holdings.length):
            _rise(s, d, seat, holdings.numbers[place])
    for worker in range(1, d.worker_cards + 1):
        s.idle[worker] = s.jobs[worker] = 0
    for seat in range(d.seats):
        s.builders[seat].ready = False
    _income(s, d)


@in_place
def _rise(s: Position, d: Printed, seat: int, contract: int) -> None:
    """Build what gets built of a contract in this phase (MB-4-stable, MB-4-walls)."""
    kind, built, ready = d.contracts[contract].kind, s.built[contract], 0
    for section in range(SECTIONS):
        on = there(s, seat, contract, section)
        if on and on == d.contracts[contract].needs[section]:
            ready |= 1 << section
    for stage in range(2):
        sections = STAGES[kind, stage]
        one, other = GROUPS[kind][stage]
        if built & sections or (ready & one and ready & other):
            s.built[contract] |= ready & sections
        if (built | ready) & sections != sections:
            break


# --- phase 5: income and wages ------------------------------------------------------------------


@in_place
def _income(s: Position, d: Printed) -> None:
    _begin(s)
    for seat in range(d.seats):
        holdings = s.builders[seat].holdings
        for place in range(holdings.length - 1, -1, -1):
            contract = holdings.numbers[place]
            if s.built[contract] == WHOLE:
                s.builders[seat].cash += d.contracts[contract].income
                remove(holdings, contract)
    _wages(s, d)


@in_place
def _wages(s: Position, d: Printed) -> None:
    while s.served < d.seats:
        seat = in_turn(s, d, s.served)
        if not s.builders[seat].bill:
            s.served += 1
        elif not _paid(s, seat, s.builders[seat].bill):
            return
    s.served = 0
    _repaying(s, d)


@in_place
def _paid(s: Position, seat: int, due: int) -> bool:
    if s.builders[seat].cash < due:
        s.due, s.phase, s.active = due, BORROW, seat
        return False
    s.builders[seat].cash -= due
    s.served += 1
    s.due = 0
    return True


@in_place
def _borrow(s: Position, d: Printed, seat: int, loan: int) -> None:
    s.builders[seat].cash += d.loans[loan].receive
    s.builders[seat].loans[loan] += 1
    if s.event:
        _strike(s, d)
    else:
        _wages(s, d)


@in_place
def _repay(s: Position, d: Printed, seat: int, loan: int, waiting: int) -> None:
    s.builders[seat].cash -= price(s, d, loan)
    s.builders[seat].loans[loan] -= 1
    if waiting == REPAY:
        _repaying(s, d)
    else:
        s.phase = waiting


@in_place
def _repaying(s: Position, d: Printed) -> None:
    if s.turn == s.last_round:  # the final settlement repays everything at the same rate
        _reckon(s, d)
        return
    while s.served < d.seats:
        seat = in_turn(s, d, s.served)
        if repayable(s, d, seat, 0) or repayable(s, d, seat, 1):
            s.phase, s.active = REPAY, seat
            return
        s.served += 1
    s.mallet = s.active = in_turn(s, d, 1)
    s.turn += 1
    s.climate = s.passes = 0
    for seat in range(d.seats):
        s.builders[seat].changes = 0
    for skill in range(LEVELS):
        s.turned[skill] = 0
    _begin(s)
    s.phase = HIRE


@in_place
def _reckon(s: Position, d: Printed) -> None:
    for seat in range(d.seats):
        holdings = s.builders[seat].holdings
        for place in range(holdings.length):
            contract = holdings.numbers[place]
            built = s.built[contract]
            s.builders[seat].cash += payment(d, contract, built, d.by_pct)
    for seat in range(d.seats):
        s.builders[seat].cash -= debt(s, d, seat)
        s.builders[seat].loans[0] = s.builders[seat].loans[1] = 0
    s.phase = OVER
