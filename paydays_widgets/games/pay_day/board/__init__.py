"""The picture of the table: a scene becomes HTML.

This module decides what is shown: where each day is, what can be played and what it leads to,
and what each household has and owes. The template ``board.html.j2`` decides the layout, and
``board.css`` the look.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.balance import COUNTED, HAS, OWES, Line
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over, Seat
from paydays_widgets.core.ledger import Account, cash, owner
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day.board.headline import Scene, headline
from paydays_widgets.games.pay_day.deck import DAYS, Day
from paydays_widgets.games.pay_day.engine.agenda import (
    FEE,
    LOAN_PCT,
    SAVINGS_PCT,
    STEP,
    bills_due,
    fee_now,
    payday_ahead,
    plight,
)
from paydays_widgets.games.pay_day.engine.balance import interest_ahead
from paydays_widgets.games.pay_day.events import (
    BillCancelled,
    BillKept,
    DealBought,
    DealDeclined,
    DealSold,
    DealTurnedUp,
    DieRolled,
    Event,
    InsuranceBought,
    InsuranceDiscarded,
    InsuranceOffered,
    MailDiscarded,
    PawnMoved,
    PawnSteppedBack,
    SwellfareLost,
    SwellfareOffered,
    SwellfareStaked,
    SwellfareUnused,
    SwellfareWon,
    TicketKept,
    WindfallPaid,
)
from paydays_widgets.games.pay_day.moves import (
    Borrow,
    Buy,
    Deposit,
    Move,
    Pass,
    Repay,
    Roll,
    Sell,
    Stake,
    Withdraw,
)
from paydays_widgets.games.pay_day.reading import (
    loan_needed,
    loan_to_stake,
    withdrawal_needed,
)
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import (
    DealOffer,
    DealVisit,
    Delivery,
    Household,
    InsuranceOffer,
    Item,
    Payment,
    PokerTable,
    RollOff,
    SwellfareDraw,
    SwellfareOffer,
    View,
)
from paydays_widgets.games.pay_day.text import (
    account_names,
    day_name,
    deal_name,
    mail_name,
    money,
)
from paydays_widgets.show.board import NOTHING, Mood, Picture, Place, Play, SeatCard, Tone

PACKAGE: Final = "paydays_widgets.games.pay_day"
FACES: Final = (1, 2, 3, 4, 5, 6)
_Sum: TypeAlias = Stake | Withdraw | Borrow | Repay | Deposit
_LEAST_SCALE: Final = 1000
"""The least sum, in dollars, that a full bar stands for."""


class Group(Struct, frozen=True, gc=False):
    """Buttons that belong together, such as all sums that may be borrowed.

    Parameters
    ----------
    key
        Its name on the page.
    title
        What they do; "" if each says it.
    actions
        The buttons.
    """

    key: str
    title: str
    actions: tuple[Play, ...]

    @property
    def why(self) -> str:
        """Why none of them can be played; "" if one can."""
        return "" if any(not each.why for each in self.actions) else self.actions[0].why


class Till(Struct, frozen=True, gc=False):
    """The bank at hand while something else is decided: folded, with what it costs."""

    title: str
    note: str
    group: Group


class Fact(Struct, frozen=True, gc=False):
    """A figure that a decision turns on: what it is, how much, and if the table has it too.

    A ``total`` sums up those above it.
    """

    label: str
    figure: str
    tone: str = ""
    known: bool = False
    total: bool = False


class Paper(Struct, frozen=True, gc=False):
    """A card that lies open, or the day that a piece has reached."""

    key: str
    kind: str
    eyebrow: str
    title: str
    words: str
    figure: str
    tone: str
    origin: str


class Rolled(Struct, frozen=True, gc=False):
    """A seat's roll for a prize; 0 pips means not yet."""

    seat: int
    name: str
    pips: int
    now: bool
    best: bool
    """Whether it is the highest, once all have rolled."""


class Prospect(Struct, frozen=True, gc=False):
    """Where rolls lead: one or several numbers of pips, and the day that they reach."""

    pips: tuple[int, ...]
    kind: str
    title: str
    words: str


class Moment(Struct, frozen=True, gc=False):
    """What happens now: a roll, a card, or a decision with its consequences."""

    pips: int
    face: str
    chance: Play | None
    dice: tuple[Play, ...]
    prospects: tuple[Prospect, ...]
    down: str
    """The deck that a card comes from next, ``mail`` or ``deal``; "" for none."""
    left: int
    """How many cards are to come from it."""
    paper: Paper | None
    rolled: tuple[Rolled, ...]
    facts: tuple[Fact, ...]
    groups: tuple[Group, ...]
    till: Till | None
    waits: str
    idle: str
    """What to do while nobody decides and chance is not awaited; "" otherwise."""


class Pawn(Struct, frozen=True, gc=False):
    """A seat's piece."""

    number: int
    name: str
    finished: bool


class DayPicture(Struct, frozen=True, gc=False):
    """A day of the calendar; Start is day 0."""

    number: int
    kind: str
    word: str
    """What kind of day it is, where there is no room for its title; "" if its tag says it."""
    title: str
    tag: str
    tone: str
    label: str
    pawns: tuple[Pawn, ...]
    reach: int
    here: bool


class Slip(Struct, frozen=True, gc=False):
    """A card that a seat holds."""

    key: str
    kind: str
    words: str
    label: str
    origin: str


class Bar(Struct, frozen=True, gc=False):
    """A segment of a bar, and its length in per cent of the longest possible bar."""

    kind: str
    length: float
    label: str


class Row(Struct, frozen=True, gc=False):
    """A row of a seat's card: a sum, and the lines that it is drawn with.

    Parameters
    ----------
    kind
        The sum's kind of account; "" for what does not count.
    label
        Its name.
    bars
        Its lines, drawn.
    amount
        The sum, of what counts at the end.
    tone
        Its look.
    """

    kind: str
    label: str
    bars: tuple[Bar, ...]
    amount: str
    tone: Mood = ""


class Entry(Struct, frozen=True, gc=False):
    """What a seat has and owes at the bank, and the interest to come."""

    savings: str
    loan: str
    interest: str
    tone: str


class Home(Struct, frozen=True, gc=False):
    """A seat's card: how far it has come, and what it has, owes and holds."""

    seat: SeatCard
    place: str
    month: str
    bot: bool
    has: Row
    owes: Row
    worth: Row
    rest: Row
    bills: tuple[Slip, ...]
    bills_sum: str
    deals: tuple[Slip, ...]
    sold: str
    """What its Deals would bring."""
    others: tuple[Slip, ...]
    tickets: tuple[Slip, ...]
    entry: Entry


def draw(scene: Scene) -> str:
    """Draw the table.

    Parameters
    ----------
    scene
        What may be shown, and to whom.
    """
    return _Table(scene).draw()


class _Table(Picture[View, Event]):
    """The table of a Pay Day game."""

    package: ClassVar[str] = PACKAGE

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.deck = scene.view.deck
        self.legal = scene.own[self.decider].legal if self.decider in self.playing else ()
        self.kinds = _kinds(scene.text)
        self.item: Item | None = scene.view.agenda[0] if scene.view.agenda else None
        self.idle = scene.event is not None and not isinstance(
            scene.view.turn, Chance | Decide | Over
        )

    def draw(self) -> str:
        view, text = self.view, self.text
        return self.render(
            head=headline(self.scene),
            days=[self._day(number) for number in range(DAYS + 1)],
            weekdays=_weekdays(text),
            legend=self._legend(),
            moment=self._moment(),
            pot=self.money(view.pot),
            pot_open=view.pot_open and not isinstance(view.turn, Over),
            stakes=self.money(view.stakes) if view.stakes else "",
            mail=len(view.mail) + len(view.mail_under),
            deals=len(view.deals) + len(view.deals_under),
            rates=(text.percent(SAVINGS_PCT), text.percent(LOAN_PCT)),
            households=[self._home(seat) for seat in range(len(view.households))],
        )

    def money(self, amount: int) -> str:
        return money(amount, self.text)

    def cash(self, seat: Seat) -> int:
        return self.view.households[seat].cash

    def account(self, account: Account) -> str:
        seat = owner(account)
        if seat is None:
            return account
        return f"s{seat + 1}-{account.partition(':')[0]}"

    # --- the calendar ---------------------------------------------------------------------

    def _day(self, number: int) -> DayPicture:
        text, view = self.text, self.view
        day = self.deck.days[number - 1] if number else None
        pawns = tuple(
            Pawn(seat + 1, self.scene.names[seat], household.month > view.rules.months)
            for seat, household in enumerate(view.households)
            if household.day == number
        )
        title = day_name(self.deck, number, text)
        told = [text("Day {n}, {title}", n=number, title=title) if number else title]
        if day:
            told.append(told_of(day, text, last=self._last()))
        if pawns:
            told.append(text("Here: {names}", names=text.listing([pawn.name for pawn in pawns])))
        active = view.households[view.active]
        rolls = isinstance(view.turn, Chance) and view.turn.purpose == "roll"
        ahead = number - active.day
        return DayPicture(
            number=number,
            kind=day.kind if day else "start",
            word=self.kinds.get(day.kind, "") if day else title,
            title=title,
            tag=self._tag(day) if day else "",
            tone=_tone(day),
            label=". ".join(told),
            pawns=pawns,
            reach=ahead if rolls and 0 < ahead <= len(FACES) else 0,
            here=active.day == number and not isinstance(view.turn, Over),
        )

    def _tag(self, day: Day) -> str:
        """Say a day's amount; the last Pay Day of whoever plays brings no salary."""
        if day.kind == "payday":
            return f"+{self.money(0 if self._last() else self.deck.salary)}"
        return _tag(day, self.text)

    def _last(self) -> bool:
        """Whether whoever plays is in the last month."""
        return self.view.households[self.view.active].month >= self.view.rules.months

    def _legend(self) -> tuple[tuple[str, str], ...]:
        """Name the kinds of days that a calendar has, and explain those that a name does not."""
        text, there = self.text, {day.kind for day in self.deck.days}
        names = self.kinds | {
            "daylight": text("Daylight Savings: everyone steps back one day"),
            "pot": text("Election: everyone pays into the pot; the next 6 wins it"),
        }
        return tuple((kind, name) for kind, name in names.items() if kind in {*there, "pot"})

    # --- the moment -----------------------------------------------------------------------

    def _moment(self) -> Moment:
        event = self.event
        pips = getattr(event, "pips", 0) if isinstance(event, _THROWN) else 0
        dice: tuple[Play, ...] = ()
        if self._throws():
            pips = 0
            dice = tuple(self._set(face) for face in FACES)
        waits = ""
        if self.decider is not None and not self.playing:
            waits = self.text("{name} decides.", name=self.scene.names[self.decider])
        return Moment(
            pips=pips,
            face=f"{self.scene.key}-{pips}" if pips else "wait",
            chance=self._chance(),
            dice=dice,
            prospects=self._prospects(),
            down=self._down(),
            left=self.item.left if isinstance(self.item, Delivery) else 1,
            paper=self._paper(),
            rolled=self._rolled(),
            facts=tuple(self._facts()),
            groups=self._groups() if self.playing else (),
            till=self._till() if self.playing else None,
            waits=waits,
            idle=""
            if not self.idle or isinstance(self.item, RollOff)
            else self.text("Nothing to decide here."),
        )

    def _down(self) -> str:
        turn = self.view.turn
        if not isinstance(turn, Chance):
            return ""
        return {"mail": "mail", "turn_up": "deal"}.get(turn.purpose, "")

    def _throws(self) -> bool:
        return isinstance(self.view.turn, Chance) and not self._down()

    def _chance(self) -> Play | None:
        """Let a person roll the die or turn up a card; for a bot a step or its die does."""
        text = self.text
        if not isinstance(self.view.turn, Chance):
            return None
        seat = self._luck_of()
        if seat in self.scene.bots:
            verb = text("Roll the die for {name}", name=self.scene.names[seat])
            return Play(verb, key="chance", do="step") if self._throws() else None
        verb = {"mail": text("Draw a card"), "deal": text("Turn up the Deal")}.get(
            self._down(), text("Roll the die")
        )
        return Play(verb, verb, key="chance", do="step", main=True)

    def _luck_of(self) -> Seat:
        """Return whose die or card is awaited."""
        match self.item:
            case RollOff(seats=seats, rolls=rolls):
                return seats[len(rolls)]
            case Delivery(seat=seat) | DealVisit(seat=seat) | SwellfareDraw(seat=seat):
                return seat
            case _:
                return self.view.active

    def _set(self, face: int) -> Play:
        label = self.text("Set the die: {n}", n=face)
        return Play(label, self.text.number(face), Roll(CHANCE, face), key=f"set-{face}")

    def _prospects(self) -> tuple[Prospect, ...]:
        """Say where each roll would lead; all that reach or pass Pay Day stop there."""
        turn, text = self.view.turn, self.text
        if not isinstance(turn, Chance) or turn.purpose != "roll":
            return ()
        start = self.view.households[self.view.active].day
        reached: dict[int, list[int]] = {}
        for face in FACES:
            reached.setdefault(min(start + face, DAYS), []).append(face)
        return tuple(
            Prospect(
                tuple(pips),
                self.deck.days[number - 1].kind,
                f"{text.number(number)} · {day_name(self.deck, number, text)}",
                told_of(self.deck.days[number - 1], text, last=self._last()),
            )
            for number, pips in reached.items()
        )

    def _rolled(self) -> tuple[Rolled, ...]:
        if not isinstance(self.item, RollOff):
            return ()
        rolls = (*self.item.rolls, *[0] * len(self.item.seats))
        most = max(self.item.rolls) if len(self.item.rolls) == len(self.item.seats) else None
        now = self._roller() if most is None else None
        return tuple(
            Rolled(seat + 1, self.scene.names[seat], pips, now=seat == now, best=pips == most)
            for seat, pips in zip(self.item.seats, rolls, strict=False)
        )

    def _roller(self) -> Seat | None:
        """Return the seat that rolls for a prize now, or was the last to; None if none does."""
        if not isinstance(self.item, RollOff):
            return None
        if isinstance(self.view.turn, Chance):
            return self._luck_of()
        return self.event.seat if isinstance(self.event, DieRolled) else None

    # the card that lies open

    def _paper(self) -> Paper | None:
        match self.item:
            case DealOffer(deal=deal) | Payment(debt="deal", card=deal):
                return self._deal_paper(deal)
            case InsuranceOffer(card=card) | SwellfareOffer(card=card) | SwellfareDraw(card=card):
                return self._mail_paper(card)
            case Payment(debt="insurance" | "swellfare", card=card):
                return self._mail_paper(card)
            case _:
                return self._paper_of_event()

    def _paper_of_event(self) -> Paper | None:
        """Show the card that the last event turned up, until the next card is due."""
        event = self.event
        if isinstance(event, _OF_DEALS):
            return self._deal_paper(event.deal)
        if isinstance(event, _OF_MAIL):
            return self._mail_paper(event.card)
        if isinstance(event, PawnMoved | PawnSteppedBack) and event.day:
            return self._day_paper(event.day)
        day = self.view.households[self.view.active].day
        rolled = isinstance(self.item, RollOff)
        return self._day_paper(day) if day and self.idle and not rolled else None

    def _deal_paper(self, number: int) -> Paper:
        text = self.text
        deal = self.deck.deals[number - 1]
        return Paper(
            key=f"paper-deal-{number}",
            kind="deal",
            eyebrow=text("Deal"),
            title=deal_name(self.deck, number, text),
            words=self._words_of_deal(deal.price, deal.commission),
            figure=self.money(deal.cost),
            tone="",
            origin="deck-deals",
        )

    def _words_of_deal(self, price: int, commission: int) -> str:
        """Say what a Deal sells for, and who may win its commission."""
        facts = {"price": self.money(price), "commission": self.money(commission)}
        if self.view.rules.buyer_rolls_for_commission:
            return self.text(
                "Sells for {price}. If it is bought, everybody rolls, its buyer too: the "
                "highest roll wins {commission} commission from the bank.",
                **facts,
            )
        return self.text(
            "Sells for {price}. If it is bought, everybody else rolls: the highest roll wins "
            "{commission} commission from the bank.",
            **facts,
        )

    def _mail_paper(self, number: int) -> Paper:
        text = self.text
        card = self.deck.mail[number - 1]
        return Paper(
            key=f"paper-mail-{number}",
            kind=card.kind,
            eyebrow=_kind_of_mail(card.kind, text),
            title=mail_name(self.deck, number, text),
            words=_words_of_mail(card.kind, card.cover, self.view.rules, text),
            figure=self.money(card.amount) if card.amount else "",
            tone={"bill": "loss", "windfall": "gain"}.get(card.kind, ""),
            origin="deck-mail",
        )

    def _day_paper(self, number: int) -> Paper:
        text = self.text
        day = self.deck.days[number - 1]
        return Paper(
            key=f"paper-day-{number}",
            kind=day.kind,
            eyebrow=text("Day {n}", n=number),
            title=day_name(self.deck, number, text),
            words=told_of(day, text, last=self._last()),
            figure=_tag(day, text) if day.kind == "money" else "",
            tone=_tone(day),
            origin=f"day-{number}",
        )

    # what a decision turns on

    def _facts(self) -> list[Fact]:
        seat = self.decider
        if seat is None:
            return []
        household = self.view.households[seat]
        match self.item:
            case DealOffer(deal=deal):
                return self._facts_of_deal(household, deal)
            case InsuranceOffer(card=card):
                return self._facts_of_insurance(household, card)
            case SwellfareOffer():
                return self._facts_of_plight(household)
            case Payment(amount=amount):
                return self._facts_of_payment(household, amount)
            case PokerTable(waiting=waiting, players=players, stake=stake):
                return [
                    self._sum(self.text("Cash"), household.cash, known=True),
                    *self._needed(
                        household,
                        self.text("The stake"),
                        stake,
                        self.text("Cash if the stake is lost"),
                    ),
                    Fact(self.text("Players who have staked"), self.text.number(len(players))),
                    Fact(
                        self.text("Players who decide later"), self.text.number(len(waiting) - 1)
                    ),
                ]
            case _ if self.prompt == "bank":
                return self._facts_of_bank(household)
            case _:
                return []

    def _sum(self, label: str, amount: int, tone: str = "", *, known: bool = False) -> Fact:
        return Fact(label, self.money(amount), tone, known)

    def _needed(self, household: Household, label: str, price: int, left_: str = "") -> list[Fact]:
        """Reckon from the cash at hand how a payment can be met, and what is left."""
        text = self.text
        out, loan, fee = 0, 0, 0
        if price > household.cash:
            out, loan = withdrawal_needed(household, price), loan_needed(household, price)
            fee = fee_now(household) if out else 0
        found = []
        if out:
            found.append(Fact(text("Withdrawn from the savings"), f"+{self.money(out)}"))
        if fee:
            found.append(self._sum(text("Bank fee (except on Pay Day)"), -fee, "loss"))
        if loan:
            needed = text("Loan needed")
            if household.loan:
                owed = self.money(household.loan + loan)
                needed = text("Loan needed, then {sum} owed", sum=owed)
            found.append(Fact(needed, f"+{self.money(loan)}", "loss"))
        left = household.cash + out - fee + loan - price
        found.append(self._sum(label, -price))
        found.append(Fact(left_ or text("Cash afterwards"), self.money(left), total=True))
        return [*found, self._cost(household, loan)] if loan else found

    def _cost(self, household: Household, loan: int) -> Fact:
        """Say what a loan taken now costs at the Pay Days to come."""
        text = self.text
        if not payday_ahead(household, self.view.rules):
            return Fact(text("Interest on it"), text("none: no Pay Day follows"))
        label = text("Interest at every Pay Day until repaid")
        if household.loan:
            label = text("Extra interest at every Pay Day")
        if household.month == self.view.rules.months:
            label = text("Interest at the last Pay Day")
        return self._sum(label, -loan * LOAN_PCT // 100, "loss")

    def _facts_of_deal(self, household: Household, number: int) -> list[Fact]:
        text = self.text
        deal = self.deck.deals[number - 1]
        days = enumerate(self.deck.days, 1)
        buyers = [day for day, each in days if each.kind == "buyer"]
        months = self.view.rules.months - household.month
        gain = text("Gain if it is sold")
        if loan_needed(household, deal.cost):
            gain = text("Gain if it is sold, before interest")
        return [
            self._sum(text("Cash"), household.cash, known=True),
            *self._needed(household, text("Price"), deal.cost),
            Fact(gain, f"+{self.money(deal.price - deal.cost)}", "gain"),
            Fact(
                text("Buyer days to come"),
                text(
                    "{n} this month, {later} later",
                    n=len([day for day in buyers if day > household.day]),
                    later=len(buyers) * months,
                ),
            ),
        ]

    def _facts_of_insurance(self, household: Household, number: int) -> list[Fact]:
        text, mail = self.text, self.deck.mail
        card = mail[number - 1]
        held = [mail[bill - 1] for bill in household.bills]
        spared = sum(bill.amount for bill in held if bill.cover == card.cover)
        to_come = [*self.view.mail, *self.view.mail_under]
        such = [
            n for n in to_come if mail[n - 1].kind == "bill" and mail[n - 1].cover == card.cover
        ]
        total = sum(mail[n - 1].amount for n in such)
        return [
            self._sum(text("Cash"), household.cash, known=True),
            *self._needed(household, text("Price"), card.amount),
            self._sum(text("Bills that it cancels at once"), spared, "gain" if spared else ""),
            Fact(
                text("Bills of this kind in the deck"),
                text(
                    "{n} of {all} cards, {sum}",
                    n=len(such),
                    all=len(to_come),
                    sum=self.money(total),
                ),
            ),
            Fact(
                text("Months left, counting this one"),
                text.number(self.view.rules.months - household.month + 1),
            ),
        ]

    def _facts_of_plight(self, household: Household) -> list[Fact]:
        text, rules = self.text, self.view.rules
        debts = plight(household, rules, self.deck)
        means = text("Has: cash")
        if rules.swellfare_debt_test == "cash_and_savings":
            means = text("Has: cash and savings")
        return [
            self._sum(text("Owes: loan, interest on it and bills"), debts.owed, "loss"),
            self._sum(means, debts.means),
        ]

    def _facts_of_payment(self, household: Household, amount: int) -> list[Fact]:
        text = self.text
        return [
            self._sum(text("Cash"), household.cash, known=True),
            *self._needed(household, text("To pay"), amount),
        ]

    def _price_of_loans(self, household: Household) -> Fact:
        """Say what each step borrowed costs."""
        text, rules = self.text, self.view.rules
        label = text("Each {step} borrowed costs", step=self.money(STEP))
        interest = self.money(STEP * LOAN_PCT // 100)
        if not payday_ahead(household, rules):
            return Fact(label, text("nothing: no Pay Day follows"))
        if household.month == rules.months:
            return Fact(label, text("{sum} at the last Pay Day", sum=interest), "loss")
        label = text("Each {step} owed costs", step=self.money(STEP))
        return Fact(label, text("{sum} per Pay Day", sum=interest), "loss")

    def _facts_of_bank(self, household: Household) -> list[Fact]:
        text = self.text
        found = [self._sum(text("Cash"), household.cash, known=True)]
        if household.loan:
            found.append(self._sum(text("Loan"), household.loan, "loss", known=True))
        else:
            found.append(self._sum(text("Savings"), household.savings))
        label = text("Interest at the next Pay Day")
        if not payday_ahead(household, self.view.rules):
            return [*found, Fact(label, text("none: no Pay Day follows"))]
        interest = interest_ahead(self.view, cast("Seat", self.decider))
        tone = "gain" if interest > 0 else "loss" if interest else ""
        found.append(self._sum(label, abs(interest), tone))
        each, pct = text("Each {step} saved earns", step=self.money(STEP)), SAVINGS_PCT
        if household.loan:
            each, pct = text("Each {step} paid back saves", step=self.money(STEP)), LOAN_PCT
        sum_ = text("{sum} per Pay Day", sum=self.money(STEP * pct // 100))
        return [*found, Fact(each, sum_)]

    # what can be played

    def _groups(self) -> tuple[Group, ...]:
        by = cast("Seat", self.decider)
        match self.prompt:
            case "buy" | "insure":
                return (Group("choice", "", (self._buy(by), self._pass(by))),)
            case "sell":
                return (*self._to_sell(by), Group("choice", "", (self._pass(by),)))
            case "stake" | "bet":
                return self._stakes(by)
            case "raise":
                return self._to_raise(by)
            case _:
                return self._at_the_bank(by)

    def _buy(self, by: Seat) -> Play:
        text = self.text
        if isinstance(self.item, DealOffer):
            price = self.deck.deals[self.item.deal - 1].cost
        else:
            price = self.deck.mail[cast("InsuranceOffer", self.item).card - 1].amount
        verb = text("Buy for {sum}", sum=self.money(price))
        if loan_needed(self.view.households[by], price):
            verb = text("Buy on credit")
        return self.play(Buy(by), verb, verb)

    def _pass(self, by: Seat) -> Play:
        text = self.text
        verb = {
            "buy": text("Leave it"),
            "insure": text("No insurance"),
            "sell": text("Sell nothing"),
            "stake": text("Do not play"),
            "bet": text("Stake nothing"),
        }.get(self.prompt, text("Leave the bank"))
        return self.play(Pass(by), verb, verb)

    def _to_sell(self, by: Seat) -> tuple[Group, ...]:
        text = self.text
        actions = []
        for number in self.view.households[by].deals:
            deal = self.deck.deals[number - 1]
            verb = text(
                "{deal}: {price} (gain {gain})",
                deal=deal_name(self.deck, number, text),
                price=self.money(deal.price),
                gain=self.money(deal.price - deal.cost),
            )
            label = text("Sell {deal}", deal=verb)
            actions.append(self.play(Sell(by, number), label, verb))
        return (Group("sell", text("Sell"), tuple(actions)),)

    def _stakes(self, by: Seat) -> tuple[Group, ...]:
        text = self.text
        if isinstance(self.item, PokerTable):
            verb = text("Stake {sum}", sum=self.money(self.item.stake))
            stake = self.play(Stake(by, self.item.stake), verb, verb)
            return (Group("choice", "", (stake, self._pass(by))),)
        sums = _amounts(self.legal, Stake)
        if not sums:
            verb = text("Discard the card")
            return (Group("choice", "", (self.play(Pass(by), verb, verb, main=True),)),)
        return (
            self._sums(Stake, text("Stake"), lambda n: text("Stake {sum}", sum=n), by, sums),
            Group("choice", "", (self._pass(by),)),
        )

    def _sums(
        self,
        kind: type[_Sum],
        title: str,
        label: Callable[[str], str],
        by: Seat,
        sums: Sequence[int],
        *,
        best: int = 0,
    ) -> Group:
        """Offer a move with several sums; the buttons show only the sums."""
        actions = []
        for amount in sums:
            written = self.money(amount)
            play = self.play(kind(by, amount), label(written), written, main=amount == best)
            actions.append(play)
        return Group(kind.__name__.lower(), title, tuple(actions))

    def _to_raise(self, by: Seat) -> tuple[Group, ...]:
        household = self.view.households[by]
        if household.savings:
            sums = _amounts(self.legal, Withdraw)
            return (self._withdrawals(by, sums, best=self._enough(household, sums)),)
        most = loan_needed(household, cast("Payment", self.item).amount)
        sums = [each for each in _amounts(self.legal, Borrow) if each <= most] or [STEP]
        group = self._borrowings(by, sums, best=max(sums))
        if len(sums) > 1 and most in sums:
            told = self.text("Borrow: {sum} is enough, less is not", sum=self.money(most))
            group = replace(group, title=told)
        return (group,)

    def _borrowings(self, by: Seat, sums: Sequence[int], best: int = 0) -> Group:
        text = self.text
        title = text("Borrow")
        return self._sums(
            Borrow, title, lambda n: text("Borrow {sum}", sum=n), by, sums, best=best
        )

    def _till(self) -> Till | None:
        """Keep the bank at hand: what can be withdrawn or borrowed besides the answers."""
        text, by = self.text, cast("Seat", self.decider)
        household = self.view.households[by]
        if household.savings:
            sums = () if self.prompt in {"raise", "bank"} else _amounts(self.legal, Withdraw)
            title = text("Bank: withdraw money")
            note = text(
                "The bank keeps {fee} of each withdrawal, except on Pay Day.", fee=self.money(FEE)
            )
            group = self._withdrawals(by, sums)
        else:
            sums = _amounts(self.legal, Borrow)
            if isinstance(self.item, SwellfareOffer) and (loan := loan_to_stake(self.view, by)):
                sums = sorted({*sums, loan})
            title = text("Bank: borrow money")
            if isinstance(self.item, Payment):
                most = loan_needed(household, self.item.amount)
                sums = [each for each in sums if each > most]
                title = text("Bank: borrow more")
            price = self._price_of_loans(household)
            note = f"{price.label} {price.figure}."
            group = self._borrowings(by, sums)
        return Till(title, note, group) if sums else None

    def _withdrawals(self, by: Seat, sums: Sequence[int], best: int = 0) -> Group:
        text = self.text
        title = text("Withdraw")
        if fee := fee_now(self.view.households[by]):
            title = text("Withdraw: the bank keeps {fee} of it", fee=self.money(fee))
        return self._sums(
            Withdraw, title, lambda n: text("Withdraw {sum}", sum=n), by, sums, best=best
        )

    def _enough(self, household: Household, sums: Sequence[int]) -> int:
        """Return the smallest withdrawal that meets the payment, or else the largest."""
        fee = fee_now(household)
        due = self.item.amount if isinstance(self.item, Payment) else 0
        short = due - household.cash
        return min([each for each in sums if each - fee >= short], default=max(sums, default=0))

    def _at_the_bank(self, by: Seat) -> tuple[Group, ...]:
        text, household = self.text, self.view.households[by]
        found = []
        if household.loan:
            sums = _amounts(self.legal, Repay) or [STEP]
            title = text("Pay back")
            found.append(
                self._sums(Repay, title, lambda n: text("Pay back {sum}", sum=n), by, sums)
            )
        if household.savings:
            found.append(self._withdrawals(by, _amounts(self.legal, Withdraw)))
        sums = _amounts(self.legal, Deposit) or [STEP]
        title = text("Save")
        found.append(self._sums(Deposit, title, lambda n: text("Save {sum}", sum=n), by, sums))
        return (*found, Group("choice", "", (self._pass(by),)))

    # --- the bank -------------------------------------------------------------------------

    def _entry(self, seat: Seat) -> Entry:
        household = self.view.households[seat]
        coming = interest_ahead(self.view, seat)
        interest, tone = "–", ""
        if coming < 0:
            interest, tone = self.money(coming), "loss"
        elif coming:
            interest, tone = f"+{self.money(coming)}", "gain"
        return Entry(
            savings=self.money(household.savings) if household.savings else "–",
            loan=self.money(household.loan) if household.loan else "–",
            interest=interest,
            tone=tone,
        )

    def ranking(self) -> tuple[Place, ...]:
        """Show how each seat's net worth is worked out."""

        def reckoned(household: Household) -> str:
            return self.text(
                "cash {cash} + savings {savings} − loan {loan}",
                cash=self.money(household.cash),
                savings=self.money(household.savings),
                loan=self.money(household.loan),
            )

        households = self.view.households
        return tuple(
            replace(place, sum=reckoned(households[place.seat - 1])) for place in super().ranking()
        )

    # --- a seat ---------------------------------------------------------------------------

    def _home(self, seat: Seat) -> Home:
        text, household = self.text, self.view.households[seat]
        told = text(
            "{name}, {money} in cash",
            name=self.scene.names[seat],
            money=self.money(household.cash),
        )
        has, owes, worth, rest = self._balance(seat)
        return Home(
            seat=self.card(seat, said=told),
            place=self._place(household),
            month=self._month(household),
            bot=seat in self.scene.bots
            or (self.scene.mine not in {None, seat} and not self.scene.apart),
            has=has,
            owes=owes,
            worth=worth,
            rest=rest,
            bills=tuple(self._bill(card, seat) for card in household.bills),
            bills_sum=self.money(bills_due(household, self.deck)),
            deals=tuple(self._held(deal, seat) for deal in household.deals),
            sold=self._sold(household),
            others=tuple(self._letter(card) for card in household.insurances),
            tickets=tuple(self._letter(card) for card in household.tickets),
            entry=self._entry(seat),
        )

    def _sold(self, household: Household) -> str:
        prices = [self.deck.deals[deal - 1].price for deal in household.deals]
        return self.money(sum(prices)) if prices else "–"

    def _place(self, household: Household) -> str:
        text, months = self.text, self.view.rules.months
        if household.month > months:
            return text("All {n} months played", n=months)
        return text("Month {month} of {months}", month=household.month, months=months)

    def _month(self, household: Household) -> str:
        text, months = self.text, self.view.rules.months
        if household.month > months:
            return text("done")
        return text("{month} of {months}", month=household.month, months=months)

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        if self.decider is not None:
            return (self.text("Deciding…"), "acting") if seat == self.decider else ("", "idle")
        roller = self._roller()
        if roller is not None:
            return (self.text("Rolls"), "active") if seat == roller else ("", "idle")
        return (self.text("Plays"), "active") if seat == self.view.active else ("", "idle")

    def note(self, seat: Seat) -> tuple[str, Mood]:
        """Say how the last event changed a seat's cash."""
        gained = 0
        for each in self.event.transfers if self.event else ():
            gained += each.amount * (each.target == cash(seat))
            gained -= each.amount * (each.source == cash(seat))
        if gained > 0:
            return f"+{self.money(gained)}", "gain"
        return (self.money(gained), "loss") if gained else NOTHING

    def _balance(self, seat: Seat) -> tuple[Row, Row, Row, Row]:
        """Sum up what a seat has, owes and is worth at the end, and what does not count then.

        The bars have what counts, on one scale for all seats.
        """
        text, sheet = self.text, self.scene.sheet(seat)
        sheets = [self.scene.sheet(each) for each in range(len(self.view.households))]
        scale = max(
            _LEAST_SCALE, *[max(each.counted_assets, each.counted_debts) for each in sheets]
        )
        names = account_names(text)

        def bars(lines: Sequence[Line]) -> tuple[Bar, ...]:
            return tuple(
                Bar(
                    each.kind,
                    round(100 * each.amount / scale, 1),
                    f"{names[each.kind]}: {self.money(each.amount)}",
                )
                for each in lines
                if each.counts and each.amount > 0
            )

        money = self.money
        return (
            Row(f"{HAS}.counted", text("has"), bars(sheet.assets), money(sheet.counted_assets)),
            Row(f"{OWES}.counted", text("owes"), bars(sheet.debts), money(sheet.counted_debts)),
            Row(
                f"{COUNTED}.counted",
                text("Score"),
                (),
                money(sheet.counted),
                "loss" if sheet.counted < 0 else "",
            ),
            Row(
                "",
                text("Does not count: Deals at cost, less bills and interest due"),
                (),
                money(sheet.in_all - sheet.counted),
            ),
        )

    def _bill(self, number: int, seat: Seat) -> Slip:
        text, event = self.text, self.scene.event
        new = isinstance(event, BillKept) and (event.card, event.seat) == (number, seat)
        amount = self.money(self.deck.mail[number - 1].amount)
        label = f"{mail_name(self.deck, number, text)}: {amount}"
        origin = "deck-mail" if new else ""
        return Slip(f"mail-{number}", "bill", amount, label, origin)

    def _held(self, number: int, seat: Seat) -> Slip:
        text, event = self.text, self.scene.event
        deal = self.deck.deals[number - 1]
        new = isinstance(event, DealBought) and (event.deal, event.seat) == (number, seat)
        name = deal_name(self.deck, number, text)
        cost, price = self.money(deal.cost), self.money(deal.price)
        label = text("{deal}: cost {cost}, sells for {price}", deal=name, cost=cost, price=price)
        origin = f"paper-deal-{number}" if new else ""
        return Slip(f"deal-{number}", "deal", f"{cost} → {price}", label, origin)

    def _letter(self, number: int) -> Slip:
        """Show an insurance, or a lottery ticket."""
        text = self.text
        card = self.deck.mail[number - 1]
        name = mail_name(self.deck, number, text)
        if card.kind == "insurance":
            words = text("Car") if card.cover == "car" else text("Health")
            return Slip(f"mail-{number}", card.cover, words, name, f"paper-mail-{number}")
        amount = self.money(card.amount)
        words = text("Lottery Draw: +{sum}", sum=amount)
        return Slip(f"mail-{number}", "ticket", words, f"{name}: {amount}", "deck-mail")


_THROWN: Final = (PawnMoved, DieRolled, SwellfareWon, SwellfareLost)
"""The events that show the die."""
_OF_DEALS: Final = (DealTurnedUp, DealDeclined, DealSold)
_OF_MAIL: Final = (
    MailDiscarded,
    BillKept,
    BillCancelled,
    WindfallPaid,
    TicketKept,
    InsuranceOffered,
    InsuranceBought,
    InsuranceDiscarded,
    SwellfareOffered,
    SwellfareUnused,
    SwellfareStaked,
)
"""The events that show a card."""


def told_of(day: Day, text: Text, *, last: bool = False) -> str:
    """Say what happens on a day, perhaps in the last month."""
    amount = money(abs(day.amount), text)
    match day.kind:
        case "mail":
            return text.plural("{n} card of mail", "{n} cards of mail", day.amount)
        case "deal":
            return text("Turn up a Deal, and buy it or leave it")
        case "buyer":
            return text("Sell one Deal")
        case "money":
            told = text("Collect {amount}", amount=amount)
            return told if day.amount > 0 else text("Pay {amount}", amount=amount)
        case "sunday":
            return text("Nothing happens")
        case "lottery":
            return text("Every lottery ticket held pays out")
        case "poker":
            return text(
                "Every player may stake {amount}; the highest roll takes all", amount=amount
            )
        case "election":
            return text(
                "Every player puts {amount} in the pot; the next to roll a 6 wins it all",
                amount=amount,
            )
        case "daylight":
            return text("Every player steps back one day")
        case "payday" if last:
            return text("Interest and bills, no salary: the last Pay Day")
        case "payday":
            return text("Salary, interest, bills, bank")


def _kinds(text: Text) -> dict[str, str]:
    """Name the kinds of days that a sign stands for; money and Sundays need no name."""
    return {
        "mail": text("Mail"),
        "deal": text("Deal"),
        "buyer": text("Buyer"),
        "poker": text("Poker stake"),
        "election": text("Election"),
        "lottery": text("Lottery Draw"),
        "payday": text("Pay Day"),
        "daylight": text("Daylight Savings"),
    }


def _tag(day: Day, text: Text) -> str:
    match day.kind:
        case "mail":
            return f"×{text.number(day.amount)}"
        case "deal":
            return text("buy?")
        case "buyer":
            return text("sell?")
        case "money":
            sign = "+" if day.amount > 0 else ""
            return f"{sign}{money(day.amount, text)}"
        case "poker":
            return money(day.amount, text)
        case "election":
            return money(-day.amount, text)
        case "sunday":
            return text("rest")
        case "daylight":
            return text("−1 day")
        case _:
            return ""


def _tone(day: Day | None) -> str:
    if day is None or day.kind != "money":
        return ""
    return "gain" if day.amount > 0 else "loss"


def _kind_of_mail(kind: str, text: Text) -> str:
    return {
        "bill": text("Bill"),
        "windfall": text("Windfall"),
        "ticket": text("Lottery ticket"),
        "insurance": text("Insurance"),
        "swellfare": text("A bet for anyone in debt"),
        "postcard": text("Postcard"),
    }.get(kind, text("Advertisement"))


def _words_of_mail(kind: str, cover: str, rules: Rules, text: Text) -> str:
    match kind, cover:
        case "bill", "car":
            return text("Due at the end of the month. For the car.")
        case "bill", "health":
            return text("Due at the end of the month. From doctor or dentist.")
        case "bill", _:
            return text("Due at the end of the month.")
        case "windfall", _:
            return text("Paid at once.")
        case "ticket", _:
            return text("Pays if its holder lands on the Lottery Draw day this month, or never.")
        case "insurance", "car":
            return text("Cancels all bills for the car.")
        case "insurance", _:
            return text("Cancels all bills for doctor, dentist and hospital.")
        case "swellfare", _ if rules.swellfare_debt_test == "cash":
            return text(
                "Open to anyone who owes more than their cash: stake up to $100, and a 5 or "
                "a 6 pays ten times as much."
            )
        case "swellfare", _:
            return text(
                "Open to anyone who owes more than their cash and savings: stake up to $100, "
                "and a 5 or a 6 pays ten times as much."
            )
        case _:
            return text("Nothing to pay.")


def _weekdays(text: Text) -> tuple[str, ...]:
    return (
        text("Sun"),
        text("Mon"),
        text("Tue"),
        text("Wed"),
        text("Thu"),
        text("Fri"),
        text("Sat"),
    )


def _amounts(legal: Sequence[Move], kind: type[_Sum]) -> list[int]:
    """List, in ascending order, the sums with which a kind of move is legal."""
    return [move.amount for move in legal if isinstance(move, kind)]
