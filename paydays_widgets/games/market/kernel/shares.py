"""Shares once more, compiled: what ``engine.shares`` and ``bots.shares`` explain."""

from typing import Final

from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.kernel.position import (
    ASK,
    BID,
    BUY,
    CALL,
    NOBODY,
    SELL,
    WAIT,
    WITHDRAW,
    Position,
    Room,
    coded,
)
from paydays_widgets.games.market.state import NONE
from paydays_widgets.kernels.compiled import below, in_place
from paydays_widgets.kernels.lists import append

# As in ``bots``, which a kernel does not import.
HALF: Final = (1 << 31) - 1
MARGIN: Final = 10

# --- what is legal ------------------------------------------------------------------------------


@in_place
def loan(s: Position, d: Room, shares: int) -> int:
    """Return how much a seat with so many shares may owe at the last price (MK-credit)."""
    return d.credit * shares * max(0, s.last) // 100


@in_place
def means(s: Position, d: Room, seat: int) -> int:
    """Return what a seat can pay for one more share, which it can borrow against (MK-cash)."""
    each = s.traders[seat]
    return max(0, each.booked - each.debt + loan(s, d, each.shares + 1))


@in_place
def most(s: Position, d: Room, seat: int) -> int:
    """Return the highest price that a seat can pay, besides those that it has sealed."""
    sealed, spent = s.traders[seat].sealed, 0
    for at in range(0, sealed.length, 2):
        spent += max(0, sealed.numbers[at])
    return min(means(s, d, seat) - spent, d.high)


@in_place
def own_bid(s: Position, seat: int) -> int:
    """Return the highest price that a seat bids itself; :data:`NONE` for none."""
    sealed, found = s.traders[seat].sealed, s.traders[seat].offer
    for at in range(0, sealed.length, 2):
        found = max(found, sealed.numbers[at])
    return found


@in_place
def own_ask(s: Position, d: Room, seat: int) -> int:
    """Return the lowest price that a seat asks itself; one that nobody may name for none."""
    sealed, found = s.traders[seat].sealed, d.high + 1
    if s.traders[seat].ask != NONE:
        found = s.traders[seat].ask
    for at in range(1, sealed.length, 2):
        if sealed.numbers[at] != NONE:
            found = min(found, sealed.numbers[at])
    return found


@in_place
def best_bid(s: Position, d: Room, without: int) -> int:
    """Return the seat with the best bid, one seat's left out; -1 if there is none."""
    found = NOBODY
    for seat in range(d.seats):
        highest = NONE if found == NOBODY else s.traders[found].offer
        if seat != without and s.traders[seat].offer > highest:
            found = seat
    return found


@in_place
def best_ask(s: Position, d: Room) -> int:
    """Return the seat with the best ask; -1 if there is none."""
    found = NOBODY
    for seat in range(d.seats):
        lowest = d.high + 1 if found == NOBODY else s.traders[found].ask
        if NONE < s.traders[seat].ask < lowest:
            found = seat
    return found


@in_place
def bid_price(s: Position, d: Room) -> int:
    """Return the best bid; :data:`NONE` if there is none."""
    seat = best_bid(s, d, NOBODY)
    return NONE if seat == NOBODY else s.traders[seat].offer


@in_place
def ask_price(s: Position, d: Room) -> int:
    """Return the best ask; one that nobody may name if there is none."""
    seat = best_ask(s, d)
    return d.high + 1 if seat == NOBODY else s.traders[seat].ask


@in_place
def silent(s: Position, seat: int) -> bool:
    """Return whether a seat can name no price at a call: it is ruined, or has no share left."""
    sealed, asked = s.traders[seat].sealed, 0
    for at in range(1, sealed.length, 2):
        asked += sealed.numbers[at] != NONE
    return s.traders[seat].out or (s.count % 2 == 1 and s.traders[seat].shares <= asked)


@in_place
def name_none(s: Position, d: Room) -> int:
    """Note no price for those who can name none; return how many they are."""
    found = 0
    for seat in range(d.seats):
        if silent(s, seat):
            append(s.traders[seat].sealed, NONE)
            found += 1
    return found


# --- trades -------------------------------------------------------------------------------------


@in_place
def paid(s: Position, d: Room, buyer: int, seller: int, price: int) -> None:
    """Let a share change hands: the buyer borrows what is lacking, the seller repays."""
    lacking = max(0, price - s.traders[buyer].booked)
    s.traders[buyer].booked += lacking - price
    s.traders[buyer].debt += lacking
    s.traders[buyer].shares += 1
    s.traders[seller].booked += price
    s.traders[seller].shares -= 1
    s.last = price
    _repaid(s, seller)
    _lapsed(s, d)


@in_place
def _repaid(s: Position, seat: int) -> None:
    amount = min(s.traders[seat].booked, s.traders[seat].debt)
    s.traders[seat].booked -= amount
    s.traders[seat].debt -= amount


@in_place
def _lapsed(s: Position, d: Room) -> None:
    """Take bids off the book that their seats can no longer pay (MK-cash)."""
    for seat in range(d.seats):
        if s.traders[seat].offer > means(s, d, seat):
            s.traders[seat].offer = NONE


# --- the end of a period ------------------------------------------------------------------------


@in_place
def pay(s: Position, d: Room, amount: int) -> None:
    """Pay the dividend, book interest, and call margins unless the game is over."""
    left = d.periods - s.turn
    if not left:
        s.last = 0
    for seat in range(d.seats):
        s.traders[seat].booked += amount * s.traders[seat].shares
        _repaid(s, seat)
        if not s.traders[seat].out:
            s.traders[seat].debt += s.traders[seat].debt * d.rate // 100
    if left:
        _margins(s, d)
    for seat in range(d.seats):
        if s.traders[seat].debt and not (left and s.traders[seat].shares):
            s.traders[seat].out = True


@in_place
def _margins(s: Position, d: Room) -> None:
    """Sell the shares of those who owe more than these are good for (MK-margin)."""
    seat = 0
    while seat < d.seats:
        sold = False
        while _owes_too_much(s, d, seat):
            _forced(s, d, seat)
            sold = True
        seat = 0 if sold else seat + 1


@in_place
def _owes_too_much(s: Position, d: Room, seat: int) -> bool:
    shares = s.traders[seat].shares
    return shares > 0 and s.traders[seat].debt > loan(s, d, shares)


@in_place
def _forced(s: Position, d: Room, seat: int) -> None:
    """Sell a share to who bids most, or to the bank if it pays more (MK-forced)."""
    bank = min(s.last, value(d, s.turn + 1))
    best = best_bid(s, d, seat)
    if best != NOBODY and s.traders[best].offer >= bank:
        price = s.traders[best].offer
        s.traders[best].offer = NONE
        paid(s, d, best, seat, price)
    else:
        s.traders[seat].booked += bank
        s.traders[seat].shares -= 1
        _repaid(s, seat)


# --- strategies ---------------------------------------------------------------------------------


@in_place
def value(d: Room, period: int) -> int:
    """Return what a share pays on average from a period on."""
    paid = 0
    for at in range(d.dividends.length):
        paid += d.dividends.numbers[at]
    return paid * (d.periods - period + 1) // d.dividends.length


@in_place
def _bids(s: Position, d: Room, seat: int, low: int) -> int:
    """Bid a price or what the seat can pay; -1 if that is no better than the best bid."""
    price = min(low, most(s, d, seat) // UNIT * UNIT, (own_ask(s, d, seat) - 1) // UNIT * UNIT)
    return coded(BID, seat, price) if price > max(bid_price(s, d), d.low - 1) else NOBODY


@in_place
def _asks(s: Position, d: Room, seat: int, high: int) -> int:
    """Ask a price; -1 if it is no better than the best ask, or the seat has no share."""
    price = max(high, d.low, (own_bid(s, seat) // UNIT + 1) * UNIT)
    if price < ask_price(s, d) and s.traders[seat].shares:
        return coded(ASK, seat, price)
    return NOBODY


@in_place
def deal(s: Position, d: Room, seat: int, low: int, high: int, buys_first: bool) -> int:  # noqa: FBT001 - numba
    """Return the move of a seat that buys up to a price and sells from another."""
    if s.phase == CALL:
        named = _bids(s, d, seat, low) if s.count % 2 == 0 else _asks(s, d, seat, high)
        return coded(WAIT, seat, 0) if named == NOBODY else named
    ask, bid = best_ask(s, d), best_bid(s, d, NOBODY)
    if ask not in (NOBODY, seat) and s.traders[ask].ask <= min(low, most(s, d, seat)):
        return coded(BUY, seat, s.traders[ask].ask)
    if bid not in (NOBODY, seat) and s.traders[bid].offer >= high and s.traders[seat].shares:
        return coded(SELL, seat, s.traders[bid].offer)
    bids, asks = _bids(s, d, seat, low), _asks(s, d, seat, high)
    first, second = (bids, asks) if buys_first else (asks, bids)
    if first != NOBODY:
        return first
    return coded(WAIT, seat, 0) if second == NOBODY else second


@in_place
def random_share(s: Position, d: Room, seat: int, luck: int) -> int:
    """Choose at random among all legal moves, in the engine's order."""
    bid, ask, shares = bid_price(s, d), ask_price(s, d), s.traders[seat].shares > 0
    lowest, can_pay = -(-max(bid + 1, d.low) // UNIT) * UNIT, most(s, d, seat)
    bids = max(0, (min(can_pay, own_ask(s, d, seat) - 1) - lowest) // UNIT + 1)
    least = -(-max(own_bid(s, seat) + 1, d.low) // UNIT) * UNIT
    asks = max(0, (ask - 1 - least) // UNIT + 1) * shares
    if s.phase == CALL:
        bids, asks = bids * (1 - s.count % 2), asks * (s.count % 2)
    buys = ask <= can_pay and best_ask(s, d) not in (NOBODY, seat)
    sells = shares and best_bid(s, d, NOBODY) not in (NOBODY, seat)
    own = s.traders[seat].offer != NONE or s.traders[seat].ask != NONE
    place = below(luck, bids + asks + buys + sells + own + 1)
    if place < bids:
        return coded(BID, seat, lowest + place * UNIT)
    if place < bids + asks:
        return coded(ASK, seat, least + (place - bids) * UNIT)
    if place < bids + asks + buys:
        return coded(BUY, seat, ask)
    if place < bids + asks + buys + sells:
        return coded(SELL, seat, bid)
    return coded(WITHDRAW if place < bids + asks + buys + sells + own else WAIT, seat, 0)


@in_place
def any_price(s: Position, d: Room, seat: int, luck: int) -> int:
    """Draw a price from 0 to twice the value, and name it or what is next to it."""
    price = below(2 * (luck & HALF), 2 * value(d, s.turn) // UNIT + 1) * UNIT
    none = d.high + 1
    if s.phase == CALL:
        return deal(s, d, seat, price, price, buys_first=True)
    if luck <= HALF:
        return deal(s, d, seat, price, none, buys_first=True)
    return deal(s, d, seat, NONE, price, buys_first=False)


@in_place
def fundamentalist(s: Position, d: Room, seat: int, luck: int) -> int:
    """Buy below the value, and sell above it."""
    fair = value(d, s.turn)
    low, high = fair - fair // MARGIN, fair + fair // MARGIN
    return deal(s, d, seat, low // UNIT * UNIT, high // UNIT * UNIT, buys_first=luck <= HALF)


@in_place
def trend_follower(s: Position, d: Room, seat: int) -> int:
    """Buy while prices rise, and sell while they fall."""
    none = d.high + 1
    if s.last == NONE:
        fair = value(d, s.turn) // UNIT * UNIT
        return deal(s, d, seat, fair, fair + UNIT, buys_first=True)
    expected = max(0, 2 * s.last - s.going) // UNIT * UNIT
    if s.last >= s.going:
        return deal(s, d, seat, min(expected, d.high), none, buys_first=True)
    return deal(s, d, seat, NONE, expected, buys_first=False)


@in_place
def borrower(s: Position, d: Room, seat: int) -> int:
    """Buy as many shares as it can, and sell only in the last period."""
    fair = value(d, s.turn)
    if s.turn == d.periods:
        return deal(s, d, seat, NONE, fair // UNIT * UNIT, buys_first=False)
    paid = fair if s.last == NONE else s.last
    aim = (paid + paid // MARGIN) // UNIT * UNIT
    return deal(s, d, seat, min(aim, d.high), d.high + 1, buys_first=True)
