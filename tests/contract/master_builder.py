"""What the contract tests need to know of Master Builder."""

from collections.abc import Iterator
from itertools import product
from typing import get_args

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Seat
from paydays_widgets.games.master_builder.deck import SKILLS
from paydays_widgets.games.master_builder.engine import STEPS
from paydays_widgets.games.master_builder.engine.building import open_sections, skills_on
from paydays_widgets.games.master_builder.engine.facts import on_offer, unopposed
from paydays_widgets.games.master_builder.events import AssignmentsRevealed, Event
from paydays_widgets.games.master_builder.moves import (
    CARDS,
    LOANS,
    Assign,
    Bid,
    Borrow,
    Build,
    Choose,
    DrawLot,
    Fire,
    Hire,
    Move,
    Name,
    Pass,
    Repay,
    TurnUp,
)
from paydays_widgets.games.master_builder.rules import (
    EarlyRepay,
    FirstPlayerPass,
    Rules,
    UnfinishedPenalty,
)
from paydays_widgets.games.master_builder.state import Builder, Job, State, View
from tests.contract.swap import Swap

SEATS = (2, 3, 4)
VARIANTS = tuple(
    Rules(*switches)
    for switches in product(
        (10, 3), get_args(FirstPlayerPass), get_args(EarlyRepay), get_args(UnfinishedPenalty)
    )
)
EVENTS = get_args(Event)
SELDOM = ()
MOVES = get_args(Move)
VIEW = View
LUCKY = frozenset({"random_legal"})
CHANGED = {
    "hire_fire_limit": ("MB-1-three",),
    "first_player_pass": ("MB-2-nominate", "MB-2-auction"),
    "early_repay_until": ("MB-5-early",),
    "unfinished_penalty": ("MB-end-unfinished",),
}
TOLD: dict[tuple[str, str], str] = {}
RARE = ()
UNSAID = {
    ("MB-2-win", "first_player_pass"): "an auction with fewer bidders is over sooner",
    ("MB-2-end", "first_player_pass"): "the phase is over sooner if fewer may name",
    ("MB-2-last-one", "first_player_pass"): "a bidder without rivals pays the lowest bid",
    ("MB-5-repay", "early_repay_until"): "the rate is that of MB-5-early",
    ("MB-end-loans", "early_repay_until"): "the rate is that of MB-5-early",
}
_ODD = (0, 999)
"""Numbers that no card of the game's own deck has."""


def conceivable(s: State) -> Iterator[Move]:
    for by in range(CHANCE, len(s.builders) + 1):
        yield Pass(by)
        yield Build(by)
        yield from (Hire(by, skill) for skill in SKILLS)
        for kind in LOANS:
            yield Borrow(by, kind)
            yield Repay(by, kind)
        yield from _workers(s, by)
        yield from _bids(s, by)
        yield DrawLot(by, 0)
        yield from (TurnUp(by, cards, 1) for cards in CARDS)
    yield from (DrawLot(CHANCE, seat) for seat in (-1, *range(1, len(s.builders) + 1)))
    for cards in CARDS:
        yield from (TurnUp(CHANCE, cards, number) for number in (*range(2, 42), *_ODD))


def _workers(s: State, by: Seat) -> Iterator[Move]:
    """Try every conceivable worker on each of the seat's contracts, and one on any contract."""
    builder = s.builders[by] if 0 <= by < len(s.builders) else Builder(0)
    others = {each.crew[0] for each in s.builders if each.crew}
    workers = {*builder.crew, *others, *_ODD}
    for worker in workers:
        yield Fire(by, worker)
        yield Choose(by, worker)
    own = {each.contract for each in builder.holdings}
    for worker, contract in product(workers, own):
        yield from (Assign(by, worker, contract, section) for section in range(8))
    for worker, contract in product({*builder.crew[:1], *_ODD[:1]}, {*_held(s), *_ODD} - own):
        yield Assign(by, worker, contract, 1)


def _held(s: State) -> set[int]:
    return {each.contract for builder in s.builders for each in builder.holdings}


def _bids(s: State, by: Seat) -> Iterator[Move]:
    """Yield the listed amounts, and some that are too low or too high."""
    least = s.auction.bid + 1 if s.auction else 1
    cash = s.builders[by].cash if 0 <= by < len(s.builders) else 0
    for amount in {-1, 0, least - 1, cash + 1, 999}:
        if amount < least or amount > cash:
            yield Bid(by, amount)
    yield from (Bid(by, least + step) for step in STEPS)
    for contract in {*on_offer(s), *_held(s), *_ODD}:
        cost = s.deck.contracts[contract - 1].cost if contract in on_offer(s) else 10
        steps = STEPS[:1] if 0 <= by < len(s.builders) and unopposed(s, by) else STEPS
        yield from (Name(by, contract, cost + step) for step in (-1, *steps))
        if cash < 999:
            yield Name(by, contract, cash + 1)


def conserved(s: State) -> object:
    """Every card is somewhere, and only once; no cash below zero before the end."""
    workers = [number for each in s.builders for number in each.crew]
    for pile in s.piles:
        workers += [*pile.unseen, *pile.under, *([pile.top] if pile.top else [])]
    contracts = [*s.unseen, *s.offers, *s.left_over, *s.withdrawn]
    for each in s.builders:
        contracts += [holding.contract for holding in each.holdings]
        contracts += each.town
    events = [*s.events, *s.events_under, *([s.event] if s.event else [])]
    for each in s.builders:
        wages = sum(s.deck.workers[number - 1].wage for number in each.crew)
        assert each.bill == wages <= s.deck.wage_limit
        assert each.cash >= 0 or s.round == s.last_round
        assert set(each.idle) <= set(each.crew)
        busy = [job.worker for job in each.jobs]
        assert len(busy) == len({*busy})
        assert set(busy) <= set(each.crew) - set(each.idle)
    assert len(s.unseen) - s.pile_size == (4 if len(s.builders) == 2 else 0)
    assert sum(s.economy) + max(0, s.round - 1) - (s.round > 1 and not s.climate) == 11
    return sorted(workers), sorted(contracts), sorted(events)


def _shown(s: State, seat: Seat) -> bool:
    return s.phase == "reveal" or not s.builders[seat].jobs


def unlisted(s: State, move: Move) -> bool:
    """No: every legal move is listed."""
    return False


def hidden_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    for other, builder in enumerate(s.builders):
        if other == seat or _shown(s, other):
            continue
        *before, last = builder.jobs
        for job in _jobs(s, replace(builder, jobs=tuple(before))):
            if job != last:
                jobs = (*before, job)
                builders = (
                    *s.builders[:other],
                    replace(builder, jobs=jobs),
                    *s.builders[other + 1 :],
                )
                yield Swap(replace(s, builders=builders), (AssignmentsRevealed,))
                break


def _jobs(s: State, builder: Builder) -> Iterator[Job]:
    """Yield the work that a seat could assign next."""
    busy = {job.worker for job in builder.jobs} | set(builder.idle)
    for holding in builder.holdings:
        number = holding.contract
        on = skills_on(s.deck, builder.jobs, number)
        for section, least in open_sections(s.deck.contracts[number - 1], holding, on).items():
            for worker in builder.crew:
                if worker not in busy and s.deck.workers[worker - 1].skill >= least:
                    yield Job(worker, number, section)


def hidden_moves(s: State, move: Move, seat: Seat | None) -> Iterator[Move]:
    match move:
        case Assign(by) if by != seat:
            for job in _jobs(s, s.builders[by]):
                other = Assign(by, job.worker, job.contract, job.section)
                if other != move:
                    yield other
        case _:
            pass


def eager(move: Move) -> int:
    """Prefer to hire and build, and to leave contracts: left-overs, loans, finished buildings."""
    match move:
        case Assign() | Pass():
            return 12
        case Hire():
            return 4
        case _:
            return 1


def summary(s: State) -> dict[str | Seat, str]:
    tops = " ".join(
        f"{skill[0].upper()}{each.top or '-'}" for skill, each in zip(SKILLS, s.piles, strict=True)
    )
    offers = [*(f"{number}+5" for number in s.left_over), *map(str, s.offers)]
    return {
        "workers": tops,
        "contracts": f"{' '.join(offers) or '-'}, {s.pile_size} in the pile",
        **dict(enumerate(map(_builder, s.builders))),
    }


def _builder(builder: Builder) -> str:
    """Write cash and wages, the crew (face down in brackets), what is built, and loans."""
    crew = [f"({each})" if each in builder.idle else str(each) for each in builder.crew]
    held = [f"{each.contract}.{''.join(map(str, each.built)) or '-'}" for each in builder.holdings]
    loans = [f"{n} {kind}" for n, kind in zip(builder.loans, LOANS, strict=True) if n]
    parts = (crew, held, [f"{number} built" for number in builder.town], loans)
    told = " | ".join(" ".join(part) for part in parts if part)
    return f"{builder.cash}, wages {builder.bill}: {told or '-'}"
