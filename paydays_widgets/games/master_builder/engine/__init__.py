"""Master Builder's rules: who may act, what is legal, and what each seat may see.

The game teaches ascending auctions with a budget limit and a reserve price, the cost of a
payroll, and credit with an early and a late price. All functions are pure and apply the clauses of
``rulebook.toml``. What follows from a move is in :mod:`.phases`.

Where a move takes an amount, :meth:`MasterBuilder.refuse` accepts every amount that the rules
accept, while :meth:`MasterBuilder.legal` lists only some: the smallest possible amount and
:data:`STEPS` above it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.balance import Item, Sheet
from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Decide,
    Over,
    Refusal,
    Seat,
    Settling,
    Standing,
    Turn,
)
from paydays_widgets.core.ledger import cash
from paydays_widgets.games.master_builder import moves
from paydays_widgets.games.master_builder.deck import SKILLS, Deck, default_deck
from paydays_widgets.games.master_builder.engine import phases
from paydays_widgets.games.master_builder.engine.building import PARTS, open_sections, skills_on
from paydays_widgets.games.master_builder.engine.facts import (
    LOAN_INDEX,
    debt,
    is_early,
    leaves,
    may_win,
    on_offer,
    price,
    repayable,
    struck,
    unopposed,
)
from paydays_widgets.games.master_builder.engine.phases import DEBTS, POT, ROUNDS
from paydays_widgets.games.master_builder.events import AssignmentsRevealed, Event, WorkerAssigned
from paydays_widgets.games.master_builder.moves import LOANS, NOTATION, Cards, Move
from paydays_widgets.games.master_builder.rules import Rules
from paydays_widgets.games.master_builder.state import Builder, BuilderView, Pile, State, View

BOXED: Final = 4
"""The contracts that stay in the box with two seats (MB-contracts)."""
STEPS: Final = (0, 1, 2, 5, 10)
"""How far the listed bids are above the smallest possible one, in thousands of dollars."""

_INDEX: Final = MappingProxyType({skill: at for at, skill in enumerate(SKILLS)})


class MasterBuilder(Engine[State, Move, Event, View, Rules, Deck]):
    """The engine. It holds no state: one instance serves every table."""

    id = "master_builder"
    version = 1
    rules_type = Rules
    deck_type = Deck
    notation = NOTATION
    seats = (2, 3, 4)
    clauses = Clauses(seats="MB-players", turns="MB-round", over="MB-end")
    chances = MappingProxyType(
        {
            "lot": "MB-players",
            "deal": "MB-workers",
            **dict.fromkeys(SKILLS, "MB-workers"),
            "economy": "MB-economy",
            "contract": "MB-2-reveal",
            "event": "MB-3-event",
        }
    )
    prompts = MappingProxyType(
        {
            "draft": Prompt("MB-1-draft", (moves.Hire, moves.Repay)),
            "hire": Prompt("MB-1-turns", (moves.Hire, moves.Fire, moves.Pass, moves.Repay)),
            "name": Prompt("MB-2-nominate", (moves.Name, moves.Pass, moves.Repay)),
            "must_name": Prompt("MB-2-must-name", (moves.Name, moves.Repay)),
            "auction": Prompt("MB-2-auction", (moves.Bid, moves.Pass, moves.Repay)),
            "idle": Prompt("MB-3-absent", (moves.Choose, moves.Repay)),
            "dismiss": Prompt("MB-3-gone", (moves.Choose, moves.Repay)),
            "assign": Prompt("MB-4-assign", (moves.Assign, moves.Build, moves.Repay)),
            "borrow": Prompt("MB-5-need", (moves.Borrow,)),
            "repay": Prompt("MB-5-repay", (moves.Pass, moves.Repay)),
        }
    )
    reasons = MappingProxyType(
        {
            "no_firing": ("MB-1-draft",),
            "must_take": ("MB-1-draft",),
            "pile_empty": ("MB-1-empty",),
            "wage_limit": ("MB-1-wages",),
            "limit": ("MB-1-three",),
            "not_in_crew": ("MB-1-fire", "MB-4-assign"),
            "not_on_offer": ("MB-2-nominate",),
            "below_cost": ("MB-2-nominate",),
            "no_cash": ("MB-2-auction",),
            "costs": ("MB-2-last-one",),
            "must_name": ("MB-2-must-name", "MB-2-last-one"),
            "too_low": ("MB-2-auction",),
            "passed": ("MB-2-auction",),
            "wins_no_more": ("MB-2-first-round",),
            "phase_over": ("MB-2-nominate",),
            "not_struck": ("MB-3-absent", "MB-3-gone"),
            "ready": ("MB-4-assign",),
            "face_down": ("MB-3-absent",),
            "at_work": ("MB-4-assign",),
            "no_such_section": ("MB-4-assign",),
            "stands": ("MB-4-assign",),
            "manned": ("MB-4-assign",),
            "skill": ("MB-4-assign",),
            "walls_first": ("MB-4-stable", "MB-4-walls"),
            "due_first": ("MB-5-need",),
            "not_due": ("MB-5-need",),
            "no_such_loan": ("MB-5-repay", "MB-5-loans"),
            "cannot_repay": ("MB-5-repay",),
        }
    )

    def deck(self) -> Deck:
        """Return the deck that comes with the game."""
        return default_deck()

    def set_up(self, seats: int, rules: Rules, deck: Deck) -> State:
        """Return the state before lots are drawn (MB-players, MB-money, MB-contracts).

        Raises
        ------
        ValueError
            If the deck has too few contracts for round 1.
        """
        boxed = BOXED if seats == min(self.seats) else 0
        if len(deck.contracts) < boxed + seats + 1:
            message = (
                f"the deck '{deck.name}' has {len(deck.contracts)} contracts; {seats} seats need "
                f"{boxed + seats + 1} (MB-2-reveal)"
            )
            raise ValueError(message)
        numbered = list(enumerate(deck.workers, 1))
        return State(
            rules=rules,
            deck=deck,
            phase="lot",
            round=0,
            mallet=0,
            active=0,
            builders=(Builder(deck.start_money),) * seats,
            piles=tuple(
                Pile(0, tuple(number for number, each in numbered if each.skill == skill))
                for skill in range(len(SKILLS))
            ),
            unseen=tuple(range(1, len(deck.contracts) + 1)),
            pile_size=len(deck.contracts) - boxed,
            economy=tuple(each.cards for each in deck.economy),
            events=tuple(range(1, len(deck.events) + 1)),
            last_round=ROUNDS,
        )

    def turn(self, s: State) -> Turn:
        """Return who may act."""
        phase = s.phase
        match phase:
            case "over":
                return Over(s.round)
            case "settling" | "reveal":
                return Settling(s.round)
            case "worker":
                return Chance(SKILLS[s.opening], s.round, s.turned[s.opening])
            case "deal":
                return Chance(phase, s.round, s.opening)
            case "contract":
                return Chance(phase, s.round, len(s.offers))
            case "lot" | "economy" | "event":
                return Chance(phase, s.round, 0)
            case "assign":
                waiting = [seat for seat, each in enumerate(s.builders) if not each.ready]
                return Decide(tuple(waiting), phase, s.round, s.count)
            case _:
                return Decide((s.active,), phase, s.round, s.count)

    def options(self, s: State, by: Seat) -> Sequence[Move]:
        """List the legal moves of a seat that may act."""
        match s.phase:
            case "assign":
                return (*_assignments(s, by), moves.Build(by), *_repayments(s, by))
            case "hire":
                return (*_changes(s, by), moves.Pass(by), *_repayments(s, by))
            case "draft":
                return _hires(s, by)
            case "auction":
                return (*_raises(s, by), moves.Pass(by), *_repayments(s, by))
            case "name":
                return (*_namings(s, by), moves.Pass(by), *_repayments(s, by))
            case "must_name":
                return _namings(s, by)
            case "idle" | "dismiss":
                found, _ = struck(s, s.deck.events[s.event - 1], s.builders[by])
                return (*[moves.Choose(by, worker) for worker in found], *_repayments(s, by))
            case "borrow":
                return [moves.Borrow(by, kind) for kind in LOANS]
            case _:
                return (moves.Pass(by), *_repayments(s, by))

    def refuse_seat(self, s: State, by: Seat) -> Refusal | None:
        """Explain why a seat has no part in an auction, or has finished assigning."""
        if s.phase == "assign":
            return Refusal("MB-4-assign", "ready", {"seat": by})
        if s.phase not in {"name", "must_name", "auction"}:
            return None
        if by in s.out:
            return Refusal("MB-2-nominate", "phase_over", {"seat": by})
        if not may_win(s, by):
            return Refusal("MB-2-first-round", "wins_no_more", {"seat": by})
        if s.auction and by not in s.auction.bidders:
            return Refusal("MB-2-auction", "passed", {"seat": by})
        return None

    def refuse_kind(self, s: State, m: Move) -> Refusal | None:
        """Explain why this kind of move is closed: firing or passing in round 1, or a loan."""
        match m:
            case moves.Fire() if s.phase == "draft":
                return Refusal("MB-1-draft", "no_firing")
            case moves.Pass() if s.phase == "draft":
                return Refusal("MB-1-draft", "must_take")
            case moves.Pass() if s.phase == "must_name":
                alone = unopposed(s, m.by)
                return Refusal("MB-2-last-one" if alone else "MB-2-must-name", "must_name")
            case moves.Borrow():
                return Refusal("MB-5-need", "not_due")
            case moves.Repay():
                return Refusal("MB-5-need", "due_first", {"due": s.due})
            case _:
                return None

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List what could come next: seats, or cards by number (economy cards by kind)."""
        match s.phase:
            case "deal" | "worker":
                pile = s.piles[s.opening]
                return _cards("worker", pile.unseen or pile.under[:1])
            case "contract":
                return _cards("contract", s.unseen)
            case "event":
                return _cards("event", s.events or s.events_under[:1])
            case "economy":
                return tuple(
                    Outcome(moves.TurnUp(CHANCE, "economy", card), left)
                    for card, left in enumerate(s.economy, 1)
                    if left
                )
            case "lot":
                seats = range(len(s.builders))
                return tuple(Outcome(moves.DrawLot(CHANCE, seat), 1) for seat in seats)
            case _:
                return ()

    def carry_out(self, s: State, m: Move) -> phases.Steps:
        """Carry out a legal move."""
        return phases.carry_out(s, m)

    def view(self, s: State, seat: Seat | None) -> View:
        """Return what a seat may know; for None, what lies open on the table."""
        builders = [
            BuilderView(
                cash=each.cash,
                crew=each.crew,
                bill=each.bill,
                idle=each.idle,
                holdings=each.holdings,
                town=each.town,
                loans=each.loans,
                ready=each.ready,
                changes=each.changes,
                assigned=len(each.jobs),
                jobs=each.jobs if at == seat or s.phase == "reveal" else None,
            )
            for at, each in enumerate(s.builders)
        ]
        return View(
            seat=seat,
            rules=s.rules,
            deck=s.deck,
            turn=self.turn(s),
            number=s.round,
            last_round=s.last_round,
            mallet=s.mallet,
            active=s.active,
            builders=tuple(builders),
            open=tuple(each.top for each in s.piles),
            pile_sizes=tuple(len(each.unseen) + len(each.under) for each in s.piles),
            contracts_left=s.pile_size,
            offers=s.offers,
            left_over=s.left_over,
            withdrawn=s.withdrawn,
            climate=s.climate,
            event=s.event,
            auction=s.auction,
            out=s.out,
            early=is_early(s),
            need=s.need,
            due=s.due,
            legal=() if seat is None else self.legal(s, seat),
        )

    def witness(self, e: Event, seat: Seat | None) -> Event | None:
        """Return what a seat may know of an event: others' assignments are hidden."""
        if isinstance(e, WorkerAssigned) and e.seat != seat:
            return replace(e, worker=None, contract=None, section=None)
        return e

    def told(self, m: Move, later: Iterable[Event]) -> bool:
        """Return whether an assignment has been revealed (MB-4-assign)."""
        return isinstance(m, moves.Assign) and any(
            isinstance(e, AssignmentsRevealed) for e in later
        )

    def imagine(self, s: State, seat: Seat, past: Sequence[Event], luck: Iterator[int]) -> State:
        """Let the others assign their workers again: only assignments are hidden."""
        if s.phase != "assign":
            return s
        builders = [
            replace(each, jobs=(), ready=False) if at != seat and each.jobs else each
            for at, each in enumerate(s.builders)
        ]
        return replace(s, builders=tuple(builders))

    def standing(self, s: State) -> Standing:
        """Rank the seats: cash, less what their loans would cost now (MB-end-loans)."""
        return phases.standing(s)

    def books(self, s: State) -> dict[str, int]:
        """Return each seat's cash and debt (below 0), and the money on contracts, in thousands."""
        found: dict[str, int] = {}
        small, large = s.deck.loans
        for seat, each in enumerate(s.builders):
            found[cash(seat)] = each.cash
            owed = each.loans[0] * small.receive + each.loans[1] * large.receive
            found[DEBTS[seat]] = -owed
        found[POT] = s.pot
        return found

    def sheet(self, s: State, seat: Seat) -> Sheet:
        """Draw up a seat's balance sheet; loans count as they would be repaid now (MB-end-loans).

        The part of that price that was never received is a debt of its own.
        """
        builder = s.builders[seat]
        small, large = s.deck.loans
        received = builder.loans[0] * small.receive + builder.loans[1] * large.receive
        return Sheet(
            assets=(Item("cash", builder.cash),),
            debts=(Item("loan", received), Item("premium", debt(s, builder) - received)),
        )


# --- what is legal ----------------------------------------------------------------------------


def _cards(cards: Cards, numbers: Iterable[int]) -> tuple[Outcome[Move], ...]:
    return tuple(_turned_up(cards, number) for number in numbers)


@cache
def _turned_up(cards: Cards, number: int) -> Outcome[Move]:
    return Outcome(moves.TurnUp(CHANCE, cards, number), 1)


def _hires(s: State, by: Seat) -> list[Move]:
    """List the hirings that the wage limit allows a seat (MB-1-wages)."""
    room = s.deck.wage_limit - s.builders[by].bill
    workers = s.deck.workers
    return [
        moves.Hire(by, SKILLS[at])
        for at, pile in enumerate(s.piles)
        if pile.top and workers[pile.top - 1].wage <= room
    ]


def _changes(s: State, by: Seat) -> list[Move]:
    builder = s.builders[by]
    if builder.changes >= s.rules.hire_fire_limit:
        return []
    return [*_hires(s, by), *[moves.Fire(by, worker) for worker in builder.crew]]


def _namings(s: State, by: Seat) -> list[Move]:
    has = s.builders[by].cash
    steps = STEPS[:1] if unopposed(s, by) else STEPS
    return [
        moves.Name(by, number, cost + step)
        for number in on_offer(s)
        for cost in (s.deck.contracts[number - 1].cost,)
        for step in steps
        if cost + step <= has
    ]


def _raises(s: State, by: Seat) -> list[Move]:
    has = s.builders[by].cash
    least = s.auction.bid + 1 if s.auction else 1
    return [moves.Bid(by, least + step) for step in STEPS if least + step <= has]


def _repayments(s: State, by: Seat) -> list[Move]:
    return [moves.Repay(by, kind) for kind in repayable(s, s.builders[by])]


def _assignments(s: State, by: Seat) -> list[Move]:
    deck, builder = s.deck, s.builders[by]
    busy = {job.worker for job in builder.jobs}.union(builder.idle)
    free = [
        (number, deck.workers[number - 1].skill) for number in builder.crew if number not in busy
    ]
    if not free:
        return []
    found: list[Move] = []
    for holding in builder.holdings:
        number = holding.contract
        on = skills_on(deck, builder.jobs, number)
        for section, least in open_sections(deck.contracts[number - 1], holding, on).items():
            found += [
                moves.Assign(by, worker, number, section)
                for worker, skill in free
                if skill >= least
            ]
    return found


# --- what is refused --------------------------------------------------------------------------


def _refuse_loan(_s: State, m: moves.Borrow | moves.Repay) -> Refusal | None:
    if m.loan in LOAN_INDEX:
        return None
    return Refusal("MB-5-loans", "no_such_loan", {"loan": m.loan})


def _refuse_repay(s: State, m: moves.Repay) -> Refusal | None:
    if m.loan not in LOAN_INDEX:
        return _refuse_loan(s, m)
    builder = s.builders[m.by]
    if not builder.loans[LOAN_INDEX[m.loan]]:
        return Refusal("MB-5-repay", "no_such_loan", {"loan": m.loan})
    if m.loan not in repayable(s, builder):
        facts = {"loan": m.loan, "price": price(s, m.loan), "cash": builder.cash}
        return Refusal("MB-5-repay", "cannot_repay", facts)
    return None


def _refuse_hire(s: State, m: moves.Hire) -> Refusal | None:
    builder = s.builders[m.by]
    limit = s.rules.hire_fire_limit
    if s.phase == "hire" and builder.changes >= limit:
        return Refusal("MB-1-three", "limit", {"limit": limit})
    at = _INDEX.get(m.skill)
    if at is None or not s.piles[at].top:
        return Refusal("MB-1-empty", "pile_empty", {"skill": m.skill})
    wage = s.deck.workers[s.piles[at].top - 1].wage
    if builder.bill + wage > s.deck.wage_limit:
        facts = {"bill": builder.bill, "wage": wage, "limit": s.deck.wage_limit}
        return Refusal("MB-1-wages", "wage_limit", facts)
    return None


def _refuse_fire(s: State, m: moves.Fire) -> Refusal | None:
    builder = s.builders[m.by]
    limit = s.rules.hire_fire_limit
    if builder.changes >= limit:
        return Refusal("MB-1-three", "limit", {"limit": limit})
    if m.worker not in builder.crew:
        return Refusal("MB-1-fire", "not_in_crew", {"worker": m.worker})
    return None


def _refuse_name(s: State, m: moves.Name) -> Refusal | None:
    if m.contract not in on_offer(s):
        return Refusal("MB-2-nominate", "not_on_offer", {"contract": m.contract})
    cost = s.deck.contracts[m.contract - 1].cost
    has = s.builders[m.by].cash
    if m.bid < cost:
        return Refusal("MB-2-nominate", "below_cost", {"bid": m.bid, "cost": cost})
    if m.bid > has:
        return Refusal("MB-2-auction", "no_cash", {"bid": m.bid, "cash": has})
    if m.bid > cost and unopposed(s, m.by):
        return Refusal("MB-2-last-one", "costs", {"cost": cost})
    return None


def _refuse_bid(s: State, m: moves.Bid) -> Refusal | None:
    has = s.builders[m.by].cash
    high = s.auction.bid if s.auction else 0
    if m.amount <= high:
        return Refusal("MB-2-auction", "too_low", {"bid": m.amount, "high": high})
    if m.amount > has:
        return Refusal("MB-2-auction", "no_cash", {"bid": m.amount, "cash": has})
    return None


def _refuse_choice(s: State, m: moves.Choose) -> Refusal | None:
    card = s.deck.events[s.event - 1]
    found, _ = struck(s, card, s.builders[m.by])
    if m.worker in found:
        return None
    facts: dict[str, int | str] = {"worker": m.worker, "leaves": int(leaves(card))}
    return Refusal(MASTER_BUILDER.prompts[s.phase].clause, "not_struck", facts)


def _refuse_assignment(s: State, m: moves.Assign) -> Refusal | None:
    deck, builder = s.deck, s.builders[m.by]
    facts: dict[str, int | str] = {"worker": m.worker}
    if m.worker not in builder.crew:
        return Refusal("MB-4-assign", "not_in_crew", facts)
    if m.worker in builder.idle:
        return Refusal("MB-3-absent", "face_down", facts)
    if any(job.worker == m.worker for job in builder.jobs):
        return Refusal("MB-4-assign", "at_work", facts)
    facts = {"contract": m.contract, "section": m.section}
    holding = next((each for each in builder.holdings if each.contract == m.contract), None)
    if holding is None or not 1 <= m.section <= len(deck.contracts[m.contract - 1].heads):
        return Refusal("MB-4-assign", "no_such_section", facts)
    if m.section in holding.built:
        return Refusal("MB-4-assign", "stands", facts)
    contract = deck.contracts[m.contract - 1]
    on = skills_on(deck, builder.jobs, m.contract)
    least = open_sections(contract, holding, on).get(m.section)
    if least is None:
        there = len(on.get(m.section, ()))
        if there == len(contract.heads[m.section - 1]):
            return Refusal("MB-4-assign", "manned", facts)
        clause = "MB-4-stable" if contract.kind == "house" else "MB-4-walls"
        return Refusal(
            clause, "walls_first", {**facts, "part": PARTS[contract.kind][m.section - 1]}
        )
    if deck.workers[m.worker - 1].skill < least:
        skill = deck.workers[m.worker - 1].skill
        return Refusal(
            "MB-4-assign", "skill", {**facts, "has": SKILLS[skill], "needs": SKILLS[least]}
        )
    return None


MASTER_BUILDER: Final = MasterBuilder(
    checks={
        moves.Hire: _refuse_hire,
        moves.Fire: _refuse_fire,
        moves.Name: _refuse_name,
        moves.Bid: _refuse_bid,
        moves.Choose: _refuse_choice,
        moves.Assign: _refuse_assignment,
        moves.Borrow: _refuse_loan,
        moves.Repay: _refuse_repay,
    }
)
