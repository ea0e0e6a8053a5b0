"""Facts about a position: the twin of ``engine.facts``."""

from paydays_widgets.games.master_builder.kernel.position import (
    ASSIGN,
    DISMISSING,
    FLAW_IDLE,
    HALF_IDLE,
    LABOURING,
    MOST_FLAWS_IDLE,
    RELEASING,
    Position,
    Printed,
)
from paydays_widgets.kernels.compiled import in_place
from paydays_widgets.kernels.lists import holds


@in_place
def in_turn(s: Position, d: Printed, at: int) -> int:
    """Return the seat at a place in the turn order, counted from the mallet."""
    return (s.mallet + at) % d.seats


@in_place
def decider(s: Position) -> int:
    """Return the seat that decides; of those that still assign, the first."""
    if s.phase != ASSIGN:
        return s.active
    seat = 0
    while s.builders[seat].ready:
        seat += 1
    return seat


# --- workers to hire ----------------------------------------------------------------------------


@in_place
def may_hire(s: Position, d: Printed, seat: int, skill: int) -> bool:
    """Return whether the wage limit allows a seat the open worker of a skill (MB-1-wages)."""
    worker = s.piles[skill].top
    return worker > 0 and s.builders[seat].bill + d.workers[worker].wage <= d.wage_limit


# --- contracts ----------------------------------------------------------------------------------


@in_place
def offered(s: Position) -> int:
    """Count the contracts that can be named."""
    return s.left_over.length + s.offers.length


@in_place
def offer(s: Position, place: int) -> int:
    """Return a contract that can be named, those left over first."""
    if place < s.left_over.length:
        return s.left_over.numbers[place]
    return s.offers.numbers[place - s.left_over.length]


@in_place
def is_offered(s: Position, contract: int) -> bool:
    """Return whether a contract can be named."""
    return holds(s.left_over, contract) or holds(s.offers, contract)


@in_place
def narrowed(s: Position, d: Printed) -> bool:
    """Return whether only seats without a contract may win one (MB-2-first-round)."""
    if s.turn == 1:
        for seat in range(d.seats):
            if s.builders[seat].holdings.length > 1:
                return True
    return False


@in_place
def may_win(s: Position, d: Printed, seat: int) -> bool:
    """Return whether a seat may win a contract (MB-2-first-round, MB-2-nominate)."""
    if narrowed(s, d):
        return s.builders[seat].holdings.length == 0
    return s.out[seat] == 0


@in_place
def unopposed(s: Position, d: Printed, seat: int) -> bool:
    """Return whether a seat is the last one without a contract in round 1 (MB-2-last-one)."""
    if s.turn != 1 or s.builders[seat].holdings.length:
        return False
    for other in range(d.seats):
        if other != seat and may_win(s, d, other):
            return False
    return True


# --- loans --------------------------------------------------------------------------------------


@in_place
def is_early(s: Position, d: Printed) -> bool:
    """Return whether loans are repaid at the early price (MB-5-early)."""
    if s.pile_size or offered(s):
        return True
    if d.any_unfinished:
        for seat in range(d.seats):
            if s.builders[seat].holdings.length:
                return True
    return False


@in_place
def price(s: Position, d: Printed, loan: int) -> int:
    """Return what a loan costs to repay now (MB-5-loans)."""
    return d.loans[loan].early if is_early(s, d) else d.loans[loan].late


@in_place
def repayable(s: Position, d: Printed, seat: int, loan: int) -> bool:
    """Return whether a seat owes a loan of a kind and can afford to repay it now."""
    return s.builders[seat].loans[loan] > 0 and s.builders[seat].cash >= price(s, d, loan)


@in_place
def debt(s: Position, d: Printed, seat: int) -> int:
    """Return what it would cost to repay all of a seat's loans now."""
    return s.builders[seat].loans[0] * price(s, d, 0) + s.builders[seat].loans[1] * price(s, d, 1)


# --- events -------------------------------------------------------------------------------------


@in_place
def strikes(s: Position, d: Printed, seat: int, worker: int) -> bool:
    """Return whether the event can strike a worker of a seat."""
    if s.idle[worker]:
        return False
    effect = d.events[s.event].effect
    if effect in (FLAW_IDLE, DISMISSING):
        return d.workers[worker].flaws & d.events[s.event].flaw != 0
    if effect == HALF_IDLE:
        return d.workers[worker].skill == d.events[s.event].skill
    if effect == MOST_FLAWS_IDLE:
        crew = s.builders[seat].crew
        for place in range(crew.length):
            more = d.workers[crew.numbers[place]].how_many > d.workers[worker].how_many
            if more and not s.idle[crew.numbers[place]]:
                return False
        return True
    return effect in (LABOURING, RELEASING)


@in_place
def struck(s: Position, d: Printed, seat: int) -> int:
    """Count the workers of a seat that the event can strike."""
    crew, found = s.builders[seat].crew, 0
    for place in range(crew.length):
        found += int(strikes(s, d, seat, crew.numbers[place]))
    return found


@in_place
def leaves(s: Position, d: Printed) -> bool:
    """Return whether the event makes workers leave (MB-3-gone) rather than rest."""
    return d.events[s.event].effect in (DISMISSING, RELEASING)
