"""What a contract is worth to a seat, and how much its winner overpaid.

The worth is what the seat's crew would earn until the end with the contract, less what it would
earn without it, and less its wages for the rounds that the contract takes, if nobody is hired or
fired, no event strikes and nothing more is won. So the same contract may be worth much to one seat
and little to another. It is an estimate, simple enough to check by hand. Sums are in thousands of
dollars.
"""

from itertools import permutations
from typing import Final

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.games.master_builder import reading
from paydays_widgets.games.master_builder.deck import SKILLS
from paydays_widgets.games.master_builder.engine.phases import LEFT_OVER
from paydays_widgets.games.master_builder.reading import Crew
from paydays_widgets.games.master_builder.state import Holding, View

IN_HASTE: Final = 3
"""With more contracts than this, only one order is tried: the most nearly finished first."""


class Appraisal(Struct, frozen=True, gc=False):
    """What a contract was worth to a seat when it was auctioned.

    Parameters
    ----------
    worth
        What the contract adds to the seat's earnings, less the wages that it takes.
    purse
        The cash that the seat had, and so the highest bid that it could make.
    could_win
        Whether the rules let it bid.
    """

    seat: Seat
    worth: int
    purse: int
    could_win: bool

    @property
    def limit(self) -> int:
        """The highest bid that makes sense and can be paid; 0 if the seat may not bid."""
        return max(0, min(self.worth, self.purse)) if self.could_win else 0


class Reckoning(Struct, frozen=True, gc=False):
    """An auction in retrospect.

    Parameters
    ----------
    enough
        The price that would have won it if every rival had bid up to its limit.
    """

    contract: int
    winner: Seat
    price: int
    seats: tuple[Appraisal, ...]
    enough: int

    @property
    def surplus(self) -> int:
        """What the winner gains: worth less price."""
        return self.seats[self.winner].worth - self.price

    @property
    def overpaid(self) -> int:
        """What the winner paid above the price that would have been enough."""
        return max(0, self.price - self.enough)


def earnings(view: View, crew: Crew, holdings: tuple[Holding, ...], phases: int) -> int:
    """Compute what a crew earns from some contracts in a number of building phases.

    Parameters
    ----------
    crew
        The crew's skills, ascending.
    holdings
        The contracts to build, in the best order that is found.
    """
    by_pct = view.rules.unfinished_penalty == "20_percent_each"
    nearest = sorted(holdings, key=lambda each: (-len(each.built), each.contract))
    orders = permutations(nearest) if len(nearest) <= IN_HASTE else [nearest]
    return max(
        reading.earnings(
            tuple(view.deck.contracts[each.contract - 1] for each in order),
            tuple(each.built for each in order),
            crew,
            phases,
            by_pct=by_pct,
        )
        for order in orders
    )


def crew_of(view: View, seat: Seat) -> Crew:
    """Return the skills of a seat's workers, ascending."""
    crew = view.builders[seat].crew
    return tuple(sorted(view.deck.workers[number - 1].skill for number in crew))


class Offer(Struct, frozen=True, gc=False):
    """What a contract on offer means for a seat and its crew.

    Parameters
    ----------
    brings
        What the contract adds to the crew's earnings, with the money that lies on it.
    rounds
        For how many rounds more the crew is needed.
    wages
        The wages of these rounds.
    gift
        The money that lies on it.
    """

    brings: int
    rounds: int
    wages: int
    gift: int = 0

    @property
    def worth(self) -> int:
        """The highest price that leaves these wages."""
        return self.brings - self.wages


class Other(Struct, frozen=True, gc=False):
    """Another contract on offer, and what it leaves at its lowest bid, after its wages."""

    contract: int
    left: int


def offer(view: View, seat: Seat, contract: int) -> Offer:
    """Work out what a contract brings and costs in phase 2, as if nothing were built yet."""
    crew, builder = crew_of(view, seat), view.builders[seat]
    others = tuple(each for each in builder.holdings if each.contract != contract)
    without, busy = _work(view, crew, others)
    with_it, longer = _work(view, crew, (*others, Holding(contract)))
    rounds = longer - busy
    gift = LEFT_OVER if contract in view.left_over else 0
    return Offer(with_it - without + gift, rounds, rounds * builder.bill, gift)


def worth(view: View, seat: Seat, contract: int) -> int:
    """Return the highest price at which a contract leaves a seat the wages for it."""
    return offer(view, seat, contract).worth


def other(view: View, seat: Seat, contract: int) -> Other | None:
    """Find what else on offer leaves a seat the most at its lowest bid; None if nothing does."""
    purse, cards = view.builders[seat].cash, view.deck.contracts
    found = (
        Other(each, worth(view, seat, each) - cards[each - 1].cost)
        for each in (*view.left_over, *view.offers)
        if each != contract and cards[each - 1].cost <= purse
    )
    return max((each for each in found if each.left > 0), key=lambda each: each.left, default=None)


def _work(view: View, crew: Crew, holdings: tuple[Holding, ...]) -> tuple[int, int]:
    """Return what a crew earns until the end, and the rounds after which it earns no more."""
    left = view.last_round - view.number + 1
    earned = earnings(view, crew, holdings, left)
    return earned, next(n for n in range(left + 1) if earnings(view, crew, holdings, n) == earned)


def rounds_to_finish(view: View, seat: Seat, contract: int) -> int:
    """Count the rounds in which a seat's crew could finish a contract if it built nothing else.

    Returns
    -------
    int
        The number of rounds, this one included; 0 if it cannot be finished by the end.
    """
    crew, income = crew_of(view, seat), view.deck.contracts[contract - 1].income
    left = range(1, view.last_round - view.number + 2)
    alone = (Holding(contract),)
    return next((n for n in left if earnings(view, crew, alone, n) == income), 0)


def missing(view: View, seat: Seat, contract: int) -> int | None:
    """Find the highest skill of which a seat's crew has too few workers for some section.

    Returns
    -------
    int or None
        The skill, from 0; None if the crew has the skills for each section.
    """
    crew, sections = crew_of(view, seat), view.deck.contracts[contract - 1].heads

    def short(skill: int) -> bool:
        able = sum(each >= skill for each in crew)
        return any(sum(head >= skill for head in heads) > able for heads in sections)

    return next((skill for skill in reversed(range(len(SKILLS))) if short(skill)), None)


def reckon(view: View, winner: Seat, contract: int, price: int) -> Reckoning:
    """Appraise a finished auction, from the position after its winner has paid.

    Parameters
    ----------
    view
        The position; nothing but payments for this contract has followed the auction.
    """
    held = [len(each.holdings) - (seat == winner) for seat, each in enumerate(view.builders)]
    narrowed = view.number == 1 and max(held) > 1
    seats = tuple(
        Appraisal(
            seat=seat,
            worth=worth(view, seat, contract),
            purse=builder.cash + (price if seat == winner else 0),
            could_win=seat == winner or (not (narrowed and held[seat]) and seat not in view.out),
        )
        for seat, builder in enumerate(view.builders)
    )
    rival = max((each.limit for each in seats if each.seat != winner), default=0)
    cost = view.deck.contracts[contract - 1].cost
    return Reckoning(contract, winner, price, seats, cost if rival < cost else rival + 1)
