"""The auction room's rules: who may act, what is legal, and what follows from a move."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Final, Literal

from msgspec.structs import replace

from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt, put, ranked, then
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Decide,
    Over,
    Refusal,
    Seat,
    Settling,
    Standing,
    Step,
    Turn,
)
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.games.auction_room import events
from paydays_widgets.games.auction_room.deck import UNIT, Deck, default_deck
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.moves import (
    NOTATION,
    Bid,
    Draw,
    Lot,
    Move,
    Pass,
    Stay,
    Stop,
)
from paydays_widgets.games.auction_room.rules import CLOCKS, Rules, Told
from paydays_widgets.games.auction_room.state import (
    PASSED,
    Bidder,
    BidderView,
    Call,
    State,
    View,
    ceiling,
    floor,
)

MAX_SEATS: Final = 8
BUDGET_LANE: Final = MAX_SEATS
"""The lane of the first seat's budget; a seat's value has its own number, in every format."""
WORTH_LANE: Final = 2 * MAX_SEATS
_Steps = list[Step[State, Event]]


class AuctionRoom(Engine[State, Move, Event, View, Rules, Deck]):
    """The engine. It holds no state: one instance serves every table."""

    id = "auction_room"
    version = 1
    rules_type = Rules
    deck_type = Deck
    notation = NOTATION
    seats = tuple(range(2, MAX_SEATS + 1))
    clauses = Clauses(seats="AR-seats", turns="AR-rounds", over="AR-end", out="AR-ruin")
    chances = MappingProxyType({"deal": "AR-values", "lot": "AR-tie"})
    prompts = MappingProxyType(
        {"bid": Prompt("AR-bid", (Bid, Pass)), "clock": Prompt("AR-bid", (Stop, Stay, Pass))}
    )
    reasons = MappingProxyType(
        {
            "decided": ("AR-bid",),
            "below_reserve": ("AR-reserve",),
            "above_limit": ("AR-limit",),
            "above_budget": ("AR-values",),
            "off_clock": ("AR-bid",),
            "too_late": ("AR-bid",),
        }
    )

    def deck(self) -> Deck:
        """Return the amounts that come with the game."""
        return default_deck()

    def set_up(self, seats: int, rules: Rules, deck: Deck) -> State:
        """Return the state before the first object is put up."""
        purse = rules.purse * UNIT
        bidders = (Bidder(money=purse, booked=purse),) * seats
        return State(rules, deck, "deal", 0, bidders)

    def turn(self, s: State) -> Turn:
        """Return who may act."""
        match s.phase:
            case "deal":
                lanes = _lanes(s)
                lane = lanes[min(s.count, len(lanes) - 1)]
                return Chance("deal", s.round + (s.count == 0), lane)
            case "bid":
                waiting = [at for at in _in(s) if s.bidders[at].bid is None]
                return Decide(tuple(waiting), "bid", s.round, 0)
            case "clock":
                waiting = [at for at in _in(s) if _undecided(s.bidders[at])]
                return Decide(tuple(waiting), "clock", s.round, s.count)
            case "lot":
                return Chance("lot", s.round, 0)
            case "settling":
                return Settling(s.round)
            case "over":
                return Over(s.round)

    def playing(self, s: State) -> list[bool]:
        """Return, for each seat, whether it still has its purse (AR-ruin)."""
        return [not each.out for each in s.bidders]

    def options(self, s: State, by: Seat) -> tuple[Move, ...]:
        """List the legal moves of a seat: bids in whole units, and the prices of the clock."""
        most = _most(s, by)
        if s.phase == "bid":
            return _bids(by, floor(s.rules), most)
        start, end = clock_ends(s.rules, s.deck)
        if s.rules.auction != "dutch":
            can_pass = s.count == 0
            return _rising(by, s.clock, min(end, most), s.deck.tick, can_pass=can_pass)
        return _falling(by, s.clock, end, min(start, most), s.deck.tick)

    def refuse_move(self, s: State, m: Move) -> Refusal | None:
        """Return why a bid or a price of the clock is not legal."""
        match m:
            case Bid(by, amount):
                return _refuse_amount(s, by, amount)
            case Pass() if s.phase == "clock" and s.rules.auction != "dutch" and s.count:
                return Refusal("AR-bid", "too_late", {"clock": s.clock})
            case Stop(by, price) | Stay(by, price):
                return _refuse_price(s, by, price, stays=isinstance(m, Stay))
            case _:
                return None

    def refuse_seat(self, s: State, by: Seat) -> Refusal | None:
        """Refuse a second decision (AR-bid)."""
        return Refusal("AR-bid", "decided", {"seat": by})

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List the amounts that could be drawn, or the seats that tie."""
        if s.phase == "lot":
            return tuple(Outcome(Lot(CHANCE, seat), 1) for seat in s.tied)
        return _amounts(*_range(s), s.deck.grain) if s.phase == "deal" else ()

    def can_come(self, s: State, m: Move) -> bool:
        """Return whether an amount can be drawn, or a seat ties."""
        match m:
            case Lot(_, seat):
                return s.phase == "lot" and seat in s.tied
            case Draw(_, amount) if s.phase == "deal":
                low, high = _range(s)
                return low <= amount <= high and not (amount - low) % s.deck.grain
            case _:
                return False

    def carry_out(self, s: State, m: Move) -> _Steps:
        """Carry out a legal move."""
        steps: _Steps = []
        match m:
            case Draw(_, amount):
                _draw(s, amount, steps)
            case Lot(_, seat):
                told = _told(s.rules)
                drawn = events.LotDrawn(seat=seat, tied=s.tied, told=told)
                _award(then(steps, drawn, replace(s, phase="settling")), seat, steps)
            case Bid() | Pass() if s.phase == "bid":
                _seal(s, m.by, PASSED if isinstance(m, Pass) else m.amount, steps)
            case Pass(by):
                _call(s, by, Call(PASSED), steps)
            case Stop(by, price):
                _call(s, by, Call(price), steps)
            case Stay(by, price):
                _call(s, by, Call(price, stays=True), steps)
        return steps

    def view(self, s: State, seat: Seat | None) -> View:
        """Return what a seat may know; for None, what is open to all (AR-told)."""
        told = _told(s.rules)
        over = s.phase == "over"
        return View(
            seat=seat,
            rules=s.rules,
            deck=s.deck,
            turn=self.turn(s),
            round=s.round,
            bidders=tuple(
                BidderView(
                    value=each.value if at == seat or values_open(s) else None,
                    budget=each.budget if at == seat or values_open(s) else None,
                    bid=each.bid if at == seat or _bid_open(s, each) else None,
                    money=each.money if at == seat or over or told == "values" else None,
                    has_bid=each.call is not None or each.bid is not None,
                    still_in=s.rules.auction in CLOCKS and not each.out and each.bid is None,
                    out=each.out,
                )
                for at, each in enumerate(s.bidders)
            ),
            worth=s.worth if s.shown > 1 else None,
            clock=s.clock,
            legal=() if seat is None else self.legal(s, seat),
        )

    def witness(self, e: Event, seat: Seat | None) -> Event | None:
        """Return an event as a seat may know it (AR-bid, AR-told)."""
        match e:
            case events.WorthDrawn():
                return replace(e, amount=None)
            case events.ValueDrawn(seat=owner) | events.BidSealed(seat=owner) if owner != seat:
                return replace(e, amount=None)
            case events.CallMade(seat=owner) if owner != seat:
                return replace(e, price=None, stays=None)
            case events.BidsOpened(bids=bids, told="price" | "win"):
                return replace(e, bids=_own(bids, seat))
            case events.LotDrawn(told="price" | "win"):
                return replace(e, seat=None, tied=None)
            case events.ObjectSold(seat=winner, told="price" | "win") if winner != seat:
                price = e.price if e.told == "price" else None
                return replace(e, seat=None, price=price, bid=None, rival=None)
            case events.ObjectSold(told="price" | "win"):
                return replace(e, rival=None)
            case events.ValuesTold(values=values, told="bids" | "price" | "win"):
                own, limits = _own(values, seat), _own(e.budgets, seat)
                return replace(e, values=own, budgets=limits, winner=None)
            case events.ProfitBooked(winner=winner, told="bids" | "price" | "win"):
                own, had = _own(e.profits, seat), _own(e.totals, seat)
                if winner == seat:
                    return replace(e, profits=own, totals=had)
                return replace(e, winner=None, value=None, price=None, profits=own, totals=had)
            case _:
                return e

    def told(self, m: Move, later: Iterable[Event]) -> bool:
        """Return whether a bid has been opened, or where a seat lets a clock stop has come."""
        for event in later:
            match event:
                case events.BidsOpened(bids=bids):
                    return bids[m.by] is not None
                case events.ClockStopped(seats=seats) | events.SeatsPassed(seats=seats):
                    if m.by in seats:
                        return True
                case events.CallMade(seat=seat) if seat == m.by:
                    return False
                case events.ObjectSold() | events.ObjectUnsold():
                    return False
                case _:
                    pass
        return False

    def imagine(self, s: State, seat: Seat, past: Sequence[Event], luck: Iterator[int]) -> State:
        """Draw what the seat cannot know: others' values, and a common value near its estimate.

        Of others' money it knows what the books show.
        """
        own = s.bidders[seat].value
        if s.phase not in {"bid", "clock"} or own is None:
            return s
        worth, low, high = None, 0, s.deck.top
        if s.rules.common:
            spread = s.rules.spread * UNIT
            least, most = max(s.deck.low, own - spread), min(s.deck.high, own + spread)
            worth = _any(least, most, s.deck.grain, next(luck))
            low, high = worth - spread, worth + spread
        bidders = list(s.bidders)
        for at in _in(s):
            if at != seat:
                bidders[at] = each = replace(
                    bidders[at],
                    value=_any(low, high, s.deck.grain, next(luck)),
                    budget=_any(_payable(s, at), s.deck.top, s.deck.grain, next(luck))
                    if s.rules.budgets
                    else None,
                    call=None,
                    money=bidders[at].booked,
                )
                if s.phase == "bid":
                    bidders[at] = replace(each, bid=None)
        return replace(s, worth=worth, bidders=tuple(bidders))

    def standing(self, s: State) -> Standing:
        """Rank the seats by their money, as far as the books show it (AR-end)."""
        groups = [_in(s), *s.gone[::-1]]
        ranking = [ranked({seat: s.bidders[seat].booked for seat in each}) for each in groups]
        return Standing(tuple(chain.from_iterable(ranking)), _ended_by(s))

    def books(self, s: State) -> dict[str, int]:
        """Return each seat's cash, in cents."""
        return {cash(seat): each.booked for seat, each in enumerate(s.bidders)}


# --- who, and what is open ----------------------------------------------------------------------


def _in(s: State) -> list[Seat]:
    """List the seats that still have their purse."""
    return [at for at, each in enumerate(s.bidders) if not each.out]


def _ended_by(s: State) -> Literal["AR-end", "AR-ruin"]:
    return "AR-end" if len(_in(s)) > 1 else "AR-ruin"


def _undecided(each: Bidder) -> bool:
    return each.bid is None and each.call is None


def _told(rules: Rules) -> Told:
    """Return how much of a round everyone learns; at a clock everyone sees who stops it."""
    clock = rules.auction in CLOCKS and rules.told != "values"
    return "bids" if clock else rules.told


def values_open(s: State) -> bool:
    """Return whether the values of the last round have been told to everyone."""
    return s.shown > 1 and s.rules.told == "values"


def _bid_open(s: State, each: Bidder) -> bool:
    if s.rules.auction in CLOCKS:
        return each.bid is not None
    return s.shown > 0 and s.rules.told in {"values", "bids"}


def _own(amounts: tuple[int | None, ...], seat: Seat | None) -> tuple[int | None, ...]:
    return tuple([each if at == seat else None for at, each in enumerate(amounts)])


# --- chance -------------------------------------------------------------------------------------


def _lanes(s: State) -> list[int]:
    """List the draws of a round, by their lanes: the common value, values, budgets."""
    playing = _in(s)
    worth = [WORTH_LANE] if s.rules.common else []
    budgets = [BUDGET_LANE + at for at in playing] if s.rules.budgets else []
    return worth + playing + budgets


def _range(s: State) -> tuple[int, int]:
    """Return the lowest and the highest amount that can be drawn next."""
    if not s.rules.common:
        return 0, s.deck.top
    if s.count == 0 or s.worth is None:
        return s.deck.low, s.deck.high
    spread = s.rules.spread * UNIT
    return s.worth - spread, s.worth + spread


@lru_cache(maxsize=512)
def _amounts(low: int, high: int, grain: int) -> tuple[Outcome[Move], ...]:
    return tuple([Outcome(Draw(CHANCE, n), 1) for n in range(low, high + 1, grain)])


def _any(low: int, high: int, grain: int, luck: int) -> int:
    least = -(-low // grain) * grain
    return least + (luck * ((high - least) // grain + 1) >> 32) * grain


def _payable(s: State, seat: Seat) -> int:
    """Return what a seat can pay as everyone has seen: a price up to which the clock has risen."""
    risen = s.phase == "clock" and s.rules.auction != "dutch" and s.count
    return s.clock if risen and s.bidders[seat].bid is None else 0


def _draw(s: State, amount: int, steps: _Steps) -> None:
    lanes = _lanes(s)
    lane = lanes[min(s.count, len(lanes) - 1)]
    if s.count == 0:
        bidders = tuple([_cleared(each) for each in s.bidders])
        s = replace(s, round=s.round + 1, bidders=bidders, worth=None, shown=0, tied=())
    done = s.count + 1 >= len(lanes)
    s = replace(s, count=s.count + 1, phase="settling" if done else "deal")
    if lane == WORTH_LANE:
        then(steps, events.WorthDrawn(amount=amount), replace(s, worth=amount))
        return
    seat = lane % BUDGET_LANE
    what: events.What = "budget"
    if lane == seat:
        what = "cost" if s.rules.tender else "estimate" if s.rules.common else "value"
        bidder = replace(s.bidders[seat], value=amount)
    else:
        bidder = replace(s.bidders[seat], budget=amount)
    s = replace(s, bidders=put(s.bidders, seat, bidder))
    s = then(steps, events.ValueDrawn(what=what, seat=seat, amount=amount), s)
    if done:
        clock = s.rules.auction in CLOCKS
        begun = events.RoundBegun(
            auction=s.rules.auction, round=s.round, rounds=s.rules.rounds, reserve=floor(s.rules)
        )
        start, _ = clock_ends(s.rules, s.deck)
        phase = "clock" if clock else "bid"
        then(steps, begun, replace(s, phase=phase, clock=start if clock else 0, count=0))


def _cleared(each: Bidder) -> Bidder:
    return Bidder(money=each.money, booked=each.booked, out=each.out)


# --- what is legal ------------------------------------------------------------------------------


def _most(s: State, by: Seat) -> int:
    """Return the highest price that a seat can agree to."""
    budget = s.bidders[by].budget
    most = ceiling(s.rules, s.deck)
    return most if budget is None else min(most, budget)


@lru_cache(maxsize=4096)
def _bids(by: Seat, least: int, most: int) -> tuple[Move, ...]:
    return (*[Bid(by, amount) for amount in range(least, most + 1, UNIT)], Pass(by))


@lru_cache(maxsize=4096)
def _rising(by: Seat, clock: int, end: int, tick: int, *, can_pass: bool) -> tuple[Move, ...]:
    """List how far a seat can let the clock rise; below its start it can only pass."""
    ahead = range(clock, end + 1, tick)
    return (
        *[Stop(by, price) for price in ahead],
        *[Stay(by, price) for price in ahead[1:]],
        *([Pass(by)] if can_pass else []),
    )


@lru_cache(maxsize=4096)
def _falling(by: Seat, clock: int, end: int, most: int, tick: int) -> tuple[Move, ...]:
    """List how far a seat can let the clock fall; it can stop it at what it can pay."""
    ahead = range(clock, end - 1, -tick)
    return (
        *[Stop(by, price) for price in ahead if price <= most],
        *[Stay(by, price) for price in ahead[1:]],
        Pass(by),
    )


@lru_cache(maxsize=64)
def clock_ends(rules: Rules, deck: Deck) -> tuple[int, int]:
    """Return where the clock starts, and its last price; both are a reserve above every bid."""
    low = floor(rules)
    high = low + max(0, ceiling(rules, deck) - low) // deck.tick * deck.tick
    return (high, low) if rules.auction == "dutch" else (low, high)


def _refuse_amount(s: State, by: Seat, amount: int) -> Refusal | None:
    least, most = floor(s.rules), ceiling(s.rules, s.deck)
    budget = s.bidders[by].budget
    if amount < least:
        return Refusal("AR-reserve", "below_reserve", {"amount": amount, "reserve": least})
    if amount > most:
        return Refusal("AR-limit", "above_limit", {"amount": amount, "limit": most})
    if budget is not None and amount > budget:
        return Refusal("AR-values", "above_budget", {"amount": amount, "budget": budget})
    return None


def _refuse_price(s: State, by: Seat, price: int, *, stays: bool) -> Refusal | None:
    _, end = clock_ends(s.rules, s.deck)
    budget = s.bidders[by].budget
    if floor(s.rules) > ceiling(s.rules, s.deck):
        return _refuse_amount(s, by, price)
    low, high = sorted((s.clock, end))
    beside = stays and price == s.clock
    if not low <= price <= high or (price - s.clock) % s.deck.tick or beside:
        facts = {"price": price, "clock": s.clock, "end": end, "tick": s.deck.tick}
        return Refusal("AR-bid", "off_clock", facts)
    falls = s.rules.auction == "dutch"
    if budget is not None and price > budget and not (stays and falls):
        return Refusal("AR-values", "above_budget", {"amount": price, "budget": budget})
    return None


# --- what follows -------------------------------------------------------------------------------


def _seal(s: State, by: Seat, amount: int, steps: _Steps) -> None:
    """Take a sealed bid; open all of them once the last is there (AR-bid)."""
    bidders = put(s.bidders, by, replace(s.bidders[by], bid=amount))
    done = all(each.out or each.bid is not None for each in bidders)
    s = replace(s, bidders=bidders, phase="settling" if done else "bid")
    s = then(steps, events.BidSealed(seat=by, amount=amount), s)
    if not done:
        return
    bids = tuple([each.bid for each in bidders])
    made = [bid for bid in bids if bid is not None and bid != PASSED]
    best = (min if s.rules.tender else max)(made, default=PASSED)
    tied = tuple(at for at, bid in enumerate(bids) if made and bid == best)
    opened = events.BidsOpened(bids=bids, told=_told(s.rules))
    phase = "lot" if len(tied) > 1 else "settling"
    s = then(steps, opened, replace(s, shown=1, phase=phase, tied=tied))
    if len(tied) == 1:
        _award(s, tied[0], steps)
    elif not tied:
        _unsold(s, steps)


def _call(s: State, by: Seat, call: Call, steps: _Steps) -> None:
    """Note how far a seat lets the clock run; run it once everyone has said so (AR-bid)."""
    bidders = put(s.bidders, by, replace(s.bidders[by], call=call))
    done = not any(_undecided(each) and not each.out for each in bidders)
    made = events.CallMade(seat=by, price=call.price, stays=call.stays)
    s = replace(s, bidders=bidders, phase="settling" if done else "clock")
    s = then(steps, made, s)
    if done and s.rules.auction != "dutch":
        _rise(s, steps)
    elif done:
        _fall(s, steps)


def _calls(s: State) -> dict[Seat, Call]:
    """Return how far each seat that is still in lets the clock run."""
    return {
        at: each.call
        for at, each in enumerate(s.bidders)
        if each.call is not None and each.bid is None
    }


def _rise(s: State, steps: _Steps) -> None:
    """Let the clock rise to the next price at which a seat drops out, or decides again."""
    calls = _calls(s)
    passed = tuple(at for at, call in calls.items() if call.price == PASSED)
    left = [at for at in calls if at not in passed]
    if passed:
        told = events.SeatsPassed(seats=passed, left=len(left))
        s = then(steps, told, _stopped(s, passed, PASSED))
        if not left:
            _unsold(s, steps)
            return
        if len(left) == 1:
            _award(s, left[0], steps)
            return
    price = min(calls[at].price for at in left)
    stops = tuple(at for at in left if calls[at] == Call(price))
    s = _tick(s, price, steps, goes_on=not stops)
    if not stops:
        return
    left = [at for at in left if at not in stops]
    again = len(left) > 1
    phase = "clock" if again else "settling" if left else "lot"
    told_stop = events.ClockStopped(rises=True, seats=stops, price=price, left=len(left))
    s = _stopped(s, stops, price)
    if again:
        bidders = tuple([replace(each, call=None) for each in s.bidders])
        s = replace(s, bidders=bidders, count=s.count + 1)
    s = then(steps, told_stop, replace(s, phase=phase, tied=() if left else stops))
    if len(left) == 1:
        _award(s, left[0], steps)


def _fall(s: State, steps: _Steps) -> None:
    """Let the clock fall to the next price at which a seat buys, or decides again."""
    calls = {at: call for at, call in _calls(s).items() if call.price != PASSED}
    if not calls:
        _unsold(s, steps)
        return
    price = max(call.price for call in calls.values())
    stops = tuple(at for at, call in calls.items() if call == Call(price))
    s = _tick(s, price, steps, goes_on=not stops)
    if not stops:
        return
    told = events.ClockStopped(rises=False, seats=stops, price=price, left=len(calls))
    phase = "settling" if len(stops) == 1 else "lot"
    s = then(steps, told, replace(_stopped(s, stops, price), phase=phase, tied=stops))
    if len(stops) == 1:
        _award(s, stops[0], steps)


def _tick(s: State, price: int, steps: _Steps, *, goes_on: bool) -> State:
    """Move the clock to a price; where nobody stops it there, some decide again."""
    rises = price > s.clock
    way = s.deck.tick if rises else -s.deck.tick
    for now in range(s.clock + way, price + way, way) if price != s.clock else ():
        after = replace(s, clock=now)
        if now == price and goes_on:
            bidders = tuple(
                replace(each, call=None) if each.call == Call(price, stays=True) else each
                for each in s.bidders
            )
            after = replace(after, bidders=bidders, count=s.count + 1, phase="clock")
        s = then(steps, events.ClockMoved(price=now, rises=rises), after)
    return s


def _stopped(s: State, seats: tuple[Seat, ...], price: int) -> State:
    bidders = list(s.bidders)
    for at in seats:
        bidders[at] = replace(bidders[at], bid=price)
    return replace(s, bidders=tuple(bidders))


def _unsold(s: State, steps: _Steps) -> None:
    s = then(steps, events.ObjectUnsold(reserve=floor(s.rules)), s)
    _settle(s, None, 0, steps)


def _award(s: State, winner: Seat, steps: _Steps) -> None:
    """Sell the object, or commission the work, at the price that the format finds."""
    auction, own = s.rules.auction, s.bidders[winner].bid
    rivals = [
        each.bid
        for at, each in enumerate(s.bidders)
        if at != winner and each.bid is not None and each.bid != PASSED
    ]
    rival = (min if s.rules.tender else max)(rivals, default=PASSED)
    if auction in CLOCKS or own is None:
        price = s.clock
    elif auction == "second":
        price = max(rival, floor(s.rules))
    elif auction == "tender_second":
        price = rival if rivals else ceiling(s.rules, s.deck)
    else:
        price = own
    sold = events.ObjectSold(
        auction=auction, seat=winner, price=price, bid=own, rival=rival, told=_told(s.rules)
    )
    _settle(then(steps, sold, replace(s, phase="settling")), winner, price, steps)


def _settle(s: State, winner: Seat | None, price: int, steps: _Steps) -> None:
    """Tell what may be told, book the profits and go on to the next round (AR-profit)."""
    rules, told = s.rules, _told(s.rules)
    if told == "values" or rules.common:
        values = tuple([each.value for each in s.bidders])
        shown = events.ValuesTold(
            worth=s.worth,
            values=values,
            budgets=tuple([each.budget for each in s.bidders]),
            winner=winner,
            reserve=floor(rules),
            spread=rules.spread * UNIT,
            tender=rules.tender,
            told=told,
        )
        s = then(steps, shown, replace(s, shown=2))
    value = None if winner is None else s.worth if rules.common else s.bidders[winner].value
    profits = [None if each.out else _profit(s, at, winner, price) for at, each in _each(s)]
    bidders = tuple(
        each if profit is None else _earned(each, profit, now=told == "values")
        for each, profit in zip(s.bidders, profits, strict=True)
    )
    booked = events.ProfitBooked(
        winner=winner,
        value=value,
        price=None if winner is None else price,
        profits=tuple(profits),
        totals=tuple([None if each.out else each.money for each in bidders]),
        tender=rules.tender,
        told=told,
        transfers=_payments(s.bidders, bidders),
    )
    ruined = tuple(
        at for at, each in enumerate(bidders) if rules.purse and not each.out and each.money <= 0
    )
    s = replace(s, bidders=bidders)
    last = s.round == rules.rounds or len(_in(s)) - len(ruined) <= 1
    s = then(steps, booked, s if ruined or last else _next(s))
    for at in ruined:
        out = put(s.bidders, at, replace(s.bidders[at], out=True))
        done = at == ruined[-1]
        s = replace(s, bidders=out, gone=(*s.gone, ruined) if done else s.gone)
        event = events.SeatRuined(seat=at, purse=rules.purse * UNIT)
        s = then(steps, event, _next(s) if done and not last else s)
    if last:
        _end(s, steps)


def _each(s: State) -> list[tuple[Seat, Bidder]]:
    return list(enumerate(s.bidders))


def _profit(s: State, seat: Seat, winner: Seat | None, price: int) -> int:
    """Return what a seat has earned in a round (AR-profit)."""
    bidder = s.bidders[seat]
    own = (s.worth if s.rules.common else bidder.value) or 0
    if s.rules.auction == "all_pay":
        return (own if seat == winner else 0) - max(bidder.bid or 0, 0)
    if seat != winner:
        return 0
    return price - own if s.rules.tender else own - price


def _earned(each: Bidder, profit: int, *, now: bool) -> Bidder:
    money = each.money + profit
    return replace(each, money=money, booked=money if now else each.booked)


def _payments(before: tuple[Bidder, ...], after: tuple[Bidder, ...]) -> tuple[Transfer, ...]:
    """List what the house pays, or is paid, for the books to change."""
    changes = [new.booked - old.booked for old, new in zip(before, after, strict=True)]
    return tuple(
        Transfer(BANK, cash(at), sum_) if sum_ > 0 else Transfer(cash(at), BANK, -sum_)
        for at, sum_ in enumerate(changes)
        if sum_
    )


def _next(s: State) -> State:
    return replace(s, phase="deal", count=0)


def _end(s: State, steps: _Steps) -> None:
    """Pay what had been secret, and end the game (AR-told, AR-end)."""
    totals = tuple([each.money for each in s.bidders])
    if _told(s.rules) != "values":
        after = tuple([replace(each, booked=each.money) for each in s.bidders])
        paid = events.ProfitsPaid(totals=totals, transfers=_payments(s.bidders, after))
        s = then(steps, paid, replace(s, bidders=after))
    s = replace(s, phase="over")
    first = AUCTION_ROOM.standing(s)
    ended = events.GameEnded(clause=_ended_by(s), winners=first.ranking[0], totals=totals)
    then(steps, ended, s)


AUCTION_ROOM: Final = AuctionRoom()
