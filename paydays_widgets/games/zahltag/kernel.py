"""Zahltag once more, compiled: the very games of the engine, a thousand times as fast.

The rules are told by the engine, the strategies by ``bots`` and ``reading``: each function here
is the twin of one there. :mod:`paydays_widgets.kernels.compiled` explains how kernels are made.

Cards are one number, with twelve bits for the count of each kind: cards are put together by ``+``
and taken away by ``-``. A move's code is a number too: what it takes, its verb and its seat.
"""

from functools import lru_cache
from itertools import product
from math import comb
from types import SimpleNamespace
from typing import Annotated, Any, Final

import numpy as np

from paydays_widgets.core.chance import WORD, purpose
from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.zahltag import moves
from paydays_widgets.games.zahltag.deck import HAND, LAST_PAYDAY, MOST_BID_CARDS, MOST_CONTRACTS
from paydays_widgets.games.zahltag.engine import ADJUSTMENTS, IN_A_ROW, LIMIT, TIE_DISCOUNT
from paydays_widgets.games.zahltag.moves import KINDS, PAYDAY, Move
from paydays_widgets.games.zahltag.reading import SMALLEST, TOO_MANY, USUAL_GAIN, expected
from paydays_widgets.games.zahltag.rules import Rules
from paydays_widgets.games.zahltag.state import Cards, State
from paydays_widgets.kernels.compiled import (
    Row,
    below,
    compiled,
    draw,
    grid,
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

# --- the records --------------------------------------------------------------------------------

_PHASES: Final = ("deal", "adjust", "change", "surplus", "turn_up", "bid", "over")
DEALING, ADJUSTING, CHANGING, SURPLUS, TURNING_UP, BIDDING, OVER = range(7)

MOST_SEATS: Final = 4
MOST_CHANGES: Final = 21
"""Four kinds to take or discard, twelve exchanges, and to keep the hand."""


class Firm:
    """What a seat owns."""

    money: int
    hand: int
    left: int
    right: int
    out: int
    """The group with which it went out; 0 in play."""


class Position:
    """A position ``s``."""

    phase: int
    turn: int
    active: int
    firms: Annotated[Records[Firm], MOST_SEATS]
    stacks: int
    pile: Annotated[Row[int], MOST_CONTRACTS + 1]
    contracts: int
    """How many are in the pile."""
    pile_paydays: int
    offer: int
    bids: Annotated[Row[int], MOST_SEATS]
    """-1: none yet."""
    since: int
    """How many contracts since the last payday."""
    past: int
    """How many paydays so far."""
    count: int
    gone: int
    """How many groups went out."""
    options: Annotated[Row[int], MOST_CHANGES]
    hands: Annotated[Row[int], MOST_CHANGES]
    """Room to list legal changes, and the hands after them."""


LEFT_OUT: Final = {"rules": "what a switch changes is printed", "deck": "its figures are printed"}
"""What a state holds and a position does not, and why."""


class Printed:
    """What is printed on the cards, and the rules ``d``."""

    seats: int
    first: int
    one_round: bool
    over_limit: int
    most_in_a_row: int
    contracts: int
    needs: Annotated[Row[int], MOST_CONTRACTS + 1]
    """By the number of a contract."""
    bids: int
    amounts: Annotated[Row[int], 2 * MOST_BID_CARDS]
    """What can be bid, ascending, and how many amounts there are."""


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
def owned(s: Position, seat: int) -> int:
    """Count a seat's equipment."""
    return size(s.firms[seat].hand + s.firms[seat].left + s.firms[seat].right)


# --- in and out ---------------------------------------------------------------------------------


def pack(state: State) -> Packed[Position, Printed]:
    """Turn a state in which a seat or chance is to move into records."""
    deck, rules, seats = state.deck, state.rules, len(state.firms)
    went = {seat: n for n, group in enumerate(state.gone, 1) for seat in group}
    s = records(
        Position,
        state,
        phase=_PHASES.index(state.phase),
        firms=[
            SimpleNamespace(
                money=firm.money,
                hand=cards_of(firm.hand),
                left=cards_of(firm.left),
                right=cards_of(firm.right),
                out=went.get(seat, 0),
            )
            for seat, firm in enumerate(state.firms)
        ],
        stacks=cards_of(state.stacks),
        contracts=len(state.pile),
        bids=[-1 if bid is None else bid for bid in state.bids],
        since=len(state.since),
        past=len(state.past),
        gone=len(state.gone),
        options=(),
        hands=(),
    )
    t = _outlooks(len(deck.contracts), deck.paydays, IN_A_ROW[seats])
    return Packed(s, _printed(deck.contracts, deck.bid_cards, rules, seats), t.copy())


@lru_cache(maxsize=32)
def _printed(
    contracts: tuple[Cards, ...], bids: tuple[tuple[int, int], ...], rules: Rules, seats: int
) -> Printed:
    amounts = sorted([amount for card in bids for amount in card])
    return records(
        Printed,
        rules,
        seats=seats,
        one_round=rules.adjust == "one_round",
        over_limit=("forbid", "fine_players", "fine_bank").index(rules.over_limit),
        most_in_a_row=IN_A_ROW[seats],
        contracts=len(contracts),
        needs=[0, *map(cards_of, contracts)],
        bids=len(amounts),
        amounts=amounts,
    )[0]


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
def books(s: Position, d: Printed, out: Row[int]) -> None:
    """Write down each seat's cash."""
    for seat in range(d.seats):
        out[seat] = s.firms[seat].money


@compiled
def worths(s: Position, d: Printed, out: Row[int]) -> None:
    """Write down what each seat is worth: its cash, and nothing else counts."""
    books(s, d, out)


@compiled
def owed(_s: Position, d: Printed, out: Row[int]) -> None:
    """Write down what each seat owes: nothing, ever."""
    for seat in range(d.seats):
        out[seat] = 0


@in_place
def mark(s: Position, seat: int) -> int:
    """Return what ranks a seat, the more the better (ZT-end-tie, ZT-out)."""
    if s.firms[seat].out:
        return s.firms[seat].out - WORD
    at_work = size(s.firms[seat].left + s.firms[seat].right)
    return (s.firms[seat].money << 2 * _BITS) - (owned(s, seat) << _BITS) - at_work


@compiled
def places(s: Position, d: Printed, out: Row[int]) -> None:
    """Rank the seats (ZT-end)."""
    marks = numbers(d.seats)
    for seat in range(d.seats):
        marks[seat] = mark(s, seat)
    rank(marks, out)


# --- what is legal ------------------------------------------------------------------------------


@in_place
def list_each(s: Position, n: int, verb: int, seat: int, cards: int) -> int:
    """Add a move for each kind of some cards, and return how many moves there are now."""
    for kind in range(4):
        if of(cards, kind):
            s.options[n] = coded(verb, seat, kind)
            n += 1
    return n


@in_place
def list_exchanges(s: Position, n: int, seat: int, give: int, get: int) -> int:
    """Add an exchange for each two kinds, and return how many moves there are now."""
    for old in range(4):
        for new in range(4):
            if old != new and of(give, old) and of(get, new):
                s.options[n] = coded(EXCHANGE, seat, old << 2 | new)
                n += 1
    return n


@in_place
def changes(s: Position, d: Printed, seat: int) -> int:
    """List the codes of the legal changes, in the engine's order, and return how many."""
    take, give, get = s.stacks, s.firms[seat].hand, s.stacks
    if s.phase == SURPLUS:
        return list_each(s, 0, DISCARD, seat, give)
    if s.phase == CHANGING:
        if d.over_limit == FORBID and owned(s, seat) >= LIMIT:
            take = 0
    elif d.one_round:
        take = 0 if s.count < 0 else take
        give = 0 if s.count > 0 else give
        get = 0
    n = list_each(s, 0, TAKE, seat, take)
    n = list_each(s, n, DISCARD, seat, give)
    n = list_exchanges(s, n, seat, give, get)
    s.options[n] = coded(KEEP, seat, 0)
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
def needs_of(s: Position, d: Printed) -> int:
    """Return what the contract on offer needs."""
    return d.needs[s.offer]


@in_place
def bid_at(d: Printed, at: int) -> int:
    """Return a legal bid by its place, from the pass on."""
    return d.amounts[at - 1] if at else 0


@in_place
def bids(s: Position, d: Printed, seat: int) -> int:
    """Count the legal bids: only the pass for a seat that lacks equipment (ZT-4-bid)."""
    if covers(s.firms[seat].hand, needs_of(s, d)):
        return 1 + d.bids
    return 1


# --- what strategies work out -------------------------------------------------------------------


@in_place
def is_rival(s: Position, seat: int, other: int) -> bool:
    """Return whether another seat is still in play."""
    return other != seat and not s.firms[other].out


@in_place
def rivals(s: Position, d: Printed, seat: int) -> int:
    """Count the other seats still in play."""
    n = 0
    for other in range(d.seats):
        n += is_rival(s, seat, other)
    return n


@in_place
def smallest_other_hand(s: Position, d: Printed, seat: int) -> int:
    """Return the size of the smallest other hand."""
    smallest = _LANE
    for other in range(d.seats):
        if is_rival(s, seat, other):
            smallest = min(smallest, size(s.firms[other].hand))
    return smallest


@in_place
def outlook(s: Position, d: Printed, turns: int) -> int:
    """Find what the next turns bring on average: a place in ``t``."""
    seen = d.contracts - s.contracts
    row = s.since + (s.offer > 0)
    return 2 * (((seen * LAST_PAYDAY + s.past) * ROWS + row) * TURNS + turns)


@in_place
def turns_at_work(s: Position, d: Printed, seat: int) -> int:
    """Count the turns after this one in which cards sent to work now cannot bid."""
    seats = d.seats
    before, playing, at = 0, 0, s.active
    for _ in range(seats):
        at = (at + 1) % seats
        if at == seat:
            before = playing
        if not s.firms[at].out:
            playing += 1
    return before + playing


@in_place
def wages_spared(s: Position, d: Printed, t: Row[float], seat: int) -> float:
    """Return what the contract on offer saves its builder on paydays, on average."""
    above = max(0, size(s.firms[seat].hand) - smallest_other_hand(s, d, seat))
    idle = min(above, size(needs_of(s, d)))
    return idle * t[outlook(s, d, turns_at_work(s, d, seat)) + 1]


@in_place
def unseen(s: Position, d: Printed, seat: int) -> int:
    """Return the cards in all other hands together."""
    cards = 0
    for other in range(d.seats):
        if other != seat:
            cards += s.firms[other].hand
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
def rival_hand(s: Position, d: Printed, seat: int, after: int) -> int:
    """Return the size of the hand of the seat that comes some seats later, if it is a rival."""
    rival = (seat + after) % MOST_SEATS
    if rival < d.seats and not s.firms[rival].out:
        return size(s.firms[rival].hand)
    return 0


@in_place
def chances_able(s: Position, d: Printed, seat: int, pad: Row[float]) -> None:
    """Write down the probability that each other seat can bid."""
    hands = (rival_hand(s, d, seat, 1), rival_hand(s, d, seat, 2), rival_hand(s, d, seat, 3))
    shares = shares_of_hands(unseen(s, d, seat), needs_of(s, d), *hands)
    for after in range(1, MOST_SEATS):
        pad[(seat + after) % MOST_SEATS] = shares[after - 1]


@in_place
def alone(s: Position, d: Printed, seat: int, needs: int) -> float:
    """Return how likely no rival can bid on a contract: the smallest hands first."""
    a, b, c = rival_hand(s, d, seat, 1), rival_hand(s, d, seat, 2), rival_hand(s, d, seat, 3)
    small, large = min(a, b, c), max(a, b, c)
    cards = unseen(s, d, seat)
    x, y, z = shares_of_hands(cards, needs, small, a + b + c - small - large, large)
    return (1 - x) * (1 - y) * (1 - z)


@in_place
def highest_bid(d: Printed) -> int:
    """Return the highest amount on the bid cards."""
    return d.amounts[d.bids - 1]


# --- strategies: a change of equipment ----------------------------------------------------------


@in_place
def is_hoarding(s: Position, kind: int) -> bool:
    """Return whether a hand is to be large, and to be enough for many contracts."""
    return kind == HOARDER and s.past < LAST_PAYDAY - 1


@in_place
def gain_of(s: Position, d: Printed, seat: int, kind: int, needs: int) -> float:
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
def score_gains(s: Position, d: Printed, seat: int, kind: int, n: int, pad: Row[float]) -> None:
    """Add up, for each hand, what the contracts ahead bring that it is enough for."""
    pad[:n] = 0
    for at in range(s.contracts):
        needs = d.needs[s.pile[at]]
        if lacks(s.firms[seat].hand, needs) <= 1:  # a change brings one card
            gain = gain_of(s, d, seat, kind, needs)
            for each in range(n):
                pad[each] += gain if covers(s.hands[each], needs) else 0.0


@in_place
def score_costs(
    s: Position, d: Printed, t: Row[float], seat: int, kind: int, n: int, pad: Row[float]
) -> None:
    """Turn what hands gain into their scores, as ``worthwhile_change`` does."""
    at = outlook(s, d, rivals(s, d, seat) + 1)
    contracts, paydays = t[at], t[at + 1]
    unpaid = 0 if kind == COST_PLUS else smallest_other_hand(s, d, seat)
    most = CREW if kind == LEAN_CREW else LIMIT
    for each in range(n):
        cards = size(s.hands[each])
        share = pad[each] / max(1, s.contracts)
        wages = paydays * max(0, cards - unpaid)
        too_many = TOO_MANY * max(0, cards - most)
        pad[each] = contracts * share - wages - SMALLEST * cards - too_many


@in_place
def best_change(
    s: Position, d: Printed, t: Row[float], seat: int, kind: int, pad: Row[float]
) -> int:
    """Return the change after which the hand scores best: on a tie, the last one."""
    n = changes(s, d, seat)
    for each in range(n):
        s.hands[each] = hand_after(s.firms[seat].hand, s.options[each])
    score_gains(s, d, seat, kind, n, pad)
    if is_hoarding(s, kind):
        for each in range(n):
            pad[each] += size(s.hands[each]) * (d.contracts + 1)
    else:
        score_costs(s, d, t, seat, kind, n, pad)
    full = owned(s, seat) >= LIMIT
    best = n - 1
    for each in range(n - 2, -1, -1):
        if pad[each] > pad[best] and not (full and s.options[each] >> 2 & 7 == TAKE):
            best = each
    return s.options[best]


# --- strategies: a bid --------------------------------------------------------------------------


@in_place
def bid_up_to(d: Printed, legal: int, amount: int) -> int:
    """Return the highest legal bid up to an amount, or else the lowest bid."""
    best = min(1, legal - 1)
    for at in range(1, legal):
        if bid_at(d, at) <= amount:
            best = at
    return bid_at(d, best)


@in_place
def undercutting_bid(s: Position, d: Printed, t: Row[float], seat: int, pad: Row[float]) -> int:
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
        for other in range(d.seats):
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
    s: Position, d: Printed, t: Row[float], seat: int, luck: int, pad: Row[float]
) -> int:
    """Return a bid that the luck draws, the higher the less likely a rival can bid."""
    chances_able(s, d, seat, pad)
    cost = max(0.0, LEAST - wages_spared(s, d, t, seat))
    gain = highest_bid(d) - cost
    for other in range(d.seats):
        if is_rival(s, seat, other):
            able = pad[other]
            gain *= (1 - able) / (1 - able * luck / WORD)
    return bid_up_to(d, bids(s, d, seat), round(cost + gain))


@in_place
def bid_of(
    s: Position, d: Printed, t: Row[float], seat: int, kind: int, luck: int, pad: Row[float]
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
def waiting(s: Position, d: Printed) -> int:
    """Return the first seat that has yet to bid; -1 if there is none."""
    for seat in range(d.seats):
        if s.bids[seat] < 0 and not s.firms[seat].out:
            return seat
    return -1


@in_place
def dealt(s: Position, luck: int) -> int:
    """Return the deal of a kind, by how many of its cards are left (ZT-deal)."""
    left = below(luck, size(s.stacks))
    kind = 0
    while left >= of(s.stacks, kind):
        left -= of(s.stacks, kind)
        kind += 1
    return coded(DEAL, 0, kind)


@in_place
def turned_up(s: Position, luck: int) -> int:
    """Return the turning up of a card, each as likely: paydays first (ZT-3-reveal)."""
    at = below(luck, s.pile_paydays + s.contracts) - s.pile_paydays
    return coded(TURN_UP, 0, PAYDAY if at < 0 else s.pile[at])


@in_place
def chosen(s: Position, d: Printed, t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase, turn, count, pad = s.phase, s.turn, s.count, t[len(t) - MOST_CHANGES :]
    if phase == DEALING:
        return dealt(s, draw(key, turn, _DEAL, count))
    if phase == TURNING_UP:
        return turned_up(s, draw(key, turn, _TURN_UP, count))
    seat = waiting(s, d) if phase == BIDDING else s.active
    repeat = abs(count) if phase == ADJUSTING else 0
    luck = draw(key, turn, _CHOICE[phase, seat], repeat)
    if phase == BIDDING:
        return coded(BID, seat, bid_of(s, d, t, seat, kinds[seat], luck, pad))
    if kinds[seat] == RANDOM_LEGAL:
        return s.options[below(luck, changes(s, d, seat))]
    return best_change(s, d, t, seat, kinds[seat], pad)


# --- what follows -------------------------------------------------------------------------------


@in_place
def carry_out(s: Position, d: Printed, code: int) -> None:
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
def deal(s: Position, d: Printed, kind: int) -> None:
    """Deal a card to the next seat (ZT-deal)."""
    seat = s.active
    s.firms[seat].hand += one(kind)
    s.stacks -= one(kind)
    s.active = (seat + 1) % d.seats
    s.count += 1
    if s.count == HAND * d.seats:
        s.phase, s.active, s.count = ADJUSTING, d.first, 0


@in_place
def change(s: Position, d: Printed, seat: int, code: int) -> None:
    """Change a seat's equipment (ZT-2-change), and go on with set-up or with step 3."""
    before = s.firms[seat].hand
    after = hand_after(before, code)
    s.firms[seat].hand = after
    s.stacks += before - after
    if s.phase == ADJUSTING:
        adjust(s, d, size(after) - size(before))
    elif s.phase == CHANGING and size(after) > size(before) and owned(s, seat) > LIMIT:
        fine(s, d, seat, owned(s, seat) - LIMIT)
    elif s.since >= d.most_in_a_row:  # ZT-3-forced
        payday(s, d)
    else:
        s.phase, s.count = TURNING_UP, 0


@in_place
def adjust(s: Position, d: Printed, direction: int) -> None:
    """Let the same seat go on, or the next one, or begin the first turn (ZT-adjust)."""
    if d.one_round:
        s.count += direction
        if direction and abs(s.count) < ADJUSTMENTS:
            return
        s.count = 0
    s.active = (s.active + 1) % d.seats
    if s.active == d.first:
        s.count += 1
        if d.one_round or s.count == ADJUSTMENTS:
            s.phase, s.turn, s.count = CHANGING, 1, 0


@in_place
def fine(s: Position, d: Printed, seat: int, surplus: int) -> None:
    """Make a seat pay for its card above the limit, or put it out (ZT-2-limit)."""
    payees = rivals(s, d, seat) if d.over_limit == FINE_PLAYERS else 1
    if s.firms[seat].money < surplus * payees:
        put_out(s, seat)
        s.gone += 1
        next_turn(s, d)
        return
    s.firms[seat].money -= surplus * payees
    if d.over_limit == FINE_PLAYERS:
        for other in range(d.seats):
            if is_rival(s, seat, other):
                s.firms[other].money += surplus
    s.phase = SURPLUS


@in_place
def turn_up(s: Position, d: Printed, card: int) -> None:
    """Turn up a card (ZT-3-reveal); a payday is put back after another (ZT-3-repeat)."""
    if card != PAYDAY:
        s.contracts -= 1
        at = 0
        while s.pile[at] != card:
            at += 1
        for later in range(at, s.contracts):
            s.pile[later] = s.pile[later + 1]
        s.phase, s.offer, s.count = BIDDING, card, 0
    elif s.past and not s.since and s.contracts:
        s.count += 1
    else:
        s.count = 0
        payday(s, d)


@in_place
def bid(s: Position, d: Printed, seat: int, amount: int) -> None:
    """Seal a bid; when all have bid, award the contract (ZT-4-bid, ZT-4-tie)."""
    s.bids[seat] = amount
    if waiting(s, d) >= 0:
        return
    lowest, ties = 0, 0
    for at in range(d.seats):
        sealed = s.bids[at]
        if sealed > 0 and (not lowest or sealed < lowest):
            lowest, ties = sealed, 0
        ties += sealed == lowest
    paid = lowest - TIE_DISCOUNT if ties > 1 else lowest
    broke = False
    for at in range(d.seats):
        if lowest and s.bids[at] == lowest:
            if s.firms[at].money + paid < 0:
                put_out(s, at)
                broke = True
            else:
                s.firms[at].money += paid
                s.firms[at].hand -= needs_of(s, d)
                s.firms[at].left += needs_of(s, d)
        s.bids[at] = -1
    s.gone += broke
    s.offer = 0
    s.since += 1
    next_turn(s, d)


@in_place
def payday(s: Position, d: Printed) -> None:
    """Make the seats pay for what is above the smallest hand (ZT-4-payday)."""
    s.pile_paydays -= 1
    smallest = smallest_other_hand(s, d, -1)
    broke = False
    for seat in range(d.seats):
        if not s.firms[seat].out:
            due = size(s.firms[seat].hand) - smallest
            if s.firms[seat].money < due:
                put_out(s, seat)
                broke = True
            else:
                s.firms[seat].money -= due
    s.gone += broke
    s.past += 1
    s.since = 0
    next_turn(s, d)


@in_place
def put_out(s: Position, seat: int) -> None:
    """Put out a seat that cannot pay, with the others of its group (ZT-out, ZT-out-how)."""
    s.stacks += s.firms[seat].hand + s.firms[seat].left + s.firms[seat].right
    s.firms[seat].money = s.firms[seat].hand = s.firms[seat].left = s.firms[seat].right = 0
    s.firms[seat].out = s.gone + 1


@in_place
def next_turn(s: Position, d: Printed) -> None:
    """Begin the next seat's turn: its equipment moves on (ZT-1-continue); or end the game."""
    if rivals(s, d, -1) <= 1 or s.past >= LAST_PAYDAY:
        s.phase = OVER
        return
    seat = (s.active + 1) % d.seats
    while s.firms[seat].out:
        seat = (seat + 1) % d.seats
    s.phase, s.active, s.count = CHANGING, seat, 0
    s.turn += 1
    s.firms[seat].hand += s.firms[seat].right
    s.firms[seat].right = s.firms[seat].left
    s.firms[seat].left = 0


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
