"""What borrowed money costs: the price of a loan as a rate, by how long it is held.

A loan names no interest: so much is received, so much is repaid. The longer it is held, the lower
is the rate a round that this comes to; who repays soon pays the same and has had less of it.
"""

import math
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from paydays_widgets.games.master_builder.deck import Loan
from paydays_widgets.games.master_builder.events import (
    LoanRepaid,
    LoansSettled,
    LoanTaken,
    RoundBegun,
)
from paydays_widgets.games.master_builder.moves import LoanKind


class Debt(Struct, frozen=True, gc=False):
    """A loan that a seat owes.

    Parameters
    ----------
    kind
        ``small`` or ``large``.
    since
        The round in which it was taken.
    """

    kind: LoanKind
    since: int


def premium(received: int, repaid: int) -> float:
    """Give what a loan costs in all, in per cent of what was received.

    Examples
    --------
    >>> [round(premium(*each), 1) for each in ((10, 13), (10, 15), (30, 38), (30, 40))]
    [30.0, 50.0, 26.7, 33.3]
    """
    return 100 * (repaid - received) / received


def rate(received: int, repaid: int, rounds: int) -> float:
    """Give the interest of a round, compounded, that a loan's price comes to, in per cent.

    Parameters
    ----------
    received, repaid
        What was borrowed, and what is paid back.
    rounds
        How many rounds it is held, at least 1.

    Examples
    --------
    >>> [round(rate(10, 13, n), 1) for n in (1, 2, 3, 4, 5)]
    [30.0, 14.0, 9.1, 6.8, 5.4]
    """
    return 100 * (math.pow(repaid / received, 1 / rounds) - 1)


def waiting(loan: Loan) -> int:
    """Give what it costs to miss the early rate.

    Examples
    --------
    >>> waiting(Loan(receive=10, early=13, late=15))
    2
    """
    return loan.late - loan.early


def debts(past: Iterable[Any], seats: int, now: int) -> tuple[tuple[Debt, ...], ...]:
    """Give every seat's loans with the round in which each was taken, the oldest first.

    Parameters
    ----------
    past
        The events so far, the newest first.
    seats
        How many there are.
    now
        The present round.

    Notes
    -----
    Loans of a kind are alike, so a repayment is taken to be for the oldest one.
    """
    taken: list[tuple[int, LoanKind, int]] = []
    repaid: list[tuple[int, LoanKind]] = []
    number = now
    for event in past:
        match event:
            case RoundBegun():
                number -= 1
            case LoanTaken(seat=seat, loan=kind):
                taken.append((seat, kind, number))
            case LoanRepaid(seat=seat, loan=kind):
                repaid.append((seat, kind))
            case LoansSettled(seat=seat, small=small, large=large):
                repaid.extend([(seat, "small")] * small)
                repaid.extend([(seat, "large")] * large)
            case _:
                pass
    found: list[tuple[Debt, ...]] = []
    for at in range(seats):
        left = []
        gone = [kind for seat, kind in repaid if seat == at]
        for seat, kind, since in reversed(taken):
            if seat != at:
                continue
            if kind in gone:
                gone.remove(kind)
            else:
                left.append(Debt(kind, since))
        found.append(tuple(left))
    return tuple(found)
