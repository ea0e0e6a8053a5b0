"""The bots and what they work out: the twins of ``bots`` and ``reading``."""

from paydays_widgets.core.chance import WORD
from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.facts import BET_PAYS, BET_WINS, LOAN_PCT, STEP
from paydays_widgets.games.pay_day.kernel import layout as lay
from paydays_widgets.games.pay_day.kernel.legal import how_many, listed, next_sum
from paydays_widgets.games.pay_day.reading import LANDING
from paydays_widgets.kernels.compiled import Row, below, in_place


@in_place
def _months_left(s: Row[int], d: Row[int], seat: int) -> int:
    return d[lay.MONTHS] - s[lay.MONTH + seat]


@in_place
def _withdrawal_needed(s: Row[int], seat: int, price: int) -> int:
    """Return what must come out of the savings for a payment: in steps, and with the fee."""
    short = price - s[lay.CASH + seat]
    if short <= 0:
        return 0
    return min(s[lay.SAVINGS + seat], lay.up_to_step(short + lay.fee_now(s, seat)))


@in_place
def _loan_needed(s: Row[int], seat: int, price: int) -> int:
    """Return the loan needed for a payment once cash and savings are used up (PD-raise)."""
    means = s[lay.CASH + seat]
    if s[lay.SAVINGS + seat]:
        means += s[lay.SAVINGS + seat] - lay.fee_now(s, seat)
    return max(0, lay.up_to_step(price - means))


@in_place
def _dues(s: Row[int], d: Row[int], seat: int) -> int:
    return lay.bills(s, d, seat, 0) + lay.interest_due(s, seat)


@in_place
def _loan_to_stake(s: Row[int], d: Row[int], seat: int) -> int:
    """Return the loan with which a seat without savings may stake on Swellfare; 0 for none."""
    spare = -lay.lacking(s, d, seat)
    if s[lay.SAVINGS + seat] or spare < 0:
        return 0
    loan = (spare // (STEP * LOAN_PCT // 100) + 1) * STEP
    return loan if s[lay.LOAN + seat] + loan <= d[lay.MAX_LOAN] else 0


@in_place
def _to_spare(s: Row[int], d: Row[int], seat: int) -> int:
    coming = d[lay.SALARY] if _months_left(s, d, seat) else 0
    return s[lay.CASH + seat] - max(0, _dues(s, d, seat) - coming)


@in_place
def _chance_to_sell(s: Row[int], d: Row[int], t: Row[float], seat: int, n: int) -> float:
    """Return how likely more than ``n`` buyers are before the end of the seat's last month."""
    if n >= d[lay.BUYERS]:
        return 0.0
    row = _months_left(s, d, seat) * (DAYS + 1) + s[lay.DAY + seat]
    return t[lay.SALES + row * d[lay.BUYERS] + n]


@in_place
def _takings(s: Row[int], d: Row[int], t: Row[float], seat: int) -> float:
    """Compute what Deals with the prices in SORTED bring on average, the dearest first."""
    prices = lay.deals_at(d, lay.SORTED)
    found = 0.0
    for n in range(min(s[prices], d[lay.BUYERS])):
        found += s[prices + s[prices] - n] * _chance_to_sell(s, d, t, seat, n)
    return found


@in_place
def _cost_of_paying(s: Row[int], seat: int, price: int) -> float:
    """Compute what it costs to raise the money: a fee, and a month's interest."""
    fee = lay.fee_now(s, seat) if _withdrawal_needed(s, seat, price) else 0
    return fee + _loan_needed(s, seat, price) * LOAN_PCT / 100


@in_place
def _worth_of_deal(s: Row[int], d: Row[int], t: Row[float], seat: int) -> float:
    """Compute the average profit on the Deal on offer, after what it costs to pay for it."""
    offered, hand, prices = (
        s[lay.top(s) + lay.CARD],
        lay.deals_at(d, lay.HAND + seat),
        lay.deals_at(d, lay.SORTED),
    )
    s[prices] = 0
    for place in range(1, s[hand] + 1):
        lay.sort_in(s, prices, lay.of_deal(d, s[hand + place], lay.PRICE))
    without = _takings(s, d, t, seat)
    lay.sort_in(s, prices, lay.of_deal(d, offered, lay.PRICE))
    cost = lay.of_deal(d, offered, lay.COST)
    gained = _takings(s, d, t, seat) - without
    return gained - cost - _cost_of_paying(s, seat, cost)


@in_place
def _worth_of_insurance(s: Row[int], d: Row[int], t: Row[float], seat: int) -> float:
    card = s[lay.top(s) + lay.CARD]
    cover, price = lay.of_letter(d, card, lay.COVER), lay.of_letter(d, card, lay.SUM)
    days = DAYS - s[lay.DAY + seat] + DAYS * _months_left(s, d, seat)
    ahead = t[lay.MAIL_A_DAY] * days * LANDING
    saved = ahead * t[lay.MAIL_COST + cover] + lay.bills(s, d, seat, cover)
    return saved - price - _cost_of_paying(s, seat, price)


@in_place
def _worth_of_stake(s: Row[int], d: Row[int], seat: int, stake: int) -> float:
    times = BET_PAYS + d[lay.STAKE_RETURNED]
    won = stake * times * (lay.FACES + 1 - BET_WINS) / lay.FACES
    return won - stake - _loan_to_stake(s, d, seat) * LOAN_PCT / 100


@in_place
def _at_random(s: Row[int], d: Row[int], luck: int) -> int:
    """Choose at random what to do, then with which Deal or sum."""
    kinds = 0
    for verb in range(lay.ROLLING):
        if how_many(s, d, verb):
            kinds += 1
    left = below(luck, kinds)
    verb = -1
    while left >= 0:
        verb += 1
        if how_many(s, d, verb):
            left -= 1
    place = below(luck * kinds % WORD, how_many(s, d, verb))
    return verb + lay.VERBS * listed(s, d, verb, place)


@in_place
def _buy_if(s: Row[int], d: Row[int], wanted: int) -> int:
    return lay.BUYING if wanted and how_many(s, d, lay.BUYING) else lay.PASSING


@in_place
def _stake_up_to(s: Row[int], d: Row[int], amount: int) -> int:
    chosen = lay.PASSING
    for place in range(how_many(s, d, lay.STAKING)):
        stake = listed(s, d, lay.STAKING, place)
        if stake <= amount:
            chosen = lay.STAKING + lay.VERBS * stake
    return chosen


@in_place
def _stake_on_credit(s: Row[int], d: Row[int], seat: int) -> int:
    """Stake all on Swellfare; borrow first if that is what allows it, and if it pays."""
    loan = _loan_to_stake(s, d, seat)
    if loan and _worth_of_stake(s, d, seat, lay.ALL_IN) > 0:
        return lay.BORROWING + lay.VERBS * loan
    return _stake_up_to(s, d, lay.ALL_IN)


@in_place
def _sell_dearest(s: Row[int], d: Row[int], seat: int) -> int:
    hand, dearest = lay.deals_at(d, lay.HAND + seat), 0
    for place in range(1, s[hand] + 1):
        deal = s[hand + place]
        if dearest == 0 or lay.of_deal(d, deal, lay.PRICE) > lay.of_deal(d, dearest, lay.PRICE):
            dearest = deal
    return lay.SELLING + lay.VERBS * dearest


@in_place
def _raise_least(s: Row[int], d: Row[int], seat: int) -> int:
    verb, needed = lay.BORROWING, lay.shortfall(s)
    if s[lay.SAVINGS + seat]:
        verb = lay.WITHDRAWING
        needed += lay.fee_now(s, seat)
    amount = next_sum(s, d, verb, 0)
    following = amount
    while following and amount < needed:
        amount = following
        following = next_sum(s, d, verb, amount)
    return verb + lay.VERBS * amount


@in_place
def _repay(s: Row[int], seat: int) -> int:
    back = min(s[lay.CASH + seat] // STEP * STEP, s[lay.LOAN + seat])
    return lay.REPAYING + lay.VERBS * back if back else lay.PASSING


@in_place
def _save(s: Row[int], seat: int) -> int:
    """Pay back the loan, then save all cash but the reserve."""
    saved = (s[lay.CASH + seat] - lay.RESERVE) // STEP * STEP
    if s[lay.LOAN + seat] or saved <= 0:
        return _repay(s, seat)
    return lay.DEPOSITING + lay.VERBS * saved


@in_place
def _wants_deal(s: Row[int], d: Row[int], t: Row[float], kind: int, seat: int) -> bool:
    """Return whether a bot wants the Deal on offer."""
    card = s[lay.top(s) + lay.CARD]
    cost = lay.of_deal(d, card, lay.COST)
    if kind in (lay.LEVERAGE_EVERY_DEAL, lay.GAMBLER):
        if kind == lay.GAMBLER and lay.of_deal(d, card, lay.PRICE) < 2 * cost:
            return False
        return _chance_to_sell(s, d, t, seat, 0) > 1 / 2
    if kind == lay.SAVER:
        affordable = _loan_needed(s, seat, cost + _dues(s, d, seat)) == 0
    else:
        affordable = kind == lay.INVESTOR or cost <= _to_spare(s, d, seat)
    return affordable and _worth_of_deal(s, d, t, seat) > 0


@in_place
def choose(s: Row[int], d: Row[int], t: Row[float], kind: int, luck: int) -> int:
    """Decide for the seat that is asked."""
    if kind == lay.RANDOM_LEGAL:
        return _at_random(s, d, luck)
    seat, phase = lay.decider(s), s[lay.PHASE]
    later = _months_left(s, d, seat) > 0
    if phase == lay.BUY:
        return _buy_if(s, d, _wants_deal(s, d, t, kind, seat))
    if phase == lay.INSURE and kind in (lay.INSURER, lay.INVESTOR):
        wanted = (kind == lay.INSURER and later) or _worth_of_insurance(s, d, t, seat) > 0
        return _buy_if(s, d, wanted)
    if phase == lay.BET:
        if kind in (lay.NO_DEBT, lay.INSURER, lay.SAVER):
            return _stake_up_to(s, d, s[lay.CASH + seat])
        return _stake_on_credit(s, d, seat)
    if phase == lay.SELL:
        return _sell_dearest(s, d, seat)
    if phase == lay.RAISE:
        return _raise_least(s, d, seat)
    if phase == lay.BANK:
        saves = later and kind in (lay.SAVER, lay.INVESTOR)
        return _save(s, seat) if saves else _repay(s, seat)
    if phase == lay.STAKE and kind == lay.GAMBLER:
        return _stake_up_to(s, d, lay.ALL_IN)
    return lay.PASSING
