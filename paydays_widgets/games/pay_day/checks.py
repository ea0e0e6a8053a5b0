"""Questions on the rules, which the engine answers: what a loan costs, and what savings earn."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day import events
from paydays_widgets.games.pay_day.deck import DAYS, Deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.engine.facts import LOAN_PCT, SAVINGS_PCT
from paydays_widgets.games.pay_day.moves import Roll
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Household, State
from paydays_widgets.games.pay_day.text import money
from paydays_widgets.show.check import Check, posed

_SUM: Final = 1_000


def checks(rules: Rules, deck: Deck, text: Text) -> Sequence[Check]:
    """Ask for the interest on a loan, and for that on savings."""
    return _lent(rules, deck, text), _saved(rules, deck, text)


_MOVES: Final = (Roll(CHANCE, 1),)
"""A pawn on the day before goes to Pay Day."""


def _set_up(rules: Rules, deck: Deck, household: Household) -> State:
    state = PAY_DAY.start(2, replace(rules, first=0), deck)
    return replace(state, households=(household, state.households[1]))


def _lent(rules: Rules, deck: Deck, text: Text) -> Check:
    before = _set_up(rules, deck, Household(cash=_SUM, loan=_SUM, day=DAYS - 1))
    steps = PAY_DAY.unfold(before, *_MOVES)
    right = next(
        each.event.amount for each in steps if isinstance(each.event, events.LoanInterestPaid)
    )
    return posed(
        text(
            "You owe {loan}, and it is Pay Day. What interest do you pay?", loan=money(_SUM, text)
        ),
        right,
        text(
            "A loan costs {pct} at each Pay Day: {sum}.",
            pct=text.percent(LOAN_PCT),
            sum=_sum(LOAN_PCT, right, text),
        ),
        (
            (_SUM * SAVINGS_PCT // 100, text("So much is paid on savings; a loan costs more.")),
            (0, text("A loan costs interest at each Pay Day.")),
            (_SUM, text("The loan itself can wait: only its interest is due.")),
        ),
        before,
        _MOVES,
    )


def _saved(rules: Rules, deck: Deck, text: Text) -> Check:
    before = _set_up(rules, deck, Household(cash=0, savings=_SUM, day=DAYS - 1))
    steps = PAY_DAY.unfold(before, *_MOVES)
    right = next(
        each.event.amount for each in steps if isinstance(each.event, events.SavingsInterestPaid)
    )
    return posed(
        text(
            "You have saved {savings}, and it is Pay Day. What interest does the bank pay you?",
            savings=money(_SUM, text),
        ),
        right,
        text(
            "Savings earn {pct} at each Pay Day: {sum}.",
            pct=text.percent(SAVINGS_PCT),
            sum=_sum(SAVINGS_PCT, right, text),
        ),
        (
            (_SUM * LOAN_PCT // 100, text("So much a loan costs; savings earn less.")),
            (0, text("Savings earn interest at each Pay Day.")),
            (_SUM + right, text("That is what you have with the interest.")),
        ),
        before,
        _MOVES,
    )


def _sum(pct: int, right: int, text: Text) -> str:
    return f"{text.percent(pct)} × {money(_SUM, text)} = {money(right, text)}"
