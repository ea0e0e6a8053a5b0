"""What the contract tests need to know of Zahltag."""

from collections.abc import Iterator
from itertools import combinations, islice, permutations, product
from typing import get_args

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Seat
from paydays_widgets.games.zahltag.events import BidsRevealed, Event, SeatOut, StacksSorted
from paydays_widgets.games.zahltag.moves import (
    KINDS,
    Bid,
    Deal,
    Discard,
    Exchange,
    Keep,
    Move,
    Take,
    TurnUp,
)
from paydays_widgets.games.zahltag.rules import Adjust, OverLimit, Rules
from paydays_widgets.games.zahltag.state import Cards, Firm, State, View
from tests.contract.swap import Swap

SEATS = (2, 3, 4)
VARIANTS = tuple(Rules(*switches) for switches in product(get_args(Adjust), get_args(OverLimit)))
EVENTS = get_args(Event)
SELDOM = ()
MOVES = get_args(Move)
VIEW = View
LUCKY = frozenset({"random_legal", "mixed_bidder"})
CHANGED = {"adjust": ("ZT-adjust",), "over_limit": ("ZT-2-limit", "ZT-2-limit-how")}
TOLD: dict[tuple[str, str], str] = {}
RARE = ()
UNSAID = {("ZT-players", "adjust"): "the first turn begins sooner or later"}
_AMOUNTS = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


def conceivable(s: State) -> Iterator[Move]:
    for by in range(CHANCE, len(s.firms) + 1):
        yield Keep(by)
        for kind in KINDS:
            yield Take(by, kind)
            yield Discard(by, kind)
            yield Deal(by, kind)
            yield from (Exchange(by, kind, other) for other in KINDS)
        yield from (Bid(by, amount) for amount in _AMOUNTS)
        yield from (TurnUp(by, card) for card in range(-1, len(s.deck.contracts) + 2))


def conserved(s: State) -> object:
    """Count equipment by kind, contracts and paydays: every card is somewhere, and only once."""
    places = [s.stacks]
    for firm in s.firms:
        places += [firm.hand, firm.left, firm.right]
    equipment = tuple(map(sum, zip(*places, strict=True)))
    assert min(map(min, places)) >= 0
    assert all(firm.money >= 0 for firm in s.firms)
    laid_aside = [number for payday in s.past for number in payday]
    offered = [s.offer] if s.offer else []
    contracts = sorted([*s.pile, *offered, *s.since, *laid_aside])
    # A payday has left the pile when it is turned up, and is counted when it is carried out.
    return equipment, contracts


def _shift(s: State, seat: Seat, give: int, get: int) -> State:
    """Swap a card that a seat was dealt for one of another kind."""

    def changed(cards: Cards, less: int, more: int) -> Cards:
        counts = list(cards)
        counts[less] -= 1
        counts[more] += 1
        foremen, workers, cranes, excavators = counts
        return (foremen, workers, cranes, excavators)

    firm = replace(s.firms[seat], hand=changed(s.firms[seat].hand, give, get))
    firms = (*s.firms[:seat], firm, *s.firms[seat + 1 :])
    return replace(s, firms=firms, stacks=changed(s.stacks, get, give))


def unlisted(s: State, move: Move) -> bool:
    """No: every legal move is listed."""
    return False


def hidden_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    others = [at for at, firm in enumerate(s.firms) if at != seat and not firm.out]
    for one, two in combinations(others, 2):
        yield from islice(_between_hands(s, one, two), 1)
    for other in others:
        if s.phase == "deal":
            yield from islice(_otherwise_dealt(s, other), 1)
        bid = s.bids[other]
        if s.phase == "bid" and bid is not None and _able(s, other, 1):
            sealed = (*s.bids[:other], 3 if bid != 3 else 0, *s.bids[other + 1 :])
            yield Swap(replace(s, bids=sealed), (BidsRevealed,))


def _between_hands(s: State, one: Seat, two: Seat) -> Iterator[Swap]:
    for give, get in permutations(range(len(KINDS)), 2):
        if s.firms[one].hand[give] and s.firms[two].hand[get]:
            swapped = _shift(_shift(s, one, give, get), two, get, give)
            if all(_able(swapped, at) for at in (one, two)):
                yield Swap(swapped, (SeatOut,))


def _otherwise_dealt(s: State, seat: Seat) -> Iterator[Swap]:
    for give, get in permutations(range(len(KINDS)), 2):
        if s.firms[seat].hand[give] and s.stacks[get]:
            yield Swap(_shift(s, seat, give, get), (StacksSorted,))


def _able(s: State, seat: Seat, bid: int | None = None) -> bool:
    """Return whether a seat holds the cards that its bid needs."""
    if not (s.bids[seat] if bid is None else bid):
        return True
    needs = s.deck.contracts[s.offer - 1]
    return all(has >= need for has, need in zip(s.firms[seat].hand, needs, strict=True))


def hidden_moves(s: State, move: Move, seat: Seat | None) -> Iterator[Move]:
    match move:
        case Deal(_, kind) if s.active != seat and s.count + 1 < 7 * len(s.firms):
            yield from (
                Deal(CHANCE, other)
                for other, left in zip(KINDS, s.stacks, strict=True)
                if left and other != kind
            )
        case Bid(by, amount) if by != seat and _waiting(s) > 1:
            yield from (
                Bid(by, other)
                for other in range(9)
                if other != amount and (not other or _able(s, by, other))
            )
        case _:
            pass


def _waiting(s: State) -> int:
    return sum(bid is None and not firm.out for bid, firm in zip(s.bids, s.firms, strict=True))


def eager(move: Move) -> int:
    """Prefer to take cards and bid low: fines, ties, and seats that go out."""
    match move:
        case Take() | Bid(_, 1):
            return 8
        case Bid(_, 2 | 3):
            return 3
        case _:
            return 1


def summary(s: State) -> dict[str | Seat, str]:
    return {
        "stacks": _letters(s.stacks),
        "contracts": f"{len(s.since)} open, {len(s.pile)} in the pile",
        "paydays": f"{len(s.past)} past, {s.pile_paydays} in the pile",
        **dict(enumerate(map(_firm, s.firms))),
    }


def _firm(firm: Firm) -> str:
    """Write money, hand, and what lies on the left and on the right."""
    cards = " | ".join(map(_letters, (firm.hand, firm.left, firm.right)))
    return "out" if firm.out else f"{firm.money} M: {cards}"


def _letters(cards: Cards) -> str:
    """Write cards as they are counted: 2F1W."""
    counted = (f"{n}{kind[0].upper()}" for n, kind in zip(cards, KINDS, strict=True) if n)
    return "".join(counted) or "-"
