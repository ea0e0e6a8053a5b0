"""From the engine's positions to records, and from codes to the engine's moves."""

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final, cast, get_args

from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.master_builder import deck as cards
from paydays_widgets.games.master_builder.deck import MOST_CARDS, SKILLS, Deck
from paydays_widgets.games.master_builder.engine.building import STAGES
from paydays_widgets.games.master_builder.kernel.position import (
    ASSIGNING,
    BASE,
    BIDS,
    BORROWING,
    BUILDING,
    HIRING,
    LEVELS,
    MAX_SEATS,
    MOVES,
    NAMING,
    PASSING,
    PHASES,
    REPAYING,
    SPOTS,
    TASKS,
    TURNING_UP,
    VERBS,
    Position,
    Printed,
)
from paydays_widgets.games.master_builder.moves import CARDS, LOANS, Move, TurnUp
from paydays_widgets.games.master_builder.reading import wages
from paydays_widgets.games.master_builder.rules import Rules
from paydays_widgets.games.master_builder.state import Auction, Builder, State
from paydays_widgets.kernels.compiled import table
from paydays_widgets.kernels.records import records
from paydays_widgets.kernels.whole import Packed

_NO_TABLES: Final = table(())
_NO_AUCTION: Final = Auction(0, 0, 0, ())


def pack(state: State) -> Packed[Position, Printed]:
    """Turn a position into records."""
    builders, auction = state.builders, state.auction or _NO_AUCTION
    jobs = {
        job.worker: TASKS * job.contract + job.section for each in builders for job in each.jobs
    }
    holdings = [holding for each in builders for holding in each.holdings]
    built = {each.contract: sum([1 << section - 1 for section in each.built]) for each in holdings}
    s = records(
        Position,
        state,
        phase=PHASES.index(state.phase),
        turn=state.round,
        builders=[_builder(each) for each in builders],
        economy=(0, *state.economy),
        auction=SimpleNamespace(
            contract=auction.contract,
            bid=auction.bid,
            leader=auction.leader,
            bidders=_flags(auction.bidders, MAX_SEATS),
        ),
        out=_flags(state.out, MAX_SEATS),
        idle=_flags([worker for each in builders for worker in each.idle], MOST_CARDS + 1),
        jobs=_by_number(jobs),
        built=_by_number(built),
        order=(),
        stand=(),
        plan=(),
        scored=0,
        scores=(),
    )
    return Packed(s, _printed(state.deck, state.rules, len(builders)), _NO_TABLES)


def _flags(numbers: Sequence[int], room: int) -> list[int]:
    flags = [0] * room
    for number in numbers:
        flags[number] = 1
    return flags


def _by_number(values: dict[int, int]) -> list[int]:
    return [values.get(number, 0) for number in range(max(values, default=-1) + 1)]


def _builder(builder: Builder) -> SimpleNamespace:
    return SimpleNamespace(
        cash=builder.cash,
        crew=builder.crew,
        bill=builder.bill,
        holdings=[each.contract for each in builder.holdings],
        loans=builder.loans,
        ready=builder.ready,
        changes=builder.changes,
    )


@lru_cache(maxsize=32)
def _printed(deck: Deck, rules: Rules, seats: int) -> Printed:
    return records(
        Printed,
        rules,
        deck,
        seats=seats,
        phase_over=rules.first_player_pass == "phase_over_for_him",
        any_unfinished=rules.early_repay_until == "any_contract_unfinished",
        by_pct=rules.unfinished_penalty == "20_percent_each",
        wages=[wages(deck).get(skill, -1) for skill in range(LEVELS)],
        worker_cards=len(deck.workers),
        contract_cards=len(deck.contracts),
        climate_cards=len(deck.economy),
        workers=[_NO_WORKER, *map(_worker, deck.workers)],
        contracts=[_NO_CONTRACT, *[_contract(deck, each) for each in deck.contracts]],
        reveals=[0, *[each.reveals[seats - 2] for each in deck.economy]],
        events=[_NO_EVENT, *map(_event, deck.events)],
    )[0]


_NO_WORKER: Final = SimpleNamespace(skill=0, wage=0, flaws=0, how_many=0)
_NO_CONTRACT: Final = SimpleNamespace(
    kind=0, cost=0, income=0, labour=0, beginning=(), going_on=(), needs=(), heads=()
)
_NO_EVENT: Final = SimpleNamespace(effect=0, flaw=0, skill=0, workers=0, amount=0)
"""What stands before the first card, which is number 1."""


def _worker(worker: cards.Worker) -> SimpleNamespace:
    return SimpleNamespace(
        skill=worker.skill,
        wage=worker.wage,
        flaws=sum([1 << cards.FLAWS.index(flaw) for flaw in worker.flaws]),
        how_many=len(worker.flaws),
    )


def _contract(deck: Deck, contract: cards.Contract) -> SimpleNamespace:
    """Describe a contract, with the orders in which workers are put on its sections."""

    def ease(section: int) -> tuple[int, tuple[int, ...], int]:
        needs = contract.heads[section - 1]
        return len(needs), needs, section

    beginning: list[int] = []
    going_on: list[int] = []
    for stage in STAGES[contract.kind]:
        easy = sorted([section for group in stage for section in group], key=ease)
        first = [min(group, key=ease) for group in stage]
        beginning += [*first, *[section for section in easy if section not in first]]
        going_on += easy
    return SimpleNamespace(
        kind=get_args(cards.Kind).index(contract.kind),
        cost=contract.cost,
        income=contract.income,
        labour=sum([n * wages(deck).get(skill, 0) for skill, n in enumerate(contract.crew())]),
        beginning=[section - 1 for section in beginning],
        going_on=[section - 1 for section in going_on],
        needs=[len(needs) for needs in contract.heads],
        heads=contract.heads,
    )


def _event(card: cards.EventCard) -> SimpleNamespace:
    return SimpleNamespace(
        effect=get_args(cards.Effect).index(card.effect),
        flaw=1 << cards.FLAWS.index(card.flaw) if card.flaw else 0,
        skill=card.skill,
        workers=card.workers,
        amount=card.amount,
    )


def move(code: int) -> Move:
    """Turn a code into the move that it stands for."""
    what, place = divmod(int(code), BASE)
    number, verb = divmod(what, VERBS)
    by = place + CHANCE
    if verb >= TURNING_UP:
        return TurnUp(by, CARDS[verb - TURNING_UP], number)
    return cast("Move", MOVES[verb](by, *_takes(verb, number)))


def _takes(verb: int, number: int) -> tuple[Any, ...]:
    """Return what a move of a seat, or the lot, takes."""
    if verb in {PASSING, BUILDING}:
        return ()
    if verb == HIRING:
        return (SKILLS[number],)
    if verb in {BORROWING, REPAYING}:
        return (LOANS[number],)
    if verb == NAMING:
        return divmod(number, BIDS)
    if verb == ASSIGNING:
        worker, spot = divmod(number, SPOTS)
        return (worker, *divmod(spot, TASKS))
    return (number,)
