"""What follows from a move: the five phases of a round, clause by clause.

Each function appends the steps that follow. While a move is carried out, every position is
settling; :func:`_rest` then says what the last one waits for.
"""

from typing import Final, TypeAlias

from msgspec.structs import replace

from paydays_widgets.core.engine import put, ranked, then
from paydays_widgets.core.game import Seat, Standing, Step
from paydays_widgets.core.ledger import BANK, Account, Transfer, cash
from paydays_widgets.games.master_builder import events, moves
from paydays_widgets.games.master_builder.deck import SECTIONS, SKILLS
from paydays_widgets.games.master_builder.engine import facts
from paydays_widgets.games.master_builder.engine.building import open_sections, rise, skills_on
from paydays_widgets.games.master_builder.moves import Move
from paydays_widgets.games.master_builder.state import (
    Auction,
    Builder,
    Holding,
    Job,
    Phase,
    Pile,
    State,
)

CREW: Final = 5
"""How many workers each seat takes in round 1 (MB-1-draft)."""
ROUNDS: Final = 6
LEFT_OVER: Final = 5
"""The money put on a contract that nobody wants, in thousands (MB-2-left-over)."""

POT: Final[Account] = "left_over"
"""The account that holds the money on contracts."""
DEBTS: Final[tuple[Account, ...]] = tuple(f"loan:{seat}" for seat in range(1, 10))
"""The account of each seat's outstanding principal; never positive."""

Steps: TypeAlias = list[Step[State, events.Event]]


def carry_out(s: State, m: Move) -> Steps:
    """Return the steps that a legal move leads to."""
    steps: Steps = []
    waiting = s.phase
    s = replace(s, phase="settling", count=s.count + 1)
    match m:
        case moves.Bid(by, amount):
            _bid(s, by, amount, steps)
        case moves.Assign(by, worker, contract, section):
            _assign(s, by, Job(worker, contract, section), steps)
        case moves.TurnUp(_, cards, number):
            _turn_up(s, cards, number, waiting, steps)
        case moves.Hire(by, skill):
            _hire(s, by, SKILLS.index(skill), steps)
        case moves.Pass(by):
            _pass(s, by, waiting, steps)
        case moves.Fire(by, worker):
            _fire(s, by, worker, steps)
        case moves.Name(by, contract, bid):
            _name(s, by, contract, bid, steps)
        case moves.Build(by):
            _ready(s, by, steps)
        case moves.Choose(by, worker):
            _choose(s, by, worker, steps)
        case moves.Borrow(by):
            _borrow(s, by, m, steps)
        case moves.Repay(by):
            _repay(s, by, m, waiting, steps)
        case moves.DrawLot(_, seat):
            s = then(steps, events.MalletDrawn(seat=seat), replace(s, mallet=seat, active=seat))
            _deal(s, 0, steps)
    return steps


def standing(s: State) -> Standing:
    """Rank the seats by their cash, less what their loans would cost now (MB-end-loans)."""
    worth = {seat: each.cash - facts.debt(s, each) for seat, each in enumerate(s.builders)}
    return Standing(ranked(worth), "MB-end-loans")


# --- pieces -----------------------------------------------------------------------------------


def _rest(s: State, steps: Steps, phase: Phase, active: Seat | None = None) -> None:
    """Make the last position of a move wait for what comes next."""
    s = replace(s, phase=phase, active=s.active if active is None else active)
    steps[-1] = Step(steps[-1].event, s)


def _put(s: State, seat: Seat, builder: Builder) -> tuple[Builder, ...]:
    return put(s.builders, seat, builder)


def _begin(s: State, phase: int, steps: Steps) -> State:
    return then(steps, events.PhaseBegun(phase=phase), replace(s, count=0, served=0))


def _under(s: State, worker: int) -> tuple[Pile, ...]:
    """Put a worker under the pile of its skill, or open if that pile is empty (MB-1-empty)."""
    at = s.deck.workers[worker - 1].skill
    pile = s.piles[at]
    pile = replace(pile, under=(*pile.under, worker)) if pile.top else replace(pile, top=worker)
    return put(s.piles, at, pile)


def _without(s: State, seat: Seat, worker: int) -> tuple[Builder, tuple[Pile, ...]]:
    """Take a worker from a seat and put it under its pile (MB-1-fire, MB-3-gone)."""
    builder = s.builders[seat]
    crew = tuple(each for each in builder.crew if each != worker)
    bill = builder.bill - s.deck.workers[worker - 1].wage
    return replace(builder, crew=crew, bill=bill), _under(s, worker)


# --- cards that come up -----------------------------------------------------------------------


def _turn_up(s: State, cards: str, number: int, waiting: Phase, steps: Steps) -> None:
    match cards:
        case "worker":
            _worker(s, number, waiting, steps)
        case "economy":
            _economy(s, number, steps)
        case "contract":
            _contract(s, number, steps)
        case _:
            _event(s, number, steps)


def _worker(s: State, number: int, waiting: Phase, steps: Steps) -> None:
    at = s.opening
    pile = s.piles[at]
    if pile.unseen:
        unseen = tuple(each for each in pile.unseen if each != number)
        pile = Pile(number, unseen, pile.under)
    else:
        pile = Pile(number, (), pile.under[1:])
    one, two, three, four = [n + (skill == at) for skill, n in enumerate(s.turned)]
    s = replace(s, piles=put(s.piles, at, pile), turned=(one, two, three, four))
    s = then(steps, events.WorkerTurnedUp(worker=number), s)
    if waiting == "deal":
        _deal(s, at + 1, steps)
    else:
        _hiring(s, steps)


def _deal(s: State, at: int, steps: Steps) -> None:
    """Turn up the next pile's first worker; after the last one, round 1 begins."""
    while at < len(s.piles):
        if s.piles[at].unseen:
            _rest(replace(s, opening=at), steps, "deal")
            return
        at += 1
    begun = events.RoundBegun(clause="MB-round", seat=s.mallet, round=1)
    s = then(steps, begun, replace(s, round=1, turned=(0, 0, 0, 0)))
    _draft(_begin(s, 1, steps), steps)


# --- phase 1: hire and fire -------------------------------------------------------------------


def _hiring(s: State, steps: Steps) -> None:
    """Go on with the draft, or with hiring and firing."""
    if s.round == 1:
        _draft(s, steps)
    elif s.passes == len(s.builders):
        _offer(s, steps)
    else:
        _rest(s, steps, "hire")


def _draft(s: State, steps: Steps) -> None:
    """Let the next seat take a worker, if its wage limit allows one (MB-1-draft, MB-1-wages)."""
    workers, limit = s.deck.workers, s.deck.wage_limit
    while s.served < CREW * len(s.builders):
        seat = facts.in_turn(s, s.served)
        bill = s.builders[seat].bill
        if any(each.top and bill + workers[each.top - 1].wage <= limit for each in s.piles):
            _rest(s, steps, "draft", seat)
            return
        passed = events.SeatPassed(clause="MB-1-wages", seat=seat)
        s = then(steps, passed, replace(s, served=s.served + 1))
    _offer(s, steps)


def _hire(s: State, seat: Seat, at: int, steps: Steps) -> None:
    pile = s.piles[at]
    worker = pile.top
    builder = s.builders[seat]
    bill = builder.bill + s.deck.workers[worker - 1].wage
    drafting = s.round == 1
    builder = replace(
        builder, crew=(*builder.crew, worker), bill=bill, changes=builder.changes + (not drafting)
    )
    hired = events.WorkerHired(
        clause="MB-1-draft" if drafting else "MB-1-turns", seat=seat, worker=worker, bill=bill
    )
    s = replace(
        s,
        builders=_put(s, seat, builder),
        piles=put(s.piles, at, Pile(0, pile.unseen, pile.under)),
        active=(seat + 1) % len(s.builders),
        served=s.served + 1,
        passes=0,
        opening=at,
    )
    s = then(steps, hired, s)
    if pile.unseen or pile.under:
        _rest(s, steps, "worker")
    else:
        _hiring(s, steps)


def _fire(s: State, seat: Seat, worker: int, steps: Steps) -> None:
    builder, piles = _without(s, seat, worker)
    builder = replace(builder, changes=builder.changes + 1)
    s = replace(
        s,
        builders=_put(s, seat, builder),
        piles=piles,
        active=(seat + 1) % len(s.builders),
        passes=0,
    )
    _hiring(then(steps, events.WorkerFired(seat=seat, worker=worker, bill=builder.bill), s), steps)


def _pass(s: State, seat: Seat, waiting: Phase, steps: Steps) -> None:
    match waiting:
        case "hire":
            passed = events.SeatPassed(clause="MB-1-turns", seat=seat)
            active = (seat + 1) % len(s.builders)
            _hiring(then(steps, passed, replace(s, active=active, passes=s.passes + 1)), steps)
        case "auction" if s.auction:
            bidders = tuple(each for each in s.auction.bidders if each != seat)
            auction = replace(s.auction, bidders=bidders)
            passed = events.SeatPassed(clause="MB-2-auction", seat=seat)
            _bidding(then(steps, passed, replace(s, auction=auction)), steps)
        case "name":
            over = s.rules.first_player_pass == "phase_over_for_him" and (
                s.round > 1 or bool(s.builders[seat].holdings)
            )
            out = (*s.out, seat) if over else s.out
            passed = events.SeatPassed(clause="MB-2-nominate", seat=seat)
            s = replace(s, served=s.served + 1, out=out)
            _naming(then(steps, passed, s), steps)
        case _:
            passed = events.SeatPassed(clause="MB-5-repay", seat=seat)
            s = replace(s, served=s.served + 1)
            _repaying(then(steps, passed, s), steps)


# --- phase 2: contracts -----------------------------------------------------------------------


def _offer(s: State, steps: Steps) -> None:
    """Begin phase 2 and reveal contracts (MB-2-reveal)."""
    s = _begin(s, 2, steps)
    if s.round > 1:
        _rest(s, steps, "economy")
    else:
        _rest(replace(s, to_reveal=len(s.builders) + 1), steps, "contract")


def _economy(s: State, card: int, steps: Steps) -> None:
    says = s.deck.economy[card - 1].reveals[len(s.builders) - 2]
    revealed = min(says, s.pile_size)
    left = tuple(n - (at == card) for at, n in enumerate(s.economy, 1))
    turned_up = events.EconomyTurnedUp(seat=s.mallet, card=card, says=says, revealed=revealed)
    s = replace(s, economy=left, climate=card, to_reveal=revealed)
    s = then(steps, turned_up, s)
    if revealed:
        _rest(s, steps, "contract")
    else:
        _naming(s, steps)


def _contract(s: State, number: int, steps: Steps) -> None:
    s = replace(
        s,
        unseen=tuple(each for each in s.unseen if each != number),
        pile_size=s.pile_size - 1,
        offers=(*s.offers, number),
        to_reveal=s.to_reveal - 1,
    )
    s = then(steps, events.ContractTurnedUp(contract=number), s)
    if s.to_reveal:
        _rest(s, steps, "contract")
    else:
        _naming(s, steps)


def _naming(s: State, steps: Steps) -> None:
    """Ask the next seat in turn to name a contract, or end the phase (MB-2-nominate, MB-2-end)."""
    contracts = facts.on_offer(s)
    if contracts:
        cheapest = min(s.deck.contracts[number - 1].cost for number in contracts)
        while s.served < len(s.builders):
            seat = facts.in_turn(s, s.served)
            if facts.may_win(s, seat) and s.builders[seat].cash >= cheapest:
                _rest(s, steps, "must_name" if facts.unopposed(s, seat) else "name", seat)
                return
            s = replace(s, served=s.served + 1)
        if s.round == 1:
            for at in range(len(s.builders)):
                seat = facts.in_turn(s, at)
                if not s.builders[seat].holdings:  # so it still has all its money (MB-2-must-name)
                    short = tuple(
                        other
                        for other, each in enumerate(s.builders)
                        if facts.may_win(s, other) and each.cash < cheapest
                    )
                    s = then(steps, events.NamingForced(seat=seat, short=short), s)
                    _rest(s, steps, "must_name", seat)
                    return
    _close_offer(s, steps)


def _name(s: State, seat: Seat, contract: int, bid: int, steps: Steps) -> None:
    seats = len(s.builders)
    clockwise = [(seat + at) % seats for at in range(seats)]
    bidders = tuple(at for at in clockwise if at == seat or facts.may_win(s, at))
    named = events.ContractNamed(
        seat=seat, contract=contract, bid=bid, cost=s.deck.contracts[contract - 1].cost
    )
    s = replace(s, active=seat, auction=Auction(contract, bid, seat, bidders))
    _bidding(then(steps, named, s), steps)


def _bid(s: State, seat: Seat, amount: int, steps: Steps) -> None:
    assert s.auction
    auction = Auction(s.auction.contract, amount, seat, s.auction.bidders)
    raised = events.BidRaised(seat=seat, contract=auction.contract, bid=amount)
    _bidding(then(steps, raised, replace(s, auction=auction)), steps)


def _bidding(s: State, steps: Steps) -> None:
    """Ask the next bidder that can raise; if there is none, the leader wins (MB-2-auction)."""
    auction = s.auction
    assert auction
    seats = len(s.builders)
    for at in range(1, seats):
        seat = (s.active + at) % seats
        if (
            seat != auction.leader
            and seat in auction.bidders
            and s.builders[seat].cash > auction.bid
        ):
            _rest(s, steps, "auction", seat)
            return
    alone = facts.unopposed(s, auction.leader)
    _win(s, auction, "MB-2-last-one" if alone else "MB-2-win", steps)


def _win(s: State, auction: Auction, clause: events.WinClause, steps: Steps) -> None:
    """Make the leader of an auction pay, and give it the contract and its money (MB-2-win)."""
    seat, contract, price = auction.leader, auction.contract, auction.bid
    early = facts.is_early(s)
    builder = s.builders[seat]
    had_money = contract in s.left_over
    builder = replace(
        builder, cash=builder.cash - price, holdings=(*builder.holdings, Holding(contract))
    )
    won = events.ContractWon(
        clause=clause,
        seat=seat,
        contract=contract,
        price=price,
        cost=s.deck.contracts[contract - 1].cost,
        transfers=(Transfer(cash(seat), BANK, price),),
    )
    s = replace(
        s,
        builders=_put(s, seat, builder),
        offers=tuple(each for each in s.offers if each != contract),
        left_over=tuple(each for each in s.left_over if each != contract),
        auction=None,
        served=0,
    )
    s = then(steps, won, s)
    if had_money:
        builder = replace(builder, cash=builder.cash + LEFT_OVER)
        taken = events.LeftOverTaken(
            seat=seat,
            contract=contract,
            amount=LEFT_OVER,
            transfers=(Transfer(POT, cash(seat), LEFT_OVER),),
        )
        s = replace(s, builders=_put(s, seat, builder), pot=s.pot - LEFT_OVER)
        s = then(steps, taken, s)
    s = _watch_rate(s, steps, early=early)
    if s.round == 1:
        in_order = [facts.in_turn(s, at) for at in range(len(s.builders))]
        without = tuple(at for at in in_order if not s.builders[at].holdings)
        if without and len(builder.holdings) > 1:
            s = then(steps, events.BiddingNarrowed(seat=seat, seats=without), s)
        if len(without) == 1 and len(s.offers) == 1:
            (last,) = s.offers
            cost = s.deck.contracts[last - 1].cost
            _win(s, Auction(last, cost, without[0], without), "MB-2-last-one", steps)
            return
    _naming(s, steps)


def _watch_rate(s: State, steps: Steps, *, early: bool) -> State:
    """Report the end of the early price, if it has just ended (MB-5-early)."""
    if early and not facts.is_early(s):
        return then(steps, events.EarlyRepaymentEnded(), s)
    return s


def _close_offer(s: State, steps: Steps) -> None:
    """End phase 2: put money on unwanted contracts, or withdraw them (MB-2-left-over)."""
    without = tuple(at for at, each in enumerate(s.builders) if not each.holdings)
    ended = events.AuctionsEnded(
        clause="MB-2-later" if s.round > 1 and without else "MB-2-end",
        without=without,
        left=facts.on_offer(s),
    )
    early = facts.is_early(s)
    s = then(steps, ended, replace(s, out=()))
    for number in s.left_over:
        withdrawn = events.ContractWithdrawn(
            contract=number, amount=LEFT_OVER, transfers=(Transfer(POT, BANK, LEFT_OVER),)
        )
        s = replace(
            s, left_over=s.left_over[1:], withdrawn=(*s.withdrawn, number), pot=s.pot - LEFT_OVER
        )
        s = then(steps, withdrawn, s)
    for number in s.offers:
        if s.round == s.last_round:  # there is no next round, so the bank puts nothing on it
            s = then(steps, events.ContractLeftOver(contract=number, amount=0), s)
            continue
        left = events.ContractLeftOver(
            contract=number, amount=LEFT_OVER, transfers=(Transfer(BANK, POT, LEFT_OVER),)
        )
        s = replace(
            s, offers=s.offers[1:], left_over=(*s.left_over, number), pot=s.pot + LEFT_OVER
        )
        s = then(steps, left, s)
    s = _watch_rate(s, steps, early=early)
    if not s.pile_size and not s.left_over and s.round < s.last_round:
        last = s.round + 1
        s = then(steps, events.ContractsGone(last=last), replace(s, last_round=last))
    _rest(_begin(s, 3, steps), steps, "event")


# --- phase 3: event ---------------------------------------------------------------------------


def _event(s: State, number: int, steps: Steps) -> None:
    if s.events:
        s = replace(s, events=tuple(each for each in s.events if each != number))
    else:
        s = replace(s, events_under=s.events_under[1:])
    turned_up = events.EventTurnedUp(seat=s.mallet, card=number)
    _strike(then(steps, turned_up, replace(s, event=number)), steps)


def _strike(s: State, steps: Steps) -> None:
    """Let the event strike the seats in turn, asking those with a choice (MB-3-event)."""
    number = s.event
    card = s.deck.events[number - 1]
    while s.served < len(s.builders):
        seat = facts.in_turn(s, s.served)
        if card.effect == "levy":
            if not _paid(s, seat, card.amount, "MB-3-event", steps):
                return
            s = steps[-1].state
            continue
        workers, need = facts.struck(s, card, s.builders[seat])
        if len(workers) > need > 0:
            _rest(replace(s, need=need), steps, "dismiss" if facts.leaves(card) else "idle", seat)
            return
        if not need:
            s = then(steps, events.SeatSpared(seat=seat, card=number), s)
        elif facts.leaves(card):
            s = _dismiss(s, seat, workers[0], steps)
        else:
            s = _turn_down(s, seat, workers, steps)
        s = replace(s, served=s.served + 1)
    s = replace(s, event=0, events_under=(*s.events_under, number))
    _assigning(then(steps, events.EventPutBack(card=number), s), steps)


def _choose(s: State, seat: Seat, worker: int, steps: Steps) -> None:
    if facts.leaves(s.deck.events[s.event - 1]):
        s = _dismiss(s, seat, worker, steps)
    else:
        s = _turn_down(s, seat, (worker,), steps)
    if s.need > 1:
        _rest(replace(s, need=s.need - 1), steps, "idle")
    else:
        _strike(replace(s, need=0, served=s.served + 1), steps)


def _turn_down(s: State, seat: Seat, workers: tuple[int, ...], steps: Steps) -> State:
    card = s.deck.events[s.event - 1]
    pay = card.amount if card.effect == "labour" else 0
    builder = s.builders[seat]
    builder = replace(
        builder, cash=builder.cash + pay * len(workers), idle=(*builder.idle, *workers)
    )
    event = events.WorkersTurnedDown(
        seat=seat,
        workers=workers,
        pay=pay,
        transfers=(Transfer(BANK, cash(seat), pay * len(workers)),) if pay else (),
    )
    return then(steps, event, replace(s, builders=_put(s, seat, builder)))


def _dismiss(s: State, seat: Seat, worker: int, steps: Steps) -> State:
    builder, piles = _without(s, seat, worker)
    event = events.WorkerDismissed(seat=seat, worker=worker, bill=builder.bill)
    return then(steps, event, replace(s, builders=_put(s, seat, builder), piles=piles))


# --- phase 4: building ------------------------------------------------------------------------


def _assigning(s: State, steps: Steps) -> None:
    """Begin phase 4; a seat with nobody to assign or nothing to build is ready (MB-4-assign)."""
    s = _begin(s, 4, steps)
    for seat, builder in enumerate(s.builders):
        if not _can_assign(s, builder):
            s = replace(s, builders=_put(s, seat, replace(builder, ready=True)))
            s = then(steps, events.AssignmentDone(seat=seat, workers=0), s)
    _await_assignments(s, steps)


def _can_assign(s: State, builder: Builder) -> bool:
    deck = s.deck
    free = [number for number in builder.crew if number not in builder.idle]
    best = max([deck.workers[number - 1].skill for number in free], default=-1)
    return any(
        least <= best
        for each in builder.holdings
        for least in open_sections(deck.contracts[each.contract - 1], each, {}).values()
    )


def _assign(s: State, seat: Seat, job: Job, steps: Steps) -> None:
    builder = s.builders[seat]
    builder = replace(builder, jobs=(*builder.jobs, job))
    event = events.WorkerAssigned(
        seat=seat, worker=job.worker, contract=job.contract, section=job.section
    )
    _rest(then(steps, event, replace(s, builders=_put(s, seat, builder))), steps, "assign")


def _ready(s: State, seat: Seat, steps: Steps) -> None:
    builder = replace(s.builders[seat], ready=True)
    event = events.AssignmentDone(seat=seat, workers=len(builder.jobs))
    s = then(steps, event, replace(s, builders=_put(s, seat, builder)))
    _await_assignments(s, steps)


def _await_assignments(s: State, steps: Steps) -> None:
    if all(each.ready for each in s.builders):
        _reveal(s, steps)
    else:
        _rest(s, steps, "assign")


def _reveal(s: State, steps: Steps) -> None:
    """Build manned sections that can stand (MB-4-assign), and turn workers up (MB-4-back)."""
    jobs = tuple(each.jobs for each in s.builders)
    if any(jobs):
        s = then(steps, events.AssignmentsRevealed(jobs=jobs), replace(s, phase="reveal"))
        for at in range(len(s.builders)):
            s = _build(s, facts.in_turn(s, at), steps)
    idle = sum(len(each.idle) for each in s.builders)
    builders = tuple(replace(each, idle=(), jobs=(), ready=False) for each in s.builders)
    s = replace(s, phase="settling", builders=builders)
    _income(then(steps, events.WorkersBack(idle=idle), s), steps)


def _build(s: State, seat: Seat, steps: Steps) -> State:
    deck = s.deck
    builder = s.builders[seat]
    for at, holding in enumerate(builder.holdings):
        number = holding.contract
        on = skills_on(deck, builder.jobs, number)
        if not on:
            continue
        contract = deck.contracts[number - 1]
        manned = [
            section
            for section, skills in on.items()
            if len(skills) == len(contract.heads[section - 1])
        ]
        new = rise(contract.kind, holding.built, manned)
        short = tuple(sorted(set(on) - set(manned)))
        fallen = tuple(sorted(set(manned) - set(new)))
        if new:
            built = tuple(sorted((*holding.built, *new)))
            holdings = builder.holdings
            holdings = put(holdings, at, Holding(number, built))
            builder = replace(builder, holdings=holdings)
            rose = events.SectionsBuilt(
                seat=seat, contract=number, sections=tuple(sorted(new)), standing=len(built)
            )
            s = then(steps, rose, replace(s, builders=_put(s, seat, builder)))
        if short:
            unmanned = events.SectionsUnbuilt(
                clause="MB-4-assign", seat=seat, contract=number, sections=short
            )
            s = then(steps, unmanned, s)
        if fallen:
            fell = events.SectionsUnbuilt(
                clause="MB-4-stable" if contract.kind == "house" else "MB-4-walls",
                seat=seat,
                contract=number,
                sections=fallen,
            )
            s = then(steps, fell, s)
    return s


# --- phase 5: income and wages ----------------------------------------------------------------


def _income(s: State, steps: Steps) -> None:
    s = _begin(s, 5, steps)
    early = facts.is_early(s)
    for at in range(len(s.builders)):
        seat = facts.in_turn(s, at)
        for holding in s.builders[seat].holdings:
            if facts.is_finished(holding.built):
                s = _collect(s, seat, holding, steps)
    _wages(_watch_rate(s, steps, early=early), steps)


def _collect(s: State, seat: Seat, holding: Holding, steps: Steps) -> State:
    amount = s.deck.contracts[holding.contract - 1].income
    builder = s.builders[seat]
    builder = replace(
        builder,
        cash=builder.cash + amount,
        holdings=tuple(each for each in builder.holdings if each != holding),
        town=(*builder.town, holding.contract),
    )
    paid = events.IncomePaid(
        seat=seat,
        contract=holding.contract,
        amount=amount,
        transfers=(Transfer(BANK, cash(seat), amount),),
    )
    return then(steps, paid, replace(s, builders=_put(s, seat, builder)))


def _wages(s: State, steps: Steps) -> None:
    """Make the seats pay their wages in turn, borrowing where they must (MB-5-wages)."""
    while s.served < len(s.builders):
        seat = facts.in_turn(s, s.served)
        bill = s.builders[seat].bill
        if not bill:
            s = replace(s, served=s.served + 1)
        elif _paid(s, seat, bill, "MB-5-wages", steps):
            s = steps[-1].state
        else:
            return
    _repaying(replace(s, served=0), steps)


def _paid(s: State, seat: Seat, due: int, clause: events.DueClause, steps: Steps) -> bool:
    """Make a seat pay what is due, or wait for it to borrow (MB-5-need)."""
    builder = s.builders[seat]
    if builder.cash < due:
        if s.due == 0:
            short = events.PaymentShort(clause=clause, seat=seat, due=due, cash=builder.cash)
            s = then(steps, short, s)
        _rest(replace(s, due=due), steps, "borrow", seat)
        return False
    paid = events.DuePaid(
        clause=clause,
        seat=seat,
        amount=due,
        workers=len(builder.crew),
        transfers=(Transfer(cash(seat), BANK, due),),
    )
    builder = replace(builder, cash=builder.cash - due)
    s = replace(s, builders=_put(s, seat, builder), served=s.served + 1, due=0)
    then(steps, paid, s)
    return True


def _borrow(s: State, seat: Seat, m: moves.Borrow, steps: Steps) -> None:
    amount = s.deck.loans[facts.LOAN_INDEX[m.loan]].receive
    builder = s.builders[seat]
    small, large = builder.loans
    loans = (small + 1, large) if m.loan == "small" else (small, large + 1)
    builder = replace(builder, cash=builder.cash + amount, loans=loans)
    taken = events.LoanTaken(
        seat=seat,
        loan=m.loan,
        amount=amount,
        due=s.due,
        cash=builder.cash,
        transfers=(Transfer(DEBTS[seat], cash(seat), amount),),
    )
    s = then(steps, taken, replace(s, builders=_put(s, seat, builder)))
    if s.event:
        _strike(s, steps)
    else:
        _wages(s, steps)


def _repay(s: State, seat: Seat, m: moves.Repay, waiting: Phase, steps: Steps) -> None:
    principal = s.deck.loans[facts.LOAN_INDEX[m.loan]].receive
    amount = facts.price(s, m.loan)
    builder = s.builders[seat]
    small, large = builder.loans
    loans = (small - 1, large) if m.loan == "small" else (small, large - 1)
    builder = replace(builder, cash=builder.cash - amount, loans=loans)
    repaid = events.LoanRepaid(
        seat=seat,
        loan=m.loan,
        principal=principal,
        amount=amount,
        early=facts.is_early(s),
        transfers=_repayment(seat, principal, amount),
    )
    s = then(steps, repaid, replace(s, builders=_put(s, seat, builder)))
    if waiting == "repay":
        _repaying(s, steps)
    else:
        _rest(s, steps, waiting)


def _repayment(seat: Seat, principal: int, amount: int) -> tuple[Transfer, ...]:
    """Split a repayment into the principal and the cost of the loan."""
    back = Transfer(cash(seat), DEBTS[seat], principal)
    if amount == principal:
        return (back,)
    return (back, Transfer(cash(seat), BANK, amount - principal))


def _repaying(s: State, steps: Steps) -> None:
    """Ask each seat that can repay a loan whether to do so, then end the round (MB-5-repay)."""
    if s.round == s.last_round:  # the final settlement repays everything at the same rate
        _reckon(s, steps)
        return
    while s.served < len(s.builders):
        seat = facts.in_turn(s, s.served)
        if facts.repayable(s, s.builders[seat]):
            _rest(s, steps, "repay", seat)
            return
        s = replace(s, served=s.served + 1)
    mallet = facts.in_turn(s, 1)
    number = s.round + 1
    last = number == s.last_round < ROUNDS
    begun = events.RoundBegun(
        clause="MB-end" if last else "MB-rounds-2-6", seat=mallet, round=number
    )
    s = replace(
        s,
        round=number,
        mallet=mallet,
        active=mallet,
        builders=tuple(replace(each, changes=0) for each in s.builders),
        climate=0,
        passes=0,
        turned=(0, 0, 0, 0),
    )
    _rest(_begin(then(steps, begun, s), 1, steps), steps, "hire")


# --- the end ----------------------------------------------------------------------------------


def _reckon(s: State, steps: Steps) -> None:
    """Pay for unfinished buildings, settle the loans, and end the game (MB-end)."""
    for at in range(len(s.builders)):
        seat = facts.in_turn(s, at)
        for holding in s.builders[seat].holdings:
            missing = SECTIONS - len(holding.built)
            each, amount = facts.left_to_pay(s, holding.contract, missing)
            builder = s.builders[seat]
            builder = replace(builder, cash=builder.cash + amount)
            paid = events.UnfinishedPaid(
                seat=seat,
                contract=holding.contract,
                income=s.deck.contracts[holding.contract - 1].income,
                missing=missing,
                each=each,
                amount=amount,
                transfers=(Transfer(BANK, cash(seat), amount),) if amount else (),
            )
            s = then(steps, paid, replace(s, builders=_put(s, seat, builder)))
    for at in range(len(s.builders)):
        seat = facts.in_turn(s, at)
        if s.builders[seat].loans != (0, 0):
            s = _settle(s, seat, steps)
    ended = events.GameEnded(
        winners=standing(s).ranking[0], cash=tuple(each.cash for each in s.builders)
    )
    _rest(then(steps, ended, s), steps, "over")


def _settle(s: State, seat: Seat, steps: Steps) -> State:
    builder = s.builders[seat]
    small, large = builder.loans
    amount = facts.debt(s, builder)
    principal = small * s.deck.loans[0].receive + large * s.deck.loans[1].receive
    settled = events.LoansSettled(
        seat=seat,
        small=small,
        large=large,
        amount=amount,
        early=facts.is_early(s),
        transfers=_repayment(seat, principal, amount),
    )
    builder = replace(builder, cash=builder.cash - amount, loans=(0, 0))
    return then(steps, settled, replace(s, builders=_put(s, seat, builder)))
