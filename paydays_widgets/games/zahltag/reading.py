"""Reading a view: what a seat can work out from its own hand and what lies open on the table.

Most functions take a seat's view and answer one question about it. The game's strategies are
built from them; a student's own ``choose`` can be too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from math import comb, prod
from typing import Final, NamedTuple, TypeAlias

from paydays_widgets.core.game import Decide, Seat, me
from paydays_widgets.games.zahltag.deck import LAST_PAYDAY
from paydays_widgets.games.zahltag.engine import IN_A_ROW, LIMIT, TIE_DISCOUNT
from paydays_widgets.games.zahltag.events import (
    ContractAwarded,
    ContractShared,
    Event,
    IdleEquipmentPaid,
    ShareUnpayable,
)
from paydays_widgets.games.zahltag.moves import KINDS, Bid, Discard, Exchange, Move, Take
from paydays_widgets.games.zahltag.state import Cards, View, covers

_AT: Final = {kind: at for at, kind in enumerate(KINDS)}


# --- one's own firm ---------------------------------------------------------------------------


def hand(view: View) -> Cards:
    """Return the cards in the seat's own hand."""
    return view.firms[me(view)].hand or (0, 0, 0, 0)


def owned(view: View) -> int:
    """Count the seat's own equipment, in hand and at work."""
    firm = view.firms[me(view)]
    return firm.hand_size + sum(firm.left) + sum(firm.right)


def bidding(view: View) -> bool:
    """Return whether the seat has to bid; if not, it has to change its equipment or keep it."""
    return isinstance(view.turn, Decide) and view.turn.prompt == "bid"


def smallest_other_hand(view: View) -> int:
    """Return the size of the smallest other hand: each card above it costs money on payday."""
    return min(view.firms[seat].hand_size for seat in rivals(view))


def highest_bid(view: View) -> int:
    """Return the highest amount on the bid cards, in millions."""
    return max(amount for card in view.deck.bid_cards for amount in card)


# --- the contracts ----------------------------------------------------------------------------


def needs(view: View) -> Cards:
    """Return what the contract on offer needs."""
    return view.deck.contracts[view.offer - 1]


def numbers_ahead(view: View) -> list[int]:
    """List the contracts still in the pile, by number; those are the ones not yet seen."""
    seen = {view.offer, *view.since, *[number for before in view.past for number in before]}
    return [n for n in range(1, len(view.deck.contracts) + 1) if n not in seen]


def contracts_ahead(view: View) -> tuple[Cards, ...]:
    """Return what each contract still in the pile needs."""
    return tuple([view.deck.contracts[number - 1] for number in numbers_ahead(view)])


# --- what is to come --------------------------------------------------------------------------


def pile(view: View) -> tuple[int, int]:
    """Count the contracts and the paydays in the pile; everyone knows what has been turned up."""
    seen = sum(map(len, view.past)) + len(view.since) + (view.offer > 0)
    contracts = len(view.deck.contracts) - seen
    return contracts, view.pile_size - contracts


def paydays_gone(view: View) -> int:
    """Count the paydays that have come, the one that lies in the middle included."""
    return view.deck.paydays - pile(view)[1]


def next_card(view: View) -> str:
    """Return which card must come next, ``contract`` or ``payday``; "" if either can."""
    if len(view.since) >= IN_A_ROW[len(view.firms)]:
        return "payday"
    follows_payday = bool(view.past) and not view.since
    return "contract" if follows_payday and pile(view)[0] else ""


class Outlook(NamedTuple):
    """How many contracts and paydays are to be expected, on average."""

    contracts: float
    paydays: float


def outlook(view: View, turns: int) -> Outlook:
    """Return what the next turns bring on average, until the game ends.

    What lies in the pile is known, only its order is not, so this is exact. While a seat
    changes its equipment, the first of the turns is the one that is being played.
    """
    row = len(view.since) + (view.offer > 0)
    return expected(pile(view), row, IN_A_ROW[len(view.firms)], len(view.past), turns)


@cache
def expected(pile: tuple[int, int], row: int, most: int, past: int, turns: int) -> Outlook:
    """Follow both ways that a turn can go, each with its chance.

    Parameters
    ----------
    pile
        The contracts and the paydays in the pile.
    row, most
        The contracts since the last payday, and how many force one.
    """
    contracts, paydays = pile
    if not turns or past == LAST_PAYDAY:
        return Outlook(0.0, 0.0)
    if row >= most or not contracts:  # forced, or nothing else is left
        chance = 1.0
    elif past and not row:  # never two in a row
        chance = 0.0
    else:
        chance = paydays / (paydays + contracts)
    sums = [0.0, 0.0]
    if chance < 1:
        more = expected((contracts - 1, paydays), row + 1, most, past, turns - 1)
        sums[0] += (1 - chance) * (1 + more.contracts)
        sums[1] += (1 - chance) * more.paydays
    if chance > 0:
        more = expected((contracts, paydays - 1), 0, most, past + 1, turns - 1)
        sums[0] += chance * more.contracts
        sums[1] += chance * (1 + more.paydays)
    return Outlook(*sums)


def turns_at_work(view: View) -> int:
    """Count the turns after this one in which cards sent to work now cannot bid.

    They move on in the seat's next turn, and are back in hand at the start of the one after.
    """
    seats = len(view.firms)
    to_go = [(view.active + n) % seats for n in range(1, seats + 1)]
    playing = [seat for seat in to_go if not view.firms[seat].out]
    return playing.index(me(view)) + len(playing)


def wages_spared(view: View) -> float:
    """Return what the contract on offer saves its builder on paydays, in millions, on average.

    Cards at work cost nothing on payday, in so far as they lay above the smallest other hand.
    """
    above = view.firms[me(view)].hand_size - smallest_other_hand(view)
    idle = min(max(0, above), sum(needs(view)))
    return idle * outlook(view, turns_at_work(view)).paydays


def payday_due(view: View, seat: Seat) -> int:
    """Return what a payday would cost a seat now, for its cards above the smallest hand."""
    smallest = min(firm.hand_size for firm in view.firms if not firm.out)
    return view.firms[seat].hand_size - smallest


# --- who builds -------------------------------------------------------------------------------

Award: TypeAlias = ContractAwarded | ContractShared


def sharers(past: Iterable[Event]) -> tuple[Seat, ...]:
    """List the seats that a tie has let build, in order; the past begins with the newest event."""
    come = takewhile(lambda each: isinstance(each, ContractShared | ShareUnpayable), past)
    shared = [each.seat for each in come if isinstance(each, ContractShared)]
    return tuple(reversed(shared))


def builders(view: View, past: Iterable[Event]) -> tuple[Seat, ...]:
    """List the seats that get the contract while bids are face up; the newest is first."""
    lowest = min((firm.bid for firm in view.firms if firm.bid), default=0)
    found = [seat for seat, firm in enumerate(view.firms) if lowest and firm.bid == lowest]
    if len(found) > 1:
        built, pays = sharers(past), TIE_DISCOUNT - lowest
        found = [seat for seat in found if seat in built or view.firms[seat].money >= pays]
    return tuple(found)


def awards(view: View, past: Iterable[Event]) -> tuple[tuple[Award, ...], ...]:
    """Return how each contract since the last payday was awarded; () if nobody builds it.

    The past begins with the newest event.
    """
    found: dict[int, tuple[Award, ...]] = {}
    for event in takewhile(lambda each: not isinstance(each, IdleEquipmentPaid), past):
        if isinstance(event, Award):
            found[event.contract] = (event, *found.get(event.contract, ()))
    return tuple([found.get(number, ()) for number in view.since])


# --- the others -------------------------------------------------------------------------------


def rivals(view: View) -> tuple[Seat, ...]:
    """List the other seats still in play."""
    return tuple(
        seat for seat, firm in enumerate(view.firms) if seat != view.seat and not firm.out
    )


def unseen(view: View) -> Cards:
    """Return the cards in all other hands together: those that lie nowhere else.

    With a single rival, this is exactly its hand.
    """
    mine, stacks = hand(view), view.stacks or (0, 0, 0, 0)
    foremen, workers, cranes, excavators = [
        total - mine[at] - stacks[at] - sum(firm.left[at] + firm.right[at] for firm in view.firms)
        for at, total in enumerate(view.deck.equipment)
    ]
    return (foremen, workers, cranes, excavators)


def rivals_able(view: View) -> tuple[Seat, ...]:
    """List the rivals that could hold everything the contract on offer needs.

    A seat is left out only if it certainly cannot bid: its hand is too small, or the others
    together do not hold the cards.
    """
    wanted = needs(view)
    there = covers(unseen(view), wanted)
    return tuple(
        seat for seat in rivals(view) if there and view.firms[seat].hand_size >= sum(wanted)
    )


def chance_able(view: View, seat: Seat) -> float:
    """Return the probability that a rival can bid, had the unseen cards been dealt at random."""
    return share_of_hands(unseen(view), view.firms[seat].hand_size, needs(view))


def chance_alone(view: View) -> Callable[[Cards], float]:
    """Return a function: the probability that no rival can bid on a contract, by its needs.

    As :func:`chance_able`, it takes the unseen cards as dealt at random.
    """
    cards = unseen(view)
    sizes = tuple(sorted(view.firms[seat].hand_size for seat in rivals(view)))
    return lambda contract: prod([1 - share_of_hands(cards, size, contract) for size in sizes])


@lru_cache(maxsize=1 << 16)
def share_of_hands(cards: Cards, size: int, needs: Cards) -> float:
    """Return the share of all hands of ``size``, drawn from ``cards``, that are enough.

    Examples
    --------
    >>> share_of_hands((2, 2, 0, 0), 2, (1, 1, 0, 0))  # 4 of the 6 pairs
    0.6666666666666666
    """
    if size < sum(needs) or not covers(cards, needs):
        return 0.0
    # All hands, less those with too few of a kind, plus those with too few of two kinds, and so
    # on. A term: its hands so far, with their sign; the cards of kinds left open; places left.
    terms = [(1, 0, size)]
    for there, needed in zip(cards, needs, strict=True):
        short = [(comb(there, held), held) for held in range(needed)]
        terms = [(ways, free + there, left) for ways, free, left in terms] + [
            (-ways * hands, free, left - held)
            for ways, free, left in terms
            for hands, held in short
        ]
    return sum(ways * comb(free, left) for ways, free, left in terms) / comb(sum(cards), size)


class Odds(NamedTuple):
    """How likely a bid is the lowest: alone, and together with others."""

    alone: float
    tied: float


def odds(view: View, amount: int, asked: Mapping[int, float]) -> Odds:
    """Return how likely a bid on the contract on offer would be the lowest.

    Parameters
    ----------
    asked
        How likely a rival asks each amount if it can bid; a guess.
    """
    more = sum(chance for price, chance in asked.items() if price > amount)
    as_much = asked.get(amount, 0.0)
    able = [chance_able(view, seat) for seat in rivals(view)]
    alone = prod(1 - each + each * more for each in able)
    lowest = prod(1 - each + each * (more + as_much) for each in able)
    return Odds(alone, lowest - alone)


# --- moving -----------------------------------------------------------------------------------


def bid_up_to(view: View, amount: float) -> Move:
    """Return the highest legal bid up to an amount, in millions, or else the lowest bid.

    If the hand is not enough for the contract, return the pass.
    """
    bids = [move for move in view.legal if isinstance(move, Bid) and move.amount]
    if not bids:
        return Bid(me(view), 0)
    fitting = [bid for bid in bids if bid.amount <= amount]
    return fitting[-1] if fitting else bids[0]


def hand_after(view: View, move: Move) -> Cards:
    """Return the seat's hand as it would be after a change of equipment."""
    cards = list(hand(view))
    match move:
        case Take(_, kind):
            cards[_AT[kind]] += 1
        case Discard(_, kind):
            cards[_AT[kind]] -= 1
        case Exchange(_, give, take):
            cards[_AT[give]] -= 1
            cards[_AT[take]] += 1
    foremen, workers, cranes, excavators = cards
    return (foremen, workers, cranes, excavators)


def best_change(view: View, score: Callable[[Cards], float]) -> Move:
    """Return the legal change after which the hand scores best; on a tie, keep the hand.

    A card above the limit is never taken: an exchange gives the same hand without the fine.
    """
    options = [move for move in view.legal if owned(view) < LIMIT or not isinstance(move, Take)]
    return max(reversed(options), key=lambda move: score(hand_after(view, move)))


USUAL_GAIN: Final = 3
"""What a contract that a hand is enough for is assumed to bring, in millions."""
SMALLEST: Final = 0.01
"""What a card less is worth where nothing else counts: equal sums are decided by fewer cards."""
TOO_MANY: Final = 100
"""What each card above the wanted size costs in a score, so that it is given up first."""


def worthwhile_change(
    view: View,
    gain: Callable[[Cards], float] = lambda _needs: USUAL_GAIN,
    *,
    free: int | None = None,
    most: int = LIMIT,
) -> Move:
    """Return the change that pays best until the seat can change its hand again.

    Each contract to be expected until then brings its gain if the hand is enough for it; each
    payday costs 1 M for each card above those that are free. Before the last payday nothing
    more comes, so that only the wages count.

    Parameters
    ----------
    gain
        What a contract brings that the hand is enough for, in millions, by what it needs.
    free
        How many hand cards cost nothing; None for the size of the smallest other hand.
    most
        How many cards the hand is to have at the most.
    """
    ahead = contracts_ahead(view)
    coming = outlook(view, 1 + len(rivals(view)))
    foremen, workers, cranes, excavators = hand(view)
    reach = (foremen + 1, workers + 1, cranes + 1, excavators + 1)
    gains = [(contract, gain(contract)) for contract in ahead if covers(reach, contract)]
    unpaid = smallest_other_hand(view) if free is None else free

    def score(cards: Cards) -> float:
        size = sum(cards)
        share = 0.0
        for contract, each in gains:  # one by one: sum() rounds otherwise since Python 3.12
            if covers(cards, contract):
                share += each
        share /= max(1, len(ahead))
        wages = coming.paydays * max(0, size - unpaid)
        too_many = TOO_MANY * max(0, size - most)
        return coming.contracts * share - wages - SMALLEST * size - too_many

    return best_change(view, score)


def covered(cards: Cards, contracts: Sequence[Cards]) -> int:
    """Count the contracts that some cards are enough for.

    Examples
    --------
    >>> covered((2, 1, 0, 0), [(1, 1, 0, 0), (1, 0, 1, 0), (2, 0, 0, 0)])
    2
    """
    return sum(covers(cards, needs) for needs in contracts)
