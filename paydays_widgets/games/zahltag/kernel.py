"""Zahltag once more, compiled: the very games of the engine, a thousand times as fast.

The rules are told by the engine, the strategies by ``bots`` and ``reading``: each function here
is the twin of one there. :mod:`paydays_widgets.kernels.compiled` explains how kernels are made.

Cards are one number, with twelve bits for the count of each kind: cards are put together by ``+``
and taken away by ``-``. A move's code is a number too: what it takes, its verb and its seat.
"""

from functools import lru_cache
from itertools import product
from math import comb
from typing import Any, Final

import numpy as np

from paydays_widgets.core.chance import WORD, purpose
from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.zahltag import moves
from paydays_widgets.games.zahltag.deck import HAND, LAST_PAYDAY
from paydays_widgets.games.zahltag.engine import ADJUSTMENTS, IN_A_ROW, LIMIT, TIE_DISCOUNT
from paydays_widgets.games.zahltag.moves import KINDS, PAYDAY, Move
from paydays_widgets.games.zahltag.reading import SMALLEST, TOO_MANY, USUAL_GAIN, expected
from paydays_widgets.games.zahltag.state import Cards, State
from paydays_widgets.kernels.compiled import (
    Packed,
    Row,
    below,
    compiled,
    draw,
    grid,
    in_place,
    lanes,
    numbers,
    packed,
    rank,
    table,
    whole_games,
)

STRATEGIES: Final = (
    "random_legal",
    "cost_plus",
    "lean_crew",
    "hoarder",
    "undercutter",
    "patient_bidder",
    "mixed_bidder",
)
RANDOM_LEGAL, COST_PLUS, LEAN_CREW, HOARDER, UNDERCUTTER, PATIENT_BIDDER, MIXED_BIDDER = range(7)

# As in ``bots``, which a kernel does not import; of what is USUAL, the number.
MARGIN: Final = 1
CREW: Final = 5
CREW_PRICE: Final = 4
USUAL: Final = 3
CONTESTED: Final = 2
PATIENT_BID: Final = 5
PATIENT_MARGIN: Final = 3
PATIENT_GAIN: Final = 1.5
LEAST: Final = 2

# --- the arrays ---------------------------------------------------------------------------------

_PHASES: Final = ("deal", "adjust", "change", "surplus", "turn_up", "bid", "over")
DEALING, ADJUSTING, CHANGING, SURPLUS, TURNING_UP, BIDDING, OVER = range(7)

MOST_SEATS: Final = 4
PHASE, TURN, ACTIVE, STACKS, OFFER, COUNT, SINCE, PAST, PAYDAYS, GONE, CONTRACTS = range(11)
"""Where the facts of a state stand in ``s``. SINCE, PAST, GONE and CONTRACTS are numbers: of
contracts since the last payday, of paydays, of groups that went out, of contracts in the pile."""
MONEY, IN_HAND, LEFT, RIGHT, OUT, SEALED, OPTIONS = range(11, 12 + 6 * MOST_SEATS, MOST_SEATS)
"""By seat: money, cards, the group with which it went out (0: in play), its bid (-1: none yet)."""
MOST_CHANGES: Final = 21
"""Four kinds to take or discard, twelve exchanges, and to keep the hand."""
HANDS: Final = OPTIONS + MOST_CHANGES
PILE: Final = HANDS + MOST_CHANGES
"""At OPTIONS and HANDS is room to list legal changes, and the hands after them; at PILE are the
numbers of the contracts in the pile, ascending."""

SEATS, FIRST, ONE_ROUND, OVER_LIMIT, MOST_IN_A_ROW, ALL, NEEDS = range(7)
"""Where things stand in ``d``: ALL is the number of contracts; contract ``n`` needs
``d[NEEDS + n]``. The amounts that can be bid follow, ascending."""
FORBID, FINE_PLAYERS, FINE_BANK = range(3)

ROWS: Final = max(IN_A_ROW.values()) + 1
MOST_SEEN: Final = LAST_PAYDAY * max(IN_A_ROW.values())
TURNS: Final = 2 * MOST_SEATS
"""The size of ``t``, the outlooks: contracts turned up × paydays past × contracts in a row ×
turns ahead × what is expected, contracts and paydays. After them comes ``pad``, room for fractions
that a strategy works out, by option or by seat."""

DEAL, TAKE, DISCARD, EXCHANGE, KEEP, TURN_UP, BID = range(7)
"""The verb of a move's code."""

_DEAL: Final = purpose("deal")
_TURN_UP: Final = purpose("turn_up")
_CHOICE: Final = lanes(_PHASES, MOST_SEATS)
_COMB: Final = grid(
    [
        [comb(n, k) if k >= 0 else 0 for k in range(-LIMIT, LIMIT + 1)]
        for n in range((MOST_SEATS - 1) * LIMIT + 1)
    ]
)
"""How many hands of ``k`` cards there are of ``n``, which are as many as rivals can hold."""

# --- cards --------------------------------------------------------------------------------------

_BITS: Final = 12
_LANE: Final = (1 << _BITS) - 1
_GUARD: Final = sum([1 << _BITS * kind + _BITS - 1 for kind in range(len(KINDS))])
"""The top bit of each kind's twelve, which no deck's counts reach."""


def cards_of(cards: Cards) -> int:
    """Turn cards into a number."""
    return sum([n << _BITS * kind for kind, n in enumerate(cards)])


@in_place
def one(kind: int) -> int:
    """Return one card of a kind."""
    return 1 << _BITS * kind


@in_place
def of(cards: int, kind: int) -> int:
    """Count the cards of a kind."""
    return cards >> _BITS * kind & _LANE


@in_place
def size(cards: int) -> int:
    """Count the cards."""
    return of(cards, 0) + of(cards, 1) + of(cards, 2) + of(cards, 3)


@in_place
def covers(cards: int, needs: int) -> bool:
    """Return whether there are enough of each kind: else a kind borrows from its guard."""
    return (cards + _GUARD - needs) & _GUARD == _GUARD


@in_place
def lacks(cards: int, needs: int) -> int:
    """Count the cards that are missing."""
    missing = 0
    for kind in range(4):
        missing += max(0, of(needs, kind) - of(cards, kind))
    return missing


@in_place
def owned(s: Row[int], seat: int) -> int:
    """Count a seat's equipment."""
    return size(s[IN_HAND + seat] + s[LEFT + seat] + s[RIGHT + seat])


# --- in and out ---------------------------------------------------------------------------------


def pack(state: State) -> Packed:
    """Turn a state in which a seat or chance is to move into arrays."""
    deck, rules, seats = state.deck, state.rules, len(state.firms)
    went = {seat: n for n, group in enumerate(state.gone, 1) for seat in group}
    by_seat = [
        [firm.money for firm in state.firms],
        [cards_of(firm.hand) for firm in state.firms],
        [cards_of(firm.left) for firm in state.firms],
        [cards_of(firm.right) for firm in state.firms],
        [went.get(seat, 0) for seat in range(seats)],
        [-1 if bid is None else bid for bid in state.bids],
    ]
    s = [
        _PHASES.index(state.phase),
        state.turn,
        state.active,
        cards_of(state.stacks),
        state.offer,
        state.count,
        len(state.since),
        len(state.past),
        state.pile_paydays,
        len(state.gone),
        len(state.pile),
        *[n for row in by_seat for n in (*row, *[0] * (MOST_SEATS - seats))],
        *[0] * (PILE - OPTIONS),
        *state.pile,
        *[0] * (len(deck.contracts) - len(state.pile)),
    ]
    d = [
        seats,
        rules.first,
        rules.adjust == "one_round",
        ("forbid", "fine_players", "fine_bank").index(rules.over_limit),
        IN_A_ROW[seats],
        len(deck.contracts),
        0,
        *_printed(deck.contracts, deck.bid_cards),
    ]
    t = _outlooks(len(deck.contracts), deck.paydays, IN_A_ROW[seats])
    return packed(s, d, t.copy())


@lru_cache(maxsize=32)
def _printed(contracts: tuple[Cards, ...], bids: tuple[tuple[int, int], ...]) -> list[int]:
    """List what is printed on the cards: what contracts need, then all bids, the lowest first."""
    return [*map(cards_of, contracts), *sorted([amount for card in bids for amount in card])]


@lru_cache(maxsize=32)
def _outlooks(contracts: int, paydays: int, most: int) -> Row[float]:
    """Tabulate what the next turns bring, by all that it depends on."""
    places = product(range(MOST_SEEN + 1), range(LAST_PAYDAY), range(ROWS), range(TURNS))
    found = [
        expected((max(0, contracts - seen), paydays - past), row, most, past, turns)
        for seen, past, row, turns in places
    ]
    pad = [0.0] * MOST_CHANGES
    return table([*[each for outlook in found for each in outlook], *pad])


def move(code: int) -> Move:
    """Return the move that a code stands for."""
    what, verb, seat = code >> 5, code >> 2 & 7, code & 3
    if verb == KEEP:
        return moves.Keep(seat)
    if verb == BID:
        return moves.Bid(seat, what)
    if verb == TURN_UP:
        return moves.TurnUp(CHANCE, what)
    if verb == EXCHANGE:
        return moves.Exchange(seat, KINDS[what >> 2], KINDS[what & 3])
    if verb == DEAL:
        return moves.Deal(CHANCE, KINDS[what])
    return (moves.Take if verb == TAKE else moves.Discard)(seat, KINDS[what])


@in_place
def coded(verb: int, seat: int, what: int) -> int:
    """Return the code of a move; an exchange takes four times what it gives, and what it gets."""
    return what << 5 | verb << 2 | seat


@compiled
def books(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Write down each seat's cash."""
    for seat in range(d[SEATS]):
        out[seat] = s[MONEY + seat]


@compiled
def worths(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Write down what each seat is worth: its cash, and nothing else counts."""
    books(s, d, out)


@compiled
def owed(_s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Write down what each seat owes: nothing, ever."""
    for seat in range(d[SEATS]):
        out[seat] = 0


@in_place
def mark(s: Row[int], seat: int) -> int:
    """Return what ranks a seat, the more the better (ZT-end-tie, ZT-out)."""
    if s[OUT + seat]:
        return s[OUT + seat] - WORD
    at_work = size(s[LEFT + seat] + s[RIGHT + seat])
    return (s[MONEY + seat] << 2 * _BITS) - (owned(s, seat) << _BITS) - at_work


@compiled
def places(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Rank the seats (ZT-end)."""
    marks = numbers(d[SEATS])
    for seat in range(d[SEATS]):
        marks[seat] = mark(s, seat)
    rank(marks, out)


# --- what is legal ------------------------------------------------------------------------------


@in_place
def list_each(s: Row[int], n: int, verb: int, seat: int, cards: int) -> int:
    """Add a move for each kind of some cards, and return how many moves there are now."""
    for kind in range(4):
        if of(cards, kind):
            s[OPTIONS + n] = coded(verb, seat, kind)
            n += 1
    return n


@in_place
def list_exchanges(s: Row[int], n: int, seat: int, give: int, get: int) -> int:
    """Add an exchange for each two kinds, and return how many moves there are now."""
    for old in range(4):
        for new in range(4):
            if old != new and of(give, old) and of(get, new):
                s[OPTIONS + n] = coded(EXCHANGE, seat, old << 2 | new)
                n += 1
    return n


@in_place
def changes(s: Row[int], d: Row[int], seat: int) -> int:
    """List the codes of the legal changes, in the engine's order, and return how many."""
    take, give, get = s[STACKS], s[IN_HAND + seat], s[STACKS]
    if s[PHASE] == SURPLUS:
        return list_each(s, 0, DISCARD, seat, give)
    if s[PHASE] == CHANGING:
        if d[OVER_LIMIT] == FORBID and owned(s, seat) >= LIMIT:
            take = 0
    elif d[ONE_ROUND]:
        take = 0 if s[COUNT] < 0 else take
        give = 0 if s[COUNT] > 0 else give
        get = 0
    n = list_each(s, 0, TAKE, seat, take)
    n = list_each(s, n, DISCARD, seat, give)
    n = list_exchanges(s, n, seat, give, get)
    s[OPTIONS + n] = coded(KEEP, seat, 0)
    return n + 1


@in_place
def hand_after(hand: int, code: int) -> int:
    """Return a hand as it would be after a change."""
    verb, what = code >> 2 & 7, code >> 5
    if verb == TAKE:
        return hand + one(what)
    if verb == DISCARD:
        return hand - one(what)
    if verb == EXCHANGE:
        return hand - one(what >> 2) + one(what & 3)
    return hand


@in_place
def needs_of(s: Row[int], d: Row[int]) -> int:
    """Return what the contract on offer needs."""
    return d[NEEDS + s[OFFER]]


@in_place
def bid_at(d: Row[int], at: int) -> int:
    """Return a legal bid by its place, from the pass on."""
    return d[NEEDS + d[ALL] + at] if at else 0


@in_place
def bids(s: Row[int], d: Row[int], seat: int) -> int:
    """Count the legal bids: only the pass for a seat that lacks equipment (ZT-4-bid)."""
    if covers(s[IN_HAND + seat], needs_of(s, d)):
        return len(d) - NEEDS - d[ALL]
    return 1


# --- what strategies work out -------------------------------------------------------------------


@in_place
def is_rival(s: Row[int], seat: int, other: int) -> bool:
    """Return whether another seat is still in play."""
    return other != seat and not s[OUT + other]


@in_place
def rivals(s: Row[int], d: Row[int], seat: int) -> int:
    """Count the other seats still in play."""
    n = 0
    for other in range(d[SEATS]):
        n += is_rival(s, seat, other)
    return n


@in_place
def smallest_other_hand(s: Row[int], d: Row[int], seat: int) -> int:
    """Return the size of the smallest other hand."""
    smallest = _LANE
    for other in range(d[SEATS]):
        if is_rival(s, seat, other):
            smallest = min(smallest, size(s[IN_HAND + other]))
    return smallest


@in_place
def outlook(s: Row[int], d: Row[int], turns: int) -> int:
    """Find what the next turns bring on average: a place in ``t``."""
    seen = d[ALL] - s[CONTRACTS]
    row = s[SINCE] + (s[OFFER] > 0)
    return 2 * (((seen * LAST_PAYDAY + s[PAST]) * ROWS + row) * TURNS + turns)


@in_place
def turns_at_work(s: Row[int], d: Row[int], seat: int) -> int:
    """Count the turns after this one in which cards sent to work now cannot bid."""
    seats = d[SEATS]
    before, playing, at = 0, 0, s[ACTIVE]
    for _ in range(seats):
        at = (at + 1) % seats
        if at == seat:
            before = playing
        if not s[OUT + at]:
            playing += 1
    return before + playing


@in_place
def wages_spared(s: Row[int], d: Row[int], t: Row[float], seat: int) -> float:
    """Return what the contract on offer saves its builder on paydays, on average."""
    above = max(0, size(s[IN_HAND + seat]) - smallest_other_hand(s, d, seat))
    idle = min(above, size(needs_of(s, d)))
    return idle * t[outlook(s, d, turns_at_work(s, d, seat)) + 1]


@in_place
def unseen(s: Row[int], d: Row[int], seat: int) -> int:
    """Return the cards in all other hands together."""
    cards = 0
    for other in range(d[SEATS]):
        if other != seat:
            cards += s[IN_HAND + other]
    return cards


@in_place
def hands_of(cards: int, drawn: int) -> int:
    """Count the hands of a size that there are of some cards: none of less than no card."""
    return _COMB[cards, LIMIT + drawn]


@in_place
def short_of(cards: int, needs: int, kind: int, n: int) -> tuple[int, int, int]:
    """Return, for hands with ``n`` cards of a kind: their number, cards left open, cards held.

    Those are too few, so that the number is negative: they are taken off. Where they are enough,
    ``n`` stands for any number, and all cards of the kind are left open.
    """
    there = of(cards, kind)
    return (1, there, 0) if n == of(needs, kind) else (-hands_of(there, n), 0, n)


@in_place
def shares_of_hands(
    cards: int, needs: int, first: int, second: int, third: int
) -> tuple[float, float, float]:
    """Return, for three sizes, the share of all hands drawn from some cards that are enough."""
    if max(first, second, third) < size(needs) or not covers(cards, needs):
        return 0.0, 0.0, 0.0
    of_first, of_second, of_third = 0, 0, 0
    for a in range(of(needs, 0) + 1):
        ways_a, open_a, held_a = short_of(cards, needs, 0, a)
        for b in range(of(needs, 1) + 1):
            ways_b, open_b, held_b = short_of(cards, needs, 1, b)
            for c in range(of(needs, 2) + 1):
                ways_c, open_c, held_c = short_of(cards, needs, 2, c)
                for e in range(of(needs, 3) + 1):
                    ways_e, open_e, held_e = short_of(cards, needs, 3, e)
                    ways = ways_a * ways_b * ways_c * ways_e
                    free = open_a + open_b + open_c + open_e
                    held = held_a + held_b + held_c + held_e
                    of_first += ways * hands_of(free, first - held)
                    of_second += ways * hands_of(free, second - held)
                    of_third += ways * hands_of(free, third - held)
    there = size(cards)
    return (
        of_first / hands_of(there, first),
        of_second / hands_of(there, second),
        of_third / hands_of(there, third),
    )


@in_place
def rival_hand(s: Row[int], d: Row[int], seat: int, after: int) -> int:
    """Return the size of the hand of the seat that comes some seats later, if it is a rival."""
    rival = (seat + after) % MOST_SEATS
    if rival < d[SEATS] and not s[OUT + rival]:
        return size(s[IN_HAND + rival])
    return 0


@in_place
def chances_able(s: Row[int], d: Row[int], seat: int, pad: Row[float]) -> None:
    """Write down the probability that each other seat can bid."""
    hands = (rival_hand(s, d, seat, 1), rival_hand(s, d, seat, 2), rival_hand(s, d, seat, 3))
    shares = shares_of_hands(unseen(s, d, seat), needs_of(s, d), *hands)
    for after in range(1, MOST_SEATS):
        pad[(seat + after) % MOST_SEATS] = shares[after - 1]


@in_place
def alone(s: Row[int], d: Row[int], seat: int, needs: int) -> float:
    """Return how likely no rival can bid on a contract: the smallest hands first."""
    a, b, c = rival_hand(s, d, seat, 1), rival_hand(s, d, seat, 2), rival_hand(s, d, seat, 3)
    small, large = min(a, b, c), max(a, b, c)
    cards = unseen(s, d, seat)
    x, y, z = shares_of_hands(cards, needs, small, a + b + c - small - large, large)
    return (1 - x) * (1 - y) * (1 - z)


@in_place
def highest_bid(d: Row[int]) -> int:
    """Return the highest amount on the bid cards."""
    return d[len(d) - 1]


# --- strategies: a change of equipment ----------------------------------------------------------


@in_place
def is_hoarding(s: Row[int], kind: int) -> bool:
    """Return whether a hand is to be large, and to be enough for many contracts."""
    return kind == HOARDER and s[PAST] < LAST_PAYDAY - 1


@in_place
def gain_of(s: Row[int], d: Row[int], seat: int, kind: int, needs: int) -> float:
    """Return what a strategy takes a contract to bring that its hand is enough for."""
    if kind == COST_PLUS:
        return float(size(needs) + MARGIN)
    if kind == UNDERCUTTER:
        return CONTESTED + (highest_bid(d) - CONTESTED) * alone(s, d, seat, needs)
    if kind == PATIENT_BIDDER:
        return PATIENT_GAIN
    if kind == MIXED_BIDDER:
        return (highest_bid(d) - LEAST) * alone(s, d, seat, needs)
    if is_hoarding(s, kind):
        return 1.0
    return float(USUAL_GAIN)


@in_place
def score_gains(s: Row[int], d: Row[int], seat: int, kind: int, n: int, pad: Row[float]) -> None:
    """Add up, for each hand, what the contracts ahead bring that it is enough for."""
    pad[:n] = 0
    for at in range(PILE, PILE + s[CONTRACTS]):
        needs = d[NEEDS + s[at]]
        if lacks(s[IN_HAND + seat], needs) <= 1:  # a change brings one card
            gain = gain_of(s, d, seat, kind, needs)
            for each in range(n):
                pad[each] += gain if covers(s[HANDS + each], needs) else 0.0


@in_place
def score_costs(
    s: Row[int], d: Row[int], t: Row[float], seat: int, kind: int, n: int, pad: Row[float]
) -> None:
    """Turn what hands gain into their scores, as ``worthwhile_change`` does."""
    at = outlook(s, d, rivals(s, d, seat) + 1)
    contracts, paydays = t[at], t[at + 1]
    unpaid = 0 if kind == COST_PLUS else smallest_other_hand(s, d, seat)
    most = CREW if kind == LEAN_CREW else LIMIT
    for each in range(n):
        cards = size(s[HANDS + each])
        share = pad[each] / max(1, s[CONTRACTS])
        wages = paydays * max(0, cards - unpaid)
        too_many = TOO_MANY * max(0, cards - most)
        pad[each] = contracts * share - wages - SMALLEST * cards - too_many


@in_place
def best_change(
    s: Row[int], d: Row[int], t: Row[float], seat: int, kind: int, pad: Row[float]
) -> int:
    """Return the change after which the hand scores best: on a tie, the last one."""
    n = changes(s, d, seat)
    for each in range(n):
        s[HANDS + each] = hand_after(s[IN_HAND + seat], s[OPTIONS + each])
    score_gains(s, d, seat, kind, n, pad)
    if is_hoarding(s, kind):
        for each in range(n):
            pad[each] += size(s[HANDS + each]) * (d[ALL] + 1)
    else:
        score_costs(s, d, t, seat, kind, n, pad)
    full = owned(s, seat) >= LIMIT
    best = n - 1
    for each in range(n - 2, -1, -1):
        if pad[each] > pad[best] and not (full and s[OPTIONS + each] >> 2 & 7 == TAKE):
            best = each
    return s[OPTIONS + best]


# --- strategies: a bid --------------------------------------------------------------------------


@in_place
def bid_up_to(d: Row[int], legal: int, amount: int) -> int:
    """Return the highest legal bid up to an amount, or else the lowest bid."""
    best = min(1, legal - 1)
    for at in range(1, legal):
        if bid_at(d, at) <= amount:
            best = at
    return bid_at(d, best)


@in_place
def undercutting_bid(s: Row[int], d: Row[int], t: Row[float], seat: int, pad: Row[float]) -> int:
    """Return the bid that brings most, by how likely it is the lowest, alone or with others."""
    chances_able(s, d, seat, pad)
    spared = wages_spared(s, d, t, seat)
    needed = size(needs_of(s, d))
    best, most = 0, 0.0
    for at in range(bids(s, d, seat) - 1, 0, -1):
        amount = bid_at(d, at)
        more, as_much = 0.0, 0.0
        for price in range(needed, needed + USUAL):
            if price > amount:
                more += 1 / USUAL
            elif price == amount:
                as_much = 1 / USUAL
        is_alone, is_lowest = 1.0, 1.0
        for other in range(d[SEATS]):
            if is_rival(s, seat, other):
                able = pad[other]
                is_alone *= 1 - able + able * more
                is_lowest *= 1 - able + able * (more + as_much)
        gain = amount + spared
        brings = is_alone * gain + (is_lowest - is_alone) * (gain - TIE_DISCOUNT)
        if brings > most or (best == 0 and brings == most):
            best, most = amount, brings
    return best


@in_place
def mixed_bid(
    s: Row[int], d: Row[int], t: Row[float], seat: int, luck: int, pad: Row[float]
) -> int:
    """Return a bid that the luck draws, the higher the less likely a rival can bid."""
    chances_able(s, d, seat, pad)
    cost = max(0.0, LEAST - wages_spared(s, d, t, seat))
    gain = highest_bid(d) - cost
    for other in range(d[SEATS]):
        if is_rival(s, seat, other):
            able = pad[other]
            gain *= (1 - able) / (1 - able * luck / WORD)
    return bid_up_to(d, bids(s, d, seat), round(cost + gain))


@in_place
def bid_of(
    s: Row[int], d: Row[int], t: Row[float], seat: int, kind: int, luck: int, pad: Row[float]
) -> int:
    """Return what a strategy bids."""
    legal, needed = bids(s, d, seat), size(needs_of(s, d))
    if kind == RANDOM_LEGAL:
        return bid_at(d, below(luck, legal))
    if legal == 1:
        return 0
    if kind == COST_PLUS:
        return bid_up_to(d, legal, needed + MARGIN)
    if kind == LEAN_CREW:
        return bid_up_to(d, legal, CREW_PRICE)
    if kind == HOARDER:
        return bid_up_to(d, legal, needed)
    if kind == UNDERCUTTER:
        return undercutting_bid(s, d, t, seat, pad)
    if kind == PATIENT_BIDDER:
        return bid_up_to(d, legal, max(PATIENT_BID, needed + PATIENT_MARGIN))
    return mixed_bid(s, d, t, seat, luck, pad)


# --- who decides what ---------------------------------------------------------------------------


@in_place
def waiting(s: Row[int], d: Row[int]) -> int:
    """Return the first seat that has yet to bid; -1 if there is none."""
    for seat in range(d[SEATS]):
        if s[SEALED + seat] < 0 and not s[OUT + seat]:
            return seat
    return -1


@in_place
def dealt(s: Row[int], luck: int) -> int:
    """Return the deal of a kind, by how many of its cards are left (ZT-deal)."""
    left = below(luck, size(s[STACKS]))
    kind = 0
    while left >= of(s[STACKS], kind):
        left -= of(s[STACKS], kind)
        kind += 1
    return coded(DEAL, 0, kind)


@in_place
def turned_up(s: Row[int], luck: int) -> int:
    """Return the turning up of a card, each as likely: paydays first (ZT-3-reveal)."""
    at = below(luck, s[PAYDAYS] + s[CONTRACTS]) - s[PAYDAYS]
    return coded(TURN_UP, 0, PAYDAY if at < 0 else s[PILE + at])


@in_place
def chosen(s: Row[int], d: Row[int], t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase, turn, count, pad = s[PHASE], s[TURN], s[COUNT], t[len(t) - MOST_CHANGES :]
    if phase == DEALING:
        return dealt(s, draw(key, turn, _DEAL, count))
    if phase == TURNING_UP:
        return turned_up(s, draw(key, turn, _TURN_UP, count))
    seat = waiting(s, d) if phase == BIDDING else s[ACTIVE]
    repeat = abs(count) if phase == ADJUSTING else 0
    luck = draw(key, turn, _CHOICE[phase, seat], repeat)
    if phase == BIDDING:
        return coded(BID, seat, bid_of(s, d, t, seat, kinds[seat], luck, pad))
    if kinds[seat] == RANDOM_LEGAL:
        return s[OPTIONS + below(luck, changes(s, d, seat))]
    return best_change(s, d, t, seat, kinds[seat], pad)


# --- what follows -------------------------------------------------------------------------------


@in_place
def carry_out(s: Row[int], d: Row[int], code: int) -> None:
    """Carry out a move."""
    seat, verb, what = code & 3, code >> 2 & 7, code >> 5
    if verb == DEAL:
        deal(s, d, what)
    elif verb == TURN_UP:
        turn_up(s, d, what)
    elif verb == BID:
        bid(s, d, seat, what)
    else:
        change(s, d, seat, code)


@in_place
def deal(s: Row[int], d: Row[int], kind: int) -> None:
    """Deal a card to the next seat (ZT-deal)."""
    seat = s[ACTIVE]
    s[IN_HAND + seat] += one(kind)
    s[STACKS] -= one(kind)
    s[ACTIVE] = (seat + 1) % d[SEATS]
    s[COUNT] += 1
    if s[COUNT] == HAND * d[SEATS]:
        s[PHASE], s[ACTIVE], s[COUNT] = ADJUSTING, d[FIRST], 0


@in_place
def change(s: Row[int], d: Row[int], seat: int, code: int) -> None:
    """Change a seat's equipment (ZT-2-change), and go on with set-up or with step 3."""
    before = s[IN_HAND + seat]
    after = hand_after(before, code)
    s[IN_HAND + seat] = after
    s[STACKS] += before - after
    if s[PHASE] == ADJUSTING:
        adjust(s, d, size(after) - size(before))
    elif s[PHASE] == CHANGING and size(after) > size(before) and owned(s, seat) > LIMIT:
        fine(s, d, seat, owned(s, seat) - LIMIT)
    elif s[SINCE] >= d[MOST_IN_A_ROW]:  # ZT-3-forced
        payday(s, d)
    else:
        s[PHASE], s[COUNT] = TURNING_UP, 0


@in_place
def adjust(s: Row[int], d: Row[int], direction: int) -> None:
    """Let the same seat go on, or the next one, or begin the first turn (ZT-adjust)."""
    if d[ONE_ROUND]:
        s[COUNT] += direction
        if direction and abs(s[COUNT]) < ADJUSTMENTS:
            return
        s[COUNT] = 0
    s[ACTIVE] = (s[ACTIVE] + 1) % d[SEATS]
    if s[ACTIVE] == d[FIRST]:
        s[COUNT] += 1
        if d[ONE_ROUND] or s[COUNT] == ADJUSTMENTS:
            s[PHASE], s[TURN], s[COUNT] = CHANGING, 1, 0


@in_place
def fine(s: Row[int], d: Row[int], seat: int, surplus: int) -> None:
    """Make a seat pay for its card above the limit, or put it out (ZT-2-limit)."""
    payees = rivals(s, d, seat) if d[OVER_LIMIT] == FINE_PLAYERS else 1
    if s[MONEY + seat] < surplus * payees:
        put_out(s, seat)
        s[GONE] += 1
        next_turn(s, d)
        return
    s[MONEY + seat] -= surplus * payees
    if d[OVER_LIMIT] == FINE_PLAYERS:
        for other in range(d[SEATS]):
            if is_rival(s, seat, other):
                s[MONEY + other] += surplus
    s[PHASE] = SURPLUS


@in_place
def turn_up(s: Row[int], d: Row[int], card: int) -> None:
    """Turn up a card (ZT-3-reveal); a payday is put back after another (ZT-3-repeat)."""
    if card != PAYDAY:
        s[CONTRACTS] -= 1
        at = PILE
        while s[at] != card:
            at += 1
        for later in range(at, PILE + s[CONTRACTS]):
            s[later] = s[later + 1]
        s[PHASE], s[OFFER], s[COUNT] = BIDDING, card, 0
    elif s[PAST] and not s[SINCE] and s[CONTRACTS]:
        s[COUNT] += 1
    else:
        s[COUNT] = 0
        payday(s, d)


@in_place
def bid(s: Row[int], d: Row[int], seat: int, amount: int) -> None:
    """Seal a bid; when all have bid, award the contract (ZT-4-bid, ZT-4-tie)."""
    s[SEALED + seat] = amount
    if waiting(s, d) >= 0:
        return
    lowest, ties = 0, 0
    for at in range(d[SEATS]):
        sealed = s[SEALED + at]
        if sealed > 0 and (not lowest or sealed < lowest):
            lowest, ties = sealed, 0
        ties += sealed == lowest
    paid = lowest - TIE_DISCOUNT if ties > 1 else lowest
    broke = False
    for at in range(d[SEATS]):
        if lowest and s[SEALED + at] == lowest:
            if s[MONEY + at] + paid < 0:
                put_out(s, at)
                broke = True
            else:
                s[MONEY + at] += paid
                s[IN_HAND + at] -= needs_of(s, d)
                s[LEFT + at] += needs_of(s, d)
        s[SEALED + at] = -1
    s[GONE] += broke
    s[OFFER] = 0
    s[SINCE] += 1
    next_turn(s, d)


@in_place
def payday(s: Row[int], d: Row[int]) -> None:
    """Make the seats pay for what is above the smallest hand (ZT-4-payday)."""
    s[PAYDAYS] -= 1
    smallest = smallest_other_hand(s, d, -1)
    broke = False
    for seat in range(d[SEATS]):
        if not s[OUT + seat]:
            due = size(s[IN_HAND + seat]) - smallest
            if s[MONEY + seat] < due:
                put_out(s, seat)
                broke = True
            else:
                s[MONEY + seat] -= due
    s[GONE] += broke
    s[PAST] += 1
    s[SINCE] = 0
    next_turn(s, d)


@in_place
def put_out(s: Row[int], seat: int) -> None:
    """Put out a seat that cannot pay, with the others of its group (ZT-out, ZT-out-how)."""
    s[STACKS] += s[IN_HAND + seat] + s[LEFT + seat] + s[RIGHT + seat]
    s[MONEY + seat] = s[IN_HAND + seat] = s[LEFT + seat] = s[RIGHT + seat] = 0
    s[OUT + seat] = s[GONE] + 1


@in_place
def next_turn(s: Row[int], d: Row[int]) -> None:
    """Begin the next seat's turn: its equipment moves on (ZT-1-continue); or end the game."""
    if rivals(s, d, -1) <= 1 or s[PAST] >= LAST_PAYDAY:
        s[PHASE] = OVER
        return
    seat = (s[ACTIVE] + 1) % d[SEATS]
    while s[OUT + seat]:
        seat = (seat + 1) % d[SEATS]
    s[PHASE], s[ACTIVE], s[COUNT] = CHANGING, seat, 0
    s[TURN] += 1
    s[IN_HAND + seat] += s[RIGHT + seat]
    s[RIGHT + seat] = s[LEFT + seat]
    s[LEFT + seat] = 0


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
