"""What happened and why, in words."""

from collections.abc import Sequence
from typing import assert_never

from paydays_widgets.core.text import Note, Text
from paydays_widgets.games.pay_day import events as e
from paydays_widgets.games.pay_day.deck import DAYS, Deck
from paydays_widgets.games.pay_day.engine.facts import BET_PAYS, LOAN_PCT, SAVINGS_PCT, STEP
from paydays_widgets.games.pay_day.state import Debt
from paydays_widgets.games.pay_day.text.names import covered, day_name, deal_name, mail_name, money
from paydays_widgets.show.words import Names, game_over, listed


def _less(whole: int, part: int, text: Text) -> str:
    return f"{money(whole, text)} − {money(part, text)} = {money(whole - part, text)}"


def _interest(balance: int, pct: int, text: Text) -> str:
    interest = balance * pct // 100
    return f"{money(balance, text)} × {text.percent(pct)} = {money(interest, text)}"


def _total(sums: Sequence[int], text: Text) -> str:
    """Write an addition, or return "" if there is nothing to add."""
    if len(sums) == 1:
        return ""
    return f"{' + '.join(money(each, text) for each in sums)} = {money(sum(sums), text)}"


def explain(event: e.Event, names: Names, text: Text, deck: Deck) -> Note:
    """Explain an event: what happened, why in this case, and the sum worked out.

    Examples
    --------
    >>> from paydays_widgets.games.pay_day.deck import default_deck
    >>> note = explain(
    ...     e.LoanTaken(seat=0, amount=100, loan=300, interest=60),
    ...     ["Anna", "Ben"],
    ...     Text("en"),
    ...     default_deck(),
    ... )
    >>> note.what, note.sum
    ('Anna borrows $100.', '$300 × 20% = $60')
    """
    match event:
        case e.TurnBegun() | e.PawnMoved() | e.PotWon() | e.SundayRested() | e.DaySettled():
            return _moving(event, names, text, deck)
        case (
            e.PaymentDue()
            | e.SavingsWithdrawn()
            | e.LoanTaken()
            | e.LoanRepaid()
            | e.SavingsDeposited()
        ):
            return _banking(event, names, text)
        case e.BankLeft():
            return Note(text("{name} leaves the bank.", name=names[event.seat]))
        case (
            e.MailReshuffled()
            | e.NoMailLeft()
            | e.MailDiscarded()
            | e.BillKept()
            | e.BillCancelled()
        ):
            return _mail(event, names, text, deck)
        case (
            e.WindfallPaid()
            | e.TicketKept()
            | e.TicketsCashed()
            | e.NoTickets()
            | e.TicketsVoided()
        ):
            return _luck(event, names, text, deck)
        case (
            e.InsuranceOffered()
            | e.InsuranceBought()
            | e.InsuranceDiscarded()
            | e.InsuranceEnded()
        ):
            return _insurance(event, names, text, deck)
        case e.SwellfareOffered() | e.SwellfareUnused():
            return _plight(event, names, text)
        case e.SwellfareStaked() | e.SwellfareWon() | e.SwellfareLost():
            return _swellfare(event, names, text)
        case (
            e.NoDealLeft()
            | e.DealTurnedUp()
            | e.DealDeclined()
            | e.DealBought()
            | e.NoCommission()
        ):
            return _deal(event, names, text, deck)
        case e.BuyerLeft() | e.DealSold() | e.DealsGivenUp():
            return _sale(event, names, text, deck)
        case e.DieRolled():
            return Note(text("{name} rolls {n}.", name=names[event.seat], n=event.pips))
        case e.RollTied() | e.CommissionPaid() | e.PokerWon() | e.PokerCalledOff():
            return _roll_off(event, names, text)
        case e.PokerCalled() | e.PokerJoined() | e.PokerPassed():
            return _poker(event, names, text)
        case e.ElectionHeld() | e.ContributionPaid():
            return _election(event, names, text)
        case e.DaylightBegun() | e.PawnSteppedBack() | e.StartBonusPaid() | e.DaylightSpent():
            return _daylight(event, names, text, deck)
        case e.SalaryPaid() | e.SavingsInterestPaid() | e.LoanInterestPaid() | e.NoInterest():
            return _payday(event, names, text)
        case e.BillsPaid():
            return _bills(event, names, text, deck)
        case e.MonthBegun():
            what = text("{name} begins month {n}.", name=names[event.seat], n=event.month)
            return Note(what, text("The piece is back on Start."))
        case e.SeatFinished():
            what = text("{name} has finished the last month.", name=names[event.seat])
            return Note(what, text("Nothing more happens to this player; the result stands."))
        case e.PotLeft():
            what = text("{amount} stays in the pot.", amount=money(event.amount, text))
            return Note(what, text("Nobody won it in time, so it is nobody’s."))
        case e.GameEnded():
            return _ended(event, names, text)
        case _:
            assert_never(event)


def _moving(
    event: e.TurnBegun | e.PawnMoved | e.PotWon | e.SundayRested | e.DaySettled,
    names: Names,
    text: Text,
    deck: Deck,
) -> Note:
    name = names[event.seat]
    match event:
        case e.TurnBegun():
            what = text("Turn {n}: {name} plays.", n=event.turn, name=name)
            if event.clause == "PD-own-pace":
                return Note(what, text("Players who have finished are passed over."))
            return Note(what)
        case e.PawnMoved():
            return _moved(event, name, text, deck)
        case e.PotWon():
            what = text(
                "{name} wins the pot of {amount}.", name=name, amount=money(event.amount, text)
            )
            return Note(what, text("An election has opened the pot, and a 6 wins it."))
        case e.SundayRested():
            title = day_name(deck, event.day, text)
            what = text("{name} rests: {day}.", name=name, day=title)
            return Note(what, text("Nothing happens on a Sunday."))
        case e.DaySettled():
            facts = {
                "name": name,
                "day": day_name(deck, event.day, text),
                "amount": money(abs(event.amount), text),
            }
            if event.amount > 0:
                return Note(text("{name} collects {amount}: {day}.", **facts))
            return Note(text("{name} pays {amount}: {day}.", **facts))
        case _:
            assert_never(event)


def _moved(event: e.PawnMoved, name: str, text: Text, deck: Deck) -> Note:
    reached = event.start + event.pips
    sum_ = f"{event.start} + {event.pips} = {reached}"
    if event.clause == "PD-move":
        what = text(
            "{name} rolls {n} and moves to day {number}: {day}.",
            name=name,
            n=event.pips,
            number=event.day,
            day=day_name(deck, event.day, text),
        )
        return Note(what, "", sum_)
    what = text("{name} rolls {n} and stops on Pay Day.", name=name, n=event.pips)
    if reached == DAYS:
        return Note(what, text("The month is over."), sum_)
    return Note(what, text("The rest of the roll is lost."), f"{sum_} > {DAYS}")


def _debt(debt: Debt, text: Text) -> str:
    match debt:
        case "day":
            return text("what this day costs")
        case "election":
            return text("the Town Election")
        case "interest":
            return text("the interest on the loan")
        case "bills":
            return text("the bills of the month")
        case "deal":
            return text("the Deal")
        case "insurance":
            return text("the insurance")
        case "poker":
            return text("the stake at poker")
        case "swellfare":
            return text("the Swellfare stake")
        case _:
            assert_never(debt)


def _banking(
    event: e.PaymentDue | e.SavingsWithdrawn | e.LoanTaken | e.LoanRepaid | e.SavingsDeposited,
    names: Names,
    text: Text,
) -> Note:
    name, amount = names[event.seat], money(event.amount, text)
    match event:
        case e.PaymentDue():
            what = text(
                "{name} must raise {amount} for {debt}.",
                name=name,
                amount=money(event.amount - event.cash, text),
                debt=_debt(event.debt, text),
            )
            why = text(
                "Cash does not cover it. Savings come first, then a loan in steps of {step}.",
                step=money(STEP, text),
            )
            missing = _less(event.amount, event.cash, text)
            return Note(what, why, text("Missing: {sum}", sum=missing))
        case e.SavingsWithdrawn():
            what = text("{name} withdraws {amount} from the savings.", name=name, amount=amount)
            left = text("Left in the savings: {amount}.", amount=money(event.savings, text))
            if not event.fee:
                free = text("On Pay Day this is free.")
                return Note(what, f"{free} {left}")
            told = text(
                "Except on Pay Day, the bank keeps {fee} of it.", fee=money(event.fee, text)
            )
            cash = _less(event.amount, event.fee, text)
            return Note(what, f"{told} {left}", text("Into cash: {sum}", sum=cash))
        case e.LoanTaken():
            what = text("{name} borrows {amount}.", name=name, amount=amount)
            loan = money(event.loan, text)
            if not event.interest:
                why = text(
                    "The loan is {loan} now. No Pay Day follows, so it costs no interest.",
                    loan=loan,
                )
                return Note(what, why)
            why = text(
                "The loan is {loan} now. Until it is paid back, each Pay Day costs {interest} "
                "in interest.",
                loan=loan,
                interest=money(event.interest, text),
            )
            return Note(what, why, _interest(event.loan, LOAN_PCT, text))
        case e.LoanRepaid():
            what = text("{name} pays back {amount} of the loan.", name=name, amount=amount)
            if event.loan:
                return Note(what, text("Still owed: {loan}.", loan=money(event.loan, text)))
            return Note(what, text("Nothing is owed any more."))
        case e.SavingsDeposited():
            what = text("{name} saves {amount}.", name=name, amount=amount)
            savings = money(event.savings, text)
            if not event.interest:
                why = text(
                    "The savings are {savings} now. No Pay Day follows, so they earn nothing.",
                    savings=savings,
                )
                return Note(what, why)
            why = text(
                "The savings are {savings} now. The next Pay Day adds {interest} in interest.",
                savings=savings,
                interest=money(event.interest, text),
            )
            return Note(what, why, _interest(event.savings, SAVINGS_PCT, text))
        case _:
            assert_never(event)


def _mail(
    event: e.MailReshuffled | e.NoMailLeft | e.MailDiscarded | e.BillKept | e.BillCancelled,
    names: Names,
    text: Text,
    deck: Deck,
) -> Note:
    match event:
        case e.MailReshuffled():
            return Note(
                text("The Mail discard is shuffled and becomes the deck."),
                text("The deck was used up. Cards in it now: {n}.", n=event.cards),
            )
        case e.NoMailLeft():
            what = text("{name} gets no more mail.", name=names[event.seat])
            return Note(what, text("Deck and discard are empty."))
        case e.MailDiscarded():
            facts = {"name": names[event.seat], "card": mail_name(deck, event.card, text)}
            if deck.mail[event.card - 1].kind == "postcard":
                return Note(text("{name} gets a postcard: “{card}”.", **facts))
            return Note(text("{name} gets an advertisement: “{card}”.", **facts))
        case e.BillKept() | e.BillCancelled():
            what = text(
                "{name} gets a bill for {amount}: “{card}”.",
                name=names[event.seat],
                amount=money(event.amount, text),
                card=mail_name(deck, event.card, text),
            )
            if isinstance(event, e.BillCancelled):
                return Note(what, text("The insurance cancels it."))
            return Note(
                what,
                text(
                    "It is due at the end of the month. Bills in all: {bills}.",
                    bills=money(event.bills, text),
                ),
            )
        case _:
            assert_never(event)


def _luck(
    event: e.WindfallPaid | e.TicketKept | e.TicketsCashed | e.NoTickets | e.TicketsVoided,
    names: Names,
    text: Text,
    deck: Deck,
) -> Note:
    name = names[event.seat]
    match event:
        case e.WindfallPaid():
            what = text(
                "{name} collects a windfall of {amount}: “{card}”.",
                name=name,
                amount=money(event.amount, text),
                card=mail_name(deck, event.card, text),
            )
            return Note(what)
        case e.TicketKept():
            return Note(
                text(
                    "{name} gets a lottery ticket worth {amount}.",
                    name=name,
                    amount=money(event.amount, text),
                ),
                text("It pays only on the Lottery Draw day, and only this month."),
            )
        case e.TicketsCashed():
            amount = money(event.amount, text)
            what = text.plural(
                "{name} cashes {n} lottery ticket: {amount}.",
                "{name} cashes {n} lottery tickets: {amount}.",
                len(event.cards),
                name=name,
                amount=amount,
            )
            sums = [deck.mail[card - 1].amount for card in event.cards]
            return Note(what, "", _total(sums, text))
        case e.NoTickets():
            what = text("{name} has no ticket for the Lottery Draw.", name=name)
            return Note(what)
        case e.TicketsVoided():
            what = text.plural(
                "{name} gives up {n} lottery ticket.",
                "{name} gives up {n} lottery tickets.",
                len(event.cards),
                name=name,
            )
            if event.under:
                return Note(what, text("Void at the end of the month: under the Mail deck."))
            return Note(what, text("Void at the end of the month: to the Mail discard."))
        case _:
            assert_never(event)


def _insurance(
    event: e.InsuranceOffered | e.InsuranceBought | e.InsuranceDiscarded | e.InsuranceEnded,
    names: Names,
    text: Text,
    deck: Deck,
) -> Note:
    name = names[event.seat]
    if isinstance(event, e.InsuranceEnded):
        what = text.plural(
            "{name} gives back {n} insurance.",
            "{name} gives back {n} insurances.",
            len(event.cards),
            name=name,
        )
        return Note(what, text("Under these rules insurance lasts for one month."))
    facts = {"name": name, "card": mail_name(deck, event.card, text)}
    match event:
        case e.InsuranceOffered():
            price = money(event.price, text)
            what = text("{name} is offered “{card}”: {price}.", price=price, **facts)
            return Note(what, covered(deck, event.card, text))
        case e.InsuranceBought():
            price = money(event.price, text)
            what = text("{name} buys insurance for {price}: “{card}”.", price=price, **facts)
            why = covered(deck, event.card, text)
            sums = [deck.mail[card - 1].amount for card in event.cancelled]
            if not sums:
                return Note(what, why)
            held = text("Cancelled already: {amount}.", amount=money(sum(sums), text))
            return Note(what, f"{why} {held}", _total(sums, text))
        case e.InsuranceDiscarded():
            what = text("{name} discards an insurance: “{card}”.", **facts)
            if event.owned:
                return Note(what, text("The player already has one of that kind."))
            return Note(what)
        case _:
            assert_never(event)


def _plight(event: e.SwellfareOffered | e.SwellfareUnused, names: Names, text: Text) -> Note:
    name = names[event.seat]
    debts = event.loan + event.interest + event.bills
    parts = (
        (event.loan, text("loan {sum}", sum=money(event.loan, text))),
        (event.interest, text("interest {sum}", sum=money(event.interest, text))),
        (event.bills, text("bills {sum}", sum=money(event.bills, text))),
    )
    terms = [words for amount, words in parts if amount]
    owed = " + ".join(terms) or text("debts {sum}", sum=money(0, text))
    if len(terms) > 1:
        owed += f" = {money(debts, text)}"
    needy = debts > event.means
    there = text("{sum} at hand", sum=money(event.means, text))
    sum_ = f"{owed} {'>' if needy else '≤'} {there}"
    if isinstance(event, e.SwellfareOffered):
        what = text("{name} draws a Swellfare card.", name=name)
        why = (
            text("The debts exceed the money in hand, so money may be staked.")
            if needy
            else text(
                "Only a player who owes more than they have may stake money: a loan would be "
                "needed first."
            )
        )
        return Note(what, why, sum_)
    what = text("{name} discards a Swellfare card.", name=name)
    if not event.declined:
        return Note(what, text("The debts do not exceed the money in hand."), sum_)
    why = (
        text("It could have been played.")
        if needy
        else text("It could have been played with a loan.")
    )
    return Note(what, why, sum_)


def _swellfare(
    event: e.SwellfareStaked | e.SwellfareWon | e.SwellfareLost, names: Names, text: Text
) -> Note:
    name, stake = names[event.seat], money(event.stake, text)
    match event:
        case e.SwellfareStaked():
            what = text("{name} stakes {stake} on a Swellfare card.", name=name, stake=stake)
            return Note(what, text("A 5 or a 6 pays {times} times as much.", times=BET_PAYS))
        case e.SwellfareWon():
            prize = money(event.prize, text)
            what = text("{name} rolls {n} and wins {prize}.", name=name, n=event.pips, prize=prize)
            sum_ = f"{stake} × {BET_PAYS} = {prize}"
            if event.returned:
                return Note(what, text("The stake comes back on top."), sum_)
            return Note(what, text("The stake does not come back on top."), sum_)
        case e.SwellfareLost():
            return Note(
                text(
                    "{name} rolls {n}, and the stake of {stake} goes to the pot.",
                    name=name,
                    n=event.pips,
                    stake=stake,
                ),
                text("In the pot now: {pot}.", pot=money(event.pot, text)),
            )
        case _:
            assert_never(event)


def _deal(
    event: e.NoDealLeft | e.DealTurnedUp | e.DealDeclined | e.DealBought | e.NoCommission,
    names: Names,
    text: Text,
    deck: Deck,
) -> Note:
    name = names[event.seat]
    match event:
        case e.NoDealLeft():
            what = text("{name} finds no Deal in the deck.", name=name)
            if not deck.deals:
                return Note(what, text("There are no Deals in this deck, so nothing happens."))
            return Note(what, text("Every Deal is held, so nothing happens."))
        case e.NoCommission():
            what = text(
                "{name} is the only one left in play, so there is no commission.", name=name
            )
            return Note(what, text("Under these rules the buyer does not roll for it."))
        case e.DealTurnedUp():
            title = deal_name(deck, event.deal, text)
            why = text(
                "It costs {cost}; a buyer will pay {price}. The commission is {commission}.",
                cost=money(event.cost, text),
                price=money(event.price, text),
                commission=money(event.commission, text),
            )
            what = text("{name} turns up a Deal: “{deal}”.", name=name, deal=title)
            gain = _less(event.price, event.cost, text)
            return Note(what, why, text("Gain if it is sold: {sum}", sum=gain))
        case e.DealDeclined():
            title = deal_name(deck, event.deal, text)
            return Note(text("{name} puts “{deal}” under the deck.", name=name, deal=title))
        case e.DealBought():
            what = text(
                "{name} buys “{deal}” for {cost}.",
                name=name,
                deal=deal_name(deck, event.deal, text),
                cost=money(event.cost, text),
            )
            return Note(what, text("It brings nothing until a buyer comes."))
        case _:
            assert_never(event)


def _sale(
    event: e.BuyerLeft | e.DealSold | e.DealsGivenUp, names: Names, text: Text, deck: Deck
) -> Note:
    name = names[event.seat]
    match event:
        case e.BuyerLeft():
            if event.deals:
                return Note(text("{name} sells nothing to the buyer.", name=name))
            return Note(text("{name} has no Deal to sell to the buyer.", name=name))
        case e.DealSold():
            what = text(
                "{name} sells “{deal}” for {price}.",
                name=name,
                deal=deal_name(deck, event.deal, text),
                price=money(event.price, text),
            )
            why = text(
                "The card goes under the deck. It cost {cost}.", cost=money(event.cost, text)
            )
            gain = _less(event.price, event.cost, text)
            return Note(what, why, text("Gain: {sum}", sum=gain))
        case e.DealsGivenUp():
            what = text.plural(
                "{name} gives up {n} Deal.",
                "{name} gives up {n} Deals.",
                len(event.deals),
                name=name,
            )
            why = text(
                "A Deal unsold at the end is worth nothing. Paid for: {cost}.",
                cost=money(event.cost, text),
            )
            return Note(
                what, why, _total([deck.deals[deal - 1].cost for deal in event.deals], text)
            )
        case _:
            assert_never(event)


def _roll_off(
    event: e.RollTied | e.CommissionPaid | e.PokerWon | e.PokerCalledOff, names: Names, text: Text
) -> Note:
    who = listed(names, event.seats, text)
    count = len(event.seats)
    match event:
        case e.RollTied():
            what = text(
                "{names} have each rolled {pips} and roll again.", names=who, pips=event.pips
            )
            return Note(what, text("The highest roll decides; a tie is rolled again."))
        case e.CommissionPaid():
            if count == 1:
                amount = money(event.commission, text)
                what = text("{names} gets the commission of {amount}.", names=who, amount=amount)
            else:
                each = money(event.each, text)
                what = text(
                    "{names} share the commission and get {each} each.", names=who, each=each
                )
            return Note(what, _why_won(count, text("The bank pays it to the highest roll."), text))
        case e.PokerWon():
            if count == 1:
                amount = money(event.stakes, text)
                what = text(
                    "{names} wins the poker game and takes {amount}.", names=who, amount=amount
                )
            else:
                each = money(event.each, text)
                what = text("{names} share the stakes and get {each} each.", names=who, each=each)
            return Note(what, _why_won(count, text("The highest roll takes all stakes."), text))
        case e.PokerCalledOff():
            if not count:
                return Note(text("Nobody plays poker."))
            what = text("{names} finds nobody to play poker with.", names=who)
            stake = money(event.stake, text)
            return Note(what, text("The stake of {stake} goes back.", stake=stake))
        case _:
            assert_never(event)


def _why_won(count: int, alone: str, text: Text) -> str:
    """Say why a roll won: it was the highest alone, or equal ones share."""
    if count == 1:
        return alone
    return text("They rolled the same, and under these rules they share in whole dollars.")


def _poker(event: e.PokerCalled | e.PokerJoined | e.PokerPassed, names: Names, text: Text) -> Note:
    name = names[event.seat]
    match event:
        case e.PokerCalled():
            stake = money(event.stake, text)
            what = text("{name} comes to the poker game.", name=name)
            return Note(what, text("Every player may stake {stake}.", stake=stake))
        case e.PokerJoined():
            stake = money(event.stake, text)
            return Note(text("{name} stakes {stake} at poker.", name=name, stake=stake))
        case e.PokerPassed():
            return Note(text("{name} does not play poker.", name=name))
        case _:
            assert_never(event)


def _election(event: e.ElectionHeld | e.ContributionPaid, names: Names, text: Text) -> Note:
    facts = {"name": names[event.seat], "amount": money(event.amount, text)}
    match event:
        case e.ElectionHeld():
            what = text("{name} comes to Town Election: every player puts in {amount}.", **facts)
            why = text("The next to roll a 6 wins the pot.")
            if event.clause == "PD-election":
                return Note(what, why)
            back = text("Daylight Savings has led back to the election.")
            return Note(what, f"{back} {why}")
        case e.ContributionPaid():
            what = text("{name} puts {amount} in the pot.", **facts)
            return Note(what, text("In the pot now: {pot}.", pot=money(event.pot, text)))
        case _:
            assert_never(event)


def _daylight(
    event: e.DaylightBegun | e.PawnSteppedBack | e.StartBonusPaid | e.DaylightSpent,
    names: Names,
    text: Text,
    deck: Deck,
) -> Note:
    name = names[event.seat]
    match event:
        case e.DaylightBegun():
            what = text("{name} comes to Daylight Savings.", name=name)
            return Note(
                what, text("Every player in turn steps back one day and follows that day.")
            )
        case e.PawnSteppedBack():
            if not event.day:
                what = text("{name} steps back onto Start.", name=name)
                return Note(what, text("Only a player who was there before collects money."))
            what = text(
                "{name} steps back to day {number}: {day}.",
                name=name,
                number=event.day,
                day=day_name(deck, event.day, text),
            )
            return Note(what)
        case e.StartBonusPaid():
            amount = money(event.amount, text)
            return Note(
                text("{name} stays on Start and collects {amount}.", name=name, amount=amount)
            )
        case e.DaylightSpent():
            what = text("{name} stands on Daylight Savings, and nothing happens.", name=name)
            return Note(what, text("Stepping back onto it does not set it off again."))
        case _:
            assert_never(event)


def _payday(
    event: e.SalaryPaid | e.SavingsInterestPaid | e.LoanInterestPaid | e.NoInterest,
    names: Names,
    text: Text,
) -> Note:
    name = names[event.seat]
    match event:
        case e.SalaryPaid():
            if not event.amount:
                what = text("{name} gets no salary.", name=name)
                return Note(what, text("There is none at the end of the last month."))
            amount = money(event.amount, text)
            return Note(text("{name} collects the salary of {amount}.", name=name, amount=amount))
        case e.SavingsInterestPaid():
            amount = money(event.amount, text)
            what = text("{name} collects {amount} in interest.", name=name, amount=amount)
            why = text("Savings earn interest at every Pay Day.")
            return Note(what, why, _interest(event.savings, SAVINGS_PCT, text))
        case e.LoanInterestPaid():
            amount = money(event.amount, text)
            what = text("{name} pays {amount} in interest.", name=name, amount=amount)
            why = text("A loan costs interest at every Pay Day, and is still owed.")
            return Note(what, why, _interest(event.loan, LOAN_PCT, text))
        case e.NoInterest():
            what = text("{name} has no interest to collect or to pay.", name=name)
            return Note(what, text("There are neither savings nor a loan."))
        case _:
            assert_never(event)


def _bills(event: e.BillsPaid, names: Names, text: Text, deck: Deck) -> Note:
    name = names[event.seat]
    if not event.cards:
        return Note(text("{name} has no bills to pay.", name=name))
    amount = money(event.amount, text)
    what = text.plural(
        "{name} pays {n} bill: {amount}.",
        "{name} pays {n} bills: {amount}.",
        len(event.cards),
        name=name,
        amount=amount,
    )
    return Note(what, "", _total([deck.mail[card - 1].amount for card in event.cards], text))


def _ended(event: e.GameEnded, names: Names, text: Text) -> Note:
    what = game_over(event.winners, names, text)
    lines = []
    totals = []
    for name, cash, savings, loan in zip(
        names, event.cash, event.savings, event.loans, strict=True
    ):
        totals.append(cash + savings - loan)
        lines.append(
            text(
                "{name}: cash {cash} + savings {savings} − loan {loan} = {total}",
                name=name,
                cash=money(cash, text),
                savings=money(savings, text),
                loan=money(loan, text),
                total=money(totals[-1], text),
            )
        )
    if max(totals) < 0:
        why = text("Everyone is below zero, so the player closest to zero wins.")
    else:
        why = text("Cash and savings, less the loan, decide.")
    return Note(what, why, "\n".join(lines))
