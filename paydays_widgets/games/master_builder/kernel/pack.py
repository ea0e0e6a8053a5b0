"""From the engine's positions to arrays, and from codes to the engine's moves."""

from collections.abc import Iterable
from typing import Any, cast, get_args

from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.master_builder.deck import (
    FLAWS as ALL_FLAWS,
)
from paydays_widgets.games.master_builder.deck import (
    SKILLS,
    Contract,
    Deck,
    Effect,
    Kind,
)
from paydays_widgets.games.master_builder.engine.building import STAGES as STAGES_OF
from paydays_widgets.games.master_builder.kernel.layout import (
    ACTIVE,
    ALL_LISTS,
    ANY_UNFINISHED,
    ASSIGNING,
    BASE,
    BIDDING,
    BIDS,
    BILL,
    BORROWING,
    BUILDING,
    BUILT,
    BY_PCT,
    CASH,
    CHANGES,
    CLIMATE,
    CLIMATE_AT,
    CLIMATES,
    CONTRACT_AT,
    CONTRACT_PARTS,
    CONTRACTS,
    COUNT,
    CREW,
    DUE,
    ECONOMIES,
    EVENT_AT,
    EVENT_PARTS,
    EVENTS,
    EVENTS_UNDER,
    FOR_SALE,
    HEAD,
    HIGHEST,
    HIRING,
    HOLDINGS,
    IDLES,
    JOBS,
    LARGE,
    LAST_ROUND,
    LEADER,
    LEFT_OVER,
    LEVELS,
    LIMIT,
    LISTS,
    LOAN_PARTS,
    LOANS,
    MALLET,
    MOVES,
    NAMING,
    NEED,
    OFFERS,
    OPENING,
    OUT,
    PASSES,
    PASSING,
    PHASE,
    PHASE_OVER,
    PHASES,
    PILE_SIZE,
    POOL,
    POT,
    READY,
    REPAYING,
    ROOM,
    ROUND,
    SEATS,
    SERVED,
    SMALL,
    SPOTS,
    STRIKING,
    TASKS,
    TO_REVEAL,
    TOP,
    TURNED,
    TURNING_UP,
    UNDER,
    UNSEEN,
    VERBS,
    WAGE_LIMIT,
    WAGES,
    WIDTH,
    WORKER_AT,
    WORKER_PARTS,
    WORKERS,
    append,
    list_at,
)
from paydays_widgets.games.master_builder.moves import (
    CARDS,
    Move,
    TurnUp,
)
from paydays_widgets.games.master_builder.moves import LOANS as LOAN_KINDS
from paydays_widgets.games.master_builder.reading import wages
from paydays_widgets.games.master_builder.rules import Rules
from paydays_widgets.games.master_builder.state import State
from paydays_widgets.kernels.compiled import Packed, Row, fractions, numbers


def pack(state: State) -> Packed:
    """Turn a position into arrays."""
    d = _pack_deck(state.deck, state.rules, len(state.builders))
    s = numbers(LISTS + ALL_LISTS * d[WIDTH])
    s[PHASE] = PHASES.index(state.phase)
    s[ROUND], s[MALLET], s[ACTIVE] = state.round, state.mallet, state.active
    s[PILE_SIZE], s[LAST_ROUND], s[POT] = state.pile_size, state.last_round, state.pot
    s[CLIMATE], s[STRIKING] = state.climate, state.event
    s[SERVED], s[PASSES], s[OPENING] = state.served, state.passes, state.opening
    s[TO_REVEAL], s[NEED], s[DUE], s[COUNT] = state.to_reveal, state.need, state.due, state.count
    if state.auction:
        s[FOR_SALE], s[HIGHEST] = state.auction.contract, state.auction.bid
        s[LEADER] = state.auction.leader
        for seat in state.auction.bidders:
            s[BIDDING + seat] = 1
    for seat in state.out:
        s[OUT + seat] = 1
    for skill, pile in enumerate(state.piles):
        s[TOP + skill], s[TURNED + skill] = pile.top, state.turned[skill]
        _pack_list(s, list_at(d, UNSEEN + skill), pile.unseen)
        _pack_list(s, list_at(d, UNDER + skill), pile.under)
    _pack_list(s, list_at(d, POOL), state.unseen)
    _pack_list(s, list_at(d, OFFERS), state.offers)
    _pack_list(s, list_at(d, LEFT_OVER), state.left_over)
    _pack_list(s, list_at(d, EVENTS), state.events)
    _pack_list(s, list_at(d, EVENTS_UNDER), state.events_under)
    for kind, left in enumerate(state.economy, 1):
        s[list_at(d, ECONOMIES) + kind] = left
    for seat in range(len(state.builders)):
        _pack_builder(s, d, state, seat)
    return Packed(s, d, fractions(0))


def _pack_list(s: Row[int], at: int, cards: Iterable[int]) -> None:
    for card in cards:
        append(s, at, card)


def _pack_builder(s: Row[int], d: Row[int], state: State, seat: int) -> None:
    builder = state.builders[seat]
    s[CASH + seat], s[BILL + seat], s[CHANGES + seat] = builder.cash, builder.bill, builder.changes
    s[SMALL + seat], s[LARGE + seat] = builder.loans
    s[READY + seat] = builder.ready
    _pack_list(s, list_at(d, CREW + seat), builder.crew)
    for worker in builder.idle:
        s[list_at(d, IDLES) + worker] = 1
    for job in builder.jobs:
        s[list_at(d, JOBS) + job.worker] = TASKS * job.contract + job.section
    for holding in builder.holdings:
        append(s, list_at(d, HOLDINGS + seat), holding.contract)
        built = sum(1 << section - 1 for section in holding.built)
        s[list_at(d, BUILT) + holding.contract] = built


def _pack_deck(deck: Deck, rules: Rules, seats: int) -> Row[int]:
    contract_at = WORKER_AT + WORKER_PARTS * len(deck.workers)
    climate_at = contract_at + CONTRACT_PARTS * len(deck.contracts)
    event_at = climate_at + len(deck.economy)
    d = numbers(event_at + EVENT_PARTS * len(deck.events))
    d[SEATS], d[LIMIT], d[WAGE_LIMIT] = seats, rules.hire_fire_limit, deck.wage_limit
    d[PHASE_OVER] = rules.first_player_pass == "phase_over_for_him"
    d[ANY_UNFINISHED] = rules.early_repay_until == "any_contract_unfinished"
    d[BY_PCT] = rules.unfinished_penalty == "20_percent_each"
    d[WORKERS], d[CONTRACTS], d[CLIMATES] = (
        len(deck.workers),
        len(deck.contracts),
        len(deck.economy),
    )
    most = max(len(deck.workers), len(deck.contracts), len(deck.economy), len(deck.events))
    d[WIDTH] = most + ROOM
    d[CONTRACT_AT], d[CLIMATE_AT], d[EVENT_AT] = contract_at, climate_at, event_at
    for at, loan in enumerate(deck.loans):
        _put(d, LOANS + LOAN_PARTS * at, (loan.receive, loan.early, loan.late))
    _put(d, WAGES, [wages(deck).get(skill, -1) for skill in range(LEVELS)])
    for at, worker in enumerate(deck.workers):
        flaws = sum(1 << ALL_FLAWS.index(flaw) for flaw in worker.flaws)
        parts = (worker.skill, worker.wage, flaws, len(worker.flaws))
        _put(d, WORKER_AT + WORKER_PARTS * at, parts)
    for at, contract in enumerate(deck.contracts):
        _put(d, contract_at + CONTRACT_PARTS * at, _contract_parts(deck, contract))
    _put(d, climate_at, [each.reveals[seats - 2] for each in deck.economy])
    for at, card in enumerate(deck.events):
        flaw = 1 << ALL_FLAWS.index(card.flaw) if card.flaw else 0
        effect = get_args(Effect).index(card.effect)
        parts_of_event = (effect, flaw, card.skill, card.workers, card.amount)
        _put(d, event_at + EVENT_PARTS * at, parts_of_event)
    return d


def _put(d: Row[int], at: int, parts: Iterable[int]) -> None:
    for part in parts:
        d[at] = part
        at += 1


def _contract_parts(deck: Deck, contract: Contract) -> list[int]:
    """List the parts of a contract, with the orders in which workers are put on its sections."""

    def ease(section: int) -> tuple[int, tuple[int, ...], int]:
        needs = contract.heads[section - 1]
        return len(needs), needs, section

    labour = sum(n * wages(deck).get(skill, 0) for skill, n in enumerate(contract.crew()))
    beginning: list[int] = []
    going_on: list[int] = []
    for stage in STAGES_OF[contract.kind]:
        easy = sorted([section for group in stage for section in group], key=ease)
        first = [min(group, key=ease) for group in stage]
        beginning += [*first, *[section for section in easy if section not in first]]
        going_on += easy
    parts = [get_args(Kind).index(contract.kind), contract.cost, contract.income, labour]
    parts += [section - 1 for section in (*beginning, *going_on)]
    for needs in contract.heads:
        parts += [len(needs), *needs, *[0] * (HEAD - 1 - len(needs))]
    return parts


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
        return (LOAN_KINDS[number],)
    if verb == NAMING:
        return divmod(number, BIDS)
    if verb == ASSIGNING:
        worker, spot = divmod(number, SPOTS)
        return (worker, *divmod(spot, TASKS))
    return (number,)
