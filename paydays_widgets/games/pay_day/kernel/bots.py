"""The bots and what they work out: the twins of ``bots`` and ``reading``."""

from typing import Final

from paydays_widgets.core.chance import WORD
from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.facts import BET_PAYS, BET_WINS, LOAN_PCT, STEP
from paydays_widgets.games.pay_day.kernel.facts import (
    bills_due,
    decider,
    fee_now,
    interest_due,
    lacking,
    shortfall,
    up_to_step,
)
from paydays_widgets.games.pay_day.kernel.legal import how_many, listed, next_sum
from paydays_widgets.games.pay_day.kernel.pack import coded
from paydays_widgets.games.pay_day.kernel.state import (
    BANK,
    BET,
    BORROWING,
    BUY,
    BUYING,
    DEPOSITING,
    INSURE,
    MAIL_A_DAY,
    MAIL_COST,
    PASSING,
    RAISE,
    REPAYING,
    ROLLING,
    SALES,
    SELL,
    SELLING,
    STAKE,
    STAKING,
    WITHDRAWING,
    Household,
    Position,
    Printed,
)
from paydays_widgets.games.pay_day.reading import LANDING
from paydays_widgets.kernels.compiled import Row, below, in_place
from paydays_widgets.kernels.lists import sort_in

STRATEGIES: Final = (
    "random_legal",
    "no_debt",
    "leverage_every_deal",
    "insurer",
    "saver",
    "gambler",
    "investor",
)
"""The strategies of ``bots``; a seat's ``kind`` is a place among them."""
RANDOM_LEGAL, NO_DEBT, LEVERAGE_EVERY_DEAL, INSURER, SAVER, GAMBLER, INVESTOR = range(7)
# As in ``bots``, which a kernel does not import.
RESERVE: Final = 200
ALL_IN: Final = 100
FACES: Final = 6

# --- the seat's own household -----------------------------------------------------------------


@in_place
def _withdrawal_needed(household: Household, price: int) -> int:
    """Return what must come out of the savings for a payment: in steps, and with the fee."""
    short = price - household.cash
    if short <= 0:
        return 0
    return min(household.savings, up_to_step(short + fee_now(household)))


@in_place
def _loan_needed(household: Household, price: int) -> int:
    """Return the loan needed for a payment once cash and savings are used up (PD-raise)."""
    means = household.cash
    if household.savings:
        means += household.savings - fee_now(household)
    return max(0, up_to_step(price - means))


@in_place
def _months_left(household: Household, d: Printed) -> int:
    return d.months - household.month


@in_place
def _bills(household: Household, d: Printed, cover: int) -> int:
    """Add up the bills in hand with a cover."""
    found = 0
    for at in range(household.bills.length):
        card = d.mail[household.bills.numbers[at] - 1]
        if card.cover == cover:
            found += card.amount
    return found


@in_place
def _dues(household: Household, d: Printed) -> int:
    return bills_due(household, d) + interest_due(household.loan)


@in_place
def _loan_to_stake(household: Household, d: Printed) -> int:
    """Return the loan with which a seat without savings may stake on Swellfare; 0 for none."""
    spare = -lacking(household, d)
    if household.savings or spare < 0:
        return 0
    loan = (spare // interest_due(STEP) + 1) * STEP
    return loan if household.loan + loan <= d.max_loan else 0


@in_place
def _to_spare(household: Household, d: Printed) -> int:
    coming = d.salary if _months_left(household, d) else 0
    return household.cash - max(0, _dues(household, d) - coming)


# --- what can be expected ---------------------------------------------------------------------


@in_place
def _chance_to_sell(household: Household, d: Printed, t: Row[float], n: int) -> float:
    """Return how likely more than ``n`` buyers are before the end of the seat's last month."""
    if n >= d.buyers:
        return 0.0
    row = _months_left(household, d) * (DAYS + 1) + household.day
    return t[SALES + row * d.buyers + n]


@in_place
def _takings(s: Position, d: Printed, t: Row[float], household: Household) -> float:
    """Compute what Deals with the prices listed bring on average, the dearest first."""
    found = 0.0
    for n in range(min(s.prices.length, d.buyers)):
        price = s.prices.numbers[s.prices.length - 1 - n]
        found += price * _chance_to_sell(household, d, t, n)
    return found


@in_place
def _cost_of_paying(household: Household, price: int) -> float:
    """Compute what it costs to raise the money: a fee, and a month's interest."""
    fee = fee_now(household) if _withdrawal_needed(household, price) else 0
    return fee + _loan_needed(household, price) * LOAN_PCT / 100


@in_place
def _worth_of_deal(s: Position, d: Printed, t: Row[float], household: Household) -> float:
    """Compute the average profit on the Deal on offer, after what it costs to pay for it."""
    deal = d.deals[s.agenda[s.first].deal - 1]
    s.prices.length = 0
    for at in range(household.deals.length):
        sort_in(s.prices, d.deals[household.deals.numbers[at] - 1].price)
    without = _takings(s, d, t, household)
    sort_in(s.prices, deal.price)
    gained = _takings(s, d, t, household) - without
    return gained - deal.cost - _cost_of_paying(household, deal.cost)


@in_place
def _worth_of_insurance(s: Position, d: Printed, t: Row[float], household: Household) -> float:
    card = d.mail[s.agenda[s.first].card - 1]
    days = DAYS - household.day + DAYS * _months_left(household, d)
    mail_ahead = t[MAIL_A_DAY] * days * LANDING
    saved = mail_ahead * t[MAIL_COST + card.cover] + _bills(household, d, card.cover)
    return saved - card.amount - _cost_of_paying(household, card.amount)


@in_place
def _worth_of_stake(household: Household, d: Printed, stake: int) -> float:
    payout = stake * (BET_PAYS + d.stake_returned)
    won = payout * (FACES + 1 - BET_WINS) / FACES
    return won - stake - _loan_to_stake(household, d) * LOAN_PCT / 100


# --- answers ----------------------------------------------------------------------------------


@in_place
def _buy_if(s: Position, d: Printed, wanted: int) -> int:
    return BUYING if wanted and how_many(s, d, BUYING) else PASSING


@in_place
def _stake_up_to(s: Position, d: Printed, amount: int) -> int:
    chosen = PASSING
    for place in range(how_many(s, d, STAKING)):
        stake = listed(s, d, STAKING, place)
        if stake <= amount:
            chosen = coded(STAKING, stake)
    return chosen


@in_place
def _stake_on_credit(s: Position, d: Printed, household: Household) -> int:
    """Stake all on Swellfare; borrow first if that is what allows it, and if it pays."""
    loan = _loan_to_stake(household, d)
    if loan and _worth_of_stake(household, d, ALL_IN) > 0:
        return coded(BORROWING, loan)
    return _stake_up_to(s, d, ALL_IN)


@in_place
def _sell_dearest(household: Household, d: Printed) -> int:
    dearest = household.deals.numbers[0]
    for at in range(1, household.deals.length):
        deal = household.deals.numbers[at]
        if d.deals[deal - 1].price > d.deals[dearest - 1].price:
            dearest = deal
    return coded(SELLING, dearest)


@in_place
def _raise_least(s: Position, d: Printed, household: Household) -> int:
    verb, needed = BORROWING, shortfall(s)
    if household.savings:
        verb = WITHDRAWING
        needed += fee_now(household)
    amount = next_sum(s, d, verb, 0)
    following = amount
    while following and amount < needed:
        amount = following
        following = next_sum(s, d, verb, amount)
    return coded(verb, amount)


@in_place
def _repay(household: Household) -> int:
    back = min(household.cash // STEP * STEP, household.loan)
    return coded(REPAYING, back) if back else PASSING


@in_place
def _save_all_but(household: Household, cash: int) -> int:
    """Pay back the loan, then save all cash but the given sum."""
    saved = (household.cash - cash) // STEP * STEP
    if household.loan or saved <= 0:
        return _repay(household)
    return coded(DEPOSITING, saved)


# --- the bots ---------------------------------------------------------------------------------


@in_place
def _at_random(s: Position, d: Printed, luck: int) -> int:
    """Choose at random what to do, then with which Deal or sum."""
    kinds = 0
    for verb in range(ROLLING):
        if how_many(s, d, verb):
            kinds += 1
    left = below(luck, kinds)
    verb = -1
    while left >= 0:
        verb += 1
        if how_many(s, d, verb):
            left -= 1
    place = below(luck * kinds % WORD, how_many(s, d, verb))
    return coded(verb, listed(s, d, verb, place))


@in_place
def _wants_deal(s: Position, d: Printed, t: Row[float], kind: int, household: Household) -> bool:
    """Return whether a bot wants the Deal on offer."""
    deal = d.deals[s.agenda[s.first].deal - 1]
    if kind in (LEVERAGE_EVERY_DEAL, GAMBLER):
        if kind == GAMBLER and deal.price < 2 * deal.cost:
            return False
        return _chance_to_sell(household, d, t, 0) > 1 / 2
    if kind == SAVER:
        affordable = _loan_needed(household, deal.cost + _dues(household, d)) == 0
    else:
        affordable = kind == INVESTOR or deal.cost <= _to_spare(household, d)
    return affordable and _worth_of_deal(s, d, t, household) > 0


@in_place
def choose(s: Position, d: Printed, t: Row[float], kind: int, luck: int) -> int:
    """Decide for the seat that is asked."""
    if kind == RANDOM_LEGAL:
        return _at_random(s, d, luck)
    household, asked = s.households[decider(s)], s.phase
    later = _months_left(household, d) > 0
    if asked == BUY:
        return _buy_if(s, d, _wants_deal(s, d, t, kind, household))
    if asked == INSURE and kind in (INSURER, INVESTOR):
        wanted = (kind == INSURER and later) or _worth_of_insurance(s, d, t, household) > 0
        return _buy_if(s, d, wanted)
    if asked == BET:
        if kind in (NO_DEBT, INSURER, SAVER):
            return _stake_up_to(s, d, household.cash)
        return _stake_on_credit(s, d, household)
    if asked == SELL:
        return _sell_dearest(household, d)
    if asked == RAISE:
        return _raise_least(s, d, household)
    if asked == BANK:
        saves = later and kind in (SAVER, INVESTOR)
        return _save_all_but(household, RESERVE) if saves else _repay(household)
    if asked == STAKE and kind == GAMBLER:
        return _stake_up_to(s, d, ALL_IN)
    return PASSING
