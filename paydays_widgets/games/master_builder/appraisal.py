"""What a contract is worth to a seat, and what its winner paid too much.

The worth is what the seat's crew would earn until the end with the contract, less what it would
earn without it: nobody is hired or fired, no event strikes, and nothing more is won. So the same
contract is worth much to one seat and little to another. It is an estimate, and simple enough to
be checked by hand.
"""

from functools import lru_cache
from itertools import permutations
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.games.master_builder.building import STAGES, Stage
from paydays_widgets.games.master_builder.deck import PENALTY_PCT, SECTIONS, Contract
from paydays_widgets.games.master_builder.state import Holding, View

PENALTY: Final = 20
"""What a missing section costs at the end, in thousands (MB-end-unfinished)."""
IN_HASTE: Final = 3
"""With more contracts than this one order is weighed: what is nearest to its end comes first."""

Skills: TypeAlias = list[int]
Building: TypeAlias = tuple[Contract, tuple[int, ...]]
"""A contract, and the sections of it that stand."""


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


def rise_with(contract: Contract, built: tuple[int, ...], crew: Skills) -> tuple[int, ...]:
    """Give what stands of a building after a phase in which a crew works on it.

    Parameters
    ----------
    contract
        The card.
    built
        The sections that stand before.
    crew
        The skills of the free workers, ascending; who is set to work is taken out.

    Examples
    --------
    >>> from paydays_widgets.games.master_builder.deck import default_deck
    >>> crew = [0, 0, 1, 3]
    >>> rise_with(default_deck().contracts[3], (), crew), crew
    ((1, 2, 3, 4), [])
    """
    standing = set(built)
    for stage in STAGES[contract.kind]:
        sections = {section for group in stage for section in group}
        if sections <= standing:
            continue
        manned = _man(contract, stage, standing, crew)
        if not manned:
            break
        for section, workers in manned.items():
            standing.add(section)
            for skill in workers:
                crew.remove(skill)
        if not sections <= standing:
            break
    return tuple(sorted(standing))


def _man(
    contract: Contract, stage: Stage, standing: set[int], crew: Skills
) -> dict[int, tuple[int, ...]]:
    """Choose workers for a stage: the easiest section first, each by the least able worker."""
    groups = [[section for section in group if section not in standing] for group in stage]
    by_ease = sorted(
        (section for group in groups for section in group),
        key=lambda section: (len(contract.heads[section - 1]), contract.heads[section - 1]),
    )
    free = list(crew)
    manned: dict[int, tuple[int, ...]] = {}
    must: list[int] = []
    if standing.isdisjoint(section for group in stage for section in group):
        # of each group at least one, in the same phase
        must = [next(section for section in by_ease if section in group) for group in groups]
    for section in (*must, *[each for each in by_ease if each not in must]):
        workers = _fit(contract.heads[section - 1], free)
        if workers:
            manned[section] = workers
            for skill in workers:
                free.remove(skill)
        elif section in must:
            return {}
    return manned


def _fit(heads: tuple[int, ...], free: Skills) -> tuple[int, ...]:
    """Choose for each head the least able worker who will do; () where one is missing."""
    left = list(free)
    chosen: list[int] = []
    for head in heads:
        skill = next((each for each in left if each >= head), None)
        if skill is None:
            return ()
        left.remove(skill)
        chosen.append(skill)
    return tuple(chosen)


def earnings(view: View, crew: Skills, holdings: tuple[Holding, ...], phases: int) -> int:
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
    sites = tuple(
        (view.deck.contracts[each.contract - 1], each.built)
        for each in sorted(holdings, key=lambda each: (-len(each.built), each.contract))
    )
    by_card = view.rules.unfinished_penalty == "20_percent_each"
    return _best(sites, tuple(crew), phases, by_card)


@lru_cache(maxsize=1024)
def _best(sites: tuple[Building, ...], crew: tuple[int, ...], phases: int, by_card: bool) -> int:  # noqa: FBT001 - only earnings calls it
    """Weigh the orders in which some buildings can be finished."""
    orders = permutations(sites) if len(sites) <= IN_HASTE else iter([sites])
    return max(_earned(order, crew, phases, by_card=by_card) for order in orders)


def _earned(
    order: tuple[Building, ...], crew: tuple[int, ...], phases: int, *, by_card: bool
) -> int:
    standing = [built for _, built in order]
    for _ in range(phases):
        free = list(crew)
        before = list(standing)
        for at, (contract, _) in enumerate(order):
            standing[at] = rise_with(contract, standing[at], free)
        if standing == before:
            break
    return sum(
        paid(contract.income, SECTIONS - len(built), by_card=by_card)
        for (contract, _), built in zip(order, standing, strict=True)
    )


def paid(income: int, missing: int, *, by_card: bool) -> int:
    """Give what a building pays, finished or at the end (MB-5-income, MB-end-unfinished).

    Parameters
    ----------
    income
        The contract's.
    missing
        How many sections do not stand.
    by_card
        Whether each costs a share of the income, rather than a fixed sum.

    Examples
    --------
    >>> paid(70, 0, by_card=False), paid(70, 3, by_card=False), paid(70, 3, by_card=True)
    (70, 10, 28)
    """
    each = income * PENALTY_PCT // 100 if by_card else PENALTY
    return max(0, income - missing * each)


def crew_of(view: View, seat: Seat) -> Skills:
    """Give the skills of a seat's workers, ascending."""
    return sorted(view.deck.workers[number - 1].skill for number in view.builders[seat].crew)


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
