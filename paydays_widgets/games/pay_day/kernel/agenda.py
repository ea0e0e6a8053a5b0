"""What follows from a move: the twin of :mod:`~paydays_widgets.games.pay_day.engine.agenda`."""

from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.facts import (
    BET_PAYS,
    BET_WINS,
    FEE,
    LOAN_PCT,
    POT_WINS,
    SAVINGS_PCT,
    STEP,
)
from paydays_widgets.games.pay_day.kernel import layout as lay
from paydays_widgets.games.pay_day.kernel.legal import price_asked
from paydays_widgets.kernels.compiled import Row, in_place


@in_place
def _win_pot(s: Row[int], seat: int) -> None:
    s[lay.CASH + seat] += s[lay.POT]
    s[lay.POT] = 0
    s[lay.POT_OPEN] = False


@in_place
def _roll_to_move(s: Row[int], pips: int) -> None:
    seat = s[lay.ACTIVE]
    if pips == POT_WINS and s[lay.POT_OPEN]:
        _win_pot(s, seat)
    s[lay.DAY + seat] = min(s[lay.DAY + seat] + pips, DAYS)
    lay.push(s, lay.VISIT, seat, 0, 0)


@in_place
def _roll_for(s: Row[int], d: Row[int], seat: int, pips: int) -> None:
    if pips == POT_WINS and s[lay.POT_OPEN] and d[lay.SIX_ON_ANY_ROLL]:
        _win_pot(s, seat)


@in_place
def _list_in_play(s: Row[int], d: Row[int], at: int, first: int) -> None:
    """List the seats that have not finished, clockwise from the given seat."""
    for n in range(d[lay.SEATS]):
        seat = (first + n) % d[lay.SEATS]
        if lay.in_play(s, d, seat):
            lay.append(s, at, seat)


@in_place
def _for_all(s: Row[int], d: Row[int], kind: int, first: int, amount: int) -> None:
    """Put an item for each seat in play on the agenda, clockwise from the given seat."""
    for n in range(d[lay.SEATS], 0, -1):
        seat = (first + n - 1) % d[lay.SEATS]
        if lay.in_play(s, d, seat):
            lay.push(s, kind, seat, amount, 0)
            s[lay.top(s) + lay.DEBT] = lay.FOR_ELECTION


@in_place
def _visit(s: Row[int], d: Row[int]) -> None:
    at = lay.top(s)
    seat, back = s[at + lay.SEAT], s[at + lay.AMOUNT]
    day = s[lay.DAY + seat] - 1
    kind, amount = d[lay.DAY_KIND + day], d[lay.DAY_AMOUNT + day]
    s[lay.DEPTH] -= 1
    if kind == lay.D_MAIL:
        lay.push(s, lay.DELIVERY, seat, amount, 0)
    elif kind == lay.D_MONEY:
        if amount < 0:
            lay.owe(s, seat, -amount, lay.FOR_DAY, 0)
        else:
            s[lay.CASH + seat] += amount
    elif kind == lay.D_DEAL:
        lay.push(s, lay.DEAL_VISIT, seat, 0, 0)
    elif kind == lay.D_BUYER:
        if s[lay.deals_at(d, lay.HAND + seat)]:
            lay.push(s, lay.BUYER_VISIT, seat, 0, 0)
    elif kind == lay.D_LOTTERY:
        _lottery_draw(s, d, seat)
    elif kind == lay.D_ELECTION:
        s[lay.POT_OPEN] = True
        _for_all(s, d, lay.PAYMENT, seat, amount)
    elif kind == lay.D_POKER:
        lay.push(s, lay.POKER_TABLE, seat, amount, 0)
        _list_in_play(s, d, lay.top(s) + lay.FIRST, seat)
    elif kind == lay.D_PAYDAY:
        lay.push(s, lay.PAYDAY_STEP, seat, lay.S_SALARY, 0)
    elif kind == lay.D_DAYLIGHT and not back:
        _for_all(s, d, lay.STEP_BACK, seat, 0)


@in_place
def _lottery_draw(s: Row[int], d: Row[int], seat: int) -> None:
    at = lay.mail_at(d, lay.TICKETS + seat)
    for place in range(1, s[at] + 1):
        s[lay.CASH + seat] += lay.of_letter(d, s[at + place], lay.SUM)
    lay.move_all(s, at, lay.mail_at(d, lay.MAIL_DISCARD))


@in_place
def _step_back(s: Row[int], d: Row[int]) -> None:
    seat = s[lay.top(s) + lay.SEAT]
    s[lay.DEPTH] -= 1
    if s[lay.DAY + seat] == 0:
        s[lay.CASH + seat] += d[lay.BONUS]
        return
    s[lay.DAY + seat] -= 1
    if s[lay.DAY + seat]:
        lay.push(s, lay.VISIT, seat, 1, 0)


@in_place
def _pay(s: Row[int], d: Row[int]) -> None:
    if lay.shortfall(s) > 0:
        s[lay.PHASE] = lay.RAISE
        return
    at = lay.top(s)
    seat, amount, debt, card = (
        s[at + lay.SEAT],
        s[at + lay.AMOUNT],
        s[at + lay.DEBT],
        s[at + lay.CARD],
    )
    s[lay.CASH + seat] -= amount
    s[lay.DEPTH] -= 1
    if debt == lay.FOR_ELECTION:
        s[lay.POT] += amount
    elif debt == lay.FOR_BILLS:
        lay.move_all(s, lay.mail_at(d, lay.BILLS + seat), lay.mail_at(d, lay.MAIL_DISCARD))
    elif debt == lay.FOR_DEAL:
        _paid_deal(s, d, seat, card)
    elif debt == lay.FOR_INSURANCE:
        _paid_insurance(s, d, seat, card)
    elif debt == lay.FOR_POKER:
        s[lay.STAKES] += amount
        lay.append(s, lay.top(s) + lay.SECOND, seat)
    elif debt == lay.FOR_SWELLFARE:
        s[lay.STAKES] += amount
        lay.push(s, lay.SWELLFARE_DRAW, seat, amount, card)


@in_place
def _paid_deal(s: Row[int], d: Row[int], seat: int, deal: int) -> None:
    """Let the seats roll for the commission (PD-deal-commission)."""
    lay.append(s, lay.deals_at(d, lay.HAND + seat), deal)
    lay.push(s, lay.ROLL_OFF, seat, lay.of_deal(d, deal, lay.FEE_FOR_ALL), 0)
    rollers = lay.top(s) + lay.FIRST
    s[lay.top(s) + lay.DEBT] = lay.COMMISSION
    _list_in_play(s, d, rollers, seat)
    if not d[lay.BUYER_ROLLS]:
        lay.remove(s, rollers, seat)
    if s[rollers] == 0:
        s[lay.DEPTH] -= 1


@in_place
def _paid_insurance(s: Row[int], d: Row[int], seat: int, card: int) -> None:
    """Cancel the bills in hand that an insurance covers (PD-insurance)."""
    bills, cover = lay.mail_at(d, lay.BILLS + seat), lay.of_letter(d, card, lay.COVER)
    for place in range(s[bills], 0, -1):
        bill = s[bills + place]
        if lay.of_letter(d, bill, lay.COVER) == cover:
            lay.remove(s, bills, bill)
            lay.discard(s, d, bill)
    lay.append(s, lay.mail_at(d, lay.INSURANCES + seat), card)


@in_place
def _await_mail(s: Row[int], d: Row[int]) -> None:
    deck, discard = lay.mail_at(d, lay.MAIL_DECK), lay.mail_at(d, lay.MAIL_DISCARD)
    if s[deck] or s[lay.mail_at(d, lay.MAIL_UNDER)]:
        s[lay.PHASE] = lay.MAIL
    elif s[discard]:
        for place in range(1, s[discard] + 1):
            lay.sort_in(s, deck, s[discard + place])
        s[discard] = 0
        s[lay.PHASE] = lay.MAIL
    else:
        s[lay.DEPTH] -= 1


@in_place
def _deliver(s: Row[int], d: Row[int], card: int) -> None:
    at = lay.top(s)
    seat, kind = s[at + lay.SEAT], lay.of_letter(d, card, lay.MAIL_KIND)
    cover = lay.of_letter(d, card, lay.COVER)
    s[at + lay.AMOUNT] -= 1
    if s[at + lay.AMOUNT] == 0:
        s[lay.DEPTH] -= 1
    deck = lay.mail_at(d, lay.MAIL_DECK)
    lay.remove(s, deck if s[deck] else lay.mail_at(d, lay.MAIL_UNDER), card)
    if kind == lay.M_TICKET:
        lay.append(s, lay.mail_at(d, lay.TICKETS + seat), card)
    elif kind == lay.M_BILL and not (cover and lay.insured(s, d, seat, cover)):
        lay.append(s, lay.mail_at(d, lay.BILLS + seat), card)
    elif kind == lay.M_INSURANCE and not lay.insured(s, d, seat, cover):
        lay.push(s, lay.INSURANCE_OFFER, seat, 0, card)
    elif kind == lay.M_SWELLFARE and _may_stake(s, d, seat):
        lay.push(s, lay.SWELLFARE_OFFER, seat, 0, card)
    else:
        if kind == lay.M_WINDFALL:
            s[lay.CASH + seat] += lay.of_letter(d, card, lay.SUM)
        lay.discard(s, d, card)


@in_place
def _may_stake(s: Row[int], d: Row[int], seat: int) -> bool:
    """Say whether debts exceed means, or can be made to while the card lies open."""
    if lay.lacking(s, d, seat) > 0:
        return True
    if not d[lay.ANY_TIME]:
        return False
    loan = max(s[lay.LOAN + seat], d[lay.MAX_LOAN])
    withdrawn = s[lay.SAVINGS + seat] // STEP * (STEP - FEE)
    there = s[lay.CASH + seat] + withdrawn + loan - s[lay.LOAN + seat]
    return loan + loan * LOAN_PCT // 100 + lay.bills(s, d, seat, 0) > there


@in_place
def _roll_swellfare(s: Row[int], d: Row[int], pips: int) -> None:
    at = lay.top(s)
    seat, stake, card = s[at + lay.SEAT], s[at + lay.AMOUNT], s[at + lay.CARD]
    _roll_for(s, d, seat, pips)
    lay.discard(s, d, card)
    s[lay.STAKES] -= stake
    s[lay.DEPTH] -= 1
    if pips < BET_WINS:
        s[lay.POT] += stake
    else:
        s[lay.CASH + seat] += stake * (BET_PAYS + d[lay.STAKE_RETURNED])


@in_place
def _await_deal(s: Row[int], d: Row[int]) -> None:
    if s[lay.deals_at(d, lay.DEAL_DECK)] or s[lay.deals_at(d, lay.DEAL_UNDER)]:
        s[lay.PHASE] = lay.TURN_UP
    else:
        s[lay.DEPTH] -= 1


@in_place
def _turn_up(s: Row[int], d: Row[int], deal: int) -> None:
    deck = lay.deals_at(d, lay.DEAL_DECK)
    lay.remove(s, deck if s[deck] else lay.deals_at(d, lay.DEAL_UNDER), deal)
    s[lay.top(s) + lay.KIND] = lay.DEAL_OFFER
    s[lay.top(s) + lay.CARD] = deal


@in_place
def _sell(s: Row[int], d: Row[int], deal: int) -> None:
    seat = s[lay.top(s) + lay.SEAT]
    s[lay.CASH + seat] += lay.of_deal(d, deal, lay.PRICE)
    lay.remove(s, lay.deals_at(d, lay.HAND + seat), deal)
    lay.append(s, lay.deals_at(d, lay.DEAL_UNDER), deal)
    s[lay.DEPTH] -= 1


@in_place
def _await_poker(s: Row[int]) -> None:
    at = lay.top(s)
    if s[at + lay.FIRST]:
        s[lay.PHASE] = lay.STAKE
    elif s[at + lay.SECOND] > 1:
        lay.move_all(s, at + lay.SECOND, at + lay.FIRST)
        s[at + lay.KIND] = lay.ROLL_OFF
        s[at + lay.AMOUNT] = s[lay.STAKES]
        s[at + lay.DEBT] = lay.POKER
    else:
        _collect(s, at + lay.SECOND, s[at + lay.AMOUNT])
        s[lay.STAKES] = 0
        s[lay.DEPTH] -= 1


@in_place
def _collect(s: Row[int], seats: int, each: int) -> None:
    for place in range(1, s[seats] + 1):
        s[lay.CASH + s[seats + place]] += each


@in_place
def _roll_off(s: Row[int], d: Row[int], pips: int) -> None:
    """Roll in turn; the highest roll wins, or shares (PD-deal-commission, PD-poker)."""
    at = lay.top(s)
    seats, rolls = at + lay.FIRST, at + lay.SECOND
    lay.append(s, rolls, pips)
    _roll_for(s, d, s[seats + s[rolls]], pips)
    if s[rolls] < s[seats]:
        return
    highest, number = 0, s[rolls]
    for place in range(1, number + 1):
        highest = max(highest, s[rolls + place])
    s[seats] = 0
    for place in range(1, number + 1):
        if s[rolls + place] == highest:
            lay.append(s, seats, s[seats + place])
    s[rolls] = 0
    poker = s[at + lay.DEBT] == lay.POKER
    if s[seats] > 1 and not d[lay.POKER_SPLIT if poker else lay.COMMISSION_SPLIT]:
        return
    _collect(s, seats, s[at + lay.AMOUNT] // s[seats])
    if poker:
        s[lay.STAKES] = 0
    s[lay.DEPTH] -= 1


@in_place
def _payday(s: Row[int], d: Row[int]) -> None:
    at = lay.top(s)
    seat, step = s[at + lay.SEAT], s[at + lay.AMOUNT]
    last = s[lay.MONTH + seat] == d[lay.MONTHS]
    s[at + lay.AMOUNT] += 1
    if step == lay.S_SALARY:
        s[lay.CASH + seat] += 0 if last else d[lay.SALARY]
    elif step == lay.S_INTEREST:
        _interest(s, seat)
    elif step == lay.S_BILLS:
        due = lay.bills(s, d, seat, 0)
        if due:
            lay.owe(s, seat, due, lay.FOR_BILLS, 0)
    elif step == lay.S_BANK:
        insurances = lay.mail_at(d, lay.INSURANCES + seat)
        if d[lay.FOR_A_MONTH] and s[insurances]:
            lay.move_all(s, insurances, lay.mail_at(d, lay.MAIL_DISCARD))
        if s[lay.SAVINGS + seat] or s[lay.CASH + seat] >= STEP:
            s[at + lay.AMOUNT] = step
            s[lay.PHASE] = lay.BANK
    elif step == lay.S_TICKETS:
        to = lay.MAIL_UNDER if d[lay.UNDER_DECK] else lay.MAIL_DISCARD
        lay.move_all(s, lay.mail_at(d, lay.TICKETS + seat), lay.mail_at(d, to))
    elif step == lay.S_DEALS:
        if last:
            lay.move_all(s, lay.deals_at(d, lay.HAND + seat), lay.deals_at(d, lay.DEAL_UNDER))
    else:
        s[lay.MONTH + seat] += 1
        if not last:
            s[lay.DAY + seat] = 0
        s[lay.DEPTH] -= 1


@in_place
def _interest(s: Row[int], seat: int) -> None:
    """Pay interest on the loan, or be paid it on the savings."""
    if s[lay.LOAN + seat]:
        lay.owe(s, seat, lay.interest_due(s, seat), lay.FOR_INTEREST, 0)
    else:
        s[lay.CASH + seat] += s[lay.SAVINGS + seat] * SAVINGS_PCT // 100


@in_place
def _answer(s: Row[int], d: Row[int], verb: int, number: int) -> None:
    """Accept or decline an offer, or leave the bank."""
    at, phase, seat = lay.top(s), s[lay.PHASE], lay.decider(s)
    card = s[at + lay.CARD]
    if phase == lay.STAKE:
        lay.remove(s, at + lay.FIRST, seat)
        if verb == lay.STAKING:
            lay.owe(s, seat, number, lay.FOR_POKER, 0)
        return
    if phase == lay.BANK:
        s[at + lay.AMOUNT] += 1
        return
    price = price_asked(s, d) if verb == lay.BUYING else number
    s[lay.DEPTH] -= 1
    if phase == lay.BUY:
        if verb == lay.BUYING:
            lay.owe(s, seat, price, lay.FOR_DEAL, card)
        else:
            lay.append(s, lay.deals_at(d, lay.DEAL_UNDER), card)
    elif phase != lay.SELL:
        if verb == lay.PASSING:
            lay.discard(s, d, card)
        else:
            lay.owe(
                s,
                seat,
                price,
                lay.FOR_INSURANCE if phase == lay.INSURE else lay.FOR_SWELLFARE,
                card,
            )


@in_place
def _act(s: Row[int], d: Row[int], verb: int, number: int) -> None:
    """Do what the first item of the agenda waits for."""
    phase = s[lay.PHASE]
    if verb == lay.ROLLING:
        if phase == lay.ROLL:
            _roll_to_move(s, number)
        elif phase == lay.SWELLFARE:
            _roll_swellfare(s, d, number)
        else:
            _roll_off(s, d, number)
    elif verb == lay.TURNING_UP:
        _turn_up(s, d, number)
    elif verb == lay.DELIVERING:
        _deliver(s, d, number)
    elif verb == lay.SELLING:
        _sell(s, d, number)
    elif verb in (lay.BUYING, lay.STAKING, lay.PASSING):
        _answer(s, d, verb, number)
    else:
        _bank(s, verb, number)


@in_place
def _bank(s: Row[int], verb: int, amount: int) -> None:
    """Withdraw, deposit, borrow or repay (PD-savings, PD-loan)."""
    seat = lay.decider(s)
    if verb == lay.WITHDRAWING:
        s[lay.SAVINGS + seat] -= amount
        s[lay.CASH + seat] += amount - lay.fee_now(s, seat)
    elif verb == lay.DEPOSITING:
        s[lay.SAVINGS + seat] += amount
        s[lay.CASH + seat] -= amount
    elif verb == lay.BORROWING:
        s[lay.LOAN + seat] += amount
        s[lay.CASH + seat] += amount
    else:
        s[lay.LOAN + seat] -= amount
        s[lay.CASH + seat] -= amount


@in_place
def _work(s: Row[int], d: Row[int]) -> None:
    """Work on the first item of the agenda."""
    kind = s[lay.top(s) + lay.KIND]
    if kind == lay.VISIT:
        _visit(s, d)
    elif kind == lay.STEP_BACK:
        _step_back(s, d)
    elif kind == lay.PAYMENT:
        _pay(s, d)
    elif kind == lay.DELIVERY:
        _await_mail(s, d)
    elif kind == lay.DEAL_VISIT:
        _await_deal(s, d)
    elif kind == lay.DEAL_OFFER:
        s[lay.PHASE] = lay.BUY
    elif kind == lay.INSURANCE_OFFER:
        s[lay.PHASE] = lay.INSURE
    elif kind == lay.SWELLFARE_OFFER:
        s[lay.PHASE] = lay.BET
    elif kind == lay.BUYER_VISIT:
        s[lay.PHASE] = lay.SELL
    elif kind == lay.SWELLFARE_DRAW:
        s[lay.PHASE] = lay.SWELLFARE
    elif kind == lay.POKER_TABLE:
        _await_poker(s)
    elif kind == lay.ROLL_OFF:
        s[lay.PHASE] = s[lay.top(s) + lay.DEBT]
    else:
        _payday(s, d)


@in_place
def _next_turn(s: Row[int], d: Row[int]) -> None:
    for n in range(1, d[lay.SEATS] + 1):
        seat = (s[lay.ACTIVE] + n) % d[lay.SEATS]
        if lay.in_play(s, d, seat):
            s[lay.PHASE] = lay.ROLL
            s[lay.TURN] += 1
            s[lay.ACTIVE] = seat
            for lane in range(lay.DECISIONS + 1):
                s[lay.COUNTS + lane] = 0
            return
    s[lay.PHASE] = lay.OVER


@in_place
def carry_out(s: Row[int], d: Row[int], code: int) -> None:
    """Carry out a legal move, and work through the agenda until an item waits."""
    what = code // lay.BASE
    s[lay.COUNTS + min(s[lay.PHASE], lay.DECISIONS)] += 1
    _act(s, d, what % lay.VERBS, what // lay.VERBS)
    s[lay.PHASE] = lay.SETTLING
    while s[lay.PHASE] == lay.SETTLING:
        if s[lay.DEPTH]:
            _work(s, d)
        else:
            _next_turn(s, d)
