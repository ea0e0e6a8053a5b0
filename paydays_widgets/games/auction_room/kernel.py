"""The auction room once more, compiled: the very games of the engine, a thousand times as fast.

The engine explains the rules, ``bots`` and ``reading`` the strategies: each function here has a
twin there. :mod:`paydays_widgets.kernels.compiled` explains kernels.

Events and ticks have no counterpart: a clock goes at once to where it stops. What strategies
reckon is reckoned in the order of ``reading``, so that both round to the same cent.
"""

from functools import lru_cache
from math import exp
from types import SimpleNamespace
from typing import Annotated, Any, Final, get_args

import numpy as np

from paydays_widgets.core.chance import WORD, purpose
from paydays_widgets.core.game import CHANCE, Chance
from paydays_widgets.games.auction_room import moves
from paydays_widgets.games.auction_room.deck import UNIT, Deck
from paydays_widgets.games.auction_room.engine import (
    AUCTION_ROOM,
    BUDGET_LANE,
    MAX_SEATS,
    WORTH_LANE,
    clock_ends,
)
from paydays_widgets.games.auction_room.moves import Move
from paydays_widgets.games.auction_room.reading import STEPS
from paydays_widgets.games.auction_room.rules import CLOCKS, Auction, Rules
from paydays_widgets.games.auction_room.state import PASSED, Phase, State, ceiling, floor
from paydays_widgets.kernels.compiled import (
    Row,
    below,
    compiled,
    draw,
    in_place,
    lanes,
    numbers,
    rank,
    table,
)
from paydays_widgets.kernels.records import Records, records
from paydays_widgets.kernels.whole import Packed, whole_games

STRATEGIES: Final = (
    "random_legal",
    "in_equilibrium",
    "truthful",
    "fixed_margin",
    "careful",
    "overbidder",
)
"""The strategies of ``bots``; a seat's ``kind`` is a place among them."""
RANDOM_LEGAL, IN_EQUILIBRIUM, TRUTHFUL, FIXED_MARGIN, CAREFUL, OVERBIDDER = range(6)

# As in ``bots``, which a kernel does not import.
MARGIN: Final = 10 * UNIT
TOO_HIGH: Final = 1.1

# --- the records --------------------------------------------------------------------------------

_PHASES: Final = get_args(Phase)
DEALING, BIDDING, RUNNING, BY_LOT, _, OVER = range(len(_PHASES))

AHEAD: Final = -2
"""The bid of a seat that has yet to decide, or the price of its call."""
_NO_CALL: Final = SimpleNamespace(price=AHEAD, stays=False)
NOBODY: Final = -1


class Call:
    """What a seat lets the clock do."""

    price: int
    stays: bool


class Bidder:
    """A seat."""

    value: int
    budget: int
    """The most that it can bid, without a limit too."""
    bid: int
    call: Call
    money: int
    booked: int
    out: int
    """The group with which it went out; 0 in the game."""


class Position:
    """A position ``s``."""

    phase: int
    turn: int
    """The round that goes on, or begins."""
    bidders: Annotated[Records[Bidder], MAX_SEATS]
    worth: int
    clock: int
    lane: int
    """Of the next draw."""
    count: int
    """At a clock, how often it has stopped."""
    tied: int
    """A bit for each seat."""
    gone: int
    """How many groups went out."""


LEFT_OUT: Final = {
    "rules": "what a switch changes is in the room",
    "deck": "its amounts are in the room",
    "round": "it is the turn's number",
    "shown": "no strategy asks what has come to light",
}
"""What a state holds and a position does not, and why."""


class Room:
    """The rules and the deck ``d``."""

    seats: int
    auction: int
    on_clock: bool
    tender: bool
    common: bool
    budgets: bool
    secret: bool
    """Whether profits are booked at the end only."""
    reserve: int
    purse: int
    """0 for none; in whole units, as a reserve."""
    rounds: int
    floor: int
    ceiling: int
    start: int
    end: int
    """Of the clock."""
    spread: int
    """In cents, as all that follows."""
    top: int
    low: int
    high: int
    grain: int
    tick: int
    worths: int
    draws: int
    """How many amounts a common value can have, and any other draw."""


_AUCTIONS: Final = get_args(Auction)
FIRST, SECOND, ENGLISH, DUTCH, ALL_PAY, TENDER_FIRST, TENDER_SECOND = range(len(_AUCTIONS))

BID, PASS, STOP, STAY, DRAW, LOT = range(6)
"""The verb of a move's code."""

_DEAL: Final = purpose("deal")
_LOT: Final = purpose("lot")
_CHOICE: Final = lanes(_PHASES, MAX_SEATS)
_NO_TABLES: Final = table(())

# --- in and out ---------------------------------------------------------------------------------


def pack(state: State) -> Packed[Position, Room]:
    """Turn a state in which a seat or chance is to move into records."""
    turn, most = AUCTION_ROOM.turn(state), ceiling(state.rules, state.deck)
    went = {seat: n for n, group in enumerate(state.gone, 1) for seat in group}
    s = records(
        Position,
        state,
        phase=_PHASES.index(state.phase),
        turn=turn.turn,
        bidders=[
            SimpleNamespace(
                value=each.value or 0,
                budget=most if each.budget is None else min(most, each.budget),
                bid=PASSED if each.out else AHEAD if each.bid is None else each.bid,
                call=each.call or _NO_CALL,
                money=each.money,
                booked=each.booked,
                out=went.get(seat, 0),
            )
            for seat, each in enumerate(state.bidders)
        ],
        worth=state.worth or 0,
        lane=turn.repeat if isinstance(turn, Chance) else NOBODY,
        tied=sum([1 << seat for seat in state.tied]),
        gone=len(state.gone),
    )
    return Packed(s, _room(state.rules, state.deck, len(state.bidders)), _NO_TABLES)


@lru_cache(maxsize=32)
def _room(rules: Rules, deck: Deck, seats: int) -> Room:
    start, end = clock_ends(rules, deck)
    spread = rules.spread * UNIT
    highest = 2 * spread if rules.common else deck.top
    return records(
        Room,
        rules,
        deck,
        seats=seats,
        auction=_AUCTIONS.index(rules.auction),
        on_clock=rules.auction in CLOCKS,
        secret=rules.told != "values",
        floor=floor(rules),
        ceiling=ceiling(rules, deck),
        start=start,
        end=end,
        spread=spread,
        worths=(deck.high - deck.low) // deck.grain + 1,
        draws=highest // deck.grain + 1,
    )[0]


def move(code: int) -> Move:
    """Return the move that a code stands for."""
    what, verb, seat = code >> 6, code >> 3 & 7, code & 7
    if verb == BID:
        return moves.Bid(seat, what)
    if verb == PASS:
        return moves.Pass(seat)
    if verb == STOP:
        return moves.Stop(seat, what)
    if verb == STAY:
        return moves.Stay(seat, what)
    return (moves.Draw if verb == DRAW else moves.Lot)(CHANCE, what)


@in_place
def coded(verb: int, seat: int, what: int) -> int:
    """Return the code of a move: what it names, its verb and its seat."""
    return what << 6 | verb << 3 | seat


@in_place
def books(s: Position, d: Room, out: Row[int]) -> None:
    """Write down each seat's cash, as far as the books show it (AR-told)."""
    for seat in range(d.seats):
        out[seat] = s.bidders[seat].booked


@in_place
def worths(s: Position, d: Room, out: Row[int]) -> None:
    """Write down what each seat is worth: its cash, and nothing else counts."""
    books(s, d, out)


@in_place
def owed(_s: Position, d: Room, out: Row[int]) -> None:
    """Write down what each seat owes: nothing, ever."""
    for seat in range(d.seats):
        out[seat] = 0


@compiled
def places(s: Position, d: Room, out: Row[int]) -> None:
    """Rank the seats by their money, those in the game first, then who went last (AR-ruin)."""
    stands = numbers(d.seats)
    for seat in range(d.seats):
        went = s.bidders[seat].out
        stands[seat] = s.bidders[seat].booked - (MAX_SEATS + 1 - went) * WORD * (went > 0)
    rank(stands, out)


# --- who is in ----------------------------------------------------------------------------------


@in_place
def seats_in(s: Position, d: Room) -> int:
    """Count the seats that still have their purse."""
    found = d.seats
    if s.gone:
        for seat in range(d.seats):
            found -= s.bidders[seat].out > 0
    return found


@in_place
def _next_in(s: Position, d: Room, seat: int) -> int:
    """Return the first seat from one on that still has its purse; -1 if there is none."""
    for at in range(seat, d.seats):
        if not s.bidders[at].out:
            return at
    return NOBODY


@in_place
def _waiting(s: Position, d: Room) -> int:
    """Return the first seat that has yet to decide; -1 if there is none."""
    for seat in range(d.seats):
        if s.bidders[seat].bid == AHEAD and s.bidders[seat].call.price == AHEAD:
            return seat
    return NOBODY


# --- chance -------------------------------------------------------------------------------------


@in_place
def _next_lane(s: Position, d: Room) -> int:
    """Return the lane of the draw after this one: values, then budgets; -1 after the last."""
    if s.lane == WORTH_LANE:
        return _next_in(s, d, 0)
    seat = _next_in(s, d, s.lane % BUDGET_LANE + 1)
    if seat != NOBODY:
        return s.lane - s.lane % BUDGET_LANE + seat
    budgets = d.budgets and s.lane < BUDGET_LANE
    return BUDGET_LANE + _next_in(s, d, 0) if budgets else NOBODY


@in_place
def _amount(s: Position, d: Room, luck: int) -> int:
    """Return the common value, value, estimate or budget that a draw stands for."""
    if s.lane == WORTH_LANE:
        return d.low + below(luck, d.worths) * d.grain
    least = s.worth - d.spread if d.common else 0
    return least + below(luck, d.draws) * d.grain


@in_place
def _one_of(seats: int, luck: int) -> int:
    """Return the one of some seats, a bit for each, that a draw stands for (AR-tie)."""
    count = 0
    for seat in range(MAX_SEATS):
        count += seats >> seat & 1
    left, seat = below(luck, count), 0
    while left or not seats >> seat & 1:
        left -= seats >> seat & 1
        seat += 1
    return seat


@in_place
def _draw(s: Position, d: Room, amount: int) -> None:
    """Note what was drawn; after the last draw, put up the object."""
    if s.lane == WORTH_LANE:
        s.worth = amount
    elif s.lane < BUDGET_LANE:
        s.bidders[s.lane].value = amount
    else:
        s.bidders[s.lane - BUDGET_LANE].budget = min(d.ceiling, amount)
    s.lane = _next_lane(s, d)
    if s.lane != NOBODY:
        return
    for seat in range(d.seats):
        s.bidders[seat].bid = PASSED if s.bidders[seat].out else AHEAD
        s.bidders[seat].call.price = AHEAD
    s.phase = RUNNING if d.on_clock else BIDDING
    s.clock = d.start
    s.count = 0


# --- what is legal ------------------------------------------------------------------------------


@in_place
def _sealed(s: Position, d: Room, seat: int, luck: int) -> int:
    """Choose at random among the legal sealed bids: those in whole units, and the pass."""
    bids = max(0, (s.bidders[seat].budget - d.floor) // UNIT + 1)
    at = below(luck, bids + 1)
    return coded(BID, seat, d.floor + at * UNIT) if at < bids else coded(PASS, seat, 0)


@in_place
def _on_clock(s: Position, d: Room, seat: int, luck: int) -> int:
    """Choose at random among the legal moves of a seat at a clock, in the engine's order."""
    budget, clock, tick = s.bidders[seat].budget, s.clock, d.tick
    if d.auction == DUTCH:
        ahead, way = (clock - d.end) // tick + 1, -tick
        too_high = max(0, -((budget - clock) // tick))
        stops, can_pass = max(0, ahead - too_high), 1
    else:
        ahead, way = max(0, (min(d.end, budget) - clock) // tick + 1), tick
        too_high, stops, can_pass = 0, ahead, int(s.count == 0)
    stays = max(0, ahead - 1)
    at = below(luck, stops + stays + can_pass)
    if at < stops:
        return coded(STOP, seat, clock + (too_high + at) * way)
    if at < stops + stays:
        return coded(STAY, seat, clock + (1 + at - stops) * way)
    return coded(PASS, seat, 0)


# --- what follows -------------------------------------------------------------------------------


@in_place
def carry_out(s: Position, d: Room, code: int) -> None:
    """Carry out a move."""
    what, verb, seat = code >> 6, code >> 3 & 7, code & 7
    if verb == DRAW:
        _draw(s, d, what)
    elif verb == LOT:
        _award(s, d, what)
    elif s.phase == BIDDING:
        _seal(s, d, seat, PASSED if verb == PASS else what)
    else:
        _call(s, d, seat, verb, PASSED if verb == PASS else what)


@in_place
def _seal(s: Position, d: Room, seat: int, amount: int) -> None:
    """Take a sealed bid; open all of them once the last is there (AR-bid)."""
    s.bidders[seat].bid = amount
    if _waiting(s, d) != NOBODY:
        return
    best, ties = PASSED, 0
    for at in range(d.seats):
        offer = s.bidders[at].bid
        if offer == PASSED:
            continue
        if best == PASSED or (offer < best if d.tender else offer > best):
            best, ties = offer, 0
        if offer == best:
            ties |= 1 << at
    _sell(s, d, ties)


@in_place
def _sell(s: Position, d: Room, seats: int) -> None:
    """Sell the object to the one of some seats, a bit for each, or let the lot decide (AR-tie)."""
    if not seats:
        _settle(s, d, NOBODY, 0)
    elif seats & seats - 1:
        s.phase = BY_LOT
        s.tied = seats
    else:
        _award(s, d, _one_of(seats, 0))


@in_place
def _call(s: Position, d: Room, seat: int, verb: int, price: int) -> None:
    """Note how far a seat lets the clock run; run it once all have said so (AR-bid)."""
    s.bidders[seat].call.price = price
    s.bidders[seat].call.stays = verb == STAY
    if _waiting(s, d) != NOBODY:
        return
    if d.auction == ENGLISH:
        _rise(s, d)
    else:
        _fall(s, d)


@in_place
def _rise(s: Position, d: Room) -> None:
    """Let the clock rise to the next price at which a seat drops out, or decides again."""
    left, price = 0, 0
    for seat in range(d.seats):
        if s.bidders[seat].bid != AHEAD:
            continue
        if s.bidders[seat].call.price == PASSED:
            s.bidders[seat].bid = PASSED
        else:
            price = min(price, s.bidders[seat].call.price) if left else s.bidders[seat].call.price
            left |= 1 << seat
    if left & left - 1 == 0:
        _sell(s, d, left)
        return
    stops = _tick(s, d, price)
    left &= ~stops
    if stops and left & left - 1:
        s.count += 1
        for seat in range(d.seats):
            s.bidders[seat].call.price = AHEAD
    elif stops:
        _sell(s, d, left or stops)


@in_place
def _fall(s: Position, d: Room) -> None:
    """Let the clock fall to the next price at which a seat buys, or decides again."""
    price = PASSED
    for seat in range(d.seats):
        if s.bidders[seat].bid == AHEAD:
            price = max(price, s.bidders[seat].call.price)
    stops = 0 if price == PASSED else _tick(s, d, price)
    if stops or price == PASSED:
        _sell(s, d, stops)


@in_place
def _tick(s: Position, d: Room, price: int) -> int:
    """Run the clock to a price, and return who stops it there; if nobody, some decide again."""
    stops = 0
    s.clock = price
    for seat in range(d.seats):
        if (
            s.bidders[seat].bid == AHEAD
            and s.bidders[seat].call.price == price
            and not s.bidders[seat].call.stays
        ):
            s.bidders[seat].bid = price
            stops |= 1 << seat
    if not stops:
        s.count += 1
        for seat in range(d.seats):
            if s.bidders[seat].call.price == price:
                s.bidders[seat].call.price = AHEAD
    return stops


@in_place
def _award(s: Position, d: Room, winner: int) -> None:
    """Sell the object, or commission the work, at the price that the format finds."""
    price = s.clock if d.on_clock else s.bidders[winner].bid
    if d.auction == SECOND:
        price = d.floor
        for seat in range(d.seats):
            if seat != winner:
                price = max(price, s.bidders[seat].bid)
    elif d.auction == TENDER_SECOND:
        price = d.ceiling
        for seat in range(d.seats):
            if seat != winner and s.bidders[seat].bid != PASSED:
                price = min(price, s.bidders[seat].bid)
    _settle(s, d, winner, price)


@in_place
def _settle(s: Position, d: Room, winner: int, price: int) -> None:
    """Book the profits, put out who is ruined, and go on (AR-profit, AR-ruin)."""
    ruined = False
    for seat in range(d.seats):
        if s.bidders[seat].out:
            continue
        s.bidders[seat].money += _profit(s, d, seat, winner, price)
        if not d.secret:
            s.bidders[seat].booked = s.bidders[seat].money
        if d.purse and s.bidders[seat].money <= 0:
            s.bidders[seat].out = s.gone + 1
            ruined = True
    s.gone += ruined
    if s.turn == d.rounds or seats_in(s, d) <= 1:
        _end(s, d)
    else:
        _next(s, d)


@in_place
def _profit(s: Position, d: Room, seat: int, winner: int, price: int) -> int:
    """Return what a seat has earned in a round (AR-profit)."""
    own = s.worth if d.common else s.bidders[seat].value
    if d.auction == ALL_PAY:
        return (own if seat == winner else 0) - max(s.bidders[seat].bid, 0)
    if seat != winner:
        return 0
    return price - own if d.tender else own - price


@in_place
def _next(s: Position, d: Room) -> None:
    s.phase = DEALING
    s.turn += 1
    s.lane = WORTH_LANE if d.common else _next_in(s, d, 0)


@in_place
def _end(s: Position, d: Room) -> None:
    """Pay what had been secret, and end the game (AR-told, AR-end)."""
    s.phase = OVER
    for seat in range(d.seats):
        s.bidders[seat].booked = s.bidders[seat].money


# --- reading ------------------------------------------------------------------------------------


@in_place
def lowest_stop(s: Position, d: Room) -> int:
    """Return where the first seat dropped out of a rising clock; -1 before."""
    lowest = PASSED
    for seat in range(d.seats):
        offer = s.bidders[seat].bid
        if offer > PASSED and (lowest == PASSED or offer < lowest):
            lowest = offer
    return lowest


@in_place
def agreed(s: Position, d: Room, seat: int, amount: float) -> int:
    """Return the bid of a seat that agrees to a price up to an amount, or in a tender from it on.

    At a clock it is the price at which the seat stops it; -1 if it takes no part.
    """
    cents, most = int(amount + 0.5) if amount > 0 else 0, s.bidders[seat].budget
    if d.tender:
        return cents if cents <= most else PASSED
    cents = min(cents, most)
    if cents < d.floor:
        return PASSED
    return d.floor + (cents - d.floor) // d.tick * d.tick if d.on_clock else cents


@in_place
def equilibrium(s: Position, d: Room, seat: int) -> float:
    """Return what a seat bids in equilibrium, and its value where theory says nothing."""
    auction, seats, value = d.auction, seats_in(s, d), s.bidders[seat].value
    if d.common:
        return _common_bid(s, d, seats, value)
    if d.tender:
        return value + (d.top - value) / seats if auction == TENDER_FIRST else float(value)
    if d.budgets:
        within = auction in (SECOND, ENGLISH)
        return float(min(value, s.bidders[seat].budget)) if within else float(value)
    if auction in (FIRST, DUTCH):
        return _shaded(value, d.floor, seats)
    if auction == ALL_PAY and not d.reserve:
        return d.top * (seats - 1) / seats * _power(value / d.top, seats)
    return float(value)


@in_place
def _shaded(value: int, reserve: int, seats: int) -> float:
    """Bid what the highest rival value below one's own is on average, or the reserve."""
    if value <= reserve:
        return float(value)
    return ((seats - 1) * value + reserve * _power(reserve / value, seats - 1)) / seats


@in_place
def last_price(d: Room, estimate: int, lowest: int) -> float:
    """Return where a seat drops out of a rising clock; ``lowest`` is -1 before the first does."""
    spread = d.spread
    if lowest == PASSED:
        highest = min(d.high, estimate + spread)
    else:
        highest = min(d.high, lowest + spread, 2 * lowest - d.low)
    return (max(d.low, estimate - spread) + highest) / 2


@in_place
def _common_bid(s: Position, d: Room, seats: int, estimate: int) -> float:
    """Correct an estimate of a common value, as far as theory knows how."""
    auction, spread = d.auction, d.spread
    if d.reserve or auction == ALL_PAY:
        return float(estimate)
    if auction == ENGLISH:
        return last_price(d, estimate, lowest_stop(s, d))
    if auction == SECOND:
        return worth_if_highest(d, seats - 1, estimate)
    known, wide = min(estimate, d.low + spread), 2 * spread
    gap = (known + spread - worth_if_highest(d, seats, known)) / wide
    if known < estimate:
        flat = max(0, min(estimate, d.high - spread) - known)
        gap = 1 + (gap - 1) * exp(-seats * flat / wide)
        start = max(0, known + spread - d.high) / wide
        gap = _followed(gap, start, max(0, estimate + spread - d.high) / wide, seats)
    return estimate + spread - gap * wide


@in_place
def worth_if_highest(d: Room, seats: int, estimate: int) -> float:
    """Return what an object is worth on average if so many estimates are no higher than one."""
    spread = d.spread
    least = max(0, estimate + spread - d.high)
    most = min(2 * spread, estimate + spread - d.low)
    if most <= 0:
        return float(d.low)
    above = seats * _powers(least, most, seats + 1) / ((seats + 1) * _powers(least, most, seats))
    return estimate + spread - above


@in_place
def _followed(gap: float, at: float, end: float, seats: int) -> float:
    """Follow the gap to an estimate near the upper end, as ``reading`` does."""
    step = (end - at) / STEPS
    for _ in range(STEPS if step else 0):
        one = _slope(gap, at, seats)
        two = _slope(gap + step / 2 * one, at + step / 2, seats)
        three = _slope(gap + step / 2 * two, at + step / 2, seats)
        four = _slope(gap + step * three, at + step, seats)
        gap += step / 6 * (one + 2 * two + 2 * three + four)
        at += step
    return gap


@in_place
def _slope(gap: float, at: float, seats: int) -> float:
    """Return how the gap changes, as ``reading`` does."""
    return seats * (1 - gap * _powers(at, 1, seats - 1) / _powers(at, 1, seats))


@in_place
def _powers(one: float, other: float, count: int) -> float:
    """Add up products, as ``reading`` does."""
    found, power = 0.0, 1.0
    for _ in range(count):
        found = found * other + power
        power *= one
    return found


@in_place
def _power(base: float, times: int) -> float:
    """Multiply, as ``reading`` does."""
    found = 1.0
    for _ in range(times):
        found *= base
    return found


# --- strategies ---------------------------------------------------------------------------------


@in_place
def at_most(s: Position, d: Room, seat: int, amount: float) -> int:
    """Return the move of a seat that agrees to a price up to an amount, or from it on."""
    price = agreed(s, d, seat, amount)
    if price == PASSED and not (d.auction == ENGLISH and s.count):
        return coded(PASS, seat, 0)
    if not d.on_clock:
        return coded(BID, seat, price)
    return coded(STOP, seat, min(price, s.clock) if d.auction == DUTCH else max(price, s.clock))


@in_place
def choose(s: Position, d: Room, seat: int, kind: int) -> int:
    """Decide for a seat whose strategy needs no luck."""
    auction, value = d.auction, s.bidders[seat].value
    amount = float(value)
    if kind == IN_EQUILIBRIUM:
        amount = equilibrium(s, d, seat)
    elif kind == FIXED_MARGIN:
        amount = float(value + MARGIN if d.tender else value - MARGIN)
    elif kind == CAREFUL:
        if d.common:
            amount = float(value - d.spread)
        elif d.tender:
            amount = value + (d.top - value) / 3
        else:
            amount = value * 2 / 3
    elif kind == OVERBIDDER:
        if auction == TENDER_SECOND:
            amount = value / TOO_HIGH
        elif auction in (SECOND, ENGLISH):
            amount = value * TOO_HIGH
    return at_most(s, d, seat, amount)


@in_place
def chosen(s: Position, d: Room, _t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    if s.phase == DEALING:
        return coded(DRAW, 0, _amount(s, d, draw(key, s.turn, _DEAL, s.lane)))
    if s.phase == BY_LOT:
        return coded(LOT, 0, _one_of(s.tied, draw(key, s.turn, _LOT, 0)))
    seat = _waiting(s, d)
    if kinds[seat] != RANDOM_LEGAL:
        return choose(s, d, seat, kinds[seat])
    luck = draw(key, s.turn, _CHOICE[s.phase, seat], s.count)
    return _on_clock(s, d, seat, luck) if d.on_clock else _sealed(s, d, seat, luck)


# --- whole games --------------------------------------------------------------------------------


_play, _run = whole_games(chosen, carry_out, books, worths, owed, places, over=OVER)


@in_place
def play(*asked: Any) -> int:
    """Play a game on to its end, as :class:`kernels.whole.Play` says."""
    return _play(*asked)


@compiled
def run(*asked: Any) -> None:
    """Play games of a run, as :class:`kernels.whole.Run` says."""
    _run(*asked)
