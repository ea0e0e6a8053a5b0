"""What a seat, or chance, can decide in Pay Day, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 buy``, ``1 sell 5``, ``2 stake 100``, ``2 borrow 300``, ``* roll 6``, ``* mail 17``.
"""

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import CHANCE, NotationError, Seat
from paydays_widgets.core.notation import who


class Buy(game.Move, frozen=True, gc=False, tag=True):
    """Buy the Deal or the insurance that was just drawn (PD-deal, PD-insurance)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} buy"


class Sell(game.Move, frozen=True, gc=False, tag=True):
    """Sell a Deal to the buyer (PD-buyer).

    Parameters
    ----------
    deal
        Its number in the deck, counted from 1.
    """

    deal: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} sell {self.deal}"


class Stake(game.Move, frozen=True, gc=False, tag=True):
    """Stake money at poker or on a Swellfare card (PD-poker, PD-swellfare)."""

    amount: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} stake {self.amount}"


class Pass(game.Move, frozen=True, gc=False, tag=True):
    """Leave what is offered; at the bank, do nothing more."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} pass"


class Withdraw(game.Move, frozen=True, gc=False, tag=True):
    """Take money out of the savings (PD-savings, PD-payday-4-bank)."""

    amount: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} withdraw {self.amount}"


class Borrow(game.Move, frozen=True, gc=False, tag=True):
    """Take a loan, or a larger one, for a payment (PD-loan, PD-raise)."""

    amount: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} borrow {self.amount}"


class Repay(game.Move, frozen=True, gc=False, tag=True):
    """Pay back the loan or some of it (PD-payday-4-bank)."""

    amount: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} repay {self.amount}"


class Deposit(game.Move, frozen=True, gc=False, tag=True):
    """Put money into the savings (PD-payday-4-bank)."""

    amount: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} deposit {self.amount}"


class Roll(game.Move, frozen=True, gc=False, tag=True):
    """Chance throws the die: for a move, a commission, poker or Swellfare."""

    pips: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} roll {self.pips}"


class TurnUp(game.Move, frozen=True, gc=False, tag=True):
    """Chance turns up the top card of the Deal deck (PD-deal)."""

    deal: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} deal {self.deal}"


class Deliver(game.Move, frozen=True, gc=False, tag=True):
    """Chance delivers the top card of the Mail deck (PD-mail)."""

    card: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} mail {self.card}"


Move: TypeAlias = (
    Buy | Sell | Stake | Pass | Withdraw | Borrow | Repay | Deposit | Roll | TurnUp | Deliver
)

_EXPECTED: Final = (
    "'1 buy', '1 sell 5', '1 stake 100', '1 pass', '1 withdraw 200', '1 borrow 200', "
    "'1 repay 200', '1 deposit 200', '* roll 6', '* deal 5' or '* mail 17', with the seat "
    "counted from 1"
)

_PLAIN: Final[dict[str, Callable[[Seat], Move]]] = {"buy": Buy, "pass": Pass}
_NUMBERED: Final[dict[str, Callable[[Seat, int], Move]]] = {
    "sell": Sell,
    "stake": Stake,
    "withdraw": Withdraw,
    "borrow": Borrow,
    "repay": Repay,
    "deposit": Deposit,
}
_CHANCE: Final[dict[str, Callable[[Seat, int], Move]]] = {
    "roll": Roll,
    "deal": TurnUp,
    "mail": Deliver,
}
_FORM: Final = re.compile(r"([1-9]|\*) ([a-z]+)(?: ([1-9][0-9]{0,5}))?")


def read(text: str) -> Move:
    """Read a move's notation.

    Raises
    ------
    NotationError
        If it is not one.

    Examples
    --------
    >>> read("2 borrow 300")
    Borrow(by=1, amount=300)
    >>> str(read("* mail 17"))
    '* mail 17'
    """
    found = _FORM.fullmatch(" ".join(text.split()))
    if found:
        who, verb, number = found.groups()
        if who == "*":
            if number and verb in _CHANCE:
                return _CHANCE[verb](CHANCE, int(number))
        elif number and verb in _NUMBERED:
            return _NUMBERED[verb](int(who) - 1, int(number))
        elif not number and verb in _PLAIN:
            return _PLAIN[verb](int(who) - 1)
    raise NotationError(text, _EXPECTED)
