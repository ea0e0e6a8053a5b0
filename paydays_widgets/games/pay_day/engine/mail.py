"""The mail, and what comes with it: bills, insurance, and stakes on Swellfare."""

from typing import cast

from msgspec.structs import replace

from paydays_widgets.core.engine import then
from paydays_widgets.core.game import Seat
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.games.pay_day import events, moves
from paydays_widgets.games.pay_day.engine.facts import (
    BET_PAYS,
    BET_WINS,
    FEE,
    POT,
    STAKES,
    STEP,
    bills_due,
    plight,
)
from paydays_widgets.games.pay_day.engine.pieces import Steps, changed, gained, roll_for, without
from paydays_widgets.games.pay_day.state import (
    Delivery,
    Household,
    InsuranceOffer,
    Payment,
    State,
    SwellfareDraw,
    SwellfareOffer,
)


def await_mail(s: State, item: Delivery, steps: Steps) -> State:
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


def deliver(s: State, m: moves.Deliver, steps: Steps) -> State:
    """Carry out a card of mail (PD-mail)."""
    item = cast("Delivery", s.agenda[0])
    seat, number = item.seat, m.card
    rest = s.agenda[1:]
    if item.left > 1:
        rest = (Delivery(seat, item.left - 1), *rest)
    if s.mail:
        s = replace(s, mail=without(s.mail, number), agenda=rest)
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
            return then(steps, event, replace(s, households=changed(s, seat, household)))
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
    s = replace(s, households=gained(s, seat, amount))
    return then(steps, event, _discard(s, number))


def _insured(s: State, household: Household, cover: str) -> bool:
    mail = s.deck.mail
    return any(mail[card - 1].cover == cover for card in household.insurances)


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
    return then(steps, kept, replace(s, households=changed(s, seat, household)))


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


def decline_swellfare(s: State, m: moves.Pass, steps: Steps) -> State:
    number = cast("SwellfareOffer", s.agenda[0]).card
    event = _unused(s, m.by, number, declined=True)
    return then(steps, event, replace(_discard(s, number), agenda=s.agenda[1:]))


def bet(s: State, m: moves.Stake, steps: Steps) -> State:
    number = cast("SwellfareOffer", s.agenda[0]).card
    payment = Payment(m.by, m.amount, "swellfare", number)
    return replace(s, agenda=(payment, *s.agenda[1:]))


def roll_swellfare(s: State, m: moves.Roll, steps: Steps) -> State:
    item = cast("SwellfareDraw", s.agenda[0])
    seat, stake, pips = item.seat, item.stake, m.pips
    s = roll_for(s, seat, pips, steps)
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
    return then(steps, won, replace(s, households=gained(s, seat, gain)))


def buy_insurance(s: State, m: moves.Buy, steps: Steps) -> State:
    number = cast("InsuranceOffer", s.agenda[0]).card
    price = s.deck.mail[number - 1].amount
    return replace(s, agenda=(Payment(m.by, price, "insurance", number), *s.agenda[1:]))


def decline_insurance(s: State, m: moves.Pass, steps: Steps) -> State:
    number = cast("InsuranceOffer", s.agenda[0]).card
    event = events.InsuranceDiscarded(seat=m.by, card=number, owned=False)
    return then(steps, event, replace(_discard(s, number), agenda=s.agenda[1:]))
