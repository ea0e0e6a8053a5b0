"""Reading a view: what a contract is worth to a seat's crew, and whom to hire, assign or spare.

Each function takes a seat's view and answers one question about it. The strategies in ``bots``
are built from these functions; a student's own ``choose`` can use them too. Sums are in thousands
of dollars.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

from paydays_widgets.core.game import Decide, me
from paydays_widgets.games.master_builder import moves
from paydays_widgets.games.master_builder.deck import SECTIONS, SKILLS, Contract, Deck
from paydays_widgets.games.master_builder.engine.building import Hand, payment, staff
from paydays_widgets.games.master_builder.moves import Move
from paydays_widgets.games.master_builder.state import BuilderView, Holding, Job, View

Crew: TypeAlias = tuple[int, ...]
"""The skills of some workers, ascending."""
Score: TypeAlias = Callable[[Crew, int], float]
"""How good a crew is, given its skills and its wages per round."""
Limit: TypeAlias = Callable[[int], float]
"""The highest price worth paying for a contract, given its number."""


# --- the seat's own yard ----------------------------------------------------------------------


def own(view: View) -> BuilderView:
    """Return what the view's seat has and owes."""
    return view.builders[me(view)]


def asked(view: View) -> str:
    """Return the prompt, such as ``draft``, ``hire`` or ``auction``; "" if nobody decides now."""
    return view.turn.prompt if isinstance(view.turn, Decide) else ""


def crew(view: View) -> Crew:
    """Return the skills of the workers of the view's seat, ascending."""
    return _skills(view.deck, own(view).crew)


def _skills(deck: Deck, workers: Sequence[int]) -> Crew:
    return tuple(sorted([deck.workers[number - 1].skill for number in workers]))


def phases_left(view: View) -> int:
    """Count the building phases to come, including this round's; wages are paid as often."""
    return view.last_round - view.number + 1


def contracts_ahead(view: View) -> bool:
    """Return whether contracts can still be won, now or later."""
    return bool(view.contracts_left or view.offers or view.left_over)


# --- what a contract brings -------------------------------------------------------------------


def income_ahead(view: View, workers: Crew, holdings: Sequence[Holding]) -> int:
    """Compute what a crew earns from some contracts until the end, if nothing intervenes.

    In every phase it builds what it can, working on the first contract first. Buildings
    unfinished at the end pay according to the rules for that case.
    """
    by_pct = view.rules.unfinished_penalty == "20_percent_each"
    contracts = tuple(view.deck.contracts[each.contract - 1] for each in holdings)
    built = tuple(each.built for each in holdings)
    return earnings(contracts, built, workers, phases_left(view), by_pct=by_pct)


@lru_cache(maxsize=16384)
def earnings(
    contracts: tuple[Contract, ...],
    built: tuple[tuple[int, ...], ...],
    workers: Crew,
    phases: int,
    *,
    by_pct: bool,
) -> int:
    """Compute what a crew earns from some buildings if it works on them in the given order.

    Parameters
    ----------
    workers
        The crew's skills, ascending.
    by_pct
        Whether a section missing at the end costs a share of the income.
    """
    standing = list(built)
    for _ in range(phases):
        free, before = workers, list(standing)
        for at, contract in enumerate(contracts):
            standing[at], free = _raised(contract, standing[at], free)
        if standing == before:
            break
    return sum(
        payment(contract.income, len(sections), by_pct=by_pct)[1]
        for contract, sections in zip(contracts, standing, strict=True)
    )


@lru_cache(maxsize=65536)
def _raised(
    contract: Contract, built: tuple[int, ...], workers: Crew
) -> tuple[tuple[int, ...], Crew]:
    """Let a crew work on a building for one phase; return what stands then, and who is free."""
    hands: list[Hand] = [(skill, number) for number, skill in enumerate(workers)]
    new = staff(contract, built, hands)
    return tuple(sorted((*built, *new))), tuple([skill for skill, _ in hands])


def can_finish(view: View, contract: int, spare: int) -> bool:
    """Return whether the crew could finish a contract along with all that it has to build.

    Parameters
    ----------
    spare
        How many building phases are to be left over, for what events may do.
    """
    cards, hands = view.deck.contracts, crew(view)
    all_ = by_urgency(view, (*own(view).holdings, Holding(contract)))
    brings = earnings(
        tuple(cards[each.contract - 1] for each in all_),
        tuple(each.built for each in all_),
        hands,
        phases_left(view) - spare,
        by_pct=False,
    )
    return brings == sum(cards[each.contract - 1].income for each in all_)


def gain(view: View, contract: int) -> int:
    """Compute what a contract on offer adds to the crew's earnings, built first or last."""
    hands = crew(view)
    held = by_urgency(view, own(view).holdings)
    new = Holding(contract)
    both = max(income_ahead(view, hands, (new, *held)), income_ahead(view, hands, (*held, new)))
    return both - income_ahead(view, hands, held)


def labour(view: View, contract: int) -> int:
    """Add up one round's wages for the smallest crew that could build a contract in one phase."""
    wage = wages(view.deck)
    crew_needed = view.deck.contracts[contract - 1].crew()
    return sum(n * wage.get(skill, 0) for skill, n in enumerate(crew_needed))


@lru_cache(maxsize=8)
def wages(deck: Deck) -> Mapping[int, int]:
    """Return the wage of a worker of each skill."""
    return {worker.skill: worker.wage for worker in deck.workers}


def by_urgency(view: View, holdings: Sequence[Holding]) -> tuple[Holding, ...]:
    """Order contracts by income per missing section, highest first."""

    def worth(holding: Holding) -> tuple[float, int]:
        income = view.deck.contracts[holding.contract - 1].income
        return -income / (SECTIONS - len(holding.built)), holding.contract

    return tuple(sorted(holdings, key=worth))


# --- contracts ----------------------------------------------------------------------------------


def bid_up_to(view: View, limit: Limit) -> Move:
    """Name the contract whose bid is furthest below its limit, raise by the minimum, or pass.

    If the seat must name a contract and all exceed their limits, it names the one that does so
    by the least.
    """
    if view.auction:
        raises = [move for move in view.legal if isinstance(move, moves.Bid)]
        if raises and raises[0].amount <= limit(view.auction.contract):
            return raises[0]
        return moves.Pass(me(view))
    at_cost = {
        move.contract: move for move in reversed(view.legal) if isinstance(move, moves.Name)
    }
    room = {number: limit(number) - move.bid for number, move in sorted(at_cost.items())}
    best = max(room, key=room.__getitem__, default=0)
    may_pass = asked(view) == "name"
    if not best or (may_pass and room[best] < 0):
        return moves.Pass(me(view))
    return at_cost[best]


def richest_rival(view: View) -> int:
    """Return the cash of the richest other seat that may still bid."""
    closed = view.number == 1 and any(len(each.holdings) > 1 for each in view.builders)
    return max(
        [
            each.cash
            for seat, each in enumerate(view.builders)
            if seat != view.seat and seat not in view.out and not (closed and each.holdings)
        ],
        default=0,
    )


# --- whom to hire -----------------------------------------------------------------------------


def best_change(view: View, score: Score) -> Move:
    """Hire, fire or pass, whichever leads to the best-scoring crew; if scores are equal, pass.

    A change may be the first of two: a second foreman can be worth nothing without a master. So
    a crew counts as much as the best one that is one more change away; if two lead as far, the
    better crew now decides. Flaws count against a crew, since events strike by flaw.

    Parameters
    ----------
    score
        Scores a crew, given its skills and its wages per round.
    """
    deck, there = view.deck, own(view)
    flaw = FLAW * phases_left(view)
    score = cache(score)  # several changes can lead to the same crew
    options: dict[Move, tuple[float, float]] = {}
    for move in view.legal:
        workers, bill = list(there.crew), there.bill
        match move:
            case moves.Hire(_, skill):
                worker = view.open[SKILLS.index(skill)]
                workers.append(worker)
                bill += deck.workers[worker - 1].wage
            case moves.Fire(_, worker):
                workers.remove(worker)
                bill -= deck.workers[worker - 1].wage
            case moves.Pass():
                pass
            case _:
                continue
        skills = _skills(deck, workers)
        flaws = flaw * sum(len(deck.workers[worker - 1].flaws) for worker in workers)
        now = score(skills, bill) - flaws
        then = () if isinstance(move, moves.Pass) else _one_more(deck, skills, bill)
        ahead = [score(next_, wages_) - flaws - more * flaw for next_, wages_, more in then]
        options[move] = max(now, *ahead) if ahead else now, now
    best = max(options.values())
    rest = moves.Pass(me(view))
    if rest in options and options[rest][0] >= best[0]:
        return rest
    return next(move for move, mark in options.items() if mark == best)


def _one_more(deck: Deck, workers: Crew, bill: int) -> Iterator[tuple[Crew, int, int]]:
    """Yield the crews one change away, their wages, and how many flaws come or go at the worst."""
    for skill, wage in wages(deck).items():
        if skill in workers:
            at = workers.index(skill)
            yield (*workers[:at], *workers[at + 1 :]), bill - wage, -1
        if bill + wage <= deck.wage_limit:
            yield tuple(sorted((*workers, skill))), bill + wage, 3


FLAW: Final = 0.3
"""What a flaw costs in each round to come, in thousands: now and then a section is not built."""


def worth_of_crew(view: View, workers: Crew, bill: int) -> float:
    """Compute what a crew earns from the seat's contracts, less its wages until the end."""
    held = by_urgency(view, own(view).holdings)
    return income_ahead(view, workers, held) - bill * phases_left(view)


def shortfall(workers: Crew, wanted: Sequence[int]) -> int:
    """Count the workers that a crew lacks, compared with the number wanted of each skill."""
    return sum(max(0, n - workers.count(skill)) for skill, n in enumerate(wanted))


# --- all the rest -----------------------------------------------------------------------------


def carry_on(view: View) -> Move:
    """Do what every sensible builder does: spare the able, build what can stand, borrow little.

    Decides events, assignments, borrowing and repaying; otherwise passes.
    """
    match asked(view):
        case "idle" | "dismiss":
            return least_missed(view)
        case "assign":
            return next_job(view)
        case "borrow":
            return borrow(view)
        case "repay":
            return repay(view, own(view).bill)
        case _:
            return moves.Pass(me(view))


def least_missed(view: View) -> Move:
    """Choose the least able worker; among equals, the one with the most flaws."""

    def missed(move: moves.Choose) -> tuple[int, int, int]:
        worker = view.deck.workers[move.worker - 1]
        return worker.skill, -len(worker.flaws), move.worker

    return min([move for move in view.legal if isinstance(move, moves.Choose)], key=missed)


def plan(view: View) -> tuple[Job, ...]:
    """Plan the crew's assignments for this phase, taking the most urgent contract first."""
    there = own(view)
    hands = sorted(
        [
            (view.deck.workers[number - 1].skill, number)
            for number in there.crew
            if number not in there.idle
        ]
    )
    jobs: list[Job] = []
    for holding in by_urgency(view, there.holdings):
        number = holding.contract
        for section, workers in staff(
            view.deck.contracts[number - 1], holding.built, hands
        ).items():
            jobs += [Job(worker, number, section) for _, worker in workers]
    return tuple(jobs)


def next_job(view: View) -> Move:
    """Assign the next worker of the plan; when all are assigned, build."""
    legal = set(view.legal)
    for job in plan(view):
        move = moves.Assign(me(view), job.worker, job.contract, job.section)
        if move in legal:
            return move
    return moves.Build(me(view))


def borrow(view: View) -> Move:
    """Borrow no more than needed: a small loan if it is enough, otherwise a large one."""
    short = view.due - own(view).cash
    return moves.Borrow(me(view), "small" if short <= view.deck.loans[0].receive else "large")


def repay(view: View, reserve: int) -> Move:
    """Repay a loan, the large one first, if the reserve is left in cash; otherwise pass."""
    there = own(view)
    for move in reversed(view.legal):
        if isinstance(move, moves.Repay):
            card = view.deck.loans[0 if move.loan == "small" else 1]
            if there.cash - (card.early if view.early else card.late) >= reserve:
                return move
    return moves.Pass(me(view))
