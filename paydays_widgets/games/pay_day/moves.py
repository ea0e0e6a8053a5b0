"""What a seat, or chance, can decide in Pay Day, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 buy``, ``1 sell 5``, ``2 stake 100``, ``2 borrow 300``, ``* roll 6``, ``* mail 17``.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from paydays_widgets.core import game
from paydays_widgets.core.notation import Notation

Number: TypeAlias = Annotated[int, Meta(ge=1, le=999_999)]


class Buy(game.Move, frozen=True):
    """Buy the Deal or the insurance that was just drawn (PD-deal, PD-insurance)."""

    form = "{by} buy"


class Sell(game.Move, frozen=True):
    """Sell a Deal to the buyer (PD-buyer).

    Parameters
    ----------
    deal
        Its number in the deck, counted from 1.
    """

    form = "{by} sell {deal}"
    deal: Number


class Stake(game.Move, frozen=True):
    """Stake money at poker or on a Swellfare card (PD-poker, PD-swellfare)."""

    form = "{by} stake {amount}"
    amount: Number


class Pass(game.Move, frozen=True):
    """Decline an offer; at the bank, finish."""

    form = "{by} pass"


class Withdraw(game.Move, frozen=True):
    """Take money out of the savings (PD-savings, PD-payday-4-bank, PD-raise)."""

    form = "{by} withdraw {amount}"
    amount: Number


class Borrow(game.Move, frozen=True):
    """Take out a loan, or increase it (PD-loan, PD-raise)."""

    form = "{by} borrow {amount}"
    amount: Number


class Repay(game.Move, frozen=True):
    """Pay back all or part of the loan (PD-payday-4-bank)."""

    form = "{by} repay {amount}"
    amount: Number


class Deposit(game.Move, frozen=True):
    """Put money into the savings (PD-payday-4-bank)."""

    form = "{by} deposit {amount}"
    amount: Number


class Roll(game.Move, frozen=True):
    """Chance rolls the die: for a move, a commission, poker or Swellfare."""

    form = "* roll {pips}"
    pips: Number


class TurnUp(game.Move, frozen=True):
    """Chance turns up the top card of the Deal deck (PD-deal)."""

    form = "* deal {deal}"
    deal: Number


class Deliver(game.Move, frozen=True):
    """Chance delivers the top card of the Mail deck (PD-mail)."""

    form = "* mail {card}"
    card: Number


Move: TypeAlias = (
    Buy | Sell | Stake | Pass | Withdraw | Borrow | Repay | Deposit | Roll | TurnUp | Deliver
)

NOTATION: Final[Notation[Move]] = Notation(Move)
