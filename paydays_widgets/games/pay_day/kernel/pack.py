"""From the engine's positions to records, and from codes to the engine's moves."""

from functools import lru_cache
from types import SimpleNamespace
from typing import Final, get_args

from msgspec.structs import asdict

from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.pay_day import moves
from paydays_widgets.games.pay_day.deck import DAYS, Cover, DayKind, Deck, MailKind
from paydays_widgets.games.pay_day.engine.facts import MAX_SEATS
from paydays_widgets.games.pay_day.kernel.state import (
    MAIL_A_DAY,
    MAIL_COST,
    NO_LIMIT,
    PHASES,
    SALES,
    Position,
    Printed,
)
from paydays_widgets.games.pay_day.moves import Buy, Move, Pass
from paydays_widgets.games.pay_day.reading import buyers, cost_of_mail, mail_a_day
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Debt, Item, State
from paydays_widgets.kernels.compiled import Row, fractions, in_place
from paydays_widgets.kernels.records import records
from paydays_widgets.kernels.whole import Packed

_NUMBERS: Final = ("seat", "back", "amount", "card", "left", "deal", "stake", "prize", "step")
_LISTS: Final = ("waiting", "players", "seats", "rolls")
_NOTHING: Final = {**dict.fromkeys(_NUMBERS, 0), **dict.fromkeys(_LISTS, ())}
_KINDS: Final = get_args(Item)
_DEBTS: Final = get_args(Debt)

MOVES: Final = (
    moves.Buy,
    moves.Sell,
    moves.Stake,
    moves.Repay,
    moves.Withdraw,
    moves.Deposit,
    moves.Borrow,
    moves.Pass,
    moves.Roll,
    moves.TurnUp,
    moves.Deliver,
)
VERBS: Final = len(MOVES)
BASE: Final = MAX_SEATS + 1


def pack(state: State) -> Packed[Position, Printed]:
    """Turn a position into records."""
    s = records(
        Position,
        state,
        phase=PHASES.index(state.phase),
        agenda=[_item(each) for each in reversed(state.agenda)],
        first=len(state.agenda) - 1,
        prices=(),
    )
    return Packed(s, *_printed(state.deck, state.rules, len(state.households)))


def _item(item: Item) -> SimpleNamespace:
    known = asdict(item)
    return SimpleNamespace(
        **{
            **_NOTHING,
            **known,
            "kind": _KINDS.index(type(item)),
            "debt": _DEBTS.index(known.get("debt", _DEBTS[0])),
            "purpose": PHASES.index(known.get("purpose", PHASES[0])),
        }
    )


@lru_cache(maxsize=32)
def _printed(deck: Deck, rules: Rules, seats: int) -> tuple[Printed, Row[float]]:
    """Lay out what does not change during a game, and the tables ``t``."""
    letters = [
        SimpleNamespace(
            kind=get_args(MailKind).index(card.kind),
            amount=card.amount,
            cover=get_args(Cover).index(card.cover),
        )
        for card in deck.mail
    ]
    days = [
        SimpleNamespace(kind=get_args(DayKind).index(day.kind), amount=day.amount)
        for day in deck.days
    ]
    buyers_a_month = sum(day.kind == "buyer" for day in deck.days)
    d = records(
        Printed,
        rules,
        deck,
        seats=seats,
        any_time=rules.banking == "any_time",
        with_savings=rules.swellfare_debt_test == "cash_and_savings",
        six_on_any_roll=rules.pot_six == "any_roll",
        commission_split=rules.commission_tie == "split",
        poker_split=rules.poker_tie == "split",
        under_deck=rules.lottery_discard == "under_deck",
        for_a_month=rules.insurance_term == "month",
        max_loan=NO_LIMIT if rules.max_loan is None else rules.max_loan,
        days=days,
        mail=letters,
        buyers=buyers_a_month * rules.months,
    )[0]
    return d, _tables(deck, rules.months, d.buyers)


def _tables(deck: Deck, months: int, width: int) -> Row[float]:
    t = fractions(SALES + months * (DAYS + 1) * width)
    for at, cover in enumerate(get_args(Cover)):
        if cover and deck.mail:
            t[MAIL_COST + at] = cost_of_mail(deck, cover)
    t[MAIL_A_DAY] = mail_a_day(deck)
    for left in range(months):
        for day in range(DAYS + 1):
            for n, chance in enumerate(buyers(deck.days, day, left)):
                t[SALES + (left * (DAYS + 1) + day) * width + n] = chance
    return t


@in_place
def coded(verb: int, number: int) -> int:
    """Return what is done, and with which card or sum, as one number."""
    return verb + VERBS * number


def move(code: int) -> Move:
    """Return the move that a code stands for."""
    what, place = divmod(int(code), BASE)
    number, verb = divmod(what, VERBS)
    kind, by = MOVES[verb], place + CHANCE
    if kind is Buy or kind is Pass:
        return kind(by)
    return kind(by, number)  # type: ignore[call-arg]
