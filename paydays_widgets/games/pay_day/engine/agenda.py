"""What follows from a move in Pay Day: the agenda of a turn, worked through item by item.

A move does what the first item of the agenda is waiting for (:data:`ACTS`). Then the rules work
through the agenda (:data:`WORK`) until an item waits again. A payment is an item like any other,
so whatever it is for, it can wait until its seat has raised the money (PD-raise).
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from msgspec.structs import replace

from paydays_widgets.core.engine import put, ranked, then
from paydays_widgets.core.game import Seat, Step
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.games.pay_day import events, moves
from paydays_widgets.games.pay_day.deck import DAYS, Deck
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import (
    BuyerVisit,
    DealOffer,
    DealVisit,
    Delivery,
    Household,
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

MAX_SEATS: Final = 4
STEP: Final = 100
"""Savings and loans change in multiples of this many dollars (PD-savings, PD-loan)."""
FEE: Final = 50
"""What a withdrawal costs on any day but Pay Day, in dollars (PD-savings)."""
SAVINGS_PCT: Final = 10
"""Interest on savings at each Pay Day, in per cent (PD-savings-interest)."""
LOAN_PCT: Final = 20
"""Interest on a loan at each Pay Day, in per cent (PD-loan-interest)."""
BET_WINS: Final = 5
"""The lowest roll with which a Swellfare stake wins."""
BET_PAYS: Final = 10
"""How many times its stake a Swellfare win pays."""
POT_WINS: Final = 6
"""The roll that takes the open pot (PD-election)."""

_NO_COUNTS: Final = (0, 0, 0, 0, 0, 0, 0)
POT: Final = "pot"
STAKES: Final = "stakes"
SAVINGS: Final = tuple(f"savings:{n}" for n in range(1, MAX_SEATS + 1))
LOAN: Final = tuple(f"loan:{n}" for n in range(1, MAX_SEATS + 1))
Steps: TypeAlias = list[Step[State, events.Event]]
Act: TypeAlias = Callable[[State, Any, Steps], State]
"""What a move or an item of the agenda does; it adds the steps, and returns the state."""


# --- facts ------------------------------------------------------------------------------------


class Plight(NamedTuple):
    """What a Swellfare card compares: debts, and the means to pay them (PD-swellfare)."""

    loan: int
    interest: int
    bills: int
    means: int

    @property
    def owed(self) -> int:
        """The loan with its interest, and all unpaid bills."""
        return self.loan + self.interest + self.bills

    @property
    def lacking(self) -> int:
        """How far the debts exceed the means; negative if they do not."""
        return self.owed - self.means

    @property
    def in_need(self) -> bool:
        """Whether the debts exceed the means, so that money may be staked."""
        return self.lacking > 0


def net_worth(household: Household) -> int:
    """Return cash and savings less the loan (PD-end).

    Examples
    --------
    >>> net_worth(Household(cash=50, loan=200))
    -150
    """
    return household.cash + household.savings - household.loan


def interest_due(loan: int) -> int:
    """Return the interest due on a loan at a Pay Day (PD-loan-interest)."""
    return loan * LOAN_PCT // 100


def interest_earned(savings: int) -> int:
    """Return the interest that savings earn at a Pay Day (PD-savings-interest)."""
    return savings * SAVINGS_PCT // 100


def up_to_step(amount: int) -> int:
    """Round up to what savings and loans change by.

    Examples
    --------
    >>> up_to_step(230), up_to_step(-230)
    (300, -200)
    """
    return -(-amount // STEP) * STEP


def bills_due(household: Household, deck: Deck) -> int:
    """Return the total of the bills in hand (PD-payday-3-bills)."""
    return sum(deck.mail[card - 1].amount for card in household.bills)


def payday_ahead(household: Household, rules: Rules) -> bool:
    """Say whether interest will be due again: after the last Pay Day's there is none.

    Examples
    --------
    >>> payday_ahead(Household(0, month=3, day=30), Rules(months=3))
    True
    >>> payday_ahead(Household(0, month=3, day=31), Rules(months=3))
    False
    """
    return household.month + (household.day == DAYS) <= rules.months


def fee_now(household: Household) -> int:
    """Return what a withdrawal costs now: nothing on Pay Day (PD-savings)."""
    return 0 if household.day == DAYS else FEE


def plight(household: Household, rules: Rules, deck: Deck) -> Plight:
    """Return what a seat owes, and the means that it is compared with (PD-swellfare)."""
    means = household.cash
    if rules.swellfare_debt_test == "cash_and_savings":
        means += household.savings
    return Plight(household.loan, interest_due(household.loan), bills_due(household, deck), means)


def decider(s: State) -> Seat:
    """Return the seat that the first item of the agenda waits for."""
    item = s.agenda[0]
    return item.waiting[0] if type(item) is PokerTable else cast("Any", item).seat


def highest(item: RollOff) -> tuple[Seat, ...]:
    """Return the seats with the highest roll, once all have rolled."""
    most = max(item.rolls)
    return tuple(seat for seat, pips in zip(item.seats, item.rolls, strict=True) if pips == most)


def shortfall(s: State) -> int:
    """Return how far the cash of the seat that must pay falls short of its payment."""
    item = cast("Payment", s.agenda[0])
    return item.amount - s.households[item.seat].cash


def _in_play(s: State, first: Seat) -> tuple[Seat, ...]:
    """List the seats that have not finished, clockwise from the given seat (PD-own-pace)."""
    seats = len(s.households)
    order = [*range(first, seats), *range(first)]
    months = s.rules.months
    return tuple(seat for seat in order if s.households[seat].month <= months)


def _insured(s: State, household: Household, cover: str) -> bool:
    mail = s.deck.mail
    return any(mail[card - 1].cover == cover for card in household.insurances)


def _put(s: State, seat: Seat, household: Household) -> tuple[Household, ...]:
    return put(s.households, seat, household)


def _gained(s: State, seat: Seat, amount: int, **changes: Any) -> tuple[Household, ...]:
    """Add to a seat's cash, and make other changes to its household."""
    household = s.households[seat]
    return _put(s, seat, replace(household, cash=household.cash + amount, **changes))


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Remove a card from cards in ascending order."""
    at = bisect_left(cards, card)
    return cards[:at] + cards[at + 1 :]


# --- what follows: moving ---------------------------------------------------------------------


def _roll_to_move(s: State, m: moves.Roll, steps: Steps) -> State:
    seat = s.active
    pips = m.pips
    if pips == POT_WINS and s.pot_open:
        s = _win_pot(s, seat, steps)
    household = s.households[seat]
    start = household.day
    day = min(start + pips, DAYS)
    event = events.PawnMoved(
        clause="PD-stop" if day == DAYS else "PD-move",
        seat=seat,
        pips=pips,
        start=start,
        day=day,
    )
    s = replace(
        s,
        households=_put(s, seat, replace(household, day=day)),
        agenda=(Visit(seat, back=False),),
    )
    return then(steps, event, s)


def _win_pot(s: State, seat: Seat, steps: Steps) -> State:
    event = events.PotWon(seat=seat, amount=s.pot, transfers=(Transfer(POT, cash(seat), s.pot),))
    won = replace(s, households=_gained(s, seat, s.pot), pot=0, pot_open=False)
    return then(steps, event, won)


def _roll_for(s: State, seat: Seat, pips: int, steps: Steps) -> State:
    """Award the pot to a roll that is not for movement, where the rules allow (PD-election)."""
    if pips == POT_WINS and s.pot_open and s.rules.pot_six == "any_roll":
        return _win_pot(s, seat, steps)
    return s


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
            waiting = _in_play(s, seat)
            s = replace(s, agenda=(PokerTable(waiting, (), day.amount), *rest))
            return then(steps, events.PokerCalled(seat=seat, stake=day.amount), s)
        case "payday":
            return replace(s, agenda=(PaydayStep(seat, 1), *rest))
        case "daylight" if item.back:
            return then(steps, events.DaylightSpent(seat=seat), replace(s, agenda=rest))
        case "daylight":
            back = [StepBack(each) for each in _in_play(s, seat)]
            return then(steps, events.DaylightBegun(seat=seat), replace(s, agenda=(*back, *rest)))


def _day_money(s: State, seat: Seat, day: int, amount: int, steps: Steps) -> State:
    rest = s.agenda[1:]
    if amount < 0:
        return replace(s, agenda=(Payment(seat, -amount, "day"), *rest))
    event = events.DaySettled(
        seat=seat, day=day, amount=amount, transfers=(Transfer(BANK, cash(seat), amount),)
    )
    return then(steps, event, replace(s, households=_gained(s, seat, amount), agenda=rest))


def _lottery_draw(s: State, seat: Seat, steps: Steps) -> State:
    rest = s.agenda[1:]
    tickets = s.households[seat].tickets
    if not tickets:
        return then(steps, events.NoTickets(seat=seat), replace(s, agenda=rest))
    amount = sum(s.deck.mail[card - 1].amount for card in tickets)
    event = events.TicketsCashed(
        seat=seat, cards=tickets, amount=amount, transfers=(Transfer(BANK, cash(seat), amount),)
    )
    households = _gained(s, seat, amount, tickets=())
    discard = s.mail_discard + tickets
    return then(steps, event, replace(s, households=households, mail_discard=discard, agenda=rest))


def _election(s: State, item: Visit, amount: int, steps: Steps) -> State:
    seat = item.seat
    dues = [Payment(each, amount, "election") for each in _in_play(s, seat)]
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
        return then(steps, event, replace(s, households=_gained(s, seat, bonus), agenda=rest))
    day = household.day - 1
    if day:
        rest = (Visit(seat, back=True), *rest)
    household = replace(household, day=day)
    s = replace(s, households=_put(s, seat, household), agenda=rest)
    return then(steps, events.PawnSteppedBack(seat=seat, day=day), s)


# --- what follows: payments -------------------------------------------------------------------


def _pay(s: State, item: Payment, steps: Steps) -> State:
    """Make a payment, or wait for its seat to raise the shortfall (PD-raise)."""
    seat = item.seat
    there = s.households[seat].cash
    if there < item.amount:
        event = events.PaymentDue(seat=seat, debt=item.debt, amount=item.amount, cash=there)
        return then(steps, event, replace(s, phase="raise"))
    return _PAID[item.debt](s, item, steps)


def _raised(s: State, seat: Seat) -> State:
    """Go on with the payment if it is covered; otherwise wait for more to be raised."""
    payment = cast("Payment", s.agenda[0])
    if s.households[seat].cash < payment.amount:
        return replace(s, phase="raise")
    return s


def _withdraw(s: State, m: moves.Withdraw, steps: Steps) -> State:
    seat = m.by
    at_the_bank = isinstance(s.agenda[0], PaydayStep)
    clause: Literal["PD-savings", "PD-payday-4-bank"] = (
        "PD-payday-4-bank" if at_the_bank else "PD-savings"
    )
    household = s.households[seat]
    fee = fee_now(household)
    left = household.savings - m.amount
    transfers: tuple[Transfer, ...] = (Transfer(SAVINGS[seat], cash(seat), m.amount),)
    if fee:
        transfers = (*transfers, Transfer(cash(seat), BANK, fee))
    event = events.SavingsWithdrawn(
        clause=clause,
        seat=seat,
        amount=m.amount,
        fee=fee,
        savings=left,
        transfers=transfers,
    )
    households = _gained(s, seat, m.amount - fee, savings=left)
    return then(steps, event, replace(s, households=households))


def _withdraw_to_pay(s: State, m: moves.Withdraw, steps: Steps) -> State:
    return _raised(_withdraw(s, m, steps), m.by)


def _borrow(s: State, m: moves.Borrow, steps: Steps) -> State:
    seat = m.by
    household = s.households[seat]
    loan = household.loan + m.amount
    event = events.LoanTaken(
        seat=seat,
        amount=m.amount,
        loan=loan,
        interest=interest_due(loan) if payday_ahead(household, s.rules) else 0,
        transfers=(Transfer(LOAN[seat], cash(seat), m.amount),),
    )
    return then(steps, event, replace(s, households=_gained(s, seat, m.amount, loan=loan)))


def _borrow_to_pay(s: State, m: moves.Borrow, steps: Steps) -> State:
    return _raised(_borrow(s, m, steps), m.by)


def _charge(s: State, item: Payment, **changes: Any) -> State:
    """Take a payment off the agenda and out of its seat's cash, and make other changes."""
    households = _gained(s, item.seat, -item.amount, **changes)
    return replace(s, households=households, agenda=s.agenda[1:])


def _paid_day(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.DaySettled(
        seat=seat,
        day=s.households[seat].day,
        amount=-item.amount,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    return then(steps, event, _charge(s, item))


def _paid_election(s: State, item: Payment, steps: Steps) -> State:
    pot = s.pot + item.amount
    event = events.ContributionPaid(
        seat=item.seat,
        amount=item.amount,
        pot=pot,
        transfers=(Transfer(cash(item.seat), POT, item.amount),),
    )
    return then(steps, event, replace(_charge(s, item), pot=pot))


def _paid_interest(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.LoanInterestPaid(
        seat=seat,
        loan=item.amount * 100 // LOAN_PCT,  # money borrowed to pay the interest bears none
        amount=item.amount,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    return then(steps, event, _charge(s, item))


def _paid_bills(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    bills = s.households[seat].bills
    event = events.BillsPaid(
        seat=seat,
        cards=bills,
        amount=item.amount,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    s = replace(_charge(s, item, bills=()), mail_discard=s.mail_discard + bills)
    return then(steps, event, s)


def _paid_deal(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.DealBought(
        seat=seat,
        deal=item.card,
        cost=item.amount,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    s = _charge(s, item, deals=(*s.households[seat].deals, item.card))
    rollers = _in_play(s, seat)
    if not s.rules.buyer_rolls_for_commission:
        rollers = rollers[1:]
    if not rollers:
        return then(steps, events.NoCommission(seat=seat), then(steps, event, s))
    commission = s.deck.deals[item.card - 1].commission
    roll_off = RollOff("commission", commission, rollers)
    return then(steps, event, replace(s, agenda=(roll_off, *s.agenda)))


def _paid_insurance(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    household = s.households[seat]
    mail = s.deck.mail
    cover = mail[item.card - 1].cover
    cancelled = tuple(card for card in household.bills if mail[card - 1].cover == cover)
    event = events.InsuranceBought(
        seat=seat,
        card=item.card,
        price=item.amount,
        cancelled=cancelled,
        transfers=(Transfer(cash(seat), BANK, item.amount),),
    )
    kept = tuple(card for card in household.bills if card not in cancelled)
    s = _charge(s, item, bills=kept, insurances=(*household.insurances, item.card))
    return then(steps, event, replace(s, mail_discard=s.mail_discard + cancelled))


def _paid_poker(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.PokerJoined(
        seat=seat,
        stake=item.amount,
        transfers=(Transfer(cash(seat), STAKES, item.amount),),
    )
    table = cast("PokerTable", s.agenda[1])
    s = replace(_charge(s, item), stakes=s.stakes + item.amount)
    table = replace(table, players=(*table.players, seat))
    return then(steps, event, replace(s, agenda=(table, *s.agenda[1:])))


def _paid_swellfare(s: State, item: Payment, steps: Steps) -> State:
    seat = item.seat
    event = events.SwellfareStaked(
        seat=seat,
        card=item.card,
        stake=item.amount,
        transfers=(Transfer(cash(seat), STAKES, item.amount),),
    )
    s = replace(_charge(s, item), stakes=s.stakes + item.amount)
    draw = SwellfareDraw(seat, item.amount, item.card)
    return then(steps, event, replace(s, agenda=(draw, *s.agenda)))


# --- what follows: mail -----------------------------------------------------------------------


def _await_mail(s: State, item: Delivery, steps: Steps) -> State:
    if s.mail or s.mail_under:
        return replace(s, phase="mail")
    if s.mail_discard:
        deck = tuple(sorted(s.mail_discard))
        s = replace(s, phase="mail", mail=deck, mail_discard=())
        return then(steps, events.MailReshuffled(cards=len(deck)), s)
    return then(
        steps,
        events.NoMailLeft(seat=item.seat, missing=item.left),
        replace(s, agenda=s.agenda[1:]),
    )


def _deliver(s: State, m: moves.Deliver, steps: Steps) -> State:
    """Carry out a card of mail (PD-mail)."""
    item = cast("Delivery", s.agenda[0])
    seat, number = item.seat, m.card
    rest = s.agenda[1:]
    if item.left > 1:
        rest = (Delivery(seat, item.left - 1), *rest)
    if s.mail:
        s = replace(s, mail=_without(s.mail, number), agenda=rest)
    else:
        s = replace(s, mail_under=s.mail_under[1:], agenda=rest)
    card = s.deck.mail[number - 1]
    household = s.households[seat]
    match card.kind:
        case "bill":
            return _bill(s, seat, number, steps)
        case "windfall":
            return _windfall(s, seat, number, steps)
        case "ticket":
            event = events.TicketKept(seat=seat, card=number, amount=card.amount)
            household = replace(household, tickets=(*household.tickets, number))
            return then(steps, event, replace(s, households=_put(s, seat, household)))
        case "insurance":
            return _insurance(s, seat, number, steps)
        case "swellfare":
            return _swellfare(s, seat, number, steps)
        case "postcard" | "advertisement":
            return then(steps, events.MailDiscarded(seat=seat, card=number), _discard(s, number))


def _discard(s: State, card: int) -> State:
    return replace(s, mail_discard=(*s.mail_discard, card))


def _windfall(s: State, seat: Seat, number: int, steps: Steps) -> State:
    amount = s.deck.mail[number - 1].amount
    event = events.WindfallPaid(
        seat=seat, card=number, amount=amount, transfers=(Transfer(BANK, cash(seat), amount),)
    )
    s = replace(s, households=_gained(s, seat, amount))
    return then(steps, event, _discard(s, number))


def _insurance(s: State, seat: Seat, number: int, steps: Steps) -> State:
    card = s.deck.mail[number - 1]
    if _insured(s, s.households[seat], card.cover):
        owned = events.InsuranceDiscarded(seat=seat, card=number, owned=True)
        return then(steps, owned, _discard(s, number))
    offered = events.InsuranceOffered(seat=seat, card=number, price=card.amount)
    offer = InsuranceOffer(seat, number)
    return then(steps, offered, replace(s, agenda=(offer, *s.agenda)))


def _bill(s: State, seat: Seat, number: int, steps: Steps) -> State:
    card = s.deck.mail[number - 1]
    household = s.households[seat]
    if card.cover and _insured(s, household, card.cover):
        event = events.BillCancelled(seat=seat, card=number, amount=card.amount)
        return then(steps, event, _discard(s, number))
    household = replace(household, bills=(*household.bills, number))
    kept = events.BillKept(
        seat=seat, card=number, amount=card.amount, bills=bills_due(household, s.deck)
    )
    return then(steps, kept, replace(s, households=_put(s, seat, household)))


def _swellfare(s: State, seat: Seat, number: int, steps: Steps) -> State:
    """Offer a stake to a seat that may make one, or could after borrowing (PD-swellfare)."""
    if not _may_stake(s, s.households[seat]):
        return then(steps, _unused(s, seat, number, declined=False), _discard(s, number))
    loan, interest, bills, means = plight(s.households[seat], s.rules, s.deck)
    offered = events.SwellfareOffered(
        seat=seat, card=number, loan=loan, interest=interest, bills=bills, means=means
    )
    offer = SwellfareOffer(seat, number)
    return then(steps, offered, replace(s, agenda=(offer, *s.agenda)))


def _may_stake(s: State, household: Household) -> bool:
    """Say whether debts exceed means, or can be made to while the card lies open.

    A loan adds a fifth more to the debts than to the cash, so a large enough one always does.
    Within a limit it might not, even if all savings go first, in as many withdrawals as can be.
    """
    if plight(household, s.rules, s.deck).in_need:
        return True
    if s.rules.banking == "when_due":
        return False
    most = s.rules.max_loan
    if most is None:
        return True
    loan = max(household.loan, most)
    withdrawn = household.savings // STEP * (STEP - FEE)
    there = household.cash + withdrawn + loan - household.loan
    poorest = replace(household, cash=there, savings=0, loan=loan)
    return plight(poorest, s.rules, s.deck).in_need


def _unused(s: State, seat: Seat, number: int, *, declined: bool) -> events.SwellfareUnused:
    loan, interest, bills, means = plight(s.households[seat], s.rules, s.deck)
    return events.SwellfareUnused(
        seat=seat,
        card=number,
        loan=loan,
        interest=interest,
        bills=bills,
        means=means,
        declined=declined,
    )


def _decline_swellfare(s: State, m: moves.Pass, steps: Steps) -> State:
    number = cast("SwellfareOffer", s.agenda[0]).card
    event = _unused(s, m.by, number, declined=True)
    return then(steps, event, replace(_discard(s, number), agenda=s.agenda[1:]))


def _bet(s: State, m: moves.Stake, steps: Steps) -> State:
    number = cast("SwellfareOffer", s.agenda[0]).card
    payment = Payment(m.by, m.amount, "swellfare", number)
    return replace(s, agenda=(payment, *s.agenda[1:]))


def _roll_swellfare(s: State, m: moves.Roll, steps: Steps) -> State:
    item = cast("SwellfareDraw", s.agenda[0])
    seat, stake, pips = item.seat, item.stake, m.pips
    s = _roll_for(s, seat, pips, steps)
    s = replace(_discard(s, item.card), stakes=s.stakes - stake, agenda=s.agenda[1:])
    if pips < BET_WINS:
        pot = s.pot + stake
        lost = events.SwellfareLost(
            seat=seat, pips=pips, stake=stake, pot=pot, transfers=(Transfer(STAKES, POT, stake),)
        )
        return then(steps, lost, replace(s, pot=pot))
    prize = stake * BET_PAYS
    returned = s.rules.stake_returned
    won = events.SwellfareWon(
        seat=seat,
        pips=pips,
        stake=stake,
        prize=prize,
        returned=returned,
        transfers=(
            Transfer(STAKES, cash(seat) if returned else BANK, stake),
            Transfer(BANK, cash(seat), prize),
        ),
    )
    gain = prize + stake if returned else prize
    return then(steps, won, replace(s, households=_gained(s, seat, gain)))


def _buy_insurance(s: State, m: moves.Buy, steps: Steps) -> State:
    number = cast("InsuranceOffer", s.agenda[0]).card
    price = s.deck.mail[number - 1].amount
    return replace(s, agenda=(Payment(m.by, price, "insurance", number), *s.agenda[1:]))


def _decline_insurance(s: State, m: moves.Pass, steps: Steps) -> State:
    number = cast("InsuranceOffer", s.agenda[0]).card
    event = events.InsuranceDiscarded(seat=m.by, card=number, owned=False)
    return then(steps, event, replace(_discard(s, number), agenda=s.agenda[1:]))


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
        s = replace(s, deals=_without(s.deals, m.deal))
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
        households=_gained(s, seat, deal.price, deals=left),
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
    s = _roll_for(s, seat, m.pips, steps)
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
        s = replace(s, households=_gained(s, seat, each))
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
    s = replace(s, households=_gained(s, seat, amount))
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
    return then(steps, event, replace(s, households=_gained(s, seat, earned)))


def _end_insurance(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    event = events.InsuranceEnded(seat=seat, cards=household.insurances)
    s = replace(
        s,
        households=_put(s, seat, replace(household, insurances=())),
        mail_discard=s.mail_discard + household.insurances,
    )
    return then(steps, event, s)


def _repay(s: State, m: moves.Repay, steps: Steps) -> State:
    seat = m.by
    left = s.households[seat].loan - m.amount
    event = events.LoanRepaid(
        seat=seat,
        amount=m.amount,
        loan=left,
        transfers=(Transfer(cash(seat), LOAN[seat], m.amount),),
    )
    return then(steps, event, replace(s, households=_gained(s, seat, -m.amount, loan=left)))


def _deposit(s: State, m: moves.Deposit, steps: Steps) -> State:
    seat = m.by
    household = s.households[seat]
    savings = household.savings + m.amount
    event = events.SavingsDeposited(
        seat=seat,
        amount=m.amount,
        savings=savings,
        interest=interest_earned(savings) if payday_ahead(household, s.rules) else 0,
        transfers=(Transfer(cash(seat), SAVINGS[seat], m.amount),),
    )
    households = _gained(s, seat, -m.amount, savings=savings)
    return then(steps, event, replace(s, households=households))


def _leave_bank(s: State, m: moves.Pass, steps: Steps) -> State:
    return then(steps, events.BankLeft(seat=m.by), _next_step(s, m.by, 5))


def _void_tickets(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    tickets = household.tickets
    under = s.rules.lottery_discard == "under_deck"
    event = events.TicketsVoided(seat=seat, cards=tickets, under=under)
    s = replace(s, households=_put(s, seat, replace(household, tickets=())))
    if under:
        return then(steps, event, replace(s, mail_under=s.mail_under + tickets))
    return then(steps, event, replace(s, mail_discard=s.mail_discard + tickets))


def _give_up_deals(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    deals = household.deals
    cost = sum(s.deck.deals[deal - 1].cost for deal in deals)
    event = events.DealsGivenUp(seat=seat, deals=deals, cost=cost)
    s = replace(s, households=_put(s, seat, replace(household, deals=())))
    return then(steps, event, replace(s, deals_under=s.deals_under + deals))


def _restart(s: State, seat: Seat, steps: Steps) -> State:
    household = s.households[seat]
    month = household.month + 1
    rest = s.agenda[1:]
    if month > s.rules.months:
        finished = events.SeatFinished(seat=seat, months=household.month)
        s = replace(s, households=_put(s, seat, replace(household, month=month)), agenda=rest)
        return then(steps, finished, s)
    begun = events.MonthBegun(seat=seat, month=month)
    household = replace(household, month=month, day=0)
    return then(steps, begun, replace(s, households=_put(s, seat, household), agenda=rest))


# --- what follows: the end of a turn ----------------------------------------------------------


def next_turn(s: State, steps: Steps) -> State:
    """Begin the next seat's turn, or end the game."""
    following = (s.active + 1) % len(s.households)
    waiting = _in_play(s, following)
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


_PAID: Final[Mapping[str, Act]] = MappingProxyType(
    {
        "day": _paid_day,
        "election": _paid_election,
        "interest": _paid_interest,
        "bills": _paid_bills,
        "deal": _paid_deal,
        "insurance": _paid_insurance,
        "poker": _paid_poker,
        "swellfare": _paid_swellfare,
    }
)
"""What follows once a payment is made, by what it was for."""


def _waits(phase: Phase) -> Act:
    """Make the work of an item that waits for a seat's answer or for chance."""

    def wait(s: State, _item: Item, _steps: Steps) -> State:
        return replace(s, phase=phase)

    return wait


WORK: Final[Mapping[type[Item], Act]] = MappingProxyType(
    {
        Visit: _visit,
        StepBack: _step_back,
        Payment: _pay,
        Delivery: _await_mail,
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
        for kind, act in ((moves.Withdraw, _withdraw), (moves.Borrow, _borrow))
    }
)
"""What can be done at the bank while something else is decided; after it, that is asked again."""
ACTS: Final[Mapping[tuple[Phase, type[moves.Move]], Act]] = MappingProxyType(
    {
        ("roll", moves.Roll): _roll_to_move,
        ("turn_up", moves.TurnUp): _turn_up,
        ("mail", moves.Deliver): _deliver,
        ("commission", moves.Roll): _roll_off,
        ("poker", moves.Roll): _roll_off,
        ("swellfare", moves.Roll): _roll_swellfare,
        ("buy", moves.Buy): _buy_deal,
        ("buy", moves.Pass): _decline_deal,
        ("insure", moves.Buy): _buy_insurance,
        ("insure", moves.Pass): _decline_insurance,
        ("bet", moves.Stake): _bet,
        ("bet", moves.Pass): _decline_swellfare,
        ("sell", moves.Sell): _sell,
        ("sell", moves.Pass): _keep_deals,
        ("stake", moves.Stake): _stake,
        ("stake", moves.Pass): _pass_poker,
        ("raise", moves.Withdraw): _withdraw_to_pay,
        ("raise", moves.Borrow): _borrow_to_pay,
        ("bank", moves.Repay): _repay,
        ("bank", moves.Deposit): _deposit,
        ("bank", moves.Pass): _leave_bank,
        **_BANKING,
    }
)
"""What a move does, by the phase in which it is made."""
