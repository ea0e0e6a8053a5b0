"""Pay Day's rules: who may act, what is legal, and what follows from a move.

Teaches what a household's cash flow does to its net worth: a loan costs a fifth a month, savings
earn a tenth, and whoever has neither cash nor savings when a bill falls due must borrow. All
functions are pure; the clauses that they apply are those of ``rulebook.toml``.

What follows from a move stands in :mod:`~paydays_widgets.games.pay_day.engine.agenda`; here is
who may act, what is legal, and what is refused and why.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, cast, get_args

from msgspec.structs import replace

from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Decide,
    IllegalMove,
    Over,
    Refusal,
    Seat,
    Settling,
    Standing,
    Step,
    Turn,
)
from paydays_widgets.core.ledger import cash
from paydays_widgets.games.pay_day import moves
from paydays_widgets.games.pay_day.deck import Deck, default_deck
from paydays_widgets.games.pay_day.engine.agenda import (
    ACTS,
    FEE,
    LOAN,
    MAX_SEATS,
    POT,
    SAVINGS,
    STAKES,
    STEP,
    WORK,
    Steps,
    decider,
    fee_now,
    next_turn,
    ranking,
    shortfall,
)
from paydays_widgets.games.pay_day.events import (
    Event,
)
from paydays_widgets.games.pay_day.moves import (
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
from paydays_widgets.games.pay_day.rules import Rules
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

MIN_SEATS: Final = 2
MOST_MONTHS: Final = 12
"""The most months that a game can have (PD-players)."""
BET_STEP: Final = 10
MOST_BET: Final = 100
"""Stakes on a Swellfare card go up to this much, in steps (PD-swellfare)."""

REFUSALS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "over": ("PD-end",),
        "settling": ("PD-move",),
        "no_seat": ("PD-players",),
        "finished": ("PD-own-pace",),
        "not_your_turn": ("PD-players",),
        "chance_acts": (
            "PD-move",
            "PD-deal-deck",
            "PD-mail-deck",
            "PD-deal-commission",
            "PD-poker",
            "PD-swellfare",
        ),
        "cannot_come": (
            "PD-move",
            "PD-deal-deck",
            "PD-mail-deck",
            "PD-deal-commission",
            "PD-poker",
            "PD-swellfare",
        ),
        "not_chance": (
            "PD-deal",
            "PD-insurance",
            "PD-swellfare",
            "PD-buyer",
            "PD-poker",
            "PD-raise",
            "PD-payday-4-bank",
        ),
        "wrong_phase": (
            "PD-deal",
            "PD-insurance",
            "PD-swellfare",
            "PD-buyer",
            "PD-poker",
            "PD-raise",
            "PD-payday-4-bank",
        ),
        "payday_only": ("PD-savings", "PD-loan"),
        "nothing_due": ("PD-savings", "PD-loan"),
        "not_held": ("PD-buyer",),
        "no_such_stake": ("PD-poker", "PD-swellfare"),
        "steps": ("PD-savings", "PD-loan", "PD-payday-4-bank"),
        "has_loan": ("PD-one-account",),
        "has_savings": ("PD-one-account",),
        "more_than_saved": ("PD-savings",),
        "more_than_owed": ("PD-payday-4-bank",),
        "more_than_cash": ("PD-payday-4-bank",),
        "more_than_needed": ("PD-raise",),
        "max_loan": ("PD-raise",),
    }
)
"""Every reason for a refusal, with the clauses that it can carry."""

_CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "roll": "PD-move",
        "turn_up": "PD-deal-deck",
        "mail": "PD-mail-deck",
        "commission": "PD-deal-commission",
        "poker": "PD-poker",
        "swellfare": "PD-swellfare",
        "buy": "PD-deal",
        "insure": "PD-insurance",
        "bet": "PD-swellfare",
        "sell": "PD-buyer",
        "stake": "PD-poker",
        "raise": "PD-raise",
        "bank": "PD-payday-4-bank",
    }
)
"""The clause that says what is to be done in a phase."""
_ANSWERS: Final[Mapping[str, tuple[type, ...]]] = MappingProxyType(
    {
        "buy": (Buy, Pass),
        "insure": (Buy, Pass),
        "bet": (Stake, Pass),
        "sell": (Sell, Pass),
        "stake": (Stake, Pass),
        "raise": (Withdraw, Borrow),
        "bank": (Repay, Withdraw, Deposit, Pass),
    }
)
"""The kinds of moves that a prompt can be answered with."""
_ACCOUNT: Final = MappingProxyType(
    {Withdraw: "PD-savings", Deposit: "PD-savings", Borrow: "PD-loan", Repay: "PD-loan"}
)
_LANES: Final[Mapping[str, int]] = MappingProxyType(
    {purpose: at for at, purpose in enumerate(get_args(Purpose))}
)
_DICE: Final = frozenset(_LANES) - {"mail", "turn_up"}
_DECISIONS: Final = len(_LANES)
_CHOSEN: Final = frozenset({"deal", "insurance", "poker", "swellfare"})
"""What a seat pays for by its own choice (PD-raise)."""
_ROLLS: Final[tuple[Outcome[Move], ...]] = tuple(
    Outcome[Move](Roll(CHANCE, pips), 1) for pips in range(1, 7)
)
_DEALS: Final = tuple(Outcome[Move](TurnUp(CHANCE, number), 1) for number in range(1000))
_MAIL: Final = tuple(Outcome[Move](Deliver(CHANCE, number), 1) for number in range(1000))


class PayDay:
    """The engine. It keeps nothing: one instance serves every table."""

    id: Final = "pay_day"
    version: Final = 1
    rules_type: Final = Rules
    deck_type: Final = Deck

    def deck(self) -> Deck:
        """Give the deck that comes with the game."""
        return default_deck()

    def start(self, seats: int, rules: Rules | None = None, deck: Deck | None = None) -> State:
        """Give the state before the first roll (PD-players, PD-start).

        Raises
        ------
        ValueError
            If there are not 2 to 4 seats or 1 to 12 months, or the first seat is none of them.
        """
        rules = rules or Rules()
        deck = deck or default_deck()
        if not MIN_SEATS <= seats <= MAX_SEATS:
            message = f"Pay Day has 2 to 4 seats, not {seats} (PD-players)"
            raise ValueError(message)
        if not 1 <= rules.months <= MOST_MONTHS:
            message = f"a game has 1 to {MOST_MONTHS} months, not {rules.months} (PD-players)"
            raise ValueError(message)
        if not 0 <= rules.first < seats:
            message = f"the first seat must be one of seats 1 to {seats}, not {rules.first + 1}"
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
        """Tell who may act."""
        phase = s.phase
        lane = _LANES.get(phase)
        if lane is not None:
            return Chance(phase, s.turn, s.counts[lane])
        if phase == "settling":
            return Settling(s.turn)
        if phase == "over":
            return Over(s.turn)
        return Decide((decider(s),), phase, s.turn, s.counts[_DECISIONS])

    def legal(self, s: State, by: Seat) -> tuple[Move, ...]:
        """List a seat's legal moves, or what chance could do; empty where it may not act.

        Where any sum in steps may be named, a selection is listed, as banknotes would give it:
        every sum with a single digit that is not 0, the largest sum, and, where a payment is to
        be met, the smallest one that meets it. ``refuse`` accepts the sums between, too.
        """
        phase = s.phase
        if phase in _LANES:
            return tuple([each.move for each in self.outcomes(s)]) if by == CHANCE else ()
        if phase not in _ANSWERS or by != decider(s):
            return ()
        if phase == "raise":
            return _ways_to_raise(s, by)
        if phase == "bank":
            return _bank_business(by, s.households[by])
        if phase == "sell":
            return (*[Sell(by, deal) for deal in s.households[by].deals], Pass(by))
        offered: tuple[Move, ...] = (Buy(by),)
        if phase in {"bet", "stake"}:
            item = s.agenda[0]
            offered = _bets(by) if phase == "bet" else (Stake(by, cast("Any", item).stake),)
        if s.rules.max_loan is not None:
            offered = tuple([move for move in offered if _beyond(s, move) is None])
        return (*offered, Pass(by))

    def refuse(self, s: State, m: Move) -> Refusal | None:
        """Tell why a move is not legal, or None where it is."""
        phase = s.phase
        if phase == "over":
            return Refusal("PD-end", "over")
        if phase == "settling":
            return Refusal("PD-move", "settling")
        clause = _CLAUSES[phase]
        if m.by == CHANCE:
            return _refuse_chance(s, m, clause)
        return _refuse_seat(s, m.by, clause) or _refuse_answer(s, m, clause)

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List what could be rolled, turned up or delivered next, by number.

        What was put under a deck comes last, in the order in which it was put there.
        """
        phase = s.phase
        if phase == "mail":
            return tuple([_MAIL[number] for number in s.mail or s.mail_under[:1]])
        if phase == "turn_up":
            return tuple([_DEALS[number] for number in s.deals or s.deals_under[:1]])
        return _ROLLS if phase in _LANES else ()

    def unfold(self, s: State, m: Move) -> tuple[Step[State, Event], ...]:
        """Carry out a move.

        Raises
        ------
        IllegalMove
            If the rules refuse it.
        """
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(str(m), refusal)
        lane = _LANES.get(s.phase, _DECISIONS)
        counts = s.counts
        counts = (*counts[:lane], counts[lane] + 1, *counts[lane + 1 :])
        steps: Steps = []
        act = ACTS[s.phase, type(m)]
        s = act(replace(s, phase="settling", counts=counts), m, steps)
        while s.phase == "settling":
            agenda = s.agenda
            s = WORK[type(agenda[0])](s, agenda[0], steps) if agenda else next_turn(s, steps)
        steps[-1] = Step(steps[-1].event, s)
        return tuple(steps)

    def view(self, s: State, seat: Seat | None) -> View:
        """Give what a seat may know: everything, since only the order of the decks is hidden."""
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
            standing=self.standing(s),
        )

    def witness(self, e: Event, seat: Seat | None) -> Event | None:  # noqa: ARG002 - nothing is hidden
        """Give what a seat may know of an event: all of it."""
        return e

    def standing(self, s: State) -> Standing:
        """Rank the seats by what they own less what they owe (PD-end)."""
        return Standing(ranking(s.households), "PD-end")

    def books(self, s: State) -> dict[str, int]:
        """Give every seat's cash, savings and loan (what is owed counts below 0), and the pots."""
        books = {}
        for seat, household in enumerate(s.households):
            books[cash(seat)] = household.cash
            books[SAVINGS[seat]] = household.savings
            books[LOAN[seat]] = -household.loan
        books[POT] = s.pot
        books[STAKES] = s.stakes
        return books

    def read(self, text: str) -> Move:
        """Read a move's notation.

        Raises
        ------
        NotationError
            If it cannot be read.
        """
        return moves.NOTATION.read(text)


# --- what is legal ----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _sums(kind: Callable[[Seat, int], Move], by: Seat, most: int) -> tuple[Move, ...]:
    """List a move with the sums that banknotes would give, and with the most that there is."""
    sums = []
    unit = STEP
    while unit <= most:
        sums += [unit * digit for digit in range(1, 10) if unit * digit < most]
        unit *= 10
    if most > 0:
        sums.append(most)
    return tuple([kind(by, each) for each in sums])


@lru_cache(maxsize=16)
def _bets(by: Seat) -> tuple[Move, ...]:
    return tuple([Stake(by, sum_) for sum_ in range(BET_STEP, MOST_BET + 1, BET_STEP)])


def _up_to_step(sum_: int) -> int:
    return -(-sum_ // STEP) * STEP


def _means(household: Household, most_loan: int) -> int:
    """Give the most that a household can pay by choice with a loan of at most so much.

    Chosen payments never fall on Pay Day, so a withdrawal costs the fee.
    """
    if household.savings:
        return household.cash + household.savings - FEE + most_loan
    return household.cash + max(0, most_loan - household.loan)


def _ways_to_raise(s: State, by: Seat) -> tuple[Move, ...]:
    household = s.households[by]
    lacks = shortfall(s)
    if not household.savings:
        most = _up_to_step(lacks)
        if s.rules.max_loan is not None and cast("Payment", s.agenda[0]).debt in _CHOSEN:
            most = min(most, s.rules.max_loan - household.loan)
        return _sums(Borrow, by, most)
    ways = _sums(Withdraw, by, household.savings)
    enough = Withdraw(by, _up_to_step(lacks + fee_now(household)))
    if enough.amount < household.savings and enough not in ways:
        ways = (
            *[way for way in ways if cast("Withdraw", way).amount < enough.amount],
            enough,
            *[way for way in ways if cast("Withdraw", way).amount > enough.amount],
        )
    if s.rules.max_loan is not None:
        ways = tuple([way for way in ways if _refuse_sum(s, cast("Withdraw", way)) is None])
    return ways


def _bank_business(by: Seat, household: Household) -> tuple[Move, ...]:
    there = household.cash // STEP * STEP
    if household.loan:
        return (*_sums(Repay, by, min(there, household.loan)), Pass(by))
    return (
        *_sums(Withdraw, by, household.savings),
        *_sums(Deposit, by, there),
        Pass(by),
    )


def _refuse_chance(s: State, m: Move, clause: str) -> Refusal | None:
    phase = s.phase
    facts: dict[str, int | str] = {"move": str(m)}
    if phase in _DICE:
        if isinstance(m, Roll) and 1 <= m.pips <= len(_ROLLS):
            return None
    elif phase == "mail":
        if isinstance(m, Deliver):
            if m.card in (s.mail or s.mail_under[:1]):
                return None
            facts = {"card": m.card}
    elif phase == "turn_up":
        if isinstance(m, TurnUp):
            if m.deal in (s.deals or s.deals_under[:1]):
                return None
            facts = {"deal": m.deal}
    else:
        return Refusal(clause, "not_chance", {"prompt": phase})
    return Refusal(clause, "cannot_come", facts)


def _refuse_seat(s: State, by: Seat, clause: str) -> Refusal | None:
    """Say why a seat may not decide now."""
    if not 0 <= by < len(s.households):
        return Refusal("PD-players", "no_seat", {"seat": by, "seats": len(s.households)})
    if s.households[by].month > s.rules.months:
        return Refusal("PD-own-pace", "finished", {"seat": by})
    if s.phase in _LANES:
        return Refusal(clause, "chance_acts", {"purpose": s.phase})
    decides = decider(s)
    if by != decides:
        return Refusal("PD-players", "not_your_turn", {"seat": by, "active": decides})
    return None


def _refuse_answer(s: State, m: Move, clause: str) -> Refusal | None:
    """Say why a seat may not decide this."""
    if type(m) not in _ANSWERS[s.phase]:
        return _refuse_kind(s, m, clause)
    match m:
        case Buy():
            return _beyond(s, m)
        case Sell(by, deal) if deal not in s.households[by].deals:
            return Refusal("PD-buyer", "not_held", {"deal": deal})
        case Stake():
            return _refuse_stake(s, m, m.amount, clause)
        case Withdraw() | Borrow() | Repay() | Deposit():
            return _refuse_sum(s, m)
        case _:
            return None


def _refuse_kind(s: State, m: Move, clause: str) -> Refusal:
    """Say why a kind of move does not answer the prompt."""
    if isinstance(m, Repay | Deposit):
        return Refusal(_ACCOUNT[type(m)], "payday_only", {"move": type(m).__name__.lower()})
    if isinstance(m, Withdraw | Borrow):
        return Refusal(_ACCOUNT[type(m)], "nothing_due", {"move": type(m).__name__.lower()})
    return Refusal(clause, "wrong_phase", {"move": type(m).__name__.lower(), "prompt": s.phase})


def _refuse_stake(s: State, m: Move, amount: int, clause: str) -> Refusal | None:
    if s.phase == "stake":
        stake = cast("PokerTable", s.agenda[0]).stake
        if amount != stake:
            facts = {"amount": amount, "least": stake, "most": stake}
            return Refusal(clause, "no_such_stake", facts)
    elif amount % BET_STEP or not BET_STEP <= amount <= MOST_BET:
        facts = {"amount": amount, "least": BET_STEP, "most": MOST_BET}
        return Refusal(clause, "no_such_stake", facts)
    return _beyond(s, m)


def _beyond(s: State, m: Move) -> Refusal | None:
    """Refuse what a seat would pay by choice and could not within the largest loan (PD-raise)."""
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


def _refuse_sum(s: State, m: Withdraw | Borrow | Repay | Deposit) -> Refusal | None:
    amount = m.amount
    household = s.households[m.by]
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
    """Refuse so small a withdrawal that its fee puts a chosen payment out of reach (PD-raise)."""
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
    most = _up_to_step(shortfall(s))
    if m.amount > most:
        return Refusal("PD-raise", "more_than_needed", {"amount": m.amount, "most": most})
    most_loan = s.rules.max_loan
    payment = cast("Payment", s.agenda[0])
    if most_loan is None or payment.debt not in _CHOSEN or household.loan + m.amount <= most_loan:
        return None
    means = _means(household, most_loan)
    facts = {"price": payment.amount, "means": means, "most": most_loan}
    return Refusal("PD-raise", "max_loan", facts)


PAY_DAY: Final = PayDay()
