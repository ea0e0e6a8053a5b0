"""What is legal, and listed: the twin of :mod:`~paydays_widgets.games.pay_day.engine`."""

from paydays_widgets.games.pay_day.engine import BET_STEP, LISTED_LOAN, MOST_BET
from paydays_widgets.games.pay_day.engine.facts import FEE, STEP
from paydays_widgets.games.pay_day.kernel.facts import (
    decider,
    fee_now,
    lacking,
    shortfall,
    up_to_step,
)
from paydays_widgets.games.pay_day.kernel.state import (
    BANK,
    BET,
    BORROWING,
    BUY,
    BUYING,
    FOR_DEAL,
    INSURE,
    PASSING,
    RAISE,
    REPAYING,
    SELL,
    SELLING,
    STAKE,
    STAKING,
    WITHDRAWING,
    Household,
    Position,
    Printed,
)
from paydays_widgets.kernels.compiled import in_place


@in_place
def _means(household: Household, d: Printed) -> int:
    """Return the most that a household can pay by choice within the limit of its loan.

    Chosen payments never fall on Pay Day, so a withdrawal always costs the fee.
    """
    if household.savings:
        return household.cash + household.savings - FEE + d.max_loan
    return household.cash + max(0, d.max_loan - household.loan)


@in_place
def _chosen(s: Position) -> bool:
    """Return whether the payment due is one that its seat chose (PD-raise)."""
    return s.agenda[s.first].debt >= FOR_DEAL


@in_place
def _loan_needed(s: Position) -> int:
    """Return the loan that the payment due calls for; 0 if none is due."""
    return up_to_step(shortfall(s)) if s.phase == RAISE else 0


@in_place
def _largest_loan(s: Position, d: Printed, household: Household) -> int:
    """Return the largest loan that is listed (PD-loan, PD-raise)."""
    room = max(0, d.max_loan - household.loan)
    chosen = s.phase != RAISE or _chosen(s)
    needed = _loan_needed(s)
    if not d.any_time:
        most = min(needed, room) if chosen else needed
    else:
        most = room if chosen else max(room, needed)
    return min(most, max(LISTED_LOAN, needed))


@in_place
def _most(s: Position, d: Printed, verb: int) -> int:
    """Return the largest sum that is listed for the bank's business; 0 for none."""
    household = s.households[decider(s)]
    there = household.cash // STEP * STEP
    if verb == WITHDRAWING:
        return household.savings if d.any_time or s.phase >= RAISE else 0
    if verb == BORROWING:
        return 0 if household.savings else _largest_loan(s, d, household)
    if s.phase != BANK:
        return 0
    if verb == REPAYING:
        return min(there, household.loan)
    return 0 if household.loan else there


@in_place
def _out_of_reach(s: Position, d: Printed, amount: int) -> bool:
    """Return whether a withdrawal's fee would put a chosen payment out of reach (PD-raise)."""
    if not _chosen(s):
        return False
    household = s.households[decider(s)]
    there, left = household.cash + amount - FEE, household.savings - amount
    means = there + max(0, d.max_loan - household.loan)
    if left:
        means = there + left - FEE + d.max_loan
    return max(there, means) < s.agenda[s.first].amount


@in_place
def next_sum(s: Position, d: Printed, verb: int, amount: int) -> int:
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
        if s.phase != RAISE or verb != WITHDRAWING:
            return following
        enough = up_to_step(shortfall(s) + fee_now(s.households[decider(s)]))
        amount = enough if amount < enough < following else following
        if not _out_of_reach(s, d, amount):
            return amount
    return 0


@in_place
def price_asked(s: Position, d: Printed) -> int:
    """Return what the offered Deal or insurance costs."""
    item = s.agenda[s.first]
    return d.deals[item.deal - 1].cost if s.phase == BUY else d.mail[item.card - 1].amount


@in_place
def how_many(s: Position, d: Printed, verb: int) -> int:
    """Count the moves of a kind that are listed."""
    household, phase = s.households[decider(s)], s.phase
    if verb == BUYING:
        offered = phase in (BUY, INSURE)
        return int(offered and price_asked(s, d) <= _means(household, d))
    if verb == SELLING:
        return household.deals.length if phase == SELL else 0
    if verb == STAKING:
        if phase == STAKE:
            return int(s.agenda[s.first].stake <= _means(household, d))
        if phase != BET or lacking(household, d) <= 0:
            return 0
        return max(0, min(MOST_BET, _means(household, d))) // BET_STEP
    if verb == PASSING:
        return int(phase != RAISE)
    found, amount = 0, next_sum(s, d, verb, 0)
    while amount:
        found += 1
        amount = next_sum(s, d, verb, amount)
    return found


@in_place
def listed(s: Position, d: Printed, verb: int, place: int) -> int:
    """Return the card or the sum of the move at a place among those of its kind."""
    if verb in (BUYING, PASSING):
        return 0
    if verb == SELLING:
        return s.households[decider(s)].deals.numbers[place]
    if verb == STAKING:
        return s.agenda[s.first].stake if s.phase == STAKE else (place + 1) * BET_STEP
    amount = next_sum(s, d, verb, 0)
    for _ in range(place):
        amount = next_sum(s, d, verb, amount)
    return amount
