"""What loans cost, and since when they are owed."""

from typing import Any

import pytest

from paydays_widgets.games.master_builder.deck import default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import (
    LoanRepaid,
    LoansSettled,
    LoanTaken,
    RoundBegun,
    SeatSpared,
)
from paydays_widgets.games.master_builder.reading.credit import (
    Term,
    premium,
    rate,
    soonest,
    terms,
    waiting,
)
from paydays_widgets.games.master_builder.state import View
from tests.games.master_builder.positions import position


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
    assert terms(story, 3, 1) == (
        (Term("small", 1, 3, early=True), Term("large", 2), Term("small", 2)),
        (Term("small", 2),),
        (),
    )
    story.append(LoansSettled(seat=0, small=1, large=1, amount=55, early=False))
    settled = (Term("small", 1, 3, early=True), Term("large", 2, 3), Term("small", 2, 3))
    assert terms(story, 3, 1) == (settled, (Term("small", 2),), ())


def seen(**facts: Any) -> View:
    return MASTER_BUILDER.view(position(["A", "A", "A"], **facts), None)


@pytest.mark.clause("MB-5-early")
@pytest.mark.parametrize(
    ("facts", "turned", "number"),
    [
        # three seats: two Booms reveal 3 each, three times Growth 2 each, all others 1
        ({"round": 3, "pile": 6}, (), 4),
        ({"round": 3, "pile": 6, "climate": 1}, (1,), 5),
        ({"round": 3, "pile": 7}, (), 5),
        ({"round": 3, "pile": 6}, (4, 4), 5),
        ({"round": 3, "pile": 0, "offers": [1], "climate": 1}, (1,), 3),
        ({"round": 6, "pile": 3}, (), 6),
        ({"round": 6, "pile": 4}, (), 0),
        ({"round": 1, "pile": 12}, (), 4),  # 4 in round 1, then 3, 3 and 2
        ({"round": 1, "pile": 8, "offers": [1, 2], "holdings": [{3: ()}, {4: ()}, {}]}, (), 4),
    ],
)
def test_the_early_rate_holds_as_long_as_the_economy_cards_let_it(
    facts: dict[str, Any], turned: tuple[int, ...], number: int
) -> None:
    assert soonest(seen(**facts), turned) == number
