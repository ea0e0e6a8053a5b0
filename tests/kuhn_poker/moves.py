"""What a seat, or chance, can decide in Kuhn poker, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance) and the verb: ``1 check``,
``1 bet``, ``2 call``, ``2 fold``, ``* deal queen``.
"""

from typing import Final, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.notation import Notation
from tests.kuhn_poker.deck import Card


class Check(game.Move, frozen=True):
    """Add nothing (KP-check)."""

    form = "{by} check"


class Bet(game.Move, frozen=True):
    """Put a bet into the pot (KP-bet)."""

    form = "{by} bet"


class Call(game.Move, frozen=True):
    """Put in as much as the other seat has bet (KP-answer)."""

    form = "{by} call"


class Fold(game.Move, frozen=True):
    """Concede the hand (KP-answer)."""

    form = "{by} fold"


class Deal(game.Move, frozen=True):
    """Deal a card; a move of chance (KP-deal)."""

    form = "* deal {card}"
    card: Card


Move: TypeAlias = Check | Bet | Call | Fold | Deal

NOTATION: Final[Notation[Move]] = Notation(Move)
