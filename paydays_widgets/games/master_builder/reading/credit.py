"""What borrowed money costs: the price of a loan as a rate, by how long it is held.

A loan states no interest, only a sum received and a sum repaid. The longer it is held, the lower
the rate per round; a seat that repays soon pays the same for a shorter use of the money.
"""

import math
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.game import Seat
from paydays_widgets.games.master_builder import events
from paydays_widgets.games.master_builder.deck import Loan
from paydays_widgets.games.master_builder.engine.phases import ROUNDS
from paydays_widgets.games.master_builder.moves import LoanKind
from paydays_widgets.games.master_builder.state import View

HELD: Final = tuple(range(1, ROUNDS))
"""The numbers of rounds for which the cost of a loan is shown."""


class Term(Struct, frozen=True, gc=False):
    """A loan that a seat has taken, in round ``since``; ``until`` is 0 if it is still owed."""

    kind: LoanKind
    since: int
    until: int = 0
    early: bool = False


def premium(received: int, repaid: int) -> float:
    """Compute the total cost of a loan, in per cent of the sum received.

    Examples
    --------
    >>> [round(premium(*each), 1) for each in ((10, 13), (10, 15), (30, 38), (30, 40))]
    [30.0, 50.0, 26.7, 33.3]
    """
    return 100 * (repaid - received) / received


def rate(received: int, repaid: int, rounds: int) -> float:
    """Compute the compound interest per round that a loan's price amounts to, in per cent.

    Parameters
    ----------
    rounds
        For how many rounds the loan is held, at least 1.

    Examples
    --------
    >>> [round(rate(10, 13, n), 1) for n in (1, 2, 3, 4, 5)]
    [30.0, 14.0, 9.1, 6.8, 5.4]
    """
    return 100 * (math.pow(repaid / received, 1 / rounds) - 1)


def waiting(loan: Loan) -> int:
    """Return what it costs to miss the early price, in thousands.

    Examples
    --------
    >>> waiting(Loan(receive=10, early=13, late=15))
    2
    """
    return loan.late - loan.early


def terms(story: Iterable[Any], seats: int, first: int) -> tuple[tuple[Term, ...], ...]:
    """List each seat's loans, oldest first, with the rounds in which they were taken and repaid.

    Parameters
    ----------
    story
        The events so far, oldest first.
    first
        The round in which the story begins.

    Notes
    -----
    Loans of one kind are interchangeable, so a repayment is taken to be for the oldest. Loans
    taken before the story begins are unknown.
    """
    found: list[list[Term]] = [[] for _ in range(seats)]
    number = first

    def repay(seat: Seat, kind: LoanKind, count: int, *, early: bool) -> None:
        loans = found[seat]
        owed = [at for at, each in enumerate(loans) if each.kind == kind and not each.until]
        for at in owed[:count]:
            loans[at] = replace(loans[at], until=number, early=early)

    for event in story:
        match event:
            case events.RoundBegun():
                number += 1
            case events.LoanTaken(seat=seat, loan=kind):
                found[seat].append(Term(kind, number))
            case events.LoanRepaid(seat=seat, loan=kind, early=early):
                repay(seat, kind, 1, early=early)
            case events.LoansSettled(seat=seat, small=small, large=large, early=early):
                repay(seat, "small", small, early=early)
                repay(seat, "large", large, early=early)
            case _:
                pass
    return tuple(tuple(each) for each in found)


def soonest(view: View, turned: Iterable[int] = ()) -> int:
    """Find the first round in which the last contract card may leave play; 0 if none can.

    Parameters
    ----------
    view
        A position in which contract cards are left.
    turned
        The kinds of the economy cards turned up so far, as far as they are known.

    Notes
    -----
    This assumes that the remaining economy cards reveal as many contracts as they can and that
    each contract is won at once. So the early price holds at least until that round (MB-5-early).
    """
    seats = len(view.builders)
    gone = list(turned)
    left = [
        climate.reveals[seats - 2]
        for number, climate in enumerate(view.deck.economy, 1)
        for _ in range(climate.cards - gone.count(number))
    ]
    left.sort(reverse=True)
    pile = view.contracts_left
    if view.number <= 1:  # one contract more than there are seats is for round 1
        pile -= seats + 1 - len(view.offers) - sum(len(each.holdings) for each in view.builders)
    number = max(view.number, 1)
    if view.number > 1 and not view.climate:
        number -= 1  # this round's economy card is still to come
    for reveals in left:
        if pile <= 0:
            break
        pile -= reveals
        number += 1
    return number if pile <= 0 and number <= view.last_round else 0
