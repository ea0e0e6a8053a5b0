"""The picture of the room: turns a scene into HTML.

This module decides what is shown and what can be played; the template ``board.html.j2`` lays it
out and ``board.css`` styles it. What is hidden from the scene's seats never reaches the template.
"""

from typing import ClassVar

from msgspec import Struct

from paydays_widgets.core.game import Over, Seat
from paydays_widgets.games.auction_room import events, reading
from paydays_widgets.games.auction_room.board.about import Scene, about
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.moves import Bid, Move, Pass, Stay, Stop
from paydays_widgets.games.auction_room.rules import CLOCKS
from paydays_widgets.games.auction_room.state import PASSED, BidderView, View, ceiling, floor
from paydays_widgets.games.auction_room.text import (
    auction_name,
    explain,
    law,
    money,
    price_rule,
    prompt,
    rivals,
)
from paydays_widgets.show.board import NOTHING, Headline, Mood, Picture, Play, SeatCard, Tone, told
from paydays_widgets.show.gauge import Gauge
from paydays_widgets.show.pad import Outlook, Pad

FEW = 4
"""More seats than this need room of their own."""
RUNS = (1, 5, 10)
"""How many ticks a seat can let a clock run at once."""


class Row(Struct, frozen=True):
    """A seat's row: what it has bid, and what the object is worth to it, in per cent."""

    seat: SeatCard
    bid: float | None
    bid_said: str
    bid_sum: str
    sealed: bool
    worth: float | None
    worth_said: str
    wins: bool


class Decision(Struct, frozen=True):
    """What a seat decides: the price that it sets, and what it can do besides.

    ``notes`` say how values are drawn, and how many rivals there are.
    """

    pad: Pad | None
    plays: tuple[Play, ...]
    gauge: Gauge | None
    notes: tuple[str, ...] = ()


class Shown(Struct, frozen=True):
    """The object in the middle.

    ``own`` is what the seat of this screen knows; "" for nothing. Above ``limit``, in cents, it
    would lose by winning at the clock; None if that is no matter of the clock.
    """

    round: str
    auction: str
    terms: str
    own_said: str
    own: str
    clock: str
    limit: int | None
    last: str


def draw(scene: Scene) -> str:
    """Draw the room."""
    return _Room(scene).draw()


class _Room(Picture[View, Event]):
    package: ClassVar[str] = "paydays_widgets.games.auction_room"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.most = ceiling(self.view.rules, self.view.deck)

    def draw(self) -> str:
        view = self.view
        return self.render(
            head=self._headline(),
            shown=self._shown(),
            rows=[self._row(seat) for seat in range(len(view.bidders))],
            price=self._price(),
            worth=None if view.worth is None else self._share(view.worth),
            worth_said="" if view.worth is None else self.money(view.worth),
            most=self.money(self.most),
            decisions=[self._decision(seat) for seat in self.playing],
            result=self._result(),
            about=about(self.scene),
            many=len(view.bidders) > FEW,
            ticks=self.scene.ticks,
        )

    # what a game defines

    def money(self, amount: int) -> str:
        return money(amount, self.text)

    def purse(self, seat: Seat) -> str:
        own = self.scene.own.get(seat, self.view).bidders[seat].money
        return self.text("secret") if own is None else self.money(own)

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        bidder, text = self.view.bidders[seat], self.text
        if bidder.out:
            return text("Out of the game"), "out"
        clock = self.view.rules.auction in CLOCKS
        if seat in self.deciding and (seat in self.playing or not self.scene.apart):
            still = text("Still in") if self.scene.ticks else text("Decides…")
            return still, "acting" if seat in self.playing else "active"
        if bidder.bid == PASSED:
            return text("Passes"), "idle"
        if clock and bidder.bid is not None:
            sum_ = self.money(bidder.bid)
            if self.view.rules.auction == "dutch":
                return text("Buys at {sum}", sum=sum_), "idle"
            return text("Out at {sum}", sum=sum_), "idle"
        if self.prompt and bidder.has_bid and not self.scene.apart:
            return text("Has decided"), "idle"
        return "", "idle"

    def note(self, seat: Seat) -> tuple[str, Mood]:
        match self.event:
            case events.ProfitBooked(profits=profits):
                profit = profits[seat]
                if not profit:
                    return NOTHING
                if profit > 0:
                    return self.text("Gains {sum}", sum=self.money(profit)), "gain"
                return self.text("Loses {sum}", sum=self.money(-profit)), "loss"
            case events.SeatRuined(seat=at) if at == seat:
                return self.text("Ruined"), "loss"
            case _:
                return NOTHING

    # the parts

    def _share(self, amount: int) -> float:
        """Return where an amount lies on the scale, in per cent."""
        return round(100 * min(max(amount, 0), self.most) / self.most, 1)

    def _headline(self) -> Headline:
        scene, text = self.scene, self.text
        if not self.deciding:
            if scene.event is None or isinstance(self.turn, Over):
                return Headline(prompt(self.turn, scene.names, text))
            return told(scene, explain)
        asked = {
            "english": text("Stay in, or drop out?"),
            "dutch": text("Buy, or let it fall?"),
        }.get(self.view.rules.auction, text("Your sealed bid?"))
        if not self.playing or len(self.playing) > 1 or scene.mine is None:
            asked = prompt(self.turn, scene.names, text)
        return Headline(asked, price_rule(self.view.rules.auction, text) if scene.hint else "")

    def _shown(self) -> Shown:
        view, text = self.view, self.text
        reserve = floor(view.rules)
        seat = self.scene.mine
        if seat is None or seat not in self.scene.own:
            seat = next(iter(self.playing), None)
        own = None if seat is None else self._known(seat)
        value = own.value if own else None
        said, amount = "", ""
        if value is not None:
            amount = self.money(value)
            if view.rules.common:
                amount = f"{amount} ± {self.money(view.rules.spread * UNIT)}"
                said = text("Your estimate")
            else:
                said = text("Your cost") if view.rules.tender else text("Your value")
        if own and own.budget is not None:
            terms = text("You can spend {sum}.", sum=self.money(own.budget))
        elif reserve:
            terms = text("Reserve {sum}", sum=self.money(reserve))
        elif view.rules.common:
            terms = text("Worth the same to everyone")
        else:
            terms = ""
        clock = view.rules.auction in CLOCKS and view.round > 0
        return Shown(
            round=text("Round {n} of {of}", n=max(view.round, 1), of=view.rules.rounds)
            if view.rules.rounds > 1
            else "",
            auction=auction_name(view.rules.auction, text),
            terms=terms,
            own_said=said,
            own=amount,
            clock=self.money(view.clock) if clock else "",
            limit=self._limit(value) if clock and self.scene.ticks else None,
            last=self._last() if self.deciding else "",
        )

    def _limit(self, value: int | None) -> int | None:
        """Return above which price of the clock a seat of its own value would lose by winning."""
        return None if self.view.rules.common else value

    def _last(self) -> str:
        """Say who won the round before, and at what price."""
        text, names = self.text, self.scene.names
        for event in self.scene.past():
            match event:
                case events.ProfitBooked(winner=int(seat), price=int(price)):
                    return text("Before: {name} at {sum}", name=names[seat], sum=self.money(price))
                case events.ProfitBooked():
                    return ""
                case _:
                    pass
        return ""

    def _known(self, seat: Seat) -> BidderView:
        """Return what this screen may show of a seat."""
        return self.scene.own.get(seat, self.view).bidders[seat]

    def _row(self, seat: Seat) -> Row:
        text, bidder = self.text, self._known(seat)
        bid = self._bid_seen(seat)
        value, name = bidder.value, self.scene.names[seat]
        clock = self.view.rules.auction in CLOCKS
        return Row(
            seat=self.card(seat),
            bid=None if bid is None else self._share(bid),
            bid_said=""
            if bid is None
            else text("{name} bids {sum}", name=name, sum=self.money(bid)),
            bid_sum="" if bid is None or clock else text("bids {sum}", sum=self.money(bid)),
            sealed=bid is None and bidder.has_bid and not clock,
            worth=None if value is None else self._share(value),
            worth_said=""
            if value is None
            else text("costs {sum}", sum=self.money(value))
            if self.view.rules.tender
            else text("estimates {sum}", sum=self.money(value))
            if self.view.rules.common
            else text("worth {sum}", sum=self.money(value)),
            wins=self._winner() == seat,
        )

    def _bid_seen(self, seat: Seat) -> int | None:
        """Return a bid that this screen may show; a sealed one only to its owner, alone.

        Others may look at a screen that is not its owner's own until everyone has decided.
        """
        bid = self.view.bidders[seat].bid
        if bid is None and len(self.scene.own) == 1 and (self.scene.apart or not self.deciding):
            bid = self._known(seat).bid
        return None if bid == PASSED else bid

    def _winner(self) -> Seat | None:
        match self.event:
            case events.ObjectSold(seat=seat):
                return seat
            case events.ProfitBooked(winner=seat) | events.ValuesTold(winner=seat):
                return seat
            case _:
                return None

    def _price(self) -> float | None:
        """Return where the price lies, once the object is sold."""
        match self.event:
            case events.ObjectSold(price=price) | events.ProfitBooked(price=price) if price:
                return self._share(price)
            case _:
                return None

    def _result(self) -> tuple[str, str]:
        """Say what a round has come to, with its sum, or how many have decided."""
        text, names = self.text, self.scene.names
        match self.event:
            case events.ObjectSold(seat=int(seat), price=int(price)):
                return names[seat], self.money(price)
            case events.ProfitBooked(winner=int(seat), value=int(value), price=int(price)):
                first, second = (price, value) if self.view.rules.tender else (value, price)
                sums = (self.money(first), self.money(second), self.money(first - second))
                return names[seat], "{} − {} = {}".format(*sums)
            case events.ObjectUnsold():
                return "", text("Nobody takes it")
            case events.ValuesTold(worth=int(worth)):
                return text("It was worth"), self.money(worth)
            case events.ClockMoved(price=price):
                return text("The clock shows"), self.money(price)
            case events.ProfitBooked(winner=None):
                return self._secret_result()
            case _ if self.scene.apart:
                return "", ""
            case _ if self.deciding or isinstance(self.event, events.BidSealed | events.CallMade):
                playing = [each for each in self.view.bidders if not each.out]
                decided = sum(each.has_bid for each in playing)
                return text("Decided"), text("{n} of {all}", n=decided, all=len(playing))
            case _:
                return "", ""

    def _secret_result(self) -> tuple[str, str]:
        """Write what this screen may know of a round that it has not seen won."""
        text = self.text
        ends = events.ObjectSold | events.ObjectUnsold
        found = next((each for each in self.scene.past() if isinstance(each, ends)), None)
        if not isinstance(found, events.ObjectSold):
            return "", text("Nobody takes it") if found else ""
        if found.price is not None:
            return text("The price"), self.money(found.price)
        mine = self.scene.mine in self.scene.own
        return "", text("You have not won") if mine else text("Who has won is secret")

    # what is decided

    def _decision(self, seat: Seat) -> Decision:
        return self._clock(seat) if self.prompt == "clock" else self._sealed(seat)

    def _sealed(self, seat: Seat) -> Decision:
        """Let a seat set a price, and bid it."""
        view, text = self.scene.own[seat], self.text
        bids = [each.amount for each in view.legal if isinstance(each, Bid)]
        passes = self._passing(seat)
        outlook = self._outlook(view)
        notes = (law(view.rules, view.deck, text), rivals(reading.seats_in(view) - 1, text))
        if not bids:
            return Decision(None, (passes,), outlook.at(0, self.money), notes)
        pad = Pad.of(
            lambda amount: Bid(seat, amount),
            bids[0],
            bids[-1],
            key=f"{seat + 1}-{view.round}",
            label=text("Your bid"),
            bare=text("Bid"),
            called=self.scene.called,
            text=text,
            money=self.money,
            chosen=self.scene.chosen,
            unit=UNIT,
            tick=UNIT,
            most=None if view.rules.tender else self._worth_most(view),
            outlook=outlook,
        )
        return Decision(pad, (passes,), pad.gauge(self.money), notes)

    @staticmethod
    def _worth_most(view: View) -> int:
        """Return the most that the object can be worth to a seat, as far as it knows."""
        spread = view.rules.spread * UNIT if view.rules.common else 0
        return min(reading.own_value(view) + spread, reading.most_payable(view))

    def _clock(self, seat: Seat) -> Decision:
        """Let a seat stop the clock, or let it run on by some ticks."""
        text, clock = self.text, self.view.clock
        legal = self.playing[seat]
        falls = self.view.rules.auction == "dutch"
        if self.scene.ticks:
            verb = text("Buy") if falls else text("Drop out")
            stop_it = Play("", verb, value=str(clock), key="stop", do="stop", main=True)
            return Decision(None, (stop_it,), None)
        tick = -self.view.deck.tick if falls else self.view.deck.tick
        plays: list[Play] = []
        stop: Move = Stop(seat, clock)
        if stop in legal:
            plays.append(self.named(stop))
        view = self.scene.own[seat]
        limited = not falls and not view.rules.common
        limit = min(reading.own_value(view), reading.most_payable(view))
        to_limit = Stay(seat, clock + (limit - clock) // tick * tick)
        for run in RUNS:
            stay = Stay(seat, clock + run * tick)
            beyond = limited and run > 1 and stay.price >= to_limit.price
            if stay in legal and not beyond:
                plays.append(self.named(stay))
        if limited and to_limit in legal and to_limit.price > clock + tick:
            verb = text("On to {sum}, your limit", sum=self.money(to_limit.price))
            plays.append(self.play(to_limit, "", verb, main=True))
        if Pass(seat) in legal:
            plays.append(self._passing(seat))
        return Decision(None, tuple(plays), self._outlook(view).at(clock, self.money))

    def _passing(self, seat: Seat) -> Play:
        label = self.text("Pass, and take no part in this round")
        return self.play(Pass(seat), label, self.scene.called(Pass(seat)))

    def _outlook(self, view: View) -> Outlook:
        """Say what a price leaves of the worth if the seat wins at it."""
        text = self.text
        worth = reading.worth_if_won(view) if self.scene.advice else reading.own_value(view)
        facts = {"price": "{sum}", "left": "{left}"}
        if view.rules.tender:
            told = text(
                "Paid {price} − cost {cost} = {left}, if you win", cost=self.money(worth), **facts
            )
            return Outlook(worth, 0, None, None, told, told)
        told = self._sum({"worth": self.money(worth), **facts})
        return Outlook(None, 0, worth, worth, told, told)

    def _corrected(self, facts: dict[str, str]) -> str:
        text = self.text
        match self.view.rules.auction:
            case "second":
                return text(
                    "If a rival’s estimate is as high and none higher: value {worth} − price "
                    "{price} = {left}",
                    **facts,
                )
            case "english":
                return text(
                    "If all others drop out here: value {worth} − price {price} = {left}", **facts
                )
            case _:
                return text(
                    "If yours is the highest estimate: value {worth} − price {price} = {left}",
                    **facts,
                )

    def _sum(self, facts: dict[str, str]) -> str:
        text, rules = self.text, self.view.rules
        if rules.common and not self.scene.advice:
            return text("If it is worth your estimate: {worth} − price {price} = {left}", **facts)
        if rules.common:
            return self._corrected(facts)
        match rules.auction:
            case "second":
                return text(
                    "You pay the next bid. Value {worth} − at most {price} = {left} or more",
                    **facts,
                )
            case "all_pay":
                return text(
                    "You pay {price} in any case. If you win: {worth} − {price} = {left}", **facts
                )
            case _:
                return text("Value {worth} − price {price} = {left}, if you win", **facts)
