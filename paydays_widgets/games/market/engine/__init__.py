"""The market's rules: who may act, what is legal, and what follows from a move.

What holds for shares alone is in :mod:`.shares`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from msgspec.structs import replace

from paydays_widgets.core.balance import Item, Sheet
from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt, put, then
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Decide,
    Over,
    Refusal,
    Seat,
    Settling,
    Step,
    Turn,
)
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.games.market import events
from paydays_widgets.games.market.deck import UNIT, Deck, default_deck
from paydays_widgets.games.market.engine import book, shares
from paydays_widgets.games.market.engine.crossing import cross, sorted_offers
from paydays_widgets.games.market.engine.schedule import pack
from paydays_widgets.games.market.events import Cause, Event
from paydays_widgets.games.market.moves import (
    NOTATION,
    Ask,
    Bid,
    Buy,
    Card,
    Dividend,
    Lot,
    Move,
    Next,
    Offer,
    Sell,
    Take,
    Wait,
    Withdraw,
)
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import (
    NONE,
    Crossing,
    Quote,
    State,
    Trader,
    TraderView,
    View,
    bounds,
    buys,
    endowed,
    gain,
    means,
    second_half,
    side_of,
    side_that,
    tax_of,
    value,
    would_buy,
)

MAX_SEATS: Final = 60
CARDS_EACH: Final = 3
"""No seat has more; a card's lane is its own, whatever the number of units."""
NO_QUOTA: Final = MAX_SEATS * CARDS_EACH
PULL: Final = 4
"""A trade moves the going price by one part in so many of the way to its own."""
_Steps = list[Step[State, Event]]


class Market(Engine[State, Move, Event, View, Rules, Deck]):
    """The engine. It holds no state: one instance serves every table."""

    id = "market"
    version = 1
    rules_type = Rules
    deck_type = Deck
    notation = NOTATION
    seats = tuple(range(2, MAX_SEATS + 1))
    clauses = Clauses(seats="MK-seats", turns="MK-periods", over="MK-end", out="MK-ruin")
    chances = MappingProxyType(
        {"deal": "MK-cards", "word": "MK-word", "tie": "MK-tie", "dividend": "MK-dividend"}
    )
    prompts = MappingProxyType(
        {
            "call": Prompt("MK-call", (Offer, Bid, Ask, Wait)),
            "speak": Prompt("MK-word", (Offer, Take, Bid, Ask, Buy, Sell, Withdraw, Wait)),
        }
    )
    reasons = MappingProxyType(
        {
            "decided": ("MK-call",),
            "waits": ("MK-wait",),
            "traded_all": ("MK-cards",),
            "above_limit": ("MK-ceiling", "MK-limit"),
            "below_limit": ("MK-floor", "MK-limit"),
            "no_better": ("MK-offer",),
            "no_price": ("MK-take",),
            "stale": ("MK-take",),
            "no_offer": ("MK-withdraw",),
            "goods": ("MK-goods",),
            "beyond_means": ("MK-cash", "MK-credit"),
            "no_share": ("MK-short",),
            "own": ("MK-short",),
            "bid_now": ("MK-sealed",),
            "ask_now": ("MK-sealed",),
        }
    )

    def deck(self) -> Deck:
        """Return the amounts that come with the game."""
        return default_deck()

    def set_up(self, seats: int, rules: Rules, deck: Deck) -> State:
        """Return the state before the first card is dealt, or shares are traded."""
        if rules.shares:
            traders = tuple([endowed(rules, deck, seat) for seat in range(seats)])
            return State(rules, deck, _opening(rules), 1, traders)
        return State(rules, deck, "deal", 1, (Trader(),) * seats)

    def turn(self, s: State) -> Turn:
        """Return who may act."""
        match s.phase:
            case "deal":
                return Chance("deal", s.period, _lane(s))
            case "call":
                waiting = [at for at, each in enumerate(s.traders) if len(each.sealed) == s.count]
                return Decide(tuple(waiting), "call", s.period, s.count)
            case "tie":
                return Chance("tie", s.period, s.count)
            case "word":
                return Chance("word", s.period, s.count)
            case "speak":
                who = _able(s) if s.rules.free else [s.active]
                return Decide(tuple(who), "speak", s.period, s.count)
            case "dividend":
                return Chance("dividend", s.period, 0)
            case "settling":
                return Settling(s.period)
            case "over":
                return Over(s.period)

    def options(self, s: State, by: Seat) -> tuple[Move, ...]:
        """List the legal moves of a seat; its prices are whole units, and the best offer's."""
        if s.rules.shares:
            return tuple(shares.options(s, by))
        low, high = bounds(s.rules, s.deck)
        if s.phase == "call":
            return _prices(by, low, high)
        buying = buys(s.rules, s.period, by)
        standing, facing = book.offers(s, buying=buying)
        if best := book.best(standing):
            limit = best.price
            low, high = (max(low, limit + 1), high) if buying else (low, min(high, limit - 1))
        taking = [Take(by, facing[-1].price)] if facing else []
        own = [Withdraw(by)] if book.own(standing, by) else []
        return (*_prices(by, low, high)[:-1], *taking, *own, Wait(by))

    def refuse_move(self, s: State, m: Move) -> Refusal | None:
        """Return why a price is not legal, or there is nothing to take or to withdraw."""
        priced = isinstance(m, Offer | Take | Bid | Ask | Buy | Sell)
        if priced and isinstance(m, Offer | Take) is s.rules.shares:
            return Refusal("MK-goods", "goods", {"goods": s.rules.goods})
        if isinstance(m, Bid | Ask | Buy | Sell):
            return shares.refuse(s, m)
        match m:
            case Offer(by, price):
                return _refuse_price(s, by, price)
            case Take(_, price):
                return book.refuse_taking(s, price, buying=would_buy(s, m))
            case Withdraw(by) if not book.own((*s.bids, *s.asks), by):
                return Refusal("MK-withdraw", "no_offer", {"seat": by})
            case _:
                return None

    def refuse_seat(self, s: State, by: Seat) -> Refusal | None:
        """Refuse a second sealed price, and a seat that waits or has nothing left."""
        each = s.traders[by]
        if s.phase == "call":
            return Refusal("MK-call", "decided", {"seat": by})
        if each.done == s.rules.units:
            return Refusal("MK-cards", "traded_all", {"seat": by})
        return Refusal("MK-wait", "waits", {"seat": by}) if each.waits else None

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List the cards that could be dealt, or the seats that could be drawn."""
        match s.phase:
            case "deal":
                return _cards(s)
            case "word":
                return tuple([Outcome(Next(CHANCE, seat), 1) for seat in _able(s)])
            case "tie":
                tied = Counter(_tied(s))
                return tuple([Outcome(Lot(CHANCE, seat), n) for seat, n in tied.items()])
            case "dividend":
                amounts = s.deck.dividends
                return tuple([Outcome(Dividend(CHANCE, amount), 1) for amount in amounts])
            case _:
                return ()

    def carry_out(self, s: State, m: Move) -> _Steps:
        """Carry out a legal move."""
        steps: _Steps = []
        match m:
            case Dividend(_, amount):
                _next_period(shares.close(s, amount, steps), steps)
            case Card(_, amount):
                _deal(s, amount, steps)
            case Next(_, seat):
                after = replace(s, phase="speak", active=seat)
                then(steps, events.WordGiven(seat=seat), after)
            case Lot(_, seat):
                _lot(s, seat, steps)
            case Offer() | Bid() | Ask() | Wait() if s.phase == "call":
                _seal(s, m.by, NONE if isinstance(m, Wait) else m.price, steps)
            case Offer(by, price) | Bid(by, price) | Ask(by, price):
                _offer(s, by, price, steps, buying=would_buy(s, m))
            case Take(by) | Buy(by) | Sell(by):
                _trade(s, by, steps, buying=would_buy(s, m))
            case Withdraw(by):
                _withdraw(s, by, steps)
            case Wait(by):
                each = replace(s.traders[by], waits=True)
                after = replace(s, traders=put(s.traders, by, each))
                _go_on(after, events.Waited(seat=by), steps, news=False)
        return steps

    def view(self, s: State, seat: Seat | None) -> View:
        """Return what a seat may know; for None, what is open to all (MK-told)."""
        return View(
            seat=seat,
            rules=s.rules,
            deck=s.deck,
            turn=self.turn(s),
            period=s.period,
            traders=tuple(
                TraderView(
                    side=side_of(s, at),
                    cards=each.cards if at == seat or s.shown else None,
                    left=0 if each.out else s.rules.units - each.done,
                    sealed=each.sealed if at == seat or s.shown else None,
                    has_offered=len(each.sealed),
                    waits=each.waits,
                    gain=each.gain if at == seat or s.shown else None,
                    cash=each.booked if s.rules.shares else 0,
                    shares=each.shares,
                    debt=each.debt,
                    means=means(s.rules, each, s.last),
                    out=each.out,
                )
                for at, each in enumerate(s.traders)
            ),
            bids=s.bids,
            asks=s.asks,
            traded=s.traded,
            going=s.going,
            last=s.last,
            legal=() if seat is None else self.legal(s, seat),
        )

    def witness(self, e: Event, seat: Seat | None) -> Event | None:
        """Return an event as a seat may know it (MK-told)."""
        match e:
            case events.CardDealt(seat=owner) if owner != seat:
                return replace(e, amount=None)
            case events.OfferSealed(seat=owner) if owner != seat:
                return replace(e, price=None)
            case events.GainBooked(seat=owner) if owner != seat:
                return replace(e, card=None, gain=None)
            case events.DemandShifted() if seat is None or seat % 2:
                return replace(e, amount=None)
            case _:
                return e

    def imagine(self, s: State, seat: Seat, past: Sequence[Event], luck: Iterator[int]) -> State:
        """Deal again the cards that a seat cannot know, and leave sealed prices to be decided.

        Where each was asked for an earlier unit, it is taken to have offered its card.
        """
        if s.phase not in {"call", "word", "speak", "tie"}:
            return s
        if s.rules.shares:
            return _unsealed(s, seat) if s.phase == "call" else s
        traders = list(s.traders)
        for buying in (True, False):
            side = [at for at in range(len(traders)) if buys(s.rules, s.period, at) is buying]
            left = [*pack(s.rules, s.deck, len(traders), s.period, buying=buying)]
            if left and seat in side:
                for card in traders[seat].cards:
                    left.remove(card)
            for at in side:
                if at != seat:
                    cards = [_drawn(s, left, next(luck)) for _ in range(s.rules.units)]
                    new = _with_cards(traders[at], cards, buying=buying)
                    sealed = new.cards[: s.count] if s.phase == "call" else ()
                    traders[at] = replace(new, sealed=sealed, gain=new.booked)
        return replace(s, traders=tuple(traders))

    def books(self, s: State) -> dict[str, int]:
        """Return each seat's cash, in cents, and its debt; gains are paid at the end."""
        books = {cash(seat): each.booked for seat, each in enumerate(s.traders)}
        if s.rules.shares:
            books |= {shares.debt(seat): -each.debt for seat, each in enumerate(s.traders)}
        return books

    def sheet(self, s: State, seat: Seat) -> Sheet:
        """Draw up a balance sheet: cash less debt; shares come to nothing (MK-end)."""
        if not s.rules.shares:
            return super().sheet(s, seat)
        each = s.traders[seat]
        return Sheet((Item("cash", each.booked),), (Item("debt", each.debt),))

    def playing(self, s: State) -> list[bool]:
        """Return, for each seat, whether it is still in the game (MK-ruin)."""
        return [not each.out for each in s.traders]


# --- who may act, and at what price -------------------------------------------------------------


def _able(s: State) -> list[Seat]:
    """List the seats that have a unit left and do not wait."""
    units = s.rules.units
    return [
        at
        for at, each in enumerate(s.traders)
        if each.done < units and not each.waits and not each.out
    ]


@lru_cache(maxsize=8192)
def _prices(by: Seat, low: int, high: int) -> tuple[Move, ...]:
    """List the whole units among the prices allowed, and to wait."""
    first = -(-low // UNIT) * UNIT
    return (*[Offer(by, price) for price in range(first, high + 1, UNIT)], Wait(by))


def _refuse_price(s: State, by: Seat, price: int) -> Refusal | None:
    low, high = bounds(s.rules, s.deck)
    if price > high:
        clause = "MK-ceiling" if s.rules.ceiling else "MK-limit"
        return Refusal(clause, "above_limit", {"price": price, "most": high})
    if price < low:
        return Refusal("MK-floor", "below_limit", {"price": price, "least": low})
    return book.refuse_naming(s, price, buying=buys(s.rules, s.period, by))


# --- cards --------------------------------------------------------------------------------------


def _lane(s: State) -> int:
    seat = _next(s)
    return CARDS_EACH * seat + len(s.traders[seat].cards)


def _next(s: State) -> Seat:
    """Return the first seat that lacks a card."""
    return next((at for at, each in enumerate(s.traders) if len(each.cards) < s.rules.units), 0)


def cards_left(s: State, *, buying: bool) -> tuple[int, ...]:
    """List the cards of the schedule that a side has not been dealt."""
    left = Counter(pack(s.rules, s.deck, len(s.traders), s.period, buying=buying))
    for at, each in enumerate(s.traders):
        if buys(s.rules, s.period, at) is buying:
            left.subtract(each.cards)
    return tuple(left.elements())


def _cards(s: State) -> tuple[Outcome[Move], ...]:
    if s.rules.values == "drawn":
        return _amounts(s.deck.top, s.deck.grain)
    buying = buys(s.rules, s.period, _next(s))
    left = Counter(cards_left(s, buying=buying))
    return tuple([Outcome(Card(CHANCE, card), n) for card, n in left.items()])


@lru_cache(maxsize=64)
def _amounts(top: int, grain: int) -> tuple[Outcome[Move], ...]:
    return tuple([Outcome(Card(CHANCE, amount), 1) for amount in range(0, top + 1, grain)])


def _drawn(s: State, left: list[int], luck: int) -> int:
    """Draw a card from those that are left, which it leaves, or by itself."""
    if s.rules.values == "drawn":
        return (luck * (s.deck.top // s.deck.grain + 1) >> 32) * s.deck.grain
    return left.pop(luck * len(left) >> 32)


def _with_cards(each: Trader, cards: Iterable[int], *, buying: bool) -> Trader:
    return replace(each, cards=tuple(sorted(cards, reverse=buying)))


def _deal(s: State, amount: int, steps: _Steps) -> None:
    seat = _next(s)
    each = s.traders[seat]
    buying = buys(s.rules, s.period, seat)
    traders = put(s.traders, seat, _with_cards(each, (*each.cards, amount), buying=buying))
    done = s.count + 1 == len(traders) * s.rules.units
    dealt = events.CardDealt(seat=seat, side=side_of(s, seat), amount=amount)
    after = replace(s, traders=traders, count=s.count + 1, phase="settling" if done else "deal")
    s = then(steps, dealt, after)
    if done:
        _begin(s, steps)


# --- periods ------------------------------------------------------------------------------------


def _begin(s: State, steps: _Steps) -> None:
    """Open the market (MK-periods)."""
    begun = events.PeriodBegun(period=s.period, periods=s.rules.periods)
    lost = all(each.out for each in s.traders)
    then(steps, begun, replace(s, phase="dividend" if lost else _opening(s.rules), count=0))


def _opening(rules: Rules) -> Literal["call", "speak", "word"]:
    return "call" if rules.call else "speak" if rules.free else "word"


def _close(s: State, cause: Cause, steps: _Steps) -> None:
    """Close the market, and go on to the next period (MK-change, MK-roles, MK-told)."""
    rules = s.rules
    clause: Literal["MK-close", "MK-quota", "MK-cross"]
    clause = "MK-quota" if cause == "quota" else "MK-cross" if cause == "call" else "MK-close"
    ended = events.PeriodEnded(
        clause=clause,
        cause=cause,
        period=s.period,
        units=s.traded,
        free=rules.free,
        share=rules.shares,
    )
    if rules.shares:  # the bids stand: they are for those who must sell (MK-forced)
        then(steps, ended, replace(s, phase="dividend", asks=(), crossing=None))
        return
    s = then(steps, ended, replace(s, phase="settling", bids=(), asks=(), crossing=None))
    if s.period == rules.periods:
        _end(s, steps)
        return
    half = second_half(rules, s.period + 1) and not second_half(rules, s.period)
    again = rules.change == "again" or (rules.swap and half)
    cards = tuple([each.cards for each in s.traders])
    traders = tuple([Trader(() if again else each.cards, gain=each.gain) for each in s.traders])
    new = replace(s, period=s.period + 1, traders=traders, count=0, traded=0)
    if again:
        told = events.CardsTold(cards=cards)
        if rules.swap and half:
            s = then(steps, told, s)
            then(steps, events.RolesSwapped(), replace(new, phase="deal"))
        else:
            then(steps, told, replace(new, phase="deal"))
        return
    if rules.change == "shift" and half:
        amount = s.deck.shift
        new = replace(new, traders=tuple([_risen(new, at) for at in range(len(traders))]))
        then(steps, events.DemandShifted(amount=amount), new)
    _begin(new, steps)


def _next_period(s: State, steps: _Steps) -> None:
    """Go on after a dividend, or end the game (MK-dividend, MK-end)."""
    if s.period == s.rules.periods:
        totals = tuple([each.booked - each.debt for each in s.traders])
        winners = MARKET.standing(s).ranking[0]
        ended = events.GameEnded(winners=winners, totals=totals, shares=True)
        then(steps, ended, replace(s, phase="over", bids=()))
        return
    traders = tuple(
        [
            replace(each, waits=False, sealed=(NONE,) if each.out and s.rules.call else ())
            for each in s.traders
        ]
    )
    new = replace(s, period=s.period + 1, traders=traders, bids=(), traded=0)
    _begin(new, steps)


def _risen(s: State, seat: Seat) -> Trader:
    """Raise the values of a buyer (MK-change)."""
    each = s.traders[seat]
    if not buys(s.rules, s.period, seat):
        return each
    return replace(each, cards=tuple([card + s.deck.shift for card in each.cards]))


def _end(s: State, steps: _Steps) -> None:
    """Show all cards, pay the gains and end the game (MK-told, MK-end)."""
    cards = tuple([each.cards for each in s.traders])
    s = then(steps, events.CardsTold(cards=cards), replace(s, shown=True))
    totals = tuple([each.gain for each in s.traders])
    paid = tuple([replace(each, booked=each.gain) for each in s.traders])
    transfers = tuple(
        Transfer(BANK, cash(at), gain) if gain > 0 else Transfer(cash(at), BANK, -gain)
        for at, gain in enumerate(totals)
        if gain
    )
    after = replace(s, traders=paid)
    s = then(steps, events.GainsPaid(totals=totals, transfers=transfers), after)
    winners = MARKET.standing(s).ranking[0]
    then(steps, events.GameEnded(winners=winners, totals=totals), replace(s, phase="over"))


# --- the call market ----------------------------------------------------------------------------


def _seal(s: State, by: Seat, price: int, steps: _Steps) -> None:
    each = s.traders[by]
    traders = put(s.traders, by, replace(each, sealed=(*each.sealed, price)))
    unit, asked = s.count, s.rules.units * (1 + s.rules.shares)
    sealed = events.OfferSealed(seat=by, unit=unit, price=price)
    if s.rules.shares:
        sealed = replace(sealed, unit=unit // 2, side=side_that(unit % 2 == 0))
    s = replace(s, traders=traders)
    if any(len(other.sealed) == unit for other in traders):
        then(steps, sealed, s)
        return
    s = replace(s, count=unit + 1)
    while s.rules.shares and s.count < asked and all(_silent(s)):
        s = replace(_named_none(s), count=s.count + 1)
    if s.count < asked:
        then(steps, sealed, _named_none(s))
    else:
        _open(then(steps, sealed, replace(s, phase="settling")), steps)


def _silent(s: State) -> list[bool]:
    """Return, for each seat, whether it can name no price (MK-sealed)."""
    return [s.rules.shares and shares.silent(s, seat) for seat in range(len(s.traders))]


def _named_none(s: State) -> State:
    """Note no price for those who can name none."""
    found = [
        replace(each, sealed=(*each.sealed, NONE)) if silent else each
        for each, silent in zip(s.traders, _silent(s), strict=True)
    ]
    return replace(s, traders=tuple(found))


def _unsealed(s: State, seat: Seat) -> State:
    """Leave sealed prices to be decided; before, others are taken to have bid a share's value."""
    found = []
    for at, each in enumerate(s.traders):
        fair = min(value(s.rules, s.deck, s.period), means(s.rules, each, s.last))
        before = (fair, *[NONE] * s.count)[: s.count]
        found.append(each if at == seat else replace(each, sealed=before))
    return replace(s, traders=tuple(found))


def _open(s: State, steps: _Steps) -> None:
    """Open the sealed offers, and find the price at which they meet (MK-cross)."""
    sides: dict[bool, list[Quote]] = {True: [], False: []}
    for seat, each in enumerate(s.traders):
        if s.rules.shares:
            for buying in (True, False):
                prices = each.sealed[0 if buying else 1 :: 2]
                sides[buying].extend([Quote(seat, price) for price in prices])
            continue
        offered = [Quote(seat, price) for price in each.sealed]
        sides[buys(s.rules, s.period, seat)].extend(offered)
    bids, asks = (sorted_offers(sides[buying], buying=buying) for buying in (True, False))
    crossing = cross(bids, asks, s.rules.quota * (not s.rules.shares) or NO_QUOTA)
    opened = events.OffersOpened(
        bids=tuple([each.price for each in bids]),
        asks=tuple([each.price for each in asks]),
        units=0 if crossing is None else crossing.units,
        price=None if crossing is None else crossing.price,
        share=s.rules.shares,
    )
    if crossing is None:
        _close(then(steps, opened, s), "call", steps)
        return
    after = replace(s, crossing=crossing, count=0)
    if crossing.tied_buyers or crossing.tied_sellers:
        then(steps, opened, replace(after, phase="tie"))
    else:
        _exchange(then(steps, opened, after), crossing, steps)


def _tied(s: State) -> tuple[Seat, ...]:
    """Return the seats among which the next place is drawn; buyers come first (MK-tie)."""
    found = s.crossing
    assert found is not None  # for the type checker
    return found.tied_buyers or found.tied_sellers


def _lot(s: State, seat: Seat, steps: _Steps) -> None:
    found = s.crossing
    assert found is not None  # for the type checker
    tied = _tied(s)
    at = tied.index(seat)
    others = (*tied[:at], *tied[at + 1 :])
    side = side_that(bool(found.tied_buyers))
    if side == "buyer":
        buyers = (*found.buyers, seat)
        rest = others if len(buyers) < found.units else ()
        found = replace(found, buyers=buyers, tied_buyers=rest)
    else:
        sellers = (*found.sellers, seat)
        rest = others if len(sellers) < found.units else ()
        found = replace(found, sellers=sellers, tied_sellers=rest)
    drawn = events.LotDrawn(seat=seat, side=side, tied=tuple(sorted({*tied})))
    s = replace(s, crossing=found, count=s.count + 1)
    if found.tied_buyers or found.tied_sellers:
        then(steps, drawn, s)
    else:
        _exchange(then(steps, drawn, replace(s, phase="settling")), found, steps)


def _exchange(s: State, found: Crossing, steps: _Steps) -> None:
    """Trade all units of a call at its price."""
    for buyer, seller in zip(found.buyers, found.sellers, strict=True):
        s = _traded(s, buyer, seller, found.price, "MK-cross", steps)
        if s.rules.shares:
            continue
        for seat in (buyer, seller):
            booked, s = _gain(s, seat, found.price)
            s = then(steps, booked, s)
    _close(s, "call", steps)


# --- the continuous market ----------------------------------------------------------------------


def _offer(s: State, by: Seat, price: int, steps: _Steps, *, buying: bool) -> None:
    """Put a price on the book, or trade where it reaches the other side's best."""
    standing, facing = book.offers(s, buying=buying)
    if facing and (price >= facing[-1].price if buying else price <= facing[-1].price):
        _trade(s, by, steps, buying=buying)
        return
    own = book.own(standing, by)
    before = None if own is None else own.price
    made = events.OfferMade(seat=by, side=side_that(buying), price=price, before=before)
    offers = (*book.without(standing, by), Quote(by, price))
    _go_on(book.put_up(s, offers, buying=buying), made, steps, news=True)


def _withdraw(s: State, by: Seat, steps: _Steps) -> None:
    """Take all that a seat has offered off the book: a bid, an ask, or both."""
    off: list[tuple[State, events.OfferWithdrawn]] = []
    for buying in (True, False):
        standing, _ = book.offers(s, buying=buying)
        if own := book.own(standing, by):
            s = book.put_up(s, book.without(standing, by), buying=buying)
            event = events.OfferWithdrawn(seat=by, side=side_that(buying), price=own.price)
            off.append((s, event))
    for after, event in off[:-1]:
        then(steps, event, replace(after, phase="settling"))
    _go_on(*off[-1], steps, news=True)


def _trade(s: State, by: Seat, steps: _Steps, *, buying: bool) -> None:
    """Take the other side's best offer (MK-take)."""
    _, facing = book.offers(s, buying=buying)
    best = facing[-1]
    buyer, seller = (by, best.seat) if buying else (best.seat, by)
    s = replace(s, phase="settling")
    s = replace(s, bids=book.without(s.bids, buyer), asks=book.without(s.asks, seller))
    if s.rules.shares:
        _traded(s, buyer, seller, best.price, "MK-take", steps)
        last = steps.pop()
        _go_on(last.state, last.event, steps, news=True)
        return
    s = _traded(s, buyer, seller, best.price, "MK-take", steps)
    booked, s = _gain(s, buyer, best.price)
    s = then(steps, booked, s)
    booked, s = _gain(s, seller, best.price)
    _go_on(s, booked, steps, news=True)


def _traded(
    s: State,
    buyer: Seat,
    seller: Seat,
    price: int,
    clause: Literal["MK-take", "MK-cross"],
    steps: _Steps,
) -> State:
    number = s.traded + 1
    event = events.Traded(
        clause=clause,
        buyer=buyer,
        seller=seller,
        price=price,
        number=number,
        share=s.rules.shares,
        value=value(s.rules, s.deck, s.period) if s.rules.shares and s.rules.shown else None,
    )
    going = price if s.going is None else ((PULL - 1) * s.going + price) // PULL
    if s.rules.shares:
        s = replace(s, traded=number, going=going)
        return shares.paid(s, buyer, seller, price, event, steps)
    return then(steps, event, replace(s, traded=number, going=going))


def _gain(s: State, seat: Seat, price: int) -> tuple[events.GainBooked, State]:
    """Add up what a seat earns from its next unit (MK-gain, MK-tax)."""
    each, side = s.traders[seat], side_of(s, seat)
    card, tax = each.cards[each.done], tax_of(s.rules, side)
    brings = gain(side, card, price, tax)
    clause: Literal["MK-gain", "MK-tax"] = "MK-tax" if tax else "MK-gain"
    booked = events.GainBooked(
        clause=clause, seat=seat, side=side, card=card, price=price, tax=tax, gain=brings
    )
    after = replace(each, done=each.done + 1, gain=each.gain + brings)
    return booked, replace(s, traders=put(s.traders, seat, after))


def _go_on(s: State, event: Event, steps: _Steps, *, news: bool) -> None:
    """Ask on, or close where nothing can come any more (MK-wait, MK-close, MK-quota)."""
    traders = tuple([replace(each, waits=False) for each in s.traders]) if news else s.traders
    count = s.count + (news or not s.rules.free)
    s = replace(s, traders=traders, count=count, phase="settling")
    if s.rules.quota and s.traded == s.rules.quota and not s.rules.shares:
        _close(then(steps, event, s), "quota", steps)
    elif cause := _stopped(s):
        _close(then(steps, event, s), cause, steps)
    else:
        then(steps, event, replace(s, phase="speak" if s.rules.free else "word"))


def _stopped(s: State) -> Cause | None:
    """Return whether one side has nothing left, all wait, or time is up; None to go on."""
    sides = {
        buys(s.rules, s.period, at)
        for at, each in enumerate(s.traders)
        if each.done < s.rules.units
    }
    if sides != {True, False} and not s.rules.shares:
        return "side"
    if not _able(s):
        return "waits"
    return "time" if s.count >= s.deck.patience * len(s.traders) else None


MARKET: Final = Market()
