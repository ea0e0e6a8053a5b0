"""The market once more, compiled: the very games of the engine, a thousand times as fast.

The engine explains the rules, ``bots`` and ``reading`` the strategies: each function here has a
twin there. :mod:`paydays_widgets.kernels.compiled` explains kernels.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.market import moves
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.engine import (
    CARDS_EACH,
    MARKET,
    NO_QUOTA,
    PULL,
    cards_left,
    schedule,
)
from paydays_widgets.games.market.kernel import shares
from paydays_widgets.games.market.kernel.position import (
    ASK,
    BID,
    BITS,
    BUY,
    BUYER,
    CALL,
    CARD,
    CHANCE_OF,
    CHOICE_OF,
    DEAL,
    DIVIDEND,
    LEFT_OUT,
    LOT,
    NEXT,
    NO_CROSSING,
    NO_TABLES,
    NOBODY,
    OFFER,
    OVER,
    PAY,
    PHASES,
    SEAT,
    SELL,
    SELLER,
    SPEAK,
    TAKE,
    TIE,
    VERBS,
    WAIT,
    WITHDRAW,
    WORD,
    Position,
    Room,
    coded,
)
from paydays_widgets.games.market.moves import Move
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import NONE, State, bounds, tax_of
from paydays_widgets.kernels.compiled import Row, below, compiled, draw, in_place, numbers, rank
from paydays_widgets.kernels.lists import append, remove, sort_in
from paydays_widgets.kernels.records import Listed, records
from paydays_widgets.kernels.whole import Packed, whole_games

STRATEGIES: Final = (
    "random_legal",
    "zero_intelligence",
    "truthful",
    "price_watcher",
    "sniper",
    "bargainer",
    "fundamentalist",
    "trend_follower",
    "borrower",
)
"""The strategies of ``bots``; a seat's ``kind`` is a place among them."""
RANDOM_LEGAL, ZERO_INTELLIGENCE, TRUTHFUL, PRICE_WATCHER, SNIPER, BARGAINER = range(6)
TREND_FOLLOWER, BORROWER = 7, 8

__all__ = [
    "DEAL",
    "LEFT_OUT",
    "OVER",
    "Position",
    "Room",
    "books",
    "move",
    "owed",
    "pack",
    "places",
    "play",
    "run",
]

# As in ``bots``, which a kernel does not import.
NARROW: Final = 10

# --- in and out ---------------------------------------------------------------------------------


def pack(state: State) -> Packed[Position, Room]:
    """Turn a state in which a seat or chance is to move into records."""
    offers = {each.seat: each.price for each in state.bids}
    asks = {each.seat: each.price for each in state.asks}
    if not state.rules.shares:
        offers |= asks
    s = records(
        Position,
        state,
        phase=PHASES.index(state.phase),
        turn=MARKET.turn(state).turn,
        traders=[
            SimpleNamespace(
                cards=each.cards,
                done=each.done,
                sealed=each.sealed,
                offer=offers.get(seat, NONE),
                ask=asks.get(seat, NONE),
                waits=each.waits,
                gain=each.gain,
                booked=each.booked,
                shares=each.shares,
                debt=each.debt,
                out=each.out,
            )
            for seat, each in enumerate(state.traders)
        ],
        going=NONE if state.going is None else state.going,
        last=NONE if state.last is None else state.last,
        crossing=state.crossing or NO_CROSSING,
        packs=[SimpleNamespace(cards=cards_left(state, buying=each)) for each in (False, True)],
    )
    return Packed(s, _room(state.rules, state.deck, len(state.traders)), NO_TABLES)


@lru_cache(maxsize=32)
def _room(rules: Rules, deck: Deck, seats: int) -> Room:
    low, high = bounds(rules, deck)
    return records(
        Room,
        rules,
        deck,
        seats=seats,
        shares=rules.shares,
        again=rules.change == "again",
        half=(rules.periods + 1) // 2,
        low=low,
        high=high,
        tax=(tax_of(rules, "seller"), tax_of(rules, "buyer")),
        quota=rules.quota or NO_QUOTA,
        most=deck.patience * seats,
        amounts=deck.top // deck.grain + 1 if rules.values == "drawn" else 0,
        rise=deck.shift if rules.change == "shift" else 0,
        packs=[
            SimpleNamespace(cards=schedule.pack(rules, deck, seats, period, buying=buying))
            for period in (1, rules.periods)
            for buying in (False, True)
        ],
    )[0]


def move(code: int) -> Move:
    """Return the move that a code stands for."""
    what, verb, seat = code >> BITS + VERBS, code >> BITS & (1 << VERBS) - 1, code & SEAT
    if verb in (OFFER, TAKE):
        return (moves.Offer if verb == OFFER else moves.Take)(seat, what)
    if verb in (BID, ASK):
        return (moves.Bid if verb == BID else moves.Ask)(seat, what)
    if verb in (BUY, SELL):
        return (moves.Buy if verb == BUY else moves.Sell)(seat, what)
    if verb in (WITHDRAW, WAIT):
        return (moves.Withdraw if verb == WITHDRAW else moves.Wait)(seat)
    if verb == CARD:
        return moves.Card(CHANCE, what)
    if verb == PAY:
        return moves.Dividend(CHANCE, what)
    return (moves.Next if verb == NEXT else moves.Lot)(CHANCE, what)


@in_place
def books(s: Position, d: Room, out: Row[int]) -> None:
    """Write down each seat's cash, and with shares its debt: gains are paid at the end."""
    for seat in range(d.seats):
        out[seat] = s.traders[seat].booked
        if d.shares:
            out[d.seats + seat] = -s.traders[seat].debt


@in_place
def worths(s: Position, d: Room, out: Row[int]) -> None:
    """Write down what each seat is worth: its cash less its debt, and nothing else counts."""
    for seat in range(d.seats):
        out[seat] = s.traders[seat].booked - s.traders[seat].debt


@in_place
def owed(s: Position, d: Room, out: Row[int]) -> None:
    """Write down what each seat owes: nothing, except with shares."""
    for seat in range(d.seats):
        out[seat] = s.traders[seat].debt


@compiled
def places(s: Position, d: Room, out: Row[int]) -> None:
    """Rank the seats by their cash less their debts."""
    stands = numbers(d.seats)
    worths(s, d, stands)
    rank(stands, out)


# --- who may act, and at what price -------------------------------------------------------------


@in_place
def side_of(s: Position, d: Room, seat: int) -> int:
    """Return the side of a seat: sides alternate, and may be swapped halfway (MK-roles)."""
    swapped = d.swap > 0 and s.turn > d.half
    return BUYER if (seat % 2 == 0) != swapped else SELLER


@in_place
def _first(s: Position, d: Room, side: int) -> int:
    """Return the first seat of a side; it has every second from there."""
    return int(side_of(s, d, 0) != side)


@in_place
def _able(s: Position, d: Room, seat: int) -> bool:
    """Return whether a seat has a unit left and does not wait."""
    left = s.traders[seat].done < d.units and not s.traders[seat].out
    return left and not s.traders[seat].waits


@in_place
def _one_able(s: Position, d: Room, luck: int) -> int:
    """Return the one of the seats that may act that a draw stands for (MK-word)."""
    count = 0
    for seat in range(d.seats):
        count += _able(s, d, seat)
    left, seat = below(luck, count), 0
    while left or not _able(s, d, seat):
        left -= _able(s, d, seat)
        seat += 1
    return seat


@in_place
def _waiting(s: Position, d: Room) -> int:
    """Return the first seat that has yet to hand in a price for the unit; -1 if there is none."""
    for seat in range(d.seats):
        if s.traders[seat].sealed.length == s.count:
            return seat
    return NOBODY


@in_place
def _best(s: Position, d: Room, side: int) -> int:
    """Return the seat with the best offer of a side; -1 if there is none."""
    found = NOBODY
    for seat in range(_first(s, d, side), d.seats, 2):
        price = s.traders[seat].offer
        if price != NONE and (found == NOBODY or _better(side, price, s.traders[found].offer)):
            found = seat
    return found


@in_place
def _price(s: Position, d: Room, side: int) -> int:
    """Return the best price of a side; :data:`NONE` if there is none."""
    seat = _best(s, d, side)
    return NONE if seat == NOBODY else s.traders[seat].offer


# --- chance -------------------------------------------------------------------------------------


@in_place
def _next(s: Position, d: Room) -> int:
    """Return the first seat that lacks a card; one does."""
    seat = 0
    while s.traders[seat].cards.length == d.units:
        seat += 1
    return seat


@in_place
def _card(s: Position, d: Room, luck: int) -> int:
    """Return the card that a draw stands for (MK-cards)."""
    if d.amounts:
        return below(luck, d.amounts) * d.grain
    left = s.packs[side_of(s, d, _next(s, d))].cards
    return left.numbers[below(luck, left.length)]


@in_place
def _tied(s: Position) -> Listed:
    """Return the seats among which the next place is drawn; buyers come first (MK-tie)."""
    return s.crossing.tied_buyers if s.crossing.tied_buyers.length else s.crossing.tied_sellers


@in_place
def drawn(s: Position, d: Room, key: np.uint64) -> int:
    """Return the code of what chance does."""
    if s.phase == DEAL:
        seat = _next(s, d)
        lane = CARDS_EACH * seat + s.traders[seat].cards.length
        return coded(CARD, 0, _card(s, d, draw(key, s.turn, CHANCE_OF[DEAL], lane)))
    if s.phase == WORD:
        return coded(NEXT, 0, _one_able(s, d, draw(key, s.turn, CHANCE_OF[WORD], s.count)))
    if s.phase == DIVIDEND:
        at = below(draw(key, s.turn, CHANCE_OF[DIVIDEND], 0), d.dividends.length)
        return coded(PAY, 0, d.dividends.numbers[at])
    tied = _tied(s)
    at = below(draw(key, s.turn, CHANCE_OF[TIE], s.count), tied.length)
    return coded(LOT, 0, tied.numbers[at])


# --- what follows -------------------------------------------------------------------------------


@in_place
def carry_out(s: Position, d: Room, code: int) -> None:
    """Carry out a move."""
    what, verb, seat = code >> BITS + VERBS, code >> BITS & (1 << VERBS) - 1, code & SEAT
    if verb == CARD:
        _deal(s, d, what)
    elif verb == NEXT:
        s.phase = SPEAK
        s.active = what
    elif verb == LOT:
        _lot(s, d, what)
    elif verb == PAY:
        shares.pay(s, d, what)
        _next_period(s, d)
    elif s.phase == CALL:
        _seal(s, d, seat, NONE if verb == WAIT else what)
    elif verb == OFFER:
        _offer(s, d, seat, what)
    elif verb == TAKE:
        _trade(s, d, seat)
    elif verb in (BID, BUY):
        _buy(s, d, seat, what)
    elif verb in (ASK, SELL):
        _sell(s, d, seat, what)
    elif verb == WITHDRAW:
        s.traders[seat].offer = NONE
        s.traders[seat].ask = NONE
        _news(s, d)
    else:
        s.traders[seat].waits = True
        s.count += 1 - d.free
        _go_on(s, d)


@in_place
def _deal(s: Position, d: Room, amount: int) -> None:
    """Note a card, the best of a seat first; after the last, open the market."""
    seat = _next(s, d)
    side = side_of(s, d, seat)
    cards = s.traders[seat].cards
    at = cards.length
    while at > 0 and _better(side, amount, cards.numbers[at - 1]):
        cards.numbers[at] = cards.numbers[at - 1]
        at -= 1
    cards.numbers[at] = amount
    cards.length += 1
    if not d.amounts:
        remove(s.packs[side].cards, amount)
    s.count += 1
    if s.count == d.seats * d.units:
        _begin(s, d)


# --- periods ------------------------------------------------------------------------------------


@in_place
def _begin(s: Position, d: Room) -> None:
    """Open the market (MK-periods)."""
    lost = 0
    for seat in range(d.seats):
        lost += s.traders[seat].out
    s.phase = DIVIDEND if lost == d.seats else CALL if d.call else SPEAK if d.free else WORD
    s.count = 0


@in_place
def _close(s: Position, d: Room) -> None:
    """Close the market, and go on to the next period (MK-change, MK-roles)."""
    if d.shares:
        s.phase = DIVIDEND
        for seat in range(d.seats):
            s.traders[seat].ask = NONE
        return
    if s.turn == d.periods:
        _end(s, d)
        return
    half = s.turn == d.half
    again = d.again > 0 or (d.swap > 0 and half)
    s.turn += 1
    s.count = 0
    s.traded = 0
    for seat in range(d.seats):
        s.traders[seat].done = 0
        s.traders[seat].sealed.length = 0
        s.traders[seat].offer = NONE
        s.traders[seat].waits = False
        if again:
            s.traders[seat].cards.length = 0
        elif half and side_of(s, d, seat) == BUYER:
            for at in range(d.units):
                s.traders[seat].cards.numbers[at] += d.rise
    if again:
        second = 2 * (s.turn > d.half)
        s.packs[0] = d.packs[second]
        s.packs[1] = d.packs[second + 1]
        s.phase = DEAL
    else:
        _begin(s, d)


@in_place
def _next_period(s: Position, d: Room) -> None:
    """Go on after a dividend, or end the game (MK-dividend, MK-end)."""
    if s.turn == d.periods:
        s.phase = OVER
        return
    s.turn += 1
    s.traded = 0
    for seat in range(d.seats):
        s.traders[seat].waits = False
        s.traders[seat].offer = NONE
        s.traders[seat].sealed.length = 0
        if s.traders[seat].out and d.call:
            append(s.traders[seat].sealed, NONE)
    _begin(s, d)


@in_place
def _end(s: Position, d: Room) -> None:
    """Pay the gains and end the game (MK-told, MK-end)."""
    s.phase = OVER
    for seat in range(d.seats):
        s.traders[seat].booked = s.traders[seat].gain


# --- the call market ----------------------------------------------------------------------------


@in_place
def _seal(s: Position, d: Room, by: int, price: int) -> None:
    """Take a sealed price; open all of them once the last is there (MK-call)."""
    append(s.traders[by].sealed, price)
    if _waiting(s, d) != NOBODY:
        return
    s.count += 1
    if not d.shares:
        if s.count == d.units:
            _open(s, d)
        return
    while s.count < 2 * d.units and shares.name_none(s, d) == d.seats:
        s.count += 1
    if s.count == 2 * d.units:
        _open(s, d)


@in_place
def _open(s: Position, d: Room) -> None:
    """Open the sealed offers, and find the price at which they meet (MK-cross).

    A quote is a number: the better its price, and then the lower its seat, the lower it is.
    """
    found = s.crossing
    found.buyers.length = 0
    found.sellers.length = 0
    for seat in range(d.seats):
        for at in range(s.traders[seat].sealed.length):
            price = s.traders[seat].sealed.numbers[at]
            if price == NONE:
                continue
            if (at % 2 == 0) if d.shares else side_of(s, d, seat) == BUYER:
                sort_in(found.buyers, -(price << BITS) + seat)
            else:
                sort_in(found.sellers, (price << BITS) + seat)
    _cross(s, d)
    if not found.units:
        _close(s, d)
        return
    _place(found.buyers, found.units, found.tied_buyers)
    _place(found.sellers, found.units, found.tied_sellers)
    s.count = 0
    if _tied(s).length:
        s.phase = TIE
    else:
        _exchange(s, d)


@in_place
def _cross(s: Position, d: Room) -> None:
    """Find how many units are traded, and the price: halfway between the two that would do."""
    bids, asks = s.crossing.buyers, s.crossing.sellers
    pairs, units = min(bids.length, asks.length), 0
    quota = pairs if d.shares else d.quota
    while units < min(pairs, quota) and _bid(bids, units) >= _ask(asks, units):
        units += 1
    s.crossing.units = units
    if not units:
        return
    low, high = _ask(asks, units - 1), _bid(bids, units - 1)
    if units == pairs or _bid(bids, units) < _ask(asks, units):
        if units < bids.length:
            low = max(low, _bid(bids, units))
        if units < asks.length:
            high = min(high, _ask(asks, units))
    s.crossing.price = (low + high) // 2


@in_place
def _bid(quotes: Listed, at: int) -> int:
    return -(quotes.numbers[at] >> BITS)


@in_place
def _ask(quotes: Listed, at: int) -> int:
    return quotes.numbers[at] >> BITS


@in_place
def _place(quotes: Listed, units: int, tied: Listed) -> None:
    """Keep the seats that are sure of a unit, and list those that draw lots (MK-tie)."""
    marginal, sure = quotes.numbers[units - 1] >> BITS, units
    tied.length = 0
    if units < quotes.length and quotes.numbers[units] >> BITS == marginal:
        sure = 0
        for at in range(quotes.length):
            if quotes.numbers[at] >> BITS < marginal:
                sure += 1
            elif quotes.numbers[at] >> BITS == marginal:
                append(tied, quotes.numbers[at] & SEAT)
    quotes.length = sure
    for at in range(sure):
        quotes.numbers[at] &= SEAT


@in_place
def _lot(s: Position, d: Room, seat: int) -> None:
    """Give a place to a seat; trade once all have one."""
    found, tied = s.crossing, _tied(s)
    remove(tied, seat)
    placed = found.buyers if found.buyers.length < found.units else found.sellers
    append(placed, seat)
    if placed.length == found.units:
        tied.length = 0
    s.count += 1
    if not _tied(s).length:
        _exchange(s, d)


@in_place
def _exchange(s: Position, d: Room) -> None:
    """Trade all units of a call at its price."""
    found = s.crossing
    for at in range(found.units):
        _traded(s, found.price)
        if d.shares:
            buyer, seller = found.buyers.numbers[at], found.sellers.numbers[at]
            shares.paid(s, d, buyer, seller, found.price)
            continue
        _gain(s, d, found.buyers.numbers[at], found.price)
        _gain(s, d, found.sellers.numbers[at], found.price)
    _close(s, d)


# --- the continuous market ----------------------------------------------------------------------


@in_place
def _offer(s: Position, d: Room, by: int, price: int) -> None:
    """Put a price on the book, or trade where it reaches the other side's best (MK-offer)."""
    if reaches(s, d, by, price):
        _trade(s, d, by)
        return
    s.traders[by].offer = price
    _news(s, d)


@in_place
def _trade(s: Position, d: Room, by: int) -> None:
    """Take the other side's best offer (MK-take)."""
    other = _best(s, d, 1 - side_of(s, d, by))
    price = s.traders[other].offer
    s.traders[by].offer = NONE
    s.traders[other].offer = NONE
    _traded(s, price)
    _gain(s, d, by, price)
    _gain(s, d, other, price)
    _news(s, d)


@in_place
def _buy(s: Position, d: Room, by: int, price: int) -> None:
    """Bid for a share, or buy at the best ask that the price reaches."""
    other = shares.best_ask(s, d)
    if other == NOBODY or price < s.traders[other].ask:
        s.traders[by].offer = price
    else:
        _share(s, d, by, other, s.traders[other].ask)
    _news(s, d)


@in_place
def _sell(s: Position, d: Room, by: int, price: int) -> None:
    """Ask for a share, or sell at the best bid that the price reaches."""
    other = shares.best_bid(s, d, NOBODY)
    if other == NOBODY or price > s.traders[other].offer:
        s.traders[by].ask = price
    else:
        _share(s, d, other, by, s.traders[other].offer)
    _news(s, d)


@in_place
def _share(s: Position, d: Room, buyer: int, seller: int, price: int) -> None:
    """Let a share change hands in a continuous market (MK-take)."""
    s.traders[buyer].offer = NONE
    s.traders[seller].ask = NONE
    _traded(s, price)
    shares.paid(s, d, buyer, seller, price)


@in_place
def _traded(s: Position, price: int) -> None:
    s.traded += 1
    s.going = price if s.going == NONE else ((PULL - 1) * s.going + price) // PULL


@in_place
def _gain(s: Position, d: Room, seat: int, price: int) -> None:
    """Add up what a seat earns from its next unit (MK-gain, MK-tax)."""
    card = s.traders[seat].cards.numbers[s.traders[seat].done]
    side = side_of(s, d, seat)
    s.traders[seat].done += 1
    s.traders[seat].gain += (card - price if side == BUYER else price - card) - d.tax[side]


@in_place
def _news(s: Position, d: Room) -> None:
    """Let nobody wait any longer, and go on (MK-wait)."""
    for seat in range(d.seats):
        s.traders[seat].waits = False
    s.count += 1
    _go_on(s, d)


@in_place
def _go_on(s: Position, d: Room) -> None:
    """Ask on, or close where nothing can come any more (MK-close, MK-quota)."""
    if (s.traded == d.quota and not d.shares) or _stops(s, d):
        _close(s, d)
    else:
        s.phase = SPEAK if d.free else WORD


@in_place
def _stops(s: Position, d: Room) -> bool:
    """Return whether all wait, one side has nothing left, or time is up."""
    first, second, able = False, False, False
    for seat in range(d.seats):
        if s.traders[seat].done < d.units:
            if seat % 2:
                second = True
            else:
                first = True
            able = able or _able(s, d, seat)
    return not (first and second and able) or s.count >= d.most


# --- reading ------------------------------------------------------------------------------------


@in_place
def limit(s: Position, d: Room, seat: int) -> int:
    """Return the price at which a seat gains nothing: its card, and a tax that it pays."""
    card = s.traders[seat].cards.numbers[max(s.traders[seat].sealed.length, s.traders[seat].done)]
    side = side_of(s, d, seat)
    tax = d.tax[side]
    return card - tax if side == BUYER else card + tax


@in_place
def linear(card: int, top: int, side: int) -> float:
    """Return the price in the linear equilibrium of one buyer and one seller."""
    return 2 * card / 3 + (top / 12 if side == BUYER else top / 4)


@in_place
def _better(side: int, price: int, other: int) -> bool:
    """Return whether a price is a better offer than another of its side."""
    return price > other if side == BUYER else price < other


@in_place
def better(s: Position, d: Room, seat: int, price: int) -> bool:
    """Return whether a price is a better offer than the best of the seat's side."""
    side = side_of(s, d, seat)
    standing = _price(s, d, side)
    return standing == NONE or _better(side, price, standing)


@in_place
def reaches(s: Position, d: Room, seat: int, price: int) -> bool:
    """Return whether a seat that agrees to a price can take the other side's best."""
    side = side_of(s, d, seat)
    facing = _price(s, d, 1 - side)
    return facing != NONE and not _better(side, facing, price)


@in_place
def _allowed(s: Position, d: Room, seat: int) -> tuple[int, int]:
    """Return the lowest and the highest price that a seat may name."""
    side, low, high = side_of(s, d, seat), d.low, d.high
    standing = _price(s, d, side)
    if standing == NONE:
        return low, high
    return (max(low, standing + 1), high) if side == BUYER else (low, min(high, standing - 1))


# --- strategies ---------------------------------------------------------------------------------


@in_place
def at(s: Position, d: Room, seat: int, price: int) -> int:
    """Return the move of a seat that agrees to a price."""
    side = side_of(s, d, seat)
    if reaches(s, d, seat, price):
        return coded(TAKE, seat, _price(s, d, 1 - side))
    offered = min(price, d.high) if side == BUYER else max(price, d.low)
    if d.low <= offered <= d.high and better(s, d, seat, offered):
        return coded(OFFER, seat, offered)
    return coded(WAIT, seat, 0)


@in_place
def random_legal(s: Position, d: Room, seat: int, luck: int) -> int:
    """Choose at random among all legal moves, in the engine's order."""
    low, high = _allowed(s, d, seat)
    first = -(-low // UNIT) * UNIT
    offers = max(0, (high - first) // UNIT + 1)
    facing = _price(s, d, 1 - side_of(s, d, seat))
    takes, own = int(facing != NONE), int(s.traders[seat].offer != NONE)
    place = below(luck, offers + takes + own + 1)
    if place < offers:
        return coded(OFFER, seat, first + place * UNIT)
    if place < offers + takes:
        return coded(TAKE, seat, facing)
    return coded(WITHDRAW if place < offers + takes + own else WAIT, seat, 0)


@in_place
def zero_intelligence(s: Position, d: Room, seat: int, luck: int) -> int:
    """Name any price that is no loss."""
    low, high = _allowed(s, d, seat)
    most = limit(s, d, seat)
    if side_of(s, d, seat) == BUYER:
        high = min(high, most)
    else:
        low = max(low, most)
    return at(s, d, seat, most if low > high else low + below(luck, high - low + 1))


@in_place
def price_watcher(s: Position, d: Room, seat: int) -> int:
    """Aim at the going price, and give way a unit at a time."""
    side, most = side_of(s, d, seat), limit(s, d, seat)
    aim = s.going
    if aim == NONE:
        aim = (most + (0 if side == BUYER else d.top)) // 2
    aim = min(aim, most) if side == BUYER else max(aim, most)
    if better(s, d, seat, aim) or reaches(s, d, seat, aim):
        return at(s, d, seat, aim)
    given = _price(s, d, side) + (UNIT if side == BUYER else -UNIT)
    return at(s, d, seat, given if _better(side, most, given) else most)


@in_place
def sniper(s: Position, d: Room, seat: int) -> int:
    """Wait, and take a good offer; at a call, offer the card."""
    side, most = side_of(s, d, seat), limit(s, d, seat)
    if d.call:
        return at(s, d, seat, most)
    if not reaches(s, d, seat, most):
        return coded(WAIT, seat, 0)
    standing, facing = _price(s, d, side), _price(s, d, 1 - side)
    cheap = s.going == NONE or not _better(side, facing, s.going)
    near = standing != NONE and NARROW * abs(facing - standing) <= facing
    return coded(TAKE, seat, facing) if cheap or near else coded(WAIT, seat, 0)


@in_place
def bargainer(s: Position, d: Room, seat: int) -> int:
    """Play the linear equilibrium of one buyer and one seller."""
    side, most = side_of(s, d, seat), limit(s, d, seat)
    price = round(linear(most, d.top, side))
    return at(s, d, seat, min(price, most) if side == BUYER else max(price, most))


@in_place
def _with_shares(s: Position, d: Room, seat: int, kind: int, luck: int) -> int:
    """Decide for a seat in a market of shares."""
    if kind == RANDOM_LEGAL:
        return shares.random_share(s, d, seat, luck)
    if kind == ZERO_INTELLIGENCE:
        return shares.any_price(s, d, seat, luck)
    if kind in (PRICE_WATCHER, TREND_FOLLOWER):
        return shares.trend_follower(s, d, seat)
    if kind == BORROWER:
        return shares.borrower(s, d, seat)
    return shares.fundamentalist(s, d, seat, luck)


@in_place
def choose(s: Position, d: Room, seat: int, kind: int, luck: int) -> int:
    """Decide for a seat."""
    if d.shares:
        return _with_shares(s, d, seat, kind, luck)
    if kind == RANDOM_LEGAL:
        return random_legal(s, d, seat, luck)
    if kind == ZERO_INTELLIGENCE:
        return zero_intelligence(s, d, seat, luck)
    if kind in (PRICE_WATCHER, TREND_FOLLOWER):
        return price_watcher(s, d, seat)
    if kind == SNIPER:
        return sniper(s, d, seat)
    if kind == BARGAINER:
        return bargainer(s, d, seat)
    return at(s, d, seat, limit(s, d, seat))


@in_place
def chosen(s: Position, d: Room, _t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    if s.phase in (DEAL, WORD, TIE, DIVIDEND):
        return drawn(s, d, key)
    seat = s.active
    if s.phase == CALL:
        seat = _waiting(s, d)
    elif d.free:
        seat = _one_able(s, d, 0)
    return choose(s, d, seat, kinds[seat], draw(key, s.turn, CHOICE_OF[s.phase, seat], s.count))


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
