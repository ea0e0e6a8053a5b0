"""Exact figures of a month of Pay Day, from a Markov chain.

A piece only moves forward and stops on Pay Day, so a month is a walk with one die from Start to
the last day; the chance to land on a day is the expected number of visits. Daylight Savings, which
moves all pieces back, is left out: it also comes from other seats' rolls, which one month does not
show.
"""

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from msgspec import Struct

if TYPE_CHECKING:
    from paydays_widgets.games.pay_day.deck import Cover, Deck

Floats: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

FACES: Final = 6


def walk(days: int) -> Floats:
    """Compute the chances of moving from day to day in one turn.

    Parameters
    ----------
    days
        Days after Start; every piece stops on the last one.

    Returns
    -------
    Floats
        Row ``i`` has the chances from day ``i`` (0 is Start) to each day. A piece on the last day
        stays there.

    Examples
    --------
    >>> walk(3).round(2)
    array([[0.  , 0.17, 0.17, 0.67],
           [0.  , 0.  , 0.17, 0.83],
           [0.  , 0.  , 0.  , 1.  ],
           [0.  , 0.  , 0.  , 1.  ]])
    """
    chances = np.zeros((days + 1, days + 1))
    for day in range(days):
        for pips in range(1, FACES + 1):
            chances[day, min(day + pips, days)] += 1 / FACES
    chances[days, days] = 1
    return chances


def landing(days: int) -> Floats:
    """Compute the chance of landing on each day in a month, from Start (1) on.

    Examples
    --------
    >>> landing(31)[[1, 6, 7, 31]].round(4)
    array([0.1667, 0.3602, 0.2536, 1.    ])
    """
    before = walk(days)[:-1, :-1]
    visits = np.linalg.solve(np.eye(days) - before.T, np.eye(days)[0])
    return np.append(visits, 1.0)


class Month(Struct, frozen=True):
    """What a month brings a seat on average.

    Parameters
    ----------
    turns
        Rolls.
    mail
        Cards of mail.
    deals, buyers
        How many are met.
    day_money
        What days pay, less what they collect.
    bills, windfalls
        Their totals.
    salary
        What Pay Day pays.
    """

    turns: float
    mail: float
    deals: float
    buyers: float
    day_money: float
    bills: float
    windfalls: float
    salary: int

    @property
    def income(self) -> float:
        """What a month leaves to a seat that buys, stakes and borrows nothing."""
        return self.salary + self.day_money + self.windfalls - self.bills


def month(deck: "Deck") -> Month:
    """Compute what a month brings a seat on average.

    Each card of the mail is equally likely each time, as from a deck just shuffled.

    Examples
    --------
    >>> from paydays_widgets.games.pay_day.deck import default_deck
    >>> round(month(default_deck()).mail, 2)
    3.76
    """
    chances = landing(len(deck.days))
    kinds = np.array([each.kind for each in deck.days])
    amounts = np.array([each.amount for each in deck.days], dtype=float)

    def expected(kind: str, values: Floats) -> float:
        return float((chances[1:] * values)[kinds == kind].sum())

    mail = expected("mail", amounts)
    ones = np.ones(len(deck.days))
    return Month(
        turns=float(chances[:-1].sum()),
        mail=mail,
        deals=expected("deal", ones),
        buyers=expected("buyer", ones),
        day_money=expected("money", amounts),
        bills=mail * _mean(deck, "bill"),
        windfalls=mail * _mean(deck, "windfall"),
        salary=deck.salary,
    )


def _mean(deck: "Deck", kind: str) -> float:
    """Average a kind of mail over all cards; other kinds count as 0."""
    return sum(each.amount for each in deck.mail if each.kind == kind) / max(1, len(deck.mail))


def months_to_pay_off(deck: "Deck", cover: "Cover") -> float:
    """Compute how many months of bills an insurance costs.

    Raises
    ------
    ValueError
        If the deck has no such insurance, or no bill that it would cancel.

    Examples
    --------
    >>> from paydays_widgets.games.pay_day.deck import default_deck
    >>> round(months_to_pay_off(default_deck(), "car"), 1)
    7.7
    """
    cards = [each for each in deck.mail if each.cover == cover]
    prices = [each.amount for each in cards if each.kind == "insurance"]
    bills = sum(each.amount for each in cards if each.kind == "bill")
    if not prices or not bills:
        message = f"the deck '{deck.name}' has no insurance for '{cover}', or no bills for one"
        raise ValueError(message)
    return min(prices) / (month(deck).mail * bills / len(deck.mail))
