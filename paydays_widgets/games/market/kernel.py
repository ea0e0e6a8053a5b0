"""The market once more, compiled: the very games of the engine, a thousand times as fast.

The engine explains the rules, ``bots`` and ``reading`` the strategies: each function here has a
twin there. :mod:`paydays_widgets.kernels.compiled` explains kernels.

The book is each trader's offer: one that is made is better than all of its side, so the best of
those that stand is the last.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import Annotated, Any, Final, get_args

import numpy as np

from paydays_widgets.core.chance import purpose
from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.market import moves
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.engine import (
    CARDS_EACH,
    MARKET,
    MAX_SEATS,
    NO_QUOTA,
    PULL,
    cards_left,
    schedule,
)
from paydays_widgets.games.market.moves import Move
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import NONE, Phase, State, bounds, tax_of
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
from paydays_widgets.kernels.lists import append, remove, sort_in
from paydays_widgets.kernels.records import Listed, Records, records
from paydays_widgets.kernels.whole import Packed, whole_games

STRATEGIES: Final = (
    "random_legal",
    "zero_intelligence",
    "truthful",
    "price_watcher",
    "sniper",
    "bargainer",
)
"""The strategies of ``bots``; a seat's ``kind`` is a place among them."""
RANDOM_LEGAL, ZERO_INTELLIGENCE, TRUTHFUL, PRICE_WATCHER, SNIPER, BARGAINER = range(6)

# As in ``bots``, which a kernel does not import.
NARROW: Final = 10

# --- the records --------------------------------------------------------------------------------

_PHASES: Final = get_args(Phase)
DEAL, CALL, TIE, WORD, SPEAK, _, OVER = range(len(_PHASES))
SELLER, BUYER = range(2)
NOBODY: Final = -1
MOST_CARDS: Final = (MAX_SEATS + 1) // 2 * CARDS_EACH
"""Of a side, and so of its prices in a call."""
_NO_CROSSING: Final = SimpleNamespace(
    units=0, price=0, buyers=(), sellers=(), tied_buyers=(), tied_sellers=()
)


class Trader:
    """A seat."""

    cards: Annotated[Listed, CARDS_EACH]
    done: int
    sealed: Annotated[Listed, CARDS_EACH]
    offer: int
    """Its price on the book; :data:`NONE` for none."""
    waits: bool
    gain: int
    booked: int


class Crossing:
    """Who trades at a call. Before it is known, ``buyers`` and ``sellers`` hold quotes."""

    units: int
    price: int
    buyers: Annotated[Listed, MOST_CARDS]
    sellers: Annotated[Listed, MOST_CARDS]
    tied_buyers: Annotated[Listed, MOST_CARDS]
    tied_sellers: Annotated[Listed, MOST_CARDS]


class Pack:
    """What has not been dealt of the cards of a side, the best first; nothing if each is drawn."""

    cards: Annotated[Listed, MOST_CARDS]


class Position:
    """A position ``s``."""

    phase: int
    turn: int
    """The period that goes on, or begins."""
    traders: Annotated[Records[Trader], MAX_SEATS]
    count: int
    active: int
    traded: int
    going: int
    """:data:`NONE` before the first price."""
    crossing: Crossing
    packs: Annotated[Records[Pack], 2]
    """The sellers', then the buyers'."""


LEFT_OUT: Final = {
    "rules": "what a switch changes is in the room",
    "deck": "its amounts are in the room",
    "period": "it is the turn's number",
    "bids": "they are the offers of the buyers",
    "asks": "they are the offers of the sellers",
    "shown": "no strategy asks what has come to light",
}
"""What a state holds and a position does not, and why."""


class Room:
    """The rules and the deck ``d``."""

    seats: int
    call: bool
    free: bool
    swap: bool
    again: bool
    """Whether each period has new cards."""
    half: int
    """The last period of the first half."""
    periods: int
    units: int
    low: int
    high: int
    """Of the prices."""
    tax: Annotated[Row[int], 2]
    """Of a seller and of a buyer, in cents."""
    quota: int
    most: int
    """How many questions a period has."""
    top: int
    grain: int
    amounts: int
    """How many amounts a card can have that is drawn by itself; 0 where cards are dealt."""
    rise: int
    """By how much values rise in the second half."""
    packs: Annotated[Records[Pack], 4]
    """The sellers' and the buyers' in the first half, then in the second."""


OFFER, TAKE, WITHDRAW, WAIT, CARD, NEXT, LOT = range(7)
"""The verb of a move's code."""
BITS: Final = 6
"""Of a seat's number."""
_SEAT: Final = (1 << BITS) - 1

_CHANCE: Final = tuple(purpose(phase) for phase in _PHASES)
_CHOICE: Final = lanes(_PHASES, MAX_SEATS)
_NO_TABLES: Final = table(())

# --- in and out ---------------------------------------------------------------------------------


def pack(state: State) -> Packed[Position, Room]:
    """Turn a state in which a seat or chance is to move into records."""
    offers = {each.seat: each.price for each in (*state.bids, *state.asks)}
    s = records(
        Position,
        state,
        phase=_PHASES.index(state.phase),
        turn=MARKET.turn(state).turn,
        traders=[
            SimpleNamespace(
                cards=each.cards,
                done=each.done,
                sealed=each.sealed,
                offer=offers.get(seat, NONE),
                waits=each.waits,
                gain=each.gain,
                booked=each.booked,
            )
            for seat, each in enumerate(state.traders)
        ],
        going=NONE if state.going is None else state.going,
        crossing=state.crossing or _NO_CROSSING,
        packs=[SimpleNamespace(cards=cards_left(state, buying=each)) for each in (False, True)],
    )
    return Packed(s, _room(state.rules, state.deck, len(state.traders)), _NO_TABLES)


@lru_cache(maxsize=32)
def _room(rules: Rules, deck: Deck, seats: int) -> Room:
    low, high = bounds(rules, deck)
    return records(
        Room,
        rules,
        deck,
        seats=seats,
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
    what, verb, seat = code >> BITS + 3, code >> BITS & 7, code & _SEAT
    if verb in (OFFER, TAKE):
        return (moves.Offer if verb == OFFER else moves.Take)(seat, what)
    if verb in (WITHDRAW, WAIT):
        return (moves.Withdraw if verb == WITHDRAW else moves.Wait)(seat)
    if verb == CARD:
        return moves.Card(CHANCE, what)
    return (moves.Next if verb == NEXT else moves.Lot)(CHANCE, what)


@in_place
def coded(verb: int, seat: int, what: int) -> int:
    """Return the code of a move: what it names, its verb and its seat."""
    return what << BITS + 3 | verb << BITS | seat


@in_place
def books(s: Position, d: Room, out: Row[int]) -> None:
    """Write down each seat's cash: gains are paid at the end (MK-told)."""
    for seat in range(d.seats):
        out[seat] = s.traders[seat].booked


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
    """Rank the seats by their cash."""
    stands = numbers(d.seats)
    books(s, d, stands)
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
    return s.traders[seat].done < d.units and not s.traders[seat].waits


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
        return coded(CARD, 0, _card(s, d, draw(key, s.turn, _CHANCE[DEAL], lane)))
    if s.phase == WORD:
        return coded(NEXT, 0, _one_able(s, d, draw(key, s.turn, _CHANCE[WORD], s.count)))
    tied = _tied(s)
    at = below(draw(key, s.turn, _CHANCE[TIE], s.count), tied.length)
    return coded(LOT, 0, tied.numbers[at])


# --- what follows -------------------------------------------------------------------------------


@in_place
def carry_out(s: Position, d: Room, code: int) -> None:
    """Carry out a move."""
    what, verb, seat = code >> BITS + 3, code >> BITS & 7, code & _SEAT
    if verb == CARD:
        _deal(s, d, what)
    elif verb == NEXT:
        s.phase = SPEAK
        s.active = what
    elif verb == LOT:
        _lot(s, d, what)
    elif s.phase == CALL:
        _seal(s, d, seat, NONE if verb == WAIT else what)
    elif verb == OFFER:
        _offer(s, d, seat, what)
    elif verb == TAKE:
        _trade(s, d, seat)
    elif verb == WITHDRAW:
        s.traders[seat].offer = NONE
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
    s.phase = CALL if d.call else SPEAK if d.free else WORD
    s.count = 0


@in_place
def _close(s: Position, d: Room) -> None:
    """Close the market, and go on to the next period (MK-change, MK-roles)."""
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
    if s.count == d.units:
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
        for at in range(d.units):
            price = s.traders[seat].sealed.numbers[at]
            if price == NONE:
                continue
            if side_of(s, d, seat) == BUYER:
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
    while units < min(pairs, d.quota) and _bid(bids, units) >= _ask(asks, units):
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
                append(tied, quotes.numbers[at] & _SEAT)
    quotes.length = sure
    for at in range(sure):
        quotes.numbers[at] &= _SEAT


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
    if s.traded == d.quota or _stops(s, d):
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
            able = able or not s.traders[seat].waits
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
def choose(s: Position, d: Room, seat: int, kind: int, luck: int) -> int:
    """Decide for a seat."""
    if kind == RANDOM_LEGAL:
        return random_legal(s, d, seat, luck)
    if kind == ZERO_INTELLIGENCE:
        return zero_intelligence(s, d, seat, luck)
    if kind == PRICE_WATCHER:
        return price_watcher(s, d, seat)
    if kind == SNIPER:
        return sniper(s, d, seat)
    if kind == BARGAINER:
        return bargainer(s, d, seat)
    return at(s, d, seat, limit(s, d, seat))


@in_place
def chosen(s: Position, d: Room, _t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    if s.phase in (DEAL, WORD, TIE):
        return drawn(s, d, key)
    seat = s.active
    if s.phase == CALL:
        seat = _waiting(s, d)
    elif d.free:
        seat = _one_able(s, d, 0)
    return choose(s, d, seat, kinds[seat], draw(key, s.turn, _CHOICE[s.phase, seat], s.count))


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
