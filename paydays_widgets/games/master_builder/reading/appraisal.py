"""What a contract is worth to a seat, and what its winner paid too much.

The worth is what the seat's crew would earn until the end with the contract, less what it would
earn without it: nobody is hired or fired, no event strikes, and nothing more is won. So the same
contract is worth much to one seat and little to another. It is an estimate, and simple enough to
be checked by hand.
"""

from itertools import permutations
from typing import Final

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.games.master_builder import reading
from paydays_widgets.games.master_builder.reading import Crew
from paydays_widgets.games.master_builder.state import Holding, View

IN_HASTE: Final = 3
"""With more contracts than this one order is weighed: what is nearest to its end comes first."""


class Appraisal(Struct, frozen=True, gc=False):
    """What a contract was worth to a seat when it was auctioned.

    Parameters
    ----------
    seat
        Whose.
    worth
        What it adds to the seat's earnings.
    purse
        The cash that it had, and so the highest bid that it could make.
    could_win
        Whether the rules let it bid.
    """

    seat: Seat
    worth: int
    purse: int
    could_win: bool

    @property
    def limit(self) -> int:
        """The highest bid that makes sense and can be paid; 0 where it may not bid."""
        return max(0, min(self.worth, self.purse)) if self.could_win else 0


class Reckoning(Struct, frozen=True, gc=False):
    """An auction looked back at.

    Parameters
    ----------
    contract, winner, price
        What was won, by whom, for how much.
    seats
        What it was worth, by seat.
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
    """Give what a crew earns with some contracts in so many building phases.

    Parameters
    ----------
    view
        Who plays by which rules, with which deck.
    crew
        Skills, ascending.
    holdings
        The contracts to build, in the best order that is found.
    phases
        How many building phases are left.
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
    """Give the skills of a seat's workers, ascending."""
    crew = view.builders[seat].crew
    return tuple(sorted(view.deck.workers[number - 1].skill for number in crew))


def worth(view: View, seat: Seat, contract: int) -> int:
    """Give what a contract adds to a seat's earnings; what it has of it already does not count.

    Parameters
    ----------
    view
        The position, in phase 2.
    seat
        To whom.
    contract
        Its number.
    """
    crew = crew_of(view, seat)
    phases = view.last_round - view.number + 1
    others = tuple(each for each in view.builders[seat].holdings if each.contract != contract)
    alone = earnings(view, crew, others, phases)
    return earnings(view, crew, (*others, Holding(contract)), phases) - alone


def reckon(view: View, winner: Seat, contract: int, price: int) -> Reckoning:
    """Look back at an auction, from the position after its winner has paid.

    Parameters
    ----------
    view
        The position; nothing but payments for this contract has come after it.
    winner, contract, price
        Who won what, for how much.
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
