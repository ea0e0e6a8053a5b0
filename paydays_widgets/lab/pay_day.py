"""Exact figures of a month of Pay Day, from a Markov chain.

A piece only moves forward and stops on Pay Day, so a month is a walk with one die from Start to
the last day; the chance to land on a day is the expected number of visits. Daylight Savings, which
moves all pieces back, is left out: it also comes from other seats' rolls, which one month does not
show.
"""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from paydays_widgets.games.pay_day.deck import Cover, Deck

FACES: Final = 6


def landing(days: int) -> tuple[float, ...]:
    """Compute the chance of landing on each day in a month, by day; Start (0) has 1.

    Parameters
    ----------
    days
        Days after Start; every piece stops on the last one.

    Examples
    --------
    >>> [round(landing(31)[day], 4) for day in (1, 6, 7, 31)]
    [0.1667, 0.3602, 0.2536, 1.0]
    """
    chances = [1.0]
    for day in range(1, days):
        chances.append(sum(chances[max(0, day - FACES) : day]) / FACES)
    return (*chances, 1.0)


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
    days = [*zip(chances[1:], deck.days, strict=True)]
    mail = sum(chance * day.amount for chance, day in days if day.kind == "mail")
    return Month(
        turns=sum(chances[:-1]),
        mail=mail,
        deals=sum(chance for chance, day in days if day.kind == "deal"),
        buyers=sum(chance for chance, day in days if day.kind == "buyer"),
        day_money=sum(chance * day.amount for chance, day in days if day.kind == "money"),
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
