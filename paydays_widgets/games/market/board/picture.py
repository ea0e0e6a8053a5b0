"""The picture of a market of units: turns a scene into HTML.

This module decides what is shown and what can be played; the template ``board.html.j2`` lays it
out and ``board.css`` styles it. What is hidden from the scene's seats never reaches the template.
Its size does not depend on how many trade: the best offers stand for everyone.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Any, ClassVar, Final, Literal, TypeAlias

from markupsafe import Markup
from msgspec import Struct

from paydays_widgets.core.game import Over, Seat
from paydays_widgets.core.ledger import Account, owner
from paydays_widgets.games.market import events, reading
from paydays_widgets.games.market.board.about import about
from paydays_widgets.games.market.board.blocks import PACKAGE, drawn
from paydays_widgets.games.market.board.plot import Laid, Line, Plot, Scale, curves, limits
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.engine.book import best, offers
from paydays_widgets.games.market.events import Event, Side
from paydays_widgets.games.market.moves import Move, Offer, Take, Wait, Withdraw
from paydays_widgets.games.market.reading.periods import Trade, sides
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import NONE, Quote, View, tax_of
from paydays_widgets.games.market.text import explain, money, phrases, prompt
from paydays_widgets.show import board
from paydays_widgets.show.board import (
    Flight,
    Headline,
    Picture,
    Place,
    Play,
    Routine,
    SeatCard,
    Tone,
    told,
)
from paydays_widgets.show.gauge import Gauge
from paydays_widgets.show.pad import Outlook, Pad

Scene: TypeAlias = board.Scene[View, Event]
DEPTH: Final = 5
"""So many offers of either side are listed."""
FEW: Final = 8
"""Up to so many seats have cards of their own."""
PLACES: Final = 3
"""So many places are listed where more play."""
_KEPT: Final = 64
"""So many drawn parts are kept: those of a few markets, in each language."""


class Unit(Struct, frozen=True):
    """What a unit is worth to its seat, or costs it, and whether it is traded or next."""

    sum: str
    stands: Literal["done", "next", "other"]


class Mine(Struct, frozen=True):
    """What the seat of this screen knows of itself.

    Parameters
    ----------
    said
        What its cards are called.
    left
        How many units it can still trade; "" after the game.
    gained
        What it has gained so far: paid at the end, so that no account has it before.
    loses
        Whether that is less than nothing.
    sealed
        The prices that it has handed in; () for none, or where others look on.
    trades
        What it has traded in the period that is shown, each with its gain, and whether that is a
        loss; () where others look on.
    """

    said: str
    units: tuple[Unit, ...]
    left: str
    gained: str
    loses: bool
    sealed: tuple[str, ...]
    trades: tuple[tuple[str, str, bool], ...]


class Rung(Struct, frozen=True):
    """An offer on the ladder; its seat is counted from 1."""

    seat: int
    key: str
    name: str
    sum: str
    best: bool
    said: str


class Ladder(Struct, frozen=True):
    """The book: the best asks above the gap, and the best bids below it.

    Parameters
    ----------
    more_asks, more_bids
        How many are not listed; "" for none.
    gap
        How far best bid and best ask are apart, or which of them there is not.
    above, below
        How many rungs each side can have.
    """

    asks: tuple[Rung, ...]
    more_asks: str
    gap: str
    bids: tuple[Rung, ...]
    more_bids: str
    above: int
    below: int


class Decision(Struct, frozen=True):
    """What a seat decides: a price that it names, and what it can do besides.

    Parameters
    ----------
    side
        Whether it buys or sells.
    taking
        To take the other side's best offer; None where none stands.
    note
        What taking the other side's best offer leaves; "" where none stands.
    loses
        Whether that is a loss.
    routine
        What can be left to the page; None for nothing.
    """

    pad: Pad | None
    side: Side
    taking: Play | None
    plays: tuple[Play, ...]
    routine: Routine | None
    gauge: Gauge | None
    note: str
    loses: bool


class Past(Struct):
    """What has happened in the period that is shown, and in the one before it.

    Parameters
    ----------
    opened, opened_before
        The offers of its call, and of the call before it.
    """

    period: int
    trades: list[Trade]
    before: list[Trade]
    opened: events.OffersOpened | None = None
    opened_before: events.OffersOpened | None = None


_PASSED: Final = frozenset({events.Traded, events.OffersOpened, events.PeriodBegun})


_drawn: Final = lru_cache(_KEPT)(drawn)
"""All see these parts alike: they are drawn once for all from whom nothing else is hidden."""


class Market(Picture[View, Event]):
    """What both kinds of goods share, and what units need."""

    package: ClassVar[str] = PACKAGE

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.me = self._whose()

    def draw(self) -> str:
        view, over, held = self.view, isinstance(self.turn, Over), self._held()
        seats, decides = len(view.traders), held["decision"] or held["deal"]
        return self.render(
            over=over,
            head=None if self._flows else self._headline(),
            flows=self._flows,
            book="" if view.rules.call or over else self._own("book"),
            prices=self._own("prices"),
            result=("", "") if decides else self._result(),
            seats=[self._seat(seat) for seat in range(seats)] if seats <= FEW else [],
            **held,
        )

    def _held(self) -> dict[str, object]:
        """Draw what this screen’s seat has and decides, by the goods that it trades."""
        return {
            "mine": None if self.me is None else self._mine(self.own, self.me),
            "portfolio": None,
            "decision": next(map(self._decision, self.playing), None),
            "deal": None,
            "out": False,
        }

    def news(self) -> dict[str, str]:
        parts = {"prices": self._alike("prices")}
        if self.view.rules.call:
            return parts
        parts |= {"book": self._alike("book")}
        parts |= {"taking": _drawn("taking", self.text, "", loses=False)}
        sides: tuple[Side, ...] = ("buyer", "seller")
        for side in sides:
            seat, play = self._takes(side)
            drawn = _drawn("taken", self.text, side, play)
            parts[f"take-{side}"] = drawn.replace(f'data-move="{seat + 1} ', 'data-move="@ ')
        return parts

    def _alike(self, part: str) -> str:
        """Draw a part that all see alike, unless that has been done."""
        drawn = self.scene.shared.get(part)
        if drawn is None:
            drawn = _drawn(part, self.text, self._plot() if part == "prices" else self._ladder())
        return drawn

    def _own(self, part: str) -> Markup:
        """Mark what belongs to the seat of this screen in a part that all see alike."""
        drawn = self._alike(part)
        if self.me is not None:
            drawn = drawn.replace(mark := f' data-of-{self.me + 1}=""', f'{mark} data-own=""')
        return Markup(drawn)  # noqa: S704 - of a template

    def _takes(self, side: Side) -> tuple[Seat, Play | None]:
        """Let the first seat of a side take the other side's best offer."""
        facing = self._facing(side)
        seat = next(at for at, each in enumerate(self.view.traders) if each.side == side)
        if facing is None:
            return seat, None
        move = Take(seat, facing.price)
        return seat, Play("", self.scene.called(move), move)

    def _facing(self, side: Side) -> Quote | None:
        return best(offers(self.view, buying=side == "buyer")[1])

    # what a game defines

    def money(self, amount: float) -> str:
        return money(amount, self.text)

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        each, text = self.view.traders[seat], self.text
        buying = each.side == "buyer"
        hidden = self.scene.apart and self._together and seat not in self.playing
        if seat in self.deciding and not hidden:
            said = text("Buys, decides…") if buying else text("Sells, decides…")
            return said, "acting" if seat in self.playing else "active"
        if not each.left:
            return text("Buys, done") if buying else text("Sells, done"), "idle"
        if self.prompt and not hidden and each.waits:
            return text("Buys, waits") if buying else text("Sells, waits"), "idle"
        if self.prompt == "call" and not hidden:
            return text("Buys, has decided") if buying else text("Sells, has decided"), "idle"
        return text("Buys") if buying else text("Sells"), "idle"

    def status(self, seat: Seat) -> tuple[str, Tone]:
        """Leave it to gold and the ranking to name the winner, beside whom a sum stands."""
        said, tone = super().status(seat)
        return "" if tone == "won" else said, tone

    def account(self, account: Account) -> str:
        return "prices" if owner(account) is None else super().account(account)

    def flights(self) -> tuple[Flight, ...]:
        return super().flights() if len(self.view.traders) <= FEW else ()

    def ranking(self) -> tuple[Place, ...]:
        """List all places, or where many play the first ones, and that of this screen's seat."""
        found = super().ranking()
        if len(found) <= FEW:
            return found
        rest = [each for each in found[PLACES:] if each.seat - 1 == self.me]
        return (*found[:PLACES], *rest)

    # what follows from the scene

    @property
    def own(self) -> View:
        """What the seat of this screen sees."""
        return self.view if self.me is None else self.scene.own[self.me]

    @property
    def _together(self) -> bool:
        """Whether several decide at once, so that a phone is not drawn again for each of them."""
        return self.view.rules.call or self.view.rules.free

    @property
    def _flows(self) -> bool:
        """Whether all may speak in a class at any time: what is around the picture says so."""
        return self.scene.apart and self.view.rules.free and bool(self.prompt)

    def _whose(self) -> Seat | None:
        """Return the seat whose cards stand on this screen; None in front of others."""
        own = self.scene.own
        if self.scene.mine in own:
            return self.scene.mine
        return next(iter(own)) if len(own) == 1 else next(iter(self.playing), None)

    @cached_property
    def past(self) -> Past:
        found, begun = Past(self.view.period, [], []), 0
        for event in self.scene.past():
            if type(event) not in _PASSED:
                continue  # most of them are offers, and each picture looks at all
            match event:
                case events.Traded(number=number, price=price, buyer=buyer, seller=seller):
                    trades = found.before if begun else found.trades
                    trades.insert(0, Trade(number, price, buyer, seller))
                case events.OffersOpened() if begun:
                    found.opened_before = event
                case events.OffersOpened():
                    found.opened = event
                case events.PeriodBegun(period=period):
                    if begun:
                        break
                    begun, found.period = 1, period
        return found

    def _gains(self) -> list[events.GainBooked]:
        """List what the seat of this screen has gained in the period that is shown."""
        passed = takewhile(lambda each: type(each) is not events.PeriodBegun, self.scene.past())
        own = [each for each in passed if type(each) is events.GainBooked and each.seat == self.me]
        return own[::-1]

    # the parts

    def _headline(self) -> Headline:
        scene, text = self.scene, self.text
        if not self.deciding:
            if scene.event is None or isinstance(self.turn, Over):
                return Headline(prompt(self.turn, scene.names, text))
            return told(scene, explain)
        if len(self.playing) != 1 or scene.mine is None:
            if self._together and (scene.apart or len(self.view.traders) > FEW):
                return Headline(phrases(text).together[self.prompt])
            return Headline(prompt(self.turn, scene.names, text))
        [seat] = self.playing
        buying = self.view.traders[seat].side == "buyer"
        if self.view.rules.call:
            asked = text("Your sealed bid?") if buying else text("Your sealed ask?")
        elif buying:
            asked = text("Bid, take a price, or wait?")
        else:
            asked = text("Ask, take a price, or wait?")
        return Headline(asked, text("Gains are paid after the last period."))

    def _mine(self, view: View, seat: Seat) -> Mine:
        each, text, units = view.traders[seat], self.text, view.rules.units
        cards, gain = each.cards or (), each.gain or 0
        done = units - each.left
        now = max(done, each.has_offered) if seat in self.deciding else done
        if each.side == "buyer":
            said = text.plural("Your value", "Your values", units)
        else:
            said = text.plural("Your cost", "Your costs", units)
        alone = len(self.scene.own) == 1 and (self.scene.apart or not self.deciding)
        sealed = (each.sealed or ()) if alone or seat in self.playing else ()
        return Mine(
            said=said,
            units=tuple(
                Unit(self.money(card), "done" if at < done else "next" if at == now else "other")
                for at, card in enumerate(cards)
            ),
            left=""
            if isinstance(self.turn, Over)
            else text.plural("{n} unit left", "{n} units left", each.left),
            gained=self.money(gain),
            loses=gain < 0,
            sealed=tuple(text("none") if n == NONE else self.money(n) for n in sealed),
            trades=tuple(self._traded(each) for each in self._gains()) if alone else (),
        )

    def _traded(self, event: events.GainBooked) -> tuple[str, str, bool]:
        """Say at what price its seat has traded a unit, and what that has brought it."""
        text, sum_, gain = self.text, self.money(event.price), event.gain or 0
        buying = event.side == "buyer"
        said = text("Bought at {sum}", sum=sum_) if buying else text("Sold at {sum}", sum=sum_)
        return said, f"+{self.money(gain)}" if gain > 0 else self.money(gain), gain < 0

    def _ladder(self) -> Ladder:
        view, text = self.view, self.text
        asks, bids = view.asks, view.bids
        if asks and bids:
            gap = text("{sum} apart", sum=self.money(asks[-1].price - bids[-1].price))
        elif asks:
            gap = text("No bid stands")
        else:
            gap = text("No ask stands") if bids else text("No price stands")
        buyers, sellers = self._named()
        return Ladder(
            asks=tuple(self._rung(each, asks[-1], buying=False) for each in asks[-DEPTH:]),
            more_asks=self._more(asks),
            gap=gap,
            bids=tuple(
                self._rung(each, bids[-1], buying=True) for each in bids[: -DEPTH - 1 : -1]
            ),
            more_bids=self._more(bids),
            above=min(DEPTH, sellers),
            below=min(DEPTH, buyers),
        )

    def _named(self) -> tuple[int, int]:
        """Return how many may bid, and how many ask."""
        buyers = sum(each.side == "buyer" for each in self.view.traders)
        return buyers, len(self.view.traders) - buyers

    def _more(self, quotes: Sequence[Quote]) -> str:
        return self.text("+ {n} more", n=len(quotes) - DEPTH) if len(quotes) > DEPTH else ""

    def _rung(self, quote: Quote, best: Quote, *, buying: bool) -> Rung:
        text, name, sum_ = self.text, self.scene.names[quote.seat], self.money(quote.price)
        return Rung(
            seat=quote.seat + 1,
            key=self._key(quote, buying=buying),
            name=name,
            sum=sum_,
            best=quote == best,
            said=text("{name} bids {sum}", name=name, sum=sum_)
            if buying
            else text("{name} asks {sum}", name=name, sum=sum_),
        )

    def _key(self, quote: Quote, *, buying: bool) -> str:  # noqa: ARG002 - with shares it counts
        return f"offer-{quote.seat + 1}"

    def _seat(self, seat: Seat) -> tuple[SeatCard, str]:
        """Make a seat's card, with its values or costs if everyone may see them on this screen."""
        shared = len(self.scene.own) > 1
        view = self.scene.own.get(seat, self.view) if shared else self.view
        sums = [self.money(each) for each in view.traders[seat].cards or ()]
        if not sums:
            return self.card(seat), ""
        facts = {"sum": ", ".join(sums)}
        if view.traders[seat].side == "buyer":
            said = self.text.plural("value {sum}", "values {sum}", len(sums), **facts)
        else:
            said = self.text.plural("cost {sum}", "costs {sum}", len(sums), **facts)
        return self.card(seat, said), said

    # prices

    def _plot(self) -> Plot:
        view, text, past = self.view, self.text, self.past
        named = [each.side for each in view.traders]
        most = max(named.count("buyer"), named.count("seller")) * view.rules.units
        scale = Scale(view.deck.top, most)
        cards, rules = self._told(), view.rules
        values, costs = sides(cards, rules, past.period)
        theory = reading.equilibrium(values, costs, rules) if cards else None
        free = reading.equilibrium(values, costs, Rules()) if cards else None
        lines = tuple(self._lines(values, costs, scale))
        laid: Laid = "cards" if cards else "offers" if past.opened else "before"
        old = scale.dots(past.before, "before", old=True) if laid == "before" else ()
        return Plot(
            caption=text("Prices of period {n} of {of}", n=past.period, of=rules.periods),
            label=self._said([each.price for each in past.trades]),
            rows=tuple((y, self.money(price)) for y, price in scale.rows()),
            dots=(*old, *scale.dots(past.trades, "trade", old=False)),
            laid=laid,
            most=most,
            lines=lines,
            bands=() if theory is None else (scale.band(theory.low, theory.high, theory.units),),
            limits=tuple((scale.y(at), name, kind) for at, name, kind in self._limits()),
            before=text("The period before") if old else "",
            about=tuple(about(cards, theory, free, past.trades, rules=rules, text=text))
            if cards
            else (),
        )

    def _said(self, prices: Sequence[int]) -> str:
        if not prices:
            return self.text("No trade in this period so far")
        last = self.money(prices[-1])
        if len(prices) == 1:
            return self.text("One trade in this period, at {last}", last=last)
        return self.text(
            "{n} trades in this period, from {low} to {high}, the last at {last}",
            n=len(prices),
            low=self.money(min(prices)),
            high=self.money(max(prices)),
            last=last,
        )

    def _told(self) -> Sequence[Sequence[int]]:
        """Return the cards of each seat, if everyone sees them (MK-told)."""
        if isinstance(self.event, events.CardsTold):
            cards = self.event.cards
        else:
            cards = tuple([each.cards or () for each in self.view.traders])
        return () if self.scene.quiet or not all(cards) else cards

    def _lines(self, values: Sequence[int], costs: Sequence[int], scale: Scale) -> Iterator[Line]:
        """Draw demand and supply, or the offers of a call: those just opened, or the last."""
        text, rules = self.text, self.view.rules
        opened, last = self.past.opened, self.past.opened_before
        if values:
            yield from curves((values, costs), rules, scale, text)
        elif opened is not None:
            yield Line("buyer", text("Bids"), scale.stairs(opened.bids))
            yield Line("seller", text("Asks"), scale.stairs(opened.asks))
        elif last is not None:
            yield Line("buyer", text("Bids before"), scale.stairs(last.bids), faint=True)
            yield Line("seller", text("Asks before"), scale.stairs(last.asks), faint=True)

    def _limits(self) -> Iterator[tuple[int, str, str]]:
        opened, text = self.past.opened, self.text
        yield from limits(self.view.rules, text)
        if opened is not None and opened.price is not None:
            yield opened.price, text("Price {sum}", sum=self.money(opened.price)), "price"

    def _result(self) -> tuple[str, str]:
        """Say what has come last, with its sum, while nobody decides here."""
        text, past, rules = self.text, self.past, self.view.rules
        ended = isinstance(self.event, events.PeriodEnded)
        if ended and self.scene.apart and self.scene.mine is not None:
            gain = sum(each.gain or 0 for each in self._gains())
            return text("Your gain in period {n}", n=past.period), self.money(gain)
        if rules.call and self.prompt:
            if self.scene.apart:
                return "", ""
            waiting, every = len(self.deciding), len(self.view.traders)
            return text("Decided"), text("{n} of {all}", n=every - waiting, all=every)
        if past.trades and not ended:
            last = past.trades[-1]
            return text("Trade {n}", n=last.number), self.money(last.price)
        if past.opened and past.opened.price is not None and not ended:
            return self._goods(past.opened.units), self.money(past.opened.price)
        if not ended and not past.opened:
            return "", ""
        return text("Traded"), self._goods(len(past.trades))

    def _goods(self, n: int) -> str:
        return self.text.plural("{n} unit", "{n} units", n)

    # what is decided

    def _decision(self, seat: Seat) -> Decision:
        """Let a seat name a price, take the best one, withdraw its own, or wait."""
        view, text = self.scene.own[seat], self.text
        prices = [each.price for each in view.legal if isinstance(each, Offer)]
        buying = view.traders[seat].side == "buyer"
        taking = next((each for each in view.legal if isinstance(each, Take)), None)
        rest = [each for each in view.legal if isinstance(each, Withdraw | Wait)]
        takes = None if taking is None else self.named(taking)
        plays = tuple(self.named(each) for each in rest)
        outlook = self._outlook(view, seat, None if taking is None else taking.price)
        left = 0 if taking is None else reading.left(view, taking.price)
        note = "" if taking is None else self._taking(taking.price, left, buying=buying)
        pad = self._pad(
            lambda price: Offer(seat, price),
            prices,
            f"{seat + 1}-{view.period}-{reading.next_unit(view)}",
            (text("Your bid"), text("Bid")) if buying else (text("Your ask"), text("Ask")),
            most=reading.limit(view) // UNIT * UNIT if buying else None,
            outlook=outlook,
        )
        gauge = None if pad is None else pad.gauge(self.money)
        routine = self.scene.routine
        waits = routine if routine and routine.move.by == seat else None
        side = view.traders[seat].side
        return Decision(pad, side, takes, plays, waits, gauge, note, left < 0)

    def _pad(
        self,
        make: Callable[[int], Move],
        prices: Sequence[int],
        key: str,
        names: tuple[str, str],
        **more: Any,
    ) -> Pad | None:
        """Let a seat set a price; None where it may name none."""
        if not prices:
            return None
        label, bare = names
        return Pad.of(
            make,
            prices[0],
            prices[-1],
            key=key,
            label=label,
            bare=bare,
            called=self.scene.called,
            text=self.text,
            money=self.money,
            chosen=self.scene.chosen,
            unit=UNIT,
            tick=UNIT,
            **more,
        )

    def _taking(self, price: int, left: int, *, buying: bool) -> str:
        """Say what taking the other side's best offer leaves, or loses."""
        text = self.text
        facts = {"sum": self.money(price), "left": self.money(abs(left))}
        if left < 0 and buying:
            return text("Buying at {sum} loses you {left}.", **facts)
        if left < 0:
            return text("Selling at {sum} loses you {left}.", **facts)
        if buying:
            return text("Buying at {sum} leaves you {left}.", **facts)
        return text("Selling at {sum} leaves you {left}.", **facts)

    def _outlook(self, view: View, seat: Seat, best: int | None) -> Outlook:
        """Say what a price leaves: just that, or more where a better price may come of it.

        A price that meets the other side's best offer trades at that one (MK-take).
        """
        text, side = self.text, view.traders[seat].side
        card, tax = reading.next_card(view), tax_of(view.rules, side)
        facts = {"card": self.money(card), "tax": self.money(tax)}
        facts |= {"price": "{sum}", "left": "{left}"}
        buys = side == "buyer"
        say = self._bought if buys else self._sold
        said = say(facts, tax=tax > 0, at_most=view.rules.call)
        price, brings = (None, card) if buys else (card, None)
        loss = text("A loss: {sum}", sum=said)
        if best is None:
            return Outlook(price, tax, brings, brings, said, loss)
        at_best = say({**facts, "price": self.money(best)}, tax=tax > 0, at_most=False, meets=True)
        found = (best, card) if buys else (card, best)
        loses = text("A loss: {sum}", sum=at_best)
        met = Outlook(found[0], tax, found[1], found[1], at_best, loses)
        return Outlook(price, tax, brings, brings, said, loss, best, met)

    def _bought(
        self, facts: dict[str, str], *, tax: bool, at_most: bool, meets: bool = False
    ) -> str:
        text = self.text
        if meets and tax:
            return text("Value {card} − tax {tax} − best ask {price} = {left}", **facts)
        if meets:
            return text("Value {card} − best ask {price} = {left}", **facts)
        if tax and at_most:
            return text("Value {card} − tax {tax} − at most {price} = {left} or more", **facts)
        if tax:
            return text(
                "Value {card} − tax {tax} − price {price} = {left}, if it is taken", **facts
            )
        if at_most:
            return text("Value {card} − at most {price} = {left} or more", **facts)
        return text("Value {card} − price {price} = {left}, if it is taken", **facts)

    def _sold(
        self, facts: dict[str, str], *, tax: bool, at_most: bool, meets: bool = False
    ) -> str:
        text = self.text
        if meets and tax:
            return text("Best bid {price} − cost {card} − tax {tax} = {left}", **facts)
        if meets:
            return text("Best bid {price} − cost {card} = {left}", **facts)
        if tax and at_most:
            return text("At least {price} − cost {card} − tax {tax} = {left} or more", **facts)
        if tax:
            return text(
                "Price {price} − cost {card} − tax {tax} = {left}, if it is taken", **facts
            )
        if at_most:
            return text("At least {price} − cost {card} = {left} or more", **facts)
        return text("Price {price} − cost {card} = {left}, if it is taken", **facts)
