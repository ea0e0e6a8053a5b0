"""Pay Day's rules: who may act, what is legal, and what follows from a move.

The game teaches how a household's cash flow affects its net worth: a loan costs a fifth a month,
savings earn a tenth, and a household with neither cash nor savings when a bill falls due must
borrow. All functions are pure and apply the clauses of ``rulebook.toml``.

This module decides who may act, what is legal, and what is refused and why. What follows from a
move is in :mod:`~paydays_widgets.games.pay_day.engine.agenda`.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, cast, get_args

from msgspec.structs import replace

from paydays_widgets.core.balance import Sheet
from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt, put
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Decide,
    Over,
    Refusal,
    Seat,
    Settling,
    Step,
    Turn,
)
from paydays_widgets.core.ledger import cash
from paydays_widgets.games.pay_day.deck import Deck, default_deck
from paydays_widgets.games.pay_day.engine import balance
from paydays_widgets.games.pay_day.engine.agenda import ACTS, WORK, next_turn
from paydays_widgets.games.pay_day.engine.facts import (
    FEE,
    LOAN,
    MAX_SEATS,
    POT,
    SAVINGS,
    STAKES,
    STEP,
    decider,
    fee_now,
    plight,
    shortfall,
    up_to_step,
)
from paydays_widgets.games.pay_day.engine.pieces import Steps
from paydays_widgets.games.pay_day.events import Event
from paydays_widgets.games.pay_day.moves import (
    NOTATION,
    Borrow,
    Buy,
    Deliver,
    Deposit,
    Move,
    Pass,
    Repay,
    Roll,
    Sell,
    Stake,
    TurnUp,
    Withdraw,
)
from paydays_widgets.games.pay_day.rules import MOST_MONTHS, Rules
from paydays_widgets.games.pay_day.state import (
    DealOffer,
    Household,
    InsuranceOffer,
    Payment,
    PokerTable,
    Purpose,
    State,
    View,
)

LISTED_LOAN: Final = 1000
"""Loans without a limit are listed up to this many dollars; larger ones are legal too."""
BET_STEP: Final = 10
MOST_BET: Final = 100
"""The largest stake on a Swellfare card, in dollars; stakes rise in BET_STEPs (PD-swellfare)."""

_ACCOUNT: Final = MappingProxyType(
    {Withdraw: "PD-savings", Deposit: "PD-savings", Borrow: "PD-loan", Repay: "PD-loan"}
)
_LANES: Final[Mapping[str, int]] = MappingProxyType(
    {purpose: at for at, purpose in enumerate(get_args(Purpose))}
)
_DECISIONS: Final = len(_LANES)
_CHOSEN: Final = frozenset({"deal", "insurance", "poker", "swellfare"})
"""What a seat pays for by its own choice (PD-raise)."""
_ROLLS: Final[tuple[Outcome[Move], ...]] = tuple(
    Outcome(Roll(CHANCE, pips), 1) for pips in range(1, 7)
)


class PayDay(Engine[State, Move, Event, View, Rules, Deck]):
    """The engine. It holds no state: one instance serves every table."""

    id = "pay_day"
    version = 1
    rules_type = Rules
    deck_type = Deck
    notation = NOTATION
    seats = (2, 3, MAX_SEATS)
    clauses = Clauses(seats="PD-players", turns="PD-players", over="PD-end", out="PD-own-pace")
    chances = MappingProxyType(
        {
            "roll": "PD-move",
            "turn_up": "PD-deal-deck",
            "mail": "PD-mail-deck",
            "commission": "PD-deal-commission",
            "poker": "PD-poker",
            "swellfare": "PD-swellfare",
        }
    )
    prompts = MappingProxyType(
        {
            "buy": Prompt("PD-deal", (Buy, Withdraw, Borrow, Pass)),
            "insure": Prompt("PD-insurance", (Buy, Withdraw, Borrow, Pass)),
            "bet": Prompt("PD-swellfare", (Stake, Withdraw, Borrow, Pass)),
            "sell": Prompt("PD-buyer", (Sell, Withdraw, Borrow, Pass)),
            "stake": Prompt("PD-poker", (Stake, Withdraw, Borrow, Pass)),
            "raise": Prompt("PD-raise", (Withdraw, Borrow)),
            "bank": Prompt("PD-payday-4-bank", (Repay, Withdraw, Deposit, Borrow, Pass)),
        }
    )
    reasons = MappingProxyType(
        {
            "payday_only": ("PD-savings", "PD-loan"),
            "nothing_due": ("PD-savings", "PD-loan"),
            "not_held": ("PD-buyer",),
            "no_such_stake": ("PD-poker", "PD-swellfare"),
            "not_in_need": ("PD-swellfare",),
            "steps": ("PD-savings", "PD-loan", "PD-payday-4-bank"),
            "has_loan": ("PD-one-account",),
            "has_savings": ("PD-one-account",),
            "more_than_saved": ("PD-savings",),
            "more_than_owed": ("PD-payday-4-bank",),
            "more_than_cash": ("PD-payday-4-bank",),
            "more_than_needed": ("PD-raise",),
            "max_loan": ("PD-raise",),
            "above_max_loan": ("PD-raise",),
        }
    )

    def deck(self) -> Deck:
        """Return the deck that comes with the game."""
        return default_deck()

    def set_up(self, seats: int, rules: Rules, deck: Deck) -> State:
        """Return the state before the first roll (PD-players, PD-start).

        Raises
        ------
        ValueError
            If the number of months is not between 1 and 12.
        """
        if not 1 <= rules.months <= MOST_MONTHS:
            message = f"a game has 1 to {MOST_MONTHS} months, not {rules.months} (PD-players)"
            raise ValueError(message)
        return State(
            rules=rules,
            deck=deck,
            phase="roll",
            turn=1,
            active=rules.first,
            households=(Household(deck.start_money),) * seats,
            deals=tuple(range(1, len(deck.deals) + 1)),
            mail=tuple(range(1, len(deck.mail) + 1)),
        )

    def turn(self, s: State) -> Turn:
        """Return who may act."""
        phase = s.phase
        lane = _LANES.get(phase)
        if lane is not None:
            return Chance(phase, s.turn, s.counts[lane])
        if phase == "settling":
            return Settling(s.turn)
        if phase == "over":
            return Over(s.turn)
        return Decide((decider(s),), phase, s.turn, s.counts[_DECISIONS])

    def playing(self, s: State) -> list[bool]:
        """Return, for each seat, whether it has months left to play (PD-own-pace)."""
        return [household.month <= s.rules.months for household in s.households]

    def options(self, s: State, by: Seat) -> tuple[Move, ...]:
        """List the legal moves of the seat that decides.

        Where any multiple of a step is allowed, only some sums are listed, like the values of
        banknotes: every sum with a single non-zero digit, the largest sum, and, where a payment
        is due, the smallest sum that meets it. Loans without a limit are listed up to
        LISTED_LOAN, or up to what a payment needs. ``refuse`` also accepts the other sums.
        """
        phase = s.phase
        if phase == "raise":
            return _ways_to_raise(s, by)
        if phase == "bank":
            return (*_bank_business(by, s.households[by]), *_loans(s, by), Pass(by))
        return (*_answers(s, by), *_till(s, by), Pass(by))

    def refuse_kind(self, s: State, m: Move) -> Refusal | None:
        """Explain why money is saved or paid back only on Pay Day, or return None."""
        if not isinstance(m, Repay | Deposit):
            return None
        return Refusal(_ACCOUNT[type(m)], "payday_only", {"move": type(m).__name__.lower()})

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List what could be rolled, turned up or delivered next, by number.

        Cards put under a deck come last, in the order in which they were put there.
        """
        phase = s.phase
        if phase == "mail":
            mail = _mail(len(s.deck.mail))
            return tuple([mail[number - 1] for number in s.mail or s.mail_under[:1]])
        if phase == "turn_up":
            deals = _deals(len(s.deck.deals))
            return tuple([deals[number - 1] for number in s.deals or s.deals_under[:1]])
        return _ROLLS if phase in _LANES else ()

    def carry_out(self, s: State, m: Move) -> Steps:
        """Carry out a legal move."""
        lane = _LANES.get(s.phase, _DECISIONS)
        counts = put(s.counts, lane, s.counts[lane] + 1)
        steps: Steps = []
        act = ACTS[s.phase, type(m)]
        s = act(replace(s, phase="settling", counts=counts), m, steps)
        while s.phase == "settling":
            agenda = s.agenda
            s = WORK[type(agenda[0])](s, agenda[0], steps) if agenda else next_turn(s, steps)
        steps[-1] = Step(steps[-1].event, s)
        return steps

    def view(self, s: State, seat: Seat | None) -> View:
        """Return what a seat may know: everything but the order of the decks."""
        return View(
            seat=seat,
            rules=s.rules,
            deck=s.deck,
            turn=self.turn(s),
            number=s.turn,
            active=s.active,
            households=s.households,
            deals=s.deals,
            deals_under=s.deals_under,
            mail=s.mail,
            mail_under=s.mail_under,
            mail_discard=s.mail_discard,
            pot=s.pot,
            pot_open=s.pot_open,
            stakes=s.stakes,
            agenda=s.agenda,
            legal=() if seat is None else self.legal(s, seat),
        )

    def books(self, s: State) -> dict[str, int]:
        """Return the pots, and each seat's cash, savings and loan (negative), in dollars."""
        books = {}
        for seat, household in enumerate(s.households):
            books[cash(seat)] = household.cash
            books[SAVINGS[seat]] = household.savings
            books[LOAN[seat]] = -household.loan
        books[POT] = s.pot
        books[STAKES] = s.stakes
        return books

    def sheet(self, s: State, seat: Seat) -> Sheet:
        """Draw up a seat's balance sheet, with Deals, bills and interest, which do not count."""
        return balance.sheet(s, seat)


# --- what is legal ----------------------------------------------------------------------------


@cache
def _deals(n: int) -> tuple[Outcome[Move], ...]:
    return tuple(Outcome(TurnUp(CHANCE, deal), 1) for deal in range(1, n + 1))


@cache
def _mail(n: int) -> tuple[Outcome[Move], ...]:
    return tuple(Outcome(Deliver(CHANCE, card), 1) for card in range(1, n + 1))


@lru_cache(maxsize=4096)
def _sums(kind: Callable[[Seat, int], Move], by: Seat, most: int) -> tuple[Move, ...]:
    """List a move with the round sums below a maximum, and with the maximum itself."""
    sums = []
    unit = STEP
    while unit <= most:
        sums += [unit * digit for digit in range(1, 10) if unit * digit < most]
        unit *= 10
    if most > 0:
        sums.append(most)
    return tuple(kind(by, each) for each in sums)


@lru_cache(maxsize=16)
def _bets(by: Seat) -> tuple[Move, ...]:
    return tuple(Stake(by, sum_) for sum_ in range(BET_STEP, MOST_BET + 1, BET_STEP))


def _means(household: Household, most_loan: int) -> int:
    """Return the most that a household can pay by choice, if its loan may not exceed a limit.

    Chosen payments never fall on Pay Day, so a withdrawal always costs the fee.
    """
    if household.savings:
        return household.cash + household.savings - FEE + most_loan
    return household.cash + max(0, most_loan - household.loan)


def _answers(s: State, by: Seat) -> tuple[Move, ...]:
    """List the moves that accept an offer."""
    item = s.agenda[0]
    household = s.households[by]
    offered: tuple[Move, ...]
    match s.phase:
        case "sell":
            return tuple(Sell(by, deal) for deal in household.deals)
        case "bet":
            offered = _bets(by) if plight(household, s.rules, s.deck).in_need else ()
        case "stake":
            offered = (Stake(by, cast("PokerTable", item).stake),)
        case _:
            offered = (Buy(by),)
    if s.rules.max_loan is None:
        return offered
    return tuple(move for move in offered if _beyond(s, move) is None)


def _till(s: State, by: Seat) -> tuple[Move, ...]:
    """List what can be done at the bank while something else is decided."""
    savings = s.households[by].savings
    if s.rules.banking == "any_time" and savings:
        return _sums(Withdraw, by, savings)
    return _loans(s, by)


def _loans(s: State, by: Seat) -> tuple[Move, ...]:
    """List the loans that may be taken."""
    if s.households[by].savings:
        return ()
    needed, most = _loan_needed(s), _largest_loan(s, by)
    listed = max(LISTED_LOAN, needed)
    return _sums(Borrow, by, listed if most is None else min(most, listed))


def _loan_needed(s: State) -> int:
    """Return the loan that the payment due calls for; 0 if none is due."""
    return up_to_step(shortfall(s)) if s.phase == "raise" else 0


def _largest_loan(s: State, by: Seat) -> int | None:
    """Return the largest sum that may be borrowed now; None for no limit (PD-loan, PD-raise)."""
    limit = s.rules.max_loan
    room = None if limit is None else max(0, limit - s.households[by].loan)
    chosen = s.phase != "raise" or cast("Payment", s.agenda[0]).debt in _CHOSEN
    needed = _loan_needed(s)
    if s.rules.banking == "when_due":
        return min(needed, room) if chosen and room is not None else needed
    return room if chosen or room is None else max(room, needed)


def _ways_to_raise(s: State, by: Seat) -> tuple[Move, ...]:
    household = s.households[by]
    lacks = shortfall(s)
    if not household.savings:
        return _loans(s, by)
    ways = _sums(Withdraw, by, household.savings)
    enough = Withdraw(by, up_to_step(lacks + fee_now(household)))
    if enough.amount < household.savings and enough not in ways:
        ways = (
            *[way for way in ways if cast("Withdraw", way).amount < enough.amount],
            enough,
            *[way for way in ways if cast("Withdraw", way).amount > enough.amount],
        )
    if s.rules.max_loan is not None:
        ways = tuple(way for way in ways if _refuse_sum(s, cast("Withdraw", way)) is None)
    return ways


def _bank_business(by: Seat, household: Household) -> tuple[Move, ...]:
    there = household.cash // STEP * STEP
    if household.loan:
        return _sums(Repay, by, min(there, household.loan))
    return (*_sums(Withdraw, by, household.savings), *_sums(Deposit, by, there))


def _refuse_sale(s: State, m: Sell) -> Refusal | None:
    if m.deal in s.households[m.by].deals:
        return None
    return Refusal("PD-buyer", "not_held", {"deal": m.deal})


def _refuse_stake(s: State, m: Stake) -> Refusal | None:
    amount = m.amount
    clause = PAY_DAY.prompts[s.phase].clause
    if s.phase == "stake":
        stake = cast("PokerTable", s.agenda[0]).stake
        if amount != stake:
            facts = {"amount": amount, "least": stake, "most": stake}
            return Refusal(clause, "no_such_stake", facts)
    elif amount % BET_STEP or not BET_STEP <= amount <= MOST_BET:
        facts = {"amount": amount, "least": BET_STEP, "most": MOST_BET}
        return Refusal(clause, "no_such_stake", facts)
    elif not (debts := plight(s.households[m.by], s.rules, s.deck)).in_need:
        return Refusal(clause, "not_in_need", {"owed": debts.owed, "means": debts.means})
    return _beyond(s, m)


def _beyond(s: State, m: Move) -> Refusal | None:
    """Refuse a chosen payment that the seat could not meet within the loan limit (PD-raise)."""
    most_loan = s.rules.max_loan
    if most_loan is None:
        return None
    item = s.agenda[0]
    if isinstance(m, Stake):
        price = m.amount
    elif isinstance(item, DealOffer):
        price = s.deck.deals[item.deal - 1].cost
    else:
        price = s.deck.mail[cast("InsuranceOffer", item).card - 1].amount
    means = _means(s.households[m.by], most_loan)
    if means >= price:
        return None
    return Refusal("PD-raise", "max_loan", {"price": price, "means": means, "most": most_loan})


def _closed(s: State, m: Move) -> bool:
    """Say whether the bank neither lends nor pays out now, since no payment calls for it."""
    if s.rules.banking == "any_time" or s.phase == "raise":
        return False
    return isinstance(m, Borrow) or (isinstance(m, Withdraw) and s.phase != "bank")


def _refuse_sum(s: State, m: Withdraw | Borrow | Repay | Deposit) -> Refusal | None:
    amount = m.amount
    household = s.households[m.by]
    if _closed(s, m):
        return Refusal(_ACCOUNT[type(m)], "nothing_due", {"move": type(m).__name__.lower()})
    if amount < STEP or amount % STEP:
        clause = "PD-payday-4-bank" if s.phase == "bank" else _ACCOUNT[type(m)]
        return Refusal(clause, "steps", {"amount": amount, "step": STEP})
    match m:
        case Withdraw():
            if amount > household.savings:
                facts = {"amount": amount, "savings": household.savings}
                return Refusal("PD-savings", "more_than_saved", facts)
            return _refuse_fee(s, m) if s.phase == "raise" else None
        case Borrow():
            return _refuse_loan(s, m)
        case Repay():
            if amount > household.loan:
                facts = {"amount": amount, "loan": household.loan}
                return Refusal("PD-payday-4-bank", "more_than_owed", facts)
        case Deposit():
            if household.loan:
                return Refusal("PD-one-account", "has_loan", {"loan": household.loan})
    if amount > household.cash:
        facts = {"amount": amount, "cash": household.cash}
        return Refusal("PD-payday-4-bank", "more_than_cash", facts)
    return None


def _refuse_fee(s: State, m: Withdraw) -> Refusal | None:
    """Refuse a withdrawal whose fee would put a chosen payment out of reach (PD-raise)."""
    payment = cast("Payment", s.agenda[0])
    most_loan = s.rules.max_loan
    if most_loan is None or payment.debt not in _CHOSEN:
        return None
    household = s.households[m.by]
    left = household.savings - m.amount
    after = replace(household, cash=household.cash + m.amount - FEE, savings=left)
    means = _means(after, most_loan)
    if max(after.cash, means) >= payment.amount:
        return None
    facts = {"price": payment.amount, "means": means, "most": most_loan}
    return Refusal("PD-raise", "max_loan", facts)


def _refuse_loan(s: State, m: Borrow) -> Refusal | None:
    household = s.households[m.by]
    if household.savings:
        return Refusal("PD-one-account", "has_savings", {"savings": household.savings})
    most = _largest_loan(s, m.by)
    if most is None or m.amount <= most:
        return None
    needed, limit = _loan_needed(s), s.rules.max_loan
    if m.amount <= needed and limit is not None:
        price = cast("Payment", s.agenda[0]).amount
        facts = {"price": price, "means": _means(household, limit), "most": limit}
        return Refusal("PD-raise", "max_loan", facts)
    if limit is None or s.rules.banking == "when_due":
        return Refusal("PD-raise", "more_than_needed", {"amount": m.amount, "most": needed})
    facts = {"amount": m.amount, "loan": household.loan, "most": limit}
    return Refusal("PD-raise", "above_max_loan", facts)


PAY_DAY: Final = PayDay(
    checks={
        Buy: _beyond,
        Sell: _refuse_sale,
        Stake: _refuse_stake,
        **dict.fromkeys((Withdraw, Borrow, Repay, Deposit), _refuse_sum),
    }
)
