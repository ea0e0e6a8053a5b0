"""What the contract tests need to know of Kuhn poker."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Seat
from tests.contract.swap import Swap
from tests.kuhn_poker.deck import CARDS, Card
from tests.kuhn_poker.events import CardsShown, Event
from tests.kuhn_poker.moves import Bet, Call, Check, Deal, Fold, Move
from tests.kuhn_poker.rules import Rules, Size
from tests.kuhn_poker.state import State, View

SEATS = (2,)
VARIANTS = tuple(Rules(cards) for cards in get_args(Size))
EVENTS = get_args(Event)
SELDOM = ()
MOVES = get_args(Move)
VIEW = View
LUCKY = frozenset({"random_legal", "perfect"})
CHANGED = {"cards": ("KP-cards",)}
TOLD: dict[tuple[str, str], str] = {}
RARE = ()
UNSAID: dict[tuple[str, str], str] = {}


def conceivable(s: State) -> Iterator[Move]:
    for by in range(CHANCE, len(s.sides) + 1):
        yield from (kind(by) for kind in (Check, Bet, Call, Fold))
        yield from (Deal(by, card) for card in CARDS)


def conserved(s: State) -> object:
    """Count the chips, wherever they are, and check that no card is dealt twice."""
    cards = [side.card for side in s.sides if side.card]
    assert len(cards) == len({*cards})
    assert all(side.money >= 0 for side in s.sides)
    return sum(side.money for side in s.sides) + s.pot


def unlisted(s: State, move: Move) -> bool:
    """No: every legal move is listed."""
    return False


def hidden_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    """Put another card in the other seat's hand, until the cards have been compared."""
    for other, side in enumerate(s.sides):
        if other != seat and side.card and not s.shown:
            for card in _left(s):
                sides = [*s.sides]
                sides[other] = replace(side, card=card)
                yield Swap(replace(s, sides=tuple(sides)), (CardsShown,))


def _left(s: State) -> list[Card]:
    dealt = {side.card for side in s.sides}
    return [card for card in s.deck.cards[: s.rules.cards] if card not in dealt]


def hidden_moves(s: State, move: Move, seat: Seat | None) -> Iterator[Move]:
    match move:
        case Deal(_, card) if s.active != seat:
            yield from (Deal(CHANCE, other) for other in _left(s) if other != card)
        case _:
            pass


def eager(move: Move) -> int:
    """Prefer to bet and call."""
    return 3 if isinstance(move, Bet | Call) else 1


def summary(s: State) -> dict[str | Seat, str]:
    sides = (f"{side.money} {side.card or '-'}" for side in s.sides)
    return {"pot": str(s.pot), **dict(enumerate(sides))}
