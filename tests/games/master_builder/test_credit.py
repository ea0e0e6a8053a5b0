"""What loans cost, and since when they are owed."""

from paydays_widgets.games.master_builder.credit import Debt, debts, premium, rate, waiting
from paydays_widgets.games.master_builder.deck import default_deck
from paydays_widgets.games.master_builder.events import (
    LoanRepaid,
    LoansSettled,
    LoanTaken,
    RoundBegun,
    SeatSpared,
)


def test_the_four_prices_as_rates() -> None:
    small, large = default_deck().loans
    prices = [
        (card.receive, price) for card in (small, large) for price in (card.early, card.late)
    ]
    assert prices == [(10, 13), (10, 15), (30, 38), (30, 40)]
    assert [round(premium(*each), 1) for each in prices] == [30.0, 50.0, 26.7, 33.3]
    assert [round(rate(*each, 1), 1) for each in prices] == [30.0, 50.0, 26.7, 33.3]
    assert [round(rate(*each, 3), 1) for each in prices] == [9.1, 14.5, 8.2, 10.1]
    assert (waiting(small), waiting(large)) == (2, 2)


def taken(seat: int, kind: str) -> LoanTaken:
    return LoanTaken(seat=seat, loan=kind, amount=10, due=5, cash=5)  # type: ignore[arg-type]


def test_loans_are_as_old_as_the_round_they_were_taken_in() -> None:
    story = [
        taken(0, "small"),
        RoundBegun(clause="MB-rounds-2-6", seat=1, round=2),
        taken(0, "large"),
        taken(1, "small"),
        taken(0, "small"),
        SeatSpared(seat=0, card=1),
        RoundBegun(clause="MB-rounds-2-6", seat=0, round=3),
        LoanRepaid(seat=0, loan="small", principal=10, amount=13, early=True),
    ]
    found = debts(reversed(story), 3, 3)
    assert found == ((Debt("large", 2), Debt("small", 2)), (Debt("small", 2),), ())
    story.append(LoansSettled(seat=0, small=1, large=1, amount=55, early=False))
    assert debts(reversed(story), 3, 3) == ((), (Debt("small", 2),), ())
