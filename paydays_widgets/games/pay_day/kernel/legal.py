"""What is legal, and listed: the twin of :mod:`~paydays_widgets.games.pay_day.engine`."""

from paydays_widgets.games.pay_day.engine import BET_STEP, LISTED_LOAN, MOST_BET
from paydays_widgets.games.pay_day.engine.agenda import FEE, STEP
from paydays_widgets.games.pay_day.kernel.layout import (
    AMOUNT,
    ANY_TIME,
    BANK,
    BET,
    BORROWING,
    BUY,
    BUYING,
    CARD,
    CASH,
    COST,
    DEBT,
    FOR_DEAL,
    HAND,
    INSURE,
    LOAN,
    MAX_LOAN,
    PASSING,
    PHASE,
    RAISE,
    REPAYING,
    SAVINGS,
    SELL,
    SELLING,
    STAKE,
    STAKING,
    SUM,
    WITHDRAWING,
    deals_at,
    decider,
    fee_now,
    lacking,
    of_deal,
    of_letter,
    shortfall,
    top,
    up_to_step,
)
from paydays_widgets.kernels.compiled import Row, in_place


@in_place
def _means(s: Row[int], d: Row[int], seat: int) -> int:
    """Return the most that a seat can pay by choice within the limit of its loan (PD-raise)."""
    if s[SAVINGS + seat]:
        return s[CASH + seat] + s[SAVINGS + seat] - FEE + d[MAX_LOAN]
    return s[CASH + seat] + max(0, d[MAX_LOAN] - s[LOAN + seat])


@in_place
def _chosen(s: Row[int]) -> bool:
    """Return whether the payment due is one that its seat chose."""
    return s[top(s) + DEBT] >= FOR_DEAL


@in_place
def _largest_loan(s: Row[int], d: Row[int], seat: int) -> int:
    """Return the largest loan that is listed (PD-loan, PD-raise)."""
    needed = up_to_step(shortfall(s)) if s[PHASE] == RAISE else 0
    room = max(0, d[MAX_LOAN] - s[LOAN + seat])
    chosen = s[PHASE] != RAISE or _chosen(s)
    if not d[ANY_TIME]:
        most = min(needed, room) if chosen else needed
    else:
        most = room if chosen else max(room, needed)
    return min(most, max(LISTED_LOAN, needed))


@in_place
def _most(s: Row[int], d: Row[int], verb: int) -> int:
    """Return the largest sum that is listed for the bank's business; 0 for none."""
    seat, phase = decider(s), s[PHASE]
    there = s[CASH + seat] // STEP * STEP
    if verb == WITHDRAWING:
        return s[SAVINGS + seat] if d[ANY_TIME] or phase >= RAISE else 0
    if verb == BORROWING:
        return 0 if s[SAVINGS + seat] else _largest_loan(s, d, seat)
    if phase != BANK:
        return 0
    if verb == REPAYING:
        return min(there, s[LOAN + seat])
    return 0 if s[LOAN + seat] else there


@in_place
def _out_of_reach(s: Row[int], d: Row[int], amount: int) -> bool:
    """Return whether a withdrawal's fee would put a chosen payment out of reach (PD-raise)."""
    if not _chosen(s):
        return False
    seat = decider(s)
    there, left = s[CASH + seat] + amount - FEE, s[SAVINGS + seat] - amount
    means = there + max(0, d[MAX_LOAN] - s[LOAN + seat])
    if left:
        means = there + left - FEE + d[MAX_LOAN]
    return max(there, means) < s[top(s) + AMOUNT]


@in_place
def next_sum(s: Row[int], d: Row[int], verb: int, amount: int) -> int:
    """Return the next larger sum that is listed for the bank's business; 0 for none.

    Listed are all sums with a single digit that is not 0, the largest sum, and where savings are
    to meet a payment the sum that does.
    """
    most = _most(s, d, verb)
    while amount < most:
        unit = STEP
        while 10 * unit <= amount:
            unit *= 10
        following = min(most, amount - amount % unit + unit)
        if s[PHASE] != RAISE or verb != WITHDRAWING:
            return following
        enough = up_to_step(shortfall(s) + fee_now(s, decider(s)))
        amount = enough if amount < enough < following else following
        if not _out_of_reach(s, d, amount):
            return amount
    return 0


@in_place
def price_asked(s: Row[int], d: Row[int]) -> int:
    """Return what the offered Deal or insurance costs."""
    card = s[top(s) + CARD]
    return of_deal(d, card, COST) if s[PHASE] == BUY else of_letter(d, card, SUM)


@in_place
def how_many(s: Row[int], d: Row[int], verb: int) -> int:
    """Count the moves of a kind that are listed."""
    seat, phase = decider(s), s[PHASE]
    if verb == BUYING:
        offered = phase in (BUY, INSURE)
        return int(offered and price_asked(s, d) <= _means(s, d, seat))
    if verb == SELLING:
        return s[deals_at(d, HAND + seat)] if phase == SELL else 0
    if verb == STAKING:
        if phase == STAKE:
            return int(s[top(s) + AMOUNT] <= _means(s, d, seat))
        if phase != BET or lacking(s, d, seat) <= 0:
            return 0
        return max(0, min(MOST_BET, _means(s, d, seat))) // BET_STEP
    if verb == PASSING:
        return int(phase != RAISE)
    found, amount = 0, next_sum(s, d, verb, 0)
    while amount:
        found += 1
        amount = next_sum(s, d, verb, amount)
    return found


@in_place
def listed(s: Row[int], d: Row[int], verb: int, place: int) -> int:
    """Return the card or the sum of the move at a place among those of its kind."""
    if verb in (BUYING, PASSING):
        return 0
    if verb == SELLING:
        return s[deals_at(d, HAND + decider(s)) + place + 1]
    if verb == STAKING:
        return s[top(s) + AMOUNT] if s[PHASE] == STAKE else (place + 1) * BET_STEP
    amount = next_sum(s, d, verb, 0)
    for _ in range(place):
        amount = next_sum(s, d, verb, amount)
    return amount
