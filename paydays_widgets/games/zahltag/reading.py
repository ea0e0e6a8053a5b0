"""Reading a view: what a seat can work out from its own hand and what lies open on the table.

Most functions take a seat's view and answer one question about it. The game's strategies are
built from them; a student's own ``choose`` can be too.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import comb
from typing import Final

from paydays_widgets.core.game import Decide, Seat, me
from paydays_widgets.games.zahltag.engine import LIMIT
from paydays_widgets.games.zahltag.moves import KINDS, Bid, Discard, Exchange, Move, Take
from paydays_widgets.games.zahltag.state import Cards, View

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


def covers(cards: Cards, needs: Cards) -> bool:
    """Return whether some cards are enough for a contract.

    Examples
    --------
    >>> covers((2, 1, 0, 0), (1, 1, 0, 0)), covers((2, 1, 0, 0), (1, 0, 1, 0))
    (True, False)
    """
    return (
        cards[0] >= needs[0]
        and cards[1] >= needs[1]
        and cards[2] >= needs[2]
        and cards[3] >= needs[3]
    )


def needs(view: View) -> Cards:
    """Return what the contract on offer needs."""
    return view.deck.contracts[view.offer - 1]


def contracts_ahead(view: View) -> tuple[Cards, ...]:
    """Return what each contract still in the pile needs; those are the ones not yet seen."""
    seen = {view.offer, *view.since, *[number for before in view.past for number in before]}
    return tuple(
        needs for number, needs in enumerate(view.deck.contracts, 1) if number not in seen
    )


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


@cache
def share_of_hands(cards: Cards, size: int, needs: Cards) -> float:
    """Return the share of all hands of ``size``, drawn from ``cards``, that are enough.

    Examples
    --------
    >>> share_of_hands((2, 2, 0, 0), 2, (1, 1, 0, 0))  # 4 of the 6 pairs
    0.6666666666666666
    """
    ways = [1] + [0] * size  # ways[n]: the number of ways to hold n cards of the kinds so far
    for there, needed in zip(cards, needs, strict=True):
        ways = [
            sum(ways[n - held] * comb(there, held) for held in range(needed, n + 1))
            for n in range(size + 1)
        ]
    return ways[size] / comb(sum(cards), size)


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


WORTH: Final = 10
"""What a hand that covers every contract is assumed to earn until a payday, in millions."""


def worthwhile_change(view: View) -> Move:
    """Return the change that pays best until the next payday.

    A hand is worth :data:`WORTH` times the share of the contracts ahead that it is enough for,
    less 1 M for each card above the smallest other hand.
    """
    ahead = contracts_ahead(view)
    free = smallest_other_hand(view)

    def score(cards: Cards) -> float:
        share = covered(cards, ahead) / max(1, len(ahead))
        return WORTH * share - max(0, sum(cards) - free)

    return best_change(view, score)


def covered(cards: Cards, contracts: Sequence[Cards]) -> int:
    """Count the contracts that some cards are enough for.

    Examples
    --------
    >>> covered((2, 1, 0, 0), [(1, 1, 0, 0), (1, 0, 1, 0), (2, 0, 0, 0)])
    2
    """
    return sum(covers(cards, needs) for needs in contracts)
