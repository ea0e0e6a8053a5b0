"""What the contract tests need to know of the game that a new one begins as."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace
from my_game.events import Event, LotKept, LotSold
from my_game.moves import DEAREST, Bid, Deal, Move
from my_game.state import Rules, State

from paydays_widgets.core.game import CHANCE, Seat, View
from tests.contract.swap import Swap

SEATS = (2, 3, 4)
VARIANTS = (Rules(), Rules(lots=1), Rules(lots=5))
EVENTS = get_args(Event)
SELDOM = ()
MOVES = get_args(Move)
VIEW = View
LUCKY = frozenset({"random_legal"})
CHANGED: dict[str, tuple[str, ...]] = {}
TOLD: dict[tuple[str, str], str] = {}
RARE = ()
UNSAID: dict[tuple[str, str], str] = {}


def conceivable(s: State) -> Iterator[Move]:
    for by in range(CHANCE, len(s.money) + 1):
        yield from (Bid(by, amount) for amount in range(max(s.money) + 2))
        yield from (Deal(by, worth) for worth in range(1, DEAREST + 1))


def conserved(s: State) -> object:
    """Check that nobody is in debt, and that nobody leaves."""
    assert all(money >= 0 for money in s.money)
    return len(s.money)


def unlisted(s: State, move: Move) -> bool:
    """No: every legal move is listed."""
    return False


def hidden_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    """Change the others' bids, and what the lot is worth to them, until the bids are opened."""
    told_by = (LotSold, LotKept)
    for other, (worth, bid) in enumerate(zip(s.worth, s.bids, strict=True)):
        if other == seat:
            continue
        if worth is not None:
            yield Swap(replace(s, worth=_put(s.worth, other, worth % DEAREST + 1)), told_by)
        if bid is not None and s.phase != "over":
            bids = _put(s.bids, other, (bid + 1) % (s.money[other] + 1))
            if bids != s.bids:
                yield Swap(replace(s, bids=bids), told_by)


def _put(those: tuple[int | None, ...], seat: Seat, value: int) -> tuple[int | None, ...]:
    return (*those[:seat], value, *those[seat + 1 :])


def hidden_moves(s: State, move: Move, seat: Seat | None) -> Iterator[Move]:
    last = s.bids.count(None) == 1
    match move:
        case Deal(by, worth) if s.worth.index(None) != seat:
            yield Deal(by, worth % DEAREST + 1)
        case Bid(by, amount) if by != seat and not last and s.money[by]:
            yield Bid(by, (amount + 1) % (s.money[by] + 1))
        case _:
            pass


def eager(move: Move) -> int:
    """Prefer to bid something."""
    return 3 if isinstance(move, Bid) and move.amount else 1


def summary(s: State) -> dict[str | Seat, str]:
    sides = (f"{money}" for money in s.money)
    return {"lot": str(s.lot), **dict(enumerate(sides))}
