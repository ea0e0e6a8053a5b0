"""What follows from a move: the twin of :mod:`~paydays_widgets.games.pay_day.engine.agenda`."""

from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.facts import POT_WINS, STEP
from paydays_widgets.games.pay_day.kernel.facts import (
    bills_due,
    decider,
    interest_due,
    interest_earned,
    list_in_play,
    playing,
)
from paydays_widgets.games.pay_day.kernel.legal import price_asked
from paydays_widgets.games.pay_day.kernel.mail import await_mail, deliver, roll_swellfare
from paydays_widgets.games.pay_day.kernel.pack import BASE, VERBS
from paydays_widgets.games.pay_day.kernel.payments import bank, pay
from paydays_widgets.games.pay_day.kernel.pieces import (
    collect,
    discard,
    owe,
    put_first,
    roll_for,
    win_pot,
)
from paydays_widgets.games.pay_day.kernel.state import (
    BANK,
    BET,
    BILLS,
    BUSINESS,
    BUY,
    BUYER_DAY,
    BUYER_VISIT,
    BUYING,
    DAYLIGHT_DAY,
    DEAL_DAY,
    DEAL_OFFER,
    DEAL_VISIT,
    DEALS,
    DECISIONS,
    DELIVERING,
    DELIVERY,
    ELECTION_DAY,
    FOR_BILLS,
    FOR_DAY,
    FOR_DEAL,
    FOR_ELECTION,
    FOR_INSURANCE,
    FOR_INTEREST,
    FOR_POKER,
    FOR_SWELLFARE,
    INSURANCE_OFFER,
    INSURE,
    INTEREST,
    LOTTERY_DAY,
    MAIL_DAY,
    MONEY_DAY,
    OVER,
    PASSING,
    PAYDAY,
    PAYDAY_STEP,
    PAYMENT,
    POKER,
    POKER_DAY,
    POKER_TABLE,
    ROLL,
    ROLL_OFF,
    ROLLING,
    SALARY,
    SELL,
    SELLING,
    SETTLING,
    STAKE,
    STAKING,
    STEP_BACK,
    SWELLFARE,
    SWELLFARE_DRAW,
    SWELLFARE_OFFER,
    TICKETS,
    TURN_UP,
    TURNING_UP,
    VISIT,
    Household,
    Position,
    Printed,
)
from paydays_widgets.kernels.compiled import in_place
from paydays_widgets.kernels.lists import append, move_all, remove

# --- what follows: moving ---------------------------------------------------------------------


@in_place
def _roll_to_move(s: Position, pips: int) -> None:
    seat = s.active
    if pips == POT_WINS and s.pot_open:
        win_pot(s, seat)
    household = s.households[seat]
    household.day = min(household.day + pips, DAYS)
    _visit_next(s, seat, back=False)


@in_place
def _visit_next(s: Position, seat: int, back: bool) -> None:  # noqa: FBT001 - compiled
    put_first(s, VISIT, seat)
    s.agenda[s.first].back = back


@in_place
def _visit(s: Position, d: Printed) -> None:
    """Follow a day's instruction."""
    item = s.agenda[s.first]
    seat, back = item.seat, item.back
    household = s.households[seat]
    day = d.days[household.day - 1]
    s.first -= 1
    if day.kind == MAIL_DAY:
        put_first(s, DELIVERY, seat)
        s.agenda[s.first].left = day.amount
    elif day.kind == MONEY_DAY:
        if day.amount < 0:
            owe(s, seat, -day.amount, FOR_DAY, 0)
        else:
            household.cash += day.amount
    elif day.kind == DEAL_DAY:
        put_first(s, DEAL_VISIT, seat)
    elif day.kind == BUYER_DAY:
        if household.deals.length:
            put_first(s, BUYER_VISIT, seat)
    elif day.kind == LOTTERY_DAY:
        _lottery_draw(s, d, household)
    elif day.kind == ELECTION_DAY:
        _election(s, d, seat, day.amount)
    elif day.kind == POKER_DAY:
        put_first(s, POKER_TABLE, seat)
        table = s.agenda[s.first]
        list_in_play(s, d, seat, table.waiting)
        table.players.length = 0
        table.stake = day.amount
    elif day.kind == PAYDAY:
        put_first(s, PAYDAY_STEP, seat)
        s.agenda[s.first].step = SALARY
    elif day.kind == DAYLIGHT_DAY and not back:
        for n in range(d.seats, 0, -1):
            each = (seat + n - 1) % d.seats
            if playing(s, d, each):
                put_first(s, STEP_BACK, each)


@in_place
def _lottery_draw(s: Position, d: Printed, household: Household) -> None:
    for at in range(household.tickets.length):
        household.cash += d.mail[household.tickets.numbers[at] - 1].amount
    move_all(household.tickets, s.mail_discard)


@in_place
def _election(s: Position, d: Printed, seat: int, amount: int) -> None:
    s.pot_open = True
    for n in range(d.seats, 0, -1):
        each = (seat + n - 1) % d.seats
        if playing(s, d, each):
            owe(s, each, amount, FOR_ELECTION, 0)


@in_place
def _step_back(s: Position, d: Printed) -> None:
    """Move a seat back one day and let it follow that day (PD-daylight)."""
    seat = s.agenda[s.first].seat
    household = s.households[seat]
    s.first -= 1
    if household.day == 0:
        household.cash += d.daylight_bonus
        return
    household.day -= 1
    if household.day:
        _visit_next(s, seat, back=True)


# --- what follows: Deals ----------------------------------------------------------------------


@in_place
def _await_deal(s: Position) -> None:
    if s.deals.length or s.deals_under.length:
        s.phase = TURN_UP
    else:
        s.first -= 1


@in_place
def _turn_up(s: Position, deal: int) -> None:
    item = s.agenda[s.first]
    remove(s.deals if s.deals.length else s.deals_under, deal)
    item.kind = DEAL_OFFER
    item.deal = deal


@in_place
def _sell(s: Position, d: Printed, deal: int) -> None:
    household = s.households[s.agenda[s.first].seat]
    household.cash += d.deals[deal - 1].price
    remove(household.deals, deal)
    append(s.deals_under, deal)
    s.first -= 1


# --- what follows: poker, and the highest roll ------------------------------------------------


@in_place
def _await_poker(s: Position) -> None:
    item = s.agenda[s.first]
    if item.waiting.length:
        s.phase = STAKE
    elif item.players.length > 1:
        item.kind = ROLL_OFF
        item.purpose = POKER
        item.prize = s.stakes
        item.seats.length = item.rolls.length = 0
        move_all(item.players, item.seats)
    else:
        collect(s, item.players, item.stake)
        s.stakes = 0
        s.first -= 1


@in_place
def _roll_off(s: Position, d: Printed, pips: int) -> None:
    """Roll in turn; the highest roll wins, or shares (PD-deal-commission, PD-poker)."""
    item = s.agenda[s.first]
    seats, rolls = item.seats, item.rolls
    seat = seats.numbers[rolls.length]
    append(rolls, pips)
    roll_for(s, d, seat, pips)
    if rolls.length < seats.length:
        return
    _keep_highest(s)
    split = d.poker_split if item.purpose == POKER else d.commission_split
    if seats.length > 1 and not split:
        return
    collect(s, seats, item.prize // seats.length)
    if item.purpose == POKER:
        s.stakes = 0
    s.first -= 1


@in_place
def _keep_highest(s: Position) -> None:
    """Leave the seats with the highest roll, once all have rolled."""
    item = s.agenda[s.first]
    seats, rolls = item.seats, item.rolls
    most = 0
    for at in range(rolls.length):
        most = max(most, rolls.numbers[at])
    seats.length = 0
    for at in range(rolls.length):
        if rolls.numbers[at] == most:
            append(seats, seats.numbers[at])
    rolls.length = 0


# --- what follows: Pay Day --------------------------------------------------------------------


@in_place
def _payday(s: Position, d: Printed) -> None:
    item = s.agenda[s.first]
    seat, step = item.seat, item.step
    household = s.households[seat]
    last = household.month == d.months
    item.step += 1
    if step == SALARY:
        household.cash += 0 if last else d.salary
    elif step == INTEREST:
        _interest(s, seat)
    elif step == BILLS:
        due = bills_due(household, d)
        if due:
            owe(s, seat, due, FOR_BILLS, 0)
    elif step == BUSINESS:
        if d.for_a_month:
            move_all(household.insurances, s.mail_discard)
        if household.savings or household.cash >= STEP:
            item.step = BUSINESS
            s.phase = BANK
    elif step == TICKETS:
        move_all(household.tickets, s.mail_under if d.under_deck else s.mail_discard)
    elif step == DEALS:
        if last:
            move_all(household.deals, s.deals_under)
    else:
        household.month += 1
        if not last:
            household.day = 0
        s.first -= 1


@in_place
def _interest(s: Position, seat: int) -> None:
    """Be paid interest on the savings, or owe it on the loan."""
    household = s.households[seat]
    if household.loan:
        owe(s, seat, interest_due(household.loan), FOR_INTEREST, 0)
    else:
        household.cash += interest_earned(household.savings)


# --- what follows: the end of a turn ----------------------------------------------------------


@in_place
def _next_turn(s: Position, d: Printed) -> None:
    """Begin the next seat's turn, or end the game."""
    for n in range(1, d.seats + 1):
        seat = (s.active + n) % d.seats
        if playing(s, d, seat):
            s.phase = ROLL
            s.turn += 1
            s.active = seat
            for lane in range(DECISIONS + 1):
                s.counts[lane] = 0
            return
    s.phase = OVER


# --- what a move does -------------------------------------------------------------------------


@in_place
def _answer(s: Position, d: Printed, verb: int, number: int) -> None:
    """Accept or decline an offer, or leave the bank."""
    item, seat = s.agenda[s.first], decider(s)
    if s.phase == STAKE:
        remove(item.waiting, seat)
        if verb == STAKING:
            owe(s, seat, number, FOR_POKER, 0)
        return
    if s.phase == BANK:
        item.step += 1
        return
    price = price_asked(s, d) if verb == BUYING else number
    card = item.deal if s.phase == BUY else item.card
    s.first -= 1
    if s.phase == BUY:
        if verb == BUYING:
            owe(s, seat, price, FOR_DEAL, card)
        else:
            append(s.deals_under, card)
    elif s.phase != SELL:
        if verb == PASSING:
            discard(s, card)
        else:
            owe(s, seat, price, FOR_INSURANCE if s.phase == INSURE else FOR_SWELLFARE, card)


@in_place
def _act(s: Position, d: Printed, verb: int, number: int) -> None:
    """Do what the first item of the agenda waits for."""
    if verb == ROLLING:
        if s.phase == ROLL:
            _roll_to_move(s, number)
        elif s.phase == SWELLFARE:
            roll_swellfare(s, d, number)
        else:
            _roll_off(s, d, number)
    elif verb == TURNING_UP:
        _turn_up(s, number)
    elif verb == DELIVERING:
        deliver(s, d, number)
    elif verb == SELLING:
        _sell(s, d, number)
    elif verb in (BUYING, STAKING, PASSING):
        _answer(s, d, verb, number)
    else:
        bank(s, verb, number)


@in_place
def _work(s: Position, d: Printed) -> None:
    """Work on the first item of the agenda."""
    item = s.agenda[s.first]
    if item.kind == VISIT:
        _visit(s, d)
    elif item.kind == STEP_BACK:
        _step_back(s, d)
    elif item.kind == PAYMENT:
        pay(s, d)
    elif item.kind == DELIVERY:
        await_mail(s)
    elif item.kind == DEAL_VISIT:
        _await_deal(s)
    elif item.kind == DEAL_OFFER:
        s.phase = BUY
    elif item.kind == INSURANCE_OFFER:
        s.phase = INSURE
    elif item.kind == SWELLFARE_OFFER:
        s.phase = BET
    elif item.kind == BUYER_VISIT:
        s.phase = SELL
    elif item.kind == SWELLFARE_DRAW:
        s.phase = SWELLFARE
    elif item.kind == POKER_TABLE:
        _await_poker(s)
    elif item.kind == ROLL_OFF:
        s.phase = item.purpose
    else:
        _payday(s, d)


@in_place
def carry_out(s: Position, d: Printed, code: int) -> None:
    """Carry out a legal move, and work through the agenda until an item waits."""
    what = code // BASE
    s.counts[min(s.phase, DECISIONS)] += 1
    _act(s, d, what % VERBS, what // VERBS)
    s.phase = SETTLING
    while s.phase == SETTLING:
        if s.first >= 0:
            _work(s, d)
        else:
            _next_turn(s, d)
