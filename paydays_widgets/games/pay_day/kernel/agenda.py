"""What follows from a move: the twin of :mod:`~paydays_widgets.games.pay_day.engine.agenda`."""

from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.agenda import (
    BET_PAYS,
    BET_WINS,
    FEE,
    LOAN_PCT,
    POT_WINS,
    SAVINGS_PCT,
    STEP,
)
from paydays_widgets.games.pay_day.kernel.layout import (
    ACTIVE,
    AMOUNT,
    ANY_TIME,
    BANK,
    BASE,
    BET,
    BILLS,
    BONUS,
    BORROWING,
    BUY,
    BUYER_ROLLS,
    BUYER_VISIT,
    BUYING,
    CARD,
    CASH,
    COMMISSION,
    COMMISSION_SPLIT,
    COUNTS,
    COVER,
    D_BUYER,
    D_DAYLIGHT,
    D_DEAL,
    D_ELECTION,
    D_LOTTERY,
    D_MAIL,
    D_MONEY,
    D_PAYDAY,
    D_POKER,
    DAY,
    DAY_AMOUNT,
    DAY_KIND,
    DEAL_DECK,
    DEAL_OFFER,
    DEAL_UNDER,
    DEAL_VISIT,
    DEBT,
    DECISIONS,
    DELIVERING,
    DELIVERY,
    DEPOSITING,
    DEPTH,
    FEE_FOR_ALL,
    FIRST,
    FOR_A_MONTH,
    FOR_BILLS,
    FOR_DAY,
    FOR_DEAL,
    FOR_ELECTION,
    FOR_INSURANCE,
    FOR_INTEREST,
    FOR_POKER,
    FOR_SWELLFARE,
    HAND,
    INSURANCE_OFFER,
    INSURANCES,
    INSURE,
    KIND,
    LOAN,
    M_BILL,
    M_INSURANCE,
    M_SWELLFARE,
    M_TICKET,
    M_WINDFALL,
    MAIL,
    MAIL_DECK,
    MAIL_DISCARD,
    MAIL_KIND,
    MAIL_UNDER,
    MAX_LOAN,
    MONTH,
    MONTHS,
    OVER,
    PASSING,
    PAYDAY_STEP,
    PAYMENT,
    PHASE,
    POKER,
    POKER_SPLIT,
    POKER_TABLE,
    POT,
    POT_OPEN,
    PRICE,
    RAISE,
    ROLL,
    ROLL_OFF,
    ROLLING,
    S_BANK,
    S_BILLS,
    S_DEALS,
    S_INTEREST,
    S_SALARY,
    S_TICKETS,
    SALARY,
    SAVINGS,
    SEAT,
    SEATS,
    SECOND,
    SELL,
    SELLING,
    SETTLING,
    SIX_ON_ANY_ROLL,
    STAKE,
    STAKE_RETURNED,
    STAKES,
    STAKING,
    STEP_BACK,
    SUM,
    SWELLFARE,
    SWELLFARE_DRAW,
    SWELLFARE_OFFER,
    TICKETS,
    TURN,
    TURN_UP,
    TURNING_UP,
    UNDER_DECK,
    VERBS,
    VISIT,
    WITHDRAWING,
    append,
    bills,
    deals_at,
    decider,
    discard,
    fee_now,
    in_play,
    insured,
    interest_due,
    lacking,
    mail_at,
    move_all,
    of_deal,
    of_letter,
    owe,
    push,
    remove,
    shortfall,
    sort_in,
    top,
)
from paydays_widgets.games.pay_day.kernel.legal import price_asked
from paydays_widgets.kernels.compiled import Row, in_place


@in_place
def _win_pot(s: Row[int], seat: int) -> None:
    s[CASH + seat] += s[POT]
    s[POT] = 0
    s[POT_OPEN] = False


@in_place
def _roll_to_move(s: Row[int], pips: int) -> None:
    seat = s[ACTIVE]
    if pips == POT_WINS and s[POT_OPEN]:
        _win_pot(s, seat)
    s[DAY + seat] = min(s[DAY + seat] + pips, DAYS)
    push(s, VISIT, seat, 0, 0)


@in_place
def _roll_for(s: Row[int], d: Row[int], seat: int, pips: int) -> None:
    """Award the pot to a roll that is not for movement, where the rules allow (PD-election)."""
    if pips == POT_WINS and s[POT_OPEN] and d[SIX_ON_ANY_ROLL]:
        _win_pot(s, seat)


@in_place
def _list_in_play(s: Row[int], d: Row[int], at: int, first: int) -> None:
    """List the seats that have not finished, clockwise from the given seat."""
    for n in range(d[SEATS]):
        seat = (first + n) % d[SEATS]
        if in_play(s, d, seat):
            append(s, at, seat)


@in_place
def _for_all(s: Row[int], d: Row[int], kind: int, first: int, amount: int) -> None:
    """Put an item for each seat in play on the agenda, clockwise from the given seat."""
    for n in range(d[SEATS], 0, -1):
        seat = (first + n - 1) % d[SEATS]
        if in_play(s, d, seat):
            push(s, kind, seat, amount, 0)
            s[top(s) + DEBT] = FOR_ELECTION


@in_place
def _visit(s: Row[int], d: Row[int]) -> None:
    """Follow a day's instruction."""
    at = top(s)
    seat, back = s[at + SEAT], s[at + AMOUNT]
    day = s[DAY + seat] - 1
    kind, amount = d[DAY_KIND + day], d[DAY_AMOUNT + day]
    s[DEPTH] -= 1
    if kind == D_MAIL:
        push(s, DELIVERY, seat, amount, 0)
    elif kind == D_MONEY:
        if amount < 0:
            owe(s, seat, -amount, FOR_DAY, 0)
        else:
            s[CASH + seat] += amount
    elif kind == D_DEAL:
        push(s, DEAL_VISIT, seat, 0, 0)
    elif kind == D_BUYER:
        if s[deals_at(d, HAND + seat)]:
            push(s, BUYER_VISIT, seat, 0, 0)
    elif kind == D_LOTTERY:
        _lottery_draw(s, d, seat)
    elif kind == D_ELECTION:
        s[POT_OPEN] = True
        _for_all(s, d, PAYMENT, seat, amount)
    elif kind == D_POKER:
        push(s, POKER_TABLE, seat, amount, 0)
        _list_in_play(s, d, top(s) + FIRST, seat)
    elif kind == D_PAYDAY:
        push(s, PAYDAY_STEP, seat, S_SALARY, 0)
    elif kind == D_DAYLIGHT and not back:
        _for_all(s, d, STEP_BACK, seat, 0)


@in_place
def _lottery_draw(s: Row[int], d: Row[int], seat: int) -> None:
    at = mail_at(d, TICKETS + seat)
    for place in range(1, s[at] + 1):
        s[CASH + seat] += of_letter(d, s[at + place], SUM)
    move_all(s, at, mail_at(d, MAIL_DISCARD))


@in_place
def _step_back(s: Row[int], d: Row[int]) -> None:
    """Move a seat back one day and let it follow that day (PD-daylight)."""
    seat = s[top(s) + SEAT]
    s[DEPTH] -= 1
    if s[DAY + seat] == 0:
        s[CASH + seat] += d[BONUS]
        return
    s[DAY + seat] -= 1
    if s[DAY + seat]:
        push(s, VISIT, seat, 1, 0)


@in_place
def _pay(s: Row[int], d: Row[int]) -> None:
    """Make a payment, or wait for its seat to raise the shortfall (PD-raise)."""
    if shortfall(s) > 0:
        s[PHASE] = RAISE
        return
    at = top(s)
    seat, amount, debt, card = s[at + SEAT], s[at + AMOUNT], s[at + DEBT], s[at + CARD]
    s[CASH + seat] -= amount
    s[DEPTH] -= 1
    if debt == FOR_ELECTION:
        s[POT] += amount
    elif debt == FOR_BILLS:
        move_all(s, mail_at(d, BILLS + seat), mail_at(d, MAIL_DISCARD))
    elif debt == FOR_DEAL:
        _paid_deal(s, d, seat, card)
    elif debt == FOR_INSURANCE:
        _paid_insurance(s, d, seat, card)
    elif debt == FOR_POKER:
        s[STAKES] += amount
        append(s, top(s) + SECOND, seat)
    elif debt == FOR_SWELLFARE:
        s[STAKES] += amount
        push(s, SWELLFARE_DRAW, seat, amount, card)


@in_place
def _paid_deal(s: Row[int], d: Row[int], seat: int, deal: int) -> None:
    """Let the seats roll for the commission (PD-deal-commission)."""
    append(s, deals_at(d, HAND + seat), deal)
    push(s, ROLL_OFF, seat, of_deal(d, deal, FEE_FOR_ALL), 0)
    rollers = top(s) + FIRST
    s[top(s) + DEBT] = COMMISSION
    _list_in_play(s, d, rollers, seat)
    if not d[BUYER_ROLLS]:
        remove(s, rollers, seat)
    if s[rollers] == 0:
        s[DEPTH] -= 1


@in_place
def _paid_insurance(s: Row[int], d: Row[int], seat: int, card: int) -> None:
    """Cancel the bills in hand that an insurance covers (PD-insurance)."""
    bills, cover = mail_at(d, BILLS + seat), of_letter(d, card, COVER)
    for place in range(s[bills], 0, -1):
        bill = s[bills + place]
        if of_letter(d, bill, COVER) == cover:
            remove(s, bills, bill)
            discard(s, d, bill)
    append(s, mail_at(d, INSURANCES + seat), card)


@in_place
def _await_mail(s: Row[int], d: Row[int]) -> None:
    deck, discard = mail_at(d, MAIL_DECK), mail_at(d, MAIL_DISCARD)
    if s[deck] or s[mail_at(d, MAIL_UNDER)]:
        s[PHASE] = MAIL
    elif s[discard]:
        for place in range(1, s[discard] + 1):
            sort_in(s, deck, s[discard + place])
        s[discard] = 0
        s[PHASE] = MAIL
    else:
        s[DEPTH] -= 1


@in_place
def _deliver(s: Row[int], d: Row[int], card: int) -> None:
    """Carry out a card of mail (PD-mail)."""
    at = top(s)
    seat, kind = s[at + SEAT], of_letter(d, card, MAIL_KIND)
    cover = of_letter(d, card, COVER)
    s[at + AMOUNT] -= 1
    if s[at + AMOUNT] == 0:
        s[DEPTH] -= 1
    deck = mail_at(d, MAIL_DECK)
    remove(s, deck if s[deck] else mail_at(d, MAIL_UNDER), card)
    if kind == M_TICKET:
        append(s, mail_at(d, TICKETS + seat), card)
    elif kind == M_BILL and not (cover and insured(s, d, seat, cover)):
        append(s, mail_at(d, BILLS + seat), card)
    elif kind == M_INSURANCE and not insured(s, d, seat, cover):
        push(s, INSURANCE_OFFER, seat, 0, card)
    elif kind == M_SWELLFARE and _may_stake(s, d, seat):
        push(s, SWELLFARE_OFFER, seat, 0, card)
    else:
        if kind == M_WINDFALL:
            s[CASH + seat] += of_letter(d, card, SUM)
        discard(s, d, card)


@in_place
def _may_stake(s: Row[int], d: Row[int], seat: int) -> bool:
    """Say whether debts exceed means, or can be made to while the card lies open."""
    if lacking(s, d, seat) > 0:
        return True
    if not d[ANY_TIME]:
        return False
    loan = max(s[LOAN + seat], d[MAX_LOAN])
    withdrawn = s[SAVINGS + seat] // STEP * (STEP - FEE)
    there = s[CASH + seat] + withdrawn + loan - s[LOAN + seat]
    return loan + loan * LOAN_PCT // 100 + bills(s, d, seat, 0) > there


@in_place
def _roll_swellfare(s: Row[int], d: Row[int], pips: int) -> None:
    at = top(s)
    seat, stake, card = s[at + SEAT], s[at + AMOUNT], s[at + CARD]
    _roll_for(s, d, seat, pips)
    discard(s, d, card)
    s[STAKES] -= stake
    s[DEPTH] -= 1
    if pips < BET_WINS:
        s[POT] += stake
    else:
        s[CASH + seat] += stake * (BET_PAYS + d[STAKE_RETURNED])


@in_place
def _await_deal(s: Row[int], d: Row[int]) -> None:
    if s[deals_at(d, DEAL_DECK)] or s[deals_at(d, DEAL_UNDER)]:
        s[PHASE] = TURN_UP
    else:
        s[DEPTH] -= 1


@in_place
def _turn_up(s: Row[int], d: Row[int], deal: int) -> None:
    deck = deals_at(d, DEAL_DECK)
    remove(s, deck if s[deck] else deals_at(d, DEAL_UNDER), deal)
    s[top(s) + KIND] = DEAL_OFFER
    s[top(s) + CARD] = deal


@in_place
def _sell(s: Row[int], d: Row[int], deal: int) -> None:
    seat = s[top(s) + SEAT]
    s[CASH + seat] += of_deal(d, deal, PRICE)
    remove(s, deals_at(d, HAND + seat), deal)
    append(s, deals_at(d, DEAL_UNDER), deal)
    s[DEPTH] -= 1


@in_place
def _await_poker(s: Row[int]) -> None:
    at = top(s)
    if s[at + FIRST]:
        s[PHASE] = STAKE
    elif s[at + SECOND] > 1:
        move_all(s, at + SECOND, at + FIRST)
        s[at + KIND] = ROLL_OFF
        s[at + AMOUNT] = s[STAKES]
        s[at + DEBT] = POKER
    else:
        _collect(s, at + SECOND, s[at + AMOUNT])
        s[STAKES] = 0
        s[DEPTH] -= 1


@in_place
def _collect(s: Row[int], seats: int, each: int) -> None:
    """Add the same sum to the cash of each of some seats."""
    for place in range(1, s[seats] + 1):
        s[CASH + s[seats + place]] += each


@in_place
def _roll_off(s: Row[int], d: Row[int], pips: int) -> None:
    """Roll in turn; the highest roll wins, or shares (PD-deal-commission, PD-poker)."""
    at = top(s)
    seats, rolls = at + FIRST, at + SECOND
    append(s, rolls, pips)
    _roll_for(s, d, s[seats + s[rolls]], pips)
    if s[rolls] < s[seats]:
        return
    highest, number = 0, s[rolls]
    for place in range(1, number + 1):
        highest = max(highest, s[rolls + place])
    s[seats] = 0
    for place in range(1, number + 1):
        if s[rolls + place] == highest:
            append(s, seats, s[seats + place])
    s[rolls] = 0
    poker = s[at + DEBT] == POKER
    if s[seats] > 1 and not d[POKER_SPLIT if poker else COMMISSION_SPLIT]:
        return
    _collect(s, seats, s[at + AMOUNT] // s[seats])
    if poker:
        s[STAKES] = 0
    s[DEPTH] -= 1


@in_place
def _payday(s: Row[int], d: Row[int]) -> None:
    at = top(s)
    seat, step = s[at + SEAT], s[at + AMOUNT]
    last = s[MONTH + seat] == d[MONTHS]
    s[at + AMOUNT] += 1
    if step == S_SALARY:
        s[CASH + seat] += 0 if last else d[SALARY]
    elif step == S_INTEREST:
        _interest(s, seat)
    elif step == S_BILLS:
        due = bills(s, d, seat, 0)
        if due:
            owe(s, seat, due, FOR_BILLS, 0)
    elif step == S_BANK:
        insurances = mail_at(d, INSURANCES + seat)
        if d[FOR_A_MONTH] and s[insurances]:
            move_all(s, insurances, mail_at(d, MAIL_DISCARD))
        if s[SAVINGS + seat] or s[CASH + seat] >= STEP:
            s[at + AMOUNT] = step
            s[PHASE] = BANK
    elif step == S_TICKETS:
        to = MAIL_UNDER if d[UNDER_DECK] else MAIL_DISCARD
        move_all(s, mail_at(d, TICKETS + seat), mail_at(d, to))
    elif step == S_DEALS:
        if last:
            move_all(s, deals_at(d, HAND + seat), deals_at(d, DEAL_UNDER))
    else:
        s[MONTH + seat] += 1
        if not last:
            s[DAY + seat] = 0
        s[DEPTH] -= 1


@in_place
def _interest(s: Row[int], seat: int) -> None:
    """Pay interest on the loan, or be paid it on the savings."""
    if s[LOAN + seat]:
        owe(s, seat, interest_due(s, seat), FOR_INTEREST, 0)
    else:
        s[CASH + seat] += s[SAVINGS + seat] * SAVINGS_PCT // 100


@in_place
def _answer(s: Row[int], d: Row[int], verb: int, number: int) -> None:
    """Accept or decline an offer, or leave the bank."""
    at, phase, seat = top(s), s[PHASE], decider(s)
    card = s[at + CARD]
    if phase == STAKE:
        remove(s, at + FIRST, seat)
        if verb == STAKING:
            owe(s, seat, number, FOR_POKER, 0)
        return
    if phase == BANK:
        s[at + AMOUNT] += 1
        return
    price = price_asked(s, d) if verb == BUYING else number
    s[DEPTH] -= 1
    if phase == BUY:
        if verb == BUYING:
            owe(s, seat, price, FOR_DEAL, card)
        else:
            append(s, deals_at(d, DEAL_UNDER), card)
    elif phase != SELL:
        if verb == PASSING:
            discard(s, d, card)
        else:
            owe(s, seat, price, FOR_INSURANCE if phase == INSURE else FOR_SWELLFARE, card)


@in_place
def _act(s: Row[int], d: Row[int], verb: int, number: int) -> None:
    """Do what the first item of the agenda waits for."""
    phase = s[PHASE]
    if verb == ROLLING:
        if phase == ROLL:
            _roll_to_move(s, number)
        elif phase == SWELLFARE:
            _roll_swellfare(s, d, number)
        else:
            _roll_off(s, d, number)
    elif verb == TURNING_UP:
        _turn_up(s, d, number)
    elif verb == DELIVERING:
        _deliver(s, d, number)
    elif verb == SELLING:
        _sell(s, d, number)
    elif verb in (BUYING, STAKING, PASSING):
        _answer(s, d, verb, number)
    else:
        _bank(s, verb, number)


@in_place
def _bank(s: Row[int], verb: int, amount: int) -> None:
    """Withdraw, deposit, borrow or repay (PD-savings, PD-loan)."""
    seat = decider(s)
    if verb == WITHDRAWING:
        s[SAVINGS + seat] -= amount
        s[CASH + seat] += amount - fee_now(s, seat)
    elif verb == DEPOSITING:
        s[SAVINGS + seat] += amount
        s[CASH + seat] -= amount
    elif verb == BORROWING:
        s[LOAN + seat] += amount
        s[CASH + seat] += amount
    else:
        s[LOAN + seat] -= amount
        s[CASH + seat] -= amount


@in_place
def _work(s: Row[int], d: Row[int]) -> None:
    """Work on the first item of the agenda."""
    kind = s[top(s) + KIND]
    if kind == VISIT:
        _visit(s, d)
    elif kind == STEP_BACK:
        _step_back(s, d)
    elif kind == PAYMENT:
        _pay(s, d)
    elif kind == DELIVERY:
        _await_mail(s, d)
    elif kind == DEAL_VISIT:
        _await_deal(s, d)
    elif kind == DEAL_OFFER:
        s[PHASE] = BUY
    elif kind == INSURANCE_OFFER:
        s[PHASE] = INSURE
    elif kind == SWELLFARE_OFFER:
        s[PHASE] = BET
    elif kind == BUYER_VISIT:
        s[PHASE] = SELL
    elif kind == SWELLFARE_DRAW:
        s[PHASE] = SWELLFARE
    elif kind == POKER_TABLE:
        _await_poker(s)
    elif kind == ROLL_OFF:
        s[PHASE] = s[top(s) + DEBT]
    else:
        _payday(s, d)


@in_place
def _next_turn(s: Row[int], d: Row[int]) -> None:
    """Begin the next seat's turn, or end the game."""
    for n in range(1, d[SEATS] + 1):
        seat = (s[ACTIVE] + n) % d[SEATS]
        if in_play(s, d, seat):
            s[PHASE] = ROLL
            s[TURN] += 1
            s[ACTIVE] = seat
            for lane in range(DECISIONS + 1):
                s[COUNTS + lane] = 0
            return
    s[PHASE] = OVER


@in_place
def carry_out(s: Row[int], d: Row[int], code: int) -> None:
    """Carry out a legal move, and work through the agenda until an item waits."""
    what = code // BASE
    s[COUNTS + min(s[PHASE], DECISIONS)] += 1
    _act(s, d, what % VERBS, what // VERBS)
    s[PHASE] = SETTLING
    while s[PHASE] == SETTLING:
        if s[DEPTH]:
            _work(s, d)
        else:
            _next_turn(s, d)
