"""What the contract tests need to know of Pay Day."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import asdict

from paydays_widgets.core.game import CHANCE, Seat
from paydays_widgets.games.pay_day.engine import LISTED_LOAN
from paydays_widgets.games.pay_day.events import Event, NoDealLeft, NoMailLeft
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
from paydays_widgets.games.pay_day.state import Household, State, View
from tests.contract.swap import Swap
from tests.games.pay_day.positions import conserved

__all__ = ["EVENTS", "LUCKY", "MOVES", "SEATS", "SELDOM", "VARIANTS", "VIEW", "conserved"]

SEATS = (2, 3, 4)
_OTHER = {
    "banking": "when_due",
    "stake_returned": True,
    "swellfare_debt_test": "cash_and_savings",
    "pot_six": "any_roll",
    "commission_tie": "split",
    "poker_tie": "split",
    "buyer_rolls_for_commission": False,
    "lottery_discard": "discard",
    "insurance_term": "month",
    "max_loan": 6900,
}
_PLAN = ("++-+++---+-", "-++-+++---+", "+-++-+++---", "-+-++-+++--", "--+-++-+++-", "---+-++-+++")
"""Half the rows of a Plackett–Burman design. With their opposites and the row of defaults, every
two switches meet in all four combinations. All 1,024 combinations would show little more."""


def _variant(signs: str, months: int, first: Seat) -> Rules:
    chosen = {
        key: other
        for (key, other), sign in zip(_OTHER.items(), signs, strict=False)
        if sign == "+"
    }
    return Rules(months=months, first=first, **chosen)  # type: ignore[arg-type]


VARIANTS = (
    Rules(),
    Rules(months=2),
    Rules(months=6),
    Rules(months=1, first=1),
    _variant("+" * len(_OTHER), 2, 1),
    *[_variant(signs, 1 + at % 2, at % 2) for at, signs in enumerate(_PLAN)],
    *[_variant(signs[::-1], 2 - at % 2, 0) for at, signs in enumerate(_PLAN)],
)
EVENTS = get_args(Event)
SELDOM = (NoDealLeft, NoMailLeft)
MOVES = get_args(Move)
VIEW = View
LUCKY = frozenset({"random_legal"})
CHANGED = {
    "months": ("PD-players",),
    "banking": ("PD-swellfare", "PD-savings", "PD-loan", "PD-raise"),
    "max_loan": ("PD-loan", "PD-raise"),
    "insurance_term": ("PD-insurance", "PD-mail-order"),
    "buyer_rolls_for_commission": ("PD-deal-commission",),
    "commission_tie": ("PD-deal-commission",),
    "poker_tie": ("PD-poker",),
    "swellfare_debt_test": ("PD-swellfare",),
    "stake_returned": ("PD-swellfare",),
    "pot_six": ("PD-election",),
    "lottery_discard": ("PD-lottery", "PD-payday-5-lottery"),
}
TOLD = {
    ("PD-loan", "max_loan"): "the refusal of too large a loan names PD-raise",
    ("PD-lottery", "lottery_discard"): "the event at Pay Day names PD-payday-5-lottery",
}
RARE = ()
UNSAID = {
    ("PD-election", "buyer_rolls_for_commission"): "the player who rolls may win the pot",
    ("PD-swellfare", "max_loan"): "it refers to PD-raise for what may be borrowed",
    ("PD-deal-commission", "pot_six"): "the roll is told after the pot that it won",
    ("PD-poker", "pot_six"): "the roll is told after the pot that it won",
}
_AMOUNTS = (-100, 0, 10, 50, 70, 100, 110, 200, 250, 100_000)
"""All but the last are listed wherever they are legal; rule tests cover other legal sums."""
_TAKE_AMOUNTS = (Stake, Withdraw, Borrow, Repay, Deposit)


def conceivable(s: State) -> Iterator[Move]:
    for by in range(CHANCE, len(s.households) + 1):
        yield from (Buy(by), Pass(by))
        yield from (kind(by, amount) for kind in _TAKE_AMOUNTS for amount in _AMOUNTS)
        yield from (Sell(by, deal) for deal in range(len(s.deck.deals) + 2))
        yield from (Roll(by, pips) for pips in range(8))
        yield from (TurnUp(by, deal) for deal in range(len(s.deck.deals) + 2))
        yield from (Deliver(by, card) for card in range(len(s.deck.mail) + 2))


def unlisted(s: State, move: Move) -> bool:
    """Say whether a loan is larger than those that are listed."""
    if not isinstance(move, Borrow) or s.rules.banking == "when_due":
        return False
    return move.amount > LISTED_LOAN


def hidden_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    """Yield none: only the order of the decks is hidden, and it is not in a state."""
    yield from ()


def hidden_moves(s: State, move: Move, seat: Seat | None) -> Iterator[Move]:
    """Yield none: every decision is made openly."""
    yield from ()


def eager(move: Move) -> int:
    """Prefer to buy and stake, to use the bank little, and to leave it soon."""
    match move:
        case Buy() | Stake() | Sell():
            return 30
        case Pass():
            return 15
        case Borrow():
            return 1
        case _:
            return 5


def summary(s: State) -> dict[str | Seat, str]:
    return {
        "deals": f"{len(s.deals)}+{len(s.deals_under)}",
        "mail": f"{len(s.mail)}+{len(s.mail_under)}, {len(s.mail_discard)} discarded",
        "pot": f"{s.pot}{', open' if s.pot_open else ''}",
        **dict(enumerate(map(_household, s.households))),
    }


def _household(household: Household) -> str:
    """Write month, day and cash, and anything else the household has."""
    held: dict[str, object] = {
        name: value for name, value in asdict(household).items() if value not in {0, ()}
    }
    when = f"month {household.month} day {household.day}: {household.cash}"
    rest = (
        f"{name} {','.join(map(str, value)) if isinstance(value, tuple) else value}"
        for name, value in held.items()
        if name not in {"month", "day", "cash"}
    )
    return ", ".join([when, *rest])
