"""The auction room once more, compiled: the very games of the engine, a thousand times as fast.

The engine explains the rules, ``bots`` and ``reading`` the strategies: each function here has a
twin there. :mod:`paydays_widgets.kernels.compiled` explains kernels.

Events and ticks have no counterpart: a clock goes at once to where it stops. What strategies
reckon is reckoned in the order of ``reading``, so that both round to the same cent.
"""

from math import exp
from typing import Any, Final, get_args

import numpy as np

from paydays_widgets.core.chance import WORD, purpose
from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.auction_room import moves
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.engine import (
    AUCTION_ROOM,
    BUDGET_LANE,
    MAX_SEATS,
    WORTH_LANE,
    clock_ends,
)
from paydays_widgets.games.auction_room.moves import Move
from paydays_widgets.games.auction_room.reading import STEPS
from paydays_widgets.games.auction_room.rules import CLOCKS, Auction
from paydays_widgets.games.auction_room.state import PASSED, Phase, State, ceiling, floor
from paydays_widgets.kernels.compiled import (
    Packed,
    Row,
    below,
    compiled,
    draw,
    in_place,
    lanes,
    numbers,
    packed,
    rank,
    whole_games,
)

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

# --- the arrays ---------------------------------------------------------------------------------

_PHASES: Final = get_args(Phase)
DEALING, BIDDING, RUNNING, BY_LOT, _, OVER = range(len(_PHASES))

PHASE, TURN, COUNT, CLOCK, WORTH, TIED, GONE = range(7)
"""Where the facts of a state stand in ``s``. TURN is the round that goes on, or begins; COUNT is
the lane of the next draw, or how often a clock has stopped; TIED has a bit for each seat, and GONE
is the number of groups that went out."""
MONEY, BOOKED, VALUE, LIMIT, OFFER, CALL, STAYS, OUT = range(7, 7 + 8 * MAX_SEATS, MAX_SEATS)
"""By seat: its money, what the books show, its value or estimate, the most that it can pay,
its bid, what it lets the clock do, and the group with which it went out (0: it is in)."""
AHEAD: Final = -2
"""The bid or the call of a seat that has yet to decide."""
NOBODY: Final = -1

_AUCTIONS: Final = get_args(Auction)
FIRST, SECOND, ENGLISH, DUTCH, ALL_PAY, TENDER_FIRST, TENDER_SECOND = range(len(_AUCTIONS))
SEATS, AUCTION, ON_CLOCK, TENDER, COMMON, BUDGETS, SPREAD, RESERVE, OPEN, PURSE, ROUNDS = range(11)
TOP, LOW, HIGH, GRAIN, TICK, WORTHS, VALUES, LEAST, MOST, START, END = range(11, 22)
"""Where rules and deck stand in ``d``. OPEN says whether profits are booked at once; WORTHS and
VALUES are how many amounts a common value, and any other draw, can have; LEAST and MOST are the
bounds of a bid, START and END those of a clock."""

BID, PASS, STOP, STAY, DRAW, LOT = range(6)
"""The verb of a move's code."""

_DEAL: Final = purpose("deal")
_LOT: Final = purpose("lot")
_CHOICE: Final = lanes(_PHASES, MAX_SEATS)

# --- in and out ---------------------------------------------------------------------------------


def pack(state: State) -> Packed:
    """Turn a state in which a seat or chance is to move into arrays."""
    deck, rules, seats = state.deck, state.rules, state.bidders
    least, most = floor(rules), ceiling(rules, deck)
    start, end = clock_ends(rules, deck)
    turn = AUCTION_ROOM.turn(state)
    went = {seat: n for n, group in enumerate(state.gone, 1) for seat in group}
    by_seat: list[list[int]] = [
        [each.money for each in seats],
        [each.booked for each in seats],
        [each.value or 0 for each in seats],
        [most if each.budget is None else min(most, each.budget) for each in seats],
        [PASSED if each.out else AHEAD if each.bid is None else each.bid for each in seats],
        [AHEAD if each.call is None else each.call.price for each in seats],
        [each.call is not None and each.call.stays for each in seats],
        [went.get(seat, 0) for seat in range(len(seats))],
    ]
    s = [
        _PHASES.index(state.phase),
        turn.turn,
        getattr(turn, "repeat", 0),
        state.clock,
        state.worth or 0,
        sum([1 << seat for seat in state.tied]),
        len(state.gone),
        *[n for row in by_seat for n in (*row, *[0] * (MAX_SEATS - len(seats)))],
    ]
    spread = rules.spread * UNIT
    highest = 2 * spread if rules.common else deck.top
    d = [
        len(seats),
        _AUCTIONS.index(rules.auction),
        rules.auction in CLOCKS,
        rules.tender,
        rules.common,
        rules.budgets,
        spread,
        rules.reserve * UNIT,
        rules.told == "values",
        rules.purse * UNIT,
        rules.rounds,
        deck.top,
        deck.low,
        deck.high,
        deck.grain,
        deck.tick,
        (deck.high - deck.low) // deck.grain + 1,
        highest // deck.grain + 1,
        least,
        most,
        start,
        end,
    ]
    return packed(s, d)


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
def books(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Write down each seat's cash, as far as the books show it (AR-told)."""
    for seat in range(d[SEATS]):
        out[seat] = s[BOOKED + seat]


@in_place
def worths(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Write down what each seat is worth: its cash, and nothing else counts."""
    books(s, d, out)


@in_place
def owed(_s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Write down what each seat owes: nothing, ever."""
    for seat in range(d[SEATS]):
        out[seat] = 0


@compiled
def places(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Rank the seats by their money, those in the game first, then who went last (AR-ruin)."""
    stands = numbers(d[SEATS])
    for seat in range(d[SEATS]):
        went = s[OUT + seat]
        stands[seat] = s[BOOKED + seat] - (MAX_SEATS + 1 - went) * WORD * (went > 0)
    rank(stands, out)


# --- who, and what is drawn ---------------------------------------------------------------------


@in_place
def waiting(s: Row[int], d: Row[int]) -> int:
    """Return the first seat that has yet to decide; -1 if there is none."""
    for seat in range(d[SEATS]):
        if s[OFFER + seat] == AHEAD and s[CALL + seat] == AHEAD:
            return seat
    return NOBODY


@in_place
def seats_in(s: Row[int], d: Row[int]) -> int:
    """Count the seats that still have their purse."""
    found = d[SEATS]
    if s[GONE]:
        for seat in range(d[SEATS]):
            found -= s[OUT + seat] > 0
    return found


@in_place
def next_in(s: Row[int], d: Row[int], seat: int) -> int:
    """Return the first seat from one on that still has its purse; -1 if there is none."""
    for at in range(seat, d[SEATS]):
        if not s[OUT + at]:
            return at
    return NOBODY


@in_place
def next_lane(s: Row[int], d: Row[int]) -> int:
    """Return the lane of the draw after this one: values, then budgets; -1 after the last."""
    lane = s[COUNT]
    if lane == WORTH_LANE:
        return next_in(s, d, 0)
    seat = next_in(s, d, lane % BUDGET_LANE + 1)
    if seat != NOBODY:
        return lane - lane % BUDGET_LANE + seat
    budgets = d[BUDGETS] and lane < BUDGET_LANE
    return BUDGET_LANE + next_in(s, d, 0) if budgets else NOBODY


@in_place
def amount_drawn(s: Row[int], d: Row[int], luck: int) -> int:
    """Return the common value, value, estimate or budget that a draw stands for."""
    if s[COUNT] == WORTH_LANE:
        return d[LOW] + below(luck, d[WORTHS]) * d[GRAIN]
    least = s[WORTH] - d[SPREAD] if d[COMMON] else 0
    return least + below(luck, d[VALUES]) * d[GRAIN]


@in_place
def one_of(seats: int, luck: int) -> int:
    """Return the one of some seats, a bit for each, that a draw stands for (AR-tie)."""
    count = 0
    for seat in range(MAX_SEATS):
        count += seats >> seat & 1
    left, seat = below(luck, count), 0
    while left or not seats >> seat & 1:
        left -= seats >> seat & 1
        seat += 1
    return seat


# --- reading ------------------------------------------------------------------------------------


@in_place
def power(base: float, times: int) -> float:
    """Multiply, as ``reading`` does."""
    found = 1.0
    for _ in range(times):
        found *= base
    return found


@in_place
def lowest_stop(s: Row[int], d: Row[int]) -> int:
    """Return where the first seat dropped out of a rising clock; -1 before."""
    lowest = PASSED
    for seat in range(d[SEATS]):
        offer = s[OFFER + seat]
        if offer > PASSED and (lowest == PASSED or offer < lowest):
            lowest = offer
    return lowest


@in_place
def equilibrium(s: Row[int], d: Row[int], seat: int) -> float:
    """Return what a seat bids in equilibrium, and its value where theory says nothing."""
    auction, seats, value = d[AUCTION], seats_in(s, d), s[VALUE + seat]
    if d[COMMON]:
        return common_bid(s, d, seats, value)
    if d[TENDER]:
        return value + (d[TOP] - value) / seats if auction == TENDER_FIRST else float(value)
    if d[BUDGETS]:
        within = auction in (SECOND, ENGLISH)
        return float(min(value, s[LIMIT + seat])) if within else float(value)
    if auction in (FIRST, DUTCH):
        return shaded(value, d[LEAST], seats)
    if auction == ALL_PAY and not d[RESERVE]:
        return d[TOP] * (seats - 1) / seats * power(value / d[TOP], seats)
    return float(value)


@in_place
def shaded(value: int, reserve: int, seats: int) -> float:
    """Bid what the highest rival value below one's own is on average, or the reserve."""
    if value <= reserve:
        return float(value)
    return ((seats - 1) * value + reserve * power(reserve / value, seats - 1)) / seats


@in_place
def common_bid(s: Row[int], d: Row[int], seats: int, estimate: int) -> float:
    """Correct an estimate of a common value, as far as theory knows how."""
    auction, spread = d[AUCTION], d[SPREAD]
    if d[RESERVE] or auction == ALL_PAY:
        return float(estimate)
    if auction == ENGLISH:
        return last_price(d, estimate, lowest_stop(s, d))
    if auction == SECOND:
        return worth_if_highest(d, seats - 1, estimate)
    known, wide = min(estimate, d[LOW] + spread), 2 * spread
    gap = (known + spread - worth_if_highest(d, seats, known)) / wide
    if known < estimate:
        flat = max(0, min(estimate, d[HIGH] - spread) - known)
        gap = 1 + (gap - 1) * exp(-seats * flat / wide)
        start = max(0, known + spread - d[HIGH]) / wide
        gap = followed(gap, start, max(0, estimate + spread - d[HIGH]) / wide, seats)
    return estimate + spread - gap * wide


@in_place
def last_price(d: Row[int], estimate: int, lowest: int) -> float:
    """Return where a seat drops out of a rising clock; ``lowest`` is -1 before the first does."""
    spread = d[SPREAD]
    if lowest == PASSED:
        highest = min(d[HIGH], estimate + spread)
    else:
        highest = min(d[HIGH], lowest + spread, 2 * lowest - d[LOW])
    return (max(d[LOW], estimate - spread) + highest) / 2


@in_place
def worth_if_highest(d: Row[int], seats: int, estimate: int) -> float:
    """Return what an object is worth on average if so many estimates are no higher than one."""
    spread = d[SPREAD]
    least = max(0, estimate + spread - d[HIGH])
    most = min(2 * spread, estimate + spread - d[LOW])
    if most <= 0:
        return float(d[LOW])
    above = seats * powers(least, most, seats + 1) / ((seats + 1) * powers(least, most, seats))
    return estimate + spread - above


@in_place
def followed(gap: float, at: float, end: float, seats: int) -> float:
    """Follow the gap to an estimate near the upper end, as ``reading`` does."""
    step = (end - at) / STEPS
    for _ in range(STEPS if step else 0):
        one = slope(gap, at, seats)
        two = slope(gap + step / 2 * one, at + step / 2, seats)
        three = slope(gap + step / 2 * two, at + step / 2, seats)
        four = slope(gap + step * three, at + step, seats)
        gap += step / 6 * (one + 2 * two + 2 * three + four)
        at += step
    return gap


@in_place
def slope(gap: float, at: float, seats: int) -> float:
    """Return how the gap changes, as ``reading`` does."""
    return seats * (1 - gap * powers(at, 1, seats - 1) / powers(at, 1, seats))


@in_place
def powers(one: float, other: float, count: int) -> float:
    """Add up products, as ``reading`` does."""
    found, power = 0.0, 1.0
    for _ in range(count):
        found = found * other + power
        power *= one
    return found


# --- strategies ---------------------------------------------------------------------------------


@in_place
def at_most(s: Row[int], d: Row[int], seat: int, amount: float) -> int:
    """Return the move of a seat that agrees to a price up to an amount, or from it on."""
    cents = int(amount + 0.5) if amount > 0 else 0
    if d[TENDER]:
        return coded(BID, seat, cents) if cents <= d[MOST] else coded(PASS, seat, 0)
    cents = min(cents, s[LIMIT + seat])
    if cents < d[LEAST] and not (d[AUCTION] == ENGLISH and s[COUNT]):
        return coded(PASS, seat, 0)
    if not d[ON_CLOCK]:
        return coded(BID, seat, cents)
    price = d[LEAST] + (cents - d[LEAST]) // d[TICK] * d[TICK]
    if d[AUCTION] == DUTCH:
        return coded(STOP, seat, min(price, s[CLOCK]))
    return coded(STOP, seat, max(price, s[CLOCK]))


@in_place
def at_random(s: Row[int], d: Row[int], seat: int, luck: int) -> int:
    """Choose at random among all legal moves, in the engine's order."""
    limit, clock, tick = s[LIMIT + seat], s[CLOCK], d[TICK]
    if not d[ON_CLOCK]:
        bids = max(0, (limit - d[LEAST]) // UNIT + 1)
        at = below(luck, bids + 1)
        return coded(BID, seat, d[LEAST] + at * UNIT) if at < bids else coded(PASS, seat, 0)
    if d[AUCTION] == DUTCH:
        ahead, way = (clock - d[END]) // tick + 1, -tick
        too_high = max(0, -((limit - clock) // tick))
        stops, can_pass = max(0, ahead - too_high), 1
    else:
        ahead, way = max(0, (min(d[END], limit) - clock) // tick + 1), tick
        too_high, stops, can_pass = 0, ahead, int(s[COUNT] == 0)
    stays = max(0, ahead - 1)
    at = below(luck, stops + stays + can_pass)
    if at < stops:
        return coded(STOP, seat, clock + (too_high + at) * way)
    if at < stops + stays:
        return coded(STAY, seat, clock + (1 + at - stops) * way)
    return coded(PASS, seat, 0)


@in_place
def choose(s: Row[int], d: Row[int], seat: int, kind: int) -> int:
    """Decide for a seat whose strategy needs no luck."""
    auction, value = d[AUCTION], s[VALUE + seat]
    amount = float(value)
    if kind == IN_EQUILIBRIUM:
        amount = equilibrium(s, d, seat)
    elif kind == FIXED_MARGIN:
        amount = float(value + MARGIN if d[TENDER] else value - MARGIN)
    elif kind == CAREFUL:
        if d[COMMON]:
            amount = float(value - d[SPREAD])
        elif d[TENDER]:
            amount = value + (d[TOP] - value) / 3
        else:
            amount = value * 2 / 3
    elif kind == OVERBIDDER:
        if auction == TENDER_SECOND:
            amount = value / TOO_HIGH
        elif auction in (SECOND, ENGLISH):
            amount = value * TOO_HIGH
    return at_most(s, d, seat, amount)


@in_place
def chosen(s: Row[int], d: Row[int], _t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase, turn, count = s[PHASE], s[TURN], s[COUNT]
    if phase == DEALING:
        return coded(DRAW, 0, amount_drawn(s, d, draw(key, turn, _DEAL, count)))
    if phase == BY_LOT:
        return coded(LOT, 0, one_of(s[TIED], draw(key, turn, _LOT, 0)))
    seat = waiting(s, d)
    if kinds[seat] == RANDOM_LEGAL:
        return at_random(s, d, seat, draw(key, turn, _CHOICE[phase, seat], count))
    return choose(s, d, seat, kinds[seat])


# --- what follows -------------------------------------------------------------------------------


@in_place
def carry_out(s: Row[int], d: Row[int], code: int) -> None:
    """Carry out a move."""
    what, verb, seat = code >> 6, code >> 3 & 7, code & 7
    if verb == DRAW:
        drawn(s, d, what)
    elif verb == LOT:
        award(s, d, what)
    elif s[PHASE] == BIDDING:
        seal(s, d, seat, PASSED if verb == PASS else what)
    else:
        call(s, d, seat, PASSED if verb == PASS else what, int(verb == STAY))


@in_place
def drawn(s: Row[int], d: Row[int], amount: int) -> None:
    """Note what was drawn; after the last draw, put up the object."""
    lane = s[COUNT]
    if lane == WORTH_LANE:
        s[WORTH] = amount
    elif lane < BUDGET_LANE:
        s[VALUE + lane] = amount
    else:
        s[LIMIT + lane - BUDGET_LANE] = min(d[MOST], amount)
    s[COUNT] = next_lane(s, d)
    if s[COUNT] != NOBODY:
        return
    for seat in range(d[SEATS]):
        s[OFFER + seat] = PASSED if s[OUT + seat] else AHEAD
        s[CALL + seat] = AHEAD
    s[PHASE] = RUNNING if d[ON_CLOCK] else BIDDING
    s[CLOCK], s[COUNT] = d[START], 0


@in_place
def seal(s: Row[int], d: Row[int], seat: int, amount: int) -> None:
    """Take a sealed bid; open all of them once the last is there (AR-bid)."""
    s[OFFER + seat] = amount
    if waiting(s, d) != NOBODY:
        return
    best, ties = PASSED, 0
    for at in range(d[SEATS]):
        offer = s[OFFER + at]
        if offer == PASSED:
            continue
        if best == PASSED or (offer < best if d[TENDER] else offer > best):
            best, ties = offer, 0
        if offer == best:
            ties |= 1 << at
    sell(s, d, ties)


@in_place
def sell(s: Row[int], d: Row[int], seats: int) -> None:
    """Sell the object to the one of some seats, a bit for each, or let the lot decide (AR-tie)."""
    if not seats:
        settle(s, d, NOBODY, 0)
    elif seats & seats - 1:
        s[PHASE], s[COUNT], s[TIED] = BY_LOT, 0, seats
    else:
        award(s, d, one_of(seats, 0))


@in_place
def call(s: Row[int], d: Row[int], seat: int, price: int, stays: int) -> None:
    """Note how far a seat lets the clock run; run it once all have said so (AR-bid)."""
    s[CALL + seat] = price
    s[STAYS + seat] = stays
    if waiting(s, d) != NOBODY:
        return
    if d[AUCTION] == ENGLISH:
        rise(s, d)
    else:
        fall(s, d)


@in_place
def stop(s: Row[int], d: Row[int], price: int) -> int:
    """Run the clock to a price, and return who stops it there; if nobody, some decide again."""
    stops = 0
    s[CLOCK] = price
    for seat in range(d[SEATS]):
        if s[OFFER + seat] == AHEAD and s[CALL + seat] == price and not s[STAYS + seat]:
            s[OFFER + seat] = price
            stops |= 1 << seat
    if not stops:
        s[COUNT] += 1
        for seat in range(d[SEATS]):
            if s[CALL + seat] == price:
                s[CALL + seat] = AHEAD
    return stops


@in_place
def rise(s: Row[int], d: Row[int]) -> None:
    """Let the clock rise to the next price at which a seat drops out, or decides again."""
    left, price = 0, 0
    for seat in range(d[SEATS]):
        if s[OFFER + seat] != AHEAD:
            continue
        if s[CALL + seat] == PASSED:
            s[OFFER + seat] = PASSED
        else:
            price = min(price, s[CALL + seat]) if left else s[CALL + seat]
            left |= 1 << seat
    if left & left - 1 == 0:
        sell(s, d, left)
        return
    stops = stop(s, d, price)
    left &= ~stops
    if stops and left & left - 1:
        s[COUNT] += 1
        for seat in range(d[SEATS]):
            s[CALL + seat] = AHEAD
    elif stops:
        sell(s, d, left or stops)


@in_place
def fall(s: Row[int], d: Row[int]) -> None:
    """Let the clock fall to the next price at which a seat buys, or decides again."""
    price = PASSED
    for seat in range(d[SEATS]):
        if s[OFFER + seat] == AHEAD:
            price = max(price, s[CALL + seat])
    stops = 0 if price == PASSED else stop(s, d, price)
    if stops or price == PASSED:
        sell(s, d, stops)


@in_place
def award(s: Row[int], d: Row[int], winner: int) -> None:
    """Sell the object, or commission the work, at the price that the format finds."""
    price = s[CLOCK] if d[ON_CLOCK] else s[OFFER + winner]
    if d[AUCTION] == SECOND:
        price = d[LEAST]
        for seat in range(d[SEATS]):
            if seat != winner:
                price = max(price, s[OFFER + seat])
    elif d[AUCTION] == TENDER_SECOND:
        price = d[MOST]
        for seat in range(d[SEATS]):
            if seat != winner and s[OFFER + seat] != PASSED:
                price = min(price, s[OFFER + seat])
    settle(s, d, winner, price)


@in_place
def settle(s: Row[int], d: Row[int], winner: int, price: int) -> None:
    """Book the profits, put out who is ruined, and go on (AR-profit, AR-ruin)."""
    if d[AUCTION] == ALL_PAY:
        for seat in range(d[SEATS]):
            if not s[OUT + seat]:
                s[MONEY + seat] -= max(0, s[OFFER + seat])
        price = 0
    if winner != NOBODY:
        gain = (s[WORTH] if d[COMMON] else s[VALUE + winner]) - price
        s[MONEY + winner] += -gain if d[TENDER] else gain
    ruined = 0
    for seat in range(d[SEATS]):
        if s[OUT + seat]:
            continue
        if d[OPEN]:
            s[BOOKED + seat] = s[MONEY + seat]
        if d[PURSE] and s[MONEY + seat] <= 0:
            s[OUT + seat] = s[GONE] + 1
            ruined = 1
    s[GONE] += ruined
    if s[TURN] == d[ROUNDS] or seats_in(s, d) <= 1:
        s[PHASE] = OVER
        for seat in range(d[SEATS]):
            s[BOOKED + seat] = s[MONEY + seat]
        return
    s[PHASE], s[TURN] = DEALING, s[TURN] + 1
    s[COUNT] = WORTH_LANE if d[COMMON] else next_in(s, d, 0)


# --- whole games --------------------------------------------------------------------------------


_play, _run = whole_games(
    chosen, carry_out, books, worths, owed, places, phase=PHASE, over=OVER, turn=TURN
)


@in_place
def play(*asked: Any) -> int:
    """Play a game on to its end, as :class:`kernels.compiled.Play` says."""
    return _play(*asked)


@compiled
def run(*asked: Any) -> None:
    """Play games of a run, as :class:`kernels.compiled.Run` says."""
    _run(*asked)
