"""What follows from a move in Pay Day: the agenda of a turn, worked through item by item.

A move does what the first item of the agenda is waiting for (:data:`ACTS`). Then the rules work
through the agenda (:data:`WORK`) until an item waits again. What mail and payments do is in
:mod:`.mail` and :mod:`.payments`.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, cast

from msgspec.structs import replace

from paydays_widgets.core.engine import ranked, then
from paydays_widgets.core.game import Seat
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.games.pay_day import events, moves
from paydays_widgets.games.pay_day.deck import DAYS
from paydays_widgets.games.pay_day.engine.facts import (
    POT_WINS,
    STAKES,
    STEP,
    bills_due,
    highest,
    in_play,
    interest_due,
    interest_earned,
    net_worth,
)
from paydays_widgets.games.pay_day.engine.mail import (
    await_mail,
    bet,
    buy_insurance,
    decline_insurance,
    decline_swellfare,
    deliver,
    roll_swellfare,
)
from paydays_widgets.games.pay_day.engine.payments import (
    borrow,
    borrow_to_pay,
    deposit,
    pay,
    repay,
    withdraw,
    withdraw_to_pay,
)
from paydays_widgets.games.pay_day.engine.pieces import (
    Act,
    Steps,
    changed,
    gained,
    roll_for,
    win_pot,
    without,
)
from paydays_widgets.games.pay_day.state import (
    BuyerVisit,
    DealOffer,
    DealVisit,
    Delivery,
    InsuranceOffer,
    Item,
    PaydayStep,
    Payment,
    Phase,
    PokerTable,
    RollOff,
    State,
    StepBack,
    SwellfareDraw,
    SwellfareOffer,
    Visit,
)

_NO_COUNTS: Final = (0, 0, 0, 0, 0, 0, 0)
# --- what follows: moving ---------------------------------------------------------------------


def _roll_to_move(s: State, m: moves.Roll, steps: Steps) -> State:
    seat = s.active
    pips = m.pips
    if pips == POT_WINS and s.pot_open:
        s = win_pot(s, seat, steps)
    household = s.households[seat]
    start = household.day
    day = min(start + pips, DAYS)
    event = events.PawnMoved(
        clause="PD-stop" if day == DAYS else "PD-move", seat=seat, pips=pips, start=start, day=day
    )
    s = replace(
        s,
        households=changed(s, seat, replace(household, day=day)),
        agenda=(Visit(seat, back=False),),
    )
    return then(steps, event, s)


def _visit(s: State, item: Visit, steps: Steps) -> State:
    """Follow a day's instruction."""
    seat = item.seat
    household = s.households[seat]
    number = household.day
    day = s.deck.days[number - 1]
    rest = s.agenda[1:]
    match day.kind:
        case "sunday":
            return then(steps, events.SundayRested(seat=seat, day=number), replace(s, agenda=rest))
        case "mail":
            return replace(s, agenda=(Delivery(seat, day.amount), *rest))
        case "money":
            return _day_money(s, seat, number, day.amount, steps)
        case "deal":
            return replace(s, agenda=(DealVisit(seat), *rest))
        case "buyer":
            if household.deals:
                return replace(s, agenda=(BuyerVisit(seat), *rest))
            return then(steps, events.BuyerLeft(seat=seat, deals=0), replace(s, agenda=rest))
        case "lottery":
            return _lottery_draw(s, seat, steps)
        case "election":
            return _election(s, item, day.amount, steps)
        case "poker":
            waiting = in_play(s, seat)
            s = replace(s, agenda=(PokerTable(waiting, (), day.amount), *rest))
            return then(steps, events.PokerCalled(seat=seat, stake=day.amount), s)
        case "payday":
            return replace(s, agenda=(PaydayStep(seat, 1), *rest))
        case "daylight" if item.back:
            return then(steps, events.DaylightSpent(seat=seat), replace(s, agenda=rest))
        case "daylight":
            back = [StepBack(each) for each in in_play(s, seat)]
            return then(steps, events.DaylightBegun(seat=seat), replace(s, agenda=(*back, *rest)))


def _day_money(s: State, seat: Seat, day: int, amount: int, steps: Steps) -> State:
    rest = s.agenda[1:]
    if amount < 0:
        return replace(s, agenda=(Payment(seat, -amount, "day"), *rest))
    event = events.DaySettled(
        seat=seat, day=day, amount=amount, transfers=(Transfer(BANK, cash(seat), amount),)
    )
    return then(steps, event, replace(s, households=gained(s, seat, amount), agenda=rest))


def _lottery_draw(s: State, seat: Seat, steps: Steps) -> State:
    rest = s.agenda[1:]
    tickets = s.households[seat].tickets
    if not tickets:
        return then(steps, events.NoTickets(seat=seat), replace(s, agenda=rest))
    amount = sum(s.deck.mail[card - 1].amount for card in tickets)
    event = events.TicketsCashed(
        seat=seat, cards=tickets, amount=amount, transfers=(Transfer(BANK, cash(seat), amount),)
    )
    households = gained(s, seat, amount, tickets=())
    discard = s.mail_discard + tickets
    return then(steps, event, replace(s, households=households, mail_discard=discard, agenda=rest))


def _election(s: State, item: Visit, amount: int, steps: Steps) -> State:
    seat = item.seat
    dues = [Payment(each, amount, "election") for each in in_play(s, seat)]
    following = s.deck.days[s.households[seat].day]
    chained = item.back and following.kind == "daylight"
    event = events.ElectionHeld(
        clause="PD-day-26-27" if chained else "PD-election", seat=seat, amount=amount
    )
    return then(steps, event, replace(s, pot_open=True, agenda=(*dues, *s.agenda[1:])))


def _step_back(s: State, item: StepBack, steps: Steps) -> State:
    """Move a seat back one day and let it follow that day (PD-daylight)."""
    seat = item.seat
    household = s.households[seat]
    rest = s.agenda[1:]
    if household.day == 0:
        bonus = s.deck.daylight_bonus
        transfers = (Transfer(BANK, cash(seat), bonus),) if bonus else ()
        event = events.StartBonusPaid(seat=seat, amount=bonus, transfers=transfers)
        return then(steps, event, replace(s, households=gained(s, seat, bonus), agenda=rest))
    day = household.day - 1
    if day:
        rest = (Visit(seat, back=True), *rest)
    household = replace(household, day=day)
    s = replace(s, households=changed(s, seat, household), agenda=rest)
    return then(steps, events.PawnSteppedBack(seat=seat, day=day), s)


# --- what follows: Deals ----------------------------------------------------------------------


def _await_deal(s: State, item: DealVisit, steps: Steps) -> State:
    if s.deals or s.deals_under:
        return replace(s, phase="turn_up")
    return then(steps, events.NoDealLeft(seat=item.seat), replace(s, agenda=s.agenda[1:]))


def _turn_up(s: State, m: moves.TurnUp, steps: Steps) -> State:
    seat = cast("DealVisit", s.agenda[0]).seat
    deal = s.deck.deals[m.deal - 1]
    event = events.DealTurnedUp(
        seat=seat, deal=m.deal, cost=deal.cost, commission=deal.commission, price=deal.price
    )
    if s.deals:
        s = replace(s, deals=without(s.deals, m.deal))
    else:
        s = replace(s, deals_under=s.deals_under[1:])
    offer = DealOffer(seat, m.deal)
    return then(steps, event, replace(s, agenda=(offer, *s.agenda[1:])))


def _buy_deal(s: State, m: moves.Buy, steps: Steps) -> State:
    number = cast("DealOffer", s.agenda[0]).deal
    cost = s.deck.deals[number - 1].cost
    return replace(s, agenda=(Payment(m.by, cost, "deal", number), *s.agenda[1:]))


def _decline_deal(s: State, m: moves.Pass, steps: Steps) -> State:
    number = cast("DealOffer", s.agenda[0]).deal
    s = replace(s, deals_under=(*s.deals_under, number), agenda=s.agenda[1:])
    return then(steps, events.DealDeclined(seat=m.by, deal=number), s)


def _sell(s: State, m: moves.Sell, steps: Steps) -> State:
    seat = m.by
    deal = s.deck.deals[m.deal - 1]
    event = events.DealSold(
        seat=seat,
        deal=m.deal,
        price=deal.price,
        cost=deal.cost,
        transfers=(Transfer(BANK, cash(seat), deal.price),),
    )
    left = tuple(each for each in s.households[seat].deals if each != m.deal)
    s = replace(
        s,
        households=gained(s, seat, deal.price, deals=left),
        deals_under=(*s.deals_under, m.deal),
        agenda=s.agenda[1:],
    )
    return then(steps, event, s)


def _keep_deals(s: State, m: moves.Pass, steps: Steps) -> State:
    event = events.BuyerLeft(seat=m.by, deals=len(s.households[m.by].deals))
    return then(steps, event, replace(s, agenda=s.agenda[1:]))


# --- what follows: poker, and the highest roll ------------------------------------------------


def _await_poker(s: State, item: PokerTable, steps: Steps) -> State:
    if item.waiting:
        return replace(s, phase="stake")
    rest = s.agenda[1:]
    players = item.players
    if len(players) > 1:
        return replace(s, agenda=(RollOff("poker", s.stakes, players), *rest))
    transfers = tuple(Transfer(STAKES, cash(seat), item.stake) for seat in players)
    event = events.PokerCalledOff(seats=players, stake=item.stake, transfers=transfers)
    s = _collect(s, players, item.stake)
    return then(steps, event, replace(s, stakes=0, agenda=rest))


def _stake(s: State, m: moves.Stake, steps: Steps) -> State:
    table = cast("PokerTable", s.agenda[0])
    table = replace(table, waiting=table.waiting[1:])
    payment = Payment(m.by, m.amount, "poker")
    return replace(s, agenda=(payment, table, *s.agenda[1:]))


def _pass_poker(s: State, m: moves.Pass, steps: Steps) -> State:
    table = cast("PokerTable", s.agenda[0])
    table = replace(table, waiting=table.waiting[1:])
    return then(steps, events.PokerPassed(seat=m.by), replace(s, agenda=(table, *s.agenda[1:])))


def _await_roll(s: State, item: RollOff, steps: Steps) -> State:
    return replace(s, phase=item.purpose)


def _roll_off(s: State, m: moves.Roll, steps: Steps) -> State:
    item = cast("RollOff", s.agenda[0])
    seat = item.seats[len(item.rolls)]
    item = replace(item, rolls=(*item.rolls, m.pips))
    clause: events.RollClause = "PD-poker" if item.purpose == "poker" else "PD-deal-commission"
    s = roll_for(s, seat, m.pips, steps)
    s = replace(s, agenda=(item, *s.agenda[1:]))
    s = then(steps, events.DieRolled(clause=clause, seat=seat, pips=m.pips), s)
    if len(item.rolls) < len(item.seats):
        return s
    best = highest(item)
    tie = s.rules.poker_tie if item.purpose == "poker" else s.rules.commission_tie
    if len(best) > 1 and tie == "reroll":
        tied = events.RollTied(clause=clause, seats=best, pips=max(item.rolls))
        again = RollOff(item.purpose, item.prize, best)
        return then(steps, tied, replace(s, agenda=(again, *s.agenda[1:])))
    s = replace(s, agenda=s.agenda[1:])
    if item.purpose == "poker":
        return _poker_won(s, best, item.prize, steps)
    return _commission_won(s, best, item.prize, steps)


def _commission_won(s: State, best: tuple[Seat, ...], commission: int, steps: Steps) -> State:
    each = commission // len(best)
    event = events.CommissionPaid(
        seats=best,
        commission=commission,
        each=each,
        transfers=tuple(Transfer(BANK, cash(seat), each) for seat in best if each),
    )
    return then(steps, event, _collect(s, best, each))


def _poker_won(s: State, best: tuple[Seat, ...], stakes: int, steps: Steps) -> State:
    each = stakes // len(best)
    transfers = tuple(Transfer(STAKES, cash(seat), each) for seat in best)
    left_over = stakes - each * len(best)
    if left_over:
        transfers = (*transfers, Transfer(STAKES, BANK, left_over))
    event = events.PokerWon(seats=best, stakes=stakes, each=each, transfers=transfers)
    return then(steps, event, replace(_collect(s, best, each), stakes=0))


def _collect(s: State, seats: Sequence[Seat], each: int) -> State:
    """Add the same sum to the cash of each of some seats."""
    for seat in seats:
        s = replace(s, households=gained(s, seat, each))
    return s


# --- what follows: Pay Day --------------------------------------------------------------------


def _payday(s: State, item: PaydayStep, steps: Steps) -> State:
    seat = item.seat
    household = s.households[seat]
    match item.step:
        case 1:
            return _salary(s, seat, steps)
        case 2:
            return _interest(s, seat, steps)
        case 3:
            s = _next_step(s, seat, 4)
            due = bills_due(household, s.deck)
            if due:
                return replace(s, agenda=(Payment(seat, due, "bills"), *s.agenda))
            return then(steps, events.BillsPaid(seat=seat, cards=(), amount=0), s)
        case 4:
            if s.rules.insurance_term == "month" and household.insurances:
                return _end_insurance(s, seat, steps)
            if household.savings or household.cash >= STEP:
                return replace(s, phase="bank")
            return _next_step(s, seat, 5)
        case 5:
            s = _next_step(s, seat, 6)
            return _void_tickets(s, seat, steps) if household.tickets else s
        case 6:
            s = _next_step(s, seat, 7)
            last = household.month == s.rules.months
            return _give_up_deals(s, seat, steps) if last and household.deals else s
        case 7:
            return _restart(s, seat, steps)


def _next_step(s: State, seat: Seat, step: Literal[2, 3, 4, 5, 6, 7]) -> State:
    return replace(s, agenda=(PaydayStep(seat, step), *s.agenda[1:]))


def _salary(s: State, seat: Seat, steps: Steps) -> State:
    last = s.households[seat].month == s.rules.months
    amount = 0 if last else s.deck.salary
    transfers = (Transfer(BANK, cash(seat), amount),) if amount else ()
    event = events.SalaryPaid(seat=seat, amount=amount, transfers=transfers)
    s = replace(s, households=gained(s, seat, amount))
    return then(steps, event, _next_step(s, seat, 2))


def _interest(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    s = _next_step(s, seat, 3)
    if household.loan:
        due = interest_due(household.loan)
        return replace(s, agenda=(Payment(seat, due, "interest"), *s.agenda))
    if not household.savings:
        return then(steps, events.NoInterest(seat=seat), s)
    earned = interest_earned(household.savings)
    event = events.SavingsInterestPaid(
        seat=seat,
        savings=household.savings,
        amount=earned,
        transfers=(Transfer(BANK, cash(seat), earned),),
    )
    return then(steps, event, replace(s, households=gained(s, seat, earned)))


def _end_insurance(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    event = events.InsuranceEnded(seat=seat, cards=household.insurances)
    s = replace(
        s,
        households=changed(s, seat, replace(household, insurances=())),
        mail_discard=s.mail_discard + household.insurances,
    )
    return then(steps, event, s)


def _leave_bank(s: State, m: moves.Pass, steps: Steps) -> State:
    return then(steps, events.BankLeft(seat=m.by), _next_step(s, m.by, 5))


def _void_tickets(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    tickets = household.tickets
    under = s.rules.lottery_discard == "under_deck"
    event = events.TicketsVoided(seat=seat, cards=tickets, under=under)
    s = replace(s, households=changed(s, seat, replace(household, tickets=())))
    if under:
        return then(steps, event, replace(s, mail_under=s.mail_under + tickets))
    return then(steps, event, replace(s, mail_discard=s.mail_discard + tickets))


def _give_up_deals(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    deals = household.deals
    cost = sum(s.deck.deals[deal - 1].cost for deal in deals)
    event = events.DealsGivenUp(seat=seat, deals=deals, cost=cost)
    s = replace(s, households=changed(s, seat, replace(household, deals=())))
    return then(steps, event, replace(s, deals_under=s.deals_under + deals))


def _restart(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    month = household.month + 1
    rest = s.agenda[1:]
    if month > s.rules.months:
        finished = events.SeatFinished(seat=seat, months=household.month)
        s = replace(s, households=changed(s, seat, replace(household, month=month)), agenda=rest)
        return then(steps, finished, s)
    begun = events.MonthBegun(seat=seat, month=month)
    household = replace(household, month=month, day=0)
    return then(steps, begun, replace(s, households=changed(s, seat, household), agenda=rest))


# --- what follows: the end of a turn ----------------------------------------------------------


def next_turn(s: State, steps: Steps) -> State:
    """Begin the next seat's turn, or end the game."""
    following = (s.active + 1) % len(s.households)
    waiting = in_play(s, following)
    if not waiting:
        return _end(s, steps)
    seat = waiting[0]
    event = events.TurnBegun(
        clause="PD-players" if seat == following else "PD-own-pace", seat=seat, turn=s.turn + 1
    )
    s = replace(s, phase="roll", turn=s.turn + 1, active=seat, counts=_NO_COUNTS)
    return then(steps, event, s)


def _end(s: State, steps: Steps) -> State:
    if s.pot:
        s = then(steps, events.PotLeft(amount=s.pot), s)
    households = s.households
    event = events.GameEnded(
        winners=ranked(dict(enumerate(map(net_worth, households))))[0],
        cash=tuple(each.cash for each in households),
        savings=tuple(each.savings for each in households),
        loans=tuple(each.loan for each in households),
    )
    return then(steps, event, replace(s, phase="over"))


def _waits(phase: Phase) -> Act:
    """Make the work of an item that waits for a seat's answer or for chance."""

    def wait(s: State, _item: Item, _steps: Steps) -> State:
        return replace(s, phase=phase)

    return wait


WORK: Final[Mapping[type[Item], Act]] = MappingProxyType(
    {
        Visit: _visit,
        StepBack: _step_back,
        Payment: pay,
        Delivery: await_mail,
        DealVisit: _await_deal,
        DealOffer: _waits("buy"),
        InsuranceOffer: _waits("insure"),
        SwellfareOffer: _waits("bet"),
        BuyerVisit: _waits("sell"),
        SwellfareDraw: _waits("swellfare"),
        PokerTable: _await_poker,
        RollOff: _await_roll,
        PaydayStep: _payday,
    }
)
"""How each item of the agenda is worked."""
_BANKING: Final[Mapping[tuple[Phase, type[moves.Move]], Act]] = MappingProxyType(
    {
        (phase, kind): act
        for phase in ("buy", "insure", "bet", "sell", "stake", "bank")
        for kind, act in ((moves.Withdraw, withdraw), (moves.Borrow, borrow))
    }
)
"""What can be done at the bank while something else is decided; after it, that is asked again."""
ACTS: Final[Mapping[tuple[Phase, type[moves.Move]], Act]] = MappingProxyType(
    {
        ("roll", moves.Roll): _roll_to_move,
        ("turn_up", moves.TurnUp): _turn_up,
        ("mail", moves.Deliver): deliver,
        ("commission", moves.Roll): _roll_off,
        ("poker", moves.Roll): _roll_off,
        ("swellfare", moves.Roll): roll_swellfare,
        ("buy", moves.Buy): _buy_deal,
        ("buy", moves.Pass): _decline_deal,
        ("insure", moves.Buy): buy_insurance,
        ("insure", moves.Pass): decline_insurance,
        ("bet", moves.Stake): bet,
        ("bet", moves.Pass): decline_swellfare,
        ("sell", moves.Sell): _sell,
        ("sell", moves.Pass): _keep_deals,
        ("stake", moves.Stake): _stake,
        ("stake", moves.Pass): _pass_poker,
        ("raise", moves.Withdraw): withdraw_to_pay,
        ("raise", moves.Borrow): borrow_to_pay,
        ("bank", moves.Repay): repay,
        ("bank", moves.Deposit): deposit,
        ("bank", moves.Pass): _leave_bank,
        **_BANKING,
    }
)
"""What a move does, by the phase in which it is made."""
