"""What a seat, or chance, can decide in Kuhn poker, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance) and the verb: ``1 check``,
``1 bet``, ``2 call``, ``2 fold``, ``* deal queen``.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import CHANCE, NotationError, Seat
from tests.kuhn_poker.deck import CARDS, Card


def _who(by: Seat) -> str:
    return "*" if by == CHANCE else str(by + 1)


class Check(game.Move, frozen=True, gc=False, tag=True):
    """Add nothing (KP-check)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} check"


class Bet(game.Move, frozen=True, gc=False, tag=True):
    """Put a bet into the pot (KP-bet)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} bet"


class Call(game.Move, frozen=True, gc=False, tag=True):
    """Put in as much as the other seat has bet (KP-answer)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} call"


class Fold(game.Move, frozen=True, gc=False, tag=True):
    """Give up the hand (KP-answer)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} fold"


class Deal(game.Move, frozen=True, gc=False, tag=True):
    """Chance deals a card (KP-deal)."""

    card: Card

    def __str__(self) -> str:
        """Write the notation."""
        return f"{_who(self.by)} deal {self.card}"


Move: TypeAlias = Check | Bet | Call | Fold | Deal

_VERBS: Final[Mapping[str, Callable[[Seat], Move]]] = {
    "check": Check,
    "bet": Bet,
    "call": Call,
    "fold": Fold,
}
_EXPECTED: Final = (
    "'1 check', '1 bet', '2 call', '2 fold' or '* deal queen', with the seat counted from 1 and a "
    f"card of {', '.join(CARDS)}"
)


def read(text: str) -> Move:
    """Read a move's notation.

    Examples
    --------
    >>> str(read("2  call"))
    '2 call'
    >>> read("* deal king").card
    'king'
    """
    match text.split():
        case ["*", "deal", card] if card in CARDS:
            return Deal(CHANCE, card)
        case [("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9") as seat, verb] if (
            verb in _VERBS
        ):
            return _VERBS[verb](int(seat) - 1)
        case _:
            raise NotationError(text, _EXPECTED)
