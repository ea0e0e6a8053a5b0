"""The picture of the table: a scene becomes HTML.

This module decides what can be played, and which card lies open. The template ``board.html.j2``
reads the rest off the view, with the figures of ``reading``; ``board.css`` decides the look.
"""

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.balance import Sheet
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over, Seat, me
from paydays_widgets.core.ledger import Account, cash, owner
from paydays_widgets.games.pay_day import events, reading
from paydays_widgets.games.pay_day.board import captions
from paydays_widgets.games.pay_day.board.headline import Scene, headline
from paydays_widgets.games.pay_day.deck import DAYS, Day
from paydays_widgets.games.pay_day.engine import BET_STEP
from paydays_widgets.games.pay_day.engine.balance import interest_ahead
from paydays_widgets.games.pay_day.engine.facts import (
    FEE,
    LOAN_PCT,
    SAVINGS_PCT,
    STEP,
    bills_due,
    fee_now,
    highest,
)
from paydays_widgets.games.pay_day.moves import (
    Borrow,
    Buy,
    Deposit,
    Pass,
    Repay,
    Roll,
    Sell,
    Stake,
    Withdraw,
)
from paydays_widgets.games.pay_day.state import (
    DealOffer,
    DealVisit,
    Delivery,
    Household,
    InsuranceOffer,
    Item,
    Payment,
    RollOff,
    SwellfareDraw,
    SwellfareOffer,
    View,
)
from paydays_widgets.games.pay_day.text.names import (
    account_names,
    day_name,
    deal_name,
    mail_name,
    money,
)
from paydays_widgets.show.board import NOTHING, Mood, Picture, Place, Play, SeatCard, Tone
from paydays_widgets.show.gauge import Gauge
from paydays_widgets.show.pad import Pad

PACKAGE: Final = "paydays_widgets.games.pay_day"
FACES: Final = (1, 2, 3, 4, 5, 6)
Sum: TypeAlias = Stake | Withdraw | Borrow | Repay | Deposit
"""A move with a sum."""
_SEVERAL: Final = 2
_LEAST_SCALE: Final = 1000
"""The least sum, in dollars, that a full bar stands for."""


class Group(Struct, frozen=True, gc=False):
    """Buttons that belong together, or a sum that is set, such as one to borrow.

    Parameters
    ----------
    key
        Its name on the page.
    title
        What they do; "" if each says it.
    """

    key: str
    title: str
    actions: tuple[Play, ...]
    pad: Pad | None = None

    @property
    def why(self) -> str:
        """Why none of them can be played; "" if one can."""
        return "" if any(not each.why for each in self.actions) else self.actions[0].why


class Square(Struct, frozen=True, gc=False):
    """A day of the calendar, and who stands there.

    Parameters
    ----------
    day, tag
        What happens there, None for Start, and its sum in short.
    pawns
        The numbers of the seats there, each with whether it has finished.
    pips
        The roll that leads there; 0 for none.
    last
        Whether it is the Pay Day of its last month.
    """

    number: int
    title: str
    day: Day | None
    tag: str
    pawns: tuple[tuple[int, bool], ...]
    names: str
    pips: int
    here: bool
    last: bool


class Slip(Struct, frozen=True, gc=False):
    """A card that a seat holds."""

    key: str
    kind: str
    words: str
    label: str
    origin: str


class Home(Struct, frozen=True, gc=False):
    """A seat's card, and its line in the book.

    Parameters
    ----------
    bot
        Whether somebody else plays it, on this screen.
    scale
        The sum that a full bar stands for, alike for all seats.
    """

    seat: SeatCard
    household: Household
    months: int
    bot: bool
    sheet: Sheet
    scale: int
    due: int
    sold: int
    interest: int
    bills: tuple[Slip, ...]
    held: tuple[Slip, ...]


def draw(scene: Scene) -> str:
    """Draw the table."""
    return _Table(scene).draw()


class _Table(Picture[View, events.Event]):
    package: ClassVar[str] = PACKAGE

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.deck = scene.view.deck
        self.item: Item | None = scene.view.agenda[0] if scene.view.agenda else None
        self.idle = scene.event is not None and not (
            isinstance(self.turn, Chance | Decide | Over) or isinstance(self.item, RollOff)
        )
        self.asked = self.view
        """The table as the seat sees it that decides; its legal moves if it decides here."""
        if self.decider in self.playing:
            self.asked = scene.own[self.decider]
        elif self.decider is not None:
            self.asked = replace(self.view, seat=self.decider)

    def draw(self) -> str:
        text, item, turn = self.text, self.item, self.turn
        throws = isinstance(turn, Chance) and not self._down()
        pips = self.event.pips if isinstance(self.event, _THROWN) and not throws else 0
        rolls = isinstance(turn, Chance) and turn.purpose == "roll"
        prospects = reading.prospects(self.view) if rolls else {}
        return self.render(
            head=headline(self.scene),
            reading=reading,
            asked=self.asked,
            prompt=self.prompt,
            interest_ahead=interest_ahead,
            rates=(text.percent(SAVINGS_PCT), text.percent(LOAN_PCT)),
            step=self.money(STEP),
            fee=self.money(FEE),
            accounts=account_names(text),
            told_of=captions.told_of,
            words_of_mail=captions.words_of_mail,
            squares=[self._square(n, prospects.get(n, (0,))[0]) for n in range(DAYS + 1)],
            last=self._last(),
            pips=pips,
            chance=self._chance(),
            dice=[self._set(face) for face in FACES] if throws else (),
            prospects=prospects,
            down=self._down(),
            left=item.left if isinstance(item, Delivery) else 1,
            paper=self._paper(),
            gauge=self._gauge() if self.prompt == "buy" else None,
            roll_off=item if isinstance(item, RollOff) else None,
            roller=self._roller(),
            best=self._best(),
            groups=self._groups() if self.playing else (),
            till=self._till() if self.playing else None,
            idle=self.idle,
            homes=self._homes(),
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

    def _square(self, number: int, pips: int) -> Square:
        view = self.view
        day = self.deck.days[number - 1] if number else None
        there = [seat for seat, each in enumerate(view.households) if each.day == number]
        last = number == DAYS and self._last()
        tag = ""
        if number == DAYS:
            tag = f"+{self.money(0 if last else self.deck.salary)}"
        elif day:
            tag = captions.tag(day, self.text)
        active = view.households[view.active]
        return Square(
            number=number,
            title=day_name(self.deck, number, self.text),
            day=day,
            tag=tag,
            pawns=tuple((n + 1, view.households[n].month > view.rules.months) for n in there),
            names=self.text.listing([self.scene.names[seat] for seat in there]) if there else "",
            pips=pips,
            here=active.day == number and not isinstance(self.turn, Over),
            last=last,
        )

    def _last(self) -> bool:
        """Whether the active seat is in the last month."""
        return self.view.households[self.view.active].month >= self.view.rules.months

    # --- the moment -----------------------------------------------------------------------

    def _down(self) -> str:
        """Return the deck that a card comes from next; "" for none."""
        purpose = self.turn.purpose if isinstance(self.turn, Chance) else ""
        return {"mail": "mail", "turn_up": "deal"}.get(purpose, "")

    def _chance(self) -> Play | None:
        """Let a person roll the die or turn up a card; for a bot a step or its die does."""
        text, down = self.text, self._down()
        if not isinstance(self.turn, Chance):
            return None
        seat = self._luck_of()
        if seat in self.scene.bots:
            verb = text("Roll the die for {name}", name=self.scene.names[seat])
            return None if down else Play(verb, key="chance", do="step")
        verb = {"mail": text("Draw a card"), "deal": text("Turn up the Deal")}.get(
            down, text("Roll the die")
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

    def _roller(self) -> Seat | None:
        """Return the seat that rolls for a prize now, or was the last to; None if none does."""
        if not isinstance(self.item, RollOff):
            return None
        if isinstance(self.turn, Chance):
            return self._luck_of()
        return self.event.seat if isinstance(self.event, events.DieRolled) else None

    def _best(self) -> tuple[Seat, ...]:
        """Return the seats with the highest roll, once everyone has rolled."""
        item = self.item
        if isinstance(item, RollOff) and len(item.rolls) == len(item.seats):
            return highest(item)
        return ()

    def _paper(self) -> tuple[Literal["deal", "mail", "day"], int] | None:
        """Return what lies open: the card to decide on, or what the last event turned up."""
        event = self.event
        match self.item:
            case DealOffer(deal=card) | Payment(debt="deal", card=card):
                return "deal", card
            case (
                InsuranceOffer(card=card)
                | SwellfareOffer(card=card)
                | SwellfareDraw(card=card)
                | Payment(debt="insurance" | "swellfare", card=card)
            ):
                return "mail", card
        if isinstance(event, _OF_DEALS):
            return "deal", event.deal
        if isinstance(event, _OF_MAIL):
            return "mail", event.card
        if isinstance(event, events.PawnMoved | events.PawnSteppedBack) and event.day:
            return "day", event.day
        day = self.view.households[self.view.active].day
        return ("day", day) if day and self.idle else None

    # what can be played

    def _groups(self) -> tuple[Group, ...]:
        by, price = me(self.asked), reading.price_asked(self.asked)
        household = reading.own(self.asked)
        match self.prompt:
            case "buy" | "insure":
                return (self._choice(self.named(Buy(by))),)
            case "stake":
                return (self._choice(self.named(Stake(by, price))),)
            case "bet":
                stakes = [self._sums(Stake)] if self._amounts(Stake) else []
                return (*stakes, self._choice())
            case "sell":
                sales = tuple(self.named(Sell(by, deal)) for deal in household.deals)
                return (Group("sell", "", sales), self._choice())
            case "raise":
                return (self._to_raise(household, price),)
            case _:
                business = [self._sums(Repay)] if household.loan else []
                if household.savings:
                    business.append(self._sums(Withdraw))
                return (*business, self._sums(Deposit), self._choice())

    def _amounts(self, kind: type[Sum]) -> list[int]:
        """List, in ascending order, the sums with which a kind of move is legal."""
        return [move.amount for move in self.asked.legal if isinstance(move, kind)]

    def _choice(self, *plays: Play) -> Group:
        """Put the answers to a question side by side, the last of them to decline."""
        barred = self.prompt == "bet" and not self._amounts(Stake)
        return Group("choice", "", (*plays, self.named(Pass(me(self.asked)), main=barred)))

    def _sums(
        self, kind: type[Sum], *, title: str = "", now: int | None = None, most: int = 0
    ) -> Group:
        """Let a seat set the sum of a move; a single one is a button.

        Parameters
        ----------
        now
            The sum that stands there at first.
        most
            A sum that can be set besides those that are listed.
        """
        by, name, title = me(self.asked), kind.__name__.lower(), title or self._title(kind)
        sums = sorted({*self._amounts(kind), *({most} - {0})})
        if len(sums) < _SEVERAL:
            (amount,) = sums or (STEP,)
            return Group(name, title, (self.named(kind(by, amount), self.money(amount)),))
        step = BET_STEP if kind is Stake else STEP
        pad = Pad.of(
            lambda amount: kind(by, amount),
            sums[0],
            sums[-1],
            key=f"{name}-{self.scene.key}",
            label=title,
            bare=self._verb(kind),
            called=self.scene.called,
            text=self.text,
            money=self.money,
            chosen=self.scene.chosen,
            step=step,
            tick=step,
            now=now,
        )
        return Group(name, title, (), pad)

    def _title(self, kind: type[Sum]) -> str:
        fee = fee_now(reading.own(self.asked))
        if kind is Withdraw and fee:
            return self.text("Withdraw: the bank keeps {fee} of it", fee=self.money(fee))
        return self._verb(kind)

    def _verb(self, kind: type[Sum]) -> str:
        text = self.text
        return {
            Stake: text("Stake"),
            Withdraw: text("Withdraw"),
            Borrow: text("Borrow"),
            Repay: text("Pay back"),
            Deposit: text("Save"),
        }[kind]

    def _to_raise(self, household: Household, price: int) -> Group:
        now = reading.raise_least(self.asked).amount
        if household.savings:
            return self._sums(Withdraw, now=now)
        most, title = reading.loan_needed(household, price), ""
        if most > STEP and most in self._amounts(Borrow):
            title = self.text("Borrow: {sum} is enough, less is not", sum=self.money(most))
        return self._sums(Borrow, title=title, now=now)

    def _gauge(self) -> Gauge:
        """Lay a Deal's price and a month's interest along what a buyer pays for it."""
        text, household = self.text, reading.own(self.asked)
        deal = reading.deal_offered(self.asked)
        paying = reading.paying(household, deal.cost)
        others = paying.fee + reading.interest_on(self.asked, paying.loan)
        left = self.money(deal.price - deal.cost - others)
        return Gauge.of(
            price=deal.cost,
            others=others,
            brings=deal.price,
            hand=household.cash + household.savings,
            sum_=text("leaves {sum} if sold this month", sum=left)
            if paying.loan
            else text("leaves {sum} if sold", sum=left),
        )

    def _till(self) -> Group | None:
        """Keep the bank at hand: what can be withdrawn or borrowed besides the answers."""
        text = self.text
        if self.prompt == "raise":
            return None
        if reading.own(self.asked).savings:
            offered = self.prompt != "bank" and self._amounts(Withdraw)
            return self._sums(Withdraw, title=text("Bank: withdraw money")) if offered else None
        most = reading.loan_to_stake(self.asked) if self.prompt == "bet" else 0
        title = text("Borrow money")
        if not (most or self._amounts(Borrow)):
            return None
        return self._sums(Borrow, title=title, now=most or None, most=most)

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

    def _homes(self) -> list[Home]:
        seats = range(len(self.view.households))
        sheets = [self.scene.sheet(seat) for seat in seats]
        sums = [each for sheet in sheets for each in (sheet.counted_assets, sheet.counted_debts)]
        scale = max(_LEAST_SCALE, *sums)
        return [self._home(seat, sheets[seat], scale) for seat in seats]

    def _home(self, seat: Seat, sheet: Sheet, scale: int) -> Home:
        household, name = self.view.households[seat], self.scene.names[seat]
        told = self.text("{name}, {money} in cash", name=name, money=self.money(household.cash))
        letters = (*household.insurances, *household.tickets)
        return Home(
            seat=self.card(seat, said=told),
            household=household,
            months=self.view.rules.months,
            bot=seat in self.scene.bots
            or (self.scene.mine not in {None, seat} and not self.scene.apart),
            sheet=sheet,
            scale=scale,
            due=bills_due(household, self.deck),
            sold=reading.sold(household, self.deck),
            interest=interest_ahead(self.view, seat),
            bills=tuple(self._bill(card, seat) for card in household.bills),
            held=(
                *[self._held(deal, seat) for deal in household.deals],
                *[self._letter(card) for card in letters],
            ),
        )

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

    def _bill(self, number: int, seat: Seat) -> Slip:
        text, event = self.text, self.scene.event
        new = isinstance(event, events.BillKept) and (event.card, event.seat) == (number, seat)
        amount = self.money(self.deck.mail[number - 1].amount)
        label = f"{mail_name(self.deck, number, text)}: {amount}"
        origin = "deck-mail" if new else ""
        return Slip(f"mail-{number}", "bill", amount, label, origin)

    def _held(self, number: int, seat: Seat) -> Slip:
        text, event = self.text, self.scene.event
        deal = self.deck.deals[number - 1]
        new = isinstance(event, events.DealBought) and (event.deal, event.seat) == (number, seat)
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


_THROWN: Final = (events.PawnMoved, events.DieRolled, events.SwellfareWon, events.SwellfareLost)
"""The events that show the die."""
_OF_DEALS: Final = (events.DealTurnedUp, events.DealDeclined, events.DealSold)
_OF_MAIL: Final = (
    events.MailDiscarded,
    events.BillKept,
    events.BillCancelled,
    events.WindfallPaid,
    events.TicketKept,
    events.InsuranceOffered,
    events.InsuranceBought,
    events.InsuranceDiscarded,
    events.SwellfareOffered,
    events.SwellfareUnused,
    events.SwellfareStaked,
)
"""The events that show a card."""
