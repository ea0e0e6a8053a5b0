"""Questions on the rules, which the engine answers: what a round brings, and what a loan costs."""

from collections.abc import Sequence

from msgspec.structs import replace

from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder.deck import SECTIONS, Deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.moves import Build, Move, Repay
from paydays_widgets.games.master_builder.rules import Rules
from paydays_widgets.games.master_builder.state import Builder, Holding, State
from paydays_widgets.games.master_builder.text import money
from paydays_widgets.show.check import Check, posed

_CREW = 3


def checks(rules: Rules, deck: Deck, text: Text) -> Sequence[Check]:
    """Ask what the last phase of a round brings, and what a loan costs that is repaid late."""
    return _round(rules, deck, text), _late(rules, deck, text)


def _set_up(rules: Rules, deck: Deck, builder: Builder) -> State:
    """Put a builder at a table, in a later round."""
    state = MASTER_BUILDER.start(2, rules, deck)
    return replace(state, round=2, builders=(builder, state.builders[1]))


def _earned(before: State, moves: Sequence[Move]) -> int:
    state = before
    for move in moves:
        state = MASTER_BUILDER.unfold(state, move)[-1].state
    return state.builders[0].cash - before.builders[0].cash


def _round(rules: Rules, deck: Deck, text: Text) -> Check:
    crew = tuple(range(1, min(_CREW, len(deck.workers)) + 1))
    bill = sum(deck.workers[number - 1].wage for number in crew)
    income = deck.contracts[0].income
    all_ = tuple(range(1, SECTIONS + 1))
    builder = Builder(bill, crew=crew, bill=bill, holdings=(Holding(1, all_),))
    before = replace(_set_up(rules, deck, builder), phase="assign")
    moves = (Build(0), Build(1))
    right = _earned(before, moves)
    return posed(
        text(
            "You have completed a contract with an income of {income}, and the wages of your "
            "workers are {bill}. What does phase 5 bring you?",
            income=money(income, text),
            bill=money(bill, text),
        ),
        right,
        text(
            "A completed contract pays its income once; then all wages are due: {sum}.",
            sum=f"{money(income, text)} − {money(bill, text)} = {money(right, text)}",
        ),
        (
            (income, text("The wages of all your workers are due in the same phase.")),
            (-bill, text("The completed contract pays its income first.")),
            (income + bill, text("You pay the wages: they are not paid to you.")),
        ),
        before,
        moves,
    )


def _late(rules: Rules, deck: Deck, text: Text) -> Check:
    small, large = deck.loans
    before = replace(
        _set_up(rules, deck, Builder(small.late, loans=(1, 0))),
        phase="hire",
        unseen=(),
        pile_size=0,
    )
    moves = (Repay(0, "small"),)
    right = -_earned(before, moves)
    facts = {"received": money(small.receive, text)}
    return posed(
        text(
            "You have borrowed {received}, and no contract is in play any more. What do you "
            "repay?",
            **facts,
        ),
        right,
        text(
            "Late, when no contract is in play any more, a loan of {received} costs {late}; "
            "early it costs {early}.",
            **facts,
            late=money(small.late, text),
            early=money(small.early, text),
        ),
        (
            (small.early, text("That is the early price: it holds while contracts are in play.")),
            (small.receive, text("The bank asks for more than it has lent.")),
            (large.late, text("That is the price of a large loan.")),
        ),
        before,
        moves,
    )
