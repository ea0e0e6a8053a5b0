"""A second implementation of Pay Day: a program that goes through a turn and waits for answers.

It shares only rules, deck and moves with the engine: no agenda, no states, no events. It yields
who must decide what, and is sent the move. Where it and the engine disagree, one is wrong.
"""

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from paydays_widgets.games.pay_day.deck import Deck
from paydays_widgets.games.pay_day.moves import Borrow, Buy, Deposit, Pass, Repay, Withdraw
from paydays_widgets.games.pay_day.rules import Rules

BANK = -1
Waiting: TypeAlias = Generator[tuple[str, int], Any, Any]


@dataclass
class Home:
    cash: int
    savings: int = 0
    loan: int = 0
    month: int = 1
    day: int = 0
    bills: list[int] = field(default_factory=list)
    tickets: list[int] = field(default_factory=list)
    insurances: list[int] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)


class Reference:
    def __init__(self, seats: int, rules: Rules, deck: Deck) -> None:
        self.rules, self.deck = rules, deck
        self.homes = [Home(deck.start_money) for _ in range(seats)]
        self.deals = {*range(1, len(deck.deals) + 1)}
        self.mail = {*range(1, len(deck.mail) + 1)}
        self.deals_under: list[int] = []
        self.mail_under: list[int] = []
        self.discard: list[int] = []
        self.pot = 0
        self.open = False

    def playing(self, first: int) -> list[int]:
        seats = len(self.homes)
        order = [(first + n) % seats for n in range(seats)]
        return [seat for seat in order if self.homes[seat].month <= self.rules.months]

    def game(self) -> Waiting:
        seat = self.rules.first
        while self.playing(seat):
            seat = self.playing(seat)[0]
            yield from self.turn(seat)
            seat = (seat + 1) % len(self.homes)

    def turn(self, seat: int) -> Waiting:
        home = self.homes[seat]
        pips = (yield "roll", BANK).pips
        self.maybe_pot(seat, pips, moving=True)
        home.day = min(31, home.day + pips)
        yield from self.follow(seat, back=False)

    def maybe_pot(self, seat: int, pips: int, *, moving: bool) -> None:
        if pips == 6 and self.open and (moving or self.rules.pot_six == "any_roll"):
            self.homes[seat].cash += self.pot
            self.pot, self.open = 0, False

    def pay(self, seat: int, sum_: int) -> Waiting:
        home = self.homes[seat]
        while home.cash < sum_:
            move = yield "raise", seat
            if home.savings:
                assert isinstance(move, Withdraw)
                home.savings -= move.amount
                home.cash += move.amount - (0 if home.day == 31 else 50)
            else:
                assert isinstance(move, Borrow)
                home.loan += move.amount
                home.cash += move.amount
            assert home.savings >= 0
        home.cash -= sum_

    def decide(self, prompt: str, seat: int) -> Waiting:
        """Ask until there is an answer; meanwhile the bank pays out and lends."""
        home = self.homes[seat]
        while True:
            move = yield prompt, seat
            if isinstance(move, Withdraw):
                home.savings -= move.amount
                home.cash += move.amount - 50
            elif isinstance(move, Borrow):
                assert not home.savings
                home.loan += move.amount
                home.cash += move.amount
            else:
                return move
            assert self.rules.banking == "any_time"

    def follow(self, seat: int, *, back: bool) -> Waiting:  # noqa: C901, PLR0912 - one case a kind
        home = self.homes[seat]
        day = self.deck.days[home.day - 1]
        match day.kind:
            case "money" if day.amount > 0:
                home.cash += day.amount
            case "money":
                yield from self.pay(seat, -day.amount)
            case "mail":
                for _ in range(day.amount):
                    if not self.mail and not self.mail_under:
                        self.mail, self.discard = {*self.discard}, []
                    if self.mail or self.mail_under:
                        yield from self.letter(seat)
            case "deal":
                if self.deals or self.deals_under:
                    yield from self.deal(seat)
            case "buyer":
                if home.deals:
                    move = yield from self.decide("sell", seat)
                    if not isinstance(move, Pass):
                        home.deals.remove(move.deal)
                        self.deals_under.append(move.deal)
                        home.cash += self.deck.deals[move.deal - 1].price
            case "lottery":
                home.cash += sum(self.deck.mail[card - 1].amount for card in home.tickets)
                self.discard += home.tickets
                home.tickets = []
            case "election":
                self.open = True
                for each in self.playing(seat):
                    yield from self.pay(each, day.amount)
                    self.pot += day.amount
            case "poker":
                yield from self.poker(seat, day.amount)
            case "daylight" if not back:
                for each in self.playing(seat):
                    other = self.homes[each]
                    if other.day == 0:
                        other.cash += self.deck.daylight_bonus
                        continue
                    other.day -= 1
                    if other.day:
                        yield from self.follow(each, back=True)
            case "payday":
                yield from self.payday(seat)

    def letter(self, seat: int) -> Waiting:
        home = self.homes[seat]
        number = (yield "mail", BANK).card
        if self.mail:
            self.mail.remove(number)
        else:
            assert self.mail_under.pop(0) == number
        card = self.deck.mail[number - 1]
        covers = {self.deck.mail[each - 1].cover for each in home.insurances}
        used_up = True
        if card.kind == "bill" and not (card.cover and card.cover in covers):
            home.bills.append(number)
            used_up = False
        elif card.kind == "windfall":
            home.cash += card.amount
        elif card.kind == "ticket":
            home.tickets.append(number)
            used_up = False
        elif card.kind == "insurance" and card.cover not in covers:
            used_up = not isinstance((yield from self.decide("insure", seat)), Buy)
            if not used_up:
                yield from self.pay(seat, card.amount)
                home.insurances.append(number)
                gone = [
                    each for each in home.bills if self.deck.mail[each - 1].cover == card.cover
                ]
                home.bills = [each for each in home.bills if each not in gone]
                self.discard += gone
        elif card.kind == "swellfare" and (self.in_need(home) or self.can_come_to_need(home)):
            yield from self.swellfare(seat)
        if used_up:
            self.discard.append(number)

    def in_need(self, home: Home) -> bool:
        bills = sum(self.deck.mail[card - 1].amount for card in home.bills)
        there = home.cash
        if self.rules.swellfare_debt_test == "cash_and_savings":
            there += home.savings
        return home.loan + home.loan // 5 + bills > there

    def can_come_to_need(self, home: Home) -> bool:
        """Try it: withdraw one step after the other, and then borrow all that is lent."""
        if self.rules.banking == "when_due":
            return False
        if self.rules.max_loan is None:
            return True
        other = replace(home)
        while other.savings:
            other.savings -= 100
            other.cash += 50
        more = max(0, self.rules.max_loan - other.loan)
        other.loan += more
        other.cash += more
        return self.in_need(other)

    def swellfare(self, seat: int) -> Waiting:
        move = yield from self.decide("bet", seat)
        if isinstance(move, Pass):
            return
        assert self.in_need(self.homes[seat])
        yield from self.pay(seat, move.amount)
        pips = (yield "swellfare", BANK).pips
        self.maybe_pot(seat, pips, moving=False)
        if pips >= 5:
            times = 11 if self.rules.stake_returned else 10
            self.homes[seat].cash += times * move.amount
        else:
            self.pot += move.amount

    def deal(self, seat: int) -> Waiting:
        number = (yield "turn_up", BANK).deal
        if self.deals:
            self.deals.remove(number)
        else:
            assert self.deals_under.pop(0) == number
        if isinstance((yield from self.decide("buy", seat)), Pass):
            self.deals_under.append(number)
            return
        card = self.deck.deals[number - 1]
        yield from self.pay(seat, card.cost)
        self.homes[seat].deals.append(number)
        rollers = self.playing(seat)
        if not self.rules.buyer_rolls_for_commission:
            rollers.remove(seat)
        if rollers:
            best = yield from self.highest("commission", rollers, self.rules.commission_tie)
            for each in best:
                self.homes[each].cash += card.commission // len(best)

    def poker(self, seat: int, stake: int) -> Waiting:
        players = []
        for each in self.playing(seat):
            if not isinstance((yield from self.decide("stake", each)), Pass):
                yield from self.pay(each, stake)
                players.append(each)
        best = players
        if len(players) > 1:
            best = yield from self.highest("poker", players, self.rules.poker_tie)
        for each in best:
            self.homes[each].cash += stake * len(players) // len(best)

    def highest(self, purpose: str, seats: list[int], tie: str) -> Waiting:
        while True:
            rolls = {}
            for seat in seats:
                rolls[seat] = (yield purpose, BANK).pips
                self.maybe_pot(seat, rolls[seat], moving=False)
            best = [seat for seat in seats if rolls[seat] == max(rolls.values())]
            if len(best) == 1 or tie == "split":
                return best
            seats = best

    def payday(self, seat: int) -> Waiting:
        home = self.homes[seat]
        last = home.month == self.rules.months
        home.cash += 0 if last else self.deck.salary
        home.cash += home.savings // 10
        yield from self.pay(seat, home.loan // 5)
        yield from self.pay(seat, sum(self.deck.mail[card - 1].amount for card in home.bills))
        self.discard += home.bills
        home.bills = []
        if self.rules.insurance_term == "month":
            self.discard += home.insurances
            home.insurances = []
        yield from self.bank(seat)
        away = self.mail_under if self.rules.lottery_discard == "under_deck" else self.discard
        away += home.tickets
        home.tickets = []
        if last:
            self.deals_under += home.deals
            home.deals = []
        else:
            home.day = 0
        home.month += 1

    def bank(self, seat: int) -> Waiting:
        home = self.homes[seat]
        while home.savings or home.cash >= 100:
            match (yield "bank", seat):
                case Repay(_, sum_):
                    home.loan -= sum_
                    home.cash -= sum_
                case Withdraw(_, sum_):
                    home.savings -= sum_
                    home.cash += sum_
                case Deposit(_, sum_):
                    home.savings += sum_
                    home.cash -= sum_
                case Borrow(_, sum_):
                    assert self.rules.banking == "any_time"
                    home.loan += sum_
                    home.cash += sum_
                case _:
                    return
            assert min(home.loan, home.cash, home.savings) >= 0
            assert not (home.loan and home.savings)
