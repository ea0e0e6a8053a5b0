"""What is legal, and listed: the twin of :mod:`~paydays_widgets.games.pay_day.engine`."""

from paydays_widgets.games.pay_day.engine import BET_STEP, LISTED_LOAN, MOST_BET
from paydays_widgets.games.pay_day.engine.facts import FEE, STEP
from paydays_widgets.games.pay_day.kernel import layout as lay
from paydays_widgets.kernels.compiled import Row, in_place


@in_place
def _means(s: Row[int], d: Row[int], seat: int) -> int:
    """Return the most that a seat can pay by choice within the limit of its loan (PD-raise)."""
    if s[lay.SAVINGS + seat]:
        return s[lay.CASH + seat] + s[lay.SAVINGS + seat] - FEE + d[lay.MAX_LOAN]
    return s[lay.CASH + seat] + max(0, d[lay.MAX_LOAN] - s[lay.LOAN + seat])


@in_place
def _chosen(s: Row[int]) -> bool:
    """Return whether the payment due is one that its seat chose."""
    return s[lay.top(s) + lay.DEBT] >= lay.FOR_DEAL


@in_place
def _largest_loan(s: Row[int], d: Row[int], seat: int) -> int:
    """Return the largest loan that is listed (PD-loan, PD-raise)."""
    needed = lay.up_to_step(lay.shortfall(s)) if s[lay.PHASE] == lay.RAISE else 0
    room = max(0, d[lay.MAX_LOAN] - s[lay.LOAN + seat])
    chosen = s[lay.PHASE] != lay.RAISE or _chosen(s)
    if not d[lay.ANY_TIME]:
        most = min(needed, room) if chosen else needed
    else:
        most = room if chosen else max(room, needed)
    return min(most, max(LISTED_LOAN, needed))


@in_place
def _most(s: Row[int], d: Row[int], verb: int) -> int:
    """Return the largest sum that is listed for the bank's business; 0 for none."""
    seat, phase = lay.decider(s), s[lay.PHASE]
    there = s[lay.CASH + seat] // STEP * STEP
    if verb == lay.WITHDRAWING:
        return s[lay.SAVINGS + seat] if d[lay.ANY_TIME] or phase >= lay.RAISE else 0
    if verb == lay.BORROWING:
        return 0 if s[lay.SAVINGS + seat] else _largest_loan(s, d, seat)
    if phase != lay.BANK:
        return 0
    if verb == lay.REPAYING:
        return min(there, s[lay.LOAN + seat])
    return 0 if s[lay.LOAN + seat] else there


@in_place
def _out_of_reach(s: Row[int], d: Row[int], amount: int) -> bool:
    """Return whether a withdrawal's fee would put a chosen payment out of reach (PD-raise)."""
    if not _chosen(s):
        return False
    seat = lay.decider(s)
    there, left = s[lay.CASH + seat] + amount - FEE, s[lay.SAVINGS + seat] - amount
    means = there + max(0, d[lay.MAX_LOAN] - s[lay.LOAN + seat])
    if left:
        means = there + left - FEE + d[lay.MAX_LOAN]
    return max(there, means) < s[lay.top(s) + lay.AMOUNT]


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
        if s[lay.PHASE] != lay.RAISE or verb != lay.WITHDRAWING:
            return following
        enough = lay.up_to_step(lay.shortfall(s) + lay.fee_now(s, lay.decider(s)))
        amount = enough if amount < enough < following else following
        if not _out_of_reach(s, d, amount):
            return amount
    return 0


@in_place
def price_asked(s: Row[int], d: Row[int]) -> int:
    """Return what the offered Deal or insurance costs."""
    card = s[lay.top(s) + lay.CARD]
    return (
        lay.of_deal(d, card, lay.COST)
        if s[lay.PHASE] == lay.BUY
        else lay.of_letter(d, card, lay.SUM)
    )


@in_place
def how_many(s: Row[int], d: Row[int], verb: int) -> int:
    """Count the moves of a kind that are listed."""
    seat, phase = lay.decider(s), s[lay.PHASE]
    if verb == lay.BUYING:
        offered = phase in (lay.BUY, lay.INSURE)
        return int(offered and price_asked(s, d) <= _means(s, d, seat))
    if verb == lay.SELLING:
        return s[lay.deals_at(d, lay.HAND + seat)] if phase == lay.SELL else 0
    if verb == lay.STAKING:
        if phase == lay.STAKE:
            return int(s[lay.top(s) + lay.AMOUNT] <= _means(s, d, seat))
        if phase != lay.BET or lay.lacking(s, d, seat) <= 0:
            return 0
        return max(0, min(MOST_BET, _means(s, d, seat))) // BET_STEP
    if verb == lay.PASSING:
        return int(phase != lay.RAISE)
    found, amount = 0, next_sum(s, d, verb, 0)
    while amount:
        found += 1
        amount = next_sum(s, d, verb, amount)
    return found


@in_place
def listed(s: Row[int], d: Row[int], verb: int, place: int) -> int:
    """Return the card or the sum of the move at a place among those of its kind."""
    if verb in (lay.BUYING, lay.PASSING):
        return 0
    if verb == lay.SELLING:
        return s[lay.deals_at(d, lay.HAND + lay.decider(s)) + place + 1]
    if verb == lay.STAKING:
        return s[lay.top(s) + lay.AMOUNT] if s[lay.PHASE] == lay.STAKE else (place + 1) * BET_STEP
    amount = next_sum(s, d, verb, 0)
    for _ in range(place):
        amount = next_sum(s, d, verb, amount)
    return amount
